// SPDX-License-Identifier: MIT
// Orocos KDL behind C functions: the seven-joint arm, its forward kinematics, its Jacobian and its inverse; a finger's
// inverse; any chain's.
#ifndef SWIVEL_BENCH_KDL_PEER_H
#define SWIVEL_BENCH_KDL_PEER_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

void kdl_arm7_make(double upper_arm, double forearm);
void kdl_arm7_forward(const double *q);
void kdl_arm7_jacobian(const double *q);
void kdl_arm7_read_frame(double *rows);     ///< 3 x 4, of the last kdl_arm7_forward
void kdl_arm7_read_jacobian(double *rows);  ///< 6 x 7, of the last kdl_arm7_jacobian

/// ChainIkSolverPos_LMA with its defaults, from `start` to the hand pose (position, then quaternion x, y, z, w). False
/// if it gives up; `q` takes what it found.
bool kdl_arm7_inverse(const double *start, const double *hand, double *q);

/// A finger of four joints, all free: KDL knows no coupling. Position only, from `start`.
void kdl_finger_make(const double lengths[3]);
bool kdl_finger_inverse(const double start[4], const double tip[3], double q[4]);

/// Any chain of joints that turn: where each sits on the one before, its axis, its limits; the last one with the tip's
/// pose on it (position, then quaternion), the others with NULL.
void kdl_chain_begin(void);
void kdl_chain_add(const double origin[3], const double axis[3], const double *tip, double lower, double upper);
void kdl_chain_end(void);

/// ChainIkSolverPos_NR_JL if it shall keep the limits, else ChainIkSolverPos_LMA with equal weights; both to 1e-6.
bool kdl_chain_inverse(const double *start, const double *hand, bool keeps_limits, double *q);

#ifdef __cplusplus
}
#endif

#endif
