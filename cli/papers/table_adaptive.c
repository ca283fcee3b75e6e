// SPDX-License-Identifier: MIT
// Adaptive tables, for the verb table (table_adaptive.h). Metres and radians; what is printed says its unit.
#include "papers/table_adaptive.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <swivel/geometry.h>
#include <swivel_papers/adaptive_build.h>
#include <swivel_papers/table_published.h>

#include "io/message.h"
#include "io/progress.h"
#include "io/system.h"
#include "papers/table_starts.h"
#include "words/tables.h"
#include "words/values.h"
#include "words/words.h"

#define DEGREES (180.0 / SWV_PI)

static double read_one(const char *option, const char *text, double otherwise, double lowest, double highest)
{
    double value = otherwise;
    if (text)
        read_numbers(option, text, 1, "it has one", &value);
    if (text && !(value >= lowest && value <= highest))
        fail("%s: '%s' is out of range; it is %g to %g", option, text, lowest, highest);
    return value;
}

/// The words of 'table build' and 'table compare', NULL where not given.
typedef struct plan_words {
    const char *model, *kind, *tolerance, *depth, *seed, *threads;
} plan_words;

// And the one that only this of the two has.
static plan_words plan_words_of(const char *verb, int count, char **words, const char *own, const char **value)
{
    plan_words      w = { 0 };
    const parameter parameters[] = {
        { "MODEL", .text = &w.model, .required = true },
        { "--kind", .text = &w.kind },
        { "--tolerance-mm", .text = &w.tolerance },
        { "--depth", .text = &w.depth },
        { "--seed", .text = &w.seed },
        { "--threads", .text = &w.threads },
        { own, .text = value },
    };
    *value = NULL;
    sort_words(verb, count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    return w;
}

static swv_table_result make_table(const plan_words *w, unsigned char **bytes, size_t *size)
{
    const int   cores = system_cores();
    const char *slash = strrchr(w->model, '/');
    swv_chain   chain;
    (void)find_table_model(w->model, &chain, NULL);
    check_table_chain(w->model, &chain);
    if (is_limb(w->model))
        fail("table: an adaptive table does not know the limits of a human limb; %s7, or tables of angles, do",
             w->model);
    const swv_adaptive_plan plan = {
        .model = slash ? slash + 1 : w->model,
        .chain = &chain,
        .tolerance = read_one("--tolerance-mm", w->tolerance, 0.0, 0.001, 100.0) / 1000.0,
        .depth = (int)read_one("--depth", w->depth, 0.0, 1.0, 24.0),
        .seed = (uint64_t)read_one("--seed", w->seed, 1.0, 0.0, 1e9),
        .threads = (int)read_one("--threads", w->threads, cores < 64 ? cores : 64, 1.0, 64.0),
        .progress = show_table_progress,
    };
    progress_begin_silent();
    const swv_table_result result = swv_adaptive_build(&plan, bytes, size);
    progress_end();
    return result;
}

static void build(int count, char **words)
{
    const char      *out;
    const plan_words w = plan_words_of("table build", count, words, "--out", &out);
    if (!out)
        fail("table build: --out is missing: the file to write");
    unsigned char         *bytes = NULL;
    size_t                 size = 0;
    const swv_table_result result = make_table(&w, &bytes, &size);
    keep_table(result, bytes, size, out);
}

static void info(int count, char **words)
{
    const char       *path = NULL;
    const parameter   parameters[] = { { "FILE", .text = &path, .required = true } };
    swv_adaptive_file file;
    sort_words("table info", count, words, parameters, 1);
    open_adaptive_file(path, &file);
    const swv_adaptive *t = &file.table;
    printf("model        %s\n", t->model);
    printf("kind         adaptive, cells split where they are off by more than %g mm\n", 1000.0 * t->tolerance);
    printf("targets      %s to %d joints\n", t->placing == 4 ? "hand's pose and swivel" : "hand's pose", t->joints);
    printf("cells        %u, in a grid of %d x %d x %d trees\n", (unsigned)t->leaves, t->divisions[0], t->divisions[1],
           t->divisions[2]);
    printf("branches     %u\n", (unsigned)t->branches);
    printf("seed         %llu\n", (unsigned long long)t->seed);
    printf("size         %zu bytes\n", t->size);
    swv_adaptive_file_close(&file);
}

static void print_scores(const swv_adaptive *table, const swv_chain *chain, const char *name, const char *targets,
                         const char *seed)
{
    swv_adaptive_score scores[SWV_ADAPTIVE_FAMILIES];
    int                surplus;
    const int          tried = (int)read_one("--count", targets, 10000.0, 1.0, 1e7);
    const uint64_t     start = (uint64_t)read_one("--seed", seed, 7.0, 0.0, 1e9);
    if (swv_adaptive_verify(table, chain, tried, start, scores, &surplus) != SWV_OK)
        fail("%s: made for a different %s than that of this version", name, table->model);
    const bool is_known = swv_table_published_of(table->model, false, false) != NULL;
    printf("%d targets, %s\n\n", tried,
           is_known ? "uniform in Kim and Tarokh's grid, against the closed form"
                    : "of random postures, and whether these are found");
    puts("family     valid   found    mean   99.9 %  worst (mm)    mean   99.9 %  (degrees)  beyond its bound");
    for (int i = 0; i < SWV_ADAPTIVE_FAMILIES; i++) {
        const swv_adaptive_score *s = &scores[i];
        if (s->valid == 0)
            continue;
        printf("%6d %9d %6.2f%% %7.4f %8.4f %7.3f    %8.5f %8.4f %20d\n", i, s->valid, 100.0 * s->found / s->valid,
               1000.0 * s->mean, 1000.0 * s->p999, 1000.0 * s->worst, DEGREES * s->rotation_mean,
               DEGREES * s->rotation_p999, s->beyond_bound);
    }
    printf("\n%d postures of the table are those of no solution inside the limits\n", surplus);
}

static void verify(int count, char **words)
{
    const char       *path = NULL, *targets = NULL, *seed = NULL, *word = NULL;
    const parameter   parameters[] = { { "FILE", .text = &path, .required = true },
                                       { "--count", .text = &targets },
                                       { "--seed", .text = &seed },
                                       { "--model", .text = &word } };
    swv_chain         chain;
    swv_adaptive_file file;
    sort_words("table verify", count, words, parameters, 4);
    open_adaptive_file(path, &file);
    print_scores(&file.table, chain_of_table(path, file.table.model, word, &chain), path, targets, seed);
    swv_adaptive_file_close(&file);
}

// A table of a model is made first, and forgotten.
static void compare(int count, char **words)
{
    const char       *targets;
    const plan_words  w = plan_words_of("table compare", count, words, "--count", &targets);
    unsigned char    *bytes = NULL;
    size_t            size = 0;
    swv_adaptive      table;
    swv_adaptive_file file = { 0 };
    if (table_kind_of(w.model) == TABLE_ADAPTIVE) {
        open_adaptive_file(w.model, &file);
        table = file.table;
    } else if (make_table(&w, &bytes, &size) != SWV_TABLE_DONE ||
               swv_adaptive_open(bytes, size, &table, NULL) != SWV_OK) {
        fail("table compare: not enough memory");
    }
    if (!swv_table_published_of(table.model, false, false))
        fail("table compare: the paper has tables of puma560 and arm7, none of %s; 'table verify' measures any",
             table.model);
    printf("published    %s\n", table.joints == 6 ? "wrist 1.74 to 2.92 mm, hand 1.48 to 4.41 degrees, 340 MB and more"
                                                  : "wrist 0.87 to 2.91 mm, hand 0.44 to 3.8 degrees, 1 GB");
    printf("here         an adaptive table of %.2f MB, %u cells\n\n", (double)table.size / 1e6, (unsigned)table.leaves);
    print_scores(&table, NULL, w.model, targets, NULL);
    swv_adaptive_file_close(&file);
    swv_table_free(bytes);
}

bool run_table_adaptive(int action, int count, char **words)
{
    bool is_adaptive = false;
    for (int i = 0; i < count; i++) {
        const bool is_named = strcmp(words[i], "adaptive") == 0 && i > 0 && strcmp(words[i - 1], "--kind") == 0;
        is_adaptive =
            is_adaptive || (action % 3 == 0 && is_named) || (action > 0 && table_kind_of(words[i]) == TABLE_ADAPTIVE);
    }
    if (!is_adaptive)
        return false;
    if (action == 0)
        build(count, words);
    else if (action == 1)
        info(count, words);
    else if (action == 2)
        verify(count, words);
    else
        compare(count, words);
    return true;
}
