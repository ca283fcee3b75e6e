// SPDX-License-Identifier: MIT
#ifndef SWIVEL_RETARGET_H
#define SWIVEL_RETARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/geometry.h"
#include "swivel/skeleton.h"
#include "swivel/body.h"

// ======== motion on another body ========

/// One body's motion on another: other bones, other rest pose, other axes, unit and size.
///
///     swv_retarget_make(&recorded, &mine, NULL, &retarget);                        // two bodies of body.h, once
///     swv_retarget_frame(&retarget, locals, out);                                  // a frame as it comes, or
///     swv_retarget_clip(&retarget, clip, frame_count, dt, scratch, out, &report);  // a whole clip, feet on the floor
///
/// Carried over  turns of hips, spine, neck and head; directions of all bones of arms and legs; hands, feet, toes and
///               fingers as they are turned against what they hang on. All of that is counted from the bodies' own axes, so rest
///               poses may differ: T, A, sitting.
/// Scaled        the way the hips go, by the length of the legs; where hands are before the chest, by that of the arms.
/// Feet          Of a clip. Where the recorded foot stands, the other one stands: to a hair, at the height of its own sole, while it
///               rolls from heel to toe. The floor is found where the recorded feet are lowest; it comes out at the height of
///               the target body's `floor`. Hips follow where a leg is too short.
/// Limits        are kept unless an option says otherwise: people's, or those that were set in the mount's limbs.

/// Zero in any field means its default.
typedef struct swv_retarget_options {
    bool keep_directions;            ///< hands are where the arm's bones lead, not where they were before the chest
    bool keep_slides;                ///< feet are not held where they stand
    swv_limb_compromise compromise;  ///< SWV_KEEP_LIMITS, or SWV_KEEP_HAND: hands and feet rather than limits
    double              scale;       ///< of the way the hips go; 0: by the length of the legs
    void (*tell)(void *user, int done, int frame_count);  ///< of a clip: called after each frame; may be NULL
    void *user;
} swv_retarget_options;

/// Made by swv_retarget_make. Both bodies must outlive it.
typedef struct swv_retarget {
    uint32_t             cookie;
    const swv_body      *from, *to;
    swv_retarget_options options;
    double               scale, arm_scale;       ///< of legs and arms
    double               half_widths[2];         ///< half the distance between the shoulders: from, to
    double               heights[2][2][2];       ///< of ankle and ball over the floor at rest: from, to; right, left
    int                  below[SWV_BODY_SPINE];  ///< which joints of the source's spine the target's lie between,
    double               along[SWV_BODY_SPINE];  ///< and where between them
    swv_quat             small[SWV_PARTS];       ///< how toes and fingers of both rest against each other
    swv_quat             clavicles[2][2];        ///< at rest, from the chest: from, to; right, left
} swv_retarget;

/// SWV_BAD_MODEL for a body that was not made or whose legs or arms have no length; SWV_BAD_OPTIONS.
SWV_API swv_status swv_retarget_make(const swv_body *from, const swv_body *to, const swv_retarget_options *options,
                                     swv_retarget *retarget);

/// One frame, without a look at what was before: feet are where the legs' directions lead. The recorded floor is that of `from`.
///
/// locals  in, the source's; out  the target's, joint_count each. They must not overlap.
///
/// SWV_BAD_POSTURE for locals that are not finite or have bones of no length.
SWV_API swv_status swv_retarget_frame(const swv_retarget *retarget, const swv_pose *locals, swv_pose *out);

typedef struct swv_retarget_report {
    double floor;          ///< height of the recorded floor along the source's `up`, in its unit
    int    contacts;       ///< how often a foot came down
    int    planted;        ///< frames with at least one foot on the floor
    double farthest_hand;  ///< the largest distance of a hand from where it belongs, in the target's unit
    double farthest_foot;  ///< likewise; that of planted feet is how much they slide
    int    limited;        ///< frames in which limits kept a hand or foot from its place
    int    fault;          ///< the frame that a status is about
} swv_retarget_report;

/// How many doubles swv_retarget_clip needs for a clip of this length; 0 if it is not positive.
SWV_API size_t swv_retarget_scratch(int frame_count);

/// A whole clip.
///
/// clip     frame_count times the source's joint_count locals
/// dt       seconds from frame to frame
/// scratch  swv_retarget_scratch(frame_count) doubles
/// out      frame_count times the target's joint_count locals. It must not overlap `clip`
///
/// SWV_BAD_COUNT, SWV_BAD_ARGUMENT for a dt that is not positive; SWV_BAD_POSTURE as above. `out` and `scratch` may have
/// changed when it fails.
SWV_API swv_status swv_retarget_clip(const swv_retarget *retarget, const swv_pose *clip, int frame_count, double dt,
                                     double *scratch, swv_pose *out, swv_retarget_report *report);

// ======== motion on a humanoid robot ========

/// A humanoid robot as a body: people's motion for its motors.
///
///     swv_robot_body_make(&skeleton, &binding, memory, &robot, NULL);  // once; the binding is that of its links, by swv_skeleton_bind
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

/// Made by swv_robot_body_make. The skeleton and the memory must outlive it.
typedef struct swv_robot_body {
    uint32_t            cookie;
    const swv_skeleton *skeleton;
    swv_body            body;                          ///< the stand-in, for body.h and retarget.h
    int                 links[SWV_ROBOT_BODY_JOINTS];  ///< the joint of the skeleton that carries each of its joints
    swv_pose            from_link[SWV_ROBOT_BODY_JOINTS];  ///< where it is in the link's frame, at rest
} swv_robot_body;

/// The robot stands at rest; it walks if its root is SWV_JOINT_FREE, which many files have fixed. SWV_BAD_MODEL if it has no hips, or not two arms with elbows and two legs with knees and feet; a forearm
/// without a joint at its end, hand or wrist, ends beyond its centre of mass, which it must have then. Other statuses as swv_skeleton_check.
/// memory  swv_robot_body_size bytes, aligned for double; its beginning holds the stand-in's skeleton, the rest is free again afterwards
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
/// memory    swv_robot_body_size bytes, aligned for double: the memory the robot was made in, or of its own for another thread
/// posture   out, inside the limits; may be `previous`
///
/// SWV_BAD_GOAL: a joint of the stand-in further away than 1e306.
SWV_API swv_status swv_robot_body_pose(const swv_robot_body *robot, const swv_pose *locals, const double *previous,
                                       void *memory, double *posture, swv_robot_body_report *report);

#endif
