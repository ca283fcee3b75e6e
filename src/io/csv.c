// SPDX-License-Identifier: MIT
// Comma-separated values: a header that names columns NAME_px, NAME_py, NAME_pz (or NAME_x ..., NAME.x ...) and, if they turn, NAME_qx to
// NAME_qw; "time" if there is one; then a row a frame. Poses in the world; a blank or NaN is a point that was not seen. Written the same way.
//
// Lengths are in the file's unit, times seconds. `c` is the file; a line or a field runs from a first byte to `end` or over `length` bytes.
#include <math.h>
#include <string.h>

#include "io/lines.h"
#include "io/out.h"

typedef struct column {
    int joint;  // -1: the time, -2: ignored
    int part;   // 0 to 2 position, 3 to 6 rotation
} column;

typedef struct csv {
    swvi_lines t;
    column    *columns;
    int        column_count, column_capacity;
    int        name_capacity;             // of joints
    unsigned   parts[SWV_MOTION_JOINTS];  // of joints: which are there, bit 0 for column.part 0
} csv;

// Which number of a pose (column.part) a column has, by its ending, and how long its name is without; -1: none.
static int part_of(const char *field, size_t length, size_t *name_length)
{
    static const char *const endings[] = { "px", "py", "pz", "qx", "qy", "qz", "qw", "x", "y", "z", "tx", "ty", "tz" };
    static const int         parts[] = { 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 0, 1, 2 };
    for (int i = 0; i < 13; i++) {
        const size_t size = strlen(endings[i]);
        if (length < size + 2 || !strchr("_. :", field[length - size - 1]))
            continue;
        bool is_same = true;
        for (size_t k = 0; k < size; k++)
            is_same = is_same && (field[length - size + k] | 32) == endings[i][k];  // | 32: lower case
        if (is_same) {
            *name_length = length - size - 1;
            return parts[i];
        }
    }
    return -1;
}

// What each column is, to c->columns, and the joints they name.
static swv_status read_header(csv *c, const char *line, const char *end)
{
    swv_motion *m = c->t.r->motion;
    const char *at = line, *field;
    size_t      length, name_length = 0;
    while (swvi_lines_field(&c->t, &at, end, &field, &length)) {
        column    one = { -2, 0 };
        const int part = part_of(field, length, &name_length);
        // "time" or "Time"; | 32 makes a letter lower case.
        if (length == 4 && (field[0] | 32) == 't' && memcmp(field + 1, "ime", 3) == 0)
            one.joint = -1;
        if (part >= 0) {
            // The last joint is looked at first, as columns of a joint are beside each other.
            one = (column){ m->joint_count - 1, part };
            while (one.joint >= 0 && (strlen(m->joints[one.joint].name) != name_length ||
                                      memcmp(m->joints[one.joint].name, field, name_length) != 0))
                one.joint--;
            if (one.joint < 0) {
                if (m->joint_count == SWV_MOTION_JOINTS)
                    return swvi_lines_fail(&c->t, field, "fewer points expected");
                swv_motion_joint *joints =
                    swvi_grow(c->t.r->pool, m->joints, &m->joint_count, &c->name_capacity, sizeof *joints);
                char *name = joints ? swvi_take_text(c->t.r->pool, field, name_length) : NULL;
                if (!name)
                    return swvi_no_memory(c->t.r->error);
                m->joints = joints;
                one.joint = m->joint_count - 1;
                joints[one.joint] =
                    (swv_motion_joint){ .name = name, .parent = -1, .rest = SWV_IDENTITY_POSE, .moves = true };
            }
            if (c->parts[one.joint] & 1u << part)
                return swvi_lines_fail(&c->t, field, "a column for each number of a point once expected");
            c->parts[one.joint] |= 1u << part;
        }
        column *columns =
            swvi_grow(c->t.r->scratch, c->columns, &c->column_count, &c->column_capacity, sizeof *columns);
        if (!columns)
            return swvi_no_memory(c->t.r->error);
        c->columns = columns;
        columns[c->column_count - 1] = one;
    }
    if (m->joint_count == 0)
        return swvi_lines_fail(&c->t, line, "a header with columns NAME_px, NAME_py, NAME_pz expected");
    for (int i = 0; i < m->joint_count; i++) {
        m->joints[i].turns = c->parts[i] == 127;  // bits 0 to 6: px to qw; bits 0 to 2 (7): px, py, pz
        if (c->parts[i] != 7 && c->parts[i] != 127)
            return swvi_fail(c->t.r->error, SWV_BAD_FILE, c->t.line, 0,
                             "'%.60s': columns px, py, pz, or these and qx to qw expected", m->joints[i].name);
    }
    return SWV_OK;
}

// A row as frame number f; *time, seconds, is left alone if there is no such column.
static swv_status read_row(csv *c, const char *line, const char *end, int f, double *time)
{
    swv_motion    *m = c->t.r->motion;
    const char    *at = line, *field;
    size_t         length;
    double        *frame = swvi_frame_at(m, f);
    unsigned char *seen = c->t.r->seen + (size_t)f * (size_t)m->joint_count;
    memset(seen, 1, (size_t)m->joint_count);
    for (int i = 0; i < c->column_count; i++) {
        const column one = c->columns[i];
        if (!swvi_lines_field(&c->t, &at, end, &field, &length))
            return swvi_lines_fail(&c->t, end, "as many fields as the header has expected");
        if (one.joint == -2)
            continue;
        double    value = 0.0;
        const int read = swvi_lines_number(field, length, &value);
        if (read < 0)
            return swvi_lines_fail(&c->t, field, "a number, a blank or NaN expected");
        if (one.joint == -1) {
            *time = value;
            continue;
        }
        const swv_motion_joint *joint = &m->joints[one.joint];
        frame[one.part < 3 ? joint->position_at + one.part : joint->rotation_at + one.part - 3] = value;
        if (read == 0)
            seen[one.joint] = 0;
    }
    if (swvi_lines_field(&c->t, &at, end, &field, &length))
        return swvi_lines_fail(&c->t, field, "as many fields as the header has expected");
    for (int i = 0; i < m->joint_count; i++) {
        const swv_quat q = swv_quat_normalize(swvi_motion_pose(&m->joints[i], frame).rotation);
        if (m->joints[i].turns)
            memcpy(frame + m->joints[i].rotation_at, &q, sizeof q);  // no turn, of one that was not seen
    }
    return SWV_OK;
}

swv_status swvi_csv_read(swvi_reading *r)
{
    swv_motion *m = r->motion;
    csv         c = { .columns = NULL };
    const char *line, *end;
    if (!swvi_lines_open(r, &c.t, ',', " \""))
        return r->error->status;
    if (r->size >= 3 && memcmp(c.t.at, "\xEF\xBB\xBF", 3) == 0)
        c.t.at += 3;
    if (!swvi_lines_next(&c.t, true, &line, &end))
        return swvi_lines_fail(&c.t, c.t.begin, "a header expected");
    if (!memchr(line, ',', (size_t)(end - line)))
        c.t.separator = memchr(line, ';', (size_t)(end - line)) ? ';' : '\t';
    swv_status status = read_header(&c, line, end);
    if (status != SWV_OK)
        return status;
    const int count = swvi_lines_left(&c.t);
    m->frame_count = count;
    r->seen = swvi_pool_take(r->pool, (size_t)count * (size_t)m->joint_count, 1);
    if (!r->seen || !swvi_motion_lay_out(r->pool, m, true))
        return swvi_no_memory(r->error);
    double first = 0.0, last = 0.0;
    for (int f = 0; f < count && swvi_lines_next(&c.t, true, &line, &end); f++) {
        status = read_row(&c, line, end, f, &last);
        if (status != SWV_OK)
            return status;
        first = f == 0 ? last : first;
    }
    m->frame_time = count > 1 && last > first ? (last - first) / (count - 1) : 0.0;
    swvi_markers_finish(r);
    return SWV_OK;
}

swv_status swvi_csv_write(swvi_writing *w)
{
    static const char *const endings[] = { "_px", "_py", "_pz", "_qx", "_qy", "_qz", "_qw" };
    const swv_motion        *m = w->motion;
    swvi_out                 o;
    swv_pose                *locals = swvi_pool_take(w->scratch, (size_t)m->joint_count, sizeof *locals);
    swv_pose                *worlds = swvi_pool_take(w->scratch, (size_t)m->joint_count, sizeof *worlds);
    if (!locals || !worlds || !swvi_out_begin(&o, w->scratch, w->sink, w->user))
        return swvi_no_memory(w->error);
    swvi_put(&o, "time");
    for (int i = 0; i < m->joint_count; i++)
        for (int k = 0; k < 7; k++) {
            swvi_put(&o, ",");
            swvi_put_name(&o, m->joints[i].name, ",\"");
            if (!m->joints[i].name[0])
                swvi_put_number(&o, i, 0);
            swvi_put(&o, endings[k]);
        }
    swvi_put(&o, "\n");
    for (int f = 0; f < m->frame_count && o.is_good; f++) {
        swv_motion_locals(m, f, locals);
        swv_motion_worlds(m, locals, worlds);
        swvi_put_number(&o, f * m->frame_time, 9);  // 9 decimals: nanoseconds. Chosen
        for (int i = 0; i < m->joint_count; i++) {
            const swv_pose p = worlds[i];
            const double   numbers[7] = { p.position.x, p.position.y, p.position.z, p.rotation.x,
                                          p.rotation.y, p.rotation.z, p.rotation.w };
            for (int k = 0; k < 7; k++) {
                if (!isfinite(numbers[k]))
                    return swvi_fail(w->error, SWV_NOT_FINITE, 0, 0, "frame %d has a number that is not finite", f);
                swvi_put(&o, ",");
                swvi_put_number(&o, numbers[k], 9);
            }
        }
        swvi_put(&o, "\n");
    }
    return swvi_out_end(&o, w->error);
}
