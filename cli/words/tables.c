// SPDX-License-Identifier: MIT
// What kind of tables a file has (tables.h).
#include "words/tables.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "io/message.h"

table_kind table_kind_of(const char *path)
{
    static const char *const magics[] = { "", "SWVTABLE", "SWVADAPT", "SWVSTART" };
    char                     start[8];
    FILE                    *file = fopen(path, "rb");
    const bool               is_read = file && fread(start, 1, sizeof start, file) == sizeof start;
    if (file)
        fclose(file);
    for (int kind = TABLE_OF_ANGLES; is_read && kind <= TABLE_OF_STARTS; kind++) {
        if (memcmp(start, magics[kind], sizeof start) == 0)
            return (table_kind)kind;
    }
    return TABLE_UNKNOWN;
}

const char *table_kind_text(table_kind kind)
{
    static const char *const texts[] = { "no table", "a table of angles", "an adaptive table", "a table of starts" };
    return texts[kind];
}

static void end_if_wrong(swv_table_result result, swv_table_fault fault, const char *path)
{
    if (result == SWV_TABLE_BAD_FILE)
        fail("%s: not a table: %s", path, swv_table_fault_text(fault));
    if (result != SWV_TABLE_DONE)
        fail("%s: %s", path, strerror(errno));
}

void open_table_file(const char *path, swv_table_file *file)
{
    swv_table_fault        fault = SWV_TABLE_SOUND;
    const swv_table_result result = swv_table_file_open(path, file, &fault);
    end_if_wrong(result, fault, path);
}

void open_adaptive_file(const char *path, swv_adaptive_file *file)
{
    swv_table_fault        fault = SWV_TABLE_SOUND;
    const swv_table_result result = swv_adaptive_file_open(path, file, &fault);
    end_if_wrong(result, fault, path);
}
