// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_PATH_H
#define SWIVEL_CLI_PATH_H

#include <stdbool.h>

#include <swivel/geometry.h>

#include "io/csv.h"

/// Hands over time, one a line: t,px,py,pz,qx,qy,qz,qw.
enum { PATH_COLUMNS = 8 };
typedef struct path_step {
    double   row[PATH_COLUMNS];  ///< as read; row[0] is the time
    double   dt;                 ///< since the line before; 1 on the first
    swv_pose hand;
} path_step;

/// NULL ends the command with a message, as does a file that cannot be read.
csv_reader path_open(const char *path);

/// The next step; before the first, *step is { 0 }. False at the end. A time that is not later than the last, or a
/// quaternion that is zero, ends the command with a message.
bool path_read(csv_reader *reader, path_step *step);

/// The speed that an option says, in radians a second, and the time that --settle does, in seconds; 0 if `text` is NULL. What is not
/// more than 0 ends the command with a message.
double read_speed(const char *option, const char *text);
double read_settle(const char *text);

/// Ends the command with a message about the line read last, unless all is well.
void path_check(const csv_reader *reader, swv_status status);

#endif
