// SPDX-License-Identifier: MIT
#ifndef SWIVEL_UPPER_LIMB_TRACK_H
#define SWIVEL_UPPER_LIMB_TRACK_H

#include "swivel/limb_track.h"
#include "swivel/shoulder.h"

/// Following a hand with the whole upper limb: the girdle of swivel/shoulder.h carries the arm of swivel/limb_track.h.
///
///     swv_upper_limb_track track;
///     swv_upper_limb_track_start(&track, &limb, NULL);
///     while (next(&hand))
///         swv_upper_limb_track_step(&track, &(swv_upper_limb_goal){ .arm = { .end = hand } }, 1.0 / 60.0, &posture, &report);
///
/// The rules are those of limb_track.h: the hand is exact in every step in which some posture inside the limits, its girdle
/// settled, brings it there; only the elbow is smoothed, and the girdle goes with it.
///
/// Raising and lowering an arm move the girdle on two different ways. `raising` goes from one to the other with the
/// elevation of the humerus, not with time and never by a jump: all the way in SWV_RAISING_TURN of elevation.

/// Radians of elevation in which `raising` goes from -1 to 1 or back.
#define SWV_RAISING_TURN 0.35

/// What `raising`, -1 to 1, becomes when the humerus goes from one elevation to another, radians: as every step of a track has it,
/// for those who solve step by step themselves.
SWV_API double swv_raising_after(double raising, double from, double to);

/// Plain data, to be read, copied and kept by the caller; swv_upper_limb_track_start fills it.
typedef struct swv_upper_limb_track {
    swv_upper_limb         limb;  ///< a copy
    swv_limb_track         arm;   ///< under the girdle
    bool                   has_posture;
    double                 raising;  ///< -1 to 1
    swv_upper_limb_posture posture;  ///< what the last step returned
} swv_upper_limb_track;

typedef struct swv_upper_limb_track_report {
    swv_limb_track_report arm;         ///< of the posture that is returned; the arm's errors are the hand's
    int                   iterations;  ///< of the girdle's solve
    double                raising;
} swv_upper_limb_track_report;

/// Makes `track` ready for its first step. Zero in any field of `options` means its default; may be NULL. Statuses as for
/// swv_upper_limb_solve and swv_limb_track_start.
SWV_API swv_status swv_upper_limb_track_start(swv_upper_limb_track *track, const swv_upper_limb *limb,
                                              const swv_limb_track_options *options);

/// As if the last step had ended in this posture, of which girdle angles and arm count; `raising` stays as it is. It need not be
/// inside the limits. SWV_BAD_POSTURE for numbers that are none, SWV_BAD_MODEL if `track` was not started; it is untouched then.
SWV_API swv_status swv_upper_limb_track_set_posture(swv_upper_limb_track *track, const swv_upper_limb_posture *posture);

/// Follow the goal to where it is dt seconds later; its `raising` is not used. The girdle is placed for the elbow that
/// is carried along, so it is behind by what the elbow swivels in one step; the hand is not. With max_bone_speed the
/// girdle's angles are no faster either. report may be NULL.
///
/// SWV_BAD_GOAL for a goal that swv_upper_limb_solve refuses, SWV_BAD_ARGUMENT for a dt that is not positive, SWV_BAD_MODEL if
/// `track` was not started; everything is untouched then.
SWV_API swv_status swv_upper_limb_track_step(swv_upper_limb_track *track, const swv_upper_limb_goal *goal, double dt,
                                             swv_upper_limb_posture *posture, swv_upper_limb_track_report *report);

#endif
