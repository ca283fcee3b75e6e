// SPDX-License-Identifier: MIT
//
// One element of a batch of human limbs: a target as it comes from outside to the bones at the elbow that is wished for,
// and whether the limits hold there. One text for double and float (limb_elements.h), scalar code, vector lanes and CUDA,
// like the closed form it calls. In double it is, step by step, what src/limb/limb_solve.c does.
//
// (1) is it a target   v - v is 0 unless v is NaN or infinite; the quaternion must not be zero
// (2) unit             the quaternion, also if its square would overflow or vanish
// (3) axes             mirror is -1 for a left limb; a foot's axes are turned into the hand's
// (4) wish             the natural elbow or knee; or a swivel, given
// (5) posture          the elbow's circle, its swivel, the bones
// (6) limits           of twist, pronation and cone; those of direction, of which there may be many, come after
// (7) outcome          by forward kinematics of what was found, as swv_limb_report has it

/// What is the same for every element.
typedef struct KERNEL(swvi_limb_shape) {
    REAL upper, lower, nearest, farthest;  ///< lengths; distances that the hinge allows
    REAL mirror;                           ///< 1 for a right limb, -1 for a left one
    REAL softness, soft_from;              ///< soft_from: the distance at which a limb becomes soft, or infinite
    KERNEL(swvi_rotation) rest;
    KERNEL(swvi_twist_range) twist, pronation;
    KERNEL(swvi_cone_edge) edge;
    int  cap_count;
    REAL cap_x[SWV_MAX_CAPS], cap_y[SWV_MAX_CAPS], cap_z[SWV_MAX_CAPS], cap_cosine[SWV_MAX_CAPS];
} KERNEL(swvi_limb_shape);

SWV_INLINE KERNEL(swvi_twist_range) KERNEL(swvi_twist_range_of)(const struct swvi_half_turns *range)
{
    const bool is_limit = !range->is_whole_turn;
    const KERNEL(swvi_twist_range) r = {
        is_limit ? (REAL)range->sin_lower : 0,
        is_limit ? (REAL)range->cos_lower : 0,
        is_limit ? (REAL)range->sin_upper : 0,
        is_limit ? (REAL)range->cos_upper : 0,
    };
    return r;
}

/// nearest, farthest  in double, as for swvi_limb_circle_of
SWV_INLINE KERNEL(swvi_limb_shape) KERNEL(swvi_limb_shape_of)(const swv_limb *limb, double nearest, double farthest)
{
    const struct swvi_limb_bounds *b = &limb->_private;
    const double                   none = INFINITY;
    KERNEL(swvi_limb_shape)
    shape = {
        (REAL)limb->upper,
        (REAL)limb->lower,
        (REAL)nearest,
        (REAL)farthest,
        limb->side == SWV_LEFT ? (REAL)-1 : (REAL)1,
        (REAL)limb->softness,
        (REAL)(limb->softness > 0.0 ? (limb->upper + limb->lower) - limb->softness : none),
        { (REAL)b->rest.x, (REAL)b->rest.y, (REAL)b->rest.z, (REAL)b->rest.w },
        KERNEL(swvi_twist_range_of)(&b->twist),
        KERNEL(swvi_twist_range_of)(&b->pronation),
        { (REAL)(b->has_cone ? b->about_y[0] : none), (REAL)(b->has_cone ? b->about_y[1] : none),
          (REAL)(b->has_cone ? b->about_x[0] : none), (REAL)(b->has_cone ? b->about_x[1] : none) },
        limb->limits.cap_count,
        { 0 },
        { 0 },
        { 0 },
        { 0 },
    };
    for (int i = 0; i < shape.cap_count; ++i) {
        shape.cap_x[i] = (REAL)limb->limits.caps[i].axis.x;
        shape.cap_y[i] = (REAL)limb->limits.caps[i].axis.y;
        shape.cap_z[i] = (REAL)limb->limits.caps[i].axis.z;
        shape.cap_cosine[i] = (REAL)b->cap_cosines[i];
    }
    return shape;
}

SWV_INLINE REAL KERNEL(swvi_quat_size)(REAL x, REAL y, REAL z, REAL w)
{
    const REAL ax = KERNEL(fabs)(x), ay = KERNEL(fabs)(y), az = KERNEL(fabs)(z), aw = KERNEL(fabs)(w);
    const REAL axy = ax > ay ? ax : ay, azw = az > aw ? az : aw;
    return axy > azw ? axy : azw;
}

/// (2)
SWV_INLINE KERNEL(swvi_rotation) KERNEL(swvi_quat_unit)(REAL x, REAL y, REAL z, REAL w)
{
    const REAL size = KERNEL(swvi_quat_size)(x, y, z, w);
    const REAL scale = size > QUAT_LARGE ? QUAT_LESS : size < QUAT_SMALL ? QUAT_MORE : 1;
    const REAL sx = scale * x, sy = scale * y, sz = scale * z, sw = scale * w;
    const REAL inverse = 1 / KERNEL(sqrt)(((sx * sx + sy * sy) + sz * sz) + sw * sw);
    const KERNEL(swvi_rotation) unit = { inverse * sx, inverse * sy, inverse * sz, inverse * sw };
    return unit;
}

/// (4) The direction from the line to the elbow or knee, of a right limb.
SWV_INLINE KERNEL(swvi_direction) KERNEL(swvi_limb_wish_of)(const KERNEL(swvi_limb_shape) * shape, REAL px, REAL py,
                                                            REAL pz, REAL qx, REAL qy, REAL qz, REAL qw, bool is_leg)
{
    const KERNEL(swvi_rotation) unit = KERNEL(swvi_quat_unit)(qx, qy, qz, qw);
    const REAL square = (qx * qx + qy * qy) + (qz * qz + qw * qw), m = shape->mirror,
               reach = shape->upper + shape->lower;
    const bool has_square = (square > LEAST_SQUARE) & (square < MOST_SQUARE);
    const KERNEL(swvi_hand_axes) g =
        KERNEL(swvi_hand_axes_of)(has_square ? qx : unit.x, has_square ? m * qy : m * unit.y,
                                  has_square ? m * qz : m * unit.z, has_square ? qw : unit.w);
    // Over reach. Where that would overflow: as far as can be.
    const REAL size_x = KERNEL(fabs)(px), size_y = KERNEL(fabs)(py), size_z = KERNEL(fabs)(pz);
    const REAL size_xy = size_x > size_y ? size_x : size_y, size = size_xy > size_z ? size_xy : size_z;
    const REAL length = size / reach < (REAL)0x1p100 ? reach : size * (REAL)0x1p-100;
    const REAL x = (m * px) / length, y = py / length, z = pz / length;
    return is_leg ? KERNEL(swvi_natural_knee)(x, y, z, g) : KERNEL(swvi_natural_elbow)(x, y, z, g);
}

/// The bones are a right limb's.
typedef struct KERNEL(swvi_limb_element) {
    KERNEL(swvi_limb_bones) bones;
    KERNEL(swvi_vector) points;  ///< where the upper bone points, for the limits of direction
    REAL sin_bend, cos_bend;     ///< of half the flexion
    REAL outcome;                ///< a swv_outcome, or SWVI_OUTSIDE if a limit does not hold
} KERNEL(swvi_limb_element);

/// soft         the wrist as softness leaves it
/// is_given     the swivel is given: wish has its cosine, its sine and itself; else it is that of swvi_limb_wish_of
SWV_INLINE KERNEL(swvi_limb_element)
    KERNEL(swvi_limb_element_of)(const KERNEL(swvi_limb_shape) * shape, REAL px, REAL py, REAL pz, REAL soft_x,
                                 REAL soft_y, REAL soft_z, REAL qx, REAL qy, REAL qz, REAL qw, REAL wish_x, REAL wish_y,
                                 REAL wish_z, bool is_given, bool is_leg)
{
    // (1)
    const REAL zero_p = ((px - px) + (py - py)) + (pz - pz), zero_q = ((qx - qx) + (qy - qy)) + ((qz - qz) + (qw - qw));
    const REAL zero = (zero_p + zero_q) + (is_given ? wish_z - wish_z : 0);
    const bool is_target = (zero == 0) & (KERNEL(swvi_quat_size)(qx, qy, qz, qw) > 0);

    // (2), (3)
    const REAL m = shape->mirror;
    const KERNEL(swvi_rotation) u = KERNEL(swvi_quat_unit)(qx, qy, qz, qw);
    const KERNEL(swvi_rotation) q = { u.x, m * u.y, m * u.z, u.w }, foot = { q.w, q.z, -q.y, -q.x };
    const KERNEL(swvi_rotation) end = is_leg ? foot : q;

    // (5)
    const KERNEL(swvi_limb_circle) e = KERNEL(swvi_limb_circle_of)(
        m * soft_x, soft_y, soft_z, shape->upper, shape->lower, shape->nearest, shape->farthest, is_leg);
    const KERNEL(swvi_vector) a = KERNEL(swvi_limb_zero_of)(&e);
    const KERNEL(swvi_vector) b = { e.ny * a.z - e.nz * a.y, e.nz * a.x - e.nx * a.z, e.nx * a.y - e.ny * a.x };
    const REAL along = (wish_x * a.x + wish_y * a.y) + wish_z * a.z,
               across = (wish_x * b.x + wish_y * b.y) + wish_z * b.z;
    const bool is_clear = along * along + across * across > (REAL)1e-30;
    REAL       c, s;
    KERNEL(swvi_half_swivel)
    (is_given ? wish_x : is_clear ? along : 1, is_given ? wish_y : is_clear ? across : 0, &c, &s);
    const KERNEL(swvi_limb_bones) bones = KERNEL(swvi_limb_bones_of)(&e, c, s);

    // (6)
    const KERNEL(swvi_rotation) from_rest = KERNEL(swvi_rotation_mul)(shape->rest, bones.upper);
    const KERNEL(swvi_rotation) relative = KERNEL(swvi_limb_relative)(bones.lower, end);
    const bool is_twist_inside = KERNEL(swvi_is_within_twists)(shape->twist, from_rest.z, from_rest.w);
    const bool is_turn_inside = KERNEL(swvi_is_within_twists)(shape->pronation, relative.z, relative.w);
    const bool is_bend_inside = KERNEL(swvi_is_within_cone)(shape->edge, relative);
    const bool is_inside = is_twist_inside & is_turn_inside & is_bend_inside;

    // (7) A square that overflows is infinite, and larger than any tolerance.
    const KERNEL(swvi_vector) z = KERNEL(swvi_rotation_axis_z)(bones.upper),
                              f = KERNEL(swvi_rotation_axis_z)(bones.lower);
    const REAL reach = shape->upper + shape->lower, difference = KERNEL(fabs)(shape->upper - shape->lower);
    const REAL tolerance = REACH_TOLERANCE * reach, x = m * px;
    const REAL off_x = (shape->upper * z.x + shape->lower * f.x) - x,
               off_y = (shape->upper * z.y + shape->lower * f.y) - py;
    const REAL off_z = (shape->upper * z.z + shape->lower * f.z) - pz;
    const REAL off = KERNEL(sqrt)((off_x * off_x + off_y * off_y) + off_z * off_z);
    const REAL d = KERNEL(sqrt)((x * x + py * py) + pz * pz);
    const REAL miss = d > reach + tolerance        ? (REAL)SWV_OUT_OF_REACH
                      : d < difference - tolerance ? (REAL)SWV_TOO_NEAR
                      : d > shape->soft_from       ? (REAL)SWV_SOFTENED
                                                   : (REAL)SWV_LIMITED;
    const REAL outcome = !is_inside ? (REAL)SWVI_OUTSIDE : off > tolerance ? miss : (REAL)SWV_REACHED;
    const KERNEL(swvi_limb_element) element = {
        bones, z, e.sin_bend, e.cos_bend, is_target ? outcome : (REAL)SWV_INVALID_TARGET,
    };
    return element;
}

/// (6) Whether a direction is inside cap number i.
SWV_INLINE bool KERNEL(swvi_limb_is_in_cap)(const KERNEL(swvi_limb_shape) * shape, int i, REAL x, REAL y, REAL z)
{
    return (x * shape->cap_x[i] + y * shape->cap_y[i]) + z * shape->cap_z[i] > shape->cap_cosine[i];
}

// So that it can be included again.
#undef REAL
#undef KERNEL
#undef QUAT_LARGE
#undef QUAT_LESS
#undef QUAT_SMALL
#undef QUAT_MORE
#undef LEAST_SQUARE
#undef MOST_SQUARE
#undef REACH_TOLERANCE
