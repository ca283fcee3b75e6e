// SPDX-License-Identifier: MIT
// People's motion on humanoid robots: Unitree's G1 and H1, from their MJCF files.
#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "swivel/retarget.h"
#include "swivel/robot_body.h"
#include "swivel_io/robot.h"

enum { ALL = SWV_RIG_JOINTS };

typedef struct robot {
    swv_motion     motion;
    swv_tree_joint joints[SWV_TREE_JOINTS];
    swv_tree       tree;
    void          *memory, *room;
    swv_robot_body body;
} robot;

static void bind(const swv_motion *motion, swv_rig_joint *joints, swv_rig *rig, swv_binding *binding)
{
    assert_int_equal(swv_motion_rig(motion, -1, joints, rig), SWV_OK);
    rig->up = motion->up;
    assert_int_equal(swv_rig_bind(rig, NULL, binding), SWV_OK);
}

static bool read_robot(const char *name, robot *r)
{
    char          path[300];
    swv_rig_joint joints[ALL];
    swv_rig       rig;
    swv_binding   binding;
    snprintf(path, sizeof path, "%s/data/files/mjcf/%s.xml", SWIVEL_SOURCE_DIR, name);
    const swv_status status = swv_motion_read_file(path, NULL, &r->motion, NULL);
    if (status == SWV_UNSUPPORTED)  // built without expat
        return false;
    assert_int_equal(status, SWV_OK);
    bind(&r->motion, joints, &rig, &binding);
    assert_int_equal(swv_robot_tree(&r->motion, r->joints), SWV_OK);
    r->memory = malloc(swv_tree_size(r->motion.joint_count));
    assert_non_null(r->memory);
    assert_int_equal(swv_tree_make(&r->tree, r->joints, r->motion.joint_count, r->memory, NULL), SWV_OK);
    assert_int_equal(swv_robot_body_make(&r->tree, &binding, &r->body), SWV_OK);
    r->room = malloc(swv_robot_body_size(&r->body));
    assert_non_null(r->room);
    return true;
}

static void free_robot(robot *r)
{
    free(r->room);
    free(r->memory);
    swv_motion_free(&r->motion);
}

static void read_recording(const char *name, swv_motion *motion, swv_body *body)
{
    char          path[300];
    swv_rig_joint joints[ALL];
    swv_rig       rig;
    swv_binding   binding;
    snprintf(path, sizeof path, "%s/data/files/bvh/%s.bvh", SWIVEL_SOURCE_DIR, name);
    assert_int_equal(swv_motion_read_file(path, NULL, motion, NULL), SWV_OK);
    bind(motion, joints, &rig, &binding);
    assert_int_equal(swv_body_make(&rig, &binding, body), SWV_OK);
}

static void check_robot(const char *clip_name, const char *robot_name, double hand_bar)
{
    static robot    r;
    static swv_body person;
    swv_motion      motion;
    swv_retarget    t;
    if (!read_robot(robot_name, &r))
        return;
    read_recording(clip_name, &motion, &person);
    assert_int_equal(swv_retarget_make(&person, &r.body.body, NULL, &t), SWV_OK);
    const int count = motion.frame_count - 1, people = motion.joint_count, numbers = r.tree.number_count;
    swv_pose *clip = malloc((size_t)(count * people) * sizeof *clip);
    swv_pose *locals = malloc((size_t)(count * SWV_ROBOT_BODY_JOINTS) * sizeof *locals);
    double   *scratch = malloc(swv_retarget_scratch(count) * sizeof *scratch);
    double   *posture = malloc((size_t)numbers * sizeof *posture);
    assert_true(clip && locals && scratch && posture);
    for (int f = 0; f < count; f++)
        assert_int_equal(swv_motion_locals(&motion, f + 1, clip + f * people), SWV_OK);
    assert_int_equal(swv_retarget_clip(&t, clip, count, motion.frame_time, scratch, locals, NULL), SWV_OK);
    double foot = 0.0, hand = 0.0, outside = 0.0, below = 0.0;
    for (int f = 0; f < count; f++) {
        swv_robot_body_report report;
        swv_pose              frames[SWV_TREE_JOINTS], worlds[ALL];
        double                excess;
        int                   joint;
        assert_int_equal(swv_robot_body_pose(&r.body, locals + f * SWV_ROBOT_BODY_JOINTS, f ? posture : NULL, r.room,
                                             posture, &report),
                         SWV_OK);
        assert_int_equal(swv_tree_outside(&r.tree, posture, &excess, &joint), SWV_OK);
        assert_int_equal(swv_tree_frames(&r.tree, posture, frames), SWV_OK);
        assert_int_equal(swv_mount_worlds(&r.body.body.mount, locals + f * SWV_ROBOT_BODY_JOINTS, worlds), SWV_OK);
        outside = fmax(outside, excess);
        for (int side = 0; side < 2; side++) {
            // By the robot's own forward kinematics: right and left foot are joints 11 and 14 of the stand-in, hands 5 and 8.
            const int    at[2] = { 11 + 3 * side, 5 + 3 * side };
            const double said[2] = { report.feet[side], report.hands[side] };
            double      *most[2] = { &foot, &hand };
            for (int k = 0; k < 2; k++) {
                const swv_vec3 is = swv_pose_apply(frames[r.body.links[at[k]]], r.body.from_link[at[k]].position);
                const double   away = swv_vec3_length(swv_vec3_sub(is, worlds[at[k]].position));
                assert_near(away, said[k], 1e-9);
                *most[k] = fmax(*most[k], away);
                if (k == 0)
                    below = fmax(below, -is.z);
            }
        }
    }
    print_message("%-18s on %s: feet within %.2f mm, hands within %.1f mm, %.1e rad beyond limits, ankles %.1f mm "
                  "below the floor\n",
                  clip_name, robot_name, 1e3 * foot, 1e3 * hand, outside, 1e3 * below);
    assert_true(foot < 0.001 && hand < hand_bar && outside == 0.0 && below == 0.0);
    free(posture);
    free(scratch);
    free(locals);
    free(clip);
    swv_motion_free(&motion);
    free_robot(&r);
}

static void robots_follow(void **state)
{
    (void)state;
    static const char *const clips[] = { "cmu_02_01_walk", "cmu_79_08_boxing", "cmu_124_01_pitch", "cmu_80_08_pickup",
                                         "cmu_111_25_shrug" };
    const int                count = CASES(5);
    for (int i = 0; i < 5 && i < count; i++) {
        check_robot(clips[i], "g1", 0.01);
        check_robot(clips[i], "h1", 0.05);
    }
}

// What is no humanoid is none.
static void no_humanoid(void **state)
{
    (void)state;
    static const swv_tree_joint joints[2] = {
        { .name = "base", .parent = -1, .kind = SWV_JOINT_FREE, .rest = SWV_IDENTITY_POSE },
        { .name = "arm",
          .parent = 0,
          .kind = SWV_JOINT_HINGE,
          .rest = { { 0.5, 0.0, 0.0 }, SWV_IDENTITY_QUAT },
          .axis = { 0, 0, 1 } },
    };
    double                memory[400];
    swv_tree              tree;
    swv_binding           binding = { .up = { 0, 0, 1 } };
    static swv_robot_body made;
    assert_true(swv_tree_size(2) <= sizeof memory);
    assert_int_equal(swv_tree_make(&tree, joints, 2, memory, NULL), SWV_OK);
    for (int i = 0; i < SWV_PARTS; i++)
        binding.parts[i].joint = -1;
    assert_int_equal(swv_robot_body_make(&tree, &binding, &made), SWV_BAD_MODEL);
    for (int i = 0; i < SWV_PARTS; i++)
        binding.parts[i].joint = i % 2;
    assert_int_equal(swv_robot_body_make(&tree, &binding, &made), SWV_BAD_MODEL);
    for (int i = 0; i < SWV_PARTS; i++)
        binding.parts[i].joint = 99;
    assert_int_equal(swv_robot_body_make(&tree, &binding, &made), SWV_BAD_MODEL);
    assert_int_equal(swv_robot_body_size(&made), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(robots_follow),
        cmocka_unit_test(no_humanoid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
