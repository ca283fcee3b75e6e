// SPDX-License-Identifier: MIT
// The engine on eight robots: random, singular and near targets, each answer checked by forward kinematics. Lengths are metres, angles radians; poses
// and places are in the world (solve.h).
#include "check.h"

#include <string.h>

#include "chain_solve.h"
#include "solved.h"

/// Of `count` targets: how many were reached, and what went wrong.
typedef struct tally {
    int count, reached, false_claims, outside;
} tally;

static swv_solve_report solve_and_judge(const swv_chain *chain, const double *posture, double *q, tally *t)
{
    swv_goal         hand = { .kind = SWV_GOAL_POSE };
    swv_solve_report report;
    assert_int_equal(swv_chain_tip(chain, posture, &hand.target), SWV_OK);
    assert_int_equal(solve_chain(chain, &hand, 1, q, NULL, q, &report), SWV_OK);
    double position, rotation;
    goal_errors(chain, &hand, q, &position, &rotation);
    const bool is_there = position <= 1e-6 * (1 + 1e-6) && rotation <= 1e-6 * (1 + 1e-6);
    t->count += 1;
    t->reached += report.outcome == SWV_REACHED && is_there;
    t->false_claims += report.outcome == SWV_REACHED && !is_there;
    t->outside += !is_inside(chain, q);
    assert_near(report.position_error, position, 1e-12 * (1.0 + swv_vec3_length(hand.target.position)));
    assert_near(report.rotation_error, rotation, 3e-8);  // of the angle from a quaternion, near zero
    return report;
}

static void assert_success(const char *name, const tally *t)
{
    const int allowed = t->count > 10000 ? t->count / 10000 : 1;
    if (t->count - t->reached > allowed)
        fail_msg("%s: %d of %d reached", name, t->reached, t->count);
    assert_int_equal(t->false_claims, 0);
    assert_int_equal(t->outside, 0);
}

static void cold_targets_are_reached_inside_limits(void **state)
{
    (void)state;
    for (int c = 0; c < CHAIN_COUNT; ++c) {
        swv_chain chain;
        uint64_t  seed = 71;
        tally     t = { 0 };
        assert_int_equal(chain_at(c, &chain), SWV_OK);
        for (int n = 0; n < CASES(100000); ++n) {
            double posture[8], q[8];
            posture_inside(&seed, &chain, posture);
            posture_inside(&seed, &chain, q);
            solve_and_judge(&chain, posture, q, &t);
        }
        assert_success(chain_name(c), &t);
    }
}

// Every joint at one of its limits, at zero (where elbows are straight and wrists in gimbal lock), or anywhere.
static void singular_targets_are_reached_inside_limits(void **state)
{
    (void)state;
    for (int c = 0; c < CHAIN_COUNT; ++c) {
        swv_chain chain;
        uint64_t  seed = 72;
        tally     t = { 0 };
        assert_int_equal(chain_at(c, &chain), SWV_OK);
        for (int n = 0; n < CASES(10000); ++n) {
            double posture[8], q[8];
            posture_inside(&seed, &chain, posture);
            posture_inside(&seed, &chain, q);
            for (int i = 0; i < chain.dof; ++i) {
                double lower, upper;
                range_of(&chain, i, &lower, &upper);
                const double special[] = { lower, upper, lower <= 0.0 && upper >= 0.0 ? 0.0 : lower, posture[i] };
                posture[i] = special[random_below(&seed, 4)];
            }
            solve_and_judge(&chain, posture, q, &t);
        }
        assert_success(chain_name(c), &t);
    }
}

// From 0.02 rad away in every joint no other start is needed, and the posture found is near.
static void near_targets_are_reached_at_once(void **state)
{
    (void)state;
    for (int c = 0; c < CHAIN_COUNT; ++c) {
        swv_chain chain;
        uint64_t  seed = 73;
        tally     t = { 0 };
        int       at_once = 0;
        assert_int_equal(chain_at(c, &chain), SWV_OK);
        for (int n = 0; n < CASES(20000); ++n) {
            double posture[8], q[8];
            posture_inside(&seed, &chain, posture);
            for (int i = 0; i < chain.dof; ++i)
                q[i] = posture[i] + (random_below(&seed, 2) ? 0.02 : -0.02);
            const swv_solve_report report = solve_and_judge(&chain, posture, q, &t);
            at_once += report.restarts == 0 && report.iterations <= 8;
        }
        assert_success(chain_name(c), &t);
        assert_true(at_once >= 0.99 * t.count);
    }
}

// A target carried through the straight elbow and back: no jump, and no step much larger than the fold itself makes,
// which turns 1 mm into 0.11 rad.
static void following_through_a_singularity_never_jumps(void **state)
{
    (void)state;
    swv_chain chain;
    assert_int_equal(swv_model_chain("arm7", &chain), SWV_OK);
    for (int i = 0; i < 7; ++i)
        assert_int_equal(swv_chain_set_limits(&chain, i, -INFINITY, INFINITY), SWV_OK);
    const double folded[7] = { 0.4, 0.9, 0.3, 1.0, 0.2, 0.3, 0.1 };
    double       q[7];
    swv_goal     hand = { .kind = SWV_GOAL_POSE };
    memcpy(q, folded, sizeof q);
    assert_int_equal(swv_chain_tip(&chain, folded, &hand.target), SWV_OK);
    const swv_vec3 from = hand.target.position, away = swv_vec3_normalize(from);
    enum { frames = 400 };
    const double beyond = 0.65 - swv_vec3_length(from);  // 2.8 cm beyond the arm's 62.2
    for (int n = 0; n <= frames; ++n) {
        double           before[7], largest = 0.0;
        const double     part = n <= frames / 2 ? 2.0 * n / frames : 2.0 - 2.0 * n / frames;
        swv_solve_report report;
        memcpy(before, q, sizeof q);
        hand.target.position = swv_vec3_add(from, swv_vec3_scale(part * beyond, away));
        assert_int_equal(solve_chain(&chain, &hand, 1, q, &(swv_solve_options){ .max_restarts = -1 }, q, &report),
                         SWV_OK);
        for (int i = 0; i < 7; ++i)
            largest = fmax(largest, fabs(q[i] - before[i]));
        const double reach = swv_vec3_length(hand.target.position);
        if (reach < 0.62)
            assert_int_equal(report.outcome, SWV_REACHED);
        else if (reach > 0.6221)
            assert_int_equal(report.outcome, SWV_OUT_OF_REACH);
        assert_true(largest < 0.2);
    }
}

// The same call gives the same bits; another seed gives another order of starts.
static void answers_depend_on_nothing_but_the_arguments(void **state)
{
    (void)state;
    swv_chain chain;
    uint64_t  seed = 74;
    int       different = 0;
    assert_int_equal(swv_model_chain("puma560", &chain), SWV_OK);
    for (int n = 0; n < CASES(2000); ++n) {
        double   posture[6], start[6], q[3][6];
        swv_goal hand = { .kind = SWV_GOAL_POSE };
        posture_inside(&seed, &chain, posture);
        posture_inside(&seed, &chain, start);
        assert_int_equal(swv_chain_tip(&chain, posture, &hand.target), SWV_OK);
        for (int k = 0; k < 3; ++k) {
            memcpy(q[k], start, sizeof start);
            assert_int_equal(solve_chain(&chain, &hand, 1, q[k], &(swv_solve_options){ .seed = k == 2 }, q[k], NULL),
                             SWV_OK);
        }
        assert_memory_equal(q[0], q[1], sizeof start);
        different += memcmp(q[0], q[2], sizeof start) != 0;
    }
    assert_true(different > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cold_targets_are_reached_inside_limits),
        cmocka_unit_test(singular_targets_are_reached_inside_limits),
        cmocka_unit_test(near_targets_are_reached_at_once),
        cmocka_unit_test(following_through_a_singularity_never_jumps),
        cmocka_unit_test(answers_depend_on_nothing_but_the_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
