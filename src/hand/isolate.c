// SPDX-License-Identifier: MIT
//
// All zeros of a smooth function f of one variable in an interval, in fixed memory.
//
// Given     f, f', f'' at any x, a bound T >= |f'''|, and what rounding does to f, at most E
// Find      every x in [from, to] with f(x) = 0
//
// (1) no zero   On the interval m +- h Taylor gives |f - f(m)| <= |f'(m)| h + |f''(m)| h^2/2 + T h^3/6. If |f(m)| is
//               more than that and E, there is none.
// (2) monotone  |f' - f'(m)| <= |f''(m)| h + T h^2/2. If |f'(m)| is more than that, f is monotone: one zero if the
//               signs at the ends differ, else none. It is found by Newton's method kept inside its bracket.
// (3) else      Halve the interval. Where h is below 2^-20 of the whole and still nothing is decided, f and f' both
//               nearly vanish: a double zero, as far as rounding can tell. Neighbouring ones are one place, of which
//               the first and the last are given.
//
// An interval is a number of halvings and a place among those, so the search needs no memory: after (lower half), its
// upper half; after an upper half, up to the first level that was a lower half.
//
// Degenerate    f = 0 everywhere: ends after MAX_LOOKS intervals with what was found
//
// This work is based on:
// Moore. Interval Analysis. 1966 (exclusion and monotonicity)
#include "hand/hand_internal.h"

// LEVELS: (3). NEWTON_STEPS: halvings alone need 53. MAX_LOOKS bounds the time; chosen.
enum { LEVELS = 20, NEWTON_STEPS = 80, MAX_LOOKS = 20000 };

// A zero in [low, high], f of different signs there.
static double refine(const swvi_smooth *f, double low, double high, bool is_rising)
{
    double x = 0.5 * (low + high);
    for (int step = 0; step < NEWTON_STEPS; ++step) {
        double v[3];
        f->at(f->data, x, v);
        if (v[0] == 0.0)
            break;
        if ((v[0] < 0.0) == is_rising)
            low = x;
        else
            high = x;
        const double newton = x - v[0] / v[1], middle = 0.5 * (low + high);
        const double next = newton > low && newton < high ? newton : middle;
        if (next == x || middle == low || middle == high)
            break;
        x = next;
    }
    return x;
}

// The zero of a function that is monotone between low and high; false if there is none.
static bool find_crossing(const swvi_smooth *f, double low, double high, bool is_rising, double *x)
{
    double at_low[3], at_high[3];
    f->at(f->data, low, at_low);
    f->at(f->data, high, at_high);
    if ((at_low[0] > 0.0 && at_high[0] > 0.0) || (at_low[0] < 0.0 && at_high[0] < 0.0))
        return false;
    *x = at_low[0] == 0.0 ? low : at_high[0] == 0.0 ? high : refine(f, low, high, is_rising);
    return true;
}

int swvi_isolate(const swvi_smooth *f, double from, double to, double *zeros, int capacity)
{
    int           count = 0, level = 0, in_doubt = 0;  // how many of the last zeros are one place in doubt
    unsigned long place = 0;                           // the interval's number among the 2^level of its level
    double        doubt_end = 0.0;
    if (!(to > from))
        return 0;
    for (int looks = 0; looks < MAX_LOOKS; ++looks) {
        const double width = (to - from) / (double)(1UL << level), low = from + (double)place * width;
        const double high = place + 1 == 1UL << level ? to : low + width, h = 0.5 * width, m = low + h;
        double       v[3], x = m;
        f->at(f->data, m, v);
        const double value_slack = (fabs(v[1]) + (0.5 * fabs(v[2]) + f->third * h / 6.0) * h) * h + f->rounding;
        const double slope_slack = (fabs(v[2]) + 0.5 * f->third * h) * h;
        const bool   has_none = fabs(v[0]) > value_slack, is_monotone = fabs(v[1]) > slope_slack;
        if (!has_none && !is_monotone && level < LEVELS) {
            ++level;
            place *= 2;
            continue;
        }
        const bool is_doubt = !has_none && !is_monotone;
        if (is_doubt && in_doubt > 0 && low <= doubt_end) {
            count -= in_doubt - 1;  // the same place goes on: keep its first zero, replace its last
            in_doubt = 1;
        } else if (is_doubt) {
            in_doubt = 0;
        }
        if (is_doubt || (!has_none && find_crossing(f, low, high, v[1] > 0.0, &x))) {
            if (count == capacity)
                return count;
            if (count == 0 || x > zeros[count - 1]) {
                zeros[count++] = x;
                in_doubt = is_doubt ? in_doubt + 1 : 0;
            }
        }
        doubt_end = is_doubt ? high : doubt_end;
        while (level > 0 && place % 2 == 1) {
            place /= 2;
            --level;
        }
        if (level == 0)
            return count;
        ++place;
    }
    return count;
}
