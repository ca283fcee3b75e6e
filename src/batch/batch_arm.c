// SPDX-License-Identifier: MIT
// Many arms: checks the arm, and hands the range to the loop of the widest instruction set of this machine.
#include "swivel/batch.h"

#include "batch/arm_lanes.h"

#ifdef SWVI_X86_LANES
    #define RUN_WIDEST(name, ...)                        \
        switch (swvi_lane_set_widest()) {                \
        case SWVI_LANE_SET_AVX512:                       \
            SWVI_LANE_LOOP(name, avx512)(__VA_ARGS__);   \
            break;                                       \
        case SWVI_LANE_SET_AVX2:                         \
            SWVI_LANE_LOOP(name, avx2)(__VA_ARGS__);     \
            break;                                       \
        case SWVI_LANE_SET_BASELINE:                     \
            SWVI_LANE_LOOP(name, baseline)(__VA_ARGS__); \
            break;                                       \
        }
#else
    #define RUN_WIDEST(name, ...) SWVI_LANE_LOOP(name, baseline)(__VA_ARGS__);
#endif

// Lengths whose squares overflow or vanish are no lengths of an arm; a NaN is none either.
static swv_status shape_of(const swv_arm *arm, double shortest, double longest, swvi_arm_shape *shape)
{
    const bool is_fine = arm->upper_arm > shortest && arm->upper_arm < longest && arm->forearm > shortest &&
                         arm->forearm < longest && (arm->side == SWV_RIGHT || arm->side == SWV_LEFT);
    shape->upper_arm = arm->upper_arm;
    shape->forearm = arm->forearm;
    shape->mirror = arm->side == SWV_LEFT ? -1.0 : 1.0;
    return is_fine ? SWV_OK : SWV_BAD_ARGUMENT;
}

swv_status swv_batch_arm(const swv_arm *arm, const swv_arm_batch *batch, size_t first, size_t count)
{
    swvi_arm_shape   shape;
    const swv_status status = shape_of(arm, 1e-100, 1e100, &shape);
    if (status != SWV_OK)
        return status;
    if (arm->reference == SWV_SWIVEL_SMOOTH) {
        RUN_WIDEST(arm_smooth, &shape, batch, first, count)
    } else {
        RUN_WIDEST(arm_down, &shape, batch, first, count)
    }
    return SWV_OK;
}

swv_status swv_batch_armf(const swv_arm *arm, const swv_arm_batchf *batch, size_t first, size_t count)
{
    swvi_arm_shape   shape;
    const swv_status status = shape_of(arm, 1e-4, 1e4, &shape);
    if (status != SWV_OK)
        return status;
    if (arm->reference == SWV_SWIVEL_SMOOTH) {
        RUN_WIDEST(arm_smoothf, &shape, batch, first, count)
    } else {
        RUN_WIDEST(arm_downf, &shape, batch, first, count)
    }
    return SWV_OK;
}
