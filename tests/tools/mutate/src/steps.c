// SPDX-License-Identifier: MIT
// How many steps of `length` reach `distance`. This comment holds a + b, 1 < 2 and -3.
#include "steps.h"

#define LEAST 0 + 0  // a < b

int steps(int distance, int length)
{
    static const char *const text = "1 + 1 < 3";
    volatile int             left = distance, step = length;
    int                      count = LEAST;
    char                     copy[4 + 4];
    _Static_assert(sizeof copy > 3, "four digits");
    if (step < 0)
        step = -step;
    while (left > 0) {
        left -= step;
        count++;
    }
    return count > 1000 ? 1000 : count + (text == copy);
}
