// SPDX-License-Identifier: MIT
// Tables of starts: all solutions of arms without closed form, how long they take and how many of them are found; and the engine
// begun from a table beside the engine with its own restarts, on the eight robots of the suite solve.
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../tests/support/general.h"
#include "../tests/support/solved.h"
#include "swivel_offline/starts_build.h"

enum { count = 2000, compared = 100, restarts = 1000 };

static swv_chain  chain;
static swv_starts table;
static swv_pose   goals[count];
static double     postures[count][8], cold[count][8], found[count][8];

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
        (void)swv_starts_solve(&table, &goals[i], NULL, &(swv_starts_options){ postures[i][6] }, q, NULL);
}

static void from_table(void *unused)
{
    (void)unused;
    for (int i = 0; i < count; ++i)
        (void)swv_starts_reach(&table, &goals[i], cold[i], NULL, found[i], NULL);
}

static void by_restarts(void *unused)
{
    (void)unused;
    for (int i = 0; i < count; ++i) {
        const swv_goal goal = { .kind = SWV_GOAL_POSE, .target = goals[i] };
        (void)swv_solve(&chain, &goal, 1, cold[i], NULL, found[i], NULL);
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

static bool is_among(double q[][SWV_STARTS_MAX_JOINTS], int solutions, const double *posture)
{
    bool is_known = false;
    for (int k = 0; k < solutions; ++k) {
        double worst = 0.0;
        for (int i = 0; i < 6; ++i)
            worst = fmax(worst, fabs(remainder(q[k][i] - posture[i], 2.0 * SWV_PI)));
        is_known |= worst < 1e-3;
    }
    return is_known;
}

// Of the solutions that random restarts of the engine find, so many percent are the table's too.
static double recall_percent(void)
{
    enum { MOST = 64 };
    uint64_t seed = 29;
    int      known = 0, right = 0;
    for (int n = 0; n < compared; ++n) {
        double            all[MOST][SWV_STARTS_MAX_JOINTS], q[SWV_STARTS_MAX_SOLUTIONS][SWV_STARTS_MAX_JOINTS];
        const swv_goal    goal = { .kind = SWV_GOAL_POSE, .target = goals[n] };
        swv_chain         six = chain;
        swv_starts_report report;
        int               here = 0;
        if (six.joint_count == 7)
            (void)swv_chain_set_limits(&six, 6, postures[n][6], postures[n][6]);
        (void)swv_starts_solve(&table, &goals[n], NULL, &(swv_starts_options){ postures[n][6] }, q, &report);
        memcpy(all[here++], postures[n], sizeof all[0]);
        for (int k = 0; k < restarts; ++k) {
            const swv_solve_options once = {
                .position_tolerance = 1e-10, .rotation_tolerance = 1e-10, .max_restarts = -1, .max_iterations = 60
            };
            double           p[8];
            swv_solve_report r;
            posture_inside(&seed, &six, p);
            (void)swv_solve(&six, &goal, 1, p, &once, p, &r);
            if (r.outcome == SWV_REACHED && here < MOST && !is_among(all, here, p))
                memcpy(all[here++], p, sizeof all[0]);
        }
        known += here;
        for (int k = 0; k < here; ++k)
            right += is_among(q, report.count, all[k]);
    }
    return 100.0 * right / known;
}

static bool make_table(int divisions, int rounds, unsigned char **bytes, size_t *size)
{
    const swv_starts_plan plan = { .chain = &chain, .divisions = divisions, .rounds = rounds, .seed = 1, .threads = 2 };
    return swv_starts_build(&plan, bytes, size) == SWV_TABLE_DONE &&
           swv_starts_open(&table, &chain, *bytes, *size, NULL) == SWV_OK;
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
    snprintf(text, sizeof text, "  found, of those of %d restarts", restarts);
    bench_report(text, recall_percent(), "%", NULL, 0.0, -1.0);
    bench_report("  storage", (double)size / 1000.0, "kB", NULL, 0.0, -1.0);
    swv_table_free(bytes);
}

static void report_engine(const char *name)
{
    unsigned char *bytes;
    size_t         size;
    double         ns[2];
    char           text[64];
    if (!make_table(10, 5, &bytes, &size))
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
    swv_table_free(bytes);
}

void bench_starts(void)
{
    for (uint64_t seed = 1; seed <= 3; ++seed) {
        char name[32];
        snprintf(name, sizeof name, "general arm %d", (int)seed);
        if (general_arm(seed, &chain) == SWV_OK)
            report_all(name);
    }
    if (chain_at(7, &chain) == SWV_OK)
        report_all(chain_name(7));
    // torso8 has eight joints, and no table.
    for (int i = 0; i < CHAIN_COUNT; ++i)
        if (chain_at(i, &chain) == SWV_OK && chain.joint_count <= SWV_STARTS_MAX_JOINTS)
            report_engine(chain_name(i));
}
