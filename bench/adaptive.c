// SPDX-License-Identifier: MIT
// Adaptive tables: Kim and Tarokh's figures for position and orientation beside ours, and our closed forms in the same run.
#include "bench.h"

#include <stdio.h>
#include <time.h>

#include "../tests/support/random.h"
#include "swivel_papers/arm.h"
#include "swivel_papers/puma.h"
#include "swivel_papers/adaptive_build.h"

enum { count = 4000, tried = 100000 };

static swv_adaptive table;
static swv_puma     puma;
static swv_arm      arm;
static swv_pose     hands[count];
static double       swivels[count];

static void solve(void *unused)
{
    (void)unused;
    double q[SWV_ADAPTIVE_MAX_SOLUTIONS][SWV_ADAPTIVE_MAX_JOINTS];
    int    found;
    for (int i = 0; i < count; ++i)
        (void)swv_adaptive_solve(&table, &hands[i], swivels[i], q, NULL, &found);
}

static void place(void *unused)
{
    (void)unused;
    double q[SWV_ADAPTIVE_MAX_SOLUTIONS][SWV_ADAPTIVE_MAX_PLACING];
    int    found;
    for (int i = 0; i < count; ++i)
        (void)swv_adaptive_place(&table, hands[i].position, swivels[i], q, NULL, &found);
}

static void closed_form(void *unused)
{
    (void)unused;
    double puma_q[SWV_PUMA_FAMILIES][6], arm_q[SWV_ARM_FAMILIES][7];
    for (int i = 0; i < count; ++i) {
        if (table.joints == 6)
            (void)swv_puma_solve(&puma, &hands[i], NULL, puma_q, NULL);
        else
            (void)swv_arm_solve(&arm, &hands[i], swivels[i], arm_q, NULL);
    }
}

// Targets of random postures: each has an answer.
static void make_targets(void)
{
    uint64_t seed = 11;
    for (int i = 0; i < count; ++i) {
        double q[7] = { 0.0 };
        for (int j = 0; j < table.joints; ++j)
            q[j] = random_between(&seed, table.joint_lower[j], table.joint_upper[j]);
        if (table.joints == 6) {
            (void)swv_puma_forward(&puma, q, &hands[i]);
        } else {
            (void)swv_arm_forward(&arm, q, &hands[i], NULL);
            (void)swv_arm_swivel_of(&arm, q, &swivels[i]);
        }
    }
}

/// Kim and Tarokh's best figure of each kind, polynomial or net, of any branch; ours beside it is our worst branch.
typedef struct published {
    const char *model, *tables;
    double      mean_mm, mean_degrees, success;  ///< success 0: none given
    double      storage_mb, online_ns;
} published;

static const published figures[] = {
    { "puma560", "Kim, Tarokh 2a to 3b", 1.74, 1.48, 99.3, 340.4, 2120.0 },
    { "arm7", "Kim, Tarokh 6a to 7b", 0.87, 0.44, 0.0, 1015.0, 400.0 },
};

static void report_model(const published *d)
{
    const swv_adaptive_plan plan = { .model = d->model, .seed = 1, .threads = 2 };
    unsigned char          *bytes;
    size_t                  size;
    swv_adaptive_score      scores[SWV_ADAPTIVE_FAMILIES];
    int                     surplus, beyond = 0, all = 0;
    char                    name[64];
    double                  ns[3], mean = 0.0, p999 = 0.0, turn = 0.0, found = 100.0;
    const clock_t           before = clock();
    if (swv_adaptive_build(&plan, &bytes, &size) != SWV_TABLE_DONE ||
        swv_adaptive_open(bytes, size, &table, NULL) != SWV_OK)
        return;
    const double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    (void)swv_adaptive_verify(&table, NULL, tried, 7, scores, &surplus);
    for (int i = 0; i < SWV_ADAPTIVE_FAMILIES; ++i) {
        const swv_adaptive_score *s = &scores[i];
        if (s->valid == 0)
            continue;
        const double here = 100.0 * s->found / s->valid;
        mean = s->mean > mean ? s->mean : mean;
        p999 = s->p999 > p999 ? s->p999 : p999;
        turn = s->rotation_mean > turn ? s->rotation_mean : turn;
        found = here < found ? here : found;
        beyond += s->beyond_bound;
        all += s->found;
    }
    snprintf(name, sizeof name, "%s, worst family, mean", d->model);
    bench_report(name, 1000.0 * mean, "mm", d->tables, d->mean_mm, -1.0);
    bench_report("  99.9th percentile", 1000.0 * p999, "mm", NULL, 0.0, -1.0);
    bench_report("  hand's rotation, mean", turn * (180.0 / SWV_PI), "deg", d->tables, d->mean_degrees, -1.0);
    bench_report("  found", found, "%", d->success > 0.0 ? d->tables : NULL, d->success, -1.0);
    bench_report("  beyond the stated bound", 1e6 * beyond / (all > 0 ? all : 1), "ppm", NULL, 0.0, -1.0);
    bench_report("  storage", (double)size / 1e6, "MB", d->tables, d->storage_mb, -1.0);
    bench_report("  build, processor time", seconds, "s", NULL, 0.0, -1.0);
    make_targets();
    const bench_work works[3] = { { solve, NULL, count }, { place, NULL, count }, { closed_form, NULL, count } };
    bench_time(works, 3, ns);
    bench_report("  all solutions, looked up", ns[0], "ns", "Kim, Tarokh, Pentium 4", d->online_ns, -1.0);
    bench_report("  all solutions, looked up", ns[0], "ns", "our closed form", ns[2], -1.0);
    bench_report("  position alone", ns[1], "ns", NULL, 0.0, -1.0);
    swv_table_free(bytes);
}

void bench_adaptive(void)
{
    swv_puma_make_560(&puma);
    swv_arm_make_human(&arm);
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; ++i)
        report_model(&figures[i]);
}
