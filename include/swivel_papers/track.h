// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_TRACK_H
#define SWIVEL_PAPERS_TRACK_H

#include <stdbool.h>
#include <stdint.h>

#include "swivel_papers/arm.h"
#include "swivel/base.h"
#include "swivel/geometry.h"

/// Following a hand with the seven-joint arm, or a foot with the leg: one posture after the other, each continuing
/// smoothly from the last.
///
///     swv_arm_track track;
///     swv_arm_track_start(&arm, NULL, &track);
///     while (next(&hand))
///         swv_arm_track_step(&track, &hand, 1.0 / 60.0, q, NULL);
///
/// No joint exceeds its speed or its limits. The hand is followed exactly whenever that is possible within both;
/// otherwise the joints are interpolated until it is possible again, and the report says so.

typedef enum swv_track_method {
    /// All seven joints move; the elbow is where a person would hold it, or as near to that as the limits allow. The
    /// posture depends only on the hand and on the branch, not on the path: when the hand comes back, the arm is as it
    /// was. At any speed of a hand that passes overhead, the elbow swivels at most eight times as far as the hand
    /// moves, unless the limits leave no other choice.
    SWV_TRACK_NATURAL = 0,
    /// The procedure of Tolani and Badler (1996): of up to 24 postures with one joint where it was, the nearest to the
    /// last one. Drifts: after a closed path of the hand the joints are off by 30 degrees in the median.
    SWV_TRACK_PAPER,
    /// Of all postures that bring the hand there, the one nearest to the last. Drifts too.
    SWV_TRACK_LEAST,
} swv_track_method;

/// Zero in any field means its default.
typedef struct swv_track_options {
    swv_track_method method;
    double           max_joint_speed;  ///< radians per second; default 10
    /// Seconds; default 0.1. How long the elbow takes to follow a jump of its goal: after t seconds (1 + t/T) exp(-t/T)
    /// of it remains, but the elbow moves at most eight times as far as the hand until the hand rests. A hand that
    /// moves smoothly is followed without delay. SWV_TRACK_NATURAL only.
    double swivel_time;
} swv_track_options;

/// Plain data, read-only, copied and kept by the caller; swv_arm_track_start fills it.
typedef struct swv_arm_track {
    swv_arm           arm;                ///< a copy, its swivels counted from the smooth reference
    swv_track_options options;            ///< no zeros left
    double            nearest, farthest;  ///< smallest and largest distance of the wrist within the elbow's limits
    double            time;               ///< seconds since the first step
    bool              has_posture;        ///< false until the first step, or swv_arm_track_set_posture
    bool              has_goal;           ///< whether `offset` is valid
    bool              is_catching_up;     ///< q is on its way to `posture`
    int               family;             ///< of `posture`
    double            q[7];               ///< what the last step returned
    double            posture[7];         ///< what the hand asks for; q itself unless catching up
    double            swivel;             ///< of `posture`
    swv_pose          hand;               ///< where `posture` brings it, in the axes of the closed form (a right arm's)
    swv_vec3          elbow;              ///< unit vector from the shoulder-wrist line to the elbow, likewise
    double            offset;             ///< by how much the swivel is ahead of the one it is drawn to
    double            offset_speed;
} swv_arm_track;

typedef struct swv_track_report {
    /// REACHED, OUT_OF_REACH, TOO_NEAR and SOFTENED as in arm.h. LIMITED: the joints' speed keeps the hand from its
    /// target (is_catching_up), or no posture inside the limits brings it there: then the wrist goes where it should if
    /// it can, and the hand has the nearest possible orientation.
    swv_outcome outcome;
    bool        is_flipping;     ///< the posture asked for is further away than the joints can go in this step
    bool        is_catching_up;  ///< q is not yet there: the joints are interpolated, and the hand may be off
    int         family;          ///< bits as in arm.h
    double      swivel;          ///< of the posture asked for, from the smooth reference
    double      position_error;  ///< metres, of q, by forward kinematics
    double      rotation_error;  ///< radians
    int         candidates;      ///< postures SWV_TRACK_PAPER chose from, before limits; 0 with other methods
} swv_track_report;

/// Makes `track` ready for its first step. SWV_BAD_OPTIONS for an unknown method, or a speed or time that is negative or not
/// finite; SWV_BAD_MODEL for lengths that are no arm's.
SWV_EXTERN swv_status swv_arm_track_start(const swv_arm *arm, const swv_track_options *options, swv_arm_track *track);

/// As if the last step had ended in this posture, whatever came before. Without it the first step chooses one: the
/// elbow as a person would hold it (SWV_TRACK_PAPER: nearly as low as it can be, a little away from the body).
/// SWV_BAD_POSTURE if a joint is outside its limits.
SWV_EXTERN swv_status swv_arm_track_set_posture(swv_arm_track *track, const double q[7]);

/// Follow the hand to where it is dt seconds later.
///
/// hand    need not be within reach: the wrist then goes as near as it gets
/// q       out: finite, inside the limits, and no joint further than max_joint_speed dt from where it was. A joint that
///         may turn all the way round goes on from where it was, so its angle may grow beyond half a turn
/// report  may be NULL
///
/// SWV_BAD_GOAL if the hand is not finite or its quaternion is zero, SWV_BAD_ARGUMENT for a dt that is not positive and
/// finite, SWV_BAD_MODEL for a track that was not started. A call that fails leaves `track` unchanged.
SWV_EXTERN swv_status swv_arm_track_step(swv_arm_track *track, const swv_pose *hand, double dt, double q[7],
                                         swv_track_report *report);

#endif
