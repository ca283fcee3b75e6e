// SPDX-License-Identifier: MIT
// arm.h and track.h: Tolani and Badler's arm and leg, every way to ask for a posture, a few steps of each tracker.
#include "fuzz.h"

static double size_of(const swv_arm *arm)
{
    return arm->upper_arm + arm->forearm;
}

static double tolerance_of(const swv_arm *arm)
{
    const double ratio = fmax(arm->upper_arm, arm->forearm) / fmin(arm->upper_arm, arm->forearm);
    return size_of(arm) * fmax(1e-12, 1e-14 * ratio);
}

// The hand by the product in arm.h, and the leg's own axes: those in which (0, pi/2, 0, 0, 0, 0, 0) stands.
static turn forward(const swv_arm *arm, const double q[7], swv_vec3 *wrist)
{
    const turn shoulder = turn_by(turn_by(turn_about(2, q[0]), turn_about(0, q[1])), turn_about(2, q[2]));
    const turn forearm = turn_by(shoulder, turn_about(1, q[3]));
    const turn hand = turn_by(turn_by(turn_by(forearm, turn_about(1, q[4])), turn_about(0, q[5])), turn_about(2, q[6]));
    const swv_vec3 elbow = turned(shoulder, (swv_vec3){ 0.0, 0.0, arm->upper_arm });
    const swv_vec3 rest = turned(forearm, (swv_vec3){ 0.0, 0.0, arm->forearm });
    *wrist = (swv_vec3){ elbow.x + rest.x, elbow.y + rest.y, elbow.z + rest.z };
    return hand;
}

static bool take_arm(stream *s, swv_arm *arm)
{
    const int kind = take_below(s, 4);
    if (kind == 0)
        swv_arm_make_human(arm);
    else if (kind == 1)
        swv_arm_make_human_leg(arm);
    else {
        const double     a = take_number(s, 0.01, 1.0), b = take_number(s, 0.01, 1.0);
        const swv_status status = kind == 2 ? swv_arm_make(a, b, arm) : swv_arm_make_leg(a, b, arm);
        CHECK(status == SWV_OK || status == SWV_BAD_ARGUMENT || status == SWV_NOT_FINITE);
        if (status != SWV_OK)
            return false;
    }
    for (int changes = take_below(s, 4); changes > 0; --changes) {
        const int        joint = take_below(s, 8);
        const double     lower = take_number(s, -4.0, 4.0), upper = take_number(s, -4.0, 4.0);
        const swv_status status = swv_arm_set_limits(arm, joint, fmin(lower, upper), fmax(lower, upper));
        CHECK(status == SWV_OK || status == SWV_BAD_COUNT || status == SWV_BAD_LIMITS);
    }
    arm->side = take_bool(s) ? SWV_LEFT : SWV_RIGHT;
    arm->reference = (swv_swivel_reference)take_below(s, 2);
    arm->compromise = (swv_arm_compromise)take_below(s, s->is_wild ? 4 : 3);
    if (take_below(s, 4) == 0)
        arm->softness = take_number(s, 0.0, 0.5 * size_of(arm));
    return true;
}

static uint32_t outside_of(const swv_arm *arm, const double q[7], double slack)
{
    uint32_t outside = 0;
    for (int i = 0; i < 7; ++i)
        if (q[i] < arm->limits[i].lower - slack || q[i] > arm->limits[i].upper + slack)
            outside |= 1u << i;
    return outside;
}

// What a swivel's rounding makes of an angle: beside a pole, that over the distance from it.
static double slack_of(const double q[7])
{
    return 1e-7 + 1e-15 / fmin(fabs(sin(q[1])), fabs(cos(q[5])));
}

// The chain's forward kinematics for either side, and our own for a right arm.
static void check_forward(const swv_arm *arm, const double q[7], const swv_pose *hand, double position_error,
                          double rotation_error, bool has_rotation)
{
    swv_pose  found, tip;
    swv_chain chain;
    CHECK(swv_arm_forward(arm, q, &found, NULL) == SWV_OK);
    CHECK(swv_arm_chain(arm, &chain) == SWV_OK && swv_chain_tip(&chain, q, &tip) == SWV_OK);
    CHECK_NEAR(apart(found.position, tip.position), 0.0, tolerance_of(arm));
    CHECK_NEAR(angle_between(turn_of(found.rotation), turn_of(tip.rotation)), 0.0, 1e-11);
    if (!arm->is_leg && arm->side == SWV_RIGHT) {
        swv_vec3   wrist;
        const turn own = forward(arm, q, &wrist);
        CHECK_NEAR(apart(found.position, wrist), 0.0, tolerance_of(arm));
        CHECK_NEAR(angle_between(turn_of(found.rotation), own), 0.0, 1e-11);
    }
    const double miss = apart(tip.position, hand->position);
    check_distance(position_error, miss, 2.0 * tolerance_of(arm) + 1e-14 * miss);
    if (has_rotation)
        check_angle(rotation_error, angle_between(turn_of(tip.rotation), turn_of(hand->rotation)));
}

static void check_report(const swv_arm *arm, const double q[7], const swv_pose *hand, const swv_arm_report *r,
                         bool has_rotation)
{
    CHECK(all_finite(q, 7) && isfinite(r->rotation_error));
    if (length_of(hand->position) > 1e300) {  // its distance may be no number: infinite, never a NaN
        CHECK(r->position_error > 1e299);
        return;
    }
    CHECK(isfinite(r->position_error));
    check_forward(arm, q, hand, r->position_error, r->rotation_error, has_rotation);
    CHECK((outside_of(arm, q, 3e-9) & ~r->outside) == 0);  // nothing is outside that it does not say
    CHECK((r->outside & ~outside_of(arm, q, 0.0)) == 0);   // and nothing it says is inside
    if (r->outcome == SWV_REACHED)
        CHECK(r->outside == 0 && r->position_error <= tolerance_of(arm) && r->rotation_error <= 1e-9);
}

static void follow(stream *s, const swv_arm *arm, swv_pose hand)
{
    const swv_track_options options = { (swv_track_method)take_below(s, s->is_wild ? 4 : 3),
                                        take_below(s, 2) ? 0.0 : take_number(s, 0.0, 50.0),
                                        take_below(s, 2) ? 0.0 : take_number(s, 0.0, 1.0) };
    swv_arm_track track;
    const swv_status        started = swv_arm_track_start(arm, &options, &track);
    if (started != SWV_OK) {
        CHECK(started == SWV_BAD_MODEL || started == SWV_BAD_OPTIONS || started == SWV_BAD_ARGUMENT ||
              started == SWV_NOT_FINITE);
        return;
    }
    double before[7] = { 0 };
    for (int i = 0; i < 4; ++i) {
        double           q[7];
        swv_track_report report;
        const double     dt = take_below(s, 8) ? 1.0 / 60.0 : take_number(s, 0.0, 1.0);
        const swv_status status = swv_arm_track_step(&track, &hand, dt, q, &report);
        if (status == SWV_OK) {
            CHECK(all_finite(q, 7));
            CHECK(outside_of(arm, q, 3e-9) == 0);
            check_forward(arm, q, &hand, report.position_error, report.rotation_error, true);
            if (report.outcome == SWV_REACHED)
                CHECK(report.position_error <= tolerance_of(arm) && report.rotation_error <= 1e-9);
            for (int k = 0; k < 7 && i > 0; ++k)
                CHECK(fabs(q[k] - before[k]) <= track.options.max_joint_speed * dt * (1 + 1e-9) + 1e-9);
            memcpy(before, q, sizeof before);
        } else {
            CHECK(status == SWV_BAD_GOAL || status == SWV_BAD_ARGUMENT || status == SWV_NOT_FINITE ||
                  status == SWV_BAD_MODEL);
            return;
        }
        hand.position = swv_vec3_add(hand.position, take_vec3(s, 0.05 * size_of(arm)));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stream         s = stream_of(data, size);
    swv_arm        arm;
    swv_arm_report report, reports[SWV_ARM_FAMILIES];
    double         q[7], all[SWV_ARM_FAMILIES][7], previous[7];
    if (!take_arm(&s, &arm))
        return 0;
    const swv_pose hand = take_pose(&s, 1.2 * size_of(&arm));
    const double   wish = take_number(&s, -4.0, 4.0);
    for (int i = 0; i < 7; ++i)
        previous[i] = take_number(&s, -3.0, 3.0);
    const double *was = take_bool(&s) ? previous : NULL;
    swv_status    status;
    PAINT(q);
    switch (take_below(&s, 10)) {
    case 0:
        status = swv_arm_solve(&arm, &hand, wish, all, reports);
        for (int i = 0; i < SWV_ARM_FAMILIES && status == SWV_OK; ++i)
            check_report(&arm, all[i], &hand, &reports[i], true);
        break;
    case 1:
        status = swv_arm_reach(&arm, hand.position, wish, was, q, &report);
        if (status == SWV_OK)
            check_report(&arm, q, &hand, &report, false);
        break;
    case 2:
        status = swv_arm_closest(&arm, &hand, wish, was, q, &report);
        if (status == SWV_OK) {
            check_report(&arm, q, &hand, &report, true);
            CHECK(report.outside == 0);
        }
        break;
    case 3: {
        const int joint = take_below(&s, 7);
        int       count = 0;
        status = swv_arm_solve_held(&arm, &hand, joint, wish, all, NULL, &count);
        CHECK(status != SWV_OK || (count >= 0 && count <= SWV_ARM_FAMILIES));
        for (int i = 0; i < count && status == SWV_OK; ++i) {
            swv_pose reached;
            CHECK(swv_arm_forward(&arm, all[i], &reached, NULL) == SWV_OK);
            const bool is_soft = arm.softness > 0.0 && length_of(hand.position) > size_of(&arm) - arm.softness;
            CHECK(is_soft ||
                  apart(reached.position, hand.position) <= 10 * tolerance_of(&arm));  // soft: it stays short
            // Where it only touches its value: to a root of rounding; beside a pole: to rounding over the distance from it.
            // An angle of 1e5 and more has too few digits to ask.
            CHECK(fabs(wish) > 1e5 || fabs(remainder(all[i][joint] - wish, 2 * SWV_PI)) <= slack_of(all[i]));
        }
        break;
    }
    case 4: {
        swv_swivels sets[SWV_ARM_NATURAL_FAMILIES];
        status = swv_arm_feasible(&arm, &hand, sets);
        for (int f = 0; f < SWV_ARM_NATURAL_FAMILIES && status == SWV_OK; ++f)
            for (int i = 0; i < sets[f].count; ++i) {
                CHECK(sets[f].to[i] >= sets[f].from[i] && (i == 0 || sets[f].from[i] > sets[f].to[i - 1]));
                CHECK(swv_arm_solve_one(&arm, &hand, 0.5 * (sets[f].from[i] + sets[f].to[i]), f, q, &report) == SWV_OK);
                CHECK(outside_of(&arm, q, slack_of(q)) == 0);
            }
        break;
    }
    case 5: {
        swv_arm_room room;
        status = swv_arm_roomiest(&arm, &hand, &room);
        if (status == SWV_OK && room.family >= 0) {
            CHECK(swv_arm_solve_one(&arm, &hand, room.swivel, room.family, q, &report) == SWV_OK);
            CHECK(outside_of(&arm, q, slack_of(q)) == 0);
        }
        break;
    }
    case 6: {
        const swv_vec3 point = take_vec3(&s, 2.0);
        status = swv_arm_aim_hand(&arm, hand.position, point, wish, was, q, &report);
        if (status == SWV_OK)
            check_report(&arm, q, &hand, &report, false);
        break;
    }
    case 7:
        status = swv_arm_aim_forearm(&arm, hand.position, previous, q, &report);
        CHECK(status != SWV_OK || (all_finite(q, 7) && isfinite(report.rotation_error)));
        break;
    case 8:
        follow(&s, &arm, hand);
        return 0;
    default:
        status = swv_arm_best(&arm, &hand, wish, was, q, &report);
        if (status == SWV_OK) {
            check_report(&arm, q, &hand, &report, true);
            CHECK(arm.compromise != SWV_ARM_GIVE_UP_HAND || report.outside == 0);
        } else {
            CHECK_UNTOUCHED(q);
        }
        break;
    }
    CHECK(status == SWV_OK || status == SWV_BAD_GOAL || status == SWV_BAD_MODEL || status == SWV_BAD_POSTURE ||
          status == SWV_NOT_FINITE || status == SWV_BAD_ARGUMENT || status == SWV_BAD_COUNT);
    return 0;
}
