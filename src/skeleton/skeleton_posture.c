// SPDX-License-Identifier: MIT
//
// Postures of a skeleton and their limits.
//
// A ball's rotation is q = swing * twist: the twist about its axis t, the swing about an axis normal to t. With s1, s2 the axes of
// swing,  swing = (u s1 + v s2, 1) / sqrt(1 + u^2 + v^2),  so that u and v are tangents of half the swing: the cone is an ellipse in
// each quarter of their plane, as the wrist's is (limb.h). At half a turn of swing the twist is not determined: it counts as none.
// Rotations, and `axes` (unit vectors: t, s1, s2), are in the joint's own axes; angles radians; numbers are those of a posture (skeleton.h).
#include <math.h>
#include <string.h>

#include "math/scalar.h"
#include "skeleton/skeleton_internal.h"
#include "swivel/trig.h"

static swv_vec3 vector_of(swv_quat q)
{
    return (swv_vec3){ q.x, q.y, q.z };
}

// q: of unit length.
swvi_swing swvi_swing_of(swv_quat q, const swv_vec3 axes[3])
{
    swv_quat swing, twist;
    swv_quat_swing_twist(q, axes[0], &swing, &twist);
    // Nearer than 2e-9 rad to half a turn of swing, tangents stay at 1e9. Chosen.
    const double w = fabs(swing.w) > 1e-9 ? swing.w : 1e-9;
    swvi_swing   s;
    s.u = swv_vec3_dot(vector_of(swing), axes[1]) / w;
    s.v = swv_vec3_dot(vector_of(swing), axes[2]) / w;
    s.twist = swv_angle_wrap(2.0 * swv_atan2(swv_vec3_dot(vector_of(twist), axes[0]), twist.w));
    return s;
}

swv_quat swvi_swing_to_quat(swvi_swing s, const swv_vec3 axes[3])
{
    const swv_vec3 g = swv_vec3_add(swv_vec3_scale(s.u, axes[1]), swv_vec3_scale(s.v, axes[2]));
    const swv_quat swing = { g.x, g.y, g.z, 1.0 };
    return swv_quat_mul(swv_quat_normalize(swing), swv_quat_from_axis_angle(axes[0], s.twist));
}

// 0 times a number that is not finite is NaN.
bool swvi_skeleton_is_posture(const swv_skeleton *skeleton, const double *posture)
{
    double sum = 0.0;
    for (int i = 0; i < skeleton->number_count; ++i)
        sum += 0.0 * posture[i];
    if (sum != 0.0)
        return false;
    for (int j = 0; j < skeleton->joint_count; ++j) {
        const swv_joint_kind kind = skeleton->joints[j].kind;
        const double        *q = &posture[skeleton->first_number[j]];
        if (kind == SWV_JOINT_FREE)
            q += 3;
        if ((kind == SWV_JOINT_BALL || kind == SWV_JOINT_FREE) && q[0] == 0.0 && q[1] == 0.0 && q[2] == 0.0 &&
            q[3] == 0.0)
            return false;
    }
    return true;
}

// How far outside q is, radians; q becomes the same rotation brought inside.
static double clamp_ball(const swv_joint *j, const swvi_joint *in, swv_quat *q)
{
    if (!in->is_limited)
        return 0.0;
    const swv_vec3 axes[3] = { j->axis, j->second_axis, swv_vec3_cross(j->axis, j->second_axis) };
    swvi_swing     s = swvi_swing_of(*q, axes);
    double         excess = 0.0, by_u, by_v;
    const double   size = swvi_cone(in->cone, s.u, s.v, &by_u, &by_v);
    if (size > 1.0) {
        const double out = sqrt(s.u * s.u + s.v * s.v), at = out / sqrt(size);
        excess = 2.0 * (swv_atan2(out, 1.0) - swv_atan2(at, 1.0));
        s.u *= at / out;
        s.v *= at / out;
    }
    double twist = s.twist;
    if (!swv_angle_turn_into(j->lower[0], j->upper[0], &twist)) {
        const double below = fabs(swv_angle_wrap(s.twist - j->lower[0]));
        const double above = fabs(swv_angle_wrap(s.twist - j->upper[0]));
        s.twist = below < above ? j->lower[0] : j->upper[0];
        excess = swvi_larger(excess, below < above ? below : above);
    }
    if (excess > 0.0)
        *q = swvi_swing_to_quat(s, axes);
    return excess;
}

// Brings one joint inside; returns by how much it was outside.
static double clamp_joint(const swv_skeleton *skeleton, int n, double *numbers)
{
    const swv_joint  *j = &skeleton->joints[n];
    const swvi_joint *in = &swvi_skeleton_inside(skeleton)[n];
    double            excess = 0.0;
    if (swvi_joint_follows(j))  // the one it follows has its limits
        return 0.0;
    if (j->kind == SWV_JOINT_BALL) {
        swv_quat q = swvi_quat_at(numbers);
        excess = clamp_ball(j, in, &q);
        swvi_store_quat(q, numbers);
    } else if (j->kind == SWV_JOINT_FREE) {
        swvi_store_quat(swvi_quat_at(&numbers[3]), &numbers[3]);
    } else {
        for (int i = 0; i < swvi_numbers_of(j->kind); ++i) {
            const double lower = j->lower[i], upper = j->upper[i];  // radians or metres
            double      *x = &numbers[i];
            if (in->turns_whole && (*x < lower || *x > upper))  // whole turns change nothing
                (void)swv_angle_turn_into(lower, upper, x);
            excess = swvi_larger(excess, *x > upper ? *x - upper : *x < lower ? lower - *x : 0.0);
            *x = swvi_clamp(lower, upper, *x);
        }
    }
    return excess;
}

// Most joints are hinges, and inside.
static inline void keep_joint(const swv_skeleton *skeleton, int n, double *numbers)
{
    const swv_joint *j = &skeleton->joints[n];
    if (j->kind != SWV_JOINT_HINGE || numbers[0] < j->lower[0] || numbers[0] > j->upper[0])
        (void)clamp_joint(skeleton, n, numbers);
}

swv_status swvi_posture_status(const swv_skeleton *skeleton, const double *posture, bool is_missing)
{
    const swv_status status = swvi_status_or_null(swvi_skeleton_status(skeleton), !posture || is_missing);
    return status != SWV_OK || swvi_skeleton_is_posture(skeleton, posture) ? status : SWV_BAD_POSTURE;
}

swv_status swv_skeleton_rest(const swv_skeleton *skeleton, double *posture)
{
    const swv_status status = swvi_status_or_null(swvi_skeleton_status(skeleton), !posture);
    if (status != SWV_OK)
        return status;
    for (int n = 0; n < skeleton->joint_count; ++n) {
        const swv_joint *j = &skeleton->joints[n];
        double          *numbers = &posture[skeleton->first_number[n]];
        const swv_quat   none = SWV_IDENTITY_QUAT;
        for (int i = 0; i < swvi_own_numbers_of(j); ++i)
            numbers[i] = 0.0;
        if (j->kind == SWV_JOINT_BALL)
            swvi_store_quat(none, numbers);
        if (j->kind == SWV_JOINT_FREE) {
            numbers[0] = j->rest.position.x;
            numbers[1] = j->rest.position.y;
            numbers[2] = j->rest.position.z;
            swvi_store_quat(j->rest.rotation, &numbers[3]);
        }
        keep_joint(skeleton, n, numbers);
    }
    return SWV_OK;
}

swv_status swv_skeleton_outside(const swv_skeleton *skeleton, const double *posture, double *excess, int *joint)
{
    if (!excess || !joint)
        return SWV_NULL;
    const swv_status status = swvi_posture_status(skeleton, posture, false);
    if (status != SWV_OK)
        return status;
    double most = 0.0;
    int    at = -1;
    for (int n = 0; n < skeleton->joint_count; ++n) {
        double numbers[7];  // a free joint has most
        memcpy(numbers, &posture[skeleton->first_number[n]],
               sizeof(double) * (size_t)swvi_own_numbers_of(&skeleton->joints[n]));
        const double beyond = clamp_joint(skeleton, n, numbers);
        if (beyond > most) {
            most = beyond;
            at = n;
        }
    }
    *excess = most;
    *joint = at;
    return SWV_OK;
}

swv_status swv_skeleton_clamp(const swv_skeleton *skeleton, const double *posture, double *inside)
{
    if (!inside)
        return SWV_NULL;
    const swv_status status = swvi_posture_status(skeleton, posture, false);
    if (status != SWV_OK)
        return status;
    memmove(inside, posture, sizeof(double) * (size_t)skeleton->number_count);
    for (int n = 0; n < skeleton->joint_count; ++n)
        keep_joint(skeleton, n, &inside[skeleton->first_number[n]]);
    return SWV_OK;
}
