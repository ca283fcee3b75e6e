// SPDX-License-Identifier: MIT
// The loops over arms: one list, from which the loops, their declarations and their callers are made.
#ifndef SWIVEL_BATCH_ARM_LANES_H
#define SWIVEL_BATCH_ARM_LANES_H

#include <stddef.h>

#include "batch/lanes.h"
#include "swivel_papers/batch.h"

/// What is the same for every element.
typedef struct swvi_arm_shape {
    double upper_arm, forearm;  ///< in the unit of the targets: metres
    double mirror;              ///< 1 for a right arm, -1 for a left one
} swvi_arm_shape;

/// LOOP(name, suffix of its functions, batch type, number, is_smooth, is_leg)
#define SWVI_ARM_LOOPS(LOOP)                                 \
    LOOP(arm_down, , swv_arm_batch, double, false, false)    \
    LOOP(arm_smooth, , swv_arm_batch, double, true, false)   \
    LOOP(arm_leg, , swv_arm_batch, double, false, true)      \
    LOOP(arm_downf, f, swv_arm_batchf, float, false, false)  \
    LOOP(arm_smoothf, f, swv_arm_batchf, float, true, false) \
    LOOP(arm_legf, f, swv_arm_batchf, float, false, true)

#define SWVI_DECLARE_ARM(name, suffix, batch_type, number, is_smooth, is_leg)                                        \
    void SWVI_LANE_LOOP(name, baseline)(const swvi_arm_shape *arm, const batch_type *batch, size_t first,            \
                                        size_t count);                                                               \
    void SWVI_LANE_LOOP(name, avx2)(const swvi_arm_shape *arm, const batch_type *batch, size_t first, size_t count); \
    void SWVI_LANE_LOOP(name, avx512)(const swvi_arm_shape *arm, const batch_type *batch, size_t first, size_t count);

SWVI_ARM_LOOPS(SWVI_DECLARE_ARM)

#endif
