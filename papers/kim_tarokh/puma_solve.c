// SPDX-License-Identifier: MIT
// The Puma's eight solutions: its four ways in lanes (lanes/puma_lanes.c), by puma_kernel.h, where the derivation is.
// Hands are relative to the shoulder, axes as in puma.h; lengths in the arm's unit, angles and limits radians.
#include <math.h>
#include <stddef.h>

#include "kim_tarokh/puma_lanes.h"
#include "kim_tarokh/puma_internal.h"
#include "chin/six.h"
#include "swivel/trig.h"

// Of a joint's angle in the previous posture; 0, the usual one, costs nothing.
static void sincos_of(double angle, double *sine, double *cosine)
{
    *sine = 0.0;
    *cosine = 1.0;
    if (angle != 0.0)
        swv_sincos(angle, sine, cosine);
}

// Limits that leave nothing of [-pi, pi] may need several turns, and the lanes know one: such joints are left to turn_far_joint.
static bool is_far(const swv_puma *puma, int joint)
{
    return puma->lower[joint] - SWV_LIMIT_TOLERANCE > SWV_PI || puma->upper[joint] + SWV_LIMIT_TOLERANCE < -SWV_PI;
}

// `count` of the angles of a joint, from `first` on, moved into its limits by whole turns.
static void turn_far_joint(const swv_puma *puma, int joint, int first, int count, swvi_puma_ways *w)
{
    for (int i = first; i < first + count; ++i)
        w->outside[i] = swv_angle_turn_into(puma->lower[joint], puma->upper[joint], &w->angle[i]) ? 0.0 : 1 << joint;
}

// Where each joint's angles begin in `w`, and how many there are: swvi_puma_ways. The wrist's three have four more each when flipped.
static void turn_far_joints(const swv_puma *puma, swvi_puma_ways *w)
{
    static const int first[6] = { SWVI_PUMA_WAIST, SWVI_PUMA_SHOULDER,  SWVI_PUMA_ELBOW,
                                  SWVI_PUMA_WRIST, SWVI_PUMA_WRIST + 4, SWVI_PUMA_WRIST + 8 };
    for (int i = 0; i < 6; ++i) {
        if (!is_far(puma, i))
            continue;
        turn_far_joint(puma, i, first[i], i == 0 || i == 2 ? 2 : 4, w);
        if (i >= 3)
            turn_far_joint(puma, i, first[i] + (SWVI_PUMA_FLIPPED - SWVI_PUMA_WRIST), 4, w);
    }
}

// Checks, then all eight. Family f (puma.h) is way w, whose bit 0 is the shoulder's side and bit 1 the elbow's, with the wrist flipped or not.
static swv_status solve(const swv_puma *puma, const swv_pose *hand, const double *previous, swvi_six *six)
{
    const swv_status status = swvi_puma_check(puma);
    if (status != SWV_OK)
        return status;
    swvi_puma_task task = { .shape = swvi_puma_shape_of(puma), .hand = *hand };
    if (swvi_check_hand(&task.hand) != SWV_OK)
        return SWV_BAD_GOAL;
    if (previous && !swvi_six_is_posture(previous))
        return SWV_BAD_POSTURE;
    sincos_of(previous ? previous[0] : 0.0, &task.other.sin0, &task.other.cos0);
    sincos_of(previous ? previous[1] : 0.0, &task.other.sin1, &task.other.cos1);
    sincos_of(previous ? previous[3] : 0.0, &task.other.sin3, &task.other.cos3);
    bool is_any_far = false;
    for (int i = 0; i < 6; ++i) {
        task.low[i] = is_far(puma, i) ? -INFINITY : puma->lower[i] - SWV_LIMIT_TOLERANCE;
        task.high[i] = is_far(puma, i) ? INFINITY : puma->upper[i] + SWV_LIMIT_TOLERANCE;
        is_any_far |= is_far(puma, i);
    }
    swvi_puma_ways ways;
    SWVI_RUN_WIDEST(puma_ways, &task, &ways)
    if (is_any_far)
        turn_far_joints(puma, &ways);
    six->hand = task.hand;
    six->excess = ways.excess;
    six->reach = task.shape.reach;
    for (int f = 0; f < SWV_PUMA_FAMILIES; ++f) {
        const int w = (f & 1) + (f & 4) / 2, wrist = (f & 2 ? SWVI_PUMA_FLIPPED : SWVI_PUMA_WRIST) + w;
        const int index[6] = {
            SWVI_PUMA_WAIST + w % 2, SWVI_PUMA_SHOULDER + w, SWVI_PUMA_ELBOW + w / 2, wrist, wrist + 4, wrist + 8
        };
        double outside = 0.0;
        for (int i = 0; i < 6; ++i) {
            six->q[f][i] = ways.angle[index[i]];
            outside += ways.outside[index[i]];
        }
        six->outside[f] = (uint32_t)outside;
    }
    return SWV_OK;
}

// swvi_puma_forward for the functions that six-joint arms share (chin/six.h).
static swv_pose forward_of(const void *puma, const double q[6])
{
    return swvi_puma_forward((const swv_puma *)puma, q);
}

swv_status swv_puma_solve(const swv_puma *puma, const swv_pose *hand, const double *previous,
                          double q[SWV_PUMA_FAMILIES][6], swv_arm6_report reports[SWV_PUMA_FAMILIES])
{
    if (!puma || !hand || !q)
        return SWV_NULL;
    swvi_six         six;
    const swv_status status = solve(puma, hand, previous, &six);
    if (status == SWV_OK)
        swvi_six_give_all(&six, puma, forward_of, q, reports);
    return status;
}

swv_status swv_puma_best(const swv_puma *puma, const swv_pose *hand, const double *previous, double q[6],
                         swv_arm6_report *report)
{
    if (!puma || !hand || !q)
        return SWV_NULL;
    swvi_six         six;
    const swv_status status = solve(puma, hand, previous, &six);
    if (status == SWV_OK)
        swvi_six_give_best(&six, puma, forward_of, previous, q, report);
    return status;
}
