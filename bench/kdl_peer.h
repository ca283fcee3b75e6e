// SPDX-License-Identifier: MIT
// Orocos KDL behind C functions: the seven-joint arm, its forward kinematics and its Jacobian.
#ifndef SWIVEL_BENCH_KDL_PEER_H
#define SWIVEL_BENCH_KDL_PEER_H

#ifdef __cplusplus
extern "C" {
#endif

void kdl_arm7_make(double upper_arm, double forearm);
void kdl_arm7_forward(const double *q);
void kdl_arm7_jacobian(const double *q);
void kdl_arm7_read_frame(double *rows);     ///< 3 x 4, of the last kdl_arm7_forward
void kdl_arm7_read_jacobian(double *rows);  ///< 6 x 7, of the last kdl_arm7_jacobian

#ifdef __cplusplus
}
#endif

#endif
