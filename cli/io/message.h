// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_MESSAGE_H
#define SWIVEL_CLI_MESSAGE_H

#include <stdnoreturn.h>

/// How the command ends. 0 is success.
enum {
    EXIT_WRITE_FAILED = 1,  ///< standard output could not be written
    EXIT_BAD_INPUT = 2,     ///< a wrong word on the command line, a malformed line, a file that cannot be read
};

/// The user's mistake: bring out what was written so far, then one line "swivel: ..." on standard error, and exit
/// with EXIT_BAD_INPUT.
__attribute__((format(printf, 1, 2))) noreturn void fail(const char *format, ...);

/// Bring out what was written so far; if that fails, say so and exit with EXIT_WRITE_FAILED.
void flush_output(void);

#endif
