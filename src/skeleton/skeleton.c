// SPDX-License-Identifier: MIT
//
// Making a skeleton: joints in any order become a tree in which every joint comes after its parent, and the joints below one stand
// right after it, so that a change is propagated down by one loop over neighbours.
//
// Joints are as in skeleton.h: rest in the parent's frame, axes in the joint's own, lengths in metres (or the caller's unit), angles in radians.
// `count` is that of all joints; n and other ints are indices of joints, -1: none. 1e100 is the largest length, mass or ratio (docs/conventions.md).
#include "swivel/skeleton.h"

#include <math.h>
#include <string.h>

#include "math/scalar.h"
#include "skeleton/axis_along.h"
#include "skeleton/skeleton_internal.h"
#include "swivel/trig.h"

enum { COOKIE = 0x534b454c };

/// The arrays of a skeleton, by joint, in the caller's memory; of `inside`, the line lies right behind it.
typedef struct arrays {
    swvi_joint *inside;
    void       *line;
    swv_joint  *joints;
    swv_pose   *rest;
    int        *numbers, *freedoms, *order, *place, *below;
} arrays;

// Divides the memory for `count` joints; returns the bytes that takes. `memory` may be NULL.
static size_t divide(int count, void *memory, arrays *a)
{
    const size_t n = (size_t)count;
    size_t       used = 0;
    a->inside = (swvi_joint *)swvi_carve(memory, &used, n, sizeof *a->inside);
    a->line = swvi_carve(memory, &used, 1, swvi_line_size(count));
    a->joints = (swv_joint *)swvi_carve(memory, &used, n, sizeof *a->joints);
    a->rest = (swv_pose *)swvi_carve(memory, &used, n, sizeof *a->rest);
    int **const numbers[] = { &a->numbers, &a->freedoms, &a->order, &a->place, &a->below };
    for (int i = 0; i < 5; ++i)
        *numbers[i] = (int *)swvi_carve(memory, &used, n, sizeof(int));
    return used;
}

size_t swv_skeleton_size(int joint_count)
{
    arrays none;
    return joint_count < 1 || joint_count > SWV_SKELETON_JOINTS ? 0 : divide(joint_count, NULL, &none);
}

// ---- checks ----

// Finite, and no farther away than lengths may be.
static bool is_near(swv_vec3 v)
{
    return swvi_vec3_is_finite(v) && fabs(v.x) < 1e100 && fabs(v.y) < 1e100 && fabs(v.z) < 1e100;
}

static bool has_axis(swv_joint_kind kind)
{
    return kind == SWV_JOINT_HINGE || kind == SWV_JOINT_SLIDER || kind == SWV_JOINT_UNIVERSAL;
}

static bool has_no_limit(const swv_joint *j, int i)
{
    return (j->lower[i] == 0.0 && j->upper[i] == 0.0) || (j->lower[i] == -INFINITY && j->upper[i] == INFINITY);
}

static bool is_limited(const swv_joint *j)
{
    return !(has_no_limit(j, 0) && has_no_limit(j, 1) && has_no_limit(j, 2));
}

static bool is_zero(swv_vec3 v)
{
    return v.x == 0.0 && v.y == 0.0 && v.z == 0.0;
}

// Of a hinge or a slider, which may be as long as lengths may.
static bool are_limits(const swv_joint *j, double lower, double upper)
{
    return j->kind == SWV_JOINT_SLIDER ? lower <= upper && lower < 1e100 && upper > -1e100
                                       : swvi_are_limits(lower, upper);
}

// Radians to a side: rounding of a swing, 1e-16, is then 1e-12 of the cone, and does not decide what is inside. Chosen.
#define NARROWEST_CONE 1e-4

// Limits: numbers of a hinge, slider or universal joint; of a ball twist and cone (skeleton.h).
static swv_status check_limits(const swv_joint *j)
{
    const int count = j->kind == SWV_JOINT_BALL ? 3 : has_axis(j->kind) ? swvi_numbers_of(j->kind) : 0;
    for (int i = 0; i < count; ++i) {
        const double lower = j->lower[i], upper = j->upper[i];
        if (has_no_limit(j, i))
            continue;
        const bool is_cone = j->kind == SWV_JOINT_BALL && i > 0;
        const bool is_good = is_cone
                                 ? lower <= -NARROWEST_CONE && upper >= NARROWEST_CONE &&
                                       (lower > -SWV_PI || lower == -INFINITY) && (upper < SWV_PI || upper == INFINITY)
                                 : are_limits(j, lower, upper);
        if (!(lower <= upper) || lower == INFINITY || upper == -INFINITY || !is_good)
            return SWV_BAD_LIMITS;
    }
    return SWV_OK;
}

// Axes that the kind needs: finite, not zero, and two of them apart.
static swv_status check_axes(const swv_joint *j)
{
    const bool wants_axis = has_axis(j->kind) || (j->kind == SWV_JOINT_BALL && is_limited(j));
    const bool wants_second = j->kind == SWV_JOINT_UNIVERSAL || (j->kind == SWV_JOINT_BALL && is_limited(j));
    if ((wants_axis && !swvi_vec3_is_finite(j->axis)) || (wants_second && !swvi_vec3_is_finite(j->second_axis)))
        return SWV_NOT_FINITE;
    if ((wants_axis && is_zero(j->axis)) || (wants_second && is_zero(j->second_axis)))
        return SWV_BAD_ARGUMENT;
    if (wants_second) {
        const double along = swv_vec3_dot(swv_vec3_normalize(j->axis), swv_vec3_normalize(j->second_axis));
        // A cosine: a ball's swings are normal to its twist, to 1e-6; two hinges only must not be one: 1e-12 less than 1 is 1.4e-6 rad. Chosen.
        if (fabs(along) > (j->kind == SWV_JOINT_BALL ? 1e-6 : 1.0 - 1e-12))
            return SWV_BAD_ARGUMENT;
    }
    return SWV_OK;
}

static bool has_one_number(const swv_joint *j)
{
    return j->kind == SWV_JOINT_HINGE || j->kind == SWV_JOINT_SLIDER;
}

// What a joint follows exists, and both have one number.
static swv_status check_coupling(const swv_joint *joints, int count, const swv_joint *j)
{
    if (!swvi_joint_follows(j))
        return SWV_OK;
    if (!(fabs(j->ratio) < 1e100) || !(fabs(j->offset) < 1e100))
        return SWV_NOT_FINITE;
    const bool is_one =
        j->follows >= 0 && j->follows < count && has_one_number(j) && has_one_number(&joints[j->follows]);
    return is_one ? SWV_OK : SWV_BAD_MODEL;
}

// Joint n, but for cycles and places in the world.
static swv_status check_joint(const swv_joint *joints, int count, int n)
{
    const swv_joint *j = &joints[n];
    swv_pose         rest = j->rest;
    if (j->parent < -1 || j->parent >= count || (j->kind == SWV_JOINT_FREE && j->parent >= 0))
        return SWV_BAD_MODEL;
    if (j->kind < SWV_JOINT_FIXED || j->kind > SWV_JOINT_FREE)
        return SWV_BAD_ARGUMENT;
    const swv_status pose = swv_pose_check(&rest);
    if (pose != SWV_OK || !is_near(rest.position))
        return pose != SWV_OK ? pose : SWV_NOT_FINITE;
    if (!(j->mass < 1e100) || !is_near(j->center) || !is_near(j->low) || !is_near(j->high))
        return SWV_NOT_FINITE;
    if (j->mass < 0.0 || j->low.x > j->high.x || j->low.y > j->high.y || j->low.z > j->high.z)
        return SWV_BAD_ARGUMENT;
    const swv_status coupling = check_coupling(joints, count, j);
    if (coupling != SWV_OK)
        return coupling;
    const swv_status axes = check_axes(j);
    return axes != SWV_OK ? axes : check_limits(j);
}

// ---- order ----

// Fills order, place and below; returns a joint of a cycle in the parent links, or -1. `next` is room for as many numbers. While
// a joint waits for its children, `below` has the first of them.
static int put_in_order(const swv_joint *joints, int count, int *order, int *place, int *below, int *next)
{
    int first_root = -1, done = 0;
    for (int i = 0; i < count; ++i)
        below[i] = -1;
    for (int i = count - 1; i >= 0; --i) {
        int *const first = joints[i].parent < 0 ? &first_root : &below[joints[i].parent];
        next[i] = *first;
        *first = i;
        place[i] = -1;
    }
    for (int at = first_root; at >= 0;) {
        place[at] = done;
        order[done++] = at;
        if (below[at] >= 0) {
            at = below[at];
            continue;
        }
        below[at] = done;
        while (at >= 0 && next[at] < 0) {
            at = joints[at].parent;
            if (at >= 0)
                below[at] = done;
        }
        at = at >= 0 ? next[at] : -1;
    }
    for (int i = 0; i < count; ++i)
        if (place[i] < 0)
            return i;
    return -1;
}

// ---- making ----

// Of a limit of swing. At half a turn the twist means nothing: a ball with limits stays 2 mrad (twice 1 / 1e3) away from it. Chosen.
#define LARGEST_TANGENT 1e3

// The tangent of half an angle, either way; infinite: no limit.
static double half_tangent(double angle)
{
    if (!(fabs(angle) < INFINITY))
        return LARGEST_TANGENT;
    double sine, cosine;
    swv_sincos(0.5 * fabs(angle), &sine, &cosine);
    return swvi_smaller(LARGEST_TANGENT, sine / cosine);
}

// What has unit length to rounding (four of it) is kept to the bit: a joint of another skeleton is the same in this one.
#define UNIT_ROUNDING 1e-15

static swv_quat unit_quat(swv_quat q)
{
    const double square = (q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w);
    return fabs(square - 1.0) <= UNIT_ROUNDING ? q : swv_quat_normalize(q);
}

// A checked joint as the skeleton keeps it: unit lengths, and infinite limits where it has none.
static void copy_joint(const swv_joint *from, swv_joint *to)
{
    *to = *from;
    to->rest.rotation = unit_quat(from->rest.rotation);
    if (!(fabs(swv_vec3_dot(to->axis, to->axis) - 1.0) <= UNIT_ROUNDING))
        to->axis = swv_vec3_normalize(from->axis);
    to->second_axis = swv_vec3_normalize(from->second_axis);
    if (from->kind == SWV_JOINT_BALL && is_limited(from))  // normal to the bit
        to->second_axis = swv_vec3_normalize(
            swv_vec3_sub(to->second_axis, swv_vec3_scale(swv_vec3_dot(to->axis, to->second_axis), to->axis)));
    for (int i = 0; i < 3; ++i) {
        to->lower[i] = has_no_limit(from, i) ? -INFINITY : from->lower[i];
        to->upper[i] = has_no_limit(from, i) ? INFINITY : from->upper[i];
    }
}

// Axes of a joint in a frame that is turned like `frame` in the world; false if a hinge's would lie along none of the frame's. world_from_link: at
// rest.
static bool set_axes(const swv_joint *j, swv_quat world_from_link, swv_quat frame, swvi_joint *in)
{
    in->frame = frame;
    in->turn = swv_quat_normalize(swv_quat_mul(swv_quat_conjugate(frame), world_from_link));
    in->axes[0] = swvi_on_axis(swv_quat_rotate(in->turn, j->axis));
    in->axes[1] = swvi_on_axis(swv_quat_rotate(in->turn, j->second_axis));
    in->axes[2] = swv_vec3_cross(in->axes[0], in->axes[1]);
    in->along[0] = swvi_axis_along(in->axes[0]);
    in->along[1] = swvi_axis_along(in->axes[1]);
    return (j->kind != SWV_JOINT_HINGE && j->kind != SWV_JOINT_UNIVERSAL) ||
           (in->along[0] >= 0 && (j->kind == SWV_JOINT_HINGE || in->along[1] >= 0));
}

// The frame of the joint: that above (`above`, in the world at rest) if it will do, else the link's own, else one that has the axis for its z.
static void set_frame(const swv_joint *j, swv_quat world_from_link, swv_quat above, swvi_joint *in)
{
    const swv_vec3 z = { 0.0, 0.0, 1.0 };
    const swv_quat own = swv_quat_mul(world_from_link, swv_quat_between(z, j->axis));
    const bool     is_free = j->kind == SWV_JOINT_FREE;
    if (is_free || !set_axes(j, world_from_link, above, in)) {
        in->is_mounted = !is_free;
        if (!set_axes(j, world_from_link, world_from_link, in) && j->kind == SWV_JOINT_HINGE)
            (void)set_axes(j, world_from_link, own, in);
    }
    swvi_columns_of(swv_quat_mul(swv_quat_conjugate(above), in->frame), in->mount);
}

// inside[n], once those of the joints above n are there.
static void set_inside(const swv_skeleton *skeleton, swvi_joint *inside, int n)
{
    const swv_joint *j = &skeleton->joints[n];
    swvi_joint      *in = &inside[n];
    swv_quat         above = SWV_IDENTITY_QUAT;
    memset(in, 0, sizeof *in);
    in->above = j->parent >= 0 ? inside[j->parent].mover : -1;
    in->mover = j->kind == SWV_JOINT_FIXED ? in->above : n;
    in->origin = skeleton->rest_frames[n].position;
    if (in->above >= 0) {
        // Not by the difference of two places in the world: the skeleton may stand far from its origin.
        const swv_vec3 from_parent = swv_quat_rotate(skeleton->rest_frames[j->parent].rotation, j->rest.position);
        above = inside[in->above].frame;
        in->origin =
            swv_vec3_add(inside[j->parent].from_mover, swv_quat_rotate(swv_quat_conjugate(above), from_parent));
    }
    if (in->mover != n)
        in->from_mover = in->origin;
    set_frame(j, skeleton->rest_frames[n].rotation, above, in);
    in->reach = j->parent >= 0 ? inside[j->parent].reach + swv_vec3_length(j->rest.position) : 0.0;
    in->is_limited = j->kind == SWV_JOINT_BALL && is_limited(j);
    for (int i = 0; i < 2; ++i) {
        in->cone[i][0] = half_tangent(j->lower[i + 1]);
        in->cone[i][1] = half_tangent(j->upper[i + 1]);
    }
}

// Joint n then follows one that follows none. More steps than joints: a cycle.
static swv_status resolve_leader(swv_joint *joints, int count, int n)
{
    swv_joint *j = &joints[n];
    for (int steps = 0; swvi_joint_follows(j) && swvi_joint_follows(&joints[j->follows]); ++steps) {
        const swv_joint *leader = &joints[j->follows];
        const double     ratio = j->ratio * leader->ratio, offset = j->ratio * leader->offset + j->offset;
        if (steps == count || j->follows == n)
            return SWV_BAD_MODEL;
        if (ratio == 0.0 || !(fabs(ratio) < 1e100) || !(fabs(offset) < 1e100))
            return SWV_NOT_FINITE;
        j->follows = leader->follows;
        j->ratio = ratio;
        j->offset = offset;
    }
    return swvi_joint_follows(j) && j->follows == n ? SWV_BAD_MODEL : SWV_OK;
}

// What a joint that follows leaves of the limits of the one it follows. False if that is nothing.
static bool narrow_leader(const swv_joint *j, swv_joint *leader)
{
    const double a = (j->lower[0] - j->offset) / j->ratio, b = (j->upper[0] - j->offset) / j->ratio;
    leader->lower[0] = swvi_larger(leader->lower[0], a < b ? a : b);
    leader->upper[0] = swvi_smaller(leader->upper[0], a < b ? b : a);
    return are_limits(leader, leader->lower[0], leader->upper[0]);
}

// And the other way round.
static void narrow_follower(swv_joint *j, const swv_joint *leader)
{
    const double a = j->ratio * leader->lower[0] + j->offset, b = j->ratio * leader->upper[0] + j->offset;
    j->lower[0] = a < b ? a : b;
    j->upper[0] = a < b ? b : a;
}

// Joints that follow others: whom, and limits that all of them allow. *fault takes a joint for which there is none.
static swv_status couple(swv_joint *joints, int count, int *fault)
{
    for (int n = 0; n < count; ++n) {
        const swv_status status = resolve_leader(joints, count, n);
        *fault = status == SWV_OK ? -1 : n;
        if (status != SWV_OK)
            return status;
    }
    for (int n = 0; n < count; ++n)
        if (swvi_joint_follows(&joints[n]) && !narrow_leader(&joints[n], &joints[joints[n].follows])) {
            *fault = n;
            return SWV_BAD_LIMITS;
        }
    for (int n = 0; n < count; ++n)
        if (swvi_joint_follows(&joints[n]))
            narrow_follower(&joints[n], &joints[joints[n].follows]);
    return SWV_OK;
}

// Whose number each joint has, and whether whole turns of it change anything.
static void set_leaders(const swv_joint *joints, int count, swvi_joint *inside)
{
    for (int n = 0; n < count; ++n) {
        inside[n].leader = swvi_joint_follows(&joints[n]) ? joints[n].follows : n;
        inside[n].is_coupled = swvi_joint_follows(&joints[n]);
        inside[n].turns_whole = joints[n].kind == SWV_JOINT_HINGE || joints[n].kind == SWV_JOINT_UNIVERSAL;
    }
    for (int n = 0; n < count; ++n) {
        const swv_joint *j = &joints[n];
        swvi_joint      *leader = &inside[inside[n].leader];
        if (!swvi_joint_follows(j))
            continue;
        const bool is_whole = fabs(j->ratio) < 0x1p50 && j->ratio == swvi_nearest_whole(j->ratio);
        leader->is_coupled = true;
        leader->turns_whole = leader->turns_whole && j->kind == SWV_JOINT_HINGE && is_whole;
    }
}

swv_status swv_skeleton_make(const swv_joint *joints, int count, const swv_skeleton_options *options, void *memory,
                             swv_skeleton *skeleton, int *fault)
{
    static const swv_skeleton_options defaults = { 0 };
    const swv_skeleton_options       *o = options ? options : &defaults;
    int at = -1, *const where = fault ? fault : &at;
    *where = -1;
    if (!skeleton || !joints || !memory)
        return SWV_NULL;
    if (count < 1 || count > SWV_SKELETON_JOINTS)
        return SWV_BAD_COUNT;
    if (!swvi_vec3_is_finite(o->up))
        return SWV_BAD_OPTIONS;
    for (int i = 0; i < count; ++i) {
        const swv_status status = check_joint(joints, count, i);
        *where = status == SWV_OK ? -1 : i;
        if (status != SWV_OK)
            return status;
    }

    arrays a;
    (void)divide(count, memory, &a);
    *where = put_in_order(joints, count, a.order, a.place, a.below, a.numbers);
    if (*where >= 0)
        return SWV_BAD_MODEL;
    for (int i = 0; i < count; ++i) {  // links in the world at rest, none too far away
        const int      n = a.order[i], parent = joints[n].parent;
        const swv_pose own = { joints[n].rest.position, unit_quat(joints[n].rest.rotation) };
        a.rest[n] = parent >= 0 ? swv_pose_mul(a.rest[parent], own) : own;
        *where = is_near(a.rest[n].position) ? -1 : n;
        if (*where >= 0)
            return SWV_NOT_FINITE;
    }

    swv_skeleton made;
    memset(&made, 0, sizeof made);
    made.joint_count = count;
    made.up = o->up;
    made.is_left_handed = o->is_left_handed;
    made.joints = a.joints;
    made.rest_frames = a.rest;
    made.first_number = a.numbers;
    made.first_freedom = a.freedoms;
    made.order = a.order;
    made.place = a.place;
    made.below = a.below;
    made.inside = a.inside;
    for (int i = 0; i < count; ++i)
        copy_joint(&joints[i], &a.joints[i]);
    const swv_status coupled = couple(a.joints, count, where);
    if (coupled != SWV_OK)
        return coupled;
    for (int i = 0; i < count; ++i) {
        a.numbers[i] = made.number_count;
        a.freedoms[i] = made.freedom_count;
        made.number_count += swvi_own_numbers_of(&a.joints[i]);
        made.freedom_count += swvi_own_freedoms_of(&a.joints[i]);
        made.follower_count += swvi_joint_follows(&a.joints[i]);
    }
    for (int i = 0; i < count; ++i) {
        if (!swvi_joint_follows(&a.joints[i]))
            continue;
        a.numbers[i] = a.numbers[a.joints[i].follows];
        a.freedoms[i] = a.freedoms[a.joints[i].follows];
    }
    for (int i = 0; i < count; ++i) {
        set_inside(&made, a.inside, a.order[i]);
        made.size = swvi_larger(made.size, a.inside[a.order[i]].reach);
    }
    set_leaders(a.joints, count, a.inside);
    swvi_line_make(&made, a.line);
    made.cookie = COOKIE;
    *skeleton = made;
    return SWV_OK;
}

swv_status swv_skeleton_check(const swv_skeleton *skeleton)
{
    if (!skeleton)
        return SWV_NULL;
    const bool is_made = skeleton->cookie == COOKIE && skeleton->joint_count >= 1 &&
                         skeleton->joint_count <= SWV_SKELETON_JOINTS && skeleton->joints && skeleton->rest_frames &&
                         skeleton->inside && skeleton->order && skeleton->place && skeleton->below &&
                         skeleton->first_number && skeleton->first_freedom;
    return is_made ? SWV_OK : SWV_BAD_MODEL;
}

int swv_skeleton_find(const swv_skeleton *skeleton, const char *name)
{
    if (swvi_skeleton_status(skeleton) != SWV_OK || !name || !name[0])
        return -1;
    for (int i = 0; i < skeleton->joint_count; ++i)
        if (skeleton->joints[i].name && strcmp(skeleton->joints[i].name, name) == 0)
            return i;
    return -1;
}
