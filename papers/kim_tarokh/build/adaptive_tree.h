// SPDX-License-Identifier: MIT
// One root of an adaptive table: its cell, halved until the models of its leaves are good.
#ifndef SWIVEL_ADAPTIVE_TREE_H
#define SWIVEL_ADAPTIVE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kim_tarokh/build/adaptive_space.h"

/// Numbers as in the file (adaptive_internal.h), but of this tree alone. nodes[0] is the root. Counts, and how many there is memory for.
typedef struct swvi_tree {
    uint32_t *nodes, *first;
    float    *records;
    uint32_t  node_count, leaf_count, branch_count;
    size_t    node_room, leaf_room, branch_room;
    bool      is_out_of_memory;
} swvi_tree;

/// A posture that begins a search, and its inputs.
typedef struct swvi_seed {
    double       x[3];
    swvi_posture posture;
} swvi_seed;

typedef struct swvi_tree_plan {
    const swvi_polar *polar;
    double            tolerance;  ///< metres, of swv_adaptive_plan
    int               depth;      ///< a cell is halved at most so many times
} swvi_tree_plan;

/// Grow the tree of a cell (lower and side, inputs' units) from postures whose inputs lie in it.
void swvi_tree_grow(const swvi_tree_plan *plan, const double *lower, const double *side, const swvi_seed *seeds,
                    int count, uint64_t random, swvi_tree *tree);
void swvi_tree_free(swvi_tree *tree);

#endif
