// SPDX-License-Identifier: MIT
#ifndef SWIVEL_HAND_H
#define SWIVEL_HAND_H

#include <stdbool.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/geometry.h"
#include "swivel/skeleton.h"

// ======== a finger in its plane ========

/// A finger in its plane: three bones, three joints, and a last joint that follows the middle one, q[2] = ratio * q[1].
/// swv_digit rotates the plane about the knuckle. Solving in the plane alone, and the reachable area:
/// swivel_papers/planar_finger.h.
///
/// The knuckle is the origin. At zero the finger is straight along x; a positive angle rotates towards y. The limits
/// decide which way it bends.

/// For the next structure: a part of the middle joint's range in which the distance from knuckle to tip is monotone, so
/// that a given distance occurs at most once; and a polynomial that approximates where. See src/hand/bend.c. Both are
/// internal: their layout changes without notice.
struct swvi_bend_piece {
    double low, high;        ///< radians
    double at_low, at_high;  ///< squares of the distance there
    double anchor, square;   ///< where the distance is extreme, here or slightly beyond, and its square there
    /// (angle - anchor)/s is nearly a polynomial in scale * s + shift, with s^2 = |square of the distance - square|.
    double scale, shift, guess[8];
};

enum { SWVI_BEND_PIECES = 24 };

/// Bones of lengths a, b, c, angles t and ratio * t: the distance from start to end as a function of t, and its
/// inverse.
struct swvi_bend {
    double                 a, b, c, ratio;
    int                    count;
    struct swvi_bend_piece pieces[SWVI_BEND_PIECES];  ///< in order of their angles
    uint64_t               cookie;                    ///< checks that no public field was written
};

/// Made by swv_finger_make; writing its fields gives SWV_BAD_MODEL. 3.2 kB.
typedef struct swv_finger {
    double           lengths[3];          ///< proximal, middle and distal bone, metres
    double           lower[3], upper[3];  ///< limits, radians
    double           ratio;               ///< coupled: last angle = ratio * middle angle
    struct swvi_bend _private;            ///< the coupled finger's distance, computed for its limits
} swv_finger;

/// SWV_BAD_ARGUMENT unless the lengths are positive (1e-50 to 1e50), none is a million times another, and |ratio| <= 3;
/// SWV_BAD_LIMITS if limits cross, are not finite, lie beyond half a turn in the two outer joints, or leave the coupled
/// finger no posture. Takes about 25 us for tables that make solving fast.
SWV_API swv_status swv_finger_make(const double lengths[3], const double lower[3], const double upper[3], double ratio,
                                   swv_finger *finger);

// ---- how a solve ended ----

/// Of a finger or a thumb. Outcomes here: SWV_REACHED, all limits hold; SWV_OUT_OF_REACH: the posture with the nearest
/// tip.
typedef struct swv_digit_report {
    swv_outcome outcome;
    int         count;           ///< postures returned; at least 1
    int         iterations;      ///< of a finger's one-dimensional equation, the most any solution took; 0: closed form
    double      position_error;  ///< metres, the largest, recomputed by forward kinematics
    double      rotation_error;  ///< radians, likewise, of the pulp's direction; 0 where none was given
} swv_digit_report;

/// The most postures that bring a coupled finger's tip to one place.
enum { SWV_FINGER_SOLUTIONS = 16 };

// ======== hands ========

/// The human hand: four fingers with coupled joints and a thumb with five axes, 21 joints; forward and inverse
/// kinematics of its fingertips.
///
///     swv_hand hand;
///     swv_hand_make(SWV_RIGHT, SWV_HAND_LENGTH_MEN, &hand);
///     swv_hand_goal goal = { .wrist = wrist, .wanted = SWV_DIGIT_BIT(SWV_DIGIT_INDEX) | SWV_DIGIT_BIT(SWV_DIGIT_THUMB) };
///     goal.tip[SWV_DIGIT_INDEX] = on_the_pen;
///     goal.tip[SWV_DIGIT_THUMB] = under_the_pen;
///     swv_hand_solve(&hand, &goal, NULL, &posture, &report);
///
/// Axes at the wrist, as in limb.h: a right hand's z points to the fingertips, x where the palm faces, y to the
/// thumb. A left hand is the mirror image in x: its x points away from the palm; its angles and limits are the same.
///
/// All angles are 0 with the fingers straight along z. Flexion, towards the palm, is positive; abduction is positive
/// towards the thumb, and for the thumb's own joints away from the palm.
///
/// Every posture returned as reached is exact to 1e-12 m and inside its limits. Change fingers, thumbs and hands with
/// their makers and setters only: writing their fields gives SWV_BAD_MODEL.

/// The digits; a digit is an int.
enum {
    SWV_DIGIT_THUMB = 0,
    SWV_DIGIT_INDEX,
    SWV_DIGIT_MIDDLE,
    SWV_DIGIT_RING,
    SWV_DIGIT_LITTLE,
    SWV_DIGITS,
};

#define SWV_DIGIT_BIT(digit) (1u << (digit))

// ---- a finger in space ----

/// Four joints: abduction about the axis normal to the palm, which rotates the finger's plane; then, in that plane,
/// flexion of the knuckle (MCP), the middle joint (PIP) and the last joint (DIP, which follows).
typedef struct swv_digit {
    swv_vec3   knuckle;       ///< from the wrist, metres
    double     lower, upper;  ///< limits of the abduction, radians, within half a turn
    swv_finger flexion;       ///< its plane: x along the finger, y towards the palm
} swv_digit;

enum { SWV_DIGIT_SOLUTIONS = 2 * SWV_FINGER_SOLUTIONS };

/// A finger of the hand: its knuckle in the hand's axes, limits of its abduction, and its three joints in their plane.
/// SWV_BAD_LIMITS for limits beyond half a turn or a lower one above the upper one.
SWV_API swv_status swv_digit_make(swv_vec3 knuckle, double lower, double upper, const swv_finger *flexion,
                                  swv_digit *digit);

/// Position of the tip, and the direction its pulp faces (a unit vector; may be NULL), for a right hand.
SWV_API swv_status swv_digit_forward(const swv_digit *digit, const double q[4], swv_vec3 *tip, swv_vec3 *pulp);

/// Its joints from the wrist of a right or a left hand, for swv_skeleton_make: four hinges, of which the last follows,
/// and the tip.
SWV_API swv_status swv_digit_joints(const swv_digit *digit, swv_side side, swv_joint joints[5]);

/// Every posture inside the limits that brings the tip there, for a right hand; if there is none, the one with the
/// nearest tip. q holds abduction, MCP, PIP and DIP flexion. With the tip on the abduction axis abduction is
/// undetermined; the value nearest to 0 inside its limits is taken. `report` may be NULL.
SWV_API swv_status swv_digit_solve(const swv_digit *digit, swv_vec3 tip, double q[SWV_DIGIT_SOLUTIONS][4],
                                   swv_digit_report *report);

// ---- the thumb ----

/// Five joints: CMC flexion and abduction about axes that meet at the base of the metacarpal, MCP abduction and flexion
/// about axes that meet at its head, and IP flexion. At zero the thumb is straight along the trapezium's z; its pulp
/// faces the trapezium's x.
typedef struct swv_thumb {
    swv_vec3         base;            ///< of the metacarpal, from the wrist, metres
    swv_mat3         hand_from_base;  ///< the trapezium's axes
    double           lengths[3];      ///< metacarpal, proximal and distal bone
    double           lower[5], upper[5];
    double           ratio;          ///< IP flexion = ratio * MCP flexion, where only the tip is given
    double           mcp_abduction;  ///< its value where only the tip is given
    struct swvi_bend _private;       ///< the distance from base to tip, computed for these
} swv_thumb;

/// Limits within half a turn; IP flexion below the angle at which the line of the distal bone meets the MCP,
/// acos(-distal/proximal). SWV_BAD_ARGUMENT, SWV_BAD_LIMITS, SWV_NOT_FINITE as swv_finger_make.
SWV_API swv_status swv_thumb_make(const swv_pose *hand_from_base, const double lengths[3], const double lower[5],
                                  const double upper[5], double ratio, swv_thumb *thumb);

/// Sets the value at which swv_thumb_solve holds the MCP abduction, within its limits. swv_thumb_make sets 0, or the limit
/// nearest to it. SWV_BAD_LIMITS outside its limits.
SWV_API swv_status swv_thumb_hold(swv_thumb *thumb, double mcp_abduction);

/// Position of the tip, and the direction its pulp faces (a unit vector; may be NULL), for a right hand.
SWV_API swv_status swv_thumb_forward(const swv_thumb *thumb, const double q[5], swv_vec3 *tip, swv_vec3 *pulp);

/// Its joints from the wrist of a right or a left hand, for swv_skeleton_make: five independent hinges, and the tip.
SWV_API swv_status swv_thumb_joints(const swv_thumb *thumb, swv_side side, swv_joint joints[6]);

enum { SWV_THUMB_SOLUTIONS = 32 };

/// Every posture inside the limits, for a right hand; if there is none, the nearest one.
///
/// pulp  the direction the pulp faces (need not have unit length): all five joints move, and the nearest posture is
///       nearest to both, with a radian counting as 20 mm. NULL: the tip alone, with MCP abduction held and IP coupled
SWV_API swv_status swv_thumb_solve(const swv_thumb *thumb, swv_vec3 tip, const swv_vec3 *pulp,
                                   double q[SWV_THUMB_SOLUTIONS][5], swv_digit_report *report);

// ---- the hand ----

/// 16 kB.
typedef struct swv_hand {
    swv_side  side;
    swv_thumb thumb;
    swv_digit fingers[4];  ///< index to little: fingers[digit - SWV_DIGIT_INDEX]
} swv_hand;

/// Hand lengths, from the wrist to the tip of the middle finger: means of adults (Pheasant 1986), and the model's own.
#define SWV_HAND_LENGTH_MEN   0.190
#define SWV_HAND_LENGTH_WOMEN 0.175
#define SWV_HAND_LENGTH_MODEL 0.191794

/// A hand of average proportions, scaled to this length. Where its numbers come from: data/hand/README.md.
SWV_API swv_status swv_hand_make(swv_side side, double length, swv_hand *hand);

typedef struct swv_hand_posture {
    double thumb[5];
    double fingers[4][4];  ///< abduction, MCP, PIP, DIP flexion
} swv_hand_posture;

/// Tips in the world, from the wrist's pose; `pulps` may be NULL.
SWV_API swv_status swv_hand_forward(const swv_hand *hand, const swv_pose *wrist, const swv_hand_posture *posture,
                                    swv_vec3 tips[SWV_DIGITS], swv_vec3 pulps[SWV_DIGITS]);

enum { SWV_DIGIT_BONES = 3 };

/// Bones as frames in the world, for drawing and skinning: proximal, middle and distal; of the thumb metacarpal, proximal
/// and distal. The origin is the joint at which the bone begins, z points along the bone, x where the pulp faces; of a
/// left hand mirrored as its wrist is, x away from the pulp.
SWV_API swv_status swv_hand_frames(const swv_hand *hand, const swv_pose *wrist, const swv_hand_posture *posture,
                                   swv_pose bones[SWV_DIGITS][SWV_DIGIT_BONES]);

typedef enum swv_hand_shape {
    SWV_HAND_RELAXED = 0,  ///< every joint a quarter bent: a hand at rest
    SWV_HAND_OPEN,         ///< flat, the fingers a little apart
    SWV_HAND_FIST,
    SWV_HAND_POINT,  ///< the index finger straight, the others as in a fist
} swv_hand_shape;

/// The posture of a shape: relaxed, open, and so on.
SWV_API swv_status swv_hand_shape_posture(const swv_hand *hand, swv_hand_shape shape, swv_hand_posture *posture);

/// Zero in any field means no goal, or its default.
typedef struct swv_hand_goal {
    swv_pose       wrist;            ///< world_from_wrist
    uint32_t       wanted;           ///< SWV_DIGIT_BIT of the digits whose tips are given
    swv_vec3       tip[SWV_DIGITS];  ///< in the world
    bool           has_pulp;         ///< the thumb's pulp should face thumb_pulp, with all five of its joints
    swv_vec3       thumb_pulp;       ///< in the world
    swv_hand_shape shape;            ///< of the digits without a goal
    /// How much of a finger's flexion its neighbour shares, if the neighbour has no goal itself: 0 none; 0.26 in young
    /// people, 0.47 in old ones (van Beek 2019). The next neighbour shares the square of it, and so on.
    double enslaving;
} swv_hand_goal;

/// Outcomes here: SWV_REACHED; SWV_OUT_OF_REACH: some tips cannot reach their goals and are as near as possible.
typedef struct swv_hand_report {
    swv_outcome outcome;
    uint32_t    missed;                      ///< SWV_DIGIT_BIT of the digits whose tips cannot reach their goals
    double      position_error[SWV_DIGITS];  ///< metres; 0 without a goal
    double      rotation_error;              ///< radians, of the thumb's pulp
} swv_hand_report;

/// Wrist and up to five fingertips at once. Of several solutions of a digit the one nearest to `previous` is taken (NULL:
/// to the goal's shape). `report` may be NULL.
SWV_API swv_status swv_hand_solve(const swv_hand *hand, const swv_hand_goal *goal, const swv_hand_posture *previous,
                                  swv_hand_posture *posture, swv_hand_report *report);

/// Outcomes here: SWV_REACHED, the tips are exactly `size` apart and all limits hold; SWV_OUT_OF_REACH, the object is too large.
typedef struct swv_hand_pinch_report {
    swv_outcome outcome;
    double      gap;              ///< metres between the tips
    double      rotation_error;   ///< angle in radians by which the pulps do not face each other
    swv_vec3    tips_in_hand[2];  ///< of thumb and finger, from the wrist
} swv_hand_pinch_report;

/// Thumb and a finger bent so that their tips are `size` metres apart, an object between them, and their pulps face
/// each other as nearly as possible; the other digits as in `shape`. If the object is too large, the gap is as large as
/// possible. Takes about 30 us, at most 150.
///
/// Bones end in points, so small objects cannot be held pulp to pulp. Tip to tip the pulps of index, middle and ring
/// finger stay 50 to 55 degrees from facing the thumb's, at 10 mm 27 to 33, from 20 to 40 mm at most 20. A global
/// search finds nothing better: tests/hand/hand_pinch.c.
///
/// finger  SWV_DIGIT_INDEX to SWV_DIGIT_LITTLE
SWV_API swv_status swv_hand_pinch(const swv_hand *hand, int finger, double size, swv_hand_shape shape,
                                  swv_hand_posture *posture, swv_hand_pinch_report *report);

#endif
