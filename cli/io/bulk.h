// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_BULK_H
#define SWIVEL_CLI_BULK_H

#include <stdbool.h>
#include <stdint.h>

#include "io/csv.h"
#include "io/text.h"

/// Rows of a file or a pipe, each turned into lines of output of its own: on all cores, written in the order of the rows,
/// the same bytes whatever the number of threads.
///
/// Memory is bounded however long the input is. Where it pauses, all that came before is answered. A malformed row ends
/// the command with a message "FILE:LINE: ...", after the output of all rows before it.

typedef struct bulk_row {
    const double *values;
    int           columns;
    uint64_t      number;  ///< 1 is the first
} bulk_row;

/// Put the lines of one row at the end of `out`. If the row is no good, return false and say why in `problem`. Called
/// from several threads at once: nothing but `out` and `problem` is written to.
typedef bool bulk_work(const void *context, const bulk_row *row, text_buffer *out, char problem[CSV_PROBLEM_SIZE]);

#define BULK_MAX_COLUMNS 128

typedef struct bulk_job {
    const char *path;              ///< "-" is standard input
    int         columns;           ///< numbers in a row, at most BULK_MAX_COLUMNS with the optional ones
    int         optional_columns;  ///< as in csv_reader
    const char *expected, *row_name;
    const char *header;  ///< the first line of the output
    int         threads;
    bulk_work  *work;
    const void *context;  ///< for `work`
} bulk_job;

void bulk_run(const bulk_job *job);

/// The value of --threads; NULL: as many as there are cores. Ends the command with a message if it is no such number.
int read_threads(const char *text);

#endif
