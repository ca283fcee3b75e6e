// SPDX-License-Identifier: MIT
// Paths, and what is in a folder (folder.h).
#include "io/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/message.h"

bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool is_same_file(const char *a, const char *b)
{
#ifdef _WIN32
    return strcmp(a, b) == 0;
#else
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
#endif
}

const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool is_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

static void add_path(path_list *list, const char *folder, const char *name, size_t length)
{
    if ((list->count & (list->count + 1)) == 0) {  // full at 0, 1, 3, 7, ...
        char **more = realloc(list->paths, 2 * (size_t)(list->count + 1) * sizeof *more);
        if (!more)
            fail("out of memory");
        list->paths = more;
    }
    const size_t size = strlen(folder) + length + 2;
    char        *path = malloc(size);
    if (!path)
        fail("out of memory");
    snprintf(path, size, "%s%s%.*s", folder, *folder ? "/" : "", (int)length, name);
    list->paths[list->count++] = path;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool has_ending(const char *name, const char *const *endings)
{
    const size_t length = strlen(name);
    for (; *endings; endings++) {
        const size_t tail = strlen(*endings);
        if (length > tail + 1 && name[length - tail - 1] == '.' && !strcmp(name + length - tail, *endings))
            return true;
    }
    return false;
}

path_list list_paths(const char *path, const char *const *endings)
{
    path_list list = { 0, NULL };
    if (*path == '@') {
        FILE *file = fopen(path + 1, "rb");
        char  line[4096];
        if (!file)
            fail("%s: %s", path + 1, strerror(errno));
        while (fgets(line, sizeof line, file)) {
            const size_t length = strcspn(line, "\r\n");
            if (length == sizeof line - 1)
                fail("%s: a line is longer than any path", path + 1);
            if (length > 0)
                add_path(&list, "", line, length);
        }
        fclose(file);
        return list;
    }
    DIR *folder = opendir(path);
    if (!folder)
        fail("%s: %s", path, strerror(errno));
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (has_ending(entry->d_name, endings))
            add_path(&list, path, entry->d_name, strlen(entry->d_name));
    closedir(folder);
    if (list.count > 1)
        qsort(list.paths, (size_t)list.count, sizeof *list.paths, by_bytes);
    return list;
}

void path_list_free(path_list *list)
{
    for (int i = 0; i < list->count; i++)
        free(list->paths[i]);
    free(list->paths);
    *list = (path_list){ 0, NULL };
}

void make_folder(const char *path)
{
#ifdef _WIN32
    const int made = mkdir(path);
#else
    const int made = mkdir(path, 0777);
#endif
    if (made != 0 && !is_folder(path))
        fail("%s: %s", path, strerror(errno));
}

char *path_in(const char *folder, const char *path, const char *ending)
{
    const char  *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    const int    length = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
    const size_t size = strlen(folder) + (size_t)length + strlen(ending) + 3;
    char        *made = malloc(size);
    if (!made)
        fail("out of memory");
    snprintf(made, size, "%s/%.*s.%s", folder, length, name, ending);
    return made;
}
