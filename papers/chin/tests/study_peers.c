// SPDX-License-Identifier: MIT
// The same objectives from the same starts by other people's programs: GSL and NLopt. Where the method is the same the
// steps agree; where it is not, the minimum does.
//
// Postures are radians, lengths the thesis's unit, of arm7 metres. The characteristic length is 50 (an upper arm), of planar3 10, of arm7 0.3 m.
// Shares that must agree are chosen: peers may go to another minimum, or stop elsewhere, from some of the starts.
#include "check.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multimin.h>
#include <gsl/gsl_multiroots.h>
#include <nlopt.h>

#include "chains.h"
#include "chin/objective.h"
#include "swivel_papers/models.h"
#include "swivel_papers/study.h"

#define DEG (SWV_PI / 180.0)

// swv_study_scratch of 64 joints (study.c): 3 n^2 + 46 n + 156.
static double scratch[3 * 64 * 64 + 46 * 64 + 156];

// f and its gradient at x; the gradient may be NULL.
static double evaluate(const swvi_chain_objective *o, const double *x, double *gradient)
{
    const int n = o->chain->dof, m = swvi_residual_count(o->residual);
    double    r[12], jacobian[12 * SWV_MAX_JOINTS], f = 0.0;
    assert_true(swvi_chain_residual(o, x, r, jacobian));
    for (int i = 0; i < m; ++i)
        f += r[i] * r[i];
    for (int j = 0; gradient && j < n; ++j) {
        gradient[j] = 0.0;
        for (int i = 0; i < m; ++i)
            gradient[j] += 2.0 * r[i] * jacobian[i * n + j];
    }
    return f;
}

// ---- the objective as the others want it ----

static double gsl_f(const gsl_vector *x, void *o)
{
    return evaluate(o, x->data, NULL);
}

static void gsl_df(const gsl_vector *x, void *o, gsl_vector *g)
{
    (void)evaluate(o, x->data, g->data);
}

static void gsl_fdf(const gsl_vector *x, void *o, double *f, gsl_vector *g)
{
    *f = evaluate(o, x->data, g->data);
}

static int root_f(const gsl_vector *x, void *o, gsl_vector *r)
{
    return swvi_chain_residual(o, x->data, r->data, NULL) ? GSL_SUCCESS : GSL_EFAILED;
}

static int root_df(const gsl_vector *x, void *o, gsl_matrix *jacobian)
{
    double r[12];
    return swvi_chain_residual(o, x->data, r, jacobian->data) ? GSL_SUCCESS : GSL_EFAILED;
}

static int root_fdf(const gsl_vector *x, void *o, gsl_vector *r, gsl_matrix *jacobian)
{
    return swvi_chain_residual(o, x->data, r->data, jacobian->data) ? GSL_SUCCESS : GSL_EFAILED;
}

static double nlopt_f(unsigned n, const double *x, double *gradient, void *o)
{
    (void)n;
    return evaluate(o, x, gradient);
}

// ---- starts and targets ----

typedef struct problem {
    swv_chain            chain;
    double               start[SWV_MAX_JOINTS];
    swvi_chain_objective objective;
} problem;

// A posture of a model, and a target a little away; or, out of reach, far away in front of it. Starts of 0.3 to 1.2 rad are away from straight
// joints, targets are 0.15 rad from them in each, or at twice the chain's length. Chosen.
static void make_problem(uint64_t *seed, const char *model, double c, bool is_out_of_reach, problem *p)
{
    double there[SWV_MAX_JOINTS];
    assert_int_equal(swv_model_chain(model, &p->chain), SWV_OK);
    for (int i = 0; i < p->chain.dof; ++i) {
        p->start[i] = random_between(seed, 0.3, 1.2);
        there[i] = p->start[i] + random_between(seed, -0.15, 0.15);
    }
    p->objective = (swvi_chain_objective){ .chain = &p->chain, .residual = SWV_STUDY_POSE_6, .length = c };
    assert_int_equal(swv_chain_tip(&p->chain, there, &p->objective.target), SWV_OK);
    if (is_out_of_reach) {
        swv_vec3 *t = &p->objective.target.position;
        *t = swv_vec3_scale(2.0 * swvi_chain_length(&p->chain), swv_vec3_normalize(*t));
    }
}

// From p->start, to q.
static swv_study_report solve(const problem *p, int method, const swv_study_options *options, double *q)
{
    swv_study_options o = *options;
    swv_study_report  report;
    o.residual = p->objective.residual;
    o.characteristic_length = p->objective.length;
    memcpy(q, p->start, sizeof p->start);
    assert_int_equal(
        swv_study_solve(&p->chain, &p->objective.target, (swv_study_method)method, q, &o, scratch, q, &report), SWV_OK);
    return report;
}

// Of the joint that differs most, radians.
static double distance(const double *a, const double *b, int n)
{
    double worst = 0.0;
    for (int i = 0; i < n; ++i)
        worst = fmax(worst, fabs(a[i] - b[i]));
    return worst;
}

// ---- the same method: the same steps ----

// Four steps each. 1e-7 of the largest angle: full steps may grow rounding a lot. On average at least one step is compared. Chosen.
static void newton_takes_the_steps_of_gsl_newton(void **state)
{
    (void)state;
    uint64_t seed = 81;
    int      compared = 0;
    for (int n = 0; n < CASES(5000); ++n) {
        problem p;
        make_problem(&seed, "arm6", 50.0, false, &p);
        gsl_multiroot_function_fdf function = { root_f, root_df, root_fdf, 6, &p.objective };
        gsl_vector_view            x = gsl_vector_view_array(p.start, 6);
        gsl_multiroot_fdfsolver   *peer = gsl_multiroot_fdfsolver_alloc(gsl_multiroot_fdfsolver_newton, 6);
        gsl_multiroot_fdfsolver_set(peer, &function, &x.vector);
        for (int k = 1; k <= 4; ++k) {
            double q[SWV_MAX_JOINTS];
            assert_int_equal(gsl_multiroot_fdfsolver_iterate(peer), GSL_SUCCESS);
            const swv_study_report report =
                solve(&p, SWV_STUDY_NEWTON,
                      &(swv_study_options){ .max_iterations = k, .tolerance = 1e-9, .full_steps = true }, q);
            if (report.iterations < k)
                break;
            // A step that leads up is not returned: the lowest point is.
            if (report.residual < evaluate(&p.objective, peer->x->data, NULL) * (1.0 - 1e-6) - 1e-12)
                continue;
            assert_near(distance(q, peer->x->data, 6), 0.0, 1e-7 * fmax(1.0, fabs(gsl_vector_max(peer->x))));
            ++compared;
        }
        gsl_multiroot_fdfsolver_free(peer);
    }
    assert_true(compared > CASES(5000));
}

// Conjugate gradients with exact line searches are one sequence of points, whoever computes them. GSL goes along a line in
// as many iterations as it likes: our points, at the ends of lines, are among its own, one after the other. Ours end at
// 1e-4 of their length, GSL's where the slope is 1e-5 of the gradient; that much, and what it grows to, is between them. Three points are sought
// among 60 of GSL's, within 1e-2 of the step that led there; a tenth may be missing (found: 5.5 %). 0.01: GSL's first step. Chosen.
static void frprm_takes_the_steps_of_gsl(void **state)
{
    (void)state;
    const gsl_multimin_fdfminimizer_type *const peers[2] = { gsl_multimin_fdfminimizer_conjugate_pr,
                                                             gsl_multimin_fdfminimizer_conjugate_fr };
    const char *const                           models[3] = { "planar3", "arm6", "torso8" };
    uint64_t                                    seed = 82;
    int                                         compared = 0, apart = 0;
    double                                      differ = 0.0;
    for (int n = 0; n < CASES(6000); ++n) {
        problem p;
        make_problem(&seed, models[n % 3], n % 3 ? 50.0 : 10.0, false, &p);
        p.objective.residual = n / 2 % 2 ? SWV_STUDY_FRAME_12 : SWV_STUDY_POSE_6;
        const int                  dof = p.chain.dof, beta = n % 2;
        gsl_multimin_function_fdf  function = { gsl_f, gsl_df, gsl_fdf, (size_t)dof, &p.objective };
        gsl_vector_view            x = gsl_vector_view_array(p.start, (size_t)dof);
        gsl_multimin_fdfminimizer *peer = gsl_multimin_fdfminimizer_alloc(peers[beta], (size_t)dof);
        gsl_multimin_fdfminimizer_set(peer, &function, &x.vector, 0.01, 1e-5);
        double points[3][2][SWV_MAX_JOINTS];  // by either beta
        for (int k = 0; k < 3; ++k)
            for (int b = 0; b < 2; ++b)
                (void)solve(
                    &p, SWV_STUDY_FRPRM,
                    &(swv_study_options){ .max_iterations = k + 1, .tolerance = 1e-9, .beta = (swv_study_beta)b },
                    points[k][b]);
        int met = 0;
        for (int k = 0; k < 60 && met < 3 && gsl_multimin_fdfminimizer_iterate(peer) == GSL_SUCCESS; ++k) {
            const double *before = met ? points[met - 1][beta] : p.start;
            met += distance(points[met][beta], peer->x->data, dof) < 1e-2 * distance(points[met][beta], before, dof);
        }
        compared += 3;
        apart += 3 - met;
        differ = fmax(differ, distance(points[2][0], points[2][1], dof));
        gsl_multimin_fdfminimizer_free(peer);
    }
    print_message("             %d of %d points apart\n", apart, compared);
    assert_true(apart <= compared / 10);
    assert_true(differ > 1e-6);  // the two are not the same
}

// ---- another method: the same minimum ----

// First step 0.01, lines to 0.1 of the slope, as GSL's manual proposes; 5000 iterations are more than it needs.
static double gsl_minimum(const gsl_multimin_fdfminimizer_type *type, const problem *p, double *q)
{
    const size_t               dof = (size_t)p->chain.dof;
    gsl_multimin_function_fdf  function = { gsl_f, gsl_df, gsl_fdf, dof, (void *)&p->objective };
    gsl_vector_view            x = gsl_vector_view_array((double *)p->start, dof);
    gsl_multimin_fdfminimizer *peer = gsl_multimin_fdfminimizer_alloc(type, dof);
    gsl_multimin_fdfminimizer_set(peer, &function, &x.vector, 0.01, 0.1);
    for (int k = 0; k < 5000 && gsl_multimin_fdfminimizer_iterate(peer) == GSL_SUCCESS; ++k) {
    }
    memcpy(q, peer->x->data, dof * sizeof(double));
    const double f = peer->f;
    gsl_multimin_fdfminimizer_free(peer);
    return f;
}

// Until f changes by less than 1e-14 of itself or is 1e-18, which is 0. Chosen.
static double nlopt_minimum(nlopt_algorithm algorithm, const problem *p, double *q)
{
    nlopt_opt peer = nlopt_create(algorithm, (unsigned)p->chain.dof);
    double    f = INFINITY;
    nlopt_set_min_objective(peer, nlopt_f, (void *)&p->objective);
    nlopt_set_ftol_rel(peer, 1e-14);
    nlopt_set_stopval(peer, 1e-18);
    nlopt_set_maxeval(peer, 20000);
    memcpy(q, p->start, sizeof p->start);
    (void)nlopt_optimize(peer, q, &f);
    nlopt_destroy(peer);
    return f;
}

// Within reach all end at zero; out of reach at one height, which is no zero. As low is to 1e-4, or to 1e-12 c^2 if that is 0; nine of ten are asked
// for (found: all). Chosen.
static void minima_are_those_of_gsl_and_nlopt(void **state)
{
    (void)state;
    const char *const models[] = { "planar3", "arm6", "torso8", "arm7" };
    uint64_t          seed = 83;
    int               compared[SWV_STUDY_METHODS] = { 0 }, agreed[SWV_STUDY_METHODS] = { 0 };
    nlopt_srand(1);
    for (int n = 0; n < CASES(2000); ++n) {
        const bool is_out_of_reach = n % 2;
        problem    p;
        make_problem(&seed, models[n / 2 % 4], n / 2 % 4 == 3 ? 0.3 : 50.0, is_out_of_reach, &p);
        p.objective.residual = n / 8 % 2 ? SWV_STUDY_FRAME_12 : SWV_STUDY_POSE_6;
        double       q[SWV_MAX_JOINTS], peers[4];
        const double c2 = p.objective.length * p.objective.length;
        peers[0] = gsl_minimum(gsl_multimin_fdfminimizer_vector_bfgs2, &p, q);
        peers[1] = gsl_minimum(gsl_multimin_fdfminimizer_conjugate_pr, &p, q);
        peers[2] = nlopt_minimum(NLOPT_LD_LBFGS, &p, q);
        peers[3] = nlopt_minimum(NLOPT_LN_PRAXIS, &p, q);
        double lowest = INFINITY;
        for (int k = 0; k < 4; ++k)
            lowest = fmin(lowest, peers[k]);
        for (int method = 0; method < SWV_STUDY_METHODS; ++method) {
            // The two that look for a root may stop short of a minimum that is none.
            if (is_out_of_reach && method <= SWV_STUDY_BROYDEN)
                continue;
            const swv_study_report report = solve(&p, method, &(swv_study_options){ .max_iterations = 5000 }, q);
            ++compared[method];
            agreed[method] += report.residual <= lowest * (1.0 + 1e-4) + 1e-12 * c2;
        }
    }
    for (int method = 0; method < SWV_STUDY_METHODS; ++method) {
        print_message("             %-8s %d of %d as low as the lowest of four peers\n",
                      swv_study_method_name((swv_study_method)method), agreed[method], compared[method]);
        assert_true(agreed[method] >= compared[method] * 9 / 10);
    }
}

// The root finders of GSL end where NEWTON and BROYDN do. Residuals to 1e-10, so angles to 1e-7; peers that take 200 steps have lost it. One in 50
// may differ (found: 69 of 20,000). Chosen.
static void roots_are_those_of_gsl(void **state)
{
    (void)state;
    const gsl_multiroot_fdfsolver_type *const peers[2] = { gsl_multiroot_fdfsolver_hybridsj,
                                                           gsl_multiroot_fdfsolver_gnewton };
    uint64_t                                  seed = 84;
    int                                       compared = 0, apart = 0;
    for (int n = 0; n < CASES(5000); ++n) {
        problem p;
        make_problem(&seed, "arm6", 50.0, false, &p);
        gsl_multiroot_function_fdf function = { root_f, root_df, root_fdf, 6, &p.objective };
        gsl_vector_view            x = gsl_vector_view_array(p.start, 6);
        for (int k = 0; k < 2; ++k) {
            gsl_multiroot_fdfsolver *peer = gsl_multiroot_fdfsolver_alloc(peers[k], 6);
            gsl_multiroot_fdfsolver_set(peer, &function, &x.vector);
            int steps = 0;
            while (gsl_multiroot_test_residual(peer->f, 1e-10) != GSL_SUCCESS && ++steps < 200)
                if (gsl_multiroot_fdfsolver_iterate(peer) != GSL_SUCCESS)
                    break;
            for (int method = SWV_STUDY_NEWTON; method <= SWV_STUDY_BROYDEN && steps < 200; ++method) {
                double                 q[SWV_MAX_JOINTS];
                const swv_study_report report = solve(&p, method, &(swv_study_options){ .tolerance = 1e-10 }, q);
                ++compared;
                apart += report.outcome != SWV_REACHED || distance(q, peer->x->data, 6) > 1e-7;
            }
            gsl_multiroot_fdfsolver_free(peer);
        }
    }
    print_message("             %d of %d roots not found or different ones\n", apart, compared);
    assert_true(apart <= compared / 50);
}

int main(void)
{
    gsl_set_error_handler_off();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(newton_takes_the_steps_of_gsl_newton),
        cmocka_unit_test(frprm_takes_the_steps_of_gsl),
        cmocka_unit_test(minima_are_those_of_gsl_and_nlopt),
        cmocka_unit_test(roots_are_those_of_gsl),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
