// SPDX-License-Identifier: MIT
//
// The shoulder over flat arrays; see shim.c. Places are as seen from the sternoclavicular joint.
//   goal     18: a limb's goal (13), shoulder elevation and protraction, has pronation, pronation, raising
//   posture  35: girdle (6), the limb's posture (13), swivel, elevation, plane, pronation, AC, GH, elbow, wrist
#include <stdlib.h>
#include <string.h>

#include "shim.h"

static void posture_to(const swv_upper_limb_posture *posture, double *p)
{
    memcpy(p, posture->girdle, sizeof posture->girdle);
    limb_posture_to(&posture->arm, p + 6);
    const double rest[4] = { posture->swivel, posture->elevation, posture->plane, posture->pronation };
    memcpy(p + 19, rest, sizeof rest);
    vec3_to(posture->ac, p + 23);
    vec3_to(posture->gh, p + 26);
    vec3_to(posture->elbow, p + 29);
    vec3_to(posture->wrist, p + 32);
}

static swv_upper_limb_posture posture_from(const double *p)
{
    swv_upper_limb_posture posture;
    memcpy(posture.girdle, p, sizeof posture.girdle);
    posture.arm = limb_posture_from(p + 6);
    posture.swivel = p[19];
    posture.elevation = p[20];
    posture.plane = p[21];
    posture.pronation = p[22];
    posture.ac = vec3_from(p + 23);
    posture.gh = vec3_from(p + 26);
    posture.elbow = vec3_from(p + 29);
    posture.wrist = vec3_from(p + 32);
    return posture;
}

/// A person's; NULL if there is no memory.
swv_upper_limb *EXPORT(upper_limb_new)(int side)
{
    swv_upper_limb *limb = malloc(sizeof *limb);
    if (limb)
        (void)swv_upper_limb_make(side == SWV_LEFT ? SWV_LEFT : SWV_RIGHT, limb);
    return limb;
}

/// The limb's own arm: for limb_limits and limb_set_limits.
swv_limb *EXPORT(upper_limb_arm)(swv_upper_limb *limb)
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

static swv_upper_limb_goal goal_from(const double *goal)
{
    return (swv_upper_limb_goal){ .arm = limb_goal_from(goal),
                                  .shoulder_elevation = goal[13],
                                  .shoulder_protraction = goal[14],
                                  .has_pronation = goal[15] != 0.0,
                                  .pronation = goal[16],
                                  .raising = goal[17] };
}

/// previous: a posture, or NULL. report: outcome, iterations, broken, excess, wished, position error, rotation error, GH's
/// change.
int EXPORT(upper_limb_solve)(const swv_upper_limb *limb, const double *goal, const double *previous, int compromise,
                             double *posture, double *report)
{
    const swv_upper_limb_goal    wanted = goal_from(goal);
    const swv_upper_limb_options options = { .compromise = (swv_limb_compromise)compromise };
    swv_upper_limb_posture       before, found;
    swv_upper_limb_report        r;
    if (previous)
        before = posture_from(previous);
    const swv_status status = swv_upper_limb_solve(limb, &wanted, previous ? &before : NULL, &options, &found, &r);
    if (status != SWV_OK)
        return (int)status;
    posture_to(&found, posture);
    const double flat[8] = { (double)r.outcome, (double)r.iterations, (double)r.broken, r.excess,
                             r.wished,          r.position_error,     r.rotation_error, r.gh_error };
    memcpy(report, flat, sizeof flat);
    return SWV_OK;
}

/// frames: clavicle, scapula, then the arm's five bones.
int EXPORT(upper_limb_frames)(const swv_upper_limb *limb, const double *posture, double twist_weight, double *frames)
{
    const swv_upper_limb_posture p = posture_from(posture);
    swv_pose                     clavicle, scapula;
    swv_limb_bones               arm;
    const swv_status             status = swv_upper_limb_frames(limb, &p, twist_weight, &clavicle, &scapula, &arm);
    if (status != SWV_OK)
        return (int)status;
    const swv_pose poses[7] = { clavicle, scapula, arm.upper, arm.lower, arm.lower_mid, arm.lower_far, arm.end };
    for (int i = 0; i < 7; i++)
        pose_to(poses[i], frames + 7 * i);
    return SWV_OK;
}

/// frames: clavicle and scapula, from the girdle's six angles alone.
int EXPORT(upper_limb_girdle_frames)(const swv_upper_limb *limb, const double *girdle, double *frames)
{
    swv_pose         clavicle, scapula;
    const swv_status status = swv_girdle_frames(limb, girdle, &clavicle, &scapula);
    if (status != SWV_OK)
        return (int)status;
    pose_to(clavicle, frames);
    pose_to(scapula, frames + 7);
    return SWV_OK;
}

/// angles: six, what the limb's rhythm says.
int EXPORT(upper_limb_rhythm)(const swv_upper_limb *limb, double elevation, double plane, double raising,
                              double *angles)
{
    return (int)swv_rhythm_angles(&limb->girdle.rhythm, elevation, plane, raising, angles);
}

double EXPORT(raising_after)(double raising, double from, double to)
{
    return swv_upper_limb_raising_after(raising, from, to);
}

// ---- following ----

/// NULL if there is no memory.
swv_upper_limb_track *EXPORT(upper_limb_track_new)(void)
{
    return calloc(1, sizeof(swv_upper_limb_track));
}

int EXPORT(upper_limb_track_start)(swv_upper_limb_track *track, const swv_upper_limb *limb, double swivel_time,
                                   double max_bone_speed, double max_swivel_speed, int compromise)
{
    const swv_limb_track_options options = { swivel_time, max_bone_speed, max_swivel_speed,
                                             (swv_limb_compromise)compromise };
    return (int)swv_upper_limb_track_start(limb, &options, track);
}

int EXPORT(upper_limb_track_set_posture)(swv_upper_limb_track *track, const double *posture)
{
    const swv_upper_limb_posture at = posture_from(posture);
    return (int)swv_upper_limb_track_set_posture(track, &at);
}

/// report: outcome, iterations, broken, excess, wished, position error, rotation error, forced, swivel speed, raising, behind.
int EXPORT(upper_limb_track_step)(swv_upper_limb_track *track, const double *goal, double dt, double *posture,
                                  double *report)
{
    const swv_upper_limb_goal wanted = goal_from(goal);
    swv_upper_limb_posture    found;
    swv_limb_track_report     r;
    const swv_status          status = swv_upper_limb_track_step(track, &wanted, dt, &found, &r);
    if (status != SWV_OK)
        return (int)status;
    posture_to(&found, posture);
    const swv_limb_report *arm = &r.limb;
    const double           flat[11] = {
                  (double)arm->outcome, (double)track->iterations, (double)arm->broken,  arm->excess,    arm->wished,
                  arm->position_error,  arm->rotation_error,       (double)r.was_forced, r.swivel_speed, track->raising,
                  (double)r.is_behind
    };
    memcpy(report, flat, sizeof flat);
    return SWV_OK;
}
