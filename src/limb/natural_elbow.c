// SPDX-License-Identifier: MIT
// The natural elbow, knee and pronation: the doors to natural_kernel.h, and the model of Soechting and Flanders. Places are from the shoulder or
// hip, in the trunk's axes (x right, y forward, z up); lengths in the unit of `reach`.

#include "swivel/limb.h"

#include <math.h>
#include <stddef.h>

#include "limb/limb_kernels.h"
#include "math/scalar.h"
#include "swivel/trig.h"

// The arguments that all of them have, `out` where the answer goes; *place takes the position of a right limb, over reach, so unitless. Where that
// would overflow: as far as can be.
static swv_status place_of(swv_side side, double reach, swv_vec3 position, const void *out, swv_vec3 *place)
{
    if (out == NULL)
        return SWV_NULL;
    if (!(reach > 0.0) || !swvi_is_finite(reach) || (side != SWV_RIGHT && side != SWV_LEFT))
        return SWV_BAD_ARGUMENT;
    if (!swv_vec3_is_finite(position))
        return SWV_BAD_GOAL;
    const swv_vec3 p = swvi_on_side(side, position);
    const double   size = swvi_larger(swvi_larger(fabs(p.x), fabs(p.y)), fabs(p.z));
    // 2^100 reaches: squares and their products are safe, and further away only the direction matters. Chosen.
    const double unit = size / reach < 0x1p100 ? reach : size * 0x1p-100;
    *place = (swv_vec3){ p.x / unit, p.y / unit, p.z / unit };
    return SWV_OK;
}

// The axes of a right hand or foot; SWV_BAD_GOAL if there are none. The kernel takes quaternions of any length whose square is
// neither lost nor infinite.
static swv_status axes_of(swv_side side, const swv_pose *pose, swvi_hand_axes *axes)
{
    swv_quat     q = pose->rotation;
    const double length_squared = (q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w);
    if (!(length_squared > 1e-280 && length_squared < 1e280)) {  // no overflow of a product with it, no lost digits
        swv_pose copy = *pose;
        if (swv_pose_check(&copy) != SWV_OK)
            return SWV_BAD_GOAL;
        q = copy.rotation;
    }
    const double sign = side == SWV_LEFT ? -1.0 : 1.0;
    *axes = swvi_hand_axes_of(q.x, sign * q.y, sign * q.z, q.w);
    return SWV_OK;
}

// Both of the above, for a pose.
static swv_status pose_of(swv_side side, double reach, const swv_pose *pose, const void *out, swv_vec3 *place,
                          swvi_hand_axes *axes)
{
    if (pose == NULL)
        return SWV_NULL;
    const swv_status status = place_of(side, reach, pose->position, out, place);
    return status == SWV_OK ? axes_of(side, pose, axes) : status;
}

// A direction of a right limb for either side's.
static swv_vec3 out_of(swv_side side, swvi_direction m)
{
    return swvi_on_side(side, (swv_vec3){ m.x, m.y, m.z });
}

swv_status swv_natural_elbow(swv_side side, double reach, const swv_pose *hand, swv_vec3 *direction)
{
    swv_vec3         p;
    swvi_hand_axes   g;
    const swv_status status = pose_of(side, reach, hand, direction, &p, &g);
    if (status == SWV_OK)
        *direction = out_of(side, swvi_natural_elbow(p.x, p.y, p.z, g));
    return status;
}

swv_status swv_natural_elbow_at(swv_side side, double reach, swv_vec3 wrist, swv_vec3 *direction)
{
    swv_vec3         p;
    const swv_status status = place_of(side, reach, wrist, direction, &p);
    if (status == SWV_OK)
        *direction = out_of(side, swvi_natural_elbow_at(p.x, p.y, p.z));
    return status;
}

swv_status swv_natural_pronation(swv_side side, double reach, swv_vec3 wrist, double *pronation)
{
    swv_vec3         p;
    const swv_status status = place_of(side, reach, wrist, pronation, &p);
    if (status == SWV_OK)
        *pronation = swvi_natural_pronation(p.x, p.y, p.z);
    return status;
}

swv_status swv_natural_knee(swv_side side, double reach, const swv_pose *foot, swv_vec3 *direction)
{
    swv_vec3         p;
    swvi_hand_axes   g;
    const swv_status status = pose_of(side, reach, foot, direction, &p, &g);
    if (status == SWV_OK)
        *direction = out_of(side, swvi_natural_knee(p.x, p.y, p.z, g));
    return status;
}

// ---- Soechting and Flanders ----
//
// Given     wrist position, in centimetres for an arm of 62 cm: distance r, azimuth chi from forward to the right,
//           elevation psi; degrees
// Find      m, from the upper arm's elevation (from hanging) and yaw, both linear in r, chi and psi
//
// (1) elevation  E = -6.7 + 1.09 r + 1.10 psi
// (2) yaw        Y = 67.7 + 1.00 chi - 0.68 r
// (3) upper arm  u = (sin Y sin E, cos Y sin E, -cos E);  m is its part normal to n
//
// The forearm has two such angles of its own (1989), and the wrist they would lead to misses by 10 cm: of the upper arm only
// the plane it makes with the wrist is kept. These are the coefficients of pointing at what is seen.
// This work is based on:
// Soechting, Flanders. Errors in pointing are due to approximations in sensorimotor transformations. 1989

#define POINTING_REACH_CM  62.0
#define DEGREES_PER_RADIAN (180.0 / SWV_PI)

swv_status swv_natural_elbow_soechting(swv_side side, double reach, swv_vec3 wrist, swv_vec3 *direction)
{
    swv_vec3         p;
    const swv_status status = place_of(side, reach, wrist, direction, &p);
    if (status != SWV_OK)
        return status;
    const swvi_far_end e = swvi_far_end_of(p.x, p.y, p.z);
    const double       distance = sqrt(e.x * e.x + e.y * e.y + e.z * e.z);

    const double r = POINTING_REACH_CM * (distance < 1.0 ? distance : 1.0);
    const double chi = DEGREES_PER_RADIAN * swv_atan2(e.nx, e.ny);
    const double psi = DEGREES_PER_RADIAN * swv_atan2(e.nz, sqrt(e.nx * e.nx + e.ny * e.ny));
    const double elevation = -6.7 + 1.09 * r + 1.10 * psi;  // (1)
    const double yaw = 67.7 + 1.00 * chi - 0.68 * r;        // (2)

    // (3)
    double sin_e, cos_e, sin_y, cos_y;
    swv_sincos(elevation / DEGREES_PER_RADIAN, &sin_e, &cos_e);
    swv_sincos(yaw / DEGREES_PER_RADIAN, &sin_y, &cos_y);
    *direction = out_of(side, swvi_normal_direction(e, sin_y * sin_e, cos_y * sin_e, -cos_e));
    return SWV_OK;
}
