// SPDX-License-Identifier: MIT
// Random matrices of every size, condition and rank, and what tests of linear algebra do with them; stored by rows.
#ifndef SWIVEL_TESTS_MATRICES_H
#define SWIVEL_TESTS_MATRICES_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "check.h"
#include "swivel/base.h"

#define MAX  SWV_MAX_JOINTS
#define UNIT 0x1p-53

static inline double largest_of(double a, double b)
{
    return a > b ? a : b;
}

static inline double length_of(const double *x, int count)
{
    long double sum = 0.0L;
    for (int i = 0; i < count; i++)
        sum += (long double)x[i] * x[i];
    return (double)sqrtl(sum);
}

static inline double distance(const double *x, const double *y, int count)
{
    long double sum = 0.0L;
    for (int i = 0; i < count; i++)
        sum += ((long double)x[i] - y[i]) * ((long double)x[i] - y[i]);
    return (double)sqrtl(sum);
}

static inline void copy(double *to, const double *from, int count)
{
    memcpy(to, from, (size_t)count * sizeof(double));
}

static inline void transpose(double *to, const double *a, int m, int n)
{
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++)
            to[j * m + i] = a[i * n + j];
    }
}

// c (m x n) = a (m x l) b (l x n), in extended precision
static inline void multiply(double *c, const double *a, const double *b, int m, int l, int n)
{
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            long double sum = 0.0L;
            for (int k = 0; k < l; k++)
                sum += (long double)a[i * l + k] * b[k * n + j];
            c[i * n + j] = (double)sum;
        }
    }
}

static inline void fill(uint64_t *seed, double *a, int count)
{
    for (int i = 0; i < count; i++)
        a[i] = random_between(seed, -1.0, 1.0);
}

// Reflect all rows (of n entries) of a, or all its columns, in a random direction.
static inline void reflect_at_random(uint64_t *seed, double *a, int m, int n, bool rows)
{
    double    v[MAX];
    const int count = rows ? n : m;
    fill(seed, v, count);
    const double squared = length_of(v, count) * length_of(v, count);
    for (int i = 0; i < (rows ? m : n); i++) {
        double     *start = rows ? a + i * n : a + i;
        const int   stride = rows ? 1 : n;
        long double sum = 0.0L;
        for (int p = 0; p < count; p++)
            sum += (long double)start[p * stride] * v[p];
        for (int p = 0; p < count; p++)
            start[p * stride] -= (double)(2.0L * sum / squared * v[p]);
    }
}

// Singular values fall from 1 to 1 / condition, evenly in the exponent, or all but the last are 1.
static inline void fill_with_condition(uint64_t *seed, double *a, int m, int n, double condition)
{
    const int  count = m < n ? m : n;
    const bool evenly = random_below(seed, 2);
    memset(a, 0, (size_t)(m * n) * sizeof *a);
    for (int i = 0; i < count; i++) {
        const double part = count == 1 ? 0.0 : (double)i / (count - 1);
        a[i * n + i] = evenly ? pow(condition, -part) : i == count - 1 && i > 0 ? 1.0 / condition : 1.0;
    }
    for (int times = 0; times < 3; times++) {
        reflect_at_random(seed, a, m, n, true);
        reflect_at_random(seed, a, m, n, false);
    }
}

// A product of integer matrices: its entries are exact, and so is its rank.
static inline void fill_with_rank(uint64_t *seed, double *a, int m, int n, int rank)
{
    static double left[MAX * MAX], right[MAX * MAX];
    for (int i = 0; i < m * rank; i++)
        left[i] = random_below(seed, 19) - 9;
    for (int i = 0; i < rank * n; i++)
        right[i] = random_below(seed, 19) - 9;
    multiply(a, left, right, m, rank, n);
}

// Small sizes mostly; every size up to 64 now and then.
static inline int any_size(uint64_t *seed)
{
    return 1 + random_below(seed, random_below(seed, 12) == 0 ? MAX : 10);
}

static inline void any_shape(uint64_t *seed, int *m, int *n)
{
    const int kind = random_below(seed, 8);
    *m = kind < 2 ? 6 : any_size(seed);
    *n = kind < 2 ? 1 + random_below(seed, MAX) : kind == 2 ? 6 : kind == 3 ? *m : any_size(seed);
    if (kind == 2)
        *m = 1 + random_below(seed, MAX);
}

typedef enum matrix_kind {
    GENERIC,
    CONDITIONED,
    LOW_RANK,
    ZERO,
    SAME_ROWS,
    SAME_COLUMNS,
    GRADED_ROWS,
    GRADED_COLUMNS,
    SPARSE,
    KIND_COUNT,
} matrix_kind;

static inline void fill_with_kind(uint64_t *seed, matrix_kind kind, double *a, int m, int n)
{
    const int count = m < n ? m : n;
    fill(seed, a, m * n);
    switch (kind) {
    case CONDITIONED:
        fill_with_condition(seed, a, m, n, pow(10.0, random_between(seed, 0.0, 15.0)));
        break;
    case LOW_RANK:
        fill_with_rank(seed, a, m, n, 1 + random_below(seed, count));
        break;
    case ZERO:
        memset(a, 0, (size_t)(m * n) * sizeof *a);
        break;
    case SAME_ROWS:
        copy(a, a + random_below(seed, m) * n, n);
        break;
    case SAME_COLUMNS:
        for (int i = 0, j = random_below(seed, n); i < m; i++)
            a[i * n] = a[i * n + j];
        break;
    case GRADED_ROWS:
    case GRADED_COLUMNS:
        for (int i = 0; i < m * n; i++)
            a[i] = ldexp(a[i], -3 * (kind == GRADED_ROWS ? i / n : i % n));
        break;
    case SPARSE:
        for (int i = 0; i < m * n; i++)
            a[i] = random_below(seed, 3) == 0 ? a[i] : 0.0;
        break;
    default:
        break;
    }
}

// Powers of two: 1 more often than not, 1e-300, 1e300, and one whose matrices are denormal.
static inline int any_exponent(uint64_t *seed)
{
    static const int exponents[] = { 0, 0, 0, 0, -997, 997, 500, -500, -1060 };
    return exponents[random_below(seed, 9)];
}

// Multiply by 2^exponent, and make `a` what that is without the power: where denormals have rounded, so has a.
static inline void scale_both(double *scaled, double *a, int count, int exponent)
{
    for (int i = 0; i < count; i++) {
        scaled[i] = ldexp(a[i], exponent);
        a[i] = ldexp(scaled[i], -exponent);
    }
}

// Positive definite, with a diagonal of about 1 and a condition of up to 1e12.
static inline void fill_positive(uint64_t *seed, double *a, int n)
{
    static double g[MAX * MAX], gt[MAX * MAX];
    fill_with_condition(seed, g, n, n, pow(10.0, random_between(seed, 0.0, 6.0)));
    transpose(gt, g, n, n);
    multiply(a, g, gt, n, n, n);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            a[j * n + i] = a[i * n + j];
    }
}

static inline uint64_t hash_doubles(uint64_t hash, const double *x, int count)
{
    for (int i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, x + i, sizeof bits);
        hash = (hash ^ bits) * 0x100000001B3u;
        hash ^= hash >> 29;
    }
    return hash;
}

#endif
