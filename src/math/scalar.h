// SPDX-License-Identifier: MIT
#ifndef SWIVEL_MATH_SCALAR_H
#define SWIVEL_MATH_SCALAR_H

#include <float.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "swivel/base.h"

// float and double must be computed as such, or bits differ from machine to machine. 16 speaks of narrower types only.
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
    #error \
        "Swivel needs float and double computed in their own precision: -msse2 -mfpmath=sse (x86), -std=gnu17 (s390x)"
#endif
#include "swivel/geometry.h"

/// A status, or SWV_NULL in place of SWV_OK where an argument is missing.
SWV_INLINE swv_status swvi_status_or_null(swv_status status, bool is_missing)
{
    return status == SWV_OK && is_missing ? SWV_NULL : status;
}

SWV_INLINE bool swvi_is_finite(double x)
{
    return x - x == 0.0;
}

SWV_INLINE bool swvi_vec3_is_finite(swv_vec3 a)
{
    const double zero = 0.0 * a.x + 0.0 * a.y + 0.0 * a.z;  // a NaN or an infinity makes this NaN
    return zero == 0.0;
}

SWV_INLINE bool swvi_are_finite(const double *numbers, int count)
{
    double zero = 0.0;
    for (int i = 0; i < count; ++i)
        zero += 0.0 * numbers[i];
    return zero == 0.0;
}

SWV_INLINE uint64_t swvi_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/// A cookie over numbers that others were worked out from: a change of any one of them changes it, for the factor is odd.
SWV_INLINE uint64_t swvi_cookie(uint64_t seed, const double *numbers, int count)
{
    uint64_t sum = 3 * seed + 1;
    for (int i = 0; i < count; ++i)
        sum = 3 * sum + swvi_bits(numbers[i]);
    return sum;
}

SWV_INLINE double swvi_larger(double a, double b)
{
    return a > b ? a : b;
}

SWV_INLINE double swvi_smaller(double a, double b)
{
    return a < b ? a : b;
}

SWV_INLINE double swvi_clamp(double lower, double upper, double x)
{
    return x > lower ? (x < upper ? x : upper) : lower;
}

/// The part of v that is normal to a unit vector.
SWV_INLINE swv_vec3 swvi_normal_part(swv_vec3 v, swv_vec3 unit)
{
    return swv_vec3_sub(v, swv_vec3_scale(swv_vec3_dot(v, unit), unit));
}

/// Some unit vector normal to a unit vector, and to the coordinate axis it is furthest from.
swv_vec3 swvi_any_normal(swv_vec3 unit);

/// A part of the way from a to b.
SWV_INLINE swv_vec3 swvi_between(swv_vec3 a, swv_vec3 b, double part)
{
    return swv_vec3_add(a, swv_vec3_scale(part, swv_vec3_sub(b, a)));
}

/// Limits of an angle: in order, and some angle between them is so near to zero that a turn into them keeps its digits.
SWV_INLINE bool swvi_are_limits(double lower, double upper)
{
    return lower <= upper && lower < 1e3 && upper > -1e3;
}

/// The nearest whole number, ties to even, for |x| < 2^51: adding 1.5 * 2^52 leaves no bits for a fraction.
SWV_INLINE double swvi_nearest_whole(double x)
{
    return (x + 0x1.8p52) - 0x1.8p52;
}

/// Turns an angle into [low, high] by at most one whole turn, if that brings it there. Angles are unpredictable: no branches.
SWV_INLINE bool swvi_turn_once(double low, double high, double *angle)
{
    const double as_is = *angle, turned = as_is + (as_is < low ? 2.0 * SWV_PI : -2.0 * SWV_PI);
    const bool   is_inside = (as_is >= low) & (as_is <= high), is_turn_inside = (turned >= low) & (turned <= high);
    *angle = (is_inside | !is_turn_inside) ? as_is : turned;
    return is_inside | is_turn_inside;
}

/// The mirror image in x: of a place or a direction, of a rotation, of a pose.
SWV_INLINE swv_vec3 swvi_mirrored(swv_vec3 v)
{
    return (swv_vec3){ -v.x, v.y, v.z };
}

/// On the other side of the body, if it is the left one.
SWV_INLINE swv_vec3 swvi_on_side(swv_side side, swv_vec3 v)
{
    return side == SWV_LEFT ? swvi_mirrored(v) : v;
}

SWV_INLINE swv_quat swvi_mirrored_quat(swv_quat q)
{
    return (swv_quat){ q.x, -q.y, -q.z, q.w };
}

/// An axis of turning is mirrored and then turned round, as the turn about it goes the other way.
SWV_INLINE swv_vec3 swvi_axis_on_side(swv_side side, swv_vec3 axis)
{
    const swv_vec3 r = { axis.x, -axis.y, -axis.z };
    return side == SWV_LEFT ? r : axis;
}

/// The square of the sine of half the angle between unit quaternions.
SWV_INLINE double swvi_half_sine_squared(swv_quat a, swv_quat b)
{
    const swv_quat d = swv_quat_mul(swv_quat_conjugate(a), b);
    return d.x * d.x + d.y * d.y + d.z * d.z;
}

/// Whether it is surely a smaller one: half an angle is at most pi/2 times its sine. For a quick yes.
SWV_INLINE bool swvi_is_turn_below(swv_quat a, swv_quat b, double angle)
{
    const double sine = 0.3183 * angle;  // 1/pi, less what rounding may do
    return swvi_half_sine_squared(a, b) < sine * sine;
}

SWV_INLINE swv_pose swvi_mirrored_pose(swv_pose p)
{
    return (swv_pose){ swvi_mirrored(p.position), swvi_mirrored_quat(p.rotation) };
}

/// A quaternion whose squared length says what it should: far from zero and from infinity.
SWV_INLINE bool swvi_is_handy(swv_quat q)
{
    const double length_squared = (q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w);
    return length_squared > 1e-200 && length_squared < 1e200;
}

/// The rotation of a quaternion of any length but zero, by columns.
void swvi_columns_of(swv_quat q, double *columns);

/// A left-handed rig, and what is on the left, is mirrored in x on the way in and on the way out: its own inverse.
SWV_INLINE swv_pose swvi_mirrored_if(bool is_left_handed, swv_pose p)
{
    return is_left_handed ? swvi_mirrored_pose(p) : p;
}

#endif
