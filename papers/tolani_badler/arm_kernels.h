// SPDX-License-Identifier: MIT
// The arm's kernel in double and, with the suffix f, in float.
#ifndef SWIVEL_PAPERS_ARM_KERNELS_H
#define SWIVEL_PAPERS_ARM_KERNELS_H

#include "limb/elbow_kernels.h"

// SMALLEST_SQUARE  a sum of squares above it has lost nothing to underflow, below it its root counts as zero
#define REAL            double
#define KERNEL(name)    name
#define SMALLEST_SQUARE 1e-280
#include "tolani_badler/arm_kernel.h"

#define REAL            float
#define KERNEL(name)    name##f
#define SMALLEST_SQUARE 1e-28f
#include "tolani_badler/arm_kernel.h"

#endif
