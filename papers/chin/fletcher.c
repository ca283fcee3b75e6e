// SPDX-License-Identifier: MIT
//
// FLETCHER: a variable metric that changes between two updates, so that H neither shrinks nor grows without need.
//
// As BFGS (bfgs.c), but for (3), with s the step and y by how much the gradient changed, s.y > 0:
//     if s.y >= y.Hy  H - (s w' + w s') / s.y + (1 + y.Hy / s.y) s s' / s.y        w = H y
//                     which is the update of BFGS: H was too small along the step
//     else            H + s s' / s.y - w w' / y.Hy
//                     which is that of Davidon, Fletcher and Powell: H was too large
// Both have H y = s. No line search to the end is needed for either.
//
// The thesis's step 4 has a wrong sign and a wrong factor, and lacks the line search; with them H y = s fails and H is not
// symmetric.
//
// This work is based on:
// Fletcher. A new approach to variable metric algorithms. 1970
#include "chin/variable_metric.h"

void swvi_fletcher_update(const swvi_metric *metric, const double *step, const double *hy, double sy, double yhy)
{
    const int  n = metric->n;
    const bool is_too_small = sy >= yhy;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            metric->h[i * n + j] +=
                is_too_small ? (1.0 + yhy / sy) / sy * step[i] * step[j] - (hy[i] * step[j] + step[i] * hy[j]) / sy
                             : step[i] * step[j] / sy - hy[i] * hy[j] / yhy;
}

void swvi_fletcher(swvi_study *s)
{
    swvi_minimize_by_metric(s, swvi_fletcher_update);
}
