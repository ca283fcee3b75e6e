// SPDX-License-Identifier: MIT
//
// swivel-bench [SUITE] [--json]: how fast Swivel is, each case beside a peer measured in the same run.
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "swivel/swivel.h"
#include "swivel_papers/swivel_papers.h"

static const struct suite {
    const char *name, *summary;
    void (*run)(void);
} suites[] = {
    { "trig", "trigonometry beside glibc's libm", bench_trig },
    { "linalg", "small linear algebra beside LAPACK (reference, through LAPACKE)", bench_linalg },
    { "chain", "forward kinematics and Jacobian of arm7 beside Orocos KDL", bench_chain },
    { "arm", "the human arm and Tolani and Badler's in closed form beside Orocos KDL's iteration and the literature",
      bench_arm },
    { "puma", "the Puma 560 in closed form beside other closed forms", bench_puma },
    { "lanes", "the same many at once, in each instruction set", bench_lanes },
    { "hand", "fingers, thumb and hand beside van den Waardenburg's iteration and Orocos KDL's", bench_hand },
    { "shoulder", "clavicle, scapula and arm together; table 2 of Ascione and others on this machine", bench_shoulder },
    { "solve", "the engine for any chain, on eight robots, beside Orocos KDL and others' figures", bench_solve },
    { "table", "inverse kinematics looked up beside Kim and Tarokh's tables and our closed forms", bench_table },
    { "starts", "all solutions of arms without closed form, from a table of starts", bench_starts },
    { "adaptive", "adaptive tables of whole arms beside Kim and Tarokh's and our closed forms", bench_adaptive },
    { "figure", "whole bodies: pelvis, feet and hands of two humanoid robots at once", bench_figure },
    { "files", "BVH files read and written, beside strtod", bench_files },
    { "motion", "recordings on other bodies and robots, and solved again", bench_motion },
    { "command", "the command swivel as a filter", bench_command },
};

#define SUITE_COUNT ((int)(sizeof suites / sizeof suites[0]))

static bool        is_json;
static bool        is_first_case = true;
static const char *current_suite;

bool bench_is_json(void)
{
    return is_json;
}

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double time_calls(const bench_work *work, int calls)
{
    const double start = now_ns();
    for (int call = 0; call < calls; ++call)
        work->run(work->data);
    return (now_ns() - start) / ((double)calls * (double)work->items);
}

static void time_rounds(const bench_work *works, int count, const int *calls, int rounds, double *nanoseconds)
{
    for (int w = 0; w < count; ++w)
        nanoseconds[w] = 1e300;
    for (int round = 0; round < rounds; ++round) {
        for (int w = 0; w < count; ++w) {
            const double each = time_calls(&works[w], calls[w]);
            nanoseconds[w] = each < nanoseconds[w] ? each : nanoseconds[w];
        }
    }
}

void bench_time(const bench_work *works, int count, double *nanoseconds)
{
    const double round_ns = 1e6;  // long against the clock, short against a time slice
    int          calls[16];
    for (int w = 0; w < count; ++w) {
        works[w].run(works[w].data);  // warm
        const double once = time_calls(&works[w], 1) * (double)works[w].items;
        calls[w] = once < round_ns ? (int)(round_ns / (once + 1.0)) + 1 : 1;
    }
    time_rounds(works, count, calls, 60, nanoseconds);
}

void bench_time_slow(const bench_work *works, int count, double *nanoseconds)
{
    const int once[16] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
    time_rounds(works, count, once, 3, nanoseconds);
}

void bench_report(const char *name, double value, const char *unit, const char *peer, double peer_value,
                  double difference)
{
    if (is_json) {
        printf("%s\n  {\"suite\": \"%s\", \"case\": \"%s\", \"value\": %.4g, \"unit\": \"%s\"",
               is_first_case ? "" : ",", current_suite, name, value, unit);
        if (peer)
            printf(", \"peer\": \"%s\", \"peer_value\": %.4g, \"ratio\": %.4g", peer, peer_value, peer_value / value);
        if (difference >= 0.0)
            printf(", \"difference\": %.2g", difference);
        printf("}");
    } else {
        printf("  %-34s %9.2f %-3s", name, value, unit);
        if (peer)
            printf("   %-26s %9.2f %-3s   %6.1f x", peer, peer_value, unit, peer_value / value);
        if (difference >= 0.0)
            printf("   differ by %.0e", difference);
        printf("\n");
    }
    is_first_case = false;
    fflush(stdout);
}

static int usage(FILE *out, int status)
{
    fprintf(out,
            "usage: ./run bench [SUITE] [--json]\n\n"
            "How fast Swivel is on this machine. Every case is the minimum over many runs, and is printed beside a\n"
            "peer whose runs alternate with ours; the last column says how many times as fast we are.\n\nsuites:\n");
    for (int i = 0; i < SUITE_COUNT; ++i)
        fprintf(out, "  %-8s %s\n", suites[i].name, suites[i].summary);
    fprintf(out, "\nexample:\n  ./run bench chain\n");
    return status;
}

int main(int argc, char **argv)
{
    const char *wanted = NULL;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--json") == 0) {
            is_json = true;
        } else if (strcmp(argv[i], "--help") == 0) {
            return usage(stdout, 0);
        } else if (argv[i][0] == '-' || wanted) {
            fprintf(stderr, "swivel-bench: unexpected argument '%s'\n", argv[i]);
            return usage(stderr, 2);
        } else {
            wanted = argv[i];
        }
    }
    bool is_known = !wanted;
    for (int i = 0; i < SUITE_COUNT; ++i)
        is_known = is_known || strcmp(wanted, suites[i].name) == 0;
    if (!is_known) {
        fprintf(stderr, "swivel-bench: no suite '%s'\n", wanted);
        return usage(stderr, 2);
    }

    if (is_json)
        printf("[");
    for (int i = 0; i < SUITE_COUNT; ++i) {
        if (wanted && strcmp(wanted, suites[i].name) != 0)
            continue;
        current_suite = suites[i].name;
        if (!is_json)
            printf("%s: %s\n", suites[i].name, suites[i].summary);
        else if (isatty(STDERR_FILENO))
            fprintf(stderr, "%s ...\n", suites[i].name);
        suites[i].run();
    }
    if (is_json)
        printf("\n]\n");
    return fflush(stdout) == 0 ? 0 : 1;
}
