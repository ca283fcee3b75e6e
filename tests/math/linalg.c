// SPDX-License-Identifier: MIT
// Linear algebra against LAPACK, and against what defines each result, on random matrices of every size and condition.
//
// Tolerances are multiples of u = 2^-53, the error of one operation. The bounds are proven for every matrix and every
// rounding (Higham, Accuracy and Stability of Numerical Algorithms, 2nd edition 2002, theorems 9.3, 9.4, 10.3, 10.4). A
// wrong factor, sign or index is off by 1e10 times as much.
#include "matrices.h"

#include <lapacke.h>

#include "math/linalg.h"

// Of results_have_the_same_bits_everywhere. Changes only with the algorithms.
#define GOLDEN_HASH 0xDD1830184AC1D23Bu

static double a[MAX * MAX], a0[MAX * MAX], b[MAX * MAX], c[MAX * MAX], d[MAX * MAX];
static double exchanged[MAX * MAX], right[MAX];

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
            right[i] = b[i];
        copy(exchanged, a0, n * n);
        for (int k = 0; k < n; k++) {
            const double kept = right[k];
            right[k] = right[pivot[k]];
            right[pivot[k]] = kept;
            for (int j = 0; j < n; j++) {
                const double entry = exchanged[k * n + j];
                exchanged[k * n + j] = exchanged[pivot[k] * n + j];
                exchanged[pivot[k] * n + j] = entry;
            }
        }
        for (int i = 0; i < n; i++) {
            long double sum = -right[i], bound = 0.0L;
            for (int j = 0; j < n; j++) {
                sum += (long double)exchanged[i * n + j] * d[j];
                for (int k = 0; k <= (i < j ? i : j); k++)
                    bound += fabsl((k == i ? 1.0L : a[i * n + k]) * ldexpl(a[k * n + j], -exponent) * d[j]);
            }
            assert_near((double)sum, 0.0, (3 * n + 1) * UNIT * (double)bound);
        }
        copy(c, a0, n * n);
        LAPACKE_dgetrf(LAPACK_ROW_MAJOR, n, n, c, n, lapack_pivot);
        copy(right, b, n);
        LAPACKE_dgetrs(LAPACK_ROW_MAJOR, 'N', n, 1, c, n, lapack_pivot, right, 1);
        // Both are off by up to the condition times their own residual.
        assert_near(distance(d, right, n), 0.0, 16 * n * UNIT * condition * length_of(right, n));
    }
}

/////////////////////////////////////////////////////////////////////////////////////////////////// scale, bits

// 2^e a has the results of a times powers of two, bit for bit, as long as nothing is denormal.
static void powers_of_two_pass_through_unrounded(void **state)
{
    (void)state;
    uint64_t seed = 18;
    int      pivot[MAX], pivot0[MAX];
    for (int run = 0; run < CASES(4000); run++) {
        const int n = any_size(&seed), e = 2 * (random_below(&seed, 601) - 300);
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

// One number for all results on one fixed sequence of matrices: the same on every compiler, option and machine.
static void results_have_the_same_bits_everywhere(void **state)
{
    (void)state;
    uint64_t seed = 19, hash = 0xCBF29CE484222325u;
    double   x[MAX];
    int      pivot[MAX];
    for (int run = 0; run < 300; run++) {
        const int n = 1 + random_below(&seed, run % 30 == 0 ? MAX : 9);
        fill(&seed, b, n);
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
        cmocka_unit_test(powers_of_two_pass_through_unrounded),
        cmocka_unit_test(results_have_the_same_bits_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
