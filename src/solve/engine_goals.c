// SPDX-License-Identifier: MIT
//
// How far a posture is from its goals, and how that changes with the joints.
//
// Given     a chain, goals, a posture
// Find      the residual r of every goal, and J with  r(z + d) = r(z) - J d  to first order
//
// (1) frames     p_i and R_i of each joint as in chain/kinematics.c, but with rotation matrices: a turn about a
//                coordinate axis mixes two columns (12 products), and the axis in the world is a column already
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

#include "math/trig_kernel.h"
#include "solve/engine_internal.h"
#include "swivel/trig.h"

// ---- (1) frames ----

static inline void apply(const double *rotation, double x, double y, double z, double *r)
{
    for (int k = 0; k < 3; ++k)
        r[k] = rotation[k] * x + rotation[3 + k] * y + rotation[6 + k] * z;
}

/// A rotation by its columns.
typedef struct axes {
    swv_vec3 x, y, z;
} axes;

static inline swv_vec3 combine(axes r, swv_vec3 v)
{
    return (swv_vec3){ r.x.x * v.x + r.y.x * v.y + r.z.x * v.z, r.x.y * v.x + r.y.y * v.y + r.z.y * v.z,
                       r.x.z * v.x + r.y.z * v.y + r.z.z * v.z };
}

// Columns u and v turned in their plane.
static inline void turn(swv_vec3 *u, swv_vec3 *v, double sine, double cosine)
{
    const swv_vec3 a = *u, b = *v;
    *u = (swv_vec3){ cosine * a.x + sine * b.x, cosine * a.y + sine * b.y, cosine * a.z + sine * b.z };
    *v = (swv_vec3){ cosine * b.x - sine * a.x, cosine * b.y - sine * a.y, cosine * b.z - sine * a.z };
}

// One column of the turned rotation, below: x + (t w - versine x) + (in_y y - in_z z).
static inline swv_vec3 turned(swv_vec3 x, swv_vec3 y, swv_vec3 z, swv_vec3 w, double in_y, double in_z, double versine,
                              double t)
{
    return (swv_vec3){ (x.x + (t * w.x - versine * x.x)) + (in_y * y.x - in_z * z.x),
                       (x.y + (t * w.y - versine * x.y)) + (in_y * y.y - in_z * z.y),
                       (x.z + (t * w.z - versine * x.z)) + (in_y * y.z - in_z * z.z) };
}

// About any axis a: R + sin R [a] + (1 - cos) (w a' - R), w = R a the axis in the world, [a] the matrix of a x.
static inline axes turn_about(axes r, swv_vec3 a, swv_vec3 w, double sine, double cosine)
{
    const double   versine = 1.0 - cosine;
    const swv_vec3 s = swv_vec3_scale(sine, a), t = swv_vec3_scale(versine, a);
    return (axes){ turned(r.x, r.y, r.z, w, s.z, s.y, versine, t.x), turned(r.y, r.z, r.x, w, s.x, s.z, versine, t.y),
                   turned(r.z, r.x, r.y, w, s.y, s.x, versine, t.z) };
}

static inline axes axes_of(const double *columns)
{
    return (axes){ { columns[0], columns[1], columns[2] },
                   { columns[3], columns[4], columns[5] },
                   { columns[6], columns[7], columns[8] } };
}

static inline void store(swv_vec3 v, double *to)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

static void walk(const swvi_engine *e, const double *z)
{
    const swv_chain *chain = e->chain;
    const int        joint_count = chain->joint_count;
    double           value[SWV_MAX_JOINTS], sine[SWV_MAX_JOINTS], cosine[SWV_MAX_JOINTS];
    const double    *values = e->is_plain ? z : value;
    if (!e->is_plain)
        for (int i = 0; i < joint_count; ++i)
            value[i] = e->factor[i] * z[chain->joints[i].coordinate] + chain->joints[i].offset;
#pragma omp simd
    for (int i = 0; i < joint_count; ++i)
        swvi_sincos(values[i], &sine[i], &cosine[i]);

    axes     r = axes_of(e->base);
    swv_vec3 p = chain->base.position, axis;
    for (int i = 0; i < joint_count; ++i) {
        const swv_joint *joint = &chain->joints[i];
        swvi_frame      *frame = &e->frames[i];
        if ((e->shifts >> i & 1) != 0)
            p = swv_vec3_add(p, combine(r, joint->origin));
        switch (joint->type == SWV_REVOLUTE ? joint->axis_along : 3) {
        case 0:
            axis = swv_vec3_scale(joint->axis.x, r.x);
            turn(&r.y, &r.z, joint->axis.x * sine[i], cosine[i]);
            break;
        case 1:
            axis = swv_vec3_scale(joint->axis.y, r.y);
            turn(&r.z, &r.x, joint->axis.y * sine[i], cosine[i]);
            break;
        case 2:
            axis = swv_vec3_scale(joint->axis.z, r.z);
            turn(&r.x, &r.y, joint->axis.z * sine[i], cosine[i]);
            break;
        case -1:
            axis = combine(r, joint->axis);
            r = turn_about(r, joint->axis, axis, sine[i], cosine[i]);
            break;
        default:
            axis = combine(r, joint->axis);
            p = swv_vec3_add(p, swv_vec3_scale(values[i], axis));
        }
        store(p, frame->position);
        store(axis, frame->axis);
        if (e->has_links) {
            store(r.x, &frame->rotation[0]);
            store(r.y, &frame->rotation[3]);
            store(r.z, &frame->rotation[6]);
        }
    }
    swvi_frame *tip = &e->frames[joint_count];
    store(swv_vec3_add(p, combine(r, chain->tip.position)), tip->position);
    if (e->has_mount) {
        const axes mount = axes_of(e->mount);
        r = (axes){ combine(r, mount.x), combine(r, mount.y), combine(r, mount.z) };
    }
    store(r.x, &tip->rotation[0]);
    store(r.y, &tip->rotation[3]);
    store(r.z, &tip->rotation[6]);
}

// ---- residuals ----

/// A goal at a posture: what both its residual and its rows are made of.
typedef struct sight {
    const swvi_frame *frame;
    int               moving;      ///< joints 0 to moving - 1 move the link
    double            point[3];    ///< the link's point in the world
    double            across[6];   ///< direction, aim: two unit vectors normal to the axis
    double            towards[3];  ///< aim: the unit vector to the target; distance: from it
    double            range;       ///< aim: how far it is
    double            r[SWVI_GOAL_ROWS];
    double            position, rotation;  ///< squares of the errors
} sight;

// By columns, of a quaternion of any length but zero: the scale 2 / |q|^2 brings it to 1.
void swvi_columns_of(swv_quat q, double *t)
{
    if (q.x == 0.0 && q.y == 0.0 && q.z == 0.0) {
        for (int k = 0; k < 9; ++k)
            t[k] = k % 4 == 0 ? 1.0 : 0.0;
        return;
    }
    if (!swvi_is_handy(q))
        q = swv_quat_normalize(q);
    const double s = 2.0 / ((q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w));
    const double x = s * q.x, y = s * q.y, z = s * q.z;
    t[0] = 1.0 - (q.y * y + q.z * z);
    t[1] = q.x * y + q.w * z;
    t[2] = q.x * z - q.w * y;
    t[3] = q.x * y - q.w * z;
    t[4] = 1.0 - (q.x * x + q.z * z);
    t[5] = q.y * z + q.w * x;
    t[6] = q.x * z + q.w * y;
    t[7] = q.y * z - q.w * x;
    t[8] = 1.0 - (q.x * x + q.y * y);
}

// Near half a turn T R' = 2 a a' - I + (small): the longest column of T R' + I lies along the axis a. Its sign is that
// of the sines, which are small but still there; at exactly half a turn either will do.
static void axis_of_half_turn(const double *r, const double *t, const double *sines, double *axis)
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

// (4) The first goal's target was worked out once for all.
static inline void rotation_between(const swvi_engine *e, const swv_goal *goal, const double *r, double *vector)
{
    double other[9], sines[3] = { 0.0, 0.0, 0.0 }, trace = 0.0;
    if (goal != e->goals)
        swvi_columns_of(goal->target.rotation, other);
    const double *t = goal != e->goals ? other : e->first_target;
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
    if (cosine > 0.0 && s2 < 0.25) {
        // angle / sine; close to the goal three terms will do, the next is below 3e-18
        const double few = 1.0 / 6.0 + s2 * (3.0 / 40.0 + s2 * (5.0 / 112.0));
        const double ratio = 1.0 + s2 * (s2 < 1e-4 ? few : swvi_asin_series(s2));
        for (int k = 0; k < 3; ++k)
            vector[k] = ratio * sines[k];
        return;
    }
    const double sine = sqrt(s2), angle = swv_atan2(sine, cosine);
    if (cosine > -0.99) {
        for (int k = 0; k < 3; ++k)
            vector[k] = angle / sine * sines[k];
        return;
    }
    axis_of_half_turn(r, t, sines, vector);
    for (int k = 0; k < 3; ++k)
        vector[k] *= angle;
}

// (5) `axis` and `towards` are unit vectors.
static void direction_between(const double *axis, const double *towards, sight *s)
{
    // The first normal leans on the coordinate axis that is farthest from `axis`.
    const double x = fabs(axis[0]), y = fabs(axis[1]), z = fabs(axis[2]);
    const double lean[3] = { x <= y && x <= z ? 1.0 : 0.0, y < x && y <= z ? 1.0 : 0.0, z < x && z < y ? 1.0 : 0.0 };
    swvi_cross3(axis, lean, s->across);
    const double scale = 1.0 / sqrt(swvi_dot3(s->across, s->across));
    for (int k = 0; k < 3; ++k)
        s->across[k] *= scale;
    swvi_cross3(axis, s->across, &s->across[3]);

    double normal[3];
    swvi_cross3(axis, towards, normal);
    const double sine = sqrt(swvi_dot3(normal, normal)), angle = swv_atan2(sine, swvi_dot3(axis, towards));
    const bool   is_opposite = sine < 1e-12 && angle > 1.0;
    const double ratio = sine < 1e-12 ? 1.0 : angle / sine;
    s->r[0] = is_opposite ? angle : ratio * swvi_dot3(normal, s->across);
    s->r[1] = is_opposite ? 0.0 : ratio * swvi_dot3(normal, &s->across[3]);
    s->rotation = angle * angle;
}

static inline void unit_in_world(const double *rotation, swv_vec3 v, double *unit)
{
    const swv_vec3 u = swv_vec3_normalize(v);
    apply(rotation, u.x, u.y, u.z, unit);
}

// The range and the direction of what may be so far away that its square overflows, or, by a quarter, its length.
static inline void towards_far(const double *gap, sight *s)
{
    const swv_vec3 quarter = { 0.25 * gap[0], 0.25 * gap[1], 0.25 * gap[2] };
    const double   length = swv_vec3_length(quarter);
    s->range = 4.0 * length;
    s->towards[0] = quarter.x / length;
    s->towards[1] = quarter.y / length;
    s->towards[2] = quarter.z / length;
}

// Rows of a pose, a position or a rotation do not depend on the residual: `for_rows` leaves it out.
static inline void look_at_goal(const swvi_engine *e, const swv_goal *goal, bool for_rows, sight *s)
{
    const int    joint_count = e->chain->joint_count, at = goal->link == SWV_TIP ? joint_count : goal->link - 1;
    const double scale = e->per_length;
    s->frame = &e->frames[at];
    s->moving = goal->link == SWV_TIP ? joint_count : goal->link;
    s->position = 0.0;
    s->rotation = 0.0;
    double gap[3], arm[3] = { 0.0, 0.0, 0.0 };
    if (goal->point.x != 0.0 || goal->point.y != 0.0 || goal->point.z != 0.0)
        apply(s->frame->rotation, goal->point.x, goal->point.y, goal->point.z, arm);
    for (int k = 0; k < 3; ++k)
        s->point[k] = s->frame->position[k] + arm[k];
    if (for_rows && goal->kind <= SWV_GOAL_ROTATION)
        return;
    gap[0] = goal->target.position.x - s->point[0];
    gap[1] = goal->target.position.y - s->point[1];
    gap[2] = goal->target.position.z - s->point[2];

    double axis[3];
    switch (goal->kind) {
    case SWV_GOAL_POSE:
    case SWV_GOAL_POSITION:  // (3)
        for (int k = 0; k < 3; ++k)
            s->r[k] = scale * gap[k];
        s->position = swvi_dot3(gap, gap);
        if (goal->kind == SWV_GOAL_POSITION)
            break;
        rotation_between(e, goal, s->frame->rotation, &s->r[3]);
        s->rotation = swvi_dot3(&s->r[3], &s->r[3]);
        break;
    case SWV_GOAL_ROTATION:
        rotation_between(e, goal, s->frame->rotation, s->r);
        s->rotation = swvi_dot3(s->r, s->r);
        break;
    case SWV_GOAL_DIRECTION: {
        const swv_vec3 t = swv_vec3_normalize(goal->direction);
        const double   towards[3] = { t.x, t.y, t.z };
        unit_in_world(s->frame->rotation, goal->axis, axis);
        direction_between(axis, towards, s);
        break;
    }
    case SWV_GOAL_AIM:  // (6) At its target a point aims at nothing: there the axis counts as pointing right.
        unit_in_world(s->frame->rotation, goal->axis, axis);
        towards_far(gap, s);
        for (int k = 0; k < 3 && !(s->range * scale > 1e-12); ++k)
            s->towards[k] = axis[k];
        direction_between(axis, s->towards, s);
        break;
    case SWV_GOAL_DISTANCE: {  // (7) At its target a point may leave in any direction.
        s->range = sqrt(swvi_dot3(gap, gap));
        for (int k = 0; k < 3; ++k)
            s->towards[k] = s->range * scale > 1e-150 ? -gap[k] / s->range : (k == 0 ? 1.0 : 0.0);
        const double miss = goal->distance - s->range;
        s->r[0] = scale * miss;
        s->position = miss * miss;
        break;
    }
    }
}

static inline double weight_of(const swv_goal *goal)
{
    return goal->weight == 0.0 ? 1.0 : goal->weight;
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
            const swv_goal *goal = &e->goals[g];
            if (!swvi_is_of_level(e, goal, level))
                continue;
            sight s;
            look_at_goal(e, goal, false, &s);
            const double weight = weight_of(goal);
            const int    rows = e->is_folded ? 0 : swvi_goal_rows(goal->kind);
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

swv_goal_error swvi_goal_error(const swvi_engine *e, const swv_goal *goal)
{
    sight s;
    look_at_goal(e, goal, false, &s);
    return (swv_goal_error){ sqrt(s.position), sqrt(s.rotation) };
}

// ---- rows ----

// (2) for a pose, the commonest goal of all.
static inline void add_pose_rows(const swvi_engine *e, const sight *s, double weight, double *columns, int stride)
{
    const double length_weight = weight * e->per_length;
    for (int i = 0; i < s->moving; ++i) {
        const swv_joint *joint = &e->chain->joints[i];
        const double    *a = e->frames[i].axis, *p = e->frames[i].position;
        const double     lengths = e->factor[i] * length_weight, angles = e->factor[i] * weight;
        const double     arm[3] = { s->point[0] - p[0], s->point[1] - p[1], s->point[2] - p[2] };
        double          *column = &columns[joint->coordinate * stride], v[3];
        if (joint->type != SWV_REVOLUTE) {
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
static inline void add_goal_rows(const swvi_engine *e, const swv_goal *goal, const sight *s, double *columns,
                                 int stride)
{
    const double weight = weight_of(goal), length_weight = weight * e->per_length;
    if (goal->kind == SWV_GOAL_POSE) {
        add_pose_rows(e, s, weight, columns, stride);
        return;
    }
    for (int i = 0; i < s->moving; ++i) {
        const swv_joint  *joint = &e->chain->joints[i];
        const swvi_frame *frame = &e->frames[i];
        const double     *a = frame->axis;
        const bool        turns = joint->type == SWV_REVOLUTE;
        const double      factor = e->factor[i];
        double           *column = &columns[joint->coordinate * stride];
        double            arm[3], v[3];
        for (int k = 0; k < 3; ++k)
            arm[k] = s->point[k] - frame->position[k];
        swvi_cross3(a, arm, v);
        if (!turns)
            memcpy(v, a, sizeof v);
        switch (goal->kind) {
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
            const double range = s->range * e->per_length > 1e-12 ? s->range : INFINITY;
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
            sight s;
            look_at_goal(e, &e->goals[g], true, &s);
            add_goal_rows(e, &e->goals[g], &s, &e->jacobian[row], m);
            row += swvi_goal_rows(e->goals[g].kind);
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
        sight s;
        look_at_goal(e, &e->goals[g], false, &s);
        const int    rows = swvi_goal_rows(e->goals[g].kind);
        const double weight = weight_of(&e->goals[g]);
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
