// SPDX-License-Identifier: MIT
// Swivel 0.2.0, the systems of five documents, in one file. Made by tools/amalgamate.py. Compile it as C99 or
// later; gcc and clang also take it as C++20.
//
// MIT License
//
// Copyright (c) 2026 The Swivel authors
//
// Permission is hereby granted, free of charge, to any person obtaining a copy
// of this software and associated documentation files (the "Software"), to deal
// in the Software without restriction, including without limitation the rights
// to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
// copies of the Software, and to permit persons to whom the Software is
// furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all
// copies or substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
// IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
// FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
// AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
// LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
// OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
// SOFTWARE.

#if defined(__FAST_MATH__)
    #error "Swivel rests on exact rounding, NaN and signed zeros: compile swivel_papers.c without -ffast-math."
#endif
// The same bits everywhere: no product and sum in one instruction, and (gcc fuses there all the same) no lanes out of
// straight code.
#if defined(__clang__)
    #pragma STDC FP_CONTRACT OFF
    #pragma clang diagnostic ignored "-Wunused-function"
#elif defined(__GNUC__)
    #pragma GCC optimize("fp-contract=off", "no-tree-slp-vectorize")
    #pragma GCC diagnostic ignored "-Wunknown-pragmas"  // omp simd: only a hint
#elif defined(_MSC_VER)
    #pragma fp_contract(off)
#endif
#ifdef __cplusplus
    #define restrict  __restrict
    #define SWVI_ZERO {}
#else
    #define SWVI_ZERO { 0 }
#endif

#define SWVI_LANES baseline

#include "swivel_papers.h"

#include <float.h>
#include <math.h>
#include <string.h>

// ---- papers/chin/arm6.c ----

//
// Six-joint arm: closed form, eight solutions.
//
// Given     wrist p from the shoulder, hand rotation with columns N, O, A, lengths L1 and L2
// Find      six angles with  p = Rz(q0) Rx(q1) (0, -L1, 0) + Rz(q0) Rx(q1 + q2) (0, -L2, 0)
//           and  (N O A) = Rz(q0) Rx(q1 + q2) Ry(q3) Rx(q4) Rz(q5)
//
// (1) triangle  of L1, L2 and d = |p|, as in the seven-joint arm (arm_kernel.h): flexion k >= 0 of the elbow, rise psi
//               between upper arm and n = p/d. The thesis's root is of (4 times the triangle's area)^2, here a product
//               that does not cancel.
// (2) plane     Rz(-q0) p has no x:  q0 = atan2(nx, -ny), or half a turn from there; h = hypot(nx, ny)
// (3) flexion   in the plane of -y and -z the wrist lies at the angle alpha, (cos, sin) = (h, -nz), or (-h, -nz) the
//               other way round:  q1 = alpha - psi, q2 = k,  or  q1 = alpha + psi, q2 = -k
// (4) wrist     M = Rx(-q1 - q2) Rz(-q0) (N O A) = Ry(q3) Rx(q4) Rz(q5):  q3 = atan2(M13, M33), or half a turn from
//               there; with its sine s and cosine c  q4 = atan2(-M23, s M13 + c M33),
//               q5 = atan2(s M32 - c M12, c M11 - s M31)
//
// Degenerate    d > L1 + L2 or d < |L1 - L2|: d is clamped, n kept: the wrist is as near as it gets
//               d ~ L1 + L2 or d ~ |L1 - L2|: k = 0 or pi. Near there k goes as the root of what is missing, so that a
//               rounding of d would bend a straight arm by 1e-8.
//               h ~ 0: q0 may be anything; d ~ 0: q1 too; M13 = M33 ~ 0: q3. Each takes the value of the posture `previous`,
//               and what follows is computed from that value.
// Error         forward kinematics of the angles meets the hand to a few roundings of the reach: papers/chin/tests/arm6.c
//
// This work is based on:
// Chin. Closed-form and generalized inverse kinematic solutions for animating the human articulated structure. 1996
// (the printed (5.3), (5.12), (5.18), (5.19) and (5.21) are not what the matrices give: papers/chin/arm6.md)

// What the six-joint arms share once their eight solutions are there: turning angles into limits, and choosing.
// What the files of the arm share.
// The arm's kernel in double and, with the suffix f, in float.

// Made by tools/make_trig_coefficients.py: change that, not this.

// A turn, in parts: a whole number of up to (53 - bits) bits times a part is exact.
#define SWVI_TWO_OVER_PI  0x1.45f306dc9c883p-1  // 2/pi
#define SWVI_QUARTER_1    0x1.921fb5444p+0      // pi/2, the leading 37 bits
#define SWVI_QUARTER_2    0x1.68c234c4cp-39     // the next 37 bits
#define SWVI_QUARTER_3    0x1.98a2e03707345p-77 // the next 53 bits
#define SWVI_QUARTERF_1   0x1.921fb544p+0       // pi/2, the leading 33 bits
#define SWVI_QUARTERF_2   0x1.0b4611a626331p-34 // the next 53 bits
#define SWVI_EIGHTH_HIGH  0x1.921fb54442d18p-1  // pi/4, the leading 50 bits
#define SWVI_EIGHTH_LOW   0x1.1a62633145c07p-55 // the next 53 bits
#define SWVI_EIGHTHF_HIGH 0x1.921fbp-1f         // pi/4, the leading 21 bits
#define SWVI_EIGHTHF_LOW  0x1.5110b4p-23f       // the next 24 bits

// sin r = r + r z P(z), z = r^2, |r| <= pi/4: relative error at most 2^-57.89
#define SWVI_SIN_0  -0x1.5555555555548p-3
#define SWVI_SIN_1  0x1.111111110f72fp-7
#define SWVI_SIN_2  -0x1.a01a019be8e65p-13
#define SWVI_SIN_3  0x1.71de3554e61eep-19
#define SWVI_SIN_4  -0x1.ae5e4b42ef62ep-26
#define SWVI_SIN_5  0x1.5d8b404681d74p-33

// cos r = 1 - z/2 + z^2 P(z), z = r^2, |r| <= pi/4: relative error at most 2^-63.94
#define SWVI_COS_0  0x1.555555555554bp-5
#define SWVI_COS_1  -0x1.6c16c16c15015p-10
#define SWVI_COS_2  0x1.a01a019c8f25ap-16
#define SWVI_COS_3  -0x1.27e4f7f191dd4p-22
#define SWVI_COS_4  0x1.1ee9dbcf8ab9ep-29
#define SWVI_COS_5  -0x1.8fa684df1e2fp-37

// asin r = r + r z P(z), z = r^2, |r| <= 1/2: relative error at most 2^-55.9
#define SWVI_ASIN_0  0x1.555555555539p-3
#define SWVI_ASIN_1  0x1.333333336e81ep-4
#define SWVI_ASIN_2  0x1.6db6db42793aep-5
#define SWVI_ASIN_3  0x1.f1c72c39786c3p-6
#define SWVI_ASIN_4  0x1.6e89f4316b5bbp-6
#define SWVI_ASIN_5  0x1.1c6be2aa5434ep-6
#define SWVI_ASIN_6  0x1.c6fdab0d944dfp-7
#define SWVI_ASIN_7  0x1.8ec39fc2effc1p-7
#define SWVI_ASIN_8  0x1.abc96b925e89bp-8
#define SWVI_ASIN_9  0x1.3ff8fc575547bp-6
#define SWVI_ASIN_10 -0x1.09da4b951cd1ep-6
#define SWVI_ASIN_11 0x1.056ffa06b49cp-5

// atan r = r + r z P(z), z = r^2, |r| <= 1/2: relative error at most 2^-57.78
#define SWVI_ATAN_0  -0x1.5555555555516p-2
#define SWVI_ATAN_1  0x1.9999999991137p-3
#define SWVI_ATAN_2  -0x1.249249215d88ep-3
#define SWVI_ATAN_3  0x1.c71c7090c4036p-4
#define SWVI_ATAN_4  -0x1.745cf4c73ac3ap-4
#define SWVI_ATAN_5  0x1.3b113d7ea271fp-4
#define SWVI_ATAN_6  -0x1.10f31c566ff22p-4
#define SWVI_ATAN_7  0x1.dfe950f945a5dp-5
#define SWVI_ATAN_8  -0x1.a397b4389d9fep-5
#define SWVI_ATAN_9  0x1.56f3c6d26120bp-5
#define SWVI_ATAN_10 -0x1.c179460c9a445p-6
#define SWVI_ATAN_11 0x1.4b7ab9114c262p-7

// sin r = r + r z P(z), z = r^2, |r| <= pi/4: relative error at most 2^-27.91
#define SWVI_SINF_0  -0x1.555546p-3f
#define SWVI_SINF_1  0x1.110778p-7f
#define SWVI_SINF_2  -0x1.995406p-13f

// cos r = 1 - z/2 + z^2 P(z), z = r^2, |r| <= pi/4: relative error at most 2^-32.98
#define SWVI_COSF_0  0x1.55554ap-5f
#define SWVI_COSF_1  -0x1.6c0c28p-10f
#define SWVI_COSF_2  0x1.99e80ep-16f

// asin r = r + r z P(z), z = r^2, |r| <= 1/2: relative error at most 2^-27.62
#define SWVI_ASINF_0  0x1.5555c8p-3f
#define SWVI_ASINF_1  0x1.330202p-4f
#define SWVI_ASINF_2  0x1.747bfap-5f
#define SWVI_ASINF_3  0x1.8c3b92p-6f
#define SWVI_ASINF_4  0x1.595ebep-5f

// atan r = r + r z P(z), z = r^2, |r| <= 1/2: relative error at most 2^-27.46
#define SWVI_ATANF_0  -0x1.555512p-2f
#define SWVI_ATANF_1  0x1.997b04p-3f
#define SWVI_ATANF_2  -0x1.22498p-3f
#define SWVI_ATANF_3  0x1.9ff86ep-4f
#define SWVI_ATANF_4  -0x1.a3ca7cp-5f

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

SWV_INLINE float swvi_asin_innerf(float x)
{
    const float z = x * x;
    return x + (x * z) * swvi_asin_seriesf(z);
}

SWV_INLINE float swvi_acos_innerf(float x)
{
    const float z = x * x;
    return 2.0f * SWVI_EIGHTHF_HIGH - (x - (2.0f * SWVI_EIGHTHF_LOW - (x * z) * swvi_asin_seriesf(z)));
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

#define SWVI_PI 3.14159265358979323846

/// A(z) with atan u = u + u z A(z), z = u^2, |u| <= 1/2.
SWV_INLINE double swvi_arc_series(double z)
{
    const double z2 = z * z, z4 = z2 * z2;
    const double a0 = (SWVI_ATAN_0 + z * SWVI_ATAN_1) + z2 * (SWVI_ATAN_2 + z * SWVI_ATAN_3);
    const double a4 = (SWVI_ATAN_4 + z * SWVI_ATAN_5) + z2 * (SWVI_ATAN_6 + z * SWVI_ATAN_7);
    const double a8 = (SWVI_ATAN_8 + z * SWVI_ATAN_9) + z2 * (SWVI_ATAN_10 + z * SWVI_ATAN_11);
    return (a0 + z4 * a4) + (z4 * z4) * a8;
}

SWV_INLINE float swvi_arc_seriesf(float z)
{
    return SWVI_ATANF_0 + z * (SWVI_ATANF_1 + z * (SWVI_ATANF_2 + z * (SWVI_ATANF_3 + z * SWVI_ATANF_4)));
}

// ROUNDING         half the distance from 1 to the next number
// SMALLEST_SQUARE  a sum of squares above it has lost nothing to underflow, below it its root counts as zero
// LARGE, LESS      what is larger has a square that overflows, and is taken so many times
#define REAL            double
#define KERNEL(name)    name
#define ROUNDING        0x1p-53
#define SMALLEST_SQUARE 1e-280
#define LARGE           0x1p500
#define LESS            0x1p-600
//
// Seven-joint arm: closed form, one free parameter, the swivel angle phi. One text for double and float (arm_kernels.h),
// scalar code, vector lanes, WebAssembly and CUDA: straight-line arithmetic, selects instead of branches.
//
// Given     wrist p from the shoulder, hand rotation G, lengths L1 and L2, swivel phi
// Find      shoulder R_S = Rz(q0) Rx(q1) Rz(q2), elbow q3 >= 0, wrist R_W = Ry(q4) Rx(q5) Rz(q6)
//           with  p = R_S (L2 sin q3, 0, L1 + L2 cos q3)  and  G = R_S Ry(q3) R_W
//
// (1) elbow     d = |p|, n = p/d. With A = 1 - cos q3 = (L1 + L2 - d)(L1 + L2 + d) / (2 L1 L2) and
//               B = 1 + cos q3 = (d - |L1 - L2|)(d + |L1 - L2|) / (2 L1 L2), neither of which cancels,
//               sin q3 = sqrt(A B), cos q3 = (B - A)/2, q3 = atan2 of the two
// (2) rise      psi, between upper arm and n: cos psi = (d + (L1 - L2)(L1 + L2)/d) / (2 L1), sin psi = L2 sin q3 / d
// (3) circle    u, v normal to n and to each other, v = n x u; the elbow lies at m = u cos phi + v sin phi from n.
//               Down: u is the part of -z normal to n, v = (-ny, nx, 0)/h, u = v x n, h = hypot(nx, ny).
//               Smooth: u along (a x r) x n = r (a.n) - a (r.n), a = n - t, zero only for n = t. With r = -z and
//               t = (-1, -1, 0)/sqrt 2, backward and inward, that is (nz ax, nz ay, -(ax nx + ay ny)).
// (4) shoulder  In the upper arm's frame the wrist is at (sin psi, 0, cos psi) and m at (-cos psi, 0, sin psi). So the
//               columns of R_S are X = n sin psi - m cos psi, Y = m x n = u sin phi - v cos phi,
//               Z = n cos psi + m sin psi (the upper arm).
// (5) angles    Rz Rx Rz, one after the other, no arc cosine and no division at the singularity: with h = hypot(Zx, Zy),
//               s = Zx, c = -Zy (0 and 1 if h = 0): q0 = atan2(s, c), q1 = atan2(h, Zz),
//               q2 = atan2(-(c Yx + s Yy), c Xx + s Xy), both h times too large, which an arc tangent does not see.
//               The other shoulder: (q0 + pi, -q1, q2 + pi).
// (6) wrist     M = Ry(-q3) R_S' G. Ry Rx Rz likewise: h = hypot(M13, M33), q4 = atan2(M13, M33),
//               q5 = atan2(-M23, h), q6 = atan2(-(c M12 - s M32), c M11 - s M31), s = M13, c = M33.
//
// Degenerate    d > L1 + L2 or d < |L1 - L2|: d is clamped, n kept: the wrist is as near as it gets
//               d less than L1 + L2 by eight roundings, which would bend the elbow by 1e-8 and more: straight
//               d = 0, or less than a rounding of the reach: n = forward; psi a right angle
//               h = 0 in (3), or less than a rounding of 1: s = 0, c = 1. Smooth and n = t, where nz = 0: as down
//               h = 0 in (5), (6), or too small for its square to have all its digits: s = 0, c = 1
// Error         forward kinematics of the angles meets (p, G) to a few roundings of the reach: tests/limb/arm.c
//
// This work is based on:
// Korein. A Geometric Investigation of Reach. 1985
// Tolani, Badler. Real-Time Inverse Kinematics of the Human Arm. 1996 (scheme 1; the printed (8), (10), (13), (14)
// lose a branch, a sign or all digits in special cases; these forms do not)
// Elias, Wen. Redundancy parameterization and inverse kinematics of 7-DOF revolute manipulators. 2024 (smooth reference)

/// The angle of (x, y) in [-pi, pi], x and y finite, not both zero, and far from overflow and underflow. The arc
/// tangent of math/trig_kernel.h without its guards and its corrections, to 2 ulp: of the octant next to the x axis,
/// then of the quadrant, then of the half plane.
SWV_INLINE REAL KERNEL(swvi_angle)(REAL y, REAL x)
{
    const REAL ay = KERNEL(fabs)(y), ax = KERNEL(fabs)(x);
    const REAL shorter = ay > ax ? ax : ay, longer = ay > ax ? ay : ax;
    const bool is_upper = shorter + shorter > longer;
    const REAL u = (shorter - (is_upper ? longer : 0)) / (longer + (is_upper ? shorter : 0));
    const REAL eighth = is_upper ? (REAL)(SWVI_PI / 4) : 0;
    const REAL quarter = ay > ax ? (REAL)(SWVI_PI / 2) - eighth : eighth, v = ay > ax ? -u : u;
    const REAL half = x < 0 ? (REAL)SWVI_PI - quarter : quarter, w = x < 0 ? -v : v;
    const REAL z = u * u;
    return KERNEL(copysign)(half + (w + (w * z) * KERNEL(swvi_arc_series)(z)), y);
}

/// What the swivel does not change: (1) to (3).
typedef struct KERNEL(swvi_elbow_circle) {
    REAL nx, ny, nz, ux, uy, uz, vx, vy, vz;
    REAL cos_elbow, sin_elbow;
    REAL cos_rise, sin_rise;
    REAL excess;  ///< how far the wrist is beyond the straight arm (positive) or inside the folded one (negative)
} KERNEL(swvi_elbow_circle);

/// The hand's axes as columns of G, g1 = (xx, xy, xz) and so on.
typedef struct KERNEL(swvi_hand_axes) {
    REAL xx, xy, xz, yx, yy, yz, zx, zy, zz;
} KERNEL(swvi_hand_axes);

/// From a quaternion of any length but zero; zero gives the identity.
SWV_INLINE KERNEL(swvi_hand_axes) KERNEL(swvi_hand_axes_of)(REAL x, REAL y, REAL z, REAL w)
{
    const REAL length_squared = (x * x + y * y) + (z * z + w * w);
    const REAL k = length_squared > 0 ? 2 / length_squared : 0;
    const REAL kx = k * x, ky = k * y, kz = k * z;
    const REAL xx = x * kx, yy = y * ky, zz = z * kz, xy = x * ky, xz = x * kz, yz = y * kz;
    const REAL wx = w * kx, wy = w * ky, wz = w * kz;
    const KERNEL(swvi_hand_axes) g = { 1 - (yy + zz), xy + wz,       xz - wy,  // x axis
                                       xy - wz,       1 - (xx + zz), yz + wx,  // y axis
                                       xz + wy,       yz - wx,       1 - (xx + yy) };
    return g;
}

SWV_INLINE KERNEL(swvi_elbow_circle)
    KERNEL(swvi_elbow_circle_of)(REAL px, REAL py, REAL pz, REAL upper_arm, REAL forearm, bool is_smooth)
{
    KERNEL(swvi_elbow_circle) e;
    const REAL reach = upper_arm + forearm, difference = upper_arm - forearm;
    const REAL nearest = KERNEL(fabs)(difference);

    // (1) A wrist so far away that its square would overflow is brought nearer by a power of two.
    const REAL size_x = KERNEL(fabs)(px), size_y = KERNEL(fabs)(py), size_z = KERNEL(fabs)(pz);
    const REAL size_xy = size_x > size_y ? size_x : size_y, size = size_xy > size_z ? size_xy : size_z;
    const bool is_far = size > LARGE;
    const REAL scale = is_far ? LESS : 1;
    const REAL sx = scale * px, sy = scale * py, sz = scale * pz;
    const REAL sh_squared = sx * sx + sy * sy, sd_squared = sh_squared + sz * sz;
    const bool is_somewhere = is_far | (sd_squared > (ROUNDING * reach) * (ROUNDING * reach));
    const REAL x = is_somewhere ? sx : 0, y = is_somewhere ? sy : 1, z = is_somewhere ? sz : 0;
    const REAL h_squared = is_somewhere ? sh_squared : 1, d_squared = is_somewhere ? sd_squared : 1;
    const REAL d_safe = KERNEL(sqrt)(d_squared), d_scaled = is_somewhere ? d_safe : 0;
    const REAL d_wanted = is_far ? 1000 * reach : d_scaled;
    const REAL d_low = d_wanted > nearest ? d_wanted : nearest;
    const REAL d = d_low < reach - 8 * ROUNDING * reach ? d_low : reach;
    e.excess = d_wanted - d;

    // 1/d and, for the down reference, 1/hypot(x, y), by one division
    const bool is_pole = is_smooth || !(h_squared > (ROUNDING * ROUNDING) * d_squared);
    const REAL h_safe = is_pole ? 1 : KERNEL(sqrt)(h_squared);
    const REAL both = 1 / (d_safe * h_safe);
    const REAL inverse_d = both * h_safe, inverse_h = both * d_safe;
    e.nx = x * inverse_d;
    e.ny = y * inverse_d;
    e.nz = z * inverse_d;
    const REAL k = 1 / (2 * upper_arm * forearm);
    const REAL a = k * ((reach - d) * (reach + d)), b = k * ((d - nearest) * (d + nearest));
    e.sin_elbow = KERNEL(sqrt)(a * b);
    e.cos_elbow = (REAL)0.5 * (b - a);

    // (2) Clamped, d is the same for all targets, and so is 1/d.
    const REAL inverse_nearest = nearest > 0 ? 1 / nearest : 0, inverse_reach = 1 / reach;
    const REAL inverse_low = d_wanted > nearest ? inverse_d : inverse_nearest;
    const REAL inverse = d < reach ? inverse_low : inverse_reach;
    e.cos_rise = (d + difference * (reach * inverse)) * ((REAL)0.5 / upper_arm);
    e.sin_rise = d > 0 ? forearm * e.sin_elbow * inverse : 1;

    // (3)
    const REAL h = is_pole ? 0 : h_safe * inverse_d;
    const REAL c = is_pole ? 1 : x * inverse_h, s = is_pole ? 0 : y * inverse_h;
    const REAL ax = e.nx + (REAL)0.70710678118654752, ay = e.ny + (REAL)0.70710678118654752;  // n - t
    const REAL tx = e.nz * ax, ty = e.nz * ay, tz = -(ax * e.nx + ay * e.ny);
    const REAL w_squared = (tx * tx + ty * ty) + tz * tz;
    const bool is_away = w_squared > SMALLEST_SQUARE;
    const REAL inverse_w = 1 / (is_away ? KERNEL(sqrt)(w_squared) : 1);
    const REAL wx = is_away ? tx * inverse_w : e.nz * e.nx, wy = is_away ? ty * inverse_w : e.nz * e.ny;
    const REAL wz = is_away ? tz * inverse_w : -(e.nx * e.nx + e.ny * e.ny);
    e.ux = is_smooth ? wx : c * e.nz;
    e.uy = is_smooth ? wy : s * e.nz;
    e.uz = is_smooth ? wz : -h;
    e.vx = is_smooth ? e.ny * e.uz - e.nz * e.uy : -s;
    e.vy = is_smooth ? e.nz * e.ux - e.nx * e.uz : c;
    e.vz = is_smooth ? e.nx * e.uy - e.ny * e.ux : 0;
    return e;
}

/// Each angle of family 0 but the elbow's as a direction: its sine and its cosine, both times one positive number.
typedef struct KERNEL(swvi_arm_directions) {
    REAL sin0, cos0, sin1, cos1, sin2, cos2, sin4, cos4, sin5, cos5, sin6, cos6;
} KERNEL(swvi_arm_directions);

/// (4) to (6), all but the arc tangents. Family 0 is the shoulder with sin q1 >= 0 and the wrist with cos q5 >= 0.
SWV_INLINE KERNEL(swvi_arm_directions)
    KERNEL(swvi_arm_directions_of)(const KERNEL(swvi_elbow_circle) * e, const KERNEL(swvi_hand_axes) * g,
                                   REAL cos_swivel, REAL sin_swivel)
{
    // (4)
    const REAL mx = e->ux * cos_swivel + e->vx * sin_swivel;
    const REAL my = e->uy * cos_swivel + e->vy * sin_swivel;
    const REAL mz = e->uz * cos_swivel + e->vz * sin_swivel;
    const REAL xx = e->nx * e->sin_rise - mx * e->cos_rise;
    const REAL xy = e->ny * e->sin_rise - my * e->cos_rise;
    const REAL xz = e->nz * e->sin_rise - mz * e->cos_rise;
    const REAL yx = e->ux * sin_swivel - e->vx * cos_swivel;
    const REAL yy = e->uy * sin_swivel - e->vy * cos_swivel;
    const REAL yz = e->uz * sin_swivel - e->vz * cos_swivel;
    const REAL zx = e->nx * e->cos_rise + mx * e->sin_rise;
    const REAL zy = e->ny * e->cos_rise + my * e->sin_rise;
    const REAL zz = e->nz * e->cos_rise + mz * e->sin_rise;

    // (5)
    const REAL h_squared = zx * zx + zy * zy;
    const REAL s = h_squared > SMALLEST_SQUARE ? zx : 0, c = h_squared > SMALLEST_SQUARE ? -zy : 1;

    // (6) a, b, c: the hand's axes in the upper arm's frame, then turned by the elbow
    const REAL a1 = (xx * g->xx + xy * g->xy) + xz * g->xz, a2 = (xx * g->yx + xy * g->yy) + xz * g->yz;
    const REAL a3 = (xx * g->zx + xy * g->zy) + xz * g->zz;
    const REAL b3 = (yx * g->zx + yy * g->zy) + yz * g->zz;
    const REAL c1 = (zx * g->xx + zy * g->xy) + zz * g->xz, c2 = (zx * g->yx + zy * g->yy) + zz * g->yz;
    const REAL c3 = (zx * g->zx + zy * g->zy) + zz * g->zz;
    const REAL m11 = e->cos_elbow * a1 - e->sin_elbow * c1, m31 = e->sin_elbow * a1 + e->cos_elbow * c1;
    const REAL m12 = e->cos_elbow * a2 - e->sin_elbow * c2, m32 = e->sin_elbow * a2 + e->cos_elbow * c2;
    const REAL m13 = e->cos_elbow * a3 - e->sin_elbow * c3, m33 = e->sin_elbow * a3 + e->cos_elbow * c3;
    const REAL k_squared = m13 * m13 + m33 * m33;
    const REAL s4 = k_squared > SMALLEST_SQUARE ? m13 : 0, c4 = k_squared > SMALLEST_SQUARE ? m33 : 1;
    const KERNEL(swvi_arm_directions) q = {
        .sin0 = s,
        .cos0 = c,
        .sin1 = KERNEL(sqrt)(h_squared),
        .cos1 = zz,
        .sin2 = -(c * yx + s * yy),
        .cos2 = c * xx + s * xy,
        .sin4 = s4,
        .cos4 = c4,
        .sin5 = -b3,
        .cos5 = KERNEL(sqrt)(k_squared),
        .sin6 = -(c4 * m12 - s4 * m32),
        .cos6 = c4 * m11 - s4 * m31,
    };
    return q;
}

/// (4) to (6): the angles of family 0.
SWV_INLINE void KERNEL(swvi_arm_angles)(const KERNEL(swvi_elbow_circle) * e, const KERNEL(swvi_hand_axes) * g,
                                        REAL cos_swivel, REAL sin_swivel, REAL *q0, REAL *q1, REAL *q2, REAL *q4,
                                        REAL *q5, REAL *q6)
{
    const KERNEL(swvi_arm_directions) q = KERNEL(swvi_arm_directions_of)(e, g, cos_swivel, sin_swivel);
    *q0 = KERNEL(swvi_angle)(q.sin0, q.cos0);
    *q1 = KERNEL(swvi_angle)(q.sin1, q.cos1);
    *q2 = KERNEL(swvi_angle)(q.sin2, q.cos2);
    *q4 = KERNEL(swvi_angle)(q.sin4, q.cos4);
    *q5 = KERNEL(swvi_angle)(q.sin5, q.cos5);
    *q6 = KERNEL(swvi_angle)(q.sin6, q.cos6);
}

// So that it can be included again.
#undef REAL
#undef KERNEL
#undef ROUNDING
#undef SMALLEST_SQUARE
#undef LARGE
#undef LESS

#define REAL            float
#define KERNEL(name)    name##f
#define ROUNDING        0x1p-24f
#define SMALLEST_SQUARE 1e-28f
#define LARGE           0x1p60f
#define LESS            0x1p-70f
//
// Seven-joint arm: closed form, one free parameter, the swivel angle phi. One text for double and float (arm_kernels.h),
// scalar code, vector lanes, WebAssembly and CUDA: straight-line arithmetic, selects instead of branches.
//
// Given     wrist p from the shoulder, hand rotation G, lengths L1 and L2, swivel phi
// Find      shoulder R_S = Rz(q0) Rx(q1) Rz(q2), elbow q3 >= 0, wrist R_W = Ry(q4) Rx(q5) Rz(q6)
//           with  p = R_S (L2 sin q3, 0, L1 + L2 cos q3)  and  G = R_S Ry(q3) R_W
//
// (1) elbow     d = |p|, n = p/d. With A = 1 - cos q3 = (L1 + L2 - d)(L1 + L2 + d) / (2 L1 L2) and
//               B = 1 + cos q3 = (d - |L1 - L2|)(d + |L1 - L2|) / (2 L1 L2), neither of which cancels,
//               sin q3 = sqrt(A B), cos q3 = (B - A)/2, q3 = atan2 of the two
// (2) rise      psi, between upper arm and n: cos psi = (d + (L1 - L2)(L1 + L2)/d) / (2 L1), sin psi = L2 sin q3 / d
// (3) circle    u, v normal to n and to each other, v = n x u; the elbow lies at m = u cos phi + v sin phi from n.
//               Down: u is the part of -z normal to n, v = (-ny, nx, 0)/h, u = v x n, h = hypot(nx, ny).
//               Smooth: u along (a x r) x n = r (a.n) - a (r.n), a = n - t, zero only for n = t. With r = -z and
//               t = (-1, -1, 0)/sqrt 2, backward and inward, that is (nz ax, nz ay, -(ax nx + ay ny)).
// (4) shoulder  In the upper arm's frame the wrist is at (sin psi, 0, cos psi) and m at (-cos psi, 0, sin psi). So the
//               columns of R_S are X = n sin psi - m cos psi, Y = m x n = u sin phi - v cos phi,
//               Z = n cos psi + m sin psi (the upper arm).
// (5) angles    Rz Rx Rz, one after the other, no arc cosine and no division at the singularity: with h = hypot(Zx, Zy),
//               s = Zx, c = -Zy (0 and 1 if h = 0): q0 = atan2(s, c), q1 = atan2(h, Zz),
//               q2 = atan2(-(c Yx + s Yy), c Xx + s Xy), both h times too large, which an arc tangent does not see.
//               The other shoulder: (q0 + pi, -q1, q2 + pi).
// (6) wrist     M = Ry(-q3) R_S' G. Ry Rx Rz likewise: h = hypot(M13, M33), q4 = atan2(M13, M33),
//               q5 = atan2(-M23, h), q6 = atan2(-(c M12 - s M32), c M11 - s M31), s = M13, c = M33.
//
// Degenerate    d > L1 + L2 or d < |L1 - L2|: d is clamped, n kept: the wrist is as near as it gets
//               d less than L1 + L2 by eight roundings, which would bend the elbow by 1e-8 and more: straight
//               d = 0, or less than a rounding of the reach: n = forward; psi a right angle
//               h = 0 in (3), or less than a rounding of 1: s = 0, c = 1. Smooth and n = t, where nz = 0: as down
//               h = 0 in (5), (6), or too small for its square to have all its digits: s = 0, c = 1
// Error         forward kinematics of the angles meets (p, G) to a few roundings of the reach: tests/limb/arm.c
//
// This work is based on:
// Korein. A Geometric Investigation of Reach. 1985
// Tolani, Badler. Real-Time Inverse Kinematics of the Human Arm. 1996 (scheme 1; the printed (8), (10), (13), (14)
// lose a branch, a sign or all digits in special cases; these forms do not)
// Elias, Wen. Redundancy parameterization and inverse kinematics of 7-DOF revolute manipulators. 2024 (smooth reference)

/// The angle of (x, y) in [-pi, pi], x and y finite, not both zero, and far from overflow and underflow. The arc
/// tangent of math/trig_kernel.h without its guards and its corrections, to 2 ulp: of the octant next to the x axis,
/// then of the quadrant, then of the half plane.
SWV_INLINE REAL KERNEL(swvi_angle)(REAL y, REAL x)
{
    const REAL ay = KERNEL(fabs)(y), ax = KERNEL(fabs)(x);
    const REAL shorter = ay > ax ? ax : ay, longer = ay > ax ? ay : ax;
    const bool is_upper = shorter + shorter > longer;
    const REAL u = (shorter - (is_upper ? longer : 0)) / (longer + (is_upper ? shorter : 0));
    const REAL eighth = is_upper ? (REAL)(SWVI_PI / 4) : 0;
    const REAL quarter = ay > ax ? (REAL)(SWVI_PI / 2) - eighth : eighth, v = ay > ax ? -u : u;
    const REAL half = x < 0 ? (REAL)SWVI_PI - quarter : quarter, w = x < 0 ? -v : v;
    const REAL z = u * u;
    return KERNEL(copysign)(half + (w + (w * z) * KERNEL(swvi_arc_series)(z)), y);
}

/// What the swivel does not change: (1) to (3).
typedef struct KERNEL(swvi_elbow_circle) {
    REAL nx, ny, nz, ux, uy, uz, vx, vy, vz;
    REAL cos_elbow, sin_elbow;
    REAL cos_rise, sin_rise;
    REAL excess;  ///< how far the wrist is beyond the straight arm (positive) or inside the folded one (negative)
} KERNEL(swvi_elbow_circle);

/// The hand's axes as columns of G, g1 = (xx, xy, xz) and so on.
typedef struct KERNEL(swvi_hand_axes) {
    REAL xx, xy, xz, yx, yy, yz, zx, zy, zz;
} KERNEL(swvi_hand_axes);

/// From a quaternion of any length but zero; zero gives the identity.
SWV_INLINE KERNEL(swvi_hand_axes) KERNEL(swvi_hand_axes_of)(REAL x, REAL y, REAL z, REAL w)
{
    const REAL length_squared = (x * x + y * y) + (z * z + w * w);
    const REAL k = length_squared > 0 ? 2 / length_squared : 0;
    const REAL kx = k * x, ky = k * y, kz = k * z;
    const REAL xx = x * kx, yy = y * ky, zz = z * kz, xy = x * ky, xz = x * kz, yz = y * kz;
    const REAL wx = w * kx, wy = w * ky, wz = w * kz;
    const KERNEL(swvi_hand_axes) g = { 1 - (yy + zz), xy + wz,       xz - wy,  // x axis
                                       xy - wz,       1 - (xx + zz), yz + wx,  // y axis
                                       xz + wy,       yz - wx,       1 - (xx + yy) };
    return g;
}

SWV_INLINE KERNEL(swvi_elbow_circle)
    KERNEL(swvi_elbow_circle_of)(REAL px, REAL py, REAL pz, REAL upper_arm, REAL forearm, bool is_smooth)
{
    KERNEL(swvi_elbow_circle) e;
    const REAL reach = upper_arm + forearm, difference = upper_arm - forearm;
    const REAL nearest = KERNEL(fabs)(difference);

    // (1) A wrist so far away that its square would overflow is brought nearer by a power of two.
    const REAL size_x = KERNEL(fabs)(px), size_y = KERNEL(fabs)(py), size_z = KERNEL(fabs)(pz);
    const REAL size_xy = size_x > size_y ? size_x : size_y, size = size_xy > size_z ? size_xy : size_z;
    const bool is_far = size > LARGE;
    const REAL scale = is_far ? LESS : 1;
    const REAL sx = scale * px, sy = scale * py, sz = scale * pz;
    const REAL sh_squared = sx * sx + sy * sy, sd_squared = sh_squared + sz * sz;
    const bool is_somewhere = is_far | (sd_squared > (ROUNDING * reach) * (ROUNDING * reach));
    const REAL x = is_somewhere ? sx : 0, y = is_somewhere ? sy : 1, z = is_somewhere ? sz : 0;
    const REAL h_squared = is_somewhere ? sh_squared : 1, d_squared = is_somewhere ? sd_squared : 1;
    const REAL d_safe = KERNEL(sqrt)(d_squared), d_scaled = is_somewhere ? d_safe : 0;
    const REAL d_wanted = is_far ? 1000 * reach : d_scaled;
    const REAL d_low = d_wanted > nearest ? d_wanted : nearest;
    const REAL d = d_low < reach - 8 * ROUNDING * reach ? d_low : reach;
    e.excess = d_wanted - d;

    // 1/d and, for the down reference, 1/hypot(x, y), by one division
    const bool is_pole = is_smooth || !(h_squared > (ROUNDING * ROUNDING) * d_squared);
    const REAL h_safe = is_pole ? 1 : KERNEL(sqrt)(h_squared);
    const REAL both = 1 / (d_safe * h_safe);
    const REAL inverse_d = both * h_safe, inverse_h = both * d_safe;
    e.nx = x * inverse_d;
    e.ny = y * inverse_d;
    e.nz = z * inverse_d;
    const REAL k = 1 / (2 * upper_arm * forearm);
    const REAL a = k * ((reach - d) * (reach + d)), b = k * ((d - nearest) * (d + nearest));
    e.sin_elbow = KERNEL(sqrt)(a * b);
    e.cos_elbow = (REAL)0.5 * (b - a);

    // (2) Clamped, d is the same for all targets, and so is 1/d.
    const REAL inverse_nearest = nearest > 0 ? 1 / nearest : 0, inverse_reach = 1 / reach;
    const REAL inverse_low = d_wanted > nearest ? inverse_d : inverse_nearest;
    const REAL inverse = d < reach ? inverse_low : inverse_reach;
    e.cos_rise = (d + difference * (reach * inverse)) * ((REAL)0.5 / upper_arm);
    e.sin_rise = d > 0 ? forearm * e.sin_elbow * inverse : 1;

    // (3)
    const REAL h = is_pole ? 0 : h_safe * inverse_d;
    const REAL c = is_pole ? 1 : x * inverse_h, s = is_pole ? 0 : y * inverse_h;
    const REAL ax = e.nx + (REAL)0.70710678118654752, ay = e.ny + (REAL)0.70710678118654752;  // n - t
    const REAL tx = e.nz * ax, ty = e.nz * ay, tz = -(ax * e.nx + ay * e.ny);
    const REAL w_squared = (tx * tx + ty * ty) + tz * tz;
    const bool is_away = w_squared > SMALLEST_SQUARE;
    const REAL inverse_w = 1 / (is_away ? KERNEL(sqrt)(w_squared) : 1);
    const REAL wx = is_away ? tx * inverse_w : e.nz * e.nx, wy = is_away ? ty * inverse_w : e.nz * e.ny;
    const REAL wz = is_away ? tz * inverse_w : -(e.nx * e.nx + e.ny * e.ny);
    e.ux = is_smooth ? wx : c * e.nz;
    e.uy = is_smooth ? wy : s * e.nz;
    e.uz = is_smooth ? wz : -h;
    e.vx = is_smooth ? e.ny * e.uz - e.nz * e.uy : -s;
    e.vy = is_smooth ? e.nz * e.ux - e.nx * e.uz : c;
    e.vz = is_smooth ? e.nx * e.uy - e.ny * e.ux : 0;
    return e;
}

/// Each angle of family 0 but the elbow's as a direction: its sine and its cosine, both times one positive number.
typedef struct KERNEL(swvi_arm_directions) {
    REAL sin0, cos0, sin1, cos1, sin2, cos2, sin4, cos4, sin5, cos5, sin6, cos6;
} KERNEL(swvi_arm_directions);

/// (4) to (6), all but the arc tangents. Family 0 is the shoulder with sin q1 >= 0 and the wrist with cos q5 >= 0.
SWV_INLINE KERNEL(swvi_arm_directions)
    KERNEL(swvi_arm_directions_of)(const KERNEL(swvi_elbow_circle) * e, const KERNEL(swvi_hand_axes) * g,
                                   REAL cos_swivel, REAL sin_swivel)
{
    // (4)
    const REAL mx = e->ux * cos_swivel + e->vx * sin_swivel;
    const REAL my = e->uy * cos_swivel + e->vy * sin_swivel;
    const REAL mz = e->uz * cos_swivel + e->vz * sin_swivel;
    const REAL xx = e->nx * e->sin_rise - mx * e->cos_rise;
    const REAL xy = e->ny * e->sin_rise - my * e->cos_rise;
    const REAL xz = e->nz * e->sin_rise - mz * e->cos_rise;
    const REAL yx = e->ux * sin_swivel - e->vx * cos_swivel;
    const REAL yy = e->uy * sin_swivel - e->vy * cos_swivel;
    const REAL yz = e->uz * sin_swivel - e->vz * cos_swivel;
    const REAL zx = e->nx * e->cos_rise + mx * e->sin_rise;
    const REAL zy = e->ny * e->cos_rise + my * e->sin_rise;
    const REAL zz = e->nz * e->cos_rise + mz * e->sin_rise;

    // (5)
    const REAL h_squared = zx * zx + zy * zy;
    const REAL s = h_squared > SMALLEST_SQUARE ? zx : 0, c = h_squared > SMALLEST_SQUARE ? -zy : 1;

    // (6) a, b, c: the hand's axes in the upper arm's frame, then turned by the elbow
    const REAL a1 = (xx * g->xx + xy * g->xy) + xz * g->xz, a2 = (xx * g->yx + xy * g->yy) + xz * g->yz;
    const REAL a3 = (xx * g->zx + xy * g->zy) + xz * g->zz;
    const REAL b3 = (yx * g->zx + yy * g->zy) + yz * g->zz;
    const REAL c1 = (zx * g->xx + zy * g->xy) + zz * g->xz, c2 = (zx * g->yx + zy * g->yy) + zz * g->yz;
    const REAL c3 = (zx * g->zx + zy * g->zy) + zz * g->zz;
    const REAL m11 = e->cos_elbow * a1 - e->sin_elbow * c1, m31 = e->sin_elbow * a1 + e->cos_elbow * c1;
    const REAL m12 = e->cos_elbow * a2 - e->sin_elbow * c2, m32 = e->sin_elbow * a2 + e->cos_elbow * c2;
    const REAL m13 = e->cos_elbow * a3 - e->sin_elbow * c3, m33 = e->sin_elbow * a3 + e->cos_elbow * c3;
    const REAL k_squared = m13 * m13 + m33 * m33;
    const REAL s4 = k_squared > SMALLEST_SQUARE ? m13 : 0, c4 = k_squared > SMALLEST_SQUARE ? m33 : 1;
    const KERNEL(swvi_arm_directions) q = {
        .sin0 = s,
        .cos0 = c,
        .sin1 = KERNEL(sqrt)(h_squared),
        .cos1 = zz,
        .sin2 = -(c * yx + s * yy),
        .cos2 = c * xx + s * xy,
        .sin4 = s4,
        .cos4 = c4,
        .sin5 = -b3,
        .cos5 = KERNEL(sqrt)(k_squared),
        .sin6 = -(c4 * m12 - s4 * m32),
        .cos6 = c4 * m11 - s4 * m31,
    };
    return q;
}

/// (4) to (6): the angles of family 0.
SWV_INLINE void KERNEL(swvi_arm_angles)(const KERNEL(swvi_elbow_circle) * e, const KERNEL(swvi_hand_axes) * g,
                                        REAL cos_swivel, REAL sin_swivel, REAL *q0, REAL *q1, REAL *q2, REAL *q4,
                                        REAL *q5, REAL *q6)
{
    const KERNEL(swvi_arm_directions) q = KERNEL(swvi_arm_directions_of)(e, g, cos_swivel, sin_swivel);
    *q0 = KERNEL(swvi_angle)(q.sin0, q.cos0);
    *q1 = KERNEL(swvi_angle)(q.sin1, q.cos1);
    *q2 = KERNEL(swvi_angle)(q.sin2, q.cos2);
    *q4 = KERNEL(swvi_angle)(q.sin4, q.cos4);
    *q5 = KERNEL(swvi_angle)(q.sin5, q.cos5);
    *q6 = KERNEL(swvi_angle)(q.sin6, q.cos6);
}

// So that it can be included again.
#undef REAL
#undef KERNEL
#undef ROUNDING
#undef SMALLEST_SQUARE
#undef LARGE
#undef LESS

// float and double must be computed as such, or bits differ from machine to machine. 16 speaks of narrower types only.
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
    #error "Swivel needs float and double computed in their own precision: -msse2 -mfpmath=sse (x86), -std=gnu17 (s390x)"
#endif

SWV_INLINE bool swvi_is_finite(double x)
{
    return x - x == 0.0;
}

SWV_INLINE bool swvi_vec3_is_finite(swv_vec3 a)
{
    const double zero = 0.0 * a.x + 0.0 * a.y + 0.0 * a.z;  // a NaN or an infinity makes this NaN
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
    const swv_vec3 r = { -v.x, v.y, v.z };
    return r;
}

/// On the other side of the body, if it is the left one.
SWV_INLINE swv_vec3 swvi_on_side(swv_side side, swv_vec3 v)
{
    return side == SWV_LEFT ? swvi_mirrored(v) : v;
}

SWV_INLINE swv_quat swvi_mirrored_quat(swv_quat q)
{
    const swv_quat r = { q.x, -q.y, -q.z, q.w };
    return r;
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
    const swv_pose r = { swvi_mirrored(p.position), swvi_mirrored_quat(p.rotation) };
    return r;
}

/// A target, checked and brought into the axes of the closed form.
typedef struct swvi_arm_target {
    swv_pose          hand;
    swvi_hand_axes    axes;
    swvi_elbow_circle circle;
} swvi_arm_target;

/// Neither length so small or large that its square is lost, nor so small beside the other that their sum is.
bool swvi_are_arm_lengths(double upper_arm, double forearm);

/// swv_pose_check, but a quaternion of nearly unit length stays as it is: the kernels divide by its length squared.
swv_status swvi_check_hand(swv_pose *pose);

/// SWV_OK and the target, or what is wrong with arm or hand.
swv_status swvi_arm_target_of(const swv_arm *arm, const swv_pose *hand, swvi_arm_target *target);

/// A point or direction from the axes at the shoulder into those of the closed form (a right arm's), and back.
swv_vec3 swvi_arm_into(const swv_arm *arm, swv_vec3 p);
swv_vec3 swvi_arm_out_of(const swv_arm *arm, swv_vec3 p);

/// Where a posture has its parts, in the axes of the closed form.
typedef struct swvi_arm_frames {
    swv_quat shoulder;
    swv_vec3 elbow;
    swv_pose hand;
} swvi_arm_frames;

swvi_arm_frames swvi_arm_frames_of(const swv_arm *arm, const double q[7]);

/// The angles of family 0 at a swivel given by its cosine and sine: swvi_arm_angles, its arc tangents in lanes (the
/// eighth is there to make the lanes even).
SWV_INLINE void swvi_arm_posture(const swvi_arm_target *target, double cos_swivel, double sin_swivel, double q[7])
{
    const swvi_elbow_circle  *e = &target->circle;
    const swvi_arm_directions d = swvi_arm_directions_of(e, &target->axes, cos_swivel, sin_swivel);
    const double              sine[8] = { d.sin0, d.sin1, d.sin2, e->sin_elbow, d.sin4, d.sin5, d.sin6, 0.0 };
    const double              cosine[8] = { d.cos0, d.cos1, d.cos2, e->cos_elbow, d.cos4, d.cos5, d.cos6, 1.0 };
    double                    angle[8];
#pragma omp simd
    for (int i = 0; i < 8; ++i)
        angle[i] = swvi_angle(sine[i], cosine[i]);
    for (int i = 0; i < 7; ++i)
        q[i] = angle[i];
}

/// Scheme 2 before its postures: up to two swivels, by cosine and sine.
typedef struct swvi_held_swivels {
    int    count;
    double cosine[2], sine[2];
} swvi_held_swivels;

/// For every joint i but the elbow's, the swivels at which some family with a natural elbow has joint i at q[i].
void swvi_arm_held_swivels(const swvi_arm_target *target, const double q[7], swvi_held_swivels held[7]);

/// Turns an angle in [-pi, pi] into a joint's limits. False if no turn of it is inside. Of the usual ones, which leave something of
/// [-pi, pi], one turn is always enough.
SWV_INLINE bool swvi_arm_turn_into(const swv_arm_limits *limits, double *angle)
{
    const double low = limits->lower - SWV_LIMIT_TOLERANCE, high = limits->upper + SWV_LIMIT_TOLERANCE;
    if (low > SWV_PI || high < -SWV_PI)
        return swv_angle_turn_into(limits->lower, limits->upper, angle);
    return swvi_turn_once(low, high, angle);
}

/// The angle inside a joint's limits that is nearest to a given one, either way round.
SWV_INLINE double swvi_arm_kept(const swv_arm_limits *limits, double angle)
{
    double turned = swv_angle_wrap(angle);
    if (swvi_arm_turn_into(limits, &turned))
        return turned;
    const bool is_lower = fabs(swv_angle_wrap(turned - limits->lower)) < fabs(swv_angle_wrap(turned - limits->upper));
    return is_lower ? limits->lower : limits->upper;
}

/// The posture of a family, from that of family 0.
void swvi_arm_to_family(int family, const double q[7], double other[7]);

/// Upper arm and pole are one line where |sin q1| is less than this: then only q0 + q2 (q1 = 0) or q0 - q2 (q1 = pi) is
/// determined, and a turn of one at the cost of the other moves the wrist by less than 1e-12 of the reach.
#define SWVI_ON_POLE 1e-13

/// Shares out q0 and q2 so that both are inside their limits, where that turns the upper arm by less than SWVI_ON_POLE: on the pole
/// by any angle, beside it by a hair. False, and nothing changed, if that cannot be.
bool swvi_arm_share_on_pole(const swv_arm *arm, double q[7]);

/// Turns every angle into its limits where that is possible, on the pole also by sharing out q0 and q2 otherwise, else,
/// but for the elbow, to the turn nearest to them; the bits of those that are outside.
uint32_t swvi_arm_turn_into_limits(const swv_arm *arm, double q[7]);

/// How far the wrist of this target is from where the arm can bring it, and how a solve for it ends.
swv_arm_report swvi_arm_report_of(const swv_arm *arm, const swvi_arm_target *target, const double q[7],
                                  uint32_t outside);

/// A set of joints, as bits.
enum {
    SWVI_ALL_JOINTS = 0x7f,
    SWVI_POLE_JOINTS = 0x05,  ///< which share their turn on the pole
    SWVI_ELBOW_JOINT = 0x08,
    SWVI_WRIST_JOINTS = 0x70,
};

/// The feasible swivels of each family with a natural elbow, counting only the limits of some joints; for a wrist out of
/// reach, those of the nearest wrist. False if all are empty.
bool swvi_arm_feasible(const swv_arm *arm, const swvi_arm_target *target, uint32_t joints,
                       swv_swivels sets[SWV_ARM_NATURAL_FAMILIES]);

/// Where the limits of some joints leave no swivel: those at which the joint furthest beyond its limits is least so, to
/// `within` + 1e-6 of that, which is returned. The elbow does not count: no swivel moves it. Never all empty.
double swvi_arm_least_exceeded(const swv_arm *arm, const swvi_arm_target *target, uint32_t joints, double within,
                               swv_swivels sets[SWV_ARM_NATURAL_FAMILIES]);

/// The elbow nearly straight, where rounding of the wrist's place leaves its bend open: one that leaves some swivel feasible, and
/// the target with it. False, and nothing changed, if none was found.
bool swvi_arm_bend_feasibly(const swv_arm *arm, swvi_arm_target *target, uint32_t joints,
                            swv_swivels sets[SWV_ARM_NATURAL_FAMILIES]);

/// Where the upper arm lies on the pole at one swivel (bent a little otherwise, as above): the target with that bend, the swivel,
/// and those at which the limits would hold if the upper arm were on the pole there too.
bool swvi_arm_bend_to_pole(const swv_arm *arm, swvi_arm_target *target, uint32_t joints, double *swivel,
                           swv_swivels sets[SWV_ARM_NATURAL_FAMILIES]);

/// One posture for a target whose rotation does not matter to the joints `kept` (bits): these stay as they are in `previous`,
/// or at 0 if that is NULL, or as near to that as their limits allow. The bits of the joints outside their limits.
uint32_t swvi_arm_choose(const swv_arm *arm, const swvi_arm_target *target, double wish, const double *previous,
                         uint32_t kept, double q[7]);

/// Sum of the squares of the wrapped differences.
double swvi_arm_distance_squared(const double q[7], const double previous[7]);

/// An angle in [-pi, pi] and half a turn, in [-pi, pi].
SWV_INLINE double swvi_half_turn_away(double angle)
{
    return angle > 0.0 ? angle - SWV_PI : angle + SWV_PI;
}

SWV_INLINE bool swvi_six_is_posture(const double q[6])
{
    bool is_finite = true;
    for (int i = 0; i < 6; ++i)
        is_finite = is_finite && swvi_is_finite(q[i]);
    return is_finite;
}

SWV_INLINE swv_status swvi_six_set_limits(double lowers[6], double uppers[6], int joint, double lower, double upper)
{
    if (joint < 0 || joint >= 6)
        return SWV_BAD_COUNT;
    if (!swvi_are_limits(lower, upper))
        return SWV_BAD_LIMITS;
    lowers[joint] = lower;
    uppers[joint] = upper;
    return SWV_OK;
}

/// Turns every angle into its limits where that is possible; the bits of those that stay outside.
SWV_INLINE uint32_t swvi_six_turn_into_limits(const double lower[6], const double upper[6], double q[6])
{
    uint32_t outside = 0;
    for (int i = 0; i < 6; ++i) {
        const swv_arm_limits limits = { .lower = lower[i], .upper = upper[i] };
        outside |= (uint32_t)!swvi_arm_turn_into(&limits, &q[i]) << i;
    }
    return outside;
}

/// A target, and what the arm can do about it; the eight solutions.
typedef struct swvi_six {
    swv_pose hand;
    double   excess;  ///< how far it is beyond the straight arm (positive) or inside the folded one (negative)
    double   reach;
    double   q[8][6];
    uint32_t outside[8];
} swvi_six;

typedef swv_pose swvi_six_forward(const void *arm, const double q[6]);

SWV_INLINE swv_arm6_report swvi_six_report(const swvi_six *six, const void *arm, swvi_six_forward *forward, int family)
{
    const swv_pose  hand = forward(arm, six->q[family]);
    const double    tolerance = 1e-12 * six->reach;
    const uint32_t  outside = six->outside[family];
    swv_arm6_report report = {
        .outcome = outside ? SWV_LIMITED : SWV_REACHED,
        .outside = outside,
        .position_error = swv_vec3_length(swv_vec3_sub(hand.position, six->hand.position)),
        .rotation_error = swv_quat_angle_between(hand.rotation, six->hand.rotation),
    };
    if (six->excess > tolerance)
        report.outcome = SWV_OUT_OF_REACH;
    else if (six->excess < -tolerance)
        report.outcome = SWV_TOO_NEAR;
    return report;
}

/// Of eight solutions the one that breaks the fewest limits, and of these the nearest to `previous`, or to zero if NULL.
SWV_INLINE int swvi_six_best_of(const swvi_six *six, const double *previous)
{
    int    best = 0, fewest = 7;
    double least = INFINITY;
    for (int f = 0; f < 8; ++f) {
        int broken = 0;
        for (uint32_t bits = six->outside[f]; bits; bits &= bits - 1)
            ++broken;
        double distance = 0.0;
        for (int i = 0; i < 6; ++i) {
            const double d = swv_angle_wrap(six->q[f][i] - (previous ? previous[i] : 0.0));
            distance += d * d;
        }
        if (broken < fewest || (broken == fewest && distance < least)) {
            best = f;
            fewest = broken;
            least = distance;
        }
    }
    return best;
}

/// All of them as swv_arm6_solve and swv_puma_solve give them, and the best as swv_arm6_best and swv_puma_best do.
SWV_INLINE void swvi_six_give_all(const swvi_six *six, const void *arm, swvi_six_forward *forward, double q[8][6],
                                  swv_arm6_report *reports)
{
    for (int f = 0; f < 8; ++f) {
        for (int i = 0; i < 6; ++i)
            q[f][i] = six->q[f][i];
        if (reports)
            reports[f] = swvi_six_report(six, arm, forward, f);
    }
}

SWV_INLINE void swvi_six_give_best(const swvi_six *six, const void *arm, swvi_six_forward *forward,
                                   const double *previous, double q[6], swv_arm6_report *report)
{
    const int best = swvi_six_best_of(six, previous);
    if (report)
        *report = swvi_six_report(six, arm, forward, best);
    for (int i = 0; i < 6; ++i)
        q[i] = six->q[best][i];
}

// ---- making an arm ----

swv_status swv_arm6_make(swv_arm6 *arm, double upper_arm, double forearm)
{
    if (!arm)
        return SWV_NULL;
    if (!swvi_is_finite(upper_arm) || !swvi_is_finite(forearm))
        return SWV_NOT_FINITE;
    if (!swvi_are_arm_lengths(upper_arm, forearm))
        return SWV_BAD_ARGUMENT;
    *arm = (swv_arm6){ .upper_arm = upper_arm, .forearm = forearm, .side = SWV_LEFT };
    for (int i = 0; i < 6; ++i)
        (void)swv_arm6_set_limits(arm, i, -INFINITY, INFINITY);
    return SWV_OK;
}

swv_status swv_arm6_set_limits(swv_arm6 *arm, int joint, double lower, double upper)
{
    return arm ? swvi_six_set_limits(arm->lower, arm->upper, joint, lower, upper) : SWV_NULL;
}

void swv_arm6_make_human(swv_arm6 *arm)
{
    if (!arm)
        return;
    swv_chain chain;
    (void)swv_model_chain("arm6", &chain);
    (void)swv_arm6_make(arm, 50.0, 60.0);
    for (int i = 0; i < 6; ++i)
        (void)swv_arm6_set_limits(arm, i, chain.joints[i].lower, chain.joints[i].upper);
}

// ---- the two forms ----

// The matrices' posture is the table's with five signs turned, and the matrices' hand is the table's times K, half a
// turn about (0, 1, -1).
static const swv_quat k_turn = { 0.0, 0.70710678118654752, -0.70710678118654752, 0.0 };

void swv_arm6_to_other_form(double q[6], swv_pose *hand)
{
    for (int i = 1; q && i < 6; ++i)
        q[i] = -q[i];
    if (hand)
        hand->rotation = swv_quat_mul(hand->rotation, k_turn);
}

// The mirror image of a turn about y or z is a turn the other way, of one about x the same.
// A hand of this arm as a hand of the left arm in the form of the matrices; twice is back again.
static swv_pose to_or_from_matrices(const swv_arm6 *arm, swv_pose hand)
{
    if (arm->side == SWV_RIGHT)
        hand = swvi_mirrored_pose(hand);
    if (arm->form == SWV_ARM6_TABLE)
        swv_arm6_to_other_form(NULL, &hand);
    return hand;
}

static swv_status check(const swv_arm6 *arm)
{
    const bool is_form = arm->form == SWV_ARM6_TABLE || arm->form == SWV_ARM6_MATRICES;
    const bool is_side = arm->side == SWV_RIGHT || arm->side == SWV_LEFT;
    bool       are_limits = true;
    for (int i = 0; i < 6; ++i)
        are_limits = are_limits && swvi_are_limits(arm->lower[i], arm->upper[i]);
    return is_form && is_side && are_limits && swvi_are_arm_lengths(arm->upper_arm, arm->forearm) ? SWV_OK
                                                                                                  : SWV_BAD_MODEL;
}

swv_status swv_arm6_chain(const swv_arm6 *arm, swv_chain *chain)
{
    if (!arm || !chain)
        return SWV_NULL;
    swv_status status = check(arm);
    if (status != SWV_OK)
        return status;
    const double   m = arm->side == SWV_RIGHT ? -1.0 : 1.0, f = arm->form == SWV_ARM6_TABLE ? -1.0 : 1.0;
    const swv_vec3 x = { f, 0.0, 0.0 }, y = { 0.0, m * f, 0.0 }, z = { 0.0, 0.0, m * f }, first = { 0.0, 0.0, m };
    const swv_vec3 shoulder = { 0.0, 0.0, 0.0 }, elbow = { 0.0, -arm->upper_arm, 0.0 };
    const swv_vec3 wrist = { 0.0, -(arm->upper_arm + arm->forearm), 0.0 };
    const swv_axis axes[6] = { { shoulder, first, SWV_REVOLUTE }, { shoulder, x, SWV_REVOLUTE },
                               { elbow, x, SWV_REVOLUTE },        { elbow, y, SWV_REVOLUTE },
                               { wrist, x, SWV_REVOLUTE },        { wrist, z, SWV_REVOLUTE } };
    const swv_pose at_zero = { wrist, SWV_IDENTITY_QUAT };
    const swv_pose tip = to_or_from_matrices(arm, at_zero);
    swv_chain      made;
    status = swv_chain_from_axes(&made, axes, 6, &tip);
    for (int i = 0; i < 6 && status == SWV_OK; ++i)
        status = swv_chain_set_limits(&made, i, arm->lower[i], arm->upper[i]);
    if (status == SWV_OK)
        *chain = made;
    return status;
}

// ---- forward ----

static swv_pose forward(const swv_arm6 *arm, const double q[6], swv_vec3 *elbow)
{
    double a[6] = { q[0], q[1], q[2], q[3], q[4], q[5] }, s[6], c[6], s0, c0, s1, c1, s12, c12;
    if (arm->form == SWV_ARM6_TABLE)
        swv_arm6_to_other_form(a, NULL);
    swv_sincos(a[0], &s0, &c0);
    swv_sincos(a[1], &s1, &c1);
    swv_sincos(a[1] + a[2], &s12, &c12);
    const double u = arm->upper_arm, f = arm->forearm, m = arm->side == SWV_RIGHT ? -1.0 : 1.0;
    if (elbow)
        *elbow = (swv_vec3){ m * (u * (s0 * c1)), -u * (c0 * c1), -u * s1 };

    const double halves[5] = { 0.5 * a[0], 0.5 * (a[1] + a[2]), 0.5 * a[3], 0.5 * a[4], 0.5 * a[5] };
    for (int i = 0; i < 5; ++i)
        swv_sincos(halves[i], &s[i], &c[i]);
    const swv_quat turns[5] = { { 0.0, 0.0, s[0], c[0] },
                                { s[1], 0.0, 0.0, c[1] },
                                { 0.0, s[2], 0.0, c[2] },
                                { s[3], 0.0, 0.0, c[3] },
                                { 0.0, 0.0, s[4], c[4] } };
    swv_pose       hand = { { s0 * (u * c1 + f * c12), -c0 * (u * c1 + f * c12), -(u * s1 + f * s12) }, turns[0] };
    for (int i = 1; i < 5; ++i)
        hand.rotation = swv_quat_mul(hand.rotation, turns[i]);
    return to_or_from_matrices(arm, hand);
}

swv_status swv_arm6_forward(const swv_arm6 *arm, const double q[6], swv_pose *hand, swv_vec3 *elbow)
{
    if (!arm || !q || !hand)
        return SWV_NULL;
    const swv_status status = check(arm);
    if (status != SWV_OK)
        return status;
    if (!swvi_six_is_posture(q))
        return SWV_BAD_POSTURE;
    *hand = forward(arm, q, elbow);
    return SWV_OK;
}

// ---- all solutions ----

// What is nearer to a singularity than this, over the reach or as a sine, counts as being there: the hand is then off by
// no more than this.
static const double singular = 1e-14;

// (1) The kernel's elbow, its n and its rise; the swivel's directions are not used.
static swvi_elbow_circle triangle_of(const swv_arm6 *arm, swv_vec3 p)
{
    const double      u = arm->upper_arm, f = arm->forearm, reach = u + f, d = swv_vec3_length(p);
    swvi_elbow_circle e = swvi_elbow_circle_of(p.x, p.y, p.z, u, f, true);
    const bool        is_straight = fabs(d - reach) <= singular * reach;
    const bool        is_folded = fabs(d - fabs(u - f)) <= singular * reach;
    if (is_straight || is_folded) {
        e.sin_elbow = e.sin_rise = 0.0;
        e.cos_elbow = is_straight ? 1.0 : -1.0;
        e.cos_rise = is_straight || u > f ? 1.0 : -1.0;
    }
    return e;
}

// Angles as directions: a sine and a cosine, both times one positive number. q0, the elbow's flexion, then for each of
// four ways of shoulder and elbow q1 and the wrist's three; the rest is there to make the lanes even.
enum { FLEXION = 1, FIRST_WAY = 2, PER_WAY = 4, arm6_DIRECTIONS = 24 };
typedef struct arm6_directions {
    double sine[arm6_DIRECTIONS], cosine[arm6_DIRECTIONS];
} arm6_directions;

static void set_direction(arm6_directions *d, int i, double sine, double cosine)
{
    d->sine[i] = sine;
    d->cosine[i] = cosine;
}

// (4) The wrist's first way, from the hand's columns seen by the forearm.
static void add_wrist(const double m[3][3], double near_twist, arm6_directions *d, int first)
{
    double       s = m[0][2], c = m[2][2];
    const double length = sqrt(s * s + c * c);
    if (length > singular) {
        s /= length;
        c /= length;
    } else {
        swv_sincos(near_twist, &s, &c);
    }
    set_direction(d, first, s, c);
    set_direction(d, first + 1, -m[1][2], s * m[0][2] + c * m[2][2]);
    set_direction(d, first + 2, s * m[2][1] - c * m[0][1], c * m[0][0] - s * m[2][0]);
}

// (2) to (4) of the left arm in the form of the matrices, all but the arc tangents.
static void find_directions(const swv_pose *hand, const swvi_elbow_circle *e, double reach, const double previous[6],
                            arm6_directions *d)
{
    const swv_vec3 p = hand->position, across = { p.x, p.y, 0.0 };
    const swv_mat3 r = swv_mat3_from_quat(hand->rotation);
    const double   h = sqrt(e->nx * e->nx + e->ny * e->ny);
    const bool     is_at_shoulder = swv_vec3_length(p) <= singular * reach;
    const bool     is_on_axis = swv_vec3_length(across) <= singular * reach || h <= singular;
    for (int i = 0; i < arm6_DIRECTIONS; ++i)
        set_direction(d, i, 0.0, 1.0);
    set_direction(d, FLEXION, e->sin_elbow, e->cos_elbow);

    // (2)
    double s0, c0;
    if (is_on_axis) {
        swv_sincos(previous[0], &s0, &c0);
    } else {
        s0 = e->nx / h;
        c0 = -e->ny / h;
    }
    set_direction(d, 0, s0, c0);
    for (int way = 0; way < 4; ++way) {
        // (3) The shoulder's other way turns the sign of what lies ahead and across; the natural elbow has q2 <= 0.
        const double sign = way & 1 ? -1.0 : 1.0, bend = way & 2 ? 1.0 : -1.0;
        const double sk = bend * e->sin_elbow, ck = e->cos_elbow, sr = bend * e->sin_rise, cr = e->cos_rise;
        const double sa = is_on_axis ? copysign(1.0, -e->nz) : -e->nz, ca = is_on_axis ? 0.0 : sign * h;
        double       s1 = sa * cr - ca * sr, c1 = ca * cr + sa * sr, m[3][3];
        if (is_at_shoulder)
            swv_sincos(previous[1], &s1, &c1);
        const double s12 = s1 * ck + c1 * sk, c12 = c1 * ck - s1 * sk;
        for (int j = 0; j < 3; ++j) {
            const double ahead = sign * (c0 * r.m[1][j] - s0 * r.m[0][j]);
            m[0][j] = sign * (c0 * r.m[0][j] + s0 * r.m[1][j]);
            m[1][j] = c12 * ahead + s12 * r.m[2][j];
            m[2][j] = c12 * r.m[2][j] - s12 * ahead;
        }
        set_direction(d, FIRST_WAY + PER_WAY * way, s1, c1);
        add_wrist((const double(*)[3])m, previous[3], d, FIRST_WAY + PER_WAY * way + 1);
    }
}

// All families of the left arm in the form of the matrices, angles in [-pi, pi].
static void solve_matrices(const swv_pose *hand, const swvi_elbow_circle *e, double reach, const double previous[6],
                           double q[SWV_ARM6_FAMILIES][6])
{
    arm6_directions d;
    double     angle[arm6_DIRECTIONS];
    find_directions(hand, e, reach, previous, &d);
#pragma omp simd
    for (int i = 0; i < arm6_DIRECTIONS; ++i)
        angle[i] = swvi_angle(d.sine[i], d.cosine[i]);
    for (int way = 0; way < 4; ++way) {
        const double *a = &angle[FIRST_WAY + PER_WAY * way];
        double       *first = q[(way & 1) + 2 * (way & 2)], *other = q[(way & 1) + 2 * (way & 2) + 2];
        first[0] = other[0] = way & 1 ? swvi_half_turn_away(angle[0]) : angle[0];
        first[1] = other[1] = a[0];
        first[2] = other[2] = way & 2 ? angle[FLEXION] : -angle[FLEXION];
        first[3] = a[1];
        first[4] = a[2];
        first[5] = a[3];
        other[3] = swvi_half_turn_away(a[1]);
        other[4] = swvi_half_turn_away(-a[2]);
        other[5] = swvi_half_turn_away(a[3]);
    }
}

static swv_status arm6_solve(const swv_arm6 *arm, const swv_pose *hand, const double *previous, swvi_six *six)
{
    const swv_status status = check(arm);
    if (status != SWV_OK)
        return status;
    six->hand = *hand;
    if (swv_pose_check(&six->hand) != SWV_OK)
        return SWV_BAD_GOAL;
    double here[6] = { 0.0 };
    if (previous && !swvi_six_is_posture(previous))
        return SWV_BAD_POSTURE;
    for (int i = 0; previous && i < 6; ++i)
        here[i] = previous[i];
    if (arm->form == SWV_ARM6_TABLE)
        swv_arm6_to_other_form(here, NULL);

    const swv_pose          matrices = to_or_from_matrices(arm, six->hand);
    const swvi_elbow_circle triangle = triangle_of(arm, matrices.position);
    six->excess = triangle.excess;
    six->reach = arm->upper_arm + arm->forearm;
    solve_matrices(&matrices, &triangle, six->reach, here, six->q);
    for (int f = 0; f < SWV_ARM6_FAMILIES; ++f) {
        if (arm->form == SWV_ARM6_TABLE)
            swv_arm6_to_other_form(six->q[f], NULL);
        six->outside[f] = swvi_six_turn_into_limits(arm->lower, arm->upper, six->q[f]);
    }
    return SWV_OK;
}

static swv_pose arm6_forward_of(const void *arm, const double q[6])
{
    return forward((const swv_arm6 *)arm, q, NULL);
}

swv_status swv_arm6_solve(const swv_arm6 *arm, const swv_pose *hand, const double *previous,
                          double q[SWV_ARM6_FAMILIES][6], swv_arm6_report reports[SWV_ARM6_FAMILIES])
{
    if (!arm || !hand || !q)
        return SWV_NULL;
    swvi_six         six;
    const swv_status status = arm6_solve(arm, hand, previous, &six);
    if (status == SWV_OK)
        swvi_six_give_all(&six, arm, arm6_forward_of, q, reports);
    return status;
}

swv_status swv_arm6_best(const swv_arm6 *arm, const swv_pose *hand, const double *previous, double q[6],
                         swv_arm6_report *report)
{
    if (!arm || !hand || !q)
        return SWV_NULL;
    swvi_six         six;
    const swv_status status = arm6_solve(arm, hand, previous, &six);
    if (status == SWV_OK)
        swvi_six_give_best(&six, arm, arm6_forward_of, previous, q, report);
    return status;
}

// ---- papers/chin/bfgs.c ----

//
// BFGS: a model of the inverse Hessian H, learnt from the gradients along the way.
//
// (1) H = 1 / (2 c^2) times the unit matrix, c the characteristic length: right for a joint that only turns the tip.
//     Where f is curved more than that, one step shows it; where it were curved less, many small steps would be needed.
// (2) d = -H g, the first time as long as would end at the minimum if r were linear; then x + alpha d by backtracking from
//     alpha = 1
// (3) s the step, y by how much g changed. If s.y > 0, the H that fits best of all with H y = s:
//     H + (1 + y.Hy / s.y) s s' / s.y - (Hy s' + s y'H) / s.y
// (4) Where d does not lead down, (1) again; if that d, along the gradient, does not either, stalled.
//
// The thesis's step 5 has y'H g where y'H y is meant; with that H y = s does not hold.
//
// This work is based on:
// Broyden, Fletcher, Goldfarb, Shanno, each 1970
// Nocedal, Wright. Numerical Optimization. 2006 (algorithm 6.1)
// What the seven methods share: the state of a run, evaluations that are counted, and the line searches.

enum { SWVI_MAX_RESIDUALS = 12 };

/// r takes the residuals at x, `jacobian` (may be NULL) their derivatives, a row for each. False if not finite.
typedef bool (*swvi_residual_function)(const void *context, const double *x, double *r, double *jacobian);

/// m residuals of n variables, and the sum of their squares f, which a method makes small.
typedef struct swvi_study {
    int                    n, m;
    swvi_residual_function residual;
    const void            *context;
    swv_study_options      options;  ///< no zeros left
    double                *scratch;  ///< what swvi_study_take has not yet given away
    double                *x;        ///< the best point so far
    double                 r[SWVI_MAX_RESIDUALS], f;
    double                 f_then;  ///< some iterations ago: without progress since, it is stalled
    int                    iterations, evaluations, jacobians;
    swv_outcome            outcome;
} swvi_study;

static inline void swvi_copy(double *to, const double *from, int count)
{
    for (int i = 0; i < count; ++i)
        to[i] = from[i];
}

/// From here on `count` doubles of the scratch are the caller's.
double *swvi_study_take(swvi_study *s, int count);

/// A point kept aside, while s->x goes where it may be higher.
typedef struct swvi_kept {
    double *x, r[SWVI_MAX_RESIDUALS], f;
} swvi_kept;

/// Whichever is lower, s->x or the point kept, becomes both.
void swvi_keep_lower(swvi_study *s, swvi_kept *kept);

/// The residuals at `x` and the sum of their squares; INFINITY where they are not finite or the budget is spent.
double swvi_evaluate(swvi_study *s, const double *x, double *r);

/// The m x n derivatives at s->x. Does not count as an evaluation: r is known there.
void swvi_jacobian(swvi_study *s, double *jacobian);

/// gradient = 2 J' r at s->x. Its largest entry.
double swvi_gradient(swvi_study *s, double *jacobian, double *gradient);

/// Whether the run is over, before an iteration (which it counts if not). Sets the outcome.
bool swvi_is_over(swvi_study *s);

/// The lines are x + alpha p. Each search moves s->x, s->r and s->f to the point it chose, which is never above where it
/// started, and returns its alpha; 0 if it found none lower.

/// The step that would end at the minimum if r were linear, from J at s->x: -(r.Jp) / |Jp|^2. 0 if p is not felt.
double swvi_linear_step(const swvi_study *s, const double *jacobian, const double *p);

/// Backtracking from alpha = 1, for f with slope f'(0) = slope < 0. point: n doubles of scratch.
double swvi_backtrack(swvi_study *s, const double *p, double slope, double *point);

/// The minimum along the line, to `tolerance` relative to alpha; `first` is where to look first.
double swvi_minimize_along(swvi_study *s, const double *p, double first, double tolerance, double *point);

/// A parabola's minimum, in two or three evaluations, no further than `limit`. *curvature is half the second derivative
/// as the last search along this direction left it, or 0.
double swvi_parabola_along(swvi_study *s, const double *p, double first, double limit, double *curvature,
                           double *point);

void swvi_newton(swvi_study *s);
void swvi_broyden(swvi_study *s);
void swvi_bfgs(swvi_study *s);
void swvi_fletcher(swvi_study *s);
void swvi_conjugate_gradient(swvi_study *s);
void swvi_powell(swvi_study *s);
void swvi_praxis(swvi_study *s);

/// A model of the inverse Hessian: n x n, symmetric, positive definite.
typedef struct swvi_metric {
    int     n;
    double *h;
} swvi_metric;

/// Makes H y = step, for y the change of the gradient; hy = H y, sy = step.y > 0, yhy = y.H y > 0.
typedef void (*swvi_metric_update)(const swvi_metric *metric, const double *step, const double *hy, double sy,
                                   double yhy);

void swvi_bfgs_update(const swvi_metric *metric, const double *step, const double *hy, double sy, double yhy);
void swvi_fletcher_update(const swvi_metric *metric, const double *step, const double *hy, double sy, double yhy);

/// Steps (1), (2) and (4) of bfgs.c, with the update for (3).
void swvi_minimize_by_metric(swvi_study *s, swvi_metric_update update);

void swvi_bfgs_update(const swvi_metric *metric, const double *step, const double *hy, double sy, double yhy)
{
    const int    n = metric->n;
    const double c = (1.0 + yhy / sy) / sy;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            metric->h[i * n + j] += c * step[i] * step[j] - (hy[i] * step[j] + step[i] * hy[j]) / sy;
}

void swvi_bfgs(swvi_study *s)
{
    swvi_minimize_by_metric(s, swvi_bfgs_update);
}

// ---- papers/chin/broyden.c ----

//
// BROYDN: Newton's method with one Jacobian, which each step corrects.
//
// (1) A = J+ at the start, as in NEWTON
// (2) p = -A r, then q + alpha p by backtracking. How steep f is along p is not known without J: it is taken as -2 r.r,
//     which is what Newton's step has, and any decrease will do.
// (3) s the step, y by how much r changed. The A nearest to the old one with A y = s:
//     A + (s - A y) s'A / (s'A y), which is Broyden's first update, inverted after Sherman and Morrison
// (4) Where p does not lead down, or s'A y vanishes, A is old: (1) again, with a new J. If that J does not lead down
//     either, stalled.
//
// A has n rows and m columns, n = m or not: all of this holds for the pseudoinverse.
//
// This work is based on:
// Broyden. A class of methods for solving nonlinear simultaneous equations. 1965
// Dennis, Schnabel. Numerical Methods for Unconstrained Optimization and Nonlinear Equations. 1983 (when to begin anew)

// What the files of the linear algebra share: sizes, magnitudes read from the bits, exact scaling by powers of two,
// a dot product with one fixed order of summation.
//
// A finite double is m * 2^e with 1 <= m < 2 and -1022 <= e <= 1023, or a denormal below 2^-1022. Multiplying by a
// power of two changes e only, and is exact unless the result is denormal or overflows. Magnitudes compare like
// their bits read as an integer, with every infinity and NaN above the finite numbers: one pass finds the largest
// magnitude and whether everything is finite.

/// Distance from 1 to the next double. An operation is off by at most half of this, relative to its result.
#define SWVI_EPSILON 0x1p-52

/// swvi_exponent(0): lower than that of any number.
#define SWVI_ZERO_EXPONENT (-1075)

static inline bool swvi_size_is_bad(int n)
{
    return n < 1 || n > SWV_MAX_JOINTS;
}

static inline int swvi_clamp_int(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

/// The bits of |x|: an integer that grows with |x|.
static inline uint64_t swvi_magnitude(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits & 0x7FFFFFFFFFFFFFFFu;
}

/// The magnitude of the largest of `count` numbers; above every finite magnitude if one of them is not finite.
static inline uint64_t swvi_largest(const double *a, int count)
{
    uint64_t largest = 0;
    for (int i = 0; i < count; i++) {
        const uint64_t magnitude = swvi_magnitude(a[i]);
        largest = magnitude > largest ? magnitude : largest;
    }
    return largest;
}

static inline bool swvi_magnitude_is_finite(uint64_t magnitude)
{
    return magnitude < 0x7FF0000000000000u;
}

/// 2^exponent; an exponent outside -1022 .. 1023 counts as the nearest one inside.
static inline double swvi_power_of_two(int exponent)
{
    const uint64_t bits = (uint64_t)(swvi_clamp_int(exponent, -1022, 1023) + 1023) << 52;
    double         power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/// The e of 2^e <= |x| < 2^(e + 1), for a finite magnitude; SWVI_ZERO_EXPONENT for zero.
static inline int swvi_exponent(uint64_t magnitude)
{
    if (magnitude >= 0x0010000000000000u)
        return (int)(magnitude >> 52) - 1023;
    // A denormal is (its bits as an integer) * 2^-1074.
    int exponent = SWVI_ZERO_EXPONENT;
    for (; magnitude != 0; magnitude >>= 1)
        exponent++;
    return exponent;
}

/// x * 2^exponent for any exponent within +-2044. Two steps of half the way each: what lies between is never further
/// out than both ends, so that it cannot overflow or vanish where the result does not.
static inline double swvi_scale(double x, int exponent)
{
    const int half = exponent / 2;
    return x * swvi_power_of_two(half) * swvi_power_of_two(exponent - half);
}

static inline void swvi_scale_all(double *x, int count, int exponent)
{
    if (exponent == 0)
        return;
    const double half = swvi_power_of_two(exponent / 2), rest = swvi_power_of_two(exponent - exponent / 2);
    for (int i = 0; i < count; i++)
        x[i] = x[i] * half * rest;
}

static inline void swvi_set_zero(double *x, int count)
{
    for (int i = 0; i < count; i++)
        x[i] = 0.0;
}

/// What a function does that fails: nothing is left in the output that is not finite.
static inline swv_status swvi_fail(double *x, int count, swv_status status)
{
    swvi_set_zero(x, count);
    return status;
}

/// Four sums side by side, then their sum: the order is part of the source, so that every compiler gives the same
/// bits, and the chains of additions are short enough for the processor to overlap them.
static inline double swvi_dot(const double *a, const double *b, int count)
{
    double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
    int    i = 0;
    for (; i + 4 <= count; i += 4) {
        s0 += a[i] * b[i];
        s1 += a[i + 1] * b[i + 1];
        s2 += a[i + 2] * b[i + 2];
        s3 += a[i + 3] * b[i + 3];
    }
    if (i < count)
        s0 += a[i] * b[i];
    if (i + 1 < count)
        s1 += a[i + 1] * b[i + 1];
    if (i + 2 < count)
        s2 += a[i + 2] * b[i + 2];
    return (s0 + s1) + (s2 + s3);
}

/// start - a . b, one term after the other. For recurrences, where the last term is the one that has just become
/// known: all others are subtracted while it is computed.
static inline double swvi_minus_dot(double start, const double *a, const double *b, int count)
{
    for (int i = 0; i < count; i++)
        start -= a[i] * b[i];
    return start;
}

/// y -= factor * x
static inline void swvi_subtract(double *restrict y, double factor, const double *restrict x, int count)
{
    for (int i = 0; i < count; i++)
        y[i] -= factor * x[i];
}

/// By which powers of two to multiply b before solving with a factored matrix, the better one first.
///
/// Substitution loses bits if its intermediate values underflow where the solution does not: an x_j of b / a may
/// vanish and yet a_ij x_j be as large as b. That cannot happen if b is about as large as the matrix, since then the
/// solution is about 1 or above; the level stays within 2^+-900, so that neither the growth of the intermediates (at
/// most 2^63) overflows nor their rounding meets the denormals. Usually b is near enough for shift 0 to do.
/// Where the matrix spans so many orders that the first choice overflows, the second is tried.
static inline void swvi_solve_shifts(int matrix_exponent, int b_exponent, int shift[2])
{
    const int  level = swvi_clamp_int(matrix_exponent, -900, 900);
    const bool is_moderate = b_exponent >= -900 && b_exponent <= 900;
    const bool is_near = is_moderate && level - b_exponent <= 400 && b_exponent - level <= 400;
    shift[is_near ? 0 : 1] = 0;
    shift[is_near ? 1 : 0] = level - b_exponent;
}

// (3) False if A cannot be corrected. `change` is what the step did to r; `sa` and `ay` are scratch.
static bool update(double *a, int n, int m, const double *step, const double *change, double *sa, double *ay)
{
    for (int i = 0; i < n; ++i)
        ay[i] = swvi_dot(&a[i * m], change, m);
    const double denominator = swvi_dot(step, ay, n);
    if (!(fabs(denominator) > 1e-12 * swvi_dot(step, step, n)))
        return false;
    swvi_set_zero(sa, m);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            sa[j] += step[i] * a[i * m + j];
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
            a[i * m + j] += (step[i] - ay[i]) * (sa[j] / denominator);
    return swvi_magnitude_is_finite(swvi_largest(a, n * m));
}

void swvi_broyden(swvi_study *s)
{
    const int n = s->n, m = s->m;
    double   *jacobian = swvi_study_take(s, m * n), *a = swvi_study_take(s, n * m), *p = swvi_study_take(s, n),
           *point = swvi_study_take(s, n);
    double *ay = swvi_study_take(s, n), *scratch = swvi_study_take(s, (int)swv_pseudoinverse_scratch(m, n));
    double  before[SWVI_MAX_RESIDUALS] = { 0.0 }, change[SWVI_MAX_RESIDUALS], sa[SWVI_MAX_RESIDUALS];
    bool    is_old = true;
    while (!swvi_is_over(s)) {
        const bool is_fresh = is_old;
        s->outcome = SWV_STALLED;
        if (is_fresh) {
            swvi_jacobian(s, jacobian);
            if (swv_pseudoinverse(jacobian, m, n, 1e-9, a, NULL, scratch) != SWV_OK)
                return;
        }
        for (int i = 0; i < n; ++i)
            p[i] = -swvi_dot(&a[i * m], s->r, m);
        swvi_copy(before, s->r, m);
        const double alpha = swvi_backtrack(s, p, -2.0 * s->f, point);
        if (alpha == 0.0 && is_fresh)
            return;
        for (int i = 0; i < n; ++i)
            p[i] *= alpha;
        for (int i = 0; i < m; ++i)
            change[i] = s->r[i] - before[i];
        is_old = alpha == 0.0 || !update(a, n, m, p, change, sa, ay);
    }
}

// ---- papers/chin/conjugate_gradient.c ----

//
// FRPRM: conjugate gradients. No matrix is kept; the directions are right for a quadratic all the same.
//
// (1) d = -g
// (2) x to the minimum along d; the search begins where it would lie if r were linear
// (3) d = -g1 + beta d, with g0 the gradient before and g1 after the step
//     Fletcher and Reeves   beta = g1.g1 / g0.g0
//     Polak and Ribiere     beta = g1.(g1 - g0) / g0.g0, but not below 0: where little was gained, it begins anew
// (4) After n steps, or where d does not lead down, (1) again. If -g does not lead down, or f has not become less by more
//     than rounding in 2 n steps, stalled.
//
// The thesis has the two names exchanged in (3.14) and (3.15), and in step 6 a beta, g1.g0 / g0.g0, that is neither: with it
// a quadratic is not solved in n steps.
//
// This work is based on:
// Fletcher, Reeves. Function minimization by conjugate gradients. 1964
// Polak, Ribiere. Note sur la convergence de methodes de directions conjuguees. 1969

void swvi_conjugate_gradient(swvi_study *s)
{
    const int    n = s->n;
    const bool   is_polak = s->options.beta == SWV_STUDY_POLAK_RIBIERE;
    const double line_tolerance = 1e-4;  // of alpha: f is then right to its square
    double      *jacobian = swvi_study_take(s, s->m * n), *g = swvi_study_take(s, n), *before = swvi_study_take(s, n);
    double      *d = swvi_study_take(s, n), *point = swvi_study_take(s, n);
    double       f_then = s->f;
    int          since = 0, idle = 0;
    bool         is_along_gradient = true;
    double       largest = swvi_gradient(s, jacobian, g);
    for (int i = 0; i < n; ++i)
        d[i] = -g[i];
    while (!swvi_is_over(s)) {
        s->outcome = SWV_STALLED;
        if (!(largest > 0.0))
            return;
        double alpha = 0.0;
        if (swvi_dot(g, d, n) < 0.0)
            alpha = swvi_minimize_along(s, d, swvi_linear_step(s, jacobian, d), line_tolerance, point);
        if (alpha == 0.0 && is_along_gradient)
            return;
        idle = s->f < f_then * (1.0 - 1e-12) ? 0 : idle + 1;
        f_then = s->f;
        if (idle > 2 * n)
            return;
        swvi_copy(before, g, n);
        largest = swvi_gradient(s, jacobian, g);
        const double old = swvi_dot(before, before, n), now = swvi_dot(g, g, n);
        double       beta = (is_polak ? now - swvi_dot(g, before, n) : now) / old;
        is_along_gradient = alpha == 0.0 || ++since >= n || !(beta > 0.0);
        if (is_along_gradient) {
            beta = 0.0;
            since = 0;
        }
        for (int i = 0; i < n; ++i)
            d[i] = -g[i] + beta * d[i];
    }
}

// ---- papers/chin/fletcher.c ----

//
// FLETCHER: a variable metric that changes between two updates, so that H neither shrinks nor grows without need.
//
// As BFGS (bfgs.c), but for (3), with s the step and y by how much the gradient changed, s.y > 0:
//     if s.y >= y.Hy  H - (s w' + w s') / s.y + (1 + y.Hy / s.y) s s' / s.y        w = H y
//                     which is the update of BFGS: H was too small along the step
//     else            H + s s' / s.y - w w' / y.Hy
//                     which is that of Davidon, Fletcher and Powell: H was too large
// Both have H y = s. No line search to the end is needed for either.
//
// The thesis's step 4 has a wrong sign and a wrong factor, and lacks the line search; with them H y = s fails and H is not
// symmetric.
//
// This work is based on:
// Fletcher. A new approach to variable metric algorithms. 1970

void swvi_fletcher_update(const swvi_metric *metric, const double *step, const double *hy, double sy, double yhy)
{
    const int  n = metric->n;
    const bool is_too_small = sy >= yhy;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            metric->h[i * n + j] +=
                is_too_small ? (1.0 + yhy / sy) / sy * step[i] * step[j] - (hy[i] * step[j] + step[i] * hy[j]) / sy
                             : step[i] * step[j] / sy - hy[i] * hy[j] / yhy;
}

void swvi_fletcher(swvi_study *s)
{
    swvi_minimize_by_metric(s, swvi_fletcher_update);
}

// ---- papers/chin/line_search.c ----

//
// Three ways to go along a line x + alpha p, where f is phi(alpha).
//
// (1) backtracking   For steps that are meant to be taken whole. alpha = 1 first; while phi(alpha) > phi(0) +
//                    1e-4 alpha phi'(0), alpha becomes the minimum of the parabola through phi(0), phi'(0), phi(alpha),
//                    then of the cubic that also goes through the alpha before, but at most 1/2 and at least 1/10 of
//                    what it was.
// (2) minimum        For directions that must be followed to the end. Three points are found with the middle one lowest,
//                    each step 1.618 times the one before; then the parabola through the three lowest points so far says
//                    where to look next, and the golden section where the parabola is of no use.
// (3) parabola       For directions that come again and again. The curvature is remembered from the last time, so that
//                    one more point gives the slope: alpha = -slope / (2 curvature).
//
// This work is based on:
// Dennis, Schnabel. Numerical Methods for Unconstrained Optimization and Nonlinear Equations. 1983 (1)
// Brent. Algorithms for Minimization without Derivatives. 1973 (chapter 5: 2, chapter 7: 3)

/// A line, and the lowest point met on it so far.
typedef struct line {
    swvi_study   *s;
    const double *p;
    double       *point;
    double        alpha, f, r[SWVI_MAX_RESIDUALS];
} line;

static line line_along(swvi_study *s, const double *p, double *point)
{
    const line l = { .s = s, .p = p, .point = point, .alpha = 0.0, .f = s->f };
    return l;
}

static double evaluate_at(line *l, double alpha)
{
    double r[SWVI_MAX_RESIDUALS];
    for (int i = 0; i < l->s->n; ++i)
        l->point[i] = l->s->x[i] + alpha * l->p[i];
    const double f = swvi_evaluate(l->s, l->point, r);
    if (f < l->f) {
        l->alpha = alpha;
        l->f = f;
        for (int i = 0; i < l->s->m; ++i)
            l->r[i] = r[i];
    }
    return f;
}

static double go_to_lowest(line *l)
{
    swvi_study *s = l->s;
    if (l->alpha == 0.0)
        return 0.0;
    for (int i = 0; i < s->n; ++i)
        s->x[i] += l->alpha * l->p[i];
    for (int i = 0; i < s->m; ++i)
        s->r[i] = l->r[i];
    s->f = l->f;
    return l->alpha;
}

double swvi_linear_step(const swvi_study *s, const double *jacobian, const double *p)
{
    double across = 0.0, along = 0.0;
    for (int i = 0; i < s->m; ++i) {
        const double jp = swvi_dot(&jacobian[i * s->n], p, s->n);
        across += s->r[i] * jp;
        along += jp * jp;
    }
    const double step = along > 0.0 ? -across / along : 0.0;
    return swvi_is_finite(step) ? step : 0.0;
}

// (1) Where the cubic through phi(0), phi'(0), phi(a) and phi(b) has its minimum; `da` and `db` are phi(a) - phi(0) and
// phi(b) - phi(0).
static double cubic_minimum(double slope, double a, double da, double b, double db)
{
    const double u = (da - a * slope) / (a * a), v = (db - b * slope) / (b * b);
    const double third = (u - v) / (a - b), second = (a * v - b * u) / (a - b);
    const double d = second * second - 3.0 * third * slope;
    if (third == 0.0)
        return -0.5 * slope / second;
    if (!(d >= 0.0))
        return 0.5 * a;
    // Of the root's two forms the one that does not cancel.
    return second <= 0.0 ? (sqrt(d) - second) / (3.0 * third) : -slope / (second + sqrt(d));
}

double swvi_backtrack(swvi_study *s, const double *p, double slope, double *point)
{
    line   l = line_along(s, p, point);
    double alpha = 1.0, before = 0.0, d_before = 0.0, smallest = 0.0;
    for (int i = 0; i < s->n; ++i)
        smallest = swvi_larger(smallest, fabs(p[i]) / swvi_larger(fabs(s->x[i]), 1.0));
    smallest = 0x1p-50 / swvi_larger(smallest, 0x1p-1000);
    while (alpha > smallest) {
        const double f = evaluate_at(&l, alpha), d = f - s->f;
        if (d <= 1e-4 * alpha * slope || s->evaluations >= s->options.max_evaluations)
            break;
        double next = 0.1 * alpha;
        if (swvi_is_finite(d)) {
            const bool has_before = before > 0.0 && swvi_is_finite(d_before);
            next = has_before ? cubic_minimum(slope, alpha, d, before, d_before)
                              : -0.5 * slope * alpha * alpha / (d - alpha * slope);
        }
        before = alpha;
        d_before = d;
        alpha = next <= 0.5 * alpha ? (next >= 0.1 * alpha ? next : 0.1 * alpha) : 0.5 * alpha;
    }
    return go_to_lowest(&l);
}

// (2) Three points, the middle one not above the others. False if there are none: phi falls on and on, or is the same
// everywhere.
static bool find_bracket(line *l, double first, double a[3], double f[3])
{
    const double golden = 1.618033988749895;
    a[0] = 0.0;
    f[0] = l->s->f;
    a[1] = first;
    f[1] = evaluate_at(l, a[1]);
    if (f[1] > f[0]) {  // the minimum lies between, or the other way
        a[2] = first;
        f[2] = f[1];
        a[1] = 0.5 * first;
        f[1] = evaluate_at(l, a[1]);
        if (f[1] < f[0])
            return true;
        a[0] = a[1];
        f[0] = f[1];
        a[1] = 0.0;
        f[1] = l->s->f;
    }
    for (int k = 0; k < 100; ++k) {
        a[2] = a[1] + golden * (a[1] - a[0]);
        f[2] = evaluate_at(l, a[2]);
        if (f[2] >= f[1])
            return f[0] > f[1] || f[2] > f[1];
        a[0] = a[1];
        f[0] = f[1];
        a[1] = a[2];
        f[1] = f[2];
    }
    return false;
}

double swvi_minimize_along(swvi_study *s, const double *p, double first, double tolerance, double *point)
{
    const double section = 0.381966011250105;
    line         l = line_along(s, p, point);
    double       a[3], f[3];
    if (first == 0.0 || !find_bracket(&l, first, a, f))
        return go_to_lowest(&l);

    // x lowest, w second lowest, v the w before; u is looked at next.
    double low = a[0] < a[2] ? a[0] : a[2], high = a[0] < a[2] ? a[2] : a[0];
    double x = a[1], fx = f[1], w = x, fw = fx, v = x, fv = fx, step = 0.0, step_before = 0.0;
    for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high), margin = tolerance * fabs(x) + 1e-10 * fabs(first);
        if (fabs(x - middle) <= 2.0 * margin - 0.5 * (high - low))
            break;
        // The parabola's minimum lies at x + above / below.
        const double r = (x - w) * (fx - fv), q = (x - v) * (fx - fw);
        double       above = (x - v) * q - (x - w) * r, below = 2.0 * (q - r);
        above = below > 0.0 ? -above : above;
        below = fabs(below);
        const bool is_useful = fabs(step_before) > margin && fabs(above) < fabs(0.5 * below * step_before) &&
                               above > below * (low - x) && above < below * (high - x);
        step_before = is_useful ? step : x < middle ? high - x : low - x;
        step = is_useful ? above / below : section * step_before;
        if (is_useful && (x + step - low < 2.0 * margin || high - (x + step) < 2.0 * margin))
            step = x < middle ? margin : -margin;
        const double u = x + (fabs(step) >= margin ? step : step > 0.0 ? margin : -margin), fu = evaluate_at(&l, u);
        if (fu <= fx) {
            *(u < x ? &high : &low) = x;
            v = w;
            fv = fw;
            w = x;
            fw = fx;
            x = u;
            fx = fu;
            continue;
        }
        *(u < x ? &low : &high) = u;
        if (fu <= fw || w == x) {
            v = w;
            fv = fw;
            w = u;
            fw = fu;
        } else if (fu <= fv || v == x || v == w) {
            v = u;
            fv = fu;
        }
    }
    return go_to_lowest(&l);
}

// (3) phi(alpha) = phi(0) + slope alpha + curvature alpha^2
double swvi_parabola_along(swvi_study *s, const double *p, double first, double limit, double *curvature, double *point)
{
    line         l = line_along(s, p, point);
    const double f0 = s->f, a = first, fa = evaluate_at(&l, a);
    if (!swvi_is_finite(fa))
        return 0.0;
    double bend = *curvature;
    if (!(bend > 0.0)) {
        const double b = fa < f0 ? 2.0 * a : -a, fb = evaluate_at(&l, b);
        bend = swvi_is_finite(fb) ? ((fb - f0) / b - (fa - f0) / a) / (b - a) : 0.0;
    }
    const double slope = (fa - f0) / a - bend * a;
    double       alpha = bend > 0.0 ? -0.5 * slope / bend : slope < 0.0 ? limit : -limit;
    alpha = alpha > limit ? limit : alpha < -limit ? -limit : alpha;

    // Not lower than what was known: nearer.
    double f = f0;
    for (int k = 0; k < 3; ++k) {
        const double lowest = l.f;
        f = evaluate_at(&l, alpha);
        if (f <= lowest || alpha == 0.0)
            break;
        alpha *= 0.5;
    }
    if (swvi_is_finite(f) && alpha != 0.0 && alpha != a) {
        const double seen = ((f - f0) / alpha - (fa - f0) / a) / (alpha - a);
        *curvature = seen > 0.0 && swvi_is_finite(seen) ? seen : 0.0;
    }
    return go_to_lowest(&l);
}

// ---- papers/chin/newton.c ----

//
// NEWTON: the step that would be right if the residual were linear.
//
// (1) J = dr/dq at q, pseudoinverse J+ by singular values, those below 1e-9 of the largest counting as zero
// (2) p = -J+ r: of all steps with the smallest |r + J p| the shortest. Any number of rows and columns, any rank.
// (3) full steps       q + p, whether r grows or not
//     line search      q + alpha p, alpha from 1 down until f = r.r falls enough. p leads downhill unless r is normal
//                      to everything J reaches (slope 2 r.Jp = 0), which is a minimum of f: stalled.
// (4) until no residual exceeds the tolerance
//
// The thesis measured (3) with line search, J by forward differences and LU, which fails where J is not square or
// singular; its full steps took 200 iterations because residual and Jacobian were in different axes (objective.c).
//
// This work is based on:
// Dennis, Schnabel. Numerical Methods for Unconstrained Optimization and Nonlinear Equations. 1983

// (3) Up or down. False if there is nothing there.
static bool take_full_step(swvi_study *s, const double *p, double *point)
{
    double r[SWVI_MAX_RESIDUALS];
    for (int i = 0; i < s->n; ++i)
        point[i] = s->x[i] + p[i];
    const double f = swvi_evaluate(s, point, r);
    if (!swvi_is_finite(f))
        return false;
    swvi_copy(s->x, point, s->n);
    swvi_copy(s->r, r, s->m);
    s->f = f;
    return true;
}

void swvi_newton(swvi_study *s)
{
    const int n = s->n, m = s->m;
    double   *jacobian = swvi_study_take(s, m * n), *inverse = swvi_study_take(s, n * m), *p = swvi_study_take(s, n);
    double   *point = swvi_study_take(s, n), *scratch = swvi_study_take(s, (int)swv_pseudoinverse_scratch(m, n));
    swvi_kept best = { swvi_study_take(s, n), { 0.0 }, INFINITY };
    while (!swvi_is_over(s)) {
        if (s->f < best.f)
            swvi_keep_lower(s, &best);
        swvi_jacobian(s, jacobian);
        s->outcome = SWV_STALLED;
        if (swv_pseudoinverse(jacobian, m, n, 1e-9, inverse, NULL, scratch) != SWV_OK)
            break;
        for (int i = 0; i < n; ++i)
            p[i] = -swvi_dot(&inverse[i * m], s->r, m);
        double slope = 0.0;
        for (int i = 0; i < m; ++i)
            slope += 2.0 * s->r[i] * swvi_dot(&jacobian[i * n], p, n);
        if (!(slope < 0.0))
            break;
        if (s->options.full_steps ? !take_full_step(s, p, point) : swvi_backtrack(s, p, slope, point) == 0.0)
            break;
    }
    swvi_keep_lower(s, &best);
}

// ---- papers/chin/objective.c ----

//
// The objective of the study: how far the tip is from its target, as 6 or 12 numbers, and their derivatives.
//
// Given     tip (R, p) and target (S, t), characteristic length c, Jacobian (v, w) of the tip: a column for each
//           coordinate's velocity and angular velocity
// Find      r and dr/dq; the methods make f = r.r small, whose gradient is 2 (dr/dq)' r
//
// (1) pose, 6    in the tip's axes: e = R'(t - p), E = R'S.  r = (e, c/2 vee(E - E')), vee(E) = (E32, E13, E21) less its
//                mirror image. With v and w in the tip's axes
//                de = -v - w x e              dE = -[w] E
//                d vee(E - E') = -(tr(E) 1 - E) w,    since [w] E + E'[w] = [(tr(E) 1 - E) w]
//                At the target dr = -(v, c w): the Jacobian with the sign turned. Elsewhere it is not, and residual and
//                Jacobian must be in the same axes: with the residual in the tip's and the Jacobian in the base's, as
//                printed, Newton's method fails nearly always.
// (2) frame, 12  in the world's axes: r = (c (R - S) by columns, p - t).   dR_j = w x R_j, dp = v
//
// This work is based on:
// Wu, Paul. Resolved motion force control of robot manipulator. 1982 (1)
// Sasaki. On numerical techniques for kinematics problems of general serial-link robot manipulators. 1994 (2)

/// The tip of a chain and where it should be.
typedef struct swvi_chain_objective {
    const swv_chain   *chain;
    swv_pose           target;  ///< checked
    swv_study_residual residual;
    double             length;  ///< by which rotations are multiplied
} swvi_chain_objective;

/// The swvi_residual_function whose context is a swvi_chain_objective: 6 or 12 residuals of chain->dof variables.
bool swvi_chain_residual(const void *context, const double *x, double *r, double *jacobian);

/// From joint to joint and to the tip, laid out straight.
double swvi_chain_length(const swv_chain *chain);

static swv_vec3 column(swv_mat3 a, int j)
{
    const swv_vec3 v = { a.m[0][j], a.m[1][j], a.m[2][j] };
    return v;
}

static void store(double *r, swv_vec3 v)
{
    r[0] = v.x;
    r[1] = v.y;
    r[2] = v.z;
}

// Entries row, row + 1 and row + 2 of a column.
static swv_vec3 loaded(const double *a, int n, int row, int j)
{
    const swv_vec3 v = { a[row * n + j], a[(row + 1) * n + j], a[(row + 2) * n + j] };
    return v;
}

static void store_column(double *a, int n, int row, int j, swv_vec3 v)
{
    a[row * n + j] = v.x;
    a[(row + 1) * n + j] = v.y;
    a[(row + 2) * n + j] = v.z;
}

static void pose_6(const swvi_chain_objective *o, swv_pose tip, double *r, const double *velocities, double *jacobian)
{
    const swv_quat tip_from_world = swv_quat_conjugate(tip.rotation);
    const swv_vec3 away = swv_quat_rotate(tip_from_world, swv_vec3_sub(o->target.position, tip.position));
    const swv_mat3 e = swv_mat3_from_quat(swv_quat_mul(tip_from_world, o->target.rotation));
    const double   half = 0.5 * o->length;
    store(r, away);
    r[3] = half * (e.m[2][1] - e.m[1][2]);
    r[4] = half * (e.m[0][2] - e.m[2][0]);
    r[5] = half * (e.m[1][0] - e.m[0][1]);
    if (!jacobian)
        return;
    const int    n = o->chain->dof;
    const double trace = e.m[0][0] + e.m[1][1] + e.m[2][2];
    for (int j = 0; j < n; ++j) {
        const swv_vec3 v = loaded(velocities, n, 0, j), w = loaded(velocities, n, 3, j);
        const swv_vec3 turning = swv_vec3_sub(swv_vec3_scale(trace, w), swv_mat3_apply(e, w));
        store_column(jacobian, n, 0, j, swv_vec3_scale(-1.0, swv_vec3_add(v, swv_vec3_cross(w, away))));
        store_column(jacobian, n, 3, j, swv_vec3_scale(-half, turning));
    }
}

static void frame_12(const swvi_chain_objective *o, swv_pose tip, double *r, const double *velocities, double *jacobian)
{
    const swv_mat3 here = swv_mat3_from_quat(tip.rotation), there = swv_mat3_from_quat(o->target.rotation);
    for (int axis = 0; axis < 3; ++axis)
        store(&r[3 * axis], swv_vec3_scale(o->length, swv_vec3_sub(column(here, axis), column(there, axis))));
    store(&r[9], swv_vec3_sub(tip.position, o->target.position));
    if (!jacobian)
        return;
    const int n = o->chain->dof;
    for (int j = 0; j < n; ++j) {
        const swv_vec3 v = loaded(velocities, n, 0, j), w = loaded(velocities, n, 3, j);
        for (int axis = 0; axis < 3; ++axis)
            store_column(jacobian, n, 3 * axis, j, swv_vec3_scale(o->length, swv_vec3_cross(w, column(here, axis))));
        store_column(jacobian, n, 9, j, v);
    }
}

bool swvi_chain_residual(const void *context, const double *x, double *r, double *jacobian)
{
    const swvi_chain_objective *o = (const swvi_chain_objective *)context;
    const bool                  is_pose = o->residual == SWV_STUDY_POSE_6;
    double                      velocities[6 * SWV_MAX_JOINTS];
    swv_pose                    tip;
    const swv_status            status =
        jacobian ? swv_chain_jacobian(o->chain, x, is_pose ? SWV_TIP_AXES : SWV_WORLD_AXES, velocities, &tip)
                            : swv_chain_tip(o->chain, x, &tip);
    if (status != SWV_OK)
        return false;
    if (is_pose)
        pose_6(o, tip, r, velocities, jacobian);
    else
        frame_12(o, tip, r, velocities, jacobian);
    return true;
}

double swvi_chain_length(const swv_chain *chain)
{
    double length = swv_vec3_length(chain->tip.position);
    for (int i = 1; i < chain->joint_count; ++i)
        length += swv_vec3_length(chain->joints[i].origin);
    return length;
}

// ---- papers/chin/powell.c ----

//
// POWELL: conjugate directions without derivatives.
//
// (1) u_1 .. u_n the coordinates
// (2) From x0 to the minimum along u_1, from there along u_2 and so on to x_n. u_k is the one along which f fell most,
//     by D; f0 = f(x0), fn = f(x_n).
// (3) fe = f(2 x_n - x0), as far again. If fe < f0 and 2 (f0 - 2 fn + fe)(f0 - fn - D)^2 < (f0 - fe)^2 D, the way
//     x_n - x0 goes on leading down and is not yet among the directions: minimum along it; it takes the place of u_n, and
//     u_n that of u_k, whose part of the way it now holds. Else the directions stay: with the new one they would be nearly
//     dependent.
// (4) Round again. Where two rounds together gain less than rounding, (1) once more, then stalled.
//
// For a quadratic n rounds give n conjugate directions.
//
// This work is based on:
// Powell. An efficient method for finding the minimum of a function of several variables without calculating
// derivatives. 1964
// Brent. Algorithms for Minimization without Derivatives. 1973 (the test of (3))

static void powell_set_to_coordinates(double *u, int n)
{
    swvi_set_zero(u, n * n);
    for (int i = 0; i < n; ++i)
        u[i * (n + 1)] = 1.0;
}

void swvi_powell(swvi_study *s)
{
    const int    n = s->n;
    const double line_tolerance = 1e-4, first_step = 0.1;
    double      *u = swvi_study_take(s, n * n), *start = swvi_study_take(s, n), *way = swvi_study_take(s, n);
    double      *beyond = swvi_study_take(s, n), *point = swvi_study_take(s, n), r[SWVI_MAX_RESIDUALS];
    double      *reach = swvi_study_take(s, n);  // how far the last search went along each direction
    int          idle = 0;
    bool         is_begun_anew = false;
    powell_set_to_coordinates(u, n);
    for (int i = 0; i < n; ++i)
        reach[i] = first_step;
    while (!swvi_is_over(s)) {
        const double f0 = s->f;
        double       most = 0.0;
        int          largest = 0;
        swvi_copy(start, s->x, n);
        // (2)
        for (int i = 0; i < n; ++i) {
            const double before = s->f;
            const double alpha = fabs(swvi_minimize_along(s, &u[i * n], reach[i], line_tolerance, point));
            reach[i] = alpha > 0.0 ? alpha : 0.1 * reach[i];
            if (before - s->f > most) {
                most = before - s->f;
                largest = i;
            }
        }
        // (4)
        const bool is_idle = !(s->f < f0 * (1.0 - 1e-12));
        idle = is_idle ? idle + 1 : 0;
        is_begun_anew = is_begun_anew && is_idle;
        if (idle >= 2) {
            if (is_begun_anew) {
                s->outcome = SWV_STALLED;
                return;
            }
            powell_set_to_coordinates(u, n);
            for (int i = 0; i < n; ++i)
                reach[i] = first_step;
            is_begun_anew = true;
            idle = 0;
            continue;
        }
        // (3)
        for (int i = 0; i < n; ++i) {
            way[i] = s->x[i] - start[i];
            beyond[i] = s->x[i] + way[i];
        }
        const double fn = s->f, fe = swvi_evaluate(s, beyond, r), rest = f0 - fn - most;
        if (!(fe < f0) || !(2.0 * (f0 - 2.0 * fn + fe) * rest * rest < (f0 - fe) * (f0 - fe) * most))
            continue;
        (void)swvi_minimize_along(s, way, 1.0, line_tolerance, point);
        const double length = sqrt(swvi_dot(way, way, n));
        if (!(length > 0.0))
            continue;
        swvi_copy(&u[largest * n], &u[(n - 1) * n], n);
        reach[largest] = reach[n - 1];
        for (int i = 0; i < n; ++i)
            u[(n - 1) * n + i] = way[i] / length;
        reach[n - 1] = length;
    }
}

// ---- papers/chin/praxis.c ----

//
// PRAXIS: Powell's conjugate directions, whose principal axes are taken now and then, so that they never collapse.
//
// (1) v_1 .. v_n the coordinates, with curvatures c_1 .. c_n not yet known. To the minimum of the parabola along v_1.
// (2) For k = 2 .. n, each an iteration: parabola's minima along v_k .. v_n, then along v_1 .. v_(k-1). The way from where
//     this began takes the place of that of v_k .. v_n along which f fell most, and becomes v_k; minimum along it.
// (3) The directions are now conjugate, V' A V = diag(c) for a quadratic with matrix A, if each c_i is that of its v_i.
//     Then A^-1 = B B' with the columns of B v_i / sqrt(c_i), and the singular vectors of B are A's principal axes: they
//     become the directions, orthogonal, with curvatures 1 / sigma^2; the flattest first. (1) again.
// (4) Where a round gained nothing the point is moved a little, by numbers that look random, and only if that does not help
//     either, stalled.
//
// Brent's program besides extrapolates along a curve through three points; here it does not.
//
// This work is based on:
// Brent. Algorithms for Minimization without Derivatives. 1973 (chapter 7)

/// Directions as rows, and what is known about f along each.
typedef struct axes {
    int     n;
    double *v, *curvature, *reach;
} axes;

static const double first_step = 0.05;  // radians or lengths

static double go_along(swvi_study *s, const axes *a, int i, double *point)
{
    const double furthest = 0.3;  // radians or lengths: a parabola says nothing about what is further away
    const double before = s->f;
    const double alpha = fabs(swvi_parabola_along(s, &a->v[i * a->n], a->reach[i], furthest, &a->curvature[i], point));
    // The next first step: smaller as the minimum comes nearer, but not so small that f, whose own size says how near it
    // is, does not feel it.
    const double c = s->options.characteristic_length;
    const double felt = 1e-3 * sqrt(s->f / (a->curvature[i] > 0.0 ? a->curvature[i] : c * c));
    const double next = swvi_larger(0.1 * (alpha > 0.0 ? alpha : a->reach[i]), felt);
    a->reach[i] = next > first_step ? first_step : swvi_larger(next, 1e-15);
    return before - s->f;
}

static void praxis_set_to_coordinates(const axes *a)
{
    swvi_set_zero(a->v, a->n * a->n);
    for (int i = 0; i < a->n; ++i) {
        a->v[i * (a->n + 1)] = 1.0;
        a->curvature[i] = 0.0;
        a->reach[i] = first_step;
    }
}

// (3) Directions without a curvature, f being flat or bent down along them, are given the least that is known.
static void take_principal_axes(const axes *a, double *u, double *sigma, double *vt)
{
    const int n = a->n;
    double    least = INFINITY;
    for (int i = 0; i < n; ++i)
        if (a->curvature[i] > 0.0 && a->curvature[i] < least)
            least = a->curvature[i];
    if (!swvi_is_finite(least))
        return;
    for (int i = 0; i < n; ++i) {
        const double scale = sqrt(least / (a->curvature[i] > 0.0 ? a->curvature[i] : least));
        for (int j = 0; j < n; ++j)
            a->v[i * n + j] *= scale;
    }
    // The rows of V are the columns of B: B = (V)', whose left singular vectors are the rows of vt.
    if (swv_svd(a->v, n, n, u, sigma, vt) != SWV_OK || !(sigma[n - 1] > 0.0)) {
        praxis_set_to_coordinates(a);
        return;
    }
    for (int i = 0; i < n; ++i) {
        swvi_copy(&a->v[i * n], &vt[i * n], n);
        a->curvature[i] = least / (sigma[i] * sigma[i]);
        a->curvature[i] = swvi_is_finite(a->curvature[i]) ? a->curvature[i] : 0.0;
    }
}

// (4) In [-1, 1].
static double looks_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) * 0x1p-52 - 1.0;
}

static void stir(swvi_study *s, uint64_t *seed, double size, double *point)
{
    double r[SWVI_MAX_RESIDUALS];
    for (int i = 0; i < s->n; ++i)
        point[i] = s->x[i] + size * looks_random(seed);
    const double f = swvi_evaluate(s, point, r);
    if (!swvi_is_finite(f))
        return;
    swvi_copy(s->x, point, s->n);
    swvi_copy(s->r, r, s->m);
    s->f = f;
}

// (2) Brings the conjugate direction v_k in.
static void find_direction(swvi_study *s, const axes *a, int k, double *start, double *point)
{
    const int n = a->n;
    double    most = -1.0;
    int       largest = k;
    swvi_copy(start, s->x, n);
    for (int i = k; i < n; ++i) {
        const double gain = go_along(s, a, i, point);
        if (gain > most) {
            most = gain;
            largest = i;
        }
    }
    for (int i = 0; i < k; ++i)
        (void)go_along(s, a, i, point);
    for (int i = 0; i < n; ++i)
        start[i] = s->x[i] - start[i];
    const double length = sqrt(swvi_dot(start, start, n));
    if (!(length > 1e-12))
        return;
    for (int i = largest; i > k; --i) {
        swvi_copy(&a->v[i * n], &a->v[(i - 1) * n], n);
        a->curvature[i] = a->curvature[i - 1];
        a->reach[i] = a->reach[i - 1];
    }
    for (int i = 0; i < n; ++i)
        a->v[k * n + i] = start[i] / length;
    a->curvature[k] = 0.0;
    a->reach[k] = 0.1 * length < first_step ? 0.1 * length : first_step;
    (void)go_along(s, a, k, point);
}

void swvi_praxis(swvi_study *s)
{
    const int n = s->n;
    axes      a = { n, swvi_study_take(s, n * n), swvi_study_take(s, n), swvi_study_take(s, n) };
    swvi_kept best = { swvi_study_take(s, n), { 0.0 }, INFINITY };
    double   *start = swvi_study_take(s, n), *point = swvi_study_take(s, n);
    double   *u = swvi_study_take(s, n * n), *vt = swvi_study_take(s, n * n), *sigma = swvi_study_take(s, n);
    uint64_t  seed = 1;
    int       k = 0, idle = 0;
    praxis_set_to_coordinates(&a);
    while (!swvi_is_over(s)) {
        if (k == 0) {
            swvi_keep_lower(s, &best);
            if (idle > 0)
                stir(s, &seed, idle == 1 ? 1e-4 : 1e-2, point);
            (void)go_along(s, &a, 0, point);
        } else {
            find_direction(s, &a, k, start, point);
        }
        if (++k < n)
            continue;
        k = 0;
        take_principal_axes(&a, u, sigma, vt);
        idle = s->f < best.f * (1.0 - 1e-9) ? 0 : idle + 1;
        if (idle > 3) {
            s->outcome = SWV_STALLED;
            break;
        }
    }
    if (s->outcome != SWV_REACHED)  // what was stirred may have ended higher
        swvi_keep_lower(s, &best);
}

// ---- papers/chin/study.c ----

//
// The study: one call for seven methods, with evaluations counted in one place.

static const struct {
    const char *name;
    void (*run)(swvi_study *s);
} methods[SWV_STUDY_METHODS] = {
    [SWV_STUDY_NEWTON] = { "newton", swvi_newton },
    [SWV_STUDY_BROYDEN] = { "broyden", swvi_broyden },
    [SWV_STUDY_BFGS] = { "bfgs", swvi_bfgs },
    [SWV_STUDY_FLETCHER] = { "fletcher", swvi_fletcher },
    [SWV_STUDY_FRPRM] = { "frprm", swvi_conjugate_gradient },
    [SWV_STUDY_POWELL] = { "powell", swvi_powell },
    [SWV_STUDY_PRAXIS] = { "praxis", swvi_praxis },
};

static bool is_method(swv_study_method method)
{
    return (int)method >= 0 && (int)method < SWV_STUDY_METHODS;
}

const char *swv_study_method_name(swv_study_method method)
{
    return is_method(method) ? methods[method].name : NULL;
}

// ---- what the methods call ----

double *swvi_study_take(swvi_study *s, int count)
{
    double *const given = s->scratch;
    s->scratch += count;
    return given;
}

static bool is_spent(const swvi_study *s)
{
    return s->evaluations >= s->options.max_evaluations;
}

double swvi_evaluate(swvi_study *s, const double *x, double *r)
{
    if (is_spent(s))
        return INFINITY;
    ++s->evaluations;
    if (!s->residual(s->context, x, r, NULL))
        return INFINITY;
    const double f = swvi_dot(r, r, s->m);
    return swvi_is_finite(f) ? f : INFINITY;
}

void swvi_keep_lower(swvi_study *s, swvi_kept *kept)
{
    const bool is_lower = s->f < kept->f;
    swvi_copy(is_lower ? kept->x : s->x, is_lower ? s->x : kept->x, s->n);
    swvi_copy(is_lower ? kept->r : s->r, is_lower ? s->r : kept->r, s->m);
    *(is_lower ? &kept->f : &s->f) = is_lower ? s->f : kept->f;
}

void swvi_jacobian(swvi_study *s, double *jacobian)
{
    double r[SWVI_MAX_RESIDUALS];
    ++s->jacobians;
    if (!s->residual(s->context, s->x, r, jacobian) || !swvi_magnitude_is_finite(swvi_largest(jacobian, s->m * s->n)))
        swvi_set_zero(jacobian, s->m * s->n);
}

double swvi_gradient(swvi_study *s, double *jacobian, double *gradient)
{
    double largest = 0.0;
    swvi_jacobian(s, jacobian);
    for (int j = 0; j < s->n; ++j) {
        double sum = 0.0;
        for (int i = 0; i < s->m; ++i)
            sum += jacobian[i * s->n + j] * s->r[i];
        gradient[j] = 2.0 * sum;
        largest = swvi_larger(largest, fabs(gradient[j]));
    }
    return largest;
}

bool swvi_is_over(swvi_study *s)
{
    double largest = 0.0;
    for (int i = 0; i < s->m; ++i)
        largest = swvi_larger(largest, fabs(s->r[i]));
    const bool is_reached = largest <= s->options.tolerance, is_last = s->iterations >= s->options.max_iterations;
    if (is_reached || is_last || is_spent(s)) {
        s->outcome = is_reached ? SWV_REACHED : is_last ? SWV_ITERATION_LIMIT : SWV_EVALUATION_LIMIT;
        return true;
    }
    if (s->iterations % 50 == 0) {
        s->outcome = SWV_STALLED;
        if (s->iterations > 0 && !(s->f < 0.99 * s->f_then))
            return true;
        s->f_then = s->f;
    }
    ++s->iterations;
    return false;
}

// ---- the call ----

// Newton's Jacobian, its pseudoinverse and the scratch of that; or the three matrices and eight vectors of PRAXIS.
size_t swv_study_scratch(int dof)
{
    if (swvi_size_is_bad(dof))
        return 0;
    const size_t n = (size_t)dof, m = SWVI_MAX_RESIDUALS;
    return 3 * n * n + (3 * m + 10) * n + m * m + m;
}

// False if an option has no meaning; else the defaults take the place of zeros.
static bool complete_options(swv_study_options *o, const swv_chain *chain)
{
    const bool is_residual = o->residual == SWV_STUDY_POSE_6 || o->residual == SWV_STUDY_FRAME_12;
    const bool is_beta = o->beta == SWV_STUDY_POLAK_RIBIERE || o->beta == SWV_STUDY_FLETCHER_REEVES;
    if (!is_residual || !is_beta || !swvi_is_finite(o->characteristic_length) || !swvi_is_finite(o->tolerance) ||
        o->characteristic_length < 0.0 || o->tolerance < 0.0 || o->max_iterations < 0 || o->max_evaluations < 0)
        return false;
    const double length = swvi_chain_length(chain);
    if (o->characteristic_length == 0.0)
        o->characteristic_length = length > 0.0 ? 0.5 * length : 1.0;
    if (o->tolerance == 0.0)
        o->tolerance = 1e-9 * o->characteristic_length;
    if (o->max_iterations == 0)
        o->max_iterations = 500;
    if (o->max_evaluations == 0)
        o->max_evaluations = 100000;
    return true;
}

swv_status swv_study_solve(const swv_chain *chain, const swv_pose *target, swv_study_method method,
                           const double *previous, const swv_study_options *options, double *q,
                           swv_study_report *report, double *scratch)
{
    if (!chain || !target || !q || !scratch)
        return SWV_NULL;
    swvi_study           s = { .options = options ? *options : (swv_study_options)SWVI_ZERO, .scratch = scratch };
    swvi_chain_objective objective = { .chain = chain, .target = *target };
    if (swv_chain_check(chain) != SWV_OK)
        return SWV_BAD_MODEL;
    if (!is_method(method))
        return SWV_BAD_ARGUMENT;
    if (swv_pose_check(&objective.target) != SWV_OK)
        return SWV_BAD_GOAL;
    for (int i = 0; previous && i < chain->dof; ++i)
        if (!swvi_is_finite(previous[i]))
            return SWV_BAD_POSTURE;
    if (!complete_options(&s.options, chain))
        return SWV_BAD_OPTIONS;

    double x[SWV_MAX_JOINTS] = { 0.0 };
    objective.residual = s.options.residual;
    objective.length = s.options.characteristic_length;
    s.n = chain->dof;
    s.m = s.options.residual == SWV_STUDY_POSE_6 ? 6 : 12;
    s.residual = swvi_chain_residual;
    s.context = &objective;
    s.x = x;
    for (int i = 0; previous && i < s.n; ++i)
        x[i] = previous[i];
    s.f = swvi_evaluate(&s, x, s.r);
    if (!swvi_is_finite(s.f))
        return SWV_NOT_FINITE;
    methods[method].run(&s);

    swv_pose         tip;
    const swv_status status = swv_chain_tip(chain, x, &tip);
    if (status != SWV_OK)
        return status;
    const double turn = swv_quat_angle_between(tip.rotation, objective.target.rotation);
    if (s.outcome == SWV_REACHED && turn > 0.5 * SWV_PI)
        s.outcome = SWV_STALLED;  // half a turn away the residual of 6 vanishes too
    for (int i = 0; i < s.n; ++i)
        q[i] = x[i];
    if (report)
        *report = (swv_study_report){
            .outcome = s.outcome,
            .iterations = s.iterations,
            .evaluations = s.evaluations,
            .jacobians = s.jacobians,
            .residual = s.f,
            .position_error = swv_vec3_length(swv_vec3_sub(tip.position, objective.target.position)),
            .rotation_error = turn,
        };
    return SWV_OK;
}

// ---- papers/chin/variable_metric.c ----

//
// What BFGS and FLETCHER share: all but the update. The steps are numbered as in bfgs.c.

static void set_multiple_of_unit(const swvi_metric *metric, double h)
{
    swvi_set_zero(metric->h, metric->n * metric->n);
    for (int i = 0; i < metric->n; ++i)
        metric->h[i * (metric->n + 1)] = h;
}

// H times v; returns v.H v.
static double apply(const swvi_metric *metric, const double *v, double *hv)
{
    for (int i = 0; i < metric->n; ++i)
        hv[i] = swvi_dot(&metric->h[i * metric->n], v, metric->n);
    return swvi_dot(v, hv, metric->n);
}

void swvi_minimize_by_metric(swvi_study *s, swvi_metric_update update)
{
    const int    n = s->n;
    const double c = s->options.characteristic_length, natural = 0.5 / (c * c);
    double *jacobian = swvi_study_take(s, s->m * n), *gradient = swvi_study_take(s, n), *change = swvi_study_take(s, n);
    double *d = swvi_study_take(s, n), *hy = swvi_study_take(s, n), *point = swvi_study_take(s, n);
    swvi_metric metric = { n, swvi_study_take(s, n * n) };
    bool        is_unit = true;
    double      largest = swvi_gradient(s, jacobian, gradient);
    set_multiple_of_unit(&metric, natural);
    while (!swvi_is_over(s)) {
        s->outcome = SWV_STALLED;
        if (!(largest > 0.0))
            return;
        // (2)
        (void)apply(&metric, gradient, d);
        const double step = is_unit ? -swvi_linear_step(s, jacobian, d) : 1.0;
        for (int i = 0; i < n; ++i)
            d[i] *= -step;
        const double slope = swvi_dot(gradient, d, n), alpha = slope < 0.0 ? swvi_backtrack(s, d, slope, point) : 0.0;
        if (alpha == 0.0) {
            // (4)
            if (is_unit)
                return;
            set_multiple_of_unit(&metric, natural);
            is_unit = true;
            continue;
        }
        for (int i = 0; i < n; ++i) {
            d[i] *= alpha;
            change[i] = -gradient[i];
        }
        largest = swvi_gradient(s, jacobian, gradient);
        for (int i = 0; i < n; ++i)
            change[i] += gradient[i];

        // (3)
        const double sy = swvi_dot(d, change, n), yhy = apply(&metric, change, hy);
        if (!(sy > 1e-14 * sqrt(swvi_dot(d, d, n) * swvi_dot(change, change, n))) || !(yhy > 0.0))
            continue;
        update(&metric, d, hy, sy, yhy);
        is_unit = !swvi_magnitude_is_finite(swvi_largest(metric.h, n * n));
        if (is_unit)
            set_multiple_of_unit(&metric, natural);
    }
}

// ---- papers/kim_tarokh/adaptive.c ----

// Adaptive tables: opening one. Looking up is in batch/lanes/adaptive_lanes.c.

// The file of an adaptive table and its models, shared by looking up and building.

// What tables in files have in common: a checksum of their bytes, and one of the chain they were made for.

/// FNV-1a over words of eight bytes, and over the bytes that are left.
uint64_t swvi_table_checksum(const unsigned char *bytes, uint64_t size);

/// Lengths, axes and limits of a chain.
uint64_t swvi_table_chain_hash(const swv_chain *chain);

// The header, then, all of four bytes each and little-endian,
//   node     nodes numbers. The first are the cells of the roots' grid. The two top bits are the input that a cell is halved along, the
//            others the number of the first of its two halves; or both bits are set and the others are the number of the leaf
//   first    leaves + 1 numbers: the branches of leaf k are first[k] to first[k + 1] - 1
//   record   branches records of SWVI_ADAPTIVE_HEAD + terms * SWVI_ADAPTIVE_OUTPUTS floats
//   ball     SWVI_ADAPTIVE_GIMBAL_CELLS times two records of three rows of four floats; nothing if there is no ball joint
//   wrist    the same
enum { SWVI_ADAPTIVE_VERSION = 2, SWVI_ADAPTIVE_HEADER = 512, SWVI_ADAPTIVE_CHECKED_FROM = 32 };
#define SWVI_ADAPTIVE_MAGIC      "SWVADAPT"
#define SWVI_ADAPTIVE_BYTE_ORDER 0x01020304u
#define SWVI_ADAPTIVE_LEAF       0xC0000000u
#define SWVI_ADAPTIVE_INDEX      0x3FFFFFFFu

typedef struct swvi_adaptive_header {
    char          magic[8];
    uint32_t      version, byte_order;
    uint64_t      file_size;
    uint64_t      checksum;  ///< of all bytes from SWVI_ADAPTIVE_CHECKED_FROM on
    uint64_t      chain_hash;
    char          model[32];
    uint64_t      seed;
    uint32_t      joints, placing, nodes, leaves, branches;
    uint32_t      divisions[3];
    double        tolerance, farthest, nearest_axis;
    double        lower[3], cell[3];
    double        joint_lower[7], joint_upper[7];
    double        elbow[2][4], hand[4];  ///< quaternions: x, y, z, w
    unsigned char rest[SWVI_ADAPTIVE_HEADER - 392];
} swvi_adaptive_header;

/// Whether swv_adaptive_open made it.
bool swvi_adaptive_is_made(const swv_adaptive *table);

/// FNV-1a over words of eight bytes (table.c).

// ---- targets without the first joint ----
//
// Turning the target about the first joint's axis, z, turns the first joint and nothing else. So the table knows only (r, z),
// the distance from the axis and the height, and the angle about it is added to the first joint. And instead of r and z
//     g = sqrt(r^2 - nearest_axis^2)              e^2 = g^2 + z^2
//     inputs  s = sqrt(farthest^2 - nearest_axis^2 - e^2)        t = z / (e + g)
// s, and g for an arm with an offset, are proportional to the bend of the arm where it is nearly straight. Angles are smooth functions of s and t where
// they have infinite slopes as functions of r and z.

typedef struct swvi_reduced {
    double x[3];          ///< s, t, swivel
    double cosine, sine;  ///< of the angle about the axis
} swvi_reduced;

/// False if the wrist is out of reach.
static inline int swvi_adaptive_reduce(double farthest, double nearest_axis, const double *w, swvi_reduced *reduced)
{
    const double close = 1e-12;  // square metres
    const double rr = w[0] * w[0] + w[1] * w[1], gg = rr - nearest_axis * nearest_axis, ee = gg + w[2] * w[2];
    const double ss = (farthest * farthest - nearest_axis * nearest_axis) - ee;
    const double r = sqrt(rr), g = sqrt(gg > 0.0 ? gg : 0.0), e = sqrt(ee > 0.0 ? ee : 0.0);
    const double inverse = r > 0.0 ? 1.0 / r : 0.0;
    reduced->cosine = r > 0.0 ? inverse * w[0] : 1.0;
    reduced->sine = inverse * w[1];
    reduced->x[0] = sqrt(ss > 0.0 ? ss : 0.0);
    reduced->x[1] = e + g > 0.0 ? w[2] / (e + g) : 0.0;
    reduced->x[2] = w[3];
    return gg >= -close && ss >= -close;
}

// ---- the model of a branch: cubic polynomials ----
//
// Outputs without a ball joint: the three angles (the first less the angle about the axis), and from number 4 on the forearm's rotation
// F G1', as a quaternion. With one: the elbow's angle, cosine and sine of half of it, and from number 4 on the upper arm's rotation U G3'.
// (G1 and G3 below, of the wrist and the ball joint.) Rotations are smooth where the angles of a gimbal are not. Quaternions need
// not be of unit length.
//
// A record begins with the bounds of position and rotation; the slack, by which an angle may lie outside its limits and still be
// brought to them; and the middle and half the width of where the first output lies in the cell.

enum { SWVI_ADAPTIVE_HEAD = 8, SWVI_ADAPTIVE_OUTPUTS = 8, SWVI_ADAPTIVE_MAX_TERMS = 20 };
enum { SWVI_ADAPTIVE_GIMBAL_CELLS = 128, SWVI_ADAPTIVE_GIMBAL_WAYS = 2, SWVI_ADAPTIVE_GIMBAL_FLOATS = 12 };
#define SWVI_ADAPTIVE_NO_ANGLE 1e30f

static inline int swvi_adaptive_terms(int inputs)
{
    return inputs == 3 ? 20 : 10;
}

static inline int swvi_adaptive_record_floats(int inputs)
{
    return SWVI_ADAPTIVE_HEAD + SWVI_ADAPTIVE_OUTPUTS * swvi_adaptive_terms(inputs);
}

/// Outputs of a record at inputs local to the cell, -1 to 1. The terms are 1, x, y, z, xx, xy, xz, yy, yz, zz, xxx, xxy, xxz, xyy, xyz,
/// xzz, yyy, yyz, yzz, zzz; without z those that have none of it.
static inline void swvi_adaptive_evaluate(int inputs, const float *restrict record, const float *restrict at,
                                          float *restrict out)
{
    enum { M = SWVI_ADAPTIVE_OUTPUTS };
    const float *c = record + SWVI_ADAPTIVE_HEAD, x = at[0], y = at[1], z = at[2];
    if (inputs == 3) {
        for (int j = 0; j < M; ++j, ++c)
            out[j] =
                (c[0] + x * ((c[M] + x * ((c[4 * M] + x * c[10 * M]) + (y * c[11 * M] + z * c[12 * M]))) +
                             (y * ((c[5 * M] + y * c[13 * M]) + z * c[14 * M]) + z * (c[6 * M] + z * c[15 * M])))) +
                (y * ((c[2 * M] + y * ((c[7 * M] + y * c[16 * M]) + z * c[17 * M])) + z * (c[8 * M] + z * c[18 * M])) +
                 z * (c[3 * M] + z * (c[9 * M] + z * c[19 * M])));
    } else {
        for (int j = 0; j < M; ++j, ++c)
            out[j] =
                (c[0] + x * ((c[M] + x * ((c[3 * M] + x * c[6 * M]) + y * c[7 * M])) + y * (c[4 * M] + y * c[8 * M]))) +
                y * (c[2 * M] + y * (c[5 * M] + y * c[9 * M]));
    }
}

// ---- gimbals ----
//
// Three joints whose axes meet turn by R = R1(a) R2(b) R3(c). G1 and G3 turn the axes of R1 and R3 to z. Then, with z the third unit vector
// and M = G1 R G3', z.M z is a function of b alone; the angle of M z about z is a and a function of b, that of M'z is -c and a function
// of b. The latitude l = tan(half the angle of M z from the plane z = 0) is in [-1, 1] and cut into equal cells. A record has
// what is to be added to the first angle, b, and what is to be added to the third, as parabolas: their constant terms in the first row, then
// the linear, then the quadratic ones. Every cell has two; where there are fewer ways the angles are SWVI_ADAPTIVE_NO_ANGLE.
//
// The forearm is turned by F = U (cos + sin e), half the elbow's angle and e its axis, so with the wrist's G1
//     F G1' = (U G3') (cos elbow[0] + sin elbow[1])       elbow[0] = G3 G1', elbow[1] = G3 e G1'
// and the hand H as seen from the forearm, with T its rotation where all joints are zero, is
//     M = G1 (F' H T') G3' = (F G1')' (H hand)            hand = (G3 T)'

typedef char swvi_adaptive_header_without_holes[sizeof(swvi_adaptive_header) == SWVI_ADAPTIVE_HEADER
                                                    ? 1
                                                    : -1];  // C99 and C++ too

#define ADAPTIVE_COOKIE 0x5357564144413031u

bool swvi_adaptive_is_made(const swv_adaptive *table)
{
    return table->cookie == ADAPTIVE_COOKIE;
}

static bool are_all_finite(const double *v, int count, double most)
{
    bool is_finite = true;
    for (int i = 0; i < count; ++i)
        is_finite = is_finite && fabs(v[i]) <= most;
    return is_finite;
}

static bool is_adaptive_header(const swvi_adaptive_header *h)
{
    const uint64_t roots = (uint64_t)h->divisions[0] * h->divisions[1] * h->divisions[2];
    for (int i = 0; i < 3; ++i) {
        if (h->divisions[i] < 1 || h->divisions[i] > 1024 || !(h->cell[i] > 1e-100 && h->cell[i] < 1e100))
            return false;
    }
    // A milliradian or more, that floats between the limits can be found.
    for (uint32_t i = 0; i < h->joints && i < 7; ++i) {
        if (!(h->joint_lower[i] + 1e-3 <= h->joint_upper[i]))
            return false;
    }
    return ((h->joints == 7 && h->placing == 4) || (h->joints == 6 && h->placing == 3 && h->divisions[2] == 1)) &&
           h->model[31] == '\0' && roots <= h->nodes && h->nodes <= SWVI_ADAPTIVE_INDEX &&
           h->leaves <= SWVI_ADAPTIVE_INDEX && h->branches <= SWVI_ADAPTIVE_INDEX && h->tolerance > 0.0 &&
           h->tolerance < 1e100 && h->nearest_axis >= 0.0 && h->nearest_axis <= h->farthest && h->farthest < 1e100 &&
           are_all_finite(h->lower, 3, 1e100) && are_all_finite(h->joint_lower, 7, 100.0) &&
           are_all_finite(h->joint_upper, 7, 100.0) && are_all_finite(h->elbow[0], 4, 2.0) &&
           are_all_finite(h->elbow[1], 4, 2.0) && are_all_finite(h->hand, 4, 2.0);
}

enum { GIMBAL_FLOATS = SWVI_ADAPTIVE_GIMBAL_CELLS * SWVI_ADAPTIVE_GIMBAL_WAYS * SWVI_ADAPTIVE_GIMBAL_FLOATS };

static uint64_t adaptive_size(const swvi_adaptive_header *h)
{
    const uint64_t record = (uint64_t)swvi_adaptive_record_floats((int)h->placing - 1),
                   gimbals = h->placing == 4 ? 2 : 1;
    return SWVI_ADAPTIVE_HEADER +
           4 * ((uint64_t)h->nodes + h->leaves + 1 + h->branches * record + gimbals * GIMBAL_FLOATS);
}

// Children come after their parent: a way down the tree ends.
static bool are_nodes(const swv_adaptive *t)
{
    for (uint32_t i = 0; i < t->nodes; ++i) {
        const uint32_t axis = t->node[i] >> 30, index = t->node[i] & SWVI_ADAPTIVE_INDEX;
        if (axis == 3 ? index >= t->leaves : axis >= (uint32_t)t->placing - 1 || index <= i || index + 1 >= t->nodes)
            return false;
    }
    return true;
}

static bool are_firsts(const uint32_t *first, uint32_t count, uint32_t total, uint32_t most)
{
    bool is_rising = first[0] == 0 && first[count] == total;
    for (uint32_t i = 0; is_rising && i < count; ++i)
        is_rising = first[i] <= first[i + 1] && first[i + 1] - first[i] <= most;
    return is_rising;
}

static bool are_floats(const float *v, uint64_t count)
{
    float zero = 0.0f;
    for (uint64_t i = 0; i < count; ++i)
        zero += v[i] - v[i];
    return zero == 0.0f;
}

static bool are_parts(const swv_adaptive *t)
{
    const uint64_t record = (uint64_t)swvi_adaptive_record_floats(t->placing - 1);
    const uint32_t most = t->placing == 4 ? 4 : SWV_ADAPTIVE_MAX_BRANCHES;  // times two ways of each gimbal: 16
    if (!are_nodes(t) || !are_firsts(t->first, t->leaves, t->branches, most) ||
        !are_floats(t->record, t->branches * record) || !are_floats(t->ball, t->placing == 4 ? GIMBAL_FLOATS : 0) ||
        !are_floats(t->wrist, GIMBAL_FLOATS))
        return false;
    for (uint64_t i = 0; i < t->branches; ++i)
        for (uint64_t k = 0; k < 5; ++k)
            if (k != 3 && t->record[i * record + k] < 0.0f)
                return false;
    return true;
}

static void set_parts(swv_adaptive *t, const swvi_adaptive_header *h)
{
    *t = (swv_adaptive){
        .chain_hash = h->chain_hash,
        .joints = (int)h->joints,
        .placing = (int)h->placing,
        .tolerance = h->tolerance,
        .seed = h->seed,
        .farthest = h->farthest,
        .nearest_axis = h->nearest_axis,
        .nodes = h->nodes,
        .leaves = h->leaves,
        .branches = h->branches,
        .cookie = ADAPTIVE_COOKIE,
    };
    memcpy(t->model, h->model, sizeof t->model);
    for (int i = 0; i < 3; ++i) {
        t->lower[i] = h->lower[i];
        t->cell[i] = h->cell[i];
        t->per_cell[i] = 1.0 / h->cell[i];
        t->divisions[i] = (int)h->divisions[i];
    }
    for (int i = 0; i < 2; ++i)
        t->elbow[i] = (swv_quat){ h->elbow[i][0], h->elbow[i][1], h->elbow[i][2], h->elbow[i][3] };
    t->hand = (swv_quat){ h->hand[0], h->hand[1], h->hand[2], h->hand[3] };
    memcpy(t->joint_lower, h->joint_lower, sizeof t->joint_lower);
    memcpy(t->joint_upper, h->joint_upper, sizeof t->joint_upper);
    // Floats that a rounding does not bring outside.
    for (int i = 0; i < 8; ++i) {
        const int    group = i / 4, joint = group ? t->placing + i % 4 : i;
        const bool   is_joint = group ? i % 4 < 3 : i < t->placing;
        const double low = is_joint ? t->joint_lower[joint] : -1e30, high = is_joint ? t->joint_upper[joint] : 1e30;
        t->group_lower[group][i % 4] = (float)(low + 2e-7 * (1.0 + fabs(low)));
        t->group_upper[group][i % 4] = (float)(high - 2e-7 * (1.0 + fabs(high)));
    }
}

static void set_pointers(swv_adaptive *t, const unsigned char *bytes, size_t size)
{
    const size_t record = (size_t)swvi_adaptive_record_floats(t->placing - 1);
    t->bytes = bytes;
    t->size = size;
    t->node = (const uint32_t *)(const void *)(bytes + SWVI_ADAPTIVE_HEADER);
    t->first = t->node + t->nodes;
    t->record = (const float *)(const void *)(t->first + t->leaves + 1);
    t->ball = t->record + (size_t)t->branches * record;
    t->wrist = t->placing == 4 ? t->ball + GIMBAL_FLOATS : t->ball;
}

static swv_table_fault adaptive_fault(const unsigned char *bytes, size_t size, swv_adaptive *t)
{
    swvi_adaptive_header h;
    if (size < SWVI_ADAPTIVE_HEADER)
        return size >= 8 && memcmp(bytes, SWVI_ADAPTIVE_MAGIC, 8) == 0 ? SWV_TABLE_TRUNCATED : SWV_TABLE_FOREIGN;
    memcpy(&h, bytes, sizeof h);
    if (memcmp(h.magic, SWVI_ADAPTIVE_MAGIC, 8) != 0 || h.byte_order != SWVI_ADAPTIVE_BYTE_ORDER)
        return SWV_TABLE_FOREIGN;
    if (h.version != SWVI_ADAPTIVE_VERSION)
        return h.version > SWVI_ADAPTIVE_VERSION ? SWV_TABLE_FUTURE : SWV_TABLE_CORRUPT;
    if (h.file_size != size)
        return SWV_TABLE_TRUNCATED;
    if (swvi_table_checksum(bytes + SWVI_ADAPTIVE_CHECKED_FROM, size - SWVI_ADAPTIVE_CHECKED_FROM) != h.checksum)
        return SWV_TABLE_CORRUPT;
    if (!is_adaptive_header(&h) || adaptive_size(&h) != size)
        return SWV_TABLE_CORRUPT;
    set_parts(t, &h);
    set_pointers(t, bytes, size);
    return are_parts(t) ? SWV_TABLE_SOUND : SWV_TABLE_CORRUPT;
}

swv_status swv_adaptive_open(swv_adaptive *table, const void *bytes, size_t size, swv_table_fault *fault)
{
    if (!table || !bytes)
        return SWV_NULL;
    swv_adaptive          opened;
    const swv_table_fault found =
        (uintptr_t)bytes % 8 ? SWV_TABLE_UNALIGNED : adaptive_fault((const unsigned char *)bytes, size, &opened);
    if (fault)
        *fault = found;
    if (found != SWV_TABLE_SOUND)
        return SWV_BAD_MODEL;
    *table = opened;
    return SWV_OK;
}

swv_status swv_adaptive_check_chain(const swv_adaptive *table, const swv_chain *chain)
{
    if (!table || !chain)
        return SWV_NULL;
    if (table->cookie != ADAPTIVE_COOKIE || swv_chain_check(chain) != SWV_OK)
        return SWV_BAD_MODEL;
    return swvi_table_chain_hash(chain) == table->chain_hash ? SWV_OK : SWV_BAD_ARGUMENT;
}
#undef ADAPTIVE_COOKIE

// ---- papers/kim_tarokh/adaptive_solve.c ----

// Adaptive tables: checks the target, has it looked up by the widest instruction set, and writes out what is inside the limits.

// An adaptive table looked up, for each instruction set: all branches of a cell at once.
// The instruction sets the loops of batch/lanes are compiled for, and which of them this machine can run.

/// The widest set comes last. Outside x86-64 the baseline is the only one.
typedef enum swvi_lane_set {
    SWVI_LANE_SET_BASELINE,
    SWVI_LANE_SET_AVX2,
    SWVI_LANE_SET_AVX512,
} swvi_lane_set;

/// swvi_NAME_lanes_SET: one loop, compiled for one set.
#define SWVI_LANE_LOOP(name, set)       SWVI_LANE_LOOP_NAMED(name, set)
#define SWVI_LANE_LOOP_NAMED(name, set) swvi_##name##_lanes_##set

/// The widest set this machine can run: all that the compiler was allowed to use for it must be there.
static inline swvi_lane_set swvi_lane_set_widest(void)
{
#ifdef SWVI_X86_LANES
    const int haswell = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                        __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                        __builtin_cpu_supports("popcnt");
    const int skylake = haswell && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512cd");
    return skylake ? SWVI_LANE_SET_AVX512 : haswell ? SWVI_LANE_SET_AVX2 : SWVI_LANE_SET_BASELINE;
#else
    return SWVI_LANE_SET_BASELINE;
#endif
}

/// Hands its arguments to the loop of the widest set.
#ifdef SWVI_X86_LANES
    #define SWVI_RUN_WIDEST(name, ...)                   \
        switch (swvi_lane_set_widest()) {                \
        case SWVI_LANE_SET_AVX512:                       \
            SWVI_LANE_LOOP(name, avx512)(__VA_ARGS__);   \
            break;                                       \
        case SWVI_LANE_SET_AVX2:                         \
            SWVI_LANE_LOOP(name, avx2)(__VA_ARGS__);     \
            break;                                       \
        case SWVI_LANE_SET_BASELINE:                     \
            SWVI_LANE_LOOP(name, baseline)(__VA_ARGS__); \
            break;                                       \
        }
#else
    #define SWVI_RUN_WIDEST(name, ...) SWVI_LANE_LOOP(name, baseline)(__VA_ARGS__);
#endif

/// Branches, and two ways of each: way w of branch b is number w stride + b.
enum { SWVI_ADAPTIVE_LANES = SWV_ADAPTIVE_MAX_BRANCHES, SWVI_ADAPTIVE_WAYS = 2 * SWVI_ADAPTIVE_LANES };

/// Angles of some joints, all ways.
typedef struct swvi_adaptive_group {
    float angle[4][SWVI_ADAPTIVE_WAYS];
    float slack[SWVI_ADAPTIVE_WAYS];
    float broken
        [SWVI_ADAPTIVE_WAYS];  ///< joints further outside their limits than the slack; the others are brought to them
} swvi_adaptive_group;

/// What is looked up.
typedef struct swvi_adaptive_found {
    int                 branches, stride;
    const float        *record[SWVI_ADAPTIVE_LANES];
    swvi_adaptive_group placing, wrist;
} swvi_adaptive_found;

#define SWVI_DECLARE_ADAPTIVE(set)                                                                      \
    void SWVI_LANE_LOOP(adaptive, set)(const swv_adaptive *table, const swv_vec3 *wrist, double swivel, \
                                       const swv_quat *hand, swvi_adaptive_found *found);
SWVI_DECLARE_ADAPTIVE(baseline)
SWVI_DECLARE_ADAPTIVE(avx2)
SWVI_DECLARE_ADAPTIVE(avx512)

static bool is_inside(const swvi_adaptive_group *g, int way)
{
    return g->broken[way] == 0.0f;
}

static swv_adaptive_bound bound_of(const float *record)
{
    return (swv_adaptive_bound){ record[0], record[1] };
}

static void adaptive_solve_look_up(const swv_adaptive *table, const swv_vec3 *wrist, double swivel, const swv_quat *hand,
                    swvi_adaptive_found *found)
{
    const double wrapped = table->placing == 4 ? swv_angle_wrap(swivel) : 0.0;
    SWVI_RUN_WIDEST(adaptive, table, wrist, wrapped, hand, found)
}

swv_status swv_adaptive_place(const swv_adaptive *table, swv_vec3 wrist, double swivel,
                              double             q[SWV_ADAPTIVE_MAX_SOLUTIONS][SWV_ADAPTIVE_MAX_PLACING],
                              swv_adaptive_bound bounds[SWV_ADAPTIVE_MAX_SOLUTIONS], int *count)
{
    if (!table || !q || !count)
        return SWV_NULL;
    if (!swvi_adaptive_is_made(table))
        return SWV_BAD_MODEL;
    if (!swvi_is_finite(swivel) || !swvi_vec3_is_finite(wrist))
        return SWV_BAD_GOAL;
    const swv_quat      none = SWV_IDENTITY_QUAT;
    swvi_adaptive_found f;
    int                 solutions = 0;
    adaptive_solve_look_up(table, &wrist, swivel, &none, &f);
    for (int b = 0; b < f.branches; ++b) {
        for (int way = b; way < (table->placing == 4 ? 2 : 1) * f.stride; way += f.stride) {
            if (!is_inside(&f.placing, way))
                continue;
            for (int j = 0; j < table->placing; ++j)
                q[solutions][j] = f.placing.angle[j][way];
            if (bounds)
                bounds[solutions] = bound_of(f.record[b]);
            ++solutions;
        }
    }
    *count = solutions;
    return SWV_OK;
}

// Gimbals take quaternions of any length that neither overflows nor vanishes.
static bool is_rotation(swv_pose *pose)
{
    const swv_quat q = pose->rotation;
    const double   squared = (q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w);
    return (squared > 1e-50 && squared < 1e50) || swv_pose_check(pose) == SWV_OK;
}

swv_status swv_adaptive_solve(const swv_adaptive *table, const swv_pose *hand, double swivel,
                              double             q[SWV_ADAPTIVE_MAX_SOLUTIONS][SWV_ADAPTIVE_MAX_JOINTS],
                              swv_adaptive_bound bounds[SWV_ADAPTIVE_MAX_SOLUTIONS], int *count)
{
    if (!table || !hand || !q || !count)
        return SWV_NULL;
    if (!swvi_adaptive_is_made(table))
        return SWV_BAD_MODEL;
    swv_pose goal = *hand;
    if (!swvi_is_finite(swivel) || !swvi_vec3_is_finite(goal.position) || !is_rotation(&goal))
        return SWV_BAD_GOAL;
    const swv_quat      turned_hand = swv_quat_mul(goal.rotation, table->hand);
    const int           placing = table->placing;
    swvi_adaptive_found f;
    int                 solutions = 0;
    adaptive_solve_look_up(table, &goal.position, swivel, &turned_hand, &f);
    for (int b = 0; b < f.branches; ++b) {
        for (int way = b; way < (placing == 4 ? 2 : 1) * f.stride; way += f.stride) {
            for (int turn = b; turn < 2 * f.stride; turn += f.stride) {
                if (!is_inside(&f.placing, way) || !is_inside(&f.wrist, turn))
                    continue;
                for (int j = 0; j < placing; ++j)
                    q[solutions][j] = f.placing.angle[j][way];
                for (int j = 0; j < 3; ++j)
                    q[solutions][placing + j] = f.wrist.angle[j][turn];
                if (bounds)
                    bounds[solutions] = bound_of(f.record[b]);
                ++solutions;
            }
        }
    }
    *count = solutions;
    return SWV_OK;
}

// ---- papers/kim_tarokh/batch_puma.c ----

// Many Pumas: checks the arm, and hands the range to the loop of the widest instruction set of this machine.
// The loop over Pumas, for each instruction set.

//
// Puma 560: closed form, eight solutions. Straight-line arithmetic, selects instead of branches: one text for scalar code and
// vector lanes.
//
// Given     wrist p from the shoulder, hand rotation with columns N, O, A, lengths a2, a3, d3, d4
// Find      six angles with, for complex numbers,  k + i Y = a2 e^(i q1) + (a3 + i d4) e^(i (q1 + q2)),
//           (px, py) = Rz(q0) (k, d3),  pz = -Y,  and  (N O A) = Rz(q0) Rx(-90) Rz(q1 + q2) Rx(-90) Rz(q3) Rx(90) Rz(q4)
//           Rx(-90) Rz(q5)
//
// (1) plane     r = hypot(px, py), k = +- sqrt((r - d3)(r + d3)): the shoulder's two ways. q0 = angle of (px, py) less that of
//               (k, d3): sine and cosine are (k py - d3 px, k px + d3 py), both r max(r, |d3|) times too large
// (2) triangle  of a2, f = hypot(a3, d4) and D = hypot(k, Y). With e between upper arm and the line from elbow to wrist, as in
//               arm_kernel.h: A = 1 - cos e = (a2 + f - D)(a2 + f + D) / (2 a2 f), B = 1 + cos e = (D - |a2 - f|)(D + |a2 - f|) /
//               (2 a2 f), sin e = +- sqrt(A B), cos e = (B - A)/2: the elbow's two ways
// (3) elbow     a3 + i d4 = f e^(i g), so q2 = e - g
// (4) shoulder  e^(i q1) = (k + i Y) (a2 + f e^(-i e)) / D^2 = (k + i Y)/D e^(-i psi), with the rise psi between upper arm and the
//               line to the wrist: cos psi = (D + (a2 - f)(a2 + f)/D) / (2 a2), sin psi = f sin e / D, which do not cancel
// (5) wrist     Rx(-90) Rz(q) Rx(90) = Ry(q), so with M = Rz(-(q1 + q2)) Rx(90) Rz(-q0) the matrix of columns M N, M A, -M O is
//               Ry(q3) Rz(q4) Ry(q5). Its middle column is (-sin q4 cos q3, cos q4, sin q4 sin q3), which gives q3 (or half a
//               turn from there) and, with its sine s and cosine c, q4; the last row of Ry(-q3) times it, (-sin q5, 0, cos q5),
//               gives q5
//
// Degenerate    r < |d3|: k = 0, and the wrist comes to lie |d3| from the axis. r ~ 0: q0 may be anything
//               D > a2 + f or D < |a2 - f|: D is clamped and the direction of (k, Y) kept
//               D within eight roundings of a2 + f or |a2 - f|: straight or folded, or a rounding of D would bend it by 1e-8
//               D ~ 0, which needs a2 = f: q1 may be anything. sin q4 ~ 0: q3. Each takes its value from outside.
// Error         forward kinematics of the angles meets the hand to a few roundings of the reach: papers/kim_tarokh/tests/puma.c
//
// This work is based on:
// Craig. Introduction to Robotics: Mechanics and Control. 1986 (the half-angle substitution there loses the digits near
// straight and folded; these forms do not)

/// What is nearer to a singularity than this, over the reach or as a sine, counts as being there: the hand is then off by no
/// more than this.
#define SWVI_PUMA_SINGULAR 1e-14

/// What is the same for every target.
typedef struct swvi_puma_shape {
    double upper_arm, shoulder_offset;
    double fore;          ///< f of (2)
    double cos_g, sin_g;  ///< (3)
    double reach;         ///< of the stretched arm, offset included
} swvi_puma_shape;

/// The angles that a singularity leaves free, as sines and cosines.
typedef struct swvi_puma_free {
    double sin0, cos0, sin1, cos1, sin3, cos3;
} swvi_puma_free;

/// What all ways share: (1) and (2).
typedef struct swvi_puma_target {
    double px, py, k;
    double inverse_turn;          ///< 1 / (r max(r, |d3|)); 0: q0 is free
    double kn, yn;                ///< direction of (k, Y) for k >= 0; both 0: q1 is free
    double sin_elbow, cos_elbow;  ///< of e >= 0
    double sin_rise, cos_rise;    ///< of psi >= 0
    double excess;                ///< how far the wrist is beyond reach (positive) or too near (negative)
} swvi_puma_target;

SWV_INLINE swvi_puma_target swvi_puma_target_of(const swvi_puma_shape *s, double px, double py, double pz)
{
    swvi_puma_target t;
    const double     u = s->upper_arm, f = s->fore, d3 = fabs(s->shoulder_offset);

    // So far away that squares might overflow, the direction is all that counts.
    const double ax = fabs(px), ay = fabs(py), az = fabs(pz), axy = ax > ay ? ax : ay, size = axy > az ? axy : az;
    const double most = 0x1p100 * s->reach, scale = size > most ? most / size : 1.0;
    t.px = scale * px;
    t.py = scale * py;
    const double z = -(scale * pz);

    // (1)
    const double r = sqrt(t.px * t.px + t.py * t.py), over = (r - d3) * (r + d3);
    const bool   is_inside = r < d3, is_on_axis = !(r > SWVI_PUMA_SINGULAR * s->reach);
    t.k = is_inside ? 0.0 : sqrt(over);
    const double turn = r * (is_inside ? d3 : r);
    t.inverse_turn = is_on_axis ? 0.0 : 1.0 / (is_on_axis ? 1.0 : turn);

    // (2)
    const double d_wanted = sqrt(t.k * t.k + z * z), outer = u + f, inner = fabs(u - f), slack = 8.0 * 0x1p-53 * outer;
    const double d_low = d_wanted > inner + slack ? d_wanted : inner;
    const double d = d_low < outer - slack ? d_low : outer;
    const bool   is_somewhere = d_wanted > SWVI_PUMA_SINGULAR * s->reach;
    const double inverse_wanted = 1.0 / (is_somewhere ? d_wanted : 1.0);
    t.kn = is_somewhere ? t.k * inverse_wanted : inner > 0.0 ? 1.0 : 0.0;
    t.yn = is_somewhere ? z * inverse_wanted : 0.0;
    const double inverse = d > 0.0 ? 1.0 / (d > 0.0 ? d : 1.0) : 0.0;
    const double half = 1.0 / (2.0 * u * f);
    const double a = half * ((outer - d) * (outer + d)), b = half * ((d - inner) * (d + inner));
    t.sin_elbow = sqrt(a * b);
    t.cos_elbow = 0.5 * (b - a);
    t.sin_rise = f * t.sin_elbow * inverse;
    t.cos_rise = (d + (u - f) * (outer * inverse)) * (0.5 / u);
    const double miss = d_wanted - d, too_near = r - d3 < miss ? r - d3 : miss;
    t.excess = (is_inside & (miss <= slack)) ? too_near : miss;
    return t;
}

/// Angles of one way as directions: a sine and a cosine, both times one positive number.
typedef struct swvi_puma_directions {
    double sin0, cos0, sin1, cos1, sin2, cos2, sin3, cos3, sin4, cos4, sin5, cos5;
} swvi_puma_directions;

/// (3) to (5). `side` is 1 or -1, the shoulder's way; `bend` 1 or -1, the elbow's. The wrist's way is that with sin q4 >= 0.
SWV_INLINE swvi_puma_directions swvi_puma_way_of(const swvi_puma_shape *s, const swvi_puma_target *t,
                                                 const swvi_hand_axes *g, const swvi_puma_free *other, double side,
                                                 double bend)
{
    swvi_puma_directions q;
    const bool           is_on_axis = t->inverse_turn == 0.0;
    const double         k = side * t->k, d3 = s->shoulder_offset;
    q.sin0 = is_on_axis ? other->sin0 : (k * t->py - d3 * t->px) * t->inverse_turn;
    q.cos0 = is_on_axis ? other->cos0 : (k * t->px + d3 * t->py) * t->inverse_turn;

    // (3)
    const double se = bend * t->sin_elbow, ce = t->cos_elbow;
    q.sin2 = se * s->cos_g - ce * s->sin_g;
    q.cos2 = ce * s->cos_g + se * s->sin_g;

    // (4)
    const double kn = side * t->kn, sr = bend * t->sin_rise, cr = t->cos_rise;
    const bool   is_anywhere = !(t->kn * t->kn + t->yn * t->yn > 0.5);  // compared one by one, gcc makes no lanes of it
    q.sin1 = is_anywhere ? other->sin1 : t->yn * cr - kn * sr;
    q.cos1 = is_anywhere ? other->cos1 : kn * cr + t->yn * sr;
    const double s12 = q.sin1 * q.cos2 + q.cos1 * q.sin2, c12 = q.cos1 * q.cos2 - q.sin1 * q.sin2;

    // (5) a and b: along the arm's plane and across it
    const double na = q.cos0 * g->xx + q.sin0 * g->xy, nb = q.cos0 * g->xy - q.sin0 * g->xx;
    const double oa = q.cos0 * g->yx + q.sin0 * g->yy, ob = q.cos0 * g->yy - q.sin0 * g->yx;
    const double aa = q.cos0 * g->zx + q.sin0 * g->zy, ab = q.cos0 * g->zy - q.sin0 * g->zx;
    const double m11 = c12 * na - s12 * g->xz, m31 = nb;
    const double m12 = c12 * aa - s12 * g->zz, m22 = -(s12 * aa + c12 * g->zz), m32 = ab;
    const double m13 = s12 * g->yz - c12 * oa, m33 = -ob;
    const double length = sqrt(m12 * m12 + m32 * m32);
    const bool   is_straight = !(length > SWVI_PUMA_SINGULAR);
    const double inverse = 1.0 / (is_straight ? 1.0 : length);
    q.sin3 = is_straight ? other->sin3 : m32 * inverse;
    q.cos3 = is_straight ? other->cos3 : -m12 * inverse;
    q.sin4 = q.sin3 * m32 - q.cos3 * m12;
    q.cos4 = m22;
    q.sin5 = -(q.sin3 * m11 + q.cos3 * m31);
    q.cos5 = q.sin3 * m13 + q.cos3 * m33;
    return q;
}

/// What is the same for every element.
typedef struct swvi_puma_family {
    swvi_puma_shape shape;
    double          side, bend;  ///< 1 or -1: the shoulder's way and the elbow's
    bool            is_flipped;  ///< the wrist's other way
} swvi_puma_family;

/// One target, all ways. The angles are few, and each is found and turned into its limits once: q0 for both sides, q2 for both bends,
/// q1 and the wrist's three for each of four ways, and these three for the wrist's other way.
enum {
    SWVI_PUMA_WAIST = 0,
    SWVI_PUMA_ELBOW = 2,
    SWVI_PUMA_SHOULDER = 4,
    SWVI_PUMA_WRIST = 8,
    SWVI_PUMA_FLIPPED = 20,
    SWVI_PUMA_ANGLES = 32
};

/// What all ways are found from.
typedef struct swvi_puma_task {
    swvi_puma_shape shape;
    swvi_puma_free  other;
    swv_pose        hand;
    double          low[6], high[6];  ///< limits and their tolerance; infinite: the angle stays in [-pi, pi]
} swvi_puma_task;

typedef struct swvi_puma_ways {
    double angle[SWVI_PUMA_ANGLES];
    double outside[SWVI_PUMA_ANGLES];  ///< 0, or the joint's bit: the angle is outside its limits
    double excess;
} swvi_puma_ways;

#define SWVI_DECLARE_PUMA(set)                                                                                \
    void SWVI_LANE_LOOP(puma, set)(const swvi_puma_family *family, const swv_puma_batch *batch, size_t first, \
                                   size_t count);                                                             \
    void SWVI_LANE_LOOP(puma_ways, set)(const swvi_puma_task *task, swvi_puma_ways *ways);
SWVI_DECLARE_PUMA(baseline)
SWVI_DECLARE_PUMA(avx2)
SWVI_DECLARE_PUMA(avx512)

// What the Puma's files share.

/// SWV_OK or SWV_BAD_MODEL.
swv_status swvi_puma_check(const swv_puma *puma);

/// swv_puma_forward without its checks.
swv_pose swvi_puma_forward(const swv_puma *puma, const double q[6]);

swvi_puma_shape swvi_puma_shape_of(const swv_puma *puma);

swv_status swv_batch_puma(const swv_puma *puma, const swv_puma_batch *batch, int family, size_t first, size_t count)
{
    bool are_there = puma && batch && batch->px && batch->py && batch->pz && batch->qx && batch->qy && batch->qz &&
                     batch->qw && batch->outcome;
    for (int i = 0; are_there && i < 6; i++)
        are_there = batch->q[i];
    if (!are_there)
        return SWV_NULL;
    if (family < 0 || family >= SWV_PUMA_FAMILIES)
        return SWV_BAD_COUNT;
    const swv_status status = swvi_puma_check(puma);
    if (status != SWV_OK)
        return status;
    const swvi_puma_family way = { swvi_puma_shape_of(puma), family & 1 ? -1.0 : 1.0, family & 4 ? -1.0 : 1.0,
                                   (family & 2) != 0 };
    SWVI_RUN_WIDEST(puma, &way, batch, first, count)
    return SWV_OK;
}

// ---- papers/kim_tarokh/puma.c ----

// The Puma 560: making one, and forward. Solving is in batch/puma_solve.c, for it is done in lanes.

// ---- making an arm ----

static bool are_lengths(double upper_arm, double elbow_offset, double shoulder_offset, double forearm)
{
    const double least = upper_arm < forearm ? upper_arm : forearm;
    return swvi_are_arm_lengths(upper_arm, forearm) && fabs(elbow_offset) < 1e6 * least &&
           fabs(shoulder_offset) < 1e6 * least;
}

swv_status swv_puma_make(swv_puma *puma, double upper_arm, double elbow_offset, double shoulder_offset, double forearm)
{
    if (!puma)
        return SWV_NULL;
    if (!swvi_is_finite(upper_arm) || !swvi_is_finite(elbow_offset) || !swvi_is_finite(shoulder_offset) ||
        !swvi_is_finite(forearm))
        return SWV_NOT_FINITE;
    if (!are_lengths(upper_arm, elbow_offset, shoulder_offset, forearm))
        return SWV_BAD_ARGUMENT;
    *puma = (swv_puma){ upper_arm, elbow_offset, shoulder_offset, forearm, { 0.0 }, { 0.0 } };
    for (int i = 0; i < 6; ++i)
        (void)swv_puma_set_limits(puma, i, -INFINITY, INFINITY);
    return SWV_OK;
}

swv_status swv_puma_set_limits(swv_puma *puma, int joint, double lower, double upper)
{
    return puma ? swvi_six_set_limits(puma->lower, puma->upper, joint, lower, upper) : SWV_NULL;
}

void swv_puma_make_560(swv_puma *puma)
{
    if (!puma)
        return;
    swv_chain chain;
    (void)swv_model_chain("puma560", &chain);
    (void)swv_puma_make(puma, 0.4318, -0.02032, 0.14909, 0.43307);
    for (int i = 0; i < 6; ++i)
        (void)swv_puma_set_limits(puma, i, chain.joints[i].lower, chain.joints[i].upper);
}

swv_status swvi_puma_check(const swv_puma *puma)
{
    bool are_limits = true;
    for (int i = 0; i < 6; ++i)
        are_limits = are_limits && puma->lower[i] <= puma->upper[i];
    return are_limits && are_lengths(puma->upper_arm, puma->elbow_offset, puma->shoulder_offset, puma->forearm)
               ? SWV_OK
               : SWV_BAD_MODEL;
}

swv_status swv_puma_chain(const swv_puma *puma, swv_chain *chain)
{
    if (!puma || !chain)
        return SWV_NULL;
    swv_status status = swvi_puma_check(puma);
    if (status != SWV_OK)
        return status;
    const double     right = 0.5 * SWV_PI;
    const swv_dh_row rows[6] = {
        // theta, d, a, alpha
        { 0.0, 0.0, 0.0, 0.0, SWV_REVOLUTE },
        { 0.0, 0.0, 0.0, -right, SWV_REVOLUTE },
        { 0.0, puma->shoulder_offset, puma->upper_arm, 0.0, SWV_REVOLUTE },
        { 0.0, puma->forearm, puma->elbow_offset, -right, SWV_REVOLUTE },
        { 0.0, 0.0, 0.0, right, SWV_REVOLUTE },
        { 0.0, 0.0, 0.0, -right, SWV_REVOLUTE },
    };
    swv_chain made;
    status = swv_chain_from_dh(&made, SWV_DH_MODIFIED, rows, 6);
    for (int i = 0; i < 6 && status == SWV_OK; ++i)
        status = swv_chain_set_limits(&made, i, puma->lower[i], puma->upper[i]);
    if (status == SWV_OK)
        *chain = made;
    return status;
}

// ---- forward ----

// The rows' quarter turns are no exact quaternions. With Rx(-90) Rz(a) = Ry(a) Rx(-90) they meet and leave
// Rz(q0) Ry(q1 + q2) Rx(-180) Rz(q3) Ry(-q4) Rz(q5).
swv_pose swvi_puma_forward(const swv_puma *puma, const double q[6])
{
    double s0, c0, s1, c1, s12, c12;
    swv_sincos(q[0], &s0, &c0);
    swv_sincos(q[1], &s1, &c1);
    swv_sincos(q[1] + q[2], &s12, &c12);
    const double u = puma->upper_arm, a3 = puma->elbow_offset, d3 = puma->shoulder_offset, d4 = puma->forearm;
    const double k = u * c1 + (a3 * c12 - d4 * s12);
    const double halves[5] = { 0.5 * q[0], 0.5 * (q[1] + q[2]), 0.5 * q[3], -0.5 * q[4], 0.5 * q[5] };
    double       s[5], c[5];
    for (int i = 0; i < 5; ++i)
        swv_sincos(halves[i], &s[i], &c[i]);
    const swv_quat turns[6] = { { 0.0, 0.0, s[0], c[0] }, { 0.0, s[1], 0.0, c[1] }, { -1.0, 0.0, 0.0, 0.0 },
                                { 0.0, 0.0, s[2], c[2] }, { 0.0, s[3], 0.0, c[3] }, { 0.0, 0.0, s[4], c[4] } };
    swv_pose       hand = { { k * c0 - d3 * s0, k * s0 + d3 * c0, -(u * s1 + (a3 * s12 + d4 * c12)) }, turns[0] };
    for (int i = 1; i < 6; ++i)
        hand.rotation = swv_quat_mul(hand.rotation, turns[i]);
    return hand;
}

swv_status swv_puma_forward(const swv_puma *puma, const double q[6], swv_pose *hand)
{
    if (!puma || !q || !hand)
        return SWV_NULL;
    const swv_status status = swvi_puma_check(puma);
    if (status != SWV_OK)
        return status;
    if (!swvi_six_is_posture(q))
        return SWV_BAD_POSTURE;
    *hand = swvi_puma_forward(puma, q);
    return SWV_OK;
}

swvi_puma_shape swvi_puma_shape_of(const swv_puma *puma)
{
    const double          a3 = puma->elbow_offset, d4 = puma->forearm, fore = sqrt(a3 * a3 + d4 * d4);
    const swvi_puma_shape shape = { puma->upper_arm,
                                    puma->shoulder_offset,
                                    fore,
                                    a3 / fore,
                                    d4 / fore,
                                    puma->upper_arm + fore + fabs(puma->shoulder_offset) };
    return shape;
}

// ---- papers/kim_tarokh/puma_solve.c ----

// The Puma's eight solutions: its four ways in lanes (lanes/puma_lanes.c), by limb/puma_kernel.h, where the derivation is.

static void sincos_of(double angle, double *sine, double *cosine)
{
    *sine = 0.0;
    *cosine = 1.0;
    if (angle != 0.0)
        swv_sincos(angle, sine, cosine);
}

// Limits that leave nothing of [-pi, pi] may need several turns, and the lanes know one: such joints are left to turn_far_joint.
static bool is_far(const swv_puma *puma, int joint)
{
    return puma->lower[joint] - SWV_LIMIT_TOLERANCE > SWV_PI || puma->upper[joint] + SWV_LIMIT_TOLERANCE < -SWV_PI;
}

static void turn_far_joint(const swv_puma *puma, int joint, int first, int count, swvi_puma_ways *w)
{
    for (int i = first; i < first + count; ++i)
        w->outside[i] = swv_angle_turn_into(puma->lower[joint], puma->upper[joint], &w->angle[i]) ? 0.0 : 1 << joint;
}

static void turn_far_joints(const swv_puma *puma, swvi_puma_ways *w)
{
    static const int first[6] = { SWVI_PUMA_WAIST, SWVI_PUMA_SHOULDER,  SWVI_PUMA_ELBOW,
                                  SWVI_PUMA_WRIST, SWVI_PUMA_WRIST + 4, SWVI_PUMA_WRIST + 8 };
    for (int i = 0; i < 6; ++i) {
        if (!is_far(puma, i))
            continue;
        turn_far_joint(puma, i, first[i], i == 0 || i == 2 ? 2 : 4, w);
        if (i >= 3)
            turn_far_joint(puma, i, first[i] + (SWVI_PUMA_FLIPPED - SWVI_PUMA_WRIST), 4, w);
    }
}

static swv_status puma_solve_solve(const swv_puma *puma, const swv_pose *hand, const double *previous, swvi_six *six)
{
    const swv_status status = swvi_puma_check(puma);
    if (status != SWV_OK)
        return status;
    swvi_puma_task task = { .shape = swvi_puma_shape_of(puma), .hand = *hand };
    if (swvi_check_hand(&task.hand) != SWV_OK)
        return SWV_BAD_GOAL;
    if (previous && !swvi_six_is_posture(previous))
        return SWV_BAD_POSTURE;
    sincos_of(previous ? previous[0] : 0.0, &task.other.sin0, &task.other.cos0);
    sincos_of(previous ? previous[1] : 0.0, &task.other.sin1, &task.other.cos1);
    sincos_of(previous ? previous[3] : 0.0, &task.other.sin3, &task.other.cos3);
    bool is_any_far = false;
    for (int i = 0; i < 6; ++i) {
        task.low[i] = is_far(puma, i) ? -INFINITY : puma->lower[i] - SWV_LIMIT_TOLERANCE;
        task.high[i] = is_far(puma, i) ? INFINITY : puma->upper[i] + SWV_LIMIT_TOLERANCE;
        is_any_far |= is_far(puma, i);
    }
    swvi_puma_ways ways;
    SWVI_RUN_WIDEST(puma_ways, &task, &ways)
    if (is_any_far)
        turn_far_joints(puma, &ways);
    six->hand = task.hand;
    six->excess = ways.excess;
    six->reach = task.shape.reach;
    for (int f = 0; f < SWV_PUMA_FAMILIES; ++f) {
        const int w = (f & 1) + (f & 4) / 2, wrist = (f & 2 ? SWVI_PUMA_FLIPPED : SWVI_PUMA_WRIST) + w;
        const int index[6] = {
            SWVI_PUMA_WAIST + w % 2, SWVI_PUMA_SHOULDER + w, SWVI_PUMA_ELBOW + w / 2, wrist, wrist + 4, wrist + 8
        };
        double outside = 0.0;
        for (int i = 0; i < 6; ++i) {
            six->q[f][i] = ways.angle[index[i]];
            outside += ways.outside[index[i]];
        }
        six->outside[f] = (uint32_t)outside;
    }
    return SWV_OK;
}

static swv_pose puma_solve_forward_of(const void *puma, const double q[6])
{
    return swvi_puma_forward((const swv_puma *)puma, q);
}

swv_status swv_puma_solve(const swv_puma *puma, const swv_pose *hand, const double *previous,
                          double q[SWV_PUMA_FAMILIES][6], swv_arm6_report reports[SWV_PUMA_FAMILIES])
{
    if (!puma || !hand || !q)
        return SWV_NULL;
    swvi_six         six;
    const swv_status status = puma_solve_solve(puma, hand, previous, &six);
    if (status == SWV_OK)
        swvi_six_give_all(&six, puma, puma_solve_forward_of, q, reports);
    return status;
}

swv_status swv_puma_best(const swv_puma *puma, const swv_pose *hand, const double *previous, double q[6],
                         swv_arm6_report *report)
{
    if (!puma || !hand || !q)
        return SWV_NULL;
    swvi_six         six;
    const swv_status status = puma_solve_solve(puma, hand, previous, &six);
    if (status == SWV_OK)
        swvi_six_give_best(&six, puma, puma_solve_forward_of, previous, q, report);
    return status;
}

// ---- papers/kim_tarokh/table.c ----

//
// A table, looked up.
//
// Given     a target w of n numbers, 3 to 7
// Find      the three or four angles of every branch
//
// (0) reach     of a position: the tip's distance from the base lies between two numbers that the builder found
// (1) cell      k_i = floor((w_i - lower_i) / side_i), and the address is mixed radix, ((k_0 D_1 + k_1) D_2 + k_2) D_3 + k_3. A
//               target on the grid's upper face belongs to the last cell. (The document's (5) has one D for all axes, and its
//               (6) a ceiling, which gives D + 1 cells.)
// (2) record    first[address] says where the cell's branches begin. The document searches sorted addresses by halving; an array
//               as long as the grid costs 4 bytes a cell and one memory access: papers/kim_tarokh/table.md
// (3) inputs    x_i = 2 (w_i - lower_i)/side_i - 2 k_i - 1, in [-1, 1]
// (4) angles    a polynomial of x, or out (sigmoid(in x)), in float, four joints or neurons at a time
// (5) bounds    an angle outside those of the branch in this cell: the branch has no answer here. They are wider than the joint's
//               limits by the model's own error; what is between is brought to the limit
//
// Of a whole arm: (3) of the hand's orientation is the same for all branches of the position. Their records lie far apart in a table
// that is larger than any cache, so all addresses come first, and memory is asked for every record before the first is used.
//
// Every index that is used was checked by swv_table_open, so a table that opens cannot lead out of its memory.

// Every call inside is inlined: with the shape of a model known, its loops are unrolled and made into lanes.
#if defined(__GNUC__)
    #undef SWV_INLINE
    #define SWV_INLINE static inline __attribute__((always_inline))
#endif

// The file's layout and the models, shared by looking up and building.

// The header, then cells + 1 numbers `first`, then branches records of record_floats floats, then SWVI_TABLE_SPARE floats. All
// little-endian. Version 1, in which records had other rows, was never released.
enum { SWVI_TABLE_VERSION = 2, SWVI_TABLE_HEADER = 512, SWVI_TABLE_CHECKED_FROM = 32 };
#define SWVI_TABLE_MAGIC      "SWVTABLE"
#define SWVI_TABLE_BYTE_ORDER 0x01020304u

typedef struct swvi_table_header {
    char          magic[8];
    uint32_t      version, byte_order;
    uint64_t      file_size;
    uint64_t      checksum;  ///< of all bytes from SWVI_TABLE_CHECKED_FROM on
    uint64_t      chain_hash;
    char          model[32];
    uint32_t      space, kind, inputs, joints, hidden;
    uint32_t      cells, branches, record_floats, samples;
    uint32_t      divisions[SWV_TABLE_MAX_INPUTS];
    uint64_t      seed;
    double        lower[SWV_TABLE_MAX_INPUTS], cell[SWV_TABLE_MAX_INPUTS];
    double        joint_lower[SWV_TABLE_MAX_JOINTS], joint_upper[SWV_TABLE_MAX_JOINTS];
    double        nearest, farthest;
    uint32_t      every, unused;
    unsigned char rest[SWVI_TABLE_HEADER - 344];
} swvi_table_header;

// A record: for each joint the lowest angle that the branch has in this cell, for each the highest, then the model. The bounds are
// wider than the joint's limits by the model's own error where the branch goes that far: what is between is brought to the limit.
//   polynomial  for each term one coefficient for each joint
//   net         biases of the hidden neurons, for each input their weights; biases of the joints, for each neuron the joints' weights
// Inputs are local to the cell, -1 to 1. A row is read four floats at a time, so one of three joints reaches into what follows: the
// spare float at the end of the file is for the last.
enum { SWVI_TABLE_SPARE = 1 };

/// How many terms a polynomial has. The last three inputs of a mixed one are quadratic.
static inline int swvi_table_terms(swv_table_kind kind, int inputs)
{
    return 1 + inputs + (kind == SWV_TABLE_QUADRATIC ? inputs * (inputs + 1) / 2 : kind == SWV_TABLE_MIXED ? 6 : 0);
}

static inline int swvi_table_record_floats(swv_table_kind kind, int inputs, int joints, int hidden)
{
    return 2 * joints + (kind == SWV_TABLE_NET ? hidden * (1 + inputs) + joints * (1 + hidden)
                                               : joints * swvi_table_terms(kind, inputs));
}

enum { SWVI_TABLE_MAX_TERMS = 1 + SWV_TABLE_MAX_INPUTS + SWV_TABLE_MAX_INPUTS * (SWV_TABLE_MAX_INPUTS + 1) / 2 };

/// What a record is: of which model, from how many numbers to how many angles.
typedef struct swvi_table_shape {
    swv_table_kind kind;
    int            inputs, joints, hidden;
} swvi_table_shape;

/// The angles of a record. x has `inputs` numbers.
void swvi_table_evaluate(const swvi_table_shape *shape, const float *record, const float *x,
                         float q[SWV_TABLE_MAX_JOINTS]);

static inline void swvi_table_terms_of(swv_table_kind kind, int inputs, const float *x,
                                       float terms[SWVI_TABLE_MAX_TERMS])
{
    const int first = kind == SWV_TABLE_QUADRATIC ? 0 : kind == SWV_TABLE_MIXED ? inputs - 3 : inputs;
    int       k = 0;
    terms[k++] = 1.0f;
    for (int i = 0; i < inputs; ++i)
        terms[k++] = x[i];
    for (int i = first; i < inputs; ++i)
        for (int j = i; j < inputs; ++j)
            terms[k++] = x[i] * x[j];
}

/// The document's sigmoid, tanh, as a quotient of polynomials (Lambert's continued fraction), to 1e-4. Nets are trained with it.
static inline float swvi_table_sigmoid(float x)
{
    const float least = x > -4.5f ? x : -4.5f, y = least < 4.5f ? least : 4.5f, z = y * y;
    return y * (135135.0f + z * (17325.0f + z * (378.0f + z))) /
           (135135.0f + z * (62370.0f + z * (3150.0f + z * 28.0f)));
}

typedef char
    swvi_table_header_without_holes[sizeof(swvi_table_header) == SWVI_TABLE_HEADER ? 1 : -1];  // C99 and C++ too

#define COOKIE 0x53575654424C3031u

// ---- opening ----

static bool is_grid(const swvi_table_header *h)
{
    uint64_t cells = 1;
    for (uint32_t i = 0; i < h->inputs; ++i) {
        if (h->divisions[i] < 1 || h->divisions[i] > 1u << 20)
            return false;
        cells *= h->divisions[i];
        if (cells > 1u << 28)
            return false;
        if (!swvi_is_finite(h->lower[i]) || !(h->cell[i] > 0.0 && h->cell[i] < 1e100) || !(fabs(h->lower[i]) < 1e100))
            return false;
    }
    for (uint32_t i = 0; i < h->joints; ++i)
        if (!(h->joint_lower[i] >= -1e3 && h->joint_upper[i] <= 1e3 && h->joint_upper[i] - h->joint_lower[i] >= 1e-3))
            return false;
    return cells == h->cells;
}

static bool is_header(const swvi_table_header *h)
{
    const bool is_wrist = h->space == SWV_TABLE_ORIENTATION;
    const bool is_space = (h->space == SWV_TABLE_POSITION && h->inputs == 3 && h->joints == 3) ||
                          (h->space == SWV_TABLE_POSITION_SWIVEL && h->inputs == 4 && h->joints == 4) ||
                          (is_wrist && (h->inputs == 6 || h->inputs == 7) && h->joints == 3);
    const bool is_kind = h->kind == SWV_TABLE_LINEAR || h->kind == SWV_TABLE_QUADRATIC || h->kind == SWV_TABLE_NET ||
                         (is_wrist && h->kind == SWV_TABLE_MIXED);
    if (!is_space || !is_kind || !is_grid(h) || h->model[31] != '\0' || h->samples > 1u << 20 || h->every > 1u << 20)
        return false;
    if (h->kind == SWV_TABLE_NET ? h->hidden < 1 || h->hidden > SWV_TABLE_MAX_HIDDEN : h->hidden != 0)
        return false;
    if (!(h->nearest >= 0.0 && h->nearest <= h->farthest && h->farthest < 1e100))
        return false;
    return h->record_floats ==
           (uint32_t)swvi_table_record_floats((swv_table_kind)h->kind, (int)h->inputs, (int)h->joints, (int)h->hidden);
}

static bool are_records(const swvi_table_header *h, const unsigned char *bytes)
{
    uint32_t before = 0;
    for (uint64_t c = 0; c <= h->cells; ++c) {
        uint32_t first;
        memcpy(&first, bytes + SWVI_TABLE_HEADER + 4 * c, 4);
        if (first < before || first - before > SWV_TABLE_MAX_BRANCHES || (c == 0 && first != 0))
            return false;
        before = first;
    }
    if (before != h->branches)
        return false;
    const unsigned char *records = bytes + SWVI_TABLE_HEADER + 4 * ((uint64_t)h->cells + 1);
    for (uint64_t i = 0; i < (uint64_t)h->branches * h->record_floats; ++i) {
        float value;
        memcpy(&value, records + 4 * i, 4);
        if (!(value - value == 0.0f))
            return false;
    }
    return true;
}

static swv_table_fault fault_of(const unsigned char *bytes, size_t size, swvi_table_header *h)
{
    if (size < SWVI_TABLE_HEADER)
        return size >= 8 && memcmp(bytes, SWVI_TABLE_MAGIC, 8) == 0 ? SWV_TABLE_TRUNCATED : SWV_TABLE_FOREIGN;
    memcpy(h, bytes, sizeof *h);
    if (memcmp(h->magic, SWVI_TABLE_MAGIC, 8) != 0 || h->byte_order != SWVI_TABLE_BYTE_ORDER)
        return SWV_TABLE_FOREIGN;
    if (h->version != SWVI_TABLE_VERSION)
        return h->version > SWVI_TABLE_VERSION ? SWV_TABLE_FUTURE : SWV_TABLE_CORRUPT;
    if (h->file_size != size)
        return SWV_TABLE_TRUNCATED;
    if (swvi_table_checksum(bytes + SWVI_TABLE_CHECKED_FROM, size - SWVI_TABLE_CHECKED_FROM) != h->checksum)
        return SWV_TABLE_CORRUPT;
    if (!is_header(h))
        return SWV_TABLE_CORRUPT;
    const uint64_t wanted = SWVI_TABLE_HEADER + 4 * ((uint64_t)h->cells + 1) +
                            4 * ((uint64_t)h->branches * h->record_floats + SWVI_TABLE_SPARE);
    if ((wanted + 7) / 8 * 8 != size)
        return SWV_TABLE_CORRUPT;
    return are_records(h, bytes) ? SWV_TABLE_SOUND : SWV_TABLE_CORRUPT;
}

// A float next to x that is not more.
static float float_below(double x)
{
    const float near_by = (float)x;
    return (double)near_by <= x ? near_by : near_by - (1.2e-7f * fabsf(near_by) + 1e-37f);
}

swv_status swv_table_open(swv_table *table, const void *bytes, size_t size, swv_table_fault *fault)
{
    if (!table || !bytes)
        return SWV_NULL;
    swvi_table_header     h;
    const swv_table_fault found =
        (uintptr_t)bytes % 8 ? SWV_TABLE_UNALIGNED : fault_of((const unsigned char *)bytes, size, &h);
    if (fault)
        *fault = found;
    if (found != SWV_TABLE_SOUND)
        return SWV_BAD_MODEL;
    const unsigned char *start = (const unsigned char *)bytes;
    *table = (swv_table){
        .bytes = start,
        .size = size,
        .chain_hash = h.chain_hash,
        .space = (swv_table_space)h.space,
        .kind = (swv_table_kind)h.kind,
        .inputs = (int)h.inputs,
        .joints = (int)h.joints,
        .hidden = (int)h.hidden,
        .samples = (int)h.samples,
        .seed = h.seed,
        .every = (int)h.every,
        .cells = h.cells,
        .branches = h.branches,
        .record_floats = h.record_floats,
        .first = (const uint32_t *)(const void *)(start + SWVI_TABLE_HEADER),
        .records = (const float *)(const void *)(start + SWVI_TABLE_HEADER + 4 * ((size_t)h.cells + 1)),
        .cookie = COOKIE,
    };
    memcpy(table->model, h.model, sizeof h.model);
    uint32_t stride = 1;
    for (int i = table->inputs - 1; i >= 0; --i) {
        table->lower[i] = h.lower[i];
        table->cell[i] = h.cell[i];
        table->divisions[i] = (int)h.divisions[i];
        table->origin[i] = (float)h.lower[i];
        table->per_cell[i] = (float)(1.0 / h.cell[i]);
        table->count[i] = (float)h.divisions[i];
        table->stride[i] = stride;
        stride *= h.divisions[i];
    }
    for (int i = 0; i < table->joints; ++i) {
        table->joint_lower[i] = h.joint_lower[i];
        table->joint_upper[i] = h.joint_upper[i];
        table->low[i] = -float_below(-h.joint_lower[i]);
        table->high[i] = float_below(h.joint_upper[i]);
    }
    table->nearest = h.nearest;
    table->farthest = h.farthest;
    return SWV_OK;
}

swv_status swv_table_check_chain(const swv_table *table, const swv_chain *chain)
{
    if (!table || !chain)
        return SWV_NULL;
    if (table->cookie != COOKIE || swv_chain_check(chain) != SWV_OK)
        return SWV_BAD_MODEL;
    return swvi_table_chain_hash(chain) == table->chain_hash ? SWV_OK : SWV_BAD_ARGUMENT;
}

// ---- looking up ----

// (0)
static bool is_within_reach(const swv_table *t, const double *w)
{
    const double squared = (w[0] * w[0] + w[1] * w[1]) + w[2] * w[2];
    if (t->space == SWV_TABLE_ORIENTATION)
        return true;
    return (squared <= t->farthest * t->farthest) & (squared >= t->nearest * t->nearest);
}

enum { table_LANES = 4 };

// (1), (3) of four numbers, of which the first is the table's i-th: their indices, inputs local to the cell, and whether they are
// outside the grid, whose faces may be a rounding away from where they are. Indices are always those of a cell. What is not a number
// is outside.
SWV_INLINE void place(const swv_table *t, int i, const float target[table_LANES], int index[table_LANES], float x[table_LANES],
                      int is_outside[table_LANES])
{
#pragma omp simd
    for (int n = 0; n < table_LANES; ++n) {
        const float along = (target[n] - t->origin[i + n]) * t->per_cell[i + n], cells = t->count[i + n];
        const float low = along > 0.0f ? along : 0.0f, held = low < cells ? low : cells;
        const float last = cells - 1.0f, whole = held < last ? held : last;
        index[n] = (int)whole;
        x[n] = 2.0f * (held - (float)index[n]) - 1.0f;
        is_outside[n] = -!(fabsf(along - held) <= 1e-6f * cells);
    }
}

SWV_INLINE uint32_t address_of(const swv_table *t, int i, const int *index, int count)
{
    uint32_t address = 0;
    for (int n = 0; n < count; ++n)
        address += (uint32_t)index[n] * t->stride[i + n];
    return address;
}

SWV_INLINE int any_of(const int *is_so, int count)
{
    int any = 0;
    for (int n = 0; n < count; ++n)
        any |= is_so[n];
    return any;
}

/// What models multiply: inputs before the hand's orientation, and after them its three and the products. Of a position all inputs are
/// before, and there are products alone, if any.
typedef struct factors {
    int          before, after;
    const float *x, *more;
} factors;

// The first row and the others times their factors; rows lie `step` apart, and the first `wide` of each count. In two sums, which need
// not wait for each other.
SWV_INLINE void combine(const float *rows, int step, factors f, int wide, float *sum)
{
    float other[SWV_TABLE_MAX_HIDDEN] = { 0.0f };
    memcpy(sum, rows, sizeof(float) * (size_t)wide);
    rows += step;
    for (int k = 0; k < f.before; ++k, rows += step)
#pragma omp simd
        for (int i = 0; i < wide; ++i)
            sum[i] += rows[i] * f.x[k];
    for (int k = 0; k < f.after; ++k, rows += step)
#pragma omp simd
        for (int i = 0; i < wide; ++i)
            other[i] += rows[i] * f.more[k];
    if (f.after > 0)
#pragma omp simd
        for (int i = 0; i < wide; ++i)
            sum[i] += other[i];
}

// (4)
SWV_INLINE void evaluate(swvi_table_shape s, const float *record, factors f, float q[table_LANES])
{
    const float *rows = record + 2 * s.joints;
    if (s.kind != SWV_TABLE_NET) {
        combine(rows, s.joints, f, table_LANES, q);
        return;
    }
    const int wide = (s.hidden + table_LANES - 1) / table_LANES * table_LANES;
    float     hidden[SWV_TABLE_MAX_HIDDEN];
    combine(rows, s.hidden, f, wide, hidden);
#pragma omp simd
    for (int k = 0; k < wide; ++k)
        hidden[k] = swvi_table_sigmoid(hidden[k]);
    combine(rows + s.hidden * (1 + s.inputs), s.joints, (factors){ s.hidden, 0, hidden, NULL }, table_LANES, q);
}

void swvi_table_evaluate(const swvi_table_shape *s, const float *record, const float *x, float q[SWV_TABLE_MAX_JOINTS])
{
    float     terms[SWVI_TABLE_MAX_TERMS];
    const int count = swvi_table_terms(s->kind, s->inputs);
    swvi_table_terms_of(s->kind, s->inputs, x, terms);
    evaluate(*s, record, (factors){ s->inputs, count - 1 - s->inputs, terms + 1, terms + 1 + s->inputs }, q);
}

static bool are_finite(const double *v, int count)
{
    bool is_finite = true;
    for (int i = 0; i < count; ++i)
        is_finite = is_finite && swvi_is_finite(v[i]);
    return is_finite;
}

// All inputs, up to eight. Returns the cell, or -1 outside the grid.
static int64_t place_all(const swv_table *t, const double *target, float *x)
{
    float w[2 * table_LANES] = { 0.0f };
    int   index[2 * table_LANES], is_outside[2 * table_LANES];
    for (int i = 0; i < t->inputs; ++i)
        w[i] = (float)target[i];
    place(t, 0, w, index, x, is_outside);
    place(t, table_LANES, w + table_LANES, index + table_LANES, x + table_LANES, is_outside + table_LANES);
    return any_of(is_outside, t->inputs) ? -1 : (int64_t)address_of(t, 0, index, t->inputs);
}

swv_status swv_table_cell(const swv_table *table, const double *target, int64_t *cell)
{
    if (!table || !target || !cell)
        return SWV_NULL;
    if (table->cookie != COOKIE)
        return SWV_BAD_MODEL;
    if (!are_finite(target, table->inputs))
        return SWV_BAD_GOAL;
    float x[2 * table_LANES];
    *cell = place_all(table, target, x);
    return SWV_OK;
}

/// The branches of one cell, and the target's inputs in it; of an orientation those before the hand's.
typedef struct way {
    float    x[table_LANES];
    uint32_t first, end;
} way;

/// What a model says: angles brought to the limits, and which of them were outside of what the branch has in its cell.
typedef struct answer {
    float q[table_LANES];
    int   is_outside[table_LANES];
} answer;

// What comes after the inputs `own`: the hand's orientation, and the products.
SWV_INLINE void list_more(swvi_table_shape s, int before, const float own[table_LANES], const float turn[3], float *more)
{
    float x[SWV_TABLE_MAX_INPUTS], terms[SWVI_TABLE_MAX_TERMS];
    for (int k = 0; k < s.inputs; ++k)
        x[k] = k < before ? own[k] : turn[k - before];
    swvi_table_terms_of(s.kind, s.inputs, x, terms);
    for (int k = 1 + before; k < swvi_table_terms(s.kind, s.inputs); ++k)
        more[k - 1 - before] = terms[k];
}

// Answers of all branches of all ways, one after the other.
SWV_INLINE void answer_as(const swv_table *t, swvi_table_shape s, const way *ways, int count, const float turn[3],
                          answer *answers)
{
    const int before = s.joints == s.inputs ? s.inputs : s.inputs - 3;
    const int after = swvi_table_terms(s.kind, s.inputs) - 1 - before;
    const int step = swvi_table_record_floats(s.kind, s.inputs, s.joints, s.hidden);
    float     more[SWVI_TABLE_MAX_TERMS];
    list_more(s, before, ways[0].x, turn, more);
    for (int i = 0; i < count; ++i) {
        const float *record = t->records + (size_t)ways[i].first * (size_t)step;
        const float *end = t->records + (size_t)ways[i].end * (size_t)step;
        float        x[table_LANES];
        memcpy(x, ways[i].x, sizeof x);
        if (s.kind == SWV_TABLE_QUADRATIC)  // in others all ways have the same products
            list_more(s, before, x, turn, more);
        for (; record < end; record += step, ++answers) {
            float angle[table_LANES];
            evaluate(s, record, (factors){ before, after, x, more }, angle);
#pragma omp simd
            for (int j = 0; j < table_LANES; ++j) {
                const float least = angle[j] > t->low[j] ? angle[j] : t->low[j];
                answers->is_outside[j] = -((angle[j] < record[j]) | (angle[j] > record[s.joints + j]));
                answers->q[j] = least < t->high[j] ? least : t->high[j];
            }
        }
    }
}

// (4), (5) of all ways: the usual shapes by themselves, so that the compiler unrolls their loops; the same sums in the same order.
static void answer_all(const swv_table *t, const way *ways, int count, const float turn[3], answer *answers)
{
    const bool is_usual = t->kind != SWV_TABLE_NET || t->hidden == 5;
    switch (is_usual ? (int)t->kind * 8 + t->inputs : 0) {
    case SWV_TABLE_LINEAR * 8 + 3:
        answer_as(t, (swvi_table_shape){ SWV_TABLE_LINEAR, 3, 3, 0 }, ways, count, turn, answers);
        break;
    case SWV_TABLE_LINEAR * 8 + 4:
        answer_as(t, (swvi_table_shape){ SWV_TABLE_LINEAR, 4, 4, 0 }, ways, count, turn, answers);
        break;
    case SWV_TABLE_MIXED * 8 + 6:
        answer_as(t, (swvi_table_shape){ SWV_TABLE_MIXED, 6, 3, 0 }, ways, count, turn, answers);
        break;
    case SWV_TABLE_MIXED * 8 + 7:
        answer_as(t, (swvi_table_shape){ SWV_TABLE_MIXED, 7, 3, 0 }, ways, count, turn, answers);
        break;
    case SWV_TABLE_NET * 8 + 3:
        answer_as(t, (swvi_table_shape){ SWV_TABLE_NET, 3, 3, 5 }, ways, count, turn, answers);
        break;
    case SWV_TABLE_NET * 8 + 4:
        answer_as(t, (swvi_table_shape){ SWV_TABLE_NET, 4, 4, 5 }, ways, count, turn, answers);
        break;
    case SWV_TABLE_NET * 8 + 6:
        answer_as(t, (swvi_table_shape){ SWV_TABLE_NET, 6, 3, 5 }, ways, count, turn, answers);
        break;
    case SWV_TABLE_NET * 8 + 7:
        answer_as(t, (swvi_table_shape){ SWV_TABLE_NET, 7, 3, 5 }, ways, count, turn, answers);
        break;
    default:
        answer_as(t, (swvi_table_shape){ t->kind, t->inputs, t->joints, t->hidden }, ways, count, turn, answers);
    }
}

swv_status swv_table_solve(const swv_table *table, const double *target,
                           double q[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_JOINTS], int *count)
{
    if (!table || !target || !q || !count)
        return SWV_NULL;
    if (table->cookie != COOKIE)
        return SWV_BAD_MODEL;
    if (!are_finite(target, table->inputs))
        return SWV_BAD_GOAL;
    float         x[2 * table_LANES] = { 0.0f };
    answer        answers[SWV_TABLE_MAX_BRANCHES];
    way           here = { .first = 0, .end = 0 };
    const int64_t cell = is_within_reach(table, target) ? place_all(table, target, x) : -1;
    int           found = 0;
    memcpy(here.x, x, sizeof here.x);
    if (cell >= 0) {
        here.first = table->first[cell];
        here.end = table->first[cell + 1];
    }
    answer_all(table, &here, 1, x + table->inputs - 3, answers);
    for (uint32_t i = 0; i < here.end - here.first; ++i) {
        for (int j = 0; j < table->joints; ++j)
            q[found][j] = answers[i].q[j];
        found += !any_of(answers[i].is_outside, table->joints);
    }
    *count = found;
    return SWV_OK;
}

// ---- the whole arm ----

static bool is_pair(const swv_table *position, const swv_table *orientation)
{
    return position->space != SWV_TABLE_ORIENTATION && orientation->space == SWV_TABLE_ORIENTATION &&
           orientation->inputs == position->joints + 3 && orientation->chain_hash == position->chain_hash;
}

swv_status swv_table_open_pair(swv_table *position, swv_table *orientation, const void *bytes, size_t size,
                               swv_table_fault *fault)
{
    if (!position || !orientation || !bytes)
        return SWV_NULL;
    swvi_table_header h;
    swv_table_fault   found = SWV_TABLE_TRUNCATED;
    swv_table         first, second;
    if (size >= SWVI_TABLE_HEADER)
        memcpy(&h, bytes, sizeof h);
    if (size < SWVI_TABLE_HEADER || h.file_size >= size || h.file_size % 8 != 0)
        (void)swv_table_open(&first, bytes, size, &found);
    else if (swv_table_open(&first, bytes, h.file_size, &found) == SWV_OK)
        (void)swv_table_open(&second, (const unsigned char *)bytes + h.file_size, size - h.file_size, &found);
    // A sound table alone is not what was asked for; nor are two that do not belong together.
    if (found == SWV_TABLE_SOUND && (h.file_size >= size || !is_pair(&first, &second)))
        found = SWV_TABLE_UNPAIRED;
    if (fault)
        *fault = found;
    if (found != SWV_TABLE_SOUND)
        return SWV_BAD_MODEL;
    *position = first;
    *orientation = second;
    return SWV_OK;
}

swv_status swv_table_orientation_of(const swv_quat *rotation, double angles[3])
{
    if (!rotation || !angles)
        return SWV_NULL;
    const double x = rotation->x, y = rotation->y, z = rotation->z, w = rotation->w;
    const double sum = (x * x + y * y) + (z * z + w * w);
    if (!swvi_is_finite(sum) || !(sum > 1e-200))
        return SWV_BAD_GOAL;
    // (w, z) is cos beta/2 times the direction of (alpha + gamma)/2, (y, x) sin beta/2 times that of (gamma - alpha)/2
    const double mean = swv_atan2(z, w), half = swv_atan2(x, y);
    angles[0] = swv_angle_wrap(mean - half);
    angles[1] = 2.0 * swv_atan2(sqrt(x * x + y * y), sqrt(z * z + w * w));
    angles[2] = swv_angle_wrap(mean + half);
    return SWV_OK;
}

// Ask for the records of some branches, which are needed soon: three pieces, each of two lines of the cache, are most of two branches.
SWV_INLINE void fetch(const float *records)
{
#if defined(__GNUC__)
    __builtin_prefetch(records);
    __builtin_prefetch(records + 32);
    __builtin_prefetch(records + 64);
#else
    (void)records;
#endif
}

enum { OUTSIDE = -1 };

// n joints before the wrist. Returns how many postures there are, or OUTSIDE the grids.
SWV_INLINE int solve_pair(const swv_table *position, const swv_table *orientation, int n, const double *target,
                          double q[SWV_TABLE_MAX_POSTURES][SWV_TABLE_MAX_INPUTS])
{
    float  w[table_LANES], turn[table_LANES], turn_x[table_LANES];
    double first[SWV_TABLE_MAX_BRANCHES][table_LANES];
    int    index[table_LANES], turn_index[table_LANES], is_outside[table_LANES], turn_is_outside[table_LANES];
    answer answers[SWV_TABLE_MAX_BRANCHES * SWV_TABLE_MAX_BRANCHES];
    way    here, ways[SWV_TABLE_MAX_BRANCHES];
    // Four at a time: the position's, of three with one too many behind, and the orientation's with one too many in front.
#pragma omp simd
    for (int i = 0; i < table_LANES; ++i) {
        w[i] = (float)target[i];
        turn[i] = (float)target[n - 1 + i];
    }
    place(position, 0, w, index, here.x, is_outside);
    place(orientation, n - 1, turn, turn_index, turn_x, turn_is_outside);
    if (any_of(is_outside, n) | any_of(turn_is_outside + 1, 3))
        return OUTSIDE;
    const uint32_t cell = address_of(position, 0, index, n), turn_cell = address_of(orientation, n, turn_index + 1, 3);
    here.first = position->first[cell];
    here.end = position->first[cell + 1];
    answer_all(position, &here, 1, NULL, answers);
    int count = 0;
    for (const answer *a = answers; a < answers + (here.end - here.first); ++a) {
        // Angles inside the limits are inside the grid.
        place(orientation, 0, a->q, index, ways[count].x, is_outside);
        ways[count].first = turn_cell + address_of(orientation, 0, index, n);
#pragma omp simd
        for (int j = 0; j < table_LANES; ++j)
            first[count][j] = a->q[j];
        count += !any_of(a->is_outside, n);
    }
    for (int i = 0; i < count; ++i) {
        const uint32_t *branches = orientation->first + ways[i].first;
        ways[i].first = branches[0];
        ways[i].end = branches[1];
        fetch(orientation->records + (size_t)ways[i].first * orientation->record_floats);
    }
    if (count == 0)
        return 0;
    answer_all(orientation, ways, count, turn_x + 1, answers);
    const answer *wrist = answers;
    int           found = 0;
    for (int i = 0; i < count; ++i) {
        for (uint32_t b = ways[i].first; b < ways[i].end && found < SWV_TABLE_MAX_POSTURES; ++b, ++wrist) {
            memcpy(q[found], first[i], sizeof first[i]);
            for (int j = 0; j < 3; ++j)
                q[found][n + j] = wrist->q[j];
            found += !any_of(wrist->is_outside, 3);
        }
    }
    return found;
}

swv_status swv_table_solve_pair(const swv_table *position, const swv_table *orientation, const double *target,
                                double q[SWV_TABLE_MAX_POSTURES][SWV_TABLE_MAX_INPUTS], int *count)
{
    if (!position || !orientation || !target || !q || !count)
        return SWV_NULL;
    if (position->cookie != COOKIE || orientation->cookie != COOKIE)
        return SWV_BAD_MODEL;
    if (!is_pair(position, orientation))
        return SWV_BAD_ARGUMENT;
    const int found = position->joints == 3 ? solve_pair(position, orientation, 3, target, q)
                                            : solve_pair(position, orientation, 4, target, q);
    if (found == OUTSIDE && !are_finite(target, orientation->inputs))
        return SWV_BAD_GOAL;
    *count = found == OUTSIDE || !is_within_reach(position, target) ? 0 : found;
    return SWV_OK;
}
#undef COOKIE

// ---- papers/kim_tarokh/lanes/adaptive_lanes.c ----

//
// An adaptive table looked up, compiled once per instruction set: SWVI_LANES is its name.
//
// Given     the hand's pose and, for seven joints, the swivel
// Find      all joints of every solution
//
// (1) reduce    the wrist's position less the angle about the first joint's axis, in inputs in which postures are smooth
//               (table/adaptive_internal.h)
// (2) leaf      the root's cell by its address; from there down a tree that halves a cell along one input at a time. The inputs are
//               kept local to the cell, so a node is its input's number and its children's
// (3) branches  cubic polynomials give the three placing angles and the forearm's rotation; or, with a ball joint, the elbow's angle
//               and the upper arm's rotation, whose gimbal gives the ball joint's angles, two ways
// (4) wrist     the hand as seen from the forearm is a rotation too: the wrist's gimbal, two ways
// (5) limits    an angle outside its limits by no more than the branch's slack is brought to the limit; by more, the solution is
//               left out
//
// From (3) on, branches are lanes, and both gimbals of an arm with a ball joint: neither needs the other's angles.
// Every index that is used was checked by swv_adaptive_open, so a table that opens cannot lead out of its memory.

// Every call inside is inlined, however large the whole becomes: a loop with a call in it is not made into lanes.
#undef SWV_INLINE
#define SWV_INLINE static inline __attribute__((always_inline))

enum { adaptive_lanes_LANES = SWVI_ADAPTIVE_LANES, FOUR = 4, TWO = 2 };
#define TURN 6.28318530717958647692f

// (2) The leaf's number, and x local to it; false outside the grid.
SWV_INLINE bool find_leaf(const swv_adaptive *t, int inputs, double *x, uint32_t *leaf)
{
    uint32_t address = 0;
    for (int i = 0; i < inputs; ++i) {
        const double along = (x[i] - t->lower[i]) * t->per_cell[i], count = t->divisions[i];
        if (!(along >= 0.0 && along <= count))
            return false;
        const int k = along < count ? (int)along : t->divisions[i] - 1;
        address = address * (uint32_t)t->divisions[i] + (uint32_t)k;
        x[i] = along - k;
    }
    uint32_t node = t->node[address];
    while (node < SWVI_ADAPTIVE_LEAF) {
        double        *along = &x[node >> 30];
        const uint32_t is_upper = *along >= 0.5;
        *along = 2.0 * *along - is_upper;
        node = t->node[(node & SWVI_ADAPTIVE_INDEX) + is_upper];
    }
    *leaf = node & SWVI_ADAPTIVE_INDEX;
    return true;
}

/// A turn about z, of any length: its quaternion's z and w.
typedef struct axis_turn {
    double z, w;
} axis_turn;

// Of the angle about the axis: (sine, 1 + cosine) or (1 - cosine, sine), whichever is longer.
SWV_INLINE axis_turn turn_about_axis(const swvi_reduced *r)
{
    const double long_one = 1.0 + fabs(r->cosine);
    const bool   is_left = r->cosine < 0.0;
    return (axis_turn){ is_left ? long_one : r->sine, is_left ? r->sine : long_one };
}

// (3) Whether the first joint may be inside its limits: most branches that cannot be are seen by it.
SWV_INLINE bool may_be_inside(const swv_adaptive *t, double angle, double width)
{
    const double low = t->joint_lower[0] - width, high = t->joint_upper[0] + width;
    const double turned = angle + (double)TURN * ((angle < low) - (angle > high));
    return (turned >= low) & (turned <= high);
}

/// Outputs of the polynomials, and rotations whose gimbals are to be opened.
typedef struct many {
    float  out[SWVI_ADAPTIVE_OUTPUTS][adaptive_lanes_LANES];
    double x[adaptive_lanes_LANES], y[adaptive_lanes_LANES], z[adaptive_lanes_LANES], w[adaptive_lanes_LANES];  ///< of the wrist's gimbals; with ball joints theirs from BALL on
    float  first[adaptive_lanes_LANES], last[adaptive_lanes_LANES], along[adaptive_lanes_LANES];
} many;

// (3), (4) Quaternions of any length: the turn about the axis times that of the polynomials; with a ball joint times the elbow's; and the
// hand as seen from there.
SWV_INLINE void turn_forearms(const swv_adaptive *t, axis_turn turn, swv_quat hand, bool has_ball,
                              const double *is_ball, int from, int to, many *m)
{
    const swv_quat a = t->elbow[0], b = t->elbow[1];
#pragma omp simd
    for (int k = 0; k < FOUR; ++k) {
        const int    i = from + k;
        const double px = m->out[4][i], py = m->out[5][i], pz = m->out[6][i], pw = m->out[7][i];
        const double ux = turn.w * px - turn.z * py, uy = turn.w * py + turn.z * px, uz = turn.w * pz + turn.z * pw,
                     uw = turn.w * pw - turn.z * pz;
        const double c = m->out[1][i], s = m->out[2][i];
        const double ex = c * a.x + s * b.x, ey = c * a.y + s * b.y, ez = c * a.z + s * b.z, ew = c * a.w + s * b.w;
        const double fx = has_ball ? (uw * ex + ux * ew) + (uy * ez - uz * ey) : ux;
        const double fy = has_ball ? (uw * ey - ux * ez) + (uy * ew + uz * ex) : uy;
        const double fz = has_ball ? (uw * ez + ux * ey) + (uz * ew - uy * ex) : uz;
        const double fw = has_ball ? (uw * ew - ux * ex) - (uy * ey + uz * ez) : uw;
        const double x = (fw * hand.x - fx * hand.w) + (fz * hand.y - fy * hand.z);
        const double y = (fw * hand.y + fx * hand.z) - (fy * hand.w + fz * hand.x);
        const double z = (fw * hand.z - fx * hand.y) + (fy * hand.x - fz * hand.w);
        const double w = (fw * hand.w + fx * hand.x) + (fy * hand.y + fz * hand.z);
        m->x[to + k] = has_ball && is_ball[k] > 0.0 ? ux : x;
        m->y[to + k] = has_ball && is_ball[k] > 0.0 ? uy : y;
        m->z[to + k] = has_ball && is_ball[k] > 0.0 ? uz : z;
        m->w[to + k] = has_ball && is_ball[k] > 0.0 ? uw : w;
    }
}

// Angles about both axes, and the latitude as a place among the gimbal's cells.
SWV_INLINE void open_gimbals(many *m, int from)
{
    float fy[2][FOUR], fx[2][FOUR];
#pragma omp simd
    for (int k = 0; k < FOUR; ++k) {
        const int i = from + k;
        // M z and M'z, times half the square of m's length
        const double x = m->x[i], y = m->y[i], z = m->z[i], w = m->w[i];
        const double low2 = x * x + y * y, high2 = z * z + w * w, all = low2 + high2;
        const double scale = 1.0 / (all > 0.0 ? all : 1.0);
        const double low = sqrt(low2), high = sqrt(high2), sum = low + high;
        const double xz = scale * (x * z), wy = scale * (w * y), yz = scale * (y * z), wx = scale * (w * x);
        fy[0][k] = (float)(yz - wx);
        fx[0][k] = (float)(xz + wy);
        fy[1][k] = (float)(yz + wx);
        fx[1][k] = (float)(xz - wy);
        m->along[i] =
            (float)(high / (sum > 0.0 ? sum : 1.0) * SWVI_ADAPTIVE_GIMBAL_CELLS);  // latitude (high - low)/sum
    }
#pragma omp simd
    for (int k = 0; k < FOUR; ++k) {
        const float y0 = fy[0][k], x0 = fx[0][k], y1 = fy[1][k], x1 = fx[1][k];
        m->first[from + k] = swvi_anglef(y0, fabsf(y0) + fabsf(x0) > 0.0f ? x0 : 1.0f);
        m->last[from + k] = swvi_anglef(y1, fabsf(y1) + fabsf(x1) > 0.0f ? x1 : 1.0f);
    }
}

SWV_INLINE void put(float *lanes, int at, int count, float value)
{
    if (at == 0) {
#pragma omp simd
        for (int i = 0; i < count; ++i)
            lanes[i] = value;
    } else {
        lanes[at] = value;
    }
}

SWV_INLINE void put_both(float *lanes, int at, int stride, float value)
{
    put(lanes, at, stride, value);
    put(lanes + stride, at, stride, value);
}

// Always two ways: to ask for their number would cost more than it saves.
SWV_INLINE void find_ways(const many *m, int lane, const float *gimbal, int at, int stride, swvi_adaptive_group *g)
{
    const float  along = m->along[lane];
    const int    cell = along < SWVI_ADAPTIVE_GIMBAL_CELLS ? (int)along : SWVI_ADAPTIVE_GIMBAL_CELLS - 1;
    const float  x = along - (float)cell;
    const float *r = gimbal + (size_t)cell * SWVI_ADAPTIVE_GIMBAL_WAYS * SWVI_ADAPTIVE_GIMBAL_FLOATS;
    for (int way = 0; way < SWVI_ADAPTIVE_GIMBAL_WAYS; ++way, r += SWVI_ADAPTIVE_GIMBAL_FLOATS) {
        put(g->angle[0] + way * stride, at, stride, (r[0] + x * (r[4] + x * r[8])) + m->first[lane]);
        put(g->angle[1] + way * stride, at, stride, r[1] + x * (r[5] + x * r[9]));
        put(g->angle[2] + way * stride, at, stride, (r[2] + x * (r[6] + x * r[10])) - m->last[lane]);
    }
}

// (5)
SWV_INLINE void bring_into_limits(const float *low, const float *high, int joints, int from, int count,
                                  swvi_adaptive_group *g)
{
#pragma omp simd
    for (int i = from; i < from + count; ++i) {
        const float slack = g->slack[i];
        float       broken = 0.0f;
        for (int j = 0; j < joints; ++j) {
            const float angle = g->angle[j][i];
            const float up = angle < low[j] - slack ? TURN : 0.0f, down = angle > high[j] + slack ? TURN : 0.0f;
            const float turned = angle + (up - down);
            const float raised = turned > low[j] ? turned : low[j], inside = raised < high[j] ? raised : high[j];
            g->angle[j][i] = inside;
            broken += fabsf(turned - inside) <= slack ? 0.0f : 1.0f;
        }
        g->broken[i] = broken;
    }
}

SWV_INLINE void adaptive_lanes_look_up(const swv_adaptive *t, bool has_ball, const swv_vec3 *wrist, double swivel,
                        const swv_quat *hand, swvi_adaptive_found *found)
{
    const double w[4] = { wrist->x, wrist->y, wrist->z, swivel };
    const int    inputs = has_ball ? 3 : 2, stride = has_ball ? FOUR : adaptive_lanes_LANES;
    swvi_reduced reduced;
    uint32_t     leaf;
    int          n = 0;
    found->branches = 0;
    found->stride = stride;
    if (!swvi_adaptive_reduce(t->farthest, t->nearest_axis, w, &reduced) || !find_leaf(t, inputs, reduced.x, &leaf))
        return;
    const size_t record_floats = (size_t)swvi_adaptive_record_floats(inputs);
    const float  about =
        has_ball || !(fabs(w[0]) + fabs(w[1]) > 0.0) ? 0.0f : swvi_anglef((float)reduced.sine, (float)reduced.cosine);
    float x[3];
    many  m;
    for (int i = 0; i < 3; ++i)
        x[i] = (float)(2.0 * reduced.x[i] - 1.0);
    const float *record = t->record + t->first[leaf] * record_floats;
    for (uint32_t b = t->first[leaf]; b < t->first[leaf + 1]; ++b, record += record_floats) {
        float out[SWVI_ADAPTIVE_OUTPUTS];
        if (!has_ball && !may_be_inside(t, about + record[3], record[4]))
            continue;
        swvi_adaptive_evaluate(inputs, record, x, out);
        // The first branch fills all lanes: what is loaded as a vector was stored as one, and no lane is without a number.
        for (int j = 0; j < SWVI_ADAPTIVE_OUTPUTS; ++j) {
            put(m.out[j], n, stride, out[j]);
            if (has_ball && n == 1)
                m.out[j][TWO + 1] = out[j];
        }
        put_both(found->placing.slack, n, stride, record[2]);
        put_both(found->wrist.slack, n, stride, record[1]);
        found->record[n++] = record;
    }
    found->branches = n;
    if (n == 0)
        return;
    const axis_turn turn = turn_about_axis(&reduced);
    // Up to two branches of an arm with a ball joint share four lanes: both wrists, both ball joints.
    static const double wrists[FOUR] = { 0.0, 0.0, 0.0, 0.0 }, balls[FOUR] = { 1.0, 1.0, 1.0, 1.0 },
                        both[FOUR] = { 0.0, 0.0, 1.0, 1.0 };
    const int ball = n > TWO ? FOUR : TWO;
    turn_forearms(t, turn, *hand, has_ball, has_ball && n <= TWO ? both : wrists, 0, 0, &m);
    open_gimbals(&m, 0);
    if (has_ball ? n > TWO : n > FOUR) {
        turn_forearms(t, turn, *hand, has_ball, balls, has_ball ? 0 : FOUR, FOUR, &m);
        open_gimbals(&m, FOUR);
    }
    for (int i = 0; i < n; ++i)
        find_ways(&m, i, t->wrist, i, stride, &found->wrist);
    for (int i = 0; i < n; ++i) {
        if (has_ball) {
            find_ways(&m, ball + i, t->ball, i, stride, &found->placing);
            put_both(found->placing.angle[3], i, stride, m.out[0][i]);
        }
    }
    if (!has_ball) {
#pragma omp simd
        for (int i = 0; i < adaptive_lanes_LANES; ++i) {
            found->placing.angle[0][i] = about + m.out[0][i];
            found->placing.angle[1][i] = m.out[1][i];
            found->placing.angle[2][i] = m.out[2][i];
        }
    }
    for (int way = 0; way < 2; ++way) {
        bring_into_limits(t->group_lower[1], t->group_upper[1], 3, way * stride, stride, &found->wrist);
        if (has_ball || way == 0)
            bring_into_limits(t->group_lower[0], t->group_upper[0], inputs + 1, way * stride, stride, &found->placing);
    }
}

void SWVI_LANE_LOOP(adaptive, SWVI_LANES)(const swv_adaptive *table, const swv_vec3 *wrist, double swivel,
                                          const swv_quat *hand, swvi_adaptive_found *found)
{
    if (table->placing == 4)
        adaptive_lanes_look_up(table, true, wrist, swivel, hand, found);
    else
        adaptive_lanes_look_up(table, false, wrist, swivel, hand, found);
}
#undef TURN

// ---- papers/kim_tarokh/lanes/puma_lanes.c ----

// The loop over Pumas, compiled once per instruction set: SWVI_LANES is its name. In passes over blocks, as arm_lanes.c says.

// Every call inside is inlined, however large the whole becomes: a loop with a call in it is not made into lanes.
#undef SWV_INLINE
#define SWV_INLINE static inline __attribute__((always_inline))

enum { BLOCK = 128 };
#define APART     static __attribute__((noinline))
#define FOR_LANES _Pragma("omp simd") for (size_t i = 0; i < count; i++)

typedef struct block {
    double sine[6][BLOCK], cosine[6][BLOCK], outcome[BLOCK];
} block;

// A position or a quaternion that is not finite, or a quaternion that is zero, is no target; one whose square would overflow or
// vanish is brought nearer to unit length by a power of two, which changes no bit of its direction.
APART void puma_lanes_directions(const swvi_puma_family *family, const swv_puma_batch *batch, size_t first, size_t count, block *b)
{
    const double *px = batch->px + first, *py = batch->py + first, *pz = batch->pz + first;
    const double *qx = batch->qx + first, *qy = batch->qy + first, *qz = batch->qz + first, *qw = batch->qw + first;
    const swvi_puma_shape shape = family->shape;
    const swvi_puma_free  zero = { 0.0, 1.0, 0.0, 1.0, 0.0, 1.0 };
    const double          side = family->side, bend = family->bend, tolerance = 1e-12 * shape.reach;
    FOR_LANES
    {
        const double none = (((px[i] - px[i]) + (py[i] - py[i])) + (pz[i] - pz[i])) +
                            (((qx[i] - qx[i]) + (qy[i] - qy[i])) + ((qz[i] - qz[i]) + (qw[i] - qw[i])));
        const double               ax = fabs(qx[i]), ay = fabs(qy[i]), az = fabs(qz[i]), aw = fabs(qw[i]);
        const double               axy = ax > ay ? ax : ay, azw = az > aw ? az : aw, size = axy > azw ? axy : azw;
        const double               scale = size > 0x1p400 ? 0x1p-700 : size < 0x1p-400 ? 0x1p700 : 1.0;
        const swvi_hand_axes       g = swvi_hand_axes_of(scale * qx[i], scale * qy[i], scale * qz[i], scale * qw[i]);
        const swvi_puma_target     t = swvi_puma_target_of(&shape, px[i], py[i], pz[i]);
        const swvi_puma_directions d = swvi_puma_way_of(&shape, &t, &g, &zero, side, bend);
        b->sine[0][i] = d.sin0;
        b->cosine[0][i] = d.cos0;
        b->sine[1][i] = d.sin1;
        b->cosine[1][i] = d.cos1;
        b->sine[2][i] = d.sin2;
        b->cosine[2][i] = d.cos2;
        b->sine[3][i] = d.sin3;
        b->cosine[3][i] = d.cos3;
        b->sine[4][i] = d.sin4;
        b->cosine[4][i] = d.cos4;
        b->sine[5][i] = d.sin5;
        b->cosine[5][i] = d.cos5;
        const double beyond = t.excess > tolerance ? (double)SWV_OUT_OF_REACH : (double)SWV_REACHED;
        const double miss = t.excess < -tolerance ? (double)SWV_TOO_NEAR : beyond;
        b->outcome[i] = ((none == 0.0) & (size > 0.0)) ? miss : (double)SWV_INVALID_TARGET;
    }
}

APART void angles(const double *sine, const double *cosine, double *angle, size_t count)
{
    FOR_LANES
    {
        angle[i] = swvi_angle(sine[i], cosine[i]);
    }
}

// The wrist's other way: half a turn from q3 and from q5, and -q4.
APART void flip(double *q3, double *q4, double *q5, size_t count)
{
    FOR_LANES
    {
        q3[i] = q3[i] > 0.0 ? q3[i] - SWVI_PI : q3[i] + SWVI_PI;
        q4[i] = -q4[i];
        q5[i] = q5[i] > 0.0 ? q5[i] - SWVI_PI : q5[i] + SWVI_PI;
    }
}

void SWVI_LANE_LOOP(puma, SWVI_LANES)(const swvi_puma_family *family, const swv_puma_batch *batch, size_t first,
                                      size_t count)
{
    block b;
    for (size_t length; count > 0; first += length, count -= length) {
        length = count < BLOCK ? count : BLOCK;
        puma_lanes_directions(family, batch, first, length, &b);
        for (int joint = 0; joint < 6; joint++)
            angles(b.sine[joint], b.cosine[joint], batch->q[joint] + first, length);
        if (family->is_flipped)
            flip(batch->q[3] + first, batch->q[4] + first, batch->q[5] + first, length);
        for (size_t i = 0; i < length; i++) {
            batch->outcome[first + i] = (unsigned char)(int)b.outcome[i];
            for (int joint = 0; joint < 6 && b.outcome[i] == SWV_INVALID_TARGET; joint++)
                batch->q[joint][first + i] = 0.0;
        }
    }
}

// ---- one target, all ways ----

// Four angles of the joints that `joint` names, turned into their limits.
SWV_INLINE void into_limits(const swvi_puma_task *task, const int joint[4], double *angle, double *outside)
{
    double low[4], high[4], bit[4];
    for (int i = 0; i < 4; i++) {
        low[i] = task->low[joint[i]];
        high[i] = task->high[joint[i]];
        bit[i] = (double)(1 << joint[i]);
    }
#pragma omp simd
    for (int i = 0; i < 4; i++) {
        const double a = angle[i], turned = a + (a < low[i] ? 2.0 * SWVI_PI : -2.0 * SWVI_PI);
        const bool   is_inside = (a >= low[i]) & (a <= high[i]),
                   is_turn_inside = (turned >= low[i]) & (turned <= high[i]);
        angle[i] = (is_inside | !is_turn_inside) ? a : turned;
        outside[i] = (is_inside | is_turn_inside) ? 0.0 : bit[i];
    }
}

void SWVI_LANE_LOOP(puma_ways, SWVI_LANES)(const swvi_puma_task *task, swvi_puma_ways *ways)
{
    enum { puma_lanes_DIRECTIONS = SWVI_PUMA_FLIPPED };
    static const double    side[4] = { 1.0, -1.0, 1.0, -1.0 }, bend[4] = { 1.0, 1.0, -1.0, -1.0 };
    static const int       joints[8][4] = { { 0, 0, 2, 2 }, { 1, 1, 1, 1 }, { 3, 3, 3, 3 }, { 4, 4, 4, 4 },
                                            { 5, 5, 5, 5 }, { 3, 3, 3, 3 }, { 4, 4, 4, 4 }, { 5, 5, 5, 5 } };
    const swvi_puma_shape  shape = task->shape;
    const swvi_puma_free   other = task->other;
    const swv_vec3         p = task->hand.position;
    const swv_quat         r = task->hand.rotation;
    const swvi_hand_axes   axes = swvi_hand_axes_of(r.x, r.y, r.z, r.w);
    const swvi_puma_target target = swvi_puma_target_of(&shape, p.x, p.y, p.z);
    double                 sine[puma_lanes_DIRECTIONS], cosine[puma_lanes_DIRECTIONS], elbow_sine[4], elbow_cosine[4];
    double                *angle = ways->angle;
#pragma omp simd
    for (int way = 0; way < 4; way++) {
        const swvi_puma_directions d = swvi_puma_way_of(&shape, &target, &axes, &other, side[way], bend[way]);
        sine[way] = d.sin0;
        cosine[way] = d.cos0;
        elbow_sine[way] = d.sin2;
        elbow_cosine[way] = d.cos2;
        sine[SWVI_PUMA_SHOULDER + way] = d.sin1;
        cosine[SWVI_PUMA_SHOULDER + way] = d.cos1;
        sine[SWVI_PUMA_WRIST + way] = d.sin3;
        cosine[SWVI_PUMA_WRIST + way] = d.cos3;
        sine[SWVI_PUMA_WRIST + 4 + way] = d.sin4;
        cosine[SWVI_PUMA_WRIST + 4 + way] = d.cos4;
        sine[SWVI_PUMA_WRIST + 8 + way] = d.sin5;
        cosine[SWVI_PUMA_WRIST + 8 + way] = d.cos5;
    }
    for (int i = 0; i < 2; i++) {
        sine[SWVI_PUMA_ELBOW + i] = elbow_sine[2 * i];
        cosine[SWVI_PUMA_ELBOW + i] = elbow_cosine[2 * i];
    }
#pragma omp simd
    for (int i = 0; i < puma_lanes_DIRECTIONS; i++)
        angle[i] = swvi_angle(sine[i], cosine[i]);
#pragma omp simd
    for (int i = 0; i < 4; i++) {
        const double q3 = angle[SWVI_PUMA_WRIST + i], q5 = angle[SWVI_PUMA_WRIST + 8 + i];
        angle[SWVI_PUMA_FLIPPED + i] = q3 > 0.0 ? q3 - SWVI_PI : q3 + SWVI_PI;
        angle[SWVI_PUMA_FLIPPED + 4 + i] = -angle[SWVI_PUMA_WRIST + 4 + i];
        angle[SWVI_PUMA_FLIPPED + 8 + i] = q5 > 0.0 ? q5 - SWVI_PI : q5 + SWVI_PI;
    }
    for (int i = 0; i < 8; i++)
        into_limits(task, joints[i], angle + 4 * i, ways->outside + 4 * i);
    ways->excess = target.excess;
}
#undef APART
#undef FOR_LANES
