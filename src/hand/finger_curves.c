// SPDX-License-Identifier: MIT
//
// The curves that bound where a finger's tip can be, and the nearest point of them.
//
// Given     a finger with its limits; places are metres from the knuckle in its plane (hand.h), angles radians
// Find      curves that contain the edge of all the places its tip can be
//
// The edge of an image is where the map is singular: where the joints that are free to move, those not on a limit, move
// the tip in one direction only. Each such set of postures is traced by one joint turning, the others held:
//
// (1) coupled   joint 0 turns, joint 1 on a limit or where the tip's distance is extreme (bend.c): arcs about the
//               knuckle. Joint 1 turns, the last one following, joint 0 on a limit: the finger's own curve, turned.
//
// Every point of these curves can be reached, and every point of the edge lies on one of them. Hence:
//
// (2) nearest   to a point out of reach: the nearest point of all these curves. On an arc it has the direction of the
//               point, or is an end. On the finger's own curve C(t) it is an end or a zero of ((C - p).C)'; isolate.c
//               gives them all.
//
// Degenerate    a point further than 1e8 finger lengths is brought to that distance: the nearest point does not change
//               in any digit of the distance
#include "hand/hand_internal.h"

// ---- the curves (1) ----

void swvi_add_curve(swvi_curves *list, int joint, double q0, double q1, double q2)
{
    const swv_finger *f = list->finger;
    swvi_curve        e = { .joint = joint, .q = { q0, q1, q2 } };
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
        const swvi_curve *other = &list->curves[i];
        if (other->joint == joint &&
            fabs(other->q[0] - e.q[0]) + fabs(other->q[1] - e.q[1]) + fabs(other->q[2] - e.q[2]) < 1e-12)
            return;
    }
    list->curves[list->count++] = e;
}

void swvi_add_coupled_curves(swvi_curves *list)
{
    const swv_finger *f = list->finger;
    double            lower, upper;
    swvi_coupled_range(f, &lower, &upper);
    for (int i = 0; i < f->_private.count; ++i) {
        const double t = swvi_clamp(lower, upper, f->_private.pieces[i].anchor);
        swvi_add_curve(list, 0, 0.0, t, f->ratio * t);
    }
    for (int end = 0; end < 2; ++end) {
        const double     first = end ? f->upper[0] : f->lower[0];
        const swvi_curve own = { .joint = 1, .q = { first, lower, f->ratio * lower }, .from = lower, .to = upper };
        list->curves[list->count++] = own;
    }
}

swvi_arc swvi_arc_of(const swv_finger *finger, bool is_free, const swvi_curve *curve)
{
    double     q[3] = { curve->q[0], curve->q[1], curve->q[2] };
    swvi_point joints[2];
    q[curve->joint] = 0.0;
    if (!is_free && curve->joint == 1)
        q[2] = 0.0;
    const swvi_point tip = swvi_finger_tip(finger, q, joints);
    const swvi_point centre = curve->joint == 0 ? (swvi_point){ 0.0, 0.0 } : joints[curve->joint - 1];
    const double     dx = tip.x - centre.x, dy = tip.y - centre.y;
    return (swvi_arc){ centre, sqrt(dx * dx + dy * dy), swvi_atan2(dy, dx) };
}

// ---- nearest (2) ----

typedef struct towards {
    const swvi_bend *bend;
    double           px, py;  ///< the point
} towards;

// With C = (x, y): (C.C - p.C)' and two derivatives.
static void towards_at(const void *data, double angle, double value[3])
{
    const towards        *w = (const towards *)data;
    const swvi_bend_point p = swvi_bend_at(w->bend, angle);
    const double          x = p.x - w->px, y = p.y - w->py;
    value[0] = x * p.dx + y * p.dy;
    value[1] = x * p.ddx + y * p.ddy + p.dx * p.dx + p.dy * p.dy;
    value[2] = x * p.dddx + y * p.dddy + 3.0 * (p.dx * p.ddx + p.dy * p.ddy);
}

// A bound of the third derivative: of the distance's, as in bend.c, and |p| times the fourth's of C.
static double third_derivative_bound(const swvi_bend *bend, double away)
{
    const double r2 = bend->ratio * bend->ratio, k2 = (1.0 + bend->ratio) * (1.0 + bend->ratio);
    return bend->a * bend->b + bend->b * bend->c * r2 * r2 + bend->a * bend->c * k2 * k2 +
           away * (bend->b + bend->c * k2 * k2);
}

double swvi_nearest_on_curves(const swv_finger *finger, bool is_free, const swvi_curve *curves, int count,
                              swvi_point tip, double q[3])
{
    const double     size = swvi_finger_size(finger), away = swv_vec3_length((swv_vec3){ tip.x, tip.y, 0.0 });
    const double     scale = away > 1e8 * size ? 1e8 * size / away : 1.0;
    const swvi_point p = { scale * tip.x, scale * tip.y };
    double           best = INFINITY;
    for (int i = 0; i < count; ++i) {
        double angles[18] = { curves[i].from, curves[i].to };
        int    angle_count = 2;
        if (swvi_is_arc(is_free, &curves[i])) {
            const swvi_arc arc = swvi_arc_of(finger, is_free, &curves[i]);
            const double   wanted = swvi_atan2(p.y - arc.centre.y, p.x - arc.centre.x) - arc.zero;
            const double   middle = 0.5 * (curves[i].from + curves[i].to), half = 0.5 * (curves[i].to - curves[i].from);
            angles[0] = middle + swvi_clamp(-half, half, swv_angle_wrap(wanted - middle));
            angle_count = 1;
        } else {
            double s, c;
            swvi_sincos(curves[i].q[0], &s, &c);
            const towards     w = { &finger->_private, c * p.x + s * p.y, c * p.y - s * p.x };
            const swvi_smooth f = { towards_at, &w, third_derivative_bound(&finger->_private, scale * away), 0.0 };
            // 16: the room in angles, besides both ends.
            angle_count += swvi_isolate(&f, curves[i].from, curves[i].to, angles + 2, 16);
        }
        for (int k = 0; k < angle_count; ++k) {
            double posture[3] = { curves[i].q[0], curves[i].q[1], curves[i].q[2] };
            posture[curves[i].joint] = angles[k];
            if (!is_free)
                posture[2] = finger->ratio * posture[1];
            // |C|^2 - 2 p.C, which keeps its digits however far p is
            const swvi_point end = swvi_finger_tip(finger, posture, NULL);
            const double     cost = (end.x * end.x + end.y * end.y) - 2.0 * (p.x * end.x + p.y * end.y);
            if (cost < best) {
                best = cost;
                memcpy(q, posture, sizeof posture);
            }
        }
    }
    return swvi_finger_miss(finger, q, tip);
}

double swvi_finger_nearest(const swv_finger *finger, swvi_point tip, double q[3])
{
    swvi_curve  curves[SWVI_AREA_CURVES];
    swvi_curves list = { finger, curves, 0 };
    swvi_add_coupled_curves(&list);
    return swvi_nearest_on_curves(finger, false, curves, list.count, tip, q);
}
