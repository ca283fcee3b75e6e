// SPDX-License-Identifier: MIT
//
// The planar finger: forward, and back for the coupled one and for the free one with its direction given.
//
// Given     tip p, bones a, b, c: metres, from the knuckle in the finger's plane (planar_finger.h); angles are radians
// Find      q0, q1, q2 = ratio q1 (coupled), or q0 + q1 + q2 = direction (free)
//
// (1) coupled   src/hand/finger.c
// (2) directed  The last bone begins at w = p - c (cos direction, sin direction). Two bones a and b reach |w|:
//               1 - cos q1 = (a + b - r)(a + b + r)/2ab,  1 + cos q1 = (r - |a - b|)(r + |a - b|)/2ab, neither of
//               which cancels; q1 = +-2 atan2 of their roots. q0 turns the two bones' end onto w; q2 is what is left.
//
// Degenerate    r beyond a + b or |a - b| by a rounding: clamped
// Error         papers/waardenburg/tests/finger.c
//
// This work is based on:
// van den Waardenburg. Inverse Kinematics for Human Fingers. 2016
#include "waardenburg/finger_free.h"

swv_status swv_finger_make_little(swv_finger *finger)
{
    // His tables 1 and 2: metres, limits of 60 and 120 degrees; the last joint bends by two thirds of the middle one.
    const double third = SWV_PI / 3.0;
    return swv_finger_make((const double[3]){ 0.0327, 0.0181, 0.0160 },
                           (const double[3]){ -third, -2.0 * third, -2.0 * third },
                           (const double[3]){ third, 0.0, 0.0 }, 2.0 / 3.0, finger);
}

// ---- forward ----

static bool is_finite_point(swv_point p)
{
    return swvi_is_finite(p.x) && swvi_is_finite(p.y);
}

swv_status swv_finger_forward(const swv_finger *finger, const double q[3], swv_point *tip, swv_point joints[3])
{
    if (!finger || !q || !tip)
        return SWV_NULL;
    if (!swvi_is_finger(finger))
        return SWV_BAD_MODEL;
    if (!swvi_are_finite(q, 3))
        return SWV_BAD_POSTURE;
    swvi_point       at[2];
    const swvi_point end = swvi_finger_tip(finger, q, at);
    *tip = (swv_point){ end.x, end.y };
    for (int i = 0; i < 2 && joints; ++i)
        joints[i] = (swv_point){ at[i].x, at[i].y };
    if (joints)
        joints[2] = *tip;
    return SWV_OK;
}

swv_status swv_finger_frames(const swv_finger *finger, const double q[3], swv_finger_frame frames[3])
{
    if (!finger || !q || !frames)
        return SWV_NULL;
    swv_point        tip, joints[3];
    const swv_status status = swv_finger_forward(finger, q, &tip, joints);
    for (int i = 0; i < 3 && status == SWV_OK; ++i)
        frames[i] = (swv_finger_frame){ i > 0 ? joints[i - 1] : (swv_point){ 0.0, 0.0 },
                                        i > 0 ? frames[i - 1].direction + q[i] : q[0] };
    return status;
}

// ---- coupled (1) ----

swv_status swv_finger_solve(const swv_finger *finger, swv_point tip, double q[SWV_FINGER_SOLUTIONS][3],
                            swv_digit_report *report)
{
    if (!finger || !q)
        return SWV_NULL;
    if (!swvi_is_finger(finger))
        return SWV_BAD_MODEL;
    if (!is_finite_point(tip))
        return SWV_BAD_GOAL;
    const swvi_point wanted = { tip.x, tip.y };
    int              iterations;
    const int        count = swvi_finger_postures(finger, wanted, q, &iterations);
    bool             is_reached = count > 0;
    if (!is_reached)
        is_reached = swvi_finger_nearest(finger, wanted, q[0]) <= SWVI_AS_GOOD_AS_REACHED * swvi_finger_size(finger);
    if (report) {
        const swv_digit_report r = { .outcome = is_reached ? SWV_REACHED : SWV_OUT_OF_REACH,
                                     .count = count > 0 ? count : 1,
                                     .iterations = iterations };
        *report = r;
        for (int i = 0; i < report->count; ++i)
            report->position_error = swvi_larger(report->position_error, swvi_finger_miss(finger, q[i], wanted));
    }
    return SWV_OK;
}

// ---- directed (2) ----

bool swvi_two_bones(double a, double m, double r, double *bend)
{
    // Some 32 roundings: a triangle that is missed by so little is straight or folded.
    const double slack = 0x1p-48 * (a + m), reach = a + m, nearest = fabs(a - m);
    if (!(r <= reach + slack && r >= nearest - slack))
        return false;
    const double open = reach - r > 0.0 ? (reach - r) * (reach + r) : 0.0;
    const double shut = r - nearest > 0.0 ? (r - nearest) * (r + nearest) : 0.0;
    *bend = 2.0 * swvi_atan2(sqrt(open), sqrt(shut));
    return true;
}

bool swvi_free_into_limits(const swv_finger *finger, double q[3])
{
    double turned[3] = { q[0], q[1], q[2] };
    for (int i = 0; i < 3; ++i)
        if (!swv_angle_turn_into(finger->lower[i], finger->upper[i], &turned[i]))
            return false;
    for (int i = 0; i < 3; ++i)
        q[i] = turned[i];
    return true;
}

swv_status swv_finger_solve_directed(const swv_finger *finger, swv_point tip, double direction, double q[2][3],
                                     int *count)
{
    if (!finger || !q || !count)
        return SWV_NULL;
    if (!swvi_is_finger(finger))
        return SWV_BAD_MODEL;
    if (!is_finite_point(tip) || !swvi_is_finite(direction))
        return SWV_BAD_GOAL;
    const double a = finger->lengths[0], b = finger->lengths[1], c = finger->lengths[2];
    double       s, co, bend;
    swvi_sincos(direction, &s, &co);
    if (fabs(direction) > 2.0 * SWV_PI)  // whole turns more would leave the last joint fewer digits
        direction = swvi_atan2(s, co);
    const swvi_point w = { tip.x - c * co, tip.y - c * s };
    *count = 0;
    if (!swvi_two_bones(a, b, swv_vec3_length((swv_vec3){ w.x, w.y, 0.0 }), &bend))
        return SWV_OK;
    for (int side = 0; side < 2 && !(side == 1 && bend == 0.0); ++side) {
        double posture[3], sb, cb;
        posture[1] = side ? bend : -bend;
        swvi_sincos(posture[1], &sb, &cb);
        const double x = a + b * cb, y = b * sb, across = x * w.y - y * w.x, along = x * w.x + y * w.y;
        posture[0] = fabs(across) + fabs(along) > 0.0 ? swvi_atan2(across, along)
                                                      : swvi_clamp(finger->lower[0], finger->upper[0], 0.0);
        posture[2] = direction - posture[0] - posture[1];
        if (!swvi_free_into_limits(finger, posture))
            continue;
        for (int i = 0; i < 3; ++i)
            q[*count][i] = posture[i];
        ++*count;
    }
    return SWV_OK;
}
