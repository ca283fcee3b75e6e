// SPDX-License-Identifier: MIT
#ifndef SWIVEL_BODY_NATURAL_BODY_H
#define SWIVEL_BODY_NATURAL_BODY_H

#include <stdint.h>

#include "body/natural_body_table.h"
#include "swivel/body.h"

// How many numbers a network has.
#define SWVI_BODY_NUMBERS(inputs, hidden, bends) \
    ((inputs + 1) * hidden + (bends - 1) * (hidden + 1) * hidden + (hidden + 1) * SWVI_BODY_OUTPUTS)
enum { SWVI_BODY_LAYERS = 4 };

/// A network of tools/fit_body.py: for each layer its scale, and weights by inputs, then offsets, as integers of it.
typedef struct swvi_body_net {
    int            input_count, hidden_count, bend_count;  ///< at most SWVI_BODY_ANY_HIDDEN, SWVI_BODY_LAYERS - 1
    float          scales[SWVI_BODY_LAYERS];
    const int16_t *numbers;
} swvi_body_net;

/// For head and hands alone, and for all other sets of points.
typedef struct swvi_body_nets {
    swvi_body_net three, any;
} swvi_body_nets;

/// swv_natural_body by networks of the caller's; NULL: the library's.
swv_status swvi_natural_body(const swvi_body_nets *nets, double size, const swv_body_point *points, int point_count,
                             swv_pose poses[SWV_PARTS]);

#endif
