// SPDX-License-Identifier: MIT
// The natural method's promises: no jump that the limits do not force, closed paths that come home, an elbow that is calm
// where the arm points straight up.
//
// Postures (q, from, last, start) are seven angles, radians; hands are poses, elbows and wrists places in the shoulder's axes, metres;
// swivels are radians from the smooth reference, times seconds (arm.h, track.h). 10 rad/s is the default max_joint_speed: `allowed` is what
// a joint may move by in a step.
#include "check.h"

#include <math.h>
#include <string.h>

#include "following.h"
#include "swivel/limb.h"
#include "swivel_papers/track.h"

// free_arm(0.334, 0.288): metres, the bones of the model arm7 (models.c), 0.622 together.

// The largest joint step (radians) to a posture, each joint by the turn inside its limits that is nearest; INFINITY if one joint has
// no such turn.
static double step_inside(const swv_arm *arm, const double q[7], const double from[7])
{
    double largest = 0.0;
    for (int i = 0; i < 7; ++i) {
        double nearest = INFINITY;
        for (int turn = -1; turn <= 1; ++turn) {
            const double at = q[i] + turn * 2.0 * SWV_PI;
            if (at >= arm->limits[i].lower && at <= arm->limits[i].upper)
                nearest = fmin(nearest, fabs(at - from[i]));
        }
        largest = fmax(largest, nearest);
    }
    return largest;
}

// The smallest of these to any posture that brings the hand there: of all swivels in steps of half a degree, the
// limits looked at here, and, lest a narrow gap be missed, of the ends and middles of the intervals said to be feasible.
static double smallest_possible_step(const swv_arm *arm, const swv_pose *hand, const double from[7])
{
    enum { POINTS = 720 };
    double      swivels[POINTS + SWV_ARM_NATURAL_FAMILIES * SWV_MAX_SWIVEL_INTERVALS * 3], smallest = INFINITY;
    int         count = 0;
    swv_swivels sets[SWV_ARM_NATURAL_FAMILIES];
    assert_int_equal(swv_arm_feasible(arm, hand, sets), SWV_OK);
    for (; count < POINTS; ++count)
        swivels[count] = -SWV_PI + 2.0 * SWV_PI * count / POINTS;
    for (int f = 0; f < SWV_ARM_NATURAL_FAMILIES; ++f)
        for (int i = 0; i < sets[f].count; ++i)
            for (int part = 1; part <= 3; ++part)  // not the ends themselves, where rounding decides
                swivels[count++] = sets[f].from[i] + (sets[f].to[i] - sets[f].from[i]) * (part == 2   ? 0.5
                                                                                          : part == 1 ? 1e-3
                                                                                                      : 0.999);
    for (int k = 0; k < count; ++k) {
        double q[SWV_ARM_FAMILIES][7];
        assert_int_equal(swv_arm_solve(arm, hand, swivels[k], q, NULL), SWV_OK);
        for (int f = 0; f < SWV_ARM_NATURAL_FAMILIES; ++f)
            smallest = fmin(smallest, step_inside(arm, q[f], from));
    }
    return smallest;
}

// A flip is forced if no posture is within 30 degrees, a fast step if none is within `allowed`. 1e-14 m and 1e-13 rad: rounding. Half of
// the paths may have a flip: chosen, so that following still works (found: 34 %; track.md).
static void flips_only_where_limits_force_it(void **state)
{
    (void)state;
    swv_arm arm = human_arm();
    arm.reference = SWV_SWIVEL_SMOOTH;
    uint64_t     seed = 41;
    long         flips = 0, interpolated = 0, fast = 0;
    int          paths_with_flip = 0;
    const int    paths = CASES_OR_ALL(1500, 10000);
    const double allowed = 10.0 * dt;
    for (int n = 0; n < paths; ++n) {
        const joint_path path = random_path(&seed, &arm);
        double           q[7], last[7];
        bool             has_flip = false;
        path_at(&path, 0, last);
        swv_arm_track track = started(&arm, SWV_TRACK_NATURAL, 0.0, last);
        for (int k = 1; k <= STEPS; ++k) {
            swv_track_report report;
            double           along[7], before[7];
            path_at(&path, k, along);
            const swv_pose hand = hand_of(&arm, along);
            memcpy(before, track.posture, sizeof before);
            assert_int_equal(swv_arm_track_step(&track, &hand, dt, q, &report), SWV_OK);

            // What is promised of every step.
            assert_int_equal(report.outcome, report.is_catching_up ? SWV_LIMITED : SWV_REACHED);
            assert_true(largest_difference(q, last) <= allowed * (1.0 + 1e-12));
            assert_inside(&arm, q);
            if (!report.is_catching_up) {
                assert_true(report.position_error < 1e-14);
                assert_true(report.rotation_error < 1e-13);
            }
            assert_true(report.is_flipping == (largest_difference(track.posture, before) > allowed));
            if (report.is_flipping) {
                const bool   is_large = largest_difference(track.posture, before) > 30.0 * DEGREE;
                const double smallest = smallest_possible_step(&arm, &hand, before);
                if (smallest <= (is_large ? 30.0 * DEGREE : allowed))
                    fail_msg("path %d, step %d: a posture %.1f degrees away exists", n, k, smallest / DEGREE);
                assert_true(report.is_catching_up);
                flips += is_large;
                fast += !is_large;
                has_flip = has_flip || is_large;
            }
            interpolated += report.is_catching_up;
            memcpy(last, q, sizeof last);
        }
        paths_with_flip += has_flip;
    }
    print_message(
        "             %ld flips, all forced, on %.1f %% of %d paths; %ld steps only too fast; %.2f %% interpolated\n",
        flips, 100.0 * paths_with_flip / paths, paths, fast, 0.1 * (double)interpolated / paths);
    assert_true(paths_with_flip < paths / 2);
}

// On a path of the hand alone, no joint is left where it was for long: in half of the steps it moves by more than 1e-6 radians. Chosen.
static void moves_all_seven_joints(void **state)
{
    (void)state;
    const swv_arm arm = human_arm();
    uint64_t      seed = 48;
    for (int n = 0; n < 20; ++n) {
        const joint_path path = random_path(&seed, &arm);
        double           q[7], last[7], moved[7] = { 0.0 };
        path_at(&path, 0, last);
        swv_arm_track track = started(&arm, SWV_TRACK_NATURAL, 0.0, last);
        for (int k = 1; k <= STEPS; ++k) {
            path_at(&path, k, q);
            const swv_pose hand = hand_of(&arm, q);
            assert_int_equal(swv_arm_track_step(&track, &hand, dt, q, NULL), SWV_OK);
            for (int i = 0; i < 7; ++i)
                moved[i] += fabs(q[i] - last[i]) > 1e-6 ? 1.0 : 0.0;
            memcpy(last, q, sizeof last);
        }
        for (int i = 0; i < 7; ++i)
            assert_true(moved[i] > 0.5 * STEPS);
    }
}

// On 1000 random paths.
static void without_limits_never_flips(void **state)
{
    (void)state;
    const swv_arm    arm = free_arm(0.334, 0.288);
    const statistics s = follow_random_paths(&arm, SWV_TRACK_NATURAL, CASES(1000), 42);
    print_message("             %ld flips in %ld steps\n", s.flips, s.steps);
    assert_int_equal(s.misses, 0);
    assert_int_equal(s.flips, 0);
}

// Once around a loop of the hand and back, where nothing flipped, the joints are where they were, to 1e-6 radians: the posture is a
// function of the hand, and after 2 s of waiting the offset e is gone. Nine loops of ten must come home so: chosen.
static void comes_home_from_closed_loops(void **state)
{
    (void)state;
    const swv_arm arm = human_arm();
    uint64_t      seed = 43;
    int           compared = 0;
    double        worst = 0.0, worst_in_motion = 0.0;
    const int     loops = CASES(500);
    for (int n = 0; n < loops; ++n) {
        const joint_path loop = random_loop(&seed, &arm, STEPS);
        double           start[7], home[7], after[7], again[7];
        path_at(&loop, 0, start);
        swv_arm_track  track = started(&arm, SWV_TRACK_NATURAL, 0.0, start);
        const swv_pose hand = hand_of(&arm, start);
        const double   seconds = n % 3 == 0 ? 1.0 / 30.0 : n % 3 == 1 ? 0.01 : 0.004;  // a step
        const int      waiting = (int)(2.0 / seconds);
        for (int k = 0; k < waiting; ++k)
            assert_int_equal(swv_arm_track_step(&track, &hand, seconds, home, NULL), SWV_OK);
        const int family = track.family;
        long      flips = go_round(&track, &loop, seconds, waiting, after);
        flips += go_round(&track, &loop, seconds, 0, again);  // no waiting: the posture does not lag
        if (flips > 0 || track.family != family)
            continue;
        ++compared;
        worst = fmax(worst, largest_difference(after, home));
        if (n % 3 < 2)  // the third is so fast that it lags now and then
            worst_in_motion = fmax(worst_in_motion, largest_difference(again, home));
    }
    print_message("             %d of %d loops: home to %.1e rad, %.1e without waiting\n", compared, loops, worst,
                  worst_in_motion);
    assert_true(compared > loops * 9 / 10);
    assert_true(worst < 1e-6);
    assert_true(worst_in_motion < 1e-6);
}

// Held still, the elbow or knee settles where a person would hold it, or at the feasible swivel nearest to that. 400 steps are 4 s, forty
// times the default swivel_time: what is left then is below 1e-6. One case of four is a leg.
static void settles_at_the_natural_elbow(void **state)
{
    (void)state;
    uint64_t seed = 44;
    for (int n = 0; n < CASES(1000); ++n) {
        swv_arm arm = human_arm();
        if (n % 4 == 3)
            swv_arm_make_human_leg(&arm);
        arm.reference = SWV_SWIVEL_SMOOTH;
        double start[7], q[7], wish, swivel, expected;
        for (int i = 0; i < 7; ++i)
            start[i] = random_between(&seed, arm.limits[i].lower, arm.limits[i].upper);
        const swv_pose hand = hand_of(&arm, start);
        swv_arm_track  track = started(&arm, SWV_TRACK_NATURAL, 0.0, start);
        double         last[7];
        memcpy(last, start, sizeof last);
        for (int k = 0; k < 400; ++k) {
            assert_int_equal(swv_arm_track_step(&track, &hand, dt, q, NULL), SWV_OK);
            assert_true(largest_difference(q, last) <= 10.0 * dt * (1.0 + 1e-12));  // the default max_joint_speed
            memcpy(last, q, sizeof last);
        }
        swv_swivels sets[SWV_ARM_NATURAL_FAMILIES];
        assert_int_equal(swv_arm_natural_swivel(&arm, &hand, &wish), SWV_OK);
        assert_int_equal(swv_arm_feasible(&arm, &hand, sets), SWV_OK);
        assert_int_equal(swv_arm_swivel_of(&arm, q, &swivel), SWV_OK);
        if (sets[track.family].count != 1)
            continue;  // it may be kept in the other interval
        assert_true(swv_swivels_nearest(&sets[track.family], wish, &expected));
        assert_near(swv_angle_wrap(swivel - expected), 0.0, 1e-6);
    }
}

// The forearm level and the upper arm hanging exactly: there the shoulder's first and third angle jump by half a turn,
// and the elbow gets past only by the shoulder's other way. It begins as far on one side of the lowest place as the natural elbow is on the
// other, 0.05 to 1.5 rad: near enough to have to pass below. Headings of -0.5 to 1.5 rad are in front of a right arm. 400 steps and 1e-6 as
// above. More than 50 of 200 must be such: chosen (found: 158).
static void elbow_gets_past_the_vertical(void **state)
{
    (void)state;
    swv_arm arm = free_arm(0.334, 0.288);
    arm.reference = SWV_SWIVEL_SMOOTH;
    uint64_t seed = 47;
    int      passed = 0;
    for (int n = 0; n < 200; ++n) {
        const double   heading = random_between(&seed, -0.5, 1.5);
        swv_pose       hand = { { 0.288 * swv_sin(heading), 0.288 * swv_cos(heading), -0.334 }, SWV_IDENTITY_QUAT };
        double         wish, lowest, swivel, q[7], all[SWV_ARM_FAMILIES][7];
        const swv_vec3 down = { 0.0, 0.0, -1.0 };
        hand.rotation = swv_quat_normalize((swv_quat){ random_between(&seed, -1, 1), random_between(&seed, -1, 1),
                                                       random_between(&seed, -1, 1), random_between(&seed, -1, 1) });
        assert_int_equal(swv_arm_natural_swivel(&arm, &hand, &wish), SWV_OK);
        assert_int_equal(swv_arm_swivel_towards(&arm, hand.position, down, &lowest), SWV_OK);
        const double ahead = swv_angle_wrap(wish - lowest);
        if (fabs(ahead) < 0.05 || fabs(ahead) > 1.5)
            continue;
        swv_arm_report reports[SWV_ARM_FAMILIES];
        assert_int_equal(swv_arm_solve(&arm, &hand, lowest - ahead, all, reports), SWV_OK);
        swv_arm_track track = started(&arm, SWV_TRACK_NATURAL, 0.0, all[0]);
        for (int k = 0; k < 400; ++k)
            assert_int_equal(swv_arm_track_step(&track, &hand, dt, q, NULL), SWV_OK);
        assert_int_equal(swv_arm_swivel_of(&arm, q, &swivel), SWV_OK);
        assert_near(swv_angle_wrap(swivel - wish), 0.0, 1e-6);
        ++passed;
    }
    assert_true(passed > 50);
}

// By how much, in radians, the elbow turns about the line from shoulder to wrist, apart from being carried along with it. Places from the
// shoulder, metres; *radius takes that of the elbow's circle.
static double own_turn(swv_vec3 wrist, swv_vec3 elbow, swv_vec3 next_wrist, swv_vec3 next_elbow, double *radius)
{
    const swv_vec3 n = swv_vec3_normalize(wrist), to = swv_vec3_normalize(next_wrist), axis = swv_vec3_cross(n, to);
    const double   s = swv_vec3_length(axis), c = swv_vec3_dot(n, to);
    const swv_vec3 k = swv_vec3_normalize(axis);
    const swv_vec3 m = swv_vec3_normalize(swv_vec3_sub(elbow, swv_vec3_scale(swv_vec3_dot(n, elbow), n)));
    const swv_vec3 next = swv_vec3_sub(next_elbow, swv_vec3_scale(swv_vec3_dot(to, next_elbow), to));
    const swv_vec3 carried = swv_vec3_add(swv_vec3_add(swv_vec3_scale(c, m), swv_vec3_scale(s, swv_vec3_cross(k, m))),
                                          swv_vec3_scale((1.0 - c) * swv_vec3_dot(k, m), k));
    *radius = swv_vec3_length(next);
    return atan2(swv_vec3_dot(to, swv_vec3_cross(carried, next)), swv_vec3_dot(carried, next));
}

// Anywhere, at a millisecond to a second a step: eight times as far as the hand on its circle, a turn of the hand counting
// as the way a forearm would make, unless that is slower than a thousandth of the reach (0.622 m) a second: a hand at rest lets the
// elbow turn at up to 10 radians a second, the default max_joint_speed. Eight and a thousandth are elbow_gain and rest_speed of
// arm_track_natural.c. At least nine steps of ten must not be held back: chosen.
static void elbow_goes_at_most_eight_times_as_far_as_the_hand(void **state)
{
    (void)state;
    static const double times[4] = { 1e-3, 1e-2, 0.1, 1.0 };
    uint64_t            seed = 49;
    long                steps = 0;
    double              worst = 0.0;
    for (int n = 0; n < CASES(400); ++n) {
        swv_arm arm = free_arm(0.334, 0.288);
        arm.is_leg = n / 4 % 3 == 2;
        const joint_path path = random_path(&seed, &arm);
        const double     seconds = times[n % 4];
        double           q[7];
        swv_pose         last, reached;
        swv_vec3         last_elbow, elbow;
        bool             is_followed = true;
        path_at(&path, 0, q);
        swv_arm_track track = started(&arm, SWV_TRACK_NATURAL, 0.0, q);
        assert_int_equal(swv_arm_forward(&arm, q, &last, &last_elbow), SWV_OK);
        for (int k = 1; k <= STEPS; ++k) {
            swv_track_report report;
            double           radius;
            path_at(&path, k, q);
            const swv_pose hand = hand_of(&arm, q);
            assert_int_equal(swv_arm_track_step(&track, &hand, seconds, q, &report), SWV_OK);
            assert_int_equal(swv_arm_forward(&arm, q, &reached, &elbow), SWV_OK);
            const double travel = swv_vec3_length(swv_vec3_sub(reached.position, last.position)) +
                                  arm.forearm * swv_quat_angle_between(reached.rotation, last.rotation);
            const double turned = fabs(own_turn(last.position, last_elbow, reached.position, elbow, &radius));
            const double at_rest = fmax(0.0, 1.0 - travel / (1e-3 * 0.622 * seconds)) * 10.0 * seconds;
            if (!report.is_catching_up && is_followed) {
                worst = fmax(worst, radius * (turned - at_rest) / travel);
                ++steps;
            }
            is_followed = !report.is_catching_up;
            last = reached;
            last_elbow = elbow;
        }
    }
    print_message("             %.4f times as far in %ld steps\n", worst, steps);
    assert_true(steps > CASES(400) * STEPS * 9L / 10);
    assert_true(worst < 8.0 * (1.0 + 1e-6));
}

// Of some random rotations, the one that makes the natural elbow turn most within a millimetre: singular points of its
// field are rare, and here they are sought. at: the wrist; 0.622 m: the reach. 20 rotations: chosen.
static swv_quat restless_rotation(uint64_t *seed, swv_vec3 at)
{
    swv_quat best = SWV_IDENTITY_QUAT;
    double   fastest = 0.0;
    for (int k = 0; k < 20; ++k) {
        swv_pose hand = { at,
                          { random_between(seed, -1, 1), random_between(seed, -1, 1), random_between(seed, -1, 1),
                            random_between(seed, -1, 1) } };
        swv_vec3 here, there;
        assert_int_equal(swv_natural_elbow(SWV_RIGHT, 0.622, &hand, &here), SWV_OK);
        hand.position.x += 1e-3;
        assert_int_equal(swv_natural_elbow(SWV_RIGHT, 0.622, &hand, &there), SWV_OK);
        const double turned = swv_vec3_length(swv_vec3_sub(there, here));
        if (turned >= fastest) {
            fastest = turned;
            best = swv_quat_normalize(hand.rotation);
        }
    }
    return best;
}

// Whether no posture of the family, inside the limits and near enough for the joints, has its elbow within `most` of
// where it was. By a sweep; the limits are looked at here. most: metres, allowed: radians a joint. A chord of length `most` on a circle of
// this radius has an angle of at most pi/2 most / radius, so twice most / radius to either side is enough; 1000 points on each: chosen.
static bool limits_move_the_elbow(const swv_arm *arm, const swv_pose *hand, int family, const double from[7],
                                  swv_vec3 elbow, double most, double allowed)
{
    enum { POINTS = 1000 };
    double around;
    assert_int_equal(swv_arm_swivel_towards(arm, hand->position, elbow, &around), SWV_OK);
    const swv_vec3 n = swv_vec3_normalize(hand->position);
    const double   radius = swv_vec3_length(swv_vec3_sub(elbow, swv_vec3_scale(swv_vec3_dot(n, elbow), n)));
    const double   half = fmin(SWV_PI, 2.0 * most / radius);
    for (int k = -POINTS; k <= POINTS; ++k) {
        double   q[7];
        swv_pose reached;
        swv_vec3 e;
        assert_int_equal(swv_arm_solve_one(arm, hand, around + half * k / POINTS, family, q, NULL), SWV_OK);
        if (step_inside(arm, q, from) > allowed)
            continue;
        assert_int_equal(swv_arm_forward(arm, q, &reached, &e), SWV_OK);
        if (swv_vec3_length(swv_vec3_sub(e, elbow)) < most)
            return false;
    }
    return true;
}

typedef struct crossing {
    swv_pose hand;     ///< where it is nearest to the vertical
    swv_vec3 along;    ///< unit vector
    swv_vec3 turning;  ///< rotation vector for each metre of the way
    double   step;     ///< metres
    double   dt;       ///< seconds a step
    int      steps;    ///< before and after
} crossing;

// The hand passes over or under the shoulder, exactly or by up to 2 mm beside it, turning or not; in steps of 0.1 mm at
// 1 mm/s to 2 m/s, or at these speeds in 30 to 1000 steps a second; 3 cm before and after, in 30 to 300 steps. Heights of 0.25 to 0.6 m are
// within the reach of 0.622 m and not folded; a hand that turns does so by up to 3 rad a metre about each axis. Chosen.
static crossing random_crossing(uint64_t *seed)
{
    const double height = random_between(seed, 0.25, 0.6) * (random_below(seed, 2) ? 1.0 : -1.0);
    const double heading = random_between(seed, -SWV_PI, SWV_PI), c = swv_cos(heading), s = swv_sin(heading);
    const double miss = random_below(seed, 2) ? 0.0 : random_between(seed, 0.0, 2e-3);
    const double speed = exp(random_between(seed, log(1e-3), log(2.0)));
    const double rate = exp(random_between(seed, log(30.0), log(1000.0)));
    crossing     x = { .hand.position = { -miss * s, miss * c, height }, .along = { c, s, 0.0 } };
    x.hand.rotation = restless_rotation(seed, x.hand.position);
    x.step = random_below(seed, 2) ? 1e-4 : speed / rate;
    x.dt = x.step / speed;
    x.steps = x.step > 1e-3 ? 30 : (int)fmin(0.03 / x.step, 300.0);
    if (random_below(seed, 4) == 0)
        x.turning = (swv_vec3){ random_between(seed, -3, 3), random_between(seed, -3, 3), random_between(seed, -3, 3) };
    return x;
}

// The hand k steps after it is nearest.
static swv_pose crossing_at(const crossing *x, int k)
{
    const double   way = x->step * k, turn = 0.5 * way * swv_vec3_length(x->turning);
    const swv_vec3 v = swv_vec3_scale(swv_sin(turn), swv_vec3_normalize(x->turning));
    const swv_quat turned = { v.x, v.y, v.z, swv_cos(turn) };
    return (swv_pose){ swv_vec3_add(x->hand.position, swv_vec3_scale(way, x->along)),
                       swv_quat_mul(turned, x->hand.rotation) };
}

// Where the arm points straight up or down the elbow goes at most ten times as far as the hand, a turn of the hand
// counting as the way a forearm would make: 1 mm for 0.1 mm (track.md: eight by the swivel, and what carrying it and bending add). Unless
// the limits leave no other way. In the median it must go less than three times as far (chosen; found: 0.9); a twentieth of the crossings
// must be feasible.
static void elbow_is_calm_where_the_arm_points_up(void **state)
{
    (void)state;
    for (int has_limits = 0; has_limits < 2; ++has_limits) {
        swv_arm arm = has_limits ? human_arm() : free_arm(0.334, 0.288);
        arm.reference = SWV_SWIVEL_SMOOTH;
        uint64_t  seed = 45;
        int       paths = 0, flipped = 0, missed = 0, pushed = 0;
        double    worst = 0.0, largest[6000];
        const int tried = CASES(has_limits ? 6000 : 3000);
        for (int n = 0; n < tried; ++n) {
            const crossing x = random_crossing(&seed);
            swv_swivels    sets[SWV_ARM_NATURAL_FAMILIES];
            assert_int_equal(swv_arm_feasible(&arm, &x.hand, sets), SWV_OK);
            if (sets[0].count + sets[1].count + sets[2].count + sets[3].count == 0)
                continue;
            const double     travel = x.step * (1.0 + arm.forearm * swv_vec3_length(x.turning));
            swv_arm_track    track = started(&arm, SWV_TRACK_NATURAL, 0.0, NULL);
            swv_track_report report, last = { .outcome = SWV_LIMITED };
            swv_vec3         elbow, last_elbow = { 0.0, 0.0, 0.0 };
            double           q[7], from[7];
            bool             has_flip = false, has_miss = false, is_pushed = false;
            largest[paths] = 0.0;
            for (int k = -x.steps; k <= x.steps; ++k) {
                const swv_pose hand = crossing_at(&x, k);
                swv_pose       reached;
                memcpy(from, track.q, sizeof from);
                assert_int_equal(swv_arm_track_step(&track, &hand, x.dt, q, &report), SWV_OK);
                assert_int_equal(swv_arm_forward(&arm, q, &reached, &elbow), SWV_OK);
                const double gain = swv_vec3_length(swv_vec3_sub(elbow, last_elbow)) / travel;
                const bool   is_followed = report.outcome == SWV_REACHED && last.outcome == SWV_REACHED;
                if (!has_limits)
                    assert_true(gain <= 10.0 || k == -x.steps);
                else if (is_followed && gain > 10.0)
                    assert_true(
                        limits_move_the_elbow(&arm, &hand, last.family, from, last_elbow, 10.0 * travel, 10.0 * x.dt));
                has_flip = has_flip || report.is_catching_up;
                has_miss = has_miss || (report.outcome != SWV_REACHED && !report.is_catching_up);
                is_pushed = is_pushed || (is_followed && gain > 10.0);
                largest[paths] = is_followed && gain <= 10.0 ? fmax(largest[paths], gain) : largest[paths];
                last = report;
                last_elbow = elbow;
            }
            worst = fmax(worst, largest[paths++]);
            flipped += has_flip;
            missed += has_miss;
            pushed += is_pushed;
        }
        const double middle = median(largest, paths);
        print_message(
            "             %s limits: the elbow goes %.2f times as far at most, %.2f in the median of %d paths; "
            "%d are interpolated somewhere, %d missed, on %d limits push the elbow further\n",
            has_limits ? "with" : "no", worst, middle, paths, flipped, missed, pushed);
        assert_true(paths > tried / 20);
        assert_true(middle < 3.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flips_only_where_limits_force_it),
        cmocka_unit_test(moves_all_seven_joints),
        cmocka_unit_test(without_limits_never_flips),
        cmocka_unit_test(comes_home_from_closed_loops),
        cmocka_unit_test(settles_at_the_natural_elbow),
        cmocka_unit_test(elbow_gets_past_the_vertical),
        cmocka_unit_test(elbow_goes_at_most_eight_times_as_far_as_the_hand),
        cmocka_unit_test(elbow_is_calm_where_the_arm_points_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
