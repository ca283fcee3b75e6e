// SPDX-License-Identifier: MIT
//
// Pinching: thumb and a finger with their tips a given distance apart and their pulps facing each other.
//
// Given     the finger, the object's size d
// Find      the finger's abduction, MCP and PIP flexion; the thumb's joints
//
// (1) meet      The finger's posture gives its tip T and where its pulp faces, n. The object lies on the pulp, across
//               it or a little tilted: the thumb's tip is to be at T + d u, u = n tilted by two angles, 40 degrees at
//               most. thumb.c solves that exactly, so the tips are d apart to rounding.
// (2) oppose    What is left free, the finger's three angles and the tilt, is used to make the pulps oppose: the least
//               of |thumb's pulp + n|^2 + |u - n|^2 / 4 + EASE * (distance of all joints from their ranges' middles)^2.
//               A grid over the finger's limits, then from its STARTS best places a search along the axes
//               and between them, with steps that are halved when none helps.
// (3) too large or too far: no posture of the grid does. The one whose thumb tip comes nearest to where it should be.
//
// Degenerate    d = 0: the tips coincide
#include "hand/finger_internal.h"
#include "hand/hand_internal.h"
#include "hand/thumb_internal.h"
#include "swivel/trig.h"

enum { FREE = 5, ACROSS = 3, ALONG = 12, STARTS = 4, HALVINGS = 12, MAX_PASSES = 100 };

#define EASE 0.01
#define TILT (SWV_PI / 4.5)

typedef struct pinch {
    const swv_hand  *hand;
    const swv_digit *digit;
    double           size;
    bool             wants_nearest;             ///< (3)
    double           lower[FREE], upper[FREE];  ///< of abduction, MCP and PIP flexion, and of the tilts
} pinch;

// The free angles and what follows from them.
typedef struct grip {
    double cost, x[FREE];
    double finger[4], thumb[5];
} grip;

static double unease(double lower, double upper, double x)
{
    const double off = (x - 0.5 * (lower + upper)) / (0.5 * (upper - lower) + 1e-3);
    return off * off;
}

// (1) and (2) for g->x. The cost is infinite if the thumb cannot be there.
static void complete(const pinch *s, grip *g)
{
    const swv_thumb *thumb = &s->hand->thumb;
    const double     finger[4] = { g->x[0], g->x[1], g->x[2], s->digit->flexion.ratio * g->x[2] };
    swv_vec3         tip, pulp;
    double           q[SWV_THUMB_SOLUTIONS][5], ease = 0.0, sa, ca, sb, cb;
    g->cost = INFINITY;
    (void)swv_digit_forward(s->digit, finger, &tip, &pulp);
    // Tilted in the finger's plane, and across it.
    swv_sincos(g->x[3], &sa, &ca);
    swv_sincos(g->x[4], &sb, &cb);
    const double bend = finger[1] + finger[2] + finger[3];
    double       s0, c0, s1, c1;
    swv_sincos(bend, &s1, &c1);
    swv_sincos(finger[0], &s0, &c0);
    const swv_vec3 bone = { s1, c1 * s0, c1 * c0 }, side = { 0.0, c0, -s0 };
    const swv_vec3 u = swv_vec3_add(
        swv_vec3_scale(cb, swv_vec3_add(swv_vec3_scale(ca, pulp), swv_vec3_scale(sa, bone))), swv_vec3_scale(sb, side));
    const swv_vec3 wanted = swvi_thumb_to_base(thumb, swv_vec3_add(tip, swv_vec3_scale(s->size, u)), false);
    const swv_vec3 against = swvi_thumb_to_base(thumb, pulp, true), tilt = swv_vec3_sub(u, pulp);
    const int      count = s->wants_nearest ? 1 : swvi_thumb_postures(thumb, wanted, q);
    if (s->wants_nearest)
        swvi_thumb_nearest(thumb, wanted, q[0]);
    for (int i = 0; i < 3; ++i)
        ease += unease(s->lower[i], s->upper[i], g->x[i]);
    for (int i = 0; i < count; ++i) {
        swvi_thumb_state state;
        swvi_thumb_at(thumb, q[i], &state);
        const swv_vec3 off = swv_vec3_add(state.pulp, against), miss = swv_vec3_sub(state.tip, wanted);
        double         all_ease = ease;
        for (int k = 0; k < 5; ++k)
            all_ease += unease(thumb->lower[k], thumb->upper[k], q[i][k]);
        const double cost = s->wants_nearest
                                ? swv_vec3_dot(miss, miss)
                                : swv_vec3_dot(off, off) + 0.25 * swv_vec3_dot(tilt, tilt) + EASE * all_ease;
        if (cost < g->cost) {
            g->cost = cost;
            for (int k = 0; k < 4; ++k)
                g->finger[k] = finger[k];
            for (int k = 0; k < 5; ++k)
                g->thumb[k] = q[i][k];
        }
    }
}

// The best places of a grid over the finger's angles, the best first. Returns how many.
static int search_grid(const pinch *s, int across, int along, grip best[STARTS])
{
    int count = 0;
    for (int place = 0; place < across * along * along; ++place) {
        const int at[3] = { place % across, place / across % along, place / across / along };
        grip      g = { .x = { 0.0 } };
        for (int j = 0; j < 3; ++j)
            g.x[j] = s->lower[j] + (s->upper[j] - s->lower[j]) * (at[j] + 0.5) / (j == 0 ? across : along);
        complete(s, &g);
        if (!(g.cost < INFINITY) || (count == STARTS && !(g.cost < best[STARTS - 1].cost)))
            continue;
        int k = count < STARTS ? count++ : STARTS - 1;
        for (; k > 0 && best[k - 1].cost > g.cost; --k)
            best[k] = best[k - 1];
        best[k] = g;
    }
    return count;
}

// One step in a direction; true if it is better there.
static bool try_step(const pinch *s, const double direction[FREE], grip *best)
{
    grip g = *best;
    for (int j = 0; j < FREE; ++j) {
        g.x[j] += direction[j] * (s->upper[j] - s->lower[j]);
        if (!(g.x[j] >= s->lower[j] && g.x[j] <= s->upper[j]))
            return false;
    }
    complete(s, &g);
    if (!(g.cost < best->cost))
        return false;
    *best = g;
    return true;
}

// Along the axes and between any two of them.
static void improve(const pinch *s, grip *best)
{
    double step = 0.5 / ALONG;
    for (int halving = 0, pass = 0; halving < HALVINGS && pass < MAX_PASSES; ++pass) {
        const double before = best->cost;
        for (int place = 0; place < FREE * FREE * 4; ++place) {
            const int a = place / 4 % FREE, b = place / 4 / FREE;
            double    direction[FREE] = { 0.0 };
            direction[a] = place & 1 ? step : -step;
            direction[b] = place & 2 ? step : -step;
            if (a <= b)
                while (try_step(s, direction, best)) {
                }
        }
        if (!(best->cost < before * (1.0 - 1e-3))) {
            step *= 0.5;
            ++halving;
        }
    }
}

swv_status swv_hand_pinch(const swv_hand *hand, swv_digit_name finger, double size, swv_hand_shape shape,
                          swv_hand_posture *posture, swv_hand_pinch_report *report)
{
    if (!hand || !posture)
        return SWV_NULL;
    if (!swvi_is_hand(hand))
        return SWV_BAD_MODEL;
    if (finger < SWV_INDEX || finger > SWV_LITTLE || !swvi_is_finite(size) || !(size >= 0.0))
        return SWV_BAD_GOAL;
    swv_hand_posture made;
    const swv_status status = swv_hand_shape_posture(hand, shape, &made);
    if (status != SWV_OK)
        return status;

    const swv_digit *digit = &hand->fingers[finger - SWV_INDEX];
    pinch            s = { .hand = hand, .digit = digit, .size = swvi_smaller(size, 1e3) };
    s.lower[0] = digit->lower;
    s.upper[0] = digit->upper;
    s.lower[1] = digit->flexion.lower[0];
    s.upper[1] = digit->flexion.upper[0];
    swvi_coupled_range(&digit->flexion, &s.lower[2], &s.upper[2]);
    for (int i = 3; i < FREE; ++i) {
        s.lower[i] = size > 0.0 ? -TILT : 0.0;
        s.upper[i] = size > 0.0 ? TILT : 0.0;
    }
    grip grips[STARTS];
    int  count = search_grid(&s, ACROSS, ALONG, grips), best = 0;
    if (count == 0) {  // (3); and from there perhaps it can be done after all
        s.wants_nearest = true;
        count = search_grid(&s, ACROSS, ALONG / 3, grips) > 0;
        if (count > 0)
            improve(&s, &grips[0]);
        grip exact = grips[0];
        s.wants_nearest = false;
        complete(&s, &exact);
        if (exact.cost < INFINITY)
            grips[0] = exact;
        else
            count = 0;
    }
    for (int i = 0; i < count; ++i) {
        improve(&s, &grips[i]);
        best = grips[i].cost < grips[best].cost ? i : best;
    }

    for (int i = 0; i < 4; ++i)
        made.fingers[finger - SWV_INDEX][i] = grips[best].finger[i];
    for (int i = 0; i < 5; ++i)
        made.thumb[i] = grips[best].thumb[i];
    *posture = made;
    if (report) {
        swv_vec3 tips[2], pulps[2];
        (void)swv_thumb_forward(&hand->thumb, grips[best].thumb, &tips[0], &pulps[0]);
        (void)swv_digit_forward(digit, grips[best].finger, &tips[1], &pulps[1]);
        report->gap = swv_vec3_length(swv_vec3_sub(tips[0], tips[1]));
        report->holds = fabs(report->gap - size) <= 1e-12;
        const swv_vec3 across = swv_vec3_cross(pulps[0], pulps[1]);
        report->opposition = swv_atan2(swv_vec3_length(across), -swv_vec3_dot(pulps[0], pulps[1]));
        for (int i = 0; i < 2; ++i) {
            tips[i].x = hand->side == SWV_LEFT ? -tips[i].x : tips[i].x;
            report->tips[i] = tips[i];
        }
    }
    return SWV_OK;
}
