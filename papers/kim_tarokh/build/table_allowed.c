// SPDX-License-Identifier: MIT
// Constraints that postures of a table are tried on while it is made: obstacles, and the limits of a human limb. Metres and radians, in the world.
#include <math.h>
#include <string.h>

#include "kim_tarokh/build/table_space.h"
#include "math/scalar.h"
#include "swivel_papers/arm.h"
#include "swivel_papers/table_build.h"

// Whether there is an inside.
static bool is_obstacle(const swv_obstacle *o)
{
    if (!swvi_vec3_is_finite(o->at) || !swvi_vec3_is_finite(o->to))
        return false;
    if (o->shape == SWV_OBSTACLE_BOX)
        return o->to.x > o->at.x && o->to.y > o->at.y && o->to.z > o->at.z;
    if (o->shape == SWV_OBSTACLE_SPHERE)
        return o->radius > 0.0 && swvi_is_finite(o->radius);
    return o->shape == SWV_OBSTACLE_HALF_SPACE && swv_vec3_length(o->to) > 0.0;
}

swv_status swv_obstacles_make(const swv_chain *chain, swv_vec3 hand, const swv_obstacle *of, int count,
                              swv_obstacles *obstacles)
{
    if (!chain || !obstacles || (!of && count > 0))
        return SWV_NULL;
    swvi_space   space;
    const double none[SWV_MAX_JOINTS] = { 0.0 };
    swv_pose     frames[SWV_MAX_JOINTS], tip;
    if (!swvi_space_of("", chain, &space) || swv_chain_frames(chain, none, frames, &tip) != SWV_OK)
        return SWV_BAD_MODEL;
    if (count < 0 || !swvi_vec3_is_finite(hand))
        return SWV_BAD_ARGUMENT;
    for (int i = 0; i < count; ++i) {
        if (!is_obstacle(&of[i]))
            return SWV_BAD_ARGUMENT;
    }
    *obstacles = (swv_obstacles){ .chain = *chain, .before = space.n, .hand = hand, .of = of, .count = count };
    obstacles->wrist = swv_pose_apply(swv_pose_inverse(frames[space.n - 1]), swv_pose_apply(tip, space.wrist));
    const swv_vec3 axis = chain->joints[space.n - 1].axis;  // through the frame's origin
    obstacles->elbow = swv_vec3_scale(swv_vec3_dot(axis, obstacles->wrist), axis);
    return SWV_OK;
}

static bool is_in(const swv_obstacle *o, swv_vec3 p)
{
    if (o->shape == SWV_OBSTACLE_BOX)
        return p.x > o->at.x && p.x < o->to.x && p.y > o->at.y && p.y < o->to.y && p.z > o->at.z && p.z < o->to.z;
    if (o->shape == SWV_OBSTACLE_SPHERE)
        return swv_vec3_length(swv_vec3_sub(p, o->at)) < o->radius;
    return swv_vec3_dot(swv_vec3_sub(p, o->at), o->to) < 0.0;
}

bool swv_obstacles_allow(void *data, const double *q, int known)
{
    const swv_obstacles *o = data;
    double               all[SWV_MAX_JOINTS] = { 0.0 };
    swv_pose             frames[SWV_MAX_JOINTS], tip;
    memcpy(all, q, sizeof(double) * (size_t)known);
    (void)swv_chain_frames(&o->chain, all, frames, &tip);
    const swv_pose *last = &frames[o->before - 1];
    const swv_vec3  points[3] = { swv_pose_apply(*last, o->elbow), swv_pose_apply(*last, o->wrist),
                                  swv_pose_apply(tip, o->hand) };
    bool            is_clear = true;
    for (int i = 0; i < o->count; ++i)
        for (int k = 0; k < (known == o->chain.joint_count ? 3 : 2); ++k)
            is_clear = is_clear && !is_in(&o->of[i], points[k]);
    return is_clear;
}

swv_status swv_limb_chain(const swv_limb *limb, swv_chain *chain)
{
    if (!limb || !chain)
        return SWV_NULL;
    swv_arm          arm;
    const swv_range  hinge = limb->limits.hinge;
    const swv_status status =
        (limb->kind == SWV_LIMB_LEG ? swv_arm_make_leg : swv_arm_make)(limb->upper, limb->lower, &arm);
    if (status != SWV_OK)
        return status;
    // One set of angles for each rotation of a ball joint: the middle angle on one side only. The hinge as the limb says, within half a turn.
    const double low[7] = { -SWV_PI, 0.0, -SWV_PI, fmax(hinge.lower, 0.0), -0.5 * SWV_PI, -SWV_PI, -SWV_PI };
    const double high[7] = { SWV_PI, SWV_PI, SWV_PI, fmin(hinge.upper, SWV_PI), 0.5 * SWV_PI, SWV_PI, SWV_PI };
    for (int i = 0; i < 7; ++i)
        (void)swv_arm_set_limits(&arm, i, low[i], high[i]);
    return swv_arm_chain(&arm, chain);
}

bool swv_limb_allows(void *data, const double *q, int known)
{
    const swv_limb  *limb = data;
    swv_arm          arm;
    swv_pose         end;
    swv_vec3         elbow;
    swv_limb_posture posture;
    uint32_t         broken = 0;
    double           all[7] = { 0.0 };
    memcpy(all, q, sizeof(double) * (size_t)known);
    const bool is_leg = limb->kind == SWV_LIMB_LEG;
    if ((is_leg ? swv_arm_make_leg : swv_arm_make)(limb->upper, limb->lower, &arm) != SWV_OK ||
        swv_arm_forward(&arm, all, &end, &elbow) != SWV_OK)
        return false;
    end.rotation = is_leg ? end.rotation : swv_arm_palm_axes(SWV_RIGHT, end.rotation);
    if (swv_limb_posture_from_points(limb, elbow, &end, &posture) != SWV_OK ||
        swv_limb_check(limb, &posture, &broken, NULL) != SWV_OK)
        return false;
    // The joints before the wrist decide these three.
    const uint32_t before = 1u << SWV_LIMIT_DIRECTION | 1u << SWV_LIMIT_TWIST | 1u << SWV_LIMIT_HINGE;
    return !(known == 7 ? broken : broken & before);
}
