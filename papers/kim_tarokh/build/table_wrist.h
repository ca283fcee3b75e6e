// SPDX-License-Identifier: MIT
// The mapping a table of orientation inverts: from the joints before the wrist and the wrist's own to the hand's orientation.
#ifndef SWIVEL_TABLE_WRIST_H
#define SWIVEL_TABLE_WRIST_H

#include <stdbool.h>

#include "swivel_papers/chain.h"
#include "swivel_papers/table.h"
#include "kim_tarokh/build/table_space.h"

enum { SWVI_WRIST = 3 };

typedef struct swvi_wrist {
    swv_chain chain;
    int       before;  ///< joints before the wrist, 3 or 4
    int       inputs;  ///< before + 3
    double    joint_lower[SWVI_WRIST], joint_upper[SWVI_WRIST];
} swvi_wrist;

/// The wrist of such a chain (table_space.h).
void swvi_wrist_of(const swvi_space *space, swvi_wrist *wrist);

/// The rotation that the wrist's joints have to make, against the forearm, for a target: angles of the joints before it, then the hand's
/// alpha, beta, gamma in the table's frame; all radians.
swv_quat swvi_wrist_goal(const swvi_wrist *w, const double *target);

/// The hand's alpha, beta, gamma, of joints before the wrist and the wrist's.
void swvi_wrist_forward(const swvi_wrist *w, const double *before, const double *q, double angles[3]);

/// The determinant (no unit) of the Jacobian at angles q; `columns` takes its columns, the unit vectors along the joints' axes, against the forearm.
double swvi_wrist_determinant(const swvi_wrist *w, const double *q, swv_vec3 columns[SWVI_WRIST]);

/// Follow a branch: Newton from q to the posture that makes the rotation `goal` (of swvi_wrist_goal); `sign` is that of the branch. False if it does
/// not get there or the determinant's sign turns. `found` may be q.
bool swvi_wrist_follow(const swvi_wrist *w, const double *q, swv_quat goal, double sign, double *found);

#endif
