// SPDX-License-Identifier: MIT
#ifndef SWIVEL_SHOULDER_H
#define SWIVEL_SHOULDER_H

#include <stdbool.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/geometry.h"
#include "swivel/limb.h"

// ======== the shoulder ========

/// The shoulder of a living body: clavicle and scapula move with the humerus (scapulohumeral rhythm), and the human arm
/// of limb.h is attached to them. The goal is the hand; clavicle, scapula, humerus, forearm and hand are solved
/// together, consistent with each other.
///
///     swv_upper_limb limb;
///     swv_upper_limb_make(SWV_RIGHT, &limb);
///     swv_upper_limb_goal goal = { .arm = { .end = hand } };
///     swv_upper_limb_solve(&limb, &goal, NULL, NULL, &posture, &report);
///
/// The origin is the sternoclavicular joint (SC), where the clavicle meets the breastbone. Axes are fixed to the trunk:
/// x right, y forward, z up. From there: clavicle SC-AC, scapula AC-GH, humerus GH-elbow, forearm elbow-wrist. A left
/// limb is the mirror image in x of a right one: angles, rhythm and swivel mean the same on both sides.
///
/// The humerus has an elevation (0 hanging, a right angle level, half a turn straight up) and a plane of elevation (0 to
/// the side, a right angle to the front).

// ---- the girdle's angles ----

/// Rotations of clavicle and scapula, both relative to the trunk: Rz(protraction) Ry(-elevation) Rx(rotation or tilt).
/// All zero: clavicle and scapula point straight to the side.
enum {
    SWV_CLAVICLE_ELEVATION = 0,
    SWV_CLAVICLE_PROTRACTION,  ///< to the front; at rest it is negative: the clavicle points backward
    SWV_SCAPULA_ELEVATION,     ///< upward rotation
    SWV_SCAPULA_PROTRACTION,   ///< inward rotation
    SWV_SCAPULA_TILT,          ///< to the back
    SWV_CLAVICLE_ROTATION,     ///< about its own axis, to the back; moves no other bone
    SWV_GIRDLE_ANGLES
};

/// "clavicle-elevation" and so on; NULL outside the range.
SWV_API const char *swv_girdle_angle_name(int angle);

// ---- rhythm ----

/// With t the elevation, p the plane and F the raising:
///
///     angles[i] = c[i][0] + c[i][1] * t + c[i][2] * p + c[i][3] * t * t + c[i][4] * t * p + F * (c[i][5] + c[i][6] * t);
enum { SWV_RHYTHM_TERMS = 7 };

/// Made by one of the swv_rhythm_make_ functions; its coefficients may be changed then.
typedef struct swv_rhythm {
    double coefficients[SWV_GIRDLE_ANGLES][SWV_RHYTHM_TERMS];
    /// If true, the clavicle rotates about its axis so that AC rotates least from `ac_rest`, the scapula in the
    /// clavicle's frame when the arm hangs; otherwise by its row of coefficients.
    bool     rotation_is_least;
    swv_mat3 ac_rest;
    /// Instead of the coefficients, if not NULL: see swv_rhythm_make_function.
    void (*function)(const void *data, double elevation, double plane, double raising,
                     double angles[SWV_GIRDLE_ANGLES]);
    const void *data;
    uint32_t    cookie;
} swv_rhythm;

/// de Groot and Brand (2001), as in the Dynamic Arm Simulator: every angle from the humerus. rest may be NULL: a mean.
/// SWV_NOT_FINITE, or SWV_BAD_ARGUMENT for an angle beyond 1e6 radians.
SWV_API swv_status swv_rhythm_make_de_groot(const double rest[SWV_GIRDLE_ANGLES], swv_rhythm *rhythm);

/// Fitted to what bone pins measured in twelve shoulders (data/shoulder), 0.7 degrees RMS at most in each angle; raising
/// and lowering differ as measured. The default.
SWV_API swv_status swv_rhythm_make_measured(swv_rhythm *rhythm);

/// Your own.
///
/// function  gives the girdle's angles for a humerus at this elevation and plane. `raising` is 1 for an arm that is
///           being raised, -1 for one that is being lowered, or between. The angles must be continuous and between -1e6
///           and 1e6; the smoother, the faster the solve
/// data      handed to it as it is; must outlive the rhythm
SWV_API swv_status swv_rhythm_make_function(void (*function)(const void *data, double elevation, double plane,
                                                             double raising, double angles[SWV_GIRDLE_ANGLES]),
                                            const void *data, swv_rhythm *rhythm);

/// Your own as a table, linear between its entries and constant beyond its ends.
typedef struct swv_rhythm_table {
    int    elevation_count, plane_count;  ///< at least 1
    double first_elevation, last_elevation, first_plane, last_plane;
    /// angles[(elevation * plane_count + plane) * SWV_GIRDLE_ANGLES + angle]; owned by the caller
    const double *angles;
} swv_rhythm_table;

/// SWV_BAD_COUNT, SWV_BAD_LIMITS or SWV_NOT_FINITE if the table is invalid, SWV_BAD_ARGUMENT if an angle is beyond 1e6 radians. It must outlive the rhythm.
SWV_API swv_status swv_rhythm_make_table(const swv_rhythm_table *table, swv_rhythm *rhythm);

/// The angles of the rhythm, radians. SWV_NOT_FINITE if an argument or, with a function, an angle is not finite.
SWV_API swv_status swv_rhythm_angles(const swv_rhythm *rhythm, double elevation, double plane, double raising,
                                     double angles[SWV_GIRDLE_ANGLES]);

// ---- the limb ----

typedef struct swv_upper_limb {
    struct {
        double     clavicle;  ///< length SC-AC
        swv_vec3   scapula;   ///< GH relative to AC, in the scapula's own axes
        swv_rhythm rhythm;
        double     lower[SWV_GIRDLE_ANGLES],
            upper[SWV_GIRDLE_ANGLES];  ///< the rhythm is clamped to these limits; infinite: no limit
        /// Largest extra clavicle rotation, in radians, beyond the rhythm, forward and up, when the arm nears full
        /// extension in that direction. The girdle yields first, the elbow straightens slowly, and the hand stays
        /// exact. 0: none. At most 0.15.
        double yield;
    } girdle;
    /// Of kind SWV_LIMB_ARM; its side is the limb's. The direction and twist limits of its shoulder are those of the
    /// humerus relative to the trunk, whether the girdle moves or not. Its softness must be 0: the girdle yields
    /// instead.
    swv_limb arm;
    /// Swivels of goals and postures are counted from the lowest elbow, as Ascione and others count them: undefined where the arm
    /// points straight up or down. False: as limb.h does.
    bool counts_from_lowest;
} swv_upper_limb;

/// The arm of swv_limb_make, with the limits of people, on a girdle of that size in metres; the measured rhythm, a yield
/// of 6 degrees.
SWV_API swv_status swv_upper_limb_make(swv_side side, swv_upper_limb *limb);

// ---- solving ----

/// A goal has four parts, one for each movement: the wrist (arm.end); the elbow about the line from shoulder to wrist
/// (arm.elbow); the shoulder while the wrist stays; the rotation of the forearm.
typedef struct swv_upper_limb_goal {
    swv_limb_goal arm;  ///< as for swv_limb_solve, but `end` is from SC
    double        shoulder_elevation,
        shoulder_protraction;  ///< rotation of the clavicle beyond the rhythm; the scapula follows
    bool   has_pronation;      ///< if arm.is_position_only: the wrist is straight, and the forearm has `pronation`
    double pronation;          ///< SWV_PRONATION
    double raising;            ///< -1 to 1; 0 if unknown
} swv_upper_limb_goal;

typedef struct swv_upper_limb_posture {
    double           girdle[SWV_GIRDLE_ANGLES];
    swv_limb_posture arm;  ///< of the bones, relative to the trunk; its shoulder is GH
    double           swivel;
    double           elevation;  ///< of the humerus
    double           plane;
    double           pronation;             ///< SWV_PRONATION
    swv_vec3         ac, gh, elbow, wrist;  ///< from SC
} swv_upper_limb_posture;

/// Outcomes here: SWV_REACHED; SWV_OUT_OF_REACH, of every position of the girdle (with SWV_ELBOW_SWIVEL: at that
/// swivel): the posture whose wrist is nearest; SWV_LIMITED: no settled posture inside the limits reaches the hand;
/// `broken` or the errors say what gave way; SWV_UNSETTLED: see gh_error.
typedef struct swv_upper_limb_report {
    swv_outcome outcome;
    uint32_t    broken;          ///< bit i: limit i of limb.h (SWV_LIMIT_DIRECTION ...) is exceeded
    double      excess;          ///< radians, the largest of any limit; 0 if all hold
    uint32_t    held;            ///< bit i: angle i of the girdle is held at its limit
    double      wished;          ///< the swivel of the wish, before limits
    double      position_error;  ///< of the wrist, recomputed by forward kinematics
    double      rotation_error;  ///< radians; is_position_only: of the pronation, if it has a goal
    double      gh_error;        ///< by how much GH would still move
    int         iterations;      ///< how often the girdle was placed
} swv_upper_limb_report;

/// Zero in any field means its default.
typedef struct swv_upper_limb_options {
    double tolerance;                ///< length, on the change of GH; default 1e-13 of the arm's length
    int    max_iterations;           ///< default 400, for each swivel that is tried; hardly ever more than 12 are made
    swv_limb_compromise compromise;  ///< what gives way: the hand, or with SWV_KEEP_HAND the limits
} swv_upper_limb_options;

/// Solve.
///
/// previous  the last posture: of several solutions the one continuous with it is taken, and out of reach the closest one
///           continuous with it. It is used by SWV_ELBOW_PREVIOUS and is_position_only as for swv_limb_solve. NULL: the girdle
///           at rest, and the closest one of all
/// options   may be NULL
/// posture   out: always one with bones of their length and the wrist as near as possible, whatever the outcome; may be
///           the very posture `previous` points to
/// report    may be NULL
///
/// If the wished elbow breaks limits of the arm, the nearest feasible swivel is taken, with its girdle. The wish of
/// SWV_ELBOW_NATURAL and SWV_ELBOW_PREVIOUS depends on the position of GH, and is met to 1e-4 radians.
///
/// SWV_BAD_GOAL for a goal that swv_limb_solve refuses, a number that is not finite, a shoulder moved by more than 1e6
/// radians, or raising outside [-1, 1]. SWV_BAD_POSTURE, SWV_BAD_OPTIONS. SWV_BAD_MODEL if the limb is invalid: its arm
/// not made, a leg or softened, or lengths of arm and girdle so different that the smaller ones are lost to rounding.
/// SWV_NOT_FINITE if a rhythm's function returned such a number, or one beyond 1e6.
SWV_API swv_status swv_upper_limb_solve(const swv_upper_limb *limb, const swv_upper_limb_goal *goal,
                                        const swv_upper_limb_posture *previous, const swv_upper_limb_options *options,
                                        swv_upper_limb_posture *posture, swv_upper_limb_report *report);

/// The posture with these angles and bones: positions, elevation, plane, swivel and pronation.
SWV_API swv_status swv_upper_limb_forward(const swv_upper_limb *limb, const double girdle[SWV_GIRDLE_ANGLES],
                                          const swv_limb_posture *arm, swv_upper_limb_posture *posture);

/// Poses of all bones from SC, for drawing and skinning: the clavicle at SC, the scapula at AC, the arm as swv_limb_frames has it.
/// twist_weight as there; SWV_BAD_ARGUMENT for one that is not 0 to 1, SWV_BAD_MODEL and SWV_BAD_POSTURE as for
/// swv_upper_limb_forward.
SWV_API swv_status swv_upper_limb_frames(const swv_upper_limb *limb, const swv_upper_limb_posture *posture,
                                         double twist_weight, swv_pose *clavicle, swv_pose *scapula,
                                         swv_limb_bones *arm);

/// Poses of clavicle and scapula, from SC; rotations are relative to the trunk.
SWV_API swv_status swv_girdle_frames(const swv_upper_limb *limb, const double girdle[SWV_GIRDLE_ANGLES],
                                     swv_pose *clavicle, swv_pose *scapula);

/// The limb without a goal: the girdle with the arm hanging, and the position of GH, from SC.
SWV_API swv_status swv_upper_limb_rest(const swv_upper_limb *limb, double girdle[SWV_GIRDLE_ANGLES], swv_vec3 *gh);

// ======== following a moving hand ========

/// Following a hand with the whole upper limb: the girdle of swivel/shoulder.h carries the arm of swivel/limb.h.
///
///     swv_upper_limb_track track;
///     swv_upper_limb_track_start(&limb, NULL, &track);
///     while (next(&hand))
///         swv_upper_limb_track_step(&track, &(swv_upper_limb_goal){ .arm = { .end = hand } }, 1.0 / 60.0, &posture, &report);
///
/// The rules are those of limb.h: the hand is exact in every step in which some posture inside the limits with a
/// settled girdle reaches it. Only the elbow is smoothed, and the girdle moves with it.
///
/// The girdle moves differently when an arm is raised and when it is lowered. `raising` changes from one to the other
/// with the elevation of the humerus, not with time, and never jumps: fully over SWV_RAISING_TURN of elevation.

/// Radians of elevation over which `raising` changes from -1 to 1 or back.
#define SWV_RAISING_TURN 0.35

/// The new value of `raising`, -1 to 1, after the humerus has moved from one elevation to another, radians. Each step
/// of a track does this; for callers who solve step by step themselves.
SWV_API double swv_upper_limb_raising_after(double raising, double from, double to);

/// Plain data, read-only, copied and kept by the caller; swv_upper_limb_track_start fills it.
typedef struct swv_upper_limb_track {
    swv_upper_limb         limb;  ///< a copy
    swv_limb_track         arm;   ///< under the girdle
    bool                   has_posture;
    double                 raising;     ///< -1 to 1
    int                    iterations;  ///< of the girdle's solve in the last step
    swv_upper_limb_posture posture;     ///< what the last step returned
} swv_upper_limb_track;

/// Makes `track` ready for its first step. Zero in any field of `options` means its default; may be NULL. Statuses as for
/// swv_upper_limb_solve and swv_limb_track_start.
SWV_API swv_status swv_upper_limb_track_start(const swv_upper_limb *limb, const swv_limb_track_options *options,
                                              swv_upper_limb_track *track);

/// As if the last step had ended in this posture. Only girdle angles and arm are used; `raising` stays as it is. It
/// need not be inside the limits. SWV_BAD_POSTURE for numbers that are not finite, SWV_BAD_MODEL if `track` was not
/// started; it is unchanged then.
SWV_API swv_status swv_upper_limb_track_set_posture(swv_upper_limb_track *track, const swv_upper_limb_posture *posture);

/// Follow the goal to its pose dt seconds later; its `raising` is ignored. The girdle is placed for an elbow that moves
/// with the hand, so it lags by the elbow's swivel of one step; the hand does not. max_bone_speed limits the girdle's
/// angles too.
///
/// report  may be NULL; of the posture that is returned. The arm's errors are the hand's
///
/// SWV_BAD_GOAL for a goal that swv_upper_limb_solve refuses, SWV_BAD_ARGUMENT for a dt that is not positive,
/// SWV_BAD_MODEL if `track` was not started; nothing is changed then.
SWV_API swv_status swv_upper_limb_track_step(swv_upper_limb_track *track, const swv_upper_limb_goal *goal, double dt,
                                             swv_upper_limb_posture *posture, swv_limb_track_report *report);

#endif
