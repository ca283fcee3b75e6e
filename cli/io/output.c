// SPDX-License-Identifier: MIT
#include "io/output.h"

#include <errno.h>
#include <string.h>

#include "io/message.h"

bool is_standard_output(const char *path)
{
    return strcmp(path, "-") == 0;
}

FILE *open_output(const char *path)
{
    FILE *file = is_standard_output(path) ? stdout : fopen(path, "w");
    if (!file)
        fail("cannot open '%s': %s", path, strerror(errno));
    return file;
}

void close_output(FILE *file, const char *path)
{
    if (file == stdout)
        return;  // the command looks after it when it ends
    const bool is_written = fflush(file) == 0 && !ferror(file);
    const int  reason = errno;
    if (fclose(file) != 0 || !is_written)
        fail("cannot write '%s': %s", path, strerror(is_written ? errno : reason));
}
