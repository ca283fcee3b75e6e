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

/// How many random cases a property is tried on. Those of ten thousand and more are tried on a quarter, but no fewer than ten thousand and
/// no more than 250,000; on a tenth with the second compiler, whose bits are those of the first (golden.bits), and on a fiftieth under the
/// sanitizers, which run ten times slower. With SWIVEL_TEST_ALL set: all, a tenth under the sanitizers.
static inline int cases_of(int full)
{
    static int all = -1;
    if (all < 0)
        all = getenv("SWIVEL_TEST_ALL") != NULL;
#if defined(SWIVEL_SANITIZED)
    return all ? full / 10 : full / 50;
#elif defined(SWIVEL_SAMPLED)
    return all ? full : full / 10;
#else
    return all || full <= 10000 ? full : full < 40000 ? 10000 : full < 1000000 ? full / 4 : 250000;
#endif
}
#define CASES(full) cases_of(full)

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
