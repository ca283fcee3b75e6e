// SPDX-License-Identifier: MIT
// Many arms at once: every instruction set this machine has gives, bit for bit, what the closed form gives one at a
// time; and forward kinematics of what it gives meets the targets.
//
// Wrists are metres from the shoulder, in its axes, swivels and angles radians (batch.h). The arm is arm7's, 0.334 and 0.288 m, without
// limits. 0x5a only marks what must stay.
#include "check.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lane_sets.h"
#include "tolani_badler/arm_elements.h"
#include "tolani_badler/arm_lanes.h"
#include "swivel_papers/arm.h"
#include "swivel_papers/batch.h"
#include "swivel/trig.h"

#define MANY 4099  // a prime, so not a multiple of any vector's length; a block of the loops is 128 or 256

static swv_arm arm_of(swv_side side, swv_swivel_reference reference)
{
    swv_arm arm;
    swv_arm_make_human(&arm);
    for (int i = 0; i < 7; i++)
        assert_int_equal(swv_arm_set_limits(&arm, i, -INFINITY, INFINITY), SWV_OK);
    arm.side = side;
    arm.reference = reference;
    return arm;
}

// Right and left, of each an arm with either reference and a leg.
enum { LIMBS = 6 };

static swv_arm limb_of(int n)
{
    swv_arm arm = arm_of(n & 1 ? SWV_LEFT : SWV_RIGHT, n / 2 % 3 == 1 ? SWV_SWIVEL_SMOOTH : SWV_SWIVEL_DOWN);
    arm.is_leg = n / 2 % 3 == 2;
    return arm;
}

static swvi_arm_shape shape_of(const swv_arm *arm)
{
    const swvi_arm_shape shape = { arm->upper_arm, arm->forearm, arm->side == SWV_LEFT ? -1.0 : 1.0 };
    return shape;
}

// Wrist (0 to 2), quaternion (3 to 6) and swivel (7) of many targets, in double; and the same rounded to float.
typedef double targets[8][MANY + 1];

// One type's arrays, the scalar reference, and the comparison of all sets and the public function with it. Behind the
// end and before the start of the range nothing may change.
#define DEFINE(suffix, number, batch_type, fabs_of)                                                                    \
    typedef struct arrays##suffix {                                                                                    \
        number        in[8][MANY + 1], q[7][MANY + 1];                                                                 \
        unsigned char outcome[MANY + 1];                                                                               \
    } arrays##suffix;                                                                                                  \
                                                                                                                       \
    static batch_type batch_of##suffix(arrays##suffix *a)                                                              \
    {                                                                                                                  \
        const batch_type batch = { a->in[0], a->in[1], a->in[2], a->in[3], a->in[4],                                   \
                                   a->in[5], a->in[6], a->in[7], { 0 },    a->outcome };                               \
        batch_type       result = batch;                                                                               \
        for (int k = 0; k < 7; k++)                                                                                    \
            result.q[k] = a->q[k];                                                                                     \
        return result;                                                                                                 \
    }                                                                                                                  \
                                                                                                                       \
    static void fill##suffix(arrays##suffix *a, targets t)                                                             \
    {                                                                                                                  \
        memset(a, 0x5a, sizeof *a);                                                                                    \
        for (int k = 0; k < 8; k++)                                                                                    \
            for (int i = 0; i <= MANY; i++)                                                                            \
                a->in[k][i] = (number)t[k][i];                                                                         \
    }                                                                                                                  \
                                                                                                                       \
    static void solve_one##suffix(const swv_arm *arm, arrays##suffix *a, size_t i)                                     \
    {                                                                                                                  \
        number s, c;                                                                                                   \
        swvi_sincos##suffix(a->in[7][i], &s, &c);                                                                      \
        const swvi_arm_shape           shape = shape_of(arm);                                                          \
        const swvi_arm_element##suffix e = swvi_arm_element_of##suffix(                                                \
            a->in[0][i], a->in[1][i], a->in[2][i], a->in[3][i], a->in[4][i], a->in[5][i], a->in[6][i], a->in[7][i], c, \
            s, (number)shape.upper_arm, (number)shape.forearm, (number)shape.mirror,                                   \
            arm->reference == SWV_SWIVEL_SMOOTH, arm->is_leg);                                                         \
        a->q[0][i] = swvi_angle##suffix(e.q.sin0, e.q.cos0);                                                           \
        a->q[1][i] = swvi_angle##suffix(e.q.sin1, e.q.cos1);                                                           \
        a->q[2][i] = swvi_angle##suffix(e.q.sin2, e.q.cos2);                                                           \
        a->q[3][i] = swvi_angle##suffix(e.sin3, e.cos3);                                                               \
        a->q[4][i] = swvi_angle##suffix(e.q.sin4, e.q.cos4);                                                           \
        a->q[5][i] = swvi_angle##suffix(e.q.sin5, e.q.cos5);                                                           \
        a->q[6][i] = swvi_angle##suffix(e.q.sin6, e.q.cos6);                                                           \
        a->outcome[i] = (unsigned char)e.outcome;                                                                      \
        for (int k = 0; k < 7; k++)                                                                                    \
            a->q[k][i] = e.outcome == SWV_INVALID_TARGET ? 0 : a->q[k][i];                                             \
        for (int k = 0; k < 7; k++)                                                                                    \
            assert_true(fabs_of(a->q[k][i]) <= (number)SWV_PI);                                                        \
    }                                                                                                                  \
                                                                                                                       \
    static void agrees##suffix(const swv_arm *arm, targets t, size_t first, size_t count)                              \
    {                                                                                                                  \
        static arrays##suffix expected, actual;                                                                        \
        const swvi_arm_shape  shape = shape_of(arm);                                                                   \
        fill##suffix(&expected, t);                                                                                    \
        for (size_t i = first; i < first + count; i++)                                                                 \
            solve_one##suffix(arm, &expected, i);                                                                      \
        for (int set = -1; set <= (int)swvi_lane_set_widest(); set++) {                                                \
            fill##suffix(&actual, t);                                                                                  \
            const batch_type batch = batch_of##suffix(&actual);                                                        \
            if (set < 0)                                                                                               \
                assert_int_equal(swv_batch_arm##suffix(arm, &batch, first, count), SWV_OK);                            \
            else if (arm->is_leg)                                                                                      \
                RUN(set, arm_leg##suffix, &shape, &batch, first, count);                                               \
            else if (arm->reference == SWV_SWIVEL_SMOOTH)                                                              \
                RUN(set, arm_smooth##suffix, &shape, &batch, first, count);                                            \
            else                                                                                                       \
                RUN(set, arm_down##suffix, &shape, &batch, first, count);                                              \
            if (memcmp(&actual, &expected, sizeof actual) != 0)                                                        \
                fail_msg("set %d differs from the scalar kernel, %s, first %zu, count %zu", set, #number, first,       \
                         count);                                                                                       \
        }                                                                                                              \
    }

DEFINE(, double, swv_arm_batch, fabs)
DEFINE(f, float, swv_arm_batchf, fabsf)

// Elements `first` to first + count - 1 of all kinds of limbs, as doubles and as floats.
static void all_agree(targets t, size_t first, size_t count)
{
    for (int n = 0; n < LIMBS; n++) {
        const swv_arm arm = limb_of(n);
        agrees(&arm, t, first, count);
        agreesf(&arm, t, first, count);
    }
}

static swv_quat random_rotation(uint64_t *state)
{
    const swv_quat q = { random_between(state, -1.0, 1.0), random_between(state, -1.0, 1.0),
                         random_between(state, -1.0, 1.0), random_between(state, -1.0, 1.0) };
    return swv_quat_normalize(q);
}

static void set_target(targets t, int i, swv_vec3 p, swv_quat r, double swivel)
{
    const double values[8] = { p.x, p.y, p.z, r.x, r.y, r.z, r.w, swivel };
    for (int k = 0; k < 8; k++)
        t[k][i] = values[k];
}

// Within 0.6 m along each axis of a reach of 0.622: about half within reach; one in seven too near, at a thousandth of that (folded, the
// arm reaches to 0.046). Every other quaternion has a length of 2^-100 to 2^99. Swivels are of a turn to either side and a little more.
static void random_targets(uint64_t *state, targets t)
{
    for (int i = 0; i <= MANY; i++) {
        const swv_vec3 p = { random_between(state, -0.6, 0.6), random_between(state, -0.6, 0.6),
                             random_between(state, -0.6, 0.6) };
        swv_quat       r = random_rotation(state);
        const double   length = i & 1 ? 1.0 : ldexp(1.0, random_below(state, 200) - 100);
        const swv_quat longer = { length * r.x, length * r.y, length * r.z, length * r.w };
        set_target(t, i, i % 7 == 0 ? swv_vec3_scale(1e-3, p) : p, longer, random_between(state, -7.0, 7.0));
    }
}

// 250 rounds of 4099: a million.
static void lanes_of_random_targets(void **unused)
{
    (void)unused;
    static targets t;
    uint64_t       state = 11;
    for (int round = 0; round < CASES(250); round++) {
        random_targets(&state, t);
        const swv_arm arm = limb_of(round);
        agrees(&arm, t, 0, MANY);
        agreesf(&arm, t, 0, MANY);
    }
}

// Every wrist with every rotation and every swivel that has something special: 28 by 13 by 6. Wrists: at the shoulder, on the axes at the
// reach and folded, on and beside the pole and the smooth reference's direction, far away, at the ends of floats and doubles, not finite.
// h: a direction between two axes. 1e-5 m from a border it is a float's rounding that decides.
static void lanes_of_special_targets(void **unused)
{
    (void)unused;
    static targets t;
    const double   reach = 0.334 + 0.288, nearest = 0.334 - 0.288, h = 0.70710678118654752;
    const swv_vec3 p[] = { { 0.0, 0.0, 0.0 },
                           { -0.0, -0.0, -0.0 },
                           { 0.0, 0.0, reach },
                           { 0.0, 0.0, -reach },
                           { 0.0, reach, 0.0 },
                           { reach, 0.0, 0.0 },
                           { 0.0, 0.0, nearest },
                           { nearest, 0.0, 0.0 },
                           { 0.0, 0.0, 0.4 },
                           { 0.0, -0.0, -0.4 },
                           { 1e-9, 0.0, 0.4 },
                           { 1e-20, -1e-30, 0.4 },
                           { 1e-200, 1e-300, -0.4 },
                           { 0.4, 0.0, 0.0 },
                           { 0.0, -0.4, 0.0 },
                           { -0.3 * h, -0.3 * h, 0.0 },
                           { -0.3 * h, -0.3 * h, 1e-9 },
                           { 10.0, 20.0, -30.0 },
                           { 1e20, 1e20, 1e20 },
                           { FLT_MAX, FLT_MAX, 0.0 },
                           { DBL_MAX, -DBL_MAX, DBL_MAX },
                           { 0x1p-1074, 0.0, 0.0 },
                           { 0x1p-149, 0x1p-149, 0.0 },
                           { 1e-160, 1e-160, 1e-161 },
                           { 1e-22, 3e-22, -2e-22 },
                           { NAN, 0.1, 0.1 },
                           { 0.1, INFINITY, 0.1 },
                           { 0.1, 0.1, -INFINITY } };
    const swv_quat r[] = { { 0.0, 0.0, 0.0, 1.0 },
                           { 1.0, 0.0, 0.0, 0.0 },
                           { 0.0, 1.0, 0.0, 0.0 },
                           { 0.0, 0.0, 1.0, 0.0 },
                           { h, 0.0, 0.0, h },
                           { 0.0, -h, 0.0, h },
                           { 0.0, 0.0, 0.0, 0.0 },
                           { 1e-40, 1e-41, 0.0, 1e-40 },
                           { 0x1p-1074, 0.0, 0.0, 0.0 },
                           { 3e38, 3e38, -3e38, 3e38 },
                           { 1e308, -1e308, 1e308, 1e308 },
                           { NAN, 0.0, 0.0, 1.0 },
                           { 0.0, 0.0, 0.0, INFINITY } };
    const double   swivels[] = { 0.0, 0.5 * SWV_PI, -SWV_PI, 1e16, -INFINITY, NAN };
    const int      p_count = (int)(sizeof p / sizeof p[0]), r_count = (int)(sizeof r / sizeof r[0]);
    int            count = 0;
    for (int i = 0; i < p_count; i++)
        for (int j = 0; j < r_count; j++)
            for (int k = 0; k < 6; k++)
                set_target(t, count++, p[i], r[j], swivels[k]);
    assert_true(count <= MANY);
    all_agree(t, 0, (size_t)count);

    // The outcome of each: whether it is a target, and if so how far it is.
    static arrays  a;
    static arraysf af;
    const swv_arm  arm = arm_of(SWV_RIGHT, SWV_SWIVEL_DOWN);
    fill(&a, t);
    fillf(&af, t);
    const swv_arm_batch  batch = batch_of(&a);
    const swv_arm_batchf batchf = batch_off(&af);
    assert_int_equal(swv_batch_arm(&arm, &batch, 0, (size_t)count), SWV_OK);
    assert_int_equal(swv_batch_armf(&arm, &batchf, 0, (size_t)count), SWV_OK);
    for (int i = 0; i < count; i++) {
        const double *in[8] = { t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7] };
        bool          is_finite = true, is_finite_f = true;
        for (int k = 0; k < 8; k++) {
            is_finite = is_finite && isfinite(in[k][i]);
            is_finite_f = is_finite_f && isfinite(af.in[k][i]);
        }
        const bool   turns = t[3][i] != 0.0 || t[4][i] != 0.0 || t[5][i] != 0.0 || t[6][i] != 0.0;
        const bool   turns_f = af.in[3][i] != 0.0f || af.in[4][i] != 0.0f || af.in[5][i] != 0.0f || af.in[6][i] != 0.0f;
        const double d = sqrt(t[0][i] * t[0][i] + t[1][i] * t[1][i] + t[2][i] * t[2][i]);
        const int    miss = d > reach + 1e-5 ? SWV_OUT_OF_REACH : d < nearest - 1e-5 ? SWV_TOO_NEAR : SWV_REACHED;
        assert_int_equal(a.outcome[i], is_finite && turns ? miss : SWV_INVALID_TARGET);
        assert_int_equal(af.outcome[i], is_finite_f && turns_f ? miss : SWV_INVALID_TARGET);
        for (int k = 0; k < 7; k++) {
            assert_true(a.outcome[i] != SWV_INVALID_TARGET || a.q[k][i] == 0.0);
            assert_true(af.outcome[i] != SWV_INVALID_TARGET || af.q[k][i] == 0.0f);
        }
    }
}

// Up to 70, more than four of the longest vectors (16 floats), beginning anywhere; and two ranges across the ends of blocks (128 doubles,
// 256 floats).
static void lanes_of_every_short_range(void **unused)
{
    (void)unused;
    static targets t;
    uint64_t       state = 12;
    random_targets(&state, t);
    for (size_t count = 0; count <= 70; count++) {
        const swv_arm arm = limb_of((int)count);
        agrees(&arm, t, count % 5, count);
        agreesf(&arm, t, 3 * count, count);
    }
    all_agree(t, 1, 257);
    all_agree(t, 300, 1025);
}

// An output may be the array of an input.
static void lanes_in_place(void **unused)
{
    (void)unused;
    static targets t;
    static arrays  apart, in_place;
    uint64_t       state = 13;
    random_targets(&state, t);
    const swv_arm arm = arm_of(SWV_RIGHT, SWV_SWIVEL_DOWN);
    fill(&apart, t);
    fill(&in_place, t);
    const swv_arm_batch batch = batch_of(&apart);
    swv_arm_batch       same = batch_of(&in_place);
    for (int k = 0; k < 7; k++)
        same.q[k] = in_place.in[7 - k];
    assert_int_equal(swv_batch_arm(&arm, &batch, 0, MANY), SWV_OK);
    assert_int_equal(swv_batch_arm(&arm, &same, 0, MANY), SWV_OK);
    for (int k = 0; k < 7; k++)
        assert_memory_equal(same.q[k], batch.q[k], MANY * sizeof(double));
}

// For swv_arm_solve, which takes a length squared within 1e-9 of 1 as it is; 0.9 of that, so that rounding does not decide.
static bool has_unit_length(swv_quat r)
{
    return fabs((r.x * r.x + r.y * r.y) + (r.z * r.z + r.w * r.w) - 1.0) < 0.9e-9;
}

// Family 0 of swv_arm_solve: the same bits for a quaternion of unit length, else the same to rounding (2e-15 rad; found: 9e-16). Every
// other quaternion has unit length; a tenth of them is asked for.
static void lanes_against_one_solve(void **unused)
{
    (void)unused;
    static targets t;
    static arrays  a;
    uint64_t       state = 14;
    int            same_bits = 0;
    double         worst = 0.0;
    for (int round = 0; round < CASES(50); round++) {
        random_targets(&state, t);
        const swv_arm arm = limb_of(round);
        fill(&a, t);
        const swv_arm_batch batch = batch_of(&a);
        assert_int_equal(swv_batch_arm(&arm, &batch, 0, MANY), SWV_OK);
        for (int i = 0; i < MANY; i++) {
            const swv_pose hand = { { t[0][i], t[1][i], t[2][i] }, { t[3][i], t[4][i], t[5][i], t[6][i] } };
            double         q[SWV_ARM_FAMILIES][7];
            swv_arm_report reports[SWV_ARM_FAMILIES];
            assert_int_equal(swv_arm_solve(&arm, &hand, t[7][i], q, reports), SWV_OK);
            assert_int_equal(a.outcome[i], reports[0].outcome);
            const bool is_same = has_unit_length(hand.rotation);
            same_bits += is_same;
            // Where the wrist is almost at its singularity, q4 and q6 change much and their sum or difference little.
            const double gimbal = swv_cos(q[0][5]);
            for (int k = 0; k < 7; k++) {
                const double difference = fabs(a.q[k][i] - q[0][k]);
                const double apart = difference > SWV_PI ? 2.0 * SWV_PI - difference : difference;
                if (is_same)
                    assert_memory_equal(&a.q[k][i], &q[0][k], sizeof(double));
                worst = fmax(worst, gimbal * apart);
            }
        }
    }
    assert_true(same_bits > CASES(50) * MANY / 10);
    assert_true(worst <= 2e-15);
    print_message("%d targets: the bits of swv_arm_solve; the others differ by %.1e rad at most\n", same_bits, worst);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Of up to 250 rounds: of the reach, and radians.
typedef struct errors {
    double position[250 * MANY], rotation[250 * MANY];
    int    count;
} errors;

// How far the hand of posture q is from a target p, r.
static void add_error(errors *e, const swv_arm *arm, const double q[7], swv_vec3 p, swv_quat r)
{
    swv_pose hand;
    assert_int_equal(swv_arm_forward(arm, q, &hand, NULL), SWV_OK);
    e->position[e->count] = swv_vec3_length(swv_vec3_sub(hand.position, p)) / (arm->upper_arm + arm->forearm);
    e->rotation[e->count++] = swv_quat_angle_between(hand.rotation, swv_quat_normalize(r));
}

// Puts the errors in order; none may be larger than `worst`, and no more than half of them than `median`.
static void check_errors(errors *e, const char *name, double worst, double median)
{
    qsort(e->position, (size_t)e->count, sizeof(double), by_size);
    qsort(e->rotation, (size_t)e->count, sizeof(double), by_size);
    const int last = e->count - 1, middle = e->count / 2;
    print_message("%s, %d targets: position median %.1e, worst %.1e of the arm; rotation median %.1e, worst %.1e rad\n",
                  name, e->count, e->position[middle], e->position[last], e->rotation[middle], e->rotation[last]);
    assert_true(e->position[last] <= worst && e->rotation[last] <= worst);
    assert_true(e->position[middle] <= median && e->rotation[middle] <= median);
}

// Hands of random postures, so that all can be reached; a tenth of the elbows nearly straight, bent by 1 to 2^-39 rad. 1e-12 at worst is
// what arm.h promises; the other bounds are some roundings, 1.1e-16 of a double and 6e-8 of a float: chosen (found: 2e-15 and 4e-16, 8e-7
// and 2e-7).
static void forward_kinematics_meets_the_targets(void **unused)
{
    (void)unused;
    static targets t;
    static arrays  a;
    static arraysf af;
    static errors  e, ef;
    uint64_t       state = 15;
    e.count = ef.count = 0;
    for (int round = 0; round < CASES(250); round++) {
        const swv_arm arm = limb_of(round);
        for (int i = 0; i <= MANY; i++) {
            double   q[7];
            swv_pose hand;
            for (int k = 0; k < 7; k++)
                q[k] = random_between(&state, -SWV_PI, SWV_PI);
            q[3] = i % 10 == 0 ? ldexp(1.0, -random_below(&state, 40)) : fabs(q[3]);
            assert_int_equal(swv_arm_forward(&arm, q, &hand, NULL), SWV_OK);
            set_target(t, i, hand.position, hand.rotation, random_between(&state, -SWV_PI, SWV_PI));
        }
        fill(&a, t);
        fillf(&af, t);
        const swv_arm_batch  batch = batch_of(&a);
        const swv_arm_batchf batchf = batch_off(&af);
        assert_int_equal(swv_batch_arm(&arm, &batch, 0, MANY), SWV_OK);
        assert_int_equal(swv_batch_armf(&arm, &batchf, 0, MANY), SWV_OK);
        for (int i = 0; i < MANY; i++) {
            double         q[7], qf[7];
            const swv_vec3 p = { t[0][i], t[1][i], t[2][i] };
            const swv_quat r = { t[3][i], t[4][i], t[5][i], t[6][i] };
            const swv_vec3 pf = { (double)af.in[0][i], (double)af.in[1][i], (double)af.in[2][i] };
            const swv_quat rf = { (double)af.in[3][i], (double)af.in[4][i], (double)af.in[5][i], (double)af.in[6][i] };
            for (int k = 0; k < 7; k++) {
                q[k] = a.q[k][i];
                qf[k] = (double)af.q[k][i];
            }
            assert_int_equal(a.outcome[i], SWV_REACHED);
            assert_int_equal(af.outcome[i], SWV_REACHED);
            add_error(&e, &arm, q, p, r);
            add_error(&ef, &arm, qf, pf, rf);
        }
    }
    check_errors(&e, "double", 1e-12, 1e-15);
    check_errors(&ef, "float", 1e-5, 5e-7);
}

// The straight or folded arm points at the wrist it cannot reach, however far or near that is; the hand is as wanted. Beyond the reach by
// 1e-3 to 38 powers of ten, where floats end, or 300; nearer than folded by a thousandth of that and more. 1e-14, and for floats 1e-6 m and
// 5e-6 rad: roundings, with room (found: 1e-15, 2e-7 and 5e-7).
static void out_of_reach_is_as_near_as_it_gets(void **unused)
{
    (void)unused;
    static targets t;
    static arrays  a;
    static arraysf af;
    uint64_t       state = 16;
    const swv_arm  arm = arm_of(SWV_LEFT, SWV_SWIVEL_DOWN);
    const double   reach = arm.upper_arm + arm.forearm, nearest = arm.upper_arm - arm.forearm;
    static double  distance[MANY + 1];
    for (int i = 0; i <= MANY; i++) {
        const swv_vec3 along_z = { 0.0, 0.0, 1.0 }, n = swv_quat_rotate(random_rotation(&state), along_z);
        distance[i] = i & 1 ? reach * pow(10.0, random_between(&state, 1e-3, i & 2 ? 38.0 : 300.0))
                            : nearest * random_between(&state, 1e-3, 0.999);
        set_target(t, i, swv_vec3_scale(distance[i], n), random_rotation(&state), random_between(&state, -3.0, 3.0));
    }
    fill(&a, t);
    fillf(&af, t);
    const swv_arm_batch  batch = batch_of(&a);
    const swv_arm_batchf batchf = batch_off(&af);
    assert_int_equal(swv_batch_arm(&arm, &batch, 0, MANY), SWV_OK);
    assert_int_equal(swv_batch_armf(&arm, &batchf, 0, MANY), SWV_OK);
    for (int i = 0; i < MANY; i++) {
        const swv_pose wanted = { { t[0][i], t[1][i], t[2][i] }, { t[3][i], t[4][i], t[5][i], t[6][i] } };
        const swv_vec3 best = swv_vec3_scale(i & 1 ? reach : nearest, swv_vec3_normalize(wanted.position));
        const bool     fits_float = distance[i] < 1e38;
        double         q[7], qf[7];
        swv_pose       hand, handf;
        for (int k = 0; k < 7; k++) {
            q[k] = a.q[k][i];
            qf[k] = (double)af.q[k][i];
        }
        assert_int_equal(a.outcome[i], i & 1 ? SWV_OUT_OF_REACH : SWV_TOO_NEAR);
        assert_int_equal(swv_arm_forward(&arm, q, &hand, NULL), SWV_OK);
        assert_int_equal(swv_arm_forward(&arm, qf, &handf, NULL), SWV_OK);
        assert_near(swv_vec3_length(swv_vec3_sub(hand.position, best)), 0.0, 1e-14);
        assert_near(swv_quat_angle_between(hand.rotation, wanted.rotation), 0.0, 1e-14);
        if (fits_float) {
            assert_int_equal(af.outcome[i], i & 1 ? SWV_OUT_OF_REACH : SWV_TOO_NEAR);
            assert_near(swv_vec3_length(swv_vec3_sub(handf.position, best)), 0.0, 1e-6);
            assert_near(swv_quat_angle_between(handf.rotation, wanted.rotation), 0.0, 5e-6);
        }
    }
}

// Lengths that are none, beyond 1e-100 to 1e100, or a million times the other; in floats already 1e5 m, as they take up to 1e4 (batch_arm.c).
static void an_arm_without_lengths_or_side_is_refused(void **unused)
{
    (void)unused;
    static targets t;
    static arrays  a, untouched;
    static arraysf af;
    fill(&a, t);
    fill(&untouched, t);
    fillf(&af, t);
    const swv_arm_batch  batch = batch_of(&a);
    const swv_arm_batchf batchf = batch_off(&af);
    const double         lengths[] = { 0.0, -1.0, NAN, INFINITY, 1e-101, 1e101, 1e-17, 1e7 };
    for (int i = 0; i < 8; i++) {
        swv_arm arm = arm_of(SWV_RIGHT, SWV_SWIVEL_DOWN);
        arm.upper_arm = lengths[i];
        assert_int_equal(swv_batch_arm(&arm, &batch, 0, 10), SWV_BAD_MODEL);
        assert_int_equal(swv_batch_armf(&arm, &batchf, 0, 10), SWV_BAD_MODEL);
    }
    swv_arm long_arm = arm_of(SWV_RIGHT, SWV_SWIVEL_DOWN);
    long_arm.forearm = 1e5;
    assert_int_equal(swv_batch_arm(&long_arm, &batch, 0, 0), SWV_OK);
    assert_int_equal(swv_batch_armf(&long_arm, &batchf, 0, 10), SWV_BAD_MODEL);
    assert_memory_equal(&a, &untouched, sizeof a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_of_random_targets),
        cmocka_unit_test(lanes_of_special_targets),
        cmocka_unit_test(lanes_of_every_short_range),
        cmocka_unit_test(lanes_in_place),
        cmocka_unit_test(lanes_against_one_solve),
        cmocka_unit_test(forward_kinematics_meets_the_targets),
        cmocka_unit_test(out_of_reach_is_as_near_as_it_gets),
        cmocka_unit_test(an_arm_without_lengths_or_side_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
