// SPDX-License-Identifier: MIT
// Newton's method from several starts at once, for each instruction set, and from all that a table has. Angles are radians.
#ifndef SWIVEL_BATCH_STARTS_NEWTON_H
#define SWIVEL_BATCH_STARTS_NEWTON_H

#include "batch/lanes.h"
#include "solve/starts_internal.h"

/// So many starts at once, whatever the instruction set, or results would depend on it.
enum { SWVI_STARTS_LANES = 8 };

/// The angles of joints 2 to 5 of each lane, and what swvi_starts_step says of them.
typedef struct swvi_starts_lanes {
    double v[4][SWVI_STARTS_LANES], step[4][SWVI_STARTS_LANES];
    double flat[4][SWVI_STARTS_LANES], pivot[SWVI_STARTS_LANES];
    double error[5][SWVI_STARTS_LANES], facing[SWVI_STARTS_LANES];
    double cosine[SWVI_STARTS_LANES], sine[SWVI_STARTS_LANES], cosine6[SWVI_STARTS_LANES], sine6[SWVI_STARTS_LANES];
} swvi_starts_lanes;

SWVI_DECLARE_LANE_LOOP(starts, const swvi_starts_shape *shape, const swvi_starts_target *target,
                       swvi_starts_lanes *lanes)

/// Angles v of joints 2 to 5, and direction of the turns of joints 1 and 6.
typedef struct swvi_starts_solution {
    double v[4], cosine, sine, cosine6, sine6;
} swvi_starts_solution;

/// Where to begin: `count` times four angles, 32768 to half a turn.
typedef struct swvi_starts_list {
    const int16_t *starts;
    int            count;
} swvi_starts_list;

/// The starts of a cell.
static inline swvi_starts_list swvi_starts_of(const swv_starts *starts, uint32_t cell)
{
    const uint32_t first = starts->first[cell];
    return (swvi_starts_list){ starts->starts + 4 * (size_t)first, (int)(starts->first[cell + 1] - first) };
}

/// Newton's method from each of these starts. How many solutions there are, at most SWV_STARTS_MAX_SOLUTIONS, of which the first
/// `known` were there before. came[i], where it is not NULL, says which one start i led to, or -1.
int swvi_starts_newton(const swvi_starts_shape *shape, const swvi_starts_target *target, swvi_starts_list from,
                       swvi_starts_solution *solutions, int known, int *iterations, int *came);

/// Looks for more where the number of solutions known is odd. How many there are then; *tried and *iterations grow.
int swvi_starts_complete(const swv_starts *starts, uint32_t cell, const swvi_starts_target *target,
                         swvi_starts_solution *solutions, int known, int *tried, int *iterations);

/// All solutions that the table leads to, how many starts were tried, and steps.
int swvi_starts_find(const swv_starts *starts, const swvi_starts_target *target, swvi_starts_solution *solutions,
                     int *tried, int *iterations);

/// The solution that has these angles to within `distance`, or -1.
int swvi_starts_known(const swvi_starts_solution *solutions, int count, const double v[4], double distance);

#endif
