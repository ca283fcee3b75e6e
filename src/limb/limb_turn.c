// SPDX-License-Identifier: MIT
//
// The end of the limb turned as near to its rotation as limits let it, its wrist on its place.
//
// Given     a target (p, H) whose wrist is reached, the swivels at which the shoulder's limits hold, a wish for the swivel
// Find      the swivel phi among these, twist T and swing S within their limits, with
//
//               E(phi) = m(phi)^2 + k^2 (2 d m(phi) + (phi - wish)^2)
//
//           least: m is the angle that is left between the end F(phi) N T S and H, with F the forearm and N a quarter turn to neutral.
//           k = 0: the end as near as it can be. k > 0: as much as it is worth. With k the elbow stays near its wish where leaving
//           it gains a few degrees only, and a small change of the goal is a small change of the elbow. For d > 0 (SWVI_SOFT_EXACT) the end
//           is exact where a way of up to d brings it there, if it turns as fast as the elbow.
//
// As quaternions have it, the cosine of half of m is the product of end and H, and one factor at a time can be made best exactly:
// (1) twist    For W = (F N)^-1 H the twist about z of W S^-1 is best; outside its range the nearer end is.
// (2) swing    of (x, y, z, w) = T^-1 W the best swing is along (x, y, 0, w); outside the cone, the nearest point of its
//              edge: the cone is convex, so there is one, in the same quadrant, found by Newton's method
// (3) m        As the twist turns and the best swing goes with it, the product's slope is that of T alone (the swing is best). It vanishes
//              at the best twist, between two that are tried: by secants. Nearly always the twist of W, clamped, is the best one.
// (4) slope    As the swivel turns, F = c f0 + s f1 with (c, s) cosine and sine of its half; the slope of the product is that of F
//              alone: twist and swing are best. So E' costs nothing more.
// (5) valleys  No swivel is further from the wish than E there over k allows, as m is not negative. What is left is looked at in LOOKS places; between two
//              where E falls and rises again is a valley, and its bottom is where E' = 0: by secants, kept between the two. Of all bottoms and ends of
//              intervals the deepest.
//
// (6) kept     If the end is kept and limits give way, m^2 is the sum of the squares of what they are exceeded by.
//
// Everything is a right limb's: rotations, of unit length, in the trunk's axes; angles in radians. A swivel is a
// direction (x, y): its cosine and sine.
#include <math.h>
#include <stddef.h>

#include "feel.h"
#include "limb/limb_internal.h"
#include "math/scalar.h"
#include "swivel/trig.h"

#define NOTHING 1e-200  // a squared length: below, too few digits are left to bring it to 1
// LOOKS of (5): chosen; twice as many find the same in all but 1 of 10^4 goals. SECANTS of (3) and (5): a handful do, this many end it in any case.
enum { LOOKS = 12, NEAR_LOOKS = 8, MOST_LOOKS = 2 + LOOKS, SECANTS = 40 };
#define SETTLED 1e-15  // radians: a few roundings
#define ROUGHLY 1e-3   // radians: to tell valleys apart; costs are right to the square of it. Chosen

/// What is turned.
typedef struct turning {
    const swv_limb         *limb;
    const swvi_limb_target *target;       ///< its end: H
    swvi_rotation           f0, f1;       ///< the forearm at swivel 0 and at half a turn
    double                  wish;         ///< radians
    bool                    is_end_kept;  ///< limits give way instead:
    uint32_t                limits;       ///< bits of those that depend on the swivel
    double                  k;            ///< of E
} turning;

/// One swivel and what is best there.
typedef struct turned {
    double        swivel;            ///< radians
    double        twist_z, twist_w;  ///< sine and cosine of half the twist, T
    swvi_rotation swing;             ///< S
    double        cost, slope;       ///< E and its derivative
} turned;

// (1) The twist, or the end of the range nearest to it if it is outside; (z, w): sine and cosine of its half; in: times any number.
static void clamp_twist(const swvi_half_turns *range, double *z, double *w)
{
    const double squared = *z * *z + *w * *w, length = sqrt(squared);
    if (!(squared > NOTHING)) {
        *z = range->is_whole_turn ? 0.0 : range->sin_lower;
        *w = range->is_whole_turn ? 1.0 : range->cos_lower;
        return;
    }
    *z /= length;
    *w /= length;
    const double below = *z * range->cos_lower - *w * range->sin_lower;
    const double above = *w * range->sin_upper - *z * range->cos_upper;
    if (range->is_whole_turn || below * above >= 0.0)
        return;
    const double to_lower = fabs(*z * range->sin_lower + *w * range->cos_lower);
    const double to_upper = fabs(*z * range->sin_upper + *w * range->cos_upper);
    *z = to_lower > to_upper ? range->sin_lower : range->sin_upper;
    *w = to_lower > to_upper ? range->cos_lower : range->cos_upper;
}

// (2) The point of a quarter ellipse's edge (a c, b s, 1), (c, s) = (cos, sin), with the least angle from (p, q, w), all of
// them positive or 0: where the derivative f of N/sqrt(D) vanishes, N = p a c + q b s + w, D = 1 + (a c)^2 + (b s)^2. The cone is
// convex, so f has one zero. Newton's method from where the line to (p, q) leaves the ellipse, kept between two directions.
static void nearest_on_edge(double a, double b, double p, double q, double w, double *cosine, double *sine)
{
    const double squared = p * b * (p * b) + q * a * (q * a), length = sqrt(squared), k = b * b - a * a;
    double       c = squared > NOTHING ? p * b / length : 1.0, s = squared > NOTHING ? q * a / length : 0.0;
    double       low_c = 1.0, low_s = 0.0, high_c = 0.0, high_s = 1.0;
    // Newton needs a handful; 40 halvings alone would do, to 1e-12. A step of a radian and more (half: 0.5, chosen) is a halving instead.
    for (int i = 0; i < 40; ++i) {
        const double n = (p * a * c + q * b * s) + w, d = 1.0 + (a * c * (a * c) + b * s * (b * s));
        const double rise = q * b * c - p * a * s;
        const double f = rise * d - n * (k * s * c);
        const double slope = (rise * (k * s * c) - (n - w) * d) - n * (k * (c * c - s * s));
        if (f > 0.0) {
            low_c = c;
            low_s = s;
        } else {
            high_c = c;
            high_s = s;
        }
        const double half = slope < 0.0 ? -0.5 * f / slope : 0.0, unit = 1.0 / (1.0 + half * half);
        const double turn_c = (1.0 - half * half) * unit, turn_s = 2.0 * half * unit;
        double       next_c = c * turn_c - s * turn_s, next_s = s * turn_c + c * turn_s;
        const bool   is_between = slope < 0.0 && low_c * next_s - low_s * next_c >= 0.0 &&
                                next_c * high_s - next_s * high_c >= 0.0 && fabs(half) < 0.5;
        if (!is_between) {
            const double x = low_c + high_c, y = low_s + high_s, inverse_length = 1.0 / sqrt(x * x + y * y);
            next_c = x * inverse_length;
            next_s = y * inverse_length;
        }
        const bool is_there = fabs(c * next_s - s * next_c) < 1e-15;  // rad: a few roundings
        c = next_c;
        s = next_s;
        if (is_there)
            break;
    }
    *cosine = c;
    *sine = s;
}

// (2) of (p, q, d): tangent and cosine parts of half a swing that is outside the cone, of unit length. The nearest swing on its edge.
static swvi_rotation on_edge(const swvi_limb_bounds *bounds, double p, double q, double d)
{
    double       c, s;
    const double a = bounds->about_y[p > 0.0], b = bounds->about_x[q > 0.0];
    nearest_on_edge(a, b, fabs(p), fabs(q), d, &c, &s);
    const double edge_p = copysign(a * c, p), edge_q = copysign(b * s, q);
    const double k = 1.0 / sqrt(1.0 + (edge_p * edge_p + edge_q * edge_q));
    return (swvi_rotation){ -edge_q * k, edge_p * k, 0.0, k };
}

// (2) of e = T^-1 W: the swing within the cone that is nearest to it. One of nearly half a turn is near to both sides of the cone: cosines
// of half of it up to 0.5, of 120 degrees, are looked at from both. More than that no wrist or ankle bends.
static swvi_rotation best_swing(const swvi_limb_bounds *bounds, swvi_rotation e)
{
    const double sign = e.w < 0.0 ? -1.0 : 1.0, squared = e.x * e.x + e.y * e.y + e.w * e.w, length = sqrt(squared);
    if (!(squared > NOTHING))
        return (swvi_rotation){ 0.0, 0.0, 0.0, 1.0 };
    const double p = sign * e.y / length, q = -sign * e.x / length, d = sign * e.w / length;
    if (!bounds->has_cone)
        return (swvi_rotation){ -q, p, 0.0, d };
    const double along = p / bounds->about_y[p > 0.0], across = q / bounds->about_x[q > 0.0];
    if (d > 0.0 && d * d >= along * along + across * across)
        return (swvi_rotation){ -q, p, 0.0, d };
    const swvi_rotation best = on_edge(bounds, p, q, d);
    if (d > 0.5)
        return best;
    const swvi_rotation other = on_edge(bounds, -p, -q, -d);
    return fabs(swvi_rotation_dot(other, e)) > fabs(swvi_rotation_dot(best, e)) ? other : best;
}

// The end as the neutral forearm sees it: T S.
static swvi_rotation relative_of(const turned *at)
{
    return swvi_rotation_mul((swvi_rotation){ 0.0, 0.0, at->twist_z, at->twist_w }, at->swing);
}

// (2) for the twist it has. W: the end that is wanted, as the neutral forearm sees it.
static void swing_end(const turning *t, swvi_rotation wanted, turned *at)
{
    const swvi_rotation back = { 0.0, 0.0, -at->twist_z, at->twist_w };
    at->swing = best_swing(&t->limb->_private, swvi_rotation_mul(back, wanted));
}

// (3) (1) and (2) in turn from the twist it has, until they move half of it by `enough`, radians, at most.
static void climb(const turning *t, swvi_rotation wanted, double enough, turned *at)
{
    double last = 0.0, moved = 0.0;
    for (int i = 0; i < SECANTS; ++i) {
        // (1) for the swing it has.
        swvi_rotation next =
            swvi_rotation_mul(wanted, (swvi_rotation){ -at->swing.x, -at->swing.y, -at->swing.z, at->swing.w });
        clamp_twist(&t->limb->_private.pronation, &next.z, &next.w);
        // A rotation and its negative are one: the step is that to the nearer of the two.
        const double sign = at->twist_z * next.z + at->twist_w * next.w < 0.0 ? -1.0 : 1.0;
        const double step = sign * (at->twist_w * next.z - at->twist_z * next.w);
        if (!(fabs(step) > enough))
            return;
        // Where a secant through the last two steps has none; up to 50 steps at once (0.02), half a radian. Chosen.
        const double part = moved != 0.0 ? (last - step) / moved : 1.0;
        moved = swvi_clamp(-0.5, 0.5, part > 0.02 && part < 1.0 ? step / part : step);
        last = step;
        const double z = at->twist_z, w = at->twist_w;
        at->twist_z = z + moved * w;
        at->twist_w = w - moved * z;
        clamp_twist(&t->limb->_private.pronation, &at->twist_z, &at->twist_w);
        swing_end(t, wanted, at);
    }
}

// (3) The end's own twist, or an end of the range, whichever is best with its swing. False if nothing is left to turn.
static bool begin_twist(const turning *t, swvi_rotation wanted, turned *at)
{
    const swvi_half_turns *range = &t->limb->_private.pronation;
    at->twist_z = wanted.z;
    at->twist_w = wanted.w;
    clamp_twist(range, &at->twist_z, &at->twist_w);
    swing_end(t, wanted, at);
    double most = fabs(swvi_rotation_dot(relative_of(at), wanted));
    if (most > 1.0 - 1e-15)  // a few roundings
        return false;
    for (int i = 0; i < 2 && !range->is_whole_turn; ++i) {
        turned other = { .twist_z = i == 0 ? range->sin_lower : range->sin_upper,
                         .twist_w = i == 0 ? range->cos_lower : range->cos_upper };
        swing_end(t, wanted, &other);
        const double height = fabs(swvi_rotation_dot(relative_of(&other), wanted));
        if (height > most) {
            most = height;
            at->twist_z = other.twist_z;
            at->twist_w = other.twist_w;
            at->swing = other.swing;
        }
    }
    return true;
}

// (4) All of it at a swivel, radians; near_by: what was best nearby, to go on from; NULL: from anywhere. enough: as of climb.
static turned turned_at(const turning *t, double swivel, const turned *near_by, double enough)
{
    turned at = { .swivel = swivel };
    double s, c;
    swv_sincos(0.5 * swivel, &s, &c);
    const swvi_rotation wanted = swvi_limb_relative(swvi_rotation_sum(c, t->f0, s, t->f1), t->target->end);
    if (near_by) {
        at.twist_z = near_by->twist_z;
        at.twist_w = near_by->twist_w;
        swing_end(t, wanted, &at);
        climb(t, wanted, enough, &at);
    } else if (begin_twist(t, wanted, &at)) {
        climb(t, wanted, enough, &at);
    }
    const swvi_rotation relative = relative_of(&at);
    const swvi_rotation left =
        swvi_rotation_mul((swvi_rotation){ -relative.x, -relative.y, -relative.z, relative.w }, wanted);
    const double        sine = sqrt(left.x * left.x + left.y * left.y + left.z * left.z), away = swivel - t->wish;
    const double        miss = 2.0 * swv_atan2(sine, fabs(left.w));
    const swvi_rotation identity = { 0.0, 0.0, 0.0, 1.0 }, hand = swvi_limb_end_of(identity, relative);
    const swvi_rotation best = swvi_rotation_mul(t->target->end, (swvi_rotation){ -hand.x, -hand.y, -hand.z, hand.w });
    const double        rise =
        copysign(0.5, left.w) * (c * swvi_rotation_dot(t->f1, best) - s * swvi_rotation_dot(t->f0, best));
    const double exact = SWVI_SOFT_EXACT * t->k * t->k;
    // The slope of m is -2 rise / sine. Where nothing is missed E has an edge, and this is its slope without that.
    at.cost = miss * (miss + 2.0 * exact) + t->k * t->k * away * away;
    at.slope = 2.0 * t->k * t->k * away - (sine > 1e-8 ? 4.0 * rise * (miss + exact) / sine : 8.0 * rise);
    return at;
}

// The sum of squares of what limits are exceeded by, of those that depend on the swivel, with the end on its place.
static double strain_at(const turning *t, double swivel)
{
    double x, y, excess[SWV_LIMB_LIMITS], sum = 0.0;
    swv_sincos(swivel, &y, &x);
    const swvi_limb_pose pose = swvi_limb_pose_at(t->target, x, y);
    swvi_limb_excess(t->limb->kind, &t->limb->limits, swvi_rotation_of(t->limb->_private.rest), &pose, excess);
    for (int i = 0; i < SWV_LIMB_LIMITS; ++i)
        sum += (t->limits & 1u << i) && excess[i] > 0.0 ? excess[i] * excess[i] : 0.0;
    return sum;
}

// E and its slope at a swivel: of the end turned as turned_at has it, or of limits that are strained.
static turned at_swivel(const turning *t, double swivel, const turned *near_by, double enough)
{
    if (!t->is_end_kept)
        return turned_at(t, swivel, near_by, enough);
    const double away = swivel - t->wish,
                 step = 1e-6;  // radians: errors of a difference are least at the third root of rounding, 6e-6
    const double slope = (strain_at(t, swivel + step) - strain_at(t, swivel - step)) / (2.0 * step);
    return (turned){ .swivel = swivel,
                     .cost = strain_at(t, swivel) + t->k * t->k * away * away,
                     .slope = slope + 2.0 * t->k * t->k * away };
}

// ---- (5) ----

/// Where it is looked for: swivels from the wish, radians, -pi to pi.
typedef struct stretch {
    double from, to;
} stretch;

enum { STRETCHES = 2 * SWV_MAX_SWIVEL_INTERVALS + 2 };

// The stretches of a set within `most` of the wish; returns how many. An interval of the set may reach it by two ways round.
static int stretches_of(const swv_swivels *set, double wish, double most, stretch *list)
{
    int count = 0;
    for (int i = 0; i < set->count; ++i) {
        for (int turns = -1; turns <= 1 && count < STRETCHES; ++turns) {
            const double by = 2.0 * SWV_PI * turns - wish;
            const double from = swvi_larger(set->from[i] + by, -most), to = swvi_smaller(set->to[i] + by, most);
            if (from <= to)
                list[count++] = (stretch){ from, to };
        }
    }
    return count;
}

// The bottom of a valley between two swivels, E falling at the first and rising at the second.
static turned bottom_between(const turning *t, turned low, turned high)
{
    turned at = low.cost < high.cost ? low : high;
    for (int i = 0; i < SECANTS && high.swivel - low.swivel > 1e-13; ++i) {
        // Every third time the middle, if a kink keeps secants at one side.
        const double part = i % 3 == 2 ? 0.5 : swvi_clamp(1e-3, 1.0 - 1e-3, -low.slope / (high.slope - low.slope));
        at = at_swivel(t, low.swivel + part * (high.swivel - low.swivel), &at, SETTLED);
        if (!(fabs(at.slope) > 1e-13))
            break;
        *(at.slope < 0.0 ? &low : &high) = at;
    }
    return at;
}

/// The deepest so far.
typedef struct depths {
    bool   has_best;
    turned best;
    bool   is_torn;  ///< another one is as deep
} depths;

static void compare(depths *d, const turned *at)
{
    const bool is_best =
        !d->has_best || at->cost < d->best.cost - 1e-13;  // a thousand roundings, which do not choose among equals
    const bool is_tie = d->has_best && fabs(at->cost - d->best.cost) < SWVI_TIE &&
                        swv_cos(at->swivel - d->best.swivel) < 1.0 - SWVI_APART;
    d->is_torn = is_tie || (d->is_torn && (!is_best || d->best.cost - at->cost < SWVI_TIE));
    if (is_best)
        d->best = *at;
    d->has_best = true;
}

// Where the tangents of both sides of a valley meet: its bottom is not deeper, unless E bends down.
static double depth_below(const turned *low, const turned *high)
{
    const double across = high->swivel - low->swivel, drop = high->cost - low->cost - high->slope * across;
    return low->cost + low->slope * drop / (low->slope - high->slope);
}

// All valleys of a stretch, looked at in `count` places, both ends among them.
static void look_along(const turning *t, stretch where, int count, depths *d)
{
    turned looks[MOST_LOOKS];
    int    lowest = 0;
    count = where.to > where.from ? count : 1;
    for (int i = 0; i < count; ++i) {
        const double part = count > 1 ? (double)i / (count - 1) : 0.0;
        looks[i] = at_swivel(t, t->wish + where.from + part * (where.to - where.from), NULL, ROUGHLY);
        lowest = looks[i].cost < looks[lowest].cost ? i : lowest;
    }
    // The lowest one's valley first: others that cannot be deeper are left out.
    for (int n = 0; n < count; ++n) {
        const int i = (lowest + n) % count;
        if (i + 1 < count && looks[i].slope < 0.0 && looks[i + 1].slope > 0.0 &&
            (!d->has_best || depth_below(&looks[i], &looks[i + 1]) < d->best.cost + SWVI_TIE)) {
            const turned bottom = bottom_between(t, looks[i], looks[i + 1]);
            compare(d, &bottom);
        }
        if ((i == 0 && !(looks[i].slope < 0.0)) || (i + 1 == count && !(looks[i].slope > 0.0))) {
            const turned end = at_swivel(t, looks[i].swivel, &looks[i], SETTLED);
            compare(d, &end);
        }
    }
}

// The bottom of the valley that a swivel is in; both from the wish, the stretch has it.
static turned bottom_around(const turning *t, stretch where, double from)
{
    turned       at = at_swivel(t, t->wish + from, NULL, SETTLED);
    const double side = at.slope > 0.0 ? -1.0 : 1.0, end = side > 0.0 ? where.to : where.from;
    for (int i = 1; at.slope * side < 0.0 && at.swivel != t->wish + end; ++i) {
        const double next = from + side * 0.05 * i * i;  // radians: strides that grow. Chosen
        const turned ahead = at_swivel(t, t->wish + (side * (end - next) > 0.0 ? next : end), &at, SETTLED);
        if (ahead.slope * side > 0.0)
            return side > 0.0 ? bottom_between(t, at, ahead) : bottom_between(t, ahead, at);
        at = ahead;
    }
    return at;
}

static turning turning_of(const swv_limb *limb, const swvi_limb_target *target)
{
    // (1, 0) and (0, 1) are cosine and sine of half the swivels 0 and half a turn.
    return (turning){ .limb = limb,
                      .target = target,
                      .f0 = swvi_limb_bones_of(&target->circle, 1.0, 0.0).lower,
                      .f1 = swvi_limb_bones_of(&target->circle, 0.0, 1.0).lower };
}

static swvi_limb_pose pose_of(const swvi_limb_target *target, const turned *at, double *x, double *y)
{
    swv_sincos(at->swivel, y, x);
    swvi_limb_pose pose = swvi_limb_pose_at(target, *x, *y);
    pose.end = swvi_limb_end_of(pose.lower, relative_of(at));
    return pose;
}

swvi_limb_pose swvi_limb_turned_at(const swv_limb *limb, const swvi_limb_target *target, double x, double y)
{
    const turning t = turning_of(limb, target);
    const turned  at = turned_at(&t, swv_atan2(y, x), NULL, SETTLED);
    return pose_of(target, &at, &x, &y);
}

// (5) within a set that is not empty; (x, y) of the answer: the swivel that is wished for, in; out, whether it is torn.
static turned best_within(turning *t, const swvi_ways *set, bool from_here_only, swvi_limb_answer *answer)
{
    const double      x = answer->x, y = answer->y;
    const swv_swivels swivels = swvi_ways_angles(set);
    stretch           list[STRETCHES];
    depths            d = { .has_best = false };
    double            near_x, near_y, most = SWV_PI, all = 0.0;
    swvi_ways         exact;
    t->wish = swv_atan2(y, x);
    swvi_ways_nearest(set, x, y, &near_x, &near_y);
    const double from = swv_atan2(x * near_y - y * near_x, x * near_x + y * near_y);
    if (t->k > 0.0) {
        const turned here = at_swivel(t, t->wish + from, NULL, ROUGHLY);
        most = swvi_clamp(fabs(from), SWV_PI, sqrt(here.cost) / t->k);
    }
    if (t->k > 0.0 && !t->is_end_kept &&
        swvi_limb_feasible(t->limb, SWVI_SHOULDER_LIMITS | SWVI_END_LIMITS, t->target, &exact)) {
        // Of the swivels at which nothing is missed the nearest is an edge of E: where secants are slow. Others are no better beyond it.
        answer->is_torn |= swvi_ways_nearest(&exact, x, y, &near_x, &near_y);
        const double there = swv_atan2(x * near_y - y * near_x, x * near_x + y * near_y);
        d.best = at_swivel(t, t->wish + there, NULL, SETTLED);
        d.best.cost = t->k * t->k * there * there;
        d.has_best = true;
        most = swvi_smaller(most, fabs(there));
    }
    const int count = stretches_of(&swivels, t->wish, most, list);
    for (int i = 0; i < count; ++i)
        all += list[i].to - list[i].from;
    for (int i = 0; i < count; ++i) {
        const double share = all > 0.0 ? (list[i].to - list[i].from) / all : 0.0;
        // Rounding may leave the nearest swivel beside its stretch: 1e-9 radians, chosen.
        const bool is_here = list[i].from - 1e-9 <= from && from <= list[i].to + 1e-9;
        if (!from_here_only)
            look_along(t, list[i], 2 + (int)(share * (t->k > 0.0 ? NEAR_LOOKS : LOOKS)), &d);
        else if (is_here && !d.has_best) {
            const turned bottom = bottom_around(t, list[i], swvi_clamp(list[i].from, list[i].to, from));
            compare(&d, &bottom);
        }
    }
    answer->is_torn |= d.is_torn;
    return d.has_best ? d.best : at_swivel(t, t->wish + from, NULL, SETTLED);
}

void swvi_limb_turned(const swv_limb *limb, const swvi_limb_target *target, const swvi_ways *set, double k,
                      bool from_here_only, swvi_limb_answer *answer)
{
    turning t = turning_of(limb, target);
    t.k = k;
    const turned best = best_within(&t, set, from_here_only, answer);
    answer->pose = pose_of(target, &best, &answer->x, &answer->y);
}

void swvi_limb_strained(const swv_limb *limb, const swvi_limb_target *target, uint32_t limits, double k,
                        swvi_limb_answer *answer)
{
    swvi_ways all;
    turning   t = { .limb = limb, .target = target, .is_end_kept = true, .limits = limits, .k = k };
    swvi_ways_fill(&all);
    const turned best = best_within(&t, &all, false, answer);
    swv_sincos(best.swivel, &answer->y, &answer->x);
    answer->pose = swvi_limb_pose_at(target, answer->x, answer->y);
}
