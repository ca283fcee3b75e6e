// SPDX-License-Identifier: MIT
// The upper limb's kernel in double and, with the suffix f, in float.
#ifndef SWIVEL_SHOULDER_UPPER_LIMB_KERNELS_H
#define SWIVEL_SHOULDER_UPPER_LIMB_KERNELS_H

#include <math.h>

#include "limb/limb_kernels.h"
#include "swivel/geometry.h"

#define SWVI_POLE         0.34906585039886590  // 20 degrees
#define SWVI_PLANE_MIDDLE 0.78539816339744831  // 45 degrees: the scapula's own plane, about
#define SWVI_PLANE_RANGE  1.91986217719376253  // 110 degrees
#define SWVI_YIELD_BEGINS 0.35                 // s0, an elbow flexed by some 36 degrees

typedef struct swvi_vec3f {
    float x, y, z;
} swvi_vec3f;

SWV_INLINE swvi_vec3f swvi_vec3f_add(swvi_vec3f a, swvi_vec3f b)
{
    return (swvi_vec3f){ a.x + b.x, a.y + b.y, a.z + b.z };
}

SWV_INLINE swvi_vec3f swvi_vec3f_sub(swvi_vec3f a, swvi_vec3f b)
{
    return (swvi_vec3f){ a.x - b.x, a.y - b.y, a.z - b.z };
}

SWV_INLINE swvi_vec3f swvi_vec3f_scale(float s, swvi_vec3f a)
{
    return (swvi_vec3f){ s * a.x, s * a.y, s * a.z };
}

SWV_INLINE float swvi_vec3f_dot(swvi_vec3f a, swvi_vec3f b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

SWV_INLINE swvi_vec3f swvi_vec3f_cross(swvi_vec3f a, swvi_vec3f b)
{
    return (swvi_vec3f){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

/// Sine and cosine of an angle of the girdle: math/trig_kernel.h without its guards and corrections, to 2 ulp up to 1e5;
/// beyond 2^50, in float 2^20, 0 instead of the angle. In float pi/2 is in three parts of 8, 11 and 24 bits, and nothing
/// is in double.
SWV_INLINE void swvi_sine_cosine(double angle, double *sine, double *cosine)
{
    const double x = fabs(angle) <= 0x1p50 ? angle : 0.0, n = swvi_round(x * SWVI_TWO_OVER_PI);
    const double r = (x - n * SWVI_QUARTER_1) - n * SWVI_QUARTER_2, z = r * r, z2 = z * z, z4 = z2 * z2;
    const double a =
        ((SWVI_SIN_0 + z * SWVI_SIN_1) + z2 * (SWVI_SIN_2 + z * SWVI_SIN_3)) + z4 * (SWVI_SIN_4 + z * SWVI_SIN_5);
    const double b =
        ((SWVI_COS_0 + z * SWVI_COS_1) + z2 * (SWVI_COS_2 + z * SWVI_COS_3)) + z4 * (SWVI_COS_4 + z * SWVI_COS_5);
    const double s = r + (r * z) * a, c = (1.0 - 0.5 * z) + z2 * b;
    const double q = n - swvi_round_to_four(n), even = 1.0 - fabs(q);
    *sine = (even == 0.0 ? q : even) * (even == 0.0 ? c : s);
    *cosine = (even == 0.0 ? -q : even) * (even == 0.0 ? s : c);
}

SWV_INLINE void swvi_sine_cosinef(float angle, float *sine, float *cosine)
{
    const float x = fabsf(angle) <= 0x1p20f ? angle : 0.0f, rounder = 0x1.8p23f;
    const float n = (x * (float)SWVI_TWO_OVER_PI + rounder) - rounder;
    const float r = ((x - n * 0x1.92p0f) - n * 0x1.fb4p-12f) - n * 0x1.4442d2p-24f;
    const float s = swvi_sine_seriesf(r), c = swvi_cosine_seriesf(r);
    const float q = n - ((n + 4.0f * rounder) - 4.0f * rounder), even = 1.0f - fabsf(q);
    *sine = (even == 0.0f ? q : even) * (even == 0.0f ? c : s);
    *cosine = (even == 0.0f ? -q : even) * (even == 0.0f ? s : c);
}

// ROUNDING           half the distance from 1 to the next number
// SMALLEST, LARGEST  divisors between them are divided by
// NOWHERE            a wrist whose squared distance from GH is less, in arm lengths, has no direction
#define REAL         double
#define KERNEL(name) name
#define VEC3         swv_vec3
#define VEC(name)    swv_vec3_##name
#define ROUNDING     0x1p-53
#define SMALLEST     1e-280
#define LARGEST      1e300
#define NOWHERE      1e-30
#include "shoulder/upper_limb_kernel.h"

#define REAL         float
#define KERNEL(name) name##f
#define VEC3         swvi_vec3f
#define VEC(name)    swvi_vec3f_##name
#define ROUNDING     0x1p-24f
#define SMALLEST     1e-30f
#define LARGEST      1e30f
#define NOWHERE      1e-12f
#include "shoulder/upper_limb_kernel.h"

#endif
