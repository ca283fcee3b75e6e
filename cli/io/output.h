// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_OUTPUT_H
#define SWIVEL_CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/// Files that the user wants written, as with --svg FILE. "-" is standard output. Neither a file that the command reads
/// nor one it has written is written over: inputs are to be opened first.

bool is_standard_output(const char *path);

/// To be told of every file that is opened for reading.
void keep_input(int file);

/// Pictures are SVG, and PNG where that is said: a name that promises another kind ends the command with a message.
void expect_picture(const char *option, const char *path, bool may_be_png);

/// Open it for writing. A file that cannot be opened, or is not to be written over, ends the command with a message.
FILE *open_output(const char *path);

/// Close it, unless it is standard output. What could not be written ends the command with a message.
void close_output(FILE *file, const char *path);

#endif
