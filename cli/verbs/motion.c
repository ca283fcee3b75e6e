// SPDX-License-Identifier: MIT
// The verb motion: recorded motion, read, written, and on other bodies.
#include "verbs/motion.h"

#include <math.h>
#include <stdio.h>

#include "io/json.h"
#include "io/message.h"
#include "io/motion_file.h"
#include "verbs/verb.h"
#include "words/values.h"
#include "words/words.h"

static const int limb_parts[4] = { SWV_PART_LEFT_HAND, SWV_PART_RIGHT_HAND, SWV_PART_LEFT_FOOT, SWV_PART_RIGHT_FOOT };

// The parts that a limb needs are bound.
static bool has_limb(const swv_binding *b, int end)
{
    return b->parts[end].joint >= 0 && b->parts[end - 1].joint >= 0 && b->parts[end - 2].joint >= 0;
}

static void print_info(const motion_file *f, int bound)
{
    const swv_motion *m = &f->motion;
    printf("format    %s\n", m->format == SWV_FORMAT_AUTO ? "json" : swv_format_name(m->format));
    printf("joints    %d, %d of them parts of a body\n", m->joint_count, bound);
    printf("frames    %d", m->frame_count);
    if (m->frame_time > 0.0)
        printf(", %.6g a second: %.6g s", 1.0 / m->frame_time, m->frame_count * m->frame_time);
    putchar('\n');
    if (m->metres_per_unit > 0.0)
        printf("unit      %.6g m: %s\n", m->metres_per_unit, m->unit_reason);
    else
        printf("unit      not known\n");
    printf("up        (%g, %g, %g): %s\n", m->up.x, m->up.y, m->up.z, m->up_reason);
    printf("limbs    ");
    for (int i = 0; i < 4; i++)
        if (bound > 0 && has_limb(&f->binding, limb_parts[i]))
            printf(" %s", swv_part_name(limb_parts[i]));
    putchar('\n');
    for (int i = 0; i < m->clip_count; i++)
        printf("clip      %d %s%s\n", i, m->clips[i], i == m->clip ? " (this one)" : "");
    for (int i = 0; i < m->warning_count; i++)
        printf("note      %s\n", m->warnings[i]);
}

static void print_info_json(const motion_file *f, int bound)
{
    const swv_motion *m = &f->motion;
    printf("{\"format\": \"%s\", \"joints\": %d, \"bound\": %d, \"frames\": %d, \"frame_time\": ",
           m->format == SWV_FORMAT_AUTO ? "json" : swv_format_name(m->format), m->joint_count, bound, m->frame_count);
    json_number(m->frame_time);
    printf(",\n \"metres_per_unit\": ");
    json_number(m->metres_per_unit);
    printf(", \"unit_reason\": ");
    json_string(m->unit_reason);
    printf(",\n \"up\": ");
    json_vector(m->up);
    printf(", \"up_reason\": ");
    json_string(m->up_reason);
    printf(",\n \"limbs\": [");
    const char *before = "";
    for (int i = 0; i < 4; i++) {
        if (bound == 0 || !has_limb(&f->binding, limb_parts[i]))
            continue;
        printf("%s\"%s\"", before, swv_part_name(limb_parts[i]));
        before = ", ";
    }
    printf("],\n \"clips\": [");
    for (int i = 0; i < m->clip_count; i++) {
        printf("%s", i ? ", " : "");
        json_string(m->clips[i]);
    }
    printf("],\n \"warnings\": [");
    for (int i = 0; i < m->warning_count; i++) {
        printf("%s", i ? ", " : "");
        json_string(m->warnings[i]);
    }
    printf("],\n \"names\": [");
    for (int i = 0; i < m->joint_count; i++) {
        printf("%s", i ? ", " : "");
        json_string(m->joints[i].name);
    }
    puts("]}");
}

// The value of --clip; NULL: the first.
static int read_clip(const char *text)
{
    double number = 0.0;
    if (text)
        read_numbers("--clip", text, 1, "a number from 0", &number);
    if (!(number >= 0.0 && number <= 1e6) || number != floor(number))
        fail("--clip: '%s': a number from 0 expected", text);
    return (int)number;
}

void motion_info(int count, char **words)
{
    const char     *path = NULL, *clip = NULL;
    bool            as_json = false;
    const parameter parameters[] = {
        { "FILE", .text = &path, .required = true },
        { "--clip", .text = &clip },
        { "--json", .flag = &as_json },
    };
    sort_words("motion info", count, words, parameters, 3);
    static motion_file   file;
    const swv_io_options options = { .clip = read_clip(clip) };
    int                  bound = 0;
    motion_read(path, &options, &file);
    if (file.motion.joint_count > 0 && file.motion.joint_count <= SWV_RIG_JOINTS) {
        motion_bind(path, &file);
        for (int part = 0; part < SWV_PARTS; part++)
            bound += file.binding.parts[part].joint >= 0;
    }
    as_json ? print_info_json(&file, bound) : print_info(&file, bound);
    swv_motion_free(&file.motion);
}

void motion_convert(int count, char **words)
{
    const char     *path = NULL, *out = NULL, *clip = NULL;
    const parameter parameters[] = {
        { "FILE", .text = &path, .required = true },
        { "OUT", .text = &out, .required = true },
        { "--clip", .text = &clip },
    };
    sort_words("motion convert", count, words, parameters, 3);
    static motion_file   file;
    const swv_io_options options = { .clip = read_clip(clip) };
    motion_read(path, &options, &file);
    motion_write(out, &file.motion);
    swv_motion_free(&file.motion);
}

static void run(int count, char **words)
{
    static const char *const actions[] = { "info", "convert", "retarget", "solve", "trim", "mirror", "sheet" };
    static void (*const run_action[])(int, char **) = { motion_info, motion_convert, motion_retarget, motion_solve,
                                                        motion_trim, motion_mirror,  motion_sheet };
    enum { ACTIONS = sizeof actions / sizeof actions[0] };
    if (count == 0)
        fail("motion: say what to do: info, convert, retarget, solve, trim, mirror or sheet");
    run_action[read_word("motion", words[0], ACTIONS, actions)](count - 1, words + 1);
}

const verb motion_verb = {
    "motion",
    "recorded motion: files and formats, other bodies, solved again, cut, mirrored, drawn",
    "usage: swivel motion info FILE [--clip N] [--json]\n"
    "       swivel motion convert FILE OUT [--clip N]\n"
    "       swivel motion retarget FILE --to RIG --out OUT [--keep-directions] [--keep-slides] [--keep-hands]\n"
    "                              [--from-frame N] [--json]\n"
    "       swivel motion retarget FOLDER|@LIST --to RIG --out FOLDER [--format bvh|glb|csv] [--threads N] [--shard "
    "I/N] [--resume]\n"
    "       swivel motion solve FILE [--from head,hands,feet] [--out OUT] [--json]\n"
    "       swivel motion trim FILE OUT [--from SECONDS] [--to SECONDS]\n"
    "       swivel motion mirror FILE OUT\n"
    "       swivel motion sheet FILE --out SVG [--frames 8]\n"
    "\n"
    "FILE is a skeleton with motion, by what is in it: BVH, glTF, GLB, VRM, VRMA, URDF, MJCF, TRC, C3D, CSV, NPZ, "
    "FBX;\n"
    "or a skeleton as for 'swivel rig info', as JSON. OUT is written by its ending. Of several motions in a file "
    "--clip N is\n"
    "meant, from 0.\n"
    "\n"
    "info      joints, frames, rate; unit and up axis, and how they are known; which limbs are found\n"
    "convert   the same motion in another format\n"
    "retarget  the motion on another body, whatever its bones, rest pose, axes and unit. Feet stand where the "
    "recorded\n"
    "          ones stand and neither slide nor sink; hands are where they belong before the chest; limits are kept.\n"
    "          RIG is a file of any of these formats: its rest pose must be one that a body can be in. Of a humanoid "
    "robot\n"
    "          the motors' limits are kept; an OUT that ends in .csv has its angles and the pose of its root.\n"
    "solve     throws the rotations away, keeps where head, hands and what else is named (feet, hips, chest, elbows,\n"
    "          knees) are, and finds the body again: how far off each joint is from where it was recorded\n"
    "trim      the frames from one time up to another\n"
    "mirror    left is right\n"
    "sheet     postures side by side, as SVG\n"
    "\n"
    "  --keep-directions   hands are where the bones of the arms lead\n"
    "  --keep-slides       feet are not held where they stand\n"
    "  --keep-hands        break people's limits rather than miss a place\n"
    "  --from-frame N      leave out what is before it; the recordings of CMU begin with a T-pose: 1\n"
    "  --json              what came of it, as JSON\n"
    "\n"
    "Of a folder all recordings in it are taken, or the files that a list names, a line each; what is written has "
    "their names. Out: a line\n"
    "a file, with what came of it. A file gets its name when it is whole, so --resume leaves out what was done "
    "before.\n"
    "\n"
    "  --format E          what they are written as; default: bvh, of robots csv\n"
    "  --threads N         default: one a core; the files are the same for any number\n"
    "  --shard I/N         part I of N, for N machines\n"
    "  --resume            leave out what is there\n"
    "\n"
    "example:\n"
    "  swivel motion info data/files/bvh/cmu_02_01_walk.bvh\n",
    run,
};
