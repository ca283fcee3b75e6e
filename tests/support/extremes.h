// SPDX-License-Identifier: MIT
// For tests of linear algebra where something is wrong or extreme: sizes, numbers that are not finite, outputs that are filled with NaN before each
// call and finite after it.
#ifndef SWIVEL_TESTS_EXTREMES_H
#define SWIVEL_TESTS_EXTREMES_H

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "check.h"
#include "swivel/base.h"

#define MAX SWV_MAX_JOINTS

static const int bad_sizes[] = { 0, -1, MAX + 1, INT_MIN, INT_MAX };
#define BAD_SIZE_COUNT ((int)(sizeof bad_sizes / sizeof *bad_sizes))

static const double not_finite[] = { NAN, INFINITY, -INFINITY };

static const int shapes[][2] = { { 1, 1 }, { 2, 2 }, { 3, 3 }, { 6, 6 }, { 6, 7 }, { 7, 6 }, { 1, 5 }, { 5, 1 } };
#define SHAPE_COUNT ((int)(sizeof shapes / sizeof *shapes))

static const double extremes[] = { DBL_TRUE_MIN, 3 * DBL_TRUE_MIN, DBL_MIN, 1e-300, 1.0, 1e300, DBL_MAX };
#define EXTREME_COUNT ((int)(sizeof extremes / sizeof *extremes))

static inline void fill_nan(double *y, int count)
{
    for (int i = 0; i < count; i++)
        y[i] = NAN;
}

static inline void assert_all_finite(const double *y, int count)
{
    for (int i = 0; i < count; i++)
        assert_true(isfinite(y[i]));
}

static inline void assert_all_zero(const double *y, int count)
{
    for (int i = 0; i < count; i++)
        assert_true(y[i] == 0.0);
}

// Well-conditioned, and positive definite where square.
static inline void fill_good(double *y, int m, int n)
{
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++)
            y[i * n + j] = i == j ? 2.0 : 1.0 / (2 + i + j);
    }
}

static inline void fill_value(double *y, int count, double value)
{
    for (int i = 0; i < count; i++)
        y[i] = value;
}

// Any bits that are a finite number, exponents all over the range, zeros between them.
static inline double any_double(uint64_t *seed)
{
    for (;;) {
        const uint64_t bits = random_bits(seed);
        double         y;
        memcpy(&y, &bits, sizeof y);
        if (random_below(seed, 4) == 0)
            return 0.0;
        if (isfinite(y))
            return random_below(seed, 3) == 0 ? y : ldexp(y < 0.0 ? -1.0 : 1.0, random_below(seed, 2000) - 1000);
    }
}

#endif
