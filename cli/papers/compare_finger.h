// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_COMPARE_FINGER_H
#define SWIVEL_CLI_COMPARE_FINGER_H

#include <stdbool.h>

/// compare --chain little-finger-coupled: van den Waardenburg's iteration from each of his starting guesses, and the exact
/// solution beside it.
void compare_finger_starts(bool json);

#endif
