// SPDX-License-Identifier: MIT
// Targets of postures, their derivatives, and following a branch: units and frames as table_space.h says.
#include "kim_tarokh/build/table_space.h"

#include <math.h>
#include <string.h>

#include "math/linalg.h"
#include "swivel_papers/models.h"
#include "swivel/trig.h"

bool swvi_space_of(const char *model, swvi_space *s)
{
    const bool is_puma = strcmp(model, "puma560") == 0, is_arm = strcmp(model, "arm7") == 0;
    swv_axis   axes[SWV_MAX_JOINTS];
    swv_pose   tip;
    memset(s, 0, sizeof *s);
    if (!(is_puma || is_arm) || swv_model_chain(model, &s->chain) != SWV_OK ||
        swv_chain_to_axes(&s->chain, axes, &tip) != SWV_OK)
        return false;
    s->space = is_puma ? SWV_TABLE_POSITION : SWV_TABLE_POSITION_SWIVEL;
    s->n = is_puma ? 3 : 4;
    // Metres, and the targets below, metres and degrees of swivel: the cells and the grid of the paper.
    s->step = is_puma ? 0.1 : 0.06;
    if (swv_chain_from_axes(&s->part, axes, s->n, &tip) != SWV_OK)
        return false;
    swv_arm_make_human(&s->arm);
    for (int i = 0; i < s->n; ++i) {
        s->joint_lower[i] = s->chain.joints[i].lower;
        s->joint_upper[i] = s->chain.joints[i].upper;
        s->lower[i] = is_puma ? -0.9 : -0.6;
        s->upper[i] = is_puma ? 0.9 : 0.6;
    }
    if (is_arm) {
        s->lower[3] = -100.0 * SWV_PI / 180.0;
        s->upper[3] = 40.0 * SWV_PI / 180.0;
    }
    return true;
}

// The swivel (radians) of the first four joints, radians; the others do not change it.
static double swivel_of(const swvi_space *s, const double *q)
{
    const double whole[7] = { q[0], q[1], q[2], q[3] };
    double       swivel = 0.0;
    (void)swv_arm_swivel_of(&s->arm, whole, &swivel);
    return swivel;
}

void swvi_space_forward(const swvi_space *s, const double *q, double *w)
{
    swv_pose tip = SWV_IDENTITY_POSE;
    (void)swv_chain_tip(&s->part, q, &tip);
    w[0] = tip.position.x;
    w[1] = tip.position.y;
    w[2] = tip.position.z;
    if (s->n == 4)
        w[3] = swivel_of(s, q);
}

void swvi_space_difference(const swvi_space *s, const double *to, const double *from, double *d)
{
    for (int i = 0; i < s->n; ++i)
        d[i] = to[i] - from[i];
    if (s->n == 4)
        d[3] = swv_angle_wrap(d[3]);
}

// The swivel, radians, of elbow e and wrist w from the shoulder, metres, z up, and its derivatives for the ways (de, dw) that each joint moves them.
// 1e-12 (metres, or a sine) keeps divisors from being zero where there is no line, it is upright, or no elbow is beside it. Chosen.
// n = w/d; u is the part of -z normal to n, v = n x u, m the direction of the elbow from the line, c = e.n, rho = |e - c n|,
// h = hypot(nx, ny), and t = n x m is where m goes as the swivel grows:
//     dm.t = (de.t - c dn.t) / rho        du.v = nz dn.v / h        d swivel = dm.t - du.v
static double swivel_row(swv_vec3 e, swv_vec3 w, const swv_vec3 *de, const swv_vec3 *dw, double *row)
{
    const double   d = fmax(swv_vec3_length(w), 1e-12);
    const swv_vec3 n = swv_vec3_scale(1.0 / d, w);
    const double   h = fmax(sqrt(n.x * n.x + n.y * n.y), 1e-12), c = swv_vec3_dot(e, n);
    const swv_vec3 v = { -n.y / h, n.x / h, 0.0 }, u = swv_vec3_cross(v, n);
    const swv_vec3 off = swv_vec3_sub(e, swv_vec3_scale(c, n));
    const double   rho = fmax(swv_vec3_length(off), 1e-12);
    const swv_vec3 t = swv_vec3_cross(n, swv_vec3_scale(1.0 / rho, off));
    for (int j = 0; j < SWVI_N; ++j) {
        const swv_vec3 dn = swv_vec3_scale(1.0 / d, swv_vec3_sub(dw[j], swv_vec3_scale(swv_vec3_dot(n, dw[j]), n)));
        row[j] = (swv_vec3_dot(de[j], t) - c * swv_vec3_dot(dn, t)) / rho - n.z * swv_vec3_dot(dn, v) / h;
    }
    return swv_atan2(swv_vec3_dot(e, v), swv_vec3_dot(e, u));
}

void swvi_space_jacobian(const swvi_space *s, const double *q, double *jacobian, double *w)
{
    const int n = s->n;
    swv_pose  frames[SWVI_N], tip = SWV_IDENTITY_POSE;
    swv_vec3  de[SWVI_N] = { { 0.0, 0.0, 0.0 } }, dw[SWVI_N];
    (void)swv_chain_frames(&s->part, q, frames, &tip);
    for (int j = 0; j < n; ++j) {
        const swv_vec3 axis = swv_quat_rotate(frames[j].rotation, s->part.joints[j].axis);
        dw[j] = swv_vec3_cross(axis, swv_vec3_sub(tip.position, frames[j].position));
        if (j < 3)  // the ball joint's, which move the elbow, frame n - 1; without a swivel de is not used
            de[j] = swv_vec3_cross(axis, swv_vec3_sub(frames[n - 1].position, frames[j].position));
        jacobian[j] = dw[j].x;
        jacobian[n + j] = dw[j].y;
        jacobian[2 * n + j] = dw[j].z;
    }
    w[0] = tip.position.x;
    w[1] = tip.position.y;
    w[2] = tip.position.z;
    if (n == 4)
        w[3] = swivel_row(frames[3].position, tip.position, de, dw, jacobian + 3 * n);
}

double swvi_space_sign_of(const double *lu, const int *pivot, int n)
{
    double sign = 1.0;
    for (int i = 0; i < n; ++i) {
        sign = lu[n * i + i] < 0.0 ? -sign : sign;
        sign = pivot[i] != i ? -sign : sign;
    }
    return sign;
}

double swvi_space_sign(const swvi_space *s, const double *q)
{
    double jacobian[SWVI_N * SWVI_N], w[SWVI_N];
    int    pivot[SWVI_N];
    swvi_space_jacobian(s, q, jacobian, w);
    return swvi_lu_factor(jacobian, s->n, pivot) == SWV_OK ? swvi_space_sign_of(jacobian, pivot, s->n) : 0.0;
}

bool swvi_space_follow(const swvi_space *s, const double *q, const double *w, double sign, double *found)
{
    const int n = s->n;
    // Metres and radians, far below what a model errs. A step goes no further than 0.4 rad in any joint, so that it does not leap over a
    // singularity unseen; one of 1e3 rad means that the Jacobian is singular; 14 steps, where a handful is usual, end what goes round
    // in circles. Chosen.
    const double close = 1e-9;
    double       at[SWVI_N], x[SWVI_N] = { 0.0 };
    memcpy(x, q, sizeof(double) * (size_t)n);
    for (int k = 0; k < 14; ++k) {
        double jacobian[SWVI_N * SWVI_N], step[SWVI_N], error = 0.0, longest = 0.0;
        int    pivot[SWVI_N];
        swvi_space_jacobian(s, x, jacobian, at);
        swvi_space_difference(s, w, at, step);
        for (int i = 0; i < n; ++i)
            error = fmax(error, fabs(step[i]));
        if (swvi_lu_factor(jacobian, n, pivot) != SWV_OK)
            return false;
        if (sign != 0.0 && swvi_space_sign_of(jacobian, pivot, n) != sign)
            return false;
        if (error < close) {
            memcpy(found, x, sizeof(double) * (size_t)n);
            return true;
        }
        if (swvi_lu_solve(jacobian, pivot, n, step) != SWV_OK)
            return false;
        for (int i = 0; i < n; ++i)
            longest = fmax(longest, fabs(step[i]));
        if (!(longest < 1e3))
            return false;
        const double scale = longest > 0.4 ? 0.4 / longest : 1.0;
        for (int i = 0; i < n; ++i)
            x[i] += scale * step[i];
    }
    return false;
}
