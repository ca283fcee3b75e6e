// SPDX-License-Identifier: MIT
#ifndef SWIVEL_GEOMETRY_H
#define SWIVEL_GEOMETRY_H

#include <stdbool.h>

#include "swivel/base.h"

/// Vectors, rotations and poses. Right-handed axes, radians, metres.
///
/// A transform is named b_from_a: it takes coordinates in frame a to coordinates in frame b, so that equal names are
/// adjacent: world_from_hand = world_from_elbow * elbow_from_hand.

#define SWV_PI 3.14159265358979323846

typedef struct swv_vec3 {
    double x, y, z;
} swv_vec3;

/// A 3 x 3 matrix by rows: m[row][column].
typedef struct swv_mat3 {
    double m[3][3];
} swv_mat3;

/// A rotation. q and -q are the same one. Functions expect unit length; swv_quat_normalize gives it.
typedef struct swv_quat {
    double x, y, z, w;
} swv_quat;

/// Position and rotation: b_from_a has a's origin in b, and a's axes in b.
typedef struct swv_pose {
    swv_vec3 position;
    swv_quat rotation;
} swv_pose;

// clang-format off
#define SWV_IDENTITY_QUAT { 0.0, 0.0, 0.0, 1.0 }
#define SWV_IDENTITY_POSE { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0, 1.0 } }
// clang-format on

// ---- vectors ----

/// a + b
SWV_INLINE swv_vec3 swv_vec3_add(swv_vec3 a, swv_vec3 b)
{
    const swv_vec3 r = { a.x + b.x, a.y + b.y, a.z + b.z };
    return r;
}

/// a - b
SWV_INLINE swv_vec3 swv_vec3_sub(swv_vec3 a, swv_vec3 b)
{
    const swv_vec3 r = { a.x - b.x, a.y - b.y, a.z - b.z };
    return r;
}

/// s a
SWV_INLINE swv_vec3 swv_vec3_scale(double s, swv_vec3 a)
{
    const swv_vec3 r = { s * a.x, s * a.y, s * a.z };
    return r;
}

/// The inner product.
SWV_INLINE double swv_vec3_dot(swv_vec3 a, swv_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// The vector product: right-handed, normal to both.
SWV_INLINE swv_vec3 swv_vec3_cross(swv_vec3 a, swv_vec3 b)
{
    const swv_vec3 r = { a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
    return r;
}

/// Euclidean length. Does not overflow or underflow before the result does. Infinite if a component is not finite, a
/// NaN too.
SWV_API double swv_vec3_length(swv_vec3 a);

/// The unit vector along `a`, of any finite length however small or large; {0, 0, 0} if a is zero or not finite.
SWV_API swv_vec3 swv_vec3_normalize(swv_vec3 a);

/// True if all three components are finite.
SWV_API bool swv_vec3_is_finite(swv_vec3 a);

// ---- quaternions ----

/// First b, then a.
SWV_INLINE swv_quat swv_quat_mul(swv_quat a, swv_quat b)
{
    const swv_quat r = {
        (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y),
        (a.w * b.y + a.y * b.w) + (a.z * b.x - a.x * b.z),
        (a.w * b.z + a.z * b.w) + (a.x * b.y - a.y * b.x),
        (a.w * b.w - a.x * b.x) - (a.y * b.y + a.z * b.z),
    };
    return r;
}

/// The inverse rotation.
SWV_INLINE swv_quat swv_quat_conjugate(swv_quat q)
{
    const swv_quat r = { -q.x, -q.y, -q.z, q.w };
    return r;
}

/// v rotated by the unit quaternion q:  v + 2 w (u x v) + 2 u x (u x v),  u = (x, y, z).
SWV_INLINE swv_vec3 swv_quat_rotate(swv_quat q, swv_vec3 v)
{
    const swv_vec3 u = { q.x, q.y, q.z };
    const swv_vec3 uv = swv_vec3_cross(u, v);
    const swv_vec3 t = swv_vec3_add(uv, uv);
    return swv_vec3_add(v, swv_vec3_add(swv_vec3_scale(q.w, t), swv_vec3_cross(u, t)));
}

/// The unit quaternion along q, of any finite length however small or large; the identity if q is zero or not finite.
SWV_API swv_quat swv_quat_normalize(swv_quat q);

/// Rotation by `angle` about `axis`, which need not have unit length. A zero axis gives the identity.
SWV_API swv_quat swv_quat_from_axis_angle(swv_vec3 axis, double angle);

/// Rotation about the direction of v by its length, and the inverse function, whose result has a length in [0, pi].
SWV_API swv_quat swv_quat_from_rotation_vector(swv_vec3 v);
SWV_API swv_vec3 swv_rotation_vector_from_quat(swv_quat q);

/// The smallest rotation that takes direction `from` to direction `to`. For opposite directions about any normal.
SWV_API swv_quat swv_quat_between(swv_vec3 from, swv_vec3 to);

/// Angle of the rotation from a to b, in [0, pi].
SWV_API double swv_quat_angle_between(swv_quat a, swv_quat b);

/// Split q = swing * twist, the twist about `axis` and the swing about an axis normal to it. If the swing is half a
/// turn the twist is undetermined and set to the identity. A zero axis gives swing = q. A q that is not finite gives
/// two identities.
SWV_API void swv_quat_swing_twist(swv_quat q, swv_vec3 axis, swv_quat *swing, swv_quat *twist);

// ---- matrices ----

/// Products, the transpose (of a rotation: its inverse), a times v, and the matrix of a rotation.
SWV_API swv_mat3 swv_mat3_mul(swv_mat3 a, swv_mat3 b);
SWV_API swv_mat3 swv_mat3_transpose(swv_mat3 a);
SWV_API swv_vec3 swv_mat3_apply(swv_mat3 a, swv_vec3 v);
SWV_API swv_mat3 swv_mat3_from_quat(swv_quat q);

/// The rotation nearest to a matrix that is one up to rounding, by the largest of the four components (no loss at
/// half a turn). Returned with w >= 0.
SWV_API swv_quat swv_quat_from_mat3(swv_mat3 a);

// ---- poses ----

/// First b, then a: c_from_a = swv_pose_mul(c_from_b, b_from_a).
SWV_INLINE swv_pose swv_pose_mul(swv_pose a, swv_pose b)
{
    const swv_pose r = { swv_vec3_add(a.position, swv_quat_rotate(a.rotation, b.position)),
                         swv_quat_mul(a.rotation, b.rotation) };
    return r;
}

/// The point in frame b.
SWV_INLINE swv_vec3 swv_pose_apply(swv_pose b_from_a, swv_vec3 point_a)
{
    return swv_vec3_add(b_from_a.position, swv_quat_rotate(b_from_a.rotation, point_a));
}

/// a_from_b
SWV_INLINE swv_pose swv_pose_inverse(swv_pose b_from_a)
{
    const swv_quat a_from_b = swv_quat_conjugate(b_from_a.rotation);
    const swv_pose r = { swv_vec3_scale(-1.0, swv_quat_rotate(a_from_b, b_from_a.position)), a_from_b };
    return r;
}

/// SWV_OK with *pose's rotation brought to unit length; SWV_NOT_FINITE, or SWV_BAD_ARGUMENT for a zero quaternion, with
/// *pose untouched. Every public function checks its poses with it.
SWV_API swv_status swv_pose_check(swv_pose *pose);

// ---- angles ----

/// The same angle in [-pi, pi). Not finite: 0.
SWV_API double swv_angle_wrap(double angle);

/// A limit counts as kept if it is exceeded by no more than this (radians or metres), so that a posture lying on its
/// limits is not lost to rounding.
#define SWV_LIMIT_TOLERANCE 1e-9

/// Bring *angle into [lower, upper] by whole turns, by as few as possible. False, and *angle untouched, if no whole
/// turn of it lies inside (to within SWV_LIMIT_TOLERANCE), a limit is NaN or *angle is not finite.
SWV_API bool swv_angle_turn_into(double lower, double upper, double *angle);

/// Three rotations about the axes of the moving frame (intrinsic): SWV_EULER_ZXY is R = Rz(a[0]) Rx(a[1]) Ry(a[2]).
/// Rotations about fixed axes are the same three in the opposite order.
// clang-format off
typedef enum swv_euler_order {
    SWV_EULER_XYZ = 0, SWV_EULER_XZY, SWV_EULER_YXZ, SWV_EULER_YZX, SWV_EULER_ZXY, SWV_EULER_ZYX,
    SWV_EULER_XYX,     SWV_EULER_XZX, SWV_EULER_YXY, SWV_EULER_YZY, SWV_EULER_ZXZ, SWV_EULER_ZYZ,
    SWV_EULER_ORDER_COUNT
} swv_euler_order;
// clang-format on

/// The rotation with these angles, radians, in the order of their axes. See swv_euler_order.
SWV_API swv_mat3 swv_mat3_from_euler(swv_euler_order order, const double angles[3]);

/// Both sets of angles that give the rotation, each in [-pi, pi]; the second starts half a turn away. Exact at the
/// singularity too, where the first angle is taken as 0 (and as pi in the second).
SWV_API void swv_euler_from_mat3(swv_euler_order order, swv_mat3 rotation, double first[3], double second[3]);

#endif
