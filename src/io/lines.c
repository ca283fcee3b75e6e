// SPDX-License-Identifier: MIT
// Text by lines and fields.
#include "io/lines.h"

#include <string.h>

#include "io/number.h"

bool swvi_lines_open(swvi_reading *r, swvi_lines *t, char separator, const char *around)
{
    char *copy = swvi_pool_take(r->scratch, r->size + 1 + SWVI_NUMBER_PADDING, 1);
    if (!copy)
        return swvi_fail_memory(r->error);
    memcpy(copy, r->bytes, r->size);
    *t = (swvi_lines){
        .r = r, .begin = copy, .at = copy, .end = copy + r->size, .separator = separator, .around = around
    };
    return true;
}

swv_status swvi_lines_fail(const swvi_lines *t, const char *where, const char *what)
{
    return swvi_fail(t->r->error, SWV_BAD_FILE, t->line, (size_t)(where - t->begin), "%s", what);
}

bool swvi_lines_next(swvi_lines *t, bool skips_empty, const char **line, const char **end)
{
    do {
        if (t->at >= t->end)
            return false;
        const char *stop = memchr(t->at, '\n', (size_t)(t->end - t->at));
        stop = stop ? stop : t->end;
        *line = t->at;
        *end = stop;
        while (*end > *line && ((*end)[-1] == '\r' || (*end)[-1] == ' '))
            --*end;
        t->at = stop < t->end ? stop + 1 : stop;
        t->line++;
    } while (skips_empty && *end == *line);
    return true;
}

int swvi_lines_left(const swvi_lines *t)
{
    swvi_lines  rest = *t;
    const char *line, *end;
    int         count = 0;
    while (swvi_lines_next(&rest, true, &line, &end))
        count++;
    return count;
}

static bool is_one_of(char c, const char *characters)
{
    return c && strchr(characters, c);
}

bool swvi_lines_field(const swvi_lines *t, const char **at, const char *end, const char **field, size_t *length)
{
    if (*at > end)
        return false;
    const char *stop = memchr(*at, t->separator, (size_t)(end - *at)), *begin = *at;
    stop = stop ? stop : end;
    *at = stop + 1;
    while (begin < stop && is_one_of(*begin, t->around))
        begin++;
    while (stop > begin && is_one_of(stop[-1], t->around))
        stop--;
    *field = begin;
    *length = (size_t)(stop - begin);
    return true;
}

int swvi_lines_number(const char *field, size_t length, double *value)
{
    // | 32 makes a letter lower case.
    if (length == 0 || (length == 3 && (field[0] | 32) == 'n' && (field[1] | 32) == 'a' && (field[2] | 32) == 'n'))
        return 0;
    return swvi_number_read(field, value) == field + length ? 1 : -1;
}
