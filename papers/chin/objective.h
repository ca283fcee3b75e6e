// SPDX-License-Identifier: MIT
#ifndef SWIVEL_SOLVE_OBJECTIVE_H
#define SWIVEL_SOLVE_OBJECTIVE_H

#include <stdbool.h>

#include "swivel_papers/study.h"

/// The tip of a chain and where it should be.
typedef struct swvi_chain_objective {
    const swv_chain   *chain;
    swv_pose           target;  ///< checked
    swv_study_residual residual;
    double             length;  ///< by which rotations are multiplied
} swvi_chain_objective;

/// How many numbers a residual has: 12, 6 or 3.
int swvi_residual_count(swv_study_residual residual);

/// The swvi_residual_function whose context is a swvi_chain_objective, of chain->dof variables.
bool swvi_chain_residual(const void *context, const double *x, double *r, double *jacobian);

/// From joint to joint and to the tip, laid out straight.
double swvi_chain_length(const swv_chain *chain);

#endif
