// SPDX-License-Identifier: MIT
// The free finger, and where the tip of either can be: what the files share.
#ifndef SWIVEL_PAPERS_FINGER_FREE_H
#define SWIVEL_PAPERS_FINGER_FREE_H

#include "hand/hand_internal.h"
#include "swivel_papers/planar_finger.h"

/// Two bones a and m, the second at angle bend from the first, reach distance r: |bend|, in [0, pi]. False if they do
/// not, by more than a rounding of their length.
bool swvi_two_bones(double a, double m, double r, double *bend);

/// Every posture of the free finger that brings the tip there with a joint on a limit, and a few more, so that if any
/// posture inside the limits does, one of these is inside. Not all are.
enum { SWVI_FREE_VERTICES = 32 };
int swvi_free_vertices(const swv_finger *finger, swvi_point tip, double q[SWVI_FREE_VERTICES][3]);

/// Turns q into the limits; false if that cannot be.
bool swvi_free_into_limits(const swv_finger *finger, double q[3]);

/// Every curve that can be a part of the edge, over its whole range. Returns how many.
int swvi_area_curves(const swv_finger *finger, swv_finger_kind kind, swvi_curve curves[SWVI_AREA_CURVES]);

/// Room for the crossings of a line with one curve of the coupled finger. Chosen; crossings beyond it are left out.
enum { SWVI_LINE_CUTS = 8 };

/// Angles of the middle joint, at most `capacity`, at which the coupled finger's tip, the first joint at `first`, lies
/// on the line {p: nx x + ny y = offset}.
int swvi_curve_on_line(const swv_finger *finger, double first, double nx, double ny, double offset, double *angles,
                       int capacity);

#endif
