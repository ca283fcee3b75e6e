// SPDX-License-Identifier: MIT
// Where the tip of a model can be: what is found, and how it is shown.
#ifndef SWIVEL_CLI_WORKSPACE_H
#define SWIVEL_CLI_WORKSPACE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <swivel_papers/planar_finger.h>
#include <swivel_papers/models.h>

#include "verbs/reachable.h"
#include "verbs/upper_limb_reach.h"

enum { MAX_SETS = LIMB_SETS };

typedef struct workspace {
    const swv_model *model;
    swv_vec3         base;
    bool             has_limits;
    uint64_t         samples, seed;
    cell_grid        grid;  ///< one for all sets
    int              flat;  ///< the axis that the model does not leave; -1: none
    int              count;
    reachable_set    sets[MAX_SETS];
    extent           extents[MAX_SETS];
    uint8_t         *reached[MAX_SETS];
    cell_sum         sums[MAX_SETS];
} workspace;

/// Fails if a call did.
void check_workspace(swv_status status);

// ---- workspace_sets.c ----

/// Finds the model, sets w->model, base, count and sets. "upper-limb" is one, though not a chain.
void make_workspace_sets(workspace *w, const char *name);

/// Whether a set is the exact area of a finger.
bool is_finger_set(const reachable_set *set, swv_finger_kind *kind);

// ---- workspace_output.c ----

/// Area or volume of a number of cells, and the unit of lengths.
double      workspace_size(const workspace *w, size_t count);
const char *workspace_unit(const workspace *w);

void print_workspace(const workspace *w);
void json_workspace(const workspace *w);
void write_workspace_cells(FILE *file, const workspace *w);

// ---- workspace_drawing.c ----

void draw_workspace(FILE *file, const workspace *w);

#endif
