// SPDX-License-Identifier: MIT
// Crowds: the budget is kept, nobody is forgotten, those who are close come first.
#include "check.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "swivel/body.h"

enum { MANY = 1000, FRAMES = 400 };

static int interval_of(double distance)
{
    return distance <= 10 ? 1 : distance <= 20 ? 2 : distance <= 40 ? 4 : 8;
}

static void make_crowd(uint64_t *seed, double size, swv_crowd_member members[MANY])
{
    memset(members, 0, MANY * sizeof members[0]);
    for (int i = 0; i < MANY; i++)
        members[i].distance = random_between(seed, 0, size);
}

// Room for all: everyone in its turn, exactly.
static void in_turn(void **state)
{
    (void)state;
    uint64_t                seed = 1;
    static swv_crowd_member members[MANY];
    static int              last[MANY];
    swv_crowd_report        r;
    make_crowd(&seed, 100, members);
    for (int frame = 0; frame < FRAMES; frame++) {
        assert_int_equal(swv_crowd_plan(members, MANY, &(swv_crowd_options){ .budget = 1e6 }, &r), SWV_OK);
        int    posed = 0;
        double cost = 0.0;
        for (int i = 0; i < MANY; i++) {
            const bool is_close = members[i].distance <= 3;
            assert_true(members[i].detail == SWV_DETAIL_NONE ||
                        members[i].detail == (is_close ? SWV_DETAIL_FINGERS : SWV_DETAIL_BODY));
            assert_true((members[i].detail != SWV_DETAIL_NONE) ==
                        (frame == 0 || frame - last[i] == interval_of(members[i].distance)));
            if (members[i].detail == SWV_DETAIL_NONE)
                continue;
            last[i] = frame;
            posed++;
            cost += is_close ? 20.0 : 16.0;
        }
        assert_int_equal(r.posed, posed);
        assert_near(r.cost, cost, 1e-9);
        assert_true(r.postponed == 0 && r.latest == 0);
    }
}

// A budget for less than is due: never exceeded, used up, and everyone gets its turn in proportion.
static void in_a_budget(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int k = 0; k < 20; k++) {
        static swv_crowd_member members[MANY];
        static int              last[MANY], worst[MANY];
        swv_crowd_report        r;
        make_crowd(&seed, 80, members);
        memset(worst, 0, sizeof worst);
        double demand = 0.0;  // a frame
        for (int i = 0; i < MANY; i++)
            demand += (members[i].distance <= 3 ? 20.0 : 16.0) / interval_of(members[i].distance);
        const swv_crowd_options options = { .budget = demand * random_between(&seed, 0.2, 0.9) };
        for (int frame = 0; frame < FRAMES; frame++) {
            assert_int_equal(swv_crowd_plan(members, MANY, &options, &r), SWV_OK);
            assert_true(r.cost <= options.budget + 1e-9);
            assert_true(r.postponed == 0 || r.cost > options.budget - 20.0);
            for (int i = 0; i < MANY; i++) {
                if (members[i].detail != SWV_DETAIL_NONE) {
                    if (frame > FRAMES / 2 && frame - last[i] > worst[i])
                        worst[i] = frame - last[i];
                    last[i] = frame;
                }
            }
        }
        // Nobody waits for much more than the budget is short by.
        const double share = demand / options.budget;
        for (int i = 0; i < MANY; i++)
            assert_true(worst[i] > 0 && worst[i] <= (2.0 * share + 2.0) * interval_of(members[i].distance));
    }
}

// The same plan again, also for a crowd that moves; and what is refused.
static void same_and_refused(void **state)
{
    (void)state;
    uint64_t                seed = 3;
    static swv_crowd_member a[MANY], b[MANY];
    make_crowd(&seed, 60, a);
    memcpy(b, a, sizeof a);
    for (int frame = 0; frame < 50; frame++) {
        assert_int_equal(swv_crowd_plan(a, MANY, NULL, NULL), SWV_OK);
        assert_int_equal(swv_crowd_plan(b, MANY, NULL, NULL), SWV_OK);
        assert_memory_equal(a, b, sizeof a);
        for (int i = 0; i < MANY; i++)
            a[i].distance = b[i].distance = fabs(a[i].distance + random_between(&seed, -1, 1));
    }
    a[5].distance = INFINITY;
    a[6].age = UINT32_MAX;
    assert_int_equal(swv_crowd_plan(a, MANY, NULL, NULL), SWV_OK);
    memcpy(b, a, sizeof a);
    assert_int_equal(swv_crowd_plan(NULL, MANY, NULL, NULL), SWV_NULL);
    assert_int_equal(swv_crowd_plan(a, -1, NULL, NULL), SWV_BAD_COUNT);
    assert_int_equal(swv_crowd_plan(a, 0, NULL, NULL), SWV_OK);
    assert_int_equal(swv_crowd_plan(a, MANY, &(swv_crowd_options){ .budget = -1 }, NULL), SWV_BAD_OPTIONS);
    assert_int_equal(swv_crowd_plan(a, MANY, &(swv_crowd_options){ .body_cost = NAN }, NULL), SWV_BAD_OPTIONS);
    assert_memory_equal(a, b, sizeof a);
    a[7].distance = NAN;
    assert_int_equal(swv_crowd_plan(a, MANY, NULL, NULL), SWV_BAD_ARGUMENT);
    a[7].distance = -1;
    assert_int_equal(swv_crowd_plan(a, MANY, NULL, NULL), SWV_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(in_turn), cmocka_unit_test(in_a_budget),
                                        cmocka_unit_test(same_and_refused) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
