// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_CHAIN_H
#define SWIVEL_PAPERS_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/geometry.h"
#include "swivel/skeleton.h"

/// Serial chains of up to 64 joints as plain data, as the papers' methods want them: where the tip is, and how it moves. The
/// engine takes skeletons: swv_chain_joints.
///
///   joint       index into chain.joints, 0 to joint_count - 1
///   coordinate  index into a posture q, 0 to dof - 1
///   link        what a point is fixed to: SWV_TIP the tip's frame, swv_link_of(joint) the frame of a joint
///
/// A chain has no pointers: copy it, keep a million of them, send it to another machine. A posture is an array q of
/// chain.dof numbers, one for each joint that moves on its own, in joint order: radians for hinges, metres for sliders.
/// A joint may instead follow another (q_i = ratio * q_j + offset), as the last joint of a finger does; it then has no
/// number of its own.

/// A joint rotates about, or slides along, an axis through its origin. In the zero posture the frames of all joints are
/// parallel to the base's, so a frame's rotation is its rotation away from the zero posture.
typedef struct swv_chain_joint {
    swv_vec3 origin;        ///< in the frame of the joint before it (the first: in the base)
    swv_vec3 axis;          ///< unit length
    int      axis_along;    ///< 0, 1, 2: the axis lies along x, y or z, either way; -1: along none. Set when built.
    int      slides;        ///< 0: it turns; else: it slides
    int      follows;       ///< index of the joint it follows, or -1
    int      coordinate;    ///< joint value = ratio * q[coordinate] + offset
    double   ratio;         ///< 1 for a joint of its own
    double   offset;        ///< 0 for a joint of its own
    double   lower, upper;  ///< limits of the joint value; -INFINITY and INFINITY: none
} swv_chain_joint;

typedef struct swv_chain {
    int             joint_count;  ///< 1 to SWV_MAX_JOINTS
    int             dof;          ///< count of numbers in a posture: joint_count minus the joints that follow
    swv_pose        base;         ///< where the chain is mounted in the world
    swv_pose        tip;  ///< the tip in the frame of the last joint; in the zero posture equal to that in the base
    swv_chain_joint joints[SWV_MAX_JOINTS];
} swv_chain;

// ---- building ----

/// Make a chain from joints as swv_joints_from_axes and swv_joints_from_dh (skeleton.h) give them: each a child of the
/// one before, at rest with its orientation. Fixed joints before the first moving one are its base, those after the
/// last its tip. SWV_BAD_COUNT: no moving joint, or too many; SWV_BAD_MODEL: other joints; SWV_NOT_FINITE,
/// SWV_BAD_ARGUMENT, SWV_BAD_LIMITS, SWV_BAD_COUPLING as swv_chain_check.
SWV_EXTERN swv_status swv_chain_from_joints(swv_chain *chain, const swv_joint *joints, int count);

/// Make a chain from Denavit-Hartenberg rows, or from axes. It has no limits and no joints that follow, and its base is
/// the identity: set these afterwards. SWV_BAD_ARGUMENT for a zero direction or quaternion.
SWV_EXTERN swv_status swv_chain_from_dh(swv_chain *chain, swv_dh_convention convention, const swv_dh_row *rows,
                                        int count);
SWV_EXTERN swv_status swv_chain_from_axes(swv_chain *chain, const swv_axis *axes, int count,
                                          const swv_pose *world_from_tip);

/// Its axes and its tip in the zero posture, in the world. SWV_NOT_FINITE if a length overflows.
SWV_EXTERN swv_status swv_chain_to_axes(const swv_chain *chain, swv_axis *axes, swv_pose *world_from_tip);

enum { SWV_CHAIN_JOINTS = SWV_MAX_JOINTS + 2 };

/// The joints of a chain, for swv_skeleton_make: a fixed "base" if the chain has one that is not the identity, its own, and a fixed "tip".
/// Returns how many: joint_count + 1 or + 2; 0 for a chain that fails swv_chain_check. A joint locked at 0 gets an upper limit of
/// 5e-324, because 0 and 0 are no limits in a skeleton. One that follows by a ratio of 0 is fixed where it is.
///
/// joints  out, up to joint_count + 2
SWV_EXTERN int swv_chain_joints(const swv_chain *chain, swv_joint *joints);

/// Limits of one joint's value. They may lie beyond half a turn, or be infinite. SWV_BAD_LIMITS.
SWV_EXTERN swv_status swv_chain_set_limits(swv_chain *chain, int joint, double lower, double upper);

/// Let `joint` follow another: its value is ratio * (value of `leader`) + offset. Leaders may follow others in turn.
/// SWV_BAD_COUPLING for a joint that follows one already, or would make a cycle.
SWV_EXTERN swv_status swv_chain_couple(swv_chain *chain, int joint, int leader, double ratio, double offset);

/// Whether a chain is valid, however it was made: SWV_BAD_COUNT for its counts and indices, SWV_NOT_FINITE, SWV_BAD_ARGUMENT for
/// rotations and axes that have not unit length, SWV_BAD_LIMITS, SWV_BAD_COUPLING.
SWV_EXTERN swv_status swv_chain_check(const swv_chain *chain);

// ---- limits ----

/// The range of a coordinate of a posture: where its own joint and all that follow it are inside their limits.
/// *lower > *upper if there is no such value.
SWV_EXTERN swv_status swv_chain_limits(const swv_chain *chain, int coordinate, double *lower, double *upper);

/// Bring every angle of q inside its limits by whole turns if possible. Prismatic joints, and angles that others follow
/// by a ratio that is not a whole number, are only checked. Bit i of *outside is set if q[i] stays outside.
SWV_EXTERN swv_status swv_chain_turn_into_limits(const swv_chain *chain, double *q, uint64_t *outside);

// ---- forward ----

/// Pose of the tip in the world. The sign of the quaternion follows the joints continuously.
SWV_EXTERN swv_status swv_chain_tip(const swv_chain *chain, const double *q, swv_pose *tip);

/// Pose of every joint's frame (joint_count of them), and of the tip. `tip` may be NULL.
SWV_EXTERN swv_status swv_chain_frames(const swv_chain *chain, const double *q, swv_pose *frames, swv_pose *tip);

/// The axes in which a Jacobian's velocities are given.
typedef enum swv_jacobian_axes {
    SWV_WORLD_AXES = 0,
    SWV_BASE_AXES,
    SWV_TIP_AXES,
} swv_jacobian_axes;

/// Geometric Jacobian of the tip: 6 rows by dof columns, stored by rows. Rows 0 to 2 are the velocity of the tip's
/// origin, rows 3 to 5 its angular velocity, per unit of each coordinate's rate; joints that follow are counted with
/// the one they follow. `tip` takes the tip's pose; it may be NULL.
SWV_EXTERN swv_status swv_chain_jacobian(const swv_chain *chain, const double *q, swv_jacobian_axes axes,
                                         double *jacobian, swv_pose *tip);

/// The same for a point fixed to a link and given in its frame. `position` takes the point in the world; it may be NULL.
SWV_EXTERN swv_status swv_chain_point_jacobian(const swv_chain *chain, const double *q, int link, swv_vec3 point,
                                               swv_jacobian_axes axes, double *jacobian, swv_vec3 *position);

#endif
