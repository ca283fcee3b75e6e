// SPDX-License-Identifier: MIT
// The Puma 560 in closed form, beside figures of other programs (nanoseconds, measured apart from this run: docs/performance.md). Metres and radians.
#include "bench.h"

#include <stdio.h>

#include "../tests/support/random.h"
#include "swivel/batch.h"
#include "swivel_papers/batch.h"
#include "swivel_papers/puma.h"

enum { count = 4000 };

static swv_puma      puma;
static swv_pose      hands[count];
static double        in[7][count], q[6][count];
static unsigned char outcome[count];

static void solve(void *with_reports)
{
    double          all[SWV_PUMA_FAMILIES][6];
    swv_arm6_report reports[SWV_PUMA_FAMILIES];
    for (int i = 0; i < count; ++i)
        (void)swv_puma_solve(&puma, &hands[i], NULL, all, with_reports ? reports : NULL);
}

static void best(void *unused)
{
    (void)unused;
    double one[6];
    for (int i = 0; i < count; ++i)
        (void)swv_puma_best(&puma, &hands[i], NULL, one, NULL);
}

static void batch(void *unused)
{
    (void)unused;
    const swv_puma_batch many = { in[0],  in[1], in[2], in[3],
                                  in[4],  in[5], in[6], { q[0], q[1], q[2], q[3], q[4], q[5] },
                                  outcome };
    for (int family = 0; family < SWV_PUMA_FAMILIES; ++family)
        (void)swv_batch_puma(&puma, family, &many, 0, count);
}

// The peers' figures were measured on this kind of machine, but not in this run: they are C++ with dependencies of their own.
void bench_puma(void)
{
    uint64_t seed = 1;
    char     name[64];
    double   ns[4];
    int      with_reports = 1;
    swv_puma_make_560(&puma);
    for (int i = 0; i < count; ++i) {
        double posture[6];
        for (int j = 0; j < 6; ++j)
            posture[j] = random_between(&seed, puma.lower[j], puma.upper[j]);
        (void)swv_puma_forward(&puma, posture, &hands[i]);
        const double values[7] = { hands[i].position.x, hands[i].position.y, hands[i].position.z, hands[i].rotation.x,
                                   hands[i].rotation.y, hands[i].rotation.z, hands[i].rotation.w };
        for (int k = 0; k < 7; ++k)
            in[k][i] = values[k];
    }
    const bench_work works[4] = {
        { solve, NULL, count }, { solve, &with_reports, count }, { best, NULL, count }, { batch, NULL, count }
    };
    bench_time(works, 4, ns);
    bench_report("all 8 solutions", ns[0], "ns", "opw, not in this run", 509.0, -1.0);
    bench_report("all 8 solutions", ns[0], "ns", "IKFast, not in this run", 2414.0, -1.0);
    bench_report("all 8 solutions", ns[0], "ns", "EAIK, not in this run", 3129.0, -1.0);
    bench_report("all 8 solutions, with reports", ns[1], "ns", "opw, not in this run", 509.0, -1.0);
    bench_report("nearest within limits", ns[2], "ns", "opw, not in this run", 509.0, -1.0);
    snprintf(name, sizeof name, "all 8, many at once (%s)", swv_batch_instruction_set());
    bench_report(name, ns[3], "ns", "opw, not in this run", 509.0, -1.0);
}
