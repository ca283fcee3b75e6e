// SPDX-License-Identifier: MIT
//
// A table, looked up.
//
// Given     a target w of n numbers, 3 to 7: metres from the chain's base in its axes, and radians, as swv_table_space says
// Find      the three or four angles of every branch, radians
//
// (0) reach     of a position: the tip's distance from the base lies between two numbers that the builder found
// (1) cell      k_i = floor((w_i - lower_i) / side_i), and the address is mixed radix, ((k_0 D_1 + k_1) D_2 + k_2) D_3 + k_3. A
//               target on the grid's upper face belongs to the last cell. (Kim and Tarokh's (5) has one D for all axes, and its
//               (6) a ceiling, which gives D + 1 cells.)
// (2) record    first[address] says where the cell's branches begin. The paper searches sorted addresses by halving; an array
//               as long as the grid costs 4 bytes a cell and one memory access: papers/kim_tarokh/table.md
// (3) inputs    x_i = 2 (w_i - lower_i)/side_i - 2 k_i - 1, in [-1, 1]
// (4) angles    a polynomial of x, or out (sigmoid(in x)), in float, four joints or neurons at a time
// (5) bounds    an angle outside those of the branch in this cell: the branch has no answer here. They are wider than the joint's
//               limits by the model's own error; what is between is brought to the limit
//
// Of a whole arm: (3) of the hand's orientation is the same for all branches of the position. Their records lie far apart in a table
// that is larger than any cache, so all addresses come first, and memory is asked for every record before the first is used.
//
// Every index that is used was checked by swv_table_open, so a table that opens cannot lead out of its memory.
#include "swivel/base.h"

// Every call inside is inlined: with the shape of a model known, its loops are unrolled and made into lanes.
#if defined(__GNUC__)
    #undef SWV_INLINE
    #define SWV_INLINE static inline __attribute__((always_inline))
#endif

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "chain/chain_internal.h"
#include "math/scalar.h"
#include "swivel_papers/table.h"
#include "swivel/trig.h"
#include "kim_tarokh/table_internal.h"

typedef char
    swvi_table_header_without_holes[sizeof(swvi_table_header) == SWVI_TABLE_HEADER ? 1 : -1];  // C99 and C++ too

#define COOKIE 0x53575654424C3031u

// ---- opening ----

// Whether the grid (metres, radians) and the limits (radians) of a file's header are such that nothing overflows.
static bool is_grid(const swvi_table_header *h)
{
    uint64_t cells = 1;
    for (uint32_t i = 0; i < h->inputs; ++i) {
        // What a file may claim: these bound the memory and keep sums of indices in 32 bits. Chosen.
        if (h->divisions[i] < 1 || h->divisions[i] > 1u << 20)
            return false;
        cells *= h->divisions[i];
        if (cells > 1u << 28)
            return false;
        if (!swvi_is_finite(h->lower[i]) || !(h->cell[i] > 0.0 && h->cell[i] < 1e100) || !(fabs(h->lower[i]) < 1e100))
            return false;
    }
    // Radians: floats between limits so far apart can be told from each other. Chosen.
    for (uint32_t i = 0; i < h->joints; ++i)
        if (!(h->joint_lower[i] >= -1e3 && h->joint_upper[i] <= 1e3 && h->joint_upper[i] - h->joint_lower[i] >= 1e-3))
            return false;
    return cells == h->cells;
}

// Whether what a header says goes together. Inputs and joints are those of swv_table_space; byte 31 ends the model's name. Samples and `every` up to
// 2^20: chosen, more than a plan may ask for.
static bool is_header(const swvi_table_header *h)
{
    const bool is_wrist = h->space == SWV_TABLE_ORIENTATION;
    const bool is_space = (h->space == SWV_TABLE_POSITION && h->inputs == 3 && h->joints == 3) ||
                          (h->space == SWV_TABLE_POSITION_SWIVEL && h->inputs == 4 && h->joints == 4) ||
                          (is_wrist && (h->inputs == 6 || h->inputs == 7) && h->joints == 3);
    const bool is_kind = h->kind == SWV_TABLE_LINEAR || h->kind == SWV_TABLE_QUADRATIC || h->kind == SWV_TABLE_NET ||
                         (is_wrist && h->kind == SWV_TABLE_MIXED);
    if (!is_space || !is_kind || !is_grid(h) || h->model[31] != '\0' || h->samples > 1u << 20 || h->every > 1u << 20)
        return false;
    if (h->kind == SWV_TABLE_NET ? h->hidden < 1 || h->hidden > SWV_TABLE_MAX_HIDDEN : h->hidden != 0)
        return false;
    if (!(h->nearest >= 0.0 && h->nearest <= h->farthest && h->farthest < 1e100))
        return false;
    swv_pose world;
    swv_vec3 wrist;
    if (!swvi_frame_read(h->frame, &world, &wrist))
        return false;
    return h->record_floats ==
           (uint32_t)swvi_table_record_floats((swv_table_kind)h->kind, (int)h->inputs, (int)h->joints, (int)h->hidden);
}

// Whether each cell's branches come after those of the cell before, not too many, and every number of a record is finite. Each number is 4 bytes.
static bool are_records(const swvi_table_header *h, const unsigned char *bytes)
{
    uint32_t before = 0;
    for (uint64_t c = 0; c <= h->cells; ++c) {
        uint32_t first;
        memcpy(&first, bytes + SWVI_TABLE_HEADER + 4 * c, 4);
        if (first < before || first - before > SWV_TABLE_MAX_BRANCHES || (c == 0 && first != 0))
            return false;
        before = first;
    }
    if (before != h->branches)
        return false;
    const unsigned char *records = bytes + SWVI_TABLE_HEADER + 4 * ((uint64_t)h->cells + 1);
    for (uint64_t i = 0; i < (uint64_t)h->branches * h->record_floats; ++i) {
        float value;
        memcpy(&value, records + 4 * i, 4);
        if (!(value - value == 0.0f))
            return false;
    }
    return true;
}

// What is wrong with a file of `size` bytes, laid out as in table_internal.h; *h takes its header. The first 8 bytes are the magic word.
static swv_table_fault fault_of(const unsigned char *bytes, size_t size, swvi_table_header *h)
{
    if (size < SWVI_TABLE_HEADER)
        return size >= 8 && memcmp(bytes, SWVI_TABLE_MAGIC, 8) == 0 ? SWV_TABLE_TRUNCATED : SWV_TABLE_FOREIGN;
    memcpy(h, bytes, sizeof *h);
    if (memcmp(h->magic, SWVI_TABLE_MAGIC, 8) != 0 || h->byte_order != SWVI_TABLE_BYTE_ORDER)
        return SWV_TABLE_FOREIGN;
    if (h->version != SWVI_TABLE_VERSION)
        return h->version > SWVI_TABLE_VERSION ? SWV_TABLE_FUTURE : SWV_TABLE_CORRUPT;
    if (h->file_size != size)
        return SWV_TABLE_TRUNCATED;
    if (swvi_table_checksum(bytes + SWVI_TABLE_CHECKED_FROM, size - SWVI_TABLE_CHECKED_FROM) != h->checksum)
        return SWV_TABLE_CORRUPT;
    if (!is_header(h))
        return SWV_TABLE_CORRUPT;
    const uint64_t wanted = SWVI_TABLE_HEADER + 4 * ((uint64_t)h->cells + 1) +
                            4 * ((uint64_t)h->branches * h->record_floats + SWVI_TABLE_SPARE);
    if ((wanted + 7) / 8 * 8 != size)
        return SWV_TABLE_CORRUPT;
    return are_records(h, bytes) ? SWV_TABLE_SOUND : SWV_TABLE_CORRUPT;
}

// A float next to x, an angle in radians, that is not more. Where conversion went up it is lowered by a rounding, 1.2e-7 = 2^-23 of it, and by 1e-37,
// near the smallest float, in case it is 0.
static float float_below(double x)
{
    const float near_by = (float)x;
    return (double)near_by <= x ? near_by : near_by - (1.2e-7f * fabsf(near_by) + 1e-37f);
}

swv_status swv_table_open(const void *bytes, size_t size, swv_table *table, swv_table_fault *fault)
{
    if (!table || !bytes)
        return SWV_NULL;
    swvi_table_header     h;
    const swv_table_fault found =
        (uintptr_t)bytes % 8 ? SWV_TABLE_UNALIGNED : fault_of((const unsigned char *)bytes, size, &h);
    if (fault)
        *fault = found;
    if (found != SWV_TABLE_SOUND)
        return SWV_BAD_MODEL;
    const unsigned char *start = (const unsigned char *)bytes;
    *table = (swv_table){
        .bytes = start,
        .size = size,
        .chain_hash = h.chain_hash,
        .space = (swv_table_space)h.space,
        .kind = (swv_table_kind)h.kind,
        .inputs = (int)h.inputs,
        .joints = (int)h.joints,
        .hidden = (int)h.hidden,
        .samples = (int)h.samples,
        .seed = h.seed,
        .every = (int)h.every,
        .cells = h.cells,
        .branches = h.branches,
        .record_floats = h.record_floats,
        .first = (const uint32_t *)(const void *)(start + SWVI_TABLE_HEADER),
        .records = (const float *)(const void *)(start + SWVI_TABLE_HEADER + 4 * ((size_t)h.cells + 1)),
    };
    table->_private.cookie = COOKIE;
    (void)swvi_frame_read(h.frame, &table->world, &table->wrist);
    memcpy(table->model, h.model, sizeof h.model);
    uint32_t stride = 1;
    for (int i = table->inputs - 1; i >= 0; --i) {
        table->lower[i] = h.lower[i];
        table->cell[i] = h.cell[i];
        table->divisions[i] = (int)h.divisions[i];
        table->_private.origin[i] = (float)h.lower[i];
        table->_private.per_cell[i] = (float)(1.0 / h.cell[i]);
        table->_private.count[i] = (float)h.divisions[i];
        table->_private.stride[i] = stride;
        stride *= h.divisions[i];
    }
    for (int i = 0; i < table->joints; ++i) {
        table->joint_lower[i] = h.joint_lower[i];
        table->joint_upper[i] = h.joint_upper[i];
        table->_private.low[i] = -float_below(-h.joint_lower[i]);
        table->_private.high[i] = float_below(h.joint_upper[i]);
    }
    table->nearest = h.nearest;
    table->farthest = h.farthest;
    return SWV_OK;
}

swv_status swv_table_check_chain(const swv_table *table, const swv_chain *chain)
{
    if (!table || !chain)
        return SWV_NULL;
    if (table->_private.cookie != COOKIE || swv_chain_check(chain) != SWV_OK)
        return SWV_BAD_MODEL;
    return swvi_chain_hash(chain) == table->chain_hash ? SWV_OK : SWV_BAD_ARGUMENT;
}

// ---- looking up ----

// (0) w: x, y, z of the tip from the base, metres. A table of orientation has no reach.
static bool is_within_reach(const swv_table *t, const double *w)
{
    const double squared = (w[0] * w[0] + w[1] * w[1]) + w[2] * w[2];
    if (t->space == SWV_TABLE_ORIENTATION)
        return true;
    return (squared <= t->farthest * t->farthest) & (squared >= t->nearest * t->nearest);
}

enum { LANES = 4 };

// (1), (3) of four of a target's numbers (metres, radians), of which the first is the table's i-th: their indices, inputs local to the cell, and
// whether they are outside the grid, whose faces may be a rounding away from where they are: up to 1e-6 of the grid, a few roundings of floats,
// chosen. Indices are always those of a cell. What is not a number is outside.
SWV_INLINE void place(const swv_table *t, int i, const float target[LANES], int index[LANES], float x[LANES],
                      int is_outside[LANES])
{
#pragma omp simd
    for (int n = 0; n < LANES; ++n) {
        const float along = (target[n] - t->_private.origin[i + n]) * t->_private.per_cell[i + n],
                    cells = t->_private.count[i + n];
        const float low = along > 0.0f ? along : 0.0f, held = low < cells ? low : cells;
        const float last = cells - 1.0f, whole = held < last ? held : last;
        index[n] = (int)whole;
        x[n] = 2.0f * (held - (float)index[n]) - 1.0f;
        is_outside[n] = -!(fabsf(along - held) <= 1e-6f * cells);
    }
}

// (1) The address of `count` indices, of which the first is the table's i-th.
SWV_INLINE uint32_t address_of(const swv_table *t, int i, const int *index, int count)
{
    uint32_t address = 0;
    for (int n = 0; n < count; ++n)
        address += (uint32_t)index[n] * t->_private.stride[i + n];
    return address;
}

// -1 if any is -1, or 0.
SWV_INLINE int any_of(const int *is_so, int count)
{
    int any = 0;
    for (int n = 0; n < count; ++n)
        any |= is_so[n];
    return any;
}

/// What models multiply: inputs before the hand's orientation, and after them its three and the products. Of a position all inputs are
/// before, and there are products alone, if any.
typedef struct factors {
    int          before, after;
    const float *x, *more;
} factors;

// `sum` (out) takes the first row and the others times their factors; rows of a record lie `step` floats apart, and the first `wide` of each count.
// In two sums, which need not wait for each other.
SWV_INLINE void combine(const float *rows, int step, factors f, int wide, float *sum)
{
    float other[SWV_TABLE_MAX_HIDDEN] = { 0.0f };
    memcpy(sum, rows, sizeof(float) * (size_t)wide);
    rows += step;
    for (int k = 0; k < f.before; ++k, rows += step)
#pragma omp simd
        for (int i = 0; i < wide; ++i)
            sum[i] += rows[i] * f.x[k];
    for (int k = 0; k < f.after; ++k, rows += step)
#pragma omp simd
        for (int i = 0; i < wide; ++i)
            other[i] += rows[i] * f.more[k];
    if (f.after > 0)
#pragma omp simd
        for (int i = 0; i < wide; ++i)
            sum[i] += other[i];
}

// (4) q takes the angles (radians) of one record, whose rows come after the lowest and highest angle of each joint.
SWV_INLINE void evaluate(swvi_table_shape s, const float *record, factors f, float q[LANES])
{
    const float *rows = record + 2 * s.joints;
    if (s.kind != SWV_TABLE_NET) {
        combine(rows, s.joints, f, LANES, q);
        return;
    }
    const int wide = (s.hidden + LANES - 1) / LANES * LANES;
    float     hidden[SWV_TABLE_MAX_HIDDEN];
    combine(rows, s.hidden, f, wide, hidden);
#pragma omp simd
    for (int k = 0; k < wide; ++k)
        hidden[k] = swvi_table_sigmoid(hidden[k]);
    combine(rows + s.hidden * (1 + s.inputs), s.joints, (factors){ s.hidden, 0, hidden, NULL }, LANES, q);
}

void swvi_table_evaluate(const swvi_table_shape *s, const float *record, const float *x, float q[SWV_TABLE_MAX_JOINTS])
{
    float     terms[SWVI_TABLE_MAX_TERMS];
    const int count = swvi_table_terms(s->kind, s->inputs);
    swvi_table_terms_of(s->kind, s->inputs, x, terms);
    evaluate(*s, record, (factors){ s->inputs, count - 1 - s->inputs, terms + 1, terms + 1 + s->inputs }, q);
}

// No NaN and no infinity among `count` numbers of a target.
static bool are_finite(const double *v, int count)
{
    bool is_finite = true;
    for (int i = 0; i < count; ++i)
        is_finite = is_finite && swvi_is_finite(v[i]);
    return is_finite;
}

// (1), (3) of a whole target, whose inputs are up to eight; x takes them local to the cell. Returns the cell, or -1 outside the grid.
static int64_t place_all(const swv_table *t, const double *target, float *x)
{
    float w[2 * LANES] = { 0.0f };
    int   index[2 * LANES], is_outside[2 * LANES];
    for (int i = 0; i < t->inputs; ++i)
        w[i] = (float)target[i];
    place(t, 0, w, index, x, is_outside);
    place(t, LANES, w + LANES, index + LANES, x + LANES, is_outside + LANES);
    return any_of(is_outside, t->inputs) ? -1 : (int64_t)address_of(t, 0, index, t->inputs);
}

swv_status swv_table_cell(const swv_table *table, const double *target, int64_t *cell)
{
    if (!table || !target || !cell)
        return SWV_NULL;
    if (table->_private.cookie != COOKIE)
        return SWV_BAD_MODEL;
    if (!are_finite(target, table->inputs))
        return SWV_BAD_GOAL;
    float x[2 * LANES];
    *cell = place_all(table, target, x);
    return SWV_OK;
}

/// The branches of one cell, `first` to `end` - 1, and the target's inputs in it, -1 to 1; of an orientation those before the hand's.
typedef struct way {
    float    x[LANES];
    uint32_t first, end;
} way;

/// What a model says: angles (radians) brought to the limits, and which of them (-1) were outside of what the branch has in its cell.
typedef struct answer {
    float q[LANES];
    int   is_outside[LANES];
} answer;

// `more` takes what comes after the `before` inputs `own`: the hand's orientation `turn`, and the products. Inputs are those of a cell, -1 to 1.
SWV_INLINE void list_more(swvi_table_shape s, int before, const float own[LANES], const float turn[3], float *more)
{
    float x[SWV_TABLE_MAX_INPUTS], terms[SWVI_TABLE_MAX_TERMS];
    for (int k = 0; k < s.inputs; ++k)
        x[k] = k < before ? own[k] : turn[k - before];
    swvi_table_terms_of(s.kind, s.inputs, x, terms);
    for (int k = 1 + before; k < swvi_table_terms(s.kind, s.inputs); ++k)
        more[k - 1 - before] = terms[k];
}

// `answers` takes those of all branches of `count` ways, one after the other. turn: the three inputs of the hand's orientation, -1 to 1; not read of
// a position, whose joints are as many as its inputs.
SWV_INLINE void answer_as(const swv_table *t, swvi_table_shape s, const way *ways, int count, const float turn[3],
                          answer *answers)
{
    const int before = s.joints == s.inputs ? s.inputs : s.inputs - 3;
    const int after = swvi_table_terms(s.kind, s.inputs) - 1 - before;
    const int step = swvi_table_record_floats(s.kind, s.inputs, s.joints, s.hidden);
    float     more[SWVI_TABLE_MAX_TERMS];
    list_more(s, before, ways[0].x, turn, more);
    for (int i = 0; i < count; ++i) {
        const float *record = t->records + (size_t)ways[i].first * (size_t)step;
        const float *end = t->records + (size_t)ways[i].end * (size_t)step;
        float        x[LANES];
        memcpy(x, ways[i].x, sizeof x);
        if (s.kind == SWV_TABLE_QUADRATIC)  // in others all ways have the same products
            list_more(s, before, x, turn, more);
        for (; record < end; record += step, ++answers) {
            float angle[LANES];
            evaluate(s, record, (factors){ before, after, x, more }, angle);
#pragma omp simd
            for (int j = 0; j < LANES; ++j) {
                const float least = angle[j] > t->_private.low[j] ? angle[j] : t->_private.low[j];
                answers->is_outside[j] = -((angle[j] < record[j]) | (angle[j] > record[s.joints + j]));
                answers->q[j] = least < t->_private.high[j] ? least : t->_private.high[j];
            }
        }
    }
}

// (4), (5) of all ways: the usual shapes by themselves (nets with 5 hidden neurons, the default), so that the compiler unrolls their loops; the
// same sums in the same order. A case is 8 times the kind, as inputs are at most 7. turn: the last three local inputs, of an orientation alpha, beta,
// gamma (other models have no use for it).
static void answer_all(const swv_table *t, const way *ways, int count, const float turn[3], answer *answers)
{
    const bool is_usual = t->kind != SWV_TABLE_NET || t->hidden == 5;
    switch (is_usual ? (int)t->kind * 8 + t->inputs : 0) {
    case SWV_TABLE_LINEAR * 8 + 3:
        answer_as(t, (swvi_table_shape){ SWV_TABLE_LINEAR, 3, 3, 0 }, ways, count, turn, answers);
        break;
    case SWV_TABLE_LINEAR * 8 + 4:
        answer_as(t, (swvi_table_shape){ SWV_TABLE_LINEAR, 4, 4, 0 }, ways, count, turn, answers);
        break;
    case SWV_TABLE_MIXED * 8 + 6:
        answer_as(t, (swvi_table_shape){ SWV_TABLE_MIXED, 6, 3, 0 }, ways, count, turn, answers);
        break;
    case SWV_TABLE_MIXED * 8 + 7:
        answer_as(t, (swvi_table_shape){ SWV_TABLE_MIXED, 7, 3, 0 }, ways, count, turn, answers);
        break;
    case SWV_TABLE_NET * 8 + 3:
        answer_as(t, (swvi_table_shape){ SWV_TABLE_NET, 3, 3, 5 }, ways, count, turn, answers);
        break;
    case SWV_TABLE_NET * 8 + 4:
        answer_as(t, (swvi_table_shape){ SWV_TABLE_NET, 4, 4, 5 }, ways, count, turn, answers);
        break;
    case SWV_TABLE_NET * 8 + 6:
        answer_as(t, (swvi_table_shape){ SWV_TABLE_NET, 6, 3, 5 }, ways, count, turn, answers);
        break;
    case SWV_TABLE_NET * 8 + 7:
        answer_as(t, (swvi_table_shape){ SWV_TABLE_NET, 7, 3, 5 }, ways, count, turn, answers);
        break;
    default:
        answer_as(t, (swvi_table_shape){ t->kind, t->inputs, t->joints, t->hidden }, ways, count, turn, answers);
    }
}

swv_status swv_table_solve(const swv_table *table, const double *target,
                           double q[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_JOINTS], int *count)
{
    if (!table || !target || !q || !count)
        return SWV_NULL;
    if (table->_private.cookie != COOKIE)
        return SWV_BAD_MODEL;
    if (!are_finite(target, table->inputs))
        return SWV_BAD_GOAL;
    float         x[2 * LANES] = { 0.0f };
    answer        answers[SWV_TABLE_MAX_BRANCHES];
    way           here = { .first = 0, .end = 0 };
    const int64_t cell = is_within_reach(table, target) ? place_all(table, target, x) : -1;
    int           found = 0;
    memcpy(here.x, x, sizeof here.x);
    if (cell >= 0) {
        here.first = table->first[cell];
        here.end = table->first[cell + 1];
    }
    answer_all(table, &here, 1, x + table->inputs - 3, answers);
    for (uint32_t i = 0; i < here.end - here.first; ++i) {
        for (int j = 0; j < table->joints; ++j)
            q[found][j] = answers[i].q[j];
        found += !any_of(answers[i].is_outside, table->joints);
    }
    *count = found;
    return SWV_OK;
}

// ---- the whole arm ----

// Whether the second gives the wrist to the joints of the first, and both were made for one chain.
static bool is_pair(const swv_table *position, const swv_table *orientation)
{
    return position->space != SWV_TABLE_ORIENTATION && orientation->space == SWV_TABLE_ORIENTATION &&
           orientation->inputs == position->joints + 3 && orientation->chain_hash == position->chain_hash;
}

swv_status swv_table_open_pair(const void *bytes, size_t size, swv_table *position, swv_table *orientation,
                               swv_table_fault *fault)
{
    if (!position || !orientation || !bytes)
        return SWV_NULL;
    swvi_table_header h;
    swv_table_fault   found = SWV_TABLE_TRUNCATED;
    swv_table         first, second;
    if (size >= SWVI_TABLE_HEADER)
        memcpy(&h, bytes, sizeof h);
    if (size < SWVI_TABLE_HEADER || h.file_size >= size || h.file_size % 8 != 0)
        (void)swv_table_open(bytes, size, &first, &found);
    else if (swv_table_open(bytes, h.file_size, &first, &found) == SWV_OK)
        (void)swv_table_open((const unsigned char *)bytes + h.file_size, size - h.file_size, &second, &found);
    // A sound table alone is not what was asked for; nor are two that do not belong together.
    if (found == SWV_TABLE_SOUND && (h.file_size >= size || !is_pair(&first, &second)))
        found = SWV_TABLE_UNPAIRED;
    if (fault)
        *fault = found;
    if (found != SWV_TABLE_SOUND)
        return SWV_BAD_MODEL;
    *position = first;
    *orientation = second;
    return SWV_OK;
}

swv_status swv_table_orientation_of(const swv_quat *rotation, double angles[3])
{
    if (!rotation || !angles)
        return SWV_NULL;
    const double x = rotation->x, y = rotation->y, z = rotation->z, w = rotation->w;
    const double sum = (x * x + y * y) + (z * z + w * w);
    // Parts of a quaternion shorter than 1e-100 have squares that lose digits to underflow (1e-308). Chosen.
    if (!swvi_is_finite(sum) || !(sum > 1e-200))
        return SWV_BAD_GOAL;
    // (w, z) is cos beta/2 times the direction of (alpha + gamma)/2, (y, x) sin beta/2 times that of (gamma - alpha)/2
    const double mean = swv_atan2(z, w), half = swv_atan2(x, y);
    angles[0] = swv_angle_wrap(mean - half);
    angles[1] = 2.0 * swv_atan2(sqrt(x * x + y * y), sqrt(z * z + w * w));
    angles[2] = swv_angle_wrap(mean + half);
    return SWV_OK;
}

// Ask for the records of some branches, which are needed soon: three pieces, each of two lines of the cache (64 bytes), are most of two branches.
SWV_INLINE void fetch(const float *records)
{
#if defined(__GNUC__)
    __builtin_prefetch(records);
    __builtin_prefetch(records + 32);
    __builtin_prefetch(records + 64);
#else
    (void)records;
#endif
}

enum { OUTSIDE = -1 };

// n joints before the wrist; target: n numbers of the position, then the hand's alpha, beta, gamma. Returns how many postures there are, or
// OUTSIDE the grids.
SWV_INLINE int solve_pair(const swv_table *position, const swv_table *orientation, int n, const double *target,
                          double q[SWV_TABLE_MAX_POSTURES][SWV_TABLE_MAX_INPUTS])
{
    float  w[LANES], turn[LANES], turn_x[LANES];
    double first[SWV_TABLE_MAX_BRANCHES][LANES];
    int    index[LANES], turn_index[LANES], is_outside[LANES], turn_is_outside[LANES];
    answer answers[SWV_TABLE_MAX_BRANCHES * SWV_TABLE_MAX_BRANCHES];
    way    here, ways[SWV_TABLE_MAX_BRANCHES];
    // Four at a time: the position's, of three with one too many behind, and the orientation's with one too many in front.
#pragma omp simd
    for (int i = 0; i < LANES; ++i) {
        w[i] = (float)target[i];
        turn[i] = (float)target[n - 1 + i];
    }
    place(position, 0, w, index, here.x, is_outside);
    place(orientation, n - 1, turn, turn_index, turn_x, turn_is_outside);
    if (any_of(is_outside, n) | any_of(turn_is_outside + 1, 3))
        return OUTSIDE;
    const uint32_t cell = address_of(position, 0, index, n), turn_cell = address_of(orientation, n, turn_index + 1, 3);
    here.first = position->first[cell];
    here.end = position->first[cell + 1];
    answer_all(position, &here, 1, NULL, answers);
    int count = 0;
    for (const answer *a = answers; a < answers + (here.end - here.first); ++a) {
        // Angles inside the limits are inside the grid.
        place(orientation, 0, a->q, index, ways[count].x, is_outside);
        ways[count].first = turn_cell + address_of(orientation, 0, index, n);
#pragma omp simd
        for (int j = 0; j < LANES; ++j)
            first[count][j] = a->q[j];
        count += !any_of(a->is_outside, n);
    }
    for (int i = 0; i < count; ++i) {
        const uint32_t *branches = orientation->first + ways[i].first;
        ways[i].first = branches[0];
        ways[i].end = branches[1];
        fetch(orientation->records + (size_t)ways[i].first * orientation->record_floats);
    }
    if (count == 0)
        return 0;
    answer_all(orientation, ways, count, turn_x + 1, answers);
    const answer *wrist = answers;
    int           found = 0;
    for (int i = 0; i < count; ++i) {
        for (uint32_t b = ways[i].first; b < ways[i].end && found < SWV_TABLE_MAX_POSTURES; ++b, ++wrist) {
            memcpy(q[found], first[i], sizeof first[i]);
            for (int j = 0; j < 3; ++j)
                q[found][n + j] = wrist->q[j];
            found += !any_of(wrist->is_outside, 3);
        }
    }
    return found;
}

swv_status swv_table_target(const swv_table *position, const swv_pose *hand, double swivel,
                            double target[SWV_TABLE_MAX_INPUTS])
{
    if (!position || !hand || !target)
        return SWV_NULL;
    if (position->_private.cookie != COOKIE || position->space == SWV_TABLE_ORIENTATION)
        return SWV_BAD_MODEL;
    swv_pose goal = *hand;
    if (swv_pose_check(&goal) != SWV_OK || !swvi_is_finite(swivel))
        return SWV_BAD_GOAL;
    goal = swvi_frame_apply(position->world, position->wrist, goal);
    const double     numbers[4] = { goal.position.x, goal.position.y, goal.position.z, swivel };
    const swv_status status = swv_table_orientation_of(&goal.rotation, target + position->inputs);
    if (status == SWV_OK)
        memcpy(target, numbers, sizeof(double) * (size_t)position->inputs);
    return status;
}

swv_status swv_table_solve_pair(const swv_table *position, const swv_table *orientation, const double *target,
                                double q[SWV_TABLE_MAX_POSTURES][SWV_TABLE_MAX_INPUTS], int *count)
{
    if (!position || !orientation || !target || !q || !count)
        return SWV_NULL;
    if (position->_private.cookie != COOKIE || orientation->_private.cookie != COOKIE)
        return SWV_BAD_MODEL;
    if (!is_pair(position, orientation))
        return SWV_BAD_ARGUMENT;
    const int found = position->joints == 3 ? solve_pair(position, orientation, 3, target, q)
                                            : solve_pair(position, orientation, 4, target, q);
    if (found == OUTSIDE && !are_finite(target, orientation->inputs))
        return SWV_BAD_GOAL;
    *count = found == OUTSIDE || !is_within_reach(position, target) ? 0 : found;
    return SWV_OK;
}
