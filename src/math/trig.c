// SPDX-License-Identifier: MIT
// The scalar functions: the arithmetic of trig_kernel.h, operation for operation, so the bits are those of the vector
// loops. Vector lanes must do the work of every case; a scalar call need not, and three things are done differently:
//
// sine, cosine   the quadrant is an integer here, and picks the coefficients of the one series that is wanted from a
//                table. Picking the series by a branch would be mispredicted every other time.
// asin, acos     |x| <= 1/2 returns without the square root.
// atan2          numbers of moderate size need no scaling.
#include "swivel/trig.h"

#include <stdint.h>

#include "math/trig_kernel.h"

// sin(quadrant pi/2 + a) = even sin a - odd cos a
static const double evens[4] = { 1.0, 0.0, -1.0, 0.0 }, odds[4] = { 0.0, -1.0, 0.0, 1.0 };

// sin(quadrant pi/2 + r - excess), r and excess (radians) from swvi_remainder: swvi_sine_series or swvi_cosine_series, each term times 1, -1 or 0.
static double sine_in_quadrant(double r, double excess, int64_t quadrant)
{
    static const double series[2][6] = {
        { SWVI_SIN_0, SWVI_SIN_1, SWVI_SIN_2, SWVI_SIN_3, SWVI_SIN_4, SWVI_SIN_5 },
        { SWVI_COS_0, SWVI_COS_1, SWVI_COS_2, SWVI_COS_3, SWVI_COS_4, SWVI_COS_5 },
    };
    const double *k = series[quadrant & 1];
    const double  even = evens[quadrant & 3], odd = odds[quadrant & 3];

    const double z = r * r, z2 = z * z, z4 = z2 * z2;
    const double half = 0.5 * z, w = 1.0 - half;
    const double p = ((k[0] + z * k[1]) + z2 * (k[2] + z * k[3])) + z4 * (k[4] + z * k[5]);
    const double start = even * r - odd * w;
    const double first = even * (excess * w) - odd * ((half - (1.0 - w)) - r * excess);
    const double factor = (even * r - odd * z) * z;
    return start - (first - factor * p);
}

double swv_sin(double angle)
{
    double       quarters, excess;
    const double r = swvi_remainder(angle, &quarters, &excess);
    return sine_in_quadrant(r, excess, (int64_t)quarters);
}

double swv_cos(double angle)
{
    double       quarters, excess;
    const double r = swvi_remainder(angle, &quarters, &excess);
    return sine_in_quadrant(r, excess, (int64_t)quarters + 1);
}

void swv_sincos(double angle, double *sine, double *cosine)
{
    if (!sine || !cosine)
        return;
    double       quarters, excess;
    const double r = swvi_remainder(angle, &quarters, &excess);
    const double s = swvi_sine_series(r, excess), c = swvi_cosine_series(r, excess);
    const double even = evens[(int64_t)quarters & 3], odd = odds[(int64_t)quarters & 3];
    *sine = even * s - odd * c;
    *cosine = even * c + odd * s;
}

double swv_asin(double x)
{
    return fabs(x) <= 0.5 ? swvi_asin_inner(x) : swvi_asin(x);
}

double swv_acos(double x)
{
    return fabs(x) <= 0.5 ? swvi_acos_inner(x) : swvi_acos(x);
}

double swv_atan2(double y, double x)
{
    const double ay = fabs(y), ax = fabs(x);
    // Else the quotient may overflow or lose digits: the careful way. 2^300, far inside the range of doubles, is chosen.
    if (!(ay > 0x1p-300 && ay < 0x1p300 && ax > 0x1p-300 && ax < 0x1p300))
        return swvi_atan2(y, x);
    const double slope = ay > ax ? -1.0 : 1.0;
    const double shorter = ay > ax ? ax : ay, longer = ay > ax ? ay : ax;
    return copysign(swvi_octant_angle(shorter, longer, slope, copysign(1.0, x)), y);
}
