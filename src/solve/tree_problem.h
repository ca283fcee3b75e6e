// SPDX-License-Identifier: MIT
// One call of swv_solve: the goals made ready, the posture, and the group that is being solved.
#ifndef SWIVEL_SOLVE_TREE_PROBLEM_H
#define SWIVEL_SOLVE_TREE_PROBLEM_H

#include "solve/tree_engine.h"

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

#endif
