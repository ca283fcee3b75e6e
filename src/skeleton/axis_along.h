// SPDX-License-Identifier: MIT
#ifndef SWIVEL_SKELETON_AXIS_ALONG_H
#define SWIVEL_SKELETON_AXIS_ALONG_H

#include <math.h>

#include "swivel/geometry.h"

/// Which coordinate axis a vector lies along (0, 1, 2), exactly; -1 if none.
SWV_INLINE int swvi_axis_along(swv_vec3 v)
{
    if (v.x != 0.0)
        return v.y == 0.0 && v.z == 0.0 ? 0 : -1;
    if (v.y != 0.0)
        return v.z == 0.0 ? 1 : -1;
    return v.z != 0.0 ? 2 : -1;
}

/// A unit vector within rounding of a coordinate axis is put on it, where turning costs half.
SWV_INLINE swv_vec3 swvi_on_axis(swv_vec3 v)
{
    // Of a unit vector: the roundings of some rotations. Chosen.
    const double   tiny = 1e-14;
    const swv_vec3 snapped = { fabs(v.x) < tiny ? 0.0 : v.x, fabs(v.y) < tiny ? 0.0 : v.y,
                               fabs(v.z) < tiny ? 0.0 : v.z };
    return swv_vec3_normalize(snapped);
}

#endif
