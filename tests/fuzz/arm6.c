// SPDX-License-Identifier: MIT
// arm6.h: the six-joint arm, either form and side.
#include "fuzz.h"

static uint32_t outside_of(const swv_arm6 *arm, const double q[6], double slack)
{
    uint32_t outside = 0;
    for (int i = 0; i < 6; ++i)
        if (q[i] < arm->lower[i] - slack || q[i] > arm->upper[i] + slack)
            outside |= 1u << i;
    return outside;
}

static void check_report(const swv_arm6 *arm, const double q[6], const swv_pose *hand, const swv_arm6_report *r)
{
    const double ratio = fmax(arm->upper_arm, arm->forearm) / fmin(arm->upper_arm, arm->forearm);
    const double tolerance = (arm->upper_arm + arm->forearm) * fmax(1e-12, 1e-14 * ratio);
    swv_chain    chain;
    swv_pose     tip;
    CHECK(all_finite(q, 6) && isfinite(r->rotation_error));
    if (length_of(hand->position) > 1e300) {  // its distance may be no number: infinite, never a NaN
        CHECK(r->position_error > 1e299);
        return;
    }
    CHECK(isfinite(r->position_error));
    CHECK(swv_arm6_chain(arm, &chain) == SWV_OK && swv_chain_tip(&chain, q, &tip) == SWV_OK);
    if (arm->form == SWV_ARM6_MATRICES && arm->side == SWV_LEFT) {  // the product in arm6.h
        const turn     shoulder = turn_by(turn_about(2, q[0]), turn_about(0, q[1]));
        const turn     forearm = turn_by(turn_by(shoulder, turn_about(0, q[2])), turn_about(1, q[3]));
        const turn     own = turn_by(turn_by(forearm, turn_about(0, q[4])), turn_about(2, q[5]));
        const swv_vec3 elbow = turned(shoulder, (swv_vec3){ 0.0, -arm->upper_arm, 0.0 });
        const swv_vec3 rest = turned(forearm, (swv_vec3){ 0.0, -arm->forearm, 0.0 });
        CHECK_NEAR(apart(tip.position, (swv_vec3){ elbow.x + rest.x, elbow.y + rest.y, elbow.z + rest.z }), 0.0,
                   tolerance);
        CHECK_NEAR(angle_between(own, turn_of(tip.rotation)), 0.0, 1e-11);
    }
    const double miss = apart(tip.position, hand->position);
    CHECK_NEAR(r->position_error, miss, 2.0 * tolerance + 1e-14 * miss);
    check_angle(r->rotation_error, angle_between(turn_of(tip.rotation), turn_of(hand->rotation)));
    CHECK((outside_of(arm, q, 3e-9) & ~r->outside) == 0 && (r->outside & ~outside_of(arm, q, 0.0)) == 0);
    if (r->outcome == SWV_REACHED)
        CHECK(r->outside == 0 && r->position_error <= tolerance && r->rotation_error <= 1e-9);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stream          s = stream_of(data, size);
    swv_arm6        arm;
    swv_arm6_report reports[SWV_ARM6_FAMILIES], report;
    double          all[SWV_ARM6_FAMILIES][6], q[6], previous[6];
    if (take_bool(&s))
        swv_arm6_make_human(&arm);
    else if (swv_arm6_make(take_number(&s, 0.01, 1.0), take_number(&s, 0.01, 1.0), &arm) != SWV_OK)
        return 0;
    for (int changes = take_below(&s, 4); changes > 0; --changes) {
        const int    joint = take_below(&s, 7);
        const double lower = take_number(&s, -4.0, 4.0), upper = take_number(&s, -4.0, 4.0);
        (void)swv_arm6_set_limits(&arm, joint, fmin(lower, upper), fmax(lower, upper));
    }
    arm.side = take_bool(&s) ? SWV_LEFT : SWV_RIGHT;
    arm.form = take_bool(&s) ? SWV_ARM6_MATRICES : SWV_ARM6_TABLE;
    const swv_pose hand = take_pose(&s, 1.2 * (arm.upper_arm + arm.forearm));
    for (int i = 0; i < 6; ++i)
        previous[i] = take_number(&s, -3.0, 3.0);
    const double *was = take_bool(&s) ? previous : NULL;
    PAINT(q);
    const swv_status status = swv_arm6_solve(&arm, &hand, was, all, reports),
                     chosen = swv_arm6_best(&arm, &hand, was, q, &report);
    CHECK(status == chosen);
    CHECK(status == SWV_OK || status == SWV_BAD_GOAL || status == SWV_BAD_MODEL || status == SWV_BAD_POSTURE);
    if (status != SWV_OK) {
        CHECK_UNTOUCHED(q);
        return 0;
    }
    check_report(&arm, q, &hand, &report);
    for (int i = 0; i < SWV_ARM6_FAMILIES; ++i) {
        check_report(&arm, all[i], &hand, &reports[i]);
        CHECK(__builtin_popcount(report.outside) <= __builtin_popcount(reports[i].outside));
    }
    return 0;
}
