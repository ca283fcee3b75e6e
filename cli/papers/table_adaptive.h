// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_TABLE_ADAPTIVE_H
#define SWIVEL_CLI_TABLE_ADAPTIVE_H

#include <stdbool.h>

/// Adaptive tables, for the verb table: `action` is 0 (build), 1 (info), 2 (verify) or 3 (compare). False, and nothing done, if the words do not speak
/// of one: no `--kind adaptive`, and no file that begins so.
bool run_table_adaptive(int action, int count, char **words);

#endif
