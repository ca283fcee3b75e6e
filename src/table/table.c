// SPDX-License-Identifier: MIT
//
// A table, looked up.
//
// Given     a target w of n numbers, 3 to 7
// Find      the three or four angles of every branch
//
// (0) reach     of a position: the tip's distance from the base lies between two numbers that the builder found
// (1) cell      k_i = floor((w_i - lower_i) / side_i), and the address is mixed radix, ((k_0 D_1 + k_1) D_2 + k_2) D_3 + k_3. A
//               target on the grid's upper face belongs to the last cell. (The document's (5) has one D for all axes, and its
//               (6) a ceiling, which gives D + 1 cells.)
// (2) record    first[address] says where the cell's branches begin. The document searches sorted addresses by halving; an array
//               as long as the grid costs 4 bytes a cell and one memory access: docs/derivations/table.md
// (3) inputs    x_i = 2 (w_i - lower_i)/side_i - 2 k_i - 1, in [-1, 1]
// (4) angles    a polynomial of x, or out (sigmoid(in x)), in double
// (5) bounds    an angle outside those of the branch in this cell: the branch has no answer here. They are wider than the joint's
//               limits by the model's own error; what is between is brought to the limit
//
// Every index that is used was checked by swv_table_open, so a table that opens cannot lead out of its memory.
#include "swivel/table.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "math/scalar.h"
#include "swivel/trig.h"
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
    case SWV_TABLE_UNPAIRED:
        return "it is not a position's and an orientation's table of one chain";
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
    }
    for (uint32_t i = 0; i < h->joints; ++i)
        if (!(h->joint_lower[i] <= h->joint_upper[i]))
            return false;
    return cells == h->cells;
}

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
    return h->record_floats ==
           (uint32_t)swvi_table_record_floats((swv_table_kind)h->kind, (int)h->inputs, (int)h->joints, (int)h->hidden);
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
        if (!(value - value == 0.0f))
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
    if ((wanted + 7) / 8 * 8 != size)
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
        .cookie = COOKIE,
    };
    memcpy(table->model, h.model, sizeof h.model);
    for (int i = 0; i < table->inputs; ++i) {
        table->lower[i] = h.lower[i];
        table->cell[i] = h.cell[i];
        table->divisions[i] = (int)h.divisions[i];
    }
    for (int i = 0; i < table->joints; ++i) {
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
    if (t->space == SWV_TABLE_ORIENTATION)
        return true;
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

SWV_INLINE void evaluate(swv_table_kind kind, int n, int joints, int hidden, const float *record, const double *x,
                         double *q)
{
    const float *p = record + 2 * joints;
    if (kind == SWV_TABLE_NET) {
        double out[SWV_TABLE_MAX_HIDDEN];
        for (int k = 0; k < hidden; ++k, p += 1 + n) {
            double sum = p[0];
            for (int i = 0; i < n; ++i)
                sum += p[1 + i] * x[i];
            out[k] = swvi_table_sigmoid(sum);
        }
        for (int j = 0; j < joints; ++j, p += 1 + hidden) {
            q[j] = p[0];
            for (int k = 0; k < hidden; ++k)
                q[j] += p[1 + k] * out[k];
        }
        return;
    }
    double    terms[SWVI_TABLE_MAX_TERMS];
    const int count = swvi_table_terms(kind, n);
    swvi_table_terms_of(kind, n, x, terms);
    for (int j = 0; j < joints; ++j, p += count) {
        double sum = p[0];
        for (int k = 1; k < count; ++k)
            sum += p[k] * terms[k];
        q[j] = sum;
    }
}

// The usual shapes by themselves, so that the compiler unrolls their loops; the same sums in the same order.
void swvi_table_evaluate(const swvi_table_shape *s, const float *record, const double *x, double *q)
{
    const bool is_linear = s->kind == SWV_TABLE_LINEAR, is_mixed = s->kind == SWV_TABLE_MIXED,
               is_net = s->kind == SWV_TABLE_NET && s->hidden == 5;
    if (is_linear && s->inputs == 3)
        evaluate(SWV_TABLE_LINEAR, 3, 3, 0, record, x, q);
    else if (is_linear && s->inputs == 4)
        evaluate(SWV_TABLE_LINEAR, 4, 4, 0, record, x, q);
    else if (is_mixed && s->inputs == 6)
        evaluate(SWV_TABLE_MIXED, 6, 3, 0, record, x, q);
    else if (is_mixed && s->inputs == 7)
        evaluate(SWV_TABLE_MIXED, 7, 3, 0, record, x, q);
    else if (is_net && s->inputs == 3)
        evaluate(SWV_TABLE_NET, 3, 3, 5, record, x, q);
    else if (is_net && s->inputs == 4)
        evaluate(SWV_TABLE_NET, 4, 4, 5, record, x, q);
    else if (is_net && s->inputs == 6)
        evaluate(SWV_TABLE_NET, 6, 3, 5, record, x, q);
    else if (is_net && s->inputs == 7)
        evaluate(SWV_TABLE_NET, 7, 3, 5, record, x, q);
    else
        evaluate(s->kind, s->inputs, s->joints, s->hidden, record, x, q);
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

// (1) to (5): all branches of one cell. `stride` is the length of a row of q.
static int solve(const swv_table *t, const double *target, double *q, int stride, int most)
{
    const swvi_table_shape shape = { t->kind, t->inputs, t->joints, t->hidden };
    double                 x[SWV_TABLE_MAX_INPUTS];
    const int64_t          cell = cell_of(t, target, x);
    int                    found = 0;
    for (uint32_t b = cell < 0 ? 0 : t->first[cell]; cell >= 0 && b < t->first[cell + 1] && found < most; ++b) {
        const float *record = t->records + (size_t)b * t->record_floats;
        double      *angles = q + found * stride;
        bool         is_inside = true;
        swvi_table_evaluate(&shape, record, x, angles);
        for (int j = 0; j < t->joints; ++j) {
            const double low = t->joint_lower[j], high = t->joint_upper[j];
            is_inside = is_inside & (angles[j] >= record[j]) & (angles[j] <= record[t->joints + j]);
            angles[j] = angles[j] < low ? low : angles[j] > high ? high : angles[j];
        }
        found += is_inside;
    }
    return found;
}

swv_status swv_table_solve(const swv_table *table, const double *target,
                           double q[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_JOINTS], int *count)
{
    if (!table || !target || !q || !count)
        return SWV_NULL;
    if (table->cookie != COOKIE)
        return SWV_BAD_MODEL;
    if (!are_finite(target, table->inputs))
        return SWV_BAD_GOAL;
    *count =
        is_within_reach(table, target) ? solve(table, target, q[0], SWV_TABLE_MAX_JOINTS, SWV_TABLE_MAX_BRANCHES) : 0;
    return SWV_OK;
}

// ---- the whole arm ----

static bool is_pair(const swv_table *position, const swv_table *orientation)
{
    return position->space != SWV_TABLE_ORIENTATION && orientation->space == SWV_TABLE_ORIENTATION &&
           orientation->inputs == position->joints + 3 && orientation->chain_hash == position->chain_hash;
}

swv_status swv_table_open_pair(swv_table *position, swv_table *orientation, const void *bytes, size_t size,
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
        (void)swv_table_open(&first, bytes, size, &found);
    else if (swv_table_open(&first, bytes, h.file_size, &found) == SWV_OK)
        (void)swv_table_open(&second, (const unsigned char *)bytes + h.file_size, size - h.file_size, &found);
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
    if (!swvi_is_finite(sum) || !(sum > 1e-200))
        return SWV_BAD_GOAL;
    // (w, z) is cos beta/2 times the direction of (alpha + gamma)/2, (y, x) sin beta/2 times that of (gamma - alpha)/2
    const double mean = swv_atan2(z, w), half = swv_atan2(x, y);
    angles[0] = swv_angle_wrap(mean - half);
    angles[1] = 2.0 * swv_atan2(sqrt(x * x + y * y), sqrt(z * z + w * w));
    angles[2] = swv_angle_wrap(mean + half);
    return SWV_OK;
}

swv_status swv_table_solve_pair(const swv_table *position, const swv_table *orientation, const double *target,
                                double q[SWV_TABLE_MAX_POSTURES][SWV_TABLE_MAX_INPUTS], int *count)
{
    if (!position || !orientation || !target || !q || !count)
        return SWV_NULL;
    if (position->cookie != COOKIE || orientation->cookie != COOKIE)
        return SWV_BAD_MODEL;
    if (!is_pair(position, orientation))
        return SWV_BAD_ARGUMENT;
    if (!are_finite(target, orientation->inputs))
        return SWV_BAD_GOAL;
    double    first[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_JOINTS];
    const int n = position->joints;
    const int ways = is_within_reach(position, target)
                         ? solve(position, target, first[0], SWV_TABLE_MAX_JOINTS, SWV_TABLE_MAX_BRANCHES)
                         : 0;
    int       found = 0;
    for (int i = 0; i < ways; ++i) {
        double wrist[SWV_TABLE_MAX_INPUTS];
        memcpy(wrist, first[i], sizeof(double) * (size_t)n);
        memcpy(wrist + n, target + n, 3 * sizeof(double));
        const int here = solve(orientation, wrist, q[found] + n, SWV_TABLE_MAX_INPUTS, SWV_TABLE_MAX_POSTURES - found);
        for (int k = 0; k < here; ++k)
            memcpy(q[found + k], first[i], sizeof(double) * (size_t)n);
        found += here;
        if (found == SWV_TABLE_MAX_POSTURES)
            break;
    }
    *count = found;
    return SWV_OK;
}
