// SPDX-License-Identifier: MIT
//
// BROYDN: Newton's method with one Jacobian, which each step corrects.
//
// (1) A = J+ at the start, as in NEWTON
// (2) p = -A r, then q + alpha p by backtracking. How steep f is along p is not known without J: it is taken as -2 r.r,
//     which is what Newton's step has, and any decrease will do.
// (3) s the step, y by how much r changed. The A nearest to the old one with A y = s:
//     A + (s - A y) s'A / (s'A y), which is Broyden's first update, inverted after Sherman and Morrison
// (4) Where p does not lead down, or s'A y vanishes, A is old: (1) again, with a new J. If that J does not lead down
//     either, stalled.
//
// A has n rows and m columns, n = m or not: all of this holds for the pseudoinverse.
//
// This work is based on:
// Broyden. A class of methods for solving nonlinear simultaneous equations. 1965
// Dennis, Schnabel. Numerical Methods for Unconstrained Optimization and Nonlinear Equations. 1983 (when to begin anew)
#include <math.h>

#include "math/linalg_internal.h"
#include "math/scalar.h"
#include "chin/study_internal.h"
#include "chin/svd.h"

// (3) False if A cannot be corrected. `change` is what the step did to r; `sa` and `ay` are scratch.
static bool update(double *a, int n, int m, const double *step, const double *change, double *sa, double *ay)
{
    for (int i = 0; i < n; ++i)
        ay[i] = swvi_dot(&a[i * m], change, m);
    const double denominator = swvi_dot(step, ay, n);
    if (!(fabs(denominator) > 1e-12 * swvi_dot(step, step, n)))
        return false;
    swvi_set_zero(sa, m);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            sa[j] += step[i] * a[i * m + j];
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            a[i * m + j] += (step[i] - ay[i]) * (sa[j] / denominator);
    return swvi_magnitude_is_finite(swvi_largest(a, n * m));
}

void swvi_broyden(swvi_study *s)
{
    const int n = s->n, m = s->m;
    double   *jacobian = swvi_study_take(s, m * n), *a = swvi_study_take(s, n * m), *p = swvi_study_take(s, n),
           *point = swvi_study_take(s, n);
    double *ay = swvi_study_take(s, n), *scratch = swvi_study_take(s, (int)swvi_pseudoinverse_scratch(m, n));
    double  before[SWVI_MAX_RESIDUALS] = { 0.0 }, change[SWVI_MAX_RESIDUALS], sa[SWVI_MAX_RESIDUALS];
    bool    is_old = true;
    while (!swvi_is_over(s)) {
        const bool is_fresh = is_old;
        s->outcome = SWV_STALLED;
        if (is_fresh) {
            swvi_jacobian(s, jacobian);
            // Singular values below 1e-9 of the largest count as zero. Chosen.
            if (swvi_pseudoinverse(jacobian, m, n, 1e-9, a, NULL, scratch) != SWV_OK)
                return;
        }
        for (int i = 0; i < n; ++i)
            p[i] = -swvi_dot(&a[i * m], s->r, m);
        swvi_copy(before, s->r, m);
        const double alpha = swvi_backtrack(s, p, -2.0 * s->f, point);
        if (alpha == 0.0 && is_fresh)
            return;
        for (int i = 0; i < n; ++i)
            p[i] *= alpha;
        for (int i = 0; i < m; ++i)
            change[i] = s->r[i] - before[i];
        is_old = alpha == 0.0 || !update(a, n, m, p, change, sa, ay);
    }
}
