// SPDX-License-Identifier: MIT
// One element of a batch of human limbs in double and, with the suffix f, in float.
#ifndef SWIVEL_BATCH_LIMB_ELEMENTS_H
#define SWIVEL_BATCH_LIMB_ELEMENTS_H

#include "limb/limb_kernels.h"
#include "swivel/limb.h"

/// The outcome of an element that is not finished: its wish breaks a limit, and the nearest swivel inside is still to be found.
enum { SWVI_OUTSIDE = 254 };

// QUAT_*           a quaternion larger or smaller than this is taken so many times
// *_SQUARE         between these the square of a quaternion's length can be divided by
// REACH_TOLERANCE  of the limb's length
#define REAL            double
#define KERNEL(name)    name
#define QUAT_LARGE      0x1p400
#define QUAT_LESS       0x1p-600
#define QUAT_SMALL      0x1p-400
#define QUAT_MORE       0x1p600
#define LEAST_SQUARE    1e-280
#define MOST_SQUARE     1e280
#define REACH_TOLERANCE 1e-12
#include "batch/limb_element.h"

#define REAL            float
#define KERNEL(name)    name##f
#define QUAT_LARGE      0x1p40f
#define QUAT_LESS       0x1p-80f
#define QUAT_SMALL      0x1p-40f
#define QUAT_MORE       0x1p100f
#define LEAST_SQUARE    1e-28f
#define MOST_SQUARE     1e28f
#define REACH_TOLERANCE 5e-6f
#include "batch/limb_element.h"

#endif
