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
    // Of a flat set, of one that is decided exactly, and of one known from postures alone. Chosen: seconds.
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
    "what the tip of a model can reach: distances, volume and a drawing",
    "usage: swivel workspace MODEL [--svg FILE] [--csv FILE] [OPTION ...]\n"
    "\n"
    "Finds how far the tip of MODEL can go from its base and along each axis, and which cells of a grid it can reach:\n"
    "exactly, by solving for the centre of each cell, for models with an exact solver (arm7, leg7, upper-limb, the "
    "little\n"
    "fingers); otherwise by sampling postures evenly over all that the limits allow. A joint without limits turns one "
    "full\n"
    "turn. The drawing of a little finger shows the exact arcs and curves that bound its area.\n"
    "\n"
    "  MODEL        a name from 'swivel models'; or upper-limb: the wrist with clavicle and scapula moving, and with\n"
    "               both held as they are when the arm hangs. Its base is the shoulder at rest\n"
    "  --svg FILE   draw it from the front, the side and the top, or in its plane; '-' is standard output, then for "
    "the\n"
    "               drawing only\n"
    "  --csv FILE   write the centres of the reached cells: set,x,y,z; '-' likewise\n"
    "  --cells N    cells along the longest side; the default is 256 in a plane, 100 in space if exact, else 64\n"
    "  --samples N  number of postures to sample if there is no exact solver; the default is 4000000\n"
    "  --sampled    sample postures even if there is an exact solver\n"
    "  --seed N     seed of the samples; the default is 1. The same seed gives the same answer on every machine\n"
    "  --no-limits  ignore all joint limits\n"
    "  --json       the numbers as JSON\n"
    "\n"
    "The area or volume is that of the reached cells. Sampled, it is too large, because cells that are reached in "
    "part\n"
    "count: the true value lies between it and it minus the cells at the edge, if few cells hold only one posture. "
    "Exact\n"
    "cells show gaps where the set is thinner than a cell.\n"
    "\n"
    "example:\n"
    "  swivel workspace little-finger --samples 200000\n",
    run,
};
