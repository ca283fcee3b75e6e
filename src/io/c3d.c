// SPDX-License-Identifier: MIT
// C3D: markers in blocks of 512 bytes. A header, groups of parameters (names, unit, rate), then frames of points: four numbers each, 16-bit
// integers or floats, little-endian, big-endian or DEC's. Analog channels are passed over. Numbers of the format are those of the C3D User Guide.
// `c` is the file, `at` a byte of it; places are in the file's unit and axes.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/io_internal.h"

// The specification's: bytes in a block, and the processors' numbers.
enum { BLOCK = 512, INTEL = 84, DEC = 85, MIPS = 86 };

typedef struct parameter {
    int                  type;            // -1 text, 1 byte, 2 integer, 4 float; 0: not found
    int                  rank, sizes[7];  // how many sizes, at most 7, the first of them running fastest
    const unsigned char *data;            // their product elements
} parameter;

typedef struct c3d {
    swvi_reading *r;
    int           processor;
    size_t        parameters_at, parameters_end;  // bytes of the file
} c3d;

static swv_status fail_at(const c3d *c, size_t at, const char *what)
{
    return swvi_fail(c->r->error, SWV_BAD_FILE, 0, at < c->r->size ? at : c->r->size, "%s", what);
}

// 16 bits without a sign.
static unsigned integer_at(const c3d *c, const unsigned char *p)
{
    // Two bytes, the lower first but on MIPS.
    return c->processor == MIPS ? (unsigned)p[0] << 8 | p[1] : (unsigned)p[1] << 8 | p[0];
}

// 32 bits: IEEE 754, or DEC's F format, which is 0.1f 2^(e - 128) where IEEE has 1.f 2^(e - 127): a fourth of that.
static double float_at(const c3d *c, const unsigned char *p)
{
    const int     turn = c->processor == MIPS ? 3 : c->processor == DEC ? 2 : 0;  // DEC swaps words
    unsigned char b[4];                                                           // least significant first
    for (int i = 0; i < 4; i++)
        b[i] = p[i ^ turn];
    return c->processor == DEC ? 0.25 * swvi_float_at(b) : swvi_float_at(b);
}

// Whether a text in any letters is a name in capitals.
static bool is_name(const unsigned char *text, int length, const char *name)
{
    if (length != (int)strlen(name))
        return false;
    for (int i = 0; i < length; i++)
        if ((text[i] >= 'a' && text[i] <= 'z' ? text[i] - 32 : text[i]) != name[i])  // to upper case
            return false;
    return true;
}

// A parameter of the group POINT. Records follow a head of 4 bytes: length of the name (negative: locked), number of the group (negative: it is a
// group), the name, 2 bytes to the next record, type, rank, sizes, data.
static parameter find(const c3d *c, const char *name)
{
    parameter found = { 0 };
    int       group = 0;
    for (int pass = 0; pass < 2; pass++) {  // the number of the group, then the parameter
        size_t at = c->parameters_at + 4;
        while (at + 2 <= c->parameters_end) {
            const unsigned char *p = c->r->bytes + at;
            const int            length = (int8_t)p[0] < 0 ? -(int8_t)p[0] : (int8_t)p[0], id = (int8_t)p[1];
            const size_t         next_at = at + 2 + (size_t)length;
            if (length == 0 || next_at + 2 > c->parameters_end)
                break;
            const unsigned next = integer_at(c, c->r->bytes + next_at);
            if (pass == 0 && id < 0 && is_name(p + 2, length, "POINT"))
                group = -id;
            if (pass == 1 && id == group && id > 0 && is_name(p + 2, length, name)) {
                const size_t head = next_at + 4;
                if (head > c->parameters_end)
                    return found;
                found.type = (int8_t)c->r->bytes[next_at + 2];
                found.rank = c->r->bytes[next_at + 3];
                size_t total = (size_t)(found.type < 0 ? -found.type : found.type);
                if (found.rank > 7 || head + (size_t)found.rank > c->parameters_end)
                    return (parameter){ 0 };
                for (int i = 0; i < found.rank; i++) {
                    found.sizes[i] = c->r->bytes[head + (size_t)i];
                    total *= (size_t)found.sizes[i];
                }
                found.data = c->r->bytes + head + (size_t)found.rank;
                return total > c->parameters_end - (head + (size_t)found.rank) ? (parameter){ 0 } : found;
            }
            if (next == 0)
                break;
            at = next_at + next;
        }
    }
    return (parameter){ 0 };
}

// The text number `index` of a parameter, without blanks and zeros at its end; its *length. Empty if there is none.
static const unsigned char *text_of(const parameter *p, int index, size_t *length)
{
    const int width = p->rank > 0 ? p->sizes[0] : 0, count = p->rank > 1 ? p->sizes[1] : 1;
    *length = 0;
    if (p->type != -1 || index >= count)
        return (const unsigned char *)"";
    const unsigned char *text = p->data + (size_t)index * (size_t)width;
    *length = (size_t)width;
    while (*length > 0 && (text[*length - 1] == ' ' || text[*length - 1] == 0))
        --*length;
    return text;
}

// LABELS, LABELS2 and so on: 255 each, as many as a byte can count. False if there is no memory.
static bool read_names(c3d *c)
{
    swv_motion *m = c->r->motion;
    parameter   labels = { 0 };
    for (int i = 0; i < m->joint_count; i++) {
        char name[24] = "LABELS";
        if (i >= 255)
            snprintf(name, sizeof name, "LABELS%d", i / 255 + 1);
        if (i % 255 == 0)
            labels = find(c, name);
        size_t               length;
        const unsigned char *text = text_of(&labels, i % 255, &length);
        m->joints[i].name = swvi_take_text(c->r->pool, (const char *)text, length);
        if (!m->joints[i].name)
            return false;
    }
    return true;
}

// "+Z": which way the screen's y axis, up, points.
static void read_up(c3d *c)
{
    const parameter      screen = find(c, "Y_SCREEN");
    size_t               length;
    const unsigned char *text = text_of(&screen, 0, &length);
    const char           axis = length == 2 ? (char)(text[1] & ~32) : 0;  // ~32: to upper case
    if (length != 2 || (text[0] != '+' && text[0] != '-') || axis < 'X' || axis > 'Z')
        return;
    const double sign = text[0] == '-' ? -1.0 : 1.0;
    c->r->motion->up = (swv_vec3){ axis == 'X' ? sign : 0.0, axis == 'Y' ? sign : 0.0, axis == 'Z' ? sign : 0.0 };
    snprintf(c->r->motion->up_reason, sizeof c->r->motion->up_reason, "the file says %c%c (Y_SCREEN)", text[0], axis);
}

// Frames of frame_size bytes from byte data_at on. Points of point_size bytes: x, y, z and a residual, negative where it was not seen; four floats
// (16 bytes), or four integers (8) times `scale`. Numbers beyond 1e30 are no places: chosen.
static void read_frames(c3d *c, size_t data_at, double scale, size_t point_size, size_t frame_size)
{
    swv_motion *m = c->r->motion;
    for (int f = 0; f < m->frame_count; f++) {
        const unsigned char *p = c->r->bytes + data_at + (size_t)f * frame_size;
        double              *frame = swvi_frame_at(m, f);
        for (int i = 0; i < m->joint_count; i++, p += point_size) {
            bool is_seen = point_size == 16 ? float_at(c, p + 12) >= 0.0 : (int16_t)integer_at(c, p + 6) >= 0;
            for (int k = 0; k < 3; k++) {
                frame[3 * i + k] =
                    point_size == 16 ? float_at(c, p + 4 * k) : scale * (int16_t)integer_at(c, p + 2 * k);
                is_seen = is_seen && fabs(frame[3 * i + k]) < 1e30;  // NaN is not
            }
            for (int k = 0; k < 3 && !is_seen; k++)
                frame[3 * i + k] = 0.0;
            c->r->seen[(size_t)f * (size_t)m->joint_count + (size_t)i] = is_seen;
        }
    }
}

swv_status swvi_c3d_read(swvi_reading *r)
{
    c3d         c = { .r = r, .processor = INTEL };
    swv_motion *m = r->motion;
    // Bytes of the header (C3D user guide, "The header section"): 0 the block of parameters, 1 the mark 0x50, 2 points,
    // 4 analog samples, 6 first and 8 last frame, 12 scale (negative: floats), 16 the block of frames, 20 frames a
    // second.
    if (r->size < BLOCK || r->bytes[1] != 0x50 || r->bytes[0] == 0)
        return fail_at(&c, r->size < BLOCK ? r->size : 0, "a block of 512 bytes with C3D's mark expected");
    c.parameters_at = ((size_t)r->bytes[0] - 1) * BLOCK;
    if (c.parameters_at + BLOCK > r->size)
        return fail_at(&c, r->size, "a block of parameters expected");
    c.processor = r->bytes[c.parameters_at + 3];
    if (c.processor < INTEL || c.processor > MIPS)
        return fail_at(&c, c.parameters_at + 3, "a processor 84, 85 or 86 expected");
    c.parameters_end = c.parameters_at + (size_t)r->bytes[c.parameters_at + 2] * BLOCK;
    c.parameters_end = c.parameters_end < r->size ? c.parameters_end : r->size;

    const unsigned points = integer_at(&c, r->bytes + 2), analog = integer_at(&c, r->bytes + 4);
    const unsigned first = integer_at(&c, r->bytes + 6), last = integer_at(&c, r->bytes + 8);
    const double   scale = float_at(&c, r->bytes + 12), rate = float_at(&c, r->bytes + 20);
    const size_t   data_at = ((size_t)integer_at(&c, r->bytes + 16) - 1) * BLOCK;
    const bool     is_float = scale < 0.0;
    const size_t   point_size = is_float ? 16 : 8, frame_size = points * point_size + analog * (is_float ? 4u : 2u);
    if (points == 0 || points > SWV_MOTION_JOINTS)
        return fail_at(&c, 2, "markers expected");
    // 1e9: no rate is so high. Chosen.
    if (integer_at(&c, r->bytes + 16) == 0 || data_at > r->size || !isfinite(scale) || !(rate > 0.0 && rate < 1e9))
        return fail_at(&c, 12, "a scale, a rate and a place of the frames expected");
    size_t frames = first <= last ? last - first + 1u : 0u;
    // Longer ones than 65535 frames have their count elsewhere: as many as there are.
    if (last == 65535u || first > last)
        frames = (r->size - data_at) / frame_size;
    if (frames > (r->size - data_at) / frame_size)
        return swvi_fail(r->error, SWV_BAD_FILE, 0, r->size, "%ld frames expected, the file ends in frame %ld",
                         (long)frames, (long)((r->size - data_at) / frame_size));
    if (!swvi_markers_take(r, (int)points, (int)frames) || !swvi_motion_lay_out(r->pool, m, true) || !read_names(&c))
        return swvi_no_memory(r->error);
    m->frame_time = 1.0 / rate;
    const parameter      units = find(&c, "UNITS");
    size_t               length;
    const unsigned char *unit = text_of(&units, 0, &length);
    swvi_unit_of(m, (const char *)unit, length);
    read_up(&c);
    read_frames(&c, data_at, fabs(scale), point_size, frame_size);
    swvi_markers_finish(r);
    return SWV_OK;
}
