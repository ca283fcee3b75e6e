// SPDX-License-Identifier: MIT
#ifndef SWIVEL_LIMB_TRACK_H
#define SWIVEL_LIMB_TRACK_H

#include <stdbool.h>

#include "swivel/base.h"
#include "swivel/geometry.h"
#include "swivel/limb.h"

/// Following a moving hand with the human arm, or a foot with the leg: one posture after the other, each going on smoothly
/// from the last.
///
///     swv_limb_track track;
///     swv_limb_track_start(&track, &arm, NULL);
///     while (next(&hand))
///         swv_limb_track_step(&track, &(swv_limb_goal){ .end = hand }, 1.0 / 60.0, &posture, &report);
///
/// The hand is exact in every step in which some posture inside the limits brings it there. What is smoothed is the elbow:
/// it is drawn to where a person would hold it as by a damped spring, stays among the swivels that keep all limits, and
/// crosses forbidden ones only if the one it is at ceases to be allowed (report.forced). Where no posture inside the limits
/// brings the hand there, its rotation yields, least first, and then its position; the report says so, step by step.

/// Zero in any field means its default.
typedef struct swv_limb_track_options {
    /// Seconds, default 0.06: how long the elbow takes to follow its wish; after t seconds the part (1 + t/T) exp(-t/T) of a
    /// change is left. Negative: it follows at once.
    double swivel_time;
    /// Radians per second; default: none. The fastest any bone may turn. Where that keeps the hand from its target, the
    /// posture is on its way there, inside the limits (round what the shoulder may not do), the errors say how far it is, and the outcome
    /// is SWV_LIMITED.
    double max_bone_speed;
    /// Radians per second; default: none. The fastest the elbow may swivel. A hand that is exact in every step now and then
    /// leaves the elbow no way but a jump (report.forced); with this it goes there in time, and meanwhile the
    /// hand's rotation yields, least first, and where the shoulder is in the way its position: the outcome is SWV_LIMITED.
    /// While the wrist is kept from its place, by the shoulder or because it is wanted nearer than the elbow folds, this is also the
    /// fastest the elbow goes about the shoulder, and bones turn at most twice as fast.
    double              max_swivel_speed;
    swv_limb_compromise compromise;  ///< SWV_KEEP_HAND breaks limits instead of leaving the hand off
} swv_limb_track_options;

/// Plain data; swv_limb_track_start fills it. May be copied, to go back to it.
typedef struct swv_limb_track {
    swv_limb               limb;  ///< a copy
    swv_limb_track_options options;
    bool                   has_posture;
    swv_limb_posture       posture;         ///< what the last step returned
    double                 swivel_speed;    ///< radians per second, against an elbow that is only carried along
    bool                   is_catching_up;  ///< max_swivel_speed keeps the wrist from its way
} swv_limb_track;

typedef struct swv_limb_track_report {
    swv_limb_report limb;    ///< of the posture that is returned, as of swv_limb_solve
    bool            forced;  ///< the swivel ceased to be feasible: the elbow had to leave it at once
    double          swivel_speed;
    bool            behind;  ///< max_bone_speed or max_swivel_speed keeps elbow or hand on their way
} swv_limb_track_report;

/// Makes `track` ready for its first step, in which the limb is where swv_limb_solve has it. SWV_BAD_MODEL, SWV_BAD_OPTIONS.
SWV_API swv_status swv_limb_track_start(swv_limb_track *track, const swv_limb *limb,
                                        const swv_limb_track_options *options);

/// As if the last step had ended in this posture. It need not be inside the limits; the next step is.
SWV_API swv_status swv_limb_track_set_posture(swv_limb_track *track, const swv_limb_posture *posture);

/// Follow the goal to where it is dt seconds later.
///
/// SWV_BAD_GOAL for a goal that swv_limb_solve refuses, SWV_BAD_ARGUMENT for a dt that is not positive, SWV_BAD_MODEL if
/// `track` was not started; everything is untouched then.
SWV_API swv_status swv_limb_track_step(swv_limb_track *track, const swv_limb_goal *goal, double dt,
                                       swv_limb_posture *posture, swv_limb_track_report *report);

#endif
