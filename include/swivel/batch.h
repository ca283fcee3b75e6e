// SPDX-License-Identifier: MIT
#ifndef SWIVEL_BATCH_H
#define SWIVEL_BATCH_H

#include <stddef.h>

#include "swivel/base.h"
#include "swivel/limb.h"
#include "swivel/shoulder.h"

/// Many at once, in the widest vector lanes the machine has.
///
/// The caller gives a range, so any thread pool can drive these without a lock. Outputs must not overlap each other.

/// The functions of trig.h.
typedef enum swv_trig {
    SWV_TRIG_SIN = 0,
    SWV_TRIG_COS,
    SWV_TRIG_SINCOS,  ///< `out` takes the sines, `cosine` the cosines
    SWV_TRIG_ASIN,
    SWV_TRIG_ACOS,
    SWV_TRIG_ATAN2,  ///< `in` holds the y, `x` the x
} swv_trig;

/// One of these functions for `count` numbers; radians. Element i is that of trig.h for element i of the input, bit for bit.
///
/// x            for SWV_TRIG_ATAN2; otherwise ignored, and may be NULL
/// out, cosine  may be the very arrays of the input, but must not overlap them otherwise. cosine: for SWV_TRIG_SINCOS;
///              otherwise not written, and may be NULL
SWV_API swv_status swv_batch_trig(swv_trig function, const double *in, const double *x, size_t count, double *out,
                                  double *cosine);

/// The same in float, within 2 ulp: see trig.h.
SWV_API swv_status swv_batch_trigf(swv_trig function, const float *in, const float *x, size_t count, float *out,
                                   float *cosine);

/// The instruction set the batch functions use on this machine: "avx512", "avx2" or "baseline".
SWV_API const char *swv_batch_instruction_set(void);

// ---- many human limbs ----

/// Many hands or feet for one human limb, and its postures: a crowd. Every pointer is an array; element i of all of them
/// belongs together. Outputs must not overlap each other or an input.
typedef struct swv_limb_batch {
    const double  *px, *py, *pz;       ///< in: wrist or ankle from the shoulder or hip, metres
    const double  *qx, *qy, *qz, *qw;  ///< in: rotation of the hand or foot, a quaternion of any length but zero
    const double  *swivel;    ///< in: of the elbow, radians; beyond 2^50 it counts as 0. NULL: the natural elbow
    double        *upper[4];  ///< out: rotation of the upper arm or thigh, x, y, z, w
    double        *lower[4];  ///< out: of the forearm or shank
    double        *end[4];    ///< out: of the hand or foot. All four NULL: it does not yield, see below
    double        *flexion;   ///< out: of the hinge; may be NULL
    unsigned char *outcome;   ///< out: a swv_outcome
} swv_limb_batch;

/// The same in float: half the memory, about twice the speed; see below for its error.
typedef struct swv_limb_batchf {
    const float   *px, *py, *pz;
    const float   *qx, *qy, *qz, *qw;
    const float   *swivel;
    float         *upper[4];
    float         *lower[4];
    float         *end[4];
    float         *flexion;
    unsigned char *outcome;
} swv_limb_batchf;

/// Solve elements first to first + count - 1 as swv_limb_solve without a previous posture: the elbow natural or at its
/// swivel, or at the nearest swivel that keeps the limits. Most wishes are feasible and are solved in lanes; each of
/// the others costs a scalar solve (a microsecond).
///
/// If no posture inside the limits reaches the hand, the outcome is SWV_LIMITED. With `end` the hand then gives way, as
/// for SWV_KEEP_LIMITS, which takes many microseconds. Without it the hand is kept, the elbow stays at its wish and
/// limits are exceeded: the time is bounded, but swv_limb_solve finds better postures.
///
/// Outcomes  as in swv_limb_report: REACHED, OUT_OF_REACH, TOO_NEAR, SOFTENED, LIMITED; and SWV_INVALID_TARGET, whose
///           rotations are the identity and whose flexion is 0. No number is ever NaN.
/// Bits      an element's result depends on its inputs only, not on its neighbours, the range or the machine. In double
///           it is that of swv_limb_solve, bit for bit.
/// Float     the hand is met to 1e-6 of the limb's length, limits are kept to 1e-6 rad; a hand that is beyond reach by
///           less than 5e-6 counts as REACHED. Bones are off by 1e-4 rad at most, where the elbow is bent by less than 0.2
///           by 1e-3. In one of ten thousand the elbow is on the other side.
///
/// Returns SWV_BAD_MODEL for limbs that swv_limb_solve refuses and, in float, for lengths not between 1e-4 and 1e4 or
/// one of them a thousand times the other; SWV_NULL for arrays that are missing, also for some but not all of `end`.
/// Calls may share a limb and a batch from any number of threads if their ranges are disjoint.
SWV_API swv_status swv_batch_limb(const swv_limb *limb, const swv_limb_batch *batch, size_t first, size_t count);
SWV_API swv_status swv_batch_limbf(const swv_limb *limb, const swv_limb_batchf *batch, size_t first, size_t count);

// ---- many upper limbs ----

/// Many wrists for one limb: a crowd. Every pointer is an array; element i of all of them belongs together. Outputs must
/// not overlap each other or an input.
typedef struct swv_upper_limb_batch {
    const double  *wrist[3];   ///< in: x, y, z from the sternoclavicular joint
    const double  *swivel;     ///< in: radians, as the limb counts them
    double        *girdle[5];  ///< out: the angles of swivel/shoulder.h but the clavicle's rotation about its axis
    double        *gh[3];      ///< out: where the shoulder is
    double        *upper[4], *lower[4];  ///< out: rotations of upper arm and forearm, x, y, z, w
    double        *gh_error;             ///< out: by how much GH would still move
    unsigned char *outcome;              ///< out: a swv_outcome
} swv_upper_limb_batch;

/// The same in float: half the memory, more than twice the speed; see below for its error.
typedef struct swv_upper_limb_batchf {
    const float   *wrist[3];
    const float   *swivel;
    float         *girdle[5];
    float         *gh[3];
    float         *upper[4], *lower[4];
    float         *gh_error;
    unsigned char *outcome;
} swv_upper_limb_batchf;

/// Solve elements first to first + count - 1 as swv_upper_limb_solve without a previous posture, but with exactly three
/// girdles for each. GH is then accurate to about 1e-8 of the arm's length for half of the wrists in front of a person;
/// `gh_error` has the error of each. An element that has not settled to 1e-4 is SWV_UNSETTLED (one in fifty in front,
/// one in twenty anywhere): solve it separately. The arm is exact whatever GH is. Out of reach it points straight at
/// the wrist. Its limits are ignored. No number is ever NaN. In float, GH is off by 1e-7 of the arm's length more, 2e-5
/// at most, the wrist by 1e-5 at most.
///
/// common   may be NULL; its raising and its shoulder's own movement are those of all elements, the rest is ignored
///
/// An element's result depends on its inputs only, not on its neighbours, the range or the machine. Statuses as for
/// swv_upper_limb_solve, and SWV_BAD_MODEL for a rhythm that is a function and, in float, for an arm not between
/// 1e-4 and 1e4 long. Every array is required. Threads as for swv_batch_limb.
SWV_API swv_status swv_batch_upper_limb(const swv_upper_limb *limb, const swv_upper_limb_goal *common,
                                        const swv_upper_limb_batch *batch, size_t first, size_t count);
SWV_API swv_status swv_batch_upper_limbf(const swv_upper_limb *limb, const swv_upper_limb_goal *common,
                                         const swv_upper_limb_batchf *batch, size_t first, size_t count);

#endif
