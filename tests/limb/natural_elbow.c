// SPDX-License-Identifier: MIT
// The natural elbow, knee and pronation: on the people they were fitted to (on others: docs/naturalness.md), and what must hold for
// every pose, human or not. Lengths are metres, angles and swivels radians; hands, feet and elbows are in the trunk's axes, from the shoulder or hip
// (limb.h).
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chains.h"
#include "check.h"
#include "limb/limb_kernels.h"
#include "swivel/limb.h"

#define DEGREES (180.0 / SWV_PI)

// ---- people ----

enum { MAX_ROWS = 80000 };

typedef struct row {
    swv_pose end;       // wrist or ankle over reach, hand or foot
    swv_vec3 n, elbow;  // unit vectors: along the line from shoulder to wrist, and from it to the elbow
    double   radius;    // of the elbow from that line, over reach
    double   pronation;
} row;

typedef struct people {
    row rows[MAX_ROWS];
    int count;
} people;

static people arms, reaching, legs;

static swv_vec3 part_normal_to(swv_vec3 n, swv_vec3 a)
{
    return swv_vec3_sub(a, swv_vec3_scale(swv_vec3_dot(n, a), n));
}

static bool read_people(const char *path, people *p)
{
    FILE         *file = fopen(path, "rb");
    unsigned char bytes[24];
    p->count = 0;
    while (file && p->count < MAX_ROWS && fread(bytes, 1, sizeof bytes, file) == sizeof bytes) {
        double v[12];
        for (int i = 0; i < 12; ++i)
            v[i] = (int16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
        row           *r = &p->rows[p->count];
        const swv_vec3 wrist = swv_vec3_scale(1 / 30000.0, (swv_vec3){ v[2], v[3], v[4] });
        const swv_vec3 elbow = swv_vec3_scale(1 / 30000.0, (swv_vec3){ v[5], v[6], v[7] });
        r->end = (swv_pose){ wrist, swv_quat_normalize((swv_quat){ v[8], v[9], v[10], v[11] }) };
        r->n = swv_vec3_normalize(wrist);
        r->radius = swv_vec3_length(part_normal_to(r->n, elbow));
        r->elbow = swv_vec3_normalize(part_normal_to(r->n, elbow));
        const swv_vec3 forearm = swv_vec3_normalize(swv_vec3_sub(wrist, elbow));
        const swv_vec3 bend = part_normal_to(forearm, swv_vec3_scale(-1.0, elbow));
        const swv_vec3 palm = swv_quat_rotate(r->end.rotation, (swv_vec3){ 1.0, 0.0, 0.0 });
        const swv_vec3 thumb = swv_quat_rotate(r->end.rotation, (swv_vec3){ 0.0, 1.0, 0.0 });
        r->pronation = atan2(-swv_vec3_dot(palm, bend), swv_vec3_dot(thumb, bend));
        p->count += r->radius > 0.05;  // nearer to the line its direction is not measured
    }
    if (file)
        fclose(file);
    return p->count > 1000;
}

static int read_all(void **state)
{
    (void)state;
    return read_people(SWIVEL_DATA_DIR "/people/arms.i16", &arms) &&
                   read_people(SWIVEL_DATA_DIR "/people/reaching.i16", &reaching) &&
                   read_people(SWIVEL_DATA_DIR "/people/legs.i16", &legs)
               ? 0
               : -1;
}

typedef struct spread {
    double rms, median, cm, bias;  // cm: of the elbow, mean, for a reach of 0.55 m
} spread;

static double sizes[MAX_ROWS];

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef swv_vec3 (*choice)(const row *r);

static spread spread_of(const char *name, const people *p, choice choose)
{
    spread s = { 0 };
    for (int i = 0; i < p->count; ++i) {
        const row     *r = &p->rows[i];
        const swv_vec3 m = choose(r);
        const double   e = atan2(swv_vec3_dot(r->n, swv_vec3_cross(r->elbow, m)), swv_vec3_dot(m, r->elbow));
        s.rms += e * e;
        s.bias += e;
        s.cm += 2.0 * sin(0.5 * fabs(e)) * r->radius * 55.0;
        sizes[i] = fabs(e) * DEGREES;
    }
    qsort(sizes, (size_t)p->count, sizeof *sizes, by_size);
    s = (spread){ sqrt(s.rms / p->count) * DEGREES, sizes[p->count / 2], s.cm / p->count, s.bias / p->count * DEGREES };
    printf("%-40s RMS %5.1f, median %5.1f degrees, elbow %5.2f cm, bias %5.1f\n", name, s.rms, s.median, s.cm, s.bias);
    return s;
}

static swv_vec3 with_hand(const row *r)
{
    swv_vec3 m;
    assert_int_equal(swv_natural_elbow(SWV_RIGHT, 1.0, &r->end, &m), SWV_OK);
    return m;
}

static swv_vec3 without_hand(const row *r)
{
    swv_vec3 m;
    assert_int_equal(swv_natural_elbow_at(SWV_RIGHT, 1.0, r->end.position, &m), SWV_OK);
    return m;
}

static swv_vec3 by_soechting(const row *r)
{
    swv_vec3 m;
    assert_int_equal(swv_natural_elbow_soechting(SWV_RIGHT, 1.0, r->end.position, &m), SWV_OK);
    return m;
}

static swv_vec3 knee(const row *r)
{
    swv_vec3 m;
    assert_int_equal(swv_natural_knee(SWV_RIGHT, 1.0, &r->end, &m), SWV_OK);
    return m;
}

// A hand of CMU, whose wrists never bend, bent by flexion and deviation within the reaching people's 1st and 99th percentile.
static uint64_t bend_seed;

static swv_vec3 with_bent_hand(const row *r)
{
    const double   flexion = random_between(&bend_seed, -55.0, 17.0) / DEGREES;
    const double   deviation = random_between(&bend_seed, -32.0, 17.0) / DEGREES;
    const swv_quat bend = swv_quat_mul(swv_quat_from_rotation_vector((swv_vec3){ 0.0, flexion, 0.0 }),
                                       swv_quat_from_rotation_vector((swv_vec3){ -deviation, 0.0, 0.0 }));
    row            bent = *r;
    bent.end.rotation = swv_quat_mul(r->end.rotation, bend);
    return with_hand(&bent);
}

static void shipped_coefficients_on_the_people_they_were_fitted_to(void **state)
{
    (void)state;
    bend_seed = 40;
    const spread place = spread_of("CMU arms, position only", &arms, without_hand);
    assert_true(place.median <= 12.0 && place.cm <= 3.4);
    assert_true(spread_of("CMU arms, wrists bent (uniform)", &arms, with_bent_hand).rms <= 17.0);
    const spread reach = spread_of("reaching arms, position only", &reaching, without_hand);
    assert_true(reach.median <= 7.5 && reach.cm <= 2.5);
    const spread hand = spread_of("reaching arms", &reaching, with_hand);
    assert_true(hand.median <= 6.0 && hand.rms <= 9.0 && hand.cm <= 2.1 && fabs(hand.bias) < 1.5);
    const spread leg = spread_of("CMU legs", &legs, knee);
    assert_true(leg.median <= 5.0 && leg.rms <= 10.0);
    assert_true(spread_of("CMU arms, Soechting and Flanders", &arms, by_soechting).median > 2.0 * place.median);
}

static void pronation_is_that_of_people(void **state)
{
    (void)state;
    double mean = 0.0;
    for (int i = 0; i < arms.count; ++i) {
        double p;
        assert_int_equal(swv_natural_pronation(SWV_RIGHT, 1.0, arms.rows[i].end.position, &p), SWV_OK);
        sizes[i] = fabs(swv_angle_wrap(p - arms.rows[i].pronation)) * DEGREES;
        mean += sizes[i] / arms.count;
    }
    qsort(sizes, (size_t)arms.count, sizeof *sizes, by_size);
    printf("pronation, CMU arms: mean %.1f, median %.1f degrees\n", mean, sizes[arms.count / 2]);
    assert_true(sizes[arms.count / 2] < 16.0 && mean < 21.0);
}

// ---- every pose ----

static swv_vec3 mirror_vector(swv_vec3 v)
{
    return (swv_vec3){ -v.x, v.y, v.z };
}

static swv_pose mirror_pose(swv_pose p)
{
    return (swv_pose){ mirror_vector(p.position), { p.rotation.x, -p.rotation.y, -p.rotation.z, p.rotation.w } };
}

typedef swv_status (*model)(swv_side, double, const swv_pose *, swv_vec3 *);

static swv_status elbow_at(swv_side side, double reach, const swv_pose *pose, swv_vec3 *m)
{
    return swv_natural_elbow_at(side, reach, pose->position, m);
}

static swv_status soechting(swv_side side, double reach, const swv_pose *pose, swv_vec3 *m)
{
    return swv_natural_elbow_soechting(side, reach, pose->position, m);
}

enum { MODELS = 4, WITH_ROTATION = 2 };
static const model models[MODELS] = { swv_natural_elbow, swv_natural_knee, elbow_at, soechting };

static void mirrored_pose_gives_mirrored_direction(void **state)
{
    (void)state;
    uint64_t seed = 41;
    for (int i = 0; i < CASES(200000); ++i) {
        const swv_pose pose = random_pose(&seed), other = mirror_pose(pose);
        const double   reach = random_between(&seed, 0.3, 1.5);
        for (int k = 0; k < MODELS; ++k) {
            swv_vec3 right, left;
            assert_int_equal(models[k](SWV_RIGHT, reach, &pose, &right), SWV_OK);
            assert_int_equal(models[k](SWV_LEFT, reach, &other, &left), SWV_OK);
            left = mirror_vector(left);
            assert_memory_equal(&right, &left, sizeof right);
        }
        double right, left;
        assert_int_equal(swv_natural_pronation(SWV_RIGHT, reach, pose.position, &right), SWV_OK);
        assert_int_equal(swv_natural_pronation(SWV_LEFT, reach, other.position, &left), SWV_OK);
        assert_true(right == left && right >= -SWV_PI && right <= SWV_PI);
    }
}

static double random_size(uint64_t *seed)
{
    static const double some[] = { 0.0, 0x1p-1074, 1e-300, 1e-160, 1e-20, 1e-9,  0.1,
                                   1.0, 1.0,       1.0,    10.0,   1e20,  1e160, 1e300 };
    return some[random_below(seed, 14)];
}

static void direction_is_unit_and_normal_for_every_pose(void **state)
{
    (void)state;
    uint64_t seed = 42;
    for (int i = 0; i < CASES(1000000); ++i) {
        swv_pose pose = random_pose(&seed);
        if (i % 2) {
            pose.position.x *= random_size(&seed);
            pose.position.y *= random_size(&seed);
            pose.position.z *= random_size(&seed);
            const double length = random_size(&seed);
            const double q = length > 0.0 ? length : 1.0;
            pose.rotation =
                (swv_quat){ q * pose.rotation.x, q * pose.rotation.y, q * pose.rotation.z, q * pose.rotation.w };
            if (fabs(pose.rotation.x) + fabs(pose.rotation.y) + fabs(pose.rotation.z) + fabs(pose.rotation.w) == 0.0)
                pose.rotation.w = 1.0;
        }
        const double   size = random_size(&seed);
        const double   reach = i % 4 == 3 && size > 0.0 ? size : 1.0;
        const bool     is_somewhere = swv_vec3_length(pose.position) > 1e-15 * reach;
        const swv_vec3 n = is_somewhere ? swv_vec3_normalize(pose.position) : (swv_vec3){ 0.0, 1.0, 0.0 };
        if (!is_somewhere && swv_vec3_length(pose.position) > 1e-17 * reach)
            continue;  // forward or not, by a rounding
        for (int k = 0; k < MODELS; ++k) {
            swv_vec3 m;
            assert_int_equal(models[k](i & 1 ? SWV_RIGHT : SWV_LEFT, reach, &pose, &m), SWV_OK);
            assert_near(swv_vec3_dot(m, m), 1.0, 1e-14);
            assert_near(swv_vec3_dot(m, n), 0.0, 1e-14);
        }
    }
}

static void only_position_over_reach_matters(void **state)
{
    (void)state;
    uint64_t seed = 43;
    for (int i = 0; i < CASES(100000); ++i) {
        swv_pose     pose = random_pose(&seed);
        const double reach = random_between(&seed, 0.2, 3.0);
        for (int k = 0; k < MODELS; ++k) {
            swv_vec3 a, b;
            swv_pose scaled = pose;
            scaled.position = swv_vec3_scale(reach, pose.position);
            assert_int_equal(models[k](SWV_RIGHT, 1.0, &pose, &a), SWV_OK);
            assert_int_equal(models[k](SWV_RIGHT, reach, &scaled, &b), SWV_OK);
            assert_true(swv_vec3_length(swv_vec3_sub(a, b)) < 1e-8);
        }
    }
}

// How far m moves when the hand moves and turns by `size`, over size.
static double speed_at(model f, swv_pose pose, double size, uint64_t *seed)
{
    swv_vec3       before, after;
    const swv_vec3 shift = swv_vec3_scale(size, swv_vec3_normalize(random_vector(seed, 1.0)));
    const swv_vec3 turn = swv_vec3_scale(size, swv_vec3_normalize(random_vector(seed, 1.0)));
    swv_pose       moved = pose;
    moved.position = swv_vec3_add(pose.position, shift);
    moved.rotation = swv_quat_mul(swv_quat_from_rotation_vector(turn), pose.rotation);
    assert_int_equal(f(SWV_RIGHT, 1.0, &pose, &before), SWV_OK);
    assert_int_equal(f(SWV_RIGHT, 1.0, &moved, &after), SWV_OK);
    return swv_vec3_length(swv_vec3_sub(after, before)) / size;
}

static void small_moves_of_the_hand_move_the_elbow_a_little(void **state)
{
    (void)state;
    static const char *const names[] = { "elbow", "knee", "elbow, position only" };
    const people *const      whose[] = { &reaching, &legs, &arms };
    uint64_t                 seed = 44;
    for (int k = 0; k < 3; ++k) {
        double worst = 0.0, worst_of_people = 0.0;
        int    fast = 0, cases = 0;
        for (int i = 0; i < whose[k]->count; ++i) {
            sizes[i] = speed_at(models[k], whose[k]->rows[i].end, 1e-6, &seed);
            worst_of_people = fmax(worst_of_people, sizes[i]);
        }
        qsort(sizes, (size_t)whose[k]->count, sizeof *sizes, by_size);
        for (int i = 0; i < CASES(500000); ++i) {
            const swv_pose pose = random_pose(&seed);
            if (swv_vec3_length(pose.position) < 0.2)  // the line itself turns fast near the shoulder
                continue;
            const double speed = speed_at(models[k], pose, 1e-6, &seed);
            worst = fmax(worst, speed);
            fast += speed > 100.0;
            ++cases;
        }
        const double usual = sizes[whose[k]->count * 999 / 1000];
        printf("%s: radians of swivel per reach and radian of the hand: people's %.1f (99.9 %%), worst %.0f; random "
               "poses worst "
               "%.0f, above 100 in %.4f %%\n",
               names[k], usual, worst_of_people, worst, 100.0 * fast / cases);
        assert_true(usual < 30.0);
        assert_true(worst < 2e5);          // a jump would be 1e6
        assert_true(fast <= cases / 500);  // near the places around which the direction turns
    }
}

static void wrist_at_the_shoulder_counts_as_forward(void **state)
{
    (void)state;
    for (int k = 0; k < MODELS; ++k) {
        swv_pose pose = SWV_IDENTITY_POSE;
        swv_vec3 m;
        assert_int_equal(models[k](SWV_RIGHT, 1.0, &pose, &m), SWV_OK);
        assert_near(swv_vec3_dot(m, m), 1.0, 1e-14);
        assert_near(m.y, 0.0, 1e-14);
    }
}

static void targets_far_out_of_reach_differ_in_direction_only(void **state)
{
    (void)state;
    swv_pose within = SWV_IDENTITY_POSE, beyond = SWV_IDENTITY_POSE;
    within.position = (swv_vec3){ 300.0, 400.0, -500.0 };
    beyond.position = (swv_vec3){ 3e200, 4e200, -5e200 };
    for (int k = 0; k < MODELS; ++k) {
        swv_vec3 a, b;
        assert_int_equal(models[k](SWV_RIGHT, 0.6, &within, &a), SWV_OK);
        assert_int_equal(models[k](SWV_RIGHT, 0.6, &beyond, &b), SWV_OK);
        assert_true(swv_vec3_length(swv_vec3_sub(a, b)) < 1e-3);
    }
}

static void float_agrees_with_double(void **state)
{
    (void)state;
    double worst = 0.0;
    for (int i = 0; i < reaching.count; ++i) {
        const swv_vec3        p = reaching.rows[i].end.position;
        const swv_quat        q = reaching.rows[i].end.rotation;
        const swvi_direction  a = swvi_natural_elbow(p.x, p.y, p.z, swvi_hand_axes_of(q.x, q.y, q.z, q.w));
        const swvi_directionf b = swvi_natural_elbowf(
            (float)p.x, (float)p.y, (float)p.z, swvi_hand_axes_off((float)q.x, (float)q.y, (float)q.z, (float)q.w));
        const swvi_direction  c = swvi_natural_elbow_at(p.x, p.y, p.z);
        const swvi_directionf d = swvi_natural_elbow_atf((float)p.x, (float)p.y, (float)p.z);
        worst = fmax(worst, fabs(a.x - (double)b.x) + fabs(a.y - (double)b.y) + fabs(a.z - (double)b.z));
        worst = fmax(worst, fabs(c.x - (double)d.x) + fabs(c.y - (double)d.y) + fabs(c.z - (double)d.z));
    }
    assert_true(worst < 2e-5);
}

static void bad_arguments_are_statuses(void **state)
{
    (void)state;
    const double   bad[] = { NAN, INFINITY, -INFINITY };
    const swv_vec3 untouched = { 1.0, 2.0, 3.0 };
    for (int k = 0; k < MODELS; ++k) {
        swv_vec3 m = untouched;
        swv_pose pose = { { 0.1, 0.4, -0.2 }, SWV_IDENTITY_QUAT };
        for (int j = 0; j < 3; ++j) {
            for (int i = 0; i < (k < WITH_ROTATION ? 7 : 3); ++i) {
                double v[7] = { 0.1, 0.4, -0.2, 0.0, 0.0, 0.0, 1.0 };
                v[i] = bad[j];
                const swv_pose p = { { v[0], v[1], v[2] }, { v[3], v[4], v[5], v[6] } };
                assert_int_equal(models[k](SWV_RIGHT, 0.6, &p, &m), SWV_BAD_GOAL);
            }
            assert_int_equal(models[k](SWV_RIGHT, bad[j], &pose, &m), SWV_BAD_ARGUMENT);
        }
        assert_int_equal(models[k](SWV_RIGHT, 0.0, &pose, &m), SWV_BAD_ARGUMENT);
        assert_int_equal(models[k](SWV_LEFT, -0.6, &pose, &m), SWV_BAD_ARGUMENT);
        assert_int_equal(models[k]((swv_side)2, 0.6, &pose, &m), SWV_BAD_ARGUMENT);
        assert_int_equal(models[k](SWV_RIGHT, 0.6, &pose, NULL), SWV_NULL);
        pose.rotation = (swv_quat){ 0.0, 0.0, 0.0, 0.0 };
        if (k < WITH_ROTATION) {
            assert_int_equal(models[k](SWV_RIGHT, 0.6, &pose, &m), SWV_BAD_GOAL);
            assert_int_equal(models[k](SWV_RIGHT, 0.6, NULL, &m), SWV_NULL);
        }
        assert_memory_equal(&m, &untouched, sizeof m);
    }
    double pronation = 9.0;
    assert_int_equal(swv_natural_pronation(SWV_RIGHT, 0.6, (swv_vec3){ NAN, 0.0, 0.0 }, &pronation), SWV_BAD_GOAL);
    assert_int_equal(swv_natural_pronation(SWV_RIGHT, 0.0, (swv_vec3){ 0.1, 0.0, 0.0 }, &pronation), SWV_BAD_ARGUMENT);
    assert_int_equal(swv_natural_pronation(SWV_RIGHT, 0.6, (swv_vec3){ 0.1, 0.0, 0.0 }, NULL), SWV_NULL);
    assert_true(pronation == 9.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_coefficients_on_the_people_they_were_fitted_to),
        cmocka_unit_test(pronation_is_that_of_people),
        cmocka_unit_test(mirrored_pose_gives_mirrored_direction),
        cmocka_unit_test(direction_is_unit_and_normal_for_every_pose),
        cmocka_unit_test(only_position_over_reach_matters),
        cmocka_unit_test(small_moves_of_the_hand_move_the_elbow_a_little),
        cmocka_unit_test(wrist_at_the_shoulder_counts_as_forward),
        cmocka_unit_test(targets_far_out_of_reach_differ_in_direction_only),
        cmocka_unit_test(float_agrees_with_double),
        cmocka_unit_test(bad_arguments_are_statuses),
    };
    return cmocka_run_group_tests(tests, read_all, NULL);
}
