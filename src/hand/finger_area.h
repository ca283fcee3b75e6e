// SPDX-License-Identifier: MIT
// The curves among which the edge of a finger's reachable area is found. See finger_area.c.
#ifndef SWIVEL_HAND_FINGER_AREA_H
#define SWIVEL_HAND_FINGER_AREA_H

#include "hand/finger_internal.h"

enum { SWVI_AREA_CURVES = 48 };

/// Every curve that can be a part of the edge, over its whole range. Returns how many.
int swvi_area_curves(const swv_finger *finger, swv_finger_kind kind, swv_finger_edge curves[SWVI_AREA_CURVES]);

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

/// Angles of the middle joint, at most `capacity`, at which the coupled finger's tip, the first joint at `first`, lies
/// on the line {p: nx x + ny y = offset}.
int swvi_curve_on_line(const swv_finger *finger, double first, double nx, double ny, double offset, double *angles,
                       int capacity);

/// Whether any posture inside the limits brings the tip there.
bool swvi_is_reachable(const swv_finger *finger, swv_finger_kind kind, swv_point tip);

#endif
