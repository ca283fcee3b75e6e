// SPDX-License-Identifier: MIT
// All zeros of a smooth function of one variable in an interval. See isolate.c.
#ifndef SWIVEL_HAND_ISOLATE_H
#define SWIVEL_HAND_ISOLATE_H

typedef struct swvi_smooth {
    void (*at)(const void *data, double x, double value[3]);  ///< the function and its first two derivatives
    const void *data;
    double      third;     ///< a bound of |its third derivative| everywhere
    double      rounding;  ///< a bound of its own error
} swvi_smooth;

/// Zeros in [from, to], ascending, at most `capacity` of them. Returns how many. None with a change of sign is missed.
/// Where the function comes so near to zero that rounding hides whether it meets it, that place is given too: its
/// middle, or both ends if it is longer than 2^-20 of the interval.
int swvi_isolate(const swvi_smooth *f, double from, double to, double *zeros, int capacity);

#endif
