// SPDX-License-Identifier: MIT
//
// Is a goal out of reach, whatever the joints do?
//
// A chain spans distances between those of its links laid one after the other: from the first joint to a point on link k
// at most the sum of their lengths, and at least twice the longest less that sum. A link that slides has a least and a
// greatest length. A target outside these, by more than the tolerance and rounding, is out of reach of every posture,
// with limits or without. The converse does not hold.
#include <math.h>

#include "solve/engine_internal.h"

/// The least and the greatest length of something.
typedef struct span {
    double least, most;
} span;

static double length_at(const swv_chain_joint *joint, double value)
{
    return swv_vec3_length(swv_vec3_add(joint->origin, swv_vec3_scale(value, joint->axis)));
}

// |origin + v axis| with v anywhere in its limits, where the joint slides.
static span span_of_link(const swv_chain_joint *joint)
{
    if (joint->type == SWV_REVOLUTE) {
        const double length = swv_vec3_length(joint->origin);
        return (span){ length, length };
    }
    if (!(joint->lower > -INFINITY && joint->upper < INFINITY))
        return (span){ 0.0, INFINITY };
    const double foot = -swv_vec3_dot(joint->origin, joint->axis);
    const double v = foot < joint->lower ? joint->lower : foot > joint->upper ? joint->upper : foot;
    const double a = length_at(joint, joint->lower), b = length_at(joint, joint->upper);
    return (span){ length_at(joint, v), a > b ? a : b };
}

// From the first joint, or from the base if the first joint slides, to the goal's point.
static span span_of_chain(const swv_chain *chain, const swv_goal *goal)
{
    const int      link_count = goal->link == SWV_TIP ? chain->joint_count : goal->link;
    const swv_vec3 end = goal->link == SWV_TIP ? swv_pose_apply(chain->tip, goal->point) : goal->point;
    const double   end_length = swv_vec3_length(end);
    double         most = end_length, inner = end_length;
    for (int i = chain->joints[0].type == SWV_REVOLUTE ? 1 : 0; i < link_count; ++i) {
        const span link = span_of_link(&chain->joints[i]);
        // What is inside the longest: its least less the most of all others.
        inner = link.least - most > inner - link.most ? link.least - most : inner - link.most;
        most += link.most;
    }
    return (span){ inner > 0.0 ? inner : 0.0, most };
}

static bool is_within_reach(const swvi_engine *e, const swv_goal *goal)
{
    if (goal->kind != SWV_GOAL_POSE && goal->kind != SWV_GOAL_POSITION && goal->kind != SWV_GOAL_DISTANCE)
        return true;
    const swv_chain       *chain = e->chain;
    const swv_chain_joint *first = &chain->joints[0];
    const bool             slides = first->type != SWV_REVOLUTE;
    const swv_vec3         from = slides ? chain->base.position : swv_pose_apply(chain->base, first->origin);
    const span             s = span_of_chain(chain, goal);
    const double           away = swv_vec3_length(swv_vec3_sub(goal->target.position, from));
    const double           size = away + swv_vec3_length(from) + (s.most < INFINITY ? s.most : 0.0);
    const double           slack = sqrt(e->position_tolerance) + 1e-12 * size;
    if (goal->kind != SWV_GOAL_DISTANCE)
        return away <= s.most + slack && away >= s.least - slack;
    const double inner = away - s.most > s.least - away ? away - s.most : s.least - away;
    return goal->distance <= away + s.most + slack && goal->distance >= inner - slack;
}

bool swvi_is_out_of_reach(const swvi_engine *e, int priority)
{
    for (int g = 0; g < e->goal_count; ++g)
        if (e->goals[g].priority <= priority && !is_within_reach(e, &e->goals[g]))
            return true;
    return false;
}
