// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_TABLE_BUILD_H
#define SWIVEL_PAPERS_TABLE_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel_io/starts_build.h"
#include "swivel_papers/table.h"

/// Builds tables and keeps them in files. It allocates, runs threads and opens files; lookups never do. A program that
/// calls it also links swivel_io.

/// Zero in any field but `model` means its default.
typedef struct swv_table_plan {
    const char    *model;   ///< "puma560" or "arm7"
    swv_table_kind kind;    ///< default Kim and Tarokh's polynomial, SWV_TABLE_LINEAR or _MIXED
    double cell_length;     ///< metres, default Kim and Tarokh's: 0.1 for the Puma (0.2 for a net), 0.06 for the arm
    double cell_swivel;     ///< radians, default 10 degrees
    bool   is_orientation;  ///< the wrist, over the joints before it and the orientation; else the position
    double cell_angle;      ///< of an orientation: the joints before the wrist, radians, default 20 degrees
    double cell_turn;       ///< of an orientation: its three angles, default 45 degrees
    int    samples;  ///< for each branch of a cell, 8 to 10,000; default 120, of a net 200, of an orientation 100
    int    hidden;   ///< neurons of a net, default 5
    /// If not 0: make one cell of this many only, of an orientation all of one in this many cells of its joints: a sample to measure with.
    int      every;
    uint64_t seed;
    size_t   max_bytes;  ///< of memory, the table's included; more is SWV_TABLE_NO_MEMORY. Default 4 billion
    int      threads;    ///< default 1, at most 64. The table is the same, byte for byte, whatever their number
    /// Called from time to time with the progress, 0 to 1, never by two threads at once; returning false ends the
    /// build. May be NULL.
    bool (*progress)(void *user, double fraction);
    void *user;
} swv_table_plan;

/// Make a table. Free *bytes with swv_table_free.
SWV_EXTERN swv_table_result swv_table_build(const swv_table_plan *plan, unsigned char **bytes, size_t *size);

/// One table or two, the position's and the orientation's, in a file that is mapped read-only (read, where there is no mapping).
typedef struct swv_table_file {
    swv_table position;     ///< bytes NULL: not in the file
    swv_table orientation;  ///< likewise
    void     *memory;
    size_t    size;
} swv_table_file;

/// Maps the file and checks it from end to end. `fault` (may be NULL) says why it is not a valid table.
SWV_EXTERN swv_table_result swv_table_file_open(const char *path, swv_table_file *file, swv_table_fault *fault);

/// Frees its memory.
SWV_EXTERN void swv_table_file_close(swv_table_file *file);

// ---- how good it is ----

enum { SWV_TABLE_FAMILIES = 8 };

/// One branch of the closed form: the number of targets that have it, how many of these the table found, and the errors
/// of the tip.
typedef struct swv_table_score {
    int    valid, found;
    double mean, deviation, worst;  ///< metres, of an orientation radians
    double swivel;                  ///< mean error of the swivel, radians
    double mean_of_best[101];       ///< mean over the best 0 to 100 % of those found
} swv_table_score;

typedef struct swv_table_scores {
    int             families;  ///< branches that the closed form has
    swv_table_score of[SWV_TABLE_FAMILIES];
    int             answers;        ///< postures that the table gave
    int             surplus;        ///< those that are not near any solution inside the limits
    double          surplus_worst;  ///< their largest error of the tip
} swv_table_scores;

/// Try `targets` of them, uniform in the position's grid and in the orientation's angles, against the closed form,
/// branch by branch. Of a position: for "puma560" bit 0 of the branch is the shoulder's second solution and bit 1 the
/// elbow's, for "arm7" bit 0 is the shoulder's. A posture is the branch's if it is within 0.3 rad of the closed form's
/// in every joint, or if Newton's method from it ends there (where two axes are in line, their joint angles are badly
/// determined). Of an orientation: the joints before the wrist are the closed form's, bit 2 (for "arm7": 1) is the
/// wrist's other way, and a posture within 0.3 rad in the wrist's middle joint and in the hand's orientation is the
/// branch's (at the wrist's singularity the outer two are badly determined). Of a table with `every`, targets in cells
/// that were not built are skipped. SWV_BAD_MODEL if the table is not one of its model's chain. SWV_BAD_COUNT: fewer
/// than one, or too many for the memory.
SWV_EXTERN swv_status swv_table_verify(const swv_table *table, int targets, uint64_t seed, swv_table_scores *scores);

/// The same for both together, as swv_table_solve_pair answers: the joints before the wrist are the table's. position_scores and
/// orientation_scores get the errors of the same postures, found if both are as above.
SWV_EXTERN swv_status swv_table_verify_pair(const swv_table *position, const swv_table *orientation, int targets,
                                            uint64_t seed, swv_table_scores *position_scores,
                                            swv_table_scores *orientation_scores);

#endif
