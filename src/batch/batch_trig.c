// SPDX-License-Identifier: MIT
// Trigonometry over arrays: hands the range to the loop of the widest instruction set of this machine.
#include "swivel/batch.h"

#include "batch/trig_lanes.h"

// BATCH_TRIG(NUMBER, SUFFIX): the public function for one type of number; its loops are named with the suffix.
#define BATCH_TRIG(number, suffix)                                                                                     \
    swv_status swv_batch_trig##suffix(swv_trig function, const number *in, const number *x, size_t count, number *out, \
                                      number *cosine)                                                                  \
    {                                                                                                                  \
        if (!in || !out || (function == SWV_TRIG_ATAN2 && !x) || (function == SWV_TRIG_SINCOS && !cosine))             \
            return SWV_NULL;                                                                                           \
        switch (function) {                                                                                            \
        case SWV_TRIG_SIN:                                                                                             \
            SWVI_RUN_WIDEST(sin##suffix, in, out, count)                                                               \
            return SWV_OK;                                                                                             \
        case SWV_TRIG_COS:                                                                                             \
            SWVI_RUN_WIDEST(cos##suffix, in, out, count)                                                               \
            return SWV_OK;                                                                                             \
        case SWV_TRIG_SINCOS:                                                                                          \
            SWVI_RUN_WIDEST(sincos##suffix, in, out, cosine, count)                                                    \
            return SWV_OK;                                                                                             \
        case SWV_TRIG_ASIN:                                                                                            \
            SWVI_RUN_WIDEST(asin##suffix, in, out, count)                                                              \
            return SWV_OK;                                                                                             \
        case SWV_TRIG_ACOS:                                                                                            \
            SWVI_RUN_WIDEST(acos##suffix, in, out, count)                                                              \
            return SWV_OK;                                                                                             \
        case SWV_TRIG_ATAN2:                                                                                           \
            SWVI_RUN_WIDEST(atan2##suffix, in, x, out, count)                                                          \
            return SWV_OK;                                                                                             \
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
