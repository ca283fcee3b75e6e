// SPDX-License-Identifier: MIT
// Trigonometry over arrays: hands the range to the loop of the widest instruction set of this machine.
#include "swivel/batch.h"

#include "batch/trig_lanes.h"

// Runs the loop of this name over the rest of the arguments.
#define CASE(function, name, ...)          \
    case function:                         \
        SWVI_RUN_WIDEST(name, __VA_ARGS__) \
        return SWV_OK;

// BATCH_TRIG(NUMBER, SUFFIX): the public function for one type of number; its loops are named with the suffix.
#define BATCH_TRIG(number, suffix)                                                                                     \
    swv_status swv_batch_trig##suffix(swv_trig function, const number *in, const number *x, size_t count, number *out, \
                                      number *cosine)                                                                  \
    {                                                                                                                  \
        if (!in || !out || (function == SWV_TRIG_ATAN2 && !x) || (function == SWV_TRIG_SINCOS && !cosine))             \
            return SWV_NULL;                                                                                           \
        switch (function) {                                                                                            \
            CASE(SWV_TRIG_SIN, sin##suffix, in, out, count)                                                            \
            CASE(SWV_TRIG_COS, cos##suffix, in, out, count)                                                            \
            CASE(SWV_TRIG_SINCOS, sincos##suffix, in, out, cosine, count)                                              \
            CASE(SWV_TRIG_ASIN, asin##suffix, in, out, count)                                                          \
            CASE(SWV_TRIG_ACOS, acos##suffix, in, out, count)                                                          \
            CASE(SWV_TRIG_ATAN2, atan2##suffix, in, x, out, count)                                                     \
        }                                                                                                              \
        return SWV_BAD_ARGUMENT;                                                                                       \
    }

BATCH_TRIG(double, )
BATCH_TRIG(float, f)

const char *swv_batch_instruction_set(void)
{
    static const char *const names[] = { "baseline", "avx2", "avx512" };  // in the order of swvi_lane_set
    return names[swvi_lane_set_widest()];
}
