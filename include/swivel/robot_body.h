// SPDX-License-Identifier: MIT
#ifndef SWIVEL_ROBOT_BODY_H
#define SWIVEL_ROBOT_BODY_H

#include <stddef.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/body.h"
#include "swivel/geometry.h"
#include "swivel/rig.h"
#include "swivel/skeleton.h"

/// A humanoid robot as a body: people's motion for its motors.
///
///     swv_robot_body_make(&skeleton, &binding, memory, &robot, NULL);  // once; the binding is that of its links, by swv_rig_bind
///     swv_retarget_make(&recorded, &robot.body, NULL, &retarget);
///     swv_retarget_clip(&retarget, clip, frame_count, dt, scratch, locals, NULL);
///     swv_robot_body_pose(&robot, locals, previous, memory, posture, &report);          // each frame
///
/// A robot's hip is three hinges one after the other, and so is its shoulder. The stand-in is what it would be with ball joints instead: hips,
/// chest, head, and of each limb three joints, where the axes of those hinges meet. It has the robot's lengths and no limits of its own. A posture
/// of the robot then brings feet, hands, elbows, knees and trunk to those of the stand-in, as near as its motors let it: feet first.
///
/// Soles are those of the robot's own shape: the boxes (low, high of skeleton.h) around what its feet are made of. What stands is heel or ball, and no
/// corner of a sole gets lower than the stand-in's lowest. Of a robot without such boxes they are guessed (body.h), and ankles are what stands.

enum { SWV_ROBOT_BODY_JOINTS = 15 };

/// Made by swv_robot_body_make. The skeleton must outlive it.
typedef struct swv_robot_body {
    uint32_t            cookie;
    const swv_skeleton *skeleton;
    swv_body            body;                          ///< the stand-in, for body.h and retarget.h
    int                 links[SWV_ROBOT_BODY_JOINTS];  ///< the joint of the skeleton that carries each of its joints
    swv_pose            from_link[SWV_ROBOT_BODY_JOINTS];  ///< where it is in the link's frame, at rest
} swv_robot_body;

/// The robot stands at rest; it walks if its root is SWV_JOINT_FREE, which many files have fixed. SWV_BAD_MODEL if it has no hips, or not two arms with elbows and two legs with knees and feet; a forearm
/// without a joint at its end, hand or wrist, ends beyond its centre of mass, which it must have then. memory: swv_robot_body_size bytes, aligned for double; nothing in it is kept. Other statuses as swv_skeleton_check.
/// fault  takes the part that is missing, or does not hang where it should
SWV_API swv_status swv_robot_body_make(const swv_skeleton *skeleton, const swv_binding *binding, void *memory,
                                       swv_robot_body *robot, int *fault);

/// Bytes that swv_robot_body_make and swv_robot_body_pose need; 0 if the skeleton was not made.
SWV_API size_t swv_robot_body_size(const swv_skeleton *skeleton);

/// How far they are from where they should be, right and left. Of a foot with a sole: what it stands on, where it is lifted to.
typedef struct swv_robot_body_report {
    double feet[2], hands[2];
    double feet_turned[2];  ///< radians
} swv_robot_body_report;

/// The robot's posture for one of its stand-in.
///
/// locals    of the stand-in's 15 joints
/// previous  number_count numbers of the skeleton, the last frame's; NULL: at rest
/// memory    swv_robot_body_size bytes, aligned for double
/// posture   out, inside the limits; may be `previous`
///
/// SWV_BAD_GOAL: a joint of the stand-in further away than 1e306.
SWV_API swv_status swv_robot_body_pose(const swv_robot_body *robot, const swv_pose *locals, const double *previous,
                                       void *memory, double *posture, swv_robot_body_report *report);

#endif
