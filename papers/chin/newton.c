// SPDX-License-Identifier: MIT
//
// NEWTON: the step that would be right if the residual were linear.
//
// (1) J = dr/dq at q, pseudoinverse J+ by singular values, those below 1e-9 of the largest counting as zero
// (2) p = -J+ r: of all steps with the smallest |r + J p| the shortest. Any number of rows and columns, any rank.
// (3) full steps       q + p, whether r grows or not
//     line search      q + alpha p, alpha from 1 down until f = r.r falls enough. p leads downhill unless r is normal
//                      to everything J reaches (slope 2 r.Jp = 0), which is a minimum of f: stalled.
// (4) until no residual exceeds the tolerance
//
// The thesis measured (3) with line search, J by forward differences and LU, which fails where J is not square or
// singular; its full steps took 200 iterations because residual and Jacobian were in different axes (objective.c).
//
// This work is based on:
// Dennis, Schnabel. Numerical Methods for Unconstrained Optimization and Nonlinear Equations. 1983
#include <math.h>

#include "math/linalg_internal.h"
#include "math/scalar.h"
#include "chin/study_internal.h"
#include "chin/svd.h"

// (3) Up or down. False if there is nothing there.
static bool take_full_step(swvi_study *s, const double *p, double *point)
{
    double r[SWVI_MAX_RESIDUALS];
    for (int i = 0; i < s->n; ++i)
        point[i] = s->x[i] + p[i];
    const double f = swvi_evaluate(s, point, r);
    if (!swvi_is_finite(f))
        return false;
    swvi_copy(s->x, point, s->n);
    swvi_copy(s->r, r, s->m);
    s->f = f;
    return true;
}

void swvi_newton(swvi_study *s)
{
    const int n = s->n, m = s->m;
    double   *jacobian = swvi_study_take(s, m * n), *inverse = swvi_study_take(s, n * m), *p = swvi_study_take(s, n);
    double   *point = swvi_study_take(s, n), *scratch = swvi_study_take(s, (int)swvi_pseudoinverse_scratch(m, n));
    swvi_kept best = { swvi_study_take(s, n), { 0.0 }, INFINITY };
    while (!swvi_is_over(s)) {
        if (s->f < best.f)
            swvi_keep_lower(s, &best);
        swvi_jacobian(s, jacobian);
        s->outcome = SWV_STALLED;
        // Singular values below 1e-9 of the largest count as zero. Chosen.
        if (swvi_pseudoinverse(jacobian, m, n, 1e-9, inverse, NULL, scratch) != SWV_OK)
            break;
        for (int i = 0; i < n; ++i)
            p[i] = -swvi_dot(&inverse[i * m], s->r, m);
        double slope = 0.0;
        for (int i = 0; i < m; ++i)
            slope += 2.0 * s->r[i] * swvi_dot(&jacobian[i * n], p, n);
        if (!(slope < 0.0))
            break;
        if (s->options.full_steps ? !take_full_step(s, p, point) : swvi_backtrack(s, p, slope, point) == 0.0)
            break;
    }
    swvi_keep_lower(s, &best);
}
