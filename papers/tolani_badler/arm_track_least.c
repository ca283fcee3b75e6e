// SPDX-License-Identifier: MIT
// Following a hand with the least motion of the joints.
//
// Given     the last posture p, the target, the feasible swivels of each family
// Find      family and swivel with the smallest f(phi) = |q(phi) - p|^2, as turned nearest to p
//
// (1) descent   Gauss-Newton from the last swivel: with t = dq/dphi, a difference quotient, phi moves by
//               -t.(q - p) / t.t, kept inside the interval, halved while f grows. q - p is small, so that this
//               converges like Newton's method
// (2) elsewhere Another family has the other sign of sin q1 or cos q5. If p is further than that from both signs
//               changing, and the descent ended nearer, nothing elsewhere can be nearer
// (3) sweep     otherwise: the ends of all intervals, points between them, and the 24 postures of Tolani and Badler's
//               procedure, of which the nearest begins a second descent
//
// All angles are radians; target, track and f: arm_track_internal.h. A `measure` says how far apart two postures are.
//
// Degenerate    t = 0: the straight arm's shoulder; the swivel stays
#include <math.h>

#include "swivel/trig.h"
#include "tolani_badler/arm_track_internal.h"

// Most steps of (1), halvings of a step, and halvings of the spacing around the best of a sweep (0.005 to 2e-6); radians of the difference quotient
// (larger: coarser, smaller: more rounding) and of the longest step. Chosen.
enum { DESCENT_STEPS = 6, HALVINGS = 4, REFINEMENTS = 12 };

static const double tangent_step = 1e-5, longest_descent = 0.3;

// (1) From goal->swivel, between the swivels `from` and `to`.
static void descend(const swv_arm_track *track, const swvi_track_target *target, double from, double to,
                    swvi_track_goal *goal)
{
    const double *p = track->posture;
    const double  middle = 0.5 * (from + to), half = 0.5 * (to - from);
    const bool    is_circle = half > SWV_PI - 1e-9;  // no ends, but for the limits' tolerance of 1e-9
    double        at = swv_angle_wrap(goal->swivel - middle);
    double        f = swvi_track_distance(goal->q, p);
    for (int step = 0; step < DESCENT_STEPS && goal->is_found; ++step) {
        const double h = at > 0.0 ? -tangent_step : tangent_step;
        double       q[7], along = 0.0, squared = 0.0;
        if (!swvi_track_at(&track->arm, target, goal->family, middle + at + h, goal->q, q))
            return;  // an interval shorter than the step
        for (int i = 0; i < 7; ++i) {
            const double t = (q[i] - goal->q[i]) / h;
            along += t * (goal->q[i] - p[i]);
            squared += t * t;
        }
        // 1e-12: t = 0, but for the rounding of the quotient (1e-16 / 1e-5 = 1e-11 a joint), with room. Chosen.
        double move = squared > 1e-12 ? -along / squared : 0.0;
        move = move > longest_descent ? longest_descent : move < -longest_descent ? -longest_descent : move;
        bool is_better = false;
        // Radians: below 1e-10 nothing is gained, below 1e-7 not enough to go on. Chosen.
        for (int k = 0; k < HALVINGS && !is_better && fabs(move) > 1e-10; ++k, move *= 0.5) {
            double next = at + move;
            if (!is_circle)
                next = next > half ? half : next < -half ? -half : next;
            if (!swvi_track_at(&track->arm, target, goal->family, middle + next, p, q))
                continue;
            const double g = swvi_track_distance(q, p);
            if (g < f) {
                is_better = true;
                move = next - at;
                at = next;
                f = g;
                for (int i = 0; i < 7; ++i)
                    goal->q[i] = q[i];
                break;
            }
        }
        if (!is_better || fabs(move) < 1e-7)
            break;
    }
    goal->swivel = swv_angle_wrap(middle + at);
}

swvi_track_goal swvi_track_least_near(const swv_arm_track *track, const swvi_track_target *target, double from,
                                      double to)
{
    const double    half = 0.5 * (to - from);
    const double    away = swv_angle_wrap(track->swivel - (from + half));
    swvi_track_goal goal = { .family = track->family };
    goal.swivel = from + half + (away > half ? half : away < -half ? -half : away);
    goal.is_found = swvi_track_at(&track->arm, target, goal.family, goal.swivel, track->posture, goal.q);
    descend(track, target, from, to, &goal);
    return goal;
}

typedef double measure(const double a[7], const double b[7]);

// Keeps the posture at a swivel of a family if it is inside the limits and nearer, by `away`, than the best.
static void look_at(const swv_arm_track *track, const swvi_track_target *target, measure *away, int family,
                    double swivel, swvi_track_goal *best)
{
    double q[7];
    if (!swvi_track_at(&track->arm, target, family, swivel, track->posture, q))
        return;
    if (best->is_found && away(q, track->posture) >= away(best->q, track->posture))
        return;
    *best = (swvi_track_goal){ .is_found = true, .family = family, .swivel = swv_angle_wrap(swivel) };
    for (int i = 0; i < 7; ++i)
        best->q[i] = q[i];
}

// (3) in one family's set, `spacing` radians between swivels.
static swvi_track_goal swept(const swv_arm_track *track, const swvi_track_target *target, const swv_swivels *set,
                             int family, measure *away, double spacing)
{
    swvi_track_goal best = { .is_found = false };
    double          nearest;
    if (swv_swivels_nearest(set, track->swivel, &nearest))
        look_at(track, target, away, family, nearest, &best);
    for (int i = 0; i < set->count; ++i) {
        const double width = set->to[i] - set->from[i];
        const int    points = 1 + (int)(width / spacing);
        for (int k = 0; k <= points; ++k)
            look_at(track, target, away, family, set->from[i] + width * k / points, &best);
        // At the ends themselves rounding decides whether they are inside: so a millionth of the width off them too. Chosen.
        look_at(track, target, away, family, set->from[i] + 1e-6 * width, &best);
        look_at(track, target, away, family, set->to[i] - 1e-6 * width, &best);
    }
    return best;
}

// The nearer of two goals, by `away`. Candidates are counted for the paper's method only.
static void keep_nearer(const swv_arm_track *track, measure *away, const swvi_track_goal *other, swvi_track_goal *best)
{
    if (other->is_found && (!best->is_found || away(other->q, track->posture) < away(best->q, track->posture)))
        *best = *other;
    best->candidates = 0;
}

// (3) In all families. 0.25 rad between swivels, which a descent refines: chosen.
static swvi_track_goal least_anywhere(const swv_arm_track *track, const swvi_track_target *target,
                                      const swv_swivels sets[SWV_ARM_NATURAL_FAMILIES])
{
    swvi_track_goal best = swvi_track_paper(track, target);
    for (int family = 0; family < SWV_ARM_NATURAL_FAMILIES; ++family) {
        const swvi_track_goal other = swept(track, target, &sets[family], family, swvi_track_distance, 0.25);
        keep_nearer(track, swvi_track_distance, &other, &best);
    }
    if (best.is_found) {
        const swv_swivels *set = &sets[best.family];
        const int          i = swvi_track_interval(set, best.swivel);
        if (i >= 0)
            descend(track, target, set->from[i], set->to[i], &best);
    }
    return best;
}

// Two swivels to either side of the best (in and out), `spacing` radians apart, then half of that, and so on.
static void refine_soonest(const swv_arm_track *track, const swvi_track_target *target, double spacing,
                           swvi_track_goal *best)
{
    for (int k = 0; k < REFINEMENTS && best->is_found; ++k, spacing *= 0.5) {
        const double at = best->swivel;
        for (int side = -2; side <= 2; ++side)
            look_at(track, target, swvi_track_largest_difference, best->family, at + side * spacing, best);
    }
}

// The time it takes to get somewhere depends on the joint that has the longest way. That is no smooth function of the
// swivel, so the sweep goes on around the best points, ever finer: the best of each interval, and the nearest with one
// joint where it was, which finds the narrow gaps at the vertical.
swvi_track_goal swvi_track_soonest(const swv_arm_track *track, const swvi_track_target *target,
                                   const swv_swivels sets[SWV_ARM_NATURAL_FAMILIES])
{
    // Radians between points of the sweep. Chosen.
    const double    spacing = 0.01;
    swvi_track_goal best = swvi_track_paper(track, target);
    refine_soonest(track, target, 0.5 * spacing, &best);
    for (int family = 0; family < SWV_ARM_NATURAL_FAMILIES; ++family) {
        for (int i = 0; i < sets[family].count; ++i) {
            const swv_swivels one = { .count = 1, .from = { sets[family].from[i] }, .to = { sets[family].to[i] } };
            swvi_track_goal   other = swept(track, target, &one, family, swvi_track_largest_difference, spacing);
            refine_soonest(track, target, 0.5 * spacing, &other);
            keep_nearer(track, swvi_track_largest_difference, &other, &best);
        }
    }
    return best;
}

swvi_track_goal swvi_track_least(const swv_arm_track *track, const swvi_track_target *target)
{
    swv_swivels sets[SWV_ARM_NATURAL_FAMILIES];
    (void)swv_arm_feasible(&track->arm, &target->hand, sets);
    const swv_swivels *set = &sets[track->family];
    const int          i = swvi_track_interval(set, track->swivel);
    swvi_track_goal    nearby = { .is_found = false };
    if (i >= 0)
        nearby = swvi_track_least_near(track, target, set->from[i], set->to[i]);

    // (2) |q1 - p1| >= |sin p1| if q1's sine has the other sign; likewise q5's cosine. Not beyond a distance of 0.1 rad: chosen.
    const double to_shoulder = fabs(swv_sin(track->posture[1])), to_wrist = fabs(swv_cos(track->posture[5]));
    const double clear = to_shoulder < to_wrist ? to_shoulder : to_wrist;
    const double near_distance = nearby.is_found ? swvi_track_distance(nearby.q, track->posture) : INFINITY;
    if (near_distance < 0.01 && near_distance < clear * clear)
        return nearby;
    const swvi_track_goal other = least_anywhere(track, target, sets);
    if (!other.is_found || near_distance <= swvi_track_distance(other.q, track->posture))
        return nearby.is_found ? nearby : other;
    return other;
}
