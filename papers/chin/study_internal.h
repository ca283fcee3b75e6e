// SPDX-License-Identifier: MIT
// What the seven methods share: the state of a run, evaluations that are counted, and the line searches.
#ifndef SWIVEL_SOLVE_STUDY_INTERNAL_H
#define SWIVEL_SOLVE_STUDY_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "math/scalar.h"
#include "swivel_papers/study.h"

enum { SWVI_MAX_RESIDUALS = 12 };

/// r takes the residuals at x, `jacobian` (may be NULL) their derivatives, a row for each. False if not finite.
typedef bool (*swvi_residual_function)(const void *context, const double *x, double *r, double *jacobian);

/// m residuals of n variables, and the sum of their squares f, which a method makes small.
typedef struct swvi_study {
    int                    n, m;
    swvi_residual_function residual;
    const void            *context;
    swv_study_options      options;  ///< no zeros left
    double                *scratch;  ///< what swvi_study_take has not yet given away
    double                *x;        ///< the best point so far
    double                 r[SWVI_MAX_RESIDUALS], f;
    double                 f_then;  ///< some iterations ago: without progress since, it is stalled
    int                    iterations, evaluations, jacobians;
    swv_outcome            outcome;
} swvi_study;

static inline void swvi_copy(double *to, const double *from, int count)
{
    for (int i = 0; i < count; ++i)
        to[i] = from[i];
}

/// From here on `count` doubles of the scratch are the caller's.
double *swvi_study_take(swvi_study *s, int count);

/// A point kept aside, while s->x goes where it may be higher.
typedef struct swvi_kept {
    double *x, r[SWVI_MAX_RESIDUALS], f;
} swvi_kept;

/// Whichever is lower, s->x or the point kept, becomes both.
void swvi_keep_lower(swvi_study *s, swvi_kept *kept);

/// The residuals at `x` and the sum of their squares; INFINITY where they are not finite or the budget is spent.
double swvi_evaluate(swvi_study *s, const double *x, double *r);

/// Moves s->x by up to `size` in each variable, radians or lengths, by numbers that look random, up or down: away from a
/// point that is stationary along every direction known and yet no minimum. point: n doubles of scratch.
void swvi_stir(swvi_study *s, uint64_t *seed, double size, double *point);

/// The m x n derivatives at s->x. Does not count as an evaluation: r is known there.
void swvi_jacobian(swvi_study *s, double *jacobian);

/// gradient = 2 J' r at s->x. Its largest entry.
double swvi_gradient(swvi_study *s, double *jacobian, double *gradient);

/// Whether the run is over, before an iteration (which it counts if not). Sets the outcome.
bool swvi_is_over(swvi_study *s);

/// The lines are x + alpha p. Each search moves s->x, s->r and s->f to the point it chose, which is never above where it
/// started, and returns its alpha; 0 if it found none lower.

/// The step that would end at the minimum if r were linear, from J at s->x: -(r.Jp) / |Jp|^2. 0 if p is not felt.
double swvi_linear_step(const swvi_study *s, const double *jacobian, const double *p);

/// Backtracking from alpha = 1, for f with slope f'(0) = slope < 0. point: n doubles of scratch.
double swvi_backtrack(swvi_study *s, const double *p, double slope, double *point);

/// The same, but a step that changes no coordinate by more than `least`, relative to it or to 1, is none.
double swvi_backtrack_to(swvi_study *s, const double *p, double slope, double least, double *point);

/// The minimum along the line, to `tolerance` relative to alpha; `first` is where to look first.
double swvi_minimize_along(swvi_study *s, const double *p, double first, double tolerance, double *point);

/// A parabola's minimum, in two or three evaluations, no further than `limit`. *curvature is half the second derivative
/// as the last search along this direction left it, or 0.
double swvi_parabola_along(swvi_study *s, const double *p, double first, double limit, double *curvature,
                           double *point);

void swvi_newton(swvi_study *s);
void swvi_broyden(swvi_study *s);
void swvi_bfgs(swvi_study *s);
void swvi_fletcher(swvi_study *s);
void swvi_conjugate_gradient(swvi_study *s);
void swvi_powell(swvi_study *s);
void swvi_praxis(swvi_study *s);

#endif
