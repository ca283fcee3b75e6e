// SPDX-License-Identifier: MIT
// Sets of swivels, and the intervals they are made from, against membership looked up angle by angle. Swivels are radians.
#include <math.h>

#include "check.h"
#include "limb/ways.h"
#include "swivel/swivel.h"

static bool has(const swv_swivels *set, double angle)
{
    for (int i = 0; i < set->count; i++) {
        const double ahead = swv_angle_wrap(angle - set->from[i]);
        if ((ahead < 0.0 ? ahead + 2.0 * SWV_PI : ahead) <= set->to[i] - set->from[i])
            return true;
    }
    return false;
}

static void check_form(const swv_swivels *set)
{
    for (int i = 0; i < set->count; i++) {
        assert_true(set->from[i] >= -SWV_PI && set->from[i] < SWV_PI);
        assert_true(set->to[i] >= set->from[i] && set->to[i] <= set->from[i] + 2.0 * SWV_PI);
        assert_true(i == 0 || set->from[i] > set->to[i - 1]);
    }
}

static swv_swivels random_set(uint64_t *random)
{
    double ends[8];
    for (int i = 0; i < 8; i++) {
        ends[i] = random_between(random, -SWV_PI, SWV_PI);
        for (int j = i; j > 0 && ends[j] < ends[j - 1]; j--) {
            const double swap = ends[j];
            ends[j] = ends[j - 1];
            ends[j - 1] = swap;
        }
    }
    swv_swivels set = { .count = 4 };
    const int   shift = random_between(random, 0.0, 1.0) < 0.5;  // the last one may pass half a turn
    for (int i = 0; i < 4; i++) {
        set.from[i] = ends[2 * i + shift];
        set.to[i] = 2 * i + 1 + shift < 8 ? ends[2 * i + 1 + shift] : ends[0] + 2.0 * SWV_PI;
    }
    return set;
}

static void within_a_window_is_what_both_have(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int k = 0; k < 2000; k++) {
        const swv_swivels set = random_set(&random);
        const double      from = random_between(&random, -100.0, 100.0), width = random_between(&random, 0.0, 7.0);
        const swv_swivels both = swv_swivels_within(&set, from, from + width);
        check_form(&both);
        for (int i = 0; i < 100; i++) {
            const double angle = random_between(&random, -SWV_PI, SWV_PI);
            const double ahead = swv_angle_wrap(angle - from), turn = ahead < 0.0 ? ahead + 2.0 * SWV_PI : ahead;
            assert_int_equal(has(&both, angle), has(&set, angle) && turn <= width);
        }
    }
}

static void a_window_of_several_turns_gives_the_set_once(void **state)
{
    (void)state;
    const swv_swivels set = { .count = 1, .from = { -0.5 }, .to = { 0.5 } };
    const swv_swivels all = swv_swivels_within(&set, -100.0, 100.0);
    assert_int_equal(all.count, 1);
    const swv_swivels turned = swv_swivels_within(&set, 6.0 * SWV_PI - 0.25, 6.0 * SWV_PI + 0.25);
    assert_int_equal(turned.count, 1);
    assert_near(turned.from[0], -0.25, 1e-14);
    assert_near(turned.to[0], 0.25, 1e-14);
    const swv_swivels whole = { .count = 1, .from = { -SWV_PI }, .to = { SWV_PI } };
    const swv_swivels part = swv_swivels_within(&whole, 3.0, 4.0);
    assert_int_equal(part.count, 1);
    assert_near(part.to[0] - part.from[0], 1.0, 1e-14);
}

static void what_is_no_number_or_no_set_finds_nothing(void **state)
{
    (void)state;
    const swv_swivels set = { .count = 1, .from = { -0.5 }, .to = { 0.5 } }, empty = { 0 };
    double            swivel = 7.0;
    assert_false(swv_swivels_nearest(&set, NAN, &swivel));
    assert_false(swv_swivels_nearest(&set, INFINITY, &swivel));
    assert_false(swv_swivels_nearest(NULL, 0.0, &swivel));
    assert_false(swv_swivels_nearest(&set, 0.0, NULL));
    assert_false(swv_swivels_nearest(&empty, 0.0, &swivel));
    assert_false(swv_swivels_middle(&empty, &swivel));
    assert_false(swv_swivels_middle(NULL, &swivel));
    assert_true(swivel == 7.0);
    assert_int_equal(swv_swivels_within(&set, NAN, 1.0).count, 0);
    assert_int_equal(swv_swivels_within(&set, 1.0, -1.0).count, 0);
    assert_int_equal(swv_swivels_within(NULL, 0.0, 1.0).count, 0);
}

// Ways around half a turn: a sliver there once became the whole circle.
static void slivers_at_half_a_turn_stay_slivers(void **state)
{
    (void)state;
    const double edge[] = { 2.0 - 0x1p-52, 2.0, 2.0 + 0x1p-51 };
    for (int i = 0; i < 3; i++) {
        for (int j = i; j < 3; j++) {
            swvi_ways         w = { .count = 1, .from = { edge[i] }, .to = { edge[j] } };
            const swv_swivels set = swvi_ways_angles(&w);
            assert_int_equal(set.count, 1);
            assert_true(set.to[0] >= set.from[0] && set.to[0] - set.from[0] < 1e-14);
        }
    }
}

static void ways_become_the_same_angles(void **state)
{
    (void)state;
    uint64_t random = 11;
    for (int k = 0; k < 20000; k++) {
        swvi_ways    w;
        const double from = random_between(&random, 0.0, 4.0), to = random_between(&random, 0.0, 4.0);
        swvi_ways_arc(&w, from, to);
        const swv_swivels set = swvi_ways_angles(&w);
        check_form(&set);
        for (int i = 0; i < 20; i++) {
            const double angle = random_between(&random, -SWV_PI, SWV_PI);
            const double way = swvi_way_of(cos(angle), sin(angle));
            const bool   is_inside = from <= to ? way >= from && way <= to : way >= from || way <= to;
            assert_int_equal(has(&set, angle), is_inside);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(within_a_window_is_what_both_have),
        cmocka_unit_test(a_window_of_several_turns_gives_the_set_once),
        cmocka_unit_test(what_is_no_number_or_no_set_finds_nothing),
        cmocka_unit_test(slivers_at_half_a_turn_stay_slivers),
        cmocka_unit_test(ways_become_the_same_angles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
