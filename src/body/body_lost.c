// SPDX-License-Identifier: MIT
// Tracked points that are lost for a while: head and hands, which a body cannot do without.
//
// (1) lost     A device that is left out, or whose pose is not finite or has no rotation. Its point coasts, as its speed fades, and is drawn to its home: a
//              hand hangs beside the body that the head is above, the head stays.
// (2) back     Where the device is again, the way from there to where its point is fades within SWVI_BACK_TIME.
// (3) jump     A hand that is suddenly elsewhere while the head is not counts as lost, until it jumps again or SWVI_HELD_TIME has gone by.
//
// In the world, right-handed, in the skeleton's unit; times in seconds.
#include "body/body_internal.h"

#include "feel.h"
#include "swivel/trig.h"

enum { HEAD = 0, DEVICES = 3 };

static const int device_parts[DEVICES] = { SWV_PART_HEAD, SWV_PART_RIGHT_HAND, SWV_PART_LEFT_HAND };

void swvi_body_set_homes(const swv_body *b, swv_body_track *t)
{
    swv_pose stand[SWV_MOUNT_JOINTS], worlds[SWV_MOUNT_JOINTS];
    if (swvi_body_stand(b, stand) != SWV_OK)
        return;
    swvi_mount_worlds(&b->mount, stand, worlds);
    for (int i = 0; i < DEVICES; i++)
        t->devices[i].home = worlds[b->_private.parts[device_parts[i]]];
}

// Where a device is expected that was never seen, or is lost, in the world.
static swv_pose home_of(const swv_body *b, int device, const swv_body_track *t)
{
    const swv_pose at_rest = t->devices[HEAD].home, hand = t->devices[device].home, head = t->devices[HEAD].pose;
    if (device == HEAD)
        return at_rest;
    // The head's heading: where natural forward (y) goes, seen from above.
    const swv_quat n = b->natural_from_world, back = swv_quat_conjugate(n);
    const swv_quat turn = swv_quat_mul(head.rotation, swv_quat_conjugate(at_rest.rotation));
    const swv_vec3 ahead = swv_quat_rotate(swv_quat_mul(n, swv_quat_mul(turn, back)), (swv_vec3){ 0.0, 1.0, 0.0 });
    const swv_quat about_z = swv_quat_from_axis_angle((swv_vec3){ 0.0, 0.0, 1.0 }, swv_atan2(-ahead.x, ahead.y));
    const swv_quat heading = swv_quat_mul(back, swv_quat_mul(about_z, n));
    return (
        swv_pose){ swv_vec3_add(head.position, swv_quat_rotate(heading, swv_vec3_sub(hand.position, at_rest.position))),
                   swv_quat_mul(heading, hand.rotation) };
}

// (1) A point that was lost `device->lost` seconds ago goes on.
static swv_pose coast(swv_pose home, double dt, swvi_body_device *device)
{
    const swv_pose was = device->pose;
    // No pull at first, all of it after SWVI_COAST_TIME.
    const double pull = dt / (dt + SWVI_HOME_TIME) * swvi_smaller(1.0, device->lost / SWVI_COAST_TIME);
    device->velocity = swv_vec3_scale(SWVI_COAST_TIME / (SWVI_COAST_TIME + dt), device->velocity);
    const swv_vec3 on = swv_vec3_add(was.position, swv_vec3_scale(dt, device->velocity));
    return (swv_pose){ swv_vec3_add(on, swv_vec3_scale(pull, swv_vec3_sub(home.position, on))),
                       swv_quat_mul(swvi_part_of_turn(was.rotation, home.rotation, pull), was.rotation) };
}

// (2) What is left of the way back, 0 to 1: no speed at either end.
static swv_pose come_back(swv_pose heard, double dt, swvi_body_device *device)
{
    device->left = swvi_larger(0.0, device->left - dt / SWVI_BACK_TIME);
    const double   part = device->left * device->left * (3.0 - 2.0 * device->left);
    const swv_quat gap = swv_quat_from_rotation_vector(swv_vec3_scale(part, device->turn_gap));
    return (swv_pose){ swv_vec3_add(heard.position, swv_vec3_scale(part, device->gap)),
                       swv_quat_mul(gap, heard.rotation) };
}

// (3) Whether a hand's device is not where it was going, seen from the last two places it was at; `most` is how far off it may be. It may speak less
// often than frames come. One that was at the same place, to the last bit, for longer was frozen, and may be elsewhere. Of one that is back it is
// not known where it was going.
static bool jumps(const swv_body *b, const swv_pose *heard, double dt, swvi_body_device *device)
{
    const swv_vec3 way = swv_vec3_sub(heard->position, device->heard);
    const double   span = device->still + dt, distance = swv_vec3_length(way);
    if (distance == 0.0) {
        device->still = span;
        device->held = device->held > 0.0 ? device->held + dt : 0.0;
        return false;
    }
    const bool   was_frozen = device->still >= SWVI_FROZEN_TIME, is_back = device->lost > 0.0 && device->held == 0.0;
    const double most = b->size * (was_frozen ? SWVI_THAW_JUMP * dt : SWVI_DEVICE_JUMP * span);
    const bool   is_aside = swv_vec3_length(swv_vec3_sub(way, swv_vec3_scale(span, device->speed))) > most;
    const bool   was_held = device->held > 0.0, begins = is_aside && !was_frozen && !is_back && !was_held;
    device->held = begins ? dt : was_held && !is_aside ? device->held + dt : 0.0;
    if (device->held >= SWVI_HELD_TIME || swv_vec3_length(swv_vec3_sub(heard->position, device->pose.position)) <= most)
        device->held = 0.0;
    device->heard = heard->position;
    device->speed = swv_vec3_scale(is_back || is_aside ? 0.0 : 1.0 / span, way);
    device->still = 0.0;
    return is_aside;
}

// One device, heard of or not (NULL), dt seconds after the last frame.
static void step_device(const swv_body *b, int i, const swv_pose *heard, double dt, swv_body_track *t)
{
    swvi_body_device *device = &t->devices[i];
    const bool        is_still_there = device->lost == 0.0 && device->left == 0.0;
    if (i == HEAD && heard && is_still_there)  // a head that is elsewhere has taken all along
        t->has_frame &=
            swv_vec3_length(swv_vec3_sub(heard->position, device->pose.position)) <= SWVI_TRACK_JUMP * b->size;
    if (!t->has_frame) {
        *device = (swvi_body_device){ .home = device->home, .pose = heard ? *heard : home_of(b, i, t) };
        device->heard = device->pose.position;
        return;
    }
    const swv_vec3 was = device->pose.position;
    const bool     is_aside = heard && i != HEAD && jumps(b, heard, dt, device);
    if (!heard || device->held > 0.0) {
        device->lost += dt;
        device->pose = coast(i == HEAD ? device->pose : home_of(b, i, t), dt, device);
        return;
    }
    if (device->lost > 0.0 || is_aside) {
        device->gap = swv_vec3_sub(was, heard->position);
        device->turn_gap = swv_rotation_vector_from_quat(
            swv_quat_mul(device->pose.rotation, swv_quat_conjugate(swv_quat_normalize(heard->rotation))));
        device->left = 1.0;
    }
    device->lost = 0.0;
    device->pose = device->left > 0.0 ? come_back(*heard, dt, device) : *heard;
    device->velocity = swv_vec3_scale(1.0 / dt, swv_vec3_sub(device->pose.position, was));
}

swv_status swvi_body_find_lost(const swv_body *b, const swv_body_point *points, int count, double dt, swv_body_track *t,
                               swvi_body_heard *h, int *fault)
{
    bool is_named[SWV_PARTS] = { false };
    h->heard_count = 0;
    *fault = -1;
    if (count < 0 || count > SWV_BODY_POINTS)
        return SWV_BAD_COUNT;
    for (int i = 0; i < count; i++) {
        bool     has_turn;
        swv_pose pose = points[i].pose;
        *fault = i;
        if (swvi_body_joint(b, points[i].part, &has_turn) == -1 || is_named[points[i].part])
            return SWV_BAD_GOAL;
        is_named[points[i].part] = true;
        if (!has_turn)
            pose.rotation = (swv_quat)SWV_IDENTITY_QUAT;
        if (swv_pose_check(&pose) == SWV_OK && swvi_has_room(pose.position)) {
            h->given[h->heard_count] = i;
            h->heard[h->heard_count] = h->points[h->heard_count] = points[i];
            h->heard_count++;
        }
    }
    *fault = -1;
    h->point_count = h->heard_count;
    t->has_frame &= dt <= SWVI_TRACK_PAUSE;
    for (int i = 0; i < DEVICES; i++) {
        int at = 0;
        while (at < h->heard_count && h->heard[at].part != device_parts[i])
            at++;
        const bool     is_heard = at < h->heard_count;
        const swv_pose heard =
            is_heard ? swvi_mirrored_if(b->mount.is_left_handed, h->heard[at].pose) : (swv_pose)SWV_IDENTITY_POSE;
        step_device(b, i, is_heard ? &heard : NULL, dt, t);
        if (!is_heard)
            at = h->point_count++;
        h->points[at] =
            (swv_body_point){ device_parts[i], swvi_mirrored_if(b->mount.is_left_handed, t->devices[i].pose) };
    }
    return SWV_OK;
}
