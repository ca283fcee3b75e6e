// SPDX-License-Identifier: MIT
// The limits of the human limb: what the solver keeps of them, and how far a posture is inside. Angles are measured here by
// arc tangents, apart from the closed form of limb_swivels.c, which never has them. Angles are radians, vectors in the trunk's axes, of a
// right limb, unless said.
#include <math.h>
#include <stddef.h>

#include "limb/limb_human.h"
#include "limb/limb_internal.h"
#include "math/scalar.h"
#include "swivel/trig.h"

enum { COOKIE = 0x4c696d62 };

// ---- setting ----

static bool is_unit(swv_vec3 v)
{
    return fabs(swv_vec3_dot(v, v) - 1.0) < 1e-2;  // to half a percent: typed by hand. Chosen.
}

// Whether 0 is in it, and half a turn is not.
static bool is_about_zero(swv_range r)
{
    return r.lower <= 0.0 && r.upper >= 0.0 && r.lower > -SWV_PI && r.upper < SWV_PI;
}

// Without a limit of the wrist or ankle: all four are infinite.
static bool has_no_cone(const swv_limb_limits *l)
{
    return l->flexion.lower == -INFINITY && l->flexion.upper == INFINITY && l->deviation.lower == -INFINITY &&
           l->deviation.upper == INFINITY;
}

// rest and rest_bend are normal to each other to 0.1 (6 degrees), as typed by hand. Chosen.
static bool are_limits(const swv_limb_limits *l)
{
    if (l->cap_count < 0 || l->cap_count > SWV_MAX_CAPS)
        return false;
    for (int i = 0; i < l->cap_count; ++i)
        if (!is_unit(l->caps[i].axis) || !(l->caps[i].radius > 0.0 && l->caps[i].radius <= SWV_PI))
            return false;
    return is_unit(l->rest) && is_unit(l->rest_bend) && fabs(swv_vec3_dot(l->rest, l->rest_bend)) < 0.1 &&
           swvi_are_limits(l->twist.lower, l->twist.upper) && swvi_are_limits(l->pronation.lower, l->pronation.upper) &&
           l->hinge.lower >= 0.0 && l->hinge.lower <= l->hinge.upper && l->hinge.upper <= SWV_PI &&
           (has_no_cone(l) || (is_about_zero(l->flexion) && is_about_zero(l->deviation)));
}

// Of a range in radians, wider by `widening` at either end.
static swvi_half_turns half_turns(double lower, double upper, double widening)
{
    swvi_half_turns r = { .is_whole_turn = !(upper - lower + 2.0 * widening < 2.0 * SWV_PI) };
    if (!r.is_whole_turn) {
        swv_sincos(0.5 * (lower - widening), &r.sin_lower, &r.cos_lower);
        swv_sincos(0.5 * (upper + widening), &r.sin_upper, &r.cos_upper);
    }
    return r;
}

// The tangent of half an angle from 0 up to, nearly, half a turn.
static double half_tangent(double angle)
{
    double s, c;
    swv_sincos(0.5 * swvi_smaller(angle, SWV_PI - 1e-6), &s, &c);  // rad, chosen: the tangent is then at most 2e6
    return s / c;
}

// What the kernel asks of limits that are wider by `widening`, radians.
static void make_bounds(swv_limb_kind kind, const swv_limb_limits *limits, double widening, swvi_limb_bounds *bounds)
{
    double           sine, cosine;
    swvi_limb_bounds b = { .cookie = COOKIE,
                           .rest = swv_quat_conjugate(swvi_frame_of(limits->rest, limits->rest_bend)) };
    for (int i = 0; i < limits->cap_count; ++i)
        swv_sincos(swvi_larger(limits->caps[i].radius - widening, 0.0), &sine, &b.cap_cosines[i]);
    b.twist = half_turns(limits->twist.lower, limits->twist.upper, widening);
    // The turn about the forearm's axis is supination, about the shank's the foot's rotation outward.
    b.pronation = kind == SWV_LIMB_LEG ? half_turns(limits->pronation.lower, limits->pronation.upper, widening)
                                       : half_turns(-limits->pronation.upper, -limits->pronation.lower, widening);
    swv_sincos(0.5 * swvi_larger(limits->hinge.lower - widening, 0.0), &b.sin_hinge_lower, &cosine);
    swv_sincos(0.5 * swvi_smaller(limits->hinge.upper + widening, SWV_PI), &sine, &b.cos_hinge_upper);
    b.cos_hinge_upper = limits->hinge.upper + widening < SWV_PI ? b.cos_hinge_upper : 0.0;
    b.has_cone = !has_no_cone(limits);
    if (b.has_cone) {
        const swv_range y = kind == SWV_LIMB_LEG ? limits->deviation : limits->flexion;
        const swv_range x = kind == SWV_LIMB_LEG ? limits->flexion : limits->deviation;
        b.about_y[0] = half_tangent(widening - y.lower);
        b.about_y[1] = half_tangent(widening + y.upper);
        b.about_x[0] = half_tangent(widening - x.lower);
        b.about_x[1] = half_tangent(widening + x.upper);
    }
    *bounds = b;
}

// Axes of unit length, at right angles; the bounds are wider by `widening`, radians.
static void take_limits(swv_limb *limb, const swv_limb_limits *limits, double widening)
{
    swv_limb_limits l = *limits;
    l.rest = swv_vec3_normalize(limits->rest);
    const double along = swv_vec3_dot(limits->rest_bend, l.rest);
    l.rest_bend = swv_vec3_normalize(swv_vec3_sub(limits->rest_bend, swv_vec3_scale(along, l.rest)));
    for (int i = 0; i < l.cap_count; ++i)
        l.caps[i].axis = swv_vec3_normalize(l.caps[i].axis);
    limb->limits = l;
    make_bounds(limb->kind, &limb->limits, widening, &limb->_private);
}

swv_limb swvi_limb_widened(const swv_limb *limb, double widening)
{
    swv_limb wide = *limb;
    take_limits(&wide, &limb->limits, widening);
    return wide;
}

swv_status swv_limb_set_limits(swv_limb *limb, const swv_limb_limits *limits)
{
    const swv_status status = swvi_status_or_null(swvi_limb_verify(limb), !limits);
    if (status != SWV_OK)
        return status;
    if (!are_limits(limits))
        return SWV_BAD_LIMITS;
    take_limits(limb, limits, SWVI_LIMIT_WIDENING);
    return SWV_OK;
}

// The rest, which no limit then refers to, hangs down and bends forward.
swv_status swv_limb_no_limits(swv_limb_limits *limits)
{
    if (!limits)
        return SWV_NULL;
    *limits = (swv_limb_limits){
        .rest = { 0.0, 0.0, -1.0 },
        .rest_bend = { 0.0, 1.0, 0.0 },
        .twist = { -INFINITY, INFINITY },
        .hinge = { 0.0, SWV_PI },
        .pronation = { -INFINITY, INFINITY },
        .flexion = { -INFINITY, INFINITY },
        .deviation = { -INFINITY, INFINITY },
    };
    return SWV_OK;
}

// ---- making ----

// Of upper and lower bone, in any one unit; the numbers: docs/conventions.md.
static bool are_lengths(double upper, double lower)
{
    const double longest = 1e100, ratio = 1e6;
    return upper > 1.0 / longest && upper < longest && lower > 1.0 / longest && lower < longest &&
           upper < ratio * lower && lower < ratio * upper;
}

// softness: of the reach at most half (0.5), chosen.
swv_status swvi_limb_verify(const swv_limb *limb)
{
    if (!limb)
        return SWV_NULL;
    const bool is_fine = limb->_private.cookie == COOKIE &&
                         (limb->kind == SWV_LIMB_ARM || limb->kind == SWV_LIMB_LEG) &&
                         (limb->side == SWV_RIGHT || limb->side == SWV_LEFT) && are_lengths(limb->upper, limb->lower) &&
                         limb->softness >= 0.0 && limb->softness <= 0.5 * (limb->upper + limb->lower);
    return is_fine ? SWV_OK : SWV_BAD_MODEL;
}

swv_status swv_limb_make(swv_limb_kind kind, swv_side side, swv_limb *limb)
{
    if (!limb)
        return SWV_NULL;
    if ((kind != SWV_LIMB_ARM && kind != SWV_LIMB_LEG) || (side != SWV_RIGHT && side != SWV_LEFT))
        return SWV_BAD_ARGUMENT;
    *limb = (swv_limb){ .kind = kind, .side = side, .upper = 1.0, .lower = 1.0 };
    take_limits(limb, kind == SWV_LIMB_LEG ? &human_leg : &human_arm, SWVI_LIMIT_WIDENING);
    // Metres; a person of about mean height. Chosen.
    return swv_limb_set_stature(limb, 1.75);
}

swv_status swv_limb_set_lengths(swv_limb *limb, double upper, double lower)
{
    const swv_status status = swvi_limb_verify(limb);
    if (status != SWV_OK)
        return status;
    if (!are_lengths(upper, lower))
        return SWV_BAD_ARGUMENT;
    limb->upper = upper;
    limb->lower = lower;
    return SWV_OK;
}

swv_status swv_limb_set_stature(swv_limb *limb, double stature)
{
    const swv_status status = swvi_limb_verify(limb);
    if (status != SWV_OK)
        return status;
    const double *lengths = limb->kind == SWV_LIMB_LEG ? human_leg_lengths : human_arm_lengths;
    return swv_limb_set_lengths(limb, stature * lengths[0], stature * lengths[1]);
}

static const char *const angle_names[2][SWV_LIMB_ANGLES] = {
    { "shoulder-plane", "shoulder-elevation", "shoulder-rotation", "elbow-flexion", "pronation", "wrist-flexion",
      "wrist-deviation" },
    { "hip-flexion", "hip-abduction", "hip-rotation", "knee-flexion", "foot-rotation", "ankle-flexion",
      "ankle-eversion" },
};

static const char *const limit_names[2][SWV_LIMB_LIMITS] = {
    { "shoulder-direction", "shoulder-twist", "elbow-flexion", "pronation", "wrist" },
    { "hip-direction", "hip-twist", "knee-flexion", "foot-rotation", "ankle" },
};

const char *swv_limb_angle_name(swv_limb_kind kind, int angle)
{
    const bool is_one = (kind == SWV_LIMB_ARM || kind == SWV_LIMB_LEG) && angle >= 0 && angle < SWV_LIMB_ANGLES;
    return is_one ? angle_names[kind][angle] : NULL;
}

const char *swv_limb_limit_name(swv_limb_kind kind, int limit)
{
    const bool is_one = (kind == SWV_LIMB_ARM || kind == SWV_LIMB_LEG) && limit >= 0 && limit < SWV_LIMB_LIMITS;
    return is_one ? limit_names[kind][limit] : NULL;
}

// ---- measuring ----

// How far an angle is outside a range, in the turn that is nearest to it; -pi without a limit: nothing is further inside.
static double beyond(swv_range range, double angle)
{
    if (!(range.upper - range.lower < 2.0 * SWV_PI))
        return -SWV_PI;
    const double middle = 0.5 * (range.lower + range.upper), half = 0.5 * (range.upper - range.lower);
    return fabs(swv_angle_wrap(angle - middle)) - half;
}

// How deep the bone's direction z lies in the caps, radians; below 0: outside all.
static double beyond_caps(const swv_limb_limits *limits, swv_vec3 z)
{
    double deepest = -SWV_PI;
    for (int i = 0; i < limits->cap_count; ++i) {
        const swv_vec3 axis = limits->caps[i].axis;
        const double   angle = swv_atan2(swv_vec3_length(swv_vec3_cross(z, axis)), swv_vec3_dot(z, axis));
        deepest = swvi_larger(deepest, limits->caps[i].radius - angle);
    }
    return deepest;
}

// f and d: tangents of half the flexion and half the deviation. Positive inside the ellipse with these half axes (radians, whose half
// tangents count), 0 on its edge, -1 at worst; nearly linear in the axes.
static double room_in_ellipse(double f, double d, double flexion, double deviation)
{
    const double edge_f = half_tangent(flexion), edge_d = half_tangent(deviation);
    const double across = sqrt(f * f * (edge_d * edge_d) + d * d * (edge_f * edge_f));
    return edge_f * edge_d / swvi_larger(across, 1e-30) - 1.0;
}

// By how much the ranges would have to be wider for the half tangents f and d to lie on the edge, from what leaves the
// narrower range no width: by false position (Illinois: an end that stays has its value halved), as the room grows with the width. Radians;
// negative inside.
static double beyond_cone(swv_range flexion, swv_range deviation, double f, double d)
{
    const double edge_f = f > 0.0 ? flexion.upper : -flexion.lower,
                 edge_d = d > 0.0 ? deviation.upper : -deviation.lower;
    // Radians squared: straight, to rounding.
    if (!(f * f + d * d > 1e-24))
        return -swvi_smaller(edge_f, edge_d);
    double low = -swvi_smaller(edge_f, edge_d), at_low = -1.0, high = 0.0;
    double at_high = room_in_ellipse(f, d, edge_f, edge_d);
    // Radians at first, twice as much each time: chosen.
    for (double step = 0.25; at_high < 0.0 && high < SWV_PI; step *= 2.0) {
        low = high;
        at_low = at_high;
        high = swvi_smaller(high + step, SWV_PI);
        at_high = room_in_ellipse(f, d, edge_f + high, edge_d + high);
    }
    // The zero between low and high by false position, every eighth time (chosen) by halving, to 1e-15 rad, some roundings; 60 rounds end it.
    for (int i = 0; i < 60 && high - low > 1e-15 && at_high > 0.0; ++i) {
        const double guess = high - at_high * (high - low) / (at_high - at_low);
        const double middle = i % 8 == 7 ? 0.5 * (low + high) : guess;
        const double room = room_in_ellipse(f, d, edge_f + middle, edge_d + middle);
        if (room >= 0.0) {
            at_low *= high - middle < 0.5 * (high - low) ? 0.5 : 1.0;
            high = middle;
            at_high = room;
        } else {
            at_high *= middle - low < 0.5 * (high - low) ? 0.5 : 1.0;
            low = middle;
            at_low = room;
        }
    }
    return high;
}

// Swung by half a turn, a bone has any twist: one on the limit too. Nearly so, its twist is known to a rounding of what is left of z
// and w, and that much is forgiven.
// q: the bone against its rest; twist: its twist about z, radians.
static double beyond_twist(swv_range range, swvi_rotation q, double twist)
{
    const double left = q.z * q.z + q.w * q.w;
    if (!(left > 0x1p-100))  // 2^-50 of a unit quaternion: no twist is left to read
        return beyond(range, range.lower);
    // 1e-14: some roundings of z and w. 1e-8: from 1e-10 rad on. Chosen.
    return beyond(range, twist) - (left < 1e-8 ? 1e-14 / sqrt(left) : 0.0);
}

void swvi_limb_excess(swv_limb_kind kind, const swv_limb_limits *limits, swvi_rotation rest, const swvi_limb_pose *pose,
                      double excess[SWV_LIMB_LIMITS])
{
    const swvi_rotation r = swvi_rotation_mul(rest, pose->upper);
    const swvi_rotation e = swvi_limb_relative(pose->lower, pose->end);
    double              angles[3];
    swvi_limb_end_angles(kind, e, angles);
    excess[SWV_LIMIT_DIRECTION] = beyond_caps(limits, swvi_axis_z(pose->upper));
    excess[SWV_LIMIT_TWIST] = beyond_twist(limits->twist, r, 2.0 * swv_atan2(r.z, r.w));
    excess[SWV_LIMIT_HINGE] = swvi_larger(limits->hinge.lower - pose->flexion, pose->flexion - limits->hinge.upper);
    excess[SWV_LIMIT_PRONATION] = beyond_twist(limits->pronation, e, angles[0]);
    excess[SWV_LIMIT_CONE] =
        has_no_cone(limits) ? -SWV_PI : beyond_cone(limits->flexion, limits->deviation, angles[1], angles[2]);
}
