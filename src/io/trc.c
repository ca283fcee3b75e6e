// SPDX-License-Identifier: MIT
// TRC, OpenSim's markers as text: three lines about the file, one with names, one with X1 Y1 Z1 ..., then a line a frame, its fields between
// tabs. A marker that was not seen is blank, or NaN in any spelling. `t` is the file, in its own unit; times are seconds; a line or a field runs from
// a first byte to `end` or over `length` bytes.
#include <math.h>
#include <string.h>

#include "io/lines.h"
#include "io/number.h"

// Word number `index` of a line, by blanks and tabs; its length, 0 if there is none.
static size_t word_of(const char *line, const char *end, int index, const char **word)
{
    for (;; index--) {
        while (line < end && (*line == ' ' || *line == '\t'))
            line++;
        const char *stop = line;
        while (stop < end && *stop != ' ' && *stop != '\t')
            stop++;
        if (index == 0 || stop == line) {
            *word = line;
            return index == 0 ? (size_t)(stop - line) : 0;
        }
        line = stop;
    }
}

// `rows` frames of the motion, and the times of the first and the last.
static swv_status read_rows(swvi_lines *t, int rows, double *first, double *last)
{
    swv_motion *m = t->r->motion;
    const char *line, *end;
    for (int f = 0; f < rows && swvi_lines_next(t, true, &line, &end); f++) {
        const char *field;
        size_t      length;
        double      time = 0.0, frame_number;
        const char *at = line;
        if (!swvi_lines_field(t, &at, end, &field, &length) || swvi_lines_number(field, length, &frame_number) != 1 ||
            !swvi_lines_field(t, &at, end, &field, &length) || swvi_lines_number(field, length, &time) != 1)
            return swvi_lines_fail(t, line, "a number of a frame and a time expected");
        *first = f == 0 ? time : *first;
        *last = time;
        double *frame = swvi_frame_at(m, f);
        for (int i = 0; i < m->joint_count; i++) {
            int seen = 1;
            for (int k = 0; k < 3; k++) {
                const bool has = swvi_lines_field(t, &at, end, &field, &length);
                const int  read = has ? swvi_lines_number(field, length, &frame[3 * i + k]) : 0;
                if (read < 0)
                    return swvi_lines_fail(t, field, "a number, a blank or NaN expected");
                seen = read == 0 ? 0 : seen;
            }
            t->r->seen[(size_t)f * (size_t)m->joint_count + (size_t)i] = (unsigned char)seen;
        }
        while (swvi_lines_field(t, &at, end, &field, &length))
            if (length > 0)
                return swvi_lines_fail(t, field, "no more fields than three a marker expected");
    }
    return SWV_OK;
}

swv_status swvi_trc_read(swvi_reading *r)
{
    swv_motion *m = r->motion;
    swvi_lines  t;
    const char *line, *end, *word, *field;
    size_t      length;
    double      rate, frames, markers;
    if (!swvi_lines_open(r, &t, '\t', " "))
        return r->error->status;
    if (!swvi_lines_next(&t, false, &line, &end) || word_of(line, end, 0, &word) != 12 ||
        memcmp(word, "PathFileType", 12) != 0)
        return swvi_lines_fail(&t, t.begin, "PathFileType expected");
    if (!swvi_lines_next(&t, false, &line, &end) || !swvi_lines_next(&t, false, &line, &end))
        return swvi_lines_fail(&t, t.end, "three lines about the file expected");
    const bool is_good = word_of(line, end, 0, &word) > 0 && swvi_number_read(word, &rate) &&
                         word_of(line, end, 2, &word) > 0 && swvi_number_read(word, &frames) &&
                         word_of(line, end, 3, &word) > 0 && swvi_number_read(word, &markers);
    if (!is_good || !(rate > 0.0) || !(markers >= 1.0 && markers <= SWV_MOTION_JOINTS))
        return swvi_lines_fail(&t, line, "DataRate, CameraRate, NumFrames, NumMarkers and Units expected");
    length = word_of(line, end, 4, &word);
    swvi_unit_of(m, word, length);

    // Names: all fields after the first two that are not blank.
    if (!swvi_lines_next(&t, false, &line, &end))
        return swvi_lines_fail(&t, t.end, "a line of names expected");
    const char *names = line, *names_end = end;
    const long  names_line = t.line;
    if (!swvi_lines_next(&t, false, &line, &end))
        return swvi_lines_fail(&t, t.end, "a line X1, Y1, Z1 ... expected");
    const int rows = swvi_lines_left(&t);
    if (!swvi_markers_take(r, (int)markers, rows) || !swvi_motion_lay_out(r->pool, m, true))
        return swvi_no_memory(r->error);
    int found = 0;
    for (int i = 0; swvi_lines_field(&t, &names, names_end, &field, &length); i++) {
        if (i < 2 || length == 0)
            continue;
        if (found++ == m->joint_count)
            break;
        m->joints[found - 1].name = swvi_take_text(r->pool, field, length);
        if (!m->joints[found - 1].name)
            return swvi_no_memory(r->error);
    }
    if (found != m->joint_count) {
        t.line = names_line;
        return swvi_lines_fail(&t, names_end, "as many names as NumMarkers says expected");
    }
    double           first = 0.0, last = 0.0;
    const swv_status status = read_rows(&t, rows, &first, &last);
    if (status != SWV_OK)
        return status;
    swvi_markers_finish(r);
    m->frame_time = rows > 1 && last > first ? (last - first) / (rows - 1) : 1.0 / rate;
    if (fabs(rows - frames) >= 1.0 && !swvi_warn(r, "NumFrames says %.0f, there are %d", frames, rows))
        return r->error->status;
    // By more than a hundredth, which is no rounding of what is printed. Chosen.
    if (fabs(m->frame_time * rate - 1.0) > 0.01)
        swvi_warn(r, "DataRate says %g, the times say %g", rate, 1.0 / m->frame_time);
    return r->error->status;
}
