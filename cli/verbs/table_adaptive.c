// SPDX-License-Identifier: MIT
#include "verbs/table_adaptive.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <swivel/geometry.h>
#include <swivel_offline/adaptive_build.h>

#include "io/message.h"
#include "io/output.h"
#include "io/progress.h"
#include "io/system.h"
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

static bool show_progress(void *user, double fraction)
{
    (void)user;
    const uint64_t whole = 1000000;
    progress_show(&(progress){ .lines = (uint64_t)(fraction * 100.0),
                               .bytes = (uint64_t)(fraction * (double)whole),
                               .total_bytes = whole,
                               .what = "%" });
    return true;
}

static void build(int count, char **words)
{
    const char *model = NULL, *kind = NULL, *tolerance = NULL, *depth = NULL, *seed = NULL, *threads = NULL,
               *out = NULL;
    const parameter parameters[] = {
        { "MODEL", .text = &model, .required = true },
        { "--kind", .text = &kind },
        { "--tolerance-mm", .text = &tolerance },
        { "--depth", .text = &depth },
        { "--seed", .text = &seed },
        { "--threads", .text = &threads },
        { "--out", .text = &out },
    };
    sort_words("table build", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    if (!out)
        fail("table build: --out is missing: the file to write");
    if (strcmp(model, "puma560") != 0 && strcmp(model, "arm7") != 0)
        fail("table build: knows the models puma560 and arm7, not %s", model);
    const int               cores = system_cores();
    const swv_adaptive_plan plan = {
        .model = model,
        .tolerance = read_one("--tolerance-mm", tolerance, 0.0, 0.001, 100.0) / 1000.0,
        .depth = (int)read_one("--depth", depth, 0.0, 1.0, 24.0),
        .seed = (uint64_t)read_one("--seed", seed, 1.0, 0.0, 1e9),
        .threads = (int)read_one("--threads", threads, cores < 64 ? cores : 64, 1.0, 64.0),
        .progress = show_progress,
    };
    unsigned char *bytes = NULL;
    size_t         size = 0;
    progress_begin_silent();
    swv_table_result result = swv_adaptive_build(&plan, &bytes, &size);
    progress_end();
    if (result == SWV_TABLE_DONE && is_standard_output(out))
        (void)fwrite(bytes, 1, size, stdout);  // main looks whether it could be written
    else if (result == SWV_TABLE_DONE)
        result = swv_table_write(out, (const unsigned char *const[]){ bytes }, &size, 1);
    if (result == SWV_TABLE_NO_FILE)
        fail("%s: %s", out, strerror(errno));
    if (result != SWV_TABLE_DONE)
        fail("table build: not enough memory");
    swv_table_free(bytes);
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

static void verify(int count, char **words)
{
    const char        *path = NULL, *targets = NULL, *seed = NULL;
    const parameter    parameters[] = { { "FILE", .text = &path, .required = true },
                                        { "--count", .text = &targets },
                                        { "--seed", .text = &seed } };
    swv_adaptive_file  file;
    swv_adaptive_score scores[SWV_ADAPTIVE_FAMILIES];
    int                surplus;
    sort_words("table verify", count, words, parameters, 3);
    const int      tried = (int)read_one("--count", targets, 10000.0, 1.0, 1e7);
    const uint64_t start = (uint64_t)read_one("--seed", seed, 7.0, 0.0, 1e9);
    open_adaptive_file(path, &file);
    if (swv_adaptive_verify(&file.table, tried, start, scores, &surplus) != SWV_OK)
        fail("%s: made for another %s than this version's", path, file.table.model);
    printf("%d targets, uniform in the document's grid, against the closed form\n\n", tried);
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
    swv_adaptive_file_close(&file);
}

bool run_table_adaptive(int action, int count, char **words)
{
    bool is_adaptive = false;
    for (int i = 0; i < count; i++) {
        if (action == 0)
            is_adaptive =
                is_adaptive || (strcmp(words[i], "adaptive") == 0 && i > 0 && strcmp(words[i - 1], "--kind") == 0);
        else
            is_adaptive = is_adaptive || table_kind_of(words[i]) == TABLE_ADAPTIVE;
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
        fail("table compare: wants a table of angles; 'swivel table verify' compares an adaptive one with the closed "
             "form");
    return true;
}
