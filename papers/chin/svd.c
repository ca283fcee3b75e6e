// SPDX-License-Identifier: MIT
// Singular values and vectors by one-sided Jacobi rotations.
//
// Given     a, m x n, k = min(m, n). W = a for m < n and a' for m > n: k rows w_i of max(m, n) entries
// Find      a k x k orthogonal matrix R that makes the rows of R W orthogonal to each other
//
// Then R W = diag(s) Z' with s_i the length of row i and Z' orthonormal, so that W = R' diag(s) Z': for W = a it is
// U = R', V' = Z', and for W = a', U = Z, V' = R. R is a product of rotations of two rows i and j, taken in sweeps
// over all pairs. With x = |w_i|^2 >= y = |w_j|^2 and g = w_i . w_j, the rotated rows
//     c (w_i + t w_j),  c (w_j - t w_i),  c = 1 / sqrt(1 + t^2)
// have the dot product c^2 (g (1 - t^2) - t (x - y)). It vanishes for the root of t^2 + t (x - y) / g - 1 = 0
// of smaller magnitude,
// (1)           t = 2 g / (d + sqrt(d^2 + 4 g^2)),  d = x - y,  |t| <= 1
// and the squared lengths become x + t g and y - t g.
// (2) done      pairs with |g| <= 2^-52 sqrt(x y), orthogonal as far as a double can say, are left alone. A sweep that
//               finds none above 8 times that is the last: rounding brings a pair back to there now and then, for ever
// (3) order     before row i meets the rows below it, the longest of them and itself takes its place (de Rijk): then
//               x >= y, small rows are cleaned of large ones first, and all end nearly sorted. A sort completes it.
//
// Magnitude. Row i is kept as 2^(e_i) w_i with the largest entry of w_i in [1, 2). With q = 2^(e_j - e_i) in the place
// of the scale of row j, and tau = t / q, (1) reads
// (4)           tau = 2 g / (d + sqrt(d^2 + 4 q^2 g^2)),  d = x - q^2 y,  t = q tau
//               w_i <- c (w_i + q t w_j),  w_j <- c (w_j - tau w_i)
// where g, x, y belong to the scaled rows. q may vanish: tau = g / x is then Gram and Schmidt's projection. No square
// here overflows or underflows, whatever the magnitude of the rows, and each row only suffers errors relative to its
// own length. That is why a small singular value is accurate relative to itself if the scale of the rows of W makes
// it small. A square matrix may take either side: the one whose rows differ more in scale.
//
// (5) zero      a rotation rounds w_j by up to 2^-51 of the length it had before, and carries the rounding that is in
//               either row over to the other. A row that has shrunk to that noise, in one rotation or in many, holds
//               nothing else, and counts as zero. Rows that outnumber the dimensions they span end so; else they would
//               shrink for ever without becoming orthogonal.
// (6) complete  the row for a zero singular value: the unit vector along the axis with the smallest squares in the
//               other rows, made orthogonal to these, twice. With r < L rows of length L there is an axis on which
//               they sum up to at most r/L: 1 - r/L of its square is left or more, and twice is enough.
//
// Ends          five to ten sweeps are usual (quadratic once g is small); SWEEP_LIMIT ends it in any case
//
// This work is based on:
// Hestenes. Inversion of matrices by biorthogonalization and related results. 1958
// de Rijk. A one-sided Jacobi algorithm for computing the singular value decomposition on a vector computer. 1989
// Demmel, Veselic. Jacobi's method is more accurate than QR. 1992
#include "chin/svd.h"

#include <math.h>

#include "math/linalg_internal.h"
#include "math/scalar.h"

#define SWEEP_LIMIT 60  // chosen

/// The rows being rotated. The true row is 2^exponent[i] w_i.
typedef struct jacobi {
    int     count;                  // rows
    int     length;                 // of a row
    double *w;                      // count x length
    double *r;                      // count x count
    double *squared;                // |w_i|^2
    double  noise[SWV_MAX_JOINTS];  // the square of the rounding w_i may hold (5)
    int     exponent[SWV_MAX_JOINTS];
} jacobi;

// Bring the largest entry of row i into [1, 2), unless it is nearly there or the row is zero.
static void normalize_row(jacobi *j, int i)
{
    double *row = j->w + i * j->length;
    j->squared[i] = swvi_dot(row, row, j->length);
    if (j->squared[i] > 0x1p-100 && j->squared[i] < 0x1p100)  // far from overflow and underflow, also of products
        return;
    const uint64_t largest = swvi_largest(row, j->length);
    if (largest == 0)
        return;
    // Limited to what one multiplication can do; denormals end at 2^-52 or above instead.
    const int exponent = swvi_clamp_int(swvi_exponent(largest), -1022, 1022);
    for (int p = 0; p < j->length; p++)
        row[p] *= swvi_power_of_two(-exponent);
    j->exponent[i] += exponent;
    j->noise[i] = j->noise[i] * swvi_power_of_two(-exponent) * swvi_power_of_two(-exponent);
    j->squared[i] = swvi_dot(row, row, j->length);
}

// Is row b truly longer than row a? The factor is clamped, to 2^400 whose square is a double, where the answer is no longer in doubt.
static bool is_longer(const jacobi *j, int b, int a)
{
    if (j->squared[a] == 0.0 || j->squared[b] == 0.0)
        return j->squared[b] > 0.0 && j->squared[a] == 0.0;
    const double q = swvi_power_of_two(swvi_clamp_int(j->exponent[b] - j->exponent[a], -400, 400));
    return j->squared[b] * q * q > j->squared[a];
}

static void swap_doubles(double *a, double *b, int count)
{
    for (int p = 0; p < count; p++) {
        const double kept = a[p];
        a[p] = b[p];
        b[p] = kept;
    }
}

// (3) Put the longest of the rows i .. count - 1 at i.
static void longest_to(jacobi *j, int i)
{
    int longest = i;
    for (int p = i + 1; p < j->count; p++) {
        if (is_longer(j, p, longest))
            longest = p;
    }
    if (longest == i)
        return;
    swap_doubles(j->w + i * j->length, j->w + longest * j->length, j->length);
    swap_doubles(j->r + i * j->count, j->r + longest * j->count, j->count);
    swap_doubles(j->squared + i, j->squared + longest, 1);
    swap_doubles(j->noise + i, j->noise + longest, 1);
    const int kept = j->exponent[i];
    j->exponent[i] = j->exponent[longest];
    j->exponent[longest] = kept;
}

// (a, b) <- (c a + up b, c b - down a), from what is missing from c to 1. A small angle, t^2 < 2^-52, has a c of 1 when
// rounded: with c itself each such rotation would lengthen the rows by up to 2^-53, always in the same direction.
static void rotate(double *restrict a, double *restrict b, int count, double one_minus_c, double up, double down)
{
    for (int p = 0; p < count; p++) {
        const double a_p = a[p], b_p = b[p];
        a[p] = a_p + (up * b_p - one_minus_c * a_p);
        b[p] = b_p - (down * a_p + one_minus_c * b_p);
    }
}

// Make the rows i < p orthogonal. True if they were far from it: another sweep is needed (2).
static bool orthogonalize(jacobi *j, int i, int p)
{
    double *const w_i = j->w + i * j->length, *const w_p = j->w + p * j->length;
    const double x = j->squared[i], y = j->squared[p], g = swvi_dot(w_i, w_p, j->length);
    if (!(g * g > SWVI_EPSILON * SWVI_EPSILON * x * y))
        return false;

    // (4); row i is the longer one, or as good as that, so that q^2 y <= x up to rounding.
    const int    apart = j->exponent[p] - j->exponent[i];
    const double q = apart < -1022 ? 0.0 : swvi_power_of_two(apart);
    const double d = x - q * q * y, h = 2.0 * q * g;
    const double tau = 2.0 * g / ((d > 0.0 ? d : 0.0) + sqrt(d * d + h * h));
    const double t = q * tau;
    const double c = 1.0 / sqrt(1.0 + t * t), s = c * t;
    const double one_minus_c = s * s / (1.0 + c);
    rotate(w_i, w_p, j->length, one_minus_c, q * s, c * tau);
    rotate(j->r + i * j->count, j->r + p * j->count, j->count, one_minus_c, s, s);
    j->squared[i] = x + q * t * g;
    j->squared[p] = swvi_dot(w_p, w_p, j->length);

    // (5)
    const double noise_i = j->noise[i], noise_p = j->noise[p];
    j->noise[i] = swvi_larger(noise_i, q * s * q * s * noise_p);
    j->noise[p] = swvi_larger(0x1p-102 * y, swvi_larger(noise_p, c * tau * c * tau * noise_i));
    if (j->squared[p] <= j->noise[p]) {
        swvi_set_zero(w_p, j->length);
        j->squared[p] = 0.0;
    }
    return g * g > 64.0 * SWVI_EPSILON * SWVI_EPSILON * x * y;  // 8 epsilons of |row i| |row p|: chosen
}

// (6) Fill row i, given the unit rows 0 .. i - 1.
static void complete_row(const jacobi *j, int i)
{
    const int     length = j->length;
    double *const row = j->w + i * length;
    int           axis = 0;
    double        least = 2.0;
    for (int p = 0; p < length; p++) {
        double sum = 0.0;
        for (int l = 0; l < i; l++)
            sum += j->w[l * length + p] * j->w[l * length + p];
        if (sum < least) {
            least = sum;
            axis = p;
        }
    }
    swvi_set_zero(row, length);
    row[axis] = 1.0;
    for (int pass = 0; pass < 2; pass++) {
        for (int l = 0; l < i; l++)
            swvi_subtract(row, swvi_dot(row, j->w + l * length, length), j->w + l * length, length);
    }
    const double inverse = 1.0 / sqrt(swvi_dot(row, row, length));
    for (int p = 0; p < length; p++)
        row[p] *= inverse;
}

static void solve(jacobi *j)
{
    for (int i = 0; i < j->count; i++) {
        j->exponent[i] = 0;
        j->noise[i] = 0.0;
        swvi_set_zero(j->r + i * j->count, j->count);
        j->r[i * j->count + i] = 1.0;
    }
    bool is_done = false;
    for (int sweep = 0; sweep < SWEEP_LIMIT && !is_done; sweep++) {
        is_done = true;
        for (int i = 0; i < j->count; i++)
            normalize_row(j, i);
        for (int i = 0; i < j->count - 1; i++) {
            longest_to(j, i);
            for (int p = i + 1; p < j->count; p++)
                is_done = !orthogonalize(j, i, p) && is_done;
        }
    }
    for (int i = 0; i < j->count; i++)
        normalize_row(j, i);
    for (int i = 0; i < j->count; i++) {
        longest_to(j, i);
        double *const row = j->w + i * j->length;
        if (j->squared[i] > 0.0) {
            const double length = sqrt(j->squared[i]), inverse = 1.0 / length;
            for (int p = 0; p < j->length; p++)
                row[p] *= inverse;
            j->squared[i] = swvi_scale(length, j->exponent[i]);
        } else {
            complete_row(j, i);
        }
    }
}

// By how many binary orders the largest entries of `count` vectors of `length` entries differ.
static int spread(const double *a, int count, int stride, int length, int step)
{
    int highest = SWVI_ZERO_EXPONENT, lowest = 1024;  // below and above all exponents of doubles
    for (int i = 0; i < count; i++) {
        uint64_t largest = 0;
        for (int p = 0; p < length; p++) {
            const uint64_t magnitude = swvi_magnitude(a[i * stride + p * step]);
            largest = magnitude > largest ? magnitude : largest;
        }
        const int exponent = swvi_exponent(largest);
        highest = exponent > highest ? exponent : highest;
        lowest = largest != 0 && exponent < lowest ? exponent : lowest;
    }
    return highest - lowest;
}

// rows x columns becomes columns x rows in the same place. The entry at index p = i * columns + j belongs at
// j * rows + i; the permutation is walked cycle by cycle, with a bit for each entry that has moved.
static void transpose_in_place(double *a, int rows, int columns)
{
    uint64_t moved[SWV_MAX_JOINTS * SWV_MAX_JOINTS / 64] = { 0 };  // 64 bits a word
    for (int start = 0; start < rows * columns; start++) {
        int    p = start;
        double carried = a[start];
        while ((moved[p / 64] >> (p % 64) & 1u) == 0) {
            moved[p / 64] |= (uint64_t)1 << (p % 64);
            const int    target = p % columns * rows + p / columns;
            const double displaced = a[target];
            a[target] = carried;
            carried = displaced;
            p = target;
        }
    }
}

swv_status swvi_svd(const double *a, int m, int n, double *u, double *s, double *vt)
{
    if (!a || !u || !s || !vt)
        return SWV_NULL;
    if (swvi_size_is_bad(m) || swvi_size_is_bad(n))
        return SWV_BAD_COUNT;
    const int      count = m < n ? m : n;
    const uint64_t largest = swvi_largest(a, m * n);
    swv_status     status = SWV_NOT_FINITE;
    if (swvi_magnitude_is_finite(largest)) {
        const bool by_rows = m == n ? spread(a, m, n, n, 1) >= spread(a, n, 1, m, n) : m < n;
        jacobi     j = { .count = count, .length = m < n ? n : m, .squared = s };
        j.w = by_rows ? vt : u;
        j.r = by_rows ? u : vt;
        for (int i = 0; i < count; i++) {
            for (int p = 0; p < j.length; p++)
                j.w[i * j.length + p] = by_rows ? a[i * n + p] : a[p * n + i];
        }
        solve(&j);
        if (by_rows)
            transpose_in_place(u, m, m);
        else
            transpose_in_place(u, n, m);
        status = swvi_magnitude_is_finite(swvi_largest(s, count)) ? SWV_OK : SWV_NOT_FINITE;
    }
    if (status != SWV_OK) {
        swvi_set_zero(u, m * count);
        swvi_set_zero(s, count);
        swvi_set_zero(vt, count * n);
    }
    return status;
}
