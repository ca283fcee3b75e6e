// SPDX-License-Identifier: MIT
#ifndef SWIVEL_MOUNT_HAND_H
#define SWIVEL_MOUNT_HAND_H

#include <stdint.h>

#include "swivel/base.h"
#include "swivel/geometry.h"
#include "swivel/hand.h"
#include "swivel/mount.h"
#include "swivel/rig.h"

/// Fingers of your skeleton: fingertips go where you say, or the hand takes a shape.
///
///     swv_mount_hand_make(&mount, &binding, SWV_LEFT, &fingers);                            // once, after swv_mount_make
///
///     swv_mount_solve(&mount, &goal, 1, animation, NULL, locals, NULL, NULL);               // each frame: the arm, or a whole body,
///     swv_hand_goal touch = { .wanted = SWV_DIGIT_BIT(SWV_INDEX), .shape = SWV_HAND_POINT };
///     touch.tip[SWV_INDEX] = button;                                                        // then its fingers
///     swv_mount_hand_solve(&mount, &fingers, &touch, NULL, locals, &posture, NULL);
///
/// It is the hand of hand.h with your skeleton's knuckles and bones: its limits, its last joints that follow, every fingertip
/// exact. The tip of a finger is the end of its last bone: the joint below it, or where a hand of this size has it if there is none.
/// What the finger joints' own axes are does not matter. A digit is there if its three joints are bound, apart and each hangs on the one before.
///
/// Touched are the bound finger joints, with the positions of the rest pose. Bones of the palm stay as they are; fingertips are exact
/// while those are as at rest.

/// Made by swv_mount_hand_make; plain data, may be copied. Read it; `hand` may be changed as hand.h says.
typedef struct swv_mount_hand {
    uint32_t cookie;
    swv_hand hand;                                          ///< in the rig's unit
    uint32_t there;                                         ///< SWV_DIGIT_BIT of the digits that are there
    int      joints[SWV_DIGITS][SWV_DIGIT_BONES];           ///< -1: none
    swv_quat bone_from_joint[SWV_DIGITS][SWV_DIGIT_BONES];  ///< how the joints' axes lie in those of the bones
} swv_mount_hand;

/// The hand at the end of an arm of the mount. SWV_BAD_MODEL if that arm or all of its digits are not there, or the hand is
/// not from 1e-3 to 1e3 units long;
/// SWV_BAD_ARGUMENT for a binding that is not of the mount's rig, or a side that is none.
SWV_API swv_status swv_mount_hand_make(const swv_mount *mount, const swv_binding *binding, swv_side side,
                                       swv_mount_hand *hand);

/// Sets the digits that are there to a posture: one of swv_hand_shape_posture, or one that a recording or a slider has.
/// locals  in and out, joint_count. SWV_BAD_POSTURE for a posture or locals that are not finite.
SWV_API swv_status swv_mount_hand_write(const swv_mount *mount, const swv_mount_hand *hand,
                                        const swv_hand_posture *posture, swv_pose *locals);

/// Fingertips in the world, with the wrist where `locals` have it: as swv_hand_solve, and written as above.
///
/// goal      its wrist is not read
/// previous  the posture of the last frame; NULL: the goal's shape
/// locals    in and out, joint_count
///
/// 3 us for five fingertips (`./run bench figure`). SWV_BAD_GOAL as swv_hand_solve, and for a digit that is not there.
SWV_API swv_status swv_mount_hand_solve(const swv_mount *mount, const swv_mount_hand *hand, const swv_hand_goal *goal,
                                        const swv_hand_posture *previous, swv_pose *locals, swv_hand_posture *posture,
                                        swv_hand_report *report);

#endif
