// SPDX-License-Identifier: MIT
// The human limb: postures meet their targets, angles and postures go into each other, limits are what they say.
//
// Lengths are metres, angles and swivels radians; hands, feet and elbows are in the trunk's axes, from the shoulder or hip (limb.h); random limbs are
// those of limbs.h. 1e-12 to 1e-15: rounding, of the reach. Numbers of cases are chosen.
#include "limbs.h"

// ---- the closed form ----

// The posture at a swivel meets the end, to 1e-13 of the reach and 1e-7 rad: a quaternion's angle is known to the root of a rounding only.
// `sharpness` is how well the end tells the swivel; below 1e-6 nothing is asked. Chosen.
static void check_posture_at(const swv_limb *limb, const swv_pose *end, double swivel)
{
    swv_limb_posture p;
    swv_limb_report  r;
    assert_int_equal(swv_limb_posture_at(limb, end, swivel, &p, &r), SWV_OK);
    assert_meets(limb, &p, end, 1e-13);
    assert_true(r.position_error <= 1e-13 * (limb->upper + limb->lower) && r.rotation_error <= 1e-7);
    double found;
    assert_int_equal(swv_limb_swivel_of(limb, &p, &found), SWV_OK);
    // The swivel is lost where the limb is straight, and where the reference turns infinitely fast: through the body.
    const swv_vec3 n = swv_vec3_normalize(end->position);
    const double   h = sqrt(0.5), side = limb->side == SWV_LEFT ? -1.0 : 1.0;
    const double   along = limb->kind == SWV_LIMB_LEG ? h * (n.z - n.y) : -h * (side * n.x + n.y);
    const double   length = swv_vec3_length(end->position) / (limb->upper + limb->lower);
    const double   sharpness = sin(p.flexion) * length * (1.0 - along);
    if (sharpness > 1e-6)
        assert_true(fabs(swv_angle_wrap(found - swivel)) <= 1e-12 / sharpness);
}

// Any hand within reach.
static swv_pose random_hand(uint64_t *random, const swv_limb *limb)
{
    const double   reach = limb->upper + limb->lower, nearest = fabs(limb->upper - limb->lower);
    const double   d = random_between(random, nearest, reach);
    const swv_vec3 n = random_direction(random);
    return (swv_pose){ swv_vec3_scale(d, n), random_rotation(random) };
}

static void random_hands_are_met(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int i = 0; i < CASES_OR_ALL(300000, 10000000); i++) {
        const swv_limb limb = random_limb(&random);
        const swv_pose end = random_hand(&random, &limb);
        check_posture_at(&limb, &end, random_between(&random, -SWV_PI, SWV_PI));
    }
}

// Straight, folded, on the shoulder, along the reference's own direction and against it, along each axis; and within
// 1e-12 to 1e-3 of that.
static void singular_hands_are_met(void **state)
{
    (void)state;
    uint64_t     random = 2;
    const double h = sqrt(0.5);
    for (int i = 0; i < CASES_OR_ALL(100000, 1000000); i++) {
        const swv_limb limb = random_limb(&random);
        const double   reach = limb.upper + limb.lower, nearest = fabs(limb.upper - limb.lower);
        const double   off = random_below(&random, 3) ? pow(10.0, random_between(&random, -12, -3)) : 0.0;
        const swv_vec3 special[8] = { { h, h, 0 },  { -h, -h, 0 }, { 0, h, -h }, { 0, -h, h },
                                      { 0, 0, -1 }, { 0, 0, 1 },   { 1, 0, 0 },  { 0, 1, 0 } };
        swv_vec3       n = special[random_below(&random, 8)];
        if (limb.side == SWV_LEFT)
            n.x = -n.x;
        n = swv_vec3_normalize(swv_vec3_add(n, swv_vec3_scale(off, random_direction(&random))));
        const double   distance[3] = { reach * (1.0 - off), nearest + off * reach,
                                       random_between(&random, nearest, reach) };
        const swv_pose end = { swv_vec3_scale(distance[random_below(&random, 3)], n), random_rotation(&random) };
        check_posture_at(&limb, &end, random_between(&random, -SWV_PI, SWV_PI));
    }
}

// Beyond the reach by 0.01 to 200 powers of ten, or nearer than the folded limb, to 0.999 of that. 1e-3 m: less room inside is not tried. Chosen.
static void out_of_reach_the_wrist_is_as_near_as_it_gets(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (int i = 0; i < CASES(100000); i++) {
        const swv_limb   limb = random_limb(&random);
        const double     reach = limb.upper + limb.lower, nearest = fabs(limb.upper - limb.lower);
        const bool       is_far = random_below(&random, 2) || nearest < 1e-3;
        const double     d = is_far ? reach * pow(10.0, random_between(&random, 0.01, 200))
                                    : nearest * random_between(&random, 0, 0.999);
        const swv_pose   end = { swv_vec3_scale(d, random_direction(&random)), random_rotation(&random) };
        swv_limb_posture p;
        swv_limb_report  r;
        assert_int_equal(swv_limb_posture_at(&limb, &end, random_between(&random, -4, 4), &p, &r), SWV_OK);
        const double miss = is_far ? d - reach : nearest - d;
        assert_near(r.position_error, miss, 1e-12 * (d + reach));
        assert_true(r.broken ? r.outcome == SWV_LIMITED : r.outcome == (is_far ? SWV_OUT_OF_REACH : SWV_TOO_NEAR));
    }
}

static void zero_distance_has_an_answer(void **state)
{
    (void)state;
    swv_limb arm;
    assert_int_equal(swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &arm), SWV_OK);
    assert_int_equal(swv_limb_set_lengths(&arm, 0.3, 0.3), SWV_OK);
    const swv_pose   end = SWV_IDENTITY_POSE;
    swv_limb_posture p;
    swv_limb_report  r;
    assert_int_equal(swv_limb_posture_at(&arm, &end, 0.5, &p, &r), SWV_OK);
    assert_true(r.position_error <= 1e-15);
    assert_near(p.flexion, SWV_PI, 1e-12);
}

// One bone up to a million times the other: rotations of unit length, and the wrist where it belongs. 10^5.99, so that rounding does not make it
// more. Ends up to 2.5 of the longer away.
static void bones_of_very_different_lengths_turn_by_unit_rotations(void **state)
{
    (void)state;
    uint64_t random = 4;
    for (int i = 0; i < CASES(100000); i++) {
        swv_limb     limb = random_limb(&random);
        const double longer = random_between(&random, 0.1, 1e4),
                     shorter = longer * pow(10.0, random_between(&random, -5.99, 0));
        const bool is_upper = random_below(&random, 2);
        assert_int_equal(swv_limb_set_lengths(&limb, is_upper ? longer : shorter, is_upper ? shorter : longer), SWV_OK);
        const swv_pose   end = { swv_vec3_scale(longer * random_between(&random, 0, 2.5), random_direction(&random)),
                                 random_rotation(&random) };
        swv_limb_posture p;
        swv_limb_report  r;
        assert_int_equal(swv_limb_posture_at(&limb, &end, random_between(&random, -4, 4), &p, &r), SWV_OK);
        for (int k = 0; k < 2; k++) {
            const swv_quat q = k ? p.lower : p.upper;
            assert_near(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0, 1e-14);
        }
        const double reach = longer + shorter, d = swv_vec3_length(end.position);
        const double beyond = fmax(0.0, fmax(d - reach, (longer - shorter) - d));
        assert_near(r.position_error, beyond, 1e-14 * (reach + d));
    }
}

// 1 to 1e20 rad.
static void angles_of_many_turns_give_unit_rotations(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (int i = 0; i < 1000; i++) {
        const swv_limb   limb = random_limb(&random);
        double           angles[SWV_LIMB_ANGLES] = { 0.0 };
        swv_limb_posture p;
        for (int k = 0; k < 3; k++)
            angles[k] = pow(10.0, random_between(&random, 0, 20));
        angles[SWV_PRONATION] = -pow(10.0, random_between(&random, 0, 20));
        assert_int_equal(swv_limb_posture_from_angles(&limb, angles, &p), SWV_OK);
        for (int k = 0; k < 2; k++) {
            const swv_quat q = k ? p.end : p.upper;
            assert_near(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1.0, 1e-14);
        }
    }
}

// ---- conventions, by hand ----

// 1e-9: degrees become radians, and rounding. Chosen.
static void assert_direction(swv_vec3 v, double x, double y, double z)
{
    assert_near(v.x, x, 1e-9);
    assert_near(v.y, y, 1e-9);
    assert_near(v.z, z, 1e-9);
}

static swv_vec3 axis_of(swv_quat q, int axis)
{
    return swv_quat_rotate(q, (swv_vec3){ axis == 0, axis == 1, axis == 2 });
}

// Angles in degrees, in the order of limb.h.
static swv_limb_posture posture_of(const swv_limb *limb, const double degrees[7])
{
    double           angles[7];
    swv_limb_posture p;
    for (int i = 0; i < 7; i++)
        angles[i] = degrees[i] * SWV_PI / 180.0;
    assert_int_equal(swv_limb_posture_from_angles(limb, angles, &p), SWV_OK);
    return p;
}

static void arm_hangs_with_the_palm_to_the_thigh(void **state)
{
    (void)state;
    swv_limb arm;
    assert_int_equal(swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &arm), SWV_OK);
    swv_limb_posture p = posture_of(&arm, (double[7]){ 0 });
    assert_direction(axis_of(p.upper, 2), 0, 0, -1);  // hangs
    assert_direction(axis_of(p.upper, 0), 0, 1, 0);   // the elbow bends forward
    assert_direction(axis_of(p.end, 2), 0, 0, -1);    // fingers down
    assert_direction(axis_of(p.end, 0), -1, 0, 0);    // the palm faces the thigh
    assert_direction(axis_of(p.end, 1), 0, 1, 0);     // the thumb is in front
    p = posture_of(&arm, (double[7]){ [SWV_PRONATION] = 90 });
    assert_direction(axis_of(p.end, 0), 0, -1, 0);  // the palm faces back
    p = posture_of(&arm, (double[7]){ [SWV_WRIST_FLEXION] = 90 });
    assert_direction(axis_of(p.end, 2), -1, 0, 0);  // the fingers point where the palm was
    p = posture_of(&arm, (double[7]){ [SWV_WRIST_DEVIATION] = 20 });
    assert_direction(axis_of(p.end, 2), 0, sin(20 * SWV_PI / 180), -cos(20 * SWV_PI / 180));  // towards the thumb
    p = posture_of(&arm, (double[7]){ [SWV_SHOULDER_ELEVATION] = 90 });
    assert_direction(axis_of(p.upper, 2), 1, 0, 0);  // to the side
    p = posture_of(&arm, (double[7]){ [SWV_SHOULDER_PLANE] = 90, [SWV_SHOULDER_ELEVATION] = 90 });
    assert_direction(axis_of(p.upper, 2), 0, 1, 0);  // forward
    p = posture_of(&arm, (double[7]){ [SWV_SHOULDER_ROTATION] = 90, [SWV_ELBOW_FLEXION] = 90 });
    assert_direction(axis_of(p.lower, 2), -1, 0, 0);  // the forearm lies across the belly
    // Desk: upper arm hangs, elbow at a right angle, palm down.
    p = posture_of(&arm, (double[7]){ [SWV_ELBOW_FLEXION] = 90, [SWV_PRONATION] = 90 });
    assert_direction(axis_of(p.end, 2), 0, 1, 0);
    assert_direction(axis_of(p.end, 0), 0, 0, -1);
    swv_limb_bones f;
    assert_int_equal(swv_limb_frames(&arm, &p, 0.5, &f), SWV_OK);
    assert_direction(f.lower.position, 0, 0, -arm.upper);
    assert_direction(f.end.position, 0, arm.lower, -arm.upper);
    assert_direction(axis_of(f.lower_far.rotation, 2), 0, 1, 0);
    assert_direction(axis_of(f.lower_mid.rotation, 1), axis_of(f.lower.rotation, 1).x, axis_of(f.lower.rotation, 1).y,
                     axis_of(f.lower.rotation, 1).z);
    // All of the pronation: the wrist end's x is where the thumb is, as the elbow's is at neutral.
    assert_direction(axis_of(f.lower_far.rotation, 0), axis_of(p.end, 1).x, axis_of(p.end, 1).y, axis_of(p.end, 1).z);
}

static void leg_stands_with_the_foot_in_the_trunk_axes(void **state)
{
    (void)state;
    swv_limb leg;
    assert_int_equal(swv_limb_make(SWV_LIMB_LEG, SWV_RIGHT, &leg), SWV_OK);
    swv_limb_posture p = posture_of(&leg, (double[7]){ 0 });
    assert_direction(axis_of(p.upper, 2), 0, 0, -1);
    assert_direction(axis_of(p.upper, 0), 0, -1, 0);  // the knee bends to the back
    assert_direction(axis_of(p.end, 0), 1, 0, 0);
    assert_direction(axis_of(p.end, 1), 0, 1, 0);
    assert_direction(axis_of(p.end, 2), 0, 0, 1);
    p = posture_of(&leg, (double[7]){ [SWV_HIP_FLEXION] = 90 });
    assert_direction(axis_of(p.upper, 2), 0, 1, 0);
    p = posture_of(&leg, (double[7]){ [SWV_HIP_ABDUCTION] = 30 });
    assert_direction(axis_of(p.upper, 2), 0.5, 0, -sqrt(0.75));
    p = posture_of(&leg, (double[7]){ [SWV_HIP_ROTATION] = 90 });
    assert_direction(axis_of(p.end, 1), 1, 0, 0);  // toes outward
    p = posture_of(&leg, (double[7]){ [SWV_KNEE_FLEXION] = 90 });
    assert_direction(axis_of(p.lower, 2), 0, -1, 0);  // the shank points back
    p = posture_of(&leg, (double[7]){ [SWV_FOOT_ROTATION] = 90 });
    assert_direction(axis_of(p.end, 1), 1, 0, 0);
    p = posture_of(&leg, (double[7]){ [SWV_ANKLE_FLEXION] = 30 });
    assert_direction(axis_of(p.end, 1), 0, sqrt(0.75), -0.5);  // toes down
    p = posture_of(&leg, (double[7]){ [SWV_ANKLE_EVERSION] = 30 });
    assert_direction(axis_of(p.end, 2), -0.5, 0, sqrt(0.75));  // the sole faces outward
}

static void left_is_the_mirror_image_of_right(void **state)
{
    (void)state;
    uint64_t random = 4;
    for (int i = 0; i < CASES(20000); i++) {
        swv_limb right = random_limb(&random), left = right;
        right.side = SWV_RIGHT;
        left.side = SWV_LEFT;
        const swv_pose   end = random_hand(&random, &right);
        const swv_pose   mirrored = { { -end.position.x, end.position.y, end.position.z },
                                      { end.rotation.x, -end.rotation.y, -end.rotation.z, end.rotation.w } };
        swv_limb_posture a, b;
        swv_limb_report  ra, rb;
        assert_int_equal(swv_limb_solve(&right, &(swv_limb_goal){ .end = end }, NULL, SWV_KEEP_LIMITS, &a, &ra),
                         SWV_OK);
        assert_int_equal(swv_limb_solve(&left, &(swv_limb_goal){ .end = mirrored }, NULL, SWV_KEEP_LIMITS, &b, &rb),
                         SWV_OK);
        assert_true(ra.outcome == rb.outcome && ra.swivel == rb.swivel && ra.broken == rb.broken);
        assert_true(a.upper.x == b.upper.x && a.upper.y == -b.upper.y && a.upper.z == -b.upper.z);
        double angles_a[7], angles_b[7];
        assert_int_equal(swv_limb_angles(&right, &a, angles_a), SWV_OK);
        assert_int_equal(swv_limb_angles(&left, &b, angles_b), SWV_OK);
        for (int k = 0; k < 7; k++)
            assert_true(angles_a[k] == angles_b[k]);
    }
}

// ---- angles ----

// 1e-13 of an entry, ten times that of the end. One posture in four hangs or points straight up.
static void angles_and_postures_go_into_each_other(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (int i = 0; i < CASES_OR_ALL(100000, 1000000); i++) {
        const swv_limb   limb = random_limb(&random);
        swv_limb_posture p = random_posture(&random, &limb), back;
        double           angles[7];
        if (random_below(&random, 4) == 0) {  // hanging, straight up: plane and rotation are not determined
            const double special[7] = { 0, random_below(&random, 2) ? SWV_PI : 0.0, random_between(&random, -3, 3),
                                        1.0 };
            assert_int_equal(swv_limb_posture_from_angles(&limb, special, &p), SWV_OK);
        }
        assert_int_equal(swv_limb_angles(&limb, &p, angles), SWV_OK);
        assert_int_equal(swv_limb_posture_from_angles(&limb, angles, &back), SWV_OK);
        // A swing of nearly half a turn magnifies what its tangents lose.
        const double bent = fmax(fabs(angles[5]), fabs(angles[6]));
        const double loss = 1e-13 / fmax(1e-3, SWV_PI - bent);
        assert_true(matrix_difference(matrix_of(p.upper), matrix_of(back.upper)) <= 1e-13);
        assert_true(matrix_difference(matrix_of(p.lower), matrix_of(back.lower)) <= 1e-13);
        assert_true(matrix_difference(matrix_of(p.end), matrix_of(back.end)) <= 10.0 * loss);
    }
}

// Not where the bend's sine is below 1e-3: the elbow then tells little of the plane. 1e-11: rounding over that, with room. Chosen.
static void points_give_the_posture_back(void **state)
{
    (void)state;
    uint64_t random = 6;
    for (int i = 0; i < CASES(100000); i++) {
        const swv_limb         limb = random_limb(&random);
        const swv_limb_posture p = random_posture(&random, &limb);
        swv_limb_posture       back;
        swv_pose               end;
        swv_vec3               elbow;
        assert_int_equal(swv_limb_forward(&limb, &p, &end, &elbow), SWV_OK);
        assert_int_equal(swv_limb_posture_from_points(&limb, elbow, &end, &back), SWV_OK);
        if (sin(p.flexion) > 1e-3) {
            assert_true(matrix_difference(matrix_of(p.upper), matrix_of(back.upper)) <= 1e-11);
            assert_true(matrix_difference(matrix_of(p.lower), matrix_of(back.lower)) <= 1e-11);
        }
    }
}

// Tolani and Badler's arm and this one, in the same posture: the same hand, once its axes are turned. Elbows of 0.2 to 2.5 rad, neither straight nor
// folded; the other angles are any.
static void hand_of_tolani_and_badler_is_this_one_a_quarter_turn_away(void **state)
{
    (void)state;
    uint64_t random = 9;
    for (int i = 0; i < CASES(2000); i++) {
        swv_limb limb;
        swv_arm  arm;
        assert_int_equal(swv_limb_make(SWV_LIMB_ARM, i % 2 ? SWV_LEFT : SWV_RIGHT, &limb), SWV_OK);
        assert_int_equal(swv_arm_make(limb.upper, limb.lower, &arm), SWV_OK);
        arm.side = limb.side;
        // Wrist straight: q4 = q5 = 0, and the seventh angle is supination.
        const double q[7] = { random_between(&random, -3, 3),
                              random_between(&random, 0, 3),
                              random_between(&random, -3, 3),
                              random_between(&random, 0.2, 2.5),
                              0,
                              0,
                              random_between(&random, -1.5, 1.5) };
        swv_pose     hand;
        swv_vec3     elbow;
        assert_int_equal(swv_arm_forward(&arm, q, &hand, &elbow), SWV_OK);
        hand.rotation = swv_arm_palm_axes(arm.side, hand.rotation);
        swv_limb_posture p;
        double           angles[7];
        assert_int_equal(swv_limb_posture_from_points(&limb, elbow, &hand, &p), SWV_OK);
        assert_int_equal(swv_limb_angles(&limb, &p, angles), SWV_OK);
        assert_near(angles[SWV_ELBOW_FLEXION], q[3], 1e-12);
        assert_near(angles[SWV_PRONATION], -q[6], 1e-12);
        assert_near(angles[SWV_WRIST_FLEXION], 0.0, 1e-12);
        assert_near(angles[SWV_WRIST_DEVIATION], 0.0, 1e-12);
    }
}

// ---- the circle ----

static void the_circle_is_where_the_elbow_goes(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int i = 0; i < CASES(100000); i++) {
        const swv_limb   limb = random_limb(&random);
        const swv_pose   end = random_hand(&random, &limb);
        const double     swivel = random_between(&random, -3, 3);
        swv_limb_circle  c;
        swv_limb_posture p;
        swv_limb         free_limb = limb;
        swv_limb_limits  none;
        assert_int_equal(swv_limb_no_limits(&none), SWV_OK);
        assert_int_equal(swv_limb_set_limits(&free_limb, &none), SWV_OK);
        assert_int_equal(swv_limb_circle_of(&free_limb, end.position, &c), SWV_OK);
        assert_int_equal(swv_limb_posture_at(&limb, &end, swivel, &p, NULL), SWV_OK);
        const swv_vec3 m = swv_vec3_add(swv_vec3_scale(cos(swivel), c.zero), swv_vec3_scale(sin(swivel), c.quarter));
        const swv_vec3 on = swv_vec3_add(c.centre, swv_vec3_scale(c.radius, m));
        double         elbow[3], wrist[3];
        points_of(&limb, &p, elbow, wrist);
        assert_near(on.x, elbow[0], 1e-13);
        assert_near(on.y, elbow[1], 1e-13);
        assert_near(on.z, elbow[2], 1e-13);
        double towards;
        assert_int_equal(swv_limb_swivel_towards(&limb, end.position, m, &towards), SWV_OK);
        assert_near(swv_angle_wrap(towards - swivel), 0.0, 1e-12);
    }
}

// Following a wrist along any way that does not pass through the body's own direction, the reference turns no faster than
// it must: by the angle the line moves, over the tangent of half its distance from there. Lines 1e-5 rad apart, to a wrist 0.4 m away; 1.01: the
// second order. Chosen.
static void the_reference_turns_slowly(void **state)
{
    (void)state;
    uint64_t random = 8;
    swv_limb arm;
    assert_int_equal(swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &arm), SWV_OK);
    const swv_vec3 pole = { -sqrt(0.5), -sqrt(0.5), 0.0 };
    for (int i = 0; i < CASES(100000); i++) {
        const swv_vec3  n = random_direction(&random);
        const swv_vec3  on = swv_vec3_normalize(swv_vec3_add(n, swv_vec3_scale(1e-5, random_direction(&random))));
        swv_limb_circle a, b;
        assert_int_equal(swv_limb_circle_of(&arm, swv_vec3_scale(0.4, n), &a), SWV_OK);
        assert_int_equal(swv_limb_circle_of(&arm, swv_vec3_scale(0.4, on), &b), SWV_OK);
        const double moved = swv_vec3_length(swv_vec3_sub(on, n)),
                     turned = swv_vec3_length(swv_vec3_sub(b.zero, a.zero));
        const double distance = acos(fmax(-1.0, fmin(1.0, swv_vec3_dot(n, pole))));
        assert_true(turned <= 1.01 * moved * (1.0 + 1.0 / tan(0.5 * distance)) + 1e-12);
    }
}

// ---- bad input ----

// 5, 7 and 9 are in no enum.
static void bad_models_goals_and_postures_are_refused(void **state)
{
    (void)state;
    swv_limb         arm, zeroed = { 0 };
    swv_limb_posture p, before;
    swv_limb_goal    goal = { .end = { { 0.2, 0.3, -0.1 }, SWV_IDENTITY_QUAT } };
    assert_int_equal(swv_limb_make(SWV_LIMB_ARM, (swv_side)7, &arm), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, NULL), SWV_NULL);
    assert_int_equal(swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &arm), SWV_OK);
    assert_int_equal(swv_limb_solve(&zeroed, &goal, NULL, SWV_KEEP_LIMITS, &p, NULL), SWV_BAD_MODEL);
    zeroed = arm;
    zeroed._private.cookie ^= 1;  // as if no call had set the limits
    assert_int_equal(swv_limb_solve(&zeroed, &goal, NULL, SWV_KEEP_LIMITS, &p, NULL), SWV_BAD_MODEL);
    assert_int_equal(swv_limb_solve(&arm, &goal, NULL, SWV_KEEP_LIMITS, &p, NULL), SWV_OK);
    before = p;
    assert_int_equal(swv_limb_solve(&arm, NULL, NULL, SWV_KEEP_LIMITS, &p, NULL), SWV_NULL);
    assert_int_equal(swv_limb_solve(&arm, &goal, NULL, SWV_KEEP_LIMITS, NULL, NULL), SWV_NULL);
    assert_int_equal(swv_limb_solve(&arm, &goal, NULL, (swv_limb_compromise)5, &p, NULL), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_limb_solve(&arm, &goal, &(swv_limb_posture){ 0 }, SWV_KEEP_LIMITS, &p, NULL), SWV_BAD_POSTURE);
    goal.elbow = (swv_elbow_wish)9;
    assert_int_equal(swv_limb_solve(&arm, &goal, NULL, SWV_KEEP_LIMITS, &p, NULL), SWV_BAD_GOAL);
    goal.elbow = SWV_ELBOW_TOWARDS;
    assert_int_equal(swv_limb_solve(&arm, &goal, NULL, SWV_KEEP_LIMITS, &p, NULL), SWV_BAD_GOAL);
    goal = (swv_limb_goal){ .end = { { NAN, 0.3, -0.1 }, SWV_IDENTITY_QUAT } };
    assert_int_equal(swv_limb_solve(&arm, &goal, NULL, SWV_KEEP_LIMITS, &p, NULL), SWV_BAD_GOAL);
    goal = (swv_limb_goal){ .end = { { 0.1, 0.3, -0.1 }, { 0, 0, 0, 0 } } };
    assert_int_equal(swv_limb_solve(&arm, &goal, NULL, SWV_KEEP_LIMITS, &p, NULL), SWV_BAD_GOAL);
    assert_memory_equal(&p, &before, sizeof p);
    const swv_vec3 wrist = { 0.2, 0.3, -0.1 }, no_place = { NAN, 0.3, -0.1 };
    double         swivel = 7.0;
    assert_int_equal(swv_limb_swivel_towards(&zeroed, wrist, wrist, &swivel), SWV_BAD_MODEL);
    assert_int_equal(swv_limb_swivel_towards(&arm, wrist, wrist, NULL), SWV_NULL);
    assert_int_equal(swv_limb_swivel_towards(&arm, no_place, wrist, &swivel), SWV_BAD_GOAL);
    assert_int_equal(swv_limb_swivel_towards(&arm, wrist, no_place, &swivel), SWV_BAD_GOAL);
    assert_true(swivel == 7.0);

    const swv_limb        as_made = arm;
    const swv_limb_limits human = arm.limits;
    swv_limb_limits       limits = human;
    limits.twist = (swv_range){ 1, -1 };
    assert_int_equal(swv_limb_set_limits(&arm, &limits), SWV_BAD_LIMITS);
    limits = human;
    limits.pronation = (swv_range){ -1e308, -1e308 };  // what they are is lost in their size
    assert_int_equal(swv_limb_set_limits(&arm, &limits), SWV_BAD_LIMITS);
    limits = human;
    limits.hinge.upper = NAN;
    assert_int_equal(swv_limb_set_limits(&arm, &limits), SWV_BAD_LIMITS);
    limits = human;
    limits.cap_count = SWV_MAX_CAPS + 1;
    assert_int_equal(swv_limb_set_limits(&arm, &limits), SWV_BAD_LIMITS);
    limits = human;
    limits.rest = (swv_vec3){ 0, 0, 0 };
    assert_int_equal(swv_limb_set_limits(&arm, &limits), SWV_BAD_LIMITS);
    limits = human;
    limits.flexion.lower = 0.1;
    assert_int_equal(swv_limb_set_limits(&arm, &limits), SWV_BAD_LIMITS);
    assert_memory_equal(&arm, &as_made, sizeof arm);
    assert_int_equal(swv_limb_set_lengths(&arm, 0.3, -0.2), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_limb_set_lengths(&arm, 0.3, NAN), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_limb_set_stature(&arm, INFINITY), SWV_BAD_ARGUMENT);
    arm.softness = NAN;
    assert_int_equal(swv_limb_solve(&arm, &goal, NULL, SWV_KEEP_LIMITS, &p, NULL), SWV_BAD_MODEL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_hands_are_met),
        cmocka_unit_test(singular_hands_are_met),
        cmocka_unit_test(out_of_reach_the_wrist_is_as_near_as_it_gets),
        cmocka_unit_test(zero_distance_has_an_answer),
        cmocka_unit_test(bones_of_very_different_lengths_turn_by_unit_rotations),
        cmocka_unit_test(angles_of_many_turns_give_unit_rotations),
        cmocka_unit_test(arm_hangs_with_the_palm_to_the_thigh),
        cmocka_unit_test(leg_stands_with_the_foot_in_the_trunk_axes),
        cmocka_unit_test(left_is_the_mirror_image_of_right),
        cmocka_unit_test(angles_and_postures_go_into_each_other),
        cmocka_unit_test(points_give_the_posture_back),
        cmocka_unit_test(hand_of_tolani_and_badler_is_this_one_a_quarter_turn_away),
        cmocka_unit_test(the_circle_is_where_the_elbow_goes),
        cmocka_unit_test(the_reference_turns_slowly),
        cmocka_unit_test(bad_models_goals_and_postures_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
