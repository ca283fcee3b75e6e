// SPDX-License-Identifier: MIT
// FNV-1a over the bits of numbers: the same on every compiler, level of optimisation and machine.
#ifndef SWIVEL_TESTS_HASH_H
#define SWIVEL_TESTS_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HASH_START 0xCBF29CE484222325u

// The bytes of numbers of `unit` bytes each, the lowest first whatever the machine's order.
static inline void add_numbers(uint64_t *hash, const void *data, size_t size, size_t unit)
{
    const uint16_t       one = 1;
    const bool           lowest_first = *(const unsigned char *)&one == 1;
    const unsigned char *bytes = (const unsigned char *)data;
    for (size_t i = 0; i < size; ++i)
        *hash = (*hash ^ bytes[lowest_first ? i : i / unit * unit + (unit - 1 - i % unit)]) * 0x100000001B3u;
}

// Doubles, and structures of nothing else.
static inline void add(uint64_t *hash, const void *doubles, size_t size)
{
    add_numbers(hash, doubles, size, sizeof(double));
}

static inline void add_double(uint64_t *hash, double x)
{
    add(hash, &x, sizeof x);
}

static inline void add_float(uint64_t *hash, float x)
{
    add_numbers(hash, &x, sizeof x, sizeof x);
}

static inline void add_int(uint64_t *hash, int32_t x)
{
    add_numbers(hash, &x, sizeof x, sizeof x);
}

#endif
