// SPDX-License-Identifier: MIT
//
// Cells of a gimbal: one input, the latitude of the last axis as seen from the first (table/adaptive_internal.h). It is a function of
// the middle angle alone, so the branches are the pieces of that function that rise or fall; each is inverted by halving. Angles are radians.
#include "kim_tarokh/build/adaptive_gimbal.h"
#include "kim_tarokh/build/table_space.h"

#include <math.h>
#include <string.h>

#include "math/linalg.h"
#include "swivel/trig.h"

enum {
    NODES = 12,
    STEPS = 4096
};  // points that a parabola is fitted to; steps in which turning points are looked for. Chosen
// Radians outside the limits. Pieces go on to BEYOND, so that a cell that a limit crosses is whole; cells are kept up to NEEDED, as an answer just
// outside is brought to the limit. Chosen.
#define BEYOND 0.5
#define NEEDED 0.05

// Chebyshev's points, NODES of them, moved from [-1, 1] to [0, 1]: they keep the largest error of a fit small.
static double node(int k)
{
    return 0.5 - 0.5 * swv_cos(SWV_PI * (k + 0.5) / NODES);
}

// The parabola through values (radians) at the nodes, by least squares: its three coefficients go to every `stride`-th place of `to`.
static void fit_parabola(const double *values, float *to, size_t stride)
{
    double matrix[9] = { 0.0 }, right[3] = { 0.0 };
    for (int k = 0; k < NODES; ++k) {
        const double x = node(k), term[3] = { 1.0, x, x * x };
        for (int i = 0; i < 3; ++i) {
            right[i] += term[i] * values[k];
            for (int j = 0; j < 3; ++j)
                matrix[3 * i + j] += term[i] * term[j];
        }
    }
    (void)swvi_cholesky_factor(matrix, 3);
    (void)swvi_cholesky_solve(matrix, 3, right);
    for (size_t i = 0; i < 3; ++i)
        to[stride * i] = (float)right[i];
}

/// A gimbal as seen with its first and last axis turned to z; `middle` is the middle axis in the chain's zero posture.
typedef struct gimbal_axes {
    swv_quat first, last;  ///< G1 and G3
    swv_vec3 middle;
    double   lower, upper;  ///< of the middle angle
} gimbal_axes;

// For the middle angle b: the latitude (-1 to 1, adaptive_internal.h), and what is to be added to the angles about the first and the last axis.
static double latitude_of(const gimbal_axes *g, double b, double *first, double *last)
{
    const swv_vec3 z = { 0.0, 0.0, 1.0 };
    const swv_quat m =
        swv_quat_mul(swv_quat_mul(g->first, swv_quat_from_axis_angle(g->middle, b)), swv_quat_conjugate(g->last));
    const swv_vec3 u = swv_quat_rotate(m, z), w = swv_quat_rotate(swv_quat_conjugate(m), z);
    *first = -swv_atan2(u.y, u.x);
    *last = swv_atan2(w.y, w.x);
    return u.z / (1.0 + sqrt(u.x * u.x + u.y * u.y));
}

// One piece, from b = low to high, on which the latitude rises or falls: the record (out) of cell number `cell`, if the piece passes through it
// inside the limits. A piece shorter than 1e-6 rad is none: chosen.
static bool fit_piece(const gimbal_axes *g, double low, double high, int cell, float *record)
{
    double       first, last, values[3][NODES] = { { 0.0 } };
    double       from = latitude_of(g, low, &first, &last), to = latitude_of(g, high, &first, &last);
    const bool   is_rising = to > from;
    const double begin = 2.0 * cell / SWVI_ADAPTIVE_GIMBAL_CELLS - 1.0, end = begin + 2.0 / SWVI_ADAPTIVE_GIMBAL_CELLS;
    if (high - low < 1e-6 || fmax(from, to) <= begin || fmin(from, to) >= end)
        return false;
    for (int k = 0; k < NODES; ++k) {
        const double wanted = begin + (end - begin) * node(k);
        double       a = low, b = high;
        for (int i = 0; i < 60; ++i) {
            const double middle = 0.5 * (a + b), at = latitude_of(g, middle, &first, &last);
            if ((at < wanted) == is_rising)
                a = middle;
            else
                b = middle;
        }
        values[1][k] = 0.5 * (a + b);
        (void)latitude_of(g, values[1][k], &values[0][k], &values[2][k]);
        for (int i = 0; i < 3 && k > 0; i += 2)
            values[i][k] = values[i][0] + swv_angle_wrap(values[i][k] - values[i][0]);
    }
    if (fmax(values[1][0], values[1][NODES - 1]) < g->lower - NEEDED ||
        fmin(values[1][0], values[1][NODES - 1]) > g->upper + NEEDED)
        return false;
    for (int i = 0; i < 3; ++i)
        fit_parabola(values[i], record + i, 4);
    return true;
}

// The pieces lie between turning points: steps find them roughly, thirds exactly (100 of them: (2/3)^100 of two steps). `ends` takes one more than
// there are pieces, which it returns: the latitude's sine is a sinusoid of the middle angle and turns twice a turn, so 8 ends are enough for three
// turns.
static int find_pieces(const gimbal_axes *g, double ends[8])
{
    const double low = g->lower - BEYOND, high = g->upper + BEYOND, step = (high - low) / STEPS;
    double       first, last;
    int          count = 0;
    ends[count++] = low;
    for (int k = 1; k < STEPS && count < 7; ++k) {
        double       a = low + (k - 1) * step, b = low + (k + 1) * step;
        const double at = latitude_of(g, low + k * step, &first, &last);
        const double before = at - latitude_of(g, a, &first, &last), after = latitude_of(g, b, &first, &last) - at;
        if (before * after > 0.0)
            continue;
        for (int i = 0; i < 100; ++i) {
            const double c = a + (b - a) / 3.0, d = b - (b - a) / 3.0;
            const bool   is_left =
                (latitude_of(g, c, &first, &last) > latitude_of(g, d, &first, &last)) == (before > 0.0);
            a = is_left ? a : c;
            b = is_left ? d : b;
        }
        ends[count++] = 0.5 * (a + b);
    }
    ends[count] = high;
    return count;
}

bool swvi_gimbal_make(const swv_chain *chain, int joint, swv_vec3 centre, swvi_gimbal *gimbal)
{
    const swv_vec3 z = { 0.0, 0.0, 1.0 };
    swv_axis       axes[SWV_MAX_JOINTS];
    swv_pose       tip;
    memset(gimbal, 0, sizeof *gimbal);
    if (joint < 0 || joint + 3 > chain->joint_count || swv_chain_to_axes(chain, axes, &tip) != SWV_OK)
        return false;
    for (int i = joint; i < joint + 3; ++i) {
        const swv_vec3 from = swv_vec3_sub(centre, axes[i].point);
        if (swv_vec3_length(swv_vec3_cross(from, axes[i].direction)) > SWVI_MEET)
            return false;
    }
    gimbal->first = swv_quat_between(axes[joint].direction, z);
    gimbal->last = swv_quat_between(axes[joint + 2].direction, z);
    const gimbal_axes g = { gimbal->first, gimbal->last, axes[joint + 1].direction, chain->joints[joint + 1].lower,
                            chain->joints[joint + 1].upper };
    double            ends[8];
    const int         pieces = find_pieces(&g, ends);
    for (int c = 0; c < SWVI_ADAPTIVE_GIMBAL_CELLS; ++c) {
        int ways = 0;
        for (int k = 0; k < pieces && ways < SWVI_ADAPTIVE_GIMBAL_WAYS; ++k)
            ways += fit_piece(&g, ends[k], ends[k + 1], c, gimbal->records[c][ways]);
        for (; ways < SWVI_ADAPTIVE_GIMBAL_WAYS; ++ways)
            gimbal->records[c][ways][0] = SWVI_ADAPTIVE_NO_ANGLE;
    }
    return true;
}
