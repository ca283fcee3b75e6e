// SPDX-License-Identifier: MIT
// Errors in units in the last place, the worst one seen, and random numbers of every magnitude.
#ifndef SWIVEL_TESTS_ULP_H
#define SWIVEL_TESTS_ULP_H

#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdbool.h>

#include "check.h"

/// Bits of the reference: the error of a double is known to 2^-60 of an ulp.
#define REFERENCE_BITS 114

/// The largest error of one function and the arguments it occurred at.
typedef struct worst_error {
    const char *function;
    double      ulps;
    double      first, second;
    long        cases;
} worst_error;

/// |result - exact| in ulps: the gap between neighbouring doubles of the exact value's binade, at least 2^-1074.
static inline double double_ulps(double result, const mpfr_t exact)
{
    if (!isfinite(result))
        return INFINITY;
    mpfr_exp_t exponent = mpfr_zero_p(exact) ? -1021 : mpfr_get_exp(exact);
    exponent = exponent < -1021 ? -1021 : exponent;
    mpfr_t        difference;
    unsigned char space[64];
    _Static_assert(REFERENCE_BITS <= 8 * sizeof(space), "room for the difference");
    mpfr_custom_init(space, REFERENCE_BITS);
    mpfr_custom_init_set(difference, MPFR_ZERO_KIND, 0, REFERENCE_BITS, space);
    mpfr_sub_d(difference, exact, result, MPFR_RNDN);
    mpfr_mul_2si(difference, difference, 53 - (long)exponent, MPFR_RNDN);
    return fabs(mpfr_get_d(difference, MPFR_RNDN));
}

/// The same for a float; `exact` is a double right to a few 2^-53 of itself, so the error is known to 2^-27 of an ulp.
static inline double float_ulps(float result, double exact)
{
    if (!isfinite(result))
        return INFINITY;
    int exponent;
    frexp(exact, &exponent);
    exponent = exact == 0.0 || exponent < -125 ? -125 : exponent;
    return fabs(ldexp((double)result - exact, 24 - exponent));
}

/// The same for a double, where libm's long double is wider; INFINITY where it is not, for then it says nothing.
static inline double roughly_ulps(double result, long double exact)
{
    if (!isfinite(result) || LDBL_MANT_DIG < 64)
        return INFINITY;
    int exponent;
    frexpl(exact, &exponent);
    exponent = exact == 0.0L || exponent < -1021 ? -1021 : exponent;
    return fabs((double)ldexpl((long double)result - exact, 53 - exponent));
}

/// libm in the wider type is right to ROUGH of an ulp and many times quicker than MPFR. Where it shows that a case is not the
/// worst yet, MPFR need not be asked; now and then it is all the same, to see that libm deserves it.
#define ROUGH 0.01
static inline bool is_surely_less(const worst_error *worst, double roughly)
{
    return roughly < worst->ulps - ROUGH && worst->cases % 64 != 0;
}

static inline void rough_check(double roughly, double ulps)
{
    if (roughly != INFINITY && !(fabs(roughly - ulps) < ROUGH))
        fail_msg("libm says %.4f ulp where it is %.4f", roughly, ulps);
}

static inline void worst_error_note(worst_error *worst, double ulps, double first, double second)
{
    worst->cases++;
    if (!(ulps <= worst->ulps)) {
        worst->ulps = ulps;
        worst->first = first;
        worst->second = second;
    }
}

static inline void worst_error_check(const worst_error *worst, double bar)
{
    print_message("%-8s worst %.4f ulp at (%a, %a), of %ld cases\n", worst->function, worst->ulps, worst->first,
                  worst->second, worst->cases);
    if (!(worst->ulps <= bar))
        fail_msg("%s is off by %.4f ulp at (%a, %a)", worst->function, worst->ulps, worst->first, worst->second);
}

/// A number of either sign whose exponent is uniform: 2^low <= |number| < 2^high.
static inline double random_magnitude(uint64_t *state, int low, int high)
{
    const int    exponent = low + random_below(state, high - low);
    const double size = ldexp(random_between(state, 1.0, 2.0), exponent);
    return random_bits(state) & 1 ? size : -size;
}

/// The double `steps` places further from zero than x.
static inline double neighbour(double x, int steps)
{
    for (; steps > 0; steps--)
        x = nextafter(x, x < 0.0 ? -INFINITY : INFINITY);
    for (; steps < 0; steps++)
        x = nextafter(x, 0.0);
    return x;
}

static inline float neighbourf(float x, int steps)
{
    for (; steps > 0; steps--)
        x = nextafterf(x, x < 0.0f ? -INFINITY : INFINITY);
    for (; steps < 0; steps++)
        x = nextafterf(x, 0.0f);
    return x;
}

#endif
