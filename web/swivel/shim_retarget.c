// SPDX-License-Identifier: MIT
//
// One body's motion on another, over flat arrays; see shim.c and shim_body.c. Both bodies must outlive it.
#include <stdlib.h>
#include <string.h>

#include "shim_body.h"

swv_retarget *EXPORT(retarget_new)(void)
{
    return calloc(1, sizeof(swv_retarget));
}

/// scales: out, of legs and arms.
int EXPORT(retarget_make)(swv_retarget *r, const shim_body *from, const shim_body *to, int keep_directions,
                          int keep_slides, int compromise, double scale, double *scales)
{
    const swv_retarget_options options = { keep_directions != 0, keep_slides != 0, (swv_limb_compromise)compromise,
                                           scale };
    const swv_status           status = swv_retarget_make(&from->body, &to->body, &options, r);
    if (status == SWV_OK) {
        scales[0] = r->scale;
        scales[1] = r->arm_scale;
    }
    return (int)status;
}

/// From what came out of one body to what came out of the other.
int EXPORT(retarget_frame)(const swv_retarget *r, shim_body *from, shim_body *to)
{
    return (int)swv_retarget_frame(r, locals_of(from), locals_of(to));
}

/// Doubles, for the scratch of a clip.
int EXPORT(retarget_scratch)(int frame_count)
{
    return (int)(swv_retarget_size(frame_count) / sizeof(double));
}

/// report: floor, contacts, planted, farthest hand, farthest foot, limited.
int EXPORT(retarget_clip)(const swv_retarget *r, const swv_pose *clip, int frame_count, double dt, double *scratch,
                          swv_pose *out, double *report)
{
    swv_retarget_report found;
    const swv_status    status = swv_retarget_clip(r, clip, frame_count, dt, scratch, out, &found);
    if (status != SWV_OK)
        return (int)status;
    const double flat[] = { found.floor,         (double)found.contacts, (double)found.planted,
                            found.farthest_hand, found.farthest_foot,    (double)found.limited };
    memcpy(report, flat, sizeof flat);
    return SWV_OK;
}
