// SPDX-License-Identifier: MIT
// One posture: what is given up where the wish breaks a limit, aiming, and the swivel furthest from all limits.
//
// As in arm.h: postures q are seven angles, radians; hands are poses, elbows, wrists and points places in the shoulder's axes (a leg's: the hip's),
// metres; swivels and wishes are radians, drawn from about a turn. 1e-12 to 1e-14 m or rad: rounding, with room (found: 3e-15 at most). Shares that
// are asserted are chosen so that the test sees enough of each kind.
#include "check.h"

#include <math.h>
#include <string.h>

#include "swivel_papers/arm.h"
#include "swivel_papers/chain.h"

// Any, each angle inside its limits.
static void posture_inside(uint64_t *seed, const swv_arm *arm, double q[7])
{
    for (int i = 0; i < 7; ++i)
        q[i] = random_between(seed, arm->limits[i].lower, arm->limits[i].upper);
}

// An arm of the model arm7, or (one in three) the leg of leg7; any side and reference.
static swv_arm human_limb(uint64_t *seed)
{
    swv_arm arm;
    if (random_below(seed, 3))
        swv_arm_make_human(&arm);
    else
        swv_arm_make_human_leg(&arm);
    arm.side = random_below(seed, 2) ? SWV_LEFT : SWV_RIGHT;
    arm.reference = random_below(seed, 2) ? SWV_SWIVEL_SMOOTH : SWV_SWIVEL_DOWN;
    return arm;
}

static void assert_inside(const swv_arm *arm, const double q[7])
{
    for (int i = 0; i < 7; ++i) {
        assert_true(q[i] >= arm->limits[i].lower - SWV_LIMIT_TOLERANCE);
        assert_true(q[i] <= arm->limits[i].upper + SWV_LIMIT_TOLERANCE);
    }
}

static double distance_between(swv_vec3 a, swv_vec3 b)
{
    return swv_vec3_length(swv_vec3_sub(a, b));
}

static double angle_between(swv_vec3 a, swv_vec3 b)
{
    return atan2(swv_vec3_length(swv_vec3_cross(a, b)), swv_vec3_dot(a, b));
}

// The hand's frame, and the elbow's place (out), by the chain's forward kinematics.
static swv_pose tip_of(const swv_arm *arm, const double q[7], swv_vec3 *elbow)
{
    swv_chain chain;
    swv_pose  frames[7], tip;
    assert_int_equal(swv_arm_chain(arm, &chain), SWV_OK);
    assert_int_equal(swv_chain_frames(&chain, q, frames, &tip), SWV_OK);
    *elbow = frames[3].position;
    return tip;
}

// ---- compromises ----

// With a feasible hand and a wish outside: all limits hold, and a joint that the wish breaks is on its limit, to twice SWV_LIMIT_TOLERANCE. So that
// this is tried, a quarter of the wishes must break one. The share seen is printed; nine of ten are asked for.
static void held_joint_is_on_the_limit_it_broke(void **state)
{
    (void)state;
    uint64_t seed = 81;
    int      moved = 0, held = 0;
    for (int n = 0; n < CASES(200000); ++n) {
        swv_arm        arm = human_limb(&seed);
        double         q[7], wished[7], best[7];
        swv_pose       hand, found;
        swv_arm_report report, at_wish;
        swv_vec3       elbow;
        const double   wish = random_between(&seed, -SWV_PI, SWV_PI);
        posture_inside(&seed, &arm, q);
        arm.compromise = SWV_ARM_HOLD_JOINT;
        assert_int_equal(swv_arm_forward(&arm, q, &hand, NULL), SWV_OK);
        assert_int_equal(swv_arm_best(&arm, &hand, wish, n & 1 ? q : NULL, best, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_inside(&arm, best);
        found = tip_of(&arm, best, &elbow);
        assert_near(distance_between(found.position, hand.position), 0.0, 1e-12);
        assert_near(swv_quat_angle_between(found.rotation, hand.rotation), 0.0, 1e-12);

        // Some family at the wish has its furthest offender where the answer has it: at its limit.
        bool is_at_wish = false, is_held = false;
        for (int f = 0; f < SWV_ARM_NATURAL_FAMILIES; ++f) {
            assert_int_equal(swv_arm_solve_one(&arm, &hand, wish, f, wished, &at_wish), SWV_OK);
            is_at_wish = is_at_wish || at_wish.outside == 0;
            for (int i = 0; i < 7; ++i)
                if (at_wish.outside >> i & 1)
                    is_held = is_held || fabs(swv_angle_wrap(best[i] - arm.limits[i].lower)) < 2e-9 ||
                              fabs(swv_angle_wrap(best[i] - arm.limits[i].upper)) < 2e-9;
        }
        moved += !is_at_wish;
        held += !is_at_wish && is_held;
    }
    assert_true(moved > CASES(200000) / 4);
    print_message("             %d of %d wishes moved with a joint held at the limit it broke\n", held, moved);
    assert_true(held > moved * 9 / 10);
}

// Nothing given up if nothing need be: all three compromises give the same posture, the second to the limits' tolerance of 1e-9, as it may come by
// holding a joint (found: 0). Left out: elbows within 1e-6 of straight or of their limit, where rounding decides what is inside.
static void feasible_wish_is_no_compromise(void **state)
{
    (void)state;
    uint64_t seed = 82;
    for (int n = 0; n < CASES(100000); ++n) {
        swv_arm  arm = human_limb(&seed);
        double   q[7], found[3][7], swivel;
        swv_pose hand;
        posture_inside(&seed, &arm, q);
        if (arm.limits[3].upper - q[3] < 1e-6 || q[3] < 1e-6)
            continue;
        assert_int_equal(swv_arm_forward(&arm, q, &hand, NULL), SWV_OK);
        assert_int_equal(swv_arm_swivel_of(&arm, q, &swivel), SWV_OK);
        for (int compromise = 0; compromise < 3; ++compromise) {
            arm.compromise = (swv_arm_compromise)compromise;
            assert_int_equal(swv_arm_best(&arm, &hand, swivel, q, found[compromise], NULL), SWV_OK);
        }
        for (int i = 0; i < 7; ++i) {
            assert_near(found[1][i], found[0][i], 1e-9);
            assert_near(found[2][i], found[0][i], 0.0);
        }
    }
}

// ---- aiming ----

// The hand's z (a leg's sole: -z) of a posture that is inside, and a point 0.01 to 5 m along it: from touching to across a room. Any
// previous posture; without one the last joint is at 0.
static void aimed_hand_points_at_the_point(void **state)
{
    (void)state;
    uint64_t seed = 83;
    for (int n = 0; n < CASES(200000); ++n) {
        const swv_arm  arm = human_limb(&seed);
        double         q[7], previous[7], best[7];
        swv_vec3       elbow;
        swv_arm_report report;
        posture_inside(&seed, &arm, q);
        posture_inside(&seed, &arm, previous);
        const swv_pose there = tip_of(&arm, q, &elbow);
        const swv_vec3 z = swv_quat_rotate(there.rotation, (swv_vec3){ 0.0, 0.0, arm.is_leg ? -1.0 : 1.0 });
        const swv_vec3 point = swv_vec3_add(there.position, swv_vec3_scale(random_between(&seed, 0.01, 5.0), z));
        const double   wish = random_between(&seed, -SWV_PI, SWV_PI);
        assert_int_equal(swv_arm_aim_hand(&arm, there.position, point, wish, n & 1 ? previous : NULL, best, &report),
                         SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_inside(&arm, best);
        const swv_pose found = tip_of(&arm, best, &elbow);
        const swv_vec3 aimed = swv_quat_rotate(found.rotation, (swv_vec3){ 0.0, 0.0, arm.is_leg ? -1.0 : 1.0 });
        assert_near(distance_between(found.position, there.position), 0.0, 1e-14);
        assert_near(angle_between(aimed, swv_vec3_sub(point, there.position)), 0.0, 1e-13);
        assert_near(report.rotation_error, 0.0, 1e-13);
        assert_near(swv_angle_wrap(best[6] - (n & 1 ? previous[6] : 0.0)), 0.0, 1e-14);
    }
}

// Points within 2 m; one in ten is on the upper arm's line, as far beyond the elbow as that is long, or behind the shoulder. What it
// pointed at already lies three forearms ahead (any would do); there no joint moves, but where bend or sin q1 is below 1e-3 and an angle is
// open to 1e-16 / 1e-3 and more.
static void aimed_forearm_points_at_the_point_with_the_elbow_still(void **state)
{
    (void)state;
    uint64_t seed = 84;
    int      inside = 0;
    for (int n = 0; n < CASES(200000); ++n) {
        const swv_arm  arm = human_limb(&seed);
        double         previous[7], best[7];
        swv_vec3       elbow, elbow_found;
        swv_arm_report report;
        posture_inside(&seed, &arm, previous);
        (void)tip_of(&arm, previous, &elbow);
        // Anywhere, and sometimes on the line of the upper arm, beyond it and back.
        swv_vec3 point = { random_between(&seed, -2, 2), random_between(&seed, -2, 2), random_between(&seed, -2, 2) };
        if (n % 10 == 0)
            point = swv_vec3_scale(n % 20 ? 2.0 : -1.0, elbow);
        assert_int_equal(swv_arm_aim_forearm(&arm, point, previous, best, &report), SWV_OK);
        const swv_pose found = tip_of(&arm, best, &elbow_found);
        assert_near(distance_between(elbow, elbow_found), 0.0, 1e-14);
        assert_near(angle_between(swv_vec3_sub(found.position, elbow), swv_vec3_sub(point, elbow)), 0.0, 1e-12);
        assert_near(report.rotation_error, 0.0, 1e-12);
        for (int i = 4; i < 7; ++i)
            assert_near(swv_angle_wrap(best[i] - previous[i]), 0.0, 1e-14);
        assert_int_equal(report.outcome, report.outside ? SWV_LIMITED : SWV_REACHED);
        for (int i = 0; i < 7; ++i) {
            double angle = best[i];
            assert_int_equal(swv_angle_turn_into(arm.limits[i].lower, arm.limits[i].upper, &angle),
                             !(report.outside >> i & 1));
        }
        inside += report.outside == 0;

        // What it pointed at already it points at still, and no joint has moved.
        swv_pose       hand;
        const swv_pose was = tip_of(&arm, previous, &elbow);
        assert_int_equal(swv_arm_forward(&arm, previous, &hand, &elbow), SWV_OK);
        const swv_vec3 ahead = swv_vec3_add(elbow, swv_vec3_scale(3.0, swv_vec3_sub(was.position, elbow)));
        assert_int_equal(swv_arm_aim_forearm(&arm, ahead, previous, best, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        if (previous[3] > 1e-3 && fabs(sin(previous[1])) > 1e-3)
            for (int i = 0; i < 7; ++i)
                assert_near(swv_angle_wrap(best[i] - previous[i]), 0.0, 1e-9);
    }
    assert_in_range(inside, CASES(200000) / 20, CASES(200000));
}

// ---- the most room ----

// Radians from the nearest limit, negative outside; pi if there is none. As in arm.h the elbow and joints that may turn all the way do not count.
static double margin_of(const swv_arm *arm, const double q[7])
{
    double margin = SWV_PI;
    for (int i = 0; i < 7; ++i)
        if (i != 3 && arm->limits[i].upper - arm->limits[i].lower < 2 * SWV_PI)
            margin = fmin(margin, fmin(q[i] - arm->limits[i].lower, arm->limits[i].upper - q[i]));
    return margin;
}

// No swivel of a sweep, half a degree apart (chosen), has more room, and the posture found has the margin it says. 2e-9: twice the limits'
// tolerance, to which arm.h promises the margin; once for what is found, once for what is looked at.
static void no_swivel_has_more_room(void **state)
{
    (void)state;
    uint64_t seed = 85;
    double   gained = 0.0;
    for (int n = 0; n < CASES(5000); ++n) {
        const swv_arm  arm = human_limb(&seed);
        double         q[7], best[7], most = -1.0;
        swv_pose       hand;
        swv_arm_room   room;
        swv_arm_report report;
        posture_inside(&seed, &arm, q);
        assert_int_equal(swv_arm_forward(&arm, q, &hand, NULL), SWV_OK);
        assert_int_equal(swv_arm_roomiest(&arm, &hand, &room), SWV_OK);
        assert_in_range(room.family, 0, SWV_ARM_NATURAL_FAMILIES - 1);
        assert_int_equal(swv_arm_solve_one(&arm, &hand, room.swivel, room.family, best, &report), SWV_OK);
        assert_int_equal(report.outside, 0);
        assert_near(margin_of(&arm, best), room.margin, 2e-9);
        for (int k = 0; k < 720; ++k) {
            double         solutions[SWV_ARM_FAMILIES][7];
            swv_arm_report reports[SWV_ARM_FAMILIES];
            assert_int_equal(swv_arm_solve(&arm, &hand, k * SWV_PI / 360, solutions, reports), SWV_OK);
            for (int f = 0; f < SWV_ARM_NATURAL_FAMILIES; ++f)
                if (reports[f].outside == 0)
                    most = fmax(most, margin_of(&arm, solutions[f]));
        }
        assert_true(most <= room.margin + 2e-9);
        gained += room.margin - fmax(0.0, margin_of(&arm, q));
    }
    print_message("             %.1f degrees more room than a random posture, on average\n",
                  gained / CASES(5000) * 180 / SWV_PI);
}

// A hand 3 m away, five times the reach; and any hand within reach of an arm without limits, whose margin is then pi.
static void no_room_where_nothing_is_feasible(void **state)
{
    (void)state;
    swv_arm        arm;
    swv_arm_room   room;
    const swv_pose beyond = { { 3.0, 0.0, 0.0 }, SWV_IDENTITY_QUAT }, within = { { 0.2, 0.3, 0.1 }, SWV_IDENTITY_QUAT };
    swv_arm_make_human(&arm);
    assert_int_equal(swv_arm_roomiest(&arm, &beyond, &room), SWV_OK);
    assert_int_equal(room.family, -1);
    assert_int_equal(swv_arm_make(0.3, 0.3, &arm), SWV_OK);
    assert_int_equal(swv_arm_roomiest(&arm, &within, &room), SWV_OK);
    assert_true(room.family >= 0 && room.margin == SWV_PI);
}

// NaN, infinity, a point that is the wrist or the elbow itself. The nines in q must stay.
static void strange_numbers_are_refused(void **state)
{
    (void)state;
    swv_arm        arm;
    double         q[7] = { 9, 9, 9, 9, 9, 9, 9 };
    const double   zero[7] = { 0 }, not_finite[7] = { NAN };
    const swv_vec3 wrist = { 0.2, 0.3, 0.1 }, nowhere = { INFINITY, 0.0, 0.0 };
    const swv_pose hand = { { 0.2, NAN, 0.1 }, SWV_IDENTITY_QUAT };
    swv_arm_room   room;
    swv_vec3       elbow;
    swv_arm_make_human(&arm);
    assert_int_equal(swv_arm_aim_hand(&arm, wrist, wrist, 0.0, NULL, q, NULL), SWV_BAD_GOAL);
    assert_int_equal(swv_arm_aim_hand(&arm, wrist, nowhere, 0.0, NULL, q, NULL), SWV_BAD_GOAL);
    assert_int_equal(swv_arm_aim_hand(&arm, nowhere, wrist, 0.0, NULL, q, NULL), SWV_BAD_GOAL);
    assert_int_equal(swv_arm_aim_hand(&arm, wrist, (swv_vec3){ 1, 1, 1 }, NAN, NULL, q, NULL), SWV_BAD_GOAL);
    assert_int_equal(swv_arm_aim_forearm(&arm, nowhere, zero, q, NULL), SWV_BAD_GOAL);
    assert_int_equal(swv_arm_aim_forearm(&arm, wrist, not_finite, q, NULL), SWV_BAD_POSTURE);
    (void)tip_of(&arm, zero, &elbow);
    assert_int_equal(swv_arm_aim_forearm(&arm, elbow, zero, q, NULL), SWV_BAD_GOAL);
    assert_int_equal(swv_arm_roomiest(&arm, &hand, &room), SWV_BAD_GOAL);
    assert_int_equal(swv_arm_closest(&arm, &hand, 0.0, NULL, q, NULL), SWV_BAD_GOAL);
    for (int i = 0; i < 7; ++i)
        assert_true(q[i] == 9);
}

// One joint held: of all solutions none is better than the one that is chosen, and where there is none it says why. Any joint but the
// elbow's; one hand in eight is three times as far away, most of them out of reach; the joint is held where it is, or (one in three)
// anywhere. 1e-6: a held value is met to 1e-7 (arm.h), with room. `best` exceeds its limits by no more than others, to 3e-9: two
// tolerances, by which it is chosen, and rounding; where excesses agree to one, 1e-9, it is as near, to 1e-9. Chosen. In excess and apart 0
// is the chosen one, 1 another.
static void held_joint_leaves_the_best_of_its_solutions(void **state)
{
    (void)state;
    uint64_t seed = 71;
    int      found = 0, backward = 0, none = 0;
    for (int n = 0; n < CASES(20000); ++n) {
        swv_arm        arm;
        swv_pose       hand;
        swv_arm_report report, reports[SWV_ARM_FAMILIES];
        double         q[7], all[SWV_ARM_FAMILIES][7], best[7], previous[7];
        int            count, joint = random_below(&seed, 6);
        swv_arm_make_human(&arm);
        joint += joint >= 3;
        for (int i = 0; i < 7; ++i) {
            q[i] = random_between(&seed, arm.limits[i].lower, arm.limits[i].upper);
            previous[i] = random_between(&seed, -3, 3);
        }
        assert_int_equal(swv_arm_forward(&arm, q, &hand, NULL), SWV_OK);
        if (n % 8 == 0)
            hand.position = swv_vec3_scale(3.0, hand.position);
        const double  value = n % 3 ? q[joint] : random_between(&seed, -3, 3), wish = random_between(&seed, -3, 3);
        const double *was = n % 2 ? previous : NULL;
        assert_int_equal(swv_arm_solve_held(&arm, &hand, joint, value, all, reports, &count), SWV_OK);
        assert_int_equal(swv_arm_best_held(&arm, &hand, joint, value, wish, was, best, &report), SWV_OK);
        if (count == 0) {
            swv_arm_report other;
            assert_int_equal(swv_arm_best(&arm, &hand, wish, was, q, &other), SWV_OK);
            const bool is_away = other.outcome == SWV_OUT_OF_REACH || other.outcome == SWV_TOO_NEAR;
            assert_int_equal(report.outcome, is_away ? other.outcome : SWV_NOT_FOUND);
            assert_memory_equal(best, q, sizeof q);
            ++none;
            continue;
        }
        assert_near(swv_angle_wrap(best[joint] - value), 0.0, 1e-6);
        bool is_one_of_them = false;
        for (int i = 0; i < count; ++i) {
            bool   is_same = true;
            double excess[2] = { 0.0, 0.0 }, apart[2] = { 0.0, 0.0 }, swivel[2];
            for (int k = 0; k < 2; ++k) {
                const double *p = k ? all[i] : best;
                for (int j = 0; j < 7; ++j) {
                    const swv_arm_limits *l = &arm.limits[j];
                    if (j != 3)
                        excess[k] = fmax(excess[k], fmax(l->lower - p[j], p[j] - l->upper));
                    apart[k] += was ? pow(swv_angle_wrap(p[j] - was[j]), 2) : 0.0;
                }
                assert_int_equal(swv_arm_swivel_of(&arm, p, &swivel[k]), SWV_OK);
                apart[k] = was ? apart[k] : fabs(swv_angle_wrap(swivel[k] - wish));
            }
            for (int j = 0; j < 7; ++j)
                is_same = is_same && all[i][j] == best[j];
            if (is_same) {
                assert_int_equal(report.outcome, reports[i].outcome);
                assert_int_equal(report.outside, reports[i].outside);
                assert_true(report.position_error == reports[i].position_error);
                assert_true(report.rotation_error == reports[i].rotation_error);
            }
            is_one_of_them = is_one_of_them || is_same;
            assert_true(best[3] >= 0.0 || all[i][3] < 0.0);
            if ((best[3] < 0.0) != (all[i][3] < 0.0))
                continue;
            assert_true(excess[0] <= fmax(excess[1], 0.0) + 3e-9);
            if (fabs(excess[0] - excess[1]) < 1e-9)
                assert_true(apart[0] <= apart[1] + 1e-9);
        }
        assert_true(is_one_of_them);
        ++found;
        backward += best[3] < 0.0;
    }
    print_message("             %d found, %d of them bent backward, %d without solution\n", found, backward, none);
    assert_true(found > CASES(20000) / 2 && none > CASES(20000) / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(held_joint_is_on_the_limit_it_broke),
        cmocka_unit_test(feasible_wish_is_no_compromise),
        cmocka_unit_test(aimed_hand_points_at_the_point),
        cmocka_unit_test(aimed_forearm_points_at_the_point_with_the_elbow_still),
        cmocka_unit_test(no_swivel_has_more_room),
        cmocka_unit_test(no_room_where_nothing_is_feasible),
        cmocka_unit_test(strange_numbers_are_refused),
        cmocka_unit_test(held_joint_leaves_the_best_of_its_solutions),
    };
    return cmocka_run_group_tests_name("arm best", tests, NULL, NULL);
}
