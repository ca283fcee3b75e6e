// SPDX-License-Identifier: MIT
// Limbs whose bones do not carry each other are attached, and make a body then; what cannot be attached is named. A real one:
// RobotExpressive, tests/cli/motion.sh. Lengths are in the skeleton's unit, angles radians; rests are against the parent, places in the world
// (skeleton.h).
#include "check.h"
#include "rigs.h"
#include "swivel/body.h"

typedef struct person {
    world_joint joints[SWV_HUMAN_JOINTS];
    world_rig   rig;
    swv_binding binding;
} person;

static void make_person(person *p)
{
    assert_int_equal(human_rig(1.7, SWV_FEMALE, p->joints, &p->rig), SWV_OK);
    assert_int_equal(bind_rig(&p->rig, NULL, &p->binding), SWV_OK);
}

static swv_status attach(const person *p, swv_joint *joints, int *hips, int *fault)
{
    swv_status    status;
    rig_skeleton *made = make_rig_skeleton(&p->rig, &status, NULL);
    assert_non_null(made);
    status = swv_skeleton_attach(&made->skeleton, &p->binding, joints, hips, fault);
    free(made);
    return status;
}

static void whole_limbs_stay(void **state)
{
    (void)state;
    person    p;
    swv_joint joints[SWV_HUMAN_JOINTS];
    int       hips = -2, fault = -2;
    make_person(&p);
    assert_int_equal(attach(&p, joints, &hips, &fault), SWV_OK);
    for (int j = 0; j < SWV_HUMAN_JOINTS; j++) {
        const swv_joint was = joint_of_rig(p.joints, SWV_HUMAN_JOINTS, j);
        assert_int_equal(joints[j].parent, was.parent);
        assert_memory_equal(&joints[j].rest, &was.rest, sizeof was.rest);
    }
    assert_int_equal(hips, SWV_PART_HIPS);
    assert_int_equal(fault, -1);
}

static void loose_hands_and_feet_are_attached(void **state)
{
    (void)state;
    static const int loose[] = { SWV_PART_LEFT_HAND, SWV_PART_RIGHT_FOOT, SWV_PART_LEFT_LOWER_LEG };
    static double    memory[SWV_SKELETON_BYTES(SWV_HUMAN_JOINTS) / sizeof(double)];
    static swv_body  body;
    person           p;
    swv_joint        joints[SWV_HUMAN_JOINTS];
    swv_skeleton     skeleton;
    int              expected[SWV_HUMAN_JOINTS], hips;
    make_person(&p);
    for (int j = 0; j < SWV_HUMAN_JOINTS; j++)
        expected[j] = p.joints[j].parent;
    for (int i = 0; i < 3; i++)
        p.joints[loose[i]].parent = i == 1 ? -1 : SWV_PART_HIPS;
    assert_int_equal(body_of_rig(&p.rig, &p.binding, &body, NULL), SWV_BAD_MODEL);
    assert_int_equal(attach(&p, joints, &hips, NULL), SWV_OK);
    assert_int_equal(swv_skeleton_make(joints, SWV_HUMAN_JOINTS, NULL, memory, &skeleton, NULL), SWV_OK);
    for (int j = 0; j < SWV_HUMAN_JOINTS; j++) {
        const swv_pose at = skeleton.rest_frames[j], was = p.joints[j].rest;
        assert_int_equal(joints[j].parent, expected[j]);
        assert_near(swv_vec3_length(swv_vec3_sub(at.position, was.position)), 0.0, 1e-12);
        assert_near(swv_quat_angle_between(at.rotation, was.rotation), 0.0, 1e-12);
    }
    assert_int_equal(swv_body_make(&skeleton, &p.binding, &body, NULL), SWV_OK);
}

// A root above hips that carry one leg only.
static void hips_are_what_carries_both_legs(void **state)
{
    (void)state;
    person    p;
    swv_joint joints[SWV_HUMAN_JOINTS];
    int       hips;
    make_person(&p);
    p.joints[SWV_PART_JAW].parent = -1;  // stands for a root
    p.joints[SWV_PART_HIPS].parent = SWV_PART_JAW;
    p.joints[SWV_PART_LEFT_UPPER_LEG].parent = SWV_PART_JAW;
    assert_int_equal(attach(&p, joints, &hips, NULL), SWV_OK);
    assert_int_equal(hips, SWV_PART_JAW);
}

static void what_cannot_be_attached_is_named(void **state)
{
    (void)state;
    person    p;
    swv_joint joints[SWV_HUMAN_JOINTS] = { { .parent = 99 } };
    int       hips = 99, fault;
    make_person(&p);
    p.joints[SWV_PART_LEFT_HAND].parent = SWV_PART_HIPS;
    p.joints[SWV_PART_LEFT_HAND].rest.position.x -= 2.0;  // too far from its elbow
    assert_int_equal(attach(&p, joints, &hips, &fault), SWV_BAD_MODEL);
    assert_int_equal(fault, SWV_PART_LEFT_HAND);
    assert_true(joints[0].parent == 99 && hips == 99);
    make_person(&p);
    p.joints[SWV_PART_LEFT_LOWER_ARM].parent = SWV_PART_HIPS;  // an elbow that carries its shoulder
    p.joints[SWV_PART_LEFT_UPPER_ARM].parent = SWV_PART_LEFT_LOWER_ARM;
    assert_int_equal(attach(&p, joints, &hips, &fault), SWV_BAD_MODEL);
    assert_int_equal(fault, SWV_PART_LEFT_LOWER_ARM);
    make_person(&p);
    p.binding.parts[SWV_PART_NECK].joint = SWV_HUMAN_JOINTS;
    assert_int_equal(attach(&p, joints, &hips, &fault), SWV_BAD_ARGUMENT);
    assert_int_equal(fault, SWV_PART_NECK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_limbs_stay),
        cmocka_unit_test(loose_hands_and_feet_are_attached),
        cmocka_unit_test(hips_are_what_carries_both_legs),
        cmocka_unit_test(what_cannot_be_attached_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
