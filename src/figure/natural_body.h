// SPDX-License-Identifier: MIT
#ifndef SWIVEL_FIGURE_NATURAL_BODY_H
#define SWIVEL_FIGURE_NATURAL_BODY_H

#include <stdint.h>

#include "figure/natural_body_table.h"
#include "swivel/natural_body.h"

/// The network of tools/fit_body.py: for each layer its scale, and weights by inputs, then offsets, as integers of it.
typedef struct swvi_body_net {
    float   scales[3];
    int16_t first[(SWVI_BODY_INPUTS + 1) * SWVI_BODY_HIDDEN];
    int16_t second[(SWVI_BODY_HIDDEN + 1) * SWVI_BODY_HIDDEN];
    int16_t last[(SWVI_BODY_HIDDEN + 1) * SWVI_BODY_OUTPUTS];
} swvi_body_net;

/// swv_natural_body by a network of the caller's.
swv_status swvi_natural_body(const swvi_body_net *net, double size, const swv_body_point *points, int point_count,
                             swv_pose poses[SWV_PARTS]);

#endif
