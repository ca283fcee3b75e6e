// SPDX-License-Identifier: MIT
// Recordings of data/files/bvh as bodies that move, and what feet do: do they slide, sink, skate.
#ifndef SWIVEL_TESTS_RECORDING_H
#define SWIVEL_TESTS_RECORDING_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "swivel/skeleton.h"
#include "swivel/retarget.h"
#include "swivel_io/motion.h"

enum { ALL = 256 };

typedef struct recording {
    swv_motion   motion;
    swv_joint    joints[ALL];
    swv_skeleton skeleton;
    swv_body     body;
    swv_pose    *clip;
    int          count;
    double       memory[SWV_SKELETON_BYTES(ALL) / sizeof(double)], scratch[SWV_SKELETON_BYTES(ALL) / sizeof(double)];
} recording;

// The skeleton of r->joints, and its binding.
static inline void bind_joints(recording *r, swv_binding *binding)
{
    const swv_skeleton_options options = { .up = r->motion.up };
    assert_true(r->motion.joint_count <= ALL);
    assert_int_equal(swv_skeleton_make(r->joints, r->motion.joint_count, &options, r->memory, &r->skeleton, NULL),
                     SWV_OK);
    assert_int_equal(swv_skeleton_bind(&r->skeleton, NULL, r->scratch, binding), SWV_OK);
}

static inline recording *read_clip(const char *name)
{
    static recording r;
    char             path[300];
    swv_binding      binding;
    snprintf(path, sizeof path, "%s/data/files/bvh/%s.bvh", SWIVEL_SOURCE_DIR, name);
    assert_int_equal(swv_motion_read_file(path, NULL, &r.motion, NULL), SWV_OK);
    assert_int_equal(swv_motion_joints(&r.motion, -1, r.joints), SWV_OK);
    bind_joints(&r, &binding);
    const int joints = r.motion.joint_count;
    r.count = r.motion.frame_count - 1;  // the first one of these is a T-pose that somebody put there
    r.clip = malloc((size_t)r.count * (size_t)joints * sizeof *r.clip);
    assert_non_null(r.clip);
    for (int f = 0; f < r.count; f++)
        assert_int_equal(swv_motion_locals(&r.motion, f + 1, r.clip + f * joints), SWV_OK);
    if (!swv_rest_is_posture(&r.skeleton, &binding)) {
        assert_int_equal(swv_rest_find(&r.skeleton, &binding, r.clip, r.count, r.scratch, r.joints), SWV_OK);
        bind_joints(&r, &binding);
    }
    assert_int_equal(swv_body_make(&r.skeleton, &binding, &r.body, NULL), SWV_OK);
    return &r;
}

static inline void free_clip(recording *r)
{
    free(r->clip);
    swv_motion_free(&r->motion);
}

static inline double leg_of(const swv_body *b)
{
    return b->mount.limbs[2].limb.upper + b->mount.limbs[2].limb.lower;
}

// In natural axes and metres, as if the leg were 0.9 m long.
static inline swv_vec3 place(const swv_body *b, const swv_pose *worlds, int joint)
{
    swv_vec3 p = worlds[joint].position;
    p.x = b->mount.is_left_handed ? -p.x : p.x;
    return swv_vec3_scale(0.9 / leg_of(b), swv_quat_rotate(b->natural_from_world, p));
}

// The ball of a foot; of one without toes the point ahead of where its ankle rests, on the floor.
static inline swv_vec3 ball(const swv_body *b, const swv_pose *worlds, int side)
{
    const int toes = b->parts[side ? SWV_PART_LEFT_TOES : SWV_PART_RIGHT_TOES],
              ankle = b->mount.limbs[2 + side].joints[2];
    if (toes >= 0)
        return place(b, worlds, toes);
    const swv_pose *rest = b->mount.skeleton->rest_frames;
    const swv_vec3  ahead = { 0.0, 0.08 * b->size, -b->ankles[side] };
    const swv_quat  n = b->natural_from_world,
                   turn = swv_quat_mul(worlds[ankle].rotation, swv_quat_conjugate(rest[ankle].rotation));
    const swv_vec3 way = swv_quat_rotate(n, swv_quat_rotate(turn, swv_quat_rotate(swv_quat_conjugate(n), ahead)));
    return swv_vec3_add(place(b, worlds, ankle), swv_vec3_scale(0.9 / leg_of(b), way));
}

static inline swv_vec3 sole(const swv_body *b, const swv_pose *worlds, int side, int k)
{
    return k ? ball(b, worlds, side) : place(b, worlds, b->mount.limbs[2 + side].joints[2]);
}

// ---- what feet do ----

enum { FOOT_POINTS = 6 };

/// Points of the soles in each frame, right and left: in natural axes and metres over the floor, as if the leg were 0.9 m long.
typedef struct foot_track {
    int    frame_count, point_count;
    double dt;
    swv_vec3 (*at)[2][FOOT_POINTS];
} foot_track;

static inline foot_track make_track(int frame_count, int point_count, double dt)
{
    foot_track t = { frame_count, point_count, dt, malloc((size_t)frame_count * sizeof *t.at) };
    assert_non_null(t.at);
    return t;
}

// Ankles and balls of a body, over a floor in its own unit.
static inline foot_track track_of(const swv_body *b, const swv_pose *frames, int count, double dt, double floor)
{
    static swv_pose worlds[ALL];
    foot_track      t = make_track(count, 2, dt);
    for (int f = 0; f < count; f++) {
        assert_int_equal(swv_mount_worlds(&b->mount, frames + f * b->mount.skeleton->joint_count, worlds), SWV_OK);
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < 2; k++) {
                t.at[f][side][k] = sole(b, worlds, side, k);
                t.at[f][side][k].z -= floor * 0.9 / leg_of(b);
            }
    }
    return t;
}

// While a recorded foot is low and hardly moves, one point of the other's sole stays where it is: the whole way added up, as it may roll from heel
// to ball. `heights` are those of the recorded ankle and ball at rest.
static inline double drift_of(const foot_track *recorded, double heights[2][2], double leg, const foot_track *its)
{
    double drift = 0.0;
    for (int side = 0; side < 2; side++) {
        double slid = 0.0;
        bool   is_standing = false;
        for (int f = 1; f + 1 < recorded->frame_count; f++) {
            bool   stands = true;
            double moved = HUGE_VAL;
            for (int k = 0; k < 2; k++) {
                const swv_vec3 p = recorded->at[f - 1][side][k], q = recorded->at[f + 1][side][k];
                stands = stands && swv_vec3_length(swv_vec3_sub(p, q)) < 0.1 * recorded->dt &&
                         p.z < 0.03 + heights[side][k] * 0.9 / leg;
            }
            for (int k = 0; k < its->point_count; k++) {
                const swv_vec3 p = its->at[f - 1][side][k], q = its->at[f][side][k];
                moved = fmin(moved, hypot(p.x - q.x, p.y - q.y));
            }
            slid = stands && is_standing ? slid + moved : 0.0;
            drift = fmax(drift, slid);
            is_standing = stands;
        }
    }
    return drift;
}

static inline double below_of(const foot_track *t)
{
    double below = 0.0;
    for (int f = 0; f < t->frame_count; f++)
        for (int i = 0; i < 2 * t->point_count; i++)
            below = fmax(below, -t->at[f][i % 2][i / 2].z);
    return below;
}

// By the usual definition: the part of the steps, 20 a second, in which a foot below 5 cm is faster than 0.5 m/s, in percent: its points from
// `first` on that are so low, each of them. One that turns on its ball or heel does not skate.
static inline double skating_of(const foot_track *t, int first)
{
    const int step = (int)(0.05 / t->dt + 0.5) > 0 ? (int)(0.05 / t->dt + 0.5) : 1;
    int       steps = 0, skating = 0;
    for (int side = 0; side < 2; side++)
        for (int f = 0; f + step < t->frame_count; f += step, steps++) {
            int low = 0, fast = 0;
            for (int k = first; k < t->point_count; k++) {
                const swv_vec3 p = t->at[f][side][k], q = t->at[f + step][side][k];
                const bool     is_low = p.z < 0.05 && q.z < 0.05;
                low += is_low;
                fast += is_low && hypot(p.x - q.x, p.y - q.y) > 0.5 * step * t->dt;
            }
            skating += low > 0 && fast == low;
        }
    return 100.0 * skating / steps;
}

#endif
