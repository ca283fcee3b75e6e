// SPDX-License-Identifier: MIT
//
// One posture out of all: the hand where it should be, the wrist alone, or a part of the limb aimed at a point. Which
// swivels keep the limits is known exactly (arm_swivels.c); what is left is to choose.
//
// Given     a target, a wished swivel, a posture to stay near to, or neither
// Find      in each family the feasible swivel nearest to the wish; of these postures the best
//
// Angles, swivels and postures are radians; a target is in the axes of the closed form at the shoulder (arm_internal.h); `hand`, `wrist`
// and `point` of public functions are in the caller's axes there, metres. `wish` is a swivel, `previous` a posture or NULL.
//
// Aiming    The hand's z axis is the last joint's axis: where it points depends on the six others only, so aiming the
//           hand is the same choice with the last joint left out. The elbow stays where it is if q0 and q1 do; the forearm
//           then points along (sin q3 cos q2, sin q3 sin q2, cos q3), as seen from Rz(q0) Rx(q1).
#include <math.h>
#include <stddef.h>

#include "tolani_badler/arm_internal.h"
#include "math/scalar.h"
#include "swivel_papers/arm.h"
#include "swivel/trig.h"

double swvi_arm_distance_squared(const double q[7], const double previous[7])
{
    double sum = 0.0;
    for (int i = 0; i < 7; ++i) {
        const double difference = swv_angle_wrap(q[i] - previous[i]);
        sum += difference * difference;
    }
    return sum;
}

// By how many radians the joint furthest beyond its limits is so, of those in `outside` (bits). The elbow does not count: what it is does
// not depend on a choice.
static double excess_of(const swv_arm *arm, const double q[7], uint32_t outside)
{
    double excess = 0.0;
    for (int i = 0; i < 7; ++i)
        if ((outside & ~(uint32_t)SWVI_ELBOW_JOINT) >> i & 1)
            excess = swvi_larger(excess, fabs(swv_angle_wrap(q[i] - swvi_arm_kept(&arm->limits[i], q[i]))));
    return excess;
}

static void copy_posture(double to[7], const double from[7])
{
    for (int i = 0; i < 7; ++i)
        to[i] = from[i];
}

// Seven finite numbers: 0 times anything else is NaN.
static bool is_posture(const double q[7])
{
    double not_finite = 0.0;
    for (int i = 0; i < 7; ++i)
        not_finite += 0.0 * q[i];
    return not_finite == 0.0;
}

/// The best posture so far: it exceeds its limits least, to the tolerance, and of such it is the nearest.
typedef struct choice {
    double   excess;
    uint32_t outside;
    double   distance;
    double   q[7];
} choice;

static const choice nothing_yet = { .excess = INFINITY };

// Keeps a candidate (radians) if it exceeds limits by less than the best so far, or by as much and is nearer to the previous posture, or,
// without one, to the swivel wished for: swivel_off radians from it.
static void consider(const swv_arm *arm, choice *best, double candidate[7], double swivel_off, const double *previous)
{
    const uint32_t outside = swvi_arm_turn_into_limits(arm, candidate);
    const double   excess = outside ? excess_of(arm, candidate, outside) : 0.0;
    const double   distance = previous ? swvi_arm_distance_squared(candidate, previous) : fabs(swivel_off);
    // Twice the tolerance: each of the two may be off by one.
    const bool is_less = excess < best->excess - 2.0 * SWV_LIMIT_TOLERANCE;
    const bool is_more = excess > best->excess + 2.0 * SWV_LIMIT_TOLERANCE;
    if (is_more || (!is_less && !(distance < best->distance)))
        return;
    best->excess = excess;
    best->outside = outside;
    best->distance = distance;
    copy_posture(best->q, candidate);
}

/// What a posture is chosen by: the swivel wished for, a posture to stay near to (or NULL), joints that stay as they are in it.
typedef struct wishes {
    double        swivel;
    const double *previous;
    uint32_t      kept;
} wishes;

// Considers, of each family, the feasible swivel nearest to `to`; distances are counted from the wishes.
static void consider_nearest(const swv_arm *arm, choice *best, const swvi_arm_target *target,
                             const swv_swivels sets[SWV_ARM_NATURAL_FAMILIES], double to, const wishes *w)
{
    // With the wrist kept, families that differ in the wrist only are the same.
    const bool is_wrist_kept = (w->kept & SWVI_WRIST_JOINTS) == SWVI_WRIST_JOINTS;
    for (int family = 0; family < (is_wrist_kept ? 2 : SWV_ARM_NATURAL_FAMILIES); ++family) {
        double swivel, s, c, first[7], candidate[7];
        if (!swv_swivels_nearest(&sets[family], to, &swivel))
            continue;
        swvi_sincos(swivel, &s, &c);
        swvi_arm_posture(target, c, s, first);
        swvi_arm_to_family(family, first, candidate);
        for (int i = 0; i < 7; ++i)
            if (w->kept >> i & 1)
                candidate[i] = swvi_arm_kept(&arm->limits[i], w->previous ? w->previous[i] : 0.0);
        consider(arm, best, candidate, swv_angle_wrap(swivel - w->swivel), w->previous);
    }
}

// Where no swivel keeps the limits, rounding may be to blame: of the wrist's place, which leaves the bend of a nearly straight elbow
// open, or beside the pole. Otherwise the wish as nearly as it does not exceed the limits further than has to be.
uint32_t swvi_arm_choose(const swv_arm *arm, const swvi_arm_target *target, double wish, const double *previous,
                         uint32_t kept, double q[7])
{
    static const double most_by_rounding = 0.1;  // radians; chosen: excesses above it are not rounding's
    const uint32_t      joints = SWVI_ALL_JOINTS & ~kept;
    const wishes        w = { wish, previous, kept };
    swvi_arm_target     bent = *target;
    swv_swivels         sets[SWV_ARM_NATURAL_FAMILIES];
    choice              best = nothing_yet;
    double              on_pole;
    if (swvi_arm_feasible(arm, target, joints, sets))
        consider_nearest(arm, &best, target, sets, wish, &w);
    if (best.excess > 0.0 && swvi_arm_bend_to_pole(arm, &bent, joints, &on_pole, sets))
        consider_nearest(arm, &best, &bent, sets, on_pole, &w);
    if (best.excess > 0.0) {
        bent = *target;
        if (swvi_arm_least_exceeded(arm, target, joints, SWV_LIMIT_TOLERANCE, sets) < most_by_rounding)
            (void)swvi_arm_bend_feasibly(arm, &bent, joints, sets);
        consider_nearest(arm, &best, &bent, sets, wish, &w);
    }
    copy_posture(q, best.q);
    return best.outside;
}

// Considers, of the `count` postures with a joint held, those whose elbow bends its natural way, or backward.
static void consider_held(const swv_arm *arm, const swv_pose *hand, choice *best, double held[SWV_ARM_FAMILIES][7],
                          int count, bool is_backward, const wishes *w)
{
    for (int i = 0; i < count; ++i) {
        double swivel = 0.0;
        (void)swv_arm_swivel_about(arm, hand->position, held[i], &swivel);
        if ((held[i][3] < 0.0) == is_backward)
            consider(arm, best, held[i], swv_angle_wrap(swivel - w->swivel), w->previous);
    }
}

// Tolani and Badler's second compromise. The postures at the wish are outside; for each family the joint that is furthest
// outside is held at its limit. True if that leaves a posture inside.
static bool choose_held(const swv_arm *arm, const swv_pose *hand, const swvi_arm_target *target, double wish,
                        const double *previous, double q[7])
{
    const wishes w = { wish, previous, 0 };
    choice       best = nothing_yet;
    double       s, c, first[7];
    swvi_sincos(wish, &s, &c);
    swvi_arm_posture(target, c, s, first);
    for (int family = 0; family < SWV_ARM_NATURAL_FAMILIES; ++family) {
        double candidate[7], furthest = 0.0, limit = 0.0;
        int    offender = -1;
        swvi_arm_to_family(family, first, candidate);
        const uint32_t outside = swvi_arm_turn_into_limits(arm, candidate);
        for (int i = 0; i < 7; ++i) {
            const double at = swvi_arm_kept(&arm->limits[i], candidate[i]);
            const double beyond = fabs(swv_angle_wrap(candidate[i] - at));
            if (outside >> i & 1 && beyond > furthest) {
                furthest = beyond;
                offender = i;
                limit = at;
            }
        }
        double held[SWV_ARM_FAMILIES][7];
        int    count = 0;
        if (offender < 0)
            consider(arm, &best, candidate, 0.0, previous);
        else if (offender != 3)
            (void)swv_arm_solve_held(arm, hand, offender, limit, held, NULL, &count);
        consider_held(arm, hand, &best, held, count, false, &w);
    }
    const bool is_inside = best.excess == 0.0 && best.outside == 0;
    if (is_inside)
        copy_posture(q, best.q);
    return is_inside;
}

swv_status swv_arm_best(const swv_arm *arm, const swv_pose *hand, double wish, const double *previous, double q[7],
                        swv_arm_report *report)
{
    if (!arm || !hand || !q)
        return SWV_NULL;
    swvi_arm_target  target;
    const swv_status status = swvi_arm_target_of(arm, hand, &target);
    if (status != SWV_OK)
        return status;
    if (!swvi_is_finite(wish))
        return SWV_BAD_GOAL;
    if (previous && !is_posture(previous))
        return SWV_BAD_POSTURE;
    if (arm->compromise == SWV_ARM_GIVE_UP_HAND)
        return swv_arm_closest(arm, hand, wish, previous, q, report);

    double   best_q[7];
    uint32_t outside = 0;
    if (arm->compromise != SWV_ARM_HOLD_JOINT || !choose_held(arm, hand, &target, wish, previous, best_q))
        outside = swvi_arm_choose(arm, &target, wish, previous, 0, best_q);
    if (report) {
        swv_swivels sets[SWV_ARM_NATURAL_FAMILIES];
        *report = swvi_arm_report_of(arm, &target, best_q, outside);
        report->wrist_would_do = report->outcome == SWV_LIMITED &&
                                 swvi_arm_feasible(arm, &target, SWVI_ALL_JOINTS & ~SWVI_WRIST_JOINTS, sets);
    }
    copy_posture(q, best_q);
    return SWV_OK;
}

swv_status swv_arm_best_held(const swv_arm *arm, const swv_pose *hand, int joint, double value, double wish,
                             const double *previous, double q[7], swv_arm_report *report)
{
    if (!arm || !hand || !q)
        return SWV_NULL;
    double           held[SWV_ARM_FAMILIES][7];
    int              count;
    swv_arm_report   none;
    const swv_status status = swv_arm_solve_held(arm, hand, joint, value, held, NULL, &count);
    if (status != SWV_OK)
        return status;
    if (!swvi_is_finite(wish))
        return SWV_BAD_GOAL;
    if (previous && !is_posture(previous))
        return SWV_BAD_POSTURE;
    const wishes w = { wish, previous, 0 };
    choice       best = nothing_yet;
    consider_held(arm, hand, &best, held, count, false, &w);
    if (!(best.excess < INFINITY))
        consider_held(arm, hand, &best, held, count, true, &w);
    if (!(best.excess < INFINITY)) {
        (void)swv_arm_best(arm, hand, wish, previous, q, &none);
        if (none.outcome != SWV_OUT_OF_REACH && none.outcome != SWV_TOO_NEAR)
            none.outcome = SWV_NOT_FOUND;
        if (report)
            *report = none;
        return SWV_OK;
    }
    if (report) {
        swvi_arm_target target;
        (void)swvi_arm_target_of(arm, hand, &target);
        *report = swvi_arm_report_of(arm, &target, best.q, best.outside);
    }
    copy_posture(q, best.q);
    return SWV_OK;
}

swv_status swv_arm_reach(const swv_arm *arm, swv_vec3 wrist, double wish, const double *previous, double q[7],
                         swv_arm_report *report)
{
    if (!arm || !q)
        return SWV_NULL;
    const swv_pose   hand = { wrist, SWV_IDENTITY_QUAT };
    swvi_arm_target  target;
    const swv_status status = swvi_arm_target_of(arm, &hand, &target);
    if (status != SWV_OK)
        return status;
    if (!swvi_is_finite(wish))
        return SWV_BAD_GOAL;
    if (previous && !is_posture(previous))
        return SWV_BAD_POSTURE;
    double         best_q[7];
    const uint32_t outside = swvi_arm_choose(arm, &target, wish, previous, SWVI_WRIST_JOINTS, best_q);
    if (report) {
        *report = swvi_arm_report_of(arm, &target, best_q, outside);
        report->rotation_error = 0.0;
    }
    copy_posture(q, best_q);
    return SWV_OK;
}

// ---- aiming ----

// The angle in radians between a unit vector and the z axis of a rotation, in the same axes.
static double angle_off(swv_quat rotation, swv_vec3 direction)
{
    const swv_vec3 along = { 0.0, 0.0, 1.0 }, z = swv_quat_rotate(rotation, along);
    return swv_atan2(swv_vec3_length(swv_vec3_cross(z, direction)), swv_vec3_dot(z, direction));
}

swv_status swv_arm_aim_hand(const swv_arm *arm, swv_vec3 wrist, swv_vec3 point, double wish, const double *previous,
                            double q[7], swv_arm_report *report)
{
    if (!arm || !q)
        return SWV_NULL;
    const swv_pose  hand = { wrist, SWV_IDENTITY_QUAT };
    swvi_arm_target target;
    swv_status      status = swvi_arm_target_of(arm, &hand, &target);
    if (status != SWV_OK)
        return status;
    if (!swvi_is_finite(wish) || !swvi_vec3_is_finite(point))
        return SWV_BAD_GOAL;
    if (previous && !is_posture(previous))
        return SWV_BAD_POSTURE;
    const swv_vec3 along = { 0.0, 0.0, 1.0 };
    // A unit vector, or zero where there is no direction; 0.5 tells them apart.
    const swv_vec3 d = swv_vec3_normalize(swvi_arm_into(arm, swv_vec3_sub(point, wrist)));
    if (!(swv_vec3_dot(d, d) > 0.5))
        return SWV_BAD_GOAL;
    const swv_quat r = swv_quat_between(along, d);
    target.hand.rotation = r;
    target.axes = swvi_hand_axes_of(r.x, r.y, r.z, r.w);

    enum { LAST_JOINT = 0x40 };  // the bit of joint 6
    double         best_q[7];
    const uint32_t outside = swvi_arm_choose(arm, &target, wish, previous, LAST_JOINT, best_q);
    if (report) {
        *report = swvi_arm_report_of(arm, &target, best_q, outside);
        report->rotation_error = angle_off(swvi_arm_frames_of(arm, best_q).hand.rotation, d);
    }
    copy_posture(q, best_q);
    return SWV_OK;
}

swv_status swv_arm_aim_forearm(const swv_arm *arm, swv_vec3 point, const double previous[7], double q[7],
                               swv_arm_report *report)
{
    if (!arm || !previous || !q)
        return SWV_NULL;
    swv_pose         hand;
    swv_vec3         elbow;
    const swv_status status = swv_arm_forward(arm, previous, &hand, &elbow);
    if (status != SWV_OK)
        return status;
    if (!swvi_vec3_is_finite(point))
        return SWV_BAD_GOAL;
    // A unit vector, or zero where there is no direction; 0.5 tells them apart.
    const swv_vec3 d = swvi_arm_into(arm, swv_vec3_normalize(swv_vec3_sub(point, elbow)));
    if (!(swv_vec3_dot(d, d) > 0.5))
        return SWV_BAD_GOAL;

    double s0, c0, s1, c1, first[7], other[7];
    swvi_sincos(previous[0], &s0, &c0);
    swvi_sincos(previous[1], &s1, &c1);
    const double   ahead = c0 * d.y - s0 * d.x;
    const swv_vec3 seen = { c0 * d.x + s0 * d.y, c1 * ahead + s1 * d.z, c1 * d.z - s1 * ahead };
    const double   sine = sqrt(seen.x * seen.x + seen.y * seen.y);
    first[0] = swv_angle_wrap(previous[0]);
    first[1] = swv_angle_wrap(previous[1]);
    first[2] = sine > 0.0 ? swv_atan2(seen.y, seen.x) : swv_angle_wrap(previous[2]);
    first[3] = swv_atan2(sine, seen.z);
    for (int i = 4; i < 7; ++i)
        first[i] = swvi_arm_kept(&arm->limits[i], previous[i]);
    copy_posture(other, first);
    other[0] = swvi_half_turn_away(first[0]);
    other[1] = -first[1];
    other[2] = swvi_half_turn_away(first[2]);

    choice best = nothing_yet;
    consider(arm, &best, first, 0.0, previous);
    consider(arm, &best, other, 0.0, previous);
    if (report) {
        const swvi_arm_frames f = swvi_arm_frames_of(arm, best.q);
        const swv_vec3        forearm = swv_vec3_sub(f.hand.position, f.elbow);
        *report = (swv_arm_report){
            .outcome = best.outside ? SWV_LIMITED : SWV_REACHED,
            .outside = best.outside,
            .rotation_error = swv_atan2(swv_vec3_length(swv_vec3_cross(forearm, d)), swv_vec3_dot(forearm, d)),
        };
    }
    copy_posture(q, best.q);
    return SWV_OK;
}
