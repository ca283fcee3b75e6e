// SPDX-License-Identifier: MIT
// src/figure/body.c again, asking the networks that `nets_of_fold` points to instead of the library's.
#include "body_of_fold.h"

const swvi_body_nets *nets_of_fold;

static swv_status natural_body_of_fold(double size, const swv_body_point *points, int point_count,
                                       swv_pose poses[SWV_PARTS])
{
    return swvi_natural_body(nets_of_fold, size, points, point_count, poses);
}

#define swv_natural_body natural_body_of_fold
#include "figure/body.c"
