// SPDX-License-Identifier: MIT
//
// The objective of the study: how far the tip is from its target, as 12, 6 or 3 numbers, and their derivatives.
//
// Given     tip (R, p) and target (S, t), characteristic length c, Jacobian (v, w) of the tip: a column for each
//           coordinate's velocity and angular velocity
// Find      r and dr/dq; the methods make f = r.r small, whose gradient is 2 (dr/dq)' r. r are lengths, q radians (slides: lengths)
//
// (1) pose, 6    in the tip's axes: e = R'(t - p), E = R'S.  r = (e, c/2 vee(E - E')), vee(E) = (E32, E13, E21) less its
//                mirror image. With v and w in the tip's axes
//                de = -v - w x e              dE = -[w] E
//                d vee(E - E') = -(tr(E) 1 - E) w,    since [w] E + E'[w] = [(tr(E) 1 - E) w]
//                At the target dr = -(v, c w): the Jacobian with the sign turned. Elsewhere it is not, and residual and
//                Jacobian must be in the same axes: with the residual in the tip's and the Jacobian in the base's, as
//                printed, Newton's method fails nearly always.
// (2) frame, 12  in the world's axes: r = (c (R - S) by columns, p - t).   dR_j = w x R_j, dp = v
// (3) position   in the world's axes: r = p - t, the last three of (2).    dp = v
//
// This work is based on:
// Wu, Paul. Resolved motion force control of robot manipulator. 1982 (1)
// Sasaki. On numerical techniques for kinematics problems of general serial-link robot manipulators. 1994 (2)
#include "chin/objective.h"

#include <stddef.h>

static swv_vec3 column(swv_mat3 a, int j)
{
    const swv_vec3 v = { a.m[0][j], a.m[1][j], a.m[2][j] };
    return v;
}

static void store(double *r, swv_vec3 v)
{
    r[0] = v.x;
    r[1] = v.y;
    r[2] = v.z;
}

// Entries row, row + 1 and row + 2 of a column.
static swv_vec3 loaded(const double *a, int n, int row, int j)
{
    const swv_vec3 v = { a[row * n + j], a[(row + 1) * n + j], a[(row + 2) * n + j] };
    return v;
}

static void store_column(double *a, int n, int row, int j, swv_vec3 v)
{
    a[row * n + j] = v.x;
    a[(row + 1) * n + j] = v.y;
    a[(row + 2) * n + j] = v.z;
}

// (1) r: 6 numbers; velocities: 6 x dof, of the tip in its own axes; jacobian: 6 x dof, or NULL.
static void pose_6(const swvi_chain_objective *o, swv_pose tip, double *r, const double *velocities, double *jacobian)
{
    const swv_quat tip_from_world = swv_quat_conjugate(tip.rotation);
    const swv_vec3 away = swv_quat_rotate(tip_from_world, swv_vec3_sub(o->target.position, tip.position));
    const swv_mat3 e = swv_mat3_from_quat(swv_quat_mul(tip_from_world, o->target.rotation));
    const double   half = 0.5 * o->length;
    store(r, away);
    r[3] = half * (e.m[2][1] - e.m[1][2]);
    r[4] = half * (e.m[0][2] - e.m[2][0]);
    r[5] = half * (e.m[1][0] - e.m[0][1]);
    if (!jacobian)
        return;
    const int    n = o->chain->dof;
    const double trace = e.m[0][0] + e.m[1][1] + e.m[2][2];
    for (int j = 0; j < n; ++j) {
        const swv_vec3 v = loaded(velocities, n, 0, j), w = loaded(velocities, n, 3, j);
        const swv_vec3 turning = swv_vec3_sub(swv_vec3_scale(trace, w), swv_mat3_apply(e, w));
        store_column(jacobian, n, 0, j, swv_vec3_scale(-1.0, swv_vec3_add(v, swv_vec3_cross(w, away))));
        store_column(jacobian, n, 3, j, swv_vec3_scale(-half, turning));
    }
}

// (2) r: 12 numbers; velocities: 6 x dof, in the world's axes; jacobian: 12 x dof, or NULL.
static void frame_12(const swvi_chain_objective *o, swv_pose tip, double *r, const double *velocities, double *jacobian)
{
    const swv_mat3 here = swv_mat3_from_quat(tip.rotation), there = swv_mat3_from_quat(o->target.rotation);
    for (int axis = 0; axis < 3; ++axis)
        store(&r[3 * axis], swv_vec3_scale(o->length, swv_vec3_sub(column(here, axis), column(there, axis))));
    store(&r[9], swv_vec3_sub(tip.position, o->target.position));
    if (!jacobian)
        return;
    const int n = o->chain->dof;
    for (int j = 0; j < n; ++j) {
        const swv_vec3 v = loaded(velocities, n, 0, j), w = loaded(velocities, n, 3, j);
        for (int axis = 0; axis < 3; ++axis)
            store_column(jacobian, n, 3 * axis, j, swv_vec3_scale(o->length, swv_vec3_cross(w, column(here, axis))));
        store_column(jacobian, n, 9, j, v);
    }
}

// (3) r: 3 numbers; velocities: 6 x dof, in the world's axes; jacobian: 3 x dof, or NULL.
static void position_3(const swvi_chain_objective *o, swv_pose tip, double *r, const double *velocities,
                       double *jacobian)
{
    const int n = o->chain->dof;
    store(r, swv_vec3_sub(tip.position, o->target.position));
    for (int i = 0; jacobian && i < 3 * n; ++i)
        jacobian[i] = velocities[i];
}

int swvi_residual_count(swv_study_residual residual)
{
    return residual == SWV_STUDY_FRAME_12 ? 12 : residual == SWV_STUDY_POSE_6 ? 6 : 3;
}

bool swvi_chain_residual(const void *context, const double *x, double *r, double *jacobian)
{
    const swvi_chain_objective *o = (const swvi_chain_objective *)context;
    const bool                  is_pose = o->residual == SWV_STUDY_POSE_6;
    double                      velocities[6 * SWV_MAX_JOINTS];
    swv_pose                    tip;
    const swv_status            status =
        jacobian ? swv_chain_jacobian(o->chain, x, is_pose ? SWV_TIP_AXES : SWV_WORLD_AXES, velocities, &tip)
                            : swv_chain_tip(o->chain, x, &tip);
    if (status != SWV_OK)
        return false;
    if (is_pose)
        pose_6(o, tip, r, velocities, jacobian);
    else if (o->residual == SWV_STUDY_POSITION_3)
        position_3(o, tip, r, velocities, jacobian);
    else
        frame_12(o, tip, r, velocities, jacobian);
    return true;
}

double swvi_chain_length(const swv_chain *chain)
{
    double length = swv_vec3_length(chain->tip.position);
    for (int i = 1; i < chain->joint_count; ++i)
        length += swv_vec3_length(chain->joints[i].origin);
    return length;
}
