// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_PROGRESS_H
#define SWIVEL_CLI_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

/// A bar on standard error for what takes longer than two seconds. It is drawn only if standard error is a terminal
/// and standard output is none (where the results themselves show how far things are).

/// What has been done so far.
typedef struct progress {
    uint64_t    lines;
    uint64_t    bytes;
    uint64_t    total_bytes;  ///< 0: not known, as from a pipe
    const char *what;         ///< is counted by `lines`; NULL: lines
} progress;

void progress_begin(void);

/// For what writes nothing before it is done: the bar is drawn also if standard output is a terminal. `bytes` may then
/// count what `lines` does.
void progress_begin_silent(void);

void progress_show(const progress *done);

/// Take the bar away. Does nothing if there is none.
void progress_end(void);

/// The text of the bar, without the line's end: at most PROGRESS_WIDTH characters and a '\0'.
#define PROGRESS_WIDTH 72
void progress_text(char text[PROGRESS_WIDTH + 1], const progress *done, double seconds);

#endif
