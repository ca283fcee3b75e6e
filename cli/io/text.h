// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_TEXT_H
#define SWIVEL_CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/// Text that grows at its end. Begins as { 0 }; free `bytes` after use.
typedef struct text_buffer {
    char  *bytes;  ///< without a '\0' at the end
    size_t length, capacity;
    bool   out_of_memory;  ///< something could not be put in; the text is what it was before
} text_buffer;

/// Room for `size` more bytes at the end: where they go, or NULL if there is no memory. Count them into `length` once
/// they are there.
char *text_reserve(text_buffer *text, size_t size);

void text_append(text_buffer *text, const char *bytes, size_t size);

#endif
