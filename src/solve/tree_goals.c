// SPDX-License-Identifier: MIT
//
// How far a posture of a tree is from its goals, and how that changes.
//
// Given     a group of joints, its goals, a posture z; frames and units are those of tree_engine.h
// Find      residuals r, the gradient J'r, and the terms of J'J
//
// (1) frames      as a chain's (line_goals.c), each from that of the joint above
// (2) screws      coordinate i moves a point x by w_i x x + v_i: (w, v) = (a, p x a) for a turn about a through p, (0, a) for a slide
// (3) wrenches    a row of a goal with derivative m.w + f.(velocity of e) is the wrench (m + e x f, f), and its entry for
//                 coordinate i is wrench . screw_i. So J'r needs only the sum of r times wrench over all goals below i
// (4) ties        J'J_ij = screw_i . (sum of wrench wrench' over the goals below both) screw_j: for i above j the sum below j, else
//                 zero. It is the matrix of inertia of the tree with a rigid body for each goal: a pose weighs w^2 for turns and
//                 (w / length)^2 as a mass. It is never made: the sums are all that a step needs (tree_step.c)
// (5) curvature   H = J'J - S. For a turn i above j, S_ij = a_i . sum (v_j x f) + a_i . (a_j x m) / 2, as in line_newton.c.
//                 A goal at e has v_j = a_j x e + v, (a_j, v) being the screw, and (a x e) x f = e (a . f) - a (e . f): S_ij is a_i . B
//                 screw_j, and B is taken off the goal's tie. (The half of a_j x m does nothing on the diagonal.)
// (6) balance     the centre of mass c moves by (mass below i / mass) a_i x (centre below i - p_i). Its rows touch all joints,
//                 and are kept apart (tree_step.c)
//
// This work is based on:
// Featherstone. Rigid Body Dynamics Algorithms. 2008, chapter 6 (composite rigid bodies)
#include <math.h>
#include <string.h>

#include "solve/tree_engine.h"

// Three numbers as a vector.
static inline swv_vec3 vec(const double *v)
{
    return (swv_vec3){ v[0], v[1], v[2] };
}

// ---- (1) frames ----

// R times the matrix of q.
static swvi_axes turned_by(swvi_axes r, swv_quat q)
{
    double t[9];
    swvi_columns_of(q, t);
    return swvi_product(r, swvi_axes_of(t));
}

void swvi_tree_walk(swvi_group *g, const double *z)
{
    static const swvi_axes world = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    double                *sine = g->sine, *cosine = g->cosine;
    const int              numbers = g->number_count;
#pragma omp simd
    for (int i = 0; i < numbers; ++i)
        swvi_sincos(z[i], &sine[i], &cosine[i]);
    // The frame above is mostly the one just made.
    swvi_axes r = world;
    swv_vec3  p = { 0.0, 0.0, 0.0 };
    int       last = -2;  // the node just made; -2: none, and not -1, the world
    for (int n = 0; n < g->node_count; ++n) {
        swvi_node *node = &g->nodes[n];
        if (node->is_held)
            continue;
        const swvi_joint *in = node->in;
        const int         i = node->number;
        double           *screw = &g->screw[6 * node->coordinate];
        if (node->above < 0) {
            r = world;
            p = in->origin;
        } else {
            if (node->above != last) {
                r = swvi_axes_of(g->nodes[node->above].rotation);
                p = vec(g->nodes[node->above].position);
            }
            p = swv_vec3_add(p, swvi_combine(r, in->origin));
        }
        last = n;
        if (in->is_mounted)
            r = swvi_product(r, swvi_axes_of(in->mount));
        switch (node->joint->kind) {
        case SWV_JOINT_HINGE:
            swvi_store(swvi_turn_hinge(&r, &in->axes[0], in->along[0], sine[i], cosine[i]), screw);
            break;
        case SWV_JOINT_UNIVERSAL:
            for (int k = 0; k < 2; ++k)
                swvi_store(swvi_turn_hinge(&r, &in->axes[k], in->along[k], sine[i + k], cosine[i + k]), &screw[6 * k]);
            break;
        case SWV_JOINT_SLIDER: {
            const swv_vec3 a = swvi_combine(r, in->axes[0]);
            swvi_store(a, screw);
            p = swv_vec3_add(p, swv_vec3_scale(z[i], a));
            break;
        }
        case SWV_JOINT_BALL:
            if (node->is_swung) {
                const swvi_swing s = { z[i], z[i + 1], z[i + 2] };
                r = turned_by(r, swvi_swing_to_quat(s, in->axes));
            } else {
                r = turned_by(r, swvi_quat_at(&z[i]));
            }
            break;
        case SWV_JOINT_FREE:
            p = vec(&z[i]);
            r = turned_by(world, swvi_quat_at(&z[i + 3]));
            break;
        case SWV_JOINT_FIXED:
            break;
        }
        swvi_store(p, node->position);
        swvi_store_axes(r, node->rotation);
    }
}

// ---- residuals ----

// (6) Sums of mass below each node, the centre of mass, and how far it is from its polygon.
static void look_at_balance(swvi_group *g)
{
    swvi_balance_state *b = g->balance;
    double              center[3];
    memset(g->below, 0, sizeof(double) * 4 * (size_t)g->node_count);
    memcpy(center, b->fixed, sizeof center);
    for (int n = g->node_count - 1; n >= 0; --n) {
        const swvi_node *node = &g->nodes[n];
        double          *sum = &g->below[4 * n], *up = node->above >= 0 ? &g->below[4 * node->above] : NULL, c[3];
        if (node->mass > 0.0) {  // a mass, and that times where its centre is in the world
            swvi_apply(node->rotation, node->center[0], node->center[1], node->center[2], c);
            sum[0] += node->mass;
            for (int k = 0; k < 3; ++k)
                sum[1 + k] += node->mass * (node->position[k] + c[k]);
        }
        for (int k = 0; k < 4; ++k) {
            if (up)
                up[k] += sum[k];
            else if (k > 0)
                center[k - 1] += sum[k];
        }
    }
    for (int k = 0; k < 3; ++k)
        center[k] /= b->total;
    swvi_balance_look(b, center, g->per_length);
}

bool swvi_tree_look(swvi_group *g, const double *z, swvi_tree_miss *miss)
{
    double cost = 0.0, position = 0.0, rotation = 0.0;
    swvi_tree_walk(g, z);
    g->looks += 1;
    for (int n = 0; n < g->goal_count; ++n) {
        swvi_tree_goal *goal = &g->goals[n];
        if (!goal->is_on)
            continue;
        const swvi_node *node = &g->nodes[goal->node];
        swvi_sight      *s = &goal->sight;
        swvi_set_point(node->position, node->rotation, goal->goal.point, s);
        swvi_see(&goal->goal, node->rotation, goal->wanted, g->per_length, s);
        position = swvi_larger(position, s->position);
        rotation = swvi_larger(rotation, s->rotation);
        const double weight = goal->weight * goal->boost;
        const int    rows = swvi_goal_rows(goal->goal.kind);
        for (int k = 0; k < rows; ++k) {
            s->r[k] = weight * (s->r[k] - goal->shift[k]);
            cost += s->r[k] * s->r[k];
        }
    }
    if (g->balance && g->balance->is_on) {
        swvi_balance_state *b = g->balance;
        look_at_balance(g);
        position = swvi_larger(position, b->distance * b->distance);
        for (int k = 0; k < b->rows; ++k) {
            b->r[k] = b->weight * b->boost * (b->r[k] - b->shift[k]);
            cost += b->r[k] * b->r[k];
        }
    }
    miss->cost = cost;
    miss->position = position;
    miss->rotation = rotation;
    return (cost + position + rotation) - (cost + position + rotation) == 0.0;
}

// ---- (3) wrenches ----

// A force at x (from the group's origin), and a couple, as a wrench about that origin: three moments, then the force.
static void add_wrench(double *sum, const double *x, const double *force, const double *couple)
{
    double moment[3];
    swvi_cross3(x, force, moment);
    for (int k = 0; k < 3; ++k) {
        sum[k] += moment[k] + couple[k];
        sum[3 + k] += force[k];
    }
}

// Force and couple of row k of a direction, an aim or a distance, without the residual.
static void row_of_goal(const swvi_group *g, const swvi_tree_goal *goal, int k, double *force, double *couple)
{
    const swvi_sight *s = &goal->sight;
    const double      weight = goal->weight * goal->boost;
    memset(force, 0, sizeof(double) * 3);
    memset(couple, 0, sizeof(double) * 3);
    if (goal->goal.kind == SWV_GOAL_DISTANCE) {
        for (int i = 0; i < 3; ++i)
            force[i] = weight * g->per_length * s->towards[i];
        return;
    }
    for (int i = 0; i < 3; ++i)
        couple[i] = weight * s->across[3 * k + i];
    if (goal->goal.kind == SWV_GOAL_AIM && s->range * g->per_length > 1e-12) {
        // across . (t x velocity) / range
        swvi_cross3(couple, s->towards, force);
        for (int i = 0; i < 3; ++i)
            force[i] /= s->range;
    }
}

// The goal's whole pull: r times its rows, as a force at its point and a couple.
static void pull_of_goal(const swvi_group *g, const swvi_tree_goal *goal, double *force, double *couple)
{
    const swvi_sight   *s = &goal->sight;
    const double        weight = goal->weight * goal->boost, length_weight = weight * g->per_length;
    const swv_goal_kind kind = goal->goal.kind;
    memset(force, 0, sizeof(double) * 3);
    memset(couple, 0, sizeof(double) * 3);
    for (int k = 0; k < 3 && (kind == SWV_GOAL_POSE || kind == SWV_GOAL_POSITION); ++k)
        force[k] = length_weight * s->r[k];
    for (int k = 0; k < 3 && (kind == SWV_GOAL_POSE || kind == SWV_GOAL_ROTATION); ++k)
        couple[k] = weight * s->r[kind == SWV_GOAL_POSE ? 3 + k : k];
    for (int k = 0; k < swvi_goal_rows(kind) && kind > SWV_GOAL_ROTATION; ++k) {
        double f[3], m[3];
        row_of_goal(g, goal, k, f, m);
        for (int i = 0; i < 3; ++i) {
            force[i] += s->r[k] * f[i];
            couple[i] += s->r[k] * m[i];
        }
    }
}

// From the group's origin to the goal's point.
static void arm_of(const swvi_group *g, const swvi_tree_goal *goal, double *x)
{
    for (int k = 0; k < 3; ++k)
        x[k] = goal->sight.point[k] - g->origin[k];
}

// ---- (2) screws and limits ----

// A screw whose first three numbers are its axis: a turn through p, from the group's origin.
static void set_turn(double *screw, const double *p)
{
    swvi_cross3(p, screw, &screw[3]);
}

// How far a coordinate at z may go: limits and z as the posture has them, per_unit: coordinates in one of these.
static void set_room(swvi_group *g, int coordinate, double lower, double upper, double z, double per_unit)
{
    g->lower[coordinate] = (lower - z) * per_unit;
    g->upper[coordinate] = (upper - z) * per_unit;
}

// The screws of node n, a ball with limits at p (from the group's origin): along the cone's normal, along the cone, and the twist; each of unit
// speed. swing[0..3]: how u and v change with the first two.
static void set_swung(swvi_group *g, int n, const double *z, const double *p)
{
    const swvi_node  *node = &g->nodes[n];
    const swvi_joint *in = node->in;
    const double     *numbers = &z[node->number];
    const double      u = numbers[0], v = numbers[1];
    double            by_u = 1.0, by_v = 0.0, *screw = &g->screw[6 * node->coordinate], *swing = &g->swing[4 * n];
    const double      size = swvi_cone(in->cone, u, v, &by_u, &by_v);
    const double      slope = sqrt(by_u * by_u + by_v * by_v);
    const bool        is_middle = !(slope > 1e-12);  // of the cone, to rounding
    const double      nu = is_middle ? 1.0 : by_u / slope, nv = is_middle ? 0.0 : by_v / slope;
    const swv_vec3    gibbs = swv_vec3_add(swv_vec3_scale(u, in->axes[1]), swv_vec3_scale(v, in->axes[2]));
    const double      spread = 2.0 / (1.0 + (u * u + v * v));
    const swvi_axes   above = node->above >= 0 ? swvi_axes_of(g->nodes[node->above].rotation)
                                               : (swvi_axes){ { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
    for (int k = 0; k < 2; ++k) {
        const double   du = k == 0 ? nu : -nv, dv = k == 0 ? nv : nu;
        const swv_vec3 rate = swv_vec3_add(swv_vec3_scale(du, in->axes[1]), swv_vec3_scale(dv, in->axes[2]));
        const swv_vec3 turning = swv_vec3_scale(spread, swv_vec3_add(rate, swv_vec3_cross(gibbs, rate)));
        const double   speed = sqrt(swv_vec3_dot(turning, turning));
        swvi_store(swvi_combine(above, swv_vec3_scale(1.0 / speed, turning)), &screw[6 * k]);
        swing[2 * k] = du / speed;
        swing[2 * k + 1] = dv / speed;
        g->lower[node->coordinate + k] = -INFINITY;
        g->upper[node->coordinate + k] = INFINITY;
        if (k == 0 && !is_middle) {
            const double room = (1.0 - size) / (2.0 * slope) * speed;
            // Radians; nearer to the cone is on it. Chosen.
            g->upper[node->coordinate] = room > 1e-9 ? room : 0.0;
        }
    }
    // The twist's axis, carried by the swing, is the link's own.
    swvi_store(swvi_combine(swvi_axes_of(node->rotation), in->axes[0]), &screw[12]);
    set_room(g, node->coordinate + 2, node->joint->lower[0], node->joint->upper[0], numbers[2], 1.0);
    for (int k = 0; k < 3; ++k)
        set_turn(&screw[6 * k], p);
}

// Three turns about the axes of the link `about`, or of the world, through p (from the group's origin): coordinates first to first + 2 of the node.
static void set_free_turns(swvi_group *g, const swvi_node *node, const swvi_node *about, int first, const double *p)
{
    for (int k = 0; k < 3; ++k) {
        double *screw = &g->screw[6 * (node->coordinate + first + k)];
        for (int i = 0; i < 3; ++i)
            screw[i] = about ? about->rotation[3 * k + i] : (i == k ? 1.0 : 0.0);
        set_turn(screw, p);
        g->lower[node->coordinate + first + k] = -INFINITY;
        g->upper[node->coordinate + first + k] = INFINITY;
    }
}

// (2) Screws at z, from the axes that swvi_tree_walk left in their first three numbers, and how far each coordinate may go.
static void set_screws(swvi_group *g, const double *z)
{
    for (int n = 0; n < g->node_count; ++n) {
        const swvi_node *node = &g->nodes[n];
        if (node->is_held)
            continue;
        const swv_joint *j = node->joint;
        const int        c = node->coordinate, i = node->number;
        double          *screw = &g->screw[6 * c];
        const double     p[3] = { node->position[0] - g->origin[0], node->position[1] - g->origin[1],
                                  node->position[2] - g->origin[2] };
        switch (j->kind) {
        case SWV_JOINT_HINGE:
        case SWV_JOINT_UNIVERSAL:
            for (int k = 0; k < node->coordinates; ++k) {
                set_turn(&screw[6 * k], p);
                set_room(g, c + k, j->lower[k], j->upper[k], z[i + k], 1.0);
            }
            break;
        case SWV_JOINT_SLIDER:
            for (int k = 0; k < 3; ++k) {
                screw[3 + k] = g->unit * screw[k];
                screw[k] = 0.0;
            }
            set_room(g, c, j->lower[0], j->upper[0], z[i], g->per_length);
            break;
        case SWV_JOINT_BALL:
            if (node->is_swung)
                set_swung(g, n, z, p);
            else
                set_free_turns(g, node, node->above >= 0 ? &g->nodes[node->above] : NULL, 0, p);
            break;
        case SWV_JOINT_FREE:
            for (int k = 0; k < 3; ++k) {
                double *slide = &screw[6 * k];
                for (int m = 0; m < 6; ++m)
                    slide[m] = m == 3 + k ? g->unit : 0.0;
                g->lower[c + k] = -INFINITY;
                g->upper[c + k] = INFINITY;
            }
            set_free_turns(g, node, NULL, 3, p);
            break;
        case SWV_JOINT_FIXED:
            break;
        }
    }
}

// (6) How the centre of mass moves with each coordinate, along the balance's rows.
static void set_balance_rows(swvi_group *g)
{
    const swvi_balance_state *b = g->balance;
    const double              weight = b->weight * b->boost * g->per_length;
    for (int c = 0; c < g->coordinate_count; ++c) {
        const double *s = &g->screw[6 * c], *sum = &g->below[4 * g->owner[c]];
        const double  x[3] = { sum[1] - sum[0] * g->origin[0], sum[2] - sum[0] * g->origin[1],
                               sum[3] - sum[0] * g->origin[2] };
        double        v[3];
        swvi_cross3(s, x, v);
        for (int k = 0; k < 3; ++k)
            v[k] = (v[k] + sum[0] * s[3 + k]) / b->total;
        for (int k = 0; k < b->rows; ++k)
            g->balance_rows[SWVI_BALANCE_ROWS * c + k] = weight * swvi_dot3(b->normal[k], v);
    }
}

void swvi_tree_slope(swvi_group *g, const double *z)
{
    set_screws(g, z);
    for (int n = 0; n < g->node_count; ++n)
        if (g->nodes[n].composite == n)
            memset(g->composites[n].wrench, 0, sizeof g->composites[n].wrench);
    for (int k = 0; k < g->goal_count; ++k) {
        const swvi_tree_goal *goal = &g->goals[k];
        double                force[3], couple[3], x[3];
        if (!goal->is_on)
            continue;
        arm_of(g, goal, x);
        pull_of_goal(g, goal, force, couple);
        add_wrench(g->composites[g->nodes[goal->node].composite].wrench, x, force, couple);
    }
    for (int n = g->node_count - 1; n >= 0; --n) {
        const int from = g->nodes[n].composite;
        const int to = g->nodes[n].above >= 0 ? g->nodes[g->nodes[n].above].composite : from;
        for (int k = 0; k < 6 && from != to; ++k)
            g->composites[to].wrench[k] += g->composites[from].wrench[k];
    }
    for (int c = 0; c < g->coordinate_count; ++c)
        g->gradient[c] = swvi_dot6(&g->screw[6 * c], g->composites[g->nodes[g->owner[c]].composite].wrench);
    if (g->balance && g->balance->is_on) {
        set_balance_rows(g);
        for (int c = 0; c < g->coordinate_count; ++c)
            for (int k = 0; k < g->balance->rows; ++k)
                g->gradient[c] += g->balance_rows[SWVI_BALANCE_ROWS * c + k] * g->balance->r[k];
    }
    // The slope of a number that several joints share is the sum of theirs, and the limits of the first are those of all.
    for (int k = 0; k < g->follow_count; ++k) {
        const swvi_follow *f = &g->follows[k];
        const int          c = g->nodes[f->node].coordinate;
        g->gradient[g->nodes[f->head].coordinate] += f->step * g->gradient[c];
        g->gradient[c] = 0.0;
        g->lower[c] = -INFINITY;
        g->upper[c] = INFINITY;
    }
}

// ---- (4) ties ----

// A pose, a position or a rotation: mass at x, and what resists turning. Of the 6 x 6 by columns, numbers 0 to 2 of a row or column are of
// turns, 3 to 5 of shifts: the inertia, the mass, and between them the matrix of mass * x. What is not listed gets nothing.
static void add_body(double *tie, const double *x, double mass, double turn)
{
    const double m[3] = { mass * x[0], mass * x[1], mass * x[2] };
    const double xx = m[0] * x[0], yy = m[1] * x[1], zz = m[2] * x[2];
    const double xy = m[0] * x[1], xz = m[0] * x[2], yz = m[1] * x[2];
    tie[0] += turn + (yy + zz);
    tie[1] -= xy;
    tie[2] -= xz;
    tie[4] -= m[2];
    tie[5] += m[1];
    tie[6] -= xy;
    tie[7] += turn + (xx + zz);
    tie[8] -= yz;
    tie[9] += m[2];
    tie[11] -= m[0];
    tie[12] -= xz;
    tie[13] -= yz;
    tie[14] += turn + (xx + yy);
    tie[15] -= m[1];
    tie[16] += m[0];
    tie[19] += m[2];
    tie[20] -= m[1];
    tie[21] += mass;
    tie[24] -= m[2];
    tie[26] += m[0];
    tie[28] += mass;
    tie[30] += m[1];
    tie[31] -= m[0];
    tie[35] += mass;
}

// (4) of one goal.
static void add_tie(const swvi_group *g, const swvi_tree_goal *goal, double *tie)
{
    const swv_goal_kind kind = goal->goal.kind;
    const double        weight = goal->weight * goal->boost, length_weight = weight * g->per_length;
    double              x[3];
    arm_of(g, goal, x);
    if (kind == SWV_GOAL_POSE || kind == SWV_GOAL_POSITION || kind == SWV_GOAL_ROTATION) {
        add_body(tie, x, kind == SWV_GOAL_ROTATION ? 0.0 : length_weight * length_weight,
                 kind == SWV_GOAL_POSITION ? 0.0 : weight * weight);
        return;
    }
    for (int k = 0; k < swvi_goal_rows(kind); ++k) {
        double force[3], couple[3], wrench[6] = { 0.0 };
        row_of_goal(g, goal, k, force, couple);
        add_wrench(wrench, x, force, couple);
        for (int i = 0; i < 6; ++i)
            for (int j = 0; j < 6; ++j)
                tie[6 * i + j] += wrench[i] * wrench[j];
    }
}

// (5) The columns of B, in the rows that turns meet.
static void subtract_bend(const swvi_group *g, const swvi_tree_goal *goal, double *tie)
{
    double force[3], couple[3], x[3];
    if (goal->goal.kind > SWV_GOAL_ROTATION)  // directions, aims and distances are taken for straight
        return;
    arm_of(g, goal, x);
    pull_of_goal(g, goal, force, couple);
    const double inward = swvi_dot3(x, force);
    for (int k = 0; k < 3; ++k) {
        const double axis[3] = { k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0 };
        double       turned[3], moved[3];
        swvi_cross3(axis, couple, turned);
        swvi_cross3(axis, force, moved);
        for (int i = 0; i < 3; ++i) {
            tie[6 * k + i] -= (x[i] * force[k] - axis[i] * inward) + 0.5 * turned[i];
            tie[6 * (3 + k) + i] -= moved[i];
        }
    }
}

void swvi_tree_tie(swvi_group *g, bool with_curvature)
{
    for (int n = 0; n < g->node_count; ++n)
        if (g->nodes[n].composite == n)
            memset(g->composites[n].tie, 0, sizeof g->composites[n].tie);
    for (int k = 0; k < g->goal_count; ++k) {
        const swvi_tree_goal *goal = &g->goals[k];
        double               *tie = g->composites[goal->node].tie;
        if (!goal->is_on)
            continue;
        add_tie(g, goal, tie);
        if (with_curvature)
            subtract_bend(g, goal, tie);
    }
}
