// SPDX-License-Identifier: MIT
//
// Making the table of an orientation. The steps are those of table_position.c, for all orientations of one cell of the joints before
// the wrist at a time: neighbours of a cell are those that differ in the orientation only. Twice: first to count the branches, then,
// when each has its place in the file, to fit them. So no more memory is needed than the table's own, and some for each thread.
//
// A target is the angles of the joints before the wrist, then alpha, beta, gamma of the hand in the table's frame (table_wrist.h); q are the wrist's joints;
// all radians. k are a cell's indices along the grid's axes. outer: the address of a cell of the joints before the wrist.
//
// Near the wrist's singularity (its outer axes in line) a branch turns once around; no single model follows it there. Those cells
// are where the errors are. papers/kim_tarokh/table.md
//
// This work is based on:
// Kim, Tarokh. Information-based inverse kinematics modeling for animation and robotics. 2005
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "swivel_io/random.h"
#include "kim_tarokh/build/table_making.h"
#include "kim_tarokh/build/table_wrist.h"

// As in table_position.c, but STEPS of one start of a net; more gain little: table.md, build times. Chosen.
enum { PER_CELL = 24, LOOKED_AT = 32, MAX_BRANCHES = 8, STEPS = 12, N = SWV_TABLE_MAX_INPUTS };

/// The first posture of a branch in a cell, its target, and the sign of the Jacobian's determinant there.
typedef struct branch {
    double target[N];
    double q[SWVI_WRIST];
    double sign;
} branch;

typedef struct cell_branches {
    int    count;
    branch of[MAX_BRANCHES];
} cell_branches;

typedef struct build {
    swvi_making m;
    swvi_space  space;
    swvi_wrist  wrist;
    size_t      outer, inner;  ///< cells of the joints, and of the orientation in each
    double      spread;        ///< 1/g of spread_target
    uint8_t    *counts;
    atomic_bool is_out_of_memory;
} build;

/// What one cell of the joints needs.
typedef struct room {
    double         low[N], high[N];  ///< of the joints before the wrist, in that cell, radians
    branch        *drawn;
    uint32_t      *cell_of, *order, *first;
    cell_branches *branches, *before;
    double        *numbers;  ///< samples
} room;

// k takes the indices of the cell of this address.
static void indices_of(const swvi_making *m, size_t cell, int k[N])
{
    for (int i = m->shape.inputs - 1; i >= 0; --i) {
        k[i] = (int)(cell % (size_t)m->divisions[i]);
        cell /= (size_t)m->divisions[i];
    }
}

// The orientation's part of the address.
static uint32_t inner_cell_at(const build *b, const double *target)
{
    uint32_t address = 0;
    for (int i = b->wrist.before; i < b->wrist.inputs; ++i) {
        int k = (int)floor((target[i] - b->m.lower[i]) / b->m.side[i]);
        k = k < 0 ? 0 : k >= b->m.divisions[i] ? b->m.divisions[i] - 1 : k;
        address = address * (uint32_t)b->m.divisions[i] + (uint32_t)k;
    }
    return address;
}

// Whether two postures are the same, to 1e-5 rad: Newton ends in one (to 1e-10), or in another one far away. Chosen.
static bool is_same(const double *p, const double *q)
{
    return fmax(fmax(fabs(p[0] - q[0]), fabs(p[1] - q[1])), fabs(p[2] - q[2])) < 1e-5;
}

// (2) Keeps q, whose target this is, as the first posture of a branch, if none of the cell's leads there.
static void add_if_new(const build *b, cell_branches *cell, const double *target, const double *q)
{
    swv_vec3       columns[SWVI_WRIST];
    const double   determinant = swvi_wrist_determinant(&b->wrist, q, columns);
    const double   sign = determinant < 0.0 ? -1.0 : 1.0;
    const swv_quat goal = swvi_wrist_goal(&b->wrist, target);
    // A sine: within 0.06 degrees of the wrist's singularity a branch cannot be told from the other. Chosen.
    if (fabs(determinant) < 1e-3 || cell->count == MAX_BRANCHES)
        return;
    for (int i = 0; i < cell->count; ++i) {
        double reached[SWVI_WRIST];
        if (cell->of[i].sign == sign && swvi_wrist_follow(&b->wrist, cell->of[i].q, goal, sign, reached) &&
            is_same(reached, q))
            return;
    }
    branch *new = &cell->of[cell->count++];
    memcpy(new->target, target, sizeof new->target);
    memcpy(new->q, q, sizeof new->q);
    new->sign = sign;
}

// (1) PER_CELL postures for each cell of the orientation, uniform in the cell of the joints and in the wrist's limits, sorted by the cell of their
// orientation: `order` from first[c] to first[c + 1] - 1 has those of cell c.
static void draw(const build *b, room *r, uint64_t seed)
{
    const size_t count = b->inner * PER_CELL;
    memset(r->first, 0, sizeof *r->first * (b->inner + 1));
    for (size_t k = 0; k < count; ++k) {
        branch *p = &r->drawn[k];
        for (int i = 0; i < b->wrist.before; ++i)
            p->target[i] = swv_random_between(&seed, r->low[i], r->high[i]);
        for (int i = 0; i < SWVI_WRIST; ++i)
            p->q[i] = swv_random_between(&seed, b->wrist.joint_lower[i], b->wrist.joint_upper[i]);
        swvi_wrist_forward(&b->wrist, p->target, p->q, p->target + b->wrist.before);
        r->cell_of[k] = inner_cell_at(b, p->target);
        ++r->first[r->cell_of[k] + 1];
    }
    for (size_t c = 0; c < b->inner; ++c)
        r->first[c + 1] += r->first[c];
    for (size_t k = count; k-- > 0;)
        r->order[--r->first[r->cell_of[k] + 1]] = (uint32_t)k;
    memmove(r->first, r->first + 1, sizeof *r->first * b->inner);
    r->first[b->inner] = (uint32_t)count;
}

// Joints before the wrist and the hand's three angles, radians, anywhere in the cell of indices k.
static void random_target(const build *b, const room *r, const int k[N], uint64_t *seed, double *target)
{
    for (int i = 0; i < b->wrist.inputs; ++i) {
        const double low = b->m.lower[i] + b->m.side[i] * k[i];
        target[i] = i < b->wrist.before ? swv_random_between(seed, r->low[i], r->high[i])
                                        : swv_random_between(seed, low, low + b->m.side[i]);
    }
}

// (3) Follows the branches of a neighbour to random targets in the cell of indices k, until one is inside the limits.
static void pull(const build *b, const room *r, const cell_branches *from, const int k[N], uint64_t *seed,
                 cell_branches *cell)
{
    enum { TRIES = 10 };  // targets in the cell: chosen
    for (int i = 0; i < from->count; ++i) {
        for (int t = 0; t < TRIES; ++t) {
            double target[N], q[SWVI_WRIST];
            random_target(b, r, k, seed, target);
            if (!swvi_wrist_follow(&b->wrist, from->of[i].q, swvi_wrist_goal(&b->wrist, target), from->of[i].sign, q) ||
                !swvi_making_is_inside(&b->m, q, 0.0))
                continue;
            add_if_new(b, cell, target, q);
            break;
        }
    }
}

// The address, inside the orientation's cells, of the cell one `step` (1 or -1) along `axis` from that of indices k; -1: none. alpha and gamma close
// after a turn, beta ends.
static int64_t neighbour_of(const build *b, const int k[N], int axis, int step)
{
    int64_t address = 0;
    for (int i = b->wrist.before; i < b->wrist.inputs; ++i) {
        const int count = b->m.divisions[i];
        int       at = k[i] + (i == axis ? step : 0);
        if (i == b->wrist.before + 1 && (at < 0 || at >= count))
            return -1;
        at = (at + count) % count;
        address = address * count + at;
    }
    return address;
}

// Drops the branches of the cell of indices k that the plan's constraints do not allow.
static void judge(const build *b, const room *r, const int k[N], uint64_t *seed, cell_branches *cell)
{
    int kept = 0;
    for (int i = 0; i < cell->count; ++i) {
        const branch  *of = &cell->of[i];
        swvi_judgement judgement = { { 0 }, { 0 } };
        double         target[N], q[N], *wrist = q + b->wrist.before;
        memcpy(q, of->target, sizeof(double) * (size_t)b->wrist.before);
        memcpy(wrist, of->q, sizeof of->q);
        swvi_making_judge(&b->m, wrist, q, true, &judgement);
        for (int t = 0; t < SWVI_JUDGED; ++t) {
            random_target(b, r, k, seed, target);
            memcpy(q, target, sizeof(double) * (size_t)b->wrist.before);
            if (swvi_wrist_follow(&b->wrist, of->q, swvi_wrist_goal(&b->wrist, target), of->sign, wrist))
                swvi_making_judge(&b->m, wrist, q, false, &judgement);
        }
        if (swvi_making_keeps(&b->m, &judgement))
            cell->of[kept++] = *of;
    }
    cell->count = kept;
}

// (1) to (3) of one cell of the joints: the branches of all orientations.
static void find_branches(const build *b, room *r, size_t outer)
{
    uint64_t seed = swv_random_for(b->m.plan.seed, 4, outer);
    int      k[N] = { 0 };
    draw(b, r, seed);
    for (size_t c = 0; c < b->inner; ++c) {
        r->branches[c].count = 0;
        for (uint32_t i = r->first[c]; i < r->first[c + 1] && i < r->first[c] + LOOKED_AT; ++i)
            add_if_new(b, &r->branches[c], r->drawn[r->order[i]].target, r->drawn[r->order[i]].q);
    }
    for (int round = 0; round < 2; ++round) {
        memcpy(r->before, r->branches, sizeof *r->before * b->inner);
        for (size_t c = 0; c < b->inner; ++c) {
            indices_of(&b->m, outer * b->inner + c, k);
            for (int i = 2 * b->wrist.before; i < 2 * b->wrist.inputs; ++i) {
                const int64_t from = neighbour_of(b, k, i / 2, i % 2 ? 1 : -1);
                if (from >= 0)
                    pull(b, r, &r->before[from], k, &seed, &r->branches[c]);
            }
        }
    }
    for (size_t c = 0; b->m.plan.is_allowed && c < b->inner; ++c) {
        indices_of(&b->m, outer * b->inner + c, k);
        judge(b, r, k, &seed, &r->branches[c]);
    }
}

// A target and its posture as one more sample s for the fit of the cell of indices k.
static void add_sample(const build *b, const int k[N], const double *target, const double *q, swvi_samples *s)
{
    double  *x = s->x + s->count * s->inputs, *m = s->m + s->count * SWVI_WRIST * SWVI_WRIST;
    swv_vec3 c[SWVI_WRIST];
    for (int i = 0; i < s->inputs; ++i)
        x[i] = 2.0 * ((target[i] - b->m.lower[i]) / b->m.side[i] - k[i]) - 1.0;
    memcpy(s->q + s->count * SWVI_WRIST, q, sizeof(double) * SWVI_WRIST);
    // An error d of the angles turns the hand by J d, so it counts J'J, square radians; and on the diagonal (0, 4, 8) a little for the angles
    // themselves, as if 0.03 of it, or those that a singularity leaves free would be anything. Chosen.
    (void)swvi_wrist_determinant(&b->wrist, q, c);
    for (int i = 0; i < SWVI_WRIST * SWVI_WRIST; ++i)
        m[i] = swv_vec3_dot(c[i / SWVI_WRIST], c[i % SWVI_WRIST]) + (i % 4 == 0 ? 0.03 * 0.03 : 0.0);
    ++s->count;
}

// The t-th target (out), spread evenly in the cell of indices k rather than by chance, which is worth half as many again (Roberts' additive
// recurrence: multiples of the powers of 1/g, g^(n+1) = g + 1, begun anywhere: `begin`, 0 to 1 along each axis).
static void spread_target(const build *b, const room *r, const int k[N], const double begin[N], int t, double *target)
{
    double along = 1.0;
    for (int i = 0; i < b->wrist.inputs; ++i) {
        const double side = b->m.side[i], low = b->m.lower[i] + side * k[i];
        const double width = i < b->wrist.before ? r->high[i] - low : side;
        along *= b->spread;
        const double at = begin[i] + t * along;
        target[i] = low + width * (at - floor(at));
    }
}

// (4) The samples s (out) of a branch in the cell of indices k: `wanted`, or as many as three times as many tries give. Chosen, with the shares
// below.
static void collect(const build *b, const room *r, const branch *of, const int k[N], uint64_t *seed, swvi_samples *s)
{
    const int wanted = b->m.plan.samples;
    double    begin[N];
    for (int i = 0; i < s->inputs; ++i)
        begin[i] = swv_random_between(seed, 0.0, 1.0);
    s->count = 0;
    add_sample(b, k, of->target, of->q, s);
    for (int t = 0; t < 3 * wanted && s->count < wanted; ++t) {
        // The first tries anywhere in the cell, the next half as far, the last a tenth.
        const double shrink = t < 2 * wanted ? 1.0 : t < 5 * wanted / 2 ? 0.5 : 0.1;
        double       target[N], q[SWVI_WRIST];
        spread_target(b, r, k, begin, t, target);
        for (int i = 0; i < s->inputs; ++i)
            target[i] = of->target[i] + shrink * (target[i] - of->target[i]);
        if (swvi_wrist_follow(&b->wrist, of->q, swvi_wrist_goal(&b->wrist, target), of->sign, q) &&
            swvi_making_is_inside(&b->m, q, SWVI_BEYOND))
            add_sample(b, k, target, q, s);
    }
}

// Numbers that samples and their fit take.
static size_t sample_numbers(const build *b)
{
    return ((size_t)b->m.plan.samples + 1) * (N + SWVI_WRIST + SWVI_WRIST * SWVI_WRIST + SWVI_FIT_WORKSPACE);
}

// Bytes that a room takes.
static size_t room_bytes(const build *b)
{
    return b->inner *
               (PER_CELL * (sizeof(branch) + 2 * sizeof(uint32_t)) + sizeof(uint32_t) + 2 * sizeof(cell_branches)) +
           sizeof(double) * sample_numbers(b);
}

// The joints' ranges in a cell of them (the last one ends at the limit), and memory. False: there is none; free_room all the same.
static bool make_room(const build *b, size_t outer, room *r)
{
    const size_t count = b->inner * PER_CELL;
    int          k[N] = { 0 };
    indices_of(&b->m, outer * b->inner, k);
    for (int i = 0; i < b->wrist.before; ++i) {
        r->low[i] = b->m.lower[i] + b->m.side[i] * k[i];
        r->high[i] = fmin(r->low[i] + b->m.side[i], b->wrist.chain.joints[i].upper);
    }
    r->drawn = malloc(sizeof *r->drawn * count);
    r->cell_of = malloc(sizeof *r->cell_of * count);
    r->order = malloc(sizeof *r->order * count);
    r->first = malloc(sizeof *r->first * (b->inner + 1));
    r->branches = malloc(sizeof *r->branches * b->inner);
    r->before = malloc(sizeof *r->before * b->inner);
    r->numbers = malloc(sizeof *r->numbers * sample_numbers(b));
    return r->drawn && r->cell_of && r->order && r->first && r->branches && r->before && r->numbers;
}

// All memory of make_room, also where some of it is missing.
static void free_room(room *r)
{
    free(r->drawn);
    free(r->cell_of);
    free(r->order);
    free(r->first);
    free(r->branches);
    free(r->before);
    free(r->numbers);
}

// The first pass: how many branches each orientation has, in cell `outer` of the joints. data: the build.
static void count_branches(void *data, size_t outer)
{
    build *b = data;
    room   r;
    if (!swvi_is_wanted(b->m.plan.every, outer))
        return;
    if (make_room(b, outer, &r)) {
        find_branches(b, &r, outer);
        for (size_t c = 0; c < b->inner; ++c)
            b->counts[outer * b->inner + c] = (uint8_t)r.branches[c].count;
    } else {
        atomic_store(&b->is_out_of_memory, true);
    }
    free_room(&r);
}

// The second pass, of cell `outer` of the joints: the same branches again, and (4) and (5) of each. data: the build.
static void fit(void *data, size_t outer)
{
    build       *b = data;
    const size_t samples = (size_t)b->m.plan.samples + 1;
    room         r;
    if (!swvi_is_wanted(b->m.plan.every, outer))
        return;
    const bool has_room = make_room(b, outer, &r);
    if (has_room)
        find_branches(b, &r, outer);
    for (size_t c = 0; c < b->inner; ++c) {
        const size_t cell = outer * b->inner + c;
        int          k[N] = { 0 };
        indices_of(&b->m, cell, k);
        for (int i = 0; i < b->counts[cell]; ++i) {
            float       *record = swvi_making_record(&b->m, cell, i);
            uint64_t     seed = swv_random_for(b->m.plan.seed, 5, cell * MAX_BRANCHES + (size_t)i);
            swvi_samples s = { b->wrist.inputs, SWVI_WRIST, 0, r.numbers, NULL, NULL };
            record[0] = NAN;  // without memory the table is not sound
            if (!has_room)
                continue;
            s.q = s.x + samples * N;
            s.m = s.q + samples * SWVI_WRIST;
            collect(b, &r, &r.branches[c].of[i], k, &seed, &s);
            swvi_table_fit(&b->m.shape, &s, &(swvi_training){ 1, STEPS, seed }, s.m + samples * SWVI_WRIST * SWVI_WRIST,
                           record);
            swvi_making_bound(&b->m, &s, record);
        }
    }
    free_room(&r);
}

// The plan with its defaults, and the grid: joints between their limits, alpha and gamma from -pi to pi, beta from 0.
static bool is_plan(build *b, const swv_table_plan *plan)
{
    swvi_making *m = &b->m;
    if (!swvi_space_of(plan->model, plan->chain, &b->space))
        return false;
    swvi_wrist_of(&b->space, &b->wrist);
    if (!swvi_making_begin(m, plan, SWV_TABLE_MIXED, b->wrist.inputs, SWVI_WRIST))
        return false;
    m->space = SWV_TABLE_ORIENTATION;
    m->home = &b->space;
    m->plan.samples = plan->samples != 0 ? plan->samples : 100;  // the default as in table_build.h
    memcpy(m->joint_lower, b->wrist.joint_lower, sizeof b->wrist.joint_lower);
    memcpy(m->joint_upper, b->wrist.joint_upper, sizeof b->wrist.joint_upper);
    for (int i = 0; i < b->wrist.inputs; ++i) {
        const bool   is_joint = i < b->wrist.before, is_beta = i == b->wrist.before + 1;
        const double lower = is_joint ? b->wrist.chain.joints[i].lower : is_beta ? 0.0 : -SWV_PI;
        const double upper = is_joint ? b->wrist.chain.joints[i].upper : SWV_PI;
        if (!swvi_making_axis(m, i, lower, upper, is_joint ? m->plan.cell_angle : m->plan.cell_turn))
            return false;
        b->outer = i == b->wrist.before - 1 ? m->cells : b->outer;
    }
    b->inner = m->cells / b->outer;
    b->spread = 1.0;  // the iteration converges to 1/g
    for (int i = 0; i < 60; ++i)
        b->spread = pow(1.0 + 1.0 / b->spread, -1.0 / (b->wrist.inputs + 1));
    // They bound the memory and what a thread keeps at a time. Chosen.
    return m->cells <= 20000000 && b->inner <= 100000;
}

// Both passes; the file's bytes are then in b->m.
static swv_table_result run(build *b)
{
    // Shares of the time, which the plan's owner is told how much is done by; they add up to 1. Chosen: results do not depend on them.
    if (!swvi_making_pass(&b->m, 0.2, b->outer, count_branches, b))
        return SWV_TABLE_STOPPED;
    if (atomic_load(&b->is_out_of_memory) || !swvi_making_assemble(&b->m, b->counts))
        return SWV_TABLE_NO_MEMORY;
    return swvi_making_pass(&b->m, 0.8, b->outer, fit, b) ? swvi_making_finish(&b->m) : SWV_TABLE_STOPPED;
}

swv_table_result swvi_build_orientation(const swv_table_plan *plan, unsigned char **bytes, size_t *size)
{
    build *b = calloc(1, sizeof *b);
    if (!b || !is_plan(b, plan)) {
        const bool is_memory = b;
        free(b);
        return is_memory ? SWV_TABLE_BAD_PLAN : SWV_TABLE_NO_MEMORY;
    }
    const size_t needed = b->m.cells + (size_t)b->m.plan.threads * room_bytes(b);
    b->counts = swvi_making_hold(&b->m, needed) ? calloc(b->m.cells, 1) : NULL;
    swv_table_result result = b->counts ? run(b) : SWV_TABLE_NO_MEMORY;
    if (result == SWV_TABLE_DONE) {
        *bytes = b->m.bytes;
        *size = b->m.size;
    } else {
        free(b->m.bytes);
    }
    free(b->counts);
    free(b);
    return result;
}
