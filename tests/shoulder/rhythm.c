// SPDX-License-Identifier: MIT
// Rhythms: de Groot and Brand's formulas, what bone pins measured. Angles are radians, in tables degrees.
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "swivel_papers/girdle.h"

static void de_groot_as_printed(void **state)
{
    (void)state;
    const double c0[3] = { -28.573324, 11.679804, 7.482095 }, s0[3] = { 32.047376, 10.669100, -10.320259 };
    swv_rhythm   rhythm;
    uint64_t     seed = 1;
    assert_int_equal(swv_rhythm_make_de_groot(NULL, &rhythm), SWV_OK);
    for (int i = 0; i < CASES(10000); ++i) {
        const double t = random_between(&seed, 0, 180), p = random_between(&seed, -90, 150);
        double       a[SWV_GIRDLE_ANGLES];
        assert_int_equal(swv_rhythm_angles(&rhythm, t * DEGREES, p * DEGREES, random_between(&seed, -1, 1), a), SWV_OK);
        assert_near(a[SWV_CLAVICLE_PROTRACTION] / DEGREES, -4.983 + 0.120 * p - 0.242 * t + 0.851 * c0[0], 1e-10);
        assert_near(a[SWV_CLAVICLE_ELEVATION] / DEGREES, 3.917 - 0.046 * p + 0.123 * t + 0.493 * c0[1], 1e-10);
        assert_near(a[SWV_SCAPULA_PROTRACTION] / DEGREES, -1.203 + 0.140 * p - 0.049 * t + 0.901 * s0[0], 1e-10);
        assert_near(a[SWV_SCAPULA_ELEVATION] / DEGREES, 3.095 - 0.079 * p + 0.396 * t + 0.414 * s0[1], 1e-10);
        assert_near(a[SWV_SCAPULA_TILT] / DEGREES, 0.659 - 0.028 * p + 0.184 * t + 0.886 * s0[2], 1e-10);
    }
}

// How far AC has turned from rest, by matrices made of turned axes.
static double ac_turn(const double rest[6], const double now[6])
{
    double trace = 0;
    for (int j = 0; j < 3; ++j) {
        double v[3] = { j == 0, j == 1, j == 2 };
        // now: clavicle' scapula; rest': scapula' clavicle. trace of (C' S)(C0' S0)'
        oracle_turn(0, rest[5], v);
        oracle_turn(1, -rest[0], v);
        oracle_turn(2, rest[1], v);
        oracle_turn(2, -rest[3], v);
        oracle_turn(1, rest[2], v);
        oracle_turn(0, -rest[4], v);
        oracle_turn(0, now[4], v);
        oracle_turn(1, -now[2], v);
        oracle_turn(2, now[3], v);
        oracle_turn(2, -now[1], v);
        oracle_turn(1, now[0], v);
        oracle_turn(0, -now[5], v);
        trace += v[j];
    }
    return acos(fmax(-1, fmin(1, 0.5 * (trace - 1))));
}

static void clavicle_rotates_so_that_ac_turns_least(void **state)
{
    (void)state;
    const double rest[6] = { 11.679804 * DEGREES, -28.573324 * DEGREES, 10.669100 * DEGREES,
                             32.047376 * DEGREES, -10.320259 * DEGREES, 7.482095 * DEGREES };
    swv_rhythm   rhythm;
    uint64_t     seed = 2;
    assert_int_equal(swv_rhythm_make_de_groot(rest, &rhythm), SWV_OK);
    for (int i = 0; i < CASES(2000); ++i) {
        double a[6], b[6];
        assert_int_equal(swv_rhythm_angles(&rhythm, random_between(&seed, 0, 3), random_between(&seed, -1, 2.5), 0, a),
                         SWV_OK);
        const double least = ac_turn(rest, a);
        for (int k = -30; k <= 30; ++k) {
            memcpy(b, a, sizeof b);
            b[5] += k * 0.1;
            assert_true(ac_turn(rest, b) >= least - 1e-7);
        }
    }
    double a[6];
    assert_int_equal(swv_rhythm_angles(&rhythm, 120 * DEGREES, 40 * DEGREES, 0, a), SWV_OK);
    assert_true(a[5] > 20 * DEGREES && a[5] < 70 * DEGREES);  // a raised arm rolls the clavicle back
}

// ---- measured ----

enum { MOST_ROWS = 200 };
static double rows[MOST_ROWS][8];

static int read_rows(void)
{
    FILE *file = fopen(SWIVEL_DATA_DIR "/shoulder/bone_pins.csv", "r");
    char  line[256];
    int   count = 0;
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file)) {
        char *at = line;
        for (int i = 0; i < 8; ++i) {
            rows[count][i] = strtod(at, &at);
            ++at;
        }
        ++count;
    }
    fclose(file);
    return count;
}

static void rms_degrees(const swv_rhythm *rhythm, int count, double rms[6])
{
    for (int k = 0; k < 6; ++k)
        rms[k] = 0;
    for (int i = 0; i < count; ++i) {
        double a[6];
        assert_int_equal(swv_rhythm_angles(rhythm, rows[i][1] * DEGREES, rows[i][0] * DEGREES, 1.0, a), SWV_OK);
        for (int k = 0; k < 6; ++k)
            rms[k] += pow(a[k] / DEGREES - rows[i][2 + k], 2);
    }
    for (int k = 0; k < 6; ++k)
        rms[k] = sqrt(rms[k] / count);
}

static void measured_rhythm_within_three_degrees(void **state)
{
    (void)state;
    swv_rhythm rhythm;
    double     rms[6];
    const int  count = read_rows();
    assert_int_equal(count, 38);
    swv_rhythm_make_measured(&rhythm);
    rms_degrees(&rhythm, count, rms);
    for (int k = 0; k < 6; ++k)
        assert_true(rms[k] < 0.7);
}

// One person's abduction and flexion, up and down, solved from markers (thoracoscapular.csv): the angles' own mean is taken
// out, as rest angles and the model's frames are that person's. What is left is the error of the rhythm, in degrees: as
// measured once, so that a change shows.
static void thoracoscapular_trials(void **state)
{
    (void)state;
    FILE  *file = fopen(SWIVEL_DATA_DIR "/shoulder/thoracoscapular.csv", "r");
    char   line[256], trial[32];
    double sum[3][5] = { { 0 } }, squares[3][5] = { { 0 } }, last = 0;
    int    count = 0;
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    swv_rhythm rhythms[3];
    swv_rhythm_make_measured(&rhythms[0]);
    assert_int_equal(swv_rhythm_make_ascione(11.68 * DEGREES, -28.57 * DEGREES, &rhythms[1]), SWV_OK);
    assert_int_equal(swv_rhythm_make_de_groot(NULL, &rhythms[2]), SWV_OK);
    while (fgets(line, sizeof line, file)) {
        double v[8];
        assert_int_equal(sscanf(line, "%31[^,],%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", trial, &v[0], &v[1], &v[2], &v[3],
                                &v[4], &v[5], &v[6], &v[7]),
                         9);
        const double raising = v[2] > last + 0.5 ? 1 : v[2] < last - 0.5 ? -1 : 0;
        last = v[2];
        for (int k = 0; k < 3; ++k) {
            double a[6];
            assert_int_equal(swv_rhythm_angles(&rhythms[k], v[2] * DEGREES, v[1] * DEGREES, raising, a), SWV_OK);
            for (int i = 0; i < 5; ++i) {
                const double off = a[i] / DEGREES - v[3 + i];
                sum[k][i] += off;
                squares[k][i] += off * off;
            }
        }
        ++count;
    }
    fclose(file);
    assert_true(count > 100);
    static const char *const names[3] = { "measured", "Ascione", "de Groot" };
    static const double      known[3][5] = { { 2.83, 3.29, 3.74, 9.27, 5.51 },
                                             { 2.73, 7.63, 5.66, 7.44, 4.45 },
                                             { 2.82, 7.63, 5.59, 7.58, 4.42 } };
    for (int k = 0; k < 3; ++k) {
        printf("%-9s", names[k]);
        for (int i = 0; i < 5; ++i) {
            const double mean = sum[k][i] / count, rms = sqrt(squares[k][i] / count - mean * mean);
            printf(" %6.2f", rms);
            assert_near(rms, known[k][i], 0.005 + 1e-9);
        }
        putchar('\n');
    }
}

// Scapula upward rotation is 1/3.3 of the elevation while raising and 1/3.7 while lowering.
static void raising_and_lowering_differ_as_measured(void **state)
{
    (void)state;
    swv_rhythm rhythm;
    double     up[6], down[6];
    swv_rhythm_make_measured(&rhythm);
    for (int t = 0; t <= 150; t += 10) {
        assert_int_equal(swv_rhythm_angles(&rhythm, t * DEGREES, 0.7, 1.0, up), SWV_OK);
        assert_int_equal(swv_rhythm_angles(&rhythm, t * DEGREES, 0.7, -1.0, down), SWV_OK);
        assert_near((up[2] - down[2]) / DEGREES, t * (1 / 3.3 - 1 / 3.7), 0.01);
    }
}

// ---- your own ----

static void table_reproduces_its_entries_and_is_linear_between(void **state)
{
    (void)state;
    enum { T = 7, P = 5 };
    static double          angles[T * P * 6];
    const swv_rhythm_table table = { T, P, 0.0, 3.0, -1.0, 2.0, angles };
    swv_rhythm             rhythm;
    uint64_t               seed = 3;
    for (int i = 0; i < T * P * 6; ++i)
        angles[i] = random_between(&seed, -1, 1);
    assert_int_equal(swv_rhythm_make_table(&table, &rhythm), SWV_OK);
    for (int i = 0; i < T; ++i) {
        for (int j = 0; j < P; ++j) {
            double a[6];
            assert_int_equal(swv_rhythm_angles(&rhythm, 3.0 * i / (T - 1), -1.0 + 3.0 * j / (P - 1), 0, a), SWV_OK);
            for (int k = 0; k < 6; ++k)
                assert_near(a[k], angles[(i * P + j) * 6 + k], 1e-14);
        }
    }
    for (int i = 0; i < CASES(10000); ++i) {  // no jump anywhere, also beyond the ends
        double       a[6], b[6];
        const double t = random_between(&seed, -1, 4), p = random_between(&seed, -2, 3);
        assert_int_equal(swv_rhythm_angles(&rhythm, t, p, 0, a), SWV_OK);
        assert_int_equal(swv_rhythm_angles(&rhythm, t + 1e-9, p - 1e-9, 0, b), SWV_OK);
        for (int k = 0; k < 6; ++k)
            assert_near(a[k], b[k], 1e-7);
    }
}

static void bad_tables_and_functions_are_refused(void **state)
{
    (void)state;
    double           angles[12] = { 0 };
    swv_rhythm       rhythm;
    swv_rhythm_table table = { 2, 1, 0.0, 1.0, 0.0, 0.0, angles };
    assert_int_equal(swv_rhythm_make_table(&table, &rhythm), SWV_OK);
    assert_int_equal(swv_rhythm_make_table(&table, NULL), SWV_NULL);
    assert_int_equal(swv_rhythm_make_table(NULL, &rhythm), SWV_NULL);
    table.angles = NULL;
    assert_int_equal(swv_rhythm_make_table(&table, &rhythm), SWV_NULL);
    table.angles = angles;
    table.elevation_count = 0;
    assert_int_equal(swv_rhythm_make_table(&table, &rhythm), SWV_BAD_COUNT);
    table.elevation_count = 2;
    table.last_elevation = 0.0;
    assert_int_equal(swv_rhythm_make_table(&table, &rhythm), SWV_BAD_LIMITS);
    table.last_elevation = NAN;
    assert_int_equal(swv_rhythm_make_table(&table, &rhythm), SWV_NOT_FINITE);
    table.last_elevation = 1.0;
    angles[7] = INFINITY;
    assert_int_equal(swv_rhythm_make_table(&table, &rhythm), SWV_NOT_FINITE);
    assert_int_equal(swv_rhythm_make_function(NULL, NULL, &rhythm), SWV_NULL);
    assert_int_equal(swv_rhythm_make_ascione(NAN, 0, &rhythm), SWV_NOT_FINITE);
    angles[3] = NAN;
    assert_int_equal(swv_rhythm_make_de_groot(angles, &rhythm), SWV_NOT_FINITE);
    swv_rhythm_make_measured(&rhythm);
    assert_int_equal(swv_rhythm_angles(&rhythm, NAN, 0, 0, angles), SWV_NOT_FINITE);
    assert_null(swv_girdle_angle_name(6));
    assert_string_equal(swv_girdle_angle_name(SWV_SCAPULA_TILT), "scapula-tilt");
}

static void angles_so_large_that_sums_overflow_are_refused(void **state)
{
    (void)state;
    double                 entries[SWV_GIRDLE_ANGLES] = { 0.0, 1e307 };
    swv_rhythm             rhythm;
    const swv_rhythm_table table = { .elevation_count = 1, .plane_count = 1, .angles = entries };
    swv_upper_limb         limb;
    swv_upper_limb_posture posture;
    swv_upper_limb_goal    goal = { .arm = { .end = { { 0.3, 0.3, 0.0 }, SWV_IDENTITY_QUAT } } };
    assert_int_equal(swv_rhythm_make_ascione(0.0, -1.1e6, &rhythm), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_rhythm_make_de_groot(entries, &rhythm), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_rhythm_make_table(&table, &rhythm), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_upper_limb_make(SWV_RIGHT, &limb), SWV_OK);
    goal.shoulder_protraction = 1e307;
    assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &posture, NULL), SWV_BAD_GOAL);
    goal.shoulder_protraction = 0.1;
    entries[1] = 0.1;
    assert_int_equal(swv_rhythm_make_table(&table, &limb.girdle.rhythm), SWV_OK);
    assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &posture, NULL), SWV_OK);
    entries[1] = 1e307;  // behind its back
    assert_int_equal(swv_upper_limb_solve(&limb, &goal, NULL, NULL, &posture, NULL), SWV_NOT_FINITE);
}

static void table_from_one_end_of_the_doubles_to_the_other(void **state)
{
    (void)state;
    double           entries[2 * SWV_GIRDLE_ANGLES] = { 0.0 }, angles[SWV_GIRDLE_ANGLES];
    swv_rhythm       rhythm;
    swv_rhythm_table table = {
        .elevation_count = 2, .plane_count = 1, .first_elevation = -1e308, .last_elevation = 1.5e308, .angles = entries
    };
    entries[SWV_GIRDLE_ANGLES] = 1.0;
    assert_int_equal(swv_rhythm_make_table(&table, &rhythm), SWV_OK);
    assert_int_equal(swv_rhythm_angles(&rhythm, 1e308, 0.0, 0.0, angles), SWV_OK);
    assert_near(angles[0], 0.8, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(de_groot_as_printed),
        cmocka_unit_test(clavicle_rotates_so_that_ac_turns_least),
        cmocka_unit_test(measured_rhythm_within_three_degrees),
        cmocka_unit_test(thoracoscapular_trials),
        cmocka_unit_test(raising_and_lowering_differ_as_measured),
        cmocka_unit_test(table_reproduces_its_entries_and_is_linear_between),
        cmocka_unit_test(bad_tables_and_functions_are_refused),
        cmocka_unit_test(angles_so_large_that_sums_overflow_are_refused),
        cmocka_unit_test(table_from_one_end_of_the_doubles_to_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
