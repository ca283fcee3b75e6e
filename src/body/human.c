// SPDX-License-Identifier: MIT
// The built-in human: joints from landmarks on the skin.
//
// Given     stature, sex
// Find      the places of all joints in a T-pose
//
// Landmarks' heights and distances are means of people, over their mean stature; a joint lies at its landmark or beside it by
// what is said where it is placed. All are in the frontal plane (y = 0) unless said otherwise: the spine's curves are not there.
// Places and stature in metres, x to the right, y ahead, z up from the floor; scale: metres of this body in a millimetre of the survey. 0.5: a half
// breadth.
//
// Data      Gordon et al. 2012 Anthropometric Survey of U.S. Army Personnel (ANSUR II), NATICK/TR-15/007. Men: means of the
//           public file's 4,082 rows. Women (1,986): the public file was not at hand; their means follow from those of both
//           sexes together, published to 0.01 mm, and the men's, to 0.02 mm. Fifteen of them, published elsewhere, agree.
#include "math/scalar.h"
#include "swivel/hand.h"
#include "swivel/body.h"

// Means, millimetres.
typedef struct landmarks {
    double stature;
    // heights
    double lateral_malleolus, lateral_epicondyle, trochanterion, iliocristale, suprasternale, acromion, cervicale;
    double tragion_to_top;  ///< tragion to top of head
    double eye_to_top;      ///< sitting height less eye height
    // lengths and breadths
    double acromion_radiale, radiale_stylion, hand, foot, ball_of_foot, head, biacromial, bicristal, pupils;
} landmarks;

static const landmarks means[2] = {
    [SWV_FEMALE] = { 1628.49, 62.75, 465.94, 845.35, 995.73, 1329.69, 1335.09, 1395.67, 126.48, 108.96, 311.18, 241.32,
                     181.09, 246.28, 182.04, 189.80, 365.34, 273.31, 61.71 },
    [SWV_MALE] = { 1756.21, 72.90, 491.66, 900.93, 1061.63, 1438.59, 1440.74, 1517.30, 131.15, 113.78, 335.24, 267.88,
                   193.28, 271.18, 200.94, 199.50, 415.68, 275.43, 64.02 },
};

// Between joint centres, over the distance of landmarks: what makes a man's upper arm 0.172 and his forearm 0.1545 of his
// stature (Dempster 1955; de Leva 1996), as limb.h has them.
#define UPPER_ARM (0.172 * 1756.21 / 335.24)
#define FOREARM   (0.1545 * 1756.21 / 267.88)
// Humeral head inside the acromion's edge (the shoulder blade turned 38 degrees forward), and sternoclavicular joint beside the
// notch of the breastbone and ahead of the middle between that and the seventh vertebra's tip, over stature: Seth et al. 2019,
// thoracoscapular model: 28, 25 and 41 mm.
#define GH_INSIDE 0.0160
#define SC_BESIDE 0.0144
#define SC_AHEAD  0.0236
// Hip centres: 0.72 of the distance between the spines of the hip bones (Bell, Pedersen, Brand 1990), which is taken to be
// 0.87 of the bicristal breadth (our choice): 173 mm.
#define HIPS_APART (0.72 * 0.87)
// Vertebrae: from the fourth lumbar disc, level with the crests, to the first thoracic vertebra, 14.4 cm of loins and 28 of chest
// (Gray's Anatomy: loins 18 cm in five vertebrae, thorax 28). The upper chest's joint is half way up the thorax.
#define CHEST       (14.4 / 42.4)
#define UPPER_CHEST (28.4 / 42.4)
// Our choice, by looking. Over stature: head on neck 25 mm below tragion, jaw's joint 12 mm ahead of it, ball of the foot 20 mm
// high. Eyes ahead of the ears, over the head's length; ankle ahead of the heel, over the foot's.
#define HEAD_BELOW 0.0142
#define JAW_AHEAD  0.0068
#define BALL_HIGH  0.0114
#define EYES_AHEAD 0.4
#define HEEL       0.25

// What each part of the middle and the left hangs on: the one before it, but for these. Those of the right hang alike.
static int parent_of(int part)
{
    switch (part) {
    case SWV_PART_LEFT_EYE:
        return SWV_PART_HEAD;
    case SWV_PART_LEFT_UPPER_LEG:
        return SWV_PART_HIPS;
    case SWV_PART_LEFT_SHOULDER:
        return SWV_PART_UPPER_CHEST;
    case SWV_PART_LEFT_INDEX_PROXIMAL:
    case SWV_PART_LEFT_MIDDLE_PROXIMAL:
    case SWV_PART_LEFT_RING_PROXIMAL:
    case SWV_PART_LEFT_LITTLE_PROXIMAL:
        return SWV_PART_LEFT_HAND;
    default:
        return part - 1;
    }
}

// In the world, until all are placed.
static void place(swv_joint *joints, int part, double x, double y, double z)
{
    joints[part].rest = (swv_pose){ { x, y, z }, SWV_IDENTITY_QUAT };
}

// Both sides; x is that of the right.
static void place_pair(swv_joint *joints, int left, double x, double y, double z)
{
    place(joints, left, -x, y, z);
    place(joints, swv_part_mirrored(left), x, y, z);
}

// Hips to eyes.
static void place_trunk(swv_joint *joints, const landmarks *m, double scale, double stature)
{
    const double loins = scale * m->iliocristale, neck = scale * m->cervicale;
    const double tragion = stature - scale * m->tragion_to_top;
    place(joints, SWV_PART_HIPS, 0.0, 0.0, scale * m->trochanterion);  // in the middle between the hip joints
    place(joints, SWV_PART_SPINE, 0.0, 0.0, loins);
    place(joints, SWV_PART_CHEST, 0.0, 0.0, loins + CHEST * (neck - loins));
    place(joints, SWV_PART_UPPER_CHEST, 0.0, 0.0, loins + UPPER_CHEST * (neck - loins));
    place(joints, SWV_PART_NECK, 0.0, 0.0, neck);
    place(joints, SWV_PART_HEAD, 0.0, 0.0, tragion - HEAD_BELOW * stature);
    place(joints, SWV_PART_JAW, 0.0, JAW_AHEAD * stature, tragion);
    place_pair(joints, SWV_PART_LEFT_EYE, 0.5 * scale * m->pupils, EYES_AHEAD * scale * m->head,
               stature - scale * m->eye_to_top);
}

// Hip joints to toes.
static void place_legs(swv_joint *joints, const landmarks *m, double scale, double stature)
{
    // The head of the thigh bone is level with the trochanter's tip; the knee turns about the epicondyles.
    const double hip = 0.5 * HIPS_APART * scale * m->bicristal;
    place_pair(joints, SWV_PART_LEFT_UPPER_LEG, hip, 0.0, scale * m->trochanterion);
    place_pair(joints, SWV_PART_LEFT_LOWER_LEG, hip, 0.0, scale * m->lateral_epicondyle);
    place_pair(joints, SWV_PART_LEFT_FOOT, hip, 0.0, scale * m->lateral_malleolus);
    place_pair(joints, SWV_PART_LEFT_TOES, hip, scale * (m->ball_of_foot - HEEL * m->foot), BALL_HIGH * stature);
}

// The fingers' bones are those of hand.h, flat; length: of the hand, metres; right: where the right wrist is.
static swv_status place_hands(swv_joint *joints, double length, swv_vec3 right)
{
    swv_hand         hand;
    swv_hand_posture flat;
    swv_pose         bones[SWV_DIGITS][SWV_DIGIT_BONES];
    swv_status       status = swv_hand_make(SWV_RIGHT, length, &hand);
    if (status == SWV_OK)
        status = swv_hand_shape_posture(&hand, SWV_HAND_OPEN, &flat);
    // The hand's z to the right, x, where the palm faces, down: a quarter turn about y.
    const swv_pose wrist = { right, { 0.0, 0.70710678118654752, 0.0, 0.70710678118654752 } };
    if (status == SWV_OK)
        status = swv_hand_frames(&hand, &wrist, &flat, bones);
    for (int i = 0; status == SWV_OK && i < SWV_DIGITS * SWV_DIGIT_BONES; i++) {
        const swv_vec3 at = bones[i / SWV_DIGIT_BONES][i % SWV_DIGIT_BONES].position;
        place_pair(joints, SWV_PART_LEFT_THUMB_METACARPAL + i, at.x, at.y, at.z);
    }
    return status;
}

// Clavicles, arms held out to the sides, and hands.
static swv_status place_arms(swv_joint *joints, const landmarks *m, double scale, double stature)
{
    // The elbow of a hanging arm is level with the radiale, so the shoulder is below the acromion by the rest, 33 mm.
    const double   upper = UPPER_ARM * scale * m->acromion_radiale, fore = FOREARM * scale * m->radiale_stylion;
    const double   height = scale * (m->acromion - m->acromion_radiale) + upper;
    const double   shoulder = 0.5 * scale * m->biacromial - GH_INSIDE * stature;
    const swv_vec3 wrist = { shoulder + upper + fore, 0.0, height };
    place_pair(joints, SWV_PART_LEFT_SHOULDER, SC_BESIDE * stature, SC_AHEAD * stature, scale * m->suprasternale);
    place_pair(joints, SWV_PART_LEFT_UPPER_ARM, shoulder, 0.0, height);
    place_pair(joints, SWV_PART_LEFT_LOWER_ARM, shoulder + upper, 0.0, height);
    place_pair(joints, SWV_PART_LEFT_HAND, wrist.x, wrist.y, wrist.z);
    return place_hands(joints, scale * m->hand, wrist);
}

swv_status swv_human_make(double stature, swv_sex sex, swv_joint joints[SWV_HUMAN_JOINTS])
{
    if (!joints)
        return SWV_NULL;
    if (!swvi_is_finite(stature))
        return SWV_NOT_FINITE;
    if (stature < SWV_HUMAN_SHORTEST || stature > SWV_HUMAN_TALLEST || (sex != SWV_FEMALE && sex != SWV_MALE))
        return SWV_BAD_ARGUMENT;
    const landmarks *m = &means[sex];
    const double     scale = stature / m->stature;  // metres of this body for each millimetre of the mean one
    swv_joint        made[SWV_HUMAN_JOINTS];
    for (int part = 0; part < SWV_HUMAN_JOINTS; part++) {
        const int parent =
            part < SWV_PART_RIGHT_EYE ? parent_of(part) : swv_part_mirrored(parent_of(swv_part_mirrored(part)));
        made[part] = (swv_joint){ .name = swv_part_name(part),
                                  .parent = parent,
                                  .kind = parent < 0 ? SWV_JOINT_FREE : SWV_JOINT_BALL };
    }
    place_trunk(made, m, scale, stature);
    place_legs(made, m, scale, stature);
    const swv_status status = place_arms(made, m, scale, stature);
    if (status != SWV_OK)
        return status;
    for (int part = 0; part < SWV_HUMAN_JOINTS; part++) {
        const int parent = made[part].parent;
        joints[part] = made[part];
        if (parent >= 0)
            joints[part].rest.position = swv_vec3_sub(made[part].rest.position, made[parent].rest.position);
    }
    return SWV_OK;
}
