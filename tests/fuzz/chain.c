// SPDX-License-Identifier: MIT
// chain.h and solve.h: a chain of up to ten joints by axes or Denavit-Hartenberg rows, some of them following others; its
// tip, its rows and back; and up to three goals for the engine.
#include "../support/chain_solve.h"
#include "chains.h"

static void check_forward(const swv_chain *chain, const double *q)
{
    swv_pose tip;
    swv_vec3 origin;
    turn     rotation;
    PAINT(tip);
    const swv_status status = swv_chain_tip(chain, q, &tip);
    CHECK(is_status(status));
    if (status != SWV_OK) {
        CHECK_UNTOUCHED(tip);
        return;
    }
    CHECK(all_finite(&tip.position.x, 3) && all_finite(&tip.rotation.x, 4));
    const double size = size_of(chain, q);
    if (!(size < 1e100))
        return;
    forward(chain, q, SWV_TIP, &rotation, &origin);
    CHECK_NEAR(apart(origin, tip.position), 0.0, 1e-12 * size);
    CHECK_NEAR(angle_between(rotation, turn_of(tip.rotation)), 0.0, 1e-10);

    double jacobian[6 * MOST];
    CHECK(is_status(swv_chain_jacobian(chain, q, (swv_jacobian_axes)0, jacobian, NULL)));
}

static double error_of(const swv_chain *chain, const double *q, const swv_goal *goal)
{
    turn     rotation;
    swv_vec3 origin;
    forward(chain, q, goal->link, &rotation, &origin);
    return apart(swv_vec3_add(origin, turned(rotation, goal->point)), goal->target.position);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stream    s = stream_of(data, size);
    swv_chain chain;
    double    q[SWV_MAX_JOINTS], previous[SWV_MAX_JOINTS];
    if (!take_chain_or_model(&s, &chain))
        return 0;
    for (int i = 0; i < chain.dof; ++i)
        previous[i] = take_number(&s, -3.0, 3.0);
    check_forward(&chain, previous);

    // Rows and back: the same tip.
    swv_axis  axes[MOST];
    swv_pose  tip;
    swv_chain again;
    if (swv_chain_to_axes(&chain, axes, &tip) == SWV_OK)
        CHECK(is_status(swv_chain_from_axes(&again, axes, chain.joint_count, &tip)));
    swv_dh_row rows[MOST];
    swv_pose   base;
    swv_joint  joints[SWV_CHAIN_JOINTS];
    const int  joint_count = swv_chain_joints(&chain, joints);
    CHECK(is_status(swv_joints_to_dh(joints, joint_count, (swv_dh_convention)take_below(&s, 2), rows, &base, &tip)));

    swv_goal  goals[3];
    const int count = 1 + take_below(&s, 3);
    double    scale = 0.1;
    for (int i = 0; i < chain.joint_count; ++i)
        scale += length_of(chain.joints[i].origin);
    for (int i = 0; i < count; ++i)
        goals[i] = (swv_goal){ .kind = (swv_goal_kind)take_below(&s, s.is_wild ? 7 : 6),
                               .link = take_below(&s, 3) ? SWV_TIP : take_below(&s, chain.joint_count + 1),
                               .point = take_below(&s, 3) ? (swv_vec3){ 0 } : take_vec3(&s, 1.0),
                               .axis = take_vec3(&s, 1.0),
                               .target = take_pose(&s, scale < 1e100 ? scale : 1.0),
                               .direction = take_vec3(&s, 1.0),
                               .distance = take_number(&s, 0.0, 1.0),
                               .weight = take_number(&s, 0.0, 2.0),
                               .priority = take_below(&s, s.is_wild ? 5 : 2) };
    double preferred[SWV_MAX_JOINTS];
    for (int i = 0; i < chain.dof; ++i)
        preferred[i] = take_number(&s, -3.0, 3.0);
    const swv_solve_options options = { .max_iterations = 1 + take_below(&s, 60),
                                        .max_restarts = take_below(&s, 3) - 1,
                                        .preferred = take_bool(&s) ? preferred : NULL,
                                        .preferred_weight = take_below(&s, 3) < 2 ? 0.0 : take_number(&s, 0.0, 1.0),
                                        .previous_weight = take_below(&s, 3) < 2 ? 0.0 : take_number(&s, 0.0, 1.0) };
    swv_solve_report        report;
    PAINT(q);
    const swv_status status = solve_chain(&chain, goals, count, take_bool(&s) ? previous : NULL, &options, q, &report);
    CHECK(is_status(status));
    if (status != SWV_OK) {
        CHECK_UNTOUCHED(q);
        return 0;
    }
    CHECK(all_finite(q, chain.dof) && isfinite(report.position_error) && isfinite(report.rotation_error));
    for (int i = 0; i < chain.dof; ++i) {
        double lower, upper;
        CHECK(swv_chain_limits(&chain, i, &lower, &upper) == SWV_OK);
        CHECK(q[i] >= lower - 2e-9 && q[i] <= upper + 2e-9);
    }
    CHECK(report.goal_count == count);
    const double length = size_of(&chain, q);
    for (int i = 0; i < count && length < 1e100; ++i)
        if (goals[i].kind == SWV_GOAL_POSE || goals[i].kind == SWV_GOAL_POSITION) {
            const double error = error_of(&chain, q, &goals[i]);
            check_distance(report.goals[i].position, error, 1e-11 * (length + length_of(goals[i].point) + error));
            if (report.outcome == SWV_REACHED && report.priority_met >= goals[i].priority)
                CHECK(error <= 1.01e-6 + 1e-11 * length);
        }
    return 0;
}
