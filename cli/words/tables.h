// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_TABLES_H
#define SWIVEL_CLI_TABLES_H

#include <swivel_offline/table_build.h>

/// Open a file of tables. Ends the command with a message if it is none.
void open_table_file(const char *path, swv_table_file *file);

#endif
