// SPDX-License-Identifier: MIT
// The inputs that fuzzing left lie in one plain ustar archive a target (tests/fuzz/corpus.sh): a block with name and size before each file, zeros at the end.
#ifndef SWIVEL_TESTS_ARCHIVE_H
#define SWIVEL_TESTS_ARCHIVE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARCHIVE_BLOCK = 512, ARCHIVE_NAME = 101 };

/// The next file of the archive, in memory of its own length, so that a sanitizer sees what reads beyond it; to be freed. NULL at the end. A broken archive
/// ends the program.
static inline unsigned char *archive_next(FILE *archive, char name[ARCHIVE_NAME], size_t *size)
{
    enum { SIZE_AT = 124, SIZE_DIGITS = 12, MAGIC_AT = 257 };
    char header[ARCHIVE_BLOCK], digits[SIZE_DIGITS + 1] = { 0 }, padding[ARCHIVE_BLOCK];
    if (fread(header, 1, sizeof header, archive) != sizeof header) {
        fprintf(stderr, "the archive has no end\n");
        exit(1);
    }
    if (header[0] == '\0')
        return NULL;
    memcpy(name, header, ARCHIVE_NAME - 1);
    name[ARCHIVE_NAME - 1] = '\0';
    memcpy(digits, header + SIZE_AT, SIZE_DIGITS);
    *size = strtoul(digits, NULL, 8);
    const size_t   rest = (ARCHIVE_BLOCK - *size % ARCHIVE_BLOCK) % ARCHIVE_BLOCK;
    unsigned char *bytes = malloc(*size > 0 ? *size : 1);
    if (memcmp(header + MAGIC_AT, "ustar", 6) != 0 || !bytes || fread(bytes, 1, *size, archive) != *size ||
        fread(padding, 1, rest, archive) != rest) {
        fprintf(stderr, "the archive is broken at %s\n", name);
        exit(1);
    }
    return bytes;
}

#endif
