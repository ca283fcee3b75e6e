// SPDX-License-Identifier: MIT
// The leg: what its angles mean, its two sides, its swivel and its natural knee. That every solution is found, and every
// feasible swivel, is tested with the arm's, a quarter of whose limbs are legs.
//
// Feet are poses, knees places in the hip's axes (x right, y forward, z up), metres; a posture q is seven angles, radians, of arm.h. 1e-14 and 1e-15:
// rounding of lengths below a metre.
#include "check.h"

#include <math.h>

#include "swivel_papers/arm.h"
#include "swivel_papers/chain.h"
#include "swivel_papers/models.h"

#define DEG (SWV_PI / 180.0)

static const double thigh = 0.43, shank = 0.432;  // metres: leg7 in models.c

static swv_arm leg_of(swv_side side)
{
    swv_arm leg;
    swv_arm_make_human_leg(&leg);
    leg.side = side;
    return leg;
}

// Foot and knee (out) of a posture: angles in degrees away from standing, named as they turn; ankle: flexion, eversion and rotation.
static swv_pose foot_of(const swv_arm *leg, double extension, double abduction, double rotation, double knee_flexion,
                        const double ankle[3], swv_vec3 *knee)
{
    const double q[7] = { extension * DEG, (90 + abduction) * DEG, rotation * DEG, knee_flexion * DEG,
                          ankle[0] * DEG,  ankle[1] * DEG,         ankle[2] * DEG };
    swv_pose     foot;
    assert_int_equal(swv_arm_forward(leg, q, &foot, knee), SWV_OK);
    return foot;
}

// Where the toes point: a unit vector, y of the foot.
static swv_vec3 toes_of(const swv_pose *foot)
{
    return swv_quat_rotate(foot->rotation, (swv_vec3){ 0.0, 1.0, 0.0 });
}

static void assert_vec(swv_vec3 actual, double x, double y, double z)
{
    assert_near(actual.x, x, 1e-14);
    assert_near(actual.y, y, 1e-14);
    assert_near(actual.z, z, 1e-14);
}

static const double at_rest[3] = { 0.0, 0.0, 0.0 };

static void standing_leg_hangs_with_the_toes_ahead(void **state)
{
    (void)state;
    for (int side = 0; side < 2; ++side) {
        const swv_arm  leg = leg_of((swv_side)side);
        swv_vec3       knee;
        const swv_pose foot = foot_of(&leg, 0, 0, 0, 0, at_rest, &knee);
        assert_vec(foot.position, 0.0, 0.0, -thigh - shank);
        assert_vec(knee, 0.0, 0.0, -thigh);
        assert_near(swv_quat_angle_between(foot.rotation, (swv_quat)SWV_IDENTITY_QUAT), 0.0, 1e-15);
    }
}

// Each joint alone, by a right angle or 30 degrees, worked out by hand. Outward is right for a right leg.
static void each_angle_turns_the_way_it_is_named(void **state)
{
    (void)state;
    for (int side = 0; side < 2; ++side) {
        const swv_arm leg = leg_of((swv_side)side);
        const double  outward = side == SWV_RIGHT ? 1.0 : -1.0;
        swv_vec3      knee;
        swv_pose      foot = foot_of(&leg, -90, 0, 0, 0, at_rest, &knee);  // flexed: straight ahead
        assert_vec(foot.position, 0.0, thigh + shank, 0.0);
        assert_vec(toes_of(&foot), 0.0, 0.0, 1.0);
        foot = foot_of(&leg, 0, 30, 0, 0, at_rest, &knee);
        assert_vec(knee, outward * 0.5 * thigh, 0.0, -thigh * sqrt(0.75));
        foot = foot_of(&leg, 0, 0, 30, 0, at_rest, &knee);
        assert_vec(toes_of(&foot), outward * 0.5, sqrt(0.75), 0.0);
        foot = foot_of(&leg, 0, 0, 0, 90, at_rest, &knee);  // the heel to the back
        assert_vec(foot.position, 0.0, -shank, -thigh);
        assert_vec(toes_of(&foot), 0.0, 0.0, -1.0);
        foot = foot_of(&leg, 0, 0, 0, 0, (const double[3]){ 30, 0, 0 }, &knee);  // on tiptoe
        assert_vec(toes_of(&foot), 0.0, sqrt(0.75), -0.5);
        foot = foot_of(&leg, 0, 0, 0, 0, (const double[3]){ 0, 30, 0 }, &knee);  // the outer edge up
        assert_vec(swv_quat_rotate(foot.rotation, (swv_vec3){ 0.0, 0.0, -1.0 }), outward * 0.5, 0.0, -sqrt(0.75));
        foot = foot_of(&leg, 0, 0, 0, 0, (const double[3]){ 0, 0, 30 }, &knee);
        assert_vec(toes_of(&foot), outward * 0.5, sqrt(0.75), 0.0);
    }
}

// The knee of a squat, the foot 0.6 m below the hip, is ahead of the line from hip to ankle at swivel 0, and outward at 90 degrees. The
// natural knee is ahead to 0.1 rad (chosen; found: 0.05). At 0.82 m of 0.862 the knee is bent a little, and the ankle inside its limits.
static void swivel_zero_is_the_knee_straight_ahead(void **state)
{
    (void)state;
    for (int side = 0; side < 2; ++side) {
        const swv_arm  leg = leg_of((swv_side)side);
        const swv_pose foot = { { 0.0, 0.0, -0.6 }, SWV_IDENTITY_QUAT };
        double         q[7], swivel;
        swv_vec3       knee;
        swv_pose       found;
        for (int quarter = -1; quarter <= 2; ++quarter) {
            assert_int_equal(swv_arm_solve_one(&leg, &foot, quarter * 0.5 * SWV_PI, 0, q, NULL), SWV_OK);
            assert_int_equal(swv_arm_forward(&leg, q, &found, &knee), SWV_OK);
            const double radius = sqrt(knee.x * knee.x + knee.y * knee.y);
            assert_near(knee.y, radius * (quarter == 0 ? 1 : quarter == 2 ? -1 : 0), 1e-14);
            assert_near(knee.x,
                        radius * (side == SWV_RIGHT ? 1 : -1) *
                            (quarter == 1    ? 1
                             : quarter == -1 ? -1
                                             : 0),
                        1e-14);
            assert_int_equal(swv_arm_swivel_of(&leg, q, &swivel), SWV_OK);
            assert_near(swv_angle_wrap(swivel - quarter * 0.5 * SWV_PI), 0.0, 1e-14);
        }
        // Standing on that foot, the knee ahead keeps every limit.
        swv_arm_report report;
        assert_int_equal(swv_arm_natural_swivel(&leg, &foot, &swivel), SWV_OK);
        assert_near(swivel, 0.0, 0.1);
        assert_int_equal(swv_arm_best(&leg, &foot, 0.0, NULL, q, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_LIMITED);  // a squat this deep lifts the heel: the ankle's limit
        assert_int_equal(report.outside, 1 << 4);       // ankle-flexion
        const swv_pose high = { { 0.0, 0.0, -0.82 }, SWV_IDENTITY_QUAT };
        assert_int_equal(swv_arm_best(&leg, &high, swivel, NULL, q, &report), SWV_OK);
        assert_int_equal(report.outcome, SWV_REACHED);
        assert_true(q[0] < 0.0 && q[3] > 0.0 && q[4] < 0.0);  // hip flexed, knee flexed, ankle dorsiflexed
    }
}

// The same limits to the bit, and the same feet for any angles, here 1000 postures of -4 to 4 rad: more than a turn.
static void model_is_the_human_leg(void **state)
{
    (void)state;
    const swv_arm leg = leg_of(SWV_RIGHT);
    swv_chain     model, chain;
    uint64_t      seed = 71;
    assert_int_equal(swv_model_chain("leg7", &model), SWV_OK);
    assert_int_equal(swv_arm_chain(&leg, &chain), SWV_OK);
    for (int n = 0; n < 1000; ++n) {
        double   q[7];
        swv_pose a, b;
        for (int i = 0; i < 7; ++i) {
            q[i] = random_between(&seed, -4, 4);
            assert_true(model.joints[i].lower == chain.joints[i].lower);
            assert_true(model.joints[i].upper == chain.joints[i].upper);
        }
        assert_int_equal(swv_chain_tip(&model, q, &a), SWV_OK);
        assert_int_equal(swv_chain_tip(&chain, q, &b), SWV_OK);
        assert_near(swv_vec3_length(swv_vec3_sub(a.position, b.position)), 0.0, 1e-15);
        assert_near(swv_quat_angle_between(a.rotation, b.rotation), 0.0, 1e-15);
    }
}

// A foot under the hip, the sole down: the knee is ahead, and follows the foot when leg and foot turn about the vertical. A leg of length 1,
// bent (0.6) to nearly straight (0.98), the foot 0.05 aside and turned by up to 0.3 radians; knee and toes agree to 18 degrees (cosine 0.95). Chosen.
static void natural_knee_points_where_a_standing_foots_toes_do(void **state)
{
    (void)state;
    for (int n = 0; n <= 20; ++n) {
        const double   heading = -0.3 + 0.03 * n, height = 0.6 + 0.019 * n;
        const swv_pose foot = { { 0.05, 0.0, -height }, { 0.0, 0.0, sin(0.5 * heading), cos(0.5 * heading) } };
        swv_vec3       knee;
        assert_int_equal(swv_natural_knee(SWV_RIGHT, 1.0, &foot, &knee), SWV_OK);
        assert_true(swv_vec3_dot(knee, toes_of(&foot)) > 0.95);
    }
}

// Feet whose seven numbers are ordinary, or (one in three) at the ends of what a double holds. The nines must stay where there is a status.
// 1e-14: a unit vector, but for rounding.
static void strange_feet_have_a_knee_or_a_status(void **state)
{
    (void)state;
    const double strange[] = { 0.0, 1e-300, 5e-324, 1e300, NAN, INFINITY, -INFINITY, -0.5 };
    uint64_t     seed = 73;
    for (int n = 0; n < CASES(100000); ++n) {
        double v[7];
        bool   is_finite = true;
        for (int i = 0; i < 7; ++i) {
            v[i] = random_below(&seed, 3) ? random_between(&seed, -1, 1) : strange[random_below(&seed, 8)];
            is_finite = is_finite && isfinite(v[i]);
        }
        const swv_pose   foot = { { v[0], v[1], v[2] }, { v[3], v[4], v[5], v[6] } };
        swv_vec3         knee = { 9.0, 9.0, 9.0 };
        const swv_arm    leg = leg_of(n & 1 ? SWV_LEFT : SWV_RIGHT);
        double           swivel = 9.0;
        const swv_status status = swv_natural_knee(leg.side, leg.upper_arm + leg.forearm, &foot, &knee);
        assert_int_equal(swv_arm_natural_swivel(&leg, &foot, &swivel), status);
        if (!is_finite)
            assert_int_equal(status, SWV_BAD_GOAL);
        if (status != SWV_OK) {
            assert_true(knee.x == 9.0 && knee.y == 9.0 && knee.z == 9.0 && swivel == 9.0);
        } else {
            assert_near(swv_vec3_length(knee), 1.0, 1e-14);
            assert_true(swivel >= -SWV_PI && swivel <= SWV_PI);
        }
    }
}

// The same limb as an arm, in the arm's axes: a point (x, y, z) of the leg is (-y, z, -x) of the arm, and what turns the
// leg's foot into the arm's hand is one turn, the same in every posture, here found from any. Feet within 1 m to either side: within reach
// of 0.862 m and beyond. Both searches stop at a gain of 1e-15 of the reach squared (NO_GAIN), 3e-8 of the reach: 1e-6 m and 1e-4 rad leave
// room. Chosen.
static void closest_leg_is_the_closest_arm_turned(void **state)
{
    (void)state;
    uint64_t seed = 31;
    swv_arm  leg, arm;
    swv_arm_make_human_leg(&leg);
    arm = leg;
    arm.is_leg = false;
    const swv_quat to_arm = swv_quat_from_mat3((swv_mat3){ { { 0, -1, 0 }, { 0, 0, 1 }, { -1, 0, 0 } } });
    const double   any[7] = { 0.3, 1.2, 0.4, 0.7, 0.1, 0.2, 0.3 };
    swv_pose       foot, hand;
    assert_int_equal(swv_arm_forward(&leg, any, &foot, NULL), SWV_OK);
    assert_int_equal(swv_arm_forward(&arm, any, &hand, NULL), SWV_OK);
    const swv_quat hand_from_foot =
        swv_quat_mul(swv_quat_conjugate(hand.rotation), swv_quat_mul(to_arm, foot.rotation));
    int differ = 0;
    for (int k = 0; k < 400; ++k) {
        const swv_quat r = { random_between(&seed, -1, 1), random_between(&seed, -1, 1), random_between(&seed, -1, 1),
                             random_between(&seed, -1, 1) };
        foot.position =
            (swv_vec3){ random_between(&seed, -1, 1), random_between(&seed, -1, 1), random_between(&seed, -1, 1) };
        foot.rotation = swv_quat_normalize(r);
        hand.position = swv_quat_rotate(to_arm, foot.position);
        hand.rotation = swv_quat_mul(swv_quat_mul(to_arm, foot.rotation), swv_quat_conjugate(hand_from_foot));
        double         q[7];
        swv_arm_report as_leg, as_arm;
        assert_int_equal(swv_arm_closest(&leg, &foot, 0.0, NULL, q, &as_leg), SWV_OK);
        assert_int_equal(swv_arm_closest(&arm, &hand, 0.0, NULL, q, &as_arm), SWV_OK);
        assert_near(as_leg.position_error, as_arm.position_error, 1e-6);
        differ += fabs(as_leg.rotation_error - as_arm.rotation_error) > 1e-4;
    }
    // One in 400: a search, not a proof. The wrist's nearest place may be had by two tops of almost one height.
    assert_true(differ <= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standing_leg_hangs_with_the_toes_ahead),
        cmocka_unit_test(each_angle_turns_the_way_it_is_named),
        cmocka_unit_test(swivel_zero_is_the_knee_straight_ahead),
        cmocka_unit_test(model_is_the_human_leg),
        cmocka_unit_test(natural_knee_points_where_a_standing_foots_toes_do),
        cmocka_unit_test(strange_feet_have_a_knee_or_a_status),
        cmocka_unit_test(closest_leg_is_the_closest_arm_turned),
    };
    return cmocka_run_group_tests_name("leg", tests, NULL, NULL);
}
