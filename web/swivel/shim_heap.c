// SPDX-License-Identifier: MIT
//
// Memory for models. The C library's allocator would be 9 kB of the module; what is needed here is little: blocks of a power
// of two bytes, cut from the end of memory, and for each size a list of those given back.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SMALLEST = 6, LARGEST = 29, PAGE = 65536 };

/// Before what the caller has; 16 bytes, so that this is aligned.
typedef struct block {
    struct block *next;
    uint32_t      power;
    uint32_t      padding[2];
} block;

extern unsigned char __heap_base;

static block    *given_back[LARGEST + 1];
static uintptr_t end_of_blocks;

static block *cut(size_t size)
{
    if (end_of_blocks == 0)
        end_of_blocks = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    const size_t pages = (end_of_blocks + size + PAGE - 1) / PAGE, there = __builtin_wasm_memory_size(0);
    if (pages > there && __builtin_wasm_memory_grow(0, pages - there) == SIZE_MAX)
        return NULL;
    block *b = (block *)end_of_blocks;
    end_of_blocks += size;
    return b;
}

void *malloc(size_t size)
{
    if (size > ((size_t)1 << LARGEST) - sizeof(block))
        return NULL;
    uint32_t power = SMALLEST;
    while (((size_t)1 << power) < size + sizeof(block))
        ++power;
    block *b = given_back[power];
    if (b)
        given_back[power] = b->next;
    else
        b = cut((size_t)1 << power);
    if (!b)
        return NULL;
    b->power = power;
    return b + 1;
}

void *calloc(size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    void *zeroed = malloc(count * size);
    return zeroed ? memset(zeroed, 0, count * size) : NULL;
}

void free(void *given)
{
    if (!given)
        return;
    block *b = (block *)given - 1;
    b->next = given_back[b->power];
    given_back[b->power] = b;
}
