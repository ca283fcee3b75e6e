// SPDX-License-Identifier: MIT
// What an independent reader found in each file (data/files/facts.txt), and where the files are: those of data/files, and those of
// SWIVEL_SHARED_DATA or ../shared/data beside the project, if they are there.
#ifndef SWIVEL_TESTS_IO_FACTS_H
#define SWIVEL_TESTS_IO_FACTS_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "check.h"
#include "swivel_io/motion.h"

enum { FACT_WORDS = 8, PATH_LENGTH = 600 };

typedef struct fact {
    char file[96];
    char key[32];
    char words[FACT_WORDS][64];
} fact;

typedef struct facts {
    fact *all;
    int   count;
} facts;

static inline facts facts_load(void)
{
    facts f = { malloc(20000 * sizeof *f.all), 0 };
    FILE *in = fopen(SWIVEL_SOURCE_DIR "/data/files/facts.txt", "r");
    char  line[400];
    assert_non_null(in);
    assert_non_null(f.all);
    while (fgets(line, sizeof line, in)) {
        assert_true(f.count < 20000);
        fact *one = &f.all[f.count++];
        *one = (fact){ 0 };
        const int words = sscanf(line, "%95s %31s %63s %63s %63s %63s %63s %63s %63s %63s", one->file, one->key,
                                 one->words[0], one->words[1], one->words[2], one->words[3], one->words[4],
                                 one->words[5], one->words[6], one->words[7]);
        assert_true(words >= 2);
    }
    fclose(in);
    return f;
}

/// Where a file of the facts is. False if it is not here.
static inline bool find_file(const char *name, char path[PATH_LENGTH])
{
    const char *const shared = getenv("SWIVEL_SHARED_DATA");
    const char *const folders[] = { SWIVEL_SOURCE_DIR "/data/files",
                                    shared ? shared : SWIVEL_SOURCE_DIR "/../shared/data" };
    for (int i = 0; i < 2; i++) {
        snprintf(path, PATH_LENGTH, "%s/%s", folders[i], name);
        FILE *in = fopen(path, "rb");
        if (in) {
            fclose(in);
            return true;
        }
    }
    return false;
}

/// What a writer has written.
typedef struct written {
    unsigned char *bytes;
    size_t         size, capacity;
} written;

static inline bool append(void *user, const void *bytes, size_t size)
{
    written *w = user;
    if (w->size + size > w->capacity) {
        w->capacity = 2 * (w->size + size);
        w->bytes = realloc(w->bytes, w->capacity);
        assert_non_null(w->bytes);
    }
    memcpy(w->bytes + w->size, bytes, size);
    w->size += size;
    return true;
}

static inline unsigned char *load_bytes(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    assert_int_equal(fseek(in, 0, SEEK_END), 0);
    const long length = ftell(in);
    rewind(in);
    // Of just this size, so that a sanitizer sees a read beyond the end.
    unsigned char *bytes = malloc(length > 0 ? (size_t)length : 1);
    assert_non_null(bytes);
    *size = fread(bytes, 1, (size_t)length, in);
    assert_int_equal(*size, length);
    fclose(in);
    return bytes;
}

/// The first joint of this name.
static inline int joint_of(const swv_motion *motion, const char *name)
{
    for (int i = 0; i < motion->joint_count; i++)
        if (!strcmp(motion->joints[i].name, name))
            return i;
    fail_msg("no joint %s", name);
    return -1;
}

/// A joint's place in the world in a frame: the facts have five digits after the point.
static inline void check_world(const swv_motion *motion, const fact *f)
{
    swv_pose *locals = malloc((size_t)motion->joint_count * sizeof *locals);
    swv_pose *worlds = malloc((size_t)motion->joint_count * sizeof *worlds);
    assert_int_equal(swv_motion_locals(motion, atoi(f->words[0]), locals), SWV_OK);
    assert_int_equal(swv_motion_worlds(motion, locals, worlds), SWV_OK);
    const swv_vec3 p = worlds[joint_of(motion, f->words[1])].position;
    assert_near(p.x, atof(f->words[2]), 2e-5);
    assert_near(p.y, atof(f->words[3]), 2e-5);
    assert_near(p.z, atof(f->words[4]), 2e-5);
    free(locals);
    free(worlds);
}

/// Every file of these facts that is here (`format` begins its name): read and compared, or refused with its place. A fact that all
/// formats have is compared here, the others by `check`.
static inline void compare_with_facts(const char *format, void (*check)(const swv_motion *motion, const fact *f),
                                      int         least_files)
{
    facts       all = facts_load();
    int         files = 0, checked = 0, skipped = 0;
    const char *last = "";
    swv_motion  motion = { 0 };
    bool        is_here = false;
    for (int i = 0; i < all.count; i++) {
        const fact  *f = &all.all[i];
        char         path[PATH_LENGTH];
        swv_io_error error;
        if (strncmp(f->file, format, strlen(format)))
            continue;
        if (strcmp(last, f->file)) {
            last = f->file;
            swv_motion_free(&motion);
            is_here = find_file(f->file, path);
            files += is_here;
            skipped += !is_here;
            if (is_here && strcmp(f->key, "refused") && swv_motion_read_file(path, NULL, &motion, &error) != SWV_OK)
                fail_msg("%s:%ld: %s", path, error.line, error.text);
        }
        if (!is_here)
            continue;
        checked++;
        if (!strcmp(f->key, "refused")) {
            assert_int_equal(swv_motion_read_file(path, NULL, &motion, &error), SWV_BAD_FILE);
            assert_true(error.text[0]);
            print_message("%s: %s\n", f->file, error.text);
        } else if (!strcmp(f->key, "joints")) {
            assert_int_equal(motion.joint_count, atoi(f->words[0]));
        } else if (!strcmp(f->key, "world")) {
            check_world(&motion, f);
        } else {
            check(&motion, f);
        }
    }
    swv_motion_free(&motion);
    free(all.all);
    print_message("%d files, %d facts; %d files are not here\n", files, checked, skipped);
    assert_true(files >= least_files && checked > 2 * files);
}

// ---- an allocator that fails, and counts ----

typedef struct counter {
    int    calls, fail_at;  ///< this call fails, and with `from_then_on` all that follow; -1: none
    bool   from_then_on;
    size_t held, most;
    int    blocks;
} counter;

static inline void *counted_allocate(void *user, size_t size)
{
    counter  *c = user;
    const int call = c->calls++;
    if (c->fail_at >= 0 && (call == c->fail_at || (c->from_then_on && call > c->fail_at)))
        return NULL;
    size_t *memory = malloc(size + 16);
    assert_non_null(memory);
    *memory = size;
    c->held += size;
    c->most = c->held > c->most ? c->held : c->most;
    c->blocks++;
    return (char *)memory + 16;
}

static inline void counted_release(void *user, void *memory)
{
    counter *c = user;
    size_t  *block = (size_t *)(void *)((char *)memory - 16);
    c->held -= *block;
    c->blocks--;
    free(block);
}

/// Every allocation of reading these bytes fails in turn, alone and with all that follow: a status, nothing written, nothing
/// kept.
static inline void fail_every_allocation(const unsigned char *bytes, size_t size, swv_format format)
{
    for (int from_then_on = 0; from_then_on < 2; from_then_on++) {
        for (int k = 0;; k++) {
            counter              c = { .fail_at = k, .from_then_on = from_then_on };
            const swv_io_options options = {
                .allocate = counted_allocate, .release = counted_release, .user = &c, .format = format
            };
            assert_true(k < 10000);
            swv_motion       motion = { .joint_count = 77 };
            swv_io_error     error;
            const swv_status status = swv_motion_read(bytes, size, &options, &motion, &error);
            if (status == SWV_OK) {
                assert_true(c.calls <= k);
                swv_motion_free(&motion);
                assert_int_equal(c.blocks, 0);
                assert_true(k > 1);
                break;
            }
            assert_int_equal(status, SWV_NO_MEMORY);
            assert_int_equal(error.status, SWV_NO_MEMORY);
            assert_int_equal(motion.joint_count, 77);
            assert_int_equal(c.blocks, 0);
        }
    }
}

/// The file cut after every `step` bytes: read or refused, and refused with a place inside it.
static inline void truncate_everywhere(const unsigned char *bytes, size_t size, swv_format format, size_t step)
{
    for (size_t cut = 0; cut < size; cut += step) {
        unsigned char *part = malloc(cut ? cut : 1);
        swv_motion     motion = { .joint_count = 77 };
        swv_io_error   error;
        assert_non_null(part);
        memcpy(part, bytes, cut);
        const swv_io_options options = { .format = format };
        const swv_status     status = swv_motion_read(part, cut, &options, &motion, &error);
        if (status == SWV_OK) {
            swv_motion_free(&motion);
        } else {
            assert_int_equal(status, error.status);
            assert_true(status == SWV_BAD_FILE || status == SWV_UNSUPPORTED);
            assert_true(error.offset <= cut && error.text[0]);
            assert_int_equal(motion.joint_count, 77);
        }
        free(part);
    }
}

/// A small file that fuzzing begins with, of that target's archive: cut after every byte, and every allocation fails in turn.
static inline void cut_and_starve_seed(const char *target, const char *name, swv_format format)
{
    char path[PATH_LENGTH], found[ARCHIVE_NAME];
    snprintf(path, sizeof path, "%s/tests/fuzz/corpus/%s.tar", SWIVEL_SOURCE_DIR, target);
    FILE *archive = fopen(path, "rb");
    assert_non_null(archive);
    size_t         size = 0;
    unsigned char *bytes = archive_next(archive, found, &size);
    while (bytes && strcmp(found, name) != 0) {
        free(bytes);
        bytes = archive_next(archive, found, &size);
    }
    fclose(archive);
    assert_non_null(bytes);
    truncate_everywhere(bytes, size, format, 1);
    fail_every_allocation(bytes, size, format);
    free(bytes);
}

#endif
