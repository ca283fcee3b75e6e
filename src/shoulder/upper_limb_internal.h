// SPDX-License-Identifier: MIT
// What the solve of the upper limb (upper_limb.c) and its search through all elbows (upper_limb_search.c) share.
#ifndef SWIVEL_SHOULDER_UPPER_LIMB_INTERNAL_H
#define SWIVEL_SHOULDER_UPPER_LIMB_INTERNAL_H

#include "limb/limb_internal.h"
#include "shoulder/girdle_internal.h"

/// What is asked, all of it.
typedef struct swvi_upper_request {
    const swv_upper_limb         *limb;
    const swv_upper_limb_goal    *goal;
    const swv_upper_limb_posture *previous;  ///< may be NULL
    swv_limb_compromise           compromise;
    double                        reach;
} swvi_upper_request;

/// What is solved, for a right limb whose arm has length 1: lengths are in arm lengths, places in the trunk's axes, swivels in radians.
typedef struct swvi_upper_problem {
    swvi_girdle girdle;
    swv_vec3    wrist;
    double      swivel;
    double      upper_arm, forearm;
    double      cos_swivel, sin_swivel;
    bool        is_smooth;
    bool        is_continued;  ///< from a posture that was: its neighbour is wanted, even if another one is closer
    double      tolerance;
    int         max_iterations;
} swvi_upper_problem;

/// A girdle that was tried.
typedef struct swvi_upper_trial {
    swvi_humerus      seen;
    double            angles[SWVI_PLACING_ANGLES];
    swvi_girdle_turns turns;
    swvi_girdle_place place;
    swv_vec3          wrist;   ///< where it will be
    double            swivel;  ///< of the arm that brings it there
    double            change;  ///< by how much GH would move next, arm lengths
} swvi_upper_trial;

/// What is asked of the arm where a girdle holds it.
typedef struct swvi_hanging_arm {
    swvi_limb_problem asked;
    double            zero;    ///< the limb's swivel at which the girdle's is 0
    double            wished;  ///< limb's swivel
} swvi_hanging_arm;

/// A girdle and the arm it holds.
typedef struct swvi_upper_answer {
    swvi_upper_trial girdle;
    bool             is_settled;
    swvi_hanging_arm arm;
    swvi_limb_answer posture;
} swvi_upper_answer;

/// How a search for a swivel ended.
typedef enum swvi_search_end { SWVI_FOUND, SWVI_NOT_FOUND, SWVI_NOT_FINITE } swvi_search_end;

/// The girdle for a humerus along the unit vector h with the yield y, and how it moves; it is counted. False as swvi_girdle_place_at.
bool swvi_try_girdle(const swvi_upper_problem *p, swv_vec3 h, double y, swvi_upper_trial *t,
                     swvi_shoulder_motion *motion, int *iterations);

/// The arm at this GH with the wrist there.
swv_status swvi_hang_arm(const swvi_upper_request *r, const swvi_upper_problem *p, swv_vec3 wrist, swv_vec3 gh,
                         swvi_hanging_arm *arm);

/// The settled posture inside the limits whose swivel is nearest to the one wished for, if it is nearer than `within`: of all
/// swivels. The answer is that of the wish, or something near it, and is replaced if one is found.
swvi_search_end swvi_upper_limb_search(const swvi_upper_request *r, const swvi_upper_problem *p, double within,
                                       swvi_upper_answer *a, int *iterations);

#endif
