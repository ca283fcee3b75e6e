// SPDX-License-Identifier: MIT
// Tolani and Badler's arm: closed form, limits, following and many at once, beside KDL and figures from the literature. Metres and radians; starts of
// KDL are 0.1 rad away in each joint.
#include "bench.h"

#include <math.h>
#include <stdio.h>

#include "../tests/support/random.h"
#include "kdl_peer.h"
#include "swivel/batch.h"
#include "swivel_papers/arm.h"
#include "swivel_papers/batch.h"
#include "swivel_papers/models.h"
#include "swivel_papers/track.h"

enum {
    count = 4000,
    kdl_count = 256,
    few = 64
};  // no power of two, or all arrays would want the same lines of the cache

// Hands of random postures inside the limits, and each posture's own swivel.
static swv_arm       arm;
static double        postures[count][7], starts[count][7], swivels[count], kdl_found[kdl_count][7];
static swv_pose      hands[count];
static double        in[7][count], q[7][count];
static float         inf[8][count], qf[7][count];
static unsigned char outcome[count];

static void solve_one(void *unused)
{
    (void)unused;
    double one[7];
    for (int i = 0; i < count; ++i)
        (void)swv_arm_solve_one(&arm, &hands[i], swivels[i], 0, one, NULL);
}

static void solve(void *unused)
{
    (void)unused;
    double all[SWV_ARM_FAMILIES][7];
    for (int i = 0; i < count; ++i)
        (void)swv_arm_solve(&arm, &hands[i], swivels[i], all, NULL);
}

static void solve_with_reports(void *unused)
{
    (void)unused;
    double         all[SWV_ARM_FAMILIES][7];
    swv_arm_report reports[SWV_ARM_FAMILIES];
    for (int i = 0; i < count; ++i)
        (void)swv_arm_solve(&arm, &hands[i], swivels[i], all, reports);
}

// Each hand with a joint held where its posture has it, all six joints in turn.
static void solve_held(void *unused)
{
    static const int joints[6] = { 0, 1, 2, 4, 5, 6 };
    (void)unused;
    double all[SWV_ARM_FAMILIES][7];
    int    found;
    for (int i = 0; i < count; ++i) {
        const int joint = joints[i % 6];
        (void)swv_arm_solve_held(&arm, &hands[i], joint, postures[i][joint], all, NULL, &found);
    }
}

static void feasible(void *unused)
{
    (void)unused;
    swv_swivels sets[SWV_ARM_NATURAL_FAMILIES];
    for (int i = 0; i < count; ++i)
        (void)swv_arm_feasible(&arm, &hands[i], sets);
}

static void roomiest(void *unused)
{
    (void)unused;
    swv_arm_room room;
    for (int i = 0; i < few; ++i)
        (void)swv_arm_roomiest(&arm, &hands[i], &room);
}

// The same places, the hand turned in a way that the limits forbid most often.
static void closest(void *unused)
{
    (void)unused;
    double one[7];
    for (int i = 0; i < few; ++i) {
        const swv_quat r = hands[i].rotation;
        const swv_pose hand = { hands[i].position, { r.w, -r.z, r.y, r.x } };
        (void)swv_arm_closest(&arm, &hand, swivels[i], NULL, one, NULL);
    }
}

static void best(void *unused)
{
    (void)unused;
    double one[7];
    for (int i = 0; i < count; ++i)
        (void)swv_arm_best(&arm, &hands[i], swivels[i], NULL, one, NULL);
}

// A hand on a smooth closed path, 60 steps a second, followed from lap to lap.
static swv_arm_track tracks[3];  // one for each method
static swv_pose      path[count];

static void follow(void *track)
{
    double one[7];
    for (int i = 0; i < count; ++i)
        (void)swv_arm_track_step(track, &path[i], 1.0 / 60.0, one, NULL);
}

static void make_path(void)
{
    for (int i = 0; i < count; ++i) {
        double posture[7];
        for (int j = 0; j < 7; ++j) {
            const double middle = 0.5 * (arm.limits[j].lower + arm.limits[j].upper);
            const double half = 0.3 * (arm.limits[j].upper - arm.limits[j].lower);
            posture[j] = middle + half * sin(2 * SWV_PI * (j % 3 + 1) * i / count + j);
        }
        (void)swv_arm_forward(&arm, posture, &path[i], NULL);
    }
    for (int method = SWV_TRACK_NATURAL; method <= SWV_TRACK_LEAST; ++method) {
        const swv_track_options options = { .method = (swv_track_method)method };
        (void)swv_arm_track_start(&arm, &options, &tracks[method]);
    }
}

static void batch_double(void *unused)
{
    (void)unused;
    const swv_arm_batch batch = {
        in[0], in[1], in[2], in[3], in[4], in[5], in[6], swivels, { q[0], q[1], q[2], q[3], q[4], q[5], q[6] }, outcome
    };
    (void)swv_batch_arm(&arm, &batch, 0, count);
}

static void batch_float(void *unused)
{
    (void)unused;
    const swv_arm_batchf batch = { inf[0], inf[1], inf[2],
                                   inf[3], inf[4], inf[5],
                                   inf[6], inf[7], { qf[0], qf[1], qf[2], qf[3], qf[4], qf[5], qf[6] },
                                   outcome };
    (void)swv_batch_armf(&arm, &batch, 0, count);
}

static bool kdl_solve_one(int i)
{
    const swv_pose h = hands[i];
    const double   hand[7] = { h.position.x, h.position.y, h.position.z, h.rotation.x,
                               h.rotation.y, h.rotation.z, h.rotation.w };
    return kdl_arm7_inverse(starts[i], hand, kdl_found[i]);
}

static void kdl_solve(void *unused)
{
    (void)unused;
    for (int i = 0; i < kdl_count; ++i)
        (void)kdl_solve_one(i);
}

static void make_targets(void)
{
    uint64_t  seed = 1;
    swv_chain chain;
    (void)swv_model_chain("arm7", &chain);
    swv_arm_make_human(&arm);
    kdl_arm7_make(arm.upper_arm, arm.forearm);
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < 7; ++j) {
            postures[i][j] = random_between(&seed, chain.joints[j].lower, chain.joints[j].upper);
            starts[i][j] = postures[i][j] + (random_below(&seed, 2) ? 0.1 : -0.1);
        }
        (void)swv_arm_forward(&arm, postures[i], &hands[i], NULL);
        (void)swv_arm_swivel_of(&arm, postures[i], &swivels[i]);
        const double values[7] = { hands[i].position.x, hands[i].position.y, hands[i].position.z, hands[i].rotation.x,
                                   hands[i].rotation.y, hands[i].rotation.z, hands[i].rotation.w };
        for (int k = 0; k < 7; ++k)
            inf[k][i] = (float)(in[k][i] = values[k]);
        inf[7][i] = (float)swivels[i];
    }
}

// KDL is measured in this run, from a posture 0.1 rad away in each joint; the rest is what others reported, or what was
// measured apart from this run (IKAN).
void bench_arm(void)
{
    static const char *const tolani = "Tolani 1996, literature", *const ikan = "IKAN, not in this run";
    const double     tolani_ns = 50000.0;  // 20,000 solves a second on a 200 MHz SGI
    const double     ikan_ns = 429.0, ikan_limits_ns = 7400.0;
    const bench_work works[14] = {
        { solve_one, NULL, count },
        { solve, NULL, count },
        { solve_with_reports, NULL, count },
        { feasible, NULL, count },
        { best, NULL, count },
        { batch_double, NULL, count },
        { batch_float, NULL, count },
        { kdl_solve, NULL, kdl_count },
        { follow, &tracks[SWV_TRACK_NATURAL], count },
        { follow, &tracks[SWV_TRACK_PAPER], count },
        { follow, &tracks[SWV_TRACK_LEAST], count },
        { roomiest, NULL, few },
        { closest, NULL, few },
        { solve_held, NULL, count },
    };
    double ns[14];
    char   kdl[64], name[64];
    int    solved = 0;
    make_targets();
    make_path();
    for (int i = 0; i < kdl_count; ++i)
        solved += kdl_solve_one(i);
    bench_time(works, 14, ns);
    snprintf(kdl, sizeof kdl, "KDL LMA, %.1f%% solved", 100.0 * solved / kdl_count);

    bench_report("one branch, swivel given", ns[0], "ns", kdl, ns[7], -1.0);
    bench_report("one branch, swivel given", ns[0], "ns", tolani, tolani_ns, -1.0);
    bench_report("one branch, swivel given", ns[0], "ns", ikan, ikan_ns, -1.0);
    bench_report("all 8 branches", ns[1], "ns", ikan, ikan_ns, -1.0);
    bench_report("all 8 branches, with reports", ns[2], "ns", ikan, ikan_ns, -1.0);
    bench_report("all solutions, a joint held", ns[13], "ns", tolani, tolani_ns, -1.0);
    bench_report("every swivel within limits", ns[3], "ns", ikan, ikan_limits_ns, -1.0);
    bench_report("best posture within limits", ns[4], "ns", kdl, ns[7], -1.0);
    bench_report("best posture within limits", ns[4], "ns", ikan, ikan_limits_ns, -1.0);
    bench_report("swivel with the most room", ns[11], "ns", kdl, ns[7], -1.0);
    bench_report("closest where limits forbid", ns[12], "ns", kdl, ns[7], -1.0);
    bench_report("tracking step, natural", ns[8], "ns", kdl, ns[7], -1.0);
    bench_report("tracking step, Tolani and Badler's", ns[9], "ns", kdl, ns[7], -1.0);
    bench_report("tracking step, least motion", ns[10], "ns", kdl, ns[7], -1.0);
    snprintf(name, sizeof name, "double, many at once (%s)", swv_batch_instruction_set());
    bench_report(name, ns[5], "ns", ikan, ikan_ns, -1.0);
    snprintf(name, sizeof name, "float, many at once (%s)", swv_batch_instruction_set());
    bench_report(name, ns[6], "ns", ikan, ikan_ns, -1.0);
    bench_limb();
}
