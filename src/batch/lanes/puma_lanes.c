// SPDX-License-Identifier: MIT
// The loop over Pumas, compiled once per instruction set: SWVI_LANES is its name. In passes over blocks, as arm_lanes.c says.
#include "swivel/base.h"

// Every call inside is inlined, however large the whole becomes: a loop with a call in it is not made into lanes.
#undef SWV_INLINE
#define SWV_INLINE static inline __attribute__((always_inline))

#include "batch/puma_lanes.h"

enum { BLOCK = 128 };
#define APART     static __attribute__((noinline))
#define FOR_LANES _Pragma("omp simd") for (size_t i = 0; i < count; i++)

typedef struct block {
    double sine[6][BLOCK], cosine[6][BLOCK], outcome[BLOCK];
} block;

// A position or a quaternion that is not finite, or a quaternion that is zero, is no target; one whose square would overflow or
// vanish is brought nearer to unit length by a power of two, which changes no bit of its direction.
APART void directions(const swvi_puma_family *family, const swv_puma_batch *batch, size_t first, size_t count, block *b)
{
    const double *px = batch->px + first, *py = batch->py + first, *pz = batch->pz + first;
    const double *qx = batch->qx + first, *qy = batch->qy + first, *qz = batch->qz + first, *qw = batch->qw + first;
    const swvi_puma_shape shape = family->shape;
    const swvi_puma_free  zero = { 0.0, 1.0, 0.0, 1.0, 0.0, 1.0 };
    const double          side = family->side, bend = family->bend, tolerance = 1e-12 * shape.reach;
    FOR_LANES
    {
        const double none = (((px[i] - px[i]) + (py[i] - py[i])) + (pz[i] - pz[i])) +
                            (((qx[i] - qx[i]) + (qy[i] - qy[i])) + ((qz[i] - qz[i]) + (qw[i] - qw[i])));
        const double               ax = fabs(qx[i]), ay = fabs(qy[i]), az = fabs(qz[i]), aw = fabs(qw[i]);
        const double               axy = ax > ay ? ax : ay, azw = az > aw ? az : aw, size = axy > azw ? axy : azw;
        const double               scale = size > 0x1p400 ? 0x1p-700 : size < 0x1p-400 ? 0x1p700 : 1.0;
        const swvi_hand_axes       g = swvi_hand_axes_of(scale * qx[i], scale * qy[i], scale * qz[i], scale * qw[i]);
        const swvi_puma_target     t = swvi_puma_target_of(&shape, px[i], py[i], pz[i]);
        const swvi_puma_directions d = swvi_puma_way_of(&shape, &t, &g, &zero, side, bend);
        b->sine[0][i] = d.sin0;
        b->cosine[0][i] = d.cos0;
        b->sine[1][i] = d.sin1;
        b->cosine[1][i] = d.cos1;
        b->sine[2][i] = d.sin2;
        b->cosine[2][i] = d.cos2;
        b->sine[3][i] = d.sin3;
        b->cosine[3][i] = d.cos3;
        b->sine[4][i] = d.sin4;
        b->cosine[4][i] = d.cos4;
        b->sine[5][i] = d.sin5;
        b->cosine[5][i] = d.cos5;
        const double beyond = t.excess > tolerance ? (double)SWV_OUT_OF_REACH : (double)SWV_REACHED;
        const double miss = t.excess < -tolerance ? (double)SWV_TOO_NEAR : beyond;
        b->outcome[i] = ((none == 0.0) & (size > 0.0)) ? miss : (double)SWV_INVALID_TARGET;
    }
}

APART void angles(const double *sine, const double *cosine, double *angle, size_t count)
{
    FOR_LANES
    {
        angle[i] = swvi_angle(sine[i], cosine[i]);
    }
}

// The wrist's other way: half a turn from q3 and from q5, and -q4.
APART void flip(double *q3, double *q4, double *q5, size_t count)
{
    FOR_LANES
    {
        q3[i] = q3[i] > 0.0 ? q3[i] - SWVI_PI : q3[i] + SWVI_PI;
        q4[i] = -q4[i];
        q5[i] = q5[i] > 0.0 ? q5[i] - SWVI_PI : q5[i] + SWVI_PI;
    }
}

void SWVI_LANE_LOOP(puma, SWVI_LANES)(const swvi_puma_family *family, const swv_puma_batch *batch, size_t first,
                                      size_t count)
{
    block b;
    for (size_t length; count > 0; first += length, count -= length) {
        length = count < BLOCK ? count : BLOCK;
        directions(family, batch, first, length, &b);
        for (int joint = 0; joint < 6; joint++)
            angles(b.sine[joint], b.cosine[joint], batch->q[joint] + first, length);
        if (family->is_flipped)
            flip(batch->q[3] + first, batch->q[4] + first, batch->q[5] + first, length);
        for (size_t i = 0; i < length; i++) {
            batch->outcome[first + i] = (unsigned char)(int)b.outcome[i];
            for (int joint = 0; joint < 6 && b.outcome[i] == SWV_INVALID_TARGET; joint++)
                batch->q[joint][first + i] = 0.0;
        }
    }
}
