// SPDX-License-Identifier: MIT
#ifndef SWIVEL_SOLVE_H
#define SWIVEL_SOLVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/geometry.h"
#include "swivel/skeleton.h"

// ======== the engine ========

/// Inverse kinematics of any skeleton, a robot's arm or a whole body: give goals, get a posture inside the joint
/// limits.
///
///     const swv_goal  hand = { .target = pose };  // of the link given last: the tip of an arm
///     const swv_goals goals = { .goals = &hand, .count = 1 };
///     void           *memory = malloc(swv_solve_size(&skeleton, 1));
///     swv_solve(&skeleton, &goals, previous, NULL, memory, posture, &report);
///
/// Any number of goals at once, for any link, weighted or in strict order, with balance if you wish. If they cannot all
/// be met, the weighted sum of their squared errors is the smallest that was found, with half the stretched skeleton as
/// the unit of length. The same call gives the same bits on every machine: nothing depends on a clock or on random
/// numbers.
///
/// In real time: pass the last posture as `previous` and set max_restarts to -1. Restarts trade time and smoothness for
/// a higher success rate. For a hand that moves beyond the reach of "arm7" they take 400 steps a frame instead of 23,
/// up to max_iterations if it cannot be proven out of reach, and joints jump by up to a radian between frames; without
/// them, by 0.02. Within reach a frame takes one step or two, either way.

typedef enum swv_goal_kind {
    SWV_GOAL_POSE = 0,   ///< the link's point is at target.position, with orientation target.rotation
    SWV_GOAL_POSITION,   ///< the link's point is at target.position
    SWV_GOAL_ROTATION,   ///< the link has orientation target.rotation
    SWV_GOAL_DIRECTION,  ///< the link's axis points along `direction`; the link may turn about it
    SWV_GOAL_AIM,        ///< the link's axis, starting at the link's point, points at target.position
    SWV_GOAL_DISTANCE,   ///< the link's point is `distance` away from target.position
} swv_goal_kind;

/// Fields that a kind does not use are ignored. Zero means: the link given last, its origin, weight 1, first in order.
typedef struct swv_goal {
    swv_goal_kind kind;
    int           link;       ///< SWV_TIP, which is 0, or swv_link_of(joint): skeleton.h
    swv_vec3      point;      ///< in the link's frame
    swv_vec3      axis;       ///< in the link's frame, of any length but zero
    swv_pose      target;     ///< in the world
    swv_vec3      direction;  ///< in the world, of any length but zero
    double        distance;   ///< not negative
    double        weight;     ///< relative to goals of the same priority; 0 means 1
    /// 0 comes first. A goal does not give way to one of higher number: if both cannot be met, it is met if that is
    /// possible alone, otherwise its error stays within 1e-5 of its error alone. 0 to SWV_MAX_PRIORITY.
    int priority;
} swv_goal;

enum { SWV_MAX_PRIORITY = 3 };

enum { SWV_SUPPORT_CORNERS = 64 };

/// Goals and balance.
typedef struct swv_goals {
    const swv_goal *goals;
    int             count;
    /// The centre of mass, seen along `up`, lies in a polygon: the soles of the feet that stand. Zeros: no balance.
    struct {
        const swv_vec3 *support;        ///< corners in the world, in order; a point or a line is allowed
        int             support_count;  ///< 0: no balance; at most SWV_SUPPORT_CORNERS
        swv_vec3        up;             ///< of any length; zero: z
        double          weight;         ///< as a goal's
        int             priority;
    } balance;
} swv_goals;

/// Zero in any field means its default; a NULL pointer means all defaults.
typedef struct swv_solve_options {
    double position_tolerance;  ///< default 1e-6, in the skeleton's unit of length
    double rotation_tolerance;  ///< radians, default 1e-6
    /// Steps altogether, default 5000. Looking for another start counts as one; independent limbs are counted
    /// separately. A step costs some 0.3 us for a chain of seven joints, some 0.1 us for each joint that it moves in a
    /// tree.
    int max_iterations;
    /// Other starts to try if the first fails (for limbs that fail). Default: as many as the iterations allow; for a
    /// chain 24 if lengths prove that none can succeed. -1: none, so the posture is the one that `previous` leads to,
    /// also out of reach.
    int max_restarts;
    /// The other starts are a fixed sequence; each seed has its own.
    uint64_t seed;
    /// The freedom that the goals leave is used to stay near a preferred posture (number_count numbers), near the
    /// previous posture, or near a mean of both by these weights. Weights 0 and 0: neither. For chains only, as
    /// swv_solve says.
    const double *preferred;
    double        preferred_weight;
    double        previous_weight;
    /// Asked before every step, with `user`; true ends the solve with the best posture so far. May be NULL.
    bool (*should_stop)(void *user);
    void *user;
} swv_solve_options;

enum { SWV_REPORTED_GOALS = 64 };

/// The certificate. Errors are those of the posture returned, by forward kinematics.
///
/// The outcome is that of the goals of the lowest priority number given; priority_met and `goals` report the others; a
/// balance counts as a goal of its priority. SWV_REACHED: each of them is met within tolerance; SWV_OUT_OF_REACH,
/// proven: no posture, even without limits, spans the distance; SWV_LIMITED: joint limits keep the best posture found
/// from coming nearer, see at_limit; SWV_NOT_FOUND; SWV_STOPPED.
typedef struct swv_solve_report {
    swv_outcome outcome;
    int         priority_met;  ///< every goal of this priority and of those before it is met; -1: not even the first
    int         iterations;
    int         evaluations;  ///< of forward kinematics
    int         restarts;
    double      position_error;  ///< the largest of the goals of first priority
    double      rotation_error;  ///< likewise, radians
    double      balance_error;   ///< from the centre of mass, seen along `up`, to its polygon
    int         goal_count;      ///< count of entries in `goals`, at most SWV_REPORTED_GOALS
    /// Of each goal: how far it is from being met.
    struct {
        double position;  ///< distance between point and target
        double rotation;  ///< radians between actual and wanted orientation
    } goals[SWV_REPORTED_GOALS];
    /// If a goal of first priority is missed. Bit j % 64 of [j / 64]: joint j is stopped by a limit
    uint64_t at_limit[SWV_SKELETON_JOINTS / 64];
    /// Likewise: no small change of posture inside the limits comes nearer, to first order: the posture is a local optimum.
    bool is_stationary;
    int  fault;  ///< the goal that SWV_BAD_GOAL concerns; the count of goals: the balance
} swv_solve_report;

/// Bytes that swv_solve needs for this many goals; 0 if the skeleton was not made or the count is negative.
SWV_API size_t swv_solve_size(const swv_skeleton *skeleton, int goal_count);

/// Find a posture that meets the goals.
///
/// previous  the start, number_count numbers. A start within about a radian and half the skeleton of the goal leads to
///           one posture; one farther away is only one of several. Numbers outside the limits are clamped, angles
///           beyond 1e5 wrapped to within half a turn of 0 if limits allow it. NULL: the middle of the limits; for a
///           number without two limits, the value nearest to 0; free joints at their rest
/// memory    swv_solve_size(skeleton, count) bytes, aligned for double; nothing in it is kept from call to call
/// posture   the best posture found, finite and inside the limits; may be the array `previous`. In a skeleton with branches, joints that
///           move no goal stay as they are
///
/// Returns SWV_OK even if the goals are missed: read report->outcome. SWV_REACHED is always confirmed by forward
/// kinematics. SWV_BAD_GOAL: an unknown kind, a link or priority out of range, a zero quaternion, axis or direction, a
/// negative weight or distance; a balance of a skeleton without mass, or of one that stands on several roots.
/// SWV_BAD_COUNT: neither goals nor balance, or a wrong number of corners. SWV_NOT_FINITE: numbers so large that the
/// errors overflow. SWV_BAD_OPTIONS also for a weight of `preferred` or `previous` that cannot be honoured, below.
///
/// A chain is a skeleton of hinges and sliders without branches, up to SWV_MAX_JOINTS of them and any number of fixed
/// joints, asked for no balance, for links that move, and for at most 64 rows of goals if they differ in priority (a
/// pose has 6, a position or a rotation 3, a direction or an aim 2, a distance 1). It is solved in half the time, and
/// only it supports a preferred or the previous posture. No allocation; takes some 10 kB of stack.
SWV_API swv_status swv_solve(const swv_skeleton *skeleton, const swv_goals *goals, const double *previous,
                             const swv_solve_options *options, void *memory, double *posture, swv_solve_report *report);

// ======== all postures of an arm ========

/// All postures of an arm that has no closed form: a table of starts, made beforehand (swivel_io/starts_build.h,
/// `swivel table build --kind starts`), and Newton's method from each of them.
///
/// For chains of six or seven hinges with any axes: none need be parallel or meet. Of seven joints the last is the
/// redundant one: its angle is given, and the other six are found for it.
///
/// Completeness is measured, not proven: the builder states which share of known solutions the table finds (misses,
/// samples). Every solution is exact: forward kinematics meets the goal to 1e-9.

enum {
    SWV_STARTS_MAX_SOLUTIONS = 16,  ///< six hinges have no more, unless they have infinitely many
    SWV_STARTS_MAX_JOINTS = 7,
    SWV_STARTS_SHAPE = 64,  ///< numbers of a table that only the solver reads
};

/// Why the data is not a valid table. SWV_TABLE_SOUND is 0.
typedef enum swv_table_fault {
    SWV_TABLE_SOUND = 0,
    SWV_TABLE_FOREIGN,    ///< not a table, or one of a machine with the other byte order
    SWV_TABLE_FUTURE,     ///< of a newer version
    SWV_TABLE_TRUNCATED,  ///< shorter or longer than it says
    SWV_TABLE_CORRUPT,    ///< the checksum is wrong, or something in it contradicts something else
    SWV_TABLE_UNALIGNED,  ///< the memory does not begin at a multiple of 8
    SWV_TABLE_UNPAIRED,   ///< two are needed, of a position and of an orientation, for one chain
} swv_table_fault;

/// One sentence in English, never NULL.
SWV_API const char *swv_table_fault_text(swv_table_fault fault);

/// A table of starts, and the skeleton it was made for. Made by swv_starts_open; read it, do not change it.
typedef struct swv_starts {
    const unsigned char *bytes;  ///< the caller's memory, which must outlive this
    size_t               size;
    const swv_skeleton  *skeleton;     ///< the caller's, which must outlive this
    int                  joint_count;  ///< six or seven
    uint64_t             seed;
    uint64_t             samples;   ///< postures that the builder drew last, to count misses
    uint64_t             misses;    ///< those that were not among the solutions found for their pose
    double               lower[4];  ///< of the grid: distance from axis 1, height along it, cosine and turn of axis 6
    double               cell[4];   ///< sides of a cell
    int                  divisions[4];  ///< cells in a row
    uint32_t             cells;         ///< all of the grid
    uint32_t             count;         ///< starts of all cells
    bool                 completes;     ///< if the number of solutions is odd, one more is searched for
    const uint32_t      *first;         ///< the starts of cell c are first[c] to first[c + 1] - 1
    const int16_t       *starts;        ///< four angles each, 32768 to half a turn
    uint64_t             cookie;
    double               shape[SWV_STARTS_SHAPE];  ///< private
} swv_starts;

/// Check bytes from end to end and make them a table of starts for this very skeleton, limits included. Nothing is
/// copied. SWV_BAD_MODEL: the skeleton has not six or seven hinges in a line, each on its own, or the data is not a
/// valid table (*fault, which may be NULL, says why); SWV_BAD_ARGUMENT: the table was made for another skeleton.
SWV_API swv_status swv_starts_open(const swv_skeleton *skeleton, const void *bytes, size_t size, swv_starts *starts,
                                   swv_table_fault *fault);

typedef struct swv_starts_report {
    swv_outcome outcome;     ///< SWV_REACHED: at least one solution; SWV_NOT_FOUND: none inside the limits
    int         count;       ///< solutions inside the limits
    int         outside;     ///< solutions found that limits forbid
    int         starts;      ///< tried
    int         iterations;  ///< of Newton's method, of all starts
    double
        position_error;  ///< the largest of the solutions returned, by forward kinematics, in the chain's unit of length
    double rotation_error;  ///< likewise, radians
} swv_starts_report;

/// All postures that bring the tip to a pose, each to 1e-9 of the chain's length and 1e-9 rad.
///
/// goal       goal pose of the tip, in the world
/// previous   joint_count angles: solutions are sorted, nearest first, and angles with several turns inside the limits
///            take the nearest one. An angle beyond 1e5 is wrapped to within half a turn of 0. NULL: the posture of
///            zeros
/// redundant  angle of the last of seven joints, radians; not read for six joints
/// q          solutions, joint_count angles each at the beginning of a row; rows from report->count on are untouched
///
/// Two solutions less than 1e-5 rad apart in every angle count as one. Where a chain has infinitely many, some are returned.
/// SWV_BAD_MODEL, SWV_BAD_GOAL, SWV_BAD_POSTURE, SWV_BAD_OPTIONS (a redundant angle that is not finite or outside its limits).
SWV_API swv_status swv_starts_solve(const swv_starts *starts, const swv_pose *goal, const double *previous,
                                    double redundant, double q[SWV_STARTS_MAX_SOLUTIONS][SWV_STARTS_MAX_JOINTS],
                                    swv_starts_report *report);

/// One posture by the engine (solve.h), which begins where the table says instead of searching: at the start of the target's cell that is
/// nearest to a solution inside the limits. Of seven joints the last begins where `previous` has it, and where the table knows nothing
/// for that, at seven other angles across its limits. Where the table knows nothing at all, the engine begins at `previous` and
/// searches as it does without a table.
///
/// options, memory (for one goal), q and report are those of swv_solve; previous_weight keeps near the table's start.
SWV_API swv_status swv_starts_reach(const swv_starts *starts, const swv_pose *goal, const double *previous,
                                    const swv_solve_options *options, void *memory, double *q,
                                    swv_solve_report *report);

#endif
