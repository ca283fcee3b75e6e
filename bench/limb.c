// SPDX-License-Identifier: MIT
// The human limb, beside Tolani and Badler's arm and KDL on hands of the same postures.
#include "bench.h"

#include <math.h>
#include <stdio.h>

#include "../tests/support/random.h"
#include "kdl_peer.h"
#include "swivel_papers/arm.h"
#include "swivel/batch.h"
#include "swivel/limb.h"

enum { count = 4000, kdl_count = 256, few = 64 };

// Hands of random postures inside the human limits, and of one path through them.
static swv_limb       arm;
static swv_arm        arm7;
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
        (void)swv_limb_solve(&arm, &(swv_limb_goal){ .end = hands[i] }, NULL, SWV_KEEP_LIMITS, &p, &r);
}

static void closest(void *unused)
{
    (void)unused;
    swv_limb_posture p;
    for (int i = 0; i < few; ++i)
        (void)swv_limb_solve(&arm, &(swv_limb_goal){ .end = forbidden[i] }, NULL, SWV_KEEP_LIMITS, &p, NULL);
}

static void follow(void *unused)
{
    (void)unused;
    swv_limb_posture p;
    for (int i = 0; i < count; ++i)
        (void)swv_limb_track_step(&track, &(swv_limb_goal){ .end = path[i] }, 1.0 / 60.0, &p, NULL);
}

// Many at once: people's hands (data/people, scaled to this arm), and those of the random postures above.
typedef struct crowd {
    double          in[7][count];
    float           inf[7][count];
    swv_limb_batch  batch;
    swv_limb_batchf batchf;
} crowd;

static crowd         people, random_crowd;
static double        crowd_out[12][count];
static float         crowd_outf[12][count];
static unsigned char outcomes[count];

static void crowd_add(crowd *c, int i, const swv_pose *hand)
{
    const double values[7] = { hand->position.x, hand->position.y, hand->position.z, hand->rotation.x,
                               hand->rotation.y, hand->rotation.z, hand->rotation.w };
    for (int k = 0; k < 7; ++k) {
        c->in[k][i] = values[k];
        c->inf[k][i] = (float)values[k];
    }
}

static void crowd_ready(crowd *c)
{
    c->batch =
        (swv_limb_batch){ c->in[0], c->in[1], c->in[2], c->in[3], c->in[4], c->in[5], c->in[6], .outcome = outcomes };
    c->batchf = (swv_limb_batchf){ c->inf[0], c->inf[1], c->inf[2], c->inf[3],
                                   c->inf[4], c->inf[5], c->inf[6], .outcome = outcomes };
    for (int k = 0; k < 4; ++k) {
        c->batch.upper[k] = crowd_out[k];
        c->batch.lower[k] = crowd_out[4 + k];
        c->batchf.upper[k] = crowd_outf[k];
        c->batchf.lower[k] = crowd_outf[4 + k];
    }
}

static void make_crowds(void)
{
    FILE        *file = fopen(SWIVEL_DATA_DIR "/people/arms.i16", "rb");
    const double reach = arm.upper + arm.lower;
    for (int i = 0; i < count; ++i) {
        unsigned char row[24] = { 0 };
        double        v[12];
        swv_pose      hand = hands[i];
        if (file && fseek(file, 24L * 16 * i, SEEK_SET) == 0 && fread(row, sizeof row, 1, file) == 1) {
            for (int k = 0; k < 12; ++k)
                v[k] = (int16_t)(uint16_t)(row[2 * k] | row[2 * k + 1] << 8);
            hand.position = swv_vec3_scale(reach / 30000.0, (swv_vec3){ v[2], v[3], v[4] });
            hand.rotation = swv_quat_normalize((swv_quat){ v[8], v[9], v[10], v[11] });
        }
        crowd_add(&people, i, &hand);
        crowd_add(&random_crowd, i, &hands[i]);
    }
    if (file)
        fclose(file);
    else
        fprintf(stderr, "swivel-bench: no data/people: random hands instead\n");
    crowd_ready(&people);
    crowd_ready(&random_crowd);
}

static void many(void *data)
{
    (void)swv_batch_limb(&arm, &((crowd *)data)->batch, 0, count);
}

static void manyf(void *data)
{
    (void)swv_batch_limbf(&arm, &((crowd *)data)->batchf, 0, count);
}

// With the hand yielding where no posture inside the limits brings it there.
static void many_yielding(void *data)
{
    swv_limb_batchf b = ((crowd *)data)->batchf;
    for (int k = 0; k < 4; ++k)
        b.end[k] = crowd_outf[8 + k];
    (void)swv_batch_limbf(&arm, &b, 0, count);
}

static void best_of_arm7(void *unused)
{
    (void)unused;
    double q[7];
    for (int i = 0; i < count; ++i)
        (void)swv_arm_best(&arm7, &hands[i], 0.3, NULL, q, NULL);
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
    (void)swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &arm);
    swv_arm_make_human(&arm7);
    arm7.upper_arm = arm.upper;
    arm7.forearm = arm.lower;
    kdl_arm7_make(arm.upper, arm.lower);
    for (int i = 0; i < count; ++i) {
        posture_from(&seed, &p);
        (void)swv_limb_forward(&arm, &p, &hands[i], NULL);
    }
    for (int i = 0; i < kdl_count; ++i) {
        swv_arm free_arm;
        (void)swv_arm_make(arm.upper, arm.lower, &free_arm);
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
    (void)swv_limb_track_start(&arm, NULL, &track);
}

void bench_limb(void)
{
    const bench_work works[12] = {
        { posture_at, NULL, count },     { feasible, NULL, count },      { natural, NULL, count },
        { closest, NULL, few },          { follow, NULL, count },        { kdl_solve, NULL, kdl_count },
        { best_of_arm7, NULL, count },   { manyf, &people, count },      { many, &people, count },
        { manyf, &random_crowd, count }, { many, &random_crowd, count }, { many_yielding, &people, count },
    };
    static const char *const same = "arm7's best in its limits";
    double                   ns[12];
    char                     kdl[64], name[64];
    int                      solved = 0;
    make_targets();
    make_crowds();
    for (int i = 0; i < kdl_count; ++i)
        solved += kdl_solve_one(i);
    bench_time(works, 12, ns);
    snprintf(kdl, sizeof kdl, "KDL LMA, %.1f%% solved", 100.0 * solved / kdl_count);
    bench_report("human arm, swivel given", ns[0], "ns", kdl, ns[5], -1.0);
    bench_report("human arm, every feasible swivel", ns[1], "ns", kdl, ns[5], -1.0);
    bench_report("human arm, natural, in limits", ns[2], "ns", kdl, ns[5], -1.0);
    bench_report("human arm, natural, in limits", ns[2], "ns", same, ns[6], -1.0);
    bench_report("human arm, closest in limits", ns[3], "ns", kdl, ns[5], -1.0);
    bench_report("human arm, tracking step", ns[4], "ns", kdl, ns[5], -1.0);
    static const char *const crowds[5] = { "float, people", "double, people", "float, random", "double, random",
                                           "float, people, yielding" };
    for (int i = 0; i < 5; ++i) {
        snprintf(name, sizeof name, "many, %s (%s)", crowds[i], swv_batch_instruction_set());
        bench_report(name, ns[7 + i], "ns", "one at a time, random", ns[2], -1.0);
    }
}
