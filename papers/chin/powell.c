// SPDX-License-Identifier: MIT
//
// POWELL: conjugate directions without derivatives.
//
// (1) u_1 .. u_n the coordinates
// (2) From x0 to the minimum along u_1, from there along u_2 and so on to x_n. u_k is the one along which f fell most,
//     by D; f0 = f(x0), fn = f(x_n).
// (3) fe = f(2 x_n - x0), as far again. If fe < f0 and 2 (f0 - 2 fn + fe)(f0 - fn - D)^2 < (f0 - fe)^2 D, the way
//     x_n - x0 goes on leading down and is not yet among the directions: minimum along it; it takes the place of u_n, and
//     u_n that of u_k, whose part of the way it now holds. Else the directions stay: with the new one they would be nearly
//     dependent.
// (4) Round again. Where two rounds together gain less than rounding, f may still fall between the directions, as at a
//     straight arm in line with its target: the point is moved a little, as PRAXIS does, and (1) again. Where that does not
//     help either, stalled.
//
// For a quadratic n rounds give n conjugate directions.
//
// This work is based on:
// Powell. An efficient method for finding the minimum of a function of several variables without calculating
// derivatives. 1964
// Brent. Algorithms for Minimization without Derivatives. 1973 (the test of (3))
#include <math.h>

#include "math/linalg_internal.h"
#include "chin/study_internal.h"

// (1) reach: how far to look first along each direction, radians or lengths; 0.1 is chosen.
static void begin_anew(double *u, double *reach, int n)
{
    swvi_set_zero(u, n * n);
    for (int i = 0; i < n; ++i) {
        u[i * (n + 1)] = 1.0;
        reach[i] = 0.1;
    }
}

void swvi_powell(swvi_study *s)
{
    const int    n = s->n;
    const double line_tolerance = 1e-4;  // of the minimum along a line, relative; chosen
    double      *u = swvi_study_take(s, n * n), *start = swvi_study_take(s, n), *way = swvi_study_take(s, n);
    double      *beyond = swvi_study_take(s, n), *point = swvi_study_take(s, n), r[SWVI_MAX_RESIDUALS];
    double      *reach = swvi_study_take(s, n);  // how far the last search went along each direction
    swvi_kept    best = { swvi_study_take(s, n), { 0.0 }, INFINITY };
    uint64_t     seed = 1;
    int          idle = 0, stirred = 0;
    begin_anew(u, reach, n);
    while (!swvi_is_over(s)) {
        if (idle >= 2) {
            swvi_keep_lower(s, &best);
            if (stirred == 2) {  // times; chosen
                s->outcome = SWV_STALLED;
                break;
            }
            begin_anew(u, reach, n);
            swvi_stir(s, &seed, 1e-2, point);  // radians or lengths: chosen
            ++stirred;
            idle = 0;
        }
        const double f0 = s->f;
        double       most = 0.0;
        int          largest = 0;
        swvi_copy(start, s->x, n);
        // (2)
        for (int i = 0; i < n; ++i) {
            const double before = s->f;
            const double alpha = fabs(swvi_minimize_along(s, &u[i * n], reach[i], line_tolerance, point));
            reach[i] = alpha > 0.0 ? alpha : 0.1 * reach[i];  // a tenth, where it did not move: chosen
            if (before - s->f > most) {
                most = before - s->f;
                largest = i;
            }
        }
        // (4) Gains below 1e-12 of f are rounding; stirring must have gained 1e-9, as in PRAXIS.
        idle = s->f < f0 * (1.0 - 1e-12) ? 0 : idle + 1;
        stirred = s->f < best.f * (1.0 - 1e-9) ? 0 : stirred;
        if (idle >= 2)
            continue;
        // (3)
        for (int i = 0; i < n; ++i) {
            way[i] = s->x[i] - start[i];
            beyond[i] = s->x[i] + way[i];
        }
        const double fn = s->f, fe = swvi_evaluate(s, beyond, r), rest = f0 - fn - most;
        if (!(fe < f0) || !(2.0 * (f0 - 2.0 * fn + fe) * rest * rest < (f0 - fe) * (f0 - fe) * most))
            continue;
        (void)swvi_minimize_along(s, way, 1.0, line_tolerance, point);
        const double length = sqrt(swvi_dot(way, way, n));
        if (!(length > 0.0))
            continue;
        swvi_copy(&u[largest * n], &u[(n - 1) * n], n);
        reach[largest] = reach[n - 1];
        for (int i = 0; i < n; ++i)
            u[(n - 1) * n + i] = way[i] / length;
        reach[n - 1] = length;
    }
    if (s->outcome != SWV_REACHED)  // what was stirred may have ended higher
        swvi_keep_lower(s, &best);
}
