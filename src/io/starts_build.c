// SPDX-License-Identifier: MIT
//
// Making tables of starts.
//
// A posture of joints 2 to 5 is a point of a space of four dimensions, and so is where it takes axis 6, modulo turns about axes 1 and
// 6. Rounds of random postures:
// (1) draw        each goes to the cell of where it reaches
// (2) try         all solutions there, from the starts of the cell so far
// (3) learn       a posture that is not among them is a start the cell lacks
// (4) share       for the first few of a cell, the starts of its eight neighbours are tried as well: what they find and its own do not,
//                 the cell lacks too. So a solution that one cell knows spreads to wherever it leads.
//                 Where the number of solutions is odd one is missing: it is looked for (batch_starts.c) and learned.
// (5) thin        starts that lead nowhere that others do not also lead are dropped, before the last two rounds
// (6) count       one more round learns nothing: it counts the postures that the table misses
//
// Cell by cell, in the order of the drawing, with neighbours as they were before the round: the same bytes with any number of threads.
//
// v are v_2 to v_5 of starts_kernel.h: angles of joints 2 to 5, radians, each with its offset; a target is in the frame of axis 1, metres. A posture
// is the number of a drawing in the round, a cell an index.
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "batch/starts_newton.h"
#include "io/parallel.h"
#include "swivel_io/random.h"
#include "swivel_io/starts_build.h"
#include "solve/starts_internal.h"
#include "solve/table_bytes.h"

// SHARED: postures of a cell for (4). THINNED_BY: postures of a cell for (5); half of them must be there. RARE: odd numbers of solutions are rare if
// fewer than one of so many. Chosen.
enum { SHARED = 8, THINNED_BY = 48, RARE = 50 };
#define FOUND 1e-3  // rad, of each angle: a posture drawn is among the solutions, which are exact to 1e-9. Chosen

typedef struct list {
    int16_t (*starts)[4];  ///< v, 32768 to half a turn
    int      count, room;
    uint32_t misses, odds;  ///< postures not found, and odd numbers of solutions
} list;

typedef struct builder {
    const swv_starts_plan *plan;
    swv_starts             table;  ///< shape and grid
    uint64_t               round_seed;
    enum { LEARN, THIN, COUNT } pass;
    bool      is_sharing;
    uint32_t *cells;          ///< of each posture
    uint32_t *first, *order;  ///< the postures of cell c are order[first[c]] to order[first[c + 1] - 1]
    list     *lists;
    uint32_t *old_first;  ///< the starts of all cells before the round
    int16_t (*old)[4];
    atomic_bool is_short_of_memory;
    double      done, whole;  ///< rounds, for the progress
} builder;

// (1) Posture `number` of the round, to v: even within the limits, joints that turn freely within one turn. Where axis 6 is then.
static swvi_starts_target draw(const builder *b, uint32_t number, double v[4])
{
    const swvi_starts_shape *shape = swvi_shape_of(&b->table);
    uint64_t                 state = swv_random_for(b->plan->seed ^ b->round_seed << 32, 1, number);
    for (int i = 0; i < 4; ++i) {
        const double lower = shape->lower[i + 1], upper = shape->upper[i + 1];
        const bool   turns = !(upper - lower < 2.0 * SWV_PI);
        v[i] = swv_random_between(&state, turns ? -SWV_PI : lower, turns ? SWV_PI : upper) + shape->offset[i];
    }
    const swvi_four           angles = { v[0], v[1], v[2], v[3] };
    const swvi_starts_forward f = swvi_starts_forward_of(shape, angles);
    return (swvi_starts_target){ f.point, f.along, f.mark };
}

// Solutions for a target from `count` starts; how many. which: NULL, or takes the solution that each start leads to.
static int solve(const builder *b, const swvi_starts_target *target, int16_t (*starts)[4], int count,
                 swvi_starts_solution *solutions, int *which)
{
    const swvi_starts_list from = { count ? &starts[0][0] : NULL, count };
    int                    iterations = 0;
    return swvi_starts_newton(swvi_shape_of(&b->table), target, from, solutions, 0, &iterations, which);
}

// One more start, unless the list is full; room for 4 at first, which doubles.
static void add(builder *b, list *l, const double v[4])
{
    if (l->count == SWVI_STARTS_MAX)
        return;
    if (l->count == l->room) {
        const int room = l->room ? 2 * l->room : 4;
        void     *larger = realloc(l->starts, (size_t)room * sizeof l->starts[0]);
        if (!larger) {
            atomic_store(&b->is_short_of_memory, true);
            return;
        }
        l->starts = larger;
        l->room = room;
    }
    swvi_starts_pack(v, l->starts[l->count++]);
}

// Whether the limits of joints 2 to 5 allow v, with whole turns if need be.
static bool is_inside(const builder *b, const double v[4])
{
    const swvi_starts_shape *shape = swvi_shape_of(&b->table);
    for (int i = 0; i < 4; ++i) {
        double q = v[i] - shape->offset[i];
        if (!swv_angle_turn_into(shape->lower[i + 1], shape->upper[i + 1], &q))
            return false;
    }
    return true;
}

// (4) `own`: the own_count solutions that the cell's own starts lead to.
static void learn_from_neighbours(builder *b, uint32_t c, const swvi_starts_target *target,
                                  const swvi_starts_solution *own, int own_count)
{
    int16_t              starts[SWVI_STARTS_BESIDE * SWVI_STARTS_MAX][4];  // of the cells beside, before the round
    swvi_starts_solution theirs[SWV_STARTS_MAX_SOLUTIONS];
    uint32_t             beside[SWVI_STARTS_BESIDE];
    const int            cells = swvi_starts_beside(&b->table, c, beside);
    int                  count = 0;
    for (int i = 0; i < cells; ++i) {
        const uint32_t first = b->old_first[beside[i]], here = b->old_first[beside[i] + 1] - first;
        memcpy(starts + count, b->old + first, here * sizeof starts[0]);
        count += (int)here;
    }
    const int found = solve(b, target, starts, count, theirs, NULL);
    for (int k = 0; k < found; ++k)
        if (swvi_starts_known(own, own_count, theirs[k].v, FOUND) < 0 && is_inside(b, theirs[k].v))
            add(b, &b->lists[c], theirs[k].v);
}

// (5) The starts of cell c. `wanted`: so two at least are left to each solution that was tried. Chosen.
static void thin(const builder *b, uint32_t c)
{
    enum { MOST = THINNED_BY * SWV_STARTS_MAX_SOLUTIONS };
    static const int     wanted = 3;  // a start is dropped where so many, itself included, lead to all it leads to
    list                *l = &b->lists[c];
    swvi_starts_solution solutions[SWV_STARTS_MAX_SOLUTIONS];
    int16_t              came[THINNED_BY][SWVI_STARTS_MAX];  // the solution that a start leads to; -1: none
    uint8_t              led[MOST] = { 0 };                  // how many starts lead to a solution
    const uint32_t       all = b->first[c + 1] - b->first[c], tried = all < THINNED_BY ? all : THINNED_BY;
    for (uint32_t n = 0; n < tried; ++n) {
        double                   v[4];
        int                      which[SWVI_STARTS_MAX];
        const swvi_starts_target target = draw(b, b->order[b->first[c] + n], v);
        (void)solve(b, &target, l->starts, l->count, solutions, which);
        for (int k = 0; k < l->count; ++k) {
            came[n][k] = (int16_t)(which[k] >= 0 && is_inside(b, solutions[which[k]].v)
                                       ? (int)n * SWV_STARTS_MAX_SOLUTIONS + which[k]
                                       : -1);
            if (came[n][k] >= 0)
                ++led[came[n][k]];
        }
    }
    if (tried < THINNED_BY / 2)
        return;
    int kept = 0;
    for (int k = 0; k < l->count; ++k) {
        bool is_needed = false;
        for (uint32_t n = 0; n < tried; ++n)
            is_needed |= came[n][k] >= 0 && led[came[n][k]] < wanted;
        if (is_needed) {
            memcpy(l->starts[kept++], l->starts[k], sizeof l->starts[k]);
            continue;
        }
        for (uint32_t n = 0; n < tried; ++n)
            if (came[n][k] >= 0)
                --led[came[n][k]];
    }
    l->count = kept;
}

// (6)
static void count_misses(builder *b, size_t cell)
{
    for (uint32_t n = b->first[cell]; n < b->first[cell + 1]; ++n) {
        swvi_starts_solution     solutions[SWV_STARTS_MAX_SOLUTIONS];
        double                   v[4];
        int                      tried, iterations;
        const swvi_starts_target target = draw(b, b->order[n], v);
        const int                found = swvi_starts_find(&b->table, &target, solutions, &tried, &iterations);
        b->lists[cell].misses += swvi_starts_known(solutions, found, v, FOUND) < 0;
    }
}

// (2) to (4)
static void try_and_learn(builder *b, size_t cell)
{
    list *l = &b->lists[cell];
    for (uint32_t n = b->first[cell]; n < b->first[cell + 1]; ++n) {
        swvi_starts_solution solutions[SWV_STARTS_MAX_SOLUTIONS];
        double               v[4];
        int                  tried = 0, iterations = 0;
        // (2)
        const swvi_starts_target target = draw(b, b->order[n], v);
        const int                found = solve(b, &target, l->starts, l->count, solutions, NULL);
        // (3)
        const bool is_missed = swvi_starts_known(solutions, found, v, FOUND) < 0;
        l->odds += (uint32_t)(found + is_missed) % 2;
        if (is_missed)
            add(b, l, v);
        else if (b->table.completes) {
            const int all =
                swvi_starts_complete(&b->table, (uint32_t)cell, &target, solutions, found, &tried, &iterations);
            for (int k = found; k < all; ++k)
                if (is_inside(b, solutions[k].v))
                    add(b, l, solutions[k].v);
        }
        if (b->is_sharing && n - b->first[cell] < SHARED)
            learn_from_neighbours(b, (uint32_t)cell, &target, solutions, found);
    }
}

// What a pass does with a cell, for swvi_parallel; so is tell, with the fraction of the pass.
static void work(void *data, size_t cell)
{
    builder *b = data;
    b->lists[cell].misses = b->lists[cell].odds = 0;
    if (b->pass == THIN && b->lists[cell].count > 0)
        thin(b, (uint32_t)cell);
    else if (b->pass == COUNT)
        count_misses(b, cell);
    else if (b->pass == LEARN)
        try_and_learn(b, cell);
}

static bool tell(void *user, double fraction)
{
    const builder *b = user;
    return !b->plan->progress || b->plan->progress(b->plan->user, (b->done + fraction) / b->whole);
}

// The grid over distance and height (metres) that random postures reach, cosine and turn: targets beyond belong to the cells at the edge.
static void make_grid(builder *b, int divisions)
{
    double lower[4] = { 1e300, 1e300, -1.0, -SWV_PI }, upper[4] = { 0.0, -1e300, 1.0, SWV_PI };  // 1e300: beyond any
    // So many postures show the range of what is reached. Chosen.
    for (uint32_t n = 0; n < 100000; ++n) {
        double                   v[4], place[4];
        const swvi_starts_target target = draw(b, n, v);
        swvi_starts_place(&target, place);
        for (int i = 0; i < 2; ++i) {
            lower[i] = fmin(lower[i], place[i]);
            upper[i] = fmax(upper[i], place[i]);
        }
    }
    b->table.cells = 1;
    for (int i = 0; i < 4; ++i) {
        // 1e-9 of the length: a side that is not 0 where nothing moves. Chosen
        const double side = fmax((upper[i] - lower[i]) / divisions, 1e-9 * swvi_shape_of(&b->table)->length);
        b->table.lower[i] = lower[i];
        b->table.cell[i] = side;
        b->table.divisions[i] = divisions;
        b->table.cells *= (uint32_t)divisions;
    }
}

// Of posture n, to b->cells, for swvi_parallel.
static void find_cell(void *data, size_t n)
{
    const builder           *b = data;
    double                   v[4], place[4];
    const swvi_starts_target target = draw(b, (uint32_t)n, v);
    swvi_starts_place(&target, place);
    b->cells[n] = swvi_starts_cell(&b->table, place);
}

// (1) `count` postures by cells, in the order of their numbers, to b->first and b->order.
static void sort_postures(builder *b, uint32_t count)
{
    (void)swvi_parallel(b->plan->threads, count, find_cell, b, NULL, NULL);
    memset(b->first, 0, ((size_t)b->table.cells + 2) * sizeof b->first[0]);
    for (uint32_t n = 0; n < count; ++n)
        ++b->first[b->cells[n] + 2];
    for (uint32_t c = 0; c < b->table.cells; ++c)
        b->first[c + 2] += b->first[c + 1];
    for (uint32_t n = 0; n < count; ++n)
        b->order[b->first[b->cells[n] + 1]++] = n;
}

// The starts of all cells one after another, to b->old and the table. False if there is no memory.
static bool take_snapshot(builder *b)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < b->table.cells; ++c) {
        b->old_first[c] = count;
        count += (uint32_t)b->lists[c].count;
    }
    b->old_first[b->table.cells] = count;
    free(b->old);
    b->old = malloc((count ? count : 1) * sizeof b->old[0]);
    for (uint32_t c = 0; b->old && c < b->table.cells; ++c)
        if (b->lists[c].count)
            memcpy(b->old + b->old_first[c], b->lists[c].starts, (size_t)b->lists[c].count * sizeof b->old[0]);
    b->table.first = b->old_first;
    b->table.starts = &b->old[0][0];
    return b->old;
}

// Whether to look for more where the number of solutions is odd: without limits one is missing then; with limits it may be one that
// they forbid, and to look for it costs more than it is worth unless that is rare. `count` postures were tried.
static bool pays_to_complete(const builder *b, uint32_t count)
{
    const swvi_starts_shape *shape = swvi_shape_of(&b->table);
    uint64_t                 odds = 0;
    bool                     turns_freely = true;
    for (uint32_t c = 0; c < b->table.cells; ++c)
        odds += b->lists[c].odds;
    for (int i = 1; i <= 4; ++i)
        turns_freely &= shape->upper[i] - shape->lower[i] >= 2.0 * SWV_PI;
    return turns_freely || odds < count / RARE;
}

// All passes, of `count` postures each.
static swv_table_result run_rounds(builder *b, uint32_t count)
{
    const int rounds = b->plan->rounds ? b->plan->rounds : 8;  // the default of starts_build.h
    b->whole = rounds + 2;                                     // with thinning and counting
    for (int round = 0; round <= rounds; ++round) {
        b->round_seed = (uint64_t)round + 1;
        if (!take_snapshot(b))
            return SWV_TABLE_NO_MEMORY;
        sort_postures(b, count);
        b->is_sharing = round > 0;
        b->pass = round < rounds ? LEARN : COUNT;
        if (!swvi_parallel(b->plan->threads, b->table.cells, work, b, tell, b))
            return SWV_TABLE_STOPPED;
        if (b->pass == LEARN)
            b->table.completes = pays_to_complete(b, count);
        b->pass = THIN;
        if (rounds > 3 && round == rounds - 3 && !swvi_parallel(b->plan->threads, b->table.cells, work, b, tell, b))
            return SWV_TABLE_STOPPED;
        if (atomic_load(&b->is_short_of_memory))
            return SWV_TABLE_NO_MEMORY;
        b->done += 1.0;
        b->table.samples = count;
        b->table.misses = 0;
        for (uint32_t c = 0; c < b->table.cells; ++c)
            b->table.misses += b->lists[c].misses;
    }
    return SWV_TABLE_DONE;
}

// The table as bytes: header, b->old_first to a multiple of 8 bytes, b->old. NULL if there is no memory.
static unsigned char *write_out(builder *b, size_t *size)
{
    if (!take_snapshot(b))
        return NULL;
    const uint32_t     cells = b->table.cells, count = b->old_first[cells];
    const size_t       index = 4 * ((size_t)cells + 1), padded = (index + 7) / 8 * 8;
    swvi_starts_header h = {
        .version = SWVI_STARTS_VERSION,
        .byte_order = SWVI_STARTS_BYTE_ORDER,
        .file_size = SWVI_STARTS_HEADER + padded + (size_t)count * sizeof b->old[0],
        .chain_hash = swvi_starts_hash(b->plan->skeleton),
        .seed = b->plan->seed,
        .samples = b->table.samples,
        .misses = b->table.misses,
        .cells = cells,
        .count = count,
        .completes = b->table.completes,
    };
    memcpy(h.magic, SWVI_STARTS_MAGIC, 8);
    for (int i = 0; i < 4; ++i) {
        h.lower[i] = b->table.lower[i];
        h.cell[i] = b->table.cell[i];
        h.divisions[i] = (uint32_t)b->table.divisions[i];
    }
    *size = h.file_size;
    unsigned char *bytes = calloc(1, *size);
    if (!bytes)
        return NULL;
    memcpy(bytes, &h, sizeof h);
    memcpy(bytes + SWVI_STARTS_HEADER, b->old_first, index);
    memcpy(bytes + SWVI_STARTS_HEADER + padded, b->old, (size_t)count * sizeof b->old[0]);
    h.checksum = swvi_table_checksum(bytes + SWVI_STARTS_CHECKED_FROM, *size - SWVI_STARTS_CHECKED_FROM);
    memcpy(bytes, &h, sizeof h);
    return bytes;
}

static bool is_plan(const swv_starts_plan *plan)
{
    // The most of each is chosen: beyond, memory or days.
    return plan->skeleton && plan->divisions >= 0 && plan->divisions != 1 && plan->divisions <= 40 &&
           plan->samples >= 0 && plan->samples <= 10000 && plan->rounds >= 0 && plan->rounds <= 1000 &&
           plan->threads >= 0 && plan->threads <= 64 && swv_skeleton_check(plan->skeleton) == SWV_OK;
}

swv_table_result swv_starts_build(const swv_starts_plan *plan, unsigned char **bytes, size_t *size)
{
    if (!plan || !bytes || !size || !is_plan(plan))
        return SWV_TABLE_BAD_PLAN;
    builder *b = calloc(1, sizeof *b);
    if (!b)
        return SWV_TABLE_NO_MEMORY;
    b->plan = plan;
    swv_table_result result = SWV_TABLE_BAD_PLAN;
    unsigned char   *made = NULL;
    if (swvi_starts_fit(&b->table, plan->skeleton)) {
        make_grid(b, plan->divisions ? plan->divisions : 16);  // the default of starts_build.h
        const uint32_t count = b->table.cells * (uint32_t)(plan->samples ? plan->samples : 24);  // likewise
        b->first = malloc(((size_t)b->table.cells + 2) * sizeof b->first[0]);
        b->old_first = malloc(((size_t)b->table.cells + 1) * sizeof b->old_first[0]);
        b->order = malloc((size_t)count * sizeof b->order[0]);
        b->lists = calloc(b->table.cells, sizeof b->lists[0]);
        b->cells = malloc((size_t)count * sizeof b->cells[0]);
        const bool has_all = b->first && b->old_first && b->order && b->lists && b->cells;
        result = has_all ? run_rounds(b, count) : SWV_TABLE_NO_MEMORY;
        made = result == SWV_TABLE_DONE ? write_out(b, size) : NULL;
        if (result == SWV_TABLE_DONE && !made)
            result = SWV_TABLE_NO_MEMORY;
        for (uint32_t c = 0; b->lists && c < b->table.cells; ++c)
            free(b->lists[c].starts);
    }
    free(b->first);
    free(b->old_first);
    free(b->order);
    free(b->lists);
    free(b->old);
    free(b->cells);
    free(b);
    if (made)
        *bytes = made;
    return result;
}
