// SPDX-License-Identifier: MIT
// LU factors of a square matrix with row exchanges, P a = L U, L with ones on its diagonal.
//
// Step k, for k = 0 .. n - 1:
// (1) pivot         the row p >= k with the largest |a_pk|; exchange rows k and p
// (2) eliminate     l_ik = a_ik / a_kk, row_i -= l_ik row_k to the right of column k, for i > k
// (3) solve         L y = P b from the first row down, U x = y from the last row up
//
// By (1) no |l_ik| exceeds 1. By (2) an entry at most doubles in a step: U is at most 2^(n - 1) times as large as a,
// in practice hardly larger than a.
//
// Magnitude. Nothing is scaled: the quotients of (2) do not depend on the scale, products with |l| <= 1 cannot
// overflow, and what underflows is off by at most 2^-1075, the rounding of any entry of a or U that is itself so
// small. Where a matrix mixes magnitudes, the error is small against its largest entry. A sum that overflows would
// be an entry of U, or worse: SWV_NOT_FINITE.
//
// This work is based on:
// Higham. Accuracy and Stability of Numerical Algorithms. 2nd edition 2002, chapter 9
#include "math/linalg.h"

#include <math.h>

#include "math/linalg_internal.h"

// What a factoring leaves that fails: zeros, and no exchanges.
static swv_status fail(double *a, int n, int *pivot, swv_status status)
{
    swvi_set_zero(a, n * n);
    for (int i = 0; i < n; i++)
        pivot[i] = i;
    return status;
}

swv_status swvi_lu_factor(double *a, int n, int *pivot)
{
    if (!a || !pivot)
        return SWV_NULL;
    if (swvi_size_is_bad(n))
        return SWV_BAD_COUNT;
    if (!swvi_magnitude_is_finite(swvi_largest(a, n * n)))
        return fail(a, n, pivot, SWV_NOT_FINITE);

    bool is_singular = false;
    for (int k = 0; k < n && !is_singular; k++) {
        double *row_k = a + k * n;
        int     p = k;  // (1)
        for (int i = k + 1; i < n; i++)
            p = fabs(a[i * n + k]) > fabs(a[p * n + k]) ? i : p;
        pivot[k] = p;
        for (int j = 0; j < n && p != k; j++) {
            const double kept = row_k[j];
            row_k[j] = a[p * n + j];
            a[p * n + j] = kept;
        }
        is_singular = row_k[k] == 0.0;
        for (int i = k + 1; i < n && !is_singular; i++) {  // (2)
            double *row_i = a + i * n;
            row_i[k] = row_i[k] / row_k[k];
            swvi_subtract(row_i + k + 1, row_i[k], row_k + k + 1, n - k - 1);
        }
    }
    if (!swvi_magnitude_is_finite(swvi_largest(a, n * n)))
        return fail(a, n, pivot, SWV_NOT_FINITE);
    return is_singular ? fail(a, n, pivot, SWV_SINGULAR) : SWV_OK;
}

// (3), the exchanges of P already made. x  in: P b. out: the solution.
static void substitute(const double *factor, int n, double *x)
{
    for (int i = 1; i < n; i++)
        x[i] = swvi_minus_dot(x[i], factor + i * n, x, i);
    for (int i = n - 1; i >= 0; i--) {
        const double *row = factor + i * n;
        x[i] = (x[i] - swvi_dot(row + i + 1, x + i + 1, n - i - 1)) / row[i];
    }
}

swv_status swvi_lu_solve(const double *factor, const int *pivot, int n, double *x)
{
    if (!factor || !pivot || !x)
        return SWV_NULL;
    if (swvi_size_is_bad(n))
        return SWV_BAD_COUNT;
    for (int k = 0; k < n; k++)
        if (pivot[k] < k || pivot[k] >= n)
            return SWV_BAD_COUNT;
    if (!swvi_magnitude_is_finite(swvi_largest(factor, n * n)) || !swvi_magnitude_is_finite(swvi_largest(x, n)))
        return swvi_fail(x, n, SWV_NOT_FINITE);

    uint64_t largest = 0;  // of U: L is about 1
    for (int i = 0; i < n; i++) {
        const uint64_t largest_in_row = swvi_largest(factor + i * n + i, n - i);
        largest = largest_in_row > largest ? largest_in_row : largest;
        if (factor[i * n + i] == 0.0)
            return swvi_fail(x, n, SWV_SINGULAR);
    }
    for (int k = 0; k < n; k++) {
        const double kept = x[pivot[k]];
        x[pivot[k]] = x[k];
        x[k] = kept;
    }
    return swvi_solve_scaled(substitute, factor, n, swvi_exponent(largest), x);
}
