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
    return swv_rig_reason_text((swv_rig_reason)reason);
}

/// joints: count of them; names: as many strings, one after the other, `bytes` in all; up: 3. NULL if there is no memory.
shim_rig *EXPORT(rig_new)(int count, const double *joints, const char *names, int bytes, const double *up,
                          int is_left_handed)
{
    shim_rig *r = calloc(1, sizeof *r + (size_t)count * sizeof *r->joints + (size_t)bytes);
    if (!r)
        return NULL;
    char *name = memcpy(r->joints + count, names, (size_t)bytes);
    for (int i = 0; i < count; i++) {
        r->joints[i] = (swv_rig_joint){ name, (int)joints[8 * i], pose_from(joints + 8 * i + 1) };
        name += strlen(name) + 1;
    }
    r->rig = (swv_rig){ r->joints, count, vec3_from(up), is_left_handed != 0 };
    return r;
}

shim_rig *EXPORT(rig_new_human)(void)
{
    return calloc(1, sizeof(shim_rig) + SWV_HUMAN_JOINTS * sizeof(swv_rig_joint));
}

int EXPORT(rig_make_human)(shim_rig *r, double stature, int sex)
{
    return (int)swv_human_make(stature, (swv_sex)sex, r->joints, &r->rig);
}

int EXPORT(rig_joint_count)(const shim_rig *r)
{
    return r->rig.joint_count;
}

const char *EXPORT(rig_joint_name)(const shim_rig *r, int joint)
{
    return r->joints[joint].name;
}

void EXPORT(rig_joint)(const shim_rig *r, int joint, double *numbers)
{
    numbers[0] = (double)r->joints[joint].parent;
    pose_to(r->joints[joint].rest, numbers + 1);
}

int EXPORT(rig_fault)(const shim_rig *r)
{
    int fault;
    (void)swv_rig_check(&r->rig, &fault);
    return fault;
}

/// given: for each part as swv_rig_options has it.
int EXPORT(rig_bind)(shim_rig *r, const double *given, int ignore_names, double *binding)
{
    int numbers[SWV_PARTS];
    for (int i = 0; i < SWV_PARTS; i++)
        numbers[i] = (int)given[i];
    const swv_rig_options options = { .given = numbers, .ignore_names = ignore_names != 0 };
    const swv_status      status = swv_rig_bind(&r->rig, &options, &r->binding);
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
    return swv_rest_is_posture(&r->rig, &r->binding);
}

/// The skeleton rests as a recording of it tells. Bind it again afterwards.
int EXPORT(rig_find_rest)(shim_rig *r, const swv_pose *clip, int frame_count)
{
    return (int)swv_rest_find(&r->rig, &r->binding, clip, frame_count, r->joints);
}
