// SPDX-License-Identifier: MIT
//
// swv_solve: what the caller gave is checked and brought into the engine's form; how it ended is told.
//
// Outcome       that of the goals that come first; the report says how far down the order everything is met.
// Not reached   is OUT_OF_REACH if lengths prove it (engine_reach.c). LIMITED is a posture that meets the conditions of
//               Karush, Kuhn and Tucker on its limits: inside them no step gains, to first order, but one that need not
//               keep them would.
#include <math.h>
#include <string.h>

#include "chain/chain_internal.h"
#include "math/scalar.h"
#include "solve/engine_internal.h"

#if defined(__GNUC__)
    #define SWVI_NOINLINE __attribute__((noinline))
#else
    #define SWVI_NOINLINE
#endif

// ---- checks ----

static bool is_direction(swv_vec3 v)
{
    return swvi_vec3_is_finite(v) && !(v.x == 0.0 && v.y == 0.0 && v.z == 0.0);
}

static bool is_rotation(swv_quat q)
{
    swv_pose turn = { { 0.0, 0.0, 0.0 }, q };
    return swvi_is_handy(q) || swv_pose_check(&turn) == SWV_OK;
}

bool swvi_is_goal(const swv_goal *goal, int first_link, int last_link)
{
    const bool has_rotation = goal->kind == SWV_GOAL_POSE || goal->kind == SWV_GOAL_ROTATION;
    const bool has_axis = goal->kind == SWV_GOAL_DIRECTION || goal->kind == SWV_GOAL_AIM;
    const bool has_position = goal->kind != SWV_GOAL_ROTATION && goal->kind != SWV_GOAL_DIRECTION;
    return swvi_goal_rows(goal->kind) > 0 && goal->link >= first_link && goal->link <= last_link &&
           goal->priority >= 0 && goal->priority <= SWV_MAX_PRIORITY && swvi_is_finite(goal->weight) &&
           goal->weight >= 0.0 &&
           (!has_position || (swvi_vec3_is_finite(goal->point) && swvi_vec3_is_finite(goal->target.position))) &&
           (!has_rotation || is_rotation(goal->target.rotation)) && (!has_axis || is_direction(goal->axis)) &&
           (goal->kind != SWV_GOAL_DIRECTION || is_direction(goal->direction)) &&
           (goal->kind != SWV_GOAL_DISTANCE || (swvi_is_finite(goal->distance) && goal->distance >= 0.0));
}

static bool are_finite(const double *q, int count)
{
    for (int i = 0; i < count; ++i)
        if (!swvi_is_finite(q[i]))
            return false;
    return true;
}

static bool are_options(const swv_solve_options *o, int dof)
{
    const double numbers[] = { o->position_tolerance, o->rotation_tolerance, o->preferred_weight, o->previous_weight };
    for (int i = 0; i < 4; ++i)
        if (!swvi_is_finite(numbers[i]) || numbers[i] < 0.0)
            return false;
    const bool has_preferred = !(o->preferred_weight > 0.0) || (o->preferred && are_finite(o->preferred, dof));
    return has_preferred && o->max_iterations >= 0 && o->max_restarts >= -1;
}

// ---- setting up ----

static double plain_length(swv_vec3 v)
{
    return sqrt(swv_vec3_dot(v, v));
}

static swv_status set_limits(swvi_engine *e)
{
    e->turns = ~(uint64_t)0;
    for (int i = 0; i < e->coordinates; ++i) {
        if (e->is_plain) {
            e->given_lower[i] = e->chain->joints[i].lower;
            e->given_upper[i] = e->chain->joints[i].upper;
        } else {
            (void)swv_chain_limits(e->chain, i, &e->given_lower[i], &e->given_upper[i]);
            if (!swvi_chain_whole_turns(e->chain, i))
                e->turns &= ~((uint64_t)1 << i);
        }
        const double lower = e->given_lower[i], upper = e->given_upper[i];
        const bool   is_free = upper - lower >= 2.0 * SWV_PI && (e->turns >> i & 1) != 0;
        if (!(lower <= upper) || lower > 1e100 || upper < -1e100)
            return SWV_BAD_MODEL;
        e->lower[i] = is_free ? -INFINITY : lower * e->per_unit[i];
        e->upper[i] = is_free ? INFINITY : upper * e->per_unit[i];
    }
    return SWV_OK;
}

static void set_levels(swvi_engine *e)
{
    int rows = 0;
    e->level_count = 0;
    e->has_links = false;
    for (int g = 0; g < e->goal_count; ++g)
        e->has_links = e->has_links || e->goals[g].link != SWV_TIP;
    for (int priority = 0; priority <= SWV_MAX_PRIORITY; ++priority) {
        const int before = rows;
        for (int g = 0; g < e->goal_count; ++g)
            if (e->goals[g].priority == priority && rows <= SWVI_ROWS)
                rows += swvi_goal_rows(e->goals[g].kind);
        if (rows > before) {
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

// The length is that of the stretched chain from its first joint on, without what slides add to it. The check has
// counted the joints; where it counts for memory, they are counted again.
static swv_status set_joints(swvi_engine *e)
{
    const swv_chain_joint *joints = e->chain->joints;
    const int              count = e->chain->joint_count < SWV_MAX_JOINTS ? e->chain->joint_count : SWV_MAX_JOINTS;
    double                 length = plain_length(e->chain->tip.position), largest = 0.0;
    bool                   is_plain = e->coordinates == count;
    uint64_t               shifts = 0;
    for (int i = 0; i < count; ++i) {
        const swv_vec3 o = joints[i].origin;
        e->unit[i] = 1.0;
        e->per_unit[i] = 1.0;
        e->factor[i] = joints[i].ratio;
        largest = swvi_larger(largest, fabs(joints[i].ratio));
        is_plain = is_plain && joints[i].type == SWV_REVOLUTE;
        if (o.x == 0.0 && o.y == 0.0 && o.z == 0.0)
            continue;
        shifts |= (uint64_t)1 << i;
        length += i > 0 ? plain_length(o) : 0.0;
    }
    if (!(length < 1e100 && largest < 1e100))
        return SWV_BAD_MODEL;
    e->per_length = length > 1e-100 ? 2.0 / length : 1.0;
    e->is_plain = is_plain;
    e->shifts = shifts;
    if (is_plain)
        return SWV_OK;
    for (int i = 0; i < count; ++i) {
        if (joints[i].follows >= 0 || joints[i].type == SWV_REVOLUTE)
            continue;
        e->unit[joints[i].coordinate] = 1.0 / e->per_length;
        e->per_unit[joints[i].coordinate] = e->per_length;
    }
    for (int i = 0; i < count; ++i)
        e->factor[i] *= e->unit[joints[i].coordinate];
    return SWV_OK;
}

static swv_status set_up(swvi_engine *e, const swv_chain *chain, const swv_goal *goals, int count)
{
    e->chain = chain;
    e->goals = goals;
    e->goal_count = count;
    e->coordinates = chain->dof;
    e->looks = 0;
    const swv_status status = set_joints(e);
    if (status != SWV_OK)
        return status;
    swvi_columns_of(chain->base.rotation, e->base);
    const swv_quat mount = chain->tip.rotation;
    e->has_mount = mount.x != 0.0 || mount.y != 0.0 || mount.z != 0.0;
    if (e->has_mount)
        swvi_columns_of(mount, e->mount);
    if (goals[0].kind == SWV_GOAL_POSE || goals[0].kind == SWV_GOAL_ROTATION)
        swvi_columns_of(goals[0].target.rotation, e->first_target);
    set_levels(e);
    if (e->is_folded && e->level_count > 1)
        return SWV_BAD_COUNT;
    return set_limits(e);
}

// ---- how it ended ----

// The part of the cost that a step would gain if the goals were linear.
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

// Why was it not reached? Stationary: inside the limits no step promises a thousandth of the cost. Limited: one that
// need not keep them would.
static void explain(swvi_engine *e, const swvi_budget *budget, const swvi_found *found, swv_solve_report *report)
{
    // A damping of 1e-6 is as good as none, but keeps the step bounded; slopes below 1e-6 of the miss are rounding. Chosen.
    const double least[SWVI_LEVELS] = { 1e-6, 1e-6, 1e-6, 1e-6 }, promising = 1e-3;
    double       step[SWV_MAX_JOINTS], size = 0.0;
    swvi_miss    miss;
    (void)swvi_look(e, found->z, &miss);
    swvi_linearise(e);
    for (int k = 0; k < e->rows; ++k)
        size += e->residual[k] * e->residual[k];
    (void)swvi_step(e, found->z, least, NULL, step);
    report->is_stationary = promise(e, step) < promising;
    for (int i = 0; i < e->coordinates; ++i) {
        const double slope = swvi_slope(e, i);
        const bool   is_outward =
            ((report->at_upper >> i & 1) != 0 && slope > 0.0) || ((report->at_lower >> i & 1) != 0 && slope < 0.0);
        if (is_outward && fabs(slope) > 1e-6 * sqrt(size))
            report->at_limit |= (uint64_t)1 << i;
        e->lower[i] = -INFINITY;
        e->upper[i] = INFINITY;
    }
    (void)swvi_step(e, found->z, least, NULL, step);
    const bool is_limited = report->is_stationary && report->at_limit != 0 && promise(e, step) >= promising;
    report->outcome = budget->is_stopped                        ? SWV_STOPPED
                      : swvi_is_out_of_reach(e, e->level_of[0]) ? SWV_OUT_OF_REACH
                      : is_limited                              ? SWV_LIMITED
                                                                : SWV_NOT_FOUND;
}

static bool is_met(const swvi_engine *e, const swv_goal_error *error)
{
    return error->position * error->position <= e->position_tolerance &&
           error->rotation * error->rotation <= e->rotation_tolerance;
}

// The errors of each goal, the largest of those that come first, and how far down the order everything is met.
static void tell_goals(swvi_engine *e, const swvi_found *found, swv_solve_report *report)
{
    const int first = e->level_of[0];
    int       missed = SWV_MAX_PRIORITY + 1, last = first;
    swvi_miss miss;
    report->goal_count = e->goal_count < SWV_REPORTED_GOALS ? e->goal_count : SWV_REPORTED_GOALS;
    (void)swvi_look(e, found->z, &miss);
    for (int g = 0; g < e->goal_count; ++g) {
        const swv_goal_error error = swvi_goal_error(e, &e->goals[g]);
        const int            priority = e->goals[g].priority;
        if (g < SWV_REPORTED_GOALS)
            report->goals[g] = error;
        if (!is_met(e, &error) && priority < missed)
            missed = priority;
        if (priority > last)
            last = priority;
        if (priority != first)
            continue;
        report->position_error = swvi_larger(report->position_error, error.position);
        report->rotation_error = swvi_larger(report->rotation_error, error.rotation);
    }
    report->priority_met = -1;
    for (int priority = 0; priority < missed && priority <= last; ++priority)
        for (int level = 0; level < e->level_count; ++level)
            if (e->level_of[level] == priority)
                report->priority_met = priority;
}

static void tell(swvi_engine *e, const swvi_budget *budget, const swvi_found *found, swv_solve_report *report)
{
    *report = (swv_solve_report){
        .iterations = budget->iterations,
        .evaluations = e->looks,
        .restarts = budget->restarts,
        .fault = -1,
    };
    tell_goals(e, found, report);
    for (int i = 0; i < e->coordinates; ++i) {
        report->at_lower |= (uint64_t)(found->z[i] <= e->lower[i]) << i;
        report->at_upper |= (uint64_t)(found->z[i] >= e->upper[i]) << i;
    }
    if (!swvi_is_met(e, &found->miss))
        explain(e, budget, found, report);
    if (report->priority_met >= 0)
        report->outcome = SWV_REACHED;
}

// ---- the call ----

// A number of the caller's in units of z. Angles so large that steps would be lost in their rounding are brought nearer by whole
// turns; what slides no further than a chain may be long. 1e5 rad: five digits are lost to whole turns. Chosen.
static double handy(const swvi_engine *e, int i, double q)
{
    const bool   turns_freely = e->upper[i] == INFINITY && (e->turns >> i & 1) != 0;
    const double z = swvi_clamp(-1e100, 1e100, q) * e->per_unit[i];
    return turns_freely && fabs(z) > 1e5 ? swv_angle_wrap(z) : z;
}

static void set_start(const swvi_engine *e, const double *q, double *z)
{
    for (int i = 0; i < e->coordinates; ++i) {
        const double lower = e->lower[i], upper = e->upper[i];
        z[i] = handy(e, i, q[i]);
        if ((z[i] < lower || z[i] > upper) && (e->turns >> i & 1) != 0)
            (void)swv_angle_turn_into(lower, upper, &z[i]);
        z[i] = z[i] < lower ? lower : z[i] > upper ? upper : z[i];
    }
}

// The mean of the preferred and the previous posture. Where turns change nothing the posture found is brought to the
// turn nearest to it.
static bool set_wish(const swvi_engine *e, const swv_solve_options *o, const double *q, double *wish, double *z)
{
    const double sum = o->preferred_weight + o->previous_weight;
    if (!(sum > 0.0))
        return false;
    for (int i = 0; i < e->coordinates; ++i) {
        const double preferred = o->preferred && o->preferred_weight > 0.0 ? o->preferred[i] : 0.0;
        const double mean = o->preferred_weight / sum * preferred + o->previous_weight / sum * q[i];
        wish[i] = handy(e, i, mean);
        if (e->upper[i] == INFINITY && (e->turns >> i & 1) != 0)
            z[i] = wish[i] + swv_angle_wrap(z[i] - wish[i]);
    }
    return true;
}

// A coordinate that may turn all the way round is brought to the turn around the middle of its range.
static void set_posture(const swvi_engine *e, const double *z, double *q)
{
    for (int i = 0; i < e->coordinates; ++i) {
        const double lower = e->given_lower[i], upper = e->given_upper[i];
        double       value = z[i] * e->unit[i];
        if ((value < lower || value > upper) && (e->turns >> i & 1) != 0) {
            const double middle = upper == INFINITY    ? lower + SWV_PI
                                  : lower == -INFINITY ? upper - SWV_PI
                                                       : 0.5 * (lower + upper);
            value = middle + swv_angle_wrap(value - middle);
        }
        q[i] = value < lower ? lower : value > upper ? upper : value;
    }
}

static swv_status run(swvi_engine *e, const double *start, const swv_solve_options *options, double *q,
                      swv_solve_report *report)
{
    // Defaults, as solve.h names them.
    const double position = options->position_tolerance == 0.0 ? 1e-6 : options->position_tolerance;
    const double rotation = options->rotation_tolerance == 0.0 ? 1e-6 : options->rotation_tolerance;
    swvi_budget  budget = {
         .max_iterations = options->max_iterations == 0 ? 5000 : options->max_iterations,
         .max_restarts = options->max_restarts == 0  ? INT32_MAX
                         : options->max_restarts < 0 ? 0
                                                     : options->max_restarts,
         .should_stop = options->should_stop,
         .user = options->user,
         .seed = options->seed,
    };
    swvi_found found;
    double     wish[SWV_MAX_JOINTS];
    e->position_tolerance = position * position;
    e->rotation_tolerance = rotation * rotation;
    set_start(e, start, found.z);
    if (!swvi_look(e, found.z, &found.miss))
        return SWV_NOT_FINITE;
    (void)swvi_search(e, &budget, &found);
    if (set_wish(e, options, start, wish, found.z))
        swvi_approach_wish(e, &budget, wish, &found);
    if (report)
        tell(e, &budget, &found, report);
    set_posture(e, found.z, q);
    return SWV_OK;
}

// Two sizes of workspace, so that a short chain does not pay for the longest: up to eight joints and two poses are short. Chosen. Not inlined, or
// they would share a frame.
enum { SMALL_CHAIN = 8, SMALL_ROWS = 12 };

SWVI_NOINLINE static swv_status run_small(swvi_engine *e, const double *start, const swv_solve_options *o, double *q,
                                          swv_solve_report *report)
{
    double     jacobian[SMALL_CHAIN * SMALL_ROWS], gram[SMALL_ROWS * (SMALL_ROWS + 1) / 2];
    double     hessian[SMALL_CHAIN * (SMALL_CHAIN + 1) / 2];
    swvi_frame frames[SMALL_CHAIN + 1];
    e->jacobian = jacobian;
    e->gram = gram;
    e->hessian = hessian;
    e->frames = frames;
    return run(e, start, o, q, report);
}

SWVI_NOINLINE static swv_status run_large(swvi_engine *e, const double *start, const swv_solve_options *o, double *q,
                                          swv_solve_report *report)
{
    double     jacobian[SWV_MAX_JOINTS * SWVI_ROWS], gram[SWVI_ROWS * (SWVI_ROWS + 1) / 2];
    double     hessian[SWV_MAX_JOINTS * (SWV_MAX_JOINTS + 1) / 2];
    swvi_frame frames[SWV_MAX_JOINTS + 1];
    e->jacobian = jacobian;
    e->gram = gram;
    e->hessian = hessian;
    e->frames = frames;
    return run(e, start, o, q, report);
}

// Without a posture to start from: the middle of the limits, else the value nearest to 0.
static void set_middle(const swvi_engine *e, double *start)
{
    for (int i = 0; i < e->coordinates; ++i) {
        const double lower = e->given_lower[i], upper = e->given_upper[i];
        start[i] = lower > -INFINITY && upper < INFINITY ? 0.5 * (lower + upper) : swvi_clamp(lower, upper, 0.0);
    }
}

swv_status swv_solve(const swv_chain *chain, const swv_goal *goals, int count, const double *previous,
                     const swv_solve_options *options, double *q, swv_solve_report *report)
{
    static const swv_solve_options defaults = { 0 };
    const swv_solve_options       *o = options ? options : &defaults;
    if (report)
        report->fault = -1;
    if (!chain || !goals || !q)
        return SWV_NULL;
    if (swv_chain_check(chain) != SWV_OK)
        return SWV_BAD_MODEL;
    if (count < 1)
        return SWV_BAD_COUNT;
    for (int g = 0; g < count; ++g)
        if (!swvi_is_goal(&goals[g], SWV_TIP, chain->joint_count)) {
            if (report)
                report->fault = g;
            return SWV_BAD_GOAL;
        }
    if (previous && !are_finite(previous, chain->dof))
        return SWV_BAD_POSTURE;
    if (!are_options(o, chain->dof))
        return SWV_BAD_OPTIONS;
    swvi_engine      e;
    const swv_status status = set_up(&e, chain, goals, count);
    if (status != SWV_OK)
        return status;
    double start[SWV_MAX_JOINTS];
    if (!previous)
        set_middle(&e, start);
    const double *from = previous ? previous : start;
    const bool    is_small = chain->joint_count <= SMALL_CHAIN && e.rows <= SMALL_ROWS;
    return is_small ? run_small(&e, from, o, q, report) : run_large(&e, from, o, q, report);
}
