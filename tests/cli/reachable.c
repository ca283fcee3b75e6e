// SPDX-License-Identifier: MIT
// Reachable sets: sets whose extent, volume and outline are known.
#include "check.h"

#include <math.h>
#include <stdlib.h>

#include <swivel/base.h>

#include "verbs/reachable.h"

// A hollow ball about (1, 2, 3), radii 0.5 and 2, by distance and two angles.
static swv_vec3 place_in_ball(const void *model, const double *posture)
{
    (void)model;
    double part = posture[0] < 0.0 ? 0.0 : posture[0] > 1.0 ? 1.0 : posture[0];
    part = cbrt(0.125 + part * (8.0 - 0.125));
    const double turn = 2.0 * SWV_PI * posture[1], height = cos(2.0 * SWV_PI * posture[2]);
    const double wide = sqrt(1.0 - height * height);
    return (swv_vec3){ 1.0 + part * wide * cos(turn), 2.0 + part * wide * sin(turn), 3.0 + part * height };
}

static bool is_in_ball(const void *form, swv_vec3 place)
{
    (void)form;
    const double distance = swv_vec3_length(swv_vec3_sub(place, (swv_vec3){ 1.0, 2.0, 3.0 }));
    return distance >= 0.5 && distance <= 2.0;
}

static const reachable_set ball = { .place_of = place_in_ball, .dimension = 3 };
static const swv_vec3      ball_centre = { 1.0, 2.0, 3.0 };

static void extent_of_a_hollow_ball(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        const extent e = find_extent(&ball, ball_centre, seed);
        assert_near(e.nearest, 0.5, 1e-9);
        assert_near(e.furthest, 2.0, 1e-9);
        const double centre[] = { 1.0, 2.0, 3.0 };
        const double low[] = { e.low.x, e.low.y, e.low.z }, high[] = { e.high.x, e.high.y, e.high.z };
        for (int k = 0; k < 3; k++) {
            assert_near(low[k], centre[k] - 2.0, 1e-9);
            assert_near(high[k], centre[k] + 2.0, 1e-9);
        }
    }
}

static void volume_of_a_hollow_ball(void **state)
{
    (void)state;
    const double    volume = 4.0 / 3.0 * SWV_PI * (8.0 - 0.125);
    const extent    e = find_extent(&ball, ball_centre, 1);
    const cell_grid grid = make_grid(&e, 40);
    const double    cube = grid.side * grid.side * grid.side;
    assert_int_equal(flat_axis(&grid), -1);
    for (int is_exact = 0; is_exact < 2; is_exact++) {
        reachable_set set = ball;
        set.reaches = is_exact ? is_in_ball : NULL;
        uint8_t       *reached = reach_cells(&set, &grid, 1000000, 7);
        const cell_sum sum = sum_cells(&grid, reached);
        if (is_exact) {
            assert_near((double)sum.count * cube, volume, 0.01 * volume);
        } else {
            assert_true((double)sum.count * cube >= volume);
            assert_true((double)(sum.count - sum.edge) * cube <= volume);
            assert_true((double)sum.once < 0.02 * (double)sum.count);
        }
        // All directions between the two radii, none elsewhere; half a cell away from them either way.
        assert_near(share_of_sphere(&set, &grid, reached, ball_centre, 1.2), 1.0, 0.001);
        assert_near(share_of_sphere(&set, &grid, reached, ball_centre, 0.3), 0.0, 0.0);
        assert_near(share_of_sphere(&set, &grid, reached, ball_centre, 2.3), 0.0, 0.0);
        free(reached);
    }
}

static void cells_and_their_centres(void **state)
{
    (void)state;
    const extent    box = { .low = { -1.0, 2.0, 5.0 }, .high = { 1.0, 2.0, 6.0 } };
    const cell_grid grid = make_grid(&box, 10);
    assert_int_equal(grid.count[0], 10);
    assert_int_equal(grid.count[1], 1);
    assert_int_equal(grid.count[2], 5);
    assert_int_equal(flat_axis(&grid), 1);
    assert_near(grid.side, 0.2, 1e-15);
    const swv_vec3 first = cell_centre(&grid, 0), last = cell_centre(&grid, cell_count(&grid) - 1);
    assert_near(first.x, -0.9, 1e-12);
    assert_near(first.y, 2.0, 1e-12);
    assert_near(first.z, 5.1, 1e-12);
    assert_near(last.x, 0.9, 1e-12);
    assert_near(last.z, 5.9, 1e-12);
}

// Whether a place is inside an outline: a ray from it crosses the paths an odd number of times.
static bool is_inside(const outline *o, double x, double y)
{
    bool   inside = false;
    size_t first = 0;
    for (size_t i = 0; i < o->count; i++) {
        if (isnan(o->xy[2 * i])) {
            first = i + 1;
            continue;
        }
        const size_t  next = isnan(o->xy[2 * i + 2]) ? first : i + 1;  // each path ends in a NaN
        const double *a = o->xy + 2 * i, *b = o->xy + 2 * next;
        if ((a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
            inside = !inside;
    }
    return inside;
}

enum { WIDE = 23, DEEP = 5, HIGH = 17 };

// Whether all around a cell are as deep as it is, or none is.
static bool is_amid_its_like(int depths[HIGH][WIDE], int x, int z, int depth)
{
    for (int i = 0; i < 9; i++) {
        const int  at_x = x + i % 3 - 1, at_z = z + i / 3 - 1;
        const bool is_outside = at_x < 0 || at_x >= WIDE || at_z < 0 || at_z >= HIGH;
        if ((!is_outside && depths[at_z][at_x] >= depth) != (depths[z][x] >= depth))
            return false;
    }
    return true;
}

// Every cell is on its side of the outline; once its corners are rounded, every cell that it does not pass.
static void outline_encloses_the_cells_and_no_others(void **state)
{
    (void)state;
    const cell_grid grid = { .corner = { -3.0, 10.0, 0.5 }, .side = 0.25, .count = { WIDE, DEEP, HIGH } };
    uint64_t        random = 11;
    for (int round = 0; round < CASES(5000) + 20; round++) {
        uint8_t      reached[WIDE * DEEP * HIGH];
        int          depths[HIGH][WIDE] = { { 0 } }, deepest = 0;
        const double density = pow(random_between(&random, 0.0, 1.0), random_between(&random, 0.1, 5.0));
        for (int i = 0; i < WIDE * DEEP * HIGH; i++) {
            int *depth = &depths[i / (WIDE * DEEP)][i % WIDE];
            reached[i] = random_between(&random, 0.0, 1.0) < density ? 9 : 0;
            *depth += reached[i] > 0;
            deepest = *depth > deepest ? *depth : deepest;
        }
        assert_int_equal(greatest_depth(&grid, reached, 0, 2), deepest);
        for (int depth = 1; depth <= DEEP; depth++) {
            outline o = find_outline(&grid, reached, 0, 2, depth - 0.5);
            for (int i = 0; i < 2 * WIDE * HIGH; i++) {
                const int  x = i % WIDE, z = i / WIDE % HIGH;
                const bool is_round = i >= WIDE * HIGH;
                if (i == WIDE * HIGH)
                    round_corners(&o);
                if (!is_round || is_amid_its_like(depths, x, z, depth))
                    assert_int_equal(is_inside(&o, -3.0 + 0.25 * (x + 0.5), 0.5 + 0.25 * (z + 0.5)),
                                     depths[z][x] >= depth);
            }
            for (size_t i = 0; i < o.count; i++)  // it stays within half a cell of the grid
                assert_true(isnan(o.xy[2 * i]) ||
                            (o.xy[2 * i] > -3.125 && o.xy[2 * i] < -3.0 + 0.25 * WIDE + 0.125 &&
                             o.xy[2 * i + 1] > 0.375 && o.xy[2 * i + 1] < 0.5 + 0.25 * HIGH + 0.125));
            free(o.xy);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extent_of_a_hollow_ball),
        cmocka_unit_test(volume_of_a_hollow_ball),
        cmocka_unit_test(cells_and_their_centres),
        cmocka_unit_test(outline_encloses_the_cells_and_no_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
