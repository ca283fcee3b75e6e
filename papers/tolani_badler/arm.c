// SPDX-License-Identifier: MIT
//
// The seven-joint arm: making one, forward kinematics, and scheme 1, every solution for a hand pose and a swivel. The
// closed form is arm_kernel.h. Lengths are metres, angles and postures q radians, positions from the shoulder (hip): in public functions in the
// caller's axes (arm.h), in those that take a target, a circle or a posture in the kernel's (swvi_arm_into).
#include "swivel_papers/arm.h"

#include <math.h>
#include <stddef.h>

#include "tolani_badler/arm_internal.h"
#include "math/scalar.h"
#include "swivel_papers/models.h"
#include "swivel/trig.h"

// ---- making an arm ----

static const double full_turn = 2.0 * SWV_PI;

// As swvi_cookie, in two chains that run side by side: this is done in every call. 2^64 over the golden ratio puts them together. 3, 5 and where
// they begin: any odd multipliers that differ would do.
static uint64_t cookie_of(const swv_arm *arm)
{
    uint64_t lower = 1, upper = 2;
    for (int i = 0; i < 7; ++i) {
        lower = 3 * lower + swvi_bits(arm->limits[i].lower);
        upper = 5 * upper + swvi_bits(arm->limits[i].upper);
    }
    return lower + 0x9e3779b97f4a7c15u * upper;
}

swv_status swv_arm_set_limits(swv_arm *arm, int joint, double lower, double upper)
{
    if (!arm)
        return SWV_NULL;
    if (!swvi_are_arm_lengths(arm->upper_arm, arm->forearm))
        return SWV_BAD_MODEL;
    if (joint < 0 || joint >= 7)
        return SWV_BAD_COUNT;
    if (!swvi_are_limits(lower, upper))
        return SWV_BAD_LIMITS;
    swv_arm_limits *l = &arm->limits[joint];
    *l = (swv_arm_limits){ .lower = lower, .upper = upper };
    l->_private.cos_half = -2.0;

    // Feasible swivels are worked out for limits wider by half the tolerance: a single point becomes an interval, and what
    // is found at its ends still counts as inside after rounding.
    const double margin = 0.5 * SWV_LIMIT_TOLERANCE;
    const double width = upper - lower + 2.0 * margin;
    if (width < full_turn) {
        const double middle = lower + 0.5 * (upper - lower);
        swv_sincos(lower - margin, &l->_private.sin_lower, &l->_private.cos_lower);
        swv_sincos(upper + margin, &l->_private.sin_upper, &l->_private.cos_upper);
        swv_sincos(middle, &l->_private.sin_middle, &l->_private.cos_middle);
        swv_sincos(0.5 * width, &l->_private.sin_half, &l->_private.cos_half);
    }
    arm->cookie = cookie_of(arm);
    return SWV_OK;
}

bool swvi_are_arm_lengths(double upper_arm, double forearm)
{
    return upper_arm > 1e-100 && upper_arm < 1e100 && forearm > 1e-6 * upper_arm && forearm < 1e6 * upper_arm;
}

swv_status swv_arm_make(double upper_arm, double forearm, swv_arm *arm)
{
    if (!arm)
        return SWV_NULL;
    if (!swvi_is_finite(upper_arm) || !swvi_is_finite(forearm))
        return SWV_NOT_FINITE;
    if (!swvi_are_arm_lengths(upper_arm, forearm))
        return SWV_BAD_ARGUMENT;
    *arm = (swv_arm){ .upper_arm = upper_arm, .forearm = forearm };
    for (int i = 0; i < 7; ++i)
        (void)swv_arm_set_limits(arm, i, -INFINITY, INFINITY);
    return SWV_OK;
}

swv_status swv_arm_make_leg(double thigh, double shank, swv_arm *leg)
{
    const swv_status status = swv_arm_make(thigh, shank, leg);
    if (status == SWV_OK)
        leg->is_leg = true;
    return status;
}

// Bones (metres) and limits of a built-in chain: joints 3 and 4 are elbow and wrist, their origins one bone along.
static void make_human(swv_arm *arm, const char *model)
{
    swv_chain chain;
    (void)swv_model_chain(model, &chain);
    (void)swv_arm_make(swv_vec3_length(chain.joints[3].origin), swv_vec3_length(chain.joints[4].origin), arm);
    for (int i = 0; i < 7; ++i)
        (void)swv_arm_set_limits(arm, i, chain.joints[i].lower, chain.joints[i].upper);
}

swv_status swv_arm_make_human(swv_arm *arm)
{
    if (!arm)
        return SWV_NULL;
    make_human(arm, "arm7");
    return SWV_OK;
}

swv_status swv_arm_make_human_leg(swv_arm *leg)
{
    if (!leg)
        return SWV_NULL;
    make_human(leg, "leg7");
    leg->is_leg = true;
    return SWV_OK;
}

// Whether a maker and the setters made it: lengths, enums, softness (at most half the reach, arm.h) and the limits' cookie.
static swv_status check_arm(const swv_arm *arm)
{
    const bool is_fine = swvi_are_arm_lengths(arm->upper_arm, arm->forearm) &&
                         (arm->side == SWV_RIGHT || arm->side == SWV_LEFT) && arm->softness >= 0.0 &&
                         arm->softness <= 0.5 * (arm->upper_arm + arm->forearm) &&
                         (arm->reference == SWV_SWIVEL_DOWN || arm->reference == SWV_SWIVEL_SMOOTH) &&
                         arm->compromise >= SWV_ARM_MOVE_SWIVEL && arm->compromise <= SWV_ARM_GIVE_UP_HAND &&
                         arm->cookie == cookie_of(arm);
    return is_fine ? SWV_OK : SWV_BAD_MODEL;
}

// ---- axes ----
//
// The closed form is that of a right arm. A left limb is brought to the right side first, by the mirror x -> -x, which
// makes a turn about x the same and one about y or z a turn the other way. A leg's axes are then turned so that the pole
// of its hip, the limb's z, points inward, x backward and y up: p becomes (-y, z, -x), and so does the vector of a
// quaternion; and the foot's, by a quarter turn about x, so that standing, q1 = pi/2, is no turn.

static const double half_root = 0.70710678118654752440;  // sine and cosine of an eighth of a turn

// (x, y, z, w) times a turn about x, y or z, given by sine and cosine of half its angle.
static swv_quat turned_x(swv_quat q, double s, double c)
{
    return (swv_quat){ q.x * c + q.w * s, q.y * c + q.z * s, q.z * c - q.y * s, q.w * c - q.x * s };
}

static swv_quat turned_y(swv_quat q, double s, double c)
{
    return (swv_quat){ q.x * c - q.z * s, q.y * c + q.w * s, q.z * c + q.x * s, q.w * c - q.y * s };
}

static swv_quat turned_z(swv_quat q, double s, double c)
{
    return (swv_quat){ q.x * c + q.y * s, q.y * c - q.x * s, q.z * c + q.w * s, q.w * c - q.z * s };
}

swv_vec3 swvi_arm_into(const swv_arm *arm, swv_vec3 p)
{
    if (arm->side == SWV_LEFT)
        p = swvi_mirrored(p);
    if (arm->is_leg)
        p = (swv_vec3){ -p.y, p.z, -p.x };
    return p;
}

swv_vec3 swvi_arm_out_of(const swv_arm *arm, swv_vec3 p)
{
    if (arm->is_leg)
        p = (swv_vec3){ -p.z, -p.x, p.y };
    return arm->side == SWV_LEFT ? swvi_mirrored(p) : p;
}

// A hand (foot) from the caller's axes into those of the right arm that the kernel solves.
static swv_pose pose_into(const swv_arm *arm, swv_pose pose)
{
    swv_quat r = pose.rotation;
    if (arm->side == SWV_LEFT)
        r = swvi_mirrored_quat(r);
    if (arm->is_leg)
        r = (swv_quat){ half_root * (r.w - r.y), half_root * (r.z - r.x), half_root * (-r.x - r.z),
                        half_root * (r.w + r.y) };
    return (swv_pose){ swvi_arm_into(arm, pose.position), r };
}

// The way back.
static swv_pose pose_out_of(const swv_arm *arm, swv_pose pose)
{
    swv_quat r = pose.rotation;
    if (arm->is_leg)
        r = (swv_quat){ half_root * (-r.z - r.y), half_root * (r.w - r.x), half_root * (r.y - r.z),
                        half_root * (r.w + r.x) };
    if (arm->side == SWV_LEFT)
        r = swvi_mirrored_quat(r);
    return (swv_pose){ swvi_arm_out_of(arm, pose.position), r };
}

// A joint's axis in the caller's axes, from the kernel's: `along` metres up the straight arm, with this direction.
// It is mirrored like a vector and then turned round, for the turn about it goes the other way.
static swv_axis axis_out_of(const swv_arm *arm, double along, swv_vec3 direction)
{
    const double sign = arm->side == SWV_LEFT ? -1.0 : 1.0;
    return (swv_axis){ swvi_arm_out_of(arm, (swv_vec3){ 0.0, 0.0, along }),
                       swv_vec3_scale(sign, swvi_arm_out_of(arm, direction)), false };
}

swv_status swv_arm_chain(const swv_arm *arm, swv_chain *chain)
{
    if (!arm || !chain)
        return SWV_NULL;
    if (check_arm(arm) != SWV_OK)
        return SWV_BAD_MODEL;
    const swv_vec3 x = { 1.0, 0.0, 0.0 }, y = { 0.0, 1.0, 0.0 }, z = { 0.0, 0.0, 1.0 };
    const double   elbow = arm->upper_arm, wrist = arm->upper_arm + arm->forearm;
    const swv_axis axes[7] = { axis_out_of(arm, 0.0, z),   axis_out_of(arm, 0.0, x),   axis_out_of(arm, 0.0, z),
                               axis_out_of(arm, elbow, y), axis_out_of(arm, wrist, y), axis_out_of(arm, wrist, x),
                               axis_out_of(arm, wrist, z) };
    const swv_pose tip = pose_out_of(arm, (swv_pose){ { 0.0, 0.0, wrist }, SWV_IDENTITY_QUAT });
    swv_chain      made;
    swv_status     status = swv_chain_from_axes(&made, axes, 7, &tip);
    for (int i = 0; i < 7 && status == SWV_OK; ++i)
        status = swv_chain_set_limits(&made, i, arm->limits[i].lower, arm->limits[i].upper);
    if (status == SWV_OK)
        *chain = made;
    return status;
}

// ---- forward ----

// The z axis of a rotation times a length.
static swv_vec3 along_z(swv_quat q, double length)
{
    return (swv_vec3){ 2.0 * length * (q.x * q.z + q.w * q.y), 2.0 * length * (q.y * q.z - q.w * q.x),
                       length - 2.0 * length * (q.x * q.x + q.y * q.y) };
}

swvi_arm_frames swvi_arm_frames_of(const swv_arm *arm, const double q[7])
{
    double s[7], c[7];
#pragma omp simd
    for (int i = 0; i < 7; ++i)
        swvi_sincos(0.5 * q[i], &s[i], &c[i]);
    const swv_quat  identity = SWV_IDENTITY_QUAT;
    swvi_arm_frames f;
    f.shoulder = turned_z(turned_x(turned_z(identity, s[0], c[0]), s[1], c[1]), s[2], c[2]);
    f.elbow = along_z(f.shoulder, arm->upper_arm);
    const swv_quat r = turned_y(f.shoulder, s[3], c[3]);
    f.hand.position = swv_vec3_add(f.elbow, along_z(r, arm->forearm));
    // Off unit length by a few roundings: one step of Newton's method for 1 / sqrt(length^2).
    const swv_quat h = turned_z(turned_x(turned_y(r, s[4], c[4]), s[5], c[5]), s[6], c[6]);
    const double   k = 1.5 - 0.5 * ((h.x * h.x + h.y * h.y) + (h.z * h.z + h.w * h.w));
    f.hand.rotation = (swv_quat){ k * h.x, k * h.y, k * h.z, k * h.w };
    return f;
}

// Seven finite numbers: 0 times anything else is NaN.
static bool is_posture(const double q[7])
{
    double not_finite = 0.0;
    for (int i = 0; i < 7; ++i)
        not_finite += 0.0 * q[i];
    return not_finite == 0.0;
}

swv_status swv_arm_forward(const swv_arm *arm, const double q[7], swv_pose *hand, swv_vec3 *elbow)
{
    if (!arm || !q || !hand)
        return SWV_NULL;
    const swv_status status = check_arm(arm);
    if (status != SWV_OK)
        return status;
    if (!is_posture(q))
        return SWV_BAD_POSTURE;
    const swvi_arm_frames f = swvi_arm_frames_of(arm, q);
    *hand = pose_out_of(arm, f.hand);
    if (elbow)
        *elbow = swvi_arm_out_of(arm, f.elbow);
    return SWV_OK;
}

// The circle of the elbow for a wrist seen from the shoulder, metres, in the kernel's axes (swvi_arm_into).
// The arm's reference is "down" the pole, which is outward for a leg; the knee straight ahead is a quarter turn from there.
// The references are told apart out here, so that the kernel is straight for each: an eighth faster.
static swvi_elbow_circle circle_of(const swv_arm *arm, swv_vec3 wrist)
{
    const double u = arm->upper_arm, f = arm->forearm;
    if (!arm->is_leg)
        return arm->reference == SWV_SWIVEL_SMOOTH ? swvi_elbow_circle_of(wrist.x, wrist.y, wrist.z, u, f, true)
                                                   : swvi_elbow_circle_of(wrist.x, wrist.y, wrist.z, u, f, false);
    swvi_elbow_circle e = swvi_elbow_circle_of(wrist.x, wrist.y, wrist.z, u, f, false);
    const swv_vec3    outward = { e.ux, e.uy, e.uz };
    e.ux = -e.vx;
    e.uy = -e.vy;
    e.uz = -e.vz;
    e.vx = outward.x;
    e.vy = outward.y;
    e.vz = outward.z;
    return e;
}

// The y axis of the upper arm is normal to the plane of the arm, Y = u sin phi - v cos phi, the straight arm's too. An
// elbow that bends backward has it the other way. The frames are the posture's.
static double swivel_on(const swvi_elbow_circle *e, const swvi_arm_frames *f, const double q[7])
{
    const swv_vec3 along_y = { 0.0, swv_sin(q[3]) < 0.0 ? -1.0 : 1.0, 0.0 };
    const swv_vec3 y = swv_quat_rotate(f->shoulder, along_y);
    return swv_atan2(y.x * e->ux + y.y * e->uy + y.z * e->uz, -(y.x * e->vx + y.y * e->vy + y.z * e->vz));
}

swv_status swv_arm_swivel_of(const swv_arm *arm, const double q[7], double *swivel)
{
    if (!arm || !q || !swivel)
        return SWV_NULL;
    const swv_status status = check_arm(arm);
    if (status != SWV_OK)
        return status;
    if (!is_posture(q))
        return SWV_BAD_POSTURE;
    const swvi_arm_frames   f = swvi_arm_frames_of(arm, q);
    const swvi_elbow_circle e = circle_of(arm, f.hand.position);
    *swivel = swivel_on(&e, &f, q);
    return SWV_OK;
}

swv_status swv_arm_swivel_about(const swv_arm *arm, swv_vec3 wrist, const double q[7], double *swivel)
{
    if (!arm || !q || !swivel)
        return SWV_NULL;
    const swv_status status = check_arm(arm);
    if (status != SWV_OK)
        return status;
    if (!swvi_vec3_is_finite(wrist))
        return SWV_BAD_GOAL;
    if (!is_posture(q))
        return SWV_BAD_POSTURE;
    const swvi_arm_frames   f = swvi_arm_frames_of(arm, q);
    const swvi_elbow_circle e = circle_of(arm, swvi_arm_into(arm, wrist));
    *swivel = swivel_on(&e, &f, q);
    return SWV_OK;
}

swv_status swv_arm_swivel_towards(const swv_arm *arm, swv_vec3 wrist, swv_vec3 direction, double *swivel)
{
    if (!arm || !swivel)
        return SWV_NULL;
    const swv_status status = check_arm(arm);
    if (status != SWV_OK)
        return status;
    if (!swvi_vec3_is_finite(wrist) || !swvi_vec3_is_finite(direction))
        return SWV_BAD_GOAL;
    const swvi_elbow_circle e = circle_of(arm, swvi_arm_into(arm, wrist));
    const swv_vec3          m = swvi_arm_into(arm, swv_vec3_normalize(direction));
    *swivel = swv_atan2(m.x * e.vx + m.y * e.vy + m.z * e.vz, m.x * e.ux + m.y * e.uy + m.z * e.uz);
    return SWV_OK;
}

// A quarter turn about the fingers; the other way on the other side.
swv_quat swv_arm_palm_axes(swv_side side, swv_quat hand)
{
    return turned_z(swv_quat_normalize(hand), side == SWV_LEFT ? half_root : -half_root, half_root);
}

swv_status swv_arm_natural_swivel(const swv_arm *arm, const swv_pose *hand, double *swivel)
{
    if (!arm || !hand || !swivel)
        return SWV_NULL;
    if (check_arm(arm) != SWV_OK)
        return SWV_BAD_MODEL;
    swv_pose checked = *hand;
    if (swv_pose_check(&checked) != SWV_OK)
        return SWV_BAD_GOAL;
    swv_vec3         direction;
    const double     reach = arm->upper_arm + arm->forearm;
    const swv_pose   palm = { hand->position, swv_arm_palm_axes(arm->side, hand->rotation) };
    const swv_status status = arm->is_leg ? swv_natural_knee(arm->side, reach, hand, &direction)
                                          : swv_natural_elbow(arm->side, reach, &palm, &direction);
    return status == SWV_OK ? swv_arm_swivel_towards(arm, hand->position, direction, swivel) : SWV_BAD_GOAL;
}

// ---- scheme 1 ----

swv_status swvi_check_hand(swv_pose *pose)
{
    const swv_quat r = pose->rotation;
    const double   length_squared = (r.x * r.x + r.y * r.y) + (r.z * r.z + r.w * r.w);
    // 1e-9: a unit quaternion, but for rounding of files and of callers. Chosen.
    if (!(fabs(length_squared - 1.0) < 1e-9))
        return swv_pose_check(pose);
    return swvi_vec3_is_finite(pose->position) ? SWV_OK : SWV_NOT_FINITE;
}

// Near full extension the elbow's angle goes as the root of what is missing, so a hand that moves steadily straightens it
// infinitely fast. With softness w the last w of the way takes for ever: a wrist wanted at distance d = a + w x, where
// a = reach - w, is brought to a + w x/(1 + x). That starts with slope 1, and the elbow's speed stays below
// sqrt(2 reach/(L1 L2 w)) times the hand's. Only the length changes, so any axes will do.
static swv_vec3 softened(const swv_arm *arm, swv_vec3 wrist)
{
    if (arm->softness == 0.0)
        return wrist;
    const double d = swv_vec3_length(wrist), begins = arm->upper_arm + arm->forearm - arm->softness;
    if (!(d > begins))
        return wrist;
    const double x = (d - begins) / arm->softness;
    return swv_vec3_scale(begins + arm->softness * (x / (1.0 + x)), swv_vec3_normalize(wrist));
}

swv_status swvi_arm_target_of(const swv_arm *arm, const swv_pose *hand, swvi_arm_target *target)
{
    if (!arm || !hand)
        return SWV_NULL;
    swv_pose pose = *hand;
    if (check_arm(arm) != SWV_OK)
        return SWV_BAD_MODEL;
    if (swvi_check_hand(&pose) != SWV_OK)
        return SWV_BAD_GOAL;
    target->hand = pose_into(arm, pose);
    const swv_quat r = target->hand.rotation;
    target->axes = swvi_hand_axes_of(r.x, r.y, r.z, r.w);
    target->circle = circle_of(arm, softened(arm, target->hand.position));
    return SWV_OK;
}

// Bit 0 of the family is (q0 + pi, -q1, q2 + pi), bit 1 (q4 + pi, pi - q5, q6 + pi), bit 2
// (q2 + pi, -q3, -q4, -q5, q6 + pi). So each joint has two values or four. q: the joint's in family 0.
static double variant_value(int joint, int variant, double q)
{
    switch (joint) {
    case 1:
    case 3:
        return variant ? -q : q;
    case 4:
        return variant == 0 ? q : variant == 1 ? swvi_half_turn_away(q) : variant == 2 ? -q : swvi_half_turn_away(-q);
    case 5:
        return variant == 0 ? q : variant == 1 ? swvi_half_turn_away(-q) : variant == 2 ? -q : swvi_half_turn_away(q);
    default:
        return variant ? swvi_half_turn_away(q) : q;
    }
}

// Of variant_value: how many values the joint has.
static int variant_count(int joint)
{
    return joint == 4 || joint == 5 ? 4 : 2;
}

// Which of them each family has.
static const unsigned char variant_of[7][SWV_ARM_FAMILIES] = {
    { 0, 1, 0, 1, 0, 1, 0, 1 }, { 0, 1, 0, 1, 0, 1, 0, 1 }, { 0, 1, 0, 1, 1, 0, 1, 0 }, { 0, 0, 0, 0, 1, 1, 1, 1 },
    { 0, 0, 1, 1, 2, 2, 3, 3 }, { 0, 0, 1, 1, 2, 2, 3, 3 }, { 0, 0, 1, 1, 1, 1, 0, 0 },
};

void swvi_arm_to_family(int family, const double q[7], double other[7])
{
    for (int i = 0; i < 7; ++i)
        other[i] = variant_value(i, variant_of[i][family], q[i]);
}

// Near enough that a turn of q0 by the limits' tolerance moves the upper arm by less than SWVI_ON_POLE.
static bool is_beside_pole(double q1)
{
    const double off = fabs(swv_angle_wrap(q1)), near_enough = SWVI_ON_POLE / SWV_LIMIT_TOLERANCE;
    return off < near_enough || SWV_PI - off < near_enough;
}

// An angle (radians) that no turn brings inside: as the turn nearest to the limits.
static double beside(const swv_arm_limits *limits, double angle)
{
    const double kept = swvi_arm_kept(limits, angle);
    return kept + swv_angle_wrap(angle - kept);
}

// q0 + q2 is kept, or q0 - q2: q0 + p = total with p = +-q2 in [low, high]. q0 stays as near to what it is as it can.
bool swvi_arm_share_on_pole(const swv_arm *arm, double q[7])
{
    const swv_arm_limits *first = &arm->limits[0], *last = &arm->limits[2];
    const double          off = fabs(swv_angle_wrap(q[1]));
    const bool            is_up = off < 1.0;  // or hangs: q1 is beside 0 or beside pi, anything between would do
    const double          sign = is_up ? 1.0 : -1.0;
    const double          low = is_up ? last->lower : -last->upper, high = is_up ? last->upper : -last->lower;
    double                total = q[0] + sign * q[2];
    if (!is_beside_pole(q[1]) || !swv_angle_turn_into(first->lower + low, first->upper + high, &total))
        return false;
    const double least = swvi_larger(first->lower, total - high), most = swvi_smaller(first->upper, total - low);
    const double shared = swvi_larger(least, swvi_smaller(most, beside(first, q[0])));
    if (fabs(swv_angle_wrap(shared - q[0])) * (is_up ? off : SWV_PI - off) > SWVI_ON_POLE)
        return false;
    q[0] = shared;
    q[2] = sign * (total - shared);
    return true;
}

uint32_t swvi_arm_turn_into_limits(const swv_arm *arm, double q[7])
{
    uint32_t outside = 0;
    for (int i = 0; i < 7; ++i)
        outside |= (uint32_t)!swvi_arm_turn_into(&arm->limits[i], &q[i]) << i;
    if (outside & SWVI_POLE_JOINTS && swvi_arm_share_on_pole(arm, q))
        outside &= ~(uint32_t)SWVI_POLE_JOINTS;
    // The elbow stays: the sign of its angle says which way it bends.
    const uint32_t moved = outside & ~(uint32_t)SWVI_ELBOW_JOINT;
    for (int i = 0; i < 7 && moved; ++i)
        if (moved >> i & 1)
            q[i] = beside(&arm->limits[i], q[i]);
    return outside;
}

// The angle of the turn from a to b (rotations in one frame), radians, as swv_quat_angle_between has it; nearly always it is tiny, and
// 2 asin(s) = 2 s + s^3/3, whose next term is below 1e-20 of it.
static double turn_between(swv_quat a, swv_quat b)
{
    const swv_quat d = swv_quat_mul(swv_quat_conjugate(a), b);
    const double   sine_squared = d.x * d.x + d.y * d.y + d.z * d.z;
    return sine_squared < 1e-10 ? sqrt(sine_squared) * (2.0 + sine_squared / 3.0) : swv_quat_angle_between(a, b);
}

swv_arm_report swvi_arm_report_of(const swv_arm *arm, const swvi_arm_target *target, const double q[7],
                                  uint32_t outside)
{
    const swv_pose hand = swvi_arm_frames_of(arm, q).hand;
    const double   reach = arm->upper_arm + arm->forearm, tolerance = 1e-12 * reach;
    swv_arm_report report = {
        .outcome = outside ? SWV_LIMITED : SWV_REACHED,
        .outside = outside,
        .position_error = swv_vec3_length(swv_vec3_sub(hand.position, target->hand.position)),
        .rotation_error = turn_between(hand.rotation, target->hand.rotation),
    };
    if (target->circle.excess > tolerance)
        report.outcome = SWV_OUT_OF_REACH;
    else if (target->circle.excess < -tolerance)
        report.outcome = SWV_TOO_NEAR;
    else if (arm->softness > 0.0 && report.position_error > tolerance)
        report.outcome = swv_vec3_length(target->hand.position) > reach + tolerance ? SWV_OUT_OF_REACH : SWV_SOFTENED;
    return report;
}

swv_status swv_arm_solve(const swv_arm *arm, const swv_pose *hand, double swivel, double q[SWV_ARM_FAMILIES][7],
                         swv_arm_report reports[SWV_ARM_FAMILIES])
{
    if (!arm || !hand || !q)
        return SWV_NULL;
    swvi_arm_target  target;
    const swv_status status = swvi_arm_target_of(arm, hand, &target);
    if (status != SWV_OK)
        return status;
    if (!swvi_is_finite(swivel))
        return SWV_BAD_GOAL;
    double s, c, first[7];
    swvi_sincos(swivel, &s, &c);
    swvi_arm_posture(&target, c, s, first);

    double   values[7][4];
    uint32_t outside[7][4];
    for (int i = 0; i < 7; ++i) {
        for (int v = 0; v < variant_count(i); ++v) {
            values[i][v] = variant_value(i, v, first[i]);
            outside[i][v] = (uint32_t)!swvi_arm_turn_into(&arm->limits[i], &values[i][v]) << i;
            if (outside[i][v] & ~(uint32_t)SWVI_ELBOW_JOINT)
                values[i][v] = beside(&arm->limits[i], values[i][v]);
        }
    }
    uint32_t   broken[SWV_ARM_FAMILIES] = { 0 };
    const bool beside_pole = is_beside_pole(first[1]);
    for (int family = 0; family < SWV_ARM_FAMILIES; ++family) {
        for (int i = 0; i < 7; ++i) {
            q[family][i] = values[i][variant_of[i][family]];
            broken[family] |= outside[i][variant_of[i][family]];
        }
        if (beside_pole && broken[family] & SWVI_POLE_JOINTS)
            broken[family] = swvi_arm_turn_into_limits(arm, q[family]);
    }
    if (!reports)
        return SWV_OK;

    // The families are one posture's mirror images: what forward kinematics says of one it says of all.
    const swv_arm_report report = swvi_arm_report_of(arm, &target, first, 0);
    for (int family = 0; family < SWV_ARM_FAMILIES; ++family) {
        reports[family] = report;
        reports[family].outside = broken[family];
        if (report.outcome == SWV_REACHED && reports[family].outside)
            reports[family].outcome = SWV_LIMITED;
    }
    return SWV_OK;
}

swv_status swv_arm_solve_one(const swv_arm *arm, const swv_pose *hand, double swivel, int family, double q[7],
                             swv_arm_report *report)
{
    if (!arm || !hand || !q)
        return SWV_NULL;
    swvi_arm_target  target;
    const swv_status status = swvi_arm_target_of(arm, hand, &target);
    if (status != SWV_OK)
        return status;
    if (family < 0 || family >= SWV_ARM_FAMILIES)
        return SWV_BAD_COUNT;
    if (!swvi_is_finite(swivel))
        return SWV_BAD_GOAL;
    double s, c, first[7];
    swvi_sincos(swivel, &s, &c);
    swvi_arm_posture(&target, c, s, first);
    swvi_arm_to_family(family, first, q);
    const uint32_t outside = swvi_arm_turn_into_limits(arm, q);
    if (report)
        *report = swvi_arm_report_of(arm, &target, first, outside);
    return SWV_OK;
}
