// SPDX-License-Identifier: MIT
// Following a hand with the seven-joint arm: what all methods share.
//
// Given     where the arm was, the hand's next pose, the time until then, the largest joint speed
// Find      the next posture q
//
// (1) reach     the wrist is brought to a distance from the shoulder that the elbow's limits allow, along its
//               direction; d^2 = L1^2 + L2^2 + 2 L1 L2 cos q3. A soft arm brings a wrist asked for at a + w x to
//               a + w x/(1 + x) (arm.c), so the straight arm's distance may be asked for at any x
// (2) carried   the elbow's last place, as the arm carries it along: m, the direction from the shoulder-wrist line to the
//               elbow, takes part in the least turn that brings the line's last direction n to the new one n',
//                   m' = m - (m.n')/(1 + n.n') (n + n'),
//               and its swivel counts as the last. However the reference turns, what the swivel moves from there is
//               what the elbow moves on its circle
// (3) posture   a method finds the posture p the hand asks for: arm_track_natural.c, _paper.c, _least.c
// (4) missing   if limits leave none: p brings the wrist there, the swivel as near as possible to the last one; the
//               wrist's angles are brought to the nearest ends of their limits (paper: kept as they were). If the
//               shoulder's limits do not allow that either, all angles are
// (5) speed     q goes straight towards p in the space of joints, which limits make a box, so that it stays inside:
//               all the way if no joint is further than speed x dt, else that far. The next step's p goes on from p,
//               not from q: the two meet as soon as speed allows
//
// Degenerate    the wrist at the shoulder: forward, as in the closed form
//               n' = -n: every turn is as good, and m stays as it is
//               a joint with more than a turn of freedom: the turn nearest to the last angle
//
// Lengths are metres, times seconds, angles radians. Frames: arm_track_internal.h; bring_into_reach and first_wish take the hand in the
// caller's axes.
//
// This work is based on:
// Tolani, Badler. Real-Time Inverse Kinematics of the Human Arm. 1996 (section 6)
#include "swivel_papers/track.h"

#include <math.h>
#include <stddef.h>

#include "math/scalar.h"
#include "swivel/trig.h"
#include "tolani_badler/arm_track_internal.h"

// ---- starting ----

static const double default_joint_speed = 10.0;  // a fast reach: 570 degrees a second
static const double default_swivel_time = 0.1;   // seconds; chosen

// (1) The elbow's limits, if they overlap with how it bends naturally; else any bend.
static void set_reach(swv_arm_track *track)
{
    const double a = track->arm.upper_arm, b = track->arm.forearm;
    const double lower = track->arm.limits[3].lower, upper = track->arm.limits[3].upper;
    track->nearest = fabs(a - b);
    track->farthest = a + b;
    if (lower > SWV_PI || upper < 0.0)
        return;
    if (upper < SWV_PI)
        track->nearest = sqrt((a - b) * (a - b) + 2.0 * a * b * (1.0 + swv_cos(upper)));
    if (lower > 0.0)
        track->farthest = sqrt((a + b) * (a + b) - 2.0 * a * b * (1.0 - swv_cos(lower)));
    const double softness = track->arm.softness, begins = a + b - softness;
    if (softness > 0.0 && track->farthest > begins) {
        const double part = (track->farthest - begins) / softness;  // x/(1 + x)
        track->farthest = part < 1.0 ? begins + softness * part / (1.0 - part) : INFINITY;
    }
    if (track->nearest > track->farthest)
        track->nearest = track->farthest;
}

swv_status swv_arm_track_start(const swv_arm *arm, const swv_track_options *options, swv_arm_track *track)
{
    if (!track || !arm)
        return SWV_NULL;
    swv_track_options o = options ? *options : (swv_track_options){ 0 };
    if (!swvi_is_finite(o.max_joint_speed) || !swvi_is_finite(o.swivel_time))
        return SWV_BAD_OPTIONS;
    if ((o.method != SWV_TRACK_NATURAL && o.method != SWV_TRACK_PAPER && o.method != SWV_TRACK_LEAST) ||
        o.max_joint_speed < 0.0 || o.swivel_time < 0.0)
        return SWV_BAD_OPTIONS;
    const swv_pose   somewhere = { { 0.0, arm->upper_arm, 0.0 }, SWV_IDENTITY_QUAT };  // any hand
    swv_swivels      sets[SWV_ARM_NATURAL_FAMILIES];
    const swv_status status = swv_arm_feasible(arm, &somewhere, sets);  // looks at the arm
    if (status != SWV_OK)
        return SWV_BAD_MODEL;
    o.max_joint_speed = o.max_joint_speed > 0.0 ? o.max_joint_speed : default_joint_speed;
    o.swivel_time = o.swivel_time > 0.0 ? o.swivel_time : default_swivel_time;
    *track = (swv_arm_track){ .arm = *arm, .options = o };
    track->arm.reference = SWV_SWIVEL_SMOOTH;
    set_reach(track);
    return SWV_OK;
}

// (2) for the next step: the hand, and the direction to the elbow at this swivel, a unit vector, both in the axes of the closed form.
static void remember_elbow(swv_arm_track *track, const swvi_arm_target *target, double swivel)
{
    const swvi_elbow_circle *e = &target->circle;
    double                   s, c;
    swv_sincos(swivel, &s, &c);
    track->swivel = swivel;
    track->hand = target->hand;
    track->elbow = (swv_vec3){ e->ux * c + e->vx * s, e->uy * c + e->vy * s, e->uz * c + e->vz * s };
}

swv_status swv_arm_track_set_posture(swv_arm_track *track, const double q[7])
{
    if (!track || !q)
        return SWV_NULL;
    double           swivel;
    const swv_status status = swv_arm_swivel_of(&track->arm, q, &swivel);
    if (status != SWV_OK)
        return status;
    for (int i = 0; i < 7; ++i)
        if (!swvi_track_is_inside(&track->arm.limits[i], q[i]))
            return SWV_BAD_POSTURE;
    swv_pose        hand;
    swvi_arm_target target;
    (void)swv_arm_forward(&track->arm, q, &hand, NULL);
    (void)swvi_arm_target_of(&track->arm, &hand, &target);
    for (int i = 0; i < 7; ++i)
        track->q[i] = track->posture[i] = q[i];
    track->family = swvi_track_family_of(q);
    remember_elbow(track, &target, swivel);
    track->has_posture = true;
    track->has_goal = false;
    track->is_catching_up = false;
    return SWV_OK;
}

// ---- postures ----

int swvi_track_family_of(const double q[7])
{
    return (swv_sin(q[1]) < 0.0 ? 1 : 0) + (swv_cos(q[5]) < 0.0 ? 2 : 0);
}

double swvi_track_distance(const double a[7], const double b[7])
{
    double sum = 0.0;
    for (int i = 0; i < 7; ++i)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

double swvi_track_largest_difference(const double a[7], const double b[7])
{
    double largest = 0.0;
    for (int i = 0; i < 7; ++i)
        largest = fabs(a[i] - b[i]) > largest ? fabs(a[i] - b[i]) : largest;
    return largest;
}

bool swvi_track_turn_near(const swv_arm *arm, const double previous[7], double q[7])
{
    uint32_t outside = 0;
    for (int i = 0; i < 7; ++i)
        outside |= (uint32_t)!swvi_track_turn_joint(&arm->limits[i], previous[i], &q[i]) << i;
    return !outside || (!(outside & ~(uint32_t)SWVI_POLE_JOINTS) && swvi_arm_share_on_pole(arm, q));
}

bool swvi_track_at(const swv_arm *arm, const swvi_track_target *target, int family, double swivel,
                   const double previous[7], double q[7])
{
    double sine, cosine, first[7];
    swv_sincos(swivel, &sine, &cosine);
    swvi_arm_posture(&target->arm, cosine, sine, first);
    swvi_arm_to_family(family, first, q);
    return swvi_track_turn_near(arm, previous, q);
}

int swvi_track_interval(const swv_swivels *set, double swivel)
{
    int    best = -1;
    double nearest = INFINITY;
    for (int i = 0; i < set->count; ++i) {
        const double half = 0.5 * (set->to[i] - set->from[i]);
        const double beyond = fabs(swv_angle_wrap(swivel - (set->from[i] + half))) - half;
        if (beyond < nearest) {
            nearest = beyond;
            best = i;
        }
    }
    return best;
}

swvi_track_goal swvi_track_first(const swv_arm_track *track, const swvi_track_target *target, double wish)
{
    const double    middle[7] = { 0.0 };  // of all turns, the ones nearest to 0
    swvi_track_goal goal = { .is_found = false, .swivel = wish };
    swv_swivels     sets[SWV_ARM_NATURAL_FAMILIES];
    (void)swv_arm_feasible(&track->arm, &target->hand, sets);
    double nearest = INFINITY;
    for (int family = 0; family < SWV_ARM_NATURAL_FAMILIES; ++family) {
        double swivel;
        if (swv_swivels_nearest(&sets[family], wish, &swivel) && fabs(swv_angle_wrap(swivel - wish)) < nearest) {
            nearest = fabs(swv_angle_wrap(swivel - wish));
            goal.family = family;
            goal.swivel = swivel;
            goal.is_found = true;
        }
    }
    // Beside the wrist's pole one rounding of the swivel may turn q4 and q6 by more than their limits forgive.
    const bool is_inside = swvi_track_at(&track->arm, target, goal.family, goal.swivel, middle, goal.q);
    goal.is_found = goal.is_found && is_inside;
    return goal;
}

// ---- the step ----

// (2) The last elbow's swivel on the target's circle.
static double carried_swivel(const swv_arm_track *track, const swvi_arm_target *target)
{
    const swvi_elbow_circle *e = &target->circle;
    const swv_vec3           n = swv_vec3_normalize(track->hand.position), to = { e->nx, e->ny, e->nz };
    const double             one_and_cosine = 1.0 + swv_vec3_dot(n, to);
    // 1e-12: n' = -n, but for rounding.
    const double   part = one_and_cosine > 1e-12 ? swv_vec3_dot(track->elbow, to) / one_and_cosine : 0.0;
    const swv_vec3 m = swv_vec3_sub(track->elbow, swv_vec3_scale(part, swv_vec3_add(n, to)));
    return swv_atan2(m.x * e->vx + m.y * e->vy + m.z * e->vz, m.x * e->ux + m.y * e->uy + m.z * e->uz);
}

// (1) How a hand is out of reach, and the nearest one that is not (in and out). A soft arm that yields over w, asked for w x of it, falls short by
// w x - w x/(1 + x) = (w x)^2/(w + w x): what is below the tolerance is none.
static swv_outcome bring_into_reach(const swv_arm_track *track, swv_pose *hand)
{
    const double distance = swv_vec3_length(hand->position), reach = track->arm.upper_arm + track->arm.forearm;
    const double tolerance = 1e-12 * reach;
    if (distance >= track->nearest && distance <= track->farthest) {
        const double softness = track->arm.softness, yielding = distance - (reach - softness);  // w and w x
        const bool   is_soft = softness > 0.0 && yielding > 0.0 &&
                             (yielding > softness || yielding * yielding > tolerance * (softness + yielding));
        return !is_soft ? SWV_REACHED : distance > reach + tolerance ? SWV_OUT_OF_REACH : SWV_SOFTENED;
    }
    const swv_vec3 forward = { 0.0, 1.0, 0.0 };
    const double   allowed = distance > track->farthest ? track->farthest : track->nearest;
    // At the shoulder, but for rounding, there is no direction.
    const swv_vec3 n = distance > 1e-15 * reach ? swv_vec3_normalize(hand->position) : forward;
    hand->position = swv_vec3_scale(allowed, n);
    if (fabs(distance - allowed) <= tolerance)
        return SWV_REACHED;
    return distance > allowed ? SWV_OUT_OF_REACH : SWV_TOO_NEAR;
}

// Radians, without turns.
static double clamped(const swv_arm_limits *limits, double angle)
{
    return angle < limits->lower ? limits->lower : angle > limits->upper ? limits->upper : angle;
}

// (4) The posture that misses the target least.
static swvi_track_goal nearest_miss(const swv_arm_track *track, const swvi_track_target *target)
{
    swv_arm free_wrist = track->arm;
    for (int i = 4; i < 7; ++i)
        (void)swv_arm_set_limits(&free_wrist, i, -INFINITY, INFINITY);
    swv_swivels sets[SWV_ARM_NATURAL_FAMILIES];
    (void)swv_arm_feasible(&free_wrist, &target->hand, sets);
    swvi_track_goal goal = { .family = track->family, .swivel = track->swivel };
    if (!swv_swivels_nearest(&sets[goal.family], track->swivel, &goal.swivel) &&
        swv_swivels_nearest(&sets[goal.family ^ 1], track->swivel, &goal.swivel))
        goal.family ^= 1;
    (void)swvi_track_at(&free_wrist, target, goal.family, goal.swivel, track->posture, goal.q);
    for (int i = 0; i < 7; ++i) {
        const swv_arm_limits *limits = &track->arm.limits[i];
        if (i >= 4 && track->options.method == SWV_TRACK_PAPER)
            goal.q[i] = track->posture[i];
        if (!swvi_track_is_inside(limits, goal.q[i])) {
            const double turned = track->posture[i] + swv_angle_wrap(goal.q[i] - track->posture[i]);
            goal.q[i] = clamped(limits, turned);
        }
    }
    return goal;
}

// The natural swivel; or Tolani and Badler's: "a small positive value", down and spread slightly from the trunk. Its positive
// spreads a left arm, and a leg. 0.1 rad, six degrees, is chosen.
static double first_wish(const swv_arm_track *track, const swv_pose *hand)
{
    const swv_arm *arm = &track->arm;
    double         swivel = 0.0;
    if (track->options.method != SWV_TRACK_PAPER) {
        (void)swv_arm_natural_swivel(arm, hand, &swivel);
        return swivel;
    }
    swv_arm down = *arm;
    double  q[7] = { 0.0 };
    down.reference = SWV_SWIVEL_DOWN;
    (void)swv_arm_solve_one(&down, hand, arm->is_leg ? 0.1 : -0.1, 0, q, NULL);
    (void)swv_arm_swivel_of(arm, q, &swivel);
    return swivel;
}

// (3) By the method asked for.
static swvi_track_goal goal_of(swv_arm_track *track, const swvi_track_target *target, double dt)
{
    if (!track->has_posture)
        return swvi_track_first(track, target, first_wish(track, &target->hand));
    switch (track->options.method) {
    case SWV_TRACK_PAPER:
        return swvi_track_paper(track, target);
    case SWV_TRACK_LEAST:
        return swvi_track_least(track, target);
    default:
        return swvi_track_natural(track, target, dt);
    }
}

// (5) allowed: radians a joint may move by in this step. Returns whether the posture is further.
static bool go_towards_posture(swv_arm_track *track, double allowed)
{
    const double away = swvi_track_largest_difference(track->posture, track->q);
    const bool   is_far = away > allowed;
    for (int i = 0; i < 7; ++i) {
        const double part = is_far ? (track->posture[i] - track->q[i]) * (allowed / away) : 0.0;
        track->q[i] = is_far ? track->q[i] + part : track->posture[i];
    }
    return is_far;
}

// Whether the joints' speed keeps the hand from where `posture` has it.
static bool is_held_back(const swv_arm_track *track)
{
    if (!track->is_catching_up)
        return false;
    swv_pose here, there;
    (void)swv_arm_forward(&track->arm, track->q, &here, NULL);
    (void)swv_arm_forward(&track->arm, track->posture, &there, NULL);
    return swv_vec3_length(swv_vec3_sub(here.position, there.position)) >
               1e-12 * (track->arm.upper_arm + track->arm.forearm) ||
           swv_quat_angle_between(here.rotation, there.rotation) > 1e-12;
}

swv_status swv_arm_track_step(swv_arm_track *track, const swv_pose *hand, double dt, double q[7],
                              swv_track_report *report)
{
    if (!track || !hand || !q)
        return SWV_NULL;
    swvi_track_target target = { .hand = *hand };
    if (!(track->options.max_joint_speed > 0.0))
        return SWV_BAD_MODEL;
    if (swv_pose_check(&target.hand) != SWV_OK)
        return SWV_BAD_GOAL;
    if (!swvi_is_finite(dt) || !(dt > 0.0))
        return SWV_BAD_ARGUMENT;
    const swv_pose   wanted = target.hand;
    swv_outcome      outcome = bring_into_reach(track, &target.hand);
    const swv_status status = swvi_arm_target_of(&track->arm, &target.hand, &target.arm);
    if (status != SWV_OK)
        return status;
    const bool is_first = !track->has_posture;
    if (!is_first)
        track->swivel = carried_swivel(track, &target.arm);
    const double allowed = track->options.max_joint_speed * dt;  // may overflow: then any step is allowed

    swvi_track_goal goal = goal_of(track, &target, dt);
    if (!goal.is_found) {
        const int candidates = goal.candidates;
        if (is_first) {  // so that the miss goes on from something
            track->family = goal.family;
            track->swivel = goal.swivel;
            for (int i = 0; i < 7; ++i)
                track->posture[i] = clamped(&track->arm.limits[i], goal.q[i]);
        }
        goal = nearest_miss(track, &target);
        goal.candidates = candidates;
        track->has_goal = false;
    }
    const bool is_flip = !is_first && swvi_track_largest_difference(goal.q, track->posture) > allowed;
    track->family = goal.family;
    remember_elbow(track, &target.arm, goal.swivel);
    for (int i = 0; i < 7; ++i)
        track->posture[i] = goal.q[i];
    track->is_catching_up = go_towards_posture(track, is_first ? INFINITY : allowed);
    track->time += is_first ? 0.0 : dt;
    track->has_posture = true;
    for (int i = 0; i < 7; ++i)
        q[i] = track->q[i];

    if (report) {
        const bool is_limited = !goal.is_found || is_held_back(track);
        if (is_limited && (outcome == SWV_REACHED || outcome == SWV_SOFTENED))
            outcome = SWV_LIMITED;
        swv_pose reached = wanted;
        (void)swv_arm_forward(&track->arm, q, &reached, NULL);
        *report = (swv_track_report){
            .outcome = outcome,
            .is_flipping = is_flip,
            .is_catching_up = track->is_catching_up,
            .family = track->family,
            .swivel = track->swivel,
            .position_error = swv_vec3_length(swv_vec3_sub(reached.position, wanted.position)),
            .rotation_error = swv_quat_angle_between(reached.rotation, wanted.rotation),
            .candidates = goal.candidates,
        };
    }
    return SWV_OK;
}
