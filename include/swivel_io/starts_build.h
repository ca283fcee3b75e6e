// SPDX-License-Identifier: MIT
#ifndef SWIVEL_IO_STARTS_BUILD_H
#define SWIVEL_IO_STARTS_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swivel/solve.h"

/// Builds tables of starts (swivel/solve.h) and keeps them in files. It allocates, runs threads and opens files.

/// What is wrong when there is no memory or no file.
typedef enum swv_table_result {
    SWV_TABLE_DONE = 0,
    SWV_TABLE_BAD_PLAN,  ///< unknown model, or a value out of range
    SWV_TABLE_NO_MEMORY,
    SWV_TABLE_STOPPED,   ///< `progress` ended it
    SWV_TABLE_NO_FILE,   ///< it cannot be read or written: see errno
    SWV_TABLE_BAD_FILE,  ///< it is not a valid table: see the fault
} swv_table_result;

/// Zero in any field but `skeleton` means its default.
typedef struct swv_starts_plan {
    const swv_skeleton *skeleton;   ///< six or seven hinges in a line
    int                 divisions;  ///< cells along each of four axes; 2 to 40, default 16
    int                 samples;    ///< random postures for each cell and round, on average; 1 to 10,000, default 24
    int                 rounds;     ///< 1 to 1,000, default 8
    uint64_t            seed;
    int threads;  ///< default 1, at most 64. The table is the same, byte for byte, whatever their number
    /// Called from time to time with the progress, 0 to 1, never by two threads at once; returning false ends the
    /// build. May be NULL.
    bool (*progress)(void *user, double fraction);
    void *user;
} swv_starts_plan;

/// Make a table of starts. Free *bytes with swv_table_free; swv_table_write writes them to a file.
SWV_EXTERN swv_table_result swv_starts_build(const swv_starts_plan *plan, unsigned char **bytes, size_t *size);

/// Frees what a builder of tables has made.
SWV_EXTERN void swv_table_free(unsigned char *bytes);

/// Write tables, one after the other, to a temporary file and rename it when complete, so that either the old or the
/// new file is there.
SWV_EXTERN swv_table_result swv_table_write(const char *path, const unsigned char *const *parts, const size_t *sizes,
                                            int count);

/// A table of starts in a file that is mapped read-only (read, where there is no mapping).
typedef struct swv_starts_file {
    swv_starts starts;
    void      *memory;
    size_t     size;
} swv_starts_file;

/// SWV_TABLE_BAD_PLAN: the skeleton cannot have such a table, or the file was made for another one.
SWV_EXTERN swv_table_result swv_starts_file_open(const swv_skeleton *skeleton, const char *path, swv_starts_file *file,
                                                 swv_table_fault *fault);

/// Frees its memory.
SWV_EXTERN void swv_starts_file_close(swv_starts_file *file);

// ---- how much it finds ----

/// Targets are poses of random postures.
typedef struct swv_starts_score {
    int targets;
    int missed;  ///< targets whose original posture is not among the solutions
    int known,
        found;  ///< solutions by restarts of the engine, including the original postures, and those of them that the table finds
    int64_t solutions, starts, iterations;   ///< as in swv_starts_report, summed
    double  position_error, rotation_error;  ///< the worst, in the chain's unit of length and radians
} swv_starts_score;

/// Try `targets` random postures, each with `restarts` random restarts of the engine; 0: none, and then known is targets.
/// Postures are the same to within 1e-3 rad. SWV_BAD_MODEL if the table was not opened.
SWV_EXTERN swv_status swv_starts_verify(const swv_starts *starts, int targets, int restarts, uint64_t seed,
                                        swv_starts_score *score);

#endif
