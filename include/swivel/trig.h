// SPDX-License-Identifier: MIT
#ifndef SWIVEL_TRIG_H
#define SWIVEL_TRIG_H

#include "swivel/base.h"

/// Trigonometry with the same bits on every compiler and machine that computes float and double in their own precision
/// (FLT_EVAL_METHOD 0; others are refused when the library is compiled).
///
/// Error, in units in the last place (ulp) of the exact result:
///   double  at most 1 ulp    sine and cosine for |angle| <= 1e5, the inverse functions everywhere
///   float   at most 2 ulp    likewise
/// Sine and cosine of larger angles, |angle| <= 2^50: absolute error at most |angle| 2^-52 plus the ulp above,
/// that is, exact for an angle next to the one given. Beyond 2^50, where neighbouring doubles lie a quarter of a
/// radian apart, and for infinities and NaN, the angle counts as 0. So (sine, cosine) is a point on the circle: sine^2 +
/// cosine^2 is 1 to 5e-16 for |angle| <= 1e5, and to 4e-24 |angle| beyond that.
///
/// The inverse functions clamp: asin and acos take any argument as if brought into [-1, 1], infinities count as
/// the largest finite number, and a NaN counts as 0. Signed zeros behave as in C: swv_atan2(-0.0, -1.0) is -pi.
/// No function ever returns NaN. A NULL for the sine or the cosine: nothing happens.

/// Radians in, or sine, cosine, y and x in and radians out. Arrays of them, and floats: swv_batch_trig and swv_batch_trigf (batch.h).
SWV_API double swv_sin(double angle);
SWV_API double swv_cos(double angle);
SWV_API void   swv_sincos(double angle, double *sine, double *cosine);
SWV_API double swv_asin(double x);
SWV_API double swv_acos(double x);
SWV_API double swv_atan2(double y, double x);

#endif
