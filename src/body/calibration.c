// SPDX-License-Identifier: MIT
// From devices to joints.
//
// (1) stand     the skeleton as the person stands: arms as swv_body_stand has them, or to the sides; legs straight below the hips, feet flat
//               on the floor.
// (2) scale     the height of the head's device over its height there.
// (3) place     turned about the vertical and shifted so that the squares of the level distances from the devices to where they
//               are meant to be, added up, are least: at the joints, the head's at the eyes.
// (4) joints    as seen from their devices.
//
// All in the axes of body.h: z up, the floor at 0. Devices are in their own unit, the skeleton in its; the scale is the first over the second.
// Sides: right 0, left 1; limbs count right arm, left arm, right leg, left leg.
#include "swivel/body.h"

#include <math.h>

#include "body/body_internal.h"
#include "feel.h"
#include "body/mount_internal.h"
#include "swivel/trig.h"

enum { CALIBRATION_COOKIE = 0x63616c69, NO_JOINT = -1 };
#define STRAIGHT 0.9999  // of a limb's length: as good as straight, and the knee still has a side to bend to. Chosen
#define TOGETHER 1e-6    // of the head's height: hands no further apart give no direction. Chosen

// A hand to the side: fingers outward, palm down.
static swv_quat hand_to_side(bool is_left)
{
    const swv_mat3 right = { { { 0, 0, 1 }, { 0, 1, 0 }, { -1, 0, 0 } } },
                   left = { { { 0, 0, -1 }, { 0, 1, 0 }, { 1, 0, 0 } } };
    return swv_quat_from_mat3(is_left ? left : right);
}

// A place and a turn of the axes of body.h, as the joint at the end of a limb has them in the caller's world.
static swv_pose limb_end(const swv_body *b, int limb, swv_vec3 place, swv_quat turn)
{
    const swv_quat back = swv_quat_conjugate(b->natural_from_world);
    const swv_pose p = { swvi_out_of_natural(b, place),
                         swv_quat_mul(back, swv_quat_mul(turn, b->mount.limbs[limb].bone_from_joint[2])) };
    return swvi_mirrored_if(b->mount.is_left_handed, p);
}

// (1): worlds of the joints that count, right-handed, soles on the floor; is_t: arms to the sides. A knee's pole is a size ahead of the hip.
static swv_status stand(const swv_body *b, bool is_t, swv_pose *worlds)
{
    const swv_mount *m = &b->mount;
    const int        hips = b->_private.spine[0];
    swv_pose         locals[SWV_MOUNT_JOINTS];
    swv_mount_goal   goals[SWV_MOUNT_LIMBS];
    swv_limb_report  unread[SWV_MOUNT_LIMBS];
    swv_status       status = swvi_body_stand(b, locals);
    if (status != SWV_OK)
        return status;
    swvi_mount_worlds(m, locals, worlds);
    double rise = -b->size;
    for (int i = 0; i < SWV_MOUNT_LIMBS; i++) {
        const bool     is_leg = i >= 2, is_left = i % 2 == SWV_LEFT;
        const swv_vec3 root = swvi_into_natural(b, worlds[m->limbs[i]._private.joints[0]].position);
        const double   length = STRAIGHT * (m->limbs[i].limb.upper + m->limbs[i].limb.lower);
        const swv_vec3 way = is_leg    ? (swv_vec3){ 0.0, 0.0, -length }
                             : is_left ? (swv_vec3){ -length, 0.0, 0.0 }
                                       : (swv_vec3){ length, 0.0, 0.0 };
        const swv_vec3 end = swv_vec3_add(root, way), ahead = { root.x, root.y + b->size, root.z };
        goals[i] =
            (swv_mount_goal){ .part = SWVI_LIMB_PARTS[i][2],
                              .end = limb_end(b, i, end, is_leg ? (swv_quat)SWV_IDENTITY_QUAT : hand_to_side(is_left)),
                              .elbow = is_leg ? SWV_ELBOW_TOWARDS : SWV_ELBOW_NATURAL,
                              .pole = swvi_mount_point(m, swvi_out_of_natural(b, ahead)) };
        if (is_leg)
            rise = swvi_larger(rise, b->ankles[i - 2] - end.z);
    }
    const int first = is_t ? 0 : 2;
    status = swvi_mount_solve(m, goals + first, SWV_MOUNT_LIMBS - first, SWV_KEEP_HAND, locals, unread);
    if (status != SWV_OK)
        return status;
    swvi_mount_worlds(m, locals, worlds);
    const swv_vec3 up = swv_quat_rotate(swv_quat_conjugate(b->natural_from_world), (swv_vec3){ 0.0, 0.0, rise });
    for (int i = 0; i < m->_private.count; i++)
        if (swvi_mount_is_below(m, i, hips))
            worlds[i].position = swv_vec3_add(worlds[i].position, up);
    return SWV_OK;
}

// A device, in the axes of body.h: its floor is the world's zero. One without a rotation has that of the axes.
static swv_pose device_pose(const swv_body *b, const swv_pose *pose)
{
    const swv_pose p = swvi_mirrored_if(b->mount.is_left_handed, *pose);
    return (swv_pose){ swv_quat_rotate(b->natural_from_world, p.position),
                       swv_quat_mul(b->natural_from_world, swv_quat_normalize(p.rotation)) };
}

static bool is_turned(const swv_pose *pose)
{
    const swv_quat q = pose->rotation;
    return q.x != 0.0 || q.y != 0.0 || q.z != 0.0 || q.w != 0.0;
}

// Head, hands (3 at least) and others, each once and finite; *is_known takes which.
static swv_status check_devices(const swv_body *b, const swv_body_point *devices, int count, bool is_known[SWV_PARTS])
{
    if (count < 3 || count > SWV_BODY_POINTS)
        return SWV_BAD_COUNT;
    for (int i = 0; i < count; i++) {
        bool       needs_turn;
        swv_pose   pose = devices[i].pose;
        const int  part = devices[i].part;
        const bool may = swvi_body_joint(b, part, &needs_turn) != NO_JOINT && !is_known[part];
        if (may && !needs_turn && !is_turned(&pose))
            pose.rotation = (swv_quat)SWV_IDENTITY_QUAT;
        if (!may || swv_pose_check(&pose) != SWV_OK)
            return SWV_BAD_GOAL;
        is_known[part] = true;
    }
    return is_known[SWV_PART_HEAD] && is_known[SWV_PART_LEFT_HAND] && is_known[SWV_PART_RIGHT_HAND] ? SWV_OK
                                                                                                    : SWV_BAD_GOAL;
}

// Where the head's device is meant to be, on the skeleton. given: from the head's joint, or NULL. head: where that is.
static swv_vec3 place_head_device(const swv_body *b, const swv_vec3 *given, swv_vec3 head, const swv_pose *worlds)
{
    const int left = b->_private.parts[SWV_PART_LEFT_EYE], right = b->_private.parts[SWV_PART_RIGHT_EYE];
    if (given)
        return swv_vec3_add(head, *given);
    if (left != NO_JOINT && right != NO_JOINT)
        return swvi_into_natural(b, swv_vec3_scale(0.5, swv_vec3_add(worlds[left].position, worlds[right].position)));
    return swv_vec3_add(head, (swv_vec3){ 0.0, SWVI_EYES * b->size, SWVI_EYES * b->size });
}

/// Devices beside the skeleton that stands as the person does, in the axes of body.h.
typedef struct fitting {
    const swv_body       *body;
    const swv_body_point *devices;
    int                   count;
    swv_pose              at[SWV_BODY_POINTS];       ///< of each device
    swv_vec3              head, hands[2];            ///< where those devices are
    swv_pose              worlds[SWV_MOUNT_JOINTS];  ///< the skeleton, in the world, right-handed
    swv_pose              joints[SWV_BODY_POINTS];   ///< its joint for each device
    swv_vec3              meant[SWV_BODY_POINTS];    ///< where the device would be on it
} fitting;

// False where hands are together or the head is not above the floor: nothing can be told from those.
static bool read_devices(fitting *f)
{
    for (int i = 0; i < f->count; i++) {
        const int part = f->devices[i].part;
        f->at[i] = device_pose(f->body, &f->devices[i].pose);
        if (part == SWV_PART_HEAD)
            f->head = f->at[i].position;
        if (part == SWV_PART_LEFT_HAND || part == SWV_PART_RIGHT_HAND)
            f->hands[part == SWV_PART_LEFT_HAND ? SWV_LEFT : SWV_RIGHT] = f->at[i].position;
    }
    const swv_vec3 apart = swv_vec3_sub(f->hands[SWV_RIGHT], f->hands[SWV_LEFT]);
    return f->head.z > 0.0 && sqrt(apart.x * apart.x + apart.y * apart.y) > TOGETHER * f->head.z;
}

// (2) Also which joint each device has, and where the device is meant to be on the skeleton. False if no scale is to be had.
static bool find_scale(fitting *f, const swv_vec3 *head_device, double scale, swv_calibration *c)
{
    for (int i = 0; i < f->count; i++) {
        bool           has_turn;
        const swv_pose world = f->worlds[swvi_body_joint(f->body, f->devices[i].part, &has_turn)];
        f->joints[i] = (swv_pose){ swvi_into_natural(f->body, world.position),
                                   swv_quat_mul(f->body->natural_from_world, world.rotation) };
        f->meant[i] = f->joints[i].position;
        if (f->devices[i].part != SWV_PART_HEAD)
            continue;
        f->meant[i] = place_head_device(f->body, head_device, f->joints[i].position, f->worlds);
        c->scale = scale > 0.0 ? scale : f->head.z / f->meant[i].z;
        c->height = c->scale * f->joints[i].position.z;
    }
    return c->scale > 0.0 && swvi_is_finite(c->scale);
}

// (3) Where the skeleton, scaled by so much, stands. False if nothing tells its heading.
static bool place(fitting *f, double scaled, swv_pose *there)
{
    swv_vec3 from = { 0.0, 0.0, 0.0 }, to = from;
    for (int i = 0; i < f->count; i++) {
        f->meant[i] = swv_vec3_scale(scaled, f->meant[i]);
        from = swv_vec3_add(from, swv_vec3_scale(1.0 / f->count, f->meant[i]));
        to = swv_vec3_add(to, swv_vec3_scale(1.0 / f->count, f->at[i].position));
    }
    // Two loops: gcc fuses sums and differences of products that stand side by side.
    double along = 0.0, across = 0.0;
    for (int i = 0; i < f->count; i++) {
        const swv_vec3 a = swv_vec3_sub(f->meant[i], from), b = swv_vec3_sub(f->at[i].position, to);
        along += a.x * b.x + a.y * b.y;
    }
    for (int i = 0; i < f->count; i++) {
        const swv_vec3 a = swv_vec3_sub(f->meant[i], from), b = swv_vec3_sub(f->at[i].position, to);
        across += a.x * b.y - a.y * b.x;
    }
    there->rotation = swv_quat_from_axis_angle((swv_vec3){ 0.0, 0.0, 1.0 }, swv_atan2(across, along));
    there->position = swv_vec3_sub(to, swv_quat_rotate(there->rotation, from));
    there->position.z = 0.0;
    return along != 0.0 || across != 0.0;
}

// How much longer the person's arms are than the scaled skeleton's, and how far both hands reach apart.
static void measure_arms(const fitting *f, swv_pose there, swv_calibration *c)
{
    const swv_mount_limb *limbs = f->body->mount.limbs;
    double                length = 0.0, bones = 0.0;
    for (int side = 0; side < 2; side++) {
        const swv_vec3 shoulder = swvi_into_natural(f->body, f->worlds[limbs[side]._private.joints[0]].position),
                       wrist = swvi_into_natural(f->body, f->worlds[limbs[side]._private.joints[2]].position);
        const swv_vec3 root = swv_pose_apply(there, swv_vec3_scale(c->scale, shoulder));
        length += swv_vec3_length(swv_vec3_sub(f->hands[side], root));
        bones += c->scale * swv_vec3_length(swv_vec3_sub(wrist, shoulder));
    }
    c->arms = length / bones;
    const swv_vec3 right = f->worlds[limbs[SWV_RIGHT]._private.joints[0]].position,
                   left = f->worlds[limbs[SWV_LEFT]._private.joints[0]].position;
    c->span = c->scale * swv_vec3_length(swv_vec3_sub(right, left));
    for (int side = 0; side < 2; side++)
        c->span += c->arms * c->scale * (limbs[side].limb.upper + limbs[side].limb.lower);
}

// (4)
static void place_joints(const fitting *f, swv_pose there, swv_calibration *c)
{
    for (int i = 0; i < f->count; i++) {
        const swv_pose joint = { swv_vec3_scale(c->scale, f->joints[i].position), f->joints[i].rotation };
        c->joints[f->devices[i].part] = is_turned(&f->devices[i].pose)
                                            ? swv_pose_mul(swv_pose_inverse(f->at[i]), swv_pose_mul(there, joint))
                                            : (swv_pose)SWV_IDENTITY_POSE;
    }
}

// Whether the result is: devices very far away overflow.
static bool is_finite(const fitting *f, const swv_calibration *c)
{
    bool is = swvi_is_finite(c->height) && swvi_is_finite(c->span) && swvi_is_finite(c->arms);
    for (int i = 0; i < f->count; i++)
        is &= swv_vec3_is_finite(c->joints[f->devices[i].part].position);
    return is;
}

swv_status swv_calibration_make(const swv_body *body, const swv_body_point *devices, int device_count,
                                const swv_vec3 *head_device, double scale, swv_calibration *calibration)
{
    if (!body || !devices || !calibration)
        return SWV_NULL;
    if (!swvi_body_is_made(body))
        return SWV_BAD_MODEL;
    if (!(scale >= 0.0 && swvi_is_finite(scale)) || (head_device && !swv_vec3_is_finite(*head_device)))
        return SWV_BAD_OPTIONS;
    swv_calibration c = { .cookie = CALIBRATION_COOKIE };
    swv_status      status = check_devices(body, devices, device_count, c.is_known);
    if (status != SWV_OK)
        return status;
    fitting  f = { .body = body, .devices = devices, .count = device_count };
    swv_pose there;
    if (!read_devices(&f))
        return SWV_BAD_GOAL;
    c.is_t = 0.5 * (f.hands[0].z + f.hands[1].z) > SWVI_T_HEIGHT * f.head.z;
    status = stand(body, c.is_t, f.worlds);
    if (status != SWV_OK)
        return status;
    if (!find_scale(&f, head_device, scale, &c) || !place(&f, c.scale, &there))
        return SWV_BAD_GOAL;
    place_joints(&f, there, &c);
    measure_arms(&f, there, &c);
    if (!is_finite(&f, &c))  // devices further away than numbers go
        return SWV_BAD_GOAL;
    *calibration = c;
    return SWV_OK;
}

swv_status swv_calibration_points(const swv_body *body, const swv_calibration *calibration,
                                  const swv_body_point *devices, int device_count, swv_body_point *points)
{
    if (!body || !calibration || !devices || !points)
        return SWV_NULL;
    if (!swvi_body_is_made(body) || calibration->cookie != CALIBRATION_COOKIE || !(calibration->scale > 0.0))
        return SWV_BAD_MODEL;
    bool           is_known[SWV_PARTS] = { false };
    swv_body_point out[SWV_BODY_POINTS];
    swv_status     status = check_devices(body, devices, device_count, is_known);
    for (int i = 0; status == SWV_OK && i < device_count; i++) {
        const int part = devices[i].part;
        if (!calibration->is_known[part])
            status = SWV_BAD_GOAL;
        const swv_pose device = device_pose(body, &devices[i].pose);
        swv_pose       joint = swv_pose_mul(device, calibration->joints[part]);
        joint.position = swvi_out_of_natural(body, swv_vec3_scale(1.0 / calibration->scale, joint.position));
        joint.rotation = swv_quat_mul(swv_quat_conjugate(body->natural_from_world), joint.rotation);
        out[i] = (swv_body_point){ part, swvi_mirrored_if(body->mount.is_left_handed, joint) };
        if (!swv_vec3_is_finite(joint.position))
            status = SWV_BAD_GOAL;
    }
    for (int i = 0; status == SWV_OK && i < device_count; i++)
        points[i] = out[i];
    return status;
}
