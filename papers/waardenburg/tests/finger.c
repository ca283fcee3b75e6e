// SPDX-License-Identifier: MIT
// The coupled finger, and the free one with its direction given.
//
// As in planar_finger.h: postures q are three angles, radians (tables: degrees); tips are in the finger's plane, metres (tables: millimetres), the
// knuckle at the origin. The little finger has bones of 32.7, 18.1 and 16.0 mm. 1.01e-9 rad: SWV_LIMIT_TOLERANCE and rounding. 1e-13 of the size: a
// thousand roundings (found: 1e-15 m of 7 cm). Numbers of cases, sweeps and shares are chosen.
#include "check.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "swivel_papers/chain.h"
#include "swivel_papers/planar_finger.h"
#include "swivel/geometry.h"
#include "swivel_papers/models.h"

#define DEGREES(x) ((x) * (SWV_PI / 180.0))

// Forward kinematics with libm, sharing nothing with the library.
static swv_point libm_tip(const swv_finger *f, const double q[3])
{
    const double a = q[0], b = a + q[1], c = b + q[2];
    return (swv_point){ f->lengths[0] * cos(a) + f->lengths[1] * cos(b) + f->lengths[2] * cos(c),
                        f->lengths[0] * sin(a) + f->lengths[1] * sin(b) + f->lengths[2] * sin(c) };
}

static double apart(swv_point a, swv_point b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

// Degrees to millimetres, worked out from the report's equations; the last row has a free last joint. Twelve decimals are given; 1e-9 mm is room.
static void forward_vectors(void **state)
{
    (void)state;
    static const struct {
        double q[3], tip_mm[2];
    } vectors[] = {
        { { 10, -30, -20 }, { 61.468361049628, -10.796870939471 } },
        { { -20, -75, -50 }, { 16.043997047343, -38.392405703827 } },
        { { 35, -110, -220.0 / 3 }, { 17.853029805614, -7.126933272506 } },
        { { 10, -30, -45 }, { 55.973542147575, -15.013193777072 } },
    };
    swv_finger finger;
    swv_finger_make_little(&finger);
    for (int i = 0; i < 4; ++i) {
        const double q[3] = { DEGREES(vectors[i].q[0]), DEGREES(vectors[i].q[1]), DEGREES(vectors[i].q[2]) };
        swv_point    tip, joints[3];
        assert_int_equal(swv_finger_forward(&finger, q, &tip, joints), SWV_OK);
        assert_near(1e3 * tip.x, vectors[i].tip_mm[0], 1e-9);
        assert_near(1e3 * tip.y, vectors[i].tip_mm[1], 1e-9);
        assert_near(joints[2].x, tip.x, 0.0);
        assert_near(hypot(joints[0].x, joints[0].y), 0.0327, 1e-15);
        assert_near(apart(joints[1], joints[0]), 0.0181, 1e-15);
    }
}

// A bone begins where the one before ends, and points where its end is.
static void frames_are_the_bones(void **state)
{
    (void)state;
    uint64_t   seed = 31;
    swv_finger finger;
    swv_finger_make_little(&finger);
    for (int n = 0; n < 1000; ++n) {
        double           q[3];
        swv_point        tip, end[3];
        swv_finger_frame frames[3];
        for (int i = 0; i < 3; ++i)
            q[i] = random_between(&seed, finger.lower[i], finger.upper[i]);
        assert_int_equal(swv_finger_frames(&finger, q, frames), SWV_OK);
        assert_int_equal(swv_finger_forward(&finger, q, &tip, end), SWV_OK);
        for (int i = 0; i < 3; ++i) {
            const swv_point from = i > 0 ? end[i - 1] : (swv_point){ 0.0, 0.0 };
            const double    to_x = from.x + finger.lengths[i] * cos(frames[i].direction);
            const double    to_y = from.y + finger.lengths[i] * sin(frames[i].direction);
            assert_near(apart(frames[i].origin, from), 0.0, 1e-15);
            assert_near(apart((swv_point){ to_x, to_y }, end[i]), 0.0, 1e-15);
        }
    }
}

// Tips in millimetres, and the first two joints of their one solution in degrees, worked out from the corrected equations (the first: hand.md).
// Eleven decimals of a degree are 1e-13 rad; 1e-11 is room. Chosen.
static void inverse_vectors(void **state)
{
    (void)state;
    static const double vectors[][4] = {
        { 30, -20, 18.00352855645, -83.97659304817 },
        { 50, 10, 49.12799471595, -58.21052274503 },
        { 40, -30, 2.09442306110, -60.12943943934 },
        { 20, -30, -4.61633639159, -83.97659304817 },
    };
    swv_finger finger;
    swv_finger_make_little(&finger);
    for (int i = 0; i < 4; ++i) {
        const swv_point  tip = { 1e-3 * vectors[i][0], 1e-3 * vectors[i][1] };
        double           q[SWV_FINGER_SOLUTIONS][3];
        swv_digit_report report;
        assert_int_equal(swv_finger_solve(&finger, tip, q, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_int_equal(report.count, 1);
        assert_near(q[0][0], DEGREES(vectors[i][2]), 1e-11);
        assert_near(q[0][1], DEGREES(vectors[i][3]), 1e-11);
        assert_near(1e3 * apart(libm_tip(&finger, q[0]), tip), 0.0, 1e-9);
    }
}

// Van den Waardenburg prints two postures of the free finger for (30, -20) mm; they miss it by 0.50 and 0.18 mm. Rows: degrees, the tip they have, to
// nine decimals, and by how much it misses, to two: half of the last is 0.005.
static void printed_configurations_miss_their_target(void **state)
{
    (void)state;
    static const double printed[2][6] = {
        { -3.6, -40.8, -116, 30.494510276, -20.084381568, 0.50 },
        { 25.2, -114.6, 0, 29.944932454, -20.175147441, 0.18 },
    };
    swv_finger finger;
    swv_finger_make_little(&finger);
    for (int i = 0; i < 2; ++i) {
        double    q[3];
        swv_point tip;
        for (int k = 0; k < 3; ++k)
            q[k] = DEGREES(printed[i][k]);
        assert_int_equal(swv_finger_forward(&finger, q, &tip, NULL), SWV_OK);
        assert_near(1e3 * tip.x, printed[i][3], 1e-9);
        assert_near(1e3 * tip.y, printed[i][4], 1e-9);
        assert_near(1e3 * apart(tip, (swv_point){ 0.030, -0.020 }), printed[i][5], 0.005);
    }
}

static void agrees_with_the_chain_of_the_model(void **state)
{
    (void)state;
    uint64_t   seed = 1;
    swv_finger finger;
    swv_chain  chain;
    swv_finger_make_little(&finger);
    assert_int_equal(swv_model_chain("little-finger", &chain), SWV_OK);
    for (int i = 0; i < 3; ++i) {
        assert_near(finger.lower[i], chain.joints[i].lower, 1e-15);
        assert_near(finger.upper[i], chain.joints[i].upper, 1e-15);
    }
    for (int n = 0; n < CASES(10000); ++n) {
        double    q[3];
        swv_pose  pose;
        swv_point tip;
        for (int i = 0; i < 3; ++i)
            q[i] = random_between(&seed, finger.lower[i], finger.upper[i]);
        assert_int_equal(swv_chain_tip(&chain, q, &pose), SWV_OK);
        assert_int_equal(swv_finger_forward(&finger, q, &tip, NULL), SWV_OK);
        assert_near(hypot(pose.position.x - tip.x, pose.position.y - tip.y), 0.0, 1e-16);
    }
}

static void assert_inside(const swv_finger *finger, const double q[3])
{
    for (int i = 0; i < 3; ++i)
        if (!(q[i] >= finger->lower[i] - 1.01e-9 && q[i] <= finger->upper[i] + 1.01e-9))
            fail_msg("joint %d at %.17g is outside %.17g .. %.17g", i, q[i], finger->lower[i], finger->upper[i]);
}

// Every reachable tip is solved, exactly, and the posture that made it is among the solutions. Where the finger is
// nearly straight its angle is lost in the tip's own rounding: postures whose tips agree to a rounding are the same. The root of a rounding is 1e-8
// rad: 1e-7 leaves room. size: at least the finger's length, metres. *most takes the most iterations so far.
static void assert_solved(const swv_finger *finger, const double made[3], double size, int *most)
{
    const swv_point  tip = libm_tip(finger, made);
    double           q[SWV_FINGER_SOLUTIONS][3], nearest = INFINITY;
    swv_digit_report report;
    assert_int_equal(swv_finger_solve(finger, tip, q, &report), SWV_OK);
    if (report.outcome != SWV_REACHED)
        fail_msg("(%.17g, %.17g) not reached, missed by %g", made[0], made[1], report.position_error);
    assert_near(report.position_error, 0.0, 1e-13 * size);
    for (int i = 0; i < report.count; ++i) {
        assert_near(apart(libm_tip(finger, q[i]), tip), 0.0, 1e-13 * size);
        assert_true(q[i][2] == finger->ratio * q[i][1]);
        assert_true(i == 0 || q[i][1] > q[i - 1][1]);
        assert_inside(finger, q[i]);
        nearest = fmin(nearest, fabs(q[i][1] - made[1]));
    }
    if (!(nearest < 1e-7))
        fail_msg("(%.17g, %.17g) is not among the %d solutions, off by %g", made[0], made[1], report.count, nearest);
    *most = report.iterations > *most ? report.iterations : *most;
}

// Ten cases of sixteen are any posture; the others are on limits, or 1e-17 to 1 rad from straight or from a limit. Six iterations are room (found:
// one).
static void every_tip_of_the_little_finger_is_solved(void **state)
{
    (void)state;
    uint64_t   seed = 2;
    int        most = 0;
    swv_finger finger;
    swv_finger_make_little(&finger);
    for (int n = 0; n < CASES(1000000); ++n) {
        double q[3] = { random_between(&seed, finger.lower[0], finger.upper[0]),
                        random_between(&seed, finger.lower[1], finger.upper[1]) };
        switch (n % 16) {  // on the limits, and near to straight
        case 0:
            q[0] = finger.lower[0];
            break;
        case 1:
            q[0] = finger.upper[0];
            break;
        case 2:
            q[1] = finger.lower[1];
            break;
        case 3:
            q[1] = -pow(10.0, random_between(&seed, -17, 0));
            break;
        case 4:
            q[1] = 0.0;
            break;
        case 5:
            q[1] = finger.lower[1] + pow(10.0, random_between(&seed, -17, 0));
            break;
        default:
            break;
        }
        q[2] = finger.ratio * q[1];
        assert_solved(&finger, q, 1.0, &most);
    }
    print_message("             at most %d iterations\n", most);
    assert_in_range(most, 1, 6);
}

// Any bones, any ratio, any limits. Bones are 0.1 to 1 m, ratios -3 to 3, limits up to half a turn (one in eight: that). Special ratios and bones of
// one length are drawn more often, as extrema may coincide there. Chosen.
static swv_finger random_finger(uint64_t *seed)
{
    swv_finger finger;
    for (;;) {
        double lengths[3], lower[3], upper[3];
        for (int i = 0; i < 3; ++i) {
            lengths[i] = pow(10.0, random_between(seed, -1, 0));
            const double most = SWV_PI, x = random_between(seed, -most, most), y = random_between(seed, -most, most);
            lower[i] = random_below(seed, 8) ? fmin(x, y) : -most;
            upper[i] = random_below(seed, 8) ? fmax(x, y) : most;
        }
        if (random_below(seed, 4) == 0)
            lengths[1] = lengths[0];
        const double     simple[] = { 2.0 / 3.0, 1.0, 0.0, -1.0, 2.0, 3.0 };
        const double     ratio = random_below(seed, 2) ? random_between(seed, -3, 3) : simple[random_below(seed, 6)];
        const swv_status status = swv_finger_make(lengths, lower, upper, ratio, &finger);
        if (status == SWV_OK)
            return finger;
        assert_int_equal(status,
                         SWV_BAD_LIMITS);  // the last joint's limits may leave nothing, but there is always room
    }
}

// Where the middle joint may go, radians, so that the last one, which follows, is inside its limits too.
static void coupled_range(const swv_finger *f, double *low, double *high)
{
    *low = f->lower[1];
    *high = f->upper[1];
    if (f->ratio != 0.0) {
        *low = fmax(*low, fmin(f->lower[2] / f->ratio, f->upper[2] / f->ratio));
        *high = fmin(*high, fmax(f->lower[2] / f->ratio, f->upper[2] / f->ratio));
    }
}

// Ten postures for each finger. Three bones of up to 1 m are less than the size of 10.
static void every_tip_of_any_finger_is_solved(void **state)
{
    (void)state;
    uint64_t seed = 3;
    int      most = 0;
    for (int n = 0; n < CASES(20000); ++n) {
        const swv_finger finger = random_finger(&seed);
        double           low, high;
        coupled_range(&finger, &low, &high);
        for (int k = 0; k < 10; ++k) {
            double q[3] = { random_between(&seed, finger.lower[0], finger.upper[0]), random_between(&seed, low, high) };
            q[2] = finger.ratio * q[1];
            assert_solved(&finger, q, 10.0, &most);
        }
    }
    print_message("             at most %d iterations\n", most);
}

// All solutions: a sweep over the middle joint finds no sign change of the distance that the solver does not know. The first joint turns all the way,
// so only the distance counts.
static void no_solution_is_missed(void **state)
{
    (void)state;
    enum { steps = 4000 };
    uint64_t seed = 4;
    long     found = 0;
    int      most = 0;
    for (int n = 0; n < CASES(3000); ++n) {
        swv_finger finger = random_finger(&seed);
        double     low, high, q[SWV_FINGER_SOLUTIONS][3];
        double     lower[3] = { -SWV_PI, finger.lower[1], finger.lower[2] };
        double     upper[3] = { SWV_PI, finger.upper[1], finger.upper[2] };
        assert_int_equal(swv_finger_make(finger.lengths, lower, upper, finger.ratio, &finger), SWV_OK);
        coupled_range(&finger, &low, &high);
        const double     t = random_between(&seed, low, high), made[3] = { 0.0, t, finger.ratio * t };
        const swv_point  tip = libm_tip(&finger, made);
        swv_digit_report report;
        assert_int_equal(swv_finger_solve(&finger, tip, q, &report), SWV_OK);
        int    crossings = 0;
        double before = 0.0;
        for (int k = 0; k <= steps; ++k) {
            const double    x = low + (high - low) * k / steps, posture[3] = { 0.0, x, finger.ratio * x };
            const swv_point p = libm_tip(&finger, posture);
            const double    f = hypot(p.x, p.y) - hypot(tip.x, tip.y);
            crossings += k > 0 && (f < 0.0) != (before < 0.0);
            before = f;
        }
        if (report.count < crossings)
            fail_msg("%d solutions, a sweep has %d (case %d)", report.count, crossings, n);
        found += report.count;
        most = report.count > most ? report.count : most;
    }
    print_message("             %.2f solutions on average, at most %d\n", (double)found / CASES(3000), most);
}

// The nearest reachable point: brute force over the limits never finds a nearer one, and the solver's is nearly
// matched. The grid of 161 x 161 postures is off by a few steps, 2 pi / 160 times the size each; 8 leave room. Tips lie up to 1.3 lengths
// away along each axis, so that more than a quarter are out of reach. Chosen.
static void out_of_reach_gives_the_nearest_point(void **state)
{
    (void)state;
    enum { steps = 160 };
    uint64_t seed = 5;
    long     outside = 0;
    for (int n = 0; n < CASES(2000); ++n) {
        swv_finger finger;
        swv_finger_make_little(&finger);
        if (n % 2)
            finger = random_finger(&seed);
        const double     size = finger.lengths[0] + finger.lengths[1] + finger.lengths[2];
        const swv_point  tip = { random_between(&seed, -1.3 * size, 1.3 * size),
                                 random_between(&seed, -1.3 * size, 1.3 * size) };
        double           q[SWV_FINGER_SOLUTIONS][3], low, high, best = INFINITY;
        swv_digit_report report;
        assert_int_equal(swv_finger_solve(&finger, tip, q, &report), SWV_OK);
        coupled_range(&finger, &low, &high);
        for (int i = 0; i <= steps; ++i)
            for (int k = 0; k <= steps; ++k) {
                const double a = finger.lower[0] + (finger.upper[0] - finger.lower[0]) * i / steps;
                const double b = low + (high - low) * k / steps, posture[3] = { a, b, finger.ratio * b };
                best = fmin(best, apart(libm_tip(&finger, posture), tip));
            }
        assert_true(report.position_error <= best + 1e-12 * size);
        if (report.outcome == SWV_OUT_OF_REACH) {
            assert_int_equal(report.count, 1);
            assert_inside(&finger, q[0]);
            assert_true(report.position_error > 0.0);
            assert_true(best <= report.position_error + 8.0 * size * SWV_PI * 2 / steps);
            ++outside;
        }
    }
    assert_in_range(outside, CASES(2000) / 4, CASES(2000));
}

// Fingers with bones of 1 to 5 cm and any limits; every eighth posture has a straight middle joint, where both branches meet. Tip (m) and
// direction (rad) are met to 1e-13, which is rounding. At least one case of twenty has two solutions, so that both branches are tried.
static void directed_finds_both_branches(void **state)
{
    (void)state;
    uint64_t seed = 6;
    long     twice = 0;
    for (int n = 0; n < CASES_OR_ALL(30000, 300000); ++n) {
        const double lengths[3] = { random_between(&seed, 0.01, 0.05), random_between(&seed, 0.01, 0.05),
                                    random_between(&seed, 0.01, 0.05) };
        double       lower[3], upper[3], q[3], found[2][3], nearest = INFINITY;
        int          count;
        swv_finger   finger;
        for (int i = 0; i < 3; ++i) {
            lower[i] = random_between(&seed, -3, 0);
            upper[i] = random_between(&seed, 0, 3);
            q[i] = random_between(&seed, lower[i], upper[i]);
        }
        assert_int_equal(swv_finger_make(lengths, lower, upper, 0.0, &finger), SWV_OK);
        if (n % 8 == 0)
            q[1] = 0.0;
        const swv_point tip = libm_tip(&finger, q);
        const double    direction = q[0] + q[1] + q[2] + 2 * SWV_PI * random_below(&seed, 2);
        assert_int_equal(swv_finger_solve_directed(&finger, tip, direction, found, &count), SWV_OK);
        assert_in_range(count, 1, 2);
        for (int i = 0; i < count; ++i) {
            assert_near(apart(libm_tip(&finger, found[i]), tip), 0.0, 1e-13);
            assert_near(swv_angle_wrap(found[i][0] + found[i][1] + found[i][2] - direction), 0.0, 1e-13);
            for (int k = 0; k < 3; ++k)
                assert_true(found[i][k] >= lower[k] - SWV_LIMIT_TOLERANCE &&
                            found[i][k] <= upper[k] + SWV_LIMIT_TOLERANCE);
            nearest = fmin(nearest, fabs(found[i][1] - q[1]));
        }
        assert_true(nearest < 1e-6);  // straight: a rounding of the tip
        twice += count == 2;
    }
    assert_in_range(twice, CASES_OR_ALL(30000, 300000) / 20, CASES(300000));
}

// Bones of 2 and 3 cm; a length of 0 or NaN; limits reversed, beyond half a turn (4), or with nothing left where the last joint follows; a ratio
// beyond 3 (5). 7 only marks what must stay.
static void bad_arguments_have_a_status_and_change_nothing(void **state)
{
    (void)state;
    const double lengths[3] = { 0.03, 0.02, 0.02 }, lower[3] = { -1, -2, -2 }, upper[3] = { 1, 0, 0 };
    const double bad_lengths[3] = { 0.03, 0.0, 0.02 }, nan_lengths[3] = { 0.03, NAN, 0.02 };
    const double crossed[3] = { -1, 0.5, -2 }, wide[3] = { 1, 4, 0 }, apart_limits[3] = { 1, 2, 2 };
    const double apart_lower[3] = { -1, 1, -2 };
    swv_finger   finger, before;
    swv_finger_make_little(&finger);
    memcpy(&before, &finger, sizeof finger);
    assert_int_equal(swv_finger_make(bad_lengths, lower, upper, 1, &finger), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_finger_make(nan_lengths, lower, upper, 1, &finger), SWV_NOT_FINITE);
    assert_int_equal(swv_finger_make(lengths, crossed, upper, 1, &finger), SWV_BAD_LIMITS);
    assert_int_equal(swv_finger_make(lengths, lower, wide, 1, &finger), SWV_BAD_LIMITS);
    assert_int_equal(swv_finger_make(lengths, lower, upper, 5, &finger), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_finger_make(lengths, lower, upper, INFINITY, &finger), SWV_NOT_FINITE);
    assert_int_equal(swv_finger_make(lengths, apart_lower, apart_limits, -1, &finger), SWV_OK);  // q2 = -q1
    assert_int_equal(swv_finger_make(lengths, apart_lower, upper, 1, &finger), SWV_BAD_LIMITS);
    swv_finger_make_little(&finger);
    assert_memory_equal(&before, &finger, sizeof finger);

    double           q[SWV_FINGER_SOLUTIONS][3] = { { 7 } };
    swv_digit_report report = { .count = 7 };
    const swv_point  bad = { NAN, 0 };
    assert_int_equal(swv_finger_solve(&finger, bad, q, &report), SWV_BAD_GOAL);
    assert_int_equal(swv_finger_solve_free(&finger, bad, NULL, q[0], &report), SWV_BAD_GOAL);
    assert_near(q[0][0], 7.0, 0.0);
    assert_int_equal(report.count, 7);
}

// A finger of atoms or of galaxies bends like any other. 1e-45 to 1e45 times the little finger. 2.9: of a tip 3 times the scale away the finger is
// short by that less 0.0668. 1e-12 rad: rounding, divided by a bend of 0.01 and more. One or two evaluations: hand.md.
static void size_does_not_matter(void **state)
{
    (void)state;
    uint64_t   seed = 7;
    swv_finger little;
    swv_finger_make_little(&little);
    for (int exponent = -45; exponent <= 45; exponent += 5) {
        const double scale = pow(10.0, exponent);
        const double lengths[3] = { scale * little.lengths[0], scale * little.lengths[1], scale * little.lengths[2] };
        swv_finger   finger;
        assert_int_equal(swv_finger_make(lengths, little.lower, little.upper, little.ratio, &finger), SWV_OK);
        for (int n = 0; n < 200; ++n) {
            double made[3] = { random_between(&seed, -1, 1), random_between(&seed, -2, -0.01) }, one[3];
            made[2] = finger.ratio * made[1];
            const swv_point  tip = libm_tip(&finger, made);
            double           q[SWV_FINGER_SOLUTIONS][3];
            swv_digit_report report;
            assert_int_equal(swv_finger_solve(&finger, tip, q, &report), SWV_OK);
            assert_int_equal(report.outcome, SWV_REACHED);
            assert_near(q[0][1], made[1], 1e-12);
            assert_in_range(report.iterations, 1, 2);
            assert_int_equal(swv_finger_solve_free(&finger, tip, made, one, &report), SWV_OK);
            assert_true(report.position_error <= 1e-12 * scale);
            const swv_point beyond = { 3 * tip.x / hypot(tip.x, tip.y) * scale,
                                       3 * tip.y / hypot(tip.x, tip.y) * scale };
            assert_int_equal(swv_finger_solve(&finger, beyond, q, &report), SWV_OK);
            assert_true(report.position_error < 3.0 * scale && report.position_error > 2.9 * scale);
        }
    }
}

// Denormals, numbers whose squares underflow or overflow (1e-160, 1e160), the finger's length (0.0668 m), and the largest double.
static void extreme_targets_end_well(void **state)
{
    (void)state;
    static const double values[] = { 0.0,     -0.0, 1e-320, -1e-320, 1e-160, 1e-9,    0.0668,
                                     -0.0668, 1.0,  1e9,    1e160,   -1e160, DBL_MAX, -DBL_MAX };
    enum { count = sizeof values / sizeof values[0] };
    swv_finger little;
    swv_finger_make_little(&little);
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < count; ++k) {
            const swv_point  tip = { values[i], values[k] };
            double           q[SWV_FINGER_SOLUTIONS][3], one[3];
            swv_digit_report report;
            assert_int_equal(swv_finger_solve(&little, tip, q, &report), SWV_OK);
            assert_inside(&little, q[0]);
            assert_int_equal(swv_finger_solve_free(&little, tip, NULL, one, &report), SWV_OK);
            assert_inside(&little, one);
            assert_true(report.position_error >= 0.0);
        }
}

// The bend was worked out from lengths, limits and ratio: none of them may change behind its back.
static void fields_written_by_hand_are_refused(void **state)
{
    (void)state;
    for (int n = 0; n < 10; ++n) {
        swv_finger finger;
        swv_finger_make_little(&finger);
        double *const fields[10] = { &finger.lengths[0], &finger.lengths[1], &finger.lengths[2], &finger.lower[0],
                                     &finger.lower[1],   &finger.lower[2],   &finger.upper[0],   &finger.upper[1],
                                     &finger.upper[2],   &finger.ratio };
        double        q[SWV_FINGER_SOLUTIONS][3];
        *fields[n] = nextafter(*fields[n], 0.5);
        assert_int_equal(swv_finger_solve(&finger, (swv_point){ 0.03, -0.02 }, q, NULL), SWV_BAD_MODEL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_written_by_hand_are_refused),
        cmocka_unit_test(forward_vectors),
        cmocka_unit_test(frames_are_the_bones),
        cmocka_unit_test(inverse_vectors),
        cmocka_unit_test(printed_configurations_miss_their_target),
        cmocka_unit_test(agrees_with_the_chain_of_the_model),
        cmocka_unit_test(every_tip_of_the_little_finger_is_solved),
        cmocka_unit_test(every_tip_of_any_finger_is_solved),
        cmocka_unit_test(no_solution_is_missed),
        cmocka_unit_test(out_of_reach_gives_the_nearest_point),
        cmocka_unit_test(directed_finds_both_branches),
        cmocka_unit_test(bad_arguments_have_a_status_and_change_nothing),
        cmocka_unit_test(size_does_not_matter),
        cmocka_unit_test(extreme_targets_end_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
