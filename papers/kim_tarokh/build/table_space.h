// SPDX-License-Identifier: MIT
// The mapping a table inverts: from the joints that place the tip to the target's numbers. Postures q are radians, targets w metres from the
// table's frame and, last, the swivel in radians.
#ifndef SWIVEL_TABLE_SPACE_H
#define SWIVEL_TABLE_SPACE_H

#include <stdbool.h>

#include "swivel_papers/chain.h"
#include "swivel_papers/table.h"

enum { SWVI_N = SWV_TABLE_MAX_JOINTS };

/// Metres by which axes may miss each other and still count as meeting. Robot files give right angles as 1.5708, which moves a point at the
/// end of a metre by 4e-6; tables err by 1e-5 and more. Chosen.
#define SWVI_MEET 1e-5

/// Whose chain it is: the two that have closed forms and grids of the paper, or another.
typedef enum swvi_owner { SWVI_OTHER = 0, SWVI_PUMA, SWVI_ARM } swvi_owner;

/// The chain as tables see it is in the table's frame: the origin is the point of the first joint's axis that is nearest to the second's
/// (a ball joint's centre), z that axis, and the tip is the wrist's centre, where the last three axes meet.
typedef struct swvi_space {
    swv_table_space space;
    swvi_owner      owner;
    int             n;      ///< inputs, and joints
    swv_chain       given;  ///< the caller's
    swv_pose        world;  ///< of the table's frame
    swv_vec3        wrist;  ///< its centre in the frame of the given chain's tip, metres
    swv_chain       chain;  ///< the whole, in the table's frame
    swv_chain       part;   ///< its first n joints, with the tip where it is
    double          joint_lower[SWVI_N], joint_upper[SWVI_N];
    double lower[SWVI_N], upper[SWVI_N];  ///< of the targets; for the paper's chains as in the paper; metres, radians
    double step;                          ///< the default side of a cell, metres
} swvi_space;

/// Of a chain, or (NULL) of the model of that name. False if there is no such model, or it is not a chain of six or seven independent hinges with
/// limits whose last three axes meet in one point.
bool swvi_space_of(const char *model, const swv_chain *chain, swvi_space *space);

/// The smallest (sign -1) or largest (sign 1) distance of the wrist from the origin or from the first joint's axis, metres.
double swvi_space_extreme(const swvi_space *s, uint64_t seed, double sign, bool is_from_axis);

/// The target's numbers w of a posture q (radians): x, y, z of the wrist in the table's frame, metres; then, with SWV_TABLE_POSITION_SWIVEL,
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
