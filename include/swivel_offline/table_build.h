// SPDX-License-Identifier: MIT
#ifndef SWIVEL_OFFLINE_TABLE_BUILD_H
#define SWIVEL_OFFLINE_TABLE_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/table.h"

/// Making tables, and keeping them in files. This is a library of its own, swivel_offline: it allocates, runs threads and opens
/// files, which the core never does. It is not installed; the command is built on it.

/// Zero in any field but `model` means its default.
typedef struct swv_table_plan {
    const char    *model;        ///< "puma560" or "arm7"
    swv_table_kind kind;         ///< default SWV_TABLE_LINEAR
    double         cell_length;  ///< metres, default the document's: 0.1 for the Puma (0.2 for a net), 0.06 for the arm
    double         cell_angle;   ///< radians, for the swivel; default 10 degrees
    int            samples;      ///< for each branch of a cell, 8 to 10,000; default 120, of a net 200
    int            hidden;       ///< neurons of a net, default 5
    uint64_t       seed;
    int            threads;  ///< default 1, at most 64. The table is the same, byte for byte, whatever their number
    /// Told how much is done, from 0 to 1, now and then and never by two threads at once; false ends the build. May be NULL.
    bool (*progress)(void *user, double fraction);
    void *user;
} swv_table_plan;

/// What is wrong when there is no memory or no file.
typedef enum swv_table_result {
    SWV_TABLE_DONE = 0,
    SWV_TABLE_BAD_PLAN,  ///< no such model, or a value out of range
    SWV_TABLE_NO_MEMORY,
    SWV_TABLE_STOPPED,   ///< progress said so
    SWV_TABLE_NO_FILE,   ///< it cannot be read or written: errno says why
    SWV_TABLE_BAD_FILE,  ///< it is no sound table: see the fault
} swv_table_result;

/// Make a table. *bytes is to be given to swv_table_free.
SWV_EXTERN swv_table_result swv_table_build(const swv_table_plan *plan, unsigned char **bytes, size_t *size);
SWV_EXTERN void             swv_table_free(unsigned char *bytes);

/// Write bytes to a file under another name and rename it, so that whatever happens there is the old file or the new one.
SWV_EXTERN swv_table_result swv_table_write(const char *path, const unsigned char *bytes, size_t size);

/// A table in a file that is mapped read-only (read, where there is no mapping).
typedef struct swv_table_file {
    swv_table table;
    void     *memory;
    size_t    size;
} swv_table_file;

SWV_EXTERN swv_table_result swv_table_file_open(swv_table_file *file, const char *path, swv_table_fault *fault);
SWV_EXTERN void             swv_table_file_close(swv_table_file *file);

// ---- how good it is ----

enum { SWV_TABLE_FAMILIES = 4 };

/// One branch of the closed form: how many of the targets have it, how many of these the table found, and how far off the tip was.
typedef struct swv_table_score {
    int    valid, found;
    double mean, deviation, worst;  ///< metres
    double swivel;                  ///< mean error of the swivel, radians
} swv_table_score;

/// Try `targets` points, uniform in the grid, against the closed form, branch by branch: for "puma560" bit 0 is the shoulder's other
/// way and bit 1 the elbow's, for "arm7" bit 0 is the shoulder's other way. *surplus counts postures of the table that no solution
/// inside the limits is within 0.3 rad of. SWV_BAD_MODEL if the table is not one of its model's chain.
SWV_EXTERN swv_status swv_table_verify(const swv_table *table, int targets, uint64_t seed,
                                       swv_table_score scores[SWV_TABLE_FAMILIES], int *surplus);

#endif
