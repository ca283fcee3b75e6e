// SPDX-License-Identifier: MIT
#ifndef SWIVEL_BODY_MOUNT_INTERNAL_H
#define SWIVEL_BODY_MOUNT_INTERNAL_H

#include <math.h>

#include "math/scalar.h"
#include "swivel/body.h"
#include "limb/limb_track_internal.h"
#include "skeleton/skeleton_internal.h"

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

// ---- joints ----
// Inside, only joints count that a mount or a body may touch, and those that carry them: bound ones, twist bones and what they hang on. They have
// numbers of their own, parents first (`_private` in body.h), and so have arrays of locals and worlds of them. Calls from outside take what
// counts of the caller's locals and give it back.

SWV_INLINE bool swvi_mount_has(const swv_mount *m, int joint)
{
    return joint >= 0 && joint < m->_private.count;
}

/// The number of a joint of the skeleton; -1: it does not count.
int swvi_mount_number(const swv_mount *m, int joint);

/// A joint's local of the rest pose.
SWV_INLINE swv_pose swvi_mount_rest(const swv_mount *m, int joint)
{
    return m->skeleton->joints[m->_private.joints[joint]].rest;
}

/// What counts of the skeleton's locals; NULL: of its rest. False if one of all of them is not finite or has no rotation.
bool swvi_mount_take(const swv_mount *m, const swv_pose *locals, swv_pose *mine);

/// The animation's locals, or the rest's if that is NULL, with these instead of what counts. `locals` may be `animation`.
void swvi_mount_give(const swv_mount *m, const swv_pose *animation, const swv_pose *mine, swv_pose *locals);

/// Worlds of what counts, right-handed.
void swvi_mount_worlds(const swv_mount *m, const swv_pose *locals, swv_pose *worlds);

SWV_INLINE bool swvi_mount_is_below(const swv_mount *m, int joint, int ancestor)
{
    while (joint != -1 && joint != ancestor)
        joint = m->_private.parents[joint];
    return joint == ancestor;
}

/// A local as it is used inside: right-handed, its rotation of unit length.
SWV_INLINE swv_pose swvi_mount_inside(const swv_mount *m, swv_pose local)
{
    swv_pose       p = swvi_mirrored_if(m->is_left_handed, local);
    const swv_quat q = p.rotation;
    const double   squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    // Lengths 0.5 to 2, as good as all: no square overflows there. The careful way is for the others. Chosen.
    if (squared > 0.25 && squared < 4.0) {
        const double scale = 1.0 / sqrt(squared);
        p.rotation = (swv_quat){ scale * q.x, scale * q.y, scale * q.z, scale * q.w };
    } else {
        p.rotation = swv_quat_normalize(q);
    }
    return p;
}

/// Up from a joint to another one, or to the world (-1) if that is not above it: returns where that ended; *seen takes the joint as seen from there.
SWV_INLINE int swvi_mount_up(const swv_mount *m, const swv_pose *locals, int joint, int to, swv_pose *seen)
{
    *seen = (swv_pose)SWV_IDENTITY_POSE;
    for (; joint != to && joint != -1; joint = m->_private.parents[joint])
        *seen = swv_pose_mul(swvi_mount_inside(m, locals[joint]), *seen);
    return joint;
}

/// Pose of a joint in the world; of -1 the identity.
SWV_INLINE swv_pose swvi_mount_world(const swv_mount *m, const swv_pose *locals, int joint)
{
    swv_pose world;
    (void)swvi_mount_up(m, locals, joint, -1, &world);
    return world;
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

/// Whether all locals that count are finite and have a rotation.
bool swvi_mount_are_locals(const swv_mount *m, const swv_pose *locals);

/// A limb's step that is not taken yet: which limb of the mount; goal and step in the axes of limb.h.
typedef struct swvi_mount_step {
    int            limb;
    swv_limb_goal  goal;
    swvi_limb_step step;
} swvi_mount_step;

/// swv_mount_solve and swv_mount_track_step on what counts of locals that are finite, of a mount that was verified: in place, so that locals are lost
/// where it fails. A track is as it was until it takes the steps.
swv_status swvi_mount_solve(const swv_mount *m, const swv_mount_goal *goals, int count, swv_limb_compromise compromise,
                            swv_pose *locals, swv_limb_report *reports);
swv_status swvi_mount_track_next(const swv_mount *m, const swv_mount_track *track, const swv_mount_goal *goals,
                                 int count, double dt, swv_pose *locals, swvi_mount_step steps[SWV_MOUNT_LIMBS]);
void       swvi_mount_track_take(const swv_mount *m, swv_mount_track *track, const swvi_mount_step *steps, int count);

/// As swv_mount_read and swv_mount_write, of a limb that is there, what counts of locals that are finite, and a posture that is valid.
swv_status swvi_mount_read(const swv_mount *m, int limb, const swv_pose *locals, swv_limb_posture *posture);
void       swvi_mount_write(const swv_mount *m, int limb, const swv_limb_posture *posture, swv_pose *locals);

/// As swvi_mount_read, for a limb that is there and locals that are finite, but its plane never flips: elbow and hand may come out beside where
/// they are.
swv_status swvi_mount_read_smooth(const swv_mount *m, int limb, const swv_pose *locals, swv_limb_posture *posture);

#endif
