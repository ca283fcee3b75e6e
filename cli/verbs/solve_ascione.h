// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_SOLVE_ASCIONE_H
#define SWIVEL_CLI_SOLVE_ASCIONE_H

#include <stdbool.h>

#include <swivel_papers/girdle.h>

/// solve upper-limb --plain: the method of Ascione and others, untouched, with its angles by their names.

/// What is asked.
typedef struct ascione_request {
    swv_upper_limb      limb;
    swv_upper_limb_goal goal;  ///< of a file: all but the wrist and, if it has them, the swivel
    swv_ascione_options options;
    bool                shows_limits;  ///< say what is outside table 1
} ascione_request;

/// One wrist.
void solve_as_ascione(const ascione_request *r, bool json);

/// A file of wrists, with their swivels if it has a fourth column.
void solve_file_as_ascione(const ascione_request *r, const char *path, int threads);

#endif
