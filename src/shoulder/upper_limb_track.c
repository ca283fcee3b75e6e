// SPDX-License-Identifier: MIT
// Following a hand with the upper limb.
//
// Given     where the limb was, the hand's next pose, the time until then
// Find      the next posture: girdle and arm
//
// (1) girdle    solved with the arm, the elbow moving with the hand or at the nearest swivel inside the limits: so if any
//               settled posture brings the hand there, this one does
// (2) speed     if bones may turn only so fast: all the girdle's angles go the same part of their way
// (3) arm       followed from that GH by limb_track.c, which smooths the elbow; the swivel of (1) is feasible there
// (4) raising   F <- F + 2 (change of elevation)/turn, kept in [-1, 1]: a hysteresis that depends on the way, not on time
#include "swivel/shoulder.h"

#include <math.h>
#include <stddef.h>

#include "math/scalar.h"
#include "shoulder/girdle_internal.h"

double swv_upper_limb_raising_after(double raising, double from, double to)
{
    return swvi_clamp(-1.0, 1.0, raising + 2.0 * (to - from) / SWV_RAISING_TURN);
}

swv_status swv_upper_limb_track_start(const swv_upper_limb *limb, const swv_limb_track_options *options,
                                      swv_upper_limb_track *track)
{
    if (!track || !limb)
        return SWV_NULL;
    swv_limb_track arm;
    swv_status     status = swvi_upper_limb_check(limb);
    if (status == SWV_OK)
        status = swv_limb_track_start(&limb->arm, options, &arm);
    if (status == SWV_OK)
        *track = (swv_upper_limb_track){ .limb = *limb, .arm = arm };
    return status;
}

// (1), (2): girdle and arm, before the elbow is smoothed.
static swv_status place_girdle(const swv_upper_limb_track *track, const swv_upper_limb_goal *goal, double dt,
                               swv_upper_limb_posture *posture, int *iterations)
{
    // A tolerance of 1e-9 of the reach. Chosen.
    const swv_upper_limb_posture *last = track->has_posture ? &track->posture : NULL;
    swv_upper_limb_goal           carried = *goal;
    const swv_upper_limb_options  options = { .tolerance = 1e-9 * (track->limb.arm.upper + track->limb.arm.lower),
                                              .compromise = track->arm.options.compromise };
    swv_upper_limb_report         report;
    carried.raising = track->raising;
    carried.arm.elbow = last ? SWV_ELBOW_PREVIOUS : goal->arm.elbow;
    const swv_status status = swv_upper_limb_solve(&track->limb, &carried, last, &options, posture, &report);
    if (status != SWV_OK)
        return status;
    *iterations = report.iterations;
    const double speed = track->arm.options.max_bone_speed;
    double       farthest = 0.0;
    for (int i = 0; i < SWV_GIRDLE_ANGLES && last; ++i)
        farthest = swvi_larger(farthest, fabs(posture->girdle[i] - last->girdle[i]));
    if (!(speed > 0.0 && farthest > speed * dt))
        return SWV_OK;
    const double part = speed * dt / farthest;  // (2): of the way, so that no angle is too fast
    for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i)
        posture->girdle[i] = last->girdle[i] + part * (posture->girdle[i] - last->girdle[i]);
    return swv_upper_limb_forward(&track->limb, posture->girdle, &posture->arm, posture);
}

swv_status swv_upper_limb_track_set_posture(swv_upper_limb_track *track, const swv_upper_limb_posture *posture)
{
    if (!track || !posture)
        return SWV_NULL;
    swv_limb_track         arm = track->arm;
    swv_upper_limb_posture placed;
    swv_status             status = swv_upper_limb_forward(&track->limb, posture->girdle, &posture->arm, &placed);
    if (status == SWV_OK && !swvi_vec3_is_finite(posture->gh))
        status = SWV_BAD_POSTURE;
    if (status == SWV_OK)
        status = swv_limb_track_set_posture(&arm, &posture->arm);
    if (status != SWV_OK)
        return status;
    track->arm = arm;
    track->posture = placed;
    track->has_posture = true;
    return SWV_OK;
}

swv_status swv_upper_limb_track_step(swv_upper_limb_track *track, const swv_upper_limb_goal *goal, double dt,
                                     swv_upper_limb_posture *posture, swv_limb_track_report *report)
{
    if (!track || !goal || !posture)
        return SWV_NULL;
    if (!(dt > 0.0 && dt < INFINITY))
        return SWV_BAD_ARGUMENT;
    if (!(goal->raising >= -1.0 && goal->raising <= 1.0))
        return SWV_BAD_GOAL;
    swv_upper_limb_posture next;
    swv_limb_track_report  r;
    int                    iterations;
    swv_status             status = place_girdle(track, goal, dt, &next, &iterations);
    if (status != SWV_OK)
        return status;

    // (3)
    swv_limb_track   arm = track->arm;
    swv_limb_posture bones = next.arm;
    swv_limb_goal    from_gh = goal->arm;
    from_gh.end.position = swv_vec3_sub(goal->arm.end.position, next.gh);
    if (!track->has_posture)
        status = swv_limb_track_set_posture(&arm, &bones);
    if (status == SWV_OK)
        status = swv_limb_track_step(&arm, &from_gh, dt, &bones, &r);
    if (status != SWV_OK)
        return status;
    if (goal->arm.is_position_only && goal->has_pronation) {
        swvi_turn_forearm(&arm.limb, goal->pronation, arm.options.compromise, &bones, &r.limb);
        arm.posture = bones;
    }
    status = swv_upper_limb_forward(&track->limb, next.girdle, &bones, &next);
    if (status != SWV_OK)
        return status;

    // (4)
    if (track->has_posture)
        track->raising = swv_upper_limb_raising_after(track->raising, track->posture.elevation, next.elevation);
    track->arm = arm;
    track->posture = next;
    track->has_posture = true;
    track->iterations = iterations;
    *posture = next;
    if (report)
        *report = r;
    return SWV_OK;
}
