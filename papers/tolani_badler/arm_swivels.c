// SPDX-License-Identifier: MIT
//
// The swivels at which a joint has a given value, and those at which every joint limit holds, in closed form.
//
// Given     a target; a joint and its value, or seven limits
// Find      the postures that hold the joint there (scheme 2); for each family the set of swivels phi with all angles
//           inside, as intervals
//
// (1) harmonics   Every entry of the shoulder's and the wrist's rotation matrix is a cos phi + b sin phi + c: the columns
//                 X, Y, Z of R_S are (arm_kernel.h, step 4), and the wrist's matrix is linear in them. The sine and the
//                 cosine of an angle are such entries, up to a common positive factor and the family's sign; of q1 and
//                 q5 one of the two is, the other is the root of 1 less its square.
// (2) meeting     An angle meets a value L where sine cos L - cosine sin L = 0 (q1: cosine = cos L, q5: sine = sin L),
//                 again a harmonic: a cos phi + b sin phi = -c has the roots
//                 (cos phi, sin phi) = (-c a -+ b r, -c b +- a r) / (a^2 + b^2), r = sqrt(a^2 + b^2 - c^2).
//                 Scheme 2 is scheme 1 at these two swivels, in the families where the angle is L and not L + pi.
//                 Two limits, two roots each: at most four points per joint cut the circle into arcs. An angle that
//                 jumps does so where its sine and cosine vanish together, and there it meets every limit.
// (3) arcs        Between two such points an angle is inside throughout or nowhere; one look in the middle decides:
//                 inside means cosine cos M + sine sin M >= cos(half range) hypot(cosine, sine), M the middle of the range.
//                 In a narrow range, down to a joint that is held, rounding would decide that; there it is
//                 |sine cos M - cosine sin M| <= sin(half range) hypot(cosine, sine) that tells.
// (4) sets        Shoulder (3 joints, 2 signs) and wrist (3 joints, 2 signs) give four sets; each family is the
//                 intersection of two of them. The elbow does not depend on phi.
//
// (5) excess      Where all sets are empty, limits are widened until one is not: tenfold first, then by halves.
// (6) bend        Near full extension L1 + L2 - d = q3^2 L1 L2 / (2 (L1 + L2)): one rounding of d moves a bend of 1e-8 by
//                 as much, and with it the upper arm. So wherever a joint is on its limit some bend of those that bring the wrist to
//                 one place, to SWVI_SAME, may be feasible though the computed one is not: the best of a few, then thirds about it.
// (7) pole        Z = n cos psi + m sin psi is the pole if sin psi = hypot(nx, ny), at the swivel where m lies along the
//                 pole's part normal to n: cos phi : sin phi = uz : vz, or the opposite where n points down.
//
// Degenerate      a = b = 0, as for q0 and q1 of a straight arm: the angle does not depend on phi
//                 the straight arm on the pole: sine and cosine of q0 and q2 vanish; q0 + q2 (q0 - q2 if it hangs) has
//                 those of X, and as its limits the sums (differences) of theirs
//                 r^2 negative by rounding: 0, as where a posture was made with the joint at its extreme
//
// Points on the circle and sets of them: ways.h. A `way`, 0 to 4, grows with the swivel. Angles and swivels are radians; a target is in the
// axes of the closed form at the shoulder (arm_internal.h); `joints` are bits.
#include <math.h>
#include <stddef.h>

#include "tolani_badler/arm_harmonics.h"
#include "tolani_badler/arm_internal.h"
#include "limb/ways.h"
#include "math/scalar.h"
#include "swivel_papers/arm.h"
#include "swivel/trig.h"

// ---- (1) ----

typedef enum known_part { HAS_BOTH, HAS_COSINE, HAS_SINE } known_part;

/// The sine and cosine of a joint's angle: (1).
typedef struct joint_angle {
    known_part    kind;
    swvi_harmonic sine, cosine;
} joint_angle;

// The ways of the roots of a harmonic, in order; the beginning of the way twice if there are none.
static void ways_of_roots(swvi_harmonic f, double *first, double *second)
{
    double       x[2], y[2];
    const bool   exist = swvi_harmonic_roots(f, x, y);
    const double way0 = exist ? swvi_way_of(x[0], y[0]) : 0.0, way1 = exist ? swvi_way_of(x[1], y[1]) : 0.0;
    *first = swvi_smaller(way0, way1);
    *second = swvi_larger(way0, way1);
}

// A harmonic of the swivel that is zero where the angle has this cosine and sine.
static swvi_harmonic zero_where_met(const joint_angle *angle, double cosine, double sine)
{
    swvi_harmonic f = angle->kind == HAS_COSINE ? angle->cosine : angle->sine;
    if (angle->kind == HAS_BOTH)
        f = swvi_harmonic_sum(cosine, angle->sine, -sine, angle->cosine);
    else
        f.c -= angle->kind == HAS_COSINE ? cosine : sine;
    return f;
}

// Whether a direction is inside, given its parts along and across the middle of the range and its length squared, in any unit.
static bool is_within(const swv_arm_limits *limits, double along, double across, double length_squared)
{
    const double cosine = limits->_private.cos_half, sine = limits->_private.sin_half;
    // A narrow range, of 25 degrees to either side at most: sines tell more than cosines. Chosen.
    if (cosine > 0.9)
        return along >= 0.0 && across * across <= sine * sine * length_squared;
    const double difference = along * along - cosine * cosine * length_squared;
    return cosine >= 0.0 ? along >= 0.0 && difference >= 0.0 : along >= 0.0 || difference <= 0.0;
}

// (3) at one way, for both signs, the family's 0 and its other way's 1; sine and cosine may have any common length.
static void look_inside(const joint_angle *angle, const swv_arm_limits *limits, double way, bool is_inside[2])
{
    double x, y;
    swvi_way_point(way, &x, &y);
    const double        radius_squared = x * x + y * y, radius = sqrt(radius_squared);
    const swvi_harmonic f = angle->kind == HAS_SINE ? angle->sine : angle->cosine;
    const double        known = f.a * x + f.b * y + f.c * radius;
    const double        cos_m = limits->_private.cos_middle, sin_m = limits->_private.sin_middle;
    if (angle->kind == HAS_BOTH) {
        const swvi_harmonic g = angle->sine;
        const double        sine = g.a * x + g.b * y + g.c * radius, length_squared = sine * sine + known * known;
        const double        along = known * cos_m + sine * sin_m, across = sine * cos_m - known * sin_m;
        is_inside[0] = is_within(limits, along, across, length_squared);
        is_inside[1] = is_within(limits, -along, across, length_squared);
        return;
    }
    const double below = (radius - known) * (radius + known), other = below > 0.0 ? sqrt(below) : 0.0;
    for (int sign = 0; sign < 2; ++sign) {
        const double turned = sign ? -other : other;
        const double cosine = angle->kind == HAS_COSINE ? known : turned,
                     sine = angle->kind == HAS_COSINE ? turned : known;
        is_inside[sign] =
            is_within(limits, cosine * cos_m + sine * sin_m, sine * cos_m - cosine * sin_m, radius_squared);
    }
}

// Narrows the sets of both signs to where this joint is inside.
static void keep_inside(const joint_angle *angle, const swv_arm_limits *limits, swvi_ways sets[2])
{
    if (limits->_private.cos_half < -1.0)
        return;
    // Two pairs in order, merged: the beginning, four points, the end of the way.
    double a0, a1, b0, b1;
    ways_of_roots(zero_where_met(angle, limits->_private.cos_lower, limits->_private.sin_lower), &a0, &a1);
    ways_of_roots(zero_where_met(angle, limits->_private.cos_upper, limits->_private.sin_upper), &b0, &b1);
    const double inner0 = swvi_larger(a0, b0), inner1 = swvi_smaller(a1, b1);
    const double list[6] = {
        0.0, swvi_smaller(a0, b0), swvi_smaller(inner0, inner1), swvi_larger(inner0, inner1), swvi_larger(a1, b1), 4.0
    };

    swvi_ways inside[2];
    inside[0].count = inside[1].count = 0;
    for (int i = 0; i < 5; ++i) {
        bool is_inside[2];
        if (list[i] == list[i + 1])
            continue;
        look_inside(angle, limits, 0.5 * (list[i] + list[i + 1]), is_inside);
        for (int sign = 0; sign < 2; ++sign)
            if (is_inside[sign])
                swvi_ways_add(&inside[sign], list[i], list[i + 1]);
    }
    for (int sign = 0; sign < 2; ++sign)
        swvi_ways_narrow(&sets[sign], &inside[sign]);
}

// (1) q0, q1 and q2 as harmonics of the swivel, from entries of R_S = (X Y Z).
static void shoulder_angles(const swvi_arm_target *target, joint_angle angles[3])
{
    const swvi_elbow_circle *e = &target->circle;
    angles[0] = (joint_angle){ HAS_BOTH, swvi_z_along(e, 1, 0, 0), swvi_z_along(e, 0, -1, 0) };
    angles[1] = (joint_angle){ .kind = HAS_COSINE, .cosine = swvi_z_along(e, 0, 0, 1) };
    angles[2] = (joint_angle){ HAS_BOTH, swvi_x_along(e, 0, 0, 1), swvi_y_along(e, 0, 0, 1) };
}

// (1) q4, q5 and q6 as harmonics of the swivel: the columns of the hand's rotation along those of the forearm's.
static void wrist_angles(const swvi_arm_target *target, joint_angle angles[3])
{
    const swvi_elbow_circle *e = &target->circle;
    const swvi_hand_axes    *g = &target->axes;
    const swvi_harmonic      a3 = swvi_x_along(e, g->zx, g->zy, g->zz), c3 = swvi_z_along(e, g->zx, g->zy, g->zz);
    const swvi_harmonic      b3 = swvi_y_along(e, g->zx, g->zy, g->zz);
    angles[0] = (joint_angle){ HAS_BOTH, swvi_harmonic_sum(e->cos_elbow, a3, -e->sin_elbow, c3),
                               swvi_harmonic_sum(e->sin_elbow, a3, e->cos_elbow, c3) };
    angles[1] = (joint_angle){ .kind = HAS_SINE, .sine = swvi_harmonic_sum(-1.0, b3, 0.0, b3) };
    angles[2] = (joint_angle){ HAS_BOTH, swvi_y_along(e, g->xx, g->xy, g->xz), swvi_y_along(e, g->yx, g->yy, g->yz) };
}

// Whether the upper arm is on the pole at every swivel.
static bool stays_on_pole(const swvi_elbow_circle *e)
{
    return e->sin_rise + sqrt(e->nx * e->nx + e->ny * e->ny) < SWVI_ON_POLE;
}

// (7) There q0 and q2 share one turn, q0 + q2 or q0 - q2, which both families have alike: narrows their sets to where it is inside.
static void keep_shared_inside(const swv_arm *arm, const swvi_elbow_circle *e, swvi_ways sets[2])
{
    const joint_angle     turn = { HAS_BOTH, swvi_x_along(e, 0, 1, 0), swvi_x_along(e, 1, 0, 0) };
    const swv_arm_limits *first = &arm->limits[0], *last = &arm->limits[2];
    const bool            is_up = e->nz * e->cos_rise > 0.0;
    swv_arm               shared = *arm;
    swvi_ways             both[2];
    swvi_ways_fill(&both[0]);
    swvi_ways_fill(&both[1]);
    (void)swv_arm_set_limits(&shared, 0, first->lower + (is_up ? last->lower : -last->upper),
                             first->upper + (is_up ? last->upper : -last->lower));
    keep_inside(&turn, &shared.limits[0], both);
    swvi_ways_narrow(&sets[0], &both[0]);
    swvi_ways_narrow(&sets[1], &both[0]);
}

// Whether some swivel is left in either.
static bool any_left(const swvi_ways sets[2])
{
    return sets[0].count + sets[1].count > 0;
}

// (4) The sets of the four natural families, by the limits of `joints`; false if all are empty. If is_shared, q0 and q2 count as on the pole.
static bool feasible_swivels(const swv_arm *arm, const swvi_arm_target *target, uint32_t joints, bool is_shared,
                             swv_swivels swivels[SWV_ARM_NATURAL_FAMILIES])
{
    joint_angle angles[3];
    double      elbow = swvi_angle(target->circle.sin_elbow, target->circle.cos_elbow);
    swvi_ways   shoulder[2], wrist[2];
    for (int sign = 0; sign < 2; ++sign) {
        swvi_ways_fill(&shoulder[sign]);
        swvi_ways_fill(&wrist[sign]);
    }
    bool is_possible = swvi_arm_turn_into(&arm->limits[3], &elbow) || !(joints >> 3 & 1);
    if (is_possible) {
        shoulder_angles(target, angles);
        for (int i = 0; i < 3 && any_left(shoulder); ++i)
            if (joints >> i & 1 && !(is_shared && i != 1))
                keep_inside(&angles[i], &arm->limits[i], shoulder);
        if (is_shared && (joints & SWVI_POLE_JOINTS) == SWVI_POLE_JOINTS)
            keep_shared_inside(arm, &target->circle, shoulder);
        is_possible = any_left(shoulder);
    }
    if (is_possible && joints & SWVI_WRIST_JOINTS) {
        wrist_angles(target, angles);
        for (int i = 0; i < 3 && any_left(wrist); ++i)
            if (joints >> (4 + i) & 1)
                keep_inside(&angles[i], &arm->limits[4 + i], wrist);
        is_possible = any_left(wrist);
    }
    bool is_feasible = false;
    for (int family = 0; family < SWV_ARM_NATURAL_FAMILIES; ++family) {
        swvi_ways set = { .count = 0 };
        if (is_possible) {
            swvi_ways_copy(&set, &shoulder[family & 1]);
            swvi_ways_narrow(&set, &wrist[family >> 1]);
        }
        swivels[family] = swvi_ways_angles(&set);
        is_feasible = is_feasible || set.count > 0;
    }
    return is_feasible;
}

bool swvi_arm_feasible(const swv_arm *arm, const swvi_arm_target *target, uint32_t joints,
                       swv_swivels sets[SWV_ARM_NATURAL_FAMILIES])
{
    return feasible_swivels(arm, target, joints, stays_on_pole(&target->circle), sets);
}

swv_status swv_arm_feasible(const swv_arm *arm, const swv_pose *hand, swv_swivels swivels[SWV_ARM_NATURAL_FAMILIES])
{
    if (!arm || !hand || !swivels)
        return SWV_NULL;
    swvi_arm_target  target;
    const swv_status status = swvi_arm_target_of(arm, hand, &target);
    if (status != SWV_OK)
        return status;
    (void)swvi_arm_feasible(arm, &target, SWVI_ALL_JOINTS, swivels);
    for (int family = 0; family < SWV_ARM_NATURAL_FAMILIES && swvi_arm_is_out_of_reach(arm, &target); ++family)
        swivels[family].count = 0;
    return SWV_OK;
}

// ---- the roomiest ----

// Whether a joint has limits that the swivel can bring it near to.
static bool counts(const swv_arm *arm, int joint)
{
    return joint != 3 && arm->limits[joint]._private.cos_half >= -1.0;
}

// Limits drawn in by a margin (radians; negative: widened) on both sides; the elbow's, and those of joints that may turn all the way, are left alone.
static swv_arm narrowed(const swv_arm *arm, double margin)
{
    swv_arm result = *arm;
    for (int i = 0; i < 7; ++i) {
        if (counts(arm, i)) {
            const double lower = arm->limits[i].lower + margin, upper = arm->limits[i].upper - margin;
            (void)swv_arm_set_limits(&result, i, swvi_smaller(lower, upper),
                                     upper);  // in order, whatever rounding does
        }
    }
    return result;
}

// Radians from the nearest limit that counts, at this swivel of a family; negative outside.
static double margin_at(const swv_arm *arm, const swvi_arm_target *target, int family, double swivel)
{
    double s, c, first[7], q[7], margin = SWV_PI;
    swvi_sincos(swivel, &s, &c);
    swvi_arm_posture(target, c, s, first);
    swvi_arm_to_family(family, first, q);
    (void)swvi_arm_turn_into_limits(arm, q);
    for (int i = 0; i < 7; ++i)
        if (counts(arm, i))
            margin = swvi_smaller(margin, swvi_smaller(q[i] - arm->limits[i].lower, arm->limits[i].upper - q[i]));
    return margin;
}

// (5) Tenfold until it is enough, then by halves to `within`, or to a millionth of what is found. Chosen.
double swvi_arm_least_exceeded(const swv_arm *arm, const swvi_arm_target *target, uint32_t joints, double within,
                               swv_swivels sets[SWV_ARM_NATURAL_FAMILIES])
{
    const uint32_t moved = joints & ~(uint32_t)SWVI_ELBOW_JOINT;
    if (swvi_arm_feasible(arm, target, moved, sets))
        return 0.0;
    double  low = 0.0, high = 0.5 * SWV_LIMIT_TOLERANCE;
    swv_arm wide;
    do {
        low = high;
        high *= 10.0;
        wide = narrowed(arm, -high);
    } while (!swvi_arm_feasible(&wide, target, moved, sets) && high < SWV_PI);
    while (high - low > within + 1e-6 * high) {
        swv_swivels  found[SWV_ARM_NATURAL_FAMILIES];
        const double middle = 0.5 * (low + high);
        wide = narrowed(arm, -middle);
        if (!swvi_arm_feasible(&wide, target, moved, found)) {
            low = middle;
            continue;
        }
        high = middle;
        for (int family = 0; family < SWV_ARM_NATURAL_FAMILIES; ++family)
            sets[family] = found[family];
    }
    return high;
}

// ---- (6), (7): what rounding leaves open ----

// By how much twice the elbow's cosine is open, by (6): d^2 = L1^2 + L2^2 + 2 L1 L2 cos q3, and d is open by SWVI_SAME (L1 + L2). As much as the square of
// its sine where it is straight.
static double openness(const swv_arm *arm, const swvi_arm_target *target)
{
    const double slack = SWVI_SAME * (arm->upper_arm + arm->forearm);
    return 2.0 * slack * ((swvi_arm_distance(arm, target) + slack) / (arm->upper_arm * arm->forearm));
}

// The bends, given by their sines, that bring the wrist to one place.
static void bends_of(const swv_arm *arm, const swvi_arm_target *target, double *least, double *most)
{
    const double sine = target->circle.sin_elbow, open = openness(arm, target);
    *least = sqrt(swvi_larger(0.0, sine * sine - open));
    *most = sqrt(sine * sine + open);
}

// The target with a bend of this sine instead, straight or folded as before.
static swvi_arm_target bent_by(const swv_arm *arm, const swvi_arm_target *target, double sine)
{
    swvi_arm_target    bent = *target;
    swvi_elbow_circle *e = &bent.circle;
    e->sin_elbow = sine;
    e->cos_elbow = copysign(sqrt((1.0 - sine) * (1.0 + sine)), e->cos_elbow);
    const double along = arm->upper_arm + arm->forearm * e->cos_elbow, across = arm->forearm * e->sin_elbow;
    const double inverse = 1.0 / sqrt(along * along + across * across);
    e->cos_rise = inverse * along;
    e->sin_rise = inverse * across;
    return bent;
}

bool swvi_arm_bend_to(const swv_arm *arm, const swvi_arm_target *target, double sine, swvi_arm_target *bent)
{
    if (!(sine <= 1.0))
        return false;
    // The squares of two sines differ by as much as the cosines do, times their sum.
    const swvi_arm_target other = bent_by(arm, target, sine);
    const double          was = target->circle.sin_elbow, sum = target->circle.cos_elbow + other.circle.cos_elbow;
    if (!(fabs(sine * sine - was * was) <= 0.5 * fabs(sum) * openness(arm, target)))
        return false;
    if (!(swvi_arm_distance(arm, &other) > 0.0))  // folded onto the shoulder: no line
        return false;
    *bent = other;
    return true;
}

// By how many radians, to a hundredth of the tolerance (chosen), the limits are exceeded with this bend (its sine), and the target with it.
static double excess_of_bend(const swv_arm *arm, const swvi_arm_target *target, uint32_t joints, double bend,
                             swvi_arm_target *bent)
{
    swv_swivels sets[SWV_ARM_NATURAL_FAMILIES];
    *bent = bent_by(arm, target, bend);
    return swvi_arm_least_exceeded(arm, bent, joints, 0.01 * SWV_LIMIT_TOLERANCE, sets);
}

bool swvi_arm_bend_feasibly(const swv_arm *arm, swvi_arm_target *target, uint32_t joints,
                            swv_swivels sets[SWV_ARM_NATURAL_FAMILIES])
{
    // Bends that are tried, then most halvings between two of them. Bends that differ by less than 1e-3 of the tolerance are one. Chosen.
    enum { SAMPLES = 16, STEPS = 40 };
    double least, most;
    bends_of(arm, target, &least, &most);
    if (!(target->circle.cos_elbow > 0.0 && most - least > 1e-3 * SWV_LIMIT_TOLERANCE) ||
        swvi_arm_is_out_of_reach(arm, target))
        return false;
    swvi_arm_target bent = *target, other;
    const double    spacing = (most - least) / SAMPLES;
    double          low = least, high = most, lowest = INFINITY;
    for (int i = 0; i <= SAMPLES && lowest > 0.0; ++i) {
        const double excess = excess_of_bend(arm, target, joints, least + i * spacing, &bent);
        if (excess < lowest) {
            lowest = excess;
            low = least + swvi_larger(0.0, i - 1.0) * spacing;
            high = least + swvi_smaller(SAMPLES, i + 1.0) * spacing;
        }
    }
    for (int i = 0; i < STEPS && lowest > 0.0; ++i) {
        const double third = (high - low) / 3.0;
        const double at_lower = excess_of_bend(arm, target, joints, low + third, &bent);
        const double at_upper = excess_of_bend(arm, target, joints, high - third, &other);
        lowest = swvi_smaller(at_lower, at_upper);
        if (at_lower < at_upper) {
            high -= third;
        } else {
            low += third;
            bent = other;
        }
    }
    swv_swivels found[SWV_ARM_NATURAL_FAMILIES];
    if (lowest > 0.0 || !swvi_arm_feasible(arm, &bent, joints, found))
        return false;
    *target = bent;
    for (int family = 0; family < SWV_ARM_NATURAL_FAMILIES; ++family)
        sets[family] = found[family];
    return true;
}

bool swvi_arm_bend_to_pole(const swv_arm *arm, swvi_arm_target *target, uint32_t joints, double *swivel,
                           swv_swivels sets[SWV_ARM_NATURAL_FAMILIES])
{
    const double nx = target->circle.nx, ny = target->circle.ny, off = sqrt(nx * nx + ny * ny);
    if (!(fabs(target->circle.sin_rise - off) < SWVI_ON_POLE)) {
        const double sine = off * swvi_arm_distance(arm, target) / arm->forearm;
        if (!(target->circle.cos_elbow > 0.0 && swvi_arm_bend_to(arm, target, sine, target)))
            return false;
    }
    const swvi_elbow_circle *e = &target->circle;
    const double             up = e->nz < 0.0 ? -1.0 : 1.0;
    *swivel = swv_atan2(up * e->vz, up * e->uz);
    return e->cos_rise > 0.0 && feasible_swivels(arm, target, joints, true, sets);
}

swv_status swv_arm_roomiest(const swv_arm *arm, const swv_pose *hand, swv_arm_room *room)
{
    if (!arm || !hand || !room)
        return SWV_NULL;
    swvi_arm_target  target;
    const swv_status status = swvi_arm_target_of(arm, hand, &target);
    if (status != SWV_OK)
        return status;
    *room = (swv_arm_room){ .family = -1 };
    if (swvi_arm_is_out_of_reach(arm, &target))
        return SWV_OK;

    // The most there could be is half the narrowest range, at most pi: 42 halvings bring that to 1e-12, 64 end the loop. First nothing,
    // then halfway between what is known to be possible and what is known not to be.
    double low = 0.0, high = SWV_PI, margin = 0.0;
    for (int i = 0; i < 7; ++i)
        if (counts(arm, i))
            high = swvi_smaller(high, 0.5 * (arm->limits[i].upper - arm->limits[i].lower));
    for (int step = 0; step < 64 && (step == 0 || (room->family >= 0 && high - low > 1e-12)); ++step) {
        swv_swivels   sets[SWV_ARM_NATURAL_FAMILIES];
        const swv_arm strict = narrowed(arm, margin);
        if (!swvi_arm_feasible(&strict, &target, SWVI_ALL_JOINTS, sets))
            high = margin;
        for (int family = 0; family < SWV_ARM_NATURAL_FAMILIES; ++family) {
            for (int i = 0; i < sets[family].count; ++i) {
                const double middle = swv_angle_wrap(0.5 * (sets[family].from[i] + sets[family].to[i]));
                const double found = margin_at(arm, &target, family, middle);
                if (room->family < 0 || found > room->margin)
                    *room = (swv_arm_room){ family, middle, found };
            }
        }
        low = swvi_larger(low, room->margin);
        margin = 0.5 * (low + high);
    }
    return SWV_OK;
}
