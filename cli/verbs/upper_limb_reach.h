// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_UPPER_LIMB_REACH_H
#define SWIVEL_CLI_UPPER_LIMB_REACH_H

#include <stdbool.h>

#include "verbs/reachable.h"

/// Where the wrist of the upper limb can be: with its girdle, and with the girdle held as it is when the arm hangs.
enum { LIMB_SETS = 2 };
void make_limb_sets(bool has_limits, reachable_set sets[LIMB_SETS], swv_vec3 *rest);

#endif
