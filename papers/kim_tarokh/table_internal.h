// SPDX-License-Identifier: MIT
// The file's layout and the models, shared by looking up and building. Targets are metres and radians (swv_table_space), angles radians.
#ifndef SWIVEL_TABLE_INTERNAL_H
#define SWIVEL_TABLE_INTERNAL_H

#include <stdint.h>

#include "kim_tarokh/table_frame.h"
#include "solve/table_bytes.h"
#include "swivel_papers/table.h"

// The header, then cells + 1 numbers `first`, then branches records of record_floats floats, then SWVI_TABLE_SPARE floats. All
// little-endian. Version 1, in which records had other rows, and 2, without a frame, were never released. 512 bytes leave room for what a header may still need (chosen);
// the first 32, up to the checksum, are not under it.
enum { SWVI_TABLE_VERSION = 3, SWVI_TABLE_HEADER = 512, SWVI_TABLE_CHECKED_FROM = 32 };
#define SWVI_TABLE_MAGIC      "SWVTABLE"
#define SWVI_TABLE_BYTE_ORDER 0x01020304u

/// Fields mean what those of the same name in swv_table do (table.h): grid and cells in the target's units, joint limits in radians.
typedef struct swvi_table_header {
    char          magic[8];
    uint32_t      version, byte_order;
    uint64_t      file_size;
    uint64_t      checksum;  ///< of all bytes from SWVI_TABLE_CHECKED_FROM on
    uint64_t      chain_hash;
    char          model[32];
    uint32_t      space, kind, inputs, joints, hidden;
    uint32_t      cells, branches, record_floats, samples;
    uint32_t      divisions[SWV_TABLE_MAX_INPUTS];
    uint64_t      seed;
    double        lower[SWV_TABLE_MAX_INPUTS], cell[SWV_TABLE_MAX_INPUTS];  ///< of the grid; sides of a cell
    double        joint_lower[SWV_TABLE_MAX_JOINTS], joint_upper[SWV_TABLE_MAX_JOINTS];
    double        nearest, farthest;  ///< of the tip from the base, metres
    uint32_t      every, unused;
    double        frame[SWVI_FRAME_NUMBERS];
    unsigned char rest[SWVI_TABLE_HEADER - 424];  ///< zeros after the 424 bytes above
} swvi_table_header;

// A record: for each joint the lowest angle that the branch has in this cell, for each the highest, then the model. The bounds are
// wider than the joint's limits by the model's own error where the branch goes that far: what is between is brought to the limit.
//   polynomial  for each term one coefficient for each joint
//   net         biases of the hidden neurons, for each input their weights; biases of the joints, for each neuron the joints' weights
// Inputs are local to the cell, -1 to 1. A row is read four floats at a time, so one of three joints reaches into what follows: the
// spare float at the end of the file is for the last.
enum { SWVI_TABLE_SPARE = 1 };

/// How many terms a polynomial has. The last three inputs of a mixed one are quadratic.
static inline int swvi_table_terms(swv_table_kind kind, int inputs)
{
    return 1 + inputs + (kind == SWV_TABLE_QUADRATIC ? inputs * (inputs + 1) / 2 : kind == SWV_TABLE_MIXED ? 6 : 0);
}

/// Bounds, then the model, as above.
static inline int swvi_table_record_floats(swv_table_kind kind, int inputs, int joints, int hidden)
{
    return 2 * joints + (kind == SWV_TABLE_NET ? hidden * (1 + inputs) + joints * (1 + hidden)
                                               : joints * swvi_table_terms(kind, inputs));
}

enum { SWVI_TABLE_MAX_TERMS = 1 + SWV_TABLE_MAX_INPUTS + SWV_TABLE_MAX_INPUTS * (SWV_TABLE_MAX_INPUTS + 1) / 2 };

/// What a record is: of which model, from how many numbers to how many angles.
typedef struct swvi_table_shape {
    swv_table_kind kind;
    int            inputs, joints, hidden;
} swvi_table_shape;

/// q takes the angles (radians, one for each joint) of a record at the inputs x of its cell, -1 to 1.
void swvi_table_evaluate(const swvi_table_shape *shape, const float *record, const float *x,
                         float q[SWV_TABLE_MAX_JOINTS]);

/// 1, the inputs x (-1 to 1), then products of two of them: of all, of the last three, or none.
static inline void swvi_table_terms_of(swv_table_kind kind, int inputs, const float *x,
                                       float terms[SWVI_TABLE_MAX_TERMS])
{
    const int first = kind == SWV_TABLE_QUADRATIC ? 0 : kind == SWV_TABLE_MIXED ? inputs - 3 : inputs;
    int       k = 0;
    terms[k++] = 1.0f;
    for (int i = 0; i < inputs; ++i)
        terms[k++] = x[i];
    for (int i = first; i < inputs; ++i)
        for (int j = i; j < inputs; ++j)
            terms[k++] = x[i] * x[j];
}

/// Kim and Tarokh's sigmoid, tanh, as a quotient of polynomials (Lambert's continued fraction, whose numbers these are), to
/// 2e-4: beyond 4.5 it stays at its value there. Nets are trained with it.
static inline float swvi_table_sigmoid(float x)
{
    const float least = x > -4.5f ? x : -4.5f, y = least < 4.5f ? least : 4.5f, z = y * y;
    return y * (135135.0f + z * (17325.0f + z * (378.0f + z))) /
           (135135.0f + z * (62370.0f + z * (3150.0f + z * 28.0f)));
}

#endif
