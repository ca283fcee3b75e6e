// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_SKELETON_H
#define SWIVEL_CLI_SKELETON_H

#include <stdnoreturn.h>

#include <swivel/skeleton.h>
#include <swivel_io/motion.h>

/// A skeleton from any file that swivel_io reads, or from JSON:
///     {"up": "y", "joints": [{"name": "Hips", "parent": -1, "position": [x, y, z], "rotation": [x, y, z, w]}, ...],
///      "parts": {"leftHand": 12, ...}}
/// World rest pose. "up" (x, y, z, with or without a minus), "name", "rotation", "left_handed" (true for axes as Unity's
/// and Unreal's) and "parts" (the joint of each part that is known, -1 for none) may be left out. Of a BVH file it is the first frame.
typedef struct skeleton_file {
    swv_rig       rig;  ///< its joints are those below
    swv_rig_joint joints[SWV_RIG_JOINTS];
    int           given[SWV_PARTS];  ///< as swv_rig_options has them
    void         *text;              ///< what the names point into
    swv_motion    motion;            ///< likewise, if it was no JSON
} skeleton_file;

/// "-" is standard input, for JSON. A file that cannot be read, or is no such skeleton, ends the command with a message.
void skeleton_read(const char *path, skeleton_file *file);

void skeleton_free(skeleton_file *file);

enum { SKELETON_PROBLEM = 512 };
#define SKELETON_BODY  "hips, head, two arms and two legs, each whole, are"
#define SKELETON_ROBOT "hips, two arms with elbows and two legs with knees and feet are"

/// Why a skeleton is no body, of which the parts of `needed` must be there: `fault` is the one that swv_body_make or
/// swv_robot_body_make names.
void skeleton_missing(const char *path, const swv_binding *binding, int fault, const char *needed,
                      char problem[SKELETON_PROBLEM]);

/// "FILE:LINE: what was expected", or why a file cannot be opened (errno), and the command ends.
noreturn void fail_io(const char *path, const swv_io_error *error);

#endif
