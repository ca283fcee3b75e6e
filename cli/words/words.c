// SPDX-License-Identifier: MIT
// Words after a verb (words.h).
#include "words/words.h"

#include <stdio.h>
#include <string.h>

#include "io/message.h"
#include "words/names.h"

static bool is_option(const parameter *p)
{
    return p->name[0] == '-';
}

// The option that `word` names, up to its '=' if it has one.
static const parameter *find_option(const char *verb, const char *word, const parameter *parameters, int count)
{
    const size_t length = strcspn(word, "=");
    char         name[64];
    snprintf(name, sizeof name, "%.*s", (int)(length < 60 ? length : 60), word);

    name_search search = { .wanted = name };
    for (int i = 0; i < count; i++) {
        if (!is_option(&parameters[i]))
            continue;
        if (strlen(parameters[i].name) == length && strncmp(parameters[i].name, word, length) == 0)
            return &parameters[i];
        consider_name(&search, parameters[i].name);
    }
    char hint[128];
    snprintf(hint, sizeof hint, "'swivel help %s' lists its options", verb);
    fail_unknown("option", &search, hint);
}

void sort_words(const char *verb, int count, char **words, const parameter *parameters, int parameter_count)
{
    bool given[32] = { false };  // more parameters than any verb has
    for (int i = 0; i < count; i++) {
        const char *word = words[i];
        if (word[0] == '-' && word[1] != '\0') {
            const parameter *option = find_option(verb, word, parameters, parameter_count);
            const char      *value = strchr(word, '=');
            bool            *seen = &given[option - parameters];
            if (*seen && !option->list)
                fail("%s: option '%s' is given twice", verb, option->name);
            *seen = true;
            if (option->flag) {
                if (value)
                    fail("%s: option '%s' takes no value, but got '%s'", verb, option->name, value + 1);
                *option->flag = true;
                continue;
            }
            // A value may begin with one dash (a negative number, or "-" for standard input), not with two.
            if (!value && (i + 1 == count || strncmp(words[i + 1], "--", 2) == 0))
                fail("%s: option '%s' needs a value; 'swivel help %s' shows an example", verb, option->name, verb);
            value = value ? value + 1 : words[++i];
            if (!option->list)
                *option->text = value;
            else if (option->list->count == MAX_LISTED)
                fail("%s: option '%s' is given more than %d times", verb, option->name, MAX_LISTED);
            else
                option->list->words[option->list->count++] = value;
        } else {
            int place = 0;
            while (place < parameter_count && (is_option(&parameters[place]) || given[place]))
                place++;
            if (place == parameter_count)
                fail("%s: unexpected argument '%s'; 'swivel help %s' shows what it takes", verb, word, verb);
            given[place] = true;
            *parameters[place].text = word;
        }
    }
    for (int i = 0; i < parameter_count; i++) {
        if (parameters[i].required && !given[i])
            fail("%s: %s is missing; 'swivel help %s' shows what it takes", verb, parameters[i].name, verb);
    }
}
