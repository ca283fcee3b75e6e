// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_MOTION_H
#define SWIVEL_CLI_MOTION_H

/// What `swivel motion` does: each takes the words after its name.
void motion_info(int count, char **words);
void motion_convert(int count, char **words);
void motion_retarget(int count, char **words);
void motion_solve(int count, char **words);
void motion_sheet(int count, char **words);
void motion_trim(int count, char **words);
void motion_mirror(int count, char **words);
void motion_blend(int count, char **words);
void motion_reach(int count, char **words);
void motion_plot(int count, char **words);
void motion_markers(int count, char **words);

#endif
