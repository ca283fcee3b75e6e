// SPDX-License-Identifier: MIT
#include "words/tables.h"

#include <errno.h>
#include <string.h>

#include "io/message.h"

void open_table_file(const char *path, swv_table_file *file)
{
    swv_table_fault fault = SWV_TABLE_SOUND;
    switch (swv_table_file_open(file, path, &fault)) {
    case SWV_TABLE_DONE:
        return;
    case SWV_TABLE_BAD_FILE:
        fail("%s: no table: %s", path, swv_table_fault_text(fault));
    default:
        fail("%s: %s", path, strerror(errno));
    }
}
