// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_BATCH_H
#define SWIVEL_PAPERS_BATCH_H

#include <stddef.h>

#include "swivel/base.h"
#include "swivel_papers/puma.h"

/// Many arms of the documents at once, in the widest vector lanes the machine has. Ranges and threads as in swivel/batch.h.

// ---- many Pumas ----

/// Many targets for one Puma, and its postures. Every pointer is an array; element i of all of them belongs together. Outputs
/// must not overlap each other or an input.
typedef struct swv_puma_batch {
    const double  *px, *py, *pz;       ///< in: wrist, as seen from the shoulder
    const double  *qx, *qy, *qz, *qw;  ///< in: rotation of the hand, a quaternion of any length but zero
    double        *q[6];               ///< out: angles, each in [-pi, pi]
    unsigned char *outcome;            ///< out: a swv_outcome; the angles of SWV_INVALID_TARGET are 0
} swv_puma_batch;

/// Solve elements first to first + count - 1: hand pose to the posture of one family of swivel/puma.h, 0 to 7. The arm's limits
/// are not looked at, so no element is SWV_LIMITED; the rest is as for swv_puma_solve without a previous posture and without
/// limits, bit for bit if the quaternion has unit length to 1e-9, otherwise to rounding. SWV_BAD_COUNT for a family out of
/// range. Every array is required. Threads as for swv_batch_arm.
SWV_EXTERN swv_status swv_batch_puma(const swv_puma *puma, const swv_puma_batch *batch, int family, size_t first,
                                     size_t count);

#endif
