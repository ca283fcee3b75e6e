// SPDX-License-Identifier: MIT
#include "verbs/upper_limb_reach.h"

#include <math.h>
#include <stddef.h>

#include <swivel/shoulder.h>

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

// Shoulder and elbow from numbers between 0 and 1; one in ten is at a limit.
static void angles_of(const limb *l, const double *posture, double q[7])
{
    for (int i = 0; i < 7; i++) {
        const double lower = l->limb.arm.limits[i].lower, upper = l->limb.arm.limits[i].upper;
        const bool   goes_round = !(upper - lower < 2.0 * SWV_PI);
        const double part = i < 4 ? posture[i] : 0.5, held = fmin(fmax(1.1 * part - 0.05, 0.0), 1.0);
        q[i] = goes_round ? SWV_PI * (2.0 * part - 1.0) : lower + held * (upper - lower);
    }
}

static swv_vec3 place_with_girdle(const void *model, const double *posture)
{
    const limb            *l = model;
    double                 q[7], girdle[SWV_GIRDLE_ANGLES];
    swv_upper_limb_posture p;
    angles_of(l, posture, q);
    check(swv_upper_limb_forward(&l->limb, l->girdle, q, &p));
    check(swv_rhythm_angles(&l->limb.girdle.rhythm, p.elevation, p.plane, 0.0, girdle));
    check(swv_upper_limb_forward(&l->limb, girdle, q, &p));
    return p.wrist;
}

static swv_vec3 place_at_rest(const void *model, const double *posture)
{
    const limb            *l = model;
    double                 q[7];
    swv_upper_limb_posture p;
    angles_of(l, posture, q);
    check(swv_upper_limb_forward(&l->limb, l->girdle, q, &p));
    return p.wrist;
}

// Three swivels are asked for: each solve moves to the nearest one inside the limits.
static bool reaches_with_girdle(const void *form, swv_vec3 wrist)
{
    const limb                  *l = form;
    const swv_upper_limb_options options = { .tolerance = 1e-6, .max_iterations = 30 };
    for (int k = 0; k < 3; k++) {
        const swv_upper_limb_goal goal = { .wrist = wrist, .swivel = k == 0 ? -0.4 : k == 1 ? 0.8 : -1.6 };
        swv_upper_limb_posture    p;
        swv_upper_limb_report     report;
        check(swv_upper_limb_solve(&l->limb, &goal, NULL, &options, &p, &report));
        if (report.outcome == SWV_REACHED)
            return true;
        if (report.outcome == SWV_OUT_OF_REACH && report.position_error > 0.05)
            return false;
    }
    return false;
}

static bool reaches_at_rest(const void *form, swv_vec3 wrist)
{
    const limb    *l = form;
    double         q[7];
    swv_arm_report report;
    check(swv_arm_reach(&l->limb.arm, swv_vec3_sub(wrist, l->rest), 0.0, NULL, q, &report));
    return report.outcome == SWV_REACHED;
}

void make_limb_sets(bool has_limits, reachable_set sets[LIMB_SETS], swv_vec3 *rest)
{
    static limb l;
    swv_upper_limb_make_human(&l.limb);
    for (int i = 0; i < 7 && !has_limits; i++)
        check(swv_arm_set_limits(&l.limb.arm, i, -INFINITY, INFINITY));
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
