// SPDX-License-Identifier: MIT
// Adaptive tables: opening one. Looking up is in lanes/adaptive_lanes.c. Numbers of the file are metres and radians, laid out as in
// adaptive_internal.h.
#include "swivel_papers/adaptive.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "chain/chain_internal.h"
#include "math/scalar.h"
#include "kim_tarokh/adaptive_internal.h"

typedef char swvi_adaptive_header_without_holes[sizeof(swvi_adaptive_header) == SWVI_ADAPTIVE_HEADER
                                                    ? 1
                                                    : -1];  // C99 and C++ too

#define ADAPTIVE_COOKIE 0x5357564144413031u

bool swvi_adaptive_is_made(const swv_adaptive *table)
{
    return table->cookie == ADAPTIVE_COOKIE;
}

// Whether `count` numbers, in any unit, are finite and none is beyond `most`, either way.
static bool are_all_finite(const double *v, int count, double most)
{
    bool is_finite = true;
    for (int i = 0; i < count; ++i)
        is_finite = is_finite && fabs(v[i]) <= most;
    return is_finite;
}

// What a file may claim: up to 1024 cells along an axis bound the memory, joints up to 100 rad lose no digits as floats that count, parts of
// quaternions of about unit length are below 2. Chosen.
static bool is_adaptive_header(const swvi_adaptive_header *h)
{
    swv_pose       world;
    swv_vec3       wrist;
    const uint64_t roots = (uint64_t)h->divisions[0] * h->divisions[1] * h->divisions[2];
    for (int i = 0; i < 3; ++i) {
        if (h->divisions[i] < 1 || h->divisions[i] > 1024 || !(h->cell[i] > 1e-100 && h->cell[i] < 1e100))
            return false;
    }
    // Limits a milliradian apart or more, so that there are floats between them. Chosen.
    for (uint32_t i = 0; i < h->joints && i < 7; ++i) {
        if (!(h->joint_lower[i] + 1e-3 <= h->joint_upper[i]))
            return false;
    }
    return ((h->joints == 7 && h->placing == 4) || (h->joints == 6 && h->placing == 3 && h->divisions[2] == 1)) &&
           h->model[31] == '\0' && roots <= h->nodes && h->nodes <= SWVI_ADAPTIVE_INDEX &&
           h->leaves <= SWVI_ADAPTIVE_INDEX && h->branches <= SWVI_ADAPTIVE_INDEX && h->tolerance > 0.0 &&
           h->tolerance < 1e100 && h->nearest_axis >= 0.0 && h->nearest_axis <= h->farthest && h->farthest < 1e100 &&
           are_all_finite(h->lower, 3, 1e100) && are_all_finite(h->joint_lower, 7, 100.0) &&
           are_all_finite(h->joint_upper, 7, 100.0) && are_all_finite(h->elbow[0], 4, 2.0) &&
           are_all_finite(h->elbow[1], 4, 2.0) && are_all_finite(h->hand, 4, 2.0) &&
           swvi_frame_read(h->frame, &world, &wrist);
}

enum { GIMBAL_FLOATS = SWVI_ADAPTIVE_GIMBAL_CELLS * SWVI_ADAPTIVE_GIMBAL_WAYS * SWVI_ADAPTIVE_GIMBAL_FLOATS };

// Bytes of the whole file.
static uint64_t adaptive_size(const swvi_adaptive_header *h)
{
    const uint64_t record = (uint64_t)swvi_adaptive_record_floats((int)h->placing - 1),
                   gimbals = h->placing == 4 ? 2 : 1;
    return SWVI_ADAPTIVE_HEADER +
           4 * ((uint64_t)h->nodes + h->leaves + 1 + h->branches * record + gimbals * GIMBAL_FLOATS);
}

// Whether every node leads to a leaf or to two later nodes, so that a way down the tree ends. A node's two top bits are its input, or 3 for a leaf:
// adaptive_internal.h.
static bool are_nodes(const swv_adaptive *t)
{
    for (uint32_t i = 0; i < t->nodes; ++i) {
        const uint32_t axis = t->node[i] >> 30, index = t->node[i] & SWVI_ADAPTIVE_INDEX;
        if (axis == 3 ? index >= t->leaves : axis >= (uint32_t)t->placing - 1 || index <= i || index + 1 >= t->nodes)
            return false;
    }
    return true;
}

// first[0] to first[count] rise from 0 to `total`, by at most `most` each.
static bool are_firsts(const uint32_t *first, uint32_t count, uint32_t total, uint32_t most)
{
    bool is_rising = first[0] == 0 && first[count] == total;
    for (uint32_t i = 0; is_rising && i < count; ++i)
        is_rising = first[i] <= first[i + 1] && first[i + 1] - first[i] <= most;
    return is_rising;
}

// All finite.
static bool are_floats(const float *v, uint64_t count)
{
    float zero = 0.0f;
    for (uint64_t i = 0; i < count; ++i)
        zero += v[i] - v[i];
    return zero == 0.0f;
}

// Whether the tree leads to leaves, these to records, and all numbers are finite. Of the first five of a record all but the fourth (k = 3), the
// middle of where the first output lies, must not be negative.
static bool are_parts(const swv_adaptive *t)
{
    const uint64_t record = (uint64_t)swvi_adaptive_record_floats(t->placing - 1);
    const uint32_t most = t->placing == 4 ? 4 : SWV_ADAPTIVE_MAX_BRANCHES;  // times two ways of each gimbal: 16
    if (!are_nodes(t) || !are_firsts(t->first, t->leaves, t->branches, most) ||
        !are_floats(t->record, t->branches * record) || !are_floats(t->ball, t->placing == 4 ? GIMBAL_FLOATS : 0) ||
        !are_floats(t->wrist, GIMBAL_FLOATS))
        return false;
    for (uint64_t i = 0; i < t->branches; ++i)
        for (uint64_t k = 0; k < 5; ++k)
            if (k != 3 && t->record[i * record + k] < 0.0f)
                return false;
    return true;
}

// The table's numbers from the header. Groups of four joints are read at once: those that place the wrist, then the wrist's.
static void set_parts(swv_adaptive *t, const swvi_adaptive_header *h)
{
    *t = (swv_adaptive){
        .chain_hash = h->chain_hash,
        .joints = (int)h->joints,
        .placing = (int)h->placing,
        .tolerance = h->tolerance,
        .seed = h->seed,
        .farthest = h->farthest,
        .nearest_axis = h->nearest_axis,
        .nodes = h->nodes,
        .leaves = h->leaves,
        .branches = h->branches,
        .cookie = ADAPTIVE_COOKIE,
    };
    memcpy(t->model, h->model, sizeof t->model);
    (void)swvi_frame_read(h->frame, &t->world, &t->wrist_in_hand);
    for (int i = 0; i < 3; ++i) {
        t->lower[i] = h->lower[i];
        t->cell[i] = h->cell[i];
        t->per_cell[i] = 1.0 / h->cell[i];
        t->divisions[i] = (int)h->divisions[i];
    }
    for (int i = 0; i < 2; ++i)
        t->elbow[i] = (swv_quat){ h->elbow[i][0], h->elbow[i][1], h->elbow[i][2], h->elbow[i][3] };
    t->hand = (swv_quat){ h->hand[0], h->hand[1], h->hand[2], h->hand[3] };
    memcpy(t->joint_lower, h->joint_lower, sizeof t->joint_lower);
    memcpy(t->joint_upper, h->joint_upper, sizeof t->joint_upper);
    // Floats that a rounding does not bring outside: 2e-7 is more than three roundings of a float, 1e30 no limit.
    for (int i = 0; i < 8; ++i) {
        const int    group = i / 4, joint = group ? t->placing + i % 4 : i;
        const bool   is_joint = group ? i % 4 < 3 : i < t->placing;
        const double low = is_joint ? t->joint_lower[joint] : -1e30, high = is_joint ? t->joint_upper[joint] : 1e30;
        t->group_lower[group][i % 4] = (float)(low + 2e-7 * (1.0 + fabs(low)));
        t->group_upper[group][i % 4] = (float)(high - 2e-7 * (1.0 + fabs(high)));
    }
}

// Where the parts of the file begin: adaptive_internal.h. A table without a ball joint has only the wrist's gimbal.
static void set_pointers(swv_adaptive *t, const unsigned char *bytes, size_t size)
{
    const size_t record = (size_t)swvi_adaptive_record_floats(t->placing - 1);
    t->bytes = bytes;
    t->size = size;
    t->node = (const uint32_t *)(const void *)(bytes + SWVI_ADAPTIVE_HEADER);
    t->first = t->node + t->nodes;
    t->record = (const float *)(const void *)(t->first + t->leaves + 1);
    t->ball = t->record + (size_t)t->branches * record;
    t->wrist = t->placing == 4 ? t->ball + GIMBAL_FLOATS : t->ball;
}

// What is wrong with a file of `size` bytes, laid out as in adaptive_internal.h; *t takes the table. The first 8 bytes are the magic word.
static swv_table_fault adaptive_fault(const unsigned char *bytes, size_t size, swv_adaptive *t)
{
    swvi_adaptive_header h;
    if (size < SWVI_ADAPTIVE_HEADER)
        return size >= 8 && memcmp(bytes, SWVI_ADAPTIVE_MAGIC, 8) == 0 ? SWV_TABLE_TRUNCATED : SWV_TABLE_FOREIGN;
    memcpy(&h, bytes, sizeof h);
    if (memcmp(h.magic, SWVI_ADAPTIVE_MAGIC, 8) != 0 || h.byte_order != SWVI_ADAPTIVE_BYTE_ORDER)
        return SWV_TABLE_FOREIGN;
    if (h.version != SWVI_ADAPTIVE_VERSION)
        return h.version > SWVI_ADAPTIVE_VERSION ? SWV_TABLE_FUTURE : SWV_TABLE_CORRUPT;
    if (h.file_size != size)
        return SWV_TABLE_TRUNCATED;
    if (swvi_table_checksum(bytes + SWVI_ADAPTIVE_CHECKED_FROM, size - SWVI_ADAPTIVE_CHECKED_FROM) != h.checksum)
        return SWV_TABLE_CORRUPT;
    if (!is_adaptive_header(&h) || adaptive_size(&h) != size)
        return SWV_TABLE_CORRUPT;
    set_parts(t, &h);
    set_pointers(t, bytes, size);
    return are_parts(t) ? SWV_TABLE_SOUND : SWV_TABLE_CORRUPT;
}

swv_status swv_adaptive_open(const void *bytes, size_t size, swv_adaptive *table, swv_table_fault *fault)
{
    if (!table || !bytes)
        return SWV_NULL;
    swv_adaptive          opened;
    const swv_table_fault found =
        (uintptr_t)bytes % 8 ? SWV_TABLE_UNALIGNED : adaptive_fault((const unsigned char *)bytes, size, &opened);
    if (fault)
        *fault = found;
    if (found != SWV_TABLE_SOUND)
        return SWV_BAD_MODEL;
    *table = opened;
    return SWV_OK;
}

swv_status swv_adaptive_check_chain(const swv_adaptive *table, const swv_chain *chain)
{
    if (!table || !chain)
        return SWV_NULL;
    if (table->cookie != ADAPTIVE_COOKIE || swv_chain_check(chain) != SWV_OK)
        return SWV_BAD_MODEL;
    return swvi_chain_hash(chain) == table->chain_hash ? SWV_OK : SWV_BAD_ARGUMENT;
}
