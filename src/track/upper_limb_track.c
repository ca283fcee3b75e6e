// SPDX-License-Identifier: MIT
// Following a hand with the upper limb.
//
// Given     where the limb was, the hand's next pose, the time until then
// Find      the next posture: girdle and arm
//
// (1) girdle    solved with the arm at its last swivel, as if it had no limits, from the last GH: continuous
// (2) speed     all its angles go the same part of their way, as far as the fastest may
// (3) arm       followed from that GH by the arm's own tracking, which knows limits, natural elbow and speed
// (4) raising   F <- F + 2 (change of elevation)/turn, kept in [-1, 1]: a hysteresis that depends on the way, not on time
#include <math.h>
#include <stddef.h>

#include "math/scalar.h"
#include "swivel/natural.h"
#include "swivel/upper_limb_track.h"

swv_status swv_upper_limb_track_start(swv_upper_limb_track *track, const swv_upper_limb *limb,
                                      const swv_track_options *options)
{
    if (!track || !limb)
        return SWV_NULL;
    double           girdle[SWV_GIRDLE_ANGLES];
    swv_vec3         gh;
    swv_arm_track    arm;
    const swv_status status = swv_upper_limb_rest(limb, girdle, &gh);  // looks at the limb
    if (status != SWV_OK)
        return status;
    const swv_status arm_status = swv_arm_track_start(&arm, &limb->arm, options);
    if (arm_status != SWV_OK)
        return arm_status;
    *track = (swv_upper_limb_track){ .limb = *limb, .arm = arm };
    track->limb.arm.reference = arm.arm.reference;
    for (int i = 0; i < 7; ++i)
        (void)swv_arm_set_limits(&track->limb.arm, i, -INFINITY, INFINITY);
    track->posture.gh = gh;
    for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i)
        track->posture.girdle[i] = girdle[i];
    return SWV_OK;
}

// Where a person would hold the elbow, as far as the resting girdle tells.
static double first_swivel(const swv_upper_limb_track *track, const swv_pose *hand)
{
    const swv_arm *arm = &track->limb.arm;
    const swv_pose from_gh = { swv_vec3_sub(hand->position, track->posture.gh),
                               swv_arm_palm_axes(arm->side, hand->rotation) };
    swv_vec3       direction;
    double         swivel = 0.0;
    if (swv_natural_elbow(arm->side, arm->upper_arm + arm->forearm, &from_gh, &direction) == SWV_OK)
        (void)swv_arm_swivel_towards(arm, from_gh.position, direction, &swivel);
    return swivel;
}

// (2) The part of the way from `last` to `next` that no angle is too fast for.
static double part_allowed(const double last[SWV_GIRDLE_ANGLES], const double next[SWV_GIRDLE_ANGLES], double most)
{
    double farthest = 0.0;
    for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i) {
        const double way = fabs(next[i] - last[i]);
        farthest = way > farthest ? way : farthest;
    }
    return farthest > most ? most / farthest : 1.0;
}

swv_status swv_upper_limb_track_step(swv_upper_limb_track *track, const swv_pose *hand, double dt,
                                     swv_upper_limb_posture *posture, swv_upper_limb_track_report *report)
{
    if (!track || !hand || !posture)
        return SWV_NULL;
    swv_pose target = *hand;
    if (!(track->arm.options.max_joint_speed > 0.0))
        return SWV_BAD_MODEL;
    if (swv_pose_check(&target) != SWV_OK || !swvi_is_finite(track->shoulder_elevation + track->shoulder_protraction))
        return SWV_BAD_GOAL;
    if (!swvi_is_finite(dt) || !(dt > 0.0))
        return SWV_BAD_ARGUMENT;

    // (1)
    const swv_upper_limb_goal    goal = { .wrist = target.position,
                                          .swivel = track->has_posture ? track->arm.swivel : first_swivel(track, &target),
                                          .shoulder_elevation = track->shoulder_elevation,
                                          .shoulder_protraction = track->shoulder_protraction,
                                          .raising = track->raising };
    const swv_upper_limb_options options = { .tolerance =
                                                 1e-9 * (track->limb.arm.upper_arm + track->limb.arm.forearm) };
    swv_upper_limb_posture       next;
    swv_upper_limb_report        solved;
    const swv_status             girdle_status = swv_upper_limb_solve(
                    &track->limb, &goal, track->has_posture ? &track->posture : NULL, &options, &next, &solved);
    if (girdle_status != SWV_OK)
        return girdle_status;

    // (2), (3)
    const double     part = track->has_posture
                                ? part_allowed(track->posture.girdle, next.girdle, track->arm.options.max_joint_speed * dt)
                                : 1.0;
    double           girdle[SWV_GIRDLE_ANGLES], q[7];
    const double     hanging[7] = { 0.0, SWV_PI, 0.0, 0.0, 0.0, 0.0, 0.0 };
    swv_track_report followed;
    for (int i = 0; i < SWV_GIRDLE_ANGLES; ++i)
        girdle[i] =
            part < 1.0 ? track->posture.girdle[i] + part * (next.girdle[i] - track->posture.girdle[i]) : next.girdle[i];
    if (part < 1.0)
        (void)swv_upper_limb_forward(&track->limb, girdle, hanging, &next);
    const swv_pose   from_gh = { swv_vec3_sub(target.position, next.gh), target.rotation };
    const swv_status arm_status = swv_arm_track_step(&track->arm, &from_gh, dt, q, &followed);
    if (arm_status != SWV_OK)
        return arm_status;
    (void)swv_upper_limb_forward(&track->limb, girdle, q, &next);

    // (4)
    if (track->has_posture) {
        const double moved = track->raising + 2.0 * (next.elevation - track->posture.elevation) / SWV_RAISING_TURN;
        track->raising = moved > 1.0 ? 1.0 : moved < -1.0 ? -1.0 : moved;
    }
    track->posture = next;
    track->has_posture = true;
    *posture = next;
    if (report)
        *report = (swv_upper_limb_track_report){ followed, solved.iterations, track->raising, part < 1.0 };
    return SWV_OK;
}
