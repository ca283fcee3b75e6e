// SPDX-License-Identifier: MIT
//
// The free finger: three joints in a plane, two numbers to meet. One freedom is left.
//
// Given     tip p at distance r, bones a, b, c, limits, and what to stay near: metres from the knuckle in the finger's plane, radians
// Find      of all postures inside the limits the best
//
// (1) family    With the last joint at q2 the last two bones are one bone of length m = |b + c e^(i q2)|, at an angle
//               delta = arg(b + c e^(i q2)) from the middle one. Two bones a and m reach r in two ways (finger.c (2)):
//               q1 = +-bend - delta; q0 turns their end onto p. So the postures are two curves over q2, one for each
//               sign, that meet where a and m are aligned: m = r + a or m = |r - a|.
// (2) ends      A curve enters or leaves the limits where a joint is on one: q2 there, or q1 there (then a and b are
//               one bone and c is the other), or q0 there (then b and c reach from a's end to p): two bones each time,
//               two postures. Between neighbouring ends a curve is all inside or all outside: its middle tells.
//               A curve that meets no limit is inside or outside as a whole: q2 = 0, pi and where a and m are aligned
//               are ends too, so that it has a middle.
// (3) choice    On each interval inside, the least of the sum of squares is looked for among SAMPLES points and
//               refined around each low one by golden section.
//
// Degenerate    m = 0 (b = c, folded): delta = 0. An interval that is one point: the ends themselves are candidates.
// Error         the tip's is that of finger.c (2); the choice's 1e-7 rad: papers/waardenburg/tests/finger_area.c
#include "waardenburg/finger_free.h"

enum { SAMPLES = 24, GOLDEN_STEPS = 56 };  // chosen; 56 golden sections are 2e-12 of an interval

// (1) The posture of a sign at q2. False if out of reach.
static bool family(const swv_finger *finger, swvi_point tip, double r, double last, double sign, double q[3])
{
    const double a = finger->lengths[0], b = finger->lengths[1], c = finger->lengths[2];
    double       s, co, bend;
    swvi_sincos(last, &s, &co);
    const double mx = b + c * co, my = c * s, m = sqrt(mx * mx + my * my);
    if (!swvi_two_bones(a, m, r, &bend))
        return false;
    q[1] = swv_angle_wrap(sign * bend - swvi_atan2(my, mx));
    q[2] = last;
    const double     straight[3] = { 0.0, q[1], last };
    const swvi_point end = swvi_finger_tip(finger, straight, NULL);
    q[0] = swvi_atan2(end.x * tip.y - end.y * tip.x, end.x * tip.x + end.y * tip.y);
    return true;
}

// q2 with |b + c e^(i q2)| = m, or -1.
static double last_of(double b, double c, double m)
{
    double bend;
    return swvi_two_bones(b, c, m, &bend) ? bend : -1.0;
}

int swvi_free_vertices(const swv_finger *finger, swvi_point tip, double q[SWVI_FREE_VERTICES][3])
{
    const double a = finger->lengths[0], b = finger->lengths[1], c = finger->lengths[2];
    const double r = swv_vec3_length((swv_vec3){ tip.x, tip.y, 0.0 });
    int          count = 0;

    // q2 on a limit, at 0 or pi, or where the curves meet
    const double meets[2] = { last_of(b, c, r + a), last_of(b, c, fabs(r - a)) };
    const double lasts[8] = {
        finger->lower[2], finger->upper[2], 0.0, SWV_PI, meets[0], -meets[0], meets[1], -meets[1]
    };
    for (int i = 0; i < 8; ++i) {
        if (i >= 4 && meets[(i - 4) / 2] < 0.0)
            continue;
        for (int sign = -1; sign <= 1; sign += 2)
            count += family(finger, tip, r, lasts[i], sign, q[count]);
    }
    for (int end = 0; end < 2; ++end) {
        // q1 on a limit: bones |a + b e^(i q1)| and c, their angle counted from the middle bone
        const double middle = end ? finger->upper[1] : finger->lower[1];
        double       s, co, bend;
        swvi_sincos(middle, &s, &co);
        const double nx = b + a * co, ny = -a * s;  // from the knuckle, along the middle bone
        if (swvi_two_bones(sqrt(nx * nx + ny * ny), c, r, &bend))
            for (int sign = -1; sign <= 1; sign += 2) {
                const double last = swv_angle_wrap(swvi_atan2(ny, nx) + sign * bend),
                             straight[3] = { 0.0, middle, last };
                const swvi_point e = swvi_finger_tip(finger, straight, NULL);
                q[count][0] = swvi_atan2(e.x * tip.y - e.y * tip.x, e.x * tip.x + e.y * tip.y);
                q[count][1] = middle;
                q[count++][2] = last;
            }
        // q0 on a limit: b and c from the first bone's end
        const double first = end ? finger->upper[0] : finger->lower[0];
        swvi_sincos(first, &s, &co);
        const double dx = tip.x - a * co, dy = tip.y - a * s;
        if (swvi_two_bones(b, c, swv_vec3_length((swv_vec3){ dx, dy, 0.0 }), &bend))
            for (int sign = -1; sign <= 1; sign += 2) {
                double sb, cb;
                swvi_sincos(sign * bend, &sb, &cb);
                const double x = b + c * cb, y = c * sb;
                q[count][0] = first;
                q[count][1] = swv_angle_wrap(swvi_atan2(x * dy - y * dx, x * dx + y * dy) - first);
                q[count++][2] = sign * bend;
            }
    }
    return count;
}

// A search for the best posture: the tip, its distance from the knuckle, what to stay near (or NULL), and the best so
// far with its cost.
typedef struct search {
    const swv_finger *finger;
    swvi_point        tip;
    double            r;
    const double     *previous;
    double            best, q[3];
    bool              has_any;
} search;

// What is made least.
static double cost_of(const search *s, const double q[3])
{
    if (!s->previous) {
        const double off = q[2] - s->finger->ratio * q[1];
        return off * off;
    }
    double sum = 0.0;
    for (int i = 0; i < 3; ++i)
        sum += (q[i] - s->previous[i]) * (q[i] - s->previous[i]);
    return sum;
}

static double try_posture(search *s, double q[3])
{
    if (!swvi_free_into_limits(s->finger, q))
        return INFINITY;
    const double cost = cost_of(s, q);
    if (!s->has_any || cost < s->best) {
        s->best = cost;
        s->has_any = true;
        for (int i = 0; i < 3; ++i)
            s->q[i] = q[i];
    }
    return cost;
}

static double try_last(search *s, double last, double sign)
{
    double q[3];
    return family(s->finger, s->tip, s->r, last, sign, q) ? try_posture(s, q) : INFINITY;
}

// (3) On [low, high], all inside the limits.
static void search_interval(search *s, double low, double high, double sign)
{
    double cost[SAMPLES + 1];
    for (int i = 0; i <= SAMPLES; ++i)
        cost[i] = try_last(s, low + (high - low) * i / SAMPLES, sign);
    for (int i = 0; i <= SAMPLES; ++i) {
        if ((i > 0 && cost[i - 1] < cost[i]) || (i < SAMPLES && cost[i + 1] < cost[i]))
            continue;
        const double golden = 0.61803398874989485;  // (sqrt 5 - 1) / 2
        double       from = low + (high - low) * (i > 0 ? i - 1 : 0) / SAMPLES;
        double       to = low + (high - low) * (i < SAMPLES ? i + 1 : SAMPLES) / SAMPLES;
        double       x = to - golden * (to - from), y = from + golden * (to - from);
        double       at_x = try_last(s, x, sign), at_y = try_last(s, y, sign);
        for (int step = 0; step < GOLDEN_STEPS; ++step) {
            if (at_x < at_y) {
                to = y;
                y = x;
                at_y = at_x;
                x = to - golden * (to - from);
                at_x = try_last(s, x, sign);
            } else {
                from = x;
                x = y;
                at_x = at_y;
                y = from + golden * (to - from);
                at_y = try_last(s, y, sign);
            }
        }
    }
}

// (2) and (3)
static void search_family(search *s)
{
    double       q[SWVI_FREE_VERTICES][3], ends[SWVI_FREE_VERTICES];
    const int    found = swvi_free_vertices(s->finger, s->tip, q);
    const double lower = s->finger->lower[2], upper = s->finger->upper[2];
    for (int i = 0; i < found; ++i) {
        ends[i] = swvi_clamp(lower, upper, q[i][2]);
        (void)try_posture(s, q[i]);
    }
    for (int i = 1; i < found; ++i) {  // sorted by insertion
        const double end = ends[i];
        int          k = i;
        for (; k > 0 && ends[k - 1] > end; --k)
            ends[k] = ends[k - 1];
        ends[k] = end;
    }
    for (int i = 0; i + 1 < found; ++i)
        // 1e-13 rad, a few roundings: such an interval is one point.
        for (int sign = -1; sign <= 1 && ends[i + 1] - ends[i] > 1e-13; sign += 2) {
            double middle[3];
            if (family(s->finger, s->tip, s->r, 0.5 * (ends[i] + ends[i + 1]), sign, middle) &&
                swvi_free_into_limits(s->finger, middle))
                search_interval(s, ends[i], ends[i + 1], sign);
        }
}

swv_status swv_finger_solve_free(const swv_finger *finger, swv_point tip, const double *previous, double q[3],
                                 swv_digit_report *report)
{
    if (!finger || !q)
        return SWV_NULL;
    if (!swvi_is_finger(finger))
        return SWV_BAD_MODEL;
    if (!swvi_is_finite(tip.x) || !swvi_is_finite(tip.y))
        return SWV_BAD_GOAL;
    if (previous && !swvi_are_finite(previous, 3))
        return SWV_BAD_POSTURE;
    const double wish[3] = { previous ? previous[0] : 0.0, previous ? previous[1] : 0.0,
                             previous ? previous[2] : 0.0 };  // previous may be q
    const swvi_point wanted = { tip.x, tip.y };
    search           s = { .finger = finger, .tip = wanted, .previous = previous ? wish : NULL };
    s.r = swv_vec3_length((swv_vec3){ tip.x, tip.y, 0.0 });
    int    iterations = 0;
    double coupled[SWV_FINGER_SOLUTIONS][3];
    if (!previous && swvi_finger_postures(finger, wanted, coupled, &iterations) > 0)
        (void)try_posture(&s, coupled[0]);
    else
        search_family(&s);
    if (!s.has_any) {
        swvi_curve curves[SWVI_AREA_CURVES];
        const int  count = swvi_area_curves(finger, SWV_FINGER_FREE, curves);
        s.has_any = swvi_nearest_on_curves(finger, true, curves, count, wanted, s.q) <=
                    SWVI_AS_GOOD_AS_REACHED * swvi_finger_size(finger);
    }
    for (int i = 0; i < 3; ++i)
        q[i] = s.q[i];
    if (report) {
        const swv_digit_report r = { .outcome = s.has_any ? SWV_REACHED : SWV_OUT_OF_REACH,
                                     .count = 1,
                                     .iterations = iterations,
                                     .position_error = swvi_finger_miss(finger, q, wanted) };
        *report = r;
    }
    return SWV_OK;
}
