// SPDX-License-Identifier: MIT
//
// Forward kinematics and the geometric Jacobian of a serial chain.
//
// Given     for each joint its origin o_i in the frame before it, its axis a_i, and its value
//           v_i = ratio_i * q[coordinate_i] + offset_i
// Find      origin p_i and rotation R_i of every joint's frame in the world, and the tip
// Units     v, q radians where the joint turns, metres (or the chain's own unit of length) where it slides; places and poses are in the
//           world unless said otherwise
//
// (1) values    all half angles v_i / 2 first, then all their sines and cosines in one loop that vectorises
// (2) origin    p_i = p_{i-1} + R_{i-1} o_i            sliding: o_i + v_i a_i
// (3) rotation  R_i = R_{i-1} (a_i sin v_i/2, cos v_i/2), in quaternions
//               Most axes are coordinate axes, which leaves 8 products of 16:
//               (x, y, z, w)(s, 0, 0, c) = (xc + ws, yc + zs, zc - ys, wc - xs), and cyclic for y and z
// (4) Jacobian  the axis in the world is a = R_i a_i. A point at e moves by a x (e - p_i) and turns by a where the
//               joint turns; it moves by a where the joint slides. Joints with the same coordinate add up, each times
//               its ratio.
//
// Error     a product of n quaternions is off unit length by at most 4 n eps; the tip's is brought back to 1.
#include <math.h>
#include <string.h>

#include "math/scalar.h"
#include "math/trig_kernel.h"
#include "swivel_papers/chain.h"

// The values of all joints: q itself if none follows, else worked out into `space`. NULL for counts and indices out of
// range: memory safety for chains that nobody checked. Their other nonsense ends as a result that is not finite.
static inline const double *joint_values(const swv_chain *chain, const double *q, double *space)
{
    const int joint_count = chain->joint_count, dof = chain->dof;
    if (joint_count < 1 || joint_count > SWV_MAX_JOINTS || dof < 1 || dof > joint_count)
        return NULL;
    if (dof == joint_count)
        return q;
    for (int i = 0; i < joint_count; ++i) {
        const swv_chain_joint *joint = &chain->joints[i];
        if (joint->coordinate < 0 || joint->coordinate >= dof)
            return NULL;
        space[i] = joint->ratio * q[joint->coordinate] + joint->offset;
    }
    return space;
}

// (2) shift is in the frame `rotation`. Joints often share their origin, three in a shoulder: nothing to add then.
static inline swv_vec3 moved_by(swv_vec3 position, swv_quat rotation, swv_vec3 shift)
{
    if (shift.x == 0.0 && shift.y == 0.0 && shift.z == 0.0)
        return position;
    return swv_vec3_add(position, swv_quat_rotate(rotation, shift));
}

// (3) q rotated about the joint's axis; sine and cosine are those of half its angle.
static inline swv_quat turned_by(swv_quat q, const swv_chain_joint *joint, double sine, double cosine)
{
    const double   x = q.x, y = q.y, z = q.z, w = q.w, c = cosine;
    const swv_vec3 s = swv_vec3_scale(sine, joint->axis);
    switch (joint->axis_along) {
    case 0:
        return (swv_quat){ x * c + w * s.x, y * c + z * s.x, z * c - y * s.x, w * c - x * s.x };
    case 1:
        return (swv_quat){ x * c - z * s.y, y * c + w * s.y, z * c + x * s.y, w * c - y * s.y };
    case 2:
        return (swv_quat){ x * c + y * s.z, y * c - x * s.z, z * c + w * s.z, w * c - z * s.z };
    default:
        return swv_quat_mul(q, (swv_quat){ s.x, s.y, s.z, c });
    }
}

// Whose fault it is that something is not finite: the posture's, or the chain's numbers, which may be too large together.
static swv_status blame(const swv_chain *chain, const double *q)
{
    for (int i = 0; i < chain->dof; ++i)
        if (!swvi_is_finite(q[i]))
            return SWV_BAD_POSTURE;
    return SWV_NOT_FINITE;
}

// Every joint's frame (`frames`, joint_count of them; may be NULL) and the tip, in the world. On failure there is rubbish in the outputs.
static inline swv_status walk(const swv_chain *chain, const double *q, swv_pose *frames, swv_pose *tip)
{
    double        space[SWV_MAX_JOINTS], sine[SWV_MAX_JOINTS], cosine[SWV_MAX_JOINTS];
    const int     joint_count = chain->joint_count;
    const double *values = joint_values(chain, q, space);
    if (!values)
        return SWV_BAD_MODEL;

    // (1) The sum of 0 * x stays zero while every x is finite: a sine would hide an infinity.
    double not_finite = 0.0;
    for (int i = 0; i < joint_count; ++i)
        not_finite += 0.0 * values[i];
#pragma omp simd
    for (int i = 0; i < joint_count; ++i)
        swvi_sincos(0.5 * values[i], &sine[i], &cosine[i]);

    swv_vec3 position = chain->base.position;
    swv_quat rotation = chain->base.rotation;
    for (int i = 0; i < joint_count; ++i) {
        const swv_chain_joint *joint = &chain->joints[i];
        const bool             slides = joint->slides;
        swv_vec3               shift = joint->origin;
        if (slides)
            shift = swv_vec3_add(shift, swv_vec3_scale(values[i], joint->axis));
        position = moved_by(position, rotation, shift);
        if (!slides)
            rotation = turned_by(rotation, joint, sine[i], cosine[i]);
        if (frames)
            frames[i] = (swv_pose){ position, rotation };
    }

    // One step of Newton's method for 1 / sqrt(length^2), exact to rounding as the length is 1 to rounding.
    const swv_vec3 end = moved_by(position, rotation, chain->tip.position);
    const swv_quat r = swv_quat_mul(rotation, chain->tip.rotation);
    const double   k = 1.5 - 0.5 * ((r.x * r.x + r.y * r.y) + (r.z * r.z + r.w * r.w));
    *tip = (swv_pose){ end, { k * r.x, k * r.y, k * r.z, k * r.w } };

    // A NaN or an infinity anywhere on the way has reached the tip.
    not_finite += 0.0 * (k * r.x) + 0.0 * (k * r.y) + 0.0 * (k * r.z) + 0.0 * (k * r.w);
    return not_finite == 0.0 && swvi_vec3_is_finite(end) ? SWV_OK : blame(chain, q);
}

swv_status swv_chain_tip(const swv_chain *chain, const double *q, swv_pose *tip)
{
    if (!chain || !q || !tip)
        return SWV_NULL;
    swv_pose         world_from_tip;
    const swv_status status = walk(chain, q, NULL, &world_from_tip);
    if (status == SWV_OK)
        *tip = world_from_tip;
    return status;
}

swv_status swv_chain_frames(const swv_chain *chain, const double *q, swv_pose *frames, swv_pose *tip)
{
    if (!chain || !q || !frames)
        return SWV_NULL;
    swv_pose         world_from_joint[SWV_MAX_JOINTS], world_from_tip;
    const swv_status status = walk(chain, q, world_from_joint, &world_from_tip);
    if (status != SWV_OK)
        return status;
    memcpy(frames, world_from_joint, sizeof(swv_pose) * (size_t)chain->joint_count);
    if (tip)
        *tip = world_from_tip;
    return SWV_OK;
}

// (4) for the first `moving` joints, which are those that move the point (in the world). jacobian: out, 6 rows by dof, as in
// swv_chain_jacobian, in the world's axes. False if a coordinate is out of range.
static bool fill_jacobian(const swv_chain *chain, const swv_pose *world_from_joint, int moving, swv_vec3 point,
                          double *jacobian)
{
    const int dof = chain->dof;
    memset(jacobian, 0, sizeof(double) * 6 * (size_t)dof);
    for (int i = 0; i < moving; ++i) {
        const swv_chain_joint *joint = &chain->joints[i];
        const swv_vec3 rate = swv_vec3_scale(joint->ratio, swv_quat_rotate(world_from_joint[i].rotation, joint->axis));
        if (joint->coordinate < 0 || joint->coordinate >= dof)
            return false;
        double *column = &jacobian[joint->coordinate];
        if (!joint->slides) {
            const swv_vec3 v = swv_vec3_cross(rate, swv_vec3_sub(point, world_from_joint[i].position));
            column[0 * dof] += v.x;
            column[1 * dof] += v.y;
            column[2 * dof] += v.z;
            column[3 * dof] += rate.x;
            column[4 * dof] += rate.y;
            column[5 * dof] += rate.z;
        } else {
            column[0 * dof] += rate.x;
            column[1 * dof] += rate.y;
            column[2 * dof] += rate.z;
        }
    }
    return true;
}

// Rows of world coordinates become rows of a frame's coordinates: 3 of the velocity, 3 of the angular velocity. jacobian: in and out.
static void turn_jacobian(swv_quat world_from_frame, int dof, double *jacobian)
{
    const swv_quat frame_from_world = swv_quat_conjugate(world_from_frame);
    for (int block = 0; block < 6; block += 3) {
        double *x = &jacobian[block * dof], *y = x + dof, *z = y + dof;
        for (int i = 0; i < dof; ++i) {
            const swv_vec3 v = swv_quat_rotate(frame_from_world, (swv_vec3){ x[i], y[i], z[i] });
            x[i] = v.x;
            y[i] = v.y;
            z[i] = v.z;
        }
    }
}

/// A point of a chain: as it is asked about, and where it is.
typedef struct point_of_link {
    int      link;            ///< SWV_TIP, which is 0, or swv_link_of(joint), which is joint + 1
    swv_vec3 point;           ///< in the link's frame
    swv_vec3 world_point;     ///< out
    swv_pose world_from_tip;  ///< out
} point_of_link;

// The Jacobian of a point fixed to a link, 6 rows by dof, in these axes.
static inline swv_status jacobian_of(const swv_chain *chain, const double *q, point_of_link *p, swv_jacobian_axes axes,
                                     double *jacobian)
{
    const int link = p->link;
    if (!chain || !q || !jacobian)
        return SWV_NULL;
    if (link < SWV_TIP || link > chain->joint_count)
        return SWV_BAD_COUNT;
    if (axes != SWV_WORLD_AXES && axes != SWV_BASE_AXES && axes != SWV_TIP_AXES)
        return SWV_BAD_ARGUMENT;
    if (!swvi_vec3_is_finite(p->point))
        return SWV_NOT_FINITE;
    swv_pose         world_from_joint[SWV_MAX_JOINTS], world_from_tip;
    const swv_status status = walk(chain, q, world_from_joint, &world_from_tip);
    if (status != SWV_OK)
        return status;

    double         result[6 * SWV_MAX_JOINTS], not_finite = 0.0;
    const int      count = 6 * chain->dof;
    const swv_pose world_from_link = link == SWV_TIP ? world_from_tip : world_from_joint[link - 1];
    const swv_vec3 world_point = swv_pose_apply(world_from_link, p->point);
    const int      moving = link == SWV_TIP ? chain->joint_count : link;
    if (!fill_jacobian(chain, world_from_joint, moving, world_point, result))
        return SWV_BAD_MODEL;
    if (axes != SWV_WORLD_AXES)
        turn_jacobian(axes == SWV_TIP_AXES ? world_from_tip.rotation : chain->base.rotation, chain->dof, result);
    for (int i = 0; i < count; ++i)
        not_finite += 0.0 * result[i];
    if (not_finite != 0.0 || !swvi_vec3_is_finite(world_point))
        return SWV_NOT_FINITE;

    memcpy(jacobian, result, sizeof(double) * (size_t)count);
    p->world_point = world_point;
    p->world_from_tip = world_from_tip;
    return SWV_OK;
}

swv_status swv_chain_jacobian(const swv_chain *chain, const double *q, swv_jacobian_axes axes, double *jacobian,
                              swv_pose *tip)
{
    point_of_link    p = { .link = SWV_TIP };
    const swv_status status = jacobian_of(chain, q, &p, axes, jacobian);
    if (status == SWV_OK && tip)
        *tip = p.world_from_tip;
    return status;
}

swv_status swv_chain_point_jacobian(const swv_chain *chain, const double *q, int link, swv_vec3 point,
                                    swv_jacobian_axes axes, double *jacobian, swv_vec3 *position)
{
    point_of_link    p = { .link = link, .point = point };
    const swv_status status = jacobian_of(chain, q, &p, axes, jacobian);
    if (status == SWV_OK && position)
        *position = p.world_point;
    return status;
}
