// SPDX-License-Identifier: MIT
//
// Scheme 2: the postures that bring the hand to its target with one joint held at a value. Tolani and Badler have six cases; here they are two.
//
// Given     a target; a joint of shoulder or wrist, and its value L
// Find      the swivels phi at which the joint has it, and the postures there
//
// (1) plane     q0, q2, q4 and q6 are L where a unit vector w that the hand's target fixes is normal to one that the arm carries round:
//               q0: Z and (cos L, sin L, 0);  q2: the pole and X cos L - Y sin L;
//               q4: the hand's z axis and X cos(q3 + L) - Z sin(q3 + L);  q6: Y and the hand's x cos L - y sin L.
//               Their product is a harmonic, a cos phi + b sin phi + c (arm_harmonics.h). Its roots:
//                   (cos phi, sin phi) = (-c a -+ b r, -c b +- a r) / (a^2 + b^2),  r^2 = a^2 + b^2 - c^2
// (2) cone      q1 is the angle between Z and the pole, q5 + pi/2 that between Y and the hand's z axis. So a unit vector w at the angle A from
//               the line n, one carried round n at the angle B from it, and C = |L| between the two (q5: C = L + pi/2) make a spherical
//               triangle. Its angle at n, delta, is how far phi is from where the two are nearest to each other:
//                   tan^2(delta/2) = sin((C + A - B)/2) sin((C - A + B)/2) / (sin((A + B + C)/2) sin((A + B - C)/2)).
//               No cosine of a small angle is in it, which would leave 1e-8 of q1 = 0 in the dark.
// (3) posture   With q0 = L known, Rx(q1) Rz(q2) = Rz(-L) R_S gives the other two angles by arc tangents, whatever rounding has left of q0 in R_S:
//               nothing beside the pole, where q0 and q2 share a turn. So with q2, q4 and q6. q1 and q5 are L, the others as in scheme 1.
//               What the hand is off by for it is what (1) or (2) is off by. The other shoulder and wrist: arm_kernel.h.
// (4) rounding  is what makes two solutions of one or none: (1) and (2) count as met where they are off by SWVI_SAME, a turn of the hand
//               that is less than anyone can want. Near full extension, and folded, it also leaves the elbow's bend open (arm_swivels.c, step 6) and
//               with it B. If none is met the bend is taken at which the joint just gets there, where the triangle is flat.
//
// Degenerate    A or B = 0, or a = b = 0: the joint's angle does not depend on phi, and any will do: 0
//               the wrist at the shoulder: no line. One is taken from which every joint gets everywhere: normal to the pole and to the hand
//
// Angles are radians, lengths metres; a target is in the axes of the closed form at the shoulder (arm_internal.h). A circle's swivel is given by its
// cosine and sine.
//
// This work is based on:
// Tolani, Badler. Real-Time Inverse Kinematics of the Human Arm. 1996 (scheme 2; the printed (15) to (33) divide by the sines of q1 and q3 and by
// the cosine of q5)
#include <math.h>
#include <stddef.h>

#include "math/scalar.h"
#include "swivel/trig.h"
#include "swivel_papers/arm.h"
#include "tolani_badler/arm_harmonics.h"
#include "tolani_badler/arm_internal.h"

// ---- where the joint has its value ----

// A swivel as a direction of any length but zero.
static void add_swivel(swvi_held *held, double x, double y)
{
    const double inverse_length = 1.0 / sqrt(x * x + y * y);
    held->cos_swivel[held->count] = inverse_length * x;
    held->sin_swivel[held->count++] = inverse_length * y;
}

// (1) The harmonic, of unit vectors, that is zero where the joint has its value.
static swvi_harmonic plane_of(const swvi_arm_target *target, const swvi_held *held)
{
    const swvi_elbow_circle *e = &target->circle;
    const swvi_hand_axes    *g = &target->axes;
    const double             c = held->cosine, s = held->sine;
    switch (held->joint) {
    case 0:
        return swvi_z_along(e, c, s, 0.0);
    case 2:
        return swvi_harmonic_sum(c, swvi_x_along(e, 0.0, 0.0, 1.0), -s, swvi_y_along(e, 0.0, 0.0, 1.0));
    case 4:
        return swvi_harmonic_sum(e->cos_elbow * c - e->sin_elbow * s, swvi_x_along(e, g->zx, g->zy, g->zz),
                                 -(e->sin_elbow * c + e->cos_elbow * s), swvi_z_along(e, g->zx, g->zy, g->zz));
    default:
        return swvi_y_along(e, c * g->xx - s * g->yx, c * g->xy - s * g->yy, c * g->xz - s * g->yz);
    }
}

// (1) with (4)
static void meet_plane(const swvi_arm_target *target, swvi_held *held)
{
    const swvi_harmonic f = plane_of(target, held);
    const double        length_squared = f.a * f.a + f.b * f.b, length = sqrt(length_squared), off = fabs(f.c);
    if (!(off <= length + SWVI_SAME))
        return;
    if (length <= SWVI_SAME && off <= SWVI_SAME) {
        add_swivel(held, 1.0, 0.0);
        return;
    }
    const double below = length_squared - f.c * f.c, root = below > 0.0 ? sqrt(below) : 0.0;
    add_swivel(held, -(f.c * f.a + f.b * root), -(f.c * f.b - f.a * root));
    if (root > 0.0)
        add_swivel(held, -(f.c * f.a - f.b * root), -(f.c * f.b + f.a * root));
}

/// Half of an angle between 0 and pi.
typedef struct half {
    double sine, cosine;
} half;

static half half_of(double sine, double cosine)
{
    const double longer = sqrt(0.5 + 0.5 * fabs(cosine)), shorter = 0.5 * sine / longer;
    return cosine < 0.0 ? (half){ longer, shorter } : (half){ shorter, longer };
}

// (2) with (4). at: where the two are nearest to each other, a swivel whose length is the sine of A. toward: the cosine of A.
static void meet_cone(swvi_held *held, double at_x, double at_y, double toward, half b, half c)
{
    const double sin_a = sqrt(at_x * at_x + at_y * at_y);
    const half   a = half_of(sin_a, toward);
    const double sin_sum = a.sine * b.cosine + a.cosine * b.sine, cos_sum = a.cosine * b.cosine - a.sine * b.sine;
    const double sin_rest = a.sine * b.cosine - a.cosine * b.sine, cos_rest = a.cosine * b.cosine + a.sine * b.sine;
    const double first = c.sine * cos_rest + c.cosine * sin_rest, second = c.sine * cos_rest - c.cosine * sin_rest;
    const double third = sin_sum * c.cosine + cos_sum * c.sine, fourth = sin_sum * c.cosine - cos_sum * c.sine;
    if (!(swvi_smaller(swvi_smaller(first, second), swvi_smaller(third, fourth)) >= -0.5 * SWVI_SAME))
        return;
    if (swvi_smaller(sin_a, 2.0 * b.sine * b.cosine) <= SWVI_SAME) {
        add_swivel(held, 1.0, 0.0);
        return;
    }
    const double squared_sine = swvi_larger(0.0, first * second), squared_cosine = swvi_larger(0.0, third * fourth);
    const double x = squared_cosine - squared_sine, y = 2.0 * sqrt(squared_sine * squared_cosine);
    add_swivel(held, x * at_x - y * at_y, x * at_y + y * at_x);
    if (y > 0.0)
        add_swivel(held, x * at_x + y * at_y, x * at_y - y * at_x);
}

static void find_swivels(const swvi_arm_target *target, swvi_held *held)
{
    const swvi_elbow_circle *e = &target->circle;
    const swvi_hand_axes    *g = &target->axes;
    double                   s, c;
    held->count = 0;
    if (held->joint == 1) {
        swvi_sincos(0.5 * held->value, &s, &c);
        meet_cone(held, e->uz, e->vz, e->nz, half_of(e->sin_rise, e->cos_rise), (half){ fabs(s), fabs(c) });
    } else if (held->joint == 5) {
        const double        toward = e->nx * g->zx + e->ny * g->zy + e->nz * g->zz;
        const swvi_harmonic f = swvi_y_along(e, g->zx, g->zy, g->zz);
        swvi_sincos(0.5 * held->value + 0.25 * SWV_PI, &s, &c);
        meet_cone(held, f.a, f.b, toward, half_of(1.0, 0.0), (half){ fabs(s), fabs(c) });
    } else {
        meet_plane(target, held);
    }
}

// (4) The rises between line and upper arm, or forearm (of joint 4), by their sines, at which the joint just gets to its value.
static void flat_triangles(const swvi_arm_target *target, const swvi_held *held, double rises[2])
{
    const swvi_elbow_circle *e = &target->circle;
    const swvi_hand_axes    *g = &target->axes;
    const double             s = held->sine, c = held->cosine, to_pole = sqrt(e->nx * e->nx + e->ny * e->ny);
    const double             x = e->ny * g->zz - e->nz * g->zy, y = e->nz * g->zx - e->nx * g->zz;
    const double             z = e->nx * g->zy - e->ny * g->zx;
    const double             sin_hand = sqrt(x * x + y * y + z * z);
    const double             cos_hand = e->nx * g->zx + e->ny * g->zy + e->nz * g->zz;
    switch (held->joint) {
    case 0:  // |n.w| = sin B
        rises[0] = rises[1] = fabs(e->nx * c + e->ny * s);
        break;
    case 1:  // B = |A - C|, A + C or 2 pi - A - C
        rises[0] = fabs(to_pole * c - e->nz * fabs(s));
        rises[1] = fabs(to_pole * c + e->nz * fabs(s));
        break;
    case 2:  // sin B cos L = sin A
        rises[0] = rises[1] = to_pole / fabs(c);
        break;
    default:  // the forearm's rise and L differ by A, or by pi less A
        rises[0] = fabs(s * cos_hand - c * sin_hand);
        rises[1] = fabs(s * cos_hand + c * sin_hand);
        break;
    }
}

// The target with the wrist at the shoulder, seen along the normal to the pole and to the hand's z axis.
static swvi_arm_target seen_from_side(const swvi_arm_target *target)
{
    swvi_arm_target    seen = *target;
    swvi_elbow_circle *e = &seen.circle;
    const double       x = -target->axes.zy, y = target->axes.zx, length = sqrt(x * x + y * y);
    e->nx = length > SWVI_SAME ? x / length : 0.0;
    e->ny = length > SWVI_SAME ? y / length : 1.0;
    e->nz = e->ux = e->uy = e->vz = 0.0;
    e->uz = 1.0;
    e->vx = e->ny;
    e->vy = -e->nx;
    return seen;
}

void swvi_arm_hold(const swv_arm *arm, const swvi_arm_target *target, int joint, double value, swvi_held *held)
{
    held->joint = joint;
    held->value = value;
    held->is_bent = false;
    swvi_sincos(value, &held->sine, &held->cosine);
    find_swivels(target, held);
    if (held->count > 0)
        return;
    const double distance = swvi_arm_distance(arm, target), bone = joint == 4 ? arm->upper_arm : arm->forearm;
    if (distance <= SWVI_SAME * (arm->upper_arm + arm->forearm)) {
        held->is_bent = true;
        held->bent = seen_from_side(target);
        find_swivels(&held->bent, held);
    } else if (joint < 5) {
        double rises[2];
        flat_triangles(target, held, rises);
        for (int i = 0; i < 2 && held->count == 0; ++i)
            if (swvi_arm_bend_to(arm, target, rises[i] * distance / bone, &held->bent))
                find_swivels(&held->bent, held);
        held->is_bent = held->count > 0;
    }
}

// ---- postures ----

// (3) The directions of the angles that are left when the joint is at its value, at a swivel; the joint's own do not matter.
static swvi_arm_directions directions_held(const swvi_arm_target *target, const swvi_held *held, double cos_swivel,
                                           double sin_swivel)
{
    const swvi_arm_rotations r = swvi_arm_rotations_of(&target->circle, &target->axes, cos_swivel, sin_swivel);
    const double             s = held->sine, c = held->cosine;
    swvi_arm_directions      d = swvi_arm_directions_in(&r);
    switch (held->joint) {
    case 0:
        d.sin1 = s * r.zx - c * r.zy;
        d.sin2 = -(c * r.yx + s * r.yy);
        d.cos2 = c * r.xx + s * r.xy;
        break;
    case 2:
        d.sin0 = c * r.xy - s * r.yy;
        d.cos0 = c * r.xx - s * r.yx;
        d.sin1 = s * r.xz + c * r.yz;
        break;
    case 4:
        d.cos5 = s * r.m13 + c * r.m33;
        d.sin6 = -(c * r.m12 - s * r.m32);
        d.cos6 = c * r.m11 - s * r.m31;
        break;
    case 6:
        d.sin4 = s * r.m32 - c * r.m31;
        d.cos4 = c * r.m11 - s * r.m12;
        d.cos5 = s * r.m21 + c * r.m22;
        break;
    default:
        break;
    }
    return d;
}

// The arc tangents of both postures in lanes, six of each. The joint held has no use for its lane: the elbow has it.
void swvi_arm_held_postures(const swvi_arm_target *target, const swvi_held *held, double q[2][7])
{
    enum { EACH = 6, ALL = 2 * EACH };
    static const unsigned char lane_of[7] = { 0, 1, 2, 0, 3, 4, 5 };
    const swvi_arm_target     *at = held->is_bent ? &held->bent : target;
    const int                  own = lane_of[held->joint];
    double                     sine[ALL], cosine[ALL], angle[ALL];
    for (int which = 0; which < 2; ++which) {
        const int                 root = which < held->count ? which : 0;
        const swvi_arm_directions d = directions_held(at, held, held->cos_swivel[root], held->sin_swivel[root]);
        const double              sines[EACH] = { d.sin0, d.sin1, d.sin2, d.sin4, d.sin5, d.sin6 };
        const double              cosines[EACH] = { d.cos0, d.cos1, d.cos2, d.cos4, d.cos5, d.cos6 };
        for (int lane = 0; lane < EACH; ++lane) {
            sine[EACH * which + lane] = sines[lane];
            cosine[EACH * which + lane] = cosines[lane];
        }
        sine[EACH * which + own] = at->circle.sin_elbow;
        cosine[EACH * which + own] = at->circle.cos_elbow;
    }
#pragma omp simd
    for (int lane = 0; lane < ALL; ++lane)
        angle[lane] = swvi_angle(sine[lane], cosine[lane]);
    for (int which = 0; which < held->count; ++which) {
        for (int i = 0; i < 7; ++i)
            q[which][i] = angle[EACH * which + lane_of[i]];
        q[which][3] = angle[own];
        // q1 below 0 is the shoulder's other way, |q5| above a right angle the wrist's.
        if (held->joint == 1 && held->sine < 0.0)
            swvi_arm_to_family(1, q[which], q[which]);
        if (held->joint == 5 && held->cosine < 0.0)
            swvi_arm_to_family(2, q[which], q[which]);
        q[which][held->joint] = held->value;
    }
}

// The value (radians) that a joint has in family 0 to 3 where the same posture with the elbow bent backward (bit 2 of the family) has `value`.
static double value_with_elbow_forward(int joint, double value)
{
    switch (joint) {
    case 2:
    case 6:
        return swvi_half_turn_away(value);
    case 4:
    case 5:
        return -value;
    default:
        return value;
    }
}

swv_status swv_arm_solve_held(const swv_arm *arm, const swv_pose *hand, int joint, double value,
                              double q[SWV_ARM_FAMILIES][7], swv_arm_report reports[SWV_ARM_FAMILIES], int *count)
{
    if (!arm || !hand || !q || !count)
        return SWV_NULL;
    swvi_arm_target  target;
    const swv_status status = swvi_arm_target_of(arm, hand, &target);
    if (status != SWV_OK)
        return status;
    if (joint < 0 || joint >= 7 || joint == 3)
        return SWV_BAD_COUNT;
    if (!swvi_is_finite(value))
        return SWV_BAD_GOAL;

    *count = 0;
    if (swvi_arm_is_out_of_reach(arm, &target))
        return SWV_OK;
    const double wrapped = swv_angle_wrap(value);
    const int    other_way = joint < 3 ? 2 : 1;  // as a family: of the wrist, or of the shoulder
    for (int backward = 0; backward < 2; ++backward) {
        swvi_held held;
        swvi_arm_hold(arm, &target, joint, backward ? value_with_elbow_forward(joint, wrapped) : wrapped, &held);
        double first[2][7];
        if (held.count > 0)
            swvi_arm_held_postures(&target, &held, first);
        for (int which = 0; which < held.count; ++which) {
            for (int way = 0; way < 2; ++way, ++*count) {
                double *one = q[*count];
                swvi_arm_to_family(4 * backward + way * other_way, first[which], one);
                one[joint] = wrapped;
                const uint32_t outside = swvi_arm_turn_into_limits(arm, one);
                if (reports)
                    reports[*count] = swvi_arm_report_of(arm, &target, one, outside);
            }
        }
    }
    return SWV_OK;
}
