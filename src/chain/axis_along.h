// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CHAIN_AXIS_ALONG_H
#define SWIVEL_CHAIN_AXIS_ALONG_H

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

#endif
