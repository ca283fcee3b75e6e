// SPDX-License-Identifier: MIT
// From where the body was towards where goals want it, no bone faster than it may be.
//
// body_reach.c finds a posture from the animation and the goals alone. It changes little where goals do, but for three things: an elbow
// or a knee may change sides, and the trunk may give way where limits keep a foot from its place. So it is a wish only:
//
// (1) trunk  T(s) is a part s of the way from the last trunk to the wish, every turn and the hips' shift by the same part, at most
//            the one at which its fastest bone turns as fast as it may.
// (2) legs   go on from where they were (limb.h): the foot exactly, the knee no faster than bones may be. Of s, s/2, s/4 ... 0 the first is
//            taken with which both feet are on their places, all limits hold and no bone is too fast. With 0 that is so if the feet stand
//            still. If it is not, feet that move are faster than legs may be: they fall behind.
// (3) arms   go on in the same way, with hands that fall behind (body_reach.c).
//
// Turns are of the spine's joints against rest, in the world, and of the clavicles in axes that turn with the chest; lengths in the skeleton's unit,
// angles in radians, dt and speeds in seconds. `most`: how far a bone may turn in this frame. A part of the way: 0 the last trunk, 1 the wish.
#include <math.h>

#include "body/body_internal.h"
#include "feel.h"
#include "body/mount_internal.h"
#include "math/scalar.h"
#include "swivel/trig.h"

enum { HIPS = 0, LEGS = 2 };
enum { HALVINGS = 6 };  // of (2): s to s/32, then 0. Chosen: more tries cost a frame's time each
#define COOKIE   0x626f6466u
#define ROUNDING 1e-9   // radians: a turn that was made just as fast as it may be is measured a little more. Chosen
#define FEET     1e-10  // of the body's size: feet off by more are not where they should be; as in body_reach.c

swv_status swv_body_follow_start(const swv_body *body, const swv_limb_track_options *options,
                                 swv_body_follower *follower)
{
    if (!body || !follower)
        return SWV_NULL;
    if (!swvi_body_is_made(body))
        return SWV_BAD_MODEL;
    swv_body_follower f = { .cookie = COOKIE };
    swv_status        status = swv_mount_track_start(&body->mount, options, &f.arms);
    if (status != SWV_OK)
        return status;
    if (f.arms.options.max_bone_speed == 0.0)
        f.arms.options.max_bone_speed = SWVI_BONE_SPEED;
    f.legs = f.arms;
    f.legs.options.max_bone_speed = 0.0;
    f.legs.options.max_swivel_speed = f.arms.options.max_bone_speed;
    *follower = f;
    return SWV_OK;
}

bool swvi_body_is_follower(const swv_body_follower *follower)
{
    return follower->cookie == COOKIE;
}

// (1)
static void part_of_way(const swv_body_follower *f, const swvi_body_trunk_at *wish, double part, swvi_body_trunk_at *to)
{
    *to = *wish;
    for (int i = 0; i < wish->trunk.body->spine_count; i++)
        to->trunk.turns[i] =
            swv_quat_normalize(swv_quat_mul(swvi_part_of_turn(f->turns[i], wish->trunk.turns[i], part), f->turns[i]));
    for (int side = 0; side < 2; side++)
        to->swings[side] = swv_quat_normalize(
            swv_quat_mul(swvi_part_of_turn(f->swings[side], wish->swings[side], part), f->swings[side]));
    const swv_vec3 way = swv_vec3_sub(wish->trunk.places[HIPS], f->hips);
    to->trunk.places[HIPS] = swv_vec3_add(f->hips, swv_vec3_scale(part, way));
    swvi_trunk_place(&to->trunk);
}

// The largest turn of a joint of the spine or a clavicle since the last frame.
static double fastest_turn(const swv_body_follower *f, const swvi_body_trunk_at *to)
{
    double squared = 0.0;
    for (int i = 0; i < to->trunk.body->spine_count; i++)
        squared = swvi_larger(squared, swvi_half_sine_squared(f->turns[i], to->trunk.turns[i]));
    for (int side = 0; side < 2; side++)
        squared = swvi_larger(squared, swvi_half_sine_squared(f->swings[side], to->swings[side]));
    return 2.0 * swv_atan2(sqrt(squared), sqrt(swvi_larger(0.0, 1.0 - squared)));
}

static bool is_turn_within(swv_quat a, swv_quat b, double most)
{
    return swvi_is_turn_below(a, b, most) || swv_quat_angle_between(a, b) <= most + ROUNDING;
}

// (2) Whether legs go on as they may.
static bool are_sound(const swvi_body_frame *frame, double most)
{
    const swv_mount_track *was = &frame->follower->legs;
    const bool             keeps_foot = was->options.compromise == SWV_KEEP_HAND;
    bool                   are = true;
    for (int i = 0; i < frame->legs.count; i++) {
        const swvi_mount_step  *next = &frame->legs.steps[i];
        const swv_limb_posture *a = &was->limbs[next->limb].posture, *b = &next->step.posture;
        const swv_limb_report  *report = &next->step.report.limb;
        are &= report->position_error <= FEET * frame->body->size && (keeps_foot || report->broken == 0) &&
               (!was->is_following[next->limb] ||
                (is_turn_within(a->upper, b->upper, most) && is_turn_within(a->lower, b->lower, most)));
    }
    return are;
}

// The trunk and the legs where frame->at has them, the legs on from those of `legs`.
static swv_status step(swvi_body_frame *frame, const swv_mount_track *legs)
{
    if (!swvi_trunk_write(&frame->at.trunk, frame->at.swings, frame->base, frame->out))
        return SWV_BAD_POSTURE;
    return swvi_mount_track_next(&frame->body->mount, legs, frame->legs.goals, frame->legs.count, frame->dt, frame->out,
                                 frame->legs.steps);
}

void swvi_body_swing_on(const swv_body_follower *f, double dt, swv_quat swings[2])
{
    const double most = f->arms.options.max_bone_speed * dt;
    for (int side = 0; side < 2 && f->has_swung; side++) {
        if (swvi_is_turn_below(f->shoulders[side], swings[side], most))
            continue;
        const double turn = swv_quat_angle_between(f->shoulders[side], swings[side]);
        if (turn > most) {
            const swv_quat part = swvi_part_of_turn(f->shoulders[side], swings[side], most / turn);
            swings[side] = swv_quat_normalize(swv_quat_mul(part, f->shoulders[side]));
        }
    }
}

bool swvi_body_go_there(swvi_body_frame *frame)
{
    const swv_body_follower *f = frame->follower;
    const double             most = f->arms.options.max_bone_speed * frame->dt;
    return f->has_posture && fastest_turn(f, &frame->at) <= most && step(frame, &f->legs) == SWV_OK &&
           are_sound(frame, most);
}

// Limits of the legs' speeds, radians a second, 0: none; bones: of every bone, swivel: of the knee about its leg's line.
static void set_speeds(swv_mount_track *legs, double bones, double swivel)
{
    for (int i = LEGS; i < SWV_MOUNT_LIMBS; i++) {
        legs->limbs[i].options.max_bone_speed = bones;
        legs->limbs[i].options.max_swivel_speed = swivel;
    }
}

swv_status swvi_body_go_on(swvi_body_frame *frame)
{
    const swv_body_follower *f = frame->follower;
    const swvi_body_trunk_at wished = frame->at;
    const double             speed = f->arms.options.max_bone_speed, most = speed * frame->dt;
    const double             fastest = f->has_posture ? fastest_turn(f, &wished) : 0.0;
    const double             whole = fastest > most ? most / fastest : 1.0;
    swv_mount_track          paced = f->legs;
    bool                     is_good = false;
    double                   part = whole;
    for (int tries = 0; tries <= HALVINGS && !is_good; tries++, part *= 0.5) {
        if (f->has_posture)
            part_of_way(f, &wished, tries < HALVINGS ? part : 0.0, &frame->at);
        if (tries < HALVINGS)
            (void)swvi_trunk_stand(&frame->at.trunk, &frame->wish);
        // A knee that swings as fast as it may leaves its leg no room to go along with the trunk.
        set_speeds(&paced, 0.0, (tries == 0 ? 1.0 : SWVI_KNEE_SLOWER) * speed);
        const swv_status status = step(frame, &paced);
        if (status != SWV_OK)
            return status;
        is_good = !f->has_posture || are_sound(frame, most);
    }
    if (is_good)
        return SWV_OK;
    part_of_way(f, &wished, whole, &frame->at);
    (void)swvi_trunk_stand(&frame->at.trunk, &frame->wish);
    set_speeds(&paced, speed, speed);
    return step(frame, &paced);
}

void swvi_body_take(const swvi_body_frame *frame)
{
    swv_body_follower *f = frame->follower;
    const swvi_trunk  *t = &frame->at.trunk;
    f->has_posture = true;
    f->hips = t->places[HIPS];
    for (int i = 0; i < frame->body->spine_count; i++)
        f->turns[i] = t->turns[i];
    for (int side = 0; side < 2; side++)
        f->swings[side] = frame->at.swings[side];
    swvi_mount_track_take(&frame->body->mount, &f->legs, frame->legs.steps, frame->legs.count);
    swvi_mount_track_take(&frame->body->mount, &f->arms, frame->arms.steps, frame->arms.count);
}
