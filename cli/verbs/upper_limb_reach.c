// SPDX-License-Identifier: MIT
#include "verbs/upper_limb_reach.h"

#include <math.h>
#include <stddef.h>

#include <swivel/shoulder.h>
#include <swivel/trig.h>

#include "io/message.h"

typedef struct limb {
    swv_upper_limb limb;
    swv_vec3       rest;
    double         girdle[SWV_GIRDLE_ANGLES];
} limb;

static void check(swv_status status)
{
    if (status != SWV_OK)
        fail("workspace: %s", swv_status_text(status));
}

static bool is_inside(const limb *l, const swv_limb_posture *arm)
{
    uint32_t broken;
    check(swv_limb_check(&l->limb.arm, arm, &broken, NULL));
    return !(broken & (1u << SWV_LIMIT_DIRECTION | 1u << SWV_LIMIT_TWIST));
}

// Shoulder and elbow from numbers between 0 and 1: any flexion of the hinge, one in ten at a limit, and any rotation of the
// upper arm; one that its limits forbid is turned back towards the limits' rest as far as it must.
static swv_limb_posture arm_of(const limb *l, const double *posture)
{
    const swv_limb_limits *limits = &l->limb.arm.bounds.limits;
    const double           held = fmin(fmax(1.1 * posture[3] - 0.05, 0.0), 1.0);
    const double           angles[SWV_LIMB_ANGLES] = { SWV_PI * (2.0 * posture[0] - 1.0), swv_acos(1.0 - 2.0 * posture[1]),
                                                       SWV_PI * (2.0 * posture[2] - 1.0),
                                                       limits->hinge.lower + held * (limits->hinge.upper - limits->hinge.lower) };
    swv_limb_posture       arm;
    check(swv_limb_posture_from_angles(&l->limb.arm, angles, &arm));
    if (is_inside(l, &arm))
        return arm;
    const swv_vec3 x = limits->rest_bend, z = limits->rest, y = swv_vec3_cross(z, x), across = { 0.0, 1.0, 0.0 };
    const swv_quat rest = swv_quat_from_mat3((swv_mat3){ { { x.x, y.x, z.x }, { x.y, y.y, z.y }, { x.z, y.z, z.z } } });
    const swv_vec3 way = swv_rotation_vector_from_quat(swv_quat_mul(arm.upper, swv_quat_conjugate(rest)));
    const swv_quat bend = swv_quat_from_axis_angle(across, arm.flexion);
    double         inside = 0.0, outside = 1.0;
    for (int i = 0; i < 20; i++) {
        const double middle = 0.5 * (inside + outside);
        arm.upper = swv_quat_mul(swv_quat_from_rotation_vector(swv_vec3_scale(middle, way)), rest);
        if (is_inside(l, &arm))
            inside = middle;
        else
            outside = middle;
    }
    arm.upper = swv_quat_normalize(swv_quat_mul(swv_quat_from_rotation_vector(swv_vec3_scale(inside, way)), rest));
    arm.lower = swv_quat_mul(arm.upper, bend);
    return arm;
}

static swv_vec3 place_with_girdle(const void *model, const double *posture)
{
    const limb            *l = model;
    const swv_limb_posture arm = arm_of(l, posture);
    double                 girdle[SWV_GIRDLE_ANGLES];
    swv_upper_limb_posture p;
    check(swv_upper_limb_forward(&l->limb, l->girdle, &arm, &p));
    check(swv_rhythm_angles(&l->limb.girdle.rhythm, p.elevation, p.plane, 0.0, girdle));
    check(swv_upper_limb_forward(&l->limb, girdle, &arm, &p));
    return p.wrist;
}

static swv_vec3 place_at_rest(const void *model, const double *posture)
{
    const limb            *l = model;
    const swv_limb_posture arm = arm_of(l, posture);
    swv_upper_limb_posture p;
    check(swv_upper_limb_forward(&l->limb, l->girdle, &arm, &p));
    return p.wrist;
}

static bool reaches_with_girdle(const void *form, swv_vec3 wrist)
{
    const limb                  *l = form;
    const swv_upper_limb_options options = { .tolerance = 1e-6, .max_iterations = 30, .compromise = SWV_KEEP_HAND };
    const swv_upper_limb_goal    goal = { .arm = { .end = { .position = wrist }, .position_only = true } };
    swv_upper_limb_posture       p;
    swv_upper_limb_report        report;
    check(swv_upper_limb_solve(&l->limb, &goal, NULL, &options, &p, &report));
    return report.outcome == SWV_REACHED;
}

static bool reaches_at_rest(const void *form, swv_vec3 wrist)
{
    const limb         *l = form;
    const swv_limb_goal goal = { .end = { .position = swv_vec3_sub(wrist, l->rest) }, .position_only = true };
    const swv_limb_options options = { SWV_KEEP_HAND };
    swv_limb_posture    arm;
    swv_limb_report     report;
    check(swv_limb_solve(&l->limb.arm, &goal, NULL, &options, &arm, &report));
    return report.outcome == SWV_REACHED;
}

void make_limb_sets(bool has_limits, reachable_set sets[LIMB_SETS], swv_vec3 *rest)
{
    static limb l;
    check(swv_upper_limb_make_human(&l.limb, SWV_RIGHT));
    if (!has_limits) {
        swv_limb_limits none;
        check(swv_limb_no_limits(&none));
        check(swv_limb_set_limits(&l.limb.arm, &none));
    }
    check(swv_upper_limb_rest(&l.limb, l.girdle, &l.rest));
    *rest = l.rest;
    sets[0] = (reachable_set){ .label = "with the girdle",
                               .colour = SVG_BLUE,
                               .place_of = place_with_girdle,
                               .model = &l,
                               .dimension = 4,
                               .reaches = reaches_with_girdle,
                               .form = &l };
    sets[1] = (reachable_set){ .label = "with the girdle at rest",
                               .colour = SVG_ORANGE,
                               .place_of = place_at_rest,
                               .model = &l,
                               .dimension = 4,
                               .reaches = reaches_at_rest,
                               .form = &l };
}
