// SPDX-License-Identifier: MIT
// Cholesky factor of a symmetric positive definite matrix, a = L L', by columns.
//
// Comparing the entries (i, j), i >= j, of both sides, a_ij = sum over k <= j of l_ik l_jk:
// (1) diagonal      l_jj = sqrt(d),  d = a_jj - sum over k < j of l_jk^2
// (2) below it      l_ij = (a_ij - sum over k < j of l_ik l_jk) / l_jj,  i > j
// (3) solve         L y = b from the first row down, L' x = y from the last row up
//
// Positive to working precision. L L' differs from a by up to (j + 3) 2^-53 a_jj on the diagonal: so many roundings lie
// between a_jj and a square of (1), and the squares add up to at most a_jj. A d at or below (j + 1) 2^-52 a_jj
// may as well be zero or negative: SWV_SINGULAR.
//
// Magnitude. |l_ij| <= sqrt(a_ii), so that a factor never overflows, and nothing is lost while the diagonal lies
// within 2^+-100: an underflow, 2^-1074, is far below 2^-52 a_ii. Else row and column i are multiplied by
// 2^-p_i, p_i half the exponent of a_ii, before, and row i of L by 2^p_i after (4). Both are exact, and a matrix
// whose diagonal runs from 1e-300 to 1e300 is factored as well as one of ones. |a_ij| > sqrt(a_ii a_jj) is
// not positive definite, which is found here, before the scaling could overflow.
//
// This work is based on:
// Higham. Accuracy and Stability of Numerical Algorithms. 2nd edition 2002, chapter 10
// Demmel. On floating point errors in Cholesky. LAPACK Working Note 14, 1989
#include "math/linalg.h"

#include <math.h>

#include "math/linalg_internal.h"

// What a factoring leaves that fails: zeros in the lower triangle.
static swv_status fail(double *a, int n, swv_status status)
{
    for (int i = 0; i < n; i++)
        swvi_set_zero(a + i * n, i + 1);
    return status;
}

// (4) Bring the diagonal into [1/2, 4), so that entries beside it are below 4 too; half_exponent[i], out: p_i. False if it cannot be positive
// definite.
static bool equilibrate(double *a, int n, int *half_exponent)
{
    for (int i = 0; i < n; i++) {
        if (!(a[i * n + i] > 0.0))
            return false;
        half_exponent[i] = swvi_exponent(swvi_magnitude(a[i * n + i])) / 2;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            a[i * n + j] = swvi_scale(a[i * n + j], -half_exponent[i] - half_exponent[j]);
            if (fabs(a[i * n + j]) > 4.0)
                return false;
        }
    return true;
}

// (1) and (2) in place. False if it is not positive definite.
static bool factor_columns(double *a, int n)
{
    for (int j = 0; j < n; j++) {
        double      *row_j = a + j * n;
        const double d = swvi_minus_dot(row_j[j], row_j, row_j, j);  // (1)
        if (!(d > (j + 1) * SWVI_EPSILON * row_j[j]))                // also true for the NaN of overflowing rows
            return false;
        row_j[j] = sqrt(d);
        const double inverse = 1.0 / row_j[j];
        for (int i = j + 1; i < n; i++)
            a[i * n + j] = swvi_minus_dot(a[i * n + j], a + i * n, row_j, j) * inverse;  // (2)
    }
    return true;
}

swv_status swvi_cholesky_factor(double *a, int n)
{
    if (!a)
        return SWV_NULL;
    if (swvi_size_is_bad(n))
        return SWV_BAD_COUNT;
    // From 2^-100 to 2^100 squares and products of a few are far from overflow and underflow. No scale is needed.
    bool is_moderate = true;
    for (int i = 0; i < n; i++) {
        if (!swvi_magnitude_is_finite(swvi_largest(a + i * n, i + 1)))
            return fail(a, n, SWV_NOT_FINITE);
        is_moderate = is_moderate && a[i * n + i] >= 0x1p-100 && a[i * n + i] <= 0x1p100;
    }
    if (is_moderate)
        return factor_columns(a, n) ? SWV_OK : fail(a, n, SWV_SINGULAR);

    int half_exponent[SWV_MAX_JOINTS];
    if (!equilibrate(a, n, half_exponent) || !factor_columns(a, n))
        return fail(a, n, SWV_SINGULAR);
    for (int i = 0; i < n; i++)
        swvi_scale_all(a + i * n, i + 1, half_exponent[i]);
    return SWV_OK;
}

// (3) x  in: b. out: the solution.
static void substitute(const double *factor, int n, double *x)
{
    double inverse[SWV_MAX_JOINTS];
    for (int i = 0; i < n; i++)
        inverse[i] = 1.0 / factor[i * n + i];
    for (int i = 0; i < n; i++)
        x[i] = swvi_minus_dot(x[i], factor + i * n, x, i) * inverse[i];
    for (int i = n - 1; i >= 0; i--) {
        x[i] = x[i] * inverse[i];
        swvi_subtract(x, x[i], factor + i * n, i);
    }
}

swv_status swvi_cholesky_solve(const double *factor, int n, double *x)
{
    if (!factor || !x)
        return SWV_NULL;
    if (swvi_size_is_bad(n))
        return SWV_BAD_COUNT;
    uint64_t largest = 0;
    bool     is_singular = false;
    for (int i = 0; i < n; i++) {
        const uint64_t largest_in_row = swvi_largest(factor + i * n, i + 1);
        largest = largest_in_row > largest ? largest_in_row : largest;
        is_singular = is_singular || factor[i * n + i] == 0.0;
    }
    if (!swvi_magnitude_is_finite(largest) || !swvi_magnitude_is_finite(swvi_largest(x, n)))
        return swvi_fail(x, n, SWV_NOT_FINITE);
    if (is_singular)
        return swvi_fail(x, n, SWV_SINGULAR);

    // a = L L' is about as large as the square of L.
    return swvi_solve_scaled(substitute, factor, n, 2 * swvi_exponent(largest), x);
}
