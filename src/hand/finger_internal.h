// SPDX-License-Identifier: MIT
// What the files of the planar finger share.
#ifndef SWIVEL_HAND_FINGER_INTERNAL_H
#define SWIVEL_HAND_FINGER_INTERNAL_H

#include <math.h>
#include <stdbool.h>

#include "math/scalar.h"
#include "swivel/hand.h"
#include "swivel/geometry.h"

/// Belongs to what a finger's bend was worked out from.
SWV_INLINE uint64_t swvi_finger_cookie(const swv_finger *finger)
{
    const uint64_t limits = swvi_cookie(swvi_cookie(1, finger->lower, 3), finger->upper, 3);
    return swvi_cookie(swvi_cookie(limits, finger->lengths, 3), &finger->ratio, 1);
}

SWV_INLINE bool swvi_is_finger(const swv_finger *finger)
{
    return finger->_private.cookie == swvi_finger_cookie(finger);
}

SWV_INLINE double swvi_finger_size(const swv_finger *finger)
{
    return finger->lengths[0] + finger->lengths[1] + finger->lengths[2];
}

/// A nearest posture that misses by no more than this part of the finger has reached its target, which rounding put
/// outside.
#define SWVI_AS_GOOD_AS_REACHED 1e-12

/// A target no further away than this: beyond, the distance has no digit left for a finger.
SWV_INLINE swv_vec3 swvi_within(swv_vec3 p, double most)
{
    return swv_vec3_length(p) > most ? swv_vec3_scale(most, swv_vec3_normalize(p)) : p;
}

/// Turns an angle in [-2 pi, 2 pi] into limits. Of the usual ones, within [-pi, pi], one turn is always enough.
SWV_INLINE bool swvi_turn_into(double lower, double upper, double *angle)
{
    const double low = lower - SWV_LIMIT_TOLERANCE, high = upper + SWV_LIMIT_TOLERANCE;
    if (low < -SWV_PI || high > SWV_PI)
        return swv_angle_turn_into(lower, upper, angle);
    return swvi_turn_once(low, high, angle);
}

/// The limits of the coupled finger's middle joint: its own, and those the last joint leaves it. Lower above upper:
/// none.
SWV_INLINE void swvi_coupled_range(const swv_finger *finger, double *lower, double *upper)
{
    const double at_lower = finger->lower[2] / finger->ratio, at_upper = finger->upper[2] / finger->ratio;
    const double low = finger->ratio > 0.0 ? at_lower : at_upper, high = finger->ratio > 0.0 ? at_upper : at_lower;
    const bool   follows = finger->ratio != 0.0, can_be_straight = finger->lower[2] <= 0.0 && finger->upper[2] >= 0.0;
    *lower = follows && low > finger->lower[1] ? low : finger->lower[1];
    *upper = follows && high < finger->upper[1] ? high : finger->upper[1];
    if (!follows && !can_be_straight)
        *upper = *lower - 1.0;
}

/// A place in the finger's plane (hand.h), metres.
typedef struct swvi_point {
    double x, y;
} swvi_point;

/// The tip and, unless NULL, the joints before it.
swvi_point swvi_finger_tip(const swv_finger *finger, const double q[3], swvi_point joints[2]);

/// How far the tip of a posture is from where it should be.
double swvi_finger_miss(const swv_finger *finger, const double q[3], swvi_point tip);

/// All postures of the coupled finger inside the limits. Returns how many. iterations: the most any took.
int swvi_finger_postures(const swv_finger *finger, swvi_point tip, double q[SWV_FINGER_SOLUTIONS][3], int *iterations);

/// An angle of the first joint that may be anything: 0, or the limit nearest to it.
SWV_INLINE double swvi_any_first_angle(const swv_finger *finger)
{
    return finger->lower[0] > 0.0 ? finger->lower[0] : finger->upper[0] < 0.0 ? finger->upper[0] : 0.0;
}

/// The posture of the coupled finger whose tip is nearest to a point that is out of reach. Returns the distance.
double swvi_finger_nearest(const swv_finger *finger, swvi_point tip, double q[3]);

#endif
