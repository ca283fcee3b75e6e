// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_FINGER_DRAWING_H
#define SWIVEL_CLI_FINGER_DRAWING_H

#include <stddef.h>
#include <stdio.h>

#include <swivel_papers/planar_finger.h>

/// Places in the finger's plane, millimetres: x, y in turn, as plot.h wants them with stride 2. A NaN ends a path.
typedef struct finger_path {
    double *xy;  ///< the caller frees it
    size_t  count;
} finger_path;

/// The edge of the area the tip can reach: its arcs and curves, each in short steps. Out of memory ends the command with a
/// message.
finger_path trace_area(const swv_finger *finger, swv_finger_kind kind);

/// The finger from knuckle to tip: four places.
enum { FINGER_PLACES = 4 };
void trace_finger(const swv_finger *finger, const double q[3], double xy[2 * FINGER_PLACES]);

/// The reachable area as a drawing, with the finger straight, folded and between.
void draw_finger_area(FILE *file, const swv_finger *finger, swv_finger_kind kind);

#endif
