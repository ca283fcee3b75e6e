// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_ROBOTS_H
#define SWIVEL_CLI_ROBOTS_H

#include <stdbool.h>

#include <swivel_papers/chain.h>
#include <swivel_papers/models.h>

/// Chains out of robot files: FILE.urdf or FILE.xml, alone or as FILE#LINK, the link that is the tip. Without a link it is the one with
/// the most joints above it.
bool is_robot_file(const char *name);

/// Read it. The model is there until the next one is read. A file that is no robot ends it with a message.
const swv_model *read_robot(const char *name, swv_chain *chain);

#endif
