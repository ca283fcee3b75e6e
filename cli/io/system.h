// SPDX-License-Identifier: MIT
// What POSIX and Windows do differently.
#ifndef SWIVEL_CLI_SYSTEM_H
#define SWIVEL_CLI_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/// Standard input, output and error carry bytes, on Windows too: '\n' alone ends a line. Call it before they are used.
void system_begin(void);

/// What tells the plain file behind a descriptor, or at a path, from every other; false if there is no plain file.
bool system_identify(int file, uint64_t identity[2]);
bool system_identify_path(const char *path, uint64_t identity[2]);

/// How many processors there are, at least 1.
int system_cores(void);

/// What `swivel NAME WORDS` prints, run in a process of its own; NULL if it could not be run or failed. WORDS are
/// separated by one blank each; `run` is the verb, which a copy of this process can run. Close the file.
FILE *system_output_of(const char *name, const char *words, void (*run)(int count, char **words));

#endif
