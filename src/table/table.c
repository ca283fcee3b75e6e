// SPDX-License-Identifier: MIT
//
// A table, looked up.
//
// Given     a target w of n numbers, 3 or 4
// Find      the n angles of every branch
//
// (0) reach     the tip's distance from the base lies between two numbers that the builder found
// (1) cell      k_i = floor((w_i - lower_i) / side_i), and the address is mixed radix, ((k_0 D_1 + k_1) D_2 + k_2) D_3 + k_3. A
//               target on the grid's upper face belongs to the last cell. (The document's (5) has one D for all axes, and its
//               (6) a ceiling, which gives D + 1 cells.)
// (2) record    first[address] says where the cell's branches begin. The document searches sorted addresses by halving; an array
//               as long as the grid costs 4 bytes a cell and one memory access: docs/derivations/table.md
// (3) inputs    x_i = 2 (w_i - lower_i)/side_i - 2 k_i - 1, in [-1, 1]
// (4) angles    a polynomial of x, or out (sigmoid(in x)), in double
// (5) limits    an angle outside its limits by no more than the branch's slack is brought to the limit; by more, the branch is left
//               out
//
// Every index that is used was checked by swv_table_open, so a table that opens cannot lead out of its memory.
#include "swivel/table.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "math/scalar.h"
#include "table/table_internal.h"

_Static_assert(sizeof(swvi_table_header) == SWVI_TABLE_HEADER, "the header has no holes");

#define COOKIE 0x53575654424C3031u

static uint64_t add_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x100000001B3u;
    return hash ^ hash >> 29;
}

uint64_t swvi_table_checksum(const unsigned char *bytes, uint64_t size)
{
    uint64_t hash = 0xCBF29CE484222325u ^ size, i = 0, word;
    for (; i + 8 <= size; i += 8) {
        memcpy(&word, bytes + i, 8);
        hash = add_word(hash, word);
    }
    for (; i < size; ++i)
        hash = add_word(hash, bytes[i]);
    return hash;
}

static uint64_t add_number(uint64_t hash, double number)
{
    uint64_t     word;
    const double no_minus_zero = number + 0.0;
    memcpy(&word, &no_minus_zero, sizeof word);
    return add_word(hash, word);
}

static uint64_t add_vector(uint64_t hash, swv_vec3 v)
{
    return add_number(add_number(add_number(hash, v.x), v.y), v.z);
}

static uint64_t add_pose(uint64_t hash, const swv_pose *p)
{
    hash = add_vector(hash, p->position);
    hash = add_vector(hash, (swv_vec3){ p->rotation.x, p->rotation.y, p->rotation.z });
    return add_number(hash, p->rotation.w);
}

uint64_t swvi_table_chain_hash(const swv_chain *chain)
{
    uint64_t hash = add_word(0xCBF29CE484222325u, (uint64_t)chain->joint_count);
    hash = add_pose(add_pose(hash, &chain->base), &chain->tip);
    for (int i = 0; i < chain->joint_count; ++i) {
        const swv_joint *j = &chain->joints[i];
        hash = add_vector(add_vector(hash, j->origin), j->axis);
        hash = add_word(add_word(hash, (uint64_t)j->type), (uint64_t)(j->follows + 1));
        hash = add_number(add_number(hash, j->ratio), j->offset);
        hash = add_number(add_number(hash, j->lower), j->upper);
    }
    return hash;
}

const char *swv_table_fault_text(swv_table_fault fault)
{
    switch (fault) {
    case SWV_TABLE_SOUND:
        return "it is sound";
    case SWV_TABLE_FOREIGN:
        return "it is no table, or one of a machine with the other byte order";
    case SWV_TABLE_FUTURE:
        return "it is a table of a newer version";
    case SWV_TABLE_TRUNCATED:
        return "it is shorter or longer than it says";
    case SWV_TABLE_CORRUPT:
        return "it is damaged";
    case SWV_TABLE_UNALIGNED:
        return "its memory does not begin at a multiple of 8";
    }
    return "an unknown fault";
}

// ---- opening ----

static bool is_grid(const swvi_table_header *h)
{
    uint64_t cells = 1;
    for (uint32_t i = 0; i < h->inputs; ++i) {
        if (h->divisions[i] < 1 || h->divisions[i] > 1u << 20)
            return false;
        cells *= h->divisions[i];
        if (cells > 1u << 28)
            return false;
        if (!swvi_is_finite(h->lower[i]) || !(h->cell[i] > 0.0 && h->cell[i] < 1e100) || !(fabs(h->lower[i]) < 1e100))
            return false;
        if (!(h->joint_lower[i] <= h->joint_upper[i]))
            return false;
    }
    return cells == h->cells;
}

static bool is_header(const swvi_table_header *h)
{
    const bool is_space =
        (h->space == SWV_TABLE_POSITION && h->inputs == 3) || (h->space == SWV_TABLE_POSITION_SWIVEL && h->inputs == 4);
    const bool is_kind = h->kind == SWV_TABLE_LINEAR || h->kind == SWV_TABLE_QUADRATIC || h->kind == SWV_TABLE_NET;
    if (!is_space || !is_kind || !is_grid(h) || h->model[31] != '\0' || h->samples > 1u << 20)
        return false;
    if (h->kind == SWV_TABLE_NET ? h->hidden < 1 || h->hidden > SWV_TABLE_MAX_HIDDEN : h->hidden != 0)
        return false;
    if (!(h->nearest >= 0.0 && h->nearest <= h->farthest && h->farthest < 1e100))
        return false;
    return h->record_floats ==
           (uint32_t)swvi_table_record_floats((swv_table_kind)h->kind, (int)h->inputs, (int)h->hidden);
}

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
        if (!(value - value == 0.0f) || (i % h->record_floats == 0 && value < 0.0f))
            return false;
    }
    return true;
}

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
    const uint64_t wanted =
        SWVI_TABLE_HEADER + 4 * ((uint64_t)h->cells + 1) + 4 * (uint64_t)h->branches * h->record_floats;
    if (wanted != size)
        return SWV_TABLE_CORRUPT;
    return are_records(h, bytes) ? SWV_TABLE_SOUND : SWV_TABLE_CORRUPT;
}

swv_status swv_table_open(swv_table *table, const void *bytes, size_t size, swv_table_fault *fault)
{
    if (!table || !bytes)
        return SWV_NULL;
    swvi_table_header     h;
    const swv_table_fault found = (uintptr_t)bytes % 8 ? SWV_TABLE_UNALIGNED : fault_of(bytes, size, &h);
    if (fault)
        *fault = found;
    if (found != SWV_TABLE_SOUND)
        return SWV_BAD_MODEL;
    const unsigned char *start = bytes;
    *table = (swv_table){
        .bytes = start,
        .size = size,
        .chain_hash = h.chain_hash,
        .space = (swv_table_space)h.space,
        .kind = (swv_table_kind)h.kind,
        .inputs = (int)h.inputs,
        .hidden = (int)h.hidden,
        .samples = (int)h.samples,
        .seed = h.seed,
        .cells = h.cells,
        .branches = h.branches,
        .record_floats = h.record_floats,
        .first = (const uint32_t *)(const void *)(start + SWVI_TABLE_HEADER),
        .records = (const float *)(const void *)(start + SWVI_TABLE_HEADER + 4 * ((size_t)h.cells + 1)),
        .cookie = COOKIE,
    };
    memcpy(table->model, h.model, sizeof h.model);
    for (int i = 0; i < table->inputs; ++i) {
        table->lower[i] = h.lower[i];
        table->cell[i] = h.cell[i];
        table->divisions[i] = (int)h.divisions[i];
        table->joint_lower[i] = h.joint_lower[i];
        table->joint_upper[i] = h.joint_upper[i];
    }
    table->nearest = h.nearest;
    table->farthest = h.farthest;
    return SWV_OK;
}

swv_status swv_table_check_chain(const swv_table *table, const swv_chain *chain)
{
    if (!table || !chain)
        return SWV_NULL;
    if (table->cookie != COOKIE || swv_chain_check(chain) != SWV_OK)
        return SWV_BAD_MODEL;
    return swvi_table_chain_hash(chain) == table->chain_hash ? SWV_OK : SWV_BAD_ARGUMENT;
}

// ---- looking up ----

// (0)
static bool is_within_reach(const swv_table *t, const double *w)
{
    const double squared = (w[0] * w[0] + w[1] * w[1]) + w[2] * w[2];
    return squared <= t->farthest * t->farthest && squared >= t->nearest * t->nearest;
}

// (1), (3) -1 outside the grid.
static int64_t cell_of(const swv_table *t, const double *target, double x[SWV_TABLE_MAX_INPUTS])
{
    int64_t address = 0;
    bool    is_inside = true;
    for (int i = 0; i < t->inputs; ++i) {
        const double along = (target[i] - t->lower[i]) / t->cell[i], count = t->divisions[i];
        is_inside = is_inside & (along >= 0.0) & (along <= count);
        const int k = !(along >= 0.0 && along <= count) ? 0 : along < count ? (int)along : t->divisions[i] - 1;
        address = address * t->divisions[i] + k;
        x[i] = 2.0 * (along - k) - 1.0;
    }
    return is_inside ? address : -1;
}

SWV_INLINE void evaluate(swv_table_kind kind, int n, int hidden, const float *record, const double *x, double *q)
{
    const float *p = record + 1;
    if (kind == SWV_TABLE_NET) {
        double out[SWV_TABLE_MAX_HIDDEN];
        for (int k = 0; k < hidden; ++k, p += 1 + n) {
            double sum = p[0];
            for (int i = 0; i < n; ++i)
                sum += p[1 + i] * x[i];
            out[k] = swvi_table_sigmoid(sum);
        }
        for (int j = 0; j < n; ++j, p += 1 + hidden) {
            q[j] = p[0];
            for (int k = 0; k < hidden; ++k)
                q[j] += p[1 + k] * out[k];
        }
        return;
    }
    double    terms[SWVI_TABLE_MAX_TERMS];
    const int count = swvi_table_terms(kind, n);
    swvi_table_terms_of(kind, n, x, terms);
    for (int j = 0; j < n; ++j, p += count) {
        double sum = p[0];
        for (int k = 1; k < count; ++k)
            sum += p[k] * terms[k];
        q[j] = sum;
    }
}

// The usual shapes by themselves, so that the compiler unrolls their loops; the same sums in the same order.
void swvi_table_evaluate(swv_table_kind kind, int n, int hidden, const float *record, const double *x, double *q)
{
    if (kind == SWV_TABLE_LINEAR && n == 3)
        evaluate(SWV_TABLE_LINEAR, 3, 0, record, x, q);
    else if (kind == SWV_TABLE_LINEAR)
        evaluate(SWV_TABLE_LINEAR, 4, 0, record, x, q);
    else if (kind == SWV_TABLE_NET && n == 3 && hidden == 5)
        evaluate(SWV_TABLE_NET, 3, 5, record, x, q);
    else if (kind == SWV_TABLE_NET && hidden == 5)
        evaluate(SWV_TABLE_NET, 4, 5, record, x, q);
    else
        evaluate(kind, n, hidden, record, x, q);
}

static bool are_finite(const double *v, int count)
{
    bool is_finite = true;
    for (int i = 0; i < count; ++i)
        is_finite = is_finite && swvi_is_finite(v[i]);
    return is_finite;
}

swv_status swv_table_cell(const swv_table *table, const double *target, int64_t *cell)
{
    if (!table || !target || !cell)
        return SWV_NULL;
    if (table->cookie != COOKIE)
        return SWV_BAD_MODEL;
    double x[SWV_TABLE_MAX_INPUTS];
    if (!are_finite(target, table->inputs))
        return SWV_BAD_GOAL;
    *cell = cell_of(table, target, x);
    return SWV_OK;
}

swv_status swv_table_solve(const swv_table *table, const double *target,
                           double q[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_INPUTS], int *count)
{
    if (!table || !target || !q || !count)
        return SWV_NULL;
    if (table->cookie != COOKIE)
        return SWV_BAD_MODEL;
    if (!are_finite(target, table->inputs))
        return SWV_BAD_GOAL;
    double        x[SWV_TABLE_MAX_INPUTS];
    const int64_t cell = is_within_reach(table, target) ? cell_of(table, target, x) : -1;
    int           found = 0;
    for (uint32_t b = cell < 0 ? 0 : table->first[cell]; cell >= 0 && b < table->first[cell + 1]; ++b) {
        const float *record = table->records + (size_t)b * table->record_floats;
        double      *angles = q[found];
        bool         is_inside = true;
        swvi_table_evaluate(table->kind, table->inputs, table->hidden, record, x, angles);
        // (5)
        for (int j = 0; j < table->inputs; ++j) {
            const double low = table->joint_lower[j], high = table->joint_upper[j], slack = record[0];
            is_inside = is_inside & (angles[j] >= low - slack) & (angles[j] <= high + slack);
            angles[j] = angles[j] < low ? low : angles[j] > high ? high : angles[j];
        }
        found += is_inside;
    }
    *count = found;
    return SWV_OK;
}
