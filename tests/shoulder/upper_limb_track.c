// SPDX-License-Identifier: MIT
// Following a hand with the whole upper limb: exact, continuous, with hysteresis that never jumps. Lengths are metres, angles and swivels radians;
// places are in the trunk's axes, from the sternoclavicular joint (shoulder.h).
#include "check.h"

#include <math.h>
#include <string.h>

#include "swivel/shoulder.h"

static double distance(swv_vec3 a, swv_vec3 b)
{
    return swv_vec3_length(swv_vec3_sub(a, b));
}

// An arm is raised and lowered in front of the body, the fingers in line with it, the palm to the left.
static swv_pose raised_hand(double elevation)
{
    const double   y = sin(elevation), z = -cos(elevation);
    const swv_mat3 axes = { { { -1, 0, 0 }, { 0, -z, y }, { 0, y, z } } };
    return (swv_pose){ { 0.17, -0.03 + 0.52 * y, -0.02 + 0.52 * z }, swv_quat_from_mat3(axes) };
}

static swv_upper_limb_goal goal_of(swv_pose hand)
{
    return (swv_upper_limb_goal){ .arm = { .end = hand } };
}

// Up and down again: the scapula comes back lower than it went up, at no step faster than the arm moves, and is where it
// was in the end.
static void raising_and_lowering_differ_without_a_jump(void **state)
{
    (void)state;
    assert_near(swv_upper_limb_raising_after(-1.0, 0.2, 0.2 + SWV_RAISING_TURN), 1.0, 1e-12);
    assert_near(swv_upper_limb_raising_after(0.5, 1.0, 0.9), 0.5 - 0.2 / SWV_RAISING_TURN, 1e-12);
    assert_near(swv_upper_limb_raising_after(0.5, 0.0, 3.0), 1.0, 0.0);
    swv_upper_limb         limb;
    swv_upper_limb_track   track;
    swv_upper_limb_posture p;
    swv_limb_track_report  r;
    double                 up[101], last[SWV_GIRDLE_ANGLES], widest = 0.0;
    swv_upper_limb_make(SWV_RIGHT, &limb);
    limb.girdle.yield = 0.0;
    swv_limb_limits none;
    assert_int_equal(swv_limb_no_limits(&none), SWV_OK);
    assert_int_equal(swv_limb_set_limits(&limb.arm, &none), SWV_OK);
    assert_int_equal(swv_upper_limb_track_start(&limb, NULL, &track), SWV_OK);
    for (int i = 0; i <= 400; ++i) {
        const int                 lap = i % 200, step = lap <= 100 ? lap : 200 - lap;
        const swv_pose            hand = raised_hand(0.5 + 0.015 * step);
        const swv_upper_limb_goal goal = goal_of(hand);
        assert_int_equal(swv_upper_limb_track_step(&track, &goal, 1.0 / 60.0, &p, &r), SWV_OK);
        assert_true(track.iterations >= 1 && track.iterations <= 12);  // as shoulder.h says of the solve
        for (int k = 0; k < SWV_GIRDLE_ANGLES && i > 0; ++k)
            assert_true(fabs(p.girdle[k] - last[k]) < 0.05);
        memcpy(last, p.girdle, sizeof last);
        assert_int_equal(r.limb.outcome, SWV_REACHED);
        assert_true(distance(p.wrist, hand.position) < 1e-11);
        if (i >= 200 && lap <= 100)
            up[step] = p.girdle[SWV_SCAPULA_ELEVATION];
        if (i > 300)
            widest = fmax(widest, up[step] - p.girdle[SWV_SCAPULA_ELEVATION]);
        assert_true(track.raising >= -1.0 && track.raising <= 1.0);
    }
    assert_near(last[SWV_SCAPULA_ELEVATION], up[0], 0.02);
    printf("%g degrees between raising and lowering\n", widest * 180.0 / SWV_PI);
    assert_true(widest > 1.0 * SWV_PI / 180.0 && widest < 5.0 * SWV_PI / 180.0);
}

// However small the steps, the way back is the same: hysteresis follows the way, not the clock.
static void hysteresis_does_not_depend_on_the_frame_rate(void **state)
{
    (void)state;
    double ended[2];
    for (int fine = 0; fine < 2; ++fine) {
        swv_upper_limb         limb;
        swv_upper_limb_track   track;
        swv_upper_limb_posture p;
        const int              steps = fine ? 4000 : 400;
        swv_upper_limb_make(SWV_RIGHT, &limb);
        assert_int_equal(swv_upper_limb_track_start(&limb, NULL, &track), SWV_OK);
        for (int i = 0; i <= steps; ++i) {
            const double              s = 2.0 * i / steps, part = s < 1.0 ? s : 1.0 - 0.5 * (s - 1.0);
            const swv_upper_limb_goal goal = goal_of(raised_hand(0.6 + 1.2 * part));
            assert_int_equal(swv_upper_limb_track_step(&track, &goal, 4.0 / steps, &p, NULL), SWV_OK);
        }
        ended[fine] = p.girdle[SWV_SCAPULA_ELEVATION];
        assert_near(track.raising, -1.0, 1e-12);
    }
    assert_near(ended[0], ended[1], 2e-3);
}

// Smooth paths of hands anywhere in front, turned anyhow. The outcome is true of the posture: REACHED is exact, inside the
// limits; and what is not reached no solve reaches either.
static void random_paths_are_exact_where_a_posture_is_inside_the_limits(void **state)
{
    (void)state;
    uint64_t seed = 5;
    int      exact = 0, steps = 0, lost = 0, looked = 0, forced = 0;
    double   fastest = 0.0;
    for (int path = 0; path < CASES(100); ++path) {
        swv_upper_limb         limb;
        swv_upper_limb_track   track;
        swv_upper_limb_posture p, last = { .swivel = 0.0 };
        swv_limb_track_report  r;
        double                 c[6][3];
        const double           dt = 1.0 / 60.0;
        assert_int_equal(swv_upper_limb_make(path % 2 ? SWV_LEFT : SWV_RIGHT, &limb), SWV_OK);
        assert_int_equal(swv_upper_limb_track_start(&limb, NULL, &track), SWV_OK);
        for (int k = 0; k < 6; ++k)
            for (int j = 0; j < 3; ++j)
                c[k][j] = random_between(&seed, -1, 1);
        for (int i = 0; i < 300; ++i, ++steps) {
            const double s = i / 60.0;
            double       v[6];
            for (int k = 0; k < 6; ++k)
                v[k] = c[k][0] * sin(s + 3 * c[k][1]) + 0.4 * c[k][2] * sin(2.3 * s);
            const swv_pose hand = { { (path % 2 ? -1 : 1) * (0.3 + 0.2 * v[0]), 0.3 + 0.2 * v[1], 0.3 * v[2] - 0.05 },
                                    swv_quat_from_rotation_vector(
                                        (swv_vec3){ -1.8 + 0.5 * v[3], 0.5 * v[4], 0.7 * v[5] }) };
            const swv_upper_limb_goal goal = goal_of(hand);
            assert_int_equal(swv_upper_limb_track_step(&track, &goal, dt, &p, &r), SWV_OK);
            const swv_limb_report *arm = &r.limb;
            uint32_t               broken;
            assert_near(arm->position_error, distance(p.wrist, hand.position), 1e-12);
            assert_near(arm->rotation_error, swv_quat_angle_between(p.arm.end, hand.rotation), 1e-12);
            assert_int_equal(swv_limb_check(&limb.arm, &p.arm, &broken, NULL), SWV_OK);
            assert_true(broken == 0 || p.arm.flexion < 1e-3 || arm->outcome != SWV_REACHED);
            const bool is_reached = arm->outcome == SWV_REACHED;
            if (is_reached)
                assert_true(arm->position_error < 1e-11 && arm->rotation_error <= 1e-12);
            else if (looked++ % 16 == 0) {
                swv_upper_limb_goal    again = goal;
                swv_upper_limb_posture other;
                swv_upper_limb_report  report;
                again.raising = track.raising;
                assert_int_equal(swv_upper_limb_solve(&limb, &again, NULL, NULL, &other, &report), SWV_OK);
                lost += report.outcome == SWV_REACHED;
            }
            exact += is_reached;
            forced += r.was_forced;
            if (i > 0 && is_reached && !r.was_forced)
                fastest = fmax(fastest, distance(p.elbow, last.elbow) / dt);
            assert_near(distance(p.gh, p.elbow), limb.arm.upper, 1e-12);
            assert_near(distance(p.ac, p.gh), swv_vec3_length(limb.girdle.scapula), 1e-12);
            last = p;
        }
    }
    printf("%d of %d steps exact, %d forced; elbow at most %.2f m/s; of %d others looked at %d could be\n", exact,
           steps, forced, fastest, (looked + 15) / 16, lost);
    assert_int_equal(lost, 0);
    // 27,805 of 30,000; a few paths alone have fewer.
    assert_true(exact > (steps == 30000 ? 0.92 : 0.5) * steps);
}

// A bone that may turn only so fast, the girdle too.
static void speeds_are_kept(void **state)
{
    (void)state;
    const swv_limb_track_options options = { .max_bone_speed = 2.0 };
    swv_upper_limb               limb;
    swv_upper_limb_track         track;
    swv_upper_limb_posture       p, last = { .swivel = 0.0 };
    assert_int_equal(swv_upper_limb_make(SWV_RIGHT, &limb), SWV_OK);
    assert_int_equal(swv_upper_limb_track_start(&limb, &options, &track), SWV_OK);
    for (int i = 0; i < 120; ++i) {
        const swv_upper_limb_goal goal = goal_of(raised_hand(i < 10 ? 0.6 : 1.6));
        swv_limb_track_report     r;
        assert_int_equal(swv_upper_limb_track_step(&track, &goal, 0.01, &p, &r), SWV_OK);
        for (int k = 0; k < SWV_GIRDLE_ANGLES && i > 0; ++k)
            assert_true(fabs(p.girdle[k] - last.girdle[k]) <= 0.02 + 1e-12);
        if (i > 0)
            assert_true(swv_quat_angle_between(p.arm.upper, last.arm.upper) <= 0.02 + 1e-9);
        if (i == 20)
            assert_int_not_equal(r.limb.outcome, SWV_REACHED);
        if (i == 119)
            assert_int_equal(r.limb.outcome, SWV_REACHED);
        last = p;
    }
}

// The forearm turned by hand, the wrist straight, step by step.
static void pronation_is_followed(void **state)
{
    (void)state;
    swv_upper_limb         limb;
    swv_upper_limb_track   track;
    swv_upper_limb_posture p;
    assert_int_equal(swv_upper_limb_make(SWV_RIGHT, &limb), SWV_OK);
    assert_int_equal(swv_upper_limb_track_start(&limb, NULL, &track), SWV_OK);
    for (int i = 0; i < 50; ++i) {
        swv_upper_limb_goal   goal = goal_of(raised_hand(1.0));
        swv_limb_track_report r;
        goal.arm.is_position_only = true;
        goal.has_pronation = true;
        goal.pronation = -0.5 + 0.02 * i;
        assert_int_equal(swv_upper_limb_track_step(&track, &goal, 0.02, &p, &r), SWV_OK);
        assert_int_equal(r.limb.outcome, SWV_REACHED);
        assert_near(p.pronation, goal.pronation, 1e-12);
    }
}

static void bad_arguments_leave_everything_untouched(void **state)
{
    (void)state;
    swv_upper_limb         limb;
    swv_upper_limb_track   track, before;
    swv_upper_limb_posture p;
    swv_upper_limb_goal    goal = goal_of(raised_hand(1.0));
    swv_upper_limb_make(SWV_RIGHT, &limb);
    assert_int_equal(swv_upper_limb_track_start(&limb, NULL, &track), SWV_OK);
    before = track;
    assert_int_equal(swv_upper_limb_track_step(&track, &goal, 0.0, &p, NULL), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_upper_limb_track_step(&track, &goal, NAN, &p, NULL), SWV_BAD_ARGUMENT);
    goal.arm.end.position.x = INFINITY;
    assert_int_equal(swv_upper_limb_track_step(&track, &goal, 0.1, &p, NULL), SWV_BAD_GOAL);
    assert_memory_equal(&track, &before, sizeof track);
    limb.girdle.clavicle = NAN;
    assert_int_equal(swv_upper_limb_track_start(&limb, NULL, &track), SWV_BAD_MODEL);
    assert_memory_equal(&track, &before, sizeof track);
}

static double apart(swv_vec3 a, swv_vec3 b)
{
    return swv_vec3_length(swv_vec3_sub(a, b));
}

// From a posture with the elbow pulled aside the next step goes on; a track that starts has the natural one at once.
static void a_posture_that_was_set_is_gone_on_from(void **state)
{
    (void)state;
    swv_upper_limb         limb;
    swv_upper_limb_track   track, fresh;
    swv_upper_limb_posture natural, aside, next;
    swv_limb_posture       bones;
    swv_upper_limb_make(SWV_RIGHT, &limb);
    assert_int_equal(swv_upper_limb_track_start(&limb, NULL, &fresh), SWV_OK);
    swv_upper_limb_goal goal = goal_of(raised_hand(1.0));
    goal.arm.is_position_only = true;
    assert_int_equal(swv_upper_limb_track_step(&fresh, &goal, 1.0 / 60, &natural, NULL), SWV_OK);
    // The same wrist, seen from the same shoulder, with the elbow 0.3 rad further round.
    const swv_quat turn = swv_quat_from_axis_angle(swv_vec3_normalize(swv_vec3_sub(natural.wrist, natural.gh)), 0.3);
    bones = natural.arm;
    bones.upper = swv_quat_mul(turn, bones.upper);
    bones.lower = swv_quat_mul(turn, bones.lower);
    bones.end = swv_quat_mul(turn, bones.end);
    assert_int_equal(swv_upper_limb_forward(&limb, natural.girdle, &bones, &aside), SWV_OK);
    assert_true(apart(aside.wrist, natural.wrist) < 1e-12 && apart(aside.elbow, natural.elbow) > 0.02);

    assert_int_equal(swv_upper_limb_track_start(&limb, NULL, &track), SWV_OK);
    assert_int_equal(swv_upper_limb_track_set_posture(&track, &aside), SWV_OK);
    assert_memory_equal(&track.posture, &aside, sizeof aside);
    goal.arm.end.position = aside.wrist;
    assert_int_equal(swv_upper_limb_track_step(&track, &goal, 1.0 / 60, &next, NULL), SWV_OK);
    assert_true(apart(next.wrist, aside.wrist) < 1e-9);
    assert_true(apart(next.elbow, aside.elbow) < 0.3 * apart(aside.elbow, natural.elbow));

    const swv_upper_limb_track before = track;
    aside.girdle[0] = NAN;
    assert_int_equal(swv_upper_limb_track_set_posture(&track, &aside), SWV_BAD_POSTURE);
    assert_memory_equal(&track, &before, sizeof track);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(raising_and_lowering_differ_without_a_jump),
        cmocka_unit_test(hysteresis_does_not_depend_on_the_frame_rate),
        cmocka_unit_test(random_paths_are_exact_where_a_posture_is_inside_the_limits),
        cmocka_unit_test(speeds_are_kept),
        cmocka_unit_test(pronation_is_followed),
        cmocka_unit_test(a_posture_that_was_set_is_gone_on_from),
        cmocka_unit_test(bad_arguments_leave_everything_untouched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
