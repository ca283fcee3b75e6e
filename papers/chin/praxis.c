// SPDX-License-Identifier: MIT
//
// PRAXIS: Powell's conjugate directions, whose principal axes are taken now and then, so that they never collapse.
//
// (1) v_1 .. v_n the coordinates, with curvatures c_1 .. c_n not yet known. To the minimum of the parabola along v_1.
// (2) For k = 2 .. n, each an iteration: parabola's minima along v_k .. v_n, then along v_1 .. v_(k-1). The way from where
//     this began takes the place of that of v_k .. v_n along which f fell most, and becomes v_k; minimum along it.
// (3) The directions are now conjugate, V' A V = diag(c) for a quadratic with matrix A, if each c_i is that of its v_i.
//     Then A^-1 = B B' with the columns of B v_i / sqrt(c_i), and the singular vectors of B are A's principal axes: they
//     become the directions, orthogonal, with curvatures 1 / sigma^2; the flattest first. (1) again.
// (4) Where a round gained nothing the point is moved a little, by numbers that look random, and only if that does not help
//     either, stalled.
//
// Joint values x, residuals r and f are those of study_internal.h and objective.c.
//
// Brent's program besides extrapolates along a curve through three points; here it does not.
//
// This work is based on:
// Brent. Algorithms for Minimization without Derivatives. 1973 (chapter 7)
#include <math.h>

#include "math/linalg_internal.h"
#include "math/scalar.h"
#include "chin/study_internal.h"
#include "chin/svd.h"

/// Directions as rows, and what is known about f along each.
typedef struct axes {
    int     n;
    double *v, *curvature, *reach;
} axes;

static const double first_step = 0.05;  // radians or lengths; chosen

// To the parabola's minimum along direction i; returns by how much f fell. point: scratch for x.
static double go_along(swvi_study *s, const axes *a, int i, double *point)
{
    const double furthest = 0.3;  // radians or lengths: a parabola says nothing about what is further away
    const double before = s->f;
    const double alpha = fabs(swvi_parabola_along(s, &a->v[i * a->n], a->reach[i], furthest, &a->curvature[i], point));
    // The next first step: smaller as the minimum comes nearer, but not so small that f, whose own size says how near it
    // is, does not feel it. A tenth of the last one, and a change of f by 1e-6 of it (1e-3 squared); 1e-15 is rounding. Chosen.
    const double c = s->options.characteristic_length;
    const double felt = 1e-3 * sqrt(s->f / (a->curvature[i] > 0.0 ? a->curvature[i] : c * c));
    const double next = swvi_larger(0.1 * (alpha > 0.0 ? alpha : a->reach[i]), felt);
    a->reach[i] = next > first_step ? first_step : swvi_larger(next, 1e-15);
    return before - s->f;
}

// (1) The directions become the coordinates, with no curvature known.
static void set_to_coordinates(const axes *a)
{
    swvi_set_zero(a->v, a->n * a->n);
    for (int i = 0; i < a->n; ++i) {
        a->v[i * (a->n + 1)] = 1.0;
        a->curvature[i] = 0.0;
        a->reach[i] = first_step;
    }
}

// (3) Directions without a curvature, f being flat or bent down along them, are given the least that is known.
static void take_principal_axes(const axes *a, double *u, double *sigma, double *vt)
{
    const int n = a->n;
    double    least = INFINITY;
    for (int i = 0; i < n; ++i)
        if (a->curvature[i] > 0.0 && a->curvature[i] < least)
            least = a->curvature[i];
    if (!swvi_is_finite(least))
        return;
    for (int i = 0; i < n; ++i) {
        const double scale = sqrt(least / (a->curvature[i] > 0.0 ? a->curvature[i] : least));
        for (int j = 0; j < n; ++j)
            a->v[i * n + j] *= scale;
    }
    // The rows of V are the columns of B: B = (V)', whose left singular vectors are the rows of vt.
    if (swvi_svd(a->v, n, n, u, sigma, vt) != SWV_OK || !(sigma[n - 1] > 0.0)) {
        set_to_coordinates(a);
        return;
    }
    for (int i = 0; i < n; ++i) {
        swvi_copy(&a->v[i * n], &vt[i * n], n);
        a->curvature[i] = least / (sigma[i] * sigma[i]);
        a->curvature[i] = swvi_is_finite(a->curvature[i]) ? a->curvature[i] : 0.0;
    }
}

// (2) Brings the conjugate direction v_k in.
static void find_direction(swvi_study *s, const axes *a, int k, double *start, double *point)
{
    const int n = a->n;
    double    most = -1.0;
    int       largest = k;
    swvi_copy(start, s->x, n);
    for (int i = k; i < n; ++i) {
        const double gain = go_along(s, a, i, point);
        if (gain > most) {
            most = gain;
            largest = i;
        }
    }
    for (int i = 0; i < k; ++i)
        (void)go_along(s, a, i, point);
    for (int i = 0; i < n; ++i)
        start[i] = s->x[i] - start[i];
    const double length = sqrt(swvi_dot(start, start, n));
    if (!(length > 1e-12))
        return;
    for (int i = largest; i > k; --i) {
        swvi_copy(&a->v[i * n], &a->v[(i - 1) * n], n);
        a->curvature[i] = a->curvature[i - 1];
        a->reach[i] = a->reach[i - 1];
    }
    for (int i = 0; i < n; ++i)
        a->v[k * n + i] = start[i] / length;
    a->curvature[k] = 0.0;
    a->reach[k] = 0.1 * length < first_step ? 0.1 * length : first_step;  // as in go_along
    (void)go_along(s, a, k, point);
}

void swvi_praxis(swvi_study *s)
{
    const int n = s->n;
    axes      a = { n, swvi_study_take(s, n * n), swvi_study_take(s, n), swvi_study_take(s, n) };
    swvi_kept best = { swvi_study_take(s, n), { 0.0 }, INFINITY };
    double   *start = swvi_study_take(s, n), *point = swvi_study_take(s, n);
    double   *u = swvi_study_take(s, n * n), *vt = swvi_study_take(s, n * n), *sigma = swvi_study_take(s, n);
    uint64_t  seed = 1;
    int       k = 0, idle = 0;
    set_to_coordinates(&a);
    while (!swvi_is_over(s)) {
        if (k == 0) {
            swvi_keep_lower(s, &best);
            if (idle > 0)
                swvi_stir(s, &seed, idle == 1 ? 1e-4 : 1e-2, point);  // radians or lengths: chosen
            (void)go_along(s, &a, 0, point);
        } else {
            find_direction(s, &a, k, start, point);
        }
        if (++k < n)
            continue;
        k = 0;
        take_principal_axes(&a, u, sigma, vt);
        // A gain below 1e-9 of f is none; three rounds of stirring are tried. Chosen.
        idle = s->f < best.f * (1.0 - 1e-9) ? 0 : idle + 1;
        if (idle > 3) {
            s->outcome = SWV_STALLED;
            break;
        }
    }
    if (s->outcome != SWV_REACHED)  // what was stirred may have ended higher
        swvi_keep_lower(s, &best);
}
