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
    if (file.motion.joint_count > 0) {
        motion_bind(path, &file);
        for (int part = 0; part < SWV_PARTS; part++)
            bound += file.binding.parts[part].joint >= 0;
    }
    as_json ? print_info_json(&file, bound) : print_info(&file, bound);
    motion_file_free(&file);
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
    motion_file_free(&file);
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
        fail("motion: an action is missing: info, convert, retarget, solve, markers, trim, blend, mirror, reach, plot "
             "or sheet");
    run_action[read_word("motion", words[0], ACTIONS, actions)](count - 1, words + 1);
}

const verb motion_verb = {
    "motion",
    "recorded motion: convert, retarget, solve again, cut, join, mirror, change, draw",
    "usage: swivel motion info FILE [--json]\n"
    "       swivel motion convert FILE OUT\n"
    "       swivel motion retarget FILE --to RIG --out OUT [--keep-directions] [--keep-slides] [--keep-hands]\n"
    "                              [--from-frame N] [--json]\n"
    "       swivel motion retarget FOLDER|@LIST --to RIG --out FOLDER [--format bvh|glb|vrma|csv] [--threads N]\n"
    "                              [--shard I/N] [--resume]\n"
    "       swivel motion solve FILE [--from head,hands,feet] [--out OUT] [--json]\n"
    "       swivel motion markers FILE [--figure male|female|RIG] --out OUT [--json]\n"
    "       swivel motion trim FILE OUT [--from SECONDS] [--to SECONDS]\n"
    "       swivel motion blend FILE NEXT --out OUT [--over 0.5] [--in-place]\n"
    "       swivel motion mirror FILE OUT\n"
    "       swivel motion reach FILE --hand right|left --to \"x,y,z\" --at SECONDS --out OUT [--blend 0.4]\n"
    "       swivel motion plot FILE --joint NAME [--joint NAME]... --svg SVG\n"
    "       swivel motion sheet FILE --out SVG|PNG [--frames 8]\n"
    "\n"
    "FILE is a skeleton with motion, in any of these formats: BVH, glTF, GLB, VRM, VRMA, URDF, MJCF, TRC, C3D, CSV,\n"
    "NPZ, FBX; or a skeleton as JSON, as for 'swivel rig info'. The ending of OUT decides its format.\n"
    "\n"
    "  --clip NAME|N       which motion of a file that has several, by name or number from 0\n"
    "  --up AXIS           up axis, if the file does not say or is wrong: x, y, z, -x, -y or -z\n"
    "  --unit U            unit, likewise: m, cm, mm, dm, in, or its length in metres\n"
    "  --rate R            frames per second, likewise\n"
    "\n"
    "info      joints, frames, rate; unit and up axis, and how they are known; which limbs are found\n"
    "convert   write the same motion in another format\n"
    "retarget  transfer the motion to another body, whatever its bones, rest pose, axes and unit. Planted feet "
    "neither\n"
    "          slide nor sink; hands keep their place relative to the chest; limits are kept. RIG is a file of any of\n"
    "          these formats, resting in a body pose. For a robot the limits of its motors are kept; an OUT that ends "
    "in\n"
    "          .csv gets its angles and the pose of its root. A GLB or VRM keeps its mesh if OUT is GLB\n"
    "solve     discard the rotations, keep the positions of head, hands and what --from names (feet, hips, chest, "
    "elbows,\n"
    "          knees), solve the body again, and print how far each joint is from the recorded one\n"
    "markers   a body from markers (TRC, C3D): the built-in human, or the skeleton of RIG, with bones fitted to the\n"
    "          markers. Names say where a marker is: LASI, R.Knee, RMT5; pelvis markers are needed\n"
    "trim      keep the frames between two times\n"
    "blend     join two motions of one skeleton: the first fades into the second over some seconds. The second "
    "continues\n"
    "          from the place and direction of the first; with --in-place from where it was recorded\n"
    "mirror    swap left and right\n"
    "reach     put a hand at a place, in the file's unit and axes, at a time. Frames more than --blend seconds before "
    "or\n"
    "          after stay as recorded. Feet stay; the trunk leans if the arm is too short\n"
    "plot      draw angles over time as SVG: for limbs the anatomical ones with the limits of people, for other "
    "joints\n"
    "          relative to rest, for markers their positions. Joints are given by name or by part: leftLowerArm\n"
    "sheet     draw postures side by side, as SVG or PNG\n"
    "\n"
    "  --keep-directions   hands go where the arm bones lead\n"
    "  --keep-slides       do not hold planted feet\n"
    "  --keep-hands        break the limits of people rather than miss a place\n"
    "  --from-frame N      skip the frames before N; CMU's begin with a T-pose: use 1\n"
    "  --json              print the result as JSON\n"
    "\n"
    "FOLDER: all recordings directly in it (bvh, glb, gltf, vrma, npz, fbx, dae). @LIST: a file with one path per "
    "line.\n"
    "Outputs keep the names of the inputs; they are written to a temporary name and renamed when complete. Prints one "
    "line\n"
    "per file.\n"
    "\n"
    "  --format E          output format. Default: bvh, for robots csv\n"
    "  --threads N         Default: one per core\n"
    "  --shard I/N         part I of N, for N machines\n"
    "  --resume            skip files that are already there\n"
    "\n"
    "example:\n"
    "  swivel motion info data/files/bvh/cmu_02_01_walk.bvh\n",
    run,
};
