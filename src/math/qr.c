// SPDX-License-Identifier: MIT
// QR factors of an m x n matrix, m >= n, by Householder reflections, a = Q R, Q = H_0 H_1 .. H_(n-1).
//
// H = I - tau v v' is orthogonal if tau = 2 / |v|^2. Step k takes what is left of column k, (alpha, t) with alpha on
// the diagonal and t below it, to (beta, 0):
// (1) length        beta = -sign(alpha) sqrt(alpha^2 + |t|^2)     the sign that makes alpha - beta a sum
// (2) reflection    v = (1, t / (alpha - beta)),  tau = (beta - alpha) / beta
// (3) apply         w = tau a'v, a -= v w', to the columns right of k
// (4) solve         c = Q'b = H_(n-1) .. H_0 b, R x = c's first n from the last row up; no x reaches the rest of c
//
// That tau fits: |v|^2 = ((alpha - beta)^2 + |t|^2) / (alpha - beta)^2 = 2 beta (beta - alpha) / (alpha - beta)^2
//                      = 2 / tau
//
// Magnitude. Column j of a enters column j of R and nothing else of R, v and tau: a = B D, D diagonal, B = Q S, gives
// a = Q (S D). So each column is brought to [1, 2) by a power of two (5), and R's columns are brought back in the end:
// columns of 1e300 beside columns of 1e-300 are factored as well as columns of ones. What is left of a column may
// still be so small that its square underflows; then it is scaled up for (1) and (2), which leaves v and tau as they
// are.
//
// Degenerate    t = 0: H = I, tau = 0, also where alpha = 0; R then has a zero on its diagonal
//
// This work is based on:
// Higham. Accuracy and Stability of Numerical Algorithms. 2nd edition 2002, chapter 19
// Golub, Van Loan. Matrix Computations. 4th edition 2013, section 5.2
#include "math/linalg.h"

#include <math.h>

#include "math/linalg_internal.h"

// (5) exponent[j] becomes what each column was divided by. False if a number is not finite.
static bool equilibrate_columns(double *a, int m, int n, int *exponent)
{
    uint64_t largest[SWV_MAX_JOINTS] = { 0 };
    double   scale[SWV_MAX_JOINTS];
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            const uint64_t magnitude = swvi_magnitude(a[i * n + j]);
            largest[j] = magnitude > largest[j] ? magnitude : largest[j];
        }
    }
    bool finite = true;
    for (int j = 0; j < n; j++) {
        finite = finite && swvi_magnitude_is_finite(largest[j]);
        // Limited to what one multiplication can do and undo; columns of denormals end at 2^-52 or above instead.
        exponent[j] = swvi_clamp_int(swvi_exponent(largest[j]), -1022, 1022);
        scale[j] = swvi_power_of_two(-exponent[j]);
    }
    for (int i = 0; i < m && finite; i++) {
        for (int j = 0; j < n; j++)
            a[i * n + j] *= scale[j];
    }
    return finite;
}

// (1), (2) for the column of `count` entries `stride` apart; beta replaces alpha, v's entries replace t. Returns tau.
static double reflect(double *column, int count, int stride)
{
    double below = 0.0;
    for (int i = 1; i < count; i++)
        below += column[i * stride] * column[i * stride];
    double alpha = column[0], back = 1.0;
    if (alpha * alpha + below < 0x1p-900) {  // squares may have been lost to underflow (2^-1074)
        uint64_t largest = 0;
        for (int i = 0; i < count; i++) {
            const uint64_t magnitude = swvi_magnitude(column[i * stride]);
            largest = magnitude > largest ? magnitude : largest;
        }
        // Powers of two that are normal doubles.
        const int exponent = swvi_clamp_int(swvi_exponent(largest), -1022, 1022);
        back = swvi_power_of_two(exponent);
        below = 0.0;
        for (int i = 0; i < count; i++) {
            column[i * stride] *= swvi_power_of_two(-exponent);
            below += i > 0 ? column[i * stride] * column[i * stride] : 0.0;
        }
        alpha = column[0];
    }
    if (below == 0.0) {
        // t is zero, or below 2^-537 of alpha: without it the reflection would differ from I by less than that.
        for (int i = 1; i < count; i++)
            column[i * stride] = 0.0;
        column[0] = alpha * back;
        return 0.0;
    }
    const double length = sqrt(alpha * alpha + below);
    const double beta = alpha > 0.0 ? -length : length;
    const double inverse = 1.0 / (alpha - beta);
    for (int i = 1; i < count; i++)
        column[i * stride] *= inverse;
    column[0] = beta * back;
    return (beta - alpha) / beta;
}

swv_status swvi_qr_factor(double *a, int m, int n, double *tau)
{
    if (!a || !tau)
        return SWV_NULL;
    if (swvi_size_is_bad(m) || swvi_size_is_bad(n) || m < n)
        return SWV_BAD_COUNT;
    int exponent[SWV_MAX_JOINTS];
    swvi_set_zero(tau, n);
    if (!equilibrate_columns(a, m, n, exponent))
        return swvi_fail(a, m * n, SWV_NOT_FINITE);

    for (int k = 0; k < n; k++) {
        tau[k] = reflect(a + k * n + k, m - k, n);
        // (3) with contiguous rows; w holds the entries k + 1 .. n - 1.
        const int     count = n - k - 1;
        double *const row_k = a + k * n + k + 1;
        double        w[SWV_MAX_JOINTS];
        for (int j = 0; j < count; j++)
            w[j] = row_k[j];
        for (int i = k + 1; i < m; i++)
            swvi_subtract(w, -a[i * n + k], a + i * n + k + 1, count);
        for (int j = 0; j < count; j++) {
            w[j] *= tau[k];
            row_k[j] -= w[j];
        }
        for (int i = k + 1; i < m; i++)
            swvi_subtract(a + i * n + k + 1, a[i * n + k], w, count);
    }
    for (int j = 0; j < n; j++) {
        for (int i = 0; i <= j; i++)
            a[i * n + j] *= swvi_power_of_two(exponent[j]);
    }
    if (!swvi_magnitude_is_finite(swvi_largest(a, m * n))) {
        swvi_set_zero(tau, n);
        return swvi_fail(a, m * n, SWV_NOT_FINITE);
    }
    return SWV_OK;
}

// (4)
static void substitute(const double *factor, const double *tau, int m, int n, double *x)
{
    for (int k = 0; k < n; k++) {
        double w = x[k];
        for (int i = k + 1; i < m; i++)
            w += factor[i * n + k] * x[i];
        w *= tau[k];
        x[k] -= w;
        for (int i = k + 1; i < m; i++)
            x[i] -= factor[i * n + k] * w;
    }
    for (int i = n - 1; i >= 0; i--) {
        const double *row = factor + i * n;
        x[i] = (x[i] - swvi_dot(row + i + 1, x + i + 1, n - i - 1)) / row[i];
    }
}

swv_status swvi_qr_solve(const double *factor, const double *tau, int m, int n, double *x)
{
    if (!factor || !tau || !x)
        return SWV_NULL;
    if (swvi_size_is_bad(m) || swvi_size_is_bad(n) || m < n)
        return SWV_BAD_COUNT;
    const uint64_t largest_b = swvi_largest(x, m);
    if (!swvi_magnitude_is_finite(swvi_largest(factor, m * n)) || !swvi_magnitude_is_finite(swvi_largest(tau, n)) ||
        !swvi_magnitude_is_finite(largest_b))
        return swvi_fail(x, m, SWV_NOT_FINITE);

    uint64_t largest = 0;  // of R: the reflections are about 1
    for (int i = 0; i < n; i++) {
        const uint64_t largest_in_row = swvi_largest(factor + i * n + i, n - i);
        largest = largest_in_row > largest ? largest_in_row : largest;
        if (factor[i * n + i] == 0.0)
            return swvi_fail(x, m, SWV_SINGULAR);
    }
    double b[SWV_MAX_JOINTS];
    for (int i = 0; i < m; i++)
        b[i] = x[i];
    int shift[2];
    swvi_solve_shifts(swvi_exponent(largest), swvi_exponent(largest_b), shift);
    for (int attempt = 0; attempt < 2; attempt++) {
        for (int i = 0; i < m; i++)
            x[i] = b[i];
        swvi_scale_all(x, m, shift[attempt]);
        substitute(factor, tau, m, n, x);
        swvi_scale_all(x, m, -shift[attempt]);
        if (swvi_magnitude_is_finite(swvi_largest(x, m)))
            return SWV_OK;
    }
    return swvi_fail(x, m, SWV_NOT_FINITE);
}
