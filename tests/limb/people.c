// SPDX-License-Identifier: MIT
// The limits of the human limb against people (data/people): what share of their postures is inside, what share of all rotations.
// Everything goes through the public header; tools/fit_limits.py measures the same in its own arithmetic. Lengths are metres, angles and swivels
// radians; hands, feet and elbows are in the trunk's axes, from the shoulder or hip (limb.h).
#include <math.h>
#include <stdlib.h>

#include "check.h"
#include "swivel/limb.h"

enum { COLUMNS = 12, MAX_ROWS = 70000 };

static const double length_scale = 1.0 / 30000;  // of columns 3 to 8: data/people/README.md

// Twist and pronation are seen through the elbow's plane, so where it is nearly straight they do not count.
static const double bent = 12 * SWV_PI / 180;
// No forearm turns so far: the capture failed.
static const double failed_pronation = 120 * SWV_PI / 180;

#define BIT(limit) (1u << SWV_LIMIT_##limit)

static const uint32_t ball = BIT(DIRECTION) | BIT(TWIST);
static const uint32_t seen_through_the_elbow = BIT(TWIST) | BIT(PRONATION) | BIT(CONE);

typedef struct tally {
    int rows, ball_inside, whole_inside, wrist_inside, failed;
} tally;

static int16_t table[MAX_ROWS][COLUMNS];

static int read_table(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const int count = (int)fread(table, sizeof table[0], MAX_ROWS, file);
    fclose(file);
    assert_true(count > 10000 && count < MAX_ROWS);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < COLUMNS; j++) {  // little-endian in the file
            const uint8_t *bytes = (const uint8_t *)&table[i][j];
            table[i][j] = (int16_t)(uint16_t)(bytes[0] | bytes[1] << 8);
        }
    }
    return count;
}

// Far joint with the hand's or foot's rotation, and elbow or knee. Of a left limb: the mirror image.
static void read_row(const int16_t row[COLUMNS], swv_side side, swv_pose *end, swv_vec3 *middle)
{
    const double mirror = side == SWV_LEFT ? -1 : 1;
    end->position = (swv_vec3){ mirror * row[2] * length_scale, row[3] * length_scale, row[4] * length_scale };
    *middle = (swv_vec3){ mirror * row[5] * length_scale, row[6] * length_scale, row[7] * length_scale };
    end->rotation = swv_quat_normalize((swv_quat){ row[8], mirror * row[9], mirror * row[10], row[11] });
}

static tally tally_people(const swv_limb *limb, const char *path)
{
    const int count = read_table(path);
    tally     t = { 0 };
    for (int i = 0; i < count; i++) {
        swv_pose         end;
        swv_vec3         middle;
        swv_limb_posture posture;
        uint32_t         broken;
        double           angles[SWV_LIMB_ANGLES];
        read_row(table[i], limb->side, &end, &middle);
        assert_int_equal(swv_limb_posture_from_points(limb, middle, &end, &posture), SWV_OK);
        assert_int_equal(swv_limb_check(limb, &posture, &broken, NULL), SWV_OK);
        assert_int_equal(swv_limb_angles(limb, &posture, angles), SWV_OK);
        const bool is_bent = posture.flexion >= bent;
        if (is_bent && fabs(angles[SWV_PRONATION]) > failed_pronation) {
            t.failed++;
            continue;
        }
        if (!is_bent)
            broken &= ~seen_through_the_elbow;
        const uint32_t whole =
            limb->kind == SWV_LIMB_ARM ? ~BIT(CONE) : ~0u;  // most wrists were not measured, all ankles were
        t.rows++;
        t.ball_inside += !(broken & ball);
        t.whole_inside += !(broken & whole);
        t.wrist_inside += !(broken & BIT(CONE));
    }
    return t;
}

static void assert_share(const char *what, int part, int all, double least)
{
    print_message("%s: %.2f %%\n", what, 100.0 * part / all);
    if (!(part >= least * all))
        fail_msg("%s: %d of %d, less than %g", what, part, all, least);
}

static void people_s_arms_are_inside(void **state)
{
    (void)state;
    for (swv_side side = SWV_RIGHT; side <= SWV_LEFT; side++) {
        swv_limb arm;
        assert_int_equal(swv_limb_make(SWV_LIMB_ARM, side, &arm), SWV_OK);
        const tally t = tally_people(&arm, SWIVEL_DATA_DIR "/people/arms.i16");
        assert_share("shoulders inside", t.ball_inside, t.rows, 0.995);
        assert_share("arms inside", t.whole_inside, t.rows, 0.989);
        assert_true(t.failed < 0.01 * t.rows);
    }
}

static void reaching_people_s_arms_and_wrists_are_inside(void **state)
{
    (void)state;
    swv_limb arm;
    assert_int_equal(swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &arm), SWV_OK);
    const tally t = tally_people(&arm, SWIVEL_DATA_DIR "/people/reaching.i16");
    assert_share("reaching shoulders inside", t.ball_inside, t.rows, 0.995);
    assert_share("reaching arms inside", t.whole_inside, t.rows, 0.989);
    assert_share("reaching wrists inside", t.wrist_inside, t.rows, 0.99);
    assert_int_equal(t.failed, 0);
}

static void people_s_legs_are_inside(void **state)
{
    (void)state;
    for (swv_side side = SWV_RIGHT; side <= SWV_LEFT; side++) {
        swv_limb leg;
        assert_int_equal(swv_limb_make(SWV_LIMB_LEG, side, &leg), SWV_OK);
        const tally t = tally_people(&leg, SWIVEL_DATA_DIR "/people/legs.i16");
        assert_share("hips inside", t.ball_inside, t.rows, 0.995);
        assert_share("legs inside", t.whole_inside, t.rows, 0.98);
    }
}

// Rotation number i, evenly spread over all: directions of a bone on a spiral of equal steps in height, and turns about it.
enum { DIRECTIONS = 5000, TURNS = 90 };

static swv_quat even_rotation(int i)
{
    const double   height = 1 - 2 * (i / TURNS + 0.5) / DIRECTIONS, angle = SWV_PI * (1 + sqrt(5)) * (i / TURNS);
    const double   radius = sqrt(1 - height * height), turn = 2 * SWV_PI * (i % TURNS + 0.5) / TURNS;
    const swv_vec3 z = { 0, 0, 1 };
    const swv_quat swing = swv_quat_between(z, (swv_vec3){ radius * cos(angle), radius * sin(angle), height });
    return swv_quat_mul(swing, swv_quat_from_axis_angle(z, turn));
}

// Limits that accept everything would pass all of the above.
static void most_rotations_are_outside(void **state)
{
    (void)state;
    static const double most[] = { [SWV_LIMB_ARM] = 0.30, [SWV_LIMB_LEG] = 0.18 };
    swv_limb            limbs[2];
    assert_int_equal(swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &limbs[0]), SWV_OK);
    assert_int_equal(swv_limb_make(SWV_LIMB_LEG, SWV_RIGHT, &limbs[1]), SWV_OK);
    for (int i = 0; i < 2; i++) {
        const int count = DIRECTIONS * TURNS;
        int       accepted = 0;
        for (int k = 0; k < count; k++) {
            swv_limb_posture posture = { .upper = even_rotation(k), .flexion = SWV_PI / 2 };
            posture.lower = swv_quat_mul(posture.upper, (swv_quat){ 0, sqrt(0.5), 0, sqrt(0.5) });
            posture.end = posture.lower;
            uint32_t broken;
            assert_int_equal(swv_limb_check(&limbs[i], &posture, &broken, NULL), SWV_OK);
            accepted += !(broken & ball);
        }
        assert_share("rotations outside", count - accepted, count, 1 - most[limbs[i].kind]);
    }
}

// 210 places in front of the right shoulder, fingers ahead.
static void hands_over_a_desk_are_reached(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        swv_vec3    palm;
    } palms[] = { { "palm down", { 0, 0, -1 } }, { "palm in", { -1, 0, 0 } }, { "palm up", { 0, 0, 1 } } };
    const swv_vec3 ahead = { 0, 1, 0 };
    swv_limb       arm;
    assert_int_equal(swv_limb_make(SWV_LIMB_ARM, SWV_RIGHT, &arm), SWV_OK);
    for (int p = 0; p < 3; p++) {
        const swv_vec3 palm = palms[p].palm, thumb = swv_vec3_cross(ahead, palm);
        const swv_mat3 axes = {
            { { palm.x, thumb.x, ahead.x }, { palm.y, thumb.y, ahead.y }, { palm.z, thumb.z, ahead.z } }
        };
        swv_limb_goal goal = { .end.rotation = swv_quat_from_mat3(axes) };
        int           reached = 0;
        for (int i = 0; i < 210; i++) {
            goal.end.position =
                (swv_vec3){ -0.1 + 0.3 * (i % 5) / 4, 0.25 + 0.2 * (i / 5 % 6) / 5, -0.35 + 0.25 * (i / 30) / 6 };
            swv_limb_posture posture;
            swv_limb_report  report;
            assert_int_equal(swv_limb_solve(&arm, &goal, NULL, SWV_KEEP_LIMITS, &posture, &report), SWV_OK);
            reached += report.outcome == SWV_REACHED;
        }
        assert_share(palms[p].name, reached, 210, 0.95);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_s_arms_are_inside),      cmocka_unit_test(reaching_people_s_arms_and_wrists_are_inside),
        cmocka_unit_test(people_s_legs_are_inside),      cmocka_unit_test(most_rotations_are_outside),
        cmocka_unit_test(hands_over_a_desk_are_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
