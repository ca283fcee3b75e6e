// SPDX-License-Identifier: MIT
//
// Making the table of a position, in passes. Postures q are radians; targets w are as swvi_space_forward gives them (metres from the base, swivel in
// radians); k are a cell's indices along the grid's axes; x is a target local to its cell, -1 to 1. Every pass works cell by cell (the first: batch
// by batch), each with random numbers of its own, and reads only what earlier passes wrote: so the table is the same whatever the number of threads.
//
// (1) samples    postures uniform in the joint limits, and the cell each falls into
//                From the nearest and the farthest of them one joint after the other is moved while that helps: the reach
// (2) branches   samples of one cell are of one branch if following the branch (Newton on the target) from one's target to the
//                other's ends in the other's posture. So branches are told apart without knowing the chain: by continuity. Angles
//                come out unwrapped, for nothing is ever reduced to half a turn.
// (3) neighbours a branch of the next cell is followed into this one; if it is not known here and inside the limits, or may be
//                so in a corner, it is a branch that chance has missed. Two rounds, chosen: table.md says what is found.
//     constraints, where there are any: a branch stays in a cell if enough of its postures there are allowed. After (3), so that branches come from
//                neighbours that are forbidden, too
// (4) model      each branch is followed from its first posture to targets uniform in the cell, which gives as many samples as
//                are wanted; those more than SWVI_BEYOND, 0.2 rad, outside the limits are left out. Where the branch ends inside the cell
//                (singular, out of reach) some are lost, and the rest is drawn nearer to the first. Then the fit.
// (5) bounds     of the angles that the branch has in the cell; an answer may be outside the limits by the largest error of the model
//                at samples inside them, at most SWVI_MAX_SLACK, 0.3 rad
//
// This work is based on:
// Kim, Tarokh. Information-based inverse kinematics modeling for animation and robotics. 2005 (whose classification is fuzzy and
// published elsewhere; this one is exact away from singular sets)
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "swivel_io/random.h"
#include "kim_tarokh/build/table_making.h"
#include "kim_tarokh/build/table_space.h"
#include "math/linalg.h"

// BATCH postures a piece of work; PER_CELL drawn on average, LOOKED_AT at most of them in (2). Nets: STARTS and STEPS of the training, or one start
// and STEPS_OF_MANY where a swivel makes many cells. Chosen.
enum { BATCH = 1024, PER_CELL = 24, LOOKED_AT = 40, MAX_BRANCHES = 8, STARTS = 2, STEPS = 40, STEPS_OF_MANY = 15 };

/// The first posture of a branch in a cell, radians, and the sign of the Jacobian's determinant there.
typedef struct branch {
    double q[SWVI_N];
    double sign;
} branch;

typedef struct cell_branches {
    int    count;
    branch of[MAX_BRANCHES];
} cell_branches;

typedef struct build {
    swvi_making m;
    swvi_space  space;
    size_t      batches;
    // (1)
    float (*drawn)[SWVI_N];   ///< postures, BATCH for each batch
    uint32_t *cell_of;        ///< of each drawn posture; `cells`: none
    uint32_t *order, *first;  ///< drawn postures by cell
    // (2), (3)
    cell_branches *branches, *before;
    uint8_t       *counts;
    uint8_t       *is_needed;  ///< of a sample: the cells wanted, and those whose branches may come there in two rounds
} build;

// ---- (1) ----

// The cell of a target w, as swvi_space_forward gives it; m.cells outside the grid.
static uint32_t cell_at(const build *b, const double *w)
{
    uint64_t address = 0;
    for (int i = 0; i < b->space.n; ++i) {
        const double along = (w[i] - b->m.lower[i]) / b->m.side[i];
        if (!(along >= 0.0 && along < b->m.divisions[i]))
            return (uint32_t)b->m.cells;
        address = address * (uint64_t)b->m.divisions[i] + (uint64_t)along;
    }
    return (uint32_t)address;
}

// (1) Batch number `batch` of postures, and the cells of their targets. data: the build.
static void draw(void *data, size_t batch)
{
    build   *b = data;
    uint64_t seed = swv_random_for(b->m.plan.seed, 1, batch);
    for (size_t k = batch * BATCH; k < (batch + 1) * BATCH; ++k) {
        double q[SWVI_N] = { 0.0 }, w[SWVI_N];
        for (int i = 0; i < b->space.n; ++i) {
            b->drawn[k][i] = (float)swv_random_between(&seed, b->space.joint_lower[i], b->space.joint_upper[i]);
            q[i] = b->drawn[k][i];
        }
        swvi_space_forward(&b->space, q, w);
        b->cell_of[k] = cell_at(b, w);
    }
}

// (1) by SWV_RECIPE_DROP: places samples * c to samples * (c + 1) - 1 take the first postures of cell c. On one thread, as each depends on those before.
// 400 rounds of as many postures as there are places end what never fills: the cells at the border of the reach. Chosen.
static bool draw_and_drop(build *b)
{
    const size_t samples = (size_t)b->m.plan.samples, places = b->m.cells * samples;
    uint32_t    *taken = calloc(b->m.cells, sizeof *taken);
    uint64_t     seed = swv_random_for(b->m.plan.seed, 7, 0);
    if (!taken)
        return false;
    for (size_t k = 0; k < b->batches * BATCH; ++k)
        b->cell_of[k] = (uint32_t)b->m.cells;
    size_t some = 0, full = 0;
    for (size_t tried = 0; tried < 400 * places; ++tried) {
        double q[SWVI_N] = { 0.0 }, w[SWVI_N];
        for (int i = 0; i < b->space.n; ++i)
            q[i] = swv_random_between(&seed, b->space.joint_lower[i], b->space.joint_upper[i]);
        swvi_space_forward(&b->space, q, w);
        const uint32_t cell = cell_at(b, w);
        if (cell == b->m.cells || taken[cell] == samples)
            continue;
        some += taken[cell] == 0;
        const size_t place = cell * samples + taken[cell]++;
        full += taken[cell] == samples;
        for (int i = 0; i < b->space.n; ++i)
            b->drawn[place][i] = (float)q[i];
        b->cell_of[place] = cell;
        // Not before the first rounds, in which cells are still found that have none.
        if (tried > 4 * places && (double)full >= b->m.plan.fill * (double)some)
            break;
    }
    free(taken);
    return true;
}

// From the base to the tip, metres.
static double distance_of(const build *b, const double *q)
{
    double w[SWVI_N];
    swvi_space_forward(&b->space, q, w);
    return sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
}

// The largest distance of the tip from the base, metres, if `sign` is 1, the smallest if -1. Joints are moved by steps from 0.25 rad, halved
// down to 1e-9. Chosen.
static double reach_of(const build *b, double sign)
{
    double q[SWVI_N] = { 0.0 }, best = -INFINITY;
    for (size_t k = 0; k < BATCH; ++k) {
        double p[SWVI_N] = { 0.0 };
        for (int i = 0; i < b->space.n; ++i)
            p[i] = b->drawn[k][i];
        const double value = sign * distance_of(b, p);
        if (value > best)
            memcpy(q, p, sizeof q);
        best = fmax(best, value);
    }
    for (double step = 0.25; step > 1e-9; step *= 0.5) {
        for (int i = 0; i < 2 * b->space.n; ++i) {
            double      *moving = &q[i / 2];
            const double was = *moving, low = b->space.joint_lower[i / 2], high = b->space.joint_upper[i / 2];
            *moving = fmin(fmax(was + (i % 2 ? step : -step), low), high);
            const double value = sign * distance_of(b, q);
            if (value > best) {
                best = value;
                --i;  // on
            } else {
                *moving = was;
            }
        }
    }
    return sign * best;
}

// (1) `order` takes the drawn postures, those of cell c from first[c] to first[c + 1] - 1; last those of no cell.
static void sort_by_cell(build *b)
{
    const size_t count = b->batches * BATCH;
    memset(b->first, 0, sizeof(uint32_t) * (b->m.cells + 2));
    for (size_t k = 0; k < count; ++k)
        ++b->first[b->cell_of[k] + 1];
    for (size_t c = 0; c <= b->m.cells; ++c)
        b->first[c + 1] += b->first[c];
    for (size_t k = 0; k < count; ++k)
        b->order[b->first[b->cell_of[k]]++] = (uint32_t)k;
    for (size_t c = b->m.cells + 1; c > 0; --c)
        b->first[c] = b->first[c - 1];
    b->first[0] = 0;
}

// ---- (2) ----

// Whether two postures are the same, to 1e-5 rad: Newton ends in one (to 1e-9), or in another one far away. Chosen.
static bool is_same(const build *b, const double *p, const double *q)
{
    double apart = 0.0;
    for (int i = 0; i < b->space.n; ++i)
        apart = fmax(apart, fabs(p[i] - q[i]));
    return apart < 1e-5;
}

// (2) Which of the cell's branches leads to the posture q of the target w, where the determinant has this sign; -1: none. Or which is near.
static int branch_of(const build *b, const cell_branches *cell, const double *q, const double *w, double sign)
{
    const double radius =
        0.8;  // radians, of SWV_RECIPE_CLUSTERS. Chosen: branches are about a radian apart and more, cells less wide
    for (int i = 0; i < cell->count; ++i) {
        const branch *of = &cell->of[i];
        double        reached[SWVI_N], apart = 0.0;
        for (int j = 0; j < b->space.n; ++j)
            apart = fmax(apart, fabs(q[j] - of->q[j]));
        const bool is_its =
            b->m.plan.recipe & SWV_RECIPE_CLUSTERS
                ? apart < radius
                : of->sign == sign && swvi_space_follow(&b->space, of->q, w, sign, reached) && is_same(b, reached, q);
        if (is_its)
            return i;
    }
    return -1;
}

// (2) q, which reaches the target w, becomes a new branch of the cell if none of the cell's leads there. At a singularity (sign 0) it is none.
static void add_if_new(const build *b, cell_branches *cell, const double *q, const double *w)
{
    const double sign = swvi_space_sign(&b->space, q);
    if (sign == 0.0 || cell->count == MAX_BRANCHES || branch_of(b, cell, q, w, sign) >= 0)
        return;
    branch *new = &cell->of[cell->count++];
    memcpy(new->q, q, sizeof new->q);
    new->sign = sign;
}

// (2) The branches of cell c (its address) among its drawn postures. data: the build.
static void classify(void *data, size_t c)
{
    build *b = data;
    b->branches[c].count = 0;
    if (!b->is_needed[c])
        return;
    const uint32_t most = b->m.plan.recipe & SWV_RECIPE_DROP ? (uint32_t)b->m.plan.samples : LOOKED_AT;
    for (uint32_t k = b->first[c]; k < b->first[c + 1] && k < b->first[c] + most; ++k) {
        double q[SWVI_N] = { 0.0 }, w[SWVI_N];
        for (int i = 0; i < b->space.n; ++i)
            q[i] = b->drawn[b->order[k]][i];
        swvi_space_forward(&b->space, q, w);
        add_if_new(b, &b->branches[c], q, w);
    }
}

// ---- (3) ----

// The cell's indices, of its address.
static void indices_of(const build *b, size_t cell, int k[SWVI_N])
{
    for (int i = b->space.n - 1; i >= 0; --i) {
        k[i] = (int)(cell % (size_t)b->m.divisions[i]);
        cell /= (size_t)b->m.divisions[i];
    }
}

// The address, of the cell's indices.
static size_t address_of(const build *b, const int k[SWVI_N])
{
    size_t address = 0;
    for (int i = 0; i < b->space.n; ++i)
        address = address * (size_t)b->m.divisions[i] + (size_t)k[i];
    return address;
}

// A target in a cell, from local numbers, -1 to 1.
static void target_at(const build *b, const int k[SWVI_N], const double *x, double *w)
{
    for (int i = 0; i < b->space.n; ++i)
        w[i] = b->m.lower[i] + b->m.side[i] * (k[i] + 0.5 * (x[i] + 1.0));
}

// Whether the branch through q comes inside the limits somewhere in the cell, as far as its tangent tells. A branch that does so only in a
// corner is missed by random targets, and all cells along a limit have such corners.
// w: the target that q reaches.
static bool may_come_inside(const build *b, const int k[SWVI_N], const double *q, const double *w)
{
    const int n = b->space.n;
    double    jacobian[SWVI_N * SWVI_N], at[SWVI_N], low[SWVI_N], high[SWVI_N];
    int       pivot[SWVI_N];
    swvi_space_jacobian(&b->space, q, jacobian, at);
    if (swvi_lu_factor(jacobian, n, pivot) != SWV_OK)
        return false;
    memcpy(low, q, sizeof low);
    memcpy(high, q, sizeof high);
    for (int i = 0; i < n; ++i) {
        double       change[SWVI_N] = { 0.0 };
        const double along = w[i] - b->m.lower[i] - b->m.side[i] * k[i];
        change[i] = 1.0;
        if (swvi_lu_solve(jacobian, pivot, n, change) != SWV_OK)
            return false;
        for (int j = 0; j < n; ++j) {
            const double down = -along * change[j], up = (b->m.side[i] - along) * change[j];
            low[j] += fmin(down, up);
            high[j] += fmax(down, up);
        }
    }
    bool may = true;
    for (int j = 0; j < n; ++j)
        may = may && high[j] >= b->m.joint_lower[j] && low[j] <= b->m.joint_upper[j];
    return may;
}

// (3) Follows the branches of a neighbour into the cell of indices k: to its middle, then to random targets, until one is inside the limits.
// 2 SWVI_BEYOND bounds how far outside a tangent is still trusted. Chosen.
static void pull(const build *b, const cell_branches *from, const int k[SWVI_N], uint64_t *seed, cell_branches *cell)
{
    enum { TRIES = 10 };  // targets in the cell: chosen
    for (int i = 0; i < from->count; ++i) {
        double nearly[SWVI_N], nearly_w[SWVI_N];
        bool   is_nearly = false, is_inside = false;
        for (int t = 0; t < TRIES && !is_inside; ++t) {
            double x[SWVI_N] = { 0.0 }, w[SWVI_N], q[SWVI_N] = { 0.0 };
            for (int j = 0; t > 0 && j < b->space.n; ++j)
                x[j] = swv_random_between(seed, -1.0, 1.0);
            target_at(b, k, x, w);
            if (!swvi_space_follow(&b->space, from->of[i].q, w, from->of[i].sign, q))
                continue;
            is_inside = swvi_making_is_inside(&b->m, q, 0.0);
            if (is_inside ||
                (!is_nearly && swvi_making_is_inside(&b->m, q, 2.0 * SWVI_BEYOND) && may_come_inside(b, k, q, w))) {
                memcpy(nearly, q, sizeof nearly);
                memcpy(nearly_w, w, sizeof nearly_w);
                is_nearly = true;
            }
        }
        if (is_nearly)
            add_if_new(b, cell, nearly, nearly_w);
    }
}

// The cells that have a face in common with one, at most two for each axis. Returns how many.
static int neighbours_of(const build *b, const int k[SWVI_N], size_t cells[2 * SWVI_N])
{
    int count = 0;
    for (int i = 0; i < b->space.n; ++i) {
        for (int step = -1; step <= 1; step += 2) {
            int neighbour[SWVI_N];
            memcpy(neighbour, k, sizeof neighbour);
            neighbour[i] += step;
            if (neighbour[i] >= 0 && neighbour[i] < b->m.divisions[i])
                cells[count++] = address_of(b, neighbour);
        }
    }
    return count;
}

// (3) One round for cell c (its address), of what its neighbours had in the round before. data: the build.
static void pull_from_neighbours(void *data, size_t c)
{
    build   *b = data;
    uint64_t seed = swv_random_for(b->m.plan.seed, 2, c);
    int      k[SWVI_N] = { 0 };
    size_t   cells[2 * SWVI_N];
    if (!b->is_needed[c])
        return;
    indices_of(b, c, k);
    const int count = neighbours_of(b, k, cells);
    for (int i = 0; i < count; ++i)
        pull(b, &b->before[cells[i]], k, &seed, &b->branches[c]);
}

// Cells that are wanted (1), their neighbours (2) and theirs (3): what two rounds of (3) need.
static void mark_needed(build *b)
{
    for (size_t c = 0; c < b->m.cells; ++c)
        b->is_needed[c] = swvi_is_wanted(b->m.plan.every, c);
    for (int round = 0; round < 2; ++round) {
        for (size_t c = 0; c < b->m.cells; ++c) {
            int    k[SWVI_N] = { 0 };
            size_t cells[2 * SWVI_N];
            if (b->is_needed[c] != 1 + round)
                continue;
            indices_of(b, c, k);
            const int count = neighbours_of(b, k, cells);
            for (int i = 0; i < count; ++i)
                if (!b->is_needed[cells[i]])
                    b->is_needed[cells[i]] = (uint8_t)(2 + round);
        }
    }
}

// ---- constraints ----

// Drops the branches of cell c (its address) that the plan's constraints do not allow. data: the build.
static void judge(void *data, size_t c)
{
    build         *b = data;
    cell_branches *cell = &b->branches[c];
    uint64_t       seed = swv_random_for(b->m.plan.seed, 6, c);
    int            k[SWVI_N] = { 0 }, kept = 0;
    indices_of(b, c, k);
    for (int i = 0; i < cell->count; ++i) {
        const branch  *of = &cell->of[i];
        swvi_judgement judgement = { { 0 }, { 0 } };
        swvi_making_judge(&b->m, of->q, of->q, true, &judgement);
        for (int t = 0; t < SWVI_JUDGED; ++t) {
            double x[SWVI_N] = { 0.0 }, w[SWVI_N], q[SWVI_N] = { 0.0 };
            for (int j = 0; j < b->space.n; ++j)
                x[j] = swv_random_between(&seed, -1.0, 1.0);
            target_at(b, k, x, w);
            if (swvi_space_follow(&b->space, of->q, w, of->sign, q))
                swvi_making_judge(&b->m, q, q, false, &judgement);
        }
        if (swvi_making_keeps(&b->m, &judgement))
            cell->of[kept++] = *of;
    }
    cell->count = kept;
}

// ---- (4), (5) ----

// m (out): what an error of the angles at q does, n x n, square metres: J'J, with the swivel as if 0.15 m from its axis, and a little for the angles
// themselves, as if 0.02 m, or those that a singularity leaves free would be anything. Both chosen; table.md says what this gains.
static void weigh(const build *b, const double *q, double *m)
{
    const int n = b->space.n;
    double    jacobian[SWVI_N * SWVI_N], w[SWVI_N];
    swvi_space_jacobian(&b->space, q, jacobian, w);
    for (int i = 0; i < n * n && b->m.plan.recipe & SWV_RECIPE_ANGLES; ++i)
        m[i] = i / n == i % n ? 1.0 : 0.0;
    for (int i = 0; i < n * n && !(b->m.plan.recipe & SWV_RECIPE_ANGLES); ++i) {
        double sum = i / n == i % n ? 0.02 * 0.02 : 0.0;
        for (int k = 0; k < n; ++k)
            sum += (k == 3 ? 0.15 * 0.15 : 1.0) * jacobian[k * n + i / n] * jacobian[k * n + i % n];
        m[i] = sum;
    }
}

// (4) The samples s (out) of a branch in the cell of indices k: `wanted`, or as many as three times as many tries give. Chosen, with the shares
// below.
static void collect(const build *b, const branch *of, const int k[SWVI_N], uint64_t *seed, swvi_samples *s)
{
    const int n = b->space.n, wanted = b->m.plan.samples;
    double    home[SWVI_N], w[SWVI_N];
    swvi_space_forward(&b->space, of->q, w);
    for (int i = 0; i < n; ++i)
        home[i] = 2.0 * ((w[i] - b->m.lower[i]) / b->m.side[i] - k[i]) - 1.0;
    memcpy(s->x, home, sizeof(double) * (size_t)n);
    memcpy(s->q, of->q, sizeof(double) * (size_t)n);
    s->count = 1;
    weigh(b, s->q, s->m);
    for (int t = 0; t < 3 * wanted && s->count < wanted; ++t) {
        // The first tries anywhere in the cell, the next half as far, the last a tenth.
        const double shrink = t < 2 * wanted ? 1.0 : t < 5 * wanted / 2 ? 0.5 : 0.1;
        double      *x = s->x + s->count * n, *q = s->q + s->count * n;
        for (int i = 0; i < n; ++i)
            x[i] = home[i] + shrink * (swv_random_between(seed, -1.0, 1.0) - home[i]);
        target_at(b, k, x, w);
        if (!swvi_space_follow(&b->space, of->q, w, of->sign, q) || !swvi_making_is_inside(&b->m, q, SWVI_BEYOND))
            continue;
        weigh(b, q, s->m + s->count * n * n);
        ++s->count;
    }
}

// (4) by SWV_RECIPE_DROP: the samples (out) of branch number `which` of cell c (its address, of indices k) are those drawn.
static void take_drawn(const build *b, size_t c, int which, const int k[SWVI_N], swvi_samples *s)
{
    const int n = b->space.n;
    s->count = 0;
    for (uint32_t i = b->first[c]; i < b->first[c + 1]; ++i) {
        double *x = s->x + s->count * n, *q = s->q + s->count * n, w[SWVI_N], at[SWVI_N] = { 0.0 };
        for (int j = 0; j < n; ++j)
            at[j] = b->drawn[b->order[i]][j];
        swvi_space_forward(&b->space, at, w);
        if (branch_of(b, &b->branches[c], at, w, swvi_space_sign(&b->space, at)) != which)
            continue;
        for (int j = 0; j < n; ++j)
            x[j] = 2.0 * ((w[j] - b->m.lower[j]) / b->m.side[j] - k[j]) - 1.0;
        memcpy(q, at, sizeof(double) * (size_t)n);
        weigh(b, q, s->m + s->count * n * n);
        ++s->count;
    }
}

// (4), (5) of all branches of cell c (its address), into their records. data: the build.
static void fit(void *data, size_t c)
{
    build       *b = data;
    const size_t n = (size_t)b->space.n, room = (size_t)b->m.plan.samples + 1;
    int          k[SWVI_N] = { 0 };
    if (b->counts[c] == 0)
        return;
    indices_of(b, c, k);
    double *space = malloc(sizeof(double) * room * (2 * n + n * n + SWVI_FIT_WORKSPACE));
    for (int i = 0; i < b->branches[c].count; ++i) {
        float       *record = swvi_making_record(&b->m, c, i);
        uint64_t     seed = swv_random_for(b->m.plan.seed, 3, c * MAX_BRANCHES + (size_t)i);
        swvi_samples s = { (int)n, (int)n, 0, space, space + room * n, space + room * 2 * n };
        record[0] = NAN;  // without memory the table is not sound, and swv_table_build says so
        if (!space)
            continue;
        if (b->m.plan.recipe & SWV_RECIPE_DROP)
            take_drawn(b, c, i, k, &s);
        else
            collect(b, &b->branches[c].of[i], k, &seed, &s);
        // Nets: a second start and more steps gain 12 % with few large cells, 5 % with the many of an arm (four inputs), which take minutes.
        const bool          is_many = b->m.shape.inputs > 3;
        const swvi_training training = { is_many ? 1 : STARTS, is_many ? STEPS_OF_MANY : STEPS, seed };
        swvi_table_fit(&b->m.shape, &s, &training, space + room * (2 * n + n * n), record);
        swvi_making_bound(&b->m, &s, record);
    }
    free(space);
}

// ---- all of it ----

// The plan with its defaults, and the grid: nets of the Puma have cells twice as long, as in the paper.
static bool is_plan(build *b, const swv_table_plan *plan)
{
    swvi_making *m = &b->m;
    if (!swvi_space_of(plan->model, plan->chain, &b->space) ||
        !swvi_making_begin(m, plan, SWV_TABLE_LINEAR, b->space.n, b->space.n))
        return false;
    const bool   is_net = plan->kind == SWV_TABLE_NET;
    const double step = b->space.step * (is_net && b->space.n == 3 ? 2.0 : 1.0);
    m->space = b->space.space;
    m->home = &b->space;
    m->plan.samples = plan->samples == 0 ? is_net ? 200 : 120 : plan->samples;  // defaults as in table_build.h
    m->plan.cell_length = plan->cell_length == 0.0 ? step : plan->cell_length;
    for (int i = 0; i < b->space.n; ++i) {
        m->joint_lower[i] = b->space.joint_lower[i];
        m->joint_upper[i] = b->space.joint_upper[i];
        if (!swvi_making_axis(m, i, b->space.lower[i], b->space.upper[i],
                              i == 3 ? m->plan.cell_swivel : m->plan.cell_length))
            return false;
    }
    return m->cells <= 4000000;  // bounds the memory: chosen
}

// The passes; numbers are their shares of the time, which add up to 1 (the third pass is made twice). Chosen: results do not depend on them. reach_of
// ends its search at steps of 1e-9: the reach is widened by as much.
static swv_table_result run(build *b)
{
    swvi_making *m = &b->m;
    const bool   is_dropping = m->plan.recipe & SWV_RECIPE_DROP;
    if (!swvi_making_pass(m, 0.08, is_dropping ? 1 : b->batches, draw, b))  // the first batch also for reach_of
        return SWV_TABLE_STOPPED;
    m->nearest = fmax(reach_of(b, -1.0) - 1e-9, 0.0);
    m->farthest = reach_of(b, 1.0) + 1e-9;
    if (is_dropping && !draw_and_drop(b))
        return SWV_TABLE_NO_MEMORY;
    sort_by_cell(b);
    mark_needed(b);
    if (!swvi_making_pass(m, 0.12, m->cells, classify, b))
        return SWV_TABLE_STOPPED;
    for (int round = 0; round < 2 && !is_dropping; ++round) {
        memcpy(b->before, b->branches, sizeof *b->before * m->cells);
        if (!swvi_making_pass(m, 0.1, m->cells, pull_from_neighbours, b))
            return SWV_TABLE_STOPPED;
    }
    if (m->plan.is_allowed && !swvi_making_pass(m, 0.1, m->cells, judge, b))
        return SWV_TABLE_STOPPED;
    for (size_t c = 0; c < m->cells; ++c)
        b->counts[c] = swvi_is_wanted(m->plan.every, c) ? (uint8_t)b->branches[c].count : 0;
    if (!swvi_making_assemble(m, b->counts))
        return SWV_TABLE_NO_MEMORY;
    return swvi_making_pass(m, m->plan.is_allowed ? 0.5 : 0.6, m->cells, fit, b) ? swvi_making_finish(m)
                                                                                 : SWV_TABLE_STOPPED;
}

swv_table_result swvi_build_position(const swv_table_plan *plan, unsigned char **bytes, size_t *size)
{
    build *b = calloc(1, sizeof *b);
    if (!b || !is_plan(b, plan)) {
        const bool is_memory = b;
        free(b);
        return is_memory ? SWV_TABLE_BAD_PLAN : SWV_TABLE_NO_MEMORY;
    }
    const size_t per_cell = plan->recipe & SWV_RECIPE_DROP ? (size_t)b->m.plan.samples : PER_CELL;
    b->batches = (b->m.cells * per_cell + BATCH - 1) / BATCH;
    const size_t drawn = b->batches * BATCH;
    const size_t needed = drawn * (sizeof *b->drawn + sizeof *b->cell_of + sizeof *b->order) +
                          b->m.cells * (sizeof *b->first + 2 * sizeof *b->branches + 2 * sizeof *b->counts);
    if (!swvi_making_hold(&b->m, needed)) {
        free(b);
        return SWV_TABLE_NO_MEMORY;
    }
    b->drawn = calloc(drawn, sizeof *b->drawn);
    b->cell_of = calloc(drawn, sizeof *b->cell_of);
    b->order = calloc(drawn, sizeof *b->order);
    b->first = calloc(b->m.cells + 2, sizeof *b->first);
    b->branches = calloc(b->m.cells, sizeof *b->branches);
    b->before = calloc(b->m.cells, sizeof *b->before);
    b->counts = calloc(b->m.cells, sizeof *b->counts);
    b->is_needed = calloc(b->m.cells, sizeof *b->is_needed);
    const bool has_memory =
        b->drawn && b->cell_of && b->order && b->first && b->branches && b->before && b->counts && b->is_needed;
    swv_table_result result = has_memory ? run(b) : SWV_TABLE_NO_MEMORY;
    if (result == SWV_TABLE_DONE) {
        *bytes = b->m.bytes;
        *size = b->m.size;
    } else {
        free(b->m.bytes);
    }
    free(b->drawn);
    free(b->cell_of);
    free(b->order);
    free(b->first);
    free(b->branches);
    free(b->before);
    free(b->counts);
    free(b->is_needed);
    free(b);
    return result;
}
