// SPDX-License-Identifier: MIT
#ifndef SWIVEL_REST_H
#define SWIVEL_REST_H

#include <stdbool.h>

#include "swivel/base.h"
#include "swivel/geometry.h"
#include "swivel/rig.h"

/// A rest pose for recordings that have none.
///
/// mount.h and body.h count from a rest pose that a body can be in. The zero of a recording need not be one: some have all bones
/// lie along x. What is missing is then in the recording itself: how elbows and knees bend, how feet stand.
///
///     swv_rig_bind(&rig, NULL, &binding);                   // the skeleton of any frame
///     if (!swv_rest_is_posture(&rig, &binding))
///         swv_rest_find(&rig, &binding, clip, frame_count, joints);      // rig.joints = joints; bind again

/// Whether a body can rest so: the head above the hips, feet below them, shoulders beside the neck. Sitting is fine, lying is not. False for a rig or a binding
/// that is invalid, or has no hips, head or legs.
SWV_API bool swv_rest_is_posture(const swv_rig *rig, const swv_binding *binding);

/// The T-pose of a recorded skeleton.
///
/// rig      the skeleton in any posture. Bones' lengths and the way up are taken from it, and which way it faces, to the nearest axis
/// clip     frame_count times joint_count locals, as in mount.h
/// joints   out, joint_count: those of the rig with another rest. May be rig->joints
///
/// Trunk upright, arms aside, legs straight; each about the hinge's axis that its elbow or knee has where it bends, soles as they
/// stand. What the recording does not tell, as the axis of a knee that is never bent, is as it is on average.
///
/// SWV_BAD_MODEL: no hips, head, arms or legs bound, or nothing tells which way it faces; SWV_BAD_ARGUMENT: a binding that is not of this rig; SWV_BAD_COUNT: no frames; SWV_BAD_POSTURE: a clip that is not finite; others as
/// swv_rig_check.
SWV_API swv_status swv_rest_find(const swv_rig *rig, const swv_binding *binding, const swv_pose *clip, int frame_count,
                                 swv_rig_joint *joints);

#endif
