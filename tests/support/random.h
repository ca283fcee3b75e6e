// SPDX-License-Identifier: MIT
// Random numbers for tests: integer arithmetic only, so a seed gives the same sequence on every machine.
#ifndef SWIVEL_TESTS_RANDOM_H
#define SWIVEL_TESTS_RANDOM_H

#include "../../include/swivel_io/random.h"

static inline uint64_t random_bits(uint64_t *state)
{
    return swv_random_bits(state);
}

/// Uniform in [low, high).
static inline double random_between(uint64_t *state, double low, double high)
{
    return swv_random_between(state, low, high);
}

/// Uniform among 0 .. count - 1.
static inline int random_below(uint64_t *state, int count)
{
    return (int)(random_bits(state) % (uint64_t)count);
}

#endif
