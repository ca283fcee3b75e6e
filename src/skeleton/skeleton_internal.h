// SPDX-License-Identifier: MIT
// What the files of the skeleton share. skeleton.c makes one, skeleton_posture.c keeps postures inside their limits,
// skeleton_forward.c says where links are.
#ifndef SWIVEL_SKELETON_INTERNAL_H
#define SWIVEL_SKELETON_INTERNAL_H

#include <stdbool.h>

#include "swivel/skeleton.h"

/// A joint as the solver sees it. The solver's frame of a joint has the joint's origin, but axes that need not be the link's: it
/// is turned against the frame next above only where the joint's axis would else lie along none of its axes. Most joints of
/// most robots turn about a coordinate axis then, at half the cost, and few frames are turned.
typedef struct swvi_joint {
    swv_vec3 origin;       ///< in the solver's frame of the joint that moves next above, or in the world
    bool     is_mounted;   ///< turned against that frame
    double   mount[9];     ///< by this much, by columns
    swv_quat frame;        ///< the solver's frame in the world, rest posture
    swv_quat turn;         ///< the link in the mover's solver's frame, rest posture
    swv_vec3 axes[3];      ///< in the joint's solver's frame; a ball's: twist, first and second swing
    int      along[2];     ///< 0, 1, 2: that axis lies along x, y or z, either way; -1: along none
    int      above;        ///< the joint that moves next above; -1: none
    int      mover;        ///< the joint that moves this link: itself or `above`; -1: none
    swv_vec3 from_mover;   ///< the link's origin in the mover's solver's frame, rest posture
    double   cone[2][2];   ///< tangents of half a ball's limits of swing: [axis][0] lower, [1] upper
    double   reach;        ///< from the root, along the bones
    bool     is_limited;   ///< a ball with a cone, or a range of twist
    int      leader;       ///< the joint whose number it has: itself, or the one it follows
    bool     is_coupled;   ///< follows another, or is followed
    bool     turns_whole;  ///< a whole turn of its number changes nothing
} swvi_joint;

static inline const swvi_joint *swvi_skeleton_inside(const swv_skeleton *skeleton)
{
    return (const swvi_joint *)skeleton->inside;
}

/// Numbers and freedoms of a joint of each kind: fixed, hinge, slider, universal, ball (a quaternion), free (a place and a quaternion).
static inline int swvi_numbers_of(swv_joint_kind kind)
{
    static const unsigned char numbers[] = { 0, 1, 1, 2, 4, 7 };
    return numbers[kind];
}

static inline int swvi_freedoms_of(swv_joint_kind kind)
{
    static const unsigned char freedoms[] = { 0, 1, 1, 2, 3, 6 };
    return freedoms[kind];
}

static inline bool swvi_joint_follows(const swv_joint *j)
{
    return j->ratio != 0.0;
}

/// Numbers of a posture that are this joint's own.
static inline int swvi_own_numbers_of(const swv_joint *j)
{
    return swvi_joint_follows(j) ? 0 : swvi_numbers_of(j->kind);
}

/// The value of a hinge or a slider, by the number it has or follows.
static inline double swvi_value_of(const swv_joint *j, double number)
{
    return swvi_joint_follows(j) ? j->ratio * number + j->offset : number;
}

/// SWV_NULL, SWV_BAD_MODEL or SWV_OK.
static inline swv_status swvi_skeleton_status(const swv_skeleton *skeleton)
{
    return skeleton ? swv_skeleton_check(skeleton) : SWV_NULL;
}

/// Whether a posture's numbers are finite and its quaternions not zero.
bool swvi_skeleton_is_posture(const swv_skeleton *skeleton, const double *posture);

/// The unit quaternion that begins at these four numbers.
static inline swv_quat swvi_quat_at(const double *numbers)
{
    const swv_quat q = { numbers[0], numbers[1], numbers[2], numbers[3] };
    return swv_quat_normalize(q);
}

static inline void swvi_store_quat(swv_quat q, double *numbers)
{
    numbers[0] = q.x;
    numbers[1] = q.y;
    numbers[2] = q.z;
    numbers[3] = q.w;
}

/// A ball's rotation as swing and twist: u and v are tangents of half the swing about the second and the third of `axes`.
typedef struct swvi_swing {
    double u, v, twist;
} swvi_swing;

swvi_swing swvi_swing_of(swv_quat q, const swv_vec3 axes[3]);
swv_quat   swvi_swing_to_quat(swvi_swing s, const swv_vec3 axes[3]);

/// The sum of squares that is 1 on the cone, and half of its slope.
static inline double swvi_cone(const double cone[2][2], double u, double v, double *by_u, double *by_v)
{
    const double a = u / cone[0][u > 0.0], b = v / cone[1][v > 0.0];
    *by_u = a / cone[0][u > 0.0];
    *by_v = b / cone[1][v > 0.0];
    return a * a + b * b;
}

#endif
