// SPDX-License-Identifier: MIT
// Batches of upper limbs: against one at a time, the same bits in every instruction set, odd input. Lengths are metres, angles and swivels radians;
// places are in the trunk's axes, from the sternoclavicular joint (shoulder.h).
#include "check.h"

#include <math.h>
#include <string.h>

#include "batch/upper_limb_lanes.h"
#include "swivel/batch.h"
#include "swivel_papers/girdle.h"

enum { COUNT = 5003 };
static double        in[4][COUNT], out[17][COUNT], other[17][COUNT];
static float         in_float[4][COUNT], out_float[17][COUNT], other_float[17][COUNT];
static unsigned char outcome[COUNT], other_outcome[COUNT];

static swv_upper_limb_batch batch_of(double (*to)[COUNT], unsigned char *ended)
{
    return (swv_upper_limb_batch){ { in[0], in[1], in[2] },
                                   in[3],
                                   { to[0], to[1], to[2], to[3], to[4] },
                                   { to[5], to[6], to[7] },
                                   { to[8], to[9], to[10], to[11] },
                                   { to[13], to[14], to[15], to[16] },
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
                                    { to[13], to[14], to[15], to[16] },
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
    swv_limb_limits none;
    assert_int_equal(swv_limb_no_limits(&none), SWV_OK);
    assert_int_equal(swv_limb_set_limits(&limb->arm, &none), SWV_OK);
}

/// The arm with these bones, its hand in line with the forearm.
static swv_limb_posture bones_of(const double upper[4], const double lower[4])
{
    const swv_quat u = swv_quat_normalize((swv_quat){ upper[0], upper[1], upper[2], upper[3] });
    const swv_quat l = swv_quat_normalize((swv_quat){ lower[0], lower[1], lower[2], lower[3] });
    return (swv_limb_posture){ u, l, l, swv_quat_angle_between(u, l) };
}

// Both limbs, both sides, both references, without limits; and wrists for it.
static swv_upper_limb limb_of(int variant)
{
    swv_upper_limb limb;
    if (variant & 1)
        swv_upper_limb_make(variant & 2 ? SWV_LEFT : SWV_RIGHT, &limb);
    else
        swv_upper_limb_make_ascione(variant & 2 ? SWV_LEFT : SWV_RIGHT, &limb);
    free_arm(&limb);
    limb.counts_from_lowest = !(variant & 4);
    make_wrists(7, limb.arm.upper + limb.arm.lower);
    for (int i = 0; variant & 2 && i < COUNT; ++i)
        in[0][i] = -in[0][i];
    return limb;
}

static void batch_agrees_with_one_at_a_time(void **state)
{
    (void)state;
    for (int variant = 0; variant < 8; ++variant) {
        const swv_upper_limb       limb = limb_of(variant);
        const double               reach = limb.arm.upper + limb.arm.lower;
        const swv_upper_limb_goal  common = { .raising = 0.3, .shoulder_elevation = 0.05 };
        const swv_upper_limb_batch batch = batch_of(out, outcome);
        assert_int_equal(swv_batch_upper_limb(&limb, &common, &batch, 0, COUNT), SWV_OK);
        int reached = 0, compared = 0, settled = 0;
        for (int i = 0; i < COUNT; ++i) {
            swv_upper_limb_goal    goal = common;
            swv_upper_limb_posture p, q;
            swv_upper_limb_report  r;
            const double           upper[4] = { out[8][i], out[9][i], out[10][i], out[11][i] };
            const double           lower[4] = { out[13][i], out[14][i], out[15][i], out[16][i] };
            const swv_limb_posture arm = bones_of(upper, lower);
            const double           g[6] = { out[0][i], out[1][i], out[2][i], out[3][i], out[4][i], 0 };
            goal.arm = (swv_limb_goal){ .end = { .position = { in[0][i], in[1][i], in[2][i] } },
                                        .is_position_only = true,
                                        .elbow = SWV_ELBOW_SWIVEL,
                                        .swivel = in[3][i] };
            // The angles give the places, and the wrist is exact.
            assert_int_equal(swv_upper_limb_forward(&limb, g, &arm, &q), SWV_OK);
            assert_near(q.gh.x, out[5][i], 1e-12 * reach);
            assert_near(q.gh.z, out[7][i], 1e-12 * reach);
            if (outcome[i] == SWV_OUT_OF_REACH)
                continue;
            ++reached;
            assert_true(swv_vec3_length(swv_vec3_sub(q.wrist, goal.arm.end.position)) < 1e-9 * reach);
            settled += outcome[i] == SWV_REACHED;
            assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &p, &r), SWV_OK);
            if (outcome[i] != SWV_REACHED || r.outcome != SWV_REACHED || r.iterations > 8)
                continue;
            ++compared;
            assert_near(p.gh.x, out[5][i], 3.0 * out[12][i] + 1e-11 * reach);
            assert_near(p.gh.y, out[6][i], 3.0 * out[12][i] + 1e-11 * reach);
            assert_near(p.gh.z, out[7][i], 3.0 * out[12][i] + 1e-11 * reach);
            // And the elbow is at its swivel.
            if (p.arm.flexion > 0.1 && p.arm.flexion < 3.0)
                assert_true(swv_vec3_length(swv_vec3_sub(p.elbow, q.elbow)) < 100.0 * out[12][i] + 1e-9 * reach);
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
        const double                reach = limb.arm.upper + limb.arm.lower;
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
            double                 upper[4], lower[4], g[6] = { 0 };
            for (int k = 0; k < 4; ++k) {
                upper[k] = (double)out_float[8 + k][i];
                lower[k] = (double)out_float[13 + k][i];
            }
            const swv_limb_posture arm = bones_of(upper, lower);
            for (int k = 0; k < 5; ++k)
                g[k] = (double)out_float[k][i];
            assert_int_equal(swv_upper_limb_forward(&limb, g, &arm, &p), SWV_OK);
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
            swv_upper_limb_make(SWV_RIGHT, &limb);
        else
            swv_upper_limb_make_ascione(SWV_RIGHT, &limb);
        limb.counts_from_lowest = !(variant & 2);
        make_wrists(8, limb.arm.upper + limb.arm.lower);
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
                SWVI_LANE_LOOP(upper_limb, baseline)(&shape, &again, 0, COUNT);
                SWVI_LANE_LOOP(upper_limbf, baseline)(&shape, &againf, 0, COUNT);
            }
#ifdef SWVI_X86_LANES
            if (set == SWVI_LANE_SET_AVX2) {
                SWVI_LANE_LOOP(upper_limb, avx2)(&shape, &again, 0, COUNT);
                SWVI_LANE_LOOP(upper_limbf, avx2)(&shape, &againf, 0, COUNT);
            }
            if (set == SWVI_LANE_SET_AVX512) {
                SWVI_LANE_LOOP(upper_limb, avx512)(&shape, &again, 0, COUNT);
                SWVI_LANE_LOOP(upper_limbf, avx512)(&shape, &againf, 0, COUNT);
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
    swv_upper_limb_make(SWV_RIGHT, &limb);
    make_wrists(10, 0.62);
    for (int i = 0; i < COUNT; ++i)
        for (int k = 0; k < 4; ++k)
            if (random_below(&seed, 3) == 0)
                in[k][i] = odd[random_below(&seed, 11)];
    for (int smooth = 0; smooth < 2; ++smooth) {
        const swv_upper_limb_batch batch = batch_of(out, outcome);
        limb.counts_from_lowest = !smooth;
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

// At the edge of its reach: what is said to be reached is, to rounding.
static void arms_just_too_short_do_not_reach(void **state)
{
    (void)state;
    uint64_t             seed = 9;
    const swv_upper_limb limb = limb_of(1);
    const double         reach = limb.arm.upper + limb.arm.lower;
    int                  reached = 0, missed = 0;
    for (int pass = 0; pass < 12; ++pass) {  // the girdle follows the wrist: after a few passes the arm is straight
        const swv_upper_limb_batch batch = batch_of(out, outcome);
        assert_int_equal(swv_batch_upper_limb(&limb, NULL, &batch, 0, COUNT), SWV_OK);
        for (int i = 0; i < COUNT; ++i) {
            const swv_vec3 gh = { out[5][i], out[6][i], out[7][i] }, wrist = { in[0][i], in[1][i], in[2][i] };
            const swv_quat upper = { out[8][i], out[9][i], out[10][i], out[11][i] },
                           lower = { out[13][i], out[14][i], out[15][i], out[16][i] };
            const swv_vec3 elbow = swv_vec3_add(gh, swv_quat_rotate(upper, (swv_vec3){ 0.0, 0.0, limb.arm.upper }));
            const swv_vec3 found = swv_vec3_add(elbow, swv_quat_rotate(lower, (swv_vec3){ 0.0, 0.0, limb.arm.lower }));
            const double   miss = swv_vec3_length(swv_vec3_sub(found, wrist));
            assert_true(outcome[i] != SWV_REACHED || miss <= 2e-12 * reach);
            reached += pass > 0 && outcome[i] == SWV_REACHED;
            missed += pass > 0 && outcome[i] == SWV_OUT_OF_REACH && miss < 1e-8 * reach;
            const double   far = reach * (1.0 + random_between(&seed, -1e-9, 1e-9));
            const swv_vec3 at = swv_vec3_add(gh, swv_vec3_scale(far, swv_vec3_normalize(swv_vec3_sub(wrist, gh))));
            in[0][i] = at.x;
            in[1][i] = at.y;
            in[2][i] = at.z;
        }
    }
    assert_true(reached > COUNT / 2 && missed > COUNT / 2);
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
    swv_upper_limb_make(SWV_RIGHT, &limb);
    assert_int_equal(swv_batch_upper_limb(&limb, &common, &batch, 0, 1), SWV_BAD_GOAL);
    assert_int_equal(swv_rhythm_make_function(own_function, NULL, &limb.girdle.rhythm), SWV_OK);
    assert_int_equal(swv_batch_upper_limb(&limb, NULL, &batch, 0, 1), SWV_BAD_MODEL);
    swv_upper_limb_make(SWV_RIGHT, &limb);
    assert_int_equal(swv_limb_set_lengths(&limb.arm, 1e5, 1e5), SWV_OK);
    limb.girdle.clavicle = 1e4;
    const swv_upper_limb_batchf single = batch_in_float(out_float, outcome);
    assert_int_equal(swv_batch_upper_limb(&limb, NULL, &batch, 0, 1), SWV_OK);
    assert_int_equal(swv_batch_upper_limbf(&limb, NULL, &single, 0, 1), SWV_BAD_MODEL);
    limb.arm.lower = NAN;
    assert_int_equal(swv_batch_upper_limb(&limb, NULL, &batch, 0, 1), SWV_BAD_MODEL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batch_agrees_with_one_at_a_time),
        cmocka_unit_test(float_agrees_with_double),
        cmocka_unit_test(same_bits_in_every_instruction_set_and_range),
        cmocka_unit_test(odd_numbers_give_finite_results),
        cmocka_unit_test(arms_just_too_short_do_not_reach),
        cmocka_unit_test(wrong_limbs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
