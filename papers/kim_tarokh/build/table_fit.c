// SPDX-License-Identifier: MIT
//
// Polynomials by least squares, nets by Levenberg-Marquardt.
//
// Given     samples (x, q) of one branch in one cell: x local to it, -1 to 1, q radians
// Find      the model's parameters, least squares of the angles
//
// (1) polynomial  normal equations with the terms T, coupled over the joints, as an error d of the angles counts d'm d: m makes it
//                 the square of the tip's error, to first order. Inputs are local to the cell, so the
//                 matrix is well conditioned; with fewer samples than twice the terms (chosen) the products are left out, then the rest
// (2) net         q = B + V s(a + W x), s the sigmoid. First weights by chance, V and B by least squares for these; then steps of a
//                 and W, (J'J + lambda diag(J'J)) d = J'r, lambda falling while steps gain, and after each V and B anew
//
// This work is based on:
// Marquardt. An algorithm for least-squares estimation of nonlinear parameters. 1963
// Kaufman. A variable projection method for solving separable nonlinear least squares problems. 1975
#include "kim_tarokh/build/table_fit.h"

#include <math.h>
#include <string.h>

#include "swivel_io/random.h"
#include "math/linalg.h"
#include "kim_tarokh/table_internal.h"

// The sizes of the largest problems: of a net its outputs' and its hidden layer's numbers, all of them, and the features of a sample (a ROW is a
// multiple of 4); of a polynomial the coefficients of all joints, blocks of two joints, products of two terms.
enum { MAX_OUT = SWV_TABLE_MAX_HIDDEN + 1, MAX_IN = SWV_TABLE_MAX_HIDDEN * (1 + SWV_TABLE_MAX_INPUTS) };
enum {
    MAX_PARAMETERS = MAX_IN + SWV_TABLE_MAX_JOINTS * MAX_OUT,
    MAX_FEATURES = MAX_OUT + MAX_IN,
    ROW = (MAX_FEATURES + 3) / 4 * 4
};
enum { MAX_COUPLED = 3 * SWVI_TABLE_MAX_TERMS, MAX_SOLVED = MAX_IN > MAX_COUPLED ? MAX_IN : MAX_COUPLED };
enum { MAX_BLOCKS = SWV_TABLE_MAX_JOINTS * (SWV_TABLE_MAX_JOINTS + 1) / 2 };
enum { MAX_PRODUCTS = SWVI_TABLE_MAX_TERMS * (SWVI_TABLE_MAX_TERMS + 1) / 2 };
_Static_assert(MAX_COUPLED >= SWV_TABLE_MAX_JOINTS * MAX_OUT && MAX_COUPLED >= 4 * 15,
               "also four joints of four inputs, whose quadratic has 15 terms");

// Solve a x = b for `columns` right sides, stored one after the other; a is symmetric, n x n by rows, of which the lower half is read
// and overwritten. A pivot lost to rounding, to 1e-13 of what it was (a thousand roundings, chosen), leaves its unknown at 0.
static void solve_symmetric(double *a, int n, double *b, int columns)
{
    for (int j = 0; j < n; ++j) {
        double       column[MAX_SOLVED];
        const double pivot = a[j * n + j];
        const double root = pivot > 0.0 ? sqrt(pivot) : 0.0, inverse = root > 0.0 ? 1.0 / root : 0.0;
        a[j * n + j] = inverse;
        for (int i = j + 1; i < n; ++i)
            column[i] = a[i * n + j] *= inverse;
        for (int i = j + 1; i < n; ++i) {
            double      *row = a + i * n;
            const double weight = column[i];
            const double before = row[i];
#pragma omp simd
            for (int k = j + 1; k <= i; ++k)
                row[k] -= weight * column[k];
            row[i] = row[i] > 1e-13 * before ? row[i] : 0.0;
        }
    }
    for (int c = 0; c < columns; ++c) {
        double *x = b + c * n;
        for (int i = 0; i < n; ++i) {
            for (int k = 0; k < i; ++k)
                x[i] -= a[i * n + k] * x[k];
            x[i] *= a[i * n + i];
        }
        for (int i = n - 1; i >= 0; --i) {
            x[i] *= a[i * n + i];
            for (int k = 0; k < i; ++k)
                x[k] -= a[i * n + k] * x[i];
        }
    }
}

// (1) The coefficients of `count` terms that the caller lists, a row for each sample; `out` takes one row of `count` for each joint, radians. All
// errors of a joint count the same.
static void least_squares(const double *terms, int count, const swvi_samples *s, double *out)
{
    double matrix[SWVI_TABLE_MAX_TERMS * SWVI_TABLE_MAX_TERMS];
    memset(matrix, 0, sizeof(double) * (size_t)(count * count));
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
    solve_symmetric(matrix, count, out, s->n);
}

// The same with errors counted by what they do to the tip: the joints' equations are coupled. The block of joints j and l is the sum
// of m_jl t t', so all blocks are gathered from the products of two terms at once.
static void least_squares_at_the_tip(const double *terms, int count, const swvi_samples *s, double *out)
{
    const int n = s->n, all = n * count, products = count * (count + 1) / 2;
    double    matrix[MAX_COUPLED * MAX_COUPLED], blocks[MAX_BLOCKS][MAX_PRODUCTS];
    for (int k = 0; k < n * (n + 1) / 2; ++k)
        memset(blocks[k], 0, sizeof(double) * (size_t)products);
    memset(out, 0, sizeof(double) * (size_t)all);
    for (int i = 0; i < s->count; ++i) {
        const double *t = terms + i * count, *q = s->q + i * n, *m = s->m + i * n * n;
        double        product[MAX_PRODUCTS];
        for (int a = 0, k = 0; a < count; k += ++a) {
#pragma omp simd
            for (int b = 0; b <= a; ++b)
                product[k + b] = t[a] * t[b];
        }
        for (int j = 0, block = 0; j < n; ++j) {
            double pull = 0.0;
            for (int l = 0; l < n; ++l)
                pull += m[j * n + l] * q[l];
            for (int a = 0; a < count; ++a)
                out[j * count + a] += pull * t[a];
            for (int l = 0; l <= j; ++l, ++block) {
                const double weight = m[j * n + l];
#pragma omp simd
                for (int k = 0; k < products; ++k)
                    blocks[block][k] += weight * product[k];
            }
        }
    }
    for (int j = 0, block = 0; j < n; ++j)
        for (int l = 0; l <= j; ++l, ++block)
            for (int a = 0, k = 0; a < count; ++a)
                for (int b = 0; b <= a; ++b, ++k)
                    matrix[(j * count + a) * all + l * count + b] = matrix[(j * count + b) * all + l * count + a] =
                        blocks[block][k];
    solve_symmetric(matrix, all, out, 1);
}

// The terms of a polynomial (swvi_table_terms_of), `count` of them, in one of the `rows` for each sample.
static void list_terms(swv_table_kind kind, int count, const swvi_samples *s, double *rows)
{
    for (int i = 0; i < s->count; ++i) {
        float x[SWV_TABLE_MAX_INPUTS], terms[SWVI_TABLE_MAX_TERMS];
        for (int k = 0; k < s->inputs; ++k)
            x[k] = (float)s->x[i * s->inputs + k];
        swvi_table_terms_of(kind, s->inputs, x, terms);
        for (int k = 0; k < count; ++k)
            rows[i * count + k] = terms[k];
    }
}

// (1) into a record, whose model comes after two bounds for each joint.
static void fit_polynomial(swv_table_kind kind, const swvi_samples *s, double *workspace, float *record)
{
    const int n = s->n, all = swvi_table_terms(kind, s->inputs);
    const int linear = 1 + s->inputs, used = s->count >= 2 * all ? all : s->count >= 2 * linear ? linear : 1;
    double    out[MAX_COUPLED];
    list_terms(kind, used, s, workspace);
    least_squares_at_the_tip(workspace, used, s, out);
    for (int j = 0; j < n; ++j)
        for (int k = 0; k < all; ++k)
            record[2 * n + k * n + j] = k < used ? (float)out[j * used + k] : 0.0f;
}

// (2) out: the hidden layer's outputs after a 1. p: for each neuron its a and its row of W; x: n inputs, -1 to 1.
static void hidden_layer(const double *p, int n, int hidden, const double *x, double *out)
{
    out[0] = 1.0;
    for (int k = 0; k < hidden; ++k) {
        const double *w = p + k * (1 + n);
        double        sum = w[0];
        for (int i = 0; i < n; ++i)
            sum += w[1 + i] * x[i];
        out[1 + k] = swvi_table_sigmoid((float)sum);
    }
}

// (2) The best B and V for the hidden layer that p (the parameters: first that layer's, then each joint's B and V) has, into p; by angles or at the
// tip. Returns the sum of the squares of the angles' errors, and leaves the hidden layer's outputs in the workspace.
static double fit_outputs(double *p, const swvi_samples *s, int hidden, bool is_at_tip, double *workspace)
{
    const int n = s->n, outs = 1 + hidden;
    double   *v = p + hidden * (1 + s->inputs), error = 0.0;
    for (int i = 0; i < s->count; ++i)
        hidden_layer(p, s->inputs, hidden, s->x + i * s->inputs, workspace + i * outs);
    (is_at_tip ? least_squares_at_the_tip : least_squares)(workspace, outs, s, v);
    for (int i = 0; i < s->count; ++i) {
        for (int j = 0; j < n; ++j) {
            double r = s->q[i * n + j];
            for (int k = 0; k < outs; ++k)
                r -= v[j * outs + k] * workspace[i * outs + k];
            error += r * r;
        }
    }
    return error;
}

// The equations of a step of a and W, with B and V eliminated (Kaufman's form of variable projection). The derivative of joint j by
// the weight w_kl is V_jk f_kl with f_kl = s'_k x_l, so all joints share one matrix F'F of the features f; less its part that lies
// in the hidden outputs, its element (kl, mn) counts sum_j V_jk V_jm.
// p          parameters, as fit_outputs left them
// outputs    of the hidden layer, as fit_outputs left them
// matrix     takes the lower half of J'J of a and W; damping its diagonal before the projection; right J'r
static void projected_equations(const double *p, const swvi_samples *s, int hidden, const double *outputs,
                                double *matrix, double *damping, double *right)
{
    const int     d = s->inputs, n = s->n, outs = 1 + hidden, in = hidden * (1 + d), all = outs + in;
    const double *v = p + in;
    double        gathered[MAX_FEATURES * ROW];
    double        gram[MAX_FEATURES * MAX_FEATURES], joined[SWV_TABLE_MAX_HIDDEN * SWV_TABLE_MAX_HIDDEN];
    memset(gathered, 0, sizeof(double) * (size_t)(all * ROW));
    memset(right, 0, sizeof(double) * (size_t)in);
    for (int i = 0; i < s->count; ++i) {
        const double *x = s->x + i * d, *o = outputs + i * outs;
        double        f[ROW] = { 0.0 };
        double        r[SWV_TABLE_MAX_JOINTS];
        for (int k = 0; k < outs; ++k)
            f[k] = o[k];
        for (int j = 0; j < n; ++j) {
            r[j] = s->q[i * n + j];
            for (int k = 0; k < outs; ++k)
                r[j] -= v[j * outs + k] * o[k];
        }
        for (int k = 0; k < hidden; ++k) {
            const double slope = 1.0 - o[1 + k] * o[1 + k];
            double      *row = f + outs + k * (1 + d);
            double       pull = 0.0;
            for (int j = 0; j < n; ++j)
                pull += v[j * outs + 1 + k] * r[j];
            row[0] = slope;
            right[k * (1 + d)] += pull * slope;
            for (int l = 0; l < d; ++l) {
                row[1 + l] = slope * x[l];
                right[k * (1 + d) + 1 + l] += pull * slope * x[l];
            }
        }
        // The lower half, each row to the end of its group of four: no remainders.
        for (int a = 0; a < all; ++a) {
            double      *to = gathered + a * ROW;
            const double weight = f[a];
            for (int b = 0; b <= a; b += 4)
#pragma omp simd
                for (int e = 0; e < 4; ++e)
                    to[b + e] += weight * f[b + e];
        }
    }
    for (int a = 0; a < all; ++a)
        for (int b = 0; b <= a; ++b)
            gram[a * all + b] = gathered[a * ROW + b];
    for (int a = 0; a < in; ++a)
        damping[a] = gram[(outs + a) * all + outs + a];
    for (int e = 0; e < outs; ++e) {
        // Outputs are at most 1, so a pivot below 1e-10 of the samples' number is rounding. Chosen.
        const double pivot = gram[e * all + e], inverse = pivot > 1e-10 * s->count ? 1.0 / pivot : 0.0;
        for (int a = e + 1; a < all; ++a) {
            const double weight = gram[a * all + e] * inverse;
            for (int b = e + 1; b <= a; ++b)
                gram[a * all + b] -= weight * gram[b * all + e];
        }
    }
    for (int k = 0; k < hidden * hidden; ++k) {
        joined[k] = 0.0;
        for (int j = 0; j < n; ++j)
            joined[k] += v[j * outs + 1 + k / hidden] * v[j * outs + 1 + k % hidden];
    }
    for (int a = 0; a < in; ++a)
        damping[a] *= joined[a / (1 + d) * (hidden + 1)];
    for (int a = 0; a < in; ++a)
        for (int b = 0; b <= a; ++b)
            matrix[a * in + b] = joined[a / (1 + d) * hidden + b / (1 + d)] * gram[(outs + a) * all + outs + b];
}

// First weights. A neuron sees the inputs along one direction; the directions that matter are those in which the angles change
// most over the cell, the mean of grad q grad q', here from the gradients g and the Hessians H of a quadratic fit: sum of g g' + H H'/3 (1/3: the
// mean of a square from -1 to 1; without twice as many samples as terms there is no fit). p takes a and W of each neuron.
// All weights of a neuron together have length 0.5, so that it is nearly straight over the cell, and its a is -1 to 1. Chosen.
static void first_weights(const swvi_samples *s, int hidden, uint64_t *seed, double *workspace, double *p)
{
    const int d = s->inputs, terms = swvi_table_terms(SWV_TABLE_QUADRATIC, d);
    double    matters[SWV_TABLE_MAX_INPUTS * SWV_TABLE_MAX_INPUTS] = { 0.0 }, fit[MAX_COUPLED] = { 0.0 };
    if (s->count >= 2 * terms) {
        list_terms(SWV_TABLE_QUADRATIC, terms, s, workspace);
        least_squares(workspace, terms, s, fit);
    }
    for (int j = 0; j < s->n; ++j) {
        const double *g = fit + j * terms + 1, *products = g + d;
        double        hessian[SWV_TABLE_MAX_INPUTS * SWV_TABLE_MAX_INPUTS];
        for (int a = 0, k = 0; a < d; ++a)
            for (int b = a; b < d; ++b, ++k)
                hessian[a * d + b] = hessian[b * d + a] = a == b ? 2.0 * products[k] : products[k];
        for (int a = 0; a < d; ++a) {
            for (int b = 0; b < d; ++b) {
                matters[a * d + b] += g[a] * g[b];
                for (int c = 0; c < d; ++c)
                    matters[a * d + b] += hessian[a * d + c] * hessian[c * d + b] / 3.0;
            }
        }
    }
    double most = 1e-12;  // so that angles that do not change, too, leave something to factor
    for (int a = 0; a < d; ++a)
        most = fmax(most, matters[a * d + a]);
    for (int a = 0; a < d; ++a)
        // Directions that do not matter get a little too: a thirtieth in length. Chosen.
        matters[a * d + a] += 1e-3 * most;
    (void)swvi_cholesky_factor(matters, d);
    for (int k = 0; k < hidden; ++k, p += 1 + d) {
        double z[SWV_TABLE_MAX_INPUTS], squares = 0.0;
        for (int i = 0; i < d; ++i)
            z[i] = swv_random_between(seed, -1.0, 1.0);
        for (int a = 0; a < d; ++a) {
            p[1 + a] = 0.0;
            for (int b = 0; b <= a; ++b)
                p[1 + a] += matters[a * d + b] * z[b];
            squares += p[1 + a] * p[1 + a];
        }
        for (int a = 0; a < d; ++a)
            p[1 + a] *= 0.5 / sqrt(squares);
        p[0] = swv_random_between(seed, -1.0, 1.0);
    }
}

// The steps of (2), at most `steps`. lambda starts at 1, falls to 0.4 of itself after a step that gains (not below 1e-7), and triples after one that
// does not; after 12 such in a row, or a gain below 1e-6 of the error, it ends. 1e-12 keeps pivots above zero. Chosen. Train the parameters p from
// their first weights. Returns the sum of the squares of the angles' errors.
static double train(double *p, const swvi_samples *s, int hidden, int steps, double *workspace)
{
    const int in = hidden * (1 + s->inputs), count = in + s->n * (1 + hidden);
    double    matrix[MAX_IN * MAX_IN], damping[MAX_IN], right[MAX_IN], lambda = 1.0;
    double    error = fit_outputs(p, s, hidden, false, workspace);
    for (int step = 0, failures = 0; step < steps && failures < 12; ++step) {
        double factor[MAX_IN * MAX_IN], change[MAX_IN], moved[MAX_PARAMETERS];
        if (failures == 0)
            projected_equations(p, s, hidden, workspace, matrix, damping, right);
        memcpy(factor, matrix, sizeof(double) * (size_t)(in * in));
        memcpy(change, right, sizeof(double) * (size_t)in);
        for (int k = 0; k < in; ++k)
            factor[k * in + k] += lambda * damping[k] + 1e-12;
        solve_symmetric(factor, in, change, 1);
        for (int k = 0; k < in; ++k)
            moved[k] = p[k] + change[k];
        const double then = fit_outputs(moved, s, hidden, false, workspace);
        if (then < error) {
            const bool is_done = error - then < 1e-6 * error;
            memcpy(p, moved, sizeof(double) * (size_t)count);
            error = then;
            lambda = fmax(0.4 * lambda, 1e-7);
            failures = 0;
            if (is_done)
                break;
        } else {
            lambda *= 3.0;
            ++failures;
        }
    }
    return error;
}

// Training counts errors as what they do to the tip, on average over the cell: with L L' the mean of m, the squares of L'd are d'm d. So
// it sees L'q for q, and all joints still share one matrix of features. `mixed` takes L'q of each sample, metres.
static void mix_joints(const swvi_samples *s, double *mixed)
{
    const int n = s->n;
    double    mean[SWV_TABLE_MAX_JOINTS * SWV_TABLE_MAX_JOINTS] = { 0.0 };
    for (int i = 0; i < s->count * n * n; ++i)
        mean[i % (n * n)] += s->m[i] / s->count;
    (void)swvi_cholesky_factor(mean, n);  // m is no less than a multiple of 1
    for (int i = 0; i < s->count * n; ++i) {
        const double *q = s->q + i / n * n;
        mixed[i] = 0.0;
        for (int j = i % n; j < n; ++j)
            mixed[i] += mean[j * n + i % n] * q[j];
    }
}

// (2) into a record, whose model comes after two bounds for each joint: the best of some starts. Last come the outputs by the errors at the tip,
// which training sees only on average.
static void fit_net(const swvi_samples *s, int hidden, const swvi_training *t, double *workspace, float *record)
{
    const int    count = hidden * (1 + s->inputs) + s->n * (1 + hidden);
    uint64_t     seed = t->seed;
    double       best[MAX_PARAMETERS], least = INFINITY;
    swvi_samples mixed = *s;
    mixed.q = workspace + s->count * SWVI_TABLE_MAX_TERMS;
    mix_joints(s, mixed.q);
    for (int k = 0; k < t->tries; ++k) {
        double p[MAX_PARAMETERS];
        first_weights(&mixed, hidden, &seed, workspace, p);
        const double error = train(p, &mixed, hidden, t->steps, workspace);
        if (error < least)
            memcpy(best, p, sizeof(double) * (size_t)count);
        least = fmin(least, error);
    }
    (void)fit_outputs(best, s, hidden, true, workspace);
    // In training a neuron's and a joint's numbers lie together, in a record those of an input and of a neuron.
    const int d = 1 + s->inputs, outs = 1 + hidden;
    float    *in = record + 2 * s->n, *out = in + hidden * d;
    for (int k = 0; k < hidden * d; ++k)
        in[k % d * hidden + k / d] = (float)best[k];
    for (int k = 0; k < s->n * outs; ++k)
        out[k % outs * s->n + k / outs] = (float)best[hidden * d + k];
}

void swvi_table_fit(const swvi_table_shape *shape, const swvi_samples *samples, const swvi_training *training,
                    double *workspace, float *record)
{
    if (shape->kind == SWV_TABLE_NET)
        fit_net(samples, shape->hidden, training, workspace, record);
    else
        fit_polynomial(shape->kind, samples, workspace, record);
}
