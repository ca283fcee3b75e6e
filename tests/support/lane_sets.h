// SPDX-License-Identifier: MIT
// For tests that run the loop of every instruction set this machine has.
#ifndef SWIVEL_TESTS_LANE_SETS_H
#define SWIVEL_TESTS_LANE_SETS_H

#include "batch/lanes.h"

/// Calls the loop of one set; a set that was not compiled is never asked for.
#ifdef SWVI_X86_LANES
    #define RUN(set, name, ...)                                                    \
        ((set) == SWVI_LANE_SET_AVX512 ? SWVI_LANE_LOOP(name, avx512)(__VA_ARGS__) \
         : (set) == SWVI_LANE_SET_AVX2 ? SWVI_LANE_LOOP(name, avx2)(__VA_ARGS__)   \
                                       : SWVI_LANE_LOOP(name, baseline)(__VA_ARGS__))
#else
    #define RUN(set, name, ...) ((void)(set), SWVI_LANE_LOOP(name, baseline)(__VA_ARGS__))
#endif

#endif
