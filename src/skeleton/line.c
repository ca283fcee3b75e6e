// SPDX-License-Identifier: MIT
//
// A skeleton without branches as the engine's kernel of serial chains wants it: swvi_line, skeleton_internal.h.
//
// Given     the joints of a skeleton, each with its rest pose in the frame of its parent
// Find      origins and axes in frames that at rest are all parallel to that of the base
//
// (1) base      the last of the fixed joints before the first that moves; without one, the world
// (2) links     turn_j = turn_parent * rest rotation, from_j = from_parent + turn_parent * rest position; from where a joint moves on
//               `from` begins again at zero, and what it was is that joint's origin. Nothing is taken from two places in the world:
//               the skeleton may stand far from its origin. Where no joint rests turned all numbers are the caller's own
// (3) length    of the stretched chain from its first joint on, without what slides add to it
//
// Lengths are in the skeleton's unit, angles in radians; `joint_at` has, for each joint of the line, its index in the skeleton.
#include <math.h>
#include <string.h>

#include "math/scalar.h"
#include "skeleton/axis_along.h"
#include "skeleton/skeleton_internal.h"

// Divides the memory behind a line; returns the bytes with the line itself. Numbers are by coordinate or joint; there are no more of them than
// joints of a line. room: NULL, or the line is there.
static size_t divide(int joint_count, void *room, swvi_line *line)
{
    const size_t most = (size_t)(joint_count < SWV_MAX_JOINTS ? joint_count : SWV_MAX_JOINTS);
    size_t       used = sizeof *line;
    line->joints = (swvi_line_joint *)swvi_carve(room, &used, most, sizeof *line->joints);
    line->links = (swvi_line_link *)swvi_carve(room, &used, (size_t)joint_count, sizeof *line->links);
    double **const arrays[] = { &line->factor, &line->unit,        &line->per_unit,   &line->lower,
                                &line->upper,  &line->given_lower, &line->given_upper };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; ++i)
        *arrays[i] = (double *)swvi_carve(room, &used, most, sizeof(double));
    return used;
}

size_t swvi_line_size(int joint_count)
{
    swvi_line none;
    return divide(joint_count, NULL, &none);
}

// Hinges and sliders, each on the one before.
static bool is_line(const swv_skeleton *skeleton)
{
    const swvi_joint *inside = swvi_skeleton_inside(skeleton);
    int               last = -1, moving = 0;
    for (int i = 0; i < skeleton->joint_count; ++i) {
        const int            n = skeleton->order[i];
        const swv_joint_kind kind = skeleton->joints[n].kind;
        if (kind == SWV_JOINT_FIXED)
            continue;
        if ((kind != SWV_JOINT_HINGE && kind != SWV_JOINT_SLIDER) || inside[n].above != last)
            return false;
        last = n;
        moving += 1;
    }
    return moving >= 1 && moving <= SWV_MAX_JOINTS;
}

static bool turns_frames(swv_quat q)
{
    return q.x != 0.0 || q.y != 0.0 || q.z != 0.0;
}

static bool is_shifted(swv_vec3 v)
{
    return v.x != 0.0 || v.y != 0.0 || v.z != 0.0;
}

// (2) Fills joints, links, base and joint_at.
static void set_links(const swv_skeleton *skeleton, swvi_line *line, int *joint_at)
{
    const swv_pose identity = SWV_IDENTITY_POSE;
    line->base = identity;
    for (int i = 0; i < skeleton->joint_count; ++i) {
        const int             n = skeleton->order[i];
        const swv_joint      *j = &skeleton->joints[n];
        const swvi_line_link *parent = j->parent >= 0 ? &line->links[j->parent] : NULL;
        swvi_line_link       *link = &line->links[n];
        const bool            is_first = line->joint_count == 0 && j->kind != SWV_JOINT_FIXED;
        if (is_first && parent)
            line->base = skeleton->rest_frames[j->parent];
        const bool is_on_base = !parent || is_first;
        link->mover = is_on_base ? -1 : parent->mover;
        link->turn = is_on_base ? j->rest.rotation : swv_quat_mul(parent->turn, j->rest.rotation);
        link->from =
            is_on_base ? j->rest.position : swv_vec3_add(parent->from, swv_quat_rotate(parent->turn, j->rest.position));
        if (j->kind != SWV_JOINT_FIXED) {
            const bool       turned = turns_frames(link->turn);
            swvi_line_joint *joint = &line->joints[line->joint_count];
            joint->origin = link->from;
            joint->axis = turned ? swvi_on_axis(swv_quat_rotate(link->turn, j->axis)) : j->axis;
            joint->along = swvi_axis_along(joint->axis);
            joint->coordinate = skeleton->first_number[n];
            joint->offset = swvi_joint_follows(j) ? j->offset : 0.0;
            joint->slides = j->kind == SWV_JOINT_SLIDER;
            joint_at[line->joint_count] = n;
            link->mover = line->joint_count++;
            link->from = (swv_vec3){ 0.0, 0.0, 0.0 };
        }
        link->is_turned = turns_frames(link->turn) || is_shifted(link->from);
    }
}

// (3) From the joints' origins and the tip. Half the length weighs as much as a radian: docs/derivations/solve.md.
static void set_length(swvi_line *line)
{
    double length = sqrt(swv_vec3_dot(line->tip_pose.position, line->tip_pose.position));
    for (int i = 0; i < line->joint_count; ++i) {
        const swv_vec3 o = line->joints[i].origin;
        if (!is_shifted(o))
            continue;
        line->shifts |= (uint64_t)1 << i;
        length += i > 0 ? sqrt(swv_vec3_dot(o, o)) : 0.0;
    }
    line->per_length = length > 1e-100 ? 2.0 / length : 1.0;
}

// Factors of the joints; units and limits of the coordinates. Limits a whole turn apart leave an angle free.
static void set_numbers(const swv_skeleton *skeleton, swvi_line *line, const int *joint_at)
{
    const swvi_joint *inside = swvi_skeleton_inside(skeleton);
    line->coordinates = skeleton->number_count;
    line->is_plain = line->coordinates == line->joint_count;
    line->turns = 0;
    for (int i = 0; i < line->joint_count; ++i) {
        const swv_joint *j = &skeleton->joints[joint_at[i]];
        const int        c = line->joints[i].coordinate;
        const bool       turns_whole = inside[joint_at[i]].turns_whole;
        line->factor[i] = swvi_joint_follows(j) ? j->ratio : 1.0;
        line->is_plain = line->is_plain && !line->joints[i].slides && c == i;
        if (swvi_joint_follows(j))
            continue;
        line->unit[c] = line->joints[i].slides ? 1.0 / line->per_length : 1.0;
        line->per_unit[c] = line->joints[i].slides ? line->per_length : 1.0;
        line->given_lower[c] = j->lower[0];
        line->given_upper[c] = j->upper[0];
        line->turns |= (uint64_t)turns_whole << c;
        const bool is_free = turns_whole && j->upper[0] - j->lower[0] >= 2.0 * SWV_PI;
        line->lower[c] = is_free ? -INFINITY : j->lower[0] * line->per_unit[c];
        line->upper[c] = is_free ? INFINITY : j->upper[0] * line->per_unit[c];
    }
    for (int i = 0; i < line->joint_count; ++i)
        line->factor[i] *= line->unit[line->joints[i].coordinate];
}

void swvi_line_make(const swv_skeleton *skeleton, void *room)
{
    swvi_line *line = (swvi_line *)room;
    memset(line, 0, sizeof *line);
    if (!is_line(skeleton))
        return;
    (void)divide(skeleton->joint_count, room, line);
    int joint_at[SWV_MAX_JOINTS];
    set_links(skeleton, line, joint_at);
    const int             last = line->joint_count - 1;
    const swvi_line_link *given_last = &line->links[skeleton->joint_count - 1];
    line->tip = given_last->mover == last ? skeleton->joint_count - 1 : joint_at[last];
    line->tip_pose = (swv_pose){ line->links[line->tip].from, line->links[line->tip].turn };
    line->has_mount = turns_frames(line->tip_pose.rotation);
    swvi_columns_of(line->base.rotation, line->base_rotation);
    swvi_columns_of(line->tip_pose.rotation, line->mount);
    set_length(line);
    set_numbers(skeleton, line, joint_at);
}

// q: radians, by coordinate.
swv_pose swvi_line_tip(const swvi_line *line, const double *q)
{
    swv_pose at = line->base;
    for (int i = 0; i < line->joint_count; ++i) {
        const swvi_line_joint *joint = &line->joints[i];
        const swv_pose         turn = { joint->origin, swv_quat_from_axis_angle(joint->axis, q[joint->coordinate]) };
        at = swv_pose_mul(at, turn);
    }
    at = swv_pose_mul(at, line->tip_pose);
    at.rotation = swv_quat_normalize(at.rotation);
    return at;
}
