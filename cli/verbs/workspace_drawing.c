// SPDX-License-Identifier: MIT
// workspace, as a drawing.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/finger_drawing.h"
#include "draw/plot.h"
#include "verbs/workspace.h"

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
    snprintf(label, 32, "%c (%s)", "xyz"[axis], workspace_unit(w));
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
                           workspace_size(w, w->sums[i].count), workspace_unit(w), is_flat ? "\xC2\xB2" : "\xC2\xB3",
                           is_one ? "" : " ", is_one ? "" : w->sets[i].label);
    length += snprintf(text + length, 512 - (size_t)length, " in cells of %.3g %s, ", w->grid.side, workspace_unit(w));
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
    snprintf(d->label, sizeof d->label, "distance (%s)", workspace_unit(w));
    return (plot_panel){ .title = "at a distance from the base",
                         .x = { .label = d->label },
                         .y = { .label = "share of the directions (%)", .low = 0.0, .high = 100.0 },
                         .series = d->series,
                         .count = w->count };
}

void draw_workspace(FILE *file, const workspace *w)
{
    swv_finger_kind kind;
    if (is_finger_set(&w->sets[0], &kind)) {
        draw_finger_area(file, w->sets[0].form, kind);
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
    snprintf(title, sizeof title, "What the tip of %s can reach", w->model->name);
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
