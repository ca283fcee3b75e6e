// SPDX-License-Identifier: MIT
//
// Where the elbow can be when shoulder and wrist are given: a circle. One text for double and float (limb_kernels.h), scalar code,
// vector lanes, WebAssembly and CUDA: straight-line arithmetic, selects instead of branches.
//
// Given     wrist p from the shoulder, lengths L1 and L2 in the same unit; axes: z up, and for the smooth circle x right, y forward
// Find      elbow q3 >= 0; and u, v, so that at swivel phi the elbow lies at m = u cos phi + v sin phi from the line to the wrist
//
// (1) elbow     d = |p|, n = p/d. With A = 1 - cos q3 = (L1 + L2 - d)(L1 + L2 + d) / (2 L1 L2) and
//               B = 1 + cos q3 = (d - |L1 - L2|)(d + |L1 - L2|) / (2 L1 L2), neither of which cancels,
//               sin q3 = sqrt(A B), cos q3 = (B - A)/2, q3 = atan2 of the two
// (2) rise      psi, between upper arm and n: cos psi = (d + (L1 - L2)(L1 + L2)/d) / (2 L1), sin psi = L2 sin q3 / d
// (3) circle    u, v normal to n and to each other, v = n x u.
//               Down: u is the part of -z normal to n, v = (-ny, nx, 0)/h, u = v x n, h = hypot(nx, ny).
//               Smooth: u along (a x r) x n = r (a.n) - a (r.n), a = n - t, zero only for n = t. With r = -z and
//               t = (-1, -1, 0)/sqrt 2, backward and inward, that is (nz ax, nz ay, -(ax nx + ay ny)).
//
// Degenerate    d > L1 + L2 or d < |L1 - L2|: d is clamped, n kept: the wrist is as near as it gets
//               d less than L1 + L2 by eight roundings, which would bend the elbow by 1e-8 and more: straight
//               d = 0, or less than a rounding of the reach: n = forward; psi a right angle
//               h = 0 in (3), or less than a rounding of 1: s = 0, c = 1. Smooth and n = t, where nz = 0: as down
//
// This work is based on:
// Korein. A Geometric Investigation of Reach. 1985
// Tolani, Badler. Real-Time Inverse Kinematics of the Human Arm. 1996
// Elias, Wen. Redundancy parameterization and inverse kinematics of 7-DOF revolute manipulators. 2024 (smooth reference)

/// The angle of (x, y) in [-pi, pi], x and y finite, not both zero, and far from overflow and underflow. The arc
/// tangent of math/trig_kernel.h without its guards and its corrections, to 2 ulp: of the octant next to the x axis,
/// then of the quadrant, then of the half plane.
SWV_INLINE REAL KERNEL(swvi_angle)(REAL y, REAL x)
{
    const REAL ay = KERNEL(fabs)(y), ax = KERNEL(fabs)(x);
    const REAL shorter = ay > ax ? ax : ay, longer = ay > ax ? ay : ax;
    const bool is_upper = shorter + shorter > longer;
    const REAL u = (shorter - (is_upper ? longer : 0)) / (longer + (is_upper ? shorter : 0));
    const REAL eighth = is_upper ? (REAL)(SWVI_PI / 4) : 0;
    const REAL quarter = ay > ax ? (REAL)(SWVI_PI / 2) - eighth : eighth, v = ay > ax ? -u : u;
    const REAL half = x < 0 ? (REAL)SWVI_PI - quarter : quarter, w = x < 0 ? -v : v;
    const REAL z = u * u;
    return KERNEL(copysign)(half + (w + (w * z) * KERNEL(swvi_arc_series)(z)), y);
}

/// What the swivel does not change: (1) to (3).
typedef struct KERNEL(swvi_elbow_circle) {
    REAL nx, ny, nz, ux, uy, uz, vx, vy, vz;
    REAL cos_elbow, sin_elbow;
    REAL cos_rise, sin_rise;
    REAL excess;  ///< how far the wrist is beyond the straight arm (positive) or inside the folded one (negative)
} KERNEL(swvi_elbow_circle);

/// The hand's axes as columns of G, g1 = (xx, xy, xz) and so on.
typedef struct KERNEL(swvi_hand_axes) {
    REAL xx, xy, xz, yx, yy, yz, zx, zy, zz;
} KERNEL(swvi_hand_axes);

/// From a quaternion (x, y, z, w) of any length but zero, in the axes that p has; zero gives the identity.
SWV_INLINE KERNEL(swvi_hand_axes) KERNEL(swvi_hand_axes_of)(REAL x, REAL y, REAL z, REAL w)
{
    const REAL length_squared = (x * x + y * y) + (z * z + w * w);
    const REAL k = length_squared > 0 ? 2 / length_squared : 0;
    const REAL kx = k * x, ky = k * y, kz = k * z;
    const REAL xx = x * kx, yy = y * ky, zz = z * kz, xy = x * ky, xz = x * kz, yz = y * kz;
    const REAL wx = w * kx, wy = w * ky, wz = w * kz;
    const KERNEL(swvi_hand_axes) g = { 1 - (yy + zz), xy + wz,       xz - wy,  // x axis
                                       xy - wz,       1 - (xx + zz), yz + wx,  // y axis
                                       xz + wy,       yz - wx,       1 - (xx + yy) };
    return g;
}

/// (1) to (3) of p, L1 and L2; is_smooth: the smooth circle, else the one whose u is down.
SWV_INLINE KERNEL(swvi_elbow_circle)
    KERNEL(swvi_elbow_circle_of)(REAL px, REAL py, REAL pz, REAL upper_arm, REAL forearm, bool is_smooth)
{
    KERNEL(swvi_elbow_circle) e;
    const REAL reach = upper_arm + forearm, difference = upper_arm - forearm;
    const REAL nearest = KERNEL(fabs)(difference);

    // (1) A wrist so far away that its square would overflow is brought nearer by a power of two.
    const REAL size_x = KERNEL(fabs)(px), size_y = KERNEL(fabs)(py), size_z = KERNEL(fabs)(pz);
    const REAL size_xy = size_x > size_y ? size_x : size_y, size = size_xy > size_z ? size_xy : size_z;
    const bool is_far = size > LARGE;
    const REAL scale = is_far ? LESS : 1;
    const REAL sx = scale * px, sy = scale * py, sz = scale * pz;
    const REAL sh_squared = sx * sx + sy * sy, sd_squared = sh_squared + sz * sz;
    const bool is_somewhere = is_far | (sd_squared > (ROUNDING * reach) * (ROUNDING * reach));
    const REAL x = is_somewhere ? sx : 0, y = is_somewhere ? sy : 1, z = is_somewhere ? sz : 0;
    const REAL h_squared = is_somewhere ? sh_squared : 1, d_squared = is_somewhere ? sd_squared : 1;
    const REAL d_safe = KERNEL(sqrt)(d_squared), d_scaled = is_somewhere ? d_safe : 0;
    const REAL d_wanted = is_far ? 1000 * reach : d_scaled;  // 1000 stands for any distance beyond the reach
    const REAL d_low = d_wanted > nearest ? d_wanted : nearest;
    const REAL d = d_low < reach - 8 * ROUNDING * reach ? d_low : reach;
    e.excess = d_wanted - d;

    // 1/d and, for the down reference, 1/hypot(x, y), by one division
    const bool is_pole = is_smooth || !(h_squared > (ROUNDING * ROUNDING) * d_squared);
    const REAL h_safe = is_pole ? 1 : KERNEL(sqrt)(h_squared);
    const REAL both = 1 / (d_safe * h_safe);
    const REAL inverse_d = both * h_safe, inverse_h = both * d_safe;
    e.nx = x * inverse_d;
    e.ny = y * inverse_d;
    e.nz = z * inverse_d;
    const REAL k = 1 / (2 * upper_arm * forearm);
    const REAL a = k * ((reach - d) * (reach + d)), b = k * ((d - nearest) * (d + nearest));
    e.sin_elbow = KERNEL(sqrt)(a * b);
    e.cos_elbow = (REAL)0.5 * (b - a);

    // (2) Clamped, d is the same for all targets, and so is 1/d.
    const REAL inverse_nearest = nearest > 0 ? 1 / nearest : 0, inverse_reach = 1 / reach;
    const REAL inverse_low = d_wanted > nearest ? inverse_d : inverse_nearest;
    const REAL inverse = d < reach ? inverse_low : inverse_reach;
    e.cos_rise = (d + difference * (reach * inverse)) * ((REAL)0.5 / upper_arm);
    e.sin_rise = d > 0 ? forearm * e.sin_elbow * inverse : 1;

    // (3)
    const REAL h = is_pole ? 0 : h_safe * inverse_d;
    const REAL c = is_pole ? 1 : x * inverse_h, s = is_pole ? 0 : y * inverse_h;
    const REAL ax = e.nx + (REAL)0.70710678118654752, ay = e.ny + (REAL)0.70710678118654752;  // n - t
    const REAL tx = e.nz * ax, ty = e.nz * ay, tz = -(ax * e.nx + ay * e.ny);
    const REAL w_squared = (tx * tx + ty * ty) + tz * tz;
    const bool is_away = w_squared > SMALLEST_SQUARE;
    const REAL inverse_w = 1 / (is_away ? KERNEL(sqrt)(w_squared) : 1);
    const REAL wx = is_away ? tx * inverse_w : e.nz * e.nx, wy = is_away ? ty * inverse_w : e.nz * e.ny;
    const REAL wz = is_away ? tz * inverse_w : -(e.nx * e.nx + e.ny * e.ny);
    e.ux = is_smooth ? wx : c * e.nz;
    e.uy = is_smooth ? wy : s * e.nz;
    e.uz = is_smooth ? wz : -h;
    e.vx = is_smooth ? e.ny * e.uz - e.nz * e.uy : -s;
    e.vy = is_smooth ? e.nz * e.ux - e.nx * e.uz : c;
    e.vz = is_smooth ? e.nx * e.uy - e.ny * e.ux : 0;
    return e;
}
