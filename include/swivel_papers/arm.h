// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_ARM_H
#define SWIVEL_PAPERS_ARM_H

#include <stdbool.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel_papers/chain.h"
#include "swivel/geometry.h"
#include "swivel/limb.h"

/// The seven-joint human limb in closed form: every exact solution, and every swivel at which all joint limits hold.
///
/// The arm is Rz(q0) Rx(q1) Rz(q2), the upper arm along z, Ry(q3), the forearm along z, Ry(q4) Rx(q5) Rz(q6); the
/// shoulder is the origin, z is up. With the hand held still one freedom is left: the elbow can swivel about the line
/// from shoulder to wrist. The swivel angle says where on its circle the elbow is; 0 is the reference direction. A left
/// arm is the mirror image (x becomes -x) of a right one: angles, limits and swivel mean the same on both sides.
///
/// A leg is the same limb with other axes: hip for shoulder, thigh for upper arm, knee for elbow, foot for hand. Axes at
/// the hip are x right, y forward, z up; so are the foot's when standing. The angles are hip extension, 90 degrees
/// and abduction, outward rotation, knee flexion, and at the ankle plantar flexion, eversion and toes outward: (0, pi/2, 0,
/// 0, 0, 0, 0) stands straight. The hip is singular only where the leg points straight out to the side.
///
/// The hand's axes are Tolani and Badler's: at zero the forearm is neutral, x points to the thumb, the side the elbow
/// bends to, y to the back of a right hand, z to the fingertips. So q4 is radial deviation, q5 flexion, q6 supination.
/// In limb.h x is where the palm faces: swv_arm_palm_axes converts.
///
/// Every function here is exact to rounding, unless it says otherwise: forward kinematics of what it returns meets the
/// target to 1e-12 of the limb's length; where one bone is more than a thousand times the other, to 1e-15 of it times
/// their ratio. None samples or allocates.

/// Where swivel 0 is. A leg has one reference only: the knee straight ahead, undefined where the leg points straight out
/// to the side (there the knee down is taken); a positive swivel turns the knee outward.
typedef enum swv_swivel_reference {
    /// The elbow hangs lowest. Undefined, and turning fast nearby, where the arm points straight up or down: exactly there
    /// the elbow outward is taken if it points up, inward if it points down, as the lowest is of an arm a little outward.
    SWV_SWIVEL_DOWN = 0,
    /// Lowest where the arm points forward and outward, and undefined in one direction only: backward and inward,
    /// through the body, where no hand can be (there the lowest is taken). The elbow never jumps when the hand passes overhead.
    SWV_SWIVEL_SMOOTH,
} swv_swivel_reference;

/// The limits of one joint. Change them with swv_arm_set_limits only: it computes the rest from lower and upper.
typedef struct swv_arm_limits {
    double lower, upper;  ///< radians, also beyond half a turn; -INFINITY and INFINITY: none
    struct {
        double cos_lower, sin_lower;    ///< of the lower limit, less the tolerance
        double cos_upper, sin_upper;    ///< of the upper limit, and the tolerance
        double cos_middle, sin_middle;  ///< of the middle of the range
        double cos_half, sin_half;      ///< of half the range; the cosine is -2 if every angle is inside
    } _private;                         ///< the library's own: its layout changes without notice
} swv_arm_limits;

/// What swv_arm_best gives up if the wished swivel breaks a limit.
typedef enum swv_arm_compromise {
    /// The swivel: the nearest one at which all limits hold. If there is none, the one at which the largest excess of
    /// any joint is smallest.
    SWV_ARM_MOVE_SWIVEL = 0,
    /// The swivel too, but chosen so that the joint with the largest excess is held at its limit. If another joint is
    /// then outside, as above.
    SWV_ARM_HOLD_JOINT,
    /// The swivel; if no swivel keeps all limits, the hand: as near as the limits allow, first in position, then in rotation;
    /// see swv_arm_closest.
    SWV_ARM_GIVE_UP_HAND,
} swv_arm_compromise;

typedef struct swv_arm {
    double               upper_arm, forearm;  ///< lengths, metres; of a leg: thigh and shank
    swv_side             side;
    bool                 is_leg;
    swv_swivel_reference reference;
    swv_arm_compromise   compromise;
    /// Distance before full extension, in metres, at which the arm starts to yield. Prevents elbow snapping; 0: none. A
    /// hand with its goal at full extension stays half of this short, and the report says by how much. At most half the
    /// arm's length. Batches ignore it.
    double         softness;
    swv_arm_limits limits[7];
    uint64_t       cookie;  ///< belongs to the limits; swv_arm_set_limits writes it
} swv_arm;

/// A right arm of these lengths, without limits. SWV_BAD_ARGUMENT unless both are positive and neither is a million
/// times the other.
SWV_EXTERN swv_status swv_arm_make(double upper_arm, double forearm, swv_arm *arm);

/// The arm of the model "arm7": 0.334 m and 0.288 m, and its limits.
SWV_EXTERN swv_status swv_arm_make_human(swv_arm *arm);

/// A right leg of these lengths, without limits. Statuses as swv_arm_make.
SWV_EXTERN swv_status swv_arm_make_leg(double thigh, double shank, swv_arm *leg);

/// The leg of the model "leg7", and its limits.
SWV_EXTERN swv_status swv_arm_make_human_leg(swv_arm *leg);

/// Limits of one joint, radians. SWV_BAD_COUNT for a joint outside 0 to 6, SWV_BAD_LIMITS if lower > upper, for NaN, and for
/// limits more than 1000 radians from zero, where an angle has too few digits left.
SWV_EXTERN swv_status swv_arm_set_limits(swv_arm *arm, int joint, double lower, double upper);

/// The arm as a chain, for forward kinematics and Jacobians. Like every function here it returns SWV_BAD_MODEL if the
/// arm was not made by a maker, its limits were not set by swv_arm_set_limits, or a field has an invalid value.
SWV_EXTERN swv_status swv_arm_chain(const swv_arm *arm, swv_chain *chain);

// ---- how a solve ended ----

/// Outcomes here: SWV_REACHED; SWV_OUT_OF_REACH, beyond the straight arm, and SWV_TOO_NEAR, nearer than the folded arm
/// reaches: the wrist is as near as possible; SWV_LIMITED: either the hand is at its target and limits are broken, see
/// `outside`, or, where a function says so, all limits hold and the hand is off, see the errors; SWV_SOFTENED: see
/// position_error.
typedef struct swv_arm_report {
    swv_outcome outcome;
    uint32_t    outside;         ///< bit i: joint i breaks its limits
    bool        wrist_would_do;  ///< LIMITED, from swv_arm_best: swv_arm_reach would succeed inside the limits
    double      position_error;  ///< metres, recomputed by forward kinematics
    double      rotation_error;  ///< radians
} swv_arm_report;

// ---- forward, and back to the swivel ----

/// Pose of the hand and position of the elbow (may be NULL), both in the shoulder's axes.
SWV_EXTERN swv_status swv_arm_forward(const swv_arm *arm, const double q[7], swv_pose *hand, swv_vec3 *elbow);

/// The swivel of a posture. With a straight arm it is computed from the twist of the upper arm.
SWV_EXTERN swv_status swv_arm_swivel_of(const swv_arm *arm, const double q[7], double *swivel);

/// The swivel of a posture solved for a wrist at this place: what was asked for. The posture's own wrist is off by a
/// rounding, which changes nothing but where the reference is undefined or nearly so: there swv_arm_swivel_of, counting from
/// the posture's own reference, may return any angle.
SWV_EXTERN swv_status swv_arm_swivel_about(const swv_arm *arm, swv_vec3 wrist, const double q[7], double *swivel);

/// The swivel that brings the elbow nearest to a direction from the shoulder-wrist line, such as swv_natural_elbow's.
SWV_EXTERN swv_status swv_arm_swivel_towards(const swv_arm *arm, swv_vec3 wrist, swv_vec3 direction, double *swivel);

/// The swivel a person would choose: of an arm by swv_natural_elbow, of a leg by swv_natural_knee.
SWV_EXTERN swv_status swv_arm_natural_swivel(const swv_arm *arm, const swv_pose *hand, double *swivel);

/// The rotation of a hand in this arm's axes, in the axes of limb.h: x where the palm faces. Brought to unit length; a
/// quaternion that is zero or not finite counts as the identity.
SWV_EXTERN swv_quat swv_arm_palm_axes(swv_side side, swv_quat hand);

// ---- all solutions ----

/// The solutions come in families. Bit 0 of the family: the shoulder's second solution, (q0 + pi, -q1, q2 + pi). Bit 1:
/// the wrist's second solution, (q4 + pi, pi - q5, q6 + pi). Bit 2: the elbow bends backward.
enum { SWV_ARM_FAMILIES = 8, SWV_ARM_NATURAL_FAMILIES = 4 };

/// Scheme 1: hand pose and swivel give one solution for each family, all eight with the elbow in the same place. Angles
/// are returned with the whole turns that put them inside their limits, or else nearest to them (the elbow's in [-pi,
/// pi]). reports[f] says how family f ended; `reports` may be NULL.
SWV_EXTERN swv_status swv_arm_solve(const swv_arm *arm, const swv_pose *hand, double swivel,
                                    double q[SWV_ARM_FAMILIES][7], swv_arm_report reports[SWV_ARM_FAMILIES]);

/// The same for one family. `report` may be NULL.
SWV_EXTERN swv_status swv_arm_solve_one(const swv_arm *arm, const swv_pose *hand, double swivel, int family,
                                        double q[7], swv_arm_report *report);

/// Scheme 2: hand pose and one joint (any but the elbow's, 3) held at a value: up to four solutions with the elbow
/// bending its natural way, up to eight with both. *count receives their number, 0 if none. `reports` may be NULL. The
/// joint is at its value exactly, up to whole turns. A value counts as possible if it is for some hand within 1e-14 (of the
/// reach, or radians) of this one. Where every swivel gives the joint its value, as it may with a straight arm, the
/// solutions at one of them are returned.
SWV_EXTERN swv_status swv_arm_solve_held(const swv_arm *arm, const swv_pose *hand, int joint, double value,
                                         double q[SWV_ARM_FAMILIES][7], swv_arm_report reports[SWV_ARM_FAMILIES],
                                         int *count);

// ---- limits ----

/// The exact set of swivels at which all seven limits hold, for each family with a natural elbow. A limit counts as
/// kept if exceeded by no more than SWV_LIMIT_TOLERANCE. Empty sets if the hand is out of reach or the elbow's own
/// limit is broken. Where the elbow is nearly straight its bend follows from the last digits of the wrist's position; the set is
/// that of the bend computed, while swv_arm_best tries the others that bring the wrist to the same place.
SWV_EXTERN swv_status swv_arm_feasible(const swv_arm *arm, const swv_pose *hand,
                                       swv_swivels swivels[SWV_ARM_NATURAL_FAMILIES]);

/// The swivel farthest from all limits.
typedef struct swv_arm_room {
    int    family;  ///< -1 if no swivel is feasible
    double swivel;
    double margin;  ///< radians from the limit nearest by; pi if no joint has limits
} swv_arm_room;

/// The feasible swivel, over all families with a natural elbow, that leaves the joint nearest to a limit the most room.
/// The elbow is left out, as no swivel moves it. Exact to SWV_LIMIT_TOLERANCE, by bisection on the margin by which all
/// limits can be narrowed while some swivel stays feasible: about 50 us.
SWV_EXTERN swv_status swv_arm_roomiest(const swv_arm *arm, const swv_pose *hand, swv_arm_room *room);

// ---- one posture ----

/// One posture inside the limits: in each family the feasible swivel nearest to `wish`; of these the posture nearest to
/// `previous` (seven angles, wrapped differences), or if that is NULL the one whose swivel is nearest to the wish. If
/// no swivel is feasible, arm->compromise decides what gives way, and the report says by how much. If the hand is out
/// of reach, the wrist is as near as possible, and the hand keeps its rotation. `report` may be NULL.
SWV_EXTERN swv_status swv_arm_best(const swv_arm *arm, const swv_pose *hand, double wish, const double *previous,
                                   double q[7], swv_arm_report *report);

/// Scheme 2, one posture: of the solutions of swv_arm_solve_held one with the elbow bending its natural way, if there
/// is one; of these the one that exceeds its limits least; of these the one nearest to `previous`, or if that is NULL
/// to the swivel `wish`. If there is none, q is the result of swv_arm_best with no joint held, and the outcome is
/// SWV_OUT_OF_REACH, SWV_TOO_NEAR or SWV_NOT_FOUND. `report` may be NULL.
SWV_EXTERN swv_status swv_arm_best_held(const swv_arm *arm, const swv_pose *hand, int joint, double value, double wish,
                                        const double *previous, double q[7], swv_arm_report *report);

/// Position only: the same for the wrist's position, with any rotation of the hand. The wrist's own angles stay as they are in
/// `previous` (0, 0, 0 if that is NULL), or as near to that as their limits allow; report->rotation_error is 0. To keep the
/// hand's rotation in space instead, use swv_arm_best with the rotation it has.
SWV_EXTERN swv_status swv_arm_reach(const swv_arm *arm, swv_vec3 wrist, double wish, const double *previous,
                                    double q[7], swv_arm_report *report);

/// Aiming the hand: the wrist at its position, and the hand's z axis, along which the fingers point (a leg: the sole),
/// towards a point. Rotation about that axis is the last joint's; it stays as in `previous`, as above.
/// report->rotation_error is the angle by which the axis misses the point. SWV_BAD_GOAL if the point is the wrist.
SWV_EXTERN swv_status swv_arm_aim_hand(const swv_arm *arm, swv_vec3 wrist, swv_vec3 point, double wish,
                                       const double *previous, double q[7], swv_arm_report *report);

/// Aiming the forearm: the elbow stays where it is in `previous` (required here), and so do the wrist's angles; the
/// shoulder's twist and the elbow's flexion turn the forearm towards a point. report->rotation_error is the angle by which
/// it misses, position_error is 0. SWV_BAD_GOAL if the point is the elbow.
SWV_EXTERN swv_status swv_arm_aim_forearm(const swv_arm *arm, swv_vec3 point, const double previous[7], double q[7],
                                          swv_arm_report *report);

/// The posture inside the limits whose hand is nearest to its target: least distance of the wrist first, then least
/// angle of the hand. If swv_arm_best with SWV_ARM_MOVE_SWIVEL finds a posture inside the limits, that one; else
/// LIMITED, with no joint outside. Coordinate descent from several starts, each joint moved to its exact optimum until
/// none improves: nearly always, but not provably, the smallest error. Tens to hundreds of us.
SWV_EXTERN swv_status swv_arm_closest(const swv_arm *arm, const swv_pose *hand, double wish, const double *previous,
                                      double q[7], swv_arm_report *report);

#endif
