// SPDX-License-Identifier: MIT
//
// Tolani and Badler's seven-joint arm, and following a hand with it, over flat arrays; see ../shim.c.
#include <stdlib.h>
#include <string.h>

#include "shim_papers.h"

/// outcome, outside, wrist would do, position error, rotation error
enum { REPORT_SIZE = 5 };

static void arm_report_to(const swv_arm_report *r, double *to)
{
    to[0] = (double)r->outcome;
    to[1] = (double)r->outside;
    to[2] = r->wrist_would_do ? 1.0 : 0.0;
    to[3] = r->position_error;
    to[4] = r->rotation_error;
}

/// The human arm or leg with its limits; NULL if there is no memory.
swv_arm *EXPORT(arm_new)(int side, int is_leg)
{
    swv_arm *arm = malloc(sizeof *arm);
    if (arm) {
        if (is_leg)
            swv_arm_make_human_leg(arm);
        else
            swv_arm_make_human(arm);
        arm->side = side == SWV_LEFT ? SWV_LEFT : SWV_RIGHT;
    }
    return arm;
}

/// lengths: upper arm and forearm, or thigh and shank.
void EXPORT(arm_lengths)(const swv_arm *arm, double *lengths)
{
    lengths[0] = arm->upper_arm;
    lengths[1] = arm->forearm;
}

/// Other lengths, the rest as it is.
int EXPORT(arm_set_lengths)(swv_arm *arm, double upper_arm, double forearm)
{
    swv_arm          other;
    const swv_status status = swv_arm_make(upper_arm, forearm, &other);
    if (status == SWV_OK) {
        arm->upper_arm = upper_arm;
        arm->forearm = forearm;
    }
    return (int)status;
}

void EXPORT(arm_set_choices)(swv_arm *arm, int reference, int compromise, double softness)
{
    arm->reference = (swv_swivel_reference)reference;
    arm->compromise = (swv_arm_compromise)compromise;
    arm->softness = softness;
}

int EXPORT(arm_set_limits)(swv_arm *arm, int joint, double lower, double upper)
{
    return (int)swv_arm_set_limits(arm, joint, lower, upper);
}

/// 14 doubles: lower and upper of each joint.
void EXPORT(arm_limits)(const swv_arm *arm, double *limits)
{
    for (int i = 0; i < 7; i++) {
        limits[2 * i] = arm->limits[i].lower;
        limits[2 * i + 1] = arm->limits[i].upper;
    }
}

/// hand: pose; elbow: 3; frames: seven poses, one for each joint's frame.
int EXPORT(arm_forward)(const swv_arm *arm, const double *q, double *hand, double *elbow, double *frames)
{
    swv_chain  chain;
    swv_pose   at, joints[7];
    swv_vec3   e;
    swv_status status = swv_arm_forward(arm, q, &at, &e);
    if (status == SWV_OK)
        status = swv_arm_chain(arm, &chain);
    if (status == SWV_OK)
        status = swv_chain_frames(&chain, q, joints, NULL);
    if (status != SWV_OK)
        return (int)status;
    pose_to(at, hand);
    vec3_to(e, elbow);
    for (int i = 0; i < 7; i++)
        pose_to(joints[i], frames + 7 * i);
    return SWV_OK;
}

int EXPORT(arm_swivel_of)(const swv_arm *arm, const double *q, double *swivel)
{
    return (int)swv_arm_swivel_of(arm, q, swivel);
}

int EXPORT(arm_swivel_towards)(const swv_arm *arm, const double *wrist, const double *direction, double *swivel)
{
    return (int)swv_arm_swivel_towards(arm, vec3_from(wrist), vec3_from(direction), swivel);
}

int EXPORT(arm_natural_swivel)(const swv_arm *arm, const double *hand, double *swivel)
{
    const swv_pose at = pose_from(hand);
    return (int)swv_arm_natural_swivel(arm, &at, swivel);
}

/// q: 8 x 7; reports: 8 x REPORT_SIZE.
int EXPORT(arm_solve)(const swv_arm *arm, const double *hand, double swivel, double *q, double *reports)
{
    const swv_pose   at = pose_from(hand);
    swv_arm_report   ended[SWV_ARM_FAMILIES];
    const swv_status status = swv_arm_solve(arm, &at, swivel, (double(*)[7])q, ended);
    for (int i = 0; status == SWV_OK && i < SWV_ARM_FAMILIES; i++)
        arm_report_to(&ended[i], reports + REPORT_SIZE * i);
    return (int)status;
}

int EXPORT(arm_solve_one)(const swv_arm *arm, const double *hand, double swivel, int family, double *q, double *report)
{
    const swv_pose   at = pose_from(hand);
    swv_arm_report   ended;
    const swv_status status = swv_arm_solve_one(arm, &at, swivel, family, q, &ended);
    if (status == SWV_OK)
        arm_report_to(&ended, report);
    return (int)status;
}

/// q: 8 x 7; count: one double.
int EXPORT(arm_solve_held)(const swv_arm *arm, const double *hand, int joint, double value, double *q, double *count)
{
    const swv_pose   at = pose_from(hand);
    int              n = 0;
    const swv_status status = swv_arm_solve_held(arm, &at, joint, value, (double(*)[7])q, NULL, &n);
    if (status == SWV_OK)
        *count = (double)n;
    return (int)status;
}

/// sets: for each of four families, as swivels_to has it.
int EXPORT(arm_feasible)(const swv_arm *arm, const double *hand, double *sets)
{
    const swv_pose   at = pose_from(hand);
    swv_swivels      found[SWV_ARM_NATURAL_FAMILIES];
    const swv_status status = swv_arm_feasible(arm, &at, found);
    for (int f = 0; status == SWV_OK && f < SWV_ARM_NATURAL_FAMILIES; f++)
        swivels_to(&found[f], sets + f * (1 + 2 * SWV_MAX_SWIVEL_INTERVALS));
    return (int)status;
}

/// room: family, swivel, margin.
int EXPORT(arm_roomiest)(const swv_arm *arm, const double *hand, double *room)
{
    const swv_pose   at = pose_from(hand);
    swv_arm_room     found;
    const swv_status status = swv_arm_roomiest(arm, &at, &found);
    if (status == SWV_OK) {
        room[0] = (double)found.family;
        room[1] = found.swivel;
        room[2] = found.margin;
    }
    return (int)status;
}

int EXPORT(arm_best)(const swv_arm *arm, const double *hand, double wish, const double *previous, double *q,
                     double *report)
{
    const swv_pose   at = pose_from(hand);
    swv_arm_report   ended;
    const swv_status status = swv_arm_best(arm, &at, wish, previous, q, &ended);
    if (status == SWV_OK)
        arm_report_to(&ended, report);
    return (int)status;
}

int EXPORT(arm_reach)(const swv_arm *arm, const double *wrist, double wish, const double *previous, double *q,
                      double *report)
{
    swv_arm_report   ended;
    const swv_status status = swv_arm_reach(arm, vec3_from(wrist), wish, previous, q, &ended);
    if (status == SWV_OK)
        arm_report_to(&ended, report);
    return (int)status;
}

int EXPORT(arm_closest)(const swv_arm *arm, const double *hand, double wish, const double *previous, double *q,
                        double *report)
{
    const swv_pose   at = pose_from(hand);
    swv_arm_report   ended;
    const swv_status status = swv_arm_closest(arm, &at, wish, previous, q, &ended);
    if (status == SWV_OK)
        arm_report_to(&ended, report);
    return (int)status;
}

int EXPORT(arm_best_held)(const swv_arm *arm, const double *hand, int joint, double value, double wish,
                          const double *previous, double *q, double *report)
{
    const swv_pose   at = pose_from(hand);
    swv_arm_report   ended;
    const swv_status status = swv_arm_best_held(arm, &at, joint, value, wish, previous, q, &ended);
    if (status == SWV_OK)
        arm_report_to(&ended, report);
    return (int)status;
}

int EXPORT(arm_aim_hand)(const swv_arm *arm, const double *wrist, const double *point, double wish,
                         const double *previous, double *q, double *report)
{
    swv_arm_report   ended;
    const swv_status status = swv_arm_aim_hand(arm, vec3_from(wrist), vec3_from(point), wish, previous, q, &ended);
    if (status == SWV_OK)
        arm_report_to(&ended, report);
    return (int)status;
}

int EXPORT(arm_aim_forearm)(const swv_arm *arm, const double *point, const double *previous, double *q, double *report)
{
    swv_arm_report   ended;
    const swv_status status = swv_arm_aim_forearm(arm, vec3_from(point), previous, q, &ended);
    if (status == SWV_OK)
        arm_report_to(&ended, report);
    return (int)status;
}

// ---- following a hand ----

swv_arm_track *EXPORT(track_new)(void)
{
    return calloc(1, sizeof(swv_arm_track));
}

int EXPORT(track_start)(swv_arm_track *track, const swv_arm *arm, int method, double max_joint_speed,
                        double swivel_time)
{
    const swv_track_options options = { .method = (swv_track_method)method,
                                        .max_joint_speed = max_joint_speed,
                                        .swivel_time = swivel_time };
    return (int)swv_arm_track_start(arm, &options, track);
}

int EXPORT(track_set_posture)(swv_arm_track *track, const double *q)
{
    return (int)swv_arm_track_set_posture(track, q);
}

/// report: outcome, flip, catching up, family, swivel, position error, rotation error, candidates.
int EXPORT(track_step)(swv_arm_track *track, const double *hand, double dt, double *q, double *report)
{
    const swv_pose   at = pose_from(hand);
    swv_track_report r;
    const swv_status status = swv_arm_track_step(track, &at, dt, q, &r);
    if (status != SWV_OK)
        return (int)status;
    const double flat[] = {
        (double)r.outcome, r.is_flipping ? 1.0 : 0.0, r.is_catching_up ? 1.0 : 0.0, (double)r.family, r.swivel,
        r.position_error,  r.rotation_error,          (double)r.candidates
    };
    memcpy(report, flat, sizeof flat);
    return SWV_OK;
}
