// SPDX-License-Identifier: MIT
// The progress bar (progress.h). Times are seconds.
#include "io/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const double seconds_before_first = 2.0, seconds_between = 0.1;

static struct {
    bool   wanted, drawn;
    double begun, next;  // seconds on the monotonic clock
} bar;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void begin(bool wanted)
{
    bar.wanted = wanted;
    bar.begun = now();
    bar.next = bar.begun + seconds_before_first;
}

void progress_begin(void)
{
    begin(isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO));
}

void progress_begin_silent(void)
{
    begin(isatty(STDERR_FILENO));
}

void progress_text(char text[PROGRESS_WIDTH + 1], const progress *done, double seconds)
{
    const double rate = (double)done->lines / seconds;
    const char  *what = done->what ? done->what : "lines";
    if (done->total_bytes == 0 || done->bytes == 0) {
        snprintf(text, PROGRESS_WIDTH + 1, "%llu %s, %.0f a second", (unsigned long long)done->lines, what, rate);
        return;
    }
    enum { CELLS = 30 };
    double part = (double)done->bytes / (double)done->total_bytes;
    part = part < 1.0 ? part : 1.0;  // the file may be growing
    char cells[CELLS + 1];
    memset(cells, '.', CELLS);
    memset(cells, '#', (size_t)(part * CELLS));
    cells[CELLS] = '\0';
    snprintf(text, PROGRESS_WIDTH + 1, "[%s] %3.0f %%, %llu %s, %.0f s left", cells, 100.0 * part,
             (unsigned long long)done->lines, what, seconds * (1.0 - part) / part);
}

void progress_show(const progress *done)
{
    if (!bar.wanted)
        return;
    const double time = now();
    if (time < bar.next)
        return;
    bar.next = time + seconds_between;
    bar.drawn = true;
    char text[PROGRESS_WIDTH + 1];
    progress_text(text, done, time - bar.begun);
    fprintf(stderr, "\r%-*s", PROGRESS_WIDTH, text);
    fflush(stderr);
}

void progress_end(void)
{
    if (bar.drawn)
        fprintf(stderr, "\r%*s\r", PROGRESS_WIDTH, "");
    bar.drawn = false;
    bar.wanted = false;
}
