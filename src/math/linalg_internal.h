// SPDX-License-Identifier: MIT
// What the files of the linear algebra share: sizes, magnitudes read from the bits, exact scaling by powers of two,
// a dot product with one fixed order of summation.
//
// A finite double is m * 2^e with 1 <= m < 2 and -1022 <= e <= 1023, or a denormal below 2^-1022. Multiplying by a
// power of two changes e only, and is exact unless the result is denormal or overflows. Magnitudes compare like
// their bits read as an integer, with every infinity and NaN above the finite numbers: one pass finds the largest
// magnitude and whether everything is finite.
#ifndef SWIVEL_MATH_LINALG_INTERNAL_H
#define SWIVEL_MATH_LINALG_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "math/scalar.h"

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
    return swvi_bits(x) & 0x7FFFFFFFFFFFFFFFu;
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
/// most 2^63) overflows nor their rounding meets the denormals. Usually b is near enough for shift 0 to do: within 2^400, chosen.
/// Where the matrix spans so many orders that the first choice overflows, the second is tried.
///
/// x  in: b. out: the solution, of b scaled by each of these in turn until it is finite. `substitute` solves with the factor of an n x n matrix whose
/// largest entry has this exponent. SWV_NOT_FINITE, and zeros, if it never is.
static inline swv_status swvi_solve_scaled(void (*substitute)(const double *factor, int n, double *x),
                                           const double *factor, int n, int matrix_exponent, double *x)
{
    double     b[SWV_MAX_JOINTS];
    const int  level = swvi_clamp_int(matrix_exponent, -900, 900), b_exponent = swvi_exponent(swvi_largest(x, n));
    const bool is_moderate = b_exponent >= -900 && b_exponent <= 900;
    const bool is_near = is_moderate && level - b_exponent <= 400 && b_exponent - level <= 400;
    const int  shift[2] = { is_near ? 0 : level - b_exponent, is_near ? level - b_exponent : 0 };
    memcpy(b, x, (size_t)n * sizeof *b);
    for (int attempt = 0; attempt < 2; attempt++) {
        memcpy(x, b, (size_t)n * sizeof *b);
        swvi_scale_all(x, n, shift[attempt]);
        substitute(factor, n, x);
        swvi_scale_all(x, n, -shift[attempt]);
        if (swvi_magnitude_is_finite(swvi_largest(x, n)))
            return SWV_OK;
    }
    return swvi_fail(x, n, SWV_NOT_FINITE);
}

#endif
