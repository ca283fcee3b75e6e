// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_CSV_H
#define SWIVEL_CLI_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "progress.h"

/// Rows of numbers separated by commas, as text: in from a file or a pipe, out to standard output.
///
/// Lines may be of any length and end in LF or CR LF, the last one in nothing. Blank lines, lines that begin with '#',
/// and a first line that is a header (its first field begins like a name, not like a number) are passed over.
typedef struct csv_reader {
    const char *name;      ///< of the file, for messages
    int         columns;   ///< numbers in a row
    const char *expected;  ///< for messages: "a posture of arm7 has 7"
    progress    done;      ///< done.lines is the number of the line read last
    /// Numbers a row may have beyond `columns`; 0 unless set after opening. The first row decides whether all have
    /// them, and `columns` then counts them too.
    int optional_columns;
    // The rest is the reader's own: text[begin .. end) has been read from the file and not yet used.
    int    file;
    char  *text;
    size_t begin, end, capacity;
    bool   at_end, header_is_past;
} csv_reader;

/// Open the file at `path`; "-" is standard input. A file that cannot be read ends the command with a message.
csv_reader csv_open(const char *path, int columns, const char *expected);

/// Read the next row. False at the end. A malformed line ends the command with a message, after all that was written
/// before it. Results written so far are brought out whenever the reader has to wait for more.
bool csv_read(csv_reader *reader, double *row);

void csv_close(csv_reader *reader);

/// Read one row from text[0 .. length), which ends in a '\0'. If it is malformed, returns false and says what is
/// wrong, and in which field, in `problem`.
#define CSV_PROBLEM_SIZE 512
bool csv_parse_row(const char *text, size_t length, int columns, const char *expected, double *row,
                   char problem[CSV_PROBLEM_SIZE]);

/// Write one row to standard output, after `label` and a comma if it is not NULL. Every number can be read back to
/// the same bits.
void csv_write(const char *label, const double *row, int columns);

#endif
