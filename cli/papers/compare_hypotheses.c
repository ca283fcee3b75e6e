// SPDX-License-Identifier: MIT
// compare --hypotheses: the figures that answer hypotheses 1 to 4 of Chin's thesis, section 4.1; papers/chin/results.md says
// what follows from them. Every method runs on twelve equations (5.26).
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <swivel/solve.h>
#include <swivel_io/random.h>
#include <swivel_papers/arm6.h>
#include <swivel_papers/models.h>
#include <swivel_papers/study.h>

#include "papers/compare.h"
#include "papers/compare_far.h"
#include "papers/compare_hypotheses.h"
#include "io/message.h"
#include "words/posture.h"

#define DEG (SWV_PI / 180.0)

static void check(swv_status status)
{
    if (status != SWV_OK)
        fail("compare: %s", swv_status_text(status));
}

static swv_study_report solve(const swv_chain *chain, const swv_pose *target, int method, const double *start,
                              double *q)
{
    static double    scratch[MAX_SCRATCH];
    swv_study_report report;
    check(swv_study_solve(chain, target, (swv_study_method)method, start, NULL, scratch, q, &report));
    return report;
}

// Each joint inside its limits; where it has none, within 1.5 radians of zero. part: 0 the lower limit, 1 the upper.
static double inside(const swv_chain *chain, int coordinate, double part)
{
    double lower, upper;
    check(swv_chain_limits(chain, coordinate, &lower, &upper));
    if (!isfinite(lower) || !isfinite(upper)) {
        lower = -1.5;
        upper = 1.5;
    }
    return lower + part * (upper - lower);
}

static void draw_posture(const swv_chain *chain, uint64_t *seed, double *q)
{
    for (int i = 0; i < chain->dof; i++)
        q[i] = inside(chain, i, swv_random_between(seed, 0.0, 1.0));
}

static bool keeps_limits(const swv_chain *chain, double *q)
{
    uint64_t outside;
    check(swv_chain_turn_into_limits(chain, q, &outside));
    return outside == 0;
}

// The joint that differs most, radians, whole turns aside.
static double distance(const double *a, const double *b, int count)
{
    double most = 0.0;
    for (int i = 0; i < count; i++)
        most = fmax(most, fabs(swv_angle_wrap(a[i] - b[i])));
    return most;
}

static void print_heading(const char *first)
{
    printf("  %-16s", first);
    for (int m = 0; m < SWV_STUDY_METHODS; m++)
        printf("  %9s", swv_study_method_name((swv_study_method)m));
}

// ---- 1: any number of joints ----

static void print_reached(const char *name, const swv_chain *chain)
{
    printf("  %-8s %7d", name, chain->dof);
    for (int m = 0; m < SWV_STUDY_METHODS; m++)
        printf("  %9d", solve_far_targets(chain, (swv_study_method)m, SWV_STUDY_FRAME_12).reached);
    putchar('\n');
}

// A chain of `joints` hinges of any twist, with links of up to 20 along and 50 across, the size of arm6's.
static void draw_chain(uint64_t *seed, int joints, swv_chain *chain)
{
    swv_dh_row rows[MAX_COMPARED_DOF];
    for (int i = 0; i < joints; i++) {
        rows[i] = (swv_dh_row){ .theta = 0.0 };
        rows[i].d = swv_random_between(seed, -20.0, 20.0);
        rows[i].a = swv_random_between(seed, 0.0, 50.0);
        rows[i].alpha = swv_random_between(seed, -SWV_PI, SWV_PI);
    }
    check(swv_chain_from_dh(chain, SWV_DH_STANDARD, rows, joints));
}

static void answer_1(void)
{
    static const char *const names[] = { "planar3", "arm6", "puma560", "arm7", "torso8" };
    uint64_t                 seed = 11;
    swv_chain                chain;
    printf("1. Chains of any number of joints: reached of %d far targets, from zero\n\n", FAR_TARGETS);
    print_heading("chain     joints");
    putchar('\n');
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        (void)find_model(names[k], &chain);
        print_reached(names[k], &chain);
    }
    for (int joints = 2; joints <= MAX_COMPARED_DOF; joints *= 2) {
        draw_chain(&seed, joints, &chain);
        print_reached("drawn", &chain);
    }
}

// ---- 2: one solution of many ----

/// The solutions of the closed form for one hand, those that are the same once.
typedef struct all_solutions {
    double q[SWV_ARM6_FAMILIES][6];
    int    count;
} all_solutions;

// Within a hundredth of a radian postures are the same.
static int find_among(const all_solutions *all, const double *q)
{
    for (int i = 0; i < all->count; i++)
        if (distance(all->q[i], q, 6) < 0.01)
            return i;
    return -1;
}

static all_solutions solve_closed(const swv_arm6 *arm, const swv_pose *hand)
{
    double          q[SWV_ARM6_FAMILIES][6];
    swv_arm6_report reports[SWV_ARM6_FAMILIES];
    all_solutions   all = { .count = 0 };
    check(swv_arm6_solve(arm, hand, NULL, q, reports));
    for (int f = 0; f < SWV_ARM6_FAMILIES; f++) {
        const bool is_posture = reports[f].outcome == SWV_REACHED || reports[f].outcome == SWV_LIMITED;
        if (!is_posture || find_among(&all, q[f]) >= 0)
            continue;
        for (int i = 0; i < 6; i++)
            all.q[all.count][i] = q[f][i];
        all.count++;
    }
    return all;
}

// From 1, 10 and 100 random starts: the share of the solutions found, and the evaluations, means of 100 hands.
static void print_starts(const swv_arm6 *arm, const swv_chain *chain, int method)
{
    enum { HANDS = 100, STARTS = 100 };
    double   found[3] = { 0 }, evaluations[3] = { 0 };
    uint64_t seed = 13;
    for (int n = 0; n < HANDS; n++) {
        double   q[6], start[6];
        swv_pose hand;
        uint64_t seen = 0;
        int      count = 0, spent = 0;
        draw_posture(chain, &seed, q);
        check(swv_chain_tip(chain, q, &hand));
        const all_solutions all = solve_closed(arm, &hand);
        for (int k = 1; k <= STARTS; k++) {
            for (int i = 0; i < 6; i++)
                start[i] = swv_random_between(&seed, -SWV_PI, SWV_PI);
            const swv_study_report report = solve(chain, &hand, method, start, q);
            const int              which = report.outcome == SWV_REACHED ? find_among(&all, q) : -1;
            count += which >= 0 && !(seen >> which & 1);
            seen |= which >= 0 ? (uint64_t)1 << which : 0;
            spent += report.evaluations;
            const int column = k == 1 ? 0 : k == 10 ? 1 : k == STARTS ? 2 : -1;
            if (column >= 0) {
                found[column] += (double)count / all.count / HANDS;
                evaluations[column] += (double)spent / HANDS;
            }
        }
    }
    printf("  %-8s  from 1 start %3.0f %% of all solutions by %.0f evaluations, from 10 %3.0f %% by %.0f, from 100 "
           "%3.0f %% by "
           "%.0f\n",
           swv_study_method_name((swv_study_method)method), 100.0 * found[0], evaluations[0], 100.0 * found[1],
           evaluations[1], 100.0 * found[2], evaluations[2]);
}

static void answer_2(void)
{
    enum { HANDS = 300 };
    swv_arm6  arm;
    swv_chain chain;
    int       reached[SWV_STUDY_METHODS] = { 0 }, kept[SWV_STUDY_METHODS] = { 0 }, wanted[SWV_STUDY_METHODS] = { 0 };
    int       solutions = 0, inside_limits = 0, best_inside = 0;
    uint64_t  seed = 12;
    check(swv_arm6_make_human(&arm));
    check(swv_arm6_chain(&arm, &chain));
    for (int n = 0; n < HANDS; n++) {
        double          posture[6], q[6];
        swv_pose        hand;
        swv_arm6_report report;
        draw_posture(&chain, &seed, posture);
        check(swv_chain_tip(&chain, posture, &hand));
        all_solutions all = solve_closed(&arm, &hand);
        solutions += all.count;
        for (int i = 0; i < all.count; i++)
            inside_limits += keeps_limits(&chain, all.q[i]);
        check(swv_arm6_best(&arm, &hand, NULL, q, &report));
        best_inside += report.outcome == SWV_REACHED;
        for (int m = 0; m < SWV_STUDY_METHODS; m++) {
            if (solve(&chain, &hand, m, NULL, q).outcome != SWV_REACHED)
                continue;
            reached[m]++;
            kept[m] += keeps_limits(&chain, q);
            wanted[m] += distance(q, posture, 6) < 0.01;
        }
    }
    printf("\n2. One solution of many: %d hands of arm6 that a posture inside its limits has, from zero\n\n", HANDS);
    print_heading("");
    fputs("\n  reached         ", stdout);
    for (int m = 0; m < SWV_STUDY_METHODS; m++)
        printf("  %9d", reached[m]);
    fputs("\n  inside limits   ", stdout);
    for (int m = 0; m < SWV_STUDY_METHODS; m++)
        printf("  %9d", kept[m]);
    fputs("\n  that posture    ", stdout);
    for (int m = 0; m < SWV_STUDY_METHODS; m++)
        printf("  %9d", wanted[m]);
    printf("\n  closed form: %.1f solutions a hand, %.2f inside the limits, one inside for %d of %d\n\n",
           (double)solutions / HANDS, (double)inside_limits / HANDS, best_inside, HANDS);
    print_starts(&arm, &chain, SWV_STUDY_NEWTON);
    print_starts(&arm, &chain, SWV_STUDY_BFGS);
}

// ---- 3: segments of a human ----

static bool engine_reaches(const swv_skeleton *skeleton, const swv_pose *target)
{
    const swv_goal   goal = { .kind = SWV_GOAL_POSE, .target = *target };
    const swv_goals  goals = { .goals = &goal, .count = 1 };
    void            *memory = malloc(swv_solve_size(skeleton, 1));
    double           q[SWV_MAX_JOINTS];
    swv_solve_report report;
    if (!memory)
        fail("out of memory");
    const swv_status status = swv_solve(skeleton, &goals, NULL, NULL, memory, q, &report);
    free(memory);
    check(status);
    return report.outcome == SWV_REACHED;
}

static void answer_3(void)
{
    enum { HANDS = 300 };
    static const char *const segments[] = { "arm6", "arm7", "leg7", "torso8", "little-finger" };
    printf("\n3. Segments of a human: %d targets that postures inside the limits have, from the middle of the limits: "
           "reached / "
           "of them inside the limits\n\n",
           HANDS);
    print_heading("segment   joints");
    puts("     engine");
    for (size_t k = 0; k < sizeof segments / sizeof segments[0]; k++) {
        swv_chain chain;
        double    middle[MAX_COMPARED_DOF], q[MAX_COMPARED_DOF];
        int       by_engine = 0;
        (void)find_model(segments[k], &chain);
        const swv_skeleton *skeleton = skeleton_of(&chain, NULL);
        for (int i = 0; i < chain.dof; i++)
            middle[i] = inside(&chain, i, 0.5);
        printf("  %-13s %2d", segments[k], chain.dof);
        for (int m = -1; m < SWV_STUDY_METHODS; m++) {
            int      reached = 0, kept = 0;
            uint64_t seed = 14;
            for (int n = 0; n < HANDS; n++) {
                swv_pose target;
                draw_posture(&chain, &seed, q);
                check(swv_chain_tip(&chain, q, &target));
                if (m < 0) {
                    by_engine += engine_reaches(skeleton, &target);
                } else if (solve(&chain, &target, m, middle, q).outcome == SWV_REACHED) {
                    reached++;
                    kept += keeps_limits(&chain, q);
                }
            }
            if (m >= 0)
                printf("  %3d / %3d", reached, kept);
        }
        printf("  %3d / %3d\n", by_engine, by_engine);
    }
}

// ---- 4: near targets ----

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The nearest solution of the closed form, and by how much its joints differ; infinite if none reaches the hand.
static double nearest_change(const swv_arm6 *arm, const swv_pose *hand, const double *previous)
{
    double          q[SWV_ARM6_FAMILIES][6], nearest = INFINITY;
    swv_arm6_report reports[SWV_ARM6_FAMILIES];
    check(swv_arm6_solve(arm, hand, previous, q, reports));
    for (int f = 0; f < SWV_ARM6_FAMILIES; f++)
        if (reports[f].outcome == SWV_REACHED || reports[f].outcome == SWV_LIMITED)
            nearest = fmin(nearest, distance(q[f], previous, 6));
    return nearest;
}

static void print_changes(const char *name, double *changes, int count, int sudden)
{
    qsort(changes, (size_t)count, sizeof changes[0], compare_numbers);
    printf("  %-11s  %6.1f  %8.1f  %7.1f", name, changes[count / 2] / DEG, changes[count * 99 / 100] / DEG,
           changes[count - 1] / DEG);
    if (sudden >= 0)
        printf("  %6d", sudden);
    putchar('\n');
}

// Beyond the nearest solution by more than 10 degrees is sudden.
static void answer_4(void)
{
    enum { HANDS = 1000 };
    static double changes[1 + SWV_STUDY_METHODS][HANDS];
    int           counts[1 + SWV_STUDY_METHODS] = { 0 }, sudden[SWV_STUDY_METHODS] = { 0 };
    swv_arm6      arm;
    swv_chain     chain;
    uint64_t      seed = 15;
    check(swv_arm6_make_human(&arm));
    check(swv_arm6_chain(&arm, &chain));
    while (counts[0] < HANDS) {
        double   start[6], q[6], way[6];
        swv_pose hand;
        draw_posture(&chain, &seed, start);
        check(swv_chain_tip(&chain, start, &hand));
        for (int i = 0; i < 6; i++)
            way[i] = swv_random_between(&seed, -1.0, 1.0);
        const swv_vec3 step = swv_vec3_normalize((swv_vec3){ way[0], way[1], way[2] }),
                       axis = swv_vec3_normalize((swv_vec3){ way[3], way[4], way[5] });
        hand.position = swv_vec3_add(hand.position, swv_vec3_scale(0.01 * (arm.upper_arm + arm.forearm), step));
        hand.rotation = swv_quat_mul(hand.rotation, swv_quat_from_axis_angle(axis, 1.0 * DEG));
        const double nearest = nearest_change(&arm, &hand, start);
        if (!isfinite(nearest))
            continue;
        changes[0][counts[0]++] = nearest;
        for (int m = 0; m < SWV_STUDY_METHODS; m++) {
            if (solve(&chain, &hand, m, start, q).outcome != SWV_REACHED)
                continue;
            double most = 0.0;  // turns count
            for (int i = 0; i < 6; i++)
                most = fmax(most, fabs(q[i] - start[i]));
            changes[1 + m][counts[1 + m]++] = most;
            sudden[m] += most > nearest + 10.0 * DEG;
        }
    }
    printf("\n4. Near targets: %d hands of arm6 moved by 1 %% of its length and turned by 1 degree; the joint that "
           "moves most, "
           "degrees\n\n"
           "  by           median  of 99 %%  largest  sudden\n",
           HANDS);
    print_changes("closed form", changes[0], counts[0], -1);
    for (int m = 0; m < SWV_STUDY_METHODS; m++)
        print_changes(swv_study_method_name((swv_study_method)m), changes[1 + m], counts[1 + m], sudden[m]);
}

void compare_hypotheses(void)
{
    answer_1();
    answer_2();
    answer_3();
    answer_4();
}
