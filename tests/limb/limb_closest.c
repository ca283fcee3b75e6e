// SPDX-License-Identifier: MIT
// Where the limits leave no posture for a hand: the one that is returned against a global search (NLopt's DIRECT, then Subplex)
// over all postures inside the limits, built from swing and twist, which shares nothing with the library's search. Lengths are metres, angles and
// swivels radians; hands, feet and elbows are in the trunk's axes, from the shoulder or hip (limb.h).
#include <nlopt.h>

#include "limbs.h"

typedef struct problem {
    const swv_limb  *limb;
    swv_pose         end;
    bool             turns_only;  ///< the wrist is on its place: (swivel, twist, radius, azimuth)
    swv_limb_posture found;
} problem;

static swv_quat about_z(double angle)
{
    return swv_quat_from_axis_angle((swv_vec3){ 0, 0, 1 }, angle);
}

// The end at a pronation and at a part of the way to the cone's edge, for a right arm.
static swv_quat end_at(const swv_limb *limb, swv_quat lower, double pronation, double part, double azimuth)
{
    const swv_limb_limits *l = &limb->limits;
    const double           c = cos(azimuth), s = sin(azimuth);
    const double           f = part * c * tan(0.5 * fabs(c > 0 ? l->flexion.upper : l->flexion.lower));
    const double           d = part * s * tan(0.5 * fabs(s > 0 ? l->deviation.upper : l->deviation.lower));
    const swv_quat         swing = swv_quat_normalize((swv_quat){ -d, f, 0, 1 });
    return swv_quat_mul(lower, swv_quat_mul(about_z(-0.5 * SWV_PI - pronation), swing));
}

static double in_range(swv_range r, double t)
{
    return r.lower + t * (r.upper - r.lower);
}

static double objective(unsigned n, const double *v, double *gradient, void *data)
{
    (void)n;
    (void)gradient;
    problem               *p = data;
    const swv_limb_limits *l = &p->limb->limits;
    uint32_t               broken;
    if (p->turns_only) {
        assert_int_equal(swv_limb_posture_at(p->limb, &p->end, v[0], &p->found, NULL), SWV_OK);
        p->found.end = end_at(p->limb, p->found.lower, in_range(l->pronation, v[1]), v[2], v[3]);
        assert_int_equal(swv_limb_check(p->limb, &p->found, &broken, NULL), SWV_OK);
        const double off = swv_quat_angle_between(p->found.end, p->end.rotation);
        return broken & (1u << SWV_LIMIT_DIRECTION | 1u << SWV_LIMIT_TWIST) ? 4.0 + off : off;
    }
    const double   up = v[0], round = v[1];
    const swv_vec3 z = { sqrt(1 - up * up) * cos(round), sqrt(1 - up * up) * sin(round), up };
    const swv_vec3 y = swv_vec3_cross(l->rest, l->rest_bend), x = l->rest_bend, r = l->rest;
    const swv_quat rest = swv_quat_from_mat3((swv_mat3){ { { x.x, y.x, r.x }, { x.y, y.y, r.y }, { x.z, y.z, r.z } } });
    p->found.flexion = in_range(l->hinge, v[3]);
    p->found.upper = swv_quat_mul(swv_quat_between(l->rest, z), swv_quat_mul(rest, about_z(in_range(l->twist, v[2]))));
    p->found.lower = swv_quat_mul(p->found.upper, swv_quat_from_axis_angle((swv_vec3){ 0, 1, 0 }, p->found.flexion));
    p->found.end = p->end.rotation;
    swv_pose end;
    assert_int_equal(swv_limb_check(p->limb, &p->found, &broken, NULL), SWV_OK);
    assert_int_equal(swv_limb_forward(p->limb, &p->found, &end, NULL), SWV_OK);
    const double off = swv_vec3_length(swv_vec3_sub(end.position, p->end.position));
    return broken & (1u << SWV_LIMIT_DIRECTION) ? 4.0 + off : off;
}

static double least(problem *p)
{
    const double lower[2][4] = { { -1, -SWV_PI, 0, 0 }, { -SWV_PI, 0, 0, 0 } };
    const double upper[2][4] = { { 1, SWV_PI, 1, 1 }, { SWV_PI, 1, 1, 2 * SWV_PI } };
    double       x[4], value = 0.0;
    for (int k = 0; k < 4; k++)
        x[k] = 0.5 * (lower[p->turns_only][k] + upper[p->turns_only][k]);
    const nlopt_algorithm algorithms[3] = { NLOPT_GN_DIRECT_L_NOSCAL, NLOPT_LN_SBPLX, NLOPT_LN_SBPLX };
    const int             looks[3] = { 4000, 2000, 2000 };
    for (int k = 0; k < 3; k++) {
        nlopt_opt o = nlopt_create(algorithms[k], 4);
        nlopt_set_lower_bounds(o, lower[p->turns_only]);
        nlopt_set_upper_bounds(o, upper[p->turns_only]);
        nlopt_set_min_objective(o, objective, p);
        nlopt_set_maxeval(o, looks[k]);
        nlopt_set_xtol_rel(o, 1e-10);
        (void)nlopt_optimize(o, x, &value);
        nlopt_destroy(o);
    }
    return value;
}

static void yielding_hands_yield_least(void **state)
{
    (void)state;
    uint64_t random = 31;
    int      turned = 0, moved = 0, worse_turned = 0, worse_moved = 0;
    double   worst_turn = 0.0, worst_move = 0.0;
    swv_limb arm;
    assert_int_equal(swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &arm), SWV_OK);
    for (int i = 0; i < CASES(500) + 20; i++) {
        const double d = random_between(&random, 0.2, 0.98) * (arm.upper + arm.lower);
        problem p = { .limb = &arm, .end = { swv_vec3_scale(d, random_direction(&random)), random_rotation(&random) } };
        swv_limb_posture posture;
        swv_limb_report  r;
        assert_int_equal(swv_limb_solve(&arm, &(swv_limb_goal){ .end = p.end }, NULL, SWV_KEEP_LIMITS, &posture, &r),
                         SWV_OK);
        if (r.outcome == SWV_REACHED)
            continue;
        assert_int_equal(r.outcome, SWV_LIMITED);
        assert_int_equal(r.broken, 0);  // the limits are kept
        p.turns_only = r.position_error < 1e-9;
        const double best = least(&p);
        if (p.turns_only) {
            turned++;
            worse_turned += r.rotation_error > best + 1e-3;
            worst_turn = fmax(worst_turn, r.rotation_error - best);
        } else {
            moved++;
            worse_moved += r.position_error > best + 1e-4;
            worst_move = fmax(worst_move, r.position_error - best);
        }
    }
    print_message("on its place: %d of %d turned worse than the search found, by up to %.4f rad\n", worse_turned,
                  turned, worst_turn);
    print_message("off its place: %d of %d further away, by up to %.2f mm\n", worse_moved, moved, 1000 * worst_move);
    assert_true(turned + moved > 10);
    assert_true(worse_turned <= 0.01 * turned + 1);
    assert_true(worse_moved <= 0.02 * moved + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(yielding_hands_yield_least),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
