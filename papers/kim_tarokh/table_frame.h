// SPDX-License-Identifier: MIT
// Where a table's frame lies, as its file says it (ten numbers), and hands brought into it. Metres.
#ifndef SWIVEL_TABLE_FRAME_H
#define SWIVEL_TABLE_FRAME_H

#include <math.h>
#include <stdbool.h>

#include "swivel/geometry.h"

enum {
    SWVI_FRAME_NUMBERS = 10
};  // the frame's place and rotation in the world, then the wrist's centre in the hand's frame

/// The numbers of a frame.
static inline void swvi_frame_write(swv_pose world, swv_vec3 wrist, double numbers[SWVI_FRAME_NUMBERS])
{
    const swv_vec3 p = world.position;
    const swv_quat r = world.rotation;
    const double   all[SWVI_FRAME_NUMBERS] = { p.x, p.y, p.z, r.x, r.y, r.z, r.w, wrist.x, wrist.y, wrist.z };
    for (int i = 0; i < SWVI_FRAME_NUMBERS; ++i)
        numbers[i] = all[i];
}

/// The frame of the numbers. False if they are none: not finite, or a rotation that is not of unit length to 1e-9, far above rounding. Chosen.
static inline bool swvi_frame_read(const double n[SWVI_FRAME_NUMBERS], swv_pose *world, swv_vec3 *wrist)
{
    bool is_sound = fabs(n[3] * n[3] + n[4] * n[4] + n[5] * n[5] + n[6] * n[6] - 1.0) < 1e-9;
    for (int i = 0; i < SWVI_FRAME_NUMBERS; ++i)
        is_sound = is_sound && fabs(n[i]) < 1e100;
    *world = (swv_pose){ { n[0], n[1], n[2] }, { n[3], n[4], n[5], n[6] } };
    *wrist = (swv_vec3){ n[7], n[8], n[9] };
    return is_sound;
}

/// A hand's pose in the world as the wrist's pose in the frame. A frame that is the world's, with the wrist in the hand's origin, changes no bit.
static inline swv_pose swvi_frame_apply(swv_pose world, swv_vec3 wrist, swv_pose hand)
{
    if (wrist.x != 0.0 || wrist.y != 0.0 || wrist.z != 0.0)
        hand.position = swv_vec3_add(hand.position, swv_quat_rotate(swv_quat_normalize(hand.rotation), wrist));
    const bool is_world = world.position.x == 0.0 && world.position.y == 0.0 && world.position.z == 0.0 &&
                          world.rotation.x == 0.0 && world.rotation.y == 0.0 && world.rotation.z == 0.0;
    return is_world ? hand : swv_pose_mul(swv_pose_inverse(world), hand);
}

#endif
