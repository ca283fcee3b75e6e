// SPDX-License-Identifier: MIT
// The loops over arms, in each instruction set this machine has: what the same batch costs on narrower processors. The
// public function takes the widest, so this one suite looks inside the library.
#include "bench.h"

#include <math.h>
#include <stdio.h>

#include "../tests/support/random.h"
#include "tolani_badler/arm_lanes.h"
#include "swivel_papers/arm.h"

enum { count = 4000 };

static const swvi_arm_shape shape = { 0.334, 0.288, 1.0 };
static double               in[8][count], q[7][count];
static float                inf[8][count], qf[7][count];
static unsigned char        outcome[count];

static const swv_arm_batch batch = {
    in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], { q[0], q[1], q[2], q[3], q[4], q[5], q[6] }, outcome
};
static const swv_arm_batchf batchf = { inf[0], inf[1], inf[2],
                                       inf[3], inf[4], inf[5],
                                       inf[6], inf[7], { qf[0], qf[1], qf[2], qf[3], qf[4], qf[5], qf[6] },
                                       outcome };

#define RUN(loop, set, of)                                  \
    static void loop##_##set(void *unused)                  \
    {                                                       \
        (void)unused;                                       \
        SWVI_LANE_LOOP(loop, set)(&shape, &(of), 0, count); \
    }
#ifdef SWVI_X86_LANES
RUN(arm_down, avx512, batch)
RUN(arm_downf, avx512, batchf)
RUN(arm_down, avx2, batch)
RUN(arm_downf, avx2, batchf)
#endif
RUN(arm_down, baseline, batch)
RUN(arm_downf, baseline, batchf)

static const struct lane_case {
    swvi_lane_set set;
    const char   *name;
    double        prototype_ns;  ///< what a prototype of the float loop took; 0: not measured
    bench_work    work;
} cases[] = {
#ifdef SWVI_X86_LANES
    { SWVI_LANE_SET_AVX512, "float, avx512", 6.2, { arm_downf_avx512, NULL, count } },
    { SWVI_LANE_SET_AVX2, "float, avx2", 11.3, { arm_downf_avx2, NULL, count } },
#endif
    { SWVI_LANE_SET_BASELINE, "float, baseline", 0.0, { arm_downf_baseline, NULL, count } },
#ifdef SWVI_X86_LANES
    { SWVI_LANE_SET_AVX512, "double, avx512", 0.0, { arm_down_avx512, NULL, count } },
    { SWVI_LANE_SET_AVX2, "double, avx2", 0.0, { arm_down_avx2, NULL, count } },
#endif
    { SWVI_LANE_SET_BASELINE, "double, baseline", 0.0, { arm_down_baseline, NULL, count } },
};
enum { CASES = sizeof cases / sizeof cases[0] };

void bench_lanes(void)
{
    swv_arm    arm;
    uint64_t   seed = 7;
    bench_work works[CASES];
    double     ns[CASES];
    int        runs = 0;
    swv_arm_make_human(&arm);
    for (int i = 0; i < count; ++i) {
        double   posture[7];
        swv_pose hand = SWV_IDENTITY_POSE;
        for (int k = 0; k < 7; ++k)
            posture[k] = random_between(&seed, arm.limits[k].lower, arm.limits[k].upper);
        (void)swv_arm_forward(&arm, posture, &hand, NULL);
        (void)swv_arm_swivel_of(&arm, posture, &in[7][i]);
        const double values[7] = { hand.position.x, hand.position.y, hand.position.z, hand.rotation.x,
                                   hand.rotation.y, hand.rotation.z, hand.rotation.w };
        for (int k = 0; k < 7; ++k)
            in[k][i] = values[k];
        for (int k = 0; k < 8; ++k)
            inf[k][i] = (float)in[k][i];
    }
    for (int i = 0; i < CASES; ++i)
        if (cases[i].set <= swvi_lane_set_widest())
            works[runs++] = cases[i].work;
    bench_time(works, runs, ns);
    for (int i = 0, run = 0; i < CASES; ++i)
        if (cases[i].set <= swvi_lane_set_widest())
            bench_report(cases[i].name, ns[run++], "ns", cases[i].prototype_ns > 0.0 ? "a prototype, elsewhere" : NULL,
                         cases[i].prototype_ns, -1.0);
}
