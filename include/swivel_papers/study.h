// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_STUDY_H
#define SWIVEL_PAPERS_STUDY_H

#include <stdbool.h>
#include <stddef.h>

#include "swivel/base.h"
#include "swivel_papers/chain.h"
#include "swivel/geometry.h"

/// Seven classic methods for the inverse kinematics of any chain, with what each costs: the comparison of Chin's thesis
/// (1996), to be repeated, taught and measured against.
///
/// All of them bring the residual between the tip and its target to zero, or make the sum of its squares as small as
/// they can. They go downhill from where they start, know nothing of joint limits and stop at the first minimum.

typedef enum swv_study_method {
    SWV_STUDY_NEWTON = 0,  ///< Newton with the pseudoinverse, made globally convergent by a line search
    SWV_STUDY_BROYDEN,     ///< Broyden's secant method: one Jacobian, corrected after every step
    SWV_STUDY_BFGS,        ///< variable metric of Broyden, Fletcher, Goldfarb and Shanno
    SWV_STUDY_FLETCHER,    ///< Fletcher's (1970): changes between two variable metrics
    SWV_STUDY_FRPRM,       ///< conjugate gradients of Polak and Ribiere, or of Fletcher and Reeves
    SWV_STUDY_POWELL,      ///< Powell's conjugate directions: without derivatives
    SWV_STUDY_PRAXIS,      ///< Brent's principal axes: likewise
} swv_study_method;

enum { SWV_STUDY_METHODS = 7 };

/// "newton", "broyden", "bfgs", "fletcher", "frprm", "powell", "praxis"; NULL for any other number.
SWV_EXTERN const char *swv_study_method_name(swv_study_method method);

/// What is brought to zero. Rotations count in lengths: their part is multiplied by the characteristic length.
typedef enum swv_study_residual {
    /// Twelve numbers, in the world's axes: three axes and the position, tip less target (equation 5.26).
    SWV_STUDY_FRAME_12 = 0,
    /// Six numbers, in the tip's axes: where the target lies, and half of what is skew in its rotation, which is the
    /// turn's axis times the sine of its angle (equation 5.22). Zero also for a tip turned the wrong way by half a turn,
    /// where no report says reached; most far targets end there.
    SWV_STUDY_POSE_6,
    /// Three numbers, in the world's axes: the position, tip less target; the last three of (5.26). The orientation is
    /// free, and the target's is not read.
    SWV_STUDY_POSITION_3,
} swv_study_residual;

/// Which numbers conjugate gradients carry the old direction over with. The thesis has the two names exchanged.
typedef enum swv_study_beta {
    SWV_STUDY_POLAK_RIBIERE = 0,  ///< g1.(g1 - g0) / g0.g0, or 0 if that is negative (equation 3.15)
    SWV_STUDY_FLETCHER_REEVES,    ///< g1.g1 / g0.g0 (equation 3.14)
} swv_study_beta;

/// Zero in any field means its default.
typedef struct swv_study_options {
    swv_study_residual residual;
    double             characteristic_length;  ///< default: half of what the chain measures from joint to joint
    double             tolerance;              ///< no residual larger: reached. Default 1e-9 characteristic lengths
    int                max_iterations;         ///< default 500
    int                max_evaluations;        ///< of the residual; default 100000
    bool               full_steps;             ///< Newton only: without the line search, as the pseudoinverse says
    swv_study_beta     beta;                   ///< FRPRM only
} swv_study_options;

/// Outcomes here: SWV_REACHED, within tolerance; SWV_STALLED: no descent from here: a stationary point that is not a
/// solution, or rounding; SWV_ITERATION_LIMIT; SWV_EVALUATION_LIMIT.
typedef struct swv_study_report {
    swv_outcome outcome;
    int         iterations;
    int         evaluations;     ///< residuals computed
    int         jacobians;       ///< Jacobians computed; by forward differences each would be dof evaluations more
    double      residual;        ///< sum of its squares
    double      position_error;  ///< recomputed by forward kinematics
    double      rotation_error;  ///< radians; 0 if the orientation is free
} swv_study_report;

/// Count of doubles of scratch memory that swv_study_solve needs for a chain of `dof` coordinates, whatever the method.
SWV_EXTERN size_t swv_study_scratch(int dof);

/// Move the tip of `chain` to `target`, or to its position alone, by one of the methods.
///
/// previous  where to start, dof numbers; NULL: all zero
/// q         the best posture found, finite; may be the array `previous`
/// scratch   swv_study_scratch(chain->dof) doubles, owned by the caller; not shared between concurrent calls
///
/// Returns SWV_OK even if the target was missed: read report->outcome. SWV_BAD_MODEL: the chain fails swv_chain_check.
/// SWV_BAD_ARGUMENT: an unknown method. SWV_NOT_FINITE: numbers so large that the residual overflows.
SWV_EXTERN swv_status swv_study_solve(const swv_chain *chain, const swv_pose *target, swv_study_method method,
                                      const double *previous, const swv_study_options *options, double *scratch,
                                      double *q, swv_study_report *report);

#endif
