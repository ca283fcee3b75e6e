// SPDX-License-Identifier: MIT
// Limits of chains and joints that follow others: numbers are radians, of sliding joints metres.
#include "check.h"
#include "chains.h"

#include "swivel_papers/models.h"

// So many equal hinges, metres and radians; which, does not matter: only joint values are looked at.
static swv_chain plain_chain(int count)
{
    swv_dh_row rows[SWV_MAX_JOINTS];
    swv_chain  chain;
    for (int i = 0; i < count; ++i)
        rows[i] = (swv_dh_row){ .theta = 0.1, .d = 0.2, .a = 0.3, .alpha = 0.4 };
    assert_int_equal(swv_chain_from_dh(&chain, SWV_DH_STANDARD, rows, count), SWV_OK);
    return chain;
}

// Couplings in any order of calls give the joint values that the couplings say, whoever leads whom. 2 to 11 joints, tried twice as often as there
// are joints, so that most follow; ratios up to 2 either way, offsets up to 1 rad. 1e-12, doubled for each coupling, as ratios may double a
// rounding: chosen; found 1e-15.
static void couplings_hold_between_joint_values(void **state)
{
    (void)state;
    uint64_t seed = 31;
    for (int n = 0; n < CASES(20000); ++n) {
        const int count = 2 + random_below(&seed, 10);
        swv_chain chain = plain_chain(count);
        struct {
            int    joint, leader;
            double ratio, offset;
        } made[SWV_MAX_JOINTS];
        int made_count = 0;
        for (int tries = 2 * count; tries > 0; --tries) {
            const int    joint = random_below(&seed, count), leader = random_below(&seed, count);
            const double ratio = random_between(&seed, -2, 2), offset = random_between(&seed, -1, 1);

            // It must be refused exactly if the joint follows already, or is met on the way up from the leader.
            bool is_circle = false;
            for (int up = leader; up >= 0; up = chain.joints[up].follows)
                is_circle = is_circle || up == joint;
            const bool       is_fine = !is_circle && chain.joints[joint].follows < 0;
            const swv_status status = swv_chain_couple(&chain, joint, leader, ratio, offset);
            assert_int_equal(status, is_fine ? SWV_OK : SWV_BAD_COUPLING);
            assert_int_equal(swv_chain_check(&chain), SWV_OK);
            if (is_fine) {
                made[made_count].joint = joint;
                made[made_count].leader = leader;
                made[made_count].ratio = ratio;
                made[made_count++].offset = offset;
            }
        }
        assert_int_equal(chain.dof, count - made_count);
        double q[SWV_MAX_JOINTS], value[SWV_MAX_JOINTS];
        for (int i = 0; i < chain.dof; ++i)
            q[i] = random_between(&seed, -3, 3);
        for (int i = 0; i < count; ++i)
            value[i] = chain.joints[i].ratio * q[chain.joints[i].coordinate] + chain.joints[i].offset;
        for (int i = 0; i < made_count; ++i) {
            const double expected = made[i].ratio * value[made[i].leader] + made[i].offset;
            assert_near(value[made[i].joint], expected, 1e-12 * (1.0 + fabs(expected)) * (1 << made_count));
        }
    }
}

// Inside means: the value of every joint that moves with the coordinate is inside that joint's own limits. Four joints, the last follows the
// second (one in 10 with ratio 0). Ranges begin at -3 to 1 and are up to 4 rad wide; q is tried 20 times in -5 to 5, so inside and outside occur.
static void coordinate_limits_are_those_of_all_its_joints(void **state)
{
    (void)state;
    uint64_t seed = 32;
    for (int n = 0; n < CASES(20000); ++n) {
        swv_chain chain = plain_chain(4);
        for (int i = 0; i < 4; ++i) {
            const double lower = random_between(&seed, -3, 1);
            assert_int_equal(swv_chain_set_limits(&chain, i, lower, lower + random_between(&seed, 0, 4)), SWV_OK);
        }
        const double ratio = n % 10 ? random_between(&seed, -2, 2) : 0.0;
        assert_int_equal(swv_chain_couple(&chain, 3, 1, ratio, random_between(&seed, -1, 1)), SWV_OK);
        double lower, upper;
        assert_int_equal(swv_chain_limits(&chain, 1, &lower, &upper), SWV_OK);
        for (int k = 0; k < 20; ++k) {
            const double q = random_between(&seed, -5, 5);
            const double other = chain.joints[3].ratio * q + chain.joints[3].offset;
            const bool   is_inside = q >= chain.joints[1].lower && q <= chain.joints[1].upper &&
                                   other >= chain.joints[3].lower && other <= chain.joints[3].upper;
            assert_int_equal(q >= lower && q <= upper, is_inside);
        }
    }
}

// Angles inside, wrapped and moved by -2 to 2 turns, come back. 1e-14: a few roundings of 4 pi. The limits of arm7 reach from -83 to 210 degrees.
static void angles_are_returned_as_the_turn_inside(void **state)
{
    (void)state;
    swv_chain arm;
    uint64_t  seed = 33, outside;
    assert_int_equal(swv_model_chain("arm7", &arm), SWV_OK);
    for (int n = 0; n < CASES(100000); ++n) {
        double q[7], inside[7];
        for (int i = 0; i < 7; ++i) {
            inside[i] = random_between(&seed, arm.joints[i].lower, arm.joints[i].upper);
            q[i] = swv_angle_wrap(inside[i]) + 2 * SWV_PI * (random_below(&seed, 5) - 2);
        }
        assert_int_equal(swv_chain_turn_into_limits(&arm, q, &outside), SWV_OK);
        assert_true(outside == 0);
        for (int i = 0; i < 7; ++i)
            assert_near(q[i], inside[i], 1e-14);
    }
    // The elbow (bit 3) bends 0 to 149 degrees: hyperextended, at -0.1, it stays outside; so does the last joint (bit 6), -78 to 94, at 2.0 (115).
    double q[7] = { 0, 0, 0, -0.1, 0, 0, 2.0 };
    assert_int_equal(swv_chain_turn_into_limits(&arm, q, &outside), SWV_OK);
    assert_true(outside == ((uint64_t)1 << 3 | (uint64_t)1 << 6));
    assert_true(q[3] == -0.1 && q[6] == 2.0);
}

// A turn of the leader would be a fraction of a turn of what follows it. Bit 1 of `outside`, 2, is the second coordinate.
static void angle_that_others_follow_by_a_fraction_is_not_turned(void **state)
{
    (void)state;
    swv_chain finger;
    uint64_t  outside;
    assert_int_equal(swv_model_chain("little-finger-coupled", &finger), SWV_OK);
    double q[2] = { 0.1, -1.0 + 2 * SWV_PI };  // a turn away from inside, but the last joint would be elsewhere
    assert_int_equal(swv_chain_turn_into_limits(&finger, q, &outside), SWV_OK);
    assert_true(outside == 2);
    assert_true(q[1] == -1.0 + 2 * SWV_PI);

    swv_chain chain = plain_chain(2);
    assert_int_equal(swv_chain_set_limits(&chain, 0, -1, 1), SWV_OK);
    assert_int_equal(swv_chain_couple(&chain, 1, 0, -2.0, 0.3), SWV_OK);  // a whole ratio: turns are turns
    double one[1] = { 0.5 - 2 * SWV_PI };
    assert_int_equal(swv_chain_turn_into_limits(&chain, one, &outside), SWV_OK);
    assert_true(outside == 0);
    assert_near(one[0], 0.5, 1e-15);
}

// Metres: 2 pi is nothing to a slide, and beyond the limit of 1 by less than the tolerance is inside.
static void slides_are_checked_but_not_turned(void **state)
{
    (void)state;
    const swv_dh_row row = { .slides = true };
    swv_chain        chain;
    uint64_t         outside;
    assert_int_equal(swv_chain_from_dh(&chain, SWV_DH_MODIFIED, &row, 1), SWV_OK);
    assert_int_equal(swv_chain_set_limits(&chain, 0, 0, 1), SWV_OK);
    double q[1] = { 0.5 + 2 * SWV_PI };
    assert_int_equal(swv_chain_turn_into_limits(&chain, q, &outside), SWV_OK);
    assert_true(outside == 1);
    q[0] = 1.0 + 0.5 * SWV_LIMIT_TOLERANCE;
    assert_int_equal(swv_chain_turn_into_limits(&chain, q, &outside), SWV_OK);
    assert_true(outside == 0);
}

// Of every model, all coordinates at their lower, then at their upper ends; 0 where there is none.
static void posture_on_the_limits_is_inside(void **state)
{
    (void)state;
    for (int m = 0; m < swv_model_count(); ++m) {
        swv_chain chain;
        assert_int_equal(swv_model_chain(swv_model_at(m)->name, &chain), SWV_OK);
        for (int side = 0; side < 2; ++side) {
            double   q[SWV_MAX_JOINTS];
            uint64_t outside;
            for (int i = 0; i < chain.dof; ++i) {
                double lower, upper;
                assert_int_equal(swv_chain_limits(&chain, i, &lower, &upper), SWV_OK);
                const double limit = side ? upper : lower;
                q[i] = isinf(limit) ? 0.0 : limit;
            }
            assert_int_equal(swv_chain_turn_into_limits(&chain, q, &outside), SWV_OK);
            assert_true(outside == 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(couplings_hold_between_joint_values),
        cmocka_unit_test(coordinate_limits_are_those_of_all_its_joints),
        cmocka_unit_test(angles_are_returned_as_the_turn_inside),
        cmocka_unit_test(angle_that_others_follow_by_a_fraction_is_not_turned),
        cmocka_unit_test(slides_are_checked_but_not_turned),
        cmocka_unit_test(posture_on_the_limits_is_inside),
    };
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
