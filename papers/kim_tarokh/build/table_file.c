// SPDX-License-Identifier: MIT
// Tables in files: the memory is src/io's, what it holds is checked here.
#include "io/table_file.h"

#include "swivel_papers/adaptive_build.h"
#include "swivel_papers/table_build.h"

// One table or two, in the bytes of `file`, of which it fills the tables: what the first says of its length tells.
static swv_table_fault open_either(swv_table_file *file)
{
    swv_table_fault fault;
    if (swv_table_open_pair(file->memory, file->size, &file->position, &file->orientation, &fault) == SWV_OK)
        return SWV_TABLE_SOUND;
    if (fault != SWV_TABLE_UNPAIRED)
        return fault;
    swv_table alone;
    if (swv_table_open(file->memory, file->size, &alone, NULL) != SWV_OK)
        return fault;
    *(alone.space == SWV_TABLE_ORIENTATION ? &file->orientation : &file->position) = alone;
    return SWV_TABLE_SOUND;
}

swv_table_result swv_table_file_open(const char *path, swv_table_file *file, swv_table_fault *fault)
{
    if (!file || !path)
        return SWV_TABLE_BAD_PLAN;
    swv_table_file opened = { 0 };
    opened.memory = swvi_table_load(path, &opened.size);
    if (!opened.memory)
        return SWV_TABLE_NO_FILE;
    const swv_table_fault found = open_either(&opened);
    if (fault)
        *fault = found;
    if (found != SWV_TABLE_SOUND) {
        swvi_table_unload(opened.memory, opened.size);
        return SWV_TABLE_BAD_FILE;
    }
    *file = opened;
    return SWV_TABLE_DONE;
}

void swv_table_file_close(swv_table_file *file)
{
    if (file && file->memory)
        swvi_table_unload(file->memory, file->size);
    if (file)
        *file = (swv_table_file){ 0 };
}

swv_table_result swv_adaptive_file_open(const char *path, swv_adaptive_file *file, swv_table_fault *fault)
{
    if (!file || !path)
        return SWV_TABLE_BAD_PLAN;
    swv_adaptive_file opened = { 0 };
    opened.memory = swvi_table_load(path, &opened.size);
    if (!opened.memory)
        return SWV_TABLE_NO_FILE;
    if (swv_adaptive_open(opened.memory, opened.size, &opened.table, fault) != SWV_OK) {
        swvi_table_unload(opened.memory, opened.size);
        return SWV_TABLE_BAD_FILE;
    }
    *file = opened;
    return SWV_TABLE_DONE;
}

void swv_adaptive_file_close(swv_adaptive_file *file)
{
    if (file && file->memory)
        swvi_table_unload(file->memory, file->size);
    if (file)
        *file = (swv_adaptive_file){ 0 };
}
