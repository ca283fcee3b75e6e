// SPDX-License-Identifier: MIT
// motion retarget: a recording on another body.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel/retarget.h>
#include <swivel/robot_body.h>
#include <swivel_io/robot.h>

#include "io/json.h"
#include "io/message.h"
#include "io/motion_file.h"
#include "io/output.h"
#include "io/progress.h"
#include "verbs/motion.h"
#include "words/values.h"
#include "words/words.h"

#define STILL 1e-9  // of the body's size: joints that move by less from their rest keep it

typedef struct told {
    const char          *path, *to, *out, *first;
    bool                 keeps_hands, as_json;
    swv_retarget_options options;
} told;

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (!memory)
        fail("out of memory");
    return memory;
}

// The frames as a motion of the target's joints: all of them turn, and move if they do.
static void make_motion(const swv_motion *target, int hips, double size, const swv_pose *frames, int frame_count,
                        double frame_time, swv_motion *made)
{
    const int         count = target->joint_count;
    swv_motion_joint *joints = allocate((size_t)count, sizeof *joints);
    swv_io_error      error = { .status = SWV_OK };
    for (int i = 0; i < count; i++) {
        joints[i] = target->joints[i];
        joints[i].turns = true;
        joints[i].channel_count = 0;
        joints[i].moves = i == hips;
        for (int f = 0; f < frame_count && !joints[i].moves; f++) {
            const swv_vec3 p = frames[f * count + i].position, rest = joints[i].rest.position;
            joints[i].moves = swv_vec3_length(swv_vec3_sub(p, rest)) > STILL * size;
        }
    }
    const swv_io_options options = { .metres_per_unit = target->metres_per_unit, .up = target->up };
    swv_status           status = swv_motion_make(joints, count, frame_count, frame_time, &options, made, &error);
    for (int f = 0; status == SWV_OK && f < frame_count; f++)
        status = swv_motion_put(made, f, frames + (size_t)f * (size_t)count);
    free(joints);
    if (status != SWV_OK)
        fail("%s", error.text[0] ? error.text : swv_status_text(status));
}

// ---- robots ----

typedef struct robot {
    swv_tree_joint joints[SWV_TREE_JOINTS];
    swv_tree       tree;
    void          *memory;
    swv_robot_body body;
} robot;

static void make_robot(const char *path, const motion_file *file, robot *r)
{
    swv_status status = swv_robot_tree(&file->motion, r->joints);
    r->memory = allocate(1, swv_tree_size(file->motion.joint_count));
    if (status == SWV_OK)
        status = swv_tree_make(&r->tree, r->joints, file->motion.joint_count, r->memory, NULL);
    if (status == SWV_OK)
        status = swv_robot_body_make(&r->tree, &file->binding, &r->body);
    if (status == SWV_BAD_MODEL)
        fail("%s: hips, two arms with elbows and two legs with knees and feet are needed; 'swivel motion info' shows "
             "what was "
             "found",
             path);
    if (status != SWV_OK)
        fail("%s: %s", path, swv_status_text(status));
}

// Postures of the robot, frame after frame; the farthest that feet and hands are off go into the report.
static double *pose_robot(const char *path, const robot *r, const swv_pose *locals, int frame_count,
                          swv_retarget_report *report)
{
    const size_t numbers = (size_t)r->tree.number_count;
    double      *postures = allocate((size_t)frame_count * numbers, sizeof *postures);
    void        *room = allocate(1, swv_robot_body_size(&r->body));
    progress     done = { .total_bytes = (uint64_t)frame_count, .what = "frames" };
    report->farthest_foot = report->farthest_hand = 0.0;
    progress_begin_silent();
    for (int f = 0; f < frame_count; f++) {
        swv_robot_body_report one;
        double               *posture = postures + (size_t)f * numbers;
        const swv_status      status = swv_robot_body_pose(&r->body, locals + (size_t)f * SWV_ROBOT_BODY_JOINTS,
                                                      f ? posture - numbers : NULL, room, posture, &one);
        if (status != SWV_OK)
            fail("%s: frame %d: %s", path, f, swv_status_text(status));
        for (int side = 0; side < 2; side++) {
            report->farthest_foot = fmax(report->farthest_foot, one.feet[side]);
            report->farthest_hand = fmax(report->farthest_hand, one.hands[side]);
        }
        done.lines = done.bytes = (uint64_t)f + 1;
        progress_show(&done);
    }
    progress_end();
    free(room);
    return postures;
}

static const char *joint_name(const swv_motion *m, int joint)
{
    return m->robot[joint].name[0] ? m->robot[joint].name : m->joints[joint].name;
}

// time, then the numbers of each joint: an angle or a way; of the root px, py, pz, qx, qy, qz, qw.
static void write_csv(const char *path, const swv_motion *m, const robot *r, const double *postures, int frame_count,
                      double frame_time)
{
    static const char *const seven[] = { "px", "py", "pz", "qx", "qy", "qz", "qw" };
    FILE                    *file = open_output(path);
    fprintf(file, "time");
    for (int j = 0; j < m->joint_count; j++) {
        const swv_joint_kind kind = m->robot[j].kind;
        const int            first = kind == SWV_JOINT_BALL ? 3 : 0;
        if (kind == SWV_JOINT_FREE || kind == SWV_JOINT_BALL)
            for (int k = first; k < 7; k++)
                fprintf(file, ",%s_%s", joint_name(m, j), seven[k]);
        else if (kind != SWV_JOINT_FIXED)
            fprintf(file, ",%s", joint_name(m, j));
    }
    for (int f = 0; f < frame_count; f++) {
        fprintf(file, "\n%.9g", f * frame_time);
        for (int j = 0; j < m->joint_count; j++) {
            const int from = r->tree.first_number[j];
            const int count = m->robot[j].kind == SWV_JOINT_FREE    ? 7
                              : m->robot[j].kind == SWV_JOINT_BALL  ? 4
                              : m->robot[j].kind == SWV_JOINT_FIXED ? 0
                                                                    : 1;
            for (int k = 0; k < count; k++)
                fprintf(file, ",%.9g", postures[(size_t)f * (size_t)r->tree.number_count + (size_t)(from + k)]);
        }
    }
    fputc('\n', file);
    close_output(file, path);
}

// The links' locals in each frame.
static swv_pose *links_of(const robot *r, const double *postures, int frame_count)
{
    const int count = r->tree.joint_count;
    swv_pose *locals = allocate((size_t)frame_count * (size_t)count, sizeof *locals), worlds[SWV_TREE_JOINTS];
    for (int f = 0; f < frame_count; f++) {
        swv_tree_frames(&r->tree, postures + (size_t)f * (size_t)r->tree.number_count, worlds);
        for (int j = 0; j < count; j++) {
            const int parent = r->tree.joints[j].parent;
            locals[f * count + j] = parent < 0 ? worlds[j] : swv_pose_mul(swv_pose_inverse(worlds[parent]), worlds[j]);
        }
    }
    return locals;
}

static bool is_csv(const char *path)
{
    const size_t length = strlen(path);
    return length > 4 && !strcmp(path + length - 4, ".csv");
}

// ---- both ----

static void print_report(const told *t, const swv_retarget *r, const swv_retarget_report *report, int frame_count)
{
    const double size = r->to->size;
    if (t->as_json) {
        printf("{\"frames\": %d, \"contacts\": %d, \"planted\": %d, \"limited\": %d, \"scale\": ", frame_count,
               report->contacts, report->planted, report->limited);
        json_number(r->scale);
        printf(", \"floor\": ");
        json_number(report->floor);
        printf(", \"hand_error\": ");
        json_number(report->farthest_hand);
        printf(", \"foot_error\": ");
        json_number(report->farthest_foot);
        puts("}");
        return;
    }
    printf("%d frames: a foot came down %d times and stood in %d; scale %.4g, recorded floor at %.4g\n", frame_count,
           report->contacts, report->planted, r->scale, report->floor);
    if (report->farthest_hand > 1e-6 * size || report->farthest_foot > 1e-6 * size)
        printf("limits and lengths keep hands up to %.3g and feet up to %.3g from where they belong\n",
               report->farthest_hand, report->farthest_foot);
    if (report->limited > 0)
        printf("in %d frames limits turn a hand or a foot\n", report->limited);
}

void motion_retarget(int count, char **words)
{
    told            t = { .path = NULL };
    const parameter parameters[] = {
        { "FILE", .text = &t.path, .required = true },
        { "--to", .text = &t.to },
        { "--out", .text = &t.out },
        { "--keep-directions", .flag = &t.options.keep_directions },
        { "--keep-slides", .flag = &t.options.keep_slides },
        { "--keep-hands", .flag = &t.keeps_hands },
        { "--from-frame", .text = &t.first },
        { "--json", .flag = &t.as_json },
    };
    sort_words("motion retarget", count, words, parameters, sizeof parameters / sizeof parameters[0]);
    if (!t.to || !t.out)
        fail("motion retarget: --to RIG and --out FILE are needed");
    t.options.compromise = t.keeps_hands ? SWV_KEEP_HAND : SWV_KEEP_LIMITS;
    double first = 0.0;
    if (t.first)
        read_numbers("--from-frame", t.first, 1, "a frame from 0", &first);

    static motion_file source, target;
    static swv_body    person, character;
    static robot       machine;
    motion_read(t.path, NULL, &source);
    motion_bind(t.path, -1, &source);
    motion_body(t.path, &source, &person);
    motion_read(t.to, NULL, &target);
    motion_bind(t.to, -1, &target);
    const bool is_robot = target.motion.robot != NULL;
    if (is_robot)
        make_robot(t.to, &target, &machine);
    else
        motion_body(t.to, &target, &character);
    if (!is_robot && is_csv(t.out))
        fail("%s: angles as CSV are of robots; %s is none", t.out, t.to);
    const swv_body *to = is_robot ? &machine.body.body : &character;
    const int       frame_count = source.motion.frame_count - (int)first;
    if (first < 0.0 || first != floor(first) || frame_count < 1)
        fail("--from-frame: %s has %d frames", t.path, source.motion.frame_count);
    const double frame_time = source.motion.frame_time;
    if (!(frame_time > 0.0))
        fail("%s: its frames take no time", t.path);

    swv_retarget        retarget;
    swv_retarget_report report;
    const size_t        from_count = (size_t)source.motion.joint_count, to_count = (size_t)to->mount.joint_count;
    swv_pose           *clip = allocate((size_t)frame_count * from_count, sizeof *clip);
    swv_pose           *frames = allocate((size_t)frame_count * to_count, sizeof *frames);
    double             *scratch = allocate(swv_retarget_scratch(frame_count), sizeof *scratch), *postures = NULL;
    swv_status          status = swv_retarget_make(&person, to, &t.options, &retarget);
    for (int f = 0; status == SWV_OK && f < frame_count; f++)
        status = swv_motion_locals(&source.motion, f + (int)first, clip + (size_t)f * from_count);
    if (status == SWV_OK)
        status = swv_retarget_clip(&retarget, clip, frame_count, frame_time, scratch, frames, &report);
    if (status != SWV_OK)
        fail("%s: %s", t.path, swv_status_text(status));
    if (is_robot) {
        postures = pose_robot(t.path, &machine, frames, frame_count, &report);
        free(frames);
        frames = links_of(&machine, postures, frame_count);
    }
    if (is_csv(t.out)) {
        write_csv(t.out, &target.motion, &machine, postures, frame_count, frame_time);
    } else {
        swv_motion made;
        make_motion(&target.motion, is_robot ? machine.body.links[0] : to->spine[0], to->size, frames, frame_count,
                    frame_time, &made);
        motion_write(t.out, &made);
        swv_motion_free(&made);
    }
    print_report(&t, &retarget, &report, frame_count);
    free(postures);
    free(scratch);
    free(frames);
    free(clip);
    free(machine.memory);
    swv_motion_free(&target.motion);
    swv_motion_free(&source.motion);
}
