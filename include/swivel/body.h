// SPDX-License-Identifier: MIT
#ifndef SWIVEL_BODY_H
#define SWIVEL_BODY_H

#include <stdint.h>

#include "swivel/base.h"
#include "swivel/geometry.h"
#include "swivel/mount.h"
#include "swivel/natural_body.h"
#include "swivel/rig.h"

/// The whole body on your skeleton, from three to eleven tracked points: head and hands, and any of hips, chest, feet, elbows,
/// knees. What is not tracked is where people have it (natural_body.h).
///
///     swv_rig_bind(&rig, NULL, &binding);                 // once
///     swv_body_make(&rig, &binding, &body);
///
///     const swv_body_point points[] = { { SWV_PART_HEAD, head }, { SWV_PART_LEFT_HAND, left }, { SWV_PART_RIGHT_HAND, right } };
///     swv_body_solve(&body, points, 3, NULL, NULL, locals, &report);      // each frame
///
/// The head is where it should be exactly; hips too if they are tracked and the spine is long enough; hands and feet are, wherever
/// the trunk can bring the limbs within reach. A hand out of reach takes the shoulder along first, then the trunk. Bones keep
/// their lengths.
///
/// Points are poses of those joints of your skeleton, in the world, turned as the joints' own axes are. Locals are as in mount.h.
/// The floor is the world's zero along `up`; body.floor may be changed.

enum { SWV_BODY_SPINE = 24, SWV_BODY_POINTS = 11 };

/// Made by swv_body_make; plain data, may be copied. Limits and twist shares of body.mount.limbs may be changed as mount.h says.
typedef struct swv_body {
    uint32_t  cookie;
    swv_mount mount;
    int       spine_count;                 ///< joints from the hips to the head, both counted
    int       spine[SWV_BODY_SPINE];       ///< hips first
    int       chest;                       ///< which of them carries the arms
    swv_quat  rest_turns[SWV_BODY_SPINE];  ///< in the world, right-handed
    swv_vec3  offsets[SWV_BODY_SPINE];     ///< at rest from each to the next, likewise
    int       clavicles[2];                ///< right, left; -1: none
    swv_pose  clavicles_rest[2];           ///< at rest as seen from the chest's joint, in the world's axes
    swv_vec3  shoulders_rest[2];           ///< of the upper arms, likewise
    swv_quat  natural_from_world;          ///< the axes of natural_body.h
    double    floor;                       ///< its height along `up`; 0. May be written
    double    ankles[2];                   ///< right, left: how high they rest above the lowest joint
    double    size;                        ///< as natural_body.h has it
} swv_body;

/// A body needs hips, a head below them in the hierarchy, two arms and two legs: SWV_BAD_MODEL if one is not bound or not there.
/// Other statuses as swv_mount_make; SWV_BAD_COUNT if there are more than SWV_BODY_SPINE joints from the hips to the head.
SWV_API swv_status swv_body_make(const swv_rig *rig, const swv_binding *binding, swv_body *body);

/// Zero in any field means its default.
typedef struct swv_body_options {
    /// What gives way where limits keep a hand or foot from its point. Tracked hands are best kept: SWV_KEEP_HAND.
    swv_limb_compromise compromise;
} swv_body_options;

typedef struct swv_body_report {
    swv_outcome outcome;  ///< the first of the limbs' that is not SWV_REACHED
    /// Of each point as it was given: how far its joint is from it, and how far it is turned, radians (0 for elbows and knees).
    double position_errors[SWV_BODY_POINTS], rotation_errors[SWV_BODY_POINTS];
} swv_body_report;

/// Pose the body.
///
/// points     3 to 11: head and both hands, and any of the others
/// animation  joint_count locals; joints that no part of the body moves (fingers, face, cloth) keep it. NULL: the rest pose
/// locals     out, joint_count; may be `animation` itself
///
/// About 13 us from three points and 20 us from six, for 22 joints and hands inside their limits (`./run bench figure`).
///
/// SWV_BAD_GOAL and SWV_BAD_COUNT as swv_natural_body, SWV_BAD_POSTURE for an animation that is not finite, SWV_BAD_MODEL.
SWV_API swv_status swv_body_solve(const swv_body *body, const swv_body_point *points, int point_count,
                                  const swv_pose *animation, const swv_body_options *options, swv_pose *locals,
                                  swv_body_report *report);

#endif
