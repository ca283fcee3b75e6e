// SPDX-License-Identifier: MIT
// One branch of one cell: a model that gives the angles of its samples.
#ifndef SWIVEL_OFFLINE_TABLE_FIT_H
#define SWIVEL_OFFLINE_TABLE_FIT_H

#include <stdint.h>

#include "offline/table_space.h"

typedef struct swvi_samples {
    int     n, count;
    double *x;  ///< count rows of n: inputs local to the cell, -1 to 1
    double *q;  ///< count rows of n: angles, continuous over the cell
    double *m;  ///< count symmetric matrices n x n: an error d of the angles counts d'm d
} swvi_samples;

/// Fill a record but for its slack. `seed` is for the net's first weights.
/// workspace  (SWV_TABLE_MAX_HIDDEN + 1) numbers for each sample
void swvi_table_fit(swv_table_kind kind, int hidden, const swvi_samples *samples, uint64_t seed, double *workspace,
                    float *record);

#endif
