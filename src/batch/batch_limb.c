// SPDX-License-Identifier: MIT
// Many human limbs: the lanes give every element the posture of its wish, and what breaks a limit there is solved one by one. Units and frames are
// those of batch.h and limb.h.
#include "swivel/batch.h"

#include "batch/limb_lanes.h"
#include "limb/limb_internal.h"

enum { CHUNK = 4096 };  // elements between the lanes and the second look: they are still in the cache

// An element whose wish breaks a limit, in double. Without an end the hand does not yield. Within a tolerance, of the limb's
// length and in radians, it is there.
static swv_outcome solve_one(const swv_limb *limb, const swv_limb_goal *goal, bool has_end, double tolerance,
                             swv_limb_posture *posture)
{
    swvi_limb_problem problem;
    swvi_limb_answer  answer;
    swv_limb_report   r;
    (void)swvi_limb_problem_of(limb, goal, NULL, SWV_KEEP_LIMITS, &problem);  // the lanes found it to be a target
    if (!swvi_limb_nearest_to_wish(&problem, &answer)) {
        if (!has_end) {
            swvi_limb_finish(&problem, &answer, posture, NULL);
            return SWV_LIMITED;
        }
        swvi_limb_give_way(&problem, NULL, &answer);
    }
    swvi_limb_finish(&problem, &answer, posture, &r);
    const bool is_there =
        !r.broken && r.position_error <= tolerance * (limb->upper + limb->lower) && r.rotation_error <= tolerance;
    return is_there ? SWV_REACHED : r.outcome;
}

#define ARE_THERE(b)                                                                                       \
    ((b) && (b)->px && (b)->py && (b)->pz && (b)->qx && (b)->qy && (b)->qz && (b)->qw && (b)->upper[0] &&  \
     (b)->upper[1] && (b)->upper[2] && (b)->upper[3] && (b)->lower[0] && (b)->lower[1] && (b)->lower[2] && \
     (b)->lower[3] && (b)->outcome && !(b)->end[0] == !(b)->end[1] && !(b)->end[0] == !(b)->end[2] &&      \
     !(b)->end[0] == !(b)->end[3])

#define BATCH(name, suffix, batch_type, number, longest, largest_ratio, tolerance)                                     \
    static void put##suffix(const batch_type *b, size_t i, const swv_limb_posture *p, swv_outcome outcome)             \
    {                                                                                                                  \
        const swv_quat rotations[3] = { p->upper, p->lower, p->end };                                                  \
        number *const *arrays[3] = { b->upper, b->lower, b->end };                                                     \
        for (int k = 0; k < (b->end[0] ? 3 : 2); k++) {                                                                \
            arrays[k][0][i] = (number)rotations[k].x;                                                                  \
            arrays[k][1][i] = (number)rotations[k].y;                                                                  \
            arrays[k][2][i] = (number)rotations[k].z;                                                                  \
            arrays[k][3][i] = (number)rotations[k].w;                                                                  \
        }                                                                                                              \
        if (b->flexion)                                                                                                \
            b->flexion[i] = (number)p->flexion;                                                                        \
        b->outcome[i] = (unsigned char)outcome;                                                                        \
    }                                                                                                                  \
                                                                                                                       \
    static void finish##suffix(const swv_limb *limb, const batch_type *b, size_t i)                                    \
    {                                                                                                                  \
        const swv_limb_goal goal = {                                                                                   \
            .end = { { b->px[i], b->py[i], b->pz[i] }, { b->qx[i], b->qy[i], b->qz[i], b->qw[i] } },                   \
            .elbow = b->swivel ? SWV_ELBOW_SWIVEL : SWV_ELBOW_NATURAL,                                                 \
            .swivel = b->swivel ? b->swivel[i] : 0,                                                                    \
        };                                                                                                             \
        swv_limb_posture  posture;                                                                                     \
        const swv_outcome outcome = solve_one(limb, &goal, b->end[0] != NULL, tolerance, &posture);                    \
        put##suffix(b, i, &posture, outcome);                                                                          \
    }                                                                                                                  \
                                                                                                                       \
    swv_status name(const swv_limb *limb, const batch_type *batch, size_t first, size_t count)                         \
    {                                                                                                                  \
        const swv_limb_posture none = { SWV_IDENTITY_QUAT, SWV_IDENTITY_QUAT, SWV_IDENTITY_QUAT, 0.0 };                \
        const swv_status       status = swvi_limb_verify(limb);                                                        \
        if (status != SWV_OK)                                                                                          \
            return status;                                                                                             \
        if (!ARE_THERE(batch))                                                                                         \
            return SWV_NULL;                                                                                           \
        const double u = limb->upper, f = limb->lower;                                                                 \
        if (!(u > 1.0 / (longest) && u < (longest) && f > 1.0 / (longest) && f < (longest) && u < (largest_ratio)*f && \
              f < (largest_ratio)*u))                                                                                  \
            return SWV_BAD_MODEL;                                                                                      \
        double nearest, farthest;                                                                                      \
        swvi_limb_distances(limb, &nearest, &farthest);                                                                \
        const swvi_limb_shape##suffix shape = swvi_limb_shape_of##suffix(limb, nearest, farthest);                     \
        for (size_t length; count > 0; first += length, count -= length) {                                             \
            length = count < CHUNK ? count : CHUNK;                                                                    \
            if (limb->kind == SWV_LIMB_LEG) {                                                                          \
                SWVI_RUN_WIDEST(limb_leg##suffix, &shape, batch, first, length)                                        \
            } else {                                                                                                   \
                SWVI_RUN_WIDEST(limb_arm##suffix, &shape, batch, first, length)                                        \
            }                                                                                                          \
            for (size_t i = first; i < first + length; i++) {                                                          \
                if (batch->outcome[i] == SWV_INVALID_TARGET)                                                           \
                    put##suffix(batch, i, &none, SWV_INVALID_TARGET);                                                  \
                else if (batch->outcome[i] == SWVI_OUTSIDE)                                                            \
                    finish##suffix(limb, batch, i);                                                                    \
            }                                                                                                          \
        }                                                                                                              \
        return SWV_OK;                                                                                                 \
    }

BATCH(swv_batch_limb, , swv_limb_batch, double, 1e100, 1e6, 1e-12)
BATCH(swv_batch_limbf, f, swv_limb_batchf, float, 1e4, 1e3, 5e-6)
