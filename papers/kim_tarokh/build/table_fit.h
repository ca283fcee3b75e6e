// SPDX-License-Identifier: MIT
// One branch of one cell: a model that gives the angles (radians) of its samples. d'm d below is in square metres, of an orientation square radians.
#ifndef SWIVEL_TABLE_FIT_H
#define SWIVEL_TABLE_FIT_H

#include <stdint.h>

#include "kim_tarokh/table_internal.h"

enum { SWVI_FIT_WORKSPACE = SWVI_TABLE_MAX_TERMS + SWV_TABLE_MAX_JOINTS };

typedef struct swvi_samples {
    int     inputs, n, count;
    double *x;  ///< count rows of `inputs`: local to the cell, -1 to 1
    double *q;  ///< count rows of n angles, continuous over the cell
    double *m;  ///< count symmetric matrices n x n: an error d of the angles counts d'm d
} swvi_samples;

/// How a net is trained: so many times from other first weights, so many steps each.
typedef struct swvi_training {
    int      tries, steps;
    uint64_t seed;
} swvi_training;

/// Fill a record but for its bounds.
/// workspace  SWVI_FIT_WORKSPACE numbers for each sample
void swvi_table_fit(const swvi_table_shape *shape, const swvi_samples *samples, const swvi_training *training,
                    double *workspace, float *record);

#endif
