// SPDX-License-Identifier: MIT
//
// The kernel of serial chains: what was asked is brought into the engine's form, and what was found back. q: the caller's numbers, radians or
// metres; z and all else in the units and frames of line_engine.h.
//
// Limited       is a posture that meets the conditions of Karush, Kuhn and Tucker on its limits: inside them no step gains, to first
//               order, but one that need not keep them would.
#include <math.h>
#include <string.h>

#include "solve/line_engine.h"

// ---- setting up ----

// Point and axis, given in the link's frame, in that of the joint that moves it; the target stays in the world.
static void set_goal(const swvi_engine *e, const swv_goal *given, swvi_line_goal *goal)
{
    const swv_skeleton   *skeleton = e->asked->skeleton;
    const int             joint = swvi_joint_of_link(skeleton, given->link);
    const swvi_line_link *link = &e->line->links[joint];
    const bool            is_tip = joint == e->line->tip;
    goal->goal = !is_tip && link->is_turned ? swvi_goal_in(given, link->turn, link->from) : *given;
    goal->frame = is_tip ? e->joint_count : link->mover;
    goal->moving = link->mover + 1;
    goal->weight = swvi_weight_of(given->weight);
    if (given->kind == SWV_GOAL_POSE || given->kind == SWV_GOAL_ROTATION)
        swvi_columns_of(goal->goal.target.rotation, goal->wanted);
}

// Rows of the goals of a priority; no more are counted once they exceed SWVI_ROWS.
static int count_rows(const swv_goals *goals, int priority)
{
    int rows = 0;
    for (int g = 0; g < goals->count && rows <= SWVI_ROWS; ++g)
        rows += goals->goals[g].priority == priority ? swvi_goal_rows(goals->goals[g].kind) : 0;
    return rows;
}

// A level for each priority that has goals, and where its rows end. Folded rows, one for each coordinate, are a single level.
static void set_levels(swvi_engine *e)
{
    int rows = 0;
    e->level_count = 0;
    for (int priority = 0; priority <= SWV_MAX_PRIORITY; ++priority) {
        const int more = count_rows(e->asked->goals, priority);
        rows += more;
        if (more > 0) {
            e->level_of[e->level_count] = priority;
            e->level_end[e->level_count++] = rows;
        }
    }
    e->is_merged = e->level_count == 1;
    e->is_folded = rows > SWVI_ROWS;
    e->rows = e->is_folded ? e->coordinates : rows;
    if (e->is_folded)
        e->level_end[0] = e->rows;
}

// Divide `memory`; returns the bytes needed. Without memory that is all it does.
static size_t carve(swvi_engine *e, const swvi_line *line, int goal_count, swvi_goal_error **errors, void *memory)
{
    swvi_arena   a = { (char *)memory, 0 };
    const size_t n = (size_t)line->coordinates, frames = (size_t)line->joint_count + 1, goals = (size_t)goal_count;
    const size_t given = goals < SWVI_ROWS ? SWVI_GOAL_ROWS * goals : SWVI_ROWS;
    const size_t kept = given < SWVI_ROWS ? given : SWVI_ROWS, rows = kept > n ? kept : n;
    e->goals = (swvi_line_goal *)swvi_take(&a, goals, sizeof(swvi_line_goal));
    e->jacobian = swvi_take_numbers(&a, n * rows);
    e->hessian = swvi_take_numbers(&a, n * (n + 1) / 2);
    e->gram = swvi_take_numbers(&a, rows * (rows + 1) / 2);
    e->frames = (swvi_frame *)swvi_take(&a, frames, sizeof(swvi_frame));
    *errors = (swvi_goal_error *)swvi_take(&a, goals, sizeof(swvi_goal_error));
    return a.used;
}

size_t swvi_line_memory(const swv_skeleton *skeleton, int goal_count)
{
    swvi_engine      e;
    swvi_goal_error *errors;
    return carve(&e, swvi_skeleton_line(skeleton), goal_count, &errors, NULL);
}

bool swvi_is_for_line(const swv_skeleton *skeleton, const swv_goals *goals)
{
    const swvi_line *line = swvi_skeleton_line(skeleton);
    if (line->joint_count == 0 || swvi_has_balance(goals))
        return false;
    int levels = 0, rows = 0;
    for (int g = 0; g < goals->count; ++g)
        if (line->links[swvi_joint_of_link(skeleton, goals->goals[g].link)].mover < 0)
            return false;
    for (int priority = 0; priority <= SWV_MAX_PRIORITY; ++priority) {
        const int more = count_rows(goals, priority);
        rows += more;
        levels += more > 0;
    }
    return rows <= SWVI_ROWS || levels == 1;
}

// The engine for one call: everything but the memory, and the line, which it has already.
static void set_up(swvi_engine *e, const swvi_asked *asked)
{
    const swvi_line *line = e->line;
    const size_t     numbers = sizeof(double) * (size_t)line->coordinates;
    e->asked = asked;
    e->joints = line->joints;
    e->joint_count = line->joint_count;
    e->coordinates = line->coordinates;
    e->goal_count = asked->goals->count;
    e->per_length = line->per_length;
    e->factor = line->factor;
    e->looks = 0;
    e->has_links = false;
    memcpy(e->lower, line->lower, numbers);
    memcpy(e->upper, line->upper, numbers);
    for (int g = 0; g < e->goal_count; ++g) {
        set_goal(e, &asked->goals->goals[g], &e->goals[g]);
        e->has_links = e->has_links || e->goals[g].frame < e->joint_count;
    }
    set_levels(e);
}

// ---- how it ended ----

// The part of the cost, 0 to 1, that a step would gain if the goals were linear.
static double promise(const swvi_engine *e, const double *step)
{
    double before = 0.0, after = 0.0;
    for (int k = 0; k < e->rows; ++k) {
        double r = e->residual[k];
        before += r * r;
        for (int i = 0; i < e->coordinates; ++i)
            r -= e->jacobian[i * e->rows + k] * step[i];
        after += r * r;
    }
    return before > 0.0 ? 1.0 - after / before : 0.0;
}

// Why were the goals that come first not reached? Stationary: inside the limits no step promises a thousandth of the cost. Limited: one
// that need not keep them would.
static void explain(swvi_engine *e, const swvi_found *found, swvi_verdict *verdict)
{
    // A damping of 1e-6 is as good as none, but keeps the step bounded; slopes below 1e-6 of the miss are rounding. A thousandth of the cost
    // is no gain worth another step. All chosen.
    const double least[SWVI_LEVELS] = { 1e-6, 1e-6, 1e-6, 1e-6 }, promising = 1e-3;
    double       step[SWV_MAX_JOINTS], size = 0.0;
    uint64_t     resting = 0;
    swvi_miss    miss;
    const int    level_count = e->level_count, rows = e->rows;
    e->level_count = 1;
    e->rows = e->level_end[0];
    if (!swvi_look(e, found->z, &miss) || swvi_is_met(e, &miss))
        return;
    e->level_count = level_count;
    e->rows = rows;
    (void)swvi_look(e, found->z, &miss);
    swvi_linearise(e);
    for (int k = 0; k < e->rows; ++k)
        size += e->residual[k] * e->residual[k];
    (void)swvi_step(e, found->z, least, NULL, step);
    verdict->is_examined = true;
    verdict->is_stationary = promise(e, step) < promising;
    for (int i = 0; i < e->coordinates; ++i) {
        const double slope = swvi_slope(e, i);
        const bool   is_outward =
            (found->z[i] >= e->upper[i] && slope > 0.0) || (found->z[i] <= e->lower[i] && slope < 0.0);
        if (is_outward && fabs(slope) > 1e-6 * sqrt(size))
            resting |= (uint64_t)1 << i;
        e->lower[i] = -INFINITY;
        e->upper[i] = INFINITY;
    }
    (void)swvi_step(e, found->z, least, NULL, step);
    verdict->is_limited = verdict->is_stationary && resting != 0 && promise(e, step) >= promising;
    const swv_skeleton *skeleton = e->asked->skeleton;
    for (int n = 0; n < skeleton->joint_count; ++n) {
        const bool is_own = skeleton->joints[n].kind != SWV_JOINT_FIXED && !swvi_joint_follows(&skeleton->joints[n]);
        if (is_own && (resting >> skeleton->first_number[n] & 1) != 0)
            verdict->at_limit[n / 64] |= (uint64_t)1 << n % 64;
    }
}

// ---- the call ----

// A number of the caller's in units of z. Angles so large that steps would be lost in their rounding are brought nearer by whole
// turns; what slides no further than a chain may be long. 1e5 rad: five digits are lost to whole turns. Chosen.
static double handy(const swvi_engine *e, int i, double q)
{
    const bool   turns_freely = e->upper[i] == INFINITY && (e->line->turns >> i & 1) != 0;
    const double z = swvi_clamp(-1e100, 1e100, q) * e->line->per_unit[i];
    return turns_freely && fabs(z) > 1e5 ? swv_angle_wrap(z) : z;
}

// The caller's numbers q, radians or metres, as coordinates z inside the limits.
static void set_start(const swvi_engine *e, const double *q, double *z)
{
    for (int i = 0; i < e->coordinates; ++i) {
        const double lower = e->lower[i], upper = e->upper[i];
        z[i] = handy(e, i, q[i]);
        if ((z[i] < lower || z[i] > upper) && (e->line->turns >> i & 1) != 0)
            (void)swv_angle_turn_into(lower, upper, &z[i]);
        z[i] = z[i] < lower ? lower : z[i] > upper ? upper : z[i];
    }
}

// The mean, by their weights, of the preferred and the previous posture q, into `wish` (units of z). False if neither has a weight. Where turns
// change nothing the posture found is brought to the turn nearest to it.
static bool set_wish(const swvi_engine *e, const swv_solve_options *o, const double *q, double *wish, double *z)
{
    const double sum = o->preferred_weight + o->previous_weight;
    if (!(sum > 0.0))
        return false;
    for (int i = 0; i < e->coordinates; ++i) {
        const double preferred = o->preferred && o->preferred_weight > 0.0 ? o->preferred[i] : 0.0;
        const double mean = o->preferred_weight / sum * preferred + o->previous_weight / sum * q[i];
        wish[i] = handy(e, i, mean);
        if (e->upper[i] == INFINITY && (e->line->turns >> i & 1) != 0)
            z[i] = wish[i] + swv_angle_wrap(z[i] - wish[i]);
    }
    return true;
}

// z as the caller's numbers q, inside the limits given. A coordinate that may turn all the way round is brought to the turn around the middle of its
// range.
static void set_posture(const swvi_engine *e, const double *z, double *q)
{
    for (int i = 0; i < e->coordinates; ++i) {
        const double lower = e->line->given_lower[i], upper = e->line->given_upper[i];
        double       value = z[i] * e->line->unit[i];
        if ((value < lower || value > upper) && (e->line->turns >> i & 1) != 0) {
            const double middle = upper == INFINITY    ? lower + SWV_PI
                                  : lower == -INFINITY ? upper - SWV_PI
                                                       : 0.5 * (lower + upper);
            value = middle + swv_angle_wrap(value - middle);
        }
        q[i] = value < lower ? lower : value > upper ? upper : value;
    }
}

swv_status swvi_line_solve(const swvi_asked *asked, swvi_budget *budget, void *memory, double *posture,
                           swvi_verdict *verdict)
{
    swvi_engine      e;
    swvi_found       found;
    swvi_goal_error *errors;
    double           middle[SWV_MAX_JOINTS], wish[SWV_MAX_JOINTS];
    const double    *start = asked->previous ? asked->previous : middle;
    e.line = swvi_skeleton_line(asked->skeleton);
    (void)carve(&e, e.line, asked->goals->count, &errors, memory);
    set_up(&e, asked);
    for (int i = 0; i < e.line->coordinates && !asked->previous; ++i) {
        // In the caller's numbers: the middle of the limits, else the value nearest to 0.
        const double lower = e.line->given_lower[i], upper = e.line->given_upper[i];
        middle[i] = lower > -INFINITY && upper < INFINITY ? 0.5 * (lower + upper) : swvi_clamp(lower, upper, 0.0);
    }
    set_start(&e, start, found.z);
    if (!swvi_look(&e, found.z, &found.miss))
        return SWV_NOT_FINITE;
    (void)swvi_search(&e, budget, &found);
    if (set_wish(&e, asked->options, start, wish, found.z))
        swvi_approach_wish(&e, budget, wish, &found);
    if (verdict) {
        swvi_miss miss;
        verdict->looks = e.looks;
        (void)swvi_look(&e, found.z, &miss);
        for (int g = 0; g < e.goal_count; ++g)
            errors[g] = swvi_error_of(&e, &e.goals[g]);
        verdict->errors = errors;
        if (!swvi_is_met(&e, &found.miss))
            explain(&e, &found, verdict);
    }
    set_posture(&e, found.z, posture);
    return SWV_OK;
}
