// SPDX-License-Identifier: MIT
// The kernels of the limb in double and, with the suffix f, in float: the elbow's circle, the human limb, the natural elbow.
#ifndef SWIVEL_LIMB_LIMB_KERNELS_H
#define SWIVEL_LIMB_LIMB_KERNELS_H

#include <math.h>
#include <stdbool.h>

#include "limb/natural_table.h"
#include "math/trig_kernel.h"
#include "swivel/base.h"

#define SWVI_PI 3.14159265358979323846

/// A(z) with atan u = u + u z A(z), z = u^2, |u| <= 1/2.
SWV_INLINE double swvi_arc_series(double z)
{
    const double z2 = z * z, z4 = z2 * z2;
    const double a0 = (SWVI_ATAN_0 + z * SWVI_ATAN_1) + z2 * (SWVI_ATAN_2 + z * SWVI_ATAN_3);
    const double a4 = (SWVI_ATAN_4 + z * SWVI_ATAN_5) + z2 * (SWVI_ATAN_6 + z * SWVI_ATAN_7);
    const double a8 = (SWVI_ATAN_8 + z * SWVI_ATAN_9) + z2 * (SWVI_ATAN_10 + z * SWVI_ATAN_11);
    return (a0 + z4 * a4) + (z4 * z4) * a8;
}

/// The same in float.
SWV_INLINE float swvi_arc_seriesf(float z)
{
    return SWVI_ATANF_0 + z * (SWVI_ATANF_1 + z * (SWVI_ATANF_2 + z * (SWVI_ATANF_3 + z * SWVI_ATANF_4)));
}

// ROUNDING         half the distance from 1 to the next number
// SMALLEST_SQUARE  a sum of squares above it has lost nothing to underflow, below it its root counts as zero
// LARGE, LESS      what is larger has a square that overflows, and is taken so many times
// SHORT_SQUARE     a field whose part normal to the line has a smaller square counts as zero: rounding is all there is to it. Chosen
#define REAL            double
#define KERNEL(name)    name
#define ROUNDING        0x1p-53
#define SMALLEST_SQUARE 1e-280  // 1e28 times the least double, 2e-308
#define LARGE           0x1p500
#define LESS            0x1p-600
#define SHORT_SQUARE    1e-20
#include "limb/elbow_kernel.h"
#include "limb/limb_kernel.h"
#include "limb/natural_kernel.h"

#define REAL            float
#define KERNEL(name)    name##f
#define ROUNDING        0x1p-24f
#define SMALLEST_SQUARE 1e-28f  // 1e10 times the least float, 1e-38
#define LARGE           0x1p60f
#define LESS            0x1p-70f
#define SHORT_SQUARE    1e-9f
#include "limb/elbow_kernel.h"
#include "limb/limb_kernel.h"
#include "limb/natural_kernel.h"

#endif
