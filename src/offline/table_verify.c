// SPDX-License-Identifier: MIT
// How good a table is: against the closed form, branch by branch.
#include <math.h>
#include <string.h>

#include "offline/random.h"
#include "offline/table_space.h"
#include "swivel/arm.h"
#include "swivel/puma.h"
#include "swivel_offline/table_build.h"

#define NEAR 0.3  // radians: a posture of the table is taken for that of a branch

typedef struct closed_form {
    bool     is_puma;
    swv_puma puma;
    swv_arm  arm;
} closed_form;

// The postures inside the limits, at the branch's number; a bit for each.
static unsigned exact(const closed_form *f, const double *w, double q[SWV_TABLE_FAMILIES][SWVI_N])
{
    const swv_pose hand = { { w[0], w[1], w[2] }, SWV_IDENTITY_QUAT };
    unsigned       valid = 0;
    if (f->is_puma) {
        double          all[SWV_PUMA_FAMILIES][6];
        swv_arm6_report reports[SWV_PUMA_FAMILIES];
        if (swv_puma_solve(&f->puma, &hand, NULL, all, reports) != SWV_OK)
            return 0;
        for (int i = 0; i < 4; ++i) {
            const int family = (i & 1) + 2 * (i & 2);
            memcpy(q[i], all[family], 3 * sizeof(double));
            const bool is_there = reports[family].outcome == SWV_REACHED || reports[family].outcome == SWV_LIMITED;
            valid |= (unsigned)(is_there && !(reports[family].outside & 7u)) << i;
        }
    } else {
        double         all[SWV_ARM_FAMILIES][7];
        swv_arm_report reports[SWV_ARM_FAMILIES];
        if (swv_arm_solve(&f->arm, &hand, w[3], all, reports) != SWV_OK)
            return 0;
        for (int i = 0; i < 2; ++i) {
            memcpy(q[i], all[i], 4 * sizeof(double));
            const bool is_there = reports[i].outcome == SWV_REACHED || reports[i].outcome == SWV_LIMITED;
            valid |= (unsigned)(is_there && !(reports[i].outside & 15u)) << i;
        }
    }
    return valid;
}

static double apart(const double *p, const double *q, int n)
{
    double worst = 0.0;
    for (int i = 0; i < n; ++i)
        worst = fmax(worst, fabs(swv_angle_wrap(p[i] - q[i])));
    return worst;
}

static void add(swv_table_score *score, const swvi_space *s, const double *w, const double *q)
{
    double at[SWVI_N], d[SWVI_N];
    swvi_space_forward(s, q, at);
    swvi_space_difference(s, at, w, d);
    const double error = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    ++score->found;
    score->mean += error;
    score->deviation += error * error;
    score->worst = fmax(score->worst, error);
    score->swivel += s->n == 4 ? fabs(d[3]) : 0.0;
}

swv_status swv_table_verify(const swv_table *table, int targets, uint64_t seed,
                            swv_table_score scores[SWV_TABLE_FAMILIES], int *surplus)
{
    if (!table || !scores || !surplus)
        return SWV_NULL;
    swvi_space space;
    if (!swvi_space_of(table->model, &space) || swv_table_check_chain(table, &space.chain) != SWV_OK)
        return SWV_BAD_MODEL;
    if (targets < 1)
        return SWV_BAD_COUNT;
    closed_form form = { .is_puma = space.n == 3 };
    swv_puma_make_560(&form.puma);
    swv_arm_make_human(&form.arm);
    memset(scores, 0, sizeof(swv_table_score) * SWV_TABLE_FAMILIES);
    *surplus = 0;
    for (int t = 0; t < targets; ++t) {
        double w[SWVI_N], q[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_INPUTS], right[SWV_TABLE_FAMILIES][SWVI_N];
        int    count = 0;
        for (int i = 0; i < space.n; ++i)
            w[i] = swvi_random_between(&seed, space.lower[i], space.upper[i]);
        const unsigned valid = exact(&form, w, right);
        (void)swv_table_solve(table, w, q, &count);
        unsigned taken = 0;
        for (int i = 0; i < SWV_TABLE_FAMILIES; ++i) {
            int nearest = -1;
            if (!(valid >> i & 1u))
                continue;
            ++scores[i].valid;
            for (int k = 0; k < count; ++k) {
                const double distance = apart(q[k], right[i], space.n);
                if (distance < NEAR && (nearest < 0 || distance < apart(q[nearest], right[i], space.n)))
                    nearest = k;
            }
            if (nearest >= 0)
                add(&scores[i], &space, w, q[nearest]);
            taken |= nearest >= 0 ? 1u << nearest : 0u;
        }
        for (int k = 0; k < count; ++k)
            *surplus += !(taken >> k & 1u);
    }
    for (int i = 0; i < SWV_TABLE_FAMILIES; ++i) {
        swv_table_score *s = &scores[i];
        const double     n = s->found > 0 ? s->found : 1;
        s->mean /= n;
        s->swivel /= n;
        s->deviation = sqrt(fmax(s->deviation / n - s->mean * s->mean, 0.0));
    }
    return SWV_OK;
}
