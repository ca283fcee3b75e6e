// SPDX-License-Identifier: MIT
// motion solve: the rotations of a recording thrown away, and found again from where hands, feet and head are.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/json.h"
#include "io/message.h"
#include "io/motion_file.h"
#include "io/progress.h"
#include "swivel/retarget.h"
#include "verbs/motion.h"
#include "verbs/motion_input.h"
#include "words/names.h"
#include "words/words.h"

typedef struct kept_part {
    const char *name;
    int         parts[2];  ///< -1: only one
} kept_part;

static const kept_part kinds[] = {
    { "head", { SWV_PART_HEAD, -1 } },
    { "hands", { SWV_PART_LEFT_HAND, SWV_PART_RIGHT_HAND } },
    { "feet", { SWV_PART_LEFT_FOOT, SWV_PART_RIGHT_FOOT } },
    { "hips", { SWV_PART_HIPS, -1 } },
    { "chest", { SWV_PART_UPPER_CHEST, -1 } },
    { "elbows", { SWV_PART_LEFT_LOWER_ARM, SWV_PART_RIGHT_LOWER_ARM } },
    { "knees", { SWV_PART_LEFT_LOWER_LEG, SWV_PART_RIGHT_LOWER_LEG } },
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static int read_kept(const char *text, int parts[SWV_BODY_POINTS])
{
    bool is_kept[KINDS] = { false };
    int  count = 0;
    for (const char *from = text; *from;) {
        char         word[32];
        const size_t length = strcspn(from, ",");
        name_search  search = { .wanted = word };
        int          kind = 0;
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), from);
        while (kind < KINDS && strcmp(word, kinds[kind].name))
            consider_name(&search, kinds[kind++].name);
        if (kind == KINDS)
            fail_unknown("part", &search, "of --from: head, hands, feet, hips, chest, elbows, knees");
        is_kept[kind] = true;
        from += length + (from[length] == ',');
    }
    if (!is_kept[0] || !is_kept[1])
        fail("--from: head and hands are always needed");
    for (int i = 0; i < KINDS; i++)
        for (int k = 0; k < 2 && is_kept[i]; k++)
            if (kinds[i].parts[k] >= 0)
                parts[count++] = kinds[i].parts[k];
    return count;
}

enum { SOME = 2000 };

// How far joints are from where they were recorded, over all frames.
typedef struct distances {
    double sum, worst;
    long   count;
} distances;

static void add_distance(distances *d, swv_vec3 a, swv_vec3 b)
{
    const double apart = swv_vec3_length(swv_vec3_sub(a, b));
    d->sum += apart;
    d->worst = fmax(d->worst, apart);
    d->count++;
}

// How high the floor is that the recorded feet stand on, as retargeting finds it: of up to SOME frames, evenly taken.
static double recorded_floor(const char *path, const swv_motion *m, const swv_body *body)
{
    const int           step = (m->frame_count + SOME - 1) / SOME, count = (m->frame_count + step - 1) / step;
    const size_t        frames = (size_t)count, joints = (size_t)m->joint_count;
    swv_pose           *clip = calloc(2 * frames * joints, sizeof *clip);
    double             *scratch = calloc(1, swv_retarget_size(count));
    swv_retarget        itself;
    swv_retarget_report report = { .floor = 0.0 };
    swv_status          status = clip && scratch ? swv_retarget_make(body, body, NULL, &itself) : SWV_NO_MEMORY;
    for (int f = 0; status == SWV_OK && f < count; f++)
        status = swv_motion_locals(m, f * step, clip + (size_t)f * joints);
    if (status == SWV_OK)
        status =
            swv_retarget_clip(&itself, clip, count, step * m->frame_time, scratch, clip + frames * joints, &report);
    free(scratch);
    free(clip);
    if (status != SWV_OK)
        fail("%s: %s", path, swv_status_text(status));
    return report.floor;
}

/// What came of a recording that was solved again.
typedef struct outcome {
    int         frames, reached;
    distances   by_part[SWV_PARTS], all;
    double      unit;  ///< of a distance in the file, in `unit_name`
    const char *unit_name;
} outcome;

static void print_json(const outcome *o)
{
    printf("{\"frames\": %d, \"reached\": %d, \"unit\": \"%s\", \"mean\": ", o->frames, o->reached, o->unit_name);
    json_number(o->unit * o->all.sum / (double)o->all.count);
    printf(", \"worst\": ");
    json_number(o->unit * o->all.worst);
    printf(",\n \"parts\": {");
    const char *before = "";
    for (int part = 0; part < SWV_PARTS; part++) {
        const distances *d = &o->by_part[part];
        if (d->count == 0)
            continue;
        printf("%s\n  \"%s\": {\"mean\": ", before, swv_part_name(part));
        json_number(o->unit * d->sum / (double)d->count);
        printf(", \"worst\": ");
        json_number(o->unit * d->worst);
        putchar('}');
        before = ",";
    }
    puts("}}");
}

static void print(const outcome *o)
{
    printf("%d frames, %d of them reached; joints are off by %.3g %s on average, %.3g at most\n\n", o->frames,
           o->reached, o->unit * o->all.sum / (double)o->all.count, o->unit_name, o->unit * o->all.worst);
    printf("%-16s %10s %10s   %s\n", "part", "mean", "worst", o->unit_name);
    for (int part = 0; part < SWV_PARTS; part++) {
        const distances *d = &o->by_part[part];
        if (d->count > 0)
            printf("%-16s %10.3f %10.3f\n", swv_part_name(part), o->unit * d->sum / (double)d->count,
                   o->unit * d->worst);
    }
}

void motion_solve(int count, char **words)
{
    const char     *path = NULL, *from = "head,hands,feet", *out = NULL;
    bool            as_json = false;
    motion_input    input = { .clip = NULL };
    const parameter parameters[] = {
        { "FILE", .text = &path, .required = true },
        { "--from", .text = &from },
        { "--out", .text = &out },
        { "--json", .flag = &as_json },
        MOTION_INPUT(input),
    };
    sort_words("motion solve", count, words, parameters, sizeof parameters / sizeof parameters[0]);
    int       parts[SWV_BODY_POINTS];
    const int kept = read_kept(from, parts);

    static motion_file file;
    static swv_body    body;
    motion_read_as(path, &input, &file);
    motion_bind(path, &file);
    motion_body(path, &file, &body);
    swv_motion *m = &file.motion;
    if (m->frame_count < 1)
        fail("%s: no frames", path);
    body.floor = recorded_floor(path, m, &body);
    swv_pose *locals = poses_of(m->joint_count), *recorded = poses_of(m->joint_count),
             *solved = poses_of(m->joint_count);
    outcome  o = { .frames = m->frame_count,
                   .unit = m->metres_per_unit > 0.0 ? 100.0 * m->metres_per_unit : 1.0,
                   .unit_name = m->metres_per_unit > 0.0 ? "cm" : "units" };
    progress done = { .total_bytes = (uint64_t)m->frame_count, .what = "frames" };
    progress_begin_silent();
    for (int f = 0; f < m->frame_count; f++) {
        swv_body_point  points[SWV_BODY_POINTS];
        swv_body_report report;
        swv_motion_locals(m, f, locals);
        swv_motion_worlds(m, locals, recorded);
        for (int i = 0; i < kept; i++) {
            const int joint = parts[i] == SWV_PART_UPPER_CHEST ? body.spine[body.chest] : body.parts[parts[i]];
            points[i] = (swv_body_point){ parts[i], recorded[joint] };
        }
        const swv_status status = swv_body_solve(&body, points, kept, locals, SWV_KEEP_HAND, locals, &report);
        if (status != SWV_OK)
            fail("%s: frame %d: %s", path, f, swv_status_text(status));
        swv_mount_worlds(&body.mount, locals, solved);
        swv_motion_put(m, f, locals);
        o.reached += report.outcome == SWV_REACHED;
        for (int part = 0; part < SWV_PARTS; part++) {
            const int joint = body.parts[part], left = part < SWV_PART_RIGHT_EYE ? part : swv_part_mirrored(part);
            if (joint < 0 || left > SWV_PART_LEFT_HAND)
                continue;  // fingers move with the hand
            add_distance(&o.by_part[part], solved[joint].position, recorded[joint].position);
            add_distance(&o.all, solved[joint].position, recorded[joint].position);
        }
        done.lines = done.bytes = (uint64_t)f + 1;
        progress_show(&done);
    }
    progress_end();
    if (out)
        motion_write(out, m);
    as_json ? print_json(&o) : print(&o);
    free(solved);
    free(recorded);
    free(locals);
    motion_file_free(&file);
}
