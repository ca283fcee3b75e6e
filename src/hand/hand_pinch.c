// SPDX-License-Identifier: MIT
//
// Pinching: thumb and a finger with their tips a given distance apart and their pulps facing each other.
//
// Given     the finger, the object's size d
// Find      x: the finger's abduction, MCP and PIP flexion (DIP follows); the thumb's five joints
//
// With T and n the tip and the pulp's direction, of finger (f) and thumb (t), w = Tt - Tf:
//
// (1) hold      h(x) = |w| - d = 0; for d = 0, where that has no derivative, h(x) = w
// (2) face      f(x) = nf + nt is as small as it gets
// (3) straight  so is t(x) = w/|w| - m, m the unit vector along nf - nt: the object lies along the line on which the pulps face
//               each other, not askew. It counts ASKEW times as much. (Not for d = 0.)
// (4) ease      and joints are near the middles of their ranges: u_j = (x_j - middle_j) / half the range_j
//
//               The least of  W^2 |h|^2 / L^2 + |f|^2 + ASKEW^2 |t|^2 + EASE |u|^2  inside the limits, by steps of Levenberg
//               and Marquardt, for the WEIGHTS W in turn. Joints at a limit that would go on are left out of a step, and a
//               step ends at the limits.
// (5) exactly   Then Newton's steps to h = 0, the smallest ones that do it, with the joints that are not at a limit.
//
//               From the STARTS in turn, until one is GOOD, or holds what is SMALL; of those that hold, the least. Where none
//               does, the one whose gap comes nearest to d.
//
// Degenerate    nf = nt: m is none, its derivative too; other terms lead away from there
#include "hand/hand_internal.h"
#include "math/linalg.h"
#include "swivel/trig.h"

enum { JOINTS = 8, HARD = 3, SOFT = 6, ROWS = HARD + SOFT + JOINTS, ROUNDS = 3, STEPS = 12, NEWTON_STEPS = 12 };

#define EASE  1e-3  // chosen: small against 1, so that it decides only between grips that are equally good
#define ASKEW 0.5   // chosen: an object askew counts half as much as pulps that do not face each other
#define GOOD  0.15  // of what is made least: pulps some 20 degrees off, or an object askew by 40
#define SMALL 0.2   // of the digits' lengths: objects for which the first start leads to the best grip

static const double WEIGHTS[ROUNDS] = { 3.0, 30.0, 300.0 };

// Where to begin, in parts of the joints' ranges: both digits well bent; the thumb far out, for large objects; a straight thumb.
static const double STARTS[][JOINTS] = {
    { 0.50, 0.95, 0.95, 0.35, 0.10, 0.10, 0.80, 0.80 },
    { 0.05, 0.95, 0.90, 0.95, 0.05, 0.05, 0.60, 0.90 },
    { 0.05, 0.90, 0.20, 0.10, 0.95, 0.05, 0.05, 0.05 },
};
enum { START_COUNT = sizeof STARTS / sizeof STARTS[0] };

typedef struct pinch {
    const swv_thumb *thumb;
    const swv_digit *digit;
    double           size, length;  ///< of the object, d; of finger and thumb together, L; metres
    double           lower[JOINTS], upper[JOINTS];
} pinch;

// The rows whose squares (1) to (4) add up, and their derivatives.
typedef struct grip {
    double x[JOINTS];
    int    hard;  ///< rows of h; the rest begins at HARD
    double rows[ROWS], by[ROWS][JOINTS];
} grip;

// Rows `row` to row + 2: scale times a vector, and its derivatives.
static void put(grip *g, int row, double scale, swv_vec3 value, const swv_vec3 by[JOINTS])
{
    const double values[3] = { value.x, value.y, value.z };
    for (int i = 0; i < 3; ++i)
        g->rows[row + i] = scale * values[i];
    for (int k = 0; k < JOINTS; ++k) {
        g->by[row][k] = scale * by[k].x;
        g->by[row + 1][k] = scale * by[k].y;
        g->by[row + 2][k] = scale * by[k].z;
    }
}

// The unit vector along v, and its derivatives from those of v.
static swv_vec3 direction(swv_vec3 v, const swv_vec3 by[JOINTS], swv_vec3 unit_by[JOINTS])
{
    const double   length = swv_vec3_length(v), inverse = length > 0.0 ? 1.0 / length : 0.0;
    const swv_vec3 unit = swv_vec3_scale(inverse, v);
    for (int k = 0; k < JOINTS; ++k)
        unit_by[k] = swv_vec3_scale(inverse, swv_vec3_sub(by[k], swv_vec3_scale(swv_vec3_dot(unit, by[k]), unit)));
    return unit;
}

// All rows at g->x.
static void evaluate(const pinch *s, grip *g)
{
    const swv_vec3   none = { 0.0, 0.0, 0.0 };
    swv_vec3         w_by[JOINTS], apart_by[JOINTS], facing_by[JOINTS], m_by[JOINTS], u_by[JOINTS];
    swvi_thumb_state thumb;
    swvi_digit_state digit;
    swvi_thumb_at(s->thumb, g->x + 3, &thumb);
    swvi_digit_at(s->digit, g->x, &digit);
    const swv_vec3 tip = swvi_thumb_to_base(s->thumb, digit.tip, false),
                   pulp = swvi_thumb_to_base(s->thumb, digit.pulp, true);
    for (int k = 0; k < JOINTS; ++k) {
        const swv_vec3 finger = k < 3 ? swvi_thumb_to_base(s->thumb, digit.pulp_by[k], true) : none;
        const swv_vec3 other = k < 3 ? none : thumb.pulp_by[k - 3];
        w_by[k] =
            k < 3 ? swv_vec3_scale(-1.0, swvi_thumb_to_base(s->thumb, digit.tip_by[k], true)) : thumb.tip_by[k - 3];
        apart_by[k] = swv_vec3_sub(finger, other);
        facing_by[k] = swv_vec3_add(finger, other);
    }
    const swv_vec3 w = swv_vec3_sub(thumb.tip, tip);
    const swv_vec3 m = direction(swv_vec3_sub(pulp, thumb.pulp), apart_by, m_by), u = direction(w, w_by, u_by);
    put(g, HARD, 1.0, swv_vec3_add(pulp, thumb.pulp), facing_by);  // (2)
    swv_vec3 tilt_by[JOINTS];
    for (int k = 0; k < JOINTS; ++k) {
        tilt_by[k] = swv_vec3_sub(u_by[k], m_by[k]);
        g->by[0][k] = swv_vec3_dot(u, w_by[k]);
    }
    put(g, HARD + 3, s->size > 0.0 ? ASKEW : 0.0, swv_vec3_sub(u, m), tilt_by);  // (3)
    g->hard = s->size > 0.0 ? 1 : 3;
    g->rows[0] = swv_vec3_length(w) - s->size;  // (1)
    if (!(s->size > 0.0))
        put(g, 0, 1.0, w, w_by);
    for (int j = 0; j < JOINTS; ++j) {                                                              // (4)
        const double half = 0.5 * (s->upper[j] - s->lower[j]) + 1e-3, root = 0.031622776601683793;  // EASE's
        for (int k = 0; k < JOINTS; ++k)
            g->by[HARD + SOFT + j][k] = j == k ? root / half : 0.0;
        g->rows[HARD + SOFT + j] = root * (g->x[j] - 0.5 * (s->lower[j] + s->upper[j])) / half;
    }
}

// weight: W / L of (4).
static double cost_of(const grip *g, double weight)
{
    double cost = 0.0;
    for (int i = 0; i < g->hard; ++i)
        cost += (weight * g->rows[i]) * (weight * g->rows[i]);
    for (int i = HARD; i < ROWS; ++i)
        cost += g->rows[i] * g->rows[i];
    return cost;
}

static double miss_of(const grip *g)
{
    double square = 0.0;
    for (int i = 0; i < g->hard; ++i)
        square += g->rows[i] * g->rows[i];
    return sqrt(square);
}

// The step -(J'J + damping D)^-1 J'r over the joints that may move; those at a limit that would go on may not.
static bool marquardt_step(const pinch *s, const grip *g, double weight, double damping, double step[JOINTS])
{
    double gradient[JOINTS] = { 0.0 }, normal[JOINTS * JOINTS], right[JOINTS];
    int    moving[JOINTS], count = 0;
    for (int i = 0; i < ROWS; ++i) {
        const double scale = i < HARD ? (i < g->hard ? weight * weight : 0.0) : 1.0;
        for (int k = 0; k < JOINTS && scale > 0.0; ++k)
            gradient[k] += scale * g->by[i][k] * g->rows[i];
    }
    for (int k = 0; k < JOINTS; ++k) {
        const bool is_held =
            (g->x[k] <= s->lower[k] && gradient[k] > 0.0) || (g->x[k] >= s->upper[k] && gradient[k] < 0.0);
        step[k] = 0.0;
        if (!is_held)
            moving[count++] = k;
    }
    for (int a = 0; a < count; ++a) {
        for (int b = 0; b <= a; ++b) {
            double sum = 0.0;
            for (int i = 0; i < g->hard; ++i)
                sum += (weight * g->by[i][moving[a]]) * (weight * g->by[i][moving[b]]);
            for (int i = HARD; i < ROWS; ++i)
                sum += g->by[i][moving[a]] * g->by[i][moving[b]];
            // 1e-12 keeps pivots above zero.
            normal[a * count + b] = a == b ? sum * (1.0 + damping) + 1e-12 : sum;
        }
        right[a] = -gradient[moving[a]];
    }
    if (count == 0 || swvi_cholesky_factor(normal, count) != SWV_OK ||
        swvi_cholesky_solve(normal, count, right) != SWV_OK)
        return false;
    for (int a = 0; a < count; ++a)
        step[moving[a]] = right[a];
    return true;
}

static void move(const pinch *s, const grip *from, const double step[JOINTS], grip *to)
{
    for (int k = 0; k < JOINTS; ++k)
        to->x[k] = swvi_clamp(s->lower[k], s->upper[k], from->x[k] + step[k]);
    evaluate(s, to);
}

// The least for one weight after the other. A weight is done when a step gains less than 1e-4 of the cost; the next one, and (5), go on from there.
// The damping starts at 1e-2 of J'J's diagonal, falls to a fifth after a step that gains and grows tenfold after one that does not; at 1e6
// steps are too short to matter. These were chosen. They decide how many of the STEPS are needed, not where the least is.
static void improve(const pinch *s, grip *g)
{
    for (int round = 0; round < ROUNDS; ++round) {
        const double weight = WEIGHTS[round] / s->length;
        double       damping = 1e-2, cost = cost_of(g, weight);
        for (int i = 0; i < STEPS; ++i) {
            double step[JOINTS];
            grip   next;
            if (!marquardt_step(s, g, weight, damping, step))
                break;
            move(s, g, step, &next);
            const double there = cost_of(&next, weight);
            if (there < cost) {
                const bool is_done = there > cost * (1.0 - 1e-4);
                *g = next;
                cost = there;
                damping *= 0.2;
                if (is_done)
                    break;
            } else {
                damping *= 10.0;
                if (damping > 1e6)
                    break;
            }
        }
    }
}

// (5): h = 0 by the smallest steps. True if it comes to a rounding of the hand's lengths.
static bool make_exact(const pinch *s, grip *g)
{
    for (int i = 0; i < NEWTON_STEPS; ++i) {
        const double miss = miss_of(g);
        // Rounding. Where steps gain no more, 1e-13 counts as met.
        if (miss <= 1e-15 * s->length)
            return true;
        // step = J' (J J')^-1 (-h); a joint that the step would take beyond its limit is left out, and it is tried again.
        bool   is_held[JOINTS] = { false };
        double step[JOINTS] = { 0.0 };
        for (int attempt = 0; attempt < 4; ++attempt) {
            double square[HARD * HARD], lambda[HARD];
            for (int a = 0; a < g->hard; ++a) {
                for (int b = 0; b < g->hard; ++b) {
                    square[a * g->hard + b] = 0.0;
                    for (int k = 0; k < JOINTS; ++k)
                        square[a * g->hard + b] += is_held[k] ? 0.0 : g->by[a][k] * g->by[b][k];
                }
                lambda[a] = -g->rows[a];
            }
            if (swvi_cholesky_factor(square, g->hard) != SWV_OK ||
                swvi_cholesky_solve(square, g->hard, lambda) != SWV_OK)
                return false;
            bool was_beyond = false;
            for (int k = 0; k < JOINTS; ++k) {
                step[k] = 0.0;
                for (int a = 0; a < g->hard && !is_held[k]; ++a)
                    step[k] += g->by[a][k] * lambda[a];
                const bool is_beyond = g->x[k] + step[k] < s->lower[k] || g->x[k] + step[k] > s->upper[k];
                was_beyond = was_beyond || (is_beyond && !is_held[k]);
                is_held[k] = is_held[k] || is_beyond;
            }
            if (!was_beyond)
                break;
        }
        grip next;
        move(s, g, step, &next);
        // Where nothing is gained any more: some hundred roundings of the length are as good as exact. Chosen.
        if (!(miss_of(&next) < miss))
            return miss <= 1e-13 * s->length;
        *g = next;
    }
    return miss_of(g) <= 1e-13 * s->length;
}

// True if it holds.
static bool solve(const pinch *s, grip *best)
{
    const double enough = s->size <= SMALL * s->length ? DBL_MAX : GOOD;
    double       least = INFINITY, nearest = INFINITY;
    for (int i = 0; i < START_COUNT && !(least <= enough); ++i) {
        grip g;
        for (int k = 0; k < JOINTS; ++k)
            g.x[k] = s->lower[k] + STARTS[i][k] * (s->upper[k] - s->lower[k]);
        evaluate(s, &g);
        improve(s, &g);
        const bool   holds = make_exact(s, &g);
        const double cost = holds ? cost_of(&g, 0.0) : INFINITY, miss = miss_of(&g);
        if (cost < least || (!(least < INFINITY) && miss < nearest))
            *best = g;
        least = swvi_smaller(least, cost);
        nearest = swvi_smaller(nearest, miss);
    }
    return least < INFINITY;
}

swv_status swv_hand_pinch(const swv_hand *hand, int finger, double size, swv_hand_shape shape,
                          swv_hand_posture *posture, swv_hand_pinch_report *report)
{
    if (!hand || !posture)
        return SWV_NULL;
    if (!swvi_is_hand(hand))
        return SWV_BAD_MODEL;
    if (finger < SWV_DIGIT_INDEX || finger > SWV_DIGIT_LITTLE)
        return SWV_BAD_COUNT;
    if (!swvi_is_finite(size) || !(size >= 0.0))
        return SWV_BAD_GOAL;
    swv_hand_posture made;
    const swv_status status = swv_hand_shape_posture(hand, shape, &made);
    if (status != SWV_OK)
        return status;

    const swv_digit *digit = &hand->fingers[finger - SWV_DIGIT_INDEX];
    const double    *lengths = hand->thumb.lengths;
    pinch            s = { .thumb = &hand->thumb, .digit = digit };
    s.length = swvi_finger_size(&digit->flexion) + ((lengths[0] + lengths[1]) + lengths[2]);
    s.size = swvi_smaller(size, 10.0 * s.length);  // further apart than tips get
    s.lower[0] = digit->lower;
    s.upper[0] = digit->upper;
    s.lower[1] = digit->flexion.lower[0];
    s.upper[1] = digit->flexion.upper[0];
    swvi_coupled_range(&digit->flexion, &s.lower[2], &s.upper[2]);
    memcpy(&s.lower[3], hand->thumb.lower, sizeof hand->thumb.lower);
    memcpy(&s.upper[3], hand->thumb.upper, sizeof hand->thumb.upper);
    grip       best = { .hard = 0 };
    const bool holds = solve(&s, &best);

    double *fingers = made.fingers[finger - SWV_DIGIT_INDEX];
    memcpy(fingers, best.x, 3 * sizeof(double));
    fingers[3] = digit->flexion.ratio * best.x[2];
    memcpy(made.thumb, &best.x[3], sizeof made.thumb);
    *posture = made;
    if (report) {
        swv_vec3 tips[2], pulps[2];
        (void)swv_thumb_forward(&hand->thumb, made.thumb, &tips[0], &pulps[0]);
        (void)swv_digit_forward(digit, fingers, &tips[1], &pulps[1]);
        report->gap = swv_vec3_length(swv_vec3_sub(tips[0], tips[1]));
        const bool is_gap = fabs(report->gap - size) <= 1e-12 * swvi_larger(1.0, s.length);
        report->outcome = holds && is_gap ? SWV_REACHED : SWV_OUT_OF_REACH;
        const swv_vec3 across = swv_vec3_cross(pulps[0], pulps[1]);
        report->rotation_error = swv_atan2(swv_vec3_length(across), -swv_vec3_dot(pulps[0], pulps[1]));
        for (int i = 0; i < 2; ++i)
            report->tips_in_hand[i] = swvi_on_side(hand->side, tips[i]);
    }
    return SWV_OK;
}
