// SPDX-License-Identifier: MIT
// The Moore-Penrose inverse. With a = U diag(s) V', a+ = V diag(1/s) U' over the singular values that count (1). The matrix is
// scaled to [1, 2) before, so that s and 1/s are as accurate for denormals as for ones, and a+ is scaled back (2).
#include "chin/svd.h"
#include "math/linalg_internal.h"

static int smaller_of(int a, int b)
{
    return a < b ? a : b;
}

static int larger_of(int a, int b)
{
    return a > b ? a : b;
}

size_t swvi_pseudoinverse_scratch(int m, int n)
{
    if (swvi_size_is_bad(m) || swvi_size_is_bad(n))
        return 0;
    const int k = smaller_of(m, n);
    return (size_t)(m * k + k + k * n);
}

swv_status swvi_pseudoinverse(const double *a, int m, int n, double tolerance, double *inverse, int *rank,
                              double *scratch)
{
    if (!a || !inverse || !scratch)
        return SWV_NULL;
    if (rank)
        *rank = 0;
    if (swvi_size_is_bad(m) || swvi_size_is_bad(n))
        return SWV_BAD_COUNT;
    const uint64_t largest = swvi_largest(a, m * n);
    if (!swvi_magnitude_is_finite(largest) || !swvi_magnitude_is_finite(swvi_magnitude(tolerance)))
        return swvi_fail(inverse, n * m, SWV_NOT_FINITE);
    if (tolerance < 0.0)
        return swvi_fail(inverse, n * m, SWV_BAD_ARGUMENT);

    // (2) `inverse` has room for the scaled matrix.
    const int k = smaller_of(m, n), exponent = swvi_exponent(largest);
    for (int i = 0; i < m * n; i++)
        inverse[i] = a[i];
    swvi_scale_all(inverse, m * n, -exponent);
    double *const u = scratch, *const s = u + m * k, *const vt = s + k;
    swvi_svd(inverse, m, n, u, s, vt);

    // (1) s falls: the first `kept` count.
    const double least = (tolerance > 0.0 ? tolerance : larger_of(m, n) * SWVI_EPSILON) * s[0];
    int          kept = 0;
    while (kept < k && s[kept] > least)
        kept++;
    swvi_set_zero(inverse, n * m);
    for (int l = 0; l < kept; l++) {
        for (int i = 0; i < m; i++)
            u[i * k + l] /= s[l];
    }
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < m; i++) {
            double sum = 0.0;
            for (int l = 0; l < kept; l++)
                sum += u[i * k + l] * vt[l * n + j];
            inverse[j * m + i] = sum;
        }
    }
    swvi_scale_all(inverse, n * m, -exponent);
    if (!swvi_magnitude_is_finite(swvi_largest(inverse, n * m)))
        return swvi_fail(inverse, n * m, SWV_NOT_FINITE);
    if (rank)
        *rank = kept;
    return SWV_OK;
}
