// SPDX-License-Identifier: MIT
// The small parts of an adaptive table: the cells of a ball joint or wrist.
#ifndef SWIVEL_ADAPTIVE_GIMBAL_H
#define SWIVEL_ADAPTIVE_GIMBAL_H

#include <stdbool.h>
#include <stdint.h>

#include "swivel_papers/chain.h"
#include "kim_tarokh/adaptive_internal.h"

/// G1, G3 and records as in adaptive_internal.h.
typedef struct swvi_gimbal {
    swv_quat first, last;  ///< G1 and G3
    float    records[SWVI_ADAPTIVE_GIMBAL_CELLS][SWVI_ADAPTIVE_GIMBAL_WAYS][SWVI_ADAPTIVE_GIMBAL_FLOATS];
} swvi_gimbal;

/// The gimbal of three joints of a chain, of which number `joint` is the first. False if they are none: their axes, with all joints at zero, do not
/// meet in `centre` (metres from the chain's base).
bool swvi_gimbal_make(const swv_chain *chain, int joint, swv_vec3 centre, swvi_gimbal *gimbal);

#endif
