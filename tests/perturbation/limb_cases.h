// SPDX-License-Identifier: MIT
// Arms and legs, their postures and hands: inside the limits, on them, straight, folded, out of reach, anywhere.
#ifndef SWIVEL_TESTS_PERTURBATION_LIMB_CASES_H
#define SWIVEL_TESTS_PERTURBATION_LIMB_CASES_H

#include "perturbation.h"
#include "swivel/limb.h"

static inline double limb_size(const swv_limb *limb)
{
    return limb->upper + limb->lower;
}

static inline swv_limb draw_limb(draw *d)
{
    swv_limb       limb;
    const swv_side side = draw_below(d, 2) ? SWV_LEFT : SWV_RIGHT;
    assert_int_equal(
        draw_below(d, 2) ? swv_limb_make(SWV_LIMB_LEG, side, &limb) : swv_limb_make(SWV_LIMB_ARM, side, &limb), SWV_OK);
    return limb;
}

/// Anatomical angles in ranges a little wider than people's.
static inline void draw_angles(draw *d, const swv_limb *limb, double angles[SWV_LIMB_ANGLES])
{
    static const double ranges[2][SWV_LIMB_ANGLES][2] = {
        { { -0.7, 2.3 }, { 0, 2.7 }, { -1.5, 1.2 }, { 0, 2.6 }, { -1.5, 1.5 }, { -1.2, 1.2 }, { -0.5, 0.7 } },
        { { -0.4, 2.2 }, { -0.5, 0.8 }, { -0.7, 0.7 }, { 0, 2.6 }, { -0.5, 0.5 }, { -0.5, 0.9 }, { -0.4, 0.3 } },
    };
    for (int i = 0; i < SWV_LIMB_ANGLES; i++)
        angles[i] = draw_between(d, ranges[limb->kind][i][0], ranges[limb->kind][i][1]);
}

static inline swv_limb_posture posture_with(const swv_limb *limb, const double angles[SWV_LIMB_ANGLES])
{
    swv_limb_posture p;
    assert_int_equal(swv_limb_posture_from_angles(limb, angles, &p), SWV_OK);
    return p;
}

static inline bool is_inside(const swv_limb *limb, const swv_limb_posture *p)
{
    uint32_t broken;
    assert_int_equal(swv_limb_check(limb, p, &broken, NULL), SWV_OK);
    return broken == 0;
}

/// Angles inside the limits, or outside them; as drawn last if none of fifty are.
static inline void draw_angles_that(draw *d, const swv_limb *limb, bool inside, double angles[SWV_LIMB_ANGLES])
{
    for (int i = 0; i < 50; i++) {
        draw_angles(d, limb, angles);
        const swv_limb_posture p = posture_with(limb, angles);
        if (is_inside(limb, &p) == inside)
            return;
    }
}

/// Beside the border of the limits: nearer than a hundredth of the way between a posture inside and one outside, down to 1e-11.
static inline swv_limb_posture draw_at_limits(draw *d, const swv_limb *limb)
{
    double           inside[SWV_LIMB_ANGLES], outside[SWV_LIMB_ANGLES], angles[SWV_LIMB_ANGLES], low = 0.0, high = 1.0;
    swv_limb_posture p = { 0 };
    draw_angles_that(d, limb, true, inside);
    draw_angles_that(d, limb, false, outside);
    const double off = draw_beside(d, 0.01, 30);
    for (int halving = 0; halving <= 40; halving++) {
        const double at = halving < 40 ? 0.5 * (low + high) : low + off;
        for (int i = 0; i < SWV_LIMB_ANGLES; i++)
            angles[i] = inside[i] + at * (outside[i] - inside[i]);
        p = posture_with(limb, angles);
        *(is_inside(limb, &p) ? &low : &high) = at;
    }
    return p;
}

/// A posture inside the limits, beside them, straight, folded, or anywhere.
static inline swv_limb_posture draw_posture(draw *d, const swv_limb *limb)
{
    const int kind = draw_below(d, 5);
    if (kind == 0)
        return draw_at_limits(d, limb);
    double angles[SWV_LIMB_ANGLES];
    draw_angles_that(d, limb, true, angles);
    if (kind == 1)
        angles[SWV_ELBOW_FLEXION] = draw_below(d, 4) ? draw_small(d, 0.1, 30) : 0.0;
    if (kind == 2)
        angles[SWV_ELBOW_FLEXION] = draw_between(d, 2.4, SWV_PI);
    if (kind == 3)
        draw_angles(d, limb, angles);
    return posture_with(limb, angles);
}

/// A hand or foot: of such a posture, beyond the reach or just at its edge, nearer than the limb folds, or turned anyhow.
static inline swv_pose draw_end(draw *d, const swv_limb *limb)
{
    const swv_limb_posture p = draw_posture(d, limb);
    swv_pose               end;
    assert_int_equal(swv_limb_forward(limb, &p, &end, NULL), SWV_OK);
    const swv_vec3 towards = swv_vec3_normalize(end.position);
    switch (draw_below(d, 7)) {
    case 0:
        end.position = swv_vec3_scale(limb_size(limb) * draw_between(d, 1.0, 2.0), towards);
        break;
    case 1: {
        const double off = draw_beside(d, 0.05, 30);
        end.position = swv_vec3_scale(limb_size(limb) * (1.0 + off), towards);
        break;
    }
    case 2:
        end.position = swv_vec3_scale(limb_size(limb) * draw_small(d, 0.3, 6), towards);
        break;
    case 3:
        end.rotation = draw_rotation(d);
        break;
    default:
        break;
    }
    return end;
}

/// The posture with its bones moved; the hinge between them is kept.
static inline swv_limb_posture moved_posture(draw *d, const swv_limb *limb, swv_limb_posture p)
{
    const double sign = limb->side == SWV_LEFT ? -1.0 : 1.0;
    p.upper = moved_rotation(d, p.upper);
    p.flexion = fmin(fmax(moved_number(d, p.flexion), 0.0), SWV_PI);
    p.lower = swv_quat_mul(p.upper, swv_quat_from_axis_angle((swv_vec3){ 0, sign, 0 }, p.flexion));
    p.end = moved_rotation(d, p.end);
    return p;
}

static inline swv_vec3 on_circle(const swv_limb_circle *c, double swivel)
{
    return swv_vec3_add(c->centre, swv_vec3_add(swv_vec3_scale(c->radius * swv_cos(swivel), c->zero),
                                                swv_vec3_scale(c->radius * swv_sin(swivel), c->quarter)));
}

/// Elbow, wrist, and the hand as three points a quarter of the limb away from the wrist.
static inline void add_limb(answer *out, const swv_limb *limb, const swv_limb_posture *posture)
{
    const double size = limb_size(limb);
    swv_pose     end;
    swv_vec3     elbow;
    assert_int_equal(swv_limb_forward(limb, posture, &end, &elbow), SWV_OK);
    add_place(out, limb->kind == SWV_LIMB_LEG ? "knee" : "elbow", elbow, size);
    add_frame(out, limb->kind == SWV_LIMB_LEG ? "foot" : "hand", end, 0.25 * size, size);
}

#endif
