// SPDX-License-Identifier: MIT
//
// Seven-joint arm: closed form, one free parameter, the swivel angle phi. One text for double and float (arm_kernels.h),
// scalar code, vector lanes, WebAssembly and CUDA: straight-line arithmetic, selects instead of branches.
//
// Given     wrist p from the shoulder, hand rotation G, lengths L1 and L2, swivel phi
// Find      shoulder R_S = Rz(q0) Rx(q1) Rz(q2), elbow q3 >= 0, wrist R_W = Ry(q4) Rx(q5) Rz(q6)
//           with  p = R_S (L2 sin q3, 0, L1 + L2 cos q3)  and  G = R_S Ry(q3) R_W
//
// (1) to (3)    elbow, rise and circle: limb/elbow_kernel.h. d, n, psi, u, v are from there, m = u cos phi + v sin phi
// (4) shoulder  In the upper arm's frame the wrist is at (sin psi, 0, cos psi) and m at (-cos psi, 0, sin psi). So the
//               columns of R_S are X = n sin psi - m cos psi, Y = m x n = u sin phi - v cos phi,
//               Z = n cos psi + m sin psi (the upper arm).
// (5) angles    Rz Rx Rz, one after the other, no arc cosine and no division at the singularity: with h = hypot(Zx, Zy),
//               s = Zx, c = -Zy (0 and 1 if h = 0): q0 = atan2(s, c), q1 = atan2(h, Zz),
//               q2 = atan2(-(c Yx + s Yy), c Xx + s Xy), both h times too large, which an arc tangent does not see.
//               The other shoulder: (q0 + pi, -q1, q2 + pi).
// (6) wrist     M = Ry(-q3) R_S' G. Ry Rx Rz likewise: h = hypot(M13, M33), q4 = atan2(M13, M33),
//               q5 = atan2(-M23, h), q6 = atan2(-(c M12 - s M32), c M11 - s M31), s = M13, c = M33.
//
// Degenerate    those of the circle, and: h = 0 in (5), (6), or too small for its square to have all its digits: s = 0, c = 1
// Error         forward kinematics of the angles meets (p, G) to a few roundings of the reach: papers/tolani_badler/tests/arm.c
//
// This work is based on:
// Korein. A Geometric Investigation of Reach. 1985
// Tolani, Badler. Real-Time Inverse Kinematics of the Human Arm. 1996 (scheme 1; the printed (8), (10), (13), (14)
// lose a branch, a sign or all digits in special cases; these forms do not)
// Elias, Wen. Redundancy parameterization and inverse kinematics of 7-DOF revolute manipulators. 2024 (smooth reference)

/// Each angle of family 0 but the elbow's as a direction: its sine and its cosine, both times one positive number.
typedef struct KERNEL(swvi_arm_directions) {
    REAL sin0, cos0, sin1, cos1, sin2, cos2, sin4, cos4, sin5, cos5, sin6, cos6;
} KERNEL(swvi_arm_directions);

/// (4) and the matrix of (6): the shoulder's rotation by its columns, the wrist's by its entries.
typedef struct KERNEL(swvi_arm_rotations) {
    REAL xx, xy, xz, yx, yy, yz, zx, zy, zz;
    REAL m11, m12, m13, m21, m22, m23, m31, m32, m33;
} KERNEL(swvi_arm_rotations);

/// (4), (6): of a circle and the hand's axes in one frame at the shoulder, at a swivel given by its cosine and sine.
SWV_INLINE KERNEL(swvi_arm_rotations)
    KERNEL(swvi_arm_rotations_of)(const KERNEL(swvi_elbow_circle) * e, const KERNEL(swvi_hand_axes) * g,
                                  REAL cos_swivel, REAL sin_swivel)
{
    // (4)
    const REAL mx = e->ux * cos_swivel + e->vx * sin_swivel;
    const REAL my = e->uy * cos_swivel + e->vy * sin_swivel;
    const REAL mz = e->uz * cos_swivel + e->vz * sin_swivel;
    const REAL xx = e->nx * e->sin_rise - mx * e->cos_rise;
    const REAL xy = e->ny * e->sin_rise - my * e->cos_rise;
    const REAL xz = e->nz * e->sin_rise - mz * e->cos_rise;
    const REAL yx = e->ux * sin_swivel - e->vx * cos_swivel;
    const REAL yy = e->uy * sin_swivel - e->vy * cos_swivel;
    const REAL yz = e->uz * sin_swivel - e->vz * cos_swivel;
    const REAL zx = e->nx * e->cos_rise + mx * e->sin_rise;
    const REAL zy = e->ny * e->cos_rise + my * e->sin_rise;
    const REAL zz = e->nz * e->cos_rise + mz * e->sin_rise;

    // (6) a, b, c: the hand's axes in the upper arm's frame, then turned by the elbow
    const REAL a1 = (xx * g->xx + xy * g->xy) + xz * g->xz, a2 = (xx * g->yx + xy * g->yy) + xz * g->yz;
    const REAL a3 = (xx * g->zx + xy * g->zy) + xz * g->zz;
    const REAL b1 = (yx * g->xx + yy * g->xy) + yz * g->xz, b2 = (yx * g->yx + yy * g->yy) + yz * g->yz;
    const REAL b3 = (yx * g->zx + yy * g->zy) + yz * g->zz;
    const REAL c1 = (zx * g->xx + zy * g->xy) + zz * g->xz, c2 = (zx * g->yx + zy * g->yy) + zz * g->yz;
    const REAL c3 = (zx * g->zx + zy * g->zy) + zz * g->zz;
    const KERNEL(swvi_arm_rotations) r = {
        .xx = xx,
        .xy = xy,
        .xz = xz,
        .yx = yx,
        .yy = yy,
        .yz = yz,
        .zx = zx,
        .zy = zy,
        .zz = zz,
        .m11 = e->cos_elbow * a1 - e->sin_elbow * c1,
        .m12 = e->cos_elbow * a2 - e->sin_elbow * c2,
        .m13 = e->cos_elbow * a3 - e->sin_elbow * c3,
        .m21 = b1,
        .m22 = b2,
        .m23 = b3,
        .m31 = e->sin_elbow * a1 + e->cos_elbow * c1,
        .m32 = e->sin_elbow * a2 + e->cos_elbow * c2,
        .m33 = e->sin_elbow * a3 + e->cos_elbow * c3,
    };
    return r;
}

/// (5), (6), all but the arc tangents. Family 0 is the shoulder with sin q1 >= 0 and the wrist with cos q5 >= 0.
SWV_INLINE KERNEL(swvi_arm_directions) KERNEL(swvi_arm_directions_in)(const KERNEL(swvi_arm_rotations) * r)
{
    const REAL h_squared = r->zx * r->zx + r->zy * r->zy, k_squared = r->m13 * r->m13 + r->m33 * r->m33;
    const REAL s = h_squared > SMALLEST_SQUARE ? r->zx : 0, c = h_squared > SMALLEST_SQUARE ? -r->zy : 1;
    const REAL s4 = k_squared > SMALLEST_SQUARE ? r->m13 : 0, c4 = k_squared > SMALLEST_SQUARE ? r->m33 : 1;
    const KERNEL(swvi_arm_directions) q = {
        .sin0 = s,
        .cos0 = c,
        .sin1 = KERNEL(sqrt)(h_squared),
        .cos1 = r->zz,
        .sin2 = -(c * r->yx + s * r->yy),
        .cos2 = c * r->xx + s * r->xy,
        .sin4 = s4,
        .cos4 = c4,
        .sin5 = -r->m23,
        .cos5 = KERNEL(sqrt)(k_squared),
        .sin6 = -(c4 * r->m12 - s4 * r->m32),
        .cos6 = c4 * r->m11 - s4 * r->m31,
    };
    return q;
}

/// (4) to (6), all but the arc tangents: the two above, one after the other.
SWV_INLINE KERNEL(swvi_arm_directions)
    KERNEL(swvi_arm_directions_of)(const KERNEL(swvi_elbow_circle) * e, const KERNEL(swvi_hand_axes) * g,
                                   REAL cos_swivel, REAL sin_swivel)
{
    const KERNEL(swvi_arm_rotations) r = KERNEL(swvi_arm_rotations_of)(e, g, cos_swivel, sin_swivel);
    return KERNEL(swvi_arm_directions_in)(&r);
}

/// (4) to (6): the angles of family 0.
SWV_INLINE void KERNEL(swvi_arm_angles)(const KERNEL(swvi_elbow_circle) * e, const KERNEL(swvi_hand_axes) * g,
                                        REAL cos_swivel, REAL sin_swivel, REAL *q0, REAL *q1, REAL *q2, REAL *q4,
                                        REAL *q5, REAL *q6)
{
    const KERNEL(swvi_arm_directions) q = KERNEL(swvi_arm_directions_of)(e, g, cos_swivel, sin_swivel);
    *q0 = KERNEL(swvi_angle)(q.sin0, q.cos0);
    *q1 = KERNEL(swvi_angle)(q.sin1, q.cos1);
    *q2 = KERNEL(swvi_angle)(q.sin2, q.cos2);
    *q4 = KERNEL(swvi_angle)(q.sin4, q.cos4);
    *q5 = KERNEL(swvi_angle)(q.sin5, q.cos5);
    *q6 = KERNEL(swvi_angle)(q.sin6, q.cos6);
}

// So that it can be included again.
#undef REAL
#undef KERNEL
#undef SMALLEST_SQUARE
