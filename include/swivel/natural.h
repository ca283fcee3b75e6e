// SPDX-License-Identifier: MIT
#ifndef SWIVEL_NATURAL_H
#define SWIVEL_NATURAL_H

#include "swivel/base.h"
#include "swivel/geometry.h"

/// Where a person would hold the elbow, the knee and the forearm, when all that is known is the hand or the foot. Learned
/// from 82 people (data/people).
///
/// Axes       At the shoulder or hip: x right, y forward, z up. They belong to the trunk: a person who lies down keeps them.
///            The arm's are those of the chest, the leg's those of the pelvis.
/// Hand       z to the fingertips, x where the palm faces, y = z cross x (to the thumb, right hand). A left arm is the mirror
///            image in x of a right one: its hand's z points to the fingertips and x away from the palm.
/// Foot       x right, y to the toes, z up from the sole: the trunk's axes, when one stands. A foot whose axes come from a
///            skeleton file must be turned first: many rest with their legs spread, and a standing foot is then rolled by as
///            much. Take its rotation in a standing posture, and multiply each rotation by that one's inverse, from the right.
/// direction  Out: the unit vector, normal to the line from shoulder to wrist, that points from that line to the elbow (from
///            the line from hip to ankle to the knee). swv_arm_swivel_towards (swivel_papers/arm.h) turns it into a swivel of the seven-joint arm.
/// reach      Upper arm and forearm together, or thigh and shank: only position / reach matters.
///
/// How far off, on people who were not fitted: docs/naturalness.md. `swivel naturalness` prints it for what is shipped.
///
/// All are smooth but for what no choice can avoid. At the shoulder itself the line has no direction: it counts as forward.
/// And a field of directions on a sphere has singular points, around which it turns once or twice. Near them it turns fast; at
/// them it is still finite, unit and normal. How far they are from people's hands: docs/derivations/natural.md.
///
/// SWV_NULL for a NULL pointer; SWV_BAD_ARGUMENT for an unknown side or a reach that is not positive and finite; SWV_BAD_GOAL for
/// a pose or position that is not finite, or a zero quaternion.

/// The elbow, from the wrist's position and the hand's rotation. The default.
SWV_API swv_status swv_natural_elbow(swv_side side, double reach, const swv_pose *hand, swv_vec3 *direction);

/// The elbow, from the wrist's position alone: for hands whose rotation is unknown or means nothing.
SWV_API swv_status swv_natural_elbow_at(swv_side side, double reach, swv_vec3 wrist, swv_vec3 *direction);

/// Pronation, from the wrist's position alone: the mean of people whose wrist was there. Radians: 0 neutral, the thumb towards
/// the side the elbow bends to; positive palm down; the same for both sides.
SWV_API swv_status swv_natural_pronation(swv_side side, double reach, swv_vec3 wrist, double *pronation);

/// The knee, from the pose of the foot.
SWV_API swv_status swv_natural_knee(swv_side side, double reach, const swv_pose *foot, swv_vec3 *direction);

/// The plane of the arm that Soechting and Flanders measured in 1989 when people pointed at targets in front of them; from the
/// position alone. Here to compare with. Jumps where the line from shoulder to wrist points straight up or down, and where the
/// upper arm they predict lies along it.
SWV_API swv_status swv_soechting_elbow(swv_side side, double reach, swv_vec3 wrist, swv_vec3 *direction);

#endif
