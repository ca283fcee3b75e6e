// SPDX-License-Identifier: MIT
//
// Six joints that turn, whatever their axes: the problem less its first and last joint, and one step of Newton's method on it.
//
// Given     a target: where axis 6 is, seen from axis 1 (a point P* on it and its direction u*), and how far joint 6 has turned
// Find      the angles of all six joints
//
// Frames    F_i turns with joint i, i = 1 to 6, z_i along its axis, x_i across axes i and i + 1. Then
//               F_i = F_{i-1} shift_i Rx(alpha_i) Rz(v_i),   v_i = q_i + offset_i
//           x_i is any direction across z_i where the two axes are parallel. Unlike Denavit and Hartenberg's, the shifts are those
//           of the chain's own origins, so that nothing becomes large where axes are nearly parallel. (1) to (4) are in F_1,
//           targets in F_1 at v_1 = 0; lengths are metres, angles radians
// (1) forward   from v_2 to v_5, in F_1: axes z_i, points p_i, the point P and the direction u of axis 6. v_1 and v_6 play no part.
// (2) joint 1   the turn about z_1 that takes (P, u) as near to (P*, u*) as it can, in closed form: the angle of the complex number
//               conj(P_xy) P*_xy / length^2 + conj(u_xy) u*_xy. The target is turned back by it.
// (3) residual  e = ((P* - P) / length, -t.u, -s.u), t and s across u*: five numbers that vanish where P = P* and u = +-u*
// (4) Newton    e = J (dv_1, ..., dv_5). Column i: z_i x (P - p_i), and z_i.(u x t), z_i.(u x s). By modified Gram-Schmidt, column
//               1 first, for dv_1 is not needed: (2) follows.
// (5) joint 6   v_6 is the turn about u from x_5 to where the target's mark points
//
// Degenerate    a column that vanishes against those before it (a singular posture) is divided by 1e-30 instead of 0: the step is
//               large and the driver shortens it
#ifndef SWIVEL_STARTS_KERNEL_H
#define SWIVEL_STARTS_KERNEL_H

#include <math.h>

#include "math/trig_kernel.h"
#include "swivel/solve.h"

/// The first six joints as Newton's method wants them: docs/derivations/starts.md.
typedef struct swvi_starts_shape {
    double   sine[5], cosine[5];  ///< of the angle between axes i and i + 1
    swv_vec3 shift[5];            ///< from axis i to axis i + 1, in the frame of axis i
    double   offset[4];           ///< angle of joint i = angle between frames less offset, joints 2 to 5
    swv_vec3 first[3], origin;    ///< the frame of axis 1, and a point on it, in the base
    swv_vec3 along, mark;         ///< axis 6 and a direction across it, in the frame of joint 6
    double   foot;                ///< from the origin of joint 6 along its axis to where it passes axis 5
    double   length;              ///< of the six joints stretched
    double   lower[SWV_STARTS_MAX_JOINTS], upper[SWV_STARTS_MAX_JOINTS];
} swvi_starts_shape;

/// Where axis 6 is, seen from axis 1: a point on it, its direction, and a direction across it that turns with joint 6.
typedef struct swvi_starts_target {
    swv_vec3 point, along, mark;
} swvi_starts_target;

/// The angles of joints 2 to 5.
typedef struct swvi_four {
    double a, b, c, d;
} swvi_four;

typedef struct swvi_five {
    double a, b, c, d, e;
} swvi_five;

/// What (1) gives.
typedef struct swvi_starts_forward {
    swv_vec3 place2, place3, place4, place5, axis2, axis3, axis4, axis5;
    swv_vec3 point, along, mark;  ///< P, u and x_5; all in F_1
} swvi_starts_forward;

/// What a step gives: the residual before it, and the step.
typedef struct swvi_starts_step {
    swvi_five error;
    double    facing;          ///< u.u*: -1 where the residual vanishes the wrong way round
    double    cosine, sine;    ///< times some length: of v_1
    double    cosine6, sine6;  ///< of v_6
    swvi_four step;
    swvi_four flat;   ///< the direction in which axis 6 moves least, joint 5 by 1
    double    pivot;  ///< by how much it moves so: |J flat|^2
} swvi_starts_step;

SWV_INLINE double swvi_dot5(swvi_five x, swvi_five y)
{
    return ((x.a * y.a + x.b * y.b) + (x.c * y.c + x.d * y.d)) + x.e * y.e;
}

/// x - s y
SWV_INLINE swvi_five swvi_less5(swvi_five x, double s, swvi_five y)
{
    return (swvi_five){ x.a - s * y.a, x.b - s * y.b, x.c - s * y.c, x.d - s * y.d, x.e - s * y.e };
}

/// v turned about z the other way, by the angle with cosine c and sine s.
SWV_INLINE swv_vec3 swvi_turned_back(double c, double s, swv_vec3 v)
{
    return (swv_vec3){ c * v.x + s * v.y, c * v.y - s * v.x, v.z };
}

/// a x + b y
SWV_INLINE swv_vec3 swvi_mixed(double a, swv_vec3 x, double b, swv_vec3 y)
{
    return (swv_vec3){ a * x.x + b * y.x, a * x.y + b * y.y, a * x.z + b * y.z };
}

/// p shifted by t, which is in the axes x, y, z.
SWV_INLINE swv_vec3 swvi_shifted(swv_vec3 p, swv_vec3 x, swv_vec3 y, swv_vec3 z, swv_vec3 t)
{
    return (swv_vec3){ p.x + ((x.x * t.x + y.x * t.y) + z.x * t.z), p.y + ((x.y * t.x + y.y * t.y) + z.y * t.z),
                       p.z + ((x.z * t.x + y.z * t.y) + z.z * t.z) };
}

/// A frame that travels along the chain, in F_1.
typedef struct swvi_starts_frame {
    swv_vec3 p, x, y, z;
} swvi_starts_frame;

/// Through one joint at v, to the next axis: F_i+1 at v_i+1 = 0. sine, cosine: of alpha.
SWV_INLINE swvi_starts_frame swvi_starts_next(swvi_starts_frame f, double v, swv_vec3 shift, double sine, double cosine)
{
    double s, c;
    swvi_sincos(v, &s, &c);
    const swv_vec3 x = swvi_mixed(c, f.x, s, f.y), y = swvi_mixed(c, f.y, -s, f.x);
    return (swvi_starts_frame){ swvi_shifted(f.p, x, y, f.z, shift), x, swvi_mixed(cosine, y, sine, f.z),
                                swvi_mixed(cosine, f.z, -sine, y) };
}

/// (1) v: v_2 to v_5.
SWV_INLINE swvi_starts_forward swvi_starts_forward_of(const swvi_starts_shape *shape, swvi_four v)
{
    const swvi_starts_frame two = { shape->shift[0],
                                    { 1.0, 0.0, 0.0 },
                                    { 0.0, shape->cosine[0], shape->sine[0] },
                                    { 0.0, -shape->sine[0], shape->cosine[0] } };
    const swvi_starts_frame three = swvi_starts_next(two, v.a, shape->shift[1], shape->sine[1], shape->cosine[1]);
    const swvi_starts_frame four = swvi_starts_next(three, v.b, shape->shift[2], shape->sine[2], shape->cosine[2]);
    const swvi_starts_frame five = swvi_starts_next(four, v.c, shape->shift[3], shape->sine[3], shape->cosine[3]);
    const swvi_starts_frame six = swvi_starts_next(five, v.d, shape->shift[4], shape->sine[4], shape->cosine[4]);
    return (swvi_starts_forward){ two.p, three.p, four.p, five.p, two.z, three.z, four.z, five.z, six.p, six.z, six.x };
}

/// (4) A column of J: `arm` from the joint to P, turned_t and turned_s are u x t and u x s; inverse: 1 / length.
SWV_INLINE swvi_five swvi_starts_column(swv_vec3 axis, swv_vec3 arm, swv_vec3 turned_t, swv_vec3 turned_s,
                                        double inverse)
{
    const swv_vec3 moved = swv_vec3_cross(axis, arm);
    return (swvi_five){ inverse * moved.x, inverse * moved.y, inverse * moved.z, swv_vec3_dot(axis, turned_t),
                        swv_vec3_dot(axis, turned_s) };
}

/// (2) to (5) at v_2 to v_5. The target's mark is t of (3), `across` its s, both before (2) turns them.
SWV_INLINE swvi_starts_step swvi_starts_step_of(const swvi_starts_shape *shape, const swvi_starts_target *target,
                                                swv_vec3 across, swvi_four v)
{
    const swvi_starts_forward f = swvi_starts_forward_of(shape, v);
    const double              inverse = 1.0 / shape->length;

    // (2)
    const swv_vec3 p = f.point, u = f.along, wanted = target->point, facing = target->along;
    const double   scale = inverse * inverse;
    const double   real = scale * (p.x * wanted.x + p.y * wanted.y) + (u.x * facing.x + u.y * facing.y);
    const double   imaginary = scale * (p.x * wanted.y - p.y * wanted.x) + (u.x * facing.y - u.y * facing.x);
    const double   square = real * real + imaginary * imaginary;
    // 1e-200: no root of zero; with both so small there is no turn to find.
    const double size = 1.0 / sqrt(square > 1e-200 ? square : 1e-200);
    const double cosine = real * size, sine = imaginary * size;

    // (3)
    const swv_vec3  gap = swv_vec3_sub(swvi_turned_back(cosine, sine, wanted), p);
    const swv_vec3  mark = swvi_turned_back(cosine, sine, target->mark), side = swvi_turned_back(cosine, sine, across);
    const swvi_five e = { inverse * gap.x, inverse * gap.y, inverse * gap.z, -swv_vec3_dot(mark, u),
                          -swv_vec3_dot(side, u) };
    const swv_vec3  turned_t = swv_vec3_cross(u, mark), turned_s = swv_vec3_cross(u, side);

    // (4)
    // Keeps divisors from being zero where columns depend on each other; their lengths are about 1.
    const double    tiny = 1e-30;
    const swvi_five one = { -inverse * p.y, inverse * p.x, 0.0, turned_t.z, turned_s.z };
    swvi_five       two = swvi_starts_column(f.axis2, swv_vec3_sub(p, f.place2), turned_t, turned_s, inverse);
    swvi_five       three = swvi_starts_column(f.axis3, swv_vec3_sub(p, f.place3), turned_t, turned_s, inverse);
    swvi_five       four = swvi_starts_column(f.axis4, swv_vec3_sub(p, f.place4), turned_t, turned_s, inverse);
    swvi_five       five = swvi_starts_column(f.axis5, swv_vec3_sub(p, f.place5), turned_t, turned_s, inverse);
    const double    i1 = 1.0 / (swvi_dot5(one, one) + tiny);
    two = swvi_less5(two, i1 * swvi_dot5(one, two), one);
    three = swvi_less5(three, i1 * swvi_dot5(one, three), one);
    four = swvi_less5(four, i1 * swvi_dot5(one, four), one);
    five = swvi_less5(five, i1 * swvi_dot5(one, five), one);
    const swvi_five rest1 = swvi_less5(e, i1 * swvi_dot5(one, e), one);
    const double    i2 = 1.0 / (swvi_dot5(two, two) + tiny), r23 = i2 * swvi_dot5(two, three),
                 r24 = i2 * swvi_dot5(two, four);
    const double r25 = i2 * swvi_dot5(two, five), d2 = i2 * swvi_dot5(two, rest1);
    three = swvi_less5(three, r23, two);
    four = swvi_less5(four, r24, two);
    five = swvi_less5(five, r25, two);
    const swvi_five rest2 = swvi_less5(rest1, d2, two);
    const double    i3 = 1.0 / (swvi_dot5(three, three) + tiny), r34 = i3 * swvi_dot5(three, four);
    const double    r35 = i3 * swvi_dot5(three, five), d3 = i3 * swvi_dot5(three, rest2);
    four = swvi_less5(four, r34, three);
    five = swvi_less5(five, r35, three);
    const swvi_five rest3 = swvi_less5(rest2, d3, three);
    const double    i4 = 1.0 / (swvi_dot5(four, four) + tiny), r45 = i4 * swvi_dot5(four, five);
    const double    d4 = i4 * swvi_dot5(four, rest3);
    five = swvi_less5(five, r45, four);
    const swvi_five rest4 = swvi_less5(rest3, d4, four);
    const double    pivot = swvi_dot5(five, five), s5 = swvi_dot5(five, rest4) / (pivot + tiny);
    const double    s4 = d4 - r45 * s5, s3 = (d3 - r34 * s4) - r35 * s5, s2 = ((d2 - r23 * s3) - r24 * s4) - r25 * s5;

    const double n4 = -r45, n3 = -(r34 * n4 + r35), n2 = -((r23 * n3 + r24 * n4) + r25);

    // (5)
    return (swvi_starts_step){
        e,
        swv_vec3_dot(swvi_turned_back(cosine, sine, facing), u),
        cosine,
        sine,
        swv_vec3_dot(f.mark, mark),
        swv_vec3_dot(swv_vec3_cross(u, f.mark), mark),
        { s2, s3, s4, s5 },
        { n2, n3, n4, 1.0 },
        pivot,
    };
}

#endif
