// SPDX-License-Identifier: MIT
//
// Skeletons and motions in files, over flat arrays; see shim.c.
//   joint  10: parent, rest against it, whether it turns and whether it moves
//   facts   9: format, joints, frames, seconds of a frame, metres of its unit, up, ends
#include <stdlib.h>
#include <string.h>

#include "shim.h"
#include "swivel_io/motion.h"
#include "swivel_io/robot.h"

/// A motion, what was wrong with it, and the file it is written to.
typedef struct shim_motion {
    swv_motion     motion;
    swv_io_error   error;
    unsigned char *bytes;
    size_t         size, capacity;
} shim_motion;

const char *EXPORT(files_format_name)(int format)
{
    return swv_format_name((swv_format)format);
}

void *EXPORT(files_bytes)(int size)
{
    return malloc(size > 0 ? (size_t)size : 1);
}

shim_motion *EXPORT(motion_new)(void)
{
    return calloc(1, sizeof(shim_motion));
}

void EXPORT(motion_free)(shim_motion *m)
{
    swv_motion_free(&m->motion);
    free(m->bytes);
    free(m);
}

const char *EXPORT(motion_error)(const shim_motion *m)
{
    return m->error.text;
}

/// Of a text, from 1; 0 if it has none.
int EXPORT(motion_error_line)(const shim_motion *m)
{
    return (int)m->error.line;
}

// ---- reading ----

/// options: format, metres per unit, up, how positions are meant, seconds of a frame.
int EXPORT(motion_read)(shim_motion *m, const void *bytes, int size, const double *options)
{
    const swv_io_options given = { .format = (swv_format)options[0],
                                   .metres_per_unit = options[1],
                                   .up = vec3_from(options + 2),
                                   .bvh_positions = (swv_bvh_positions)options[5],
                                   .frame_time = options[6] };
    return (int)swv_motion_read(bytes, (size_t)size, &given, &m->motion, &m->error);
}

void EXPORT(motion_facts)(const shim_motion *m, double *facts)
{
    facts[0] = (double)m->motion.format;
    facts[1] = (double)m->motion.joint_count;
    facts[2] = (double)m->motion.frame_count;
    facts[3] = m->motion.frame_time;
    facts[4] = m->motion.metres_per_unit;
    vec3_to(m->motion.up, facts + 5);
    facts[8] = (double)m->motion.end_count;
}

/// How the unit is known, and how up is.
const char *EXPORT(motion_reason)(const shim_motion *m, int of_up)
{
    return of_up ? m->motion.up_reason : m->motion.unit_reason;
}

const char *EXPORT(motion_warning)(const shim_motion *m, int i)
{
    return i < m->motion.warning_count ? m->motion.warnings[i] : NULL;
}

const char *EXPORT(motion_joint_name)(const shim_motion *m, int joint)
{
    return m->motion.joints[joint].name;
}

void EXPORT(motion_joint)(const shim_motion *m, int joint, double *numbers)
{
    const swv_motion_joint *j = &m->motion.joints[joint];
    numbers[0] = (double)j->parent;
    pose_to(j->rest, numbers + 1);
    numbers[8] = j->turns ? 1.0 : 0.0;
    numbers[9] = j->moves ? 1.0 : 0.0;
}

/// end: joint, offset.
void EXPORT(motion_end)(const shim_motion *m, int i, double *end)
{
    end[0] = (double)m->motion.ends[i].joint;
    vec3_to(m->motion.ends[i].offset, end + 1);
}

/// What moves a link: kind, axis, lower, upper, leader, ratio, offset, mass, its centre, its box. Returns the joint's name; NULL if the file is no robot.
const char *EXPORT(motion_robot)(const shim_motion *m, int joint, double *numbers)
{
    if (!m->motion.robot)
        return NULL;
    const swv_joint *j = &m->motion.robot[joint];
    const bool       follows = j->ratio != 0.0;
    const double     flat[] = { (double)j->kind,
                                j->axis.x,
                                j->axis.y,
                                j->axis.z,
                                j->lower[0],
                                j->upper[0],
                            follows ? (double)j->follows : -1.0,
                            follows ? j->ratio : 1.0,
                                j->offset,
                                j->mass,
                                j->center.x,
                                j->center.y,
                                j->center.z,
                                j->low.x,
                                j->low.y,
                                j->low.z,
                                j->high.x,
                                j->high.y,
                                j->high.z };
    memcpy(numbers, flat, sizeof flat);
    return m->motion.joint_names[joint];
}

int EXPORT(motion_locals)(const shim_motion *m, int frame, swv_pose *locals)
{
    return (int)swv_motion_locals(&m->motion, frame, locals);
}

// ---- writing ----

/// names: as many strings, one after the other. about: seconds of a frame, metres of the unit, up.
int EXPORT(motion_make)(shim_motion *m, const double *joints, int joint_count, const char *names, int frame_count,
                        const double *about)
{
    swv_motion_joint *made = calloc((size_t)joint_count + 1, sizeof *made);
    if (!made)
        return SWV_NO_MEMORY;
    for (int i = 0; i < joint_count; i++, joints += 10, names += strlen(names) + 1)
        made[i] = (swv_motion_joint){ .name = names,
                                      .parent = (int)joints[0],
                                      .rest = pose_from(joints + 1),
                                      .turns = joints[8] != 0.0,
                                      .moves = joints[9] != 0.0 };
    const swv_io_options options = { .metres_per_unit = about[1], .up = vec3_from(about + 2) };
    const swv_status     status =
        swv_motion_make(made, joint_count, frame_count, about[0], &options, &m->motion, &m->error);
    free(made);
    return (int)status;
}

int EXPORT(motion_put)(shim_motion *m, int frame, const swv_pose *locals)
{
    return (int)swv_motion_put(&m->motion, frame, locals);
}

static bool take(void *user, const void *bytes, size_t size)
{
    shim_motion *m = user;
    if (size > m->capacity - m->size) {
        const size_t   capacity = 2 * (m->size + size);
        unsigned char *longer = malloc(capacity);
        if (!longer)
            return false;
        if (m->size)
            memcpy(longer, m->bytes, m->size);
        free(m->bytes);
        m->bytes = longer;
        m->capacity = capacity;
    }
    memcpy(m->bytes + m->size, bytes, size);
    m->size += size;
    return true;
}

int EXPORT(motion_write)(shim_motion *m, int format)
{
    const swv_io_options options = { .format = (swv_format)format };
    m->size = 0;
    return (int)swv_motion_write(&m->motion, &options, take, m, &m->error);
}

const void *EXPORT(motion_bytes)(const shim_motion *m)
{
    return m->bytes;
}

int EXPORT(motion_byte_count)(const shim_motion *m)
{
    return (int)m->size;
}
