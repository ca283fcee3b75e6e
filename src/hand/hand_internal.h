// SPDX-License-Identifier: MIT
// Whether digits and hands are as their makers left them; how a finger moves in space.
#ifndef SWIVEL_HAND_HAND_INTERNAL_H
#define SWIVEL_HAND_HAND_INTERNAL_H

#include <stdbool.h>

#include "swivel/hand.h"

bool swvi_is_digit(const swv_digit *digit);
bool swvi_is_hand(const swv_hand *hand);

typedef struct swvi_digit_state {
    swv_vec3 tip, pulp;
    swv_vec3 tip_by[3], pulp_by[3];  ///< derivatives by abduction, MCP and PIP flexion, DIP following
} swvi_digit_state;

/// Tip and pulp, in the hand's axes, and their derivatives. Keep it out of its caller's file: inlined there, clang 14 made wrong
/// code of it for WebAssembly's lanes (golden.same_bits).
void swvi_digit_at(const swv_digit *digit, const double q[3], swvi_digit_state *state);

#endif
