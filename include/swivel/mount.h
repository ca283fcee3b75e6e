// SPDX-License-Identifier: MIT
#ifndef SWIVEL_MOUNT_H
#define SWIVEL_MOUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/geometry.h"
#include "swivel/limb.h"
#include "swivel/limb_track.h"
#include "swivel/rig.h"

/// Your skeleton in use: hands and feet go where you say, the rest stays as your animation has it.
///
///     swv_rig_bind(&rig, NULL, &binding);        // once; `rig` is your skeleton in any rest pose
///     swv_mount_make(&rig, &binding, &mount, NULL);
///
///     const swv_mount_goal goal = { .part = SWV_PART_LEFT_HAND, .end = where };     // each frame, in the world
///     swv_mount_solve(&mount, &goal, 1, animation, NULL, locals, &report, NULL);    // locals: joints against their parents
///
/// Arms and legs are those of limb.h, with the lengths of your bones: exact hands and feet, people's limits, the elbow
/// where a person would hold it. What your bones' own axes are does not matter: all is counted from the rest pose. Two
/// things are read from the rest pose and cannot be known from a straight arm: to which side the elbow bends (forward, up
/// if the arm points forward; the knee's: backward) and, of a hand without fingers, where the palm is (the thumb forward).
/// So the rest pose must be one that a body can be in: T, A, hanging, sitting. The zero of a BVH file need not be.
///
/// Locals   Pose of a joint against its parent (without one: in the world), in the rig's unit and axes; joint i of the rig
///          is locals[i]. Scale is not known here: positions are in the unit of the world.
/// Touched  The joints from upper arm to hand, or from thigh to foot, and the twist bones between or on them. Their
///          positions are those of the rest pose. All other locals come out as they went in.
/// Twist    A forearm that turns is spread over its twist bones by where they lie; without any, the bone of the forearm
///          takes half. Likewise those of the upper arm and the leg.

enum { SWV_MOUNT_LIMBS = 4, SWV_MOUNT_TWISTS = 8 };

/// A twist bone: what share of the turn it has taken when the joints it hangs on have taken theirs.
typedef struct swv_mount_twist {
    int      joint;
    bool     is_between;  ///< on the way to the next part; else it only hangs there
    double   share;       ///< of the whole turn, beyond what its parent has
    swv_vec3 axis;        ///< in its own axes if it is between, else in those of its parent
} swv_mount_twist;

/// One arm or leg. Read it; limits may be changed through the setters of limb.h, shares may be written.
typedef struct swv_mount_limb {
    bool            is_there;
    swv_limb        limb;
    int             joints[3];     ///< upper arm, forearm, hand; thigh, shank, foot
    int             trunk;         ///< the joint whose axes, as they were at rest, are the limb's trunk; -1: the world
    bool            is_end_apart;  ///< the hand or foot does not hang on the forearm or shank: its position is set too
    double          shares[2];     ///< of its own twist that the upper arm's bone takes, of the forearm's the forearm's
    swv_quat        joint_from_trunk;    ///< the limb's trunk as seen from `trunk`
    swv_quat        bone_from_joint[3];  ///< how the joints' axes lie in those of the limb's bones
    swv_quat        upper_rest;          ///< the upper bone at rest, as seen from the parent of joints[0]
    double          turn_rest;           ///< pronation or rotation of the foot at rest
    int             twist_count[2];      ///< of the upper and the lower bone, parents first
    swv_mount_twist twists[2][SWV_MOUNT_TWISTS];
} swv_mount_limb;

/// Made by swv_mount_make; plain data, may be copied. It does not need the rig or the binding any more.
typedef struct swv_mount {
    uint32_t       cookie;
    int            joint_count;
    bool           is_left_handed;
    int            parents[SWV_RIG_JOINTS];
    swv_pose       rest[SWV_RIG_JOINTS];    ///< locals of the rest pose
    swv_mount_limb limbs[SWV_MOUNT_LIMBS];  ///< right arm, left arm, right leg, left leg
} swv_mount;

/// Whatever limbs are bound whole (three joints that are apart) are there. Statuses as swv_rig_check, which names the joint;
/// SWV_BAD_ARGUMENT for a binding that is not of this rig.
/// fault  takes the part that is bound to a joint the rig does not have
SWV_API swv_status swv_mount_make(const swv_rig *rig, const swv_binding *binding, swv_mount *mount, int *fault);

/// The limb that ends in a part: SWV_PART_LEFT_HAND, SWV_PART_RIGHT_FOOT and so on. -1: none such, or not there.
SWV_API int swv_mount_limb_of(const swv_mount *mount, int part);

// ---- posing ----

typedef struct swv_mount_goal {
    int            part;           ///< SWV_PART_LEFT_HAND, SWV_PART_RIGHT_HAND, SWV_PART_LEFT_FOOT, SWV_PART_RIGHT_FOOT
    swv_pose       end;            ///< in the world: where that joint is to be, turned as its own axes are
    bool           position_only;  ///< the hand may be turned as it likes: it stays as it was against the forearm
    swv_elbow_wish elbow;          ///< SWV_ELBOW_PREVIOUS: where the animation has it
    double         swivel;         ///< SWV_ELBOW_SWIVEL
    swv_vec3       pole;           ///< SWV_ELBOW_TOWARDS: a place in the world
    double         keep;           ///< 0 to 1: how much of the animation is kept; to fade a goal in or out
} swv_mount_goal;

/// Bring hands and feet to their goals.
///
/// goals      goal_count of them, at most one for each limb
/// animation  joint_count locals; NULL: the rest pose
/// options    what gives way where limits are in the way
/// locals     out, joint_count; may be `animation` itself
/// reports    out, one for each goal, of the posture before any of the animation is kept; lengths in the rig's unit
/// fault      takes the goal that SWV_BAD_GOAL is about
///
/// SWV_BAD_GOAL for a goal that swv_limb_solve refuses, a part that is no end of a limb that is there, or one named
/// twice; SWV_BAD_POSTURE for an animation that is not finite; SWV_BAD_COUNT.
SWV_API swv_status swv_mount_solve(const swv_mount *mount, const swv_mount_goal *goals, int goal_count,
                                   const swv_pose *animation, const swv_limb_options *options, swv_pose *locals,
                                   swv_limb_report *reports, int *fault);

/// Following moving goals: one swv_limb_track for each limb, its rules those of limb_track.h. Plain data.
typedef struct swv_mount_track {
    swv_limb_track_options options;
    bool                   is_following[SWV_MOUNT_LIMBS];  ///< had a goal in the last step
    swv_limb_track         limbs[SWV_MOUNT_LIMBS];
    bool                   is_at_rest[SWV_MOUNT_LIMBS];  ///< not moved by it: nor by another with the same goal
    swv_limb_goal          goals[SWV_MOUNT_LIMBS];       ///< of the last step, as limbs see them
    swv_limb_track_report  reports[SWV_MOUNT_LIMBS];
} swv_mount_track;

/// Makes `track` ready for its first step. SWV_BAD_OPTIONS.
SWV_API swv_status swv_mount_track_start(const swv_mount *mount, const swv_limb_track_options *options,
                                         swv_mount_track *track);

/// As swv_mount_solve, dt seconds after the last step. A limb that had no goal then starts from where the animation has
/// it. SWV_BAD_ARGUMENT for a dt that is not positive; `track` is untouched by a call that fails.
SWV_API swv_status swv_mount_track_step(const swv_mount *mount, swv_mount_track *track, const swv_mount_goal *goals,
                                        int goal_count, double dt, const swv_pose *animation, swv_pose *locals,
                                        swv_limb_track_report *reports, int *fault);

// ---- postures, in and out ----

/// The posture of a limb in these locals, for reading angles and checking limits: `limb` is one of the mount's, as
/// swv_mount_limb_of numbers them. Skeletons bend as they like: an elbow out of its plane (by more than 0.6 degrees) gives
/// the posture with the same elbow and hand, one bent backward a little is straight. SWV_BAD_COUNT for a limb that is not there; SWV_BAD_POSTURE if its bones have no length in these locals.
SWV_API swv_status swv_mount_read(const swv_mount *mount, int limb, const swv_pose *locals, swv_limb_posture *posture);

/// Set a limb to a posture, twist bones too; all else stays. SWV_BAD_COUNT as above.
SWV_API swv_status swv_mount_write(const swv_mount *mount, int limb, const swv_limb_posture *posture, swv_pose *locals);

/// Poses of all joints in the world. worlds must not be `locals`.
SWV_API swv_status swv_mount_worlds(const swv_mount *mount, const swv_pose *locals, swv_pose *worlds);

#endif
