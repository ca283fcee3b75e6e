// SPDX-License-Identifier: MIT
// Bytes through a buffer to a sink; lengths and sizes are bytes.
#include "io/out.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "io/number.h"

enum { BUFFER = 1 << 16 };  // 64 kB: chosen

bool swvi_out_begin(swvi_out *o, swvi_pool *pool, swv_sink sink, void *user)
{
    *o = (swvi_out){ .sink = sink, .user = user, .buffer = swvi_pool_take(pool, BUFFER, 1), .is_good = true };
    return o->buffer != NULL;
}

static void flush(swvi_out *o)
{
    o->is_good = o->is_good && (o->length == 0 || o->sink(o->user, o->buffer, o->length));
    o->length = 0;
}

void swvi_put_bytes(swvi_out *o, const void *bytes, size_t length)
{
    const char *text = bytes;
    while (length > 0) {
        if (o->length == BUFFER)
            flush(o);
        const size_t part = length < BUFFER - o->length ? length : BUFFER - o->length;
        memcpy(o->buffer + o->length, text, part);
        o->length += part;
        text += part;
        length -= part;
    }
}

void swvi_put(swvi_out *o, const char *text)
{
    swvi_put_bytes(o, text, strlen(text));
}

void swvi_put_format(swvi_out *o, const char *format, ...)
{
    char    text[256];  // the longest here has some 200
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    swvi_put(o, text);
}

void swvi_put_number(swvi_out *o, double value, int decimals)
{
    char text[SWVI_NUMBER_TEXT];
    swvi_put_bytes(o, text, (size_t)swvi_number_write(text, value, decimals));
}

// How many bytes the character at c has; 0 if it is no UTF-8.
static int utf8_length(const unsigned char *c)
{
    // First bytes and ranges of the second as in RFC 3629, section 4.
    const int length = *c < 0x80                 ? 1
                       : *c >= 0xC2 && *c < 0xE0 ? 2
                       : *c >= 0xE0 && *c < 0xF0 ? 3
                       : *c >= 0xF0 && *c < 0xF5 ? 4
                                                 : 0;
    for (int i = 1; i < length; i++)
        if ((c[i] & 0xC0) != 0x80)
            return 0;
    if ((*c == 0xE0 && c[1] < 0xA0) || (*c == 0xED && c[1] > 0x9F) || (*c == 0xF0 && c[1] < 0x90) ||
        (*c == 0xF4 && c[1] > 0x8F))
        return 0;
    return length;
}

void swvi_put_quoted(swvi_out *o, const char *text)
{
    swvi_put(o, "\"");
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        const int length = utf8_length(c);
        if (*c < ' ') {
            swvi_put_format(o, "\\u%04x", (unsigned)*c);
        } else if (*c == '"' || *c == '\\') {
            swvi_put(o, "\\");
            swvi_put_bytes(o, c, 1);
        } else if (length == 0) {
            swvi_put(o, "?");
        } else {
            swvi_put_bytes(o, c, (size_t)length);
        }
        c += length ? length : 1;
    }
    swvi_put(o, "\"");
}

void swvi_put_word(swvi_out *o, uint32_t value, int size)
{
    unsigned char bytes[4];
    for (int i = 0; i < size; i++)
        bytes[i] = (unsigned char)(value >> (8 * i));
    swvi_put_bytes(o, bytes, (size_t)size);
}

// Straight into the buffer, by one copy: frames have many numbers, and for bytes stored one by one the buffer's place would be read again.
void swvi_put_floats(swvi_out *o, const double *values, int count)
{
    for (int k = 0; k < count; k++) {
        const float   real = (float)values[k];
        unsigned char bytes[4];
        uint32_t      bits;
        memcpy(&bits, &real, sizeof bits);
        if (BUFFER - o->length < 4)
            flush(o);
        for (int i = 0; i < 4; i++)
            bytes[i] = (unsigned char)(bits >> (8 * i));
        memcpy(o->buffer + o->length, bytes, sizeof bytes);
        o->length += sizeof bytes;
    }
}

void swvi_put_vec3(swvi_out *o, swv_vec3 v)
{
    swvi_put_floats(o, (const double[]){ v.x, v.y, v.z }, 3);
}

void swvi_put_quat(swvi_out *o, swv_quat q)
{
    swvi_put_floats(o, (const double[]){ q.x, q.y, q.z, q.w }, 4);
}

swv_status swvi_put_glb(swvi_out *o, const char *json, size_t length, size_t binary, swv_io_error *error)
{
    // A header of 12 bytes; chunks with 8 before them, each of a multiple of 4 bytes (glTF 2.0, 4.4).
    const size_t padding = (4 - length % 4) % 4, total = 12 + 8 + length + padding + (binary ? 8 + binary : 0);
    if (total > 0xFFFFFFFFu)  // its length is a word of 32 bits
        return swvi_fail(error, SWV_BAD_MODEL, 0, 0, "a GLB has at most 4 GiB");
    swvi_put(o, "glTF");
    swvi_put_word(o, 2, 4);  // the version of glTF
    swvi_put_word(o, (uint32_t)total, 4);
    swvi_put_word(o, (uint32_t)(length + padding), 4);
    swvi_put(o, "JSON");
    swvi_put_bytes(o, json, length);
    swvi_put_bytes(o, "   ", padding);
    if (binary) {
        swvi_put_word(o, (uint32_t)binary, 4);
        swvi_put_bytes(o, "BIN", 4);
    }
    return SWV_OK;
}

void swvi_put_name(swvi_out *o, const char *name, const char *reserved)
{
    for (; *name; name++)
        swvi_put_bytes(o, (unsigned char)*name < ' ' || strchr(reserved, *name) ? "_" : name, 1);
}

swv_status swvi_check_frames(const swv_motion *motion, bool as_floats, swv_io_error *error)
{
    const size_t size = (size_t)motion->frame_size;
    for (size_t i = 0; motion->frames && i < (size_t)motion->frame_count * size; i++)
        if (as_floats ? !isfinite((float)motion->frames[i]) : !isfinite(motion->frames[i]))
            return swvi_fail(error, SWV_NOT_FINITE, 0, 0, "frame %ld has a number that %s", (long)(i / size),
                             as_floats ? "no float can be" : "is not finite");
    return SWV_OK;
}

swv_status swvi_out_end(swvi_out *o, swv_io_error *error)
{
    flush(o);
    return o->is_good ? SWV_OK : swvi_fail(error, SWV_NO_FILE, 0, 0, "the bytes could not be written");
}
