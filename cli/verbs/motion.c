// SPDX-License-Identifier: MIT
// The verb motion: recorded motion, read, written, and on other bodies.
#include "verbs/motion.h"

#include <stdio.h>

#include "io/json.h"
#include "io/message.h"
#include "io/motion_file.h"
#include "verbs/motion_input.h"
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
    if (swv_vec3_length(m->up) > 0.0)
        printf("up        (%g, %g, %g): %s\n", m->up.x, m->up.y, m->up.z, m->up_reason);
    else
        printf("up        %s\n", m->up_reason[0] ? m->up_reason : "not known");
    int limbs = 0;
    printf("limbs    ");
    for (int i = 0; i < 4; i++) {
        if (bound == 0 || !has_limb(&f->binding, limb_parts[i]))
            continue;
        printf(" %s", swv_part_name(limb_parts[i]));
        limbs++;
    }
    puts(limbs > 0 ? "" : " none");
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

void motion_info(int count, char **words)
{
    const char     *path = NULL;
    bool            as_json = false;
    motion_input    input = { .clip = NULL };
    const parameter parameters[] = {
        { "FILE", .text = &path, .required = true },
        { "--json", .flag = &as_json },
        MOTION_INPUT(input),
    };
    sort_words("motion info", count, words, parameters, sizeof parameters / sizeof parameters[0]);
    static motion_file file;
    int                bound = 0;
    motion_read_as(path, &input, &file);
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
    const char     *path = NULL, *out = NULL;
    motion_input    input = { .clip = NULL };
    const parameter parameters[] = {
        { "FILE", .text = &path, .required = true },
        { "OUT", .text = &out, .required = true },
        MOTION_INPUT(input),
    };
    sort_words("motion convert", count, words, parameters, sizeof parameters / sizeof parameters[0]);
    static motion_file file;
    motion_read_as(path, &input, &file);
    motion_write(out, &file.motion);
    swv_motion_free(&file.motion);
}

static void run(int count, char **words)
{
    static const char *const actions[] = { "info",  "convert", "retarget", "solve", "markers", "trim",
                                           "blend", "mirror",  "reach",    "plot",  "sheet" };
    static void (*const run_action[])(int, char **) = { motion_info,    motion_convert, motion_retarget, motion_solve,
                                                        motion_markers, motion_trim,    motion_blend,    motion_mirror,
                                                        motion_reach,   motion_plot,    motion_sheet };
    enum { ACTIONS = sizeof actions / sizeof actions[0] };
    if (count == 0)
        fail("motion: say what to do: info, convert, retarget, solve, markers, trim, blend, mirror, reach, plot or "
             "sheet");
    run_action[read_word("motion", words[0], ACTIONS, actions)](count - 1, words + 1);
}

const verb motion_verb = {
    "motion",
    "recorded motion: files and formats, other bodies, solved again, cut, joined, mirrored, changed, drawn",
    "usage: swivel motion info FILE [--json]\n"
    "       swivel motion convert FILE OUT\n"
    "       swivel motion retarget FILE --to RIG --out OUT [--keep-directions] [--keep-slides] [--keep-hands]\n"
    "                              [--from-frame N] [--json]\n"
    "       swivel motion retarget FOLDER|@LIST --to RIG --out FOLDER [--format bvh|glb|vrma|csv] [--threads N] "
    "[--shard "
    "I/N] [--resume]\n"
    "       swivel motion solve FILE [--from head,hands,feet] [--out OUT] [--json]\n"
    "       swivel motion markers FILE [--figure male|female|RIG] --out OUT [--json]\n"
    "       swivel motion trim FILE OUT [--from SECONDS] [--to SECONDS]\n"
    "       swivel motion blend FILE NEXT --out OUT [--over 0.5] [--in-place]\n"
    "       swivel motion mirror FILE OUT\n"
    "       swivel motion reach FILE --hand right|left --to \"x,y,z\" --at SECONDS --out OUT [--blend 0.4]\n"
    "       swivel motion plot FILE --joint NAME [--joint NAME]... --svg SVG\n"
    "       swivel motion sheet FILE --out SVG|PNG [--frames 8]\n"
    "\n"
    "FILE is a skeleton with motion, by what is in it: BVH, glTF, GLB, VRM, VRMA, URDF, MJCF, TRC, C3D, CSV, NPZ, "
    "FBX;\n"
    "or a skeleton as for 'swivel rig info', as JSON. OUT is written by its ending.\n"
    "\n"
    "  --clip NAME|N       of several motions in a file, by name or from 0\n"
    "  --up AXIS           of a file that does not say, or says wrong: x, y, z, -x, -y or -z\n"
    "  --unit U            likewise: m, cm, mm, dm, in or metres\n"
    "  --rate R            likewise, frames a second\n"
    "\n"
    "info      joints, frames, rate; unit and up axis, and how they are known; which limbs are found\n"
    "convert   the same motion in another format\n"
    "retarget  the motion on another body, whatever its bones, rest pose, axes and unit. Feet stand where the "
    "recorded\n"
    "          ones stand and neither slide nor sink; hands are where they belong before the chest; limits are kept.\n"
    "          RIG is a file of any of these formats, at rest in a posture. Of a humanoid robot\n"
    "          the motors' limits are kept; an OUT that ends in .csv has its angles and the pose of its root.\n"
    "          A GLB or VRM keeps its own mesh in an OUT that is GLB.\n"
    "solve     throws the rotations away, keeps where head, hands and what else is named (feet, hips, chest, elbows,\n"
    "          knees) are, and finds the body again: how far off each joint is from where it was recorded\n"
    "markers   a body from markers (TRC, C3D): the built-in human, or the skeleton of RIG, with bones as long as "
    "theirs. "
    "Names\n"
    "          say where a marker is: LASI, R.Knee, RMT5; pelvis markers are needed\n"
    "trim      the frames from one time up to another\n"
    "blend     one motion after another of the same skeleton: its end fades into the start of the next over some\n"
    "          seconds; the next goes on from there and that way, with --in-place from where it was recorded\n"
    "mirror    left is right\n"
    "reach     a hand is at a place, in the file's unit and axes, at a time; --blend seconds before and after it is "
    "as\n"
    "          recorded. Feet stay; the trunk leans if the arm is too short\n"
    "plot      angles over time as SVG: of limbs the anatomical ones, with people's limits; of others against their "
    "rest; of\n"
    "          markers their places. A\n"
    "          joint goes by its name, or by that of the part that it is: leftLowerArm\n"
    "sheet     postures side by side, as SVG or PNG\n"
    "\n"
    "  --keep-directions   hands are where the bones of the arms lead\n"
    "  --keep-slides       feet are not held where they stand\n"
    "  --keep-hands        break people's limits rather than miss a place\n"
    "  --from-frame N      leave out what is before it; CMU's begin with a T-pose: 1\n"
    "  --json              what came of it, as JSON\n"
    "\n"
    "Of a folder the recordings right in it are taken (bvh, glb, gltf, vrma, npz, fbx, dae), or the files that a list "
    "names, a line\n"
    "each; what is written has their names. Out: a line a file, with what came of it. A file gets its name when "
    "whole.\n"
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
