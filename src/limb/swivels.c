// SPDX-License-Identifier: MIT
// Sets of swivels, in radians, as their users see them. How they are found: ways.h.
#include "swivel/limb.h"

#include <math.h>

#include "math/scalar.h"
#include "swivel/geometry.h"

bool swv_swivels_nearest(const swv_swivels *set, double wish, double *swivel)
{
    if (!set || !swivel || !swvi_is_finite(wish) || set->count <= 0)
        return false;
    double nearest = INFINITY;
    for (int i = 0; i < set->count; ++i) {
        const double ahead = swv_angle_wrap(wish - set->from[i]);
        if ((ahead < 0.0 ? ahead + 2.0 * SWV_PI : ahead) <= set->to[i] - set->from[i]) {
            *swivel = wish;
            return true;
        }
        const double ends[2] = { set->from[i], set->to[i] };
        for (int k = 0; k < 2; ++k) {
            const double distance = fabs(swv_angle_wrap(ends[k] - wish));
            if (distance < nearest) {
                nearest = distance;
                *swivel = ends[k];
            }
        }
    }
    return true;
}

bool swv_swivels_middle(const swv_swivels *set, double *swivel)
{
    if (!set || !swivel || set->count <= 0)
        return false;
    double widest = -1.0;
    for (int i = 0; i < set->count; ++i) {
        if (set->to[i] - set->from[i] > widest) {
            widest = set->to[i] - set->from[i];
            *swivel = swv_angle_wrap(set->from[i] + 0.5 * widest);
        }
    }
    return true;
}

// Inserts an interval, radians, in its place, its beginning brought into [-pi, pi). A full set stays.
static void insert(swv_swivels *set, double from, double to)
{
    if (set->count == SWV_MAX_SWIVEL_INTERVALS)
        return;
    const double turned = swv_angle_wrap(from);
    int          place = set->count++;
    for (; place > 0 && set->from[place - 1] > turned; --place) {
        set->from[place] = set->from[place - 1];
        set->to[place] = set->to[place - 1];
    }
    set->from[place] = turned;
    set->to[place] = turned + (to - from);
}

swv_swivels swv_swivels_within(const swv_swivels *set, double from, double to)
{
    swv_swivels result = { 0 };
    if (!set || !swvi_is_finite(from) || !swvi_is_finite(to) || !(from <= to))
        return result;
    if (to - from >= 2.0 * SWV_PI)
        return *set;
    const double begin = swv_angle_wrap(from), width = to - from;
    for (int i = 0; i < set->count; ++i) {
        if (set->to[i] - set->from[i] >= 2.0 * SWV_PI) {
            insert(&result, begin, begin + width);
            continue;
        }
        // Both begin in [-pi, pi) and are shorter than a turn: one turn either way is all that can meet.
        for (int turn = -1; turn <= 1; ++turn) {
            const double low = begin + turn * 2.0 * SWV_PI, high = low + width;
            const double a = low > set->from[i] ? low : set->from[i], b = high < set->to[i] ? high : set->to[i];
            if (a <= b)
                insert(&result, a, b);
        }
    }
    return result;
}
