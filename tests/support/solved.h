// SPDX-License-Identifier: MIT
// What the engine's tests share: the eight chains, postures inside limits, and the errors of goals worked out from
// forward kinematics alone.
#ifndef SWIVEL_TESTS_SOLVED_H
#define SWIVEL_TESTS_SOLVED_H

#include <math.h>

#include "random.h"
#include "robots.h"
#include "swivel_papers/chain.h"
#include "swivel_papers/models.h"
#include "swivel/solve.h"

enum { CHAIN_COUNT = 4 + ROBOT_COUNT };

static inline const char *chain_name(int index)
{
    static const char *const models[] = { "puma560", "arm7", "arm6", "torso8" };
    return index < 4 ? models[index] : robots[index - 4].name;
}

static inline swv_status chain_at(int index, swv_chain *chain)
{
    return index < 4 ? swv_model_chain(chain_name(index), chain) : robot_chain(&robots[index - 4], chain);
}

/// From joint to joint, to the tip.
static inline double chain_size(const swv_chain *chain)
{
    double size = swv_vec3_length(chain->tip.position);
    for (int i = 0; i < chain->joint_count; i++)
        size += swv_vec3_length(chain->joints[i].origin);
    return size;
}

/// Coordinates without limits, or with more than two turns, within half a turn of zero.
static inline void range_of(const swv_chain *chain, int i, double *lower, double *upper)
{
    (void)swv_chain_limits(chain, i, lower, upper);
    *lower = *lower > -INFINITY ? *lower : *upper < INFINITY ? *upper - 2.0 : -SWV_PI;
    *upper = *upper < INFINITY ? *upper : *lower > -SWV_PI ? *lower + 2.0 : SWV_PI;
}

static inline void posture_inside(uint64_t *seed, const swv_chain *chain, double *q)
{
    for (int i = 0; i < chain->dof; ++i) {
        double lower, upper;
        range_of(chain, i, &lower, &upper);
        q[i] = random_between(seed, lower, upper);
    }
}

static inline bool is_inside(const swv_chain *chain, const double *q)
{
    for (int i = 0; i < chain->dof; ++i) {
        double lower, upper;
        (void)swv_chain_limits(chain, i, &lower, &upper);
        if (!(q[i] >= lower && q[i] <= upper))
            return false;
    }
    return true;
}

static inline double angle_between_vectors(swv_vec3 a, swv_vec3 b)
{
    return atan2(swv_vec3_length(swv_vec3_cross(a, b)), swv_vec3_dot(a, b));
}

/// How far a goal is from being met: a length and an angle.
static inline void goal_errors(const swv_chain *chain, const swv_goal *goal, const double *q, double *position,
                               double *rotation)
{
    swv_pose frames[SWV_MAX_JOINTS], tip;
    *position = INFINITY;
    *rotation = INFINITY;
    if (swv_chain_frames(chain, q, frames, &tip) != SWV_OK)
        return;
    const swv_pose frame = goal->link == 0 ? tip : frames[goal->link - 1];
    const swv_vec3 point = swv_pose_apply(frame, goal->point), gap = swv_vec3_sub(goal->target.position, point);
    const swv_vec3 axis = swv_quat_rotate(swv_quat_normalize(frame.rotation), goal->axis);
    *position = 0.0;
    *rotation = 0.0;
    switch (goal->kind) {
    case SWV_GOAL_POSE:
        *position = swv_vec3_length(gap);
        *rotation =
            swv_quat_angle_between(swv_quat_normalize(frame.rotation), swv_quat_normalize(goal->target.rotation));
        break;
    case SWV_GOAL_POSITION:
        *position = swv_vec3_length(gap);
        break;
    case SWV_GOAL_ROTATION:
        *rotation =
            swv_quat_angle_between(swv_quat_normalize(frame.rotation), swv_quat_normalize(goal->target.rotation));
        break;
    case SWV_GOAL_DIRECTION:
        *rotation = angle_between_vectors(axis, goal->direction);
        break;
    case SWV_GOAL_AIM:
        *rotation = angle_between_vectors(axis, gap);
        break;
    case SWV_GOAL_DISTANCE:
        *position = fabs(swv_vec3_length(gap) - goal->distance);
        break;
    }
}

#endif
