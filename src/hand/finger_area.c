// SPDX-License-Identifier: MIT
//
// Where a finger's tip can be: the curves its area is bounded by, the nearest point of it, and lines clipped to it.
//
// Given     a finger, coupled or free, with its limits
// Find      curves that contain the edge of all the places its tip can be
//
// The edge of an image is where the map is singular: where the joints that are free to move, those not on a limit, move
// the tip in one direction only. Each such set of postures is traced by one joint turning, the others held:
//
// (1) coupled   joint 0 turns, joint 1 on a limit or where the tip's distance is extreme (bend.c): arcs about the
//               knuckle. Joint 1 turns, the last one following, joint 0 on a limit: the finger's own curve, turned.
// (2) free      joint 0 turns: both others on limits; or one on a limit and the tip in line with the knuckle and the
//               joint between; or both 0 or pi. Joint 1 turns: joint 0 on a limit, joint 2 on a limit, 0 or pi. Joint 2
//               turns: both others on limits. All of them arcs.
//
// Every point of these curves can be reached, and every point of the edge lies on one of them. Hence:
//
// (3) nearest   to a point out of reach: the nearest point of all these curves. On an arc it has the direction of the
//               point, or is an end. On the finger's own curve C(t) it is an end or a zero of ((C - p).C)'; isolate.c
//               gives them all.
// (4) clipped   a line crosses the edge only where it crosses these curves. Between neighbouring crossings all of it
//               can be reached or none; the middle tells.
//
// Degenerate    a point further than 1e8 finger lengths is brought to that distance: the nearest point does not change
//               in any digit of the distance
#include "hand/finger_area.h"

#include "hand/bend.h"
#include "hand/isolate.h"

// ---- the curves ----

typedef struct curve_list {
    const swv_finger *finger;
    swv_finger_edge  *curves;
    int               count;
} curve_list;

static void add_curve(curve_list *list, int joint, double q0, double q1, double q2)
{
    const swv_finger *f = list->finger;
    swv_finger_edge   e = { .joint = joint, .q = { q0, q1, q2 } };
    double            lower = f->lower[joint], upper = f->upper[joint];
    for (int i = 0; i < 3; ++i)  // held outside its limits: no such curve
        if (i != joint && !(e.q[i] >= f->lower[i] - SWV_LIMIT_TOLERANCE && e.q[i] <= f->upper[i] + SWV_LIMIT_TOLERANCE))
            return;
    if (joint == 0 && upper - lower > 2.0 * SWV_PI)
        upper = lower + 2.0 * SWV_PI;
    e.from = lower;
    e.to = upper;
    e.q[joint] = lower;
    for (int i = 0; i < list->count; ++i) {
        const swv_finger_edge *other = &list->curves[i];
        if (other->joint == joint &&
            fabs(other->q[0] - e.q[0]) + fabs(other->q[1] - e.q[1]) + fabs(other->q[2] - e.q[2]) < 1e-12)
            return;
    }
    list->curves[list->count++] = e;
}

static void add_coupled_curves(curve_list *list)
{
    const swv_finger *f = list->finger;
    double            lower, upper;
    swvi_coupled_range(f, &lower, &upper);
    for (int i = 0; i < f->bend.count; ++i) {
        const double extreme = f->bend.pieces[i].anchor;
        const double t = extreme > lower ? (extreme < upper ? extreme : upper) : lower;
        add_curve(list, 0, 0.0, t, f->ratio * t);
    }
    for (int end = 0; end < 2; ++end) {
        const double          first = end ? f->upper[0] : f->lower[0];
        const swv_finger_edge own = { .joint = 1, .q = { first, lower, f->ratio * lower }, .from = lower, .to = upper };
        list->curves[list->count++] = own;
    }
}

static void add_free_curves(curve_list *list)
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
            add_curve(list, 0, 0.0, middle, beyond);
            add_curve(list, 0, 0.0, middle, swv_angle_wrap(beyond + SWV_PI));
        }
        swvi_sincos(last, &s, &co);
        const double before = -swvi_atan2(c * s, b + c * co);
        if (!is_whole[2] && fabs(c * s) + fabs(b + c * co) > none) {
            add_curve(list, 0, 0.0, before, last);
            add_curve(list, 0, 0.0, swv_angle_wrap(before + SWV_PI), last);
        }
        // joint 1 turns
        for (int k = 0; k < 3 && !is_whole[0]; ++k)
            add_curve(list, 1, first, 0.0, straight[k]);
        for (int k = 0; k < 2; ++k) {
            if (!is_whole[1] && !is_whole[2])
                add_curve(list, 0, 0.0, middle, k ? f->upper[2] : f->lower[2]);
            if (!is_whole[0] && !is_whole[2])
                add_curve(list, 1, first, 0.0, k ? f->upper[2] : f->lower[2]);
            if (!is_whole[0] && !is_whole[1])
                add_curve(list, 2, first, k ? f->upper[1] : f->lower[1], 0.0);
        }
    }
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            add_curve(list, 0, 0.0, straight[i], straight[k]);
}

int swvi_area_curves(const swv_finger *finger, swv_finger_kind kind, swv_finger_edge curves[SWVI_AREA_CURVES])
{
    curve_list list = { finger, curves, 0 };
    if (kind == SWV_FINGER_COUPLED)
        add_coupled_curves(&list);
    else
        add_free_curves(&list);
    return list.count;
}

swvi_arc swvi_arc_of(const swv_finger *finger, swv_finger_kind kind, const swv_finger_edge *edge)
{
    double    q[3] = { edge->q[0], edge->q[1], edge->q[2] };
    swv_point joints[2];
    q[edge->joint] = 0.0;
    if (kind == SWV_FINGER_COUPLED && edge->joint == 1)
        q[2] = 0.0;
    const swv_point tip = swvi_finger_tip(finger, q, joints);
    const swv_point centre = edge->joint == 0 ? (swv_point){ 0.0, 0.0 } : joints[edge->joint - 1];
    const double    dx = tip.x - centre.x, dy = tip.y - centre.y;
    const swvi_arc  arc = { centre, sqrt(dx * dx + dy * dy), swvi_atan2(dy, dx) };
    return arc;
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

// ---- the finger's own curve ----

typedef struct towards {
    const swv_finger_bend *bend;
    double                 px, py;    ///< a point, or a normal
    double                 offset;    ///< of the line
    bool                   distance;  ///< of the point
} towards;

// With C = (x, y): (C.C - p.C)' / 1 for the distance, n.C - offset for the line, and two derivatives.
static void towards_at(const void *data, double angle, double value[3])
{
    const towards        *w = (const towards *)data;
    const swvi_bend_point p = swvi_bend_at(w->bend, angle);
    if (!w->distance) {
        value[0] = w->px * p.x + w->py * p.y - w->offset;
        value[1] = w->px * p.dx + w->py * p.dy;
        value[2] = w->px * p.ddx + w->py * p.ddy;
        return;
    }
    const double x = p.x - w->px, y = p.y - w->py;
    value[0] = x * p.dx + y * p.dy;
    value[1] = x * p.ddx + y * p.ddy + p.dx * p.dx + p.dy * p.dy;
    value[2] = x * p.dddx + y * p.dddy + 3.0 * (p.dx * p.ddx + p.dy * p.ddy);
}

// Bounds of the third derivatives: of C, b + c |k|^3; of the distance's, as in bend.c, and |p| times the fourth's of C.
static double third_derivative_bound(const swv_finger_bend *bend, double away, bool distance)
{
    const double r2 = bend->ratio * bend->ratio, k2 = (1.0 + bend->ratio) * (1.0 + bend->ratio);
    if (!distance)
        return away * (bend->b + bend->c * k2 * sqrt(k2));
    return bend->a * bend->b + bend->b * bend->c * r2 * r2 + bend->a * bend->c * k2 * k2 +
           away * (bend->b + bend->c * k2 * k2);
}

int swvi_curve_on_line(const swv_finger *finger, double first, double nx, double ny, double offset, double *angles,
                       int capacity)
{
    double s, c, lower, upper;
    swvi_sincos(first, &s, &c);
    swvi_coupled_range(finger, &lower, &upper);
    const towards     w = { &finger->bend, c * nx + s * ny, c * ny - s * nx, offset, false };
    const swvi_smooth f = { towards_at, &w, third_derivative_bound(&finger->bend, sqrt(nx * nx + ny * ny), false),
                            0.0 };
    return swvi_isolate(&f, lower, upper, angles, capacity);
}

// ---- nearest (3) ----

static double nearest_on_arc(const swvi_arc *arc, const swv_finger_edge *edge, swv_point p)
{
    const double wanted = swvi_atan2(p.y - arc->centre.y, p.x - arc->centre.x) - arc->zero;
    const double middle = 0.5 * (edge->from + edge->to), half = 0.5 * (edge->to - edge->from);
    const double off = swv_angle_wrap(wanted - middle);
    return middle + (off > half ? half : off < -half ? -half : off);
}

double swvi_finger_nearest(const swv_finger *finger, swv_finger_kind kind, swv_point tip, double q[3])
{
    swv_finger_edge curves[SWVI_AREA_CURVES];
    const int       count = swvi_area_curves(finger, kind, curves);
    const double    size = swvi_finger_size(finger), away = swv_vec3_length((swv_vec3){ tip.x, tip.y, 0.0 });
    const double    scale = away > 1e8 * size ? 1e8 * size / away : 1.0;
    const swv_point p = { scale * tip.x, scale * tip.y };
    double          best = INFINITY;
    for (int i = 0; i < count; ++i) {
        double angles[18] = { curves[i].from, curves[i].to };
        int    angle_count = 2;
        if (swvi_is_arc(kind, &curves[i])) {
            const swvi_arc arc = swvi_arc_of(finger, kind, &curves[i]);
            angles[0] = nearest_on_arc(&arc, &curves[i], p);
            angle_count = 1;
        } else {
            double s, c;
            swvi_sincos(curves[i].q[0], &s, &c);
            const towards     w = { &finger->bend, c * p.x + s * p.y, c * p.y - s * p.x, 0.0, true };
            const swvi_smooth f = { towards_at, &w, third_derivative_bound(&finger->bend, scale * away, true), 0.0 };
            angle_count += swvi_isolate(&f, curves[i].from, curves[i].to, angles + 2, 16);
        }
        for (int k = 0; k < angle_count; ++k) {
            double posture[3] = { curves[i].q[0], curves[i].q[1], curves[i].q[2] };
            posture[curves[i].joint] = angles[k];
            if (kind == SWV_FINGER_COUPLED)
                posture[2] = finger->ratio * posture[1];
            // |C|^2 - 2 p.C, which keeps its digits however far p is
            const swv_point end = swvi_finger_tip(finger, posture, NULL);
            const double    cost = (end.x * end.x + end.y * end.y) - 2.0 * (p.x * end.x + p.y * end.y);
            if (cost < best) {
                best = cost;
                for (int j = 0; j < 3; ++j)
                    q[j] = posture[j];
            }
        }
    }
    return swvi_finger_miss(finger, q, tip);
}

// ---- reachable, clipped (4) ----

bool swvi_is_reachable(const swv_finger *finger, swv_finger_kind kind, swv_point tip)
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
    double q[3];
    *can = swvi_is_reachable(finger, kind, tip) ||
           swvi_finger_nearest(finger, kind, tip, q) <= SWVI_AS_GOOD_AS_REACHED * swvi_finger_size(finger);
    return SWV_OK;
}

typedef struct cut_list {
    double at[SWVI_AREA_CURVES * 8 + 2];
    int    count;
} cut_list;

static void add_cut(cut_list *cuts, double at)
{
    if (!(at > 0.0 && at < 1.0) || cuts->count == (int)(sizeof cuts->at / sizeof cuts->at[0]))
        return;
    int k = cuts->count++;
    for (; k > 0 && cuts->at[k - 1] > at; --k)
        cuts->at[k] = cuts->at[k - 1];
    cuts->at[k] = at;
}

// Where the line from + t (dx, dy) crosses a curve, as t.
static void cut_by(const swv_finger *finger, swv_finger_kind kind, const swv_finger_edge *curve, swv_point from,
                   double dx, double dy, cut_list *cuts)
{
    const double length = swv_vec3_length((swv_vec3){ dx, dy, 0.0 }), ux = dx / length, uy = dy / length;
    if (swvi_is_arc(kind, curve)) {
        const swvi_arc arc = swvi_arc_of(finger, kind, curve);
        const double   along = (arc.centre.x - from.x) * ux + (arc.centre.y - from.y) * uy;
        const double   away = (arc.centre.y - from.y) * ux - (arc.centre.x - from.x) * uy;
        const double   square = (arc.radius - away) * (arc.radius + away);
        if (square >= 0.0) {
            add_cut(cuts, (along - sqrt(square)) / length);
            add_cut(cuts, (along + sqrt(square)) / length);
        }
        return;
    }
    double    angles[8];
    const int found = swvi_curve_on_line(finger, curve->q[0], -uy, ux, ux * from.y - uy * from.x, angles, 8);
    for (int i = 0; i < found; ++i) {
        const double    q[3] = { curve->q[0], angles[i], finger->ratio * angles[i] };
        const swv_point p = swvi_finger_tip(finger, q, NULL);
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
    swv_finger_edge curves[SWVI_AREA_CURVES];
    cut_list        cuts = { .count = 0 };
    const int       count = fabs(dx) + fabs(dy) > 1e-300 * size ? swvi_area_curves(finger, kind, curves) : 0;
    for (int i = 0; i < count; ++i)
        cut_by(finger, kind, &curves[i], from, dx, dy, &cuts);

    parts->count = 0;
    for (int i = 0; i <= cuts.count; ++i) {
        const double    low = i > 0 ? cuts.at[i - 1] : 0.0, high = i < cuts.count ? cuts.at[i] : 1.0;
        const double    middle = 0.5 * (low + high);
        const swv_point p = { from.x + middle * dx, from.y + middle * dy };
        if (!(high > low) || !swvi_is_reachable(finger, kind, p))
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
