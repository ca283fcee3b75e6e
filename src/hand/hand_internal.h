// SPDX-License-Identifier: MIT
// Whether digits and hands are as their makers left them.
#ifndef SWIVEL_HAND_HAND_INTERNAL_H
#define SWIVEL_HAND_HAND_INTERNAL_H

#include <stdbool.h>

#include "swivel/hand.h"

bool swvi_is_digit(const swv_digit *digit);
bool swvi_is_hand(const swv_hand *hand);

#endif
