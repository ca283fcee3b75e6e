// SPDX-License-Identifier: MIT
#ifndef SWIVEL_IO_RANDOM_H
#define SWIVEL_IO_RANDOM_H

#include <stdint.h>

/// SplitMix64 (Steele, Lea, Flood. Fast splittable pseudorandom number generators. 2014): the same numbers everywhere.

/// The next 64 bits of a sequence.
static inline uint64_t swv_random_bits(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/// Uniform in [low, high).
static inline double swv_random_between(uint64_t *state, double low, double high)
{
    return low + (high - low) * ((double)(swv_random_bits(state) >> 11) * 0x1p-53);
}

/// A separate sequence for each index, so results do not depend on the order of threads.
static inline uint64_t swv_random_for(uint64_t seed, uint64_t thing, uint64_t number)
{
    uint64_t state = seed + 0x632BE59BD9B4E019u * (thing + 1);
    (void)swv_random_bits(&state);
    state ^= number * 0xD1B54A32D192ED03u;
    return swv_random_bits(&state);
}

#endif
