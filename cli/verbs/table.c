// SPDX-License-Identifier: MIT
// The verb table: makes a table of inverse kinematics, says what is in one, and how good it is.
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <swivel/geometry.h>
#include <swivel_offline/table_build.h>

#include "io/message.h"
#include "io/output.h"
#include "io/progress.h"
#include "io/system.h"
#include "verbs/table_starts.h"
#include "verbs/table_adaptive.h"
#include "verbs/verb.h"
#include "words/values.h"
#include "words/words.h"

static const char *const kinds[] = { "linear", "quadratic", "net" };

int read_count(const char *option, const char *text, int otherwise, int lowest, int highest)
{
    double value = otherwise;
    if (text)
        read_numbers(option, text, 1, "it has one", &value);
    if (!(value >= lowest && value <= highest) || value != floor(value))
        fail("%s: '%s' is out of range; it is %d to %d", option, text, lowest, highest);
    return (int)value;
}

static double read_positive(const char *option, const char *text)
{
    double value = 0.0;
    if (text) {
        read_numbers(option, text, 1, "it has one", &value);
        if (!(value > 0.0))
            fail("%s: '%s' is not more than 0", option, text);
    }
    return value;
}

static void open_table(const char *path, swv_table_file *file)
{
    swv_table_fault fault = SWV_TABLE_SOUND;
    switch (swv_table_file_open(file, path, &fault)) {
    case SWV_TABLE_DONE:
        return;
    case SWV_TABLE_BAD_FILE:
        fail("%s: no table: %s", path, swv_table_fault_text(fault));
    default:
        fail("%s: %s", path, strerror(errno));
    }
}

// ---- build ----

bool show_table_progress(void *user, double fraction)
{
    (void)user;
    const uint64_t whole = 1000000;
    progress_show(&(progress){ .lines = (uint64_t)(fraction * 100.0),
                               .bytes = (uint64_t)(fraction * (double)whole),
                               .total_bytes = whole,
                               .what = "%" });
    return true;
}

void keep_table(swv_table_result result, unsigned char *bytes, size_t size, const char *out)
{
    if (result == SWV_TABLE_DONE && is_standard_output(out))
        (void)fwrite(bytes, 1, size, stdout);  // main looks whether it could be written
    else if (result == SWV_TABLE_DONE)
        result = swv_table_write(out, bytes, size);
    if (result == SWV_TABLE_NO_FILE)
        fail("%s: %s", out, strerror(errno));
    if (result != SWV_TABLE_DONE)
        fail("table build: not enough memory");
    swv_table_free(bytes);
}

static void run_build(int count, char **words)
{
    const char *model = NULL, *kind = NULL, *cell_mm = NULL, *cell_deg = NULL, *samples = NULL, *hidden = NULL,
               *seed = NULL;
    const char     *out = NULL, *threads = NULL;
    starts_words    starts = { NULL };
    const parameter parameters[] = {
        { "MODEL", .text = &model, .required = true },
        { "--kind", .text = &kind },
        { "--cell-mm", .text = &cell_mm },
        { "--cell-deg", .text = &cell_deg },
        { "--samples", .text = &samples },
        { "--hidden", .text = &hidden },
        { "--seed", .text = &seed },
        { "--threads", .text = &threads },
        { "--cells", .text = &starts.cells },
        { "--rounds", .text = &starts.rounds },
        { "--out", .text = &out },
    };
    sort_words("table build", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    if (!out)
        fail("table build: --out is missing: the file to write");
    starts.samples = samples;
    starts.seed = seed;
    starts.threads = threads;
    if (kind && strcmp(kind, "starts") == 0) {
        build_starts(model, &starts, out);
        return;
    }
    if (strcmp(model, "puma560") != 0 && strcmp(model, "arm7") != 0)
        fail("table build: knows the models puma560 and arm7, not %s", model);
    const int      cores = system_cores();
    swv_table_plan plan = {
        .model = model,
        .kind = (swv_table_kind)(SWV_TABLE_LINEAR + read_word("--kind", kind, 3, kinds)),
        .cell_length = read_positive("--cell-mm", cell_mm) / 1000.0,
        .cell_angle = read_positive("--cell-deg", cell_deg) * (SWV_PI / 180.0),
        .samples = read_count("--samples", samples, 0, samples ? 8 : 0, 10000),
        .hidden = read_count("--hidden", hidden, 0, hidden ? 1 : 0, SWV_TABLE_MAX_HIDDEN),
        .seed = (uint64_t)read_count("--seed", seed, 1, 0, 1000000000),
        .threads = read_count("--threads", threads, cores < 64 ? cores : 64, 1, 64),
        .progress = show_table_progress,
    };
    unsigned char *bytes = NULL;
    size_t         size = 0;
    progress_begin_silent();
    swv_table_result result = swv_table_build(&plan, &bytes, &size);
    progress_end();
    if (result == SWV_TABLE_BAD_PLAN)
        fail("table build: cells too large or too small: the grid has 1 to 1000 in a row, and up to 4 million");
    keep_table(result, bytes, size, out);
}

// ---- info ----

static void run_info(int count, char **words)
{
    const char     *path = NULL;
    const parameter parameters[] = { { "FILE", .text = &path, .required = true } };
    swv_table_file  file;
    sort_words("table info", count, words, parameters, 1);
    open_table(path, &file);
    const swv_table *t = &file.table;
    uint32_t         used = 0, most = 0;
    for (uint32_t c = 0; c < t->cells; c++) {
        const uint32_t here = t->first[c + 1] - t->first[c];
        used += here > 0;
        most = here > most ? here : most;
    }
    printf("model        %s\n", t->model);
    printf("kind         %s", kinds[t->kind - SWV_TABLE_LINEAR]);
    printf(t->kind == SWV_TABLE_NET ? ", %d hidden\n" : "\n", t->hidden);
    printf("targets      %s\n", t->space == SWV_TABLE_POSITION ? "x, y, z to 3 joints" : "x, y, z, swivel to 4 joints");
    printf("cells        ");
    for (int i = 0; i < t->inputs; i++)
        printf("%s%d", i ? " x " : "", t->divisions[i]);
    printf(" of %g mm", 1000.0 * t->cell[0]);
    if (t->inputs == 4)
        printf(" and %g degrees", t->cell[3] * (180.0 / SWV_PI));
    printf(", %u of %u in use\n", (unsigned)used, (unsigned)t->cells);
    printf("branches     %u, at most %u in a cell\n", (unsigned)t->branches, (unsigned)most);
    printf("samples      %d a branch, seed %llu\n", t->samples, (unsigned long long)t->seed);
    printf("size         %zu bytes\n", t->size);
    swv_table_file_close(&file);
}

// ---- verify ----

static void run_verify(int count, char **words)
{
    const char     *path = NULL, *targets = NULL, *seed = NULL;
    const parameter parameters[] = { { "FILE", .text = &path, .required = true },
                                     { "--count", .text = &targets },
                                     { "--seed", .text = &seed } };
    swv_table_file  file;
    swv_table_score scores[SWV_TABLE_FAMILIES];
    int             surplus;
    sort_words("table verify", count, words, parameters, 3);
    const int tried = read_count("--count", targets, 10000, 1, 100000000);
    const int start = read_count("--seed", seed, 7, 0, 1000000000);
    open_table(path, &file);
    if (swv_table_verify(&file.table, tried, (uint64_t)start, scores, &surplus) != SWV_OK)
        fail("%s: made for another %s than this version's", path, file.table.model);
    printf("%d targets, uniform in the grid, against the closed form\n\n", tried);
    puts("branch     valid   found    mean    std   worst (mm)  swivel (degrees)");
    for (int i = 0; i < (file.table.inputs == 3 ? 4 : 2); i++) {
        const swv_table_score *s = &scores[i];
        printf("%6d %9d %6.2f%% %7.3f %6.3f %7.1f", i + 1, s->valid, s->valid ? 100.0 * s->found / s->valid : 100.0,
               1000.0 * s->mean, 1000.0 * s->deviation, 1000.0 * s->worst);
        if (file.table.inputs == 4)
            printf("      %10.3f", s->swivel * (180.0 / SWV_PI));
        putchar('\n');
    }
    printf("\n%d postures of the table are those of no solution inside the limits\n", surplus);
    swv_table_file_close(&file);
}

static void run(int count, char **words)
{
    static const char *const actions[] = { "build", "info", "verify" };
    if (count == 0)
        fail("table: say build, info or verify; 'swivel help table' shows what they take");
    const int action = read_word("table", words[0], 3, actions);
    if (run_table_adaptive(action, count - 1, words + 1))
        return;
    if (action == 0)
        run_build(count - 1, words + 1);
    else if (action == 1)
        run_info(count - 1, words + 1);
    else
        run_verify(count - 1, words + 1);
}

const verb table_verb = {
    "table",
    "inverse kinematics prepared in a file: build, info, verify",
    "usage: swivel table build MODEL --out FILE [OPTION ...]\n"
    "       swivel table info FILE\n"
    "       swivel table verify FILE [--count N] [--seed N]\n"
    "\n"
    "Cuts the space of targets into cells and fits, for each cell and each branch of solutions, a small model from "
    "target\n"
    "to joint angles. MODEL is puma560 (wrist to three joints) or arm7 (wrist and swivel to four). A file is written "
    "under\n"
    "another name and renamed: whatever happens there is the old one or the new one.\n"
    "\n"
    "  --out FILE             the file to write; '-' is standard output\n"
    "  --kind KIND            linear (default), quadratic or net; starts: all solutions of any model of six or seven turning\n"
    "                         joints, for 'swivel solve MODEL --table FILE'\n"
    "                         adaptive: cells split where they are off; the whole arm at once\n"
    "  --tolerance-mm LENGTH  adaptive: a cell is split while it is off by more. Default: 0.2\n"
    "  --depth N              adaptive: a cell is halved at most so often. Default: 10\n"
    "  --cell-mm LENGTH       side of a cell. Default: 100 for puma560, 200 for its nets, 60 for arm7\n"
    "  --cell-deg ANGLE       side of a cell in the swivel. Default: 10\n"
    "  --samples N            for each branch of a cell. Default: 120, for nets 200\n"
    "  --cells N, --rounds N  starts: cells in a row, of each of four, and rounds of samples (24 a cell). Default: 16, 8\n"
    "  --hidden N             neurons of a net. Default: 5\n"
    "  --seed N               of all that is drawn. Default: 1. The same seed gives the same file\n"
    "  --threads N            so many cells at once. Default: as many as there are cores\n"
    "  --count N              verify: so many random targets. Default: 10000\n"
    "\n"
    "verify shows for each branch of the closed form how many targets have it inside the limits, how many of these "
    "the\n"
    "table found, and how far off the wrist then is.\n"
    "\n"
    "example:\n"
    "  swivel table build puma560 --cell-mm 200 --out -\n",
    run,
};
