// SPDX-License-Identifier: MIT
// The file's layout, and the reduced problem, shared by looking up and building.
#ifndef SWIVEL_STARTS_INTERNAL_H
#define SWIVEL_STARTS_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "skeleton/skeleton_internal.h"
#include "swivel/solve.h"
#include "solve/starts_kernel.h"

// The header, then cells + 1 numbers `first`, then starts of four int16. All little-endian. A cell has SWVI_STARTS_MAX starts at most,
// which bounds arrays of starts_build.c: chosen.
// CHECKED_FROM: the byte after the checksum, where what it covers begins. The header's fields are those of swv_starts (solve.h).
enum { SWVI_STARTS_VERSION = 1, SWVI_STARTS_HEADER = 256, SWVI_STARTS_CHECKED_FROM = 32, SWVI_STARTS_MAX = 255 };
#define SWVI_STARTS_MAGIC      "SWVSTART"
#define SWVI_STARTS_BYTE_ORDER 0x01020304u

typedef struct swvi_starts_header {
    char          magic[8];
    uint32_t      version, byte_order;
    uint64_t      file_size;
    uint64_t      checksum;  ///< of all bytes from SWVI_STARTS_CHECKED_FROM on
    uint64_t      chain_hash;
    uint64_t      seed, samples, misses;
    double        lower[4], cell[4];
    uint32_t      divisions[4];
    uint32_t      cells, count;
    uint32_t      completes;
    unsigned char rest[SWVI_STARTS_HEADER - 156];  ///< 156: bytes of all above
} swvi_starts_header;

/// The first six joints as Newton's method wants them, kept in the table.
static inline const swvi_starts_shape *swvi_shape_of(const swv_starts *starts)
{
    return (const swvi_starts_shape *)(const void *)starts->shape;
}

/// Whether swv_starts_open made it.
bool swvi_starts_is_made(const swv_starts *starts);

/// Fill starts->shape, ->skeleton and ->joint_count; false if it has not six or seven hinges in a line, each on its own.
bool swvi_starts_fit(swv_starts *starts, const swv_skeleton *skeleton);

/// A checksum of lengths, axes and limits.
uint64_t swvi_starts_hash(const swv_skeleton *skeleton);

/// The target of a pose of the tip in the world, with the last of seven joints at `redundant` radians.
void swvi_starts_target_of(const swv_starts *starts, const swv_pose *tip, double redundant, swvi_starts_target *target);

/// What a target is modulo turns about axes 1 and 6: distance of P from axis 1 and height along it (metres), cosine between axes 1 and 6, turn of
/// axis 6 against P (radians). And the address of its cell.
void     swvi_starts_place(const swvi_starts_target *target, double place[4]);
uint32_t swvi_starts_cell(const swv_starts *starts, const double place[4]);

/// The cells beside a cell, how many there are; the turn closes on itself.
enum { SWVI_STARTS_BESIDE = 8 };  // two along each of four axes
int swvi_starts_beside(const swv_starts *starts, uint32_t cell, uint32_t beside[SWVI_STARTS_BESIDE]);

/// Angles of joints 2 to 5, radians, as a start holds them, 32768 to half a turn.
void swvi_starts_pack(const double v[4], int16_t start[4]);

#endif
