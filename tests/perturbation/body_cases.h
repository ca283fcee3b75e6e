// SPDX-License-Identifier: MIT
// Bodies: built-in humans, their postures, and where all their joints are.
#ifndef SWIVEL_TESTS_PERTURBATION_BODY_CASES_H
#define SWIVEL_TESTS_PERTURBATION_BODY_CASES_H

#include "perturbation.h"
#include "rigs.h"
#include "swivel/body.h"

enum { HUMANS = 4, JOINTS = SWV_HUMAN_JOINTS };

typedef struct human {
    world_joint joints[JOINTS];
    world_rig   rig;
    swv_binding binding;
    swv_body    body;
    swv_pose    stand[JOINTS];
} human;

/// Two women and two men, made once.
static inline const human *human_at(int index)
{
    static human humans[HUMANS];
    human       *h = &humans[index];
    if (!h->rig.joint_count) {
        static const double statures[HUMANS] = { 1.55, 1.75, 1.65, 1.9 };
        assert_int_equal(human_rig(statures[index], index % 2 ? SWV_MALE : SWV_FEMALE, h->joints, &h->rig), SWV_OK);
        assert_int_equal(bind_rig(&h->rig, NULL, &h->binding), SWV_OK);
        assert_int_equal(body_of_rig(&h->rig, &h->binding, &h->body, NULL), SWV_OK);
        assert_int_equal(swv_body_stand(&h->body, h->stand), SWV_OK);
    }
    return h;
}

static inline const human *draw_human(draw *d)
{
    return human_at(draw_below(d, HUMANS));
}

/// Standing, with every joint but the hips turned by up to a part of what it can: 0 stands, 1 is contorted.
static inline void draw_animation(draw *d, const human *h, double wildness, swv_pose locals[JOINTS])
{
    memcpy(locals, h->stand, sizeof h->stand);
    for (int j = 0; j < JOINTS; j++) {
        const bool is_arm = j == SWV_PART_LEFT_UPPER_ARM || j == SWV_PART_RIGHT_UPPER_ARM;
        const bool is_leg = j == SWV_PART_LEFT_UPPER_LEG || j == SWV_PART_RIGHT_UPPER_LEG;
        const bool is_elbow = j == SWV_PART_LEFT_LOWER_ARM || j == SWV_PART_RIGHT_LOWER_ARM;
        const bool is_knee = j == SWV_PART_LEFT_LOWER_LEG || j == SWV_PART_RIGHT_LOWER_LEG;
        if (is_elbow || is_knee) {  // hinges: the elbow's axis is the world's z in the T-pose, the knee's x
            const double   bend = wildness * draw_between(d, 0, 1.5);
            const double   side = j == SWV_PART_LEFT_LOWER_ARM ? -1.0 : 1.0;
            const swv_vec3 axis = is_knee ? (swv_vec3){ -1, 0, 0 } : (swv_vec3){ 0, 0, side };
            locals[j].rotation = swv_quat_mul(locals[j].rotation, swv_quat_from_axis_angle(axis, bend));
        } else if (j != SWV_PART_HIPS) {
            const double most = is_arm ? 1.2 : is_leg ? 0.5 : 0.15;
            locals[j].rotation = swv_quat_mul(locals[j].rotation, draw_turn(d, wildness * most));
        }
    }
}

/// Every local turned a little; the hips also moved.
static inline void moved_locals(draw *d, const human *h, swv_pose locals[JOINTS])
{
    for (int j = 0; j < JOINTS; j++)
        locals[j].rotation = moved_rotation(d, locals[j].rotation);
    locals[SWV_PART_HIPS].position = moved_place(d, locals[SWV_PART_HIPS].position, h->body.size);
}

static inline void worlds_of(const human *h, const swv_pose *locals, swv_pose worlds[JOINTS])
{
    assert_int_equal(swv_mount_worlds(&h->body.mount, locals, worlds), SWV_OK);
}

/// All joints.
static inline void add_body(answer *out, const human *h, const swv_pose *locals)
{
    swv_pose worlds[JOINTS];
    worlds_of(h, locals, worlds);
    for (int j = 0; j < JOINTS; j++)
        add_place(out, swv_part_name(j), worlds[j].position, h->body.size);
}

#endif
