// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_REACHABLE_H
#define SWIVEL_CLI_REACHABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <swivel/geometry.h>

#include "draw/svg.h"

/// Sets of places that something can reach: how far they go, which cells of a grid they fill, and their outlines.

/// A set is given by the place of each posture, and exactly if a closed form can say whether a place is reached.
typedef struct reachable_set {
    const char *label;
    svg_colour  colour;

    /// The place of a posture. Its numbers go from 0 to 1, all of the way that its joints may go; what lies outside is
    /// a posture too, by going round or staying at the limit.
    swv_vec3 (*place_of)(const void *model, const double *posture);
    const void *model;
    int         dimension;  ///< how many numbers a posture has, at most SWV_MAX_JOINTS

    /// Whether a place is reached, exactly; NULL: no closed form is known.
    bool (*reaches)(const void *form, swv_vec3 place);
    const void *form;
} reachable_set;

/// How far a set goes.
typedef struct extent {
    swv_vec3 low, high;          ///< of the box around it
    double   nearest, furthest;  ///< from the base
} extent;

/// By postures spread evenly, the best of which are then improved until they are extreme: exact to rounding unless a
/// narrow peak is missed.
extent find_extent(const reachable_set *set, swv_vec3 base, uint64_t seed);

/// The smallest box around both; of the distances the least and the greatest.
extent join_extents(const extent *a, const extent *b);

/// Cubes, or squares if the box is flat: then there is one layer of them.
typedef struct cell_grid {
    swv_vec3 corner;    ///< the lowest
    double   side;      ///< of a cell
    int      count[3];  ///< cells along x, y, z
} cell_grid;

/// A grid over a box, with this many cells along its longest side.
cell_grid make_grid(const extent *box, int cells);

/// The axis along which there is one layer only; -1: none, or more than one.
int flat_axis(const cell_grid *grid);

size_t cell_count(const cell_grid *grid);

swv_vec3 cell_centre(const cell_grid *grid, size_t cell);

/// For each cell how often it was reached: x runs fastest, then y, then z. Exactly: 1 if its centre is. Else how many
/// of `samples` postures, spread evenly, end in it; 255 stands for more, too. Shows the progress. Out of memory ends the
/// command with a message; the caller frees the array.
uint8_t *reach_cells(const reachable_set *set, const cell_grid *grid, uint64_t samples, uint64_t seed);

/// The share of the sphere of this radius that is reached: by the set itself if it is exact, else by its cells.
double share_of_sphere(const reachable_set *set, const cell_grid *grid, const uint8_t *reached, swv_vec3 centre,
                       double radius);

/// What the cells that were reached make up.
typedef struct cell_sum {
    size_t count;  ///< of cells
    size_t edge;   ///< of those with a neighbour, over a face, that was not reached
    size_t once;   ///< of those that were reached once
} cell_sum;

cell_sum sum_cells(const cell_grid *grid, const uint8_t *reached);

/// Closed paths, as plot.h's areas want them: a NaN after each.
typedef struct outline {
    double *xy;  ///< x, y in turn; the caller frees it
    size_t  count;
} outline;

/// Where the reached cells lie at least `depth` cells deep, seen along the axis that is neither `across` nor `up`: the
/// outline runs between the centres of those that do and of those that do not. Out of memory ends the command with a
/// message.
outline find_outline(const cell_grid *grid, const uint8_t *reached, int across, int up, double depth);

/// Take the steps of the cells out of an outline. What is larger than a few cells stays where it is.
void round_corners(outline *o);

/// The most cells that lie behind each other along the third axis.
int greatest_depth(const cell_grid *grid, const uint8_t *reached, int across, int up);

#endif
