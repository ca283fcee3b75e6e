// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_PLANAR_FINGER_H
#define SWIVEL_PAPERS_PLANAR_FINGER_H

#include <stdbool.h>

#include "swivel/base.h"
#include "swivel/hand.h"

/// Van den Waardenburg's finger in its plane (Inverse Kinematics for Human Fingers, 2016), solved exactly: forward
/// kinematics, all postures for a tip, the free finger, the reachable area, sliding along lines; and his iteration for
/// comparison.
///
///     swv_finger finger;
///     swv_finger_make_little(&finger);
///     double            q[SWV_FINGER_SOLUTIONS][3];
///     swv_digit_report report;
///     swv_finger_solve(&finger, (swv_point){ 0.030, -0.020 }, q, &report);
///
/// The knuckle is the origin. At zero the finger is straight along x; a positive angle rotates towards y. The limits
/// decide which way it bends: his little finger bends downward, with negative angles (swv_finger_make_little).
///
/// The finger is *coupled* where its last joint follows, q[2] = ratio * q[1], as a person's does, and *free* where all
/// three are independent. Forward kinematics of every posture returned as reached meets the target to 1e-12 of the
/// finger's length.

/// A place in the finger's plane, metres from the knuckle.
typedef struct swv_point {
    double x, y;
} swv_point;

/// Coupled: the last joint follows the middle one. Free: all three are independent.
typedef enum swv_finger_kind {
    SWV_FINGER_COUPLED = 0,
    SWV_FINGER_FREE,
} swv_finger_kind;

/// The little finger of the models "little-finger" and "little-finger-coupled": 32.7, 18.1 and 16.0 mm, ratio 2/3.
SWV_EXTERN swv_status swv_finger_make_little(swv_finger *finger);

/// Position of the tip. `joints` takes the positions of the middle joint, the last joint and the tip; it may be NULL.
SWV_EXTERN swv_status swv_finger_forward(const swv_finger *finger, const double q[3], swv_point *tip,
                                         swv_point joints[3]);

/// A bone in the plane: where it begins, and its direction, radians from x.
typedef struct swv_finger_frame {
    swv_point origin;
    double    direction;
} swv_finger_frame;

/// Bones as frames, for drawing.
SWV_EXTERN swv_status swv_finger_frames(const swv_finger *finger, const double q[3], swv_finger_frame frames[3]);

// ---- inverse ----

/// The coupled finger: every posture inside the limits that brings the tip there, in order of the middle joint's angle;
/// if there is none, the posture with the nearest tip. `report` may be NULL.
///
/// With human limits there is at most one. The last angle is exactly ratio * the middle one.
SWV_EXTERN swv_status swv_finger_solve(const swv_finger *finger, swv_point tip, double q[SWV_FINGER_SOLUTIONS][3],
                                       swv_digit_report *report);

/// The free finger with its last bone pointing in a given direction (radians from x): up to two postures, in closed
/// form. *count is 0 if there is none inside the limits.
SWV_EXTERN swv_status swv_finger_solve_directed(const swv_finger *finger, swv_point tip, double direction,
                                                double q[2][3], int *count);

/// The free finger with its last bone in any direction. Of all postures inside the limits that bring the tip there, the
/// one nearest to `previous` (sum of squared differences); if that is NULL, the one closest to being coupled, with the
/// least |q[2] - ratio * q[1]|: the coupled posture wherever there is one. If the tip is out of reach, a posture with
/// the nearest tip. The tip and the limits are exact; the choice is the best to about 1e-7 rad. `report` may be NULL.
SWV_EXTERN swv_status swv_finger_solve_free(const swv_finger *finger, swv_point tip, const double *previous,
                                            double q[3], swv_digit_report *report);

// ---- where the tip can be ----

enum { SWV_FINGER_EDGES = 64 };

/// A piece of the reachable area's edge: the path of the tip while one joint moves and the others are held (coupled:
/// the last one follows the middle one). For the first joint, and for free fingers, it is an arc of a circle.
typedef struct swv_finger_edge {
    int    joint;     ///< 0, 1, 2: the one that turns
    int    loop;      ///< edges of one closed loop follow each other and share this number, counted from 0
    double q[3];      ///< the other joints are held here; q[joint] = from
    double from, to;  ///< along the edge, in the order of its loop
} swv_finger_edge;

/// The posture at the fraction t (0 to 1) of an edge. q is untouched if a pointer is NULL or the edge's joint is not 0 to 2.
SWV_EXTERN void swv_finger_edge_posture(const swv_finger *finger, swv_finger_kind kind, const swv_finger_edge *edge,
                                        double t, double q[3]);

/// The edge of the reachable area: loops that close, to 1e-5 of the finger's length; a point is inside if a ray from it crosses them
/// an odd number of times. Gaps narrower than 1e-6 of the length do not count. Where fewer than two joints can move the area is a curve,
/// and its loop may be open.
SWV_EXTERN swv_status swv_finger_outline(const swv_finger *finger, swv_finger_kind kind,
                                         swv_finger_edge edges[SWV_FINGER_EDGES], int *count);

/// Whether the tip can reach a point, to 1e-12 of the finger's length.
SWV_EXTERN swv_status swv_finger_can_reach(const swv_finger *finger, swv_finger_kind kind, swv_point tip, bool *can);

/// Parts of a segment, sorted and disjoint: 0 is its start, 1 its end.
enum { SWV_FINGER_PARTS = 16 };
typedef struct swv_finger_parts {
    int    count;
    double from[SWV_FINGER_PARTS], to[SWV_FINGER_PARTS];
} swv_finger_parts;

/// Sliding: the parts of a line segment that the tip can reach. A path of many segments is clipped one by one, and
/// followed with swv_finger_solve: where the solution is unique its angles are continuous.
SWV_EXTERN swv_status swv_finger_clip(const swv_finger *finger, swv_finger_kind kind, swv_point from, swv_point to,
                                      swv_finger_parts *parts);

// ---- van den Waardenburg's iteration ----

/// The start of his Newton-Raphson iteration.
typedef enum swv_finger_newton_start {
    SWV_FINGER_START_NEUTRAL = 0,  ///< the middle of the limits
    SWV_FINGER_START_EDGE,         ///< straight towards the target: (atan2(y, x), 0), free (atan2(y, x), 0, 0)
    SWV_FINGER_START_WEIGHTED,     ///< between these two, by the target's distance
    SWV_FINGER_START_PREVIOUS,     ///< the posture of the last frame, `previous`; neutral if that is NULL
} swv_finger_newton_start;

/// Zero in any field means its default.
typedef struct swv_finger_newton_options {
    swv_finger_newton_start start;
    double                  alpha;           ///< fraction of each step that is taken; default 1
    double                  epsilon;         ///< metres; default 1e-6
    int                     max_iterations;  ///< default 500
    /// SWV_FINGER_START_EDGE: the middle joint starts this far from straight, towards the middle of its limits,
    /// radians. The default, 0, is his start, where the Jacobian has no inverse.
    double          off_straight;
    swv_finger_kind kind;  ///< default SWV_FINGER_COUPLED
    const double
        *previous;  ///< three angles, radians, clamped to the limits; of a coupled finger the last one is not read
} swv_finger_newton_options;

/// Outcomes here: SWV_REACHED, the tip came within epsilon; SWV_STALLED, the Jacobian has no inverse; SWV_ITERATION_LIMIT.
typedef struct swv_finger_newton_report {
    swv_outcome outcome;
    int         iterations;      ///< steps taken
    double      position_error;  ///< metres
} swv_finger_newton_report;

/// His algorithm 1, with and without coupling: q <- q + alpha J+ (target - tip), clamped to the limits. Corrected: an entry of the coupled Jacobian, and
/// J+ of the free finger, which is J'(J J')^-1 (printed (J'J)^-1 J', but J'J has no inverse there). It is here for comparison; swv_finger_solve and
/// swv_finger_solve_free are exact and faster. `options` may be NULL. SWV_BAD_OPTIONS also for a previous angle that is not finite.
SWV_EXTERN swv_status swv_finger_newton(const swv_finger *finger, swv_point tip,
                                        const swv_finger_newton_options *options, double q[3],
                                        swv_finger_newton_report *report);

#endif
