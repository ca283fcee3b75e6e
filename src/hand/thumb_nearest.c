// SPDX-License-Identifier: MIT
//
// The thumb where its target is out of reach: the posture inside the limits whose tip (and pulp) is nearest.
//
// Given     tip p, and perhaps the pulp's direction n; metres and unit vectors in the trapezium's axes (thumb.c), angles radians
// Find      the least of |tip - p|^2 + (SCALE |pulp - n|)^2 over the box of the limits
//
// (1) starts    The box's corners, its middle and the middles between: three values of each free joint. From the BEST
//               few of these postures
// (2) descent   Newton's step with Levenberg and Marquardt's lambda, among the joints that are not held by a limit (one
//               is held if it lies on it and the sum would grow further inside), clamped to the box; lambda a third
//               after a success, four times after a failure.
//
// With IP following there are three free joints (q0, q1, q3); with the pulp given, five.
//
// Degenerate    no direction descends: the start itself. The second derivatives have no root: lambda grows
// Error         a local search, from many starts: against brute force in tests/hand/thumb.c
//
// This work is based on:
// Marquardt. An algorithm for least-squares estimation of nonlinear parameters. 1963
#include "hand/hand_internal.h"
#include "math/linalg.h"

// LEVELS values of each joint (1); BEST of them are followed, each by at most MAX_STEPS. 6 and 200 were chosen.
enum { BEST = 6, MAX_STEPS = 200, LEVELS = 3 };

#define SCALE 0.020  // metres a radian

typedef struct problem {
    const swv_thumb *thumb;
    swv_vec3         p;
    const swv_vec3  *n;  ///< NULL: the tip alone
    int              count;
    double           lower[5], upper[5];
} problem;

// All five angles, of the free ones.
static void posture_of(const problem *s, const double *x, double q[5])
{
    if (s->n) {
        memcpy(q, x, 5 * sizeof(double));
        return;
    }
    q[0] = x[0];
    q[1] = x[1];
    q[2] = s->thumb->mcp_abduction;
    q[3] = x[2];
    q[4] = s->thumb->ratio * x[2];
}

// The sum, and if g is not NULL half its gradient and half its second derivatives. Joint i turns the derivative by a
// later joint j about its own axis: the second derivative of the tip is axis_i x tip_by_j.
static double sum_at(const problem *s, const double *x, double *g, double *h)
{
    double           q[5];
    swvi_thumb_state at;
    posture_of(s, x, q);
    swvi_thumb_at(s->thumb, q, &at);
    const swv_vec3 e = swv_vec3_sub(at.tip, s->p), zero = { 0.0, 0.0, 0.0 };
    const swv_vec3 f = s->n ? swv_vec3_scale(SCALE * SCALE, swv_vec3_sub(at.pulp, *s->n)) : zero;
    if (g) {
        // part[i][k]: how much of joint k coordinate i moves
        double part[5][5] = { { 0.0 } };
        for (int i = 0; i < s->count; ++i)
            part[i][s->n || i < 2 ? i : 3] = 1.0;
        if (!s->n)
            part[2][4] = s->thumb->ratio;
        double gradient[5], second[5][5];
        for (int i = 0; i < 5; ++i) {
            gradient[i] = swv_vec3_dot(at.tip_by[i], e) + swv_vec3_dot(at.pulp_by[i], f);
            for (int k = 0; k < 5; ++k) {
                const int      first = i < k ? i : k, last = i < k ? k : i;
                const swv_vec3 tip = swv_vec3_cross(at.axis[first], at.tip_by[last]);
                const swv_vec3 pulp = swv_vec3_cross(at.axis[first], at.pulp_by[last]);
                const double   of_pulp = s->n ? SCALE * SCALE * swv_vec3_dot(at.pulp_by[i], at.pulp_by[k]) : 0.0;
                second[i][k] =
                    swv_vec3_dot(at.tip_by[i], at.tip_by[k]) + of_pulp + swv_vec3_dot(tip, e) + swv_vec3_dot(pulp, f);
            }
        }
        for (int i = 0; i < s->count; ++i) {
            g[i] = 0.0;
            for (int a = 0; a < 5; ++a)
                g[i] += part[i][a] * gradient[a];
            for (int k = 0; k < s->count; ++k) {
                h[i * s->count + k] = 0.0;
                for (int a = 0; a < 5; ++a)
                    for (int b = 0; b < 5; ++b)
                        h[i * s->count + k] += part[i][a] * second[a][b] * part[k][b];
            }
        }
    }
    const double off = s->n ? swv_vec3_dot(f, f) / (SCALE * SCALE) : 0.0;
    return swv_vec3_dot(e, e) + off;
}

// (2). lambda is in parts of the squared length: from 1e-3, not below 1e-14 (rounding), and at 1e12 no step is left. Steps below 1e-13 radians are
// rounding. Chosen.
static double descend(const problem *s, double *x)
{
    const int    n = s->count;
    const double size = s->thumb->lengths[0] + s->thumb->lengths[1] + s->thumb->lengths[2];
    double       g[5], h[25], sum = sum_at(s, x, g, h), lambda = 1e-3;
    for (int step = 0; step < MAX_STEPS; ++step) {
        double a[25], d[5], next[5];
        int    free_joints[5], count = 0;
        for (int i = 0; i < n; ++i)
            if (!(x[i] <= s->lower[i] && g[i] > 0.0) && !(x[i] >= s->upper[i] && g[i] < 0.0))
                free_joints[count++] = i;
        for (int i = 0; i < count; ++i) {
            d[i] = -g[free_joints[i]];
            for (int k = 0; k < count; ++k)
                a[i * count + k] = h[free_joints[i] * n + free_joints[k]] + (i == k ? lambda * size * size : 0.0);
        }
        if (count == 0 || lambda > 1e12)
            break;
        if (swvi_cholesky_factor(a, count) != SWV_OK || swvi_cholesky_solve(a, count, d) != SWV_OK) {
            lambda *= 4.0;  // not a minimum in sight: a shorter step, down the slope
            continue;
        }
        double moved = 0.0;
        memcpy(next, x, sizeof(double) * (size_t)n);
        for (int i = 0; i < count; ++i) {
            const int joint = free_joints[i];
            next[joint] = swvi_clamp(s->lower[joint], s->upper[joint], x[joint] + d[i]);
            moved = swvi_larger(moved, fabs(next[joint] - x[joint]));
        }
        const double new_sum = sum_at(s, next, NULL, NULL);
        if (new_sum < sum) {
            memcpy(x, next, sizeof(double) * (size_t)n);
            sum = sum_at(s, x, g, h);
            lambda = swvi_larger(lambda / 3.0, 1e-14);
        } else {
            lambda *= 4.0;
        }
        if (moved < 1e-13)
            break;
    }
    return sum;
}

// (1), and (2) from each start; q takes the best posture.
static void search(const problem *s, double q[5])
{
    double starts[BEST][5] = { { 0.0 } }, sums[BEST], best = INFINITY;
    int    count = 0, places = 1;
    for (int i = 0; i < s->count; ++i)
        places *= LEVELS;
    for (int place = 0; place < places; ++place) {
        double x[5] = { 0.0 };
        for (int i = 0, rest = place; i < s->count; ++i, rest /= LEVELS)
            x[i] = s->lower[i] + (s->upper[i] - s->lower[i]) * (rest % LEVELS) / (LEVELS - 1);
        const double sum = sum_at(s, x, NULL, NULL);
        if (count == BEST && !(sum < sums[BEST - 1]))
            continue;
        int k = count < BEST ? count++ : BEST - 1;
        for (; k > 0 && sums[k - 1] > sum; --k) {
            sums[k] = sums[k - 1];
            memcpy(starts[k], starts[k - 1], sizeof starts[k]);
        }
        sums[k] = sum;
        memcpy(starts[k], x, sizeof x);
    }
    for (int k = 0; k < count; ++k) {
        const double sum = descend(s, starts[k]);
        if (sum < best) {
            best = sum;
            posture_of(s, starts[k], q);
        }
    }
}

void swvi_thumb_nearest(const swv_thumb *thumb, swv_vec3 tip, const swv_vec3 *pulp, double q[5])
{
    const struct swvi_bend *bend = &thumb->_private;
    problem                 s = { .thumb = thumb, .p = tip, .n = pulp, .count = pulp ? 5 : 3 };
    memcpy(s.lower, thumb->lower, sizeof s.lower);
    memcpy(s.upper, thumb->upper, sizeof s.upper);
    if (!pulp) {
        s.lower[2] = bend->pieces[0].low;
        s.upper[2] = bend->pieces[bend->count - 1].high;
    }
    search(&s, q);
}
