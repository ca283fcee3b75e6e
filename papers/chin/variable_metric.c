// SPDX-License-Identifier: MIT
//
// What BFGS and FLETCHER share: all but the update. The steps are numbered as in bfgs.c. x are joint values, radians (slides: lengths), f squared
// lengths (objective.c).
#include "chin/variable_metric.h"

#include <math.h>

#include "math/linalg_internal.h"

static void set_multiple_of_unit(const swvi_metric *metric, double h)
{
    swvi_set_zero(metric->h, metric->n * metric->n);
    for (int i = 0; i < metric->n; ++i)
        metric->h[i * (metric->n + 1)] = h;
}

// H times v; returns v.H v.
static double apply(const swvi_metric *metric, const double *v, double *hv)
{
    for (int i = 0; i < metric->n; ++i)
        hv[i] = swvi_dot(&metric->h[i * metric->n], v, metric->n);
    return swvi_dot(v, hv, metric->n);
}

void swvi_minimize_by_metric(swvi_study *s, swvi_metric_update update)
{
    const int n = s->n;
    // In radians each residual changes by about c, so f = r.r has second derivatives of about 2 c^2; their inverse.
    const double c = s->options.characteristic_length, natural = 0.5 / (c * c);
    double *jacobian = swvi_study_take(s, s->m * n), *gradient = swvi_study_take(s, n), *change = swvi_study_take(s, n);
    double *d = swvi_study_take(s, n), *hy = swvi_study_take(s, n), *point = swvi_study_take(s, n);
    swvi_metric metric = { n, swvi_study_take(s, n * n) };
    bool        is_unit = true;
    double      largest = swvi_gradient(s, jacobian, gradient);
    set_multiple_of_unit(&metric, natural);
    while (!swvi_is_over(s)) {
        s->outcome = SWV_STALLED;
        if (!(largest > 0.0))
            return;
        // (2)
        (void)apply(&metric, gradient, d);
        const double step = is_unit ? -swvi_linear_step(s, jacobian, d) : 1.0;
        for (int i = 0; i < n; ++i)
            d[i] *= -step;
        const double slope = swvi_dot(gradient, d, n), alpha = slope < 0.0 ? swvi_backtrack(s, d, slope, point) : 0.0;
        if (alpha == 0.0) {
            // (4)
            if (is_unit)
                return;
            set_multiple_of_unit(&metric, natural);
            is_unit = true;
            continue;
        }
        for (int i = 0; i < n; ++i) {
            d[i] *= alpha;
            change[i] = -gradient[i];
        }
        largest = swvi_gradient(s, jacobian, gradient);
        for (int i = 0; i < n; ++i)
            change[i] += gradient[i];

        // (3)
        const double sy = swvi_dot(d, change, n), yhy = apply(&metric, change, hy);
        // The update needs a positive curvature; below 1e-14 of what it could be it is rounding. Chosen.
        if (!(sy > 1e-14 * sqrt(swvi_dot(d, d, n) * swvi_dot(change, change, n))) || !(yhy > 0.0))
            continue;
        update(&metric, d, hy, sy, yhy);
        is_unit = !swvi_magnitude_is_finite(swvi_largest(metric.h, n * n));
        if (is_unit)
            set_multiple_of_unit(&metric, natural);
    }
}
