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
// (5) limbs    as mount.h does. The hand of an arm without a goal goes along with the trunk's turn only in part.
// (6) girdle   Where an upper arm points once it is solved says how far its shoulder goes along (body_rhythm.c); then it is solved again.
#include <math.h>

#include "figure/body_internal.h"
#include "figure/mount_internal.h"
#include "math/scalar.h"
#include "swivel/body.h"
#include "swivel/trig.h"

enum { NONE = -1, HIPS = 0, LIMBS = SWV_MOUNT_LIMBS, LEGS = 2, LOOKS = 30, HALVINGS = 14 };
#define FEET  1e-10  // of the body's size: feet off by more are not where they should be
#define NEAR  1e-6   // of the body's size: the trunk brings a shoulder within this of its reach
#define MET   1e-6   // of the body's size, or radians: goals missed by less are met
#define ALONG 0.5    // how much of a trunk's turn the head makes
#define HANG  0.4    // and an arm that has no goal
#define SIGHT 1.4    // radians: how far a head turns to look
#define LEAN  0.02   // of the body's size: an overhang that people still stand with

typedef struct ask {
    bool     has_position, has_rotation, stays;
    swv_pose pose;  ///< right-handed
} ask;

typedef struct asked {
    ask       hips, chest, head, ends[LIMBS], middles[LIMBS];
    bool      has_gaze, is_free[LIMBS];
    swv_vec3  gaze;
    swv_pose *worlds;  ///< of the animation, right-handed
} asked;

// ---- (1) ----

static const int middle_parts[LIMBS] = { SWV_PART_RIGHT_LOWER_ARM, SWV_PART_LEFT_LOWER_ARM, SWV_PART_RIGHT_LOWER_LEG,
                                         SWV_PART_LEFT_LOWER_LEG };

// The arm whose hand carries a finger's joint; NONE for other parts.
static int arm_of_finger(int part)
{
    const int  mirrored = swv_part_mirrored(part);
    const bool is_left = part >= SWV_PART_LEFT_THUMB_METACARPAL && part <= SWV_PART_LEFT_LITTLE_DISTAL;
    const bool is_right = mirrored >= SWV_PART_LEFT_THUMB_METACARPAL && mirrored <= SWV_PART_LEFT_LITTLE_DISTAL;
    return is_left ? SWV_LEFT : is_right ? SWV_RIGHT : NONE;
}

static bool is_wanted(const swv_body *b, const swv_body_goal *goal)
{
    const int  limb = swv_mount_limb_of(&b->mount, goal->part);
    const bool is_trunk =
        goal->part == SWV_PART_HIPS || goal->part == SWV_PART_UPPER_CHEST || goal->part == SWV_PART_HEAD;
    switch (goal->want) {
    case SWV_WANT_POSE:
    case SWV_WANT_POSITION:
    case SWV_WANT_STAY:
        return true;
    case SWV_WANT_ROTATION:
        return is_trunk;
    case SWV_WANT_GAZE:
        return goal->part == SWV_PART_HEAD;
    case SWV_WANT_FREE:
        return limb >= LEGS;
    }
    return false;
}

static bool is_share(double keep)
{
    return keep >= 0.0 && keep <= 1.0;
}

// The pose that is asked for, right-handed: of `now` what is kept.
static swv_pose wanted_pose(const swv_body *b, const swv_body_goal *goal, swv_pose now)
{
    if (goal->want == SWV_WANT_STAY)
        return now;
    swv_pose pose = swvi_mirrored_if(b->mount.is_left_handed, goal->pose);
    if (goal->want == SWV_WANT_POSITION)
        pose.rotation = now.rotation;
    pose.rotation = swv_quat_normalize(pose.rotation);
    if (goal->keep_position > 0.0)
        pose.position =
            swv_vec3_add(pose.position, swv_vec3_scale(goal->keep_position, swv_vec3_sub(now.position, pose.position)));
    if (goal->keep_rotation > 0.0)
        pose.rotation =
            swv_quat_mul(swvi_part_of_turn(pose.rotation, now.rotation, goal->keep_rotation), pose.rotation);
    return pose;
}

static swv_status read_goal(const swv_body *b, const swv_body_goal *goal, asked *a)
{
    const bool has_pose = goal->want == SWV_WANT_POSE || goal->want == SWV_WANT_ROTATION;
    if (goal->part < 0 || goal->part >= SWV_PARTS || !is_wanted(b, goal) || !is_share(goal->keep_position) ||
        !is_share(goal->keep_rotation))
        return SWV_BAD_GOAL;
    swv_pose checked = goal->pose;
    if (goal->want != SWV_WANT_STAY && goal->want != SWV_WANT_FREE &&
        (!swvi_has_room(checked.position) || (has_pose && swv_pose_check(&checked) != SWV_OK)))
        return SWV_BAD_GOAL;
    const int finger = arm_of_finger(goal->part);
    int       limb = swv_mount_limb_of(&b->mount, goal->part), joint = b->parts[goal->part];
    ask      *slot = NULL;
    if (goal->part == SWV_PART_HIPS)
        slot = &a->hips;
    else if (goal->part == SWV_PART_HEAD)
        slot = &a->head;
    else if (goal->part == SWV_PART_UPPER_CHEST) {
        slot = &a->chest;
        joint = b->spine[b->chest];
    } else if (limb != NONE || finger != NONE)
        slot = &a->ends[limb != NONE ? limb : finger];
    for (int i = 0; i < LIMBS; i++)
        if (middle_parts[i] == goal->part)
            slot = &a->middles[i];
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
        const swv_pose hand = a->worlds[b->mount.limbs[finger].joints[2]];
        pose = swv_pose_mul(pose, swv_pose_mul(swv_pose_inverse(a->worlds[joint]), hand));
    }
    *slot = (ask){ .has_position = goal->want != SWV_WANT_ROTATION,
                   .has_rotation = goal->want != SWV_WANT_POSITION || finger != NONE,
                   .stays = goal->want == SWV_WANT_STAY,
                   .pose = pose };
    return SWV_OK;
}

// ---- (2) ----

// How far along from joint `from` of the spine to joint `to` joint i lies.
static double part_along(const swvi_trunk *t, int from, int i, int to)
{
    double until = 0.0, all = 0.0;
    for (int k = from; k < to; k++) {
        const double length = swv_vec3_length(t->offsets[k]);
        all += length;
        until += k < i ? length : 0.0;
    }
    return all > 0.0 ? until / all : 1.0;
}

// Turns joint `to` by this, what is above it along with it, and what is below it, down to `from`, by its share.
static void share_turn(swvi_trunk *t, int from, int to, swv_quat turn)
{
    const swv_vec3 v = swv_rotation_vector_from_quat(turn);
    for (int i = from; i < t->body->spine_count; i++) {
        const double   part = i >= to ? 1.0 : part_along(t, from, i, to);
        const swv_quat mine = swv_quat_from_rotation_vector(swv_vec3_scale(part, v));
        t->turns[i] = swv_quat_normalize(swv_quat_mul(mine, t->turns[i]));
    }
}

// The turn that takes joint i of the spine to this rotation of its own axes.
static swv_quat turn_to(const swvi_trunk *t, int i, swv_quat rotation)
{
    const swv_quat now = swv_quat_mul(t->turns[i], t->body->rest_turns[i]);
    return swv_quat_mul(rotation, swv_quat_conjugate(now));
}

static void set_support(const swv_body *b, const asked *a, swvi_trunk_wish *wish)
{
    static const int toes[2] = { SWV_PART_RIGHT_TOES, SWV_PART_LEFT_TOES };
    wish->up = swv_quat_rotate(swv_quat_conjugate(b->natural_from_world), (swv_vec3){ 0.0, 0.0, 1.0 });
    for (int side = 0; side < 2; side++) {
        const int limb = LEGS + side, toe = b->parts[toes[side]];
        if (a->is_free[limb])
            continue;
        const swv_pose foot = a->worlds[b->mount.limbs[limb].joints[2]];
        swv_vec3       ahead = { 0.0, 0.08 * b->size, 0.0 };
        ahead = toe != NONE ? swv_vec3_sub(a->worlds[toe].position, foot.position)
                            : swv_quat_rotate(swv_quat_conjugate(b->natural_from_world), ahead);
        const swv_quat moved = swv_quat_mul(a->ends[limb].pose.rotation, swv_quat_conjugate(foot.rotation));
        ahead = swv_quat_rotate(moved, ahead);
        wish->support[wish->support_count++] = swv_vec3_add(wish->ends[limb], ahead);
        wish->support[wish->support_count++] = swv_vec3_sub(wish->ends[limb], swv_vec3_scale(0.3, ahead));
    }
}

static swvi_trunk_wish make_wish(const swv_body *b, const asked *a, const swvi_trunk *t)
{
    swvi_trunk_wish wish = { .has_head = a->head.has_position,
                             .has_chest = a->chest.has_position,
                             .has_chest_turn = a->chest.has_rotation,
                             .head = a->head.pose.position,
                             .chest = a->chest.pose.position,
                             .is_human = true };
    if (a->chest.has_rotation)
        wish.chest_turn = swv_quat_mul(a->chest.pose.rotation, swv_quat_conjugate(b->rest_turns[b->chest]));
    for (int i = 0; i < LIMBS; i++) {
        const swv_mount_limb *l = &b->mount.limbs[i];
        const swv_vec3        root = a->worlds[l->joints[0]].position, end = a->worlds[l->joints[2]].position;
        const double          length = l->limb.upper + l->limb.lower - (i < LEGS ? 2.0 * NEAR * b->size : 0.0);
        const double          apart = swv_vec3_length(swv_vec3_sub(end, root));
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

// Goals that are set outright.
static void set_trunk(const asked *a, swvi_trunk *t)
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

static swv_vec3 sight_of(const swv_body *b)
{
    return swv_quat_rotate(swv_quat_conjugate(b->natural_from_world), (swv_vec3){ 0.0, 1.0, 0.0 });
}

// The eyes from the head's joint, turned back as the animation has it.
static swv_vec3 eyes_of(const swv_body *b, const asked *a, swv_quat head_turn)
{
    const int left = b->parts[SWV_PART_LEFT_EYE], right = b->parts[SWV_PART_RIGHT_EYE];
    if (left == NONE || right == NONE)
        return (swv_vec3){ 0.0, 0.0, 0.0 };
    const swv_vec3 middle = swv_vec3_scale(0.5, swv_vec3_add(a->worlds[left].position, a->worlds[right].position));
    const swv_vec3 from = swv_vec3_sub(middle, a->worlds[b->spine[b->spine_count - 1]].position);
    return swv_quat_rotate(swv_quat_conjugate(head_turn), from);
}

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
        swing = swv_quat_from_axis_angle(axis, swvi_smaller(angle, SIGHT));
    }
    return swv_quat_mul(swing, turn);
}

static void set_head(const asked *a, const swvi_trunk *start, swv_vec3 eyes, swvi_trunk *t)
{
    const int chest = t->body->chest, top = t->body->spine_count - 1;
    if (a->head.has_rotation)
        return;
    const swv_quat along = swvi_part_of_turn(start->turns[chest], t->turns[chest], ALONG);
    t->turns[top] = swv_quat_normalize(swv_quat_mul(along, start->turns[top]));
    if (a->has_gaze)
        t->turns[top] = look(t, t->turns[top], eyes, a->gaze);
}

// ---- (5) ----

// An arm inside its limits hangs on when the trunk turns: it turns back, as a whole, by a part of that. `chest` is the turn.
static bool hang(const swv_body *b, int arm, swv_quat chest, const swv_pose *locals, ask *end, ask *middle)
{
    const swv_mount_limb *l = &b->mount.limbs[arm];
    swv_limb_posture      posture;
    uint32_t              broken;
    swv_pose              at[3];
    if (swv_mount_read(&b->mount, arm, locals, &posture) != SWV_OK ||
        swv_limb_check(&l->limb, &posture, &broken, NULL) != SWV_OK || broken != 0)
        return false;
    const swv_quat back = swvi_part_of_turn(chest, (swv_quat)SWV_IDENTITY_QUAT, 1.0 - HANG);
    for (int k = 0; k < 3; k++) {
        if (!swvi_mount_world(&b->mount, locals, l->joints[k], &at[k]))
            return false;
        at[k].position =
            swv_vec3_add(at[0].position, swv_quat_rotate(back, swv_vec3_sub(at[k].position, at[0].position)));
    }
    *end = (ask){ .has_position = true, .stays = true, .pose = at[2] };
    if (!middle->has_position)
        *middle = (ask){ .has_position = true, .pose = at[1] };
    return true;
}

static int limb_goals(const swv_body *b, const asked *a, int from, int to, swv_mount_goal *goals)
{
    static const int parts[LIMBS] = { SWV_PART_RIGHT_HAND, SWV_PART_LEFT_HAND, SWV_PART_RIGHT_FOOT,
                                      SWV_PART_LEFT_FOOT };
    int              count = 0;
    for (int i = from; i < to; i++) {
        const ask *end = &a->ends[i], *middle = &a->middles[i];
        if (!end->has_position)
            continue;
        goals[count++] = (swv_mount_goal){ .part = parts[i],
                                           .end = swvi_mirrored_if(b->mount.is_left_handed, end->pose),
                                           .position_only = !end->has_rotation,
                                           .elbow = middle->has_position      ? SWV_ELBOW_TOWARDS
                                                    : i >= LEGS || end->stays ? SWV_ELBOW_PREVIOUS
                                                                              : SWV_ELBOW_NATURAL,
                                           .pole = swvi_mount_point(&b->mount, middle->pose.position) };
    }
    return count;
}

// The trunk and the legs it stands on; arms as they were.
static swv_status stand(const swvi_trunk *t, const swv_quat swings[2], const swv_mount_goal *legs, int count,
                        const swv_limb_options *options, const swv_pose *base, swv_pose *out, swv_limb_report *reports)
{
    const swv_mount *m = &t->body->mount;
    for (int i = 0; i < m->joint_count; i++)
        out[i] = base[i];
    if (!swvi_trunk_write(t, swings, out))
        return SWV_BAD_MODEL;
    return swvi_mount_are_locals(m, out) ? swvi_mount_solve(m, legs, count, options, out, reports) : SWV_BAD_POSTURE;
}

static bool are_feet_off(const swv_body *b, const swv_limb_report *legs, int count)
{
    bool is_off = false;
    for (int i = 0; i < count; i++)
        is_off |= legs[i].position_error > FEET * b->size;
    return is_off;
}

// (3) Back towards the start, no further than until limits let the legs reach their feet; not if they do not reach them there.
static swv_status retreat(const asked *a, const swvi_trunk *start, const swvi_trunk_wish *wish, swv_vec3 eyes,
                          const swv_quat swings[2], const swv_mount_goal *legs, int count,
                          const swv_limb_options *options, const swv_pose *base, swvi_trunk *t, swv_pose *out,
                          swv_limb_report *reports)
{
    const swvi_trunk whole = *t;
    double           low = 0.0, high = 1.0;
    for (int round = 0; round <= HALVINGS; round++) {
        const double part = round == 0 ? 0.0 : round < HALVINGS ? 0.5 * (low + high) : low;
        for (int i = 0; i < t->body->spine_count; i++)
            t->turns[i] = swv_quat_mul(swvi_part_of_turn(start->turns[i], whole.turns[i], part), start->turns[i]);
        const swv_vec3 way = swv_vec3_sub(whole.places[HIPS], start->places[HIPS]);
        t->places[HIPS] = swv_vec3_add(start->places[HIPS], swv_vec3_scale(part, way));
        swvi_trunk_place(t);
        swvi_trunk_stand(t, wish);
        set_head(a, start, eyes, t);
        const swv_status status = stand(t, swings, legs, count, options, base, out, reports);
        if (status != SWV_OK)
            return status;
        const bool is_off = are_feet_off(t->body, reports, count);
        if (round == 0 && is_off) {
            *t = whole;
            return stand(t, swings, legs, count, options, base, out, reports);
        }
        *(is_off ? &high : &low) = part;
    }
    return SWV_OK;
}

// ---- what came of it ----

// How far a goal is missed. Elbows and knees are only drawn towards theirs: `counts` is false.
static void check_goal(const swv_body *b, const swv_body_goal *goal, const asked *a, const swv_pose *worlds,
                       swv_vec3 eyes, double *position, double *rotation, bool *counts)
{
    const int joint = goal->part == SWV_PART_UPPER_CHEST ? b->spine[b->chest] : b->parts[goal->part];
    *position = *rotation = 0.0;
    *counts = true;
    for (int i = 0; i < LIMBS; i++)
        *counts &= middle_parts[i] != goal->part;
    if (goal->want == SWV_WANT_FREE)
        return;
    if (goal->want == SWV_WANT_GAZE) {
        const swv_quat turn =
            swv_quat_mul(worlds[joint].rotation, swv_quat_conjugate(b->rest_turns[b->spine_count - 1]));
        const swv_vec3 sight = swv_quat_rotate(turn, sight_of(b));
        const swv_vec3 way = swv_vec3_sub(swv_vec3_sub(a->gaze, worlds[joint].position), swv_quat_rotate(turn, eyes));
        *rotation = swv_atan2(swv_vec3_length(swv_vec3_cross(sight, way)), swv_vec3_dot(sight, way));
        return;
    }
    const swv_pose wanted = wanted_pose(b, goal, a->worlds[joint]);
    if (goal->want != SWV_WANT_ROTATION)
        *position = swv_vec3_length(swv_vec3_sub(worlds[joint].position, wanted.position));
    if (goal->want != SWV_WANT_POSITION && *counts)
        *rotation = swv_quat_angle_between(worlds[joint].rotation, wanted.rotation);
}

// What came of the limbs, and of a trunk that is short of nothing: `outcome` is theirs.
static void make_report(const swv_body *b, const swv_body_goal *goals, int goal_count, const asked *a,
                        const swvi_trunk_wish *wish, const swv_pose *worlds, swv_vec3 eyes, swv_outcome outcome,
                        swv_body_reach_report *report)
{
    swv_body_reach_report r = { .outcome = outcome, .mass = swvi_body_mass(b, worlds) };
    swv_vec3              towards;
    bool                  is_short = outcome == SWV_OUT_OF_REACH;
    for (int i = 0; i < goal_count; i++) {
        bool counts;
        check_goal(b, &goals[i], a, worlds, eyes, &r.position_errors[i], &r.rotation_errors[i], &counts);
        const bool is_off = counts && r.position_errors[i] > MET * b->size;
        is_short |= is_off && r.outcome == SWV_REACHED;
        if (r.outcome == SWV_REACHED && counts)
            r.outcome = is_off ? SWV_OUT_OF_REACH : r.rotation_errors[i] > MET ? SWV_LIMITED : SWV_REACHED;
    }
    r.overhang = wish->support_count > 0 ? swvi_overhang(b, r.mass, wish, &towards) : 0.0;
    r.is_step_due = wish->support_count > 0 && (is_short || (wish->has_support && r.overhang > LEAN * b->size));
    r.mass = swvi_mount_point(&b->mount, r.mass);
    *report = r;
}

// Which way upper arms point, in axes that turn with the chest.
static bool see_arms(const swvi_trunk *t, const swv_pose *locals, swv_vec3 arms[2])
{
    const swv_body  *b = t->body;
    const swv_mount *m = &b->mount;
    for (int side = 0; side < 2; side++) {
        const int *joints = m->limbs[side].joints;
        swv_pose   upper, lower;
        int        seen_from, start;
        if (!swvi_mount_up(m, locals, joints[0], b->spine[b->chest], &seen_from, &upper) ||
            !swvi_mount_up(m, locals, joints[1], joints[0], &start, &lower) || start != joints[0])
            return false;
        const swv_quat back = seen_from == NONE ? swv_quat_conjugate(t->turns[b->chest]) : b->rest_turns[b->chest];
        arms[side] = swv_quat_rotate(swv_quat_mul(back, upper.rotation), lower.position);
    }
    return true;
}

// (6) Shoulders go along with arms that have a goal and point this way: `both` is that and their swings.
static void go_along(const asked *a, const swvi_trunk *start, const swvi_trunk *t, const swvi_trunk_wish *wish,
                     const swv_vec3 arms[2], const swv_quat swings[2], const swv_pose *base,
                     const swv_body_follower *follower, double dt, swv_pose *out, swv_quat both[2])
{
    const swv_body *b = t->body;
    const swv_quat  back = swv_quat_conjugate(t->turns[b->chest]);
    for (int side = 0; side < 2; side++) {
        both[side] = swings[side];
        if (!wish->has_limb[side])
            continue;
        const int     *joints = b->mount.limbs[side].joints;
        const swv_vec3 was = swv_vec3_sub(a->worlds[joints[1]].position, a->worlds[joints[0]].position),
                       from = swv_quat_rotate(swv_quat_conjugate(start->turns[b->chest]), was);
        const swv_vec3 clavicle = t->clavicles[side].position,
                       bone = swv_quat_rotate(swings[side], swv_vec3_sub(start->roots[side], clavicle)),
                       hand = swv_quat_rotate(back, swv_vec3_sub(wish->ends[side], t->places[b->chest]));
        both[side] = swv_quat_mul(
            swvi_body_rhythm(b, side, from, arms[side], bone, swv_vec3_sub(hand, clavicle), wish->reaches[side]),
            swings[side]);
    }
    if (follower)
        swvi_body_swing_on(follower, dt, both);
    for (int side = 0; side < 2; side++)
        if (b->clavicles[side] != NONE)
            out[b->clavicles[side]] = base[b->clavicles[side]];
    swvi_trunk_write_clavicles(t, both, out);
}

// swv_body_follow if there is a follower.
static swv_status reach(const swv_body *body, swv_body_follower *follower, const swv_body_goal *goals, int goal_count,
                        double dt, const swv_pose *animation, const swv_body_reach_options *options, swv_pose *locals,
                        swv_body_reach_report *report)
{
    if (!body || (goal_count > 0 && !goals) || !locals)
        return SWV_NULL;
    if (!swvi_body_is_made(body))
        return SWV_BAD_MODEL;
    if (goal_count < 0 || goal_count > SWV_BODY_GOALS)
        return SWV_BAD_COUNT;
    if (options && options->compromise != SWV_KEEP_LIMITS && options->compromise != SWV_KEEP_HAND)
        return SWV_BAD_OPTIONS;
    const swv_mount *m = &body->mount;
    const swv_pose  *base = animation ? animation : m->rest;
    swv_pose         worlds[SWV_RIG_JOINTS], out[SWV_RIG_JOINTS];
    asked            a = { .worlds = worlds };
    swv_status       status = swv_mount_worlds(m, base, worlds);
    for (int i = 0; i < m->joint_count; i++)
        worlds[i] = swvi_mirrored_if(m->is_left_handed, worlds[i]);
    for (int i = 0; status == SWV_OK && i < goal_count; i++)
        status = read_goal(body, &goals[i], &a);
    for (int i = LEGS; i < LIMBS; i++)
        if (!a.is_free[i] && !a.ends[i].has_position)
            a.ends[i] = (ask){ true, true, true, a.worlds[m->limbs[i].joints[2]] };
    if (status != SWV_OK)
        return status;

    swvi_body_trunk_at at = { { .body = body }, { SWV_IDENTITY_QUAT, SWV_IDENTITY_QUAT } };
    swvi_trunk *const  t = &at.trunk;
    swv_quat *const    swings = at.swings;
    if (!swvi_trunk_read(body, base, t))
        return SWV_BAD_MODEL;
    const swvi_trunk       start = *t;
    const swv_vec3         eyes = eyes_of(body, &a, start.turns[body->spine_count - 1]);
    const swv_limb_options limb_options = { follower  ? follower->arms.options.compromise
                                            : options ? options->compromise
                                                      : SWV_KEEP_LIMITS };
    swvi_trunk_wish        wish = make_wish(body, &a, t);
    set_support(body, &a, &wish);
    wish.has_support = options && options->balances && wish.support_count > 0;
    set_trunk(&a, t);
    for (int side = 0; side < 2; side++)
        if (wish.has_limb[side])
            swings[side] = swvi_trunk_swing(t, side, wish.ends[side], wish.reaches[side]);
    swvi_trunk_meet(t, &wish);
    swvi_trunk_stand(t, &wish);
    set_head(&a, &start, eyes, t);

    swv_mount_goal  ends[LIMBS];
    swv_limb_report limbs[LIMBS];
    swvi_mount_step leg_steps[LIMBS], arm_steps[LIMBS];
    int             count = limb_goals(body, &a, LEGS, LIMBS, ends);
    const int       leg_count = count;
    const bool      is_there = follower && swvi_body_go_there(&at, ends, count, dt, base, follower, out, leg_steps);
    if (!is_there) {
        status = stand(t, swings, ends, count, &limb_options, base, out, limbs);
        if (status == SWV_OK && !a.hips.has_position && !a.hips.has_rotation && are_feet_off(body, limbs, count))
            status = retreat(&a, &start, &wish, eyes, swings, ends, count, &limb_options, base, t, out, limbs);
    }
    if (status == SWV_OK && follower && !is_there)
        status = swvi_body_go_on(&wish, ends, count, dt, base, follower, &at, out, leg_steps);
    const swv_quat chest = swv_quat_mul(t->turns[body->chest], swv_quat_conjugate(start.turns[body->chest]));
    bool           is_hanging[2];
    for (int side = 0; side < 2; side++)
        is_hanging[side] = !a.ends[side].has_position && hang(body, side, chest, out, &a.ends[side], &a.middles[side]);
    count += limb_goals(body, &a, 0, LEGS, ends + leg_count);
    const bool            keeps_shoulders = options && options->keeps_shoulders;
    const swv_mount_goal *arms = ends + leg_count;
    const int             arm_count = count - leg_count;
    swv_vec3              point[2];
    swv_quat              shoulders[2];
    const bool            swings_on = !keeps_shoulders && (follower || wish.has_limb[0] || wish.has_limb[1]);
    if (status == SWV_OK && swings_on) {
        // Where arms will point is where they pointed in the last frame, or where they would without it.
        if (follower && follower->has_swung) {
            point[0] = follower->arms_point[0];
            point[1] = follower->arms_point[1];
        } else {
            swv_pose there[SWV_RIG_JOINTS];
            for (int i = 0; i < m->joint_count; i++)
                there[i] = out[i];
            status = swvi_mount_solve(m, arms, arm_count, &limb_options, there, limbs + leg_count);
            if (status == SWV_OK && !see_arms(t, there, point))
                status = SWV_BAD_MODEL;
        }
        if (status == SWV_OK)
            go_along(&a, &start, t, &wish, point, swings, base, follower, dt, out, shoulders);
    }
    if (status == SWV_OK && follower) {
        status = swvi_mount_track_next(m, &follower->arms, arms, arm_count, dt, out, arm_steps);
        if (status == SWV_OK && !see_arms(t, out, point))
            status = SWV_BAD_MODEL;
    } else if (status == SWV_OK) {
        status = swvi_mount_solve(m, arms, arm_count, &limb_options, out, limbs + leg_count);
    }
    if (status != SWV_OK)
        return status;
    for (int i = 0; i < m->joint_count; i++)
        locals[i] = out[i];
    if (follower) {
        swvi_body_take(&at, leg_steps, leg_count, arm_steps, arm_count, follower);
        for (int side = 0; side < 2; side++) {
            follower->arms_point[side] = point[side];
            if (swings_on)
                follower->shoulders[side] = shoulders[side];
        }
        follower->has_swung |= swings_on;
    }
    if (!report)
        return SWV_OK;
    for (int i = 0; follower && i < count; i++)
        limbs[i] = (i < leg_count ? leg_steps[i] : arm_steps[i - leg_count]).step.report.limb;
    swv_outcome outcome = SWV_REACHED;
    for (int i = 0; i < count; i++) {
        const int limb = swv_mount_limb_of(m, ends[i].part);
        if ((limb >= LEGS || !is_hanging[limb]) && (outcome == SWV_REACHED || limbs[i].outcome == SWV_OUT_OF_REACH))
            outcome = limbs[i].outcome;
    }
    swv_pose now[SWV_RIG_JOINTS];
    status = swv_mount_worlds(m, out, now);
    for (int i = 0; i < m->joint_count; i++)
        now[i] = swvi_mirrored_if(m->is_left_handed, now[i]);
    make_report(body, goals, goal_count, &a, &wish, now, eyes, outcome, report);
    return status;
}

swv_status swv_body_reach(const swv_body *body, const swv_body_goal *goals, int goal_count, const swv_pose *animation,
                          const swv_body_reach_options *options, swv_pose *locals, swv_body_reach_report *report)
{
    return reach(body, NULL, goals, goal_count, 0.0, animation, options, locals, report);
}

swv_status swv_body_follow(const swv_body *body, swv_body_follower *follower, const swv_body_goal *goals,
                           int goal_count, double dt, const swv_pose *animation, const swv_body_reach_options *options,
                           swv_pose *locals, swv_body_reach_report *report)
{
    if (!body || !follower)
        return SWV_NULL;
    if (!swvi_body_is_follower(follower))
        return SWV_BAD_MODEL;
    return dt > 0.0 && swvi_is_finite(dt)
               ? reach(body, follower, goals, goal_count, dt, animation, options, locals, report)
               : SWV_BAD_ARGUMENT;
}
