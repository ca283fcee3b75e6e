// SPDX-License-Identifier: MIT
// table build --kind starts: a table that gives all solutions of a chain without closed form.
#include "verbs/table_starts.h"

#include <swivel_offline/starts_build.h>

#include "io/message.h"
#include "io/progress.h"
#include "io/system.h"
#include "words/posture.h"

void build_starts(const char *model, const starts_words *words, const char *out)
{
    swv_chain       chain;
    const int       cores = system_cores();
    unsigned char  *bytes = NULL;
    size_t          size = 0;
    swv_starts_plan plan = {
        .chain = &chain,
        .divisions = read_count("--cells", words->cells, 0, words->cells ? 2 : 0, 40),
        .samples = read_count("--samples", words->samples, 0, words->samples ? 1 : 0, 10000),
        .rounds = read_count("--rounds", words->rounds, 0, words->rounds ? 1 : 0, 1000),
        .seed = (uint64_t)read_count("--seed", words->seed, 1, 0, 1000000000),
        .threads = read_count("--threads", words->threads, cores < 64 ? cores : 64, 1, 64),
        .progress = show_table_progress,
    };
    (void)find_model(model, &chain);
    progress_begin_silent();
    const swv_table_result result = swv_starts_build(&plan, &bytes, &size);
    progress_end();
    if (result == SWV_TABLE_BAD_PLAN)
        fail("table build: --kind starts is for chains of six or seven joints that turn, each on its own; %s is none",
             model);
    keep_table(result, bytes, size, out);
}
