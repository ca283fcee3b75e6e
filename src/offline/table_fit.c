// SPDX-License-Identifier: MIT
//
// Polynomials by least squares, nets by Levenberg-Marquardt.
//
// Given     samples (x, q) of one branch in one cell
// Find      the model's parameters, least squares of the angles
//
// (1) polynomial  normal equations with the terms T, coupled over the joints, as an error d of the angles counts d'm d: m makes it
//                 the square of the tip's error, to first order. Inputs are local to the cell, so the
//                 matrix is well conditioned; with fewer samples than twice the terms the products are left out, then the rest
// (2) net         q = B + V s(a + W x), s the sigmoid. First weights by chance, V and B by least squares for these; then steps
//                 (J'J + lambda diag(J'J)) d = J'r, lambda falling while steps gain, and after each V and B anew. A row of J has the derivatives by a and W, and by
//                 one joint's B and V only.
//
// This work is based on:
// Marquardt. An algorithm for least-squares estimation of nonlinear parameters. 1963
#include "offline/table_fit.h"

#include <math.h>
#include <string.h>

#include "offline/random.h"
#include "table/table_internal.h"

enum { MAX_COUPLED = SWVI_N * (SWV_TABLE_MAX_HIDDEN + 1) };
enum { MAX_PARAMETERS = SWV_TABLE_MAX_HIDDEN * (1 + SWVI_N) + SWVI_N * (1 + SWV_TABLE_MAX_HIDDEN) };

// Solve a x = b for `columns` right sides, stored one after the other; a is symmetric, n x n in rows of `stride`, and is overwritten.
// A pivot lost to rounding leaves its unknown at 0.
static void solve_symmetric(double *a, int n, int stride, double *b, int columns)
{
    for (int j = 0; j < n; ++j) {
        double pivot = a[j * stride + j];
        for (int k = 0; k < j; ++k)
            pivot -= a[j * stride + k] * a[j * stride + k];
        const double root = pivot > 1e-13 * a[j * stride + j] ? sqrt(pivot) : 0.0,
                     inverse = root > 0.0 ? 1.0 / root : 0.0;
        a[j * stride + j] = inverse;
        for (int i = j + 1; i < n; ++i) {
            double sum = a[i * stride + j];
            for (int k = 0; k < j; ++k)
                sum -= a[i * stride + k] * a[j * stride + k];
            a[i * stride + j] = sum * inverse;
        }
    }
    for (int c = 0; c < columns; ++c) {
        double *x = b + c * n;
        for (int i = 0; i < n; ++i) {
            for (int k = 0; k < i; ++k)
                x[i] -= a[i * stride + k] * x[k];
            x[i] *= a[i * stride + i];
        }
        for (int i = n - 1; i >= 0; --i) {
            for (int k = i + 1; k < n; ++k)
                x[i] -= a[k * stride + i] * x[k];
            x[i] *= a[i * stride + i];
        }
    }
}

// (1) The coefficients of terms that the caller lists, row by row; `out` has one row of `count` for each joint. All errors of a joint
// count the same.
static void least_squares(const double *terms, int count, const swvi_samples *s, double *out)
{
    double matrix[(SWV_TABLE_MAX_HIDDEN + 1) * (SWV_TABLE_MAX_HIDDEN + 1)] = { 0.0 };
    memset(out, 0, sizeof(double) * (size_t)(count * s->n));
    for (int i = 0; i < s->count; ++i) {
        const double *t = terms + i * count;
        for (int a = 0; a < count; ++a) {
            for (int b = 0; b <= a; ++b)
                matrix[a * count + b] += t[a] * t[b];
            for (int j = 0; j < s->n; ++j)
                out[j * count + a] += t[a] * s->q[i * s->n + j];
        }
    }
    solve_symmetric(matrix, count, count, out, s->n);
}

// The same with errors counted by what they do to the tip: the joints' equations are coupled.
static void least_squares_at_the_tip(const double *terms, int count, const swvi_samples *s, double *out)
{
    const int n = s->n, all = n * count;
    double    matrix[MAX_COUPLED * MAX_COUPLED];
    memset(matrix, 0, sizeof(double) * (size_t)(all * all));
    memset(out, 0, sizeof(double) * (size_t)all);
    for (int i = 0; i < s->count; ++i) {
        const double *t = terms + i * count, *q = s->q + i * n, *m = s->m + i * n * n;
        for (int j = 0; j < n; ++j) {
            double pull = 0.0;
            for (int l = 0; l < n; ++l)
                pull += m[j * n + l] * q[l];
            for (int a = 0; a < count; ++a) {
                out[j * count + a] += pull * t[a];
                for (int l = 0; l <= j; ++l) {
                    const double weight = m[j * n + l] * t[a];
                    double      *row = matrix + (j * count + a) * all + l * count;
                    for (int b = 0; b < (l < j ? count : a + 1); ++b)
                        row[b] += weight * t[b];
                }
            }
        }
    }
    solve_symmetric(matrix, all, all, out, 1);
}

static void fit_polynomial(swv_table_kind kind, const swvi_samples *s, double *workspace, float *record)
{
    const int n = s->n, all = swvi_table_terms(kind, n);
    const int linear = 1 + n, used = s->count >= 2 * all ? all : s->count >= 2 * linear ? linear : 1;
    double    out[SWVI_N * SWVI_TABLE_MAX_TERMS];
    for (int i = 0; i < s->count; ++i) {
        double terms[SWVI_TABLE_MAX_TERMS];
        swvi_table_terms_of(kind, n, s->x + i * n, terms);
        memcpy(workspace + i * used, terms, sizeof(double) * (size_t)used);
    }
    least_squares_at_the_tip(workspace, used, s, out);
    for (int j = 0; j < n; ++j)
        for (int k = 0; k < all; ++k)
            record[1 + j * all + k] = k < used ? (float)out[j * used + k] : 0.0f;
}

// (2) The hidden layer's outputs, and their derivatives by what goes in.
static void hidden_layer(const double *p, int n, int hidden, const double *x, double *out, double *slope)
{
    for (int k = 0; k < hidden; ++k) {
        const double *w = p + k * (1 + n);
        double        sum = w[0];
        for (int i = 0; i < n; ++i)
            sum += w[1 + i] * x[i];
        out[k] = swvi_table_sigmoid(sum);
        slope[k] = 1.0 - out[k] * out[k];
    }
}

static double net_error(const double *p, const swvi_samples *s, int hidden)
{
    const int n = s->n;
    double    out[SWV_TABLE_MAX_HIDDEN], slope[SWV_TABLE_MAX_HIDDEN], error = 0.0;
    for (int i = 0; i < s->count; ++i) {
        hidden_layer(p, n, hidden, s->x + i * n, out, slope);
        for (int j = 0; j < n; ++j) {
            const double *v = p + hidden * (1 + n) + j * (1 + hidden);
            double        r = s->q[i * n + j] - v[0];
            for (int k = 0; k < hidden; ++k)
                r -= v[1 + k] * out[k];
            error += r * r;
        }
    }
    return error;
}

static void normal_equations(const double *p, const swvi_samples *s, int hidden, int count, double *matrix,
                             double *right)
{
    const int n = s->n, in = hidden * (1 + n);
    memset(matrix, 0, sizeof(double) * (size_t)(count * count));
    memset(right, 0, sizeof(double) * (size_t)count);
    for (int i = 0; i < s->count; ++i) {
        const double *x = s->x + i * n;
        double        out[SWV_TABLE_MAX_HIDDEN], slope[SWV_TABLE_MAX_HIDDEN], row[SWV_TABLE_MAX_HIDDEN * (1 + SWVI_N)];
        hidden_layer(p, n, hidden, x, out, slope);
        for (int j = 0; j < n; ++j) {
            const int     at = in + j * (1 + hidden);
            const double *v = p + at;
            double        r = s->q[i * n + j] - v[0], last[1 + SWV_TABLE_MAX_HIDDEN] = { 1.0 };
            for (int k = 0; k < hidden; ++k) {
                const double d = v[1 + k] * slope[k];
                r -= v[1 + k] * out[k];
                last[1 + k] = out[k];
                row[k * (1 + n)] = d;
                for (int l = 0; l < n; ++l)
                    row[k * (1 + n) + 1 + l] = d * x[l];
            }
            for (int a = 0; a < in; ++a) {
                right[a] += r * row[a];
                for (int b = 0; b <= a; ++b)
                    matrix[a * count + b] += row[a] * row[b];
            }
            for (int a = 0; a <= hidden; ++a) {
                double *to = matrix + (at + a) * count;
                right[at + a] += r * last[a];
                for (int b = 0; b < in; ++b)
                    to[b] += last[a] * row[b];
                for (int b = 0; b <= a; ++b)
                    to[at + b] += last[a] * last[b];
            }
        }
    }
}

// The best B and V for the hidden layer there is, by angles or at the tip.
static void fit_outputs(double *p, const swvi_samples *s, int hidden, bool is_at_tip, double *workspace)
{
    const int n = s->n;
    double    slope[SWV_TABLE_MAX_HIDDEN];
    for (int i = 0; i < s->count; ++i) {
        workspace[i * (1 + hidden)] = 1.0;
        hidden_layer(p, n, hidden, s->x + i * n, workspace + i * (1 + hidden) + 1, slope);
    }
    (is_at_tip ? least_squares_at_the_tip : least_squares)(workspace, 1 + hidden, s, p + hidden * (1 + n));
}

static void fit_net(const swvi_samples *s, int hidden, uint64_t seed, double *workspace, float *record)
{
    enum { STEPS = 60 };
    const int n = s->n, in = hidden * (1 + n), count = in + n * (1 + hidden);
    double    p[MAX_PARAMETERS], matrix[MAX_PARAMETERS * MAX_PARAMETERS], right[MAX_PARAMETERS], lambda = 1e-2;
    for (int k = 0; k < in; ++k)
        p[k] = swvi_random_between(&seed, -1.0, 1.0);
    fit_outputs(p, s, hidden, false, workspace);
    double error = net_error(p, s, hidden);
    for (int step = 0, failures = 0; step < STEPS && failures < 6; ++step) {
        double factor[MAX_PARAMETERS * MAX_PARAMETERS], change[MAX_PARAMETERS], moved[MAX_PARAMETERS];
        if (failures == 0)
            normal_equations(p, s, hidden, count, matrix, right);
        memcpy(factor, matrix, sizeof(double) * (size_t)(count * count));
        memcpy(change, right, sizeof(double) * (size_t)count);
        for (int k = 0; k < count; ++k)
            factor[k * count + k] = factor[k * count + k] * (1.0 + lambda) + 1e-12;
        solve_symmetric(factor, count, count, change, 1);
        for (int k = 0; k < count; ++k)
            moved[k] = p[k] + change[k];
        fit_outputs(moved, s, hidden, false, workspace);
        const double then = net_error(moved, s, hidden);
        if (then < error) {
            const bool is_done = error - then < 1e-6 * error;
            memcpy(p, moved, sizeof(double) * (size_t)count);
            error = then;
            lambda = fmax(0.2 * lambda, 1e-9);
            failures = 0;
            if (is_done)
                break;
        } else {
            lambda *= 5.0;
            ++failures;
        }
    }
    fit_outputs(p, s, hidden, true, workspace);
    for (int k = 0; k < count; ++k)
        record[1 + k] = (float)p[k];
}

void swvi_table_fit(swv_table_kind kind, int hidden, const swvi_samples *samples, uint64_t seed, double *workspace,
                    float *record)
{
    if (kind == SWV_TABLE_NET)
        fit_net(samples, hidden, seed, workspace, record);
    else
        fit_polynomial(kind, samples, workspace, record);
}
