// SPDX-License-Identifier: MIT
//
// One element of a batch of arms: a target as it comes from outside to the directions of its angles (their sines and
// cosines, both times one positive number) and the outcome. One text for double and float (arm_elements.h), like the
// closed form it calls.
//
// Inputs: the wrist p from the shoulder, in the caller's axes there and in the unit of the lengths; the hand's rotation as a quaternion; the swivel,
// radians, with its cosine and sine.
//
// (1) is it a target   v - v is 0 unless v is NaN or infinite; the quaternion must not be zero
// (2) its size         a quaternion whose square would overflow or vanish is brought nearer to unit length by a power
//                      of two, which changes no bit of its direction
// (3) its axes         mirror is -1 for a left limb: the image of a turn about y or z is a turn the other way. A leg's are
//                      turned into the arm's, and its swivel counts from a quarter turn away: papers/tolani_badler/arm.c
// (4) outcome          beyond reach by more than the tolerance: out of reach or too near

typedef struct KERNEL(swvi_arm_element) {
    KERNEL(swvi_arm_directions) q;
    REAL sin3, cos3;
    REAL outcome;  ///< a swv_outcome or SWV_INVALID_TARGET
} KERNEL(swvi_arm_element);

SWV_INLINE KERNEL(swvi_arm_element)
    KERNEL(swvi_arm_element_of)(REAL px, REAL py, REAL pz, REAL qx, REAL qy, REAL qz, REAL qw, REAL swivel,
                                REAL cos_swivel, REAL sin_swivel, REAL upper_arm, REAL forearm, REAL mirror,
                                bool is_smooth, bool is_leg)
{
    // (1)
    const REAL zero_p = ((px - px) + (py - py)) + (pz - pz), zero_q = ((qx - qx) + (qy - qy)) + ((qz - qz) + (qw - qw));
    const REAL zero = (zero_p + zero_q) + (swivel - swivel);
    const REAL ax = KERNEL(fabs)(qx), ay = KERNEL(fabs)(qy), az = KERNEL(fabs)(qz), aw = KERNEL(fabs)(qw);
    const REAL axy = ax > ay ? ax : ay, azw = az > aw ? az : aw, size = axy > azw ? axy : azw;
    const bool is_target = zero == 0 && size > 0;

    // (2), (3)
    const REAL scale = size > QUAT_LARGE ? QUAT_LESS : size < QUAT_SMALL ? QUAT_MORE : 1;
    const REAL rx = scale * qx, ry = mirror * scale * qy, rz = mirror * scale * qz, rw = scale * qw, x = mirror * px;
    const REAL fx = HALF_ROOT * (rw - ry), fy = HALF_ROOT * (rz - rx);  // the foot's
    const REAL fz = HALF_ROOT * (-rx - rz), fw = HALF_ROOT * (rw + ry);
    const KERNEL(swvi_hand_axes) g =
        KERNEL(swvi_hand_axes_of)(is_leg ? fx : rx, is_leg ? fy : ry, is_leg ? fz : rz, is_leg ? fw : rw);
    const KERNEL(swvi_elbow_circle) e = is_leg ? KERNEL(swvi_elbow_circle_of)(-py, pz, -x, upper_arm, forearm, false)
                                               : KERNEL(swvi_elbow_circle_of)(x, py, pz, upper_arm, forearm, is_smooth);
    const REAL c = is_leg ? sin_swivel : cos_swivel, s = is_leg ? -cos_swivel : sin_swivel;

    // (4)
    const REAL tolerance = REACH_TOLERANCE * (upper_arm + forearm);
    const REAL miss = e.excess > tolerance ? SWV_OUT_OF_REACH : e.excess < -tolerance ? SWV_TOO_NEAR : SWV_REACHED;
    const KERNEL(swvi_arm_element) element = {
        .q = KERNEL(swvi_arm_directions_of)(&e, &g, c, s),
        .sin3 = e.sin_elbow,
        .cos3 = e.cos_elbow,
        .outcome = is_target ? miss : SWV_INVALID_TARGET,
    };
    return element;
}

// So that it can be included again.
#undef REAL
#undef KERNEL
#undef QUAT_LARGE
#undef QUAT_LESS
#undef QUAT_SMALL
#undef QUAT_MORE
#undef REACH_TOLERANCE
#undef HALF_ROOT
