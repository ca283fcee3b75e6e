// SPDX-License-Identifier: MIT
//
// From step to step, and from start to start, on trees.
//
// Descent, damping, straying and giving up are those of line_search.c, where they are explained. Units are those of tree_engine.h.
//
// Starts      A limb is what moves one goal alone; what moves several is its trunk. Where a descent fails, most limbs are met
//             and some are not: only those get another start, and of a few postures each limb takes its own nearest, the trunk held
//             still meanwhile. Every third time the trunk gets another start too, and all limbs with it.
#include <math.h>
#include <string.h>

#include "solve/tree_engine.h"

// Of a patient descent: poor steps in a row that end it, and most steps. TRUNK_EVERY: so many restarts. All chosen.
enum { PATIENT_POOR_STEPS = 10, PATIENT_STEPS = 60, TRUNK_EVERY = 3 };
#define DRAWN_IN 0.8  // of the limits' range: chosen

enum { AT = 1, TRIAL, STRAYED };  // postures[0] is the caller's best

bool swvi_tree_descend(swvi_group *g, swvi_budget *budget, swvi_tree_found *best, bool is_patient)
{
    double          *step = g->work[2];
    swvi_tree_found *trial = &g->postures[TRIAL], *strayed = &g->postures[STRAYED];
    swvi_descent     d = {
            .poor_steps = PATIENT_POOR_STEPS, .most_steps = PATIENT_STEPS, .is_patient = is_patient, .mu = SWVI_FIRST_MU
    };
    while (!swvi_tree_is_met(g, &best->miss)) {
        const swvi_tree_found *at = d.astray > 0 ? strayed : best;
        const double           cost = best->miss.cost;
        if (!swvi_goes_on(&d, cost, budget))
            return false;
        swvi_tree_slope(g, at->z);
        if (d.is_straight)
            swvi_tree_step_again(g, step);
        else
            swvi_tree_step(g, swvi_damping(&d, at->miss.cost), is_patient, is_patient, step);
        swvi_tree_move_by(g, at->z, step, SWVI_LARGEST_STEP, trial->z);
        const bool   is_sound = swvi_tree_look(g, trial->z, &trial->miss);
        const double won = is_sound ? cost - trial->miss.cost : -1.0;
        d.is_straight = is_sound && !is_patient && !d.is_straight &&
                        swvi_is_last_step(g->asked, g->per_length, cost, trial->miss.cost);
        const swvi_fate fate = swvi_fate_of(&d, cost, won, is_sound);
        if (fate == SWVI_TAKEN_BACK)
            (void)swvi_tree_look(g, best->z, &best->miss);
        else
            swvi_copy_found(g, trial, fate == SWVI_TAKEN ? best : strayed);
    }
    return true;
}

// ---- starts ----

// The next number of a coordinate's sequence, in [0, 1), drawn in or out about the middle.
static double next_part(swvi_group *g, int coordinate, double drawn)
{
    return swvi_clamp(0.0, 1.0, swvi_next_part(&g->sequence[coordinate], g->stride[coordinate], drawn));
}

// What lies at `part`, 0 to 1, between limits, radians or metres. Where nothing limits a number it is within half a turn, or half the tree's size, of
// zero: `most`.
static double between(double lower, double upper, double most, double part)
{
    const double to = upper < INFINITY ? upper : lower > -INFINITY ? lower + 2.0 * most : most;
    const double from = lower > -INFINITY ? lower : to - 2.0 * most;
    return from + part * (to - from);
}

// Another start for one node, in its limits drawn in or out. A free joint stays where it is.
static void draw_node(swvi_group *g, const swvi_node *node, double drawn, double *z)
{
    const swv_joint *j = node->joint;
    const int        c = node->coordinate;
    double          *numbers = &z[node->number];
    switch (j->kind) {
    case SWV_JOINT_HINGE:
    case SWV_JOINT_UNIVERSAL:
        for (int k = 0; k < node->coordinates; ++k)
            numbers[k] = between(j->lower[k], j->upper[k], SWV_PI, next_part(g, c + k, drawn));
        break;
    case SWV_JOINT_SLIDER:
        numbers[0] = between(j->lower[0], j->upper[0], g->unit, next_part(g, c, drawn));
        break;
    case SWV_JOINT_BALL:
        if (node->is_swung) {
            double by_u, by_v, *u = &numbers[0], *v = &numbers[1];
            for (int k = 0; k < 2; ++k) {
                // Tangents of half the swing; 2, which is 127 degrees, where the cone is wider or has no end. Chosen.
                const double lower = swvi_smaller(node->in->cone[k][0], 2.0);
                const double upper = swvi_smaller(node->in->cone[k][1], 2.0);
                numbers[k] = -lower + next_part(g, c + k, drawn) * (lower + upper);
            }
            const double size = swvi_cone(node->in->cone, *u, *v, &by_u, &by_v);
            // Inside the cone, not on it, where rounding would decide.
            const double scale = size > 1.0 ? (1.0 - 1e-15) / sqrt(size) : 1.0;
            *u *= scale;
            *v *= scale;
            numbers[2] = between(j->lower[0], j->upper[0], SWV_PI, next_part(g, c + 2, drawn));
        } else {
            // No limits: turns of up to 148 degrees from rest, about any axis. Chosen.
            const swv_quat q = { next_part(g, c, 1.0) - 0.5, next_part(g, c + 1, 1.0) - 0.5,
                                 next_part(g, c + 2, 1.0) - 0.5, 0.25 };
            swvi_store_quat(swv_quat_normalize(q), numbers);
        }
        break;
    case SWV_JOINT_FREE:
    case SWV_JOINT_FIXED:
        break;
    }
}

// The sum of a goal's squared residuals where last looked at.
static double cost_of(const swvi_tree_goal *goal)
{
    double sum = 0.0;
    for (int k = 0; k < swvi_goal_rows(goal->goal.kind); ++k)
        sum += goal->sight.r[k] * goal->sight.r[k];
    return sum;
}

// Copies the numbers of the joints that move this goal alone, from one z to another.
static void copy_limb(const swvi_group *g, int goal, const double *from, double *to)
{
    for (int n = 0; n < g->node_count; ++n) {
        const swvi_node *node = &g->nodes[n];
        const int        count = node->only == goal && !node->is_held ? swvi_numbers_of(node->joint->kind) : 0;
        for (int k = node->number; k < node->number + count; ++k)
            to[k] = from[k];
    }
}

// Of a few postures each limb that is to be moved takes the nearest, into *start; drawn: of the limits' range, as DRAWN_IN. has_start: what is there
// takes part.
static bool choose_start(swvi_group *g, double drawn, bool has_start, swvi_tree_found *start)
{
    swvi_tree_found *trial = &g->postures[TRIAL];
    for (int k = 0; k < g->goal_count; ++k)
        g->goals[k].least = has_start && g->goals[k].is_on ? cost_of(&g->goals[k]) : INFINITY;
    for (int sample = 0; sample < SWVI_POSTURES_PER_START; ++sample) {
        memcpy(trial->z, start->z, sizeof(double) * (size_t)g->number_count);
        for (int n = 0; n < g->node_count; ++n)
            if (!g->nodes[n].is_held && g->nodes[n].only >= 0 && g->goals[g->nodes[n].only].is_moved)
                draw_node(g, &g->nodes[n], drawn, trial->z);
        swvi_tree_follow(g, trial->z);
        if (!swvi_tree_look(g, trial->z, &trial->miss))
            continue;
        for (int k = 0; k < g->goal_count; ++k) {
            swvi_tree_goal *goal = &g->goals[k];
            const double    cost = goal->is_on && goal->is_moved ? cost_of(goal) : INFINITY;
            if (!(cost < goal->least))
                continue;
            goal->least = cost;
            copy_limb(g, k, trial->z, start->z);
        }
    }
    return swvi_tree_look(g, start->z, &start->miss);
}

// Start number `restart`: *at is *best, limbs that fail somewhere else; every third time the trunk too, and all limbs. False: none is finite.
static bool start_again(swvi_group *g, int restart, bool moves_trunk, const swvi_tree_found *best, swvi_tree_found *at)
{
    const double drawn = swvi_drawn(restart, DRAWN_IN);
    swvi_copy_found(g, best, at);
    (void)swvi_tree_look(g, at->z, &at->miss);
    for (int k = 0; k < g->goal_count; ++k)
        g->goals[k].is_moved = g->goals[k].is_on && (moves_trunk || !swvi_goal_is_met(g, &g->goals[k]));
    for (int n = 0; n < g->node_count && moves_trunk; ++n)
        if (!g->nodes[n].is_held && g->nodes[n].only < 0)
            draw_node(g, &g->nodes[n], drawn, at->z);
    if (moves_trunk)
        swvi_tree_follow(g, at->z);
    return choose_start(g, drawn, false, at);
}

bool swvi_tree_search(swvi_group *g, swvi_budget *budget, swvi_tree_found *best, bool is_guess)
{
    swvi_tree_found *at = &g->postures[AT];
    const int        max_iterations = budget->max_iterations;
    const bool       is_far = budget->max_restarts > 0 && best->miss.cost > SWVI_NEAR_COST;
    bool             has_trunk = false;
    for (int n = 0; n < g->node_count; ++n)
        has_trunk = has_trunk || (!g->nodes[n].is_held && g->nodes[n].only < 0);
    swvi_copy_found(g, best, at);
    if (is_far) {
        swvi_begin_sequence(g->sequence, g->stride, g->coordinate_count, budget->seed);
        for (int k = 0; k < g->goal_count; ++k)  // limbs whose goals are far away begin somewhere nearer
            g->goals[k].is_moved = cost_of(&g->goals[k]) > SWVI_NEAR_COST;
        if (!choose_start(g, DRAWN_IN, true, at)) {
            swvi_copy_found(g, best, at);
            (void)swvi_tree_look(g, at->z, &at->miss);
        }
    }
    // A quarter of what is left is for the end. Chosen.
    budget->max_iterations -= (max_iterations - budget->iterations) / 4;
    bool is_met = swvi_tree_descend(g, budget, at, false);
    if (is_met || at->miss.cost < best->miss.cost)
        swvi_copy_found(g, at, best);
    for (int restart = 1; !is_met && restart <= budget->max_restarts && swvi_may_go_on(budget); ++restart) {
        if (restart == 1 && !is_far)
            swvi_begin_sequence(g->sequence, g->stride, g->coordinate_count, budget->seed);
        if (start_again(g, restart, has_trunk && restart % TRUNK_EVERY == 0, best, at))
            is_met = swvi_tree_descend(g, budget, at, false);
        if (is_met || at->miss.cost < best->miss.cost)
            swvi_copy_found(g, at, best);
        budget->restarts += 1;
    }
    budget->max_iterations = max_iterations;
    if (is_met || is_guess)
        return is_met;
    return swvi_tree_look(g, best->z, &best->miss) && swvi_tree_descend(g, budget, best, true);
}
