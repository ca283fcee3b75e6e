// SPDX-License-Identifier: MIT
//
// Is a goal out of reach, whatever the joints do?
//
// Bones laid one after the other, from the joint nearest to the root that moves a point, span distances at most the sum of
// their lengths, and at least twice the longest less that sum. A bone that slides has a least and a greatest length. A target
// outside these, by more than the tolerance and rounding, is out of reach of every posture, with limits or without. The
// converse does not hold. Lengths are metres, or the skeleton's unit.
#include <math.h>

#include "solve/sight.h"

/// The least and the greatest length of something.
typedef struct span {
    double least, most;
} span;

// |origin + value axis|; axis is a unit vector in the frame of origin.
static double length_at(swv_vec3 origin, swv_vec3 axis, double value)
{
    return swv_vec3_length(swv_vec3_add(origin, swv_vec3_scale(value, axis)));
}

// |origin + v axis| with v anywhere in the limits, where the joint slides; both are in one frame, whichever it is.
static span span_of(const swv_joint *joint, swv_vec3 origin, swv_vec3 axis)
{
    const double lower = joint->lower[0], upper = joint->upper[0];
    if (joint->kind != SWV_JOINT_SLIDER) {
        const double length = swv_vec3_length(origin);
        return (span){ length, length };
    }
    if (!(lower > -INFINITY && upper < INFINITY))
        return (span){ 0.0, INFINITY };
    const double foot = -swv_vec3_dot(origin, axis);
    const double v = foot < lower ? lower : foot > upper ? upper : foot;
    const double a = length_at(origin, axis, lower), b = length_at(origin, axis, upper);
    return (span){ length_at(origin, axis, v), a > b ? a : b };
}

// What a bone adds to those beyond it: inside the longest there is its least less the most of all others.
static span longer(span all, span bone)
{
    const double one = bone.least - all.most, other = all.least - bone.most;
    return (span){ one > other ? one : other, all.most + bone.most };
}

// The distances from the joint nearest to the root, or, if it slides, from where it rests, to the goal's point. *top takes that joint. link: index of
// the goal's joint.
static span span_to(const swv_skeleton *skeleton, const swv_goal *goal, int link, int *top)
{
    const swvi_joint *inside = swvi_skeleton_inside(skeleton);
    const swvi_joint *in = &inside[link];
    const swv_vec3    zero = { 0.0, 0.0, 0.0 };
    const double      end = swv_vec3_length(swv_vec3_add(in->from_mover, swv_quat_rotate(in->turn, goal->point)));
    span              all = { end, end };
    int               n = in->mover;
    for (; inside[n].above >= 0; n = inside[n].above) {
        const swvi_joint *at = &inside[n];
        const swv_vec3    axis = at->is_mounted ? swvi_combine(swvi_axes_of(at->mount), at->axes[0]) : at->axes[0];
        all = longer(all, span_of(&skeleton->joints[n], at->origin, axis));
    }
    if (skeleton->joints[n].kind == SWV_JOINT_SLIDER)
        all = longer(all, span_of(&skeleton->joints[n], zero, inside[n].axes[0]));
    *top = n;
    return (span){ all.least > 0.0 ? all.least : 0.0, all.most };
}

// Whether lengths allow what a goal asks of its point; kinds that ask nothing of it always are.
static bool is_within_reach(const swvi_asked *asked, const swv_goal *goal)
{
    if (goal->kind != SWV_GOAL_POSE && goal->kind != SWV_GOAL_POSITION && goal->kind != SWV_GOAL_DISTANCE)
        return true;
    const swv_skeleton *skeleton = asked->skeleton;
    const swvi_joint   *inside = swvi_skeleton_inside(skeleton);
    const int           link = swvi_joint_of_link(skeleton, goal->link);
    int                 top;
    if (inside[link].mover < 0)
        return false;
    const span s = span_to(skeleton, goal, link, &top);
    if (skeleton->joints[top].kind == SWV_JOINT_FREE)  // goes anywhere
        return true;
    const swv_vec3 from = inside[top].origin;
    const double   away = swv_vec3_length(swv_vec3_sub(goal->target.position, from));
    const double   size = away + swv_vec3_length(from) + (s.most < INFINITY ? s.most : 0.0);
    const double   slack = sqrt(asked->position_tolerance) + 1e-12 * size;
    if (goal->kind != SWV_GOAL_DISTANCE)
        return away <= s.most + slack && away >= s.least - slack;
    const double inner = away - s.most > s.least - away ? away - s.most : s.least - away;
    return goal->distance <= away + s.most + slack && goal->distance >= inner - slack;
}

bool swvi_is_out_of_reach(const swvi_asked *asked, int priority)
{
    for (int g = 0; g < asked->goals->count; ++g)
        if (asked->goals->goals[g].priority <= priority && !is_within_reach(asked, &asked->goals->goals[g]))
            return true;
    return false;
}
