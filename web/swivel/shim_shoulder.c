// SPDX-License-Identifier: MIT
//
// The shoulder over flat arrays; see shim.c. Places are as seen from the sternoclavicular joint.
//   goal     13: wrist, swivel, shoulder elevation and protraction, pronation, has rotation, rotation, raising
//   posture  29: girdle (6), q (7), swivel, elevation, plane, pronation, AC, GH, elbow, wrist
#include <stdlib.h>
#include <string.h>

#include "shim.h"

static void posture_to(const swv_upper_limb_posture *posture, double *p)
{
    memcpy(p, posture->girdle, sizeof posture->girdle);
    memcpy(p + 6, posture->q, sizeof posture->q);
    const double rest[4] = { posture->swivel, posture->elevation, posture->plane, posture->pronation };
    memcpy(p + 13, rest, sizeof rest);
    vec3_to(posture->ac, p + 17);
    vec3_to(posture->gh, p + 20);
    vec3_to(posture->elbow, p + 23);
    vec3_to(posture->wrist, p + 26);
}

static swv_upper_limb_posture posture_from(const double *p)
{
    swv_upper_limb_posture posture;
    memcpy(posture.girdle, p, sizeof posture.girdle);
    memcpy(posture.q, p + 6, sizeof posture.q);
    posture.swivel = p[13];
    posture.elevation = p[14];
    posture.plane = p[15];
    posture.pronation = p[16];
    posture.ac = vec3_from(p + 17);
    posture.gh = vec3_from(p + 20);
    posture.elbow = vec3_from(p + 23);
    posture.wrist = vec3_from(p + 26);
    return posture;
}

/// A person's, its swivels counted from the smooth reference; NULL if there is no memory.
swv_upper_limb *EXPORT(upper_limb_new)(int side)
{
    swv_upper_limb *limb = malloc(sizeof *limb);
    if (limb) {
        swv_upper_limb_make_human(limb);
        limb->arm.reference = SWV_SWIVEL_SMOOTH;
        limb->arm.side = side == SWV_LEFT ? SWV_LEFT : SWV_RIGHT;
    }
    return limb;
}

/// The limb's own arm: its limits may be set.
swv_arm *EXPORT(upper_limb_arm)(swv_upper_limb *limb)
{
    return &limb->arm;
}

/// gh: where the shoulder is with the arm hanging.
int EXPORT(upper_limb_rest)(const swv_upper_limb *limb, double *girdle, double *gh)
{
    swv_vec3         at;
    const swv_status status = swv_upper_limb_rest(limb, girdle, &at);
    if (status == SWV_OK)
        vec3_to(at, gh);
    return (int)status;
}

/// near: a posture, or NULL. report: outcome, iterations, outside, position error, rotation error.
int EXPORT(upper_limb_solve)(const swv_upper_limb *limb, const double *goal, const double *previous, double *posture,
                             double *report)
{
    const swv_upper_limb_goal wanted = { .wrist = vec3_from(goal),
                                         .swivel = goal[3],
                                         .shoulder_elevation = goal[4],
                                         .shoulder_protraction = goal[5],
                                         .pronation = goal[6],
                                         .has_rotation = goal[7] != 0.0,
                                         .rotation = { goal[8], goal[9], goal[10], goal[11] },
                                         .raising = goal[12] };
    swv_upper_limb_posture    before, found;
    swv_upper_limb_report     r;
    if (previous)
        before = posture_from(previous);
    const swv_status status = swv_upper_limb_solve(limb, &wanted, previous ? &before : NULL, NULL, &found, &r);
    if (status != SWV_OK)
        return (int)status;
    posture_to(&found, posture);
    const double flat[5] = { (double)r.outcome, (double)r.iterations, (double)r.outside, r.position_error,
                             r.rotation_error };
    memcpy(report, flat, sizeof flat);
    return SWV_OK;
}

/// frames: clavicle, scapula, then the arm's seven joints as seen from GH.
int EXPORT(upper_limb_frames)(const swv_upper_limb *limb, const double *posture, double *frames)
{
    swv_pose   clavicle, scapula, joints[7];
    swv_chain  chain;
    swv_status status = swv_girdle_frames(limb, posture, &clavicle, &scapula);
    if (status == SWV_OK)
        status = swv_arm_chain(&limb->arm, &chain);
    if (status == SWV_OK)
        status = swv_chain_frames(&chain, posture + 6, joints, NULL);
    if (status != SWV_OK)
        return (int)status;
    pose_to(clavicle, frames);
    pose_to(scapula, frames + 7);
    for (int i = 0; i < 7; i++)
        pose_to(joints[i], frames + 7 * (i + 2));
    return SWV_OK;
}

/// angles: six, what the limb's rhythm says.
int EXPORT(upper_limb_rhythm)(const swv_upper_limb *limb, double elevation, double plane, double raising,
                              double *angles)
{
    return (int)swv_rhythm_angles(&limb->girdle.rhythm, elevation, plane, raising, angles);
}
