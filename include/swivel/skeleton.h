// SPDX-License-Identifier: MIT
#ifndef SWIVEL_SKELETON_H
#define SWIVEL_SKELETON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/geometry.h"

/// Skeletons: anything with joints. A body, a hand, a robot with legs and arms. This header says what its joints are, where its links
/// are in a posture, and how they move. solve.h finds postures that meet goals.
///
///     const swv_joint joints[] = {
///         { .name = "pelvis", .parent = -1, .kind = SWV_JOINT_FREE, .rest = SWV_IDENTITY_POSE },
///         { .name = "knee", .parent = 0, .kind = SWV_JOINT_HINGE, .rest = below, .axis = { 1.0, 0.0, 0.0 } },  // and so on
///     };
///     const int    count = sizeof joints / sizeof joints[0];
///     double       memory[SWV_SKELETON_BYTES(sizeof joints / sizeof joints[0]) / sizeof(double)];
///     swv_skeleton skeleton;
///     swv_skeleton_make(joints, count, NULL, memory, &skeleton, NULL);
///
///     swv_skeleton_rest(&skeleton, posture);
///     posture[skeleton.first_number[swv_skeleton_find(&skeleton, "knee")]] = 0.5;
///     swv_skeleton_frames(&skeleton, posture, frames);
///
/// Link       A joint moves its link; link and joint have the same frame. Joints may be given in any order.
/// Posture    An array of skeleton.number_count numbers. Joint j has those from skeleton.first_number[j] on: none if it is fixed,
///            1 for a hinge (radians) or a slider (metres), 2 for a universal joint (radians), 4 for a ball (quaternion x, y, z, w),
///            7 for a free joint (position, quaternion). Input quaternions need not have unit length. A joint that follows another
///            has none: its first_number and first_freedom are those of the other.
/// Freedoms   How a posture can change: skeleton.freedom_count of them. Joint j has those from skeleton.first_freedom[j] on: 1 for a
///            hinge or a slider, 2 for a universal joint, 3 for a ball (rotations about the world's x, y, z), 6 for a free joint
///            (translations along the world's axes, then rotations about them).

enum { SWV_SKELETON_JOINTS = 4096 };

typedef enum swv_joint_kind {
    SWV_JOINT_FIXED = 0,
    SWV_JOINT_HINGE,      ///< turns about `axis`
    SWV_JOINT_SLIDER,     ///< slides along `axis`
    SWV_JOINT_UNIVERSAL,  ///< turns about `axis`, then about `second_axis`, which the first turn carries along
    SWV_JOINT_BALL,       ///< any rotation
    SWV_JOINT_FREE,       ///< any pose; a root only. Its numbers are its pose in the world: `rest` is where it begins
} swv_joint_kind;

/// One joint. Frames, axes and limits are those of the joint in the rest posture, where all angles are 0.
typedef struct swv_joint {
    const char    *name;    ///< UTF-8, need not be unique; NULL or "" if it has none. The text is not copied
    int            parent;  ///< index of its parent joint; -1: none, it is a root
    swv_joint_kind kind;
    swv_pose       rest;   ///< in the parent's frame; of a root: in the world
    swv_vec3       axis;   ///< in its own frame, of any length but zero. Of a ball: the axis of twist
    swv_vec3 second_axis;  ///< universal: not along `axis`. Ball with limits: the first axis of swing, normal to `axis`
    /// Limits, of each number of a hinge, a slider or a universal joint; -INFINITY and INFINITY, or 0 and 0: none.
    /// Of a ball: [0] twist about `axis`; [1] and [2] swing about `second_axis` and about axis x second_axis, a cone of four
    /// quarter ellipses in the tangents of half the angles, which has 1e-4 to either side inside and stays within (-pi, pi). First
    /// the swing by the smallest turn that takes `axis` to where it points, then in it the twist. A ball with any of these swings no
    /// further than 2 mrad short of half a turn, where its twist is undefined.
    double lower[3], upper[3];
    /// A hinge or a slider may follow another one: its value is ratio * (value of joint `follows`) + offset. It has no number of
    /// its own then. The other may follow in turn. Ratio 0: it moves on its own, and `follows` and `offset` are not read.
    int      follows;
    double   ratio, offset;
    double   mass;    ///< of the link, not negative; needed for balance only
    swv_vec3 center;  ///< of that mass, in the link's frame
    swv_vec3 low,
        high;  ///< corners of a box around the link's shape, in its frame; both 0: not known. For soles (robot_body.h)
} swv_joint;

/// Zero in any field means its default; a NULL pointer means all defaults.
typedef struct swv_skeleton_options {
    swv_vec3 up;              ///< world direction, any length; zero: detected when parts of a body are bound
    bool     is_left_handed;  ///< the axes, as Unity's and Unreal's; false: detected likewise
} swv_skeleton_options;

/// Made by swv_skeleton_make; to be read, not written. It points into the memory it was given.
typedef struct swv_skeleton {
    uint32_t         cookie;
    int              joint_count;     ///< 1 to SWV_SKELETON_JOINTS
    int              number_count;    ///< of a posture
    int              freedom_count;   ///< of its changes
    int              follower_count;  ///< joints that follow others
    double           size;            ///< length of the longest way from a root to a joint, without slides
    swv_vec3         up;              ///< as the options have it
    bool             is_left_handed;  ///< likewise
    const swv_joint *joints;          ///< as given, but for what this says:
        ///< axes and quaternions have unit length, no joint follows one that follows another, and the
        ///< limits of joints that follow and are followed leave each other only what all of them allow
    const swv_pose *rest_frames;                   ///< pose of each link in the world, all values 0
    const int      *first_number, *first_freedom;  ///< of each joint
    const int      *order;   ///< every joint after its parent, the joints below a joint right after it
    const int      *place;   ///< of each joint in `order`
    const int      *below;   ///< order[place[j] + 1] to order[below[j] - 1] are the joints below joint j
    const void     *inside;  ///< for the solver
} swv_skeleton;

/// Bytes that swv_skeleton_make needs for this many joints; 0 if the count is out of range.
SWV_API size_t swv_skeleton_size(int joint_count);

/// At least as many, known when compiling: double memory[SWV_SKELETON_BYTES(30) / sizeof(double)].
#define SWV_SKELETON_BYTES(joint_count) ((size_t)1024 * (size_t)(joint_count))

/// Make a skeleton of `count` joints.
///
/// options  may be NULL
/// memory   swv_skeleton_size(count) bytes aligned for double, which must outlive the skeleton
/// fault    takes the joint that a status is about
///
/// SWV_BAD_COUNT: no joints or too many. SWV_BAD_MODEL: a parent that does not exist, a cycle in the parent links, a free joint with a
/// parent, a joint that follows what is no hinge or slider, or itself in the end. SWV_BAD_ARGUMENT: an unknown kind, a zero axis or quaternion, a second axis along the first (of a ball: not normal to it),
/// a negative mass, a box with its low corner above the high one. SWV_BAD_LIMITS: a lower limit above the upper one; a ball's cone
/// that is narrower than 1e-4 to a side; a joint that follows and leaves no value inside all limits. SWV_NOT_FINITE: a number that is not finite, or lengths beyond 1e100. SWV_BAD_OPTIONS: `up`
/// is not finite. Bones of no length are fine.
SWV_API swv_status swv_skeleton_make(const swv_joint *joints, int count, const swv_skeleton_options *options,
                                     void *memory, swv_skeleton *skeleton, int *fault);

/// SWV_BAD_MODEL unless swv_skeleton_make made it.
SWV_API swv_status swv_skeleton_check(const swv_skeleton *skeleton);

/// The first joint of this name; -1 if there is none, or the skeleton was not made.
SWV_API int swv_skeleton_find(const swv_skeleton *skeleton, const char *name);

// ---- postures ----

/// The rest posture: zeros and no turn, brought into the limits; free joints at their `rest`.
SWV_API swv_status swv_skeleton_rest(const swv_skeleton *skeleton, double *posture);

/// How far a posture is outside the limits: radians or metres, 0 inside. Of a ball's cone: how far it would have to swing
/// back to the middle. *joint takes the joint that is farthest outside, or -1.
SWV_API swv_status swv_skeleton_outside(const swv_skeleton *skeleton, const double *posture, double *excess,
                                        int *joint);

/// Bring a posture inside its limits: numbers to the nearest limit, angles by whole turns where that will do; quaternions
/// to unit length.
SWV_API swv_status swv_skeleton_clamp(const swv_skeleton *skeleton, const double *posture, double *inside);

// ---- forward ----

/// Pose of every link in the world. `frames` takes joint_count poses, by joint. SWV_BAD_POSTURE: a number is not finite, or a
/// quaternion is zero.
SWV_API swv_status swv_skeleton_frames(const swv_skeleton *skeleton, const double *posture, swv_pose *frames);

/// The same where only the numbers of one joint have changed since `frames` was filled: that link, those that follow it and those below them are
/// worked out again, all others are left as they are.
SWV_API swv_status swv_skeleton_move(const swv_skeleton *skeleton, const double *posture, int joint, swv_pose *frames);

/// How a point of a link, given in the link's frame, moves: 6 rows by freedom_count columns, stored by rows. Rows 0 to 2 are
/// the point's velocity, rows 3 to 5 the link's angular velocity, in world axes, per unit of each freedom. `frames` are those
/// of the posture.
SWV_API swv_status swv_skeleton_jacobian(const swv_skeleton *skeleton, const swv_pose *frames, const double *posture,
                                         int joint, swv_vec3 point, double *jacobian);

/// The centre of mass in the world. SWV_BAD_MODEL if no link has mass; SWV_NOT_FINITE if masses are so small or links so far
/// away that it cannot be worked out.
SWV_API swv_status swv_skeleton_mass_center(const swv_skeleton *skeleton, const swv_pose *frames, swv_vec3 *center);

#endif
