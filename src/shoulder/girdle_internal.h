// SPDX-License-Identifier: MIT
// What the files of the girdle share.
#ifndef SWIVEL_SHOULDER_GIRDLE_INTERNAL_H
#define SWIVEL_SHOULDER_GIRDLE_INTERNAL_H

#include "shoulder/upper_limb_kernels.h"
#include "swivel/shoulder.h"

/// The angles that move GH: all but the clavicle's rotation about its own axis.
enum { SWVI_PLACING_ANGLES = 5 };

/// Radians: angles, coefficients and shifts of the girdle beyond this are refused, so that none of their sums overflows. Chosen.
#define SWVI_MOST_GIRDLE_ANGLE 1e6

/// Of a rhythm that one of its makers made.
#define SWVI_RHYTHM_COOKIE 0x72687974u

/// A girdle made ready for one goal: lengths in parts of the arm's, what raising and the moved shoulder add put in.
typedef struct swvi_girdle {
    const swv_upper_limb *limb;  ///< whose girdle it is
    double                clavicle;
    swv_vec3              scapula;
    double                raising;
    swvi_girdle_line      lines[SWVI_PLACING_ANGLES];
    double                shift[SWVI_PLACING_ANGLES];  ///< part of c0: what the shoulder moved by hand adds
    double                give[SWVI_PLACING_ANGLES];   ///< what full yield adds
    bool                  yields;                      ///< something of it is not 0
    bool                  is_free;                     ///< no yield, and no limits
} swvi_girdle;

/// Hanging, as the rhythm sees it.
static const swvi_humerus SWVI_HANGING = { .elevation = 0.0, .plane = SWVI_PLANE_MIDDLE };

/// Finite and within SWVI_MOST_GIRDLE_ANGLE, or what is wrong.
swv_status swvi_check_girdle_angles(const double *angles, int count);

/// One row of a rhythm that is linear; the constant and what raising adds are in degrees.
SWV_INLINE void swvi_rhythm_row(swv_rhythm *rhythm, int angle, double constant, double by_elevation, double by_plane,
                                double by_raising)
{
    const double degree = SWV_PI / 180.0;
    double      *c = rhythm->coefficients[angle];
    c[0] = constant * degree;
    c[1] = by_elevation;
    c[2] = by_plane;
    c[5] = by_raising * degree;
}

/// SWV_OK, or what is wrong with the limb.
swv_status swvi_upper_limb_check(const swv_upper_limb *limb);

/// Whether what a goal asks of the girdle is valid: its shifts and `raising`.
bool swvi_is_girdle_goal(const swv_upper_limb_goal *goal);

/// For a limb that was checked; `wrist` is the right limb's, in parts of the arm's length: the yield depends on where it is.
void swvi_girdle_prepare(const swv_upper_limb *limb, double raising, double shoulder_elevation,
                         double shoulder_protraction, swv_vec3 wrist, swvi_girdle *prepared);

/// The girdle with a humerus seen like this and a yield of y: angles, places, and how GH moves. False if the rhythm's
/// function returned a number that is not finite or beyond SWVI_MOST_GIRDLE_ANGLE; its angle then counts as 0.
bool swvi_girdle_place_at(const swvi_girdle *g, const swvi_humerus *seen, double y, double angles[SWVI_PLACING_ANGLES],
                          swvi_girdle_turns *turns, swvi_girdle_place *place, swvi_shoulder_motion *motion);

/// How GH moves where the arm hangs and nothing yields. False as above.
bool swvi_girdle_hanging(const swvi_girdle *g, swvi_shoulder_motion *motion);

/// How the scapula is turned against the clavicle.
swv_mat3 swvi_ac_turn(const double girdle[SWV_GIRDLE_ANGLES]);

/// The clavicle's rotation about its own axis with which AC turns least from the rhythm's rest.
double swvi_least_rotation(const swv_rhythm *rhythm, const swvi_girdle_turns *turns);

/// The clavicle's rotation about its own axis that goes with these.
double swvi_clavicle_rotation(const swvi_girdle *g, const swvi_humerus *seen, const swvi_girdle_turns *turns);

/// A straight wrist with the forearm turned as asked or, if the limits are kept, as far as they let it; the report says so.
void swvi_turn_forearm(const swv_limb *limb, double pronation, swv_limb_compromise compromise, swv_limb_posture *arm,
                       swv_limb_report *report);

/// Sines and cosines, in lanes.
swvi_girdle_turns swvi_girdle_turns_of(const double angles[SWVI_PLACING_ANGLES]);

#endif
