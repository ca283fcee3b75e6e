// SPDX-License-Identifier: MIT
// The built-in human: people's lengths, whole, bound, mounted, standing, reaching; every stature, both sexes. Lengths are metres, angles radians;
// places are in the world, z up, as body.h has them.
#include "check.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "rigs.h"
#include "swivel/body.h"

// Means of ANSUR II, millimetres (NATICK/TR-15/007, 1,986 women and 4,082 men), typed in from summaries that others published,
// to 0.1 mm, not from those that human.c is made of.
typedef struct survey {
    double stature, fifth,
        ninety_fifth;  ///< women: mean and 1.645 standard deviations (64.3 mm, which follows from that of all and of the men)
    double thigh, shank, malleolus;  ///< thigh link (D29), calf link (D6)
    double biacromial, forearm, cervicale, trochanterion, hand, span;
} survey;

static const survey surveys[2] = {
    [SWV_FEMALE] = { 1628.5, 1522.7, 1734.3, 379.4, 403.2, 62.7, 365.3, 241.3, 1395.7, 845.4, 181.1, 1660.3 },
    [SWV_MALE] = { 1756.2, 1648.0, 1870.0, 409.3, 418.8, 72.9, 415.7, 267.9, 1517.3, 900.9, 193.3, 1814.2 },
};

typedef struct human {
    world_joint joints[SWV_HUMAN_JOINTS];
    world_rig   rig;
    swv_binding binding;
    swv_body    body;
} human;

static swv_vec3 at(const human *h, int part)
{
    return h->joints[part].rest.position;
}

static double apart(const human *h, int from, int to)
{
    return swv_vec3_length(swv_vec3_sub(at(h, from), at(h, to)));
}

static human *make(double stature, swv_sex sex)
{
    static human h;
    assert_int_equal(human_rig(stature, sex, h.joints, &h.rig), SWV_OK);
    assert_int_equal(bind_rig(&h.rig, NULL, &h.binding), SWV_OK);
    assert_int_equal(body_of_rig(&h.rig, &h.binding, &h.body, NULL), SWV_OK);
    return &h;
}

// Short, middling and tall people of both sexes, and the ends of the range.
static void for_everybody(void (*check)(const human *h, double stature, swv_sex sex))
{
    for (int sex = SWV_FEMALE; sex <= SWV_MALE; sex++) {
        const survey *s = &surveys[sex];
        const double  statures[] = { SWV_HUMAN_SHORTEST, 1e-3 * s->fifth, 1e-3 * s->stature, 1e-3 * s->ninety_fifth,
                                     SWV_HUMAN_TALLEST };
        for (int i = 0; i < 5; i++)
            check(make(statures[i], (swv_sex)sex), statures[i], (swv_sex)sex);
    }
}

static void check_lengths(const human *h, double stature, swv_sex sex)
{
    const survey *s = &surveys[sex];
    const double  scale = stature / s->stature, rounded = 0.11 * scale;
    assert_near(apart(h, SWV_PART_LEFT_UPPER_LEG, SWV_PART_LEFT_LOWER_LEG), scale * s->thigh, rounded);
    assert_near(apart(h, SWV_PART_LEFT_LOWER_LEG, SWV_PART_LEFT_FOOT), scale * s->shank, rounded);
    assert_near(at(h, SWV_PART_LEFT_FOOT).z, scale * s->malleolus, rounded);
    assert_near(at(h, SWV_PART_HIPS).z, scale * s->trochanterion, rounded);
    assert_near(at(h, SWV_PART_NECK).z, scale * s->cervicale, rounded);
    // Joint centres beside the landmarks: the shoulder inside the acromion, the forearm a little longer than its bone.
    assert_near(apart(h, SWV_PART_LEFT_UPPER_ARM, SWV_PART_RIGHT_UPPER_ARM), scale * (s->biacromial - 54.0),
                scale * 3.0);
    assert_near(apart(h, SWV_PART_LEFT_LOWER_ARM, SWV_PART_LEFT_HAND), scale * s->forearm * 1.013, scale * 0.2);
    // Lengths of limb.h: a man's arm is the same, a woman's forearm shorter (survey); legs are said to differ in body.h.
    swv_limb arm, leg;
    assert_int_equal(swv_limb_make(SWV_LIMB_ARM, SWV_LEFT, &arm), SWV_OK);
    assert_int_equal(swv_limb_make(SWV_LIMB_LEG, SWV_LEFT, &leg), SWV_OK);
    assert_int_equal(swv_limb_set_stature(&arm, stature), SWV_OK);
    assert_int_equal(swv_limb_set_stature(&leg, stature), SWV_OK);
    const swv_limb *made_arm = &h->body.mount.limbs[1].limb, *made_leg = &h->body.mount.limbs[3].limb;
    assert_near(made_arm->upper / arm.upper, 1.0, sex == SWV_MALE ? 1e-9 : 0.002);
    assert_near(made_arm->lower / arm.lower, sex == SWV_MALE ? 1.0 : 0.9715, sex == SWV_MALE ? 1e-9 : 0.001);
    assert_near(made_leg->upper / leg.upper, 0.961, 0.001);
    assert_near(made_leg->lower / leg.lower, sex == SWV_MALE ? 0.9566 : 0.993, 0.001);
}

static void has_the_lengths_of_people(void **state)
{
    (void)state;
    for_everybody(check_lengths);
}

static void check_shape(const human *h, double stature, swv_sex sex)
{
    for (int part = 0; part < SWV_HUMAN_JOINTS; part++) {
        const swv_vec3 p = at(h, part), q = at(h, swv_part_mirrored(part));
        assert_string_equal(h->joints[part].name, swv_part_name(part));
        assert_true(p.x == -q.x && p.y == q.y && p.z == q.z);
        assert_true(part == SWV_PART_HIPS ? h->joints[part].parent == -1
                                          : apart(h, part, h->joints[part].parent) > 0.005 * stature);
        assert_true(p.z > 0.0 && p.z < stature);
        assert_true(h->joints[part].rest.rotation.w == 1.0);
    }
    assert_true(at(h, SWV_PART_LEFT_HAND).x < 0.0 && at(h, SWV_PART_LEFT_TOES).y > 0.0);
    // Palms down, thumbs ahead.
    assert_true(at(h, SWV_PART_LEFT_THUMB_DISTAL).y > at(h, SWV_PART_LEFT_INDEX_PROXIMAL).y);
    assert_true(at(h, SWV_PART_LEFT_INDEX_PROXIMAL).y > at(h, SWV_PART_LEFT_LITTLE_PROXIMAL).y);
    assert_true(at(h, SWV_PART_LEFT_THUMB_DISTAL).z < at(h, SWV_PART_LEFT_HAND).z);
    // People draw their shoulders back when they span.
    const survey *s = &surveys[sex];
    const double  span = 2.0 * (fabs(at(h, SWV_PART_LEFT_HAND).x) * s->stature / stature + s->hand);
    assert_true(span > 1.02 * s->span && span < 1.05 * s->span);
    assert_true(fabs(at(h, SWV_PART_LEFT_MIDDLE_DISTAL).x) < 0.5 * span * stature / s->stature);
}

static void stands_in_a_t_pose(void **state)
{
    (void)state;
    for_everybody(check_shape);
}

static void check_binding(const human *h, double stature, swv_sex sex)
{
    (void)stature;
    (void)sex;
    for (int part = 0; part < SWV_PARTS; part++) {
        assert_int_equal(h->binding.parts[part].joint, part);
        assert_int_equal(h->binding.parts[part].reason, SWV_BIND_NAME);
        assert_int_equal(h->binding.parts[part].rival, -1);
        assert_near(h->binding.parts[part].confidence, 0.95, 0.0);  // the most that a name gives
    }
    assert_true(h->binding.forward.y > 0.999 && h->binding.up.z == 1.0 && !h->binding.is_left_handed);
    for (int limb = 0; limb < SWV_MOUNT_LIMBS; limb++)
        assert_true(h->body.mount.limbs[limb].is_there);
}

static void binds_whole(void **state)
{
    (void)state;
    for_everybody(check_binding);
}

static void check_stand_and_reach(const human *h, double stature, swv_sex sex)
{
    (void)sex;
    swv_pose stand[SWV_HUMAN_JOINTS], locals[SWV_HUMAN_JOINTS], worlds[SWV_HUMAN_JOINTS], before[SWV_HUMAN_JOINTS];
    assert_int_equal(swv_body_stand(&h->body, stand), SWV_OK);
    assert_int_equal(swv_mount_worlds(&h->body.mount, stand, before), SWV_OK);
    assert_true(before[SWV_PART_LEFT_HAND].position.z < 0.6 * stature);
    assert_near(before[SWV_PART_LEFT_FOOT].position.z, at(h, SWV_PART_LEFT_FOOT).z, 1e-9);

    // A hand on a shelf in front, one at the knee, a look down; feet stay.
    const swv_body_goal goals[] = {
        { SWV_PART_LEFT_HAND,
          { { -0.15 * stature, 0.25 * stature, 0.8 * stature }, SWV_IDENTITY_QUAT },
          .want = SWV_WANT_POSITION },
        { SWV_PART_RIGHT_HAND,
          { { 0.12 * stature, 0.2 * stature, 0.3 * stature }, SWV_IDENTITY_QUAT },
          .want = SWV_WANT_POSITION },
        { SWV_PART_HEAD, { { 0.1 * stature, stature, 0.2 * stature }, SWV_IDENTITY_QUAT }, .want = SWV_WANT_GAZE },
    };
    for (int first = 0; first < 2; first++) {
        swv_body_reach_report r;
        const swv_body_goal   asked[] = { goals[first], goals[2] };
        assert_int_equal(swv_body_reach(&h->body, asked, 2, stand, NULL, locals, &r), SWV_OK);
        assert_int_equal(r.outcome, SWV_REACHED);
        assert_int_equal(swv_mount_worlds(&h->body.mount, locals, worlds), SWV_OK);
        const swv_vec3 hand = worlds[goals[first].part].position;
        assert_near(swv_vec3_length(swv_vec3_sub(hand, goals[first].pose.position)), 0.0, 1e-6 * stature);
        for (int foot = SWV_PART_LEFT_FOOT; foot >= 0; foot = foot == SWV_PART_LEFT_FOOT ? SWV_PART_RIGHT_FOOT : -1)
            assert_near(swv_vec3_length(swv_vec3_sub(worlds[foot].position, before[foot].position)), 0.0,
                        1e-9 * stature);
    }
}

static void stands_and_reaches(void **state)
{
    (void)state;
    for_everybody(check_stand_and_reach);
}

// The same skeleton in all its parts, larger.
static void grows_with_stature(void **state)
{
    (void)state;
    for (int sex = SWV_FEMALE; sex <= SWV_MALE; sex++) {
        const human  one = *make(1.5, (swv_sex)sex);
        const human *two = make(1.8, (swv_sex)sex);
        for (int part = 0; part < SWV_HUMAN_JOINTS; part++)
            assert_near(swv_vec3_length(swv_vec3_sub(swv_vec3_scale(1.2, at(&one, part)), at(two, part))), 0.0, 1e-12);
    }
}

static void refuses(void **state)
{
    (void)state;
    swv_joint joints[SWV_HUMAN_JOINTS], untouched[SWV_HUMAN_JOINTS];
    memset(joints, 5, sizeof joints);
    memset(untouched, 5, sizeof untouched);
    assert_int_equal(swv_human_make(NAN, SWV_MALE, joints), SWV_NOT_FINITE);
    assert_int_equal(swv_human_make(INFINITY, SWV_MALE, joints), SWV_NOT_FINITE);
    assert_int_equal(swv_human_make(-1.75, SWV_MALE, joints), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_human_make(SWV_HUMAN_SHORTEST * (1.0 - DBL_EPSILON), SWV_MALE, joints), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_human_make(SWV_HUMAN_TALLEST * (1.0 + DBL_EPSILON), SWV_MALE, joints), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_human_make(1.75, (swv_sex)2, joints), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_human_make(1.75, SWV_MALE, NULL), SWV_NULL);
    assert_memory_equal(joints, untouched, sizeof joints);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_the_lengths_of_people),
        cmocka_unit_test(stands_in_a_t_pose),
        cmocka_unit_test(binds_whole),
        cmocka_unit_test(stands_and_reaches),
        cmocka_unit_test(grows_with_stature),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
