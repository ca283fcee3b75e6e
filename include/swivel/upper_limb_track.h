// SPDX-License-Identifier: MIT
#ifndef SWIVEL_UPPER_LIMB_TRACK_H
#define SWIVEL_UPPER_LIMB_TRACK_H

#include "swivel/shoulder.h"
#include "swivel/track.h"

/// Following a hand with the whole upper limb: the girdle of swivel/shoulder.h carries the arm of swivel/track.h.
///
///     swv_upper_limb_track track;
///     swv_upper_limb_track_start(&track, &limb, NULL);
///     while (next(&hand))
///         swv_upper_limb_track_step(&track, &hand, 1.0 / 60.0, &posture, NULL);
///
/// What swivel/track.h promises of the arm's joints holds for the girdle's angles too: none moves faster than it may.
///
/// Raising and lowering an arm move the girdle on two different ways. `raising` goes from one to the other with the
/// elevation of the humerus, not with time and never by a jump: all the way in SWV_RAISING_TURN of elevation.

/// Radians of elevation in which `raising` goes from -1 to 1 or back.
#define SWV_RAISING_TURN 0.35

/// Plain data, to be read, copied and kept by the caller; swv_upper_limb_track_start fills it.
typedef struct swv_upper_limb_track {
    swv_upper_limb         limb;  ///< a copy
    swv_arm_track          arm;   ///< under the girdle; its arm has the limb's limits
    bool                   has_posture;
    double                 raising;  ///< -1 to 1
    swv_upper_limb_posture posture;  ///< what the last step returned
    /// May be set between steps: the clavicle beyond what the rhythm says, as in swv_upper_limb_goal.
    double shoulder_elevation, shoulder_protraction;
} swv_upper_limb_track;

typedef struct swv_upper_limb_track_report {
    swv_track_report arm;         ///< how the arm follows from where the girdle holds it; its errors are the hand's
    int              iterations;  ///< of the girdle's solve
    double           raising;
    bool             is_girdle_catching_up;  ///< an angle of the girdle would have been too fast
} swv_upper_limb_track_report;

/// Makes `track` ready for its first step. Statuses as for swv_upper_limb_solve and swv_arm_track_start.
SWV_API swv_status swv_upper_limb_track_start(swv_upper_limb_track *track, const swv_upper_limb *limb,
                                              const swv_track_options *options);

/// Follow the hand, as seen from the sternoclavicular joint, to where it is dt seconds later. The girdle is placed for
/// the swivel the elbow had, so it is behind by what the elbow swivels in one step; the hand is not. report may be NULL.
/// Statuses as for swv_arm_track_step, with everything untouched.
SWV_API swv_status swv_upper_limb_track_step(swv_upper_limb_track *track, const swv_pose *hand, double dt,
                                             swv_upper_limb_posture *posture, swv_upper_limb_track_report *report);

#endif
