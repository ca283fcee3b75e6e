// SPDX-License-Identifier: MIT
// Boxes around the shapes of robots' links.
//
// Half of a box around a shape turned by R, whose axes are the columns of R: a box of halves h  |R| h; an ellipsoid of half axes h
// sqrt(R^2 h^2), each number of R squared; a cylinder about z of radius r and half length l  |z| l + r sqrt(1 - z^2); a capsule |z| l + r.
#include "io/shape.h"

#include <math.h>

#define FARTHEST 1e99  // trees take no lengths beyond 1e100

bool swvi_has_box(const swv_joint *j)
{
    return swv_vec3_length(j->low) > 0.0 || swv_vec3_length(j->high) > 0.0;
}

void swvi_add_shape(swv_joint *j, swvi_shape shape, swv_pose at, const double sizes[3])
{
    const swv_mat3 r = swv_mat3_from_quat(at.rotation);
    double         half[3];
    for (int i = 0; i < 3; i++) {
        const double h[3] = { r.m[i][0] * sizes[0], r.m[i][1] * sizes[1], r.m[i][2] * sizes[2] };
        const double z = fabs(r.m[i][2]), along = z * fabs(sizes[1]), radius = fabs(sizes[0]);
        half[i] = shape == SWVI_BOX         ? fabs(h[0]) + fabs(h[1]) + fabs(h[2])
                  : shape == SWVI_ELLIPSOID ? sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2])
                  : shape == SWVI_CYLINDER  ? along + radius * sqrt(fmax(0.0, 1.0 - z * z))
                  : shape == SWVI_CAPSULE   ? along + radius
                                            : radius;
    }
    const swv_vec3 by = { half[0], half[1], half[2] }, low = swv_vec3_sub(at.position, by),
                   high = swv_vec3_add(at.position, by);
    if (!(swv_vec3_length(low) < FARTHEST && swv_vec3_length(high) < FARTHEST))
        return;
    if (swvi_has_box(j)) {
        j->low = (swv_vec3){ fmin(j->low.x, low.x), fmin(j->low.y, low.y), fmin(j->low.z, low.z) };
        j->high = (swv_vec3){ fmax(j->high.x, high.x), fmax(j->high.y, high.y), fmax(j->high.z, high.z) };
    } else {
        j->low = low;
        j->high = high;
    }
}
