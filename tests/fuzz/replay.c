// SPDX-License-Identifier: MIT
// replay CORPUS.tar: the inputs that were kept, tried without libFuzzer, by any compiler.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "archive.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int count, char **words)
{
    FILE *archive = count == 2 ? fopen(words[1], "rb") : NULL;
    int   tried = 0;
    if (!archive) {
        fprintf(stderr, "usage: replay CORPUS.tar\n");
        return 2;
    }
    char     name[ARCHIVE_NAME];
    size_t   size = 0;
    uint8_t *data = malloc(1);
    (void)LLVMFuzzerTestOneInput(data, 0);
    free(data);
    for (; (data = archive_next(archive, name, &size)); tried++) {
        (void)LLVMFuzzerTestOneInput(data, size);
        free(data);
    }
    fclose(archive);
    printf("%d inputs\n", tried);
    return tried == 0;
}
