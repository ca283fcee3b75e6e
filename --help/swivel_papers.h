// SPDX-License-Identifier: MIT
// Swivel 0.2.0, the systems of five documents, in one header. Made by tools/amalgamate.py.
//
// MIT License
//
// Copyright (c) 2026 The Swivel authors
//
// Permission is hereby granted, free of charge, to any person obtaining a copy
// of this software and associated documentation files (the "Software"), to deal
// in the Software without restriction, including without limitation the rights
// to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
// copies of the Software, and to permit persons to whom the Software is
// furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all
// copies or substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
// IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
// FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
// AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
// LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
// OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
// SOFTWARE.
#ifndef SWIVEL_PAPERS_H
#define SWIVEL_PAPERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "swivel.h"

/// The systems of five documents, each under its authors' names: papers/README.md says which. This header includes all the others but
/// those of makers of tables, which allocate.

/// The six-joint human arm in closed form: all eight solutions for a hand pose.
///
/// Shoulder abduction and flexion, elbow flexion, forearm twist, wrist flexion and deviation; the shoulder has no twist
/// of its own, so that a hand pose leaves nothing free. The shoulder is the origin, y is up, z forward, x left; at zero
/// the arm hangs along -y. A right arm is the mirror image (x becomes -x) of a left one: angles and limits mean the
/// same on both sides.
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
SWV_EXTERN swv_status swv_arm6_make(swv_arm6 *arm, double upper_arm, double forearm);

/// The arm of the model "arm6": lengths 50 and 60, the limits of table 5.2.
SWV_EXTERN void swv_arm6_make_human(swv_arm6 *arm);

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

/// The solutions come in families. Bit 0 of the family: the shoulder's other way, q0 half a turn away. Bit 1: the wrist's
/// other way, (q3 + pi, pi - q4, q5 + pi). Bit 2: the elbow bends backward.
enum { SWV_ARM6_FAMILIES = 8 };

/// All eight solutions. Angles are returned as the turn inside their limits where there is one, else in [-pi, pi].
///
/// previous where a joint may take any value it takes this posture's: q0 with the wrist above or below the shoulder, q0
///          and q1 with the wrist in it, q3 at the wrist's gimbal (q4 a right angle). NULL: zero
/// reports  reports[f] takes how family f ended; may be NULL
///
/// A hand out of reach is brought as near as it gets, along the line from the shoulder, and turned as it should be.
SWV_EXTERN swv_status swv_arm6_solve(const swv_arm6 *arm, const swv_pose *hand, const double *previous,
                                     double q[SWV_ARM6_FAMILIES][6], swv_arm6_report reports[SWV_ARM6_FAMILIES]);

/// One of these: inside the limits, or among those that break the fewest, and of these the nearest to `previous` (the sum of
/// the squares of the wrapped differences; NULL: to zero). `report` may be NULL.
SWV_EXTERN swv_status swv_arm6_best(const swv_arm6 *arm, const swv_pose *hand, const double *previous, double q[6],
                                    swv_arm6_report *report);

/// Seven classic methods for the inverse kinematics of any chain, with what each costs: the comparison of Chin's thesis
/// (1996), to be repeated, taught and measured against.
///
/// All of them bring the residual between the tip and its target to zero, or make the sum of its squares as small as
/// they can. They go downhill from where they start, know nothing of joint limits and stop at the first minimum.

typedef enum swv_study_method {
    SWV_STUDY_NEWTON = 0,  ///< Newton with the pseudoinverse, made globally convergent by a line search
    SWV_STUDY_BROYDEN,     ///< Broyden's secant method: one Jacobian, corrected after every step
    SWV_STUDY_BFGS,        ///< variable metric of Broyden, Fletcher, Goldfarb and Shanno
    SWV_STUDY_FLETCHER,    ///< Fletcher's (1970): changes between two variable metrics
    SWV_STUDY_FRPRM,       ///< conjugate gradients of Polak and Ribiere, or of Fletcher and Reeves
    SWV_STUDY_POWELL,      ///< Powell's conjugate directions: without derivatives
    SWV_STUDY_PRAXIS,      ///< Brent's principal axes: likewise
} swv_study_method;

enum { SWV_STUDY_METHODS = 7 };

/// "newton", "broyden", "bfgs", "fletcher", "frprm", "powell", "praxis"; NULL for any other number.
SWV_EXTERN const char *swv_study_method_name(swv_study_method method);

/// What is brought to zero. Rotations count in lengths: their part is multiplied by the characteristic length.
typedef enum swv_study_residual {
    /// Six numbers, in the tip's axes: where the target lies, and half of what is skew in its rotation, which is the
    /// turn's axis times the sine of its angle (equation 5.22). Zero also for a tip turned the wrong way by half a turn,
    /// where no report says reached.
    SWV_STUDY_POSE_6 = 0,
    /// Twelve numbers, in the world's axes: three axes and the position, tip less target (equation 5.26).
    SWV_STUDY_FRAME_12,
} swv_study_residual;

/// Which numbers conjugate gradients carry the old direction over with. The thesis has the two names exchanged.
typedef enum swv_study_beta {
    SWV_STUDY_POLAK_RIBIERE = 0,  ///< g1.(g1 - g0) / g0.g0, or 0 if that is negative (equation 3.15)
    SWV_STUDY_FLETCHER_REEVES,    ///< g1.g1 / g0.g0 (equation 3.14)
} swv_study_beta;

/// Zero in any field means its default.
typedef struct swv_study_options {
    swv_study_residual residual;
    double             characteristic_length;  ///< default: half of what the chain measures from joint to joint
    double             tolerance;              ///< no residual larger: reached. Default 1e-9 characteristic lengths
    int                max_iterations;         ///< default 500
    int                max_evaluations;        ///< of the residual; default 100000
    bool               full_steps;             ///< Newton only: without the line search, as the pseudoinverse says
    swv_study_beta     beta;                   ///< FRPRM only
} swv_study_options;

/// Outcomes here: SWV_REACHED, within tolerance; SWV_STALLED: no way down from here, a stationary point that is not a
/// solution, or rounding; SWV_ITERATION_LIMIT; SWV_EVALUATION_LIMIT.
typedef struct swv_study_report {
    swv_outcome outcome;
    int         iterations;
    int         evaluations;     ///< residuals computed
    int         jacobians;       ///< Jacobians computed; by forward differences each would be dof evaluations more
    double      residual;        ///< sum of its squares
    double      position_error;  ///< recomputed by forward kinematics
    double      rotation_error;  ///< radians
} swv_study_report;

/// Doubles of scratch that swv_study_solve needs for a chain of `dof` coordinates, whatever the method.
SWV_EXTERN size_t swv_study_scratch(int dof);

/// Move the tip of `chain` to `target`, all of it, by one of the methods.
///
/// previous  where to start, dof numbers; NULL: all zero
/// q         the best posture found, finite; may be the array `previous`
/// scratch   swv_study_scratch(chain->dof) doubles, owned by the caller; not shared between concurrent calls
///
/// Returns SWV_OK even if the target was missed: read report->outcome. SWV_BAD_MODEL: the chain fails swv_chain_check.
/// SWV_BAD_ARGUMENT: an unknown method. SWV_NOT_FINITE: numbers so large that the residual overflows.
SWV_EXTERN swv_status swv_study_solve(const swv_chain *chain, const swv_pose *target, swv_study_method method,
                                      const double *previous, const swv_study_options *options, double *q,
                                      swv_study_report *report, double *scratch);

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
SWV_EXTERN swv_status swv_puma_make(swv_puma *puma, double upper_arm, double elbow_offset, double shoulder_offset,
                                    double forearm);

/// The arm of the model "puma560", with its limits.
SWV_EXTERN void swv_puma_make_560(swv_puma *puma);

/// Limits of one joint, radians. SWV_BAD_COUNT for a joint outside 0 to 5, SWV_BAD_LIMITS for a range upside down or NaN, or
/// more than 1000 radians from zero.
SWV_EXTERN swv_status swv_puma_set_limits(swv_puma *puma, int joint, double lower, double upper);

/// The arm as a chain, for forward kinematics and Jacobians.
SWV_EXTERN swv_status swv_puma_chain(const swv_puma *puma, swv_chain *chain);

/// Pose of the hand, as seen from the shoulder.
SWV_EXTERN swv_status swv_puma_forward(const swv_puma *puma, const double q[6], swv_pose *hand);

/// The solutions come in families. Bit 0 of the family: the shoulder's other way, the arm reaching over its back. Bit 1:
/// the wrist's other way, (q3 + pi, -q4, q5 + pi). Bit 2: the elbow bends the other way.
enum { SWV_PUMA_FAMILIES = 8 };

/// All eight solutions. Angles are returned as the turn inside their limits where there is one, else in [-pi, pi].
///
/// previous where a joint may take any value it takes this posture's: q0 with the wrist on the waist's axis, q1 with the wrist
///          on the shoulder's, q3 with the wrist straight (q4 = 0). NULL: zero
/// reports  reports[f] takes how family f ended, SWV_REACHED, SWV_LIMITED, SWV_OUT_OF_REACH or SWV_TOO_NEAR; may be NULL
///
/// A hand beyond reach is turned as it should be and brought as near as the plane of the arm, turned as if the hand were
/// within reach, lets it; one nearer to the waist's axis than the shoulder's offset, to that distance from it.
SWV_EXTERN swv_status swv_puma_solve(const swv_puma *puma, const swv_pose *hand, const double *previous,
                                     double q[SWV_PUMA_FAMILIES][6], swv_arm6_report reports[SWV_PUMA_FAMILIES]);

/// One of these: inside the limits, or among those that break the fewest, and of these the nearest to `previous` (the sum of
/// the squares of the wrapped differences; NULL: to zero). `report` may be NULL.
SWV_EXTERN swv_status swv_puma_best(const swv_puma *puma, const swv_pose *hand, const double *previous, double q[6],
                                    swv_arm6_report *report);

/// Inverse kinematics looked up: the space of targets is cut into cells, and for each cell and each branch of solutions a small
/// model, made beforehand (swivel_offline/table_build.h, `swivel table build`), gives joint angles from the target with a handful of multiplications.
///
/// There are two stages. The position: (x, y, z) gives the first three joints of a six-joint arm with a spherical wrist, (x, y, z,
/// swivel) the first four of the seven-joint arm. The orientation: these joints' angles and the hand's orientation give the three
/// joints of the wrist. Answers are approximations; `swivel table verify` says how good.
///
/// A table is read-only memory that the caller owns, such as a mapped file. Any number of threads may share it.
/// This work is based on:
/// Kim, Tarokh. Information-based inverse kinematics modeling for animation and robotics. 2005

typedef enum swv_table_space {
    SWV_TABLE_POSITION = 1,         ///< x, y, z of the tip, to three joints
    SWV_TABLE_POSITION_SWIVEL = 2,  ///< x, y, z and the swivel of the seven-joint arm (arm.h), to four joints
    /// Three or four joint angles, and alpha, beta, gamma of the hand's rotation about z, y and z again, to the three joints of the
    /// wrist. beta is 0 to pi, the others -pi to pi.
    SWV_TABLE_ORIENTATION = 3,
} swv_table_space;

typedef enum swv_table_kind {
    SWV_TABLE_LINEAR = 1,     ///< the document's eq. 4
    SWV_TABLE_QUADRATIC = 2,  ///< all products of two inputs as well
    SWV_TABLE_NET = 3,        ///< eq. 8 to 12: one hidden layer
    SWV_TABLE_MIXED = 4,      ///< eq. 7, of an orientation only: linear in the joints, quadratic in the orientation
} swv_table_kind;

enum { SWV_TABLE_MAX_INPUTS = 7, SWV_TABLE_MAX_JOINTS = 4, SWV_TABLE_MAX_BRANCHES = 16, SWV_TABLE_MAX_HIDDEN = 16 };

/// What a table says of itself, and where its parts are. Made by swv_table_open; read it, do not change it.
typedef struct swv_table {
    const unsigned char *bytes;  ///< the caller's memory, which must outlive this
    size_t               size;
    char                 model[32];
    uint64_t             chain_hash;
    swv_table_space      space;
    swv_table_kind       kind;
    int                  inputs;   ///< numbers of a target
    int                  joints;   ///< angles of an answer
    int                  hidden;   ///< neurons of a net
    int                  samples;  ///< for each branch of a cell
    uint64_t             seed;
    int                  every;  ///< 0: all cells were made; else, to measure with, one cell of this many
    double               lower[SWV_TABLE_MAX_INPUTS];  ///< of the grid, metres and radians
    double               cell[SWV_TABLE_MAX_INPUTS];   ///< sides of a cell
    int                  divisions[SWV_TABLE_MAX_INPUTS];
    double               joint_lower[SWV_TABLE_MAX_JOINTS], joint_upper[SWV_TABLE_MAX_JOINTS];
    double               nearest, farthest;  ///< of a position: the tip's distance from the base lies between, metres
    uint32_t             cells;              ///< all of the grid
    uint32_t             branches;           ///< of all cells
    uint32_t             record_floats;      ///< floats that one branch of a cell takes
    const uint32_t      *first;              ///< the branches of cell c are first[c] to first[c + 1] - 1
    const float         *records;
    // The same in floats, to look up with; four are read at a time.
    float    origin[SWV_TABLE_MAX_INPUTS + 1];    ///< lower
    float    per_cell[SWV_TABLE_MAX_INPUTS + 1];  ///< 1 / cell
    float    count[SWV_TABLE_MAX_INPUTS + 1];     ///< divisions
    uint32_t stride[SWV_TABLE_MAX_INPUTS + 1];    ///< what a step along each counts in a cell's address
    float    low[SWV_TABLE_MAX_JOINTS], high[SWV_TABLE_MAX_JOINTS];  ///< joint limits, rounded inwards
    uint64_t cookie;
} swv_table;

/// Check bytes from end to end and make them a table. Nothing is copied. SWV_BAD_MODEL, and *fault (may be NULL) says why.
SWV_EXTERN swv_status swv_table_open(swv_table *table, const void *bytes, size_t size, swv_table_fault *fault);

/// SWV_OK if the table was made for this very chain, lengths, axes and limits included; else SWV_BAD_ARGUMENT.
SWV_EXTERN swv_status swv_table_check_chain(const swv_table *table, const swv_chain *chain);

/// The address of the cell a target lies in, by mixed radix; -1 outside the grid.
SWV_EXTERN swv_status swv_table_cell(const swv_table *table, const double *target, int64_t *cell);

/// All branches of the target's cell whose angles are inside the joint limits, each to within the error of its cell, and then
/// brought to them.
///
/// target    inputs numbers
/// q         postures, `joints` angles each at the beginning of a row
/// count     how many there are; 0 outside the grid, nearer or farther than the tip can be, or where no posture was found when the table was made
SWV_EXTERN swv_status swv_table_solve(const swv_table *table, const double *target,
                                      double q[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_JOINTS], int *count);

/// alpha, beta, gamma of a rotation Rz(alpha) Ry(beta) Rz(gamma): beta in [0, pi], the others in [-pi, pi]. SWV_BAD_GOAL if it is not
/// finite or zero.
SWV_EXTERN swv_status swv_table_orientation_of(const swv_quat *rotation, double angles[3]);

/// Two tables that lie one after the other, as `swivel table build` writes them: the position's, then the orientation's, of the same
/// chain. SWV_BAD_MODEL, and *fault (may be NULL) says why.
SWV_EXTERN swv_status swv_table_open_pair(swv_table *position, swv_table *orientation, const void *bytes, size_t size,
                                          swv_table_fault *fault);

enum { SWV_TABLE_MAX_POSTURES = 32 };

/// All postures of a whole arm: each branch of the position, and for each the branches of the wrist.
///
/// target    the numbers of the position's targets, then alpha, beta, gamma
/// q         the joints of the position's stage, then the wrist's three
/// count     how many there are, as for swv_table_solve
///
/// SWV_BAD_ARGUMENT if the two were not made for one chain.
SWV_EXTERN swv_status swv_table_solve_pair(const swv_table *position, const swv_table *orientation,
                                           const double *target, double q[SWV_TABLE_MAX_POSTURES][SWV_TABLE_MAX_INPUTS],
                                           int *count);

/// Adaptive tables: inverse kinematics of a whole arm looked up, position and rotation of the hand, all solutions. Cells are small
/// where the solutions bend and large elsewhere, and each cell states how far off its answers may be.
///
/// For arms whose last three joints are a spherical wrist. The joints before it place the wrist: three of them, or four that begin
/// with a ball joint, and then the swivel of arm.h is part of the target. Made by swv_adaptive_build
/// (swivel_offline/adaptive_build.h) or `swivel table build MODEL --kind adaptive`. How it works: papers/kim_tarokh/table.md.
///
/// As in table.h, a table is read-only memory that the caller owns, such as a mapped file. Any number of threads may share it.

enum {
    SWV_ADAPTIVE_MAX_JOINTS = 7,
    SWV_ADAPTIVE_MAX_PLACING = 4,
    SWV_ADAPTIVE_MAX_BRANCHES = 8,
    SWV_ADAPTIVE_MAX_SOLUTIONS = 16
};

/// What a table says of itself, and where its parts are. Made by swv_adaptive_open; read it, do not change it.
typedef struct swv_adaptive {
    const unsigned char *bytes;  ///< the caller's memory, which must outlive this
    size_t               size;
    char                 model[32];
    uint64_t             chain_hash;
    int                  joints;     ///< of the whole arm, 6 or 7
    int                  placing;    ///< the first 3 or 4, which place the wrist
    double               tolerance;  ///< metres: a cell is split while its answers are off by more
    uint64_t             seed;
    double               farthest;           ///< of the wrist from the base, metres
    double               nearest_axis;       ///< of the wrist from the first joint's axis, metres
    double               lower[3], cell[3];  ///< of the grid of roots, and sides of its cells
    double               per_cell[3];        ///< 1/cell
    int                  divisions[3];       ///< cells of that grid; 1 where an arm has fewer inputs
    double               joint_lower[7], joint_upper[7];
    float group_lower[2][4], group_upper[2][4];  ///< the same, for placing joints and wrist, and a little inside
    swv_quat
        elbow[2];  ///< after a ball joint: how the forearm is turned, as factors of cosine and sine of half the angle
    swv_quat        hand;                     ///< from the hand's frame to that of the last joint's axis
    uint32_t        nodes, leaves, branches;  ///< of the tree, and branches of all leaves
    const uint32_t *node, *first;
    const float    *record;
    const float    *ball, *wrist;  ///< gimbals; an arm without a ball joint has no `ball`
    uint64_t        cookie;
} swv_adaptive;

/// Check bytes from end to end and make them a table. Nothing is copied. SWV_BAD_MODEL, and *fault (may be NULL) says why.
SWV_EXTERN swv_status swv_adaptive_open(swv_adaptive *table, const void *bytes, size_t size, swv_table_fault *fault);

/// SWV_OK if the table was made for this very chain, lengths, axes and limits included; else SWV_BAD_ARGUMENT.
SWV_EXTERN swv_status swv_adaptive_check_chain(const swv_adaptive *table, const swv_chain *chain);

/// How far off an answer may be: twice the worst that the builder found in the cell, with a hundred postures.
typedef struct swv_adaptive_bound {
    double position;  ///< of the wrist, metres
    double rotation;  ///< of the hand and of the forearm, radians
} swv_adaptive_bound;

/// The joints that place the wrist, all solutions inside the joint limits.
///
/// wrist   its position, metres
/// swivel  of an arm with seven joints, radians; ignored for six
/// q       postures, `placing` numbers each at the beginning of a row
/// bounds  for each posture; may be NULL
/// count   how many there are; 0 out of reach, or where no posture was found when the table was made
SWV_EXTERN swv_status swv_adaptive_place(const swv_adaptive *table, swv_vec3 wrist, double swivel,
                                         double             q[SWV_ADAPTIVE_MAX_SOLUTIONS][SWV_ADAPTIVE_MAX_PLACING],
                                         swv_adaptive_bound bounds[SWV_ADAPTIVE_MAX_SOLUTIONS], int *count);

/// All joints, all solutions inside the joint limits: q has `joints` numbers at the beginning of a row. The rest as above.
SWV_EXTERN swv_status swv_adaptive_solve(const swv_adaptive *table, const swv_pose *hand, double swivel,
                                         double             q[SWV_ADAPTIVE_MAX_SOLUTIONS][SWV_ADAPTIVE_MAX_JOINTS],
                                         swv_adaptive_bound bounds[SWV_ADAPTIVE_MAX_SOLUTIONS], int *count);

/// Many arms of the documents at once, in the widest vector lanes the machine has. Ranges and threads as in swivel/batch.h.

// ---- many Pumas ----

/// Many targets for one Puma, and its postures. Every pointer is an array; element i of all of them belongs together. Outputs
/// must not overlap each other or an input.
typedef struct swv_puma_batch {
    const double  *px, *py, *pz;       ///< in: wrist, as seen from the shoulder
    const double  *qx, *qy, *qz, *qw;  ///< in: rotation of the hand, a quaternion of any length but zero
    double        *q[6];               ///< out: angles, each in [-pi, pi]
    unsigned char *outcome;            ///< out: a swv_outcome; the angles of SWV_INVALID_TARGET are 0
} swv_puma_batch;

/// Solve elements first to first + count - 1: hand pose to the posture of one family of swivel/puma.h, 0 to 7. The arm's limits
/// are not looked at, so no element is SWV_LIMITED; the rest is as for swv_puma_solve without a previous posture and without
/// limits, bit for bit if the quaternion has unit length to 1e-9, otherwise to rounding. SWV_BAD_COUNT for a family out of
/// range. Every array is required. Threads as for swv_batch_arm.
SWV_EXTERN swv_status swv_batch_puma(const swv_puma *puma, const swv_puma_batch *batch, int family, size_t first,
                                     size_t count);

#endif
