// SPDX-License-Identifier: MIT
// The verb convergence: how many iterations random moves of the upper limb take, by the iteration of Ascione et al. and by ours:
// its section 5, figures 8 to 11.
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel_papers/girdle.h>
#include <swivel/trig.h>
#include <swivel_io/random.h>

#include "io/message.h"
#include "io/output.h"
#include "draw/plot.h"
#include "io/progress.h"
#include "papers/contraction_drawing.h"
#include "verbs/verb.h"
#include "words/values.h"
#include "words/words.h"

// MOST: iterations that are counted apart, and the most that are tried. Chosen.
enum { MOST = 50, CASES = 4, IN_DOUBLE = 0, IN_FLOAT = 1, FIXED_POINT = 0, OURS, KINDS };

/// As in the figures of Ascione et al.: zero tolerance in double and in float, 1e-4, 1e-3 in double.
static const struct {
    const char *title;
    double      tolerance;  ///< 0: rounding
    bool        is_float;
} cases[CASES] = {
    { "double, tolerance 0", 0.0, false },
    { "float, tolerance 0", 0.0, true },
    { "double, tolerance 1e-4", 1e-4, false },
    { "double, tolerance 1e-3", 1e-3, false },
};

typedef struct histogram {
    int counts[MOST + 1];  ///< by iterations; not converged counts as MOST
    int moves, sum, lost;
} histogram;

// ---- random moves ----

// A posture with the humerus raised by 15 to 140 degrees in a plane of 0 to 110, the elbow bent by 15 to 130; then the
// wrist moves by `step` in any direction.
static void make_move(const swv_upper_limb *limb, double step, uint64_t *state, swv_upper_limb_posture *start,
                      swv_upper_limb_goal *goal)
{
    const double degree = SWV_PI / 180.0;
    const double elevation = swv_random_between(state, 15, 140) * degree,
                 plane = swv_random_between(state, 0, 110) * degree;
    const double bend = swv_random_between(state, 15, 130) * degree, twist = swv_random_between(state, -SWV_PI, SWV_PI);
    const double angles[SWV_LIMB_ANGLES] = { plane, elevation, twist, bend };
    double       girdle[SWV_GIRDLE_ANGLES];
    swv_limb_posture arm;
    (void)swv_limb_posture_from_angles(&limb->arm, angles, &arm);
    (void)swv_rhythm_angles(&limb->girdle.rhythm, elevation, plane, 0.0, girdle);
    (void)swv_upper_limb_forward(limb, girdle, &arm, start);
    const double z = swv_random_between(state, -1, 1), a = swv_random_between(state, -SWV_PI, SWV_PI),
                 r = sqrt(1.0 - z * z);
    const swv_vec3 moved = { step * r * swv_cos(a), step * r * swv_sin(a), step * z };
    *goal = (swv_upper_limb_goal){ .arm = { .end = { .position = swv_vec3_add(start->wrist, moved) },
                                            .is_position_only = true,
                                            .elbow = SWV_ELBOW_SWIVEL,
                                            .swivel = start->swivel } };
}

// ---- counting ----

static void add(histogram *h, int iterations)
{
    const int shown = iterations <= MOST ? iterations : MOST;
    h->counts[shown]++;
    h->moves++;
    h->sum += shown;
    h->lost += iterations > MOST;
}

// By theirs, in one of the two precisions.
static int iterate_theirs(const swv_upper_limb *limb, const swv_upper_limb_goal *goal, swv_vec3 from, int which)
{
    const swv_ascione_options options = { .tolerance = cases[which].tolerance,
                                          .max_iterations = MOST,
                                          .is_single = cases[which].is_float };
    swv_ascione_posture       p;
    swv_upper_limb_report     report;
    const swv_status          status = swv_ascione_solve(limb, goal, &from, &options, &p, &report);
    if (status != SWV_OK)
        fail("convergence: %s", swv_status_text(status));
    return report.outcome == SWV_UNSETTLED ? MOST + 1 : report.iterations;
}

static int iterate_ours(const swv_upper_limb *limb, const swv_upper_limb_goal *goal,
                        const swv_upper_limb_posture *start, double tolerance)
{
    const double                 rounding = 4.0 * DBL_EPSILON * swv_vec3_length(start->gh);
    const swv_upper_limb_options options = { .tolerance = tolerance > 0.0 ? tolerance : rounding,
                                             .max_iterations = MOST };
    swv_upper_limb_posture       p;
    swv_upper_limb_report        report;
    const swv_status             status = swv_upper_limb_solve(limb, goal, start, &options, &p, &report);
    if (status != SWV_OK)
        fail("convergence: %s", swv_status_text(status));
    return report.gh_error <= options.tolerance || report.outcome == SWV_OUT_OF_REACH ? report.iterations : MOST + 1;
}

static int median(const histogram *h)
{
    int below = 0, k = 0;
    while (2 * (below += h->counts[k]) < h->moves)
        k++;
    return k;
}

static void print_table(histogram histograms[CASES][KINDS], double step)
{
    printf("%d moves of %g in random directions, the upper arm being 3\n\n%-24s %-10s %8s %8s %14s\n",
           histograms[0][FIXED_POINT].moves, step, "", "", "mean", "median", "not converged");
    for (int i = 0; i < CASES; i++) {
        for (int kind = 0; kind < KINDS; kind++) {
            const histogram *h = &histograms[i][kind];
            if (h->moves > 0)
                printf("%-24s %-10s %8.2f %8d %14d\n", kind == FIXED_POINT ? cases[i].title : "",
                       kind == FIXED_POINT ? "Ascione" : "ours", (double)h->sum / h->moves, median(h), h->lost);
        }
    }
    // Figures 8 and 9: "not significant differences", but a narrower graph for single precision.
    const histogram *wide = &histograms[IN_DOUBLE][FIXED_POINT], *narrow = &histograms[IN_FLOAT][FIXED_POINT];
    const double     in_double = (double)wide->sum / wide->moves, in_float = (double)narrow->sum / narrow->moves;
    printf("\nsingle precision needs %.2f iterations fewer on average than double, %.0f %%: its last digit is sooner "
           "reached\n",
           in_double - in_float, 100.0 * (in_double - in_float) / in_double);
    printf("one iteration: %d additions, multiplications and divisions, %d roots, %d sines, cosines and arc tangents;\n"
           "%d together, theirs about 130\n",
           SWV_ASCIONE_FLOPS, SWV_ASCIONE_ROOTS, SWV_ASCIONE_TRIG,
           SWV_ASCIONE_FLOPS + SWV_ASCIONE_ROOTS + SWV_ASCIONE_TRIG);
}

static void draw(histogram histograms[CASES][KINDS], const char *path)
{
    double      x[KINDS][MOST + 1], y[CASES][KINDS][MOST + 1];
    char        titles[CASES][64];
    plot_series series[CASES][KINDS];
    plot_panel  panels[CASES];
    for (int i = 0; i < CASES; i++) {
        for (int kind = 0; kind < KINDS; kind++) {
            for (int k = 0; k <= MOST; k++) {
                x[kind][k] = k + (kind == FIXED_POINT ? -0.2 : 0.2);
                y[i][kind][k] = histograms[i][kind].counts[k];
            }
            series[i][kind] = (plot_series){ .kind = PLOT_BARS,
                                             .label = kind == FIXED_POINT ? "iteration of Ascione et al." : "ours",
                                             .x = x[kind],
                                             .y = y[i][kind],
                                             .count = MOST + 1,
                                             .colour = kind == FIXED_POINT ? SVG_ORANGE : SVG_BLUE,
                                             .width = 0.4,
                                             .opacity = 0.8 };
        }
        const bool       is_zero = cases[i].tolerance == 0.0;
        const histogram *theirs = &histograms[i][FIXED_POINT];
        snprintf(titles[i], sizeof titles[i], "%s: mean %.1f", cases[i].title, (double)theirs->sum / theirs->moves);
        panels[i] =
            (plot_panel){ .title = titles[i],
                          .x = { .label = "iterations", .low = 0, .high = is_zero ? 30 : 10, .step = is_zero ? 5 : 1 },
                          .y = { .label = "moves" },
                          .height = 150,
                          .series = series[i],
                          .count = cases[i].is_float ? 1 : KINDS };
    }
    FILE *file = open_output(path);
    draw_plot(file,
              &(plot){ .title = "Iterations of the upper limb for random moves",
                       .caption =
                           "Figures 8 to 11 of Ascione et al.; each iteration places the girdle once. The means are "
                           "of their iteration: single precision needs fewer, as its last digit is sooner reached.",
                       .panels = panels,
                       .count = CASES,
                       .columns = 2 });
    close_output(file, path);
}

static void run(int count, char **words)
{
    const char     *model = NULL, *moves_text = NULL, *step_text = NULL, *seed_text = NULL, *path = NULL, *map = NULL;
    const parameter parameters[] = {
        { "MODEL", .text = &model, .required = true },
        { "--moves", .text = &moves_text },
        { "--step", .text = &step_text },
        { "--seed", .text = &seed_text },
        { "--svg", .text = &path },
        { "--map", .text = &map },
    };
    double moves = 1000.0, step = 0.2, seed = 1.0;
    sort_words("convergence", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    if (strcmp(model, "upper-limb") != 0)
        fail("convergence: supports 'upper-limb', not '%s'", model);
    if (moves_text)
        read_numbers("--moves", moves_text, 1, "it is 1 number", &moves);
    if (!(moves >= 1.0 && moves <= 1e6 && moves == floor(moves)))
        fail("--moves: '%s' is not a whole number from 1 to 1000000", moves_text);
    if (step_text)
        read_numbers("--step", step_text, 1, "it is 1 number, the upper arm being 3", &step);
    if (!(step >= 0.0 && step <= 10.0))
        fail("--step: '%s' is outside 0 to 10", step_text);
    if (seed_text)
        read_numbers("--seed", seed_text, 1, "it is 1 number", &seed);
    if (!(seed >= 0.0 && seed <= 1e9 && seed == floor(seed)))
        fail("--seed: '%s' is not a whole number from 0 to 1000000000", seed_text);

    static histogram histograms[CASES][KINDS];
    swv_upper_limb   limb;
    uint64_t         state = (uint64_t)seed;
    (void)swv_upper_limb_make_ascione(SWV_RIGHT, &limb);
    if (map) {
        draw_contraction(&limb, map);
        return;
    }
    progress_begin();
    for (int i = 0; i < (int)moves; i++) {
        swv_upper_limb_posture start;
        swv_upper_limb_goal    goal;
        make_move(&limb, step, &state, &start, &goal);
        for (int k = 0; k < CASES; k++) {
            add(&histograms[k][FIXED_POINT], iterate_theirs(&limb, &goal, start.gh, k));
            if (!cases[k].is_float)
                add(&histograms[k][OURS], iterate_ours(&limb, &goal, &start, cases[k].tolerance));
        }
        if (i % 4096 == 4095)
            progress_show(
                &(progress){ .lines = (uint64_t)i + 1, .bytes = (uint64_t)i + 1, .total_bytes = (uint64_t)moves });
    }
    progress_end();
    if (path)
        draw(histograms, path);
    if (!path || !is_standard_output(path))
        print_table(histograms, step);
}

const verb convergence_verb = {
    "convergence",
    "iterations of the upper limb, by Ascione et al. and by ours",
    "usage: swivel convergence upper-limb [--moves N] [--step D] [--seed S] [--svg FILE]\n"
    "       swivel convergence upper-limb --map FILE\n"
    "\n"
    "Moves the wrist from random postures in random directions and counts the iterations until the shoulder stops "
    "moving:\n"
    "by the iteration of Ascione et al., in double and in single precision, and by ours, with their tolerances and "
    "lengths.\n"
    "With --map: where their iteration contracts, with its boundary.\n"
    "\n"
    "  --moves N              number of moves. Default: 1000\n"
    "  --step D               length of a move; the upper arm is 3. Default: 0.2\n"
    "  --seed S               seed of the random numbers, a whole number. Default: 1\n"
    "  --svg FILE             draw the histograms; '-' is standard output, instead of the table\n"
    "  --map FILE             draw the region of elevation and elbow bend in which an iteration shortens every error\n"
    "\n"
    "example:\n"
    "  swivel convergence upper-limb --moves 500\n",
    run,
};
