// SPDX-License-Identifier: MIT
//
// The finger in its plane: making it, and its coupled postures.
//
// Given     tip p, bones a, b, c: metres, from the knuckle in the finger's plane (hand.h); angles q radians
// Find      q0, q1, q2 = ratio q1
//
// (1) coupled   The tip's distance from the knuckle depends on q1 alone: bend.c gives every q1 with |tip| = |p|. With
//               the tip seen from the first bone at (x, y), q0 turns (x, y) onto p:
//               q0 = atan2(x py - y px, x px + y py)
//
// Degenerate    p at the knuckle: any q0 will do; the one nearest to 0 inside the limits
//               p so far that its square overflows: out of reach
// Error         papers/waardenburg/tests/finger.c
#include "hand/hand_internal.h"

swv_status swvi_check_bones(const double lengths[3], double ratio)
{
    if (!swvi_are_finite(lengths, 3) || !swvi_is_finite(ratio))
        return SWV_NOT_FINITE;
    for (int i = 0; i < 3; ++i)
        // Fourth powers of lengths stay in range; ratios: docs/conventions.md, "Numbers".
        if (!(lengths[i] >= 1e-50 && lengths[i] <= 1e50 && lengths[i] <= 1e6 * lengths[(i + 1) % 3] &&
              lengths[i] <= 1e6 * lengths[(i + 2) % 3]))
            return SWV_BAD_ARGUMENT;
    return fabs(ratio) <= 3.0 ? SWV_OK : SWV_BAD_ARGUMENT;  // human ones are below 1 or little more. Chosen.
}

swv_status swv_finger_make(const double lengths[3], const double lower[3], const double upper[3], double ratio,
                           swv_finger *finger)
{
    if (!finger || !lengths || !lower || !upper)
        return SWV_NULL;
    swv_status status = swvi_check_bones(lengths, ratio);
    if (status != SWV_OK)
        return status;
    swv_finger made = { .ratio = ratio };
    for (int i = 0; i < 3; ++i) {
        // Radians. The first joint may turn round and round; the others fold at half a turn.
        const double most = i == 0 ? 1e3 : SWV_PI + SWV_LIMIT_TOLERANCE;
        if (!(lower[i] <= upper[i] && lower[i] >= -most && upper[i] <= most))
            return SWV_BAD_LIMITS;
        made.lengths[i] = lengths[i];
        made.lower[i] = lower[i];
        made.upper[i] = upper[i];
    }
    double low, high;
    swvi_coupled_range(&made, &low, &high);
    if (low > high)
        return SWV_BAD_LIMITS;
    status = swvi_bend_make(&made._private, lengths[0], lengths[1], lengths[2], ratio, low, high);
    made._private.cookie = swvi_finger_cookie(&made);
    if (status == SWV_OK)
        *finger = made;
    return status;
}

// ---- forward ----

swvi_point swvi_finger_tip(const swv_finger *finger, const double q[3], swvi_point joints[2])
{
    swvi_point p = { 0.0, 0.0 };
    double     angle = 0.0;
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

double swvi_finger_miss(const swv_finger *finger, const double q[3], swvi_point tip)
{
    const swvi_point p = swvi_finger_tip(finger, q, NULL);
    return swv_vec3_length((swv_vec3){ p.x - tip.x, p.y - tip.y, 0.0 });
}

// ---- coupled (1) ----

int swvi_finger_postures(const swv_finger *finger, swvi_point tip, double q[SWV_FINGER_SOLUTIONS][3], int *iterations)
{
    swvi_bend_root roots[SWV_FINGER_SOLUTIONS];
    const int      found = swvi_bend_solve(&finger->_private, tip.x * tip.x + tip.y * tip.y, roots);
    int            count = 0;
    *iterations = 0;
    for (int i = 0; i < found; ++i) {
        const double x = roots[i].x, y = roots[i].y;
        const double across = x * tip.y - y * tip.x, along = x * tip.x + y * tip.y;
        double       first = swvi_clamp(finger->lower[0], finger->upper[0], 0.0);  // where it may be anything
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
