// SPDX-License-Identifier: MIT
// Tables of starts: all solutions, against random restarts of the engine, a closed form, and an arm known to have 16; the same bytes
// whatever the number of threads; nothing damaged is ever used. Lengths are metres, angles radians; poses and places are in the world (solve.h).
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chain_solve.h"
#include "general.h"
#include "solved.h"
#include "swivel_papers/puma.h"
#include "swivel/solve.h"
#include "swivel_io/starts_build.h"
#include "solve/starts_internal.h"
#include "solve/table_bytes.h"

typedef struct made {
    swv_chain      chain;
    unsigned char *bytes;
    size_t         size;
    swv_starts     starts;
    chain_skeleton as_skeleton;
} made;

static bool is_long(void)
{
    return getenv("SWIVEL_TEST_ALL") != NULL;
}

static void make(made *m, int divisions, int samples, int rounds)
{
    assert_int_equal(chain_skeleton_make(&m->chain, &m->as_skeleton), SWV_OK);
    const swv_starts_plan plan = { .skeleton = &m->as_skeleton.skeleton,
                                   .divisions = divisions,
                                   .samples = samples,
                                   .rounds = rounds,
                                   .seed = 1,
                                   .threads = 2 };
    assert_int_equal(swv_starts_build(&plan, &m->bytes, &m->size), SWV_TABLE_DONE);
    assert_int_equal(swv_starts_open(&m->as_skeleton.skeleton, m->bytes, m->size, &m->starts, NULL), SWV_OK);
}

// The solution that is this posture to within `near`, whole turns apart or not; -1 if none is.
static int find(double q[][SWV_STARTS_MAX_JOINTS], int count, const double *posture, double near)
{
    for (int k = 0; k < count; ++k) {
        double worst = 0.0;
        for (int i = 0; i < 6; ++i)
            worst = fmax(worst, fabs(remainder(q[k][i] - posture[i], 2.0 * SWV_PI)));
        if (worst < near)
            return k;
    }
    return -1;
}

/// What was found of what there is.
typedef struct score {
    int known, found;
} score;

// All the solutions that restarts of the engine from random postures find, and which of them the table finds.
static void compare(const made *m, const double *posture, int restarts, uint64_t *seed, score *s)
{
    enum { MOST = 64 };
    double            known[MOST][SWV_STARTS_MAX_JOINTS], q[SWV_STARTS_MAX_SOLUTIONS][SWV_STARTS_MAX_JOINTS];
    swv_starts_report report;
    double            redundant = 0.0;
    swv_goal          goal = { .kind = SWV_GOAL_POSE };
    swv_chain         six = m->chain;
    int               count = 0;
    (void)swv_chain_tip(&m->chain, posture, &goal.target);
    memcpy(known[count++], posture, (size_t)m->chain.dof * sizeof posture[0]);
    if (six.joint_count == 7) {
        redundant = posture[6];
        (void)swv_chain_set_limits(&six, 6, posture[6], posture[6]);
    }
    assert_int_equal(swv_starts_solve(&m->starts, &goal.target, NULL, redundant, q, &report), SWV_OK);
    assert_true(report.position_error < 1e-9 && report.rotation_error < 1e-9);
    for (int n = 0; n < restarts; ++n) {
        const swv_solve_options once = {
            .position_tolerance = 1e-10, .rotation_tolerance = 1e-10, .max_restarts = -1, .max_iterations = 60
        };
        double           p[8];
        swv_solve_report r;
        posture_inside(seed, &six, p);
        assert_int_equal(solve_chain(&six, &goal, 1, p, &once, p, &r), SWV_OK);
        if (r.outcome == SWV_REACHED && find(known, count, p, 1e-3) < 0 && count < MOST)
            memcpy(known[count++], p, (size_t)six.dof * sizeof p[0]);
    }
    for (int k = 0; k < count; ++k)
        s->found += find(q, report.count, known[k], 1e-3) >= 0;
    s->known += count;
    for (int k = 0; k < report.count; ++k)
        assert_true(is_inside(&m->chain, q[k]));
}

static void compare_many(const made *m, int targets, int restarts, double wanted)
{
    uint64_t seed = 17;
    score    s = { 0, 0 };
    for (int n = 0; n < targets; ++n) {
        double posture[8];
        posture_inside(&seed, &m->chain, posture);
        compare(m, posture, restarts, &seed, &s);
    }
    print_message("%d of %d solutions\n", s.found, s.known);
    assert_true(s.known > 2 * targets);
    assert_true(s.found >= wanted * s.known);
}

// Arms whose axes neither meet nor are parallel.
static void general_arms_against_restarts(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= (is_long() ? 3 : 1); ++seed) {
        made m;
        assert_int_equal(general_arm(seed, &m.chain), SWV_OK);
        if (is_long())
            make(&m, 0, 0, 0);
        else
            make(&m, 4, 30, 4);
        compare_many(&m, is_long() ? 100 : 20, is_long() ? 10000 : 100, is_long() ? 0.999 : 0.95);
        swv_table_free(m.bytes);
        chain_skeleton_free(&m.as_skeleton);
    }
}

// Seven joints with offsets: the last one's angle is given.
static void gen3_against_restarts(void **state)
{
    (void)state;
    made m;
    assert_int_equal(chain_at(7, &m.chain), SWV_OK);
    assert_string_equal(chain_name(7), "Kinova Gen3");
    if (is_long())
        make(&m, 0, 0, 0);
    else
        make(&m, 4, 30, 4);
    compare_many(&m, is_long() ? 100 : 20, is_long() ? 10000 : 100, is_long() ? 0.999 : 0.95);
    swv_table_free(m.bytes);
    chain_skeleton_free(&m.as_skeleton);
}

// The Puma's closed form, without limits: eight of eight.
static void puma_against_its_closed_form(void **state)
{
    (void)state;
    made     m;
    uint64_t seed = 5;
    swv_puma puma;
    int      known = 0, found = 0;
    swv_puma_make_560(&puma);
    assert_int_equal(swv_model_chain("puma560", &m.chain), SWV_OK);
    for (int i = 0; i < 6; ++i)
        assert_int_equal(swv_chain_set_limits(&m.chain, i, -INFINITY, INFINITY), SWV_OK);
    make(&m, 4, 30, 4);
    for (int n = 0; n < CASES(2000); ++n) {
        double            posture[8], closed[SWV_PUMA_FAMILIES][6], q[SWV_STARTS_MAX_SOLUTIONS][SWV_STARTS_MAX_JOINTS];
        swv_pose          tip;
        swv_starts_report report;
        posture_inside(&seed, &m.chain, posture);
        (void)swv_chain_tip(&m.chain, posture, &tip);
        assert_int_equal(swv_puma_solve(&puma, &tip, NULL, closed, NULL), SWV_OK);
        assert_int_equal(swv_starts_solve(&m.starts, &tip, NULL, 0.0, q, &report), SWV_OK);
        assert_true(report.position_error < 1e-9 && report.rotation_error < 1e-9);
        for (int k = 0; k < SWV_PUMA_FAMILIES; ++k) {
            double   there = 0.0;
            swv_pose at;
            (void)swv_chain_tip(&m.chain, closed[k], &at);
            there = swv_vec3_length(swv_vec3_sub(at.position, tip.position));
            known += there < 1e-9;
            found += there < 1e-9 && find(q, report.count, closed[k], 1e-4) >= 0;
        }
    }
    print_message("%d of %d solutions\n", found, known);
    assert_true(known > CASES(2000) * 4);
    assert_true(found >= 0.95 * known);
    swv_table_free(m.bytes);
    chain_skeleton_free(&m.as_skeleton);
}

// As many as six joints can have, and no two of them the same.
static void sixteen_solutions(void **state)
{
    (void)state;
    made              m;
    swv_pose          target, tip;
    double            q[SWV_STARTS_MAX_SOLUTIONS][SWV_STARTS_MAX_JOINTS];
    swv_starts_report report;
    assert_int_equal(arm_of_16(&m.chain, &target), SWV_OK);
    make(&m, 4, 30, 4);
    assert_int_equal(swv_starts_solve(&m.starts, &target, NULL, 0.0, q, &report), SWV_OK);
    assert_int_equal(report.count, 16);
    for (int k = 0; k < report.count; ++k) {
        assert_int_equal(find(q, k, q[k], 1e-2), -1);
        assert_int_equal(swv_chain_tip(&m.chain, q[k], &tip), SWV_OK);
        assert_near(swv_vec3_length(swv_vec3_sub(tip.position, target.position)), 0.0, 1e-9);
        assert_near(swv_quat_angle_between(tip.rotation, target.rotation), 0.0, 1e-9);
    }
    swv_table_free(m.bytes);
    chain_skeleton_free(&m.as_skeleton);
}

// Nearest to the previous posture first, and by the turns that are nearest to it.
static void nearest_first(void **state)
{
    (void)state;
    made     m;
    uint64_t seed = 9;
    int      compared = 0;
    assert_int_equal(chain_at(6, &m.chain), SWV_OK);
    assert_string_equal(chain_name(6), "UR5");
    make(&m, 4, 20, 3);
    for (int n = 0; n < 200; ++n) {
        double            posture[8], q[SWV_STARTS_MAX_SOLUTIONS][SWV_STARTS_MAX_JOINTS];
        swv_pose          tip;
        swv_starts_report report;
        double            before = 0.0;
        posture_inside(&seed, &m.chain, posture);
        (void)swv_chain_tip(&m.chain, posture, &tip);
        assert_int_equal(swv_starts_solve(&m.starts, &tip, posture, 0.0, q, &report), SWV_OK);
        for (int k = 0; k < report.count; ++k) {
            double distance = 0.0;
            for (int i = 0; i < 6; ++i) {
                distance += (q[k][i] - posture[i]) * (q[k][i] - posture[i]);
                assert_true(fabs(q[k][i] - posture[i]) <= 2.0 * SWV_PI);
            }
            assert_true(distance >= before);
            before = distance;
            compared += k > 0;
        }
        if (find(q, report.count, posture, 1e-6) == 0)
            for (int i = 0; i < 6; ++i)
                assert_near(q[0][i], posture[i], 1e-6);
    }
    assert_true(compared > 400);
    swv_table_free(m.bytes);
    chain_skeleton_free(&m.as_skeleton);
}

static made tiny;  // of few and large cells

static int make_tiny(void **state)
{
    (void)state;
    if (general_arm(4, &tiny.chain) != SWV_OK)
        return 1;
    make(&tiny, 2, 40, 3);
    return 0;
}

static int free_tiny(void **state)
{
    (void)state;
    swv_table_free(tiny.bytes);
    chain_skeleton_free(&tiny.as_skeleton);
    return 0;
}

static void same_bytes_on_any_number_of_threads(void **state)
{
    (void)state;
    swv_starts_plan plan = {
        .skeleton = &tiny.as_skeleton.skeleton, .divisions = 3, .samples = 20, .rounds = 4, .seed = 5
    };
    unsigned char *bytes[2];
    size_t         size[2];
    for (int i = 0; i < 2; ++i) {
        plan.threads = i ? 3 : 1;
        assert_int_equal(swv_starts_build(&plan, &bytes[i], &size[i]), SWV_TABLE_DONE);
    }
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(bytes[0], bytes[1], size[0]);
    plan.seed = 6;
    swv_table_free(bytes[1]);
    assert_int_equal(swv_starts_build(&plan, &bytes[1], &size[1]), SWV_TABLE_DONE);
    assert_true(size[0] != size[1] || memcmp(bytes[0], bytes[1], size[0]) != 0);
    swv_table_free(bytes[0]);
    swv_table_free(bytes[1]);
}

// With four rounds starts are dropped after the second, with fewer they never are. So the fourth round adds far fewer than the
// third did: 19 and 121 starts; if nothing is dropped it adds 66.
static void thinning_saves_starts(void **state)
{
    (void)state;
    int starts[3];
    for (int i = 0; i < 3; ++i) {
        made m = { .chain = tiny.chain };
        make(&m, 2, 200, 2 + i);
        starts[i] = (int)m.starts.first[m.starts.cells];
        swv_table_free(m.bytes);
        chain_skeleton_free(&m.as_skeleton);
    }
    assert_in_range(starts[2] - starts[1], 0, (starts[1] - starts[0]) / 3);
}

static void every_damaged_byte_and_every_truncation_is_refused(void **state)
{
    (void)state;
    unsigned char  *copy = malloc(tiny.size);
    swv_starts      starts;
    swv_table_fault fault;
    for (size_t i = 0; i < tiny.size; ++i) {
        memcpy(copy, tiny.bytes, tiny.size);
        copy[i] ^= 0x10;
        assert_int_not_equal(swv_starts_open(&tiny.as_skeleton.skeleton, copy, tiny.size, &starts, &fault), SWV_OK);
        memcpy(copy, tiny.bytes, i);
        assert_int_equal(swv_starts_open(&tiny.as_skeleton.skeleton, copy, i, &starts, &fault), SWV_BAD_MODEL);
        assert_int_not_equal(fault, SWV_TABLE_SOUND);
    }
    free(copy);
}

// What a correct checksum would let pass: an index that leads out of the table.
// After very many turns an angle has too few digits to be exact: solutions are near 0 then.
static void joints_that_turned_many_times(void **state)
{
    (void)state;
    uint64_t seed = 10;
    int      solutions = 0;
    for (int n = 0; n < 300; ++n) {
        double            posture[6], q[SWV_STARTS_MAX_SOLUTIONS][SWV_STARTS_MAX_JOINTS];
        swv_pose          tip;
        swv_starts_report report;
        for (int i = 0; i < 6; ++i)
            posture[i] = random_between(&seed, -3.0, 3.0);
        (void)swv_chain_tip(&tiny.chain, posture, &tip);
        for (int i = 0; i < 6; ++i)
            posture[i] = pow(10.0, random_between(&seed, 0.0, 20.0));
        assert_int_equal(swv_starts_solve(&tiny.starts, &tip, posture, 0.0, q, &report), SWV_OK);
        assert_true(report.position_error <= 1e-9 * swvi_shape_of(&tiny.starts)->length &&
                    report.rotation_error <= 1e-9);
        for (int k = 0; k < report.count; ++k, ++solutions)
            for (int i = 0; i < 6; ++i)
                assert_true(fabs(q[k][i] - (posture[i] < 1e5 ? posture[i] : 0.0)) <= 2.0 * SWV_PI);
    }
    assert_true(solutions > 300);
}

static void forged_index_is_refused(void **state)
{
    (void)state;
    unsigned char *copy = malloc(tiny.size);
    for (int cell = 0; cell <= 16; ++cell) {
        const uint32_t  wrong = 0x7FFFFFFF;
        swv_starts      starts;
        swv_table_fault fault;
        memcpy(copy, tiny.bytes, tiny.size);
        memcpy(copy + 256 + 4 * cell, &wrong, 4);
        const uint64_t sum = swvi_table_checksum(copy + 32, tiny.size - 32);
        memcpy(copy + 24, &sum, 8);
        assert_int_equal(swv_starts_open(&tiny.as_skeleton.skeleton, copy, tiny.size, &starts, &fault), SWV_BAD_MODEL);
        assert_int_equal(fault, SWV_TABLE_CORRUPT);
    }
    // A cell of 255 starts is as large as one may be. The cells after the first are made empty for it.
    for (uint32_t most = 255; most <= 256; ++most) {
        swv_starts starts;
        memcpy(copy, tiny.bytes, tiny.size);
        for (int cell = 1; cell <= 16; ++cell) {
            uint32_t first;
            memcpy(&first, copy + 256 + 4 * cell, 4);
            first = first < most ? most : first;
            memcpy(copy + 256 + 4 * cell, &first, 4);
        }
        const uint64_t sum = swvi_table_checksum(copy + 32, tiny.size - 32);
        memcpy(copy + 24, &sum, 8);
        assert_int_equal(swv_starts_open(&tiny.as_skeleton.skeleton, copy, tiny.size, &starts, NULL),
                         most == 255 ? SWV_OK : SWV_BAD_MODEL);
    }
    free(copy);
}

// The engine begun from a table reaches all that it reaches by itself, inside the limits, in fewer steps.
static void the_engine_begins_from_a_table(void **state)
{
    (void)state;
    static const int indices[] = { 6, 7 };  // six joints, and seven
    for (int k = 0; k < 2; ++k) {
        made     m;
        uint64_t seed = 31;
        double   room[8192];
        int      steps = 0, own_steps = 0;
        assert_int_equal(chain_at(indices[k], &m.chain), SWV_OK);
        make(&m, 4, 20, 3);
        assert_true(swv_solve_size(&m.as_skeleton.skeleton, 1) <= sizeof room);
        for (int n = 0; n < 500; ++n) {
            double           posture[8], cold[8], q[8], own[8], position, rotation;
            swv_goal         goal = { .kind = SWV_GOAL_POSE };
            swv_solve_report report, own_report;
            posture_inside(&seed, &m.chain, posture);
            posture_inside(&seed, &m.chain, cold);
            (void)swv_chain_tip(&m.chain, posture, &goal.target);
            assert_int_equal(swv_starts_reach(&m.starts, &goal.target, cold, NULL, room, q, &report), SWV_OK);
            assert_int_equal(solve_chain(&m.chain, &goal, 1, cold, NULL, own, &own_report), SWV_OK);
            assert_int_equal(report.outcome, SWV_REACHED);
            goal_errors(&m.chain, &goal, q, &position, &rotation);
            assert_true(position <= 1.000001e-6 && rotation <= 1.000001e-6 && is_inside(&m.chain, q));
            steps += report.iterations;
            own_steps += own_report.iterations;
        }
        print_message("%s: %d steps instead of %d\n", chain_name(indices[k]), steps, own_steps);
        assert_true(4 * steps < 3 * own_steps);
        swv_table_free(m.bytes);
        chain_skeleton_free(&m.as_skeleton);
    }
}

static int count_missed(const swv_starts *starts, const swv_chain *chain, int *odd)
{
    uint64_t seed = 23;
    int      missed = 0;
    *odd = 0;
    for (int n = 0; n < 2000; ++n) {
        double            posture[8], q[SWV_STARTS_MAX_SOLUTIONS][SWV_STARTS_MAX_JOINTS];
        swv_pose          tip;
        swv_starts_report report;
        posture_inside(&seed, chain, posture);
        (void)swv_chain_tip(chain, posture, &tip);
        assert_int_equal(swv_starts_solve(starts, &tip, NULL, 0.0, q, &report), SWV_OK);
        missed += find(q, report.count, posture, 1e-3) < 0;
        *odd += (report.count + report.outside) % 2;
    }
    return missed;
}

// Solutions come in pairs. A table that is told not to look for the missing one of an odd number misses many more.
static void an_odd_number_of_solutions_is_completed(void **state)
{
    (void)state;
    made           m;
    swv_starts     bare;
    int            odd, odd_bare;
    const uint32_t no = 0;
    assert_int_equal(general_arm(1, &m.chain), SWV_OK);
    make(&m, 4, 30, 4);
    assert_true(m.starts.completes);
    unsigned char *copy = malloc(m.size);
    memcpy(copy, m.bytes, m.size);
    memcpy(copy + 152, &no, 4);
    const uint64_t sum = swvi_table_checksum(copy + 32, m.size - 32);
    memcpy(copy + 24, &sum, 8);
    assert_int_equal(swv_starts_open(&m.as_skeleton.skeleton, copy, m.size, &bare, NULL), SWV_OK);
    const int missed = count_missed(&m.starts, &m.chain, &odd), missed_bare = count_missed(&bare, &m.chain, &odd_bare);
    print_message("of 2000 %d missed, %d odd; without completing %d and %d\n", missed, odd, missed_bare, odd_bare);
    assert_true(odd_bare >= 8 && 4 * odd <= odd_bare);
    assert_true(2 * missed <= missed_bare);
    free(copy);
    swv_table_free(m.bytes);
    chain_skeleton_free(&m.as_skeleton);
}

static void other_chains_are_refused(void **state)
{
    (void)state;
    swv_chain       other = tiny.chain;
    chain_skeleton  as_skeleton;
    swv_starts      starts;
    swv_table_fault fault;
    assert_int_equal(swv_chain_set_limits(&other, 2, -1.0, 1.0), SWV_OK);
    assert_int_equal(chain_skeleton_make(&other, &as_skeleton), SWV_OK);
    assert_int_equal(swv_starts_open(&as_skeleton.skeleton, tiny.bytes, tiny.size, &starts, &fault), SWV_BAD_ARGUMENT);
    chain_skeleton_free(&as_skeleton);
    assert_int_equal(swv_model_chain("torso8", &other), SWV_OK);
    assert_int_equal(chain_skeleton_make(&other, &as_skeleton), SWV_OK);
    assert_int_equal(swv_starts_open(&as_skeleton.skeleton, tiny.bytes, tiny.size, &starts, &fault), SWV_BAD_MODEL);
    unsigned char        *bytes = NULL;
    size_t                size;
    const swv_starts_plan plan = { .skeleton = &as_skeleton.skeleton, .divisions = 2 };
    assert_int_equal(swv_starts_build(&plan, &bytes, &size), SWV_TABLE_BAD_PLAN);
    assert_null(bytes);
    chain_skeleton_free(&as_skeleton);
}

static void unreachable_targets_have_no_solution(void **state)
{
    (void)state;
    double            q[SWV_STARTS_MAX_SOLUTIONS][SWV_STARTS_MAX_JOINTS];
    swv_starts_report report;
    for (int n = 0; n < 100; ++n) {
        const swv_pose far = { { 3.0 + n * n * 1e3, -1.0 * n, 4.0 }, SWV_IDENTITY_QUAT };
        assert_int_equal(swv_starts_solve(&tiny.starts, &far, NULL, 0.0, q, &report), SWV_OK);
        assert_int_equal(report.count, 0);
        assert_int_equal(report.outcome, SWV_NOT_FOUND);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(general_arms_against_restarts),
        cmocka_unit_test(gen3_against_restarts),
        cmocka_unit_test(puma_against_its_closed_form),
        cmocka_unit_test(sixteen_solutions),
        cmocka_unit_test(nearest_first),
        cmocka_unit_test(same_bytes_on_any_number_of_threads),
        cmocka_unit_test(thinning_saves_starts),
        cmocka_unit_test(every_damaged_byte_and_every_truncation_is_refused),
        cmocka_unit_test(joints_that_turned_many_times),
        cmocka_unit_test(forged_index_is_refused),
        cmocka_unit_test(the_engine_begins_from_a_table),
        cmocka_unit_test(an_odd_number_of_solutions_is_completed),
        cmocka_unit_test(other_chains_are_refused),
        cmocka_unit_test(unreachable_targets_have_no_solution),
    };
    return cmocka_run_group_tests(tests, make_tiny, free_tiny);
}
