// SPDX-License-Identifier: MIT
//
// Six-joint arm: closed form, eight solutions.
//
// Given     wrist p from the shoulder, in its axes (arm6.h), hand rotation with columns N, O, A, lengths L1 and L2, any unit; angles: radians
// Find      six angles with  p = Rz(q0) Rx(q1) (0, -L1, 0) + Rz(q0) Rx(q1 + q2) (0, -L2, 0)
//           and  (N O A) = Rz(q0) Rx(q1 + q2) Ry(q3) Rx(q4) Rz(q5)
//
// (1) triangle  of L1, L2 and d = |p|, as in the seven-joint arm (arm_kernel.h): flexion k >= 0 of the elbow, rise psi
//               between upper arm and n = p/d. The thesis's root is of (4 times the triangle's area)^2, here a product
//               that does not cancel.
// (2) plane     Rz(-q0) p has no x:  q0 = atan2(nx, -ny), or half a turn from there; h = hypot(nx, ny)
// (3) flexion   in the plane of -y and -z the wrist lies at the angle alpha, (cos, sin) = (h, -nz), or (-h, -nz) the
//               other way round:  q1 = alpha - psi, q2 = k,  or  q1 = alpha + psi, q2 = -k
// (4) wrist     M = Rx(-q1 - q2) Rz(-q0) (N O A) = Ry(q3) Rx(q4) Rz(q5):  q3 = atan2(M13, M33), or half a turn from
//               there; with its sine s and cosine c  q4 = atan2(-M23, s M13 + c M33),
//               q5 = atan2(s M32 - c M12, c M11 - s M31)
//
// Degenerate    d > L1 + L2 or d < |L1 - L2|: d is clamped, n kept: the wrist is as near as it gets
//               d ~ L1 + L2 or d ~ |L1 - L2|: k = 0 or pi. Near there k goes as the root of what is missing, so that a
//               rounding of d would bend a straight arm by 1e-8.
//               h ~ 0: q0 may be anything; d ~ 0: q1 too; M13 = M33 ~ 0: q3. Each takes the value of the posture `previous`,
//               and what follows is computed from that value.
// Error         forward kinematics of the angles meets the hand to a few roundings of the reach: papers/chin/tests/arm6.c
//
// This work is based on:
// Chin. Closed-form and generalized inverse kinematic solutions for animating the human articulated structure. 1996
// (the printed (5.3), (5.12), (5.18), (5.19) and (5.21) are not what the matrices give: papers/chin/arm6.md)
#include "swivel_papers/arm6.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "chin/six.h"
#include "swivel_papers/models.h"
#include "swivel/trig.h"

// ---- making an arm ----

swv_status swv_arm6_make(double upper_arm, double forearm, swv_arm6 *arm)
{
    if (!arm)
        return SWV_NULL;
    if (!swvi_is_finite(upper_arm) || !swvi_is_finite(forearm))
        return SWV_NOT_FINITE;
    if (!swvi_are_arm_lengths(upper_arm, forearm))
        return SWV_BAD_ARGUMENT;
    *arm = (swv_arm6){ .upper_arm = upper_arm, .forearm = forearm, .side = SWV_LEFT };
    for (int i = 0; i < 6; ++i)
        (void)swv_arm6_set_limits(arm, i, -INFINITY, INFINITY);
    return SWV_OK;
}

swv_status swv_arm6_set_limits(swv_arm6 *arm, int joint, double lower, double upper)
{
    if (!arm)
        return SWV_NULL;
    if (!swvi_are_arm_lengths(arm->upper_arm, arm->forearm))
        return SWV_BAD_MODEL;
    return swvi_six_set_limits(arm->lower, arm->upper, joint, lower, upper);
}

swv_status swv_arm6_make_human(swv_arm6 *arm)
{
    if (!arm)
        return SWV_NULL;
    swv_chain chain;
    (void)swv_model_chain("arm6", &chain);
    // The thesis's lengths, in its own units: table B.1 (models.c).
    (void)swv_arm6_make(50.0, 60.0, arm);
    for (int i = 0; i < 6; ++i)
        (void)swv_arm6_set_limits(arm, i, chain.joints[i].lower, chain.joints[i].upper);
    return SWV_OK;
}

// ---- the two forms ----

// The matrices' posture is the table's with five signs turned, and the matrices' hand is the table's times K, half a
// turn about (0, 1, -1).
static const swv_quat k_turn = { 0.0, 0.70710678118654752, -0.70710678118654752, 0.0 };

void swv_arm6_to_other_form(double q[6], swv_pose *hand)
{
    for (int i = 1; q && i < 6; ++i)
        q[i] = -q[i];
    if (hand)
        hand->rotation = swv_quat_mul(hand->rotation, k_turn);
}

// The mirror image of a turn about y or z is a turn the other way, of one about x the same.
// A hand of this arm as a hand of the left arm in the form of the matrices; twice is back again.
static swv_pose to_or_from_matrices(const swv_arm6 *arm, swv_pose hand)
{
    if (arm->side == SWV_RIGHT)
        hand = swvi_mirrored_pose(hand);
    if (arm->form == SWV_ARM6_TABLE)
        swv_arm6_to_other_form(NULL, &hand);
    return hand;
}

static swv_status check(const swv_arm6 *arm)
{
    const bool is_form = arm->form == SWV_ARM6_TABLE || arm->form == SWV_ARM6_MATRICES;
    const bool is_side = arm->side == SWV_RIGHT || arm->side == SWV_LEFT;
    bool       are_limits = true;
    for (int i = 0; i < 6; ++i)
        are_limits = are_limits && swvi_are_limits(arm->lower[i], arm->upper[i]);
    return is_form && is_side && are_limits && swvi_are_arm_lengths(arm->upper_arm, arm->forearm) ? SWV_OK
                                                                                                  : SWV_BAD_MODEL;
}

swv_status swv_arm6_chain(const swv_arm6 *arm, swv_chain *chain)
{
    if (!arm || !chain)
        return SWV_NULL;
    swv_status status = check(arm);
    if (status != SWV_OK)
        return status;
    const double   m = arm->side == SWV_RIGHT ? -1.0 : 1.0, f = arm->form == SWV_ARM6_TABLE ? -1.0 : 1.0;
    const swv_vec3 x = { f, 0.0, 0.0 }, y = { 0.0, m * f, 0.0 }, z = { 0.0, 0.0, m * f }, first = { 0.0, 0.0, m };
    const swv_vec3 shoulder = { 0.0, 0.0, 0.0 }, elbow = { 0.0, -arm->upper_arm, 0.0 };
    const swv_vec3 wrist = { 0.0, -(arm->upper_arm + arm->forearm), 0.0 };
    const swv_axis axes[6] = { { shoulder, first, false }, { shoulder, x, false }, { elbow, x, false },
                               { elbow, y, false },        { wrist, x, false },    { wrist, z, false } };
    const swv_pose at_zero = { wrist, SWV_IDENTITY_QUAT };
    const swv_pose tip = to_or_from_matrices(arm, at_zero);
    swv_chain      made;
    status = swv_chain_from_axes(&made, axes, 6, &tip);
    for (int i = 0; i < 6 && status == SWV_OK; ++i)
        status = swv_chain_set_limits(&made, i, arm->lower[i], arm->upper[i]);
    if (status == SWV_OK)
        *chain = made;
    return status;
}

// ---- forward ----

// The hand, and the elbow if it is asked for, from the shoulder in the arm's form; q in radians.
static swv_pose forward(const swv_arm6 *arm, const double q[6], swv_vec3 *elbow)
{
    double a[6] = { q[0], q[1], q[2], q[3], q[4], q[5] }, s[6], c[6], s0, c0, s1, c1, s12, c12;
    if (arm->form == SWV_ARM6_TABLE)
        swv_arm6_to_other_form(a, NULL);
    swv_sincos(a[0], &s0, &c0);
    swv_sincos(a[1], &s1, &c1);
    swv_sincos(a[1] + a[2], &s12, &c12);
    const double u = arm->upper_arm, f = arm->forearm, m = arm->side == SWV_RIGHT ? -1.0 : 1.0;
    if (elbow)
        *elbow = (swv_vec3){ m * (u * (s0 * c1)), -u * (c0 * c1), -u * s1 };

    // Half angles for quaternions: q1 and q2 turn about the same axis, so five turns are left of six.
    const double halves[5] = { 0.5 * a[0], 0.5 * (a[1] + a[2]), 0.5 * a[3], 0.5 * a[4], 0.5 * a[5] };
    for (int i = 0; i < 5; ++i)
        swv_sincos(halves[i], &s[i], &c[i]);
    const swv_quat turns[5] = { { 0.0, 0.0, s[0], c[0] },
                                { s[1], 0.0, 0.0, c[1] },
                                { 0.0, s[2], 0.0, c[2] },
                                { s[3], 0.0, 0.0, c[3] },
                                { 0.0, 0.0, s[4], c[4] } };
    swv_pose       hand = { { s0 * (u * c1 + f * c12), -c0 * (u * c1 + f * c12), -(u * s1 + f * s12) }, turns[0] };
    for (int i = 1; i < 5; ++i)
        hand.rotation = swv_quat_mul(hand.rotation, turns[i]);
    return to_or_from_matrices(arm, hand);
}

swv_status swv_arm6_forward(const swv_arm6 *arm, const double q[6], swv_pose *hand, swv_vec3 *elbow)
{
    if (!arm || !q || !hand)
        return SWV_NULL;
    const swv_status status = check(arm);
    if (status != SWV_OK)
        return status;
    if (!swvi_six_is_posture(q))
        return SWV_BAD_POSTURE;
    *hand = forward(arm, q, elbow);
    return SWV_OK;
}

// ---- all solutions ----

// What is nearer to a singularity than this, over the reach or as a sine, counts as being there: the hand is then off by
// no more than this.
static const double singular = 1e-14;

// (1) The kernel's elbow, its n and its rise; the swivel's directions are not used.
static swvi_elbow_circle triangle_of(const swv_arm6 *arm, swv_vec3 p)
{
    const double      u = arm->upper_arm, f = arm->forearm, reach = u + f, d = swv_vec3_length(p);
    swvi_elbow_circle e = swvi_elbow_circle_of(p.x, p.y, p.z, u, f, true);
    const bool        is_straight = fabs(d - reach) <= singular * reach;
    const bool        is_folded = fabs(d - fabs(u - f)) <= singular * reach;
    if (is_straight || is_folded) {
        e.sin_elbow = e.sin_rise = 0.0;
        e.cos_elbow = is_straight ? 1.0 : -1.0;
        e.cos_rise = is_straight || u > f ? 1.0 : -1.0;
    }
    return e;
}

// Angles as directions: a sine and a cosine, both times one positive number. q0, the elbow's flexion, then for each of
// four ways of shoulder and elbow q1 and the wrist's three; the rest is there to make the lanes even.
enum { FLEXION = 1, FIRST_WAY = 2, PER_WAY = 4, DIRECTIONS = 24 };
typedef struct directions {
    double sine[DIRECTIONS], cosine[DIRECTIONS];
} directions;

static void set_direction(directions *d, int i, double sine, double cosine)
{
    d->sine[i] = sine;
    d->cosine[i] = cosine;
}

// (4) The wrist's first way, from the hand's columns seen by the forearm.
static void add_wrist(const double m[3][3], double near_twist, directions *d, int first)
{
    double       s = m[0][2], c = m[2][2];
    const double length = sqrt(s * s + c * c);
    if (length > singular) {
        s /= length;
        c /= length;
    } else {
        swv_sincos(near_twist, &s, &c);
    }
    set_direction(d, first, s, c);
    set_direction(d, first + 1, -m[1][2], s * m[0][2] + c * m[2][2]);
    set_direction(d, first + 2, s * m[2][1] - c * m[0][1], c * m[0][0] - s * m[2][0]);
}

// (2) to (4) of the left arm in the form of the matrices, all but the arc tangents.
static void find_directions(const swv_pose *hand, const swvi_elbow_circle *e, double reach, const double previous[6],
                            directions *d)
{
    const swv_vec3 p = hand->position, across = { p.x, p.y, 0.0 };
    const swv_mat3 r = swv_mat3_from_quat(hand->rotation);
    const double   h = sqrt(e->nx * e->nx + e->ny * e->ny);
    const bool     is_at_shoulder = swv_vec3_length(p) <= singular * reach;
    const bool     is_on_axis = swv_vec3_length(across) <= singular * reach || h <= singular;
    for (int i = 0; i < DIRECTIONS; ++i)
        set_direction(d, i, 0.0, 1.0);
    set_direction(d, FLEXION, e->sin_elbow, e->cos_elbow);

    // (2)
    double s0, c0;
    if (is_on_axis) {
        swv_sincos(previous[0], &s0, &c0);
    } else {
        s0 = e->nx / h;
        c0 = -e->ny / h;
    }
    set_direction(d, 0, s0, c0);
    for (int way = 0; way < 4; ++way) {
        // (3) The shoulder's other way turns the sign of what lies ahead and across; the natural elbow has q2 <= 0.
        const double sign = way & 1 ? -1.0 : 1.0, bend = way & 2 ? 1.0 : -1.0;
        const double sk = bend * e->sin_elbow, ck = e->cos_elbow, sr = bend * e->sin_rise, cr = e->cos_rise;
        const double sa = is_on_axis ? copysign(1.0, -e->nz) : -e->nz, ca = is_on_axis ? 0.0 : sign * h;
        double       s1 = sa * cr - ca * sr, c1 = ca * cr + sa * sr, m[3][3];
        if (is_at_shoulder)
            swv_sincos(previous[1], &s1, &c1);
        const double s12 = s1 * ck + c1 * sk, c12 = c1 * ck - s1 * sk;
        for (int j = 0; j < 3; ++j) {
            const double ahead = sign * (c0 * r.m[1][j] - s0 * r.m[0][j]);
            m[0][j] = sign * (c0 * r.m[0][j] + s0 * r.m[1][j]);
            m[1][j] = c12 * ahead + s12 * r.m[2][j];
            m[2][j] = c12 * r.m[2][j] - s12 * ahead;
        }
        set_direction(d, FIRST_WAY + PER_WAY * way, s1, c1);
        add_wrist((const double(*)[3])m, previous[3], d, FIRST_WAY + PER_WAY * way + 1);
    }
}

// All families of the left arm in the form of the matrices, angles in [-pi, pi].
static void solve_matrices(const swv_pose *hand, const swvi_elbow_circle *e, double reach, const double previous[6],
                           double q[SWV_ARM6_FAMILIES][6])
{
    directions d;
    double     angle[DIRECTIONS];
    find_directions(hand, e, reach, previous, &d);
#pragma omp simd
    for (int i = 0; i < DIRECTIONS; ++i)
        angle[i] = swvi_angle(d.sine[i], d.cosine[i]);
    for (int way = 0; way < 4; ++way) {
        const double *a = &angle[FIRST_WAY + PER_WAY * way];
        double       *first = q[(way & 1) + 2 * (way & 2)], *other = q[(way & 1) + 2 * (way & 2) + 2];
        first[0] = other[0] = way & 1 ? swvi_half_turn_away(angle[0]) : angle[0];
        first[1] = other[1] = a[0];
        first[2] = other[2] = way & 2 ? angle[FLEXION] : -angle[FLEXION];
        first[3] = a[1];
        first[4] = a[2];
        first[5] = a[3];
        other[3] = swvi_half_turn_away(a[1]);
        other[4] = swvi_half_turn_away(-a[2]);
        other[5] = swvi_half_turn_away(a[3]);
    }
}

// All postures of a hand pose seen from the shoulder, in the arm's form. `previous`, radians, may be NULL: all zero.
static swv_status solve(const swv_arm6 *arm, const swv_pose *hand, const double *previous, swvi_six *six)
{
    const swv_status status = check(arm);
    if (status != SWV_OK)
        return status;
    six->hand = *hand;
    if (swv_pose_check(&six->hand) != SWV_OK)
        return SWV_BAD_GOAL;
    double here[6] = { 0.0 };
    if (previous && !swvi_six_is_posture(previous))
        return SWV_BAD_POSTURE;
    for (int i = 0; previous && i < 6; ++i)
        here[i] = previous[i];
    if (arm->form == SWV_ARM6_TABLE)
        swv_arm6_to_other_form(here, NULL);

    const swv_pose          matrices = to_or_from_matrices(arm, six->hand);
    const swvi_elbow_circle triangle = triangle_of(arm, matrices.position);
    six->excess = triangle.excess;
    six->reach = arm->upper_arm + arm->forearm;
    solve_matrices(&matrices, &triangle, six->reach, here, six->q);
    for (int f = 0; f < SWV_ARM6_FAMILIES; ++f) {
        if (arm->form == SWV_ARM6_TABLE)
            swv_arm6_to_other_form(six->q[f], NULL);
        six->outside[f] = swvi_six_turn_into_limits(arm->lower, arm->upper, six->q[f]);
    }
    return SWV_OK;
}

static swv_pose forward_of(const void *arm, const double q[6])
{
    return forward((const swv_arm6 *)arm, q, NULL);
}

swv_status swv_arm6_solve(const swv_arm6 *arm, const swv_pose *hand, const double *previous,
                          double q[SWV_ARM6_FAMILIES][6], swv_arm6_report reports[SWV_ARM6_FAMILIES])
{
    if (!arm || !hand || !q)
        return SWV_NULL;
    swvi_six         six;
    const swv_status status = solve(arm, hand, previous, &six);
    if (status == SWV_OK)
        swvi_six_give_all(&six, arm, forward_of, q, reports);
    return status;
}

swv_status swv_arm6_best(const swv_arm6 *arm, const swv_pose *hand, const double *previous, double q[6],
                         swv_arm6_report *report)
{
    if (!arm || !hand || !q)
        return SWV_NULL;
    swvi_six         six;
    const swv_status status = solve(arm, hand, previous, &six);
    if (status == SWV_OK)
        swvi_six_give_best(&six, arm, forward_of, previous, q, report);
    return status;
}
