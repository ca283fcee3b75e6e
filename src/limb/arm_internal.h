// SPDX-License-Identifier: MIT
// What the files of the arm share.
#ifndef SWIVEL_LIMB_ARM_INTERNAL_H
#define SWIVEL_LIMB_ARM_INTERNAL_H

#include "limb/arm_kernels.h"
#include "swivel/arm.h"

/// A target, checked and brought to the right arm's side.
typedef struct swvi_arm_target {
    swv_pose          hand;
    swvi_hand_axes    axes;
    swvi_elbow_circle circle;
} swvi_arm_target;

/// SWV_OK and the target, or what is wrong with arm or hand.
swv_status swvi_arm_target_of(const swv_arm *arm, const swv_pose *hand, swvi_arm_target *target);

/// The angles of family 0 at a swivel given by its cosine and sine.
SWV_INLINE void swvi_arm_posture(const swvi_arm_target *target, double cos_swivel, double sin_swivel, double q[7])
{
    swvi_arm_angles(&target->circle, &target->axes, cos_swivel, sin_swivel, &q[0], &q[1], &q[2], &q[4], &q[5], &q[6]);
    q[3] = target->circle.elbow;
}

/// The values each joint has among the eight families, two or four, from the posture of family 0; and which of them
/// family f has: values[i][swvi_arm_variant[i][f]].
void                       swvi_arm_variants(const double q[7], double values[7][4]);
extern const unsigned char swvi_arm_variant[7][SWV_ARM_FAMILIES];

/// Turns an angle in [-pi, pi] into a joint's limits. False if no turn of it is inside.
SWV_INLINE bool swvi_arm_turn_into(const swv_arm_limits *limits, double *angle)
{
    const double low = limits->lower - SWV_LIMIT_TOLERANCE, high = limits->upper + SWV_LIMIT_TOLERANCE;
    if (*angle >= low && *angle <= high)
        return true;
    if (low > 3.0 * SWV_PI || high < -3.0 * SWV_PI)
        return swv_angle_turn_into(limits->lower, limits->upper, angle);
    const double turned = *angle < low ? *angle + 2.0 * SWV_PI : *angle - 2.0 * SWV_PI;
    const bool   is_inside = turned >= low && turned <= high;
    *angle = is_inside ? turned : *angle;
    return is_inside;
}

/// The posture of a family, from that of family 0.
void swvi_arm_to_family(int family, const double q[7], double other[7]);

/// Turns every angle into its limits where that is possible; the bits of those where it is not.
uint32_t swvi_arm_turn_into_limits(const swv_arm *arm, double q[7]);

/// How far the wrist of this target is from where the arm can bring it, and how a solve for it ends.
swv_arm_report swvi_arm_report_of(const swv_arm *arm, const swvi_arm_target *target, const double q[7],
                                  uint32_t outside);

/// An angle in [-pi, pi] and half a turn, in [-pi, pi].
SWV_INLINE double swvi_half_turn_away(double angle)
{
    return angle > 0.0 ? angle - SWV_PI : angle + SWV_PI;
}

#endif
