// SPDX-License-Identifier: MIT
// Singular values and pseudoinverses where something is wrong or extreme: sizes out of range, numbers that are not finite in
// every position, low ranks, results that overflow. Outputs are filled with NaN before each call: after it, whatever the
// status, all of them are finite.
//
// Matrices have no units. 8 (m + n) 2^-53 is twice svd.c's tolerance, 2^-52 to 2^-50 a few roundings of one number: chosen. Every third or seventh
// size saves time.
#include "extremes.h"

#include "chin/svd.h"

static double a[MAX * MAX], c[MAX * MAX], u[MAX * MAX], s[MAX], vt[MAX * MAX];
static double scratch[4 * MAX * MAX];

/////////////////////////////////////////////////////////////////////////////////////////////////// sizes

// 7, 8 and 9 only mark what must stay.
static void sizes_out_of_range_are_refused_and_touch_nothing(void **state)
{
    (void)state;
    double lone = 7.0, other = 8.0, third = 9.0;
    int    rank;
    for (int k = 0; k < 2 * BAD_SIZE_COUNT; k++) {
        const int n = bad_sizes[k / 2], rows = k % 2 ? n : 1, columns = k % 2 ? 1 : n;
        assert_int_equal(swvi_svd(&lone, rows, columns, &other, &third, &other), SWV_BAD_COUNT);
        assert_int_equal(swvi_pseudoinverse(&lone, rows, columns, 0.0, &other, &rank, &third), SWV_BAD_COUNT);
        assert_int_equal(rank, 0);
        assert_int_equal(swvi_pseudoinverse_scratch(rows, columns), 0);
        assert_true(lone == 7.0 && other == 8.0 && third == 9.0);
    }
}

// Writing beyond what the size function says would hit the marks behind it. Eight marks; 123 is any number.
static void scratch_is_no_larger_than_declared(void **state)
{
    (void)state;
    for (int m = 1; m <= MAX; m += 3) {
        for (int n = 1; n <= MAX; n += 3) {
            fill_good(a, m, n);
            const size_t inverse_size = swvi_pseudoinverse_scratch(m, n);
            assert_true(inverse_size + 8 <= sizeof scratch / sizeof *scratch);
            fill_value(scratch + inverse_size, 8, 123.0);
            assert_int_equal(swvi_pseudoinverse(a, m, n, 0.0, c, NULL, scratch), SWV_OK);
            for (int i = 0; i < 8; i++)
                assert_true(scratch[inverse_size + (size_t)i] == 123.0);
        }
    }
}

/////////////////////////////////////////////////////////////////////////////////////////////////// not finite

static void svd_and_pseudoinverse_with_a_nan_or_infinity_anywhere(void **state)
{
    (void)state;
    for (int shape = 0; shape < SHAPE_COUNT; shape++) {
        const int m = shapes[shape][0], n = shapes[shape][1], count = m < n ? m : n;
        for (int k = 0; k < 3; k++) {
            for (int p = 0; p < m * n; p++) {
                fill_good(a, m, n);
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
            }
            fill_good(a, m, n);
            fill_nan(c, n * m);
            assert_int_equal(swvi_pseudoinverse(a, m, n, not_finite[k], c, NULL, scratch), SWV_NOT_FINITE);
            assert_all_finite(c, n * m);
        }
    }
}

static void negative_tolerance_has_no_meaning(void **state)
{
    (void)state;
    int rank = -1;
    fill_good(a, 3, 4);
    fill_nan(c, 12);
    assert_int_equal(swvi_pseudoinverse(a, 3, 4, -DBL_TRUE_MIN, c, &rank, scratch), SWV_BAD_ARGUMENT);
    assert_all_finite(c, 12);
    assert_int_equal(rank, 0);
}

/////////////////////////////////////////////////////////////////////////////////////////////////// singular

// 37: each n with another m; any odd number would do.
static void zero_matrix_of_every_size(void **state)
{
    (void)state;
    for (int n = 1; n <= MAX; n++) {
        const int m = 1 + (n * 37) % MAX, count = m < n ? m : n;
        memset(a, 0, sizeof a);
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
    }
}

// More rows than dimensions: what is left of some rows never becomes orthogonal, only zero. Coordinates that are
// always equal, or always zero, keep rounding from opening another dimension. Most have up to 10 rows. The constant 1 is one more dimension.
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

// Half an epsilon above and below it.
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

/////////////////////////////////////////////////////////////////////////////////////////////////// magnitude

static void results_too_large_for_a_double_are_not_finite(void **state)
{
    (void)state;
    // A singular value of 64 times the largest double.
    fill_value(a, MAX * MAX, DBL_MAX);
    fill_nan(u, MAX * MAX);
    assert_int_equal(swvi_svd(a, MAX, MAX, u, s, vt), SWV_NOT_FINITE);
    assert_all_finite(u, MAX * MAX);
    assert_all_finite(s, MAX);
    assert_all_finite(vt, MAX * MAX);
    // The inverse of 2^-1060.
    a[0] = 0x1p-1060;
    fill_nan(c, 1);
    assert_int_equal(swvi_pseudoinverse(a, 1, 1, 0.0, c, NULL, scratch), SWV_NOT_FINITE);
    assert_all_finite(c, 1);
}

static void largest_and_smallest_doubles_pass(void **state)
{
    (void)state;
    for (int k = 0; k < EXTREME_COUNT; k++) {
        a[0] = -extremes[k];
        assert_int_equal(swvi_svd(a, 1, 1, u, s, vt), SWV_OK);
        assert_near(s[0], extremes[k], 0x1p-52 * extremes[k]);
        assert_near(u[0] * vt[0], -1.0, 0x1p-51);
    }
}

// diag(1e300, 1, 1e-300) fits into doubles, and so must everything on the way.
static void diagonal_from_1e300_to_1e_minus_300(void **state)
{
    (void)state;
    static const double diagonal[3] = { 1e300, 1.0, 1e-300 };
    for (int order = 0; order < 6; order++) {
        memset(a, 0, sizeof a);
        a[0] = diagonal[order % 3];
        a[4] = diagonal[(order + (order < 3 ? 1 : 2)) % 3];
        a[8] = diagonal[(order + (order < 3 ? 2 : 1)) % 3];
        assert_int_equal(swvi_svd(a, 3, 3, u, s, vt), SWV_OK);
        for (int i = 0; i < 3; i++)
            assert_near(s[i], diagonal[i], 0x1p-51 * diagonal[i]);
    }
}

static void any_finite_bits_give_finite_results(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int run = 0; run < CASES(100000); run++) {
        const int top = run % 100 == 0 ? MAX : 7;
        const int m = 1 + random_below(&seed, top), n = 1 + random_below(&seed, top), count = m < n ? m : n;
        for (int i = 0; i < m * n; i++)
            a[i] = any_double(&seed);
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
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_out_of_range_are_refused_and_touch_nothing),
        cmocka_unit_test(scratch_is_no_larger_than_declared),
        cmocka_unit_test(svd_and_pseudoinverse_with_a_nan_or_infinity_anywhere),
        cmocka_unit_test(negative_tolerance_has_no_meaning),
        cmocka_unit_test(zero_matrix_of_every_size),
        cmocka_unit_test(svd_of_rows_in_fewer_dimensions_than_their_number),
        cmocka_unit_test(pseudoinverse_default_tolerance_is_the_larger_size_times_epsilon),
        cmocka_unit_test(results_too_large_for_a_double_are_not_finite),
        cmocka_unit_test(largest_and_smallest_doubles_pass),
        cmocka_unit_test(diagonal_from_1e300_to_1e_minus_300),
        cmocka_unit_test(any_finite_bits_give_finite_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
