// SPDX-License-Identifier: MIT
#ifndef SWIVEL_IO_STARTS_BUILD_H
#define SWIVEL_IO_STARTS_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swivel/solve.h"

/// Making tables of starts (swivel/starts.h), and keeping them in files. It allocates, runs threads and opens files.

/// What is wrong when there is no memory or no file.
typedef enum swv_table_result {
    SWV_TABLE_DONE = 0,
    SWV_TABLE_BAD_PLAN,  ///< no such model, or a value out of range
    SWV_TABLE_NO_MEMORY,
    SWV_TABLE_STOPPED,   ///< progress said so
    SWV_TABLE_NO_FILE,   ///< it cannot be read or written: errno says why
    SWV_TABLE_BAD_FILE,  ///< it is no sound table: see the fault
} swv_table_result;

/// Zero in any field but `skeleton` means its default.
typedef struct swv_starts_plan {
    const swv_skeleton *skeleton;   ///< six or seven hinges in a line
    int                 divisions;  ///< cells in a row, of each of four; 2 to 40, default 16
    int                 samples;    ///< random postures for each cell and round, on average; 1 to 10,000, default 24
    int                 rounds;     ///< 1 to 1,000, default 8
    uint64_t            seed;
    int threads;  ///< default 1, at most 64. The table is the same, byte for byte, whatever their number
    /// Told how much is done, from 0 to 1, now and then and never by two threads at once; false ends the build. May be NULL.
    bool (*progress)(void *user, double fraction);
    void *user;
} swv_starts_plan;

/// Make a table of starts. *bytes is to be given to swv_table_free, and may be written by swv_table_write.
SWV_EXTERN swv_table_result swv_starts_build(const swv_starts_plan *plan, unsigned char **bytes, size_t *size);

/// Frees what a builder of tables has made.
SWV_EXTERN void swv_table_free(unsigned char *bytes);

/// Write tables, one after the other, to a file under another name and rename it, so that whatever happens there is the old file or
/// the new one.
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

/// Gives its memory back.
SWV_EXTERN void swv_starts_file_close(swv_starts_file *file);

// ---- how much it finds ----

/// Targets are where random postures reach.
typedef struct swv_starts_score {
    int targets;
    int missed;  ///< targets whose own posture is not among the solutions
    int known,
        found;  ///< solutions by restarts of the engine, own postures included, and those of them that the table finds
    int64_t solutions, starts, iterations;   ///< as in swv_starts_report, summed
    double  position_error, rotation_error;  ///< the worst, in the chain's unit of length and radians
} swv_starts_score;

/// Try `targets` random postures, each with `restarts` random restarts of the engine; 0: none, and then known is targets.
/// Postures are the same to within 1e-3 rad. SWV_BAD_MODEL if the table was not opened.
SWV_EXTERN swv_status swv_starts_verify(const swv_starts *starts, int targets, int restarts, uint64_t seed,
                                        swv_starts_score *score);

#endif
