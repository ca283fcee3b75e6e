// SPDX-License-Identifier: MIT
// The file's layout and the models, shared by looking up and building.
#ifndef SWIVEL_TABLE_INTERNAL_H
#define SWIVEL_TABLE_INTERNAL_H

#include <stdint.h>

#include "swivel/table.h"

// The header, then cells + 1 numbers `first`, then branches records of record_floats floats. All little-endian.
enum { SWVI_TABLE_VERSION = 1, SWVI_TABLE_HEADER = 512, SWVI_TABLE_CHECKED_FROM = 32 };
#define SWVI_TABLE_MAGIC      "SWVTABLE"
#define SWVI_TABLE_BYTE_ORDER 0x01020304u

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
    double        lower[SWV_TABLE_MAX_INPUTS], cell[SWV_TABLE_MAX_INPUTS];
    double        joint_lower[SWV_TABLE_MAX_JOINTS], joint_upper[SWV_TABLE_MAX_JOINTS];
    double        nearest, farthest;
    uint32_t      every, unused;
    unsigned char rest[SWVI_TABLE_HEADER - 344];
} swvi_table_header;

/// FNV-1a over words of eight bytes, and over the bytes that are left.
uint64_t swvi_table_checksum(const unsigned char *bytes, uint64_t size);

uint64_t swvi_table_chain_hash(const swv_chain *chain);

// A record: for each joint the lowest angle that the branch has in this cell, for each the highest, then the model. The bounds are
// wider than the joint's limits by the model's own error where the branch goes that far: what is between is brought to the limit.
//   polynomial  for each joint one coefficient for each term
//   net         hidden rows of bias and weights, then for each joint a bias and hidden weights
// Inputs are local to the cell, -1 to 1.

/// How many terms a polynomial has. The last three inputs of a mixed one are quadratic.
static inline int swvi_table_terms(swv_table_kind kind, int inputs)
{
    return 1 + inputs + (kind == SWV_TABLE_QUADRATIC ? inputs * (inputs + 1) / 2 : kind == SWV_TABLE_MIXED ? 6 : 0);
}

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

/// The angles of a record.
void swvi_table_evaluate(const swvi_table_shape *shape, const float *record, const double *x, double *q);

static inline void swvi_table_terms_of(swv_table_kind kind, int inputs, const double *x,
                                       double terms[SWVI_TABLE_MAX_TERMS])
{
    const int first = kind == SWV_TABLE_QUADRATIC ? 0 : kind == SWV_TABLE_MIXED ? inputs - 3 : inputs;
    int       k = 0;
    terms[k++] = 1.0;
    for (int i = 0; i < inputs; ++i)
        terms[k++] = x[i];
    for (int i = first; i < inputs; ++i)
        for (int j = i; j < inputs; ++j)
            terms[k++] = x[i] * x[j];
}

/// The document's sigmoid, tanh, as a quotient of polynomials (Lambert's continued fraction), to 1e-4. Nets are trained with it.
static inline double swvi_table_sigmoid(double x)
{
    const double y = x > 4.5 ? 4.5 : x < -4.5 ? -4.5 : x, z = y * y;
    return y * (135135.0 + z * (17325.0 + z * (378.0 + z))) / (135135.0 + z * (62370.0 + z * (3150.0 + z * 28.0)));
}

#endif
