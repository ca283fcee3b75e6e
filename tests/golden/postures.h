// SPDX-License-Identifier: MIT
// The reference postures: what a person would look at, each with a name, some with a few moments of a motion.
#ifndef SWIVEL_TESTS_POSTURES_H
#define SWIVEL_TESTS_POSTURES_H

#include <stdbool.h>

#include "swivel/geometry.h"

enum { SHOT_JOINTS = 64, SHOT_TARGETS = 4, SHOTS = 80 };

typedef enum shot_side { SHOT_MIDDLE = 0, SHOT_LEFT, SHOT_RIGHT } shot_side;

/// A posture at a moment. Millimetres; x right, y forward, z up from the floor.
typedef struct shot {
    const char *posture;
    double      time;     ///< seconds
    double      tall;     ///< how high the picture of it is, in millimetres
    bool        is_hand;  ///< of a hand alone: the picture is about its first joint
    int         joint_count;
    const char *names[SHOT_JOINTS];
    int         parents[SHOT_JOINTS];
    shot_side   sides[SHOT_JOINTS];
    swv_vec3    places[SHOT_JOINTS];
    int         target_count;
    swv_vec3    targets[SHOT_TARGETS];  ///< where something was asked to be
} shot;

/// All of them, in the order of the picture. Returns how many; 0 if one could not be made, and says which.
int take_shots(shot shots[SHOTS]);

#endif
