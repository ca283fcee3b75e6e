// SPDX-License-Identifier: MIT
// Rows of numbers as text (csv.h).
#include "io/csv.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/message.h"
#include "io/number.h"
#include "io/output.h"

#ifndef O_BINARY
    #define O_BINARY 0  // Windows' own: files are bytes
#endif

enum { FIRST_CAPACITY = 1 << 18, MOST_AT_ONCE = 1 << 30 };

#define MINUS "\xE2\x88\x92"  // U+2212

static void flush_for(void *owner)
{
    (void)owner;
    flush_output();
}

// Get more text after what is there. One byte stays free for a '\0'. False if that failed.
static bool read_more(csv_reader *reader)
{
    if (reader->begin > 0) {
        memmove(reader->text, reader->text + reader->begin, reader->end - reader->begin);
        reader->end -= reader->begin;
        reader->begin = 0;
    }
    if (reader->end + 1 == reader->capacity) {
        char *larger = realloc(reader->text, 2 * reader->capacity);
        reader->out_of_memory = !larger;
        if (!larger)
            return false;
        reader->text = larger;
        reader->capacity *= 2;
    }
    reader->before_waiting(reader->owner);
    const size_t room = reader->capacity - 1 - reader->end;
    ssize_t      got;
    do
        got = read(reader->file, reader->text + reader->end, room < MOST_AT_ONCE ? (unsigned)room : MOST_AT_ONCE);
    while (got < 0 && errno == EINTR);
    reader->error = got < 0 ? errno : 0;
    reader->at_end = got == 0;
    reader->end += got > 0 ? (size_t)got : 0;
    return got >= 0;
}

void csv_check_end(const csv_reader *reader)
{
    if (reader->line_is_too_long)
        fail("%s:%llu: the line is longer than %d bytes", reader->name, (unsigned long long)reader->done.lines + 1,
             CSV_LONGEST_LINE);
    if (reader->out_of_memory)
        fail("%s:%llu: the line is too long: out of memory", reader->name, (unsigned long long)reader->done.lines + 1);
    if (reader->error)
        fail("cannot read '%s': %s", reader->name, strerror(reader->error));
}

csv_reader csv_open(const char *path, int columns, const char *expected)
{
    const bool standard_input = strcmp(path, "-") == 0;
    csv_reader reader = {
        .name = standard_input ? "standard input" : path,
        .columns = columns,
        .expected = expected,
        .before_waiting = flush_for,
        .file = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_BINARY),
        .text = malloc(FIRST_CAPACITY),
        .capacity = FIRST_CAPACITY,
    };
    if (reader.file < 0)
        fail("cannot open '%s': %s", path, strerror(errno));
    keep_input(reader.file);
    if (!reader.text)
        fail("%s: out of memory", reader.name);
    struct stat status;
    if (fstat(reader.file, &status) == 0 && S_ISREG(status.st_mode))
        reader.done.total_bytes = (uint64_t)status.st_size;
    progress_begin();
    if (!read_more(&reader))  // so that a file that opens but cannot be read, such as a folder, is found out now
        csv_check_end(&reader);
    return reader;
}

void csv_close(csv_reader *reader)
{
    progress_end();
    free(reader->text);
    if (reader->file != STDIN_FILENO)
        close(reader->file);
}

// The next line, its end replaced by a '\0'; NULL if there is none or reading failed.
static char *next_line(csv_reader *reader, size_t *length)
{
    size_t searched = 0;
    char  *line_end = NULL;
    for (;;) {
        char        *line = reader->text + reader->begin;
        const size_t available = reader->end - reader->begin;
        line_end = memchr(line + searched, '\n', available - searched);
        reader->line_is_too_long = (line_end ? (size_t)(line_end - line) : available) > CSV_LONGEST_LINE;
        if (reader->line_is_too_long)
            return NULL;
        if (line_end)
            break;
        if (reader->at_end) {
            if (available == 0)
                return NULL;
            line_end = reader->text + reader->end;
            break;
        }
        searched = available;
        if (!read_more(reader))
            return NULL;
    }
    char        *line = reader->text + reader->begin;
    const size_t used = (size_t)(line_end - line);
    reader->begin += line_end < reader->text + reader->end ? used + 1 : used;
    reader->done.bytes += used + 1;
    reader->done.lines++;

    *length = used > 0 && line[used - 1] == '\r' ? used - 1 : used;
    line[*length] = '\0';
    return line;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

// Whether a field, which goes on to the next comma or '\0', is meant as a number, a good or a bad one: it begins like
// one, in quotation marks perhaps, with the minus of typographers (U+2212) perhaps, or is "nan" or "inf".
static bool is_meant_as_number(const char *field)
{
    while (is_space(*field) || *field == '"')
        field++;
    const char *digits = field;
    if (*digits == '+' || *digits == '-')
        digits++;
    else if (strncmp(digits, MINUS, strlen(MINUS)) == 0)
        digits += strlen(MINUS);
    digits += *digits == '.';
    if (isdigit((unsigned char)*digits))
        return true;
    char *after;
    strtod(field, &after);
    return after != field && (*after == ',' || *after == '\0' || *after == '"' || is_space(*after));
}

// A header begins like a name, with a letter, a quotation mark, an underscore, or a character beyond ASCII, and none of
// its fields is meant as a number.
static bool is_header(const char *line)
{
    const unsigned char first = (unsigned char)*line;
    if (!isalpha(first) && first != '"' && first != '\'' && first != '_' && first < 0x80)
        return false;
    for (const char *field = line; field; field = strchr(field, ',')) {
        field += *field == ',';
        if (is_meant_as_number(field))
            return false;
    }
    return true;
}

// The first row decides whether all have the optional columns.
static void count_columns(csv_reader *reader, const char *line, size_t length)
{
    int fields = 1;
    for (size_t i = 0; i < length; i++)
        fields += line[i] == ',';
    if (fields == reader->columns + reader->optional_columns)
        reader->columns = fields;
    snprintf(reader->first_has, sizeof reader->first_has, "the first %s has %d", reader->row_name, reader->columns);
}

const char *csv_next_row(csv_reader *reader, size_t *length)
{
    char *line;
    while ((line = next_line(reader, length)) != NULL) {
        if (reader->done.lines == 1 && strncmp(line, "\xEF\xBB\xBF", 3) == 0) {  // a byte order mark
            line += 3;
            *length -= 3;
        }
        const char *first = line;
        while (is_space(*first))
            first++;
        if (first == line + *length || *first == '#')
            continue;
        const bool is_first = !reader->header_is_past;
        reader->header_is_past = true;
        if (is_first && !reader->keeps_header && is_header(first))
            continue;
        if (++reader->rows == 1 && reader->optional_columns > 0)
            count_columns(reader, line, *length);
        return line;
    }
    return NULL;
}

// What is wrong with a field that is not a number.
static void describe_field(char problem[CSV_PROBLEM_SIZE], int position, const char *field, const char *end,
                           number_status status)
{
    enum { SHOWN = 40 };
    const size_t length = (size_t)(end - field);
    const int    shown = length > SHOWN ? SHOWN : (int)length;
    const char  *dots = length > SHOWN ? "..." : "";
    if (length == 0)
        snprintf(problem, CSV_PROBLEM_SIZE, "field %d is empty", position);
    else if (memchr(field, '\0', length))
        snprintf(problem, CSV_PROBLEM_SIZE, "field %d holds a NUL byte", position);
    else if (status == NUMBER_TOO_LARGE)
        snprintf(problem, CSV_PROBLEM_SIZE, "field %d: '%.*s%s' is too large for a double", position, shown, field,
                 dots);
    else
        snprintf(problem, CSV_PROBLEM_SIZE, "field %d: '%.*s%s' is not a decimal number%s", position, shown, field,
                 dots,
                 memchr(field, ';', length)                  ? " (fields are separated by commas)"
                 : strncmp(field, MINUS, strlen(MINUS)) == 0 ? " (a minus is '-')"
                                                             : "");
}

// A number, in quotation marks perhaps.
static number_status parse_field(const char *field, const char *end, double *value)
{
    const number_status status = number_parse(field, end, value);
    if (status != NUMBER_MALFORMED || end - field < 3 || *field != '"' || end[-1] != '"')
        return status;
    for (field++, end--; is_space(*field); field++) {
    }
    while (end > field && is_space(end[-1]))
        end--;
    return number_parse(field, end, value);
}

// As csv_parse_row; has_blanks: an empty field is a NaN.
static bool parse_row(const char *text, size_t length, int columns, const char *expected, bool has_blanks, double *row,
                      char problem[CSV_PROBLEM_SIZE])
{
    const char *field = text, *const line_end = text + length;
    for (int i = 0;; i++) {
        while (is_space(*field))
            field++;
        const char *comma = memchr(field, ',', (size_t)(line_end - field));
        const char *end = comma ? comma : line_end;
        while (end > field && is_space(end[-1]))
            end--;
        if (i < columns && end == field && has_blanks) {
            row[i] = NAN;
        } else if (i < columns) {
            const number_status status = parse_field(field, end, &row[i]);
            if (status != NUMBER_OK) {
                describe_field(problem, i + 1, field, end, status);
                return false;
            }
        }
        if (!comma) {
            if (i + 1 == columns)
                return true;
            snprintf(problem, CSV_PROBLEM_SIZE, "%d field%s, but %s", i + 1, i == 0 ? "" : "s", expected);
            return false;
        }
        field = comma + 1;
    }
}

bool csv_parse_row(const char *text, size_t length, int columns, const char *expected, double *row,
                   char problem[CSV_PROBLEM_SIZE])
{
    return parse_row(text, length, columns, expected, false, row, problem);
}

bool csv_parse(const csv_reader *reader, uint64_t number, const char *text, size_t length, double *row,
               char problem[CSV_PROBLEM_SIZE])
{
    const char *expected = number > 1 && reader->optional_columns > 0 ? reader->first_has : reader->expected;
    return parse_row(text, length, reader->columns, expected, reader->has_blanks, row, problem);
}

bool csv_read(csv_reader *reader, double *row)
{
    size_t      length;
    const char *line = csv_next_row(reader, &length);
    if (!line) {
        csv_check_end(reader);
        return false;
    }
    progress_show(&reader->done);
    char problem[CSV_PROBLEM_SIZE];
    if (!csv_parse(reader, reader->rows, line, length, row, problem))
        fail("%s:%llu: %s", reader->name, (unsigned long long)reader->done.lines, problem);
    return true;
}

void csv_append(text_buffer *out, const double *row, int columns)
{
    char *begin = text_reserve(out, (size_t)columns * NUMBER_SIZE), *end = begin;
    if (!begin)
        return;
    for (int i = 0; i < columns; i++) {
        end += number_format(end, row[i]);
        *end++ = i + 1 < columns ? ',' : '\n';
    }
    out->length += (size_t)(end - begin);
}

void csv_write(const char *label, const double *row, int columns)
{
    if (label) {
        fputs(label, stdout);
        putchar(',');
    }
    for (int i = 0; i < columns; i++) {
        char      text[NUMBER_SIZE];
        const int length = number_format(text, row[i]);
        text[length] = i + 1 < columns ? ',' : '\n';
        fwrite(text, 1, (size_t)length + 1, stdout);
    }
}
