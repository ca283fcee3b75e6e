// SPDX-License-Identifier: MIT
//
// Tables of starts: the file, the shape of a chain, targets and their cells. Newton's method is in starts_kernel.h, the loop
// over the starts in batch/batch_starts.c. Lengths are metres, angles radians, frames those of starts_kernel.h.
#include "swivel/solve.h"

#include <math.h>
#include <string.h>

#include "math/scalar.h"
#include "math/trig_kernel.h"
#include "solve/starts_internal.h"
#include "solve/table_bytes.h"

// ---- the shape ----

// A unit vector across both unit vectors; any across a where they are parallel.
static swv_vec3 across_both(swv_vec3 a, swv_vec3 b)
{
    const swv_vec3 c = swv_vec3_cross(a, b);
    if (swv_vec3_dot(c, c) < 1e-24)
        return swvi_any_normal(a);
    // Once more against a, for c has lost digits where the axes are nearly parallel.
    const swv_vec3 unit = swv_vec3_normalize(c);
    return swv_vec3_normalize(swv_vec3_sub(unit, swv_vec3_scale(swv_vec3_dot(unit, a), a)));
}

// v as a frame sees it whose axes are these unit vectors.
static swv_vec3 in_frame(const swv_vec3 frame[3], swv_vec3 v)
{
    return (swv_vec3){ swv_vec3_dot(frame[0], v), swv_vec3_dot(frame[1], v), swv_vec3_dot(frame[2], v) };
}

bool swvi_starts_fit(swv_starts *starts, const swv_skeleton *skeleton)
{
    const swvi_line *line = swvi_skeleton_line(skeleton);
    if (!line->is_plain || line->joint_count < 6 || line->joint_count > SWV_STARTS_MAX_JOINTS)
        return false;
    swvi_starts_shape     *shape = (swvi_starts_shape *)(void *)starts->shape;
    const swvi_line_joint *joints = line->joints;
    *shape = (swvi_starts_shape){ .origin = joints[0].origin };
    starts->skeleton = skeleton;
    starts->joint_count = line->joint_count;
    swv_vec3 x[6];
    for (int i = 0; i < 5; ++i)
        x[i] = across_both(joints[i].axis, joints[i + 1].axis);
    x[5] = x[4];  // turned by v_6 = q_6 against F_5 Rx(alpha)

    // The foot on axis 6 of the shortest way to axis 5; any point where they are parallel.
    const swv_vec3 a5 = joints[4].axis, a6 = joints[5].axis, gap = joints[5].origin;
    const double   mixed = swv_vec3_dot(a5, a6), square = 1.0 - mixed * mixed;
    // A sine of 1e-3: closer to parallel, the foot would be far away. Chosen.
    shape->foot = square > 1e-6 ? (mixed * swv_vec3_dot(a5, gap) - swv_vec3_dot(a6, gap)) / square : 0.0;

    for (int i = 0; i < 5; ++i) {
        const swv_vec3 z = joints[i].axis, y = swv_vec3_cross(z, x[i]);
        swv_vec3       to = joints[i + 1].origin;
        if (i == 4)
            to = swv_vec3_add(to, swv_vec3_scale(shape->foot, a6));
        shape->shift[i] = in_frame((swv_vec3[3]){ x[i], y, z }, to);
        const swv_vec3 next = joints[i + 1].axis;
        const double   sine = -swv_vec3_dot(y, next), cosine = swv_vec3_dot(z, next),
                     size = sqrt(sine * sine + cosine * cosine);
        shape->sine[i] = sine / size;
        shape->cosine[i] = cosine / size;
        shape->length += swv_vec3_length(shape->shift[i]);
        if (i > 0)
            shape->offset[i - 1] =
                swvi_atan2(swv_vec3_dot(z, swv_vec3_cross(x[i - 1], x[i])), swv_vec3_dot(x[i - 1], x[i]));
    }
    if (!(shape->length > 1e-100 && shape->length < 1e100))
        return false;
    shape->first[0] = x[0];
    shape->first[1] = swv_vec3_cross(joints[0].axis, x[0]);
    shape->first[2] = joints[0].axis;
    shape->along = a6;
    shape->mark = x[5];
    memcpy(shape->lower, line->given_lower, sizeof(double) * (size_t)line->joint_count);
    memcpy(shape->upper, line->given_upper, sizeof(double) * (size_t)line->joint_count);
    return true;
}

uint64_t swvi_starts_hash(const swv_skeleton *skeleton)
{
    const swvi_line *line = swvi_skeleton_line(skeleton);
    uint64_t         hash = swvi_table_chain_hash(line->joint_count, &line->base, &line->tip_pose);
    for (int i = 0; i < line->joint_count; ++i) {
        const swvi_line_joint *j = &line->joints[i];
        const swvi_table_joint as_table = { j->origin,           j->axis, false, -1, 1.0, 0.0, line->given_lower[i],
                                            line->given_upper[i] };
        hash = swvi_table_joint_hash(hash, &as_table);
    }
    return hash;
}

// ---- targets ----

void swvi_starts_target_of(const swv_starts *starts, const swv_pose *tip, double redundant, swvi_starts_target *target)
{
    const swvi_line         *line = swvi_skeleton_line(starts->skeleton);
    const swvi_starts_shape *shape = swvi_shape_of(starts);
    swv_pose link = swv_pose_mul(swv_pose_mul(swv_pose_inverse(line->base), *tip), swv_pose_inverse(line->tip_pose));
    if (line->joint_count == 7) {
        const swvi_line_joint *last = &line->joints[6];
        const swv_pose         turn = { last->origin, swv_quat_from_axis_angle(last->axis, redundant) };
        link = swv_pose_mul(link, swv_pose_inverse(turn));
    }
    const swv_vec3 along = swv_vec3_normalize(swv_quat_rotate(link.rotation, shape->along));
    const swv_vec3 point = swv_vec3_add(swv_vec3_sub(link.position, shape->origin), swv_vec3_scale(shape->foot, along));
    target->point = in_frame(shape->first, point);
    target->along = in_frame(shape->first, along);
    target->mark = in_frame(shape->first, swv_quat_rotate(link.rotation, shape->mark));
}

void swvi_starts_place(const swvi_starts_target *target, double place[4])
{
    const swv_vec3 p = target->point, u = target->along;
    place[0] = sqrt(p.x * p.x + p.y * p.y);
    place[1] = p.z;
    place[2] = u.z;
    place[3] = swvi_atan2(p.x * u.y - p.y * u.x, p.x * u.x + p.y * u.y);
}

uint32_t swvi_starts_cell(const swv_starts *starts, const double place[4])
{
    uint32_t address = 0;
    for (int i = 0; i < 4; ++i) {
        const double along = (place[i] - starts->lower[i]) / starts->cell[i], last = starts->divisions[i] - 1;
        address = address * (uint32_t)starts->divisions[i] + (uint32_t)swvi_clamp(0.0, last, along);
    }
    return address;
}

int swvi_starts_beside(const swv_starts *starts, uint32_t cell, uint32_t beside[SWVI_STARTS_BESIDE])
{
    int      count = 0;
    uint32_t stride = 1;
    for (int i = 3; i >= 0; stride *= (uint32_t)starts->divisions[i--]) {
        const int divisions = starts->divisions[i], at = (int)(cell / stride % (uint32_t)divisions);
        for (int side = -1; side <= 1; side += 2) {
            const int next = i == 3 ? (at + side + divisions) % divisions : at + side;
            if (next >= 0 && next < divisions)
                beside[count++] = cell + (uint32_t)(next - at) * stride;
        }
    }
    return count;
}

void swvi_starts_pack(const double v[4], int16_t start[4])
{
    for (int i = 0; i < 4; ++i) {
        // A turn has 65536 parts; half a turn either way is the int16's last.
        const double turns = v[i] * (0.5 / SWV_PI), part = 65536.0 * (turns - swvi_nearest_whole(turns));
        start[i] = (int16_t)swvi_clamp(-32768.0, 32767.0, swvi_nearest_whole(part));
    }
}

// ---- the file ----

typedef char swvi_starts_shape_has_room[sizeof(swvi_starts_shape) <= SWV_STARTS_SHAPE * sizeof(double) ? 1 : -1];
typedef char
    swvi_starts_header_without_holes[sizeof(swvi_starts_header) == SWVI_STARTS_HEADER ? 1 : -1];  // C99 and C++ too

#define COOKIE 0x5357565354525431u

bool swvi_starts_is_made(const swv_starts *starts)
{
    return starts->cookie == COOKIE;
}

// The index is padded to whole words.
static uint64_t index_bytes(const swvi_starts_header *h)
{
    return (4 * ((uint64_t)h->cells + 1) + 7) / 8 * 8;
}

// Whether a table may have this grid and these counts.
static bool is_grid(const swvi_starts_header *h)
{
    uint64_t cells = 1;
    for (int i = 0; i < 4; ++i) {
        // What a file may claim: these bound the memory. Chosen.
        if (h->divisions[i] < 1 || h->divisions[i] > 1000)
            return false;
        cells *= h->divisions[i];
        if (cells > 1u << 28 || !(h->cell[i] > 1e-100 && h->cell[i] < 1e100) || !(fabs(h->lower[i]) < 1e100))
            return false;
    }
    return cells == h->cells && h->misses <= h->samples && h->completes <= 1;
}

// Whether the index, where each cell's starts begin, grows from 0 to the count by no more than a cell may have.
static bool is_index(const swvi_starts_header *h, const unsigned char *bytes)
{
    uint32_t before = 0;
    for (uint64_t c = 0; c <= h->cells; ++c) {
        uint32_t first;
        memcpy(&first, bytes + SWVI_STARTS_HEADER + 4 * c, 4);
        if (first < before || first - before > SWVI_STARTS_MAX || (c == 0 && first != 0))
            return false;
        before = first;
    }
    return before == h->count;
}

// What is wrong with `size` bytes; *h takes their header.
static swv_table_fault fault_of(const unsigned char *bytes, size_t size, swvi_starts_header *h)
{
    if (size < SWVI_STARTS_HEADER)
        return size >= 8 && memcmp(bytes, SWVI_STARTS_MAGIC, 8) == 0 ? SWV_TABLE_TRUNCATED : SWV_TABLE_FOREIGN;
    memcpy(h, bytes, sizeof *h);
    if (memcmp(h->magic, SWVI_STARTS_MAGIC, 8) != 0 || h->byte_order != SWVI_STARTS_BYTE_ORDER)
        return SWV_TABLE_FOREIGN;
    if (h->version != SWVI_STARTS_VERSION)
        return h->version > SWVI_STARTS_VERSION ? SWV_TABLE_FUTURE : SWV_TABLE_CORRUPT;
    if (h->file_size != size)
        return SWV_TABLE_TRUNCATED;
    const bool is_sound =
        swvi_table_checksum(bytes + SWVI_STARTS_CHECKED_FROM, size - SWVI_STARTS_CHECKED_FROM) == h->checksum &&
        is_grid(h) && SWVI_STARTS_HEADER + index_bytes(h) + 8 * (uint64_t)h->count == size && is_index(h, bytes);
    return is_sound ? SWV_TABLE_SOUND : SWV_TABLE_CORRUPT;
}

swv_status swv_starts_open(const swv_skeleton *skeleton, const void *bytes, size_t size, swv_starts *starts,
                           swv_table_fault *fault)
{
    if (!starts || !skeleton || !bytes)
        return SWV_NULL;
    if (swv_skeleton_check(skeleton) != SWV_OK)
        return SWV_BAD_MODEL;
    swv_starts            made = { .bytes = bytes, .size = size, .cookie = COOKIE };
    swvi_starts_header    h;
    const swv_table_fault found = (uintptr_t)bytes % 8 ? SWV_TABLE_UNALIGNED : fault_of(bytes, size, &h);
    if (fault)
        *fault = found;
    if (found != SWV_TABLE_SOUND || !swvi_starts_fit(&made, skeleton))
        return SWV_BAD_MODEL;
    if (h.chain_hash != swvi_starts_hash(skeleton))
        return SWV_BAD_ARGUMENT;
    made.seed = h.seed;
    made.samples = h.samples;
    made.misses = h.misses;
    made.cells = h.cells;
    made.count = h.count;
    made.completes = h.completes;
    made.first = (const uint32_t *)(const void *)(made.bytes + SWVI_STARTS_HEADER);
    made.starts = (const int16_t *)(const void *)(made.bytes + SWVI_STARTS_HEADER + index_bytes(&h));
    for (int i = 0; i < 4; ++i) {
        made.lower[i] = h.lower[i];
        made.cell[i] = h.cell[i];
        made.divisions[i] = (int)h.divisions[i];
    }
    *starts = made;
    return SWV_OK;
}
