// SPDX-License-Identifier: MIT
// Chin's six-joint arm and seven methods: a hand or a previous posture that is a little elsewhere moves all links by little. The methods
// start a tenth of a radian from the posture that the hand was drawn from.
//
// Postures are radians; hands are poses in the shoulder's axes, lengths the thesis's unit (50 and 60: 110). What is drawn, moved and compared:
// tests/support/perturbation.h.
#include "perturbation.h"
#include "swivel_papers/arm6.h"
#include "swivel_papers/models.h"
#include "swivel_papers/study.h"

static double arm6_size(const swv_arm6 *arm)
{
    return arm->upper_arm + arm->forearm;
}

// One hand in five is beyond the reach by up to as much again, one is turned anyhow; the previous posture is within 0.1 rad of the one drawn. An axis
// of the hand is a quarter of the size, so that a turn counts like a move. Chosen.
static void solve_arm6(const void *setup, draw *d, answer *out)
{
    (void)setup;
    swv_arm6        arm;
    double          previous[6], q[6];
    swv_pose        hand;
    swv_vec3        elbow;
    swv_arm6_report report;
    swv_arm6_make_human(&arm);
    arm.side = draw_below(d, 2) ? SWV_LEFT : SWV_RIGHT;
    const double size = arm6_size(&arm);
    for (int i = 0; i < 6; i++)
        previous[i] = draw_between(d, fmax(arm.lower[i], -SWV_PI), fmin(arm.upper[i], SWV_PI));
    assert_int_equal(swv_arm6_forward(&arm, previous, &hand, NULL), SWV_OK);
    const int kind = draw_below(d, 5);
    if (kind == 0)
        hand.position = swv_vec3_scale(size * draw_between(d, 1.0, 2.0), swv_vec3_normalize(hand.position));
    if (kind == 1)
        hand.rotation = draw_rotation(d);
    for (int i = 0; i < 6; i++)
        previous[i] = moved_number(d, previous[i] + draw_between(d, -0.1, 0.1));
    hand = moved_pose(d, hand, size);
    assert_int_equal(swv_arm6_best(&arm, &hand, previous, q, &report), SWV_OK);
    assert_int_equal(swv_arm6_forward(&arm, q, &hand, &elbow), SWV_OK);
    out->where = where_of(report.outcome);
    add_place(out, "elbow", elbow, size);
    add_frame(out, "hand", hand, 0.25 * size, size);
}

// Methods see no limits. setup: the method.
static void study(const void *setup, draw *d, answer *out)
{
    const swv_study_method method = *(const swv_study_method *)setup;
    swv_chain              chain;
    double                 previous[SWV_MAX_JOINTS], q[SWV_MAX_JOINTS], scratch[4096];
    swv_pose               tip, frames[SWV_MAX_JOINTS];
    swv_study_report       report;
    assert_int_equal(swv_model_chain("arm6", &chain), SWV_OK);
    assert_true(swv_study_scratch(chain.dof) <= sizeof scratch / sizeof scratch[0]);
    const double size = 110.0;
    for (int i = 0; i < chain.dof; i++) {
        double lower, upper;
        assert_int_equal(swv_chain_limits(&chain, i, &lower, &upper), SWV_OK);
        previous[i] = draw_between(d, fmax(lower, -SWV_PI), fmin(upper, SWV_PI));
    }
    assert_int_equal(swv_chain_tip(&chain, previous, &tip), SWV_OK);
    for (int i = 0; i < chain.dof; i++)
        previous[i] = moved_number(d, previous[i] + draw_between(d, -0.1, 0.1));
    tip = moved_pose(d, tip, size);
    assert_int_equal(swv_study_solve(&chain, &tip, method, previous,
                                     &(swv_study_options){ .residual = SWV_STUDY_FRAME_12 }, scratch, q, &report),
                     SWV_OK);
    assert_int_equal(swv_chain_frames(&chain, q, frames, &tip), SWV_OK);
    out->where = where_of(report.outcome);
    for (int i = 0; i < chain.joint_count; i++)
        add_place(out, "link", frames[i].position, size);
    add_frame(out, "tip", tip, 0.25 * size, size);
}

int main(int argc, char **argv)
{
    static const swv_study_method methods[SWV_STUDY_METHODS] = { SWV_STUDY_NEWTON, SWV_STUDY_BROYDEN,
                                                                 SWV_STUDY_BFGS,   SWV_STUDY_FLETCHER,
                                                                 SWV_STUDY_FRPRM,  SWV_STUDY_POWELL,
                                                                 SWV_STUDY_PRAXIS };
    enum { reached = MEETS(WHERE_REACHED) };
    static const perturbed functions[] = {
        { "swv_arm6_best", solve_arm6, NULL, 3000, 1000, MEETS_ALL, 0 },
        { "swv_study_solve, newton", study, &methods[0], 1000, 300, reached, 0.02 },
        { "swv_study_solve, broyden", study, &methods[1], 1000, 300, reached, 0.02 },
        { "swv_study_solve, bfgs", study, &methods[2], 1000, 300, reached, 0.02 },
        { "swv_study_solve, fletcher", study, &methods[3], 1000, 300, reached, 0.02 },
        { "swv_study_solve, frprm", study, &methods[4], 500, 100, 0, 0.02 },
        { "swv_study_solve, powell", study, &methods[5], 500, 100, 0, 0.02 },
        { "swv_study_solve, praxis", study, &methods[6], 500, 100, 0, 0.02 },
    };
    return RUN_PERTURBATIONS("chin", functions, argc, argv);
}
