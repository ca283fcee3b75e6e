// SPDX-License-Identifier: MIT
// The loop over Pumas, for each instruction set. Lengths in the arm's unit, angles radians, hands relative to the shoulder, axes as in puma.h.
#ifndef SWIVEL_BATCH_PUMA_LANES_H
#define SWIVEL_BATCH_PUMA_LANES_H

#include <stddef.h>

#include "batch/lanes.h"
#include "kim_tarokh/puma_kernel.h"
#include "swivel_papers/batch.h"

/// What is the same for every element.
typedef struct swvi_puma_family {
    swvi_puma_shape shape;
    double          side, bend;  ///< 1 or -1: the shoulder's way and the elbow's
    bool            is_flipped;  ///< the wrist's other way
} swvi_puma_family;

/// One target, all ways. The angles are few, and each is found and turned into its limits once: q0 for both sides, q2 for both bends,
/// q1 and the wrist's three for each of four ways, and these three for the wrist's other way.
enum {
    SWVI_PUMA_WAIST = 0,
    SWVI_PUMA_ELBOW = 2,
    SWVI_PUMA_SHOULDER = 4,
    SWVI_PUMA_WRIST = 8,
    SWVI_PUMA_FLIPPED = 20,
    SWVI_PUMA_ANGLES = 32
};

/// What all ways are found from.
typedef struct swvi_puma_task {
    swvi_puma_shape shape;
    swvi_puma_free  other;
    swv_pose        hand;
    double          low[6], high[6];  ///< limits and their tolerance; infinite: the angle stays in [-pi, pi]
} swvi_puma_task;

typedef struct swvi_puma_ways {
    double angle[SWVI_PUMA_ANGLES];    ///< radians
    double outside[SWVI_PUMA_ANGLES];  ///< 0, or the joint's bit: the angle is outside its limits
    double excess;                     ///< of swvi_puma_target, in the arm's unit
} swvi_puma_ways;

#define SWVI_DECLARE_PUMA(set)                                                                                \
    void SWVI_LANE_LOOP(puma, set)(const swvi_puma_family *family, const swv_puma_batch *batch, size_t first, \
                                   size_t count);                                                             \
    void SWVI_LANE_LOOP(puma_ways, set)(const swvi_puma_task *task, swvi_puma_ways *ways);
SWVI_DECLARE_PUMA(baseline)
SWVI_DECLARE_PUMA(avx2)
SWVI_DECLARE_PUMA(avx512)

#endif
