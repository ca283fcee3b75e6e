// SPDX-License-Identifier: MIT
// The distance between the ends of three bones whose second angle follows the first, and back. See bend.c.
#ifndef SWIVEL_HAND_BEND_H
#define SWIVEL_HAND_BEND_H

#include "math/trig_kernel.h"
#include "swivel/hand.h"

typedef struct swvi_bend       swvi_bend;
typedef struct swvi_bend_piece swvi_bend_piece;

/// The end seen from the beginning: x along the first bone, and how both change with the angle.
typedef struct swvi_bend_point {
    double x, y;
    double dx, dy, ddx, ddy, dddx, dddy;
} swvi_bend_point;

SWV_INLINE swvi_bend_point swvi_bend_at(const swvi_bend *bend, double angle)
{
    const double k = 1.0 + bend->ratio;
    double       s1, c1, s2, c2;
    swvi_sincos(angle, &s1, &c1);
    swvi_sincos(k * angle, &s2, &c2);
    const double bc = bend->b * c1, bs = bend->b * s1, cc = bend->c * c2, cs = bend->c * s2;
    const double kc = k * cc, ks = k * cs, kkc = k * kc, kks = k * ks;
    return (swvi_bend_point){ .x = bend->a + (bc + cc),
                              .y = bs + cs,
                              .dx = -(bs + ks),
                              .dy = bc + kc,
                              .ddx = -(bc + kkc),
                              .ddy = -(bs + kks),
                              .dddx = bs + k * kks,
                              .dddy = -(bc + k * kkc) };
}

/// SWV_OK and the pieces for angles in [lower, upper], both within half a turn; SWV_BAD_COUPLING if there are too many.
swv_status swvi_bend_make(swvi_bend *bend, double a, double b, double c, double ratio, double lower, double upper);

typedef struct swvi_bend_root {
    double angle;
    double x, y;  ///< the end
    int    iterations;
} swvi_bend_root;

/// Every angle at which the square of the distance is `square`, in ascending order. Returns how many.
int swvi_bend_solve(const swvi_bend *bend, double square, swvi_bend_root roots[SWV_FINGER_SOLUTIONS]);

#endif
