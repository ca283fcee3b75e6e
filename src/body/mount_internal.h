// SPDX-License-Identifier: MIT
#ifndef SWIVEL_BODY_MOUNT_INTERNAL_H
#define SWIVEL_BODY_MOUNT_INTERNAL_H

#include <math.h>

#include "math/scalar.h"
#include "swivel/body.h"
#include "limb/limb_track_internal.h"

/// Whether there is room for a body: what is further away than 1e306 leaves none. That is a hundredth of the largest double, so that sums
/// of a few such places are finite. Chosen.
SWV_INLINE bool swvi_has_room(swv_vec3 at)
{
    const double edge = 1e306;
    return fabs(at.x) <= edge && fabs(at.y) <= edge && fabs(at.z) <= edge;
}

SWV_INLINE swv_vec3 swvi_mount_point(const swv_mount *m, swv_vec3 p)
{
    return m->is_left_handed ? swvi_mirrored(p) : p;
}

SWV_INLINE bool swvi_mount_has(const swv_mount *m, int joint)
{
    return joint >= 0 && joint < m->joint_count;
}

/// Of a mount whose parents are those of a rig that was checked.
SWV_INLINE bool swvi_mount_is_below(const swv_mount *m, int joint, int ancestor)
{
    while (joint != -1 && joint != ancestor)
        joint = m->parents[joint];
    return joint == ancestor;
}

/// A local as it is used inside: right-handed, its rotation of unit length.
SWV_INLINE swv_pose swvi_mount_local(const swv_mount *m, const swv_pose *locals, int joint)
{
    swv_pose       p = swvi_mirrored_if(m->is_left_handed, locals[joint]);
    const swv_quat q = p.rotation;
    const double   squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (squared > 0.25 && squared < 4.0) {  // as good as all: the careful way is for the others
        const double scale = 1.0 / sqrt(squared);
        p.rotation = (swv_quat){ scale * q.x, scale * q.y, scale * q.z, scale * q.w };
    } else {
        p.rotation = swv_quat_normalize(q);
    }
    return p;
}

/// Up from a joint to another one, or to the world (-1) if that is not above it: where that ended, and the joint as seen from there. False if
/// the parents lead nowhere.
SWV_INLINE bool swvi_mount_up(const swv_mount *m, const swv_pose *locals, int joint, int to, int *end, swv_pose *seen)
{
    swv_pose p = SWV_IDENTITY_POSE;
    int      steps = 0, j = joint;
    for (; j != to && j != -1; j = m->parents[j]) {
        if (!swvi_mount_has(m, j) || ++steps > m->joint_count)
            return false;
        p = swv_pose_mul(swvi_mount_local(m, locals, j), p);
    }
    *seen = p;
    *end = j;
    return true;
}

/// Pose of a joint in the world; of -1 the identity. False if the parents lead nowhere.
SWV_INLINE bool swvi_mount_world(const swv_mount *m, const swv_pose *locals, int joint, swv_pose *world)
{
    int end;
    return swvi_mount_up(m, locals, joint, -1, &end, world);
}

/// Turns a joint as it is used inside; its position stays.
SWV_INLINE void swvi_mount_set_rotation(const swv_mount *m, int joint, swv_quat rotation, swv_pose *locals)
{
    const swv_vec3 kept = locals[joint].position;
    locals[joint] = swvi_mirrored_if(m->is_left_handed, (swv_pose){ { 0.0, 0.0, 0.0 }, swv_quat_normalize(rotation) });
    locals[joint].position = kept;
}

/// SWV_OK for a mount that swv_mount_make made.
swv_status swvi_mount_verify(const swv_mount *m);

/// Whether all of a posture are finite and have a rotation.
bool swvi_mount_are_locals(const swv_mount *m, const swv_pose *locals);

/// A limb's step that is not taken yet.
typedef struct swvi_mount_step {
    int            limb;
    swv_limb_goal  goal;
    swvi_limb_step step;
} swvi_mount_step;

/// swv_mount_solve and swv_mount_track_step on locals that are finite, of a mount that was verified: in place, so that locals are lost
/// where it fails. A track is as it was until it takes the steps.
swv_status swvi_mount_solve(const swv_mount *m, const swv_mount_goal *goals, int count, const swv_limb_options *options,
                            swv_pose *locals, swv_limb_report *reports);
swv_status swvi_mount_track_next(const swv_mount *m, const swv_mount_track *track, const swv_mount_goal *goals,
                                 int count, double dt, swv_pose *locals, swvi_mount_step steps[SWV_MOUNT_LIMBS]);
void       swvi_mount_track_take(const swv_mount *m, swv_mount_track *track, const swvi_mount_step *steps, int count);

/// As swv_mount_read, for a limb that is there and locals that are finite, but its plane never flips: elbow and hand may come out beside where
/// they are.
swv_status swvi_mount_read_smooth(const swv_mount *m, int limb, const swv_pose *locals, swv_limb_posture *posture);

#endif
