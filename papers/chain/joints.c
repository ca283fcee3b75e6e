// SPDX-License-Identifier: MIT
// Chains and the joints of skeletons: one from the other. Lengths are metres or the chain's own unit, angles radians. A joint's rest pose is
// in the frame of the joint before it, the first one's in the world; a chain keeps its position only, as at zero all frames are parallel.
#include <math.h>

#include "math/scalar.h"
#include "skeleton/axis_along.h"
#include "swivel_papers/chain.h"

static const swv_pose identity = SWV_IDENTITY_POSE;

// Exactly: a rest rotation that is only almost the identity would be lost.
static bool is_turned(swv_quat q)
{
    return q.x != 0.0 || q.y != 0.0 || q.z != 0.0;
}

static bool moves(const swv_joint *joint)
{
    return joint->kind == SWV_JOINT_HINGE || joint->kind == SWV_JOINT_SLIDER;
}

// The pose of the last of `count` fixed joints in the frame before the first.
static swv_pose fixed_pose(const swv_joint *joints, int count)
{
    swv_pose pose = count > 0 ? joints[0].rest : identity;
    for (int i = 1; i < count; ++i)
        pose = swv_pose_mul(pose, joints[i].rest);
    return pose;
}

// A joint that follows none. coordinate: its index in a posture. Lower and upper both 0 are no limits in a skeleton.
static swv_chain_joint own_joint(const swv_joint *joint, int coordinate)
{
    const bool     has_limits = joint->lower[0] != 0.0 || joint->upper[0] != 0.0;
    const swv_vec3 axis = joint->axis;
    return (swv_chain_joint){
        .origin = joint->rest.position,
        .axis = axis,
        .axis_along = swvi_axis_along(axis),
        .slides = joint->kind == SWV_JOINT_SLIDER,
        .follows = -1,
        .coordinate = coordinate,
        .ratio = 1.0,
        .lower = has_limits ? joint->lower[0] : -INFINITY,
        .upper = has_limits ? joint->upper[0] : INFINITY,
    };
}

swv_status swv_chain_from_joints(swv_chain *chain, const swv_joint *joints, int count)
{
    if (!chain || !joints)
        return SWV_NULL;
    int first = 0, end = 0;  // the joints that move are first to end - 1
    for (int i = 0; i < count; ++i)
        if (joints[i].parent != i - 1)
            return SWV_BAD_MODEL;
    while (first < count && joints[first].kind == SWV_JOINT_FIXED)
        ++first;
    for (end = first; end < count && moves(&joints[end]); ++end)
        if (end > first && is_turned(joints[end].rest.rotation))
            return SWV_BAD_MODEL;
    for (int i = end; i < count; ++i)
        if (joints[i].kind != SWV_JOINT_FIXED)
            return SWV_BAD_MODEL;
    const int moving = end - first;
    if (moving < 1 || moving > SWV_MAX_JOINTS || is_turned(joints[first].rest.rotation))
        return moving < 1 || moving > SWV_MAX_JOINTS ? SWV_BAD_COUNT : SWV_BAD_MODEL;

    swv_chain made = { .joint_count = moving, .dof = moving };
    made.base = fixed_pose(joints, first);
    made.tip = fixed_pose(&joints[end], count - end);
    for (int i = 0; i < moving; ++i)
        made.joints[i] = own_joint(&joints[first + i], i);
    swv_status status = swv_chain_check(&made);
    for (int i = 0; i < moving && status == SWV_OK; ++i) {
        const swv_joint *joint = &joints[first + i];
        if (joint->ratio != 0.0)
            status = swv_chain_couple(&made, i, joint->follows - first, joint->ratio, joint->offset);
    }
    if (status == SWV_OK)
        *chain = made;
    return status;
}

swv_status swv_chain_from_dh(swv_chain *chain, swv_dh_convention convention, const swv_dh_row *rows, int count)
{
    if (!chain)
        return SWV_NULL;
    swv_joint        joints[SWV_MAX_JOINTS + 1];  // and the tip
    const swv_status status = swv_joints_from_dh(convention, rows, count, joints);
    return status == SWV_OK ? swv_chain_from_joints(chain, joints, count + 1) : status;
}

swv_status swv_chain_from_axes(swv_chain *chain, const swv_axis *axes, int count, const swv_pose *world_from_tip)
{
    if (!chain)
        return SWV_NULL;
    swv_joint        joints[SWV_MAX_JOINTS + 1];  // and the tip
    const swv_status status = swv_joints_from_axes(axes, count, world_from_tip, joints);
    return status == SWV_OK ? swv_chain_from_joints(chain, joints, count + 1) : status;
}

// parent, leader: indices among the skeleton's joints; leader is the one whose coordinate it has, if it follows. 0x1p-1074, the smallest
// double: locked at 0, not without limits.
static swv_joint joint_of(const swv_chain_joint *from, int parent, int leader)
{
    swv_joint joint = {
        .parent = parent,
        .kind = from->slides ? SWV_JOINT_SLIDER : SWV_JOINT_HINGE,
        .rest = { from->origin, SWV_IDENTITY_QUAT },
        .axis = from->axis,
        .lower = { from->lower },
        .upper = { from->lower == 0.0 && from->upper == 0.0 ? 0x1p-1074 : from->upper },
    };
    if (from->follows < 0)
        return joint;
    if (from->ratio != 0.0) {
        joint.follows = leader;
        joint.ratio = from->ratio;
        joint.offset = from->offset;
        return joint;
    }
    joint.kind = SWV_JOINT_FIXED;
    if (from->slides)
        joint.rest.position = swv_vec3_add(from->origin, swv_vec3_scale(from->offset, from->axis));
    else
        joint.rest.rotation = swv_quat_from_axis_angle(from->axis, from->offset);
    return joint;
}

int swv_chain_joints(const swv_chain *chain, swv_joint *joints)
{
    if (!joints || swv_chain_check(chain) != SWV_OK)
        return 0;
    const swv_vec3 at = chain->base.position;
    // The index of the chain's first joint: 1 after a base, else 0.
    const int first = is_turned(chain->base.rotation) || at.x != 0.0 || at.y != 0.0 || at.z != 0.0;
    if (first)
        joints[0] = (swv_joint){ .name = "base", .parent = -1, .rest = chain->base };
    int owner[SWV_MAX_JOINTS] = { 0 };  // of each coordinate, the joint that follows none
    for (int i = 0; i < chain->joint_count; ++i)
        if (chain->joints[i].follows < 0)
            owner[chain->joints[i].coordinate] = i;
    for (int i = 0; i < chain->joint_count; ++i)
        joints[first + i] = joint_of(&chain->joints[i], first + i - 1, first + owner[chain->joints[i].coordinate]);
    const int tip = first + chain->joint_count;
    joints[tip] = (swv_joint){ .name = "tip", .parent = tip - 1, .rest = chain->tip };
    return tip + 1;
}

swv_status swv_chain_to_axes(const swv_chain *chain, swv_axis *axes, swv_pose *world_from_tip)
{
    if (!chain || !axes || !world_from_tip)
        return SWV_NULL;
    swv_joint joints[SWV_CHAIN_JOINTS];
    const int count = swv_chain_joints(chain, joints);
    return count > 0 ? swv_joints_to_axes(joints, count, axes, world_from_tip) : SWV_BAD_MODEL;
}
