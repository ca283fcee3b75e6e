// SPDX-License-Identifier: MIT
// How the command ends (message.h).
#include "io/message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/progress.h"

noreturn void fail(const char *format, ...)
{
    char    text[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);

    // The text may quote the user's data: keep it on one line, and keep control characters from the terminal.
    for (char *c = text; *c; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    }
    progress_end();
    fflush(stdout);
    fprintf(stderr, "swivel: %s\n", text);
    _Exit(EXIT_BAD_INPUT);  // what is allocated goes with the process; a file written half stays so
}

void flush_output(void)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return;
    const char *reason = errno ? strerror(errno) : "an earlier write failed";
    progress_end();
    fprintf(stderr, "swivel: cannot write to standard output: %s\n", reason);
    _Exit(EXIT_WRITE_FAILED);  // without a second try to write what is left
}
