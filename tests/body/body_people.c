// SPDX-License-Identifier: MIT
// The whole body from a few points on people who were not fitted: five times two networks, each on the fifth of the people it does
// not know. Where people's joints are said to be, and where a skeleton with their bones has them. Prints a table for docs/bodies.md. Lengths are
// metres, angles radians; places are in the world, z up, as body.h has them.
#include "body_of_fold.h"

#include "check.h"

#include <math.h>

#include "body_folds.h"
#include "people_skeleton.h"

enum { ROWS = 32551 };

enum { IN_TRUNK, IN_SHOULDERS, IN_ELBOWS, IN_HIPS, IN_KNEES, IN_FEET, IN_CLAVICLES, GROUPS, ALL = GROUPS };
static const char *const group_names[GROUPS - 1] = { "trunk", "shoulders", "elbows", "hips", "knees", "feet" };
static const int groups[PLACES] = { IN_TRUNK, IN_TRUNK, IN_TRUNK,     IN_TRUNK,     IN_TRUNK,  -1, IN_HIPS, IN_KNEES,
                                    IN_FEET,  IN_FEET,  IN_CLAVICLES, IN_SHOULDERS, IN_ELBOWS, -1, IN_HIPS, IN_KNEES,
                                    IN_FEET,  IN_FEET,  IN_CLAVICLES, IN_SHOULDERS, IN_ELBOWS, -1 };

typedef struct means {
    double sums[GROUPS + 1];
    int    counts[GROUPS + 1];
} means;

static void add(means *m, int place, double off)
{
    if (groups[place] < 0) {  // head and hands
        assert_near(off, 0.0, 1e-6);
        return;
    }
    m->sums[groups[place]] += off, m->counts[groups[place]]++;
    m->sums[ALL] += off, m->counts[ALL]++;
}

static double mean_of(const means *m, int group)
{
    return m->sums[group] / m->counts[group];
}

enum { SETS = 4 };
static const int         counts_of_sets[SETS] = { 3, 4, 6, 11 };
static const char *const names_of_sets[SETS] = { "head and hands", "and hips", "and hips, feet", "all eleven" };

static void people_not_fitted(void **state)
{
    (void)state;
    static folds f;
    read_folds(&f);
    uint64_t  seed = 1;
    FILE     *file = open_data("bodies.i16");
    body      b;
    means     said[SETS][2] = { { { { 0 }, { 0 } } } }, had[SETS][2] = { { { { 0 }, { 0 } } } };
    int       rows = 0, missed = 0;
    const int step = ROWS / CASES_OR_ALL(2000, ROWS);
    for (int row = 0; read_body(file, &seed, &b); row++) {
        if (row % step)
            continue;
        rows++;
        static swv_body skeleton;
        make_skeleton(&b, &skeleton);
        nets_of_fold = nets_of(&f, b.subject);
        for (int bent = 1; bent >= 0; bent--) {
            for (int side = 0; side < 2 && !bent; side++)
                b.points[1 + side].pose.rotation = b.straight[side];
            swv_body_point points[11];
            make_points(&b, &skeleton, points);
            for (int k = 0; k < SETS; k++) {
                const swv_limb_compromise keep = SWV_KEEP_HAND;
                swv_pose                  places[SWV_PARTS], locals[PLACES], worlds[PLACES];
                swv_body_report           report;
                const int                 count = counts_of_sets[k];
                assert_int_equal(swvi_natural_body(nets_of_fold, b.size, b.points, count, places), SWV_OK);
                assert_int_equal(swv_body_solve(&skeleton, points, count, NULL, keep, locals, &report), SWV_OK);
                assert_int_equal(swv_mount_worlds(&skeleton.mount, locals, worlds), SWV_OK);
                missed += report.outcome != SWV_REACHED;
                for (int i = 0; i < PLACES; i++) {
                    const swv_vec3 there = b.poses[places_of[i]].position;
                    add(&said[k][bent], i, 100.0 * swv_vec3_length(swv_vec3_sub(places[places_of[i]].position, there)));
                    if (report.outcome == SWV_REACHED || groups[i] >= 0)
                        add(&had[k][bent], i, 100.0 * swv_vec3_length(swv_vec3_sub(worlds[i].position, there)));
                }
            }
        }
    }
    fclose(file);
    printf("| known | wrists | 19 joints | all 22 | 19, of the guess |");
    for (int i = 0; i < GROUPS - 1; i++)
        printf(" %s |", group_names[i]);
    printf("\n|---|---|---|---|---|");
    for (int i = 0; i < GROUPS - 1; i++)
        printf("---|");
    for (int k = 0; k < SETS; k++) {
        for (int bent = 0; bent < 2; bent++) {
            printf("\n| %s | %s | %.1f | %.1f | %.1f |", names_of_sets[k], bent ? "bent" : "straight",
                   mean_of(&had[k][bent], ALL), (PLACES - 3.0) / PLACES * mean_of(&had[k][bent], ALL),
                   mean_of(&said[k][bent], ALL));
            for (int i = 0; i < GROUPS - 1; i++)
                printf(" %.1f |", mean_of(&had[k][bent], i));
        }
    }
    printf("\n\n%d postures; %d of %d solves not reached\n", rows, missed, 2 * SETS * rows);
    if (rows < 1000)  // under the sanitizers: too few for means
        return;
    for (int bent = 0; bent < 2; bent++) {
        assert_true(mean_of(&had[0][bent], ALL) < 10.3);
        assert_true(mean_of(&had[0][bent], IN_TRUNK) < 5.2);
        assert_true(mean_of(&had[0][bent], IN_SHOULDERS) < 4.5);
        assert_true(mean_of(&had[0][bent], IN_ELBOWS) < 4.1);
        assert_true(mean_of(&had[1][bent], ALL) < 7.2);
        assert_true(mean_of(&had[2][bent], ALL) < 1.7);
        assert_true(mean_of(&had[3][bent], ALL) < 0.5);
        assert_true(mean_of(&said[0][bent], ALL) < 10.6);
        assert_true(mean_of(&said[2][bent], ALL) < 3.2);
    }
}

// body.c carries joints over to where these people have them on average: its numbers, in sizes.
static void joints_of_the_average_person(void **state)
{
    (void)state;
    static const int      joints[3] = { 5, 0, 3 };  // head, hips, chest
    static const swv_vec3 average[3] = { { 0.0, 0.036, 0.098 }, { 0.0, 0.009, -0.238 }, { 0.0, 0.005, -0.053 } };
    static bool           is_seen[1000];
    swv_vec3              sums[3] = { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 } };
    double                sizes = 0.0, ankles = 0.0;
    int                   persons = 0;
    uint64_t              seed = 1;
    FILE                 *file = open_data("bodies.i16");
    for (body b; read_body(file, &seed, &b);) {
        static swv_body skeleton;
        swv_pose        rest[PLACES];
        assert_in_range(b.subject, 0, 999);
        if (is_seen[b.subject])
            continue;
        is_seen[b.subject] = true;
        persons++;
        make_skeleton(&b, &skeleton);
        assert_int_equal(rest_worlds_of(&skeleton.mount, rest), SWV_OK);
        const swv_vec3 shoulders = swv_vec3_scale(0.5, swv_vec3_add(rest[11].position, rest[19].position));
        for (int i = 0; i < 3; i++)
            sums[i] = swv_vec3_add(sums[i], swv_vec3_scale(1.0 / skeleton._private.people_size,
                                                           swv_vec3_sub(rest[joints[i]].position, shoulders)));
        sizes += skeleton._private.people_size / skeleton.size;
        ankles += 0.5 * (skeleton.ankles[0] + skeleton.ankles[1]) / skeleton._private.people_size;
    }
    fclose(file);
    for (int i = 0; i < 3; i++) {
        const swv_vec3 mean = swv_vec3_scale(1.0 / persons, sums[i]);
        print_message("joint %d: %.4f %.4f %.4f\n", joints[i], mean.x, mean.y, mean.z);
        assert_near(swv_vec3_length(swv_vec3_sub(mean, average[i])), 0.0, 0.005);
    }
    print_message("people_size / size %.4f, ankles %.4f\n", sizes / persons, ankles / persons);
    assert_near(sizes / persons, 1.0, 0.005);
    assert_near(ankles / persons, 0.048, 0.002);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_of_the_average_person),
        cmocka_unit_test(people_not_fitted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
