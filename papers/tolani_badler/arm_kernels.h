// SPDX-License-Identifier: MIT
// The arm's kernel in double and, with the suffix f, in float.
#ifndef SWIVEL_PAPERS_ARM_KERNELS_H
#define SWIVEL_PAPERS_ARM_KERNELS_H

#include "limb/limb_kernels.h"

// SMALLEST_SQUARE  a sum of squares above it has lost nothing to underflow, below it its root counts as zero:
//                  the smallest normal number (2e-308, float: 1e-38) over the square of a rounding (1e-16, 6e-8), and some more. Chosen
#define REAL            double
#define KERNEL(name)    name
#define SMALLEST_SQUARE 1e-280
#include "tolani_badler/arm_kernel.h"

#define REAL            float
#define KERNEL(name)    name##f
#define SMALLEST_SQUARE 1e-28f
#include "tolani_badler/arm_kernel.h"

#endif
