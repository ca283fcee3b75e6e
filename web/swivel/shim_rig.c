// SPDX-License-Identifier: MIT
//
// Skeletons over flat arrays; see shim.c.
//   joint    8: parent, pose
//   binding  4 for each part: joint, confidence, reason, rival; then up, forward, left-handed, height, twist count, and joint
//            and part of each twist
#include <stdlib.h>
#include <string.h>

#include "shim_body.h"

int EXPORT(rig_part_count)(void)
{
    return SWV_PARTS;
}

const char *EXPORT(rig_part_name)(int part)
{
    return swv_part_name(part);
}

int EXPORT(rig_part_mirrored)(int part)
{
    return swv_part_mirrored(part);
}

const char *EXPORT(rig_reason_text)(int reason)
{
    return swv_bind_reason_text((swv_bind_reason)reason);
}

// A rig with room for so many joints and their names; NULL if there is no memory.
static shim_rig *rig_of(int count, int bytes)
{
    const size_t n = (size_t)count, worlds = n * sizeof(swv_joint), memory = worlds + n * sizeof(swv_pose);
    const size_t scratch = memory + swv_skeleton_size(count), names = scratch + swv_skeleton_bind_size(count);
    shim_rig    *r = calloc(1, sizeof *r + names + (size_t)bytes);
    if (!r)
        return NULL;
    char *block = (char *)r->block;
    r->count = count;
    r->joints = (swv_joint *)(void *)block;
    r->worlds = (swv_pose *)(void *)(block + worlds);
    r->memory = block + memory;
    r->scratch = block + scratch;
    return r;
}

static char *names_of(shim_rig *r)
{
    return (char *)r->scratch + swv_skeleton_bind_size(r->count);
}

static void make_skeleton(shim_rig *r)
{
    r->status = swv_skeleton_make(r->joints, r->count, &r->options, r->memory, &r->skeleton, &r->fault);
}

// A rotation of all zeros is none.
static swv_pose turned(swv_pose world)
{
    world.rotation = swv_quat_normalize(world.rotation);
    return world;
}

/// joints: count of them, poses in the world; names: as many strings, one after the other, `bytes` in all; up: 3. NULL if there is no memory.
shim_rig *EXPORT(rig_new)(int count, const double *joints, const char *names, int bytes, const double *up,
                          int is_left_handed)
{
    shim_rig *r = rig_of(count, bytes);
    if (!r)
        return NULL;
    char *name = memcpy(names_of(r), names, (size_t)bytes);
    r->options = (swv_skeleton_options){ vec3_from(up), is_left_handed != 0 };
    for (int i = 0; i < count; i++) {
        const int parent = (int)joints[8 * i];
        r->worlds[i] = pose_from(joints + 8 * i + 1);
        r->joints[i] = (swv_joint){ .name = name,
                                    .parent = parent,
                                    .kind = parent < 0 ? SWV_JOINT_FREE : SWV_JOINT_BALL,
                                    .rest = turned(r->worlds[i]) };
        name += strlen(name) + 1;
    }
    for (int i = 0; i < count; i++) {
        const int parent = r->joints[i].parent;
        if (parent >= 0 && parent < count)
            r->joints[i].rest = swv_pose_mul(swv_pose_inverse(turned(r->worlds[parent])), r->joints[i].rest);
    }
    make_skeleton(r);
    return r;
}

shim_rig *EXPORT(rig_new_human)(void)
{
    return rig_of(SWV_HUMAN_JOINTS, 0);
}

int EXPORT(rig_make_human)(shim_rig *r, double stature, int sex)
{
    const swv_status status = swv_human_make(stature, (swv_sex)sex, r->joints);
    if (status != SWV_OK)
        return (int)status;
    r->options.up = (swv_vec3){ 0.0, 0.0, 1.0 };
    make_skeleton(r);
    if (r->status == SWV_OK)
        memcpy(r->worlds, r->skeleton.rest_frames, SWV_HUMAN_JOINTS * sizeof *r->worlds);
    return (int)r->status;
}

int EXPORT(rig_joint_count)(const shim_rig *r)
{
    return r->count;
}

const char *EXPORT(rig_joint_name)(const shim_rig *r, int joint)
{
    return r->joints[joint].name;
}

/// Its parent, and its rest pose in the world.
void EXPORT(rig_joint)(const shim_rig *r, int joint, double *numbers)
{
    numbers[0] = (double)r->joints[joint].parent;
    pose_to(r->worlds[joint], numbers + 1);
}

int EXPORT(rig_fault)(const shim_rig *r)
{
    return r->fault;
}

/// given: for each part as swv_bind_options has it.
int EXPORT(rig_bind)(shim_rig *r, const double *given, int ignore_names, double *binding)
{
    int numbers[SWV_PARTS];
    for (int i = 0; i < SWV_PARTS; i++)
        numbers[i] = (int)given[i];
    const swv_bind_options options = { .given = numbers, .ignore_names = ignore_names != 0 };
    const swv_status       status =
        r->status != SWV_OK ? r->status : swv_skeleton_bind(&r->skeleton, &options, r->scratch, &r->binding);
    if (status != SWV_OK)
        return (int)status;
    const swv_binding *b = &r->binding;
    for (int i = 0; i < SWV_PARTS; i++, binding += 4) {
        binding[0] = (double)b->parts[i].joint;
        binding[1] = b->parts[i].confidence;
        binding[2] = (double)b->parts[i].reason;
        binding[3] = (double)b->parts[i].rival;
    }
    vec3_to(b->up, binding);
    vec3_to(b->forward, binding + 3);
    binding[6] = b->is_left_handed ? 1.0 : 0.0;
    binding[7] = b->height;
    binding[8] = (double)b->twist_count;
    for (int i = 0; i < b->twist_count; i++) {
        binding[9 + 2 * i] = (double)b->twists[i].joint;
        binding[10 + 2 * i] = (double)b->twists[i].part;
    }
    return SWV_OK;
}

/// Whether a body can rest as the skeleton does.
int EXPORT(rig_is_posture)(const shim_rig *r)
{
    return swv_rest_is_posture(&r->skeleton, &r->binding);
}

/// The skeleton rests as a recording of it tells. Bind it again afterwards.
int EXPORT(rig_find_rest)(shim_rig *r, const swv_pose *clip, int frame_count)
{
    const swv_status status = swv_rest_find(&r->skeleton, &r->binding, clip, frame_count, r->scratch, r->joints);
    if (status != SWV_OK)
        return (int)status;
    make_skeleton(r);
    if (r->status == SWV_OK)
        memcpy(r->worlds, r->skeleton.rest_frames, (size_t)r->count * sizeof *r->worlds);
    return (int)r->status;
}
