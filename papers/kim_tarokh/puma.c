// SPDX-License-Identifier: MIT
// The Puma 560: making one, and forward. Solving is in puma_solve.c, for it is done in lanes.
// Lengths in any one unit, angles radians, hands relative to the shoulder with the base's axes (puma.h).
#include "swivel_papers/puma.h"

#include <math.h>
#include <stddef.h>

#include "kim_tarokh/puma_internal.h"
#include "chin/six.h"
#include "swivel_papers/models.h"
#include "swivel/trig.h"

// ---- making an arm ----

// An offset may have either sign or be 0, but is no million times the shorter bone.
static bool are_lengths(double upper_arm, double elbow_offset, double shoulder_offset, double forearm)
{
    const double least = upper_arm < forearm ? upper_arm : forearm;
    return swvi_are_arm_lengths(upper_arm, forearm) && fabs(elbow_offset) < 1e6 * least &&
           fabs(shoulder_offset) < 1e6 * least;
}

swv_status swv_puma_make(double upper_arm, double elbow_offset, double shoulder_offset, double forearm, swv_puma *puma)
{
    if (!puma)
        return SWV_NULL;
    if (!swvi_is_finite(upper_arm) || !swvi_is_finite(elbow_offset) || !swvi_is_finite(shoulder_offset) ||
        !swvi_is_finite(forearm))
        return SWV_NOT_FINITE;
    if (!are_lengths(upper_arm, elbow_offset, shoulder_offset, forearm))
        return SWV_BAD_ARGUMENT;
    *puma = (swv_puma){ upper_arm, elbow_offset, shoulder_offset, forearm, { 0.0 }, { 0.0 } };
    for (int i = 0; i < 6; ++i)
        (void)swv_puma_set_limits(puma, i, -INFINITY, INFINITY);
    return SWV_OK;
}

swv_status swv_puma_set_limits(swv_puma *puma, int joint, double lower, double upper)
{
    if (!puma)
        return SWV_NULL;
    if (!are_lengths(puma->upper_arm, puma->elbow_offset, puma->shoulder_offset, puma->forearm))
        return SWV_BAD_MODEL;
    return swvi_six_set_limits(puma->lower, puma->upper, joint, lower, upper);
}

swv_status swv_puma_make_560(swv_puma *puma)
{
    if (!puma)
        return SWV_NULL;
    swv_chain chain;
    (void)swv_model_chain("puma560", &chain);
    // Metres: the modified rows that give the paper's counts of cells and solutions (puma.md).
    (void)swv_puma_make(0.4318, -0.02032, 0.14909, 0.43307, puma);
    for (int i = 0; i < 6; ++i)
        (void)swv_puma_set_limits(puma, i, chain.joints[i].lower, chain.joints[i].upper);
    return SWV_OK;
}

swv_status swvi_puma_check(const swv_puma *puma)
{
    bool are_limits = true;
    for (int i = 0; i < 6; ++i)
        are_limits = are_limits && puma->lower[i] <= puma->upper[i];
    return are_limits && are_lengths(puma->upper_arm, puma->elbow_offset, puma->shoulder_offset, puma->forearm)
               ? SWV_OK
               : SWV_BAD_MODEL;
}

swv_status swv_puma_chain(const swv_puma *puma, swv_chain *chain)
{
    if (!puma || !chain)
        return SWV_NULL;
    swv_status status = swvi_puma_check(puma);
    if (status != SWV_OK)
        return status;
    const double     right = 0.5 * SWV_PI;
    const swv_dh_row rows[6] = {
        // theta, d, a, alpha: Craig's, as in models.c
        { 0.0, 0.0, 0.0, 0.0, false },
        { 0.0, 0.0, 0.0, -right, false },
        { 0.0, puma->shoulder_offset, puma->upper_arm, 0.0, false },
        { 0.0, puma->forearm, puma->elbow_offset, -right, false },
        { 0.0, 0.0, 0.0, right, false },
        { 0.0, 0.0, 0.0, -right, false },
    };
    swv_chain made;
    status = swv_chain_from_dh(&made, SWV_DH_MODIFIED, rows, 6);
    for (int i = 0; i < 6 && status == SWV_OK; ++i)
        status = swv_chain_set_limits(&made, i, puma->lower[i], puma->upper[i]);
    if (status == SWV_OK)
        *chain = made;
    return status;
}

// ---- forward ----

// The rows' quarter turns are no exact quaternions. With Rx(-90) Rz(a) = Ry(a) Rx(-90) they meet and leave
// Rz(q0) Ry(q1 + q2) Rx(-180) Rz(q3) Ry(-q4) Rz(q5). The wrist's place is (k, d3, Y) of puma_kernel.h, turned by q0.
swv_pose swvi_puma_forward(const swv_puma *puma, const double q[6])
{
    double s0, c0, s1, c1, s12, c12;
    swv_sincos(q[0], &s0, &c0);
    swv_sincos(q[1], &s1, &c1);
    swv_sincos(q[1] + q[2], &s12, &c12);
    const double u = puma->upper_arm, a3 = puma->elbow_offset, d3 = puma->shoulder_offset, d4 = puma->forearm;
    const double k = u * c1 + (a3 * c12 - d4 * s12);
    const double halves[5] = { 0.5 * q[0], 0.5 * (q[1] + q[2]), 0.5 * q[3], -0.5 * q[4], 0.5 * q[5] };
    double       s[5], c[5];
    for (int i = 0; i < 5; ++i)
        swv_sincos(halves[i], &s[i], &c[i]);
    const swv_quat turns[6] = { { 0.0, 0.0, s[0], c[0] }, { 0.0, s[1], 0.0, c[1] }, { -1.0, 0.0, 0.0, 0.0 },
                                { 0.0, 0.0, s[2], c[2] }, { 0.0, s[3], 0.0, c[3] }, { 0.0, 0.0, s[4], c[4] } };
    swv_pose       hand = { { k * c0 - d3 * s0, k * s0 + d3 * c0, -(u * s1 + (a3 * s12 + d4 * c12)) }, turns[0] };
    for (int i = 1; i < 6; ++i)
        hand.rotation = swv_quat_mul(hand.rotation, turns[i]);
    return hand;
}

swv_status swv_puma_forward(const swv_puma *puma, const double q[6], swv_pose *hand)
{
    if (!puma || !q || !hand)
        return SWV_NULL;
    const swv_status status = swvi_puma_check(puma);
    if (status != SWV_OK)
        return status;
    if (!swvi_six_is_posture(q))
        return SWV_BAD_POSTURE;
    *hand = swvi_puma_forward(puma, q);
    return SWV_OK;
}

swvi_puma_shape swvi_puma_shape_of(const swv_puma *puma)
{
    const double          a3 = puma->elbow_offset, d4 = puma->forearm, fore = sqrt(a3 * a3 + d4 * d4);
    const swvi_puma_shape shape = { puma->upper_arm,
                                    puma->shoulder_offset,
                                    fore,
                                    a3 / fore,
                                    d4 / fore,
                                    puma->upper_arm + fore + fabs(puma->shoulder_offset) };
    return shape;
}
