// SPDX-License-Identifier: MIT
//
// swv_solve: what the caller gave is checked, a kernel solves it (solve_internal.h), and how it ended is told.
//
// Outcome       that of the goals that come first; the report says how far down the order everything is met.
// Not reached   is OUT_OF_REACH if lengths prove it (reach.c), LIMITED if the kernel found that limits keep it from coming nearer.
#include <math.h>
#include <string.h>

#include "solve/solve_internal.h"

// ---- checks ----

// Finite and not zero; of any length.
static bool is_direction(swv_vec3 v)
{
    return swvi_vec3_is_finite(v) && !(v.x == 0.0 && v.y == 0.0 && v.z == 0.0);
}

// A weight, a tolerance or a distance.
static bool is_size(double x)
{
    return swvi_is_finite(x) && x >= 0.0;
}

// Whether the fields that a goal's kind uses are as solve.h wants them; the others are not looked at.
static bool is_goal(const swv_goal *goal, int joint_count)
{
    const bool has_rotation = goal->kind == SWV_GOAL_POSE || goal->kind == SWV_GOAL_ROTATION;
    const bool has_axis = goal->kind == SWV_GOAL_DIRECTION || goal->kind == SWV_GOAL_AIM;
    const bool has_position = goal->kind != SWV_GOAL_ROTATION && goal->kind != SWV_GOAL_DIRECTION;
    swv_pose   turn = { { 0.0, 0.0, 0.0 }, goal->target.rotation };  // of any length that can be made a unit one
    return swvi_goal_rows(goal->kind) > 0 && goal->link >= SWV_TIP && goal->link <= joint_count &&
           goal->priority >= 0 && goal->priority <= SWV_MAX_PRIORITY && is_size(goal->weight) &&
           (!has_position || (swvi_vec3_is_finite(goal->point) && swvi_vec3_is_finite(goal->target.position))) &&
           (!has_rotation || swvi_is_handy(turn.rotation) || swv_pose_check(&turn) == SWV_OK) &&
           (!has_axis || is_direction(goal->axis)) &&
           (goal->kind != SWV_GOAL_DIRECTION || is_direction(goal->direction)) &&
           (goal->kind != SWV_GOAL_DISTANCE || is_size(goal->distance));
}

// preferred_weight and previous_weight are for skeletons that the kernel of serial chains solves.
static bool are_options(const swv_solve_options *o, const swv_skeleton *skeleton, bool is_for_line)
{
    const bool is_drawn = o->preferred_weight > 0.0 || o->previous_weight > 0.0;
    const bool has_preferred =
        !(o->preferred_weight > 0.0) || (o->preferred && swvi_skeleton_is_posture(skeleton, o->preferred));
    return is_size(o->position_tolerance) && is_size(o->rotation_tolerance) && is_size(o->preferred_weight) &&
           is_size(o->previous_weight) && (is_for_line || !is_drawn) && has_preferred && o->max_iterations >= 0 &&
           o->max_restarts >= -1;
}

// Corners and up in the world: solve.h.
static swv_status check_balance(const swv_skeleton *skeleton, const swv_goals *goals)
{
    const swv_vec3 *support = goals->balance.support;
    const int       count = goals->balance.support_count, priority = goals->balance.priority;
    int             tops = 0;
    double          mass = 0.0;
    if (count < 1 || count > SWV_SUPPORT_CORNERS)
        return SWV_BAD_COUNT;
    if (!support)
        return SWV_NULL;
    for (int n = 0; n < skeleton->joint_count; ++n) {
        const swvi_joint *in = &swvi_skeleton_inside(skeleton)[n];
        tops += in->mover == n && in->above < 0;
        mass += skeleton->joints[n].mass;
    }
    // One joint that moves and has none that moves above it: the centre of mass is a goal of all that hangs on it.
    bool is_sound = mass > 0.0 && tops == 1 && swvi_vec3_is_finite(goals->balance.up) &&
                    is_size(goals->balance.weight) && priority >= 0 && priority <= SWV_MAX_PRIORITY;
    for (int i = 0; i < count; ++i)
        is_sound = is_sound && swvi_vec3_is_finite(support[i]);
    return is_sound ? SWV_OK : SWV_BAD_GOAL;
}

// *fault takes the goal that a status is about, `count` if it is the balance.
static swv_status check_goals(const swv_skeleton *skeleton, const swv_goals *goals, int *fault)
{
    const int count = goals->count;
    if (count < 0 || (count == 0 && !swvi_has_balance(goals)))
        return SWV_BAD_COUNT;
    if (count > 0 && !goals->goals)
        return SWV_NULL;
    for (int g = 0; g < count; ++g)
        if (!is_goal(&goals->goals[g], skeleton->joint_count)) {
            *fault = g;
            return SWV_BAD_GOAL;
        }
    const swv_status balance = swvi_has_balance(goals) ? check_balance(skeleton, goals) : SWV_OK;
    if (balance != SWV_OK)
        *fault = count;
    return balance;
}

// ---- how it ended ----

// The errors of all goals, the largest of those that come first, and how far down the order everything is met.
static void tell_goals(const swvi_asked *asked, const swvi_verdict *verdict, swv_solve_report *report)
{
    const swv_goals *goals = asked->goals;
    // Rounding of a root, of squares that were within those of the tolerances.
    const double position = sqrt(asked->position_tolerance) * (1.0 + 1e-12);
    const double rotation = sqrt(asked->rotation_tolerance) * (1.0 + 1e-12);
    unsigned     given = 0, missed = 0;  // bit p: priority p
    report->goal_count = goals->count < SWV_REPORTED_GOALS ? goals->count : SWV_REPORTED_GOALS;
    for (int g = 0; g < goals->count + swvi_has_balance(goals); ++g) {
        const bool            is_balance = g == goals->count;
        const int             priority = is_balance ? goals->balance.priority : goals->goals[g].priority;
        const swvi_goal_error error = is_balance ? (swvi_goal_error){ verdict->balance, 0.0 } : verdict->errors[g];
        const bool            is_met = error.position <= position && error.rotation <= rotation;
        if (g < report->goal_count) {
            report->goals[g].position = error.position;
            report->goals[g].rotation = error.rotation;
        }
        given |= 1u << priority;
        missed |= (is_met ? 0u : 1u) << priority;
        if (priority != asked->first)
            continue;
        report->position_error = swvi_larger(report->position_error, error.position);
        report->rotation_error = swvi_larger(report->rotation_error, error.rotation);
    }
    report->priority_met = -1;
    for (int priority = asked->first; priority <= SWV_MAX_PRIORITY && !(missed >> priority & 1u); ++priority)
        if (given >> priority & 1u)
            report->priority_met = priority;
}

// The whole report, from what the kernel found.
static void tell(const swvi_asked *asked, const swvi_budget *budget, const swvi_verdict *verdict,
                 swv_solve_report *report)
{
    memset(report, 0, sizeof *report);
    report->fault = -1;
    report->iterations = budget->iterations;
    report->evaluations = verdict->looks;
    report->restarts = budget->restarts;
    report->balance_error = verdict->balance;
    tell_goals(asked, verdict, report);
    if (verdict->is_examined) {
        report->is_stationary = verdict->is_stationary;
        memcpy(report->at_limit, verdict->at_limit, sizeof report->at_limit);
    }
    report->outcome = report->priority_met >= asked->first        ? SWV_REACHED
                      : budget->is_stopped                        ? SWV_STOPPED
                      : swvi_is_out_of_reach(asked, asked->first) ? SWV_OUT_OF_REACH
                      : verdict->is_limited                       ? SWV_LIMITED
                                                                  : SWV_NOT_FOUND;
}

// ---- the call ----

size_t swv_solve_size(const swv_skeleton *skeleton, int goal_count)
{
    if (swvi_skeleton_status(skeleton) != SWV_OK || goal_count < 0)
        return 0;
    const size_t line = swvi_line_memory(skeleton, goal_count), tree = swvi_tree_memory(skeleton, goal_count);
    return (line > tree ? line : tree) + SWVI_CACHE_LINE;
}

// What the options allow, defaults filled in.
static swvi_budget budget_of(const swv_solve_options *o)
{
    return (swvi_budget){
        .max_iterations = o->max_iterations == 0 ? 5000 : o->max_iterations,  // the default that solve.h names
        .max_restarts = o->max_restarts == 0  ? INT32_MAX
                        : o->max_restarts < 0 ? 0
                                              : o->max_restarts,
        .should_stop = o->should_stop,
        .user = o->user,
        .seed = o->seed,
    };
}

// What is asked; tolerances, metres and radians, as squares.
static swvi_asked asked_of(const swv_skeleton *skeleton, const swv_goals *goals, const double *previous,
                           const swv_solve_options *o)
{
    // Defaults, as solve.h names them.
    const double position = o->position_tolerance == 0.0 ? 1e-6 : o->position_tolerance;
    const double rotation = o->rotation_tolerance == 0.0 ? 1e-6 : o->rotation_tolerance;
    swvi_asked   asked = {
          .skeleton = skeleton,
          .goals = goals,
          .previous = previous,
          .options = o,
          .position_tolerance = position * position,
          .rotation_tolerance = rotation * rotation,
          .first = swvi_has_balance(goals) ? goals->balance.priority : SWV_MAX_PRIORITY,
    };
    for (int g = 0; g < goals->count; ++g)
        asked.first = goals->goals[g].priority < asked.first ? goals->goals[g].priority : asked.first;
    return asked;
}

swv_status swv_solve(const swv_skeleton *skeleton, const swv_goals *goals, const double *previous,
                     const swv_solve_options *options, void *memory, double *posture, swv_solve_report *report)
{
    static const swv_solve_options defaults = { 0 };
    const swv_solve_options       *o = options ? options : &defaults;
    int                            unread;
    swv_status                     status = swvi_skeleton_status(skeleton);
    if (report)
        report->fault = -1;
    if (status != SWV_OK)
        return status;
    if (!goals || !memory || !posture)
        return SWV_NULL;
    status = check_goals(skeleton, goals, report ? &report->fault : &unread);
    if (status != SWV_OK)
        return status;
    if (previous && !swvi_skeleton_is_posture(skeleton, previous))
        return SWV_BAD_POSTURE;
    const bool is_for_line = swvi_is_for_line(skeleton, goals);
    if (!are_options(o, skeleton, is_for_line))
        return SWV_BAD_OPTIONS;
    const swvi_asked asked = asked_of(skeleton, goals, previous, o);
    swvi_budget      budget = budget_of(o);
    swvi_verdict     verdict;
    if (report)
        memset(&verdict, 0, sizeof verdict);
    swvi_verdict *const told = report ? &verdict : NULL;
    void *const         room = (char *)memory + (SWVI_CACHE_LINE - (uintptr_t)memory % SWVI_CACHE_LINE);
    status = is_for_line ? swvi_line_solve(&asked, &budget, room, posture, told)
                         : swvi_tree_solve(&asked, &budget, room, posture, told);
    if (status == SWV_OK && report)
        tell(&asked, &budget, &verdict, report);
    return status;
}
