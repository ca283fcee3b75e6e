// SPDX-License-Identifier: MIT
// Fingers of a bound skeleton, driven by the hand of hand.h.
//
// (1) size   The hand is that of hand.h, as large as the skeleton's by its fingers; then every digit that is there gets the skeleton's
//            own knuckle and bones. So joints are where swv_hand_frames has them, whatever the proportions.
// (2) bones  As in mount.c, with F the bone's axes at rest: its z is the bone; its turn about it is that of the flat hand's bone,
//            brought there by the smallest swing. bone_from_joint = F^-1 R.
//
// Places are in the world, right-handed, in the skeleton's unit; joints are numbers of the mount's; digits count from the thumb, 0, and have bones
// 0, 1, 2 from the palm out. Locals are those that count, each joint against its parent.
#include "body/mount_internal.h"
#include "math/scalar.h"
#include "swivel/body.h"

enum { NONE = -1, COOKIE = 0x66696e67 };

// A digit of the skeleton at rest, right-handed, in the world.
typedef struct seen {
    bool     is_there, has_tip;
    swv_pose joints[SWV_DIGIT_BONES];
    swv_vec3 tip;
} seen;

static int joint_of(const swv_binding *binding, swv_side side, int digit, int bone)
{
    const int left = SWV_PART_LEFT_THUMB_METACARPAL + SWV_DIGIT_BONES * digit + bone;
    return binding->parts[side == SWV_LEFT ? left : swv_part_mirrored(left)].joint;
}

static swv_vec3 end_of(const seen *s, int bone)
{
    return bone + 1 < SWV_DIGIT_BONES ? s->joints[bone + 1].position : s->tip;
}

static double length_of(const seen *s, int bone)
{
    return swv_vec3_length(swv_vec3_sub(end_of(s, bone), s->joints[bone].position));
}

// One digit at rest, from its three joints. `rest` are the locals that count. False if it is not there: a joint is missing, or two are in one place.
static bool see_digit(const swv_mount *m, const swv_pose *rest, const int joints[SWV_DIGIT_BONES], seen *s)
{
    *s = (seen){ .is_there = true };
    for (int k = 0; k < SWV_DIGIT_BONES; k++) {
        if (joints[k] == NONE || (k > 0 && m->_private.parents[joints[k]] != joints[k - 1]))
            return false;
        s->joints[k] = swvi_mount_world(m, rest, joints[k]);
    }
    // The tip need not be a joint that counts.
    const swv_skeleton *skeleton = m->skeleton;
    for (int j = 0; j < skeleton->joint_count && !s->has_tip; j++) {
        if (skeleton->joints[j].parent != m->_private.joints[joints[2]])
            continue;
        const swv_pose tip = swv_pose_mul(s->joints[2], swvi_mount_inside(m, skeleton->joints[j].rest));
        s->has_tip = swv_vec3_length(swv_vec3_sub(tip.position, s->joints[2].position)) > 0.0;
        if (s->has_tip)
            s->tip = tip.position;
    }
    return length_of(s, 0) > 0.0 && length_of(s, 1) > 0.0;
}

static const double *lengths_of(const swv_hand *hand, int digit)
{
    return digit == SWV_DIGIT_THUMB ? hand->thumb.lengths : hand->fingers[digit - SWV_DIGIT_INDEX].flexion.lengths;
}

// (1) The length of a hand (wrist to the tip of the middle finger) whose digits are as long as these, in the skeleton's unit.
static double length_of_hand(const seen digits[SWV_DIGITS], swv_vec3 wrist)
{
    swv_hand model;
    double   here = 0.0, there = 0.0;
    (void)swv_hand_make(SWV_RIGHT, SWV_HAND_LENGTH_MODEL, &model);
    for (int d = 0; d < SWV_DIGITS; d++) {
        if (!digits[d].is_there)
            continue;
        const double  *lengths = lengths_of(&model, d);
        const swv_vec3 knuckle = d == SWV_DIGIT_THUMB ? model.thumb.base : model.fingers[d - SWV_DIGIT_INDEX].knuckle;
        here += swv_vec3_length(swv_vec3_sub(digits[d].joints[0].position, wrist)) + length_of(&digits[d], 0) +
                length_of(&digits[d], 1);
        there += swv_vec3_length(knuckle) + lengths[0] + lengths[1];
    }
    return SWV_HAND_LENGTH_MODEL * here / there;
}

// The digit of the hand with the skeleton's knuckle and bones. Digits of hand.h are right-handed.
static swv_status fit(const seen *s, swv_pose wrist, int digit, swv_hand *hand)
{
    const double lengths[SWV_DIGIT_BONES] = { length_of(s, 0), length_of(s, 1), length_of(s, 2) };
    swv_vec3     knuckle = swv_pose_apply(swv_pose_inverse(wrist), s->joints[0].position);
    if (hand->side == SWV_LEFT)
        knuckle = swvi_mirrored(knuckle);
    if (digit == SWV_DIGIT_THUMB) {
        const swv_thumb *t = &hand->thumb;
        const swv_pose   base = { knuckle, swv_quat_from_mat3(t->hand_from_base) };
        return swv_thumb_make(&base, lengths, t->lower, t->upper, t->ratio, &hand->thumb);
    }
    const swv_digit *f = &hand->fingers[digit - SWV_DIGIT_INDEX];
    swv_finger       flexion;
    const swv_status status = swv_finger_make(lengths, f->flexion.lower, f->flexion.upper, f->flexion.ratio, &flexion);
    return status == SWV_OK
               ? swv_digit_make(knuckle, f->lower, f->upper, &flexion, &hand->fingers[digit - SWV_DIGIT_INDEX])
               : status;
}

// The axes of hand.h at the wrist, in the world. False if the arm is not there.
static bool find_wrist(const swv_mount *m, swv_side side, const swv_pose *locals, swv_pose *wrist)
{
    const swv_mount_limb *arm = &m->limbs[side];
    if (!arm->is_there)
        return false;
    *wrist = swvi_mount_world(m, locals, arm->_private.joints[2]);
    wrist->rotation = swv_quat_normalize(swv_quat_mul(wrist->rotation, swv_quat_conjugate(arm->bone_from_joint[2])));
    return true;
}

swv_status swv_mount_hand_make(const swv_mount *mount, const swv_binding *binding, swv_side side, swv_mount_hand *hand)
{
    swv_status status = swvi_status_or_null(swvi_mount_verify(mount), !binding || !hand);
    if (status != SWV_OK)
        return status;
    if (side != SWV_RIGHT && side != SWV_LEFT)
        return SWV_BAD_ARGUMENT;
    swv_mount_hand made = { .cookie = COOKIE };
    seen           digits[SWV_DIGITS];
    swv_pose       rest[SWV_MOUNT_JOINTS], wrist;
    (void)swvi_mount_take(mount, NULL, rest);
    if (!find_wrist(mount, side, rest, &wrist))
        return SWV_BAD_MODEL;
    for (int d = 0; d < SWV_DIGITS; d++) {
        for (int k = 0; k < SWV_DIGIT_BONES; k++) {
            const int joint = joint_of(binding, side, d, k);
            made.joints[d][k] = joint;
            made._private.joints[d][k] = swvi_mount_number(mount, joint);
            if (joint != NONE && made._private.joints[d][k] == NONE)
                return SWV_BAD_ARGUMENT;
        }
        digits[d].is_there = see_digit(mount, rest, made._private.joints[d], &digits[d]);
        made.there |= digits[d].is_there ? SWV_DIGIT_BIT(d) : 0u;
    }
    if (made.there == 0 || swv_hand_make(side, length_of_hand(digits, wrist.position), &made.hand) != SWV_OK)
        return SWV_BAD_MODEL;
    for (int d = 0; d < SWV_DIGITS; d++) {
        seen *s = &digits[d];
        if (!s->is_there)
            continue;
        if (!s->has_tip) {
            const swv_vec3 along = swv_vec3_normalize(swv_vec3_sub(s->joints[2].position, s->joints[1].position));
            s->tip = swv_vec3_add(s->joints[2].position, swv_vec3_scale(lengths_of(&made.hand, d)[2], along));
        }
        if (fit(s, wrist, d, &made.hand) != SWV_OK)
            return SWV_BAD_MODEL;
    }
    // (2)
    swv_hand_posture flat;
    swv_pose         bones[SWV_DIGITS][SWV_DIGIT_BONES];
    status = swv_hand_shape_posture(&made.hand, SWV_HAND_OPEN, &flat);
    if (status == SWV_OK)
        status = swv_hand_frames(&made.hand, &wrist, &flat, bones);
    for (int d = 0; status == SWV_OK && d < SWV_DIGITS; d++) {
        for (int k = 0; digits[d].is_there && k < SWV_DIGIT_BONES; k++) {
            const swv_vec3 z = swv_quat_rotate(bones[d][k].rotation, (swv_vec3){ 0.0, 0.0, 1.0 }),
                           along = swv_vec3_sub(end_of(&digits[d], k), digits[d].joints[k].position);
            const swv_quat axes = swv_quat_mul(swv_quat_between(z, along), bones[d][k].rotation);
            made._private.bone_from_joint[d][k] = swv_quat_mul(swv_quat_conjugate(axes), digits[d].joints[k].rotation);
        }
    }
    if (status == SWV_OK)
        *hand = made;
    return status;
}

// The arguments that the calls have; *mine takes what counts of the locals.
static swv_status check_call(const swv_mount *m, const swv_mount_hand *hand, const swv_pose *locals, swv_pose *mine)
{
    const swv_status status = swvi_status_or_null(swvi_mount_verify(m), !hand || !locals);
    if (status != SWV_OK)
        return status;
    if (hand->cookie != COOKIE)
        return SWV_BAD_MODEL;
    for (int d = 0; d < SWV_DIGITS; d++)
        for (int k = 0; k < SWV_DIGIT_BONES; k++)
            if ((hand->there & SWV_DIGIT_BIT(d)) && !swvi_mount_has(m, hand->_private.joints[d][k]))
                return SWV_BAD_MODEL;
    return swvi_mount_take(m, locals, mine) ? SWV_OK : SWV_BAD_POSTURE;
}

// (2) Turns the finger joints of the locals to a posture of the hand; wrist: the hand's axes in the world.
static swv_status write(const swv_mount *m, const swv_mount_hand *hand, const swv_pose *wrist,
                        const swv_hand_posture *posture, swv_pose *locals)
{
    const swv_mount_limb *arm = &m->limbs[hand->hand.side];
    const swv_quat        carrier = swv_quat_mul(wrist->rotation, arm->bone_from_joint[2]);
    swv_pose              bones[SWV_DIGITS][SWV_DIGIT_BONES];
    swv_quat              parents[SWV_DIGITS];
    const swv_status      status = swv_hand_frames(&hand->hand, wrist, posture, bones);
    if (status != SWV_OK)
        return status;
    for (int d = 0; d < SWV_DIGITS; d++) {
        swv_pose above = SWV_IDENTITY_POSE;
        int      from = NONE;
        if (hand->there & SWV_DIGIT_BIT(d))
            from = swvi_mount_up(m, locals, m->_private.parents[hand->_private.joints[d][0]], arm->_private.joints[2],
                                 &above);
        parents[d] = from == NONE ? above.rotation : swv_quat_mul(carrier, above.rotation);
    }
    for (int d = 0; d < SWV_DIGITS; d++) {
        swv_quat parent = parents[d];
        for (int k = 0; (hand->there & SWV_DIGIT_BIT(d)) && k < SWV_DIGIT_BONES; k++) {
            const int      joint = hand->_private.joints[d][k];
            const swv_quat world = swv_quat_mul(bones[d][k].rotation, hand->_private.bone_from_joint[d][k]);
            locals[joint].position = swvi_mount_rest(m, joint).position;
            swvi_mount_set_rotation(m, joint, swv_quat_mul(swv_quat_conjugate(parent), world), locals);
            parent = world;
        }
    }
    return SWV_OK;
}

swv_status swv_mount_hand_write(const swv_mount *mount, const swv_mount_hand *hand, const swv_hand_posture *posture,
                                swv_pose *locals)
{
    swv_pose   mine[SWV_MOUNT_JOINTS], wrist;
    swv_status status = swvi_status_or_null(check_call(mount, hand, locals, mine), !posture);
    if (status != SWV_OK)
        return status;
    if (!find_wrist(mount, hand->hand.side, mine, &wrist))
        return SWV_BAD_MODEL;
    status = write(mount, hand, &wrist, posture, mine);
    if (status == SWV_OK)
        swvi_mount_give(mount, locals, mine, locals);
    return status;
}

swv_status swv_mount_hand_solve(const swv_mount *mount, const swv_mount_hand *hand, const swv_hand_goal *goal,
                                const swv_hand_posture *previous, swv_pose *locals, swv_hand_posture *posture,
                                swv_hand_report *report)
{
    swv_pose         counted[SWV_MOUNT_JOINTS];
    swv_status       status = check_call(mount, hand, locals, counted);
    swv_hand_posture found;
    swv_hand_report  of_hand;
    if (status != SWV_OK)
        return status;
    if (!goal || !posture)
        return SWV_NULL;
    if (goal->wanted & ~hand->there)
        return SWV_BAD_GOAL;
    swv_hand_goal mine = *goal;
    if (!find_wrist(mount, hand->hand.side, counted, &mine.wrist))
        return SWV_BAD_MODEL;
    for (int d = 0; d < SWV_DIGITS; d++)
        mine.tip[d] = swvi_mount_point(mount, goal->tip[d]);
    mine.thumb_pulp = swvi_mount_point(mount, goal->thumb_pulp);
    status = swv_hand_solve(&hand->hand, &mine, previous, &found, &of_hand);
    if (status == SWV_OK)
        status = write(mount, hand, &mine.wrist, &found, counted);
    if (status != SWV_OK)
        return status;
    swvi_mount_give(mount, locals, counted, locals);
    *posture = found;
    if (report)
        *report = of_hand;
    return SWV_OK;
}
