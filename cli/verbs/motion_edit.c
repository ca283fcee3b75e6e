// SPDX-License-Identifier: MIT
// motion trim, mirror and sheet: a part of a recording, its mirror image, and a look at it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/body_drawing.h"
#include "io/folder.h"
#include "io/message.h"
#include "io/motion_file.h"
#include "io/output.h"
#include "verbs/motion.h"
#include "verbs/motion_input.h"
#include "words/values.h"
#include "words/words.h"

enum { MAX_SHEET = 64 };
#define CLOSE 0.01  // of a frame: times that are so near to one mean it

// ---- trim ----

void motion_trim(int count, char **words)
{
    const char     *path = NULL, *out = NULL, *from = NULL, *to = NULL;
    motion_input    input = { .clip = NULL };
    const parameter parameters[] = {
        { "FILE", .text = &path, .required = true },
        { "OUT", .text = &out, .required = true },
        { "--from", .text = &from },
        { "--to", .text = &to },
        MOTION_INPUT(input),
    };
    sort_words("motion trim", count, words, parameters, sizeof parameters / sizeof parameters[0]);
    static motion_file file;
    motion_read_as(path, &input, &file);
    swv_motion  *m = &file.motion;
    const double length = m->frame_count * m->frame_time;
    double       start = 0.0, end = length;
    if (from)
        read_numbers("--from", from, 1, "seconds", &start);
    if (to)
        read_numbers("--to", to, 1, "seconds", &end);
    if (!(start >= 0.0))
        fail("--from: '%s': a time in seconds, 0 or more, expected", from);
    const int first = m->frame_time > 0.0 ? (int)fmin(ceil(start / m->frame_time - CLOSE), 1e9) : 0;
    const int last = m->frame_time > 0.0 ? (int)fmin(ceil(end / m->frame_time - CLOSE), 1e9) : m->frame_count;
    if (first >= m->frame_count || last <= first)
        fail("%s: no frames from %g to %g s; it is %g s long", path, start, end, length);
    const int kept = (last < m->frame_count ? last : m->frame_count) - first;
    memmove(m->frames, m->frames + (size_t)first * (size_t)m->frame_size,
            (size_t)kept * (size_t)m->frame_size * sizeof *m->frames);
    m->frame_count = kept;
    motion_write(out, m);
    printf("%d frames: %.6g s from %.6g s on\n", kept, kept * m->frame_time, first * m->frame_time);
    motion_file_free(&file);
}

// ---- mirror ----

// The name with its sides changed; false if it has none.
static bool mirrored_name(const char *name, char *out, size_t size)
{
    static const char *const pairs[][2] = { { "Left", "Right" }, { "left", "right" }, { "LEFT", "RIGHT" } };
    static const char *const tails[][2] = { { ".L", ".R" }, { ".l", ".r" }, { "_L", "_R" }, { "_l", "_r" } };
    for (int i = 0; i < 6; i++) {
        const char *from = pairs[i / 2][i % 2], *to = pairs[i / 2][1 - i % 2], *at = strstr(name, from);
        if (at)
            return (size_t)snprintf(out, size, "%.*s%s%s", (int)(at - name), name, to, at + strlen(from)) < size;
    }
    for (int i = 0; i < 8; i++) {
        const char  *from = tails[i / 2][i % 2], *to = tails[i / 2][1 - i % 2];
        const size_t length = strlen(name);
        if (length > 2 && !strcmp(name + length - 2, from))
            return (size_t)snprintf(out, size, "%.*s%s", (int)length - 2, name, to) < size;
    }
    return false;
}

// For each joint the one that takes its turn: by the parts of the body, by names, or itself.
static void find_partners(const motion_file *f, int *partners)
{
    for (int j = 0; j < f->motion.joint_count; j++) {
        char name[256];
        partners[j] = j;
        if (mirrored_name(f->motion.joints[j].name, name, sizeof name))
            for (int k = 0; k < f->motion.joint_count; k++)
                if (!strcmp(f->motion.joints[k].name, name))
                    partners[j] = k;
    }
    for (int part = 0; part < SWV_PARTS; part++) {
        const int a = f->binding.parts[part].joint, b = f->binding.parts[swv_part_mirrored(part)].joint;
        if (a >= 0 && b >= 0)
            partners[a] = b;
    }
}

void motion_mirror(int count, char **words)
{
    const char     *path = NULL, *out = NULL;
    motion_input    input = { .clip = NULL };
    const parameter parameters[] = {
        { "FILE", .text = &path, .required = true },
        { "OUT", .text = &out, .required = true },
        MOTION_INPUT(input),
    };
    sort_words("motion mirror", count, words, parameters, sizeof parameters / sizeof parameters[0]);
    static motion_file file;
    motion_read_as(path, &input, &file);
    motion_bind(path, &file);
    const swv_vec3 up = file.binding.up, forward = file.binding.forward;
    if (file.binding.parts[SWV_PART_HIPS].joint < 0)
        fail("%s: no hips found; 'swivel rig info' shows what was found", path);
    swv_motion    *m = &file.motion;
    const int      joints = m->joint_count;
    const swv_vec3 across = swv_vec3_cross(forward, up);
    swv_pose *locals = poses_of(joints), *rest = poses_of(joints), *worlds = poses_of(joints), *made = poses_of(joints);
    int      *partners = calloc((size_t)joints, sizeof *partners);
    if (!partners)
        fail("out of memory");
    find_partners(&file, partners);
    for (int j = 0; j < joints; j++)  // the file's zero, or what stands for it
        rest[j] = file.own.skeleton.rest_frames[j];
    for (int f = 0; f < m->frame_count; f++) {
        swv_motion_locals(m, f, locals);
        swv_motion_worlds(m, locals, worlds);
        // A turn against rest about v becomes one about v mirrored, the other way: v less twice its part at right angles to `across`.
        for (int j = 0; j < joints; j++) {
            const int      from = partners[j], parent = m->joints[j].parent;
            const swv_quat q = swv_quat_mul(worlds[from].rotation, swv_quat_conjugate(rest[from].rotation));
            const swv_vec3 v = { q.x, q.y, q.z }, along = swv_vec3_scale(2.0 * swv_vec3_dot(v, across), across);
            const swv_quat turn = { along.x - v.x, along.y - v.y, along.z - v.z, q.w };
            const swv_vec3 way = swv_vec3_sub(locals[from].position, m->joints[from].rest.position);
            made[j].rotation = swv_quat_mul(turn, rest[j].rotation);
            // Roots move in the world; what else moves, moves as its partner does against its parent.
            if (parent < 0) {
                const swv_vec3 p = locals[from].position;
                made[j].position = swv_vec3_sub(p, swv_vec3_scale(2.0 * swv_vec3_dot(p, across), across));
            } else {
                made[j].position = swv_vec3_add(m->joints[j].rest.position, way);
            }
        }
        for (int j = 0; j < joints; j++) {
            const int parent = m->joints[j].parent;
            locals[j].position = made[j].position;
            locals[j].rotation = parent < 0 ? made[j].rotation
                                            : swv_quat_mul(swv_quat_conjugate(made[parent].rotation), made[j].rotation);
        }
        if (swv_motion_put(m, f, locals) != SWV_OK)
            fail("%s: frame %d cannot be mirrored", path, f);
    }
    motion_write(out, m);
    free(partners);
    free(made);
    free(worlds);
    free(rest);
    free(locals);
    motion_file_free(&file);
}

// ---- sheet ----

void motion_sheet(int count, char **words)
{
    const char     *path = NULL, *out = NULL, *number = NULL;
    motion_input    input = { .clip = NULL };
    const parameter parameters[] = {
        { "FILE", .text = &path, .required = true },
        { "--frames", .text = &number },
        { "--out", .text = &out },
        MOTION_INPUT(input),
    };
    sort_words("motion sheet", count, words, parameters, sizeof parameters / sizeof parameters[0]);
    if (!out)
        fail("motion sheet: --out FILE.svg or FILE.png is needed; '-' is standard output, as SVG");
    expect_picture("--out", out, true);
    double wanted = 8.0;
    if (number)
        read_numbers("--frames", number, 1, "how many", &wanted);
    if (!(wanted >= 1.0 && wanted <= MAX_SHEET && wanted == floor(wanted)))
        fail("--frames: 1 to %d", MAX_SHEET);
    static motion_file file;
    motion_read_as(path, &input, &file);
    motion_bind(path, &file);
    const swv_motion *m = &file.motion;
    if (file.binding.parts[SWV_PART_HIPS].joint < 0)
        fail("%s: no hips found; 'swivel rig info' shows what was found", path);
    const int all = m->frame_count > 0 ? m->frame_count : 1, shown = (int)wanted < all ? (int)wanted : all;
    swv_pose *worlds = poses_of(shown * m->joint_count), *locals = poses_of(m->joint_count);
    double    times[MAX_SHEET];
    for (int i = 0; i < shown; i++) {
        const int frame = m->frame_count == 0 ? -1 : shown > 1 ? (int)((long)i * (all - 1) / (shown - 1)) : 0;
        times[i] = frame < 0 ? 0.0 : frame * m->frame_time;
        swv_motion_locals(m, frame, locals);
        swv_motion_worlds(m, locals, worlds + i * m->joint_count);
    }
    FILE        *drawing = open_output(out);
    const size_t length = strlen(out);
    draw_sheet(drawing, &(sheet_drawing){ &file.own.skeleton, &file.binding, worlds, times, shown, file_name(path) },
               length > 4 && !strcmp(out + length - 4, ".png"));
    close_output(drawing, out);
    free(locals);
    free(worlds);
    motion_file_free(&file);
}
