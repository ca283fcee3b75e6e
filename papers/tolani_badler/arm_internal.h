// SPDX-License-Identifier: MIT
// What the files of the arm share. Lengths are metres, angles and postures q radians. Positions are from the shoulder (a leg's: from the hip).
// The axes of the closed form are those of a right arm (arm_kernel.h); swvi_arm_into goes there from the caller's (arm.h).
#ifndef SWIVEL_LIMB_ARM_INTERNAL_H
#define SWIVEL_LIMB_ARM_INTERNAL_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "tolani_badler/arm_kernels.h"
#include "math/scalar.h"
#include "swivel_papers/arm.h"

/// A target, checked and brought into the axes of the closed form.
typedef struct swvi_arm_target {
    swv_pose          hand;
    swvi_hand_axes    axes;
    swvi_elbow_circle circle;
} swvi_arm_target;

/// Neither length so small or large that its square is lost, nor so small beside the other that their sum is.
bool swvi_are_arm_lengths(double upper_arm, double forearm);

/// swv_pose_check, but a quaternion of nearly unit length stays as it is: the kernels divide by its length squared.
swv_status swvi_check_hand(swv_pose *pose);

/// SWV_OK and the target, or what is wrong with arm or hand. `hand`: in the caller's axes at the shoulder.
swv_status swvi_arm_target_of(const swv_arm *arm, const swv_pose *hand, swvi_arm_target *target);

/// A point or direction from the axes at the shoulder into those of the closed form (a right arm's), and back.
swv_vec3 swvi_arm_into(const swv_arm *arm, swv_vec3 p);
swv_vec3 swvi_arm_out_of(const swv_arm *arm, swv_vec3 p);

/// Where a posture has its parts, in the axes of the closed form.
typedef struct swvi_arm_frames {
    swv_quat shoulder;
    swv_vec3 elbow;
    swv_pose hand;
} swvi_arm_frames;

swvi_arm_frames swvi_arm_frames_of(const swv_arm *arm, const double q[7]);

/// The angles of family 0 at a swivel given by its cosine and sine: swvi_arm_angles, its arc tangents in lanes (the
/// eighth is there to make the lanes even).
SWV_INLINE void swvi_arm_posture(const swvi_arm_target *target, double cos_swivel, double sin_swivel, double q[7])
{
    const swvi_elbow_circle  *e = &target->circle;
    const swvi_arm_directions d = swvi_arm_directions_of(e, &target->axes, cos_swivel, sin_swivel);
    const double              sine[8] = { d.sin0, d.sin1, d.sin2, e->sin_elbow, d.sin4, d.sin5, d.sin6, 0.0 };
    const double              cosine[8] = { d.cos0, d.cos1, d.cos2, e->cos_elbow, d.cos4, d.cos5, d.cos6, 1.0 };
    double                    angle[8];
#pragma omp simd
    for (int i = 0; i < 8; ++i)
        angle[i] = swvi_angle(sine[i], cosine[i]);
    for (int i = 0; i < 7; ++i)
        q[i] = angle[i];
}

/// Hands nearer to each other than this are one: of the reach, or radians. Chosen: a hundred roundings, a hundredth of what arm.h allows.
#define SWVI_SAME 1e-14

/// From shoulder to wrist, metres.
SWV_INLINE double swvi_arm_distance(const swv_arm *arm, const swvi_arm_target *target)
{
    const swvi_elbow_circle *e = &target->circle;
    const double             along = arm->upper_arm + arm->forearm * e->cos_elbow, across = arm->forearm * e->sin_elbow;
    return sqrt(along * along + across * across);
}

/// Too far or too near.
SWV_INLINE bool swvi_arm_is_out_of_reach(const swv_arm *arm, const swvi_arm_target *target)
{
    return fabs(target->circle.excess) > 1e-12 * (arm->upper_arm + arm->forearm);
}

/// Scheme 2 before its postures: a joint and its value, radians, where the elbow bends forward, and up to two swivels at which it has it.
typedef struct swvi_held {
    int    joint;
    double value, cosine, sine;
    int    count;
    double cos_swivel[2], sin_swivel[2];
    bool
        is_bent;  ///< the swivels are those of `bent`, the target with another bend that brings the wrist to the same place
    swvi_arm_target bent;
} swvi_held;

/// The swivels at which some posture of a target within reach, its elbow bent forward, has `joint` (any but 3) at `value`, radians.
void swvi_arm_hold(const swv_arm *arm, const swvi_arm_target *target, int joint, double value, swvi_held *held);

/// The postures at them, held->count, at least one, with the joint at its value. Only one way of the shoulder has it there, if the joint is the
/// shoulder's, or one of the wrist; swvi_arm_to_family gives the other ways of what is left.
void swvi_arm_held_postures(const swvi_arm_target *target, const swvi_held *held, double q[2][7]);

/// Turns an angle in [-pi, pi] into a joint's limits. False if no turn of it is inside. Of the usual ones, which leave something of
/// [-pi, pi], one turn is always enough.
SWV_INLINE bool swvi_arm_turn_into(const swv_arm_limits *limits, double *angle)
{
    const double low = limits->lower - SWV_LIMIT_TOLERANCE, high = limits->upper + SWV_LIMIT_TOLERANCE;
    if (low > SWV_PI || high < -SWV_PI)
        return swv_angle_turn_into(limits->lower, limits->upper, angle);
    return swvi_turn_once(low, high, angle);
}

/// The angle inside a joint's limits that is nearest to a given one, either way round.
SWV_INLINE double swvi_arm_kept(const swv_arm_limits *limits, double angle)
{
    double turned = swv_angle_wrap(angle);
    if (swvi_arm_turn_into(limits, &turned))
        return turned;
    const bool is_lower = fabs(swv_angle_wrap(turned - limits->lower)) < fabs(swv_angle_wrap(turned - limits->upper));
    return is_lower ? limits->lower : limits->upper;
}

/// The posture of a family, from that of family 0.
void swvi_arm_to_family(int family, const double q[7], double other[7]);

/// Upper arm and pole are one line where |sin q1| is less than this: then only q0 + q2 (q1 = 0) or q0 - q2 (q1 = pi) is
/// determined, and a turn of one (at most pi) at the cost of the other moves the wrist by less than 1e-12 of the reach.
#define SWVI_ON_POLE 1e-13

/// Shares out q0 and q2 so that both are inside their limits, where that turns the upper arm by less than SWVI_ON_POLE: on the pole
/// by any angle, beside it by a hair. False, and nothing changed, if that cannot be.
bool swvi_arm_share_on_pole(const swv_arm *arm, double q[7]);

/// Turns every angle into its limits where that is possible, on the pole also by sharing out q0 and q2 otherwise, else,
/// but for the elbow, to the turn nearest to them; the bits of those that are outside.
uint32_t swvi_arm_turn_into_limits(const swv_arm *arm, double q[7]);

/// How far the wrist of this target is from where the arm can bring it, and how a solve for it ends.
swv_arm_report swvi_arm_report_of(const swv_arm *arm, const swvi_arm_target *target, const double q[7],
                                  uint32_t outside);

/// A set of joints, as bits.
enum {
    SWVI_ALL_JOINTS = 0x7f,
    SWVI_POLE_JOINTS = 0x05,  ///< which share their turn on the pole
    SWVI_ELBOW_JOINT = 0x08,
    SWVI_WRIST_JOINTS = 0x70,
};

/// The feasible swivels of each family with a natural elbow, counting only the limits of some joints; for a wrist out of
/// reach, those of the nearest wrist. False if all are empty.
bool swvi_arm_feasible(const swv_arm *arm, const swvi_arm_target *target, uint32_t joints,
                       swv_swivels sets[SWV_ARM_NATURAL_FAMILIES]);

/// Where the limits of some joints (bits) leave no swivel: those at which the joint furthest beyond its limits is least so, to
/// `within` (radians) + 1e-6 of that, which is returned. The elbow does not count: no swivel moves it. Never all empty.
double swvi_arm_least_exceeded(const swv_arm *arm, const swvi_arm_target *target, uint32_t joints, double within,
                               swv_swivels sets[SWV_ARM_NATURAL_FAMILIES]);

/// The elbow nearly straight, where rounding of the wrist's place leaves its bend open: one that leaves some swivel feasible, and
/// the target with it. False, and nothing changed, if none was found.
bool swvi_arm_bend_feasibly(const swv_arm *arm, swvi_arm_target *target, uint32_t joints,
                            swv_swivels sets[SWV_ARM_NATURAL_FAMILIES]);

/// The target with the elbow bent by another angle, given by its sine, as straight or folded as it is: false, and nothing changed, unless that
/// brings the wrist to the same place. `bent` may be the target.
bool swvi_arm_bend_to(const swv_arm *arm, const swvi_arm_target *target, double sine, swvi_arm_target *bent);

/// Where the upper arm lies on the pole at one swivel (bent a little otherwise, as above): the target with that bend, the swivel,
/// and those at which the limits would hold if the upper arm were on the pole there too.
bool swvi_arm_bend_to_pole(const swv_arm *arm, swvi_arm_target *target, uint32_t joints, double *swivel,
                           swv_swivels sets[SWV_ARM_NATURAL_FAMILIES]);

/// One posture for a target whose rotation does not matter to the joints `kept` (bits): these stay as they are in `previous`,
/// or at 0 if that is NULL, or as near to that as their limits allow. `wish`: a swivel. The bits of the joints outside their limits.
uint32_t swvi_arm_choose(const swv_arm *arm, const swvi_arm_target *target, double wish, const double *previous,
                         uint32_t kept, double q[7]);

/// Sum of the squares of the wrapped differences.
double swvi_arm_distance_squared(const double q[7], const double previous[7]);

/// An angle in [-pi, pi] and half a turn, in [-pi, pi].
SWV_INLINE double swvi_half_turn_away(double angle)
{
    return angle > 0.0 ? angle - SWV_PI : angle + SWV_PI;
}

#endif
