// SPDX-License-Identifier: MIT
// Text by lines and fields, as TRC and CSV have it. A line or a field runs from a first byte to `end` or over `length` bytes.
#ifndef SWIVEL_IO_LINES_H
#define SWIVEL_IO_LINES_H

#include "io/io_internal.h"

typedef struct swvi_lines {
    swvi_reading *r;
    const char   *begin, *at, *end;  ///< of a copy of the file with room after it for swvi_number_read
    long          line;              ///< of the last one read, from 1
    char          separator;         ///< of fields
    const char   *around;            ///< characters that are no part of a field at its ends
} swvi_lines;

/// The file at its first line. False if there is no memory.
bool swvi_lines_open(swvi_reading *r, swvi_lines *t, char separator, const char *around);

/// SWV_BAD_FILE: what is expected at this byte.
swv_status swvi_lines_fail(const swvi_lines *t, const char *where, const char *what);

/// The next line (out), without blanks at its end; skips_empty: that has any bytes. False: there is none.
bool swvi_lines_next(swvi_lines *t, bool skips_empty, const char **line, const char **end);

/// Lines to come that are not empty.
int swvi_lines_left(const swvi_lines *t);

/// The field (out) at *at up to a separator, less what of the characters `around` is at its ends; *at moves to the next. False after the last.
bool swvi_lines_field(const swvi_lines *t, const char **at, const char *end, const char **field, size_t *length);

/// A field as a number: 1; 0 if it is missing, blank or NaN in any spelling; -1 if it is something else.
int swvi_lines_number(const char *field, size_t length, double *value);

#endif
