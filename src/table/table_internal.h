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
    uint32_t      space, kind, inputs, hidden;
    uint32_t      cells, branches, record_floats, samples;
    uint64_t      seed;
    uint32_t      divisions[SWV_TABLE_MAX_INPUTS];
    double        lower[SWV_TABLE_MAX_INPUTS], cell[SWV_TABLE_MAX_INPUTS];
    double        joint_lower[SWV_TABLE_MAX_INPUTS], joint_upper[SWV_TABLE_MAX_INPUTS];
    double        nearest, farthest;
    unsigned char rest[SWVI_TABLE_HEADER - 272];
} swvi_table_header;

/// FNV-1a over words of eight bytes, and over the bytes that are left.
uint64_t swvi_table_checksum(const unsigned char *bytes, uint64_t size);

uint64_t swvi_table_chain_hash(const swv_chain *chain);

// A record: the slack, by which an angle may lie outside its limits and still be brought to them, then the model.
//   polynomial  for each joint one coefficient for each term
//   net         hidden rows of bias and weights, then for each joint a bias and hidden weights
// Inputs are local to the cell, -1 to 1.

/// How many terms a polynomial has.
static inline int swvi_table_terms(swv_table_kind kind, int inputs)
{
    return kind == SWV_TABLE_LINEAR ? 1 + inputs : 1 + inputs + inputs * (inputs + 1) / 2;
}

static inline int swvi_table_record_floats(swv_table_kind kind, int inputs, int hidden)
{
    return kind == SWV_TABLE_NET ? 1 + hidden * (1 + inputs) + inputs * (1 + hidden)
                                 : 1 + inputs * swvi_table_terms(kind, inputs);
}

enum { SWVI_TABLE_MAX_TERMS = 15 };

/// The angles of a record.
void swvi_table_evaluate(swv_table_kind kind, int n, int hidden, const float *record, const double *x, double *q);

static inline void swvi_table_terms_of(swv_table_kind kind, int inputs, const double *x,
                                       double terms[SWVI_TABLE_MAX_TERMS])
{
    int k = 0;
    terms[k++] = 1.0;
    for (int i = 0; i < inputs; ++i)
        terms[k++] = x[i];
    for (int i = 0; kind == SWV_TABLE_QUADRATIC && i < inputs; ++i)
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
