// SPDX-License-Identifier: MIT
// The seven methods: the objective and its derivatives against the equations and finite differences, the thesis's example,
// every chain, and what happens to numbers that are none.
//
// Postures q are joint values, radians (sliding joints: lengths); lengths are metres for random chains and the thesis's unit for its own. A residual
// is a length, its rotations times the characteristic length c. Lists of numbers that are none, numbers of cases and steps are chosen.
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chains.h"
#include "math/linalg_internal.h"
#include "chin/objective.h"
#include "chin/study_internal.h"
#include "chin/variable_metric.h"
#include "swivel_papers/arm6.h"
#include "math/linalg.h"
#include "swivel_papers/models.h"
#include "swivel_papers/study.h"

#define DEG (SWV_PI / 180.0)

// swv_study_scratch of 64 joints (study.c): 3 n^2 + 46 n + 156.
static double scratch[3 * 64 * 64 + 46 * 64 + 156];

// One in three has a joint that follows the one before, by any ratio and offset, here 0.7 and 0.1.
static swv_chain random_chain(uint64_t *seed, int joints)
{
    swv_dh_row rows[SWV_MAX_JOINTS];
    swv_chain  chain;
    for (int i = 0; i < joints; ++i)
        rows[i] = random_row(seed);
    assert_int_equal(swv_chain_from_dh(&chain, SWV_DH_STANDARD, rows, joints), SWV_OK);
    if (joints > 2 && random_below(seed, 3) == 0) {
        const int joint = 1 + random_below(seed, joints - 1);
        if (chain.joints[joint].slides == chain.joints[joint - 1].slides)
            assert_int_equal(swv_chain_couple(&chain, joint, joint - 1, 0.7, 0.1), SWV_OK);
    }
    return chain;
}

// Each value up to `size` to either side of 0.
static void random_posture(uint64_t *seed, const swv_chain *chain, double size, double *q)
{
    for (int i = 0; i < chain->dof; ++i)
        q[i] = random_between(seed, -size, size);
}

// Column i of a times column j of b, rotations only.
static double dot3(const matrix4 *a, int i, const matrix4 *b, int j)
{
    return a->m[0][i] * b->m[0][j] + a->m[1][i] * b->m[1][j] + a->m[2][i] * b->m[2][j];
}

// Equations (5.22) and (5.26), word for word. c is 0.1 to 100; 1e-13: rounding at lengths of some metres, times c.
static void residuals_are_those_of_the_thesis(void **state)
{
    (void)state;
    uint64_t seed = 71;
    for (int n = 0; n < CASES(200000); ++n) {
        const swv_chain chain = random_chain(&seed, 1 + random_below(&seed, 9));
        const double    c = random_between(&seed, 0.1, 100);
        double          q[SWV_MAX_JOINTS], r[12];
        swv_pose        tip;
        random_posture(&seed, &chain, 3.0, q);
        swvi_chain_objective o = { &chain, random_pose(&seed), SWV_STUDY_POSE_6, c };
        assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_OK);
        const matrix4 h = matrix4_of_pose(tip), t = matrix4_of_pose(o.target);
        matrix4       away = { { { 0 } } };
        for (int i = 0; i < 3; ++i)
            away.m[i][0] = t.m[i][3] - h.m[i][3];
        assert_true(swvi_chain_residual(&o, q, r, NULL));
        for (int i = 0; i < 3; ++i)
            assert_near(r[i], dot3(&h, i, &away, 0), 1e-13);
        assert_near(r[3], c * 0.5 * (dot3(&h, 2, &t, 1) - dot3(&t, 2, &h, 1)), 1e-13 * c);
        assert_near(r[4], c * 0.5 * (dot3(&h, 0, &t, 2) - dot3(&t, 0, &h, 2)), 1e-13 * c);
        assert_near(r[5], c * 0.5 * (dot3(&h, 1, &t, 0) - dot3(&t, 1, &h, 0)), 1e-13 * c);
        o.residual = SWV_STUDY_FRAME_12;
        assert_true(swvi_chain_residual(&o, q, r, NULL));
        for (int k = 0; k < 12; ++k)
            assert_near(r[k], (k < 9 ? c : 1.0) * (h.m[k % 3][k / 3] - t.m[k % 3][k / 3]), 1e-13 * fmax(c, 1.0));
        o.residual = SWV_STUDY_POSITION_3;
        assert_true(swvi_chain_residual(&o, q, r, NULL));
        for (int i = 0; i < 3; ++i)
            assert_near(r[i], h.m[i][3] - t.m[i][3], 1e-13);
    }
}

// With a step h of 1e-6 truncation is h^2, rounding 1e-15 of some metres over h: 2e-8 leaves room. Chosen.
static void derivatives_are_the_finite_differences(void **state)
{
    (void)state;
    uint64_t seed = 72;
    for (int n = 0; n < CASES(200000); ++n) {
        const swv_chain      chain = random_chain(&seed, 1 + random_below(&seed, 9));
        const double         h = 1e-6;
        double               q[SWV_MAX_JOINTS], r[12], above[12], below[12], jacobian[12 * SWV_MAX_JOINTS];
        swvi_chain_objective o = { &chain, random_pose(&seed), (swv_study_residual)(n % 3),
                                   random_between(&seed, 0.1, 2) };
        random_posture(&seed, &chain, 3.0, q);
        assert_true(swvi_chain_residual(&o, q, r, jacobian));
        for (int j = 0; j < chain.dof; ++j) {
            const double here = q[j];
            q[j] = here + h;
            assert_true(swvi_chain_residual(&o, q, above, NULL));
            q[j] = here - h;
            assert_true(swvi_chain_residual(&o, q, below, NULL));
            q[j] = here;
            for (int i = 0; i < swvi_residual_count(o.residual); ++i)
                assert_near(jacobian[i * chain.dof + j], (above[i] - below[i]) / (2.0 * h), 2e-8);
        }
    }
}

// ---- the thesis ----

// results.md, "The experiment".
static const swv_study_options as_in_the_thesis = { .residual = SWV_STUDY_POSE_6,
                                                    .characteristic_length = 1.0,
                                                    .tolerance = 1e-4 };

// Every joint; tip takes where that is.
static void start_at_half_a_degree(const char *model, swv_chain *chain, double *q, swv_pose *tip)
{
    assert_int_equal(swv_model_chain(model, chain), SWV_OK);
    for (int i = 0; i < chain->dof; ++i)
        q[i] = 0.5 * DEG;
    assert_int_equal(swv_chain_tip(chain, q, tip), SWV_OK);
}

// From half a degree, one along x and y: each method ends at one of the eight solutions of the closed form, and NEWTON at
// the printed angles in the printed number of iterations. No residual above 1e-4 leaves up to 1.7e-4 of length or angle, and 2e-4 is asked for. Near
// straight that is much more of an angle: 0.05 degrees, chosen. Printed angles are off by up to 2e-4 degrees (results.md).
static void example_1_by_each_method(void **state)
{
    (void)state;
    const double printed[6] = { 1.03021, -7.64128, 15.43075, 0.48902, -6.28465, 1.08795 };
    swv_arm6     arm;
    assert_int_equal(swv_arm6_make(50, 60, &arm), SWV_OK);
    for (int method = 0; method < SWV_STUDY_METHODS; ++method) {
        for (int residual = SWV_STUDY_FRAME_12; residual <= SWV_STUDY_POSE_6; ++residual) {
            swv_chain         chain;
            swv_pose          target;
            double            q[6], all[SWV_ARM6_FAMILIES][6], nearest = INFINITY;
            swv_study_report  report;
            swv_study_options options = as_in_the_thesis;
            options.residual = (swv_study_residual)residual;
            start_at_half_a_degree("arm6", &chain, q, &target);
            target.position.x += 1.0;
            target.position.y += 1.0;
            assert_int_equal(
                swv_study_solve(&chain, &target, (swv_study_method)method, q, &options, scratch, q, &report), SWV_OK);
            assert_int_equal(report.outcome, SWV_REACHED);
            assert_true(report.position_error <= 2e-4 && report.rotation_error <= 2e-4);
            assert_int_equal(swv_arm6_solve(&arm, &target, NULL, all, NULL), SWV_OK);
            for (int f = 0; f < SWV_ARM6_FAMILIES; ++f) {
                double distance = 0.0;
                for (int i = 0; i < 6; ++i)
                    distance = fmax(distance, fabs(swv_angle_wrap(all[f][i] - q[i])));
                nearest = fmin(nearest, distance);
            }
            assert_near(nearest / DEG, 0.0, 0.05);
            if (method == SWV_STUDY_NEWTON) {
                assert_int_equal(report.iterations, 4);
                for (int i = 0; i < 6; ++i)
                    assert_near(q[i] / DEG, printed[i], 2e-4);
            }
            print_message("             %-8s residual of %2d  %2d iterations, %3d evaluations, %2d Jacobians\n",
                          swv_study_method_name((swv_study_method)method), swvi_residual_count(options.residual),
                          report.iterations, report.evaluations, report.jacobians);
        }
    }
}

// Ten steps of one, and of ten, along x and y; the 8- and 3-joint chains by ones.
static void trajectories_converge_with_every_method(void **state)
{
    (void)state;
    const struct {
        const char *model;
        double      dx, dy;
    } paths[] = { { "arm6", 1, 1 }, { "arm6", 10, 10 }, { "torso8", 1, 1 }, { "planar3", 1, -1 } };
    for (int k = 0; k < 4; ++k) {
        for (int method = 0; method < 3 * SWV_STUDY_METHODS; ++method) {
            swv_study_options options = as_in_the_thesis;
            swv_chain         chain;
            swv_pose          target;
            double            q[8];
            swv_study_report  report;
            options.residual = (swv_study_residual)(method / SWV_STUDY_METHODS);
            start_at_half_a_degree(paths[k].model, &chain, q, &target);
            for (int step = 0; step < 10; ++step) {
                target.position.x += paths[k].dx;
                target.position.y += paths[k].dy;
                assert_int_equal(swv_study_solve(&chain, &target, (swv_study_method)(method % SWV_STUDY_METHODS), q,
                                                 &options, scratch, q, &report),
                                 SWV_OK);
                assert_int_equal(report.outcome, SWV_REACHED);
            }
        }
    }
}

// ---- a quadratic, and Rosenbrock's valley ----

typedef struct linear_problem {
    int    n;
    double a[6 * 6], b[6];
} linear_problem;

static bool linear_residual(const void *context, const double *x, double *r, double *jacobian)
{
    const linear_problem *p = context;
    for (int i = 0; i < p->n; ++i) {
        r[i] = -p->b[i];
        for (int j = 0; j < p->n; ++j) {
            r[i] += p->a[i * p->n + j] * x[j];
            if (jacobian)
                jacobian[i * p->n + j] = p->a[i * p->n + j];
        }
    }
    return true;
}

// Rosenbrock's function as r1^2 + r2^2: a curved valley to the minimum at (1, 1). No units.
static bool rosenbrock_residual(const void *context, const double *x, double *r, double *jacobian)
{
    (void)context;
    r[0] = 10.0 * (x[1] - x[0] * x[0]);
    r[1] = 1.0 - x[0];
    if (jacobian) {
        jacobian[0] = -20.0 * x[0];
        jacobian[1] = 10.0;
        jacobian[2] = -1.0;
        jacobian[3] = 0.0;
    }
    return true;
}

static void (*const runs[SWV_STUDY_METHODS])(swvi_study *) = {
    swvi_newton, swvi_broyden, swvi_bfgs, swvi_fletcher, swvi_conjugate_gradient, swvi_powell, swvi_praxis
};

// The method from x, which takes where it ends.
static void run_on(swvi_study *s, int method, double *x)
{
    s->scratch = scratch;
    s->x = x;
    s->iterations = s->evaluations = s->jacobians = 0;
    s->f = swvi_evaluate(s, x, s->r);
    runs[method](s);
}

// Random linear residuals of 2 to 6 numbers without units; a diagonal of 1.5 keeps the matrices far from singular. Newton and Broyden
// need one step. 1e-6, at most 40 steps a number, 1e-3 of f and two steps more for Powell are chosen; 200 iterations and 20000 evaluations
// are more than any method takes.
static void quadratics_end_in_as_many_steps_as_theory_says(void **state)
{
    (void)state;
    uint64_t seed = 73;
    for (int n = 0; n < CASES(10000); ++n) {
        linear_problem p = { .n = 2 + random_below(&seed, 5) };
        for (int i = 0; i < p.n; ++i) {
            p.b[i] = random_between(&seed, -1, 1);
            for (int j = 0; j < p.n; ++j)
                p.a[i * p.n + j] = random_between(&seed, -0.3, 0.3) + (i == j ? 1.5 : 0.0);
        }
        for (int method = 0; method < SWV_STUDY_METHODS; ++method) {
            for (int beta = 0; beta < (method == SWV_STUDY_FRPRM ? 2 : 1); ++beta) {
                swvi_study s = { .n = p.n, .m = p.n, .residual = linear_residual, .context = &p };
                double     x[6] = { 0.0 };
                s.options = (swv_study_options){ .characteristic_length = 1.0,
                                                 .tolerance = 1e-6,
                                                 .max_iterations = 200,
                                                 .max_evaluations = 20000,
                                                 .beta = (swv_study_beta)beta };
                run_on(&s, method, x);
                assert_int_equal(s.outcome, SWV_REACHED);
                assert_in_range(s.iterations, 1, 40 * p.n);
                if (method == SWV_STUDY_NEWTON || method == SWV_STUDY_BROYDEN)
                    assert_int_equal(s.iterations, 1);

                // Conjugate gradients are through after n, but for lines that end at 1e-4 of their length; Powell's test
                // may put a direction off.
                if (method != SWV_STUDY_FRPRM && method != SWV_STUDY_POWELL)
                    continue;
                const double f0 = swvi_dot(p.b, p.b, p.n);
                memset(x, 0, sizeof x);
                s.options.max_iterations = method == SWV_STUDY_FRPRM ? p.n : p.n + 2;
                run_on(&s, method, x);
                assert_true(s.f <= 1e-3 * f0);
            }
        }
    }
}

// From Rosenbrock's own start, (-1.2, 1). Residuals of 1e-7 mean that x is within 1e-6; 1e-5 and more iterations than the
// default, as the valley is long, are chosen.
static void rosenbrocks_valley_is_followed_to_its_end(void **state)
{
    (void)state;
    for (int method = 0; method < SWV_STUDY_METHODS; ++method) {
        swvi_study s = { .n = 2, .m = 2, .residual = rosenbrock_residual };
        double     x[2] = { -1.2, 1.0 };
        s.options = (swv_study_options){
            .characteristic_length = 1.0, .tolerance = 1e-7, .max_iterations = 2000, .max_evaluations = 100000
        };
        run_on(&s, method, x);
        assert_int_equal(s.outcome, SWV_REACHED);
        assert_near(x[0], 1.0, 1e-5);
        assert_near(x[1], 1.0, 1e-5);
    }
}

// Both updates keep H symmetric and positive definite and make H y = s. That of BFGS is the thesis's (3.22), three terms with a
// fourth vector u; that of FLETCHER is the same, or without the third term, which is DFP. H is a random matrix times its transpose, and 0.1 on the
// diagonal; s.y of 0.05 and more, as a line search leaves it positive. Rounding grows with y.Hy / (s.y)^2: 1e-12 of that, and 1e-10 for H y, leave
// room. The third term must be missing 100 times. Chosen.
static void updates_are_secant_and_as_in_equation_3_22(void **state)
{
    (void)state;
    uint64_t seed = 76;
    int      without = 0;
    for (int trial = 0; trial < CASES(100000); ++trial) {
        enum { N = 5 };
        double h[N * N], s[N], y[N], hy[N] = { 0.0 }, root[N * N], sy = 0.0, yhy = 0.0;
        for (int i = 0; i < N * N; ++i)
            root[i] = random_between(&seed, -1, 1);
        for (int i = 0; i < N; ++i) {
            s[i] = random_between(&seed, -1, 1);
            y[i] = random_between(&seed, -1, 1);
            for (int j = 0; j < N; ++j) {
                h[i * N + j] = i == j ? 0.1 : 0.0;
                for (int k = 0; k < N; ++k)
                    h[i * N + j] += root[i * N + k] * root[j * N + k];
            }
        }
        for (int i = 0; i < N; ++i) {
            for (int j = 0; j < N; ++j)
                hy[i] += h[i * N + j] * y[j];
            sy += s[i] * y[i];
            yhy += y[i] * hy[i];
        }
        if (sy < 0.05)
            continue;
        for (int is_fletcher = 0; is_fletcher < 2; ++is_fletcher) {
            double            now[N * N], factor[N * N];
            const swvi_metric metric = { N, now };
            memcpy(now, h, sizeof now);
            (is_fletcher ? swvi_fletcher_update : swvi_bfgs_update)(&metric, s, hy, sy, yhy);
            const bool has_third = !is_fletcher || sy >= yhy;
            without += !has_third;
            for (int i = 0; i < N; ++i) {
                double ny = 0.0;
                for (int j = 0; j < N; ++j) {
                    const double ui = s[i] / sy - hy[i] / yhy, uj = s[j] / sy - hy[j] / yhy;
                    const double expected =
                        h[i * N + j] + s[i] * s[j] / sy - hy[i] * hy[j] / yhy + (has_third ? yhy * ui * uj : 0.0);
                    assert_near(now[i * N + j], expected, 1e-12 * fmax(1.0, fabs(yhy / (sy * sy))));
                    assert_near(now[i * N + j], now[j * N + i], 1e-12 * fmax(1.0, fabs(yhy / (sy * sy))));
                    ny += now[i * N + j] * y[j];
                }
                assert_near(ny, s[i], 1e-10);
            }
            memcpy(factor, now, sizeof factor);
            assert_int_equal(swvi_cholesky_factor(factor, N), SWV_OK);
        }
    }
    assert_true(without > 100);
}

// ---- any chain ----

// Targets a little away from where random chains of 1 to 64 joints start, square or not, sliding or coupled: NEWTON and the
// minimizers nearly always get there, and what is reported is what forward kinematics says. One in 50 has 64 joints, the others up to 12. A tolerance
// of 1e-6 leaves up to 1.7e-6 of length, and that over c of angle: 2e-6 and 3e-6 / c. A chain whose c is below 1e-5 has no length. Nine of ten are
// asked for: chosen (found: 98.7 % and more).
static void random_chains_of_any_size(void **state)
{
    (void)state;
    uint64_t seed = 74;
    int      tried[SWV_STUDY_METHODS] = { 0 }, reached[SWV_STUDY_METHODS] = { 0 };
    for (int n = 0; n < CASES(30000); ++n) {
        const int       method = n % SWV_STUDY_METHODS;
        const int       joints = n % 50 == 0 ? 64 : 1 + random_below(&seed, 12);
        const swv_chain chain = random_chain(&seed, joints);
        const size_t    size = swv_study_scratch(chain.dof) * sizeof(double);
        double         *exact = malloc(size), q[SWV_MAX_JOINTS], there[SWV_MAX_JOINTS];
        swv_pose        target, tip;
        random_posture(&seed, &chain, 2.0, q);
        for (int i = 0; i < chain.dof; ++i)
            there[i] = q[i] + random_between(&seed, -0.1, 0.1);
        assert_int_equal(swv_chain_tip(&chain, there, &target), SWV_OK);
        const swv_study_options options = { .residual = (swv_study_residual)random_below(&seed, 3),
                                            .tolerance = 1e-6,
                                            .max_evaluations = 20000,
                                            .full_steps = random_below(&seed, 4) == 0,
                                            .beta = (swv_study_beta)random_below(&seed, 2) };
        swv_study_report        report;
        assert_int_equal(swv_study_solve(&chain, &target, (swv_study_method)method, q, &options, exact, q, &report),
                         SWV_OK);
        free(exact);
        assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_OK);
        assert_near(report.position_error, swv_vec3_length(swv_vec3_sub(tip.position, target.position)), 1e-12);
        const double turn = swv_quat_angle_between(tip.rotation, target.rotation);
        assert_near(report.rotation_error, options.residual == SWV_STUDY_POSITION_3 ? 0.0 : turn, 1e-12);
        assert_true(report.evaluations <= 20000 && report.iterations <= 500);
        const double c = swvi_chain_length(&chain) > 0.0 ? 0.5 * swvi_chain_length(&chain) : 1.0;
        if (report.outcome == SWV_REACHED)
            assert_true(report.position_error < 2e-6 && (report.rotation_error < 3e-6 / c || c < 1e-5));
        ++tried[method];
        reached[method] += report.outcome == SWV_REACHED;
    }
    for (int method = 0; method < SWV_STUDY_METHODS; ++method) {
        print_message("             %-8s %d of %d\n", swv_study_method_name((swv_study_method)method), reached[method],
                      tried[method]);
        assert_true(reached[method] >= tried[method] * 9 / 10);
    }
}

// From a straight arm to another straight arm, where the Jacobian has lost a rank: nobody breaks. Straight is joint 2 at 0; the others are any, the
// wrist at first in its own singularity. 100000 evaluations are the default limit.
static void singular_to_singular(void **state)
{
    (void)state;
    for (int method = 0; method < SWV_STUDY_METHODS; ++method) {
        swv_chain chain;
        swv_pose  target;
        double    q[6] = { 0.3, 0.4, 0.0, 0.2, 0.5 * SWV_PI, 0.1 }, there[6] = { 0.35, 0.45, 0.0, 0.1, 0.4, 0.2 };
        swv_study_report report;
        assert_int_equal(swv_model_chain("arm6", &chain), SWV_OK);
        assert_int_equal(swv_chain_tip(&chain, there, &target), SWV_OK);
        assert_int_equal(
            swv_study_solve(&chain, &target, (swv_study_method)method, q, &as_in_the_thesis, scratch, q, &report),
            SWV_OK);
        assert_true(isfinite(report.residual) && report.evaluations < 100000);
        for (int i = 0; i < 6; ++i)
            assert_true(isfinite(q[i]));
    }
}

// 300 targets far from the zero posture, each joint of whose posture is drawn within 1.5 rad: by twelve equations each
// method reaches at least 290. By six, which half a turn solves as well, at least a third ends there instead (found: 45 to
// 84 %). By position alone they reach as many.
static void far_targets_are_reached_on_twelve_equations(void **state)
{
    (void)state;
    const char *const models[] = { "arm6", "torso8" };
    for (int m = 0; m < 2; ++m) {
        swv_chain chain;
        assert_int_equal(swv_model_chain(models[m], &chain), SWV_OK);
        for (int method = 0; method < SWV_STUDY_METHODS; ++method) {
            int reached[3] = { 0 }, turned = 0;
            for (int residual = 0; residual < 3; ++residual) {
                uint64_t seed = 77;
                for (int n = 0; n < 300; ++n) {
                    const swv_study_options options = { .residual = (swv_study_residual)residual };
                    double                  there[SWV_MAX_JOINTS], q[SWV_MAX_JOINTS];
                    swv_pose                target;
                    swv_study_report        report;
                    random_posture(&seed, &chain, 1.5, there);
                    assert_int_equal(swv_chain_tip(&chain, there, &target), SWV_OK);
                    assert_int_equal(
                        swv_study_solve(&chain, &target, (swv_study_method)method, NULL, &options, scratch, q, &report),
                        SWV_OK);
                    reached[residual] += report.outcome == SWV_REACHED;
                    turned += report.position_error < 1e-3 && report.rotation_error > 3.1;
                }
            }
            print_message("             %-6s %-8s %d, by six equations %d and half a turn %d, position %d of 300\n",
                          models[m], swv_study_method_name((swv_study_method)method), reached[0], reached[1], turned,
                          reached[2]);
            assert_true(reached[SWV_STUDY_FRAME_12] >= 290 && reached[SWV_STUDY_POSITION_3] >= 290);
            assert_true(turned >= 100);
        }
    }
}

// A free orientation is not read: any numbers, and none.
static void a_free_orientation_is_not_read(void **state)
{
    (void)state;
    const swv_study_options options = { .residual = SWV_STUDY_POSITION_3 };
    for (int method = 0; method < SWV_STUDY_METHODS; ++method) {
        swv_chain        chain;
        swv_pose         target = { { 40, -60, 20 }, { NAN, 0, 0, 0 } }, tip;
        double           q[6];
        swv_study_report report;
        assert_int_equal(swv_model_chain("arm6", &chain), SWV_OK);
        assert_int_equal(
            swv_study_solve(&chain, &target, (swv_study_method)method, NULL, &options, scratch, q, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_near(report.rotation_error, 0.0, 0.0);
        assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_OK);
        assert_near(swv_vec3_length(swv_vec3_sub(tip.position, target.position)), 0.0, 1e-6);
        target.position.y = NAN;
        assert_int_equal(
            swv_study_solve(&chain, &target, (swv_study_method)method, NULL, &options, scratch, q, &report),
            SWV_BAD_GOAL);
    }
}

// The residual of six is zero there (study.h).
static void half_a_turn_is_not_reached(void **state)
{
    (void)state;
    swv_chain chain;
    swv_pose  target;
    double    q[6];
    start_at_half_a_degree("arm6", &chain, q, &target);
    target.rotation = swv_quat_mul(target.rotation, (swv_quat){ 0, 0, 1, 0 });
    swv_study_report report;
    assert_int_equal(swv_study_solve(&chain, &target, SWV_STUDY_NEWTON, q, &as_in_the_thesis, scratch, q, &report),
                     SWV_OK);
    assert_int_equal(report.outcome, SWV_STALLED);
    assert_near(report.rotation_error, SWV_PI, 1e-12);
}

// Of 1 to 39 evaluations, or iterations, on a step of 10 to a tolerance of 1e-12. Chosen.
static void budgets_are_kept(void **state)
{
    (void)state;
    for (int method = 0; method < SWV_STUDY_METHODS; ++method) {
        for (int limit = 1; limit < 40; ++limit) {
            swv_chain         chain;
            swv_pose          target;
            double            q[6];
            swv_study_report  report;
            swv_study_options options = { .characteristic_length = 1.0, .tolerance = 1e-12, .max_evaluations = limit };
            start_at_half_a_degree("arm6", &chain, q, &target);
            target.position.x += 10.0;
            target.position.y += 10.0;
            assert_int_equal(
                swv_study_solve(&chain, &target, (swv_study_method)method, q, &options, scratch, q, &report), SWV_OK);
            assert_true(report.evaluations <= limit);
            options.max_evaluations = 0;
            options.max_iterations = limit;
            start_at_half_a_degree("arm6", &chain, q, &target);
            target.position.x += 10.0;
            target.position.y += 10.0;
            assert_int_equal(
                swv_study_solve(&chain, &target, (swv_study_method)method, q, &options, scratch, q, &report), SWV_OK);
            assert_true(report.iterations <= limit);
        }
    }
}

// Statuses leave everything as it was: -7 marks that. Method 7 and 65 joints are one too many.
static void any_numbers(void **state)
{
    (void)state;
    const double odd[] = { 0.0, -0.0, 1.0, -1.0, 1e-320, 1e-160, 1e-14, 1e100, -1e308, 1e308, 3.0, NAN, INFINITY };
    const int    odd_count = (int)(sizeof odd / sizeof odd[0]);
    uint64_t     seed = 75;
    for (int n = 0; n < CASES(500000); ++n) {
        const bool is_finite = random_below(&seed, 2);
        const int  count = is_finite ? odd_count - 2 : odd_count;
        swv_chain  chain = random_chain(&seed, 1 + random_below(&seed, 4));
        double     x[12], q[4];
        for (int i = 0; i < 12; ++i)
            x[i] = odd[random_below(&seed, count)];
        for (int i = 0; i < 4; ++i)
            q[i] = x[i];
        if (random_below(&seed, 4) == 0)
            chain.joints[0].origin.x = x[11];
        const swv_pose          target = { { x[4], x[5], x[6] }, { x[7], x[8], x[9], x[10] } };
        const swv_study_options options = { .residual = (swv_study_residual)random_below(&seed, 3),
                                            .max_iterations = 20,
                                            .max_evaluations = 500 };
        swv_study_report        report = { .iterations = -7 };
        const swv_status        status =
            swv_study_solve(&chain, &target, (swv_study_method)random_below(&seed, SWV_STUDY_METHODS), q, &options,
                            scratch, q, &report);
        if (status != SWV_OK) {
            assert_memory_equal(q, x, sizeof q);
            assert_int_equal(report.iterations, -7);
            continue;
        }
        for (int i = 0; i < chain.dof; ++i)
            assert_true(isfinite(q[i]));
        assert_true(isfinite(report.residual));
    }

    swv_chain      chain;
    const swv_pose target = SWV_IDENTITY_POSE;
    double         q[6] = { 0.0 };
    assert_int_equal(swv_model_chain("arm6", &chain), SWV_OK);
    const swv_study_options wrong[] = {
        { .tolerance = -1.0 },
        { .max_iterations = -1 },
        { .max_evaluations = -1 },
        { .characteristic_length = -1.0 },
        { .residual = (swv_study_residual)3 },
        { .beta = (swv_study_beta)2 },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i)
        assert_int_equal(swv_study_solve(&chain, &target, SWV_STUDY_NEWTON, q, &wrong[i], scratch, q, NULL),
                         SWV_BAD_OPTIONS);
    assert_int_equal(swv_study_solve(&chain, &target, (swv_study_method)7, q, NULL, scratch, q, NULL),
                     SWV_BAD_ARGUMENT);
    assert_null(swv_study_method_name((swv_study_method)7));
    assert_int_equal(swv_study_scratch(0), 0);
    assert_int_equal(swv_study_scratch(65), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(residuals_are_those_of_the_thesis),
        cmocka_unit_test(derivatives_are_the_finite_differences),
        cmocka_unit_test(example_1_by_each_method),
        cmocka_unit_test(trajectories_converge_with_every_method),
        cmocka_unit_test(quadratics_end_in_as_many_steps_as_theory_says),
        cmocka_unit_test(rosenbrocks_valley_is_followed_to_its_end),
        cmocka_unit_test(updates_are_secant_and_as_in_equation_3_22),
        cmocka_unit_test(random_chains_of_any_size),
        cmocka_unit_test(singular_to_singular),
        cmocka_unit_test(far_targets_are_reached_on_twelve_equations),
        cmocka_unit_test(a_free_orientation_is_not_read),
        cmocka_unit_test(half_a_turn_is_not_reached),
        cmocka_unit_test(budgets_are_kept),
        cmocka_unit_test(any_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
