// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_WORDS_H
#define SWIVEL_CLI_WORDS_H

#include <stdbool.h>

enum { MAX_LISTED = 32 };

/// Values of an option that may be given more than once.
typedef struct word_list {
    int         count;
    const char *words[MAX_LISTED];
} word_list;

/// What may stand after a verb: a word by its place ("MODEL"), an option with a value ("--q VALUE" or "--q=VALUE"),
/// or an option without one ("--json").
typedef struct parameter {
    const char  *name;      ///< options begin with two dashes
    const char **text;      ///< takes the word or the value; stays as it is if absent
    bool        *flag;      ///< for an option without a value: set if given
    bool         required;  ///< for a word by its place
    word_list   *list;      ///< for an option that may be given more than once: takes all values
} parameter;

/// Sort the words after `verb` into `parameters`. Anything unknown, missing, surplus or given twice ends the command
/// with a message.
void sort_words(const char *verb, int count, char **words, const parameter *parameters, int parameter_count);

#endif
