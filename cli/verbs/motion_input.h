// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_MOTION_INPUT_H
#define SWIVEL_CLI_MOTION_INPUT_H

#include "io/motion_file.h"

/// What is said at the command of a file that does not say it, or says it wrong; NULL: not given.
typedef struct motion_input {
    const char *clip, *up, *unit, *rate;
} motion_input;

/// Their parameters, for sort_words.
#define MOTION_INPUT(i)                                                                            \
    { "--clip", .text = &(i).clip }, { "--up", .text = &(i).up }, { "--unit", .text = &(i).unit }, \
    {                                                                                              \
        "--rate", .text = &(i).rate                                                                \
    }

/// Options for reading; the clip of the file at `path`, by name or number. What cannot be understood ends the command with a message.
swv_io_options motion_input_options(const char *path, const motion_input *input);

/// After reading: a rate that was given counts also where a file says another.
void motion_input_rate(const swv_io_options *options, swv_motion *motion);

/// Reads a file so.
void motion_read_as(const char *path, const motion_input *input, motion_file *file);

#endif
