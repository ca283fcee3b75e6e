// SPDX-License-Identifier: MIT
//
// The two ways to write a chain down, axes in the zero posture and Denavit-Hartenberg rows, and the way between them.
//
// A chain is kept as axes: origins, each from the one before, and directions. From rows to axes is forward kinematics at
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
#include <math.h>

#include "chain/axis_along.h"
#include "math/scalar.h"
#include "swivel/chain.h"
#include "swivel/geometry.h"
#include "swivel/trig.h"

static const swv_pose identity = SWV_IDENTITY_POSE;
static const swv_vec3 along_z = { 0.0, 0.0, 1.0 };

// Components that are only rounding beside the largest become zero.
static swv_vec3 without_rounding(swv_vec3 v)
{
    const double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    const double largest = x > y ? (x > z ? x : z) : (y > z ? y : z);
    // Some hundred roundings of the largest.
    const double   threshold = 1e-14 * largest;
    const swv_vec3 clean = { x < threshold ? 0.0 : v.x, y < threshold ? 0.0 : v.y, z < threshold ? 0.0 : v.z };
    return clean;
}

static swv_status check_axis(const swv_axis *axis)
{
    const swv_vec3 unit = swv_vec3_normalize(axis->direction);
    if (!swvi_vec3_is_finite(axis->direction))
        return SWV_NOT_FINITE;
    if (swv_vec3_dot(unit, unit) == 0.0 || (axis->type != SWV_REVOLUTE && axis->type != SWV_PRISMATIC))
        return SWV_BAD_ARGUMENT;
    return SWV_OK;
}

swv_status swv_chain_from_axes(swv_chain *chain, const swv_axis *axes, int count, const swv_pose *world_from_tip)
{
    if (!chain || !axes || !world_from_tip)
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
            status = check_axis(&axes[i]);
    }
    if (status != SWV_OK)
        return status;

    chain->joint_count = count;
    chain->dof = count;
    chain->base = identity;
    chain->tip = (swv_pose){ origins[count], tip.rotation };
    for (int i = 0; i < count; ++i) {
        const swv_vec3 axis = swv_vec3_normalize(without_rounding(swv_vec3_normalize(axes[i].direction)));
        chain->joints[i] = (swv_chain_joint){
            .origin = origins[i],
            .axis = axis,
            .axis_along = swvi_axis_along(axis),
            .type = axes[i].type,
            .follows = -1,
            .coordinate = i,
            .ratio = 1.0,
            .lower = -INFINITY,
            .upper = INFINITY,
        };
    }
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

swv_status swv_chain_from_dh(swv_chain *chain, swv_dh_convention convention, const swv_dh_row *rows, int count)
{
    if (!chain || !rows)
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
        axes[i] = (swv_axis){ base_from_row.position, swv_quat_rotate(base_from_row.rotation, along_z), row->type };
        base_from_row = swv_pose_mul(base_from_row, screw_z(row->theta, row->d));
        if (convention == SWV_DH_STANDARD)
            base_from_row = swv_pose_mul(base_from_row, bend);
    }
    return swv_chain_from_axes(chain, axes, count, &base_from_row);
}

swv_status swv_chain_to_axes(const swv_chain *chain, swv_axis *axes, swv_pose *world_from_tip)
{
    if (!chain || !axes || !world_from_tip)
        return SWV_NULL;
    if (swv_chain_check(chain) != SWV_OK)
        return SWV_BAD_MODEL;
    swv_axis found[SWV_MAX_JOINTS];
    swv_pose world_from_joint = chain->base;
    for (int i = 0; i < chain->joint_count; ++i) {
        const swv_chain_joint *joint = &chain->joints[i];
        world_from_joint.position = swv_pose_apply(world_from_joint, joint->origin);
        found[i] =
            (swv_axis){ world_from_joint.position, swv_quat_rotate(chain->base.rotation, joint->axis), joint->type };
    }
    // Once a sum has overflowed it stays so, up to the tip.
    const swv_pose tip = swv_pose_mul(world_from_joint, chain->tip);
    if (!swvi_vec3_is_finite(tip.position))
        return SWV_NOT_FINITE;
    for (int i = 0; i < chain->joint_count; ++i)
        axes[i] = found[i];
    *world_from_tip = tip;
    return SWV_OK;
}

// (1) to (3): the standard row that takes a frame, whose z axis is one joint's, to a frame on the next joint's.
static swv_dh_row row_to_axis(swv_vec3 p, swv_vec3 z)
{
    const double s = sqrt(z.x * z.x + z.y * z.y);
    // (3). A sine; about the root of rounding.
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

swv_status swv_chain_to_dh(const swv_chain *chain, swv_dh_convention convention, swv_dh_row *rows, swv_pose *base,
                           swv_pose *tip)
{
    if (!chain || !rows || !base || !tip)
        return SWV_NULL;
    swv_axis axes[SWV_MAX_JOINTS];
    swv_pose world_from_tip;
    if (convention != SWV_DH_STANDARD && convention != SWV_DH_MODIFIED)
        return SWV_BAD_ARGUMENT;
    const swv_status status = swv_chain_to_axes(chain, axes, &world_from_tip);
    if (status != SWV_OK)
        return status;

    // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): a chain has at least one joint
    const swv_pose world_from_base = { axes[0].point, swv_quat_between(along_z, axes[0].direction) };
    swv_pose       world_from_row = world_from_base;
    swv_dh_row     row_before = { 0 }, found[SWV_MAX_JOINTS];
    for (int i = 0; i < chain->joint_count; ++i) {
        swv_dh_row row = { 0 };
        if (i + 1 < chain->joint_count) {
            const swv_pose row_from_world = swv_pose_inverse(world_from_row);
            row = row_to_axis(swv_pose_apply(row_from_world, axes[i + 1].point),
                              swv_quat_rotate(row_from_world.rotation, axes[i + 1].direction));
        }
        world_from_row = swv_pose_mul(world_from_row, screw_z(row.theta, row.d));
        world_from_row = swv_pose_mul(world_from_row, screw_x(row.alpha, row.a));
        const swv_dh_row *bend = convention == SWV_DH_STANDARD ? &row : &row_before;
        found[i] = (swv_dh_row){ row.theta, row.d, bend->a, bend->alpha, axes[i].type };
        row_before = row;
        if (!swvi_is_finite(row.d) || !swvi_is_finite(row.a))
            return SWV_NOT_FINITE;
    }
    const swv_pose row_from_tip = swv_pose_mul(swv_pose_inverse(world_from_row), world_from_tip);
    if (!swvi_vec3_is_finite(row_from_tip.position))
        return SWV_NOT_FINITE;
    for (int i = 0; i < chain->joint_count; ++i)
        rows[i] = found[i];
    *base = world_from_base;
    *tip = row_from_tip;
    return SWV_OK;
}
