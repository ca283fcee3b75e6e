// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_PUMA_H
#define SWIVEL_PAPERS_PUMA_H

#include "swivel_papers/arm6.h"
#include "swivel/base.h"
#include "swivel_papers/chain.h"
#include "swivel/geometry.h"

/// The Puma 560, and every arm built like it, in closed form: all eight solutions for a hand pose.
///
/// Waist, shoulder and elbow, with the shoulder and the elbow out of line, and a wrist whose three axes meet in the tip's
/// origin. Axes are those of Craig's modified Denavit-Hartenberg rows: the waist turns about z, and at zero the upper arm
/// lies along x and the forearm along -z. Lengths of any unit.
///
/// Exact to rounding: forward kinematics of what is returned meets the target to 1e-12 of the arm's length, at every
/// singularity too. Nothing iterates or allocates.
typedef struct swv_puma {
    double upper_arm;           ///< a2, from shoulder to elbow
    double elbow_offset;        ///< a3, of either sign or 0
    double shoulder_offset;     ///< d3, of either sign or 0
    double forearm;             ///< d4, from elbow to wrist
    double lower[6], upper[6];  ///< limits, also beyond half a turn, or infinite
} swv_puma;

/// An arm of these lengths, without limits. SWV_BAD_ARGUMENT unless upper arm and forearm are positive and no length is a
/// million times one of these two.
SWV_EXTERN swv_status swv_puma_make(double upper_arm, double elbow_offset, double shoulder_offset, double forearm,
                                    swv_puma *puma);

/// The arm of the model "puma560", with its limits.
SWV_EXTERN swv_status swv_puma_make_560(swv_puma *puma);

/// Limits of one joint, radians. SWV_BAD_COUNT for a joint outside 0 to 5, SWV_BAD_LIMITS if lower > upper, for NaN,
/// and for limits more than 1000 radians from zero.
SWV_EXTERN swv_status swv_puma_set_limits(swv_puma *puma, int joint, double lower, double upper);

/// The arm as a chain, for forward kinematics and Jacobians.
SWV_EXTERN swv_status swv_puma_chain(const swv_puma *puma, swv_chain *chain);

/// Pose of the hand, relative to the shoulder.
SWV_EXTERN swv_status swv_puma_forward(const swv_puma *puma, const double q[6], swv_pose *hand);

/// The solutions come in families. Bit 0 of the family: the shoulder's second solution, the arm reaching over its back.
/// Bit 1: the wrist's second solution, (q3 + pi, -q4, q5 + pi). Bit 2: the elbow bends the other way.
enum { SWV_PUMA_FAMILIES = 8 };

/// All eight solutions. Angles are returned with the whole turns that put them inside their limits if that is possible,
/// otherwise in [-pi, pi].
///
/// previous where a joint may take any value it takes this posture's: q0 with the wrist on the waist's axis, q1 with the wrist
///          on the shoulder's, q3 with the wrist straight (q4 = 0). NULL: zero
/// reports  reports[f] takes how family f ended, SWV_REACHED, SWV_LIMITED, SWV_OUT_OF_REACH or SWV_TOO_NEAR; may be NULL
///
/// Out of reach, the hand has its orientation and is as near to its goal as possible in the plane that the arm would
/// have within reach. A hand nearer to the waist's axis than the shoulder's offset is moved to that distance from it.
SWV_EXTERN swv_status swv_puma_solve(const swv_puma *puma, const swv_pose *hand, const double *previous,
                                     double q[SWV_PUMA_FAMILIES][6], swv_arm6_report reports[SWV_PUMA_FAMILIES]);

/// One of these: inside the limits, or among those that break the fewest, and of these the nearest to `previous` (the sum of
/// the squares of the wrapped differences; NULL: to zero). `report` may be NULL.
SWV_EXTERN swv_status swv_puma_best(const swv_puma *puma, const swv_pose *hand, const double *previous, double q[6],
                                    swv_arm6_report *report);

#endif
