// SPDX-License-Identifier: MIT
// The bound of 1000 is not tested, on purpose.
#include "src/steps.h"

int main(void)
{
    return steps(7, 2) == 4 && steps(6, 2) == 3 && steps(-1, 2) == 0 && steps(5, -2) == 3 ? 0 : 1;
}
