// SPDX-License-Identifier: MIT
// limb.h: any arm or leg, any goal, a few steps of following.
#include "limbs.h"

static bool take_limb(stream *s, swv_limb *limb)
{
    const swv_side side = take_bool(s) ? SWV_LEFT : SWV_RIGHT;
    CHECK((take_bool(s) ? swv_limb_make(SWV_LIMB_LEG, side, limb) : swv_limb_make(SWV_LIMB_ARM, side, limb)) == SWV_OK);
    if (take_below(s, 4) == 0) {
        const swv_limb   before = *limb;
        const swv_status status = swv_limb_set_lengths(limb, take_number(s, 0.01, 1.0), take_number(s, 0.01, 1.0));
        CHECK(status == SWV_OK || status == SWV_BAD_ARGUMENT || status == SWV_NOT_FINITE);
        CHECK(status == SWV_OK || memcmp(&before, limb, sizeof before) == 0);
    }
    swv_limb_limits limits = limb->limits;
    if (take_below(s, 8) == 0)
        CHECK(swv_limb_no_limits(&limits) == SWV_OK);
    if (take_below(s, 3) == 0)
        take_limits(s, &limits);
    const swv_status status = swv_limb_set_limits(limb, &limits);
    CHECK(status == SWV_OK || status == SWV_BAD_LIMITS || status == SWV_NOT_FINITE || status == SWV_BAD_COUNT);
    if (take_below(s, 4) == 0)
        limb->softness = take_number(s, 0.0, 0.5 * size_of(limb));
    return status == SWV_OK;
}

// Limits of our own making may leave nothing: then they are broken, and the report says so.
static void check_solution(const swv_limb *limb, const swv_limb_goal *goal, swv_limb_compromise compromise,
                           const swv_limb_posture *p, const swv_limb_report *r, bool may_be_under_way)
{
    const double   tolerance = tolerance_of(limb);
    const swv_vec3 wrist = check_posture(limb, p);
    CHECK(isfinite(r->excess) && isfinite(r->swivel) && isfinite(r->wished) && isfinite(r->rotation_error));
    CHECK(r->broken < 1u << SWV_LIMB_LIMITS);
    const double miss = apart(wrist, goal->end.position);
    check_distance(r->position_error, miss, 1e-14 * (size_of(limb) + miss) + tolerance);
    if (!goal->is_position_only)
        check_angle(r->rotation_error, angle_between(turn_of(p->end), turn_of(goal->end.rotation)));
    if (r->outcome == SWV_REACHED) {
        CHECK(r->broken == 0 && r->position_error <= tolerance && r->rotation_error <= 1e-9);
        CHECK_NEAR(r->excess, 0.0, 0.0);
    }
    if (r->broken == 0)
        check_inside(limb, p);
    else
        CHECK(r->excess > 0.0 && r->outcome != SWV_REACHED);
    if (compromise == SWV_KEEP_LIMITS && !may_be_under_way && has_human_limits(limb))
        CHECK(r->broken == 0);
    double angles[SWV_LIMB_ANGLES], swivel;
    CHECK(swv_limb_angles(limb, p, angles) == SWV_OK && all_finite(angles, SWV_LIMB_ANGLES));
    CHECK(swv_limb_swivel_of(limb, p, &swivel) == SWV_OK && isfinite(swivel));
}

// Every interval of feasible swivels is what it says: its middle keeps all limits and the hand.
static void check_feasible(const swv_limb *limb, const swv_pose *end)
{
    swv_swivels set;
    PAINT(set);
    const swv_status status = swv_limb_feasible(limb, end, &set);
    if (status != SWV_OK) {
        CHECK(status == SWV_BAD_GOAL || status == SWV_BAD_MODEL);
        CHECK_UNTOUCHED(set);
        return;
    }
    CHECK(set.count >= 0 && set.count <= SWV_MAX_SWIVEL_INTERVALS);
    for (int i = 0; i < set.count; ++i) {
        CHECK(set.from[i] >= -SWV_PI && set.from[i] < SWV_PI && set.to[i] >= set.from[i] &&
              set.to[i] <= set.from[i] + 2 * SWV_PI);
        CHECK(i == 0 || set.from[i] > set.to[i - 1]);
        swv_limb_posture posture;
        swv_limb_report  report;
        CHECK(swv_limb_posture_at(limb, end, 0.5 * (set.from[i] + set.to[i]), &posture, &report) == SWV_OK);
        // A wrist off by 1e-12 of the reach bends a straight elbow by the root of 8e-12.
        CHECK(report.excess <= (sin(posture.flexion) < 1e-3 ? 3e-6 : 1e-7));
        check_posture(limb, &posture);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stream                s = stream_of(data, size);
    swv_limb              limb;
    swv_limb_posture      posture, previous;
    swv_limb_report       report;
    swv_limb_track        track;
    swv_limb_track_report step;
    if (!take_limb(&s, &limb))
        return 0;
    const swv_limb_compromise compromise = take_compromise(&s);
    double                    angles[SWV_LIMB_ANGLES];
    for (int i = 0; i < SWV_LIMB_ANGLES; ++i)
        angles[i] = take_number(&s, -1.0, 2.5);
    const bool has_previous = swv_limb_posture_from_angles(&limb, angles, &previous) == SWV_OK && take_bool(&s);
    if (has_previous)
        check_posture(&limb, &previous);

    swv_limb_goal goal = take_goal(&s, &limb);
    PAINT(posture);
    PAINT(report);
    const swv_status status =
        swv_limb_solve(&limb, &goal, has_previous ? &previous : NULL, compromise, &posture, &report);
    if (status == SWV_OK) {
        check_solution(&limb, &goal, compromise, &posture, &report, false);
    } else {
        CHECK(status == SWV_BAD_MODEL || status == SWV_BAD_GOAL || status == SWV_BAD_POSTURE ||
              status == SWV_BAD_ARGUMENT);
        CHECK_UNTOUCHED(posture);
        CHECK_UNTOUCHED(report);
    }
    check_feasible(&limb, &goal.end);

    const swv_limb_track_options following = { .swivel_time = take_below(&s, 3) ? 0.0 : take_number(&s, -1.0, 1.0),
                                               .max_bone_speed = take_below(&s, 3) ? 0.0 : take_number(&s, 0.0, 20.0),
                                               .max_swivel_speed = take_below(&s, 3) ? 0.0 : take_number(&s, 0.0, 20.0),
                                               .compromise = compromise };
    if (swv_limb_track_start(&limb, &following, &track) != SWV_OK)
        return 0;
    if (has_previous)
        CHECK(swv_limb_track_set_posture(&track, &previous) == SWV_OK);
    for (int i = 0; i < 2; ++i) {
        const swv_limb_track before = track;
        PAINT(posture);
        PAINT(step);
        const double     dt = take_below(&s, 8) ? 1.0 / 60.0 : take_number(&s, 0.0, 1.0);
        const swv_status moved = swv_limb_track_step(&track, &goal, dt, &posture, &step);
        if (moved == SWV_OK) {
            check_solution(&limb, &goal, compromise, &posture, &step.limb, following.max_bone_speed > 0.0);
            CHECK(isfinite(step.swivel_speed));
        } else {
            CHECK(moved == SWV_BAD_GOAL || moved == SWV_BAD_ARGUMENT || moved == SWV_BAD_MODEL);
            CHECK_UNTOUCHED(posture);
            CHECK(memcmp(&before, &track, sizeof track) == 0);
        }
        const swv_vec3 moves = take_vec3(&s, 0.1 * size_of(&limb));
        goal.end.position = swv_vec3_add(goal.end.position, moves);
    }
    return 0;
}
