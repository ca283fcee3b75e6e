// SPDX-License-Identifier: MIT
// Random limbs, limits and postures for the tests of the human limb, and forward kinematics by rotation matrices, which
// shares nothing with the library's.
#ifndef SWIVEL_TESTS_LIMB_LIMBS_H
#define SWIVEL_TESTS_LIMB_LIMBS_H

#include <math.h>

#include "check.h"
#include "swivel/swivel.h"
#include "swivel_papers/swivel_papers.h"

typedef struct matrix {
    double m[3][3];
} matrix;

static inline matrix matrix_of(swv_quat q)
{
    const double n = 1.0 / sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    const double x = q.x * n, y = q.y * n, z = q.z * n, w = q.w * n;
    return (matrix){ { { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y) },
                       { 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x) },
                       { 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) } } };
}

static inline matrix matrix_product(matrix a, matrix b)
{
    matrix r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
    return r;
}

static inline matrix turn_about(int axis, double angle)
{
    matrix       r = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
    const int    i = (axis + 1) % 3, j = (axis + 2) % 3;
    const double s = sin(angle), c = cos(angle);
    r.m[i][i] = r.m[j][j] = c;
    r.m[i][j] = -s;
    r.m[j][i] = s;
    return r;
}

static inline double matrix_difference(matrix a, matrix b)
{
    double most = 0.0;
    for (int i = 0; i < 9; i++)
        most = fmax(most, fabs(a.m[i / 3][i % 3] - b.m[i / 3][i % 3]));
    return most;
}

/// Elbow and wrist of a posture: along the bones' z axes.
static inline void points_of(const swv_limb *limb, const swv_limb_posture *p, double elbow[3], double wrist[3])
{
    const matrix u = matrix_of(p->upper), l = matrix_of(p->lower);
    for (int i = 0; i < 3; i++) {
        elbow[i] = limb->upper * u.m[i][2];
        wrist[i] = elbow[i] + limb->lower * l.m[i][2];
    }
}

/// How far a posture is from a hand, and from being one: a hinge between upper and lower.
static inline void assert_meets(const swv_limb *limb, const swv_limb_posture *p, const swv_pose *end, double tolerance)
{
    double elbow[3], wrist[3];
    points_of(limb, p, elbow, wrist);
    const double reach = limb->upper + limb->lower;
    assert_near(wrist[0], end->position.x, tolerance * reach);
    assert_near(wrist[1], end->position.y, tolerance * reach);
    assert_near(wrist[2], end->position.z, tolerance * reach);
    assert_true(matrix_difference(matrix_of(p->end), matrix_of(end->rotation)) <= tolerance);
    const double sign = limb->side == SWV_LEFT ? -1.0 : 1.0;
    const matrix hinged = matrix_product(matrix_of(p->upper), turn_about(1, sign * p->flexion));
    assert_true(matrix_difference(hinged, matrix_of(p->lower)) <= 1e-13 + tolerance);
}

static inline swv_quat random_rotation(uint64_t *random)
{
    swv_quat q;
    double   squared;
    do {
        q = (swv_quat){ random_between(random, -1, 1), random_between(random, -1, 1), random_between(random, -1, 1),
                        random_between(random, -1, 1) };
        squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    } while (squared > 1.0 || squared < 1e-3);
    return swv_quat_normalize(q);
}

static inline swv_vec3 random_direction(uint64_t *random)
{
    return swv_quat_rotate(random_rotation(random), (swv_vec3){ 0, 0, 1 });
}

/// Any limits: up to eight caps, ranges of any middle, cones of any shape.
static inline swv_limb_limits random_limits(uint64_t *random)
{
    swv_limb_limits l;
    (void)swv_limb_no_limits(&l);
    l.cap_count = random_below(random, 9);
    for (int i = 0; i < l.cap_count; i++) {
        l.caps[i].axis = random_direction(random);
        l.caps[i].radius = random_between(random, 0.05, 1.2);
    }
    const swv_quat frame = random_rotation(random);
    l.rest = swv_quat_rotate(frame, (swv_vec3){ 0, 0, 1 });
    l.rest_bend = swv_quat_rotate(frame, (swv_vec3){ 1, 0, 0 });
    if (random_below(random, 8)) {
        const double middle = random_between(random, -3, 3), half = random_between(random, 0.2, 3.1);
        l.twist = (swv_range){ middle - half, middle + half };
    }
    if (random_below(random, 8)) {
        const double middle = random_between(random, -3, 3), half = random_between(random, 0.2, 3.1);
        l.pronation = (swv_range){ middle - half, middle + half };
    }
    if (random_below(random, 8)) {
        l.flexion = (swv_range){ random_between(random, -1.8, 0), random_between(random, 0, 1.8) };
        l.deviation = (swv_range){ random_between(random, -1.5, 0), random_between(random, 0, 1.5) };
    }
    l.hinge = (swv_range){ random_between(random, 0, 0.3), random_between(random, 1.5, SWV_PI) };
    if (random_below(random, 4) == 0)
        l.hinge = (swv_range){ 0, SWV_PI };
    return l;
}

static inline swv_limb random_limb(uint64_t *random)
{
    swv_limb       limb;
    const swv_side side = random_below(random, 2) ? SWV_LEFT : SWV_RIGHT;
    assert_int_equal(random_below(random, 2) ? swv_limb_make(SWV_LIMB_ARM, side, &limb)
                                             : swv_limb_make(SWV_LIMB_LEG, side, &limb),
                     SWV_OK);
    const double lower = random_below(random, 4) ? random_between(random, 0.1, 1.0) : limb.upper;
    assert_int_equal(swv_limb_set_lengths(&limb, limb.upper, lower), SWV_OK);
    return limb;
}

static inline swv_limb random_limited_limb(uint64_t *random)
{
    swv_limb              limb = random_limb(random);
    const swv_limb_limits limits = random_limits(random);
    assert_int_equal(swv_limb_set_limits(&limb, &limits), SWV_OK);
    return limb;
}

static inline swv_limb_posture random_posture(uint64_t *random, const swv_limb *limb)
{
    const swv_range *hinge = &limb->limits.hinge;
    const double     sign = limb->side == SWV_LEFT ? -1.0 : 1.0;
    swv_limb_posture p = { .upper = random_rotation(random), .end = random_rotation(random) };
    p.flexion = random_between(random, hinge->lower, hinge->upper);
    p.lower = swv_quat_mul(p.upper, swv_quat_from_axis_angle((swv_vec3){ 0, sign, 0 }, p.flexion));
    return p;
}

#endif
