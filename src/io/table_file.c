// SPDX-License-Identifier: MIT
// Tables in files: mapped read-only where the system can, written so that a crash leaves the old file or the new one.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/table_file.h"
#include "swivel_io/starts_build.h"

#ifdef _WIN32
    #include <process.h>
    #define getpid _getpid
#else
    #include <fcntl.h>
    #include <sys/mman.h>
    #include <sys/stat.h>
    #include <unistd.h>
#endif

void swv_table_free(unsigned char *bytes)
{
    free(bytes);
}

FILE *swvi_part_open(const char *path, char **other)
{
    const size_t length = strlen(path) + 32;  // room for ".PID.part", a PID of 20 digits
    *other = malloc(length);
    if (!*other)
        return NULL;
    snprintf(*other, length, "%s.%ld.part", path, (long)getpid());
    return fopen(*other, "wb");
}

bool swvi_part_close(FILE *out, char *other, const char *path, bool is_whole)
{
    int reason = errno;
    if (out && fclose(out) != 0 && is_whole) {
        reason = errno;
        is_whole = false;
    }
#ifdef _WIN32
    if (is_whole)
        remove(path);  // rename does not replace
#endif
    if (is_whole && rename(other, path) != 0) {
        reason = errno;
        is_whole = false;
    }
    if (!is_whole && out)
        remove(other);
    free(other);
    errno = reason;
    return is_whole;
}

swv_table_result swv_table_write(const char *path, const unsigned char *const *parts, const size_t *sizes, int count)
{
    if (!path || !parts || !sizes)
        return SWV_TABLE_BAD_PLAN;
    char *other;
    FILE *out = swvi_part_open(path, &other);
    if (!other)
        return SWV_TABLE_NO_MEMORY;
    bool is_whole = out;
    for (int i = 0; i < count && is_whole; ++i)
        is_whole = fwrite(parts[i], 1, sizes[i], out) == sizes[i];
    is_whole = is_whole && fflush(out) == 0;
#ifndef _WIN32
    is_whole = is_whole && fsync(fileno(out)) == 0;  // to the disk, before it takes the old one's place
#endif
    return swvi_part_close(out, other, path, is_whole) ? SWV_TABLE_DONE : SWV_TABLE_NO_FILE;
}

#ifdef _WIN32

void *swvi_table_load(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    long  length = -1;
    if (in && fseek(in, 0, SEEK_END) == 0)
        length = ftell(in);
    void *memory = length > 0 ? malloc((size_t)length) : NULL;
    if (memory && (fseek(in, 0, SEEK_SET) != 0 || fread(memory, 1, (size_t)length, in) != (size_t)length)) {
        free(memory);
        memory = NULL;
    }
    if (in)
        fclose(in);
    *size = memory ? (size_t)length : 0;
    return memory;
}

void swvi_table_unload(void *memory, size_t size)
{
    (void)size;
    free(memory);
}

#else

void *swvi_table_load(const char *path, size_t *size)
{
    struct stat about;
    const int   file = open(path, O_RDONLY | O_CLOEXEC);
    void       *memory = NULL;
    *size = 0;
    if (file < 0)
        return NULL;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
        memory = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_SHARED, file, 0);
        memory = memory == MAP_FAILED ? NULL : memory;
        *size = memory ? (size_t)about.st_size : 0;
    } else {
        errno = EINVAL;
    }
    const int reason = errno;
    close(file);
    errno = reason;
    return memory;
}

void swvi_table_unload(void *memory, size_t size)
{
    munmap(memory, size);
}

#endif

swv_table_result swv_starts_file_open(const swv_skeleton *skeleton, const char *path, swv_starts_file *file,
                                      swv_table_fault *fault)
{
    if (!file || !skeleton || !path)
        return SWV_TABLE_BAD_PLAN;
    swv_starts_file opened = { 0 };
    swv_table_fault found = SWV_TABLE_SOUND;
    opened.memory = swvi_table_load(path, &opened.size);
    if (!opened.memory)
        return SWV_TABLE_NO_FILE;
    if (swv_starts_open(skeleton, opened.memory, opened.size, &opened.starts, &found) != SWV_OK) {
        swvi_table_unload(opened.memory, opened.size);
        if (fault)
            *fault = found;
        return found == SWV_TABLE_SOUND ? SWV_TABLE_BAD_PLAN : SWV_TABLE_BAD_FILE;
    }
    *file = opened;
    return SWV_TABLE_DONE;
}

void swv_starts_file_close(swv_starts_file *file)
{
    if (file && file->memory)
        swvi_table_unload(file->memory, file->size);
    if (file)
        *file = (swv_starts_file){ 0 };
}
