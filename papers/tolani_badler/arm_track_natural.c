// SPDX-License-Identifier: MIT
// Following a hand with the elbow where a person would hold it.
//
// Given     the last posture p, its family and swivel; the hand; the feasible swivels of each family; the time dt
// Find      the next posture, a function of the hand and the branch alone once it has settled
//
// A branch is a family and one of its intervals of feasible swivels: what can be reached from here without leaving the
// limits, the hand held still. It is kept as long as it is there.
//
// (1) wish      w, the swivel of the natural elbow, from the smooth reference: nothing jumps where the arm points up
// (2) goal      g, the point of the interval nearest to w. A function of hand and branch, continuous where w and the
//               interval are, but for w passing the point opposite the interval's middle
// (3) offset    phi = g + e. What moves smoothly is followed without delay: e decays by itself, critically damped,
//               e'' = -(2/T) e' - e/T^2, with the solution over dt
//                   e <- (e + k dt) E,  e' <- (e' - k dt/T) E,  k = e' + e/T,  E = exp(-dt/T).
//               Any 0 < E < 1 keeps it stable; E = 1/(1 + x + 0.48 x^2 + 0.235 x^3), x = dt/T, is right to 0.1 %
//               for x <= 1. Where g moves too fast, what is too much goes into e: phi goes on with its speed, and the
//               jump is made up for in time. An interval has no way around: all this happens on its line
// (4) speed     phi turns away from phi_0, where the arm carries it (arm_track.c), by at most speed x dt. And the elbow
//               goes along its circle, of radius rho, at most K times as far as the hand goes,
//                   rho |phi - phi_0| <= K s,  s = |dp| + L2 |dR|,
//               a turn dR counting as the way of a hand as long as the forearm. This is no matter of tuning: around a
//               singular point of the natural elbow w turns once, however small the way around, so its speed has no
//               bound in terms of the hand's, and a bound in terms of time is none for a slow hand. Only a hand that
//               rests, slower than v, lets the elbow make up for what is left:
//                   rho |phi - phi_0| <= K s + (1 - s/(v dt)) rho speed dt.
//               Of either bound the part 0.3 is for following g in (3), the rest for e to decay. An end of the interval
//               that comes nearer may push phi further
//               The joints move by at most speed x dt too: if they would not, phi is moved back towards the swivel where
//               they move least, as far as it takes
// (5) leaving   if even there they would move too fast, another branch is looked at, the soonest reached. Where the
//               upper arm passes the vertical that is the continuous way on: (q0 + pi, -q1, q2 + pi) is where the
//               joints already are; likewise where phi would have to stop at the vertical. If the soonest is too far
//               too, the hand or the limits force a jump, and the caller interpolates
//
// Swivels, angles and offsets are radians, lengths metres, dt seconds; frames: arm_track_internal.h.
//
// This work is based on:
// Kirmse (ed.). Game Programming Gems 4, 1.10: Critically damped ease-in/ease-out smoothing. 2004 (E)
// Bollo. Inertialization: high-performance animation transitions in Gears of War. 2018 (offsets that decay)
#include <math.h>

#include "tolani_badler/arm_track_internal.h"

// The part of the bounds (4) up to which the goal is followed without delay. What moves it faster is a change of mind,
// such as near a singular point of the natural elbow, and takes its time. On smooth paths 99.9 % of all steps move the goal
// by less than 2 s, which is below 0.3 K.
static const double followed_part = 0.3;

// K, such that the elbow, carried along besides, stays below ten times the hand's speed; and v, in reaches a second.
static const double elbow_gain = 8.0, rest_speed = 1e-3;

enum { BISECTIONS = 30, HALVINGS = 8 };  // of (4) and of (5), at most; chosen

// x, brought between low and high.
static double between(double low, double x, double high)
{
    return x < low ? low : x > high ? high : x;
}

// (4): how far, in radians, the swivel may turn from where the arm carries it. Beyond a whole turn there is nothing to allow.
static double longest_turn(const swv_arm_track *track, const swvi_track_target *target, double dt)
{
    const swv_quat turn = swv_quat_mul(swv_quat_conjugate(track->hand.rotation), target->arm.hand.rotation);
    const double   chord = 2.0 * sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z);
    const double   moved = swv_vec3_length(swv_vec3_sub(target->arm.hand.position, track->hand.position));
    const double   travel = moved + track->arm.forearm * chord;
    const double   radius = track->arm.upper_arm * target->arm.circle.sin_rise;
    const double   at_rest = 1.0 - travel / (rest_speed * (track->arm.upper_arm + track->arm.forearm) * dt);
    const double   by_joints = between(0.0, track->options.max_joint_speed * dt, 2.0 * SWV_PI);
    const double   by_hand = elbow_gain * travel < radius * by_joints ? elbow_gain * travel / radius : by_joints;
    return at_rest > 0.0 ? between(0.0, by_hand + at_rest * by_joints, by_joints) : by_hand;
}

// Swivels of an interval on a line: 0 is its middle, the ends are at -half and half. The whole circle has no ends.
typedef struct line {
    double middle, half;  ///< the middle is a swivel, all else places on the line or their distances
    bool   is_circle;
    double last, low, high;  ///< where the swivel was, and between where it may go
    double most;             ///< how far it may turn
} line;

// A swivel as a place on the line, within its ends.
static double onto_line(const line *l, double swivel)
{
    const double at = swv_angle_wrap(swivel - l->middle);
    return l->is_circle ? at : between(-l->half, at, l->half);
}

// An interval's line; last: the swivel where the arm carries the elbow, most: radians it may turn by.
static line line_of(const swv_swivels *set, int interval, double last, double most)
{
    const double half = 0.5 * (set->to[interval] - set->from[interval]), middle = set->from[interval] + half;
    const double at = swv_angle_wrap(last - middle);
    // 1e-9: the limits' tolerance.
    line l = { middle, half, half > SWV_PI - 1e-9, at, at - most, at + most, most };
    if (!l.is_circle) {  // an end that comes nearer pushes the swivel along
        l.last = between(-half, l.last, half);
        l.low = between(-half, l.low, half);
        l.high = between(-half, l.high, half);
    }
    return l;
}

// (2), (3): where on the line the swivel goes; wish: the natural swivel. Leaves the offset and its speed in the track.
static double filtered(swv_arm_track *track, const line *l, double wish, double dt)
{
    const double last = l->last, followed = followed_part * l->most;
    double       goal = onto_line(l, wish);
    if (l->is_circle)
        goal = last + swv_angle_wrap(goal - last);
    double e = last - goal, speed = 0.0;
    if (track->has_goal) {
        const double last_goal = last - track->offset;
        const double moved = l->is_circle ? swv_angle_wrap(goal - last_goal) : goal - last_goal;
        e += between(-followed, moved, followed);  // the rest of the way is offset
        speed = track->offset_speed;
    }
    const double x = dt / track->options.swivel_time;  // beyond 1e6, chosen, the offset is gone: E < 1e-17
    // As in Lowe, Critically damped ease-in/ease-out smoothing, 2004 (Game Programming Gems 4).
    const double decay = 1.0 / (1.0 + x * (1.0 + x * (0.48 + 0.235 * x)));
    const double k = (speed + e / track->options.swivel_time) * dt;
    const double free = goal + (x < 1e6 ? (e + k) * decay : 0.0), next = between(l->low, free, l->high);  // (4)
    track->offset_speed = x < 1e6 ? (speed - k / track->options.swivel_time) * decay : 0.0;
    if (next != free)
        track->offset_speed =
            between(-track->options.max_joint_speed, (next - goal - e) / dt, track->options.max_joint_speed);
    track->offset = next - goal;
    return next;
}

// (4): from where the joints move least towards where the swivel should go, as far as speed allows. False if that is
// next to nowhere, as before the vertical: a sixteenth of the way. It is found to a 256th. Chosen. wanted: a place on the line, allowed: radians for
// each joint; goal: in, where the joints move least, and out.
static bool go_as_far_as_allowed(const swv_arm_track *track, const swvi_track_target *target, const line *l,
                                 double wanted, double allowed, swvi_track_goal *goal)
{
    double low = onto_line(l, goal->swivel), high = wanted;
    bool   has_moved = false;
    if (l->is_circle)
        high = low + swv_angle_wrap(wanted - low);
    const double start = low, whole = high - low;
    for (int k = 0; k < BISECTIONS && !(has_moved && fabs(high - low) < fabs(whole) / 256.0); ++k) {
        const double at = 0.5 * (low + high);
        double       q[7];
        if (swvi_track_at(&track->arm, target, goal->family, l->middle + at, track->posture, q) &&
            swvi_track_largest_difference(q, track->posture) <= allowed) {
            low = at;
            has_moved = true;
            goal->swivel = swv_angle_wrap(l->middle + at);
            for (int i = 0; i < 7; ++i)
                goal->q[i] = q[i];
        } else {
            high = at;
        }
    }
    return fabs(low - start) > fabs(whole) / 16.0;
}

// (5): the shoulder's or the wrist's other way (bits 1 and 2 of the family), if the joints are nearly there; from goal's swivel towards
// `swivel`, as far as allowed, radians for each joint.
static bool go_through(const swv_arm_track *track, const swvi_track_target *target, double swivel, double allowed,
                       swvi_track_goal *goal)
{
    const double at = goal->swivel;
    double       ahead = swv_angle_wrap(swivel - at);
    for (int k = 0; k < HALVINGS; ++k, ahead *= 0.5) {
        for (int bit = 1; bit <= 2; ++bit) {
            double    q[7];
            const int family = track->family ^ bit;
            if (!swvi_track_at(&track->arm, target, family, at + ahead, track->posture, q) ||
                swvi_track_largest_difference(q, track->posture) > allowed)
                continue;
            *goal = (swvi_track_goal){ .is_found = true, .family = family, .swivel = swv_angle_wrap(at + ahead) };
            for (int i = 0; i < 7; ++i)
                goal->q[i] = q[i];
            return true;
        }
    }
    return false;
}

swvi_track_goal swvi_track_natural(swv_arm_track *track, const swvi_track_target *target, double dt)
{
    const double allowed = track->options.max_joint_speed * dt;
    double       wish = 0.0;
    swv_swivels  sets[SWV_ARM_NATURAL_FAMILIES];
    (void)swv_arm_natural_swivel(&track->arm, &target->hand, &wish);  // (1)
    (void)swv_arm_feasible(&track->arm, &target->hand, sets);

    const swv_swivels *set = &sets[track->family];
    const int          interval = swvi_track_interval(set, track->swivel);
    if (interval >= 0) {
        const line      l = line_of(set, interval, track->swivel, longest_turn(track, target, dt));
        const double    wanted = filtered(track, &l, wish, dt);
        const double    goal_at = wanted - track->offset;
        swvi_track_goal goal = { .is_found = true, .family = track->family };
        goal.swivel = swv_angle_wrap(l.middle + wanted);
        const bool is_inside = swvi_track_at(&track->arm, target, goal.family, goal.swivel, track->posture, goal.q);
        track->has_goal = true;
        if (is_inside && swvi_track_largest_difference(goal.q, track->posture) <= allowed)
            return goal;

        goal = swvi_track_least_near(track, target, l.middle + l.low, l.middle + l.high);
        if (goal.is_found && swvi_track_largest_difference(goal.q, track->posture) <= allowed) {
            if (!go_as_far_as_allowed(track, target, &l, wanted, allowed, &goal) &&
                go_through(track, target, l.middle + wanted, allowed, &goal)) {
                track->has_goal = false;
                return goal;
            }
            const double at = onto_line(&l, goal.swivel);
            track->offset = l.is_circle ? swv_angle_wrap(at - goal_at) : at - goal_at;
            track->offset_speed = 0.0;
            return goal;
        }
    }

    // (5)
    track->has_goal = false;
    return swvi_track_soonest(track, target, sets);
}
