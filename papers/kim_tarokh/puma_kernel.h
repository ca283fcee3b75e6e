// SPDX-License-Identifier: MIT
//
// Puma 560: closed form, eight solutions. Straight-line arithmetic, selects instead of branches: one text for scalar code and
// vector lanes.
//
// Given     wrist p from the shoulder, in the base's axes (z up, lengths of any one unit), hand rotation with columns N, O, A, lengths a2, a3, d3, d4
// Find      six angles with, for complex numbers,  k + i Y = a2 e^(i q1) + (a3 + i d4) e^(i (q1 + q2)),
//           (px, py) = Rz(q0) (k, d3),  pz = -Y,  and  (N O A) = Rz(q0) Rx(-90) Rz(q1 + q2) Rx(-90) Rz(q3) Rx(90) Rz(q4)
//           Rx(-90) Rz(q5)
//
// (1) plane     r = hypot(px, py), k = +- sqrt((r - d3)(r + d3)): the shoulder's two ways. q0 = angle of (px, py) less that of
//               (k, d3): sine and cosine are (k py - d3 px, k px + d3 py), both r max(r, |d3|) times too large
// (2) triangle  of a2, f = hypot(a3, d4) and D = hypot(k, Y). With e between upper arm and the line from elbow to wrist, as in
//               arm_kernel.h: A = 1 - cos e = (a2 + f - D)(a2 + f + D) / (2 a2 f), B = 1 + cos e = (D - |a2 - f|)(D + |a2 - f|) /
//               (2 a2 f), sin e = +- sqrt(A B), cos e = (B - A)/2: the elbow's two ways
// (3) elbow     a3 + i d4 = f e^(i g), so q2 = e - g
// (4) shoulder  e^(i q1) = (k + i Y) (a2 + f e^(-i e)) / D^2 = (k + i Y)/D e^(-i psi), with the rise psi between upper arm and the
//               line to the wrist: cos psi = (D + (a2 - f)(a2 + f)/D) / (2 a2), sin psi = f sin e / D, which do not cancel
// (5) wrist     Rx(-90) Rz(q) Rx(90) = Ry(q), so with M = Rz(-(q1 + q2)) Rx(90) Rz(-q0) the matrix of columns M N, M A, -M O is
//               Ry(q3) Rz(q4) Ry(q5). Its middle column is (-sin q4 cos q3, cos q4, sin q4 sin q3), which gives q3 (or half a
//               turn from there) and, with its sine s and cosine c, q4; the last row of Ry(-q3) times it, (-sin q5, 0, cos q5),
//               gives q5
//
// Degenerate    r < |d3|: k = 0, and the wrist comes to lie |d3| from the axis. r ~ 0: q0 may be anything
//               D > a2 + f or D < |a2 - f|: D is clamped and the direction of (k, Y) kept
//               D within eight roundings of a2 + f or |a2 - f|: straight or folded, or a rounding of D would bend it by 1e-8
//               D ~ 0, which needs a2 = f: q1 may be anything. sin q4 ~ 0: q3. Each takes its value from outside.
// Error         forward kinematics of the angles meets the hand to a few roundings of the reach: papers/kim_tarokh/tests/puma.c
//
// This work is based on:
// Craig. Introduction to Robotics: Mechanics and Control. 1986 (the half-angle substitution there loses the digits near
// straight and folded; these forms do not)
#ifndef SWIVEL_LIMB_PUMA_KERNEL_H
#define SWIVEL_LIMB_PUMA_KERNEL_H

#include "limb/limb_kernels.h"

/// What is nearer to a singularity than this, over the reach or as a sine, counts as being there: the hand is then off by no
/// more than this. Chosen: a hundred roundings.
#define SWVI_PUMA_SINGULAR 1e-14

/// What is the same for every target. Lengths.
typedef struct swvi_puma_shape {
    double upper_arm, shoulder_offset;
    double fore;          ///< f of (2)
    double cos_g, sin_g;  ///< (3)
    double reach;         ///< of the stretched arm, offset included
} swvi_puma_shape;

/// The angles that a singularity leaves free, as sines and cosines.
typedef struct swvi_puma_free {
    double sin0, cos0, sin1, cos1, sin3, cos3;
} swvi_puma_free;

/// What all ways share: (1) and (2). Lengths in the unit of the shape.
typedef struct swvi_puma_target {
    double px, py, k;
    double inverse_turn;          ///< 1 / (r max(r, |d3|)); 0: q0 is free
    double kn, yn;                ///< direction of (k, Y) for k >= 0; both 0: q1 is free
    double sin_elbow, cos_elbow;  ///< of e >= 0
    double sin_rise, cos_rise;    ///< of psi >= 0
    double excess;                ///< how far the wrist is beyond reach (positive) or too near (negative)
} swvi_puma_target;

/// (1) and (2) of a wrist at px, py, pz from the shoulder, in the base's axes.
SWV_INLINE swvi_puma_target swvi_puma_target_of(const swvi_puma_shape *s, double px, double py, double pz)
{
    swvi_puma_target t;
    const double     u = s->upper_arm, f = s->fore, d3 = fabs(s->shoulder_offset);

    // So far away that squares might overflow, the direction is all that counts: beyond 2^100 reaches. Chosen.
    const double ax = fabs(px), ay = fabs(py), az = fabs(pz), axy = ax > ay ? ax : ay, size = axy > az ? axy : az;
    const double most = 0x1p100 * s->reach, scale = size > most ? most / size : 1.0;
    t.px = scale * px;
    t.py = scale * py;
    const double z = -(scale * pz);

    // (1)
    const double r = sqrt(t.px * t.px + t.py * t.py), over = (r - d3) * (r + d3);
    const bool   is_inside = r < d3, is_on_axis = !(r > SWVI_PUMA_SINGULAR * s->reach);
    t.k = is_inside ? 0.0 : sqrt(over);
    const double turn = r * (is_inside ? d3 : r);
    t.inverse_turn = is_on_axis ? 0.0 : 1.0 / (is_on_axis ? 1.0 : turn);

    // (2)
    const double d_wanted = sqrt(t.k * t.k + z * z), outer = u + f, inner = fabs(u - f), slack = 8.0 * 0x1p-53 * outer;
    const double d_low = d_wanted > inner + slack ? d_wanted : inner;
    const double d = d_low < outer - slack ? d_low : outer;
    const bool   is_somewhere = d_wanted > SWVI_PUMA_SINGULAR * s->reach;
    const double inverse_wanted = 1.0 / (is_somewhere ? d_wanted : 1.0);
    t.kn = is_somewhere ? t.k * inverse_wanted : inner > 0.0 ? 1.0 : 0.0;
    t.yn = is_somewhere ? z * inverse_wanted : 0.0;
    const double inverse = d > 0.0 ? 1.0 / (d > 0.0 ? d : 1.0) : 0.0;
    const double half = 1.0 / (2.0 * u * f);
    const double a = half * ((outer - d) * (outer + d)), b = half * ((d - inner) * (d + inner));
    t.sin_elbow = sqrt(a * b);
    t.cos_elbow = 0.5 * (b - a);
    t.sin_rise = f * t.sin_elbow * inverse;
    t.cos_rise = (d + (u - f) * (outer * inverse)) * (0.5 / u);
    const double miss = d_wanted - d, too_near = r - d3 < miss ? r - d3 : miss;
    t.excess = (is_inside & (miss <= slack)) ? too_near : miss;
    return t;
}

/// Angles of one way as directions: a sine and a cosine, both times one positive number.
typedef struct swvi_puma_directions {
    double sin0, cos0, sin1, cos1, sin2, cos2, sin3, cos3, sin4, cos4, sin5, cos5;
} swvi_puma_directions;

/// (3) to (5). `g`: columns of the hand's rotation in the base's axes. `side` is 1 or -1, the shoulder's way; `bend` 1 or -1, the elbow's. The wrist's way is that with sin q4 >= 0.
SWV_INLINE swvi_puma_directions swvi_puma_way_of(const swvi_puma_shape *s, const swvi_puma_target *t,
                                                 const swvi_hand_axes *g, const swvi_puma_free *other, double side,
                                                 double bend)
{
    swvi_puma_directions q;
    const bool           is_on_axis = t->inverse_turn == 0.0;
    const double         k = side * t->k, d3 = s->shoulder_offset;
    q.sin0 = is_on_axis ? other->sin0 : (k * t->py - d3 * t->px) * t->inverse_turn;
    q.cos0 = is_on_axis ? other->cos0 : (k * t->px + d3 * t->py) * t->inverse_turn;

    // (3)
    const double se = bend * t->sin_elbow, ce = t->cos_elbow;
    q.sin2 = se * s->cos_g - ce * s->sin_g;
    q.cos2 = ce * s->cos_g + se * s->sin_g;

    // (4) (kn, yn) is a unit vector, or zero where q1 is free
    const double kn = side * t->kn, sr = bend * t->sin_rise, cr = t->cos_rise;
    const bool   is_anywhere = !(t->kn * t->kn + t->yn * t->yn > 0.5);  // compared one by one, gcc makes no lanes of it
    q.sin1 = is_anywhere ? other->sin1 : t->yn * cr - kn * sr;
    q.cos1 = is_anywhere ? other->cos1 : kn * cr + t->yn * sr;
    const double s12 = q.sin1 * q.cos2 + q.cos1 * q.sin2, c12 = q.cos1 * q.cos2 - q.sin1 * q.sin2;

    // (5) a and b: along the arm's plane and across it
    const double na = q.cos0 * g->xx + q.sin0 * g->xy, nb = q.cos0 * g->xy - q.sin0 * g->xx;
    const double oa = q.cos0 * g->yx + q.sin0 * g->yy, ob = q.cos0 * g->yy - q.sin0 * g->yx;
    const double aa = q.cos0 * g->zx + q.sin0 * g->zy, ab = q.cos0 * g->zy - q.sin0 * g->zx;
    const double m11 = c12 * na - s12 * g->xz, m31 = nb;
    const double m12 = c12 * aa - s12 * g->zz, m22 = -(s12 * aa + c12 * g->zz), m32 = ab;
    const double m13 = s12 * g->yz - c12 * oa, m33 = -ob;
    const double length = sqrt(m12 * m12 + m32 * m32);
    const bool   is_straight = !(length > SWVI_PUMA_SINGULAR);
    const double inverse = 1.0 / (is_straight ? 1.0 : length);
    q.sin3 = is_straight ? other->sin3 : m32 * inverse;
    q.cos3 = is_straight ? other->cos3 : -m12 * inverse;
    q.sin4 = q.sin3 * m32 - q.cos3 * m12;
    q.cos4 = m22;
    q.sin5 = -(q.sin3 * m11 + q.cos3 * m31);
    q.cos5 = q.sin3 * m13 + q.cos3 * m33;
    return q;
}

#endif
