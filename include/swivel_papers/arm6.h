// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_ARM6_H
#define SWIVEL_PAPERS_ARM6_H

#include <stdint.h>

#include "swivel_papers/arm.h"
#include "swivel/base.h"
#include "swivel_papers/chain.h"
#include "swivel/geometry.h"

/// The six-joint human arm in closed form: all eight solutions for a hand pose.
///
/// Shoulder abduction and flexion, elbow flexion, forearm twist, wrist flexion and deviation; the shoulder has no twist
/// of its own, so a hand pose leaves no freedom. The shoulder is the origin, y is up, z forward, x left; at zero the
/// arm hangs along -y. A right arm is the mirror image (x becomes -x) of a left one: angles and limits mean the same on
/// both sides.
///
/// Exact to rounding: forward kinematics of what is returned meets the target to 1e-12 of the arm's length, at every
/// singularity too. Nothing iterates or allocates.

/// The thesis (Chin, 1996) writes its one arm in two ways, which differ in five signs and in the hand's axes.
typedef enum swv_arm6_form {
    /// Table B.1, the model "arm6": positive angles abduct and flex, as the limits of table 5.2 count them.
    SWV_ARM6_TABLE = 0,
    /// The matrices A1 to A6: Rz(q0) Rx(q1), the upper arm along -y, Rx(q2) Ry(q3), the forearm along -y, Rx(q4) Rz(q5).
    SWV_ARM6_MATRICES,
} swv_arm6_form;

typedef struct swv_arm6 {
    double        upper_arm, forearm;  ///< lengths, d3 and d4 of the thesis
    swv_side      side;
    swv_arm6_form form;
    double        lower[6], upper[6];  ///< limits in the signs of `form`, also beyond half a turn, or infinite
} swv_arm6;

/// An arm of these lengths, left, in the form of the table, without limits. SWV_BAD_ARGUMENT unless both are positive
/// and neither is a million times the other.
SWV_EXTERN swv_status swv_arm6_make(double upper_arm, double forearm, swv_arm6 *arm);

/// The arm of the model "arm6": lengths 50 and 60, the limits of table 5.2.
SWV_EXTERN swv_status swv_arm6_make_human(swv_arm6 *arm);

/// Limits of one joint, radians. SWV_BAD_COUNT for a joint outside 0 to 5, SWV_BAD_LIMITS for a range upside down or NaN, or
/// more than 1000 radians from zero, where an angle has too few digits left.
SWV_EXTERN swv_status swv_arm6_set_limits(swv_arm6 *arm, int joint, double lower, double upper);

/// The arm as a chain, for forward kinematics and Jacobians.
SWV_EXTERN swv_status swv_arm6_chain(const swv_arm6 *arm, swv_chain *chain);

/// The same posture and the same hand in the other form; twice is back again. Either may be NULL.
SWV_EXTERN void swv_arm6_to_other_form(double q[6], swv_pose *hand);

/// Pose of the hand, and position of the elbow (may be NULL), both as seen from the shoulder.
SWV_EXTERN swv_status swv_arm6_forward(const swv_arm6 *arm, const double q[6], swv_pose *hand, swv_vec3 *elbow);

/// How a solve ended. SWV_SOFTENED does not occur.
typedef struct swv_arm6_report {
    swv_outcome outcome;
    uint32_t    outside;         ///< bit i: joint i breaks its limits
    double      position_error;  ///< recomputed by forward kinematics
    double      rotation_error;  ///< radians
} swv_arm6_report;

/// The solutions come in families. Bit 0 of the family: the shoulder's second solution, q0 half a turn away. Bit 1: the
/// wrist's second solution, (q3 + pi, pi - q4, q5 + pi). Bit 2: the elbow bends backward.
enum { SWV_ARM6_FAMILIES = 8 };

/// All eight solutions. Angles are returned with the whole turns that put them inside their limits if that is possible,
/// otherwise in [-pi, pi].
///
/// previous where a joint may take any value it takes this posture's: q0 with the wrist above or below the shoulder, q0
///          and q1 with the wrist in it, q3 at the wrist's gimbal (q4 a right angle). NULL: zero
/// reports  reports[f] takes how family f ended; may be NULL
///
/// A hand out of reach is placed as near as possible, on the line from the shoulder, with its orientation.
SWV_EXTERN swv_status swv_arm6_solve(const swv_arm6 *arm, const swv_pose *hand, const double *previous,
                                     double q[SWV_ARM6_FAMILIES][6], swv_arm6_report reports[SWV_ARM6_FAMILIES]);

/// One of these: inside the limits, or among those that break the fewest, and of these the nearest to `previous` (the sum of
/// the squares of the wrapped differences; NULL: to zero). `report` may be NULL.
SWV_EXTERN swv_status swv_arm6_best(const swv_arm6 *arm, const swv_pose *hand, const double *previous, double q[6],
                                    swv_arm6_report *report);

#endif
