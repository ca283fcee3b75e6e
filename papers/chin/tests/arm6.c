// SPDX-License-Identifier: MIT
// The six-joint arm: every solution meets the hand, at every singularity too, the posture a hand came from is among
// them, and no solution is missing. The oracle is the chain's forward kinematics, which shares nothing with the arm's.
//
// As in arm6.h: postures q are six angles, radians (tables: degrees); hands are poses in the shoulder's axes (y up, z forward, x left). Lengths are
// in the thesis's unit: its arm is 50 and 60. 1e-12 rad, or of the reach, is what arm6.h promises; found are 2e-15, and 1.2e-14 at singularities.
// 1e-14: rounding of one forward kinematics.
#include "check.h"

#include <math.h>
#include <string.h>

#include "chains.h"
#include "hands.h"
#include "swivel_papers/arm6.h"
#include "math/linalg.h"
#include "swivel_papers/models.h"

#define DEG (SWV_PI / 180.0)

// Lengths that are equal or differ by a tenth: between them lies one more singularity, the almost closed circle. Lengths, 30 to 130, are about the
// thesis's. Chosen.
static swv_arm6 random_arm(uint64_t *seed)
{
    const double shorter = random_between(seed, 30, 60), longer = random_between(seed, 66, 130);
    const int    which = random_below(seed, 3);
    swv_arm6     arm;
    assert_int_equal(swv_arm6_make(which ? shorter : longer, which == 1 ? longer : shorter, &arm), SWV_OK);
    arm.side = random_below(seed, 2) ? SWV_LEFT : SWV_RIGHT;
    arm.form = random_below(seed, 2) ? SWV_ARM6_TABLE : SWV_ARM6_MATRICES;
    return arm;
}

static void random_posture(uint64_t *seed, double q[6])
{
    for (int i = 0; i < 6; ++i)
        q[i] = random_between(seed, -SWV_PI, SWV_PI);
}

// All eight families meet the hand of this posture, and the posture, given as `previous`, is among them to within `blur`. blur is radians. Returns
// the largest error of a hand: of the reach, or radians.
static double assert_solved(const swv_arm6 *arm, const double q[6], double blur)
{
    swv_chain       chain;
    swv_pose        hand, same;
    double          solutions[SWV_ARM6_FAMILIES][6], worst = 0.0, nearest = INFINITY;
    swv_arm6_report reports[SWV_ARM6_FAMILIES];
    const double    reach = arm->upper_arm + arm->forearm;
    assert_int_equal(swv_arm6_chain(arm, &chain), SWV_OK);
    assert_int_equal(swv_chain_tip(&chain, q, &hand), SWV_OK);
    assert_int_equal(swv_arm6_forward(arm, q, &same, NULL), SWV_OK);
    assert_near(swv_vec3_length(swv_vec3_sub(hand.position, same.position)) / reach, 0.0, 1e-14);
    assert_near(swv_quat_angle_between(hand.rotation, same.rotation), 0.0, 1e-14);
    assert_int_equal(swv_arm6_solve(arm, &hand, q, solutions, reports), SWV_OK);
    for (int f = 0; f < SWV_ARM6_FAMILIES; ++f) {
        worst = fmax(worst, hand_error(&chain, solutions[f], &hand, reach));
        assert_int_equal(reports[f].outcome, SWV_REACHED);
        assert_true(reports[f].position_error <= 1e-12 * reach && reports[f].rotation_error <= 1e-12);
        nearest = fmin(nearest, posture_distance(solutions[f], q, 6));
    }
    assert_near(worst, 0.0, 1e-12);
    assert_near(nearest, 0.0, blur);
    return worst;
}

// How far from a singularity: sine of the elbow, cosine of the wrist, wrist from the shoulder's axis over the reach.
static double distance_from_singularity(const swv_arm6 *arm, const double q[6])
{
    const double across = arm->upper_arm * cos(q[1]) + arm->forearm * cos(q[1] + q[2]);
    const double h = fabs(across) / (arm->upper_arm + arm->forearm);
    return fmin(fmin(fabs(sin(q[2])), fabs(cos(q[4]))), h);
}

// 1e-13 / away^2: some hundred roundings of an angle, divided by the sines of two singularities. Chosen.
static void every_solution_of_a_random_pose(void **state)
{
    (void)state;
    uint64_t seed = 61;
    double   worst = 0.0;
    for (int n = 0; n < CASES(2000000); ++n) {
        const swv_arm6 arm = random_arm(&seed);
        double         q[6];
        random_posture(&seed, q);
        const double away = distance_from_singularity(&arm, q);
        worst = fmax(worst, assert_solved(&arm, q, 1e-13 / (away * away)));
    }
    print_message("             worst hand error %.1e\n", worst);
}

// Outstretched, folded, the wrist above or below the shoulder, in it, the wrist's gimbal, and two or three of these at
// once; at distances from 1e-3 down to exactly there. Where a joint is free it keeps its value: the posture comes back. Distances are radians.
// Before, elbow (0.3 to 2.8 rad) and wrist (within 1.2) are put away from their singularities; a wrist within a tenth of the upper arm of the axis
// counts as near. Exactly at one, 1e-9 rad is room. Chosen.
static void every_solution_at_and_near_each_singularity(void **state)
{
    (void)state;
    const double distances[] = { 1e-3, 1e-6, 1e-9, 1e-12, 1e-15, 0.0 };
    uint64_t     seed = 62;
    double       worst = 0.0;
    for (int n = 0; n < CASES(1200000); ++n) {
        const swv_arm6 arm = random_arm(&seed);
        const double   size = distances[n % 6], away = size * random_between(&seed, -1, 1);
        double         q[6];
        random_posture(&seed, q);
        q[2] = (random_below(&seed, 2) ? 1 : -1) * random_between(&seed, 0.3, 2.8);
        q[4] = random_between(&seed, -1.2, 1.2);
        for (int k = random_below(&seed, 3); k >= 0; --k) {
            switch (random_below(&seed, 4)) {
            case 0:
                q[2] = away;
                break;
            case 1:
                q[2] = SWV_PI + away;
                break;
            case 2:
                q[4] = (random_below(&seed, 2) ? 0.5 : -0.5) * SWV_PI + away;
                break;
            default:  // upper arm and forearm lean to opposite sides by as much
                q[1] = atan2(-arm.upper_arm - arm.forearm * cos(q[2]), -arm.forearm * sin(q[2])) + away;
                break;
            }
        }
        // Several at once blur a joint by a rounding over the product of their distances.
        const double blur = fmax(1e-12 / (away * away), 1e-15 / fabs(away * away * away));
        // At one exactly, and by chance near another, it is lost.
        const double across = fabs(arm.upper_arm * cos(q[1]) + arm.forearm * cos(q[1] + q[2]));
        const bool   is_lost = across > 1e-12 * arm.upper_arm && across < 0.1 * arm.upper_arm;
        worst = fmax(worst, assert_solved(&arm, q, size > 0.0 ? blur : is_lost ? INFINITY : 1e-9));
    }
    print_message("             worst hand error %.1e\n", worst);
}

// Degrees, worked out from the thesis's equations (chain/tests/forward.c has both tables, too). 1e-13 rad for 12 decimals and 2e-11 for 9: half of
// the last is 9e-15 and 9e-12; the rest is room. Chosen.
static void published_vectors(void **state)
{
    (void)state;
    const double matrices[8][6] = {
        { 10, -20, 30, 40, -50, 60 },
        { 10, -20, 30, -140, -130, -120 },
        { 10, 12.790785896414, -30, 27.664127519147, -27.137595272232, 79.284961035851 },
        { 10, 12.790785896414, -30, -152.335872480853, -152.862404727768, -100.715038964149 },
        { -170, 167.209214103586, 30, -152.335872480853, -27.137595272232, 79.284961035851 },
        { -170, 167.209214103586, 30, 27.664127519147, -152.862404727768, -100.715038964149 },
        { -170, -160, -30, -140, -50, 60 },
        { -170, -160, -30, 40, -130, -120 },
    };
    const double table[8][6] = {
        { 1.030212379, 9.200626417, -15.430564186, 0.490542844, 7.734237825, 0.968395109 },
        { 1.030212379, 9.200626417, -15.430564186, -179.509457156, 172.265762175, -179.031604891 },
        { 1.030212379, -7.641185569, 15.430564186, 0.489019093, -6.284571441, 1.087945701 },
        { 1.030212379, -7.641185569, 15.430564186, -179.510980907, -173.715428559, -178.912054299 },
        { -178.969787621, -172.358814431, -15.430564186, -179.510980907, -6.284571441, 1.087945701 },
        { -178.969787621, -172.358814431, -15.430564186, 0.489019093, -173.715428559, -178.912054299 },
        { -178.969787621, 170.799373583, 15.430564186, -179.509457156, 7.734237825, 0.968395109 },
        { -178.969787621, 170.799373583, 15.430564186, 0.490542844, 172.265762175, -179.031604891 },
    };
    // The first from its posture, the second the thesis's example 1: the hand at half a degree everywhere, moved by one
    // along x and y.
    swv_arm6 arm;
    double   q[6], solutions[SWV_ARM6_FAMILIES][6];
    swv_pose hand;
    for (int example = 0; example < 2; ++example) {
        assert_int_equal(swv_arm6_make(50, 60, &arm), SWV_OK);
        arm.form = example ? SWV_ARM6_TABLE : SWV_ARM6_MATRICES;
        for (int i = 0; i < 6; ++i)
            q[i] = (example ? 0.5 : matrices[0][i]) * DEG;
        assert_int_equal(swv_arm6_forward(&arm, q, &hand, NULL), SWV_OK);
        if (example) {
            hand.position.x += 1.0;
            hand.position.y += 1.0;
        }
        assert_int_equal(swv_arm6_solve(&arm, &hand, NULL, solutions, NULL), SWV_OK);
        for (int n = 0; n < 8; ++n) {
            int found = 0;
            for (int i = 0; i < 6; ++i)
                q[i] = (example ? table : matrices)[n][i] * DEG;
            for (int f = 0; f < SWV_ARM6_FAMILIES; ++f)
                found += posture_distance(solutions[f], q, 6) < (example ? 2e-11 : 1e-13);
            assert_int_equal(found, 1);
        }
    }
}

// The chain of either form and side is that of the model, or its mirror image, hand and limits included. 110 is the reach, so 1e-12 of length is
// 1e-14 of it.
static void arm_is_the_model_arm6(void **state)
{
    (void)state;
    uint64_t  seed = 63;
    swv_chain model, chain;
    swv_arm6  arm;
    assert_int_equal(swv_model_chain("arm6", &model), SWV_OK);
    swv_arm6_make_human(&arm);
    for (int n = 0; n < 1000; ++n) {
        double   q[6];
        swv_pose expected, hand;
        random_posture(&seed, q);
        arm.side = n & 1 ? SWV_RIGHT : SWV_LEFT;
        arm.form = SWV_ARM6_TABLE;
        assert_int_equal(swv_chain_tip(&model, q, &expected), SWV_OK);
        if (arm.side == SWV_RIGHT) {
            expected.position.x = -expected.position.x;
            expected.rotation.y = -expected.rotation.y;
            expected.rotation.z = -expected.rotation.z;
        }
        assert_int_equal(swv_arm6_chain(&arm, &chain), SWV_OK);
        for (int i = 0; i < 6; ++i)
            assert_true(chain.joints[i].lower == model.joints[i].lower &&
                        chain.joints[i].upper == model.joints[i].upper);
        assert_near(hand_error(&chain, q, &expected, 110), 0.0, 1e-14);
        arm.form = SWV_ARM6_MATRICES;
        swv_arm6_to_other_form(q, &expected);
        assert_int_equal(swv_arm6_forward(&arm, q, &hand, NULL), SWV_OK);
        assert_near(swv_vec3_length(swv_vec3_sub(hand.position, expected.position)), 0.0, 1e-12);
        assert_near(swv_quat_angle_between(hand.rotation, expected.rotation), 0.0, 1e-14);
    }
}

// Plain Newton on the chain, from everywhere: what it finds is among the eight. Hands are of postures 1e-2 and more from a singularity. Up to 30
// steps, of 0.5 rad a joint at most, to an error of 1e-11; divided by two sines of 1e-2 that is 1e-7, and 1e-6 leaves room. Each of the eight must
// have one find in a hundred. Chosen.
static void no_solution_is_missing(void **state)
{
    (void)state;
    uint64_t seed = 64;
    int      found[SWV_ARM6_FAMILIES] = { 0 }, converged = 0;
    for (int n = 0; n < CASES(2000); ++n) {
        const swv_arm6 arm = random_arm(&seed);
        double         q[6], solutions[SWV_ARM6_FAMILIES][6];
        swv_chain      chain;
        swv_pose       hand;
        random_posture(&seed, q);
        if (distance_from_singularity(&arm, q) < 1e-2)
            continue;
        assert_int_equal(swv_arm6_chain(&arm, &chain), SWV_OK);
        assert_int_equal(swv_chain_tip(&chain, q, &hand), SWV_OK);
        assert_int_equal(swv_arm6_solve(&arm, &hand, NULL, solutions, NULL), SWV_OK);
        for (int start = 0; start < 100; ++start) {
            double x[6], error = INFINITY;
            random_posture(&seed, x);
            for (int k = 0; k < 30 && error > 1e-11; ++k) {
                double   jacobian[36], step[6];
                int      pivot[6];
                swv_pose tip;
                assert_int_equal(swv_chain_jacobian(&chain, x, SWV_WORLD_AXES, jacobian, &tip), SWV_OK);
                const swv_vec3 p = swv_vec3_sub(hand.position, tip.position);
                const swv_vec3 w =
                    swv_rotation_vector_from_quat(swv_quat_mul(hand.rotation, swv_quat_conjugate(tip.rotation)));
                const double residual[6] = { p.x, p.y, p.z, w.x, w.y, w.z };
                memcpy(step, residual, sizeof step);
                if (swvi_lu_factor(jacobian, 6, pivot) != SWV_OK || swvi_lu_solve(jacobian, pivot, 6, step) != SWV_OK)
                    break;
                for (int i = 0; i < 6; ++i)
                    x[i] += fmax(-0.5, fmin(0.5, step[i]));
                error = hand_error(&chain, x, &hand, arm.upper_arm + arm.forearm);
            }
            if (error > 1e-11)
                continue;
            double nearest = INFINITY;
            int    family = -1;
            for (int f = 0; f < SWV_ARM6_FAMILIES; ++f) {
                const double distance = posture_distance(solutions[f], x, 6);
                family = distance < nearest ? f : family;
                nearest = fmin(nearest, distance);
            }
            assert_near(nearest, 0.0, 1e-6);
            ++found[family];
            ++converged;
        }
    }
    for (int f = 0; f < SWV_ARM6_FAMILIES; ++f)
        assert_true(found[f] > converged / 100);
}

// The angles in [-pi, pi) where a function with simple zeros changes its sign, found by looking everywhere.
typedef double (*function_of_angle)(double angle, const double *data);

// 2000 steps, each halved 60 times where there is one: chosen; there are two of each function here.
static int zeros_of(function_of_angle f, const double *data, double zeros[8])
{
    const int steps = 2000;
    int       count = 0;
    for (int k = 0; k < steps; ++k) {
        double low = -SWV_PI + 2.0 * SWV_PI * k / steps, high = low + 2.0 * SWV_PI / steps;
        if (f(low, data) * f(high, data) > 0.0)
            continue;
        for (int n = 0; n < 60; ++n) {
            const double middle = 0.5 * (low + high);
            if (f(low, data) * f(middle, data) <= 0.0)
                high = middle;
            else
                low = middle;
        }
        assert_true(count < 8);
        zeros[count++] = low;
    }
    return count;
}

// data: two components of a vector; zero where the turned vector has none along the first.
static double mixed(double angle, const double *data)
{
    return cos(angle) * data[0] + sin(angle) * data[1];
}

// data: the wrist in the arm's plane, the upper arm and the forearm; zero where the elbow is a forearm from the wrist.
static double forearm_too_long(double angle, const double *data)
{
    return hypot(data[0] + data[2] * cos(angle), data[1] + data[2] * sin(angle)) - data[3];
}

// Joint after joint, every value that leaves the rest solvable: there are two, two and two, and they are the eight. Hands 0.02 and more from a
// singularity, so that two zeros are more than a step apart. 1e-8 rad: rounding over two such sines. Chosen.
static void scan_of_every_joint_finds_the_eight(void **state)
{
    (void)state;
    uint64_t seed = 65;
    for (int n = 0; n < CASES(1000); ++n) {
        swv_arm6 arm = random_arm(&seed);
        double   q[6], solutions[SWV_ARM6_FAMILIES][6], q0[8], q1[8], q3[8];
        swv_pose hand;
        arm.form = SWV_ARM6_MATRICES;
        arm.side = SWV_LEFT;
        random_posture(&seed, q);
        if (distance_from_singularity(&arm, q) < 0.02)
            continue;
        assert_int_equal(swv_arm6_forward(&arm, q, &hand, NULL), SWV_OK);
        assert_int_equal(swv_arm6_solve(&arm, &hand, NULL, solutions, NULL), SWV_OK);
        const swv_vec3 p = hand.position;
        const swv_mat3 r = swv_mat3_from_quat(hand.rotation);
        int            found = 0;
        for (int a = zeros_of(mixed, (double[]){ p.x, p.y }, q0) - 1; a >= 0; --a) {
            const double plane[4] = { cos(q0[a]) * p.y - sin(q0[a]) * p.x, p.z, arm.upper_arm, arm.forearm };
            for (int b = zeros_of(forearm_too_long, plane, q1) - 1; b >= 0; --b) {
                const double y = plane[0] + arm.upper_arm * cos(q1[b]), z = plane[1] + arm.upper_arm * sin(q1[b]);
                const double both = atan2(-z, -y);
                double       m[3][3];
                for (int j = 0; j < 3; ++j) {
                    const double ahead = cos(q0[a]) * r.m[1][j] - sin(q0[a]) * r.m[0][j];
                    m[0][j] = cos(q0[a]) * r.m[0][j] + sin(q0[a]) * r.m[1][j];
                    m[1][j] = cos(both) * ahead + sin(both) * r.m[2][j];
                    m[2][j] = cos(both) * r.m[2][j] - sin(both) * ahead;
                }
                for (int c = zeros_of(mixed, (double[]){ m[0][2], -m[2][2] }, q3) - 1; c >= 0; --c) {
                    const double ct = cos(q3[c]), st = sin(q3[c]);
                    const double x[6] = { q0[a],
                                          q1[b],
                                          both - q1[b],
                                          q3[c],
                                          atan2(-m[1][2], st * m[0][2] + ct * m[2][2]),
                                          atan2(-(ct * m[0][1] - st * m[2][1]), ct * m[0][0] - st * m[2][0]) };
                    for (int f = 0; f < SWV_ARM6_FAMILIES; ++f)
                        found += posture_distance(solutions[f], x, 6) < 1e-8;
                }
            }
        }
        assert_int_equal(found, 8);
    }
}

// Up to three times the reach, or down to the shoulder; one case in 100 is as far as a double goes, or exactly there. Nothing between 0.999 of the
// inner border and it. Chosen.
static void out_of_reach_is_brought_as_near_as_it_gets(void **state)
{
    (void)state;
    uint64_t seed = 66;
    for (int n = 0; n < CASES(100000); ++n) {
        const swv_arm6 arm = random_arm(&seed);
        const double   reach = arm.upper_arm + arm.forearm, inner = fabs(arm.upper_arm - arm.forearm);
        const bool     is_far = inner < 1e-3 * reach || random_below(&seed, 2);
        const double   d =
            is_far ? reach * random_between(&seed, 1.0 + 1e-9, 3.0) : inner * random_between(&seed, 0, 0.999);
        swv_pose hand = random_pose(&seed);
        hand.position = swv_vec3_scale(n % 100 ? d : is_far ? 1e308 : 0.0, swv_vec3_normalize(hand.position));
        double          q[6];
        swv_arm6_report report;
        swv_pose        reached;
        assert_int_equal(swv_arm6_best(&arm, &hand, NULL, q, &report), SWV_OK);
        assert_int_equal(report.outcome, is_far ? SWV_OUT_OF_REACH : SWV_TOO_NEAR);
        assert_near(report.rotation_error, 0.0, 1e-12);
        assert_int_equal(swv_arm6_forward(&arm, q, &reached, NULL), SWV_OK);
        const double distance = swv_vec3_length(swv_vec3_sub(reached.position, hand.position));
        const double length = swv_vec3_length(hand.position);
        assert_near(distance / fmax(length, reach), fabs(length - (is_far ? reach : inner)) / fmax(length, reach),
                    1e-12);
        assert_true(report.position_error == distance);
    }
}

// Of postures inside the limits: one inside is found, and with the posture itself as `previous` it is that one. Without
// limits the nearest of the eight comes out. One joint in four is on a limit. 1e-7 rad: 1e-13 / away^2 for 1e-3 and more. Previous angles of up to 10
// rad: more than a turn.
static void best_is_inside_the_limits_and_nearest(void **state)
{
    (void)state;
    uint64_t seed = 67;
    swv_arm6 arm;
    swv_arm6_make_human(&arm);
    for (int n = 0; n < CASES(300000); ++n) {
        double          q[6], previous[6], best[6], solutions[SWV_ARM6_FAMILIES][6], least = INFINITY;
        swv_pose        hand;
        swv_arm6_report report, reports[SWV_ARM6_FAMILIES];
        for (int i = 0; i < 6; ++i) {
            // on the limits too
            const double t = random_below(&seed, 4) ? random_between(&seed, 0, 1) : random_below(&seed, 2);
            q[i] = arm.lower[i] + t * (arm.upper[i] - arm.lower[i]);
            previous[i] = random_between(&seed, -10, 10);
        }
        arm.side = random_below(&seed, 2) ? SWV_LEFT : SWV_RIGHT;
        assert_int_equal(swv_arm6_forward(&arm, q, &hand, NULL), SWV_OK);
        assert_int_equal(swv_arm6_best(&arm, &hand, q, best, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_int_equal(report.outside, 0);
        for (int i = 0; i < 6; ++i)
            assert_true(best[i] >= arm.lower[i] - 1e-9 && best[i] <= arm.upper[i] + 1e-9);
        if (distance_from_singularity(&arm, q) > 1e-3)
            assert_near(posture_distance(best, q, 6), 0.0, 1e-7);

        swv_arm6 free = arm;
        for (int i = 0; i < 6; ++i)
            assert_int_equal(swv_arm6_set_limits(&free, i, -INFINITY, INFINITY), SWV_OK);
        assert_int_equal(swv_arm6_best(&free, &hand, previous, best, NULL), SWV_OK);
        assert_int_equal(swv_arm6_solve(&free, &hand, previous, solutions, reports), SWV_OK);
        double chosen = 0.0;
        for (int f = 0; f < SWV_ARM6_FAMILIES; ++f) {
            double sum = 0.0;
            for (int i = 0; i < 6; ++i)
                sum += pow(swv_angle_wrap(solutions[f][i] - previous[i]), 2);
            least = fmin(least, sum);
        }
        for (int i = 0; i < 6; ++i)
            chosen += pow(swv_angle_wrap(best[i] - previous[i]), 2);
        assert_near(chosen, least, 1e-12);
    }
}

// fewest begins with more than the six joints.
static void broken_limits_are_named(void **state)
{
    (void)state;
    uint64_t seed = 68;
    swv_arm6 arm;
    int      limited = 0;
    swv_arm6_make_human(&arm);
    for (int n = 0; n < CASES(100000); ++n) {
        double          q[6], solutions[SWV_ARM6_FAMILIES][6], best[6];
        swv_pose        hand;
        swv_arm6_report report, reports[SWV_ARM6_FAMILIES];
        random_posture(&seed, q);
        assert_int_equal(swv_arm6_forward(&arm, q, &hand, NULL), SWV_OK);
        assert_int_equal(swv_arm6_solve(&arm, &hand, q, solutions, reports), SWV_OK);
        assert_int_equal(swv_arm6_best(&arm, &hand, q, best, &report), SWV_OK);
        int fewest = 7;
        for (int f = 0; f < SWV_ARM6_FAMILIES; ++f) {
            int broken = 0;
            for (int i = 0; i < 6; ++i) {
                const double x = solutions[f][i];
                const bool   is_outside =
                    x < arm.lower[i] - SWV_LIMIT_TOLERANCE || x > arm.upper[i] + SWV_LIMIT_TOLERANCE;
                assert_int_equal(is_outside, reports[f].outside >> i & 1);
                broken += is_outside;
            }
            assert_int_equal(reports[f].outcome, broken ? SWV_LIMITED : SWV_REACHED);
            fewest = broken < fewest ? broken : fewest;
        }
        assert_int_equal(__builtin_popcount(report.outside), fewest);
        assert_int_equal(report.outcome, fewest ? SWV_LIMITED : SWV_REACHED);
        limited += fewest > 0;
    }
    assert_true(limited > 0);
}

// Whatever comes in: a status with everything untouched, or finite angles. odd: denormals, roundings, numbers whose squares leave a double's range,
// the thesis's lengths. x: a hand, a previous posture, two lengths. 0x55 only marks what must stay.
static void any_numbers(void **state)
{
    (void)state;
    const double odd[] = { 0.0,   -0.0, 1.0,    -1.0, 1e-320, 1e-160, 1e-14, 1e160,    -1e308,
                           1e308, 50.0, -110.0, 10.0, 1e-16,  0.5,    NAN,   INFINITY, -INFINITY };
    const int    odd_count = (int)(sizeof odd / sizeof odd[0]);
    uint64_t     seed = 69;
    for (int n = 0; n < CASES(300000); ++n) {
        const bool is_finite = random_below(&seed, 2);
        const int  count = is_finite ? odd_count - 3 : odd_count;
        double     x[15], q[SWV_ARM6_FAMILIES][6];
        swv_arm6   arm;
        swv_arm6_make_human(&arm);
        for (int i = 0; i < 15; ++i)
            x[i] = odd[random_below(&seed, count)];
        if (random_below(&seed, 4) == 0) {
            arm.upper_arm = x[13];
            arm.forearm = x[14];
        }
        const swv_pose  hand = { { x[0], x[1], x[2] }, { x[3], x[4], x[5], x[6] } };
        swv_arm6_report reports[SWV_ARM6_FAMILIES], untouched[SWV_ARM6_FAMILIES];
        memset(q, 0x55, sizeof q);
        memset(reports, 0x55, sizeof reports);
        memcpy(untouched, reports, sizeof reports);
        const swv_status status = swv_arm6_solve(&arm, &hand, x + 7, q, reports);
        if (status != SWV_OK) {
            double same[SWV_ARM6_FAMILIES][6];
            memset(same, 0x55, sizeof same);
            assert_memory_equal(same, q, sizeof q);
            assert_memory_equal(untouched, reports, sizeof reports);
            continue;
        }
        for (int f = 0; f < SWV_ARM6_FAMILIES; ++f) {
            for (int i = 0; i < 6; ++i)
                assert_true(isfinite(q[f][i]));
            assert_false(isnan(reports[f].position_error) || isnan(reports[f].rotation_error));
        }
    }
    swv_arm6 arm;
    assert_int_equal(swv_arm6_make(0.0, 1.0, &arm), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_arm6_make(NAN, 1.0, &arm), SWV_NOT_FINITE);
    assert_int_equal(swv_arm6_make(1.0, 1.0, &arm), SWV_OK);
    assert_int_equal(swv_arm6_set_limits(&arm, 6, 0, 1), SWV_BAD_COUNT);
    assert_int_equal(swv_arm6_set_limits(&arm, 0, 1, 0), SWV_BAD_LIMITS);
    assert_int_equal(swv_arm6_set_limits(&arm, 0, 1e25, 1e178), SWV_BAD_LIMITS);
}

// A previous posture with one bad angle among good ones: the status says which argument it is.
static void a_bad_previous_posture_is_named(void **state)
{
    (void)state;
    swv_arm6 arm;
    swv_arm6_make_human(&arm);
    for (int i = 0; i < 6; ++i) {
        double         previous[6] = { 0.0 }, q[SWV_ARM6_FAMILIES][6], best[6];
        const swv_pose hand = { { 0.2, 0.1, -0.3 }, SWV_IDENTITY_QUAT };
        assert_int_equal(swv_arm6_solve(&arm, &hand, previous, q, NULL), SWV_OK);
        assert_int_equal(swv_arm6_best(&arm, &hand, previous, best, NULL), SWV_OK);
        previous[i] = i % 2 ? NAN : INFINITY;
        assert_int_equal(swv_arm6_solve(&arm, &hand, previous, q, NULL), SWV_BAD_POSTURE);
        assert_int_equal(swv_arm6_best(&arm, &hand, previous, best, NULL), SWV_BAD_POSTURE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_vectors),
        cmocka_unit_test(arm_is_the_model_arm6),
        cmocka_unit_test(every_solution_of_a_random_pose),
        cmocka_unit_test(every_solution_at_and_near_each_singularity),
        cmocka_unit_test(no_solution_is_missing),
        cmocka_unit_test(scan_of_every_joint_finds_the_eight),
        cmocka_unit_test(out_of_reach_is_brought_as_near_as_it_gets),
        cmocka_unit_test(best_is_inside_the_limits_and_nearest),
        cmocka_unit_test(broken_limits_are_named),
        cmocka_unit_test(any_numbers),
        cmocka_unit_test(a_bad_previous_posture_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
