// SPDX-License-Identifier: MIT
//
// BFGS: a model of the inverse Hessian H, learnt from the gradients along the way.
//
// (1) H = 1 / (2 c^2) times the unit matrix, c the characteristic length: right for a joint that only turns the tip.
//     Where f is curved more than that, one step shows it; where it were curved less, many small steps would be needed.
// (2) d = -H g, the first time as long as would end at the minimum if r were linear; then x + alpha d by backtracking from
//     alpha = 1
// (3) s the step, y by how much g changed. If s.y > 0, the H that fits best of all with H y = s:
//     H + (1 + y.Hy / s.y) s s' / s.y - (Hy s' + s y'H) / s.y
// (4) Where d does not lead down, (1) again; if that d, along the gradient, does not either, stalled.
//
// The thesis's step 5 has y'H g where y'H y is meant; with that H y = s does not hold.
//
// This work is based on:
// Broyden, Fletcher, Goldfarb, Shanno, each 1970
// Nocedal, Wright. Numerical Optimization. 2006 (algorithm 6.1)
#include "chin/variable_metric.h"

void swvi_bfgs_update(const swvi_metric *metric, const double *step, const double *hy, double sy, double yhy)
{
    const int    n = metric->n;
    const double c = (1.0 + yhy / sy) / sy;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            metric->h[i * n + j] += c * step[i] * step[j] - (hy[i] * step[j] + step[i] * hy[j]) / sy;
}

void swvi_bfgs(swvi_study *s)
{
    swvi_minimize_by_metric(s, swvi_bfgs_update);
}
