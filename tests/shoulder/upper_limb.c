// SPDX-License-Identifier: MIT
// The upper limb: a search that looks everywhere, bones, continuity, movements, degenerate input. Lengths are metres, angles and swivels radians;
// places are in the trunk's axes, from the sternoclavicular joint (shoulder.h).
#include "check.h"

#include <math.h>
#include <string.h>

#include "goals.h"
#include "swivel_papers/girdle.h"

// ---- everywhere ----

/// Humerus and elbow anywhere, every second one where a person can be, and often in the bad regions: elbow nearly
/// straight, humerus hanging or upright.
static void random_goal(const swv_upper_limb *limb, uint64_t *seed, int i, swv_upper_limb_goal *goal, double gh[3])
{
    double elevation = acos(random_between(seed, -1, 1)), plane = random_between(seed, -SWV_PI, SWV_PI);
    double bend = random_between(seed, 0, 2.5);
    if (i % 2) {
        elevation = random_between(seed, 5, 150) * DEGREES;
        plane = random_between(seed, -40, 140) * DEGREES;
    }
    if (i % 8 == 0)
        bend = pow(10, random_between(seed, -5, 0));
    if (i % 16 < 2)
        elevation = random_between(seed, 0, 5) * DEGREES;
    if (i % 32 == 2)
        elevation = random_between(seed, 175, 180) * DEGREES;
    make_goal(limb, elevation, plane, bend, random_between(seed, -SWV_PI, SWV_PI), goal, gh);
}

/// What is left unsettled or said to be out of reach, or takes more than twelve iterations, in parts of the cases.
static void reachable_wrists(const swv_upper_limb *limb, int cases, double most_lost, double most_slow)
{
    uint64_t     seed = 21;
    int          lost = 0, slow = 0;
    const double reach = limb->arm.upper + limb->arm.lower;
    const double scapula = swv_vec3_length(limb->girdle.scapula);
    for (int i = 0; i < cases; ++i) {
        swv_upper_limb_goal    goal;
        swv_upper_limb_posture p;
        swv_upper_limb_report  r;
        double                 gh[3];
        random_goal(limb, &seed, i, &goal, gh);
        assert_int_equal(swv_upper_limb_solve(limb, &goal, NULL, NULL, &p, &r), SWV_OK);
        lost += r.outcome != SWV_REACHED;
        slow += r.iterations > 12;
        if (r.outcome == SWV_REACHED) {
            assert_true(r.position_error < 1e-12 * reach);
            assert_true(r.gh_error <= 1e-12);
        }
        // bones
        assert_near(swv_vec3_length(p.ac), limb->girdle.clavicle, 1e-12);
        assert_near(distance(p.ac, p.gh), scapula, 1e-12);
        assert_near(distance(p.gh, p.elbow), limb->arm.upper, 1e-12);
        assert_near(distance(p.elbow, p.wrist), limb->arm.lower, 1e-12);
        if (r.outcome == SWV_REACHED && r.iterations <= 12) {
            // consistent, by the long way round
            const oracle o = oracle_of(limb);
            const double u = limb->arm.upper;
            const double h[3] = { (p.elbow.x - p.gh.x) / u, (p.elbow.y - p.gh.y) / u, (p.elbow.z - p.gh.z) / u };
            double       wanted[3];
            oracle_gh(&o, h, wanted);
            const double off = fabs(wanted[0] - p.gh.x) + fabs(wanted[1] - p.gh.y) + fabs(wanted[2] - p.gh.z);
            const double straight = reach - distance(p.gh, p.wrist);
            // The humerus of a nearly straight arm is known to a rounding over the rise.
            assert_true(off < 1e-11 * reach + 1e-12 / sqrt(fmax(straight / reach, 1e-14)));
        }
    }
    printf("%d wrists: %d not reached, %d in more than 12 iterations\n", cases, lost, slow);
    assert_true(lost <= most_lost * cases);
    assert_true(slow <= most_slow * cases);
}

static void reachable_wrists_are_reached_ascione(void **state)
{
    (void)state;
    swv_upper_limb limb;
    swv_upper_limb_make_ascione(SWV_RIGHT, &limb);
    reachable_wrists(&limb, CASES(1000000), 1e-5, 5e-4);
}

static void reachable_wrists_are_reached_measured(void **state)
{
    (void)state;
    swv_upper_limb limb;
    swv_upper_limb_make(SWV_RIGHT, &limb);
    free_arm(&limb);
    limb.girdle.yield = 0.0;
    limb.counts_from_lowest = true;                                     // as the oracle counts
    reachable_wrists(&limb, CASES_OR_ALL(800000, 200000), 1e-5, 5e-4);  // a rate: on a quarter of these it scatters
}

// Wrists anywhere around, reachable or not: whatever the search finds, the solver finds; where there is one posture only,
// it finds that one, whatever it starts from.
static void search_everywhere_agrees(void **state)
{
    (void)state;
    swv_upper_limb limb;
    uint64_t       seed = 31;
    int            found = 0, lost = 0, unique = 0, other = 0;
    swv_upper_limb_make_ascione(SWV_RIGHT, &limb);
    const oracle o = oracle_of(&limb);
    for (int i = 0; i < CASES_OR_ALL(4000, 10000); ++i) {
        const swv_vec3 at = swv_vec3_scale(random_between(&seed, 0.5, 6.2), random_direction(&seed));
        const double   wrist[3] = { 1.45 + at.x, -0.5 + at.y, at.z }, swivel = random_between(&seed, -SWV_PI, SWV_PI);
        const swv_upper_limb_goal goal = wrist_at(wrist[0], wrist[1], wrist[2], swivel);
        double                    roots[16][3];
        const int                 count = oracle_search(&o, wrist, swivel, roots);
        swv_upper_limb_posture    p;
        swv_upper_limb_report     r;
        assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &p, &r), SWV_OK);
        found += count > 0;
        lost += count > 0 && r.outcome != SWV_REACHED;
        if (count != 1 || r.outcome != SWV_REACHED)
            continue;
        ++unique;
        double gh[3];
        oracle_gh(&o, roots[0], gh);
        const swv_vec3 expected = { gh[0], gh[1], gh[2] };
        other += distance(p.gh, expected) > 1e-6;
        const swv_vec3               any = { random_between(&seed, 0, 2), random_between(&seed, -1, 1),
                                             random_between(&seed, -1, 1) };
        const swv_upper_limb_posture anywhere = hanging_from(&limb, any);
        assert_int_equal(swv_upper_limb_solve(&limb, &goal, &anywhere, NULL, &p, &r), SWV_OK);
        other += r.outcome != SWV_REACHED || distance(p.gh, expected) > 1e-6;
    }
    printf("search: %d with a posture, %d of them lost; %d unique, %d answered otherwise\n", found, lost, unique,
           other);
    assert_true(found > CASES_OR_ALL(4000, 10000) / 2);
    assert_int_equal(lost, 0);
    assert_int_equal(other, 0);
}

// ---- continuity ----

/// A smooth path of the wrist in front of and beside the body, up to the reach and a little beyond.
static swv_upper_limb_goal goal_on_path(double c[4][6], double s)
{
    double v[4];
    for (int i = 0; i < 4; ++i)
        v[i] = c[i][0] + c[i][1] * sin(s + c[i][2]) + c[i][3] * sin(2 * s + c[i][4]);
    return wrist_at(v[0], v[1], v[2], v[3]);
}

static void postures_are_continuous_along_paths(void **state)
{
    (void)state;
    swv_upper_limb limb;
    uint64_t       seed = 41;
    int            jumps = 0, paths = 0;
    double         girdle[SWV_GIRDLE_ANGLES];
    swv_vec3       rest;
    swv_upper_limb_make(SWV_RIGHT, &limb);
    free_arm(&limb);
    assert_int_equal(swv_upper_limb_rest(&limb, girdle, &rest), SWV_OK);
    while (paths < CASES(10000)) {
        double                 c[4][6];
        swv_upper_limb_posture last, p;
        swv_upper_limb_report  r;
        for (int i = 0; i < 4; ++i) {
            const double middle[4] = { 0.3, 0.25, -0.05, 0.0 }, wide[4] = { 0.25, 0.25, 0.35, 0.6 };
            c[i][0] = middle[i];
            c[i][1] = wide[i] * random_between(&seed, 0, 1);
            c[i][3] = 0.4 * wide[i] * random_between(&seed, 0, 1);
            c[i][2] = random_between(&seed, -SWV_PI, SWV_PI);
            c[i][4] = random_between(&seed, -SWV_PI, SWV_PI);
        }
        enum { STEPS = 64 };
        double nearest = INFINITY;  // a hand does not go through its own shoulder
        for (int i = 0; i < STEPS; ++i)
            nearest = fmin(nearest, distance(goal_on_path(c, 2 * SWV_PI * i / STEPS).arm.end.position, rest));
        if (nearest < 0.12)
            continue;
        ++paths;
        double                    length = 2 * SWV_PI / STEPS, s = 0;
        const swv_upper_limb_goal first = goal_on_path(c, 0);
        assert_int_equal(swv_upper_limb_solve(&limb, &first, NULL, NULL, &last, &r), SWV_OK);
        // Where GH moves much, the step is halved; if it still does in a step of a millionth, that is a jump.
        while (s < 2 * SWV_PI && length > 1e-6) {
            const swv_upper_limb_goal goal = goal_on_path(c, s + length);
            assert_int_equal(swv_upper_limb_solve(&limb, &goal, &last, NULL, &p, &r), SWV_OK);
            if (distance(p.gh, last.gh) > 0.01 || distance(p.elbow, last.elbow) > 0.06) {
                length *= 0.5;
                continue;
            }
            s += length;
            last = p;
            length = fmin(2 * length, 2 * SWV_PI / STEPS);
        }
        jumps += length <= 1e-6;
    }
    printf("%d of %d paths jump\n", jumps, CASES(10000));
    assert_int_equal(jumps, 0);
}

// The elbow does not snap straight: with yield its speed stays bounded up to full reach, and the hand is exact.
static void girdle_yields_before_the_elbow_is_straight(void **state)
{
    (void)state;
    swv_upper_limb limb;
    swv_upper_limb_make(SWV_RIGHT, &limb);
    free_arm(&limb);
    double fastest[2] = { 0, 0 }, farthest[2] = { 0, 0 };
    for (int with = 0; with < 2; ++with) {
        swv_upper_limb_posture p;
        swv_upper_limb_report  r;
        double                 last = -1;
        limb.girdle.yield = with ? 6 * DEGREES : 0.0;
        for (double d = 0.40; d < 0.70; d += 1e-5) {
            const swv_upper_limb_goal goal = wrist_at(0.15, -0.03 + d, 0.05, 0.4);
            assert_int_equal(swv_upper_limb_solve(&limb, &goal, last < 0 ? NULL : &p, NULL, &p, &r), SWV_OK);
            if (r.outcome != SWV_REACHED)
                break;
            assert_true(r.position_error < 1e-12);
            if (last >= 0)
                fastest[with] = fmax(fastest[with], fabs(p.arm.flexion - last) / 1e-5);
            last = p.arm.flexion;
            farthest[with] = d;
        }
    }
    assert_true(farthest[1] > farthest[0] + 0.01);
    assert_true(fastest[1] < 0.2 * fastest[0]);
    assert_true(fastest[1] < 40.0);  // radians a metre
}

// ---- movements ----

static void four_movements(void **state)
{
    (void)state;
    swv_upper_limb limb;
    swv_upper_limb_make(SWV_RIGHT, &limb);
    free_arm(&limb);
    const swv_upper_limb_goal start = wrist_at(0.35, 0.35, 0.0, 0.2);
    swv_upper_limb_posture    p0, p;
    swv_upper_limb_report     r;
    assert_int_equal(swv_upper_limb_solve(&limb, &start, NULL, NULL, &p0, &r), SWV_OK);

    swv_upper_limb_goal goal = start;  // move the wrist: up, and the girdle goes along
    goal.arm.end.position.z = 0.35;
    assert_int_equal(swv_upper_limb_solve(&limb, &goal, &p0, NULL, &p, &r), SWV_OK);
    assert_true(p.girdle[SWV_SCAPULA_ELEVATION] > p0.girdle[SWV_SCAPULA_ELEVATION] + 0.1);
    assert_true(p.gh.z > p0.gh.z + 0.005);

    goal = start;  // turn the elbow: wrist and forearm length stay, the girdle feels it
    goal.arm.swivel = 1.2;
    assert_int_equal(swv_upper_limb_solve(&limb, &goal, &p0, NULL, &p, &r), SWV_OK);
    assert_true(distance(p.wrist, p0.wrist) < 1e-12);
    assert_true(distance(p.elbow, p0.elbow) > 0.05 && distance(p.gh, p0.gh) > 1e-3);

    goal = start;  // move the shoulder, the wrist held fast: the clavicle by that much more than its rhythm
    goal.shoulder_elevation = 0.2;
    goal.shoulder_protraction = 0.1;
    assert_int_equal(swv_upper_limb_solve(&limb, &goal, &p0, NULL, &p, &r), SWV_OK);
    assert_int_equal(r.outcome, SWV_REACHED);
    assert_true(distance(p.wrist, p0.wrist) < 1e-12);
    assert_true(p.gh.z > p0.gh.z + 0.02 && p.gh.y > p0.gh.y + 0.005);
    double rhythm[SWV_GIRDLE_ANGLES];
    limb.girdle.yield = 0.0;
    assert_int_equal(swv_upper_limb_solve(&limb, &goal, &p0, NULL, &p, &r), SWV_OK);
    assert_int_equal(swv_rhythm_angles(&limb.girdle.rhythm, p.elevation, p.plane, 0.0, rhythm), SWV_OK);
    assert_near(p.girdle[SWV_CLAVICLE_ELEVATION], rhythm[SWV_CLAVICLE_ELEVATION] + 0.2, 1e-12);
    assert_near(p.girdle[SWV_SCAPULA_PROTRACTION], rhythm[SWV_SCAPULA_PROTRACTION] + 0.392 * 0.2 + 0.778 * 0.1, 1e-12);

    goal = start;  // turn the forearm: nothing else moves
    limb.girdle.yield = 6 * DEGREES;
    goal.has_pronation = true;
    goal.pronation = 0.7;
    assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &p, &r), SWV_OK);
    assert_near(p.pronation, 0.7, 1e-15);
    double angles[SWV_LIMB_ANGLES];
    assert_int_equal(swv_limb_angles(&limb.arm, &p.arm, angles), SWV_OK);
    assert_near(angles[SWV_PRONATION], 0.7, 1e-15);
    assert_near(angles[SWV_WRIST_FLEXION], 0.0, 1e-15);
    assert_true(distance(p.elbow, p0.elbow) == 0.0 && distance(p.gh, p0.gh) == 0.0);
}

static double excess_of(const swv_upper_limb *limb, const swv_upper_limb_posture *p)
{
    double excess[SWV_LIMB_LIMITS], most = -INFINITY;
    assert_int_equal(swv_limb_check(&limb->arm, &p->arm, NULL, excess), SWV_OK);
    for (int i = 0; i < SWV_LIMB_LIMITS; ++i)
        most = fmax(most, excess[i]);
    return most;
}

/// Bones of an arm inside its limits.
static swv_limb_posture random_arm(const swv_upper_limb *limb, uint64_t *seed)
{
    swv_limb_posture arm;
    uint32_t         broken = 1;
    while (broken) {
        const double angles[SWV_LIMB_ANGLES] = { random_between(seed, -SWV_PI, SWV_PI), random_between(seed, 0, SWV_PI),
                                                 random_between(seed, -SWV_PI, SWV_PI), random_between(seed, 0, 2.7),
                                                 random_between(seed, -1.7, 1.7),       random_between(seed, -1, 1),
                                                 random_between(seed, -0.7, 0.5) };
        assert_int_equal(swv_limb_posture_from_angles(&limb->arm, angles, &arm), SWV_OK);
        assert_int_equal(swv_limb_check(&limb->arm, &arm, &broken, NULL), SWV_OK);
    }
    return arm;
}

/// A hand that a settled girdle brings there within the limits: bones inside them, and the girdle that goes with them.
static swv_upper_limb_goal feasible_goal(const swv_upper_limb *limb, uint64_t *seed, swv_upper_limb_posture *made)
{
    const swv_limb_posture arm = random_arm(limb, seed);
    const double           none[SWV_GIRDLE_ANGLES] = { 0.0 };
    double                 gh[3], h[3], side = limb->arm.side == SWV_LEFT ? -1.0 : 1.0;
    const oracle           o = oracle_of(limb);
    assert_int_equal(swv_upper_limb_forward(limb, none, &arm, made), SWV_OK);
    oracle_direction(made->elevation, made->plane, h);
    oracle_gh(&o, h, gh);
    const swv_vec3 moved = swv_vec3_sub((swv_vec3){ side * gh[0], gh[1], gh[2] }, made->gh);
    made->gh = swv_vec3_add(made->gh, moved);
    made->elbow = swv_vec3_add(made->elbow, moved);
    made->wrist = swv_vec3_add(made->wrist, moved);
    return (swv_upper_limb_goal){ .arm = { .end = { made->wrist, arm.end } } };
}

// Natural elbow, people's limits: every such hand is met, its girdle settled. Without a yield, so that the oracle knows GH.
static void feasible_hands_are_met_within_the_limits(void **state)
{
    (void)state;
    swv_upper_limb limb;
    uint64_t       seed = 51;
    int            lost = 0, far = 0;
    for (int i = 0; i < CASES(50000); ++i) {
        swv_upper_limb_posture made, p;
        swv_upper_limb_report  r;
        assert_int_equal(swv_upper_limb_make(i % 2 ? SWV_LEFT : SWV_RIGHT, &limb), SWV_OK);
        limb.girdle.yield = 0.0;
        swv_upper_limb_goal goal = feasible_goal(&limb, &seed, &made);
        goal.arm.elbow = i % 4 == 3 ? SWV_ELBOW_TOWARDS : SWV_ELBOW_NATURAL;
        goal.arm.direction = random_direction(&seed);
        assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &p, &r), SWV_OK);
        if (r.outcome == SWV_REACHED) {
            assert_true(r.position_error < 2e-11 && r.rotation_error <= 1e-12);
            assert_true(distance(p.wrist, goal.arm.end.position) < 2e-11);
            assert_true(r.broken == 0 && excess_of(&limb, &p) < 1.1e-6);
            assert_true(excess_of(&limb, &p) <= SWV_LIMIT_TOLERANCE || p.arm.flexion < 1e-3);
        } else {
            assert_true(r.broken != 0 || r.position_error > 1e-12 || r.rotation_error > 1e-12 || r.gh_error > 1e-11);
        }
        lost += r.outcome != SWV_REACHED;
        far += r.iterations > 100;
    }
    printf("feasible hands: %d of %d not reached, %d took more than 100 girdles\n", lost, CASES(50000), far);
    assert_int_equal(lost, 0);
}

static void left_is_the_mirror_image_of_right(void **state)
{
    (void)state;
    swv_upper_limb right, left;
    uint64_t       seed = 61;
    swv_upper_limb_make(SWV_RIGHT, &right);
    swv_upper_limb_make(SWV_LEFT, &left);
    for (int i = 0; i < CASES(4000); ++i) {
        const swv_vec3      at = swv_vec3_scale(random_between(&seed, 0, 0.8), random_direction(&seed));
        swv_upper_limb_goal goal = wrist_at(0.15 + at.x, at.y, at.z, random_between(&seed, -3, 3));
        goal.arm.elbow = i % 2 ? SWV_ELBOW_SWIVEL : SWV_ELBOW_NATURAL;
        goal.shoulder_elevation = random_between(&seed, -0.1, 0.2);
        goal.raising = random_between(&seed, -1, 1);
        swv_upper_limb_posture a, b;
        swv_upper_limb_report  ra, rb;
        assert_int_equal(swv_upper_limb_solve(&right, &goal, NULL, NULL, &a, &ra), SWV_OK);
        goal.arm.end.position.x = -goal.arm.end.position.x;
        assert_int_equal(swv_upper_limb_solve(&left, &goal, NULL, NULL, &b, &rb), SWV_OK);
        assert_memory_equal(a.girdle, b.girdle, sizeof a.girdle);
        assert_true(a.arm.flexion == b.arm.flexion && a.swivel == b.swivel && a.pronation == b.pronation);
        assert_true(a.arm.upper.x == b.arm.upper.x && a.arm.end.y == -b.arm.end.y && a.arm.lower.z == -b.arm.lower.z);
        assert_true(a.gh.x == -b.gh.x && a.gh.y == b.gh.y && a.elbow.x == -b.elbow.x && a.wrist.z == b.wrist.z);
        assert_int_equal(ra.outcome, rb.outcome);
        swv_pose ca, sa, cb, sb;
        assert_int_equal(swv_girdle_frames(&right, a.girdle, &ca, &sa), SWV_OK);
        assert_int_equal(swv_girdle_frames(&left, b.girdle, &cb, &sb), SWV_OK);
        const swv_vec3 gh =
            swv_pose_apply(sb, (swv_vec3){ -left.girdle.scapula.x, left.girdle.scapula.y, left.girdle.scapula.z });
        assert_true(distance(gh, b.gh) < 1e-12);
        assert_true(distance(swv_pose_apply(ca, (swv_vec3){ right.girdle.clavicle, 0, 0 }), a.ac) < 1e-12);
    }
}

// Out of reach: no consistent posture at this swivel brings the wrist nearer.
static void out_of_reach_is_the_closest_posture(void **state)
{
    (void)state;
    swv_upper_limb limb;
    uint64_t       seed = 71;
    int            checked = 0, farther = 0;
    swv_upper_limb_make_ascione(SWV_RIGHT, &limb);
    const oracle o = oracle_of(&limb);
    for (int i = 0; i < CASES(3000); ++i) {
        const swv_vec3 at = swv_vec3_scale(random_between(&seed, 5.8, 9.0), random_direction(&seed));
        const double   wrist[3] = { 1.4 + at.x, -0.5 + at.y, 0.1 + at.z }, swivel = random_between(&seed, -3, 3);
        const swv_upper_limb_goal goal = wrist_at(wrist[0], wrist[1], wrist[2], swivel);
        swv_upper_limb_posture    p;
        swv_upper_limb_report     r;
        assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &p, &r), SWV_OK);
        if (r.outcome != SWV_OUT_OF_REACH)
            continue;
        ++checked;
        // Directions near the answer whose swivel is right: f[0] is how far the forearm misses.
        const double u = limb.arm.upper;
        const double h0[3] = { (p.elbow.x - p.gh.x) / u, (p.elbow.y - p.gh.y) / u, (p.elbow.z - p.gh.z) / u };
        double       f[2], rise, nearest = INFINITY;
        oracle_misfit(&o, wrist, swivel, h0, f, &rise);
        if (fabs(f[0] - r.position_error) > 1e-6 || fabs(f[1]) > 1e-6) {
            ++farther;
            continue;
        }
        for (int k = 0; k < 2000; ++k) {
            const swv_vec3 away = swv_vec3_scale(pow(10, random_between(&seed, -4, 0)), random_direction(&seed));
            double         h[3] = { h0[0] + away.x, h0[1] + away.y, h0[2] + away.z };
            const double   n = sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]);
            for (int j = 0; j < 3; ++j)
                h[j] /= n;
            oracle_misfit(&o, wrist, swivel, h, f, &rise);
            if (rise >= 0 && fabs(f[1]) < 1e-4)
                nearest = fmin(nearest, f[0]);
        }
        farther += r.position_error > nearest + 1e-3;
    }
    printf("%d out of reach, %d of them not the closest\n", checked, farther);
    assert_true(checked > CASES(3000) / 2);
    assert_int_equal(farther, 0);
}

// ---- limits, functions, degenerate ----

static void polynomial(const void *data, double t, double p, double raising, double a[6])
{
    const swv_rhythm *r = data;
    assert_int_equal(swv_rhythm_angles(r, t, p, raising, a), SWV_OK);
}

static void broken(const void *data, double t, double p, double raising, double a[6])
{
    (void)data;
    (void)t;
    (void)p;
    (void)raising;
    for (int i = 0; i < 6; ++i)
        a[i] = NAN;
}

static void own_function_gives_the_same_postures(void **state)
{
    (void)state;
    swv_upper_limb limb, own;
    uint64_t       seed = 91;
    swv_upper_limb_make_ascione(SWV_RIGHT, &limb);
    own = limb;
    assert_int_equal(swv_rhythm_make_function(polynomial, &limb.girdle.rhythm, &own.girdle.rhythm), SWV_OK);
    for (int i = 0; i < CASES(20000); ++i) {
        swv_upper_limb_goal    goal;
        swv_upper_limb_posture a, b;
        swv_upper_limb_report  ra, rb;
        double                 gh[3];
        make_goal(&limb, random_between(&seed, 10, 150) * DEGREES, random_between(&seed, -30, 130) * DEGREES,
                  random_between(&seed, 15, 130) * DEGREES, random_between(&seed, -3, 3), &goal, gh);
        goal.raising = random_between(&seed, -1, 1);
        assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &a, &ra), SWV_OK);
        assert_int_equal(swv_upper_limb_solve(&own, &goal, NULL, NULL, &b, &rb), SWV_OK);
        if (ra.outcome != SWV_REACHED || ra.iterations > 12)
            continue;
        assert_int_equal(rb.outcome, SWV_REACHED);
        assert_true(distance(a.gh, b.gh) < 1e-9);
        assert_near(a.girdle[SWV_CLAVICLE_ROTATION], b.girdle[SWV_CLAVICLE_ROTATION], 1e-8);
    }
    swv_upper_limb_goal    goal = wrist_at(2, 3, 0, 0);
    swv_upper_limb_posture p = { .swivel = 7 };
    assert_int_equal(swv_rhythm_make_function(broken, NULL, &own.girdle.rhythm), SWV_OK);
    assert_int_equal(swv_upper_limb_solve(&own, &goal, NULL, NULL, &p, NULL), SWV_NOT_FINITE);
    assert_near(p.swivel, 7, 0);
}

static double odd_number(uint64_t *seed)
{
    static const double odd[] = {
        0.0, -0.0, 1e-300, 5e-324, 1e-20, 1e20, 1e300, -1e300, INFINITY, -INFINITY, NAN, 1.0
    };
    return random_below(seed, 3) ? random_between(seed, -3, 3) : odd[random_below(seed, 12)];
}

static void any_numbers_give_a_status_or_a_finite_posture(void **state)
{
    (void)state;
    uint64_t seed = 101;
    int      solved = 0;
    for (int i = 0; i < CASES(200000); ++i) {
        swv_upper_limb limb;
        swv_upper_limb_make_ascione(SWV_RIGHT, &limb);
        if (i % 2)
            limb.girdle.yield = 0.1;
        if (i % 3 == 0)
            if (i % 4 == 0) {
                limb.girdle.clavicle = odd_number(&seed);
                limb.girdle.scapula.y = odd_number(&seed);
                limb.girdle.rhythm.coefficients[random_below(&seed, 6)][random_below(&seed, 7)] = odd_number(&seed);
                limb.arm.lower = odd_number(&seed);
                limb.girdle.upper[random_below(&seed, 6)] = odd_number(&seed);
            }
        swv_upper_limb_goal goal = wrist_at(odd_number(&seed), odd_number(&seed), odd_number(&seed), odd_number(&seed));
        goal.arm.elbow = (swv_elbow_wish)random_below(&seed, 5);
        goal.arm.direction = (swv_vec3){ odd_number(&seed), odd_number(&seed), 0.5 };
        goal.arm.is_position_only = random_below(&seed, 2);
        goal.arm.end.rotation = (swv_quat){ odd_number(&seed), 1.0, odd_number(&seed), 0.5 };
        goal.shoulder_elevation = odd_number(&seed);
        goal.has_pronation = random_below(&seed, 2);
        goal.pronation = odd_number(&seed);
        goal.raising = random_below(&seed, 8) ? 0.0 : odd_number(&seed);
        swv_upper_limb_options options = { .tolerance = random_below(&seed, 4) ? 0.0 : odd_number(&seed) };
        swv_upper_limb         ascione;
        assert_int_equal(swv_upper_limb_make_ascione(SWV_RIGHT, &ascione), SWV_OK);
        const swv_vec3               any = { odd_number(&seed), odd_number(&seed), odd_number(&seed) };
        const swv_upper_limb_posture previous = hanging_from(&ascione, any);
        swv_upper_limb_posture       p = { .swivel = 42 };
        swv_upper_limb_report        r;
        const swv_status status = swv_upper_limb_solve(&limb, &goal, i % 7 ? NULL : &previous, &options, &p, &r);
        if (status != SWV_OK) {
            assert_near(p.swivel, 42, 0);
            continue;
        }
        ++solved;
        double sum = r.gh_error * 0 + r.position_error + p.swivel + p.elevation + p.plane + p.pronation;
        for (int k = 0; k < 6; ++k)
            sum += p.girdle[k];
        sum += p.arm.upper.x + p.arm.lower.y + p.arm.end.z + p.arm.flexion;
        assert_true(sum == sum);
        assert_true(swv_vec3_is_finite(p.gh) && swv_vec3_is_finite(p.elbow) && swv_vec3_is_finite(p.wrist));
    }
    assert_true(solved > CASES(200000) / 50);
}

static void wrong_limbs_are_refused(void **state)
{
    (void)state;
    swv_upper_limb         limb;
    swv_upper_limb_goal    goal = wrist_at(1, 2, 3, 0);
    swv_upper_limb_posture p;
    swv_upper_limb_make_ascione(SWV_RIGHT, &limb);
    limb.girdle.lower[2] = 2.0;
    limb.girdle.upper[2] = 1.0;
    assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &p, NULL), SWV_BAD_MODEL);
    swv_upper_limb_make_ascione(SWV_RIGHT, &limb);
    limb.arm.softness = 0.1;
    assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &p, NULL), SWV_BAD_MODEL);
    swv_upper_limb_make_ascione(SWV_RIGHT, &limb);
    goal.raising = 1.5;
    assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &p, NULL), SWV_BAD_GOAL);
    goal.raising = 0;
    goal.arm.is_position_only = false;
    assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &p, NULL), SWV_BAD_GOAL);
    goal.arm.is_position_only = true;
    goal.arm.end.position.x = NAN;
    assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &p, NULL), SWV_BAD_GOAL);
}

// Any rotation of the hand: it gives way to the limits, or they to it, and the report says which.
static void what_gives_way_is_said(void **state)
{
    (void)state;
    uint64_t       seed = 71;
    swv_upper_limb limb;
    int            reached = 0, limited[2] = { 0, 0 };
    swv_upper_limb_make(SWV_RIGHT, &limb);
    for (int k = 0; k < CASES(2000); ++k) {
        const swv_upper_limb_goal goal = {
            .arm = { .end = { { random_between(&seed, 0.2, 0.5), random_between(&seed, 0.2, 0.5),
                                random_between(&seed, -0.2, 0.2) },
                              { random_between(&seed, -1, 1), random_between(&seed, -1, 1),
                                random_between(&seed, -1, 1), random_between(&seed, -1, 1) } } }
        };
        swv_outcome outcomes[2];
        for (int keep = 0; keep < 2; ++keep) {
            const swv_upper_limb_options options = { .compromise = (swv_limb_compromise)keep };
            swv_upper_limb_posture       p;
            swv_upper_limb_report        report;
            assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, &options, &p, &report), SWV_OK);
            const double off = distance(p.wrist, goal.arm.end.position);
            assert_near(off, report.position_error, 1e-15);
            outcomes[keep] = report.outcome;
            if (report.outcome == SWV_REACHED) {
                assert_true(off < 1e-11 && report.rotation_error <= 1e-12 && report.broken == 0);
                assert_true(excess_of(&limb, &p) <= 1e-9);
            }
            limited[keep] += report.outcome == SWV_LIMITED;
            if (report.outcome == SWV_LIMITED && options.compromise == SWV_KEEP_LIMITS) {
                assert_int_equal(report.broken, 0);
                assert_true(excess_of(&limb, &p) < 1e-6 && (report.rotation_error > 1e-12 || off > 1e-12));
            }
            if (report.outcome == SWV_LIMITED && options.compromise == SWV_KEEP_HAND) {
                const double d = distance(goal.arm.end.position, p.gh), reach = limb.arm.upper + limb.arm.lower;
                assert_true(report.broken != 0 && report.rotation_error <= 1e-12 && (off < 1e-11 || d > reach));
                assert_near(excess_of(&limb, &p), report.excess, 1e-12);
            }
        }
        assert_true((outcomes[0] == SWV_REACHED) == (outcomes[1] == SWV_REACHED));
        reached += outcomes[0] == SWV_REACHED;
    }
    printf("any hand: %d of %d reached\n", reached, CASES(2000));
    assert_true(reached > CASES(2000) / 20 && limited[0] > CASES(2000) / 4 && limited[1] > CASES(2000) / 4);
}

// The limits of Ascione and others, and a forearm turned beyond them.
static void forearm_turns_as_far_as_it_may(void **state)
{
    (void)state;
    swv_upper_limb         limb;
    swv_upper_limb_posture p;
    swv_upper_limb_report  r;
    swv_upper_limb_make_ascione(SWV_RIGHT, &limb);
    assert_int_equal(swv_upper_limb_limit_as_ascione(&limb), SWV_OK);
    swv_upper_limb_goal goal = wrist_at(2.5, 3.0, 0.2, -20 * DEGREES);
    goal.has_pronation = true;
    goal.pronation = 100 * DEGREES;
    assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &p, &r), SWV_OK);
    assert_int_equal(r.outcome, SWV_LIMITED);
    assert_int_equal(r.broken, 0);
    assert_near(p.pronation, 87.5 * DEGREES, 1e-12);
    assert_near(r.rotation_error, 12.5 * DEGREES, 1e-12);
    const swv_upper_limb_options keep = { .compromise = SWV_KEEP_HAND };
    assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, &keep, &p, &r), SWV_OK);
    assert_int_equal(r.outcome, SWV_LIMITED);
    assert_int_equal(r.broken, 1U << SWV_LIMIT_PRONATION);
    assert_near(p.pronation, 100 * DEGREES, 1e-12);
    goal.pronation = -40 * DEGREES;
    assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &p, &r), SWV_OK);
    assert_int_equal(r.outcome, SWV_REACHED);
    assert_near(p.pronation, -40 * DEGREES, 1e-12);
}

// The elbow is where the limb alone would have it from the GH that was found.
/// The wish of a goal where a posture has GH.
static swv_limb_report wish_at(const swv_upper_limb *limb, const swv_upper_limb_goal *goal, swv_vec3 gh,
                               const swv_limb_posture *previous)
{
    swv_limb_goal    from_gh = goal->arm;
    swv_limb_posture alone;
    swv_limb_report  arm;
    from_gh.end.position = swv_vec3_sub(goal->arm.end.position, gh);
    assert_int_equal(swv_limb_solve(&limb->arm, &from_gh, previous, SWV_KEEP_LIMITS, &alone, &arm), SWV_OK);
    return arm;
}

/// How far from the wish at its own GH the nearest posture is that the whole limb can have, by looking at every second
/// degree.
static double nearest_of_all(const swv_upper_limb *limb, const swv_upper_limb_goal *goal,
                             const swv_limb_posture *previous)
{
    double nearest = INFINITY;
    for (int k = -90; k < 90; ++k) {
        swv_upper_limb_posture p;
        swv_upper_limb_report  r;
        swv_upper_limb_goal    there = *goal;
        there.arm.elbow = SWV_ELBOW_SWIVEL;
        there.arm.swivel = k * SWV_PI / 90;
        assert_int_equal(swv_upper_limb_solve(limb, &there, NULL, NULL, &p, &r), SWV_OK);
        if (r.outcome == SWV_REACHED && fabs(swv_angle_wrap(p.swivel - there.arm.swivel)) < 1e-6)
            nearest = fmin(nearest, fabs(swv_angle_wrap(p.swivel - wish_at(limb, goal, p.gh, previous).wished)));
    }
    return nearest;
}

static void elbow_wishes_are_the_limbs(void **state)
{
    (void)state;
    swv_upper_limb limb;
    uint64_t       seed = 111;
    int            reached = 0, others = 0, further = 0;
    swv_upper_limb_make(SWV_RIGHT, &limb);
    for (int i = 0; i < CASES(4000); ++i) {
        swv_upper_limb_posture made, p;
        swv_upper_limb_report  r;
        swv_upper_limb_goal    goal = feasible_goal(&limb, &seed, &made);
        goal.arm.elbow = (swv_elbow_wish)(i % 4);
        goal.arm.direction = random_direction(&seed);
        goal.arm.swivel = random_between(&seed, -SWV_PI, SWV_PI);
        assert_int_equal(swv_upper_limb_solve(&limb, &goal, &made, NULL, &p, &r), SWV_OK);
        if (r.outcome != SWV_REACHED)
            continue;
        const swv_limb_report arm = wish_at(&limb, &goal, p.gh, &made.arm);
        assert_int_equal(arm.outcome, SWV_REACHED);
        assert_true(fabs(swv_angle_wrap(arm.wished - r.wished)) < 1e-9);
        ++reached;
        if (fabs(swv_angle_wrap(arm.swivel - p.swivel)) < 2e-4)
            continue;
        // With the elbow there the girdle would move, and the limits with it.
        ++others;
        further += fabs(swv_angle_wrap(p.swivel - r.wished)) > nearest_of_all(&limb, &goal, &made.arm) + 0.07;
    }
    print_message("%d reached, %d where the girdle takes the wish away; %d of these further from it than need be\n",
                  reached, others, further);
    assert_true(others <= 0.02 * reached);
    assert_true(further <= 1 + 0.0005 * reached);
}

static void girdle_limits_between_which_nothing_lies_are_refused(void **state)
{
    (void)state;
    const double              nowhere[2] = { -INFINITY, INFINITY };
    const swv_upper_limb_goal goal = wrist_at(0.3, 0.3, 0.0, 0.0);
    for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i) {
        for (int k = 0; k < 2; ++k) {
            swv_upper_limb         limb;
            swv_upper_limb_posture posture;
            swv_upper_limb_make(SWV_RIGHT, &limb);
            limb.girdle.lower[i] = limb.girdle.upper[i] = nowhere[k];
            assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &posture, NULL), SWV_BAD_MODEL);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reachable_wrists_are_reached_ascione),
        cmocka_unit_test(reachable_wrists_are_reached_measured),
        cmocka_unit_test(search_everywhere_agrees),
        cmocka_unit_test(postures_are_continuous_along_paths),
        cmocka_unit_test(girdle_yields_before_the_elbow_is_straight),
        cmocka_unit_test(four_movements),
        cmocka_unit_test(feasible_hands_are_met_within_the_limits),
        cmocka_unit_test(left_is_the_mirror_image_of_right),
        cmocka_unit_test(out_of_reach_is_the_closest_posture),
        cmocka_unit_test(own_function_gives_the_same_postures),
        cmocka_unit_test(any_numbers_give_a_status_or_a_finite_posture),
        cmocka_unit_test(wrong_limbs_are_refused),
        cmocka_unit_test(what_gives_way_is_said),
        cmocka_unit_test(forearm_turns_as_far_as_it_may),
        cmocka_unit_test(elbow_wishes_are_the_limbs),
        cmocka_unit_test(girdle_limits_between_which_nothing_lies_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
