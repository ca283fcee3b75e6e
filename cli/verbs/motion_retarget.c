// SPDX-License-Identifier: MIT
// motion retarget: a recording on another body.
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel/retarget.h>
#include <swivel_io/robot.h>

#include "io/bulk.h"
#include "io/folder.h"
#include "io/json.h"
#include "io/message.h"
#include "io/motion_file.h"
#include "io/progress.h"
#include "io/skeleton.h"
#include "verbs/motion.h"
#include "verbs/motion_input.h"
#include "words/values.h"
#include "words/words.h"

#define STILL 1e-9  // of the body's size: joints that move by less from their rest keep it

typedef struct told {
    const char          *path, *to, *out, *first, *format, *threads, *shard;
    bool                 keeps_hands, as_json, resumes;
    swv_retarget_options options;
} told;

// A humanoid robot, and its proxy body.
typedef struct robot {
    swv_skeleton   skeleton;
    void          *memory, *room;  ///< of the skeleton, and of the proxy body
    swv_robot_body body;
} robot;

// Whom it is all for; threads share it and only read it.
typedef struct target {
    motion_file     file;
    unsigned char  *bytes;  ///< of a character's GLB or VRM, which is written with its own body; NULL: other formats
    size_t          size;
    bool            is_robot;
    swv_body        character;
    robot           machine;
    const swv_body *body;
    swv_retarget_options options;
    int                  first;     ///< frame
    bool                 is_alone;  ///< one file: how far it is is shown
    swv_io_options       reading;
} target;

typedef struct result {
    int                 frame_count;
    double              scale;
    swv_retarget_report report;
    char                problem[MOTION_PROBLEM];  ///< "" if all went well
} result;

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (!memory)
        fail("out of memory");
    return memory;
}

__attribute__((format(printf, 2, 3))) static bool say(result *r, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    vsnprintf(r->problem, sizeof r->problem, format, words);
    va_end(words);
    return false;
}

static bool say_io(result *r, const char *path, const swv_io_error *e)
{
    const char *text = e->text[0] ? e->text : swv_status_text(e->status);
    if (e->line > 0)
        return say(r, "%s:%ld: %s", path, e->line, text);
    return e->offset > 0 ? say(r, "%s: byte %lu: %s", path, (unsigned long)e->offset, text)
                         : say(r, "%s: %s", path, text);
}

// The frames as a motion of the target's joints: all of them turn, and move if they do.
static swv_status make_motion(const swv_motion *skeleton, int hips, double size, const swv_pose *frames,
                              int frame_count, double frame_time, swv_motion *made)
{
    const int         count = skeleton->joint_count;
    swv_motion_joint *joints = allocate((size_t)count, sizeof *joints);
    swv_io_error      error = { .status = SWV_OK };
    for (int i = 0; i < count; i++) {
        joints[i] = skeleton->joints[i];
        joints[i].turns = true;
        joints[i].channel_count = 0;
        joints[i].moves = i == hips;
        for (int f = 0; f < frame_count && !joints[i].moves; f++) {
            const swv_vec3 p = frames[f * count + i].position, rest = joints[i].rest.position;
            joints[i].moves = swv_vec3_length(swv_vec3_sub(p, rest)) > STILL * size;
        }
    }
    const swv_io_options options = { .metres_per_unit = skeleton->metres_per_unit, .up = skeleton->up };
    swv_status           status = swv_motion_make(joints, count, frame_count, frame_time, &options, made, &error);
    for (int f = 0; status == SWV_OK && f < frame_count; f++)
        status = swv_motion_put(made, f, frames + (size_t)f * (size_t)count);
    free(joints);
    return status;
}

// ---- robots ----

static void make_robot(const char *path, const motion_file *file, robot *r)
{
    int  fault = -1;
    char problem[SKELETON_PROBLEM];
    r->memory = allocate(1, swv_skeleton_size(file->motion.joint_count));
    swv_status status =
        swv_skeleton_make(file->motion.robot, file->motion.joint_count, NULL, r->memory, &r->skeleton, &fault);
    if (status != SWV_OK && fault >= 0)
        fail("%s: %s: %s", path, file->motion.joints[fault].name, swv_status_text(status));
    r->room = status == SWV_OK ? allocate(1, swv_robot_body_size(&r->skeleton)) : NULL;
    if (status == SWV_OK)
        status = swv_robot_body_make(&r->skeleton, &file->binding, r->room, &r->body, &fault);
    if (status == SWV_BAD_MODEL) {
        skeleton_missing(path, &file->binding, fault, SKELETON_ROBOT, problem);
        fail("%s", problem);
    }
    if (status != SWV_OK)
        fail("%s: %s", path, swv_status_text(status));
}

// Progress of one file. For robots the frames are processed twice, first for the proxy body.
static void show_frames(void *user, int done, int frame_count)
{
    const target  *t = user;
    const uint64_t all = (uint64_t)frame_count * (t->is_robot ? 2 : 1);
    const progress p = { (uint64_t)done, (uint64_t)done, all, "frames" };
    progress_show(&p);
}

// Postures of the robot, frame after frame; the farthest that feet and hands are off go into the report.
static swv_status pose_robot(target *t, const swv_pose *locals, int frame_count, double *postures,
                             swv_retarget_report *report)
{
    const robot *r = &t->machine;
    const size_t numbers = (size_t)r->skeleton.number_count;
    void        *room = allocate(1, swv_robot_body_size(&r->skeleton));
    swv_status   status = SWV_OK;
    report->farthest_foot = report->farthest_hand = 0.0;
    for (int f = 0; status == SWV_OK && f < frame_count; f++) {
        swv_robot_body_report one;
        double               *posture = postures + (size_t)f * numbers;
        status = swv_robot_body_pose(&r->body, locals + (size_t)f * SWV_ROBOT_BODY_JOINTS, f ? posture - numbers : NULL,
                                     room, posture, &one);
        for (int side = 0; status == SWV_OK && side < 2; side++) {
            report->farthest_foot = fmax(report->farthest_foot, one.feet[side]);
            report->farthest_hand = fmax(report->farthest_hand, one.hands[side]);
        }
        if (t->is_alone) {
            const progress p = { (uint64_t)(frame_count + f + 1), (uint64_t)(frame_count + f + 1),
                                 2 * (uint64_t)frame_count, "frames" };
            progress_show(&p);
        }
    }
    free(room);
    return status;
}

static const char *joint_name(const swv_motion *m, int joint)
{
    return m->joint_names[joint][0] ? m->joint_names[joint] : m->joints[joint].name;
}

// A joint that follows another has a column too: its value.
static void write_joint(FILE *file, const swv_skeleton *skeleton, const double *posture, int joint)
{
    static const int numbers_of[] = { 0, 1, 1, 2, 4, 7 };
    const swv_joint *j = &skeleton->joints[joint];
    const double    *numbers = posture + skeleton->first_number[joint];
    if (j->ratio != 0.0) {
        fprintf(file, ",%.9g", j->ratio * numbers[0] + j->offset);
        return;
    }
    for (int i = 0; i < numbers_of[j->kind]; i++)
        fprintf(file, ",%.9g", numbers[i]);
}

// time, then the numbers of each joint: an angle or a way; of the root px, py, pz, qx, qy, qz, qw. It gets its name when it is whole.
static bool write_csv(const char *path, const swv_motion *m, const robot *r, const double *postures, int frame_count,
                      double frame_time, result *told_of)
{
    static const char *const seven[] = { "px", "py", "pz", "qx", "qy", "qz", "qw" };
    char                     name[4096];
    snprintf(name, sizeof name, "%s.part", path);
    FILE *file = fopen(name, "wb");
    if (!file)
        return say(told_of, "%s: %s", name, strerror(errno));
    fprintf(file, "time");
    for (int j = 0; j < m->joint_count; j++) {
        const swv_joint_kind kind = r->skeleton.joints[j].kind;
        const int            first = kind == SWV_JOINT_BALL ? 3 : 0;
        if (kind == SWV_JOINT_FREE || kind == SWV_JOINT_BALL)
            for (int k = first; k < 7; k++)
                fprintf(file, ",%s_%s", joint_name(m, j), seven[k]);
        else if (kind != SWV_JOINT_FIXED)
            fprintf(file, ",%s", joint_name(m, j));
    }
    for (int f = 0; f < frame_count; f++) {
        fprintf(file, "\n%.9g", f * frame_time);
        for (int j = 0; j < m->joint_count; j++)
            write_joint(file, &r->skeleton, postures + (size_t)f * (size_t)r->skeleton.number_count, j);
    }
    fputc('\n', file);
    const bool is_written = !ferror(file);
    if (fclose(file) != 0 || !is_written)
        return say(told_of, "%s: %s", name, strerror(errno));
    remove(path);  // Windows does not rename over a file
    return rename(name, path) == 0 || say(told_of, "%s: %s", path, strerror(errno));
}

// The links' locals in each frame.
static swv_pose *links_of(const robot *r, const double *postures, int frame_count)
{
    const int count = r->skeleton.joint_count;
    swv_pose *locals = allocate((size_t)frame_count * (size_t)count, sizeof *locals);
    swv_pose *worlds = allocate((size_t)count, sizeof *worlds);
    for (int f = 0; f < frame_count; f++) {
        swv_skeleton_frames(&r->skeleton, postures + (size_t)f * (size_t)r->skeleton.number_count, worlds);
        for (int j = 0; j < count; j++) {
            const int parent = r->skeleton.joints[j].parent;
            locals[f * count + j] = parent < 0 ? worlds[j] : swv_pose_mul(swv_pose_inverse(worlds[parent]), worlds[j]);
        }
    }
    free(worlds);
    return locals;
}

// ---- one file ----

static bool read_source(const char *path, const target *t, motion_file *source, swv_body *body, result *r)
{
    swv_io_error error = { .status = SWV_OK };
    swv_motion  *m = &source->motion;
    error.status = swv_motion_read_file(path, &t->reading, m, &error);
    if (error.status != SWV_OK)
        return say_io(r, path, &error);
    motion_input_rate(&t->reading, m);
    if (!motion_try_bind(path, source, r->problem) || !motion_try_hung_body(path, source, body, r->problem))
        return false;
    if (m->frame_count - t->first < 1)
        return say(r, "%s: it has %d frames", path, m->frame_count);
    return m->frame_time > 0.0 || say(r, "%s: its frames take no time", path);
}

static bool write_bytes(void *user, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, user) == size;
}

// The character with its own body. SWV_UNSUPPORTED: it has none, or not as this needs it. It gets its name when it is whole.
static swv_status write_character(const target *t, const char *path, const swv_motion *made, swv_io_error *error)
{
    char name[4096];
    snprintf(name, sizeof name, "%s.part", path);
    FILE *file = fopen(name, "wb");
    if (!file)
        return SWV_UNSUPPORTED;
    swv_status status = swv_gltf_animate(t->bytes, t->size, made, NULL, write_bytes, file, error);
    if (fclose(file) != 0 && status == SWV_OK)
        status = SWV_NO_FILE;
    if (status == SWV_OK) {
        remove(path);  // Windows does not rename over a file
        status = rename(name, path) == 0 ? SWV_OK : SWV_NO_FILE;
    }
    if (status != SWV_OK)
        remove(name);
    return status;
}

static bool ends_with(const char *path, const char *ending)
{
    const size_t length = strlen(path), tail = strlen(ending);
    return length > tail && !strcmp(path + length - tail, ending);
}

static bool write_result(const target *t, const char *out, const swv_pose *frames, const double *postures,
                         double frame_time, result *r)
{
    const robot *machine = &t->machine;
    if (ends_with(out, ".csv"))
        return write_csv(out, &t->file.motion, machine, postures, r->frame_count, frame_time, r);
    swv_pose    *links = t->is_robot ? links_of(machine, postures, r->frame_count) : NULL;
    swv_motion   made = { .joint_count = 0 };
    swv_io_error error = { .status = SWV_OK };
    swv_status   status = make_motion(&t->file.motion, t->is_robot ? machine->body.links[0] : t->body->spine[0],
                                      t->body->size, links ? links : frames, r->frame_count, frame_time, &made);
    bool         is_written = false;
    if (status == SWV_OK && t->is_robot && ends_with(out, ".bvh"))  // robots have z up, BVH files mostly y
        status = swv_motion_transform(&made, 1.0, swv_quat_between(made.up, (swv_vec3){ 0.0, 1.0, 0.0 }));
    if (status == SWV_OK && t->bytes && (ends_with(out, ".glb") || ends_with(out, ".vrm"))) {
        status = write_character(t, out, &made, &error);
        is_written = status == SWV_OK;
        status = status == SWV_UNSUPPORTED ? SWV_OK : status;
    }
    if (status == SWV_OK && !is_written)
        status = swv_motion_write_file(out, &made, NULL, &error);
    error.status = status;
    swv_motion_free(&made);
    free(links);
    return status == SWV_OK || say_io(r, out, &error);
}

static bool retarget_file(target *t, const char *path, const char *out, result *r)
{
    motion_file *source = allocate(1, sizeof *source);
    swv_body    *person = allocate(1, sizeof *person);
    bool         is_good = read_source(path, t, source, person, r);
    const double frame_time = source->motion.frame_time;
    r->frame_count = is_good ? source->motion.frame_count - t->first : 0;
    const size_t count = (size_t)r->frame_count, from = (size_t)source->motion.joint_count,
                 to = (size_t)t->body->mount.skeleton->joint_count;
    swv_retarget retarget;
    swv_pose    *clip = allocate(count * from, sizeof *clip), *frames = allocate(count * to, sizeof *frames);
    double      *scratch = allocate(1, swv_retarget_size(r->frame_count));
    double *postures = allocate(t->is_robot ? count * (size_t)t->machine.skeleton.number_count : 1, sizeof *postures);
    if (is_good) {
        swv_status status = swv_retarget_make(person, t->body, &t->options, &retarget);
        for (size_t f = 0; status == SWV_OK && f < count; f++) {
            status = swv_motion_locals(&source->motion, (int)f + t->first, clip + f * from);
            if (source->is_hung)
                motion_hang_locals(source, clip + f * from, clip + f * from);
        }
        if (status == SWV_OK)
            status = swv_retarget_clip(&retarget, clip, r->frame_count, frame_time, scratch, frames, &r->report);
        if (status == SWV_OK && t->is_robot)
            status = pose_robot(t, frames, r->frame_count, postures, &r->report);
        for (size_t f = 0; status == SWV_OK && t->file.is_hung && f < count; f++)
            motion_unhang_locals(&t->file, t->body, frames + f * to, frames + f * to);
        r->scale = retarget.scale;
        if (status != SWV_OK && r->report.fault >= 0)
            is_good = say(r, "%s: frame %d: %s", path, r->report.fault + t->first, swv_status_text(status));
        else
            is_good = status == SWV_OK || say(r, "%s: %s", path, swv_status_text(status));
    }
    is_good = is_good && write_result(t, out, frames, postures, frame_time, r);
    free(postures);
    free(scratch);
    free(frames);
    free(clip);
    free(person);
    motion_file_free(source);
    free(source);
    return is_good;
}

static void print_result(const told *t, const target *to, const result *r)
{
    const swv_retarget_report *report = &r->report;
    if (t->as_json) {
        printf("{\"frames\": %d, \"contacts\": %d, \"planted\": %d, \"limited\": %d, \"scale\": ", r->frame_count,
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
    printf("%d frames: a foot came down %d times and stood in %d; scale %.4g, recorded floor at %.4g\n", r->frame_count,
           report->contacts, report->planted, r->scale, report->floor);
    if (report->farthest_hand > 1e-6 * to->body->size || report->farthest_foot > 1e-6 * to->body->size)
        printf("limits and lengths keep hands up to %.3g and feet up to %.3g from where they belong\n",
               report->farthest_hand, report->farthest_foot);
    if (report->limited > 0)
        printf("in %d frames limits turn a hand or a foot\n", report->limited);
}

// ---- many files ----

typedef struct batch {
    target         *to;
    const path_list list;
    char          **outs;
    result         *results;
    bool           *is_skipped;
    pthread_mutex_t lock;
    int             next, finished;
} batch;

static void *work(void *given)
{
    batch *b = given;
    for (;;) {
        pthread_mutex_lock(&b->lock);
        const int i = b->next++;
        if (i > 0 && i <= b->list.count) {
            const progress done = { (uint64_t)b->finished, (uint64_t)b->finished, (uint64_t)b->list.count, "files" };
            progress_show(&done);
        }
        pthread_mutex_unlock(&b->lock);
        if (i >= b->list.count)
            return NULL;
        if (!b->is_skipped[i])
            retarget_file(b->to, b->list.paths[i], b->outs[i], &b->results[i]);
        pthread_mutex_lock(&b->lock);
        b->finished++;
        pthread_mutex_unlock(&b->lock);
    }
}

// "2/5": the second of five parts, which are every fifth file.
static void read_shard(const char *text, int *part, int *parts)
{
    char after;
    if (sscanf(text, "%d/%d%c", part, parts, &after) != 2 || *parts < 1 || *part < 1 || *part > *parts)
        fail("--shard: '%s': I/N expected, as 2/5", text);
}

// The same lines whatever the number of threads.
static int write_manifest(const batch *b)
{
    int failed = 0;
    for (int i = 0; i < b->list.count; i++) {
        const result *r = &b->results[i];
        if (b->is_skipped[i])
            printf("%s\t%s\tdone before\n", b->list.paths[i], b->outs[i]);
        else if (r->problem[0])
            printf("%s\t-\t%s\n", b->list.paths[i], r->problem);
        else
            printf("%s\t%s\t%d frames, %d contacts\n", b->list.paths[i], b->outs[i], r->frame_count,
                   r->report.contacts);
        failed += r->problem[0] != '\0';
    }
    return failed;
}

static void retarget_many(const told *t, target *to)
{
    static const char *const endings[] = { "bvh", "glb", "gltf", "vrma", "npz", "fbx", "dae", NULL };
    enum { MOST_THREADS = 256 };
    path_list all = list_paths(t->path, endings), mine = { 0, NULL };
    int       part = 1, parts = 1, count = 0, started = 0;
    if (t->shard)
        read_shard(t->shard, &part, &parts);
    if (all.count == 0)
        fail("%s: no recordings in it", t->path);
    make_folder(t->out);
    mine.paths = allocate((size_t)all.count, sizeof *mine.paths);
    for (int i = part - 1; i < all.count; i += parts)
        mine.paths[count++] = all.paths[i];
    mine.count = count;
    batch b = { .to = to, .list = mine, .outs = allocate((size_t)count, sizeof *b.outs) };
    b.results = allocate((size_t)count, sizeof *b.results);
    b.is_skipped = allocate((size_t)count, sizeof *b.is_skipped);
    const char *ending = t->format ? t->format : to->is_robot ? "csv" : "bvh";
    for (int i = 0; i < count; i++) {
        b.outs[i] = path_in(t->out, mine.paths[i], ending);
        for (int k = 0; k < all.count; k++)
            if (is_same_file(b.outs[i], all.paths[k]))
                fail("%s would be written over; choose another folder for --out", all.paths[k]);
        for (int k = 0; k < i; k++)
            if (!strcmp(b.outs[i], b.outs[k]))
                fail("%s and %s would both be written to %s", mine.paths[k], mine.paths[i], b.outs[i]);
        b.is_skipped[i] = t->resumes && is_file(b.outs[i]);
    }
    pthread_t threads[MOST_THREADS];
    const int wanted = read_threads(t->threads);
    pthread_mutex_init(&b.lock, NULL);
    progress_begin_silent();  // lines come at the end
    while (started + 1 < wanted && started + 1 < count && started < MOST_THREADS &&
           pthread_create(&threads[started], NULL, work, &b) == 0)
        started++;
    work(&b);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&b.lock);
    progress_end();
    const int failed = write_manifest(&b);
    for (int i = 0; i < count; i++)
        free(b.outs[i]);
    free(b.is_skipped);
    free(b.results);
    free(b.outs);
    free(mine.paths);
    path_list_free(&all);
    if (failed > 0)
        fail("%d of %d files failed", failed, count);
}

// All bytes of a file that has been read before.
static unsigned char *load_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        fail("%s: %s", path, strerror(errno));
    const long     length = ftell(file);
    unsigned char *bytes = allocate(length > 0 ? (size_t)length : 1, 1);
    rewind(file);
    *size = fread(bytes, 1, length > 0 ? (size_t)length : 0, file);
    fclose(file);
    return bytes;
}

static void make_character(const char *path, target *to)
{
    char problem[MOTION_PROBLEM];
    if (!motion_try_hung_body(path, &to->file, &to->character, problem))
        fail("%s", problem);
}

// Options that exclude each other. Returns the first frame.
static int check_options(const told *t, bool is_many)
{
    static const char *const formats[] = { "bvh", "glb", "vrma", "csv" };
    double                   first = 0.0;
    bool                     is_format = !t->format;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        is_format = is_format || strcmp(t->format, formats[i]) == 0;
    if (!t->to || !t->out)
        fail("motion retarget: --to RIG and --out FILE are needed");
    if (is_many && t->as_json)
        fail("motion retarget: --json works only with one file; a folder or list prints one line per file");
    if (!is_format)
        fail("--format: '%s': bvh, glb, vrma or csv", t->format);
    if (!is_many && (t->format || t->threads || t->shard || t->resumes))
        fail("motion retarget: --format, --threads, --shard and --resume are for a folder or a list of files");
    if (t->first)
        read_numbers("--from-frame", t->first, 1, "a frame from 0", &first);
    if (!(first >= 0.0 && first <= 1e9) || first != floor(first))
        fail("--from-frame: a frame number, 0 or more, expected");
    return (int)first;
}

void motion_retarget(int count, char **words)
{
    told            t = { .path = NULL };
    motion_input    input = { .clip = NULL };
    const parameter parameters[] = {
        { "FILE", .text = &t.path, .required = true },
        { "--to", .text = &t.to },
        { "--out", .text = &t.out },
        { "--keep-directions", .flag = &t.options.keep_directions },
        { "--keep-slides", .flag = &t.options.keep_slides },
        { "--keep-hands", .flag = &t.keeps_hands },
        { "--from-frame", .text = &t.first },
        { "--json", .flag = &t.as_json },
        { "--format", .text = &t.format },
        { "--threads", .text = &t.threads },
        { "--shard", .text = &t.shard },
        { "--resume", .flag = &t.resumes },
        MOTION_INPUT(input),
    };
    sort_words("motion retarget", count, words, parameters, sizeof parameters / sizeof parameters[0]);
    const bool    is_many = *t.path == '@' || is_folder(t.path);
    const int     first = check_options(&t, is_many);
    static target to;
    to.reading = motion_input_options(t.path, &input);
    to.options = t.options;
    to.options.compromise = t.keeps_hands ? SWV_KEEP_HAND : SWV_KEEP_LIMITS;
    to.first = first;
    motion_read(t.to, &(swv_io_options){ .frees_root = true }, &to.file);
    motion_bind(t.to, &to.file);
    to.is_robot = to.file.motion.robot != NULL;
    if (to.is_robot)
        make_robot(t.to, &to.file, &to.machine);
    else
        make_character(t.to, &to);
    to.body = to.is_robot ? &to.machine.body.body : &to.character;
    if (!to.is_robot && (ends_with(t.out, ".csv") || (t.format && !strcmp(t.format, "csv"))))
        fail("%s: joint angles as CSV are for robots only; %s is not a robot", t.out, t.to);
    if (to.file.motion.format == SWV_FORMAT_GLB || to.file.motion.format == SWV_FORMAT_VRM)
        to.bytes = load_file(t.to, &to.size);
    if (is_many) {
        retarget_many(&t, &to);
    } else {
        result r = { .frame_count = 0 };
        to.is_alone = true;
        to.options.tell = show_frames;
        to.options.user = &to;
        progress_begin_silent();
        const bool is_good = retarget_file(&to, t.path, t.out, &r);
        progress_end();
        if (!is_good)
            fail("%s", r.problem);
        print_result(&t, &to, &r);
    }
    free(to.bytes);
    free(to.machine.room);
    free(to.machine.memory);
    motion_file_free(&to.file);
}
