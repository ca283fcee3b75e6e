// SPDX-License-Identifier: MIT
// Memory of one motion, errors and warnings.
#include "io/io_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16, SMALL_BLOCK = 1 << 14 };

struct swvi_block {
    struct swvi_block *before;
    size_t             size;
};

static const size_t HEADER = (sizeof(struct swvi_block) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
static const size_t DEFAULT_LIMIT = (size_t)1 << (sizeof(size_t) > 4 ? 31 : 30);

static void *plain_allocate(void *user, size_t size)
{
    (void)user;
    return malloc(size);
}

static void plain_release(void *user, void *memory)
{
    (void)user;
    free(memory);
}

// A block with `size` bytes after its header.
static unsigned char *take_block(swvi_pool *pool, size_t size)
{
    if (size > pool->limit - pool->used || size > SIZE_MAX - HEADER)
        return NULL;
    struct swvi_block *block = pool->allocate(pool->user, HEADER + size);
    if (!block)
        return NULL;
    *block = (struct swvi_block){ pool->blocks, size };
    pool->blocks = block;
    pool->used += size;
    return (unsigned char *)block + HEADER;
}

swvi_pool *swvi_pool_make(const swv_io_options *options)
{
    swvi_pool  pool = { .allocate = options->allocate ? options->allocate : plain_allocate,
                        .release = options->allocate ? options->release : plain_release,
                        .user = options->user,
                        .limit = options->byte_limit ? options->byte_limit : DEFAULT_LIMIT };
    swvi_pool *place = (swvi_pool *)(void *)take_block(&pool, sizeof pool);
    if (place)
        *place = pool;
    return place;
}

void swvi_pool_free(swvi_pool *pool)
{
    if (!pool)
        return;
    void (*release)(void *, void *) = pool->release;
    void              *user = pool->user;
    struct swvi_block *block = pool->blocks;
    while (block) {
        struct swvi_block *before = block->before;
        release(user, block);
        block = before;
    }
}

void *swvi_pool_take(swvi_pool *pool, size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX - ALIGNMENT) / size)
        return NULL;
    const size_t   rounded = count * size == 0 ? ALIGNMENT : (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    unsigned char *memory;
    if (rounded > SMALL_BLOCK / 4) {
        memory = take_block(pool, rounded);
    } else {
        if (rounded > pool->left) {
            unsigned char *block = take_block(pool, SMALL_BLOCK);
            if (!block)
                return NULL;
            pool->next = block;
            pool->left = SMALL_BLOCK;
        }
        memory = pool->next;
        pool->next += rounded;
        pool->left -= rounded;
    }
    if (memory)
        memset(memory, 0, rounded);
    return memory;
}

char *swvi_take_text(swvi_pool *pool, const char *text, size_t length)
{
    char *copy = swvi_pool_take(pool, length + 1, 1);
    if (copy)
        memcpy(copy, text, length);
    return copy;
}

void *swvi_grow(swvi_pool *pool, void *array, int *count, int *capacity, size_t size)
{
    if (*count == *capacity) {
        const int wanted = *capacity ? 2 * *capacity : 16;
        void     *longer = swvi_pool_take(pool, (size_t)wanted, size);
        if (!longer)
            return NULL;
        if (*count)
            memcpy(longer, array, (size_t)*count * size);
        *capacity = wanted;
        array = longer;
    }
    ++*count;
    return array;
}

swv_status swvi_fail(swv_io_error *error, swv_status status, long line, size_t offset, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    *error = (swv_io_error){ .status = status, .line = line, .offset = offset };
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return status;
}

swv_status swvi_no_memory(swv_io_error *error)
{
    return swvi_fail(error, SWV_NO_MEMORY, 0, 0, "%s", swv_status_text(SWV_NO_MEMORY));
}

long swvi_line_of(const unsigned char *bytes, size_t offset)
{
    long line = 1;
    for (size_t i = 0; i < offset; i++)
        line += bytes[i] == '\n';
    return line;
}

bool swvi_warn(swvi_reading *r, const char *format, ...)
{
    enum { MOST = 32 };  // a file that is wrong everywhere says so often enough
    swv_motion *m = r->motion;
    char        text[200];
    va_list     arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || m->warning_count >= MOST)
        return true;
    // The array is the motion's own: the const in its type is for its readers.
    const char **texts =
        swvi_grow(r->pool, (void *)(uintptr_t)m->warnings, &m->warning_count, &r->warning_capacity, sizeof *texts);
    if (!texts)
        return false;
    m->warnings = texts;
    texts[m->warning_count - 1] = swvi_take_text(r->pool, text, strlen(text));
    m->warning_count -= !texts[m->warning_count - 1];
    return m->warning_count == 0 || texts[m->warning_count - 1] != NULL;
}
