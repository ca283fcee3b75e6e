// SPDX-License-Identifier: MIT
//
// The natural elbow and knee: where people hold them, from the hand or the foot. One text for double and float
// (limb_kernels.h), as arm_kernel.h: straight-line arithmetic, selects instead of branches.
//
// Given     wrist over reach p of a right arm, hand axes R (columns: palm, thumb, fingers), in the trunk's axes: x right, y forward, z up
// Find      m, the unit vector normal to n = p/|p| from the line shoulder-wrist to the elbow
//
// (1) place     d = |p|, beyond reach levelling off: 1 + o (d - 1) / (o + d - 1). p = d n from here on.
//               s = sqrt(1.05 - d^2): how far the elbow is bent (d is at most 1.02: the root stays away from 0). (a, b, c) = R'p: the wrist's line as the hand sees it
// (2) field     v = T(p, s) + R H(p, s, a, b, c): what the trunk wants, and what the hand wants, in its own axes.
//               T: cubic in p, plus s times quadratic in p. H: quadratic. Position only: another T, no H.
// (3) unit      m = the part of v normal to n, made unit length, and normal once more: a short one has lost digits
// Leg           the foot for the hand (x right, y toes, z up); T = linear in (p, s), H = linear
// Pronation     atan2 of two fields such as T
//
// The coefficients: natural_table.h, made by tools/fit_natural_elbow.py, which says how. docs/derivations/natural.md
//
// Degenerate    p = 0, or less than a rounding: n = forward
//               v normal to n is zero: with R held it is a field tangent to a sphere, and vanishes somewhere; m is then the part
//               of "down" normal to n, or of "back" near the vertical
// Error         on people: docs/naturalness.md; against double: tests/limb/natural_elbow.c

#define C(number) ((REAL)(number))

/// (1)
typedef struct KERNEL(swvi_far_end) {
    REAL nx, ny, nz;
    REAL x, y, z, s;
} KERNEL(swvi_far_end);

/// Of unit length, in the trunk's axes.
typedef struct KERNEL(swvi_direction) {
    REAL x, y, z;
} KERNEL(swvi_direction);

/// (1)
SWV_INLINE KERNEL(swvi_far_end) KERNEL(swvi_far_end_of)(REAL px, REAL py, REAL pz)
{
    KERNEL(swvi_far_end) e;
    // So far away that its square would overflow: brought nearer, which makes no difference.
    const REAL size_x = KERNEL(fabs)(px), size_y = KERNEL(fabs)(py), size_z = KERNEL(fabs)(pz);
    const REAL size_xy = size_x > size_y ? size_x : size_y, size = size_xy > size_z ? size_xy : size_z;
    const REAL scale = size > LARGE ? LESS : 1;
    const REAL sx = scale * px, sy = scale * py, sz = scale * pz, square = (sx * sx + sy * sy) + sz * sz;
    const bool is_somewhere = square > ROUNDING * ROUNDING;
    const REAL ux = is_somewhere ? sx : 0, uy = is_somewhere ? sy : 1, uz = is_somewhere ? sz : 0;
    const REAL length = KERNEL(sqrt)(is_somewhere ? square : 1), inverse = 1 / length;
    const REAL distance = size > LARGE ? LARGE : length, wanted = is_somewhere ? distance : 0;
    const REAL excess = wanted - 1, beyond = excess > 0 ? excess : 0, within = excess > 0 ? 1 : wanted;
    const REAL d = within + (C(SWVI_NATURAL_OVERSHOOT) * beyond) / (C(SWVI_NATURAL_OVERSHOOT) + beyond);
    e.nx = ux * inverse;
    e.ny = uy * inverse;
    e.nz = uz * inverse;
    e.x = d * e.nx;
    e.y = d * e.ny;
    e.z = d * e.nz;
    e.s = KERNEL(sqrt)(C(SWVI_NATURAL_BENT) - d * d);
    return e;
}

/// (3) of v = (vx, vy, vz).
SWV_INLINE KERNEL(swvi_direction) KERNEL(swvi_normal_direction)(KERNEL(swvi_far_end) e, REAL vx, REAL vy, REAL vz)
{
    const REAL along = (e.nx * vx + e.ny * vy) + e.nz * vz;
    const REAL ax = vx - along * e.nx, ay = vy - along * e.ny, az = vz - along * e.nz;
    const REAL square = (ax * ax + ay * ay) + az * az;
    const bool is_clear = square > SHORT_SQUARE,
               is_steep = e.nz * e.nz > C(0.5625);  // |nz| > 0.75: near the vertical, chosen
    const REAL rest = is_steep ? -e.ny : -e.nz;     // n . back, n . down
    const REAL bx = is_clear ? ax : -rest * e.nx, by = is_clear ? ay : (is_steep ? -1 : 0) - rest * e.ny;
    const REAL bz = is_clear ? az : (is_steep ? 0 : -1) - rest * e.nz;
    const REAL inverse = 1 / KERNEL(sqrt)((bx * bx + by * by) + bz * bz);
    const REAL ux = bx * inverse, uy = by * inverse, uz = bz * inverse;
    const REAL left = (e.nx * ux + e.ny * uy) + e.nz * uz;
    const REAL mx = ux - left * e.nx, my = uy - left * e.ny, mz = uz - left * e.nz;
    const REAL longer = C(1.5) - C(0.5) * ((mx * mx + my * my) + mz * mz);  // 1/|m|, |m| being almost 1
    const KERNEL(swvi_direction) m = { longer * mx, longer * my, longer * mz };
    return m;
}

// The products that the tables of natural_table.h name.
#define SQUARES                                                                                                \
    const REAL x = e.x, y = e.y, z = e.z, s = e.s;                                                             \
    const REAL xx = x * x, xy = x * y, xz = x * z, yy = y * y, yz = y * z, zz = z * z, sx = s * x, sy = s * y, \
               sz = s * z
#define CUBES                                                                                      \
    const REAL xxx = x * xx, xxy = x * xy, xxz = x * xz, xyy = x * yy, xyz = x * yz, xzz = x * zz; \
    const REAL yyy = y * yy, yyz = y * yz, yzz = y * zz, zzz = z * zz;                             \
    const REAL sxx = s * xx, sxy = s * xy, sxz = s * xz, syy = s * yy, syz = s * yz, szz = s * zz
#define AS_THE_HAND_SEES_IT                                                                \
    const REAL a = (g.xx * x + g.xy * y) + g.xz * z, b = (g.yx * x + g.yy * y) + g.yz * z; \
    const REAL c = (g.zx * x + g.zy * y) + g.zz * z

/// The elbow from the wrist alone; p over reach.
SWV_INLINE KERNEL(swvi_direction) KERNEL(swvi_natural_elbow_at)(REAL px, REAL py, REAL pz)
{
    const KERNEL(swvi_far_end) e = KERNEL(swvi_far_end_of)(px, py, pz);
    SQUARES;
    CUBES;
    return KERNEL(swvi_normal_direction)(e, SWVI_PLACE_X, SWVI_PLACE_Y, SWVI_PLACE_Z);
}

/// The elbow from wrist and hand.
SWV_INLINE KERNEL(swvi_direction) KERNEL(swvi_natural_elbow)(REAL px, REAL py, REAL pz, KERNEL(swvi_hand_axes) g)
{
    const KERNEL(swvi_far_end) e = KERNEL(swvi_far_end_of)(px, py, pz);
    SQUARES;
    CUBES;
    AS_THE_HAND_SEES_IT;
    const REAL xa = x * a, xb = x * b, xc = x * c, ya = y * a, yb = y * b, yc = y * c, za = z * a, zb = z * b,
               zc = z * c;
    const REAL sa = s * a, sb = s * b, sc = s * c, aa = a * a, ab = a * b, ac = a * c, bb = b * b, bc = b * c;
    const REAL hx = SWVI_ELBOW_HAND_X, hy = SWVI_ELBOW_HAND_Y, hz = SWVI_ELBOW_HAND_Z;
    return KERNEL(swvi_normal_direction)(e, SWVI_ELBOW_TRUNK_X + ((g.xx * hx + g.yx * hy) + g.zx * hz),
                                         SWVI_ELBOW_TRUNK_Y + ((g.xy * hx + g.yy * hy) + g.zy * hz),
                                         SWVI_ELBOW_TRUNK_Z + ((g.xz * hx + g.yz * hy) + g.zz * hz));
}

/// The knee from ankle and foot; p over the leg's reach.
SWV_INLINE KERNEL(swvi_direction) KERNEL(swvi_natural_knee)(REAL px, REAL py, REAL pz, KERNEL(swvi_hand_axes) g)
{
    const KERNEL(swvi_far_end) e = KERNEL(swvi_far_end_of)(px, py, pz);
    const REAL x = e.x, y = e.y, z = e.z, s = e.s;
    AS_THE_HAND_SEES_IT;
    const REAL hx = SWVI_KNEE_FOOT_X, hy = SWVI_KNEE_FOOT_Y, hz = SWVI_KNEE_FOOT_Z;
    return KERNEL(swvi_normal_direction)(e, SWVI_KNEE_TRUNK_X + ((g.xx * hx + g.yx * hy) + g.zx * hz),
                                         SWVI_KNEE_TRUNK_Y + ((g.xy * hx + g.yy * hy) + g.zy * hz),
                                         SWVI_KNEE_TRUNK_Z + ((g.xz * hx + g.yz * hy) + g.zz * hz));
}

/// Pronation from the wrist alone, radians, -pi to pi.
SWV_INLINE REAL KERNEL(swvi_natural_pronation)(REAL px, REAL py, REAL pz)
{
    const KERNEL(swvi_far_end) e = KERNEL(swvi_far_end_of)(px, py, pz);
    SQUARES;
    CUBES;
    const REAL cosine = SWVI_PRONATION_COSINE, sine = SWVI_PRONATION_SINE;
    const bool is_clear = cosine * cosine + sine * sine > SHORT_SQUARE;
    return KERNEL(swvi_angle)(is_clear ? sine : 0, is_clear ? cosine : 1);
}

// The last of limb_kernels.h: so that all of them can be included again.
#undef C
#undef SQUARES
#undef CUBES
#undef AS_THE_HAND_SEES_IT
#undef REAL
#undef KERNEL
#undef ROUNDING
#undef SMALLEST_SQUARE
#undef LARGE
#undef LESS
#undef SHORT_SQUARE
