// SPDX-License-Identifier: MIT
//
// The coupled finger by van den Waardenburg's Newton-Raphson, to compare with.
//
// Given     target p (metres from the knuckle in the finger's plane), a starting guess, alpha (a part of a step), epsilon (metres)
// Find      q0, q1 (radians) with the tip at p
//
// while |p - tip| > epsilon and fewer than the most iterations were made:
//     q <- q + alpha J^+ (p - tip), J^+ = (J'J)^-1 J', then each angle is clamped to its limits
//
// J is the 2 x 2 Jacobian of x = a cos q0 + b cos(q0+q1) + c cos(q0+(1+rho)q1), y likewise with sines; the printed
// entry
// (1, 2) has a cosine for its last sine. J is square, so J^+ = J^-1, computed without the squares of J'J.
//
// Starts (printed with arctan(y/x) and (-2 pi)/2, which are misprints)
// neutral   the middle of the limits
// edge      (atan2(y, x), 0): straight, where J has no inverse
// weighted  w edge + (1 - w) neutral, w = |p| / (a + b + c), at most 1
//
// Degenerate  det J = 0 exactly: no step can be made; ends without convergence
//
// This work is based on:
// van den Waardenburg. Inverse Kinematics for Human Fingers. 2016 (algorithm 1)
#include "waardenburg/finger_free.h"

// tip in the finger's plane, metres; lower and upper: of the middle joint, as the coupling leaves it; q: the start,
// radians.
static void start_at(const swv_finger *finger, swv_point tip, const swv_finger_newton_options *o, double lower,
                     double upper, double q[2])
{
    const double neutral[2] = { 0.5 * (finger->lower[0] + finger->upper[0]), 0.5 * (lower + upper) };
    const double off = neutral[1] < 0.0 ? -o->off_straight : o->off_straight;
    const double edge[2] = { swvi_atan2(tip.y, tip.x), o->start == SWV_FINGER_START_EDGE ? off : 0.0 };
    const double away = swv_vec3_length((swv_vec3){ tip.x, tip.y, 0.0 }) / swvi_finger_size(finger);
    const double w = o->start == SWV_FINGER_START_NEUTRAL ? 0.0
                     : o->start == SWV_FINGER_START_EDGE  ? 1.0
                     : away < 1.0                         ? away
                                                          : 1.0;
    for (int i = 0; i < 2; ++i)
        q[i] = w * edge[i] + (1.0 - w) * neutral[i];
}

static bool are_options(const swv_finger_newton_options *o)
{
    return swvi_is_finite(o->alpha) && swvi_is_finite(o->epsilon) && swvi_is_finite(o->off_straight) &&
           o->alpha >= 0.0 && o->epsilon >= 0.0 && o->max_iterations >= 0 && o->start >= SWV_FINGER_START_NEUTRAL &&
           o->start <= SWV_FINGER_START_WEIGHTED;
}

swv_status swv_finger_newton(const swv_finger *finger, swv_point tip, const swv_finger_newton_options *options,
                             double q[3], swv_finger_newton_report *report)
{
    if (!finger || !q)
        return SWV_NULL;
    if (!swvi_is_finger(finger))
        return SWV_BAD_MODEL;
    swv_finger_newton_options o = { SWV_FINGER_START_NEUTRAL, 0.0, 0.0, 0, 0.0 };
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

    double lower, upper, at[2];
    swvi_coupled_range(finger, &lower, &upper);
    start_at(finger, tip, &o, lower, upper, at);
    swv_finger_newton_report r = { .outcome = SWV_STALLED };
    for (;; ++r.iterations) {
        double                s, c;
        const swvi_bend_point p = swvi_bend_at(&finger->_private, at[1]);
        swvi_sincos(at[0], &s, &c);
        const double x = c * p.x - s * p.y, y = s * p.x + c * p.y, ex = tip.x - x, ey = tip.y - y;
        r.position_error = swv_vec3_length((swv_vec3){ ex, ey, 0.0 });
        r.outcome = r.position_error <= o.epsilon      ? SWV_REACHED
                    : r.iterations == o.max_iterations ? SWV_ITERATION_LIMIT
                                                       : SWV_STALLED;
        // J = (-y, dx; x, dy), dx and dy turned by q0
        const double dx = c * p.dx - s * p.dy, dy = s * p.dx + c * p.dy, det = -y * dy - x * dx;
        if (r.outcome != SWV_STALLED || det == 0.0)
            break;
        const double step0 = (dy * ex - dx * ey) / det, step1 = (-x * ex - y * ey) / det;
        if (!swvi_is_finite(step0) || !swvi_is_finite(step1))
            break;
        at[0] = swvi_clamp(finger->lower[0], finger->upper[0], at[0] + o.alpha * step0);
        at[1] = swvi_clamp(lower, upper, at[1] + o.alpha * step1);
    }
    q[0] = at[0];
    q[1] = at[1];
    q[2] = finger->ratio * at[1];
    if (report)
        *report = r;
    return SWV_OK;
}
