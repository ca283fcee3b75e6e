// SPDX-License-Identifier: MIT
// What the files of the engine on trees share. tree_goals.c says how far a posture is from its goals and how that changes,
// tree_step.c makes one step inside the limits, tree_search.c goes from step to step and from start to start, tree_solve.c
// checks what the caller gave, divides the tree into groups that do not know of each other, and tells how it ended.
//
// In all of them: places, axes, rotations, screws and wrenches are in the world's axes, lengths in metres (or the skeleton's unit), angles in
// radians. z: a group's numbers, as a posture has them, but rotations of balls are in the axes of the solver's frame (swvi_joint), and of a ball
// with limits u, v and twist (skeleton_posture.c). Steps are by coordinate: radians, or lengths over `unit`. Residuals
// are radians or such lengths, times weight and boost; a cost is a sum of their squares.
#ifndef SWIVEL_SOLVE_TREE_ENGINE_H
#define SWIVEL_SOLVE_TREE_ENGINE_H

#include "solve/sight.h"

enum { SWVI_BALANCE_ROWS = 2 };

/// A joint that moves towards some goal, in the order of the tree. A node whose joint is held has no coordinates.
typedef struct swvi_node {
    const swv_joint  *joint;
    const swvi_joint *in;
    int               at;           ///< index of the joint in the tree
    int               above;        ///< node, -1: the world
    int               coordinate;   ///< its first
    int               number;       ///< its first in z
    int               coordinates;  ///< 0 to 6
    int               goal_count;   ///< goals that it moves
    int               only;         ///< the goal, if it is one
    int               composite;    ///< node whose sums over all goals below are also this one's
    bool              is_held;      ///< as it is, for this group
    bool              is_swung;     ///< a ball with limits: z has u, v, twist instead of a quaternion
    double            mass;         ///< of what moves with this joint alone; its centre, in the joint's frame
    double            center[3];
    double            position[3], rotation[9];  ///< in the world where last looked at; by columns
} swvi_node;

/// Sums over the goals below a node, all about one point.
typedef struct swvi_composite {
    double wrench[6];  ///< what pulls
    double tie[36];    ///< the wrench that a screw meets, by columns, where the coordinates further down give way
    double bias[6];    ///< the wrench of those that do
} swvi_composite;

/// A goal made ready: `goal` has point, axis and rotation for the frame of the node.
typedef struct swvi_tree_goal {
    swv_goal   goal;
    int        at;         ///< index in the caller's array
    int        mover;      ///< the joint that moves its link; -1: none
    int        node;       ///< in the group
    int        top;        ///< the group: the topmost joint that moves it
    bool       is_on;      ///< counts now
    bool       is_moved;   ///< its limb gets another start
    double     least;      ///< its cost at the best start so far
    double     wanted[9];  ///< rotation asked for, of the mover's frame, by columns
    double     weight;     ///< as given
    double     boost;      ///< 1, or more for a level that must not give way
    double     shift[6];   ///< residual that it may keep
    swvi_sight sight;
} swvi_tree_goal;

/// The centre of mass and the polygon it should stand over.
typedef struct swvi_balance_state {
    const swv_goals *given;             ///< whose balance it is
    swv_vec3         up, ahead, aside;  ///< unit vectors at right angles
    bool             is_on;
    double           weight, boost;
    double           total;     ///< mass
    double           fixed[3];  ///< mass times centre of what nothing moves
    int              rows;
    double           normal[SWVI_BALANCE_ROWS][3];  ///< in the world
    double           r[SWVI_BALANCE_ROWS], shift[SWVI_BALANCE_ROWS], distance;
} swvi_balance_state;

/// How far a posture is from the goals that are on.
typedef struct swvi_tree_miss {
    double cost, position, rotation;  ///< sum of squares; squares of the largest errors, metres and radians
} swvi_tree_miss;

/// A posture of the group.
typedef struct swvi_tree_found {
    double        *z;
    swvi_tree_miss miss;
} swvi_tree_found;

/// A node whose joint has the same number as that of another node, the first of them.
typedef struct swvi_follow {
    int    node, head;
    double ratio, offset;  ///< its value is ratio times that of the head plus offset
    double step;           ///< its coordinate moves by this, where that of the head moves by 1
} swvi_follow;

enum { SWVI_TREE_POSTURES = 4 };

/// Joints and goals that are solved together. Nodes and coordinates are in the order of the tree.
typedef struct swvi_group {
    const swvi_asked   *asked;
    const swv_skeleton *skeleton;
    swvi_node          *nodes;
    int                 node_count;
    swvi_tree_goal     *goals;  ///< those of this group come first
    int                 goal_count;
    int                 coordinate_count, number_count;
    int                *owner;             ///< of each coordinate: its node
    double              origin[3];         ///< the point that sums are about
    double              per_length, unit;  ///< lengths times this, 2 / size, weigh as radians; its inverse
    double             *screw;             ///< 6 for each coordinate: turning, then moving, at the origin
    double             *lower, *upper;     ///< how far each coordinate may go
    double             *gradient;
    double             *sine, *cosine;  ///< of each number
    double             *met;            ///< 6 for each coordinate: the wrench that its screw meets
    double             *give;           ///< of each coordinate: how much it moves for a unit of its pull
    double             *twist;          ///< 6 for each node: how it moves
    double             *work[3];
    unsigned char      *held;
    double             *swing;  ///< 4 for each node: how u and v change with its first two coordinates
    swvi_composite     *composites;
    swvi_balance_state *balance;                         ///< NULL: none
    double             *balance_rows, *balance_columns;  ///< SWVI_BALANCE_ROWS for each coordinate
    double             *below;                           ///< 4 for each node: mass and mass times centre below it
    swvi_follow        *follows;
    int                 follow_count;
    double         *follow_columns, *follow_factor;  ///< one for each coordinate and for each other, of each of them
    swvi_tree_found postures[SWVI_TREE_POSTURES];
    uint64_t       *sequence, *stride;
    int             looks;
} swvi_group;

/// One call of swv_solve: the goals made ready, the posture, and the group that is being solved.
typedef struct swvi_problem {
    const swv_skeleton *skeleton;
    swvi_tree_goal     *goals;
    int                 goal_count;
    swvi_goal_error    *errors;                  ///< by the caller's order
    double             *posture;                 ///< all numbers
    int                *node_of, *moved, *only;  ///< of each joint: its node; how many goals it moves; which, if one
    int                *path;                    ///< joints from one that is pinned up to the root
    int *next_top;  ///< of each joint that is a top: another top of its group, joined by a joint that follows; -1: none
    unsigned char *is_pinned;     ///< of each joint: 1: a free root that is held where a goal wants it; 2: held for now
    int            pinned_above;  ///< the pinned joint whose node and those above it the group has; -1: none
    swvi_group     group;
    swvi_balance_state balance;
} swvi_problem;

/// tree_goals.c ----

/// The frames of posture z.
void swvi_tree_walk(swvi_group *g, const double *z);

/// Look at posture z: frames, residuals, *miss. False if a number on the way is not finite.
bool swvi_tree_look(swvi_group *g, const double *z, swvi_tree_miss *miss);

/// Where swvi_tree_look last looked: screws, how far each coordinate may go, and the gradient.
void swvi_tree_slope(swvi_group *g, const double *z);

/// And what the goals at each node tie: the terms of J'J. with_curvature: of the whole second derivative.
void swvi_tree_tie(swvi_group *g, bool with_curvature);

/// The distance of the centre of mass (world, metres) from its polygon, and how that is to be made less. scale: what a metre weighs.
void swvi_balance_look(swvi_balance_state *b, const double *center, double scale);

/// tree_step.c ----

/// The damped step inside the limits, after swvi_tree_slope. Fills g->held and `step`. with_curvature: Newton's. is_whole: the best one
/// inside the limits.
void swvi_tree_step(swvi_group *g, double damping, bool with_curvature, bool is_whole, double *step);

/// step'J'J step.
double swvi_tree_strain(swvi_group *g, const double *step);

/// One more step with the factor of the last.
void swvi_tree_step_again(swvi_group *g, double *step);

/// z + step, no coordinate by more than `largest` (as steps are), inside the limits.
void swvi_tree_move_by(const swvi_group *g, const double *z, const double *step, double largest, double *to);

/// Joints that follow, where the others are.
void swvi_tree_follow(const swvi_group *g, double *z);

/// tree_search.c ----

/// The best posture that best->z, or other starts of the limbs that fail, lead to. True if every goal that is on is met. A guess
/// is given up where starts end; else the best is followed until nothing is gained.
bool swvi_tree_search(swvi_group *g, swvi_budget *budget, swvi_tree_found *best, bool is_guess);

/// Follow *best downhill; patient: until nothing is gained.
bool swvi_tree_descend(swvi_group *g, swvi_budget *budget, swvi_tree_found *best, bool is_patient);

/// tree_groups.c, tree_solve.c ----

/// Divide `memory` among a problem; returns the bytes needed. Without memory that is all it does.
size_t swvi_problem_carve(swvi_problem *p, const swv_skeleton *skeleton, int goal_count, void *memory);

/// The goals and the balance made ready.
void swvi_problem_ready(swvi_problem *p, const swv_goals *goals);

/// The top of each goal, by what is pinned. True if joints that follow others joined groups.
bool swvi_divide(swvi_problem *p);

/// Make p->group that of one goal alone.
void swvi_group_build_for(swvi_problem *p, int goal);

/// Make p->group that of the goals whose top this is.
void swvi_group_build(swvi_problem *p, int top);

/// Numbers of the group from the posture, and back.
void swvi_group_load(const swvi_problem *p, double *z);
void swvi_group_store(swvi_problem *p, const double *z);

/// A screw and a wrench.
static inline double swvi_dot6(const double *a, const double *b)
{
    return ((a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])) + (a[4] * b[4] + a[5] * b[5]);
}

/// Whether errors are within the tolerances: the largest of all, and of one goal.
static inline bool swvi_tree_is_met(const swvi_group *g, const swvi_tree_miss *miss)
{
    return swvi_is_within(g->asked, miss->position, miss->rotation);
}

static inline bool swvi_goal_is_met(const swvi_group *g, const swvi_tree_goal *goal)
{
    return swvi_is_within(g->asked, goal->sight.position, goal->sight.rotation);
}

static inline void swvi_copy_found(const swvi_group *g, const swvi_tree_found *from, swvi_tree_found *to)
{
    memcpy(to->z, from->z, sizeof(double) * (size_t)g->number_count);
    to->miss = from->miss;
}

#endif
