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

// `count` parts of sizes[i] bytes, to the disk; closes it. False: see errno.
static bool write_all(FILE *out, const unsigned char *const *parts, const size_t *sizes, int count)
{
    bool is_written = true;
    for (int i = 0; i < count; ++i)
        is_written = is_written && fwrite(parts[i], 1, sizes[i], out) == sizes[i];
    is_written = is_written && fflush(out) == 0;
#ifndef _WIN32
    is_written = is_written && fsync(fileno(out)) == 0;
#endif
    const int  reason = errno;
    const bool is_closed = fclose(out) == 0;
    if (!is_written)
        errno = reason;
    return is_written && is_closed;
}

swv_table_result swv_table_write(const char *path, const unsigned char *const *parts, const size_t *sizes, int count)
{
    if (!path || !parts || !sizes)
        return SWV_TABLE_BAD_PLAN;
    const size_t length = strlen(path) + 32;  // room for ".PID.part", a PID of 20 digits
    char        *other = malloc(length);
    if (!other)
        return SWV_TABLE_NO_MEMORY;
    snprintf(other, length, "%s.%ld.part", path, (long)getpid());
    FILE *out = fopen(other, "wb");
    bool  is_done = out && write_all(out, parts, sizes, count);
#ifdef _WIN32
    if (is_done)
        remove(path);  // rename does not replace
#endif
    is_done = is_done && rename(other, path) == 0;
    if (!is_done && out) {
        const int reason = errno;
        remove(other);
        errno = reason;
    }
    free(other);
    return is_done ? SWV_TABLE_DONE : SWV_TABLE_NO_FILE;
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
