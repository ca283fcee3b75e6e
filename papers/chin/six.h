// SPDX-License-Identifier: MIT
// What the six-joint arms share once their eight solutions are there: turning angles into limits, and choosing.
#ifndef SWIVEL_LIMB_SIX_H
#define SWIVEL_LIMB_SIX_H

#include "tolani_badler/arm_internal.h"
#include "math/scalar.h"
#include "swivel_papers/arm6.h"

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

/// A target, and what the arm can do about it; the eight solutions.
typedef struct swvi_six {
    swv_pose hand;
    double   excess;  ///< how far it is beyond the straight arm (positive) or inside the folded one (negative)
    double   reach;
    double   q[8][6];
    uint32_t outside[8];
} swvi_six;

typedef swv_pose swvi_six_forward(const void *arm, const double q[6]);

SWV_INLINE swv_arm6_report swvi_six_report(const swvi_six *six, const void *arm, swvi_six_forward *forward, int family)
{
    const swv_pose  hand = forward(arm, six->q[family]);
    const double    tolerance = 1e-12 * six->reach;
    const uint32_t  outside = six->outside[family];
    swv_arm6_report report = {
        .outcome = outside ? SWV_LIMITED : SWV_REACHED,
        .outside = outside,
        .position_error = swv_vec3_length(swv_vec3_sub(hand.position, six->hand.position)),
        .rotation_error = swv_quat_angle_between(hand.rotation, six->hand.rotation),
    };
    if (six->excess > tolerance)
        report.outcome = SWV_OUT_OF_REACH;
    else if (six->excess < -tolerance)
        report.outcome = SWV_TOO_NEAR;
    return report;
}

/// Of eight solutions the one that breaks the fewest limits, and of these the nearest to `previous`, or to zero if NULL.
SWV_INLINE int swvi_six_best_of(const swvi_six *six, const double *previous)
{
    int    best = 0, fewest = 7;
    double least = INFINITY;
    for (int f = 0; f < 8; ++f) {
        int broken = 0;
        for (uint32_t bits = six->outside[f]; bits; bits &= bits - 1)
            ++broken;
        double distance = 0.0;
        for (int i = 0; i < 6; ++i) {
            const double d = swv_angle_wrap(six->q[f][i] - (previous ? previous[i] : 0.0));
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

/// All of them as swv_arm6_solve and swv_puma_solve give them, and the best as swv_arm6_best and swv_puma_best do.
SWV_INLINE void swvi_six_give_all(const swvi_six *six, const void *arm, swvi_six_forward *forward, double q[8][6],
                                  swv_arm6_report *reports)
{
    for (int f = 0; f < 8; ++f) {
        for (int i = 0; i < 6; ++i)
            q[f][i] = six->q[f][i];
        if (reports)
            reports[f] = swvi_six_report(six, arm, forward, f);
    }
}

SWV_INLINE void swvi_six_give_best(const swvi_six *six, const void *arm, swvi_six_forward *forward,
                                   const double *previous, double q[6], swv_arm6_report *report)
{
    const int best = swvi_six_best_of(six, previous);
    if (report)
        *report = swvi_six_report(six, arm, forward, best);
    for (int i = 0; i < 6; ++i)
        q[i] = six->q[best][i];
}

#endif
