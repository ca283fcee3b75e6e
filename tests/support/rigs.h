// SPDX-License-Identifier: MIT
// Characters as tests write them: joints with places in the world.
#ifndef SWIVEL_TESTS_RIGS_H
#define SWIVEL_TESTS_RIGS_H

#include <stdbool.h>
#include <stdlib.h>

#if __has_include("swivel/body.h")  // not where the library is one pair of files: swivel.h comes first there
    #include "swivel/body.h"
#endif

typedef struct world_joint {
    const char *name;
    int         parent;  ///< -1: none
    swv_pose    rest;    ///< in the world; a rotation of all zeros is none
} world_joint;

typedef struct world_rig {
    const world_joint *joints;
    int                joint_count;
    swv_vec3           up;
    bool               is_left_handed;
} world_rig;

// The joint of a skeleton: a ball, or free without a parent.
static inline swv_joint joint_of_rig(const world_joint *joints, int count, int i)
{
    const int      parent = joints[i].parent;
    swv_joint      joint = { .name = joints[i].name,
                             .parent = parent,
                             .kind = parent < 0 ? SWV_JOINT_FREE : SWV_JOINT_BALL,
                             .rest = joints[i].rest };
    const swv_vec3 p = joint.rest.position;
    const swv_quat q = joint.rest.rotation;
    const bool     is_finite = p.x - p.x + p.y - p.y + p.z - p.z + q.x - q.x + q.y - q.y + q.z - q.z + q.w - q.w == 0.0;
    if (is_finite)
        joint.rest.rotation = swv_quat_normalize(q);
    if (is_finite && parent >= 0 && parent < count) {
        const swv_pose above = { joints[parent].rest.position, swv_quat_normalize(joints[parent].rest.rotation) };
        joint.rest = swv_pose_mul(swv_pose_inverse(above), joint.rest);
    }
    return joint;
}

/// In memory that is freed as a whole: a skeleton's joints, itself, what it refers to, and room to bind it. NULL if `status` is not SWV_OK.
typedef struct rig_skeleton {
    struct rig_skeleton *next;
    swv_skeleton         skeleton;
    void                *scratch;
    double               block[];
} rig_skeleton;

static inline rig_skeleton *make_rig_skeleton(const world_rig *r, swv_status *status, int *fault)
{
    const size_t  count = r->joint_count > 0 ? (size_t)r->joint_count : 0, joints = count * sizeof(swv_joint);
    const size_t  memory = swv_skeleton_size(r->joint_count), scratch = swv_skeleton_bind_size(r->joint_count);
    rig_skeleton *s = malloc(sizeof *s + joints + memory + scratch + 1);
    if (!s)
        abort();
    swv_joint *made = (swv_joint *)(void *)s->block;
    s->scratch = (char *)s->block + joints + memory;
    for (int i = 0; i < r->joint_count; i++)
        made[i] = joint_of_rig(r->joints, r->joint_count, i);
    const swv_skeleton_options options = { r->up, r->is_left_handed };
    *status = swv_skeleton_make(made, r->joint_count, &options, (char *)s->block + joints, &s->skeleton, fault);
    if (*status == SWV_OK)
        return s;
    free(s);
    return NULL;
}

static inline rig_skeleton **kept_rig_skeletons(void)
{
    static rig_skeleton *first;
    return &first;
}

static inline void free_rig_skeletons(void)
{
    for (rig_skeleton *s = *kept_rig_skeletons(), *next; s; s = next) {
        next = s->next;
        free(s);
    }
    *kept_rig_skeletons() = NULL;
}

/// Its skeleton, kept until the test ends.
static inline swv_skeleton *skeleton_of_rig(const world_rig *r, swv_status *status)
{
    rig_skeleton *s = make_rig_skeleton(r, status, NULL);
    if (!s)
        return NULL;
    static bool is_freed_at_exit;
    if (!is_freed_at_exit)
        atexit(free_rig_skeletons);
    is_freed_at_exit = true;
    s->next = *kept_rig_skeletons();
    *kept_rig_skeletons() = s;
    return &s->skeleton;
}

static inline swv_status bind_rig(const world_rig *r, const swv_bind_options *options, swv_binding *binding)
{
    swv_status    status;
    rig_skeleton *s = make_rig_skeleton(r, &status, NULL);
    if (s)
        status = swv_skeleton_bind(&s->skeleton, options, s->scratch, binding);
    free(s);
    return status;
}

static inline swv_status mount_rig(const world_rig *r, const swv_binding *binding, swv_mount *mount, int *fault)
{
    swv_status          status;
    const swv_skeleton *s = skeleton_of_rig(r, &status);
    return s ? swv_mount_make(s, binding, mount, fault) : status;
}

static inline swv_status body_of_rig(const world_rig *r, const swv_binding *binding, swv_body *made, int *fault)
{
    swv_status          status;
    const swv_skeleton *s = skeleton_of_rig(r, &status);
    return s ? swv_body_make(s, binding, made, fault) : status;
}

/// The world's places of a skeleton's joints, at rest.
static inline void rig_of_skeleton(const swv_skeleton *s, world_joint *joints, world_rig *r)
{
    for (int i = 0; i < s->joint_count; i++)
        joints[i] = (world_joint){ s->joints[i].name, s->joints[i].parent, s->rest_frames[i] };
    *r = (world_rig){ joints, s->joint_count, s->up, s->is_left_handed };
}

static inline swv_status human_rig(double stature, swv_sex sex, world_joint joints[SWV_HUMAN_JOINTS], world_rig *r)
{
    swv_joint  made[SWV_HUMAN_JOINTS];
    swv_status status = swv_human_make(stature, sex, made);
    for (int i = 0; status == SWV_OK && i < SWV_HUMAN_JOINTS; i++) {  // each comes after its parent, and none is turned
        joints[i] = (world_joint){ made[i].name, made[i].parent, made[i].rest };
        if (made[i].parent >= 0)
            joints[i].rest.position = swv_vec3_add(joints[made[i].parent].rest.position, made[i].rest.position);
    }
    if (status == SWV_OK)
        *r = (world_rig){ joints, SWV_HUMAN_JOINTS, { 0.0, 0.0, 1.0 }, false };
    return status;
}

/// The rest pose: locals of all joints.
static inline void rest_of(const swv_mount *mount, swv_pose *locals)
{
    for (int i = 0; i < mount->skeleton->joint_count; i++)
        locals[i] = mount->skeleton->joints[i].rest;
}

/// The rest pose in the world.
static inline swv_status rest_worlds_of(const swv_mount *mount, swv_pose *worlds)
{
    for (int i = 0; i < mount->skeleton->joint_count; i++)
        worlds[i] = mount->skeleton->rest_frames[i];
    return SWV_OK;
}

#endif
