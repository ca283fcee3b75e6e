// SPDX-License-Identifier: MIT
// `fault` of base.h: a call that fails says which joint, part, goal or frame it is about, and -1 where that says nothing.
#include "check.h"

#include <math.h>
#include <string.h>

#include "chain_solve.h"
#include "rigs.h"
#include "swivel/swivel.h"
#include "swivel_papers/models.h"

enum { UNSET = -2 };

static world_joint human[SWV_HUMAN_JOINTS];
static world_rig   rig;
static swv_binding binding;
static swv_body    body;

static int make(void **state)
{
    (void)state;
    return human_rig(1.75, SWV_FEMALE, human, &rig) != SWV_OK || bind_rig(&rig, NULL, &binding) != SWV_OK ||
           body_of_rig(&rig, &binding, &body, NULL) != SWV_OK;
}

static void a_mount_names_the_part_bound_to_no_joint(void **state)
{
    (void)state;
    static swv_mount mount;
    swv_binding      wrong = binding;
    int              fault = UNSET;
    assert_int_equal(mount_rig(&rig, &wrong, &mount, &fault), SWV_OK);
    assert_int_equal(fault, -1);
    wrong.parts[SWV_PART_LEFT_FOOT].joint = SWV_HUMAN_JOINTS;
    assert_int_equal(mount_rig(&rig, &wrong, &mount, &fault), SWV_BAD_ARGUMENT);
    assert_int_equal(fault, SWV_PART_LEFT_FOOT);
    wrong = binding;
    wrong.up.x = NAN;
    assert_int_equal(mount_rig(&rig, &wrong, &mount, &fault), SWV_BAD_ARGUMENT);
    assert_int_equal(fault, -1);
}

static void a_body_names_the_part_it_lacks(void **state)
{
    (void)state;
    static const int needed[] = { SWV_PART_HIPS,           SWV_PART_HEAD,
                                  SWV_PART_LEFT_UPPER_ARM, SWV_PART_LEFT_LOWER_ARM,
                                  SWV_PART_RIGHT_HAND,     SWV_PART_RIGHT_UPPER_LEG,
                                  SWV_PART_LEFT_LOWER_LEG, SWV_PART_RIGHT_LOWER_LEG,
                                  SWV_PART_LEFT_FOOT };
    static swv_body  made;
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
        swv_binding without = binding;
        int         fault = UNSET;
        without.parts[needed[i]].joint = -1;
        assert_int_equal(body_of_rig(&rig, &without, &made, &fault), SWV_BAD_MODEL);
        assert_int_equal(fault, needed[i]);
    }
    // Bound, but not below the hips.
    swv_binding astray = binding;
    int         fault = UNSET;
    astray.parts[SWV_PART_HIPS].joint = binding.parts[SWV_PART_HEAD].joint;
    astray.parts[SWV_PART_HEAD].joint = binding.parts[SWV_PART_HIPS].joint;
    assert_int_equal(body_of_rig(&rig, &astray, &made, &fault), SWV_BAD_MODEL);
    assert_int_equal(fault, SWV_PART_HEAD);
    assert_int_equal(body_of_rig(&rig, &binding, &made, &fault), SWV_OK);
    assert_int_equal(fault, -1);
}

static void limbs_of_a_mount_name_the_goal(void **state)
{
    (void)state;
    swv_mount_goal  goals[2] = { { .part = SWV_PART_LEFT_HAND, .end = { { -0.3, 0.3, 1.2 }, SWV_IDENTITY_QUAT } },
                                 { .part = SWV_PART_RIGHT_HAND, .end = { { 0.3, 0.3, 1.2 }, SWV_IDENTITY_QUAT } } };
    swv_pose        locals[SWV_HUMAN_JOINTS];
    swv_mount_track track;
    int             fault = UNSET;
    assert_int_equal(swv_mount_track_start(&body.mount, NULL, &track), SWV_OK);
    assert_int_equal(swv_mount_solve(&body.mount, goals, 2, NULL, SWV_KEEP_LIMITS, locals, NULL, &fault), SWV_OK);
    assert_int_equal(fault, -1);
    for (int k = 0; k < 3; k++) {
        swv_mount_goal wrong[2] = { goals[0], goals[1] };
        if (k == 0)
            wrong[1].end.position.z = NAN;
        else if (k == 1)
            wrong[1].part = SWV_PART_LEFT_HAND;
        else
            wrong[1].elbow = (swv_elbow_wish)99;
        assert_int_equal(swv_mount_solve(&body.mount, wrong, 2, NULL, SWV_KEEP_LIMITS, locals, NULL, &fault),
                         SWV_BAD_GOAL);
        assert_int_equal(fault, 1);
        fault = UNSET;
        assert_int_equal(swv_mount_track_step(&body.mount, &track, wrong, 2, 0.01, NULL, locals, NULL, &fault),
                         SWV_BAD_GOAL);
        assert_int_equal(fault, 1);
    }
    assert_int_equal(swv_mount_solve(&body.mount, goals, 9, NULL, SWV_KEEP_LIMITS, locals, NULL, &fault),
                     SWV_BAD_COUNT);
    assert_int_equal(fault, -1);
    fault = UNSET;
    assert_int_equal(swv_mount_track_step(&body.mount, &track, goals, 2, -1.0, NULL, locals, NULL, &fault),
                     SWV_BAD_ARGUMENT);
    assert_int_equal(fault, -1);
}

static void a_tracked_body_names_the_point(void **state)
{
    (void)state;
    swv_pose       worlds[SWV_HUMAN_JOINTS], locals[SWV_HUMAN_JOINTS];
    swv_body_track track;
    assert_int_equal(rest_worlds_of(&body.mount, worlds), SWV_OK);
    assert_int_equal(swv_body_track_start(&body, SWV_KEEP_LIMITS, &track), SWV_OK);
    const int      parts[] = { SWV_PART_HEAD, SWV_PART_LEFT_HAND, SWV_PART_RIGHT_HAND, SWV_PART_HIPS };
    swv_body_point points[4];
    for (int i = 0; i < 4; i++)
        points[i] = (swv_body_point){ parts[i], worlds[body.parts[parts[i]]] };
    swv_body_report report;
    assert_int_equal(swv_body_solve(&body, points, 4, NULL, SWV_KEEP_LIMITS, locals, &report), SWV_OK);
    assert_int_equal(report.fault, -1);
    for (int k = 0; k < 4; k++) {
        swv_body_point wrong[4] = { points[0], points[1], points[2], points[3] };
        if (k == 0)
            wrong[2].pose.position.x = INFINITY;
        else if (k == 1)
            wrong[2].pose.position.x = 1e307;
        else if (k == 2)
            wrong[2].part = SWV_PART_LEFT_HAND;
        else
            wrong[2].part = SWV_PART_JAW;
        report.fault = UNSET;
        assert_int_equal(swv_body_solve(&body, wrong, 4, NULL, SWV_KEEP_LIMITS, locals, &report), SWV_BAD_GOAL);
        assert_int_equal(report.fault, 2);
        report.fault = UNSET;
        // A device that says nonsense is lost, no fault of the call.
        assert_int_equal(swv_body_track_step(&body, &track, wrong, 4, 0.01, NULL, locals, &report),
                         k < 2 ? SWV_OK : SWV_BAD_GOAL);
        assert_int_equal(report.fault, k < 2 ? -1 : 2);
    }
    points[2].part = SWV_PART_LEFT_FOOT;  // a hand is missing
    assert_int_equal(swv_body_solve(&body, points, 4, NULL, SWV_KEEP_LIMITS, locals, &report), SWV_BAD_GOAL);
    assert_int_equal(report.fault, -1);
}

static void a_reaching_body_names_the_goal(void **state)
{
    (void)state;
    const swv_body_goal goals[3] = {
        { .part = SWV_PART_LEFT_HAND, .want = SWV_WANT_POSITION, .pose.position = { -0.3, 0.3, 1.2 } },
        { .part = SWV_PART_HEAD, .want = SWV_WANT_GAZE, .pose.position = { 0.0, 1.0, 1.2 } },
        { .part = SWV_PART_RIGHT_FOOT, .want = SWV_WANT_STAY }
    };
    swv_pose              locals[SWV_HUMAN_JOINTS];
    swv_body_follower     follower;
    swv_body_reach_report report;
    assert_int_equal(swv_body_follow_start(&body, NULL, &follower), SWV_OK);
    assert_int_equal(swv_body_reach(&body, goals, 3, NULL, NULL, locals, &report), SWV_OK);
    assert_int_equal(report.fault, -1);
    for (int k = 0; k < 3; k++) {
        swv_body_goal wrong[3] = { goals[0], goals[1], goals[2] };
        wrong[k].part = k == 0 ? SWV_PART_JAW : SWV_PARTS;
        report.fault = UNSET;
        assert_int_equal(swv_body_reach(&body, wrong, 3, NULL, NULL, locals, &report), SWV_BAD_GOAL);
        assert_int_equal(report.fault, k);
        report.fault = UNSET;
        assert_int_equal(swv_body_follow(&body, &follower, wrong, 3, 0.01, NULL, NULL, locals, &report), SWV_BAD_GOAL);
        assert_int_equal(report.fault, k);
    }
    report.fault = UNSET;
    assert_int_equal(swv_body_follow(&body, &follower, goals, 3, 0.0, NULL, NULL, locals, &report), SWV_BAD_ARGUMENT);
    assert_int_equal(report.fault, -1);
}

static void chains_and_trees_name_the_goal(void **state)
{
    (void)state;
    swv_chain        chain;
    swv_goal         goals[2] = { { .target = { { 0.2, 0.3, 0.1 }, SWV_IDENTITY_QUAT } },
                                  { .kind = SWV_GOAL_POSITION, .link = swv_link_of(2), .target.position = { 0.0, 0.1, 0.1 } } };
    double           q[7], posture[2], memory[400], room[20000];
    swv_solve_report found;
    assert_int_equal(swv_model_chain("arm7", &chain), SWV_OK);
    assert_int_equal(solve_chain(&chain, goals, 2, NULL, NULL, q, &found), SWV_OK);
    assert_int_equal(found.fault, -1);
    goals[1].target.position.y = NAN;
    assert_int_equal(solve_chain(&chain, goals, 2, NULL, NULL, q, &found), SWV_BAD_GOAL);
    assert_int_equal(found.fault, 1);
    assert_int_equal(solve_chain(&chain, goals, 0, NULL, NULL, q, &found), SWV_BAD_COUNT);
    assert_int_equal(found.fault, -1);

    swv_joint links[2] = {
        { .parent = -1, .kind = SWV_JOINT_HINGE, .rest = SWV_IDENTITY_POSE, .axis = { 0.0, 0.0, 1.0 }, .mass = 1.0 },
        { .parent = 0,
          .kind = SWV_JOINT_HINGE,
          .rest = { { 0.5, 0.0, 0.0 }, SWV_IDENTITY_QUAT },
          .axis = { 0.0, 0.0, 1.0 } }
    };
    swv_skeleton tree;
    int          fault = UNSET;
    assert_true(swv_skeleton_size(2) <= sizeof memory);
    assert_int_equal(swv_skeleton_make(links, 0, NULL, memory, &tree, &fault), SWV_BAD_COUNT);
    assert_int_equal(fault, -1);
    links[1].axis.z = 0.0;
    assert_int_equal(swv_skeleton_make(links, 2, NULL, memory, &tree, &fault), SWV_BAD_ARGUMENT);
    assert_int_equal(fault, 1);
    links[1].axis.z = 1.0;
    assert_int_equal(swv_skeleton_make(links, 2, NULL, memory, &tree, &fault), SWV_OK);
    assert_int_equal(fault, -1);

    goals[0] = (swv_goal){ .kind = SWV_GOAL_POSITION, .link = swv_link_of(1), .target.position = { 0.3, 0.4, 0.0 } };
    goals[1] = goals[0];
    swv_vec3         corner = { 0.0, 0.0, 0.0 };
    swv_goals        asked = { goals, 2, { &corner, 1, { 0.0, 0.0, 1.0 }, 0.0, 1 } };
    swv_solve_report report;
    assert_true(swv_solve_size(&tree, 2) <= sizeof room);
    assert_int_equal(swv_solve(&tree, &asked, NULL, NULL, room, posture, &report), SWV_OK);
    assert_int_equal(report.fault, -1);
    goals[1].link = 3;
    assert_int_equal(swv_solve(&tree, &asked, NULL, NULL, room, posture, &report), SWV_BAD_GOAL);
    assert_int_equal(report.fault, 1);
    goals[1] = goals[0];
    asked.balance.weight = -1.0;
    assert_int_equal(swv_solve(&tree, &asked, NULL, NULL, room, posture, &report), SWV_BAD_GOAL);
    assert_int_equal(report.fault, 2);
}

static void a_clip_names_the_frame(void **state)
{
    (void)state;
    enum { FRAMES = 5 };
    static swv_pose     clip[FRAMES][SWV_HUMAN_JOINTS], out[FRAMES][SWV_HUMAN_JOINTS];
    static double       scratch[10000];
    swv_retarget        retarget;
    swv_retarget_report report;
    assert_true(swv_retarget_size(FRAMES) <= sizeof scratch);
    for (int f = 0; f < FRAMES; f++)
        rest_of(&body.mount, clip[f]);
    assert_int_equal(swv_retarget_make(&body, &body, NULL, &retarget), SWV_OK);
    assert_int_equal(swv_retarget_clip(&retarget, clip[0], FRAMES, 0.01, scratch, out[0], &report), SWV_OK);
    assert_int_equal(report.fault, -1);
    for (int k = 0; k < 2; k++) {
        const int      joint = body.parts[k ? SWV_PART_LEFT_FOOT : SWV_PART_LEFT_HAND];
        const swv_pose was = clip[3][joint];
        clip[3][joint].position.z = NAN;
        report.fault = UNSET;
        assert_int_equal(swv_retarget_clip(&retarget, clip[0], FRAMES, 0.01, scratch, out[0], &report),
                         SWV_BAD_POSTURE);
        assert_int_equal(report.fault, 3);
        clip[3][joint] = was;
    }
    assert_int_equal(swv_retarget_clip(&retarget, clip[0], 0, 0.01, scratch, out[0], &report), SWV_BAD_COUNT);
    assert_int_equal(report.fault, -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_mount_names_the_part_bound_to_no_joint, make),
        cmocka_unit_test_setup(a_body_names_the_part_it_lacks, make),
        cmocka_unit_test_setup(limbs_of_a_mount_name_the_goal, make),
        cmocka_unit_test_setup(a_tracked_body_names_the_point, make),
        cmocka_unit_test_setup(a_reaching_body_names_the_goal, make),
        cmocka_unit_test_setup(chains_and_trees_name_the_goal, make),
        cmocka_unit_test_setup(a_clip_names_the_frame, make),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
