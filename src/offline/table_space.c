// SPDX-License-Identifier: MIT
#include "offline/table_space.h"

#include <math.h>
#include <string.h>

#include "swivel/linalg.h"
#include "swivel/models.h"

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

void swvi_space_jacobian(const swvi_space *s, const double *q, double *jacobian, double *w)
{
    const int n = s->n;
    double    whole[6 * SWVI_N];
    swv_pose  tip = SWV_IDENTITY_POSE;
    (void)swv_chain_jacobian(&s->part, q, SWV_WORLD_AXES, whole, &tip);
    memcpy(jacobian, whole, sizeof(double) * 3 * (size_t)n);
    w[0] = tip.position.x;
    w[1] = tip.position.y;
    w[2] = tip.position.z;
    if (n == 4) {
        const double h = 1e-6;
        w[3] = swivel_of(s, q);
        for (int j = 0; j < n; ++j) {
            double moved[SWVI_N] = { q[0], q[1], q[2], q[3] };
            moved[j] += h;
            jacobian[3 * n + j] = swv_angle_wrap(swivel_of(s, moved) - w[3]) / h;
        }
    }
}

// Of a matrix that swv_lu_factor has factored.
static double sign_of(const double *lu, const int *pivot, int n)
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
    return swv_lu_factor(jacobian, s->n, pivot) == SWV_OK ? sign_of(jacobian, pivot, s->n) : 0.0;
}

// Newton's full step is taken as far as 0.4 rad in any joint; a branch's nearest singularity turns the sign of the determinant.
bool swvi_space_follow(const swvi_space *s, const double *q, const double *w, double sign, double *found)
{
    const int    n = s->n;
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
        if (swv_lu_factor(jacobian, n, pivot) != SWV_OK)
            return false;
        if (sign != 0.0 && sign_of(jacobian, pivot, n) != sign)
            return false;
        if (error < close) {
            memcpy(found, x, sizeof(double) * (size_t)n);
            return true;
        }
        if (swv_lu_solve(jacobian, pivot, n, step) != SWV_OK)
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
