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
///     swv_retarget_clip(&retarget, clip, frame_count, dt, memory, out, &report);  // a whole clip, feet on the floor
///
/// Transferred   rotations of hips, spine, neck and head; directions of all bones of arms and legs; rotations of hands,
///               feet, toes and fingers relative to their parents. All are measured from the bodies' own axes, so rest
///               poses may differ: T, A, sitting.
/// Scaled        motion of the hips, by the length of the legs. Hands keep their position relative to the chest, scaled
///               by the length of the arms.
/// Feet          Of a clip. Where the recorded foot stands, the target's foot stands exactly there, at the height of
///               its own sole, while it rolls from heel to toe. The floor is found from the lowest recorded feet; in
///               the result it is at the height of the target body's `floor`. Hips follow where a leg is too short.
/// Limits        are kept unless an option says otherwise: those of people, or those set in the mount's limbs.

/// Zero in any field means its default.
typedef struct swv_retarget_options {
    bool keep_directions;  ///< directions of the arm bones are kept instead of hands' position relative to the chest
    bool keep_slides;      ///< planted feet are not held
    swv_limb_compromise compromise;  ///< SWV_KEEP_LIMITS, or SWV_KEEP_HAND: hands and feet rather than limits
    double              scale;       ///< of the hips' motion; 0: ratio of the leg lengths
    void (*tell)(void *user, int done, int frame_count);  ///< for a clip: called after each frame; may be NULL
    void *user;
} swv_retarget_options;

/// Made by swv_retarget_make. Both bodies must outlive it.
typedef struct swv_retarget {
    uint32_t             cookie;
    const swv_body      *from, *to;
    swv_retarget_options options;
    double               scale, arm_scale;  ///< of legs and arms
    struct {
        double   half_widths[2];         ///< half the distance between the shoulders: from, to
        double   heights[2][2][2];       ///< of ankle and ball above the floor at rest: from, to; right, left
        int      below[SWV_BODY_SPINE];  ///< which joints of the source's spine the target's lie between,
        double   along[SWV_BODY_SPINE];  ///< and where between them
        swv_quat small[SWV_PARTS];       ///< rotation between the rest poses of toes and fingers
        swv_quat clavicles[2][2];        ///< at rest, from the chest: from, to; right, left
    } _private;
} swv_retarget;

/// SWV_BAD_MODEL for a body that was not made or whose legs or arms have no length; SWV_BAD_OPTIONS.
SWV_API swv_status swv_retarget_make(const swv_body *from, const swv_body *to, const swv_retarget_options *options,
                                     swv_retarget *retarget);

/// One frame, independent of the last: the directions of the legs decide where the feet are. The recorded floor is that
/// of `from`.
///
/// locals  in, the source's; out  the target's, joint_count each. They must not overlap.
///
/// SWV_BAD_POSTURE for locals that are not finite or have bones of no length.
SWV_API swv_status swv_retarget_frame(const swv_retarget *retarget, const swv_pose *locals, swv_pose *out);

typedef struct swv_retarget_report {
    /// SWV_REACHED: hands and feet reach their places in every frame, to 1e-6 of the target's size. Otherwise SWV_LIMITED if
    /// limits prevent it in any frame, SWV_OUT_OF_REACH if lengths do.
    swv_outcome outcome;
    double      floor;          ///< height of the recorded floor along the source's `up`, in its unit
    int         contacts;       ///< number of contacts
    int         planted;        ///< frames with at least one foot on the floor
    double      farthest_hand;  ///< the largest distance of a hand from its goal, in the target's unit
    double      farthest_foot;  ///< likewise; for planted feet this is how much they slide
    int         limited;        ///< frames in which limits kept a hand or foot from its goal
    int         fault;          ///< the frame that a status concerns
} swv_retarget_report;

/// Bytes of memory that swv_retarget_clip needs for a clip of this length; 0 if it is not positive.
SWV_API size_t swv_retarget_size(int frame_count);

/// A whole clip.
///
/// clip     frame_count times the source's joint_count locals
/// dt       seconds between frames
/// memory   swv_retarget_size(frame_count) bytes, aligned for double; nothing in it is kept
/// out      frame_count times the target's joint_count locals. It must not overlap `clip`
///
/// SWV_BAD_COUNT, SWV_BAD_ARGUMENT for a dt that is not positive; SWV_BAD_POSTURE as above. `out` and `memory` may have
/// changed when it fails.
SWV_API swv_status swv_retarget_clip(const swv_retarget *retarget, const swv_pose *clip, int frame_count, double dt,
                                     void *memory, swv_pose *out, swv_retarget_report *report);

// ======== motion on a humanoid robot ========

/// A humanoid robot as a body: people's motion for its motors.
///
///     swv_robot_body_make(&skeleton, &binding, memory, &robot, NULL);  // once; the binding is that of its links, by swv_skeleton_bind
///     swv_retarget_make(&recorded, &robot.body, NULL, &retarget);
///     swv_retarget_clip(&retarget, clip, frame_count, dt, memory, locals, NULL);
///     swv_robot_body_pose(&robot, locals, previous, memory, posture, &report);          // each frame
///
/// A robot's hip and shoulder are three hinges each. A proxy body replaces each group of three hinges by one ball
/// joint, where their axes meet: hips, chest, head, and three joints per limb. It has the robot's lengths and no limits
/// of its own. The robot's posture then brings feet, hands, elbows, knees and trunk to those of the proxy body, as near
/// as its motors permit; feet have priority.
///
/// Soles are taken from the robot's shape: the boxes (low, high of skeleton.h) around its feet. Heel or ball stands,
/// and no corner of a sole gets lower than the lowest of the proxy body. For a robot without such boxes soles are
/// estimated (body.h), and the ankles stand.

enum { SWV_ROBOT_BODY_JOINTS = 15 };

/// Made by swv_robot_body_make. The skeleton and the memory must outlive it.
typedef struct swv_robot_body {
    uint32_t            cookie;
    const swv_skeleton *skeleton;
    swv_body            body;                              ///< the proxy body, for body.h and retarget.h
    int                 links[SWV_ROBOT_BODY_JOINTS];      ///< the skeleton's joint for each of its joints
    swv_pose            from_link[SWV_ROBOT_BODY_JOINTS];  ///< where it is in the link's frame, at rest
} swv_robot_body;

/// The rest posture is standing. To walk, the root must be SWV_JOINT_FREE; in many files it is fixed. SWV_BAD_MODEL if
/// hips, two arms with elbows or two legs with knees and feet are missing. A forearm without a hand or wrist joint ends
/// beyond its centre of mass; in that case the mass must be given. Other statuses as swv_skeleton_check.
/// memory  swv_robot_body_size bytes, aligned for double; its beginning holds the skeleton of the proxy body, the rest
///         is free again afterwards
/// fault  receives the part that is missing or has a wrong parent
SWV_API swv_status swv_robot_body_make(const swv_skeleton *skeleton, const swv_binding *binding, void *memory,
                                       swv_robot_body *robot, int *fault);

/// Bytes that swv_robot_body_make and swv_robot_body_pose need; 0 if the skeleton was not made.
SWV_API size_t swv_robot_body_size(const swv_skeleton *skeleton);

/// Distances from their goals, right and left. For a foot with a sole: of the part it stands on.
typedef struct swv_robot_body_report {
    swv_outcome
           outcome;  ///< SWV_REACHED: all errors are below 1e-3 (distances divided by the body size); else SWV_LIMITED
    double feet[2], hands[2];
    double feet_turned[2];  ///< radians
} swv_robot_body_report;

/// The robot's posture for a posture of its proxy body.
///
/// locals    of the 15 joints of the proxy body
/// previous  number_count numbers of the skeleton, of the last frame; NULL: at rest
/// memory    swv_robot_body_size bytes, aligned for double: the memory the robot was made in, or another block for
///           another thread
/// posture   out, inside the limits; may be `previous`
///
/// SWV_BAD_GOAL: a joint of the proxy body farther away than 1e306.
SWV_API swv_status swv_robot_body_pose(const swv_robot_body *robot, const swv_pose *locals, const double *previous,
                                       void *memory, double *posture, swv_robot_body_report *report);

#endif
