// SPDX-License-Identifier: MIT
// An adaptive table looked up, for each instruction set: all branches of a cell at once. wrist: from the chain's base, metres; swivel: radians, -pi
// to pi; hand: its rotation in the base's axes times swv_adaptive's `hand`.
#ifndef SWIVEL_BATCH_ADAPTIVE_LANES_H
#define SWIVEL_BATCH_ADAPTIVE_LANES_H

#include "batch/lanes.h"
#include "swivel_papers/adaptive.h"

/// Branches, and two ways of each: way w of branch b is number w stride + b.
enum { SWVI_ADAPTIVE_LANES = SWV_ADAPTIVE_MAX_BRANCHES, SWVI_ADAPTIVE_WAYS = 2 * SWVI_ADAPTIVE_LANES };

/// Angles of some joints, all ways, radians.
typedef struct swvi_adaptive_group {
    float angle[4][SWVI_ADAPTIVE_WAYS];
    float slack[SWVI_ADAPTIVE_WAYS];  ///< radians, of the branch's record: how far outside its limits an angle may be
    float broken
        [SWVI_ADAPTIVE_WAYS];  ///< joints further outside their limits than the slack; the others are brought to them
} swvi_adaptive_group;

/// What is looked up.
typedef struct swvi_adaptive_found {
    int                 branches, stride;
    const float        *record[SWVI_ADAPTIVE_LANES];
    swvi_adaptive_group placing, wrist;
} swvi_adaptive_found;

#define SWVI_DECLARE_ADAPTIVE(set)                                                                      \
    void SWVI_LANE_LOOP(adaptive, set)(const swv_adaptive *table, const swv_vec3 *wrist, double swivel, \
                                       const swv_quat *hand, swvi_adaptive_found *found);
SWVI_DECLARE_ADAPTIVE(baseline)
SWVI_DECLARE_ADAPTIVE(avx2)
SWVI_DECLARE_ADAPTIVE(avx512)

#endif
