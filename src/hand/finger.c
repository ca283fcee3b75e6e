// SPDX-License-Identifier: MIT
//
// The planar finger: making it, forward, and back for the coupled one and for the free one with its direction given.
//
// Given     tip p, bones a, b, c
// Find      q0, q1, q2 = ratio q1 (coupled), or q0 + q1 + q2 = direction (free)
//
// (1) coupled   The tip's distance from the knuckle depends on q1 alone: bend.c gives every q1 with |tip| = |p|. With
//               the tip seen from the first bone at (x, y), q0 turns (x, y) onto p:
//               q0 = atan2(x py - y px, x px + y py)
// (2) directed  The last bone begins at w = p - c (cos direction, sin direction). Two bones a and b reach |w|:
//               1 - cos q1 = (a + b - r)(a + b + r)/2ab,  1 + cos q1 = (r - |a - b|)(r + |a - b|)/2ab, neither of
//               which cancels; q1 = +-2 atan2 of their roots. q0 turns the two bones' end onto w; q2 is what is left.
//
// Degenerate    p at the knuckle: any q0 will do; the one nearest to 0 inside the limits
//               r beyond a + b or |a - b| by a rounding: clamped
//               p so far that its square overflows: out of reach
// Error         tests/hand/finger.c
//
// This work is based on:
// van den Waardenburg. Inverse Kinematics for Human Fingers. 2016
#include "hand/bend.h"
#include "hand/finger_internal.h"

static bool are_limits(const double lower[3], const double upper[3])
{
    for (int i = 0; i < 3; ++i) {
        const double most = i == 0 ? 1e3 : SWV_PI + SWV_LIMIT_TOLERANCE;
        if (!(lower[i] <= upper[i] && lower[i] >= -most && upper[i] <= most))
            return false;
    }
    return true;
}

swv_status swv_finger_make(swv_finger *finger, const double lengths[3], const double lower[3], const double upper[3],
                           double ratio)
{
    if (!finger || !lengths || !lower || !upper)
        return SWV_NULL;
    for (int i = 0; i < 3; ++i)
        if (!swvi_is_finite(lengths[i]))
            return SWV_NOT_FINITE;
    for (int i = 0; i < 3; ++i)
        if (!(lengths[i] >= 1e-50 && lengths[i] <= 1e50 && lengths[i] <= 1e6 * lengths[(i + 1) % 3] &&
              lengths[i] <= 1e6 * lengths[(i + 2) % 3]))
            return SWV_BAD_ARGUMENT;
    if (!swvi_is_finite(ratio))
        return SWV_NOT_FINITE;
    if (!(fabs(ratio) <= 3.0))
        return SWV_BAD_ARGUMENT;
    if (!are_limits(lower, upper))
        return SWV_BAD_LIMITS;

    swv_finger made = { .ratio = ratio };
    for (int i = 0; i < 3; ++i) {
        made.lengths[i] = lengths[i];
        made.lower[i] = lower[i];
        made.upper[i] = upper[i];
    }
    double low, high;
    swvi_coupled_range(&made, &low, &high);
    if (low > high)
        return SWV_BAD_LIMITS;
    const swv_status status = swvi_bend_make(&made.bend, lengths[0], lengths[1], lengths[2], ratio, low, high);
    made.cookie = swvi_finger_cookie(&made);
    if (status == SWV_OK)
        *finger = made;
    return status;
}

void swv_finger_make_little(swv_finger *finger)
{
    const double third = SWV_PI / 3.0;
    (void)swv_finger_make(finger, (const double[3]){ 0.0327, 0.0181, 0.0160 },
                          (const double[3]){ -third, -2.0 * third, -2.0 * third }, (const double[3]){ third, 0.0, 0.0 },
                          2.0 / 3.0);
}

// ---- forward ----

swv_point swvi_finger_tip(const swv_finger *finger, const double q[3], swv_point joints[2])
{
    swv_point p = { 0.0, 0.0 };
    double    angle = 0.0;
    for (int i = 0; i < 3; ++i) {
        double s, c;
        angle += q[i];
        swvi_sincos(angle, &s, &c);
        p.x += finger->lengths[i] * c;
        p.y += finger->lengths[i] * s;
        if (joints && i < 2)
            joints[i] = p;
    }
    return p;
}

double swvi_finger_miss(const swv_finger *finger, const double q[3], swv_point tip)
{
    const swv_point p = swvi_finger_tip(finger, q, NULL);
    return swv_vec3_length((swv_vec3){ p.x - tip.x, p.y - tip.y, 0.0 });
}

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
    *tip = swvi_finger_tip(finger, q, joints);
    if (joints)
        joints[2] = *tip;
    return SWV_OK;
}

// ---- coupled (1) ----

// An angle of the first joint that may be anything: 0, or the limit nearest to it.
static double any_first_angle(const swv_finger *finger)
{
    return finger->lower[0] > 0.0 ? finger->lower[0] : finger->upper[0] < 0.0 ? finger->upper[0] : 0.0;
}

int swvi_finger_postures(const swv_finger *finger, swv_point tip, double q[SWV_FINGER_SOLUTIONS][3], int *iterations)
{
    swvi_bend_root roots[SWV_FINGER_SOLUTIONS];
    const int      found = swvi_bend_solve(&finger->bend, tip.x * tip.x + tip.y * tip.y, roots);
    int            count = 0;
    *iterations = 0;
    for (int i = 0; i < found; ++i) {
        const double x = roots[i].x, y = roots[i].y;
        const double across = x * tip.y - y * tip.x, along = x * tip.x + y * tip.y;
        double       first = any_first_angle(finger);
        if (fabs(across) + fabs(along) > 0.0)
            first = swvi_atan2(across, along);
        *iterations = roots[i].iterations > *iterations ? roots[i].iterations : *iterations;
        if (!swvi_turn_into(finger->lower[0], finger->upper[0], &first))
            continue;
        q[count][0] = first;
        q[count][1] = roots[i].angle;
        q[count][2] = finger->ratio * roots[i].angle;
        ++count;
    }
    return count;
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

swv_status swv_finger_solve(const swv_finger *finger, swv_point tip, double q[SWV_FINGER_SOLUTIONS][3],
                            swv_finger_report *report)
{
    if (!finger || !q)
        return SWV_NULL;
    if (!swvi_is_finger(finger))
        return SWV_BAD_MODEL;
    if (!is_finite_point(tip))
        return SWV_BAD_GOAL;
    int       iterations;
    const int count = swvi_finger_postures(finger, tip, q, &iterations);
    bool      is_reached = count > 0;
    if (!is_reached)
        is_reached = swvi_finger_nearest(finger, SWV_FINGER_COUPLED, tip, q[0]) <=
                     SWVI_AS_GOOD_AS_REACHED * swvi_finger_size(finger);
    if (report) {
        const swv_finger_report r = { .outcome = is_reached ? SWV_REACHED : SWV_OUT_OF_REACH,
                                      .count = count > 0 ? count : 1,
                                      .iterations = iterations };
        *report = r;
        for (int i = 0; i < report->count; ++i)
            report->tip_error = swvi_larger(report->tip_error, swvi_finger_miss(finger, q[i], tip));
    }
    return SWV_OK;
}

// ---- directed (2) ----

bool swvi_two_bones(double a, double m, double r, double *bend)
{
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
    const swv_point w = { tip.x - c * co, tip.y - c * s };
    *count = 0;
    if (!swvi_two_bones(a, b, swv_vec3_length((swv_vec3){ w.x, w.y, 0.0 }), &bend))
        return SWV_OK;
    for (int side = 0; side < 2 && !(side == 1 && bend == 0.0); ++side) {
        double posture[3], sb, cb;
        posture[1] = side ? bend : -bend;
        swvi_sincos(posture[1], &sb, &cb);
        const double x = a + b * cb, y = b * sb, across = x * w.y - y * w.x, along = x * w.x + y * w.y;
        posture[0] = fabs(across) + fabs(along) > 0.0 ? swvi_atan2(across, along) : any_first_angle(finger);
        posture[2] = direction - posture[0] - posture[1];
        if (!swvi_free_into_limits(finger, posture))
            continue;
        for (int i = 0; i < 3; ++i)
            q[*count][i] = posture[i];
        ++*count;
    }
    return SWV_OK;
}
