// SPDX-License-Identifier: MIT
// The verb slide: the fingertip slides along an object, as far as it reaches.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel_papers/planar_finger.h>
#include <swivel/geometry.h>

#include "draw/finger_drawing.h"
#include "words/finger_words.h"
#include "io/message.h"
#include "io/number.h"
#include "io/output.h"
#include "draw/plot.h"
#include "verbs/verb.h"
#include "words/values.h"
#include "words/words.h"

enum { MAX_POINTS = 64, MAX_STEPS = 100000 };

/// One place of the tip on its way.
typedef struct moment {
    int              part;   ///< which reachable part of the way, from 1
    double           along;  ///< from the beginning of the object, metres
    swv_point        tip;
    double           q[3];
    swv_digit_report report;
} moment;

typedef struct slide {
    swv_finger                finger;
    swv_finger_kind           kind;
    bool                      is_newton;
    swv_finger_newton_options newton;
    swv_point                 points[MAX_POINTS];  ///< of the object
    int                       point_count, steps, count, capacity, parts;
    double                    length, reached;  ///< of the object, and of what can be reached, metres
    moment                   *moments;
} slide;

// ---- sliding ----

// previous: of the frame before, NULL at the beginning of a part.
static swv_status solve_moment(const slide *s, swv_point tip, const double *previous, double q[SWV_FINGER_SOLUTIONS][3],
                               swv_digit_report *report)
{
    if (s->is_newton) {
        swv_finger_newton_options options = s->newton;
        swv_finger_newton_report  newton = { .outcome = SWV_STALLED };
        options.previous = previous;
        const swv_status status = swv_finger_newton(&s->finger, tip, &options, q[0], &newton);
        *report = (swv_digit_report){ .outcome = newton.outcome,
                                      .count = 1,
                                      .iterations = newton.iterations,
                                      .position_error = newton.position_error };
        return status;
    }
    return s->kind == SWV_FINGER_COUPLED ? swv_finger_solve(&s->finger, tip, q, report)
                                         : swv_finger_solve_free(&s->finger, tip, previous, q[0], report);
}

static void add_moment(slide *s, const moment *m)
{
    if (s->count == s->capacity) {
        s->capacity = 2 * s->capacity + 256;
        moment *more = realloc(s->moments, sizeof *more * (size_t)s->capacity);
        if (!more)
            fail("slide: out of memory");
        s->moments = more;
    }
    moment *at = &s->moments[s->count];
    *at = *m;
    double           all[SWV_FINGER_SOLUTIONS][3];
    const moment    *before = s->count > 0 && at[-1].part == m->part ? at - 1 : NULL;
    const swv_status status = solve_moment(s, m->tip, before ? before->q : NULL, all, &at->report);
    if (status != SWV_OK)
        fail("slide: %s", swv_status_text(status));
    memcpy(at->q, all[0], sizeof at->q);
    s->count++;
}

// Each segment's reachable parts; one that begins where the last one ended goes on with it.
static void run_slide(slide *s)
{
    double from_here = 0.0;
    bool   goes_on = false;
    for (int i = 0; i + 1 < s->point_count; i++) {
        const swv_point  a = s->points[i], b = s->points[i + 1];
        const double     length = hypot(b.x - a.x, b.y - a.y);
        swv_finger_parts parts = { 0 };
        const swv_status status = swv_finger_clip(&s->finger, s->kind, a, b, &parts);
        if (status != SWV_OK)
            fail("slide: %s", swv_status_text(status));
        for (int k = 0; k < parts.count; k++) {
            s->parts += !(goes_on && parts.from[k] == 0.0);
            for (int step = goes_on && parts.from[k] == 0.0 ? 1 : 0; step <= s->steps; step++) {
                const double t = parts.from[k] + (parts.to[k] - parts.from[k]) * step / s->steps;
                const moment m = { .part = s->parts,
                                   .along = from_here + t * length,
                                   .tip = { a.x + t * (b.x - a.x), a.y + t * (b.y - a.y) } };
                add_moment(s, &m);
            }
            s->reached += (parts.to[k] - parts.from[k]) * length;
            goes_on = parts.to[k] == 1.0;
        }
        goes_on = goes_on && parts.count > 0 && parts.to[parts.count - 1] == 1.0;
        from_here += length;
    }
    s->length = from_here;
}

// ---- results ----

static void write_table(FILE *file, const slide *s)
{
    fputs("part,along,x,y,q1,q2,q3,tip_error,iterations\n", file);
    for (int i = 0; i < s->count; i++) {
        const moment *m = &s->moments[i];
        const double  row[] = { m->along, m->tip.x, m->tip.y, m->q[0], m->q[1], m->q[2], m->report.position_error };
        fprintf(file, "%d", m->part);
        for (int k = 0; k < 7; k++) {
            char      text[NUMBER_SIZE];
            const int length = number_format(text, row[k]);
            fprintf(file, ",%.*s", length, text);
        }
        fprintf(file, ",%d\n", m->report.iterations);
    }
}

static void print_summary(const slide *s)
{
    double error = 0.0, turned = 0.0;
    int    most = 0, sum = 0, missed = 0;
    for (int i = 0; i < s->count; i++) {
        sum += s->moments[i].report.iterations;
        missed += s->moments[i].report.outcome != SWV_REACHED;
        error = fmax(error, s->moments[i].report.position_error);
        most = s->moments[i].report.iterations > most ? s->moments[i].report.iterations : most;
        for (int k = 0; k < 3 && i > 0 && s->moments[i].part == s->moments[i - 1].part; k++)
            turned = fmax(turned, fabs(s->moments[i].q[k] - s->moments[i - 1].q[k]));
    }
    printf("the tip can slide along %.5g of %.5g mm, in %d part%s\n", 1e3 * s->reached, 1e3 * s->length, s->parts,
           s->parts == 1 ? "" : "s");
    if (s->count > 0)
        printf("%d places; off the line by %.1g mm at most; %d iteration%s at most; no joint turns further than %.3g "
               "degrees "
               "at once\n",
               s->count, 1e3 * error, most, most == 1 ? "" : "s", turned * 180.0 / SWV_PI);
    if (s->count > 0 && s->is_newton)
        printf("van den Waardenburg's Newton-Raphson: %.2f iterations on average; %d places not reached\n",
               (double)sum / s->count, missed);
}

enum { JOINTS = 3 };

/// The slide in millimetres and degrees, NAN between its parts.
typedef struct slide_curves {
    double *along, *x, *y, *q[JOINTS];  ///< one block, along's
    size_t  count;
} slide_curves;

static slide_curves curves_of(const slide *s)
{
    const size_t most = (size_t)(2 * s->count + 1);
    slide_curves c = { .along = malloc(sizeof(double) * (3 + JOINTS) * most) };
    if (!c.along)
        fail("out of memory");
    c.x = c.along + most;
    c.y = c.x + most;
    for (size_t k = 0; k < JOINTS; k++)
        c.q[k] = c.y + (k + 1) * most;
    for (int i = 0; i < s->count; i++) {
        const moment *m = &s->moments[i];
        if (i > 0 && m->part != m[-1].part) {
            c.along[c.count] = c.x[c.count] = c.y[c.count] = NAN;
            for (int k = 0; k < JOINTS; k++)
                c.q[k][c.count] = NAN;
            c.count++;
        }
        c.along[c.count] = 1e3 * m->along;
        c.x[c.count] = 1e3 * m->tip.x;
        c.y[c.count] = 1e3 * m->tip.y;
        for (int k = 0; k < JOINTS; k++)
            c.q[k][c.count] = m->q[k] * 180.0 / SWV_PI;
        c.count++;
    }
    return c;
}

// Figure 6: the area, the object, the finger on its way; and the joints.
static void draw_slide(FILE *file, const slide *s)
{
    enum { POSTURES = 7 };
    static const char *const joints[JOINTS] = { "MCP", "PIP", "DIP" };
    finger_path              area = trace_area(&s->finger, s->kind);
    const slide_curves       c = curves_of(s);
    double                   bones[POSTURES][2 * FINGER_PLACES], object[2 * MAX_POINTS];
    plot_series              plane[POSTURES + 3], angles[JOINTS];
    int                      plane_count = 0;
    for (int i = 0; i < s->point_count; i++) {
        object[2 * i] = 1e3 * s->points[i].x;
        object[2 * i + 1] = 1e3 * s->points[i].y;
    }
    plane[plane_count++] = (plot_series){ .kind = PLOT_AREA,
                                          .label = "reachable",
                                          .x = area.xy,
                                          .y = area.xy + 1,
                                          .count = area.count,
                                          .stride = 2,
                                          .colour = SVG_SKY,
                                          .opacity = 0.3,
                                          .width = 1.0 };
    for (int i = 0; i < POSTURES && s->count > 0; i++) {
        trace_finger(&s->finger, s->moments[(s->count - 1) * i / (POSTURES - 1)].q, bones[i]);
        plane[plane_count++] = (plot_series){ .kind = PLOT_CURVE,
                                              .label = i == 0 ? "finger" : NULL,
                                              .x = bones[i],
                                              .y = bones[i] + 1,
                                              .count = FINGER_PLACES,
                                              .stride = 2,
                                              .colour = SVG_GREY,
                                              .width = 2.0 };
    }
    plane[plane_count++] = (plot_series){ .kind = PLOT_CURVE,
                                          .label = "object",
                                          .x = object,
                                          .y = object + 1,
                                          .count = (size_t)s->point_count,
                                          .stride = 2,
                                          .colour = SVG_INK,
                                          .is_dashed = true };
    plane[plane_count++] = (plot_series){
        .kind = PLOT_CURVE, .label = "tip", .x = c.x, .y = c.y, .count = c.count, .colour = SVG_ORANGE, .width = 3.0
    };
    for (int k = 0; k < JOINTS; k++)
        angles[k] =
            (plot_series){ .kind = PLOT_CURVE, .label = joints[k], .x = c.along, .y = c.q[k], .count = c.count };
    const plot_panel panels[2] = {
        { .x = { .label = "x (mm)" },
          .y = { .label = "y (mm)" },
          .height = 360.0,
          .series = plane,
          .count = plane_count,
          .is_equal = true },
        { .x = { .label = "along the object (mm)" },
          .y = { .label = "angle (degrees)" },
          .height = 200.0,
          .series = angles,
          .count = JOINTS },
    };
    char caption[160];
    snprintf(caption, sizeof caption, "The tip can slide along %.4g of %.4g mm.%s", 1e3 * s->reached, 1e3 * s->length,
             s->kind == SWV_FINGER_COUPLED ? " The last joint follows the middle one." : "");
    draw_plot(file, &(plot){ .title = "A fingertip slides along an object",
                             .caption = caption,
                             .panels = panels,
                             .count = 2,
                             .columns = 1 });
    free(c.along);
    free(area.xy);
}

// ---- the verb ----

// X,Y,X,Y,...: the points between the ends.
static void read_through(const char *text, slide *s)
{
    double values[2 * (MAX_POINTS - 2)];
    int    count = 1;
    for (const char *c = text; *c; c++)
        count += *c == ',';
    if (count % 2 != 0 || count > 2 * (MAX_POINTS - 2))
        fail("--through-mm: a point has 2 numbers, and there are at most %d points; here are %d numbers",
             MAX_POINTS - 2, count);
    read_numbers("--through-mm", text, count, "a point has 2, in millimetres", values);
    for (int i = 0; i < count / 2; i++)
        s->points[s->point_count++] = (swv_point){ 1e-3 * values[2 * i], 1e-3 * values[2 * i + 1] };
}

static void run(int count, char **words)
{
    finger_words    w = { 0 };
    newton_words    n = { 0 };
    const char     *from = NULL, *to = NULL, *through = NULL, *steps = NULL, *svg = NULL, *out = NULL;
    const parameter parameters[] = {
        FINGER_PARAMETERS(w),
        NEWTON_PARAMETERS(n),
        { "--from-mm", .text = &from },
        { "--to-mm", .text = &to },
        { "--through-mm", .text = &through },
        { "--steps", .text = &steps },
        { "--svg", .text = &svg },
        { "--out", .text = &out },
    };
    sort_words("slide", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    if (!from || !to)
        fail("slide: give the start and end of the object with --from-mm and --to-mm");
    const bool svg_to_output = svg && is_standard_output(svg), out_to_output = out && is_standard_output(out);
    if (svg_to_output && out_to_output)
        fail("slide: --svg and --out cannot both write to standard output");

    slide s = { .steps = 100 };
    s.kind = read_finger("slide", &w, &s.finger);
    s.is_newton = read_newton("slide", &n, s.kind, SWV_FINGER_START_PREVIOUS, &s.newton);
    s.points[s.point_count++] = read_point_mm("--from-mm", from);
    if (through)
        read_through(through, &s);
    s.points[s.point_count++] = read_point_mm("--to-mm", to);
    if (steps) {
        double number;
        read_numbers("--steps", steps, 1, "it is 1 number", &number);
        if (!(number >= 1.0 && number <= MAX_STEPS) || number != floor(number))
            fail("--steps: a whole number from 1 to %d, not '%s'", MAX_STEPS, steps);
        s.steps = (int)number;
    }
    run_slide(&s);
    if (svg) {
        FILE *file = open_output(svg);
        draw_slide(file, &s);
        close_output(file, svg);
    }
    if (out) {
        FILE *file = open_output(out);
        write_table(file, &s);
        close_output(file, out);
    }
    if (!svg_to_output && !out_to_output)
        print_summary(&s);
    free(s.moments);
}

const verb slide_verb = {
    "slide",
    "slide a fingertip along an object, as far as it reaches",
    "usage: swivel slide little-finger --from-mm X,Y --to-mm X,Y [OPTION ...]\n"
    "\n"
    "Moves the tip of the little finger along a straight object, or one of several straight pieces, in the finger's\n"
    "plane: x along the straight finger, y up. Parts out of reach are left out exactly. The coupled finger has one\n"
    "posture for each place; the free one starts as if it were coupled, and then moves as little as possible.\n"
    "\n"
    "  --from-mm X,Y          start and end of the object, in millimetres from the knuckle\n"
    "  --to-mm X,Y\n"
    "  --through-mm X,Y,...   corners in between, if any\n" FINGER_USAGE NEWTON_USAGE(
        "previous, and neutral where a part begins") "  --steps N              steps on each straight piece that is "
                                                     "reached. Default: 100\n"
                                                     "  --svg FILE             draw the reachable area, the object, "
                                                     "the moving finger and the joint angles; '-' is\n"
                                                     "                         standard output\n"
                                                     "  --out FILE             comma-separated values, one line per "
                                                     "place: the piece, the distance along the object, x\n"
                                                     "                         and y (metres), the three angles "
                                                     "(radians), the error of the tip, and the number of\n"
                                                     "                         iterations; '-' is standard output\n"
                                                     "\n"
                                                     "example:\n"
                                                     "  swivel slide little-finger --from-mm 10,-30 --to-mm 70,-30 "
                                                     "--coupled\n",
    run,
};
