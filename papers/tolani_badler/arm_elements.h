// SPDX-License-Identifier: MIT
// One element of a batch of arms in double and, with the suffix f, in float.
#ifndef SWIVEL_BATCH_ARM_ELEMENTS_H
#define SWIVEL_BATCH_ARM_ELEMENTS_H

#include "tolani_badler/arm_kernels.h"
#include "swivel_papers/batch.h"

// QUAT_*           a quaternion larger or smaller than this is taken so many times: squares overflow from 2^512 (float: 2^64) on and vanish
//                  below 2^-511 (2^-63), and any length is well inside that afterwards. Where it begins is chosen
// REACH_TOLERANCE  of the arm's length: rounding of a whole solve, of a float some ten of its roundings (6e-8). Chosen
// HALF_ROOT        the root of one half
#define REAL            double
#define KERNEL(name)    name
#define QUAT_LARGE      0x1p400
#define QUAT_LESS       0x1p-700
#define QUAT_SMALL      0x1p-400
#define QUAT_MORE       0x1p700
#define REACH_TOLERANCE 1e-12
#define HALF_ROOT       0.70710678118654752440
#include "tolani_badler/arm_element.h"

#define REAL            float
#define KERNEL(name)    name##f
#define QUAT_LARGE      0x1p40f
#define QUAT_LESS       0x1p-80f
#define QUAT_SMALL      0x1p-40f
#define QUAT_MORE       0x1p100f
#define REACH_TOLERANCE 1e-6f
#define HALF_ROOT       0.70710678118654752440f
#include "tolani_badler/arm_element.h"

#endif
