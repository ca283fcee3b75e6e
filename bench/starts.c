// SPDX-License-Identifier: MIT
// Tables of starts: all solutions of arms without closed form, how long they take and how many of them are found; and the engine
// begun from a table beside the engine with its own restarts, on the eight robots of the suite solve.
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <stdio.h>

#include "../tests/support/chain_solve.h"
#include "../tests/support/general.h"
#include "../tests/support/solved.h"
#include "swivel_io/starts_build.h"

enum { count = 2000, drawn = 100000, compared = 100, restarts = 1000 };

static swv_chain      chain;
static chain_skeleton as_skeleton;
static double         room[8192];
static swv_starts     table;
static swv_pose       goals[count];
static double         postures[count][8], cold[count][8], found[count][8];

static void make_targets(void)
{
    uint64_t seed = 3;
    for (int i = 0; i < count; ++i) {
        posture_inside(&seed, &chain, postures[i]);
        posture_inside(&seed, &chain, cold[i]);
        (void)swv_chain_tip(&chain, postures[i], &goals[i]);
    }
}

static void solve_all(void *unused)
{
    (void)unused;
    double q[SWV_STARTS_MAX_SOLUTIONS][SWV_STARTS_MAX_JOINTS];
    for (int i = 0; i < count; ++i)
        (void)swv_starts_solve(&table, &goals[i], NULL, postures[i][6], q, NULL);
}

static void from_table(void *unused)
{
    (void)unused;
    for (int i = 0; i < count; ++i)
        (void)swv_starts_reach(&table, &goals[i], cold[i], NULL, room, found[i], NULL);
}

static void by_restarts(void *unused)
{
    (void)unused;
    for (int i = 0; i < count; ++i) {
        const swv_goal  goal = { .kind = SWV_GOAL_POSE, .target = goals[i] };
        const swv_goals all = { .goals = &goal, .count = 1 };
        (void)swv_solve(&as_skeleton.skeleton, &all, cold[i], NULL, room, found[i], NULL);
    }
}

static double reached_percent(void)
{
    int right = 0;
    for (int i = 0; i < count; ++i) {
        const swv_goal goal = { .kind = SWV_GOAL_POSE, .target = goals[i] };
        double         position, rotation;
        goal_errors(&chain, &goal, found[i], &position, &rotation);
        right += position <= 1.000001e-6 && rotation <= 1.000001e-6 && is_inside(&chain, found[i]);
    }
    return 100.0 * right / count;
}

static bool make_table(int divisions, int rounds, unsigned char **bytes, size_t *size)
{
    const swv_starts_plan plan = {
        .skeleton = &as_skeleton.skeleton, .divisions = divisions, .rounds = rounds, .seed = 1, .threads = 2
    };
    chain_skeleton_free(&as_skeleton);
    return chain_skeleton_make(&chain, &as_skeleton) == SWV_OK &&
           swv_starts_build(&plan, bytes, size) == SWV_TABLE_DONE &&
           swv_starts_open(&as_skeleton.skeleton, *bytes, *size, &table, NULL) == SWV_OK;
}

static void report_all(const char *name)
{
    unsigned char *bytes;
    size_t         size;
    double         ns;
    char           text[64];
    if (!make_table(0, 0, &bytes, &size))
        return;
    make_targets();
    bench_time_slow(&(bench_work){ solve_all, NULL, count }, 1, &ns);
    snprintf(text, sizeof text, "%s, all solutions", name);
    bench_report(text, ns / 1000.0, "us", "best published for six general joints", 7200.0, -1.0);
    swv_starts_score score;
    (void)swv_starts_verify(&table, drawn, 0, 7, &score);
    bench_report("  found, of random postures", 100.0 - 100.0 * score.missed / drawn, "%", NULL, 0.0, -1.0);
    (void)swv_starts_verify(&table, compared, restarts, 8, &score);
    snprintf(text, sizeof text, "  found, of those of %d restarts", restarts);
    bench_report(text, 100.0 * score.found / score.known, "%", NULL, 0.0, -1.0);
    bench_report("  storage", (double)size / 1000.0, "kB", NULL, 0.0, -1.0);
    swv_table_free(bytes);
}

static void report_engine(const char *name)
{
    unsigned char *bytes;
    size_t         size;
    double         ns[2];
    char           text[64];
    if (!make_table(6, 4, &bytes, &size))
        return;
    make_targets();
    const bench_work works[2] = { { from_table, NULL, count }, { by_restarts, NULL, count } };
    bench_time_slow(works, 2, ns);
    snprintf(text, sizeof text, "%s, engine from a table, cold", name);
    bench_report(text, ns[0] / 1000.0, "us", "its own restarts", ns[1] / 1000.0, -1.0);
    from_table(NULL);
    const double with = reached_percent();
    by_restarts(NULL);
    bench_report("  reached", with, "%", "its own restarts", reached_percent(), -1.0);
    bench_report("  storage", (double)size / 1000.0, "kB", NULL, 0.0, -1.0);
    swv_table_free(bytes);
}

static bool make_general(uint64_t seed, char name[32])
{
    snprintf(name, 32, "general arm %d", (int)seed);
    return general_arm(seed, &chain) == SWV_OK;
}

void bench_starts(void)
{
    char name[32];
    // torso8 has eight joints, and no table.
    for (int i = 0; i < CHAIN_COUNT; ++i)
        if (chain_at(i, &chain) == SWV_OK && chain.joint_count <= SWV_STARTS_MAX_JOINTS)
            report_engine(chain_name(i));
    for (uint64_t seed = 1; seed <= 3; ++seed)
        if (make_general(seed, name))
            report_engine(name);
    for (uint64_t seed = 1; seed <= 3; ++seed)
        if (make_general(seed, name))
            report_all(name);
    if (chain_at(7, &chain) == SWV_OK)
        report_all(chain_name(7));
}
