// SPDX-License-Identifier: MIT
// The whole body from a few points, on people: five networks, each on the fifth of the people it was not fitted to.
#include "check.h"

#include <math.h>

#include "bodies.h"
#include "figure/natural_body.h"

enum { FOLDS = 5, PERSONS = 100 };

static void read_folds(int fold_of[PERSONS][2], int *person_count, swvi_body_net nets[FOLDS])
{
    FILE   *file = open_data("body_folds.i16");
    int16_t count, pair[2];
    assert_int_equal(fread(&count, sizeof count, 1, file), 1);
    assert_in_range(count, 1, PERSONS);
    for (int i = 0; i < count; i++) {
        assert_int_equal(fread(pair, sizeof pair, 1, file), 1);
        fold_of[i][0] = pair[0];
        fold_of[i][1] = pair[1];
    }
    for (int i = 0; i < FOLDS; i++) {
        assert_int_equal(fread(nets[i].scales, sizeof nets[i].scales, 1, file), 1);
        assert_int_equal(fread(nets[i].first, sizeof nets[i].first, 1, file), 1);
        assert_int_equal(fread(nets[i].second, sizeof nets[i].second, 1, file), 1);
        assert_int_equal(fread(nets[i].last, sizeof nets[i].last, 1, file), 1);
    }
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
    *person_count = count;
}

typedef struct mean {
    double sum;
    int    count;
} mean;

static void people_not_fitted(void **state)
{
    (void)state;
    static swvi_body_net nets[FOLDS];
    int                  fold_of[PERSONS][2], person_count;
    read_folds(fold_of, &person_count, nets);
    uint64_t  seed = 1;
    FILE     *file = open_data("bodies.i16");
    body      b;
    mean      all[3] = { { 0 } }, trunk = { 0 }, shoulders = { 0 }, elbows = { 0 }, still = { 0 };
    const int counts[3] = { 3, 6, 11 };
    for (int row = 0; read_body(file, &seed, &b); row++) {
        if (row % 10)
            continue;
        int fold = -1;
        for (int i = 0; i < person_count; i++)
            if (fold_of[i][0] == b.subject)
                fold = fold_of[i][1];
        assert_in_range(fold, 0, FOLDS - 1);
        for (int k = 0; k < 3; k++) {
            swv_pose places[SWV_PARTS];
            assert_int_equal(swvi_natural_body(&nets[fold], b.size, b.points, counts[k], places), SWV_OK);
            for (int i = 0; i < PLACES; i++) {
                const int    part = places_of[i];
                const double off = 100.0 * swv_vec3_length(swv_vec3_sub(places[part].position, b.poses[part].position));
                if (part == SWV_PART_HEAD || part == SWV_PART_LEFT_HAND || part == SWV_PART_RIGHT_HAND) {
                    assert_near(off, 0.0, 0.0);
                    continue;
                }
                all[k].sum += off, all[k].count++;
                if (k > 0)
                    continue;
                const bool is_shoulder = part == SWV_PART_LEFT_UPPER_ARM || part == SWV_PART_RIGHT_UPPER_ARM;
                const bool is_elbow = part == SWV_PART_LEFT_LOWER_ARM || part == SWV_PART_RIGHT_LOWER_ARM;
                mean *group = part <= SWV_PART_NECK ? &trunk : is_shoulder ? &shoulders : is_elbow ? &elbows : &still;
                group->sum += off, group->count++;
            }
        }
    }
    fclose(file);
    printf("three points: %.2f cm, trunk %.2f, shoulders %.2f, elbows %.2f; six: %.2f; eleven: %.2f\n",
           all[0].sum / all[0].count, trunk.sum / trunk.count, shoulders.sum / shoulders.count,
           elbows.sum / elbows.count, all[1].sum / all[1].count, all[2].sum / all[2].count);
    assert_true(all[0].sum / all[0].count < 11.6);
    assert_true(all[1].sum / all[1].count < 3.7);
    assert_true(all[2].sum / all[2].count < 2.5);
}

// Somewhere else, looking another way, at another size: the same body, there.
static void wherever_it_is(void **state)
{
    (void)state;
    uint64_t seed = 2;
    FILE    *file = open_data("bodies.i16");
    body     b;
    for (int row = 0; row < CASES(1000) && read_body(file, &seed, &b); row++) {
        const double   scale = pow(10.0, random_between(&seed, -3, 3));
        const swv_pose move = { { random_between(&seed, -9, 9), random_between(&seed, -9, 9), 0.0 },
                                swv_quat_from_axis_angle((swv_vec3){ 0, 0, 1 }, random_between(&seed, -4, 4)) };
        const int      count = 3 + (int)random_below(&seed, 9);
        swv_body_point moved[11];
        swv_pose       places[SWV_PARTS], there[SWV_PARTS];
        for (int i = 0; i < 11; i++) {
            moved[i] = (swv_body_point){ points_of[i], swv_pose_mul(move, b.points[i].pose) };
            moved[i].pose.position = swv_vec3_scale(scale, moved[i].pose.position);
        }
        assert_int_equal(swv_natural_body(b.size, b.points, count, places), SWV_OK);
        assert_int_equal(swv_natural_body(scale * b.size, moved, count, there), SWV_OK);
        for (int i = 0; i < PLACES; i++) {
            const swv_vec3 expected = swv_vec3_scale(scale, swv_pose_apply(move, places[places_of[i]].position));
            assert_near(swv_vec3_length(swv_vec3_sub(there[places_of[i]].position, expected)), 0.0, 2e-5 * scale);
        }
    }
    fclose(file);
}

// Points that move by a millimetre move nothing by more than a few.
static void smooth(void **state)
{
    (void)state;
    uint64_t seed = 3;
    FILE    *file = open_data("bodies.i16");
    body     b;
    double   worst = 0.0;
    for (int row = 0; row < CASES(5000) && read_body(file, &seed, &b); row++) {
        const int count = 3 + (int)random_below(&seed, 9);
        swv_pose  places[SWV_PARTS], there[SWV_PARTS];
        assert_int_equal(swv_natural_body(b.size, b.points, count, places), SWV_OK);
        b.points[random_below(&seed, count)].pose.position.x += 1e-3;
        assert_int_equal(swv_natural_body(b.size, b.points, count, there), SWV_OK);
        for (int i = 0; i < PLACES; i++)
            worst =
                fmax(worst, swv_vec3_length(swv_vec3_sub(there[places_of[i]].position, places[places_of[i]].position)));
    }
    fclose(file);
    assert_true(worst < 2e-3);
}

static void what_is_refused(void **state)
{
    (void)state;
    uint64_t seed = 4;
    FILE    *file = open_data("bodies.i16");
    body     b;
    assert_true(read_body(file, &seed, &b));
    fclose(file);
    swv_pose places[SWV_PARTS];
    for (int i = 0; i < 3; i++) {
        swv_body_point points[3] = { b.points[0], b.points[1], b.points[2] };
        points[i].part = SWV_PART_JAW;
        assert_int_equal(swv_natural_body(b.size, points, 3, places), SWV_BAD_GOAL);
        points[i].part = SWV_PART_HIPS;  // head or hand missing
        assert_int_equal(swv_natural_body(b.size, points, 3, places), SWV_BAD_GOAL);
        points[i].part = points[(i + 1) % 3].part;
        assert_int_equal(swv_natural_body(b.size, points, 3, places), SWV_BAD_GOAL);
    }
    assert_int_equal(swv_natural_body(0.0, b.points, 3, places), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_natural_body(1.0, b.points, 2, places), SWV_BAD_COUNT);
    assert_int_equal(swv_natural_body(1.0, b.points, 12, places), SWV_BAD_COUNT);
    // Elbows and knees need no rotation; a hand a kilometre or 1e300 away is no reason for a NaN.
    for (int i = 7; i < 11; i++)
        b.points[i].pose.rotation = (swv_quat){ 0, 0, 0, 0 };
    b.points[1].pose.position.x = 1e300;
    assert_int_equal(swv_natural_body(1e-3, b.points, 11, places), SWV_OK);
    for (int i = 0; i < PLACES; i++)
        assert_true(swv_vec3_is_finite(places[places_of[i]].position));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_not_fitted),
        cmocka_unit_test(wherever_it_is),
        cmocka_unit_test(smooth),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
