// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_NAMES_H
#define SWIVEL_CLI_NAMES_H

#include <stdnoreturn.h>

/// A name that was not found, and the nearest of those considered so far.
typedef struct name_search {
    const char *wanted;
    const char *nearest;  ///< NULL: none is near enough to be a slip of the hand
    int         distance;
} name_search;

/// Start with { .wanted = word }, then offer every name there is. The first of equally near names is kept.
void consider_name(name_search *search, const char *name);

/// "unknown KIND 'word'; did you mean 'name'? HINT"
noreturn void fail_unknown(const char *kind, const name_search *search, const char *hint);

#endif
