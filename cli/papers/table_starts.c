// SPDX-License-Identifier: MIT
// Tables of starts, which give all solutions of a chain without closed form: table build --kind starts, info and verify.
#include "papers/table_starts.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <swivel_papers/models.h>
#include <swivel_io/starts_build.h>

#include "io/message.h"
#include "io/progress.h"
#include "io/system.h"
#include "words/posture.h"
#include "words/tables.h"
#include "words/words.h"

// Returns what it is a table of.
static const swv_skeleton *make_table(const char *model, const starts_words *words, unsigned char **bytes, size_t *size)
{
    const int       cores = system_cores();
    swv_chain       chain;
    swv_starts_plan plan = {
        .divisions = read_count("--cells", words->cells, 0, words->cells ? 2 : 0, 40),
        .samples = read_count("--samples", words->samples, 0, words->samples ? 1 : 0, 10000),
        .rounds = read_count("--rounds", words->rounds, 0, words->rounds ? 1 : 0, 1000),
        .seed = (uint64_t)read_count("--seed", words->seed, 1, 0, 1000000000),
        .threads = read_count("--threads", words->threads, cores < 64 ? cores : 64, 1, 64),
        .progress = show_table_progress,
    };
    (void)find_model(model, &chain);
    plan.skeleton = skeleton_of(&chain, NULL);
    progress_begin_silent();
    const swv_table_result result = swv_starts_build(&plan, bytes, size);
    progress_end();
    if (result == SWV_TABLE_BAD_PLAN)
        fail("table build: --kind starts needs a chain of six or seven independent hinges; %s is not one", model);
    if (result != SWV_TABLE_DONE)
        fail("table build: not enough memory");
    return plan.skeleton;
}

void build_starts(const char *model, const starts_words *words, const char *out)
{
    unsigned char *bytes = NULL;
    size_t         size = 0;
    (void)make_table(model, words, &bytes, &size);
    keep_table(SWV_TABLE_DONE, bytes, size, out);
}

// A table of starts knows its chain by a number, not by a name: the model is the one it opens for.
// Or the one that the user says, NULL if none.
static const swv_model *open_any(const char *path, const char *word, swv_starts_file *file)
{
    swv_table_fault  fault = SWV_TABLE_SOUND;
    swv_table_result result = SWV_TABLE_BAD_PLAN;
    swv_chain        chain;
    if (word) {
        const swv_model *model = find_model(word, &chain);
        result = swv_starts_file_open(skeleton_of(&chain, NULL), path, file, &fault);
        if (result == SWV_TABLE_DONE)
            return model;
    }
    for (int i = 0; !word && i < swv_model_count(); i++) {
        (void)swv_model_chain(swv_model_at(i)->name, &chain);
        result = swv_starts_file_open(skeleton_of(&chain, NULL), path, file, &fault);
        if (result == SWV_TABLE_DONE)
            return swv_model_at(i);
        if (result == SWV_TABLE_NO_FILE)
            fail("%s: %s", path, strerror(errno));
    }
    if (result == SWV_TABLE_BAD_FILE)
        fail("%s: not a table: %s", path, swv_table_fault_text(fault));
    fail(word ? "%s: not made for %s"
              : "%s: does not fit any model of this version; --model says whose it is: FILE.urdf",
         path, word);
}

static void info(int count, char **words)
{
    const char     *path = NULL, *word = NULL;
    const parameter parameters[] = { { "FILE", .text = &path, .required = true }, { "--model", .text = &word } };
    swv_starts_file file;
    sort_words("table info", count, words, parameters, 2);
    const swv_model  *model = open_any(path, word, &file);
    const swv_starts *s = &file.starts;
    printf("model        %s\n", model->name);
    printf("kind         starts, for all solutions of %d joints\n", s->joint_count);
    printf("cells        %u, in a grid of %d x %d x %d x %d\n", (unsigned)s->cells, s->divisions[0], s->divisions[1],
           s->divisions[2], s->divisions[3]);
    printf("starts       %u\n", (unsigned)s->count);
    printf("odd numbers  of solutions are %s\n", s->completes ? "completed" : "left: limits forbid some solutions");
    printf("missed       %.4f %% of %llu random postures, when it was made\n",
           s->samples ? 100.0 * (double)s->misses / (double)s->samples : 0.0, (unsigned long long)s->samples);
    printf("seed         %llu\n", (unsigned long long)s->seed);
    printf("size         %zu bytes\n", s->size);
    swv_starts_file_close(&file);
}

static void print_score(const swv_starts *starts, const char *targets, const char *restarts, const char *seed)
{
    swv_starts_score score;
    const int        tried = read_count("--count", targets, 10000, 1, 10000000);
    const int        tries = read_count("--restarts", restarts, 0, 0, 1000000);
    const int        start = read_count("--seed", seed, 7, 0, 1000000000);
    if (swv_starts_verify(starts, tried, tries, (uint64_t)start, &score) != SWV_OK)
        fail("table verify: the table cannot be used");
    printf("%d targets, where random postures reach\n\n", score.targets);
    printf("postures     %.3f %% found, %d missed\n", 100.0 - 100.0 * score.missed / score.targets, score.missed);
    if (tries)
        printf("restarts     %.3f %% found of %d solutions that %d restarts of the engine know\n",
               100.0 * score.found / score.known, score.known, tries);
    printf("solutions    %.2f a target, from %.1f starts and %.1f steps\n", (double)score.solutions / score.targets,
           (double)score.starts / score.targets, (double)score.iterations / score.targets);
    printf("worst error  %.1e of position, %.1e rad\n", score.position_error, score.rotation_error);
}

static void verify(int count, char **words)
{
    const char     *path = NULL, *targets = NULL, *restarts = NULL, *seed = NULL, *word = NULL;
    const parameter parameters[] = { { "FILE", .text = &path, .required = true },
                                     { "--model", .text = &word },
                                     { "--count", .text = &targets },
                                     { "--restarts", .text = &restarts },
                                     { "--seed", .text = &seed } };
    swv_starts_file file;
    sort_words("table verify", count, words, parameters, 5);
    (void)open_any(path, word, &file);
    print_score(&file.starts, targets, restarts, seed);
    swv_starts_file_close(&file);
}

// A table of a model is made first, and forgotten.
static void compare(int count, char **words)
{
    starts_words    w = { 0 };
    const char     *model = NULL, *kind = NULL, *targets = NULL, *restarts = NULL;
    const parameter parameters[] = {
        { "MODEL", .text = &model, .required = true },
        { "--kind", .text = &kind },
        { "--cells", .text = &w.cells },
        { "--samples", .text = &w.samples },
        { "--rounds", .text = &w.rounds },
        { "--seed", .text = &w.seed },
        { "--threads", .text = &w.threads },
        { "--count", .text = &targets },
        { "--restarts", .text = &restarts },
    };
    sort_words("table compare", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    unsigned char  *bytes = NULL;
    size_t          size = 0;
    swv_starts      starts;
    swv_starts_file file = { 0 };
    if (table_kind_of(model) == TABLE_OF_STARTS) {
        (void)open_any(model, NULL, &file);
        starts = file.starts;
    } else {
        const swv_skeleton *skeleton = make_table(model, &w, &bytes, &size);
        if (swv_starts_open(skeleton, bytes, size, &starts, NULL) != SWV_OK)
            fail("table compare: the table cannot be used");
    }
    puts("published    no table for chains without closed form");
    printf("here         a table of %u starts, %.2f MB\n\n", (unsigned)starts.count, (double)starts.size / 1e6);
    print_score(&starts, targets, restarts, NULL);
    swv_starts_file_close(&file);
    swv_table_free(bytes);
}

bool run_table_starts(int action, int count, char **words)
{
    bool is_of_starts = false;
    for (int i = 0; action > 0 && i < count; i++) {
        const bool is_named = strcmp(words[i], "starts") == 0 && i > 0 && strcmp(words[i - 1], "--kind") == 0;
        is_of_starts = is_of_starts || (action == 3 && is_named) || table_kind_of(words[i]) == TABLE_OF_STARTS;
    }
    if (!is_of_starts)
        return false;
    if (action == 1)
        info(count, words);
    else if (action == 2)
        verify(count, words);
    else
        compare(count, words);
    return true;
}
