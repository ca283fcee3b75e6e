// SPDX-License-Identifier: MIT
// Many human limbs at once: in double, bit for bit, what swv_limb_solve gives one at a time, in every instruction set this
// machine has; in float, hands that are met and limits that are kept to the error the header states. Lengths are metres, angles and swivels radians;
// hands, feet and elbows are in the trunk's axes, from the shoulder or hip (limb.h).
#include "batch/limb_lanes.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "../limb/limbs.h"
#include "lane_sets.h"

#define MANY 1031  // not a multiple of any vector's length

// Wrist (0 to 2), quaternion (3 to 6), swivel (7); and upper, lower, end (four each) and flexion.
enum { INS = 8, OUTS = 13 };

typedef double targets[INS][MANY];

// Four limbs with people's limits, then random ones; every other has some softness.
static swv_limb limb_of(uint64_t *random, int n)
{
    swv_limb limb;
    if (n % 8 < 4)
        assert_int_equal(n & 1 ? swv_limb_make(SWV_LIMB_LEG, n & 2 ? SWV_LEFT : SWV_RIGHT, &limb)
                               : swv_limb_make(SWV_LIMB_ARM, n & 2 ? SWV_LEFT : SWV_RIGHT, &limb),
                         SWV_OK);
    else
        limb = random_limited_limb(random);
    limb.softness = n % 3 == 2 ? 0.02 : 0.0;
    return limb;
}

static void set_target(targets t, int i, const swv_pose *end, double swivel)
{
    const double values[INS] = { end->position.x, end->position.y, end->position.z, end->rotation.x,
                                 end->rotation.y, end->rotation.z, end->rotation.w, swivel };
    for (int k = 0; k < INS; k++)
        t[k][i] = values[k];
}

static double within(uint64_t *random, swv_range r, double most)
{
    return random_between(random, fmax(r.lower, -most), fmin(r.upper, most));
}

// A hand that some posture inside the limits has. A limb of random limits may have few: after a while any.
static swv_pose hand_inside(uint64_t *random, const swv_limb *limb)
{
    const swv_limb_limits *l = &limb->limits;
    swv_pose               end = SWV_IDENTITY_POSE;
    uint32_t               broken = 1;
    for (int attempt = 0; attempt < 200 && broken; attempt++) {
        const bool   is_leg = limb->kind == SWV_LIMB_LEG;
        const double angles[SWV_LIMB_ANGLES] = {
            random_between(random, -SWV_PI, SWV_PI), random_between(random, is_leg ? -1.5 : 0.0, is_leg ? 1.5 : SWV_PI),
            random_between(random, -SWV_PI, SWV_PI), within(random, l->hinge, SWV_PI),
            within(random, l->pronation, 6.0),       within(random, l->flexion, 3.0),
            within(random, l->deviation, 3.0)
        };
        swv_limb_posture p;
        assert_int_equal(swv_limb_posture_from_angles(limb, angles, &p), SWV_OK);
        assert_int_equal(swv_limb_check(limb, &p, &broken, NULL), SWV_OK);
        assert_int_equal(swv_limb_forward(limb, &p, &end, NULL), SWV_OK);
    }
    return end;
}

// Nearly all inside; some anywhere, some too far, and quaternions of many lengths.
static void random_targets(uint64_t *random, const swv_limb *limb, targets t, int anywhere)
{
    for (int i = 0; i < MANY; i++) {
        swv_pose     end = hand_inside(random, limb);
        const double length = i & 1 ? 1.0 : ldexp(1.0, random_below(random, 80) - 40);
        if (anywhere && i % anywhere == 0) {
            end.position = swv_vec3_scale(random_between(random, 0.0, 1.3), random_direction(random));
            end.rotation = random_rotation(random);
        }
        if (i % 16 == 5)
            end.position = swv_vec3_scale(random_between(random, 0.99, 1.3) * (limb->upper + limb->lower),
                                          swv_vec3_normalize(end.position));
        end.rotation = (swv_quat){ length * end.rotation.x, length * end.rotation.y, length * end.rotation.z,
                                   length * end.rotation.w };
        set_target(t, i, &end, random_between(random, -7.0, 7.0));
    }
}

#define DEFINE(suffix, number, batch_type)                                                                            \
    typedef struct arrays##suffix {                                                                                   \
        number        in[INS][MANY], out[OUTS][MANY];                                                                 \
        unsigned char outcome[MANY];                                                                                  \
    } arrays##suffix;                                                                                                 \
                                                                                                                      \
    static batch_type batch_of##suffix(arrays##suffix *a, bool is_given, bool has_end)                                \
    {                                                                                                                 \
        batch_type b = { .px = a->in[0],                                                                              \
                         .py = a->in[1],                                                                              \
                         .pz = a->in[2],                                                                              \
                         .qx = a->in[3],                                                                              \
                         .qy = a->in[4],                                                                              \
                         .qz = a->in[5],                                                                              \
                         .qw = a->in[6],                                                                              \
                         .swivel = is_given ? a->in[7] : NULL };                                                      \
        for (int k = 0; k < 4; k++) {                                                                                 \
            b.upper[k] = a->out[k];                                                                                   \
            b.lower[k] = a->out[4 + k];                                                                               \
            b.end[k] = has_end ? a->out[8 + k] : NULL;                                                                \
        }                                                                                                             \
        b.flexion = a->out[12];                                                                                       \
        b.outcome = a->outcome;                                                                                       \
        return b;                                                                                                     \
    }                                                                                                                 \
                                                                                                                      \
    static void fill##suffix(arrays##suffix *a, targets t)                                                            \
    {                                                                                                                 \
        memset(a, 0x5a, sizeof *a);                                                                                   \
        for (int k = 0; k < INS; k++)                                                                                 \
            for (int i = 0; i < MANY; i++)                                                                            \
                a->in[k][i] = (number)t[k][i];                                                                        \
    }                                                                                                                 \
                                                                                                                      \
    /* Every set gives the bits of the element one at a time; what is no target has no bits. */                       \
    static void sets_agree##suffix(const swv_limb *limb, targets t, bool is_given, size_t first, size_t count)        \
    {                                                                                                                 \
        static arrays##suffix         expected, actual;                                                               \
        const double                  u = limb->upper, f = limb->lower, d = u - f;                                    \
        const double                  s = limb->_private.sin_hinge_lower, c = limb->_private.cos_hinge_upper;         \
        const bool                    is_leg = limb->kind == SWV_LIMB_LEG;                                            \
        const swvi_limb_shape##suffix shape = swvi_limb_shape_of##suffix(                                             \
            limb, sqrt(d * d + 4.0 * u * f * c * c), sqrt((u + f) * (u + f) - 4.0 * u * f * s * s));                  \
        fill##suffix(&expected, t);                                                                                   \
        for (size_t i = first; i < first + count; i++) {                                                              \
            number(*in)[MANY] = expected.in, (*out)[MANY] = expected.out;                                             \
            swvi_vector##suffix    soft = { in[0][i], in[1][i], in[2][i] };                                           \
            swvi_direction##suffix wish;                                                                              \
            if (shape.softness > 0)                                                                                   \
                soft = swvi_limb_softened##suffix(in[0][i], in[1][i], in[2][i], shape.soft_from, shape.softness);     \
            if (is_given) {                                                                                           \
                swvi_sincos##suffix(in[7][i], &wish.y, &wish.x);                                                      \
                wish.z = in[7][i];                                                                                    \
            } else {                                                                                                  \
                wish = swvi_limb_wish_of##suffix(&shape, in[0][i], in[1][i], in[2][i], in[3][i], in[4][i], in[5][i],  \
                                                 in[6][i], is_leg);                                                   \
            }                                                                                                         \
            swvi_limb_element##suffix e =                                                                             \
                swvi_limb_element_of##suffix(&shape, in[0][i], in[1][i], in[2][i], soft.x, soft.y, soft.z, in[3][i],  \
                                             in[4][i], in[5][i], in[6][i], wish.x, wish.y, wish.z, is_given, is_leg); \
            for (int cap = 0; cap < shape.cap_count; cap++)                                                           \
                if (e.outcome != SWV_INVALID_TARGET &&                                                                \
                    swvi_limb_is_in_cap##suffix(&shape, cap, e.points.x, e.points.y, e.points.z))                     \
                    e.outcome = SWVI_OUTSIDE;                                                                         \
            const swvi_rotation##suffix q = swvi_quat_unit##suffix(in[3][i], in[4][i], in[5][i], in[6][i]);           \
            const number                m = shape.mirror;                                                             \
            const number                values[OUTS] = { e.bones.upper.x,                                             \
                                                         m * e.bones.upper.y,                                         \
                                                         m * e.bones.upper.z,                                         \
                                                         e.bones.upper.w,                                             \
                                                         e.bones.lower.x,                                             \
                                                         m * e.bones.lower.y,                                         \
                                                         m * e.bones.lower.z,                                         \
                                                         e.bones.lower.w,                                             \
                                                         q.x,                                                         \
                                                         q.y,                                                         \
                                                         q.z,                                                         \
                                                         q.w,                                                         \
                                                         2 * swvi_atan2##suffix(e.sin_bend, e.cos_bend) };            \
            for (int k = 0; k < OUTS; k++)                                                                            \
                out[k][i] = values[k];                                                                                \
            expected.outcome[i] = (unsigned char)e.outcome;                                                           \
        }                                                                                                             \
        for (int set = 0; set <= (int)swvi_lane_set_widest(); set++) {                                                \
            fill##suffix(&actual, t);                                                                                 \
            const batch_type batch = batch_of##suffix(&actual, is_given, true);                                       \
            if (is_leg)                                                                                               \
                RUN(set, limb_leg##suffix, &shape, &batch, first, count);                                             \
            else                                                                                                      \
                RUN(set, limb_arm##suffix, &shape, &batch, first, count);                                             \
            assert_memory_equal(actual.outcome, expected.outcome, sizeof actual.outcome);                             \
            for (int k = 0; k < OUTS; k++)                                                                            \
                for (int i = 0; i < MANY; i++)                                                                        \
                    if (expected.outcome[i] != SWV_INVALID_TARGET)                                                    \
                        assert_memory_equal(&actual.out[k][i], &expected.out[k][i], sizeof(number));                  \
        }                                                                                                             \
    }

DEFINE(, double, swv_limb_batch)
DEFINE(f, float, swv_limb_batchf)

static swv_limb_goal goal_of(targets t, int i, bool is_given)
{
    return (swv_limb_goal){ .end = { { t[0][i], t[1][i], t[2][i] }, { t[3][i], t[4][i], t[5][i], t[6][i] } },
                            .elbow = is_given ? SWV_ELBOW_SWIVEL : SWV_ELBOW_NATURAL,
                            .swivel = t[7][i] };
}

// The public function against one solve after the other; how many were limited, and how many a wish of which was not feasible.
typedef struct counted {
    int invalid, limited, outside, others;
} counted;

static void solves_agree(const swv_limb *limb, targets t, bool is_given, bool has_end, counted *counts)
{
    static arrays        a;
    const swv_limb_batch batch = batch_of(&a, is_given, has_end);
    fill(&a, t);
    assert_int_equal(swv_batch_limb(limb, &batch, 0, MANY), SWV_OK);
    for (int i = 0; i < MANY; i++) {
        const swv_limb_goal goal = goal_of(t, i, is_given);
        swv_limb_posture    p = { SWV_IDENTITY_QUAT, SWV_IDENTITY_QUAT, SWV_IDENTITY_QUAT, 0.0 };
        swv_limb_report     r = { .outcome = SWV_INVALID_TARGET };
        const swv_status    status = swv_limb_solve(limb, &goal, NULL, SWV_KEEP_LIMITS, &p, &r);
        assert_true(status == SWV_OK || status == SWV_BAD_GOAL);
        if (!has_end && status == SWV_OK && a.outcome[i] == SWV_LIMITED) {
            // The hand was not allowed to yield: the posture at the wish, which breaks a limit; or the hinge's.
            swv_limb_report at_wish;
            // A soft limb may do better than its softened place, a yielding hand too.
            assert_true(limb->softness > 0.0 || r.outcome != SWV_REACHED);
            assert_int_equal(swv_limb_posture_at(limb, &goal.end, r.wished, &p, &at_wish), SWV_OK);
            assert_true(at_wish.broken != 0);
            counts->limited++;
            continue;
        }
        assert_int_equal(a.outcome[i], r.outcome);
        const double values[OUTS] = { p.upper.x, p.upper.y, p.upper.z, p.upper.w, p.lower.x, p.lower.y, p.lower.z,
                                      p.lower.w, p.end.x,   p.end.y,   p.end.z,   p.end.w,   p.flexion };
        for (int k = 0; k < OUTS; k++)
            if (has_end || k < 8 || k == 12)
                assert_memory_equal(&a.out[k][i], &values[k], sizeof(double));
        if (status == SWV_BAD_GOAL)
            counts->invalid++;
        else if (r.outcome == SWV_LIMITED)
            counts->limited++;
        else if (fabs(r.swivel - r.wished) > 1e-9)
            counts->outside++;
        else
            counts->others++;
    }
}

static void lanes_against_one_solve(void **unused)
{
    (void)unused;
    static targets t;
    uint64_t       random = 11;
    counted        counts = { 0 };
    for (int round = 0; round < CASES_OR_ALL(24, 960) + 8; round++) {
        const swv_limb limb = limb_of(&random, round);
        const bool     is_given = round / 8 & 1, has_end = round / 16 & 1;
        random_targets(&random, &limb, t, round % 8 < 4 ? 64 : 0);
        sets_agree(&limb, t, is_given, 0, MANY);
        sets_agreef(&limb, t, is_given, 0, MANY);
        solves_agree(&limb, t, is_given, has_end, &counts);
    }
    print_message("%d at their wish, %d at the nearest swivel inside, %d limited\n", counts.others, counts.outside,
                  counts.limited);
    assert_true(counts.others > 1000 && counts.outside > 1000 && counts.limited > 100);
}

// Every wrist with every rotation that has something special.
static void lanes_of_special_targets(void **unused)
{
    (void)unused;
    static targets t;
    const double   h = 0.70710678118654752;
    for (int n = 0; n < 4; n++) {
        uint64_t       random = 3;
        const swv_limb limb = limb_of(&random, n);
        const double   reach = limb.upper + limb.lower, nearest = fabs(limb.upper - limb.lower);
        const swv_vec3 p[] = { { 0.0, 0.0, 0.0 },
                               { -0.0, -0.0, -0.0 },
                               { 0.0, 0.0, -reach },
                               { 0.0, reach, 0.0 },
                               { 0.0, reach * (1 + 3e-13), 0.0 },
                               { 0.0, reach - 0.01, 0.0 },
                               { nearest, 0.0, 0.0 },
                               { -0.3 * h, -0.3 * h, 0.0 },  // where the reference is not defined: arm
                               { 0.0, -0.3 * h, 0.3 * h },   // leg
                               { 1e-20, -1e-30, -0.4 },
                               { 1e20, 1e20, 1e20 },
                               { FLT_MAX, FLT_MAX, 0.0 },
                               { DBL_MAX, -DBL_MAX, DBL_MAX },
                               { 0x1p-1074, 0.0, 0.0 },
                               { 1e-160, 1e-160, 1e-161 },
                               { NAN, 0.1, 0.1 },
                               { 0.1, 0.1, -INFINITY } };
        const swv_quat r[] = { { 0.0, 0.0, 0.0, 1.0 },     { h, 0.0, 0.0, h },           { 0.0, 0.0, -h, h },
                               { 0.0, 0.0, 0.0, 0.0 },     { 1e-40, 1e-41, 0.0, 1e-40 }, { 0x1p-1074, 0.0, 0.0, 0.0 },
                               { 3e38, 3e38, 0, 3e38 },    { 1e308, -1e308, 0, 1e308 },  { NAN, 0.0, 0.0, 1.0 },
                               { 0.0, 0.0, 0.0, INFINITY } };
        const double   swivels[] = { 0.0, SWV_PI, 1e16, NAN, INFINITY };
        counted        counts = { 0 };
        for (int i = 0; i < MANY; i++)
            set_target(t, i, &(swv_pose){ p[i % 17], r[i / 17 % 10] }, swivels[i / 170 % 5]);
        for (int is_given = 0; is_given < 2; is_given++) {
            static arraysf f;
            sets_agree(&limb, t, is_given, 0, MANY);
            sets_agreef(&limb, t, is_given, 0, MANY);
            solves_agree(&limb, t, is_given, n == 0, &counts);
            for (int has_end = 0; has_end < 2; has_end++) {
                fillf(&f, t);
                const swv_limb_batchf batch = batch_off(&f, is_given, has_end);
                assert_int_equal(swv_batch_limbf(&limb, &batch, 0, has_end ? 17 * 4 : MANY), SWV_OK);
                for (int k = 0; k < OUTS; k++)
                    for (int i = 0; i < (has_end ? 17 * 4 : MANY); i++)
                        if (has_end || k < 8 || k == 12)
                            assert_true(fabsf(f.out[k][i]) <= (k == 12 ? (float)SWV_PI : 1.00001f));
            }
        }
        assert_true(counts.invalid > 100);
    }
}

static void lanes_of_every_short_range(void **unused)
{
    (void)unused;
    static targets t;
    static arrays  a, untouched;
    uint64_t       random = 5;
    const swv_limb limb = limb_of(&random, 0);
    random_targets(&random, &limb, t, 0);
    fill(&untouched, t);
    const swv_limb_batch batch = batch_of(&a, false, true);
    for (size_t first = 0; first < 3; first++) {
        for (size_t count = 0; count < 40; count++) {
            sets_agree(&limb, t, false, first, count);
            sets_agreef(&limb, t, false, first, count);
            fill(&a, t);
            assert_int_equal(swv_batch_limb(&limb, &batch, first, count), SWV_OK);
            for (int k = 0; k < OUTS; k++) {
                assert_memory_equal(a.out[k], untouched.out[k], first * sizeof(double));
                assert_memory_equal(a.out[k] + first + count, untouched.out[k],
                                    (MANY - first - count) * sizeof(double));
            }
            assert_memory_equal(a.in, untouched.in, sizeof a.in);
            assert_memory_equal(a.outcome + first + count, untouched.outcome, MANY - first - count);
        }
    }
}

// Hands inside the limits, in float: where they are, and what limits are exceeded by.
static void float_meets_hands_and_keeps_limits(void **unused)
{
    (void)unused;
    static targets t;
    static arraysf f;
    uint64_t       random = 23;
    double         worst_place = 0.0, worst_excess = 0.0, worst_turn = 0.0, worst_bent_turn = 0.0;
    int            limited = 0, other_side = 0, total = 0;
    for (int round = 0; round < CASES_OR_ALL(60, 4000) + 4; round++) {
        swv_limb limb = limb_of(&random, round % 4);
        limb.softness = 0.0;
        const double reach = limb.upper + limb.lower;
        for (int i = 0; i < MANY; i++) {
            const swv_pose hand = hand_inside(&random, &limb);
            set_target(t, i, &hand, 0.0);
        }
        fillf(&f, t);
        const swv_limb_batchf batch = batch_off(&f, false, false);
        assert_int_equal(swv_batch_limbf(&limb, &batch, 0, MANY), SWV_OK);
        for (int i = 0; i < MANY; i++) {
            double         out[OUTS];
            double         excess[SWV_LIMB_LIMITS];
            swv_pose       hand;
            const swv_quat wanted = { (double)f.in[3][i], (double)f.in[4][i], (double)f.in[5][i], (double)f.in[6][i] };
            const swv_vec3 place = { (double)f.in[0][i], (double)f.in[1][i], (double)f.in[2][i] };
            for (int k = 0; k < OUTS; k++)
                out[k] = (double)f.out[k][i];
            total++;
            if (f.outcome[i] == SWV_LIMITED) {  // the rounding of a hand on its limits
                limited++;
                continue;
            }
            assert_int_equal(f.outcome[i], SWV_REACHED);
            const swv_limb_posture p = { swv_quat_normalize((swv_quat){ out[0], out[1], out[2], out[3] }),
                                         swv_quat_normalize((swv_quat){ out[4], out[5], out[6], out[7] }),
                                         swv_quat_normalize(wanted), out[12] };
            assert_int_equal(swv_limb_forward(&limb, &p, &hand, NULL), SWV_OK);
            assert_int_equal(swv_limb_check(&limb, &p, NULL, excess), SWV_OK);
            worst_place = fmax(worst_place, swv_vec3_length(swv_vec3_sub(hand.position, place)) / reach);
            for (int k = 0; k < SWV_LIMB_LIMITS; k++)
                worst_excess = fmax(worst_excess, excess[k]);
            swv_limb_posture q;
            assert_int_equal(
                swv_limb_solve(&limb, &(swv_limb_goal){ .end = { place, wanted } }, NULL, SWV_KEEP_LIMITS, &q, NULL),
                SWV_OK);
            const double turn =
                fmax(swv_quat_angle_between(p.upper, q.upper), swv_quat_angle_between(p.lower, q.lower));
            if (turn > 0.01)
                other_side++;
            else if (q.flexion > 0.2)
                worst_bent_turn = fmax(worst_bent_turn, turn);
            else
                worst_turn = fmax(worst_turn, turn);
        }
    }
    print_message(
        "%d hands: place %.1e of the length, limits exceeded by %.1e rad; bones off by %.1e rad, nearly straight "
        "%.1e; %d another way, %d limited\n",
        total, worst_place, worst_excess, worst_bent_turn, worst_turn, other_side, limited);
    assert_true(worst_place < 1e-6 && worst_excess < 1e-6);
    assert_true(worst_bent_turn < 1e-4 && worst_turn < 1e-3);
    assert_true(limited <= total / 10000 + 1 && other_side <= total / 10000 + 1);
}

static void what_is_missing_or_invalid_is_refused(void **unused)
{
    (void)unused;
    static targets t;
    static arrays  a, untouched;
    static arraysf f;
    uint64_t       random = 1;
    swv_limb       limb = limb_of(&random, 0);
    fill(&a, t);
    fill(&untouched, t);
    fillf(&f, t);
    const swv_limb_batch  batch = batch_of(&a, true, true);
    const swv_limb_batchf batchf = batch_off(&f, true, true);
    assert_int_equal(swv_batch_limb(NULL, &batch, 0, 1), SWV_NULL);
    assert_int_equal(swv_batch_limb(&limb, NULL, 0, 1), SWV_NULL);
    swv_limb_batch some = batch;
    some.end[2] = NULL;
    assert_int_equal(swv_batch_limb(&limb, &some, 0, 1), SWV_NULL);
    some = batch;
    some.lower[3] = NULL;
    assert_int_equal(swv_batch_limb(&limb, &some, 0, 1), SWV_NULL);
    assert_int_equal(swv_limb_set_lengths(&limb, 1e5, 1e5), SWV_OK);
    assert_int_equal(swv_batch_limbf(&limb, &batchf, 0, 1), SWV_BAD_MODEL);
    assert_int_equal(swv_batch_limb(&limb, &batch, 0, 0), SWV_OK);
    limb.softness = NAN;
    assert_int_equal(swv_batch_limb(&limb, &batch, 0, 1), SWV_BAD_MODEL);
    assert_memory_equal(&a, &untouched, sizeof a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_against_one_solve),
        cmocka_unit_test(lanes_of_special_targets),
        cmocka_unit_test(lanes_of_every_short_range),
        cmocka_unit_test(float_meets_hands_and_keeps_limits),
        cmocka_unit_test(what_is_missing_or_invalid_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
