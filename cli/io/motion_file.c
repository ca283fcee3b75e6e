// SPDX-License-Identifier: MIT
#include "io/motion_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel/skeleton.h>

#include "io/message.h"
#include "io/skeleton.h"

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && !strcmp(text + length - tail, end);
}

// A skeleton as JSON is a motion without frames. Its joints are put in order, parents first.
static void read_skeleton(const char *path, motion_file *file)
{
    static skeleton_file skeleton;
    skeleton_read(path, &skeleton);
    const swv_rig    *rig = &skeleton.rig;
    swv_motion_joint *joints = calloc((size_t)rig->joint_count, sizeof *joints);
    int               places[SWV_RIG_JOINTS], count = 0;
    swv_io_error      error = { .status = SWV_OK };
    if (!joints)
        fail("out of memory");
    for (int i = 0; i < rig->joint_count; i++)
        places[i] = -1;
    for (int before = -1; count < rig->joint_count && count != before;) {
        before = count;
        for (int i = 0; i < rig->joint_count; i++) {
            const int parent = rig->joints[i].parent;
            if (places[i] >= 0 || (parent >= 0 && places[parent] < 0))
                continue;
            const swv_pose world = rig->joints[i].rest;
            places[i] = count;
            joints[count++] = (swv_motion_joint){
                .name = rig->joints[i].name ? rig->joints[i].name : "",
                .parent = parent < 0 ? -1 : places[parent],
                .rest = parent < 0 ? world : swv_pose_mul(swv_pose_inverse(rig->joints[parent].rest), world),
            };
        }
    }
    const swv_io_options options = { .up = rig->up };
    const swv_status     status = swv_motion_make(joints, count, 0, 0.0, &options, &file->motion, &error);
    free(joints);
    const bool is_left_handed = rig->is_left_handed;
    for (int part = 0; part < SWV_PARTS; part++)
        file->given[part] = skeleton.given[part] > 0 ? places[skeleton.given[part] - 1] + 1 : skeleton.given[part];
    skeleton_free(&skeleton);
    if (status != SWV_OK)
        fail_io(path, &error);
    file->motion.given = file->given;
    file->rig.is_left_handed = is_left_handed;
}

void motion_read(const char *path, const swv_io_options *options, motion_file *file)
{
    swv_io_error error = { .status = SWV_OK };
    *file = (motion_file){ .rig = { .joint_count = 0 } };
    if (ends_with(path, ".json")) {
        read_skeleton(path, file);
        return;
    }
    if (swv_motion_read_file(path, options, &file->motion, &error) != SWV_OK)
        fail_io(path, &error);
}

// A recording's zero that is no posture is replaced by one that its frames tell.
static swv_status find_rest(motion_file *file, const swv_rig_options *options)
{
    const swv_motion *m = &file->motion;
    if (!m->frames || m->frame_count < 1 || swv_rest_is_posture(&file->rig, &file->binding))
        return SWV_OK;
    const size_t count = (size_t)m->joint_count;
    swv_pose    *clip = malloc((size_t)m->frame_count * count * sizeof *clip);
    swv_rig      rig;
    swv_status   status = clip ? swv_motion_rig(m, 0, file->joints, &rig) : SWV_NO_MEMORY;
    rig.up = file->rig.up;
    for (int f = 0; status == SWV_OK && f < m->frame_count; f++)
        status = swv_motion_locals(m, f, clip + (size_t)f * count);
    if (status == SWV_OK)
        status = swv_rig_bind(&rig, options, &file->binding);
    if (status == SWV_OK)
        status = swv_rest_find(&rig, &file->binding, clip, m->frame_count, file->joints);
    free(clip);
    if (status == SWV_BAD_MODEL)  // not a whole body: as the file has it
        status = swv_motion_rig(m, -1, file->joints, &rig);
    if (status == SWV_OK)
        status = swv_rig_bind(&file->rig, options, &file->binding);
    return status;
}

bool motion_try_bind(const char *path, motion_file *file, char problem[MOTION_PROBLEM])
{
    const bool is_left_handed = file->rig.is_left_handed;
    if (file->motion.joint_count > SWV_RIG_JOINTS) {
        snprintf(problem, MOTION_PROBLEM, "%s: %d joints; a body has at most %d", path, file->motion.joint_count,
                 SWV_RIG_JOINTS);
        return false;
    }
    swv_status status = swv_motion_rig(&file->motion, -1, file->joints, &file->rig);
    if (status == SWV_OK) {
        file->rig.up = file->motion.up;
        file->rig.is_left_handed = is_left_handed;
        const swv_rig_options options = { .given = file->motion.given };
        status = swv_rig_bind(&file->rig, &options, &file->binding);
        if (status == SWV_OK)
            status = find_rest(file, &options);
    }
    if (status != SWV_OK)
        snprintf(problem, MOTION_PROBLEM, "%s: %s", path, swv_status_text(status));
    return status == SWV_OK;
}

// A hand or foot, by its name, that is not attached to its limb, as controls of rigs for animators do; -1: none.
static int loose_end(const motion_file *file)
{
    static const int ends[] = { SWV_PART_LEFT_HAND, SWV_PART_RIGHT_HAND, SWV_PART_LEFT_FOOT, SWV_PART_RIGHT_FOOT };
    for (int i = 0; i < 4; ++i)
        if (file->binding.parts[ends[i]].reason == SWV_RIG_NAME_ONLY)
            return ends[i];
    return -1;
}

bool motion_try_body(const char *path, const motion_file *file, swv_body *body, char problem[MOTION_PROBLEM])
{
    int              part;
    const swv_status status = swv_body_make(&file->rig, &file->binding, body, &part);
    const int        loose = status == SWV_BAD_MODEL ? loose_end(file) : -1;
    if (loose >= 0)
        snprintf(problem, MOTION_PROBLEM,
                 "%s: %s, which is the %s by its name, is not attached to the other bones of the limb; each bone of a "
                 "limb must be the child of the one before, without controls",
                 path, file->rig.joints[file->binding.parts[loose].joint].name, swv_part_name(loose));
    else if (status == SWV_BAD_MODEL)
        skeleton_missing(path, &file->binding, part, SKELETON_BODY, problem);
    else if (status != SWV_OK)
        snprintf(problem, MOTION_PROBLEM, "%s: %s", path, swv_status_text(status));
    return status == SWV_OK;
}

bool motion_try_hung_body(const char *path, motion_file *file, swv_body *body, char problem[MOTION_PROBLEM])
{
    if (motion_try_body(path, file, body, problem))
        return true;
    int parents[SWV_RIG_JOINTS];
    if (swv_rig_attach(&file->rig, &file->binding, parents, &file->binding.parts[SWV_PART_HIPS].joint, NULL) != SWV_OK)
        return false;
    for (int j = 0; j < file->rig.joint_count; j++)
        file->joints[j].parent = parents[j];
    if (swv_body_make(&file->rig, &file->binding, body, NULL) != SWV_OK)
        return false;
    file->is_hung = true;
    problem[0] = '\0';
    return true;
}

static void locals_from(const motion_file *file, bool is_hung, const swv_pose *worlds, swv_pose *out)
{
    for (int j = 0; j < file->motion.joint_count; j++) {
        const int parent = is_hung ? file->joints[j].parent : file->motion.joints[j].parent;
        out[j] = parent < 0 ? worlds[j] : swv_pose_mul(swv_pose_inverse(worlds[parent]), worlds[j]);
    }
}

void motion_hang_locals(const motion_file *file, const swv_pose *locals, swv_pose *out)
{
    swv_pose worlds[SWV_RIG_JOINTS];
    if (swv_motion_worlds(&file->motion, locals, worlds) == SWV_OK)
        locals_from(file, true, worlds, out);
}

void motion_unhang_locals(const motion_file *file, const swv_body *body, const swv_pose *locals, swv_pose *out)
{
    swv_pose worlds[SWV_RIG_JOINTS];
    if (swv_mount_worlds(&body->mount, locals, worlds) == SWV_OK)
        locals_from(file, false, worlds, out);
}

void motion_bind(const char *path, motion_file *file)
{
    char problem[MOTION_PROBLEM];
    if (!motion_try_bind(path, file, problem))
        fail("%s", problem);
}

void motion_body(const char *path, const motion_file *file, swv_body *body)
{
    char problem[MOTION_PROBLEM];
    if (!motion_try_body(path, file, body, problem))
        fail("%s", problem);
}

void motion_write(const char *path, const swv_motion *motion)
{
    swv_io_error error = { .status = SWV_OK };
    if (swv_motion_write_file(path, motion, NULL, &error) != SWV_OK)
        fail_io(path, &error);
}
