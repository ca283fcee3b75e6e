// SPDX-License-Identifier: MIT
//
// Bodies of tracked people, and how their devices sit on them, over flat arrays; see shim.c and shim_body.c.
//   point    8: part, pose
//   report  38: as of goals, of which outcome and errors are set
#include <stdlib.h>
#include <string.h>

#include "shim_body.h"

static int points_from(const double *flat, int count, swv_body_point *points)
{
    if (count > SWV_BODY_POINTS)
        return SWV_BAD_COUNT;
    for (int i = 0; i < count; i++)
        points[i] = (swv_body_point){ (int)flat[8 * i], pose_from(flat + 8 * i + 1) };
    return SWV_OK;
}

int EXPORT(body_start_tracking)(shim_body *b, int compromise)
{
    return (int)swv_body_track_start(&b->body, (swv_limb_compromise)compromise, &b->track);
}

/// dt: seconds since the last frame; NULL: nothing is remembered.
int EXPORT(body_points)(shim_body *b, const double *points, int count, const double *dt, int compromise, double *report)
{
    swv_body_point tracked[SWV_BODY_POINTS];
    const int      refused = points_from(points, count, tracked);
    if (refused != SWV_OK)
        return refused;
    swv_body_report  r;
    const swv_status status =
        dt ? swv_body_track_step(&b->body, &b->track, tracked, count, *dt, animation_of(b), locals_of(b), &r)
           : swv_body_solve(&b->body, tracked, count, animation_of(b), (swv_limb_compromise)compromise, locals_of(b),
                            &r);
    if (status != SWV_OK)
        return (int)status;
    report[0] = (double)r.outcome;
    memcpy(report + 6, r.position_errors, (size_t)count * sizeof(double));
    memcpy(report + 6 + SWV_BODY_GOALS, r.rotation_errors, (size_t)count * sizeof(double));
    return SWV_OK;
}

// ---- devices ----

swv_calibration *EXPORT(calibration_new)(void)
{
    return calloc(1, sizeof(swv_calibration));
}

/// options: where the head's device is, or zeros; scale. found: scale, arms to the sides, height, span, arms.
int EXPORT(calibration_make)(swv_calibration *c, const shim_body *b, const double *devices, int count,
                             const double *options, double *found)
{
    const swv_vec3 head = vec3_from(options);
    const bool     has_head = head.x != 0.0 || head.y != 0.0 || head.z != 0.0;
    swv_body_point points[SWV_BODY_POINTS];
    const int      refused = points_from(devices, count, points);
    if (refused != SWV_OK)
        return refused;
    const swv_status status = swv_calibration_make(&b->body, points, count, has_head ? &head : NULL, options[3], c);
    if (status != SWV_OK)
        return (int)status;
    const double flat[] = { c->scale, c->is_t ? 1.0 : 0.0, c->height, c->span, c->arms };
    memcpy(found, flat, sizeof flat);
    return SWV_OK;
}

/// points: out; may be `devices` itself.
int EXPORT(calibration_points)(const swv_calibration *c, const shim_body *b, const double *devices, int count,
                               double *points)
{
    swv_body_point tracked[SWV_BODY_POINTS];
    const int      refused = points_from(devices, count, tracked);
    if (refused != SWV_OK)
        return refused;
    const swv_status status = swv_calibration_points(&b->body, c, tracked, count, tracked);
    for (int i = 0; status == SWV_OK && i < count; i++)
        pose_to(tracked[i].pose, points + 8 * i + 1);
    return (int)status;
}
