// SPDX-License-Identifier: MIT
#ifndef SWIVEL_RETARGET_ROBOT_FOLLOW_H
#define SWIVEL_RETARGET_ROBOT_FOLLOW_H

#include <stddef.h>

#include "swivel/solve.h"

/// Bytes that swvi_robot_follow needs.
size_t swvi_robot_follow_size(const swv_skeleton *skeleton);

/// What a frame asks of a robot.
typedef struct swvi_robot_wish {
    const swv_goal *goals;  ///< SWV_GOAL_POSITION, SWV_GOAL_ROTATION, SWV_GOAL_POSE, by their weights
    int             goal_count;
    const double   *previous;  ///< the last posture
    double          stays;     ///< the weight of staying near it, per radian or unit of length
    double          unit;      ///< the length that weighs as much as a radian
} swvi_robot_wish;

/// The posture nearest to the wish, downhill from `from`. `posture` may be `from` or the previous one. False: numbers that are not
/// finite came in.
bool swvi_robot_follow(const swv_skeleton *skeleton, const swvi_robot_wish *wish, const double *from, void *memory,
                       double *posture);

#endif
