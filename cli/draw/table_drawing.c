// SPDX-License-Identifier: MIT
// A slice through a table's cells (table_drawing.h): metres in, pixels out, y down.
#include "draw/table_drawing.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include <swivel_papers/chain.h>
#include <swivel_papers/models.h>

#include "draw/svg.h"

enum { TRIES = 32, STEPS = 5 };

/// Errors up to these, in mm, have a shade each; more has the last.
static const double steps_mm[STEPS] = { 1.0, 2.0, 4.0, 8.0, 16.0 };

static double next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

/// What a cell's answers are like.
typedef struct cell_error {
    int    answers;
    double mean_mm;
} cell_error;

static cell_error error_of(const swv_table *t, const swv_chain *chain, const int k[SWV_TABLE_MAX_INPUTS])
{
    cell_error error = { 0 };
    uint64_t   state = (uint64_t)(k[0] * 1000 + k[2]);
    double     sum = 0.0;
    for (int n = 0; n < TRIES; n++) {
        double w[SWV_TABLE_MAX_INPUTS], q[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_JOINTS];
        int    count = 0;
        for (int i = 0; i < t->inputs; i++)
            w[i] = t->lower[i] + t->cell[i] * (k[i] + next_random(&state));
        (void)swv_table_solve(t, w, q, &count);
        for (int b = 0; b < count; b++) {
            double   whole[SWV_MAX_JOINTS] = { 0.0 };  // the wrist's axes meet in the tip
            swv_pose tip;
            for (int j = 0; j < t->joints; j++)
                whole[j] = q[b][j];
            (void)swv_chain_tip(chain, whole, &tip);
            sum += swv_vec3_length(swv_vec3_sub(tip.position, (swv_vec3){ w[0], w[1], w[2] }));
            error.answers++;
        }
    }
    error.mean_mm = error.answers ? 1000.0 * sum / error.answers : 0.0;
    return error;
}

static svg_paint paint_of(double error_mm)
{
    int step = 0;
    while (step < STEPS && error_mm > steps_mm[step])
        step++;
    if (step == STEPS)
        return (svg_paint){ .fill = SVG_ORANGE };
    return (svg_paint){ .fill = SVG_BLUE, .fill_opacity = 0.12 + 0.2 * step };
}

static void draw_legend(FILE *svg, double x, double y)
{
    svg_text(svg, x, y, &(svg_font){ .colour = SVG_INK, .size = 12 }, "mean error of a cell, mm");
    for (int i = 0; i <= STEPS; i++) {
        char            text[32];
        const svg_paint paint = paint_of(i < STEPS ? steps_mm[i] : 2.0 * steps_mm[STEPS - 1]);
        snprintf(text, sizeof text, i < STEPS ? "up to %g" : "more than %g", steps_mm[i < STEPS ? i : STEPS - 1]);
        svg_rectangle(svg, x, y + 12.0 + 22.0 * i, 16.0, 16.0, &paint);
        svg_text(svg, x + 24.0, y + 25.0 + 22.0 * i, &(svg_font){ .colour = SVG_INK, .size = 12 }, text);
    }
}

void draw_table_slice(FILE *svg, const swv_table *t)
{
    const double size = 520.0, left = 60.0, top = 60.0;
    const int    columns = t->divisions[0], rows = t->divisions[2];
    const double wide = size / columns, high = size / rows;
    swv_chain    chain;
    char         text[200];
    if (swv_model_chain(t->model, &chain) != SWV_OK)
        return;
    int k[SWV_TABLE_MAX_INPUTS] = { 0 };
    for (int i = 1; i < t->inputs; i++)
        k[i] = t->divisions[i] / 2;
    svg_begin(svg, left + size + 190.0, top + size + 60.0, "Cells of a table and their errors");
    const double y = t->lower[1] + t->cell[1] * k[1];
    const int    length = snprintf(text, sizeof text, "%s: cells of %g mm, y from %.0f to %.0f mm", t->model,
                                   1000.0 * t->cell[0], 1000.0 * y, 1000.0 * (y + t->cell[1]));
    if (t->inputs == 4 && length > 0)
        snprintf(text + length, sizeof text - (size_t)length, ", swivel from %.0f to %.0f degrees",
                 (t->lower[3] + t->cell[3] * k[3]) * (180.0 / SWV_PI),
                 (t->lower[3] + t->cell[3] * (k[3] + 1)) * (180.0 / SWV_PI));
    svg_text(svg, left, 30.0, &(svg_font){ .colour = SVG_INK, .size = 15, .is_bold = true }, text);
    for (k[0] = 0; k[0] < columns; k[0]++) {
        for (k[2] = 0; k[2] < rows; k[2]++) {
            const cell_error error = error_of(t, &chain, k);
            svg_paint        paint = paint_of(error.mean_mm);
            paint.stroke = SVG_GRID;
            if (error.answers > 0)
                svg_rectangle(svg, left + wide * k[0], top + size - high * (k[2] + 1), wide, high, &paint);
        }
    }
    svg_rectangle(svg, left, top, size, size, &(svg_paint){ .stroke = SVG_RULE });
    for (int i = 0; i <= 2; i++) {
        const double x_mm = 1000.0 * (t->lower[0] + 0.5 * i * t->cell[0] * columns);
        const double z_mm = 1000.0 * (t->lower[2] + 0.5 * i * t->cell[2] * rows);
        snprintf(text, sizeof text, "%.0f", x_mm);
        svg_text(svg, left + 0.5 * size * i, top + size + 20.0,
                 &(svg_font){ .colour = SVG_PALE, .anchor = SVG_MIDDLE, .size = 12 }, text);
        snprintf(text, sizeof text, "%.0f", z_mm);
        svg_text(svg, left - 8.0, top + size * (1.0 - 0.5 * i) + 4.0,
                 &(svg_font){ .colour = SVG_PALE, .anchor = SVG_END, .size = 12 }, text);
    }
    svg_text(svg, left + 0.75 * size, top + size + 20.0,
             &(svg_font){ .colour = SVG_INK, .anchor = SVG_MIDDLE, .size = 12 }, "x, mm");
    svg_text(svg, left - 8.0, top + 0.25 * size, &(svg_font){ .colour = SVG_INK, .anchor = SVG_END, .size = 12 },
             "z, mm");
    draw_legend(svg, left + size + 24.0, top + 12.0);
    svg_end(svg);
}
