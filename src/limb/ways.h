// SPDX-License-Identifier: MIT
//
// Sets of swivels while they are being found: intervals on the circle, without trigonometry.
//
// A swivel phi is a direction (x, y) of any length, phi its angle. Directions are ordered, and the middle of two is
// found, by the length of the way around the square |x| + |y| = 1: a number from 0 to 4 that grows with the angle.
//
// A harmonic is a cos phi + b sin phi + c. It vanishes at
//     (cos phi, sin phi) = (-c a -+ b r, -c b +- a r) / (a^2 + b^2),  r = sqrt(a^2 + b^2 - c^2)
// and is positive between the second root and the first, going up, that is around the direction (a, b).
#ifndef SWIVEL_LIMB_WAYS_H
#define SWIVEL_LIMB_WAYS_H

#include <math.h>
#include <stdbool.h>

#include "swivel/base.h"
#include "swivel/geometry.h"
#include "swivel/limb.h"
#include "swivel/trig.h"

/// a cos phi + b sin phi + c
typedef struct swvi_harmonic {
    double a, b, c;
} swvi_harmonic;

/// k f + l g
SWV_INLINE swvi_harmonic swvi_harmonic_sum(double k, swvi_harmonic f, double l, swvi_harmonic g)
{
    return (swvi_harmonic){ k * f.a + l * g.a, k * f.b + l * g.b, k * f.c + l * g.c };
}

/// Where f = 0: false if nowhere, else two directions of the swivel (the same one twice where f only touches 0).
SWV_INLINE bool swvi_harmonic_roots(swvi_harmonic f, double x[2], double y[2])
{
    const double length_squared = f.a * f.a + f.b * f.b, below = length_squared - f.c * f.c;
    const double root = below > 0.0 ? sqrt(below) : 0.0;
    x[0] = -(f.c * f.a + f.b * root);
    y[0] = -(f.c * f.b - f.a * root);
    x[1] = -(f.c * f.a - f.b * root);
    y[1] = -(f.c * f.b + f.a * root);
    return length_squared > 0.0 && below >= -1e-14 * length_squared;  // as near as rounding tells
}

/// The way, 0 to 4, of a direction that is not zero.
SWV_INLINE double swvi_way_of(double x, double y)
{
    const double p = x / (fabs(x) + fabs(y));
    return y >= 0.0 ? 1.0 - p : 3.0 + p;
}

/// The point on the square at a way, 0 to 4; its direction is the angle.
SWV_INLINE void swvi_way_point(double way, double *x, double *y)
{
    *x = way < 2.0 ? 1.0 - way : way - 3.0;
    *y = way < 1.0 ? way : way < 3.0 ? 2.0 - way : way - 4.0;
}

/// The swivel in radians, -pi to pi.
SWV_INLINE double swvi_way_angle(double way)
{
    double x, y;
    swvi_way_point(way, &x, &y);
    return swv_atan2(y, x);
}

/// Intervals of the way around, sorted, within 0 to 4.
typedef struct swvi_ways {
    int    count;
    double from[SWV_MAX_SWIVEL_INTERVALS + 1], to[SWV_MAX_SWIVEL_INTERVALS + 1];
} swvi_ways;

/// Adds an interval that begins after all others, or joins it to the last.
SWV_INLINE void swvi_ways_add(swvi_ways *w, double from, double to)
{
    if (w->count > 0 && w->to[w->count - 1] == from) {
        w->to[w->count - 1] = to;
    } else if (w->count <= SWV_MAX_SWIVEL_INTERVALS) {
        w->from[w->count] = from;
        w->to[w->count++] = to;
    }
}

SWV_INLINE void swvi_ways_fill(swvi_ways *w)
{
    w->count = 1;
    w->from[0] = 0.0;
    w->to[0] = 4.0;
}

SWV_INLINE bool swvi_ways_are_full(const swvi_ways *w)
{
    return w->count == 1 && w->from[0] == 0.0 && w->to[0] == 4.0;
}

SWV_INLINE void swvi_ways_copy(swvi_ways *to, const swvi_ways *from)
{
    to->count = from->count;
    for (int i = 0; i < from->count; ++i) {
        to->from[i] = from->from[i];
        to->to[i] = from->to[i];
    }
}

/// v becomes what both have in common.
SWV_INLINE void swvi_ways_narrow(swvi_ways *v, const swvi_ways *w)
{
    if (swvi_ways_are_full(w) || v->count == 0)
        return;
    if (swvi_ways_are_full(v)) {
        swvi_ways_copy(v, w);
        return;
    }
    swvi_ways result;
    result.count = 0;
    for (int i = 0, j = 0; i < v->count && j < w->count;) {
        const double from = v->from[i] > w->from[j] ? v->from[i] : w->from[j];
        const double to = v->to[i] < w->to[j] ? v->to[i] : w->to[j];
        if (from <= to)
            swvi_ways_add(&result, from, to);
        if (v->to[i] < w->to[j])
            ++i;
        else
            ++j;
    }
    swvi_ways_copy(v, &result);
}

/// The arc from one way up to another, through 0 if the second is smaller.
SWV_INLINE void swvi_ways_arc(swvi_ways *w, double from, double to)
{
    w->count = 0;
    if (from <= to) {
        swvi_ways_add(w, from, to);
    } else {
        swvi_ways_add(w, 0.0, to);
        swvi_ways_add(w, from, 4.0);
    }
}

/// As angles: sorted intervals that begin in [-pi, pi). Those of the second half of the way come first, as it starts at
/// angle 0. What ends at 4 goes on at 0.
SWV_INLINE swv_swivels swvi_ways_angles(const swvi_ways *w)
{
    swv_swivels result;
    result.count = 0;
    if (swvi_ways_are_full(w))
        return (swv_swivels){ .count = 1, .from = { -SWV_PI }, .to = { SWV_PI } };
    const int  last = w->count - 1;
    const bool goes_on = last > 0 && w->to[last] == 4.0 && w->from[0] == 0.0;
    for (int half = 1; half >= 0; --half) {
        for (int i = goes_on ? 1 : 0; i <= last && result.count < SWV_MAX_SWIVEL_INTERVALS; ++i) {
            if ((w->from[i] >= 2.0) != (half == 1))
                continue;
            const bool   passes_zero = goes_on && i == last;
            const double way_to = passes_zero ? w->to[0] : w->to[i];
            // The angle of 2 is pi; as a beginning it counts as -pi. An end lies beyond its beginning.
            const double from = w->from[i] == 2.0 ? -SWV_PI : swvi_way_angle(w->from[i]);
            double       to =
                way_to == 2.0 && half == 1 && !passes_zero ? -SWV_PI : swvi_way_angle(way_to < 4.0 ? way_to : 0.0);
            if (to < from && (passes_zero || half == 0))
                to += 2.0 * SWV_PI;
            result.from[result.count] = from;
            result.to[result.count++] = to < from ? from : to;
        }
    }
    return result;
}

#endif
