// SPDX-License-Identifier: MIT
// The mapping an adaptive table inverts: from the joints that place the wrist to inputs that do not know the angle about the first
// joint's axis (adaptive_internal.h). Joint angles q are radians; inputs x are those of swvi_reduced: s in metres, t, the swivel in radians; places
// and rotations are seen in the table's frame (table_space.h), metres.
#ifndef SWIVEL_ADAPTIVE_SPACE_H
#define SWIVEL_ADAPTIVE_SPACE_H

#include <stdbool.h>
#include <stdint.h>

#include "kim_tarokh/build/table_space.h"
#include "swivel_papers/adaptive.h"

typedef struct swvi_polar {
    swvi_space space;
    int        inputs;         ///< one less than joints that place the wrist
    bool       has_ball;       ///< the first three joints turn about the base: seven joints
    swv_quat   zero;           ///< the tip's rotation with all joints at zero
    swv_quat   outward;        ///< after the model's rotation: G3' of a ball joint, or G1' of the wrist
    swv_quat   elbow_turn[2];  ///< `elbow` of the table
    swv_vec3   elbow, forearm,
        axis;  ///< with all joints at zero: to the elbow, from there to the wrist (metres), the elbow's axis
    double farthest, nearest_axis;  ///< metres
    double lower[3], upper[3];      ///< of the inputs
} swvi_polar;

/// A posture with the wrist in the half plane y = 0, x > 0. Without a ball joint three angles; with one, how the upper arm is turned and
/// the elbow's angle. Radians.
typedef struct swvi_posture {
    double   angles[3];
    swv_quat upper_arm;
    double   elbow;
} swvi_posture;

/// As swvi_space_of. False also if its first joint is no symmetry: turning it must turn the wrist about z and leave the swivel;
/// or if it has four joints before the wrist and the first three are no ball joint about the base.
bool swvi_polar_of(const char *model, const swv_chain *chain, uint64_t seed, swvi_polar *polar);

/// The inputs of joint angles, and their posture turned about z. False out of reach.
bool swvi_polar_inputs(const swvi_polar *p, const double *q, double *x, swvi_posture *posture);

/// The wrist's target w in that half plane: x, 0, z (metres) and the swivel.
void swvi_polar_target(const swvi_polar *p, const double *x, double *w);

/// The sign of the determinant of the Jacobian at a posture of inputs x.
double swvi_polar_sign(const swvi_polar *p, const swvi_posture *posture, const double *x);

/// Newton from a posture to that of inputs x; `sign` is that of the branch. False if it does not get there or crosses a
/// singularity.
bool swvi_polar_follow(const swvi_polar *p, const swvi_posture *from, const double *x, double sign,
                       swvi_posture *found);

/// Whether two postures are the same, but for whole turns of an angle.
bool swvi_polar_is_same(const swvi_polar *p, const swvi_posture *a, const swvi_posture *b);

/// Whether those limits hold, but for `beyond` (radians), that the angle about the axis does not move. A ball joint's do not count.
bool swvi_polar_is_inside(const swvi_polar *p, const swvi_posture *posture, double beyond);

/// Position of the wrist, and rotation of the forearm: the identity with all joints at zero.
void swvi_polar_forward(const swvi_polar *p, const swvi_posture *posture, swv_vec3 *wrist, swv_quat *forearm);

#endif
