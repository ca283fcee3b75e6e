// SPDX-License-Identifier: MIT
//
// Newton's step, with the curvature of the goals.
//
// line_step.c takes the goals for straight: J'J for the Hessian of the cost. Where a stretched arm bends, or where the
// goal cannot be reached and a residual stays, that is wrong by as much as it is right, and steps crawl along a curved
// valley. Here the Hessian is whole.
//
// Given     residual r, rows J, the frames they were made from, a damping
//           (frames and units are those of line_engine.h)
// Find      the step d inside the limits with (H + damping) d = J'r
//
// (1) Hessian   H = J'J - S,  S_ij = sum over rows of r_k d2 x_k / dz_i dz_j.  For a point at e and joints i <= j (i the
//               nearer to the base) the second derivative is a_i x v_j, with v_j how joint j moves e, where joint i turns;
//               so S_ij = (r x a_i) . v_j. A turn's is a_i x a_j, of which the rotation vector's own curvature leaves half.
//               Joints add up in their coordinates. Directions, aims and distances are taken for straight.
// (2) damping   as much as makes the matrix positive definite: what is given, then ten times as much, and so on
// (3) limits    as in line_step.c
//
// This work is based on:
// Nocedal, Wright. Numerical Optimization. 2006, chapters 3.4 and 10.2
#include <math.h>
#include <string.h>

#include "solve/line_engine.h"

// Entry i, j of a symmetric matrix of which the lower half is stored by rows.
static inline double *entry(double *triangle, int i, int j)
{
    return i > j ? &triangle[i * (i + 1) / 2 + j] : &triangle[j * (j + 1) / 2 + i];
}

// (1) for one goal that joints 0 to `moving` - 1 move. `point` in the world; `pull`, `twist`: its residuals of place and of rotation, in the world's
// axes, times the weight of their rows once more, as J's have it.
static void subtract_curvature(const swvi_engine *e, int moving, const double *point, const double *pull,
                               const double *twist, double *hessian)
{
    for (int j = 0; j < moving; ++j) {
        const swvi_line_joint *joint = &e->joints[j];
        const swvi_frame      *frame = &e->frames[j];
        const double           arm[3] = { point[0] - frame->position[0], point[1] - frame->position[1],
                                          point[2] - frame->position[2] };
        double                 moves[3], across[3];
        const bool             turns = !joint->slides;
        swvi_cross3(frame->axis, arm, moves);
        if (!turns)
            memcpy(moves, frame->axis, sizeof moves);
        // pull . (a_i x v_j) = a_i . (v_j x pull), and so for the twist
        double bent[3];
        swvi_cross3(moves, pull, bent);
        swvi_cross3(frame->axis, twist, across);
        for (int i = 0; i <= j; ++i) {
            const swvi_line_joint *nearer = &e->joints[i];
            if (nearer->slides)
                continue;
            const double *a = e->frames[i].axis;
            const double  s = swvi_dot3(a, bent) + (turns && i < j ? 0.5 * swvi_dot3(a, across) : 0.0);
            const double  once = e->factor[i] * e->factor[j] * s;
            // An entry off the diagonal stands for both; two joints of one coordinate meet on it twice.
            *entry(hessian, nearer->coordinate, joint->coordinate) -=
                i != j && nearer->coordinate == joint->coordinate ? 2.0 * once : once;
        }
    }
}

// (1) J'J - S: the lower half, by rows.
static void fill_hessian(const swvi_engine *e, double *hessian)
{
    const int n = e->coordinates, m = e->rows;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j <= i; ++j) {
            double sum = 0.0;
            for (int k = 0; k < m; ++k)
                sum += e->jacobian[i * m + k] * e->jacobian[j * m + k];
            hessian[i * (i + 1) / 2 + j] = sum;
        }
    }
    int row = 0;
    for (int g = 0; g < e->goal_count; ++g) {
        const swvi_line_goal *ready = &e->goals[g];
        const swv_goal       *goal = &ready->goal;
        if (!swvi_is_of_level(e, ready, 0))
            continue;
        const double  weight = ready->weight, length_weight = weight * e->per_length;
        const double *r = &e->residual[row];
        const double *p = e->frames[ready->frame].position, *t = e->frames[ready->frame].rotation;
        double        pull[3], twist[3], point[3];
        row += swvi_goal_rows(goal->kind);
        if (goal->kind > SWV_GOAL_ROTATION)
            continue;
        for (int k = 0; k < 3; ++k) {
            point[k] = p[k] + t[k] * goal->point.x + t[3 + k] * goal->point.y + t[6 + k] * goal->point.z;
            pull[k] = goal->kind == SWV_GOAL_ROTATION ? 0.0 : length_weight * r[k];
            twist[k] = goal->kind == SWV_GOAL_POSITION ? 0.0 : weight * r[goal->kind == SWV_GOAL_POSE ? 3 + k : k];
        }
        subtract_curvature(e, ready->moving, point, pull, twist, hessian);
    }
}

// (2) a = L D L' (lower halves by rows) of the rows and columns not held, those held as the identity's. False if it is not positive definite.
static bool factor(const double *hessian, int n, uint64_t held, double damping, double *a)
{
    for (int i = 0; i < n; ++i) {
        const bool is_held = (held >> i & 1) != 0;
        for (int j = 0; j <= i; ++j) {
            const bool is_out = is_held || (held >> j & 1) != 0;
            a[i * (i + 1) / 2 + j] =
                is_out ? (i == j ? 1.0 : 0.0) : hessian[i * (i + 1) / 2 + j] + (i == j ? damping : 0.0);
        }
    }
    for (int j = 0; j < n; ++j) {
        double *row = &a[j * (j + 1) / 2], pivot = row[j];
        for (int k = 0; k < j; ++k) {
            const double *above = &a[k * (k + 1) / 2];
            double        sum = row[k];
            for (int l = 0; l < k; ++l)
                sum -= row[l] * above[l];
            row[k] = sum;  // L D here, until the row is done
        }
        for (int k = 0; k < j; ++k) {
            const double scaled = row[k] * a[k * (k + 1) / 2 + k];
            pivot -= row[k] * scaled;
            row[k] = scaled;
        }
        if (!(pivot > 1e-14 * hessian[j * (j + 1) / 2 + j] && pivot > 0.0))
            return false;
        row[j] = 1.0 / pivot;
    }
    return true;
}

void swvi_newton_step(swvi_engine *e, const double *z, double damping, double *step)
{
    const int n = e->coordinates;
    double    size = 0.0;
    fill_hessian(e, e->hessian);
    for (int i = 0; i < n; ++i)
        size += fabs(e->hessian[i * (i + 1) / 2 + i]);
    uint64_t held = swvi_held(e, z);
    memset(step, 0, sizeof(double) * (size_t)n);
    for (int round = 0; round <= n; ++round) {
        double lambda = damping;
        // From none to 1e-10 of the size, then tenfold each time; beyond 1e6 of it no damping helps. Chosen.
        while (!factor(e->hessian, n, held, lambda, e->gram) && lambda < 1e6 * (size + 1.0))
            lambda = lambda * 10.0 > 1e-10 * size ? lambda * 10.0 : 1e-10 * size + 1e-300;
        double d[SWV_MAX_JOINTS];
        for (int i = 0; i < n; ++i) {
            d[i] = 0.0;
            if ((held >> i & 1) != 0)
                continue;
            d[i] = swvi_slope(e, i);
            for (int j = 0; j < n; ++j)
                if ((held >> j & 1) != 0)
                    d[i] -= *entry(e->hessian, i, j) * step[j];
        }
        swvi_solve_factored(e->gram, n, d);
        uint64_t beyond = 0;
        for (int i = 0; i < n; ++i) {
            if ((held >> i & 1) != 0)
                continue;
            step[i] = d[i];
            beyond |= swvi_stop_at_limit(e, i, z[i], &step[i]);
        }
        if (beyond == 0)
            break;
        held |= beyond;
    }
}
