// SPDX-License-Identifier: MIT
// Following a hand as Tolani and Badler do: scheme 2 with each joint in turn where it was.
//
// Given     the last posture p, the hand
// Find      the next posture
//
// (1) candidates  for each joint of shoulder and wrist held at its value in p, the solutions with the elbow bending
//                 naturally: six times up to two swivels, and at each two postures (arm_held.c)
// (2) limits      those outside them are dropped
// (3) nearest     of the rest the one with the smallest sum of (q_i - p_i)^2, the differences wrapped: the plain
//                 differences the paper prints make the arm jump on most paths
//
// Angles are radians; track and target: arm_track_internal.h.
//
// At one swivel the shoulder's way, if a joint of the wrist is held, or the wrist's is free, and both the limits and the sum fall
// into a part for each.
//
// This work is based on:
// Tolani, Badler. Real-Time Inverse Kinematics of the Human Arm. 1996 (section 6)
#include <math.h>

#include "swivel/trig.h"
#include "tolani_badler/arm_track_internal.h"

// (3) Of the joints first to last, turned near to p; INFINITY outside the limits.
static double sum_of_squares(const swv_arm_track *track, int first, int last, double q[7])
{
    double sum = 0.0;
    for (int i = first; i <= last; ++i) {
        const double p = track->posture[i];
        const bool   is_inside = swvi_track_turn_joint(&track->arm.limits[i], p, &q[i]);
        sum += is_inside ? (q[i] - p) * (q[i] - p) : INFINITY;
    }
    return sum;
}

/// (3) The nearest so far: the sum, rad^2, the posture and its swivel.
typedef struct nearest_posture {
    double sum, q[7], cos_swivel, sin_swivel;
} nearest_posture;

// (1) to (3) at both swivels where a joint is where it was.
static void look_at(const swv_arm_track *track, const swvi_track_target *target, const swvi_held *held,
                    nearest_posture *nearest)
{
    // The joint held is one of the shoulder's or one of the wrist's: of these one way has it, of the others both do.
    const bool is_shoulders = held->joint < 3;
    const int  free = is_shoulders ? 4 : 0, bound = is_shoulders ? 0 : 4;  // the first joint of either three
    double     q[2][7], other[7];
    swvi_arm_held_postures(&target->arm, held, q);
    for (int which = 0; which < held->count; ++which) {
        double sum = sum_of_squares(track, 3, 3, q[which]) + sum_of_squares(track, bound, bound + 2, q[which]);
        swvi_arm_to_family(is_shoulders ? 2 : 1, q[which], other);
        const double one_way = sum_of_squares(track, free, free + 2, q[which]);
        const double other_way = sum_of_squares(track, free, free + 2, other);
        sum += swvi_smaller(one_way, other_way);
        if (!(sum < nearest->sum))
            continue;
        nearest->sum = sum;
        nearest->cos_swivel = held->cos_swivel[which];
        nearest->sin_swivel = held->sin_swivel[which];
        for (int i = 0; i < 7; ++i)
            nearest->q[i] = other_way < one_way && i >= free && i < free + 3 ? other[i] : q[which][i];
    }
}

swvi_track_goal swvi_track_paper(const swv_arm_track *track, const swvi_track_target *target)
{
    static const int cases[6] = { 0, 1, 2, 6, 4, 5 };  // Tolani and Badler's order
    swvi_track_goal  goal = { .is_found = false, .family = track->family, .swivel = track->swivel };
    nearest_posture  nearest = { .sum = INFINITY };
    for (int k = 0; k < 6; ++k) {
        swvi_held held;
        swvi_arm_hold(&track->arm, &target->arm, cases[k], track->posture[cases[k]], &held);
        goal.candidates += 2 * held.count;
        if (held.count > 0)
            look_at(track, target, &held, &nearest);
    }
    if (nearest.sum < INFINITY) {
        goal.is_found = true;
        goal.family = swvi_track_family_of(nearest.q);
        goal.swivel = swv_atan2(nearest.sin_swivel, nearest.cos_swivel);
        for (int i = 0; i < 7; ++i)
            goal.q[i] = nearest.q[i];
    }
    return goal;
}
