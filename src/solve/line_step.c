// SPDX-License-Identifier: MIT
//
// One step towards the goals, inside the limits.
//
// Given     at posture z: residual r and rows J of each level, limits, a damping for each level
// Find      the step d. Units are those of line_engine.h; J has m numbers for each of n coordinates
//
// (1) one level   the d that minimises |J d - r|^2 + damping |d|^2 is  d = J'y  with  (J J' + damping) y = r:  as many
//                 unknowns as rows, six for a hand, however many joints
// (2) levels      level l may use only what the levels above leave free. Let t be what they achieve. The d that has
//                 J d = t in their rows and is best for level l solves the same system with the rows of all levels,
//                 no damping in those above and right sides t and r_l.  Then t_l = r_l - damping y_l, and on to l + 1
// (3) limits      a joint at a limit that would go on is held from the start; a joint that the step carries beyond a
//                 limit is held there at the limit, what its motion does is taken off r, and the rest is solved again,
//                 until all that are left stay inside: at most as many rounds as joints, mostly one or two
// (4) wish        to be displaced by x as far as the goals leave it open:  d = x + J'y,  (J J') y = r - J x
// (5) mend        after a step the levels above have moved by its second order. The same factor gives the small step
//                 that takes them back and leaves the last level alone
//
// Degenerate      rows that say nothing new: what is left of their pivot is rounding, and they are left out. "No
//                 damping" is 1e-10 of the trace, so that the step stays bounded where J loses rank
// This work is based on:
// Levenberg. A method for the solution of certain non-linear problems in least squares. 1944
// Siciliano, Slotine. A general framework for managing multiple tasks in highly redundant robotic systems. 1991
// Flacco, De Luca, Khatib. Control of redundant robots under hard joint constraints: saturation in the null space. 2015
#include <string.h>

#include "solve/line_engine.h"

// Row i of the lower half of a symmetric matrix, stored by rows.
static inline double *row_of(double *triangle, int i)
{
    return &triangle[i * (i + 1) / 2];
}

// a = L D L' in place: L below the diagonal, and on it 1 / D.
static inline void factor(double *a, int m)
{
    SWVI_UNROLLED for (int j = 0; j < m; ++j)
    {
        const double pivot = row_of(a, j)[j], inverse = pivot > 0.0 ? 1.0 / pivot : 0.0;
        SWVI_UNROLLED for (int i = j + 1; i < m; ++i)
        {
            double      *row = row_of(a, i);
            const double whole = row[j];
            row[j] = whole * inverse;
            SWVI_UNROLLED for (int k = j + 1; k <= i; ++k) row[k] -= whole * row_of(a, k)[j];
        }
        row_of(a, j)[j] = inverse;
    }
}

static inline bool is_in(uint64_t set, int i)
{
    return (set >> i & 1) != 0;
}

// J J' over the joints not held, for the first `end` rows; returns the trace.
static inline double multiply(const double *jacobian, int n, int m, int end, uint64_t held, double *gram)
{
    memset(gram, 0, sizeof(double) * (size_t)(end * (end + 1) / 2));
    for (int i = 0; i < n; ++i) {
        if (is_in(held, i))
            continue;
        const double *column = &jacobian[i * m];
        for (int k = 0; k < end; ++k) {
            double *row = row_of(gram, k);
            for (int l = 0; l <= k; ++l)
                row[l] += column[k] * column[l];
        }
    }
    double trace = 0.0;
    for (int k = 0; k < end; ++k)
        trace += row_of(gram, k)[k];
    return trace;
}

// The same for six rows: in pairs, which stay in vector registers. The odd ends of rows 0, 2 and 4 are apart.
static inline double multiply_six(const double *jacobian, int n, uint64_t held, double *gram)
{
    double ends[3] = { 0.0 }, b[2] = { 0.0 }, c[2] = { 0.0 }, d[4] = { 0.0 }, f[4] = { 0.0 }, g[6] = { 0.0 };
    for (int i = 0; i < n; ++i) {
        if (is_in(held, i))
            continue;
        const double *j = &jacobian[i * 6];
        ends[0] += j[0] * j[0];
        ends[1] += j[2] * j[2];
        ends[2] += j[4] * j[4];
        for (int l = 0; l < 2; ++l) {
            b[l] += j[1] * j[l];
            c[l] += j[2] * j[l];
        }
        for (int l = 0; l < 4; ++l) {
            d[l] += j[3] * j[l];
            f[l] += j[4] * j[l];
        }
        for (int l = 0; l < 6; ++l)
            g[l] += j[5] * j[l];
    }
    gram[0] = ends[0];
    memcpy(&gram[1], b, sizeof b);
    memcpy(&gram[3], c, sizeof c);
    gram[5] = ends[1];
    memcpy(&gram[6], d, sizeof d);
    memcpy(&gram[10], f, sizeof f);
    gram[14] = ends[2];
    memcpy(&gram[15], g, sizeof g);
    return (ends[0] + b[1]) + (ends[1] + d[3]) + (ends[2] + g[5]);
}

// (1)  y  in: right sides. out: the solution. With a constant m the loops unroll.
static inline void solve_level(const double *jacobian, int n, int m, uint64_t held, double damping, double *gram,
                               double *y)
{
    const double size = m == 6 ? multiply_six(jacobian, n, held, gram) : multiply(jacobian, n, m, m, held, gram);
    // A thousand roundings: as good as no damping, and no pivot is lost. Chosen.
    const double least = 1e-13 * size + 1e-300;
    for (int k = 0; k < m; ++k)
        row_of(gram, k)[k] += damping > least ? damping : least;
    factor(gram, m);
    swvi_solve_factored(gram, m, y);
}

// (2)  y  in: the residuals of all levels. out: the solution of the last, d = J'y. damping: of each level.
static void solve_levels(const swvi_engine *e, uint64_t held, const double *damping, double *y)
{
    double rhs[SWVI_ROWS];
    memcpy(rhs, y, sizeof(double) * (size_t)e->rows);
    for (int level = 0; level < e->level_count; ++level) {
        const int begin = level == 0 ? 0 : e->level_end[level - 1], end = e->level_end[level];
        // Levels above have to hold, so they get next to no damping; it keeps pivots of rows that say the same from being rounding. Chosen.
        const double none = 1e-10 * multiply(e->jacobian, e->coordinates, e->rows, end, held, e->gram) + 1e-300;
        for (int k = 0; k < end; ++k)
            row_of(e->gram, k)[k] += k < begin || damping[level] < none ? none : damping[level];
        factor(e->gram, end);
        memcpy(y, rhs, sizeof(double) * (size_t)end);
        swvi_solve_factored(e->gram, end, y);
        for (int k = begin; k < end; ++k)
            rhs[k] -= damping[level] * y[k];
    }
}

static inline double dot(const double *a, const double *b, int count)
{
    double sum = 0.0;
    for (int k = 0; k < count; ++k)
        sum += a[k] * b[k];
    return sum;
}

// (3) At a limit, and would go on.
uint64_t swvi_held(const swvi_engine *e, const double *z)
{
    uint64_t held = 0;
    for (int i = 0; i < e->coordinates; ++i) {
        const bool is_held =
            (z[i] >= e->upper[i] && swvi_slope(e, i) > 0.0) || (z[i] <= e->lower[i] && swvi_slope(e, i) < 0.0);
        held |= (uint64_t)is_held << i;
    }
    return held;
}

// (1) to (4): swvi_step of line_engine.h. m is e->rows; as a constant it makes the common case fast.
static inline uint64_t step_of(swvi_engine *e, int m, const double *z, const double *damping, const double *wish,
                               double *step)
{
    const int n = e->coordinates;
    uint64_t  held = wish ? 0 : swvi_held(e, z);
    memset(step, 0, sizeof(double) * (size_t)n);

    // (3) Every round but the last holds at least one joint more.
    for (int round = 0; round <= n; ++round) {
        double y[SWVI_ROWS];
        memcpy(y, e->residual, sizeof(double) * (size_t)m);
        for (int i = 0; i < n && (held != 0 || wish); ++i) {
            const double given = is_in(held, i) ? step[i] : wish ? wish[i] : 0.0;
            if (given != 0.0)
                for (int k = 0; k < m; ++k)
                    y[k] -= e->jacobian[i * m + k] * given;
        }
        if (e->level_count == 1)
            solve_level(e->jacobian, n, m, held, damping[0], e->gram, y);
        else
            solve_levels(e, held, damping, y);

        uint64_t beyond = 0;
        for (int i = 0; i < n; ++i) {
            if (is_in(held, i))
                continue;
            step[i] = dot(&e->jacobian[i * m], y, m) + (wish ? wish[i] : 0.0);
            beyond |= swvi_stop_at_limit(e, i, z[i], &step[i]);
        }
        if (beyond == 0)
            break;
        held |= beyond;
    }
    return held;
}

uint64_t swvi_step(swvi_engine *e, const double *z, const double *damping, const double *wish, double *step)
{
    return e->rows == 6 ? step_of(e, 6, z, damping, wish, step) : step_of(e, e->rows, z, damping, wish, step);
}

// (5) As swvi_mend of line_engine.h; m is e->rows.
static inline void mend(const swvi_engine *e, int m, int end, const double *residual, uint64_t held, double *step)
{
    double y[SWVI_ROWS];
    memcpy(y, residual, sizeof(double) * (size_t)end);
    for (int k = end; k < m; ++k)
        y[k] = 0.0;
    swvi_solve_factored(e->gram, m, y);
    for (int i = 0; i < e->coordinates; ++i)
        step[i] = is_in(held, i) ? 0.0 : dot(&e->jacobian[i * m], y, m);
}

void swvi_mend(const swvi_engine *e, int end, const double *residual, uint64_t held, double *step)
{
    if (e->rows == 6 && end == 6)
        mend(e, 6, 6, residual, held, step);
    else
        mend(e, e->rows, end, residual, held, step);
}
