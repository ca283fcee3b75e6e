// SPDX-License-Identifier: MIT
// motion retarget: a recording on another body.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <swivel/retarget.h>

#include "io/json.h"
#include "io/message.h"
#include "io/motion_file.h"
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
static void make_motion(const swv_motion *target, const swv_body *body, const swv_pose *frames, int frame_count,
                        double frame_time, swv_motion *made)
{
    const int         count = target->joint_count;
    swv_motion_joint *joints = allocate((size_t)count, sizeof *joints);
    swv_io_error      error = { .status = SWV_OK };
    for (int i = 0; i < count; i++) {
        joints[i] = target->joints[i];
        joints[i].turns = true;
        joints[i].channel_count = 0;
        joints[i].moves = i == body->spine[0];
        for (int f = 0; f < frame_count && !joints[i].moves; f++) {
            const swv_vec3 p = frames[f * count + i].position, rest = joints[i].rest.position;
            joints[i].moves = swv_vec3_length(swv_vec3_sub(p, rest)) > STILL * body->size;
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
    static swv_body    from, to;
    motion_read(t.path, NULL, &source);
    motion_bind(t.path, -1, &source);
    motion_body(t.path, &source, &from);
    motion_read(t.to, NULL, &target);
    motion_bind(t.to, -1, &target);
    motion_body(t.to, &target, &to);
    const int frame_count = source.motion.frame_count - (int)first;
    if (first < 0.0 || first != floor(first) || frame_count < 1)
        fail("--from-frame: %s has %d frames", t.path, source.motion.frame_count);
    if (!(source.motion.frame_time > 0.0))
        fail("%s: its frames take no time", t.path);

    swv_retarget        retarget;
    swv_retarget_report report;
    const size_t        from_count = (size_t)source.motion.joint_count, to_count = (size_t)target.motion.joint_count;
    swv_pose           *clip = allocate((size_t)frame_count * from_count, sizeof *clip);
    swv_pose           *frames = allocate((size_t)frame_count * to_count, sizeof *frames);
    double             *scratch = allocate(swv_retarget_scratch(frame_count), sizeof *scratch);
    swv_motion          made;
    swv_status          status = swv_retarget_make(&from, &to, &t.options, &retarget);
    for (int f = 0; status == SWV_OK && f < frame_count; f++)
        status = swv_motion_locals(&source.motion, f + (int)first, clip + (size_t)f * from_count);
    if (status == SWV_OK)
        status = swv_retarget_clip(&retarget, clip, frame_count, source.motion.frame_time, scratch, frames, &report);
    if (status != SWV_OK)
        fail("%s: %s", t.path, swv_status_text(status));
    make_motion(&target.motion, &to, frames, frame_count, source.motion.frame_time, &made);
    motion_write(t.out, &made);
    print_report(&t, &retarget, &report, frame_count);
    swv_motion_free(&made);
    free(scratch);
    free(frames);
    free(clip);
    swv_motion_free(&target.motion);
    swv_motion_free(&source.motion);
}
