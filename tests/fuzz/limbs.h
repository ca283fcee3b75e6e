// SPDX-License-Identifier: MIT
// What the fuzz targets of the limb and of the upper limb share: limits, goals, and what every posture of a limb must be.
#ifndef SWIVEL_TESTS_FUZZ_LIMBS_H
#define SWIVEL_TESTS_FUZZ_LIMBS_H

#include "fuzz.h"

static inline double size_of(const swv_limb *limb)
{
    return limb->upper + limb->lower;
}

// A bone of one length in a million of the other leaves the elbow's place fewer digits: limb.h promises 1e-12 of the limb.
static inline double tolerance_of(const swv_limb *limb)
{
    const double ratio = fmax(limb->upper, limb->lower) / fmin(limb->upper, limb->lower);
    return size_of(limb) * fmax(1e-12, 1e-14 * ratio);
}

static inline swv_range take_range(stream *s, double low, double high)
{
    const double a = take_number(s, low, high), b = take_number(s, low, high);
    return a <= b ? (swv_range){ a, b } : (swv_range){ b, a };
}

static inline void take_limits(stream *s, swv_limb_limits *l)
{
    const unsigned which = take_byte(s);
    if (which & 1) {
        l->cap_count = take_below(s, SWV_MAX_CAPS + 2);
        for (int i = 0; i < l->cap_count && i < SWV_MAX_CAPS; ++i) {
            l->caps[i].axis = take_vec3(s, 1.0);
            l->caps[i].radius = take_number(s, 0.0, 1.5);
        }
    }
    if (which & 2)
        l->twist = take_range(s, -SWV_PI, SWV_PI);
    if (which & 4)
        l->hinge = take_range(s, 0.0, SWV_PI);
    if (which & 8)
        l->pronation = take_range(s, -SWV_PI, SWV_PI);
    if (which & 16) {
        l->flexion = (swv_range){ take_number(s, -2.0, 0.0), take_number(s, 0.0, 2.0) };
        l->deviation = (swv_range){ take_number(s, -2.0, 0.0), take_number(s, 0.0, 2.0) };
    }
    if (which & 32) {
        l->rest = take_vec3(s, 1.0);
        l->rest_bend = take_vec3(s, 1.0);
    }
}

static inline swv_limb_goal take_goal(stream *s, const swv_limb *limb)
{
    swv_limb_goal goal = { .end = take_pose(s, 1.2 * size_of(limb)) };
    goal.is_position_only = take_below(s, 4) == 0;
    goal.elbow = (swv_elbow_wish)take_below(s, s->is_wild ? 5 : 4);
    goal.swivel = take_number(s, -7.0, 7.0);
    goal.direction = take_vec3(s, 1.0);
    goal.is_soft = goal.swivel > 3.5;  // a quarter of them, without another byte: kept inputs mean what they did
    return goal;
}

// Mostly limits are kept: the least excess takes fifty times as long.
static inline swv_limb_compromise take_compromise(stream *s)
{
    const int kind = take_below(s, 8);
    return kind < 6 ? SWV_KEEP_LIMITS : kind == 7 && s->is_wild ? (swv_limb_compromise)2 : SWV_KEEP_HAND;
}

static inline void check_unit(swv_quat q)
{
    CHECK_NEAR(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0, 1e-12);
}

// Bones are unit rotations joined by a hinge; the wrist is where they put it.
static inline swv_vec3 check_posture(const swv_limb *limb, const swv_limb_posture *p)
{
    check_unit(p->upper);
    check_unit(p->lower);
    check_unit(p->end);
    CHECK(p->flexion >= 0.0 && p->flexion <= SWV_PI + 1e-15);
    CHECK_NEAR(
        angle_between(turn_by(turn_of(p->upper), turn_about(1, limb->side == SWV_LEFT ? -p->flexion : p->flexion)),
                      turn_of(p->lower)),
        0.0, 1e-9);
    const swv_vec3 elbow = turned(turn_of(p->upper), (swv_vec3){ 0.0, 0.0, limb->upper });
    const swv_vec3 forearm = turned(turn_of(p->lower), (swv_vec3){ 0.0, 0.0, limb->lower });
    return (swv_vec3){ elbow.x + forearm.x, elbow.y + forearm.y, elbow.z + forearm.z };
}

// Where the upper arm points and how far the elbow bends, by arithmetic of our own; all limits by the library's.
static inline void check_inside(const swv_limb *limb, const swv_limb_posture *p)
{
    const swv_limb_limits *limits = &limb->limits;
    const swv_vec3         points = turned(turn_of(p->upper), (swv_vec3){ 0.0, 0.0, 1.0 });
    // Nearly straight or nearly folded, rounding of the distance bends the hinge by its root, and limits are forgiven by as much.
    const bool   is_rounded = sin(p->flexion) < 1e-3;
    const double within = is_rounded ? 1e-6 : 1e-7;
    for (int i = 0; i < limits->cap_count; ++i) {
        const swv_vec3 axis = limits->caps[i].axis;
        const double   x = limb->side == SWV_LEFT ? -points.x : points.x, n = length_of(axis);
        const double   cosine = (x * axis.x + points.y * axis.y + points.z * axis.z) / n;
        CHECK(cosine <= cos(fmax(0.0, limits->caps[i].radius - within)) + 1e-12);
    }
    if (limits->hinge.upper - limits->hinge.lower < 2 * SWV_PI)
        CHECK(p->flexion >= limits->hinge.lower - within && p->flexion <= limits->hinge.upper + within);
    uint32_t broken = 99;
    double   excess[SWV_LIMB_LIMITS];
    CHECK(swv_limb_check(limb, p, &broken, excess) == SWV_OK);
    double worst = 0.0;
    for (int i = 0; i < SWV_LIMB_LIMITS; ++i)
        worst = fmax(worst, excess[i]);
    CHECK(broken == 0 || worst <= (is_rounded ? 1e-6 : SWV_LIMIT_TOLERANCE));
}

static inline bool has_human_limits(const swv_limb *limb)
{
    swv_limb human;
    CHECK(swv_limb_make(limb->kind, SWV_RIGHT, &human) == SWV_OK);
    return memcmp(&human.limits, &limb->limits, sizeof human.limits) == 0;
}

#endif
