// SPDX-License-Identifier: MIT
// Linear algebra against LAPACK, and against what defines each result, on random matrices of every size and condition.
//
// Tolerances are multiples of u = 2^-53, the error of one operation. A bound that is proven for every matrix and every
// rounding stands as it is (Cholesky, LU: Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition 2002,
// theorems 9.3, 9.4, 10.3, 10.4). The proven bounds for reflections and rotations, m n u and more, are far from what
// rounding does: errors of random sign grow like the root of their number. There the tolerance is GROWTH * (m + n) u,
// still linear in the size. A wrong factor, sign or index is off by 1e10 times as much.
#include "check.h"

#include <lapacke.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "math/linalg.h"

#define MAX  SWV_MAX_JOINTS
#define UNIT 0x1p-53

// Orthogonal transformations: each entry takes part in m + n of them at most, and each rounds it by up to 3 u.
#define GROWTH 4.0

// Orthonormality after s sweeps: a vector is rounded by up to 2 u in each of s (m + n) rotations, at random. The root
// of that, s about 6, makes 5 sqrt(m + n) u; an error of one sign, however small, would grow linearly and show.
#define ORTHONORMAL(m, n) (6.0 * sqrt((m) + (n)) * UNIT)

// Of results_have_the_same_bits_everywhere. Changes only with the algorithms.
#define GOLDEN_HASH 0xE5E769A8C353B88Cu

static double largest_of(double a, double b)
{
    return a > b ? a : b;
}

static double length_of(const double *x, int count)
{
    long double sum = 0.0L;
    for (int i = 0; i < count; i++)
        sum += (long double)x[i] * x[i];
    return (double)sqrtl(sum);
}

static double distance(const double *x, const double *y, int count)
{
    long double sum = 0.0L;
    for (int i = 0; i < count; i++)
        sum += ((long double)x[i] - y[i]) * ((long double)x[i] - y[i]);
    return (double)sqrtl(sum);
}

static void copy(double *to, const double *from, int count)
{
    memcpy(to, from, (size_t)count * sizeof(double));
}

static void transpose(double *to, const double *a, int m, int n)
{
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++)
            to[j * m + i] = a[i * n + j];
    }
}

// c (m x n) = a (m x l) b (l x n), in extended precision
static void multiply(double *c, const double *a, const double *b, int m, int l, int n)
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

/////////////////////////////////////////////////////////////////////////////////////////////////// matrices

static void fill(uint64_t *seed, double *a, int count)
{
    for (int i = 0; i < count; i++)
        a[i] = random_between(seed, -1.0, 1.0);
}

// Reflect all rows (of n entries) of a, or all its columns, in a random direction.
static void reflect_at_random(uint64_t *seed, double *a, int m, int n, bool rows)
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
static void fill_with_condition(uint64_t *seed, double *a, int m, int n, double condition)
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
static void fill_with_rank(uint64_t *seed, double *a, int m, int n, int rank)
{
    static double left[MAX * MAX], right[MAX * MAX];
    for (int i = 0; i < m * rank; i++)
        left[i] = random_below(seed, 19) - 9;
    for (int i = 0; i < rank * n; i++)
        right[i] = random_below(seed, 19) - 9;
    multiply(a, left, right, m, rank, n);
}

// Small sizes mostly; every size up to 64 now and then.
static int any_size(uint64_t *seed)
{
    return 1 + random_below(seed, random_below(seed, 12) == 0 ? MAX : 10);
}

static void any_shape(uint64_t *seed, int *m, int *n)
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

static void fill_with_kind(uint64_t *seed, matrix_kind kind, double *a, int m, int n)
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
static int any_exponent(uint64_t *seed)
{
    static const int exponents[] = { 0, 0, 0, 0, -997, 997, 500, -500, -1060 };
    return exponents[random_below(seed, 9)];
}

// Multiply by 2^exponent, and make `a` what that is without the power: where denormals have rounded, so has a.
static void scale_both(double *scaled, double *a, int count, int exponent)
{
    for (int i = 0; i < count; i++) {
        scaled[i] = ldexp(a[i], exponent);
        a[i] = ldexp(scaled[i], -exponent);
    }
}

// Positive definite, with a diagonal of about 1 and a condition of up to 1e12.
static void fill_positive(uint64_t *seed, double *a, int n)
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

static double a[MAX * MAX], a0[MAX * MAX], b[MAX * MAX], c[MAX * MAX], d[MAX * MAX];
static double u[MAX * MAX], vt[MAX * MAX], scratch[4 * MAX * MAX];

/////////////////////////////////////////////////////////////////////////////////////////////////// Cholesky

static void cholesky_factors_multiply_to_the_matrix(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int run = 0; run < CASES(20000); run++) {
        const int n = any_size(&seed), exponent = 2 * (any_exponent(&seed) / 2);
        fill_positive(&seed, a0, n);
        const bool graded = random_below(&seed, 4) == 0 && exponent == 0;
        for (int i = 0; i < n && graded; i++) {
            for (int j = 0; j < n; j++)
                a0[i * n + j] = ldexp(a0[i * n + j], -7 * (i + j));
        }
        scale_both(a, a0, n * n, exponent);
        const swv_status status = swvi_cholesky_factor(a, n);
        if (exponent == -1060 && status == SWV_SINGULAR)
            continue;  // so few bits that a is no longer positive definite
        assert_int_equal(status, SWV_OK);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                long double sum = -a0[i * n + j];
                for (int k = 0; k <= j; k++)
                    sum += ldexpl(a[i * n + k], -exponent / 2) * ldexpl(a[j * n + k], -exponent / 2);
                // Theorem 10.3: gamma_(n+1); one more, for the division is a multiplication by the inverse; one spare
                assert_near((double)sum, 0.0, (n + 3) * UNIT * sqrt(a0[i * n + i]) * sqrt(a0[j * n + j]));
            }
            for (int j = i + 1; j < n; j++)
                assert_true(ldexp(a[i * n + j], -exponent) == a0[i * n + j]);  // left alone
        }
        if (!graded) {
            // To first order the factor moves by n u times the condition (Sun 1991), for which 1 / smallest^2 stands.
            copy(c, a0, n * n);
            assert_int_equal(LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', n, c, n), 0);
            double smallest = 1.0;
            for (int i = 0; i < n; i++)
                smallest = fmin(smallest, c[i * n + i]);
            for (int i = 0; i < n && smallest > 1e-2 && exponent != -1060; i++) {
                for (int j = 0; j <= i; j++)
                    assert_near(ldexp(a[i * n + j], -exponent / 2), c[i * n + j], 4 * n * UNIT / (smallest * smallest));
            }
        }
    }
}

static void cholesky_solution_has_a_small_residual(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int run = 0; run < CASES(20000); run++) {
        const int n = any_size(&seed), exponent = 2 * (any_exponent(&seed) / 2);
        fill_positive(&seed, a0, n);
        fill(&seed, b, n);
        if (exponent == -1060)
            continue;
        scale_both(a, a0, n * n, exponent);
        const int b_exponent = exponent == 0 ? any_exponent(&seed) : exponent;
        scale_both(c, b, n, b_exponent);
        assert_int_equal(swvi_cholesky_factor(a, n), SWV_OK);
        const swv_status status = swvi_cholesky_solve(a, n, c);
        if (b_exponent == 997 && exponent == 0 && status == SWV_NOT_FINITE)
            continue;  // 1e300 times the inverse of a matrix of condition 1e12
        assert_int_equal(status, SWV_OK);
        if (b_exponent == -1060 && exponent == 0)
            continue;  // the solution is denormal itself: see the exact results of linalg_degenerate
        for (int i = 0; i < n; i++)
            c[i] = ldexp(c[i], exponent - b_exponent);
        for (int i = 0; i < n; i++) {
            long double sum = -b[i], bound = 0.0L;
            for (int j = 0; j < n; j++) {
                sum += (long double)a0[i * n + j] * c[j];
                long double product = 0.0L;
                for (int k = 0; k <= (i < j ? i : j); k++)
                    product += fabsl(ldexpl(a[i * n + k], -exponent / 2) * ldexpl(a[j * n + k], -exponent / 2));
                bound += product * fabsl((long double)c[j]);
            }
            // Theorem 10.4: gamma_(3n+1) |L||L'||x|; two more as above
            assert_near((double)sum, 0.0, (3 * n + 3) * UNIT * (double)bound);
        }
    }
}

static void cholesky_refuses_what_is_not_positive(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int run = 0; run < CASES(10000); run++) {
        const int n = 2 + random_below(&seed, 12);
        const int i = random_below(&seed, n), j = (i + 1 + random_below(&seed, n - 1)) % n;
        // Row and column i the same as j: the rank is n - 1.
        fill_positive(&seed, a, n);
        for (int k = 0; k < n; k++)
            a[i * n + k] = a[j * n + k];
        for (int k = 0; k < n; k++)
            a[k * n + i] = a[k * n + j];
        assert_int_equal(swvi_cholesky_factor(a, n), SWV_SINGULAR);
        // Negative in some direction.
        fill_positive(&seed, a, n);
        a[i * n + j] = a[j * n + i] = 1.001 * sqrt(a[i * n + i] * a[j * n + j]);
        const int exponent = 300 * (random_below(&seed, 7) - 3);
        for (int k = 0; k < n * n; k++)
            a[k] = ldexp(a[k], exponent);
        assert_int_equal(swvi_cholesky_factor(a, n), SWV_SINGULAR);
        for (int k = 0; k < n * n; k++)
            assert_true(isfinite(a[k]));
    }
}

/////////////////////////////////////////////////////////////////////////////////////////////////// LU

static void lu_factors_multiply_to_the_exchanged_matrix(void **state)
{
    (void)state;
    uint64_t seed = 4;
    int      pivot[MAX], lapack_pivot[MAX], compared = 0;
    for (int run = 0; run < CASES(20000); run++) {
        const int         n = any_size(&seed), exponent = any_exponent(&seed);
        const matrix_kind kind = (matrix_kind)random_below(&seed, KIND_COUNT);
        fill_with_kind(&seed, kind, a0, n, n);
        scale_both(a, a0, n * n, exponent);
        const swv_status status = swvi_lu_factor(a, n, pivot);
        copy(c, a0, n * n);
        const int info = LAPACKE_dgetrf(LAPACK_ROW_MAJOR, n, n, c, n, lapack_pivot);
        if (status == SWV_SINGULAR) {
            assert_true(kind != GENERIC || exponent == -1060);
            continue;
        }
        assert_int_equal(status, SWV_OK);
        assert_true(kind != ZERO);
        copy(d, a0, n * n);
        for (int k = 0; k < n; k++) {
            assert_in_range(pivot[k], k, n - 1);
            for (int j = 0; j < n; j++) {
                const double kept = d[k * n + j];
                d[k * n + j] = d[pivot[k] * n + j];
                d[pivot[k] * n + j] = kept;
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                long double sum = -d[i * n + j], bound = 0.0L;
                for (int k = 0; k <= (i < j ? i : j); k++) {
                    const long double product = (k == i ? 1.0L : a[i * n + k]) * ldexpl(a[k * n + j], -exponent);
                    sum += product;
                    bound += fabsl(product);
                }
                for (int k = 0; k < i; k++)
                    assert_true(fabs(a[i * n + k]) <= 1.0);
                // Theorem 9.3: gamma_n |L||U|, and what underflows: n roundings to multiples of 2^-1074
                assert_near((double)sum, 0.0, n * UNIT * (double)bound + n * ldexp(1.0, -1074 - exponent));
            }
        }
        if (kind == GENERIC && info == 0 && exponent != -1060) {
            compared++;
            for (int k = 0; k < n; k++)
                assert_int_equal(pivot[k], lapack_pivot[k] - 1);
        }
    }
    assert_true(compared > CASES(1000));
}

static void lu_solution_agrees_with_lapack(void **state)
{
    (void)state;
    uint64_t seed = 5;
    int      pivot[MAX], lapack_pivot[MAX];
    for (int run = 0; run < CASES(20000); run++) {
        const int    n = any_size(&seed), exponent = (random_below(&seed, 3) - 1) * 997;
        const int    b_exponent = exponent == 0 ? (random_below(&seed, 3) - 1) * 900 : exponent;
        const double condition = pow(10.0, random_between(&seed, 0.0, 15.0));
        fill_with_condition(&seed, a0, n, n, condition);
        fill(&seed, b, n);
        scale_both(a, a0, n * n, exponent);
        scale_both(d, b, n, b_exponent);
        assert_int_equal(swvi_lu_factor(a, n, pivot), SWV_OK);
        assert_int_equal(swvi_lu_solve(a, pivot, n, d), SWV_OK);
        for (int i = 0; i < n; i++)
            d[i] = ldexp(d[i], exponent - b_exponent);
        // Theorem 9.4: |b - a x| <= gamma_3n |L||U||x|, rows exchanged
        for (int i = 0; i < n; i++)
            vt[i] = b[i];
        copy(u, a0, n * n);
        for (int k = 0; k < n; k++) {
            const double kept = vt[k];
            vt[k] = vt[pivot[k]];
            vt[pivot[k]] = kept;
            for (int j = 0; j < n; j++) {
                const double entry = u[k * n + j];
                u[k * n + j] = u[pivot[k] * n + j];
                u[pivot[k] * n + j] = entry;
            }
        }
        for (int i = 0; i < n; i++) {
            long double sum = -vt[i], bound = 0.0L;
            for (int j = 0; j < n; j++) {
                sum += (long double)u[i * n + j] * d[j];
                for (int k = 0; k <= (i < j ? i : j); k++)
                    bound += fabsl((k == i ? 1.0L : a[i * n + k]) * ldexpl(a[k * n + j], -exponent) * d[j]);
            }
            assert_near((double)sum, 0.0, (3 * n + 1) * UNIT * (double)bound);
        }
        copy(c, a0, n * n);
        LAPACKE_dgetrf(LAPACK_ROW_MAJOR, n, n, c, n, lapack_pivot);
        copy(vt, b, n);
        LAPACKE_dgetrs(LAPACK_ROW_MAJOR, 'N', n, 1, c, n, lapack_pivot, vt, 1);
        // Both are off by up to the condition times their own residual.
        assert_near(distance(d, vt, n), 0.0, 16 * n * UNIT * condition * length_of(vt, n));
    }
}

/////////////////////////////////////////////////////////////////////////////////////////////////// QR

// Columns of Q: the reflections applied to the columns of I, from the last to the first.
static void form_q(double *q, const double *factor, const double *tau, int m, int n)
{
    memset(q, 0, (size_t)(m * n) * sizeof *q);
    for (int j = 0; j < n; j++)
        q[j * n + j] = 1.0;
    for (int k = n - 1; k >= 0; k--) {
        for (int j = 0; j < n; j++) {
            long double w = q[k * n + j];
            for (int i = k + 1; i < m; i++)
                w += (long double)factor[i * n + k] * q[i * n + j];
            w *= tau[k];
            q[k * n + j] -= (double)w;
            for (int i = k + 1; i < m; i++)
                q[i * n + j] -= (double)(factor[i * n + k] * w);
        }
    }
}

static double farthest_from_orthonormal_columns(const double *q, int m, int n)
{
    double farthest = 0.0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            long double sum = i == j ? -1.0L : 0.0L;
            for (int k = 0; k < m; k++)
                sum += (long double)q[k * n + i] * q[k * n + j];
            farthest = largest_of(farthest, fabs((double)sum));
        }
    }
    return farthest;
}

static void qr_factors_multiply_to_the_matrix(void **state)
{
    (void)state;
    uint64_t seed = 6;
    double   tau[MAX];
    for (int run = 0; run < CASES(20000); run++) {
        int m, n;
        any_shape(&seed, &m, &n);
        if (m < n) {
            const int kept = m;
            m = n;
            n = kept;
        }
        const int         exponent = any_exponent(&seed);
        const matrix_kind kind = (matrix_kind)random_below(&seed, KIND_COUNT);
        fill_with_kind(&seed, kind, a0, m, n);
        scale_both(a, a0, m * n, exponent);
        assert_int_equal(swvi_qr_factor(a, m, n, tau), SWV_OK);
        form_q(u, a, tau, m, n);
        assert_near(farthest_from_orthonormal_columns(u, m, n), 0.0, GROWTH * (m + n) * UNIT);
        for (int j = 0; j < n; j++) {
            long double error = 0.0L, squared = 0.0L;
            for (int i = 0; i < m; i++) {
                long double sum = -a0[i * n + j];
                for (int k = 0; k <= j; k++)
                    sum += u[i * n + k] * ldexpl(a[k * n + j], -exponent);
                error += sum * sum;
                squared += (long double)a0[i * n + j] * a0[i * n + j];
            }
            // Each column is as exact as its own length; R's column of n entries may round to multiples of 2^-1074.
            assert_near((double)sqrtl(error), 0.0,
                        GROWTH * (m + n) * UNIT * (double)sqrtl(squared) + n * ldexp(1.0, -1074 - exponent));
        }
        // R has the same signs as LAPACK's, and the condition of a tall generic matrix is at most about 10.
        if (kind == GENERIC && m >= 2 * n && exponent != -1060) {
            copy(c, a0, m * n);
            LAPACKE_dgeqrf(LAPACK_ROW_MAJOR, m, n, c, n, d);
            for (int i = 0; i < n; i++) {
                for (int j = i; j < n; j++)
                    assert_near(ldexp(a[i * n + j], -exponent), c[i * n + j], 10.0 * GROWTH * (m + n) * UNIT * sqrt(m));
            }
        }
    }
}

static void qr_solution_agrees_with_lapack(void **state)
{
    (void)state;
    uint64_t seed = 7;
    double   tau[MAX];
    for (int run = 0; run < CASES(20000); run++) {
        int m = any_size(&seed), n = any_size(&seed);
        if (m < n) {
            const int kept = m;
            m = n;
            n = kept;
        }
        const int    exponent = (random_below(&seed, 3) - 1) * 997;
        const int    b_exponent = exponent == 0 ? (random_below(&seed, 3) - 1) * 900 : exponent;
        const double condition = pow(10.0, random_between(&seed, 0.0, 12.0));
        fill_with_condition(&seed, a0, m, n, condition);
        fill(&seed, b, m);
        scale_both(a, a0, m * n, exponent);
        scale_both(d, b, m, b_exponent);
        assert_int_equal(swvi_qr_factor(a, m, n, tau), SWV_OK);
        assert_int_equal(swvi_qr_solve(a, tau, m, n, d), SWV_OK);
        for (int i = 0; i < m; i++)
            d[i] = ldexp(d[i], i < n ? exponent - b_exponent : -b_exponent);
        copy(c, a0, m * n);
        copy(vt, b, m);
        assert_int_equal(LAPACKE_dgels(LAPACK_ROW_MAJOR, 'N', m, n, 1, c, n, vt, 1), 0);
        // Theorem 20.1 (Wedin) for backward errors of GROWTH (m + n) u in a and b, |a| = 1, on both sides
        const double residual = length_of(vt + n, m - n), solution = length_of(vt, n);
        const double relative = 2.0 * GROWTH * (m + n) * UNIT;
        assert_near(distance(d, vt, n), 0.0,
                    relative * condition * (solution + length_of(b, m) + condition * residual));
        assert_near(length_of(d + n, m - n), residual, relative * (condition * solution + length_of(b, m)));
    }
}

/////////////////////////////////////////////////////////////////////////////////////////////////// SVD

static void check_svd(const double *matrix, int m, int n, const double *s, int exponent)
{
    const int k = m < n ? m : n;
    for (int i = 0; i < k; i++) {
        assert_true(s[i] >= 0.0);
        assert_true(i == 0 || s[i] <= s[i - 1]);
    }
    assert_near(farthest_from_orthonormal_columns(u, m, k), 0.0, ORTHONORMAL(m, n));
    transpose(d, vt, k, n);
    assert_near(farthest_from_orthonormal_columns(d, n, k), 0.0, ORTHONORMAL(m, n));
    // Singular values are stored as multiples of 2^-1074.
    const double stored = ldexp(1.0, -1074 - exponent);
    const double largest = ldexp(s[0], -exponent);
    long double  error = 0.0L;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            long double sum = -matrix[i * n + j];
            for (int l = 0; l < k; l++)
                sum += u[i * k + l] * ldexpl(s[l], -exponent) * vt[l * n + j];
            error += sum * sum;
        }
    }
    assert_near((double)sqrtl(error), 0.0, GROWTH * (m + n) * UNIT * largest + k * stored);
}

static void svd_multiplies_to_the_matrix_and_agrees_with_lapack(void **state)
{
    (void)state;
    uint64_t seed = 8;
    double   s[MAX], reference[MAX], superb[MAX];
    for (int run = 0; run < CASES(20000); run++) {
        int m, n;
        any_shape(&seed, &m, &n);
        const int         exponent = any_exponent(&seed), k = m < n ? m : n;
        const matrix_kind kind = (matrix_kind)random_below(&seed, KIND_COUNT);
        fill_with_kind(&seed, kind, a0, m, n);
        scale_both(a, a0, m * n, exponent);
        assert_int_equal(swvi_svd(a, m, n, u, s, vt), SWV_OK);
        check_svd(a0, m, n, s, exponent);
        copy(c, a0, m * n);
        assert_int_equal(LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'N', 'N', m, n, c, n, reference, d, m, d, n, superb), 0);
        // Weyl: a singular value moves no further than the matrix, here by the backward errors of both.
        for (int i = 0; i < k; i++)
            assert_near(ldexp(s[i], -exponent), reference[i],
                        2.0 * GROWTH * (m + n) * UNIT * reference[0] + ldexp(1.0, -1074 - exponent));
    }
}

// Rows (or columns) of a well-conditioned matrix, scaled over up to 600 binary orders: each singular value is
// determined to its last digits (Demmel and Veselic: relative to itself, by the condition before the scaling). LAPACK's
// preconditioned Jacobi method finds the same ones.
static void svd_of_graded_matrix_is_accurate_relative_to_each_value(void **state)
{
    (void)state;
    uint64_t seed = 9;
    double   s[MAX], reference[MAX], stat[7];
    int      istat[3];
    for (int run = 0; run < CASES(4000); run++) {
        const int m = 1 + random_below(&seed, 12), n = m + random_below(&seed, 12);
        fill_with_condition(&seed, a0, m, n, 10.0);
        const int step = 1 + random_below(&seed, 50);
        for (int i = 0; i < m; i++) {
            const int exponent = -step * random_below(&seed, m);
            for (int j = 0; j < n; j++)
                a0[i * n + j] = ldexp(a0[i * n + j], exponent);
        }
        const bool transposed = random_below(&seed, 2);
        transpose(c, a0, m, n);
        assert_int_equal(swvi_svd(transposed ? c : a0, transposed ? n : m, transposed ? m : n, u, s, vt), SWV_OK);
        const int info = LAPACKE_dgejsv(LAPACK_ROW_MAJOR, 'F', 'N', 'N', 'N', 'N', 'N', n, m, c, m, reference, d, n, d,
                                        m, stat, istat);
        assert_int_equal(info, 0);
        for (int i = 0; i < m; i++)
            assert_near(s[i], reference[i], 10.0 * 2.0 * GROWTH * (m + n) * UNIT * reference[i]);
    }
}

static void svd_of_rank_deficient_matrix_shows_the_rank(void **state)
{
    (void)state;
    uint64_t seed = 10;
    double   s[MAX];
    for (int run = 0; run < CASES(4000); run++) {
        int m, n;
        any_shape(&seed, &m, &n);
        const int k = m < n ? m : n, rank = 1 + random_below(&seed, k);
        // An orthonormal frame times `rank` ones: singular values 1 and 0, the latter up to rounding.
        fill_with_condition(&seed, a0, m, n, 1.0);
        memset(c, 0, sizeof c);
        for (int i = 0; i < rank; i++)
            c[i * n + i] = 1.0;
        for (int times = 0; times < 3; times++) {
            reflect_at_random(&seed, c, m, n, true);
            reflect_at_random(&seed, c, m, n, false);
        }
        assert_int_equal(swvi_svd(c, m, n, u, s, vt), SWV_OK);
        check_svd(c, m, n, s, 0);
        for (int i = 0; i < k; i++)
            assert_near(s[i], i < rank ? 1.0 : 0.0, 2.0 * GROWTH * (m + n) * UNIT);
    }
}

/////////////////////////////////////////////////////////////////////////////////////////////////// least squares

static void pseudoinverse_meets_moore_and_penrose(void **state)
{
    (void)state;
    uint64_t seed = 11;
    double   s[MAX], superb[MAX];
    for (int run = 0; run < CASES(10000); run++) {
        int m, n;
        any_shape(&seed, &m, &n);
        const matrix_kind kind = (matrix_kind)random_below(&seed, KIND_COUNT);
        const int         exponents[] = { 0, -900, 900, -1010 };
        const int         exponent = exponents[random_below(&seed, 4)];
        const double      tolerance = random_below(&seed, 2) ? 1e-12 : 0.0;
        fill_with_kind(&seed, kind, a0, m, n);
        scale_both(a, a0, m * n, exponent);
        int              rank = -1;
        const swv_status status = swvi_pseudoinverse(a, m, n, tolerance, b, &rank, scratch);
        copy(c, a0, m * n);
        LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'A', 'A', m, n, c, n, s, u, m, vt, n, superb);
        if (exponent == -1010 && status == SWV_NOT_FINITE)
            continue;  // 2^1010 times a condition above 2^14 is too large
        assert_int_equal(status, SWV_OK);
        if (kind == ZERO) {
            assert_int_equal(rank, 0);
            for (int i = 0; i < m * n; i++)
                assert_true(b[i] == 0.0);
            continue;
        }
        // The rank, where the cut does not fall close to a singular value.
        const int    k = m < n ? m : n;
        const double cut = s[0] * (tolerance > 0.0 ? tolerance : (m > n ? m : n) * 0x1p-52);
        bool         determined = true;
        int          expected = 0;
        for (int i = 0; i < k; i++) {
            determined = determined && fabs(s[i] - cut) > 2.0 * GROWTH * (m + n) * UNIT * s[0];
            expected += s[i] > cut;
        }
        if (!determined)
            continue;
        assert_int_equal(rank, expected);
        for (int i = 0; i < m * n; i++)
            b[i] = ldexp(b[i], exponent);

        // a a+ and a+ a are off by the condition among the values kept times the backward error; each is about 1.
        const double  condition = s[0] / s[rank - 1], dropped = rank < k ? s[rank] : 0.0;
        const double  relative = 2.0 * GROWTH * (m + n) * UNIT * condition;
        static double projection[MAX * MAX];
        multiply(projection, a0, b, m, n, m);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < i; j++)
                assert_near(projection[i * m + j], projection[j * m + i], relative + dropped / s[rank - 1]);
        }
        multiply(c, projection, a0, m, m, n);
        assert_near(distance(c, a0, m * n), 0.0, relative * s[0] + 2.0 * sqrt(k) * dropped);
        multiply(projection, b, a0, n, m, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++)
                assert_near(projection[i * n + j], projection[j * n + i], relative + dropped / s[rank - 1]);
        }
        multiply(c, projection, b, n, n, m);
        assert_near(distance(c, b, m * n), 0.0, (relative + dropped / s[rank - 1]) * sqrt(k) / s[rank - 1]);
    }
}

static void pseudoinverse_agrees_with_lapack(void **state)
{
    (void)state;
    uint64_t seed = 12;
    double   s[MAX];
    for (int run = 0; run < CASES(10000); run++) {
        int m, n, rank = 0;
        any_shape(&seed, &m, &n);
        const double condition = pow(10.0, random_between(&seed, 0.0, 10.0));
        fill_with_condition(&seed, a0, m, n, condition);
        assert_int_equal(swvi_pseudoinverse(a0, m, n, 1e-13, b, &rank, scratch), SWV_OK);
        assert_int_equal(rank, m < n ? m : n);
        // dgelss with the columns of I: the smallest solutions are the columns of a+.
        memset(c, 0, sizeof c);
        for (int i = 0; i < m; i++)
            c[i * m + i] = 1.0;
        copy(d, a0, m * n);
        assert_int_equal(LAPACKE_dgelss(LAPACK_ROW_MAJOR, m, n, m, d, n, c, m, s, 1e-13, &rank), 0);
        // Stewart 1977: |change of a+| <= 2 |a+|^2 |change of a| for a full rank
        assert_near(distance(b, c, n * m), 0.0, 2.0 * 2.0 * GROWTH * (m + n) * UNIT * condition * condition);
    }
}

// x = sum of v_i s_i / (s_i^2 + lambda^2) (u_i . b), with LAPACK's singular vectors
static void damped_by_svd(const double *matrix, int m, int n, double lambda, const double *right, double *x, double *s)
{
    double    superb[MAX];
    const int k = m < n ? m : n;
    copy(c, matrix, m * n);
    assert_int_equal(LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'S', 'S', m, n, c, n, s, u, k, vt, n, superb), 0);
    for (int j = 0; j < n; j++)
        x[j] = 0.0;
    for (int i = 0; i < k; i++) {
        long double sum = 0.0L;
        for (int l = 0; l < m; l++)
            sum += (long double)u[l * k + i] * right[l];
        const long double weight = s[i] > 0.0 ? sum / (s[i] + (long double)lambda / s[i] * lambda) : 0.0L;
        for (int j = 0; j < n; j++)
            x[j] += (double)(weight * vt[i * n + j]);
    }
}

static void damped_solution_agrees_with_svd_formula(void **state)
{
    (void)state;
    uint64_t seed = 13;
    double   s[MAX], x[MAX], expected[MAX];
    for (int run = 0; run < CASES(20000); run++) {
        int m, n;
        any_shape(&seed, &m, &n);
        const int         exponents[] = { 0, 0, -997, 997, 500, -500 };
        const int         exponent = exponents[random_below(&seed, 6)];
        const matrix_kind kind = (matrix_kind)random_below(&seed, KIND_COUNT);
        const double      lambda = pow(10.0, random_between(&seed, -8.0, 4.0));
        fill_with_kind(&seed, kind, a0, m, n);
        fill(&seed, b, m);
        scale_both(a, a0, m * n, exponent);
        scale_both(d, b, m, exponent);
        assert_int_equal(swvi_damped_solve(a, m, n, ldexp(lambda, exponent), d, x, scratch), SWV_OK);
        damped_by_svd(a0, m, n, lambda, b, expected, s);
        // The stacked matrix C has the singular values sqrt(s^2 + lambda^2). Wedin's bound as for qr_solve, with
        // (m + n) + min(m, n) for the size. For m <= n the stacked system has no residual.
        const int    k = m < n ? m : n;
        const double top = hypot(s[0], lambda), bottom = hypot(s[k - 1], lambda), condition = top / bottom;
        double       residual = 0.0;
        if (m > n) {
            multiply(c, a0, expected, m, n, 1);
            residual = hypot(distance(c, b, m), lambda * length_of(expected, n));
        }
        // For m <= n the error of x is relative to |y| times the part of a in C.
        const double full = m > n ? length_of(expected, n) : length_of(b, m) / bottom * s[0] / top;
        const double tolerance = 2.0 * GROWTH * (m + n + k) * UNIT * condition * (full + condition * residual / top);
        assert_near(distance(x, expected, n), 0.0, tolerance);
    }
}

static void damped_solution_agrees_with_normal_equations(void **state)
{
    (void)state;
    uint64_t seed = 14;
    double   x[MAX], right[MAX];
    for (int run = 0; run < CASES(10000); run++) {
        int m, n;
        any_shape(&seed, &m, &n);
        fill_with_condition(&seed, a0, m, n, 10.0);
        fill(&seed, b, m);
        const double lambda = random_between(&seed, 0.1, 1.0);
        assert_int_equal(swvi_damped_solve(a0, m, n, lambda, b, x, scratch), SWV_OK);
        transpose(c, a0, m, n);
        multiply(d, c, a0, n, m, n);
        multiply(right, c, b, n, m, 1);
        for (int i = 0; i < n; i++)
            d[i * n + i] += lambda * lambda;
        assert_int_equal(LAPACKE_dposv(LAPACK_ROW_MAJOR, 'L', n, 1, d, n, right, 1), 0);
        // Condition of the normal equations: at most (1 + lambda^2) / lambda^2 <= 101
        assert_near(distance(x, right, n), 0.0, 101.0 * 2.0 * GROWTH * (m + n) * UNIT * length_of(right, n));
    }
}

static void damped_solution_without_damping_is_the_smallest_least_squares_solution(void **state)
{
    (void)state;
    uint64_t seed = 15;
    double   x[MAX], close[MAX], s[MAX], expected[MAX];
    for (int run = 0; run < CASES(10000); run++) {
        int m, n, rank;
        any_shape(&seed, &m, &n);
        const double condition = pow(10.0, random_between(&seed, 0.0, 7.0));
        fill_with_condition(&seed, a0, m, n, condition);
        fill(&seed, b, m);
        assert_int_equal(swvi_damped_solve(a0, m, n, 0.0, b, x, scratch), SWV_OK);
        copy(c, a0, m * n);
        memset(expected, 0, sizeof expected);
        copy(expected, b, m);
        assert_int_equal(LAPACKE_dgelss(LAPACK_ROW_MAJOR, m, n, 1, c, n, expected, 1, s, 1e-13, &rank), 0);
        double residual = 0.0;
        if (m > n) {
            multiply(c, a0, expected, m, n, 1);
            residual = distance(c, b, m);
        }
        const double tolerance = 2.0 * GROWTH * (2 * m + n) * UNIT * condition *
                                 (length_of(expected, n) + length_of(b, m) + condition * residual);
        assert_near(distance(x, expected, n), 0.0, tolerance);
        // Damping of 2^-30 of the smallest singular value changes x by 2^-60 of it, 1e-300 by nothing.
        assert_int_equal(swvi_damped_solve(a0, m, n, 0x1p-30 / condition, b, close, scratch), SWV_OK);
        assert_near(distance(x, close, n), 0.0, 2.0 * tolerance);
        assert_int_equal(swvi_damped_solve(a0, m, n, 1e-300, b, close, scratch), SWV_OK);
        assert_near(distance(x, close, n), 0.0, 2.0 * tolerance);
    }
}

static void damped_solution_with_large_damping_is_the_gradient_over_damping_squared(void **state)
{
    (void)state;
    uint64_t seed = 16;
    double   x[MAX], gradient[MAX];
    for (int run = 0; run < CASES(10000); run++) {
        int m, n;
        any_shape(&seed, &m, &n);
        fill(&seed, a0, m * n);
        fill(&seed, b, m);
        const double lambda = pow(10.0, random_between(&seed, 10.0, 150.0));
        assert_int_equal(swvi_damped_solve(a0, m, n, lambda, b, x, scratch), SWV_OK);
        transpose(c, a0, m, n);
        multiply(gradient, c, b, n, m, 1);
        for (int j = 0; j < n; j++)
            x[j] = x[j] * lambda * lambda;
        // x = (a'a / lambda^2 + I)^-1 a'b / lambda^2, and |a|^2 <= m n: the inverse is I within m n 1e-20.
        assert_near(distance(x, gradient, n), 0.0,
                    GROWTH * (m + n) * UNIT * (length_of(a0, m * n) * length_of(b, m) + length_of(gradient, n)) +
                        m * n * 1e-20 * length_of(gradient, n));
    }
}

static void damped_solution_of_rank_deficient_matrix_stays_bounded(void **state)
{
    (void)state;
    uint64_t seed = 17;
    double   x[MAX];
    for (int run = 0; run < CASES(10000); run++) {
        int m, n;
        any_shape(&seed, &m, &n);
        fill_with_kind(&seed, random_below(&seed, 2) ? LOW_RANK : SPARSE, a0, m, n);
        fill(&seed, b, m);
        const double lambda = pow(10.0, random_between(&seed, -200.0, 10.0));
        assert_int_equal(swvi_damped_solve(a0, m, n, lambda, b, x, scratch), SWV_OK);
        // s / (s^2 + lambda^2) <= 1 / (2 lambda); for a lambda below the rounding of a, that is what stays
        assert_true(length_of(x, n) <= length_of(b, m) / (2.0 * lambda) * (1.0 + 1e-8));
    }
}

/////////////////////////////////////////////////////////////////////////////////////////////////// scale, bits

// 2^e a has the results of a times powers of two, bit for bit, as long as nothing is denormal.
static void powers_of_two_pass_through_unrounded(void **state)
{
    (void)state;
    uint64_t seed = 18;
    double   s[MAX], s0[MAX], tau[MAX], tau0[MAX], x[MAX], x0[MAX];
    int      pivot[MAX], pivot0[MAX];
    for (int run = 0; run < CASES(4000); run++) {
        const int     n = any_size(&seed), m = n + random_below(&seed, MAX + 1 - n);
        const int     e = 2 * (random_below(&seed, 601) - 300);
        static double u0[MAX * MAX], vt0[MAX * MAX];
        fill(&seed, a0, m * n);
        for (int i = 0; i < m * n; i++)
            a[i] = ldexp(a0[i], e);
        assert_int_equal(swvi_svd(a0, m, n, u0, s0, vt0), SWV_OK);
        assert_int_equal(swvi_svd(a, m, n, u, s, vt), SWV_OK);
        assert_memory_equal(u, u0, (size_t)(m * n) * sizeof *u);
        assert_memory_equal(vt, vt0, (size_t)(n * n) * sizeof *vt);
        for (int i = 0; i < n; i++)
            assert_true(s[i] == ldexp(s0[i], e));

        fill(&seed, b, m);
        for (int i = 0; i < m; i++)
            d[i] = ldexp(b[i], -e / 2);
        const double lambda = random_between(&seed, 0.0, 1.0);
        assert_int_equal(swvi_damped_solve(a0, m, n, lambda, b, x0, scratch), SWV_OK);
        assert_int_equal(swvi_damped_solve(a, m, n, ldexp(lambda, e), d, x, scratch), SWV_OK);
        for (int i = 0; i < n; i++)
            assert_true(x[i] == ldexp(x0[i], -e / 2 - e) || fabs(x[i]) < 0x1p-1000 || fabs(x0[i]) < 0x1p-500);

        assert_int_equal(swvi_qr_factor(a0, m, n, tau0), SWV_OK);
        assert_int_equal(swvi_qr_factor(a, m, n, tau), SWV_OK);
        assert_memory_equal(tau, tau0, (size_t)n * sizeof *tau);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++)
                assert_true(a[i * n + j] == ldexp(a0[i * n + j], i <= j ? e : 0));
        }

        fill(&seed, a0, n * n);
        for (int i = 0; i < n * n; i++)
            a[i] = ldexp(a0[i], e);
        assert_int_equal(swvi_lu_factor(a0, n, pivot0), SWV_OK);
        assert_int_equal(swvi_lu_factor(a, n, pivot), SWV_OK);
        assert_memory_equal(pivot, pivot0, (size_t)n * sizeof *pivot);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                assert_true(a[i * n + j] == ldexp(a0[i * n + j], i <= j ? e : 0));
        }

        fill_positive(&seed, a0, n);
        for (int i = 0; i < n * n; i++)
            a[i] = ldexp(a0[i], e);
        assert_int_equal(swvi_cholesky_factor(a0, n), SWV_OK);
        assert_int_equal(swvi_cholesky_factor(a, n), SWV_OK);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++)
                assert_true(a[i * n + j] == ldexp(a0[i * n + j], e / 2));
        }
    }
}

static uint64_t hash_doubles(uint64_t hash, const double *x, int count)
{
    for (int i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, x + i, sizeof bits);
        hash = (hash ^ bits) * 0x100000001B3u;
        hash ^= hash >> 29;
    }
    return hash;
}

// One number for all results on one fixed sequence of matrices: the same on every compiler, option and machine.
static void results_have_the_same_bits_everywhere(void **state)
{
    (void)state;
    uint64_t seed = 19, hash = 0xCBF29CE484222325u;
    double   s[MAX], tau[MAX], x[MAX];
    int      pivot[MAX], rank;
    for (int run = 0; run < 300; run++) {
        const int m = 1 + random_below(&seed, run % 30 == 0 ? MAX : 9), n = 1 + random_below(&seed, m);
        fill(&seed, a, m * n);
        fill(&seed, b, m);
        assert_int_equal(swvi_svd(a, m, n, u, s, vt), SWV_OK);
        hash = hash_doubles(hash_doubles(hash_doubles(hash, u, m * n), s, n), vt, n * n);
        assert_int_equal(swvi_pseudoinverse(a, m, n, 0.0, d, &rank, scratch), SWV_OK);
        hash = hash_doubles(hash, d, m * n);
        assert_int_equal(swvi_damped_solve(a, m, n, 0.05, b, x, scratch), SWV_OK);
        hash = hash_doubles(hash, x, n);
        assert_int_equal(swvi_damped_solve(a, n, m, 0.05, b, x, scratch), SWV_OK);
        hash = hash_doubles(hash, x, m);
        copy(x, b, m);
        assert_int_equal(swvi_qr_factor(a, m, n, tau), SWV_OK);
        assert_int_equal(swvi_qr_solve(a, tau, m, n, x), SWV_OK);
        hash = hash_doubles(hash, x, m);
        fill(&seed, a, n * n);
        for (int i = 0; i < n; i++)
            a[i * n + i] += n;
        copy(c, a, n * n);
        copy(x, b, n);
        assert_int_equal(swvi_lu_factor(a, n, pivot), SWV_OK);
        assert_int_equal(swvi_lu_solve(a, pivot, n, x), SWV_OK);
        hash = hash_doubles(hash, x, n);
        assert_int_equal(swvi_cholesky_factor(c, n), SWV_OK);
        assert_int_equal(swvi_cholesky_solve(c, n, x), SWV_OK);
        hash = hash_doubles(hash, x, n);
    }
    if (hash != GOLDEN_HASH)
        fail_msg("hash %#llx", (unsigned long long)hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cholesky_factors_multiply_to_the_matrix),
        cmocka_unit_test(cholesky_solution_has_a_small_residual),
        cmocka_unit_test(cholesky_refuses_what_is_not_positive),
        cmocka_unit_test(lu_factors_multiply_to_the_exchanged_matrix),
        cmocka_unit_test(lu_solution_agrees_with_lapack),
        cmocka_unit_test(qr_factors_multiply_to_the_matrix),
        cmocka_unit_test(qr_solution_agrees_with_lapack),
        cmocka_unit_test(svd_multiplies_to_the_matrix_and_agrees_with_lapack),
        cmocka_unit_test(svd_of_graded_matrix_is_accurate_relative_to_each_value),
        cmocka_unit_test(svd_of_rank_deficient_matrix_shows_the_rank),
        cmocka_unit_test(pseudoinverse_meets_moore_and_penrose),
        cmocka_unit_test(pseudoinverse_agrees_with_lapack),
        cmocka_unit_test(damped_solution_agrees_with_svd_formula),
        cmocka_unit_test(damped_solution_agrees_with_normal_equations),
        cmocka_unit_test(damped_solution_without_damping_is_the_smallest_least_squares_solution),
        cmocka_unit_test(damped_solution_with_large_damping_is_the_gradient_over_damping_squared),
        cmocka_unit_test(damped_solution_of_rank_deficient_matrix_stays_bounded),
        cmocka_unit_test(powers_of_two_pass_through_unrounded),
        cmocka_unit_test(results_have_the_same_bits_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
