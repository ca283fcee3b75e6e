// SPDX-License-Identifier: MIT
// What kind of tables a file has (tables.h).
#include "words/tables.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "io/message.h"
#include "words/posture.h"

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

bool is_limb(const char *word)
{
    return strcmp(word, "arm") == 0 || strcmp(word, "leg") == 0;
}

const swv_model *find_table_model(const char *word, swv_chain *chain, swv_limb *limb)
{
    const bool is_arm = strcmp(word, "arm") == 0;
    swv_limb   made;
    if (!is_limb(word))
        return find_model(word, chain);
    (void)swv_limb_make(is_arm ? SWV_LIMB_ARM : SWV_LIMB_LEG, SWV_RIGHT, &made);
    (void)swv_limb_chain(&made, chain);
    if (limb)
        *limb = made;
    return swv_model_at(swv_model_find(is_arm ? "arm7" : "leg7"));
}

const swv_chain *chain_of_table(const char *path, const char *name, const char *word, swv_chain *chain)
{
    if (!word && swv_model_find(name) >= 0)
        return NULL;
    if (!word && !is_limb(name))
        fail("%s: made for %s; --model says where that chain is: FILE.urdf", path, name);
    (void)find_table_model(word ? word : name, chain, NULL);
    return chain;
}

void check_table_chain(const char *word, const swv_chain *chain)
{
    swv_obstacles  none;
    const swv_vec3 hand = { 0.0, 0.0, 0.0 };
    if (swv_obstacles_make(chain, hand, NULL, 0, &none) != SWV_OK)
        fail("table build: %s is not six or seven hinges with limits whose last three axes meet; '--kind starts' makes "
             "tables of any six or seven hinges",
             word);
}
