// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_ELBOW_DRAWING_H
#define SWIVEL_CLI_ELBOW_DRAWING_H

#include <stdbool.h>
#include <stdio.h>

#include <swivel_papers/arm.h>

#include "words/arm_words.h"

/// One swivel that was picked out of the feasible ones.
typedef struct picked_swivel {
    double swivel;
    int    family;
    double width;  ///< of the interval it is the middle of
} picked_swivel;

/// The elbow's circle, and where on it the limits hold. The human limb has one set of swivels, arm7 one a family.
typedef struct elbow_circle {
    bool          is_leg;
    swv_side      side;
    swv_vec3      centre;
    double        radius;
    bool          has_down;  ///< false where the circle lies level
    double        down;      ///< the swivel of the lowest elbow
    int           set_count;
    swv_swivels   sets[SWV_ARM_NATURAL_FAMILIES];
    double        wish;
    bool          is_feasible;      ///< some swivel is: only then the next two are set
    picked_swivel nearest, middle;  ///< to the wish; of the widest interval
    swv_arm_room  room;             ///< furthest from all limits; of the human limb no family, -1
    ending        best;             ///< how the best posture ends
} elbow_circle;

/// Draw it as SVG: seen from the shoulder towards the hand, down at the bottom.
void draw_elbow_circle(FILE *file, swv_vec3 hand, const elbow_circle *circle);

#endif
