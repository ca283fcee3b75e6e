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
void swvi_put_number(swvi_out *o, double value, int decimals);

/// Text in quotes, as JSON has it; bytes that are no UTF-8 become question marks.
void swvi_put_quoted(swvi_out *o, const char *text);

/// Hand over what is left. SWV_NO_FILE if the sink did not take all.
swv_status swvi_out_end(swvi_out *o, swv_io_error *error);

#endif
