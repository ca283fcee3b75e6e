// SPDX-License-Identifier: MIT
// src/body/body.c and body_track.c again, asking networks that this test chooses instead of the library's. Comes before other headers of tests, whose
// names body.c may use itself.
#ifndef SWIVEL_TESTS_BODY_OF_FOLD_H
#define SWIVEL_TESTS_BODY_OF_FOLD_H

#include "body/natural_body.h"

static const swvi_body_nets *nets_of_fold;

static swv_status natural_body_of_fold(double size, const swv_body_point *points, int point_count,
                                       swv_pose poses[SWV_PARTS])
{
    return swvi_natural_body(nets_of_fold, size, points, point_count, poses);
}

#define swv_natural_body natural_body_of_fold
#include "body/body.c"
#undef swv_natural_body
#include "body/body_track.c"

#endif
