// SPDX-License-Identifier: MIT
#ifndef SWIVEL_SOLVE_VARIABLE_METRIC_H
#define SWIVEL_SOLVE_VARIABLE_METRIC_H

#include "chin/study_internal.h"

/// A model of the inverse Hessian: n x n, symmetric, positive definite.
typedef struct swvi_metric {
    int     n;
    double *h;
} swvi_metric;

/// Makes H y = step, for y the change of the gradient; hy = H y, sy = step.y > 0, yhy = y.H y > 0.
typedef void (*swvi_metric_update)(const swvi_metric *metric, const double *step, const double *hy, double sy,
                                   double yhy);

void swvi_bfgs_update(const swvi_metric *metric, const double *step, const double *hy, double sy, double yhy);
void swvi_fletcher_update(const swvi_metric *metric, const double *step, const double *hy, double sy, double yhy);

/// Steps (1), (2) and (4) of bfgs.c, with the update for (3).
void swvi_minimize_by_metric(swvi_study *s, swvi_metric_update update);

#endif
