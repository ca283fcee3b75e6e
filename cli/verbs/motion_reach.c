// SPDX-License-Identifier: MIT
// motion reach and blend: a hand at a place at a time, and one recording after another.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/message.h"
#include "io/motion_file.h"
#include "verbs/motion.h"
#include "verbs/motion_input.h"
#include "words/values.h"
#include "words/words.h"

// From 0 to 1 with no speed and no jerk at either end.
static double smooth(double t)
{
    const double s = fmin(1.0, fmax(0.0, t));
    return fmin(1.0, s * s * s * (10.0 + s * (6.0 * s - 15.0)));  // just below 1 rounding leads beyond it
}

static double read_seconds(const char *option, const char *text, double usual)
{
    double seconds = usual;
    if (text)
        read_numbers(option, text, 1, "seconds", &seconds);
    if (!(seconds >= 0.0 && seconds < 1e9))
        fail("%s: '%s': a time in seconds, 0 or more, expected", option, text);
    return seconds;
}

// Joints that a solve turns must be turned by the frames of the file too.
static void check_turns(const char *path, const swv_motion *m)
{
    for (int j = 0; j < m->joint_count; j++)
        if (!m->joints[j].turns)
            fail("%s: joint '%s' has no rotation in its frames", path, m->joints[j].name);
}

// ---- reach ----

void motion_reach(int count, char **words)
{
    static const char *const sides[] = { "right", "left" };
    static const int         hands[] = { SWV_PART_RIGHT_HAND, SWV_PART_LEFT_HAND },
                     elbows[] = { SWV_PART_RIGHT_LOWER_ARM, SWV_PART_LEFT_LOWER_ARM };
    const char     *path = NULL, *hand = NULL, *to = NULL, *at = NULL, *fade = NULL, *out = NULL;
    motion_input    input = { .clip = NULL };
    const parameter parameters[] = {
        { "FILE", .text = &path, .required = true },
        { "--hand", .text = &hand },
        { "--to", .text = &to },
        { "--at", .text = &at },
        { "--blend", .text = &fade },
        { "--out", .text = &out },
        MOTION_INPUT(input),
    };
    sort_words("motion reach", count, words, parameters, sizeof parameters / sizeof parameters[0]);
    if (!to || !at || !out)
        fail("motion reach: --to \"x,y,z\", --at SECONDS and --out FILE are needed");
    const int    side = read_word("--hand", hand, 2, sides);
    const double when = read_seconds("--at", at, 0.0), over = read_seconds("--blend", fade, 0.4);
    double       place[3];
    read_numbers("--to", to, 3, "a place has 3 numbers", place);

    static motion_file file;
    static swv_body    body;
    motion_read_as(path, &input, &file);
    motion_bind(path, &file);
    motion_body(path, &file, &body);
    swv_motion *m = &file.motion;
    check_turns(path, m);
    const double length = m->frame_count * m->frame_time;
    if (!(when <= length))
        fail("%s: --at %g: it is %g s long", path, when, length);
    const swv_body_reach_options options = { .compromise = SWV_KEEP_HAND };
    swv_pose                    *locals = poses_of(m->joint_count), *worlds = poses_of(m->joint_count);
    int                          changed = 0;
    double                       nearest = HUGE_VAL, error = 0.0;
    for (int f = 0; f < m->frame_count; f++) {
        const double away = fabs(f * m->frame_time - when);
        const double part = over > 0.0 ? smooth(1.0 - away / over) : away <= 0.5 * m->frame_time ? 1.0 : 0.0;
        if (part == 0.0)
            continue;
        swv_motion_locals(m, f, locals);
        swv_motion_worlds(m, locals, worlds);
        const swv_body_goal goals[] = {
            { .part = hands[side],
              .pose = { { place[0], place[1], place[2] }, SWV_IDENTITY_QUAT },
              .want = SWV_WANT_POSITION,
              .is_weighted = true,
              .position_weight = part,
              .rotation_weight = 1.0 },
            { .part = elbows[side], .pose = worlds[body.parts[elbows[side]]], .want = SWV_WANT_POSITION }
        };
        swv_body_reach_report report;
        const swv_status      status = swv_body_reach(&body, goals, 2, locals, &options, locals, &report);
        if (status != SWV_OK || swv_motion_put(m, f, locals) != SWV_OK)
            fail("%s: frame %d: %s", path, f, swv_status_text(status));
        changed++;
        if (away < nearest) {
            nearest = away;
            error = report.position_errors[0];
        }
    }
    if (changed == 0)
        fail("%s: no frame at %g s", path, when);
    motion_write(out, m);
    printf("%d of %d frames changed; at %g s the %s hand is %.3g from its place\n", changed, m->frame_count, when,
           sides[side], error);
    free(worlds);
    free(locals);
    motion_file_free(&file);
}

// ---- blend ----

// The turn about `up` in a rotation.
static swv_quat heading_of(swv_quat q, swv_vec3 up)
{
    const double   along = q.x * up.x + q.y * up.y + q.z * up.z;
    const swv_quat turn = { along * up.x, along * up.y, along * up.z, q.w };
    return along * along + q.w * q.w > 0.0 ? swv_quat_normalize(turn) : (swv_quat)SWV_IDENTITY_QUAT;
}

static swv_vec3 level(swv_vec3 v, swv_vec3 up)
{
    return swv_vec3_sub(v, swv_vec3_scale(swv_vec3_dot(v, up), up));
}

static void check_same(const char *a_path, const swv_motion *a, const char *b_path, const swv_motion *b)
{
    if (a->joint_count != b->joint_count)
        fail("%s has %d joints and %s has %d: only motions of one skeleton can be blended; 'swivel motion retarget' "
             "brings one on the other's",
             a_path, a->joint_count, b_path, b->joint_count);
    for (int j = 0; j < a->joint_count; j++)
        if (strcmp(a->joints[j].name, b->joints[j].name) != 0 || a->joints[j].parent != b->joints[j].parent)
            fail("joint %d is '%s' in %s and '%s' in %s: only motions of one skeleton can be blended", j,
                 a->joints[j].name, a_path, b->joints[j].name, b_path);
    if (a->frame_count < 1 || b->frame_count < 1 || !(a->frame_time > 0.0) || !(b->frame_time > 0.0))
        fail("%s and %s: both need frames", a_path, b_path);
}

/// Two motions of one skeleton, the second after the first.
typedef struct joined {
    const swv_motion *a, *b;
    double    start, over;  ///< seconds of the first at which the second begins, and in which one becomes the other
    swv_quat  turn;         ///< of the second's world: how its hips go on where the first's are
    swv_vec3  shift;
    swv_pose *one, *two;  ///< room for a posture each
} joined;

// Half way through, the second's hips are where the first's are and face as they do.
static void go_on(joined *j, int hips, swv_vec3 up)
{
    swv_pose *worlds[2] = { poses_of(j->a->joint_count), poses_of(j->a->joint_count) };
    swv_motion_sample(j->a, j->start + 0.5 * j->over, j->one);
    swv_motion_worlds(j->a, j->one, worlds[0]);
    swv_motion_sample(j->b, 0.5 * j->over, j->two);
    swv_motion_worlds(j->b, j->two, worlds[1]);
    const swv_pose first = worlds[0][hips], second = worlds[1][hips];
    j->turn = heading_of(swv_quat_mul(first.rotation, swv_quat_conjugate(second.rotation)), up);
    j->shift = level(swv_vec3_sub(first.position, swv_quat_rotate(j->turn, second.position)), up);
    free(worlds[0]);
    free(worlds[1]);
}

// The posture at a time, into j->one.
static void blend_at(const joined *j, double time)
{
    const double part = j->over > 0.0 ? smooth((time - j->start) / j->over) : time > j->start ? 1.0 : 0.0;
    swv_motion_sample(j->a, time, j->one);
    swv_motion_sample(j->b, fmax(0.0, time - j->start), j->two);
    for (int i = 0; i < j->a->joint_count; i++) {
        swv_pose p = j->two[i];
        if (j->a->joints[i].parent < 0)
            p = (swv_pose){ swv_vec3_add(swv_quat_rotate(j->turn, p.position), j->shift),
                            swv_quat_mul(j->turn, p.rotation) };
        const swv_pose from = j->one[i];
        const swv_vec3 v = swv_rotation_vector_from_quat(swv_quat_mul(swv_quat_conjugate(from.rotation), p.rotation));
        j->one[i] =
            (swv_pose){ swv_vec3_add(from.position, swv_vec3_scale(part, swv_vec3_sub(p.position, from.position))),
                        swv_quat_mul(from.rotation, swv_quat_from_rotation_vector(swv_vec3_scale(part, v))) };
    }
}

// A motion of as many frames, at rest: joints turn and move that do so in either.
static void make_joined(const joined *j, int frames, const char *out, swv_motion *made)
{
    const swv_motion    *a = j->a;
    swv_motion_joint    *joints = calloc((size_t)a->joint_count, sizeof *joints);
    swv_io_error         error = { .status = SWV_OK };
    const swv_io_options options = { .metres_per_unit = a->metres_per_unit, .up = a->up };
    if (!joints)
        fail("out of memory");
    for (int i = 0; i < a->joint_count; i++) {
        joints[i] = a->joints[i];
        joints[i].turns |= j->b->joints[i].turns;
        joints[i].moves |= j->b->joints[i].moves;
        if (joints[i].turns != a->joints[i].turns || joints[i].moves != a->joints[i].moves)
            joints[i].channel_count = 0;
    }
    if (swv_motion_make(joints, a->joint_count, frames, a->frame_time, &options, made, &error) != SWV_OK)
        fail("%s: %s", out, error.text);
    free(joints);
}

void motion_blend(int count, char **words)
{
    const char     *paths[2] = { NULL, NULL }, *fade = NULL, *out = NULL;
    bool            stays = false;
    motion_input    input = { .clip = NULL };
    const parameter parameters[] = {
        { "FILE", .text = &paths[0], .required = true },
        { "NEXT", .text = &paths[1], .required = true },
        { "--over", .text = &fade },
        { "--in-place", .flag = &stays },
        { "--out", .text = &out },
        MOTION_INPUT(input),
    };
    sort_words("motion blend", count, words, parameters, sizeof parameters / sizeof parameters[0]);
    if (!out)
        fail("motion blend: --out FILE is needed");
    static motion_file files[2];
    for (int i = 0; i < 2; i++) {
        motion_read_as(paths[i], &input, &files[i]);
        motion_bind(paths[i], &files[i]);
    }
    const swv_motion *a = &files[0].motion, *b = &files[1].motion;
    const int         hips = files[0].binding.parts[SWV_PART_HIPS].joint;
    check_same(paths[0], a, paths[1], b);
    if (hips < 0)
        fail("%s: no hips found; 'swivel rig info' shows what was found", paths[0]);
    const double lengths[2] = { (a->frame_count - 1) * a->frame_time, (b->frame_count - 1) * b->frame_time };
    const double wished = read_seconds("--over", fade, 0.5), over = fmin(wished, fmin(lengths[0], lengths[1]));
    const double start = lengths[0] - over;
    const int    frames = (int)fmin((start + lengths[1]) / a->frame_time + 1e-6, 1e8) + 1;
    joined       j = { .a = a,
                       .b = b,
                       .start = start,
                       .over = over,
                       .turn = SWV_IDENTITY_QUAT,
                       .one = poses_of(a->joint_count),
                       .two = poses_of(a->joint_count) };
    swv_motion   made = { .joint_count = 0 };
    if (!stays)
        go_on(&j, hips, files[0].binding.up);
    make_joined(&j, frames, out, &made);
    for (int f = 0; f < frames; f++) {
        blend_at(&j, f * a->frame_time);
        if (swv_motion_put(&made, f, j.one) != SWV_OK)
            fail("%s: frame %d cannot be blended", out, f);
    }
    motion_write(out, &made);
    printf("%d frames, %.6g s: %s, and from %.6g s on over %.6g s into %s\n", frames, frames * a->frame_time, paths[0],
           start, over, paths[1]);
    swv_motion_free(&made);
    for (int i = 0; i < 2; i++)
        motion_file_free(&files[i]);
    free(j.two);
    free(j.one);
}
