// SPDX-License-Identifier: MIT
// The mapping an adaptive table inverts: the chain seen in the half plane through its first axis, and following a branch there. Units and frames are
// those of adaptive_space.h.
#include "kim_tarokh/build/adaptive_space.h"

#include <math.h>
#include <string.h>

#include "swivel_io/random.h"
#include "math/linalg.h"
#include "swivel/trig.h"
#include "kim_tarokh/adaptive_internal.h"

// q takes joint angles uniform in their limits.
static void draw(const swvi_space *s, uint64_t *seed, double *q)
{
    for (int i = 0; i < s->n; ++i)
        q[i] = swv_random_between(seed, s->joint_lower[i], s->joint_upper[i]);
}

// Turning the first joint by d turns the wrist about z by d, and nothing else changes: tried on 100 random postures with d up to 3 radians.
// 1e-9 m and 1e-6 radians of the swivel are far above rounding and far below what a chain without this symmetry gives. All of it chosen.
static bool is_symmetric(const swvi_space *s, uint64_t seed)
{
    for (int k = 0; k < 100; ++k) {
        double q[SWVI_N] = { 0.0 }, before[SWVI_N] = { 0.0 }, after[SWVI_N] = { 0.0 }, sine, cosine;
        draw(s, &seed, q);
        const double turn = swv_random_between(&seed, -3.0, 3.0);
        swvi_space_forward(s, q, before);
        q[0] += turn;
        swvi_space_forward(s, q, after);
        swv_sincos(turn, &sine, &cosine);
        const double x = cosine * before[0] - sine * before[1], y = sine * before[0] + cosine * before[1];
        if (fabs(x - after[0]) + fabs(y - after[1]) + fabs(before[2] - after[2]) > 1e-9 ||
            (s->n == 4 && fabs(swv_angle_wrap(before[3] - after[3])) > 1e-6))
            return false;
    }
    return true;
}

// Whether the axes of the first three joints meet in the origin, a ball joint.
static bool is_ball(const swv_axis *axes)
{
    for (int i = 0; i < 3; ++i) {
        if (swv_vec3_length(swv_vec3_cross(axes[i].point, axes[i].direction)) > SWVI_MEET)
            return false;
    }
    return true;
}

bool swvi_polar_of(const char *model, const swv_chain *chain, uint64_t seed, swvi_polar *p)
{
    swv_axis axes[SWV_MAX_JOINTS];
    swv_pose tip;
    memset(p, 0, sizeof *p);
    if (!swvi_space_of(model, chain, &p->space) || !is_symmetric(&p->space, swv_random_for(seed, 11, 0)) ||
        swv_chain_to_axes(&p->space.part, axes, &tip) != SWV_OK)
        return false;
    p->inputs = p->space.n - 1;
    p->has_ball = p->space.n == 4;
    if (p->has_ball && !is_ball(axes))
        return false;
    p->zero = tip.rotation;
    p->elbow = axes[p->inputs].point;
    p->forearm = swv_vec3_sub(tip.position, p->elbow);
    p->axis = axes[p->inputs].direction;
    p->farthest = swvi_space_extreme(&p->space, swv_random_for(seed, 12, 0), 1.0, false);
    p->nearest_axis = swvi_space_extreme(&p->space, swv_random_for(seed, 12, 1), -1.0, true);
    // 1e-6 m: an arm that comes so near to the axis reaches it. Chosen.
    p->nearest_axis = p->nearest_axis < 1e-6 ? 0.0 : p->nearest_axis;
    const double nearest = swvi_space_extreme(&p->space, swv_random_for(seed, 12, 2), -1.0, false);
    p->upper[0] = sqrt(p->farthest * p->farthest - nearest * nearest);
    p->lower[1] = -1.0;
    p->upper[1] = 1.0;
    p->lower[2] = -SWV_PI;
    p->upper[2] = SWV_PI;
    return true;
}

bool swvi_polar_inputs(const swvi_polar *p, const double *q, double *x, swvi_posture *posture)
{
    double       w[SWVI_N] = { 0.0 };
    swvi_reduced reduced;
    swv_pose     tip = SWV_IDENTITY_POSE;
    swvi_space_forward(&p->space, q, w);
    (void)swv_chain_tip(&p->space.part, q, &tip);
    const bool   is_reached = swvi_adaptive_reduce(p->farthest, p->nearest_axis, w, &reduced);
    const double about = swv_atan2(w[1], w[0]);
    memcpy(x, reduced.x, sizeof reduced.x);
    memset(posture, 0, sizeof *posture);
    posture->upper_arm.w = 1.0;  // the identity, where no ball joint turns it
    if (p->has_ball) {
        const swv_quat back = swv_quat_from_axis_angle((swv_vec3){ 0.0, 0.0, 1.0 }, -about);
        const swv_quat forearm = swv_quat_mul(tip.rotation, swv_quat_conjugate(p->zero));
        posture->elbow = q[3];
        posture->upper_arm = swv_quat_mul(back, swv_quat_mul(forearm, swv_quat_from_axis_angle(p->axis, -q[3])));
    } else {
        memcpy(posture->angles, q, sizeof posture->angles);
        posture->angles[0] -= about;
    }
    return is_reached;
}

void swvi_polar_target(const swvi_polar *p, const double *x, double *w)
{
    const double offset = p->nearest_axis * p->nearest_axis;  // the formulas of adaptive_internal.h, solved for g and z
    const double e = sqrt(fmax(p->farthest * p->farthest - offset - x[0] * x[0], 0.0)), t = x[1];
    const double g = e * (1.0 - t * t) / (1.0 + t * t);
    w[0] = sqrt(g * g + offset);
    w[1] = 0.0;
    w[2] = 2.0 * e * t / (1.0 + t * t);
    w[3] = p->inputs == 3 ? x[2] : 0.0;
}

void swvi_polar_forward(const swvi_polar *p, const swvi_posture *posture, swv_vec3 *wrist, swv_quat *forearm)
{
    if (p->has_ball) {
        *forearm = swv_quat_mul(posture->upper_arm, swv_quat_from_axis_angle(p->axis, posture->elbow));
        *wrist = swv_vec3_add(swv_quat_rotate(posture->upper_arm, p->elbow), swv_quat_rotate(*forearm, p->forearm));
    } else {
        swv_pose tip = SWV_IDENTITY_POSE;
        (void)swv_chain_tip(&p->space.part, posture->angles, &tip);
        *wrist = tip.position;
        *forearm = swv_quat_mul(tip.rotation, swv_quat_conjugate(p->zero));
    }
}

bool swvi_polar_is_same(const swvi_polar *p, const swvi_posture *a, const swvi_posture *b)
{
    // Radians; far above what Newton leaves, far below how far branches are apart. Chosen.
    const double close = 1e-5;
    if (p->has_ball)
        return fabs(a->elbow - b->elbow) < close && swv_quat_angle_between(a->upper_arm, b->upper_arm) < close;
    double apart = 0.0;
    for (int i = 0; i < 3; ++i)
        apart = fmax(apart, fabs(swv_angle_wrap(a->angles[i] - b->angles[i])));
    return apart < close;
}

bool swvi_polar_is_inside(const swvi_polar *p, const swvi_posture *posture, double beyond)
{
    const double *low = p->space.joint_lower, *high = p->space.joint_upper;
    if (p->has_ball)
        return posture->elbow >= low[3] - beyond && posture->elbow <= high[3] + beyond;
    bool inside = true;
    for (int i = 1; i < 3; ++i)
        inside = inside && posture->angles[i] >= low[i] - beyond && posture->angles[i] <= high[i] + beyond;
    return inside;
}

// ---- Newton ----

// What is to be zero: the wrist's way to its target and, with a ball joint, the elbow's distance from the plane of the line and the
// swivel. (The swivel itself would do too, but its derivatives are infinite where the wrist is on the axis.) The unknowns are the
// three angles; or a turn of the arm about each of x, y, z, which is never singular, and the elbow's angle.
typedef struct equations {
    double   w[SWVI_N];        ///< of swvi_polar_target
    swv_vec3 towards, normal;  ///< where the elbow should point from the line, and the normal of the plane of both
} equations;

// n: from the base to the wrist; u: the part of -z across it, where swivel 0 is; v = n x u.
static equations equations_of(const swvi_polar *p, const double *x)
{
    equations e = { .w = { 0.0 } };
    swvi_polar_target(p, x, e.w);
    const swv_vec3 n = swv_vec3_normalize((swv_vec3){ e.w[0], e.w[1], e.w[2] }), v = { 0.0, 1.0, 0.0 };
    const swv_vec3 u = swv_vec3_cross(v, n);
    double         sine, cosine;
    swv_sincos(e.w[3], &sine, &cosine);
    e.towards = swv_vec3_add(swv_vec3_scale(cosine, u), swv_vec3_scale(sine, v));
    e.normal = swv_vec3_sub(swv_vec3_scale(cosine, v), swv_vec3_scale(sine, u));
    return e;
}

// Joint j of n: how it moves the wrist, metres a radian; of four joints also how far it moves the elbow along the normal.
static void set_column(double *jacobian, int n, int j, swv_vec3 wrist, double elbow)
{
    jacobian[j] = wrist.x;
    jacobian[n + j] = wrist.y;
    jacobian[2 * n + j] = wrist.z;
    if (n == 4)
        jacobian[3 * n + j] = elbow;
}

// `rest` takes what is left to zero at a posture, metres, and `jacobian` its derivatives, n x n by rows. Returns how far the elbow is on the side
// where it should point, metres; 0 without a ball joint.
static double evaluate(const swvi_polar *p, const equations *e, const swvi_posture *at, double *jacobian, double *rest)
{
    swv_vec3 wrist, elbow = { 0.0, 0.0, 0.0 };
    if (p->has_ball) {
        const swv_vec3 along[3] = { { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 } };
        swv_quat       forearm;
        swvi_polar_forward(p, at, &wrist, &forearm);
        elbow = swv_quat_rotate(at->upper_arm, p->elbow);
        for (int j = 0; j < 3; ++j)
            set_column(jacobian, 4, j, swv_vec3_cross(along[j], wrist),
                       swv_vec3_dot(swv_vec3_cross(along[j], elbow), e->normal));
        const swv_vec3 axis = swv_quat_rotate(at->upper_arm, p->axis);
        set_column(jacobian, 4, 3, swv_vec3_cross(axis, swv_vec3_sub(wrist, elbow)), 0.0);
        rest[3] = -swv_vec3_dot(elbow, e->normal);
    } else {
        swv_pose frames[SWVI_N], tip = SWV_IDENTITY_POSE;
        (void)swv_chain_frames(&p->space.part, at->angles, frames, &tip);
        wrist = tip.position;
        for (int j = 0; j < 3; ++j) {
            const swv_vec3 axis = swv_quat_rotate(frames[j].rotation, p->space.part.joints[j].axis);
            set_column(jacobian, 3, j, swv_vec3_cross(axis, swv_vec3_sub(wrist, frames[j].position)), 0.0);
        }
    }
    rest[0] = e->w[0] - wrist.x;
    rest[1] = e->w[1] - wrist.y;
    rest[2] = e->w[2] - wrist.z;
    return swv_vec3_dot(elbow, e->towards);
}

double swvi_polar_sign(const swvi_polar *p, const swvi_posture *posture, const double *x)
{
    double          jacobian[SWVI_N * SWVI_N], rest[SWVI_N];
    int             pivot[SWVI_N];
    const int       n = p->space.n;
    const equations e = equations_of(p, x);
    (void)evaluate(p, &e, posture, jacobian, rest);
    return swvi_lu_factor(jacobian, n, pivot) == SWV_OK ? swvi_space_sign_of(jacobian, pivot, n) : 0.0;
}

// A step times `scale`: a rotation vector and the elbow's angle, or three angles; radians.
static void move(const swvi_polar *p, const double *step, double scale, swvi_posture *at)
{
    if (p->has_ball) {
        const swv_vec3 turn = { scale * step[0], scale * step[1], scale * step[2] };
        at->upper_arm = swv_quat_normalize(swv_quat_mul(swv_quat_from_rotation_vector(turn), at->upper_arm));
        at->elbow += scale * step[3];
    } else {
        for (int i = 0; i < 3; ++i)
            at->angles[i] += scale * step[i];
    }
}

// Newton's step is taken as far as 0.4 rad, and half as far again and again where it would cross a singularity: below 0.01 of the step it lies
// in the way. 1e-12 of the residual is rounding; a step of 1e3 rad means that the Jacobian is singular; 30 steps, where a handful is
// usual, end what goes round in circles. Chosen.
bool swvi_polar_follow(const swvi_polar *p, const swvi_posture *from, const double *x, double sign, swvi_posture *found)
{
    const int       n = p->space.n;
    const equations e = equations_of(p, x);
    swvi_posture    at = *from, before = *from;
    double          step[SWVI_N] = { 0.0 }, scale = 0.0;
    for (int k = 0; k < 30; ++k) {
        double       jacobian[SWVI_N * SWVI_N], rest[SWVI_N], error = 0.0, longest = 0.0;
        int          pivot[SWVI_N];
        const double towards = evaluate(p, &e, &at, jacobian, rest);
        if (swvi_lu_factor(jacobian, n, pivot) != SWV_OK || swvi_space_sign_of(jacobian, pivot, n) != sign) {
            scale *= 0.5;
            if (scale < 0.01)
                return false;
            at = before;
            move(p, step, scale, &at);
            continue;
        }
        for (int i = 0; i < n; ++i)
            error = fmax(error, fabs(rest[i]));
        if (error < 1e-12) {
            *found = at;
            return !p->has_ball || towards > 0.0;
        }
        memcpy(step, rest, sizeof step);
        if (swvi_lu_solve(jacobian, pivot, n, step) != SWV_OK)
            return false;
        for (int i = 0; i < n; ++i)
            longest = fmax(longest, fabs(step[i]));
        if (!(longest < 1e3))
            return false;
        before = at;
        scale = longest > 0.4 ? 0.4 / longest : 1.0;
        move(p, step, scale, &at);
    }
    return false;
}
