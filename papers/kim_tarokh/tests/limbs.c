// SPDX-License-Identifier: MIT
// Tables of any limb: a leg, and six- and seven-joint arms as a user has them, with a base and a tool of their own, anywhere and turned. Metres and
// radians. Those without spherical wrist are refused; tables of starts serve them (tests/solve/starts.c).
#include "check.h"

#include <math.h>
#include <string.h>

#include "kim_tarokh/build/table_space.h"
#include "swivel_papers/adaptive_build.h"
#include "swivel_papers/arm.h"
#include "swivel_papers/models.h"
#include "swivel_papers/table_build.h"

// Any place and turn of a base, and any tool. Chosen.
static const swv_pose base = { { 0.3, -0.2, 0.5 }, { 0.5, -0.5, 0.5, 0.5 } };
static const swv_pose tool = { { 0.02, -0.03, 0.12 }, { 0.6, 0.0, 0.0, 0.8 } };

// The model on that base, with that tool.
static swv_chain moved(const char *model)
{
    swv_chain chain;
    assert_int_equal(swv_model_chain(model, &chain), SWV_OK);
    chain.base = swv_pose_mul(base, chain.base);
    chain.tip = swv_pose_mul(chain.tip, tool);
    assert_int_equal(swv_chain_check(&chain), SWV_OK);
    return chain;
}

// Seven hinges as of a KUKA LBR iiwa: shoulder 0.36 m above the base, 0.42 m to the elbow, 0.4 m to the wrist, 0.126 m to the flange; published limits in
// degrees.
static swv_chain iiwa(void)
{
    static const double limits[7] = { 170.0, 120.0, 170.0, 120.0, 170.0, 120.0, 175.0 },
                        heights[7] = { 0.15, 0.36, 0.5, 0.78, 1.0, 1.18, 1.2 };
    const swv_pose tip = { { 0.0, 0.0, 1.306 }, { 0.0, 0.0, 0.0, 1.0 } };
    swv_axis       axes[7] = { { .slides = false } };
    swv_chain      chain;
    for (int i = 0; i < 7; ++i) {
        axes[i].point = (swv_vec3){ 0.0, 0.0, heights[i] };
        axes[i].direction = (swv_vec3){ 0.0, i % 2 ? (i == 3 ? -1.0 : 1.0) : 0.0, i % 2 ? 0.0 : 1.0 };
    }
    assert_int_equal(swv_chain_from_axes(&chain, axes, 7, &tip), SWV_OK);
    for (int i = 0; i < 7; ++i)
        assert_int_equal(swv_chain_set_limits(&chain, i, -limits[i] * SWV_PI / 180.0, limits[i] * SWV_PI / 180.0),
                         SWV_OK);
    return chain;
}

// Adaptive tables. Nearly all random postures are found, to a tenth of a millimetre on average; bounds hold. The target is the hand's pose in the world:
// base and tool are seen.
static void adaptive_tables_of_any_limb(void **state)
{
    (void)state;
    swv_chain chains[4];
    assert_int_equal(swv_model_chain("leg7", &chains[0]), SWV_OK);
    chains[1] = iiwa();
    chains[2] = moved("puma560");
    chains[3] = moved("arm7");
    for (int k = 0; k < 4; ++k) {
        const swv_adaptive_plan plan = { .model = "any", .chain = &chains[k], .seed = 1, .threads = 2 };
        unsigned char          *bytes;
        size_t                  size;
        swv_adaptive            table;
        swv_adaptive_score      scores[SWV_ADAPTIVE_FAMILIES];
        int                     surplus;
        assert_int_equal(swv_adaptive_build(&plan, &bytes, &size), SWV_TABLE_DONE);
        assert_int_equal(swv_adaptive_open(bytes, size, &table, NULL), SWV_OK);
        assert_int_equal(swv_adaptive_check_chain(&table, &chains[k]), SWV_OK);
        assert_int_equal(swv_adaptive_verify(&table, NULL, 10, 7, scores, &surplus), SWV_BAD_MODEL);
        assert_int_equal(swv_adaptive_verify(&table, &chains[k], CASES(20000), 7, scores, &surplus), SWV_OK);
        const swv_adaptive_score *s = &scores[0];
        print_message(
            "             chain %d: %d of %d found, %.4f mm, %.5f rad, %d beyond the bound, %d surplus, %.2f MB\n", k,
            s->found, s->valid, 1e3 * s->mean, s->rotation_mean, s->beyond_bound, surplus, 1e-6 * (double)size);
        assert_true(s->found > 0.99 * s->valid && s->mean < 1e-4 && s->rotation_mean < 1e-3);
        assert_true(s->beyond_bound < 1e-3 * s->found && surplus < 1e-3 * s->valid);
        swv_table_free(bytes);
    }
}

// Tables of angles, of the same, a sample of their cells: the wrist to a fiftieth of the reach, with cells of 0.1 and 0.15 m; and what swv_table_target makes of
// the hand's pose in the world is the posture's own target.
static void tables_of_angles_of_any_limb(void **state)
{
    (void)state;
    swv_chain chains[3];
    assert_int_equal(swv_model_chain("leg7", &chains[0]), SWV_OK);
    chains[1] = iiwa();
    chains[2] = moved("puma560");
    for (int k = 0; k < 3; ++k) {
        const swv_table_plan plan = { .model = "any",
                                      .chain = &chains[k],
                                      .samples = 30,
                                      .every = k == 2 ? 0 : 20,
                                      .cell_length = k == 2 ? 0.15 : 0.1,
                                      .cell_swivel = 0.3,
                                      .seed = 1,
                                      .threads = 2 };
        unsigned char       *bytes;
        size_t               size;
        swv_table            table;
        swv_table_scores     scores;
        swvi_space           space;
        uint64_t             seed = 6;
        assert_int_equal(swv_table_build(&plan, &bytes, &size), SWV_TABLE_DONE);
        assert_int_equal(swv_table_open(bytes, size, &table, NULL), SWV_OK);
        assert_int_equal(swv_table_verify(&table, NULL, 10, 7, &scores), SWV_BAD_MODEL);
        assert_int_equal(swv_table_verify(&table, &plan, k == 2 ? 10000 : 25000, 7, &scores), SWV_OK);
        const swv_table_score *s = &scores.of[0];
        print_message("             chain %d: %d of %d found, %.2f mm; %d of %d surplus\n", k, s->found, s->valid,
                      1e3 * s->mean, scores.surplus, scores.answers);
        assert_true(s->valid > 200 && s->found > 0.97 * s->valid && s->mean < 0.02 * table.farthest);
        assert_true(scores.surplus < 0.2 * scores.answers);
        assert_true(swvi_space_of("any", &chains[k], &space));
        for (int n = 0; n < CASES(1000); ++n) {
            double   q[7] = { 0.0 }, w[SWVI_N], target[SWV_TABLE_MAX_INPUTS];
            swv_pose hand;
            for (int i = 0; i < chains[k].joint_count; ++i)
                q[i] = random_between(&seed, chains[k].joints[i].lower, chains[k].joints[i].upper);
            assert_int_equal(swv_chain_tip(&chains[k], q, &hand), SWV_OK);
            swvi_space_forward(&space, q, w);
            assert_int_equal(swv_table_target(&table, &hand, space.n == 4 ? w[3] : 0.0, target), SWV_OK);
            for (int i = 0; i < space.n; ++i)
                assert_near(target[i], w[i], 1e-12);
        }
        swv_table_free(bytes);
    }
}

// Both stages of a moved Puma: the same joints as of the one at home.
static void a_base_and_a_tool_change_nothing(void **state)
{
    (void)state;
    swv_chain      home, away = moved("puma560");
    unsigned char *bytes[2][2];
    size_t         size[2][2];
    swv_table      tables[2][2];
    uint64_t       seed = 9;
    assert_int_equal(swv_model_chain("puma560", &home), SWV_OK);
    for (int k = 0; k < 2; ++k) {
        for (int stage = 0; stage < 2; ++stage) {
            const swv_table_plan plan = { .model = "puma560",
                                          .chain = k ? &away : &home,
                                          .is_orientation = stage == 1,
                                          .cell_length = 0.3,
                                          .cell_angle = SWV_PI / 2.0,
                                          .cell_turn = SWV_PI / 3.0,
                                          .samples = 20,
                                          .seed = 1,
                                          .threads = 2 };
            assert_int_equal(swv_table_build(&plan, &bytes[k][stage], &size[k][stage]), SWV_TABLE_DONE);
            assert_int_equal(swv_table_open(bytes[k][stage], size[k][stage], &tables[k][stage], NULL), SWV_OK);
        }
    }
    int same = 0, tried = 0;
    for (int n = 0; n < CASES(2000); ++n) {
        double   q[6];
        swv_pose hand;
        int      count[2] = { 0 };
        for (int i = 0; i < 6; ++i)
            q[i] = random_between(&seed, home.joints[i].lower, home.joints[i].upper);
        for (int k = 0; k < 2; ++k) {
            double target[SWV_TABLE_MAX_INPUTS], found[SWV_TABLE_MAX_POSTURES][SWV_TABLE_MAX_INPUTS];
            double nearest = INFINITY;
            assert_int_equal(swv_chain_tip(k ? &away : &home, q, &hand), SWV_OK);
            assert_int_equal(swv_table_target(&tables[k][0], &hand, 0.0, target), SWV_OK);
            assert_int_equal(swv_table_solve_pair(&tables[k][0], &tables[k][1], target, found, &count[k]), SWV_OK);
            for (int i = 0; i < count[k]; ++i)
                nearest = fmin(
                    nearest, fmax(fabs(found[i][0] - q[0]), fmax(fabs(found[i][1] - q[1]), fabs(found[i][2] - q[2]))));
            tried += k == 0 && nearest < 0.3;
            same += k == 1 && nearest < 0.3 && count[0] > 0;
        }
    }
    // Grids of other chains are somewhat larger, so cells lie elsewhere: most, not all, are found in both.
    print_message("             found by the one %d, by the other %d\n", tried, same);
    assert_true(tried > CASES(2000) / 2 && same > 0.9 * tried);
    for (int k = 0; k < 4; ++k)
        swv_table_free(bytes[k / 2][k % 2]);
}

// The swivel of a chain of axes is that of arm.h, for the arm; derivatives are checked in kim_tarokh.table.
static void swivel_is_the_arms(void **state)
{
    (void)state;
    swvi_space space;
    swv_arm    arm;
    uint64_t   seed = 2;
    swv_arm_make_human(&arm);
    assert_true(swvi_space_of("arm7", NULL, &space));
    for (int n = 0; n < CASES(100000); ++n) {
        double q[7] = { 0.0 }, w[SWVI_N], swivel;
        for (int i = 0; i < 4; ++i)
            q[i] = random_between(&seed, space.joint_lower[i], space.joint_upper[i]);
        if (q[3] < 0.01)  // radians: of a straight arm arm.h takes the swivel from its twist
            continue;
        swvi_space_forward(&space, q, w);
        assert_int_equal(swv_arm_swivel_of(&arm, q, &swivel), SWV_OK);
        // Metres: near the pole and with a straight arm swivels are badly determined.
        assert_near(swv_angle_wrap(w[3] - swivel) * hypot(w[0], w[1]) * q[3], 0.0, 1e-12);
    }
}

// A UR5's wrist, whose axes do not meet, is refused; so are arms of eight joints, and limits that are none.
static void other_chains_are_refused(void **state)
{
    (void)state;
    // Universal Robots' rows, metres and radians.
    static const double a[6] = { 0.0, -0.425, -0.39225, 0.0, 0.0, 0.0 },
                        d[6] = { 0.089159, 0.0, 0.0, 0.10915, 0.09465, 0.0823 },
                        alpha[6] = { 0.5 * SWV_PI, 0.0, 0.0, 0.5 * SWV_PI, -0.5 * SWV_PI, 0.0 };
    swv_dh_row rows[6];
    swv_chain  chains[3];
    memset(rows, 0, sizeof rows);
    for (int i = 0; i < 6; ++i) {
        rows[i].a = a[i];
        rows[i].d = d[i];
        rows[i].alpha = alpha[i];
    }
    assert_int_equal(swv_chain_from_dh(&chains[0], SWV_DH_STANDARD, rows, 6), SWV_OK);
    for (int i = 0; i < 6; ++i)
        assert_int_equal(swv_chain_set_limits(&chains[0], i, -SWV_PI, SWV_PI), SWV_OK);
    assert_int_equal(swv_model_chain("torso8", &chains[1]), SWV_OK);
    assert_int_equal(swv_model_chain("puma560", &chains[2]), SWV_OK);
    chains[2].joints[5].lower = -INFINITY;
    for (int k = 0; k < 3; ++k) {
        unsigned char          *bytes = NULL;
        size_t                  size;
        const swv_table_plan    plan = { .model = "any", .chain = &chains[k] };
        const swv_adaptive_plan adaptive = { .model = "any", .chain = &chains[k] };
        assert_int_equal(swv_table_build(&plan, &bytes, &size), SWV_TABLE_BAD_PLAN);
        assert_int_equal(swv_adaptive_build(&adaptive, &bytes, &size), SWV_TABLE_BAD_PLAN);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adaptive_tables_of_any_limb),      cmocka_unit_test(tables_of_angles_of_any_limb),
        cmocka_unit_test(a_base_and_a_tool_change_nothing), cmocka_unit_test(swivel_is_the_arms),
        cmocka_unit_test(other_chains_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
