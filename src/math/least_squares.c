// SPDX-License-Identifier: MIT
// Pseudoinverse, and damped least squares without squaring the matrix.
//
// Pseudoinverse. With a = U diag(s) V', a+ = V diag(1/s) U' over the singular values that count (1). The matrix is
// scaled to [1, 2) before, so that s and 1/s are as accurate for denormals as for ones, and a+ is scaled back (2).
//
// Damped least squares: x = (a'a + lambda^2 I)^-1 a'b, m x n. Two forms of the same x, each by reflections that make
// a tall matrix C with few columns triangular, C = Q R:
//
// (3) m > n     x minimizes |C x - (0, b)|, C = (lambda I; a), (n + m) x n:  R x = first n entries of Q'(0, b)
// (4) m <= n    x is the second part of the shortest (z, x) that solves lambda z + a x = b, since then
//               z = (b - a x) / lambda, and |z|^2 + |x|^2 is the cost over lambda^2. With C = (lambda I; a'),
//               (m + n) x m, that is C'(z, x) = b, and its shortest solution lies in the range of C:
//               (z, x) = Q (y, 0),  R'y = b
//
// Both also hold with lambda = 0: (3) is then least squares, (4) the smallest solution. In both, C has q = min(m, n)
// columns: lambda on the diagonal on top, and below it a vector t_k of p = max(m, n) entries of a; in (4) that is row k
// of a. Step k reflects column k, whose entry on the diagonal still is lambda and whose entries between it and t_k
// still are zero, as in qr.c, but with v not divided by its first entry:
// (5)           beta = -sqrt(lambda^2 + |t_k|^2),  v = (lambda - beta, t_k),  H = I - v v' / h
//               h = |v|^2 / 2 = beta (beta - lambda)
// (6)           column j > k, with a zero at k:  f = t_k . t_j / h,  r_kj = -f (lambda - beta),  t_j -= f t_k
// So each step costs no more than Gram and Schmidt's, and with lambda = 0 it is theirs; as reflections it is as
// stable as those (Bjorck). With lambda on top nothing cancels for large lambda: (4) builds x up from zero.
//
// Magnitude. (4) has the same solution if equation i is multiplied by a number, (3) if column j is and x_j divided by
// it. So each column of C is brought to LEVEL by a power of two (7), the right side to RIGHT_LEVEL, and x is
// brought back: no square, and no quotient of a by lambda down to 2^-1000, leaves the range. A lambda below 2^-300 of
// its column is raised to that (8): far below the rounding of the column, but R stays invertible.
//
// Degenerate    lambda = 0 and column k all but in the span of the columns before it, c_k = sum of y_j c_j, R y = r_k:
// (9)           |beta| <= p 2^-52 (|c_k| + sum of |y_j| |c_j|)
//               Relative changes of the columns by p 2^-52 (twice the error of p additions) put it there: the rank is
//               not full, SWV_SINGULAR. y is looked at only where |beta| <= 2^-14 |c_k|, so that it costs nothing else.
//
// This work is based on:
// Bjorck. Numerical Methods for Least Squares Problems. 1996, sections 2.4, 2.7
// Higham. Accuracy and Stability of Numerical Algorithms. 2nd edition 2002, chapters 20, 21
// Wampler. Manipulator inverse kinematic solutions based on vector formulations and damped least-squares methods. 1986
#include "math/linalg.h"

#include <math.h>

#include "math/linalg_internal.h"

#define LEVEL         250  // exponent of the columns of C
#define RIGHT_LEVEL   500  // exponent of the right side
#define LEAST_DAMPING 300  // orders of two by which lambda may lie below its column

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

/// C by its columns, then its factors.
typedef struct damped {
    int     p, q;
    double *t;                         // q x p: row k is t_k
    double *r;                         // q x q: R' below the diagonal
    double *lambda;                    // q: lambda, scaled as its column is
    double *top;                       // q: lambda - beta
    double *inverse_beta;              // q
    double *inverse_h;                 // q
    int     exponent[SWV_MAX_JOINTS];  // column k was divided by 2^exponent[k]
} damped;

size_t swvi_damped_scratch(int m, int n)
{
    if (swvi_size_is_bad(m) || swvi_size_is_bad(n))
        return 0;
    const int p = larger_of(m, n), q = smaller_of(m, n);
    return (size_t)(q * p + q * q + 4 * q + p);
}

// (7), (8). False if the column is not finite.
static bool scale_column(damped *c, int k, double lambda)
{
    double *const  t = c->t + k * c->p;
    const uint64_t largest_a = swvi_largest(t, c->p), largest_lambda = swvi_magnitude(lambda);
    const int      before = swvi_exponent(largest_a > largest_lambda ? largest_a : largest_lambda);
    if (!swvi_magnitude_is_finite(largest_a))
        return false;
    // Limited to what one multiplication can do; columns of denormals end lower, at 2^-52 or above.
    const int    shift = swvi_clamp_int(LEVEL - before, -1022, 1022);
    const double scale = swvi_power_of_two(shift), least = swvi_power_of_two(before + shift - LEAST_DAMPING);
    c->exponent[k] = -shift;
    for (int i = 0; i < c->p; i++)
        t[i] *= scale;
    const double scaled_lambda = lambda * scale;
    c->lambda[k] = lambda > 0.0 && scaled_lambda < least ? least : scaled_lambda;
    return true;
}

// (9) without damping: |beta|^2 = left.
static bool adds_to_rank(const damped *c, int k, double left)
{
    const double *r_k = c->r + k * c->q;
    const double  length_squared = left + swvi_dot(r_k, r_k, k);
    if (left > 0x1p-28 * length_squared)  // 2^-14 of its length: far above rounding, no closer look is needed
        return true;
    double y[SWV_MAX_JOINTS], sum = sqrt(length_squared);
    for (int j = k - 1; j >= 0; j--) {
        const double *r_j = c->r + j * c->q;
        double        rest = r_k[j];
        for (int i = j + 1; i < k; i++)
            rest -= c->r[i * c->q + j] * y[i];
        y[j] = rest * c->inverse_beta[j];
        const double beta = 1.0 / c->inverse_beta[j];
        sum += fabs(y[j]) * sqrt(beta * beta + swvi_dot(r_j, r_j, j));
    }
    return sqrt(left) > c->p * SWVI_EPSILON * sum;
}

// (5), (6) for column k. False if it adds nothing to the rank.
static bool reflect_columns(const damped *c, int k, bool is_damped)
{
    const double *t_k = c->t + k * c->p;
    const double  lambda = c->lambda[k], left = lambda * lambda + swvi_dot(t_k, t_k, c->p);
    if (!is_damped && !adds_to_rank(c, k, left))
        return false;
    const double beta = -sqrt(left);
    c->top[k] = lambda - beta;
    c->inverse_beta[k] = 1.0 / beta;
    c->inverse_h[k] = -1.0 / (beta * c->top[k]);
    for (int j = k + 1; j < c->q; j++) {
        double *const t_j = c->t + j * c->p;
        const double  f = swvi_dot(t_k, t_j, c->p) * c->inverse_h[k];
        c->r[j * c->q + k] = -f * c->top[k];
        swvi_subtract(t_j, f, t_k, c->p);
    }
    return true;
}

// (3) right holds b, then what is left of it; x the first entries of Q'(0, b), then the solution, to be divided by the
// scale of the columns. Step k needs no more than the reflection of column k: it fills the time that one waits for.
static void reflect_right(const damped *c, int k, double *right, double *x)
{
    const double *t_k = c->t + k * c->p;
    const double  f = swvi_dot(t_k, right, c->p) * c->inverse_h[k];
    x[k] = -f * c->top[k];
    swvi_subtract(right, f, t_k, c->p);
}

static void finish_tall(const damped *c, double *x)
{
    for (int k = c->q - 1; k >= 0; k--) {
        x[k] *= c->inverse_beta[k];
        swvi_subtract(x, x[k], c->r + k * c->q, k);
    }
}

// (4) right holds b, then y; x the solution.
static void substitute_right(const damped *c, int k, double *right)
{
    right[k] = swvi_minus_dot(right[k], c->r + k * c->q, right, k) * c->inverse_beta[k];
}

static void finish_wide(const damped *c, const double *y, double *x)
{
    swvi_set_zero(x, c->p);
    for (int k = c->q - 1; k >= 0; k--) {
        const double *t_k = c->t + k * c->p;
        const double  f = (c->top[k] * y[k] + swvi_dot(t_k, x, c->p)) * c->inverse_h[k];
        swvi_subtract(x, f, t_k, c->p);
    }
}

static damped divide(double *scratch, int m, int n)
{
    damped c = { .p = larger_of(m, n), .q = smaller_of(m, n), .t = scratch };
    c.r = c.t + c.q * c.p;
    c.lambda = c.r + c.q * c.q;
    c.top = c.lambda + c.q;
    c.inverse_beta = c.top + c.q;
    c.inverse_h = c.inverse_beta + c.q;
    return c;
}

// In (4) equation i, with its b_i, is divided by 2^exponent[i]; then all of b is brought to RIGHT_LEVEL. Returns the exponent by
// which it was.
static int scale_right(const damped *c, bool is_wide, int m, const double *b, double *right)
{
    int highest = SWVI_ZERO_EXPONENT - 1023;  // below any exponent, less the largest that is taken off
    for (int i = 0; i < m; i++) {
        const int exponent = swvi_exponent(swvi_magnitude(b[i])) - (is_wide ? c->exponent[i] : 0);
        highest = b[i] != 0.0 && exponent > highest ? exponent : highest;
    }
    for (int i = 0; i < m; i++)
        right[i] = swvi_scale(b[i], RIGHT_LEVEL - highest - (is_wide ? c->exponent[i] : 0));
    return highest;
}

// False if the matrix has no inverse.
static bool reduce(damped *c, bool is_wide, bool is_damped, double *right, double *x)
{
    for (int k = 0; k < c->q; k++) {
        if (!reflect_columns(c, k, is_damped))
            return false;
        if (is_wide)
            substitute_right(c, k, right);
        else
            reflect_right(c, k, right, x);
    }
    if (is_wide)
        finish_wide(c, right, x);
    else
        finish_tall(c, x);
    return true;
}

swv_status swvi_damped_solve(const double *a, int m, int n, double damping, const double *b, double *x, double *scratch)
{
    if (!a || !b || !x || !scratch)
        return SWV_NULL;
    if (swvi_size_is_bad(m) || swvi_size_is_bad(n))
        return SWV_BAD_COUNT;
    if (!swvi_magnitude_is_finite(swvi_largest(b, m)) || !swvi_magnitude_is_finite(swvi_magnitude(damping)))
        return swvi_fail(x, n, SWV_NOT_FINITE);
    if (damping < 0.0)
        return swvi_fail(x, n, SWV_BAD_ARGUMENT);

    const bool    is_wide = m <= n;
    damped        c = divide(scratch, m, n);
    double *const right = c.inverse_h + c.q;  // m entries
    for (int k = 0; k < c.q; k++) {
        for (int i = 0; i < c.p; i++)
            c.t[k * c.p + i] = is_wide ? a[k * n + i] : a[i * n + k];
        if (!scale_column(&c, k, damping))
            return swvi_fail(x, n, SWV_NOT_FINITE);
    }
    const int highest = scale_right(&c, is_wide, m, b, right);
    if (!reduce(&c, is_wide, damping > 0.0, right, x))
        return swvi_fail(x, n, SWV_SINGULAR);
    for (int j = 0; j < n; j++)
        x[j] = swvi_scale(x[j], highest - RIGHT_LEVEL - (is_wide ? 0 : c.exponent[j]));
    if (!swvi_magnitude_is_finite(swvi_largest(x, n)))
        return swvi_fail(x, n, SWV_NOT_FINITE);
    return SWV_OK;
}
