// SPDX-License-Identifier: MIT
// puma.h: the Puma 560 and arms built like it.
#include "fuzz.h"

static uint32_t outside_of(const swv_puma *puma, const double q[6], double slack)
{
    uint32_t outside = 0;
    for (int i = 0; i < 6; ++i)
        if (q[i] < puma->lower[i] - slack || q[i] > puma->upper[i] + slack)
            outside |= 1u << i;
    return outside;
}

// Craig's rows, one after the other: Rx(alpha) Tx(a) Rz(q) Tz(d).
static turn forward(const swv_puma *puma, const double q[6], swv_vec3 *hand)
{
    const int    quarter_turns[6] = { 0, -1, 0, -1, 1, -1 };
    const double a[6] = { 0, 0, puma->upper_arm, puma->elbow_offset, 0, 0 };
    const double d[6] = { 0, 0, puma->shoulder_offset, puma->forearm, 0, 0 };
    turn         here = turn_about(0, 0.0);
    *hand = (swv_vec3){ 0.0, 0.0, 0.0 };
    for (int i = 0; i < 6; ++i) {
        const swv_vec3 x = turned(here, (swv_vec3){ a[i], 0.0, 0.0 });
        here = turn_by(turn_by(here, turn_about(0, quarter_turns[i] * 0.5 * SWV_PI)), turn_about(2, q[i]));
        const swv_vec3 z = turned(here, (swv_vec3){ 0.0, 0.0, d[i] });
        *hand = (swv_vec3){ hand->x + x.x + z.x, hand->y + x.y + z.y, hand->z + x.z + z.z };
    }
    return here;
}

static void check_report(const swv_puma *puma, const double q[6], const swv_pose *hand, const swv_arm6_report *r)
{
    const double reach = puma->upper_arm + puma->forearm + fabs(puma->elbow_offset) + fabs(puma->shoulder_offset);
    const double ratio = reach / fmin(puma->upper_arm, puma->forearm);
    const double tolerance = reach * fmax(1e-12, 1e-14 * ratio);
    CHECK(all_finite(q, 6) && isfinite(r->rotation_error));
    if (length_of(hand->position) > 1e300) {  // its distance may be no number: infinite, never a NaN
        CHECK(r->position_error > 1e299);
        return;
    }
    swv_vec3     reached;
    const turn   rotation = forward(puma, q, &reached);
    const double miss = apart(reached, hand->position);
    CHECK_NEAR(r->position_error, miss, 2.0 * tolerance + 1e-14 * miss);
    check_angle(r->rotation_error, angle_between(rotation, turn_of(hand->rotation)));
    CHECK((outside_of(puma, q, 3e-9) & ~r->outside) == 0 && (r->outside & ~outside_of(puma, q, 0.0)) == 0);
    CHECK(r->rotation_error <= 1e-9);  // the hand is turned as it should be, however far it is
    if (r->outcome == SWV_REACHED)
        CHECK(r->outside == 0 && r->position_error <= tolerance);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stream          s = stream_of(data, size);
    swv_puma        puma;
    swv_arm6_report reports[SWV_PUMA_FAMILIES], report;
    double          all[SWV_PUMA_FAMILIES][6], q[6], previous[6];
    if (take_bool(&s)) {
        swv_puma_make_560(&puma);
    } else {
        const double upper_arm = take_number(&s, 0.01, 1.0), elbow = take_number(&s, -0.2, 0.2);
        const double shoulder = take_number(&s, -0.3, 0.3), forearm = take_number(&s, 0.01, 1.0);
        if (swv_puma_make(upper_arm, elbow, shoulder, forearm, &puma) != SWV_OK)
            return 0;
    }
    for (int changes = take_below(&s, 4); changes > 0; --changes) {
        const int    joint = take_below(&s, 7);
        const double lower = take_number(&s, -4.0, 4.0), upper = take_number(&s, -4.0, 4.0);
        (void)swv_puma_set_limits(&puma, joint, fmin(lower, upper), fmax(lower, upper));
    }
    const swv_pose hand = take_pose(&s, 1.2 * (puma.upper_arm + puma.forearm));
    for (int i = 0; i < 6; ++i)
        previous[i] = take_number(&s, -3.0, 3.0);
    const double *was = take_bool(&s) ? previous : NULL;
    PAINT(q);
    const swv_status status = swv_puma_solve(&puma, &hand, was, all, reports),
                     chosen = swv_puma_best(&puma, &hand, was, q, &report);
    CHECK(status == chosen);
    CHECK(status == SWV_OK || status == SWV_BAD_GOAL || status == SWV_BAD_MODEL || status == SWV_BAD_POSTURE);
    if (status != SWV_OK) {
        CHECK_UNTOUCHED(q);
        return 0;
    }
    check_report(&puma, q, &hand, &report);
    for (int i = 0; i < SWV_PUMA_FAMILIES; ++i) {
        check_report(&puma, all[i], &hand, &reports[i]);
        CHECK(__builtin_popcount(report.outside) <= __builtin_popcount(reports[i].outside));
    }
    return 0;
}
