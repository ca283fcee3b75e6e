// SPDX-License-Identifier: MIT
// batch.h: each element is, bit for bit, what the room itself returns; whatever its neighbours are.
#include "limbs.h"

enum { COUNT = 9 };  // one more than the widest lanes

static bool are_same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static void try_trigonometry(stream *s)
{
    double a[COUNT], b[COUNT], out[COUNT], other[COUNT], sine, cosine;
    for (int i = 0; i < COUNT; ++i) {
        a[i] = take_number(s, -10.0, 10.0);
        b[i] = take_number(s, -10.0, 10.0);
    }
    CHECK(swv_batch_trig(SWV_TRIG_SINCOS, a, NULL, COUNT, out, other) == SWV_OK);
    for (int i = 0; i < COUNT; ++i) {
        swv_sincos(a[i], &sine, &cosine);
        CHECK(are_same(out[i], sine) && are_same(other[i], cosine));
    }
    CHECK(swv_batch_trig(SWV_TRIG_ATAN2, a, b, COUNT, out, NULL) == SWV_OK);
    for (int i = 0; i < COUNT; ++i)
        CHECK(are_same(out[i], swv_atan2(a[i], b[i])));
    CHECK(swv_batch_trig(SWV_TRIG_ASIN, a, NULL, COUNT, out, NULL) == SWV_OK);
    CHECK(swv_batch_trig(SWV_TRIG_ACOS, a, NULL, COUNT, other, NULL) == SWV_OK);
    for (int i = 0; i < COUNT; ++i)
        CHECK(are_same(out[i], swv_asin(a[i])) && are_same(other[i], swv_acos(a[i])));
}

/// Targets as a batch wants them.
typedef struct targets {
    swv_pose pose[COUNT];
    double   p[3][COUNT], q[4][COUNT], swivel[COUNT];
} targets;

static void take_targets(stream *s, targets *t, double size)
{
    for (int i = 0; i < COUNT; ++i) {
        // Not all of them from the input: it would not last.
        t->pose[i] = i < 4 ? take_pose(s, 1.2 * size) : t->pose[i - 4];
        if (i >= 4)
            t->pose[i].position = swv_vec3_scale(0.9, t->pose[i].position);
        t->swivel[i] = i < 4 ? take_number(s, -7.0, 7.0) : t->swivel[i - 4];
        const swv_pose *pose = &t->pose[i];
        const double    p[3] = { pose->position.x, pose->position.y, pose->position.z };
        const double    q[4] = { pose->rotation.x, pose->rotation.y, pose->rotation.z, pose->rotation.w };
        for (int k = 0; k < 3; ++k)
            t->p[k][i] = p[k];
        for (int k = 0; k < 4; ++k)
            t->q[k][i] = q[k];
    }
}

static void unit_rotations(targets *t)
{
    for (int i = 0; i < COUNT; ++i)
        if (swv_pose_check(&t->pose[i]) == SWV_OK) {
            const swv_quat q = t->pose[i].rotation;
            t->q[0][i] = q.x, t->q[1][i] = q.y, t->q[2][i] = q.z, t->q[3][i] = q.w;
        }
}

static bool is_invalid(const targets *t, int i)
{
    const double q[4] = { t->q[0][i], t->q[1][i], t->q[2][i], t->q[3][i] };
    return !all_finite(&t->pose[i].position.x, 3) || !all_finite(q, 4) || !isfinite(t->swivel[i]) ||
           (q[0] == 0.0 && q[1] == 0.0 && q[2] == 0.0 && q[3] == 0.0);
}

static void try_arm(stream *s)
{
    swv_arm       arm;
    targets       t;
    double        q[7][COUNT];
    unsigned char outcome[COUNT];
    if (swv_arm_make(take_number(s, 0.01, 1.0), take_number(s, 0.01, 1.0), &arm) != SWV_OK)
        return;
    arm.side = take_bool(s) ? SWV_LEFT : SWV_RIGHT;
    for (int i = 0; i < 7; ++i)
        CHECK(swv_arm_set_limits(&arm, i, -INFINITY, INFINITY) == SWV_OK);
    take_targets(s, &t, arm.upper_arm + arm.forearm);
    unit_rotations(&t);
    const swv_arm_batch batch = { t.p[0], t.p[1],   t.p[2],
                                  t.q[0], t.q[1],   t.q[2],
                                  t.q[3], t.swivel, { q[0], q[1], q[2], q[3], q[4], q[5], q[6] },
                                  outcome };
    PAINT(q);
    const swv_status status = swv_batch_arm(&arm, &batch, 1, COUNT - 2);
    CHECK(status == SWV_OK || status == SWV_BAD_MODEL);
    for (int k = 0; k < 7; ++k)
        CHECK(is_painted(&q[k][0], sizeof q[k][0]) && is_painted(&q[k][COUNT - 1], sizeof q[k][0]));
    for (int i = 1; i < COUNT - 1 && status == SWV_OK; ++i) {
        double         all[SWV_ARM_FAMILIES][7];
        swv_arm_report reports[SWV_ARM_FAMILIES];
        if (is_invalid(&t, i)) {
            CHECK(outcome[i] == SWV_INVALID_TARGET);
            for (int k = 0; k < 7; ++k)
                CHECK(q[k][i] == 0.0);
            continue;
        }
        if (fabs(t.swivel[i]) > 0x1p50 || swv_arm_solve(&arm, &t.pose[i], t.swivel[i], all, reports) != SWV_OK)
            continue;
        CHECK(outcome[i] == reports[0].outcome);
        for (int k = 0; k < 7; ++k)
            CHECK(are_same(q[k][i], all[0][k]));
    }
}

static void try_puma(stream *s)
{
    swv_puma      puma;
    targets       t;
    double        q[6][COUNT];
    unsigned char outcome[COUNT];
    swv_puma_make_560(&puma);
    for (int i = 0; i < 6; ++i)
        CHECK(swv_puma_set_limits(&puma, i, -INFINITY, INFINITY) == SWV_OK);
    take_targets(s, &t, 1.0);
    unit_rotations(&t);
    const swv_puma_batch batch = { t.p[0], t.p[1], t.p[2], t.q[0],
                                   t.q[1], t.q[2], t.q[3], { q[0], q[1], q[2], q[3], q[4], q[5] },
                                   outcome };
    const int            family = take_below(s, s->is_wild ? SWV_PUMA_FAMILIES + 1 : SWV_PUMA_FAMILIES);
    const swv_status     status = swv_batch_puma(&puma, family, &batch, 0, COUNT);
    CHECK(status == (family < SWV_PUMA_FAMILIES ? SWV_OK : SWV_BAD_COUNT));
    for (int i = 0; i < COUNT && status == SWV_OK; ++i) {
        double          all[SWV_PUMA_FAMILIES][6];
        swv_arm6_report reports[SWV_PUMA_FAMILIES];
        if (swv_puma_solve(&puma, &t.pose[i], NULL, all, reports) != SWV_OK) {
            CHECK(outcome[i] == SWV_INVALID_TARGET);
            continue;
        }
        CHECK(outcome[i] == reports[family].outcome);
        for (int k = 0; k < 6; ++k)
            CHECK(are_same(q[k][i], all[family][k]));
    }
}

static void try_limb(stream *s)
{
    swv_limb       limb;
    targets        t;
    double         upper[4][COUNT], lower[4][COUNT], end[4][COUNT], flexion[COUNT];
    unsigned char  outcome[COUNT];
    const swv_side side = take_bool(s) ? SWV_LEFT : SWV_RIGHT;
    CHECK((take_bool(s) ? swv_limb_make(SWV_LIMB_LEG, side, &limb) : swv_limb_make(SWV_LIMB_ARM, side, &limb)) ==
          SWV_OK);
    if (take_below(s, 4) == 0) {
        swv_limb_limits limits = limb.limits;
        take_limits(s, &limits);
        if (swv_limb_set_limits(&limb, &limits) != SWV_OK)
            return;
    }
    take_targets(s, &t, size_of(&limb));
    const bool is_natural = take_bool(s), yields = take_below(s, 8) == 7;  // which costs a hundred times as much
    const swv_limb_batch batch = { t.p[0],
                                   t.p[1],
                                   t.p[2],
                                   t.q[0],
                                   t.q[1],
                                   t.q[2],
                                   t.q[3],
                                   is_natural ? NULL : t.swivel,
                                   { upper[0], upper[1], upper[2], upper[3] },
                                   { lower[0], lower[1], lower[2], lower[3] },
                                   { yields ? end[0] : NULL, yields ? end[1] : NULL, yields ? end[2] : NULL,
                                     yields ? end[3] : NULL },
                                   flexion,
                                   outcome };
    CHECK(swv_batch_limb(&limb, &batch, 0, COUNT) == SWV_OK);
    for (int i = 0; i < COUNT; ++i) {
        const swv_limb_goal goal = { .end = t.pose[i],
                                     .elbow = is_natural ? SWV_ELBOW_NATURAL : SWV_ELBOW_SWIVEL,
                                     .swivel = t.swivel[i] };
        swv_limb_posture    p;
        swv_limb_report     report;
        if (!yields && outcome[i] != SWV_REACHED && outcome[i] != SWV_SOFTENED && outcome[i] != SWV_INVALID_TARGET)
            continue;
        if ((!is_natural && fabs(t.swivel[i]) > 0x1p50) ||
            swv_limb_solve(&limb, &goal, NULL, SWV_KEEP_LIMITS, &p, &report) != SWV_OK) {
            CHECK((!is_natural && fabs(t.swivel[i]) > 0x1p50) || outcome[i] == SWV_INVALID_TARGET);
            continue;
        }
        CHECK(outcome[i] == report.outcome && are_same(flexion[i], p.flexion));
        const double own[3][4] = { { p.upper.x, p.upper.y, p.upper.z, p.upper.w },
                                   { p.lower.x, p.lower.y, p.lower.z, p.lower.w },
                                   { p.end.x, p.end.y, p.end.z, p.end.w } };
        for (int k = 0; k < 4; ++k)
            CHECK(are_same(upper[k][i], own[0][k]) && are_same(lower[k][i], own[1][k]) &&
                  (!yields || are_same(end[k][i], own[2][k])));
    }
}

// Three girdles for each, no more: not those of the room itself. The arm is exact whatever the girdle is.
static void try_upper_limb(stream *s)
{
    swv_upper_limb limb;
    targets        t;
    double         girdle[5][COUNT], gh[3][COUNT], upper[4][COUNT], lower[4][COUNT], change[COUNT];
    unsigned char  outcome[COUNT];
    const swv_side side = take_bool(s) ? SWV_LEFT : SWV_RIGHT;
    CHECK((take_below(s, 4) ? swv_upper_limb_make(side, &limb) : swv_upper_limb_make_ascione(side, &limb)) == SWV_OK);
    const double size = size_of(&limb.arm) + limb.girdle.clavicle;
    take_targets(s, &t, size);
    const swv_upper_limb_batch batch = { { t.p[0], t.p[1], t.p[2] },
                                         t.swivel,
                                         { girdle[0], girdle[1], girdle[2], girdle[3], girdle[4] },
                                         { gh[0], gh[1], gh[2] },
                                         { upper[0], upper[1], upper[2], upper[3] },
                                         { lower[0], lower[1], lower[2], lower[3] },
                                         change,
                                         outcome };
    CHECK(swv_batch_upper_limb(&limb, NULL, &batch, 0, COUNT) == SWV_OK);
    for (int i = 0; i < COUNT; ++i) {
        const swv_quat u = { upper[0][i], upper[1][i], upper[2][i], upper[3][i] },
                       l = { lower[0][i], lower[1][i], lower[2][i], lower[3][i] };
        check_unit(u);
        check_unit(l);
        CHECK(isfinite(gh[0][i]) && isfinite(gh[1][i]) && isfinite(gh[2][i]) && isfinite(change[i]));
        if (outcome[i] == SWV_INVALID_TARGET) {
            CHECK(!all_finite(&t.pose[i].position.x, 3) || !isfinite(t.swivel[i]));
            continue;
        }
        const swv_vec3 elbow = turned(turn_of(u), (swv_vec3){ 0.0, 0.0, limb.arm.upper });
        const swv_vec3 rest = turned(turn_of(l), (swv_vec3){ 0.0, 0.0, limb.arm.lower });
        const swv_vec3 wrist = swv_vec3_add(swv_vec3_add((swv_vec3){ gh[0][i], gh[1][i], gh[2][i] }, elbow), rest);
        if (outcome[i] == SWV_REACHED)
            CHECK_NEAR(apart(wrist, t.pose[i].position), 0.0, 1e-11 * size);
    }
    // Alone, the same bits.
    const double               p[3] = { t.p[0][COUNT - 1], t.p[1][COUNT - 1], t.p[2][COUNT - 1] };
    double                     alone[24];
    unsigned char              how;
    const swv_upper_limb_batch one = { { &p[0], &p[1], &p[2] },
                                       &t.swivel[COUNT - 1],
                                       { &alone[0], &alone[1], &alone[2], &alone[3], &alone[4] },
                                       { &alone[5], &alone[6], &alone[7] },
                                       { &alone[8], &alone[9], &alone[10], &alone[11] },
                                       { &alone[12], &alone[13], &alone[14], &alone[15] },
                                       &alone[16],
                                       &how };
    CHECK(swv_batch_upper_limb(&limb, NULL, &one, 0, 1) == SWV_OK && how == outcome[COUNT - 1]);
    for (int k = 0; k < 5; ++k)
        CHECK(are_same(alone[k], girdle[k][COUNT - 1]));
    for (int k = 0; k < 4; ++k)
        CHECK(are_same(alone[8 + k], upper[k][COUNT - 1]) && are_same(alone[12 + k], lower[k][COUNT - 1]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stream s = stream_of(data, size);
    switch (take_below(&s, 5)) {
    case 0:
        try_trigonometry(&s);
        break;
    case 1:
        try_arm(&s);
        break;
    case 2:
        try_puma(&s);
        break;
    case 3:
        try_upper_limb(&s);
        break;
    default:
        try_limb(&s);
        break;
    }
    return 0;
}
