// SPDX-License-Identifier: MIT
// The girdle with the arm: solving, following and many at once. Angles are radians, times seconds; lengths those of the limb: the paper's units (10
// cm) of `limb`, metres of `human`.
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../tests/support/random.h"
#include "swivel/batch.h"
#include "swivel_papers/arm.h"
#include "swivel_papers/girdle.h"
#include "swivel_papers/study.h"
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

// ---- Ascione's table 2: their method, Tolani and Badler's arm, optimization and the inverse Jacobian, on one machine ----

/// So many moves for methods that take thousands of times as long.
enum { few = 200, nine = 9 };

static swv_chain chain;  ///< the limb as nine hinges: SC z y, AC z y x, GH z y x, elbow y
static swv_arm   free_arm;
static double    chain_starts[few][nine];
static swv_pose  chain_targets[few], arm_targets[count];
static double    scratch[4096];
static int       reached[SWV_STUDY_METHODS];

static void iterate_as_ascione(void *data)
{
    const swv_ascione_options options = *(const swv_ascione_options *)data;
    swv_ascione_posture       p;
    swv_upper_limb_report     report;
    for (int i = 0; i < count; ++i)
        (void)swv_ascione_solve(&limb, &goals[i], &starts[i].gh, &options, &p, &report);
}

// Of the arm alone, from a shoulder that stands still.
static void solve_free_arm(void *unused)
{
    (void)unused;
    double q[7];
    for (int i = 0; i < count; ++i)
        (void)swv_arm_solve_one(&free_arm, &arm_targets[i], 0.3, 0, q, NULL);
}

static void iterate_chain(void *data)
{
    const swv_study_method  method = *(const swv_study_method *)data;
    const swv_study_options options = { .residual = SWV_STUDY_FRAME_12,
                                        .tolerance = 1e-3,
                                        .full_steps = method == SWV_STUDY_NEWTON };
    double                  q[nine];
    swv_study_report        report;
    reached[method] = 0;
    for (int i = 0; i < few; ++i) {
        (void)swv_study_solve(&chain, &chain_targets[i], method, chain_starts[i], &options, scratch, q, &report);
        reached[method] += report.outcome == SWV_REACHED;
    }
}

// Angles z, y, x of one frame as another sees it. The chain's second of each is about +y.
static void relative_angles(swv_mat3 from, swv_mat3 to, double angles[3])
{
    double other[3];
    swv_euler_from_mat3(SWV_EULER_ZYX, swv_mat3_mul(swv_mat3_transpose(from), to), angles, other);
}

// The nine angles of their posture, and the pose of its forearm at the wrist: what the chain has to reach.
static void chain_angles(const swv_ascione_posture *p, double q[nine], swv_pose *wrist)
{
    const double   clavicle[3] = { p->p[1], -p->p[0], 0.0 }, scapula[3] = { p->p[3], -p->p[2], p->p[4] };
    const double   humerus[3] = { p->q[1], p->q[2], p->q[0] }, bend[3] = { 0.0, p->q[3], 0.0 };
    const swv_mat3 at_sc = swv_mat3_from_euler(SWV_EULER_ZYX, clavicle);
    const swv_mat3 at_ac = swv_mat3_from_euler(SWV_EULER_ZYX, scapula);
    const swv_mat3 at_gh = swv_mat3_from_euler(SWV_EULER_ZYX, humerus);
    q[0] = clavicle[0];
    q[1] = clavicle[1];
    relative_angles(at_sc, at_ac, q + 2);
    relative_angles(at_ac, at_gh, q + 5);
    q[8] = p->q[3];
    *wrist = (swv_pose){ p->wrist, swv_quat_from_mat3(swv_mat3_mul(at_gh, swv_mat3_from_euler(SWV_EULER_ZYX, bend))) };
}

// A goal for the limb that brings GH, elbow and wrist to where they are.
static swv_upper_limb_goal standing(const swv_upper_limb_posture *p)
{
    return (swv_upper_limb_goal){ .arm = { .end = { .position = p->wrist },
                                           .is_position_only = true,
                                           .elbow = SWV_ELBOW_SWIVEL,
                                           .swivel = p->swivel } };
}

static void make_chain(void)
{
    const swv_vec3 x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 }, sc = { 0, 0, 0 };
    const swv_vec3 ac = { limb.girdle.clavicle, 0, 0 }, gh = swv_vec3_add(ac, limb.girdle.scapula);
    const swv_vec3 elbow = { gh.x + limb.arm.upper, gh.y, gh.z };
    const swv_pose tip = { { elbow.x + limb.arm.lower, gh.y, gh.z }, SWV_IDENTITY_QUAT };
    const swv_axis axes[nine] = {
        { .point = sc, .direction = z }, { .point = sc, .direction = y }, { .point = ac, .direction = z },
        { .point = ac, .direction = y }, { .point = ac, .direction = x }, { .point = gh, .direction = z },
        { .point = gh, .direction = y }, { .point = gh, .direction = x }, { .point = elbow, .direction = y },
    };
    (void)swv_chain_from_axes(&chain, axes, nine, &tip);
    (void)swv_arm_make(limb.arm.upper, limb.arm.lower, &free_arm);
    for (int i = 0; i < count; ++i) {
        const swv_upper_limb_goal here = standing(&starts[i]);
        swv_ascione_posture       from, to;
        arm_targets[i] = (swv_pose){ swv_vec3_sub(goals[i].arm.end.position, starts[i].gh), SWV_IDENTITY_QUAT };
        if (i >= few)
            continue;
        swv_pose ignored;
        double   q[nine];
        (void)swv_ascione_solve(&limb, &here, &starts[i].gh, NULL, &from, NULL);
        (void)swv_ascione_solve(&limb, &goals[i], &starts[i].gh, NULL, &to, NULL);
        chain_angles(&from, chain_starts[i], &ignored);
        chain_angles(&to, q, &chain_targets[i]);
    }
}

// Table 2 is theirs on a 2.4 GHz processor of 2009, the others' scaled to it by clock; here all run in turns in one run. The wrist is the goal of
// their method; the chain's is its pose, as the methods of the thesis have it.
static void bench_table_2(void)
{
    static swv_ascione_options in_double = { .tolerance = 1e-3 }, in_single = { .tolerance = 1e-3, .is_single = true };
    static swv_study_method    bfgs = SWV_STUDY_BFGS, newton = SWV_STUDY_NEWTON;
    const bench_work           works[6] = { { iterate_as_ascione, &in_double, count },
                                            { iterate_as_ascione, &in_single, count },
                                            { solve_to_1e3, NULL, count },
                                            { solve_free_arm, NULL, count },
                                            { iterate_chain, &bfgs, few },
                                            { iterate_chain, &newton, few } };
    double                     ns[6];
    make_chain();
    bench_time_slow(works, 6, ns);
    bench_report("Ascione's method to 1e-3", ns[0], "ns", "the engine to 1e-3", ns[2], -1.0);
    bench_report("Ascione's method, single precision", ns[1], "ns", "in double", ns[0], -1.0);
    bench_report("Ascione's method to 1e-3", ns[0], "ns", "Tolani and Badler's arm alone", ns[3], -1.0);
    bench_report("Ascione's method to 1e-3", ns[0], "ns", "optimization (BFGS), 9 hinges", ns[4], -1.0);
    bench_report("Ascione's method to 1e-3", ns[0], "ns", "inverse Jacobian, 9 hinges", ns[5], -1.0);
    bench_report("optimization reaches", 100.0 * reached[SWV_STUDY_BFGS] / few, "%", NULL, 0.0, -1.0);
    bench_report("inverse Jacobian reaches", 100.0 * reached[SWV_STUDY_NEWTON] / few, "%", NULL, 0.0, -1.0);
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

void bench_shoulder(void)
{
    const bench_work works[6] = { { solve_to_1e3, NULL, count }, { solve_to_1e12, NULL, count },
                                  { solve_crowd, NULL, crowd },  { solve_crowd_in_float, NULL, crowd },
                                  { follow, NULL, count },       { follow_outside, NULL, count } };
    double           ns[6];
    char             name[64];
    make_goals();
    bench_table_2();
    bench_time(works, 6, ns);
    bench_report("upper limb to 1e-12", ns[1], "ns", "to 1e-3", ns[0], -1.0);
    snprintf(name, sizeof name, "crowd of %d, float (%s)", crowd, swv_batch_instruction_set());
    bench_report(name, ns[3], "ns", "one by one to 1e-3", ns[0], -1.0);
    snprintf(name, sizeof name, "crowd of %d, double (%s)", crowd, swv_batch_instruction_set());
    bench_report(name, ns[2], "ns", "one by one to 1e-3", ns[0], -1.0);
    bench_report("tracking step, hand and girdle", ns[4], "ns", NULL, 0.0, -1.0);
    bench_report("the same, hands outside the limits", ns[5], "ns", "inside them", ns[4], -1.0);
}
