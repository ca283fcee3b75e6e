// SPDX-License-Identifier: MIT
// Text that grows at its end (text.h).
#include "io/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

char *text_reserve(text_buffer *text, size_t size)
{
    if (!text->bytes || size > text->capacity - text->length) {
        size_t capacity = text->capacity ? text->capacity : 1024;
        while (capacity < SIZE_MAX / 2 && size > capacity - text->length)
            capacity *= 2;
        char *bytes = size <= capacity - text->length ? realloc(text->bytes, capacity) : NULL;
        if (!bytes) {
            text->out_of_memory = true;
            return NULL;
        }
        text->bytes = bytes;
        text->capacity = capacity;
    }
    return text->bytes + text->length;
}

void text_append(text_buffer *text, const char *bytes, size_t size)
{
    char *end = text_reserve(text, size);
    if (!end)
        return;
    memcpy(end, bytes, size);
    text->length += size;
}
