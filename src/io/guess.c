// SPDX-License-Identifier: MIT
// Unit and up axis of a skeleton, where its file does not say them: a body is bound, and a body has a size.
#include <math.h>
#include <stdio.h>

#include "io/io_internal.h"

// Heights of bodies that are recorded, and what is usual, in metres from the lowest joint (toes or ankles) to the highest (head or eyes), of the
// built-in human 0.92 of its stature. Chosen.
static const double SHORTEST = 1.1, TALLEST = 1.8, USUAL = 1.45;

static const struct unit {
    double      metres;
    const char *name;
} units[] = {
    { 1.0, "metres" },     { 0.01, "centimetres" }, { 0.001, "millimetres" },
    { 0.1, "decimetres" }, { 0.0254, "inches" },    { 0.0254 / 0.45, "CMU's unit (inches / 0.45)" },
};
enum { UNITS = sizeof units / sizeof units[0] };

// 96: the size of the reasons in swv_motion.
static void say(char text[96], const char *words)
{
    snprintf(text, 96, "%s", words);
}

static bool says_metres(swv_format format)
{
    return format >= SWV_FORMAT_GLTF && format <= SWV_FORMAT_VRMA;
}

// The unit in which a height (in the motion's unit) is nearest to what is usual; metres, if the format says so and nobody would be a giant.
static void guess_unit(swv_motion *motion, double height)
{
    // 8 m: taller than anybody. Chosen.
    if (says_metres(motion->format) && height < 8.0) {
        motion->metres_per_unit = 1.0;
        say(motion->unit_reason, "the format says metres");
        return;
    }
    const struct unit *best = NULL;
    double             nearest = INFINITY;
    for (int i = 0; i < UNITS; i++) {
        const double metres = height * units[i].metres, off = fabs(log(metres / USUAL));
        if (metres >= SHORTEST && metres <= TALLEST && off < nearest) {
            nearest = off;
            best = &units[i];
        }
    }
    motion->metres_per_unit = best ? best->metres : USUAL / height;
    if (best)
        snprintf(motion->unit_reason, sizeof motion->unit_reason, "guessed: a body %.4g high is %.3g m in %s", height,
                 height * best->metres, best->name);
    else
        snprintf(motion->unit_reason, sizeof motion->unit_reason,
                 "guessed: a body %.4g high fits no usual unit; taken as %.3g m", height, USUAL);
}

swv_status swvi_motion_bind(swvi_pool *pool, const swv_motion *motion, int frame, swv_binding *binding)
{
    const int                  count = motion->joint_count;
    const swv_skeleton_options skeleton_options = { .up = motion->up };
    const swv_bind_options     bind_options = { .given = motion->given };
    swv_skeleton               skeleton;
    swv_joint                 *joints = swvi_pool_take(pool, (size_t)count, sizeof *joints);
    void                      *memory = joints ? swvi_pool_take(pool, swv_skeleton_size(count), 1) : NULL;
    void                      *scratch = memory ? swvi_pool_take(pool, swv_skeleton_bind_size(count), 1) : NULL;
    swv_status                 status = scratch ? swv_motion_joints(motion, frame, joints) : SWV_NO_MEMORY;
    if (status == SWV_OK)
        status = swv_skeleton_make(joints, count, &skeleton_options, memory, &skeleton, NULL);
    return status == SWV_OK ? swv_skeleton_bind(&skeleton, &bind_options, scratch, binding) : status;
}

// As swvi_motion_bind; no part is bound if they are none. False if there is no memory.
static bool bind(const swv_motion *motion, int frame, const swv_io_options *options, swv_binding *binding)
{
    swvi_pool       *pool = swvi_pool_make(options);
    const swv_status status = pool ? swvi_motion_bind(pool, motion, frame, binding) : SWV_NO_MEMORY;
    for (int part = 0; status != SWV_OK && part < SWV_PARTS; part++)
        binding->parts[part].joint = -1;
    swvi_pool_free(pool);
    return status != SWV_NO_MEMORY;
}

bool swvi_guess(swv_motion *motion, const swv_io_options *options)
{
    if (options->metres_per_unit > 0.0) {
        motion->metres_per_unit = options->metres_per_unit;
        say(motion->unit_reason, "given by the caller");
    }
    if (swv_vec3_length(options->up) > 0.0) {
        motion->up = swv_vec3_normalize(options->up);
        say(motion->up_reason, "given by the caller");
    }
    const bool has_up = swv_vec3_length(motion->up) > 0.0;
    if (motion->metres_per_unit > 0.0 && has_up)
        return true;

    // As it stands in the first frame, which is a posture; a BVH file's zero need not be one.
    swv_binding binding;
    const int frame = motion->frames && (motion->format == SWV_FORMAT_BVH || motion->format == SWV_FORMAT_NPZ) ? 0 : -1;
    const bool are_points = motion->format >= SWV_FORMAT_TRC && motion->format <= SWV_FORMAT_CSV;
    if (!are_points && !bind(motion, frame, options, &binding))
        return false;
    const bool is_body = !are_points && binding.parts[SWV_PART_LEFT_FOOT].joint >= 0;
    // A robot without a head has an up axis all the same.
    const bool        has_height = is_body && binding.parts[SWV_PART_HEAD].joint >= 0 && binding.height > 0.0;
    const char *const unknown = are_points ? "unknown: points do not tell"
                                : !is_body ? "unknown: no body is found in it"
                                           : "unknown: its body has no head";
    if (!has_up && is_body) {
        motion->up = binding.up;
        snprintf(motion->up_reason, sizeof motion->up_reason, "guessed: the body %s",
                 frame < 0 ? "at rest" : "in the first frame");
    } else if (!has_up) {
        say(motion->up_reason, unknown);
    }
    if (motion->metres_per_unit > 0.0)
        return true;
    if (has_height || says_metres(motion->format))
        guess_unit(motion, has_height ? binding.height : 0.0);
    else
        say(motion->unit_reason, unknown);
    return true;
}
