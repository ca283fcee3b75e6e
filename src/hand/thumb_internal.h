// SPDX-License-Identifier: MIT
// What the files of the thumb share. Here the base of the metacarpal is the origin and the trapezium's axes are used.
#ifndef SWIVEL_HAND_THUMB_INTERNAL_H
#define SWIVEL_HAND_THUMB_INTERNAL_H

#include "hand/finger_internal.h"
#include "swivel/hand.h"

/// Whether a thumb is as its maker left it: its bend was worked out from the rest.
bool swvi_is_thumb(const swv_thumb *thumb);

/// A point or, with is_direction, a direction of the hand.
swv_vec3 swvi_thumb_to_base(const swv_thumb *thumb, swv_vec3 v, bool is_direction);

typedef struct swvi_thumb_state {
    swv_vec3 tip, pulp;
    swv_vec3 axis[5];                ///< of the joints, as they are turned
    swv_vec3 tip_by[5], pulp_by[5];  ///< derivatives by the angles
} swvi_thumb_state;

/// Tip and pulp, and their derivatives.
void swvi_thumb_at(const swv_thumb *thumb, const double q[5], swvi_thumb_state *state);

/// Turns all five into the limits; false if that cannot be.
bool swvi_thumb_into_limits(const swv_thumb *thumb, double q[5]);

/// Every posture inside the limits for a tip and a pulp, all five free; how many. If there is none q[0] is the nearest.
int swvi_thumb_postures_directed(const swv_thumb *thumb, swv_vec3 tip, swv_vec3 pulp, double q[SWV_THUMB_SOLUTIONS][5]);

/// The posture nearest to a tip and a pulp that are out of reach, all five free; pulp NULL: to a tip, MCP abduction held and IP following. See
/// thumb_nearest.c.
void swvi_thumb_nearest(const swv_thumb *thumb, swv_vec3 tip, const swv_vec3 *pulp, double q[5]);

/// How a solve for tip and pulp (which may be NULL), in the trapezium's axes, ended; count = 0: q[0] is the nearest.
swv_digit_report swvi_thumb_report_of(const swv_thumb *thumb, swv_vec3 tip, const swv_vec3 *pulp, double q[][5],
                                      int count);

#endif
