// SPDX-License-Identifier: MIT
// Fingers of rigs of others: joints where hand.h has them, fingertips where they are asked to be, seen by other forward kinematics. Lengths are in
// the skeleton's unit, angles radians; places are in the world.
#include "rig_subject.h"
#include "rigs.h"
#include "swivel/body.h"

// Rigs whose ten digits are bound; and some with none.
static const char *const handed[] = { "fingers", "geno", "makehuman", "rigify", "rokoko", "vrm_robot" };
static const char *const handless[] = { "cesium_man", "knight", "wave_hello" };

static void random_fingers(uint64_t *seed, const swv_hand *hand, swv_hand_posture *p)
{
    const swv_thumb *t = &hand->thumb;
    for (int i = 0; i < 4; i++)
        p->thumb[i] = random_between(seed, t->lower[i], t->upper[i]);
    p->thumb[2] = t->mcp_abduction;
    p->thumb[3] = fmax(fmin(p->thumb[3], t->upper[4] / t->ratio), t->lower[4] / t->ratio);
    p->thumb[4] = t->ratio * p->thumb[3];
    for (int i = 0; i < 4; i++) {
        const swv_finger *f = &hand->fingers[i].flexion;
        p->fingers[i][0] = random_between(seed, hand->fingers[i].lower, hand->fingers[i].upper);
        for (int k = 0; k < 2; k++)
            p->fingers[i][1 + k] = random_between(seed, f->lower[k], f->upper[k]);
        p->fingers[i][2] = fmax(fmin(p->fingers[i][2], f->upper[2] / f->ratio), f->lower[2] / f->ratio);
        p->fingers[i][3] = f->ratio * p->fingers[i][2];
    }
}

static swv_vec3 place_of(frame f)
{
    return (swv_vec3){ f.m[0][3], f.m[1][3], f.m[2][3] };
}

// The tip as the skeleton has it: its joint, or as far along the last bone as at rest.
static swv_vec3 tip_of(const subject *s, const swv_mount_hand *hand, int digit, const swv_pose *locals)
{
    const world_rig *rig = &s->rig;
    const int       *joints = hand->joints[digit];
    for (int i = 0; i < rig->joint_count; i++)
        if (rig->joints[i].parent == joints[2])
            return place_of(world_of(rig, locals, i));
    const swv_vec3 last = rig->joints[joints[2]].rest.position,
                   along = swv_vec3_normalize(swv_vec3_sub(last, rig->joints[joints[1]].rest.position));
    const double *lengths =
        digit == SWV_DIGIT_THUMB ? hand->hand.thumb.lengths : hand->hand.fingers[digit - 1].flexion.lengths;
    swv_pose beyond = { swv_vec3_add(last, swv_vec3_scale(lengths[2], along)), SWV_IDENTITY_QUAT };
    swv_pose rest = rig->joints[joints[2]].rest;
    rest.rotation = swv_quat_normalize(rest.rotation);
    beyond = swv_pose_mul(swv_pose_inverse(rest), beyond);
    return place_of(times(world_of(rig, locals, joints[2]), frame_of(beyond)));
}

static double apart(swv_vec3 a, swv_vec3 b)
{
    return swv_vec3_length(swv_vec3_sub(a, b));
}

static void check_hand(const subject *s, swv_side side, uint64_t *seed, int cases)
{
    const swv_mount *m = &s->mount;
    swv_mount_hand   hand;
    assert_int_equal(swv_mount_hand_make(m, &s->binding, side, &hand), SWV_OK);
    assert_int_equal(hand.there, 31);
    const double length = hand.hand.fingers[1].knuckle.z + hand.hand.fingers[1].flexion.lengths[0];
    for (int n = 0; n < cases; n++) {
        swv_pose         locals[SWV_MOUNT_JOINTS], solved[SWV_MOUNT_JOINTS];
        swv_hand_posture posture, found;
        swv_hand_report  report;
        swv_hand_goal    goal = { .wanted = 31 };
        random_animation(m, seed, 0.3, locals);
        // Bones of the palm as at rest: fingertips hang on them.
        for (int d = 0; d < SWV_DIGITS; d++)
            for (int j = m->skeleton->joints[hand.joints[d][0]].parent; j != m->limbs[side].joints[2];
                 j = m->skeleton->joints[j].parent)
                locals[j] = m->skeleton->joints[j].rest;
        memcpy(solved, locals, sizeof solved);
        random_fingers(seed, &hand.hand, &posture);
        assert_int_equal(swv_mount_hand_write(m, &hand, &posture, locals), SWV_OK);
        // Bones as long as they are, and the angle between them is the flexion.
        for (int d = 0; d < SWV_DIGITS; d++)
            goal.tip[d] = tip_of(s, &hand, d, locals);
        for (int d = 1; d < SWV_DIGITS; d++) {
            const int     *j = hand.joints[d];
            const swv_vec3 at[3] = { place_of(world_of(&s->rig, locals, j[0])),
                                     place_of(world_of(&s->rig, locals, j[1])),
                                     place_of(world_of(&s->rig, locals, j[2])) };
            const swv_vec3 first = swv_vec3_normalize(swv_vec3_sub(at[1], at[0])),
                           second = swv_vec3_normalize(swv_vec3_sub(at[2], at[1]));
            assert_near(acos(fmin(1.0, swv_vec3_dot(first, second))), fabs(posture.fingers[d - 1][2]), 1e-7);
            assert_near(apart(at[1], at[0]), hand.hand.fingers[d - 1].flexion.lengths[0], 1e-9 * length);
        }
        // Where those tips are, others can be: solved anew they are there again, with the rest as it was.
        assert_int_equal(swv_mount_hand_solve(m, &hand, &goal, NULL, solved, &found, &report), SWV_OK);
        assert_int_equal(report.missed, 0);
        for (int d = 0; d < SWV_DIGITS; d++)
            assert_true(apart(tip_of(s, &hand, d, solved), goal.tip[d]) < 1e-9 * length);
        for (int i = 0; i < m->skeleton->joint_count; i++) {
            bool is_finger = false;
            for (int d = 0; d < SWV_DIGITS; d++)
                for (int k = 0; k < SWV_DIGIT_BONES; k++)
                    is_finger |= hand.joints[d][k] == i;
            if (!is_finger)
                assert_memory_equal(&locals[i], &solved[i], sizeof locals[i]);
        }
    }
}

static void rigs_of_others(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (size_t i = 0; i < sizeof handed / sizeof handed[0]; i++) {
        subject s;
        load(handed[i], &s);
        check_hand(&s, SWV_RIGHT, &seed, CASES(50));
        check_hand(&s, SWV_LEFT, &seed, CASES(50));
        release(&s);
    }
}

static void any_axes_unit_and_handedness(void **state)
{
    (void)state;
    uint64_t seed = 2;
    subject  s, other;
    load("makehuman", &s);
    int refused = 0;
    for (int n = 0; n < 40; n++) {
        const swv_side side = n % 4 < 2 ? SWV_RIGHT : SWV_LEFT;
        swv_mount_hand hand;
        disguise(&s, &seed, n % 2 != 0, false, &other);
        // A hand is two thirds as long as the upper arm, and made from a thousandth of a unit to a thousand.
        const double upper = other.mount.limbs[side].limb.upper;
        refused += upper < 1e-3 || upper > 2e3;
        if (upper < 1e-3 || upper > 2e3)
            assert_int_equal(swv_mount_hand_make(&other.mount, &other.binding, side, &hand), SWV_BAD_MODEL);
        else if (upper > 2e-3 && upper < 1e3)
            check_hand(&other, side, &seed, 2);
    }
    assert_true(refused < 20);
    release(&s);
}

// A fist is closed on the palm's side; an open hand is flat.
static void shapes_look_as_they_should(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof handed / sizeof handed[0]; i++) {
        for (int side = 0; side < 2; side++) {
            subject          s;
            swv_mount_hand   hand;
            swv_hand_posture posture;
            swv_pose         locals[2][SWV_MOUNT_JOINTS];
            load(handed[i], &s);
            assert_int_equal(swv_mount_hand_make(&s.mount, &s.binding, (swv_side)side, &hand), SWV_OK);
            for (int k = 0; k < 2; k++) {
                rest_of(&s.mount, locals[k]);
                assert_int_equal(swv_hand_shape_posture(&hand.hand, k ? SWV_HAND_FIST : SWV_HAND_OPEN, &posture),
                                 SWV_OK);
                assert_int_equal(swv_mount_hand_write(&s.mount, &hand, &posture, locals[k]), SWV_OK);
            }
            const world_rig *rig = &s.rig;
            const swv_vec3   wrist = rig->joints[s.mount.limbs[side].joints[2]].rest.position,
                           index = rig->joints[hand.joints[1][0]].rest.position,
                           little = rig->joints[hand.joints[4][0]].rest.position,
                           middle = rig->joints[hand.joints[2][0]].rest.position;
            const double mirror = (side == SWV_LEFT) != s.binding.is_left_handed ? -1.0 : 1.0;
            // Towards the palm: the thumb's side cross the fingers' direction, of right hands.
            const swv_vec3 palm = swv_vec3_scale(
                mirror, swv_vec3_normalize(swv_vec3_cross(swv_vec3_sub(index, little), swv_vec3_sub(middle, wrist))));
            for (int d = 1; d < SWV_DIGITS; d++) {
                const swv_vec3 knuckle = rig->joints[hand.joints[d][0]].rest.position,
                               open = tip_of(&s, &hand, d, locals[0]), closed = tip_of(&s, &hand, d, locals[1]),
                               middle_joint = place_of(world_of(rig, locals[1], hand.joints[d][1]));
                const double reach = apart(open, knuckle);
                assert_true(apart(closed, knuckle) < 0.6 * reach);
                assert_true(swv_vec3_dot(swv_vec3_sub(middle_joint, knuckle), palm) > 0.3 * reach);
                assert_true(fabs(swv_vec3_dot(swv_vec3_sub(open, knuckle), palm)) < 0.1 * reach);
            }
            release(&s);
        }
    }
}

static void what_is_refused(void **state)
{
    (void)state;
    subject          s;
    swv_mount_hand   hand;
    swv_hand_posture posture;
    for (size_t i = 0; i < sizeof handless / sizeof handless[0]; i++) {
        load(handless[i], &s);
        assert_int_equal(swv_mount_hand_make(&s.mount, &s.binding, SWV_LEFT, &hand), SWV_BAD_MODEL);
        release(&s);
    }
    load("rigify", &s);
    assert_int_equal(swv_mount_hand_make(&s.mount, &s.binding, (swv_side)2, &hand), SWV_BAD_ARGUMENT);
    // Without a little finger the others do, and it cannot be asked for.
    s.binding.parts[SWV_PART_LEFT_LITTLE_DISTAL].joint = -1;
    assert_int_equal(swv_mount_hand_make(&s.mount, &s.binding, SWV_LEFT, &hand), SWV_OK);
    assert_int_equal(hand.there, 31 - SWV_DIGIT_BIT(SWV_DIGIT_LITTLE));
    swv_pose locals[SWV_MOUNT_JOINTS];
    rest_of(&s.mount, locals);
    swv_hand_goal goal = { .wanted = SWV_DIGIT_BIT(SWV_DIGIT_LITTLE) };
    assert_int_equal(swv_mount_hand_solve(&s.mount, &hand, &goal, NULL, locals, &posture, NULL), SWV_BAD_GOAL);
    goal.wanted = SWV_DIGIT_BIT(SWV_DIGIT_INDEX);
    assert_int_equal(swv_mount_hand_solve(&s.mount, &hand, &goal, NULL, locals, &posture, NULL), SWV_OK);
    locals[3].position.x = NAN;
    assert_int_equal(swv_mount_hand_solve(&s.mount, &hand, &goal, NULL, locals, &posture, NULL), SWV_BAD_POSTURE);
    s.binding.parts[SWV_PART_LEFT_INDEX_DISTAL].joint = 10000;
    assert_int_equal(swv_mount_hand_make(&s.mount, &s.binding, SWV_LEFT, &hand), SWV_BAD_ARGUMENT);
    release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rigs_of_others),
        cmocka_unit_test(any_axes_unit_and_handedness),
        cmocka_unit_test(shapes_look_as_they_should),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
