// SPDX-License-Identifier: MIT
// Linear algebra where something is wrong or extreme: sizes out of range, numbers that are not finite in every
// position, singular matrices, results that overflow, magnitudes that do not fit together. Outputs are filled with NaN
// before each call: after it, whatever the status, all of them are finite.
#include "check.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "math/linalg.h"

#define MAX SWV_MAX_JOINTS

static const int bad_sizes[] = { 0, -1, MAX + 1, INT_MIN, INT_MAX };
#define BAD_SIZE_COUNT ((int)(sizeof bad_sizes / sizeof *bad_sizes))

static const double not_finite[] = { NAN, INFINITY, -INFINITY };

static const int shapes[][2] = { { 1, 1 }, { 2, 2 }, { 3, 3 }, { 6, 6 }, { 6, 7 }, { 7, 6 }, { 1, 5 }, { 5, 1 } };
#define SHAPE_COUNT ((int)(sizeof shapes / sizeof *shapes))

static double a[MAX * MAX], b[MAX], c[MAX * MAX], u[MAX * MAX], s[MAX], vt[MAX * MAX], x[MAX];
static double scratch[4 * MAX * MAX];
static int    pivot[MAX];

static void fill_nan(double *y, int count)
{
    for (int i = 0; i < count; i++)
        y[i] = NAN;
}

static void assert_all_finite(const double *y, int count)
{
    for (int i = 0; i < count; i++)
        assert_true(isfinite(y[i]));
}

static void assert_all_zero(const double *y, int count)
{
    for (int i = 0; i < count; i++)
        assert_true(y[i] == 0.0);
}

// Well-conditioned, and positive definite where square.
static void fill_good(double *y, int m, int n)
{
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++)
            y[i * n + j] = i == j ? 2.0 : 1.0 / (2 + i + j);
    }
}

static void fill_value(double *y, int count, double value)
{
    for (int i = 0; i < count; i++)
        y[i] = value;
}

/////////////////////////////////////////////////////////////////////////////////////////////////// sizes

static void sizes_out_of_range_are_refused_and_touch_nothing(void **state)
{
    (void)state;
    double lone = 7.0, other = 8.0, third = 9.0;
    int    row = 0, rank;
    for (int k = 0; k < BAD_SIZE_COUNT; k++) {
        const int n = bad_sizes[k];
        assert_int_equal(swvi_cholesky_factor(&lone, n), SWV_BAD_COUNT);
        assert_int_equal(swvi_cholesky_solve(&lone, n, &other), SWV_BAD_COUNT);
        assert_int_equal(swvi_lu_factor(&lone, n, &row), SWV_BAD_COUNT);
        assert_int_equal(swvi_lu_solve(&lone, &row, n, &other), SWV_BAD_COUNT);
        for (int side = 0; side < 2; side++) {
            const int rows = side ? n : 1, columns = side ? 1 : n;
            assert_int_equal(swvi_qr_factor(&lone, rows, columns, &other), SWV_BAD_COUNT);
            assert_int_equal(swvi_qr_solve(&lone, &third, rows, columns, &other), SWV_BAD_COUNT);
            assert_int_equal(swvi_svd(&lone, rows, columns, &other, &third, &other), SWV_BAD_COUNT);
            assert_int_equal(swvi_pseudoinverse(&lone, rows, columns, 0.0, &other, &rank, &third), SWV_BAD_COUNT);
            assert_int_equal(rank, 0);
            assert_int_equal(swvi_damped_solve(&lone, rows, columns, 0.1, &lone, &other, &third), SWV_BAD_COUNT);
            assert_int_equal(swvi_pseudoinverse_scratch(rows, columns), 0);
            assert_int_equal(swvi_damped_scratch(rows, columns), 0);
        }
        assert_true(lone == 7.0 && other == 8.0 && third == 9.0);
    }
}

static void qr_with_more_columns_than_rows_is_refused(void **state)
{
    (void)state;
    fill_good(a, 2, 3);
    assert_int_equal(swvi_qr_factor(a, 2, 3, x), SWV_BAD_COUNT);
    assert_int_equal(swvi_qr_solve(a, b, 2, 3, x), SWV_BAD_COUNT);
}

static void lu_solve_refuses_row_numbers_out_of_range(void **state)
{
    (void)state;
    static const int bad[][3] = { { 3, 1, 2 }, { -1, 1, 2 }, { 0, 0, 2 }, { 0, 1, 1 }, { 0, INT_MAX, 2 } };
    fill_good(a, 3, 3);
    for (int k = 0; k < (int)(sizeof bad / sizeof *bad); k++) {
        fill_value(x, 3, 1.0);
        assert_int_equal(swvi_lu_solve(a, bad[k], 3, x), SWV_BAD_COUNT);
        assert_true(x[0] == 1.0 && x[1] == 1.0 && x[2] == 1.0);
    }
}

// Writing beyond what the size functions say would hit the marks behind it.
static void scratch_is_no_larger_than_declared(void **state)
{
    (void)state;
    for (int m = 1; m <= MAX; m += 3) {
        for (int n = 1; n <= MAX; n += 3) {
            fill_good(a, m, n);
            fill_value(b, m, 1.0);
            const size_t inverse_size = swvi_pseudoinverse_scratch(m, n), damped_size = swvi_damped_scratch(m, n);
            assert_true(inverse_size + 8 <= sizeof scratch / sizeof *scratch);
            assert_true(damped_size + 8 <= sizeof scratch / sizeof *scratch);
            fill_value(scratch + inverse_size, 8, 123.0);
            assert_int_equal(swvi_pseudoinverse(a, m, n, 0.0, c, NULL, scratch), SWV_OK);
            for (int i = 0; i < 8; i++)
                assert_true(scratch[inverse_size + (size_t)i] == 123.0);
            fill_value(scratch + damped_size, 8, 123.0);
            assert_int_equal(swvi_damped_solve(a, m, n, 0.1, b, x, scratch), SWV_OK);
            for (int i = 0; i < 8; i++)
                assert_true(scratch[damped_size + (size_t)i] == 123.0);
        }
    }
}

/////////////////////////////////////////////////////////////////////////////////////////////////// not finite

static void cholesky_with_a_nan_or_infinity_anywhere(void **state)
{
    (void)state;
    for (int shape = 0; shape < 4; shape++) {
        const int n = shapes[shape][0];
        for (int k = 0; k < 3; k++) {
            for (int p = 0; p < n * n; p++) {
                fill_good(a, n, n);
                a[p] = not_finite[k];
                if (p % n > p / n) {  // above the diagonal: not read, not written
                    assert_int_equal(swvi_cholesky_factor(a, n), SWV_OK);
                    fill_value(x, n, 1.0);
                    assert_int_equal(swvi_cholesky_solve(a, n, x), SWV_OK);
                    assert_all_finite(x, n);
                    assert_true(!isfinite(a[p]));
                    continue;
                }
                assert_int_equal(swvi_cholesky_factor(a, n), SWV_NOT_FINITE);
                assert_all_finite(a, n * n);
                fill_good(a, n, n);
                assert_int_equal(swvi_cholesky_factor(a, n), SWV_OK);
                a[p] = not_finite[k];
                fill_value(x, n, 1.0);
                assert_int_equal(swvi_cholesky_solve(a, n, x), SWV_NOT_FINITE);
                assert_all_finite(x, n);
            }
            for (int p = 0; p < n; p++) {
                fill_good(a, n, n);
                assert_int_equal(swvi_cholesky_factor(a, n), SWV_OK);
                fill_value(x, n, 1.0);
                x[p] = not_finite[k];
                assert_int_equal(swvi_cholesky_solve(a, n, x), SWV_NOT_FINITE);
                assert_all_finite(x, n);
            }
        }
    }
}

static void lu_with_a_nan_or_infinity_anywhere(void **state)
{
    (void)state;
    for (int shape = 0; shape < 4; shape++) {
        const int n = shapes[shape][0];
        for (int k = 0; k < 3; k++) {
            for (int p = 0; p < n * n; p++) {
                fill_good(a, n, n);
                a[p] = not_finite[k];
                for (int i = 0; i < n; i++)
                    pivot[i] = -7;
                assert_int_equal(swvi_lu_factor(a, n, pivot), SWV_NOT_FINITE);
                assert_all_finite(a, n * n);
                for (int i = 0; i < n; i++)  // no row outside the matrix, for who goes on to solve
                    assert_int_equal(pivot[i], i);
                fill_good(a, n, n);
                assert_int_equal(swvi_lu_factor(a, n, pivot), SWV_OK);
                a[p] = not_finite[k];
                fill_value(x, n, 1.0);
                assert_int_equal(swvi_lu_solve(a, pivot, n, x), SWV_NOT_FINITE);
                assert_all_finite(x, n);
            }
            for (int p = 0; p < n; p++) {
                fill_good(a, n, n);
                assert_int_equal(swvi_lu_factor(a, n, pivot), SWV_OK);
                fill_value(x, n, 1.0);
                x[p] = not_finite[k];
                assert_int_equal(swvi_lu_solve(a, pivot, n, x), SWV_NOT_FINITE);
                assert_all_finite(x, n);
            }
        }
    }
}

static void qr_with_a_nan_or_infinity_anywhere(void **state)
{
    (void)state;
    double tau[MAX];
    for (int shape = 0; shape < SHAPE_COUNT; shape++) {
        const int m = shapes[shape][0], n = shapes[shape][1];
        for (int k = 0; k < 3 && m >= n; k++) {
            for (int p = 0; p < m * n; p++) {
                fill_good(a, m, n);
                a[p] = not_finite[k];
                fill_nan(tau, n);
                assert_int_equal(swvi_qr_factor(a, m, n, tau), SWV_NOT_FINITE);
                assert_all_finite(a, m * n);
                assert_all_finite(tau, n);
                fill_good(a, m, n);
                assert_int_equal(swvi_qr_factor(a, m, n, tau), SWV_OK);
                a[p] = not_finite[k];
                fill_value(x, m, 1.0);
                assert_int_equal(swvi_qr_solve(a, tau, m, n, x), SWV_NOT_FINITE);
                assert_all_finite(x, m);
            }
            for (int p = 0; p < m + n; p++) {
                fill_good(a, m, n);
                assert_int_equal(swvi_qr_factor(a, m, n, tau), SWV_OK);
                fill_value(x, m, 1.0);
                *(p < m ? x + p : tau + p - m) = not_finite[k];
                assert_int_equal(swvi_qr_solve(a, tau, m, n, x), SWV_NOT_FINITE);
                assert_all_finite(x, m);
            }
        }
    }
}

static void svd_pseudoinverse_and_damped_solve_with_a_nan_or_infinity_anywhere(void **state)
{
    (void)state;
    for (int shape = 0; shape < SHAPE_COUNT; shape++) {
        const int m = shapes[shape][0], n = shapes[shape][1], count = m < n ? m : n;
        for (int k = 0; k < 3; k++) {
            for (int p = 0; p < m * n; p++) {
                fill_good(a, m, n);
                fill_value(b, m, 1.0);
                a[p] = not_finite[k];
                fill_nan(u, m * count);
                fill_nan(s, count);
                fill_nan(vt, count * n);
                assert_int_equal(swvi_svd(a, m, n, u, s, vt), SWV_NOT_FINITE);
                assert_all_finite(u, m * count);
                assert_all_finite(s, count);
                assert_all_finite(vt, count * n);
                int rank = -1;
                fill_nan(c, n * m);
                assert_int_equal(swvi_pseudoinverse(a, m, n, 0.0, c, &rank, scratch), SWV_NOT_FINITE);
                assert_all_finite(c, n * m);
                assert_int_equal(rank, 0);
                fill_nan(x, n);
                assert_int_equal(swvi_damped_solve(a, m, n, 0.1, b, x, scratch), SWV_NOT_FINITE);
                assert_all_finite(x, n);
            }
            fill_good(a, m, n);
            for (int p = 0; p < m; p++) {
                fill_value(b, m, 1.0);
                b[p] = not_finite[k];
                fill_nan(x, n);
                assert_int_equal(swvi_damped_solve(a, m, n, 0.1, b, x, scratch), SWV_NOT_FINITE);
                assert_all_finite(x, n);
            }
            fill_value(b, m, 1.0);
            fill_nan(x, n);
            assert_int_equal(swvi_damped_solve(a, m, n, not_finite[k], b, x, scratch), SWV_NOT_FINITE);
            assert_all_finite(x, n);
            fill_nan(c, n * m);
            assert_int_equal(swvi_pseudoinverse(a, m, n, not_finite[k], c, NULL, scratch), SWV_NOT_FINITE);
            assert_all_finite(c, n * m);
        }
    }
}

static void negative_damping_and_tolerance_have_no_meaning(void **state)
{
    (void)state;
    fill_good(a, 3, 4);
    fill_value(b, 3, 1.0);
    fill_nan(x, 4);
    assert_int_equal(swvi_damped_solve(a, 3, 4, -0.1, b, x, scratch), SWV_BAD_ARGUMENT);
    assert_all_finite(x, 4);
    int rank = -1;
    fill_nan(c, 12);
    assert_int_equal(swvi_pseudoinverse(a, 3, 4, -DBL_TRUE_MIN, c, &rank, scratch), SWV_BAD_ARGUMENT);
    assert_all_finite(c, 12);
    assert_int_equal(rank, 0);
    // Zero has no sign here.
    assert_int_equal(swvi_damped_solve(a, 3, 4, -0.0, b, x, scratch), SWV_OK);
}

/////////////////////////////////////////////////////////////////////////////////////////////////// singular

static void zero_matrix_of_every_size(void **state)
{
    (void)state;
    for (int n = 1; n <= MAX; n++) {
        const int m = 1 + (n * 37) % MAX, count = m < n ? m : n;
        memset(a, 0, sizeof a);
        assert_int_equal(swvi_cholesky_factor(a, n), SWV_SINGULAR);
        assert_int_equal(swvi_lu_factor(a, n, pivot), SWV_SINGULAR);
        memset(a, 0, sizeof a);
        fill_value(x, m, 1.0);
        if (m >= n) {
            assert_int_equal(swvi_qr_factor(a, m, n, s), SWV_OK);
            assert_all_zero(a, m * n);
            assert_int_equal(swvi_qr_solve(a, s, m, n, x), SWV_SINGULAR);
            assert_all_finite(x, m);
        }
        fill_nan(u, m * count);
        fill_nan(s, count);
        fill_nan(vt, count * n);
        assert_int_equal(swvi_svd(a, m, n, u, s, vt), SWV_OK);
        assert_all_zero(s, count);
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                double dot_u = 0.0, dot_v = 0.0;
                for (int k = 0; k < m; k++)
                    dot_u += u[k * count + i] * u[k * count + j];
                for (int k = 0; k < n; k++)
                    dot_v += vt[i * n + k] * vt[j * n + k];
                assert_true(dot_u == (i == j) && dot_v == (i == j));
            }
        }
        int rank = -1;
        fill_nan(c, n * m);
        assert_int_equal(swvi_pseudoinverse(a, m, n, 0.0, c, &rank, scratch), SWV_OK);
        assert_all_zero(c, n * m);
        assert_int_equal(rank, 0);
        fill_value(b, m, 1.0);
        fill_nan(x, n);
        assert_int_equal(swvi_damped_solve(a, m, n, 0.0, b, x, scratch), SWV_SINGULAR);
        assert_all_finite(x, n);
        static const double dampings[] = { 1.0, 1e-300, 1e300, DBL_TRUE_MIN, DBL_MAX };
        for (int k = 0; k < 5; k++) {
            fill_nan(x, n);
            assert_int_equal(swvi_damped_solve(a, m, n, dampings[k], b, x, scratch), SWV_OK);
            assert_all_zero(x, n);
        }
    }
}

static void zero_right_side_gives_zero(void **state)
{
    (void)state;
    double tau[MAX];
    memset(x, 0, sizeof x);
    fill_good(a, 6, 6);
    assert_int_equal(swvi_cholesky_factor(a, 6), SWV_OK);
    assert_int_equal(swvi_cholesky_solve(a, 6, x), SWV_OK);
    assert_all_zero(x, 6);
    fill_good(a, 6, 6);
    assert_int_equal(swvi_lu_factor(a, 6, pivot), SWV_OK);
    assert_int_equal(swvi_lu_solve(a, pivot, 6, x), SWV_OK);
    assert_all_zero(x, 6);
    fill_good(a, 7, 6);
    assert_int_equal(swvi_qr_factor(a, 7, 6, tau), SWV_OK);
    assert_int_equal(swvi_qr_solve(a, tau, 7, 6, x), SWV_OK);
    assert_all_zero(x, 7);
    memset(b, 0, sizeof b);
    fill_good(a, 6, 7);
    fill_nan(x, 7);
    assert_int_equal(swvi_damped_solve(a, 6, 7, 0.0, b, x, scratch), SWV_OK);
    assert_all_zero(x, 7);
    fill_nan(x, 7);
    assert_int_equal(swvi_damped_solve(a, 6, 7, 0.1, b, x, scratch), SWV_OK);
    assert_all_zero(x, 7);
}

static void factors_with_a_zero_on_the_diagonal_are_singular(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 4; i++)
            pivot[i] = i;
        fill_good(a, 4, 4);
        a[k * 4 + k] = 0.0;
        fill_value(b, 4, 1.0);
        fill_value(x, 4, 1.0);
        assert_int_equal(swvi_cholesky_solve(a, 4, x), SWV_SINGULAR);
        assert_all_finite(x, 4);
        fill_value(x, 4, 1.0);
        assert_int_equal(swvi_lu_solve(a, pivot, 4, x), SWV_SINGULAR);
        assert_all_finite(x, 4);
        fill_value(x, 4, 1.0);
        assert_int_equal(swvi_qr_solve(a, b, 4, 4, x), SWV_SINGULAR);
        assert_all_finite(x, 4);
    }
}

static void matrix_that_is_not_positive_definite(void **state)
{
    (void)state;
    static const double matrices[][4] = {
        { -1.0, 0.0, 0.0, 1.0 },     // negative
        { 1.0, 0.0, 0.0, -1.0 },     // negative
        { 1.0, 2.0, 2.0, 1.0 },      // indefinite
        { 1.0, 1.0, 1.0, 1.0 },      // rank one
        { 0.0, 0.0, 0.0, 1.0 },      // zero in front
        { 1.0, 1e300, 1e300, 1.0 },  // overflows on the way
        { 1e-300, 1e300, 1e300, 1e-300 }, { DBL_TRUE_MIN, DBL_MAX, DBL_MAX, DBL_MAX },
        { 1e300, 1e-20, 1e-20, 0.0 },     { 1e-200, 3e-200, 3e-200, 1e-200 },
    };
    for (int k = 0; k < (int)(sizeof matrices / sizeof *matrices); k++) {
        memcpy(a, matrices[k], sizeof matrices[k]);
        assert_int_equal(swvi_cholesky_factor(a, 2), SWV_SINGULAR);
        assert_all_finite(a, 4);
    }
    // Rows that overflow long before their own diagonal is reached.
    for (int n = 3; n <= MAX; n++) {
        fill_good(a, n, n);
        for (int j = 0; j < n - 1; j++)
            a[(n - 1) * n + j] = 1e300;
        a[n + 1] = 0x1p-90;
        a[n] = 0.0;
        assert_int_equal(swvi_cholesky_factor(a, n), SWV_SINGULAR);
        assert_all_finite(a, n * n);
    }
}

static void damped_solve_without_damping_refuses_a_low_rank(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int run = 0; run < CASES(5000); run++) {
        const int  m = 2 + random_below(&seed, 12), n = 2 + random_below(&seed, 12), kind = random_below(&seed, 3);
        const bool wide = m <= n;
        const int  exponent = 300 * (random_below(&seed, 7) - 3);
        for (int i = 0; i < m * n; i++)
            a[i] = ldexp(random_between(&seed, -1.0, 1.0), exponent);
        // Two rows (or columns, where there are fewer) the same, one a multiple of the other, or one zero.
        const double factor = kind == 0 ? 1.0 : kind == 1 ? random_between(&seed, -3.0, 3.0) : 0.0;
        const int    last = wide ? m - 1 : n - 1, other = random_below(&seed, last);
        for (int p = 0; p < (wide ? n : m); p++) {
            const double from = wide ? a[other * n + p] : a[p * n + other];
            *(wide ? a + last * n + p : a + p * n + last) = factor * from;
        }
        fill_value(b, m, 1.0);
        fill_nan(x, n);
        assert_int_equal(swvi_damped_solve(a, m, n, 0.0, b, x, scratch), SWV_SINGULAR);
        assert_all_finite(x, n);
        // However small the damping, there is a solution; it may be too large for a double.
        fill_nan(x, n);
        const swv_status status = swvi_damped_solve(a, m, n, 0x1p-1074, b, x, scratch);
        assert_true(status == SWV_OK || status == SWV_NOT_FINITE);
        assert_all_finite(x, n);
    }
}

// More rows than dimensions: what is left of some rows never becomes orthogonal, only zero. Coordinates that are
// always equal, or always zero, keep rounding from opening another dimension.
static void svd_of_rows_in_fewer_dimensions_than_their_number(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int run = 0; run < CASES(2000); run++) {
        const int m = 2 + random_below(&seed, run % 50 == 0 ? MAX - 1 : 9), n = m + random_below(&seed, MAX + 1 - m);
        const int dimensions = 1 + random_below(&seed, m), kind = random_below(&seed, 3);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                const double fresh = random_between(&seed, -1.0, 1.0);
                a[i * n + j] = j < dimensions ? fresh : kind == 0 ? 0.0 : kind == 1 ? a[i * n + j % dimensions] : 1.0;
            }
        }
        assert_int_equal(swvi_svd(a, m, n, u, s, vt), SWV_OK);
        for (int i = dimensions + (kind == 2); i < m; i++)
            assert_near(s[i], 0.0, 8.0 * (m + n) * 0x1p-53 * s[0]);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < m; j++) {
                double dot_u = 0.0, dot_v = 0.0;
                for (int k = 0; k < m; k++)
                    dot_u += u[k * m + i] * u[k * m + j];
                for (int k = 0; k < n; k++)
                    dot_v += vt[i * n + k] * vt[j * n + k];
                assert_near(dot_u, i == j, 8.0 * (m + n) * 0x1p-53);
                assert_near(dot_v, i == j, 8.0 * (m + n) * 0x1p-53);
            }
        }
    }
}

/////////////////////////////////////////////////////////////////////////////////////////////////// magnitude

static void results_too_large_for_a_double_are_not_finite(void **state)
{
    (void)state;
    double tau[MAX];
    // A singular value of 64 times the largest double, and a column 8 times as long.
    fill_value(a, MAX * MAX, DBL_MAX);
    fill_nan(u, MAX * MAX);
    assert_int_equal(swvi_svd(a, MAX, MAX, u, s, vt), SWV_NOT_FINITE);
    assert_all_finite(u, MAX * MAX);
    assert_all_finite(s, MAX);
    assert_all_finite(vt, MAX * MAX);
    assert_int_equal(swvi_qr_factor(a, MAX, MAX, tau), SWV_NOT_FINITE);
    assert_all_finite(a, MAX * MAX);
    assert_all_finite(tau, MAX);
    // -2 DBL_MAX in U.
    static const double doubling[4] = { DBL_MAX, DBL_MAX, DBL_MAX, -DBL_MAX };
    memcpy(a, doubling, sizeof doubling);
    assert_int_equal(swvi_lu_factor(a, 2, pivot), SWV_NOT_FINITE);
    assert_all_finite(a, 4);
    // The inverse of 2^-1060.
    a[0] = 0x1p-1060;
    fill_nan(c, 1);
    assert_int_equal(swvi_pseudoinverse(a, 1, 1, 0.0, c, NULL, scratch), SWV_NOT_FINITE);
    assert_all_finite(c, 1);
    b[0] = 1.0;
    fill_nan(x, 1);
    assert_int_equal(swvi_damped_solve(a, 1, 1, 0.0, b, x, scratch), SWV_NOT_FINITE);
    assert_all_finite(x, 1);
    pivot[0] = 0;
    x[0] = 1.0;
    assert_int_equal(swvi_lu_solve(a, pivot, 1, x), SWV_NOT_FINITE);
    assert_all_finite(x, 1);
    x[0] = 1.0;
    tau[0] = 0.0;
    assert_int_equal(swvi_qr_solve(a, tau, 1, 1, x), SWV_NOT_FINITE);
    assert_all_finite(x, 1);
    x[0] = 1.0;
    a[0] = 0x1p-530;
    assert_int_equal(swvi_cholesky_solve(a, 1, x), SWV_NOT_FINITE);
    assert_all_finite(x, 1);
}

static void largest_and_smallest_doubles_pass_exactly(void **state)
{
    (void)state;
    static const double values[] = { DBL_TRUE_MIN, 3 * DBL_TRUE_MIN, DBL_MIN, 1e-300, 1.0, 1e300, DBL_MAX };
    double              tau[MAX];
    for (int k = 0; k < 7; k++) {
        const double value = values[k];
        a[0] = -value;
        assert_int_equal(swvi_svd(a, 1, 1, u, s, vt), SWV_OK);
        assert_near(s[0], value, 0x1p-52 * value);
        assert_near(u[0] * vt[0], -1.0, 0x1p-51);
        a[0] = value;
        assert_int_equal(swvi_qr_factor(a, 1, 1, tau), SWV_OK);
        assert_true(fabs(a[0]) == value);
        x[0] = value;
        assert_int_equal(swvi_qr_solve(a, tau, 1, 1, x), SWV_OK);
        assert_true(fabs(x[0]) == 1.0);
        a[0] = value;
        assert_int_equal(swvi_lu_factor(a, 1, pivot), SWV_OK);
        x[0] = value;
        assert_int_equal(swvi_lu_solve(a, pivot, 1, x), SWV_OK);
        assert_true(x[0] == 1.0);
        assert_int_equal(swvi_cholesky_factor(a, 1), SWV_OK);
        assert_near(a[0], sqrt(value), 0x1p-52 * sqrt(value));
        x[0] = value;
        assert_int_equal(swvi_cholesky_solve(a, 1, x), SWV_OK);
        assert_near(x[0], 1.0, 0x1p-51);
        a[0] = b[0] = value;
        assert_int_equal(swvi_damped_solve(a, 1, 1, 0.0, b, x, scratch), SWV_OK);
        assert_near(x[0], 1.0, 0x1p-51);
        assert_int_equal(swvi_damped_solve(a, 1, 1, value, b, x, scratch), SWV_OK);
        assert_near(x[0], 0.5, 0x1p-51);
    }
}

// diag(1e300, 1, 1e-300) and its inverse fit into doubles, and so must everything on the way.
static void diagonal_from_1e300_to_1e_minus_300(void **state)
{
    (void)state;
    static const double diagonal[3] = { 1e300, 1.0, 1e-300 };
    double              tau[3];
    for (int order = 0; order < 6; order++) {
        const double e[3] = { diagonal[order % 3], diagonal[(order + (order < 3 ? 1 : 2)) % 3],
                              diagonal[(order + (order < 3 ? 2 : 1)) % 3] };
        memset(a, 0, sizeof a);
        for (int i = 0; i < 3; i++)
            a[i * 3 + i] = e[i];
        assert_int_equal(swvi_svd(a, 3, 3, u, s, vt), SWV_OK);
        for (int i = 0; i < 3; i++)
            assert_near(s[i], diagonal[i], 0x1p-51 * diagonal[i]);
        for (int k = 0; k < 4; k++) {
            double factor[9];
            memcpy(factor, a, sizeof factor);
            fill_value(x, 3, 1.0);
            if (k == 0) {
                assert_int_equal(swvi_cholesky_factor(factor, 3), SWV_OK);
                assert_int_equal(swvi_cholesky_solve(factor, 3, x), SWV_OK);
            } else if (k == 1) {
                assert_int_equal(swvi_lu_factor(factor, 3, pivot), SWV_OK);
                assert_int_equal(swvi_lu_solve(factor, pivot, 3, x), SWV_OK);
            } else if (k == 2) {
                assert_int_equal(swvi_qr_factor(factor, 3, 3, tau), SWV_OK);
                assert_int_equal(swvi_qr_solve(factor, tau, 3, 3, x), SWV_OK);
            } else {
                fill_value(b, 3, 1.0);
                assert_int_equal(swvi_damped_solve(a, 3, 3, 0.0, b, x, scratch), SWV_OK);
            }
            // x is one vector to swvi_damped_solve: where it holds 1e300, 1e-300 may be lost.
            for (int i = 0; i < 3; i++)
                assert_near(x[i], 1.0 / e[i], 0x1p-50 / e[i] + (k == 3 ? 1e-200 : 0.0));
        }
    }
}

// What is left of a column after the first reflections may have squares that underflow.
static void qr_of_columns_that_differ_by_less_than_their_squares_hold(void **state)
{
    (void)state;
    double tau[2];
    for (int k = 1; k < 1000; k++) {
        const double tiny = ldexp(1.0, -k);
        const double columns[6] = { 1.0, 1.0, 0.0, 3.0 * tiny, 0.0, 4.0 * tiny };
        memcpy(a, columns, sizeof columns);
        assert_int_equal(swvi_qr_factor(a, 3, 2, tau), SWV_OK);
        assert_near(fabs(a[3]), 5.0 * tiny, 0x1p-51 * 5.0 * tiny);
        assert_near(fabs(tau[1]), 1.6, 0x1p-50);
    }
}

static void pseudoinverse_default_tolerance_is_the_larger_size_times_epsilon(void **state)
{
    (void)state;
    for (int m = 2; m <= MAX; m += 7) {
        for (int n = 2; n <= MAX; n += 7) {
            const int size = m > n ? m : n;
            int       rank;
            memset(a, 0, sizeof a);
            a[0] = 4.0;
            a[n + 1] = 4.0 * (size + 0.5) * 0x1p-52;
            assert_int_equal(swvi_pseudoinverse(a, m, n, 0.0, c, &rank, scratch), SWV_OK);
            assert_int_equal(rank, 2);
            assert_near(c[m + 1], 1.0 / a[n + 1], 0x1p-50 / a[n + 1]);
            a[n + 1] = 4.0 * (size - 0.5) * 0x1p-52;
            assert_int_equal(swvi_pseudoinverse(a, m, n, 0.0, c, &rank, scratch), SWV_OK);
            assert_int_equal(rank, 1);
            assert_true(c[m + 1] == 0.0);
        }
    }
}

// Multiplying equations by powers of two does not change the smallest solution, nor a single bit of it; nor does it if
// columns are multiplied where they are the fewer, other than dividing x.
static void damped_solve_with_equations_of_1e300_beside_1e_minus_300(void **state)
{
    (void)state;
    uint64_t seed = 3;
    double   plain[MAX], scaled_a[MAX * MAX], scaled_b[MAX];
    for (int run = 0; run < CASES(5000); run++) {
        const int m = 1 + random_below(&seed, 9), n = 1 + random_below(&seed, 9);
        int       exponent[MAX];
        for (int i = 0; i < (m <= n ? m : n); i++)
            exponent[i] = random_below(&seed, 1801) - 900;
        for (int i = 0; i < m; i++) {
            b[i] = random_between(&seed, -1.0, 1.0);
            scaled_b[i] = m <= n ? ldexp(b[i], exponent[i]) : b[i];
            for (int j = 0; j < n; j++) {
                a[i * n + j] = random_between(&seed, -1.0, 1.0);
                scaled_a[i * n + j] = ldexp(a[i * n + j], exponent[m <= n ? i : j]);
            }
        }
        assert_int_equal(swvi_damped_solve(a, m, n, 0.0, b, plain, scratch), SWV_OK);
        assert_int_equal(swvi_damped_solve(scaled_a, m, n, 0.0, scaled_b, x, scratch), SWV_OK);
        for (int j = 0; j < n; j++)
            assert_true(plain[j] == (m <= n ? x[j] : ldexp(x[j], exponent[j])));
    }
}

static void damped_solve_with_damping_far_from_the_matrix(void **state)
{
    (void)state;
    // x = a b / (a^2 + damping^2), where no square fits into a double.
    static const struct {
        double a, damping, b, x;
    } cases[] = {
        { 0x1p-1000, 0x1p30, 0x1p1000, 0x1p-60 }, { 0x1p-1000, 0x1p-20, 0x1p1000, 0x1p40 },
        { 0x1p1000, 0x1p-1000, 0x1p1000, 1.0 },   { 0x1p-600, 0x1p600, 0x1p1000, 0x1p-800 },
        { 0x1p-1074, 0x1p-1074, 0x1p-1074, 0.5 }, { 0x1p1000, 0x1p1000, 0x1p1000, 0.5 },
        { 0x1p-1000, 0x1p1000, 1.0, 0.0 },
    };
    for (int k = 0; k < (int)(sizeof cases / sizeof *cases); k++) {
        assert_int_equal(swvi_damped_solve(&cases[k].a, 1, 1, cases[k].damping, &cases[k].b, x, scratch), SWV_OK);
        assert_near(x[0], cases[k].x, 0x1p-51 * cases[k].x);
        // The same beside a second equation, and a second unknown.
        const double two[2] = { cases[k].a, 0.0 }, right[2] = { cases[k].b, 0.0 };
        assert_int_equal(swvi_damped_solve(two, 1, 2, cases[k].damping, right, x, scratch), SWV_OK);
        assert_near(x[0], cases[k].x, 0x1p-51 * cases[k].x);
        assert_int_equal(swvi_damped_solve(two, 2, 1, cases[k].damping, right, x, scratch), SWV_OK);
        assert_near(x[0], cases[k].x, 0x1p-51 * cases[k].x);
    }
}

// A right side that is denormal loses nothing if the solution is not.
static void denormal_right_side_with_normal_solution(void **state)
{
    (void)state;
    uint64_t seed = 4;
    double   tau[MAX], normal_a[MAX * MAX], normal_b[MAX], normal_x[MAX];
    for (int run = 0; run < CASES(3000); run++) {
        const int n = 1 + random_below(&seed, 8);
        for (int i = 0; i < n * n; i++)
            normal_a[i] = (i % (n + 1) == 0 ? 2.0 * n : 0.0) + random_between(&seed, -1.0, 1.0);
        for (int i = 0; i < n; i++)
            normal_b[i] = random_below(&seed, 20001) - 10000;
        for (int k = 0; k < 3; k++) {
            for (int extreme = 0; extreme < 2; extreme++) {
                for (int i = 0; i < n * n; i++)
                    a[i] = ldexp(normal_a[i], extreme ? -1000 : 0);
                for (int i = 0; i < n; i++)
                    x[i] = ldexp(normal_b[i], extreme ? -1074 : 0);
                if (k == 0) {
                    assert_int_equal(swvi_lu_factor(a, n, pivot), SWV_OK);
                    assert_int_equal(swvi_lu_solve(a, pivot, n, x), SWV_OK);
                } else if (k == 1) {
                    assert_int_equal(swvi_qr_factor(a, n, n, tau), SWV_OK);
                    assert_int_equal(swvi_qr_solve(a, tau, n, n, x), SWV_OK);
                } else {
                    assert_int_equal(swvi_cholesky_factor(a, n), SWV_OK);
                    assert_int_equal(swvi_cholesky_solve(a, n, x), SWV_OK);
                }
                if (!extreme)
                    memcpy(normal_x, x, sizeof normal_x);
            }
            for (int i = 0; i < n; i++)
                assert_near(ldexp(x[i], 74), normal_x[i], 64.0 * n * 0x1p-53 * 1e4);
        }
    }
}

// Any bits that are a finite number, exponents all over the range, zeros between them.
static double any_double(uint64_t *seed)
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

static void any_finite_bits_give_finite_results(void **state)
{
    (void)state;
    uint64_t seed = 5;
    double   tau[MAX];
    for (int run = 0; run < CASES(100000); run++) {
        const int top = run % 100 == 0 ? MAX : 7;
        const int m = 1 + random_below(&seed, top), n = 1 + random_below(&seed, top), count = m < n ? m : n;
        const int size = m > n ? m : n;
        for (int i = 0; i < size * size; i++)
            a[i] = any_double(&seed);
        for (int i = 0; i < size; i++)
            b[i] = any_double(&seed);
        fill_nan(u, m * count);
        fill_nan(s, count);
        fill_nan(vt, count * n);
        swvi_svd(a, m, n, u, s, vt);
        assert_all_finite(u, m * count);
        assert_all_finite(s, count);
        assert_all_finite(vt, count * n);
        fill_nan(c, n * m);
        swvi_pseudoinverse(a, m, n, random_below(&seed, 2) ? 0.0 : fabs(any_double(&seed)), c, NULL, scratch);
        assert_all_finite(c, n * m);
        fill_nan(x, n);
        swvi_damped_solve(a, m, n, fabs(any_double(&seed)), b, x, scratch);
        assert_all_finite(x, n);

        memcpy(c, a, sizeof c);
        memcpy(x, b, sizeof x);
        swv_status status = swvi_lu_factor(c, n, pivot);
        assert_all_finite(c, n * n);
        swvi_lu_solve(c, pivot, n, x);
        assert_all_finite(x, n);
        // Factors that come from nowhere.
        for (int i = 0; i < n; i++)
            pivot[i] = i + random_below(&seed, n - i);
        memcpy(x, b, sizeof x);
        swvi_lu_solve(a, pivot, n, x);
        assert_all_finite(x, n);
        memcpy(x, b, sizeof x);
        swvi_cholesky_solve(a, n, x);
        assert_all_finite(x, n);

        memcpy(c, a, sizeof c);
        for (int i = 0; i < n; i++)
            c[i * n + i] = fabs(c[i * n + i]);
        status = swvi_cholesky_factor(c, n);
        assert_true(status == SWV_OK || status == SWV_SINGULAR);
        assert_all_finite(c, n * n);
        if (m >= n) {
            memcpy(c, a, sizeof c);
            fill_nan(tau, n);
            swvi_qr_factor(c, m, n, tau);
            assert_all_finite(c, m * n);
            assert_all_finite(tau, n);
            memcpy(x, b, sizeof x);
            swvi_qr_solve(c, tau, m, n, x);
            assert_all_finite(x, m);
            memcpy(x, b, sizeof x);
            swvi_qr_solve(a, b, m, n, x);
            assert_all_finite(x, m);
        }
    }
}

// Small whole numbers times one fraction: rank by exact arithmetic. Rows before may depend on each other nearly, which
// makes rounding larger than any one of them.
static int exact_rank(const int *whole, int m, int n)
{
    double r[49];
    int    rank = 0;
    for (int i = 0; i < m * n; i++)
        r[i] = whole[i];
    // By Bareiss: whole numbers throughout, below 2^53 for up to 7 rows of numbers up to 4.
    double before = 1.0;
    for (int j = 0; j < n && rank < m; j++) {
        int pivot_row = rank;
        while (pivot_row < m && r[pivot_row * n + j] == 0.0)
            pivot_row++;
        if (pivot_row == m)
            continue;
        for (int l = 0; l < n; l++) {
            const double keep = r[rank * n + l];
            r[rank * n + l] = r[pivot_row * n + l];
            r[pivot_row * n + l] = keep;
        }
        const double p = r[rank * n + j];
        for (int i = rank + 1; i < m; i++) {
            const double f = r[i * n + j];
            for (int l = 0; l < n; l++)
                r[i * n + l] = (p * r[i * n + l] - f * r[rank * n + l]) / before;
        }
        before = p;
        rank++;
    }
    return rank;
}

static void undamped_says_singular_whatever_the_columns_before(void **state)
{
    (void)state;
    uint64_t seed = 5;
    int      singular = 0;
    for (int t = 0; t < CASES(400000); t++) {
        const int m = 1 + random_below(&seed, 7), n = random_below(&seed, 2) && m < 7 ? m + 1 : m;
        const int most = 2 + random_below(&seed, 3);
        int       whole[49];
        for (int i = 0; i < m * n; i++) {
            whole[i] = random_below(&seed, 2 * most + 1) - most;
            a[i] = whole[i] * 0.49019607843137258 / most;
        }
        for (int i = 0; i < m; i++)
            b[i] = random_between(&seed, -0.5, 0.5);
        const bool       is_singular = exact_rank(whole, m, n) < m;
        const swv_status status = swvi_damped_solve(a, m, n, 0.0, b, x, scratch);
        assert_int_equal(status, is_singular ? SWV_SINGULAR : SWV_OK);
        singular += is_singular;
    }
    assert_true(singular > CASES(400000) / 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_out_of_range_are_refused_and_touch_nothing),
        cmocka_unit_test(qr_with_more_columns_than_rows_is_refused),
        cmocka_unit_test(lu_solve_refuses_row_numbers_out_of_range),
        cmocka_unit_test(scratch_is_no_larger_than_declared),
        cmocka_unit_test(cholesky_with_a_nan_or_infinity_anywhere),
        cmocka_unit_test(lu_with_a_nan_or_infinity_anywhere),
        cmocka_unit_test(qr_with_a_nan_or_infinity_anywhere),
        cmocka_unit_test(svd_pseudoinverse_and_damped_solve_with_a_nan_or_infinity_anywhere),
        cmocka_unit_test(negative_damping_and_tolerance_have_no_meaning),
        cmocka_unit_test(zero_matrix_of_every_size),
        cmocka_unit_test(zero_right_side_gives_zero),
        cmocka_unit_test(factors_with_a_zero_on_the_diagonal_are_singular),
        cmocka_unit_test(matrix_that_is_not_positive_definite),
        cmocka_unit_test(damped_solve_without_damping_refuses_a_low_rank),
        cmocka_unit_test(svd_of_rows_in_fewer_dimensions_than_their_number),
        cmocka_unit_test(results_too_large_for_a_double_are_not_finite),
        cmocka_unit_test(largest_and_smallest_doubles_pass_exactly),
        cmocka_unit_test(diagonal_from_1e300_to_1e_minus_300),
        cmocka_unit_test(qr_of_columns_that_differ_by_less_than_their_squares_hold),
        cmocka_unit_test(pseudoinverse_default_tolerance_is_the_larger_size_times_epsilon),
        cmocka_unit_test(damped_solve_with_equations_of_1e300_beside_1e_minus_300),
        cmocka_unit_test(damped_solve_with_damping_far_from_the_matrix),
        cmocka_unit_test(denormal_right_side_with_normal_solution),
        cmocka_unit_test(any_finite_bits_give_finite_results),
        cmocka_unit_test(undamped_says_singular_whatever_the_columns_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
