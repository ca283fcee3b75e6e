// SPDX-License-Identifier: MIT
// How far one goal is from being met: the residual of line_goals.c, (3) to (7), for links of lines and of trees. And turns of
// rotations that are stored by columns: nine numbers, or swvi_axes. Places and axes are in the world unless said, lengths metres, angles radians.
#ifndef SWIVEL_SOLVE_SIGHT_H
#define SWIVEL_SOLVE_SIGHT_H

#include <math.h>
#include <string.h>

#include "math/trig_kernel.h"
#include "solve/solve_internal.h"
#include "swivel/trig.h"

// (x, y, z) turned by `rotation`.
static inline void swvi_apply(const double *rotation, double x, double y, double z, double *r)
{
    for (int k = 0; k < 3; ++k)
        r[k] = rotation[k] * x + rotation[3 + k] * y + rotation[6 + k] * z;
}

/// A rotation by its columns.
typedef struct swvi_axes {
    swv_vec3 x, y, z;
} swvi_axes;

// v turned by r.
static inline swv_vec3 swvi_combine(swvi_axes r, swv_vec3 v)
{
    return (swv_vec3){ r.x.x * v.x + r.y.x * v.y + r.z.x * v.z, r.x.y * v.x + r.y.y * v.y + r.z.y * v.z,
                       r.x.z * v.x + r.y.z * v.y + r.z.z * v.z };
}

// R C, of rotations by columns.
static inline swvi_axes swvi_product(swvi_axes r, swvi_axes c)
{
    return (swvi_axes){ swvi_combine(r, c.x), swvi_combine(r, c.y), swvi_combine(r, c.z) };
}

// Columns u and v turned in their plane, u towards v, by the angle that has this sine and cosine.
static inline void swvi_turn(swv_vec3 *u, swv_vec3 *v, double sine, double cosine)
{
    const swv_vec3 a = *u, b = *v;
    *u = (swv_vec3){ cosine * a.x + sine * b.x, cosine * a.y + sine * b.y, cosine * a.z + sine * b.z };
    *v = (swv_vec3){ cosine * b.x - sine * a.x, cosine * b.y - sine * a.y, cosine * b.z - sine * a.z };
}

// One column of the turned rotation, below: x + (t w - versine x) + (in_y y - in_z z), r being x, y, z.
static inline swv_vec3 swvi_turned(swvi_axes r, swv_vec3 w, double in_y, double in_z, double versine, double t)
{
    return (swv_vec3){ (r.x.x + (t * w.x - versine * r.x.x)) + (in_y * r.y.x - in_z * r.z.x),
                       (r.x.y + (t * w.y - versine * r.x.y)) + (in_y * r.y.y - in_z * r.z.y),
                       (r.x.z + (t * w.z - versine * r.x.z)) + (in_y * r.y.z - in_z * r.z.z) };
}

// About any axis a: R + sin R [a] + (1 - cos) (w a' - R), w = R a the axis in the world, [a] the matrix of a x.
static inline swvi_axes swvi_turn_about(swvi_axes r, swv_vec3 a, swv_vec3 w, double sine, double cosine)
{
    const double   versine = 1.0 - cosine;
    const swv_vec3 s = swv_vec3_scale(sine, a), t = swv_vec3_scale(versine, a);
    return (swvi_axes){ swvi_turned(r, w, s.z, s.y, versine, t.x),
                        swvi_turned((swvi_axes){ r.y, r.z, r.x }, w, s.x, s.z, versine, t.y),
                        swvi_turned((swvi_axes){ r.z, r.x, r.y }, w, s.y, s.x, versine, t.z) };
}

static inline swvi_axes swvi_axes_of(const double *columns)
{
    return (swvi_axes){ { columns[0], columns[1], columns[2] },
                        { columns[3], columns[4], columns[5] },
                        { columns[6], columns[7], columns[8] } };
}

static inline void swvi_store(swv_vec3 v, double *to)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

/// r turned about `axis`, a unit vector in its own frame, which lies along a coordinate axis or not (-1); returns the axis in the world.
#if defined(__GNUC__)
__attribute__((always_inline))
#endif
static inline swv_vec3
swvi_turn_hinge(swvi_axes *r, const swv_vec3 *axis, int along, double sine, double cosine)
{
    swv_vec3 w;
    switch (along) {
    case 0:
        w = swv_vec3_scale(axis->x, r->x);
        swvi_turn(&r->y, &r->z, axis->x * sine, cosine);
        break;
    case 1:
        w = swv_vec3_scale(axis->y, r->y);
        swvi_turn(&r->z, &r->x, axis->y * sine, cosine);
        break;
    case 2:
        w = swv_vec3_scale(axis->z, r->z);
        swvi_turn(&r->x, &r->y, axis->z * sine, cosine);
        break;
    default:
        w = swvi_combine(*r, *axis);
        *r = swvi_turn_about(*r, *axis, w, sine, cosine);
    }
    return w;
}

static inline void swvi_store_axes(swvi_axes r, double *columns)
{
    swvi_store(r.x, &columns[0]);
    swvi_store(r.y, &columns[3]);
    swvi_store(r.z, &columns[6]);
}

/// A goal at a posture: what both its residual and its rows are made of.
typedef struct swvi_sight {
    double point[3];            ///< the link's point in the world
    double across[6];           ///< direction, aim: two unit vectors normal to the axis
    double towards[3];          ///< aim: the unit vector to the target; distance: from it
    double range;               ///< aim: how far it is
    double r[SWVI_GOAL_ROWS];   ///< the residual: radians, or lengths times what they weigh
    double position, rotation;  ///< squares of the errors, metres and radians
} swvi_sight;

/// What was seen of a goal's error.
static inline swvi_goal_error swvi_seen_error(const swvi_sight *s)
{
    return (swvi_goal_error){ sqrt(s->position), sqrt(s->rotation) };
}

// Where the point of a link is in the world; the link's position and its rotation by columns.
static inline void swvi_set_point(const double *position, const double *rotation, swv_vec3 point, swvi_sight *s)
{
    double arm[3];
    swvi_apply(rotation, point.x, point.y, point.z, arm);
    for (int k = 0; k < 3; ++k)
        s->point[k] = position[k] + arm[k];
}

// r, t: rotations R and T; sines: the axis times the sine. Near half a turn T R' = 2 a a' - I + (small): the longest column of T R' + I lies along
// the axis a. Its sign is that of the sines, which are small but still there; at exactly half a turn either will do.
static inline void swvi_axis_of_half_turn(const double *r, const double *t, const double *sines, double *axis)
{
    double longest = -1.0;
    for (int column = 0; column < 3; ++column) {
        double c[3];
        for (int row = 0; row < 3; ++row)
            c[row] = t[row] * r[column] + t[3 + row] * r[3 + column] + t[6 + row] * r[6 + column] +
                     (row == column ? 1.0 : 0.0);
        const double length = swvi_dot3(c, c);
        if (length > longest) {
            longest = length;
            memcpy(axis, c, sizeof c);
        }
    }
    const double scale = (swvi_dot3(axis, sines) < 0.0 ? -1.0 : 1.0) / sqrt(longest);
    for (int k = 0; k < 3; ++k)
        axis[k] *= scale;
}

/// (4) The rotation vector from r to t.
static inline void swvi_rotation_between(const double *r, const double *t, double *vector)
{
    double sines[3] = { 0.0, 0.0, 0.0 }, trace = 0.0;
    for (int c = 0; c < 9; c += 3) {
        double s[3];
        swvi_cross3(&r[c], &t[c], s);
        for (int k = 0; k < 3; ++k)
            sines[k] += s[k];
        trace += swvi_dot3(&r[c], &t[c]);
    }
    for (int k = 0; k < 3; ++k)
        sines[k] *= 0.5;
    const double s2 = swvi_dot3(sines, sines), cosine = 0.5 * (trace - 1.0);
    // The series of asin is for sines up to 1/2.
    if (cosine > 0.0 && s2 < 0.25) {
        // angle / sine; close to the goal three terms will do, the next is below 3e-18
        const double few = 1.0 / 6.0 + s2 * (3.0 / 40.0 + s2 * (5.0 / 112.0));
        const double ratio = 1.0 + s2 * (s2 < 1e-4 ? few : swvi_asin_series(s2));
        for (int k = 0; k < 3; ++k)
            vector[k] = ratio * sines[k];
        return;
    }
    const double sine = sqrt(s2), angle = swv_atan2(sine, cosine);
    // Nearer than 8 degrees to half a turn, sine is so small that the axis would lose digits. Chosen.
    if (cosine > -0.99) {
        for (int k = 0; k < 3; ++k)
            vector[k] = angle / sine * sines[k];
        return;
    }
    swvi_axis_of_half_turn(r, t, sines, vector);
    for (int k = 0; k < 3; ++k)
        vector[k] *= angle;
}

// (5) from `axis` to `towards`, unit vectors: fills across, r and rotation. A sine below 1e-12 is rounding; angles near 0 and near pi are told apart
// by 1.
static inline void swvi_direction_between(const double *axis, const double *towards, swvi_sight *s)
{
    double normal[3];
    swvi_store(swvi_any_normal((swv_vec3){ axis[0], axis[1], axis[2] }), s->across);
    swvi_cross3(axis, s->across, &s->across[3]);
    swvi_cross3(axis, towards, normal);
    const double sine = sqrt(swvi_dot3(normal, normal)), angle = swv_atan2(sine, swvi_dot3(axis, towards));
    const bool   is_opposite = sine < 1e-12 && angle > 1.0;
    const double ratio = sine < 1e-12 ? 1.0 : angle / sine;
    s->r[0] = is_opposite ? angle : ratio * swvi_dot3(normal, s->across);
    s->r[1] = is_opposite ? 0.0 : ratio * swvi_dot3(normal, &s->across[3]);
    s->rotation = angle * angle;
}

// v, in the frame of a link turned by `rotation`, as a unit vector of the world.
static inline void swvi_unit_in_world(const double *rotation, swv_vec3 v, double *unit)
{
    const swv_vec3 u = swv_vec3_normalize(v);
    swvi_apply(rotation, u.x, u.y, u.z, unit);
}

/// The residual of a goal whose link is turned by `rotation` and whose point is s->point. Point and axis are the goal's in the
/// link's frame; `wanted`: the rotation asked for, by columns, if any is; `scale`: what a length weighs
/// beside a radian.
static inline void swvi_see(const swv_goal *goal, const double *rotation, const double *wanted, double scale,
                            swvi_sight *s)
{
    double gap[3];
    gap[0] = goal->target.position.x - s->point[0];
    gap[1] = goal->target.position.y - s->point[1];
    gap[2] = goal->target.position.z - s->point[2];
    s->position = 0.0;
    s->rotation = 0.0;

    double axis[3];
    switch (goal->kind) {
    case SWV_GOAL_POSE:
    case SWV_GOAL_POSITION:  // (3)
        for (int k = 0; k < 3; ++k)
            s->r[k] = scale * gap[k];
        s->position = swvi_dot3(gap, gap);
        if (goal->kind == SWV_GOAL_POSITION)
            break;
        swvi_rotation_between(rotation, wanted, &s->r[3]);
        s->rotation = swvi_dot3(&s->r[3], &s->r[3]);
        break;
    case SWV_GOAL_ROTATION:
        swvi_rotation_between(rotation, wanted, s->r);
        s->rotation = swvi_dot3(s->r, s->r);
        break;
    case SWV_GOAL_DIRECTION: {
        const swv_vec3 t = swv_vec3_normalize(goal->direction);
        const double   towards[3] = { t.x, t.y, t.z };
        swvi_unit_in_world(rotation, goal->axis, axis);
        swvi_direction_between(axis, towards, s);
        break;
    }
    case SWV_GOAL_AIM: {  // (6) The target may be so far away that the square of the gap overflows, or, but for a quarter, its length.
        const swv_vec3 quarter = { 0.25 * gap[0], 0.25 * gap[1], 0.25 * gap[2] };
        const double   length = swv_vec3_length(quarter);
        s->range = 4.0 * length;
        swvi_unit_in_world(rotation, goal->axis, axis);
        // At its target a point aims at nothing: there the axis counts as pointing right.
        for (int k = 0; k < 3; ++k)
            s->towards[k] = s->range * scale > 1e-12 ? 0.25 * gap[k] / length : axis[k];
        swvi_direction_between(axis, s->towards, s);
        break;
    }
    case SWV_GOAL_DISTANCE: {  // (7) At its target a point may leave in any direction.
        s->range = sqrt(swvi_dot3(gap, gap));
        for (int k = 0; k < 3; ++k)
            // Its square is still no less than 1e-300.
            s->towards[k] = s->range * scale > 1e-150 ? -gap[k] / s->range : (k == 0 ? 1.0 : 0.0);
        const double miss = goal->distance - s->range;
        s->r[0] = scale * miss;
        s->position = miss * miss;
        break;
    }
    }
}

#endif
