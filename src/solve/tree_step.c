// SPDX-License-Identifier: MIT
//
// One step of a tree towards its goals, inside the limits.
//
// Given     the gradient g = J'r, the sparse H, how far each coordinate may go, a damping
// Find      the step d with (H + damping) d = g
//
// (1) factor     H = L'D L, from the leaves to the root: eliminating a coordinate changes only the rows of those above it, so nothing
//                fills in, and the cost is that of the squares of the depths, linear in the tree's size
// (2) solve      L'y = g from the leaves up, L d = y from the root down. In the tree's order the coordinates above one are
//                the last ones met at each smaller depth: `path` keeps them side by side
// (3) limits     as in engine_step.c: held are coordinates at a limit that would go on; those that a step carries beyond a limit
//                are held there, and the rest is solved again; once is enough where a step is one of many (not is_patient)
// (4) balance    its few rows C touch every joint: (H + C'C) d = g by the rule of Woodbury,
//                d = x - X y,  x = H^-1 g,  X = H^-1 C',  (1 + C X) y = C x
// (5) definite   the whole second derivative may not be positive definite: the damping grows until it is
//
// This work is based on:
// Featherstone. Efficient factorization of the joint-space inertia matrix for branched kinematic trees. 2005
#include <math.h>
#include <string.h>

#include "math/scalar.h"
#include "solve/tree_engine.h"

// y - a x, an even number of them.
static inline void subtract(double *restrict y, double a, const double *restrict x, int count)
{
    for (int e = 0; e < count; e += 2) {
        y[e] -= a * x[e];
        y[e + 1] -= a * x[e + 1];
    }
}

// (1) without the rows and columns that are held. False if a pivot is not positive.
static bool factorise(swvi_group *g, double damping, bool has_held)
{
    double *f = g->factor;
    memcpy(f, g->hessian, sizeof(double) * (size_t)g->triangle);
    for (int k = 0; k < g->coordinate_count; ++k)
        f[g->row[k] + g->depth[k]] += damping;
    for (int k = g->coordinate_count - 1; k >= 0; --k) {
        double      *row = &f[g->row[k]];
        const int    depth = g->depth[k];
        const double pivot = row[depth];
        if (g->held[k])
            continue;
        if (!(pivot > 0.0))
            return false;
        const double inverse = 1.0 / pivot;
        int          i = g->above[k];
        for (; i >= 0 && has_held; i = g->above[i])
            if (g->held[i])
                row[g->depth[i]] = 0.0;
        for (i = g->above[k]; i >= 0; i = g->above[i]) {
            const int    d = g->depth[i];
            const double part = row[d] * inverse;
            if (part != 0.0)
                subtract(&f[g->row[i]], part, row, swvi_even(d + 1));
            row[d] = part;
        }
        row[depth] = inverse;
    }
    return true;
}

// (2) In place; what is held is 0. At the coordinate itself, and at what fills its row up, the path is 0.
static void solve(const swvi_group *g, double *x)
{
    const double *f = g->factor;
    double       *path = g->path;
    memset(path, 0, sizeof(double) * (size_t)(g->coordinate_count + 1));
    for (int k = g->coordinate_count - 1; k >= 0; --k) {
        const int    depth = g->depth[k];
        const double known = g->held[k] ? 0.0 : x[k] - path[depth];
        x[k] = known;
        if (!g->held[k])
            subtract(path, -known, &f[g->row[k]], swvi_even(depth));
        path[depth] = 0.0;
    }
    for (int k = 0; k < g->coordinate_count; ++k) {
        const double *row = &f[g->row[k]];
        const int     depth = g->depth[k];
        double        even = 0.0, odd = 0.0;
        path[depth] = 0.0;
        for (int d = 0; d < depth; d += 2) {
            even += row[d] * path[d];
            odd += row[d + 1] * path[d + 1];
        }
        x[k] = g->held[k] ? 0.0 : x[k] * row[depth] - (even + odd);
        path[depth] = x[k];
    }
}

static int balance_rows(const swvi_group *g)
{
    return g->balance && g->balance->is_on ? g->balance->rows : 0;
}

// (4) Rows of the coordinates that move, times x.
static double along_row(const swvi_group *g, int k, const double *x)
{
    double sum = 0.0;
    for (int c = 0; c < g->coordinate_count; ++c)
        sum += g->held[c] ? 0.0 : g->balance_rows[SWVI_BALANCE_ROWS * c + k] * x[c];
    return sum;
}

static void solve_with_balance(swvi_group *g, double *x)
{
    const int rows = balance_rows(g), n = g->coordinate_count;
    double   *columns = g->balance_columns;
    solve(g, x);
    if (rows == 0)
        return;
    double m[2][2] = { { 1.0, 0.0 }, { 0.0, 1.0 } }, y[2] = { 0.0, 0.0 };
    for (int k = 0; k < rows; ++k) {
        for (int c = 0; c < n; ++c)
            columns[k * n + c] = g->held[c] ? 0.0 : g->balance_rows[SWVI_BALANCE_ROWS * c + k];
        solve(g, &columns[k * n]);
        for (int l = 0; l < rows; ++l)
            m[l][k] += along_row(g, l, &columns[k * n]);
        y[k] = along_row(g, k, x);
    }
    const double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    const double z[2] = { (m[1][1] * y[0] - m[0][1] * y[1]) / determinant,
                          (m[0][0] * y[1] - m[1][0] * y[0]) / determinant };
    for (int k = 0; k < rows; ++k)
        for (int c = 0; c < n; ++c)
            x[c] -= columns[k * n + c] * z[k];
}

// The right side, less what the motion of held coordinates does.
static void set_right_side(const swvi_group *g, const double *step, bool has_held, double *x)
{
    const int n = g->coordinate_count, rows = balance_rows(g);
    double    moved_by_held = 0.0;
    memcpy(x, g->gradient, sizeof(double) * (size_t)n);
    for (int c = 0; c < n && has_held; ++c)
        moved_by_held += g->held[c] ? fabs(step[c]) : 0.0;
    if (moved_by_held == 0.0)
        return;
    for (int k = 0; k < n; ++k) {
        const double *row = &g->hessian[g->row[k]];
        for (int i = g->above[k]; i >= 0; i = g->above[i]) {
            x[i] -= g->held[k] ? row[g->depth[i]] * step[k] : 0.0;
            x[k] -= g->held[i] ? row[g->depth[i]] * step[i] : 0.0;
        }
    }
    for (int k = 0; k < rows; ++k) {
        double moved = 0.0;
        for (int c = 0; c < n; ++c)
            moved += g->held[c] ? g->balance_rows[SWVI_BALANCE_ROWS * c + k] * step[c] : 0.0;
        for (int c = 0; c < n; ++c)
            x[c] -= g->balance_rows[SWVI_BALANCE_ROWS * c + k] * moved;
    }
}

static double trace_of(const swvi_group *g)
{
    double trace = 0.0;
    for (int k = 0; k < g->coordinate_count; ++k)
        trace += fabs(g->hessian[g->row[k] + g->depth[k]]);
    return trace;
}

void swvi_tree_step(swvi_group *g, double damping, bool may_be_indefinite, double *step)
{
    const int    n = g->coordinate_count;
    const double size = trace_of(g), least = 1e-12 * size + 1e-300;
    double      *x = g->work[0];
    bool         has_held = false;
    for (int c = 0; c < n; ++c) {
        g->held[c] = (g->upper[c] <= 0.0 && g->gradient[c] > 0.0) || (g->lower[c] >= 0.0 && g->gradient[c] < 0.0);
        has_held = has_held || g->held[c];
        step[c] = 0.0;
    }
    // (3) Every round but the last holds at least one more. After two what is still beyond a limit ends there.
    for (int round = 0; round <= (may_be_indefinite ? n : 1); ++round) {
        double lambda = damping > least ? damping : least;
        while (!factorise(g, lambda, has_held) && lambda < 1e6 * (size + 1.0))
            lambda *= may_be_indefinite ? 10.0 : 100.0;
        set_right_side(g, step, has_held, x);
        solve_with_balance(g, x);
        bool is_beyond = false;
        for (int c = 0; c < n; ++c) {
            if (g->held[c])
                continue;
            step[c] = x[c];
            if (x[c] > g->upper[c] || x[c] < g->lower[c]) {
                step[c] = x[c] > g->upper[c] ? g->upper[c] : g->lower[c];
                g->held[c] = 1;
                is_beyond = true;
            }
        }
        if (!is_beyond)
            break;
        has_held = true;
    }
}

void swvi_tree_step_again(swvi_group *g, double *step)
{
    for (int c = 0; c < g->coordinate_count; ++c)
        step[c] = g->held[c] ? 0.0 : g->gradient[c];
    solve_with_balance(g, step);
}

// ---- moving ----

static double kept(double lower, double upper, double x)
{
    return x > lower ? (x < upper ? x : upper) : lower;
}

static void move_node(const swvi_group *g, int n, const double *z, const double *step, double *to)
{
    const swvi_node      *node = &g->nodes[n];
    const swv_tree_joint *j = node->joint;
    const double         *turn = step;
    switch (j->kind) {
    case SWV_JOINT_UNIVERSAL:
        to[1] = kept(j->lower[1], j->upper[1], z[1] + step[1]);
        to[0] = kept(j->lower[0], j->upper[0], z[0] + step[0]);
        return;
    case SWV_JOINT_HINGE:
        to[0] = kept(j->lower[0], j->upper[0], z[0] + step[0]);
        return;
    case SWV_JOINT_SLIDER:
        to[0] = kept(j->lower[0], j->upper[0], z[0] + g->unit * step[0]);
        return;
    case SWV_JOINT_FIXED:
        return;
    case SWV_JOINT_FREE:
        for (int k = 0; k < 3; ++k)
            to[k] = z[k] + g->unit * step[k];
        turn += 3;
        z += 3;
        to += 3;
        break;
    case SWV_JOINT_BALL:
        break;
    }
    if (node->is_swung) {
        const double *swing = &g->swing[4 * n];
        double        by_u, by_v, u = z[0] + swing[0] * step[0] + swing[2] * step[1],
                           v = z[1] + swing[1] * step[0] + swing[3] * step[1];
        const double size = swvi_cone(node->in->cone, u, v, &by_u, &by_v);
        const double scale = size > 1.0 ? (1.0 - 1e-15) / sqrt(size) : 1.0;
        to[0] = scale * u;
        to[1] = scale * v;
        to[2] = kept(j->lower[0], j->upper[0], z[2] + step[2]);
        to[3] = 0.0;
        return;
    }
    const swv_vec3 v = { turn[0], turn[1], turn[2] };
    swvi_store_quat(swv_quat_normalize(swv_quat_mul(swv_quat_from_rotation_vector(v), swvi_quat_at(z))), to);
}

void swvi_tree_move_by(const swvi_group *g, const double *z, const double *step, double largest, double *to)
{
    double most = 0.0, not_finite = 0.0, *part = g->work[1];
    for (int c = 0; c < g->coordinate_count; ++c) {
        most = swvi_larger(most, fabs(step[c]));
        not_finite += 0.0 * step[c];
    }
    const double scale = not_finite != 0.0 ? 0.0 : most > largest ? largest / most : 1.0;
    for (int c = 0; c < g->coordinate_count; ++c)
        part[c] = scale == 0.0 ? 0.0 : scale * step[c];
    for (int n = 0; n < g->node_count; ++n)
        if (!g->nodes[n].is_held)
            move_node(g, n, &z[g->nodes[n].number], &part[g->nodes[n].coordinate], &to[g->nodes[n].number]);
}
