// SPDX-License-Identifier: MIT
// Newton's method from several starts at once, for each instruction set.
#ifndef SWIVEL_BATCH_STARTS_LANES_H
#define SWIVEL_BATCH_STARTS_LANES_H

#include "batch/lanes.h"
#include "solve/starts_kernel.h"

/// So many starts at once, whatever the instruction set, or results would depend on it.
enum { SWVI_STARTS_LANES = 8 };

/// The angles of joints 2 to 5 of each lane, and what swvi_starts_step says of them.
typedef struct swvi_starts_lanes {
    double v[4][SWVI_STARTS_LANES], step[4][SWVI_STARTS_LANES];
    double flat[4][SWVI_STARTS_LANES], pivot[SWVI_STARTS_LANES];
    double error[5][SWVI_STARTS_LANES], facing[SWVI_STARTS_LANES];
    double cosine[SWVI_STARTS_LANES], sine[SWVI_STARTS_LANES], cosine6[SWVI_STARTS_LANES], sine6[SWVI_STARTS_LANES];
} swvi_starts_lanes;

#define SWVI_DECLARE_STARTS(set)                                                                       \
    void SWVI_LANE_LOOP(starts, set)(const swvi_starts_shape *shape, const swvi_starts_target *target, \
                                     swvi_starts_lanes *lanes);
SWVI_DECLARE_STARTS(baseline)
SWVI_DECLARE_STARTS(avx2)
SWVI_DECLARE_STARTS(avx512)

#endif
