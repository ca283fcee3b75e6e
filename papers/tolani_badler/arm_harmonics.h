// SPDX-License-Identifier: MIT
// The columns of the shoulder's rotation R_S = (X Y Z) as harmonics of the swivel (arm_kernel.h, step 4): their components along a direction (x, y, z), a
// unit vector or a combination of some, in the axes of the circle.
#ifndef SWIVEL_PAPERS_ARM_HARMONICS_H
#define SWIVEL_PAPERS_ARM_HARMONICS_H

#include "limb/ways.h"
#include "tolani_badler/arm_kernels.h"

/// X, the side of the upper arm that the elbow bends to.
SWV_INLINE swvi_harmonic swvi_x_along(const swvi_elbow_circle *e, double x, double y, double z)
{
    const double n = e->nx * x + e->ny * y + e->nz * z, u = e->ux * x + e->uy * y + e->uz * z;
    const double v = e->vx * x + e->vy * y + e->vz * z;
    return (swvi_harmonic){ -e->cos_rise * u, -e->cos_rise * v, e->sin_rise * n };
}

/// Y, the elbow's axis. It has no part along n.
SWV_INLINE swvi_harmonic swvi_y_along(const swvi_elbow_circle *e, double x, double y, double z)
{
    const double u = e->ux * x + e->uy * y + e->uz * z, v = e->vx * x + e->vy * y + e->vz * z;
    return (swvi_harmonic){ -v, u, 0.0 };
}

/// Z, the upper arm.
SWV_INLINE swvi_harmonic swvi_z_along(const swvi_elbow_circle *e, double x, double y, double z)
{
    const double n = e->nx * x + e->ny * y + e->nz * z, u = e->ux * x + e->uy * y + e->uz * z;
    const double v = e->vx * x + e->vy * y + e->vz * z;
    return (swvi_harmonic){ e->sin_rise * u, e->sin_rise * v, e->cos_rise * n };
}

#endif
