// SPDX-License-Identifier: MIT
//
// A part of the way between two postures inside the limits, inside the limits too.
//
// (1) joints  Swings as rotation vectors, twists and the flexion go in straight lines. Ranges and the end's cone have no dents, so
//             all of them stay inside but the upper arm's direction.
// (2) caps    The upper arm is swung from its rest by the angle |(u, v)|. If it points into a cap it goes back towards the rest, to where the
//             cap begins: along the great circle cos(x) rest + sin(x) towards, with a and b the cosines of these two with the cap's axis,
//                 a cos(x) + b sin(x) = cos(radius):   x = atan2(b, a) - acos(cos(radius) / sqrt(a^2 + b^2))
//
// Seen from its rest an arm's directions are nearly star-shaped, and the way goes round the rest or through it: one step after the other
// comes past every cap, where the straight way by rotations gets caught between two.
// Angles in radians; rotations of a right limb, in the trunk's axes. The rest (limb._private.rest) is the trunk as the resting upper arm sees it.
#include <math.h>

#include "limb/limb_internal.h"
#include "math/scalar.h"
#include "swivel/trig.h"

/// The joints of a pose: how the upper arm is swung from its rest, as a rotation vector (u, v, 0), and twisted before that; the flexion; and
/// the end's twist and swing against the forearm, likewise.
typedef struct joints {
    double u, v, twist, flexion, end_twist, end_u, end_v;
} joints;

// q = swing twist, or, is_after, twist swing: the swing as a rotation vector (u, v, 0), the twist about z.
static void split(swvi_rotation q, bool is_after, double *u, double *v, double *twist)
{
    const double        sign = q.w < 0.0 ? -1.0 : 1.0, length = sqrt(q.z * q.z + q.w * q.w);
    const double        z = length > 0.0 ? sign * q.z / length : 0.0, w = length > 0.0 ? sign * q.w / length : 1.0;
    const swvi_rotation back = { 0.0, 0.0, -z, w };
    const swvi_rotation swing = is_after ? swvi_rotation_mul(back, q) : swvi_rotation_mul(q, back);
    const double        across = sqrt(swing.x * swing.x + swing.y * swing.y);
    const double        scale = across > 0.0 ? 2.0 * swv_atan2(across, sign * swing.w) / across : 0.0;
    *u = sign * scale * swing.x;
    *v = sign * scale * swing.y;
    *twist = 2.0 * swv_atan2(z, w);
}

// The joints of a pose: upper arm against its rest, end against the forearm.
static joints joints_of(const swv_limb *limb, const swvi_limb_pose *pose)
{
    joints j = { .flexion = pose->flexion };
    split(swvi_rotation_mul(swvi_rotation_of(limb->_private.rest), pose->upper), false, &j.u, &j.v, &j.twist);
    split(swvi_limb_relative(pose->lower, pose->end), true, &j.end_u, &j.end_v, &j.end_twist);
    return j;
}

// From a rotation vector (u, v, w), radians.
static swvi_rotation turn_about(double u, double v, double w)
{
    return swvi_rotation_of(swv_quat_from_rotation_vector((swv_vec3){ u, v, w }));
}

// (2) The nearest angle along a great circle from the rest at which a cap begins, if (u, v) is inside one; else its own.
static double until_cap(const swv_limb *limb, double u, double v, double angle)
{
    const swv_quat trunk = swv_quat_conjugate(limb->_private.rest);
    const swv_vec3 rest = swv_quat_rotate(trunk, (swv_vec3){ 0.0, 0.0, 1.0 }),
                   towards = swv_quat_rotate(trunk, (swv_vec3){ v / angle, -u / angle, 0.0 });
    double nearest = angle;
    for (int i = 0; i < limb->limits.cap_count; ++i) {
        const swv_vec3 axis = limb->limits.caps[i].axis;
        const double   a = swv_vec3_dot(axis, rest), b = swv_vec3_dot(axis, towards);
        const double   c = swv_cos(limb->limits.caps[i].radius);
        double         s, d;
        swv_sincos(angle, &s, &d);
        if (!(a * d + b * s > c))
            continue;
        const double half = swv_atan2(sqrt(swvi_larger(0.0, a * a + b * b - c * c)), c);
        const double first = swv_atan2(b, a) - half;
        nearest = swvi_smaller(nearest, swvi_larger(first, 0.0));
    }
    return nearest;
}

swvi_limb_pose swvi_limb_part_of_way(const swv_limb *limb, const swvi_limb_pose *from, const swvi_limb_pose *to,
                                     double part)
{
    const swv_limb_limits *limits = &limb->limits;
    // (1)
    const joints a = joints_of(limb, from), b = joints_of(limb, to);
    joints       j = { .u = a.u + part * (b.u - a.u),
                       .v = a.v + part * (b.v - a.v),
                       .twist = a.twist + part * (b.twist - a.twist),
                       .flexion = a.flexion + part * (b.flexion - a.flexion),
                       .end_twist = a.end_twist + part * (b.end_twist - a.end_twist),
                       .end_u = a.end_u + part * (b.end_u - a.end_u),
                       .end_v = a.end_v + part * (b.end_v - a.end_v) };
    for (int i = 0; i <= limits->cap_count; ++i) {  // (2): each time out of one cap at least
        const double angle = sqrt(j.u * j.u + j.v * j.v);
        const double nearer = angle > 0.0 ? until_cap(limb, j.u, j.v, angle) : 0.0;
        if (nearer == angle)
            break;
        j.u *= nearer / angle;
        j.v *= nearer / angle;
    }
    swvi_limb_pose      pose = { .flexion = j.flexion };
    const swvi_rotation swing = turn_about(j.u, j.v, 0.0), twist = turn_about(0.0, 0.0, j.twist);
    pose.upper =
        swvi_rotation_mul(swvi_rotation_of(swv_quat_conjugate(limb->_private.rest)), swvi_rotation_mul(swing, twist));
    double s, c;
    swv_sincos(0.5 * pose.flexion, &s, &c);
    pose.lower = swvi_rotation_y(pose.upper, s, c);
    pose.end = swvi_limb_end_of(
        pose.lower, swvi_rotation_mul(turn_about(0.0, 0.0, j.end_twist), turn_about(j.end_u, j.end_v, 0.0)));
    return pose;
}
