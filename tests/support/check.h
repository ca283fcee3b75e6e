// SPDX-License-Identifier: MIT
// What every test includes: cmocka and the headers it wants first, and a random generator whose sequence is the same
// on every machine.
#ifndef SWIVEL_TESTS_CHECK_H
#define SWIVEL_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "random.h"

/// How many random cases a property is tried on: fewer under the sanitizers, which run ten times slower, and with the second
/// compiler, whose bits are those of the first (golden.same_bits).
#if defined(SWIVEL_SANITIZED)
    #define CASES(full) ((full) / 50)
#elif defined(SWIVEL_SAMPLED)
    #define CASES(full) ((full) / 10)
#else
    #define CASES(full) (full)
#endif

/// So many by default, so many with SWIVEL_TEST_ALL in the environment.
#define CASES_OR_ALL(quick, all) CASES(getenv("SWIVEL_TEST_ALL") ? (all) : (quick))

/// Fails, showing both values, unless |actual - expected| <= tolerance. A NaN fails.
#define assert_near(actual, expected, tolerance)                                                                  \
    do {                                                                                                          \
        const double actual_ = (actual), expected_ = (expected), tolerance_ = (tolerance);                        \
        const double difference_ = actual_ > expected_ ? actual_ - expected_ : expected_ - actual_;               \
        if (!(difference_ <= tolerance_))                                                                         \
            fail_msg("%s = %.17g, expected %.17g within %g (off by %g)", #actual, actual_, expected_, tolerance_, \
                     difference_);                                                                                \
    } while (0)

#endif
