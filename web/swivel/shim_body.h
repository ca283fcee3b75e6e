// SPDX-License-Identifier: MIT
//
// Skeletons and bodies as the shims hold them: one block each, what it points to behind it.
#ifndef SWIVEL_SHIM_BODY_H
#define SWIVEL_SHIM_BODY_H

#include "shim.h"

/// A skeleton and its binding. What these point to, and the names, lie behind it.
typedef struct shim_rig {
    swv_skeleton         skeleton;
    swv_skeleton_options options;
    swv_status           status;  ///< of making the skeleton
    int                  fault;   ///< the joint that is about; -1: none
    int                  count;
    swv_binding          binding;
    swv_joint           *joints;
    swv_pose            *worlds;  ///< the rest pose as it was given, or found
    void                *memory, *scratch;
    double               block[];
} shim_rig;

/// A body, the skeleton that it refers to, and what its frames leave behind; `poses` has joint_count locals that go in, as many that come out, and those
/// in the world, and then the skeleton's memory.
typedef struct shim_body {
    swv_skeleton      skeleton;
    swv_body          body;
    swv_flesh         flesh;
    swv_body_follower follower;
    swv_body_track    track;
    swv_pose          poses[];
} shim_body;

/// Make a body ready whose `body` is made, of a skeleton that may be freed afterwards. Flesh is left unmade where shoulders are in one place: what asks for it then is refused.
swv_status shim_body_start(shim_body *b);

static inline swv_pose *animation_of(shim_body *b)
{
    return b->poses;
}

static inline swv_pose *locals_of(shim_body *b)
{
    return b->poses + b->skeleton.joint_count;
}

static inline swv_pose *worlds_of(shim_body *b)
{
    return b->poses + 2 * b->skeleton.joint_count;
}

#endif
