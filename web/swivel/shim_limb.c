// SPDX-License-Identifier: MIT
//
// The human arm and leg over flat arrays; see shim.c.
//   posture  13: rotations of upper, lower and end, flexion
//   goal     13: pose, position only, elbow wish, swivel, direction
//   report    7: outcome, broken, excess, swivel, wished, position error, rotation error; of a track 9: forced, speed
//   limits   65: cap count, 12 caps of axis and radius, rest, rest bend, then lower and upper of twist, hinge, pronation,
//                flexion, deviation
#include <stdlib.h>

#include "shim.h"

static void report_to(const swv_limb_report *r, double *to)
{
    to[0] = (double)r->outcome;
    to[1] = (double)r->broken;
    to[2] = r->excess;
    to[3] = r->swivel;
    to[4] = r->wished;
    to[5] = r->position_error;
    to[6] = r->rotation_error;
}

/// With a person's lengths and limits; NULL if there is no memory.
swv_limb *EXPORT(limb_new)(int kind, int side)
{
    swv_limb *limb = malloc(sizeof *limb);
    if (!limb)
        return NULL;
    const swv_side which = side == SWV_LEFT ? SWV_LEFT : SWV_RIGHT;
    if (kind == SWV_LIMB_LEG)
        swv_limb_make(SWV_LIMB_LEG, which, limb);
    else
        swv_limb_make(SWV_LIMB_ARM, which, limb);
    return limb;
}

const char *EXPORT(limb_angle_name)(int kind, int angle)
{
    return swv_limb_angle_name((swv_limb_kind)kind, angle);
}

const char *EXPORT(limb_limit_name)(int kind, int limit)
{
    return swv_limb_limit_name((swv_limb_kind)kind, limit);
}

/// lengths: upper, lower.
void EXPORT(limb_lengths)(const swv_limb *limb, double *lengths)
{
    lengths[0] = limb->upper;
    lengths[1] = limb->lower;
}

int EXPORT(limb_set_lengths)(swv_limb *limb, double upper, double lower)
{
    return (int)swv_limb_set_lengths(limb, upper, lower);
}

int EXPORT(limb_set_stature)(swv_limb *limb, double stature)
{
    return (int)swv_limb_set_stature(limb, stature);
}

void EXPORT(limb_set_softness)(swv_limb *limb, double softness)
{
    limb->softness = softness;
}

static swv_range *ranges_of(swv_limb_limits *limits, int i)
{
    swv_range *const ranges[5] = { &limits->twist, &limits->hinge, &limits->pronation, &limits->flexion,
                                   &limits->deviation };
    return ranges[i];
}

enum { RANGES = 1 + 4 * SWV_MAX_CAPS + 6 };

void EXPORT(limb_limits)(const swv_limb *limb, double *flat)
{
    swv_limb_limits limits = limb->limits;
    flat[0] = (double)limits.cap_count;
    for (int i = 0; i < limits.cap_count; i++) {
        vec3_to(limits.caps[i].axis, flat + 1 + 4 * i);
        flat[4 + 4 * i] = limits.caps[i].radius;
    }
    vec3_to(limits.rest, flat + RANGES - 6);
    vec3_to(limits.rest_bend, flat + RANGES - 3);
    for (int i = 0; i < 5; i++) {
        flat[RANGES + 2 * i] = ranges_of(&limits, i)->lower;
        flat[RANGES + 2 * i + 1] = ranges_of(&limits, i)->upper;
    }
}

int EXPORT(limb_set_limits)(swv_limb *limb, const double *flat)
{
    swv_limb_limits limits = { .cap_count = (int)flat[0],
                               .rest = vec3_from(flat + RANGES - 6),
                               .rest_bend = vec3_from(flat + RANGES - 3) };
    for (int i = 0; i < limits.cap_count && i < SWV_MAX_CAPS; i++) {
        limits.caps[i].axis = vec3_from(flat + 1 + 4 * i);
        limits.caps[i].radius = flat[4 + 4 * i];
    }
    for (int i = 0; i < 5; i++)
        *ranges_of(&limits, i) = (swv_range){ flat[RANGES + 2 * i], flat[RANGES + 2 * i + 1] };
    return (int)swv_limb_set_limits(limb, &limits);
}

int EXPORT(limb_posture_from_angles)(const swv_limb *limb, const double *angles, double *posture)
{
    swv_limb_posture found;
    const swv_status status = swv_limb_posture_from_angles(limb, angles, &found);
    if (status == SWV_OK)
        limb_posture_to(&found, posture);
    return (int)status;
}

int EXPORT(limb_angles)(const swv_limb *limb, const double *posture, double *angles)
{
    const swv_limb_posture at = limb_posture_from(posture);
    return (int)swv_limb_angles(limb, &at, angles);
}

int EXPORT(limb_posture_from_points)(const swv_limb *limb, const double *elbow, const double *end, double *posture)
{
    const swv_pose   at = pose_from(end);
    swv_limb_posture found;
    const swv_status status = swv_limb_posture_from_points(limb, vec3_from(elbow), &at, &found);
    if (status == SWV_OK)
        limb_posture_to(&found, posture);
    return (int)status;
}

/// frames: poses of upper, lower, lower mid, lower far, end.
int EXPORT(limb_frames)(const swv_limb *limb, const double *posture, double twist_weight, double *frames)
{
    const swv_limb_posture at = limb_posture_from(posture);
    swv_limb_bones         found;
    const swv_status       status = swv_limb_frames(limb, &at, twist_weight, &found);
    if (status != SWV_OK)
        return (int)status;
    pose_to(found.upper, frames);
    pose_to(found.lower, frames + 7);
    pose_to(found.lower_mid, frames + 14);
    pose_to(found.lower_far, frames + 21);
    pose_to(found.end, frames + 28);
    return SWV_OK;
}

/// excess: broken, then of each limit.
int EXPORT(limb_check)(const swv_limb *limb, const double *posture, double *excess)
{
    const swv_limb_posture at = limb_posture_from(posture);
    uint32_t               broken = 0;
    const swv_status       status = swv_limb_check(limb, &at, &broken, excess + 1);
    excess[0] = (double)broken;
    return (int)status;
}

/// circle: centre, zero, quarter, radius.
int EXPORT(limb_circle)(const swv_limb *limb, const double *wrist, double *circle)
{
    swv_limb_circle  found;
    const swv_status status = swv_limb_circle_of(limb, vec3_from(wrist), &found);
    if (status != SWV_OK)
        return (int)status;
    vec3_to(found.centre, circle);
    vec3_to(found.zero, circle + 3);
    vec3_to(found.quarter, circle + 6);
    circle[9] = found.radius;
    return SWV_OK;
}

int EXPORT(limb_swivel_of)(const swv_limb *limb, const double *posture, double *swivel)
{
    const swv_limb_posture at = limb_posture_from(posture);
    return (int)swv_limb_swivel_of(limb, &at, swivel);
}

int EXPORT(limb_swivel_towards)(const swv_limb *limb, const double *wrist, const double *direction, double *swivel)
{
    return (int)swv_limb_swivel_towards(limb, vec3_from(wrist), vec3_from(direction), swivel);
}

/// set: as swivels_to has it.
int EXPORT(limb_feasible)(const swv_limb *limb, const double *end, double *set)
{
    const swv_pose   at = pose_from(end);
    swv_swivels      found;
    const swv_status status = swv_limb_feasible(limb, &at, &found);
    if (status == SWV_OK)
        swivels_to(&found, set);
    return (int)status;
}

/// previous: a posture, or NULL.
int EXPORT(limb_solve)(const swv_limb *limb, const double *goal, const double *previous, int compromise,
                       double *posture, double *report)
{
    const swv_limb_goal wanted = limb_goal_from(goal);
    swv_limb_posture    before, found;
    swv_limb_report     r;
    if (previous)
        before = limb_posture_from(previous);
    const swv_status status =
        swv_limb_solve(limb, &wanted, previous ? &before : NULL, (swv_limb_compromise)compromise, &found, &r);
    if (status != SWV_OK)
        return (int)status;
    limb_posture_to(&found, posture);
    report_to(&r, report);
    return SWV_OK;
}

int EXPORT(limb_posture_at)(const swv_limb *limb, const double *end, double swivel, double *posture, double *report)
{
    const swv_pose   at = pose_from(end);
    swv_limb_posture found;
    swv_limb_report  r;
    const swv_status status = swv_limb_posture_at(limb, &at, swivel, &found, &r);
    if (status != SWV_OK)
        return (int)status;
    limb_posture_to(&found, posture);
    report_to(&r, report);
    return SWV_OK;
}

/// end: pose; elbow: 3.
int EXPORT(limb_forward)(const swv_limb *limb, const double *posture, double *end, double *elbow)
{
    const swv_limb_posture at = limb_posture_from(posture);
    swv_pose               pose;
    swv_vec3               bend;
    const swv_status       status = swv_limb_forward(limb, &at, &pose, &bend);
    if (status != SWV_OK)
        return (int)status;
    pose_to(pose, end);
    vec3_to(bend, elbow);
    return SWV_OK;
}

// ---- following ----

swv_limb_track *EXPORT(limb_track_new)(void)
{
    return calloc(1, sizeof(swv_limb_track));
}

int EXPORT(limb_track_start)(swv_limb_track *track, const swv_limb *limb, double swivel_time, double max_bone_speed,
                             double max_swivel_speed, int compromise)
{
    const swv_limb_track_options options = { swivel_time, max_bone_speed, max_swivel_speed,
                                             (swv_limb_compromise)compromise };
    return (int)swv_limb_track_start(limb, &options, track);
}

int EXPORT(limb_track_set_posture)(swv_limb_track *track, const double *posture)
{
    const swv_limb_posture at = limb_posture_from(posture);
    return (int)swv_limb_track_set_posture(track, &at);
}

int EXPORT(limb_track_step)(swv_limb_track *track, const double *goal, double dt, double *posture, double *report)
{
    const swv_limb_goal   wanted = limb_goal_from(goal);
    swv_limb_posture      found;
    swv_limb_track_report r;
    const swv_status      status = swv_limb_track_step(track, &wanted, dt, &found, &r);
    if (status != SWV_OK)
        return (int)status;
    limb_posture_to(&found, posture);
    report_to(&r.limb, report);
    report[7] = (double)r.was_forced;
    report[8] = r.swivel_speed;
    report[9] = (double)r.is_behind;
    return SWV_OK;
}
