// SPDX-License-Identifier: MIT
// The natural elbow's kernel in double and, with the suffix f, in float.
#ifndef SWIVEL_LIMB_NATURAL_KERNELS_H
#define SWIVEL_LIMB_NATURAL_KERNELS_H

#include "limb/elbow_kernels.h"
#include "limb/natural_table.h"

// ROUNDING      half the distance from 1 to the next number
// LARGE, LESS   what is larger has a square that overflows, and is taken so many times
// SHORT_SQUARE  a field whose part normal to the line has a smaller square counts as zero: rounding is all there is to it. Chosen
#define REAL         double
#define KERNEL(name) name
#define ROUNDING     0x1p-53
#define LARGE        0x1p500
#define LESS         0x1p-600
#define SHORT_SQUARE 1e-20
#include "limb/natural_kernel.h"

#define REAL         float
#define KERNEL(name) name##f
#define ROUNDING     0x1p-24f
#define LARGE        0x1p60f
#define LESS         0x1p-70f
#define SHORT_SQUARE 1e-9f
#include "limb/natural_kernel.h"

#endif
