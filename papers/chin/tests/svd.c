// SPDX-License-Identifier: MIT
// Singular values and pseudoinverses against LAPACK, and against what defines them, on random matrices of every size and
// condition.
//
// Tolerances are multiples of u = 2^-53, the error of one operation. The proven bounds for rotations, m n u and more, are far
// from what rounding does: errors of random sign grow like the root of their number. The tolerance is GROWTH * (m + n) u,
// still linear in the size. A wrong factor, sign or index is off by 1e10 times as much.
//
// Matrices are m x n, by rows, without units; their entries are up to 1, times 2^exponent. Numbers of cases are chosen.
#include "matrices.h"

#include <lapacke.h>

#include "chin/svd.h"

// Orthogonal transformations: each entry takes part in m + n of them at most, and each rounds it by up to 3 u.
#define GROWTH 4.0

// Orthonormality after s sweeps: a vector is rounded by up to 2 u in each of s (m + n) rotations, at random. The root
// of that, s about 6, makes 5 sqrt(m + n) u; an error of one sign, however small, would grow linearly and show.
#define ORTHONORMAL(m, n) (6.0 * sqrt((m) + (n)) * UNIT)

// Of results_have_the_same_bits_everywhere. Changes only with the algorithms.
#define GOLDEN_HASH 0xCFD4DA3046ADCDEEu

static double a[MAX * MAX], a0[MAX * MAX], b[MAX * MAX], c[MAX * MAX], d[MAX * MAX];
static double u[MAX * MAX], vt[MAX * MAX], scratch[4 * MAX * MAX];

// Of Q'Q - I the largest entry; q: m x n.
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

// u, s and vt are the decomposition of the matrix times 2^exponent.
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
// preconditioned Jacobi method finds the same ones. The condition before is 10: both errors times that.
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

// Exponents are near the ends of a double, 1010 so near that an inverse may not fit; values below 1e-12 of the largest count as 0, or those that the
// default does. Chosen.
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

// Conditions up to 1e10, values below 1e-13 count as 0: so none does. Chosen.
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

// 2^e a has the results of a times powers of two, bit for bit, as long as nothing is denormal. e is even, -600 to 600, so that neither e nor its
// square roots round.
static void powers_of_two_pass_through_unrounded(void **state)
{
    (void)state;
    uint64_t seed = 18;
    double   s[MAX], s0[MAX];
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
    }
}

// One number for all results on one fixed sequence of matrices: the same on every compiler, option and machine. 300 matrices of up to 9 rows, one in
// 30 of up to 64. The first hash is that of FNV-1a.
static void results_have_the_same_bits_everywhere(void **state)
{
    (void)state;
    uint64_t seed = 19, hash = 0xCBF29CE484222325u;
    double   s[MAX];
    int      rank;
    for (int run = 0; run < 300; run++) {
        const int m = 1 + random_below(&seed, run % 30 == 0 ? MAX : 9), n = 1 + random_below(&seed, m);
        fill(&seed, a, m * n);
        assert_int_equal(swvi_svd(a, m, n, u, s, vt), SWV_OK);
        hash = hash_doubles(hash_doubles(hash_doubles(hash, u, m * n), s, n), vt, n * n);
        assert_int_equal(swvi_pseudoinverse(a, m, n, 0.0, d, &rank, scratch), SWV_OK);
        hash = hash_doubles(hash, d, m * n);
    }
    if (hash != GOLDEN_HASH)
        fail_msg("hash %#llx", (unsigned long long)hash);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(svd_multiplies_to_the_matrix_and_agrees_with_lapack),
        cmocka_unit_test(svd_of_graded_matrix_is_accurate_relative_to_each_value),
        cmocka_unit_test(svd_of_rank_deficient_matrix_shows_the_rank),
        cmocka_unit_test(pseudoinverse_meets_moore_and_penrose),
        cmocka_unit_test(pseudoinverse_agrees_with_lapack),
        cmocka_unit_test(powers_of_two_pass_through_unrounded),
        cmocka_unit_test(results_have_the_same_bits_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
