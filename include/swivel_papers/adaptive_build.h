// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_ADAPTIVE_BUILD_H
#define SWIVEL_PAPERS_ADAPTIVE_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swivel_papers/adaptive.h"
#include "swivel_papers/table_build.h"

/// Builds adaptive tables (swivel_papers/adaptive.h). Like table_build.h it allocates, runs threads and opens files.

/// Zero in any field but `model` means its default.
typedef struct swv_adaptive_plan {
    const char      *model;  ///< a model's name (models.h), or the name that the file is to bear for `chain`
    const swv_chain *chain;  ///< NULL: the model's
    double
             tolerance;  ///< metres, 1e-6 to 0.1, default 2e-4: cells are split while the wrist is off by more, or a hand 0.15 m long
    int      depth;  ///< a cell of the grid is halved at most this many times, 1 to 24, default 10
    uint64_t seed;
    int      threads;  ///< default 1, at most 64. The table is the same, byte for byte, whatever their number
    /// Called from time to time with the progress, 0 to 1, never by two threads at once; returning false ends the
    /// build. May be NULL.
    bool (*progress)(void *user, double fraction);
    void *user;
} swv_adaptive_plan;

/// Make a table. Free *bytes with swv_table_free.
SWV_EXTERN swv_table_result swv_adaptive_build(const swv_adaptive_plan *plan, unsigned char **bytes, size_t *size);

/// A table in a file that is mapped read-only (read, where there is no mapping). Write one with swv_table_write.
typedef struct swv_adaptive_file {
    swv_adaptive table;
    void        *memory;
    size_t       size;
} swv_adaptive_file;

/// Maps the file and checks it from end to end. `fault` (may be NULL) says why it is not a valid table.
SWV_EXTERN swv_table_result swv_adaptive_file_open(const char *path, swv_adaptive_file *file, swv_table_fault *fault);

/// Frees its memory.
SWV_EXTERN void swv_adaptive_file_close(swv_adaptive_file *file);

// ---- how good it is ----

enum { SWV_ADAPTIVE_FAMILIES = 8 };

/// One family of the closed form: the number of targets that have it inside the limits, how many of these the table
/// found, their errors, and how many errors exceed the stated bound.
typedef struct swv_adaptive_score {
    int    valid, found, beyond_bound;
    double mean, p999, worst;                             ///< of the wrist, metres
    double rotation_mean, rotation_p999, rotation_worst;  ///< of the hand, radians
    double swivel_mean;                                   ///< radians; seven joints
} swv_adaptive_score;

/// Try `targets` points, uniform in Kim and Tarokh's grid (and swivels in its range), each with the hand rotated by
/// random angles of the wrist, against the closed form. Families as of arm.h (the first four) or puma.h. *surplus
/// counts postures of the table that no solution inside the limits is within 0.3 rad of. Of another chain, targets are those of
/// random postures, uniform in the limits, and count as of family 0; surplus are then postures that are off by more than 0.3 rad or 0.15 m times
/// that. chain: the table's, or NULL: the model's whose name it bears. SWV_BAD_MODEL if the table is not one of that chain.
SWV_EXTERN swv_status swv_adaptive_verify(const swv_adaptive *table, const swv_chain *chain, int targets, uint64_t seed,
                                          swv_adaptive_score scores[SWV_ADAPTIVE_FAMILIES], int *surplus);

#endif
