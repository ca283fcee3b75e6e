// SPDX-License-Identifier: MIT
//
// Skeletons and bodies as the shims hold them: one block each, what it points to behind it.
#ifndef SWIVEL_SHIM_BODY_H
#define SWIVEL_SHIM_BODY_H

#include "shim.h"

/// A rig and its binding. Joints and names lie behind it.
typedef struct shim_rig {
    swv_rig       rig;
    swv_binding   binding;
    swv_rig_joint joints[];
} shim_rig;

/// A body and what its frames leave behind; `poses` has joint_count locals that go in, as many that come out, and those in the world.
typedef struct shim_body {
    swv_body          body;
    swv_flesh         flesh;
    swv_body_follower follower;
    swv_body_track    track;
    swv_pose          poses[];
} shim_body;

/// Make a body ready whose `body` is made. Flesh is left unmade where shoulders are in one place: what asks for it then is refused.
swv_status shim_body_start(shim_body *b);

static inline swv_pose *animation_of(shim_body *b)
{
    return b->poses;
}

static inline swv_pose *locals_of(shim_body *b)
{
    return b->poses + b->body.mount.joint_count;
}

static inline swv_pose *worlds_of(shim_body *b)
{
    return b->poses + 2 * b->body.mount.joint_count;
}

#endif
