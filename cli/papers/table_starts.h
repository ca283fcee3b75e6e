// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_TABLE_STARTS_H
#define SWIVEL_CLI_TABLE_STARTS_H

#include <stdbool.h>
#include <stddef.h>

#include <swivel_papers/table_build.h>

/// What table.c shares: a whole number in a range, `otherwise` if not given; the progress bar; writing what was built, or failing.
int  read_count(const char *option, const char *text, int otherwise, int lowest, int highest);
bool show_table_progress(void *user, double fraction);
void keep_table(swv_table_result result, unsigned char *bytes, size_t size, const char *out);

/// The words of 'table build --kind starts', NULL where not given.
typedef struct starts_words {
    const char *cells, *samples, *rounds, *seed, *threads;
} starts_words;

/// For the verb table: `action` is 1 (info), 2 (verify) or 3 (compare). False, and nothing done, if the words
/// do not speak of one: no file of starts, no `compare --kind starts`.
bool run_table_starts(int action, int count, char **words);

void build_starts(const char *model, const starts_words *words, const char *out);

#endif
