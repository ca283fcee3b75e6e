// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_COMPARE_FAR_H
#define SWIVEL_CLI_COMPARE_FAR_H

#include <stdbool.h>

#include <swivel_papers/study.h>

enum { FAR_TARGETS = 300 };

/// How a method fares on FAR_TARGETS: the tip with each joint within 1.5 radians (a slider: 1.5 of its unit) of zero, solved
/// from zero. The same targets for every method and residual.
typedef struct far_tally {
    int    reached;
    int    turned;                   ///< at the place, but turned by half a turn
    double iterations, evaluations;  ///< means
} far_tally;

far_tally solve_far_targets(const swv_chain *chain, swv_study_method method, swv_study_residual residual);

/// compare --far: each method on twelve equations, on six, and by position alone. NULL: arm6 and torso8.
void compare_far_targets(const char *model, bool json);

#endif
