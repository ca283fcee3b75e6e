// SPDX-License-Identifier: MIT
// The Puma 560: making one, forward, and the eight solutions by puma_kernel.h, where the derivation is.
#include "swivel/puma.h"

#include <math.h>
#include <stddef.h>

#include "limb/puma_internal.h"
#include "limb/six.h"
#include "swivel/models.h"
#include "swivel/trig.h"

// ---- making an arm ----

static bool are_lengths(double upper_arm, double elbow_offset, double shoulder_offset, double forearm)
{
    const double least = upper_arm < forearm ? upper_arm : forearm;
    return swvi_are_arm_lengths(upper_arm, forearm) && fabs(elbow_offset) < 1e6 * least &&
           fabs(shoulder_offset) < 1e6 * least;
}

swv_status swv_puma_make(swv_puma *puma, double upper_arm, double elbow_offset, double shoulder_offset, double forearm)
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
    return puma ? swvi_six_set_limits(puma->lower, puma->upper, joint, lower, upper) : SWV_NULL;
}

void swv_puma_make_560(swv_puma *puma)
{
    if (!puma)
        return;
    swv_chain chain;
    (void)swv_model_chain("puma560", &chain);
    (void)swv_puma_make(puma, 0.4318, -0.02032, 0.14909, 0.43307);
    for (int i = 0; i < 6; ++i)
        (void)swv_puma_set_limits(puma, i, chain.joints[i].lower, chain.joints[i].upper);
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
        // theta, d, a, alpha
        { 0.0, 0.0, 0.0, 0.0, SWV_REVOLUTE },
        { 0.0, 0.0, 0.0, -right, SWV_REVOLUTE },
        { 0.0, puma->shoulder_offset, puma->upper_arm, 0.0, SWV_REVOLUTE },
        { 0.0, puma->forearm, puma->elbow_offset, -right, SWV_REVOLUTE },
        { 0.0, 0.0, 0.0, right, SWV_REVOLUTE },
        { 0.0, 0.0, 0.0, -right, SWV_REVOLUTE },
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
// Rz(q0) Ry(q1 + q2) Rx(-180) Rz(q3) Ry(-q4) Rz(q5).
static swv_pose forward(const swv_puma *puma, const double q[6])
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
    *hand = forward(puma, q);
    return SWV_OK;
}

// ---- all solutions ----

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

static void sincos_of(double angle, double *sine, double *cosine)
{
    *sine = 0.0;
    *cosine = 1.0;
    if (angle != 0.0)
        swv_sincos(angle, sine, cosine);
}

// The angles of all ways are few, and each is found and turned into its limits once: q0 for both sides, q2 for both bends, q1 and
// the wrist's three for each of four ways, and these three for the wrist's other way.
enum { WAIST = 0, ELBOW = 2, SHOULDER = 4, WRIST = 8, DIRECTIONS = 20, FLIPPED = 20, ANGLES = 32 };

static void find_angles(const swvi_puma_shape *shape, const swvi_puma_target *t, const swvi_hand_axes *axes,
                        const double *previous, double angle[ANGLES])
{
    double         sine[DIRECTIONS], cosine[DIRECTIONS];
    swvi_puma_free other;
    sincos_of(previous ? previous[0] : 0.0, &other.sin0, &other.cos0);
    sincos_of(previous ? previous[1] : 0.0, &other.sin1, &other.cos1);
    sincos_of(previous ? previous[3] : 0.0, &other.sin3, &other.cos3);
    for (int way = 0; way < 4; ++way) {
        const swvi_puma_directions d =
            swvi_puma_way_of(shape, t, axes, &other, way & 1 ? -1.0 : 1.0, way & 2 ? -1.0 : 1.0);
        sine[WAIST + way % 2] = d.sin0;
        cosine[WAIST + way % 2] = d.cos0;
        sine[ELBOW + way / 2] = d.sin2;
        cosine[ELBOW + way / 2] = d.cos2;
        sine[SHOULDER + way] = d.sin1;
        cosine[SHOULDER + way] = d.cos1;
        sine[WRIST + way] = d.sin3;
        cosine[WRIST + way] = d.cos3;
        sine[WRIST + 4 + way] = d.sin4;
        cosine[WRIST + 4 + way] = d.cos4;
        sine[WRIST + 8 + way] = d.sin5;
        cosine[WRIST + 8 + way] = d.cos5;
    }
#pragma omp simd
    for (int i = 0; i < DIRECTIONS; ++i)
        angle[i] = swvi_angle(sine[i], cosine[i]);
    for (int way = 0; way < 4; ++way) {
        angle[FLIPPED + way] = swvi_half_turn_away(angle[WRIST + way]);
        angle[FLIPPED + 4 + way] = -angle[WRIST + 4 + way];
        angle[FLIPPED + 8 + way] = swvi_half_turn_away(angle[WRIST + 8 + way]);
    }
}

// Turns some angles of a joint into its limits; the joint's bit in `outside` for each that stays outside.
SWV_INLINE void turn_into(const swv_puma *puma, int joint, double *angle, uint32_t *outside, int count)
{
    const swv_arm_limits limits = { .lower = puma->lower[joint], .upper = puma->upper[joint] };
    for (int i = 0; i < count; ++i)
        outside[i] = (uint32_t)!swvi_arm_turn_into(&limits, &angle[i]) << joint;
}

static void turn_all_into_limits(const swv_puma *puma, double angle[ANGLES], uint32_t outside[ANGLES])
{
    turn_into(puma, 0, angle + WAIST, outside + WAIST, 2);
    turn_into(puma, 2, angle + ELBOW, outside + ELBOW, 2);
    turn_into(puma, 1, angle + SHOULDER, outside + SHOULDER, 4);
    for (int i = 0; i < 3; ++i) {
        turn_into(puma, 3 + i, angle + WRIST + 4 * i, outside + WRIST + 4 * i, 4);
        turn_into(puma, 3 + i, angle + FLIPPED + 4 * i, outside + FLIPPED + 4 * i, 4);
    }
}

static swv_status solve(const swv_puma *puma, const swv_pose *hand, const double *previous, swvi_six *six)
{
    const swv_status status = swvi_puma_check(puma);
    if (status != SWV_OK)
        return status;
    six->hand = *hand;
    if (swvi_check_hand(&six->hand) != SWV_OK)
        return SWV_BAD_GOAL;
    if (previous && !swvi_six_is_posture(previous))
        return SWV_BAD_POSTURE;
    const swvi_puma_shape  shape = swvi_puma_shape_of(puma);
    const swv_vec3         p = six->hand.position;
    const swv_quat         r = six->hand.rotation;
    const swvi_hand_axes   axes = swvi_hand_axes_of(r.x, r.y, r.z, r.w);
    const swvi_puma_target way = swvi_puma_target_of(&shape, p.x, p.y, p.z);
    six->excess = way.excess;
    six->reach = shape.reach;
    double   angle[ANGLES];
    uint32_t bit[ANGLES];
    find_angles(&shape, &way, &axes, previous, angle);
    turn_all_into_limits(puma, angle, bit);
    for (int f = 0; f < SWV_PUMA_FAMILIES; ++f) {
        const int w = (f & 1) + (f & 4) / 2, wrist = (f & 2 ? FLIPPED : WRIST) + w;
        const int index[6] = { WAIST + w % 2, SHOULDER + w, ELBOW + w / 2, wrist, wrist + 4, wrist + 8 };
        six->outside[f] = 0;
        for (int i = 0; i < 6; ++i) {
            six->q[f][i] = angle[index[i]];
            six->outside[f] |= bit[index[i]];
        }
    }
    return SWV_OK;
}

static swv_pose forward_of(const void *puma, const double q[6])
{
    return forward((const swv_puma *)puma, q);
}

swv_status swv_puma_solve(const swv_puma *puma, const swv_pose *hand, const double *previous,
                          double q[SWV_PUMA_FAMILIES][6], swv_arm6_report reports[SWV_PUMA_FAMILIES])
{
    if (!puma || !hand || !q)
        return SWV_NULL;
    swvi_six         six;
    const swv_status status = solve(puma, hand, previous, &six);
    if (status == SWV_OK)
        swvi_six_give_all(&six, puma, forward_of, q, reports);
    return status;
}

swv_status swv_puma_best(const swv_puma *puma, const swv_pose *hand, const double *previous, double q[6],
                         swv_arm6_report *report)
{
    if (!puma || !hand || !q)
        return SWV_NULL;
    swvi_six         six;
    const swv_status status = solve(puma, hand, previous, &six);
    if (status == SWV_OK)
        swvi_six_give_best(&six, puma, forward_of, previous, q, report);
    return status;
}
