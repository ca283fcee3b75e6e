// SPDX-License-Identifier: MIT
// The loop over Pumas, compiled once per instruction set: SWVI_LANES is its name. In passes over blocks, as arm_lanes.c says. Units and frames are
// those of batch.h.
#include "swivel/base.h"

// Every call inside is inlined, however large the whole becomes: a loop with a call in it is not made into lanes.
#undef SWV_INLINE
#define SWV_INLINE static inline __attribute__((always_inline))

#include "kim_tarokh/puma_lanes.h"

enum { BLOCK = 128 };  // of 8 bytes: as long as BLOCK_BYTES of arm_lanes.c, so that all arrays stay in the first cache
#define APART     static __attribute__((noinline))
#define FOR_LANES _Pragma("omp simd") for (size_t i = 0; i < count; i++)

/// Of each element of a block: sines and cosines of the six angles, both times one positive number, and the swv_outcome.
typedef struct block {
    double sine[6][BLOCK], cosine[6][BLOCK], outcome[BLOCK];
} block;

// The six angles of elements `first` and on, as sines and cosines: wrist and rotation of the hand as swv_puma_batch says (swivel_papers/batch.h).
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
        // A quaternion whose squares would overflow or vanish (beyond 2^511) is scaled by 2^700 either way first: any is within that then.
        // It is done from 2^400 on. Chosen.
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

// Radians, from -pi to pi, of directions that need not have unit length.
APART void angles(const double *sine, const double *cosine, double *angle, size_t count)
{
    FOR_LANES
    {
        angle[i] = swvi_angle(sine[i], cosine[i]);
    }
}

// Angles in radians. The wrist's other way: half a turn from q3 and from q5, and -q4.
APART void flip(double *q3, double *q4, double *q5, size_t count)
{
    FOR_LANES
    {
        q3[i] = q3[i] > 0.0 ? q3[i] - SWVI_PI : q3[i] + SWVI_PI;
        q4[i] = -q4[i];
        q5[i] = q5[i] > 0.0 ? q5[i] - SWVI_PI : q5[i] + SWVI_PI;
    }
}

// swv_batch_puma of one family: hands in, angles in radians and outcomes out.
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

// ---- one target, all ways ----

// Four angles in [-pi, pi] of the joints that `joint` names, turned into their limits. `outside` takes 0, or the bit of a joint that no turn
// brings inside.
SWV_INLINE void into_limits(const swvi_puma_task *task, const int joint[4], double *angle, double *outside)
{
    double low[4], high[4], bit[4];
    for (int i = 0; i < 4; i++) {
        low[i] = task->low[joint[i]];
        high[i] = task->high[joint[i]];
        bit[i] = (double)(1 << joint[i]);
    }
#pragma omp simd
    for (int i = 0; i < 4; i++) {
        const double a = angle[i], turned = a + (a < low[i] ? 2.0 * SWVI_PI : -2.0 * SWVI_PI);
        const bool   is_inside = (a >= low[i]) & (a <= high[i]),
                   is_turn_inside = (turned >= low[i]) & (turned <= high[i]);
        angle[i] = (is_inside | !is_turn_inside) ? a : turned;
        outside[i] = (is_inside | is_turn_inside) ? 0.0 : bit[i];
    }
}

// All angles of all ways of one target, in the order of SWVI_PUMA_WAIST and the others. Way w: bit 0 of w is the shoulder's side, bit 1 the elbow's.
void SWVI_LANE_LOOP(puma_ways, SWVI_LANES)(const swvi_puma_task *task, swvi_puma_ways *ways)
{
    enum { DIRECTIONS = SWVI_PUMA_FLIPPED };
    static const double    side[4] = { 1.0, -1.0, 1.0, -1.0 }, bend[4] = { 1.0, 1.0, -1.0, -1.0 };
    static const int       joints[8][4] = { { 0, 0, 2, 2 }, { 1, 1, 1, 1 }, { 3, 3, 3, 3 }, { 4, 4, 4, 4 },
                                            { 5, 5, 5, 5 }, { 3, 3, 3, 3 }, { 4, 4, 4, 4 }, { 5, 5, 5, 5 } };
    const swvi_puma_shape  shape = task->shape;
    const swvi_puma_free   other = task->other;
    const swv_vec3         p = task->hand.position;
    const swv_quat         r = task->hand.rotation;
    const swvi_hand_axes   axes = swvi_hand_axes_of(r.x, r.y, r.z, r.w);
    const swvi_puma_target target = swvi_puma_target_of(&shape, p.x, p.y, p.z);
    double                 sine[DIRECTIONS], cosine[DIRECTIONS], elbow_sine[4], elbow_cosine[4];
    double                *angle = ways->angle;
#pragma omp simd
    for (int way = 0; way < 4; way++) {
        const swvi_puma_directions d = swvi_puma_way_of(&shape, &target, &axes, &other, side[way], bend[way]);
        sine[way] = d.sin0;
        cosine[way] = d.cos0;
        elbow_sine[way] = d.sin2;
        elbow_cosine[way] = d.cos2;
        sine[SWVI_PUMA_SHOULDER + way] = d.sin1;
        cosine[SWVI_PUMA_SHOULDER + way] = d.cos1;
        sine[SWVI_PUMA_WRIST + way] = d.sin3;
        cosine[SWVI_PUMA_WRIST + way] = d.cos3;
        sine[SWVI_PUMA_WRIST + 4 + way] = d.sin4;
        cosine[SWVI_PUMA_WRIST + 4 + way] = d.cos4;
        sine[SWVI_PUMA_WRIST + 8 + way] = d.sin5;
        cosine[SWVI_PUMA_WRIST + 8 + way] = d.cos5;
    }
    for (int i = 0; i < 2; i++) {
        sine[SWVI_PUMA_ELBOW + i] = elbow_sine[2 * i];
        cosine[SWVI_PUMA_ELBOW + i] = elbow_cosine[2 * i];
    }
#pragma omp simd
    for (int i = 0; i < DIRECTIONS; i++)
        angle[i] = swvi_angle(sine[i], cosine[i]);
#pragma omp simd
    for (int i = 0; i < 4; i++) {
        const double q3 = angle[SWVI_PUMA_WRIST + i], q5 = angle[SWVI_PUMA_WRIST + 8 + i];
        angle[SWVI_PUMA_FLIPPED + i] = q3 > 0.0 ? q3 - SWVI_PI : q3 + SWVI_PI;
        angle[SWVI_PUMA_FLIPPED + 4 + i] = -angle[SWVI_PUMA_WRIST + 4 + i];
        angle[SWVI_PUMA_FLIPPED + 8 + i] = q5 > 0.0 ? q5 - SWVI_PI : q5 + SWVI_PI;
    }
    for (int i = 0; i < 8; i++)
        into_limits(task, joints[i], angle + 4 * i, ways->outside + 4 * i);
    ways->excess = target.excess;
}
