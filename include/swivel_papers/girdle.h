// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_GIRDLE_H
#define SWIVEL_PAPERS_GIRDLE_H

#include <stdbool.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel/shoulder.h"

/// The upper limb of Ascione, Laccetti, Lapegna and Romano (A real-time method for manipulating a realistic human upper limb): their lengths, their
/// rhythm and their limits, for the solver of swivel/shoulder.h; and their own method, untouched. Their four movements are the parts of a goal.
///
///     swv_upper_limb limb;
///     swv_upper_limb_make_ascione(SWV_RIGHT, &limb);
///     swv_upper_limb_goal goal = { .arm = { .end = { .position = { 2.5, 3.0, 0.2 } }, .is_position_only = true,
///                                           .elbow = SWV_ELBOW_SWIVEL, .swivel = -0.35 } };
///     swv_ascione_posture   posture;
///     swv_upper_limb_report report;
///     swv_ascione_solve(&limb, &goal, NULL, NULL, &posture, &report);

// ---- the limb ----

/// Their rhythm, equations 1 and 2: the regression of de Groot and Brand with the scapula by way of
/// the clavicle. Both rest angles, in radians, belong to the person; 11.68 and -28.57 degrees are a mean. SWV_NOT_FINITE, or SWV_BAD_ARGUMENT for one
/// beyond 1e6 radians.
SWV_EXTERN swv_status swv_rhythm_make_ascione(double rest_elevation, double rest_protraction, swv_rhythm *rhythm);

/// Arm 3, forearm 2.7, clavicle 1.654, GH at (0.09, 0.29, -0.5) from AC (one unit is about 10 cm), their rhythm and
/// swivels from the lowest elbow, nothing limited.
SWV_EXTERN swv_status swv_upper_limb_make_ascione(swv_side side, swv_upper_limb *limb);

// ---- table 1 ----

/// Its rows, in its order.
enum {
    SWV_ASCIONE_CLAVICLE_ELEVATION = 0,
    SWV_ASCIONE_CLAVICLE_PROTRACTION,
    SWV_ASCIONE_SCAPULA_ELEVATION,
    SWV_ASCIONE_SCAPULA_ROTATION,
    SWV_ASCIONE_SCAPULA_TILT,
    SWV_ASCIONE_HUMERUS_ELEVATION,
    SWV_ASCIONE_HUMERUS_PLANE,
    SWV_ASCIONE_ELBOW_BEND,
    SWV_ASCIONE_ELBOW_ROTATION,   ///< outward from the lowest elbow: minus the swivel
    SWV_ASCIONE_PRONOSUPINATION,  ///< counted from the middle of its range of 175 degrees: SWV_PRONATION
    SWV_ASCIONE_MOVEMENTS
};

/// "clavicle elevation" and so on; NULL outside the range.
SWV_EXTERN const char *swv_ascione_movement_name(int movement);

/// Row `movement` of table 1, radians. {0, 0} outside the range.
SWV_EXTERN swv_range swv_ascione_limits(int movement);

/// What table 1 limits, of a posture of the engine: radians. A straight arm has no rotation of the elbow: 0.
SWV_EXTERN swv_status swv_ascione_movements(const swv_upper_limb *limb, const swv_upper_limb_posture *posture,
                                            double movements[SWV_ASCIONE_MOVEMENTS]);

/// Bit i: movement i is outside its row by more than SWV_LIMIT_TOLERANCE. *excess takes the largest excess, radians; it may be NULL.
SWV_EXTERN uint32_t swv_ascione_broken(const double movements[SWV_ASCIONE_MOVEMENTS], double *excess);

/// Table 1 as limits of the limb, all but the rotation of the elbow, which is no limit of a bone: swv_upper_limb_solve_as_ascione. Clavicle and
/// scapula come to rest at its ends. Of the arm: the humerus's elevation and its plane are three caps, the elbow is the hinge; pronosupination is
/// SWV_PRONATION within 87.5 degrees either way.
SWV_EXTERN swv_status swv_upper_limb_limit_as_ascione(swv_upper_limb *limb);

/// swv_upper_limb_solve with the rotation of the elbow held too. If the elbow's wish would leave its row, the nearest swivel inside it is taken that
/// brings the hand to its goal; if there is none, the outcome is SWV_LIMITED and *broken says so.
///
/// limb    limited by swv_upper_limb_limit_as_ascione
/// broken  movements outside table 1, as swv_ascione_broken has them; may be NULL. Other arguments and the status: swv_upper_limb_solve
SWV_EXTERN swv_status swv_upper_limb_solve_as_ascione(const swv_upper_limb *limb, const swv_upper_limb_goal *goal,
                                                      const swv_upper_limb_posture *previous,
                                                      const swv_upper_limb_options *options,
                                                      swv_upper_limb_posture *posture, swv_upper_limb_report *report,
                                                      uint32_t *broken);

// ---- their method ----

/// The angles of their equations 3 and 4, by their names.
typedef struct swv_ascione_posture {
    /// q1, q2, q3 = psi, phi, theta: the humerus is turned by Rz(phi) Ry(theta) Rx(psi). q4: the forearm against it, by Ry(q4). Bones lie along x
    /// before they are turned.
    double q[4];
    /// p1, p2 = theta_CL, phi_CL: the clavicle, Rz(phi) Ry(-theta). p3, p4, p5 = theta_SC, phi_SC, psi_SC: the scapula, Rz(phi) Ry(-theta) Rx(psi).
    double   p[5];
    double   elevation, plane;      ///< theta_O and phi_O of the humerus, as equations 1 and 2 took them
    swv_vec3 ac, gh, elbow, wrist;  ///< from SC
} swv_ascione_posture;

/// Zero in any field means its default.
typedef struct swv_ascione_options {
    double tolerance;  ///< length, on the change of GH; default 0, which is rounding: 4 units in the last place of GH
    int    max_iterations;  ///< default 50
    bool   is_single;       ///< all of it in single precision
} swv_ascione_options;

/// Their method and nothing else: the free limb in closed form (3.1), the humerus's angles and equations 1 and 2 (3.2), again until GH stays (4). No
/// blending near the vertical, no limits, no other elbow: where it does not converge, it says so.
///
/// limb     its lengths, side and rhythm, which must be linear in elevation and plane; limits and yield are not looked at
/// goal     arm.end.position, arm.swivel from the lowest elbow, shoulder_elevation and shoulder_protraction (theta_M, phi_M; the scapula follows by
///          equation 2), raising (F). is_position_only and SWV_ELBOW_SWIVEL, else SWV_BAD_GOAL
/// gh       where GH was before, from SC; NULL: where equations 1 and 2 have it with the arm hanging
/// report   may be NULL. SWV_REACHED; SWV_OUT_OF_REACH and SWV_TOO_NEAR if the wrist is beyond m + n or within |m - n| of GH at the end: the arm then
///          points at it; SWV_UNSETTLED: it does not converge, and gh_error is the last change of GH
///
/// SWV_BAD_MODEL also for a rhythm that is a function or not linear. SWV_BAD_GOAL, SWV_BAD_POSTURE for a gh that is not finite, SWV_BAD_OPTIONS.
SWV_EXTERN swv_status swv_ascione_solve(const swv_upper_limb *limb, const swv_upper_limb_goal *goal, const swv_vec3 *gh,
                                        const swv_ascione_options *options, swv_ascione_posture *posture,
                                        swv_upper_limb_report *report);

/// What one of their iterations costs as it stands in papers/ascione/iteration_kernel.h: additions, subtractions, multiplications and divisions; square
/// roots; sines, cosines and arc tangents. Together 105 where they say about 130. tests/flops.py counts.
enum { SWV_ASCIONE_FLOPS = 88, SWV_ASCIONE_ROOTS = 5, SWV_ASCIONE_TRIG = 12 };

/// By how much one iteration shortens an error of GH. It depends on the arm's configuration alone, not on where GH is.
///
/// elevation, plane  of the humerus
/// bend              of the elbow, between 0 and pi, neither included
/// roll              of the forearm about the humerus: 0 bent up, towards more elevation; a quarter turn: towards more plane
/// radius            the spectral radius of d GH(k+1) / d GH(k): below 1, the iteration converges to this posture from near by; may be NULL
/// norm              its spectral norm: while it is below 1, each step is shorter than the last; may be NULL
///
/// Both are infinite where the line from GH to the wrist is vertical. SWV_NOT_FINITE; SWV_BAD_ARGUMENT for an elevation or bend outside 0 to pi; SWV_BAD_MODEL for a
/// rhythm that is a function or not linear.
SWV_EXTERN swv_status swv_ascione_contraction(const swv_upper_limb *limb, double elevation, double plane, double bend,
                                              double roll, double *radius, double *norm);

#endif
