// SPDX-License-Identifier: MIT
#ifndef SWIVEL_BODY_H
#define SWIVEL_BODY_H

#include <stdbool.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/geometry.h"
#include "swivel/mount.h"
#include "swivel/natural_body.h"
#include "swivel/rig.h"

/// The whole body on your skeleton, in two ways.
///
/// Tracked  from three to eleven points: head and hands, and any of hips, chest, feet, elbows, knees. What is not tracked is
///          where people have it (natural_body.h): swv_body_solve, or with history swv_body_track_step.
/// Posed    from your animation, by any goals: a hand here, a look there, the feet where they are: swv_body_reach.
///
///     swv_rig_bind(&rig, NULL, &binding);                 // once
///     swv_body_make(&rig, &binding, &body, NULL);
///
///     const swv_body_point points[] = { { SWV_PART_HEAD, head }, { SWV_PART_LEFT_HAND, left }, { SWV_PART_RIGHT_HAND, right } };
///     swv_body_solve(&body, points, 3, NULL, NULL, locals, &report);      // each frame
///
///     const swv_body_goal goals[] = { { .part = SWV_PART_LEFT_HAND, .pose = door_handle },
///                                     { .part = SWV_PART_HEAD, .pose = there, .want = SWV_WANT_GAZE } };
///     swv_body_reach(&body, goals, 2, animation, NULL, locals, &reached);  // each frame
///
/// Tracked: the head is where it should be exactly; hips too if they are tracked and the spine is long enough; hands and feet are, wherever
/// the trunk can bring the limbs within reach without folding up. A hand out of reach takes the shoulder along first, then the trunk. Bones keep
/// their lengths.
///
/// Points are poses of those joints of your skeleton, in the world, turned as the joints' own axes are. Locals are as in mount.h.
/// The floor is the world's zero along `up`. Only retarget.h reads another height from body.floor.

enum { SWV_BODY_SPINE = 24, SWV_BODY_POINTS = 11 };

/// How far a sole reaches from its ankle as it rests, in the body's axes. All 0: not known.
typedef struct swv_sole {
    double behind, ahead, right, left;
} swv_sole;

/// Made by swv_body_make; plain data, may be copied. Limits and twist shares of body.mount.limbs may be changed as mount.h says.
typedef struct swv_body {
    uint32_t  cookie;
    swv_mount mount;
    int       spine_count;                 ///< joints from the hips to the head, both counted
    int       spine[SWV_BODY_SPINE];       ///< hips first
    int       chest;                       ///< which of them carries the arms
    swv_quat  rest_turns[SWV_BODY_SPINE];  ///< in the world, right-handed
    int       clavicles[2];                ///< right, left; -1: none
    int       parts[SWV_PARTS];            ///< the joints of the binding; -1: none
    swv_quat  natural_from_world;          ///< the axes of natural_body.h
    double    floor;                       ///< its height along `up`, 0; for retarget.h, may be written
    double    ankles[2];     ///< right, left: how high they rest above the soles, 0.02 sizes below the lowest joint
    swv_sole  soles[2];      ///< right, left: of robots, whose shape is known. Without: a ball 0.08 sizes ahead
    double    size;          ///< thigh, shank, and the spine from the hips to the head's joint, added up
    double    people_size;   ///< the same of someone of natural_body.h with such legs and shoulders
    swv_vec3  to_people[3];  ///< in its axes, as at rest: from the joints of head, hips and chest to where it has them
    double    lift;          ///< how much higher it has ankles
} swv_body;

/// A body needs hips, a head below them in the hierarchy, two arms and two legs: SWV_BAD_MODEL if one is not bound or not there.
/// Other statuses as swv_mount_make; SWV_BAD_COUNT if there are more than SWV_BODY_SPINE joints from the hips to the head.
/// fault  takes the part that is missing, or does not hang where it should; SWV_PART_HEAD for a spine of too many joints
SWV_API swv_status swv_body_make(const swv_rig *rig, const swv_binding *binding, swv_body *body, int *fault);

/// The body standing upright, arms hanging: the rest pose with arms lowered. A posture to start from.
/// locals  out, joint_count
SWV_API swv_status swv_body_stand(const swv_body *body, swv_pose *locals);

/// Zero in any field means its default.
typedef struct swv_body_options {
    /// What gives way where limits keep a hand or foot from its point. Tracked hands are best kept: SWV_KEEP_HAND.
    swv_limb_compromise compromise;
} swv_body_options;

typedef struct swv_body_report {
    swv_outcome outcome;  ///< the first of the limbs' that is not SWV_REACHED; SWV_OUT_OF_REACH before others
    /// Of each point as it was given: how far its joint is from it, and how far it is turned, radians (0 for elbows and knees).
    double position_errors[SWV_BODY_POINTS], rotation_errors[SWV_BODY_POINTS];
    int    fault;  ///< the point that SWV_BAD_GOAL is about; -1: one that is needed is missing
} swv_body_report;

/// Pose the body.
///
/// points     3 to 11: head and both hands, and any of the others
/// animation  joint_count locals; joints that no part of the body moves (fingers, face, cloth) keep it. NULL: the rest pose
/// locals     out, joint_count; may be `animation` itself
///
/// About 20 us from three points and 20 to 25 us from six, for 22 joints (`./run bench figure`).
///
/// SWV_BAD_GOAL and SWV_BAD_COUNT as swv_natural_body, SWV_BAD_POSTURE for an animation that is not finite, SWV_BAD_MODEL.
SWV_API swv_status swv_body_solve(const swv_body *body, const swv_body_point *points, int point_count,
                                  const swv_pose *animation, const swv_body_options *options, swv_pose *locals,
                                  swv_body_report *report);

// ---- tracked, frame after frame ----

/// A foot; body_track.c says how one that nothing tracks steps. In the axes of natural_body.h.
typedef struct swv_body_foot {
    swv_vec3 ankle;    ///< where it is
    double   heading;  ///< radians about the vertical
    swv_vec3 wish;     ///< where people have it, smoothed
    double   step;     ///< 0: it stands. Else how much of a step is done; 1: it is carried along
    swv_vec3 from;     ///< where the step began
    bool     is_tracked;
} swv_body_foot;

/// What the last frames leave behind; plain data, made by swv_body_track_start, may be copied.
typedef struct swv_body_track {
    uint32_t        cookie;
    bool            has_frame;
    swv_mount_track arms;
    swv_vec3        head, velocity;  ///< level, of the head, per second
    swv_body_foot   feet[2];         ///< right, left
} swv_body_track;

/// Makes `track` ready for its first frame. SWV_BAD_OPTIONS, SWV_BAD_MODEL.
SWV_API swv_status swv_body_track_start(const swv_body *body, const swv_body_options *options, swv_body_track *track);

/// As swv_body_solve, dt seconds after the last frame, and no later frame is needed. Points are as exact as there, whatever was
/// before. What is not tracked goes on from where it was: a foot stands where it is until the body has moved on, turned or lifted it,
/// then it steps, one after the other; elbows and knees swing to their new place as limb_track.h has them.
///
/// The first frame, one more than a second after the last, and one in which the head has jumped by half the body's size are as
/// swv_body_solve has them. Trackers may come and go from frame to frame.
///
/// Statuses as swv_body_solve; SWV_BAD_ARGUMENT for a dt that is not positive, SWV_BAD_MODEL for a track that was not started.
/// `track` is untouched by a call that fails.
SWV_API swv_status swv_body_track_step(const swv_body *body, swv_body_track *track, const swv_body_point *points,
                                       int point_count, double dt, const swv_pose *animation, swv_pose *locals,
                                       swv_body_report *report);

// ---- goals ----

/// What is wanted of a part of the body.
typedef enum swv_body_want {
    SWV_WANT_POSE = 0,  ///< position and rotation
    SWV_WANT_POSITION,  ///< a hand's or foot's rotation against the forearm or shank stays, others' stay in the world
    SWV_WANT_ROTATION,  ///< of hips, chest and head
    SWV_WANT_GAZE,      ///< of the head: that it looks at pose.position
    SWV_WANT_STAY,      ///< where the animation has it: a pin. The pose is not read. Feet without a goal stay too
    SWV_WANT_FREE,      ///< of feet: they go along with the hips
} swv_body_want;

/// One goal. Parts that can have one: hips, upper chest (the joint that carries the arms), head; hands and feet; any joint of
/// a finger, which brings the hand (fingers themselves bend by mount_hand.h); elbows (SWV_PART_LEFT_LOWER_ARM) and knees
/// (SWV_PART_LEFT_LOWER_LEG), which are drawn towards their position.
typedef struct swv_body_goal {
    int           part;
    swv_pose      pose;  ///< in the world, of the joint's own axes
    swv_body_want want;
    double        keep_position;  ///< 0 to 1: how much of the animation's is kept, to fade a goal in or out; 0: exact
    double        keep_rotation;  ///< likewise
} swv_body_goal;

enum { SWV_BODY_GOALS = 16 };

typedef struct swv_body_reach_options {
    /// What gives way where limits keep a hand or foot from its goal. swv_body_follow does not read it: the follower has it.
    swv_limb_compromise compromise;
    bool                balances;  ///< the centre of mass stays above the feet, as long as goals leave it the choice
    /// Shoulders are where the animation has them, but for hands out of reach. For recordings, which have their own.
    bool keeps_shoulders;
} swv_body_reach_options;

typedef struct swv_body_reach_report {
    swv_outcome outcome;  ///< SWV_REACHED if all goals are met
    /// Of each goal: how far its joint is from it, and how far it is turned, radians. Of a gaze: the angle it looks past. 0 for
    /// what was not asked.
    double   position_errors[SWV_BODY_GOALS], rotation_errors[SWV_BODY_GOALS];
    swv_vec3 mass;         ///< centre of mass, in the world
    double   overhang;     ///< how far beyond the feet it is, level; 0: above them
    bool     is_step_due;  ///< a goal is missed or the balance lost because the feet stay: a step would help
    int      fault;        ///< the goal that SWV_BAD_GOAL is about
} swv_body_reach_report;

/// Move the body from its animation to goals, as little as is needed.
///
/// goals      0 to SWV_BODY_GOALS, at most one for each part
/// animation  joint_count locals to start from; NULL: the rest pose. What is not touched keeps it
/// locals     out, joint_count; may be `animation` itself
///
/// Shoulders go along with raised arms. A hand out of reach takes its shoulder further, then the trunk leans, then hips and knees follow. Feet stay where the
/// animation has them, to 1e-9 of the body, unless a goal says otherwise: they come before all but goals for the hips. Elbows
/// are where people hold them (natural.h), knees where the animation has them. The same call gives the same answer: nothing is
/// remembered, and goals that move a little move the body a little but where an elbow or a knee must change sides, or limits push
/// the trunk: for that there is swv_body_follow.
///
/// 9 us for two hands, two feet and the head, 15 if the trunk must follow, for 22 joints (`./run bench figure`).
///
/// SWV_BAD_GOAL for a goal that is not finite or beyond 1e306, twice the same part, a part that can have none or is not bound, a want that is
/// none of its part; SWV_BAD_COUNT, SWV_BAD_POSTURE, SWV_BAD_OPTIONS, SWV_BAD_MODEL.
SWV_API swv_status swv_body_reach(const swv_body *body, const swv_body_goal *goals, int goal_count,
                                  const swv_pose *animation, const swv_body_reach_options *options, swv_pose *locals,
                                  swv_body_reach_report *report);

// ---- goals, frame after frame ----

/// Where the body was in the last frame; plain data, made by swv_body_follow_start, may be copied.
typedef struct swv_body_follower {
    uint32_t        cookie;
    bool            has_posture, has_swung;
    swv_mount_track arms, legs;
    swv_quat        turns[SWV_BODY_SPINE];  ///< of hips, spine and head against rest, in the world, right-handed
    swv_vec3        hips;                   ///< likewise
    swv_quat        swings[2];              ///< of the clavicles towards hands out of reach: right, left
    swv_quat        shoulders[2];           ///< and with what goes along with raised arms
    swv_vec3        arms_point[2];          ///< upper arms, in axes that turn with the chest
} swv_body_follower;

/// Makes `follower` ready for its first frame. `options` has the compromise of arms and legs, and how fast bones may turn: max_bone_speed, here by
/// default 15 radians per second, more than people need in daily life. SWV_BAD_OPTIONS, SWV_BAD_MODEL.
SWV_API swv_status swv_body_follow_start(const swv_body *body, const swv_limb_track_options *options,
                                         swv_body_follower *follower);

/// As swv_body_reach, dt seconds after the last frame, and no bone turns faster than it may: elbows and knees that change sides take
/// time for it, the trunk too, and meanwhile hands are behind; the report says how far. Pinned feet stay and limits are kept on the
/// way: where there is no way that keeps both, the body stops until goals move on. The first frame is as swv_body_reach has it.
/// 6 us where swv_body_reach takes 9: limbs whose goals and trunk rest are not solved again. 14 if the trunk must follow.
///
/// Statuses as swv_body_reach; SWV_BAD_ARGUMENT for a dt that is not positive, SWV_BAD_MODEL for a follower that was not started.
/// `follower` is untouched by a call that fails.
SWV_API swv_status swv_body_follow(const swv_body *body, swv_body_follower *follower, const swv_body_goal *goals,
                                   int goal_count, double dt, const swv_pose *animation,
                                   const swv_body_reach_options *options, swv_pose *locals,
                                   swv_body_reach_report *report);

#endif
