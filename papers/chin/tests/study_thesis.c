// SPDX-License-Identifier: MIT
// Why the thesis's numbers are what they are: its experiments in single precision with Jacobians by forward differences,
// and with residual and Jacobian in different axes. papers/chin/results.md quotes what is printed here.
#include "check.h"

#include <math.h>

#include "chin/objective.h"
#include "chin/study_internal.h"
#include "swivel_papers/models.h"

#define DEG (SWV_PI / 180.0)

static void (*const runs[SWV_STUDY_METHODS])(swvi_study *) = {
    swvi_newton, swvi_broyden, swvi_bfgs, swvi_fletcher, swvi_conjugate_gradient, swvi_powell, swvi_praxis,
};

// Joint values, the tip, and the residual of 6 made from it, each rounded to single precision.
static void single_residual(const swvi_chain_objective *o, const double *x, double *r)
{
    double   rounded[SWV_MAX_JOINTS];
    swv_pose tip;
    for (int i = 0; i < o->chain->dof; ++i)
        rounded[i] = (double)(float)x[i];
    assert_int_equal(swv_chain_tip(o->chain, rounded, &tip), SWV_OK);
    const swv_mat3 h = swv_mat3_from_quat(tip.rotation), t = swv_mat3_from_quat(o->target.rotation);
    const double   there[3] = { o->target.position.x, o->target.position.y, o->target.position.z };
    const double   here[3] = { tip.position.x, tip.position.y, tip.position.z };
    float          e[3][3];
    for (int i = 0; i < 3; ++i) {
        float sum = 0.0f;
        for (int k = 0; k < 3; ++k)
            sum += (float)h.m[k][i] * ((float)there[k] - (float)here[k]);
        r[i] = (double)sum;
        for (int j = 0; j < 3; ++j) {
            e[i][j] = 0.0f;
            for (int k = 0; k < 3; ++k)
                e[i][j] += (float)h.m[k][i] * (float)t.m[k][j];
        }
    }
    r[3] = (double)(0.5f * (e[2][1] - e[1][2]));
    r[4] = (double)(0.5f * (e[0][2] - e[2][0]));
    r[5] = (double)(0.5f * (e[1][0] - e[0][1]));
}

// Forward differences of a ten thousandth of each angle (of one that is zero: 1e-4 rad), as the programs that the thesis cites
// take them (results.md, "What does not, and why").
static bool single_precision(const void *context, const double *x, double *r, double *jacobian)
{
    const swvi_chain_objective *o = context;
    const int                   n = o->chain->dof;
    single_residual(o, x, r);
    for (int k = 0; jacobian && k < n; ++k) {
        double      y[SWV_MAX_JOINTS], moved[6];
        const float from = (float)x[k], to = from + 1e-4f * (from == 0.0f ? 1.0f : fabsf(from));
        for (int i = 0; i < n; ++i)
            y[i] = i == k ? (double)to : x[i];
        single_residual(o, y, moved);
        for (int i = 0; i < 6; ++i)
            jacobian[i * n + k] = (double)(((float)moved[i] - (float)r[i]) / (to - from));
    }
    return true;
}

// The residual in the tip's axes, as (5.22) has it, the Jacobian in the base's, as (5.29) and (5.30) do.
static bool different_axes(const void *context, const double *x, double *r, double *jacobian)
{
    const swvi_chain_objective *o = context;
    if (!swvi_chain_residual(o, x, r, NULL))
        return false;
    if (jacobian && swv_chain_jacobian(o->chain, x, SWV_BASE_AXES, jacobian, NULL) != SWV_OK)
        return false;
    for (int i = 0; jacobian && i < 6 * o->chain->dof; ++i)
        jacobian[i] = -jacobian[i];
    return true;
}

typedef struct counts {
    int    reached;
    double iterations, evaluations, by_differences;  ///< means
} counts;

// The experiment of results.md: from 0.5 degrees in every joint, ten steps of the hand by (dx, dy, 0) in the thesis's units of
// length, each from the posture of the one before, to residuals of 1e-4 with the characteristic length 1. `model` is a name of
// models.h, `method` one of swv_study_method. 500 and 100000 are the defaults of study.h; 0.1 takes the mean of ten.
static counts run_path(const char *model, double dx, double dy, int method, swvi_residual_function residual)
{
    static double scratch[10000];  // enough, as is asserted
    swv_chain     chain;
    swv_pose      target;
    double        q[SWV_MAX_JOINTS];
    counts        c = { 0 };
    assert_int_equal(swv_model_chain(model, &chain), SWV_OK);
    assert_true(swv_study_scratch(chain.dof) <= sizeof scratch / sizeof scratch[0]);
    for (int i = 0; i < chain.dof; ++i)
        q[i] = 0.5 * DEG;
    assert_int_equal(swv_chain_tip(&chain, q, &target), SWV_OK);
    for (int k = 0; k < 10; ++k) {
        target.position.x += dx;
        target.position.y += dy;
        const swvi_chain_objective o = { &chain, target, SWV_STUDY_POSE_6, 1.0 };
        swvi_study s = { .n = chain.dof, .m = 6, .residual = residual, .context = &o, .scratch = scratch, .x = q };
        s.options = (swv_study_options){
            .characteristic_length = 1.0, .tolerance = 1e-4, .max_iterations = 500, .max_evaluations = 100000
        };
        s.f = swvi_evaluate(&s, q, s.r);
        runs[method](&s);
        c.reached += s.outcome == SWV_REACHED;
        c.iterations += 0.1 * s.iterations;
        c.evaluations += 0.1 * s.evaluations;
        c.by_differences += 0.1 * (s.evaluations + chain.dof * s.jacobians);
    }
    return c;
}

// `step`: by how much x grows in each of the ten steps, in the thesis's units of length.
static void print(const char *model, double step, int method, const counts *c)
{
    print_message(
        "             %-8s %2g  %-8s  %5.1f iterations  %6.1f evaluations  %6.1f by differences  %2d reached\n", model,
        step, swv_study_method_name((swv_study_method)method), c->iterations, c->evaluations, c->by_differences,
        c->reached);
}

// NEWTON: the thesis's mean is 21.9 evaluations, and its last four steps take three iterations. In double precision two are
// enough; rounded to single, the Jacobian is off by per cents and a third is needed now and then. And FRPRM, whose lines end
// where the rounding of f begins, stays short of the target, as in appendix G. Ours takes 21.7 evaluations: 2 leaves room; and
// reaches 0 and 1 of 10 (results.md): fewer than half. Both chosen.
static void single_precision_explains_newton_and_frprm(void **state)
{
    (void)state;
    for (int large = 0; large < 2; ++large) {
        const double step = large ? 10.0 : 1.0;
        for (int method = 0; method < SWV_STUDY_METHODS; ++method) {
            const counts c = run_path("arm6", step, step, method, single_precision);
            print("arm6", step, method, &c);
            if (method == SWV_STUDY_NEWTON) {
                assert_int_equal(c.reached, 10);
                if (!large)
                    assert_near(c.by_differences, 21.9, 2.0);
            }
            if (method == SWV_STUDY_FRPRM)
                assert_true(c.reached < 5);
        }
    }
}

// Nothing that takes its direction from such a Jacobian arrives anywhere; BFGS stops after as few steps as tables 6.5 to 6.8
// print for it.
static void different_axes_arrive_nowhere(void **state)
{
    (void)state;
    const char *const models[] = { "arm6", "torso8", "planar3" };
    for (int m = 0; m < 3; ++m) {
        for (int method = 0; method < SWV_STUDY_POWELL; ++method) {
            const counts c = run_path(models[m], 1, m == 2 ? -1 : 1, method, different_axes);
            print(models[m], 1.0, method, &c);
            assert_true(c.reached <= 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_precision_explains_newton_and_frprm),
        cmocka_unit_test(different_axes_arrive_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
