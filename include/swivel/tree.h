// SPDX-License-Identifier: MIT
#ifndef SWIVEL_TREE_H
#define SWIVEL_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/geometry.h"
#include "swivel/solve.h"

/// Trees of joints: a body, a robot with legs and arms. Where its links are and how they move; and the posture that brings any
/// number of links to their goals, inside the limits.
///
///     const swv_tree_joint joints[] = {
///         { .name = "pelvis", .parent = -1, .kind = SWV_JOINT_FREE, .rest = SWV_IDENTITY_POSE },
///         { .name = "knee", .parent = 0, .kind = SWV_JOINT_HINGE, .rest = below, .axis = { 1.0, 0.0, 0.0 } },  // and so on
///     };
///     const int count = sizeof joints / sizeof joints[0];
///     swv_tree  tree;
///     void     *memory = malloc(swv_tree_size(count));
///     swv_tree_make(&tree, joints, count, memory, NULL);
///
///     const swv_goal       knee = { .link = swv_link_of(swv_tree_find(&tree, "knee")), .target = pose };
///     const swv_tree_goals goals = { .goals = &knee, .goal_count = 1 };
///     void                *room = malloc(swv_tree_solve_size(&tree, 1));
///     swv_tree_solve(&tree, &goals, previous, NULL, room, posture, &report);
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
    swv_pose       rest;   ///< in the parent's frame, or in the world
    swv_vec3       axis;   ///< in its own frame, of any length but zero. Of a ball: the axis of twist
    swv_vec3 second_axis;  ///< universal: not along `axis`. Ball with limits: the first axis of swing, normal to `axis`
    /// Limits, of each number of a hinge, a slider or a universal joint; -INFINITY and INFINITY, or 0 and 0: none.
    /// Of a ball: [0] twist about `axis`; [1] and [2] swing about `second_axis` and about axis x second_axis, a cone of four
    /// quarter ellipses in the tangents of half the angles, which has 1e-4 to either side inside and stays within (-pi, pi). First the swing by
    /// the smallest turn that takes `axis` to where it points, then in it the twist. A ball with any of these swings no further
    /// than 2 mrad short of half a turn, where its twist would mean nothing.
    double   lower[3], upper[3];
    double   mass;    ///< of the link, not negative; needed for balance only
    swv_vec3 center;  ///< of that mass, in the link's frame
    swv_vec3 low,
        high;  ///< corners of a box around the link's shape, in its frame; both 0: not known. For soles (robot_body.h)
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

/// Bytes that swv_tree_make needs for a tree of joint_count joints; 0 if the count is out of range.
SWV_API size_t swv_tree_size(int joint_count);

/// Make a tree of `count` joints in `memory`, swv_tree_size(count) bytes aligned for double, which must outlive the tree.
/// fault  takes the joint that a status is about
///
/// SWV_BAD_COUNT: no joints or too many. SWV_BAD_MODEL: a parent that does not exist, a joint that hangs on itself in the
/// end, a free joint with a parent, a name twice. SWV_BAD_ARGUMENT: an unknown kind, a zero axis or quaternion, a second axis along
/// the first (of a ball: not normal to it), a negative mass, a box with its low corner above the high one. SWV_BAD_LIMITS: a lower limit above the upper one; a ball's
/// cone that is narrower than 1e-4 to a side. SWV_NOT_FINITE: a number that is not finite, or lengths beyond 1e100. Bones of no length are fine.
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

/// The centre of mass in the world. SWV_BAD_MODEL if no link has mass; SWV_NOT_FINITE if masses are so small or links so far
/// away that it cannot be worked out.
SWV_API swv_status swv_tree_mass_center(const swv_tree *tree, const swv_pose *frames, swv_vec3 *center);

// ---- inverse ----

/// The centre of mass, seen along `up`, lies in a polygon: the soles of the feet that stand.
typedef struct swv_balance {
    const swv_vec3 *support;        ///< corners in the world, in order around; a point or a line are polygons too
    int             support_count;  ///< 1 to SWV_SUPPORT_CORNERS
    swv_vec3        up;             ///< of any length; zero: z
    double          weight;         ///< as a goal's
    int             priority;
} swv_balance;

enum { SWV_SUPPORT_CORNERS = 64 };

/// What is asked of a tree. A goal's link is swv_link_of(joint); a tree has no SWV_TIP.
typedef struct swv_tree_goals {
    const swv_goal    *goals;
    int                goal_count;
    const swv_balance *balance;  ///< NULL: none
} swv_tree_goals;

/// Zero in any field means its default, as in swv_solve_options; a NULL pointer means all defaults.
typedef struct swv_tree_options {
    double position_tolerance;  ///< default 1e-6, in the tree's unit of length
    double rotation_tolerance;  ///< radians, default 1e-6
    /// Steps altogether, default 5000. Limbs that do not know of each other are counted one by one. A step costs some 0.1 us for
    /// each joint that it moves.
    int max_iterations;
    /// Other starts of limbs that fail: default as many as the iterations allow; -1: none, so that the posture is the one that
    /// `previous` leads to.
    int      max_restarts;
    uint64_t seed;  ///< the other starts are a fixed sequence; each seed has its own
    /// Asked before every step, with `user`; true ends the solve with the best posture so far. May be NULL.
    bool (*should_stop)(void *user);
    void *user;
} swv_tree_options;

enum { SWV_TREE_REPORTED_GOALS = 64 };

/// The certificate. Errors are those of the posture returned, by forward kinematics. Outcome and priority_met mean what they do in
/// swv_solve_report; a balance counts as a goal of its priority. at_limit and is_stationary are about the goals that come first.
typedef struct swv_tree_report {
    swv_outcome    outcome;
    int            priority_met;  ///< every goal of this priority and of those before it is met; -1: not even the first
    int            iterations;
    int            restarts;
    double         position_error;  ///< the largest of the goals that come first
    double         rotation_error;  ///< likewise, radians
    double         balance_error;   ///< from the centre of mass, seen along `up`, to its polygon
    int            goal_count;      ///< how many of `goals` are filled in: all of up to SWV_TREE_REPORTED_GOALS
    swv_goal_error goals[SWV_TREE_REPORTED_GOALS];  ///< of each goal
    uint64_t
         at_limit[SWV_TREE_JOINTS / 64];  ///< bit j % 64 of [j / 64]: joint j would go on beyond a limit if it could
    bool is_stationary;
    int  fault;  ///< the goal that SWV_BAD_GOAL is about; goal_count of the goals: the balance
} swv_tree_report;

/// Bytes that swv_tree_solve needs for this many goals; 0 if the tree is not one or the count is negative.
SWV_API size_t swv_tree_solve_size(const swv_tree *tree, int goal_count);

/// Find a posture that meets the goals.
///
/// previous  where to begin, number_count numbers. A start near the goal is followed to the posture it leads to. Numbers outside
///           the limits are brought to them, angles beyond 1e5 to within half a turn of 0 if limits let them. NULL: the middle of
///           the limits, free joints at their rest
/// memory    swv_tree_solve_size(tree, goal_count) bytes, aligned for double; nothing in it is kept from call to call
/// posture   the best posture found, finite and inside the limits; may be the array `previous`. Joints that move no goal
///           stay as they are
///
/// Returns SWV_OK even if the goals are missed: read report->outcome. SWV_BAD_COUNT: neither goals nor balance, or too many corners.
/// SWV_BAD_GOAL: as for swv_solve; a balance without corners, or of a tree without mass. SWV_BAD_POSTURE, SWV_BAD_OPTIONS;
/// SWV_NOT_FINITE: numbers so large that the errors overflow.
SWV_API swv_status swv_tree_solve(const swv_tree *tree, const swv_tree_goals *goals, const double *previous,
                                  const swv_tree_options *options, void *memory, double *posture,
                                  swv_tree_report *report);

#endif
