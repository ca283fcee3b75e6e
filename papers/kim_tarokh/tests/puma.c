// SPDX-License-Identifier: MIT
// The Puma 560: every solution meets the hand, at every singularity too, the posture a hand came from is among them, and the
// engine's restarts find no other. The oracle is the chain's forward kinematics, which shares nothing with the closed form.
//
// As in puma.h: postures q are six angles, radians (tables: degrees); hands are poses in the base's axes, metres. 1e-12 rad, or of the reach, is what
// puma.h promises; found are 2e-15, and 2.3e-14 at singularities. 1e-14: rounding of one forward kinematics.
#include "check.h"
#include "chain_solve.h"

#include <math.h>
#include <string.h>

#include "hands.h"
#include "swivel_papers/batch.h"
#include "swivel_papers/models.h"
#include "swivel_papers/puma.h"
#include "swivel/solve.h"

#define DEG (SWV_PI / 180.0)

// The model, one with upper arm and forearm in one line and equal, and any other. Bones are 0.2 to 1 m, offsets to 0.3 m to either side; none has
// limits. Chosen.
static swv_puma random_puma(uint64_t *seed)
{
    swv_puma puma;
    switch (random_below(seed, 3)) {
    case 0:
        swv_puma_make_560(&puma);
        for (int i = 0; i < 6; ++i)
            assert_int_equal(swv_puma_set_limits(&puma, i, -INFINITY, INFINITY), SWV_OK);
        break;
    case 1:
        assert_int_equal(swv_puma_make(0.5, 0.0, random_below(seed, 2) ? 0.0 : -0.1, 0.5, &puma), SWV_OK);
        break;
    default:
        assert_int_equal(swv_puma_make(random_between(seed, 0.2, 1.0), random_between(seed, -0.3, 0.3),
                                       random_between(seed, -0.3, 0.3), random_between(seed, 0.2, 1.0), &puma),
                         SWV_OK);
        break;
    }
    return puma;
}

// From shoulder to wrist, the arm in one line, and the offset beside it, metres: no less than the reach.
static double reach_of(const swv_puma *puma)
{
    return puma->upper_arm + hypot(puma->elbow_offset, puma->forearm) + fabs(puma->shoulder_offset);
}

static void random_posture(uint64_t *seed, double q[6])
{
    for (int i = 0; i < 6; ++i)
        q[i] = random_between(seed, -SWV_PI, SWV_PI);
}

// The wrist in the arm's plane, from the shoulder: along the plane, and the distance. along: signed, in metres, like the distance.
static void in_plane(const swv_puma *puma, const double q[6], double *along, double *distance)
{
    const double u = puma->upper_arm, a3 = puma->elbow_offset, d4 = puma->forearm;
    *along = u * cos(q[1]) + a3 * cos(q[1] + q[2]) - d4 * sin(q[1] + q[2]);
    *distance = hypot(*along, u * sin(q[1]) + a3 * sin(q[1] + q[2]) + d4 * cos(q[1] + q[2]));
}

// How far from a singularity: sine of the elbow, sine of the wrist, wrist from the waist's axis in the arm's plane.
static double distance_from_singularity(const swv_puma *puma, const double q[6])
{
    double along, distance;
    in_plane(puma, q, &along, &distance);
    const double e = q[2] + atan2(puma->forearm, puma->elbow_offset);
    return fmin(fmin(fabs(sin(e)), fabs(sin(q[4]))), fmin(fabs(along), distance) / reach_of(puma));
}

// All eight meet the hand of this posture, and the posture, given as `previous`, is among them to within `blur`. blur is radians. Returns the largest
// error of a hand: of the reach, or radians.
static double assert_solved(const swv_puma *puma, const double q[6], double blur)
{
    swv_chain       chain;
    swv_pose        hand, same;
    double          solutions[SWV_PUMA_FAMILIES][6], worst = 0.0, nearest = INFINITY;
    swv_arm6_report reports[SWV_PUMA_FAMILIES];
    const double    reach = reach_of(puma);
    assert_int_equal(swv_puma_chain(puma, &chain), SWV_OK);
    assert_int_equal(swv_chain_tip(&chain, q, &hand), SWV_OK);
    assert_int_equal(swv_puma_forward(puma, q, &same), SWV_OK);
    assert_near(swv_vec3_length(swv_vec3_sub(hand.position, same.position)) / reach, 0.0, 1e-14);
    assert_near(swv_quat_angle_between(hand.rotation, same.rotation), 0.0, 1e-14);
    assert_int_equal(swv_puma_solve(puma, &hand, q, solutions, reports), SWV_OK);
    for (int f = 0; f < SWV_PUMA_FAMILIES; ++f) {
        worst = fmax(worst, hand_error(&chain, solutions[f], &hand, reach));
        assert_int_equal(reports[f].outcome, SWV_REACHED);
        assert_true(reports[f].position_error <= 1e-12 * reach && reports[f].rotation_error <= 1e-12);
        nearest = fmin(nearest, posture_distance(solutions[f], q, 6));
    }
    assert_near(worst, 0.0, 1e-12);
    assert_near(nearest, 0.0, blur);
    return worst;
}

// 1e-13 / away^2: some hundred roundings of an angle, divided by the sines of two singularities. Chosen.
static void every_solution_of_a_random_pose(void **state)
{
    (void)state;
    uint64_t seed = 71;
    double   worst = 0.0;
    for (int n = 0; n < CASES(400000); ++n) {
        const swv_puma puma = random_puma(&seed);
        double         q[6];
        random_posture(&seed, q);
        const double away = distance_from_singularity(&puma, q);
        worst = fmax(worst, assert_solved(&puma, q, 1e-13 / (away * away)));
    }
    print_message("             worst hand error %.1e\n", worst);
}

// Outstretched, folded, the wrist straight, and, without a shoulder offset, on the waist's axis: from 1e-3 away down to exactly
// there, also several at once. Distances are radians; an arm that differs in its angles there is still right, so no posture is asked for.
static void every_solution_at_and_near_each_singularity(void **state)
{
    (void)state;
    const double distances[] = { 1e-3, 1e-6, 1e-9, 1e-12, 1e-15, 0.0 };
    uint64_t     seed = 72;
    double       worst = 0.0;
    for (int n = 0; n < CASES(300000); ++n) {
        const swv_puma puma = random_puma(&seed);
        const double   away = distances[n % 6] * random_between(&seed, -1, 1);
        const double   g = atan2(puma.forearm, puma.elbow_offset);
        double         q[6];
        random_posture(&seed, q);
        for (int k = random_below(&seed, 3); k >= 0; --k) {
            switch (random_below(&seed, 4)) {
            case 0:
                q[2] = away - g;
                break;
            case 1:
                q[2] = SWV_PI + away - g;
                break;
            case 2:
                q[4] = (random_below(&seed, 2) ? 0.0 : SWV_PI) + away;
                break;
            default: {  // the wrist above or below the shoulder
                const double f = hypot(puma.elbow_offset, puma.forearm);
                q[1] = 0.5 * SWV_PI - atan2(f * sin(q[2] + g), puma.upper_arm + f * cos(q[2] + g)) + away;
                break;
            }
            }
        }
        worst = fmax(worst, assert_solved(&puma, q, INFINITY));
    }
    print_message("             worst hand error %.1e\n", worst);
}

// A joint that a singularity leaves free keeps its value: straight wrist, wrist on the waist's axis, wrist on the shoulder's. Elbows are 0.2 to 2.8
// rad from straight, so neither straight nor folded; with a straight wrist alone the wrist stays away from the waist's axis by a tenth. Chosen.
static void free_joints_keep_their_value(void **state)
{
    (void)state;
    swv_puma puma;
    assert_int_equal(swv_puma_make(0.5, 0.0, 0.0, 0.5, &puma), SWV_OK);
    uint64_t seed = 73;
    for (int n = 0; n < CASES(20000); ++n) {
        double q[6];
        random_posture(&seed, q);
        const double e = (random_below(&seed, 2) ? 1 : -1) * random_between(&seed, 0.2, 2.8);
        q[2] = e - 0.5 * SWV_PI;
        q[4] = 0.0;
        if (fabs(cos(q[1] + 0.5 * e)) > 0.1)
            assert_solved(&puma, q, 1e-12);
        q[1] = 0.5 * SWV_PI - 0.5 * e;
        assert_solved(&puma, q, 1e-12);
    }
    double q[6] = { 0.3, 0.4, 0.5 * SWV_PI, 0.5, 0.6, 0.7 };
    assert_solved(&puma, q, 1e-12);
}

// Worked out from the corrected rows for the paper's arm: a posture and the hand it has, in metres to 12 decimals, then the other shoulder and elbow;
// each has a second wrist. 2e-11 rad: half of the ninth decimal of a degree is 9e-12; the rest is room. Chosen.
static void published_vectors(void **state)
{
    (void)state;
    const double rows[4][6] = {
        { 20, -50, 30, 40, 50, -60 },
        { 20, 73.109573566, 144.627210491, 64.935021604, 147.071270639, 29.213977448 },
        { -119.724724842, 106.890426434, 30, -135.367080467, 122.877208903, 44.286665805 },
        { -119.724724842, -130, 144.627210491, -103.347851841, 37.330973244, -57.286341942 },
    };
    swv_puma puma;
    double   q[6], solutions[SWV_PUMA_FAMILIES][6];
    swv_pose hand;
    swv_puma_make_560(&puma);
    for (int i = 0; i < 6; ++i)
        q[i] = rows[0][i] * DEG;
    assert_int_equal(swv_puma_forward(&puma, q, &hand), SWV_OK);
    assert_near(hand.position.x, 0.331068253974, 1e-12);
    assert_near(hand.position.y, 0.279157254055, 1e-12);
    assert_near(hand.position.z, -0.083124542057, 1e-12);
    assert_int_equal(swv_puma_solve(&puma, &hand, NULL, solutions, NULL), SWV_OK);
    for (int n = 0; n < 8; ++n) {
        int found = 0;
        for (int i = 0; i < 6; ++i)
            q[i] = rows[n / 2][i] * DEG;
        if (n % 2) {
            q[3] += SWV_PI;
            q[4] = -q[4];
            q[5] += SWV_PI;
        }
        for (int f = 0; f < SWV_PUMA_FAMILIES; ++f)
            found += posture_distance(solutions[f], q, 6) < 2e-11;
        assert_int_equal(found, 1);
    }
}

static void arm_is_the_model_puma560(void **state)
{
    (void)state;
    swv_chain model, chain;
    swv_puma  puma;
    uint64_t  seed = 74;
    swv_puma_make_560(&puma);
    assert_int_equal(swv_model_chain("puma560", &model), SWV_OK);
    assert_int_equal(swv_puma_chain(&puma, &chain), SWV_OK);
    for (int n = 0; n < 1000; ++n) {
        double   q[6];
        swv_pose hand;
        random_posture(&seed, q);
        assert_int_equal(swv_chain_tip(&model, q, &hand), SWV_OK);
        assert_near(hand_error(&chain, q, &hand, 1.0), 0.0, 1e-14);
    }
    for (int i = 0; i < 6; ++i)
        assert_true(chain.joints[i].lower == model.joints[i].lower && chain.joints[i].upper == model.joints[i].upper);
}

// The engine, from everywhere: what it reaches is among the eight, and it comes to all of them. Errors of 1e-10, divided by two sines of 1e-2 and
// more, are 1e-6: 1e-5 leaves room. Each of the eight must have one find in a hundred. Chosen.
static void no_solution_is_missing(void **state)
{
    (void)state;
    uint64_t seed = 75;
    int      found[SWV_PUMA_FAMILIES] = { 0 }, reached = 0;
    for (int n = 0; n < CASES(200); ++n) {
        const swv_puma puma = random_puma(&seed);
        double         q[6], solutions[SWV_PUMA_FAMILIES][6];
        swv_chain      chain;
        swv_goal       goal = { .kind = SWV_GOAL_POSE };
        random_posture(&seed, q);
        if (distance_from_singularity(&puma, q) < 1e-2)
            continue;
        assert_int_equal(swv_puma_chain(&puma, &chain), SWV_OK);
        assert_int_equal(swv_chain_tip(&chain, q, &goal.target), SWV_OK);
        assert_int_equal(swv_puma_solve(&puma, &goal.target, NULL, solutions, NULL), SWV_OK);
        for (int start = 0; start < 100; ++start) {
            const swv_solve_options options = { .max_restarts = -1,
                                                .position_tolerance = 1e-10,
                                                .rotation_tolerance = 1e-10 };
            swv_solve_report        report;
            double                  x[6], nearest = INFINITY;
            int                     family = -1;
            random_posture(&seed, x);
            assert_int_equal(solve_chain(&chain, &goal, 1, x, &options, x, &report), SWV_OK);
            if (report.outcome != SWV_REACHED)
                continue;
            for (int f = 0; f < SWV_PUMA_FAMILIES; ++f) {
                const double distance = posture_distance(solutions[f], x, 6);
                family = distance < nearest ? f : family;
                nearest = fmin(nearest, distance);
            }
            assert_near(nearest, 0.0, 1e-5);
            ++found[family];
            ++reached;
        }
    }
    for (int f = 0; f < SWV_PUMA_FAMILIES; ++f)
        assert_true(found[f] > reached / 100);
}

// Beyond reach, or nearer to the waist's axis than the shoulder is: the outcome says so, the hand is turned as asked, and no
// step in the plane of the arm brings the wrist nearer. Wrists 1.1 to 5 m from the axis, beyond the reach of 0.88, or nearer to it than the
// shoulder's offset of 0.14909; steps of 1e-3 rad: chosen. One far one in 50 is as far as a double goes.
static void out_of_reach_is_brought_near(void **state)
{
    (void)state;
    uint64_t seed = 76;
    swv_puma puma;
    swv_puma_make_560(&puma);
    for (int n = 0; n < CASES(50000); ++n) {
        const bool   is_far = n % 2;
        const double r = is_far ? random_between(&seed, 1.1, 5.0) : random_between(&seed, 0.0, 0.148);
        const double turn = random_between(&seed, -SWV_PI, SWV_PI);
        swv_pose     hand = { { r * cos(turn), r * sin(turn), random_between(&seed, -0.5, 0.5) },
                              { random_between(&seed, -1, 1), random_between(&seed, -1, 1), 0.5, 0.5 } };
        if (n % 100 == 1)
            hand.position = (swv_vec3){ 1e308, -1e308, 1e307 };
        double          q[SWV_PUMA_FAMILIES][6];
        swv_arm6_report reports[SWV_PUMA_FAMILIES];
        assert_int_equal(swv_puma_solve(&puma, &hand, NULL, q, reports), SWV_OK);
        for (int f = 0; f < SWV_PUMA_FAMILIES; ++f) {
            assert_int_equal(reports[f].outcome, is_far ? SWV_OUT_OF_REACH : SWV_TOO_NEAR);
            assert_near(reports[f].rotation_error, 0.0, 1e-12);
            for (int k = 0; k < 4; ++k) {
                double x[6];
                memcpy(x, q[f], sizeof x);
                x[1 + k / 2] += k % 2 ? 1e-3 : -1e-3;
                swv_pose moved;
                assert_int_equal(swv_puma_forward(&puma, x, &moved), SWV_OK);
                assert_true(swv_vec3_length(swv_vec3_sub(moved.position, hand.position)) >=
                            reports[f].position_error * (1 - 1e-12));
            }
        }
    }
}

// Every family of a batch is that of swv_puma_solve, bit for bit, whatever the range; what is no target says so. 1003 targets, which no number of
// lanes divides; number 500 has a NaN; one in five has a straight wrist, one in seven is three times as far along x. Chosen.
static void batch_has_the_bits_of_the_scalar_solve(void **state)
{
    (void)state;
    enum { COUNT = 1003 };
    static double        in[7][COUNT], q[6][COUNT];
    static unsigned char outcome[COUNT];
    const swv_puma_batch batch = { in[0],  in[1], in[2], in[3],
                                   in[4],  in[5], in[6], { q[0], q[1], q[2], q[3], q[4], q[5] },
                                   outcome };
    uint64_t             seed = 80;
    for (int n = 0; n < CASES(200) + 8; ++n) {
        const swv_puma puma = random_puma(&seed);
        const int      family = n % SWV_PUMA_FAMILIES, first = random_below(&seed, 100);
        for (int i = 0; i < COUNT; ++i) {
            double   posture[6];
            swv_pose hand;
            random_posture(&seed, posture);
            posture[4] = i % 5 ? posture[4] : 0.0;
            assert_int_equal(swv_puma_forward(&puma, posture, &hand), SWV_OK);
            assert_int_equal(swv_pose_check(&hand), SWV_OK);
            const double spread = i % 7 ? 1.0 : 3.0;
            const double values[7] = { spread * hand.position.x, hand.position.y, hand.position.z, hand.rotation.x,
                                       hand.rotation.y,          hand.rotation.z, hand.rotation.w };
            for (int k = 0; k < 7; ++k)
                in[k][i] = i == 500 && k == n % 7 ? NAN : values[k];
        }
        assert_int_equal(swv_batch_puma(&puma, family, &batch, (size_t)first, (size_t)(COUNT - first)), SWV_OK);
        for (int i = first; i < COUNT; ++i) {
            const swv_pose   hand = { { in[0][i], in[1][i], in[2][i] }, { in[3][i], in[4][i], in[5][i], in[6][i] } };
            double           solutions[SWV_PUMA_FAMILIES][6] = { { 0.0 } };
            swv_arm6_report  reports[SWV_PUMA_FAMILIES] = { { 0 } };
            const swv_status status = swv_puma_solve(&puma, &hand, NULL, solutions, reports);
            assert_int_equal(status, i == 500 ? SWV_BAD_GOAL : SWV_OK);
            assert_int_equal(outcome[i], i == 500 ? SWV_INVALID_TARGET : reports[family].outcome);
            for (int j = 0; j < 6; ++j)
                assert_memory_equal(&q[j][i], &solutions[family][j], sizeof(double));
        }
    }
}

// Of postures inside the limits of table 1: one inside is found, and with the posture itself as `previous` it is that one. One joint in four is on a
// limit. 1e-7 rad: 1e-13 / away^2 for 1e-3 and more.
static void best_is_inside_the_limits_and_nearest(void **state)
{
    (void)state;
    uint64_t seed = 77;
    swv_puma puma;
    swv_puma_make_560(&puma);
    for (int n = 0; n < CASES(100000); ++n) {
        double          q[6], best[6];
        swv_pose        hand;
        swv_arm6_report report;
        for (int i = 0; i < 6; ++i) {
            const double t = random_below(&seed, 4) ? random_between(&seed, 0, 1) : random_below(&seed, 2);
            q[i] = puma.lower[i] + t * (puma.upper[i] - puma.lower[i]);
        }
        assert_int_equal(swv_puma_forward(&puma, q, &hand), SWV_OK);
        assert_int_equal(swv_puma_best(&puma, &hand, q, best, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_int_equal(report.outside, 0);
        for (int i = 0; i < 6; ++i)
            assert_true(best[i] >= puma.lower[i] - 1e-9 && best[i] <= puma.upper[i] + 1e-9);
        if (distance_from_singularity(&puma, q) > 1e-3)
            assert_near(posture_distance(best, q, 6), 0.0, 1e-7);
    }
}

// fewest begins with more than the six joints.
static void broken_limits_are_named(void **state)
{
    (void)state;
    uint64_t seed = 78;
    swv_puma puma;
    int      limited = 0;
    swv_puma_make_560(&puma);
    for (int n = 0; n < CASES(50000); ++n) {
        double          q[6], solutions[SWV_PUMA_FAMILIES][6], best[6];
        swv_pose        hand;
        swv_arm6_report report, reports[SWV_PUMA_FAMILIES];
        int             fewest = 7;
        random_posture(&seed, q);
        assert_int_equal(swv_puma_forward(&puma, q, &hand), SWV_OK);
        assert_int_equal(swv_puma_solve(&puma, &hand, q, solutions, reports), SWV_OK);
        assert_int_equal(swv_puma_best(&puma, &hand, q, best, &report), SWV_OK);
        for (int f = 0; f < SWV_PUMA_FAMILIES; ++f) {
            int broken = 0;
            for (int i = 0; i < 6; ++i) {
                const double x = solutions[f][i];
                const bool   is_outside =
                    x < puma.lower[i] - SWV_LIMIT_TOLERANCE || x > puma.upper[i] + SWV_LIMIT_TOLERANCE;
                assert_int_equal(is_outside, reports[f].outside >> i & 1);
                broken += is_outside;
            }
            assert_int_equal(reports[f].outcome, broken ? SWV_LIMITED : SWV_REACHED);
            fewest = broken < fewest ? broken : fewest;
        }
        assert_int_equal(__builtin_popcount(report.outside), fewest);
        limited += fewest > 0;
    }
    assert_true(limited > 0);
}

// Whatever comes in: a status with everything untouched, or finite angles. odd: denormals, roundings, numbers whose squares leave a double's range,
// 0.14909 m, the shoulder's offset. x: a hand, a previous posture, four lengths. 0x55 only marks what must stay.
static void any_numbers(void **state)
{
    (void)state;
    const double odd[] = { 0.0,    -0.0, 1.0,   -1.0,    1e-320, 1e-160, 1e-14,    1e160,
                           -1e308, 0.5,  1e-16, 0.14909, 10.0,   NAN,    INFINITY, -INFINITY };
    const int    odd_count = (int)(sizeof odd / sizeof odd[0]);
    uint64_t     seed = 79;
    for (int n = 0; n < CASES(100000); ++n) {
        const int count = random_below(&seed, 2) ? odd_count - 3 : odd_count;
        double    x[17], q[SWV_PUMA_FAMILIES][6], same[SWV_PUMA_FAMILIES][6];
        swv_puma  puma;
        swv_puma_make_560(&puma);
        for (int i = 0; i < 17; ++i)
            x[i] = odd[random_below(&seed, count)];
        if (random_below(&seed, 4) == 0) {
            puma.upper_arm = x[13];
            puma.forearm = x[14];
            puma.elbow_offset = x[15];
            puma.shoulder_offset = x[16];
        }
        const swv_pose  hand = { { x[0], x[1], x[2] }, { x[3], x[4], x[5], x[6] } };
        swv_arm6_report reports[SWV_PUMA_FAMILIES];
        memset(q, 0x55, sizeof q);
        memcpy(same, q, sizeof q);
        if (swv_puma_solve(&puma, &hand, x + 7, q, reports) != SWV_OK) {
            assert_memory_equal(same, q, sizeof q);
            continue;
        }
        for (int f = 0; f < SWV_PUMA_FAMILIES; ++f) {
            for (int i = 0; i < 6; ++i)
                assert_true(isfinite(q[f][i]));
            assert_false(isnan(reports[f].position_error) || isnan(reports[f].rotation_error));
        }
    }
    swv_puma puma;
    assert_int_equal(swv_puma_make(0.0, 0.0, 0.0, 1.0, &puma), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_puma_make(1.0, 1e7, 0.0, 1.0, &puma), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_puma_make(1.0, 0.0, NAN, 1.0, &puma), SWV_NOT_FINITE);
    assert_int_equal(swv_puma_make(1.0, 0.0, 0.0, 1.0, &puma), SWV_OK);
    assert_int_equal(swv_puma_set_limits(&puma, 6, 0, 1), SWV_BAD_COUNT);
    assert_int_equal(swv_puma_set_limits(&puma, 0, 1, 0), SWV_BAD_LIMITS);
}

// Equal bones, folded: the wrist is at the shoulder's height but for a rounding, and nearer to the axis than the shoulder. Metres: bones of 0.01, an
// offset of 0.3, a wrist 0.028 from the axis: 0.27 too near, so more than 0.2. Heights up to a rounding of the bones. Chosen.
static void folded_wrist_beside_the_axis_is_too_near(void **state)
{
    (void)state;
    const double heights[] = { 0.0, 2e-24, -1e-20, 1e-17, -3e-17 };
    for (int i = 0; i < 5; ++i) {
        swv_puma        puma;
        swv_arm6_report report;
        double          q[6];
        const swv_pose  hand = { { -0.02, -0.02, heights[i] }, SWV_IDENTITY_QUAT };
        assert_int_equal(swv_puma_make(0.01, 0.0, -0.3, 0.01, &puma), SWV_OK);
        assert_int_equal(swv_puma_best(&puma, &hand, NULL, q, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_TOO_NEAR);
        assert_true(report.position_error > 0.2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_vectors),
        cmocka_unit_test(arm_is_the_model_puma560),
        cmocka_unit_test(every_solution_of_a_random_pose),
        cmocka_unit_test(every_solution_at_and_near_each_singularity),
        cmocka_unit_test(free_joints_keep_their_value),
        cmocka_unit_test(no_solution_is_missing),
        cmocka_unit_test(batch_has_the_bits_of_the_scalar_solve),
        cmocka_unit_test(out_of_reach_is_brought_near),
        cmocka_unit_test(best_is_inside_the_limits_and_nearest),
        cmocka_unit_test(broken_limits_are_named),
        cmocka_unit_test(any_numbers),
        cmocka_unit_test(folded_wrist_beside_the_axis_is_too_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
