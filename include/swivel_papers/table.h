// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_TABLE_H
#define SWIVEL_PAPERS_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel_papers/chain.h"
#include "swivel/geometry.h"
#include "swivel/solve.h"

/// Inverse kinematics by lookup: the space of targets is divided into cells, and for each cell and each branch of
/// solutions a small model, built offline (swivel_papers/table_build.h, `swivel table build`), gives joint angles from
/// the target with a few multiplications.
///
/// There are two stages. The position: (x, y, z) gives the first three joints of a six-joint arm with a spherical
/// wrist, (x, y, z, swivel) the first four of a seven-joint arm. The orientation: these joints' angles and the hand's
/// orientation give the three joints of the wrist. Results are approximations; `swivel table verify` measures their
/// errors. An arm whose last three axes do not meet has no such stages: tables of starts (swivel/solve.h) serve it.
///
/// Targets are in the table's frame: its origin is the point of the first joint's axis that is nearest to the second's (the centre of a
/// ball joint), its z is the first axis. Of the puma560 and arm7 it is the chain's base. x, y, z are of the wrist's centre. The swivel is the
/// elbow's angle about the line from origin to wrist, 0 where the elbow (the origin of the fourth joint) is lowest in that frame, as in arm.h.
/// swv_table_target makes a target of a hand's pose in the world.
///
/// A table is read-only memory that the caller owns, such as a mapped file. Any number of threads may share it.
/// This work is based on:
/// Kim, Tarokh. Information-based inverse kinematics modeling for animation and robotics. 2005

typedef enum swv_table_space {
    SWV_TABLE_POSITION = 1,         ///< x, y, z of the wrist, to three joints
    SWV_TABLE_POSITION_SWIVEL = 2,  ///< x, y, z and the swivel, to four joints
    /// Three or four joint angles, and alpha, beta, gamma of the hand's rotation about z, y and z again, to the three joints of the
    /// wrist. beta is 0 to pi, the others -pi to pi.
    SWV_TABLE_ORIENTATION = 3,
} swv_table_space;

typedef enum swv_table_kind {
    SWV_TABLE_LINEAR = 1,     ///< Kim and Tarokh's eq. 4
    SWV_TABLE_QUADRATIC = 2,  ///< all products of two inputs as well
    SWV_TABLE_NET = 3,        ///< eq. 8 to 12: one hidden layer
    SWV_TABLE_MIXED = 4,      ///< eq. 7, of an orientation only: linear in the joints, quadratic in the orientation
} swv_table_kind;

enum { SWV_TABLE_MAX_INPUTS = 7, SWV_TABLE_MAX_JOINTS = 4, SWV_TABLE_MAX_BRANCHES = 16, SWV_TABLE_MAX_HIDDEN = 16 };

/// A table's header, and pointers to its parts. Made by swv_table_open; read it, do not change it.
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
    int                  every;                        ///< 0: all cells; otherwise only every n-th cell, for measuring
    double               lower[SWV_TABLE_MAX_INPUTS];  ///< of the grid, metres and radians
    double               cell[SWV_TABLE_MAX_INPUTS];   ///< sides of a cell
    int                  divisions[SWV_TABLE_MAX_INPUTS];
    double               joint_lower[SWV_TABLE_MAX_JOINTS], joint_upper[SWV_TABLE_MAX_JOINTS];  ///< radians
    double               nearest, farthest;  ///< of a position: range of the wrist's distance from the origin, metres
    swv_pose             world;              ///< of the table's frame
    swv_vec3             wrist;              ///< its centre in the frame of the chain's tip, metres
    uint32_t             cells;              ///< all of the grid
    uint32_t             branches;           ///< of all cells
    uint32_t             record_floats;      ///< floats that one branch of a cell takes
    const uint32_t      *first;              ///< the branches of cell c are first[c] to first[c + 1] - 1
    const float         *records;
    struct {                                          // the same in floats, to look up with; four are read at a time
        float    origin[SWV_TABLE_MAX_INPUTS + 1];    ///< lower
        float    per_cell[SWV_TABLE_MAX_INPUTS + 1];  ///< 1 / cell
        float    count[SWV_TABLE_MAX_INPUTS + 1];     ///< divisions
        uint32_t stride[SWV_TABLE_MAX_INPUTS + 1];    ///< step in a cell's address along each
        float    low[SWV_TABLE_MAX_JOINTS], high[SWV_TABLE_MAX_JOINTS];  ///< joint limits, rounded inwards
        uint64_t cookie;
    } _private;  ///< the library's own: its layout changes without notice
} swv_table;

/// Check bytes from end to end and make them a table. Nothing is copied. SWV_BAD_MODEL, and *fault (may be NULL) says why.
SWV_EXTERN swv_status swv_table_open(const void *bytes, size_t size, swv_table *table, swv_table_fault *fault);

/// SWV_OK if the table was made for this very chain, lengths, axes and limits included; otherwise SWV_BAD_ARGUMENT.
SWV_EXTERN swv_status swv_table_check_chain(const swv_table *table, const swv_chain *chain);

/// The address of the cell a target lies in, by mixed radix; -1 outside the grid.
SWV_EXTERN swv_status swv_table_cell(const swv_table *table, const double *target, int64_t *cell);

/// All branches of the target's cell whose angles are inside the joint limits, each to within the error of its cell, and then
/// brought to them.
///
/// target    inputs numbers
/// q         postures, `joints` angles each at the beginning of a row
/// count     their number; 0 outside the grid or the tip's range, or where the builder found no posture
SWV_EXTERN swv_status swv_table_solve(const swv_table *table, const double *target,
                                      double q[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_JOINTS], int *count);

/// alpha, beta, gamma of a rotation Rz(alpha) Ry(beta) Rz(gamma): beta in [0, pi], the others in [-pi, pi]. SWV_BAD_GOAL if it is not
/// finite or zero.
SWV_EXTERN swv_status swv_table_orientation_of(const swv_quat *rotation, double angles[3]);

/// Two tables that lie one after the other, as `swivel table build` writes them: the position's, then the orientation's, of the same
/// chain. SWV_BAD_MODEL, and *fault (may be NULL) says why.
SWV_EXTERN swv_status swv_table_open_pair(const void *bytes, size_t size, swv_table *position, swv_table *orientation,
                                          swv_table_fault *fault);

/// The target of swv_table_solve_pair, whose first numbers are that of swv_table_solve, for a hand: the pose of the chain's tip in the world.
/// swivel   radians; ignored where the position has none
/// SWV_BAD_GOAL, SWV_BAD_MODEL if the table is not one of a position.
SWV_EXTERN swv_status swv_table_target(const swv_table *position, const swv_pose *hand, double swivel,
                                       double target[SWV_TABLE_MAX_INPUTS]);

enum { SWV_TABLE_MAX_POSTURES = 32 };

/// All postures of a whole arm: each branch of the position, and for each the branches of the wrist.
///
/// target    the numbers of the position's targets, then alpha, beta, gamma
/// q         the joints of the position's stage, then the wrist's three
/// count     their number, as for swv_table_solve
///
/// SWV_BAD_ARGUMENT if the two were not made for one chain.
SWV_EXTERN swv_status swv_table_solve_pair(const swv_table *position, const swv_table *orientation,
                                           const double *target, double q[SWV_TABLE_MAX_POSTURES][SWV_TABLE_MAX_INPUTS],
                                           int *count);

#endif
