// SPDX-License-Identifier: MIT
// How the command reads: numbers, rows of files, the values of options. The input is the text itself. A mistake of the user
// ends the command there; here it ends the input.
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdnoreturn.h>
#include <unistd.h>

#include "fuzz.h"
#include "io/csv.h"
#include "io/message.h"
#include "io/number.h"
#include "words/posture.h"
#include "words/values.h"

static jmp_buf mistake;

noreturn void fail(const char *format, ...)
{
    char    text[8192];
    va_list arguments;
    va_start(arguments, format);
    CHECK(vsnprintf(text, sizeof text, format, arguments) > 0);
    va_end(arguments);
    longjmp(mistake, 1);
}

void flush_output(void)
{
}

static void check_number(const char *text, size_t length)
{
    double              value = 0.0;
    char               *end;
    const number_status status = number_parse(text, text + length, &value);
    if (status == NUMBER_OK) {
        CHECK(strtod(text, &end) == value && end == text + length);
        char      written[NUMBER_SIZE], shorter[NUMBER_SIZE];
        const int n = number_format(written, value);
        CHECK(n > 0 && n < NUMBER_SIZE);
        written[n] = '\0';
        char   printed[64];
        double again = 0.0;
        snprintf(printed, sizeof printed, "%.17g", value);
        CHECK(strcmp(printed, written) == 0);
        number_format_short(shorter, value);
        CHECK(number_parse(shorter, shorter + strlen(shorter), &again) == NUMBER_OK &&
              memcmp(&again, &value, sizeof value) == 0);
    }
}

// The whole text as a file, through the reader.
static void check_file(const char *text, size_t length, int columns)
{
    int pipes[2];
    if (length > 4096 || pipe(pipes) != 0)
        return;
    CHECK(write(pipes[1], text, length) == (ssize_t)length);
    close(pipes[1]);
    char name[64];
    snprintf(name, sizeof name, "/dev/fd/%d", pipes[0]);
    if (setjmp(mistake) == 0) {
        csv_reader reader = csv_open(name, columns, "a row has so many");
        double     row[16];
        char       problem[CSV_PROBLEM_SIZE];
        size_t     size;
        reader.optional_columns = 2;
        reader.row_name = "row";
        for (const char *line; (line = csv_next_row(&reader, &size)) != NULL;) {
            CHECK(line[size] == '\0');
            if (csv_parse_row(line, size, columns, reader.expected, row, problem))
                CHECK(all_finite(row, columns));
            else
                CHECK(memchr(problem, '\0', sizeof problem) && problem[0]);
        }
        csv_close(&reader);
    }
    close(pipes[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const unsigned what = data[0] % 4;
    const int      columns = 1 + data[1] % 8;
    const size_t   length = size - 2;
    char          *text = malloc(length + 1);
    memcpy(text, data + 2, length);
    text[length] = '\0';
    if (what == 0) {
        check_file(text, length, columns);
    } else if (what == 1 && strlen(text) == length) {
        check_number(text, length);
    } else if (what == 2) {
        double values[8];
        if (setjmp(mistake) == 0) {
            read_numbers("--hand", text, columns, "a row has so many", values);
            CHECK(all_finite(values, columns));
        }
    } else {
        double    q[SWV_MAX_JOINTS];
        swv_chain chain;
        if (setjmp(mistake) == 0) {
            const swv_model *model = find_model(swv_model_at(columns % swv_model_count())->name, &chain);
            read_posture(text, model, &chain, q);
            CHECK(all_finite(q, chain.dof));
            (void)find_model(text, &chain);
        }
    }
    free(text);
    return 0;
}
