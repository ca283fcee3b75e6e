// SPDX-License-Identifier: MIT
#ifndef SWIVEL_IO_SHAPE_H
#define SWIVEL_IO_SHAPE_H

#include <stdbool.h>

#include "swivel_io/robot.h"

/// The sizes of each: half the edges; half the axes; radius and half the length along z; the same without the round ends; radius.
typedef enum swvi_shape { SWVI_BOX = 0, SWVI_ELLIPSOID, SWVI_CYLINDER, SWVI_CAPSULE, SWVI_BALL } swvi_shape;

bool swvi_has_box(const swv_joint *j);

/// Make the link's box hold this shape too, which is at `at` in the link's frame. Metres.
void swvi_add_shape(swv_joint *j, swvi_shape shape, swv_pose at, const double sizes[3]);

#endif
