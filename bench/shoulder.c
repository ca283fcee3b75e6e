// SPDX-License-Identifier: MIT
// The girdle with the arm: solving, following and many at once. Angles are radians, times seconds; lengths those of the limb: the paper's units (10
// cm) of `limb`, metres of `human`.
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../tests/support/random.h"
#include "swivel/batch.h"
#include "swivel_papers/girdle.h"
#include "swivel/shoulder.h"

enum { count = 2000, crowd = 100000 };

// Ascione's moves: from random postures, the wrist by 0.2 (the upper arm is 3) in a random direction.
static swv_upper_limb         limb, human;
static swv_upper_limb_posture starts[count];
static swv_upper_limb_goal    goals[count];
static swv_pose               path[count], path_outside[count];
static swv_upper_limb_track   track, track_outside;
static double                 wrists[3][crowd], swivels[crowd], found[17][crowd];
static float                  wrists_float[3][crowd], swivels_float[crowd], found_float[17][crowd];
static unsigned char          outcomes[crowd];

static void solve_all(const swv_upper_limb_options *options)
{
    swv_upper_limb_posture p;
    swv_upper_limb_report  report;
    for (int i = 0; i < count; ++i)
        (void)swv_upper_limb_solve(&limb, &goals[i], &starts[i], options, &p, &report);
}

static void solve_to_1e3(void *unused)
{
    (void)unused;
    solve_all(&(swv_upper_limb_options){ .tolerance = 1e-3 });
}

static void solve_to_1e12(void *unused)
{
    (void)unused;
    solve_all(&(swv_upper_limb_options){ .tolerance = 1e-12 });
}

static void solve_plainly(void *unused)
{
    (void)unused;
    solve_all(&(swv_upper_limb_options){ .tolerance = 1e-3, .uses_fixed_point = true, .max_iterations = 50 });
}

static void solve_crowd(void *unused)
{
    (void)unused;
    const swv_upper_limb_batch batch = { { wrists[0], wrists[1], wrists[2] },
                                         swivels,
                                         { found[0], found[1], found[2], found[3], found[4] },
                                         { found[5], found[6], found[7] },
                                         { found[8], found[9], found[10], found[11] },
                                         { found[13], found[14], found[15], found[16] },
                                         found[12],
                                         outcomes };
    (void)swv_batch_upper_limb(&limb, NULL, &batch, 0, crowd);
}

static void solve_crowd_in_float(void *unused)
{
    (void)unused;
    float(*const to)[crowd] = found_float;
    const swv_upper_limb_batchf batch = { { wrists_float[0], wrists_float[1], wrists_float[2] },
                                          swivels_float,
                                          { to[0], to[1], to[2], to[3], to[4] },
                                          { to[5], to[6], to[7] },
                                          { to[8], to[9], to[10], to[11] },
                                          { to[13], to[14], to[15], to[16] },
                                          to[12],
                                          outcomes };
    (void)swv_batch_upper_limbf(&limb, NULL, &batch, 0, crowd);
}

static void follow_path(swv_upper_limb_track *following, const swv_pose *hands)
{
    swv_upper_limb_posture p;
    for (int i = 0; i < count; ++i)
        (void)swv_upper_limb_track_step(following, &(swv_upper_limb_goal){ .arm = { .end = hands[i] } }, 1.0 / 60.0, &p,
                                        NULL);
}

static void follow(void *unused)
{
    (void)unused;
    follow_path(&track, path);
}

static void follow_outside(void *unused)
{
    (void)unused;
    follow_path(&track_outside, path_outside);
}

// The humerus raised by 15 to 140 degrees in a plane of 0 to 110, the elbow bent by 15 to 130.
static void make_posture(uint64_t *seed, double twist, swv_upper_limb_posture *p)
{
    const double     degree = SWV_PI / 180.0;
    const double     elevation = random_between(seed, 15, 140) * degree, plane = random_between(seed, 0, 110) * degree;
    const double     bend = random_between(seed, 15, 130) * degree;
    const double     angles[SWV_LIMB_ANGLES] = { plane, elevation, twist, bend };
    double           girdle[SWV_GIRDLE_ANGLES];
    swv_limb_posture arm;
    (void)swv_limb_posture_from_angles(&limb.arm, angles, &arm);
    (void)swv_rhythm_angles(&limb.girdle.rhythm, elevation, plane, 0.0, girdle);
    (void)swv_upper_limb_forward(&limb, girdle, &arm, p);
}

static void make_goals(void)
{
    uint64_t seed = 1;
    (void)swv_upper_limb_make_ascione(SWV_RIGHT, &limb);
    (void)swv_upper_limb_make(SWV_RIGHT, &human);
    for (int i = 0; i < count; ++i) {
        make_posture(&seed, random_between(&seed, -SWV_PI, SWV_PI), &starts[i]);
        const double z = random_between(&seed, -1, 1), a = random_between(&seed, -SWV_PI, SWV_PI), r = sqrt(1 - z * z);
        const swv_vec3 moved = { 0.2 * r * cos(a), 0.2 * r * sin(a), 0.2 * z };
        goals[i] = (swv_upper_limb_goal){ .arm = { .end = { .position = swv_vec3_add(starts[i].wrist, moved) },
                                                   .is_position_only = true,
                                                   .elbow = SWV_ELBOW_SWIVEL,
                                                   .swivel = starts[i].swivel } };
    }
    for (int i = 0; i < crowd; ++i) {
        swv_upper_limb_posture p;
        make_posture(&seed, random_between(&seed, -SWV_PI, SWV_PI), &p);
        wrists[0][i] = p.wrist.x;
        wrists[1][i] = p.wrist.y;
        wrists[2][i] = p.wrist.z;
        swivels[i] = p.swivel;
        for (int k = 0; k < 3; ++k)
            wrists_float[k][i] = (float)wrists[k][i];
        swivels_float[i] = (float)p.swivel;
    }
    (void)swv_upper_limb_track_start(&human, NULL, &track);
    (void)swv_upper_limb_track_start(&human, NULL, &track_outside);
    for (int i = 0; i < count; ++i) {
        const double s = 2.0 * SWV_PI * i / count;
        // Fingers ahead, the palm inward, more or less.
        const swv_quat ahead = { 0.0, 0.70710678118654752, 0.70710678118654752, 0.0 };
        const swv_vec3 turn = { 0.3 * sin(2 * s), 0.0, 0.3 * sin(s) };
        path[i] = (swv_pose){ { 0.3 + 0.1 * sin(3 * s), 0.32 + 0.1 * sin(2 * s), -0.05 + 0.2 * sin(s) },
                              swv_quat_mul(ahead, swv_quat_from_rotation_vector(turn)) };
        // The same, bent by 86 degrees more: five of six are outside the limits.
        const swv_vec3 bent = { turn.x + 1.5, 0.0, turn.z };
        path_outside[i] = (swv_pose){ path[i].position, swv_quat_mul(ahead, swv_quat_from_rotation_vector(bent)) };
    }
}

// The peers' times are Ascione's table 2: its own on a 2.4 GHz processor of 2009, the others scaled to it by clock.
void bench_shoulder(void)
{
    static const struct {
        const char *name;
        double      ns;
    } published[] = { { "Ascione's own", 28e3 },
                      { "Tolani 2000, scaled", 250e3 },
                      { "optimization, scaled", 5e6 },
                      { "inverse Jacobian, scaled", 372e6 } };
    const bench_work works[7] = { { solve_to_1e3, NULL, count },         { solve_to_1e12, NULL, count },
                                  { solve_plainly, NULL, count },        { solve_crowd, NULL, crowd },
                                  { solve_crowd_in_float, NULL, crowd }, { follow, NULL, count },
                                  { follow_outside, NULL, count } };
    double           ns[7];
    char             name[64];
    make_goals();
    bench_time(works, 7, ns);
    for (int i = 0; i < 4; ++i)
        bench_report("upper limb to 1e-3", ns[0], "ns", published[i].name, published[i].ns, -1.0);
    bench_report("upper limb to 1e-12", ns[1], "ns", published[0].name, published[0].ns, -1.0);
    bench_report("its iteration, our arithmetic", ns[2], "ns", published[0].name, published[0].ns, -1.0);
    snprintf(name, sizeof name, "crowd of %d, float (%s)", crowd, swv_batch_instruction_set());
    bench_report(name, ns[4], "ns", published[0].name, published[0].ns, -1.0);
    snprintf(name, sizeof name, "crowd of %d, double (%s)", crowd, swv_batch_instruction_set());
    bench_report(name, ns[3], "ns", published[0].name, published[0].ns, -1.0);
    bench_report("tracking step, hand and girdle", ns[5], "ns", NULL, 0.0, -1.0);
    bench_report("the same, hands outside the limits", ns[6], "ns", "inside them", ns[5], -1.0);
}
