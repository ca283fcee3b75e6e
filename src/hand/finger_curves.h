// SPDX-License-Identifier: MIT
// The curves among which the edge of a finger's reachable area is found. See finger_curves.c.
#ifndef SWIVEL_HAND_FINGER_CURVES_H
#define SWIVEL_HAND_FINGER_CURVES_H

#include "hand/finger_internal.h"

enum { SWVI_AREA_CURVES = 48 };

typedef struct swvi_curves {
    const swv_finger *finger;
    swv_finger_edge  *curves;
    int               count;
} swvi_curves;

/// The path of the tip while one joint turns over its range and the others are held here; none if those are outside their limits, or
/// if it is there already.
void swvi_add_curve(swvi_curves *list, int joint, double q0, double q1, double q2);

/// Every curve that can be a part of the coupled finger's edge, over its whole range.
void swvi_add_coupled_curves(swvi_curves *list);

/// A curve of this kind is an arc: but for the coupled finger's middle joint.
SWV_INLINE bool swvi_is_arc(swv_finger_kind kind, const swv_finger_edge *edge)
{
    return kind == SWV_FINGER_FREE || edge->joint == 0;
}

typedef struct swvi_arc {
    swv_point centre;
    double    radius;
    double    zero;  ///< direction of the tip from the centre with the joint at 0
} swvi_arc;

swvi_arc swvi_arc_of(const swv_finger *finger, swv_finger_kind kind, const swv_finger_edge *edge);

/// The posture on one of the curves whose tip is nearest to a point. Returns the distance.
double swvi_nearest_on_curves(const swv_finger *finger, swv_finger_kind kind, const swv_finger_edge *curves, int count,
                              swv_point tip, double q[3]);

#endif
