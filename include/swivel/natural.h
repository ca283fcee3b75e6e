// SPDX-License-Identifier: MIT
#ifndef SWIVEL_NATURAL_H
#define SWIVEL_NATURAL_H

#include "swivel/base.h"
#include "swivel/geometry.h"

/// Where a person would hold the elbow, when all that is known is the hand.
///
/// Axes at the shoulder: x right, y forward, z up; they belong to the trunk. A right hand's z points to the
/// fingertips, x where the palm faces, y = z cross x. A left arm is the mirror image in x of a right one: its hand's z
/// points to the fingertips and x away from the palm.
///
/// The answer is a direction: the unit vector, normal to the line from shoulder to wrist, that points from that line
/// to the elbow (of a leg: from the line from hip to ankle to the knee). It does not depend on where swivel 0 is; swv_arm_swivel_towards turns it into a swivel.

/// From the pose of the hand, by a model fitted to a record of one arm roaming everywhere (data/arm). The default.
///
/// reach                upper arm and forearm together; only position / reach matters, so any arm will do
/// shoulder_from_hand   the wrist's position and the hand's rotation; need not be within reach
/// direction            out: see above; untouched unless SWV_OK is returned
///
/// Off by 13.5 degrees RMS, 6.9 in the median, on the third of the record it was not fitted to; 11 to 14 and 6 to 11
/// whichever third that is. The same hand was held with elbows that far apart.
///
/// Smooth in position and rotation, but for what no choice can avoid. At the shoulder itself the line has no direction:
/// it counts as forward. And a field of directions on a sphere has singular points: for each rotation of the hand there
/// are wrist positions around which the direction turns once, none near a posture of the record. Near them it turns
/// fast; at them it is still finite, unit and normal.
///
/// SWV_NOT_FINITE for a number that is not finite; SWV_BAD_ARGUMENT for a zero quaternion, a reach that is not
/// positive or an unknown side.
SWV_API swv_status swv_natural_elbow(swv_side side, double reach, const swv_pose *shoulder_from_hand,
                                     swv_vec3 *direction);

/// The same from the wrist's position alone: the plane of the arm that Soechting and Flanders measured when people
/// pointed at targets in front of them. Far from there, where their formulas only extrapolate, it errs by 60 degrees
/// and more; it is here to compare with, and for hands whose rotation means nothing. Same arguments, same statuses.
///
/// Jumps where the line from shoulder to wrist points straight up or down, and where the upper arm they predict lies
/// along it.
SWV_API swv_status swv_soechting_elbow(swv_side side, double reach, const swv_pose *shoulder_from_hand,
                                       swv_vec3 *direction);

/// The knee, from the pose of the foot: it points where the toes do, once the foot is turned, by the smallest turn there
/// is, so that the sole faces along the line from hip to ankle. Axes at the hip: x right, y forward, z up; the foot's y
/// points to the toes, its z from the sole up. The same formula serves both sides.
///
/// Smooth, but for a foot whose sole faces the hip. There, and at the hip itself, the direction counts as forward.
SWV_API swv_status swv_natural_knee(const swv_pose *hip_from_foot, swv_vec3 *direction);

#endif
