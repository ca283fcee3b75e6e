// SPDX-License-Identifier: MIT
// The closest posture inside the limits, against a global search (NLopt's DIRECT, then Subplex) that knows nothing of the
// arm but its forward kinematics.
//
// Postures q are seven angles, radians; hands are poses, the wrist's places in the shoulder's axes (a leg's: the hip's), metres. 1e-11 to
// 1e-13 m or rad: rounding, with room (found: 3e-14 at most). Shares that are asserted are chosen so that the test sees enough of each
// kind.
#include "check.h"

#include <math.h>
#include <nlopt.h>
#include <stdlib.h>

#include "swivel_papers/arm.h"
#include "swivel_papers/chain.h"

#define DEG (SWV_PI / 180.0)

// Any: a rotation vector of up to 3 rad along each axis.
static swv_quat random_rotation(uint64_t *seed)
{
    const swv_vec3 v = { random_between(seed, -3, 3), random_between(seed, -3, 3), random_between(seed, -3, 3) };
    return swv_quat_from_rotation_vector(v);
}

// In a cube, size metres to either side of the shoulder.
static swv_vec3 random_place(uint64_t *seed, double size)
{
    return (swv_vec3){ random_between(seed, -size, size), random_between(seed, -size, size),
                       random_between(seed, -size, size) };
}

// How far, in metres, the hand of posture q is from where it should be, and by what angle (out, radians; may be NULL).
static double miss(const swv_chain *chain, const double q[7], const swv_pose *hand, double *angle)
{
    swv_pose tip;
    assert_int_equal(swv_chain_tip(chain, q, &tip), SWV_OK);
    if (angle)
        *angle = swv_quat_angle_between(tip.rotation, hand->rotation);
    return swv_vec3_length(swv_vec3_sub(tip.position, hand->position));
}

// Inside, finite, with errors as forward kinematics has them. Wrists within 0.5 m of the shoulder (the arm is 0.622 m, the leg 0.862) or,
// one in ten, 50; arms, and one in three a leg; previous postures of -4 to 4 rad, beyond the limits too.
static void inside_whatever_the_target(void **state)
{
    (void)state;
    uint64_t seed = 91;
    int      limited = 0, reached = 0;
    for (int n = 0; n < CASES_OR_ALL(10000, 100000); ++n) {
        swv_arm        arm;
        swv_chain      chain;
        double         q[7], previous[7], angle;
        swv_arm_report report;
        const swv_pose hand = { random_place(&seed, n % 10 ? 0.5 : 50.0), random_rotation(&seed) };
        if (n % 3)
            swv_arm_make_human(&arm);
        else
            swv_arm_make_human_leg(&arm);
        arm.side = n & 1 ? SWV_LEFT : SWV_RIGHT;
        for (int i = 0; i < 7; ++i)
            previous[i] = random_between(&seed, -4, 4);
        assert_int_equal(swv_arm_chain(&arm, &chain), SWV_OK);
        assert_int_equal(
            swv_arm_closest(&arm, &hand, random_between(&seed, -4, 4), n & 2 ? previous : NULL, q, &report), SWV_OK);
        assert_int_equal(report.outside, 0);
        for (int i = 0; i < 7; ++i)
            assert_true(q[i] >= arm.limits[i].lower - SWV_LIMIT_TOLERANCE &&
                        q[i] <= arm.limits[i].upper + SWV_LIMIT_TOLERANCE);
        assert_near(miss(&chain, q, &hand, &angle), report.position_error, 1e-13);
        assert_near(angle, report.rotation_error, 1e-12);
        if (report.outcome == SWV_REACHED)
            assert_true(report.position_error < 1e-12 && report.rotation_error < 1e-12);
        limited += report.outcome == SWV_LIMITED;
        reached += report.outcome == SWV_REACHED;

        // As the arm's own compromise it is the same.
        double same[7];
        arm.compromise = SWV_ARM_GIVE_UP_HAND;
        if (n % 5 == 0) {
            swv_arm_report other;
            assert_int_equal(swv_arm_closest(&arm, &hand, 0.3, previous, q, &report), SWV_OK);
            assert_int_equal(swv_arm_best(&arm, &hand, 0.3, previous, same, &other), SWV_OK);
            assert_memory_equal(q, same, sizeof q);
            assert_int_equal(report.outcome, other.outcome);
        }
    }
    assert_true(limited > CASES_OR_ALL(10000, 100000) / 3 && reached > CASES_OR_ALL(10000, 100000) / 100);
}

/// What the searched functions need: an arm, the same as a chain, and the hand's target.
typedef struct search {
    const swv_arm   *arm;
    const swv_chain *chain;
    const swv_pose  *hand;
} search;

// Metres from the wrist to its target; x: the angles q0 to q3.
static double distance_of_shoulder(unsigned count, const double *x, double *gradient, void *data)
{
    (void)count, (void)gradient;
    const search *s = data;
    const double  q[7] = { x[0], x[1], x[2], x[3] };
    return miss(s->chain, q, s->hand, NULL);
}

// Radians from the hand to its target, with the wrist on its place: x[0] is a swivel, brought into the feasible set, x[1] to x[3] are q4 to q6.
// Where no swivel is feasible pi, the largest angle there is. (Beyond pi x[0] would take the shoulder's way from a previous posture.)
static double angle_on_place(unsigned count, const double *x, double *gradient, void *data)
{
    (void)count, (void)gradient;
    const search  *s = data;
    double         q[7], angle;
    const double   previous[7] = { 0.0, 0.0, 0.0, 0.0, x[1], x[2], x[3] };
    swv_arm_report report;
    assert_int_equal(swv_arm_reach(s->arm, s->hand->position, x[0], x[0] > SWV_PI ? previous : NULL, q, &report),
                     SWV_OK);
    if (report.outside)
        return SWV_PI;
    for (int i = 0; i < 3; ++i)
        q[4 + i] = x[1 + i];
    (void)miss(s->chain, q, s->hand, &angle);
    return angle;
}

// The global minimum of f between two corners of a box: DIRECT with 5000 looks, polished by Subplex with 3000, to 1e-9. Chosen: a test is
// to take seconds.
static double least(nlopt_func f, search *s, const double lower[4], const double upper[4])
{
    double    x[4], value = INFINITY;
    nlopt_opt global = nlopt_create(NLOPT_GN_DIRECT_L, 4), local = nlopt_create(NLOPT_LN_SBPLX, 4);
    for (int i = 0; i < 4; ++i)
        x[i] = 0.5 * (lower[i] + upper[i]);
    for (int k = 0; k < 2; ++k) {
        nlopt_opt opt = k ? local : global;
        nlopt_set_lower_bounds(opt, lower);
        nlopt_set_upper_bounds(opt, upper);
        nlopt_set_min_objective(opt, f, s);
        nlopt_set_maxeval(opt, k ? 3000 : 5000);
        nlopt_set_xtol_rel(opt, 1e-9);
        (void)nlopt_optimize(opt, x, &value);
    }
    nlopt_destroy(global);
    nlopt_destroy(local);
    return value;
}

/// Hands that cannot be met, with the wrist on its place and off it: how many, how often the search was better, and by how much at most.
typedef struct tally {
    int    on_place, off_place, worse_on, worse_off, worse_turned;
    double most_on, most_turned;  ///< radians
    double most_off;              ///< metres
} tally;

// By how many radians a search turns the hand better than posture q does, which misses it by `angle`, with the wrist where q has it.
static double excess_turn(search s, const double q[7], double angle)
{
    swv_pose tip;
    double   lower[4] = { -SWV_PI }, upper[4] = { SWV_PI };
    assert_int_equal(swv_chain_tip(s.chain, q, &tip), SWV_OK);
    const swv_pose there = { tip.position, s.hand->rotation };
    s.hand = &there;
    for (int i = 0; i < 3; ++i) {
        lower[1 + i] = s.arm->limits[4 + i].lower;
        upper[1 + i] = s.arm->limits[4 + i].upper;
    }
    return angle - least(angle_on_place, &s, lower, upper);
}

// Counts a hand that cannot be met. 1e-12 m: on its place. Worse is what a user could see: 0.1 degrees, 0.1 mm. Chosen.
static void against_a_search(const swv_arm *arm, const swv_pose *hand, tally *t)
{
    swv_chain      chain;
    double         q[7];
    swv_arm_report report;
    assert_int_equal(swv_arm_chain(arm, &chain), SWV_OK);
    assert_int_equal(swv_arm_closest(arm, hand, 0.0, NULL, q, &report), SWV_OK);
    if (report.outcome != SWV_LIMITED)
        return;
    search       s = { arm, &chain, hand };
    const double turn = excess_turn(s, q, report.rotation_error);
    if (report.position_error < 1e-12) {
        ++t->on_place;
        t->worse_on += turn > 0.1 * DEG;
        t->most_on = fmax(t->most_on, turn);
        return;
    }
    double lower[4], upper[4];
    for (int i = 0; i < 4; ++i) {
        lower[i] = arm->limits[i].lower;
        upper[i] = arm->limits[i].upper;
    }
    const double further = report.position_error - least(distance_of_shoulder, &s, lower, upper);
    ++t->off_place;
    t->worse_off += further > 1e-4;
    t->worse_turned += turn > 0.1 * DEG;
    t->most_off = fmax(t->most_off, further);
    t->most_turned = fmax(t->most_turned, turn);
}

// One hand, and one in a hundred, may be worse: the closest posture is found nearly always (arm.md has what is found). Chosen.
static void check(const tally *t, int cases)
{
    print_message(
        "             on place: %d of %d turned worse than the search, by %.2f degrees at most\n"
        "             off place: %d of %d further than the search, by %.2f mm at most; turned worse %d, by %.2f\n",
        t->worse_on, t->on_place, t->most_on / DEG, t->worse_off, t->off_place, 1000 * t->most_off, t->worse_turned,
        t->most_turned / DEG);
    assert_true(t->on_place > cases / 5 && t->off_place > cases / 50);
    assert_true(t->worse_on <= 1 + t->on_place / 100 && t->worse_off <= 1 + t->off_place / 100);
    assert_true(t->worse_turned <= 1 + t->off_place / 100);
}

// Wrists within 0.4 m along each axis: most within reach of the arm's 0.622 m, some not.
static void as_near_as_a_global_search_comes(void **state)
{
    (void)state;
    uint64_t seed = 92;
    tally    t = { 0 };
    for (int n = 0; n < CASES(1000); ++n) {
        swv_arm        arm;
        const swv_pose hand = { random_place(&seed, 0.4), random_rotation(&seed) };
        swv_arm_make_human(&arm);
        against_a_search(&arm, &hand, &t);
    }
    check(&t, CASES(1000));
}

// The same with each joint in turn held at an angle inside its limits; 700, a hundred each: chosen, as searches take time.
static void with_a_joint_held_too(void **state)
{
    (void)state;
    uint64_t seed = 93;
    tally    t = { 0 };
    for (int n = 0; n < CASES(700); ++n) {
        swv_arm        arm;
        const int      joint = n % 7;
        const swv_pose hand = { random_place(&seed, 0.4), random_rotation(&seed) };
        swv_arm_make_human(&arm);
        arm.side = n & 1 ? SWV_LEFT : SWV_RIGHT;
        const double angle = random_between(&seed, arm.limits[joint].lower, arm.limits[joint].upper);
        assert_int_equal(swv_arm_set_limits(&arm, joint, angle, angle), SWV_OK);
        against_a_search(&arm, &hand, &t);
    }
    check(&t, CASES(700));
}

// Straight up and straight down, off the axis by nothing, by the smallest double and so on to some roundings (`off`, metres): the wrist is
// there, every limit holds. 400 of each of 11.
static void inside_on_and_near_the_pole(void **state)
{
    (void)state;
    static const double off[] = { 0.0, 4.94e-324, 1e-310, 1e-160, 1e-100, 1e-30, 1e-20, 1e-17, 1e-16, 1e-14, 1e-12 };
    uint64_t            seed = 41;
    for (int n = 0; n < CASES(11 * 400); ++n) {
        swv_arm arm;
        swv_arm_make_human(&arm);
        arm.reference = n & 1 ? SWV_SWIVEL_SMOOTH : SWV_SWIVEL_DOWN;
        const double   away = off[n % 11], reach = arm.upper_arm + arm.forearm;
        const swv_quat r = { random_between(&seed, -1, 1), random_between(&seed, -1, 1), random_between(&seed, -1, 1),
                             random_between(&seed, -1, 1) };
        const swv_pose hand = { { away * random_between(&seed, -1, 1), away * random_between(&seed, -1, 1),
                                  n & 2 ? reach : -reach },
                                swv_quat_normalize(r) };
        double         q[7];
        swv_arm_report report;
        assert_int_equal(swv_arm_closest(&arm, &hand, random_between(&seed, -3, 3), NULL, q, &report), SWV_OK);
        for (int i = 0; i < 7; ++i) {
            assert_true(q[i] >= arm.limits[i].lower - SWV_LIMIT_TOLERANCE);
            assert_true(q[i] <= arm.limits[i].upper + SWV_LIMIT_TOLERANCE);
        }
        assert_int_equal(report.outside, 0);
        assert_near(report.position_error, 0.0, 1e-11);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inside_whatever_the_target),
        cmocka_unit_test(as_near_as_a_global_search_comes),
        cmocka_unit_test(with_a_joint_held_too),
        cmocka_unit_test(inside_on_and_near_the_pole),
    };
    return cmocka_run_group_tests_name("arm closest", tests, NULL, NULL);
}
