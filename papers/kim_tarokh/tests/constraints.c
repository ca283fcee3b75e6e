// SPDX-License-Identifier: MIT
// Constraints while a table is made (Kim and Tarokh, section 6): only branches whose postures keep out of obstacles, or inside a human limb's
// limits, are kept. Against the closed form, whose solutions are all tried on geometry of this file. Metres and radians; the Puma's world is
// its base.
#include "check.h"

#include <math.h>
#include <string.h>

#include "kim_tarokh/build/table_space.h"
#include "swivel_papers/models.h"
#include "swivel_papers/puma.h"
#include "swivel_papers/table_build.h"

// A table in front of the arm, a ball beside it and a wall behind. Chosen so that each forbids some of the elbow's and some of the wrist's places.
static const swv_obstacle around[] = {
    { .shape = SWV_OBSTACLE_BOX, .at = { 0.3, -0.5, -0.9 }, .to = { 0.9, 0.5, -0.2 } },
    { .shape = SWV_OBSTACLE_SPHERE, .at = { 0.0, 0.5, 0.3 }, .radius = 0.25 },
    { .shape = SWV_OBSTACLE_HALF_SPACE, .at = { -0.35, 0.0, 0.0 }, .to = { 2.0, 0.0, 0.0 } },
};
enum { AROUND = sizeof around / sizeof around[0] };

// How deep a point is in any of them, metres; negative outside.
static double depth_of(swv_vec3 p)
{
    const double box = fmin(fmin(fmin(p.x - 0.3, 0.9 - p.x), fmin(p.y + 0.5, 0.5 - p.y)), fmin(p.z + 0.9, -0.2 - p.z));
    const double ball = 0.25 - sqrt(p.x * p.x + (p.y - 0.5) * (p.y - 0.5) + (p.z - 0.3) * (p.z - 0.3));
    return fmax(fmax(box, ball), -0.35 - p.x);
}

// Of the Puma's elbow and wrist, by Craig's rows multiplied out: a2 = 0.4318, a3 = -0.02032, d3 = 0.14909, d4 = 0.43307.
static double depth_of_posture(const double *q)
{
    const double c1 = cos(q[0]), s1 = sin(q[0]), a = 0.4318 * cos(q[1]);
    const double x = a - 0.02032 * cos(q[1] + q[2]) - 0.43307 * sin(q[1] + q[2]);
    const double z = -0.4318 * sin(q[1]) + 0.02032 * sin(q[1] + q[2]) - 0.43307 * cos(q[1] + q[2]);
    return fmax(depth_of((swv_vec3){ c1 * a - s1 * 0.14909, s1 * a + c1 * 0.14909, -0.4318 * sin(q[1]) }),
                depth_of((swv_vec3){ c1 * x - s1 * 0.14909, s1 * x + c1 * 0.14909, z }));
}

static swv_obstacles obstacles_of(const char *model, swv_vec3 hand, const swv_obstacle *of, int count)
{
    swv_chain     chain;
    swv_obstacles made;
    assert_int_equal(swv_model_chain(model, &chain), SWV_OK);
    assert_int_equal(swv_obstacles_make(&chain, hand, of, count, &made), SWV_OK);
    return made;
}

/// What a table gives for targets uniform in the grid: of the closed form's solutions those that are allowed, and of these those found; answers, and of
/// these those deeper than a centimetre in an obstacle, three times what a cell of 0.1 m errs. Chosen.
typedef struct tally {
    int allowed, found, answers, deep;
} tally;

static tally tally_of(const swv_table *table)
{
    swv_puma puma;
    tally    t = { 0 };
    uint64_t seed = 5;
    swv_puma_make_560(&puma);
    for (int n = 0; n < 10000; ++n) {
        double          w[3], q[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_JOINTS], all[SWV_PUMA_FAMILIES][6];
        swv_arm6_report reports[SWV_PUMA_FAMILIES];
        int             count;
        for (int i = 0; i < 3; ++i)
            w[i] = random_between(&seed, -0.9, 0.9);
        const swv_pose hand = { { w[0], w[1], w[2] }, { 0.0, 0.0, 0.0, 1.0 } };
        assert_int_equal(swv_table_solve(table, w, q, &count), SWV_OK);
        (void)swv_puma_solve(&puma, &hand, NULL, all, reports);
        for (int k = 0; k < count; ++k)
            t.deep += depth_of_posture(q[k]) > 0.01;
        t.answers += count;
        for (int f = 0; f < SWV_PUMA_FAMILIES; ++f) {
            // Bit 1 is the wrist's other way: the same joints before it. The first three joints are the low bits of `outside`.
            const bool is_there = reports[f].outcome == SWV_REACHED || reports[f].outcome == SWV_LIMITED;
            bool       is_found = false;
            if (f & 2 || !is_there || reports[f].outside & 7u || depth_of_posture(all[f]) > 0.0)
                continue;
            ++t.allowed;
            for (int k = 0; k < count && !is_found; ++k)
                is_found = fabs(swv_angle_wrap(q[k][0] - all[f][0])) < 0.3 &&
                           fabs(swv_angle_wrap(q[k][1] - all[f][1])) < 0.3 &&
                           fabs(swv_angle_wrap(q[k][2] - all[f][2])) < 0.3;
            t.found += is_found;
        }
    }
    return t;
}

// Kim and Tarokh's cells of 0.1 m. Without constraints a third of the answers is deep in an obstacle (5193 of 14,179). With them 3 of 7080 are,
// next to a joint limit; of what is allowed 82 % is found, that whose cells are allowed whole. With a share near 0 99.8 % is found, as without
// constraints, and 11 % of the answers are forbidden.
static void obstacles_against_brute_force(void **state)
{
    (void)state;
    swv_obstacles obstacles = obstacles_of("puma560", (swv_vec3){ 0.0, 0.0, 0.0 }, around, AROUND);
    tally         t[3];
    uint64_t      seed = 1;
    for (int n = 0; n < CASES(10000); ++n) {
        double q[3];
        for (int i = 0; i < 3; ++i)
            q[i] = random_between(&seed, -3.0, 3.0);
        assert_true(swv_obstacles_allow(&obstacles, q, 3) == (depth_of_posture(q) <= 0.0));
    }
    for (int k = 0; k < 3; ++k) {
        const swv_table_plan plan = { .model = "puma560",
                                      .is_allowed = k == 0 ? NULL : swv_obstacles_allow,
                                      .allowed_user = &obstacles,
                                      .allowed_share = k == 2 ? 1e-6 : 0.0,
                                      .samples = 30,
                                      .seed = 1,
                                      .threads = 2 };
        unsigned char       *bytes;
        size_t               size;
        swv_table            table;
        assert_int_equal(swv_table_build(&plan, &bytes, &size), SWV_TABLE_DONE);
        assert_int_equal(swv_table_open(bytes, size, &table, NULL), SWV_OK);
        t[k] = tally_of(&table);
        print_message("             share %d: %d of %d allowed found; %d of %d answers deep in an obstacle\n", k,
                      t[k].found, t[k].allowed, t[k].deep, t[k].answers);
        swv_table_free(bytes);
    }
    assert_true(t[0].deep > 0.2 * t[0].answers);
    assert_true(t[1].deep < 1e-3 * t[1].answers && t[1].found > 0.75 * t[1].allowed);
    assert_true(t[2].deep < 0.15 * t[2].answers && t[2].found > 0.99 * t[2].allowed);
}

// Elbow, wrist and hand, each alone in a ball around where it is; none of the others' balls matters. Of arm7, whose hand reaches 0.1 m along z of the
// tip's frame. The hand counts only where all joints are known.
static void elbow_wrist_and_hand_are_seen(void **state)
{
    (void)state;
    swv_chain chain;
    uint64_t  seed = 3;
    assert_int_equal(swv_model_chain("arm7", &chain), SWV_OK);
    for (int n = 0; n < CASES(1000); ++n) {
        double   q[7];
        swv_pose frames[SWV_MAX_JOINTS], tip;
        for (int i = 0; i < 7; ++i)
            q[i] = random_between(&seed, chain.joints[i].lower, chain.joints[i].upper);
        assert_int_equal(swv_chain_frames(&chain, q, frames, &tip), SWV_OK);
        const swv_vec3 places[3] = { frames[3].position, tip.position,
                                     swv_pose_apply(tip, (swv_vec3){ 0.0, 0.0, 0.1 }) };
        for (int k = 0; k < 3; ++k) {
            const swv_obstacle ball = { .shape = SWV_OBSTACLE_SPHERE, .at = places[k], .radius = 0.01 };
            swv_obstacles      o = obstacles_of("arm7", (swv_vec3){ 0.0, 0.0, 0.1 }, &ball, 1);
            assert_false(swv_obstacles_allow(&o, q, 7));
            assert_true(swv_obstacles_allow(&o, q, 4) == (k == 2));
            const swv_obstacle beside = { .shape = SWV_OBSTACLE_SPHERE,
                                          .at = swv_vec3_add(places[k], (swv_vec3){ 0.0, 0.011, 0.0 }),
                                          .radius = 0.01 };
            o = obstacles_of("arm7", (swv_vec3){ 0.0, 0.0, 0.1 }, &beside, 1);
            assert_true(swv_obstacles_allow(&o, q, 7));
        }
    }
}

// The orientation's stage knows the hand: of a wrist that is allowed those branches go whose hand, 0.3 m long, is below the floor. Cells of 60 and 45
// degrees of the joints' and the hand's angles; of random postures, whose answers are all but the coarse model's error above the floor.
static void the_hand_is_kept_above_the_floor(void **state)
{
    (void)state;
    const swv_obstacle floor_of[] = {
        { .shape = SWV_OBSTACLE_HALF_SPACE, .at = { 0.0, 0.0, 0.0 }, .to = { 0.0, 0.0, 1.0 } }
    };
    swv_obstacles obstacles = obstacles_of("puma560", (swv_vec3){ 0.0, 0.0, 0.3 }, floor_of, 1);
    swv_chain     chain;
    int           answers[2] = { 0 }, below[2] = { 0 };
    assert_int_equal(swv_model_chain("puma560", &chain), SWV_OK);
    for (int k = 0; k < 2; ++k) {
        const swv_table_plan plan = { .model = "puma560",
                                      .is_orientation = true,
                                      .is_allowed = k ? swv_obstacles_allow : NULL,
                                      .allowed_user = &obstacles,
                                      .cell_angle = SWV_PI / 6.0,
                                      .cell_turn = SWV_PI / 4.0,
                                      .samples = 20,
                                      .every = 12,
                                      .seed = 1,
                                      .threads = 2 };
        unsigned char       *bytes;
        size_t               size;
        swv_table            table;
        uint64_t             seed = 8;
        assert_int_equal(swv_table_build(&plan, &bytes, &size), SWV_TABLE_DONE);
        assert_int_equal(swv_table_open(bytes, size, &table, NULL), SWV_OK);
        for (int n = 0; n < 10000; ++n) {
            double   q[6], target[6], wrist[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_JOINTS];
            swv_pose tip;
            int      count;
            for (int i = 0; i < 6; ++i)
                q[i] = random_between(&seed, chain.joints[i].lower, chain.joints[i].upper);
            memcpy(target, q, sizeof(double) * 3);
            assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_OK);
            assert_int_equal(swv_table_orientation_of(&tip.rotation, target + 3), SWV_OK);
            assert_int_equal(swv_table_solve(&table, target, wrist, &count), SWV_OK);
            for (int i = 0; i < count; ++i) {
                memcpy(q + 3, wrist[i], sizeof(double) * 3);
                assert_int_equal(swv_chain_tip(&chain, q, &tip), SWV_OK);
                ++answers[k];
                below[k] += swv_pose_apply(tip, (swv_vec3){ 0.0, 0.0, 0.3 }).z < -0.03;
            }
        }
        swv_table_free(bytes);
    }
    print_message("             below the floor: %d of %d answers; kept above: %d of %d\n", below[0], answers[0],
                  below[1], answers[1]);
    assert_true(answers[0] > 500 && below[0] > 0.3 * answers[0]);
    assert_true(answers[1] > 100 && below[1] < 0.02 * answers[1]);
}

// Whether two postures carry elbow and forearm alike, to 0.3 rad, whatever the ball joint's angles are.
static bool is_same_upper_arm(const swvi_space *space, const double *p, const double *q)
{
    swv_pose one[SWV_MAX_JOINTS], other[SWV_MAX_JOINTS], tip;
    assert_int_equal(swv_chain_frames(&space->part, p, one, &tip), SWV_OK);
    assert_int_equal(swv_chain_frames(&space->part, q, other, &tip), SWV_OK);
    return swv_quat_angle_between(one[3].rotation, other[3].rotation) < 0.3;
}

// The human arm and leg: limits that are regions of directions, twists and cones, not ranges of angles. With a share of a half, and cells of 0.12 m and
// 20 degrees, 86 % of random postures inside the limits are found, and 7 % of the answers for random targets are outside the limits; of a table without
// constraints 69 %.
static void human_limbs_keep_their_limits(void **state)
{
    (void)state;
    for (int kind = SWV_LIMB_ARM; kind <= SWV_LIMB_LEG; ++kind) {
        swv_limb   limb;
        swv_chain  chain;
        swvi_space space;
        assert_int_equal(swv_limb_make((swv_limb_kind)kind, SWV_RIGHT, &limb), SWV_OK);
        assert_int_equal(swv_limb_chain(&limb, &chain), SWV_OK);
        assert_true(swvi_space_of("limb", &chain, &space));
        const swv_table_plan plan = { .model = "limb",
                                      .chain = &chain,
                                      .is_allowed = swv_limb_allows,
                                      .allowed_user = &limb,
                                      .allowed_share = 0.5,
                                      .cell_length = 0.12,
                                      .cell_swivel = 0.35,
                                      .every = 10,
                                      .samples = 30,
                                      .seed = 1,
                                      .threads = 2 };
        unsigned char       *bytes;
        size_t               size;
        swv_table            table;
        uint64_t             seed = 4;
        int                  tried = 0, found = 0, answers = 0, broken = 0;
        assert_int_equal(swv_table_build(&plan, &bytes, &size), SWV_TABLE_DONE);
        assert_int_equal(swv_table_open(bytes, size, &table, NULL), SWV_OK);
        for (int n = 0; n < 15000; ++n) {
            double  p[7] = { 0.0 }, w[SWVI_N], q[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_JOINTS];
            int     count;
            int64_t cell;
            for (int i = 0; i < 4; ++i)
                p[i] = random_between(&seed, chain.joints[i].lower, chain.joints[i].upper);
            const bool is_there = swv_limb_allows(&limb, p, 4);
            swvi_space_forward(&space, p, w);
            assert_int_equal(swv_table_cell(&table, w, &cell), SWV_OK);
            if (cell < 0 || cell % 10 != 5)  // as swvi_is_wanted
                continue;
            assert_int_equal(swv_table_solve(&table, w, q, &count), SWV_OK);
            bool is_found = false;
            for (int k = 0; k < count; ++k) {
                double away = 0.0;
                for (int i = 0; i < 4; ++i)
                    away = fmax(away, fabs(swv_angle_wrap(q[k][i] - p[i])));
                is_found = is_found || away < 0.3 || is_same_upper_arm(&space, q[k], p);
                broken += !swv_limb_allows(&limb, q[k], 4);
            }
            answers += count;
            tried += is_there;
            found += is_there && is_found;
        }
        print_message("             limb %d: %d of %d found; %d of %d answers outside the limits\n", kind, found, tried,
                      broken, answers);
        assert_true(tried > 100 && found > 0.8 * tried && broken < 0.1 * answers);
        swv_table_free(bytes);
    }
}

static void bad_obstacles_are_refused(void **state)
{
    (void)state;
    const swv_obstacle bad[] = {
        { .shape = SWV_OBSTACLE_BOX, .at = { 0.0, 0.0, 0.0 }, .to = { 1.0, -1.0, 1.0 } },
        { .shape = SWV_OBSTACLE_SPHERE, .radius = 0.0 },
        { .shape = SWV_OBSTACLE_SPHERE, .radius = INFINITY },
        { .shape = SWV_OBSTACLE_HALF_SPACE },
        { .shape = SWV_OBSTACLE_HALF_SPACE, .at = { NAN, 0.0, 0.0 }, .to = { 1.0, 0.0, 0.0 } },
        { .shape = (swv_obstacle_shape)3, .to = { 1.0, 1.0, 1.0 }, .radius = 1.0 },
    };
    const swv_vec3 none = { 0.0, 0.0, 0.0 };
    swv_chain      chain;
    swv_obstacles  made;
    assert_int_equal(swv_model_chain("puma560", &chain), SWV_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
        assert_int_equal(swv_obstacles_make(&chain, none, &bad[i], 1, &made), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_obstacles_make(&chain, none, around, -1, &made), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_obstacles_make(NULL, none, around, 1, &made), SWV_NULL);
    assert_int_equal(swv_obstacles_make(&chain, none, NULL, 1, &made), SWV_NULL);
    assert_int_equal(swv_model_chain("torso8", &chain), SWV_OK);
    assert_int_equal(swv_obstacles_make(&chain, none, around, 1, &made), SWV_BAD_MODEL);
    unsigned char       *bytes = NULL;
    size_t               size;
    const swv_table_plan plan = { .model = "puma560", .allowed_share = 1.5 };
    assert_int_equal(swv_table_build(&plan, &bytes, &size), SWV_TABLE_BAD_PLAN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obstacles_against_brute_force),    cmocka_unit_test(elbow_wrist_and_hand_are_seen),
        cmocka_unit_test(the_hand_is_kept_above_the_floor), cmocka_unit_test(human_limbs_keep_their_limits),
        cmocka_unit_test(bad_obstacles_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
