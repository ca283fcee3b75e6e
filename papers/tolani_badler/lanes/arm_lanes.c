// SPDX-License-Identifier: MIT
// Loops over arms, compiled once per instruction set: SWVI_LANES is its name. The elements are independent, also when
// an output is the array of an input, so the compiler may take as many at once as it likes. Units and frames are those of batch.h.
#include "swivel/base.h"

// Every call inside is inlined, however large the whole becomes: a loop with a call in it is not made into lanes.
#undef SWV_INLINE
#define SWV_INLINE static inline __attribute__((always_inline))

#include "tolani_badler/arm_elements.h"
#include "tolani_badler/arm_lanes.h"

// A block at a time, in passes: sine and cosine of the swivel, directions of the angles, angles, outcomes. In one loop
// it would be a thousand instructions, most waiting for the one before; a pass is short enough for the machine to have
// the next elements under way. Outcomes are numbers until the last pass: bytes in the same loop would ask for as many
// elements at once as a vector has bytes, more than there are registers. What was no target gets its zeros at the end.
// Swivels and angles are radians; targets are those of swv_arm_batch (batch.h); `first` is an index into its arrays, `count` a length of theirs.
enum { BLOCK_BYTES = 1024 };  // seventeen arrays of it, 17 KiB, stay in a first cache of 32. Chosen
#define BLOCK(number) (BLOCK_BYTES / sizeof(number))

#define APART     static __attribute__((noinline))  // or a copy would be made for blocks of full length
#define FOR_LANES _Pragma("omp simd") for (size_t i = 0; i < count; i++)

#define PIECES(suffix, number)                                                                       \
    typedef struct block##suffix {                                                                   \
        number sin_swivel[BLOCK(number)], cos_swivel[BLOCK(number)];                                 \
        number sine[7][BLOCK(number)], cosine[7][BLOCK(number)];                                     \
        number outcome[BLOCK(number)];                                                               \
    } block##suffix;                                                                                 \
                                                                                                     \
    APART void swivels##suffix(const number *swivel, number *sine, number *cosine, size_t count)     \
    {                                                                                                \
        FOR_LANES                                                                                    \
        {                                                                                            \
            swvi_sincos##suffix(swivel[i], &sine[i], &cosine[i]);                                    \
        }                                                                                            \
    }                                                                                                \
                                                                                                     \
    APART void angles##suffix(const number *sine, const number *cosine, number *angle, size_t count) \
    {                                                                                                \
        FOR_LANES                                                                                    \
        {                                                                                            \
            angle[i] = swvi_angle##suffix(sine[i], cosine[i]);                                       \
        }                                                                                            \
    }                                                                                                \
                                                                                                     \
    /* True if one of them was no target. */                                                         \
    APART bool outcomes##suffix(const number *from, unsigned char *to, size_t count)                 \
    {                                                                                                \
        for (size_t i = 0; i < count; i++)                                                           \
            to[i] = (unsigned char)(int)from[i];                                                     \
        unsigned char all = 0;                                                                       \
        for (size_t i = 0; i < count; i++)                                                           \
            all |= to[i];                                                                            \
        return all == SWV_INVALID_TARGET;                                                            \
    }                                                                                                \
                                                                                                     \
    static void clear##suffix(const number *outcome, number *const q[7], size_t first, size_t count) \
    {                                                                                                \
        for (size_t i = 0; i < count; i++)                                                           \
            for (int joint = 0; joint < 7 && outcome[i] == SWV_INVALID_TARGET; joint++)              \
                q[joint][first + i] = 0;                                                             \
    }

PIECES(, double)
PIECES(f, float)

#define LOOP(name, suffix, batch_type, number, is_smooth, is_leg)                                                \
    APART void name##_directions(const swvi_arm_shape *arm, const batch_type *batch, size_t first, size_t count, \
                                 block##suffix *b)                                                               \
    {                                                                                                            \
        const number *px = batch->px + first, *py = batch->py + first, *pz = batch->pz + first;                  \
        const number *qx = batch->qx + first, *qy = batch->qy + first, *qz = batch->qz + first;                  \
        const number *qw = batch->qw + first, *swivel = batch->swivel + first;                                   \
        const number  upper_arm = (number)arm->upper_arm, forearm = (number)arm->forearm;                        \
        const number  mirror = (number)arm->mirror;                                                              \
        FOR_LANES                                                                                                \
        {                                                                                                        \
            const swvi_arm_element##suffix e = swvi_arm_element_of##suffix(                                      \
                px[i], py[i], pz[i], qx[i], qy[i], qz[i], qw[i], swivel[i], b->cos_swivel[i], b->sin_swivel[i],  \
                upper_arm, forearm, mirror, is_smooth, is_leg);                                                  \
            b->sine[0][i] = e.q.sin0;                                                                            \
            b->cosine[0][i] = e.q.cos0;                                                                          \
            b->sine[1][i] = e.q.sin1;                                                                            \
            b->cosine[1][i] = e.q.cos1;                                                                          \
            b->sine[2][i] = e.q.sin2;                                                                            \
            b->cosine[2][i] = e.q.cos2;                                                                          \
            b->sine[3][i] = e.sin3;                                                                              \
            b->cosine[3][i] = e.cos3;                                                                            \
            b->sine[4][i] = e.q.sin4;                                                                            \
            b->cosine[4][i] = e.q.cos4;                                                                          \
            b->sine[5][i] = e.q.sin5;                                                                            \
            b->cosine[5][i] = e.q.cos5;                                                                          \
            b->sine[6][i] = e.q.sin6;                                                                            \
            b->cosine[6][i] = e.q.cos6;                                                                          \
            b->outcome[i] = e.outcome;                                                                           \
        }                                                                                                        \
    }                                                                                                            \
    void SWVI_LANE_LOOP(name, SWVI_LANES)(const swvi_arm_shape *arm, const batch_type *batch, size_t first,      \
                                          size_t count)                                                          \
    {                                                                                                            \
        block##suffix b;                                                                                         \
        for (size_t length; count > 0; first += length, count -= length) {                                       \
            length = count < BLOCK(number) ? count : BLOCK(number);                                              \
            swivels##suffix(batch->swivel + first, b.sin_swivel, b.cos_swivel, length);                          \
            name##_directions(arm, batch, first, length, &b);                                                    \
            for (int joint = 0; joint < 7; joint++)                                                              \
                angles##suffix(b.sine[joint], b.cosine[joint], batch->q[joint] + first, length);                 \
            if (outcomes##suffix(b.outcome, batch->outcome + first, length))                                     \
                clear##suffix(b.outcome, batch->q, first, length);                                               \
        }                                                                                                        \
    }

SWVI_ARM_LOOPS(LOOP)
