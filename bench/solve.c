// SPDX-License-Identifier: MIT
// The engine on eight robots beside Orocos KDL: cold from a random posture, near, singular, and how many it reaches.
// An answer counts only if forward kinematics puts it within 1e-6 m and 1e-6 rad of its target, inside the limits.
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../tests/support/chain_solve.h"
#include "../tests/support/solved.h"
#include "kdl_peer.h"

enum { targets = 10000, kdl_targets = 200, rounds = 3 };

/// One robot's targets: where each was taken from, and where the search begins.
static struct {
    swv_chain      chain;
    chain_skeleton as_skeleton;
    double         room[8192];
    swv_goal       goals[targets];
    double         starts[targets][8], found[targets][8], nanoseconds[targets];
} now;

typedef enum where { COLD, NEAR, SINGULAR } where;

static double clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// What the clock itself takes of a measured time.
static double clock_cost_ns(void)
{
    double least = INFINITY;
    for (int n = 0; n < 10000; ++n) {
        const double before = clock_ns();
        least = fmin(least, clock_ns() - before);
    }
    return least;
}

static void make_targets(where kind)
{
    uint64_t seed = 1;
    for (int n = 0; n < targets; ++n) {
        double posture[8];
        posture_inside(&seed, &now.chain, posture);
        posture_inside(&seed, &now.chain, now.starts[n]);
        for (int i = 0; i < now.chain.dof; ++i) {
            double lower, upper;
            range_of(&now.chain, i, &lower, &upper);
            const double special[] = { lower, upper, lower <= 0.0 && upper >= 0.0 ? 0.0 : lower, posture[i] };
            if (kind == SINGULAR)
                posture[i] = special[random_below(&seed, 4)];
            if (kind == NEAR)
                now.starts[n][i] = posture[i] + (random_below(&seed, 2) ? 0.02 : -0.02);
        }
        now.goals[n] = (swv_goal){ .kind = SWV_GOAL_POSE };
        (void)swv_chain_tip(&now.chain, posture, &now.goals[n].target);
    }
}

static bool is_right(int n, const double *q)
{
    double position, rotation;
    goal_errors(&now.chain, &now.goals[n], q, &position, &rotation);
    return position <= 1.000001e-6 && rotation <= 1.000001e-6 && is_inside(&now.chain, q);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/// Microseconds: the mean, and what one in a thousand exceeds. Each target counts with the best of three rounds.
typedef struct times {
    double mean, slowest_of_1000, reached_percent;
} times;

static times time_ours(void)
{
    times        t = { 0 };
    const double clock_cost = clock_cost_ns();
    for (int n = 0; n < targets; ++n)
        now.nanoseconds[n] = INFINITY;
    for (int round = 0; round < rounds; ++round) {
        for (int n = 0; n < targets; ++n) {
            const swv_goals goal = { .goals = &now.goals[n], .count = 1 };
            memcpy(now.found[n], now.starts[n], sizeof now.starts[n]);
            const double before = clock_ns();
            (void)swv_solve(&now.as_skeleton.skeleton, &goal, now.found[n], NULL, now.room, now.found[n], NULL);
            now.nanoseconds[n] = fmin(now.nanoseconds[n], clock_ns() - before - clock_cost);
        }
    }
    int right = 0;
    for (int n = 0; n < targets; ++n) {
        t.mean += now.nanoseconds[n] / targets / 1000.0;
        right += is_right(n, now.found[n]);
    }
    qsort(now.nanoseconds, targets, sizeof now.nanoseconds[0], ascending);
    t.slowest_of_1000 = now.nanoseconds[targets - targets / 1000] / 1000.0;
    t.reached_percent = 100.0 * right / targets;
    return t;
}

static times time_kdl(bool keeps_limits)
{
    times t = { 0 };
    int   right = 0;
    for (int n = 0; n < kdl_targets; ++n) {
        double         q[8];
        uint64_t       outside;
        const swv_pose h = now.goals[n].target;
        const double   hand[7] = { h.position.x, h.position.y, h.position.z, h.rotation.x,
                                   h.rotation.y, h.rotation.z, h.rotation.w };
        const double   before = clock_ns();
        (void)kdl_chain_inverse(now.starts[n], hand, keeps_limits, q);
        t.mean += (clock_ns() - before) / kdl_targets / 1000.0;
        // An angle may be inside by a whole turn.
        (void)swv_chain_turn_into_limits(&now.chain, q, &outside);
        right += is_right(n, q);
    }
    t.reached_percent = 100.0 * right / kdl_targets;
    return t;
}

static void give_chain_to_kdl(void)
{
    kdl_chain_begin();
    for (int i = 0; i < now.chain.joint_count; ++i) {
        const swv_chain_joint *j = &now.chain.joints[i];
        const bool             is_last = i + 1 == now.chain.joint_count;
        const double           origin[3] = { j->origin.x, j->origin.y, j->origin.z };
        const double           axis[3] = { j->axis.x, j->axis.y, j->axis.z };
        const swv_pose         t = now.chain.tip;
        const double           tip[7] = { t.position.x, t.position.y, t.position.z, t.rotation.x,
                                          t.rotation.y, t.rotation.z, t.rotation.w };
        double                 lower, upper;
        range_of(&now.chain, i, &lower, &upper);
        kdl_chain_add(origin, axis, is_last ? tip : NULL, lower, upper);
    }
    kdl_chain_end();
}

static void report(const char *chain, const char *what, double value, const char *unit, const char *peer, double theirs)
{
    char name[64];
    snprintf(name, sizeof name, "%s %s", chain, what);
    bench_report(name, value, unit, peer, theirs, -1.0);
}

// Measured on one core of another machine, 10,000 such targets at 1e-5, counting only answers inside the limits.
static void report_quoted(const char *chain, double cold, double beside)
{
    if (strcmp(chain, "arm7") == 0) {
        report(chain, "cold, mean", cold, "us", "TRAC-IK 99.91%, quoted", 343.0);
        report(chain, "cold, mean", cold, "us", "QuIK, restarts 99.75%, quoted", 30.0);
        report(chain, "cold, mean", cold, "us", "QuIK alone 28%, quoted", 5.4);
        report(chain, "cold, mean", cold, "us", "RTB Chan 97.2%, quoted", 211.0);
        report(chain, "near, mean", beside, "us", "QuIK, quoted", 2.0);
        report(chain, "near, mean", beside, "us", "TRAC-IK, quoted", 96.0);
    }
    if (strcmp(chain, "puma560") == 0)
        report(chain, "cold, mean", cold, "us", "TRAC-IK 99.56%, quoted", 345.0);
}

void bench_solve(void)
{
    for (int c = 0; c < CHAIN_COUNT; ++c) {
        const char *name = chain_name(c);
        (void)chain_at(c, &now.chain);
        if (chain_skeleton_make(&now.chain, &now.as_skeleton) != SWV_OK)
            continue;
        give_chain_to_kdl();
        make_targets(COLD);
        const times cold = time_ours(), lma = time_kdl(false), nr_jl = time_kdl(true);
        report(name, "cold, mean", cold.mean, "us", "KDL LMA", lma.mean);
        report(name, "cold, mean", cold.mean, "us", "KDL NR_JL", nr_jl.mean);
        report(name, "cold, one in 1000 above", cold.slowest_of_1000, "us", NULL, 0.0);
        report(name, "cold, reached in limits", cold.reached_percent, "%", NULL, 0.0);
        report(name, "cold, KDL LMA reached", lma.reached_percent, "%", NULL, 0.0);
        report(name, "cold, KDL NR_JL reached", nr_jl.reached_percent, "%", NULL, 0.0);
        make_targets(NEAR);
        const times beside = time_ours(), lma_near = time_kdl(false);
        report(name, "near, mean", beside.mean, "us", "KDL LMA", lma_near.mean);
        make_targets(SINGULAR);
        const times singular = time_ours(), lma_singular = time_kdl(false);
        report(name, "singular, mean", singular.mean, "us", "KDL LMA", lma_singular.mean);
        report(name, "singular, reached in limits", singular.reached_percent, "%", NULL, 0.0);
        report(name, "singular, KDL LMA reached", lma_singular.reached_percent, "%", NULL, 0.0);
        report_quoted(name, cold.mean, beside.mean);
        chain_skeleton_free(&now.as_skeleton);
    }
}
