// SPDX-License-Identifier: MIT
// A file with a skeleton and, perhaps, its motion (motion_file.h).
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
    static skeleton_file read;
    skeleton_read(path, &read);
    const swv_skeleton *s = &read.own.skeleton;
    swv_motion_joint   *joints = calloc((size_t)s->joint_count, sizeof *joints);
    int                *places = calloc((size_t)s->joint_count, sizeof *places), count = 0;
    swv_io_error        error = { .status = SWV_OK };
    if (!joints || !places)
        fail("out of memory");
    for (int i = 0; i < s->joint_count; i++)
        places[i] = -1;
    for (int before = -1; count < s->joint_count && count != before;) {
        before = count;
        for (int i = 0; i < s->joint_count; i++) {
            const int parent = s->joints[i].parent;
            if (places[i] >= 0 || (parent >= 0 && places[parent] < 0))
                continue;
            places[i] = count;
            joints[count++] = (swv_motion_joint){ .name = s->joints[i].name ? s->joints[i].name : "",
                                                  .parent = parent < 0 ? -1 : places[parent],
                                                  .rest = s->joints[i].rest };
        }
    }
    const swv_io_options options = { .up = s->up };
    const swv_status     status = swv_motion_make(joints, count, 0, 0.0, &options, &file->motion, &error);
    file->is_left_handed = s->is_left_handed;
    for (int part = 0; part < SWV_PARTS; part++)
        file->given[part] = read.given[part] > 0 ? places[read.given[part] - 1] + 1 : read.given[part];
    free(places);
    free(joints);
    skeleton_free(&read);
    if (status != SWV_OK)
        fail_io(path, &error);
    file->motion.given = file->given;
}

void motion_read(const char *path, const swv_io_options *options, motion_file *file)
{
    swv_io_error error = { .status = SWV_OK };
    *file = (motion_file){ .is_hung = false };
    if (ends_with(path, ".json")) {
        read_skeleton(path, file);
        return;
    }
    if (swv_motion_read_file(path, options, &file->motion, &error) != SWV_OK)
        fail_io(path, &error);
}

void motion_file_free(motion_file *file)
{
    own_skeleton_free(&file->own);
    swv_motion_free(&file->motion);
}

// The skeleton of file->own.joints, and its binding.
static swv_status make_and_bind(motion_file *file, bool is_left_handed)
{
    const swv_motion      *m = &file->motion;
    const swv_bind_options options = { .given = m->given };
    const swv_status       status = own_skeleton_make(&file->own, m->joint_count, m->up, is_left_handed, NULL);
    return status == SWV_OK ? swv_skeleton_bind(&file->own.skeleton, &options, file->own.scratch, &file->binding)
                            : status;
}

// A recording's zero that is no posture is replaced by one that its frames tell.
static swv_status find_rest(motion_file *file)
{
    const swv_motion *m = &file->motion;
    own_skeleton     *own = &file->own;
    if (!m->frames || m->frame_count < 1 || swv_rest_is_posture(&own->skeleton, &file->binding))
        return SWV_OK;
    const size_t count = (size_t)m->joint_count;
    swv_pose    *clip = malloc((size_t)m->frame_count * count * sizeof *clip);
    swv_status   status = clip ? swv_motion_joints(m, 0, own->joints) : SWV_NO_MEMORY;
    for (int f = 0; status == SWV_OK && f < m->frame_count; f++)
        status = swv_motion_locals(m, f, clip + (size_t)f * count);
    if (status == SWV_OK)
        status = make_and_bind(file, false);
    if (status == SWV_OK)
        status = swv_rest_find(&own->skeleton, &file->binding, clip, m->frame_count, own->scratch, own->joints);
    free(clip);
    if (status == SWV_BAD_MODEL)  // not a whole body: as the file has it
        status = swv_motion_joints(m, -1, own->joints);
    return status == SWV_OK ? make_and_bind(file, file->is_left_handed) : status;
}

bool motion_try_bind(const char *path, motion_file *file, char problem[MOTION_PROBLEM])
{
    own_skeleton_take(file->motion.joint_count, &file->own);
    swv_status status = swv_motion_joints(&file->motion, -1, file->own.joints);
    if (status == SWV_OK)
        status = make_and_bind(file, file->is_left_handed);
    if (status == SWV_OK)
        status = find_rest(file);
    if (status != SWV_OK)
        snprintf(problem, MOTION_PROBLEM, "%s: %s", path, swv_status_text(status));
    return status == SWV_OK;
}

// A hand or foot, by its name, that is not attached to its limb, as controls of rigs for animators do; -1: none.
static int loose_end(const motion_file *file)
{
    static const int ends[] = { SWV_PART_LEFT_HAND, SWV_PART_RIGHT_HAND, SWV_PART_LEFT_FOOT, SWV_PART_RIGHT_FOOT };
    for (int i = 0; i < 4; ++i)
        if (file->binding.parts[ends[i]].reason == SWV_BIND_NAME_ONLY)
            return ends[i];
    return -1;
}

bool motion_try_body(const char *path, const motion_file *file, swv_body *body, char problem[MOTION_PROBLEM])
{
    int              part;
    const swv_status status = swv_body_make(&file->own.skeleton, &file->binding, body, &part);
    const int        loose = status == SWV_BAD_MODEL ? loose_end(file) : -1;
    if (loose >= 0)
        snprintf(problem, MOTION_PROBLEM,
                 "%s: %s, which is the %s by its name, is not attached to the other bones of the limb; each bone of a "
                 "limb must be the child of the one before, without controls",
                 path, file->own.joints[file->binding.parts[loose].joint].name, swv_part_name(loose));
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
    own_skeleton *own = &file->own;
    int          *hips = &file->binding.parts[SWV_PART_HIPS].joint;
    if (swv_skeleton_attach(&own->skeleton, &file->binding, own->joints, hips, NULL) != SWV_OK)
        return false;
    const swv_skeleton was = own->skeleton;
    if (own_skeleton_make(own, was.joint_count, was.up, was.is_left_handed, NULL) != SWV_OK ||
        swv_body_make(&own->skeleton, &file->binding, body, NULL) != SWV_OK)
        return false;
    file->is_hung = true;
    problem[0] = '\0';
    return true;
}

static void locals_from(const motion_file *file, bool is_hung, const swv_pose *worlds, swv_pose *out)
{
    for (int j = 0; j < file->motion.joint_count; j++) {
        const int parent = is_hung ? file->own.joints[j].parent : file->motion.joints[j].parent;
        out[j] = parent < 0 ? worlds[j] : swv_pose_mul(swv_pose_inverse(worlds[parent]), worlds[j]);
    }
}

void motion_hang_locals(const motion_file *file, const swv_pose *locals, swv_pose *out)
{
    swv_pose *worlds = poses_of(file->motion.joint_count);
    if (swv_motion_worlds(&file->motion, locals, worlds) == SWV_OK)
        locals_from(file, true, worlds, out);
    free(worlds);
}

void motion_unhang_locals(const motion_file *file, const swv_body *body, const swv_pose *locals, swv_pose *out)
{
    swv_pose *worlds = poses_of(file->motion.joint_count);
    if (swv_mount_worlds(&body->mount, locals, worlds) == SWV_OK)
        locals_from(file, false, worlds, out);
    free(worlds);
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
