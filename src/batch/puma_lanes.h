// SPDX-License-Identifier: MIT
// The loop over Pumas, for each instruction set.
#ifndef SWIVEL_BATCH_PUMA_LANES_H
#define SWIVEL_BATCH_PUMA_LANES_H

#include <stddef.h>

#include "batch/lanes.h"
#include "limb/puma_kernel.h"
#include "swivel/batch.h"

/// What is the same for every element.
typedef struct swvi_puma_family {
    swvi_puma_shape shape;
    double          side, bend;  ///< 1 or -1: the shoulder's way and the elbow's
    bool            is_flipped;  ///< the wrist's other way
} swvi_puma_family;

#define SWVI_DECLARE_PUMA(set)                                                                                \
    void SWVI_LANE_LOOP(puma, set)(const swvi_puma_family *family, const swv_puma_batch *batch, size_t first, \
                                   size_t count);
SWVI_DECLARE_PUMA(baseline)
SWVI_DECLARE_PUMA(avx2)
SWVI_DECLARE_PUMA(avx512)

#endif
