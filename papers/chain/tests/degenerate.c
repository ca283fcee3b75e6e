// SPDX-License-Identifier: MIT
// Bad numbers and bad bytes: a status, outputs untouched, never a crash or a NaN. Lengths are metres, postures radians (sliders metres).
// 64 is SWV_MAX_JOINTS. 0x5a only marks what must stay untouched. Points, ratios, angles and limits without a comment are any that are valid.
#include "check.h"
#include "chains.h"

#include <float.h>

#include "swivel_papers/models.h"

static const double bad_numbers[] = { NAN, INFINITY, -INFINITY };

static bool all_finite(const void *doubles, size_t bytes)
{
    double x;
    for (size_t i = 0; i + sizeof x <= bytes; i += sizeof x) {
        memcpy(&x, (const char *)doubles + i, sizeof x);
        if (!isfinite(x))
            return false;
    }
    return true;
}

// Every function that reads a chain, on this chain and posture q (dof numbers; 64 or more if dof is nonsense). Returns whether forward
// kinematics worked. Whatever happens, what was written is finite, and nothing is written on failure.
static bool survive(const swv_chain *chain, const double *q)
{
    swv_pose   tip, frames[SWV_MAX_JOINTS];
    double     jacobian[6 * SWV_MAX_JOINTS];
    const int  joint_count = chain->joint_count, dof = chain->dof;
    const bool are_counts_sane = joint_count >= 1 && joint_count <= SWV_MAX_JOINTS && dof >= 1 && dof <= joint_count;

    memset(&tip, 0x5a, sizeof tip);
    const swv_pose   untouched = tip;
    const swv_status status = swv_chain_tip(chain, q, &tip);
    if (status == SWV_OK) {
        assert_true(are_counts_sane);
        assert_true(all_finite(&tip, sizeof tip));
    } else {
        assert_memory_equal(&tip, &untouched, sizeof tip);
    }
    const swv_status frames_status = swv_chain_frames(chain, q, frames, NULL);
    assert_int_equal(frames_status, status);
    if (frames_status == SWV_OK)
        assert_true(all_finite(frames, sizeof(swv_pose) * (size_t)joint_count));

    for (int axes = 0; axes < 3; ++axes) {
        if (swv_chain_jacobian(chain, q, (swv_jacobian_axes)axes, jacobian, &tip) == SWV_OK)
            assert_true(all_finite(jacobian, sizeof(double) * 6 * (size_t)dof));
        for (int link = -1; link <= SWV_MAX_JOINTS + 1; link += 11) {  // -1 to 65, both outside, 11 apart to save time
            swv_vec3         position;
            const swv_vec3   point = { 0.1, 0.2, 0.3 };
            const swv_status point_status =
                swv_chain_point_jacobian(chain, q, link, point, (swv_jacobian_axes)axes, jacobian, &position);
            if (point_status == SWV_OK) {
                assert_in_range(link, SWV_TIP, joint_count);
                assert_true(all_finite(jacobian, sizeof(double) * 6 * (size_t)dof));
                assert_true(all_finite(&position, sizeof position));
            }
        }
    }

    const swv_status check = swv_chain_check(chain);
    if (are_counts_sane) {
        double   turned[SWV_MAX_JOINTS], lower, upper;
        uint64_t outside;
        memcpy(turned, q, sizeof(double) * (size_t)dof);
        if (swv_chain_turn_into_limits(chain, turned, &outside) == SWV_OK)
            assert_true(all_finite(turned, sizeof(double) * (size_t)dof));
        for (int i = -1; i <= dof; ++i)
            assert_int_equal(swv_chain_limits(chain, i, &lower, &upper), i >= 0 && i < dof ? SWV_OK : SWV_BAD_COUNT);
    } else {
        assert_int_not_equal(check, SWV_OK);
    }

    swv_axis   axes[SWV_MAX_JOINTS];
    swv_dh_row rows[SWV_MAX_JOINTS];
    swv_pose   base;
    if (swv_chain_to_axes(chain, axes, &tip) == SWV_OK)
        assert_int_equal(check, SWV_OK);
    swv_joint joints[SWV_CHAIN_JOINTS];
    const int made = swv_chain_joints(chain, joints);
    if (swv_joints_to_dh(joints, made, SWV_DH_MODIFIED, rows, &base, &tip) == SWV_OK)
        assert_int_equal(check, SWV_OK);
    swv_chain copy = *chain;
    if (swv_chain_couple(&copy, 0, 1, 0.5, 0.1) == SWV_OK)
        assert_int_equal(swv_chain_check(&copy), SWV_OK);
    return status == SWV_OK;
}

// Counts of joints, and of coordinates (dof), one below and one above what there may be, and far out.
static void zero_joints_and_sixty_five(void **state)
{
    (void)state;
    const swv_dh_row rows[65] = { { 0 } };
    const swv_axis   axes[65] = { { .direction = { 0, 0, 1 } } };
    const swv_pose   tip = SWV_IDENTITY_POSE;
    swv_chain        chain, before;
    memset(&chain, 0x5a, sizeof chain);
    before = chain;
    const int counts[] = { 0, 65, -1, INT32_MAX, INT32_MIN };  // all outside 1 to 64
    for (int i = 0; i < 5; ++i) {
        assert_int_equal(swv_chain_from_dh(&chain, SWV_DH_STANDARD, rows, counts[i]), SWV_BAD_COUNT);
        assert_int_equal(swv_chain_from_axes(&chain, axes, counts[i], &tip), SWV_BAD_COUNT);
    }
    assert_memory_equal(&chain, &before, sizeof chain);

    const double q[65] = { 0 };
    assert_int_equal(swv_chain_from_dh(&chain, SWV_DH_STANDARD, rows, 64), SWV_OK);
    assert_true(survive(&chain, q));
    for (int i = 0; i < 5; ++i) {
        chain.joint_count = counts[i];
        assert_false(survive(&chain, q));
    }
    chain.joint_count = 64;
    chain.dof = 65;
    assert_false(survive(&chain, q));
    chain.dof = 0;
    assert_false(survive(&chain, q));
}

// One field of the middle of three rows, or of one axis, is NaN or infinite: 4 fields of a row, 6 of an axis.
static void bad_number_in_any_row_or_axis(void **state)
{
    (void)state;
    for (int b = 0; b < 3; ++b) {
        for (int field = 0; field < 4; ++field) {
            swv_dh_row rows[3] = { { 0 } };
            double    *fields[4] = { &rows[1].theta, &rows[1].d, &rows[1].a, &rows[1].alpha };
            swv_chain  chain;
            *fields[field] = bad_numbers[b];
            assert_int_equal(swv_chain_from_dh(&chain, SWV_DH_STANDARD, rows, 3), SWV_NOT_FINITE);
            assert_int_equal(swv_chain_from_dh(&chain, SWV_DH_MODIFIED, rows, 3), SWV_NOT_FINITE);
        }
        for (int field = 0; field < 6; ++field) {
            swv_axis       axis = { .direction = { 0, 0, 1 } };
            double        *fields[6] = { &axis.point.x,     &axis.point.y,     &axis.point.z,
                                         &axis.direction.x, &axis.direction.y, &axis.direction.z };
            const swv_pose tip = SWV_IDENTITY_POSE;
            swv_chain      chain;
            *fields[field] = bad_numbers[b];
            assert_int_equal(swv_chain_from_axes(&chain, &axis, 1, &tip), SWV_NOT_FINITE);
        }
        const swv_axis axis = { .direction = { 0, 0, 1 } };
        swv_pose       tip = SWV_IDENTITY_POSE;
        swv_chain      chain;
        tip.rotation.y = bad_numbers[b];
        assert_int_equal(swv_chain_from_axes(&chain, &axis, 1, &tip), SWV_NOT_FINITE);
    }
}

// 4.9e-324 is the smallest double, 7 no convention.
static void zero_axis_zero_quaternion_unknown_type(void **state)
{
    (void)state;
    swv_axis  axis = { .direction = { 0, -0.0, 0 } };
    swv_pose  tip = SWV_IDENTITY_POSE;
    swv_chain chain;
    assert_int_equal(swv_chain_from_axes(&chain, &axis, 1, &tip), SWV_BAD_ARGUMENT);
    axis.direction.z = 4.9e-324;  // the smallest direction there is
    assert_int_equal(swv_chain_from_axes(&chain, &axis, 1, &tip), SWV_OK);
    tip.rotation.w = 0.0;
    assert_int_equal(swv_chain_from_axes(&chain, &axis, 1, &tip), SWV_BAD_ARGUMENT);
    const swv_dh_row row = { 0 };
    assert_int_equal(swv_chain_from_dh(&chain, (swv_dh_convention)7, &row, 1), SWV_BAD_ARGUMENT);
}

// arm7 has joints 0 to 6: -1 and 7 are just outside.
static void limits_upside_down_or_not_numbers(void **state)
{
    (void)state;
    swv_chain chain;
    assert_int_equal(swv_model_chain("arm7", &chain), SWV_OK);
    const swv_chain before = chain;
    assert_int_equal(swv_chain_set_limits(&chain, 0, 1.0, -1.0), SWV_BAD_LIMITS);
    assert_int_equal(swv_chain_set_limits(&chain, 0, NAN, 1.0), SWV_BAD_LIMITS);
    assert_int_equal(swv_chain_set_limits(&chain, 0, 0.0, NAN), SWV_BAD_LIMITS);
    assert_int_equal(swv_chain_set_limits(&chain, 0, INFINITY, INFINITY), SWV_BAD_LIMITS);
    assert_int_equal(swv_chain_set_limits(&chain, 0, -INFINITY, -INFINITY), SWV_BAD_LIMITS);
    assert_int_equal(swv_chain_set_limits(&chain, -1, 0.0, 1.0), SWV_BAD_COUNT);
    assert_int_equal(swv_chain_set_limits(&chain, 7, 0.0, 1.0), SWV_BAD_COUNT);
    assert_memory_equal(&chain, &before, sizeof chain);
    assert_int_equal(swv_chain_set_limits(&chain, 0, -INFINITY, INFINITY), SWV_OK);
    assert_int_equal(swv_chain_set_limits(&chain, 0, 0.5, 0.5), SWV_OK);
}

// arm7 has joints 0 to 6. Arguments: the joint, the one it is to follow, ratio, offset (radians). Joint 2 follows 3 from the first success on.
static void couplings_that_cannot_be(void **state)
{
    (void)state;
    swv_chain chain;
    assert_int_equal(swv_model_chain("arm7", &chain), SWV_OK);
    assert_int_equal(swv_chain_couple(&chain, 2, 2, 1.0, 0.0), SWV_BAD_COUPLING);
    assert_int_equal(swv_chain_couple(&chain, 2, 7, 1.0, 0.0), SWV_BAD_COUNT);
    assert_int_equal(swv_chain_couple(&chain, -1, 2, 1.0, 0.0), SWV_BAD_COUNT);
    assert_int_equal(swv_chain_couple(&chain, 2, 3, NAN, 0.0), SWV_NOT_FINITE);
    assert_int_equal(swv_chain_couple(&chain, 2, 3, 1.0, INFINITY), SWV_NOT_FINITE);
    assert_int_equal(swv_chain_couple(&chain, 2, 3, 1.0, 0.0), SWV_OK);
    assert_int_equal(swv_chain_couple(&chain, 2, 4, 1.0, 0.0), SWV_BAD_COUPLING);
    assert_int_equal(swv_chain_couple(&chain, 3, 2, 1.0, 0.0), SWV_BAD_COUPLING);
}

// NaN and infinities in each coordinate of each model in turn, the others 0.
static void bad_number_anywhere_in_the_posture(void **state)
{
    (void)state;
    for (int m = 0; m < swv_model_count(); ++m) {
        swv_chain chain;
        assert_int_equal(swv_model_chain(swv_model_at(m)->name, &chain), SWV_OK);
        for (int i = 0; i < chain.dof; ++i) {
            for (int b = 0; b < 3; ++b) {
                double   q[SWV_MAX_JOINTS] = { 0 };
                uint64_t outside;
                q[i] = bad_numbers[b];
                assert_false(survive(&chain, q));
                swv_pose tip;
                assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_BAD_POSTURE);
                assert_int_equal(swv_chain_turn_into_limits(&chain, q, &outside), SWV_BAD_POSTURE);
            }
        }
        // Any finite angle is fine, however large.
        const double large[] = { DBL_MAX, -DBL_MAX, 1e300, DBL_MIN, 4.9e-324, -0.0 };
        for (int n = 0; n < 6; ++n) {
            double q[SWV_MAX_JOINTS];
            for (int i = 0; i < chain.dof; ++i)
                q[i] = large[n];
            assert_true(survive(&chain, q));
        }
    }
}

static void lengths_that_overflow(void **state)
{
    (void)state;
    // Folded, the chain fits into a double; straight (three times 7e307, more than the largest, 1.8e308) it does not, in the posture or
    // already when it is built.
    const double     a = 7e307;
    const swv_dh_row folded[3] = { { .a = a }, { .theta = SWV_PI, .a = a }, { .theta = SWV_PI, .a = a } };
    const swv_dh_row straight[3] = { { .a = a }, { .a = a }, { .a = a } };
    double           q[3] = { 0, 0, 0 };
    swv_chain        chain;
    swv_pose         tip = SWV_IDENTITY_POSE;
    assert_int_equal(swv_chain_from_dh(&chain, SWV_DH_STANDARD, straight, 3), SWV_NOT_FINITE);
    assert_int_equal(swv_chain_from_dh(&chain, SWV_DH_STANDARD, folded, 3), SWV_OK);
    assert_true(survive(&chain, q));
    q[1] = q[2] = SWV_PI;
    assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_NOT_FINITE);
    assert_false(survive(&chain, q));

    const swv_axis apart[2] = { { .point = { 1e308, 0, 0 }, .direction = { 0, 0, 1 } },
                                { .point = { -1e308, 0, 0 }, .direction = { 0, 0, 1 } } };
    assert_int_equal(swv_chain_from_axes(&chain, apart, 2, &tip), SWV_NOT_FINITE);
}

// An open struct may hold anything.
static void any_bytes_for_a_chain(void **state)
{
    (void)state;
    uint64_t  seed = 41;
    swv_chain sound;
    assert_int_equal(swv_model_chain("little-finger-coupled", &sound), SWV_OK);
    int worked = 0;
    for (int n = 0; n < CASES(200000); ++n) {
        // A sound chain with 1 to 4 bytes of its used part changed, or (one in 16) one of random bytes altogether, whose counts, up to 70, are
        // often among the 1 to 64 that get past the first check.
        swv_chain chain = sound;
        double    q[SWV_MAX_JOINTS];
        char     *bytes = (char *)&chain;
        if (n % 16 == 0) {
            for (size_t i = 0; i < sizeof chain; ++i)
                bytes[i] = (char)random_bits(&seed);
            chain.joint_count = 1 + random_below(&seed, 70);
            chain.dof = 1 + random_below(&seed, 70);
        } else {
            const size_t used = offsetof(swv_chain, joints) + 3 * sizeof(swv_chain_joint);
            for (int edits = 1 + random_below(&seed, 4); edits > 0; --edits)
                bytes[random_bits(&seed) % used] = (char)random_bits(&seed);
        }
        for (int i = 0; i < SWV_MAX_JOINTS; ++i)
            q[i] = random_between(&seed, -4, 4);
        worked += survive(&chain, q);
    }
    assert_in_range(worked, 1, CASES(200000) - 1);  // chains that work and chains that do not were met
}

// 1.7e308 is just below the largest double, 1.8e308: a chain of such lengths exists, sums and products of two do not. 1e200 and 1e200 as ratios,
// one following the other, multiply to more than that, too.
static void conversions_that_overflow_say_so(void **state)
{
    (void)state;
    swv_chain  chain;
    swv_axis   axes[3] = { { { 0, 0, 1.7e308 }, { 0, 0, 1 }, false },
                           { { 1.7e308, 0, 0 }, { 1, 0, 0 }, false },
                           { { 0, 1.7e308, 1.7e308 }, { 0, 1, 1e-7 }, false } };
    swv_pose   tip = { { 1.7e308, 1.7e308, 1.7e308 }, { 0, 0, 0, 1 } }, base;
    swv_dh_row rows[3], untouched[3];
    memset(rows, 0x5a, sizeof rows);
    memset(untouched, 0x5a, sizeof untouched);
    assert_int_equal(swv_chain_from_axes(&chain, axes, 3, &tip), SWV_OK);
    for (int convention = 0; convention < 2; ++convention) {
        swv_joint joints[SWV_CHAIN_JOINTS];
        const int joint_count = swv_chain_joints(&chain, joints);
        assert_int_equal(swv_joints_to_dh(joints, joint_count, (swv_dh_convention)convention, rows, &base, &tip),
                         SWV_NOT_FINITE);
        assert_memory_equal(rows, untouched, sizeof rows);
    }
    for (int i = 0; i < 3; ++i)
        chain.joints[i].origin = (swv_vec3){ 1.7e308, 0, 0 };
    assert_int_equal(swv_chain_to_axes(&chain, axes, &tip), SWV_NOT_FINITE);

    chain.joints[0].lower = chain.joints[0].upper = INFINITY;
    assert_int_equal(swv_chain_check(&chain), SWV_BAD_LIMITS);
    chain.joints[0].lower = chain.joints[0].upper = 0.0;
    assert_int_equal(swv_chain_couple(&chain, 1, 0, 1e200, 0), SWV_OK);
    assert_int_equal(swv_chain_couple(&chain, 2, 1, 1e200, 0), SWV_NOT_FINITE);
    assert_int_equal(swv_chain_check(&chain), SWV_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zero_joints_and_sixty_five),
        cmocka_unit_test(bad_number_in_any_row_or_axis),
        cmocka_unit_test(zero_axis_zero_quaternion_unknown_type),
        cmocka_unit_test(limits_upside_down_or_not_numbers),
        cmocka_unit_test(couplings_that_cannot_be),
        cmocka_unit_test(bad_number_anywhere_in_the_posture),
        cmocka_unit_test(lengths_that_overflow),
        cmocka_unit_test(any_bytes_for_a_chain),
        cmocka_unit_test(conversions_that_overflow_say_so),
    };
    return cmocka_run_group_tests_name("degenerate chains", tests, NULL, NULL);
}
