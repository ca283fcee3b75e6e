// SPDX-License-Identifier: MIT
//
// The human limb in closed form: ball joint, hinge, and the swivel angle phi that is left free. One text for double and
// float (limb_kernels.h), scalar code, vector lanes, WebAssembly and CUDA: straight-line arithmetic, selects instead of
// branches. Names are the arm's; a leg has hip, thigh, knee, shank, ankle.
//
// Given     wrist p from the shoulder in the trunk's axes (swivel/limb.h) of a right limb, lengths u and f of upper arm and forearm in the
//           same unit, swivel angle phi in radians; everything below is in these axes and this unit
// Find      rotations U of the upper arm and F = U Ry(k) of the forearm, k >= 0, with  p = U (0, 0, u) + F (0, 0, f)
//
// (1) triangle  d = |p|, n = p/d. Half the flexion k, and half the angle psi between upper arm and n, without cancellation:
//               sin^2 k/2 = (u+f-d)(u+f+d) / (4uf)      cos^2 k/2 = (d-|u-f|)(d+|u-f|) / (4uf)
//               sin^2 psi/2 = (f+u-d)(f+d-u) / (4ud)    cos^2 psi/2 = (u+d-f)(u+d+f) / (4ud)
//               With r = u+f and t = u-f as rounded, 4uf = (r-|t|)(r+|t|) and 2u = r+t: so the squares add up to 1 also where
//               one bone is far shorter than the rounding of the other allows for.
// (2) plane     The plane of the arm has the axes (-m, m x n, n), m the direction from the line shoulder-wrist to the elbow.
//               As a quaternion it turns about n with half the swivel:
//               b(phi) = cos(phi/2) b0 + sin(phi/2) b1,   b1 = (n, 0) b0
// (3) zero      b0 = (turn of e to n) b_e, the smallest turn there is: (e x n, 1 + e.n), brought to unit length. It is not
//               defined for n = -e only. An arm has e = (1, 1, 0)/sqrt 2 with the elbow lowest, m = -z; a leg e = (0, 1, -1)
//               /sqrt 2 with the knee ahead, m = (0, 1, 1)/sqrt 2. So -e points through the body. Carrying m along great
//               circles from e is the same as Elias and Wen's stereographic reference.
// (4) bones     U = b Ry(-psi), F = b Ry(k - psi)
// (5) limits    twists and cone as limb_swivels.c says: tested without a division by anything that may vanish
//
// Degenerate    d > farthest or d < nearest: d is clamped, n kept: the wrist is as near as it gets
//               d = 0, or less than a rounding of the reach: n = e, psi a right angle
//               n = -e: half a turn about z (arm) or x (leg)
//               1 + e.n where it cancels: |e x n|^2 / (1 - e.n)
// Error         forward kinematics meets p to a few roundings of the reach: tests/limb/limb.c
//
// This work is based on:
// Korein. A Geometric Investigation of Reach. 1985
// Tolani, Goswami, Badler. Real-time inverse kinematics techniques for anthropomorphic limbs. 2000
// Elias, Wen. Redundancy parameterization and inverse kinematics of 7-DOF revolute manipulators. 2024 (3)

/// A quaternion.
typedef struct KERNEL(swvi_rotation) {
    REAL x, y, z, w;
} KERNEL(swvi_rotation);

/// First b, then a.
SWV_INLINE KERNEL(swvi_rotation) KERNEL(swvi_rotation_mul)(KERNEL(swvi_rotation) a, KERNEL(swvi_rotation) b)
{
    const KERNEL(swvi_rotation) r = {
        (a.w * b.x + a.x * b.w) + (a.y * b.z - a.z * b.y),
        (a.w * b.y + a.y * b.w) + (a.z * b.x - a.x * b.z),
        (a.w * b.z + a.z * b.w) + (a.x * b.y - a.y * b.x),
        (a.w * b.w - a.x * b.x) - (a.y * b.y + a.z * b.z),
    };
    return r;
}

/// c a + s b
SWV_INLINE KERNEL(swvi_rotation)
    KERNEL(swvi_rotation_sum)(REAL c, KERNEL(swvi_rotation) a, REAL s, KERNEL(swvi_rotation) b)
{
    const KERNEL(swvi_rotation) r = { c * a.x + s * b.x, c * a.y + s * b.y, c * a.z + s * b.z, c * a.w + s * b.w };
    return r;
}

/// q Ry(angle), by sine and cosine of half the angle.
SWV_INLINE KERNEL(swvi_rotation) KERNEL(swvi_rotation_y)(KERNEL(swvi_rotation) q, REAL s, REAL c)
{
    const KERNEL(swvi_rotation) r = { q.x * c - q.z * s, q.y * c + q.w * s, q.z * c + q.x * s, q.w * c - q.y * s };
    return r;
}

/// What the swivel does not change: (1) to (3).
typedef struct KERNEL(swvi_limb_circle) {
    REAL nx, ny, nz;
    KERNEL(swvi_rotation) b0, b1;
    REAL sin_bend, cos_bend;  ///< of half the flexion
    REAL sin_rise, cos_rise;  ///< of half of psi
    REAL excess;  ///< how far the wrist is beyond the farthest it can be (positive) or within the nearest (negative)
} KERNEL(swvi_limb_circle);

/// (1) to (3). nearest, farthest: distances of the wrist that the hinge allows, within |u - f| and u + f
SWV_INLINE KERNEL(swvi_limb_circle)
    KERNEL(swvi_limb_circle_of)(REAL px, REAL py, REAL pz, REAL u, REAL f, REAL nearest, REAL farthest, bool is_leg)
{
    KERNEL(swvi_limb_circle) r;
    const REAL half_root = (REAL)0.70710678118654752;
    const REAL ex = is_leg ? 0 : half_root, ey = half_root, ez = is_leg ? -half_root : 0;

    // (1) A wrist so far away that its square would overflow is brought nearer by a power of two.
    const REAL reach = u + f, difference = KERNEL(fabs)(u - f);
    const REAL size_x = KERNEL(fabs)(px), size_y = KERNEL(fabs)(py), size_z = KERNEL(fabs)(pz);
    const REAL size_xy = size_x > size_y ? size_x : size_y, size = size_xy > size_z ? size_xy : size_z;
    const bool is_far = size > LARGE;
    const REAL scale = is_far ? LESS : 1;
    const REAL sx = scale * px, sy = scale * py, sz = scale * pz;
    const REAL squared = (sx * sx + sy * sy) + sz * sz;
    const bool is_somewhere = is_far | (squared > (ROUNDING * reach) * (ROUNDING * reach));
    const REAL length = KERNEL(sqrt)(is_somewhere ? squared : 1), inverse = 1 / length;
    r.nx = is_somewhere ? sx * inverse : ex;
    r.ny = is_somewhere ? sy * inverse : ey;
    r.nz = is_somewhere ? sz * inverse : ez;
    const REAL wanted = is_far         ? 1000 * reach
                        : is_somewhere ? length
                                       : 0;  // 1000 stands for any distance beyond the reach
    const REAL low = wanted > nearest ? wanted : nearest;
    const REAL d = low < farthest ? low : farthest;
    r.excess = wanted - d;

    const REAL short_of = reach - d, shorter = short_of > 0 ? short_of : 0;
    const REAL beyond = d - difference, longer = beyond > 0 ? beyond : 0;
    const REAL k = 1 / ((reach - difference) * (reach + difference));
    const REAL h = d > 0 ? (REAL)0.5 / (d * (reach + (u - f))) : 0;
    const REAL ahead = d + (f - u), behind = d + (u - f);
    r.sin_bend = KERNEL(sqrt)(k * (shorter * (reach + d)));
    r.cos_bend = KERNEL(sqrt)(k * (longer * (d + difference)));
    r.sin_rise = d > 0 ? KERNEL(sqrt)(h * (shorter * (ahead > 0 ? ahead : 0))) : half_root;
    r.cos_rise = d > 0 ? KERNEL(sqrt)(h * ((behind > 0 ? behind : 0) * (reach + d))) : half_root;

    // (3)
    const REAL cross_x = ey * r.nz - ez * r.ny, cross_y = ez * r.nx - ex * r.nz, cross_z = ex * r.ny - ey * r.nx;
    const REAL cross_squared = (cross_x * cross_x + cross_y * cross_y) + cross_z * cross_z;
    const REAL cosine = (ex * r.nx + ey * r.ny) + ez * r.nz;
    const REAL w = cosine > 0 ? 1 + cosine : cross_squared / (1 - cosine);
    const REAL turn_squared = cross_squared + w * w;
    const bool is_turn = turn_squared > ROUNDING * ROUNDING;
    const REAL unit = 1 / KERNEL(sqrt)(is_turn ? turn_squared : 1);
    const KERNEL(swvi_rotation) swing = {
        is_turn ? cross_x * unit : (is_leg ? (REAL)1 : (REAL)0),
        is_turn ? cross_y * unit : 0,
        is_turn ? cross_z * unit : (is_leg ? (REAL)0 : (REAL)1),
        is_turn ? w * unit : 0,
    };
    // The plane's axes at e as a quaternion (a and b: cosine and sine of 22.5 degrees over sqrt 2). Arm: (0, 0, 1), (1, -1, 0)/sqrt 2, (1, 1, 0)/sqrt 2. Leg: (0, -1, -1)/sqrt 2,
    // (-1, 0, 0), (0, 1, -1)/sqrt 2.
    const REAL a = (REAL)0.65328148243818826, b = (REAL)0.27059805007309849;
    const KERNEL(swvi_rotation) plane = { -a, is_leg ? a : -b, is_leg ? b : -a, b }, about_n = { r.nx, r.ny, r.nz, 0 };
    r.b0 = KERNEL(swvi_rotation_mul)(swing, plane);
    r.b1 = KERNEL(swvi_rotation_mul)(about_n, r.b0);
    return r;
}

/// (4) the bones' rotations at a swivel, given the cosine and sine of its half.
typedef struct KERNEL(swvi_limb_bones) {
    KERNEL(swvi_rotation) upper, lower;
} KERNEL(swvi_limb_bones);

SWV_INLINE KERNEL(swvi_limb_bones)
    KERNEL(swvi_limb_bones_of)(const KERNEL(swvi_limb_circle) * e, REAL cos_half, REAL sin_half)
{
    const KERNEL(swvi_rotation) b = KERNEL(swvi_rotation_sum)(cos_half, e->b0, sin_half, e->b1);
    const REAL s = e->sin_bend * e->cos_rise - e->cos_bend * e->sin_rise;
    const REAL c = e->cos_bend * e->cos_rise + e->sin_bend * e->sin_rise;
    const KERNEL(swvi_limb_bones)
        bones = { KERNEL(swvi_rotation_y)(b, -e->sin_rise, e->cos_rise), KERNEL(swvi_rotation_y)(b, s, c) };
    return bones;
}

// ---- around it ----

/// In the trunk's axes.
typedef struct KERNEL(swvi_vector) {
    REAL x, y, z;
} KERNEL(swvi_vector);

/// A rotation's z axis: where a bone points.
SWV_INLINE KERNEL(swvi_vector) KERNEL(swvi_rotation_axis_z)(KERNEL(swvi_rotation) q)
{
    const KERNEL(swvi_vector)
        z = { 2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y) };
    return z;
}

/// The direction from the line shoulder-wrist to the elbow at swivel 0; a quarter turn on it is n cross this.
SWV_INLINE KERNEL(swvi_vector) KERNEL(swvi_limb_zero_of)(const KERNEL(swvi_limb_circle) * e)
{
    const KERNEL(swvi_rotation) b = e->b0;
    const KERNEL(swvi_vector)
        zero = { 2 * (b.y * b.y + b.z * b.z) - 1, -2 * (b.x * b.y + b.w * b.z), -2 * (b.x * b.z - b.w * b.y) };
    return zero;
}

/// Half a swivel, by cosine and sine, from a direction (x, y) of the swivel that is not zero: no trigonometry.
SWV_INLINE void KERNEL(swvi_half_swivel)(REAL x, REAL y, REAL *cos_half, REAL *sin_half)
{
    const REAL length = KERNEL(sqrt)(x * x + y * y);
    const REAL c = x >= 0 ? length + x : KERNEL(fabs)(y), s = x >= 0 ? y : KERNEL(copysign)(length - x, y);
    const REAL inverse = 1 / KERNEL(sqrt)(c * c + s * s);
    *cos_half = c * inverse;
    *sin_half = s * inverse;
}

/// The end as seen from the neutral forearm, whose y axis, the thumb's, is the side the elbow bends to:
/// Rz(90 degrees) forearm' end.
SWV_INLINE KERNEL(swvi_rotation) KERNEL(swvi_limb_relative)(KERNEL(swvi_rotation) lower, KERNEL(swvi_rotation) end)
{
    const REAL h = (REAL)0.70710678118654752;
    const KERNEL(swvi_rotation) inverse = { -lower.x, -lower.y, -lower.z, lower.w };
    const KERNEL(swvi_rotation) r = KERNEL(swvi_rotation_mul)(inverse, end);
    const KERNEL(swvi_rotation) relative = { h * (r.x - r.y), h * (r.y + r.x), h * (r.z + r.w), h * (r.w - r.z) };
    return relative;
}

/// Near full extension the elbow's angle goes as the root of what is missing, so a hand that moves steadily straightens it
/// infinitely fast. With softness w > 0 the last w of the way takes for ever: a wrist wanted at distance d = a + w x, where
/// a = reach - w, is brought to a + w x/(1 + x). That starts with slope 1, and the elbow's speed stays below
/// sqrt(2 reach/(u f w)) times the hand's. p in the trunk's axes; begins: a; softness: w, in the unit of p.
SWV_INLINE KERNEL(swvi_vector) KERNEL(swvi_limb_softened)(REAL px, REAL py, REAL pz, REAL begins, REAL softness)
{
    const REAL size_x = KERNEL(fabs)(px), size_y = KERNEL(fabs)(py), size_z = KERNEL(fabs)(pz);
    const REAL size_xy = size_x > size_y ? size_x : size_y, size = size_xy > size_z ? size_xy : size_z;
    const REAL scale = size > LARGE ? LESS : 1;
    const REAL sx = scale * px, sy = scale * py, sz = scale * pz;
    const REAL length = KERNEL(sqrt)((sx * sx + sy * sy) + sz * sz), x = (length - begins) / softness;
    const bool is_far = size > LARGE, is_soft = is_far | (length > begins), is_all = is_far | !(x < LARGE);
    const REAL part = is_all ? 1 : x / (1 + x), inverse = 1 / (is_soft ? length : 1);
    const REAL d = begins + softness * part;
    const KERNEL(swvi_vector)
        r = { is_soft ? d * (inverse * sx) : px, is_soft ? d * (inverse * sy) : py, is_soft ? d * (inverse * sz) : pz };
    return r;
}

/// (5) A range of twists about z, by sine and cosine of half its ends. All of them 0: no limit.
typedef struct KERNEL(swvi_twist_range) {
    REAL sin_lower, cos_lower, sin_upper, cos_upper;
} KERNEL(swvi_twist_range);

/// (5) Whether a twist is in a range; (z, w): sine and cosine of its half, times any number.
SWV_INLINE bool KERNEL(swvi_is_within_twists)(KERNEL(swvi_twist_range) r, REAL z, REAL w)
{
    return (z * r.cos_lower - w * r.sin_lower) * (w * r.sin_upper - z * r.cos_upper) >= 0;
}

/// Tangents of half the cone's angles about the end's y and -x axes, to the negative and the positive side. All of them
/// infinite: no limit.
typedef struct KERNEL(swvi_cone_edge) {
    REAL less_y, more_y, less_x, more_x;
} KERNEL(swvi_cone_edge);

/// (5) r: twist and swing of the end as the neutral forearm sees it.
SWV_INLINE bool KERNEL(swvi_is_within_cone)(KERNEL(swvi_cone_edge) edge, KERNEL(swvi_rotation) r)
{
    const REAL p = r.w * r.y - r.z * r.x, q = -(r.w * r.x + r.z * r.y), d = r.z * r.z + r.w * r.w;
    const REAL along = p / (p > 0 ? edge.more_y : edge.less_y), across = q / (q > 0 ? edge.more_x : edge.less_x);
    const bool is_straight_back = (d == 0) & (edge.more_y < LARGE);  // then p and q are 0 too
    return (d * d >= along * along + across * across) & !is_straight_back;
}
