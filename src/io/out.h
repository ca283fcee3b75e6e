// SPDX-License-Identifier: MIT
// Bytes on their way to a sink, through a buffer.
#ifndef SWIVEL_IO_OUT_H
#define SWIVEL_IO_OUT_H

#include "io/io_internal.h"

typedef struct swvi_out {
    swv_sink sink;
    void    *user;
    char    *buffer;
    size_t   length;
    bool     is_good;  ///< the sink took everything so far
} swvi_out;

/// False if there is no memory for the buffer.
bool swvi_out_begin(swvi_out *o, swvi_pool *pool, swv_sink sink, void *user);

void swvi_put_bytes(swvi_out *o, const void *bytes, size_t length);
void swvi_put(swvi_out *o, const char *text);

/// As printf, without numbers that have a point: up to 255 bytes.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void
swvi_put_format(swvi_out *o, const char *format, ...);

/// A name without control characters and characters that are reserved: an underscore instead of each.
void swvi_put_name(swvi_out *o, const char *name, const char *reserved);

void swvi_put_number(swvi_out *o, double value, int decimals);

/// Text in quotes, as JSON has it; bytes that are no UTF-8 become question marks.
void swvi_put_quoted(swvi_out *o, const char *text);

/// The lowest `size` bytes of a number, the lowest first.
void swvi_put_word(swvi_out *o, uint32_t value, int size);

/// Numbers as glTF has them: floats, their lowest byte first.
void swvi_put_floats(swvi_out *o, const double *values, int count);
void swvi_put_vec3(swvi_out *o, swv_vec3 v);
void swvi_put_quat(swvi_out *o, swv_quat q);

/// A GLB up to the bytes of its binary chunk: its header, its JSON, and how many bytes follow. SWV_BAD_MODEL if it is too large.
swv_status swvi_put_glb(swvi_out *o, const char *json, size_t length, size_t binary, swv_io_error *error);

/// SWV_NOT_FINITE if a number of the frames cannot be written: as a float, or at all.
swv_status swvi_check_frames(const swv_motion *motion, bool as_floats, swv_io_error *error);

/// Hand over what is left. SWV_NO_FILE if the sink did not take all.
swv_status swvi_out_end(swvi_out *o, swv_io_error *error);

#endif
