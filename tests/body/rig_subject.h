// SPDX-License-Identifier: MIT
// Rigs of others as the tests of mounts use them: loaded, bound, disguised; and forward kinematics by matrices, from the rig's own rest pose,
// that knows nothing of the mount.
#ifndef SWIVEL_TESTS_RIG_SUBJECT_H
#define SWIVEL_TESTS_RIG_SUBJECT_H

#include "check.h"

#include <math.h>
#include <string.h>

#include "io/skeleton.h"
#include "rigs.h"
#include "swivel/body.h"

enum { SUBJECT_JOINTS = 256 };

typedef struct subject {
    skeleton_file file;
    world_joint   joints[SUBJECT_JOINTS];  ///< of the rig
    world_rig     rig;
    swv_binding   binding;
    swv_mount     mount;
} subject;

static inline void load(const char *name, subject *s)
{
    char path[200];
    snprintf(path, sizeof path, "%s/data/rigs/%s.json", SWIVEL_SOURCE_DIR, name);
    skeleton_read(path, &s->file);
    const swv_skeleton *skeleton = &s->file.own.skeleton;
    assert_true(skeleton->joint_count <= SUBJECT_JOINTS);
    rig_of_skeleton(skeleton, s->joints, &s->rig);
    for (int i = 0; i < skeleton->joint_count; i++)
        s->joints[i].rest = s->file.worlds[i];
    assert_int_equal(bind_rig(&s->rig, NULL, &s->binding), SWV_OK);
    assert_int_equal(mount_rig(&s->rig, &s->binding, &s->mount, NULL), SWV_OK);
}

static inline void release(subject *s)
{
    skeleton_free(&s->file);
}

// ---- forward kinematics, by matrices ----

typedef struct frame {
    double m[3][4];
} frame;

static inline frame frame_of(swv_pose p)
{
    const double x = p.rotation.x, y = p.rotation.y, z = p.rotation.z, w = p.rotation.w;
    const double n = 2.0 / (x * x + y * y + z * z + w * w);
    const frame  f = { { { 1 - n * (y * y + z * z), n * (x * y - z * w), n * (x * z + y * w), p.position.x },
                         { n * (x * y + z * w), 1 - n * (x * x + z * z), n * (y * z - x * w), p.position.y },
                         { n * (x * z - y * w), n * (y * z + x * w), 1 - n * (x * x + y * y), p.position.z } } };
    return f;
}

static inline frame times(frame a, frame b)
{
    frame c;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            c.m[i][k] =
                a.m[i][0] * b.m[0][k] + a.m[i][1] * b.m[1][k] + a.m[i][2] * b.m[2][k] + (k == 3 ? a.m[i][3] : 0.0);
    return c;
}

static inline frame world_of(const world_rig *rig, const swv_pose *locals, int joint)
{
    frame f = frame_of(locals[joint]);
    for (int j = rig->joints[joint].parent; j >= 0; j = rig->joints[j].parent)
        f = times(frame_of(locals[j]), f);
    return f;
}

static inline double distance(frame a, frame b)
{
    return sqrt(pow(a.m[0][3] - b.m[0][3], 2) + pow(a.m[1][3] - b.m[1][3], 2) + pow(a.m[2][3] - b.m[2][3], 2));
}

// The largest difference of two rotations' entries: their angle, if it is small.
static inline double turn_between(frame a, frame b)
{
    double largest = 0.0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            largest = fmax(largest, fabs(a.m[i][k] - b.m[i][k]));
    return largest;
}

// ---- random ----

static inline swv_quat random_turn(uint64_t *seed)
{
    swv_quat q = { random_between(seed, -1, 1), random_between(seed, -1, 1), random_between(seed, -1, 1),
                   random_between(seed, -1, 1) };
    return swv_quat_normalize(q);
}

// The rest pose, all its joints turned a little: what is not posed is animated.
static inline void random_animation(const swv_mount *m, uint64_t *seed, double size, swv_pose *locals)
{
    rest_of(m, locals);
    for (int i = 0; i < m->skeleton->joint_count; i++) {
        const swv_vec3 turn = { random_between(seed, -size, size), random_between(seed, -size, size),
                                random_between(seed, -size, size) };
        locals[i].rotation = swv_quat_mul(locals[i].rotation, swv_quat_from_rotation_vector(turn));
    }
    locals[0].position = swv_vec3_add(locals[0].position, (swv_vec3){ 0.3, -0.2, 0.1 });
}

// The same body with joint axes of any kind, another unit, turned as a whole, and mirrored if its axes are to be left-handed.
static inline void disguise(const subject *from, uint64_t *seed, bool is_left_handed, bool keeps_place, subject *to)
{
    const swv_quat turn = keeps_place ? (swv_quat)SWV_IDENTITY_QUAT : random_turn(seed);
    const double   scale = keeps_place ? 1.0 : pow(10.0, random_between(seed, -3, 3));
    *to = *from;
    to->rig.joints = to->joints;
    for (int i = 0; i < from->rig.joint_count; i++) {
        swv_pose *p = &to->joints[i].rest;
        p->position = swv_vec3_scale(scale, swv_quat_rotate(turn, p->position));
        p->rotation = swv_quat_mul(turn, swv_quat_mul(p->rotation, random_turn(seed)));
        if (is_left_handed) {
            p->position.x = -p->position.x;
            p->rotation.y = -p->rotation.y;
            p->rotation.z = -p->rotation.z;
        }
    }
    swv_vec3 up = swv_quat_rotate(turn, from->binding.up);
    up.x = is_left_handed ? -up.x : up.x;
    to->rig.up = up;
    assert_int_equal(bind_rig(&to->rig, NULL, &to->binding), SWV_OK);
    assert_int_equal(mount_rig(&to->rig, &to->binding, &to->mount, NULL), SWV_OK);
}

#endif
