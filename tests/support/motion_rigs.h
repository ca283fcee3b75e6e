// SPDX-License-Identifier: MIT
// A motion's skeleton with its joints' places in the world.
#ifndef SWIVEL_TESTS_MOTION_RIGS_H
#define SWIVEL_TESTS_MOTION_RIGS_H

#include "rigs.h"
#include "swivel_io/motion.h"

static inline swv_status motion_rig(const swv_motion *motion, int frame, world_joint *joints, world_rig *r)
{
    swv_joint       *made = malloc(sizeof *made * (size_t)motion->joint_count);
    const swv_status status = swv_motion_joints(motion, frame, made);
    for (int i = 0; status == SWV_OK && i < motion->joint_count; i++) {  // each comes after its parent
        const int parent = made[i].parent;
        joints[i] = (world_joint){ made[i].name, parent,
                                   parent < 0 ? made[i].rest : swv_pose_mul(joints[parent].rest, made[i].rest) };
    }
    *r = (world_rig){ joints, status == SWV_OK ? motion->joint_count : 0, motion->up, false };
    free(made);
    return status;
}

#endif
