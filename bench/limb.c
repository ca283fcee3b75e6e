// SPDX-License-Identifier: MIT
// The human limb, beside the document's arm and KDL on hands of the same postures.
#include "bench.h"

#include <math.h>
#include <stdio.h>

#include "../tests/support/random.h"
#include "kdl_peer.h"
#include "swivel/arm.h"
#include "swivel/limb.h"
#include "swivel/limb_track.h"

enum { count = 4000, kdl_count = 256, few = 64 };

// Hands of random postures inside the human limits, and of one path through them.
static swv_limb       arm;
static swv_arm        document;
static swv_pose       hands[count], path[count], forbidden[few];
static double         starts[kdl_count][7], found[7];
static swv_limb_track track;

static void posture_at(void *unused)
{
    (void)unused;
    swv_limb_posture p;
    for (int i = 0; i < count; ++i)
        (void)swv_limb_posture_at(&arm, &hands[i], 0.3, &p, NULL);
}

static void feasible(void *unused)
{
    (void)unused;
    swv_swivels set;
    for (int i = 0; i < count; ++i)
        (void)swv_limb_feasible(&arm, &hands[i], &set);
}

static void natural(void *unused)
{
    (void)unused;
    swv_limb_posture p;
    swv_limb_report  r;
    for (int i = 0; i < count; ++i)
        (void)swv_limb_solve(&arm, &(swv_limb_goal){ .end = hands[i] }, NULL, NULL, &p, &r);
}

static void closest(void *unused)
{
    (void)unused;
    swv_limb_posture p;
    for (int i = 0; i < few; ++i)
        (void)swv_limb_solve(&arm, &(swv_limb_goal){ .end = forbidden[i] }, NULL, NULL, &p, NULL);
}

static void follow(void *unused)
{
    (void)unused;
    swv_limb_posture p;
    for (int i = 0; i < count; ++i)
        (void)swv_limb_track_step(&track, &(swv_limb_goal){ .end = path[i] }, 1.0 / 60.0, &p, NULL);
}

static void documents_best(void *unused)
{
    (void)unused;
    double q[7];
    for (int i = 0; i < count; ++i)
        (void)swv_arm_best(&document, &hands[i], 0.3, NULL, q, NULL);
}

static bool kdl_solve_one(int i)
{
    const swv_pose h = hands[i];
    const double   hand[7] = { h.position.x, h.position.y, h.position.z, h.rotation.x,
                               h.rotation.y, h.rotation.z, h.rotation.w };
    return kdl_arm7_inverse(starts[i], hand, found);
}

static void kdl_solve(void *unused)
{
    (void)unused;
    for (int i = 0; i < kdl_count; ++i)
        (void)kdl_solve_one(i);
}

static void posture_from(uint64_t *seed, swv_limb_posture *p)
{
    uint32_t broken = 1;
    while (broken) {
        const double angles[SWV_LIMB_ANGLES] = {
            random_between(seed, -1.0, 2.5), random_between(seed, 0.0, 2.6),  random_between(seed, -1.5, 1.5),
            random_between(seed, 0.1, 2.6),  random_between(seed, -1.4, 1.4), random_between(seed, -1.0, 1.0),
            random_between(seed, -0.4, 0.3),
        };
        (void)swv_limb_posture_from_angles(&arm, angles, p);
        (void)swv_limb_check(&arm, p, &broken, NULL);
    }
}

static void make_targets(void)
{
    uint64_t         seed = 1;
    swv_limb_posture p;
    (void)swv_limb_make_arm(&arm, SWV_RIGHT);
    swv_arm_make_human(&document);
    document.upper_arm = arm.upper;
    document.forearm = arm.lower;
    kdl_arm7_make(arm.upper, arm.lower);
    for (int i = 0; i < count; ++i) {
        posture_from(&seed, &p);
        (void)swv_limb_forward(&arm, &p, &hands[i], NULL);
    }
    for (int i = 0; i < kdl_count; ++i) {
        swv_arm free_arm;
        (void)swv_arm_make(&free_arm, arm.upper, arm.lower);
        (void)swv_arm_best(&free_arm, &hands[i], 0.0, NULL, starts[i], NULL);
        for (int j = 0; j < 7; ++j)
            starts[i][j] += random_below(&seed, 2) ? 0.1 : -0.1;
    }
    for (int i = 0; i < few; ++i) {
        const swv_quat r = hands[i].rotation;
        forbidden[i] = (swv_pose){ hands[i].position, { r.w, -r.z, r.y, r.x } };
    }
    for (int i = 0; i < count; ++i) {
        const double t = 2.0 * SWV_PI * i / count;
        const double angles[SWV_LIMB_ANGLES] = { 1.0 + 0.6 * sin(t), 0.9 + 0.5 * sin(2 * t), 0.3 * sin(3 * t),
                                                 1.2 + 0.7 * cos(t), 0.6 * sin(2 * t + 1),   0.3 * sin(t),
                                                 0.1 * cos(3 * t) };
        (void)swv_limb_posture_from_angles(&arm, angles, &p);
        (void)swv_limb_forward(&arm, &p, &path[i], NULL);
    }
    (void)swv_limb_track_start(&track, &arm, NULL);
}

void bench_limb(void)
{
    const bench_work works[7] = {
        { posture_at, NULL, count },     { feasible, NULL, count }, { natural, NULL, count },
        { closest, NULL, few },          { follow, NULL, count },   { kdl_solve, NULL, kdl_count },
        { documents_best, NULL, count },
    };
    static const char *const same = "arm7's best in its limits";
    double                   ns[7];
    char                     kdl[64];
    int                      solved = 0;
    make_targets();
    for (int i = 0; i < kdl_count; ++i)
        solved += kdl_solve_one(i);
    bench_time(works, 7, ns);
    snprintf(kdl, sizeof kdl, "KDL LMA, %.1f%% solved", 100.0 * solved / kdl_count);
    bench_report("human arm, swivel given", ns[0], "ns", kdl, ns[5], -1.0);
    bench_report("human arm, every feasible swivel", ns[1], "ns", kdl, ns[5], -1.0);
    bench_report("human arm, natural, in limits", ns[2], "ns", kdl, ns[5], -1.0);
    bench_report("human arm, natural, in limits", ns[2], "ns", same, ns[6], -1.0);
    bench_report("human arm, closest in limits", ns[3], "ns", kdl, ns[5], -1.0);
    bench_report("human arm, tracking step", ns[4], "ns", kdl, ns[5], -1.0);
}
