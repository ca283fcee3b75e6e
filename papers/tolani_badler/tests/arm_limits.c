// SPDX-License-Identifier: MIT
// The feasible swivels against a sweep, and the best posture: inside the limits whenever one exists.
//
// As in arm.h: postures q are seven angles, radians; hands are poses in the shoulder's axes (a leg's: the hip's), metres; swivels, wishes
// and the ends of intervals are radians, wishes drawn from about a turn, which is all there are. 1e-12 to 1e-14 m or rad: rounding, with
// room (found: 2e-15 at most). Where a share is asserted, it is chosen so that the test sees enough of both kinds.
#include "check.h"

#include <math.h>
#include <string.h>

#include "swivel_papers/arm.h"
#include "swivel_papers/batch.h"
#include "swivel_papers/chain.h"

// Any, each angle inside its limits.
static void posture_inside(uint64_t *seed, const swv_arm *arm, double q[7])
{
    for (int i = 0; i < 7; ++i)
        q[i] = random_between(seed, arm->limits[i].lower, arm->limits[i].upper);
}

// The human arm or leg (one in four), half of them with limits of their own: 0.3 to 3.5 rad to either side of anything, so narrow, wide,
// off centre, more than a turn; the elbow free.
static swv_arm random_limited_arm(uint64_t *seed)
{
    swv_arm arm;
    if (random_below(seed, 4))
        swv_arm_make_human(&arm);
    else
        swv_arm_make_human_leg(&arm);
    arm.side = random_below(seed, 2) ? SWV_LEFT : SWV_RIGHT;
    arm.reference = random_below(seed, 2) ? SWV_SWIVEL_SMOOTH : SWV_SWIVEL_DOWN;
    if (random_below(seed, 2)) {
        for (int i = 0; i < 7; ++i) {
            const double middle = random_between(seed, -SWV_PI, SWV_PI), half = random_between(seed, 0.3, 3.5);
            if (i == 3)
                assert_int_equal(swv_arm_set_limits(&arm, 3, 0.0, SWV_PI), SWV_OK);
            else
                assert_int_equal(swv_arm_set_limits(&arm, i, middle - half, middle + half), SWV_OK);
        }
    }
    return arm;
}

// Whether a swivel is in a set whose intervals are longer by grown_by, radians, at both ends.
static bool contains(const swv_swivels *set, double swivel, double grown_by)
{
    for (int i = 0; i < set->count; ++i)
        for (int turn = -1; turn <= 1; ++turn)
            if (swivel + turn * 2 * SWV_PI >= set->from[i] - grown_by &&
                swivel + turn * 2 * SWV_PI <= set->to[i] + grown_by)
                return true;
    return false;
}

enum { STEPS = 3600 };  // a tenth of a degree: chosen

/// The swivels of a sweep, and for each of them what a set says.
typedef struct sweep {
    double start;        ///< of the first swivel after -pi, radians; below one step
    char   says[STEPS];  ///< 'i' inside, 'o' outside, '?' near an end, where the limit's tolerance decides
} sweep;

static double swivel_at(const sweep *s, int step)
{
    return -SWV_PI + s->start + step * (2 * SWV_PI / STEPS);
}

// Writes a word at the steps whose swivels lie between two, radians.
static void mark(sweep *s, double from, double to, char word)
{
    for (int turn = -1; turn <= 1; ++turn) {
        const double offset = turn * 2 * SWV_PI - swivel_at(s, 0), step = 2 * SWV_PI / STEPS;
        const double first = fmax(0.0, ceil((from + offset) / step)),
                     last = fmin(STEPS - 1, floor((to + offset) / step));
        for (int k = (int)first; k <= (int)last; ++k)
            s->says[k] = word;
    }
}

// Whether a joint's angle, sign * angle + add, or another turn of it (limits reach to 6.6 at most), is inside its limits, at each step;
// is_inside: out, STEPS of them. sign and add make of an angle of family 0 that of a family whose shoulder or wrist goes the other way
// (arm.h).
static void look(const swv_arm_limits *limits, const double *angle, double sign, double add, unsigned char *is_inside)
{
    const double low = limits->lower - SWV_LIMIT_TOLERANCE, high = limits->upper + SWV_LIMIT_TOLERANCE;
    for (int k = 0; k < STEPS; ++k) {
        const double a = sign * angle[k] + add;
        is_inside[k] =
            (unsigned char)(((a >= low) & (a <= high)) | ((a + 2 * SWV_PI >= low) & (a + 2 * SWV_PI <= high)) |
                            ((a - 2 * SWV_PI >= low) & (a - 2 * SWV_PI <= high)) |
                            ((a + 4 * SWV_PI >= low) & (a + 4 * SWV_PI <= high)) |
                            ((a - 4 * SWV_PI >= low) & (a - 4 * SWV_PI <= high)));
    }
}

// 3,600 swivels for each pose, solved in lanes, their limits looked at joint by joint. 1e-8 rad, ten times the limits' tolerance, to either
// side of an end nothing is asserted: there the tolerance decides. Chosen. Inside are 7 % of all; a twentieth to a half is asked for.
static void intervals_agree_with_a_sweep(void **state)
{
    (void)state;
    static double        in[8][STEPS], out[7][STEPS];
    static unsigned char outcome[STEPS], is_inside[7][2][STEPS];
    static sweep         s;
    const swv_arm_batch  batch = { in[0],  in[1], in[2],
                                   in[3],  in[4], in[5],
                                   in[6],  in[7], { out[0], out[1], out[2], out[3], out[4], out[5], out[6] },
                                   outcome };
    uint64_t             seed = 61;
    long                 inside = 0, looked = 0;
    for (int n = 0; n < CASES_OR_ALL(10000, 100000); ++n) {
        const swv_arm arm = random_limited_arm(&seed);
        double        q[7];
        swv_pose      hand;
        swv_swivels   sets[SWV_ARM_NATURAL_FAMILIES];
        posture_inside(&seed, &arm, q);
        assert_int_equal(swv_arm_forward(&arm, q, &hand, NULL), SWV_OK);
        assert_int_equal(swv_arm_feasible(&arm, &hand, sets), SWV_OK);
        s.start = random_between(&seed, 0, 2 * SWV_PI / STEPS);
        const double target[7] = { hand.position.x, hand.position.y, hand.position.z, hand.rotation.x,
                                   hand.rotation.y, hand.rotation.z, hand.rotation.w };
        for (int k = 0; k < STEPS; ++k) {
            for (int i = 0; i < 7; ++i)
                in[i][k] = target[i];
            in[7][k] = swivel_at(&s, k);
        }
        assert_int_equal(swv_batch_arm(&arm, &batch, 0, STEPS), SWV_OK);
        for (int i = 0; i < 7; ++i) {
            look(&arm.limits[i], out[i], 1.0, 0.0, is_inside[i][0]);
            look(&arm.limits[i], out[i], i == 1 || i == 5 ? -1.0 : 1.0, i == 1 || i == 3 ? 0.0 : SWV_PI,
                 is_inside[i][1]);
        }
        for (int f = 0; f < SWV_ARM_NATURAL_FAMILIES; ++f) {
            const int shoulder = f & 1, wrist = f >> 1;
            memset(s.says, 'o', STEPS);
            for (int i = 0; i < sets[f].count; ++i)
                mark(&s, sets[f].from[i] - 1e-8, sets[f].to[i] + 1e-8, '?');
            for (int i = 0; i < sets[f].count; ++i)
                mark(&s, sets[f].from[i] + 1e-8, sets[f].to[i] - 1e-8, 'i');
            for (int k = 0; k < STEPS; ++k) {
                const bool is = is_inside[0][shoulder][k] & is_inside[1][shoulder][k] & is_inside[2][shoulder][k] &
                                is_inside[3][0][k] & is_inside[4][wrist][k] & is_inside[5][wrist][k] &
                                is_inside[6][wrist][k];
                if (s.says[k] == (is ? 'o' : 'i'))
                    fail_msg("family %d at swivel %.17g is %s, the intervals say otherwise (case %d)", f,
                             swivel_at(&s, k), is ? "inside" : "outside", n);
                inside += is;
            }
            looked += STEPS;
        }
    }
    print_message("             %ld of %ld swivels inside\n", inside, looked);
    assert_in_range(inside, looked / 20, looked / 2);
}

// At every end a joint is on its limit, to the tolerance of 1e-9, and the posture there is inside. 1e-15: rounding.
static void ends_are_where_a_limit_is_met(void **state)
{
    (void)state;
    uint64_t seed = 62;
    long     ends = 0;
    for (int n = 0; n < CASES(100000); ++n) {
        const swv_arm arm = random_limited_arm(&seed);
        double        q[7];
        swv_pose      hand;
        swv_swivels   sets[SWV_ARM_NATURAL_FAMILIES];
        posture_inside(&seed, &arm, q);
        assert_int_equal(swv_arm_forward(&arm, q, &hand, NULL), SWV_OK);
        assert_int_equal(swv_arm_feasible(&arm, &hand, sets), SWV_OK);
        for (int f = 0; f < SWV_ARM_NATURAL_FAMILIES; ++f) {
            const swv_swivels *set = &sets[f];
            for (int i = 0; i < set->count; ++i) {
                assert_true(set->from[i] >= -SWV_PI && set->from[i] < SWV_PI);
                assert_true(set->to[i] >= set->from[i] && set->to[i] <= set->from[i] + 2 * SWV_PI + 1e-15);
                assert_true(i == 0 || set->from[i] > set->to[i - 1]);
                if (set->to[i] - set->from[i] > 2 * SWV_PI - 1e-9)
                    continue;  // the whole circle has no ends
                for (int end = 0; end < 2; ++end) {
                    double         solutions[SWV_ARM_FAMILIES][7], nearest = INFINITY;
                    swv_arm_report reports[SWV_ARM_FAMILIES];
                    const double   swivel = end ? set->to[i] : set->from[i];
                    assert_int_equal(swv_arm_solve(&arm, &hand, swivel, solutions, reports), SWV_OK);
                    assert_int_equal(reports[f].outside, 0);
                    for (int j = 0; j < 7; ++j) {
                        nearest = fmin(nearest, fabs(swv_angle_wrap(solutions[f][j] - arm.limits[j].lower)));
                        nearest = fmin(nearest, fabs(swv_angle_wrap(solutions[f][j] - arm.limits[j].upper)));
                    }
                    assert_near(nearest, 0.0, 1e-9);
                    ++ends;
                }
            }
        }
    }
    assert_true(ends > CASES(100000) / 2);
}

// The hand of posture q, which is inside, is met by one inside the limits. previous: a posture or NULL.
static void assert_best_is_inside(const swv_arm *arm, const double q[7], double wish, const double *previous)
{
    swv_pose       hand;
    swv_chain      chain;
    swv_arm_report report;
    double         best[7];
    assert_int_equal(swv_arm_chain(arm, &chain), SWV_OK);
    assert_int_equal(swv_arm_forward(arm, q, &hand, NULL), SWV_OK);
    assert_int_equal(swv_arm_best(arm, &hand, wish, previous, best, &report), SWV_OK);
    if (report.outcome != SWV_REACHED)
        fail_msg("outcome %d, outside %x, for (%.17g, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g)", report.outcome,
                 report.outside, q[0], q[1], q[2], q[3], q[4], q[5], q[6]);
    for (int i = 0; i < 7; ++i) {
        assert_true(best[i] >= arm->limits[i].lower - SWV_LIMIT_TOLERANCE);
        assert_true(best[i] <= arm->limits[i].upper + SWV_LIMIT_TOLERANCE);
    }
    swv_pose found;
    assert_int_equal(swv_chain_tip(&chain, best, &found), SWV_OK);
    assert_near(swv_vec3_length(swv_vec3_sub(found.position, hand.position)), 0.0, 1e-12);
    assert_near(swv_quat_angle_between(found.rotation, hand.rotation), 0.0, 1e-12);
}

// The human arm, both sides and references, with and without a previous posture.
static void every_feasible_target_is_solved_inside_the_limits(void **state)
{
    (void)state;
    uint64_t seed = 63;
    for (int n = 0; n < CASES(1000000); ++n) {
        swv_arm arm;
        double  q[7];
        swv_arm_make_human(&arm);
        arm.side = n & 1 ? SWV_LEFT : SWV_RIGHT;
        arm.reference = n & 2 ? SWV_SWIVEL_SMOOTH : SWV_SWIVEL_DOWN;
        posture_inside(&seed, &arm, q);
        assert_best_is_inside(&arm, q, random_between(&seed, -SWV_PI, SWV_PI), n & 4 ? q : NULL);
    }
}

// Any number of joints on their limits, each on its lower, its upper or none: often the feasible set is a single point.
static void posture_on_several_limits_is_found_back(void **state)
{
    (void)state;
    uint64_t seed = 64;
    for (int n = 0; n < CASES(300000); ++n) {
        const swv_arm arm = random_limited_arm(&seed);
        double        q[7];
        posture_inside(&seed, &arm, q);
        for (int i = 0; i < 7; ++i) {
            const int where = random_below(&seed, 3);
            q[i] = where == 0 ? arm.limits[i].lower : where == 1 ? arm.limits[i].upper : q[i];
        }
        // A straight or folded elbow, to 1e-6, is a singularity of its own: the whole circle is one posture. 1 rad: any other bend.
        if (fabs(sin(q[3])) < 1e-6)
            q[3] = 1.0;
        if (q[3] > arm.limits[3].upper || q[3] < arm.limits[3].lower)
            continue;
        assert_best_is_inside(&arm, q, random_between(&seed, -SWV_PI, SWV_PI), NULL);
    }
}

// Of sets of swivels: the nearest to a wish, the middle of the widest interval, and what is left between two swivels. Up to four intervals,
// up to 1 rad wide, 0.01 to 0.5 apart. 1.1e-3: 1000 points in an interval are up to 1e-3 apart. 0.499: the middle is that part of the
// widest interval from its ends, unless that is a point. 99: none.
static void nearest_middle_and_within_by_brute_force(void **state)
{
    (void)state;
    uint64_t seed = 65;
    for (int n = 0; n < CASES(20000); ++n) {
        // Up to four intervals, the last of which may go past pi.
        swv_swivels set = { .count = random_below(&seed, 5) };
        double      place = random_between(&seed, -SWV_PI, -2.0);
        for (int i = 0; i < set.count; ++i) {
            set.from[i] = place;
            set.to[i] = place + random_between(&seed, 0.0, 1.0);
            place = set.to[i] + random_between(&seed, 0.01, 0.5);
        }
        const double wish = random_between(&seed, -10, 10);
        double       nearest = 99, middle = 99, best = INFINITY, widest = 0.0;
        const bool   found = swv_swivels_nearest(&set, wish, &nearest);
        assert_int_equal(found, set.count > 0);
        assert_int_equal(swv_swivels_middle(&set, &middle), set.count > 0);
        if (!found)
            continue;
        for (int i = 0; i < set.count; ++i) {
            widest = fmax(widest, set.to[i] - set.from[i]);
            for (int k = 0; k <= 1000; ++k) {
                const double s = set.from[i] + (set.to[i] - set.from[i]) * k / 1000;
                best = fmin(best, fabs(swv_angle_wrap(s - wish)));
            }
        }
        assert_true(contains(&set, swv_angle_wrap(nearest), 1e-12));
        assert_near(fabs(swv_angle_wrap(nearest - wish)), best, 1.1e-3);
        assert_true(contains(&set, middle, -0.499 * widest) || widest < 1e-9);

        const double      from = random_between(&seed, -4, 4), to = from + random_between(&seed, 0.0, 3.0);
        const swv_swivels within = swv_swivels_within(&set, from, to);
        for (int k = 0; k < 200; ++k) {
            const double s = random_between(&seed, -SWV_PI, SWV_PI);
            const bool   is_asked = (s >= from && s <= to) || (s + 2 * SWV_PI >= from && s + 2 * SWV_PI <= to) ||
                                  (s - 2 * SWV_PI >= from && s - 2 * SWV_PI <= to);
            assert_int_equal(contains(&within, s, 0.0), is_asked && contains(&set, s, 0.0));
        }
    }
}

// One family alone is what it is among all, to the bit. Families are 0 to 7: 8 and -1 are none.
static void one_family_is_the_same_as_among_all(void **state)
{
    (void)state;
    uint64_t seed = 68;
    for (int n = 0; n < CASES(100000); ++n) {
        const swv_arm  arm = random_limited_arm(&seed);
        const int      family = random_below(&seed, SWV_ARM_FAMILIES);
        const double   swivel = random_between(&seed, -7, 7);
        double         q[7], all[SWV_ARM_FAMILIES][7], one[7];
        swv_pose       hand;
        swv_arm_report reports[SWV_ARM_FAMILIES], report;
        posture_inside(&seed, &arm, q);
        assert_int_equal(swv_arm_forward(&arm, q, &hand, NULL), SWV_OK);
        assert_int_equal(swv_arm_solve(&arm, &hand, swivel, all, reports), SWV_OK);
        assert_int_equal(swv_arm_solve_one(&arm, &hand, swivel, family, one, &report), SWV_OK);
        assert_memory_equal(one, all[family], sizeof one);
        assert_int_equal(report.outcome, reports[family].outcome);
        assert_int_equal(report.outside, reports[family].outside);
        assert_true(report.position_error == reports[family].position_error);
        assert_int_equal(swv_arm_solve_one(&arm, &hand, swivel, n % 2 ? 8 : -1, one, NULL), SWV_BAD_COUNT);
        assert_int_equal(swv_arm_solve_one(&arm, &hand, NAN, 0, one, NULL), SWV_BAD_GOAL);
    }
}

// Position only: the wrist gets there inside the shoulder's and elbow's limits, and keeps its own angles.
static void wrist_gets_there_with_its_angles_kept(void **state)
{
    (void)state;
    uint64_t seed = 67;
    for (int n = 0; n < CASES(200000); ++n) {
        const swv_arm  arm = random_limited_arm(&seed);
        double         q[7], previous[7], found[7];
        swv_pose       hand, there;
        swv_arm_report report;
        posture_inside(&seed, &arm, q);
        posture_inside(&seed, &arm, previous);
        assert_int_equal(swv_arm_forward(&arm, q, &hand, NULL), SWV_OK);
        assert_int_equal(swv_arm_reach(&arm, hand.position, random_between(&seed, -3, 3), previous, found, &report),
                         SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_int_equal(swv_arm_forward(&arm, found, &there, NULL), SWV_OK);
        assert_near(swv_vec3_length(swv_vec3_sub(there.position, hand.position)), 0.0, 1e-14);
        for (int i = 0; i < 7; ++i) {
            assert_true(found[i] >= arm.limits[i].lower - SWV_LIMIT_TOLERANCE);
            assert_true(found[i] <= arm.limits[i].upper + SWV_LIMIT_TOLERANCE);
            if (i > 3)
                assert_near(swv_angle_wrap(found[i] - previous[i]), 0.0, 1e-14);
        }
    }
}

// Nothing feasible: a posture that meets the hand, and the joints that pay for it. Hands of any posture; elbows of 0.1 to 3 rad, neither straight nor
// folded.
static void infeasible_hand_names_the_broken_limits(void **state)
{
    (void)state;
    uint64_t seed = 66;
    int      limited = 0, would_do = 0;
    for (int n = 0; n < CASES(100000); ++n) {
        swv_arm        arm;
        double         q[7], best[7];
        swv_pose       hand, found;
        swv_arm_report report;
        swv_swivels    sets[SWV_ARM_NATURAL_FAMILIES];
        int            intervals = 0;
        swv_arm_make_human(&arm);
        for (int i = 0; i < 7; ++i)
            q[i] = random_between(&seed, i == 3 ? 0.1 : -SWV_PI, i == 3 ? 3.0 : SWV_PI);
        assert_int_equal(swv_arm_forward(&arm, q, &hand, NULL), SWV_OK);
        assert_int_equal(swv_arm_feasible(&arm, &hand, sets), SWV_OK);
        for (int f = 0; f < SWV_ARM_NATURAL_FAMILIES; ++f)
            intervals += sets[f].count;
        assert_int_equal(swv_arm_best(&arm, &hand, 0.0, NULL, best, &report), SWV_OK);
        assert_int_equal(report.outcome, intervals ? SWV_REACHED : SWV_LIMITED);
        assert_int_equal(report.outside != 0, intervals == 0);
        assert_int_equal(swv_arm_forward(&arm, best, &found, NULL), SWV_OK);
        assert_near(swv_vec3_length(swv_vec3_sub(found.position, hand.position)), 0.0, 1e-12);
        for (int i = 0; i < 7; ++i) {
            double     turned = best[i];
            const bool is_inside = swv_angle_turn_into(arm.limits[i].lower, arm.limits[i].upper, &turned);
            assert_int_equal(is_inside, !(report.outside >> i & 1));
        }
        swv_arm_report alone;
        double         reached[7];
        assert_int_equal(swv_arm_reach(&arm, hand.position, 0.0, NULL, reached, &alone), SWV_OK);
        assert_int_equal(report.wrist_would_do, intervals == 0 && alone.outcome == SWV_REACHED);
        would_do += report.wrist_would_do;
        limited += intervals == 0;
    }
    assert_in_range(limited, CASES(100000) / 10, CASES(100000) * 99 / 100);
    assert_in_range(would_do, limited / 10, limited - 1);
}

// An angle q0 may have to be turned more than once to be inside limits that [-pi, pi] has nothing of. lower, upper, q0 and inside: radians. The other
// angles are any. 1e-9: the limits' tolerance.
static void limits_beyond_half_a_turn_need_two_turns(void **state)
{
    (void)state;
    const struct {
        double lower, upper, q0, inside;
    } cases[] = {
        { 7.0, 20.0, 0.5, 0.5 + 4.0 * SWV_PI },
        { -20.0, -7.0, -0.5, -0.5 - 4.0 * SWV_PI },
        { 3.2, 9.5, -3.13, -3.13 + 4.0 * SWV_PI },
        { 40.0, 41.0, 40.5, 40.5 },
    };
    for (int i = 0; i < 4; ++i) {
        swv_arm        arm;
        swv_pose       hand;
        swv_arm_report report;
        double         q[7] = { cases[i].q0, 1.0, 0.3, 1.2, 0.2, 0.1, 0.4 }, swivel;
        assert_int_equal(swv_arm_make(0.3, 0.3, &arm), SWV_OK);
        assert_int_equal(swv_arm_set_limits(&arm, 0, cases[i].lower, cases[i].upper), SWV_OK);
        assert_int_equal(swv_arm_set_limits(&arm, 1, 0.0, SWV_PI), SWV_OK);  // not by the shoulder's other way
        assert_int_equal(swv_arm_forward(&arm, q, &hand, NULL), SWV_OK);
        assert_int_equal(swv_arm_swivel_of(&arm, q, &swivel), SWV_OK);
        assert_int_equal(swv_arm_best(&arm, &hand, swivel, NULL, q, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_near(q[0], cases[i].inside, 1e-9);
    }
}

// By how many radians the joint furthest outside is so, as its angle stands.
static double worst_excess(const swv_arm *arm, const double q[7])
{
    double worst = 0.0;
    for (int i = 0; i < 7; ++i)
        worst = fmax(worst, fmax(arm->limits[i].lower - q[i], q[i] - arm->limits[i].upper));
    return worst;
}

// Up or hanging, straight: only the sum or the difference of q0 and q2 is determined. What was inside is found inside. 1e-11 rad and 4000
// cases, 500 of each kind: chosen.
static void straight_arm_on_the_pole_shares_out_its_turn(void **state)
{
    (void)state;
    uint64_t seed = 91;
    for (int n = 0; n < 4000; ++n) {
        swv_arm        arm;
        swv_pose       hand, found;
        swv_arm_report report;
        double         q[7], best[7];
        swv_arm_make_human(&arm);
        arm.reference = n & 1 ? SWV_SWIVEL_SMOOTH : SWV_SWIVEL_DOWN;
        arm.side = n & 2 ? SWV_LEFT : SWV_RIGHT;
        for (int i = 0; i < 7; ++i)
            q[i] = random_between(&seed, arm.limits[i].lower, arm.limits[i].upper);
        q[1] = n & 4 ? SWV_PI : 0.0;
        q[3] = 0.0;
        assert_int_equal(swv_arm_forward(&arm, q, &hand, NULL), SWV_OK);
        assert_int_equal(swv_arm_best(&arm, &hand, random_between(&seed, -3, 3), NULL, best, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_true(worst_excess(&arm, best) <= SWV_LIMIT_TOLERANCE);
        assert_int_equal(swv_arm_forward(&arm, best, &found, NULL), SWV_OK);
        assert_near(swv_vec3_length(swv_vec3_sub(found.position, hand.position)), 0.0, 1e-12);
        assert_near(swv_quat_angle_between(found.rotation, hand.rotation), 0.0, 1e-11);
    }
}

// A posture inside the limits: `on_limits` joints of it, none of them the elbow's, on theirs.
static void random_posture_on_limits(uint64_t *seed, const swv_arm *arm, int on_limits, double q[7])
{
    uint32_t taken = 1U << 3;
    for (int i = 0; i < 7; ++i)
        q[i] = random_between(seed, arm->limits[i].lower, arm->limits[i].upper);
    for (int k = 0; k < on_limits; ++k) {
        int i = 3;
        while (taken >> i & 1)
            i = random_below(seed, 7);
        taken |= 1U << i;
        q[i] = random_below(seed, 2) ? arm->limits[i].lower : arm->limits[i].upper;
    }
}

// The hand of a posture q inside the limits is met by one inside them. 1e-13: by so many radians sharing out a turn on the pole may tilt
// the upper arm (SWVI_ON_POLE); 2e-13: that, and rounding of the hand's rotation. Chosen; found: 1.2e-15.
static void assert_found_inside(uint64_t *seed, const swv_arm *arm, const double q[7])
{
    swv_pose       hand, found;
    swv_arm_report report;
    double         best[7];
    assert_int_equal(swv_arm_forward(arm, q, &hand, NULL), SWV_OK);
    assert_int_equal(swv_arm_best(arm, &hand, random_between(seed, -3, 3), NULL, best, &report), SWV_OK);
    assert_int_equal(report.outcome, SWV_REACHED);
    assert_true(worst_excess(arm, best) <= SWV_LIMIT_TOLERANCE);
    assert_int_equal(swv_arm_forward(arm, best, &found, NULL), SWV_OK);
    assert_near(swv_vec3_length(swv_vec3_sub(found.position, hand.position)), 0.0, 1e-13);
    assert_near(swv_quat_angle_between(found.rotation, hand.rotation), 0.0, 2e-13);
}

// Up to three joints on their limits, the elbow straight to slightly bent. One rounding of the wrist's distance moves a bend of
// 1e-8 by as much, and with it the upper arm: of the bends that bring the wrist there one is found that keeps the limits. bent: radians, from nothing
// past that 1e-8 to where rounding is no matter.
static void elbow_nearly_straight_keeps_its_limits(void **state)
{
    (void)state;
    static const double bent[] = { 0.0, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3 };
    uint64_t            seed = 94;
    for (int n = 0; n < CASES(40000); ++n) {
        swv_arm arm;
        double  q[7];
        swv_arm_make_human(&arm);
        random_posture_on_limits(&seed, &arm, n / 10 % 4, q);
        q[3] = bent[n % 10];
        assert_found_inside(&seed, &arm, q);
    }
}

// The same with the upper arm on the pole, where q0 and q2 share one turn: straight up or hanging, the elbow bent or not (radians, as above, and two
// ordinary bends).
static void upper_arm_on_the_pole_keeps_its_limits(void **state)
{
    (void)state;
    static const double bent[] = { 0.0, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.5, 2.0 };
    uint64_t            seed = 95;
    for (int n = 0; n < CASES(24000); ++n) {
        swv_arm arm;
        double  q[7];
        swv_arm_make_human(&arm);
        random_posture_on_limits(&seed, &arm, n / 12 % 4, q);
        q[1] = n / 48 % 2 ? SWV_PI : 0.0;
        q[3] = bent[n % 12];
        assert_found_inside(&seed, &arm, q);
    }
}

// Where no swivel is feasible: none of those of a sweep, half a degree apart (chosen), exceeds the limits less. 3e-6 rad: the least excess
// is found to a millionth of itself (swvi_arm_least_exceeded), which is at most pi. Elbows of 0.1 to 2.5 rad: neither straight nor beyond
// their limit of 2.6.
static void limits_are_exceeded_as_little_as_can_be(void **state)
{
    (void)state;
    enum { SWEEP = 720 };
    uint64_t seed = 93;
    int      limited = 0;
    for (int n = 0; n < CASES(2000); ++n) {
        swv_arm        arm;
        swv_pose       hand;
        swv_arm_report report;
        double         q[7], best[7];
        swv_arm_make_human(&arm);
        for (int i = 0; i < 7; ++i)
            q[i] = random_between(&seed, i == 3 ? 0.1 : -SWV_PI, i == 3 ? 2.5 : SWV_PI);
        assert_int_equal(swv_arm_forward(&arm, q, &hand, NULL), SWV_OK);
        assert_int_equal(swv_arm_best(&arm, &hand, random_between(&seed, -3, 3), NULL, best, &report), SWV_OK);
        const double excess = worst_excess(&arm, best);
        limited += report.outcome == SWV_LIMITED;
        assert_int_equal(report.outcome == SWV_LIMITED, excess > SWV_LIMIT_TOLERANCE);
        for (int k = 0; k < SWEEP; ++k) {
            for (int family = 0; family < SWV_ARM_NATURAL_FAMILIES; ++family) {
                assert_int_equal(swv_arm_solve_one(&arm, &hand, k * 2.0 * SWV_PI / SWEEP, family, q, NULL), SWV_OK);
                assert_true(worst_excess(&arm, q) > excess - 3e-6);
            }
        }
    }
    assert_true(limited > CASES(2000) / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_agree_with_a_sweep),
        cmocka_unit_test(ends_are_where_a_limit_is_met),
        cmocka_unit_test(every_feasible_target_is_solved_inside_the_limits),
        cmocka_unit_test(posture_on_several_limits_is_found_back),
        cmocka_unit_test(nearest_middle_and_within_by_brute_force),
        cmocka_unit_test(one_family_is_the_same_as_among_all),
        cmocka_unit_test(wrist_gets_there_with_its_angles_kept),
        cmocka_unit_test(infeasible_hand_names_the_broken_limits),
        cmocka_unit_test(limits_beyond_half_a_turn_need_two_turns),
        cmocka_unit_test(straight_arm_on_the_pole_shares_out_its_turn),
        cmocka_unit_test(elbow_nearly_straight_keeps_its_limits),
        cmocka_unit_test(upper_arm_on_the_pole_keeps_its_limits),
        cmocka_unit_test(limits_are_exceeded_as_little_as_can_be),
    };
    return cmocka_run_group_tests_name("arm limits", tests, NULL, NULL);
}
