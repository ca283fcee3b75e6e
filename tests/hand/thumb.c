// SPDX-License-Identifier: MIT
// The thumb: the tip alone, and the tip with the direction of the pulp.
//
// Lengths are metres, q five angles, radians: CMC flexion and abduction, MCP abduction and flexion, IP flexion (hand.h); tips and pulps are in the
// hand's axes at the wrist. 1.01e-9 rad: SWV_LIMIT_TOLERANCE and rounding. 1e-12 m is what hand.h promises, 1e-11 of a pulp's unit vector chosen.
// Numbers of cases are chosen.
#include "check.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "swivel_papers/chain.h"
#include "swivel/hand.h"

static swv_thumb human_thumb(void)
{
    swv_hand hand;
    assert_int_equal(swv_hand_make(SWV_RIGHT, SWV_HAND_LENGTH_MEN, &hand), SWV_OK);
    return hand.thumb;
}

// Any lengths, any mounting, wide limits: many solutions. Bones of 1 to 5 cm, the base within 10 cm of the wrist; ranges to 3.1 rad, of MCP abduction
// and IP flexion 1.5, as they end there. Chosen.
static swv_thumb random_thumb(uint64_t *seed)
{
    for (;;) {
        swv_thumb thumb;
        double    lengths[3], lower[5], upper[5];
        for (int i = 0; i < 3; ++i)
            lengths[i] = random_between(seed, 0.01, 0.05);
        for (int i = 0; i < 5; ++i) {
            lower[i] = -random_between(seed, 0, i == 4 ? 1.5 : i == 2 ? 1.5 : 3.1);
            upper[i] = random_between(seed, 0, i == 4 ? 1.5 : i == 2 ? 1.5 : 3.1);
        }
        const swv_quat turned = { random_between(seed, -1, 1), random_between(seed, -1, 1), random_between(seed, -1, 1),
                                  random_between(seed, -1, 1) };
        const swv_pose pose = { { random_between(seed, -0.1, 0.1), random_between(seed, -0.1, 0.1),
                                  random_between(seed, -0.1, 0.1) },
                                swv_quat_normalize(turned) };
        if (swv_thumb_make(&pose, lengths, lower, upper, random_between(seed, -1.5, 1.5), &thumb) != SWV_OK)
            continue;
        if (random_below(seed, 2))
            assert_int_equal(swv_thumb_hold(&thumb, random_between(seed, lower[2], upper[2])), SWV_OK);
        return thumb;
    }
}

static double apart(swv_vec3 a, swv_vec3 b)
{
    return swv_vec3_length(swv_vec3_sub(a, b));
}

static void assert_inside(const swv_thumb *thumb, const double q[5])
{
    for (int i = 0; i < 5; ++i)
        if (!(q[i] >= thumb->lower[i] - 1.01e-9 && q[i] <= thumb->upper[i] + 1.01e-9))
            fail_msg("joint %d at %.17g is outside %.17g .. %.17g", i, q[i], thumb->lower[i], thumb->upper[i]);
}

// Of the joint that differs most, radians.
static double furthest(const double a[5], const double b[5])
{
    double most = 0;
    for (int i = 0; i < 5; ++i)
        most = fmax(most, fabs(swv_angle_wrap(a[i] - b[i])));
    return most;
}

// The chain goes by axes and quaternions: an oracle for the tip, and with its frame for the pulp.
static void forward_agrees_with_the_chain(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int n = 0; n < CASES(20000); ++n) {
        const swv_thumb thumb = n % 2 ? human_thumb() : random_thumb(&seed);
        swv_chain       chain;
        double          q[5];
        swv_vec3        tip, pulp;
        swv_pose        pose;
        for (int i = 0; i < 5; ++i)
            q[i] = random_between(&seed, -3, 3);
        swv_joint joints[6];
        assert_int_equal(swv_thumb_joints(&thumb, SWV_RIGHT, joints), SWV_OK);
        assert_int_equal(swv_chain_from_joints(&chain, joints, 6), SWV_OK);
        assert_int_equal(swv_chain_tip(&chain, q, &pose), SWV_OK);
        assert_int_equal(swv_thumb_forward(&thumb, q, &tip, &pulp), SWV_OK);
        assert_near(apart(tip, pose.position), 0.0, 1e-15);
        assert_near(apart(pulp, swv_quat_rotate(pose.rotation, (swv_vec3){ 1, 0, 0 })), 0.0, 1e-14);
    }
}

static long solutions_seen;
static int  most_seen;

// 1e-6 rad: near straight an angle is known to the root of a rounding, 1e-8; the rest is room. Chosen.
static void assert_tip_solved(const swv_thumb *thumb, const double made[5])
{
    double           q[SWV_THUMB_SOLUTIONS][5], nearest = INFINITY;
    swv_digit_report report;
    swv_vec3         tip, end;
    assert_int_equal(swv_thumb_forward(thumb, made, &tip, NULL), SWV_OK);
    assert_int_equal(swv_thumb_solve(thumb, tip, NULL, q, &report), SWV_OK);
    if (report.outcome != SWV_REACHED)
        fail_msg("(%.17g, %.17g, %.17g, %.17g, %.17g) not reached, missed by %g", made[0], made[1], made[2], made[3],
                 made[4], report.position_error);
    assert_near(report.position_error, 0.0, 1e-13);
    for (int i = 0; i < report.count; ++i) {
        assert_int_equal(swv_thumb_forward(thumb, q[i], &end, NULL), SWV_OK);
        assert_near(apart(end, tip), 0.0, 1e-12);
        assert_true(q[i][4] == thumb->ratio * q[i][3]);
        assert_true(q[i][2] == thumb->mcp_abduction);
        assert_inside(thumb, q[i]);
        nearest = fmin(nearest, furthest(q[i], made));
    }
    if (!(nearest < 1e-6))
        fail_msg("(%.17g, %.17g, %.17g, %.17g, %.17g) is not among the %d solutions: off by %g", made[0], made[1],
                 made[2], made[3], made[4], report.count, nearest);
    solutions_seen += report.count;
    most_seen = report.count > most_seen ? report.count : most_seen;
}

// MCP and IP flexion that keep both limits, coupled.
static void coupled_posture(uint64_t *seed, const swv_thumb *t, double q[5])
{
    double low = t->lower[3], high = t->upper[3];
    if (t->ratio != 0) {
        low = fmax(low, fmin(t->lower[4] / t->ratio, t->upper[4] / t->ratio));
        high = fmin(high, fmax(t->lower[4] / t->ratio, t->upper[4] / t->ratio));
    }
    for (int i = 0; i < 2; ++i)
        q[i] = random_between(seed, t->lower[i], t->upper[i]);
    q[2] = t->mcp_abduction;
    q[3] = random_between(seed, low, high);
    q[4] = t->ratio * q[3];
}

// One posture in eight is on a limit, one in 16 straight; MCP abduction changes every 1000.
static void every_tip_of_the_human_thumb_is_solved(void **state)
{
    (void)state;
    uint64_t  seed = 2;
    swv_thumb thumb = human_thumb();
    solutions_seen = most_seen = 0;
    for (int n = 0; n < CASES(1000000); ++n) {
        double q[5];
        if (n % 1000 == 0)
            assert_int_equal(swv_thumb_hold(&thumb, random_between(&seed, thumb.lower[2], thumb.upper[2])), SWV_OK);
        coupled_posture(&seed, &thumb, q);
        if (n % 16 < 2)
            q[n % 16] = n % 32 < 16 ? thumb.lower[n % 16] : thumb.upper[n % 16];
        if (n % 16 == 2)
            q[3] = q[4] = 0;
        assert_tip_solved(&thumb, q);
    }
    print_message("             %.2f solutions on average, at most %d\n", (double)solutions_seen / CASES(1000000),
                  most_seen);
}

static void every_tip_of_any_thumb_is_solved(void **state)
{
    (void)state;
    uint64_t seed = 3;
    solutions_seen = most_seen = 0;
    for (int n = 0; n < CASES(10000); ++n) {
        const swv_thumb thumb = random_thumb(&seed);
        for (int k = 0; k < 10; ++k) {
            double q[5];
            coupled_posture(&seed, &thumb, q);
            assert_tip_solved(&thumb, q);
        }
    }
    print_message("             %.2f solutions on average, at most %d\n", (double)solutions_seen / CASES(100000),
                  most_seen);
}

// `allowed` is radians; 3: a pulp of any length will do. Returns true.
static bool assert_directed_solved(const swv_thumb *thumb, const double made[5], double allowed)
{
    double           q[SWV_THUMB_SOLUTIONS][5], nearest = INFINITY;
    swv_digit_report report;
    swv_vec3         tip, pulp, end, faces;
    assert_int_equal(swv_thumb_forward(thumb, made, &tip, &pulp), SWV_OK);
    const swv_vec3 longer = swv_vec3_scale(3.0, pulp);
    assert_int_equal(swv_thumb_solve(thumb, tip, &longer, q, &report), SWV_OK);
    if (report.outcome != SWV_REACHED)
        fail_msg("(%.17g, %.17g, %.17g, %.17g, %.17g) not reached, missed by %g and %g", made[0], made[1], made[2],
                 made[3], made[4], report.position_error, report.rotation_error);
    for (int i = 0; i < report.count; ++i) {
        assert_int_equal(swv_thumb_forward(thumb, q[i], &end, &faces), SWV_OK);
        assert_near(apart(end, tip), 0.0, 1e-12);
        assert_near(apart(faces, pulp), 0.0, 1e-11);
        assert_inside(thumb, q[i]);
        nearest = fmin(nearest, furthest(q[i], made));
    }
    solutions_seen += report.count;
    most_seen = report.count > most_seen ? report.count : most_seen;
    if (!(nearest < allowed))
        fail_msg("(%.17g, %.17g, %.17g, %.17g, %.17g) is not among the %d solutions: off by %g", made[0], made[1],
                 made[2], made[3], made[4], report.count, nearest);
    return true;
}

// 1e-5 rad: next to double solutions an angle is known to a root of a rounding, or a fourth root. Chosen.
static void every_tip_and_pulp_of_the_human_thumb_is_solved(void **state)
{
    (void)state;
    uint64_t  seed = 4;
    swv_thumb thumb = human_thumb();
    solutions_seen = most_seen = 0;
    for (int n = 0; n < CASES(1000000); ++n) {
        double q[5];
        for (int i = 0; i < 5; ++i)
            q[i] = random_between(&seed, thumb.lower[i], thumb.upper[i]);
        if (n % 16 < 5)
            q[n % 16] = n % 32 < 16 ? thumb.lower[n % 16] : thumb.upper[n % 16];
        (void)assert_directed_solved(&thumb, q, 1e-5);
    }
    print_message("             %.2f solutions on average, at most %d\n", (double)solutions_seen / CASES(1000000),
                  most_seen);
}

// 1e-4 rad, as above.
static void every_tip_and_pulp_of_any_thumb_is_solved(void **state)
{
    (void)state;
    uint64_t seed = 5;
    solutions_seen = most_seen = 0;
    for (int n = 0; n < CASES(20000); ++n) {
        const swv_thumb thumb = random_thumb(&seed);
        for (int k = 0; k < 5; ++k) {
            double q[5];
            for (int i = 0; i < 5; ++i)
                q[i] = random_between(&seed, thumb.lower[i], thumb.upper[i]);
            (void)assert_directed_solved(&thumb, q, 1e-4);
        }
    }
    print_message("             %.2f solutions on average, at most %d\n", (double)solutions_seen / CASES(100000),
                  most_seen);
}

// ---- all of them: Newton's method from random postures finds none that is not known ----

// Tips in tenths of a metre, so that they weigh as much as the pulp.
static void residual(const swv_thumb *thumb, const double q[5], swv_vec3 tip, swv_vec3 pulp, double r[6])
{
    swv_vec3 end, faces;
    (void)swv_thumb_forward(thumb, q, &end, &faces);
    const double values[6] = { (end.x - tip.x) * 10, (end.y - tip.y) * 10, (end.z - tip.z) * 10,
                               faces.x - pulp.x,     faces.y - pulp.y,     faces.z - pulp.z };
    memcpy(r, values, sizeof values);
}

// Gauss and Newton's, with differences for derivatives: shares nothing with the solver. Differences of 1e-6 rad, a damping of 1e-12, steps of 0.5 rad
// a joint at most, 30 of them, to 1e-11. Chosen.
static bool newton(const swv_thumb *thumb, swv_vec3 tip, swv_vec3 pulp, double q[5])
{
    for (int step = 0; step < 30; ++step) {
        double r[6], j[6][5], a[5][6], worst = 0;
        residual(thumb, q, tip, pulp, r);
        for (int i = 0; i < 6; ++i)
            worst = fmax(worst, fabs(r[i]));
        if (worst < 1e-11)
            return true;
        for (int k = 0; k < 5; ++k) {
            double up[6], down[6], x = q[k];
            q[k] = x + 1e-6;
            residual(thumb, q, tip, pulp, up);
            q[k] = x - 1e-6;
            residual(thumb, q, tip, pulp, down);
            q[k] = x;
            for (int i = 0; i < 6; ++i)
                j[i][k] = (up[i] - down[i]) / 2e-6;
        }
        for (int i = 0; i < 5; ++i)
            for (int k = 0; k <= 5; ++k) {
                a[i][k] = i == k ? 1e-12 : 0;
                for (int l = 0; l < 6; ++l)
                    a[i][k] += j[l][i] * (k < 5 ? j[l][k] : -r[l]);
            }
        for (int i = 0; i < 5; ++i)  // positive definite: no pivots needed
            for (int k = i + 1; k < 5; ++k) {
                const double factor = a[k][i] / a[i][i];
                for (int l = i; l <= 5; ++l)
                    a[k][l] -= factor * a[i][l];
            }
        for (int i = 4; i >= 0; --i) {
            for (int k = i + 1; k < 5; ++k)
                a[i][5] -= a[i][k] * a[k][5];
            a[i][5] /= a[i][i];
        }
        for (int i = 0; i < 5; ++i)
            q[i] += fmax(-0.5, fmin(0.5, a[i][5]));
    }
    return false;
}

// 30 starts for each thumb, of which five find something on average. What is found is a solution that the solver has, to 1e-4 rad, if it is inside
// the limits by 1e-6. Chosen.
static void no_solution_is_missed(void **state)
{
    (void)state;
    uint64_t seed = 9;
    long     found = 0;
    for (int n = 0; n < CASES(1500); ++n) {
        const swv_thumb  thumb = n % 4 ? random_thumb(&seed) : human_thumb();
        double           q[SWV_THUMB_SOLUTIONS][5], made[5];
        swv_digit_report report;
        swv_vec3         tip, pulp;
        for (int i = 0; i < 5; ++i)
            made[i] = random_between(&seed, thumb.lower[i], thumb.upper[i]);
        assert_int_equal(swv_thumb_forward(&thumb, made, &tip, &pulp), SWV_OK);
        assert_int_equal(swv_thumb_solve(&thumb, tip, &pulp, q, &report), SWV_OK);
        for (int start = 0; start < 30; ++start) {
            double try[5], nearest = INFINITY;
            bool   inside = true;
            for (int i = 0; i < 5; ++i)
                try[i] = random_between(&seed, thumb.lower[i], thumb.upper[i]);
            if (!newton(&thumb, tip, pulp, try))
                continue;
            for (int i = 0; i < 5; ++i)
                inside = inside && swv_angle_turn_into(thumb.lower[i] + 1e-6, thumb.upper[i] - 1e-6, &try[i]);
            for (int i = 0; i < report.count; ++i)
                nearest = fmin(nearest, furthest(q[i], try));
            if (inside && !(nearest < 1e-4))
                fail_msg("(%.17g, %.17g, %.17g, %.17g, %.17g) is not among the %d solutions (case %d)", try[0], try[1],
                         try[2], try[3], try[4], report.count, n);
            found += inside;
        }
    }
    print_message("             %ld solutions found by Newton's method\n", found);
    assert_true(found > CASES(1500) * 5L);
}

// Straight fingers, zero angles, axes in line: where the polynomial has double roots or vanishes. The tip and pulp are
// met. Every other angle is 0, one in eight 1e-12 to 0.1 rad away from it.
static void degenerate_postures_are_solved(void **state)
{
    (void)state;
    uint64_t  seed = 6;
    swv_thumb thumb = human_thumb();
    for (int n = 0; n < CASES(50000); ++n) {
        double           q[SWV_THUMB_SOLUTIONS][5], made[5];
        swv_digit_report report;
        swv_vec3         tip, pulp;
        for (int i = 0; i < 5; ++i) {
            made[i] = random_between(&seed, thumb.lower[i], thumb.upper[i]);
            if (random_below(&seed, 2))
                made[i] = 0.0;
            if (random_below(&seed, 8) == 0)
                made[i] = pow(10.0, random_between(&seed, -12, -1)) * (random_below(&seed, 2) ? 1 : -1);
            made[i] = fmin(fmax(made[i], thumb.lower[i]), thumb.upper[i]);
        }
        assert_int_equal(swv_thumb_forward(&thumb, made, &tip, &pulp), SWV_OK);
        assert_int_equal(swv_thumb_solve(&thumb, tip, &pulp, q, &report), SWV_OK);
        if (report.outcome != SWV_REACHED || report.position_error > 1e-12 || report.rotation_error > 1e-11)
            fail_msg("(%.17g, %.17g, %.17g, %.17g, %.17g): missed by %g and %g", made[0], made[1], made[2], made[3],
                     made[4], report.position_error, report.rotation_error);
        for (int i = 0; i < report.count; ++i)
            assert_inside(&thumb, q[i]);
    }
}

// Nothing that random search finds is nearer. Tips up to 5 cm aside along each axis. 20,000 postures for each, the last 16,000 ever nearer to the
// best (0.9995 each time): 1e-9 m. A third must be out of reach. Chosen.
static void out_of_reach_gives_the_nearest(void **state)
{
    (void)state;
    uint64_t        seed = 7;
    const swv_thumb thumb = human_thumb();
    long            outside = 0;
    for (int n = 0; n < CASES(300); ++n) {
        double           q[SWV_THUMB_SOLUTIONS][5], made[5], best = INFINITY;
        swv_digit_report report;
        swv_vec3         tip, end;
        coupled_posture(&seed, &thumb, made);
        assert_int_equal(swv_thumb_forward(&thumb, made, &tip, NULL), SWV_OK);
        tip = swv_vec3_add(tip, (swv_vec3){ random_between(&seed, -0.05, 0.05), random_between(&seed, -0.05, 0.05),
                                            random_between(&seed, -0.05, 0.05) });
        assert_int_equal(swv_thumb_solve(&thumb, tip, NULL, q, &report), SWV_OK);
        assert_inside(&thumb, q[0]);
        if (report.outcome == SWV_REACHED)
            continue;
        ++outside;
        double spread = 1.0, at[5];
        for (int i = 0; i < 20000; ++i, spread *= 0.9995) {  // random search that narrows in
            double try[5];
            coupled_posture(&seed, &thumb, try);
            for (int k = 0; k < 4 && i > 4000; ++k)
                try[k] = at[k] + spread * (try[k] - at[k]);
            try[4] = thumb.ratio * try[3];
            assert_int_equal(swv_thumb_forward(&thumb, try, &end, NULL), SWV_OK);
            if (apart(end, tip) < best) {
                best = apart(end, tip);
                memcpy(at, try, sizeof at);
            }
        }
        if (!(report.position_error <= best + 1e-9))
            fail_msg("missed by %.17g, random search by %.17g (case %d)", report.position_error, best, n);
        assert_int_equal(swv_thumb_forward(&thumb, q[0], &end, NULL), SWV_OK);
        assert_near(apart(end, tip), report.position_error, 1e-15);
    }
    print_message("             %ld of %d out of reach\n", outside, CASES(300));
    assert_true(outside > CASES(300) / 3);
}

// Tips within 20 cm of the wrist along each axis, a pulp anyhow.
static void directed_out_of_reach_stays_inside(void **state)
{
    (void)state;
    uint64_t        seed = 8;
    const swv_thumb thumb = human_thumb();
    for (int n = 0; n < CASES(2000); ++n) {
        double           q[SWV_THUMB_SOLUTIONS][5];
        swv_digit_report report;
        const swv_vec3   tip = { random_between(&seed, -0.2, 0.2), random_between(&seed, -0.2, 0.2),
                                 random_between(&seed, -0.2, 0.2) };
        const swv_vec3   pulp = { random_between(&seed, -1, 1), random_between(&seed, -1, 1),
                                  random_between(&seed, -1, 1) };
        assert_int_equal(swv_thumb_solve(&thumb, tip, &pulp, q, &report), SWV_OK);
        assert_inside(&thumb, q[0]);
        if (report.outcome == SWV_OUT_OF_REACH)
            assert_true(report.position_error > 1e-12 || report.rotation_error > 1e-12);
    }
}

// Denormals, numbers whose squares leave a double's range, the largest double. 1 rad is beyond the MCP's abduction, -3 beyond where the IP joint may
// bend.
static void bad_and_extreme_arguments_end_well(void **state)
{
    (void)state;
    static const double values[] = { 0.0, -0.0, 1e-320, 1e-160, 0.1, 1e160, DBL_MAX, -DBL_MAX };
    enum { count = sizeof values / sizeof values[0] };
    const swv_thumb  thumb = human_thumb();
    double           q[SWV_THUMB_SOLUTIONS][5];
    swv_digit_report report;
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < count; ++k)
            for (int j = 0; j < count; ++j) {
                const swv_vec3 v = { values[i], values[k], values[j] }, tip = { 0.03, 0.05, 0.1 };
                const bool     is_zero = swv_vec3_length(v) == 0;
                assert_int_equal(swv_thumb_solve(&thumb, v, NULL, q, &report), SWV_OK);
                assert_inside(&thumb, q[0]);
                assert_int_equal(swv_thumb_solve(&thumb, tip, &v, q, &report), is_zero ? SWV_BAD_GOAL : SWV_OK);
                assert_int_equal(swv_thumb_solve(&thumb, v, &tip, q, &report), SWV_OK);
                assert_inside(&thumb, q[0]);
            }
    const swv_vec3 base = thumb.base, ahead = { 0, 0, 1 };
    assert_int_equal(swv_thumb_solve(&thumb, base, &ahead, q, &report), SWV_OK);
    assert_int_equal(swv_thumb_solve(&thumb, (swv_vec3){ NAN, 0, 0 }, NULL, q, &report), SWV_BAD_GOAL);
    assert_int_equal(swv_thumb_solve(&thumb, (swv_vec3){ INFINITY, 0, 0 }, &ahead, q, &report), SWV_BAD_GOAL);
    swv_thumb other = thumb;
    assert_int_equal(swv_thumb_hold(&other, 1.0), SWV_BAD_LIMITS);
    assert_int_equal(swv_thumb_hold(&other, NAN), SWV_NOT_FINITE);
    assert_memory_equal(&other, &thumb, sizeof thumb);
    const double   lengths[3] = { 0.04, 0.03, 0.02 }, lower[5] = { -1, -1, -1, -1, -3 }, upper[5] = { 1, 1, 1, 1, 1 };
    const swv_pose pose = SWV_IDENTITY_POSE;
    assert_int_equal(swv_thumb_make(&pose, lengths, lower, upper, 1, &other), SWV_BAD_LIMITS);
    assert_int_equal(swv_thumb_make(&pose, lengths, upper, lower, 1, &other), SWV_BAD_LIMITS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forward_agrees_with_the_chain),
        cmocka_unit_test(every_tip_of_the_human_thumb_is_solved),
        cmocka_unit_test(every_tip_of_any_thumb_is_solved),
        cmocka_unit_test(every_tip_and_pulp_of_the_human_thumb_is_solved),
        cmocka_unit_test(every_tip_and_pulp_of_any_thumb_is_solved),
        cmocka_unit_test(no_solution_is_missed),
        cmocka_unit_test(degenerate_postures_are_solved),
        cmocka_unit_test(out_of_reach_gives_the_nearest),
        cmocka_unit_test(directed_out_of_reach_stays_inside),
        cmocka_unit_test(bad_and_extreme_arguments_end_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
