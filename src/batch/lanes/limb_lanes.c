// SPDX-License-Identifier: MIT
// Loops over human limbs, compiled once per instruction set: SWVI_LANES is its name. The elements are independent, so the
// compiler may take as many at once as it likes. Units and frames are those of batch.h and limb.h.
#include "swivel/base.h"

// Every call inside is inlined, however large the whole becomes: a loop with a call in it is not made into lanes.
#undef SWV_INLINE
#define SWV_INLINE static inline __attribute__((always_inline))

#include "batch/limb_lanes.h"
#include "math/trig_kernel.h"

// A block at a time, in passes, as arm_lanes.c says why: softening, wishes, postures, caps one after the other, flexions,
// hands, outcomes.
enum { BLOCK_BYTES = 1024 };
#define BLOCK(number) (BLOCK_BYTES / sizeof(number))

#define APART     static __attribute__((noinline))  // or a copy would be made for blocks of full length
#define FOR_LANES _Pragma("omp simd") for (size_t i = 0; i < count; i++)

#define PIECES(suffix, number, batch_type)                                                                        \
    typedef struct block##suffix {                                                                                \
        number soft[3][BLOCK(number)], wish[3][BLOCK(number)];                                                    \
        number points[3][BLOCK(number)]; /* the upper bone */                                                     \
        number bend[2][BLOCK(number)];                                                                            \
        number outcome[BLOCK(number)];                                                                            \
    } block##suffix;                                                                                              \
                                                                                                                  \
    APART void soften##suffix(const swvi_limb_shape##suffix *shape, const batch_type *batch, size_t first,        \
                              size_t count, block##suffix *b)                                                     \
    {                                                                                                             \
        const number *px = batch->px + first, *py = batch->py + first, *pz = batch->pz + first;                   \
        const number  softness = shape->softness, begins = shape->soft_from;                                      \
        FOR_LANES                                                                                                 \
        {                                                                                                         \
            const swvi_vector##suffix r = swvi_limb_softened##suffix(px[i], py[i], pz[i], begins, softness);      \
            b->soft[0][i] = r.x;                                                                                  \
            b->soft[1][i] = r.y;                                                                                  \
            b->soft[2][i] = r.z;                                                                                  \
        }                                                                                                         \
    }                                                                                                             \
                                                                                                                  \
    APART void take_swivels##suffix(const number *swivel, size_t count, block##suffix *b)                         \
    {                                                                                                             \
        FOR_LANES                                                                                                 \
        {                                                                                                         \
            swvi_sincos##suffix(swivel[i], &b->wish[1][i], &b->wish[0][i]);                                       \
            b->wish[2][i] = swivel[i];                                                                            \
        }                                                                                                         \
    }                                                                                                             \
                                                                                                                  \
    APART void look_in_cap##suffix(const swvi_limb_shape##suffix *shape, int cap, size_t count, block##suffix *b) \
    {                                                                                                             \
        const number *x = b->points[0], *y = b->points[1], *z = b->points[2];                                     \
        FOR_LANES                                                                                                 \
        {                                                                                                         \
            const number was = b->outcome[i];                                                                     \
            const bool   is_in = swvi_limb_is_in_cap##suffix(shape, cap, x[i], y[i], z[i]);                       \
            const bool   is_target = was != (number)SWV_INVALID_TARGET;                                           \
            b->outcome[i] = (is_in & is_target) ? (number)SWVI_OUTSIDE : was;                                     \
        }                                                                                                         \
    }                                                                                                             \
                                                                                                                  \
    APART void flexions##suffix(const number *sine, const number *cosine, number *flexion, size_t count)          \
    {                                                                                                             \
        FOR_LANES                                                                                                 \
        {                                                                                                         \
            flexion[i] = 2 * swvi_atan2##suffix(sine[i], cosine[i]);                                              \
        }                                                                                                         \
    }                                                                                                             \
                                                                                                                  \
    APART void ends##suffix(const batch_type *batch, size_t first, size_t count)                                  \
    {                                                                                                             \
        const number *qx = batch->qx + first, *qy = batch->qy + first, *qz = batch->qz + first;                   \
        const number *qw = batch->qw + first;                                                                     \
        number       *x = batch->end[0] + first, *y = batch->end[1] + first, *z = batch->end[2] + first;          \
        number       *w = batch->end[3] + first;                                                                  \
        FOR_LANES                                                                                                 \
        {                                                                                                         \
            const swvi_rotation##suffix q = swvi_quat_unit##suffix(qx[i], qy[i], qz[i], qw[i]);                   \
            x[i] = q.x;                                                                                           \
            y[i] = q.y;                                                                                           \
            z[i] = q.z;                                                                                           \
            w[i] = q.w;                                                                                           \
        }                                                                                                         \
    }                                                                                                             \
                                                                                                                  \
    APART void outcomes##suffix(const number *from, unsigned char *to, size_t count)                              \
    {                                                                                                             \
        for (size_t i = 0; i < count; i++)                                                                        \
            to[i] = (unsigned char)(int)from[i];                                                                  \
    }

PIECES(, double, swv_limb_batch)
PIECES(f, float, swv_limb_batchf)

#define POSTURES(name, suffix, batch_type, number, is_given, is_leg)                                                   \
    APART void name(const swvi_limb_shape##suffix *shape, const batch_type *batch, const number *const soft[3],        \
                    size_t first, size_t count, block##suffix *b)                                                      \
    {                                                                                                                  \
        const swvi_limb_shape##suffix s = *shape;                                                                      \
        const number                 *px = batch->px + first, *py = batch->py + first, *pz = batch->pz + first;        \
        const number                 *qx = batch->qx + first, *qy = batch->qy + first, *qz = batch->qz + first;        \
        const number                 *qw = batch->qw + first, *sx = soft[0], *sy = soft[1], *sz = soft[2];             \
        number *ux = batch->upper[0] + first, *uy = batch->upper[1] + first, *uz = batch->upper[2] + first;            \
        number *uw = batch->upper[3] + first, *lx = batch->lower[0] + first, *ly = batch->lower[1] + first;            \
        number *lz = batch->lower[2] + first, *lw = batch->lower[3] + first;                                           \
        FOR_LANES                                                                                                      \
        {                                                                                                              \
            const swvi_limb_element##suffix e =                                                                        \
                swvi_limb_element_of##suffix(&s, px[i], py[i], pz[i], sx[i], sy[i], sz[i], qx[i], qy[i], qz[i], qw[i], \
                                             b->wish[0][i], b->wish[1][i], b->wish[2][i], is_given, is_leg);           \
            ux[i] = e.bones.upper.x;                                                                                   \
            uy[i] = s.mirror * e.bones.upper.y;                                                                        \
            uz[i] = s.mirror * e.bones.upper.z;                                                                        \
            uw[i] = e.bones.upper.w;                                                                                   \
            lx[i] = e.bones.lower.x;                                                                                   \
            ly[i] = s.mirror * e.bones.lower.y;                                                                        \
            lz[i] = s.mirror * e.bones.lower.z;                                                                        \
            lw[i] = e.bones.lower.w;                                                                                   \
            b->points[0][i] = e.points.x;                                                                              \
            b->points[1][i] = e.points.y;                                                                              \
            b->points[2][i] = e.points.z;                                                                              \
            b->bend[0][i] = e.sin_bend;                                                                                \
            b->bend[1][i] = e.cos_bend;                                                                                \
            b->outcome[i] = e.outcome;                                                                                 \
        }                                                                                                              \
    }

#define LOOP(name, suffix, batch_type, number, is_leg)                                                                 \
    APART void name##_wishes(const swvi_limb_shape##suffix *shape, const batch_type *batch, size_t first,              \
                             size_t count, block##suffix *b)                                                           \
    {                                                                                                                  \
        const swvi_limb_shape##suffix s = *shape;                                                                      \
        const number                 *px = batch->px + first, *py = batch->py + first, *pz = batch->pz + first;        \
        const number                 *qx = batch->qx + first, *qy = batch->qy + first, *qz = batch->qz + first;        \
        const number                 *qw = batch->qw + first;                                                          \
        FOR_LANES                                                                                                      \
        {                                                                                                              \
            const swvi_direction##suffix m =                                                                           \
                swvi_limb_wish_of##suffix(&s, px[i], py[i], pz[i], qx[i], qy[i], qz[i], qw[i], is_leg);                \
            b->wish[0][i] = m.x;                                                                                       \
            b->wish[1][i] = m.y;                                                                                       \
            b->wish[2][i] = m.z;                                                                                       \
        }                                                                                                              \
    }                                                                                                                  \
                                                                                                                       \
    POSTURES(name##_natural, suffix, batch_type, number, false, is_leg)                                                \
    POSTURES(name##_given, suffix, batch_type, number, true, is_leg)                                                   \
                                                                                                                       \
    void SWVI_LANE_LOOP(name, SWVI_LANES)(const swvi_limb_shape##suffix *shape, const batch_type *batch, size_t first, \
                                          size_t count)                                                                \
    {                                                                                                                  \
        block##suffix b;                                                                                               \
        for (size_t length; count > 0; first += length, count -= length) {                                             \
            length = count < BLOCK(number) ? count : BLOCK(number);                                                    \
            const bool    is_soft = shape->softness > 0;                                                               \
            const number *soft[3] = { is_soft ? b.soft[0] : batch->px + first,                                         \
                                      is_soft ? b.soft[1] : batch->py + first,                                         \
                                      is_soft ? b.soft[2] : batch->pz + first };                                       \
            if (is_soft)                                                                                               \
                soften##suffix(shape, batch, first, length, &b);                                                       \
            if (batch->swivel) {                                                                                       \
                take_swivels##suffix(batch->swivel + first, length, &b);                                               \
                name##_given(shape, batch, soft, first, length, &b);                                                   \
            } else {                                                                                                   \
                name##_wishes(shape, batch, first, length, &b);                                                        \
                name##_natural(shape, batch, soft, first, length, &b);                                                 \
            }                                                                                                          \
            for (int cap = 0; cap < shape->cap_count; cap++)                                                           \
                look_in_cap##suffix(shape, cap, length, &b);                                                           \
            if (batch->flexion)                                                                                        \
                flexions##suffix(b.bend[0], b.bend[1], batch->flexion + first, length);                                \
            if (batch->end[0])                                                                                         \
                ends##suffix(batch, first, length);                                                                    \
            outcomes##suffix(b.outcome, batch->outcome + first, length);                                               \
        }                                                                                                              \
    }

SWVI_LIMB_LOOPS(LOOP)
