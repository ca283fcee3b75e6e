// SPDX-License-Identifier: MIT
// Random chains, and forward kinematics the long way: 4 x 4 matrices with libm, sharing nothing with the library.
#ifndef SWIVEL_TESTS_CHAINS_H
#define SWIVEL_TESTS_CHAINS_H

#include <math.h>
#include <string.h>

#include "random.h"
#include "swivel_papers/chain.h"

typedef struct matrix4 {
    double m[4][4];
} matrix4;

static inline matrix4 matrix4_mul(matrix4 a, matrix4 b)
{
    matrix4 r = { { { 0 } } };
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            for (int k = 0; k < 4; ++k)
                r.m[i][j] += a.m[i][k] * b.m[k][j];
    return r;
}

static inline matrix4 matrix4_of_pose(swv_pose p)
{
    const swv_mat3 r = swv_mat3_from_quat(p.rotation);
    const matrix4  t = { {
         { r.m[0][0], r.m[0][1], r.m[0][2], p.position.x },
         { r.m[1][0], r.m[1][1], r.m[1][2], p.position.y },
         { r.m[2][0], r.m[2][1], r.m[2][2], p.position.z },
         { 0, 0, 0, 1 },
    } };
    return t;
}

static inline double matrix4_distance(matrix4 a, matrix4 b)
{
    double worst = 0.0;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            worst = fmax(worst, fabs(a.m[i][j] - b.m[i][j]));
    return worst;
}

/// One row as the textbooks print it.
static inline matrix4 matrix4_of_row(swv_dh_convention convention, swv_dh_row row, double value)
{
    const double  theta = row.theta + (!row.slides ? value : 0.0);
    const double  d = row.d + (row.slides ? value : 0.0);
    const double  c = cos(theta), s = sin(theta), ca = cos(row.alpha), sa = sin(row.alpha), a = row.a;
    const matrix4 standard = {
        { { c, -s * ca, s * sa, a * c }, { s, c * ca, -c * sa, a * s }, { 0, sa, ca, d }, { 0, 0, 0, 1 } }
    };
    const matrix4 modified = {
        { { c, -s, 0, a }, { s * ca, c * ca, -sa, -sa * d }, { s * sa, c * sa, ca, ca * d }, { 0, 0, 0, 1 } }
    };
    return convention == SWV_DH_STANDARD ? standard : modified;
}

static inline swv_vec3 random_vector(uint64_t *seed, double size)
{
    return (swv_vec3){ random_between(seed, -size, size), random_between(seed, -size, size),
                       random_between(seed, -size, size) };
}

static inline swv_pose random_pose(uint64_t *seed)
{
    const swv_quat q = { random_between(seed, -1, 1), random_between(seed, -1, 1), random_between(seed, -1, 1),
                         random_between(seed, -1, 1) };
    return (swv_pose){ random_vector(seed, 1.0), swv_quat_normalize(q) };
}

/// Right angles and zeros half of the time: real robots have them, and they are where the special cases are.
static inline swv_dh_row random_row(uint64_t *seed)
{
    const double right_angles[] = { 0.0, 0.5 * SWV_PI, -0.5 * SWV_PI, SWV_PI };
    swv_dh_row   row;
    row.theta = random_below(seed, 2) ? random_between(seed, -4, 4) : right_angles[random_below(seed, 4)];
    row.alpha = random_below(seed, 2) ? random_between(seed, -4, 4) : right_angles[random_below(seed, 4)];
    row.d = random_below(seed, 2) ? random_between(seed, -1, 1) : 0.0;
    row.a = random_below(seed, 2) ? random_between(seed, -1, 1) : 0.0;
    row.slides = random_below(seed, 4) == 0;
    return row;
}

static inline double random_joint_value(uint64_t *seed, bool slides)
{
    return slides ? random_between(seed, -1, 1) : random_between(seed, -7, 7);
}

#endif
