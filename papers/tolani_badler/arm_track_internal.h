// SPDX-License-Identifier: MIT
// What the methods of following a hand share. Angles, swivels and postures are radians, times seconds. Swivels count from the smooth reference.
// A swvi_track_target's hand is in the caller's axes at the shoulder, metres, its arm in those of the closed form (arm_internal.h).
#ifndef SWIVEL_TRACK_ARM_TRACK_INTERNAL_H
#define SWIVEL_TRACK_ARM_TRACK_INTERNAL_H

#include <math.h>

#include "tolani_badler/arm_internal.h"
#include "swivel_papers/arm.h"
#include "swivel_papers/track.h"

/// The hand, brought within reach.
typedef struct swvi_track_target {
    swv_pose        hand;
    swvi_arm_target arm;  ///< what the closed form makes of it
} swvi_track_target;

/// Where a method finds that the arm should be.
typedef struct swvi_track_goal {
    bool   is_found;  ///< false: no posture inside the limits brings the hand there; a first step goes on from the rest
    int    family;
    double swivel;
    double q[7];
    int    candidates;  ///< as in swv_track_report
} swvi_track_goal;

/// The family of a posture whose elbow bends the natural way.
int swvi_track_family_of(const double q[7]);

/// Sum of the squares of the differences.
double swvi_track_distance(const double a[7], const double b[7]);

/// Of any joint, radians.
double swvi_track_largest_difference(const double a[7], const double b[7]);

SWV_INLINE bool swvi_track_is_inside(const swv_arm_limits *limits, double angle)
{
    return angle >= limits->lower - SWV_LIMIT_TOLERANCE && angle <= limits->upper + SWV_LIMIT_TOLERANCE;
}

/// An angle as the turn nearest to `previous`, or else any that is inside its limits. False if none is.
SWV_INLINE bool swvi_track_turn_joint(const swv_arm_limits *limits, double previous, double *angle)
{
    const double away = *angle - previous;
    const double turned = fabs(away) <= SWV_PI ? *angle : previous + swv_angle_wrap(away);
    if (swvi_track_is_inside(limits, turned))
        *angle = turned;
    else if (!swvi_track_is_inside(limits, *angle))
        return swv_angle_turn_into(limits->lower, limits->upper, angle);
    return true;
}

/// Every angle as the turn nearest to `previous`, inside its limits. False if one cannot be.
bool swvi_track_turn_near(const swv_arm *arm, const double previous[7], double q[7]);

/// The posture of a family at a swivel, turned near to `previous`. False if it is outside the limits.
bool swvi_track_at(const swv_arm *arm, const swvi_track_target *target, int family, double swivel,
                   const double previous[7], double q[7]);

/// The interval of a set that holds a swivel, or whose end is nearest to it; -1 if the set is empty.
int swvi_track_interval(const swv_swivels *set, double swivel);

/// The first posture, when there is none to go on from: the feasible swivel nearest to the wish.
swvi_track_goal swvi_track_first(const swv_arm_track *track, const swvi_track_target *target, double wish);

/// The methods. The track has a posture.
swvi_track_goal swvi_track_natural(swv_arm_track *track, const swvi_track_target *target, double dt);
swvi_track_goal swvi_track_paper(const swv_arm_track *track, const swvi_track_target *target);
swvi_track_goal swvi_track_least(const swv_arm_track *track, const swvi_track_target *target);

/// The nearest posture of the family kept between two swivels, by descent from the last one.
swvi_track_goal swvi_track_least_near(const swv_arm_track *track, const swvi_track_target *target, double from,
                                      double to);

/// Of all families and intervals the posture that the joints can be in soonest.
swvi_track_goal swvi_track_soonest(const swv_arm_track *track, const swvi_track_target *target,
                                   const swv_swivels sets[SWV_ARM_NATURAL_FAMILIES]);

#endif
