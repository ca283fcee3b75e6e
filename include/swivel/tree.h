// SPDX-License-Identifier: MIT
#ifndef SWIVEL_TREE_H
#define SWIVEL_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/geometry.h"

/// Trees of joints: a body, a robot with legs and arms. Where its links are, how they move, and its limits.
///
///     swv_tree_joint joints[] = { { .name = "pelvis", .parent = -1, .kind = SWV_JOINT_FREE, ... }, ... };
///     swv_tree       tree;
///     void          *memory = malloc(swv_tree_size(30));
///     swv_tree_make(&tree, joints, 30, memory, NULL);
///
/// Link       A joint moves its link; link and joint have the same frame. Joints may be given in any order.
/// Posture    An array of tree.number_count numbers. Joint j has those from tree.first_number[j] on: none if it is fixed,
///            1 of a hinge (radians) or a slider (metres), 2 of a universal joint (radians), 4 of a ball (quaternion x, y, z, w), 7 of
///            a free joint (position, quaternion). Quaternions need not have unit length on the way in.
/// Freedoms   How a posture can change: tree.freedom_count of them. Joint j has those from tree.first_freedom[j] on: 1 of a hinge
///            or a slider, 2 of a universal joint, 3 of a ball (turns about the world's x, y, z), 6 of a free joint (moves along
///            the world's axes, then turns about them).

enum { SWV_TREE_JOINTS = 256 };

typedef enum swv_joint_kind {
    SWV_JOINT_FIXED = 0,
    SWV_JOINT_HINGE,      ///< turns about `axis`
    SWV_JOINT_SLIDER,     ///< slides along `axis`
    SWV_JOINT_UNIVERSAL,  ///< turns about `axis`, then about `second_axis`, which the first turn carries along
    SWV_JOINT_BALL,       ///< any rotation
    SWV_JOINT_FREE,       ///< any pose; a root only. Its numbers are its pose in the world: `rest` is where it begins
} swv_joint_kind;

/// One joint. Frames, axes and limits are those of the joint in the rest posture, where all angles are 0.
typedef struct swv_tree_joint {
    const char    *name;    ///< unique in the tree; NULL or "" if it has none. The text is not copied
    int            parent;  ///< index of the joint it hangs on; -1: it stands in the world
    swv_joint_kind kind;
    swv_pose       rest;         ///< in the parent's frame, or in the world
    swv_vec3       axis;         ///< in its own frame, of any length but zero. Of a ball: the axis of twist
    swv_vec3       second_axis;  ///< universal: not along `axis`. Ball with limits: the first axis of swing, normal to `axis`
    /// Limits, of each number of a hinge, a slider or a universal joint; -INFINITY and INFINITY, or 0 and 0: none.
    /// Of a ball: [0] twist about `axis`; [1] and [2] swing about `second_axis` and about axis x second_axis, a cone of four
    /// quarter ellipses in the tangents of half the angles, which has 0 inside and stays within (-pi, pi). First the swing by
    /// the smallest turn that takes `axis` to where it points, then in it the twist.
    double   lower[3], upper[3];
    double   mass;    ///< of the link, not negative; needed for balance only
    swv_vec3 center;  ///< of that mass, in the link's frame
} swv_tree_joint;

/// Made by swv_tree_make; to be read, not written. It points into the memory it was given.
typedef struct swv_tree {
    uint32_t              cookie;
    int                   joint_count;    ///< 1 to SWV_TREE_JOINTS
    int                   number_count;   ///< of a posture
    int                   freedom_count;  ///< of its changes
    double                size;           ///< length of the longest way from a root to a joint, without slides
    const swv_tree_joint *joints;         ///< as given, axes and quaternions of unit length
    const int            *first_number, *first_freedom;  ///< of each joint
    const int            *order;   ///< every joint after the one it hangs on, those below a joint right after it
    const int            *place;   ///< of each joint in `order`
    const int            *below;   ///< order[place[j] + 1] to order[below[j] - 1] are the joints below joint j
    const void           *inside;  ///< for the solver
} swv_tree;

/// Bytes that swv_tree_make needs for so many joints; 0 if the count is out of range.
SWV_API size_t swv_tree_size(int joint_count);

/// Make a tree of `count` joints in `memory`, swv_tree_size(count) bytes aligned for double, which must outlive the tree.
/// fault  takes the joint that a status is about, -1 if all is well; may be NULL. The one output that is written on failure.
///
/// SWV_BAD_COUNT: no joints or too many. SWV_BAD_MODEL: a parent that does not exist, a joint that hangs on itself in the
/// end, a free joint with a parent, a name twice. SWV_BAD_ARGUMENT: an unknown kind, a zero axis or quaternion, a second axis along
/// the first (of a ball: not normal to it), a negative mass. SWV_BAD_LIMITS: a lower limit above the upper one; a ball's
/// cone without 0 inside. SWV_NOT_FINITE: a number that is not finite, or lengths beyond 1e100. Bones of no length are fine.
SWV_API swv_status swv_tree_make(swv_tree *tree, const swv_tree_joint *joints, int count, void *memory, int *fault);

/// SWV_BAD_MODEL unless swv_tree_make made it.
SWV_API swv_status swv_tree_check(const swv_tree *tree);

/// The joint of this name; -1 if there is none, or the tree is not one.
SWV_API int swv_tree_find(const swv_tree *tree, const char *name);

// ---- postures ----

/// The rest posture: zeros and no turn, brought into the limits; free joints at their `rest`.
SWV_API swv_status swv_tree_rest(const swv_tree *tree, double *posture);

/// How far a posture is outside the limits: radians or metres, 0 inside. Of a ball's cone: how far it would have to swing
/// back to the middle. *joint takes the joint that is farthest outside, or -1.
SWV_API swv_status swv_tree_outside(const swv_tree *tree, const double *posture, double *excess, int *joint);

/// Bring a posture inside its limits: numbers to the nearest limit, angles by whole turns where that will do; quaternions
/// to unit length.
SWV_API swv_status swv_tree_clamp(const swv_tree *tree, const double *posture, double *inside);

// ---- forward ----

/// Pose of every link in the world. `frames` takes joint_count poses, by joint. SWV_BAD_POSTURE: a number is not finite, or a
/// quaternion is zero.
SWV_API swv_status swv_tree_frames(const swv_tree *tree, const double *posture, swv_pose *frames);

/// The same where only the numbers of one joint have changed since `frames` was filled: that link and those below it are
/// worked out again, all others are left as they are.
SWV_API swv_status swv_tree_move(const swv_tree *tree, const double *posture, int joint, swv_pose *frames);

/// How a point of a link, given in the link's frame, moves: 6 rows by freedom_count columns, stored by rows. Rows 0 to 2 are
/// the point's velocity, rows 3 to 5 the link's angular velocity, in world axes, per unit of each freedom. `frames` are those
/// of the posture.
SWV_API swv_status swv_tree_jacobian(const swv_tree *tree, const swv_pose *frames, const double *posture, int joint,
                                     swv_vec3 point, double *jacobian);

/// The centre of mass in the world. SWV_BAD_MODEL if no link has mass.
SWV_API swv_status swv_tree_mass_center(const swv_tree *tree, const swv_pose *frames, swv_vec3 *center);

#endif
