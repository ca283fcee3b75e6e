// SPDX-License-Identifier: MIT
// Files that the user wants written (output.h).
#include "io/output.h"

#include <errno.h>
#include <string.h>

#include "io/message.h"
#include "io/system.h"

bool is_standard_output(const char *path)
{
    return strcmp(path, "-") == 0;
}

/// A file that must not be written over: it is read from, or was written a moment ago.
typedef struct kept_file {
    uint64_t    identity[2];
    const char *why;
} kept_file;

static kept_file kept[16];
static int       kept_count;

static void keep(int file, const char *why)
{
    kept_file kept_now = { .why = why };
    if (kept_count < (int)(sizeof kept / sizeof kept[0]) && system_identify(file, kept_now.identity))
        kept[kept_count++] = kept_now;
}

void keep_input(int file)
{
    keep(file, "is what the command reads");
}

static void check_kept(const char *path)
{
    uint64_t   identity[2];
    const bool is_known = system_identify_path(path, identity);
    for (int i = 0; is_known && i < kept_count; i++)
        if (kept[i].identity[0] == identity[0] && kept[i].identity[1] == identity[1])
            fail("'%s' %s: write to another file", path, kept[i].why);
}

void expect_picture(const char *option, const char *path, bool may_be_png)
{
    static const char *const others[] = { ".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".pdf" };
    const size_t             length = strlen(path);
    for (size_t i = may_be_png; i < sizeof others / sizeof others[0]; i++)
        if (length > strlen(others[i]) && !strcmp(path + length - strlen(others[i]), others[i]))
            fail("%s: '%s': a file that ends in .svg%s expected, or '-'", option, path, may_be_png ? " or .png" : "");
}

FILE *open_output(const char *path)
{
    if (!is_standard_output(path))
        check_kept(path);
    FILE *file = is_standard_output(path) ? stdout : fopen(path, "wb");
    if (!file)
        fail("cannot open '%s': %s", path, strerror(errno));
    return file;
}

void close_output(FILE *file, const char *path)
{
    if (file == stdout)
        return;  // the command looks after it when it ends
    keep(fileno(file), "has just been written");
    const bool is_written = fflush(file) == 0 && !ferror(file);
    const int  reason = errno;
    if (fclose(file) != 0 || !is_written)
        fail("cannot write '%s': %s", path, strerror(is_written ? errno : reason));
}
