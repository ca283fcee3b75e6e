// SPDX-License-Identifier: MIT
// Many Pumas: checks the arm, and hands the range to the loop of the widest instruction set of this machine.
#include "kim_tarokh/puma_lanes.h"
#include "kim_tarokh/puma_internal.h"
#include "swivel_papers/batch.h"

swv_status swv_batch_puma(const swv_puma *puma, int family, const swv_puma_batch *batch, size_t first, size_t count)
{
    bool are_there = puma && batch && batch->px && batch->py && batch->pz && batch->qx && batch->qy && batch->qz &&
                     batch->qw && batch->outcome;
    for (int i = 0; are_there && i < 6; i++)
        are_there = batch->q[i];
    if (!are_there)
        return SWV_NULL;
    if (family < 0 || family >= SWV_PUMA_FAMILIES)
        return SWV_BAD_COUNT;
    const swv_status status = swvi_puma_check(puma);
    if (status != SWV_OK)
        return status;
    const swvi_puma_family way = { swvi_puma_shape_of(puma), family & 1 ? -1.0 : 1.0, family & 4 ? -1.0 : 1.0,
                                   (family & 2) != 0 };
    SWVI_RUN_WIDEST(puma, &way, batch, first, count)
    return SWV_OK;
}
