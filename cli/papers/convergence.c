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

#include <swivel/batch.h>
#include <swivel_papers/girdle.h>
#include <swivel/trig.h>
#include <swivel_io/random.h>

#include "io/message.h"
#include "io/output.h"
#include "draw/plot.h"
#include "io/progress.h"
#include "verbs/verb.h"
#include "words/values.h"
#include "words/words.h"

// MOST: iterations that are counted apart, and the most that are tried. Chosen.
enum { MOST = 50, CASES = 4, FIXED_POINT = 0, OURS, KINDS };

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

// ---- the iteration of Ascione et al. in float ----

static float length(const float v[3])
{
    return sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void girdle_in_float(const swv_upper_limb *limb, float t, float p, float gh[3])
{
    float angles[5], s[5], c[5];
    for (int i = 0; i < 5; i++) {
        const double *k = limb->girdle.rhythm.coefficients[i];
        angles[i] = (float)k[0] + (float)k[1] * t + (float)k[2] * p;
    }
    (void)swv_batch_trigf(SWV_TRIG_SINCOS, angles, NULL, 5, s, c);
    const float clavicle = (float)limb->girdle.clavicle, x0 = (float)limb->girdle.scapula.x;
    const float y0 = (float)limb->girdle.scapula.y, z0 = (float)limb->girdle.scapula.z;
    const float y = y0 * c[4] - z0 * s[4], z1 = y0 * s[4] + z0 * c[4];
    const float x = x0 * c[2] - z1 * s[2], z = x0 * s[2] + z1 * c[2];
    gh[0] = clavicle * c[0] * c[1] + (x * c[3] - y * s[3]);
    gh[1] = clavicle * c[0] * s[1] + (x * s[3] + y * c[3]);
    gh[2] = clavicle * s[0] + z;
}

static int iterate_in_float(const swv_upper_limb *limb, const swv_upper_limb_goal *goal, swv_vec3 from)
{
    const float m = (float)limb->arm.upper, n = (float)limb->arm.lower;
    const float e[3] = { (float)goal->arm.end.position.x, (float)goal->arm.end.position.y,
                         (float)goal->arm.end.position.z };
    float       gh[3] = { (float)from.x, (float)from.y, (float)from.z }, ss, cs;
    const float swivel = (float)goal->arm.swivel;
    (void)swv_batch_trigf(SWV_TRIG_SINCOS, &swivel, NULL, 1, &ss, &cs);
    for (int k = 1; k <= MOST; k++) {
        const float p[3] = { e[0] - gh[0], e[1] - gh[1], e[2] - gh[2] };
        const float wanted = length(p), h = fminf(fmaxf(wanted, fabsf(m - n)), m + n);
        const float ca = fminf(fmaxf((m * m + h * h - n * n) / (2 * h * m), -1.0f), 1.0f), sa = sqrtf(1.0f - ca * ca);
        const float flat = sqrtf(p[0] * p[0] + p[1] * p[1]), cp = flat > 0 ? p[0] / flat : 1,
                    sp = flat > 0 ? p[1] / flat : 0;
        const float ct = p[2] / wanted, st = flat / wanted;
        const float gx = sa * cs, gy = sa * ss;  // in the frame whose z points to the wrist and whose x points down
        const float a = gx * ct + ca * st, hz = ca * ct - gx * st;
        const float hx = a * cp - gy * sp, hy = a * sp + gy * cp;
        const float humerus_y[2] = { sqrtf(hx * hx + hy * hy), hy }, humerus_x[2] = { -hz, hx };
        float       angles[2], next[3];  // elevation and plane
        (void)swv_batch_trigf(SWV_TRIG_ATAN2, humerus_y, humerus_x, 2, angles, NULL);
        girdle_in_float(limb, angles[0], angles[1], next);
        const float moved[3] = { next[0] - gh[0], next[1] - gh[1], next[2] - gh[2] };
        memcpy(gh, next, sizeof gh);
        if (length(moved) <= 4.0f * FLT_EPSILON * length(gh))
            return k;
    }
    return MOST + 1;
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

static int iterate(const swv_upper_limb *limb, const swv_upper_limb_goal *goal, const swv_upper_limb_posture *start,
                   int kind, double tolerance)
{
    const double                 rounding = 4.0 * DBL_EPSILON * swv_vec3_length(start->gh);
    const swv_upper_limb_options options = { .uses_fixed_point = kind == FIXED_POINT,
                                             .tolerance = tolerance > 0.0 ? tolerance : rounding,
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
}

static void draw(histogram histograms[CASES][KINDS], const char *path)
{
    double      x[KINDS][MOST + 1], y[CASES][KINDS][MOST + 1];
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
        const bool is_zero = cases[i].tolerance == 0.0;
        panels[i] =
            (plot_panel){ .title = cases[i].title,
                          .x = { .label = "iterations", .low = 0, .high = is_zero ? 30 : 10, .step = is_zero ? 5 : 1 },
                          .y = { .label = "moves" },
                          .height = 150,
                          .series = series[i],
                          .count = cases[i].is_float ? 1 : KINDS };
    }
    FILE *file = open_output(path);
    draw_plot(file, &(plot){ .title = "Iterations of the upper limb for random moves",
                             .caption = "Figures 8 to 11 of Ascione et al.; each iteration places the girdle once.",
                             .panels = panels,
                             .count = CASES,
                             .columns = 2 });
    close_output(file, path);
}

static void run(int count, char **words)
{
    const char     *model = NULL, *moves_text = NULL, *step_text = NULL, *seed_text = NULL, *path = NULL;
    const parameter parameters[] = {
        { "MODEL", .text = &model, .required = true },
        { "--moves", .text = &moves_text },
        { "--step", .text = &step_text },
        { "--seed", .text = &seed_text },
        { "--svg", .text = &path },
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
    progress_begin();
    for (int i = 0; i < (int)moves; i++) {
        swv_upper_limb_posture start;
        swv_upper_limb_goal    goal;
        make_move(&limb, step, &state, &start, &goal);
        for (int k = 0; k < CASES; k++) {
            if (cases[k].is_float) {
                add(&histograms[k][FIXED_POINT], iterate_in_float(&limb, &goal, start.gh));
                continue;
            }
            for (int kind = 0; kind < KINDS; kind++)
                add(&histograms[k][kind], iterate(&limb, &goal, &start, kind, cases[k].tolerance));
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
    "\n"
    "Moves the wrist from random postures in random directions and counts the iterations until the shoulder stops "
    "moving:\n"
    "by the iteration of Ascione et al. and by ours, with their tolerances and lengths.\n"
    "\n"
    "  --moves N              number of moves. Default: 1000\n"
    "  --step D               length of a move; the upper arm is 3. Default: 0.2\n"
    "  --seed S               seed of the random numbers, a whole number. Default: 1\n"
    "  --svg FILE             draw the histograms; '-' is standard output, instead of the table\n"
    "\n"
    "example:\n"
    "  swivel convergence upper-limb --moves 500\n",
    run,
};
