// SPDX-License-Identifier: MIT
// The verb workspace: where the tip of a model can be, as numbers, a drawing and a list of cells.
#include "verbs/workspace.h"

#include <math.h>
#include <stdlib.h>

#include "io/message.h"
#include "io/output.h"
#include "verbs/verb.h"
#include "words/values.h"
#include "words/words.h"

void check_workspace(swv_status status)
{
    if (status != SWV_OK)
        fail("workspace: %s", swv_status_text(status));
}

// `cells`: along the longest side; 0: as usual.
static void find_workspace(workspace *w, int cells)
{
    enum { FLAT = 256, SOLVED = 100, SAMPLED = 64 };
    extent box = { 0 };
    bool   is_exact = true;
    for (int i = 0; i < w->count; i++) {
        w->extents[i] = find_extent(&w->sets[i], w->base, w->seed);
        box = i == 0 ? w->extents[0] : join_extents(&box, &w->extents[i]);
        is_exact = is_exact && w->sets[i].reaches;
    }
    w->grid = make_grid(&box, FLAT);
    w->flat = flat_axis(&w->grid);
    w->grid = make_grid(&box, cells > 0 ? cells : w->flat >= 0 ? FLAT : is_exact ? SOLVED : SAMPLED);
    for (int i = 0; i < w->count; i++) {
        w->reached[i] = reach_cells(&w->sets[i], &w->grid, w->samples, w->seed);
        w->sums[i] = sum_cells(&w->grid, w->reached[i]);
    }
}

// ---- the verb ----

static void write_file(const char *path, const workspace *w, void (*write)(FILE *file, const workspace *w))
{
    FILE *file = open_output(path);
    write(file, w);
    close_output(file, path);
}

// The whole number that an option says; `value` stays as it is if it is not given.
static void read_whole(const char *option, const char *text, double least, double most, uint64_t *value)
{
    double number;
    if (!text)
        return;
    read_numbers(option, text, 1, "it is 1 number", &number);
    if (!(number >= least && number <= most) || number != floor(number))
        fail("%s: a whole number from %.0f to %.0f, not '%s'", option, least, most, text);
    *value = (uint64_t)number;
}

static void run(int count, char **words)
{
    const char     *name = NULL, *svg = NULL, *csv = NULL, *samples = NULL, *seed = NULL, *cells = NULL;
    bool            no_limits = false, sampled = false, json = false;
    const parameter parameters[] = {
        { "MODEL", .text = &name, .required = true },
        { "--svg", .text = &svg },
        { "--csv", .text = &csv },
        { "--samples", .text = &samples },
        { "--seed", .text = &seed },
        { "--cells", .text = &cells },
        { "--no-limits", .flag = &no_limits },
        { "--sampled", .flag = &sampled },
        { "--json", .flag = &json },
    };
    sort_words("workspace", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));

    workspace w = { .has_limits = !no_limits, .samples = 4000000, .seed = 1 };
    uint64_t  cells_along = 0;
    read_whole("--samples", samples, 1.0, 1e12, &w.samples);
    read_whole("--seed", seed, 0.0, 0x1p53, &w.seed);
    read_whole("--cells", cells, 2.0, 1000.0, &cells_along);
    const bool svg_to_output = svg && is_standard_output(svg), csv_to_output = csv && is_standard_output(csv);
    if (svg_to_output + csv_to_output + json > 1)
        fail("workspace: only one of --json, --svg - and --csv - can write to standard output");

    make_workspace_sets(&w, name);
    for (int i = 0; i < w.count && sampled; i++)
        w.sets[i].reaches = NULL;
    find_workspace(&w, (int)cells_along);
    if (svg)
        write_file(svg, &w, draw_workspace);
    if (csv)
        write_file(csv, &w, write_workspace_cells);
    if (json)
        json_workspace(&w);
    else if (!svg_to_output && !csv_to_output)
        print_workspace(&w);
    for (int i = 0; i < w.count; i++)
        free(w.reached[i]);
}

const verb workspace_verb = {
    "workspace",
    "where the tip of a model can be: reach, volume and a drawing",
    "usage: swivel workspace MODEL [--svg FILE] [--csv FILE] [OPTION ...]\n"
    "\n"
    "Finds how far the tip of MODEL can go from its base and along each axis, and which cells of a grid it can reach:\n"
    "exactly, by asking for the centre of each cell, where a solver knows (arm7, leg7, upper-limb, the little "
    "fingers);\n"
    "else by the places of very many postures, spread evenly over all that the limits allow. A joint without limits\n"
    "turns one full turn. The drawing of a little finger has the very arcs and curves that bound its area.\n"
    "\n"
    "  MODEL        one of those that 'swivel models' lists; or upper-limb: the wrist with clavicle and scapula going\n"
    "               along, and with both held as they are when the arm hangs. Its base is the shoulder at rest\n"
    "  --svg FILE   draw it: the front, the side and the top, or the one plane it lies in; '-' is standard output, "
    "then\n"
    "               for the drawing only\n"
    "  --csv FILE   write the centres of the cells reached: set,x,y,z; '-' likewise\n"
    "  --cells N    cells along the longest side; the default is 256 in a plane, 100 in space if exact, else 64\n"
    "  --samples N  how many postures are tried where there is no closed form; the default is 4000000\n"
    "  --sampled    by postures even where a closed form knows\n"
    "  --seed N     another choice of postures; the default is 1. The same seed gives the same answer everywhere\n"
    "  --no-limits  every joint may turn all the way round\n"
    "  --json       the numbers as JSON\n"
    "\n"
    "The area or volume is that of the cells reached. By postures it is too large, as a cell counts that is reached "
    "in\n"
    "part: the truth lies between it and it less the cells at the edge, if few cells hold one posture only. Exact "
    "cells\n"
    "show gaps where the set is thinner than a cell.\n"
    "\n"
    "example:\n"
    "  swivel workspace little-finger --samples 200000\n",
    run,
};
