// SPDX-License-Identifier: MIT
//
// Where a finger's tip can be: the curves its area is bounded by, and lines clipped to it.
//
// Given     a finger, coupled or free, with its limits; places are metres from the knuckle in its plane (planar_finger.h), angles radians
// Find      curves that contain the edge of all the places its tip can be
//
// The edge of an image is where the map is singular: where the joints that are free to move, those not on a limit, move
// the tip in one direction only. Each such set of postures is traced by one joint turning, the others held:
//
// (1) coupled   src/hand/finger_curves.c
// (2) free      joint 0 turns: both others on limits; or one on a limit and the tip in line with the knuckle and the
//               joint between; or both 0 or pi. Joint 1 turns: joint 0 on a limit, joint 2 on a limit, 0 or pi. Joint 2
//               turns: both others on limits. All of them arcs.
//
// Every point of these curves can be reached, and every point of the edge lies on one of them. Hence:
//
// (3) clipped   a line crosses the edge only where it crosses these curves. Between neighbouring crossings all of it
//               can be reached or none; the middle tells.
#include "waardenburg/finger_free.h"

// ---- the curves ----

static void add_free_curves(swvi_curves *list)
{
    const swv_finger *f = list->finger;
    const double      a = f->lengths[0], b = f->lengths[1], c = f->lengths[2];
    const double      straight[3] = { 0.0, SWV_PI, -SWV_PI }, none = 1e-12 * swvi_finger_size(f);
    bool              is_whole[3];  // it goes all the way round: its limits are none
    for (int i = 0; i < 3; ++i)
        is_whole[i] = f->upper[i] - f->lower[i] > 2.0 * SWV_PI - SWV_LIMIT_TOLERANCE;
    for (int i = 0; i < 2; ++i) {
        const double first = i ? f->upper[0] : f->lower[0], middle = i ? f->upper[1] : f->lower[1];
        const double last = i ? f->upper[2] : f->lower[2];
        double       s, co;
        // joint 0 turns, one of the others on a limit
        swvi_sincos(middle, &s, &co);
        const double beyond = swvi_atan2(-a * s, b + a * co);
        // If a link folds onto another of its length, the tip's distance is the same whatever the last joint does.
        if (!is_whole[1] && fabs(a * s) + fabs(b + a * co) > none) {
            swvi_add_curve(list, 0, 0.0, middle, beyond);
            swvi_add_curve(list, 0, 0.0, middle, swv_angle_wrap(beyond + SWV_PI));
        }
        swvi_sincos(last, &s, &co);
        const double before = -swvi_atan2(c * s, b + c * co);
        if (!is_whole[2] && fabs(c * s) + fabs(b + c * co) > none) {
            swvi_add_curve(list, 0, 0.0, before, last);
            swvi_add_curve(list, 0, 0.0, swv_angle_wrap(before + SWV_PI), last);
        }
        // joint 1 turns
        for (int k = 0; k < 3 && !is_whole[0]; ++k)
            swvi_add_curve(list, 1, first, 0.0, straight[k]);
        for (int k = 0; k < 2; ++k) {
            if (!is_whole[1] && !is_whole[2])
                swvi_add_curve(list, 0, 0.0, middle, k ? f->upper[2] : f->lower[2]);
            if (!is_whole[0] && !is_whole[2])
                swvi_add_curve(list, 1, first, 0.0, k ? f->upper[2] : f->lower[2]);
            if (!is_whole[0] && !is_whole[1])
                swvi_add_curve(list, 2, first, k ? f->upper[1] : f->lower[1], 0.0);
        }
    }
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            swvi_add_curve(list, 0, 0.0, straight[i], straight[k]);
}

int swvi_area_curves(const swv_finger *finger, swv_finger_kind kind, swvi_curve curves[SWVI_AREA_CURVES])
{
    swvi_curves list = { finger, curves, 0 };
    if (kind == SWV_FINGER_COUPLED)
        swvi_add_coupled_curves(&list);
    else
        add_free_curves(&list);
    return list.count;
}

void swv_finger_edge_posture(const swv_finger *finger, swv_finger_kind kind, const swv_finger_edge *edge, double t,
                             double q[3])
{
    if (!finger || !edge || !q || edge->joint < 0 || edge->joint > 2)
        return;
    for (int i = 0; i < 3; ++i)
        q[i] = edge->q[i];
    q[edge->joint] = edge->from + t * (edge->to - edge->from);
    if (kind == SWV_FINGER_COUPLED)
        q[2] = finger->ratio * q[1];
}

// ---- the finger's own curve on a line ----

typedef struct line {
    const swvi_bend *bend;
    double           nx, ny, offset;
} line;

// With C = (x, y): n.C - offset and two derivatives.
static void off_line(const void *data, double angle, double value[3])
{
    const line           *l = (const line *)data;
    const swvi_bend_point p = swvi_bend_at(l->bend, angle);
    value[0] = l->nx * p.x + l->ny * p.y - l->offset;
    value[1] = l->nx * p.dx + l->ny * p.dy;
    value[2] = l->nx * p.ddx + l->ny * p.ddy;
}

int swvi_curve_on_line(const swv_finger *finger, double first, double nx, double ny, double offset, double *angles,
                       int capacity)
{
    double s, c, lower, upper;
    swvi_sincos(first, &s, &c);
    swvi_coupled_range(finger, &lower, &upper);
    const swvi_bend  *bend = &finger->_private;
    const double      k2 = (1.0 + bend->ratio) * (1.0 + bend->ratio);  // third derivative of C: b + c |k|^3
    const line        l = { bend, c * nx + s * ny, c * ny - s * nx, offset };
    const swvi_smooth f = { off_line, &l, sqrt(nx * nx + ny * ny) * (bend->b + bend->c * k2 * sqrt(k2)), 0.0 };
    return swvi_isolate(&f, lower, upper, angles, capacity);
}

// ---- reachable, clipped (3) ----

static bool is_reachable(const swv_finger *finger, swv_finger_kind kind, swvi_point tip)
{
    if (kind == SWV_FINGER_COUPLED) {
        double q[SWV_FINGER_SOLUTIONS][3];
        int    iterations;
        return swvi_finger_postures(finger, tip, q, &iterations) > 0;
    }
    double    q[SWVI_FREE_VERTICES][3];
    const int count = swvi_free_vertices(finger, tip, q);
    for (int i = 0; i < count; ++i)
        if (swvi_free_into_limits(finger, q[i]))
            return true;
    return false;
}

static swv_status check(const swv_finger *finger, swv_finger_kind kind)
{
    if (!swvi_is_finger(finger))
        return SWV_BAD_MODEL;
    return kind == SWV_FINGER_COUPLED || kind == SWV_FINGER_FREE ? SWV_OK : SWV_BAD_ARGUMENT;
}

swv_status swv_finger_can_reach(const swv_finger *finger, swv_finger_kind kind, swv_point tip, bool *can)
{
    if (!finger || !can)
        return SWV_NULL;
    const swv_status status = check(finger, kind);
    if (status != SWV_OK)
        return status;
    if (!swvi_is_finite(tip.x) || !swvi_is_finite(tip.y))
        return SWV_BAD_GOAL;
    swvi_curve       curves[SWVI_AREA_CURVES];
    const int        count = swvi_area_curves(finger, kind, curves);
    double           q[3];
    const swvi_point wanted = { tip.x, tip.y };
    *can = is_reachable(finger, kind, wanted) ||
           swvi_nearest_on_curves(finger, kind == SWV_FINGER_FREE, curves, count, wanted, q) <=
               SWVI_AS_GOOD_AS_REACHED * swvi_finger_size(finger);
    return SWV_OK;
}

typedef struct cut_list {
    double at[SWVI_AREA_CURVES * SWVI_LINE_CUTS + 2];
    int    count;
} cut_list;

// at: part of the way along the line; in rising order.
static void add_cut(cut_list *cuts, double at)
{
    if (!(at > 0.0 && at < 1.0) || cuts->count == (int)(sizeof cuts->at / sizeof cuts->at[0]))
        return;
    int k = cuts->count++;
    for (; k > 0 && cuts->at[k - 1] > at; --k)
        cuts->at[k] = cuts->at[k - 1];
    cuts->at[k] = at;
}

// Where the line from + t (dx, dy) crosses a curve, as t. All in the finger's plane (hand.h), metres.
static void cut_by(const swv_finger *finger, swv_finger_kind kind, const swvi_curve *curve, swvi_point from, double dx,
                   double dy, cut_list *cuts)
{
    const double length = swv_vec3_length((swv_vec3){ dx, dy, 0.0 }), ux = dx / length, uy = dy / length;
    if (swvi_is_arc(kind == SWV_FINGER_FREE, curve)) {
        const swvi_arc arc = swvi_arc_of(finger, kind == SWV_FINGER_FREE, curve);
        const double   along = (arc.centre.x - from.x) * ux + (arc.centre.y - from.y) * uy;
        const double   away = (arc.centre.y - from.y) * ux - (arc.centre.x - from.x) * uy;
        const double   square = (arc.radius - away) * (arc.radius + away);
        if (square >= 0.0) {
            add_cut(cuts, (along - sqrt(square)) / length);
            add_cut(cuts, (along + sqrt(square)) / length);
        }
        return;
    }
    double    angles[SWVI_LINE_CUTS];
    const int found =
        swvi_curve_on_line(finger, curve->q[0], -uy, ux, ux * from.y - uy * from.x, angles, SWVI_LINE_CUTS);
    for (int i = 0; i < found; ++i) {
        const double     q[3] = { curve->q[0], angles[i], finger->ratio * angles[i] };
        const swvi_point p = swvi_finger_tip(finger, q, NULL);
        add_cut(cuts, ((p.x - from.x) * ux + (p.y - from.y) * uy) / length);
    }
}

swv_status swv_finger_clip(const swv_finger *finger, swv_finger_kind kind, swv_point from, swv_point to,
                           swv_finger_parts *parts)
{
    if (!finger || !parts)
        return SWV_NULL;
    const swv_status status = check(finger, kind);
    if (status != SWV_OK)
        return status;
    const double dx = to.x - from.x, dy = to.y - from.y, size = swvi_finger_size(finger);
    if (!swvi_is_finite(dx) || !swvi_is_finite(dy) || !swvi_is_finite(from.x) || !swvi_is_finite(from.y))
        return SWV_BAD_GOAL;
    swvi_curve curves[SWVI_AREA_CURVES];
    cut_list   cuts = { .count = 0 };
    const int  count = fabs(dx) + fabs(dy) > 1e-300 * size ? swvi_area_curves(finger, kind, curves) : 0;
    for (int i = 0; i < count; ++i)
        cut_by(finger, kind, &curves[i], (swvi_point){ from.x, from.y }, dx, dy, &cuts);

    parts->count = 0;
    for (int i = 0; i <= cuts.count; ++i) {
        const double     low = i > 0 ? cuts.at[i - 1] : 0.0, high = i < cuts.count ? cuts.at[i] : 1.0;
        const double     middle = 0.5 * (low + high);
        const swvi_point p = { from.x + middle * dx, from.y + middle * dy };
        if (!(high > low) || !is_reachable(finger, kind, p))
            continue;
        const int last = parts->count - 1;
        if (last >= 0 && parts->to[last] == low) {
            parts->to[last] = high;
        } else if (parts->count < SWV_FINGER_PARTS) {
            parts->from[parts->count] = low;
            parts->to[parts->count++] = high;
        }
    }
    return SWV_OK;
}
