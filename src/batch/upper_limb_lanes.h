// SPDX-License-Identifier: MIT
// The loops over upper limbs: what they are given, and their declarations.
#ifndef SWIVEL_BATCH_UPPER_LIMB_LANES_H
#define SWIVEL_BATCH_UPPER_LIMB_LANES_H

#include <stddef.h>

#include "batch/lanes.h"
#include "limb/limb_kernels.h"
#include "shoulder/girdle_internal.h"
#include "swivel/batch.h"

/// What is the same for every element. Lengths in parts of the arm's.
typedef struct swvi_upper_limb_shape {
    swvi_girdle          girdle;
    double               upper_arm, forearm, reach;
    double               mirror;  ///< 1 for a right limb, -1 for a left one
    double               yield;
    bool                 is_smooth;  ///< the swivel's reference
    swvi_shoulder_motion hanging;
} swvi_upper_limb_shape;

/// SWV_OK, or what is wrong with the limb or what all its goals have in common (may be NULL).
swv_status swvi_upper_limb_shape_of(const swv_upper_limb *limb, const swv_upper_limb_goal *common,
                                    swvi_upper_limb_shape *shape);

SWVI_DECLARE_LANE_LOOP(upper_limb, const swvi_upper_limb_shape *shape, const swv_upper_limb_batch *batch, size_t first,
                       size_t count)
SWVI_DECLARE_LANE_LOOP(upper_limbf, const swvi_upper_limb_shape *shape, const swv_upper_limb_batchf *batch,
                       size_t first, size_t count)

#endif
