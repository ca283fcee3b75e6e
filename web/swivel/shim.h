// SPDX-License-Identifier: MIT
//
// What the shims share. A pose is seven doubles, x y z and the quaternion x y z w.
#ifndef SWIVEL_SHIM_H
#define SWIVEL_SHIM_H

#include "swivel/swivel.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

static inline swv_vec3 vec3_from(const double *v)
{
    return (swv_vec3){ v[0], v[1], v[2] };
}

static inline void vec3_to(swv_vec3 a, double *v)
{
    v[0] = a.x;
    v[1] = a.y;
    v[2] = a.z;
}

static inline swv_quat quat_from(const double *v)
{
    return (swv_quat){ v[0], v[1], v[2], v[3] };
}

static inline void quat_to(swv_quat a, double *v)
{
    v[0] = a.x;
    v[1] = a.y;
    v[2] = a.z;
    v[3] = a.w;
}

static inline swv_pose pose_from(const double *p)
{
    return (swv_pose){ vec3_from(p), quat_from(p + 3) };
}

static inline void pose_to(swv_pose a, double *p)
{
    vec3_to(a.position, p);
    quat_to(a.rotation, p + 3);
}

/// set: how many, then from and to of at most 20; 41 doubles.
static inline void swivels_to(const swv_swivels *found, double *set)
{
    set[0] = (double)found->count;
    for (int i = 0; i < found->count; i++) {
        set[1 + 2 * i] = found->from[i];
        set[2 + 2 * i] = found->to[i];
    }
}

/// A posture of the human limb is 13 doubles, rotations of upper, lower and end, flexion; a goal 13: pose, position only, elbow
/// wish, swivel, direction.
static inline swv_limb_posture limb_posture_from(const double *p)
{
    return (swv_limb_posture){ quat_from(p), quat_from(p + 4), quat_from(p + 8), p[12] };
}

static inline void limb_posture_to(const swv_limb_posture *posture, double *p)
{
    quat_to(posture->upper, p);
    quat_to(posture->lower, p + 4);
    quat_to(posture->end, p + 8);
    p[12] = posture->flexion;
}

/// A goal of the engine is 21 doubles: kind, link, point, axis, target, direction, distance, weight, priority.
enum { GOAL_SIZE = 21 };

static inline swv_goal engine_goal_from(const double *g)
{
    return (swv_goal){ .kind = (swv_goal_kind)g[0],
                       .link = (int)g[1],
                       .point = vec3_from(g + 2),
                       .axis = vec3_from(g + 5),
                       .target = pose_from(g + 8),
                       .direction = vec3_from(g + 15),
                       .distance = g[18],
                       .weight = g[19],
                       .priority = (int)g[20] };
}

static inline swv_limb_goal limb_goal_from(const double *goal)
{
    return (swv_limb_goal){ .end = pose_from(goal),
                            .is_position_only = goal[7] != 0.0,
                            .elbow = (swv_elbow_wish)goal[8],
                            .swivel = goal[9],
                            .direction = vec3_from(goal + 10) };
}

#endif
