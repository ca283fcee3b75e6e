// SPDX-License-Identifier: MIT
// Trigonometry over arrays: hands the range to the loop of the widest instruction set of this machine.
#include "swivel/batch.h"

#include "batch/trig_lanes.h"

#define BATCH_ONE(name, number)                                        \
    void swv_batch_##name(const number *in, number *out, size_t count) \
    {                                                                  \
        if (!in || !out)                                               \
            return;                                                    \
        SWVI_RUN_WIDEST(name, in, out, count)                          \
    }
#define BATCH_TWO(name, number)                                                        \
    void swv_batch_##name(const number *y, const number *x, number *out, size_t count) \
    {                                                                                  \
        if (!y || !x || !out)                                                          \
            return;                                                                    \
        SWVI_RUN_WIDEST(name, y, x, out, count)                                        \
    }
#define BATCH_PAIR(name, number)                                                         \
    void swv_batch_##name(const number *in, number *first, number *second, size_t count) \
    {                                                                                    \
        if (!in || !first || !second)                                                    \
            return;                                                                      \
        SWVI_RUN_WIDEST(name, in, first, second, count)                                  \
    }

SWVI_TRIG_LOOPS(BATCH_ONE, BATCH_TWO, BATCH_PAIR)

const char *swv_batch_instruction_set(void)
{
    switch (swvi_lane_set_widest()) {
    case SWVI_LANE_SET_AVX512:
        return "avx512";
    case SWVI_LANE_SET_AVX2:
        return "avx2";
    case SWVI_LANE_SET_BASELINE:
        break;
    }
    return "baseline";
}
