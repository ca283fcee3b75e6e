// SPDX-License-Identifier: MIT
//
// Three ways to go along a line x + alpha p, where f is phi(alpha). x are joint values (radians, of slides lengths), f squared lengths
// (objective.c); alpha has no unit. `point` is scratch for x, `slope` is phi'(0).
//
// (1) backtracking   For steps that are meant to be taken whole. alpha = 1 first; while phi(alpha) > phi(0) +
//                    1e-4 alpha phi'(0), alpha becomes the minimum of the parabola through phi(0), phi'(0), phi(alpha),
//                    then of the cubic that also goes through the alpha before, but at most 1/2 and at least 1/10 of
//                    what it was.
// (2) minimum        For directions that must be followed to the end. Three points are found with the middle one lowest,
//                    each step 1.618 times the one before; then the parabola through the three lowest points so far says
//                    where to look next, and the golden section where the parabola is of no use.
// (3) parabola       For directions that come again and again. The curvature is remembered from the last time, so that
//                    one more point gives the slope: alpha = -slope / (2 curvature).
//
// This work is based on:
// Dennis, Schnabel. Numerical Methods for Unconstrained Optimization and Nonlinear Equations. 1983 (1)
// Brent. Algorithms for Minimization without Derivatives. 1973 (chapter 5: 2, chapter 7: 3)
#include <math.h>

#include "math/linalg_internal.h"
#include "math/scalar.h"
#include "chin/study_internal.h"

/// A line, and the lowest point met on it so far.
typedef struct line {
    swvi_study   *s;
    const double *p;
    double       *point;
    double        alpha, f, r[SWVI_MAX_RESIDUALS];
} line;

static line line_along(swvi_study *s, const double *p, double *point)
{
    const line l = { .s = s, .p = p, .point = point, .alpha = 0.0, .f = s->f };
    return l;
}

// phi(alpha); the lowest so far is kept.
static double evaluate_at(line *l, double alpha)
{
    double r[SWVI_MAX_RESIDUALS];
    for (int i = 0; i < l->s->n; ++i)
        l->point[i] = l->s->x[i] + alpha * l->p[i];
    const double f = swvi_evaluate(l->s, l->point, r);
    if (f < l->f) {
        l->alpha = alpha;
        l->f = f;
        for (int i = 0; i < l->s->m; ++i)
            l->r[i] = r[i];
    }
    return f;
}

// The point of the study becomes the lowest met; its alpha, 0 if none was lower.
static double go_to_lowest(line *l)
{
    swvi_study *s = l->s;
    if (l->alpha == 0.0)
        return 0.0;
    for (int i = 0; i < s->n; ++i)
        s->x[i] += l->alpha * l->p[i];
    for (int i = 0; i < s->m; ++i)
        s->r[i] = l->r[i];
    s->f = l->f;
    return l->alpha;
}

double swvi_linear_step(const swvi_study *s, const double *jacobian, const double *p)
{
    double across = 0.0, along = 0.0;
    for (int i = 0; i < s->m; ++i) {
        const double jp = swvi_dot(&jacobian[i * s->n], p, s->n);
        across += s->r[i] * jp;
        along += jp * jp;
    }
    const double step = along > 0.0 ? -across / along : 0.0;
    return swvi_is_finite(step) ? step : 0.0;
}

// (1) Where the cubic through phi(0), phi'(0), phi(a) and phi(b) has its minimum; `da` and `db` are phi(a) - phi(0) and
// phi(b) - phi(0).
static double cubic_minimum(double slope, double a, double da, double b, double db)
{
    const double u = (da - a * slope) / (a * a), v = (db - b * slope) / (b * b);
    const double third = (u - v) / (a - b), second = (a * v - b * u) / (a - b);
    // Where the derivative slope + 2 second x + 3 third x^2 is zero; d is a quarter of its discriminant.
    const double d = second * second - 3.0 * third * slope;
    if (third == 0.0)
        return -0.5 * slope / second;
    if (!(d >= 0.0))
        return 0.5 * a;
    // Of the root's two forms the one that does not cancel.
    return second <= 0.0 ? (sqrt(d) - second) / (3.0 * third) : -slope / (second + sqrt(d));
}

double swvi_backtrack_to(swvi_study *s, const double *p, double slope, double least, double *point)
{
    line   l = line_along(s, p, point);
    double alpha = 1.0, before = 0.0, d_before = 0.0, smallest = 0.0;
    for (int i = 0; i < s->n; ++i)
        smallest = swvi_larger(smallest, fabs(p[i]) / swvi_larger(fabs(s->x[i]), 1.0));
    smallest = least / swvi_larger(smallest, 0x1p-1000);  // 2^-1000 only keeps the divisor from 0
    while (alpha > smallest) {
        const double f = evaluate_at(&l, alpha), d = f - s->f;
        // 1e-4, 1/2 and 1/10: Dennis and Schnabel's (1).
        if (d <= 1e-4 * alpha * slope || s->evaluations >= s->options.max_evaluations)
            break;
        double next = 0.1 * alpha;
        if (swvi_is_finite(d)) {
            const bool has_before = before > 0.0 && swvi_is_finite(d_before);
            next = has_before ? cubic_minimum(slope, alpha, d, before, d_before)
                              : -0.5 * slope * alpha * alpha / (d - alpha * slope);
        }
        before = alpha;
        d_before = d;
        alpha = next <= 0.5 * alpha ? (next >= 0.1 * alpha ? next : 0.1 * alpha) : 0.5 * alpha;
    }
    return go_to_lowest(&l);
}

double swvi_backtrack(swvi_study *s, const double *p, double slope, double *point)
{
    return swvi_backtrack_to(s, p, slope, 0x1p-50, point);  // 8 roundings
}

// (2) Three points, the middle one not above the others. False if there are none: phi falls on and on, or is the same
// everywhere.
static bool find_bracket(line *l, double first, double a[3], double f[3])
{
    const double golden = 1.618033988749895;  // (1 + sqrt 5) / 2
    a[0] = 0.0;
    f[0] = l->s->f;
    a[1] = first;
    f[1] = evaluate_at(l, a[1]);
    if (f[1] > f[0]) {  // the minimum lies between, or the other way
        a[2] = first;
        f[2] = f[1];
        a[1] = 0.5 * first;
        f[1] = evaluate_at(l, a[1]);
        if (f[1] < f[0])
            return true;
        a[0] = a[1];
        f[0] = f[1];
        a[1] = 0.0;
        f[1] = l->s->f;
    }
    for (int k = 0; k < 100; ++k) {  // steps grow to 1.618^100 = 8e20 of the first: chosen
        a[2] = a[1] + golden * (a[1] - a[0]);
        f[2] = evaluate_at(l, a[2]);
        if (f[2] >= f[1])
            return f[0] > f[1] || f[2] > f[1];
        a[0] = a[1];
        f[0] = f[1];
        a[1] = a[2];
        f[1] = f[2];
    }
    return false;
}

/// Brent's search: x lowest, w second lowest, v the w before, with their values; all between low and high.
typedef struct brent {
    double low, high;
    double x, fx, w, fw, v, fv;
    double step, step_before;
} brent;

// Where to look next: at the minimum of the parabola through x, w and v where that is useful, else at a golden section.
static double next_look(brent *b, double margin)
{
    const double section = 0.381966011250105;  // (3 - sqrt 5) / 2
    const double x = b->x, middle = 0.5 * (b->low + b->high);
    // The parabola's minimum lies at x + above / below.
    const double r = (x - b->w) * (b->fx - b->fv), q = (x - b->v) * (b->fx - b->fw);
    double       above = (x - b->v) * q - (x - b->w) * r, below = 2.0 * (q - r);
    above = below > 0.0 ? -above : above;
    below = fabs(below);
    const bool is_useful = fabs(b->step_before) > margin && fabs(above) < fabs(0.5 * below * b->step_before) &&
                           above > below * (b->low - x) && above < below * (b->high - x);
    b->step_before = is_useful ? b->step : x < middle ? b->high - x : b->low - x;
    b->step = is_useful ? above / below : section * b->step_before;
    if (is_useful && (x + b->step - b->low < 2.0 * margin || b->high - (x + b->step) < 2.0 * margin))
        b->step = x < middle ? margin : -margin;
    return x + (fabs(b->step) >= margin ? b->step : b->step > 0.0 ? margin : -margin);
}

static void take_look(brent *b, double u, double fu)
{
    if (fu <= b->fx) {
        *(u < b->x ? &b->high : &b->low) = b->x;
        b->v = b->w;
        b->fv = b->fw;
        b->w = b->x;
        b->fw = b->fx;
        b->x = u;
        b->fx = fu;
        return;
    }
    *(u < b->x ? &b->low : &b->high) = u;
    if (fu <= b->fw || b->w == b->x) {
        b->v = b->w;
        b->fv = b->fw;
        b->w = u;
        b->fw = fu;
    } else if (fu <= b->fv || b->v == b->x || b->v == b->w) {
        b->v = u;
        b->fv = fu;
    }
}

double swvi_minimize_along(swvi_study *s, const double *p, double first, double tolerance, double *point)
{
    line   l = line_along(s, p, point);
    double a[3], f[3];
    if (first == 0.0 || !find_bracket(&l, first, a, f))
        return go_to_lowest(&l);
    brent b = { .low = a[0] < a[2] ? a[0] : a[2],
                .high = a[0] < a[2] ? a[2] : a[0],
                .x = a[1],
                .fx = f[1],
                .w = a[1],
                .fw = f[1],
                .v = a[1],
                .fv = f[1] };
    // 60 looks: golden sections alone would narrow the bracket to 3e-13 of it.
    for (int k = 0; k < 60; ++k) {
        // 1e-10 of the first step: where the minimum is at 0, a relative tolerance alone would never end. Chosen.
        const double middle = 0.5 * (b.low + b.high), margin = tolerance * fabs(b.x) + 1e-10 * fabs(first);
        if (fabs(b.x - middle) <= 2.0 * margin - 0.5 * (b.high - b.low))
            break;
        const double u = next_look(&b, margin);
        take_look(&b, u, evaluate_at(&l, u));
    }
    return go_to_lowest(&l);
}

// (3) phi(alpha) = phi(0) + slope alpha + curvature alpha^2
double swvi_parabola_along(swvi_study *s, const double *p, double first, double limit, double *curvature, double *point)
{
    line         l = line_along(s, p, point);
    const double f0 = s->f, a = first, fa = evaluate_at(&l, a);
    if (!swvi_is_finite(fa))
        return 0.0;
    double bend = *curvature;
    if (!(bend > 0.0)) {
        const double b = fa < f0 ? 2.0 * a : -a, fb = evaluate_at(&l, b);
        bend = swvi_is_finite(fb) ? ((fb - f0) / b - (fa - f0) / a) / (b - a) : 0.0;
    }
    const double slope = (fa - f0) / a - bend * a;
    double       alpha = bend > 0.0 ? -0.5 * slope / bend : slope < 0.0 ? limit : -limit;
    alpha = alpha > limit ? limit : alpha < -limit ? -limit : alpha;

    // Not lower than what was known: nearer.
    double f = f0;
    for (int k = 0; k < 3; ++k) {  // chosen
        const double lowest = l.f;
        f = evaluate_at(&l, alpha);
        if (f <= lowest || alpha == 0.0)
            break;
        alpha *= 0.5;
    }
    if (swvi_is_finite(f) && alpha != 0.0 && alpha != a) {
        const double seen = ((f - f0) / alpha - (fa - f0) / a) / (alpha - a);
        *curvature = seen > 0.0 && swvi_is_finite(seen) ? seen : 0.0;
    }
    return go_to_lowest(&l);
}
