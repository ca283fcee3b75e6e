// SPDX-License-Identifier: MIT
#ifndef SWIVEL_PAPERS_ADAPTIVE_H
#define SWIVEL_PAPERS_ADAPTIVE_H

#include <stddef.h>
#include <stdint.h>

#include "swivel/base.h"
#include "swivel_papers/chain.h"
#include "swivel/geometry.h"
#include "swivel_papers/table.h"

/// Adaptive tables: inverse kinematics of a whole arm by lookup: position and rotation of the hand, all solutions.
/// Cells are small where the solutions are curved and large elsewhere, and each cell states its error bound.
///
/// For arms whose last three joints are a spherical wrist: the puma560 and arm7, leg7, and any chain such as one of a robot's file. The joints before
/// it place the wrist: three of them, or four that begin with a ball joint, and then the swivel of table.h is part of the target. Made by swv_adaptive_build
/// (swivel_papers/adaptive_build.h) or `swivel table build MODEL --kind adaptive`. How it works: papers/kim_tarokh/table.md.
///
/// As in table.h, a table is read-only memory that the caller owns, such as a mapped file. Any number of threads may share it.

enum {
    SWV_ADAPTIVE_MAX_JOINTS = 7,
    SWV_ADAPTIVE_MAX_PLACING = 4,
    SWV_ADAPTIVE_MAX_BRANCHES = 8,
    SWV_ADAPTIVE_MAX_SOLUTIONS = 16
};

/// A table's header, and pointers to its parts. Made by swv_adaptive_open; read it, do not change it.
typedef struct swv_adaptive {
    const unsigned char *bytes;  ///< the caller's memory, which must outlive this
    size_t               size;
    char                 model[32];
    uint64_t             chain_hash;
    int                  joints;     ///< of the whole arm, 6 or 7
    int                  placing;    ///< the first 3 or 4, which place the wrist
    double               tolerance;  ///< metres: a cell is split while its error is larger
    uint64_t             seed;
    double               farthest;                        ///< of the wrist from the base, metres
    double               nearest_axis;                    ///< of the wrist from the first joint's axis, metres
    double               lower[3], cell[3];               ///< of the grid of roots, and sides of its cells
    double               per_cell[3];                     ///< 1/cell
    int                  divisions[3];                    ///< cells of that grid; 1 where an arm has fewer inputs
    double               joint_lower[7], joint_upper[7];  ///< radians
    float group_lower[2][4], group_upper[2][4];  ///< the same, for placing joints and wrist, and a little inside
    swv_quat
        elbow[2];  ///< after a ball joint: rotation of the forearm, as factors of cosine and sine of half the angle
    swv_quat        hand;                     ///< from the hand's frame to that of the last joint's axis
    swv_pose        world;                    ///< of the table's frame, as in table.h
    swv_vec3        wrist_in_hand;            ///< where the wrist's axes meet, metres
    uint32_t        nodes, leaves, branches;  ///< of the tree, and branches of all leaves
    const uint32_t *node, *first;
    const float    *record;
    const float    *ball, *wrist;  ///< gimbals; an arm without a ball joint has no `ball`
    uint64_t        cookie;
} swv_adaptive;

/// Check bytes from end to end and make them a table. Nothing is copied. SWV_BAD_MODEL, and *fault (may be NULL) says why.
SWV_EXTERN swv_status swv_adaptive_open(const void *bytes, size_t size, swv_adaptive *table, swv_table_fault *fault);

/// SWV_OK if the table was made for this very chain, lengths, axes and limits included; otherwise SWV_BAD_ARGUMENT.
SWV_EXTERN swv_status swv_adaptive_check_chain(const swv_adaptive *table, const swv_chain *chain);

/// Error bound of a result: twice the largest error that the builder found in the cell, with a hundred postures.
typedef struct swv_adaptive_bound {
    double position;  ///< of the wrist, metres
    double rotation;  ///< of the hand and of the forearm, radians
} swv_adaptive_bound;

/// The joints that place the wrist, all solutions inside the joint limits.
///
/// wrist   its position in the world, metres
/// swivel  of an arm with seven joints, radians; ignored for six
/// q       postures, `placing` numbers each at the beginning of a row
/// bounds  for each posture; may be NULL
/// count   their number; 0 out of reach, or where the builder found no posture
SWV_EXTERN swv_status swv_adaptive_place(const swv_adaptive *table, swv_vec3 wrist, double swivel,
                                         double             q[SWV_ADAPTIVE_MAX_SOLUTIONS][SWV_ADAPTIVE_MAX_PLACING],
                                         swv_adaptive_bound bounds[SWV_ADAPTIVE_MAX_SOLUTIONS], int *count);

/// All joints, all solutions inside the joint limits: q has `joints` numbers at the beginning of a row. The rest as above.
SWV_EXTERN swv_status swv_adaptive_solve(const swv_adaptive *table, const swv_pose *hand, double swivel,
                                         double             q[SWV_ADAPTIVE_MAX_SOLUTIONS][SWV_ADAPTIVE_MAX_JOINTS],
                                         swv_adaptive_bound bounds[SWV_ADAPTIVE_MAX_SOLUTIONS], int *count);

#endif
