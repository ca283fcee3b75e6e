// SPDX-License-Identifier: MIT
// The curves among which the edge of a finger's reachable area is found. See finger_curves.c.
#ifndef SWIVEL_HAND_FINGER_CURVES_H
#define SWIVEL_HAND_FINGER_CURVES_H

#include "hand/finger_internal.h"

enum { SWVI_AREA_CURVES = 48 };

/// The path of the tip while one joint turns and the others are held; of the coupled finger the last one follows the
/// middle one.
typedef struct swvi_curve {
    int    joint;     ///< 0, 1, 2: the one that turns
    double q[3];      ///< the other joints are held here
    double from, to;  ///< radians, of the one that turns
} swvi_curve;

typedef struct swvi_curves {
    const swv_finger *finger;
    swvi_curve       *curves;
    int               count;
} swvi_curves;

/// The path of the tip while one joint turns over its range and the others are held here; none if those are outside their limits, or
/// if it is there already.
void swvi_add_curve(swvi_curves *list, int joint, double q0, double q1, double q2);

/// Every curve that can be a part of the coupled finger's edge, over its whole range.
void swvi_add_coupled_curves(swvi_curves *list);

/// A curve of a finger, free or coupled, is an arc: but for the coupled finger's middle joint.
SWV_INLINE bool swvi_is_arc(bool is_free, const swvi_curve *curve)
{
    return is_free || curve->joint == 0;
}

typedef struct swvi_arc {
    swvi_point centre;
    double     radius;
    double     zero;  ///< direction of the tip from the centre with the joint at 0
} swvi_arc;

swvi_arc swvi_arc_of(const swv_finger *finger, bool is_free, const swvi_curve *curve);

/// The posture on one of a finger's curves, free or coupled, whose tip is nearest to a point. Returns the distance.
double swvi_nearest_on_curves(const swv_finger *finger, bool is_free, const swvi_curve *curves, int count,
                              swvi_point tip, double q[3]);

#endif
