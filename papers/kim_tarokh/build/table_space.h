// SPDX-License-Identifier: MIT
// The mapping a table inverts: from the joints that place the tip to the target's numbers. Postures q are radians, targets w metres from the
// chain's base in its axes and, last, the swivel in radians.
#ifndef SWIVEL_TABLE_SPACE_H
#define SWIVEL_TABLE_SPACE_H

#include <stdbool.h>

#include "swivel_papers/arm.h"
#include "swivel_papers/chain.h"
#include "swivel_papers/table.h"

enum { SWVI_N = SWV_TABLE_MAX_JOINTS };

typedef struct swvi_space {
    swv_table_space space;
    int             n;      ///< inputs, and joints
    swv_chain       chain;  ///< the whole
    swv_chain       part;   ///< its first n joints, with the tip where it is
    swv_arm         arm;    ///< for the swivel
    double          joint_lower[SWVI_N], joint_upper[SWVI_N];
    double          lower[SWVI_N], upper[SWVI_N];  ///< of the targets, as in the paper; metres, radians
    double          step;                          ///< the default side of a cell, metres
} swvi_space;

/// False if there is no such model.
bool swvi_space_of(const char *model, swvi_space *space);

/// The target's numbers w of a posture q (radians): x, y, z of the tip from the chain's base, metres; then, with SWV_TABLE_POSITION_SWIVEL,
/// the swivel, radians.
void swvi_space_forward(const swvi_space *s, const double *q, double *w);

/// `to` - `from`, the swivel the short way round.
void swvi_space_difference(const swvi_space *s, const double *to, const double *from, double *d);

/// Their derivatives by the angles, n x n by rows, and the numbers themselves.
void swvi_space_jacobian(const swvi_space *s, const double *q, double *jacobian, double *w);

/// Follow a branch: Newton from q, which is left alone, to the posture of w. False if it does not get there, or crosses a
/// singularity (the determinant changes its sign; `sign` is that of the branch, or 0 if not known). *q may be `found`.
bool swvi_space_follow(const swvi_space *s, const double *q, const double *w, double sign, double *found);

/// The sign of the determinant of an n x n matrix that swvi_lu_factor has factored.
double swvi_space_sign_of(const double *lu, const int *pivot, int n);

/// The sign of the determinant of the Jacobian.
double swvi_space_sign(const swvi_space *s, const double *q);

#endif
