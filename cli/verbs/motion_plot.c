// SPDX-License-Identifier: MIT
// motion plot: angles of joints over time, with the limits that people have.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/plot.h"
#include "io/folder.h"
#include "io/message.h"
#include "io/output.h"
#include "verbs/motion.h"
#include "verbs/motion_input.h"
#include "words/names.h"
#include "words/values.h"
#include "words/words.h"

enum { CURVES = 3, SERIES = 3 * CURVES + 1, MOST = 8 };

// What of a joint is drawn: up to three curves, their limits, and where a limit is broken.
typedef struct joint_curves {
    char        title[128];
    double     *values[CURVES];  ///< degrees, by frame
    const char *names[CURVES];
    int         count;
    double      limits[CURVES][2];
    bool        has_limits[CURVES];
    double     *beyond;  ///< the first curve where a limit of this joint is broken, else NaN
    bool        is_beyond;
    plot_series series[SERIES];
    int         series_count;
} joint_curves;

static double *numbers(int count)
{
    double *room = calloc((size_t)(count > 0 ? count : 1), sizeof *room);
    if (!room)
        fail("out of memory");
    return room;
}

// By its own name, or by that of the part of the body it is.
static int find_joint(const motion_file *f, const char *name)
{
    name_search search = { .wanted = name };
    for (int j = 0; j < f->motion.joint_count; j++)
        if (!strcmp(f->motion.joints[j].name, name))
            return j;
    for (int part = 0; part < SWV_PARTS; part++)
        if (f->binding.parts[part].joint >= 0 && !strcmp(swv_part_name(part), name))
            return f->binding.parts[part].joint;
    for (int j = 0; j < f->motion.joint_count; j++)
        consider_name(&search, f->motion.joints[j].name);
    fail_unknown("joint", &search, "'swivel motion info FILE --json' lists the names");
}

// Where in which limb it is; false if it is no joint of a limb.
static bool place_in_limb(const swv_mount *m, int joint, int *limb, int *place)
{
    for (*limb = 0; *limb < SWV_MOUNT_LIMBS; ++*limb)
        for (*place = 0; m->limbs[*limb].is_there && *place < 3; ++*place)
            if (m->limbs[*limb].joints[*place] == joint)
                return true;
    return false;
}

static void set_limits(joint_curves *c, int curve, swv_range range)
{
    c->has_limits[curve] = range.upper - range.lower < 2.0 * SWV_PI;
    c->limits[curve][0] = shown_degrees(range.lower, 3);
    c->limits[curve][1] = shown_degrees(range.upper, 3);
}

// Of a limb: its anatomical angles.
static void read_limb_angles(const swv_motion *m, const swv_mount *mount, int limb, int place, joint_curves *c)
{
    static const int      firsts[3] = { SWV_SHOULDER_PLANE, SWV_ELBOW_FLEXION, SWV_PRONATION }, counts[3] = { 3, 1, 3 };
    static const uint32_t bits[3] = { 1u << SWV_LIMIT_DIRECTION | 1u << SWV_LIMIT_TWIST, 1u << SWV_LIMIT_HINGE,
                                      1u << SWV_LIMIT_PRONATION | 1u << SWV_LIMIT_CONE };
    const swv_limb       *l = &mount->limbs[limb].limb;
    const swv_limb_limits limits = l->limits;
    swv_pose             *locals = poses_of(m->joint_count);
    c->count = counts[place];
    for (int i = 0; i < c->count; i++) {
        c->values[i] = numbers(m->frame_count);
        c->names[i] = swv_limb_angle_name(l->kind, firsts[place] + i);
    }
    if (place == 1)
        set_limits(c, 0, limits.hinge);
    if (place == 2) {
        set_limits(c, 0, limits.pronation);
        set_limits(c, 1, limits.flexion);
        set_limits(c, 2, limits.deviation);
    }
    for (int f = 0; f < m->frame_count; f++) {
        swv_limb_posture posture;
        double           angles[SWV_LIMB_ANGLES];
        uint32_t         broken = 0;
        swv_motion_locals(m, f, locals);
        const bool is_read = swv_mount_read(mount, limb, locals, &posture) == SWV_OK &&
                             swv_limb_angles(l, &posture, angles) == SWV_OK &&
                             swv_limb_check(l, &posture, &broken, NULL) == SWV_OK;
        for (int i = 0; i < c->count; i++)
            c->values[i][f] = is_read ? shown_degrees(angles[firsts[place] + i], 3) : NAN;
        c->beyond[f] = is_read && (broken & bits[place]) ? c->values[0][f] : NAN;
        c->is_beyond |= is_read && (broken & bits[place]) != 0;
    }
    free(locals);
}

// Of any other joint: its turn against its rest, as a vector.
static void read_turns(const swv_motion *m, int joint, joint_curves *c)
{
    static const char *const names[CURVES] = { "about x", "about y", "about z" };
    const swv_quat           back = swv_quat_conjugate(m->joints[joint].rest.rotation);
    swv_pose                *locals = poses_of(m->joint_count);
    c->count = CURVES;
    for (int i = 0; i < CURVES; i++) {
        c->values[i] = numbers(m->frame_count);
        c->names[i] = names[i];
    }
    for (int f = 0; f < m->frame_count; f++) {
        swv_motion_locals(m, f, locals);
        const swv_vec3 v = swv_rotation_vector_from_quat(swv_quat_mul(back, locals[joint].rotation));
        const double   turn[CURVES] = { v.x, v.y, v.z };
        for (int i = 0; i < CURVES; i++)
            c->values[i][f] = shown_degrees(turn[i], 3);
        c->beyond[f] = NAN;
    }
    free(locals);
}

// Of a marker, which has a place and no turn; nothing where it was not seen.
static void read_places(const swv_motion *m, int joint, joint_curves *c)
{
    static const char *const names[CURVES] = { "x", "y", "z" };
    const double             unit = m->metres_per_unit > 0.0 ? m->metres_per_unit : 1.0;
    c->count = CURVES;
    for (int i = 0; i < CURVES; i++) {
        c->values[i] = numbers(m->frame_count);
        c->names[i] = names[i];
    }
    for (int f = 0; f < m->frame_count; f++) {
        const bool    is_seen = !m->seen || m->seen[(size_t)f * (size_t)m->joint_count + (size_t)joint];
        const double *place = m->frames + (size_t)f * (size_t)m->frame_size + m->joints[joint].position_at;
        for (int i = 0; i < CURVES; i++)
            c->values[i][f] = is_seen ? unit * place[i] : NAN;
        c->beyond[f] = NAN;
    }
}

static void make_series(joint_curves *c, const double *times, int frame_count)
{
    static const svg_colour colours[CURVES] = { SVG_BLUE, SVG_ORANGE, SVG_GREEN };
    static const double     none[2] = { 0.0, 0.0 };
    for (int i = 0; i < c->count; i++)
        if (c->has_limits[i])
            c->series[c->series_count++] =
                (plot_series){ .kind = PLOT_LEVEL, .x = none, .y = c->limits[i], .count = 2, .colour = colours[i] };
    for (int i = 0; i < c->count; i++)
        c->series[c->series_count++] = (plot_series){
            .label = c->names[i], .x = times, .y = c->values[i], .count = (size_t)frame_count, .colour = colours[i]
        };
    if (c->is_beyond)
        c->series[c->series_count++] = (plot_series){ .kind = PLOT_POINTS,
                                                      .label = "beyond a limit",
                                                      .x = times,
                                                      .y = c->beyond,
                                                      .count = (size_t)frame_count,
                                                      .colour = SVG_PURPLE };
}

void motion_plot(int count, char **words)
{
    const char     *path = NULL, *out = NULL;
    word_list       joints = { .count = 0 };
    motion_input    input = { .clip = NULL };
    const parameter parameters[] = {
        { "FILE", .text = &path, .required = true },
        { "--joint", .list = &joints },
        { "--svg", .text = &out },
        MOTION_INPUT(input),
    };
    sort_words("motion plot", count, words, parameters, sizeof parameters / sizeof parameters[0]);
    if (joints.count == 0 || !out)
        fail("motion plot: --joint NAME and --svg FILE are needed; '-' is standard output");
    expect_picture("--svg", out, false);
    if (joints.count > MOST)
        fail("motion plot: at most %d joints", MOST);
    static motion_file  file;
    static swv_mount    mount;
    static joint_curves curves[MOST];
    motion_read_as(path, &input, &file);
    motion_bind(path, &file);
    const swv_motion *m = &file.motion;
    if (m->frame_count < 1)
        fail("%s: no frames", path);
    const bool has_mount = swv_mount_make(&file.own.skeleton, &file.binding, &mount, NULL) == SWV_OK;
    double    *times = numbers(m->frame_count);
    plot_panel panels[MOST] = { { 0 } };
    for (int f = 0; f < m->frame_count; f++)
        times[f] = f * m->frame_time;
    for (int i = 0; i < joints.count; i++) {
        joint_curves *c = &curves[i];
        int           limb, place;
        const int     joint = find_joint(&file, joints.words[i]);
        const bool    is_place = m->joints[joint].moves && !m->joints[joint].turns;
        c->beyond = numbers(m->frame_count);
        snprintf(c->title, sizeof c->title, "%s", m->joints[joint].name);
        if (has_mount && place_in_limb(&mount, joint, &limb, &place))
            read_limb_angles(m, &mount, limb, place, c);
        else if (is_place)
            read_places(m, joint, c);
        else
            read_turns(m, joint, c);
        make_series(c, times, m->frame_count);
        panels[i] = (plot_panel){ .title = c->title,
                                  .x = { .label = "time (s)" },
                                  .y = { .label = !is_place                  ? "degrees"
                                                  : m->metres_per_unit > 0.0 ? "metres"
                                                                             : "units of the file" },
                                  .series = c->series,
                                  .count = c->series_count };
    }
    FILE *drawing = open_output(out);
    draw_plot(drawing, &(plot){ .title = file_name(path), .panels = panels, .count = joints.count, .columns = 1 });
    close_output(drawing, out);
    for (int i = 0; i < joints.count; i++) {
        for (int k = 0; k < curves[i].count; k++)
            free(curves[i].values[k]);
        free(curves[i].beyond);
    }
    free(times);
    motion_file_free(&file);
}
