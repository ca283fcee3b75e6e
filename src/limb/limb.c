// SPDX-License-Identifier: MIT
// Postures of the human limb: from angles, from points, as frames, and back. Axes and signs: swivel/limb.h. Points are from the shoulder or hip,
// in the unit of the limb's lengths (metres), in the trunk's axes; angles are radians. Poses (swvi_limb_pose), and what was brought through
// limb_internal.h, are of a right limb.
//
// An upper arm that hangs with the elbow bending forward has the axes x = (0, 1, 0), y = (1, 0, 0), z = (0, 0, -1) in the trunk;
// its rotation is
//     arm   Rz(plane) Ry(-elevation) Rz(rotation) times those axes
//     leg   Rx(flexion) Ry(-abduction) Rz(-rotation) times  x = (0, -1, 0), y = (-1, 0, 0), z = (0, 0, -1)
// The end, as seen from the neutral forearm, is a twist about z (minus the pronation; plus the foot's rotation) and then a swing
// (sx, sy, 0, sw). Its angles are read in the tangents of their halves, tan = sy/sw about y and -sx/sw about -x: the wrist's
// flexion and deviation; the ankle's eversion and flexion.
#include "swivel/limb.h"

#include <math.h>

#include "limb/limb_internal.h"
#include "math/scalar.h"
#include "swivel/trig.h"

// ---- into the kernel's axes and back ----

// Unit to 1e-6: quaternions of floats are off by up to 1e-7. Chosen.
static bool is_rotation(swv_quat q)
{
    const double squared = (q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w);
    return fabs(squared - 1.0) < 1e-6;
}

swv_status swvi_limb_verify_posture(const swv_limb_posture *posture)
{
    if (!posture)
        return SWV_NULL;
    const bool is_fine = is_rotation(posture->upper) && is_rotation(posture->lower) && is_rotation(posture->end) &&
                         posture->flexion >= 0.0 && posture->flexion <= SWV_PI;
    return is_fine ? SWV_OK : SWV_BAD_POSTURE;
}

swvi_limb_pose swvi_limb_pose_into(const swv_limb *limb, const swv_limb_posture *posture)
{
    return (swvi_limb_pose){ swvi_rotation_of(swv_quat_normalize(swvi_limb_bone(limb, posture->upper))),
                             swvi_rotation_of(swv_quat_normalize(swvi_limb_bone(limb, posture->lower))),
                             swvi_rotation_of(swv_quat_normalize(swvi_limb_end_into(limb, posture->end))),
                             posture->flexion };
}

swv_limb_posture swvi_limb_pose_out_of(const swv_limb *limb, const swvi_limb_pose *pose)
{
    return (swv_limb_posture){ swvi_limb_bone(limb, swvi_quat_of(pose->upper)),
                               swvi_limb_bone(limb, swvi_quat_of(pose->lower)),
                               swvi_limb_end_out_of(limb, swvi_quat_of(pose->end)), pose->flexion };
}

// SWV_OK, or what is wrong with either.
static swv_status verify(const swv_limb *limb, const swv_limb_posture *posture)
{
    const swv_status status = swvi_limb_verify(limb);
    return status == SWV_OK ? swvi_limb_verify_posture(posture) : status;
}

// ---- angles ----

// The hanging bones' axes above as quaternions: 1/sqrt 2.
static const swvi_rotation hanging_arm = { 0.70710678118654752, 0.70710678118654752, 0.0, 0.0 };
static const swvi_rotation hanging_leg = { -0.70710678118654752, 0.70710678118654752, 0.0, 0.0 };

// A turn about a unit axis by an angle, radians. Of an angle of many turns, sine and cosine are not of unit length to the last digit: beyond 1e5
// (chosen) it is wrapped first.
static swvi_rotation about(double x, double y, double z, double angle)
{
    double s, c;
    swv_sincos(0.5 * (fabs(angle) > 1e5 ? swv_angle_wrap(angle) : angle), &s, &c);
    return (swvi_rotation){ s * x, s * y, s * z, c };
}

void swvi_limb_end_angles(swv_limb_kind kind, swvi_rotation r, double angles[3])
{
    const double d = r.z * r.z + r.w * r.w;
    double       about_y = (r.w * r.y - r.z * r.x) / d, about_x = -(r.w * r.x + r.z * r.y) / d;
    if (!(d > 1e-60)) {  // z and w below 1e-30: the swing is half a turn; any twist will do
        // 1e30 stands for an infinite tangent.
        about_y = 1e30 * r.y;
        about_x = -1e30 * r.x;
    }
    const double twist = swv_angle_wrap(2.0 * swv_atan2(r.z, r.w));
    angles[0] = kind == SWV_LIMB_LEG ? twist : -twist;
    angles[1] = kind == SWV_LIMB_LEG ? about_x : about_y;
    angles[2] = kind == SWV_LIMB_LEG ? about_y : about_x;
}

// The rotation of the hand against the forearm, or of the foot against the shank, from the angles of limb.h in radians.
static swvi_rotation end_from_angles(swv_limb_kind kind, double pronation, double flexion, double deviation)
{
    double s[2], c[2];
    swv_sincos(0.5 * (kind == SWV_LIMB_LEG ? deviation : flexion), &s[0], &c[0]);
    swv_sincos(0.5 * (kind == SWV_LIMB_LEG ? flexion : deviation), &s[1], &c[1]);
    // Tangents s0/c0 about y and s1/c1 about -x, all times c0 c1.
    const swv_quat swing = swv_quat_normalize((swv_quat){ -s[1] * c[0], s[0] * c[1], 0.0, c[0] * c[1] });
    return swvi_rotation_mul(about(0.0, 0.0, 1.0, kind == SWV_LIMB_LEG ? pronation : -pronation),
                             swvi_rotation_of(swing));
}

swv_status swv_limb_posture_from_angles(const swv_limb *limb, const double angles[SWV_LIMB_ANGLES],
                                        swv_limb_posture *posture)
{
    const swv_status status = swvi_status_or_null(swvi_limb_verify(limb), !angles || !posture);
    if (status != SWV_OK)
        return status;
    const double flexion = angles[SWV_ELBOW_FLEXION];
    if (!swvi_are_finite(angles, SWV_LIMB_ANGLES) || !(flexion >= 0.0 && flexion <= SWV_PI) ||
        !(fabs(angles[SWV_WRIST_FLEXION]) < SWV_PI) || !(fabs(angles[SWV_WRIST_DEVIATION]) < SWV_PI))
        return SWV_BAD_POSTURE;

    const bool          is_leg = limb->kind == SWV_LIMB_LEG;
    const swvi_rotation first = is_leg ? about(1.0, 0.0, 0.0, angles[0]) : about(0.0, 0.0, 1.0, angles[0]);
    const swvi_rotation then = swvi_rotation_mul(first, about(0.0, 1.0, 0.0, -angles[1]));
    const swvi_rotation last = swvi_rotation_mul(then, about(0.0, 0.0, 1.0, is_leg ? -angles[2] : angles[2]));
    swvi_limb_pose pose = { .upper = swvi_rotation_mul(last, is_leg ? hanging_leg : hanging_arm), .flexion = flexion };
    pose.lower = swvi_rotation_mul(pose.upper, about(0.0, 1.0, 0.0, flexion));
    pose.end = swvi_limb_end_of(pose.lower, end_from_angles(limb->kind, angles[SWV_PRONATION],
                                                            angles[SWV_WRIST_FLEXION], angles[SWV_WRIST_DEVIATION]));
    *posture = swvi_limb_pose_out_of(limb, &pose);
    return SWV_OK;
}

// The first three are Euler angles of the rotation away from the hanging bone: of the two sets there are, the one that limb.h names.
swv_status swv_limb_angles(const swv_limb *limb, const swv_limb_posture *posture, double angles[SWV_LIMB_ANGLES])
{
    const swv_status status = swvi_status_or_null(verify(limb, posture), !angles);
    if (status != SWV_OK)
        return status;
    const bool           is_leg = limb->kind == SWV_LIMB_LEG;
    const swvi_limb_pose pose = swvi_limb_pose_into(limb, posture);
    const swvi_rotation  hanging = is_leg ? hanging_leg : hanging_arm;
    const swvi_rotation  back = { -hanging.x, -hanging.y, -hanging.z, hanging.w };
    const swv_mat3       m = swv_mat3_from_quat(swvi_quat_of(swvi_rotation_mul(pose.upper, back)));
    double               first[3], second[3], end[3];
    swv_euler_from_mat3(is_leg ? SWV_EULER_XYZ : SWV_EULER_ZYZ, m, first, second);
    // An elevation is not negative; an abduction is at most a right angle.
    const bool    is_first = is_leg ? fabs(first[1]) <= 0.5 * SWV_PI : first[1] <= 0.0;
    const double *euler = is_first ? first : second;
    swvi_limb_end_angles(limb->kind, swvi_limb_relative(pose.lower, pose.end), end);
    angles[0] = euler[0];
    angles[1] = -euler[1];
    angles[2] = is_leg ? -euler[2] : euler[2];
    angles[3] = pose.flexion;
    angles[4] = end[0];
    angles[5] = 2.0 * swv_atan2(end[1], 1.0);
    angles[6] = 2.0 * swv_atan2(end[2], 1.0);
    return SWV_OK;
}

// ---- points ----

// x of the upper arm is the forearm's part normal to it. Where that is lost, the thumb's side, or else any.
swv_status swv_limb_posture_from_points(const swv_limb *limb, swv_vec3 elbow, const swv_pose *end,
                                        swv_limb_posture *posture)
{
    const swv_status status = swvi_status_or_null(swvi_limb_verify(limb), !end || !posture);
    if (status != SWV_OK)
        return status;
    swv_pose checked = *end;
    if (!swv_vec3_is_finite(elbow) || swv_pose_check(&checked) != SWV_OK)
        return SWV_BAD_GOAL;
    const swv_vec3 z = swv_vec3_normalize(swvi_on_side(limb->side, elbow));
    const swv_vec3 f = swv_vec3_normalize(swvi_on_side(limb->side, swv_vec3_sub(checked.position, elbow)));
    if (!(swv_vec3_dot(z, z) > 0.5 && swv_vec3_dot(f, f) > 0.5))  // of unit length, or 0 where there is no direction
        return SWV_BAD_GOAL;

    swvi_limb_pose pose = { .end = swvi_rotation_of(swvi_limb_end_into(limb, checked.rotation)) };
    const swv_vec3 bend = swvi_normal_part(f, z), y = { 0.0, 1.0, 0.0 };
    swv_vec3       x = swv_vec3_normalize(bend);
    if (!(swv_vec3_dot(bend, bend) > 1e-24)) {
        const swv_vec3 thumb = swvi_normal_part(swv_quat_rotate(swvi_quat_of(pose.end), y), z);
        // 0.75: an axis that is not along z.
        const swv_vec3 across = swvi_normal_part(fabs(z.z) < 0.75 ? (swv_vec3){ 0.0, 0.0, 1.0 } : y, z);
        x = swv_vec3_normalize(swv_vec3_dot(thumb, thumb) > 1e-12 ? thumb : across);  // 1e-6 of unit length: chosen
    }
    pose.flexion = swv_atan2(swv_vec3_length(swv_vec3_cross(z, f)), swv_vec3_dot(z, f));
    pose.upper = swvi_rotation_of(swvi_frame_of(z, swv_vec3_normalize(swvi_normal_part(x, z))));
    pose.lower = swvi_rotation_mul(pose.upper, about(0.0, 1.0, 0.0, pose.flexion));
    *posture = swvi_limb_pose_out_of(limb, &pose);
    return SWV_OK;
}

swv_status swv_limb_forward(const swv_limb *limb, const swv_limb_posture *posture, swv_pose *end, swv_vec3 *elbow)
{
    const swv_status status = swvi_status_or_null(verify(limb, posture), !end);
    if (status != SWV_OK)
        return status;
    const swvi_limb_pose pose = swvi_limb_pose_into(limb, posture);
    *end = (swv_pose){ swvi_on_side(limb->side, swvi_limb_wrist_of(limb, &pose)), swv_quat_normalize(posture->end) };
    if (elbow)
        *elbow = swvi_on_side(limb->side, swv_vec3_scale(limb->upper, swvi_axis_z(pose.upper)));
    return SWV_OK;
}

// The forearm at the elbow, half way and at the wrist: turned by twist_weight (0 to 1), half and all of the pronation.
swv_status swv_limb_frames(const swv_limb *limb, const swv_limb_posture *posture, double twist_weight,
                           swv_limb_bones *frames)
{
    const swv_status status = swvi_status_or_null(verify(limb, posture), !frames);
    if (status != SWV_OK)
        return status;
    if (!(twist_weight >= 0.0 && twist_weight <= 1.0))
        return SWV_BAD_ARGUMENT;
    const swvi_limb_pose pose = swvi_limb_pose_into(limb, posture);
    const swv_vec3       elbow = swv_vec3_scale(limb->upper, swvi_axis_z(pose.upper));
    const swv_vec3       wrist = swvi_limb_wrist_of(limb, &pose);
    const swv_vec3       origins[3] = { elbow, swv_vec3_scale(0.5, swv_vec3_add(elbow, wrist)), wrist };
    const double         weights[3] = { twist_weight, 0.5, 1.0 };
    const swvi_rotation  r = swvi_limb_relative(pose.lower, pose.end);
    const double         twist = swv_angle_wrap(2.0 * swv_atan2(r.z, r.w));
    swv_pose             lower[3];
    for (int i = 0; i < 3; ++i) {
        const swvi_rotation turned = swvi_rotation_mul(pose.lower, about(0.0, 0.0, 1.0, weights[i] * twist));
        lower[i] = (swv_pose){ swvi_on_side(limb->side, origins[i]), swvi_limb_bone(limb, swvi_quat_of(turned)) };
    }
    *frames = (swv_limb_bones){
        .upper = { { 0.0, 0.0, 0.0 }, swvi_limb_bone(limb, swvi_quat_of(pose.upper)) },
        .lower = lower[0],
        .lower_mid = lower[1],
        .lower_far = lower[2],
        .end = { lower[2].position, swv_quat_normalize(posture->end) },
    };
    return SWV_OK;
}

swv_status swv_limb_check(const swv_limb *limb, const swv_limb_posture *posture, uint32_t *broken,
                          double excess[SWV_LIMB_LIMITS])
{
    const swv_status status = swvi_status_or_null(verify(limb, posture), !broken && !excess);
    if (status != SWV_OK)
        return status;
    double               measured[SWV_LIMB_LIMITS];
    const swvi_limb_pose pose = swvi_limb_pose_into(limb, posture);
    swvi_limb_excess(limb->kind, &limb->limits, swvi_rotation_of(limb->_private.rest), &pose, measured);
    uint32_t bits = 0;
    for (int i = 0; i < SWV_LIMB_LIMITS; ++i) {
        bits |= (uint32_t)(measured[i] > SWV_LIMIT_TOLERANCE) << i;
        if (excess)
            excess[i] = measured[i];
    }
    if (broken)
        *broken = bits;
    return SWV_OK;
}

// ---- the circle ----

// The law of cosines with sines and cosines of half the hinge's angle: d^2 = (u + f)^2 - 4 u f sin^2 k/2 = (u - f)^2 + 4 u f cos^2 k/2.
void swvi_limb_distances(const swv_limb *limb, double *nearest, double *farthest)
{
    const double u = limb->upper, f = limb->lower, reach = u + f, difference = fabs(u - f);
    const double s = limb->_private.sin_hinge_lower, c = limb->_private.cos_hinge_upper;
    // Folded, what is left of the squares is rounding: never less than the folded limb's.
    const double squared = reach * reach - 4.0 * u * f * s * s;
    *farthest = s > 0.0 ? sqrt(swvi_larger(squared, difference * difference)) : reach;
    *nearest = c > 0.0 ? sqrt(difference * difference + 4.0 * u * f * c * c) : difference;
}

// The circle of a wrist, a right limb's, that is brought between these distances, metres.
static swvi_limb_circle circle_between(const swv_limb *limb, swv_vec3 wrist, double nearest, double farthest)
{
    const double u = limb->upper, f = limb->lower;
    // Arm and leg are told apart out here, so that the kernel is straight for each.
    return limb->kind == SWV_LIMB_LEG ? swvi_limb_circle_of(wrist.x, wrist.y, wrist.z, u, f, nearest, farthest, true)
                                      : swvi_limb_circle_of(wrist.x, wrist.y, wrist.z, u, f, nearest, farthest, false);
}

swvi_limb_circle swvi_limb_circle_for(const swv_limb *limb, swv_vec3 wrist)
{
    double nearest, farthest;
    swvi_limb_distances(limb, &nearest, &farthest);
    return circle_between(limb, wrist, nearest, farthest);
}

swvi_limb_circle swvi_limb_free_circle_for(const swv_limb *limb, swv_vec3 wrist)
{
    return circle_between(limb, wrist, fabs(limb->upper - limb->lower), limb->upper + limb->lower);
}

// The kernel has sine and cosine of half of psi, the angle between upper arm and line: cos psi = 1 - 2 sin^2, sin psi = 2 sin cos.
swv_status swv_limb_circle_of(const swv_limb *limb, swv_vec3 wrist, swv_limb_circle *circle)
{
    const swv_status status = swvi_status_or_null(swvi_limb_verify(limb), !circle);
    if (status != SWV_OK)
        return status;
    if (!swv_vec3_is_finite(wrist))
        return SWV_BAD_GOAL;
    const swvi_limb_circle e = swvi_limb_circle_for(limb, swvi_on_side(limb->side, wrist));
    const swv_vec3         n = { e.nx, e.ny, e.nz };
    swv_vec3               zero, quarter;
    swvi_limb_circle_axes(&e, &zero, &quarter);
    // A left limb's quarter is the mirror image of a right one's: swivels mean the same.
    *circle = (swv_limb_circle){
        .centre = swvi_on_side(limb->side, swv_vec3_scale(limb->upper * (1.0 - 2.0 * e.sin_rise * e.sin_rise), n)),
        .zero = swvi_on_side(limb->side, zero),
        .quarter = swvi_on_side(limb->side, quarter),
        .radius = limb->upper * 2.0 * e.sin_rise * e.cos_rise,
    };
    return SWV_OK;
}

// The upper arm's y axis is m x n, the straight arm's too.
swv_status swv_limb_swivel_of(const swv_limb *limb, const swv_limb_posture *posture, double *swivel)
{
    const swv_status status = swvi_status_or_null(verify(limb, posture), !swivel);
    if (status != SWV_OK)
        return status;
    const swvi_limb_pose   pose = swvi_limb_pose_into(limb, posture);
    const swvi_limb_circle e = swvi_limb_circle_for(limb, swvi_limb_wrist_of(limb, &pose));
    const swv_vec3         y = swv_quat_rotate(swvi_quat_of(pose.upper), (swv_vec3){ 0.0, 1.0, 0.0 });
    swv_vec3               zero, quarter;
    swvi_limb_circle_axes(&e, &zero, &quarter);
    *swivel = swv_atan2(swv_vec3_dot(y, zero), -swv_vec3_dot(y, quarter));
    return SWV_OK;
}

swv_status swv_limb_swivel_towards(const swv_limb *limb, swv_vec3 wrist, swv_vec3 direction, double *swivel)
{
    const swv_status status = swvi_status_or_null(swvi_limb_verify(limb), !swivel);
    if (status != SWV_OK)
        return status;
    if (!swv_vec3_is_finite(wrist) || !swv_vec3_is_finite(direction))
        return SWV_BAD_GOAL;
    const swvi_limb_circle e = swvi_limb_circle_for(limb, swvi_on_side(limb->side, wrist));
    const swv_vec3         m = swvi_on_side(limb->side, swv_vec3_normalize(direction));
    swv_vec3               zero, quarter;
    swvi_limb_circle_axes(&e, &zero, &quarter);
    *swivel = swv_atan2(swv_vec3_dot(m, quarter), swv_vec3_dot(m, zero));
    return SWV_OK;
}
