// SPDX-License-Identifier: MIT
// Checksums of tables and of chains: FNV-1a of 64 bits (its offset basis and prime), a word of eight bytes at a time, and a shift (by 29: chosen)
// after each, since the prime alone would leave the upper bytes of a word without effect on the lower bits. Part of the file formats: do not change.
#include "solve/table_bytes.h"

#include <string.h>

#include "math/scalar.h"
#include "swivel/solve.h"

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

// 0 and -0 are the same number.
static uint64_t add_number(uint64_t hash, double number)
{
    return add_word(hash, swvi_bits(number + 0.0));
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

uint64_t swvi_table_chain_hash(int joint_count, const swv_pose *base, const swv_pose *tip)
{
    return add_pose(add_pose(add_word(0xCBF29CE484222325u, (uint64_t)joint_count), base), tip);
}

uint64_t swvi_table_joint_hash(uint64_t hash, const swvi_table_joint *j)
{
    hash = add_vector(add_vector(hash, j->origin), j->axis);
    hash = add_word(add_word(hash, (uint64_t)j->slides), (uint64_t)(j->follows + 1));
    hash = add_number(add_number(hash, j->ratio), j->offset);
    return add_number(add_number(hash, j->lower), j->upper);
}

const char *swv_table_fault_text(swv_table_fault fault)
{
    static const char *const texts[] = {
        // clang-format off
        [SWV_TABLE_SOUND] = "it is sound",
        [SWV_TABLE_FOREIGN] = "it is no table, or one of a machine with the other byte order",
        [SWV_TABLE_FUTURE] = "it is a table of a newer version",
        [SWV_TABLE_TRUNCATED] = "it is shorter or longer than it says",
        [SWV_TABLE_CORRUPT] = "it is damaged",
        [SWV_TABLE_UNALIGNED] = "its memory does not begin at a multiple of 8",
        [SWV_TABLE_UNPAIRED] = "it is not a position's and an orientation's table of one chain",
        // clang-format on
    };
    return (size_t)fault < sizeof texts / sizeof texts[0] ? texts[fault] : "an unknown fault";
}
