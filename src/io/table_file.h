// SPDX-License-Identifier: MIT
#ifndef SWIVEL_IO_TABLE_FILE_H
#define SWIVEL_IO_TABLE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// A file mapped read-only (read, where there is no mapping). NULL, and errno says why, if it cannot be.
void *swvi_table_load(const char *path, size_t *size);
void  swvi_table_unload(void *memory, size_t size);

/// A file that becomes `path` when it is whole. Until then its name is *other, beside it; NULL: no memory. NULL, and errno says why, if it cannot be
/// opened.
FILE *swvi_part_open(const char *path, char **other);

/// Close what swvi_part_open gave; give it its name if all that was written `is_whole`, else remove it. False, and errno says why, if `path` is not
/// the new file.
bool swvi_part_close(FILE *out, char *other, const char *path, bool is_whole);

#endif
