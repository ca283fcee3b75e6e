// SPDX-License-Identifier: MIT
#ifndef SWIVEL_TRIG_KERNEL_H
#define SWIVEL_TRIG_KERNEL_H

#include <float.h>
#include <math.h>

#include "swivel/base.h"
#include "math/trig_coefficients.h"

// Sine, cosine, arc sine, arc cosine and arc tangent: one text for scalar code, vector lanes, WebAssembly and CUDA.
//
// Every function is a straight line of additions, multiplications, divisions, square roots and selects, each rounded
// once as IEEE 754 says. Nothing is fused, nothing is looked up and no integer is made from a number, so all compilers
// give the same bits and can turn a loop over any of them into vector instructions (CUDA: compile with -fmad=false).
// The coefficients and the parts of pi come from tools/make_trig_coefficients.py. A value held as "high + low" is the
// unrounded sum of the two.
//
// Whole numbers  For |v| < 2^51, (v + 1.5 2^52) - 1.5 2^52 is v rounded to a whole number: the doubles there lie 1
//                apart. With 1.5 2^54 the result is a multiple of 4.
// Exact sums     If |v| >= |w| or v = 0, s = v + w has the error (v - s) + w, exactly.
// Halves         c = (2^27 + 1) v, c - (c - v): the leading 26 bits of v. Rounding to float gives the leading 24, where
//                the range of float allows it. A product of two such numbers is exact.
//
// SINE AND COSINE
// Given     x
// Find      sin x, cos x
//
// (1) remainder  n = round(x 2/pi), r = x - n pi/2, |r| <= pi/4. pi/2 = Q1 + Q2 + Q3 of 37, 37 and 53 bits. For
//                |x| <= 1e5, n has at most 16 bits, so n Q1, n Q2 and x - n Q1 are exact. r = (x - n Q1) - n Q2 is
//                rounded; its error and n Q3 make up the excess: x = n pi/2 + r - excess. However
//                close x comes to n pi/2 (2^-60 for n = 29), n Q3 is less than r/300 (closest: n = 58285), so its
//                rounding error is less than 2^-61 r, and r needs no second rounding.
// (2) series     z = r^2. sin r = r + r z S(z), cos r = 1 - z/2 + z^2 C(z). The excess e is small enough for the first
//                derivative: sin(r - e) = sin r - e (1 - z/2), cos(r - e) = cos r + r e. w = 1 - z/2 is rounded, its
//                error is taken along.
// (3) quadrant   q = n - 4 round(n/4) is -2, -1, 0, 1 or 2. Odd q: sine q cos r, cosine -q sin r. Even q: both times
//                1 - |q|, which is 0 for odd q only.
//
// Degenerate     |x| > 2^50, infinite, NaN: 0 instead of x
//                1e5 < |x| <= 2^50: n Q1 is rounded, by at most |x| 2^-53, and n may be one sixth off; r stays below
//                1.2, where the series err less than |x| 2^-53
//                x = -0: r = -0, and r - (+0) keeps the sign where r + (+0) would lose it
// Float          (1) in double, with pi/2 = QF1 + QF2 of 33 and 53 bits; r is rounded to float, the rest is in float.
//
// ARC SINE AND ARC COSINE
// Given     x, a = |x| brought into [0, 1]
// Find      asin x, acos x
//
// (1) inner      a <= 1/2: asin a = a + a z R(z), z = a^2
// (2) outer      a > 1/2: the angle whose cosine is a has the chord c = sqrt(2 (1 - a)) = 2 sin(acos(a) / 2), so
//                acos a = 2 asin(c/2) = c + c z R(z) with z = c^2 / 4 = (1 - a) / 2, at most 1/4 again.
//                1 - a is exact. h = c rounded to float has an exact square, and c = h + (c^2 - h^2) / (c + h).
// (3) sum        asin a = pi/2 - acos a; acos x = pi/2 - asin x inside, acos(-a) = pi - acos a outside. pi/2 - h is
//                exact. Both cases are one sum, base + t + t z R(z), with t = a or -c for the arc sine, and -x or +-c
//                for the arc cosine. z is the smaller one of a^2 and (1 - a) / 2.
//
// Degenerate     NaN: 0 instead of x
//                a = 1: c = 0, and the divisor is 2^-200 instead of 0
//
// ARC TANGENT
// Given     y, x
// Find      the angle of (x, y), in [-pi, pi]
//
// (1) octant     m = min(|x|, |y|), M = max(|x|, |y|): the angle from the nearer axis is atan(m/M), at most pi/4
// (2) half       m > M/2: atan(m/M) = pi/4 + atan((m - M) / (M + m)). m - M is exact, the error of M + m is recovered.
//                So a/b with |a/b| <= 1/2 is left, and a multiple of pi/4.
// (3) quotient   u = a/b, high = u rounded to float, low = (a - high b) / b, the product in two halves of b
// (4) series     atan u = u + u z A(z), z = u^2
// (5) sum        k pi/4 + atan u. k = 0 or 1 (upper) at the x axis, 2 - that at the y axis (slope -1), 4 - that for
//                x < 0 (side -1); each reflection turns the sign of u. pi/4 = E1 + E2 of 50 and 53 bits: k E1 is exact.
//
// Degenerate     NaN: 0; infinite: the largest number
//                x = y = 0: M = 2^-1074 instead of 0; the signs of the zeros decide as in C
//                M > 2^700: times 2^-100, so that M + m and the product of step (3) stay finite; else times 2^200, so
//                that the smallest m keeps its bits. The quotient does not change.
//                |u| < 2^-100: low = u - high, for u may be too small for step (3), and atan u = u
// Float          u is one rounded quotient, no low part.
//
// Error          double: 0.84 ulp (sine, cosine), 0.78 (asin, acos), 0.81 (atan2), the worst seen of 10^7 random and
//                all hard arguments, tests/math/trig_accuracy_*.c; float: 1.58 (sine, cosine), 1.21 (asin, acos) and
//                1.56 (atan2)
//
// This work is based on:
// Cody, Waite. Software Manual for the Elementary Functions. 1980 (pi/2 in parts)
// Dekker. A floating-point technique for extending the available precision. 1971 (exact sums and products)
// Veltkamp. ALGOL procedures voor het berekenen van een inwendig product in dubbele precisie. 1968 (halves)
// Remez. Sur la determination des polynomes d'approximation de degre donnee. 1934 (the series)
// Estrin. Organization of computer systems: the fixed plus variable structure computer. 1960 (their evaluation)

#define SWVI_ROUNDER  0x1.8p52
#define SWVI_SPLITTER 0x1.000002p27  // 2^27 + 1

/// x rounded to the nearest whole number, |x| < 2^51.
SWV_INLINE double swvi_round(double x)
{
    return (x + SWVI_ROUNDER) - SWVI_ROUNDER;
}

/// x rounded to the nearest multiple of 4, |x| < 2^53.
SWV_INLINE double swvi_round_to_four(double x)
{
    return (x + 4.0 * SWVI_ROUNDER) - 4.0 * SWVI_ROUNDER;
}

/// The leading 26 bits of x, |x| < 2^996.
SWV_INLINE double swvi_leading_half(double x)
{
    const double c = x * SWVI_SPLITTER;
    return c - (c - x);
}

/// Step 1: x = quarters pi/2 + r - excess; returns r.
SWV_INLINE double swvi_remainder(double x, double *quarters, double *excess)
{
    x = fabs(x) <= 0x1p50 ? x : 0.0;
    const double n = swvi_round(x * SWVI_TWO_OVER_PI);
    const double after_1 = x - n * SWVI_QUARTER_1;
    const double part_2 = n * SWVI_QUARTER_2;
    const double r = after_1 - part_2;
    *quarters = n;
    *excess = n * SWVI_QUARTER_3 - ((after_1 - r) - part_2);
    return r;
}

/// Step 2: sin(r - excess).
SWV_INLINE double swvi_sine_series(double r, double excess)
{
    const double z = r * r, z2 = z * z, z4 = z2 * z2;
    const double s =
        ((SWVI_SIN_0 + z * SWVI_SIN_1) + z2 * (SWVI_SIN_2 + z * SWVI_SIN_3)) + z4 * (SWVI_SIN_4 + z * SWVI_SIN_5);
    return r - (excess * (1.0 - 0.5 * z) - (r * z) * s);
}

/// Step 2: cos(r - excess).
SWV_INLINE double swvi_cosine_series(double r, double excess)
{
    const double z = r * r, z2 = z * z, z4 = z2 * z2;
    const double half = 0.5 * z, w = 1.0 - half;
    const double c =
        ((SWVI_COS_0 + z * SWVI_COS_1) + z2 * (SWVI_COS_2 + z * SWVI_COS_3)) + z4 * (SWVI_COS_4 + z * SWVI_COS_5);
    return w - (((half - (1.0 - w)) - r * excess) - z2 * c);
}

SWV_INLINE void swvi_sincos(double x, double *sine, double *cosine)
{
    double       n, excess;
    const double r = swvi_remainder(x, &n, &excess);
    const double s = swvi_sine_series(r, excess), c = swvi_cosine_series(r, excess);

    // (3)
    const double q = n - swvi_round_to_four(n);
    const double even = 1.0 - fabs(q);
    *sine = (even == 0.0 ? q : even) * (even == 0.0 ? c : s);
    *cosine = (even == 0.0 ? -q : even) * (even == 0.0 ? s : c);
}

SWV_INLINE double swvi_sin(double x)
{
    double sine, cosine;
    swvi_sincos(x, &sine, &cosine);
    return sine;
}

SWV_INLINE double swvi_cos(double x)
{
    double sine, cosine;
    swvi_sincos(x, &sine, &cosine);
    return cosine;
}

/// Steps 2 to 5: the angle of the direction at `shorter` and `longer` in its octant, 0 <= shorter <= longer, both so
/// scaled that nothing overflows and that the bits below shorter can be held. The sign of y is still missing.
SWV_INLINE double swvi_octant_angle(double shorter, double longer, double slope, double side)
{
    // (2)
    const double upper = shorter + shorter > longer ? 1.0 : 0.0;
    const double shorter_upper = shorter + shorter > longer ? shorter : 0.0;
    const double longer_upper = shorter + shorter > longer ? longer : 0.0;
    const double a = (side * slope) * (shorter - longer_upper);
    const double b = longer + shorter_upper;
    const double b_error = shorter_upper - (b - longer);

    // (3)
    const double u = a / b, reciprocal = 1.0 / b;
    const double u_high = (double)(float)u;
    const double b_high = swvi_leading_half(b);
    const double rest = (a - u_high * b_high) - u_high * ((b - b_high) + b_error);
    const double u_low = fabs(u) < 0x1p-100 ? u - u_high : rest * reciprocal;

    // (4)
    const double z = u * u, z2 = z * z, z4 = z2 * z2, z8 = z4 * z4;
    const double q = (((SWVI_ATAN_1 + z * SWVI_ATAN_2) + z2 * (SWVI_ATAN_3 + z * SWVI_ATAN_4)) +
                      z4 * ((SWVI_ATAN_5 + z * SWVI_ATAN_6) + z2 * (SWVI_ATAN_7 + z * SWVI_ATAN_8))) +
                     z8 * ((SWVI_ATAN_9 + z * SWVI_ATAN_10) + z2 * SWVI_ATAN_11);
    const double p = SWVI_ATAN_0 + z * q;

    // (5)
    const double eighths = 2.0 - side * (1.0 + slope * (1.0 - upper));
    const double base = eighths * SWVI_EIGHTH_HIGH;
    const double high = base + u_high;
    const double low = ((base - high) + u_high) + eighths * SWVI_EIGHTH_LOW;
    return high + ((low + (u * z) * p) + u_low);
}

SWV_INLINE double swvi_atan2(double y, double x)
{
    y = y == y ? y : 0.0;
    x = x == x ? x : 0.0;
    const double ay = fabs(y) < DBL_MAX ? fabs(y) : DBL_MAX;
    const double ax = fabs(x) < DBL_MAX ? fabs(x) : DBL_MAX;

    // (1)
    const double slope = ay > ax ? -1.0 : 1.0;
    const double shorter = ay > ax ? ax : ay;
    const double larger = ay > ax ? ay : ax;
    const double longer = larger > 0x1p-1074 ? larger : 0x1p-1074;
    const double scale = longer > 0x1p700 ? 0x1p-100 : 0x1p200;
    return copysign(swvi_octant_angle(shorter * scale, longer * scale, slope, copysign(1.0, x)), y);
}

/// R(z) with asin r = r + r z R(z).
SWV_INLINE double swvi_asin_series(double z)
{
    const double z2 = z * z, z4 = z2 * z2, z8 = z4 * z4;
    const double q = (((SWVI_ASIN_1 + z * SWVI_ASIN_2) + z2 * (SWVI_ASIN_3 + z * SWVI_ASIN_4)) +
                      z4 * ((SWVI_ASIN_5 + z * SWVI_ASIN_6) + z2 * (SWVI_ASIN_7 + z * SWVI_ASIN_8))) +
                     z8 * ((SWVI_ASIN_9 + z * SWVI_ASIN_10) + z2 * SWVI_ASIN_11);
    return SWVI_ASIN_0 + z * q;
}

/// asin x for |x| <= 1/2.
SWV_INLINE double swvi_asin_inner(double x)
{
    const double z = x * x;
    return x + (x * z) * swvi_asin_series(z);
}

/// acos x for |x| <= 1/2.
SWV_INLINE double swvi_acos_inner(double x)
{
    const double z = x * x;
    const double high = 2.0 * SWVI_EIGHTH_HIGH - x;
    const double low = ((2.0 * SWVI_EIGHTH_HIGH - high) - x) + 2.0 * SWVI_EIGHTH_LOW;
    return high + (low - (x * z) * swvi_asin_series(z));
}

/// The chord 2 sin(angle / 2) of the angle whose cosine is a, as high + low.
SWV_INLINE double swvi_chord(double a, double *high, double *low)
{
    const double square = 2.0 * (1.0 - a);
    const double chord = sqrt(square);
    *high = (double)(float)chord;
    *low = (square - *high * *high) / (chord + *high + 0x1p-200);
    return chord;
}

SWV_INLINE double swvi_asin(double x)
{
    x = x == x ? x : 0.0;
    const double a = fabs(x) < 1.0 ? fabs(x) : 1.0;
    double       chord_high, chord_low;
    const double chord = swvi_chord(a, &chord_high, &chord_low);
    const double fourth = 0.5 * (1.0 - a);
    const double z = a * a < fourth ? a * a : fourth;

    const double t = a > 0.5 ? -chord : a;
    const double high = a > 0.5 ? 2.0 * SWVI_EIGHTH_HIGH - chord_high : a;
    const double low = a > 0.5 ? 2.0 * SWVI_EIGHTH_LOW : 0.0;
    const double t_low = a > 0.5 ? chord_low : 0.0;
    return copysign(high + ((low + (t * z) * swvi_asin_series(z)) - t_low), x);
}

SWV_INLINE double swvi_acos(double x)
{
    x = x == x ? x : 0.0;
    const double a = fabs(x) < 1.0 ? fabs(x) : 1.0;
    const double side = copysign(1.0, x);
    double       chord_high, chord_low;
    const double chord = swvi_chord(a, &chord_high, &chord_low);
    const double fourth = 0.5 * (1.0 - a);
    const double z = a * a < fourth ? a * a : fourth;

    const double t = a > 0.5 ? side * chord : -x;
    const double t_high = a > 0.5 ? side * chord_high : -x;
    const double t_low = a > 0.5 ? side * chord_low : 0.0;
    const double quarters = a > 0.5 ? 1.0 - side : 1.0;
    const double base = quarters * (2.0 * SWVI_EIGHTH_HIGH);
    const double high = base + t_high;
    const double low = ((base - high) + t_high) + quarters * (2.0 * SWVI_EIGHTH_LOW);
    return high + ((low + (t * z) * swvi_asin_series(z)) + t_low);
}

SWV_INLINE float swvi_remainderf(float angle, double *quarters)
{
    const double x = fabsf(angle) <= 0x1p50f ? (double)angle : 0.0;
    const double n = swvi_round(x * SWVI_TWO_OVER_PI);
    *quarters = n;
    return (float)((x - n * SWVI_QUARTERF_1) - n * SWVI_QUARTERF_2);
}

SWV_INLINE float swvi_sine_seriesf(float r)
{
    const float z = r * r;
    const float s = (SWVI_SINF_0 + z * SWVI_SINF_1) + (z * z) * SWVI_SINF_2;
    return r - (0.0f - (r * z) * s);  // and not r + ..., which would turn -0 into +0
}

SWV_INLINE float swvi_cosine_seriesf(float r)
{
    const float z = r * r, z2 = z * z;
    const float c = (SWVI_COSF_0 + z * SWVI_COSF_1) + z2 * SWVI_COSF_2;
    return (1.0f - 0.5f * z) + z2 * c;
}

SWV_INLINE void swvi_sincosf(float x, float *sine, float *cosine)
{
    double      n;
    const float r = swvi_remainderf(x, &n);
    const float s = swvi_sine_seriesf(r), c = swvi_cosine_seriesf(r);
    const float q = (float)(n - swvi_round_to_four(n));
    const float even = 1.0f - fabsf(q);
    *sine = (even == 0.0f ? q : even) * (even == 0.0f ? c : s);
    *cosine = (even == 0.0f ? -q : even) * (even == 0.0f ? s : c);
}

SWV_INLINE float swvi_sinf(float x)
{
    float sine, cosine;
    swvi_sincosf(x, &sine, &cosine);
    return sine;
}

SWV_INLINE float swvi_cosf(float x)
{
    float sine, cosine;
    swvi_sincosf(x, &sine, &cosine);
    return cosine;
}

SWV_INLINE float swvi_atan2f(float y, float x)
{
    y = y == y ? y : 0.0f;
    x = x == x ? x : 0.0f;
    const float ay = fabsf(y) < FLT_MAX ? fabsf(y) : FLT_MAX;
    const float ax = fabsf(x) < FLT_MAX ? fabsf(x) : FLT_MAX;

    const float slope = ay > ax ? -1.0f : 1.0f;
    const float side = copysignf(1.0f, x);
    const float shorter = ay > ax ? ax : ay;
    const float larger = ay > ax ? ay : ax;
    const float longer = larger > 0x1p-149f ? larger : 0x1p-149f;
    const float scale = longer > 0x1p100f ? 0.25f : 1.0f;
    const float num = shorter * scale, den = longer * scale;

    const float upper = shorter + shorter > longer ? 1.0f : 0.0f;
    const float num_upper = shorter + shorter > longer ? num : 0.0f;
    const float den_upper = shorter + shorter > longer ? den : 0.0f;
    const float u = (side * slope) * ((num - den_upper) / (den + num_upper));

    const float z = u * u, z2 = z * z;
    const float p =
        ((SWVI_ATANF_0 + z * SWVI_ATANF_1) + z2 * (SWVI_ATANF_2 + z * SWVI_ATANF_3)) + (z2 * z2) * SWVI_ATANF_4;
    const float eighths = 2.0f - side * (1.0f + slope * (1.0f - upper));
    return copysignf(eighths * SWVI_EIGHTHF_HIGH + (u + (eighths * SWVI_EIGHTHF_LOW + (u * z) * p)), y);
}

/// R(z) with asin r = r + r z R(z).
SWV_INLINE float swvi_asin_seriesf(float z)
{
    const float z2 = z * z;
    return ((SWVI_ASINF_0 + z * SWVI_ASINF_1) + z2 * (SWVI_ASINF_2 + z * SWVI_ASINF_3)) + (z2 * z2) * SWVI_ASINF_4;
}

SWV_INLINE float swvi_asinf(float x)
{
    x = x == x ? x : 0.0f;
    const float a = fabsf(x) < 1.0f ? fabsf(x) : 1.0f;
    const float chord = sqrtf(2.0f * (1.0f - a)), fourth = 0.5f * (1.0f - a);
    const float z = a * a < fourth ? a * a : fourth;

    const float t = a > 0.5f ? -chord : a;
    const float base = a > 0.5f ? 2.0f * SWVI_EIGHTHF_HIGH : 0.0f;
    const float low = a > 0.5f ? 2.0f * SWVI_EIGHTHF_LOW : 0.0f;
    const float high = base + t;
    const float error = (base - high) + t;
    return copysignf(high + ((error + low) + (t * z) * swvi_asin_seriesf(z)), x);
}

SWV_INLINE float swvi_acosf(float x)
{
    x = x == x ? x : 0.0f;
    const float a = fabsf(x) < 1.0f ? fabsf(x) : 1.0f;
    const float chord = sqrtf(2.0f * (1.0f - a)), fourth = 0.5f * (1.0f - a);
    const float z = a * a < fourth ? a * a : fourth;

    const float t = a > 0.5f ? copysignf(chord, x) : -x;
    const float quarters = a > 0.5f ? 1.0f - copysignf(1.0f, x) : 1.0f;
    const float low = quarters * (2.0f * SWVI_EIGHTHF_LOW);
    return quarters * (2.0f * SWVI_EIGHTHF_HIGH) + (t + (low + (t * z) * swvi_asin_seriesf(z)));
}

#endif
