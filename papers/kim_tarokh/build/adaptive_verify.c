// SPDX-License-Identifier: MIT
// How good an adaptive table is: against the closed form, family by family. Positions are metres in the world; postures q and
// swivels are radians.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "swivel_io/random.h"
#include "kim_tarokh/build/table_space.h"
#include "swivel_papers/arm.h"
#include "swivel_papers/puma.h"
#include "swivel_papers/adaptive_build.h"

#define NEAR 0.3  // radians: a posture of the table is taken for that of a family, as adaptive_build.h says. Chosen

typedef struct closed_form {
    int        joints;
    swv_puma   puma;
    swv_arm    arm;
    swvi_space space;
} closed_form;

typedef struct target {
    swv_pose hand;
    double   swivel;
    unsigned valid;                                                  ///< a bit for each family inside the limits
    double   exact[SWV_ADAPTIVE_FAMILIES][SWV_ADAPTIVE_MAX_JOINTS];  ///< of the closed form
} target;

// All solutions of a target, and which are inside the limits. `mask`: the joints whose limits count, as bits.
static void solve_exactly(const closed_form *f, target *t, unsigned mask)
{
    t->valid = 0;
    if (f->space.owner == SWVI_PUMA) {
        double          all[SWV_PUMA_FAMILIES][6];
        swv_arm6_report reports[SWV_PUMA_FAMILIES];
        if (swv_puma_solve(&f->puma, &t->hand, NULL, all, reports) != SWV_OK)
            return;
        for (int i = 0; i < SWV_PUMA_FAMILIES; ++i) {
            const bool is_there = reports[i].outcome == SWV_REACHED || reports[i].outcome == SWV_LIMITED;
            memcpy(t->exact[i], all[i], sizeof all[i]);
            t->valid |= (unsigned)(is_there && !(reports[i].outside & mask)) << i;
        }
    } else if (f->space.owner == SWVI_ARM) {
        double         all[SWV_ARM_FAMILIES][7];
        swv_arm_report reports[SWV_ARM_FAMILIES];
        if (swv_arm_solve(&f->arm, &t->hand, t->swivel, all, reports) != SWV_OK)
            return;
        for (int i = 0; i < SWV_ARM_NATURAL_FAMILIES; ++i) {
            const bool is_there = reports[i].outcome == SWV_REACHED || reports[i].outcome == SWV_LIMITED;
            memcpy(t->exact[i], all[i], sizeof all[i]);
            t->valid |= (unsigned)(is_there && !(reports[i].outside & mask)) << i;
        }
    }
}

static void forward(const closed_form *f, const double *q, swv_pose *hand)
{
    (void)swv_chain_tip(&f->space.given, q, hand);
}

// The target of a random posture, of a chain without closed form: the one solution that is known.
static void draw_posture(const closed_form *f, uint64_t *seed, target *t)
{
    double w[SWVI_N] = { 0.0 };
    for (int i = 0; i < f->joints; ++i)
        t->exact[0][i] = swv_random_between(seed, f->space.chain.joints[i].lower, f->space.chain.joints[i].upper);
    swvi_space_forward(&f->space, t->exact[0], w);
    forward(f, t->exact[0], &t->hand);
    t->swivel = w[3];
    t->valid = 1;
}

// A wrist uniform in the grid; if the arm can place it, one of its postures, with random angles of the wrist's three joints, says how the hand is
// turned. False if it cannot.
static bool draw_target(const closed_form *f, uint64_t *seed, target *t)
{
    const int n = f->space.n;
    double    w[SWVI_N] = { 0.0 };
    if (f->space.owner == SWVI_OTHER) {
        draw_posture(f, seed, t);
        return true;
    }
    for (int i = 0; i < n; ++i)
        w[i] = swv_random_between(seed, f->space.lower[i], f->space.upper[i]);
    t->hand = (swv_pose){ { w[0], w[1], w[2] }, SWV_IDENTITY_QUAT };
    t->swivel = w[3];
    solve_exactly(f, t, (1u << n) - 1u);
    int ways = 0, chosen[SWV_ADAPTIVE_FAMILIES] = { 0 };
    for (int i = 0; i < SWV_ADAPTIVE_FAMILIES; ++i) {
        if (t->valid >> i & 1u)
            chosen[ways++] = i;
    }
    if (ways == 0)
        return false;
    double *q = t->exact[chosen[swv_random_bits(seed) % (uint64_t)ways]];
    for (int i = n; i < n + 3; ++i)
        q[i] = swv_random_between(seed, f->space.chain.joints[i].lower, f->space.chain.joints[i].upper);
    swv_pose hand = SWV_IDENTITY_POSE;
    forward(f, q, &hand);
    t->hand.rotation = hand.rotation;
    solve_exactly(f, t, ~0u);
    return true;
}

// The largest difference of n angles, whole turns aside.
static double apart(const double *p, const double *q, int n)
{
    double worst = 0.0;
    for (int i = 0; i < n; ++i)
        worst = fmax(worst, fabs(swv_angle_wrap(p[i] - q[i])));
    return worst;
}

/// Errors of one family, of every target that was found.
typedef struct errors {
    float *position, *rotation;
} errors;

static int rising(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// Mean, 99.9th percentile and largest of `count` errors, metres or radians, which are sorted.
static void statistics(float *e, int count, double *mean, double *p999, double *worst)
{
    qsort(e, (size_t)count, sizeof *e, rising);
    *mean = 0.0;
    for (int i = 0; i < count; ++i)
        *mean += (double)e[i] / count;
    *p999 = count > 0 ? (double)e[(int)(0.999 * (count - 1))] : 0.0;
    *worst = count > 0 ? (double)e[count - 1] : 0.0;
}

// An answer q (radians) of the table for a target, with the bound that the table states.
static void add(const closed_form *f, const target *t, const double *q, const swv_adaptive_bound *bound, errors *e,
                swv_adaptive_score *score)
{
    swv_pose hand = SWV_IDENTITY_POSE;
    forward(f, q, &hand);
    const double position = swv_vec3_length(swv_vec3_sub(hand.position, t->hand.position));
    const double rotation = swv_quat_angle_between(hand.rotation, t->hand.rotation);
    e->position[score->found] = (float)position;
    e->rotation[score->found] = (float)rotation;
    ++score->found;
    score->beyond_bound += position > bound->position || rotation > bound->rotation;
    if (f->joints == 7) {
        double w[SWVI_N];
        swvi_space_forward(&f->space, q, w);
        score->swivel_mean += fabs(swv_angle_wrap(w[3] - t->swivel));
    }
}

// What the table gives for a target: of each family inside the limits the nearest posture counts. *surplus grows by the postures that no family has.
static void score_target(const closed_form *f, const swv_adaptive *table, const target *t,
                         errors e[SWV_ADAPTIVE_FAMILIES], swv_adaptive_score scores[SWV_ADAPTIVE_FAMILIES],
                         int *surplus)
{
    double             q[SWV_ADAPTIVE_MAX_SOLUTIONS][SWV_ADAPTIVE_MAX_JOINTS];
    swv_adaptive_bound bounds[SWV_ADAPTIVE_MAX_SOLUTIONS];
    int                count = 0;
    unsigned           taken = 0;
    (void)swv_adaptive_solve(table, &t->hand, t->swivel, q, bounds, &count);
    for (int i = 0; i < SWV_ADAPTIVE_FAMILIES; ++i) {
        int nearest = -1;
        if (!(t->valid >> i & 1u))
            continue;
        ++scores[i].valid;
        for (int k = 0; k < count; ++k) {
            const double distance = apart(q[k], t->exact[i], f->joints);
            if (distance < NEAR && (nearest < 0 || distance < apart(q[nearest], t->exact[i], f->joints)))
                nearest = k;
        }
        if (nearest >= 0)
            add(f, t, q[nearest], &bounds[nearest], &e[i], &scores[i]);
        taken |= nearest >= 0 ? 1u << nearest : 0u;
    }
    for (int k = 0; k < count; ++k) {
        swv_pose   hand = SWV_IDENTITY_POSE;
        const bool is_other = f->space.owner == SWVI_OTHER;
        if (is_other)
            forward(f, q[k], &hand);
        // Of a chain without closed form, as adaptive_build.h says.
        const bool is_near = is_other && swv_quat_angle_between(hand.rotation, t->hand.rotation) < NEAR &&
                             swv_vec3_length(swv_vec3_sub(hand.position, t->hand.position)) < 0.15 * NEAR;
        *surplus += !(taken >> k & 1u) && !is_near;
    }
}

swv_status swv_adaptive_verify(const swv_adaptive *table, const swv_chain *chain, int targets, uint64_t seed,
                               swv_adaptive_score scores[SWV_ADAPTIVE_FAMILIES], int *surplus)
{
    if (!table || !scores || !surplus)
        return SWV_NULL;
    closed_form form = { 0 };
    if (!swvi_space_of(table->model, chain, &form.space) ||
        swv_adaptive_check_chain(table, &form.space.given) != SWV_OK)
        return SWV_BAD_MODEL;
    if (targets < 1 || targets > 100000000)  // chosen: 6.4 GB of errors, two floats of eight families each
        return SWV_BAD_COUNT;
    float *memory = malloc(sizeof(float) * 2 * SWV_ADAPTIVE_FAMILIES * (size_t)targets);
    if (!memory)
        return SWV_BAD_COUNT;
    errors e[SWV_ADAPTIVE_FAMILIES];
    for (size_t i = 0; i < SWV_ADAPTIVE_FAMILIES; ++i)
        e[i] = (errors){ memory + 2 * i * (size_t)targets, memory + (2 * i + 1) * (size_t)targets };
    form.joints = table->joints;
    swv_puma_make_560(&form.puma);
    swv_arm_make_human(&form.arm);
    memset(scores, 0, sizeof(swv_adaptive_score) * SWV_ADAPTIVE_FAMILIES);
    *surplus = 0;
    for (int k = 0; k < targets; ++k) {
        target t;
        if (draw_target(&form, &seed, &t))
            score_target(&form, table, &t, e, scores, surplus);
    }
    for (int i = 0; i < SWV_ADAPTIVE_FAMILIES; ++i) {
        swv_adaptive_score *s = &scores[i];
        statistics(e[i].position, s->found, &s->mean, &s->p999, &s->worst);
        statistics(e[i].rotation, s->found, &s->rotation_mean, &s->rotation_p999, &s->rotation_worst);
        s->swivel_mean /= s->found > 0 ? s->found : 1;
    }
    free(memory);
    return SWV_OK;
}
