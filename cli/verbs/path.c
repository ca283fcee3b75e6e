// SPDX-License-Identifier: MIT
// Hands over time, from a file (path.h): seconds, metres, quaternions x, y, z, w.
#include "verbs/path.h"

#include "io/message.h"
#include "words/arm_words.h"
#include "words/values.h"

csv_reader path_open(const char *path)
{
    if (!path)
        fail("track: no path given; use --path for a file of hands ('-': standard input)");
    return csv_open(path, PATH_COLUMNS, "a hand has 8: t,px,py,pz,qx,qy,qz,qw");
}

bool path_read(csv_reader *reader, path_step *step)
{
    const bool   is_first = reader->rows == 0;
    const double last = step->row[0];
    if (!csv_read(reader, step->row))
        return false;
    const unsigned long long line = reader->done.lines;
    char                     problem[CSV_PROBLEM_SIZE];
    step->dt = is_first ? 1.0 : step->row[0] - last;
    if (!row_pose(step->row + 1, 2, &step->hand, problem))
        fail("%s:%llu: %s", reader->name, line, problem);
    if (!(step->dt > 0.0))
        fail("%s:%llu: field 1: the time is not later than on the line before", reader->name, line);
    return true;
}

static double read_positive(const char *option, const char *text, const char *expected)
{
    double value = 0.0;
    if (text) {
        read_numbers(option, text, 1, expected, &value);
        if (!(value > 0.0))
            fail("%s: '%s' is not more than 0", option, text);
    }
    return value;
}

double read_speed(const char *option, const char *text)
{
    return read_positive(option, text, "a speed is 1 number, in degrees a second") * SWV_PI / 180.0;
}

double read_settle(const char *text)
{
    return read_positive("--settle", text, "a time is 1 number, in seconds");
}

void path_check(const csv_reader *reader, swv_status status)
{
    if (status != SWV_OK)
        fail("%s:%llu: %s", reader->name, (unsigned long long)reader->done.lines, swv_status_text(status));
}
