// SPDX-License-Identifier: MIT
#ifndef SWIVEL_BATCH_H
#define SWIVEL_BATCH_H

#include <stddef.h>

#include "swivel/base.h"

/// Many at once, in the widest vector lanes the machine has.
///
/// The caller gives a range, so any thread pool can drive these without a lock. Element i of the output is, bit for
/// bit, what the scalar function of swivel/trig.h returns for element i of the input. Outputs must not overlap each
/// other; an output may be the very array of an input, but must not overlap it otherwise.

SWV_API void swv_batch_sin(const double *angle, double *sine, size_t count);
SWV_API void swv_batch_cos(const double *angle, double *cosine, size_t count);
SWV_API void swv_batch_sincos(const double *angle, double *sine, double *cosine, size_t count);
SWV_API void swv_batch_asin(const double *x, double *angle, size_t count);
SWV_API void swv_batch_acos(const double *x, double *angle, size_t count);
SWV_API void swv_batch_atan2(const double *y, const double *x, double *angle, size_t count);

SWV_API void swv_batch_sinf(const float *angle, float *sine, size_t count);
SWV_API void swv_batch_cosf(const float *angle, float *cosine, size_t count);
SWV_API void swv_batch_sincosf(const float *angle, float *sine, float *cosine, size_t count);
SWV_API void swv_batch_asinf(const float *x, float *angle, size_t count);
SWV_API void swv_batch_acosf(const float *x, float *angle, size_t count);
SWV_API void swv_batch_atan2f(const float *y, const float *x, float *angle, size_t count);

/// The instruction set the batch functions use on this machine: "avx512", "avx2" or "baseline".
SWV_API const char *swv_batch_instruction_set(void);

#endif
