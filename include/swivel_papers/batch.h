// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_BATCH_H
#define SWIVEL_PAPERS_BATCH_H

#include <stddef.h>

#include "swivel/base.h"
#include "swivel_papers/arm.h"
#include "swivel_papers/puma.h"

/// Many Tolani-Badler arms or Pumas at once, in the widest vector lanes the machine has. Ranges and threads as in swivel/batch.h.

// ---- many arms ----

/// Many targets for one arm, and its postures. Every pointer is an array; element i of all of them belongs together.
/// Outputs must not overlap each other; an output may be the very array of an input, but must not overlap it otherwise.
typedef struct swv_arm_batch {
    const double  *px, *py, *pz;       ///< in: wrist, relative to the shoulder, metres
    const double  *qx, *qy, *qz, *qw;  ///< in: rotation of the hand, a quaternion of any length but zero
    const double  *swivel;             ///< in: radians; beyond 2^50 it counts as 0
    double        *q[7];               ///< out: angles of family 0, each in [-pi, pi]
    unsigned char *outcome;            ///< out: a swv_outcome; the angles of SWV_INVALID_TARGET are 0
} swv_arm_batch;

/// The same in float: half the memory, twice the speed; see below for its error.
typedef struct swv_arm_batchf {
    const float   *px, *py, *pz;
    const float   *qx, *qy, *qz, *qw;
    const float   *swivel;
    float         *q[7];
    unsigned char *outcome;
} swv_arm_batchf;

/// Solve elements first to first + count - 1: hand pose and swivel to the posture of family 0, that is, the elbow bent
/// its natural way, sin q1 >= 0 and cos q5 >= 0. Other families follow from it as swivel_papers/arm.h says.
///
/// The arm's limits are ignored, so no element is SWV_LIMITED. An element out of reach gets the posture with the wrist
/// as near as possible, and SWV_OUT_OF_REACH or SWV_TOO_NEAR. Reach is met with a tolerance of 1e-12 of the arm's
/// length, in float 1e-6. No angle is ever NaN.
///
/// Error    hand position, of the arm's length: double 1e-12; float 1e-5, half of all targets 5e-7
/// Bits     an element's result depends on its inputs only, not on its neighbours, the range or the machine. In double
///          it is that of swv_arm_solve without limits, bit for bit, if the quaternion has unit length to 1e-9;
///          otherwise to rounding (swv_arm_solve brings it to unit length first).
///
/// Every array is required. Returns SWV_BAD_MODEL unless the arm has a side and lengths that are positive, neither of them
/// a million times the other (in float: between 1e-4 and 1e4, neither a thousand times the other). Calls may share an
/// arm and a batch from any number of threads if their ranges are disjoint.
SWV_EXTERN swv_status swv_batch_arm(const swv_arm *arm, const swv_arm_batch *batch, size_t first, size_t count);
SWV_EXTERN swv_status swv_batch_armf(const swv_arm *arm, const swv_arm_batchf *batch, size_t first, size_t count);

// ---- many Pumas ----

/// Many targets for one Puma, and its postures. Every pointer is an array; element i of all of them belongs together. Outputs
/// must not overlap each other or an input.
typedef struct swv_puma_batch {
    const double  *px, *py, *pz;       ///< in: wrist, relative to the shoulder
    const double  *qx, *qy, *qz, *qw;  ///< in: rotation of the hand, a quaternion of any length but zero
    double        *q[6];               ///< out: angles, each in [-pi, pi]
    unsigned char *outcome;            ///< out: a swv_outcome; the angles of SWV_INVALID_TARGET are 0
} swv_puma_batch;

/// Solve elements first to first + count - 1: hand pose to the posture of one family of swivel_papers/puma.h, 0 to 7.
/// The arm's limits are ignored, so no element is SWV_LIMITED; the rest is as for swv_puma_solve without a previous
/// posture and without limits, bit for bit if the quaternion has unit length to 1e-9, otherwise to rounding.
/// SWV_BAD_COUNT for a family out of range. Every array is required. Threads as for swv_batch_arm.
SWV_EXTERN swv_status swv_batch_puma(const swv_puma *puma, int family, const swv_puma_batch *batch, size_t first,
                                     size_t count);

#endif
