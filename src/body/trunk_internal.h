// SPDX-License-Identifier: MIT
#ifndef SWIVEL_BODY_TRUNK_INTERNAL_H
#define SWIVEL_BODY_TRUNK_INTERNAL_H

#include <stdbool.h>

#include "swivel/body.h"

/// Places to stand on: ball and heel of each foot.
enum { SWVI_SUPPORT = 4 };

/// Hips, spine, neck and head of a body on their way to a posture; trunk.c has the algorithm. All in the world, right-handed, in the skeleton's unit.
/// "From" a joint: in axes that turn with it and are the world's at rest.
typedef struct swvi_trunk {
    const swv_body *body;
    swv_quat        turns[SWV_BODY_SPINE];  ///< D: rotations against rest
    swv_vec3        places[SWV_BODY_SPINE];
    swv_vec3        offsets[SWV_BODY_SPINE];  ///< o: from each joint to the next, as it is when D is the identity
    swv_vec3        roots[4];      ///< of arms from the chest's joint, of legs from the hips', likewise: right, left
    swv_pose        clavicles[2];  ///< from the chest's joint, likewise
    bool            holds_place, holds_turn;  ///< of the hips
} swvi_trunk;

/// What is asked of it. Places and ends in the world, lengths in the skeleton's unit. Limbs: right arm, left arm, right leg, left leg.
typedef struct swvi_trunk_wish {
    bool     has_head, has_chest, has_chest_turn;
    swv_vec3 head, chest;
    swv_quat chest_turn;   ///< against rest
    bool     has_limb[4];  ///< right arm, left arm, right leg, left leg
    swv_vec3 ends[4];      ///< of hands and feet
    double   reaches[4];   ///< how far from its shoulder or hip an end may be
    bool     has_support;  ///< the mass must be above these places
    swv_vec3 up, support[SWVI_SUPPORT];
    int      support_count;
    swv_vec3
        arms[2];  ///< where the mass of an arm is that has no goal, from the shoulder, in axes that turn with the chest
    bool is_human;  ///< the spine bends no further than people's, the hips move when it is bent; else all alike
} swvi_trunk_wish;

/// A part (0: none, 1: all) of the turn from one rotation to another: times `from` it is that far on the way.
SWV_INLINE swv_quat swvi_part_of_turn(swv_quat from, swv_quat to, double part)
{
    const swv_vec3 v = swv_rotation_vector_from_quat(swv_quat_mul(to, swv_quat_conjugate(from)));
    return swv_quat_from_rotation_vector(swv_vec3_scale(part, v));
}

/// Whether swv_body_make made it.
bool swvi_body_is_made(const swv_body *body);

/// The trunk of these locals.
void swvi_trunk_read(const swv_body *body, const swv_pose *locals, swvi_trunk *t);

/// Places of all joints above the hips.
void swvi_trunk_place(swvi_trunk *t);

/// How far along from joint `from` of the spine to joint `to` joint i lies, by the bones' lengths: 0 to 1; `otherwise` if they have none.
double swvi_trunk_part_along(const swvi_trunk *t, int from, int i, int to, double otherwise);

/// Where an arm or a leg begins.
swv_vec3 swvi_trunk_root(const swvi_trunk *t, int limb);

/// How far an arm or a leg reaches, a little short of straight.
double swvi_trunk_reach(const swv_body *body, int limb);

/// Turns and shifts it as little as is needed for its wish. True if that was reached.
bool swvi_trunk_meet(swvi_trunk *t, const swvi_trunk_wish *wish);

/// Hips shifted by no more than is needed for their legs to reach; true if they do.
bool swvi_trunk_stand(swvi_trunk *t, const swvi_trunk_wish *wish);

/// The body's centre of mass, from the worlds of the joints that count.
swv_vec3 swvi_body_mass(const swv_body *body, const swv_pose *worlds);

/// How far a place is beyond the hull of others, all seen along `up`, less a foot's width; *towards takes the level way back to them.
double swvi_overhang(const swv_body *body, swv_vec3 place, const swvi_trunk_wish *wish, swv_vec3 *towards);

/// Swings a shoulder (side: 0 right, 1 left) towards a hand, in the world, that is further from it than `reach`; returns the turn, in axes that turn
/// with the chest.
swv_quat swvi_trunk_swing(swvi_trunk *t, int side, swv_vec3 hand, double reach);

/// `locals` become `base`, which it was read from and which they may be, with its spine and clavicles; swings: turns of the clavicles, right and left, in axes that turn with the
/// chest. False if what counts of the locals is not finite then.
bool swvi_trunk_write(const swvi_trunk *t, const swv_quat swings[2], const swv_pose *base, swv_pose *locals);

/// The clavicles alone.
void swvi_trunk_write_clavicles(const swvi_trunk *t, const swv_quat swings[2], swv_pose *locals);

#endif
