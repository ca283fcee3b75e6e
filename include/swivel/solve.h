// SPDX-License-Identifier: MIT
#ifndef SWIVEL_SOLVE_H
#define SWIVEL_SOLVE_H

#include <stdbool.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/chain.h"
#include "swivel/geometry.h"

/// Inverse kinematics of any chain: say where things shall be, get a posture inside the joint limits.
///
///     swv_goal hand = { .target = pose };
///     swv_solve(&chain, &hand, 1, q, NULL, &report);
///
/// Any number of goals at once, for the tip or any link, weighted or in strict order. Where they cannot all be met, the
/// sum of the squares of their errors, times their weights, is as small as was found, lengths measured in halves of the
/// stretched chain. The same call gives the same bits on every machine: nothing depends on a clock or on chance.

typedef enum swv_goal_kind {
    SWV_GOAL_POSE = 0,   ///< the link's point is at target.position, and the link is turned as target.rotation says
    SWV_GOAL_POSITION,   ///< the link's point is at target.position
    SWV_GOAL_ROTATION,   ///< the link is turned as target.rotation says
    SWV_GOAL_DIRECTION,  ///< the link's axis points along `direction`; the link may turn about it
    SWV_GOAL_AIM,        ///< the link's axis, starting at the link's point, points at target.position
    SWV_GOAL_DISTANCE,   ///< the link's point is `distance` away from target.position
} swv_goal_kind;

/// Fields that a kind does not name are not read. Zero means: the tip, its origin, weight 1, first in order.
typedef struct swv_goal {
    swv_goal_kind kind;
    int           link;       ///< 0: the tip's frame; k: the frame of joint k - 1, counted from 1 to joint_count
    swv_vec3      point;      ///< in the link's frame
    swv_vec3      axis;       ///< in the link's frame, of any length but zero
    swv_pose      target;     ///< in the world
    swv_vec3      direction;  ///< in the world, of any length but zero
    double        distance;   ///< not negative
    double        weight;     ///< against goals of the same priority; 0 means 1
    /// 0 comes first. A goal does not give way to one of higher number: where both cannot be had it is met if it can be
    /// met alone, else its error stays within 1e-5 of what it is alone. 0 to SWV_MAX_PRIORITY.
    int priority;
} swv_goal;

enum { SWV_MAX_PRIORITY = 3 };

/// Zero in any field means its default; a NULL pointer means all defaults.
typedef struct swv_solve_options {
    double position_tolerance;  ///< default 1e-6, in the chain's unit of length
    double rotation_tolerance;  ///< radians, default 1e-6
    /// Steps altogether, default 5000. Looking for another start counts as one. A step costs some 0.3 us for seven
    /// joints.
    int max_iterations;
    /// Other starts to try when the first fails: default as many as the iterations allow, 24 where lengths prove that
    /// none can succeed; -1: none, so that the posture is the one that q leads to, also beyond reach.
    int max_restarts;
    /// The other starts are a fixed sequence; each seed has its own.
    uint64_t seed;
    /// What freedom the goals leave is used to be near a preferred posture (dof numbers), near the posture that q had,
    /// or near a mean of both by these weights. Weights 0 and 0: neither.
    const double *preferred;
    double        preferred_weight;
    double        previous_weight;
    /// Asked before every step, with `user`; true ends the solve with the best posture so far. May be NULL.
    bool (*should_stop)(void *user);
    void *user;
} swv_solve_options;

/// The certificate. Outcomes: SWV_REACHED, every goal is met within tolerance; SWV_OUT_OF_REACH, proven: no posture
/// whatever, with limits or without, spans the distance; SWV_LIMITED: the best posture found rests on joint limits that
/// keep it from coming nearer, see at_limit; SWV_NOT_FOUND; SWV_STOPPED.
/// Errors are those of the posture returned, by forward kinematics.
typedef struct swv_solve_report {
    swv_outcome outcome;
    int         iterations;
    int         evaluations;  ///< of forward kinematics
    int         restarts;
    double      position_error;  ///< the largest of any goal: distance between point and target
    double      rotation_error;  ///< the largest of any goal: radians between what is and what shall be
    uint64_t    at_lower;        ///< bit i: q[i] is at its lower limit
    uint64_t    at_upper;        ///< bit i: q[i] is at its upper limit
    uint64_t    at_limit;        ///< bit i: q[i] is at a limit and would go on if it could
    /// No small change of posture inside the limits comes nearer, to first order: the posture is a local optimum.
    bool is_stationary;
} swv_solve_report;

/// Find a posture that meets the goals.
///
/// q        in: where to begin. A start near the goal, by less than about a radian and half the chain, is followed to the
///          posture it leads to; one far away is only one of several. Numbers outside the limits are brought to them.
///          out: the best posture found, finite and inside the limits
/// options  may be NULL
/// report   may be NULL
///
/// Returns SWV_OK even if the goals are missed: read report->outcome. REACHED is never said unless forward kinematics
/// does. With a status other than SWV_OK, q and report are untouched: SWV_NOT_FINITE, SWV_BAD_COUNT for a count, link or
/// priority out of range, SWV_BAD_LIMITS if limits leave a coordinate nothing, SWV_BAD_ARGUMENT for an unknown kind, a
/// zero quaternion, axis or direction, a negative tolerance, weight or distance, or what the chain check says.
///
/// No allocation. Takes some 25 kB of stack for chains of up to 8 joints with up to 12 rows of goals (a pose has 6, a
/// position or a rotation 3, a direction or an aim 2, a distance 1), 100 kB else. More than 64 rows are for goals of one
/// priority only: SWV_BAD_COUNT else.
SWV_API swv_status swv_solve(const swv_chain *chain, const swv_goal *goals, int count, double *q,
                             const swv_solve_options *options, swv_solve_report *report);

#endif
