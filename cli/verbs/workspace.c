// SPDX-License-Identifier: MIT
// The verb workspace: where the tip of a model can be, as numbers, a drawing and a list of cells.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel/arm.h>
#include <swivel/chain.h>
#include <swivel/finger.h>
#include <swivel/models.h>

#include "draw/finger_drawing.h"
#include "io/json.h"
#include "verbs/upper_limb_reach.h"
#include "io/message.h"
#include "io/number.h"
#include "io/output.h"
#include "draw/plot.h"
#include "words/posture.h"
#include "verbs/reachable.h"
#include "verbs/verb.h"
#include "words/values.h"
#include "words/words.h"

static void check(swv_status status)
{
    if (status != SWV_OK)
        fail("workspace: %s", swv_status_text(status));
}

// ---- what can reach ----

/// Postures of a chain by numbers from 0 to 1.
typedef struct chain_postures {
    swv_chain chain;
    double    lower[SWV_MAX_JOINTS], span[SWV_MAX_JOINTS];
    bool      goes_round[SWV_MAX_JOINTS];
} chain_postures;

static void make_postures(chain_postures *p, const swv_model *model, bool has_limits)
{
    for (int i = 0; i < p->chain.joint_count && !has_limits; i++)
        check(swv_chain_set_limits(&p->chain, i, -INFINITY, INFINITY));
    for (int i = 0; i < p->chain.dof; i++) {
        double     lower, upper;
        const int  joint = joint_of_coordinate(&p->chain, i);
        const bool turns = p->chain.joints[joint].type == SWV_REVOLUTE;
        check(swv_chain_limits(&p->chain, i, &lower, &upper));
        if (lower > upper)
            fail("workspace: the limits of %s leave %s no room", model->name, model->joint_names[joint]);
        if (!turns && !isfinite(upper - lower))
            fail("workspace: %s slides without limits", model->joint_names[joint]);
        p->goes_round[i] = turns && !(upper - lower < 2.0 * SWV_PI);
        p->lower[i] = p->goes_round[i] ? -SWV_PI : lower;
        p->span[i] = p->goes_round[i] ? 2.0 * SWV_PI : upper - lower;
    }
}

// A posture in ten has a joint with limits at one of them: the edge of what can be reached often lies there.
static swv_vec3 tip_of(const void *model, const double *posture)
{
    const chain_postures *p = model;
    double                q[SWV_MAX_JOINTS];
    swv_pose              tip;
    for (int i = 0; i < p->chain.dof; i++) {
        const double part = p->goes_round[i] ? posture[i] : fmin(fmax(1.1 * posture[i] - 0.05, 0.0), 1.0);
        q[i] = p->lower[i] + part * p->span[i];
    }
    check(swv_chain_tip(&p->chain, q, &tip));
    return tip.position;
}

static bool limb_reaches(const void *limb, swv_vec3 wrist)
{
    double         q[7];
    swv_arm_report report;
    check(swv_arm_reach(limb, wrist, 0.0, NULL, q, &report));
    return report.outcome == SWV_REACHED;
}

static const void *make_limb(void (*make)(swv_arm *limb), bool has_limits)
{
    static swv_arm limb;
    make(&limb);
    for (int i = 0; i < 7 && !has_limits; i++)
        check(swv_arm_set_limits(&limb, i, -INFINITY, INFINITY));
    return &limb;
}

static bool finger_reaches(const void *finger, swv_vec3 tip)
{
    bool can = false;
    check(swv_finger_can_reach(finger, SWV_FINGER_FREE, (swv_point){ tip.x, tip.y }, &can));
    return can;
}

static bool coupled_finger_reaches(const void *finger, swv_vec3 tip)
{
    bool can = false;
    check(swv_finger_can_reach(finger, SWV_FINGER_COUPLED, (swv_point){ tip.x, tip.y }, &can));
    return can;
}

static const void *make_finger(bool has_limits)
{
    static swv_finger finger;
    swv_finger_make_little(&finger);
    const double none[3] = { SWV_PI, SWV_PI, SWV_PI }, less[3] = { -SWV_PI, -SWV_PI, -SWV_PI };
    if (!has_limits) {
        const swv_finger little = finger;
        check(swv_finger_make(&finger, little.lengths, less, none, little.ratio));
    }
    return &finger;
}

static const void *make_arm(bool has_limits)
{
    return make_limb(swv_arm_make_human, has_limits);
}

static const void *make_leg(bool has_limits)
{
    return make_limb(swv_arm_make_human_leg, has_limits);
}

/// Models for which a closed form says whether a place is reached, and what it is given.
static const struct {
    const char *model;
    bool (*reaches)(const void *form, swv_vec3 place);
    const void *(*make_form)(bool has_limits);
} closed_forms[] = {
    { "arm7", limb_reaches, make_arm },
    { "leg7", limb_reaches, make_leg },
    { "little-finger", finger_reaches, make_finger },
    { "little-finger-coupled", coupled_finger_reaches, make_finger },
};

/// Not a chain: girdle and arm move together.
static const swv_model upper_limb = { .name = "upper-limb", .length_unit = "m" };

// The tip of a model; `postures` must last as long as the set.
static reachable_set make_tip_set(const chain_postures *postures, const swv_model *model, bool has_limits)
{
    reachable_set set = { .label = "reachable",
                          .colour = SVG_BLUE,
                          .place_of = tip_of,
                          .model = postures,
                          .dimension = postures->chain.dof };
    for (size_t i = 0; i < sizeof closed_forms / sizeof closed_forms[0]; i++) {
        if (strcmp(closed_forms[i].model, model->name) == 0) {
            set.reaches = closed_forms[i].reaches;
            set.form = closed_forms[i].make_form(has_limits);
        }
    }
    return set;
}

// ---- what is found ----

enum { MAX_SETS = LIMB_SETS };

typedef struct workspace {
    const swv_model *model;
    swv_vec3         base;
    bool             has_limits;
    uint64_t         samples, seed;
    cell_grid        grid;  ///< one for all sets
    int              flat;  ///< the axis that the model does not leave; -1: none
    int              count;
    reachable_set    sets[MAX_SETS];
    extent           extents[MAX_SETS];
    uint8_t         *reached[MAX_SETS];
    cell_sum         sums[MAX_SETS];
} workspace;

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

// Area or volume of so many cells.
static double size_of_cells(const workspace *w, size_t count)
{
    const double side = w->grid.side;
    return (double)count * side * side * (w->flat >= 0 ? 1.0 : side);
}

static const char *length_unit(const workspace *w)
{
    return strcmp(w->model->length_unit, "unit") == 0 ? "units" : w->model->length_unit;
}

static double share_reached_once(const cell_sum *sum)
{
    return sum->count > 0 ? (double)sum->once / (double)sum->count : 0.0;
}

// ---- for people ----

static double rounded_to_zero(double value, double beside)
{
    return fabs(value) < 1e-9 * beside ? 0.0 : value;
}

static void print_set(const workspace *w, int i)
{
    const extent   *e = &w->extents[i];
    const cell_sum *sum = &w->sums[i];
    const char     *unit = length_unit(w);
    const double    low[] = { e->low.x, e->low.y, e->low.z }, high[] = { e->high.x, e->high.y, e->high.z };
    printf("reach     %.6g to %.6g %s from the base\n", rounded_to_zero(e->nearest, e->furthest), e->furthest, unit);
    for (int k = 0; k < 3; k++) {
        if (k == w->flat)
            continue;
        printf("%c         %.6g to %.6g %s\n", "xyz"[k], rounded_to_zero(low[k], e->furthest),
               rounded_to_zero(high[k], e->furthest), unit);
    }
    printf("%s    %.5g %s^%d, of which %.2g in cells at the edge\n", w->flat >= 0 ? "area  " : "volume",
           size_of_cells(w, sum->count), unit, w->flat >= 0 ? 2 : 3, size_of_cells(w, sum->edge));
    printf("cells     %zu of %.4g %s a side; ", sum->count, w->grid.side, unit);
    if (w->sets[i].reaches)
        puts("exact: each was asked whether its centre can be reached");
    else
        printf("%llu postures end in them, in %.2g %% of them only one\n", (unsigned long long)w->samples,
               100.0 * share_reached_once(sum));
}

static void print_workspace(const workspace *w)
{
    for (int i = 0; i < w->count; i++) {
        if (w->count > 1)
            printf("%s%s\n", i == 0 ? "" : "\n", w->sets[i].label);
        print_set(w, i);
    }
}

// ---- as JSON ----

static void json_pair(const char *name, double a, double b)
{
    printf(", \"%s\": ", name);
    json_numbers((const double[]){ a, b }, 2);
}

static void json_set(const workspace *w, int i)
{
    const extent   *e = &w->extents[i];
    const cell_sum *sum = &w->sums[i];
    printf("    {\"label\": \"%s\", \"exact\": %s", w->sets[i].label, w->sets[i].reaches ? "true" : "false");
    json_pair("reach", e->nearest, e->furthest);
    json_pair("x", e->low.x, e->high.x);
    json_pair("y", e->low.y, e->high.y);
    json_pair("z", e->low.z, e->high.z);
    printf(",\n     \"%s\": ", w->flat >= 0 ? "area" : "volume");
    json_number(size_of_cells(w, sum->count));
    fputs(", \"at_the_edge\": ", stdout);
    json_number(size_of_cells(w, sum->edge));
    printf(", \"cells\": %zu, \"reached_once\": ", sum->count);
    if (w->sets[i].reaches)
        fputs("null", stdout);
    else
        printf("%zu", sum->once);
    putchar('}');
}

static void json_workspace(const workspace *w)
{
    printf(
        "{\"model\": \"%s\", \"limits\": %s, \"length_unit\": \"%s\", \"samples\": %llu, \"seed\": %llu,\n \"base\": ",
        w->model->name, w->has_limits ? "true" : "false", w->model->length_unit, (unsigned long long)w->samples,
        (unsigned long long)w->seed);
    json_vector(w->base);
    fputs(", \"cell\": ", stdout);
    json_number(w->grid.side);
    puts(",\n \"sets\": [");
    for (int i = 0; i < w->count; i++) {
        json_set(w, i);
        puts(i + 1 < w->count ? "," : "");
    }
    puts(" ]}");
}

// ---- as a list ----

static void write_cells(FILE *file, const workspace *w)
{
    fputs("set,x,y,z\n", file);
    for (int i = 0; i < w->count; i++) {
        for (size_t cell = 0; cell < cell_count(&w->grid); cell++) {
            if (!w->reached[i][cell])
                continue;
            const swv_vec3 p = cell_centre(&w->grid, cell);
            const double   row[] = { p.x, p.y, p.z };
            fprintf(file, "%d", i + 1);
            for (int k = 0; k < 3; k++) {
                char      text[NUMBER_SIZE];
                const int length = number_format(text, row[k]);
                fprintf(file, ",%.*s", length, text);
            }
            fputc('\n', file);
        }
    }
}

// ---- as a drawing ----

/// The set as seen along an axis.
typedef struct view {
    const char *title;
    int         across, up;
} view;

enum { MAX_VIEWS = 3, LEVELS = 4 };

// Front, side and top: below the front view the top one, beside it the side. The thesis's arms have y up, others z.
static int choose_views(const workspace *w, view views[MAX_VIEWS])
{
    static const view z_up[] = { { "front", 0, 2 }, { "side", 1, 2 }, { "top", 0, 1 } };
    static const view y_up[] = { { "front", 0, 1 }, { "side", 2, 1 }, { "top", 0, 2 } };
    if (w->flat >= 0) {
        views[0] = (view){ NULL, w->flat == 0 ? 1 : 0, w->flat == 2 ? 1 : 2 };
        return 1;
    }
    const bool is_y_up = strcmp(w->model->name, "arm6") == 0 || strcmp(w->model->name, "torso8") == 0;
    memcpy(views, is_y_up ? y_up : z_up, sizeof z_up);
    return MAX_VIEWS;
}

static double along(swv_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// An axis as long as the grid's longest, so that all views have one scale; of a flat set as long as it is.
static plot_axis make_axis(const workspace *w, int axis, char label[32])
{
    const cell_grid *g = &w->grid;
    const int        most = g->count[0] > g->count[1] ? g->count[0] : g->count[1];
    const double     cells = w->flat >= 0 ? g->count[axis] : most > g->count[2] ? most : g->count[2];
    const double     middle = along(g->corner, axis) + 0.5 * g->side * g->count[axis];
    snprintf(label, 32, "%c (%s)", "xyz"[axis], length_unit(w));
    return (
        plot_axis){ .label = label, .low = middle - 0.53 * cells * g->side, .high = middle + 0.53 * cells * g->side };
}

// The outlines of every set; of a single one how deep it lies, too, in quarters of the greatest depth.
static int make_series(const workspace *w, const view *v, outline *outlines, plot_series *series)
{
    int count = 0;
    for (int i = 0; i < w->count; i++) {
        const int deepest = greatest_depth(&w->grid, w->reached[i], v->across, v->up);
        const int levels = w->count == 1 && w->flat < 0 ? LEVELS : 1;
        for (int level = 0; level < levels; level++, count++) {
            const double depth = level == 0 ? 0.5 : floor(0.25 * level * deepest) + 0.5;
            outlines[count] = find_outline(&w->grid, w->reached[i], v->across, v->up, depth);
            round_corners(&outlines[count]);
            series[count] = (plot_series){ .kind = PLOT_AREA,
                                           .label = level == 0 ? w->sets[i].label : NULL,
                                           .x = outlines[count].xy,
                                           .y = outlines[count].xy ? outlines[count].xy + 1 : NULL,
                                           .stride = 2,
                                           .count = outlines[count].count,
                                           .colour = w->sets[i].colour,
                                           .width = level == 0 ? 1.5 : 0.2,
                                           .opacity = i == 0 ? 0.16 : 0.3 };
        }
    }
    return count;
}

// "Volume 0.896 m3, in cells of ..."; of several sets "Volume: 1.01 m3 without ..., 0.896 m3 inside ..., in cells of ...".
static void write_caption(char text[512], const workspace *w)
{
    const bool is_flat = w->flat >= 0, is_one = w->count == 1;
    int        length = snprintf(text, 512, "%s%s", is_flat ? "Area" : "Volume", is_one ? "" : ":");
    for (int i = 0; i < w->count; i++)
        length += snprintf(text + length, 512 - (size_t)length, " %.4g %s%s%s%.64s,",
                           size_of_cells(w, w->sums[i].count), length_unit(w), is_flat ? "\xC2\xB2" : "\xC2\xB3",
                           is_one ? "" : " ", is_one ? "" : w->sets[i].label);
    length += snprintf(text + length, 512 - (size_t)length, " in cells of %.3g %s, ", w->grid.side, length_unit(w));
    if (w->sets[0].reaches)
        length += snprintf(text + length, 512 - (size_t)length, "each decided exactly.");
    else
        length += snprintf(text + length, 512 - (size_t)length, "from %llu postures.", (unsigned long long)w->samples);
    if (!is_flat && is_one)
        snprintf(text + length, 512 - (size_t)length,
                 " The darker, the deeper it is along the view, in quarters of the greatest depth.");
}

/// One view: what its panel points to.
typedef struct drawn_view {
    int         count;  ///< of outlines
    outline     outlines[MAX_SETS * LEVELS];
    plot_series series[MAX_SETS * LEVELS + 1];
    double      base[2];
    char        labels[2][32];
} drawn_view;

static plot_panel make_view(const workspace *w, const view *v, drawn_view *d)
{
    d->count = make_series(w, v, d->outlines, d->series);
    d->base[0] = along(w->base, v->across);
    d->base[1] = along(w->base, v->up);
    d->series[d->count] = (plot_series){ .kind = PLOT_POINTS,
                                         .label = "base",
                                         .x = &d->base[0],
                                         .y = &d->base[1],
                                         .count = 1,
                                         .colour = SVG_INK,
                                         .width = 6.0 };
    return (plot_panel){ .title = v->title,
                         .x = make_axis(w, v->across, d->labels[0]),
                         .y = make_axis(w, v->up, d->labels[1]),
                         .is_equal = true,
                         .series = d->series,
                         .count = d->count + 1 };
}

/// How much of the spheres about the base each set reaches: what the panel points to.
typedef struct drawn_shares {
    double      radii[101], shares[MAX_SETS][101];
    plot_series series[MAX_SETS];
    char        label[64];
} drawn_shares;

static plot_panel make_shares(const workspace *w, drawn_shares *d)
{
    enum { RADII = sizeof d->radii / sizeof d->radii[0] };
    double furthest = 0.0;
    for (int i = 0; i < w->count; i++)
        furthest = fmax(furthest, w->extents[i].furthest);
    for (int i = 0; i < w->count; i++) {
        for (int k = 0; k < RADII; k++) {
            d->radii[k] = furthest * k / (RADII - 1.0);
            d->shares[i][k] = 100.0 * share_of_sphere(&w->sets[i], &w->grid, w->reached[i], w->base, d->radii[k]);
        }
        d->series[i] = (plot_series){ .x = d->radii, .y = d->shares[i], .count = RADII, .colour = w->sets[i].colour };
    }
    snprintf(d->label, sizeof d->label, "distance (%s)", length_unit(w));
    return (plot_panel){ .title = "at a distance from the base",
                         .x = { .label = d->label },
                         .y = { .label = "share of the directions (%)", .low = 0.0, .high = 100.0 },
                         .series = d->series,
                         .count = w->count };
}

static void draw_workspace(FILE *file, const workspace *w)
{
    const bool is_coupled = w->sets[0].reaches == coupled_finger_reaches;
    if (is_coupled || w->sets[0].reaches == finger_reaches) {
        draw_finger_area(file, w->sets[0].form, is_coupled ? SWV_FINGER_COUPLED : SWV_FINGER_FREE);
        return;
    }
    view         views[MAX_VIEWS];
    drawn_view   drawn[MAX_VIEWS];
    drawn_shares shares;
    plot_panel   panels[MAX_VIEWS + 1];
    char         title[128], caption[512];
    const int    count = choose_views(w, views);
    for (int i = 0; i < count; i++)
        panels[i] = make_view(w, &views[i], &drawn[i]);
    if (w->flat < 0)
        panels[count] = make_shares(w, &shares);
    snprintf(title, sizeof title, "Where the tip of %s can be", w->model->name);
    write_caption(caption, w);
    draw_plot(file, &(plot){ .title = title,
                             .caption = caption,
                             .panels = panels,
                             .count = w->flat < 0 ? count + 1 : count,
                             .columns = w->flat < 0 ? 2 : 1 });
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < drawn[i].count; k++)
            free(drawn[i].outlines[k].xy);
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

    static chain_postures postures;
    workspace             w = { .has_limits = !no_limits, .samples = 4000000, .seed = 1, .count = 1 };
    uint64_t              cells_along = 0;
    const bool            is_limb = strcmp(name, upper_limb.name) == 0;
    w.model = is_limb ? &upper_limb : find_model(name, &postures.chain);
    read_whole("--samples", samples, 1.0, 1e12, &w.samples);
    read_whole("--seed", seed, 0.0, 0x1p53, &w.seed);
    read_whole("--cells", cells, 2.0, 1000.0, &cells_along);
    const bool svg_to_output = svg && is_standard_output(svg), csv_to_output = csv && is_standard_output(csv);
    if (svg_to_output + csv_to_output + json > 1)
        fail("workspace: only one of --json, --svg - and --csv - can write to standard output");

    if (is_limb) {
        w.count = LIMB_SETS;
        make_limb_sets(w.has_limits, w.sets, &w.base);
    } else {
        w.base = postures.chain.base.position;
        make_postures(&postures, w.model, w.has_limits);
        w.sets[0] = make_tip_set(&postures, w.model, w.has_limits);
    }
    for (int i = 0; i < w.count && sampled; i++)
        w.sets[i].reaches = NULL;
    find_workspace(&w, (int)cells_along);
    if (svg)
        write_file(svg, &w, draw_workspace);
    if (csv)
        write_file(csv, &w, write_cells);
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
