// SPDX-License-Identifier: MIT
#ifndef SWIVEL_BODY_BODY_INTERNAL_H
#define SWIVEL_BODY_BODY_INTERNAL_H

#include "body/mount_internal.h"
#include "body/trunk_internal.h"
#include "swivel/body.h"

/// Points as body.c uses them, and what people do with the rest. By part; lengths in the skeleton's unit.
typedef struct swvi_body_given {
    const swv_body_point *points;  ///< the caller's, in the rig's world
    int                   point_count;
    bool                  is_known[SWV_PARTS];
    swv_pose              poses[SWV_PARTS];    ///< in the world, right-handed
    swv_pose              natural[SWV_PARTS];  ///< all that body.h says, in its axes
} swvi_body_given;

typedef struct swvi_body_device swvi_body_device;

/// Points of a frame: those that were heard of, as they were given and as they count, then head and hands that are lost.
typedef struct swvi_body_heard {
    int            heard_count, point_count;
    int            given[SWV_BODY_POINTS];  ///< of those heard: their index among the caller's
    swv_body_point heard[SWV_BODY_POINTS], points[SWV_BODY_POINTS];
} swvi_body_heard;

/// A foot: its ankle in the axes of body.h; radians: its turn about the vertical, 0 along y, and by how much its heel is raised.
typedef struct swvi_body_step {
    swv_vec3 ankle;
    double   heading, heel;
} swvi_body_step;

/// A trunk and how its clavicles are swung, in axes that turn with the chest: right, left.
typedef struct swvi_body_trunk_at {
    swvi_trunk trunk;
    swv_quat   swings[2];
} swvi_body_trunk_at;

/// Places in the axes of body.h (x right, y forward, z up from the floor), from the world, right-handed; and back.
SWV_INLINE swv_vec3 swvi_into_natural(const swv_body *body, swv_vec3 world)
{
    swv_vec3 p = swv_quat_rotate(body->natural_from_world, world);
    p.z -= body->floor;
    return p;
}

SWV_INLINE swv_vec3 swvi_out_of_natural(const swv_body *body, swv_vec3 p)
{
    p.z += body->floor;
    return swv_quat_rotate(swv_quat_conjugate(body->natural_from_world), p);
}

/// As swv_body_stand, of the joints that count.
swv_status swvi_body_stand(const swv_body *body, swv_pose *locals);

/// The joint that is tracked as a part, and whether its rotation counts; -1 for a part that cannot be tracked.
int swvi_body_joint(const swv_body *body, int part, bool *has_turn);

/// The steps of swv_body_solve: (1) and (2) of body.c, from the points of `g`, the rest of it 0; (3). Sides are swv_side; *fault takes the index of a bad point, or -1.
/// Goals are in the rig's axes; `out` has the locals that count, finite. report may be NULL.
swv_status     swvi_body_trunk(const swv_body *body, swvi_body_given *g, const swv_pose *animation, swv_pose *out,
                               swvi_trunk *t, int *fault);
void           swvi_body_set_homes(const swv_body *body, swv_body_track *track);
swv_status     swvi_body_find_lost(const swv_body *body, const swv_body_point *points, int count, double dt,
                                   swv_body_track *track, swvi_body_heard *heard, int *fault);
swvi_body_step swvi_body_guess_foot(const swv_body *body, const swvi_body_given *g, int side);
swv_pose       swvi_body_foot_pose(const swv_body *body, const swvi_body_step *step, int side);  ///< in the world
void swvi_body_limb_goals(const swv_body *body, const swvi_body_given *g, swv_mount_goal goals[SWV_MOUNT_LIMBS]);
void swvi_body_finish(const swv_body *body, const swvi_body_given *g, const swv_limb_report limbs[SWV_MOUNT_LIMBS],
                      const swv_pose *animation, const swv_pose *out, swv_pose *locals, swv_body_report *report);

/// Legs or arms in one frame, those that have a goal.
typedef struct swvi_body_pair {
    int             count;
    swv_mount_goal  goals[2];
    swv_limb_report reports[2];              ///< of each, without a follower
    swvi_mount_step steps[SWV_MOUNT_LIMBS];  ///< with a follower
} swvi_body_pair;

/// One frame of swv_body_reach, or of swv_body_follow where there is a follower.
typedef struct swvi_body_frame {
    const swv_body    *body;
    swv_body_follower *follower;  ///< NULL: without history. Not written before swvi_body_take
    double             dt;        ///< seconds
    swvi_trunk_wish    wish;
    swvi_body_trunk_at at;
    swvi_body_pair     legs, arms;
    swv_pose           base[SWV_MOUNT_JOINTS], out[SWV_MOUNT_JOINTS];  ///< locals of the animation, and so far
} swvi_body_frame;

/// Whether swv_body_follow_start made it.
bool swvi_body_is_follower(const swv_body_follower *follower);

/// The trunk as it is wished for, with legs that go on from where they were, if it may be there in one frame and feet and limits
/// allow it. body_follow.c.
bool swvi_body_go_there(swvi_body_frame *frame);

/// The trunk and the legs on from where they were, as far as they may go.
swv_status swvi_body_go_on(swvi_body_frame *frame);

/// The clavicles' swings (in axes that turn with the chest) on from what they were, no faster than bones may be; dt in seconds.
void swvi_body_swing_on(const swv_body_follower *follower, double dt, swv_quat swings[2]);

/// The follower is there now: until then it is as it was.
void swvi_body_take(const swvi_body_frame *frame);

/// How a clavicle swings, in axes that turn with the chest, for an arm that pointed one way and now points another, in these axes too:
/// body_rhythm.c. The bone to the shoulder and the hand are seen from the clavicle's joint, likewise; a hand within reach
/// (how far it may be from the shoulder, in the skeleton's unit) stays so.
swv_quat swvi_body_rhythm(const swv_body *body, int side, swv_vec3 from, swv_vec3 to, swv_vec3 bone, swv_vec3 hand,
                          double reach);

#endif
