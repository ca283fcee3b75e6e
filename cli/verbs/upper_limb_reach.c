// SPDX-License-Identifier: MIT
// Where the wrist of the upper limb can be (upper_limb_reach.h). Metres and radians, places in the trunk's axes.
#include "verbs/upper_limb_reach.h"

#include <math.h>
#include <stddef.h>

#include <swivel/shoulder.h>
#include <swivel/trig.h>

#include "io/message.h"

typedef struct limb {
    swv_upper_limb limb, unlimited;  ///< only shoulder and elbow are limited: the hand's orientation is free
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
    return broken == 0;
}

// Shoulder and elbow from numbers between 0 and 1: any flexion of the hinge, one in ten at a limit, and any rotation of the
// upper arm; one that its limits forbid is turned back towards the limits' rest as far as it must.
static swv_limb_posture arm_of(const limb *l, const double *posture)
{
    const swv_limb_limits *limits = &l->limb.arm.limits;
    const double           held = fmin(fmax(1.1 * posture[3] - 0.05, 0.0), 1.0);
    const double     angles[SWV_LIMB_ANGLES] = { SWV_PI * (2.0 * posture[0] - 1.0), swv_acos(1.0 - 2.0 * posture[1]),
                                                 SWV_PI * (2.0 * posture[2] - 1.0),
                                                 limits->hinge.lower + held * (limits->hinge.upper - limits->hinge.lower) };
    swv_limb_posture arm;
    check(swv_limb_posture_from_angles(&l->limb.arm, angles, &arm));
    if (is_inside(l, &arm))
        return arm;
    const swv_vec3 x = limits->rest_bend, z = limits->rest, y = swv_vec3_cross(z, x), across = { 0.0, 1.0, 0.0 };
    const swv_quat rest = swv_quat_from_mat3((swv_mat3){ { { x.x, y.x, z.x }, { x.y, y.y, z.y }, { x.z, y.z, z.z } } });
    const swv_vec3 way = swv_rotation_vector_from_quat(swv_quat_mul(arm.upper, swv_quat_conjugate(rest)));
    const swv_quat bend = swv_quat_from_axis_angle(across, arm.flexion);
    double         inside = 0.0, outside = 1.0;
    for (int i = 0; i < 20; i++) {  // halvings: to a millionth of the way
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

// Swivels all around, from where elbows mostly are: the girdle as it settles for each, whatever the arm's limits say, and
// whether the shoulder then keeps them. Radians: from -0.4, 30 degrees apart. The girdle carries the shoulder no further than 0.1 m; a
// wrist that is out of reach by more than 5 cm with one swivel is so with all. Chosen.
static bool reaches_with_girdle(const void *form, swv_vec3 wrist)
{
    enum { SWIVELS = 12 };
    const limb                  *l = form;
    const swv_upper_limb_options options = { .tolerance = 1e-6, .max_iterations = 12 };
    const double                 girdle_adds = 0.1, reach = l->limb.arm.upper + l->limb.arm.lower;
    if (swv_vec3_length(swv_vec3_sub(wrist, l->rest)) > reach + girdle_adds)
        return false;
    for (int k = 0; k < SWIVELS; k++) {
        const swv_upper_limb_goal goal = { .arm = { .end = { .position = wrist },
                                                    .is_position_only = true,
                                                    .elbow = SWV_ELBOW_SWIVEL,
                                                    .swivel = -0.4 + SWV_PI / SWIVELS * (k % 2 ? k + 1 : -k) } };
        swv_upper_limb_posture    p;
        swv_upper_limb_report     report;
        check(swv_upper_limb_solve(&l->unlimited, &goal, NULL, &options, &p, &report));
        if (report.outcome == SWV_OUT_OF_REACH && report.position_error > 0.05)
            return false;
        if (report.outcome == SWV_REACHED && is_inside(l, &p.arm))
            return true;
    }
    return false;
}

static bool reaches_at_rest(const void *form, swv_vec3 wrist)
{
    const limb    *l = form;
    const swv_pose end = { swv_vec3_sub(wrist, l->rest), SWV_IDENTITY_QUAT };
    swv_swivels    swivels;
    check(swv_limb_feasible(&l->limb.arm, &end, &swivels));
    return swivels.count > 0;
}

void make_limb_sets(bool has_limits, reachable_set sets[LIMB_SETS], swv_vec3 *rest)
{
    static limb l;
    check(swv_upper_limb_make(SWV_RIGHT, &l.limb));
    swv_limb_limits none, limits = l.limb.arm.limits;
    check(swv_limb_no_limits(&none));
    l.unlimited = l.limb;
    check(swv_limb_set_limits(&l.unlimited.arm, &none));
    limits.pronation = none.pronation;
    limits.flexion = none.flexion;
    limits.deviation = none.deviation;
    check(swv_limb_set_limits(&l.limb.arm, has_limits ? &limits : &none));
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
