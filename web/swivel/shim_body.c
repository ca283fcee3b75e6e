// SPDX-License-Identifier: MIT
//
// The whole body over flat arrays; see shim.c. Poses of the skeleton are read and written in place, seven doubles a joint.
//   goal    11: part, want, pose, weight of the position and of the rotation
//   report  38: outcome, overhang, step due, centre of mass, errors of 16 positions, of 16 rotations
//   arms     6: distance, segment and solid of the right arm and of the left
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "shim_body.h"

static_assert(sizeof(swv_pose) == 7 * sizeof(double), "poses are read in place");

/// NULL if there is no memory.
shim_body *EXPORT(body_new)(int joint_count)
{
    return calloc(1, sizeof(shim_body) + 3 * (size_t)joint_count * sizeof(swv_pose) + swv_skeleton_size(joint_count));
}

swv_status shim_body_start(shim_body *b)
{
    const swv_skeleton        *s = b->body.mount.skeleton;
    const swv_skeleton_options options = { s->up, s->is_left_handed };
    swv_status                 status =
        swv_skeleton_make(s->joints, s->joint_count, &options, b->poses + 3 * s->joint_count, &b->skeleton, NULL);
    b->body.mount.skeleton = &b->skeleton;
    if (status == SWV_OK)
        status = swv_body_follow_start(&b->body, NULL, &b->follower);
    if (status == SWV_OK)
        status = swv_body_track_start(&b->body, SWV_KEEP_LIMITS, &b->track);
    if (status == SWV_OK)
        (void)swv_flesh_make(&b->body, &b->flesh);
    return status;
}

int EXPORT(body_make)(shim_body *b, const shim_rig *r)
{
    const swv_status status =
        r->status != SWV_OK ? r->status : swv_body_make(&r->skeleton, &r->binding, &b->body, NULL);
    return (int)(status == SWV_OK ? shim_body_start(b) : status);
}

int EXPORT(body_parent)(const shim_body *b, int joint)
{
    return b->skeleton.joints[joint].parent;
}

/// parts: the joint of each.
void EXPORT(body_parts)(const shim_body *b, double *parts)
{
    for (int i = 0; i < SWV_PARTS; i++)
        parts[i] = (double)b->body.parts[i];
}

swv_pose *EXPORT(body_animation)(shim_body *b)
{
    return animation_of(b);
}

swv_pose *EXPORT(body_locals)(shim_body *b)
{
    return locals_of(b);
}

double EXPORT(body_size)(const shim_body *b)
{
    return b->body.size;
}

int EXPORT(body_is_left_handed)(const shim_body *b)
{
    return b->body.mount.is_left_handed;
}

double EXPORT(body_floor)(const shim_body *b)
{
    return b->body.floor;
}

void EXPORT(body_set_floor)(shim_body *b, double floor)
{
    b->body.floor = floor;
}

/// Into what goes in and what comes out.
void EXPORT(body_rest)(shim_body *b)
{
    for (int i = 0; i < b->skeleton.joint_count; i++)
        animation_of(b)[i] = locals_of(b)[i] = b->skeleton.joints[i].rest;
}

int EXPORT(body_stand)(shim_body *b)
{
    const swv_status status = swv_body_stand(&b->body, locals_of(b));
    if (status == SWV_OK)
        memcpy(animation_of(b), locals_of(b), (size_t)b->skeleton.joint_count * sizeof(swv_pose));
    return (int)status;
}

/// Returns where they are; NULL for locals that are not finite.
swv_pose *EXPORT(body_worlds)(shim_body *b)
{
    return swv_mount_worlds(&b->body.mount, locals_of(b), worlds_of(b)) == SWV_OK ? worlds_of(b) : NULL;
}

// ---- goals ----

int EXPORT(body_start_following)(shim_body *b, double swivel_time, double max_bone_speed, double max_swivel_speed,
                                 int compromise)
{
    const swv_limb_track_options options = { swivel_time, max_bone_speed, max_swivel_speed,
                                             (swv_limb_compromise)compromise };
    return (int)swv_body_follow_start(&b->body, &options, &b->follower);
}

/// dt: seconds since the last frame; NULL: nothing is remembered.
int EXPORT(body_reach)(shim_body *b, const double *goals, int count, const double *dt, int compromise, int balances,
                       int keeps_shoulders, double *report)
{
    swv_body_goal wanted[SWV_BODY_GOALS];
    if (count > SWV_BODY_GOALS)
        return SWV_BAD_COUNT;
    for (int i = 0; i < count; i++, goals += 11)
        wanted[i] = (swv_body_goal){ .part = (int)goals[0],
                                     .want = (swv_body_want)goals[1],
                                     .pose = pose_from(goals + 2),
                                     .is_weighted = true,
                                     .position_weight = goals[9],
                                     .rotation_weight = goals[10] };
    const swv_body_reach_options options = { .compromise = (swv_limb_compromise)compromise,
                                             .balances = balances != 0,
                                             .keeps_shoulders = keeps_shoulders != 0 };
    swv_body_reach_report        r;
    const swv_status             status =
        dt ? swv_body_follow(&b->body, &b->follower, wanted, count, *dt, animation_of(b), &options, locals_of(b), &r)
                       : swv_body_reach(&b->body, wanted, count, animation_of(b), &options, locals_of(b), &r);
    if (status != SWV_OK)
        return (int)status;
    report[0] = (double)r.outcome;
    report[1] = r.overhang;
    report[2] = r.is_step_due ? 1.0 : 0.0;
    vec3_to(r.mass, report + 3);
    memcpy(report + 6, r.position_errors, (size_t)count * sizeof(double));
    memcpy(report + 6 + SWV_BODY_GOALS, r.rotation_errors, (size_t)count * sizeof(double));
    return SWV_OK;
}

// ---- flesh ----

/// Of what came out last; with `avoids` elbows are turned out of the body there.
int EXPORT(body_clearance)(shim_body *b, int avoids, double *arms)
{
    swv_clearance    found[2];
    const swv_status status = avoids ? swv_flesh_avoid(&b->body, &b->flesh, locals_of(b), locals_of(b), found)
                                     : swv_flesh_clearance(&b->body, &b->flesh, locals_of(b), found);
    for (int i = 0; status == SWV_OK && i < 2; i++) {
        arms[3 * i] = found[i].distance;
        arms[3 * i + 1] = (double)found[i].segment;
        arms[3 * i + 2] = (double)found[i].solid;
    }
    return (int)status;
}

/// flesh: radii of upper arm, forearm and hand, then joint, from, to and radius of each solid.
void EXPORT(body_flesh)(const shim_body *b, double *flesh)
{
    const swv_flesh *f = &b->flesh;
    flesh[0] = f->upper_arm;
    flesh[1] = f->forearm;
    flesh[2] = f->hand;
    for (int i = 0; i < SWV_FLESH_SOLIDS; i++) {
        double *to = flesh + 3 + 8 * i;
        to[0] = (double)f->solids[i].joint;
        vec3_to(f->solids[i].from, to + 1);
        vec3_to(f->solids[i].to, to + 4);
        to[7] = f->solids[i].radius;
    }
}

/// Checked where it is used.
void EXPORT(body_set_flesh)(shim_body *b, const double *flesh)
{
    swv_flesh *f = &b->flesh;
    f->upper_arm = flesh[0];
    f->forearm = flesh[1];
    f->hand = flesh[2];
    for (int i = 0; i < SWV_FLESH_SOLIDS; i++) {
        const double *from = flesh + 3 + 8 * i;
        f->solids[i].joint = (int)from[0];
        f->solids[i].from = vec3_from(from + 1);
        f->solids[i].to = vec3_from(from + 4);
        f->solids[i].radius = from[7];
    }
}

// ---- limbs ----

/// The limb that ends in a part; NULL: there is none.
swv_limb *EXPORT(body_limb)(shim_body *b, int part)
{
    const int limb = swv_mount_limb_of(&b->body.mount, part);
    return limb < 0 ? NULL : &b->body.mount.limbs[limb].limb;
}

int EXPORT(body_limb_posture)(shim_body *b, int part, double *posture)
{
    swv_limb_posture found;
    const swv_status status =
        swv_mount_read(&b->body.mount, swv_mount_limb_of(&b->body.mount, part), locals_of(b), &found);
    if (status == SWV_OK)
        limb_posture_to(&found, posture);
    return (int)status;
}

int EXPORT(body_set_limb_posture)(shim_body *b, int part, const double *posture)
{
    const swv_limb_posture at = limb_posture_from(posture);
    return (int)swv_mount_write(&b->body.mount, swv_mount_limb_of(&b->body.mount, part), &at, locals_of(b));
}
