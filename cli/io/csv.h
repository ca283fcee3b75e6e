// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_CSV_H
#define SWIVEL_CLI_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/progress.h"
#include "io/text.h"

/// Rows of numbers separated by commas, as text: in from a file or a pipe, out to standard output.
///
/// Lines may have up to CSV_LONGEST_LINE bytes and end in LF or CR LF, the last one in nothing. Numbers may be in quotation
/// marks. Blank lines, lines that begin with '#', and a first line that is a header (it begins like a name, and none of
/// its fields like a number) are passed over.
enum { CSV_LONGEST_LINE = 1 << 20 };
typedef struct csv_reader {
    const char *name;      ///< of the file, for messages
    int         columns;   ///< numbers in a row
    const char *expected;  ///< for messages: "a posture of arm7 has 7"
    progress    done;      ///< done.lines is the number of the line read last
    uint64_t    rows;      ///< how many have been read
    /// Numbers a row may have beyond `columns`; 0 unless set after opening. The first row decides whether all have
    /// them: `columns` then counts them too.
    int optional_columns;
    bool
        keeps_header;  ///< the first row that csv_next_row gives is the header, if there is one; false unless set after opening
    bool        has_blanks;  ///< fields may be empty: a NaN; false unless set after opening
    const char *row_name;    ///< what a row is, for a message about those that differ from the first: "target"
    /// Called with `owner` whenever the reader has to wait for more, so that what it has given can be made use of.
    /// Unless set after opening: brings out the results written so far.
    void (*before_waiting)(void *owner);
    void *owner;
    // The rest is the reader's own: text[begin .. end) has been read from the file and not yet used.
    int    file;
    char  *text;
    size_t begin, end, capacity;
    bool   at_end, header_is_past, out_of_memory, line_is_too_long;
    int    error;  // of the last read, as in errno
    char   first_has[64];
} csv_reader;

/// Open the file at `path`; "-" is standard input. A file that cannot be read ends the command with a message.
csv_reader csv_open(const char *path, int columns, const char *expected);

/// Read the next row. False at the end. A malformed line ends the command with a message, after all that was written
/// before it.
bool csv_read(csv_reader *reader, double *row);

/// The text of the next row, to be used before the next call; it ends in a '\0'. NULL at the end, and if reading
/// failed. Never ends the command.
const char *csv_next_row(csv_reader *reader, size_t *length);

/// The numbers of that text, of row `number` from 1. If it is malformed, returns false and says what is wrong, and in
/// which field, in `problem`. Only what does not change after the first row is looked at in `reader`.
#define CSV_PROBLEM_SIZE 512
bool csv_parse(const csv_reader *reader, uint64_t number, const char *text, size_t length, double *row,
               char problem[CSV_PROBLEM_SIZE]);

/// The same of any text[0 .. length) that ends in a '\0'.
bool csv_parse_row(const char *text, size_t length, int columns, const char *expected, double *row,
                   char problem[CSV_PROBLEM_SIZE]);

/// End the command with a message if the reader stopped because reading failed.
void csv_check_end(const csv_reader *reader);

void csv_close(csv_reader *reader);

/// Put one row at the end of `out`. Every number can be read back to the same bits.
void csv_append(text_buffer *out, const double *row, int columns);

/// Write one row to standard output, after `label` and a comma if it is not NULL.
void csv_write(const char *label, const double *row, int columns);

#endif
