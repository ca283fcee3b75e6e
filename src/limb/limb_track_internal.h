// SPDX-License-Identifier: MIT
#ifndef SWIVEL_LIMB_LIMB_TRACK_INTERNAL_H
#define SWIVEL_LIMB_LIMB_TRACK_INTERNAL_H

#include "swivel/limb.h"

/// A step that is not taken yet: a track holds its limb, and is not copied to try something.
typedef struct swvi_limb_step {
    swv_limb_posture      posture;
    bool                  is_catching_up;
    swv_limb_track_report report;
} swvi_limb_step;

/// The step to a goal after dt seconds, and how a track takes it: together they are swv_limb_track_step.
swv_status swvi_limb_track_next(const swv_limb_track *track, const swv_limb_goal *goal, double dt,
                                swvi_limb_step *step);
void       swvi_limb_track_take(swv_limb_track *track, const swvi_limb_step *step);

#endif
