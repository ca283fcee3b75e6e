// SPDX-License-Identifier: MIT
// The command swivel: finds the verb and runs it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel/base.h>

#include "io/message.h"
#include "io/system.h"
#include "words/names.h"
#include "verbs/verb.h"
#include "words/words.h"

static void run_version(int count, char **words)
{
    sort_words("version", count, words, NULL, 0);
    printf("swivel %s\n", swv_version());
}

static const verb version_verb = {
    "version",
    "the version of this command",
    "usage: swivel version\n"
    "\n"
    "example:\n"
    "  swivel version\n",
    run_version,
};

static void run_help(int count, char **words);

static const verb help_verb = {
    "help",
    "this list, or how to use a verb",
    "usage: swivel help [VERB]\n"
    "       swivel help solve MODEL\n"
    "\n"
    "example:\n"
    "  swivel help fk\n",
    run_help,
};

static const verb *const verbs[] = {
    &models_verb, &fk_verb,          &jacobian_verb, &solve_verb,   &swivels_verb,     &track_verb,
    &check_verb,  &workspace_verb,   &limits_verb,   &natural_verb, &naturalness_verb, &slide_verb,
    &rhythm_verb, &convergence_verb, &compare_verb,  &report_verb,  &table_verb,       &rig_verb,
    &body_verb,   &motion_verb,      &version_verb,  &help_verb,
};
enum { VERB_COUNT = sizeof verbs / sizeof verbs[0] };

static const verb *find_verb(const char *name)
{
    name_search search = { .wanted = name };
    for (int i = 0; i < VERB_COUNT; i++) {
        if (strcmp(name, verbs[i]->name) == 0)
            return verbs[i];
        consider_name(&search, verbs[i]->name);
    }
    if (name[0] == '-') {
        consider_name(&search, "--help");
        consider_name(&search, "--version");
        fail_unknown("option", &search, "'swivel help' lists the verbs, which come first");
    }
    fail_unknown("verb", &search, "'swivel help' lists them all");
}

// `words` has room for one more.
static void show_help(const verb *about, int count, char **words)
{
    static char asking[] = "--help";
    if (about->usage) {
        fputs(about->usage, stdout);
        return;
    }
    words[count] = asking;
    about->run(count + 1, words);
}

// Whether the second word is what the verb can do, as in "motion reach": its usage has both, one after the other.
static bool is_action(const verb *about, const char *word)
{
    char both[64];
    return (size_t)snprintf(both, sizeof both, "swivel %s %s ", about->name, word) < sizeof both &&
           strstr(about->usage, both) != NULL;
}

static void run_help(int count, char **words)
{
    const verb *about = count > 0 && words[0][0] != '-' ? find_verb(words[0]) : NULL;
    if (about && about->usage && count == 2 && is_action(about, words[1]))
        count = 1;
    if (!about || about->usage) {
        const char     *name = NULL;
        const parameter parameters[] = { { "VERB", .text = &name } };
        sort_words("help", count, words, parameters, 1);
    }
    if (about) {
        memmove(words, words + 1, (size_t)(count - 1) * sizeof *words);
        show_help(about, count - 1, words);
        return;
    }
    printf("swivel %s: inverse kinematics for the human body\n"
           "\n"
           "usage: swivel VERB ...\n"
           "\n",
           swv_version());
    for (int i = 0; i < VERB_COUNT; i++)
        printf("  %-11s %s\n", verbs[i]->name, verbs[i]->summary);
    puts("\n"
         "'swivel help VERB' shows how to use one.\n"
         "\n"
         "example:\n"
         "  swivel fk planar3 --q 10,20,30");
}

static bool asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

int main(int argc, char **argv)
{
    static char output[1 << 16];
    system_begin();
    setvbuf(stdout, output, _IOFBF, sizeof output);

    if (argc < 2 || asks_for_help(argv[1])) {
        run_help(argc > 2 ? argc - 2 : 0, argv + 2);
    } else if (strcmp(argv[1], "--version") == 0) {
        run_version(argc - 2, argv + 2);
    } else {
        const verb *const chosen = find_verb(argv[1]);
        bool              help = false;
        int               count = 0;  // of the other words
        for (int i = 2; i < argc; i++) {
            if (asks_for_help(argv[i]))
                help = true;
            else
                argv[2 + count++] = argv[i];
        }
        if (help)
            show_help(chosen, count, argv + 2);
        else
            chosen->run(count, argv + 2);
    }
    flush_output();
    return EXIT_SUCCESS;
}
