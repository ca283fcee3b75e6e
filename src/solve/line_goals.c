// SPDX-License-Identifier: MIT
//
// How far a posture is from its goals, and how that changes with the joints.
//
// Given     a chain, goals, a posture; frames and units are those of line_engine.h
// Find      the residual r of every goal, and J with  r(z + d) = r(z) - J d  to first order
//
// (1) frames     p_i and R_i of each joint as swv_skeleton_frames has them, but with rotation matrices: a turn about a
//                coordinate axis mixes two columns (12 products), and the axis in the world is a column already. On seven
//                joints this takes 84 ns, where quaternions take 132 ns and leaves axes and columns still to be made
//                (docs/derivations/solve.md). The tests judge what is reached by quaternions, the other way
// (2) rates      a point e on link k moves by a_i x (e - p_i) and turns by a_i for each joint i up to k that turns, and
//                moves by a_i for each that slides, times the joint's factor
// (3) position   r = (target - e) / length
// (4) rotation   r = the rotation vector from R to the target: the axis times the angle. The angle's sine and cosine
//                come from the columns,  2 s = sum of R_c x T_c,  1 + 2 c = sum of R_c . T_c.  Up to 30 degrees the angle
//                is a series in the sine, asin's. Near half a turn, where s tells the axis no more, T R' + I does: it is
//                2 (axis axis') there.
//                The gradient of |r|^2 / 2 is J'r exactly, because turning along r changes |r| by as much
// (5) direction  r = the rotation vector that takes the axis a to the direction t the short way, in two coordinates
//                normal to a. At opposite directions any normal does
// (6) aim        the same with t = (target - e) / distance; as e moves, t turns by  t x de / distance  the other way
// (7) distance   r = (distance - |e - target|) / length
// Each goal's rows are times its weight.
//
// The characteristic length is half the length of the stretched chain: a radian then weighs as much as the way that the
// tip of half the chain makes in it.
#include <math.h>
#include <string.h>

#include "solve/line_engine.h"

// ---- (1) frames ----

// The frames of all joints, in the world, for coordinates z: radians, or what slides over the length that counts as one.
static void walk(const swvi_engine *e, const double *z)
{
    const swvi_line *line = e->line;
    const int        joint_count = e->joint_count;
    double           value[SWV_MAX_JOINTS], sine[SWV_MAX_JOINTS], cosine[SWV_MAX_JOINTS];
    const double    *values = line->is_plain ? z : value;
    if (!line->is_plain)
        for (int i = 0; i < joint_count; ++i)
            value[i] = e->factor[i] * z[e->joints[i].coordinate] + e->joints[i].offset;
#pragma omp simd
    for (int i = 0; i < joint_count; ++i)
        swvi_sincos(values[i], &sine[i], &cosine[i]);

    swvi_axes r = swvi_axes_of(line->base_rotation);
    swv_vec3  p = line->base.position, axis;
    for (int i = 0; i < joint_count; ++i) {
        const swvi_line_joint *joint = &e->joints[i];
        swvi_frame            *frame = &e->frames[i];
        if ((line->shifts >> i & 1) != 0)
            p = swv_vec3_add(p, swvi_combine(r, joint->origin));
        if (!joint->slides) {
            axis = swvi_turn_hinge(&r, &joint->axis, joint->along, sine[i], cosine[i]);
        } else {
            axis = swvi_combine(r, joint->axis);
            p = swv_vec3_add(p, swv_vec3_scale(values[i], axis));
        }
        swvi_store(p, frame->position);
        swvi_store(axis, frame->axis);
        if (e->has_links)
            swvi_store_axes(r, frame->rotation);
    }
    swvi_frame *tip = &e->frames[joint_count];
    swvi_store(swv_vec3_add(p, swvi_combine(r, line->tip_pose.position)), tip->position);
    if (line->has_mount)
        r = swvi_product(r, swvi_axes_of(line->mount));
    swvi_store_axes(r, tip->rotation);
}

// ---- residuals ----

// Fills *s for a goal, from the frames that `walk` left. Rows of a pose, a position or a rotation do not depend on the residual: `for_rows` leaves it
// out.
static inline void look_at_goal(const swvi_engine *e, const swvi_line_goal *g, bool for_rows, swvi_sight *s)
{
    const swv_goal   *goal = &g->goal;
    const swvi_frame *frame = &e->frames[g->frame];
    if (goal->point.x != 0.0 || goal->point.y != 0.0 || goal->point.z != 0.0)
        swvi_set_point(frame->position, frame->rotation, goal->point, s);
    else
        memcpy(s->point, frame->position, sizeof s->point);
    if (!for_rows || goal->kind > SWV_GOAL_ROTATION)
        swvi_see(goal, frame->rotation, g->wanted, e->per_length, s);
}

bool swvi_look(swvi_engine *e, const double *z, swvi_miss *miss)
{
    walk(e, z);
    e->looks += 1;
    int    row = 0;
    double sum = 0.0, position = 0.0, rotation = 0.0;
    for (int level = 0; level < e->level_count; ++level) {
        double cost = 0.0;
        for (int g = 0; g < e->goal_count; ++g) {
            const swvi_line_goal *goal = &e->goals[g];
            if (!swvi_is_of_level(e, goal, level))
                continue;
            swvi_sight s;
            look_at_goal(e, goal, false, &s);
            const double weight = goal->weight;
            const int    rows = e->is_folded ? 0 : swvi_goal_rows(goal->goal.kind);
            for (int k = 0; k < rows; ++k)
                e->trial_residual[row + k] = weight * s.r[k];
            row += rows;
            cost += (weight * weight) * ((e->per_length * e->per_length) * s.position + s.rotation);
            position = s.position > position ? s.position : position;
            rotation = s.rotation > rotation ? s.rotation : rotation;
        }
        miss->cost[level] = cost;
        sum += cost;
    }
    miss->position = position;
    miss->rotation = rotation;
    sum += position + rotation;
    return sum - sum == 0.0;
}

swvi_goal_error swvi_error_of(const swvi_engine *e, const swvi_line_goal *goal)
{
    swvi_sight s;
    look_at_goal(e, goal, false, &s);
    return swvi_seen_error(&s);
}

// ---- rows ----

// (2) for a pose, the commonest goal of all: the columns of its six rows, `stride` numbers apart, added to what is there.
static inline void add_pose_rows(const swvi_engine *e, const swvi_line_goal *goal, const swvi_sight *s, double *columns,
                                 int stride)
{
    const double weight = goal->weight, length_weight = weight * e->per_length;
    for (int i = 0; i < goal->moving; ++i) {
        const swvi_line_joint *joint = &e->joints[i];
        const double          *a = e->frames[i].axis, *p = e->frames[i].position;
        const double           lengths = e->factor[i] * length_weight, angles = e->factor[i] * weight;
        const double           arm[3] = { s->point[0] - p[0], s->point[1] - p[1], s->point[2] - p[2] };
        double                *column = &columns[joint->coordinate * stride], v[3];
        if (joint->slides) {
            for (int k = 0; k < 3; ++k)
                column[k] += lengths * a[k];
            continue;
        }
        swvi_cross3(a, arm, v);
        for (int k = 0; k < 3; ++k) {
            column[k] += lengths * v[k];
            column[3 + k] += angles * a[k];
        }
    }
}

// (2), (4) to (7): the columns of one goal's rows, `stride` numbers apart, added to what is there.
static inline void add_goal_rows(const swvi_engine *e, const swvi_line_goal *goal, const swvi_sight *s, double *columns,
                                 int stride)
{
    const double weight = goal->weight, length_weight = weight * e->per_length;
    if (goal->goal.kind == SWV_GOAL_POSE) {
        add_pose_rows(e, goal, s, columns, stride);
        return;
    }
    for (int i = 0; i < goal->moving; ++i) {
        const swvi_line_joint *joint = &e->joints[i];
        const swvi_frame      *frame = &e->frames[i];
        const double          *a = frame->axis;
        const bool             turns = !joint->slides;
        const double           factor = e->factor[i];
        double                *column = &columns[joint->coordinate * stride];
        double                 arm[3], v[3];
        for (int k = 0; k < 3; ++k)
            arm[k] = s->point[k] - frame->position[k];
        swvi_cross3(a, arm, v);
        if (!turns)
            memcpy(v, a, sizeof v);
        switch (goal->goal.kind) {
        case SWV_GOAL_POSE:
        case SWV_GOAL_POSITION:
            for (int k = 0; k < 3; ++k)
                column[k] += factor * length_weight * v[k];
            break;
        case SWV_GOAL_ROTATION:
            for (int k = 0; k < 3 && turns; ++k)
                column[k] += factor * weight * a[k];
            break;
        case SWV_GOAL_DIRECTION:
            for (int k = 0; k < 2 && turns; ++k)
                column[k] += factor * weight * swvi_dot3(a, &s->across[3 * k]);
            break;
        case SWV_GOAL_AIM: {
            const double range = s->range * e->per_length > 1e-12 ? s->range : INFINITY;  // at its target: turns only
            double       swing[3];
            swvi_cross3(s->towards, v, swing);
            for (int k = 0; k < 3; ++k)
                swing[k] = swing[k] / range + (turns ? a[k] : 0.0);
            for (int k = 0; k < 2; ++k)
                column[k] += factor * weight * swvi_dot3(swing, &s->across[3 * k]);
            break;
        }
        case SWV_GOAL_DISTANCE:
            column[0] += factor * length_weight * swvi_dot3(s->towards, v);
            break;
        }
    }
}

// Fills residual and jacobian, level by level; each coordinate has e->rows numbers.
static void fill_rows(swvi_engine *e)
{
    const int n = e->coordinates, m = e->rows;
    memset(e->jacobian, 0, sizeof(double) * (size_t)(n * m));
    memcpy(e->residual, e->trial_residual, sizeof(double) * (size_t)m);
    int row = 0;
    for (int level = 0; level < e->level_count; ++level) {
        for (int g = 0; g < e->goal_count; ++g) {
            if (!swvi_is_of_level(e, &e->goals[g], level))
                continue;
            swvi_sight s;
            look_at_goal(e, &e->goals[g], true, &s);
            add_goal_rows(e, &e->goals[g], &s, &e->jacobian[row], m);
            row += swvi_goal_rows(e->goals[g].goal.kind);
        }
    }
}

// More rows than are kept: J'J = L L' has n x n numbers however many rows there are, and L' in place of J, with
// L^-1 J'r in place of r, gives the same steps. A pivot lost to rounding is a direction that no goal sees: an empty row.
static void fold_rows(swvi_engine *e)
{
    const int n = e->coordinates;
    double   *h = e->gram, columns[SWV_MAX_JOINTS * SWVI_GOAL_ROWS], gradient[SWV_MAX_JOINTS] = { 0.0 };
    memset(h, 0, sizeof(double) * (size_t)(n * (n + 1) / 2));
    for (int g = 0; g < e->goal_count; ++g) {
        swvi_sight s;
        look_at_goal(e, &e->goals[g], false, &s);
        const int    rows = swvi_goal_rows(e->goals[g].goal.kind);
        const double weight = e->goals[g].weight;
        memset(columns, 0, sizeof(double) * (size_t)(n * SWVI_GOAL_ROWS));
        add_goal_rows(e, &e->goals[g], &s, columns, SWVI_GOAL_ROWS);
        for (int i = 0; i < n; ++i) {
            const double *a = &columns[i * SWVI_GOAL_ROWS];
            for (int k = 0; k < rows; ++k)
                gradient[i] += a[k] * weight * s.r[k];
            for (int j = 0; j <= i; ++j)
                for (int k = 0; k < rows; ++k)
                    h[i * (i + 1) / 2 + j] += a[k] * columns[j * SWVI_GOAL_ROWS + k];
        }
    }
    memset(e->jacobian, 0, sizeof(double) * (size_t)(n * n));
    for (int j = 0; j < n; ++j) {
        // Row j of L' is column j of L: coordinate i's number in it is L[i][j].
        const double diagonal = h[j * (j + 1) / 2 + j];
        double       pivot = diagonal, r = gradient[j];
        for (int k = 0; k < j; ++k) {
            pivot -= e->jacobian[j * n + k] * e->jacobian[j * n + k];
            r -= e->jacobian[j * n + k] * e->residual[k];
        }
        const double inverse = pivot > 1e-14 * diagonal ? 1.0 / sqrt(pivot) : 0.0;
        e->residual[j] = r * inverse;
        for (int i = j; i < n; ++i) {
            double sum = h[i * (i + 1) / 2 + j];
            for (int k = 0; k < j; ++k)
                sum -= e->jacobian[i * n + k] * e->jacobian[j * n + k];
            e->jacobian[i * n + j] = sum * inverse;
        }
    }
}

void swvi_linearise(swvi_engine *e)
{
    if (e->is_folded)
        fold_rows(e);
    else
        fill_rows(e);
}
