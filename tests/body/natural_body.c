// SPDX-License-Identifier: MIT
// The whole body from a few points, wherever it is. How far off it is on people who were not fitted: body_people.c. Lengths are metres, angles
// radians; places are in the world, z up, as body.h has them.
#include "check.h"

#include <math.h>

#include "bodies.h"

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

// From head and hands: the mirror image going in, the mirror image coming out.
static void mirrored(void **state)
{
    (void)state;
    uint64_t seed = 5;
    FILE    *file = open_data("bodies.i16");
    body     b;
    for (int row = 0; row < CASES(1000) && read_body(file, &seed, &b); row++) {
        swv_body_point points[3];
        swv_pose       places[SWV_PARTS], there[SWV_PARTS];
        for (int i = 0; i < 3; i++) {
            const swv_pose p = b.points[i].pose;
            points[i] = (swv_body_point){ i == 0 ? SWV_PART_HEAD : points_of[3 - i],
                                          { { -p.position.x, p.position.y, p.position.z },
                                            { p.rotation.x, -p.rotation.y, -p.rotation.z, p.rotation.w } } };
        }
        assert_int_equal(swv_natural_body(b.size, b.points, 3, places), SWV_OK);
        assert_int_equal(swv_natural_body(b.size, points, 3, there), SWV_OK);
        for (int i = 0; i < PLACES; i++) {
            const swv_vec3 p = places[places_of[i]].position, q = there[swv_part_mirrored(places_of[i])].position;
            assert_near(swv_vec3_length(swv_vec3_sub(q, (swv_vec3){ -p.x, p.y, p.z })), 0.0, 1e-5);
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
        cmocka_unit_test(wherever_it_is),
        cmocka_unit_test(mirrored),
        cmocka_unit_test(smooth),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
