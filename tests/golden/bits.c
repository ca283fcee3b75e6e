// SPDX-License-Identifier: MIT
// One number for 10^5 random results of trigonometry and forward kinematics, and some of everything else: FNV-1a over
// their bits. The same on every
// compiler, level of optimisation and machine. Built as a program, and for WebAssembly as a module with one export.
#include <stdint.h>
#include <string.h>

#include "../support/random.h"
#include "hash.h"
#include "swivel/swivel.h"
#include "swivel_papers/swivel_papers.h"

// Doubles of every exponent, a NaN or an infinity now and then.
static double any_double(uint64_t *seed)
{
    const uint64_t bits = random_bits(seed);
    double         x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void add_trigonometry(uint64_t *hash, uint64_t *seed, int i)
{
    const double x = i % 4 == 0 ? any_double(seed) : random_between(seed, -1e5, 1e5);
    const double y = i % 4 == 0 ? any_double(seed) : random_between(seed, -2, 2), c = random_between(seed, -1, 1);
    double       s, t;
    float        sf;
    swv_sincos(x, &s, &t);
    add_double(hash, s);
    add_double(hash, t);
    add_double(hash, swv_sin(y));
    add_double(hash, swv_cos(y));
    add_double(hash, swv_atan2(y, x));
    add_double(hash, swv_atan2(c, y));
    add_double(hash, swv_asin(c));
    add_double(hash, swv_acos(c));
    const float yf = (float)y, cf = (float)c;
    float       cosine;
    (void)swv_batch_trigf(SWV_TRIG_SINCOS, &yf, NULL, 1, &sf, &cosine);
    add_float(hash, sf);
    add_float(hash, cosine);
    static const swv_trig functions[] = { SWV_TRIG_SIN, SWV_TRIG_COS, SWV_TRIG_ATAN2, SWV_TRIG_ASIN, SWV_TRIG_ACOS };
    for (int k = 0; k < 5; ++k) {
        (void)swv_batch_trigf(functions[k], &cf, &yf, 1, &sf, NULL);
        add_float(hash, sf);
    }
}

static void add_kinematics(uint64_t *hash, uint64_t *seed, const swv_chain *chain)
{
    double   q[SWV_MAX_JOINTS], jacobian[6 * SWV_MAX_JOINTS];
    swv_pose tip;
    for (int i = 0; i < chain->dof; ++i)
        q[i] = random_between(seed, -4, 4);
    const swv_status status = swv_chain_jacobian(chain, q, SWV_TIP_AXES, jacobian, &tip);
    add_int(hash, (int32_t)status);
    add(hash, jacobian, sizeof(double) * 6 * (size_t)chain->dof);
    add(hash, &tip, sizeof tip);

    double         angles[2][3];
    const swv_mat3 r = swv_mat3_from_quat(tip.rotation);
    swv_euler_from_mat3((swv_euler_order)random_below(seed, SWV_EULER_ORDER_COUNT), r, angles[0], angles[1]);
    add(hash, angles, sizeof angles);
}

// A limb: all families at a swivel, the best posture inside the limits, the natural swivel, aiming, the most room, and for
// another hand the closest posture.
static void add_arm(uint64_t *hash, uint64_t *seed, swv_arm *arm)
{
    double   q[7], wish = random_between(seed, -3, 3), solutions[SWV_ARM_FAMILIES][7], best[7], aimed[7], closest[7];
    double   natural = 0.0;
    swv_pose hand;
    swv_arm_room   room;
    swv_arm_report reports[SWV_ARM_FAMILIES], report;
    arm->side = random_below(seed, 2) ? SWV_LEFT : SWV_RIGHT;
    arm->reference = random_below(seed, 2) ? SWV_SWIVEL_SMOOTH : SWV_SWIVEL_DOWN;
    for (int i = 0; i < 7; ++i)
        q[i] = random_between(seed, arm->limits[i].lower, arm->limits[i].upper);
    (void)swv_arm_forward(arm, q, &hand, NULL);
    (void)swv_arm_solve(arm, &hand, wish, solutions, reports);
    (void)swv_arm_best(arm, &hand, wish, NULL, best, &report);
    (void)swv_arm_natural_swivel(arm, &hand, &natural);
    (void)swv_arm_aim_hand(arm, hand.position, (swv_vec3){ 0.1, 1.0, 0.2 }, wish, q, aimed, NULL);
    (void)swv_arm_roomiest(arm, &hand, &room);
    add(hash, &hand, sizeof hand);
    add(hash, solutions, sizeof solutions);
    add(hash, best, sizeof best);
    add_double(hash, report.position_error);
    add_double(hash, natural);
    add(hash, aimed, sizeof aimed);
    add_double(hash, room.swivel);
    add_double(hash, room.margin);
    hand.rotation = (swv_quat){ hand.rotation.w, -hand.rotation.z, hand.rotation.y, hand.rotation.x };
    (void)swv_arm_closest(arm, &hand, wish, NULL, closest, &report);
    add(hash, closest, sizeof closest);
}

// The six-joint arm, and each method of the study from near a hand.
static void add_study(uint64_t *hash, uint64_t *seed, const swv_arm6 *arm, const swv_chain *chain, int method)
{
    static double scratch[4096];
    double        q[6], start[6], solutions[SWV_ARM6_FAMILIES][6], best[6];
    swv_pose      hand;
    for (int i = 0; i < 6; ++i) {
        q[i] = random_between(seed, arm->lower[i], arm->upper[i]);
        start[i] = q[i] + random_between(seed, -0.1, 0.1);
    }
    (void)swv_arm6_forward(arm, q, &hand, NULL);
    (void)swv_arm6_solve(arm, &hand, q, solutions, NULL);
    (void)swv_arm6_best(arm, &hand, q, best, NULL);
    add(hash, solutions, sizeof solutions);
    add(hash, best, sizeof best);
    swv_study_report report;
    (void)swv_study_solve(chain, &hand, (swv_study_method)method, start, NULL, scratch, start, &report);
    add(hash, start, sizeof start);
    add_int(hash, (int32_t)report.evaluations);
}

// A hand, or a foot, that goes round.
// All eight solutions of the Puma and the best one, for a hand that may be out of reach.
static void add_puma(uint64_t *hash, uint64_t *seed, const swv_puma *puma)
{
    double          solutions[SWV_PUMA_FAMILIES][6], previous[6], best[6];
    swv_arm6_report reports[SWV_PUMA_FAMILIES];
    const swv_pose  hand = {
         { random_between(seed, -0.7, 0.7), random_between(seed, -0.7, 0.7), random_between(seed, -0.7, 0.7) },
         { random_between(seed, -1, 1), random_between(seed, -1, 1), random_between(seed, -1, 1), 0.5 }
    };
    for (int i = 0; i < 6; ++i)
        previous[i] = random_between(seed, -2, 2);
    (void)swv_puma_solve(puma, &hand, previous, solutions, reports);
    (void)swv_puma_best(puma, &hand, previous, best, NULL);
    add(hash, solutions, sizeof solutions);
    add(hash, best, sizeof best);
    for (int i = 0; i < SWV_PUMA_FAMILIES; ++i) {
        add_int(hash, (int32_t)reports[i].outcome);
        add_int(hash, (int32_t)reports[i].outside);
        add_double(hash, reports[i].position_error);
        add_double(hash, reports[i].rotation_error);
    }
}

static void add_track(uint64_t *hash, const swv_arm *arm, swv_track_method method)
{
    swv_arm_track           track;
    const swv_track_options options = { .method = method };
    (void)swv_arm_track_start(arm, &options, &track);
    for (int i = 0; i < 300; ++i) {
        double           q[7], s, c;
        swv_track_report report;
        swv_sincos(0.03 * i, &s, &c);
        const swv_pose hand = { { 0.1 + 0.2 * c, 0.25 + 0.1 * s, (arm->is_leg ? -0.6 : -0.1) + 0.15 * s },
                                { 0.2 * s, 0.1 * c, 0.0, 1.0 } };
        (void)swv_arm_track_step(&track, &hand, 0.02, q, &report);
        add(hash, q, sizeof q);
        add_int(hash, (int32_t)report.family);
        add_double(hash, report.swivel);
    }
}

// A little finger, a hand and its thumb at the tips of a random posture; a pinch now and then.
static void add_hand(uint64_t *hash, uint64_t *seed, const swv_hand *hand, const swv_finger *finger, int round)
{
    double                          planar[SWV_FINGER_SOLUTIONS][3], free[3], thumb[SWV_THUMB_SOLUTIONS][5];
    swv_digit_report                report;
    swv_digit_report                thumb_report;
    const swv_finger_newton_options options = { .start = SWV_FINGER_START_WEIGHTED };
    const swv_point                 point = { random_between(seed, -0.02, 0.07), random_between(seed, -0.07, 0.07) };
    (void)swv_finger_solve(finger, point, planar, &report);
    add(hash, planar, sizeof planar[0] * (size_t)report.count);
    (void)swv_finger_newton(finger, point, &options, planar[0], NULL);
    add(hash, planar[0], sizeof planar[0]);
    if (round % 10 == 0) {
        (void)swv_finger_solve_free(finger, point, NULL, free, NULL);
        add(hash, free, sizeof free);
    }

    swv_hand_posture posture;
    swv_vec3         tips[SWV_DIGITS], pulps[SWV_DIGITS];
    swv_hand_goal    goal = { .wrist = SWV_IDENTITY_POSE, .wanted = 0x1f };
    for (int i = 0; i < 5; ++i)
        posture.thumb[i] = random_between(seed, hand->thumb.lower[i], hand->thumb.upper[i]);
    for (int f = 0; f < 4; ++f) {
        const swv_digit *d = &hand->fingers[f];
        posture.fingers[f][0] = random_between(seed, d->lower, d->upper);
        for (int i = 0; i < 3; ++i)
            posture.fingers[f][1 + i] = random_between(seed, d->flexion.lower[i], d->flexion.upper[i]);
    }
    (void)swv_hand_forward(hand, &goal.wrist, &posture, tips, pulps);
    for (int i = 0; i < SWV_DIGITS; ++i)
        goal.tip[i] = tips[i];
    (void)swv_hand_solve(hand, &goal, NULL, &posture, NULL);
    add(hash, &posture, sizeof posture);
    (void)swv_thumb_solve(&hand->thumb, tips[SWV_DIGIT_THUMB], &pulps[SWV_DIGIT_THUMB], thumb, &thumb_report);
    add(hash, thumb, sizeof thumb[0] * (size_t)thumb_report.count);
    if (round % 100 == 0) {
        (void)swv_hand_pinch(hand, SWV_DIGIT_MIDDLE, 0.02, SWV_HAND_RELAXED, &posture, NULL);
        add(hash, &posture, sizeof posture);
    }
}

// The whole upper limb and, of a size in units, the method of Ascione and others in double and in float.
static void add_upper_limb(uint64_t *hash, uint64_t *seed, const swv_upper_limb *limb, double reach)
{
    swv_upper_limb_posture    posture;
    swv_upper_limb_report     report;
    const swv_upper_limb_goal goal = {
        .arm = { .end = { { random_between(seed, 0.0, reach), random_between(seed, -0.2 * reach, reach),
                            random_between(seed, -reach, reach) },
                          { 0.5, 0.5, -0.5, 0.5 } },
                 .is_position_only = reach > 1.0,
                 .elbow = reach > 1.0 ? SWV_ELBOW_SWIVEL : SWV_ELBOW_NATURAL,
                 .swivel = random_between(seed, -1.0, 1.0) },
        .raising = random_between(seed, -1.0, 1.0),
    };
    (void)swv_upper_limb_solve(limb, &goal, NULL, NULL, &posture, &report);
    add(hash, posture.girdle, sizeof posture.girdle);
    add(hash, &posture.arm, sizeof posture.arm);
    add_int(hash, (int32_t)report.iterations);
    for (int i = 0; i < 2 && reach > 1.0; ++i) {
        const swv_ascione_options options = { .is_single = i == 1 };
        swv_ascione_posture       theirs = { .plane = 0.0 };
        (void)swv_ascione_solve(limb, &goal, NULL, &options, &theirs, &report);
        add(hash, &theirs, sizeof theirs);
        add_int(hash, (int32_t)report.iterations);
    }
}

// The human limb: solved, what gives way now and then, its feasible swivels, its angles, and followed from one hand to the next.
static void add_limb(uint64_t *hash, uint64_t *seed, swv_limb_track *track, int round)
{
    const swv_limb *limb = &track->limb;
    const double    reach = limb->upper + limb->lower;
    swv_limb_goal   goal = {
          .end = { { random_between(seed, -0.6, 0.8) * reach, random_between(seed, -0.3, 0.9) * reach,
                     random_between(seed, -0.9, 0.8) * reach },
                   { random_between(seed, -1, 1), random_between(seed, -1, 1), random_between(seed, -1, 1), 1.0 } },
          .is_position_only = round % 4 == 1,
    };
    const swv_limb_compromise keep = round % 2 ? SWV_KEEP_HAND : SWV_KEEP_LIMITS;
    swv_limb_posture          posture;
    swv_limb_report           report;
    swv_swivels               swivels = { 0 };
    double                    angles[SWV_LIMB_ANGLES] = { 0.0 };
    (void)swv_limb_solve(limb, &goal, NULL, keep, &posture, &report);
    add(hash, &posture, sizeof posture);
    add_double(hash, report.swivel);
    add_double(hash, report.excess);
    (void)swv_limb_angles(limb, &posture, angles);
    add(hash, angles, sizeof angles);
    (void)swv_limb_feasible(limb, &goal.end, &swivels);
    add(hash, swivels.from, sizeof(double) * (size_t)swivels.count);
    (void)swv_limb_track_step(track, &goal, 0.02, &posture, NULL);
    add(hash, &posture, sizeof posture);
}

// The engine: a pose from nowhere near, or one out of reach, or two goals of which the second gives way.
static void add_engine(uint64_t *hash, uint64_t *seed, const swv_chain *chain, int round)
{
    double   posture[SWV_MAX_JOINTS], q[SWV_MAX_JOINTS] = { 0.0 };
    swv_goal goals[2] = { { .kind = SWV_GOAL_POSE }, { .kind = SWV_GOAL_DISTANCE, .priority = 1, .link = 2 } };
    for (int i = 0; i < chain->dof; ++i)
        posture[i] = random_between(seed, -1.0, 1.0);
    (void)swv_chain_tip(chain, posture, &goals[0].target);
    if (round % 5 == 1)
        goals[0].target.position = swv_vec3_scale(20.0, goals[0].target.position);
    const swv_solve_options options = { .max_iterations = 300, .preferred = posture, .preferred_weight = round % 3 };
    static double           memory[SWV_SKELETON_BYTES(SWV_CHAIN_JOINTS) / sizeof(double)], room[8192];
    swv_joint               joints[SWV_CHAIN_JOINTS];
    swv_skeleton            skeleton;
    swv_solve_report        report;
    const swv_goals         all = { .goals = goals, .count = round % 5 == 2 ? 2 : 1 };
    (void)swv_skeleton_make(joints, swv_chain_joints(chain, joints), NULL, memory, &skeleton, NULL);
    (void)swv_solve(&skeleton, &all, q, &options, room, q, &report);
    add(hash, q, sizeof(double) * (size_t)chain->dof);
    add_int(hash, (int32_t)report.iterations);
}

// A humanoid robot: pelvis, feet and hands at once, cold or from nearby, reachable or not, with and without balance.
static void add_tree(uint64_t *hash, uint64_t *seed, int round)
{
    static const swv_joint joints[] = {
#include "../../data/robots/g1.inc"
    };
    enum { count = sizeof joints / sizeof joints[0], numbers = 7 + 29 };
    static const int links[5] = { 0, 6, 12, 22, 29 };
    static double    memory[8192], room[16384];
    swv_skeleton     tree;
    swv_goal         goals[5];
    swv_pose         frames[count];
    double           posture[numbers], start[numbers];
    (void)swv_skeleton_make(joints, count, NULL, memory, &tree, NULL);
    for (int i = 0; i < numbers; ++i)
        start[i] = random_between(seed, -0.5, 0.5);
    (void)swv_skeleton_clamp(&tree, start, posture);
    (void)swv_skeleton_frames(&tree, posture, frames);
    for (int k = 0; k < 5; ++k)
        goals[k] = (swv_goal){ .link = swv_link_of(links[k]), .target = frames[links[k]], .priority = k / 3 };
    if (round % 4 == 1)
        goals[4].target.position.x += 0.5;
    for (int i = 0; i < numbers; ++i)
        start[i] += 0.02;
    const swv_vec3          corners[3] = { { 0.0, 0.0, 0.0 }, { 0.1, 0.0, 0.0 }, { 0.0, 0.1, 0.0 } };
    const int               corner_count = round % 4 == 2 ? 3 : 0;
    const swv_goals         all = { .goals = goals, .count = 5, .balance = { corners, corner_count, .priority = 2 } };
    const swv_solve_options options = { .max_iterations = 200 };
    swv_solve_report        report;
    (void)swv_solve(&tree, &all, round % 2 ? NULL : start, &options, room, posture, &report);
    add(hash, posture, sizeof posture);
    add_int(hash, (int32_t)report.iterations);
}

// A bound skeleton: its arms brought to places, in any rest pose.
static void add_mount(uint64_t *hash, uint64_t *seed)
{
    static const char *const names[] = { "Chest", "LeftArm", "LeftForeArm", "LeftHand" };
    static double            memory[SWV_SKELETON_BYTES(4) / sizeof(double)], scratch[1 << 8];
    swv_joint                joints[4];
    swv_pose                 worlds[4];
    for (int i = 0; i < 4; ++i) {
        worlds[i] = (swv_pose){ { 0.3 * i, random_between(seed, 0.9, 1.0), random_between(seed, -0.1, 0.1) },
                                { random_between(seed, -1, 1), random_between(seed, -1, 1), 0.5, 0.5 } };
        worlds[i].rotation = swv_quat_normalize(worlds[i].rotation);
        joints[i] = (swv_joint){ .name = names[i],
                                 .parent = i - 1,
                                 .kind = i > 0 ? SWV_JOINT_BALL : SWV_JOINT_FREE,
                                 .rest = i > 0 ? swv_pose_mul(swv_pose_inverse(worlds[i - 1]), worlds[i]) : worlds[i] };
    }
    const swv_mount_goal goal = { .part = SWV_PART_LEFT_HAND,
                                  .end = { { random_between(seed, 0.0, 0.9), random_between(seed, 0.5, 1.5), 0.2 },
                                           { 0.0, random_between(seed, -1, 1), 0.0, 1.0 } },
                                  .is_weighted = true,
                                  .weight = 1.0 - random_between(seed, 0.0, 0.5) };
    static swv_mount     mount;
    swv_binding          binding;
    swv_pose             locals[4] = { { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0, 0.0 } } };
    swv_skeleton         skeleton;
    (void)swv_skeleton_make(joints, 4, NULL, memory, &skeleton, NULL);
    if (swv_skeleton_bind_size(4) <= sizeof scratch)
        (void)swv_skeleton_bind(&skeleton, NULL, scratch, &binding);
    (void)swv_mount_make(&skeleton, &binding, &mount, NULL);
    (void)swv_mount_solve(&mount, &goal, 1, NULL, SWV_KEEP_LIMITS, locals, NULL, NULL);
    add(hash, locals, sizeof locals);
}

// Whole bodies from three and six points.
static void add_body(uint64_t *hash, uint64_t *seed)
{
    swv_body_point points[6] = { { .part = SWV_PART_HEAD },       { .part = SWV_PART_LEFT_HAND },
                                 { .part = SWV_PART_RIGHT_HAND }, { .part = SWV_PART_HIPS },
                                 { .part = SWV_PART_LEFT_FOOT },  { .part = SWV_PART_RIGHT_FOOT } };
    const double   heights[6] = { 1.6, 1.2, 1.2, 0.95, 0.1, 0.1 };
    swv_pose       poses[SWV_PARTS] = { { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0, 0.0 } } };
    for (int i = 0; i < 6; ++i)
        points[i].pose = (swv_pose){ { random_between(seed, -0.4, 0.4), random_between(seed, -0.4, 0.4), heights[i] },
                                     { random_between(seed, -0.3, 0.3), random_between(seed, -0.3, 0.3),
                                       random_between(seed, -0.3, 0.3), 1.0 } };
    for (int count = 3; count <= 6; count += 3) {
        (void)swv_natural_body(1.4, points, count, poses);
        add(hash, poses, sizeof poses);
    }
}

#ifdef __wasm__
__attribute__((export_name("bits")))
#endif
uint64_t
bits(void)
{
    uint64_t hash = HASH_START, seed = 2026;
    int      models = swv_model_count();
    for (int i = 0; i < 40000; ++i) {
        swv_chain chain;
        add_trigonometry(&hash, &seed, i);
        (void)swv_model_chain(swv_model_at(i % models)->name, &chain);
        add_kinematics(&hash, &seed, &chain);
    }
    swv_arm arm, leg;
    swv_arm_make_human(&arm);
    swv_arm_make_human_leg(&leg);
    for (int i = 0; i < 4000; ++i)
        add_arm(&hash, &seed, i % 3 ? &arm : &leg);
    for (int method = SWV_TRACK_NATURAL; method <= SWV_TRACK_LEAST; ++method) {
        add_track(&hash, &arm, (swv_track_method)method);
        add_track(&hash, &leg, (swv_track_method)method);
    }
    for (int i = 0; i < 4; ++i) {
        swv_limb       limb;
        swv_limb_track track;
        (void)(i % 2 ? swv_limb_make(SWV_LIMB_LEG, i / 2 ? SWV_LEFT : SWV_RIGHT, &limb)
                     : swv_limb_make(SWV_LIMB_ARM, i / 2 ? SWV_LEFT : SWV_RIGHT, &limb));
        (void)swv_limb_track_start(&limb, NULL, &track);
        for (int k = 0; k < 300; ++k)
            add_limb(&hash, &seed, &track, k);
    }
    swv_arm6  arm6;
    swv_chain arm6_chain;
    swv_arm6_make_human(&arm6);
    (void)swv_arm6_chain(&arm6, &arm6_chain);
    for (int i = 0; i < 70 * SWV_STUDY_METHODS; ++i)
        add_study(&hash, &seed, &arm6, &arm6_chain, i % SWV_STUDY_METHODS);
    swv_puma puma;
    swv_puma_make_560(&puma);
    for (int i = 0; i < 2000; ++i)
        add_puma(&hash, &seed, &puma);
    static swv_hand   hand;
    static swv_finger finger;
    (void)swv_hand_make(SWV_RIGHT, SWV_HAND_LENGTH_MEN, &hand);
    swv_finger_make_little(&finger);
    for (int i = 0; i < 400; ++i)
        add_hand(&hash, &seed, &hand, &finger, i);
    static swv_upper_limb ascione, human;
    (void)swv_upper_limb_make_ascione(SWV_RIGHT, &ascione);
    (void)swv_upper_limb_make(SWV_RIGHT, &human);
    for (int i = 0; i < 1000; ++i) {
        add_upper_limb(&hash, &seed, &ascione, 5.5);
        add_upper_limb(&hash, &seed, &human, 0.55);
    }
    for (int i = 0; i < 40 * models; ++i) {
        swv_chain chain;
        (void)swv_model_chain(swv_model_at(i % models)->name, &chain);
        add_engine(&hash, &seed, &chain, i / models);
    }
    for (int i = 0; i < 40; ++i)
        add_tree(&hash, &seed, i);
    for (int i = 0; i < 500; ++i)
        add_mount(&hash, &seed);
    for (int i = 0; i < 300; ++i)
        add_body(&hash, &seed);
    return hash;
}

#ifndef __wasm__
    #include <inttypes.h>
    #include <stdio.h>

int main(void)
{
    printf("%016" PRIx64 "\n", bits());
    return 0;
}
#endif
