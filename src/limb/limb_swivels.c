// SPDX-License-Identifier: MIT
//
// The swivels at which every limit of the human limb holds, in closed form.
//
// Given     a target: the elbow's circle, the end's rotation H; limits
// Find      the set of swivels phi that keep all limits, as intervals
//
// With v = (cos phi/2, sin phi/2) the bones' quaternions are linear in v (limb_kernel.h, 2; the trunk's axes), and so are those of the upper arm
// as seen from its rest, and of the end as seen from the forearm.
//
// (1) caps     The upper arm's direction Z = n cos psi + m sin psi is a harmonic of phi, and so is Z.a - cos(radius): it is
//              positive, the arm inside the cap, on one arc around the direction (a.m0, a.m1). Two roots a cap.
// (2) twists   The twist of a quaternion about z is 2 atan2(z, w). Both are linear in v, so tan(twist/2) is a Moebius map of
//              tan(phi/2), and the twist is monotone: with D = w0 z1 - z0 w1 > 0 it grows with phi. It meets a bound L at one
//              swivel only, where z cos L/2 = w sin L/2: one root a bound, no square root. This serves the twist of the
//              shoulder, and of the end against the forearm, the pronation.
// (3) cone     With the quaternion (x, y, z, w) = twist swing, twist first, the swing's half tangents are
//              about y: P/D, P = w y - z x;   about -x: Q/D, Q = -(w x + z y);   D = z^2 + w^2
//              so inside is  G = D^2 - (P/a)^2 - (Q/b)^2 >= 0,  a homogeneous quartic in v, where a depends on the sign of P and
//              b on that of Q. P and Q are harmonics of phi; their zeros cut the circle into arcs with one a and b each.
// (4) quartic  On an arc from v0 to v1, v = (1 - t) v0 + t v1 runs through it once, and G is a polynomial in t. In Bernstein
//              form it has at most as many zeros in [0, 1] as its five coefficients change sign, and as many but an even
//              number. No change: none. One: one, found by Newton's method in its bracket. Else the arc is halved.
//
// Degenerate   |D| small in (2): the circle passes near the point opposite the rest, where the twist jumps. The middles of
//              both arcs then tell which is which
//              G, G' both zero, to rounding: halving ends after DEPTH times and takes the signs at the ends
//              D, P and Q all zero: bent straight back, outside of every cone, but rounding may make G positive at that point
//
// The hinge does not depend on phi. All sets are met with widened limits: SWVI_LIMIT_WIDENING. Everything is a right limb's, in the trunk's axes;
// angles are radians. Sets of directions (cos phi, sin phi): ways.h.
#include <math.h>

#include "limb/limb_internal.h"

// ---- (1) ----

// (1) Takes out of the set the swivels at which the upper arm points into a cap, where it may not. `e` is the elbow's circle, from
// the shoulder, in the trunk's axes.
static void keep_out_of_caps(const swv_limb *limb, const swvi_limb_circle *e, swvi_ways *set)
{
    swv_vec3 zero, quarter;
    swvi_limb_circle_axes(e, &zero, &quarter);
    const swv_vec3 n = { e->nx, e->ny, e->nz };
    const double   sin_psi = 2.0 * e->sin_rise * e->cos_rise, cos_psi = 1.0 - 2.0 * e->sin_rise * e->sin_rise;
    for (int i = 0; i < limb->limits.cap_count && set->count > 0; ++i) {
        const swv_vec3      axis = limb->limits.caps[i].axis;
        const swvi_harmonic f = { sin_psi * swv_vec3_dot(axis, zero), sin_psi * swv_vec3_dot(axis, quarter),
                                  cos_psi * swv_vec3_dot(axis, n) - limb->_private.cap_cosines[i] };
        const double        squared = f.a * f.a + f.b * f.b;
        double              x[2], y[2];
        if (f.c * f.c >= squared) {  // all of the circle, or none of it
            if (f.c > 0.0)
                set->count = 0;
            continue;
        }
        (void)swvi_harmonic_roots(f, x, y);
        swvi_ways outside;
        swvi_ways_arc(&outside, swvi_way_of(x[0], y[0]), swvi_way_of(x[1], y[1]));
        swvi_ways_narrow(set, &outside);
    }
}

// ---- (2) ----

/// A linear function of v: c cos phi/2 + s sin phi/2.
typedef struct linear {
    double c, s;
} linear;

// Whether a twist is in a range; (z, w): sine and cosine of its half, times any number.
static bool is_within_half_turns(const swvi_half_turns *range, double z, double w)
{
    return swvi_is_within_twists(
        (swvi_twist_range){ range->sin_lower, range->cos_lower, range->sin_upper, range->cos_upper }, z, w);
}

// The way (ways.h, 0 to 4) at which f is zero; 0 if it always is.
static double way_where_zero(linear f)
{
    if (f.c == 0.0 && f.s == 0.0)
        return 0.0;
    return swvi_way_of(f.s * f.s - f.c * f.c, -2.0 * f.c * f.s);  // v = (-s, c), doubled
}

// v, cosine and sine of half the swivel, at a way, 0 to 4.
static void half_swivel_at(double way, double v[2])
{
    double x, y;
    swvi_way_point(way < 4.0 ? way : 0.0, &x, &y);
    swvi_half_swivel(x, y, &v[0], &v[1]);
}

// Whether the twist 2 atan2(z, w) is in the range at a way.
static bool is_within_at(const swvi_half_turns *range, linear z, linear w, double way)
{
    double v[2];
    half_swivel_at(way, v);
    return is_within_half_turns(range, z.c * v[0] + z.s * v[1], w.c * v[0] + w.s * v[1]);
}

// (2) Keeps of the set what has the twist 2 atan2(z, w) in the range.
static void keep_half_turns(const swvi_half_turns *range, linear z, linear w, swvi_ways *set)
{
    if (range->is_whole_turn || set->count == 0)
        return;
    const double lower = way_where_zero(
        (linear){ z.c * range->cos_lower - w.c * range->sin_lower, z.s * range->cos_lower - w.s * range->sin_lower });
    const double upper = way_where_zero(
        (linear){ z.c * range->cos_upper - w.c * range->sin_upper, z.s * range->cos_upper - w.s * range->sin_upper });
    const double slope = w.c * z.s - z.c * w.s, size = z.c * z.c + z.s * z.s + w.c * w.c + w.s * w.s;
    double       from = slope > 0.0 ? lower : upper, to = slope > 0.0 ? upper : lower;
    // Degenerate: |D| small. Ways run from 0 to 4 around the circle (ways.h), so 2 is half of it. 1e-5 is chosen.
    if (fabs(slope) < 1e-5 * size) {
        const double inner = from <= to ? 0.5 * (from + to) : 0.5 * (from + to) + (from + to < 4.0 ? 2.0 : -2.0);
        const double outer = inner < 2.0 ? inner + 2.0 : inner - 2.0;
        const bool   has_inner = is_within_at(range, z, w, inner), has_outer = is_within_at(range, z, w, outer);
        if (has_inner && has_outer)
            return;
        if (!has_inner && !has_outer) {
            set->count = 0;
            return;
        }
        if (has_outer) {
            const double swap = from;
            from = to;
            to = swap;
        }
    }
    swvi_ways inside;
    swvi_ways_arc(&inside, from, to);
    swvi_ways_narrow(set, &inside);
}

// ---- (3) ----

/// A quadratic form of v: cc c^2 + 2 cs c s + ss s^2.
typedef struct quadratic {
    double cc, cs, ss;
} quadratic;

// f g
static quadratic product(linear f, linear g)
{
    return (quadratic){ f.c * g.c, 0.5 * (f.c * g.s + f.s * g.c), f.s * g.s };
}

// f + k g
static quadratic sum(quadratic f, double k, quadratic g)
{
    return (quadratic){ f.cc + k * g.cc, f.cs + k * g.cs, f.ss + k * g.ss };
}

// As v is doubled, a function of phi.
static swvi_harmonic harmonic_of(quadratic f)
{
    return (swvi_harmonic){ 0.5 * (f.cc - f.ss), f.cs, 0.5 * (f.cc + f.ss) };
}

/// (3)
typedef struct cone {
    quadratic p, q, d;
} cone;

// Of the end as the neutral forearm sees it, a quaternion (x, y, z, w).
static cone cone_of(linear x, linear y, linear z, linear w)
{
    const quadratic q = sum(product(w, x), 1.0, product(z, y));
    return (cone){ .p = sum(product(w, y), -1.0, product(z, x)),
                   .q = { -q.cc, -q.cs, -q.ss },
                   .d = sum(product(z, z), 1.0, product(w, w)) };
}

// ---- (4) ----

enum { DEPTH = 40 };  // halvings: to 1e-12 of the arc. Chosen

/// (4) On an arc: coefficients of degree 4 in t, 0 to 1.
typedef struct bernstein {
    double b[5];
} bernstein;

// The quadratic f as a symmetric bilinear form of v and w: f(v) = polar(f, v, v).
static double polar(quadratic f, const double v[2], const double w[2])
{
    return f.cc * v[0] * w[0] + f.cs * (v[0] * w[1] + v[1] * w[0]) + f.ss * v[1] * w[1];
}

// to + k f^2 on the arc from v to w: the square of a Bernstein form of degree 2; the 3 is the binomials' 2 x 2 / 6.
static void add_square(bernstein *to, double k, quadratic f, const double v[2], const double w[2])
{
    const double f0 = polar(f, v, v), f1 = polar(f, v, w), f2 = polar(f, w, w);
    to->b[0] += k * f0 * f0;
    to->b[1] += k * f0 * f1;
    to->b[2] += k * (f0 * f2 + 2.0 * f1 * f1) / 3.0;
    to->b[3] += k * f1 * f2;
    to->b[4] += k * f2 * f2;
}

// How often the five coefficients change sign, zeros left out.
static int sign_changes(const bernstein *p)
{
    int    changes = 0;
    double last = 0.0;
    for (int i = 0; i < 5; ++i) {
        if (p->b[i] == 0.0)
            continue;
        changes += last != 0.0 && (p->b[i] > 0.0) != (last > 0.0);
        last = p->b[i];
    }
    return changes;
}

// Which sign p has just after t = 0; 0 if p is zero.
static double first_sign(const bernstein *p)
{
    for (int i = 0; i < 5; ++i)
        if (p->b[i] != 0.0)
            return p->b[i];
    return 0.0;
}

// The polynomial and its derivative at t, by de Casteljau's scheme; 4 is the degree.
static void value_and_slope(const bernstein *p, double t, double *value, double *slope)
{
    const double s = 1.0 - t;
    double       c[4];
    for (int i = 0; i < 4; ++i)
        c[i] = s * p->b[i] + t * p->b[i + 1];
    for (int n = 3; n > 1; --n)
        for (int i = 0; i < n; ++i)
            c[i] = s * c[i] + t * c[i + 1];
    *value = s * c[0] + t * c[1];
    *slope = 4.0 * (c[1] - c[0]);
}

// The zero, t from 0 to 1, of a polynomial with one change of sign: Newton's method from the middle, kept in its bracket.
static double zero_of(const bernstein *p)
{
    const bool is_rising = first_sign(p) < 0.0;
    double     low = 0.0, high = 1.0, t = 0.5;
    // Halving alone takes 53 (bits of a double): 80 end it in any case. A step of a rounding is the last.
    for (int step = 0; step < 80; ++step) {
        double value, slope;
        value_and_slope(p, t, &value, &slope);
        if (value == 0.0)
            break;
        *((value < 0.0) == is_rising ? &low : &high) = t;
        const double newton = t - value / slope, middle = 0.5 * (low + high);
        const double next = newton > low && newton < high ? newton : middle;
        if (fabs(next - t) <= 0x1p-53)
            break;
        t = next;
    }
    return t;
}

// de Casteljau's scheme at t = 1/2: p on either half of its arc.
static void halve(const bernstein *p, bernstein *first, bernstein *second)
{
    bernstein c = *p;
    for (int n = 4; n >= 0; --n) {
        first->b[4 - n] = c.b[0];
        second->b[n] = c.b[n];
        for (int i = 0; i < n; ++i)
            c.b[i] = 0.5 * (c.b[i] + c.b[i + 1]);
    }
}

// Where p changes sign in (0, 1), in order; returns how often, 4 at most.
// An interval is a level and a place, so that no stack is needed but that of the polynomials on the way down.
static int zeros_of(const bernstein *p, double zeros[4])
{
    bernstein later[DEPTH + 1], here = *p;  // later[level]: the second half that is still to come
    int       level = 0, count = 0;
    uint64_t  pending = 0;  // bit level: later[level] is to come
    double    begin = 0.0, width = 1.0;
    for (;;) {
        const int changes = sign_changes(&here);
        if (changes > 1 && level < DEPTH) {
            bernstein first;
            halve(&here, &first, &later[++level]);
            pending |= UINT64_C(1) << level;
            here = first;
            width *= 0.5;
            continue;
        }
        // At the deepest level an odd number of changes is one zero.
        if (changes % 2 == 1 && count < 4)
            zeros[count++] = begin + width * (changes == 1 ? zero_of(&here) : 0.5);
        begin += width;
        while (level > 0 && !(pending >> level & 1)) {
            --level;
            width *= 2.0;
        }
        if (level == 0)
            return count;
        here = later[level];
        pending &= ~(UINT64_C(1) << level);
    }
}

// Whether a set has anything between two ways, both included.
static bool has_some_of(const swvi_ways *set, double from, double to)
{
    for (int i = 0; i < set->count; ++i)
        if (set->from[i] <= to && set->to[i] >= from)
            return true;
    return false;
}

#define STRAIGHT_BACK 1e-14  // half tangents of up to 2e6, which is what a cone may have, leave D > 1e-13. Chosen

// Adds the ways from `from` to `to`, which are inside, unless it is one point only, to rounding, and the end is bent straight back there.
static void add_inside(swvi_ways *inside, const cone *k, double from, double to)
{
    double v[2];
    half_swivel_at(from, v);
    if (to - from > 1e-12 || polar(k->d, v, v) > STRAIGHT_BACK)
        swvi_ways_add(inside, from, to);
}

// (3), (4) Keeps of the set what has the end in the cone. v and w: the half swivel at an arc's beginning and end, less than half a turn apart.
static void keep_in_cone(const swvi_limb_bounds *bounds, const cone *k, swvi_ways *set)
{
    if (!(k->d.cc + k->d.ss > STRAIGHT_BACK))  // at every swivel
        set->count = 0;
    if (set->count == 0)
        return;
    // The arcs' ends, as ways: zeros of P and of Q (two each), and thirds of the circle, chosen, which keep arcs short.
    double    ends[8] = { 0.0, 4.0 / 3.0, 8.0 / 3.0, 4.0 };
    int       end_count = 4;
    quadratic forms[2] = { k->p, k->q };
    for (int i = 0; i < 2; ++i) {
        double     x[2], y[2];
        const bool exist = swvi_harmonic_roots(harmonic_of(forms[i]), x, y);
        for (int r = 0; r < 2 && exist; ++r) {
            const double way = swvi_way_of(x[r], y[r]);
            int          place = end_count++;
            for (; ends[place - 1] > way; --place)
                ends[place] = ends[place - 1];
            ends[place] = way;
        }
    }

    swvi_ways inside;
    inside.count = 0;
    for (int i = 0; i + 1 < end_count; ++i) {
        double v[2], w[2];
        if (ends[i] == ends[i + 1] || !has_some_of(set, ends[i], ends[i + 1]))
            continue;
        half_swivel_at(ends[i], v);
        half_swivel_at(ends[i + 1], w);
        if (v[0] * w[1] - v[1] * w[0] < 0.0) {
            w[0] = -w[0];
            w[1] = -w[1];
        }
        const double p = polar(k->p, v, v) + 2.0 * polar(k->p, v, w) + polar(k->p, w, w);  // in the middle
        const double q = polar(k->q, v, v) + 2.0 * polar(k->q, v, w) + polar(k->q, w, w);
        const double a = bounds->about_y[p > 0.0], b = bounds->about_x[q > 0.0];
        bernstein    g = { { 0.0 } };
        add_square(&g, 1.0, k->d, v, w);
        add_square(&g, -1.0 / (a * a), k->p, v, w);
        add_square(&g, -1.0 / (b * b), k->q, v, w);

        double    zeros[4], from = ends[i];
        const int zero_count = zeros_of(&g, zeros);
        bool      is_inside = first_sign(&g) > 0.0;
        for (int z = 0; z < zero_count; ++z) {
            const double c = v[0] + zeros[z] * (w[0] - v[0]), s = v[1] + zeros[z] * (w[1] - v[1]);
            const double way = swvi_way_of(c * c - s * s, 2.0 * c * s);
            const bool   is_off =
                way < ends[i] || way > ends[i + 1];  // 4 is 0: a zero at an end may be found on the other side
            const double end = zeros[z] < 0.5 ? ends[i] : ends[i + 1], on = is_off ? end : way,
                         to = on < from ? from : on;
            if (is_inside)
                add_inside(&inside, k, from, to);
            is_inside = !is_inside;
            from = to;
        }
        if (is_inside)
            add_inside(&inside, k, from, ends[i + 1]);
    }
    swvi_ways_narrow(set, &inside);
}

// ---- all of them ----

bool swvi_limb_is_inside(const swv_limb *limb, uint32_t limits, swvi_rotation upper, swvi_rotation relative)
{
    const swvi_limb_bounds *bounds = &limb->_private;
    if (limits & SWVI_SHOULDER_LIMITS) {
        const swv_vec3 z = swvi_axis_z(upper);
        for (int i = 0; i < limb->limits.cap_count; ++i)
            if (swv_vec3_dot(z, limb->limits.caps[i].axis) > bounds->cap_cosines[i])
                return false;
        const swvi_rotation r = swvi_rotation_mul(swvi_rotation_of(bounds->rest), upper);
        if (!bounds->twist.is_whole_turn && !is_within_half_turns(&bounds->twist, r.z, r.w))
            return false;
    }
    if (limits & SWVI_END_LIMITS) {
        if (!bounds->pronation.is_whole_turn && !is_within_half_turns(&bounds->pronation, relative.z, relative.w))
            return false;
        const swvi_cone_edge edge = { bounds->about_y[0], bounds->about_y[1], bounds->about_x[0], bounds->about_x[1] };
        if (bounds->has_cone && !swvi_is_within_cone(edge, relative))
            return false;
    }
    return true;
}

bool swvi_limb_feasible(const swv_limb *limb, uint32_t limits, const swvi_limb_target *target, swvi_ways *set)
{
    const swvi_limb_bounds *bounds = &limb->_private;
    const swvi_limb_circle *e = &target->circle;
    const swvi_limb_bones   at_zero = swvi_limb_bones_of(e, 1.0, 0.0), at_turn = swvi_limb_bones_of(e, 0.0, 1.0);
    swvi_ways_fill(set);
    if (limits & SWVI_SHOULDER_LIMITS) {
        const swvi_rotation rest = swvi_rotation_of(bounds->rest);
        const swvi_rotation r0 = swvi_rotation_mul(rest, at_zero.upper), r1 = swvi_rotation_mul(rest, at_turn.upper);
        keep_half_turns(&bounds->twist, (linear){ r0.z, r1.z }, (linear){ r0.w, r1.w }, set);
        keep_out_of_caps(limb, e, set);
    }
    if (limits & SWVI_END_LIMITS && !target->is_free) {
        const swvi_rotation r0 = swvi_limb_relative(at_zero.lower, target->end);
        const swvi_rotation r1 = swvi_limb_relative(at_turn.lower, target->end);
        const linear        x = { r0.x, r1.x }, y = { r0.y, r1.y }, z = { r0.z, r1.z }, w = { r0.w, r1.w };
        keep_half_turns(&bounds->pronation, z, w, set);
        if (bounds->has_cone && set->count > 0) {
            const cone k = cone_of(x, y, z, w);
            keep_in_cone(bounds, &k, set);
        }
    }
    return set->count > 0;
}

bool swvi_ways_nearest(const swvi_ways *set, double x, double y, double *nearest_x, double *nearest_y)
{
    const double way = swvi_way_of(x, y), length = sqrt(x * x + y * y);
    double       best = -2.0;  // less than any cosine
    bool         is_torn = false;
    *nearest_x = x / length;
    *nearest_y = y / length;
    for (int i = 0; i < set->count; ++i)
        if (way >= set->from[i] && way <= set->to[i])
            return set->count > 1 && set->to[i] - set->from[i] < SWVI_TIE;
    const double wish_x = *nearest_x, wish_y = *nearest_y;
    for (int i = 0; i < 2 * set->count; ++i) {
        double end_x, end_y;
        swvi_way_point(i % 2 ? set->to[i / 2] : set->from[i / 2], &end_x, &end_y);
        const double end_length = sqrt(end_x * end_x + end_y * end_y);
        const double cosine = (wish_x * end_x + wish_y * end_y) / end_length;
        const double apart = 1.0 - (*nearest_x * end_x + *nearest_y * end_y) / end_length;
        is_torn = cosine > best + SWVI_TIE ? false : is_torn || (fabs(cosine - best) <= SWVI_TIE && apart > SWVI_APART);
        if (cosine > best) {
            best = cosine;
            *nearest_x = end_x / end_length;
            *nearest_y = end_y / end_length;
        }
    }
    return is_torn;
}
