// SPDX-License-Identifier: MIT
#ifndef SWIVEL_RETARGET_RETARGET_INTERNAL_H
#define SWIVEL_RETARGET_RETARGET_INTERNAL_H

#include <stdbool.h>

#include "swivel/retarget.h"
#include "swivel/solve.h"

// Sides: 0 right, 1 left. Lengths are in each body's own unit, angles radians.

/// Whether swv_retarget_make made it.
bool swvi_retarget_is_made(const swv_retarget *r);

/// Upper and lower bone of limbs `first` and the one after it, the mean of both sides.
double swvi_limbs_length(const swv_body *body, int first);

/// A foot in natural axes: ankle and ball, and how it is turned from how it rests (of one with toes that is not asked).
typedef struct swvi_foot {
    swv_vec3 ankle, ball;
    swv_quat turn;
} swvi_foot;

swvi_foot swvi_foot_place(const swv_body *body, int side, const swv_pose *locals);

/// Whether the shape of a foot is known, and then a point of its sole: `ahead` of the ankle and to its `right`.
bool     swvi_foot_has_sole(const swv_body *body, int side);
swv_vec3 swvi_foot_sole(const swv_body *body, int side, const swvi_foot *foot, double right, double ahead);

/// How high the lowest of its corners is, along the natural z.
double swvi_foot_lowest(const swv_body *body, int side, const swvi_foot *foot);

/// The target's posture with the source's directions; the recorded floor is at `floor`. Locals here and below are those that count
/// (mount_internal.h). Statuses as swv_retarget_frame.
swv_status swvi_retarget_posture(const swv_retarget *r, const swv_pose *locals, double floor, swv_pose *out);

/// Where the target's hands belong, in its world: right, left.
void swvi_retarget_hands(const swv_retarget *r, const swv_pose *locals, const swv_pose *out, swv_vec3 places[2]);

/// A foot: its ankle in natural axes, what turns it about it, and how much it stands: 1 in a contact, less shortly before and
/// after it, else 0.
typedef struct swvi_retarget_foot {
    swv_vec3 ankle;
    swv_quat turn;
    double   stands;
} swvi_retarget_foot;

/// The largest distances of a hand and of a foot from where they belong, and whether limits are why.
typedef struct swvi_retarget_miss {
    double hand, foot;
    bool   is_limited;
} swvi_retarget_miss;

/// Hands to where they belong and feet to `feet` (NULL: where they are), limits kept. `locals`: the source's; `out` is the posture with the
/// source's directions, and then the answer. miss: may be NULL.
swv_status swvi_retarget_settle(const swv_retarget *r, const swv_pose *locals, const swvi_retarget_foot feet[2],
                                swv_pose *out, swvi_retarget_miss *miss);

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
