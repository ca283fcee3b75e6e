// SPDX-License-Identifier: MIT
//
// The command as a filter: a million postures of arm7, 17 digits a number, through a pipe. The peer is what any program
// must do that reads and writes such lines with the C library, before it has computed anything: strtod and printf.
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/support/random.h"
#include "swivel_papers/chain.h"
#include "swivel_papers/models.h"

enum { distinct = 1000, repeats = 1000, line_size = 7 * 26 };

static char   lines[distinct * line_size];
static size_t lines_length;

static void through_command(void *unused)
{
    (void)unused;
    FILE *pipe = popen(SWIVEL_COMMAND " fk arm7 --q-file - > /dev/null", "w");
    for (int i = 0; pipe && i < repeats; ++i)
        fwrite(lines, 1, lines_length, pipe);
    if (!pipe || pclose(pipe) != 0) {
        fputs("swivel-bench: the command failed\n", stderr);
        exit(1);
    }
}

// A tenth of the lines, read and written as they are.
static void through_libc(void *unused)
{
    (void)unused;
    char  text[32];
    FILE *out = fopen("/dev/null", "w");
    for (int i = 0; out && i < repeats / 10; ++i)
        for (char *p = lines; p < lines + lines_length; ++p)  // past the comma or the end of the line
            fwrite(text, 1, (size_t)snprintf(text, sizeof text, "%.17g,", strtod(p, &p)), out);
    if (out)
        fclose(out);
}

void bench_command(void)
{
    swv_chain arm;
    uint64_t  seed = 1;
    (void)swv_model_chain("arm7", &arm);
    for (int i = 0; i < distinct; ++i) {
        for (int j = 0; j < 7; ++j) {
            const double q = random_between(&seed, arm.joints[j].lower, arm.joints[j].upper);
            lines_length +=
                (size_t)snprintf(lines + lines_length, sizeof lines - lines_length, "%.17g%c", q, j < 6 ? ',' : '\n');
        }
    }
    const bench_work works[2] = { { through_command, NULL, distinct * repeats },
                                  { through_libc, NULL, distinct * repeats / 10 } };
    double           ns[2];
    bench_time_slow(works, 2, ns);
    bench_report("fk of a million lines, from a pipe", ns[0] * distinct * repeats * 1e-9, "s",
                 "strtod and printf alone", ns[1] * distinct * repeats * 1e-9, -1.0);
}
