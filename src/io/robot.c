// SPDX-License-Identifier: MIT
// A robot in use: what follows what, a way through it as a serial chain, boxes around the shapes of its links. Joints and links are indices; a joint's number is radians or metres.
#include "swivel_io/robot.h"

#include <math.h>
#include <string.h>

#include "io/io_internal.h"

static bool has_one_number(const swv_joint *j)
{
    return j->kind == SWV_JOINT_HINGE || j->kind == SWV_JOINT_SLIDER;
}

/// Whose number a joint has: its value is ratio times that plus offset. The leader is -1 if joints follow each other in a circle.
typedef struct source {
    int    leader;
    double ratio, offset;
} source;

// Along what it follows, to a joint that follows none.
static source source_of(const swvi_reading *r, int joint)
{
    source s = { -1, 1.0, 0.0 };
    for (int steps = 0; steps <= r->motion->joint_count; steps++) {
        const swv_joint *j = &r->robot[joint];
        if (j->follows < 0) {
            s.leader = joint;
            break;
        }
        s.offset += s.ratio * j->offset;
        s.ratio *= j->ratio;
        joint = j->follows;
    }
    return s;
}

// Joints that follow what has no number of its own, or themselves in the end, move on their own.
static bool drop_bad_couplings(swvi_reading *r)
{
    for (int i = 0; i < r->motion->joint_count; i++) {
        swv_joint *j = &r->robot[i];
        swv_pose  *rest = &r->motion->joints[i].rest;
        if (j->follows < 0 || !has_one_number(j) || j->ratio != 0.0)
            continue;
        // One that follows by a ratio of 0 stands still, at its offset: its rest takes that along.
        const swv_pose turned = { { 0.0, 0.0, 0.0 }, swv_quat_from_axis_angle(j->axis, j->offset) },
                       moved = { swv_vec3_scale(j->offset, j->axis), SWV_IDENTITY_QUAT };
        *rest = swv_pose_mul(*rest, j->kind == SWV_JOINT_HINGE ? turned : moved);
        j->kind = SWV_JOINT_FIXED;
        j->follows = -1;
    }
    for (int i = 0; i < r->motion->joint_count; i++) {
        swv_joint *j = &r->robot[i];
        if (j->follows >= 0 && !(has_one_number(j) && has_one_number(&r->robot[j->follows])))
            j->follows = -1;
    }
    for (int i = 0; i < r->motion->joint_count; i++) {
        swv_joint *j = &r->robot[i];
        if (j->follows < 0)
            continue;
        const source s = source_of(r, i);
        // Beyond 1e99 a product of ratios soon overflows. Chosen.
        if (s.leader >= 0 && s.ratio != 0.0 && fabs(s.ratio) < 1e99 && fabs(s.offset) < 1e99)
            continue;
        j->follows = -1;
        if (!swvi_warn(r, "the joint '%.40s' follows itself in the end: it moves on its own", j->name))
            return false;
    }
    return true;
}

/// What is left of the limits of a number, radians or metres.
typedef struct range {
    double lower, upper;
} range;

// What j's limits leave of `all`, which are those of the number of its source. 0 and 0: it has none.
static range narrowed(range all, const swv_joint *j, const source *s)
{
    const bool   has_none = j->lower[0] == 0.0 && j->upper[0] == 0.0;
    const double a = has_none ? -INFINITY : (j->lower[0] - s->offset) / s->ratio;
    const double b = has_none ? INFINITY : (j->upper[0] - s->offset) / s->ratio;
    return (range){ fmax(all.lower, fmin(a, b)), fmin(all.upper, fmax(a, b)) };
}

bool swvi_robot_couple(swvi_reading *r)
{
    const int count = r->motion->joint_count;
    range    *left = swvi_pool_take(r->scratch, (size_t)count, sizeof *left);
    if (!left)
        return swvi_fail_memory(r->error);
    if (!drop_bad_couplings(r))
        return false;
    for (int i = 0; i < count; i++) {
        const source own = { i, 1.0, 0.0 };
        left[i] = narrowed((range){ -INFINITY, INFINITY }, &r->robot[i], &own);
    }
    for (int i = 0; i < count; i++) {
        swv_joint *j = &r->robot[i];
        if (j->follows < 0) {
            j->ratio = j->offset = 0.0;
            continue;
        }
        const source s = source_of(r, i);
        const range  all = narrowed(left[s.leader], j, &s);
        if (all.lower <= all.upper) {
            left[s.leader] = all;
            continue;
        }
        j->lower[0] = -INFINITY;
        j->upper[0] = INFINITY;
        if (!swvi_warn(r, "the limits of the joint '%.40s' leave nothing of those of the one it follows", j->name))
            return false;
    }
    return true;
}

int swv_motion_find(const swv_motion *motion, const char *name)
{
    for (int i = 0; motion && name && i < motion->joint_count; i++)
        if (!strcmp(motion->joints[i].name, name))
            return i;
    return -1;
}

// Joints that move from base (not among them) to tip, to `way`, and how many; -1 if base is not above it, or they are too many or other than hinges
// and sliders.
static int way_between(const swv_motion *m, int base, int tip, int way[SWV_MAX_JOINTS], swv_pose *base_from_tip)
{
    int count = 0;
    *base_from_tip = (swv_pose)SWV_IDENTITY_POSE;
    for (int j = tip; j != base; j = m->joints[j].parent) {
        if (j < 0)
            return -1;
        *base_from_tip = swv_pose_mul(m->joints[j].rest, *base_from_tip);
        if (m->robot[j].kind == SWV_JOINT_FIXED)
            continue;
        if (count == SWV_MAX_JOINTS || (m->robot[j].kind != SWV_JOINT_HINGE && m->robot[j].kind != SWV_JOINT_SLIDER))
            return -1;
        memmove(way + 1, way, (size_t)count++ * sizeof *way);
        way[0] = j;
    }
    return count;
}

// At rest; -1: the world itself.
static swv_pose world_of(const swv_motion *m, int joint)
{
    swv_pose pose = SWV_IDENTITY_POSE;
    for (; joint >= 0; joint = m->joints[joint].parent)
        pose = swv_pose_mul(m->joints[joint].rest, pose);
    return pose;
}

swv_status swv_robot_joints(const swv_motion *motion, int base, int tip, swv_joint joints[SWV_MAX_JOINTS + 2],
                            int *joint_count)
{
    if (!motion || !joints || !joint_count)
        return SWV_NULL;
    if (!motion->robot)
        return SWV_BAD_MODEL;
    if (tip < 0 || tip >= motion->joint_count || base < -1 || base >= motion->joint_count)
        return SWV_BAD_COUNT;
    for (int j = tip; base < 0 && j >= 0; j = motion->joints[j].parent)
        if (motion->joints[j].parent < 0 && motion->robot[j].kind == SWV_JOINT_FREE)
            base = j;
    int       way[SWV_MAX_JOINTS];
    swv_pose  base_from_tip;
    const int count = way_between(motion, base, tip, way, &base_from_tip);
    if (count < 1)
        return count < 0 ? SWV_BAD_ARGUMENT : SWV_BAD_COUNT;
    const swv_pose world_from_base = world_of(motion, base);
    swv_axis       axes[SWV_MAX_JOINTS];
    for (int i = 0; i < count; i++) {
        const swv_pose base_from_joint = swv_pose_mul(swv_pose_inverse(world_from_base), world_of(motion, way[i]));
        axes[i] =
            (swv_axis){ base_from_joint.position, swv_quat_rotate(base_from_joint.rotation, motion->robot[way[i]].axis),
                        motion->robot[way[i]].kind == SWV_JOINT_SLIDER };
    }
    swv_joint        made[SWV_MAX_JOINTS + 1];
    const swv_status status = swv_joints_from_axes(axes, count, &base_from_tip, made);
    if (status != SWV_OK)
        return status;
    joints[0] = (swv_joint){ .name = "base", .parent = -1, .rest = world_from_base };
    for (int i = 0; i <= count; i++) {
        joints[1 + i] = made[i];
        joints[1 + i].parent = i;
    }
    for (int i = 0; i < count; i++) {
        const swv_joint *j = &motion->robot[way[i]];
        int              leader = 0;  // on the way
        while (leader < count && (j->ratio == 0.0 || j->follows != way[leader]))
            leader++;
        joints[1 + i].lower[0] = j->lower[0];
        joints[1 + i].upper[0] = j->upper[0];
        if (leader == count)
            continue;
        joints[1 + i].follows = 1 + leader;
        joints[1 + i].ratio = j->ratio;
        joints[1 + i].offset = j->offset;
    }
    *joint_count = count + 2;
    return SWV_OK;
}

// ---- boxes ----

// Half of a box around a shape turned by R, whose axes are the columns of R: a box of halves h  |R| h; an ellipsoid of half axes h
// sqrt(R^2 h^2), each number of R squared; a cylinder about z of radius r and half length l  |z| l + r sqrt(1 - z^2); a capsule |z| l + r.
#define FARTHEST 1e99  // trees take no lengths beyond 1e100

bool swvi_has_box(const swv_joint *j)
{
    return swv_vec3_length(j->low) > 0.0 || swv_vec3_length(j->high) > 0.0;
}

void swvi_add_shape(swv_joint *j, swvi_shape shape, swv_pose at, const double sizes[3])
{
    const swv_mat3 r = swv_mat3_from_quat(at.rotation);
    double         half[3];
    for (int i = 0; i < 3; i++) {
        const double h[3] = { r.m[i][0] * sizes[0], r.m[i][1] * sizes[1], r.m[i][2] * sizes[2] };
        const double z = fabs(r.m[i][2]), along = z * fabs(sizes[1]), radius = fabs(sizes[0]);
        half[i] = shape == SWVI_BOX         ? fabs(h[0]) + fabs(h[1]) + fabs(h[2])
                  : shape == SWVI_ELLIPSOID ? sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2])
                  : shape == SWVI_CYLINDER  ? along + radius * sqrt(fmax(0.0, 1.0 - z * z))
                  : shape == SWVI_CAPSULE   ? along + radius
                                            : radius;
    }
    const swv_vec3 by = { half[0], half[1], half[2] }, low = swv_vec3_sub(at.position, by),
                   high = swv_vec3_add(at.position, by);
    if (!(swv_vec3_length(low) < FARTHEST && swv_vec3_length(high) < FARTHEST))
        return;
    if (swvi_has_box(j)) {
        j->low = (swv_vec3){ fmin(j->low.x, low.x), fmin(j->low.y, low.y), fmin(j->low.z, low.z) };
        j->high = (swv_vec3){ fmax(j->high.x, high.x), fmax(j->high.y, high.y), fmax(j->high.z, high.z) };
    } else {
        j->low = low;
        j->high = high;
    }
}
