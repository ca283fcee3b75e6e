// SPDX-License-Identifier: MIT
// SplitMix64 (Steele, Lea, Flood. Fast splittable pseudorandom number generators. 2014): the same numbers everywhere.
#ifndef SWIVEL_CLI_RANDOM_H
#define SWIVEL_CLI_RANDOM_H

#include <stdint.h>

static inline uint64_t random_bits(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/// Uniform in [low, high).
static inline double random_between(uint64_t *state, double low, double high)
{
    return low + (high - low) * ((double)(random_bits(state) >> 11) * 0x1p-53);
}

#endif
