// SPDX-License-Identifier: MIT
// What tables in files have in common: a checksum of their bytes, and one of the chain they were made for.
#ifndef SWIVEL_TABLE_BYTES_H
#define SWIVEL_TABLE_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#include "swivel/geometry.h"

/// FNV-1a over words of eight bytes, and over the bytes that are left.
uint64_t swvi_table_checksum(const unsigned char *bytes, uint64_t size);

/// A joint as the checksum of a chain has it: in the frame of the joint before it, metres and radians.
typedef struct swvi_table_joint {
    swv_vec3 origin, axis;
    bool     slides;
    int      follows;  ///< -1: none
    double   ratio, offset, lower, upper;
} swvi_table_joint;

/// Lengths, axes and limits of a chain: where it begins and ends, then joint after joint.
uint64_t swvi_table_chain_hash(int joint_count, const swv_pose *base, const swv_pose *tip);
uint64_t swvi_table_joint_hash(uint64_t hash, const swvi_table_joint *joint);

#endif
