// SPDX-License-Identifier: MIT
// Many upper limbs: checks the limb, prepares what all elements share, and hands the range to the loop of the widest
// instruction set of this machine.
#include "batch/limb_lanes.h"
#include "math/scalar.h"
#include "swivel/batch.h"

swv_status swv_batch_upper_limb(const swv_upper_limb *limb, const swv_upper_limb_goal *common,
                                const swv_upper_limb_batch *batch, size_t first, size_t count)
{
    const swv_upper_limb_goal none = { .swivel = 0.0 }, *goal = common ? common : &none;
    swv_status                status = swvi_upper_limb_check(limb);
    if (status == SWV_OK && limb->girdle.rhythm.function)
        status = SWV_BAD_ARGUMENT;
    if (status == SWV_OK && !swvi_is_finite(goal->shoulder_elevation + goal->shoulder_protraction))
        status = SWV_NOT_FINITE;
    if (status == SWV_OK && !(goal->raising >= -1.0 && goal->raising <= 1.0))
        status = SWV_BAD_ARGUMENT;
    if (status != SWV_OK)
        return status;

    const double    reach = limb->arm.upper_arm + limb->arm.forearm;
    const swv_vec3  below = { 0.0, 0.0, -1.0 };
    swvi_limb_shape shape = { .upper_arm = limb->arm.upper_arm / reach,
                              .forearm = limb->arm.forearm / reach,
                              .reach = reach,
                              .mirror = limb->arm.side == SWV_LEFT ? -1.0 : 1.0,
                              .yield = limb->girdle.yield };
    swvi_girdle_prepare(limb, goal->raising, goal->shoulder_elevation, goal->shoulder_protraction, below,
                        &shape.girdle);
    double            angles[SWVI_PLACING_ANGLES];
    swvi_girdle_turns turns;
    swvi_girdle_place rest;
    (void)swvi_girdle_place_at(&shape.girdle, &SWVI_HANGING, 0.0, angles, &turns, &rest, &shape.hanging);
    const bool is_smooth = limb->arm.reference == SWV_SWIVEL_SMOOTH;
    if (is_smooth && shape.girdle.is_free) {
        SWVI_RUN_WIDEST(limb_smooth_free, &shape, batch, first, count)
    } else if (is_smooth) {
        SWVI_RUN_WIDEST(limb_smooth, &shape, batch, first, count)
    } else if (shape.girdle.is_free) {
        SWVI_RUN_WIDEST(limb_down_free, &shape, batch, first, count)
    } else {
        SWVI_RUN_WIDEST(limb_down, &shape, batch, first, count)
    }
    return SWV_OK;
}
