// SPDX-License-Identifier: MIT
//
// One step of a tree towards its goals, inside the limits.
//
// Given     the gradient g = J'r, the ties of the goals, how far each coordinate may go, a damping
// Find      the step d with (H + damping) d = g. Units are those of tree_engine.h
//
// (1) eliminate  from the leaves to the root. Where tie T is the sum below coordinate j of screw s, the entries of j's row are
//                s_i . u, u = T s, for every i above it. Eliminating j takes u_i u_k / D off the entries above, D = s . u + damping:
//                that is, u u' / D off T. So H itself is never needed, only T, from joint to joint, and the cost is linear in the tree
// (2) solve      up: y = g - s . p, then p + u y / D, the wrench that those above meet; down: d = (y - u . a) / D, then a + s d, how
//                the joints below are carried along. A coordinate that is held moves as it is told and gives no way
// (3) limits     as in line_step.c: held are coordinates at a limit that would go on; those that a step carries beyond a limit
//                are held there, and the rest is solved again. Where a step is one of many, they stop at it on the way down: those
//                below make up for it, those above do so in the next step
// (4) balance    its few rows C touch every joint: (H + C'C) d = g by the rule of Woodbury,
//                d = x - X y,  x = H^-1 g,  X = H^-1 C',  (1 + C X) y = C x
// (5) followers  coordinate m moves by rho times coordinate h: rows c = e_m - rho e_h with c d = 0. With W = H^-1 C',
//                d = x - W y,  (C W) y = C x,  x = H^-1 g. The slope of all is that of h (tree_goals.c)
// (6) definite   the whole second derivative may not be positive definite: the damping grows until it is
//
// This work is based on:
// Featherstone. Rigid Body Dynamics Algorithms. 2008, chapter 7 (articulated bodies)
#include <math.h>
#include <string.h>

#include "solve/tree_engine.h"

// a + scale b
static inline void add6(double *restrict a, double scale, const double *restrict b)
{
    for (int i = 0; i < 6; ++i)
        a[i] += scale * b[i];
}

// u = T s, by columns
static inline void meet(const double *restrict tie, const double *restrict s, double *restrict u)
{
    for (int i = 0; i < 6; ++i)
        u[i] = ((tie[i] * s[0] + tie[6 + i] * s[1]) + (tie[12 + i] * s[2] + tie[18 + i] * s[3])) +
               (tie[24 + i] * s[4] + tie[30 + i] * s[5]);
}

// T - give u u'
static inline void yield_along(double *restrict tie, double give, const double *restrict u)
{
    for (int k = 0; k < 6; ++k) {
        const double part = give * u[k];
        for (int i = 0; i < 6; ++i)
            tie[6 * k + i] -= part * u[i];
    }
}

// (2) up, coordinate c: x[c] from g_c to y / D, or the motion of one that is held. `bias` is p.
static inline void rise(const swvi_group *g, int c, double *restrict bias, double *restrict x)
{
    if (!g->held[c])
        x[c] = (x[c] - swvi_dot6(&g->screw[6 * c], bias)) * g->give[c];
    add6(bias, x[c], &g->met[6 * c]);
}

// (2) up; x as in `rise`, for all coordinates. If it eliminates, (1) with this damping on the way; else with what that left. False if a pivot is
// not positive.
static inline bool climb(const swvi_group *g, bool eliminates, double damping, double *x)
{
    for (int n = 0; n < g->node_count; ++n)  // no wrench is met yet
        if (g->nodes[n].composite == n)
            memset(g->composites[n].bias, 0, sizeof g->composites[n].bias);
    for (int n = g->node_count - 1; n >= 0 && !g->nodes[n].is_held; --n) {
        const swvi_node *node = &g->nodes[n];
        swvi_composite  *sum = &g->composites[node->composite];
        const swvi_node *up = node->above >= 0 ? &g->nodes[node->above] : NULL;
        // The composite that takes what this node passes up; -1: none.
        const int above = up && !up->is_held && up->composite != node->composite ? up->composite : -1;
        for (int c = node->coordinate + node->coordinates - 1; c >= node->coordinate; --c) {
            const double *s = &g->screw[6 * c];
            double       *u = &g->met[6 * c];
            if (eliminates)
                meet(sum->tie, s, u);
            if (eliminates && !g->held[c]) {
                const double pivot = swvi_dot6(s, u) + damping;
                if (!(pivot > 0.0))
                    return false;
                const double give = 1.0 / pivot;
                g->give[c] = give;
                if (c > 0)
                    yield_along(sum->tie, give, u);
            }
            rise(g, c, sum->bias, x);
        }
        if (above < 0)
            continue;
        for (int i = 0; i < 36 && eliminates; ++i)  // 6 x 6
            g->composites[above].tie[i] += sum->tie[i];
        add6(g->composites[above].bias, 1.0, sum->bias);
    }
    return true;
}

// (2) down: x, by coordinate as `rise` left it, becomes the step. is_clamped: (3) on the way.
static void descend(const swvi_group *g, double *x, bool is_clamped)
{
    double carried[6] = { 0.0 };
    int    last = -1;
    for (int n = 0; n < g->node_count; ++n) {
        const swvi_node *node = &g->nodes[n];
        if (node->is_held)
            continue;
        if (node->above < 0 || g->nodes[node->above].is_held)
            memset(carried, 0, sizeof carried);
        else if (node->above != last)
            memcpy(carried, &g->twist[6 * node->above], sizeof carried);
        for (int c = node->coordinate; c < node->coordinate + node->coordinates; ++c) {
            if (!g->held[c])
                x[c] -= swvi_dot6(&g->met[6 * c], carried) * g->give[c];
            if (is_clamped && (x[c] > g->upper[c] || x[c] < g->lower[c])) {
                x[c] = x[c] > g->upper[c] ? g->upper[c] : g->lower[c];
                g->held[c] = 1;
            }
            add6(carried, x[c], &g->screw[6 * c]);
        }
        memcpy(&g->twist[6 * n], carried, sizeof carried);
        last = n;
    }
}

double swvi_tree_strain(swvi_group *g, const double *step)
{
    double sum = 0.0, met[6];
    swvi_tree_tie(g, false);
    for (int n = 0; n < g->node_count; ++n) {
        const swvi_node *node = &g->nodes[n];
        double          *twist = &g->twist[6 * n];
        memset(twist, 0, sizeof met);
        if (node->above >= 0)
            memcpy(twist, &g->twist[6 * node->above], sizeof met);
        for (int c = node->coordinate; c < node->coordinate + node->coordinates; ++c)
            add6(twist, step[c], &g->screw[6 * c]);
        if (node->composite != n)
            continue;
        meet(g->composites[n].tie, twist, met);
        sum += swvi_dot6(twist, met);
    }
    for (int k = 0; g->balance && g->balance->is_on && k < g->balance->rows; ++k) {
        double moved = 0.0;
        for (int c = 0; c < g->coordinate_count; ++c)
            moved += g->balance_rows[SWVI_BALANCE_ROWS * c + k] * step[c];
        sum += moved * moved;
    }
    return sum;
}

// ---- (5) followers ----

// c x of one of them.
static double apart(const swvi_group *g, const swvi_follow *f, const double *x)
{
    return x[g->nodes[f->node].coordinate] - f->step * x[g->nodes[f->head].coordinate];
}

static bool is_follow_held(const swvi_group *g, const swvi_follow *f)
{
    return g->held[g->nodes[f->head].coordinate];
}

// W, and the factor L of C W = L L', by rows. Those that are held have a row of zeros with a 1.
static void factor_follows(swvi_group *g)
{
    const int n = g->coordinate_count, count = g->follow_count;
    double   *l = g->follow_factor;
    for (int k = 0; k < count; ++k) {
        const swvi_follow *f = &g->follows[k];
        double            *w = &g->follow_columns[k * n];
        memset(w, 0, sizeof(double) * (size_t)n);
        if (is_follow_held(g, f))
            continue;
        w[g->nodes[f->node].coordinate] = 1.0;
        w[g->nodes[f->head].coordinate] = -f->step;
        (void)climb(g, false, 0.0, w);
        descend(g, w, false);
    }
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k <= i; ++k) {
            const bool is_held = is_follow_held(g, &g->follows[i]) || is_follow_held(g, &g->follows[k]);
            double     sum = is_held ? (i == k ? 1.0 : 0.0) : apart(g, &g->follows[i], &g->follow_columns[k * n]);
            for (int m = 0; m < k; ++m)
                sum -= l[i * count + m] * l[k * count + m];
            if (i == k)
                l[i * count + i] = sum > 0.0 ? sqrt(sum) : INFINITY;
            else
                l[i * count + k] = sum / l[k * count + k];
        }
    }
}

// x by coordinate: from H^-1 g to the step that keeps followers with those they follow.
static void keep_follows(const swvi_group *g, double *x)
{
    const int     n = g->coordinate_count, count = g->follow_count;
    const double *l = g->follow_factor;
    double       *y = g->work[1];
    for (int i = 0; i < count; ++i) {
        y[i] = is_follow_held(g, &g->follows[i]) ? 0.0 : apart(g, &g->follows[i], x);
        for (int k = 0; k < i; ++k)
            y[i] -= l[i * count + k] * y[k];
        y[i] /= l[i * count + i];
    }
    for (int i = count - 1; i >= 0; --i) {
        for (int k = i + 1; k < count; ++k)
            y[i] -= l[k * count + i] * y[k];
        y[i] /= l[i * count + i];
    }
    for (int k = 0; k < count; ++k)
        for (int c = 0; c < n; ++c)
            x[c] -= g->held[c] ? 0.0 : g->follow_columns[k * n + c] * y[k];
    for (int k = 0; k < count; ++k)
        x[g->nodes[g->follows[k].node].coordinate] = g->follows[k].step * x[g->nodes[g->follows[k].head].coordinate];
}

// Those that follow are held where the ones they follow are.
static void hold_follows(swvi_group *g, double *step)
{
    for (int k = 0; k < g->follow_count; ++k) {
        const int c = g->nodes[g->follows[k].node].coordinate, head = g->nodes[g->follows[k].head].coordinate;
        g->held[c] = g->held[head];
        step[c] = g->follows[k].step * step[head];
    }
}

void swvi_tree_follow(const swvi_group *g, double *z)
{
    for (int k = 0; k < g->follow_count; ++k) {
        const swvi_follow *f = &g->follows[k];
        const swv_joint   *j = g->nodes[f->node].joint;
        z[g->nodes[f->node].number] =
            swvi_clamp(j->lower[0], j->upper[0], f->ratio * z[g->nodes[f->head].number] + f->offset);
    }
}

// Rows that the balance has now, 0 to 2.
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

// (4), (5) and (2) down: x, as the way up left it, becomes the step.
static void solve_with_balance(swvi_group *g, double *x, bool is_clamped)
{
    const int rows = balance_rows(g), n = g->coordinate_count;
    double   *columns = g->balance_columns;
    descend(g, x, is_clamped && rows == 0 && g->follow_count == 0);
    keep_follows(g, x);
    if (rows == 0)
        return;
    double m[2][2] = { { 1.0, 0.0 }, { 0.0, 1.0 } }, y[2] = { 0.0, 0.0 };
    for (int k = 0; k < rows; ++k) {
        for (int c = 0; c < n; ++c)
            columns[k * n + c] = g->held[c] ? 0.0 : g->balance_rows[SWVI_BALANCE_ROWS * c + k];
        (void)climb(g, false, 0.0, &columns[k * n]);
        descend(g, &columns[k * n], false);
        keep_follows(g, &columns[k * n]);
        for (int l = 0; l < rows && l < SWVI_BALANCE_ROWS; ++l)
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

// The right side x: the gradient, less what the motion (`step`) of held coordinates does to the balance; for those their motion.
static void set_right_side(const swvi_group *g, const double *step, double *x)
{
    const int n = g->coordinate_count, rows = balance_rows(g);
    for (int c = 0; c < n; ++c)
        x[c] = g->held[c] ? step[c] : g->gradient[c];
    for (int k = 0; k < rows; ++k) {
        double moved = 0.0;
        for (int c = 0; c < n; ++c)
            moved += g->held[c] ? g->balance_rows[SWVI_BALANCE_ROWS * c + k] * step[c] : 0.0;
        for (int c = 0; c < n; ++c)
            x[c] -= g->held[c] ? 0.0 : g->balance_rows[SWVI_BALANCE_ROWS * c + k] * moved;
    }
}

// About the trace of H: for each coordinate the squares of how far each goal goes in a radian of it, times its weight.
static double size_of(const swvi_group *g)
{
    double size = 0.0;
    for (int k = 0; k < g->goal_count; ++k) {
        const swvi_tree_goal *goal = &g->goals[k];
        double                away = 0.0;
        for (int i = 0; i < 3; ++i)
            away += (goal->sight.point[i] - g->origin[i]) * (goal->sight.point[i] - g->origin[i]);
        const double weight = goal->is_on ? goal->weight * goal->boost : 0.0;
        size += weight * weight * (1.0 + g->per_length * g->per_length * away);
    }
    return size * g->coordinate_count;
}

void swvi_tree_step(swvi_group *g, double damping, bool with_curvature, bool is_whole, double *step)
{
    const int    n = g->coordinate_count;
    const double size = size_of(g), least = 1e-12 * size + 1e-300;  // rounding
    double      *x = g->work[0];
    for (int c = 0; c < n; ++c) {
        g->held[c] = (g->upper[c] <= 0.0 && g->gradient[c] > 0.0) || (g->lower[c] >= 0.0 && g->gradient[c] < 0.0);
        step[c] = 0.0;
    }
    hold_follows(g, step);
    // (3) Every round but the last holds at least one more. Where not all are made, what is still beyond a limit ends there.
    for (int round = 0; round <= (is_whole ? n : 1); ++round) {
        // (6) Without curvature only rounding can spoil a pivot, so a hundredfold at once; with it tenfold, not to damp more than needed. Beyond
        // 1e6 of the size no damping helps. Chosen.
        double lambda = damping > least ? damping : least;
        for (;; lambda *= with_curvature ? 10.0 : 100.0) {
            set_right_side(g, step, x);
            swvi_tree_tie(g, with_curvature);
            if (climb(g, true, lambda, x))
                break;
            if (!(lambda < 1e6 * (size + 1.0)))
                return;
        }
        factor_follows(g);
        solve_with_balance(g, x, !is_whole);
        bool is_beyond = false;
        for (int c = 0; c < n; ++c) {
            step[c] = x[c];
            if (g->held[c])
                continue;
            if (x[c] > g->upper[c] || x[c] < g->lower[c]) {
                step[c] = x[c] > g->upper[c] ? g->upper[c] : g->lower[c];
                g->held[c] = 1;
                is_beyond = true;
            }
        }
        hold_follows(g, step);
        if (!is_beyond)
            break;
    }
}

void swvi_tree_step_again(swvi_group *g, double *step)
{
    for (int c = 0; c < g->coordinate_count; ++c)
        step[c] = g->held[c] ? 0.0 : g->gradient[c];
    (void)climb(g, false, 0.0, step);
    solve_with_balance(g, step, false);
}

// ---- moving ----

// z + step into `to`, for joint n, inside its limits. Steps are radians, or lengths over g->unit; turns of a ball are rotation vectors in the axes in
// which the joint rests. 1e-15: inside the cone, not on it, where rounding would decide.
static void move_node(const swvi_group *g, int n, const double *z, const double *step, double *to)
{
    const swvi_node *node = &g->nodes[n];
    const swv_joint *j = node->joint;
    const double    *turn = step;
    switch (j->kind) {
    case SWV_JOINT_HINGE:
    case SWV_JOINT_UNIVERSAL:
        for (int k = 0; k < node->coordinates; ++k)
            to[k] = swvi_clamp(j->lower[k], j->upper[k], z[k] + step[k]);
        return;
    case SWV_JOINT_SLIDER:
        to[0] = swvi_clamp(j->lower[0], j->upper[0], z[0] + g->unit * step[0]);
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
        to[2] = swvi_clamp(j->lower[0], j->upper[0], z[2] + step[2]);
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
    swvi_tree_follow(g, to);
}
