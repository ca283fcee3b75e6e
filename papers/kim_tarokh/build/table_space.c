// SPDX-License-Identifier: MIT
// The chain in the table's frame, targets of postures, their derivatives, and following a branch: units and frames as table_space.h says.
#include "kim_tarokh/build/table_space.h"

#include <math.h>
#include <string.h>

#include "chain/chain_internal.h"
#include "math/linalg.h"
#include "swivel_io/random.h"
#include "swivel_papers/models.h"
#include "swivel/trig.h"

// The points nearest to each other of two lines, metres: of the first in *near_one. False: they are parallel (to 1e-6 rad: chosen).
static bool nearest_point(const swv_axis *one, const swv_axis *other, swv_vec3 *near_one)
{
    const swv_vec3 apart = swv_vec3_sub(other->point, one->point);
    const double   c = swv_vec3_dot(one->direction, other->direction), across = 1.0 - c * c;
    if (across < 1e-12)
        return false;
    const double along = (swv_vec3_dot(apart, one->direction) - c * swv_vec3_dot(apart, other->direction)) / across;
    *near_one = swv_vec3_add(one->point, swv_vec3_scale(along, one->direction));
    return true;
}

// Metres from a point to a line.
static double distance_to(const swv_axis *axis, swv_vec3 point)
{
    return swv_vec3_length(swv_vec3_cross(swv_vec3_sub(point, axis->point), axis->direction));
}

// Where the last three axes meet: the tip itself, if it is there. False if they do not.
static bool find_wrist(const swv_axis *last, swv_vec3 tip, swv_vec3 *wrist)
{
    *wrist = tip;
    for (int pass = 0; pass < 2; ++pass) {
        double farthest = 0.0;
        for (int i = 0; i < 3; ++i)
            farthest = fmax(farthest, distance_to(&last[i], *wrist));
        if (farthest < (pass == 0 ? 1e-12 : SWVI_MEET))
            return true;
        if (pass == 0 && !nearest_point(&last[0], &last[1], wrist))
            return false;
    }
    return false;
}

// Six or seven hinges of their own with limits at most a hundred radians away, as tables can hold them.
static bool is_such_a_chain(const swv_chain *c)
{
    if (swv_chain_check(c) != SWV_OK || c->joint_count < 6 || c->joint_count > 7 || c->dof != c->joint_count)
        return false;
    for (int i = 0; i < c->joint_count; ++i) {
        const swv_chain_joint *j = &c->joints[i];
        if (j->slides || !(j->lower >= -100.0 && j->upper <= 100.0 && j->upper - j->lower >= 1e-3))
            return false;
    }
    return true;
}

// The given chain in the table's frame. One that is so already is taken as it is, to the last bit.
static bool bring_home(swvi_space *s)
{
    const swv_vec3 z = { 0.0, 0.0, 1.0 };
    swv_axis       axes[SWV_MAX_JOINTS];
    swv_pose       tip;
    swv_vec3       shoulder, wrist;
    const int      count = s->given.joint_count;
    if (swv_chain_to_axes(&s->given, axes, &tip) != SWV_OK || !nearest_point(&axes[0], &axes[1], &shoulder) ||
        !find_wrist(axes + s->n, tip.position, &wrist))
        return false;
    const bool is_home =
        swv_vec3_length(shoulder) < 1e-12 && swv_vec3_length(swv_vec3_sub(axes[0].direction, z)) < 1e-12;
    s->world = (swv_pose){ shoulder, swv_quat_between(z, axes[0].direction) };
    if (is_home)
        s->world = (swv_pose)SWV_IDENTITY_POSE;
    const swv_pose back = swv_pose_inverse(s->world);
    const swv_vec3 beyond = swv_vec3_sub(wrist, tip.position);
    s->wrist = swv_quat_rotate(swv_quat_conjugate(tip.rotation), beyond);
    tip.position = wrist;
    if (!is_home) {
        tip = swv_pose_mul(back, tip);
        for (int i = 0; i < count; ++i) {
            axes[i].point = swv_pose_apply(back, axes[i].point);
            axes[i].direction = swv_quat_rotate(back.rotation, axes[i].direction);
        }
    }
    s->chain = s->given;
    if (!is_home || swv_vec3_length(beyond) > 0.0) {
        if (swv_chain_from_axes(&s->chain, axes, count, &tip) != SWV_OK)
            return false;
        for (int i = 0; i < count; ++i)
            (void)swv_chain_set_limits(&s->chain, i, s->given.joints[i].lower, s->given.joints[i].upper);
    }
    return swv_chain_from_axes(&s->part, axes, s->n, &tip) == SWV_OK;
}

// Whose chain it is, by its hash.
static swvi_owner owner_of(const swv_chain *chain)
{
    static const char *const names[] = { [SWVI_PUMA] = "puma560", [SWVI_ARM] = "arm7" };
    for (int i = SWVI_PUMA; i <= SWVI_ARM; ++i) {
        swv_chain known;
        if (swv_model_chain(names[i], &known) == SWV_OK && swvi_chain_hash(&known) == swvi_chain_hash(chain))
            return (swvi_owner)i;
    }
    return SWVI_OTHER;
}

// The grid of the targets. The paper's, in metres and degrees of swivel; or all that the chain reaches, in cells as fine beside the reach as the
// paper's, and all swivels.
static void set_grid(swvi_space *s)
{
    const double degree = SWV_PI / 180.0;
    // 2 and 0: any seed and stream would do. A thousandth more, as the search for the reach ends somewhat before it. Chosen.
    const double reach = s->owner == SWVI_PUMA  ? 0.9
                         : s->owner == SWVI_ARM ? 0.6
                                                : 1.001 * swvi_space_extreme(s, swv_random_for(2, 0, 0), 1.0, false);
    for (int i = 0; i < 3; ++i) {
        s->lower[i] = -reach;
        s->upper[i] = reach;
    }
    s->lower[3] = (s->owner == SWVI_ARM ? -100.0 : -180.0) * degree;
    s->upper[3] = (s->owner == SWVI_ARM ? 40.0 : 180.0) * degree;
    s->step = s->owner == SWVI_PUMA ? 0.1 : s->owner == SWVI_ARM ? 0.06 : reach / (s->n == 3 ? 9.0 : 10.0);
}

bool swvi_space_of(const char *model, const swv_chain *chain, swvi_space *s)
{
    memset(s, 0, sizeof *s);
    if (chain)
        s->given = *chain;
    else if (swv_model_chain(model, &s->given) != SWV_OK)
        return false;
    if (!is_such_a_chain(&s->given))
        return false;
    s->n = s->given.joint_count - 3;
    s->space = s->n == 3 ? SWV_TABLE_POSITION : SWV_TABLE_POSITION_SWIVEL;
    s->owner = owner_of(&s->given);
    if (!bring_home(s))
        return false;
    for (int i = 0; i < s->n; ++i) {
        s->joint_lower[i] = s->chain.joints[i].lower;
        s->joint_upper[i] = s->chain.joints[i].upper;
    }
    set_grid(s);
    return true;
}

// ---- reach ----

enum { DRAWN = 2048 };  // random postures, the best of which a search begins at; chosen

// The square of the wrist's distance from the base, or from the first joint's axis: square metres.
static double squared(const swvi_space *s, const double *q, bool is_from_axis)
{
    double w[SWVI_N];
    swvi_space_forward(s, q, w);
    return w[0] * w[0] + w[1] * w[1] + (is_from_axis ? 0.0 : w[2] * w[2]);
}

// The largest (sign 1) or the smallest (sign -1) distance of the wrist from the base or the axis, metres: the best of random postures, then joint by
// joint while that helps, by steps from 0.25 rad. Chosen.
double swvi_space_extreme(const swvi_space *s, uint64_t seed, double sign, bool is_from_axis)
{
    double q[SWVI_N] = { 0.0 }, best = -INFINITY;
    for (int k = 0; k < DRAWN; ++k) {
        double p[SWVI_N] = { 0.0 };
        for (int i = 0; i < s->n; ++i)
            p[i] = swv_random_between(&seed, s->joint_lower[i], s->joint_upper[i]);
        const double value = sign * squared(s, p, is_from_axis);
        if (value > best)
            memcpy(q, p, sizeof q);
        best = fmax(best, value);
    }
    double step = 0.5;
    // 32 halvings: to 1e-10 rad.
    for (int halving = 0; halving < 32; ++halving) {
        step *= 0.5;
        for (int i = 0; i < 2 * s->n; ++i) {
            double      *moving = &q[i / 2];
            const double was = *moving;
            *moving = fmin(fmax(was + (i % 2 ? step : -step), s->joint_lower[i / 2]), s->joint_upper[i / 2]);
            const double value = sign * squared(s, q, is_from_axis);
            if (value > best) {
                best = value;
                --i;  // on
            } else {
                *moving = was;
            }
        }
    }
    return sqrt(fmax(sign * best, 0.0));
}

// ---- targets ----

// The swivel, radians, of elbow e and wrist w from the shoulder, metres, z up, and its derivatives for the ways (de, dw) that each joint moves them (row NULL: not
// asked for).
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
    for (int j = 0; row && j < SWVI_N; ++j) {
        const swv_vec3 dn = swv_vec3_scale(1.0 / d, swv_vec3_sub(dw[j], swv_vec3_scale(swv_vec3_dot(n, dw[j]), n)));
        row[j] = (swv_vec3_dot(de[j], t) - c * swv_vec3_dot(dn, t)) / rho - n.z * swv_vec3_dot(dn, v) / h;
    }
    return swv_atan2(swv_vec3_dot(e, v), swv_vec3_dot(e, u));
}

void swvi_space_forward(const swvi_space *s, const double *q, double *w)
{
    swv_pose frames[SWVI_N], tip = SWV_IDENTITY_POSE;
    (void)swv_chain_frames(&s->part, q, frames, &tip);
    w[0] = tip.position.x;
    w[1] = tip.position.y;
    w[2] = tip.position.z;
    if (s->n == 4)
        w[3] = swivel_row(frames[3].position, tip.position, NULL, NULL, NULL);
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
    swv_pose  frames[SWVI_N], tip = SWV_IDENTITY_POSE;
    swv_vec3  de[SWVI_N] = { { 0.0, 0.0, 0.0 } }, dw[SWVI_N];
    (void)swv_chain_frames(&s->part, q, frames, &tip);
    for (int j = 0; j < n; ++j) {
        const swv_vec3 axis = swv_quat_rotate(frames[j].rotation, s->part.joints[j].axis);
        dw[j] = swv_vec3_cross(axis, swv_vec3_sub(tip.position, frames[j].position));
        if (j < 3)  // those before the elbow, frame n - 1; without a swivel de is not used
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
