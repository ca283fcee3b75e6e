// SPDX-License-Identifier: MIT
//
// Van den Waardenburg's Newton-Raphson, with and without coupling, to compare with.
//
// Given     target p (metres from the knuckle in the finger's plane), a starting guess, alpha (a part of a step), epsilon (metres)
// Find      q (radians) with the tip at p
//
// while |p - tip| > epsilon and fewer than the most iterations were made:
//     q <- q + alpha J^+ (p - tip), then each angle is clamped to its limits
//
// coupled   J is the 2 x 2 Jacobian of x = a cos q0 + b cos(q0+q1) + c cos(q0+(1+rho)q1), y likewise with sines; the printed entry (1, 2) has a
//           cosine for its last sine. J is square, so J^+ = (J'J)^-1 J' = J^-1, computed without the squares of J'J
// free      J is 2 x 3: column i is the line from joint i to the tip, turned by a right angle. J'J has rank 2 and no inverse, so
//           J^+ = J'(J J')^-1, the shortest step
//
// Starts (printed with arctan(y/x) and (-2 pi)/2, which are misprints)
// neutral   the middle of the limits
// edge      (atan2(y, x), 0), free (atan2(y, x), 0, 0): straight, where J has no inverse
// weighted  w edge + (1 - w) neutral, w = |p| / (a + b + c), at most 1
// previous  the last frame's posture; without one, neutral
//
// Degenerate  det J = 0 or det J J' = 0 exactly: no step can be made; ends without convergence
//
// This work is based on:
// van den Waardenburg. Inverse Kinematics for Human Fingers. 2016 (algorithm 1, section 3)
#include "waardenburg/finger_free.h"

/// What is solved: metres, radians.
typedef struct newton_problem {
    const swv_finger *finger;
    swv_finger_kind   kind;
    swv_point         tip;
    double            lower[3], upper[3];  ///< the coupled finger's middle joint: as the coupling leaves it
} newton_problem;

/// One step from a posture.
typedef struct newton_step {
    double ex, ey;  ///< from the tip to where it should be, metres
    double by[3];   ///< radians, all of it; 0 for a last joint that follows
    bool   exists;
} newton_step;

static newton_problem problem_of(const swv_finger *finger, swv_finger_kind kind, swv_point tip)
{
    newton_problem p = { .finger = finger, .kind = kind, .tip = tip };
    for (int i = 0; i < 3; ++i) {
        p.lower[i] = finger->lower[i];
        p.upper[i] = finger->upper[i];
    }
    if (kind == SWV_FINGER_COUPLED)
        swvi_coupled_range(finger, &p.lower[1], &p.upper[1]);
    return p;
}

static void start_at(const newton_problem *p, const swv_finger_newton_options *o, double q[3])
{
    if (o->start == SWV_FINGER_START_PREVIOUS && o->previous) {
        for (int i = 0; i < 3; ++i)
            q[i] = swvi_clamp(p->lower[i], p->upper[i], o->previous[i]);
        return;
    }
    double neutral[3];
    for (int i = 0; i < 3; ++i)
        neutral[i] = 0.5 * (p->lower[i] + p->upper[i]);
    const double off = neutral[1] < 0.0 ? -o->off_straight : o->off_straight;
    const double edge[3] = { swvi_atan2(p->tip.y, p->tip.x), o->start == SWV_FINGER_START_EDGE ? off : 0.0, 0.0 };
    const double away = swv_vec3_length((swv_vec3){ p->tip.x, p->tip.y, 0.0 }) / swvi_finger_size(p->finger);
    const double w = o->start == SWV_FINGER_START_EDGE       ? 1.0
                     : o->start != SWV_FINGER_START_WEIGHTED ? 0.0
                     : away < 1.0                            ? away
                                                             : 1.0;
    for (int i = 0; i < 3; ++i)
        q[i] = w * edge[i] + (1.0 - w) * neutral[i];
}

// Only a start may be outside.
static bool is_inside(const newton_problem *p, const double q[3])
{
    const int joints = p->kind == SWV_FINGER_COUPLED ? 2 : 3;
    for (int i = 0; i < joints; ++i)
        if (!(q[i] >= p->lower[i] && q[i] <= p->upper[i]))
            return false;
    return true;
}

static newton_step coupled_step(const newton_problem *p, const double q[3])
{
    double                s, c;
    const swvi_bend_point at = swvi_bend_at(&p->finger->_private, q[1]);
    swvi_sincos(q[0], &s, &c);
    const double x = c * at.x - s * at.y, y = s * at.x + c * at.y, ex = p->tip.x - x, ey = p->tip.y - y;
    // J = (-y, dx; x, dy), dx and dy turned by q0
    const double dx = c * at.dx - s * at.dy, dy = s * at.dx + c * at.dy, det = -y * dy - x * dx;
    newton_step  step = { .ex = ex, .ey = ey, .exists = det != 0.0 };
    if (step.exists) {
        step.by[0] = (dy * ex - dx * ey) / det;
        step.by[1] = (-x * ex - y * ey) / det;
    }
    return step;
}

static newton_step free_step(const newton_problem *p, const double q[3])
{
    swvi_point       joints[2];
    const swvi_point tip = swvi_finger_tip(p->finger, q, joints);
    const double     jx[3] = { -tip.y, joints[0].y - tip.y, joints[1].y - tip.y };
    const double     jy[3] = { tip.x, tip.x - joints[0].x, tip.x - joints[1].x };
    double           xx = 0.0, xy = 0.0, yy = 0.0;
    for (int i = 0; i < 3; ++i) {
        xx += jx[i] * jx[i];
        xy += jx[i] * jy[i];
        yy += jy[i] * jy[i];
    }
    const double det = xx * yy - xy * xy;
    newton_step  step = { .ex = p->tip.x - tip.x, .ey = p->tip.y - tip.y, .exists = det != 0.0 };
    if (step.exists) {
        const double x = (yy * step.ex - xy * step.ey) / det, y = (xx * step.ey - xy * step.ex) / det;
        for (int i = 0; i < 3; ++i)
            step.by[i] = jx[i] * x + jy[i] * y;
    }
    return step;
}

static bool are_options(const swv_finger_newton_options *o)
{
    return swvi_is_finite(o->alpha) && swvi_is_finite(o->epsilon) && swvi_is_finite(o->off_straight) &&
           o->alpha >= 0.0 && o->epsilon >= 0.0 && o->max_iterations >= 0 && o->start >= SWV_FINGER_START_NEUTRAL &&
           o->start <= SWV_FINGER_START_PREVIOUS && (o->kind == SWV_FINGER_COUPLED || o->kind == SWV_FINGER_FREE) &&
           (!o->previous || swvi_are_finite(o->previous, 3));
}

swv_status swv_finger_newton(const swv_finger *finger, swv_point tip, const swv_finger_newton_options *options,
                             double q[3], swv_finger_newton_report *report)
{
    if (!finger || !q)
        return SWV_NULL;
    if (!swvi_is_finger(finger))
        return SWV_BAD_MODEL;
    swv_finger_newton_options o = { .start = SWV_FINGER_START_NEUTRAL };
    if (options)
        o = *options;
    if (!swvi_is_finite(tip.x) || !swvi_is_finite(tip.y))
        return SWV_BAD_GOAL;
    if (!are_options(&o))
        return SWV_BAD_OPTIONS;
    // The defaults are those of planar_finger.h; chosen.
    o.alpha = o.alpha > 0.0 ? o.alpha : 1.0;
    o.epsilon = o.epsilon > 0.0 ? o.epsilon : 1e-6;
    o.max_iterations = o.max_iterations > 0 ? o.max_iterations : 500;

    const newton_problem     p = problem_of(finger, o.kind, tip);
    double                   at[3];
    swv_finger_newton_report r = { .outcome = SWV_STALLED };
    start_at(&p, &o, at);
    for (;; ++r.iterations) {
        const newton_step step = o.kind == SWV_FINGER_COUPLED ? coupled_step(&p, at) : free_step(&p, at);
        r.position_error = swv_vec3_length((swv_vec3){ step.ex, step.ey, 0.0 });
        r.outcome = r.position_error <= o.epsilon && is_inside(&p, at) ? SWV_REACHED
                    : r.iterations == o.max_iterations                 ? SWV_ITERATION_LIMIT
                                                                       : SWV_STALLED;
        if (r.outcome != SWV_STALLED || !step.exists || !swvi_are_finite(step.by, 3))
            break;
        for (int i = 0; i < 3; ++i)
            at[i] = swvi_clamp(p.lower[i], p.upper[i], at[i] + o.alpha * step.by[i]);
    }
    for (int i = 0; i < 3; ++i)
        q[i] = i == 2 && o.kind == SWV_FINGER_COUPLED ? finger->ratio * at[1] : at[i];
    if (report)
        *report = r;
    return SWV_OK;
}
