// SPDX-License-Identifier: MIT
// The loops over human limbs: one list, from which the loops, their declarations and their callers are made.
#ifndef SWIVEL_BATCH_LIMB_LANES_H
#define SWIVEL_BATCH_LIMB_LANES_H

#include <stddef.h>

#include "batch/lanes.h"
#include "batch/limb_elements.h"
#include "swivel/batch.h"

/// LOOP(name, suffix of its functions, batch type, number, is_leg)
#define SWVI_LIMB_LOOPS(LOOP)                         \
    LOOP(limb_arm, , swv_limb_batch, double, false)   \
    LOOP(limb_leg, , swv_limb_batch, double, true)    \
    LOOP(limb_armf, f, swv_limb_batchf, float, false) \
    LOOP(limb_legf, f, swv_limb_batchf, float, true)

/// Every element gets its wish's posture and its outcome: SWVI_OUTSIDE where a limit does not hold there. What was no target
/// gets numbers without meaning, which may be NaN.
#define SWVI_DECLARE_LIMB_LOOP(name, suffix, batch_type, number, is_leg)                                      \
    SWVI_DECLARE_LANE_LOOP(name, const swvi_limb_shape##suffix *shape, const batch_type *batch, size_t first, \
                           size_t count)

SWVI_LIMB_LOOPS(SWVI_DECLARE_LIMB_LOOP)

#endif
