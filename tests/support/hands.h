// SPDX-License-Identifier: MIT
// What tests of arms in closed form share: how far hands and postures are from each other.
#ifndef SWIVEL_TESTS_HANDS_H
#define SWIVEL_TESTS_HANDS_H

#include <math.h>

#include "check.h"
#include "swivel_papers/chain.h"

/// How far the hand of a posture is from a pose: length over reach, and radians, whichever is more.
static inline double hand_error(const swv_chain *chain, const double *q, const swv_pose *hand, double reach)
{
    swv_pose tip;
    assert_int_equal(swv_chain_tip(chain, q, &tip), SWV_OK);
    const double position = swv_vec3_length(swv_vec3_sub(tip.position, hand->position)) / reach;
    return fmax(position, swv_quat_angle_between(tip.rotation, hand->rotation));
}

/// By how much the joint that differs most does, whole turns apart.
static inline double posture_distance(const double *a, const double *b, int count)
{
    double worst = 0.0;
    for (int i = 0; i < count; ++i)
        worst = fmax(worst, fabs(swv_angle_wrap(a[i] - b[i])));
    return worst;
}

#endif
