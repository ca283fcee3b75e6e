// SPDX-License-Identifier: MIT
// Batches of upper limbs: against one at a time, the same bits in every instruction set, odd input.
#include "check.h"

#include <math.h>
#include <string.h>

#include "batch/upper_limb_lanes.h"
#include "swivel/batch.h"
#include "swivel/shoulder.h"

enum { COUNT = 5003 };
static double        in[4][COUNT], out[13][COUNT], other[13][COUNT];
static float         in_float[4][COUNT], out_float[13][COUNT], other_float[13][COUNT];
static unsigned char outcome[COUNT], other_outcome[COUNT];

static swv_upper_limb_batch batch_of(double (*to)[COUNT], unsigned char *ended)
{
    return (swv_upper_limb_batch){ { in[0], in[1], in[2] },
                                   in[3],
                                   { to[0], to[1], to[2], to[3], to[4] },
                                   { to[5], to[6], to[7] },
                                   { to[8], to[9], to[10], to[11] },
                                   to[12],
                                   ended };
}

static swv_upper_limb_batchf batch_in_float(float (*to)[COUNT], unsigned char *ended)
{
    for (int k = 0; k < 4; ++k)
        for (int i = 0; i < COUNT; ++i)
            in_float[k][i] = (float)in[k][i];
    return (swv_upper_limb_batchf){ { in_float[0], in_float[1], in_float[2] },
                                    in_float[3],
                                    { to[0], to[1], to[2], to[3], to[4] },
                                    { to[5], to[6], to[7] },
                                    { to[8], to[9], to[10], to[11] },
                                    to[12],
                                    ended };
}

// Wrists around the shoulder, near and far.
static void make_wrists(uint64_t seed, double reach)
{
    for (int i = 0; i < COUNT; ++i) {
        for (int k = 0; k < 3; ++k)
            in[k][i] = reach * random_between(&seed, k == 0 ? -0.4 : -0.9, 1.0);
        in[3][i] = random_between(&seed, -1.2, 1.2);
    }
}

static void free_arm(swv_upper_limb *limb)
{
    for (int i = 0; i < 7; ++i)
        assert_int_equal(swv_arm_set_limits(&limb->arm, i, -INFINITY, INFINITY), SWV_OK);
}

// Both limbs, both sides, both references, without limits; and wrists for it.
static swv_upper_limb limb_of(int variant)
{
    swv_upper_limb limb;
    if (variant & 1)
        swv_upper_limb_make_human(&limb);
    else
        swv_upper_limb_make_document(&limb);
    free_arm(&limb);
    limb.arm.side = variant & 2 ? SWV_LEFT : SWV_RIGHT;
    limb.arm.reference = variant & 4 ? SWV_SWIVEL_SMOOTH : SWV_SWIVEL_DOWN;
    make_wrists(7, limb.arm.upper_arm + limb.arm.forearm);
    for (int i = 0; variant & 2 && i < COUNT; ++i)
        in[0][i] = -in[0][i];
    return limb;
}

static void batch_agrees_with_one_at_a_time(void **state)
{
    (void)state;
    for (int variant = 0; variant < 8; ++variant) {
        const swv_upper_limb       limb = limb_of(variant);
        const double               reach = limb.arm.upper_arm + limb.arm.forearm;
        const swv_upper_limb_goal  common = { .raising = 0.3, .shoulder_elevation = 0.05 };
        const swv_upper_limb_batch batch = batch_of(out, outcome);
        assert_int_equal(swv_batch_upper_limb(&limb, &common, &batch, 0, COUNT), SWV_OK);
        int reached = 0, compared = 0, settled = 0;
        for (int i = 0; i < COUNT; ++i) {
            swv_upper_limb_goal    goal = common;
            swv_upper_limb_posture p, q;
            swv_upper_limb_report  r;
            const double           a[7] = { out[8][i], out[9][i], out[10][i], out[11][i], 0, 0, 0 };
            const double           g[6] = { out[0][i], out[1][i], out[2][i], out[3][i], out[4][i], 0 };
            goal.wrist = (swv_vec3){ in[0][i], in[1][i], in[2][i] };
            goal.swivel = in[3][i];
            // The angles give the places, and the wrist is exact.
            assert_int_equal(swv_upper_limb_forward(&limb, g, a, &q), SWV_OK);
            assert_near(q.gh.x, out[5][i], 1e-12 * reach);
            assert_near(q.gh.z, out[7][i], 1e-12 * reach);
            if (outcome[i] == SWV_OUT_OF_REACH)
                continue;
            ++reached;
            assert_true(swv_vec3_length(swv_vec3_sub(q.wrist, goal.wrist)) < 1e-9 * reach);
            settled += outcome[i] == SWV_REACHED;
            assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &p, &r), SWV_OK);
            if (outcome[i] != SWV_REACHED || r.outcome != SWV_REACHED || r.iterations > 8)
                continue;
            ++compared;
            assert_near(p.gh.x, out[5][i], 3.0 * out[12][i] + 1e-11 * reach);
            assert_near(p.gh.y, out[6][i], 3.0 * out[12][i] + 1e-11 * reach);
            assert_near(p.gh.z, out[7][i], 3.0 * out[12][i] + 1e-11 * reach);
        }
        assert_true(reached > COUNT / 3);
        assert_true(settled > 0.93 * reached);  // many of these wrists are in or behind the shoulder
        assert_true(compared > 0.95 * settled);
    }
}

// The wrist is as exact as the numbers, and GH is that of the batch in double unless that has not settled.
static void float_agrees_with_double(void **state)
{
    (void)state;
    for (int variant = 0; variant < 8; ++variant) {
        const swv_upper_limb        limb = limb_of(variant);
        const double                reach = limb.arm.upper_arm + limb.arm.forearm;
        const swv_upper_limb_batchf single = batch_in_float(out_float, other_outcome);
        for (int k = 0; k < 4; ++k)
            for (int i = 0; i < COUNT; ++i)
                in[k][i] = (double)in_float[k][i];
        const swv_upper_limb_batch batch = batch_of(out, outcome);
        assert_int_equal(swv_batch_upper_limb(&limb, NULL, &batch, 0, COUNT), SWV_OK);
        assert_int_equal(swv_batch_upper_limbf(&limb, NULL, &single, 0, COUNT), SWV_OK);
        int reached = 0, settled = 0, compared = 0;
        for (int i = 0; i < COUNT; ++i) {
            swv_upper_limb_posture p;
            double                 a[7] = { 0 }, g[6] = { 0 };
            for (int k = 0; k < 4; ++k)
                a[k] = (double)out_float[8 + k][i];
            for (int k = 0; k < 5; ++k)
                g[k] = (double)out_float[k][i];
            assert_int_equal(swv_upper_limb_forward(&limb, g, a, &p), SWV_OK);
            assert_near(p.gh.x, (double)out_float[5][i], 1e-6 * reach);
            assert_near(p.gh.y, (double)out_float[6][i], 1e-6 * reach);
            assert_near(p.gh.z, (double)out_float[7][i], 1e-6 * reach);
            if (other_outcome[i] == SWV_OUT_OF_REACH)
                continue;
            ++reached;
            assert_true(swv_vec3_length(swv_vec3_sub(p.wrist, (swv_vec3){ in[0][i], in[1][i], in[2][i] })) <
                        1e-5 * reach);
            settled += other_outcome[i] == SWV_REACHED;
            if (other_outcome[i] != SWV_REACHED || outcome[i] != SWV_REACHED)
                continue;
            ++compared;
            for (int k = 5; k < 8; ++k)
                assert_near(out[k][i], (double)out_float[k][i], 3.0 * (double)out_float[12][i] + 2e-5 * reach);
        }
        assert_true(reached > COUNT / 3);
        assert_true(settled > 0.93 * reached);
        assert_true(compared > 0.99 * settled);
    }
}

static void same_bits_in_every_instruction_set_and_range(void **state)
{
    (void)state;
    for (int variant = 0; variant < 4; ++variant) {
        swv_upper_limb limb;
        if (variant & 1)
            swv_upper_limb_make_human(&limb);
        else
            swv_upper_limb_make_document(&limb);
        limb.arm.reference = variant & 2 ? SWV_SWIVEL_SMOOTH : SWV_SWIVEL_DOWN;
        make_wrists(8, limb.arm.upper_arm + limb.arm.forearm);
        const swv_upper_limb_batch  batch = batch_of(out, outcome), again = batch_of(other, other_outcome);
        const swv_upper_limb_batchf batchf = batch_in_float(out_float, outcome);
        const swv_upper_limb_batchf againf = batch_in_float(other_float, other_outcome);
        assert_int_equal(swv_batch_upper_limbf(&limb, NULL, &batchf, 0, COUNT), SWV_OK);
        assert_int_equal(swv_batch_upper_limb(&limb, NULL, &batch, 0, COUNT), SWV_OK);
        for (size_t first = 0, length = 1; first < COUNT; first += length, length = length % 97 + 13) {
            const size_t count = first + length < COUNT ? length : COUNT - first;
            assert_int_equal(swv_batch_upper_limbf(&limb, NULL, &againf, first, count), SWV_OK);
            assert_int_equal(swv_batch_upper_limb(&limb, NULL, &again, first, count), SWV_OK);
        }
        assert_memory_equal(out, other, sizeof out);
        assert_memory_equal(out_float, other_float, sizeof out_float);
        assert_memory_equal(outcome, other_outcome, sizeof outcome);

        swvi_upper_limb_shape shape;
        assert_int_equal(swvi_upper_limb_shape_of(&limb, NULL, &shape), SWV_OK);
        for (int set = 0; set <= (int)swvi_lane_set_widest(); ++set) {
            memset(other, 0, sizeof other);
            memset(other_float, 0, sizeof other_float);
            if (set == SWVI_LANE_SET_BASELINE) {
                SWVI_LANE_LOOP(limb, baseline)(&shape, &again, 0, COUNT);
                SWVI_LANE_LOOP(limbf, baseline)(&shape, &againf, 0, COUNT);
            }
#ifdef SWVI_X86_LANES
            if (set == SWVI_LANE_SET_AVX2) {
                SWVI_LANE_LOOP(limb, avx2)(&shape, &again, 0, COUNT);
                SWVI_LANE_LOOP(limbf, avx2)(&shape, &againf, 0, COUNT);
            }
            if (set == SWVI_LANE_SET_AVX512) {
                SWVI_LANE_LOOP(limb, avx512)(&shape, &again, 0, COUNT);
                SWVI_LANE_LOOP(limbf, avx512)(&shape, &againf, 0, COUNT);
            }
#endif
            assert_memory_equal(out, other, sizeof out);
            assert_memory_equal(out_float, other_float, sizeof out_float);
        }
    }
}

static void odd_numbers_give_finite_results(void **state)
{
    (void)state;
    static const double odd[] = { 0.0, -0.0, 1e-300, 5e-324, 1e300, -1e308, 3e38, 1e-40, INFINITY, -INFINITY, NAN };
    swv_upper_limb      limb;
    uint64_t            seed = 9;
    swv_upper_limb_make_human(&limb);
    make_wrists(10, 0.62);
    for (int i = 0; i < COUNT; ++i)
        for (int k = 0; k < 4; ++k)
            if (random_below(&seed, 3) == 0)
                in[k][i] = odd[random_below(&seed, 11)];
    for (int smooth = 0; smooth < 2; ++smooth) {
        const swv_upper_limb_batch batch = batch_of(out, outcome);
        limb.arm.reference = smooth ? SWV_SWIVEL_SMOOTH : SWV_SWIVEL_DOWN;
        assert_int_equal(swv_batch_upper_limb(&limb, NULL, &batch, 0, COUNT), SWV_OK);
        for (int i = 0; i < COUNT; ++i) {
            const double sum =
                ((in[0][i] - in[0][i]) + (in[1][i] - in[1][i])) + ((in[2][i] - in[2][i]) + (in[3][i] - in[3][i]));
            assert_int_equal(outcome[i] == SWV_INVALID_TARGET, sum != 0.0);
            for (int k = 0; k < 13; ++k)
                assert_true(out[k][i] - out[k][i] == 0.0);
        }
        const swv_upper_limb_batchf single = batch_in_float(out_float, outcome);
        assert_int_equal(swv_batch_upper_limbf(&limb, NULL, &single, 0, COUNT), SWV_OK);
        for (int i = 0; i < COUNT; ++i) {
            const float sum = ((in_float[0][i] - in_float[0][i]) + (in_float[1][i] - in_float[1][i])) +
                              ((in_float[2][i] - in_float[2][i]) + (in_float[3][i] - in_float[3][i]));
            assert_int_equal(outcome[i] == SWV_INVALID_TARGET, sum != 0.0f);
            for (int k = 0; k < 13; ++k)
                assert_true(out_float[k][i] - out_float[k][i] == 0.0f);
        }
    }
}

static void own_function(const void *data, double t, double p, double raising, double angles[SWV_GIRDLE_ANGLES])
{
    (void)data;
    (void)t;
    (void)p;
    (void)raising;
    memset(angles, 0, SWV_GIRDLE_ANGLES * sizeof *angles);
}

static void wrong_limbs_are_refused(void **state)
{
    (void)state;
    swv_upper_limb             limb;
    const swv_upper_limb_batch batch = batch_of(out, outcome);
    const swv_upper_limb_goal  common = { .raising = 2.0 };
    swv_upper_limb_make_human(&limb);
    assert_int_equal(swv_batch_upper_limb(&limb, &common, &batch, 0, 1), SWV_BAD_GOAL);
    assert_int_equal(swv_rhythm_make_function(&limb.girdle.rhythm, own_function, NULL), SWV_OK);
    assert_int_equal(swv_batch_upper_limb(&limb, NULL, &batch, 0, 1), SWV_BAD_MODEL);
    swv_upper_limb_make_human(&limb);
    limb.arm.upper_arm = limb.arm.forearm = 1e5;
    limb.girdle.clavicle = 1e4;
    const swv_upper_limb_batchf single = batch_in_float(out_float, outcome);
    assert_int_equal(swv_batch_upper_limb(&limb, NULL, &batch, 0, 1), SWV_OK);
    assert_int_equal(swv_batch_upper_limbf(&limb, NULL, &single, 0, 1), SWV_BAD_MODEL);
    limb.arm.forearm = NAN;
    assert_int_equal(swv_batch_upper_limb(&limb, NULL, &batch, 0, 1), SWV_BAD_MODEL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batch_agrees_with_one_at_a_time),
        cmocka_unit_test(float_agrees_with_double),
        cmocka_unit_test(same_bits_in_every_instruction_set_and_range),
        cmocka_unit_test(odd_numbers_give_finite_results),
        cmocka_unit_test(wrong_limbs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
