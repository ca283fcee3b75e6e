// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_SKELETON_H
#define SWIVEL_CLI_SKELETON_H

#include <stdnoreturn.h>

#include <swivel/skeleton.h>
#include <swivel_io/motion.h>

/// A skeleton and its memory.
typedef struct own_skeleton {
    swv_skeleton skeleton;
    swv_joint   *joints;            ///< to make it of, in this order
    void        *memory, *scratch;  ///< of the skeleton, and for binding
} own_skeleton;

/// Memory for this many joints: the caller fills them in. Frees what was taken before. Without memory the command ends.
void own_skeleton_take(int count, own_skeleton *s);

/// Make the skeleton of its joints, again if they have changed. Statuses as swv_skeleton_make.
swv_status own_skeleton_make(own_skeleton *s, int count, swv_vec3 up, bool is_left_handed, int *fault);

void own_skeleton_free(own_skeleton *s);

/// Zeros; free them. Where there is no memory the command ends.
swv_pose *poses_of(int count);

/// A skeleton from any file that swivel_io reads, or from JSON:
///     {"up": "y", "joints": [{"name": "Hips", "parent": -1, "position": [x, y, z], "rotation": [x, y, z, w]}, ...],
///      "parts": {"leftHand": 12, ...}}
/// World rest pose. "up" (x, y, z, with or without a minus), "name", "rotation", "left_handed" (true for axes as Unity's
/// and Unreal's) and "parts" (the joint of each part that is known, -1 for none) may be left out. Of a BVH file it is the first frame.
typedef struct skeleton_file {
    own_skeleton own;
    swv_pose    *worlds;            ///< the rest pose as the file has it
    int          given[SWV_PARTS];  ///< as swv_bind_options has them
    void        *text;              ///< what the names point into
    swv_motion   motion;            ///< likewise, if it was no JSON
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
