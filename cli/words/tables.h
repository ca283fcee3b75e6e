// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_TABLES_H
#define SWIVEL_CLI_TABLES_H

#include <swivel_papers/adaptive_build.h>
#include <swivel_papers/table_build.h>

/// What kind of tables a file has, by its first bytes.
typedef enum table_kind { TABLE_UNKNOWN, TABLE_OF_ANGLES, TABLE_ADAPTIVE, TABLE_OF_STARTS } table_kind;

/// TABLE_UNKNOWN also where there is no file: whoever opens it will tell.
table_kind table_kind_of(const char *path);

/// "a table of angles", "an adaptive table", "a table of starts".
const char *table_kind_text(table_kind kind);

/// Open a file of tables. Ends the command with a message if it is none.
void open_table_file(const char *path, swv_table_file *file);
void open_adaptive_file(const char *path, swv_adaptive_file *file);

#endif
