// SPDX-License-Identifier: MIT
// Many arms: checks the arm, and hands the range to the loop of the widest instruction set of this machine.
#include "swivel_papers/batch.h"

#include "tolani_badler/arm_lanes.h"

// What the loops need of an arm. Lengths (metres) whose squares overflow or vanish, or that are lost beside each other, are no lengths of
// an arm; a NaN is none either: they are between 1 / longest and longest, and neither is largest_ratio times the other.
static swv_status shape_of(const swv_arm *arm, double longest, double largest_ratio, swvi_arm_shape *shape)
{
    const double u = arm->upper_arm, f = arm->forearm;
    const bool   are_lengths = u > 1.0 / longest && u < longest && f > 1.0 / longest && f < longest;
    const bool   are_alike = f * largest_ratio > u && u * largest_ratio > f;
    shape->upper_arm = u;
    shape->forearm = f;
    shape->mirror = arm->side == SWV_LEFT ? -1.0 : 1.0;
    return are_lengths && are_alike && (arm->side == SWV_RIGHT || arm->side == SWV_LEFT) ? SWV_OK : SWV_BAD_MODEL;
}

#define ARE_THERE(b)                                                                                                 \
    ((b) && (b)->px && (b)->py && (b)->pz && (b)->qx && (b)->qy && (b)->qz && (b)->qw && (b)->swivel && (b)->q[0] && \
     (b)->q[1] && (b)->q[2] && (b)->q[3] && (b)->q[4] && (b)->q[5] && (b)->q[6] && (b)->outcome)

swv_status swv_batch_arm(const swv_arm *arm, const swv_arm_batch *batch, size_t first, size_t count)
{
    if (!arm || !ARE_THERE(batch))
        return SWV_NULL;
    swvi_arm_shape   shape;
    const swv_status status = shape_of(arm, 1e100, 1e6, &shape);
    if (status != SWV_OK)
        return status;
    if (arm->is_leg) {
        SWVI_RUN_WIDEST(arm_leg, &shape, batch, first, count)
    } else if (arm->reference == SWV_SWIVEL_SMOOTH) {
        SWVI_RUN_WIDEST(arm_smooth, &shape, batch, first, count)
    } else {
        SWVI_RUN_WIDEST(arm_down, &shape, batch, first, count)
    }
    return SWV_OK;
}

swv_status swv_batch_armf(const swv_arm *arm, const swv_arm_batchf *batch, size_t first, size_t count)
{
    if (!arm || !ARE_THERE(batch))
        return SWV_NULL;
    swvi_arm_shape shape;
    // Largest length and ratio of lengths that are accepted in floats. Chosen.
    const swv_status status = shape_of(arm, 1e4, 1e3, &shape);
    if (status != SWV_OK)
        return status;
    if (arm->is_leg) {
        SWVI_RUN_WIDEST(arm_legf, &shape, batch, first, count)
    } else if (arm->reference == SWV_SWIVEL_SMOOTH) {
        SWVI_RUN_WIDEST(arm_smoothf, &shape, batch, first, count)
    } else {
        SWVI_RUN_WIDEST(arm_downf, &shape, batch, first, count)
    }
    return SWV_OK;
}
