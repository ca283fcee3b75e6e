// SPDX-License-Identifier: MIT
// Loops over the trigonometric kernels, compiled once per instruction set: SWVI_LANES is its name. The elements are
// independent, also when an output is the array of an input, so the compiler may take as many at once as it likes.
#include "batch/trig_lanes.h"
#include "math/trig_kernel.h"

// Two vectors at a time, so that one computes while the other waits (a hint; the result does not depend on it).
#if defined(__AVX512F__)
    #define VECTOR_BYTES 64
#elif defined(__AVX2__)
    #define VECTOR_BYTES 32
#else
    #define VECTOR_BYTES 16
#endif
#define PRAGMA(text)     _Pragma(#text)
#define FOR_LANES(lanes) PRAGMA(omp simd simdlen(lanes)) for (size_t i = 0; i < count; i++)
#define FOR_EACH(number) FOR_LANES(2 * VECTOR_BYTES / sizeof(number))

#define LOOP_ONE(name, number)                                                         \
    void SWVI_LANE_LOOP(name, SWVI_LANES)(const number *in, number *out, size_t count) \
    {                                                                                  \
        FOR_EACH(number)                                                               \
        out[i] = swvi_##name(in[i]);                                                   \
    }
#define LOOP_TWO(name, number)                                                                         \
    void SWVI_LANE_LOOP(name, SWVI_LANES)(const number *y, const number *x, number *out, size_t count) \
    {                                                                                                  \
        FOR_EACH(number)                                                                               \
        out[i] = swvi_##name(y[i], x[i]);                                                              \
    }
#define LOOP_PAIR(name, number)                                                                          \
    void SWVI_LANE_LOOP(name, SWVI_LANES)(const number *in, number *first, number *second, size_t count) \
    {                                                                                                    \
        FOR_EACH(number)                                                                                 \
        swvi_##name(in[i], &first[i], &second[i]);                                                       \
    }

SWVI_TRIG_LOOPS(LOOP_ONE, LOOP_TWO, LOOP_PAIR)
