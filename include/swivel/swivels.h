// SPDX-License-Identifier: MIT
#ifndef SWIVEL_SWIVELS_H
#define SWIVEL_SWIVELS_H

#include <stdbool.h>

#include "swivel/base.h"

/// Sets of swivel angles: where the elbow may be on its circle.

enum { SWV_MAX_SWIVEL_INTERVALS = 20 };

/// Sorted, disjoint intervals, radians: `from` in [-pi, pi), `to` from `from` to less than a turn beyond it; the whole
/// circle is one interval from -pi to pi. An interval may be a single point.
typedef struct swv_swivels {
    int    count;
    double from[SWV_MAX_SWIVEL_INTERVALS], to[SWV_MAX_SWIVEL_INTERVALS];
} swv_swivels;

/// The member of a set nearest to a wish, either way round. False, *swivel untouched, if the set is empty, the wish is not
/// finite or a pointer is NULL.
SWV_API bool swv_swivels_nearest(const swv_swivels *set, double wish, double *swivel);

/// The middle of the widest interval. False, *swivel untouched, if the set is empty or a pointer is NULL.
SWV_API bool swv_swivels_middle(const swv_swivels *set, double *swivel);

/// What a set shares with the angles from `from` up to `to`, in whole turns of them. Empty if `set` is NULL, a number is
/// not finite or from > to. What goes beyond SWV_MAX_SWIVEL_INTERVALS is left out: a full set one of whose intervals is cut in two.
SWV_API swv_swivels swv_swivels_within(const swv_swivels *set, double from, double to);

#endif
