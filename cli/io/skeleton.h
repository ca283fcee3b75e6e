// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_SKELETON_H
#define SWIVEL_CLI_SKELETON_H

#include <swivel/rig.h>

/// A skeleton read from JSON:
///     {"up": "y", "joints": [{"name": "Hips", "parent": -1, "position": [x, y, z], "rotation": [x, y, z, w]}, ...]}
/// World rest pose. "up" (x, y, z, with or without a minus), "name", "rotation" and "left_handed" (true for axes as Unity's
/// and Unreal's) may be left out.
typedef struct skeleton_file {
    swv_rig       rig;  ///< its joints are those below
    swv_rig_joint joints[SWV_RIG_JOINTS];
    void         *text;  ///< what the names point into
} skeleton_file;

/// "-" is standard input. A file that cannot be read, or is no such skeleton, ends the command with a message.
void skeleton_read(const char *path, skeleton_file *file);

void skeleton_free(skeleton_file *file);

#endif
