// SPDX-License-Identifier: MIT
//
// The study: one call for seven methods, with evaluations counted in one place. Variables are joint values, radians (slides: lengths in the chain's
// unit); residuals lengths (objective.c).
#include "swivel_papers/study.h"

#include <math.h>
#include <stdint.h>

#include "math/linalg_internal.h"
#include "math/scalar.h"
#include "chin/objective.h"
#include "chin/study_internal.h"

static const struct {
    const char *name;
    void (*run)(swvi_study *s);
} methods[SWV_STUDY_METHODS] = {
    [SWV_STUDY_NEWTON] = { "newton", swvi_newton },
    [SWV_STUDY_BROYDEN] = { "broyden", swvi_broyden },
    [SWV_STUDY_BFGS] = { "bfgs", swvi_bfgs },
    [SWV_STUDY_FLETCHER] = { "fletcher", swvi_fletcher },
    [SWV_STUDY_FRPRM] = { "frprm", swvi_conjugate_gradient },
    [SWV_STUDY_POWELL] = { "powell", swvi_powell },
    [SWV_STUDY_PRAXIS] = { "praxis", swvi_praxis },
};

static bool is_method(swv_study_method method)
{
    return (int)method >= 0 && (int)method < SWV_STUDY_METHODS;
}

const char *swv_study_method_name(swv_study_method method)
{
    return is_method(method) ? methods[method].name : NULL;
}

// ---- what the methods call ----

double *swvi_study_take(swvi_study *s, int count)
{
    double *const given = s->scratch;
    s->scratch += count;
    return given;
}

static bool is_spent(const swvi_study *s)
{
    return s->evaluations >= s->options.max_evaluations;
}

double swvi_evaluate(swvi_study *s, const double *x, double *r)
{
    if (is_spent(s))
        return INFINITY;
    ++s->evaluations;
    if (!s->residual(s->context, x, r, NULL))
        return INFINITY;
    const double f = swvi_dot(r, r, s->m);
    return swvi_is_finite(f) ? f : INFINITY;
}

void swvi_keep_lower(swvi_study *s, swvi_kept *kept)
{
    const bool is_lower = s->f < kept->f;
    swvi_copy(is_lower ? kept->x : s->x, is_lower ? s->x : kept->x, s->n);
    swvi_copy(is_lower ? kept->r : s->r, is_lower ? s->r : kept->r, s->m);
    *(is_lower ? &kept->f : &s->f) = is_lower ? s->f : kept->f;
}

// In [-1, 1].
static double looks_random(uint64_t *seed)
{
    // Knuth's congruential generator of MMIX; its upper 53 bits over 2^52 are in [0, 2).
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) * 0x1p-52 - 1.0;
}

void swvi_stir(swvi_study *s, uint64_t *seed, double size, double *point)
{
    double r[SWVI_MAX_RESIDUALS];
    for (int i = 0; i < s->n; ++i)
        point[i] = s->x[i] + size * looks_random(seed);
    const double f = swvi_evaluate(s, point, r);
    if (!swvi_is_finite(f))
        return;
    swvi_copy(s->x, point, s->n);
    swvi_copy(s->r, r, s->m);
    s->f = f;
}

void swvi_jacobian(swvi_study *s, double *jacobian)
{
    double r[SWVI_MAX_RESIDUALS];
    ++s->jacobians;
    if (!s->residual(s->context, s->x, r, jacobian) || !swvi_magnitude_is_finite(swvi_largest(jacobian, s->m * s->n)))
        swvi_set_zero(jacobian, s->m * s->n);
}

double swvi_gradient(swvi_study *s, double *jacobian, double *gradient)
{
    double largest = 0.0;
    swvi_jacobian(s, jacobian);
    for (int j = 0; j < s->n; ++j) {
        double sum = 0.0;
        for (int i = 0; i < s->m; ++i)
            sum += jacobian[i * s->n + j] * s->r[i];
        gradient[j] = 2.0 * sum;
        largest = swvi_larger(largest, fabs(gradient[j]));
    }
    return largest;
}

bool swvi_is_over(swvi_study *s)
{
    double largest = 0.0;
    for (int i = 0; i < s->m; ++i)
        largest = swvi_larger(largest, fabs(s->r[i]));
    const bool is_reached = largest <= s->options.tolerance, is_last = s->iterations >= s->options.max_iterations;
    if (is_reached || is_last || is_spent(s)) {
        s->outcome = is_reached ? SWV_REACHED : is_last ? SWV_ITERATION_LIMIT : SWV_EVALUATION_LIMIT;
        return true;
    }
    // Stalled: less than a hundredth gained in 50 iterations. Chosen.
    if (s->iterations % 50 == 0) {
        s->outcome = SWV_STALLED;
        if (s->iterations > 0 && !(s->f < 0.99 * s->f_then))
            return true;
        s->f_then = s->f;
    }
    ++s->iterations;
    return false;
}

// ---- the call ----

// Newton takes a Jacobian, its pseudoinverse and the scratch of that, at most 3 m n + 3 n + m^2 + m; PRAXIS three matrices and
// six vectors, 3 n^2 + 6 n. Either is less than this.
size_t swv_study_scratch(int dof)
{
    if (swvi_size_is_bad(dof))
        return 0;
    const size_t n = (size_t)dof, m = SWVI_MAX_RESIDUALS;
    return 3 * n * n + (3 * m + 10) * n + m * m + m;
}

// False if an option has no meaning; else the defaults take the place of zeros.
// The defaults are those of study.h; chosen.
static bool complete_options(swv_study_options *o, const swv_chain *chain)
{
    const bool is_residual = (int)o->residual >= 0 && o->residual <= SWV_STUDY_POSITION_3;
    const bool is_beta = o->beta == SWV_STUDY_POLAK_RIBIERE || o->beta == SWV_STUDY_FLETCHER_REEVES;
    if (!is_residual || !is_beta || !swvi_is_finite(o->characteristic_length) || !swvi_is_finite(o->tolerance) ||
        o->characteristic_length < 0.0 || o->tolerance < 0.0 || o->max_iterations < 0 || o->max_evaluations < 0)
        return false;
    const double length = swvi_chain_length(chain);
    if (o->characteristic_length == 0.0)
        o->characteristic_length = length > 0.0 ? 0.5 * length : 1.0;
    if (o->tolerance == 0.0)
        o->tolerance = 1e-9 * o->characteristic_length;
    if (o->max_iterations == 0)
        o->max_iterations = 500;
    if (o->max_evaluations == 0)
        o->max_evaluations = 100000;
    return true;
}

swv_status swv_study_solve(const swv_chain *chain, const swv_pose *target, swv_study_method method,
                           const double *previous, const swv_study_options *options, double *scratch, double *q,
                           swv_study_report *report)
{
    if (!chain || !target || !q || !scratch)
        return SWV_NULL;
    swvi_study           s = { .options = options ? *options : (swv_study_options){ 0 }, .scratch = scratch };
    swvi_chain_objective objective = { .chain = chain, .target = *target, .residual = s.options.residual };
    const bool           is_turn_free = objective.residual == SWV_STUDY_POSITION_3;
    if (is_turn_free)
        objective.target.rotation = (swv_quat)SWV_IDENTITY_QUAT;
    if (swv_chain_check(chain) != SWV_OK)
        return SWV_BAD_MODEL;
    if (!is_method(method))
        return SWV_BAD_ARGUMENT;
    if (swv_pose_check(&objective.target) != SWV_OK)
        return SWV_BAD_GOAL;
    for (int i = 0; previous && i < chain->dof; ++i)
        if (!swvi_is_finite(previous[i]))
            return SWV_BAD_POSTURE;
    if (!complete_options(&s.options, chain))
        return SWV_BAD_OPTIONS;

    double x[SWV_MAX_JOINTS] = { 0.0 };
    objective.length = s.options.characteristic_length;
    s.n = chain->dof;
    s.m = swvi_residual_count(objective.residual);
    s.residual = swvi_chain_residual;
    s.context = &objective;
    s.x = x;
    for (int i = 0; previous && i < s.n; ++i)
        x[i] = previous[i];
    s.f = swvi_evaluate(&s, x, s.r);
    if (!swvi_is_finite(s.f))
        return SWV_NOT_FINITE;
    methods[method].run(&s);

    swv_pose         tip;
    const swv_status status = swv_chain_tip(chain, x, &tip);
    if (status != SWV_OK)
        return status;
    const double turn = is_turn_free ? 0.0 : swv_quat_angle_between(tip.rotation, objective.target.rotation);
    if (s.outcome == SWV_REACHED && turn > 0.5 * SWV_PI)
        s.outcome = SWV_STALLED;  // half a turn away the residual of 6 vanishes too
    for (int i = 0; i < s.n; ++i)
        q[i] = x[i];
    if (report)
        *report = (swv_study_report){
            .outcome = s.outcome,
            .iterations = s.iterations,
            .evaluations = s.evaluations,
            .jacobians = s.jacobians,
            .residual = s.f,
            .position_error = swv_vec3_length(swv_vec3_sub(tip.position, objective.target.position)),
            .rotation_error = turn,
        };
    return SWV_OK;
}
