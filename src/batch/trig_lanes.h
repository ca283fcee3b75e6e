// SPDX-License-Identifier: MIT
// The trigonometric loops: one list, from which the loops, their declarations and their callers are made.
#ifndef SWIVEL_BATCH_TRIG_LANES_H
#define SWIVEL_BATCH_TRIG_LANES_H

#include <stddef.h>

#include "batch/lanes.h"

/// ONE(name, number)  one argument, one result
/// TWO(name, number)  two arguments, one result
/// PAIR(name, number) one argument, two results
#define SWVI_TRIG_LOOPS(ONE, TWO, PAIR) \
    ONE(sin, double)                    \
    ONE(cos, double)                    \
    PAIR(sincos, double)                \
    ONE(asin, double)                   \
    ONE(acos, double)                   \
    TWO(atan2, double)                  \
    ONE(sinf, float)                    \
    ONE(cosf, float)                    \
    PAIR(sincosf, float)                \
    ONE(asinf, float)                   \
    ONE(acosf, float)                   \
    TWO(atan2f, float)

#define SWVI_DECLARE_ONE(name, number) SWVI_DECLARE_LANE_LOOP(name, const number *in, number *out, size_t count)
#define SWVI_DECLARE_TWO(name, number) \
    SWVI_DECLARE_LANE_LOOP(name, const number *y, const number *x, number *out, size_t count)
#define SWVI_DECLARE_PAIR(name, number) \
    SWVI_DECLARE_LANE_LOOP(name, const number *in, number *first, number *second, size_t count)

SWVI_TRIG_LOOPS(SWVI_DECLARE_ONE, SWVI_DECLARE_TWO, SWVI_DECLARE_PAIR)

#endif
