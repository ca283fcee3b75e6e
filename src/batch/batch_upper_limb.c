// SPDX-License-Identifier: MIT
// Many upper limbs: checks the limb, prepares what all elements share, and hands the range to the loop of the widest
// instruction set of this machine. Units and frames are those of batch.h and shoulder.h.
#include "batch/upper_limb_lanes.h"
#include "math/scalar.h"
#include "swivel/batch.h"

swv_status swvi_upper_limb_shape_of(const swv_upper_limb *limb, const swv_upper_limb_goal *common,
                                    swvi_upper_limb_shape *shape)
{
    const swv_upper_limb_goal none = { .raising = 0.0 }, *goal = common ? common : &none;
    const swv_status          status = swvi_upper_limb_check(limb);
    if (status != SWV_OK)
        return status;
    if (limb->girdle.rhythm.function)
        return SWV_BAD_MODEL;
    if (!swvi_is_girdle_goal(goal))
        return SWV_BAD_GOAL;

    const double   reach = limb->arm.upper + limb->arm.lower;
    const swv_vec3 below = { 0.0, 0.0, -1.0 };
    *shape = (swvi_upper_limb_shape){ .upper_arm = limb->arm.upper / reach,
                                      .forearm = limb->arm.lower / reach,
                                      .reach = reach,
                                      .mirror = limb->arm.side == SWV_LEFT ? -1.0 : 1.0,
                                      .yield = limb->girdle.yield,
                                      .is_smooth = !limb->counts_from_lowest };
    swvi_girdle_prepare(limb, goal->raising, goal->shoulder_elevation, goal->shoulder_protraction, below,
                        &shape->girdle);
    (void)swvi_girdle_hanging(&shape->girdle, &shape->hanging);
    return SWV_OK;
}

#define ARE_THERE(b)                                                                                                  \
    ((b) && (b)->wrist[0] && (b)->wrist[1] && (b)->wrist[2] && (b)->swivel && (b)->girdle[0] && (b)->girdle[1] &&     \
     (b)->girdle[2] && (b)->girdle[3] && (b)->girdle[4] && (b)->gh[0] && (b)->gh[1] && (b)->gh[2] && (b)->upper[0] && \
     (b)->upper[1] && (b)->upper[2] && (b)->upper[3] && (b)->lower[0] && (b)->lower[1] && (b)->lower[2] &&            \
     (b)->lower[3] && (b)->gh_error && (b)->outcome)

// `least` and `most`: arms of any other length, in metres, are refused, as its numbers would be lost. For floats chosen.
#define BATCH(suffix, least, most)                                                                                 \
    swv_status swv_batch_upper_limb##suffix(const swv_upper_limb *limb, const swv_upper_limb_goal *common,         \
                                            const swv_upper_limb_batch##suffix *batch, size_t first, size_t count) \
    {                                                                                                              \
        if (!limb || !ARE_THERE(batch))                                                                            \
            return SWV_NULL;                                                                                       \
        swvi_upper_limb_shape shape;                                                                               \
        const swv_status      status = swvi_upper_limb_shape_of(limb, common, &shape);                             \
        if (status != SWV_OK)                                                                                      \
            return status;                                                                                         \
        if (!(shape.reach > (least) && shape.reach < (most)))                                                      \
            return SWV_BAD_MODEL;                                                                                  \
        SWVI_RUN_WIDEST(upper_limb##suffix, &shape, batch, first, count)                                           \
        return SWV_OK;                                                                                             \
    }

BATCH(, 0.0, HUGE_VAL)
BATCH(f, 1e-4, 1e4)
