// SPDX-License-Identifier: MIT
//
// The kernel of trees: what was asked is made ready, and the groups are solved one after the other. Frames and units are those of tree_engine.h;
// a posture has the caller's numbers, radians and metres. A top is an index of a joint and names a group (tree_groups.c); `first`: the priority whose
// number is lowest; is_last: no other attempt follows (Roots), so priorities count and the verdict is made.
//
// Roots       A free root that some pose asks for is first pinned there, and the rest divides into small groups. If they cannot
//             all be met like that, the whole tree is solved from where that led.
// Alone       A limb with fewer freedoms than its goal has rows needs the trunk in one place. Started from far away, such a limb is
//             solved alone with the trunk; then, the trunk held, the others are, each alone. Two limbs that each go astray half of
//             the time would do so together three times in four, and a step of one costs less than half of one of both.
// Priorities  Where all goals can be met together their order does not matter: one level first. Else level by level: those above
//             keep the residual they came to, as rows that weigh 10^6 times as much, and are mended alone afterwards.
#include <math.h>
#include <string.h>

#include "solve/tree_engine.h"

// Most restarts where levels follow (twice as many for a level), and for one limb alone. Chosen: more cost time where goals exclude
// each other, fewer miss goals that can be met.
enum { FEW_RESTARTS = 24, RESTARTS_ALONE = 16 };
#define UPPER_BOOST 1e3   // of rows of levels above: their squares weigh 10^6 times as much. Chosen
#define PROMISING   1e-3  // of the cost: a step that promises to gain less leads nowhere. Chosen

// ---- making ready ----

// Angles so large that steps would be lost in their rounding are brought nearer by whole turns.
static void unwind(const swv_skeleton *skeleton, double *posture)
{
    for (int n = 0; n < skeleton->joint_count; ++n) {
        const swv_joint *j = &skeleton->joints[n];
        const int        count = swvi_skeleton_inside(skeleton)[n].turns_whole ? swvi_own_numbers_of(j) : 0;
        for (int k = 0; k < count; ++k) {
            double *x = &posture[skeleton->first_number[n] + k];
            // Radians: angles beyond that have lost five digits to whole turns. Chosen.
            if (!(fabs(*x) > 1e5))
                continue;
            const double nearer = swv_angle_wrap(*x);
            if (nearer >= j->lower[k] && nearer <= j->upper[k])
                *x = nearer;
        }
    }
}

// The previous posture inside its limits; without one, rest, and the middle of a range where a joint has one.
static void set_start(swvi_problem *p, const double *previous)
{
    const swv_skeleton *skeleton = p->skeleton;
    if (previous) {
        (void)swv_skeleton_clamp(skeleton, previous, p->posture);
        unwind(skeleton, p->posture);
        return;
    }
    (void)swv_skeleton_rest(skeleton, p->posture);
    for (int n = 0; n < skeleton->joint_count; ++n) {
        const swv_joint *j = &skeleton->joints[n];
        const bool       has_range = j->kind != SWV_JOINT_BALL && j->kind != SWV_JOINT_FREE;
        for (int k = 0; k < swvi_own_numbers_of(j) && has_range; ++k)
            if (j->lower[k] > -INFINITY && j->upper[k] < INFINITY)
                p->posture[skeleton->first_number[n] + k] = 0.5 * (j->lower[k] + j->upper[k]);
    }
}

// Goal number `at` of the caller: point and axis in the frame of the joint that moves its link, the target in the world.
static void set_goal(const swv_skeleton *skeleton, const swv_goal *given, int at, swvi_tree_goal *goal)
{
    const int         joint = swvi_joint_of_link(skeleton, given->link);
    const swvi_joint *in = &swvi_skeleton_inside(skeleton)[joint];
    goal->goal = swvi_goal_in(given, in->turn, in->from_mover);
    goal->at = at;
    goal->mover = in->mover;
    goal->node = -1;
    goal->is_on = true;
    goal->is_moved = false;
    goal->least = 0.0;
    goal->weight = swvi_weight_of(given->weight);
    goal->boost = 1.0;
    memset(goal->shift, 0, sizeof goal->shift);
    if (given->kind == SWV_GOAL_POSE || given->kind == SWV_GOAL_ROTATION)
        swvi_columns_of(goal->goal.target.rotation, goal->wanted);
}

// The axes of the view from above, all mass, and the mass that nothing moves.
static void set_balance(swvi_problem *p, const swv_goals *given)
{
    const swv_skeleton *skeleton = p->skeleton;
    const swvi_joint   *inside = swvi_skeleton_inside(skeleton);
    swvi_balance_state *b = &p->balance;
    const swv_vec3      z = { 0.0, 0.0, 1.0 }, x = { 1.0, 0.0, 0.0 };
    p->group.balance = NULL;
    if (!swvi_has_balance(given))
        return;
    memset(b, 0, sizeof *b);
    b->given = given;
    b->up = swv_vec3_normalize(given->balance.up);
    if (b->up.x == 0.0 && b->up.y == 0.0 && b->up.z == 0.0)
        b->up = z;
    b->ahead = swv_quat_rotate(swv_quat_between(z, b->up), x);
    b->aside = swv_vec3_cross(b->up, b->ahead);
    b->is_on = true;
    b->weight = swvi_weight_of(given->balance.weight);
    b->boost = 1.0;
    for (int n = 0; n < skeleton->joint_count; ++n) {
        const swv_joint *j = &skeleton->joints[n];
        b->total += j->mass;
        if (inside[n].mover >= 0)
            continue;
        const swv_vec3 at = swv_vec3_add(inside[n].origin, swv_quat_rotate(inside[n].turn, j->center));
        b->fixed[0] += j->mass * at.x;
        b->fixed[1] += j->mass * at.y;
        b->fixed[2] += j->mass * at.z;
    }
    p->group.balance = b;
}

void swvi_problem_ready(swvi_problem *p, const swv_goals *goals)
{
    for (int k = 0; k < p->goal_count; ++k)
        set_goal(p->skeleton, &goals->goals[k], k, &p->goals[k]);
    set_balance(p, goals);
}

// A free root goes where a pose wants it, and is held there.
static bool pin_roots(swvi_problem *p)
{
    bool has_pinned = false;
    memset(p->is_pinned, 0, (size_t)p->skeleton->joint_count);
    for (int k = 0; k < p->goal_count && !p->group.balance; ++k) {
        const swvi_tree_goal *goal = &p->goals[k];
        const int             root = goal->mover;
        if (goal->goal.kind != SWV_GOAL_POSE || root < 0 || p->skeleton->joints[root].kind != SWV_JOINT_FREE ||
            p->is_pinned[root])
            continue;
        const swv_quat turn = goal->goal.target.rotation;  // of the root's solver's frame
        const swv_vec3 at = swv_vec3_sub(goal->goal.target.position, swv_quat_rotate(turn, goal->goal.point));
        double        *numbers = &p->posture[p->skeleton->first_number[root]];
        swvi_store(at, numbers);
        swvi_store_quat(swv_quat_normalize(swv_quat_mul(turn, swvi_skeleton_inside(p->skeleton)[root].turn)),
                        &numbers[3]);
        p->is_pinned[root] = 1;
        has_pinned = true;
    }
    return has_pinned;
}

// ---- groups ----

// A goal whose link is held, or that nothing moves: it is where it is.
static void look_at_still(swvi_problem *p, swvi_tree_goal *goal)
{
    const swvi_joint *inside = swvi_skeleton_inside(p->skeleton);
    double            rotation[9], at[3] = { 0.0, 0.0, 0.0 };
    swv_quat          turn = SWV_IDENTITY_QUAT;
    if (goal->mover >= 0) {
        const double *numbers = &p->posture[p->skeleton->first_number[goal->mover]];
        memcpy(at, numbers, sizeof at);
        turn = swv_quat_mul(swvi_quat_at(&numbers[3]), swv_quat_conjugate(inside[goal->mover].turn));
    }
    swvi_columns_of(turn, rotation);
    swvi_set_point(at, rotation, goal->goal.point, &goal->sight);
    swvi_see(&goal->goal, rotation, goal->wanted, p->group.per_length, &goal->sight);
}

// Goals and balance of priorities up to `last` count; those before `boosted` weigh UPPER_BOOST times as much.
static void set_levels(swvi_group *g, int last, int boosted)
{
    for (int k = 0; k < g->goal_count; ++k) {
        g->goals[k].is_on = g->goals[k].goal.priority <= last;
        g->goals[k].boost = g->goals[k].goal.priority < boosted ? UPPER_BOOST : 1.0;
    }
    if (g->balance) {
        g->balance->is_on = g->balance->given->balance.priority <= last;
        g->balance->boost = g->balance->given->balance.priority < boosted ? UPPER_BOOST : 1.0;
    }
}

// What goals of priority `level` may keep of their residuals from now on: nothing if they are met.
static void keep_residuals(swvi_group *g, int level)
{
    for (int k = 0; k < g->goal_count; ++k) {
        swvi_tree_goal *goal = &g->goals[k];
        const bool      is_met = swvi_goal_is_met(g, goal);
        for (int i = 0; i < 6 && goal->goal.priority == level; ++i)
            goal->shift[i] = is_met ? 0.0 : goal->sight.r[i] / goal->weight;
    }
    if (g->balance && g->balance->given->balance.priority == level)
        g->balance->shift[0] = g->balance->r[0] / g->balance->weight;
}

static void forget_residuals(swvi_group *g)
{
    for (int k = 0; k < g->goal_count; ++k)
        memset(g->goals[k].shift, 0, sizeof g->goals[k].shift);
    if (g->balance)
        memset(g->balance->shift, 0, sizeof g->balance->shift);
}

static bool has_level(const swvi_group *g, int level)
{
    bool found = g->balance && g->balance->given->balance.priority == level;
    for (int k = 0; k < g->goal_count; ++k)
        found = found || g->goals[k].goal.priority == level;
    return found;
}

// Priorities: level by level, each in what those above leave free. best: in and out, the posture.
static void solve_levels(swvi_group *g, swvi_budget *budget, swvi_tree_found *best)
{
    const int max_restarts = budget->max_restarts;
    bool      is_first = true;
    budget->max_restarts = max_restarts < 2 * FEW_RESTARTS ? max_restarts : 2 * FEW_RESTARTS;
    for (int level = 0; level <= SWV_MAX_PRIORITY; ++level) {
        if (!has_level(g, level))
            continue;
        set_levels(g, level, level);
        if (!swvi_tree_look(g, best->z, &best->miss))
            break;
        if (is_first) {
            (void)swvi_tree_search(g, budget, best, false);
        } else {
            (void)swvi_tree_descend(g, budget, best, true);
            set_levels(g, level - 1, 0);
            if (swvi_tree_look(g, best->z, &best->miss))
                (void)swvi_tree_descend(g, budget, best, false);
        }
        is_first = false;
        set_levels(g, level, 0);
        forget_residuals(g);
        (void)swvi_tree_look(g, best->z, &best->miss);
        for (int above = 0; above <= level; ++above)
            keep_residuals(g, above);
    }
    forget_residuals(g);
    set_levels(g, SWV_MAX_PRIORITY, 0);
    budget->max_restarts = max_restarts;
}

// One goal (index in p->goals) alone, by the joints that move it and are not pinned; then these are. True if it is met.
static bool solve_alone(swvi_problem *p, swvi_budget *budget, int goal)
{
    swvi_group      *g = &p->group;
    swvi_tree_found *best = &g->postures[0];
    const int        max_restarts = budget->max_restarts;
    if (p->is_pinned[p->goals[goal].mover])
        return true;
    swvi_group_build_for(p, goal);
    swvi_group_load(p, best->z);
    if (!swvi_tree_look(g, best->z, &best->miss))
        return false;
    memcpy(g->origin, g->nodes[0].position, sizeof g->origin);
    budget->max_restarts = max_restarts < RESTARTS_ALONE ? max_restarts : RESTARTS_ALONE;
    const bool is_met = swvi_tree_is_met(g, &best->miss) || swvi_tree_search(g, budget, best, true);
    budget->max_restarts = max_restarts;
    swvi_group_store(p, best->z);
    for (int n = 0; n < g->node_count; ++n)
        if (!g->nodes[n].is_held)
            p->is_pinned[g->nodes[n].at] = 2;
    return is_met;
}

// Whether the limb that a goal is on, up to where others branch off, has fewer freedoms than the goal has rows.
static bool needs_its_trunk(const swvi_group *g, const swvi_tree_goal *goal)
{
    int own = 0;
    for (int at = goal->node; at >= 0 && !g->nodes[at].is_held; at = g->nodes[at].above) {
        int branches = 0;
        for (int n = at + 1; n < g->node_count; ++n)
            branches += g->nodes[n].above == at;
        if (branches > 1)
            return own < swvi_goal_rows(goal->goal.kind);
        own += g->nodes[at].coordinates;
    }
    return false;
}

// A first guess for goals that are far away: one after the other, beginning with one that says where the trunk must be.
static void solve_one_by_one(swvi_problem *p, swvi_budget *budget, int top)
{
    const int count = p->group.goal_count;
    bool      are_met = false;
    for (int first = 0; first < count && !are_met; ++first) {
        if (!needs_its_trunk(&p->group, &p->goals[first]))
            continue;
        are_met = solve_alone(p, budget, first);
        for (int k = 0; k < count && are_met; ++k)
            are_met = solve_alone(p, budget, k);
        for (int n = 0; n < p->skeleton->joint_count; ++n)
            p->is_pinned[n] = p->is_pinned[n] == 1;
        swvi_group_build(p, top);
    }
}

// The group of a top, which is built. False if a number on the way is not finite.
static bool solve_group(swvi_problem *p, swvi_budget *budget, int top, bool is_last, bool *is_met)
{
    swvi_group      *g = &p->group;
    swvi_tree_found *best = &g->postures[0];
    const int        max_restarts = budget->max_restarts;
    int              levels = 0;
    swvi_group_load(p, best->z);
    if (!swvi_tree_look(g, best->z, &best->miss))
        return false;
    if (budget->max_restarts > 0 && best->miss.cost > SWVI_NEAR_COST && g->goal_count > 1 && !g->balance &&
        g->follow_count == 0 && p->skeleton->joints[top].kind != SWV_JOINT_FREE) {
        solve_one_by_one(p, budget, top);
        swvi_group_load(p, best->z);
        if (!swvi_tree_look(g, best->z, &best->miss))
            return false;
    }
    memcpy(g->origin, g->nodes[0].position, sizeof g->origin);
    for (int level = 0; level <= SWV_MAX_PRIORITY; ++level)
        levels += has_level(g, level);
    if (levels > 1 && max_restarts > FEW_RESTARTS)
        budget->max_restarts = FEW_RESTARTS;
    *is_met = swvi_tree_is_met(g, &best->miss) || swvi_tree_search(g, budget, best, false);
    budget->max_restarts = max_restarts;
    if (levels > 1 && !*is_met && is_last)
        solve_levels(g, budget, best);
    if (!*is_met && !swvi_tree_look(g, best->z, &best->miss))
        return false;
    for (int k = 0; k < g->goal_count; ++k)  // metres and radians, in the caller's order
        p->errors[g->goals[k].at] = swvi_seen_error(&g->goals[k].sight);
    swvi_group_store(p, best->z);
    return true;
}

// ---- how it ended ----

// The part of the cost, 0 to 1, that a step would gain if the goals were linear: 2 g'd - d'J'J d of it.
static double promise(swvi_group *g, const double *step, double cost)
{
    double gain = -swvi_tree_strain(g, step);
    for (int c = 0; c < g->coordinate_count; ++c)
        gain += 2.0 * step[c] * g->gradient[c];
    return cost > 0.0 ? gain / cost : 0.0;
}

// The verdict on a group whose goals of priority `first` are missed at posture z. Stationary: inside the limits no step promises a thousandth of the
// cost. Limited: one that need not keep them would. 1e-6, of damping and of slopes, is that of `explain` in line_solve.c.
static void explain(swvi_group *g, const double *z, int first, swvi_verdict *v)
{
    double        *step = g->work[2];
    swvi_tree_miss miss;
    set_levels(g, first, 0);
    if (swvi_tree_look(g, z, &miss) && !swvi_tree_is_met(g, &miss)) {
        swvi_tree_slope(g, z);
        swvi_tree_step(g, 1e-6, false, true, step);
        const bool is_stationary = promise(g, step, miss.cost) < PROMISING;
        bool       rests = false;
        v->is_stationary = is_stationary && (v->is_stationary || !v->is_examined);
        v->is_examined = true;
        for (int c = 0; c < g->coordinate_count; ++c) {
            const double slope = g->gradient[c];
            const bool   is_out = (g->upper[c] <= 1e-12 && slope > 0.0) || (g->lower[c] >= -1e-12 && slope < 0.0);
            if (is_out && fabs(slope) > 1e-6 * sqrt(miss.cost)) {
                const int joint = g->nodes[g->owner[c]].in->leader;
                v->at_limit[joint / 64] |= (uint64_t)1 << joint % 64;
                rests = true;
            }
            g->lower[c] = -INFINITY;
            g->upper[c] = INFINITY;
        }
        swvi_tree_step(g, 1e-6, false, true, step);
        v->is_limited = v->is_limited || (is_stationary && rests && promise(g, step, miss.cost) >= PROMISING);
    }
    set_levels(g, SWV_MAX_PRIORITY, 0);
}

// ---- the call ----

size_t swvi_tree_memory(const swv_skeleton *skeleton, int goal_count)
{
    swvi_problem p;
    return swvi_problem_carve(&p, skeleton, goal_count, NULL);
}

// Every group in turn. *are_met: all goals are; v may be NULL. False if a number on the way is not finite.
static bool solve_groups(swvi_problem *p, swvi_budget *budget, bool is_last, int first, bool *are_met, swvi_verdict *v)
{
    *are_met = true;
    swvi_divide(p);
    // Groups reorder the goals; those done are marked by a top of -1.
    for (;;) {
        int top = -1;
        for (int k = 0; k < p->goal_count && top < 0; ++k)
            top = p->goals[k].top;
        for (int i = 0; top < 0 && p->goal_count == 0 && is_last; ++i)  // the first joint that moves
            if (p->skeleton->joints[p->skeleton->order[i]].kind != SWV_JOINT_FIXED)
                top = p->skeleton->order[i];
        if (top < 0)
            return true;
        bool is_met = false;
        swvi_group_build(p, top);
        if (!solve_group(p, budget, top, is_last, &is_met))
            return false;
        *are_met = *are_met && is_met;
        if (!is_met && is_last && v)
            explain(&p->group, p->group.postures[0].z, first, v);
        for (int k = 0; k < p->group.goal_count; ++k)
            p->group.goals[k].top = -1;
        if (p->goal_count == 0 || (!*are_met && !is_last))
            return true;
    }
}

// What nothing moves, or what is pinned. False if a number is not finite.
static bool look_at_all_still(swvi_problem *p, bool *are_met)
{
    for (int k = 0; k < p->goal_count; ++k) {
        swvi_tree_goal *goal = &p->goals[k];
        if (goal->mover >= 0 && !p->is_pinned[goal->mover])
            continue;
        look_at_still(p, goal);
        p->errors[goal->at] = swvi_seen_error(&goal->sight);
        *are_met = *are_met && swvi_goal_is_met(&p->group, goal);
        if (!(p->errors[goal->at].position < INFINITY && p->errors[goal->at].rotation < INFINITY))
            return false;
    }
    return true;
}

// Roots, of the opening comment. v may be NULL. False if a number on the way is not finite.
static bool solve_all(swvi_problem *p, swvi_budget *budget, int first, swvi_verdict *v)
{
    bool has_pinned = pin_roots(p);
    bool are_still_met = true, are_met = true, has_levels = false, are_roots_first = true;
    if (has_pinned && swvi_divide(p)) {  // limbs that share a number are one problem, and so are their roots
        memset(p->is_pinned, 0, (size_t)p->skeleton->joint_count);
        has_pinned = false;
    }
    if (!look_at_all_still(p, &are_still_met))
        return false;
    for (int k = 0; k < p->goal_count; ++k) {
        const swvi_tree_goal *goal = &p->goals[k];
        const bool            is_pinned = goal->mover >= 0 && p->is_pinned[goal->mover];
        has_levels = has_levels || goal->goal.priority != first;
        are_roots_first = are_roots_first && !(is_pinned && goal->goal.priority != first);
    }
    if (has_pinned) {
        // A root that is met first of all has no freedom left for what comes later: there pinning is no loss.
        const bool is_last = has_levels && are_roots_first;
        if (are_still_met && !solve_groups(p, budget, is_last, first, &are_met, v))
            return false;
        bool are_first_met = are_still_met && (are_met || is_last);
        for (int k = 0; k < p->goal_count && are_first_met && !are_met; ++k)
            are_first_met = p->goals[k].goal.priority != first || swvi_goal_is_met(&p->group, &p->goals[k]);
        if (are_first_met)
            return true;
        memset(p->is_pinned, 0, (size_t)p->skeleton->joint_count);
        if (v)
            memset(v, 0, sizeof *v);
    }
    return solve_groups(p, budget, true, first, &are_met, v);
}

swv_status swvi_tree_solve(const swvi_asked *asked, swvi_budget *budget, void *memory, double *posture,
                           swvi_verdict *verdict)
{
    const swv_skeleton *skeleton = asked->skeleton;
    const swv_goals    *goals = asked->goals;
    swvi_problem        p;
    (void)swvi_problem_carve(&p, skeleton, goals->count, memory);
    p.group.per_length = skeleton->size > 1e-100 ? 2.0 / skeleton->size : 1.0;
    p.group.unit = 1.0 / p.group.per_length;
    p.group.asked = asked;
    set_start(&p, asked->previous);
    swvi_problem_ready(&p, goals);
    if (!solve_all(&p, budget, asked->first, verdict))
        return SWV_NOT_FINITE;
    if (verdict) {
        verdict->errors = p.errors;
        verdict->balance = swvi_has_balance(goals) ? p.balance.distance : 0.0;
        verdict->looks = p.group.looks;
    }
    memcpy(posture, p.posture, sizeof(double) * (size_t)skeleton->number_count);
    return SWV_OK;
}
