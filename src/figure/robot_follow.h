// SPDX-License-Identifier: MIT
#ifndef SWIVEL_FIGURE_ROBOT_FOLLOW_H
#define SWIVEL_FIGURE_ROBOT_FOLLOW_H

#include <stddef.h>

#include "swivel/solve.h"

/// Bytes that swvi_robot_follow needs.
size_t swvi_robot_follow_size(const swv_skeleton *skeleton);

/// The posture near `previous` that is nearest to the goals (SWV_GOAL_POSITION, SWV_GOAL_ROTATION, SWV_GOAL_POSE) by their weights, and to
/// `previous` by `stays`, downhill from `from`. `posture` may be one of them. False: numbers that are not finite came in.
bool swvi_robot_follow(const swv_skeleton *skeleton, const swv_goal *goals, int goal_count, double stays, double unit,
                       const double *previous, const double *from, void *memory, double *posture);

#endif
