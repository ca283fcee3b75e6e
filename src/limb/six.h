// SPDX-License-Identifier: MIT
// What the six-joint arms share once their eight solutions are there: turning angles into limits, and choosing.
#ifndef SWIVEL_LIMB_SIX_H
#define SWIVEL_LIMB_SIX_H

#include "limb/arm_internal.h"
#include "math/scalar.h"
#include "swivel/arm6.h"

SWV_INLINE bool swvi_six_is_posture(const double q[6])
{
    bool is_finite = true;
    for (int i = 0; i < 6; ++i)
        is_finite = is_finite && swvi_is_finite(q[i]);
    return is_finite;
}

SWV_INLINE swv_status swvi_six_set_limits(double lowers[6], double uppers[6], int joint, double lower, double upper)
{
    if (joint < 0 || joint >= 6)
        return SWV_BAD_COUNT;
    if (!swvi_are_limits(lower, upper))
        return SWV_BAD_LIMITS;
    lowers[joint] = lower;
    uppers[joint] = upper;
    return SWV_OK;
}

/// Turns every angle into its limits where that is possible; the bits of those that stay outside.
SWV_INLINE uint32_t swvi_six_turn_into_limits(const double lower[6], const double upper[6], double q[6])
{
    uint32_t outside = 0;
    for (int i = 0; i < 6; ++i) {
        const swv_arm_limits limits = { .lower = lower[i], .upper = upper[i] };
        outside |= (uint32_t)!swvi_arm_turn_into(&limits, &q[i]) << i;
    }
    return outside;
}

SWV_INLINE swv_arm6_report swvi_six_report(const swv_pose *wanted, const swv_pose *hand, double excess, double reach,
                                           uint32_t outside)
{
    const double    tolerance = 1e-12 * reach;
    swv_arm6_report report = {
        .outcome = outside ? SWV_LIMITED : SWV_REACHED,
        .outside = outside,
        .position_error = swv_vec3_length(swv_vec3_sub(hand->position, wanted->position)),
        .rotation_error = swv_quat_angle_between(hand->rotation, wanted->rotation),
    };
    if (excess > tolerance)
        report.outcome = SWV_OUT_OF_REACH;
    else if (excess < -tolerance)
        report.outcome = SWV_TOO_NEAR;
    return report;
}

/// Of eight solutions the one that breaks the fewest limits, and of these the nearest to `previous`, or to zero if NULL.
SWV_INLINE int swvi_six_best_of(const double q[8][6], const uint32_t outside[8], const double *previous)
{
    int    best = 0, fewest = 7;
    double least = INFINITY;
    for (int f = 0; f < 8; ++f) {
        int broken = 0;
        for (uint32_t bits = outside[f]; bits; bits &= bits - 1)
            ++broken;
        double distance = 0.0;
        for (int i = 0; i < 6; ++i) {
            const double d = swv_angle_wrap(q[f][i] - (previous ? previous[i] : 0.0));
            distance += d * d;
        }
        if (broken < fewest || (broken == fewest && distance < least)) {
            best = f;
            fewest = broken;
            least = distance;
        }
    }
    return best;
}

#endif
