// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_MOTION_FILE_H
#define SWIVEL_CLI_MOTION_FILE_H

#include <swivel/body.h>
#include <swivel_io/motion.h>

#include "io/skeleton.h"

/// A file with a skeleton and, perhaps, its motion: any format that swivel_io reads, or a skeleton as JSON.
typedef struct motion_file {
    swv_motion   motion;
    own_skeleton own;
    swv_binding  binding;
    int          given[SWV_PARTS];  ///< parts that a skeleton as JSON names
    bool         is_left_handed;    ///< likewise
    bool         is_hung;  ///< bones of the skeleton hang elsewhere than those of `motion`: see motion_try_hung_body
} motion_file;

/// A file that cannot be read ends the command with a message that says where and why.
void motion_read(const char *path, const swv_io_options *options, motion_file *file);

void motion_file_free(motion_file *file);

enum { MOTION_PROBLEM = 512 };

/// Bind its skeleton as it rests, and make its body. False: `problem` takes what is wrong. For threads, where a bad file must not end the command.
bool motion_try_bind(const char *path, motion_file *file, char problem[MOTION_PROBLEM]);
bool motion_try_body(const char *path, const motion_file *file, swv_body *body, char problem[MOTION_PROBLEM]);

/// The same of a skeleton whose feet or hands may hang elsewhere than on their limbs, as those do that were moved by controls where they were made
/// (RobotExpressive's feet: on its root): in its skeleton, and so in the body, each bone of a limb is the child of the one before. Where that changed something
/// locals of the body are not those of the motion: these make one from the other. `out` may be `locals`.
bool motion_try_hung_body(const char *path, motion_file *file, swv_body *body, char problem[MOTION_PROBLEM]);
void motion_hang_locals(const motion_file *file, const swv_pose *locals, swv_pose *out);
void motion_unhang_locals(const motion_file *file, const swv_body *body, const swv_pose *locals, swv_pose *out);

/// The same; what is wrong ends the command with a message.
void motion_bind(const char *path, motion_file *file);
void motion_body(const char *path, const motion_file *file, swv_body *body);

/// A file that cannot be written ends the command with a message.
void motion_write(const char *path, const swv_motion *motion);

#endif
