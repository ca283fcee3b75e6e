// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_BODY_DRAWING_H
#define SWIVEL_CLI_BODY_DRAWING_H

#include <stdbool.h>
#include <stdio.h>

#include <swivel/skeleton.h>

/// A skeleton in one posture, from the front, from its left and from above.
typedef struct body_drawing {
    const swv_skeleton *skeleton;
    const swv_binding  *binding;
    const swv_pose     *worlds;  ///< of its joints
    const swv_vec3     *points;  ///< what was tracked
    int                 point_count;
    const char         *title;
} body_drawing;

void draw_body(FILE *file, const body_drawing *drawing);

/// A contact sheet: postures of a motion side by side, from the front and from the left. It needs hips.
typedef struct sheet_drawing {
    const swv_skeleton *skeleton;
    const swv_binding  *binding;
    const swv_pose     *worlds;  ///< frame_count times the joints
    const double       *times;   ///< seconds
    int                 frame_count;
    const char         *title;
} sheet_drawing;

/// As SVG, or as PNG.
void draw_sheet(FILE *file, const sheet_drawing *drawing, bool as_png);

#endif
