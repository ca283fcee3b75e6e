// SPDX-License-Identifier: MIT
// What the files of the hand share. Lengths in metres, angles in radians; frames are those of hand.h unless said.
#ifndef SWIVEL_HAND_HAND_INTERNAL_H
#define SWIVEL_HAND_HAND_INTERNAL_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "math/scalar.h"
#include "math/trig_kernel.h"
#include "swivel/geometry.h"
#include "swivel/hand.h"

// ---- isolate.c: all zeros of a smooth function of one variable in an interval ----

typedef struct swvi_smooth {
    void (*at)(const void *data, double x, double value[3]);  ///< the function and its first two derivatives
    const void *data;
    double      third;     ///< a bound of |its third derivative| everywhere
    double      rounding;  ///< a bound of its own error
} swvi_smooth;

/// Zeros in [from, to], ascending, at most `capacity` of them. Returns how many. None with a change of sign is missed.
/// Where the function comes so near to zero that rounding hides whether it meets it, that place is given too: its
/// middle, or both ends if it is longer than 2^-20 of the interval.
int swvi_isolate(const swvi_smooth *f, double from, double to, double *zeros, int capacity);

// ---- bend.c: the distance between the ends of three bones whose second angle follows the first, and back ----

typedef struct swvi_bend       swvi_bend;
typedef struct swvi_bend_piece swvi_bend_piece;

/// The end seen from the beginning: x along the first bone, and how both change with the angle.
typedef struct swvi_bend_point {
    double x, y;
    double dx, dy, ddx, ddy, dddx, dddy;
} swvi_bend_point;

SWV_INLINE swvi_bend_point swvi_bend_at(const swvi_bend *bend, double angle)
{
    const double k = 1.0 + bend->ratio;
    double       s1, c1, s2, c2;
    swvi_sincos(angle, &s1, &c1);
    swvi_sincos(k * angle, &s2, &c2);
    const double bc = bend->b * c1, bs = bend->b * s1, cc = bend->c * c2, cs = bend->c * s2;
    const double kc = k * cc, ks = k * cs, kkc = k * kc, kks = k * ks;
    return (swvi_bend_point){ .x = bend->a + (bc + cc),
                              .y = bs + cs,
                              .dx = -(bs + ks),
                              .dy = bc + kc,
                              .ddx = -(bc + kkc),
                              .ddy = -(bs + kks),
                              .dddx = bs + k * kks,
                              .dddy = -(bc + k * kkc) };
}

/// SWV_OK and the pieces for angles in [lower, upper], both within half a turn; SWV_BAD_COUPLING if there are too many.
swv_status swvi_bend_make(swvi_bend *bend, double a, double b, double c, double ratio, double lower, double upper);

typedef struct swvi_bend_root {
    double angle;
    double x, y;  ///< the end
    int    iterations;
} swvi_bend_root;

/// Every angle at which the square of the distance is `square`, in ascending order. Returns how many.
int swvi_bend_solve(const swvi_bend *bend, double square, swvi_bend_root roots[SWV_FINGER_SOLUTIONS]);

// ---- finger.c: the planar finger ----

/// What is wrong with the lengths of three bones, and with how much the last joint follows.
swv_status swvi_check_bones(const double lengths[3], double ratio);

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

/// The posture of the coupled finger whose tip is nearest to a point that is out of reach. Returns the distance.
double swvi_finger_nearest(const swv_finger *finger, swvi_point tip, double q[3]);

// ---- finger_curves.c: the curves among which the edge of a finger's reachable area is found ----

enum { SWVI_AREA_CURVES = 48 };

/// The path of the tip while one joint turns and the others are held; of the coupled finger the last one follows the
/// middle one.
typedef struct swvi_curve {
    int    joint;     ///< 0, 1, 2: the one that turns
    double q[3];      ///< the other joints are held here
    double from, to;  ///< radians, of the one that turns
} swvi_curve;

typedef struct swvi_curves {
    const swv_finger *finger;
    swvi_curve       *curves;
    int               count;
} swvi_curves;

/// The path of the tip while one joint turns over its range and the others are held here; none if those are outside their limits, or
/// if it is there already.
void swvi_add_curve(swvi_curves *list, int joint, double q0, double q1, double q2);

/// Every curve that can be a part of the coupled finger's edge, over its whole range.
void swvi_add_coupled_curves(swvi_curves *list);

/// A curve of a finger, free or coupled, is an arc: but for the coupled finger's middle joint.
SWV_INLINE bool swvi_is_arc(bool is_free, const swvi_curve *curve)
{
    return is_free || curve->joint == 0;
}

typedef struct swvi_arc {
    swvi_point centre;
    double     radius;
    double     zero;  ///< direction of the tip from the centre with the joint at 0
} swvi_arc;

swvi_arc swvi_arc_of(const swv_finger *finger, bool is_free, const swvi_curve *curve);

/// The posture on one of a finger's curves, free or coupled, whose tip is nearest to a point. Returns the distance.
double swvi_nearest_on_curves(const swv_finger *finger, bool is_free, const swvi_curve *curves, int count,
                              swvi_point tip, double q[3]);

// ---- finger_space.c, hand.c: digits and hands ----

bool swvi_is_digit(const swv_digit *digit);
bool swvi_is_hand(const swv_hand *hand);

typedef struct swvi_digit_state {
    swv_vec3 tip, pulp;
    swv_vec3 tip_by[3], pulp_by[3];  ///< derivatives by abduction, MCP and PIP flexion, DIP following
} swvi_digit_state;

/// Tip and pulp, in the hand's axes, and their derivatives. Keep it out of its caller's file: inlined there, clang 14 made wrong
/// code of it for WebAssembly's lanes (golden.same_bits).
void swvi_digit_at(const swv_digit *digit, const double q[3], swvi_digit_state *state);

// ---- the thumb; here the base of the metacarpal is the origin and the trapezium's axes are used ----

/// Whether a thumb is as its maker left it: its bend was worked out from the rest.
bool swvi_is_thumb(const swv_thumb *thumb);

/// A point or, with is_direction, a direction of the hand.
swv_vec3 swvi_thumb_to_base(const swv_thumb *thumb, swv_vec3 v, bool is_direction);

typedef struct swvi_thumb_state {
    swv_vec3 tip, pulp;
    swv_vec3 axis[5];                ///< of the joints, as they are turned
    swv_vec3 tip_by[5], pulp_by[5];  ///< derivatives by the angles
} swvi_thumb_state;

/// Tip and pulp, and their derivatives.
void swvi_thumb_at(const swv_thumb *thumb, const double q[5], swvi_thumb_state *state);

/// Turns all five into the limits; false if that cannot be.
bool swvi_thumb_into_limits(const swv_thumb *thumb, double q[5]);

/// Every posture inside the limits for a tip and a pulp, all five free; how many. If there is none q[0] is the nearest.
int swvi_thumb_postures_directed(const swv_thumb *thumb, swv_vec3 tip, swv_vec3 pulp, double q[SWV_THUMB_SOLUTIONS][5]);

/// The posture nearest to a tip and a pulp that are out of reach, all five free; pulp NULL: to a tip, MCP abduction held and IP following. See
/// thumb_nearest.c.
void swvi_thumb_nearest(const swv_thumb *thumb, swv_vec3 tip, const swv_vec3 *pulp, double q[5]);

/// How a solve for tip and pulp (which may be NULL), in the trapezium's axes, ended; count = 0: q[0] is the nearest.
swv_digit_report swvi_thumb_report_of(const swv_thumb *thumb, swv_vec3 tip, const swv_vec3 *pulp, double q[][5],
                                      int count);

#endif
