// SPDX-License-Identifier: MIT
// The limb's kernel in double and, with the suffix f, in float.
#ifndef SWIVEL_LIMB_LIMB_KERNELS_H
#define SWIVEL_LIMB_LIMB_KERNELS_H

#include <math.h>
#include <stdbool.h>

#include "swivel/base.h"

// ROUNDING     half the distance from 1 to the next number
// LARGE, LESS  what is larger has a square that overflows, and is taken so many times
#define REAL         double
#define KERNEL(name) name
#define ROUNDING     0x1p-53
#define LARGE        0x1p500
#define LESS         0x1p-600
#include "limb/limb_kernel.h"

#define REAL         float
#define KERNEL(name) name##f
#define ROUNDING     0x1p-24f
#define LARGE        0x1p60f
#define LESS         0x1p-70f
#include "limb/limb_kernel.h"

#endif
