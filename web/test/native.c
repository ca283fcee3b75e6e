// SPDX-License-Identifier: MIT
// native bits COUNT: a hash of the bits of COUNT solves of arm7 and of the finger, of fewer of shoulder, limbs and bodies, and of
// hands followed; bits.mjs must print the same.
// native time COUNT: nanoseconds of one arm solve, the best of many runs; bench.mjs sets WebAssembly's beside it.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../tests/support/rigs.h"
#include "swivel/swivel.h"
#include "swivel_papers/swivel_papers.h"

static uint32_t state = 1;

// 32 bits of a generator that JavaScript has too (Marsaglia's xorshift), as a number in [-1, 1).
static double next(void)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return (double)state / 2147483648.0 - 1.0;
}

static swv_pose next_hand(void)
{
    swv_pose hand;
    hand.position.x = 0.7 * next();
    hand.position.y = 0.7 * next();
    hand.position.z = 0.7 * next();
    hand.rotation.x = next();
    hand.rotation.y = next();
    hand.rotation.z = next();
    hand.rotation.w = next();
    return hand;
}

static uint32_t hash = 2166136261u;

static void add(const double *numbers, int count)
{
    unsigned char bytes[8];
    for (int i = 0; i < count; i++) {
        memcpy(bytes, &numbers[i], 8);
        for (int b = 0; b < 8; b++)
            hash = (hash ^ bytes[b]) * 16777619u;
    }
}

static void add_shoulder(int count)
{
    swv_upper_limb limb;
    (void)swv_upper_limb_make(SWV_RIGHT, &limb);
    for (int i = 0; i < count; i++) {
        const swv_pose            hand = next_hand();
        const swv_upper_limb_goal goal = {
            .arm = { .end = hand, .elbow = SWV_ELBOW_SWIVEL, .swivel = 3.0 * hand.rotation.x }
        };
        swv_upper_limb_posture posture;
        (void)swv_upper_limb_solve(&limb, &goal, NULL, NULL, &posture, NULL);
        add(posture.girdle, SWV_GIRDLE_ANGLES);
        add(&posture.arm.upper.x, 4);
        add(&posture.arm.end.x, 4);
    }
}

// Arm and leg of either side, the elbow wished in every way; each solve begins where the last one ended. Most of these
// hands are out of reach or outside the limits, where a solve takes longest.
static void add_limbs(int count)
{
    swv_limb         limbs[4];
    swv_limb_posture postures[4];
    swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &limbs[0]);
    swv_limb_make(SWV_LIMB_LEG, SWV_RIGHT, &limbs[1]);
    swv_limb_make(SWV_LIMB_ARM, SWV_LEFT, &limbs[2]);
    swv_limb_make(SWV_LIMB_LEG, SWV_LEFT, &limbs[3]);
    for (int i = 0; i < count; i++) {
        const swv_pose            hand = next_hand();
        const swv_limb_goal       goal = { .end = hand,
                                           .is_position_only = i % 5 == 4,
                                           .elbow = (swv_elbow_wish)(i / 4 % 4),
                                           .swivel = 3.0 * hand.rotation.x,
                                           .direction = { hand.rotation.x, hand.rotation.y, hand.rotation.z } };
        const swv_limb_compromise compromise = i % 3 == 2 ? SWV_KEEP_HAND : SWV_KEEP_LIMITS;
        const swv_limb           *limb = &limbs[i % 4];
        swv_limb_posture         *posture = &postures[i % 4];
        swv_limb_report           report;
        swv_swivels               set;
        double                    angles[SWV_LIMB_ANGLES];
        (void)swv_limb_solve(limb, &goal, i < 4 ? NULL : posture, compromise, posture, &report);
        (void)swv_limb_angles(limb, posture, angles);
        (void)swv_limb_feasible(limb, &hand, &set);
        add(&posture->upper.x, 4);
        add(&posture->lower.x, 4);
        add(&posture->end.x, 4);
        add(&report.excess, 1);
        add(&report.swivel, 1);
        add(&report.position_error, 1);
        add(&report.rotation_error, 1);
        add(angles, SWV_LIMB_ANGLES);
        for (int k = 0; k < set.count; k++) {
            add(&set.from[k], 1);
            add(&set.to[k], 1);
        }
    }
    swv_limb_track tracks[4];
    for (int i = 0; i < 4; i++)
        (void)swv_limb_track_start(&limbs[i], NULL, &tracks[i]);
    for (int i = 0; i < count; i++) {
        const swv_limb_goal   goal = { .end = next_hand() };
        swv_limb_posture      posture;
        swv_limb_track_report report;
        (void)swv_limb_track_step(&tracks[i % 4], &goal, 0.05, &posture, &report);
        add(&posture.upper.x, 4);
        add(&posture.lower.x, 4);
        add(&posture.end.x, 4);
        add(&report.swivel_speed, 1);
    }
}

static void add_poses(const swv_pose *poses, int count)
{
    for (int i = 0; i < count; i++)
        add(&poses[i].position.x, 7);
}

static swv_pose near_body(void)
{
    swv_pose hand = next_hand();
    hand.position.z += 1.0;
    return hand;
}

static swv_body_point point(int part, double x, double y, double z)
{
    const swv_pose p = next_hand();
    return (swv_body_point){
        part, { { 0.3 * p.position.x + x, 0.3 * p.position.y + y, 0.3 * p.position.z + z }, p.rotation }
    };
}

enum { CLIP = 100 };

// A clip of the first body, as it comes, on the second.
static void add_retarget(const swv_body *bodies, swv_pose (*clip)[SWV_HUMAN_JOINTS], int count)
{
    static swv_pose     out[CLIP][SWV_HUMAN_JOINTS];
    static double       scratch[1 << 16];
    swv_retarget        retarget;
    swv_retarget_report report;
    if (swv_retarget_size(count) > sizeof scratch)
        exit(1);
    (void)swv_retarget_make(&bodies[0], &bodies[1], NULL, &retarget);
    (void)swv_retarget_clip(&retarget, clip[0], count, 0.05, scratch, out[0], &report);
    add_poses(out[0], count * SWV_HUMAN_JOINTS);
    const double found[] = { report.floor, report.farthest_hand, report.farthest_foot, retarget.scale };
    add(found, 4);
    (void)swv_retarget_frame(&retarget, clip[0], out[0]);
    add_poses(out[0], SWV_HUMAN_JOINTS);
}

// Of both bodies heads, hands and hips, frame by frame and with history, and a calibration each.
static void add_points(const swv_body *bodies, swv_pose (*stands)[SWV_HUMAN_JOINTS], int count)
{
    static swv_body_track tracks[2];
    static swv_pose       locals[SWV_HUMAN_JOINTS];
    for (int i = 0; i < 2; i++)
        (void)swv_body_track_start(&bodies[i], SWV_KEEP_LIMITS, &tracks[i]);
    for (int i = 0; i < count; i++) {
        const swv_body *body = &bodies[i % 2];
        swv_body_point  points[4], stand[3];
        points[0] = point(SWV_PART_HEAD, 0.0, 0.0, 1.5);
        points[1] = point(SWV_PART_LEFT_HAND, -0.3, 0.3, 1.1);
        points[2] = point(SWV_PART_RIGHT_HAND, 0.3, 0.3, 1.1);
        points[3] = point(SWV_PART_HIPS, 0.0, 0.0, 0.9);
        const int       point_count = 3 + i % 2;
        swv_body_report report;
        if (i % 4 < 2)
            (void)swv_body_solve(body, points, point_count, stands[i % 2], SWV_KEEP_LIMITS, locals, &report);
        else
            (void)swv_body_track_step(body, &tracks[i % 2], points, point_count, 0.05, stands[i % 2], locals, &report);
        add_poses(locals, SWV_HUMAN_JOINTS);
        add(report.position_errors, point_count);
        add(report.rotation_errors, point_count);
        stand[0] = point(SWV_PART_HEAD, 0.0, 0.0, 1.6);
        stand[1] = point(SWV_PART_LEFT_HAND, -0.3, 0.0, 0.8);
        stand[2] = point(SWV_PART_RIGHT_HAND, 0.3, 0.0, 0.8);
        swv_calibration calibration;
        (void)swv_calibration_make(body, stand, 3, NULL, 0.0, &calibration);
        const double found[] = { calibration.scale, calibration.height, calibration.span, calibration.arms };
        add(found, 4);
        (void)swv_calibration_points(body, &calibration, points, 3, points);
        for (int k = 0; k < 3; k++)
            add_poses(&points[k].pose, 1);
    }
}

// A woman and a man, bound by names and by shape: the left hand turned or not, the right one, the head looking, a foot, balance, and arms
// out of the body, frame after frame.
static void add_bodies(int count)
{
    static world_joint       joints[SWV_HUMAN_JOINTS];
    static swv_body          bodies[2];
    static swv_body_follower followers[2];
    static swv_flesh         flesh[2];
    static swv_pose          stands[2][SWV_HUMAN_JOINTS], locals[SWV_HUMAN_JOINTS], worlds[SWV_HUMAN_JOINTS];
    static swv_pose          clip[CLIP][SWV_HUMAN_JOINTS];
    int                      recorded = 0;
    for (int i = 0; i < 2; i++) {
        const swv_bind_options options = { .ignore_names = i == 1 };
        world_rig              rig;
        swv_binding            binding;
        (void)human_rig(1.6 + 0.2 * i, (swv_sex)i, joints, &rig);
        (void)bind_rig(&rig, &options, &binding);
        for (int k = 0; k < SWV_PARTS; k++) {
            const double found[] = { binding.parts[k].joint, binding.parts[k].confidence };
            add(found, 2);
        }
        (void)body_of_rig(&rig, &binding, &bodies[i], NULL);
        (void)swv_body_stand(&bodies[i], stands[i]);
        (void)swv_body_follow_start(&bodies[i], NULL, &followers[i]);
        (void)swv_flesh_make(&bodies[i], &flesh[i]);
        add_poses(stands[i], SWV_HUMAN_JOINTS);
    }
    for (int i = 0; i < count; i++) {
        const swv_body     *body = &bodies[i % 2];
        const swv_pose      left = near_body(), right = near_body();
        const swv_body_goal goals[] = {
            { .part = SWV_PART_LEFT_HAND, .pose = left, .want = i % 3 == 0 ? SWV_WANT_POSE : SWV_WANT_POSITION },
            { .part = SWV_PART_RIGHT_HAND,
              .pose = right,
              .want = SWV_WANT_POSITION,
              .is_weighted = true,
              .position_weight = 0.75,
              .rotation_weight = 1.0 },
            { .part = SWV_PART_HEAD, .pose = left, .want = SWV_WANT_GAZE },
            { .part = SWV_PART_LEFT_FOOT, .want = SWV_WANT_FREE }
        };
        const int                    goal_count = 1 + i % 4;
        const swv_body_reach_options options = { .compromise = i % 5 == 4 ? SWV_KEEP_HAND : SWV_KEEP_LIMITS,
                                                 .balances = i % 7 == 6 };
        swv_body_reach_report        report;
        swv_clearance                arms[2];
        if (i % 4 < 2)
            (void)swv_body_reach(body, goals, goal_count, stands[i % 2], &options, locals, &report);
        else
            (void)swv_body_follow(body, &followers[i % 2], goals, goal_count, 0.05, stands[i % 2], &options, locals,
                                  &report);
        (void)swv_flesh_avoid(body, &flesh[i % 2], locals, locals, arms);
        (void)swv_mount_worlds(&body->mount, locals, worlds);
        add_poses(locals, SWV_HUMAN_JOINTS);
        add_poses(worlds, SWV_HUMAN_JOINTS);
        if (i % 2 == 0 && recorded < CLIP)
            memcpy(clip[recorded++], locals, sizeof locals);
        add(report.position_errors, goal_count);
        add(report.rotation_errors, goal_count);
        add(&report.mass.x, 3);
        add(&report.overhang, 1);
        add(&arms[0].distance, 1);
        add(&arms[1].distance, 1);
    }
    add_retarget(bodies, clip, recorded);
    add_points(bodies, stands, count);
}

static void add_finger(int count)
{
    swv_finger finger;
    double     q[SWV_FINGER_SOLUTIONS][3];
    swv_finger_make_little(&finger);
    for (int i = 0; i < count; i++) {
        const double    x = 0.07 * next();
        const swv_point tip = { x, 0.07 * next() };
        (void)swv_finger_solve(&finger, tip, q, NULL);
        add(q[0], 3);
    }
}

static void print_bits(int count)
{
    swv_arm arm;
    double  q[SWV_ARM_FAMILIES][7], best[7] = { 0 };
    swv_arm_make_human(&arm);
    arm.reference = SWV_SWIVEL_SMOOTH;
    for (int i = 0; i < count; i++) {
        const swv_pose hand = next_hand();
        double         swivel = 0.0;
        swv_arm_report report;
        (void)swv_arm_natural_swivel(&arm, &hand, &swivel);
        (void)swv_arm_solve(&arm, &hand, swivel, q, NULL);
        (void)swv_arm_best(&arm, &hand, swivel, best, best, &report);
        add(&swivel, 1);
        add(q[0], 7 * SWV_ARM_FAMILIES);
        add(best, 7);
        add(&report.position_error, 1);
    }
    swv_arm_track track;
    (void)swv_arm_track_start(&arm, NULL, &track);
    for (int i = 0; i < count / 10; i++) {
        const swv_pose hand = next_hand();
        (void)swv_arm_track_step(&track, &hand, 0.05, best, NULL);
        add(best, 7);
    }
    add_shoulder(count / 20);
    add_finger(count);
    add_limbs(count / 10);
    add_bodies(count / 100);
    printf("%08x\n", (unsigned)hash);
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

enum { HANDS = 1000 };

static void print_time(int runs)
{
    static swv_pose hands[HANDS];
    swv_arm         arm;
    double          q[7], one = 1e9, best = 1e9, sum = 0.0;
    swv_arm_make_human(&arm);
    for (int i = 0; i < HANDS; i++)
        hands[i] = next_hand();
    for (int run = 0; run < runs; run++) {
        double start = seconds();
        for (int i = 0; i < HANDS; i++) {
            (void)swv_arm_solve_one(&arm, &hands[i], 0.3, 0, q, NULL);
            sum += q[0];
        }
        double end = seconds();
        one = end - start < one ? end - start : one;
        start = end;
        for (int i = 0; i < HANDS; i++) {
            (void)swv_arm_best(&arm, &hands[i], 0.3, NULL, q, NULL);
            sum += q[0];
        }
        end = seconds();
        best = end - start < best ? end - start : best;
    }
    printf("%.1f %.1f %g\n", one / HANDS * 1e9, best / HANDS * 1e9, sum);
}

int main(int argc, char **argv)
{
    const int count = argc > 2 ? atoi(argv[2]) : 0;
    if (argc > 2 && strcmp(argv[1], "bits") == 0)
        print_bits(count);
    else if (argc > 2 && strcmp(argv[1], "time") == 0)
        print_time(count);
    else
        return 2;
    return 0;
}
