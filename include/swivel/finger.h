// SPDX-License-Identifier: MIT
#ifndef SWIVEL_FINGER_H
#define SWIVEL_FINGER_H

#include <stdbool.h>
#include <stdint.h>

#include "swivel/base.h"

/// A finger in its plane: three bones, three joints, and a last joint that follows the middle one, q[2] = ratio * q[1]. hand.h turns the
/// plane about the knuckle. Solving in the plane alone, and where the tip can be: swivel_papers/planar_finger.h.
///
/// The knuckle is the origin. At zero the finger is straight along x; a positive angle turns towards y. The limits decide which way it
/// bends.

typedef struct swv_point {
    double x, y;
} swv_point;

/// A part of the middle joint's range in which the distance from knuckle to tip only grows or only shrinks, so that a given
/// distance occurs once or never; and a polynomial that guesses where. See src/hand/bend.c.
typedef struct swv_finger_bend_piece {
    double low, high;        ///< radians
    double at_low, at_high;  ///< squares of the distance there
    double anchor, square;   ///< where it is extreme, here or a little beyond, and its square there
    /// (angle - anchor)/s is nearly a polynomial in scale * s + shift, with s^2 = |square of the distance - square|.
    double scale, shift, guess[8];
} swv_finger_bend_piece;

enum { SWV_FINGER_BEND_PIECES = 24 };

/// Bones of lengths a, b, c, the first angle t, the second ratio * t: how far the end is from the beginning, and back.
typedef struct swv_finger_bend {
    double                a, b, c, ratio;
    int                   count;
    swv_finger_bend_piece pieces[SWV_FINGER_BEND_PIECES];  ///< in order of their angles
} swv_finger_bend;

/// Made by swv_finger_make; writing its fields gives SWV_BAD_MODEL.
typedef struct swv_finger {
    double          lengths[3];          ///< proximal, middle and distal bone, metres
    double          lower[3], upper[3];  ///< limits, radians
    double          ratio;               ///< coupled: last angle = ratio * middle angle
    swv_finger_bend bend;                ///< the coupled finger's distance, computed for its limits
    uint64_t        cookie;              ///< checks that none of these was written
} swv_finger;

/// SWV_BAD_ARGUMENT unless the lengths are positive (1e-50 to 1e50), none is a million times another, and |ratio| <= 3;
/// SWV_BAD_LIMITS if limits cross, are not finite, lie beyond half a turn in the two outer joints, or leave the coupled
/// finger no posture. Takes about 25 us: it prepares what makes solving fast.
SWV_API swv_status swv_finger_make(swv_finger *finger, const double lengths[3], const double lower[3],
                                   const double upper[3], double ratio);

// ---- how a solve ended ----

/// Outcomes here: SWV_REACHED, all limits hold; SWV_OUT_OF_REACH: the posture is the one whose tip is nearest.
typedef struct swv_finger_report {
    swv_outcome outcome;
    int         count;       ///< postures returned; at least 1
    int         iterations;  ///< of the one-dimensional equation, the most any solution took; 0: closed form
    double      tip_error;   ///< metres, the largest, recomputed by forward kinematics
} swv_finger_report;

/// The most postures that bring a coupled finger's tip to one place.
enum { SWV_FINGER_SOLUTIONS = 16 };

// ---- the edge of where the tip can be ----

/// Coupled: the last joint follows. Free: all three move on their own.
typedef enum swv_finger_kind {
    SWV_FINGER_COUPLED = 0,
    SWV_FINGER_FREE,
} swv_finger_kind;

/// A piece of the reachable area's edge: the path of the tip while one joint turns and the others are held (coupled: the last
/// one follows the middle one). If that is the first joint, or the finger is free, it is an arc of a circle.
typedef struct swv_finger_edge {
    int    joint;     ///< 0, 1, 2: the one that turns
    int    loop;      ///< edges of one closed loop follow each other and share this number, counted from 0
    double q[3];      ///< the other joints are held here; q[joint] = from
    double from, to;  ///< along the edge, in the order of its loop
} swv_finger_edge;

#endif
