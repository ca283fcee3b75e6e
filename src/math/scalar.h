// SPDX-License-Identifier: MIT
#ifndef SWIVEL_MATH_SCALAR_H
#define SWIVEL_MATH_SCALAR_H

#include <stdbool.h>

#include "swivel/base.h"

SWV_INLINE bool swvi_is_finite(double x)
{
    return x - x == 0.0;
}

/// The nearest whole number, ties to even, for |x| < 2^51: adding 1.5 * 2^52 leaves no bits for a fraction.
SWV_INLINE double swvi_nearest_whole(double x)
{
    return (x + 0x1.8p52) - 0x1.8p52;
}

#endif
