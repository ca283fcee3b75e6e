// SPDX-License-Identifier: MIT
// Linear algebra where something is wrong or extreme: sizes out of range, numbers that are not finite in every
// position, singular matrices, results that overflow, magnitudes that do not fit together. Outputs are filled with NaN
// before each call: after it, whatever the status, all of them are finite.
#include "extremes.h"

#include "math/linalg.h"

static double a[MAX * MAX], b[MAX], c[MAX * MAX], x[MAX];
static int    pivot[MAX];

/////////////////////////////////////////////////////////////////////////////////////////////////// sizes

static void sizes_out_of_range_are_refused_and_touch_nothing(void **state)
{
    (void)state;
    double lone = 7.0, other = 8.0;
    int    row = 0;
    for (int k = 0; k < BAD_SIZE_COUNT; k++) {
        const int n = bad_sizes[k];
        assert_int_equal(swvi_cholesky_factor(&lone, n), SWV_BAD_COUNT);
        assert_int_equal(swvi_cholesky_solve(&lone, n, &other), SWV_BAD_COUNT);
        assert_int_equal(swvi_lu_factor(&lone, n, &row), SWV_BAD_COUNT);
        assert_int_equal(swvi_lu_solve(&lone, &row, n, &other), SWV_BAD_COUNT);
        assert_true(lone == 7.0 && other == 8.0);
    }
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

/////////////////////////////////////////////////////////////////////////////////////////////////// singular

static void zero_matrix_of_every_size(void **state)
{
    (void)state;
    for (int n = 1; n <= MAX; n++) {
        memset(a, 0, sizeof a);
        assert_int_equal(swvi_cholesky_factor(a, n), SWV_SINGULAR);
        assert_int_equal(swvi_lu_factor(a, n, pivot), SWV_SINGULAR);
    }
}

static void zero_right_side_gives_zero(void **state)
{
    (void)state;
    memset(x, 0, sizeof x);
    fill_good(a, 6, 6);
    assert_int_equal(swvi_cholesky_factor(a, 6), SWV_OK);
    assert_int_equal(swvi_cholesky_solve(a, 6, x), SWV_OK);
    assert_all_zero(x, 6);
    fill_good(a, 6, 6);
    assert_int_equal(swvi_lu_factor(a, 6, pivot), SWV_OK);
    assert_int_equal(swvi_lu_solve(a, pivot, 6, x), SWV_OK);
    assert_all_zero(x, 6);
}

static void factors_with_a_zero_on_the_diagonal_are_singular(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 4; i++)
            pivot[i] = i;
        fill_good(a, 4, 4);
        a[k * 4 + k] = 0.0;
        fill_value(x, 4, 1.0);
        assert_int_equal(swvi_cholesky_solve(a, 4, x), SWV_SINGULAR);
        assert_all_finite(x, 4);
        fill_value(x, 4, 1.0);
        assert_int_equal(swvi_lu_solve(a, pivot, 4, x), SWV_SINGULAR);
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

/////////////////////////////////////////////////////////////////////////////////////////////////// magnitude

static void results_too_large_for_a_double_are_not_finite(void **state)
{
    (void)state;
    // -2 DBL_MAX in U.
    static const double doubling[4] = { DBL_MAX, DBL_MAX, DBL_MAX, -DBL_MAX };
    memcpy(a, doubling, sizeof doubling);
    assert_int_equal(swvi_lu_factor(a, 2, pivot), SWV_NOT_FINITE);
    assert_all_finite(a, 4);
    // The inverse of 2^-1060.
    a[0] = 0x1p-1060;
    pivot[0] = 0;
    x[0] = 1.0;
    assert_int_equal(swvi_lu_solve(a, pivot, 1, x), SWV_NOT_FINITE);
    assert_all_finite(x, 1);
    x[0] = 1.0;
    a[0] = 0x1p-530;
    assert_int_equal(swvi_cholesky_solve(a, 1, x), SWV_NOT_FINITE);
    assert_all_finite(x, 1);
}

static void largest_and_smallest_doubles_pass_exactly(void **state)
{
    (void)state;
    for (int k = 0; k < EXTREME_COUNT; k++) {
        const double value = extremes[k];
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
    }
}

// diag(1e300, 1, 1e-300) and its inverse fit into doubles, and so must everything on the way.
static void diagonal_from_1e300_to_1e_minus_300(void **state)
{
    (void)state;
    static const double diagonal[3] = { 1e300, 1.0, 1e-300 };
    for (int order = 0; order < 6; order++) {
        const double e[3] = { diagonal[order % 3], diagonal[(order + (order < 3 ? 1 : 2)) % 3],
                              diagonal[(order + (order < 3 ? 2 : 1)) % 3] };
        memset(a, 0, sizeof a);
        for (int i = 0; i < 3; i++)
            a[i * 3 + i] = e[i];
        for (int k = 0; k < 2; k++) {
            double factor[9];
            memcpy(factor, a, sizeof factor);
            fill_value(x, 3, 1.0);
            if (k == 0) {
                assert_int_equal(swvi_cholesky_factor(factor, 3), SWV_OK);
                assert_int_equal(swvi_cholesky_solve(factor, 3, x), SWV_OK);
            } else {
                assert_int_equal(swvi_lu_factor(factor, 3, pivot), SWV_OK);
                assert_int_equal(swvi_lu_solve(factor, pivot, 3, x), SWV_OK);
            }
            for (int i = 0; i < 3; i++)
                assert_near(x[i], 1.0 / e[i], 0x1p-50 / e[i]);
        }
    }
}

// A right side that is denormal loses nothing if the solution is not.
static void denormal_right_side_with_normal_solution(void **state)
{
    (void)state;
    uint64_t seed = 4;
    double   normal_a[MAX * MAX], normal_b[MAX], normal_x[MAX];
    for (int run = 0; run < CASES(3000); run++) {
        const int n = 1 + random_below(&seed, 8);
        for (int i = 0; i < n * n; i++)
            normal_a[i] = (i % (n + 1) == 0 ? 2.0 * n : 0.0) + random_between(&seed, -1.0, 1.0);
        for (int i = 0; i < n; i++)
            normal_b[i] = random_below(&seed, 20001) - 10000;
        for (int k = 0; k < 2; k++) {
            for (int extreme = 0; extreme < 2; extreme++) {
                for (int i = 0; i < n * n; i++)
                    a[i] = ldexp(normal_a[i], extreme ? -1000 : 0);
                for (int i = 0; i < n; i++)
                    x[i] = ldexp(normal_b[i], extreme ? -1074 : 0);
                if (k == 0) {
                    assert_int_equal(swvi_lu_factor(a, n, pivot), SWV_OK);
                    assert_int_equal(swvi_lu_solve(a, pivot, n, x), SWV_OK);
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

static void any_finite_bits_give_finite_results(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int run = 0; run < CASES(100000); run++) {
        const int n = 1 + random_below(&seed, run % 100 == 0 ? MAX : 7);
        for (int i = 0; i < n * n; i++)
            a[i] = any_double(&seed);
        for (int i = 0; i < n; i++)
            b[i] = any_double(&seed);
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
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_out_of_range_are_refused_and_touch_nothing),
        cmocka_unit_test(lu_solve_refuses_row_numbers_out_of_range),
        cmocka_unit_test(cholesky_with_a_nan_or_infinity_anywhere),
        cmocka_unit_test(lu_with_a_nan_or_infinity_anywhere),
        cmocka_unit_test(zero_matrix_of_every_size),
        cmocka_unit_test(zero_right_side_gives_zero),
        cmocka_unit_test(factors_with_a_zero_on_the_diagonal_are_singular),
        cmocka_unit_test(matrix_that_is_not_positive_definite),
        cmocka_unit_test(results_too_large_for_a_double_are_not_finite),
        cmocka_unit_test(largest_and_smallest_doubles_pass_exactly),
        cmocka_unit_test(diagonal_from_1e300_to_1e_minus_300),
        cmocka_unit_test(denormal_right_side_with_normal_solution),
        cmocka_unit_test(any_finite_bits_give_finite_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
