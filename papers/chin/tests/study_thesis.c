// SPDX-License-Identifier: MIT
// Why the thesis's numbers are what they are: its experiments in single precision with Jacobians by forward differences,
// with residual and Jacobian in different axes, and by the methods as it prints them or as the programs it cites have them.
// papers/chin/results.md quotes what is printed here.
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chains.h"
#include "chin/objective.h"
#include "chin/study_internal.h"
#include "chin/svd.h"
#include "chin/variable_metric.h"
#include "math/linalg_internal.h"
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
    double most_turned;                              ///< by a joint in one step, degrees
    int    of_step[10];                              ///< iterations
} counts;

// The experiment of results.md: from 0.5 degrees in every joint, ten steps of the hand in the thesis's units of length, each
// from the posture of the one before, to residuals of 1e-4 with the characteristic length 1. `model` is a name of models.h,
// `run` one of `runs` or of the variants. 500 and 100000 are the defaults of study.h; 0.1 takes the mean of ten.
static counts run_path(const char *model, swv_vec3 step, void (*run)(swvi_study *), swvi_residual_function residual)
{
    static double scratch[10000];  // enough, as is asserted
    swv_chain     chain;
    swv_pose      target;
    double        q[SWV_MAX_JOINTS], before[SWV_MAX_JOINTS];
    counts        c = { 0 };
    assert_int_equal(swv_model_chain(model, &chain), SWV_OK);
    assert_true(swv_study_scratch(chain.dof) <= sizeof scratch / sizeof scratch[0]);
    for (int i = 0; i < chain.dof; ++i)
        q[i] = 0.5 * DEG;
    assert_int_equal(swv_chain_tip(&chain, q, &target), SWV_OK);
    for (int k = 0; k < 10; ++k) {
        target.position = swv_vec3_add(target.position, step);
        const swvi_chain_objective o = { &chain, target, SWV_STUDY_POSE_6, 1.0 };
        swvi_study s = { .n = chain.dof, .m = 6, .residual = residual, .context = &o, .scratch = scratch, .x = q };
        s.options = (swv_study_options){
            .characteristic_length = 1.0, .tolerance = 1e-4, .max_iterations = 500, .max_evaluations = 100000
        };
        s.f = swvi_evaluate(&s, q, s.r);
        memcpy(before, q, sizeof q);
        run(&s);
        // Twice the tolerance: variants that end by another rule leave a little more.
        c.reached += swvi_largest(s.r, 6) <= swvi_magnitude(2e-4);
        for (int i = 0; i < chain.dof; ++i)
            c.most_turned = fmax(c.most_turned, fabs(q[i] - before[i]) / DEG);
        c.of_step[k] = s.iterations;
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
// reaches 0 and 4 of 10 (results.md): fewer than half. Both chosen.
static void single_precision_explains_newton_and_frprm(void **state)
{
    (void)state;
    for (int large = 0; large < 2; ++large) {
        const double step = large ? 10.0 : 1.0;
        for (int method = 0; method < SWV_STUDY_METHODS; ++method) {
            const counts c = run_path("arm6", (swv_vec3){ step, step, 0 }, runs[method], single_precision);
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
            const counts c = run_path(models[m], (swv_vec3){ 1, m == 2 ? -1 : 1, 0 }, runs[method], different_axes);
            print(models[m], 1.0, method, &c);
            assert_true(c.reached <= 1);
        }
    }
}

// ---- variants ----

// Up or down, whole.
static bool take_whole_step(swvi_study *s, const double *p)
{
    double r[SWVI_MAX_RESIDUALS];
    for (int i = 0; i < s->n; ++i)
        s->x[i] += p[i];
    s->f = swvi_evaluate(s, s->x, r);
    swvi_copy(s->r, r, s->m);
    return swvi_is_finite(s->f);
}

/// What a BROYDN may be made of.
typedef struct broyden_parts {
    bool   starts_at_unit;  ///< the first matrix, and that after a line search that failed; else the Jacobian
    bool   has_line_search, is_corrected;
    double least_step;  ///< ends when |step| is less (step 12 of its algorithm); 0: where no residual is above 1e-4
} broyden_parts;

// Section 5.2.4 of the thesis, with A the inverse: A += (step - A y) step'A / (step'A y), and steps of -A r.
// Lines are given up at 1e-7 of an angle, or of 1, as the program of Press et al. does.
static void broyden_of(swvi_study *s, const broyden_parts *parts)
{
    enum { N = 6 };
    double jacobian[N * N], a[N * N], p[N], point[N], before[N], ay[N], sa[N], scratch[2 * N * N + N];
    bool   is_old = true;
    if (parts->least_step > 0.0)
        s->options.tolerance = 0.0;
    while (!swvi_is_over(s)) {
        const bool is_fresh = is_old;
        s->outcome = SWV_STALLED;
        if (is_fresh && parts->starts_at_unit) {
            for (int i = 0; i < N * N; ++i)
                a[i] = i % (N + 1) == 0;
        } else if (is_fresh) {
            swvi_jacobian(s, jacobian);
            assert_int_equal(swvi_pseudoinverse(jacobian, N, N, 1e-9, a, NULL, scratch), SWV_OK);
        }
        for (int i = 0; i < N; ++i)
            p[i] = -swvi_dot(&a[i * N], s->r, N);
        swvi_copy(before, s->r, N);
        const double alpha =
            !parts->has_line_search ? (double)take_whole_step(s, p) : swvi_backtrack_to(s, p, -2.0 * s->f, 1e-7, point);
        if (alpha == 0.0 && (is_fresh || !parts->has_line_search))
            return;
        double denominator = 0.0;
        for (int i = 0; i < N; ++i)
            p[i] *= alpha;
        if (sqrt(swvi_dot(p, p, N)) < parts->least_step)
            return;
        is_old = alpha == 0.0;
        for (int i = 0; i < N; ++i) {
            ay[i] = 0.0;
            for (int j = 0; j < N; ++j)
                ay[i] += a[i * N + j] * (s->r[j] - before[j]);
            denominator += p[i] * ay[i];
        }
        if (is_old || !parts->is_corrected || denominator == 0.0)
            continue;
        for (int j = 0; j < N; ++j) {
            sa[j] = 0.0;
            for (int i = 0; i < N; ++i)
                sa[j] += p[i] * a[i * N + j];
        }
        for (int i = 0; i < N; ++i)
            for (int j = 0; j < N; ++j)
                a[i * N + j] += (p[i] - ay[i]) * (sa[j] / denominator);
    }
}

static void broyden_as_printed(swvi_study *s)
{
    broyden_of(s, &(broyden_parts){ .is_corrected = true });
}

// 1e-6: of 1e-3 to 1e-8, which the thesis leaves open, the one that comes nearest.
static void broyden_to_a_step(swvi_study *s)
{
    broyden_of(s, &(broyden_parts){ .is_corrected = true, .least_step = 1e-6 });
}

static void broyden_from_unit(swvi_study *s)
{
    broyden_of(s, &(broyden_parts){ .starts_at_unit = true, .has_line_search = true, .is_corrected = true });
}

static void broyden_never_corrected(swvi_study *s)
{
    broyden_of(s, &(broyden_parts){ .has_line_search = true });
}

// POWELL as Press et al. have it: every line begins with a step of 1 and is followed to 2e-4 of its length; it ends when a
// round gains less than 1e-7 of f. (1e-5 takes a tenth less; what the thesis took it does not say.)
static void powell_from_1(swvi_study *s)
{
    enum { N = 6 };
    double u[N][N] = { { 0.0 } }, start[N], way[N], beyond[N], point[N], r[SWVI_MAX_RESIDUALS];
    for (int i = 0; i < N; ++i)
        u[i][i] = 1.0;
    s->options.tolerance = 0.0;
    while (!swvi_is_over(s)) {
        const double f0 = s->f;
        double       most = 0.0;
        int          largest = 0;
        swvi_copy(start, s->x, N);
        for (int i = 0; i < N; ++i) {
            const double before = s->f;
            (void)swvi_minimize_along(s, u[i], 1.0, 2e-4, point);
            if (before - s->f > most) {
                most = before - s->f;
                largest = i;
            }
        }
        if (2.0 * (f0 - s->f) <= 1e-7 * (f0 + s->f))
            return;
        for (int i = 0; i < N; ++i) {
            way[i] = s->x[i] - start[i];
            beyond[i] = s->x[i] + way[i];
        }
        const double fn = s->f, fe = swvi_evaluate(s, beyond, r), rest = f0 - fn - most;
        if (!(fe < f0) || !(2.0 * (f0 - 2.0 * fn + fe) * rest * rest < (f0 - fe) * (f0 - fe) * most))
            continue;
        (void)swvi_minimize_along(s, way, 1.0, 2e-4, point);
        swvi_copy(u[largest], u[N - 1], N);
        swvi_copy(u[N - 1], way, N);
    }
}

// BFGS as Press et al. have it: H is the unit matrix at first, and it ends when no entry of the gradient, times its angle and
// over f where those are above 1, exceeds `least`; 0: where no residual is above 1e-4.
static void bfgs_of(swvi_study *s, double least)
{
    enum { N = 8 };
    double            h[N * N] = { 0.0 }, jacobian[6 * N], g[N], d[N], y[N], hy[N], point[N];
    const int         n = s->n;
    const swvi_metric metric = { n, h };
    for (int i = 0; i < n; ++i)
        h[i * (n + 1)] = 1.0;
    if (least > 0.0)
        s->options.tolerance = 0.0;
    (void)swvi_gradient(s, jacobian, g);
    while (!swvi_is_over(s)) {
        double largest = 0.0;
        s->outcome = SWV_STALLED;
        for (int i = 0; i < n; ++i)
            d[i] = -swvi_dot(&h[i * n], g, n);
        const double slope = swvi_dot(g, d, n);
        const double alpha = slope < 0.0 ? swvi_backtrack(s, d, slope, point) : 0.0;
        if (alpha == 0.0)
            return;
        for (int i = 0; i < n; ++i) {
            d[i] *= alpha;
            y[i] = -g[i];
        }
        (void)swvi_gradient(s, jacobian, g);
        for (int i = 0; i < n; ++i) {
            y[i] += g[i];
            largest = fmax(largest, fabs(g[i]) * fmax(fabs(s->x[i]), 1.0) / fmax(s->f, 1.0));
        }
        if (largest < least)
            return;
        for (int i = 0; i < n; ++i)
            hy[i] = swvi_dot(&h[i * n], y, n);
        const double sy = swvi_dot(d, y, n), yhy = swvi_dot(y, hy, n);
        if (sy > 0.0)
            swvi_bfgs_update(&metric, d, hy, sy, yhy);
    }
}

static void bfgs_from_unit(swvi_study *s)
{
    bfgs_of(s, 0.0);
}

// 10: of 1e-5 to 10, which the thesis leaves open, the one that comes nearest with 8 and with 3 joints.
static void bfgs_with_loose_end(swvi_study *s)
{
    bfgs_of(s, 10.0);
}

/// One row of the table: a way to solve, on a path of ten small steps and on one of ten large ones.
typedef struct variant {
    const char *what, *model;
    void (*run)(swvi_study *);
    swvi_residual_function residual;
    swv_vec3               small, large;  ///< zero: not tried
} variant;

/// In the table's order.
enum {
    BROYDN_OURS,
    BROYDN_SINGLE,
    BROYDN_CHORD,
    BROYDN_PRINTED,
    BROYDN_PRINTED_AXES,
    BROYDN_PRINTED_STOP,
    BROYDN_UNIT,
    NEWTON_OURS,
    NEWTON_SINGLE,
    NEWTON_PRINTED_AXES,
    NEWTON_OUT_OF_REACH,
    POWELL_OURS,
    POWELL_SINGLE,
    POWELL_FROM_1,
    POWELL_FROM_1_SINGLE,
    BFGS_OURS,
    BFGS_UNIT,
    BFGS8_OURS,
    BFGS8_UNIT,
    BFGS8_LOOSE,
    BFGS8_AXES,
    BFGS3_OURS,
    BFGS3_UNIT,
    BFGS3_LOOSE,
    BFGS3_AXES,
    VARIANTS,
};

// Steps of the thesis; of planar3 those that it can follow; and, of the same length, away from arm6's plane, whose last two
// large ones lead out of reach.
#define UP      \
    {           \
        1, 1, 0 \
    }
#define FAR       \
    {             \
        10, 10, 0 \
    }
#define DOWN     \
    {            \
        1, -1, 0 \
    }
#define AWAY                 \
    {                        \
        -0.816, 0.816, 0.816 \
    }
#define FAR_AWAY          \
    {                     \
        -8.16, 8.16, 8.16 \
    }
#define NONE    \
    {           \
        0, 0, 0 \
    }

static const variant variants[VARIANTS] = {
    [BROYDN_OURS] = { "BROYDN ours", "arm6", swvi_broyden, swvi_chain_residual, UP, FAR },
    [BROYDN_SINGLE] = { "BROYDN single precision", "arm6", swvi_broyden, single_precision, UP, FAR },
    [BROYDN_CHORD] = { "BROYDN never corrected", "arm6", broyden_never_corrected, swvi_chain_residual, UP, FAR },
    [BROYDN_PRINTED] = { "BROYDN printed steps", "arm6", broyden_as_printed, swvi_chain_residual, UP, FAR },
    [BROYDN_PRINTED_AXES] = { "BROYDN printed steps and axes", "arm6", broyden_as_printed, different_axes, UP, FAR },
    [BROYDN_PRINTED_STOP] = { "BROYDN printed steps, axes, end", "arm6", broyden_to_a_step, different_axes, UP, FAR },
    [BROYDN_UNIT] = { "BROYDN unit matrix", "arm6", broyden_from_unit, swvi_chain_residual, UP, FAR },
    [NEWTON_OURS] = { "NEWTON ours", "arm6", swvi_newton, swvi_chain_residual, UP, FAR },
    [NEWTON_SINGLE] = { "NEWTON single precision", "arm6", swvi_newton, single_precision, UP, FAR },
    [NEWTON_PRINTED_AXES] = { "NEWTON printed axes", "arm6", swvi_newton, different_axes, UP, FAR },
    [NEWTON_OUT_OF_REACH] = { "NEWTON out of reach", "arm6", swvi_newton, swvi_chain_residual, AWAY, FAR_AWAY },
    [POWELL_OURS] = { "POWELL ours", "arm6", swvi_powell, swvi_chain_residual, UP, FAR },
    [POWELL_SINGLE] = { "POWELL single precision", "arm6", swvi_powell, single_precision, UP, FAR },
    [POWELL_FROM_1] = { "POWELL lines from 1", "arm6", powell_from_1, swvi_chain_residual, UP, FAR },
    [POWELL_FROM_1_SINGLE] = { "POWELL lines from 1, single", "arm6", powell_from_1, single_precision, UP, FAR },
    [BFGS_OURS] = { "BFGS   ours", "arm6", swvi_bfgs, swvi_chain_residual, UP, FAR },
    [BFGS_UNIT] = { "BFGS   unit matrix", "arm6", bfgs_from_unit, swvi_chain_residual, UP, FAR },
    [BFGS8_OURS] = { "BFGS   ours", "torso8", swvi_bfgs, swvi_chain_residual, UP, NONE },
    [BFGS8_UNIT] = { "BFGS   unit matrix", "torso8", bfgs_from_unit, swvi_chain_residual, UP, NONE },
    [BFGS8_LOOSE] = { "BFGS   unit matrix, loose end", "torso8", bfgs_with_loose_end, swvi_chain_residual, UP, NONE },
    [BFGS8_AXES] = { "BFGS   printed axes", "torso8", swvi_bfgs, different_axes, UP, NONE },
    [BFGS3_OURS] = { "BFGS   ours", "planar3", swvi_bfgs, swvi_chain_residual, DOWN, NONE },
    [BFGS3_UNIT] = { "BFGS   unit matrix", "planar3", bfgs_from_unit, swvi_chain_residual, DOWN, NONE },
    [BFGS3_LOOSE] = { "BFGS   unit matrix, loose end", "planar3", bfgs_with_loose_end, swvi_chain_residual, DOWN,
                      NONE },
    [BFGS3_AXES] = { "BFGS   printed axes", "planar3", swvi_bfgs, different_axes, DOWN, NONE },
};

// What the thesis prints: tables 6.1 to 6.8.
static const char *printed_of(int v)
{
    return v == BROYDN_OURS   ? "printed 18.5 (C.1: 16.7) iterations, 66.3 evaluations; large: FAIL"
           : v == NEWTON_OURS ? "printed 3.2 and 24.1 (C.2: 21.9); large: 12.1 and 112.5"
           : v == POWELL_OURS ? "printed 11.5 and 1428.5; large: 11.5 and 1392.5"
           : v == BFGS_OURS   ? "printed 9.5 and 63.9; large: 8.2 and 76.6"
           : v == BFGS8_OURS  ? "printed 3.7 and 43.4"
           : v == BFGS3_OURS  ? "printed 2.6 and 23.3"
                              : NULL;
}

static void print_counts(const counts *c)
{
    print_message("  %5.1f  %6.1f  %6.1f  %2d  %7.3g", c->iterations, c->evaluations, c->by_differences, c->reached,
                  c->most_turned);
}

// The table of results.md. What it says there is asserted: BROYDN's counts are those of its printed steps in its printed axes,
// to 1 iteration, and large steps are lost; both its counts are those of a run from the unit matrix, which loses small steps
// too; POWELL's are those of lines that begin with a step of 1, in single precision, to a
// quarter; BFGS's with 8 and 3 joints those of an end that comes before the target, to 1 iteration and 6 evaluations; NEWTON's
// of large steps are above those of any path within reach.
static void variants_beside_the_printed_counts(void **state)
{
    (void)state;
    counts small[VARIANTS], large[VARIANTS];
    print_message("    iterations, evaluations, evaluations by differences, steps reached, largest turn of a joint in "
                  "a step (degrees); "
                  "of large steps\n");
    for (int v = 0; v < VARIANTS; ++v) {
        const variant *a = &variants[v];
        const bool     is_large = swv_vec3_length(a->large) > 0.0;
        small[v] = run_path(a->model, a->small, a->run, a->residual);
        large[v] = is_large ? run_path(a->model, a->large, a->run, a->residual) : (counts){ 0 };
        if (printed_of(v))
            print_message("  %s, %s\n", a->model, printed_of(v));
        print_message("    %-31s", a->what);
        print_counts(&small[v]);
        if (is_large)
            print_counts(&large[v]);
        print_message("\n");
    }
    print_message(
        "    BROYDN, its printed steps, axes and end, at each step; table C.1 has 14 18 13 17 16 16 20 18 19 16\n   ");
    for (int k = 0; k < 10; ++k)
        print_message(" %d", small[BROYDN_PRINTED_STOP].of_step[k]);
    print_message("\n");
    assert_near(small[BROYDN_PRINTED_STOP].iterations, 0.5 * (16.7 + 18.5), 1.0);
    assert_int_equal(small[BROYDN_PRINTED_STOP].reached, 10);
    assert_true(large[BROYDN_PRINTED_STOP].reached < 5 && large[BROYDN_PRINTED_AXES].reached < 5);
    assert_near(small[BROYDN_UNIT].iterations, 18.5, 1.0);
    assert_near(small[BROYDN_UNIT].evaluations, 66.3, 6.0);
    assert_true(small[BROYDN_UNIT].reached < 10 && large[BROYDN_UNIT].reached == 0);
    assert_near(small[POWELL_FROM_1_SINGLE].evaluations, 1428.5, 0.25 * 1428.5);
    assert_near(large[POWELL_FROM_1_SINGLE].evaluations, 1392.5, 0.25 * 1392.5);
    assert_near(small[BFGS8_LOOSE].iterations, 3.7, 1.0);
    assert_near(small[BFGS8_LOOSE].by_differences, 43.4, 6.0);
    assert_near(small[BFGS3_LOOSE].iterations, 2.6, 1.0);
    assert_near(small[BFGS3_LOOSE].by_differences, 23.3, 6.0);
    assert_true(small[BFGS8_LOOSE].reached == 0 && small[BFGS3_LOOSE].reached == 0);
    assert_true(large[NEWTON_OUT_OF_REACH].reached == 8 && large[NEWTON_OUT_OF_REACH].iterations > 8.0);
}

// Large steps in random directions: on no path all of whose targets are within reach does NEWTON need half the printed 12.1
// iterations (found: 5.1 at most); where one or two are lost it does. A fifth of the paths is within reach. Fewer than 200
// directions, as the second compiler would take, may lose no path so.
static void no_path_within_reach_takes_newton_as_long_as_printed(void **state)
{
    (void)state;
    uint64_t seed = 85;
    int      within = 0, tried = getenv("SWIVEL_TEST_ALL") ? 2000 : 200, lost = 0;
    double   most = 0.0, sum = 0.0, sum_of_lost = 0.0;
    for (int n = 0; n < tried; ++n) {
        swv_vec3 step;
        step.x = random_between(&seed, -1, 1);
        step.y = random_between(&seed, -1, 1);
        step.z = random_between(&seed, -1, 1);
        step = swv_vec3_scale(sqrt(200.0), swv_vec3_normalize(step));  // residual 200, as in section 6.2.3
        const counts c = run_path("arm6", step, swvi_newton, swvi_chain_residual);
        if (c.reached == 10) {
            ++within;
            sum += c.iterations;
            most = fmax(most, c.iterations);
        } else if (c.reached >= 8) {
            ++lost;
            sum_of_lost += c.iterations;
        }
    }
    print_message(
        "             NEWTON, steps of 14.1 in %d directions: %d paths reached, %.1f iterations, at most %.1f; "
        "one or two of ten lost: %d paths, %.1f iterations\n",
        tried, within, sum / within, most, lost, sum_of_lost / lost);
    assert_true(within > tried / 10 && most < 0.5 * 12.1);
    assert_true(lost > 0 && sum_of_lost / lost > 2.0 * sum / within);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_precision_explains_newton_and_frprm),
        cmocka_unit_test(different_axes_arrive_nowhere),
        cmocka_unit_test(variants_beside_the_printed_counts),
        cmocka_unit_test(no_path_within_reach_takes_newton_as_long_as_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
