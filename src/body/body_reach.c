// SPDX-License-Identifier: MIT
// The whole body from an animation to goals.
//
// (1) goals    become poses of hips, chest, head and the four ends of limbs, mixed with the animation's where some of it is kept. A
//              finger's goal is one for its hand, as the fingers stay as they are.
// (2) trunk    starts as the animation has it. Goals for hips and for rotations are set outright: what lies between shares the
//              turn by where it lies. trunk.c does the rest: places of head and chest, shoulders within reach of the hands, hips
//              within reach of the feet, the mass above the feet.
// (3) feet     come first: where conditions contradict each other, hips go back to where the legs reach; where limits keep a foot
//              from its place, the whole trunk goes back towards its start until they do not.
// (4) head     goes half along with the trunk, or looks: f its axis of sight, e the eyes, both turned by R about the joint p; R f points
//              at g - p - R e, found by repeating as e is short.
// (5) limbs    as body.h does. The hand of an arm without a goal goes along with the trunk's turn only in part.
// (6) girdle   Where an upper arm points once it is solved says how far its shoulder goes along (body_rhythm.c); then it is solved again.
//
// Poses and places are in the world, right-handed, in the skeleton's unit; turns in radians. Limbs count right arm, left arm, right leg, left leg, so
// a side (0 right, 1 left) is an arm. A joint is a number of the mount's; joints of the spine count from the hips, 0, to the head. Locals are those
// that count, each joint against its parent.
#include <math.h>

#include "body/body_internal.h"
#include "feel.h"
#include "body/mount_internal.h"
#include "math/scalar.h"
#include "swivel/body.h"
#include "swivel/trig.h"

enum { NONE = -1, HIPS = 0, LIMBS = SWV_MOUNT_LIMBS, LEGS = 2 /* the first leg */ };
// LOOKS: rounds in which the eyes are placed by the head and the head turned by them; each leaves e / (d - e) of what is off, with e the eyes and d
// the target from the joint: 30 leave a billionth at d = 3 e. HALVINGS: of the way back (3), to 1e-4 of it. Chosen.
enum { LOOKS = 30, HALVINGS = 14 };
#define FEET 1e-10  // of the body's size: feet off by more are not where they should be; body.h promises 1e-9
#define NEAR 1e-6   // of the body's size: the trunk brings a shoulder within this of its reach. Chosen: not seen
#define MET  1e-6   // of the body's size, or radians: goals missed by less are met: as near as shoulders come

/// What is asked of one joint. stays: it is where the animation has it, so its elbow or knee stays too.
typedef struct ask {
    bool     has_position, has_rotation, stays;
    swv_pose pose;  ///< of the joint's own axes
} ask;

/// What all goals ask. ends: of hands and feet; middles: of elbows and knees; gaze: the place that is looked at.
typedef struct asks {
    ask       hips, chest, head, ends[LIMBS], middles[LIMBS];
    bool      has_gaze, is_free[LIMBS];
    swv_vec3  gaze;
    swv_pose *worlds;  ///< of the animation's joints that count, right-handed
} asks;

/// One call: the frame and what its stages hand on to each other.
typedef struct reach {
    swvi_body_frame     frame;
    asks                asked;
    swv_pose            worlds[SWV_MOUNT_JOINTS];  ///< asked.worlds
    swvi_trunk          start;                     ///< as the animation has it
    swv_vec3            eyes;                      ///< from the head's joint, turned back as the animation has it
    swv_limb_compromise compromise;
    bool                is_hanging[2];  ///< arms without a goal that turn back with the trunk
    bool                swings;         ///< shoulders go along with the arms
    swv_vec3            arms_point[2];  ///< where upper arms point, in axes that turn with the chest
    swv_quat            shoulders[2];   ///< how clavicles are swung, likewise
    int                 fault;          ///< index of the goal that cannot be read; NONE
} reach;

// ---- (1) ----

// The arm whose hand carries a finger's joint; NONE for other parts.
static int arm_of_finger(int part)
{
    const int  mirrored = swv_part_mirrored(part);
    const bool is_left = part >= SWV_PART_LEFT_THUMB_METACARPAL && part <= SWV_PART_LEFT_LITTLE_DISTAL;
    const bool is_right = mirrored >= SWV_PART_LEFT_THUMB_METACARPAL && mirrored <= SWV_PART_LEFT_LITTLE_DISTAL;
    return is_left ? SWV_LEFT : is_right ? SWV_RIGHT : NONE;
}

// Whether a goal's part may have what it wants (swv_body_want).
static bool is_wanted(const swv_body *b, const swv_body_goal *goal)
{
    const int  limb = swv_mount_limb_of(&b->mount, goal->part);
    const bool is_head = goal->part == SWV_PART_HEAD;
    const bool is_trunk = goal->part == SWV_PART_HIPS || goal->part == SWV_PART_UPPER_CHEST || is_head;
    return goal->want == SWV_WANT_POSE || goal->want == SWV_WANT_POSITION || goal->want == SWV_WANT_STAY ||
           (goal->want == SWV_WANT_ROTATION && is_trunk) || (goal->want == SWV_WANT_GAZE && is_head) ||
           (goal->want == SWV_WANT_FREE && limb >= LEGS);
}

// The pose that is asked for: of `now`, where the animation has the joint, what the goal's weights keep.
static swv_pose wanted_pose(const swv_body *b, const swv_body_goal *goal, swv_pose now)
{
    if (goal->want == SWV_WANT_STAY)
        return now;
    swv_pose pose = swvi_mirrored_if(b->mount.is_left_handed, goal->pose);
    if (goal->want == SWV_WANT_POSITION)
        pose.rotation = now.rotation;
    pose.rotation = swv_quat_normalize(pose.rotation);
    const double kept_place = goal->is_weighted ? 1.0 - goal->position_weight : 0.0,
                 kept_turn = goal->is_weighted ? 1.0 - goal->rotation_weight : 0.0;
    if (kept_place > 0.0)
        pose.position =
            swv_vec3_add(pose.position, swv_vec3_scale(kept_place, swv_vec3_sub(now.position, pose.position)));
    if (kept_turn > 0.0)
        pose.rotation = swv_quat_mul(swvi_part_of_turn(pose.rotation, now.rotation, kept_turn), pose.rotation);
    return pose;
}

// Whether a goal is valid: its part, what it wants, weights from 0 to 1, and a pose that is finite.
static bool is_goal(const swv_body *b, const swv_body_goal *goal)
{
    const bool has_rotation = goal->want == SWV_WANT_POSE || goal->want == SWV_WANT_ROTATION;
    const bool has_place = goal->want != SWV_WANT_STAY && goal->want != SWV_WANT_FREE;
    swv_pose   pose = goal->pose;
    return goal->part >= 0 && goal->part < SWV_PARTS && is_wanted(b, goal) && goal->position_weight >= 0.0 &&
           goal->position_weight <= 1.0 && goal->rotation_weight >= 0.0 && goal->rotation_weight <= 1.0 &&
           (!has_place || swvi_has_room(pose.position)) && (!has_rotation || swv_pose_check(&pose) == SWV_OK);
}

// Where in `a` a goal for this part is kept, and the joint that it is for; NULL: this part has no goals.
static ask *slot_of(const swv_body *b, int part, asks *a, int *joint)
{
    const int limb = swv_mount_limb_of(&b->mount, part), arm = limb != NONE ? limb : arm_of_finger(part);
    *joint = part == SWV_PART_UPPER_CHEST ? b->_private.spine[b->chest] : b->_private.parts[part];
    for (int i = 0; i < LIMBS; i++)
        if (SWVI_LIMB_PARTS[i][1] == part)
            return &a->middles[i];
    return part == SWV_PART_HIPS          ? &a->hips
           : part == SWV_PART_HEAD        ? &a->head
           : part == SWV_PART_UPPER_CHEST ? &a->chest
           : arm != NONE                  ? &a->ends[arm]
                                          : NULL;
}

// (1) One goal. That of a finger's joint becomes its hand's, by how the hand lies from that joint in the animation.
static swv_status read_goal(const swv_body *b, const swv_body_goal *goal, asks *a)
{
    if (!is_goal(b, goal))
        return SWV_BAD_GOAL;
    const int finger = arm_of_finger(goal->part), limb = swv_mount_limb_of(&b->mount, goal->part);
    int       joint;
    ask      *slot = slot_of(b, goal->part, a, &joint);
    if (!slot || !swvi_mount_has(&b->mount, joint) || slot->has_position || slot->has_rotation ||
        (slot == &a->head && a->has_gaze) || (limb != NONE && a->is_free[limb]))
        return SWV_BAD_GOAL;
    if (goal->want == SWV_WANT_GAZE) {
        a->has_gaze = true;
        a->gaze = swvi_mount_point(&b->mount, goal->pose.position);
        return SWV_OK;
    }
    if (goal->want == SWV_WANT_FREE) {
        a->is_free[limb] = true;
        return SWV_OK;
    }
    swv_pose pose = wanted_pose(b, goal, a->worlds[joint]);
    if (finger != NONE) {
        const swv_pose hand = a->worlds[b->mount.limbs[finger]._private.joints[2]];
        pose = swv_pose_mul(pose, swv_pose_mul(swv_pose_inverse(a->worlds[joint]), hand));
    }
    *slot = (ask){ .has_position = goal->want != SWV_WANT_ROTATION,
                   .has_rotation = goal->want != SWV_WANT_POSITION || finger != NONE,
                   .stays = goal->want == SWV_WANT_STAY,
                   .pose = pose };
    return SWV_OK;
}

// All goals; feet without one stay where they are.
static swv_status read_goals(reach *r, const swv_body_goal *goals, int count)
{
    const swv_body *b = r->frame.body;
    asks           *a = &r->asked;
    swv_status      status = SWV_OK;
    swvi_mount_worlds(&b->mount, r->frame.base, a->worlds);
    for (int i = 0; status == SWV_OK && i < count; i++) {
        status = read_goal(b, &goals[i], a);
        r->fault = status == SWV_OK ? NONE : i;
    }
    for (int i = LEGS; i < LIMBS; i++)
        if (!a->is_free[i] && !a->ends[i].has_position)
            a->ends[i] = (ask){ true, true, true, a->worlds[b->mount.limbs[i]._private.joints[2]] };
    return status;
}

// ---- (2) ----

// Turns joint `to` by this, what is above it along with it, and what is below it, down to `from`, by its share.
static void share_turn(swvi_trunk *t, int from, int to, swv_quat turn)
{
    const swv_vec3 v = swv_rotation_vector_from_quat(turn);
    for (int i = from; i < t->body->spine_count; i++) {
        const double   part = i >= to ? 1.0 : swvi_trunk_part_along(t, from, i, to, 1.0);
        const swv_quat mine = swv_quat_from_rotation_vector(swv_vec3_scale(part, v));
        t->turns[i] = swv_quat_normalize(swv_quat_mul(mine, t->turns[i]));
    }
}

// The turn, in the world, that takes joint i of the spine to this rotation of its own axes.
static swv_quat turn_to(const swvi_trunk *t, int i, swv_quat rotation)
{
    const swv_quat now = swv_quat_mul(t->turns[i], t->body->_private.rest_turns[i]);
    return swv_quat_mul(rotation, swv_quat_conjugate(now));
}

// (2) The mass is to stay above the soles: ball and heel of each foot that is not free, world, metres. The foot's own ball and heel lie
// as the animation has them, turned with the foot as its goal turns it. `wish` has the places of the feet.
static void set_support(const swv_body *b, const asks *a, swvi_trunk_wish *wish)
{
    wish->up = swv_quat_rotate(swv_quat_conjugate(b->natural_from_world), (swv_vec3){ 0.0, 0.0, 1.0 });
    for (int side = 0; side < 2; side++) {
        const int limb = LEGS + side, toe = b->_private.parts[SWVI_TOES_PARTS[side]];
        if (a->is_free[limb])
            continue;
        const swv_pose foot = a->worlds[b->mount.limbs[limb]._private.joints[2]];
        swv_vec3       ahead = { 0.0, SWVI_BALL_AHEAD * b->size, 0.0 };
        ahead = toe != NONE ? swv_vec3_sub(a->worlds[toe].position, foot.position)
                            : swv_quat_rotate(swv_quat_conjugate(b->natural_from_world), ahead);
        const swv_quat moved = swv_quat_mul(a->ends[limb].pose.rotation, swv_quat_conjugate(foot.rotation));
        ahead = swv_quat_rotate(moved, ahead);
        wish->support[wish->support_count++] = swv_vec3_add(wish->ends[limb], ahead);
        wish->support[wish->support_count++] = swv_vec3_sub(wish->ends[limb], swv_vec3_scale(SWVI_HEEL_BEHIND, ahead));
    }
}

// (2) What goals ask of the trunk; places in the world, metres. Arms may be stretched to 2 NEAR less than their length, so that a
// shoulder brought within NEAR of its reach still lets the hand arrive. Half of an arm's way from shoulder to hand is where its
// mass is taken to be.
static swvi_trunk_wish make_wish(const swv_body *b, const asks *a, const swvi_trunk *t)
{
    swvi_trunk_wish wish = { .has_head = a->head.has_position,
                             .has_chest = a->chest.has_position,
                             .has_chest_turn = a->chest.has_rotation,
                             .head = a->head.pose.position,
                             .chest = a->chest.pose.position,
                             .is_human = true };
    if (a->chest.has_rotation)
        wish.chest_turn = swv_quat_mul(a->chest.pose.rotation, swv_quat_conjugate(b->_private.rest_turns[b->chest]));
    for (int i = 0; i < LIMBS; i++) {
        const swv_mount_limb *l = &b->mount.limbs[i];
        const swv_vec3        root = a->worlds[l->_private.joints[0]].position,
                       end = a->worlds[l->_private.joints[2]].position;
        const double length = l->limb.upper + l->limb.lower - (i < LEGS ? 2.0 * NEAR * b->size : 0.0);
        const double apart = swv_vec3_length(swv_vec3_sub(end, root));
        wish.has_limb[i] = a->ends[i].has_position;
        wish.ends[i] = a->ends[i].has_position ? a->ends[i].pose.position : end;
        // A limb that is straighter in the animation may stay so.
        wish.reaches[i] = swvi_larger(swvi_trunk_reach(b, i), swvi_smaller(apart, length));
        if (i < LEGS)
            wish.arms[i] =
                swv_quat_rotate(swv_quat_conjugate(t->turns[b->chest]), swv_vec3_scale(0.5, swv_vec3_sub(end, root)));
    }
    return wish;
}

// (2) Goals that are set outright.
static void set_trunk(const asks *a, swvi_trunk *t)
{
    const int chest = t->body->chest, top = t->body->spine_count - 1;
    t->holds_place = a->hips.has_position;
    t->holds_turn = a->hips.has_rotation;
    if (a->hips.has_position)
        t->places[HIPS] = a->hips.pose.position;
    if (a->hips.has_rotation)
        share_turn(t, HIPS, HIPS, turn_to(t, HIPS, a->hips.pose.rotation));
    if (a->chest.has_rotation && chest != HIPS)
        share_turn(t, HIPS, chest, turn_to(t, chest, a->chest.pose.rotation));
    if (a->head.has_rotation)
        share_turn(t, chest, top, turn_to(t, top, a->head.pose.rotation));
    swvi_trunk_place(t);
}

// ---- (4) ----

// (4) f with the head as at rest: a unit vector of the world, natural forward (y).
static swv_vec3 sight_of(const swv_body *b)
{
    return swv_quat_rotate(swv_quat_conjugate(b->natural_from_world), (swv_vec3){ 0.0, 1.0, 0.0 });
}

// The middle of the eyes from the head's joint, turned back by the head's turn against rest, as the animation has it; 0 without eyes.
static swv_vec3 eyes_of(const swv_body *b, const asks *a, swv_quat head_turn)
{
    const int left = b->_private.parts[SWV_PART_LEFT_EYE], right = b->_private.parts[SWV_PART_RIGHT_EYE];
    if (left == NONE || right == NONE)
        return (swv_vec3){ 0.0, 0.0, 0.0 };
    const swv_vec3 middle = swv_vec3_scale(0.5, swv_vec3_add(a->worlds[left].position, a->worlds[right].position));
    const swv_vec3 from = swv_vec3_sub(middle, a->worlds[b->_private.spine[b->spine_count - 1]].position);
    return swv_quat_rotate(swv_quat_conjugate(head_turn), from);
}

// The head's turn against rest, in the world, swung so that the eyes (from the head's joint, turned back by `turn`) look at `at`, in the world.
// What is nearer to the joint than twice the eyes are is not looked at: rounds need not settle there (LOOKS).
static swv_quat look(const swvi_trunk *t, swv_quat turn, swv_vec3 eyes, swv_vec3 at)
{
    const int      top = t->body->spine_count - 1;
    const swv_vec3 sight = swv_quat_rotate(turn, sight_of(t->body));
    swv_quat       swing = SWV_IDENTITY_QUAT;
    if (!(swv_vec3_length(swv_vec3_sub(at, t->places[top])) > 2.0 * swv_vec3_length(eyes)))
        return turn;
    for (int i = 0; i < LOOKS; i++) {
        const swv_vec3 from = swv_vec3_add(t->places[top], swv_quat_rotate(swv_quat_mul(swing, turn), eyes));
        const swv_vec3 way = swv_vec3_sub(at, from), axis = swv_vec3_cross(sight, way);
        const double   angle = swv_atan2(swv_vec3_length(axis), swv_vec3_dot(sight, way));
        swing = swv_quat_from_axis_angle(axis, swvi_smaller(angle, SWVI_SIGHT));
    }
    return swv_quat_mul(swing, turn);
}

// (4) The head goes along by a part with the chest's turn since `start`, unless it is told how to be turned; then it looks at what it is to look at.
// eyes: as of eyes_of.
static void set_head(const asks *a, const swvi_trunk *start, swv_vec3 eyes, swvi_trunk *t)
{
    const int chest = t->body->chest, top = t->body->spine_count - 1;
    if (a->head.has_rotation)
        return;
    const swv_quat along = swvi_part_of_turn(start->turns[chest], t->turns[chest], SWVI_HEAD_ALONG);
    t->turns[top] = swv_quat_normalize(swv_quat_mul(along, start->turns[top]));
    if (a->has_gaze)
        t->turns[top] = look(t, t->turns[top], eyes, a->gaze);
}

// ---- (5) ----

// An arm inside its limits hangs on when the trunk turns: it turns back about its shoulder, as a whole, by a part of that. chest: the chest's turn;
// *end and *middle take where hand and elbow go. False: it is outside, and stays as its joints are.
static bool hang(const swv_body *b, int arm, swv_quat chest, const swv_pose *locals, ask *end, ask *middle)
{
    const swv_mount_limb *l = &b->mount.limbs[arm];
    swv_limb_posture      posture;
    uint32_t              broken;
    swv_pose              at[3];
    if (swvi_mount_read(&b->mount, arm, locals, &posture) != SWV_OK ||
        swv_limb_check(&l->limb, &posture, &broken, NULL) != SWV_OK || broken != 0)
        return false;
    const swv_quat back = swvi_part_of_turn(chest, (swv_quat)SWV_IDENTITY_QUAT, 1.0 - SWVI_ARM_ALONG);
    for (int k = 0; k < 3; k++) {
        at[k] = swvi_mount_world(&b->mount, locals, l->_private.joints[k]);
        at[k].position =
            swv_vec3_add(at[0].position, swv_quat_rotate(back, swv_vec3_sub(at[k].position, at[0].position)));
    }
    *end = (ask){ .has_position = true, .stays = true, .pose = at[2] };
    if (!middle->has_position)
        *middle = (ask){ .has_position = true, .pose = at[1] };
    return true;
}

// Goals of limbs `from` and `from` + 1 (0: arms, LEGS: legs), whichever are asked for, in the rig's axes.
static void limb_goals(const swv_body *b, const asks *a, int from, swvi_body_pair *pair)
{
    pair->count = 0;
    for (int i = from; i < from + 2; i++) {
        const ask *end = &a->ends[i], *middle = &a->middles[i];
        if (!end->has_position)
            continue;
        pair->goals[pair->count++] = (swv_mount_goal){ .part = SWVI_LIMB_PARTS[i][2],
                                                       .end = swvi_mirrored_if(b->mount.is_left_handed, end->pose),
                                                       .is_position_only = !end->has_rotation,
                                                       .elbow = middle->has_position      ? SWV_ELBOW_TOWARDS
                                                                : i >= LEGS || end->stays ? SWV_ELBOW_PREVIOUS
                                                                                          : SWV_ELBOW_NATURAL,
                                                       .pole = swvi_mount_point(&b->mount, middle->pose.position) };
    }
}

// (2) The trunk as goals wish for it.
static void wish_trunk(reach *r, bool balances)
{
    swvi_body_frame *f = &r->frame;
    swvi_trunk      *t = &f->at.trunk;
    *t = (swvi_trunk){ .body = f->body };
    f->at.swings[0] = f->at.swings[1] = (swv_quat)SWV_IDENTITY_QUAT;
    swvi_trunk_read(f->body, f->base, t);
    r->start = *t;
    r->eyes = eyes_of(f->body, &r->asked, t->turns[f->body->spine_count - 1]);
    f->wish = make_wish(f->body, &r->asked, t);
    set_support(f->body, &r->asked, &f->wish);
    f->wish.has_support = balances && f->wish.support_count > 0;
    set_trunk(&r->asked, t);
    for (int side = 0; side < 2; side++)
        if (f->wish.has_limb[side])
            f->at.swings[side] = swvi_trunk_swing(t, side, f->wish.ends[side], f->wish.reaches[side]);
    swvi_trunk_meet(t, &f->wish);
    swvi_trunk_stand(t, &f->wish);
    set_head(&r->asked, &r->start, r->eyes, t);
}

// The trunk and the legs it stands on; arms as they were.
static swv_status stand(reach *r)
{
    swvi_body_frame *f = &r->frame;
    if (!swvi_trunk_write(&f->at.trunk, f->at.swings, f->base, f->out))
        return SWV_BAD_POSTURE;
    return swvi_mount_solve(&f->body->mount, f->legs.goals, f->legs.count, r->compromise, f->out, f->legs.reports);
}

static bool are_feet_off(const swvi_body_frame *f)
{
    bool is_off = false;
    for (int i = 0; i < f->legs.count; i++)
        is_off |= f->legs.reports[i].position_error > FEET * f->body->size;
    return is_off;
}

// (3) Back towards the start (part 0; the wish is 1), until limits let the legs reach their feet; not if they do not reach them there.
static swv_status retreat(reach *r)
{
    swvi_trunk      *t = &r->frame.at.trunk;
    const swvi_trunk whole = *t, *start = &r->start;
    double           low = 0.0, high = 1.0;
    for (int round = 0; round <= HALVINGS; round++) {
        const double part = round == 0 ? 0.0 : round < HALVINGS ? 0.5 * (low + high) : low;
        for (int i = 0; i < t->body->spine_count; i++)
            t->turns[i] = swv_quat_mul(swvi_part_of_turn(start->turns[i], whole.turns[i], part), start->turns[i]);
        const swv_vec3 way = swv_vec3_sub(whole.places[HIPS], start->places[HIPS]);
        t->places[HIPS] = swv_vec3_add(start->places[HIPS], swv_vec3_scale(part, way));
        swvi_trunk_place(t);
        swvi_trunk_stand(t, &r->frame.wish);
        set_head(&r->asked, start, r->eyes, t);
        const swv_status status = stand(r);
        if (status != SWV_OK)
            return status;
        const bool is_off = are_feet_off(&r->frame);
        if (round == 0 && is_off) {
            *t = whole;
            return stand(r);
        }
        *(is_off ? &high : &low) = part;
    }
    return SWV_OK;
}

// (3) The legs, and with a follower the trunk too: there at once, or on towards it.
static swv_status pose_legs(reach *r)
{
    swvi_body_frame *f = &r->frame;
    limb_goals(f->body, &r->asked, LEGS, &f->legs);
    if (f->follower && swvi_body_go_there(f))
        return SWV_OK;
    swv_status status = stand(r);
    if (status == SWV_OK && !r->asked.hips.has_position && !r->asked.hips.has_rotation && are_feet_off(f))
        status = retreat(r);
    return status == SWV_OK && f->follower ? swvi_body_go_on(f) : status;
}

// (5) Goals of arms; those that have none hang on.
static void wish_arms(reach *r)
{
    swvi_body_frame *f = &r->frame;
    asks            *a = &r->asked;
    const int        chest = f->body->chest;
    const swv_quat   turn = swv_quat_mul(f->at.trunk.turns[chest], swv_quat_conjugate(r->start.turns[chest]));
    for (int side = 0; side < 2; side++)
        r->is_hanging[side] =
            !a->ends[side].has_position && hang(f->body, side, turn, f->out, &a->ends[side], &a->middles[side]);
    limb_goals(f->body, a, 0, &f->arms);
}

// Upper arms, from shoulder to elbow, in these locals, in axes that turn with the chest: right, left.
static void see_arms(const swvi_trunk *t, const swv_pose *locals, swv_vec3 arms[2])
{
    const swv_body  *b = t->body;
    const swv_mount *m = &b->mount;
    for (int side = 0; side < 2; side++) {
        const int *joints = m->limbs[side]._private.joints;
        swv_pose   upper, lower;
        const int  seen_from = swvi_mount_up(m, locals, joints[0], b->_private.spine[b->chest], &upper);
        (void)swvi_mount_up(m, locals, joints[1], joints[0], &lower);
        const swv_quat back =
            seen_from == NONE ? swv_quat_conjugate(t->turns[b->chest]) : b->_private.rest_turns[b->chest];
        arms[side] = swv_quat_rotate(swv_quat_mul(back, upper.rotation), lower.position);
    }
}

// Where arms will point is where they pointed in the last frame, or where they would without it.
static swv_status foresee_arms(reach *r)
{
    swvi_body_frame         *f = &r->frame;
    const swv_body_follower *follower = f->follower;
    const swv_mount         *m = &f->body->mount;
    if (follower && follower->has_swung) {
        for (int side = 0; side < 2; side++)
            r->arms_point[side] = follower->arms_point[side];
        return SWV_OK;
    }
    swv_pose there[SWV_MOUNT_JOINTS];
    for (int i = 0; i < m->_private.count; i++)
        there[i] = f->out[i];
    const swv_status status = swvi_mount_solve(m, f->arms.goals, f->arms.count, r->compromise, there, f->arms.reports);
    if (status == SWV_OK)
        see_arms(&f->at.trunk, there, r->arms_point);
    return status;
}

// (6) How the clavicle swings for an arm that has a goal, in axes that turn with the chest, as all that is given to swvi_body_rhythm.
static swv_quat swing_for(const reach *r, int side)
{
    const swvi_body_frame *f = &r->frame;
    const swvi_trunk      *t = &f->at.trunk, *start = &r->start;
    const swv_body        *b = f->body;
    const int             *joints = b->mount.limbs[side]._private.joints;
    const swv_quat         back = swv_quat_conjugate(t->turns[b->chest]);
    const swv_pose        *worlds = r->asked.worlds;
    const swv_vec3         was = swv_vec3_sub(worlds[joints[1]].position, worlds[joints[0]].position),
                   from = swv_quat_rotate(swv_quat_conjugate(start->turns[b->chest]), was);
    const swv_vec3 clavicle = t->clavicles[side].position,
                   bone = swv_quat_rotate(f->at.swings[side], swv_vec3_sub(start->roots[side], clavicle)),
                   hand = swv_quat_rotate(back, swv_vec3_sub(f->wish.ends[side], t->places[b->chest]));
    return swvi_body_rhythm(b, side, from, r->arms_point[side], bone, swv_vec3_sub(hand, clavicle),
                            f->wish.reaches[side]);
}

// (6) Shoulders go along with arms that have a goal.
static swv_status swing_shoulders(reach *r)
{
    swvi_body_frame *f = &r->frame;
    const swv_body  *b = f->body;
    const swv_status status = foresee_arms(r);
    if (status != SWV_OK)
        return status;
    for (int side = 0; side < 2; side++) {
        r->shoulders[side] = f->at.swings[side];
        if (f->wish.has_limb[side])
            r->shoulders[side] = swv_quat_mul(swing_for(r, side), f->at.swings[side]);
    }
    if (f->follower)
        swvi_body_swing_on(f->follower, f->dt, r->shoulders);
    for (int side = 0; side < 2; side++)
        if (b->_private.clavicles[side] != NONE)
            f->out[b->_private.clavicles[side]] = f->base[b->_private.clavicles[side]];
    swvi_trunk_write_clavicles(&f->at.trunk, r->shoulders, f->out);
    return SWV_OK;
}

// (5) The arms: solved, or one step on from where they were.
static swv_status pose_arms(reach *r)
{
    swvi_body_frame *f = &r->frame;
    const swv_mount *m = &f->body->mount;
    if (!f->follower)
        return swvi_mount_solve(m, f->arms.goals, f->arms.count, r->compromise, f->out, f->arms.reports);
    const swv_status status =
        swvi_mount_track_next(m, &f->follower->arms, f->arms.goals, f->arms.count, f->dt, f->out, f->arms.steps);
    if (status == SWV_OK)
        see_arms(&f->at.trunk, f->out, r->arms_point);
    return status;
}

// The follower goes on from here.
static void keep(const reach *r)
{
    swv_body_follower *follower = r->frame.follower;
    swvi_body_take(&r->frame);
    for (int side = 0; side < 2; side++) {
        follower->arms_point[side] = r->arms_point[side];
        if (r->swings)
            follower->shoulders[side] = r->shoulders[side];
    }
    follower->has_swung |= r->swings;
}

// ---- what came of it ----

/// How far a goal is missed. Elbows and knees are only drawn towards theirs: `counts` is false.
typedef struct miss {
    double position, rotation;
    bool   counts;
} miss;

// In the skeleton's unit and radians; worlds are those of the posture that is the answer. A gaze: the angle between the line of sight and the target.
static miss miss_of(const reach *r, const swv_body_goal *goal, const swv_pose *worlds)
{
    const swv_body *b = r->frame.body;
    const int joint = goal->part == SWV_PART_UPPER_CHEST ? b->_private.spine[b->chest] : b->_private.parts[goal->part];
    miss      m = { 0.0, 0.0, true };
    for (int i = 0; i < LIMBS; i++)
        m.counts &= SWVI_LIMB_PARTS[i][1] != goal->part;
    if (goal->want == SWV_WANT_FREE)
        return m;
    if (goal->want == SWV_WANT_GAZE) {
        const swv_quat turn =
            swv_quat_mul(worlds[joint].rotation, swv_quat_conjugate(b->_private.rest_turns[b->spine_count - 1]));
        const swv_vec3 sight = swv_quat_rotate(turn, sight_of(b));
        const swv_vec3 way =
            swv_vec3_sub(swv_vec3_sub(r->asked.gaze, worlds[joint].position), swv_quat_rotate(turn, r->eyes));
        m.rotation = swv_atan2(swv_vec3_length(swv_vec3_cross(sight, way)), swv_vec3_dot(sight, way));
        return m;
    }
    const swv_pose wanted = wanted_pose(b, goal, r->asked.worlds[joint]);
    if (goal->want != SWV_WANT_ROTATION)
        m.position = swv_vec3_length(swv_vec3_sub(worlds[joint].position, wanted.position));
    if (goal->want != SWV_WANT_POSITION && m.counts)
        m.rotation = swv_quat_angle_between(worlds[joint].rotation, wanted.rotation);
    return m;
}

// The first of the limbs' outcomes that is not SWV_REACHED, SWV_OUT_OF_REACH before others. Arms that hang on do not count. *is_torn: one is.
static swv_outcome outcome_of_limbs(const reach *r, bool *is_torn)
{
    const swvi_body_pair *pairs[2] = { &r->frame.legs, &r->frame.arms };
    swv_outcome           outcome = SWV_REACHED;
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < pairs[k]->count; i++) {
            const int         limb = swv_mount_limb_of(&r->frame.body->mount, pairs[k]->goals[i].part);
            const swv_outcome own =
                r->frame.follower ? pairs[k]->steps[i].step.report.limb.outcome : pairs[k]->reports[i].outcome;
            *is_torn |= r->frame.follower ? pairs[k]->steps[i].step.report.was_forced : pairs[k]->reports[i].is_torn;
            if ((limb >= LEGS || !r->is_hanging[limb]) && (outcome == SWV_REACHED || own == SWV_OUT_OF_REACH))
                outcome = own;
        }
    }
    return outcome;
}

// How far goals are missed in r->frame.out, the mass, and whether a step would help.
static void make_report(const reach *r, const swv_body_goal *goals, int goal_count, swv_body_reach_report *report)
{
    const swv_body        *b = r->frame.body;
    const swvi_trunk_wish *wish = &r->frame.wish;
    swv_pose               worlds[SWV_MOUNT_JOINTS];
    swvi_mount_worlds(&b->mount, r->frame.out, worlds);
    swv_body_reach_report made = { .mass = swvi_body_mass(b, worlds), .fault = NONE };
    made.outcome = outcome_of_limbs(r, &made.is_torn);
    bool is_short = made.outcome == SWV_OUT_OF_REACH;
    for (int i = 0; i < goal_count; i++) {
        const miss m = miss_of(r, &goals[i], worlds);
        const bool is_off = m.counts && m.position > MET * b->size;
        made.position_errors[i] = m.position;
        made.rotation_errors[i] = m.rotation;
        is_short |= is_off && made.outcome == SWV_REACHED;
        if (made.outcome == SWV_REACHED && m.counts)
            made.outcome = is_off ? SWV_OUT_OF_REACH : m.rotation > MET ? SWV_LIMITED : SWV_REACHED;
    }
    swv_vec3 towards;
    made.overhang = wish->support_count > 0 ? swvi_overhang(b, made.mass, wish, &towards) : 0.0;
    made.is_step_due =
        wish->support_count > 0 && (is_short || (wish->has_support && made.overhang > SWVI_OVERHANG * b->size));
    made.mass = swvi_mount_point(&b->mount, made.mass);
    *report = made;
}

// ---- all of it ----

// The arguments that both calls have.
static swv_status check(const swv_body *body, const swv_body_goal *goals, int goal_count,
                        const swv_body_reach_options *options, const swv_pose *locals)
{
    if (!body || (goal_count > 0 && !goals) || !locals)
        return SWV_NULL;
    if (!swvi_body_is_made(body))
        return SWV_BAD_MODEL;
    if (goal_count < 0 || goal_count > SWV_BODY_GOALS)
        return SWV_BAD_COUNT;
    if (options && options->compromise != SWV_KEEP_LIMITS && options->compromise != SWV_KEEP_HAND)
        return SWV_BAD_OPTIONS;
    return SWV_OK;
}

// From the goals to r->frame.out.
static swv_status pose(reach *r, const swv_body_goal *goals, int goal_count, const swv_body_reach_options *options)
{
    const swv_body_follower *follower = r->frame.follower;
    r->compromise = follower ? follower->arms.options.compromise : options->compromise;
    swv_status status = read_goals(r, goals, goal_count);
    if (status != SWV_OK)
        return status;
    wish_trunk(r, options->balances);
    status = pose_legs(r);
    if (status != SWV_OK)
        return status;
    wish_arms(r);
    r->swings = !options->keeps_shoulders && (follower || r->frame.wish.has_limb[0] || r->frame.wish.has_limb[1]);
    if (r->swings)
        status = swing_shoulders(r);
    return status == SWV_OK ? pose_arms(r) : status;
}

// Large arrays in it are filled as they are needed: zeroing all of it would cost more than some stages.
static void start_reach(reach *r, const swv_body *body)
{
    r->frame.body = body;
    r->frame.follower = NULL;
    r->frame.dt = 0.0;
    r->fault = NONE;
    r->asked = (asks){ .worlds = r->worlds };
}

// One frame; r->frame has the body and perhaps a follower.
static swv_status solve(reach *r, const swv_body_goal *goals, int goal_count, const swv_pose *animation,
                        const swv_body_reach_options *options, swv_pose *locals, swv_body_reach_report *report)
{
    static const swv_body_reach_options defaults = { 0 };
    swv_status                          status = check(r->frame.body, goals, goal_count, options, locals);
    if (report)
        report->fault = NONE;
    if (status != SWV_OK)
        return status;
    if (!swvi_mount_take(&r->frame.body->mount, animation, r->frame.base))
        return SWV_BAD_POSTURE;
    status = pose(r, goals, goal_count, options ? options : &defaults);
    if (report)
        report->fault = r->fault;
    if (status != SWV_OK)
        return status;
    if (report)
        make_report(r, goals, goal_count, report);
    if (r->frame.follower)
        keep(r);
    swvi_mount_give(&r->frame.body->mount, animation, r->frame.out, locals);
    return SWV_OK;
}

swv_status swv_body_reach(const swv_body *body, const swv_body_goal *goals, int goal_count, const swv_pose *animation,
                          const swv_body_reach_options *options, swv_pose *locals, swv_body_reach_report *report)
{
    reach r;
    start_reach(&r, body);
    return solve(&r, goals, goal_count, animation, options, locals, report);
}

swv_status swv_body_follow(const swv_body *body, swv_body_follower *follower, const swv_body_goal *goals,
                           int goal_count, double dt, const swv_pose *animation, const swv_body_reach_options *options,
                           swv_pose *locals, swv_body_reach_report *report)
{
    if (report)
        report->fault = NONE;
    if (!body || !follower)
        return SWV_NULL;
    if (!swvi_body_is_follower(follower))
        return SWV_BAD_MODEL;
    if (!(dt > 0.0 && swvi_is_finite(dt)))
        return SWV_BAD_ARGUMENT;
    reach r;
    start_reach(&r, body);
    r.frame.follower = follower;
    r.frame.dt = dt;
    return solve(&r, goals, goal_count, animation, options, locals, report);
}
