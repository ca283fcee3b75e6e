// SPDX-License-Identifier: MIT
// A robot in use: as a tree of joints, and a way through it as a chain.
#include "swivel_io/robot.h"

#include <math.h>
#include <string.h>

#include "io/io_internal.h"

swv_status swv_robot_tree(const swv_motion *motion, swv_joint *joints)
{
    if (!motion || !joints)
        return SWV_NULL;
    if (!motion->robot)
        return SWV_BAD_MODEL;
    for (int i = 0; i < motion->joint_count; i++) {
        const swv_robot_joint *j = &motion->robot[i];
        joints[i] = (swv_joint){ .name = motion->joints[i].name,
                                 .parent = motion->joints[i].parent,
                                 .kind = j->kind,
                                 .rest = motion->joints[i].rest,
                                 .axis = j->axis,
                                 .lower = { j->lower },
                                 .upper = { j->upper },
                                 .mass = j->mass,
                                 .center = j->center,
                                 .low = j->low,
                                 .high = j->high };
        if (j->kind != SWV_JOINT_HINGE && j->kind != SWV_JOINT_SLIDER)
            joints[i].lower[0] = joints[i].upper[0] = 0.0;
    }
    return SWV_OK;
}

int swv_motion_find(const swv_motion *motion, const char *name)
{
    for (int i = 0; motion && name && i < motion->joint_count; i++)
        if (!strcmp(motion->joints[i].name, name))
            return i;
    return -1;
}

// Joints from base (not among them) to tip; -1 if base is not above it, or there are too many.
static int way_between(const swv_motion *m, int base, int tip, int way[SWV_MAX_JOINTS], swv_pose *base_from_tip)
{
    int count = 0;
    *base_from_tip = (swv_pose)SWV_IDENTITY_POSE;
    for (int j = tip; j != base; j = m->joints[j].parent) {
        if (j < 0)
            return -1;
        *base_from_tip = swv_pose_mul(m->joints[j].rest, *base_from_tip);
        if (m->robot[j].kind == SWV_JOINT_FIXED)
            continue;
        if (count == SWV_MAX_JOINTS || (m->robot[j].kind != SWV_JOINT_HINGE && m->robot[j].kind != SWV_JOINT_SLIDER))
            return -1;
        way[count++] = j;
    }
    for (int i = 0; i < count / 2; i++) {
        const int other = way[i];
        way[i] = way[count - 1 - i];
        way[count - 1 - i] = other;
    }
    return count;
}

static swv_pose world_of(const swv_motion *m, int joint)
{
    swv_pose pose = SWV_IDENTITY_POSE;
    for (; joint >= 0; joint = m->joints[joint].parent)
        pose = swv_pose_mul(m->joints[joint].rest, pose);
    return pose;
}

swv_status swv_robot_chain(const swv_motion *motion, int base, int tip, swv_chain *chain)
{
    if (!motion || !chain)
        return SWV_NULL;
    if (!motion->robot)
        return SWV_BAD_MODEL;
    if (tip < 0 || tip >= motion->joint_count || base < -1 || base >= motion->joint_count)
        return SWV_BAD_COUNT;
    for (int j = tip; base < 0 && j >= 0; j = motion->joints[j].parent)
        if (motion->joints[j].parent < 0 && motion->robot[j].kind == SWV_JOINT_FREE)
            base = j;
    int       way[SWV_MAX_JOINTS];
    swv_pose  base_from_tip;
    const int count = way_between(motion, base, tip, way, &base_from_tip);
    if (count < 1)
        return count < 0 ? SWV_BAD_ARGUMENT : SWV_BAD_COUNT;
    const swv_pose world_from_base = world_of(motion, base);
    swv_axis       axes[SWV_MAX_JOINTS];
    for (int i = 0; i < count; i++) {
        const swv_pose base_from_joint = swv_pose_mul(swv_pose_inverse(world_from_base), world_of(motion, way[i]));
        axes[i] =
            (swv_axis){ base_from_joint.position, swv_quat_rotate(base_from_joint.rotation, motion->robot[way[i]].axis),
                        motion->robot[way[i]].kind == SWV_JOINT_HINGE ? SWV_REVOLUTE : SWV_PRISMATIC };
    }
    swv_chain  made;
    swv_status status = swv_chain_from_axes(&made, axes, count, &base_from_tip);
    for (int i = 0; status == SWV_OK && i < count; i++) {
        const swv_robot_joint *j = &motion->robot[way[i]];
        status = swv_chain_set_limits(&made, i, j->lower, j->upper);
        for (int k = 0; status == SWV_OK && k < count; k++)
            if (j->leader == way[k])
                status = swv_chain_couple(&made, i, k, j->ratio, j->offset);
    }
    if (status == SWV_OK) {
        made.base = world_from_base;
        *chain = made;
    }
    return status;
}
