// SPDX-License-Identifier: MIT
// Following a hand as Tolani and Badler do: scheme 2 with each joint in turn where it was.
//
// Given     the last posture p, the hand
// Find      the next posture
//
// (1) candidates  for each joint of shoulder and wrist held at its value in p, the solutions with the elbow bending
//                 naturally: six times up to two swivels, and at each the families where the joint has that value and
//                 not its other way's, two of four
// (2) limits      those outside them are dropped
// (3) nearest     of the rest the one with the smallest sum of (q_i - p_i)^2, the differences wrapped: the plain
//                 differences the paper prints make the arm jump on most paths
//
// Angles are radians; track and target: arm_track_internal.h.
//
// At one swivel a family is a choice of the shoulder's way and one of the wrist's, and both the limits and the sum fall
// into a part for each. So both ways of both are looked at once, and the four families need not be.
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

// Of the shoulder's (first = 0) or the wrist's (4) joints, if the one held is among them: to 1e-6 rad, chosen.
static bool is_held(const swv_arm_track *track, int held, int first, const double q[7])
{
    return held < first || held > first + 2 || fabs(swv_angle_wrap(q[held] - track->posture[held])) <= 1e-6;
}

// (1) to (3) at one swivel, given by cosine and sine, where joint `held` is where it was. nearest: in and out, the smallest sum so far, rad^2.
static void look_at(const swv_arm_track *track, const swvi_track_target *target, int held, double cosine, double sine,
                    double *nearest, swvi_track_goal *goal)
{
    static const int first[2] = { 0, 4 };
    double           q[2][7];
    swvi_arm_posture(&target->arm, cosine, sine, q[0]);
    swvi_arm_to_family(SWV_ARM_NATURAL_FAMILIES - 1, q[0], q[1]);
    double sum = sum_of_squares(track, 3, 3, q[0]);
    int    ways[2], candidates = 1;
    for (int part = 0; part < 2; ++part) {
        double best = INFINITY;
        int    count = 0;
        ways[part] = 0;
        for (int way = 0; way < 2; ++way) {
            if (!is_held(track, held, first[part], q[way]))
                continue;
            const double way_sum = sum_of_squares(track, first[part], first[part] + 2, q[way]);
            ++count;
            if (way_sum < best) {
                best = way_sum;
                ways[part] = way;
            }
        }
        candidates *= count;
        sum += best;
    }
    goal->candidates += candidates;
    if (sum < *nearest) {
        *nearest = sum;
        goal->is_found = true;
        goal->family = ways[0] + 2 * ways[1];
        goal->swivel = swv_atan2(sine, cosine);
        for (int i = 0; i < 7; ++i)
            goal->q[i] = q[i < 3 ? ways[0] : i > 3 ? ways[1] : 0][i];
    }
}

swvi_track_goal swvi_track_paper(const swv_arm_track *track, const swvi_track_target *target)
{
    static const int  cases[6] = { 0, 1, 2, 6, 4, 5 };  // Tolani and Badler's order
    swvi_track_goal   goal = { .is_found = false, .family = track->family, .swivel = track->swivel };
    double            nearest = INFINITY;
    swvi_held_swivels held[7];
    swvi_arm_held_swivels(&target->arm, track->posture, held);
    for (int k = 0; k < 6; ++k)
        for (int r = 0; r < held[cases[k]].count; ++r)
            look_at(track, target, cases[k], held[cases[k]].cosine[r], held[cases[k]].sine[r], &nearest, &goal);
    return goal;
}
