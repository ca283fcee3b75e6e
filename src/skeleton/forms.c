// SPDX-License-Identifier: MIT
//
// The two ways to write a serial chain down, axes in the zero posture and Denavit-Hartenberg rows, and the way between them.
//
// The joints made have the axes: origins, each from the one before, and directions. From rows to axes is forward kinematics at
// zero: a standard row Rz(theta) Tz(d) Tx(a) Rx(alpha) has its joint about z before it, a modified row
// Rx(alpha) Tx(a) Rz(theta) Tz(d) between its first two and its last two factors.
//
// From axes to rows. Take the frame reached so far, its z along joint i, and in it the next axis: a point p and a unit
// direction z = (zx, zy, zz).
// (1) The common normal of both axes is x = (-zy, zx, 0)/s, s = hypot(zx, zy), or its opposite. theta turns the frame's
//     x axis onto it; alpha = atan2(s, zz) turns the frame's z onto the next axis about it; a = p.x.
// (2) It meets the next axis at p + u z with u = p.y / s, where y = (-zx, -zy, 0)/s, so d = pz + u zz.
// (3) s ~ 0, parallel axes: every height is as good, d = 0; x points to p.
// These are standard rows; in modified rows a and alpha move to the next row. Each row starts from the frame that the
// rows before it really give, so that rounding does not add up; what is left over at the end goes into the tip.
//
// Joints, axes and rows are those of skeleton.h: lengths in metres (or the chain's unit), angles in radians. Axes and tips are in the world, in the
// zero posture.
#include <math.h>

#include "math/scalar.h"
#include "swivel/geometry.h"
#include "swivel/skeleton.h"
#include "swivel/trig.h"

static const swv_pose identity = SWV_IDENTITY_POSE;
static const swv_vec3 along_z = { 0.0, 0.0, 1.0 };

// Components that are only rounding beside the largest become zero. v: a length or a direction, in any frame.
static swv_vec3 without_rounding(swv_vec3 v)
{
    const double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    const double largest = x > y ? (x > z ? x : z) : (y > z ? y : z);
    // Some hundred roundings of the largest.
    const double threshold = 1e-14 * largest;
    return (swv_vec3){ x < threshold ? 0.0 : v.x, y < threshold ? 0.0 : v.y, z < threshold ? 0.0 : v.z };
}

// SWV_BAD_ARGUMENT if it has no length.
static swv_status check_direction(swv_vec3 direction)
{
    const swv_vec3 unit = swv_vec3_normalize(direction);
    if (!swvi_vec3_is_finite(direction))
        return SWV_NOT_FINITE;
    return swv_vec3_dot(unit, unit) == 0.0 ? SWV_BAD_ARGUMENT : SWV_OK;
}

swv_status swv_joints_from_axes(const swv_axis *axes, int count, const swv_pose *world_from_tip, swv_joint *joints)
{
    if (!axes || !world_from_tip || !joints)
        return SWV_NULL;
    if (count < 1 || count > SWV_MAX_JOINTS)
        return SWV_BAD_COUNT;
    swv_pose   tip = *world_from_tip;
    swv_status status = swv_pose_check(&tip);
    swv_vec3   origins[SWV_MAX_JOINTS + 1], last_point = { 0.0, 0.0, 0.0 };
    for (int i = 0; i <= count && status == SWV_OK; ++i) {
        const swv_vec3 point = i < count ? axes[i].point : tip.position;
        origins[i] = without_rounding(swv_vec3_sub(point, last_point));
        last_point = point;
        if (!swvi_vec3_is_finite(origins[i]))
            status = SWV_NOT_FINITE;
        else if (i < count)
            status = check_direction(axes[i].direction);
    }
    if (status != SWV_OK)
        return status;
    for (int i = 0; i < count; ++i) {
        joints[i] = (swv_joint){
            .parent = i - 1,
            .kind = axes[i].slides ? SWV_JOINT_SLIDER : SWV_JOINT_HINGE,
            .rest = { origins[i], SWV_IDENTITY_QUAT },
            .axis = swv_vec3_normalize(without_rounding(swv_vec3_normalize(axes[i].direction))),
            .lower = { -INFINITY },
            .upper = { INFINITY },
        };
    }
    joints[count] = (swv_joint){ .name = "tip", .parent = count - 1, .rest = { origins[count], tip.rotation } };
    return SWV_OK;
}

// T(0, 0, d) Rz(theta) and T(a, 0, 0) Rx(alpha): the two halves of a row.
static swv_pose screw_z(double theta, double d)
{
    return (swv_pose){ { 0.0, 0.0, d }, swv_quat_from_axis_angle(along_z, theta) };
}

static swv_pose screw_x(double alpha, double a)
{
    const swv_vec3 along_x = { 1.0, 0.0, 0.0 };
    return (swv_pose){ { a, 0.0, 0.0 }, swv_quat_from_axis_angle(along_x, alpha) };
}

swv_status swv_joints_from_dh(swv_dh_convention convention, const swv_dh_row *rows, int count, swv_joint *joints)
{
    if (!rows || !joints)
        return SWV_NULL;
    if (count < 1 || count > SWV_MAX_JOINTS)
        return SWV_BAD_COUNT;
    if (convention != SWV_DH_STANDARD && convention != SWV_DH_MODIFIED)
        return SWV_BAD_ARGUMENT;

    swv_axis axes[SWV_MAX_JOINTS];
    swv_pose base_from_row = identity;
    for (int i = 0; i < count; ++i) {
        const swv_dh_row *row = &rows[i];
        if (!swvi_is_finite(row->theta) || !swvi_is_finite(row->d) || !swvi_is_finite(row->a) ||
            !swvi_is_finite(row->alpha))
            return SWV_NOT_FINITE;
        const swv_pose bend = screw_x(row->alpha, row->a);
        if (convention == SWV_DH_MODIFIED)
            base_from_row = swv_pose_mul(base_from_row, bend);
        axes[i] = (swv_axis){ base_from_row.position, swv_quat_rotate(base_from_row.rotation, along_z), row->slides };
        base_from_row = swv_pose_mul(base_from_row, screw_z(row->theta, row->d));
        if (convention == SWV_DH_STANDARD)
            base_from_row = swv_pose_mul(base_from_row, bend);
    }
    return swv_joints_from_axes(axes, count, &base_from_row, joints);
}

// What `count` joints that lie one on the other come to: how many move (*moving), their axes (SWV_MAX_JOINTS at most) and the last frame.
static swv_status axes_of(const swv_joint *joints, int count, swv_axis *axes, int *moving, swv_pose *world_from_last)
{
    *moving = 0;
    *world_from_last = identity;
    for (int i = 0; i < count; ++i) {
        const swv_joint *joint = &joints[i];
        const bool       slides = joint->kind == SWV_JOINT_SLIDER;
        swv_pose         rest = joint->rest;
        if (joint->parent != i - 1 || (joint->kind != SWV_JOINT_FIXED && joint->kind != SWV_JOINT_HINGE && !slides))
            return SWV_BAD_MODEL;
        const swv_status status = swv_pose_check(&rest);
        if (status != SWV_OK)
            return status == SWV_NOT_FINITE ? SWV_NOT_FINITE : SWV_BAD_MODEL;
        *world_from_last = i == 0 ? rest : swv_pose_mul(*world_from_last, rest);
        if (joint->kind == SWV_JOINT_FIXED)
            continue;
        if (*moving == SWV_MAX_JOINTS)
            return SWV_BAD_COUNT;
        const swv_axis   axis = { world_from_last->position, swv_quat_rotate(world_from_last->rotation, joint->axis),
                                  slides };
        const swv_status sound = check_direction(axis.direction);
        if (sound != SWV_OK)
            return sound == SWV_NOT_FINITE ? SWV_NOT_FINITE : SWV_BAD_MODEL;
        axes[(*moving)++] = axis;
    }
    // Once a sum has overflowed it stays so, up to the tip.
    return !swvi_vec3_is_finite(world_from_last->position) ? SWV_NOT_FINITE : *moving > 0 ? SWV_OK : SWV_BAD_COUNT;
}

swv_status swv_joints_to_axes(const swv_joint *joints, int count, swv_axis *axes, swv_pose *world_from_tip)
{
    if (!joints || !axes || !world_from_tip)
        return SWV_NULL;
    swv_axis         found[SWV_MAX_JOINTS];
    swv_pose         tip;
    int              moving;
    const swv_status status = axes_of(joints, count, found, &moving, &tip);
    if (status != SWV_OK)
        return status;
    memcpy(axes, found, (size_t)moving * sizeof *axes);
    *world_from_tip = tip;
    return SWV_OK;
}

// (1) to (3): the standard row that takes a frame, whose z axis is one joint's, to a frame on the next joint's: a point p and unit direction z of
// its axis, in the first frame.
static swv_dh_row row_to_axis(swv_vec3 p, swv_vec3 z)
{
    const double s = sqrt(z.x * z.x + z.y * z.y);
    // (3). A sine, about the root of rounding: the feet of the normal, 1 / s lengths away, would be exact to 1e-16 / s only.
    if (s < 1e-8) {
        const swv_vec3 across = { p.x, p.y, 0.0 };
        return (swv_dh_row){ .theta = swv_atan2(p.y, p.x),
                             .a = swv_vec3_length(across),
                             .alpha = z.z < 0.0 ? SWV_PI : 0.0 };
    }
    const double x_x = -z.y / s, x_y = z.x / s;
    const double u = -(p.x * z.x + p.y * z.y) / (s * s);
    return (swv_dh_row){
        .theta = swv_atan2(x_y, x_x), .d = p.z + u * z.z, .a = p.x * x_x + p.y * x_y, .alpha = swv_atan2(s, z.z)
    };
}

swv_status swv_joints_to_dh(const swv_joint *joints, int count, swv_dh_convention convention, swv_dh_row *rows,
                            swv_pose *base, swv_pose *tip)
{
    if (!joints || !rows || !base || !tip)
        return SWV_NULL;
    swv_axis axes[SWV_MAX_JOINTS];
    swv_pose world_from_tip;
    if (convention != SWV_DH_STANDARD && convention != SWV_DH_MODIFIED)
        return SWV_BAD_ARGUMENT;
    int              moving;
    const swv_status status = axes_of(joints, count, axes, &moving, &world_from_tip);
    if (status != SWV_OK)
        return status;

    // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): a chain has at least one joint
    const swv_pose world_from_base = { axes[0].point, swv_quat_between(along_z, axes[0].direction) };
    swv_pose       world_from_row = world_from_base;
    swv_dh_row     row_before = { 0 }, found[SWV_MAX_JOINTS];
    for (int i = 0; i < moving; ++i) {
        swv_dh_row row = { 0 };
        if (i + 1 < moving) {
            const swv_pose row_from_world = swv_pose_inverse(world_from_row);
            row = row_to_axis(swv_pose_apply(row_from_world, axes[i + 1].point),
                              swv_quat_rotate(row_from_world.rotation, axes[i + 1].direction));
        }
        world_from_row = swv_pose_mul(world_from_row, screw_z(row.theta, row.d));
        world_from_row = swv_pose_mul(world_from_row, screw_x(row.alpha, row.a));
        const swv_dh_row *bend = convention == SWV_DH_STANDARD ? &row : &row_before;
        found[i] = (swv_dh_row){ row.theta, row.d, bend->a, bend->alpha, axes[i].slides };
        row_before = row;
        if (!swvi_is_finite(row.d) || !swvi_is_finite(row.a))
            return SWV_NOT_FINITE;
    }
    const swv_pose row_from_tip = swv_pose_mul(swv_pose_inverse(world_from_row), world_from_tip);
    if (!swvi_vec3_is_finite(row_from_tip.position))
        return SWV_NOT_FINITE;
    memcpy(rows, found, (size_t)moving * sizeof *rows);
    *base = world_from_base;
    *tip = row_from_tip;
    return SWV_OK;
}
