// SPDX-License-Identifier: MIT
// Every kind of goal on random chains: linearisation against differences, answers against forward kinematics, weights,
// priorities and preferred postures against what they promise. Lengths are metres, angles radians; poses and places are in the world (solve.h).
#include "check.h"

#include <string.h>

#include <lapacke.h>

#include "chain_solve.h"
#include "chains.h"
#include "solve/line_engine.h"
#include "solved.h"

// A chain of 3 to 8 joints, some sliding, some following, limits on most.
static swv_chain random_chain(uint64_t *seed)
{
    swv_chain  chain;
    swv_dh_row rows[8];
    const int  count = 3 + random_below(seed, 6);
    for (int i = 0; i < count; ++i)
        rows[i] = random_row(seed);
    assert_int_equal(swv_chain_from_dh(&chain, SWV_DH_STANDARD, rows, count), SWV_OK);
    chain.base = random_pose(seed);
    for (int i = 0; i < count; ++i) {
        const double middle = random_between(seed, -1, 1), half = random_between(seed, 0.2, 3.0);
        if (chain.joints[i].slides)
            assert_int_equal(swv_chain_set_limits(&chain, i, middle - 0.3 * half, middle + 0.3 * half), SWV_OK);
        else if (random_below(seed, 4))
            assert_int_equal(swv_chain_set_limits(&chain, i, middle - half, middle + half), SWV_OK);
    }
    if (random_below(seed, 3) == 0 && chain.joints[count - 1].slides == chain.joints[count - 2].slides) {
        assert_int_equal(swv_chain_set_limits(&chain, count - 1, -INFINITY, INFINITY), SWV_OK);
        assert_int_equal(swv_chain_couple(&chain, count - 1, count - 2, random_between(seed, -1.5, 1.5), 0.1), SWV_OK);
    }
    return chain;
}

// A goal of any kind that a posture meets.
static swv_goal goal_met_by(uint64_t *seed, const swv_chain *chain, const double *q, swv_goal_kind kind)
{
    swv_pose frames[SWV_MAX_JOINTS], tip;
    swv_goal goal = { .kind = kind, .link = random_below(seed, 2) ? 0 : 1 + random_below(seed, chain->joint_count) };
    assert_int_equal(swv_chain_frames(chain, q, frames, &tip), SWV_OK);
    swv_pose frame = goal.link == 0 ? tip : frames[goal.link - 1];
    frame.rotation = swv_quat_normalize(frame.rotation);
    goal.point = random_vector(seed, 0.3);
    goal.axis = random_vector(seed, 1.0);
    const swv_vec3 point = swv_pose_apply(frame, goal.point), axis = swv_quat_rotate(frame.rotation, goal.axis);
    goal.target = (swv_pose){ point, frame.rotation };
    goal.direction = swv_vec3_scale(random_between(seed, 0.1, 5.0), axis);
    if (kind == SWV_GOAL_AIM)
        goal.target.position = swv_vec3_add(point, swv_vec3_scale(random_between(seed, 0.5, 3.0), axis));
    if (kind == SWV_GOAL_DISTANCE) {
        goal.target.position = random_vector(seed, 1.0);
        goal.distance = swv_vec3_length(swv_vec3_sub(point, goal.target.position));
    }
    // The quaternion need not have unit length.
    const double   s = random_between(seed, 0.1, 3.0);
    const swv_quat r = goal.target.rotation;
    goal.target.rotation = (swv_quat){ s * r.x, s * r.y, s * r.z, s * r.w };
    return goal;
}

// ---- the linearisation ----

/// The engine set up by hand for one chain and its goals, with coordinates in the chain's own units.
typedef struct bench {
    swvi_engine    engine;
    swvi_line      line;
    swvi_line_goal goals[8];
    double         factor[SWV_MAX_JOINTS];
    chain_skeleton skeleton;
    double         jacobian[SWV_MAX_JOINTS * SWVI_ROWS], gram[SWVI_ROWS * (SWVI_ROWS + 1) / 2];
    double         hessian[SWV_MAX_JOINTS * (SWV_MAX_JOINTS + 1) / 2];
    swvi_frame     frames[SWV_MAX_JOINTS + 1];
} bench;

static void set_bench(bench *b, const swv_chain *chain, const swv_goal *goals, int count)
{
    swvi_engine *e = &b->engine;
    chain_skeleton_free(&b->skeleton);
    assert_int_equal(chain_skeleton_make(chain, &b->skeleton), SWV_OK);
    b->line = *swvi_skeleton_line(&b->skeleton.skeleton);
    b->line.has_mount = true;
    b->line.is_plain = false;
    b->line.shifts = ~(uint64_t)0;
    *e = (swvi_engine){ .line = &b->line,
                        .joints = b->line.joints,
                        .factor = b->factor,
                        .goals = b->goals,
                        .goal_count = count,
                        .joint_count = chain->joint_count,
                        .coordinates = chain->dof,
                        .level_count = 1,
                        .is_merged = true,
                        .has_links = true,
                        .per_length = 0.7,
                        .jacobian = b->jacobian,
                        .gram = b->gram,
                        .hessian = b->hessian,
                        .frames = b->frames };
    for (int g = 0; g < count; ++g) {
        const int link = goals[g].link;
        b->goals[g] = (swvi_line_goal){ .goal = goals[g],
                                        .frame = link == SWV_TIP ? chain->joint_count : link - 1,
                                        .moving = link == SWV_TIP ? chain->joint_count : link,
                                        .weight = swvi_weight_of(goals[g].weight) };
        if (goals[g].kind == SWV_GOAL_POSE || goals[g].kind == SWV_GOAL_ROTATION)
            swvi_columns_of(goals[g].target.rotation, b->goals[g].wanted);
        e->rows += swvi_goal_rows(goals[g].kind);
    }
    e->level_end[0] = e->rows;
    for (int i = 0; i < chain->joint_count; ++i)
        b->factor[i] = chain->joints[i].ratio;
    for (int i = 0; i < chain->dof; ++i) {
        e->lower[i] = -INFINITY;
        e->upper[i] = INFINITY;
    }
}

static void take_gradient(const swvi_engine *e, double *gradient)
{
    for (int i = 0; i < e->coordinates; ++i)
        gradient[i] = swvi_slope(e, i);
}

static void rows_agree_with_differences(void **state)
{
    (void)state;
    static bench b;
    uint64_t     seed = 81;
    for (int n = 0; n < CASES(20000); ++n) {
        const swv_chain     chain = random_chain(&seed);
        const swv_goal_kind kind = (swv_goal_kind)(n % 6);
        double              met[8], z[8];
        posture_inside(&seed, &chain, met);
        for (int i = 0; i < chain.dof; ++i)
            z[i] = met[i] + random_between(&seed, -0.01, 0.01);
        swv_goal goal = goal_met_by(&seed, &chain, met, kind);
        goal.weight = random_between(&seed, 0.5, 2.0);
        set_bench(&b, &chain, &goal, 1);
        swvi_miss miss;
        assert_true(swvi_look(&b.engine, z, &miss));
        swvi_linearise(&b.engine);
        const int m = b.engine.rows;
        double    jacobian[8 * 6], gradient[8];
        memcpy(jacobian, b.jacobian, sizeof(double) * (size_t)(m * chain.dof));
        take_gradient(&b.engine, gradient);
        for (int i = 0; i < chain.dof; ++i) {
            const double h = 1e-6, at = z[i];
            double       ahead[6], cost_ahead;
            z[i] = at + h;
            assert_true(swvi_look(&b.engine, z, &miss));
            memcpy(ahead, b.engine.trial_residual, sizeof ahead);
            cost_ahead = miss.cost[0];
            z[i] = at - h;
            assert_true(swvi_look(&b.engine, z, &miss));
            z[i] = at;
            // The rows leave out what vanishes with the residual; the gradient is exact.
            const double slack = 0.05;
            for (int k = 0; k < m && kind != SWV_GOAL_DIRECTION && kind != SWV_GOAL_AIM; ++k)
                assert_near(jacobian[i * m + k], -(ahead[k] - b.engine.trial_residual[k]) / (2.0 * h),
                            slack * (1.0 + fabs(jacobian[i * m + k])));
            assert_near(gradient[i], -(cost_ahead - miss.cost[0]) / (4.0 * h), 1e-7 * (1.0 + fabs(gradient[i])));
        }
    }
}

// Without limits in the way a step is the damped least-squares solution, by LAPACK from the stacked system.
static void steps_agree_with_lapack(void **state)
{
    (void)state;
    static bench b;
    uint64_t     seed = 82;
    for (int n = 0; n < CASES(20000); ++n) {
        const swv_chain chain = random_chain(&seed);
        double          met[8], z[8], step[8], damping = random_between(&seed, 1e-4, 1.0);
        swv_goal        goals[3];
        posture_inside(&seed, &chain, met);
        posture_inside(&seed, &chain, z);
        for (int g = 0; g < 3; ++g)
            goals[g] = goal_met_by(&seed, &chain, met, (swv_goal_kind)random_below(&seed, 6));
        set_bench(&b, &chain, goals, 1 + random_below(&seed, 3));
        swvi_miss miss;
        assert_true(swvi_look(&b.engine, z, &miss));
        swvi_linearise(&b.engine);
        assert_int_equal(swvi_step(&b.engine, z, &damping, NULL, step), 0);

        const int m = b.engine.rows, dof = chain.dof;
        double    stacked[(18 + 8) * 8] = { 0.0 }, rhs[18 + 8] = { 0.0 };
        for (int k = 0; k < m; ++k) {
            rhs[k] = b.engine.residual[k];
            for (int i = 0; i < dof; ++i)
                stacked[k * dof + i] = b.jacobian[i * m + k];
        }
        for (int i = 0; i < dof; ++i)
            stacked[(m + i) * dof + i] = sqrt(damping);
        assert_int_equal(LAPACKE_dgels(LAPACK_ROW_MAJOR, 'N', m + dof, dof, 1, stacked, dof, rhs, 1), 0);
        for (int i = 0; i < dof; ++i)
            assert_near(step[i], rhs[i], 1e-9 * (1.0 + fabs(rhs[i])));
    }
}

// Newton's step against the Hessian by differences of the gradient. Positions are exact; of rotations the Hessian has the
// first order in the residual, which is small here.
static void newton_steps_agree_with_differences(void **state)
{
    (void)state;
    static bench b;
    uint64_t     seed = 90;
    for (int n = 0; n < CASES(10000); ++n) {
        const swv_goal_kind kind = (swv_goal_kind)(n % 3);  // pose, position, rotation
        const swv_chain     chain = random_chain(&seed);
        const double        off = kind == SWV_GOAL_POSITION ? 0.5 : 0.01, damping = random_between(&seed, 0.5, 1.0);
        const int           dof = chain.dof;
        double              met[8], z[8], step[8], matrix[64], rhs[8];
        posture_inside(&seed, &chain, met);
        for (int i = 0; i < dof; ++i)
            z[i] = met[i] + random_between(&seed, -off, off);
        const swv_goal goal = goal_met_by(&seed, &chain, met, kind);
        set_bench(&b, &chain, &goal, 1);
        swvi_miss miss;
        for (int i = 0; i < dof; ++i) {
            const double h = 1e-5, at = z[i];
            double       ahead[8], behind[8];
            z[i] = at + h;
            assert_true(swvi_look(&b.engine, z, &miss));
            swvi_linearise(&b.engine);
            take_gradient(&b.engine, ahead);
            z[i] = at - h;
            assert_true(swvi_look(&b.engine, z, &miss));
            swvi_linearise(&b.engine);
            take_gradient(&b.engine, behind);
            z[i] = at;
            for (int j = 0; j < dof; ++j)
                matrix[i * dof + j] = (behind[j] - ahead[j]) / (2.0 * h) + (i == j ? damping : 0.0);
        }
        assert_true(swvi_look(&b.engine, z, &miss));
        swvi_linearise(&b.engine);
        take_gradient(&b.engine, rhs);
        double factor[64];
        memcpy(factor, matrix, sizeof factor);
        if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', dof, factor, dof) != 0)
            continue;  // not positive definite: more damping is taken than was given
        lapack_int pivots[8];
        assert_int_equal(LAPACKE_dgesv(LAPACK_ROW_MAJOR, dof, 1, matrix, dof, pivots, rhs, 1), 0);
        swvi_newton_step(&b.engine, z, damping, step);
        double size = 0.0;
        for (int i = 0; i < dof; ++i)
            size = fmax(size, fabs(rhs[i]));
        for (int i = 0; i < dof; ++i)
            assert_near(step[i], rhs[i], (kind == SWV_GOAL_POSITION ? 1e-6 : 1e-2) * size);
    }
}

// With limits the step stays inside, and is better than staying but for a few in a thousand: joints are held where they
// meet a limit, which is not quite the best step in the box.
static void steps_stay_inside_limits(void **state)
{
    (void)state;
    static bench b;
    uint64_t     seed = 83;
    int          worse = 0;
    for (int n = 0; n < CASES(20000); ++n) {
        const swv_chain chain = random_chain(&seed);
        double          met[8], z[8], step[8], damping = random_between(&seed, 1e-4, 1.0);
        posture_inside(&seed, &chain, met);
        posture_inside(&seed, &chain, z);
        const swv_goal goal = goal_met_by(&seed, &chain, met, (swv_goal_kind)random_below(&seed, 6));
        set_bench(&b, &chain, &goal, 1);
        for (int i = 0; i < chain.dof; ++i) {
            const int where = random_below(&seed, 3);
            b.engine.lower[i] = where == 0 ? z[i] : z[i] - random_between(&seed, 0.0, 0.2);
            b.engine.upper[i] = where == 1 ? z[i] : z[i] + random_between(&seed, 0.0, 0.2);
        }
        swvi_miss miss;
        assert_true(swvi_look(&b.engine, z, &miss));
        swvi_linearise(&b.engine);
        (void)swvi_step(&b.engine, z, &damping, NULL, step);
        double staying = 0.0, going = 0.0;
        for (int i = 0; i < chain.dof; ++i) {
            assert_true(z[i] + step[i] <= b.engine.upper[i] + 1e-15 && z[i] + step[i] >= b.engine.lower[i] - 1e-15);
            going += damping * step[i] * step[i];
        }
        for (int k = 0; k < b.engine.rows; ++k) {
            double r = b.engine.residual[k];
            staying += r * r;
            for (int i = 0; i < chain.dof; ++i)
                r -= b.jacobian[i * b.engine.rows + k] * step[i];
            going += r * r;
        }
        worse += !(going <= staying * (1.0 + 1e-9) + 1e-15);
    }
    assert_true(worse <= 0.005 * CASES(20000));
}

// ---- answers ----

static void every_kind_of_goal_is_reached_on_random_chains(void **state)
{
    (void)state;
    uint64_t seed = 84;
    int      reached[6] = { 0 }, count[6] = { 0 };
    for (int n = 0; n < CASES(30000); ++n) {
        const swv_chain     chain = random_chain(&seed);
        const swv_goal_kind kind = (swv_goal_kind)(n % 6);
        double              met[8], q[8], position, rotation;
        swv_solve_report    report;
        posture_inside(&seed, &chain, met);
        posture_inside(&seed, &chain, q);
        const swv_goal goal = goal_met_by(&seed, &chain, met, kind);
        assert_int_equal(solve_chain(&chain, &goal, 1, q, NULL, q, &report), SWV_OK);
        goal_errors(&chain, &goal, q, &position, &rotation);
        const bool is_there = position <= 1.00001e-6 && rotation <= 1.00001e-6;
        assert_true(is_inside(&chain, q));
        assert_true(report.outcome != SWV_OUT_OF_REACH);
        assert_int_equal(report.outcome == SWV_REACHED, is_there);
        reached[kind] += is_there;
        count[kind] += 1;
    }
    for (int kind = 0; kind < 6; ++kind)
        if (reached[kind] < 0.999 * count[kind])
            fail_msg("kind %d: %d of %d", kind, reached[kind], count[kind]);
}

// Several goals on different links, all met by one posture; more rows than coordinates, and more than are kept.
static void many_goals_at_once_are_reached(void **state)
{
    (void)state;
    uint64_t seed = 85;
    int      reached = 0;
    for (int n = 0; n < CASES(3000); ++n) {
        const swv_chain chain = random_chain(&seed);
        const int       count = n % 3 == 0 ? 40 : 2 + random_below(&seed, 4);
        double          met[8], q[8];
        swv_goal        goals[40];
        posture_inside(&seed, &chain, met);
        posture_inside(&seed, &chain, q);
        for (int g = 0; g < count; ++g) {
            goals[g] = goal_met_by(&seed, &chain, met, (swv_goal_kind)random_below(&seed, 6));
            goals[g].weight = random_between(&seed, 0.3, 3.0);
        }
        swv_solve_report report;
        assert_int_equal(solve_chain(&chain, goals, count, q, NULL, q, &report), SWV_OK);
        double worst = 0.0;
        for (int g = 0; g < count; ++g) {
            double position, rotation;
            goal_errors(&chain, &goals[g], q, &position, &rotation);
            worst = fmax(worst, fmax(position, rotation));
        }
        assert_int_equal(report.outcome == SWV_REACHED, worst <= 1.00001e-6);
        assert_near(fmax(report.position_error, report.rotation_error), worst, 3e-8);
        reached += report.outcome == SWV_REACHED;
    }
    assert_true(reached >= 0.99 * CASES(3000));
}

// ---- priorities ----

// The hand first, then the elbow somewhere it cannot be: the hand stays exact, and the elbow comes as near as a sweep
// of the swivel brings it.
static void a_lower_priority_takes_only_what_is_left(void **state)
{
    (void)state;
    swv_chain chain;
    uint64_t  seed = 86;
    int       best = 0;
    assert_int_equal(swv_model_chain("arm7", &chain), SWV_OK);
    for (int i = 0; i < 7; ++i)
        assert_int_equal(swv_chain_set_limits(&chain, i, -INFINITY, INFINITY), SWV_OK);
    for (int n = 0; n < CASES(500); ++n) {
        double   posture[7], q[7];
        swv_pose hand, frames[7];
        posture_inside(&seed, &chain, posture);
        posture[3] = random_between(&seed, 0.3, 2.5);
        assert_int_equal(swv_chain_frames(&chain, posture, frames, &hand), SWV_OK);
        const swv_goal goals[2] = {
            { .kind = SWV_GOAL_POSITION, .link = 4, .target.position = random_vector(&seed, 0.5), .priority = 1 },
            { .kind = SWV_GOAL_POSE, .target = hand },
        };
        swv_solve_report report;
        posture_inside(&seed, &chain, q);
        assert_int_equal(solve_chain(&chain, goals, 2, q, NULL, q, &report), SWV_OK);
        double hand_position, hand_rotation, elbow, unused;
        goal_errors(&chain, &goals[1], q, &hand_position, &hand_rotation);
        goal_errors(&chain, &goals[0], q, &elbow, &unused);
        assert_true(hand_position <= 1e-6 && hand_rotation <= 1e-6);

        // The elbow's circle: about the line from shoulder to wrist.
        const swv_vec3 line = swv_vec3_normalize(hand.position);
        double         nearest = INFINITY;
        for (int k = 0; k < 3600; ++k) {
            const swv_quat turn = swv_quat_from_axis_angle(line, k * (2.0 * SWV_PI / 3600));
            const swv_vec3 e = swv_quat_rotate(turn, frames[3].position);
            nearest = fmin(nearest, swv_vec3_length(swv_vec3_sub(e, goals[0].target.position)));
        }
        assert_true(elbow >= nearest - 1e-5);
        best += elbow <= nearest * 1.001 + 1e-5;
    }
    assert_true(best >= 0.95 * CASES(500));
}

// Out of reach first, something else second: the first is as near as it gets alone.
static void a_first_goal_out_of_reach_does_not_give_way(void **state)
{
    (void)state;
    swv_chain chain;
    uint64_t  seed = 87;
    assert_int_equal(swv_model_chain("arm7", &chain), SWV_OK);
    for (int n = 0; n < CASES(500); ++n) {
        double         q[7], position, rotation;
        const swv_vec3 far_away = swv_vec3_scale(1.5, swv_vec3_normalize(random_vector(&seed, 1.0)));
        const swv_goal goals[2] = {
            { .kind = SWV_GOAL_POSITION, .target.position = far_away },
            { .kind = SWV_GOAL_DIRECTION,
              .axis = { 0, 0, 1 },
              .direction = swv_vec3_normalize(random_vector(&seed, 1.0)),
              .priority = 2 },
        };
        swv_solve_report alone, both;
        posture_inside(&seed, &chain, q);
        assert_int_equal(solve_chain(&chain, goals, 1, q, NULL, q, &alone), SWV_OK);
        assert_int_equal(solve_chain(&chain, goals, 2, q, NULL, q, &both), SWV_OK);
        goal_errors(&chain, &goals[0], q, &position, &rotation);
        assert_int_equal(both.outcome, SWV_OUT_OF_REACH);
        assert_true(position <= alone.position_error * (1.0 + 1e-5));
    }
}

// A tip that is exactly where it should be reads REACHED, whatever a goal that gives way to it asks for.
static void outcome_is_that_of_the_goals_that_come_first(void **state)
{
    (void)state;
    swv_chain chain;
    uint64_t  seed = 88;
    assert_int_equal(swv_model_chain("arm7", &chain), SWV_OK);
    for (int n = 0; n < CASES(500); ++n) {
        double         q[7];
        swv_pose       tip;
        const swv_vec3 beyond = swv_vec3_scale(1.5, swv_vec3_normalize(random_vector(&seed, 1.0)));
        posture_inside(&seed, &chain, q);
        assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_OK);
        swv_goal goals[3] = {
            { .kind = SWV_GOAL_POSITION, .link = swv_link_of(3), .target.position = beyond, .priority = 2 },
            { .kind = SWV_GOAL_POSE, .target = tip },
            { .kind = SWV_GOAL_POSITION, .target.position = tip.position, .priority = 1 },
        };
        swv_solve_report report;
        assert_int_equal(solve_chain(&chain, goals, 3, q, NULL, q, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_int_equal(report.priority_met, 1);
        assert_true(report.position_error <= 1e-6 && report.rotation_error <= 1e-6);
        assert_int_equal(report.goal_count, 3);
        for (int g = 0; g < 3; ++g) {
            double position, rotation;
            goal_errors(&chain, &goals[g], q, &position, &rotation);
            assert_near(report.goals[g].position, position, 1e-12);
            assert_near(report.goals[g].rotation, rotation, 1e-7);
        }
        assert_true(report.goals[0].position > 0.5);

        goals[0].priority = 0;
        goals[1].priority = 2;
        assert_int_equal(solve_chain(&chain, goals, 3, q, NULL, q, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_OUT_OF_REACH);
        assert_int_equal(report.priority_met, -1);
        assert_near(report.position_error, report.goals[0].position, 0.0);
    }
}

// Without a posture to start from: the middle of the limits, 0 where there are none.
static void start_without_a_posture_is_the_middle_of_the_limits(void **state)
{
    (void)state;
    swv_chain chain;
    double    middle[7], from_middle[7], from_nothing[7];
    swv_pose  hand = { { 0.2, 0.3, 0.1 }, SWV_IDENTITY_QUAT };
    assert_int_equal(swv_model_chain("arm7", &chain), SWV_OK);
    for (int i = 0; i < 7; ++i)
        middle[i] = 0.5 * (chain.joints[i].lower + chain.joints[i].upper);
    assert_int_equal(swv_chain_set_limits(&chain, 6, -INFINITY, INFINITY), SWV_OK);
    middle[6] = 0.0;
    const swv_goal goal = { .target = hand };
    assert_int_equal(solve_chain(&chain, &goal, 1, middle, NULL, from_middle, NULL), SWV_OK);
    assert_int_equal(solve_chain(&chain, &goal, 1, NULL, NULL, from_nothing, NULL), SWV_OK);
    assert_memory_equal(from_middle, from_nothing, sizeof from_middle);
}

// ---- postures ----

// What is left of the way to the wish lies across the limits or the goal: nothing in the null space of the free joints.
static void freedom_left_is_spent_on_the_preferred_posture(void **state)
{
    (void)state;
    swv_chain chain;
    uint64_t  seed = 88;
    int       settled = 0;
    assert_int_equal(swv_model_chain("arm7", &chain), SWV_OK);
    for (int n = 0; n < CASES(2000); ++n) {
        double           posture[7], q[7], wish[7], jacobian[42];
        swv_goal         hand = { .kind = SWV_GOAL_POSE };
        swv_solve_report report;
        posture_inside(&seed, &chain, posture);
        posture_inside(&seed, &chain, q);
        posture_inside(&seed, &chain, wish);
        assert_int_equal(swv_chain_tip(&chain, posture, &hand.target), SWV_OK);
        const swv_solve_options options = { .preferred = wish, .preferred_weight = 1.0 };
        assert_int_equal(solve_chain(&chain, &hand, 1, q, &options, q, &report), SWV_OK);
        if (report.outcome != SWV_REACHED)
            continue;
        double position, rotation;
        goal_errors(&chain, &hand, q, &position, &rotation);
        assert_true(position <= 1.00001e-6 && rotation <= 1.00001e-6);
        assert_true(is_inside(&chain, q));

        // One freedom: the null vector of J. Moving along it must lengthen the way to the wish, or be barred by a limit.
        assert_int_equal(swv_chain_jacobian(&chain, q, SWV_WORLD_AXES, jacobian, NULL), SWV_OK);
        double u[36], s[6], vt[49];
        assert_int_equal(
            LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'N', 'A', 6, 7, jacobian, 7, s, u, 6, vt, 7, (double[6]){ 0 }), 0);
        double along = 0.0;
        for (int i = 0; i < 7; ++i)
            along += vt[42 + i] * (wish[i] - q[i]);
        bool is_barred = s[5] < 0.02;  // nearly singular: more than one direction is free
        for (int i = 0; i < 7; ++i) {
            double lower, upper;
            assert_int_equal(swv_chain_limits(&chain, i, &lower, &upper), SWV_OK);
            const double way = along > 0.0 ? vt[42 + i] : -vt[42 + i];
            is_barred = is_barred || (way > 1e-9 && q[i] >= upper - 1e-9) || (way < -1e-9 && q[i] <= lower + 1e-9);
        }
        settled += fabs(along) < 5e-3 || is_barred;
    }
    assert_true(settled >= 0.97 * CASES(2000));
}

// A chain with freedom to spare stays where it was as far as it can; without the wish it may drift.
static void the_previous_posture_is_kept_where_it_meets_the_goal(void **state)
{
    (void)state;
    swv_chain chain;
    uint64_t  seed = 89;
    assert_int_equal(swv_model_chain("arm7", &chain), SWV_OK);
    for (int n = 0; n < CASES(2000); ++n) {
        double posture[7], q[7];
        posture_inside(&seed, &chain, posture);
        swv_goal hand = { .kind = SWV_GOAL_POSE };
        assert_int_equal(swv_chain_tip(&chain, posture, &hand.target), SWV_OK);
        memcpy(q, posture, sizeof q);
        assert_int_equal(solve_chain(&chain, &hand, 1, q, &(swv_solve_options){ .previous_weight = 1.0 }, q, NULL),
                         SWV_OK);
        for (int i = 0; i < 7; ++i)
            assert_near(q[i], posture[i], 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_agree_with_differences),
        cmocka_unit_test(steps_agree_with_lapack),
        cmocka_unit_test(newton_steps_agree_with_differences),
        cmocka_unit_test(steps_stay_inside_limits),
        cmocka_unit_test(every_kind_of_goal_is_reached_on_random_chains),
        cmocka_unit_test(many_goals_at_once_are_reached),
        cmocka_unit_test(a_lower_priority_takes_only_what_is_left),
        cmocka_unit_test(a_first_goal_out_of_reach_does_not_give_way),
        cmocka_unit_test(outcome_is_that_of_the_goals_that_come_first),
        cmocka_unit_test(start_without_a_posture_is_the_middle_of_the_limits),
        cmocka_unit_test(freedom_left_is_spent_on_the_preferred_posture),
        cmocka_unit_test(the_previous_posture_is_kept_where_it_meets_the_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
