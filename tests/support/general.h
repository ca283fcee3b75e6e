// SPDX-License-Identifier: MIT
// Six-joint arms without any closed form: seeded ones whose axes neither meet nor are parallel, and one that reaches a pose in 16 ways,
// as many as six joints ever can.
#ifndef SWIVEL_TESTS_GENERAL_H
#define SWIVEL_TESTS_GENERAL_H

#include "random.h"
#include "swivel_papers/chain.h"

/// Neighbouring axes 50 to 400 mm apart and at 20 to 83 degrees.
static inline swv_status general_arm(uint64_t seed, swv_chain *chain)
{
    swv_dh_row rows[6];
    for (int i = 0; i < 6; ++i) {
        rows[i].theta = 0.0;
        rows[i].d = random_between(&seed, -0.3, 0.3);
        rows[i].a = random_between(&seed, 0.05, 0.4);
        rows[i].alpha = random_between(&seed, 0.35, 1.45);
        rows[i].alpha = random_bits(&seed) & 1 ? rows[i].alpha : -rows[i].alpha;
        rows[i].slides = false;
    }
    return swv_chain_from_dh(chain, SWV_DH_STANDARD, rows, 6);
}

/// Manseur and Doty. A robot manipulator with 16 real inverse kinematic solution sets. 1989
static inline swv_status arm_of_16(swv_chain *chain, swv_pose *target)
{
    const double     degree = SWV_PI / 180.0, right = 0.5 * SWV_PI;
    const swv_dh_row rows[6] = {
        { 0.0, 0.0, 0.3, right, false },        { 0.0, 0.0, 1.0, 1.0 * degree, false }, { 0.0, 0.2, 0.0, right, false },
        { 0.0, 0.0, 1.5, 1.0 * degree, false }, { 0.0, 0.0, 0.0, right, false },        { 0.0, 0.0, 0.0, 0.0, false },
    };
    const swv_mat3 turned = {
        { { -0.760117, -0.641689, 0.102262 }, { 0.133333, 0.0, 0.991071 }, { -0.635959, 0.766965, 0.085558 } }
    };
    *target = (swv_pose){ { -1.140175, 0.0, 0.0 }, swv_quat_from_mat3(turned) };
    return swv_chain_from_dh(chain, SWV_DH_STANDARD, rows, 6);
}

#endif
