// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_FOLDER_H
#define SWIVEL_CLI_FOLDER_H

#include <stdbool.h>

/// Paths, sorted by their bytes so that they come in the same order everywhere. Free them with path_list_free.
typedef struct path_list {
    int    count;
    char **paths;
} path_list;

bool is_folder(const char *path);
bool is_file(const char *path);

/// Both are there and are one, by whatever names.
bool is_same_file(const char *a, const char *b);

/// What follows the last slash.
const char *file_name(const char *path);

/// The files in a folder that have one of these endings (NULL at the end), not those in folders below it; or, of "@LIST", the lines of that
/// file. What cannot be read ends the command with a message.
path_list list_paths(const char *path, const char *const *endings);
void      path_list_free(path_list *list);

/// Make a folder unless it is there. What fails ends the command with a message.
void make_folder(const char *path);

/// FOLDER/NAME.ENDING, NAME being that of the file at `path` without its ending; to be freed.
char *path_in(const char *folder, const char *path, const char *ending);

#endif
