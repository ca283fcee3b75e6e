// SPDX-License-Identifier: MIT
// Forward kinematics of chains: postures and places that are printed in the papers, or were worked out from their corrected equations, and
// random chains against textbook matrices. Postures in tables are degrees (q_deg, solutions, postures); lengths are those of the model:
// metres, the thesis's units, or millimetres where named so. Matrices are world_from_tip, three rows of four, by rows.
//
// Tolerances: 1e-12 where posture and matrix are given to all digits: rounding (worst found 4e-13, at a length of 110). Elsewhere a posture
// given to so many decimals moves the hand by half of the last one, times the arm's length, for each joint; the comment gives the sum.
#include "check.h"
#include "chains.h"

#include "swivel_papers/models.h"

#define DEG (SWV_PI / 180.0)

// Forward kinematics of a model at q (degrees) is this matrix (three rows), each entry within the tolerance. length: the unit of the last
// column, in the model's own. tolerance: in the model's unit, for rotations unitless.
static void assert_model_gives(const char *model, const double *q_deg, const double *rows, double length,
                               double tolerance)
{
    swv_chain chain;
    assert_int_equal(swv_model_chain(model, &chain), SWV_OK);
    double q[SWV_MAX_JOINTS];
    for (int i = 0; i < chain.dof; ++i)
        q[i] = q_deg[i] * DEG;
    swv_pose tip;
    assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_OK);
    const matrix4 t = matrix4_of_pose(tip);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j)
            assert_near(t.m[i][j], j == 3 ? rows[4 * i + j] * length : rows[4 * i + j], tolerance);
}

// Chin's example 1 (papers/chin/results.md), in the thesis's units. 5.1e-7: half of the sixth decimal, which is the last printed, and rounding.
// 1.4e-5: angles printed to five decimals move the hand by up to 5e-6 degrees * (110 + 110 + 60) = 2.4e-5; found 1.2e-5.
static void thesis_example_1_to_every_printed_digit(void **state)
{
    (void)state;
    const double q[] = { 0.5, 0.5, 0.5, 0.5, 0.5, 0.5 };
    const double computed[] = { -0.999959906354812,    0.00895429922134927, -7.87929588891458e-05, 0.959822545217057,
                                -0.000154939581392009, -0.0260991375641844, -0.999659347483998,    -109.984769820102,
                                -0.00895330534506362,  -0.999619255288663,  0.0260994785299962,    1.4834711611557 };
    assert_model_gives("arm6", q, computed, 1.0, 1e-12);

    // As the thesis prints it, to six decimals.
    const double printed[] = { -0.999960, 0.008954,    -0.000079, 0.959823,  -0.000155, -0.026099,
                               -0.999659, -109.984770, -0.008953, -0.999619, 0.026099,  1.483471 };
    assert_model_gives("arm6", q, printed, 1.0, 5.1e-7);

    // Its printed solution for the hand moved by (1, 1, 0) reaches the printed New_EE.
    const double q_new[] = { 1.03021, -7.64128, 15.43075, 0.48902, -6.28465, 1.08795 };
    const double printed_new[] = { -0.999960, 0.008954,    -0.000079, 1.959822,  -0.000155, -0.026099,
                                   -0.999659, -108.984747, -0.008953, -0.999619, 0.026100,  1.483472 };
    assert_model_gives("arm6", q_new, printed_new, 1.0, 1.4e-5);
}

// 1e-8: angles to nine decimals, 5e-10 degrees, 1e-9 at a length of 110, for each of six joints.
static void all_eight_solutions_of_example_1_meet_one_frame(void **state)
{
    (void)state;
    const double target[] = { -0.999959906354812,    0.00895429922134927, -7.87929588891458e-05, 1.959822545217057,
                              -0.000154939581392009, -0.0260991375641844, -0.999659347483998,    -108.984769820102,
                              -0.00895330534506362,  -0.999619255288663,  0.0260994785299962,    1.4834711611557 };
    const double solutions[8][6] = {
        { 1.030212379, 9.200626417, -15.430564186, 0.490542844, 7.734237825, 0.968395109 },
        { 1.030212379, 9.200626417, -15.430564186, -179.509457156, 172.265762175, -179.031604891 },
        { 1.030212379, -7.641185569, 15.430564186, 0.489019093, -6.284571441, 1.087945701 },
        { 1.030212379, -7.641185569, 15.430564186, -179.510980907, -173.715428559, -178.912054299 },
        { -178.969787621, -172.358814431, -15.430564186, -179.510980907, -6.284571441, 1.087945701 },
        { -178.969787621, -172.358814431, -15.430564186, 0.489019093, -173.715428559, -178.912054299 },
        { -178.969787621, 170.799373583, 15.430564186, -179.509457156, 7.734237825, 0.968395109 },
        { -178.969787621, 170.799373583, 15.430564186, 0.490542844, 172.265762175, -179.031604891 },
    };
    for (int i = 0; i < 8; ++i)
        assert_model_gives("arm6", solutions[i], target, 1.0, 1e-8);
}

// Postures without symmetry, so that no two entries are equal by chance; matrices from the thesis's rows (tables B.1, D.1, E.1).
// e1: links of 10 in a plane, so the hand is turned by the sum of the first joint's 90 degrees, 10, 20 and 30: 150.
static void thesis_chains_at_uneven_postures(void **state)
{
    (void)state;
    const double q6[] = { 10, -20, 30, 40, -50, 60 };
    const double b1[] = { -0.897988303297517, 0.290745319213465,  -0.330278922270718, 18.4193998580968,
                          0.431270610910788,  0.730486598577542,  -0.529523360639782, -104.461607543493,
                          0.0873078879911925, -0.617945376755966, -0.781358332674865, -6.68211650626763 };
    assert_model_gives("arm6", q6, b1, 1.0, 1e-12);
    const double q8[] = { 5, -10, 15, -20, 25, 30, -35, 40 };
    const double d1[] = { 0.260648477296168,  0.199933979399187, 0.944504513046282,  51.981235067409,
                          0.590744371370816,  0.740763258526276, -0.319829458479411, -58.4351977683504,
                          -0.763599017139813, 0.641323786163541, 0.0749689423959829, 33.7381695819928 };
    assert_model_gives("torso8", q8, d1, 1.0, 1e-12);
    const double q3[] = { 10, 20, 30 };
    const double s = sin(150 * DEG), c = cos(150 * DEG);
    const double e1[] = { c, -s, 0, -15.3967358145137, s, c, 0, 23.5083315679665, 0, 0, 1, 0 };
    assert_model_gives("planar3", q3, e1, 1.0, 1e-12);
}

// The closed-form arm of the thesis, Rz Rx T(0,-50,0) Rx Ry T(0,-60,0) Rx Rz, is the arm of table B.1 with other signs
// and a hand frame turned by K. The first solution is the posture itself, the other seven reach the same hand and are given to 12 decimals:
// 5e-13 degrees, 1e-12 at a length of 110, for each of six joints. 1e-10 leaves room. Chosen.
static void closed_form_arm_is_the_tabled_arm(void **state)
{
    (void)state;
    const swv_vec3 x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 };
    const swv_vec3 shoulder = { 0, 0, 0 }, elbow = { 0, -50, 0 }, wrist = { 0, -110, 0 };
    const swv_axis axes[6] = { { shoulder, z, false }, { shoulder, x, false }, { elbow, x, false },
                               { elbow, y, false },    { wrist, x, false },    { wrist, z, false } };
    const swv_pose tip = { wrist, SWV_IDENTITY_QUAT };
    const double   solutions[8][6] = {
          { 10, -20, 30, 40, -50, 60 },
          { 10, -20, 30, -140, -130, -120 },
          { 10, 12.790785896414, -30, 27.664127519147, -27.137595272232, 79.284961035851 },
          { 10, 12.790785896414, -30, -152.335872480853, -152.862404727768, -100.715038964149 },
          { -170, 167.209214103586, 30, -152.335872480853, -27.137595272232, 79.284961035851 },
          { -170, 167.209214103586, 30, 27.664127519147, -152.862404727768, -100.715038964149 },
          { -170, -160, -30, -140, -50, 60 },
          { -170, -160, -30, 40, -130, -120 },
    };
    const matrix4 expected = { { { -0.162964214627771, -0.942820144092294, 0.290745319213466, 18.4193998580968 },
                                 { 0.674215987666754, 0.108729624634486, 0.730486598577542, -104.461607543493 },
                                 { -0.720330109550682, 0.315068317386293, 0.617945376755966, 6.68211650626762 },
                                 { 0, 0, 0, 1 } } };
    const matrix4 k = { { { -1, 0, 0, 0 }, { 0, 0, -1, 0 }, { 0, -1, 0, 0 }, { 0, 0, 0, 1 } } };
    swv_chain     closed_form, tabled;
    assert_int_equal(swv_chain_from_axes(&closed_form, axes, 6, &tip), SWV_OK);
    assert_int_equal(swv_model_chain("arm6", &tabled), SWV_OK);
    for (int n = 0; n < 8; ++n) {
        double   q[6], q_tabled[6];
        swv_pose hand;
        for (int i = 0; i < 6; ++i) {
            q[i] = solutions[n][i] * DEG;
            q_tabled[i] = i == 0 ? q[i] : -q[i];
        }
        assert_int_equal(swv_chain_tip(&closed_form, q, &hand), SWV_OK);
        assert_near(matrix4_distance(matrix4_of_pose(hand), expected), 0.0, n == 0 ? 1e-12 : 1e-10);
        assert_int_equal(swv_chain_tip(&tabled, q_tabled, &hand), SWV_OK);
        assert_near(matrix4_distance(matrix4_mul(matrix4_of_pose(hand), k), expected), 0.0, n == 0 ? 1e-12 : 1e-10);
    }
}

// Places of shoulder, elbow and hand: 50 and 80 are pelvis to shoulder, 50 the upper arm, 60 the forearm.
static void torso_at_zero_folds_the_forearm_back(void **state)
{
    (void)state;
    const double q[8] = { 0 };
    swv_chain    chain;
    swv_pose     frames[8], tip;
    assert_int_equal(swv_model_chain("torso8", &chain), SWV_OK);
    assert_int_equal(swv_chain_frames(&chain, q, frames, &tip), SWV_OK);
    const double   expected[3][3] = { { 50, -80, 0 }, { 50, -130, 0 }, { 50, -70, 0 } };
    const swv_vec3 found[3] = { frames[2].position, frames[4].position, tip.position };
    for (int i = 0; i < 3; ++i) {
        assert_near(found[i].x, expected[i][0], 1e-12);
        assert_near(found[i].y, expected[i][1], 1e-12);
        assert_near(found[i].z, expected[i][2], 1e-12);
    }
}

// The Puma's eight solutions of one hand: four, and each with the wrist flipped. 2e-9: four times half of the ninth decimal, the last given.
static void puma_in_millimetres(void **state)
{
    (void)state;
    const double target[] = { 0.675811393, 0.559353443,   -0.480002799, 331.068253974, 0.732119298,  -0.584800710,
                              0.349298529, 279.157254055, -0.085324643, -0.587479238,  -0.804728433, -83.124542057 };
    const double solutions[4][6] = {
        { 20, -50, 30, 40, 50, -60 },
        { 20, 73.109573566, 144.627210491, 64.935021604, 147.071270639, 29.213977448 },
        { -119.724724842, 106.890426434, 30, -135.367080467, 122.877208903, 44.286665805 },
        { -119.724724842, -130, 144.627210491, -103.347851841, 37.330973244, -57.286341942 },
    };
    for (int i = 0; i < 4; ++i) {
        assert_model_gives("puma560", solutions[i], target, 1e-3, 2e-9);
        const double *q = solutions[i];
        const double  flipped[6] = { q[0], q[1], q[2], q[3] + 180, -q[4], q[5] + 180 };
        assert_model_gives("puma560", flipped, target, 1e-3, 2e-9);
    }
}

// arm7's axes with other lengths, metres: postures below were worked out for L1 = 0.30, L2 = 0.25.
static swv_chain arm_with_lengths(double upper, double fore)
{
    const swv_vec3 x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 };
    const swv_vec3 shoulder = { 0, 0, 0 }, elbow = { 0, 0, upper }, wrist = { 0, 0, upper + fore };
    const swv_axis axes[7] = { { shoulder, z, false }, { shoulder, x, false }, { shoulder, z, false },
                               { elbow, y, false },    { wrist, y, false },    { wrist, x, false },
                               { wrist, z, false } };
    const swv_pose tip = { wrist, SWV_IDENTITY_QUAT };
    swv_chain      chain;
    assert_int_equal(swv_chain_from_axes(&chain, axes, 7, &tip), SWV_OK);
    return chain;
}

// One posture of the seven-joint arm, and postures that reach the same hand: the next two at a swivel of 0.1 rad, the others with one joint as in
// the first (Tolani and Badler's two schemes, corrected). 1e-14: rounding below one metre. 5e-12: postures have 11 or 12 decimals, which is
// 1e-13 m for each joint; the rest is room. Chosen.
static void seven_joint_arm_and_its_elbow(void **state)
{
    (void)state;
    const swv_chain arm = arm_with_lengths(0.30, 0.25);
    const double    postures[][7] = {
           { 40, 65, -30, 80, 15, -20, 25 },
           { 74.29749442713, 120.88784861482, 96.65927639149, 80, -77.49722582769, 55.11916716212, -114.96170672742 },
           { 74.29749442713, 120.88784861482, 96.65927639149, 80, 102.50277417231, 124.88083283788, 65.03829327258 },
           { 40, 104.441891660840, 30, 80, 6.531350340132, 40.606183980031, -14.333187328551 },
           { 40, 104.441891660840, 30, 80, -173.468649659868, 139.393816019969, 165.666812671449 },
           { 40, 65, -30, 80, -165, -160, -155 },
           { 100.821762005447, 65, -150, 80, -92.047417568040, -44.655944601546, 160.934175682328 },
           { 100.821762005447, 65, -150, 80, 87.952582431960, -135.344055398454, -19.065824317672 },
           { -79.178237994553, -104.441891660840, -30, 80, -104.581901310846, 15.385206727284, -157.818914225869 },
           { -79.178237994553, -104.441891660840, -30, 80, 75.418098689154, 164.614793272716, 22.181085774131 },
           { 99.090195915730, 107.067804181746, 145.189639815665, 80, 76.275647269358, 160, 25 },
           { -80.909804084270, -107.067804181746, -34.810360184335, 80, 76.275647269358, 160, 25 },
           { -140, -65, 150, 80, 15, -20, 25 },
           { 35.148047930208, 90.817306849405, 8.988874595495, 80, 15, 20, 2.096549588461 },
           { -144.851952069792, -90.817306849405, -171.011125404505, 80, 15, 20, 2.096549588461 },
           { 106.093587364573, 81.756562056933, -176.311896320879, 80, -103.724352730642, -20, -177.903450411539 },
           { -73.906412635427, -81.756562056933, 3.688103679121, 80, -103.724352730642, -20, -177.903450411539 },
    };
    const matrix4 hand = { {
        { -0.638170029874627, 0.169482850908786, 0.751009038705692, 0.396833937482993 },
        { 0.769029376136642, 0.0940709806577928, 0.632253484954388, -0.141221296574193 },
        { 0.0365079663731743, 0.981033237890496, -0.190370571636963, 0.0335648343610907 },
        { 0, 0, 0, 1 },
    } };
    for (size_t n = 0; n < sizeof postures / sizeof postures[0]; ++n) {
        double   q[7];
        swv_pose frames[7], tip;
        for (int i = 0; i < 7; ++i)
            q[i] = postures[n][i] * DEG;
        assert_int_equal(swv_chain_frames(&arm, q, frames, &tip), SWV_OK);
        assert_near(matrix4_distance(matrix4_of_pose(tip), hand), 0.0, n == 0 ? 1e-14 : 5e-12);
        const swv_vec3 elbow = frames[3].position;
        if (n == 0) {
            assert_near(elbow.x, 0.174769024820876, 1e-14);
            assert_near(elbow.y, -0.208281613204465, 1e-14);
            assert_near(elbow.z, 0.12678547852221, 1e-14);
        } else if (n < 3) {
            assert_near(elbow.x, 0.247844003228067, 5e-12);
            assert_near(elbow.y, -0.069677502237631, 5e-12);
            assert_near(elbow.z, -0.15400777819906, 5e-12);
        }
    }
}

// One step of tracking: the nearest of 24 solutions meets the hand of the posture it was asked for. 1e-10: nine decimals, 5e-10 degrees or 9e-12 m
// for each of seven joints.
static void tracking_step_keeps_the_hand(void **state)
{
    (void)state;
    const swv_chain arm = arm_with_lengths(0.30, 0.25);
    const double    asked_deg[7] = { 38, 66, -31, 81, 15.5, -19, 26 };
    const double    found_deg[7] = { 38.388799205, 65.422713063, -32.090227835, 81, 15.298328046, -20, 26.604129632 };
    double          asked[7], found[7];
    swv_pose        hand, same_hand;
    for (int i = 0; i < 7; ++i) {
        asked[i] = asked_deg[i] * DEG;
        found[i] = found_deg[i] * DEG;
    }
    assert_int_equal(swv_chain_tip(&arm, asked, &hand), SWV_OK);
    assert_int_equal(swv_chain_tip(&arm, found, &same_hand), SWV_OK);
    assert_near(matrix4_distance(matrix4_of_pose(hand), matrix4_of_pose(same_hand)), 0.0, 1e-10);
}

// Postures of shoulder and elbow that bring the wrist to a place, metres, and the elbow's place; `outside`: bit i for joint i. The second is the
// first's other shoulder solution. 1e-12: rounding of angles with 12 decimals, 1e-14 rad each; the rest is room. Chosen.
static void arm7_wrist_and_elbow_of_the_tabled_arm(void **state)
{
    (void)state;
    swv_chain arm;
    assert_int_equal(swv_model_chain("arm7", &arm), SWV_OK);
    const struct {
        double   q_deg[7], wrist[3], elbow[3];
        uint64_t outside;
    } cases[] = {
        { { 75.745726348453, 153.767910224291, 21.627531551318, 90.595650486485 },
          { 0.300, 0.200, -0.250 },
          { 0.143085600899041, -0.036350474554996, -0.299601658565147 },
          0 },
        { { -104.254273651547, -153.767910224291, -158.372468448682, 90.595650486485 },
          { 0.300, 0.200, -0.250 },
          { 0.143085600899041, -0.036350474554996, -0.299601658565147 },
          0x3 },
        { { -19.176576802495, 87.683383006327, 21.946941971495, 93.934313460558 },
          { 0.150, -0.380, 0.120 },
          { -0.109622836191995, -0.315208759380372, 0.013500807202149 },
          0 },
    };
    for (int n = 0; n < 3; ++n) {
        double   q[7];
        swv_pose frames[7], tip;
        uint64_t outside;
        for (int i = 0; i < 7; ++i)
            q[i] = cases[n].q_deg[i] * DEG;
        assert_int_equal(swv_chain_frames(&arm, q, frames, &tip), SWV_OK);
        assert_near(tip.position.x, cases[n].wrist[0], 1e-12);
        assert_near(tip.position.y, cases[n].wrist[1], 1e-12);
        assert_near(tip.position.z, cases[n].wrist[2], 1e-12);
        assert_near(frames[3].position.x, cases[n].elbow[0], 1e-12);
        assert_near(frames[3].position.y, cases[n].elbow[1], 1e-12);
        assert_near(frames[3].position.z, cases[n].elbow[2], 1e-12);
        // The second is outside at the first two joints. -158.4 degrees at the third is 201.6: inside, by a turn.
        assert_int_equal(swv_chain_turn_into_limits(&arm, q, &outside), SWV_OK);
        assert_true(outside == cases[n].outside);
        if (n == 1)
            assert_near(q[2], (360 - 158.372468448682) * DEG, 1e-14);
    }
}

// Place of the tip in the finger's plane, millimetres. 1e-11 mm: rounding of 61 mm, a thousand times. 1e-8 mm: postures solved for
// round places have 11 decimals; those of the last two are exact, as the paper prints them for (30, -20), which they miss, and
// their places have 9. 1e-18: z is exactly 0. Chosen.
static void little_finger_free_and_coupled(void **state)
{
    (void)state;
    const struct {
        const char *model;
        double      q_deg[3], mm[2], tolerance_mm;
    } cases[] = {
        { "little-finger-coupled", { 10, -30 }, { 61.468361049628, -10.796870939471 }, 1e-11 },
        { "little-finger-coupled", { -20, -75 }, { 16.043997047343, -38.392405703827 }, 1e-11 },
        { "little-finger-coupled", { 35, -110 }, { 17.853029805614, -7.126933272506 }, 1e-11 },
        { "little-finger-coupled", { 18.00352855645, -83.97659304817 }, { 30, -20 }, 1e-8 },
        { "little-finger-coupled", { 49.12799471595, -58.21052274503 }, { 50, 10 }, 1e-8 },
        { "little-finger-coupled", { 2.09442306110, -60.12943943934 }, { 40, -30 }, 1e-8 },
        { "little-finger-coupled", { -4.61633639159, -83.97659304817 }, { 20, -30 }, 1e-8 },
        { "little-finger", { 10, -30, -45 }, { 55.973542147575, -15.013193777072 }, 1e-11 },
        { "little-finger", { -3.6, -40.8, -116 }, { 30.494510276, -20.084381568 }, 1e-8 },
        { "little-finger", { 25.2, -114.6, 0 }, { 29.944932454, -20.175147441 }, 1e-8 },
    };
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; ++n) {
        swv_chain finger;
        swv_pose  tip;
        assert_int_equal(swv_model_chain(cases[n].model, &finger), SWV_OK);
        const double q[3] = { cases[n].q_deg[0] * DEG, cases[n].q_deg[1] * DEG, cases[n].q_deg[2] * DEG };
        assert_int_equal(swv_chain_tip(&finger, q, &tip), SWV_OK);
        assert_near(tip.position.x * 1e3, cases[n].mm[0], cases[n].tolerance_mm);
        assert_near(tip.position.y * 1e3, cases[n].mm[1], cases[n].tolerance_mm);
        assert_near(tip.position.z, 0.0, 1e-18);
    }
}

// Random chains of 1 to 10 joints in both conventions (one in 100 has all 64), mounted anywhere, against the product of textbook matrices.
// 2e-15 for each joint, the base, and three more: rounding at lengths of a metre a joint (found: up to 62 % of it). 1e-15: the same arithmetic twice.
static void random_rows_agree_with_textbook_matrices(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int n = 0; n < CASES(100000); ++n) {
        const int               count = n % 100 == 0 ? 64 : 1 + random_below(&seed, 10);
        const swv_dh_convention convention = n % 2 ? SWV_DH_STANDARD : SWV_DH_MODIFIED;
        swv_dh_row              rows[SWV_MAX_JOINTS];
        double                  q[SWV_MAX_JOINTS];
        for (int i = 0; i < count; ++i) {
            rows[i] = random_row(&seed);
            q[i] = random_joint_value(&seed, rows[i].slides);
        }
        swv_chain chain;
        swv_pose  tip, frames[SWV_MAX_JOINTS], same_tip;
        assert_int_equal(swv_chain_from_dh(&chain, convention, rows, count), SWV_OK);
        chain.base = random_pose(&seed);
        assert_int_equal(swv_chain_check(&chain), SWV_OK);
        assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_OK);

        matrix4 product = matrix4_of_pose(chain.base);
        for (int i = 0; i < count; ++i)
            product = matrix4_mul(product, matrix4_of_row(convention, rows[i], q[i]));
        assert_near(matrix4_distance(matrix4_of_pose(tip), product), 0.0, 2e-15 * (count + 4));

        assert_int_equal(swv_chain_frames(&chain, q, frames, &same_tip), SWV_OK);
        assert_memory_equal(&tip, &same_tip, sizeof tip);
        const swv_pose from_last = swv_pose_mul(frames[count - 1], chain.tip);
        assert_near(swv_vec3_length(swv_vec3_sub(from_last.position, tip.position)), 0.0, 1e-15);
    }
}

// The chain in the other form, and back, gives the same forward kinematics: form 0 and 1 rows of both conventions, form 2 axes. Chains of 1 to 10
// joints (one in 100: 64), metres; one axis in three is parallel to the one before, one in three meets it, one in four slides: what real robots have.
// Rows of almost parallel axes, at an angle s, are exact to 1e-16 / s only: left out are those of s from 1e-15 (parallel, but for rounding) to
// 1e-2, which leaves 1e-14 for each joint, 1e-13 for ten (found: 1.1e-13), and 1e-12 with room.
static void rows_and_axes_convert_into_each_other(void **state)
{
    (void)state;
    uint64_t seed = 12;
    double   worst = 0.0;
    for (int n = 0; n < CASES(100000); ++n) {
        const int count = n % 100 == 0 ? 64 : 1 + random_below(&seed, 10);
        swv_chain chain;
        double    q[SWV_MAX_JOINTS];
        bool      is_well_conditioned = true;
        if (n % 2) {
            swv_dh_row rows[SWV_MAX_JOINTS];
            for (int i = 0; i < count; ++i) {
                rows[i] = random_row(&seed);
                const double s = fabs(sin(rows[i].alpha));
                is_well_conditioned = is_well_conditioned && (s < 1e-15 || s > 1e-2);
            }
            assert_int_equal(swv_chain_from_dh(&chain, SWV_DH_STANDARD, rows, count), SWV_OK);
            chain.base = random_pose(&seed);
        } else {
            swv_axis       axes[SWV_MAX_JOINTS];
            const swv_pose tip = random_pose(&seed);
            for (int i = 0; i < count; ++i) {
                axes[i] =
                    (swv_axis){ random_vector(&seed, 1.0), random_vector(&seed, 1.0), random_below(&seed, 4) == 0 };
                if (i > 0 && random_below(&seed, 3) == 0)
                    axes[i].direction = axes[i - 1].direction;
                if (i > 0 && random_below(&seed, 3) == 0)
                    axes[i].point = axes[i - 1].point;
                if (i > 0) {
                    const swv_vec3 a = swv_vec3_normalize(axes[i - 1].direction),
                                   b = swv_vec3_normalize(axes[i].direction);
                    const double s = swv_vec3_length(swv_vec3_cross(a, b));
                    is_well_conditioned = is_well_conditioned && (s < 1e-15 || s > 1e-2);
                }
            }
            assert_int_equal(swv_chain_from_axes(&chain, axes, count, &tip), SWV_OK);
        }
        for (int i = 0; i < count; ++i)
            q[i] = random_joint_value(&seed, chain.joints[i].slides);
        if (!is_well_conditioned)
            continue;

        swv_pose tip, other_tip;
        assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_OK);
        for (int form = 0; form < 3; ++form) {
            swv_chain other;
            if (form < 2) {
                const swv_dh_convention convention = form ? SWV_DH_MODIFIED : SWV_DH_STANDARD;
                swv_dh_row              rows[SWV_MAX_JOINTS + 1];
                swv_pose                base, mount;
                rows[count].d = 77.0;  // any number, to see that it stays
                swv_joint joints[SWV_CHAIN_JOINTS];
                const int joint_count = swv_chain_joints(&chain, joints);
                assert_int_equal(swv_joints_to_dh(joints, joint_count, convention, rows, &base, &mount), SWV_OK);
                assert_near(rows[count].d, 77.0, 0.0);  // no more than joint_count entries
                assert_int_equal(swv_chain_from_dh(&other, convention, rows, count), SWV_OK);
                other.base = base;
                other.tip = swv_pose_mul(other.tip, mount);
            } else {
                swv_axis axes[SWV_MAX_JOINTS + 1];
                swv_pose at_zero;
                axes[count].point.x = 77.0;
                assert_int_equal(swv_chain_to_axes(&chain, axes, &at_zero), SWV_OK);
                assert_near(axes[count].point.x, 77.0, 0.0);
                assert_int_equal(swv_chain_from_axes(&other, axes, count, &at_zero), SWV_OK);
            }
            assert_int_equal(swv_chain_tip(&other, q, &other_tip), SWV_OK);
            const double error = matrix4_distance(matrix4_of_pose(tip), matrix4_of_pose(other_tip));
            // 1e-11: 64 joints add up six times what ten do.
            assert_near(error, 0.0, count <= 10 ? 1e-12 : 1e-11);
            if (count <= 10)
                worst = fmax(worst, error);
        }
    }
    print_message("             up to 10 joints: worst difference between the forms %.1e\n", worst);
}

// 8 models in models.c. "arm" is none: the human arm of limb.h has that name.
static void every_model_is_sound_and_named(void **state)
{
    (void)state;
    assert_int_equal(swv_model_count(), 8);
    for (int i = 0; i < swv_model_count(); ++i) {
        const swv_model *model = swv_model_at(i);
        swv_chain        chain;
        assert_int_equal(swv_model_find(model->name), i);
        assert_int_equal(swv_model_chain(model->name, &chain), SWV_OK);
        assert_int_equal(swv_chain_check(&chain), SWV_OK);
        assert_int_equal(chain.joint_count, model->joint_count);
        for (int j = 0; j < model->joint_count; ++j)
            assert_true(strlen(model->joint_names[j]) > 0);
        assert_true(strlen(model->summary) > 0 && strlen(model->origin) > 0 && strlen(model->length_unit) > 0);
        assert_null(strchr(model->origin, '\n'));
    }
    assert_null(swv_model_at(-1));
    assert_null(swv_model_at(swv_model_count()));
    swv_chain chain;
    assert_int_equal(swv_model_find("arm"), -1);
    assert_int_equal(swv_model_chain("arm", &chain), SWV_BAD_ARGUMENT);
}

// Flexion is positive and brings the hand forward, +z for the left arm arm6, -z for the right arm torso8; abduction
// brings it to +x: what their limits rest on. shoulder_flexion, elbow_flexion: coordinates; abduction is the one before shoulder_flexion.
// straight_deg: the elbow joint with a straight arm. lowest: y of the hand hanging straight: 110 (50 and 60) below the shoulder, torso8's 80
// below the origin. forward: the sign of z. A raise by 30 degrees brings the hand forward or out by 110 sin 30.
static void positive_flexion_brings_the_hand_forward(void **state)
{
    (void)state;
    const struct {
        const char *model;
        int         shoulder_flexion, elbow_flexion;
        double      straight_deg, lowest, forward;
    } cases[] = { { "arm6", 1, 2, 0, -110, 1 }, { "torso8", 3, 4, 180, -190, -1 } };
    for (int n = 0; n < 2; ++n) {
        swv_chain chain;
        assert_int_equal(swv_model_chain(cases[n].model, &chain), SWV_OK);
        double   q[8] = { 0 };
        swv_pose tip;
        q[cases[n].elbow_flexion] = cases[n].straight_deg * DEG;
        assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_OK);
        assert_near(tip.position.y, cases[n].lowest, 1e-12);
        assert_near(tip.position.z, 0.0, 1e-12);
        q[cases[n].shoulder_flexion] = 30 * DEG;
        assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_OK);
        assert_near(tip.position.z * cases[n].forward, 110 * sin(30 * DEG), 1e-12);
        q[cases[n].shoulder_flexion] = 0;
        q[cases[n].elbow_flexion] += 90 * DEG;
        assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_OK);
        assert_near(tip.position.z * cases[n].forward, 60, 1e-12);
        q[cases[n].elbow_flexion] -= 90 * DEG;
        const double x = tip.position.x;
        q[cases[n].shoulder_flexion - 1] = 30 * DEG;
        assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_OK);
        assert_near(tip.position.x - x, 110 * sin(30 * DEG), 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thesis_example_1_to_every_printed_digit),
        cmocka_unit_test(all_eight_solutions_of_example_1_meet_one_frame),
        cmocka_unit_test(thesis_chains_at_uneven_postures),
        cmocka_unit_test(closed_form_arm_is_the_tabled_arm),
        cmocka_unit_test(torso_at_zero_folds_the_forearm_back),
        cmocka_unit_test(puma_in_millimetres),
        cmocka_unit_test(seven_joint_arm_and_its_elbow),
        cmocka_unit_test(tracking_step_keeps_the_hand),
        cmocka_unit_test(arm7_wrist_and_elbow_of_the_tabled_arm),
        cmocka_unit_test(little_finger_free_and_coupled),
        cmocka_unit_test(random_rows_agree_with_textbook_matrices),
        cmocka_unit_test(rows_and_axes_convert_into_each_other),
        cmocka_unit_test(every_model_is_sound_and_named),
        cmocka_unit_test(positive_flexion_brings_the_hand_forward),
    };
    return cmocka_run_group_tests_name("forward", tests, NULL, NULL);
}
