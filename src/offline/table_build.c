// SPDX-License-Identifier: MIT
//
// Making a table, in passes. Every pass works cell by cell (the first: batch by batch), each with random numbers of its own, and
// reads only what earlier passes wrote: so the table is the same whatever the number of threads.
//
// (1) samples    postures uniform in the joint limits, and the cell each falls into
//                From the nearest and the farthest of them one joint after the other is moved while that helps: the reach
// (2) branches   samples of one cell are of one branch if following the branch (Newton on the target) from one's target to the
//                other's ends in the other's posture. So branches are told apart without knowing the chain: by continuity. Angles
//                come out unwrapped, for nothing is ever reduced to half a turn.
// (3) neighbours a branch of the next cell is followed into this one; if it is not known here and inside the limits, it is a branch
//                that chance has missed. Two rounds.
// (4) model      each branch is followed from its first posture to targets uniform in the cell, which gives as many samples as
//                are wanted; those more than 0.2 rad outside the limits are left out. Where the branch ends inside the cell
//                (singular, out of reach) some are lost, and the rest is drawn nearer to the first. Then the fit.
// (5) slack      the largest error of the model at these samples inside the limits, at most 0.3 rad: by so much an answer may be
//                outside them
//
// This work is based on:
// Kim, Tarokh. Information-based inverse kinematics modeling for animation and robotics. 2005 (whose classification is fuzzy and
// published elsewhere; this one is exact away from singular sets)
#include "swivel_offline/table_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "offline/parallel.h"
#include "offline/random.h"
#include "offline/table_fit.h"
#include "offline/table_space.h"
#include "table/table_internal.h"

enum { BATCH = 1024, PER_CELL = 24, LOOKED_AT = 40, MAX_BRANCHES = 8, MAX_SAMPLES = 10000 };
#define BEYOND    0.2  // radians
#define MAX_SLACK 0.3

/// The first posture of a branch in a cell.
typedef struct branch {
    double q[SWVI_N];
    double sign;
} branch;

typedef struct cell_branches {
    int    count;
    branch of[MAX_BRANCHES];
} cell_branches;

typedef struct build {
    swv_table_plan plan;
    swvi_space     space;
    int            divisions[SWVI_N];
    double         side[SWVI_N];
    size_t         cells, batches;
    // (1)
    float (*drawn)[SWVI_N];   ///< BATCH for each batch
    uint32_t *cell_of;        ///< of each drawn posture; `cells`: none
    uint32_t *order, *first;  ///< drawn postures by cell
    // (2), (3)
    cell_branches *branches, *before;
    // (4)
    uint32_t *first_branch;
    float    *records;
    int       record_floats;
    // how far
    double done, share;
} build;

// ---- (1) ----

static uint32_t cell_at(const build *b, const double *w)
{
    uint64_t address = 0;
    for (int i = 0; i < b->space.n; ++i) {
        const double along = (w[i] - b->space.lower[i]) / b->side[i];
        if (!(along >= 0.0 && along < b->divisions[i]))
            return (uint32_t)b->cells;
        address = address * (uint64_t)b->divisions[i] + (uint64_t)along;
    }
    return (uint32_t)address;
}

static void draw(void *data, size_t batch)
{
    build   *b = data;
    uint64_t seed = swvi_random_for(b->plan.seed, 1, batch);
    for (size_t k = batch * BATCH; k < (batch + 1) * BATCH; ++k) {
        double q[SWVI_N] = { 0.0 }, w[SWVI_N];
        for (int i = 0; i < b->space.n; ++i) {
            b->drawn[k][i] = (float)swvi_random_between(&seed, b->space.joint_lower[i], b->space.joint_upper[i]);
            q[i] = b->drawn[k][i];
        }
        swvi_space_forward(&b->space, q, w);
        b->cell_of[k] = cell_at(b, w);
    }
}

static double distance_of(const build *b, const double *q)
{
    double w[SWVI_N];
    swvi_space_forward(&b->space, q, w);
    return sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
}

// The largest distance of the tip from the base if `sign` is 1, the smallest if -1.
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

static void sort_by_cell(build *b)
{
    const size_t count = b->batches * BATCH;
    memset(b->first, 0, sizeof(uint32_t) * (b->cells + 2));
    for (size_t k = 0; k < count; ++k)
        ++b->first[b->cell_of[k] + 1];
    for (size_t c = 0; c <= b->cells; ++c)
        b->first[c + 1] += b->first[c];
    for (size_t k = 0; k < count; ++k)
        b->order[b->first[b->cell_of[k]]++] = (uint32_t)k;
    for (size_t c = b->cells + 1; c > 0; --c)
        b->first[c] = b->first[c - 1];
    b->first[0] = 0;
}

// ---- (2) ----

static bool is_same(const build *b, const double *p, const double *q)
{
    double apart = 0.0;
    for (int i = 0; i < b->space.n; ++i)
        apart = fmax(apart, fabs(p[i] - q[i]));
    return apart < 1e-5;
}

static bool is_inside(const build *b, const double *q, double beyond)
{
    bool inside = true;
    for (int i = 0; i < b->space.n; ++i)
        inside = inside && q[i] >= b->space.joint_lower[i] - beyond && q[i] <= b->space.joint_upper[i] + beyond;
    return inside;
}

static void add_if_new(const build *b, cell_branches *cell, const double *q, const double *w)
{
    const double sign = swvi_space_sign(&b->space, q);
    if (sign == 0.0 || cell->count == MAX_BRANCHES)
        return;
    for (int i = 0; i < cell->count; ++i) {
        double reached[SWVI_N];
        if (cell->of[i].sign == sign && swvi_space_follow(&b->space, cell->of[i].q, w, sign, reached) &&
            is_same(b, reached, q))
            return;
    }
    branch *new = &cell->of[cell->count++];
    memcpy(new->q, q, sizeof new->q);
    new->sign = sign;
}

static void classify(void *data, size_t c)
{
    build *b = data;
    b->branches[c].count = 0;
    for (uint32_t k = b->first[c]; k < b->first[c + 1] && k < b->first[c] + LOOKED_AT; ++k) {
        double q[SWVI_N] = { 0.0 }, w[SWVI_N];
        for (int i = 0; i < b->space.n; ++i)
            q[i] = b->drawn[b->order[k]][i];
        swvi_space_forward(&b->space, q, w);
        add_if_new(b, &b->branches[c], q, w);
    }
}

// ---- (3) ----

static void indices_of(const build *b, size_t cell, int k[SWVI_N])
{
    for (int i = b->space.n - 1; i >= 0; --i) {
        k[i] = (int)(cell % (size_t)b->divisions[i]);
        cell /= (size_t)b->divisions[i];
    }
}

static size_t address_of(const build *b, const int k[SWVI_N])
{
    size_t address = 0;
    for (int i = 0; i < b->space.n; ++i)
        address = address * (size_t)b->divisions[i] + (size_t)k[i];
    return address;
}

// A target in a cell, from local numbers, -1 to 1.
static void target_at(const build *b, const int k[SWVI_N], const double *x, double *w)
{
    for (int i = 0; i < b->space.n; ++i)
        w[i] = b->space.lower[i] + b->side[i] * (k[i] + 0.5 * (x[i] + 1.0));
}

static void pull(const build *b, const cell_branches *from, const int k[SWVI_N], uint64_t *seed, cell_branches *cell)
{
    enum { TRIES = 10 };
    for (int i = 0; i < from->count; ++i) {
        for (int t = 0; t < TRIES; ++t) {
            double x[SWVI_N] = { 0.0 }, w[SWVI_N], q[SWVI_N] = { 0.0 };
            for (int j = 0; t > 0 && j < b->space.n; ++j)
                x[j] = swvi_random_between(seed, -1.0, 1.0);
            target_at(b, k, x, w);
            if (!swvi_space_follow(&b->space, from->of[i].q, w, from->of[i].sign, q) || !is_inside(b, q, 0.0))
                continue;
            add_if_new(b, cell, q, w);
            break;
        }
    }
}

static void pull_from_neighbours(void *data, size_t c)
{
    build   *b = data;
    uint64_t seed = swvi_random_for(b->plan.seed, 2, c);
    int      k[SWVI_N] = { 0 };
    indices_of(b, c, k);
    for (int i = 0; i < b->space.n; ++i) {
        for (int step = -1; step <= 1; step += 2) {
            int neighbour[SWVI_N];
            memcpy(neighbour, k, sizeof neighbour);
            neighbour[i] += step;
            if (neighbour[i] >= 0 && neighbour[i] < b->divisions[i])
                pull(b, &b->before[address_of(b, neighbour)], k, &seed, &b->branches[c]);
        }
    }
}

// ---- (4), (5) ----

// What an error of the angles does: J'J, with the swivel as if 0.15 m from its axis, and a little for the angles themselves, or those
// that a singularity leaves free would be anything.
static void weigh(const build *b, const double *q, double *m)
{
    const int n = b->space.n;
    double    jacobian[SWVI_N * SWVI_N], w[SWVI_N];
    swvi_space_jacobian(&b->space, q, jacobian, w);
    for (int i = 0; i < n * n; ++i) {
        double sum = i / n == i % n ? 0.02 * 0.02 : 0.0;
        for (int k = 0; k < n; ++k)
            sum += (k == 3 ? 0.15 * 0.15 : 1.0) * jacobian[k * n + i / n] * jacobian[k * n + i % n];
        m[i] = sum;
    }
}

static void collect(const build *b, const branch *of, const int k[SWVI_N], uint64_t *seed, swvi_samples *s)
{
    const int n = b->space.n, wanted = b->plan.samples;
    double    home[SWVI_N], w[SWVI_N];
    swvi_space_forward(&b->space, of->q, w);
    for (int i = 0; i < n; ++i)
        home[i] = 2.0 * ((w[i] - b->space.lower[i]) / b->side[i] - k[i]) - 1.0;
    memcpy(s->x, home, sizeof(double) * (size_t)n);
    memcpy(s->q, of->q, sizeof(double) * (size_t)n);
    s->count = 1;
    weigh(b, s->q, s->m);
    for (int t = 0; t < 3 * wanted && s->count < wanted; ++t) {
        // The first tries anywhere in the cell, the next half as far, the last a tenth.
        const double shrink = t < 2 * wanted ? 1.0 : t < 5 * wanted / 2 ? 0.5 : 0.1;
        double      *x = s->x + s->count * n, *q = s->q + s->count * n;
        for (int i = 0; i < n; ++i)
            x[i] = home[i] + shrink * (swvi_random_between(seed, -1.0, 1.0) - home[i]);
        target_at(b, k, x, w);
        if (!swvi_space_follow(&b->space, of->q, w, of->sign, q) || !is_inside(b, q, BEYOND))
            continue;
        weigh(b, q, s->m + s->count * n * n);
        ++s->count;
    }
}

static float slack_of(const build *b, const swvi_samples *s, const float *record)
{
    double worst = 0.0;
    for (int k = 0; k < s->count; ++k) {
        double q[SWVI_N];
        if (!is_inside(b, s->q + k * s->n, 0.0))
            continue;
        swvi_table_evaluate(b->plan.kind, s->n, b->plan.hidden, record, s->x + k * s->n, q);
        for (int i = 0; i < s->n; ++i)
            worst = fmax(worst, fabs(q[i] - s->q[k * s->n + i]));
    }
    return (float)fmin(worst + 1e-6, MAX_SLACK);
}

static void fit(void *data, size_t c)
{
    build       *b = data;
    const size_t n = (size_t)b->space.n, room = (size_t)b->plan.samples + 1;
    int          k[SWVI_N] = { 0 };
    if (b->branches[c].count == 0)
        return;
    indices_of(b, c, k);
    double *space = malloc(sizeof(double) * room * (2 * n + n * n + SWV_TABLE_MAX_HIDDEN + 1));
    for (int i = 0; i < b->branches[c].count; ++i) {
        float       *record = b->records + (size_t)(b->first_branch[c] + (uint32_t)i) * (size_t)b->record_floats;
        uint64_t     seed = swvi_random_for(b->plan.seed, 3, c * MAX_BRANCHES + (size_t)i);
        swvi_samples s = { (int)n, 0, space, space + room * n, space + room * 2 * n };
        record[0] = -1.0f;  // without memory the table is not sound, and swv_table_build says so
        if (!space)
            continue;
        collect(b, &b->branches[c].of[i], k, &seed, &s);
        swvi_table_fit(b->plan.kind, b->plan.hidden, &s, seed, space + room * (2 * n + n * n), record);
        record[0] = slack_of(b, &s, record);
    }
    free(space);
}

// ---- all of it ----

static bool tell(void *data, double fraction)
{
    build *b = data;
    return !b->plan.progress || b->plan.progress(b->plan.user, b->done + b->share * fraction);
}

static bool pass(build *b, double share, size_t count, void (*work)(void *data, size_t i))
{
    b->share = share;
    const bool is_done = swvi_parallel(b->plan.threads, count, work, b, tell, b);
    b->done += share;
    return is_done;
}

static bool is_plan(build *b, const swv_table_plan *plan)
{
    b->plan = *plan;
    if (!plan->model || !swvi_space_of(plan->model, &b->space))
        return false;
    swv_table_plan *p = &b->plan;
    const bool      is_net = p->kind == SWV_TABLE_NET;
    p->kind = p->kind == 0 ? SWV_TABLE_LINEAR : p->kind;
    p->cell_length = p->cell_length == 0.0 ? b->space.step * (is_net && b->space.n == 3 ? 2.0 : 1.0) : p->cell_length;
    p->cell_angle = p->cell_angle == 0.0 ? 10.0 * SWV_PI / 180.0 : p->cell_angle;
    p->samples = p->samples == 0 ? is_net ? 200 : 120 : p->samples;
    p->hidden = !is_net ? 0 : p->hidden == 0 ? 5 : p->hidden;
    p->threads = p->threads == 0 ? 1 : p->threads;
    if (p->kind < SWV_TABLE_LINEAR || p->kind > SWV_TABLE_NET || p->samples < 8 || p->samples > MAX_SAMPLES ||
        p->hidden < 0 || p->hidden > SWV_TABLE_MAX_HIDDEN || p->threads < 1 || p->threads > 64)
        return false;
    b->cells = 1;
    for (int i = 0; i < b->space.n; ++i) {
        b->side[i] = i == 3 ? p->cell_angle : p->cell_length;
        const double count = (b->space.upper[i] - b->space.lower[i]) / b->side[i];
        if (!(count >= 1.0 && count <= 1000.0))
            return false;
        b->divisions[i] = (int)ceil(count - 1e-9);
        b->cells *= (size_t)b->divisions[i];
    }
    return b->cells <= 4000000;
}

static unsigned char *assemble(build *b, size_t *size)
{
    uint32_t total = 0;
    for (size_t c = 0; c < b->cells; ++c)
        total += (uint32_t)b->branches[c].count;
    b->record_floats = swvi_table_record_floats(b->plan.kind, b->space.n, b->plan.hidden);
    *size = SWVI_TABLE_HEADER + 4 * (b->cells + 1) + 4 * (size_t)total * (size_t)b->record_floats;
    unsigned char *bytes = calloc(*size, 1);
    if (!bytes)
        return NULL;
    b->first_branch = (uint32_t *)(void *)(bytes + SWVI_TABLE_HEADER);
    b->records = (float *)(void *)(bytes + SWVI_TABLE_HEADER + 4 * (b->cells + 1));
    for (size_t c = 0; c < b->cells; ++c)
        b->first_branch[c + 1] = b->first_branch[c] + (uint32_t)b->branches[c].count;
    return bytes;
}

static void write_header(const build *b, unsigned char *bytes, size_t size)
{
    swvi_table_header h = {
        .magic = { 'S', 'W', 'V', 'T', 'A', 'B', 'L', 'E' },
        .version = SWVI_TABLE_VERSION,
        .byte_order = SWVI_TABLE_BYTE_ORDER,
        .file_size = size,
        .chain_hash = swvi_table_chain_hash(&b->space.chain),
        .space = (uint32_t)b->space.space,
        .kind = (uint32_t)b->plan.kind,
        .inputs = (uint32_t)b->space.n,
        .hidden = (uint32_t)b->plan.hidden,
        .cells = (uint32_t)b->cells,
        .branches = b->first_branch[b->cells],
        .record_floats = (uint32_t)b->record_floats,
        .samples = (uint32_t)b->plan.samples,
        .seed = b->plan.seed,
    };
    strncpy(h.model, b->plan.model, sizeof h.model - 1);
    h.nearest = fmax(reach_of(b, -1.0) - 1e-9, 0.0);
    h.farthest = reach_of(b, 1.0) + 1e-9;
    for (int i = 0; i < b->space.n; ++i) {
        h.divisions[i] = (uint32_t)b->divisions[i];
        h.lower[i] = b->space.lower[i];
        h.cell[i] = b->side[i];
        h.joint_lower[i] = b->space.joint_lower[i];
        h.joint_upper[i] = b->space.joint_upper[i];
    }
    memcpy(bytes, &h, sizeof h);
    h.checksum = swvi_table_checksum(bytes + SWVI_TABLE_CHECKED_FROM, size - SWVI_TABLE_CHECKED_FROM);
    memcpy(bytes, &h, sizeof h);
}

static swv_table_result run(build *b, unsigned char **bytes, size_t *size)
{
    if (!pass(b, 0.08, b->batches, draw))
        return SWV_TABLE_STOPPED;
    sort_by_cell(b);
    if (!pass(b, 0.12, b->cells, classify))
        return SWV_TABLE_STOPPED;
    for (int round = 0; round < 2; ++round) {
        memcpy(b->before, b->branches, sizeof *b->before * b->cells);
        if (!pass(b, 0.1, b->cells, pull_from_neighbours))
            return SWV_TABLE_STOPPED;
    }
    unsigned char *made = assemble(b, size);
    if (!made)
        return SWV_TABLE_NO_MEMORY;
    swv_table        table;
    swv_table_result result = pass(b, 0.6, b->cells, fit) ? SWV_TABLE_DONE : SWV_TABLE_STOPPED;
    if (result == SWV_TABLE_DONE)
        write_header(b, made, *size);
    if (result == SWV_TABLE_DONE && swv_table_open(&table, made, *size, NULL) != SWV_OK)
        result = SWV_TABLE_NO_MEMORY;
    if (result != SWV_TABLE_DONE)
        free(made);
    else
        *bytes = made;
    return result;
}

swv_table_result swv_table_build(const swv_table_plan *plan, unsigned char **bytes, size_t *size)
{
    build *b = calloc(1, sizeof *b);
    if (!b || !plan || !bytes || !size || !is_plan(b, plan)) {
        const bool is_memory = b;
        free(b);
        return is_memory ? SWV_TABLE_BAD_PLAN : SWV_TABLE_NO_MEMORY;
    }
    b->batches = (b->cells * PER_CELL + BATCH - 1) / BATCH;
    const size_t drawn = b->batches * BATCH;
    b->drawn = calloc(drawn, sizeof *b->drawn);
    b->cell_of = calloc(drawn, sizeof *b->cell_of);
    b->order = calloc(drawn, sizeof *b->order);
    b->first = calloc(b->cells + 2, sizeof *b->first);
    b->branches = calloc(b->cells, sizeof *b->branches);
    b->before = calloc(b->cells, sizeof *b->before);
    const bool       has_memory = b->drawn && b->cell_of && b->order && b->first && b->branches && b->before;
    swv_table_result result = has_memory ? run(b, bytes, size) : SWV_TABLE_NO_MEMORY;
    free(b->drawn);
    free(b->cell_of);
    free(b->order);
    free(b->first);
    free(b->branches);
    free(b->before);
    free(b);
    return result;
}

void swv_table_free(unsigned char *bytes)
{
    free(bytes);
}
