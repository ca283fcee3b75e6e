// SPDX-License-Identifier: MIT
// Following a hand as the document does: scheme 2 with each joint in turn where it was.
//
// Given     the last posture p, the hand
// Find      the next posture
//
// (1) candidates  for each joint of shoulder and wrist held at its value in p, the solutions with the elbow bending
//                 naturally: six times up to four
// (2) limits      those outside them are dropped
// (3) nearest     of the rest the one with the smallest sum of (q_i - p_i)^2, the differences wrapped: the plain
//                 differences the document prints make the arm jump on most paths
//
// This work is based on:
// Tolani, Badler. Real-Time Inverse Kinematics of the Human Arm. 1996 (section 6)
#include <math.h>

#include "track/arm_track_internal.h"

swvi_track_goal swvi_track_paper(const swv_arm_track *track, const swvi_track_target *target)
{
    static const int held[6] = { 0, 1, 2, 6, 4, 5 };  // the document's cases 1 to 6
    swvi_track_goal  goal = { .is_found = false, .family = track->family, .swivel = track->swivel };
    double           nearest = INFINITY;
    for (int k = 0; k < 6; ++k) {
        double q[SWV_ARM_FAMILIES][7];
        int    count = 0;
        (void)swv_arm_solve_held(&track->arm, &target->hand, held[k], track->posture[held[k]], q, &count);  // (1)
        for (int c = 0; c < count; ++c) {
            if (q[c][3] < 0.0)
                continue;  // the elbow bends backward
            ++goal.candidates;
            if (!swvi_track_turn_near(&track->arm, track->posture, q[c]))
                continue;  // (2)
            const double distance = swvi_track_distance(q[c], track->posture);
            if (distance < nearest) {  // (3)
                nearest = distance;
                for (int i = 0; i < 7; ++i)
                    goal.q[i] = q[c][i];
                goal.is_found = true;
            }
        }
    }
    if (goal.is_found) {
        goal.family = swvi_track_family_of(goal.q);
        (void)swv_arm_swivel_of(&track->arm, goal.q, &goal.swivel);
    }
    return goal;
}
