// SPDX-License-Identifier: MIT
// People's motion on humanoid robots: Unitree's G1 and H1, from their MJCF files.
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "recording.h"
#include "motion_rigs.h"
#include "swivel/body.h"
#include "swivel/retarget.h"
#include "swivel_io/robot.h"

typedef struct robot {
    swv_motion     motion;
    swv_skeleton   tree;
    void          *memory, *room;
    swv_robot_body body;
} robot;

static bool read_robot(const char *name, robot *r)
{
    char        path[300];
    swv_binding binding;
    snprintf(path, sizeof path, "%s/data/files/mjcf/%s.xml", SWIVEL_SOURCE_DIR, name);
    const swv_status status = swv_motion_read_file(path, NULL, &r->motion, NULL);
    if (status == SWV_UNSUPPORTED)  // built without expat
        return false;
    assert_int_equal(status, SWV_OK);
    r->memory = malloc(swv_skeleton_size(r->motion.joint_count));
    assert_non_null(r->memory);
    const swv_skeleton_options options = { .up = r->motion.up };
    assert_int_equal(swv_skeleton_make(r->motion.robot, r->motion.joint_count, &options, r->memory, &r->tree, NULL),
                     SWV_OK);
    r->room = malloc(swv_robot_body_size(&r->tree));
    assert_non_null(r->room);
    assert_true(swv_skeleton_bind_size(r->motion.joint_count) <= swv_robot_body_size(&r->tree));
    assert_int_equal(swv_skeleton_bind(&r->tree, NULL, r->room, &binding), SWV_OK);
    assert_int_equal(swv_robot_body_make(&r->tree, &binding, r->room, &r->body, NULL), SWV_OK);
    return true;
}

static void free_robot(robot *r)
{
    free(r->room);
    free(r->memory);
    swv_motion_free(&r->motion);
}

// How far the bones of each limb turn from one frame to the next, the one that turns most.
static void add_turns(const swv_pose now[12], const swv_pose before[12], double turns[4])
{
    for (int i = 0; i < 12; i++)
        turns[i / 3] = fmax(turns[i / 3], swv_quat_angle_between(now[i].rotation, before[i].rotation));
}

// By how much more a bone turns in a frame than any of the recorded limb's within two frames of it.
static double largest_jump(double (*its)[4], double (*recorded)[4], int count)
{
    double jump = 0.0;
    for (int f = 1; f < count; f++)
        for (int limb = 0; limb < 4; limb++) {
            double most = 0.0;
            for (int k = f > 2 ? f - 2 : 1; k <= f + 2 && k < count; k++)
                most = fmax(most, recorded[k][limb]);
            jump = fmax(jump, its[f][limb] - most);
        }
    return jump;
}

// Points of its sole in the world, by its own shape: the lower side of the box around its foot. Heel and ball; their corners.
static void sole_of(const robot *r, const swv_pose *frames, int side, swv_vec3 points[FOOT_POINTS])
{
    const int        link = r->body.links[11 + 3 * side];
    const swv_joint *foot = &r->tree.joints[link];
    assert_true(foot->low.z < 0.0 && foot->high.x > 0.0);
    for (int i = 0; i < FOOT_POINTS; i++)
        points[i] = swv_pose_apply(frames[link], (swv_vec3){ i % 2 ? foot->high.x : foot->low.x,
                                                             i < 2   ? 0.0
                                                             : i < 4 ? foot->low.y
                                                                     : foot->high.y,
                                                             foot->low.z });
}

static void check_robot(const char *clip_name, const char *robot_name, double hand_bar)
{
    enum { LONGEST = 1200 };
    static double       turns[2][LONGEST][4];  // the robot's, the person's
    static robot        r;
    swv_retarget        t;
    swv_retarget_report told;
    if (!read_robot(robot_name, &r))
        return;
    recording *p = read_clip(clip_name);
    assert_int_equal(swv_retarget_make(&p->body, &r.body.body, NULL, &t), SWV_OK);
    const int    count = p->count, people = p->motion.joint_count, numbers = r.tree.number_count;
    const double dt = p->motion.frame_time;
    swv_pose    *locals = malloc((size_t)(count * SWV_ROBOT_BODY_JOINTS) * sizeof *locals);
    double      *scratch = malloc(swv_retarget_size(count));
    double      *posture = malloc((size_t)numbers * sizeof *posture);
    assert_true(locals && scratch && posture && count <= LONGEST);
    assert_int_equal(swv_retarget_clip(&t, p->clip, count, dt, scratch, locals, &told), SWV_OK);
    // Lengths as if the leg were 0.9 m long.
    const double one = 0.9 / leg_of(&r.body.body), mm = 1e3 * one;
    swv_pose     bones[2][2][12];  // robot, person; this frame and the last by turns
    double       foot = 0.0, hand = 0.0, outside = 0.0;
    foot_track   was = track_of(&p->body, p->clip, count, dt, told.floor), is = make_track(count, FOOT_POINTS, dt);
    for (int f = 0; f < count; f++) {
        swv_robot_body_report report;
        swv_pose              frames[SWV_SKELETON_JOINTS], worlds[ALL];
        double                excess;
        int                   joint;
        assert_int_equal(swv_robot_body_pose(&r.body, locals + f * SWV_ROBOT_BODY_JOINTS, f ? posture : NULL, r.room,
                                             posture, &report),
                         SWV_OK);
        assert_int_equal(swv_skeleton_outside(&r.tree, posture, &excess, &joint), SWV_OK);
        assert_int_equal(swv_skeleton_frames(&r.tree, posture, frames), SWV_OK);
        assert_int_equal(swv_mount_worlds(&r.body.body.mount, locals + f * SWV_ROBOT_BODY_JOINTS, worlds), SWV_OK);
        outside = fmax(outside, excess);
        for (int i = 0; i < 12; i++)
            bones[0][f % 2][i] = frames[r.body.links[3 + i]];
        for (int side = 0; side < 2; side++) {
            // By the robot's own forward kinematics: right and left foot are joints 11 and 14 of the stand-in, hands 5 and 8.
            const int      hand_at = 5 + 3 * side;
            const swv_vec3 place = swv_pose_apply(frames[r.body.links[hand_at]], r.body.from_link[hand_at].position);
            const double   away = swv_vec3_length(swv_vec3_sub(place, worlds[hand_at].position));
            assert_near(away, report.hands[side], 1e-9);
            hand = fmax(hand, away);
            foot = fmax(foot, report.feet[side]);
            sole_of(&r, frames, side, is.at[f][side]);
            for (int k = 0; k < FOOT_POINTS; k++)
                is.at[f][side][k] = swv_vec3_scale(one, is.at[f][side][k]);
        }
        assert_int_equal(swv_mount_worlds(&p->body.mount, p->clip + f * people, worlds), SWV_OK);
        for (int i = 0; i < 12; i++)
            bones[1][f % 2][i] = worlds[p->body.mount.limbs[i / 3].joints[i % 3]];
        for (int i = 0; i < 2; i++) {
            memset(turns[i][f], 0, sizeof turns[i][f]);
            if (f > 0)
                add_turns(bones[i][f % 2], bones[i][(f + 1) % 2], turns[i][f]);
        }
    }
    const double jump = 57.29577951308232 * largest_jump(turns[0], turns[1], count);
    const double drift = 1e3 * drift_of(&was, t._private.heights[0], leg_of(&p->body), &is), below = 1e3 * below_of(&is),
                 skating = skating_of(&is, 0);
    print_message(
        "%-26s on %s: feet within %.2f mm, hands within %.1f mm, jump %.1f degrees, %.1e rad beyond limits; soles "
        "drift by %.2f mm, are %.1f mm below the floor, skate in %.2f %% of the steps (recorded: %.2f %%)\n",
        clip_name, robot_name, mm * foot, mm * hand, jump, outside, drift, below, skating, skating_of(&was, 1));
    assert_true(mm * foot < 1.0 && mm * hand < hand_bar && jump < 20.0 && outside == 0.0);
    assert_true(drift < 2.0 && below < 5.0 && skating == 0.0);
    free(was.at);
    free(is.at);
    free(posture);
    free(scratch);
    free(locals);
    free_clip(p);
    free_robot(&r);
}

static void robots_follow(void **state)
{
    (void)state;
    static const char *const clips[] = { "cmu_02_01_walk",   "jumping_jacks_mixed_order", "wave_hello",
                                         "cmu_79_08_boxing", "cmu_124_01_pitch",          "cmu_80_08_pickup",
                                         "cmu_111_25_shrug", "pybvh_mixed_orders",        "rokoko_jesse_dance",
                                         "three_pirouette",  "pybvh_moving_fingers" };
    for (int i = 0; i < CASES(11) && i < 11; i++) {
        check_robot(clips[i], "g1", 15.0);
        check_robot(clips[i], "h1", 50.0);
    }
}

// A machine with balls at shoulders and hips and two axes at its ankles, of people's lengths, is where its stand-in is.
static void balls_and_universal_joints_follow(void **state)
{
    (void)state;
    static world_joint    bones[SWV_HUMAN_JOINTS];
    static swv_joint      joints[SWV_HUMAN_JOINTS];
    static swv_robot_body machine;
    world_rig             rig;
    swv_binding           binding;
    swv_skeleton          tree;
    swv_retarget          t;
    assert_int_equal(human_rig(1.7, SWV_MALE, bones, &rig), SWV_OK);
    assert_int_equal(bind_rig(&rig, NULL, &binding), SWV_OK);
    for (int j = 0; j < SWV_HUMAN_JOINTS; j++) {
        const bool     is_ankle = j == SWV_PART_LEFT_FOOT || j == SWV_PART_RIGHT_FOOT;
        const swv_pose above = bones[j].parent < 0 ? (swv_pose)SWV_IDENTITY_POSE : bones[bones[j].parent].rest;
        joints[j] = (swv_joint){ .name = bones[j].name,
                                 .parent = bones[j].parent,
                                 .kind = bones[j].parent < 0 ? SWV_JOINT_FREE
                                         : is_ankle          ? SWV_JOINT_UNIVERSAL
                                                             : SWV_JOINT_BALL,
                                 .rest = swv_pose_mul(swv_pose_inverse(above), bones[j].rest),
                                 .axis = { 1.0, 0.0, 0.0 },
                                 .second_axis = { 0.0, 1.0, 0.0 } };
    }
    void *memory = malloc(swv_skeleton_size(SWV_HUMAN_JOINTS));
    assert_non_null(memory);
    assert_int_equal(swv_skeleton_make(joints, SWV_HUMAN_JOINTS, NULL, memory, &tree, NULL), SWV_OK);
    void *room = malloc(swv_robot_body_size(&tree));
    assert_non_null(room);
    assert_int_equal(swv_robot_body_make(&tree, &binding, room, &machine, NULL), SWV_OK);
    recording *p = read_clip("cmu_02_01_walk");
    assert_int_equal(swv_retarget_make(&p->body, &machine.body, NULL, &t), SWV_OK);
    enum { FRAMES = 60 };
    swv_pose *locals = malloc(FRAMES * SWV_ROBOT_BODY_JOINTS * sizeof *locals);
    double *scratch = malloc(swv_retarget_size(FRAMES)), *posture = malloc((size_t)tree.number_count * sizeof *posture);
    assert_true(locals && scratch && posture);
    assert_int_equal(swv_retarget_clip(&t, p->clip, FRAMES, p->motion.frame_time, scratch, locals, NULL), SWV_OK);
    double foot = 0.0, hand = 0.0;
    for (int f = 0; f < FRAMES; f++) {
        swv_robot_body_report report;
        assert_int_equal(swv_robot_body_pose(&machine, locals + f * SWV_ROBOT_BODY_JOINTS, f ? posture : NULL, room,
                                             posture, &report),
                         SWV_OK);
        for (int side = 0; side < 2; side++) {
            foot = fmax(foot, report.feet[side]);
            hand = fmax(hand, report.hands[side]);
        }
    }
    print_message("of balls: feet within %.1e mm, hands within %.1e mm\n", 1e3 * foot, 1e3 * hand);
    assert_true(foot < 1e-7 && hand < 1e-7);
    free(room);
    free(posture);
    free(scratch);
    free(locals);
    free(memory);
    free_clip(p);
}

// What is no humanoid is none.
static void no_humanoid(void **state)
{
    (void)state;
    static const swv_joint joints[2] = {
        { .name = "base", .parent = -1, .kind = SWV_JOINT_FREE, .rest = SWV_IDENTITY_POSE },
        { .name = "arm",
          .parent = 0,
          .kind = SWV_JOINT_HINGE,
          .rest = { { 0.5, 0.0, 0.0 }, SWV_IDENTITY_QUAT },
          .axis = { 0, 0, 1 } },
    };
    double                memory[SWV_SKELETON_BYTES(2) / sizeof(double)];
    static double         room[10000];
    swv_skeleton          tree;
    swv_binding           binding = { .up = { 0, 0, 1 } };
    static swv_robot_body made;
    assert_int_equal(swv_skeleton_make(joints, 2, NULL, memory, &tree, NULL), SWV_OK);
    assert_true(swv_robot_body_size(&tree) <= sizeof room);
    for (int i = 0; i < SWV_PARTS; i++)
        binding.parts[i].joint = -1;
    int part = -2;
    assert_int_equal(swv_robot_body_make(&tree, &binding, room, &made, &part), SWV_BAD_MODEL);
    assert_int_equal(part, SWV_PART_HIPS);
    for (int i = 0; i < SWV_PARTS; i++)
        binding.parts[i].joint = i % 2;
    assert_int_equal(swv_robot_body_make(&tree, &binding, room, &made, &part), SWV_BAD_MODEL);
    assert_int_equal(part, SWV_PART_RIGHT_HAND);
    for (int i = 0; i < SWV_PARTS; i++)
        binding.parts[i].joint = 99;
    assert_int_equal(swv_robot_body_make(&tree, &binding, room, &made, NULL), SWV_BAD_MODEL);
    tree.cookie = 0;
    assert_int_equal(swv_robot_body_size(&tree), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(robots_follow),
        cmocka_unit_test(balls_and_universal_joints_follow),
        cmocka_unit_test(no_humanoid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
