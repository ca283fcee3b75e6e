// SPDX-License-Identifier: MIT
//
// FRPRM: conjugate gradients. No matrix is kept; the directions are right for a quadratic all the same.
//
// (1) d = -g
// (2) x to the minimum along d; the search begins where it would lie if r were linear
// (3) d = -g1 + beta d, with g0 the gradient before and g1 after the step
//     Fletcher and Reeves   beta = g1.g1 / g0.g0
//     Polak and Ribiere     beta = g1.(g1 - g0) / g0.g0, but not below 0: where little was gained, it begins anew
// (4) After 2 n steps, or where d does not lead down, (1) again. If -g does not lead down, or f has not become less by more
//     than rounding in 2 n steps, stalled.
//
// The thesis has the two names exchanged in (3.14) and (3.15), and in step 6 a beta, g1.g0 / g0.g0, that is neither: with it
// a quadratic is not solved in n steps.
//
// This work is based on:
// Fletcher, Reeves. Function minimization by conjugate gradients. 1964
// Polak, Ribiere. Note sur la convergence de methodes de directions conjuguees. 1969
#include "math/linalg_internal.h"
#include "chin/study_internal.h"

void swvi_conjugate_gradient(swvi_study *s)
{
    const int    n = s->n;
    const bool   is_polak = s->options.beta == SWV_STUDY_POLAK_RIBIERE;
    const double line_tolerance = 1e-4;  // of alpha: f is then right to its square
    double      *jacobian = swvi_study_take(s, s->m * n), *g = swvi_study_take(s, n), *before = swvi_study_take(s, n);
    double      *d = swvi_study_take(s, n), *point = swvi_study_take(s, n);
    double       f_then = s->f;
    int          since = 0, idle = 0;
    bool         is_along_gradient = true;
    double       largest = swvi_gradient(s, jacobian, g);
    for (int i = 0; i < n; ++i)
        d[i] = -g[i];
    while (!swvi_is_over(s)) {
        s->outcome = SWV_STALLED;
        if (!(largest > 0.0))
            return;
        double alpha = 0.0;
        if (swvi_dot(g, d, n) < 0.0)
            alpha = swvi_minimize_along(s, d, swvi_linear_step(s, jacobian, d), line_tolerance, point);
        if (alpha == 0.0 && is_along_gradient)
            return;
        // Gains below 1e-12 of f are rounding.
        idle = s->f < f_then * (1.0 - 1e-12) ? 0 : idle + 1;
        f_then = s->f;
        if (idle > 2 * n)
            return;
        swvi_copy(before, g, n);
        largest = swvi_gradient(s, jacobian, g);
        const double old = swvi_dot(before, before, n), now = swvi_dot(g, g, n);
        double       beta = (is_polak ? now - swvi_dot(g, before, n) : now) / old;
        is_along_gradient = alpha == 0.0 || ++since >= 2 * n || !(beta > 0.0);
        if (is_along_gradient) {
            beta = 0.0;
            since = 0;
        }
        for (int i = 0; i < n; ++i)
            d[i] = -g[i] + beta * d[i];
    }
}
