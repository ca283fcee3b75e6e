// SPDX-License-Identifier: MIT
// The loops over upper limbs: one list, from which the loops, their declarations and their callers are made.
#ifndef SWIVEL_BATCH_LIMB_LANES_H
#define SWIVEL_BATCH_LIMB_LANES_H

#include <stddef.h>

#include "batch/lanes.h"
#include "shoulder/girdle_internal.h"
#include "swivel/batch.h"

/// What is the same for every element. Lengths in parts of the arm's.
typedef struct swvi_limb_shape {
    swvi_girdle          girdle;
    double               upper_arm, forearm, reach;
    double               mirror;  ///< 1 for a right limb, -1 for a left one
    double               yield;
    swvi_shoulder_motion hanging;
} swvi_limb_shape;

/// LOOP(name, is_smooth, is_free)
#define SWVI_LIMB_LOOPS(LOOP)         \
    LOOP(limb_down, false, false)     \
    LOOP(limb_down_free, false, true) \
    LOOP(limb_smooth, true, false)    \
    LOOP(limb_smooth_free, true, true)

#define SWVI_DECLARE_LIMB(name, is_smooth, is_free)                                                                   \
    void SWVI_LANE_LOOP(name, baseline)(const swvi_limb_shape *limb, const swv_upper_limb_batch *batch, size_t first, \
                                        size_t count);                                                                \
    void SWVI_LANE_LOOP(name, avx2)(const swvi_limb_shape *limb, const swv_upper_limb_batch *batch, size_t first,     \
                                    size_t count);                                                                    \
    void SWVI_LANE_LOOP(name, avx512)(const swvi_limb_shape *limb, const swv_upper_limb_batch *batch, size_t first,   \
                                      size_t count);

SWVI_LIMB_LOOPS(SWVI_DECLARE_LIMB)

#endif
