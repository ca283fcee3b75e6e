// SPDX-License-Identifier: MIT
// The longest chains, chains that can hardly move, sizes far from 1, arguments that are wrong, budgets, and rubbish. Lengths are metres, angles
// radians; poses and places are in the world (solve.h).
#include "check.h"

#include <string.h>

#include "chain_solve.h"
#include "chains.h"
#include "solved.h"

static bool is_finite_posture(const swv_chain *chain, const double *q)
{
    for (int i = 0; i < chain->dof; ++i)
        if (!isfinite(q[i]))
            return false;
    return true;
}

// 64 joints in turn about y and x, 2 cm apart, each within 0.5 rad.
static swv_chain snake(void)
{
    swv_chain chain;
    swv_axis  axes[SWV_MAX_JOINTS];
    for (int i = 0; i < SWV_MAX_JOINTS; ++i)
        axes[i] = (swv_axis){ { 0, 0, 0.02 * i }, { i % 2, 1 - i % 2, 0 }, false };
    const swv_pose tip = { { 0, 0, 0.02 * SWV_MAX_JOINTS }, SWV_IDENTITY_QUAT };
    assert_int_equal(swv_chain_from_axes(&chain, axes, SWV_MAX_JOINTS, &tip), SWV_OK);
    for (int i = 0; i < SWV_MAX_JOINTS; ++i)
        assert_int_equal(swv_chain_set_limits(&chain, i, -0.5, 0.5), SWV_OK);
    return chain;
}

static void snake_of_64_joints_is_solved(void **state)
{
    (void)state;
    const swv_chain chain = snake();
    uint64_t        seed = 101;
    for (int n = 0; n < CASES(500); ++n) {
        double           posture[64], q[64], position, rotation;
        swv_goal         goals[3] = { { .kind = SWV_GOAL_POSE }, { .kind = SWV_GOAL_POSITION, .link = 32 } };
        swv_solve_report report;
        swv_pose         frames[64];
        posture_inside(&seed, &chain, posture);
        posture_inside(&seed, &chain, q);
        assert_int_equal(swv_chain_frames(&chain, posture, frames, &goals[0].target), SWV_OK);
        goals[1].target = frames[31];
        assert_int_equal(solve_chain(&chain, goals, 1 + n % 2, q, NULL, q, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_true(is_inside(&chain, q));
        goal_errors(&chain, &goals[0], q, &position, &rotation);
        assert_true(position <= 1.00001e-6 && rotation <= 1.00001e-6);
    }
}

// 30 markers along a snake are 90 rows, more than are kept; and 64 joints out of reach.
static void snake_follows_markers_and_stretches(void **state)
{
    (void)state;
    const swv_chain chain = snake();
    uint64_t        seed = 102;
    double          posture[64], q[64] = { 0 };
    swv_goal        goals[30] = { { 0 } };
    swv_pose        frames[64];
    posture_inside(&seed, &chain, posture);
    assert_int_equal(swv_chain_frames(&chain, posture, frames, NULL), SWV_OK);
    for (int g = 0; g < 30; ++g)
        goals[g] = (swv_goal){ .kind = SWV_GOAL_POSITION, .link = 2 * g + 5, .target = frames[2 * g + 4] };
    swv_solve_report report;
    assert_int_equal(solve_chain(&chain, goals, 30, q, NULL, q, &report), SWV_OK);
    assert_int_equal(report.outcome, SWV_REACHED);

    const swv_goal far_away = { .kind = SWV_GOAL_POSITION, .target.position = { 2, 1, 0.5 } };
    assert_int_equal(solve_chain(&chain, &far_away, 1, q, NULL, q, &report), SWV_OK);
    assert_int_equal(report.outcome, SWV_OUT_OF_REACH);
    assert_true(is_inside(&chain, q));
    // From 0.02 above the ground it can stretch to 1.26 m, but must first bend towards the target.
    assert_true(report.position_error < sqrt(4 + 1 + 0.23) - 0.9);
}

// All axes parallel: a plane is all the tip can reach, and it can only turn about their normal.
static void parallel_axes_reach_their_plane_and_no_more(void **state)
{
    (void)state;
    swv_chain chain;
    uint64_t  seed = 103;
    swv_axis  axes[6];
    for (int i = 0; i < 6; ++i)
        axes[i] = (swv_axis){ { 0.3 * i, 0, 0 }, { 0, 0, 1 }, false };
    const swv_pose tip = { { 1.8, 0, 0 }, SWV_IDENTITY_QUAT };
    assert_int_equal(swv_chain_from_axes(&chain, axes, 6, &tip), SWV_OK);
    for (int n = 0; n < CASES(2000); ++n) {
        double           posture[6], q[6];
        swv_goal         goal = { .kind = SWV_GOAL_POSE };
        swv_solve_report report;
        posture_inside(&seed, &chain, posture);
        posture_inside(&seed, &chain, q);
        assert_int_equal(swv_chain_tip(&chain, posture, &goal.target), SWV_OK);
        assert_int_equal(solve_chain(&chain, &goal, 1, q, NULL, q, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);

        // Lifted off the plane: the nearest point of it, and no verdict on lengths unless they say so.
        goal.kind = SWV_GOAL_POSITION;
        goal.target.position.z = 0.05;
        const swv_solve_options few = { .max_iterations = 500 };
        assert_int_equal(solve_chain(&chain, &goal, 1, q, &few, q, &report), SWV_OK);
        assert_true(report.outcome == SWV_NOT_FOUND || report.outcome == SWV_OUT_OF_REACH);
        assert_near(report.position_error, 0.05, 1e-4);
        assert_true(report.is_stationary);
    }
}

// One joint, no length, limits without room: nothing to divide by.
static void chains_that_can_hardly_move_are_no_trouble(void **state)
{
    (void)state;
    swv_chain        chain;
    swv_solve_report report;
    double           q[3] = { 0.4, 0.1, 0.2 };
    const swv_axis   one[] = { { { 0, 0, 0 }, { 0, 0, 1 }, false } };
    const swv_pose   here = SWV_IDENTITY_POSE;
    assert_int_equal(swv_chain_from_axes(&chain, one, 1, &here), SWV_OK);
    const swv_goal turn = { .kind = SWV_GOAL_ROTATION, .target.rotation = { 0, 0, 1, 0 } };
    assert_int_equal(solve_chain(&chain, &turn, 1, q, NULL, q, &report), SWV_OK);
    assert_int_equal(report.outcome, SWV_REACHED);  // half a turn, where the axis is hard to tell
    const swv_goal away = { .kind = SWV_GOAL_POSITION, .target.position = { 1, 2, 3 } };
    assert_int_equal(solve_chain(&chain, &away, 1, q, NULL, q, &report), SWV_OK);
    assert_int_equal(report.outcome, SWV_OUT_OF_REACH);
    assert_near(report.position_error, sqrt(14.0), 1e-12);

    // Limits of no width at all: reached if there, limited if not.
    assert_int_equal(swv_model_chain("planar3", &chain), SWV_OK);
    const double fixed[3] = { 0.3, 0.4, 0.5 };
    for (int i = 0; i < 3; ++i)
        assert_int_equal(swv_chain_set_limits(&chain, i, fixed[i], fixed[i]), SWV_OK);
    swv_goal goal = { .kind = SWV_GOAL_POSE };
    assert_int_equal(swv_chain_tip(&chain, fixed, &goal.target), SWV_OK);
    assert_int_equal(solve_chain(&chain, &goal, 1, q, NULL, q, &report), SWV_OK);
    assert_int_equal(report.outcome, SWV_REACHED);
    goal.target.position.x += 1.0;
    assert_int_equal(solve_chain(&chain, &goal, 1, q, &(swv_solve_options){ .max_iterations = 200 }, q, &report),
                     SWV_OK);
    assert_int_equal(report.outcome, SWV_LIMITED);
    assert_memory_equal(q, fixed, sizeof fixed);
}

// The same arm in nanometres and in light years: tolerances scaled with it, the same success.
static void sizes_far_from_one_are_solved_alike(void **state)
{
    (void)state;
    uint64_t seed = 104;
    for (int n = 0; n < CASES(2000); ++n) {
        swv_chain    chain;
        const double scale = pow(10.0, random_between(&seed, -60, 60));
        assert_int_equal(swv_model_chain("arm7", &chain), SWV_OK);
        for (int i = 0; i < 7; ++i)
            chain.joints[i].origin = swv_vec3_scale(scale, chain.joints[i].origin);
        chain.tip.position = swv_vec3_scale(scale, chain.tip.position);
        double   posture[7], q[7];
        swv_goal goal = { .kind = SWV_GOAL_POSE };
        posture_inside(&seed, &chain, posture);
        posture_inside(&seed, &chain, q);
        assert_int_equal(swv_chain_tip(&chain, posture, &goal.target), SWV_OK);
        swv_solve_report        report;
        const swv_solve_options options = { .position_tolerance = 1e-6 * scale };
        assert_int_equal(solve_chain(&chain, &goal, 1, q, &options, q, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
    }
}

// Postures that have turned so often that a step would be lost in their rounding, free or kept near.
static void joints_that_turned_many_times_are_solved(void **state)
{
    (void)state;
    uint64_t  seed = 106;
    swv_chain chain;
    assert_int_equal(swv_model_chain("arm6", &chain), SWV_OK);
    for (int i = 0; i < chain.dof; ++i)
        assert_int_equal(swv_chain_set_limits(&chain, i, -INFINITY, INFINITY), SWV_OK);
    for (int n = 0; n < CASES(2000); ++n) {
        double            posture[6], q[6];
        swv_goal          goal = { .kind = SWV_GOAL_POSE };
        swv_pose          tip;
        swv_solve_report  report;
        swv_solve_options options = { .previous_weight = n % 2 };
        if (n % 3 == 0)
            assert_int_equal(swv_chain_set_limits(&chain, n / 3 % 6, -4.0, 4.0), SWV_OK);
        for (int i = 0; i < chain.dof; ++i) {
            posture[i] = random_between(&seed, -3, 3);
            q[i] = random_below(&seed, 2) ? posture[i] + 0.1 : pow(10.0, random_between(&seed, 0, 20));
        }
        assert_int_equal(swv_chain_tip(&chain, posture, &goal.target), SWV_OK);
        assert_int_equal(solve_chain(&chain, &goal, 1, q, &options, q, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_OK);
        assert_true(swv_vec3_length(swv_vec3_sub(tip.position, goal.target.position)) <= 1.001e-6);
        for (int i = 0; i < chain.dof; ++i)
            assert_true(fabs(q[i]) < 1.01e5);
    }
}

static bool stop_after(void *user)
{
    int *left = user;
    return (*left)-- <= 0;
}

static void budgets_are_kept(void **state)
{
    (void)state;
    swv_chain chain;
    uint64_t  seed = 105;
    assert_int_equal(swv_model_chain("arm7", &chain), SWV_OK);
    for (int n = 0; n < CASES(2000); ++n) {
        double         q[7];
        const swv_goal goal = { .kind = SWV_GOAL_POSE, .target = random_pose(&seed) };
        const int      budget = 1 + random_below(&seed, 300), restarts = random_below(&seed, 5) - 1;
        posture_inside(&seed, &chain, q);
        swv_solve_options options = { .max_iterations = budget, .max_restarts = restarts };
        swv_solve_report  report;
        assert_int_equal(solve_chain(&chain, &goal, 1, q, &options, q, &report), SWV_OK);
        assert_true(report.iterations <= budget);
        assert_true(restarts == 0 || report.restarts <= (restarts < 0 ? 0 : restarts));
        assert_true(is_inside(&chain, q));

        int left = random_below(&seed, 50);
        options = (swv_solve_options){ .should_stop = stop_after, .user = &left };
        const int asked = left;
        assert_int_equal(solve_chain(&chain, &goal, 1, q, &options, q, &report), SWV_OK);
        assert_true(report.iterations <= asked);
        assert_true(report.outcome == SWV_STOPPED || report.outcome == SWV_REACHED);
        assert_true(is_inside(&chain, q));
    }
}

static void wrong_arguments_are_refused_and_touch_nothing(void **state)
{
    (void)state;
    swv_chain               chain;
    const swv_goal          good = { .target = { { 0.2, 0.2, 0.2 }, SWV_IDENTITY_QUAT } };
    const double            start[7] = { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7 };
    const swv_solve_options fine = { 0 };
    assert_int_equal(swv_model_chain("arm7", &chain), SWV_OK);

    struct {
        swv_goal          goal;
        int               count;
        double            q0;
        swv_solve_options options;
        swv_status        expected;
    } cases[] = {
        { good, 0, 0.1, fine, SWV_BAD_COUNT },
        { good, -1, 0.1, fine, SWV_BAD_COUNT },
        { good, 1, NAN, fine, SWV_BAD_POSTURE },
        { good, 1, 0.1, { .position_tolerance = -1 }, SWV_BAD_OPTIONS },
        { good, 1, 0.1, { .rotation_tolerance = NAN }, SWV_BAD_OPTIONS },
        { good, 1, 0.1, { .max_iterations = -1 }, SWV_BAD_OPTIONS },
        { good, 1, 0.1, { .max_restarts = -2 }, SWV_BAD_OPTIONS },
        { good, 1, 0.1, { .preferred_weight = 1 }, SWV_BAD_OPTIONS },
        { good, 1, 0.1, { .previous_weight = -1 }, SWV_BAD_OPTIONS },
        { { .kind = (swv_goal_kind)17 }, 1, 0.1, fine, SWV_BAD_GOAL },
        { { .kind = SWV_GOAL_POSITION, .link = 9 }, 1, 0.1, fine, SWV_BAD_GOAL },
        { { .kind = SWV_GOAL_POSITION, .link = -1 }, 1, 0.1, fine, SWV_BAD_GOAL },
        { { .kind = SWV_GOAL_POSITION, .priority = 4 }, 1, 0.1, fine, SWV_BAD_GOAL },
        { { .kind = SWV_GOAL_POSITION, .weight = -1 }, 1, 0.1, fine, SWV_BAD_GOAL },
        { { .kind = SWV_GOAL_POSITION, .weight = INFINITY }, 1, 0.1, fine, SWV_BAD_GOAL },
        { { .kind = SWV_GOAL_POSITION, .target.position = { 0, NAN, 0 } }, 1, 0.1, fine, SWV_BAD_GOAL },
        { { .kind = SWV_GOAL_POSE }, 1, 0.1, fine, SWV_BAD_GOAL },  // the quaternion is zero
        { { .kind = SWV_GOAL_DIRECTION, .axis = { 0, 0, 1 } }, 1, 0.1, fine, SWV_BAD_GOAL },
        { { .kind = SWV_GOAL_AIM, .target.position = { 1, 0, 0 } }, 1, 0.1, fine, SWV_BAD_GOAL },
        { { .kind = SWV_GOAL_DISTANCE, .distance = -1 }, 1, 0.1, fine, SWV_BAD_GOAL },
        { { .kind = SWV_GOAL_DISTANCE, .distance = INFINITY }, 1, 0.1, fine, SWV_BAD_GOAL },
    };
    for (int i = 0; i < (int)(sizeof cases / sizeof cases[0]); ++i) {
        double           q[7], before[7];
        swv_solve_report report, untouched;
        memcpy(q, start, sizeof q);
        q[0] = cases[i].q0;
        memcpy(before, q, sizeof q);
        memset(&report, 0x5A, sizeof report);
        untouched = report;
        const swv_status status = solve_chain(&chain, &cases[i].goal, cases[i].count, q, &cases[i].options, q, &report);
        if (status != cases[i].expected)
            fail_msg("case %d: %d instead of %d", i, status, cases[i].expected);
        assert_memory_equal(q, before, sizeof q);
        untouched.fault = status == SWV_BAD_GOAL ? 0 : -1;  // the only output of a call that fails
        assert_memory_equal(&report, &untouched, sizeof report);
    }

    // Limits that leave a joint nothing.
    double q[7] = { 0 };
    assert_int_equal(swv_chain_couple(&chain, 6, 5, 1.0, 10.0), SWV_OK);
    assert_int_equal(solve_chain(&chain, &good, 1, q, NULL, q, NULL), SWV_BAD_LIMITS);
}

static double any_number(uint64_t *seed)
{
    const double special[] = { 0.0,  -0.0,   1.0,    -1.0,      1e-320,   1e-160, 1e160, -1e300,
                               1e99, -1e-99, SWV_PI, -INFINITY, INFINITY, NAN,    1e17,  5.0 };
    return random_below(seed, 3) ? random_between(seed, -2, 2) : special[random_below(seed, 16)];
}

// Numbers of every kind in every place: a status, or a finite posture inside its limits; never NaN, crash or hang.
static void limits_further_away_than_lengths_may_be_are_refused(void **state)
{
    (void)state;
    swv_chain      chain;
    const swv_axis slider = { { 0, 0, 0 }, { 0, 0, 1 }, true };
    const swv_pose tip = SWV_IDENTITY_POSE;
    const swv_goal goal = { .kind = SWV_GOAL_DIRECTION, .axis = { 0, 0, 1 }, .direction = { 0, 0, 1 } };
    double         q = 7.0;
    assert_int_equal(swv_chain_from_axes(&chain, &slider, 1, &tip), SWV_OK);
    assert_int_equal(swv_chain_set_limits(&chain, 0, -INFINITY, -1e308), SWV_OK);
    assert_int_equal(solve_chain(&chain, &goal, 1, NULL, NULL, &q, NULL), SWV_BAD_LIMITS);
    assert_true(q == 7.0);
    assert_int_equal(swv_chain_set_limits(&chain, 0, -INFINITY, -1e99), SWV_OK);
    assert_int_equal(solve_chain(&chain, &goal, 1, NULL, NULL, &q, NULL), SWV_OK);
    assert_true(q <= -0.99e99 && q > -1.01e99);
    assert_int_equal(swv_chain_set_limits(&chain, 0, -INFINITY, INFINITY), SWV_OK);
    const double far_away = -1.7976931348623157e308;
    assert_int_equal(solve_chain(&chain, &goal, 1, &far_away, NULL, &q, NULL), SWV_OK);
    assert_true(isfinite(q));
    const swv_axis both[2] = { slider, { { 0, 0, 1 }, { 1, 0, 0 }, false } };
    assert_int_equal(swv_chain_from_axes(&chain, both, 2, &tip), SWV_OK);
    assert_int_equal(swv_chain_couple(&chain, 1, 0, 1e200, 0.0), SWV_OK);
    assert_int_equal(solve_chain(&chain, &goal, 1, NULL, NULL, &q, NULL), SWV_NOT_FINITE);
}

static void rubbish_never_becomes_a_posture(void **state)
{
    (void)state;
    uint64_t seed = 106;
    int      solved = 0;
    for (int n = 0; n < CASES(50000); ++n) {
        swv_chain chain;
        memset(&chain, 0, sizeof chain);
        const int  joints = 1 + random_below(&seed, 5);
        swv_dh_row rows[5];
        for (int i = 0; i < joints; ++i)
            rows[i] = random_row(&seed);
        assert_int_equal(swv_chain_from_dh(&chain, SWV_DH_STANDARD, rows, joints), SWV_OK);
        for (int spoilt = random_below(&seed, 3); spoilt > 0; --spoilt) {
            swv_chain_joint *joint = &chain.joints[random_below(&seed, joints)];
            double          *places[] = { &joint->origin.x, &joint->origin.z, &joint->lower, &joint->upper,
                                          &joint->ratio,    &joint->offset,   &joint->axis.x };
            *places[random_below(&seed, 7)] = any_number(&seed);
        }
        swv_goal goals[3];
        for (int g = 0; g < 3; ++g)
            goals[g] = (swv_goal){ .kind = (swv_goal_kind)random_below(&seed, 6),
                                   .link = random_below(&seed, joints + 1),
                                   .point = { any_number(&seed), 0.1, 0 },
                                   .axis = { 0, any_number(&seed), 1 },
                                   .target = { { any_number(&seed), any_number(&seed), 0.3 },
                                               { 0.1, any_number(&seed), 0.2, any_number(&seed) } },
                                   .direction = { any_number(&seed), 1, 0 },
                                   .distance = fabs(any_number(&seed)),
                                   .weight = fabs(any_number(&seed)),
                                   .priority = random_below(&seed, 3) };
        double q[5], before[5];
        for (int i = 0; i < 5; ++i)
            q[i] = random_below(&seed, 8) ? random_between(&seed, -3, 3) : any_number(&seed);
        memcpy(before, q, sizeof q);
        swv_solve_report  report;
        swv_solve_options options = { .max_iterations = 60, .previous_weight = random_below(&seed, 2) };
        const swv_status  status = solve_chain(&chain, goals, 1 + random_below(&seed, 3), q, &options, q, &report);
        if (status != SWV_OK) {
            assert_memory_equal(q, before, sizeof q);
            continue;
        }
        solved += 1;
        assert_true(is_finite_posture(&chain, q));
        assert_true(is_inside(&chain, q));
        assert_true(isfinite(report.position_error) && isfinite(report.rotation_error));
        assert_true(report.iterations <= 60 && report.evaluations > report.iterations);
    }
    assert_true(solved > CASES(50000) / 10);
}

static void aim_at_what_is_as_far_as_doubles_go(void **state)
{
    (void)state;
    swv_chain chain;
    assert_int_equal(swv_model_chain("puma560", &chain), SWV_OK);
    const double beyond[] = { 1e100, 1e154, 1e155, 1e200, 1e300, 1.7e308 };
    for (int i = 0; i < 6; ++i) {
        const swv_goal   goal = { .kind = SWV_GOAL_AIM,
                                  .axis = { 0.0, 0.0, 1.0 },
                                  .target = { { beyond[i], beyond[i], -beyond[i] }, SWV_IDENTITY_QUAT } };
        double           q[6] = { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6 };
        swv_pose         tip;
        swv_solve_report report;
        assert_int_equal(solve_chain(&chain, &goal, 1, q, NULL, q, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_OK);
        const swv_vec3 z = swv_quat_rotate(tip.rotation, (swv_vec3){ 0.0, 0.0, 1.0 }), to = { 1.0, 1.0, -1.0 };
        assert_near(swv_vec3_length(swv_vec3_cross(z, to)), 0.0, 1e-6);
        assert_true(swv_vec3_dot(z, to) > 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(snake_of_64_joints_is_solved),
        cmocka_unit_test(snake_follows_markers_and_stretches),
        cmocka_unit_test(parallel_axes_reach_their_plane_and_no_more),
        cmocka_unit_test(chains_that_can_hardly_move_are_no_trouble),
        cmocka_unit_test(sizes_far_from_one_are_solved_alike),
        cmocka_unit_test(joints_that_turned_many_times_are_solved),
        cmocka_unit_test(budgets_are_kept),
        cmocka_unit_test(wrong_arguments_are_refused_and_touch_nothing),
        cmocka_unit_test(limits_further_away_than_lengths_may_be_are_refused),
        cmocka_unit_test(rubbish_never_becomes_a_posture),
        cmocka_unit_test(aim_at_what_is_as_far_as_doubles_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
