// SPDX-License-Identifier: MIT
// Shoulders that go along with arms, as bone pins have measured it (shoulder.h).
//
// Where the glenohumeral joint is, seen from the breastbone, depends on where the upper arm points: g(h). The animation has some h_0 and a
// clavicle that is right for it, whatever the skeleton; so from h_0 to h_1 the clavicle swings by the smallest turn from g(h_0) to
// g(h_1). Arms hanging to arms straight up: 20 degrees.
//
// A hand that is within reach stays so: if the swing takes the shoulder too far away, a part of it is made.
#include "body/body_internal.h"
#include "math/scalar.h"
#include "shoulder/girdle_internal.h"

enum { NONE = -1 };
enum { HALVINGS = 13 };  // of the clavicle's turn: to 1e-4 of it. Chosen

// Of a right arm that points this way, in the axes of body.h; lengths in metres of swv_upper_limb_make: clavicle, and scapula to the arm.
static swv_vec3 glenohumeral(swv_vec3 arm)
{
    const swvi_humerus seen = swvi_humerus_of(arm);
    swv_rhythm         rhythm;
    double             angles[SWV_GIRDLE_ANGLES] = { 0.0 };
    (void)swv_rhythm_make_measured(&rhythm);
    (void)swv_rhythm_angles(&rhythm, seen.elevation, seen.plane, 0.0, angles);
    const swvi_girdle_turns turns = swvi_girdle_turns_of(angles);
    return swvi_girdle_place_of(&turns, 0.1654, (swv_vec3){ 0.009, 0.029, -0.05 }).gh;
}

// Into the axes that turn with the chest and are the world's at rest, or out of them: right arms' on both sides.
static swv_vec3 into_girdle(const swv_body *body, int side, swv_vec3 v)
{
    return swvi_on_side((swv_side)side, swv_quat_rotate(body->natural_from_world, v));
}

// The swing of a clavicle for an arm that pointed along `from` and now along `to`, unit vectors; all in axes that turn with the chest.
static swv_quat swing_between(const swv_body *body, int side, swv_vec3 from, swv_vec3 to)
{
    const swv_quat swing = swv_quat_between(glenohumeral(into_girdle(body, side, from)),
                                            glenohumeral(into_girdle(body, side, to))),
                   mine = side == SWV_LEFT ? swvi_mirrored_quat(swing) : swing;
    return swv_quat_mul(swv_quat_conjugate(body->natural_from_world), swv_quat_mul(mine, body->natural_from_world));
}

swv_quat swvi_body_rhythm(const swv_body *b, int side, swv_vec3 from, swv_vec3 to, swv_vec3 bone, swv_vec3 hand,
                          double reach)
{
    if (b->_private.clavicles[side] == NONE)
        return (swv_quat)SWV_IDENTITY_QUAT;
    const swv_quat swing = swing_between(b, side, swv_vec3_normalize(from), swv_vec3_normalize(to));
    const double   allowed = swvi_larger(reach, swv_vec3_length(swv_vec3_sub(hand, bone)));
    if (swv_vec3_length(swv_vec3_sub(hand, swv_quat_rotate(swing, bone))) <= allowed)
        return swing;
    const swv_vec3 whole = swv_rotation_vector_from_quat(swing);
    double         low = 0.0, high = 1.0;
    for (int i = 0; i < HALVINGS; i++) {
        const double   part = 0.5 * (low + high);
        const swv_vec3 at = swv_quat_rotate(swv_quat_from_rotation_vector(swv_vec3_scale(part, whole)), bone);
        *(swv_vec3_length(swv_vec3_sub(hand, at)) <= allowed ? &low : &high) = part;
    }
    return swv_quat_from_rotation_vector(swv_vec3_scale(low, whole));
}
