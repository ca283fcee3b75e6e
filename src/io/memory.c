// SPDX-License-Identifier: MIT
// Memory of one motion, errors and warnings.
#include "io/io_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// AddressSanitizer checks blocks, not the arrays inside them. Under it each array is a block of exactly its size. Some bytes before the array, and
// the part of a growing array that is not used yet, are poisoned.
#ifdef __has_feature
    #if __has_feature(address_sanitizer)
        #define SWVI_EXACT_BLOCKS 1
    #endif
#endif
#ifdef __SANITIZE_ADDRESS__
    #define SWVI_EXACT_BLOCKS 1
#endif
#ifdef SWVI_EXACT_BLOCKS
    #include <sanitizer/asan_interface.h>
enum { EXACT_BLOCKS = 1, GUARD = 16 };
#else
enum { EXACT_BLOCKS = 0, GUARD = 0 };
    #define ASAN_POISON_MEMORY_REGION(place, size)   ((void)(place), (void)(size))
    #define ASAN_UNPOISON_MEMORY_REGION(place, size) ((void)(place), (void)(size))
#endif

// Bytes: malloc's alignment; a block that arrays of up to a quarter of it share, 16 kB: chosen.
enum { ALIGNMENT = 16, SMALL_BLOCK = 1 << 14 };

struct swvi_block {
    struct swvi_block *before;
    size_t             size;
};

static const size_t HEADER = (sizeof(struct swvi_block) + GUARD + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
// 2 GiB, as motion.h says; 1 GiB where addresses have 32 bits.
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

// The memory of a new block: `size` bytes after its header. NULL: no memory, or the limit.
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
    unsigned char *memory = (unsigned char *)block + HEADER;
    ASAN_POISON_MEMORY_REGION(memory - GUARD, GUARD);
    return memory;
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
        ASAN_UNPOISON_MEMORY_REGION(block, HEADER + block->size);
        struct swvi_block *before = block->before;
        release(user, block);
        block = before;
    }
}

void *swvi_pool_take(swvi_pool *pool, size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX - ALIGNMENT) / size)
        return NULL;
    const size_t   bytes = count * size;
    const size_t   rounded = bytes == 0 ? ALIGNMENT : (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    unsigned char *memory;
    if (EXACT_BLOCKS || rounded > SMALL_BLOCK / 4) {
        memory = take_block(pool, EXACT_BLOCKS ? bytes : rounded);
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
        memset(memory, 0, bytes);
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
        const int wanted = *capacity ? 2 * *capacity : 16;  // 16 at first: chosen
        void     *longer = swvi_pool_take(pool, (size_t)wanted, size);
        if (!longer)
            return NULL;
        if (*count)
            memcpy(longer, array, (size_t)*count * size);
        ASAN_POISON_MEMORY_REGION((unsigned char *)longer + (size_t)*count * size, (size_t)(wanted - *count) * size);
        *capacity = wanted;
        array = longer;
    }
    ASAN_UNPOISON_MEMORY_REGION((unsigned char *)array + (size_t)*count * size, size);
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

bool swvi_fail_memory(swv_io_error *error)
{
    swvi_no_memory(error);
    return false;
}

uint32_t swvi_word_at(const unsigned char *bytes, int size)
{
    uint32_t value = 0;
    for (int i = size - 1; i >= 0; i--)
        value = value << 8 | bytes[i];
    return value;
}

double swvi_float_at(const unsigned char *bytes)
{
    const uint32_t bits = swvi_word_at(bytes, 4);
    float          value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

bool swvi_warn(swvi_reading *r, const char *format, ...)
{
    enum { MOST = 32 };  // a file that is wrong everywhere says so often enough: chosen
    swv_motion *m = r->motion;
    char        text[200];  // a warning is one line; what is longer is cut
    va_list     arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || m->warning_count >= MOST)
        return true;
    // The array is the motion's own: the const in its type is for its readers.
    const char **texts =
        swvi_grow(r->pool, (void *)(uintptr_t)m->warnings, &m->warning_count, &r->warning_capacity, sizeof *texts);
    const char *copy = texts ? swvi_take_text(r->pool, text, strlen(text)) : NULL;
    if (!copy)
        return swvi_fail_memory(r->error);
    m->warnings = texts;
    texts[m->warning_count - 1] = copy;
    return true;
}
