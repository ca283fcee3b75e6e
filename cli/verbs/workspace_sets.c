// SPDX-License-Identifier: MIT
// workspace: the places that models can reach, by a closed form where there is one, else by postures.
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <swivel_papers/arm.h>
#include <swivel_papers/chain.h>

#include "io/message.h"
#include "verbs/workspace.h"
#include "words/posture.h"

/// Postures of a chain by numbers from 0 to 1.
typedef struct chain_postures {
    swv_chain chain;
    double    lower[SWV_MAX_JOINTS], span[SWV_MAX_JOINTS];
    bool      goes_round[SWV_MAX_JOINTS];
} chain_postures;

static void make_postures(chain_postures *p, const swv_model *model, bool has_limits)
{
    for (int i = 0; i < p->chain.joint_count && !has_limits; i++)
        check_workspace(swv_chain_set_limits(&p->chain, i, -INFINITY, INFINITY));
    for (int i = 0; i < p->chain.dof; i++) {
        double     lower, upper;
        const int  joint = joint_of_coordinate(&p->chain, i);
        const bool turns = !p->chain.joints[joint].slides;
        check_workspace(swv_chain_limits(&p->chain, i, &lower, &upper));
        if (lower > upper)
            fail("workspace: the limits of %s leave %s no room", model->name, model->joint_names[joint]);
        if (!turns && !isfinite(upper - lower))
            fail("workspace: %s slides without limits", model->joint_names[joint]);
        p->goes_round[i] = turns && !(upper - lower < 2.0 * SWV_PI);
        p->lower[i] = p->goes_round[i] ? -SWV_PI : lower;
        p->span[i] = p->goes_round[i] ? 2.0 * SWV_PI : upper - lower;
    }
}

// A posture in ten has a joint with limits at one of them: the edge of what can be reached often lies there.
static swv_vec3 tip_of(const void *model, const double *posture)
{
    const chain_postures *p = model;
    double                q[SWV_MAX_JOINTS];
    swv_pose              tip;
    for (int i = 0; i < p->chain.dof; i++) {
        const double part = p->goes_round[i] ? posture[i] : fmin(fmax(1.1 * posture[i] - 0.05, 0.0), 1.0);
        q[i] = p->lower[i] + part * p->span[i];
    }
    check_workspace(swv_chain_tip(&p->chain, q, &tip));
    return tip.position;
}

static bool limb_reaches(const void *limb, swv_vec3 wrist)
{
    double         q[7];
    swv_arm_report report;
    check_workspace(swv_arm_reach(limb, wrist, 0.0, NULL, q, &report));
    return report.outcome == SWV_REACHED;
}

static const void *make_limb(swv_status (*make)(swv_arm *limb), bool has_limits)
{
    static swv_arm limb;
    check_workspace(make(&limb));
    for (int i = 0; i < 7 && !has_limits; i++)
        check_workspace(swv_arm_set_limits(&limb, i, -INFINITY, INFINITY));
    return &limb;
}

static bool finger_reaches(const void *finger, swv_vec3 tip)
{
    bool can = false;
    check_workspace(swv_finger_can_reach(finger, SWV_FINGER_FREE, (swv_point){ tip.x, tip.y }, &can));
    return can;
}

static bool coupled_finger_reaches(const void *finger, swv_vec3 tip)
{
    bool can = false;
    check_workspace(swv_finger_can_reach(finger, SWV_FINGER_COUPLED, (swv_point){ tip.x, tip.y }, &can));
    return can;
}

static const void *make_finger(bool has_limits)
{
    static swv_finger finger;
    swv_finger_make_little(&finger);
    const double none[3] = { SWV_PI, SWV_PI, SWV_PI }, less[3] = { -SWV_PI, -SWV_PI, -SWV_PI };
    if (!has_limits) {
        const swv_finger little = finger;
        check_workspace(swv_finger_make(little.lengths, less, none, little.ratio, &finger));
    }
    return &finger;
}

static const void *make_arm(bool has_limits)
{
    return make_limb(swv_arm_make_human, has_limits);
}

static const void *make_leg(bool has_limits)
{
    return make_limb(swv_arm_make_human_leg, has_limits);
}

/// Models for which a closed form says whether a place is reached, and what it is given.
static const struct {
    const char *model;
    bool (*reaches)(const void *form, swv_vec3 place);
    const void *(*make_form)(bool has_limits);
} closed_forms[] = {
    { "arm7", limb_reaches, make_arm },
    { "leg7", limb_reaches, make_leg },
    { "little-finger", finger_reaches, make_finger },
    { "little-finger-coupled", coupled_finger_reaches, make_finger },
};

/// Not a chain: girdle and arm move together.
static const swv_model upper_limb = { .name = "upper-limb", .length_unit = "m" };

// The tip of a model; `postures` must last as long as the set.
static reachable_set make_tip_set(const chain_postures *postures, const swv_model *model, bool has_limits)
{
    reachable_set set = { .label = "reachable",
                          .colour = SVG_BLUE,
                          .place_of = tip_of,
                          .model = postures,
                          .dimension = postures->chain.dof };
    for (size_t i = 0; i < sizeof closed_forms / sizeof closed_forms[0]; i++) {
        if (strcmp(closed_forms[i].model, model->name) == 0) {
            set.reaches = closed_forms[i].reaches;
            set.form = closed_forms[i].make_form(has_limits);
        }
    }
    return set;
}

bool is_finger_set(const reachable_set *set, swv_finger_kind *kind)
{
    const bool is_coupled = set->reaches == coupled_finger_reaches;
    *kind = is_coupled ? SWV_FINGER_COUPLED : SWV_FINGER_FREE;
    return is_coupled || set->reaches == finger_reaches;
}

void make_workspace_sets(workspace *w, const char *name)
{
    static chain_postures postures;
    if (strcmp(name, upper_limb.name) == 0) {
        w->model = &upper_limb;
        w->count = LIMB_SETS;
        make_limb_sets(w->has_limits, w->sets, &w->base);
        return;
    }
    w->model = find_model(name, &postures.chain);
    w->count = 1;
    w->base = postures.chain.base.position;
    make_postures(&postures, w->model, w->has_limits);
    w->sets[0] = make_tip_set(&postures, w->model, w->has_limits);
}
