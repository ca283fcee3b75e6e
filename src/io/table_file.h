// SPDX-License-Identifier: MIT
#ifndef SWIVEL_IO_TABLE_FILE_H
#define SWIVEL_IO_TABLE_FILE_H

#include <stddef.h>

/// A file mapped read-only (read, where there is no mapping). NULL, and errno says why, if it cannot be.
void *swvi_table_load(const char *path, size_t *size);
void  swvi_table_unload(void *memory, size_t size);

#endif
