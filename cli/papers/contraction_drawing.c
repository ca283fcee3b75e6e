// SPDX-License-Identifier: MIT
// The region in which the iteration of Ascione and others contracts (contraction_drawing.h). Degrees.
//
// Two panels. Above: elevation of the humerus and bend of the elbow, the worst of all planes of table 1 and all directions of the forearm, the line from
// shoulder to wrist at least VERTICAL from the vertical. The inside of each area is where its number stays below 1. Below: how near the vertical that
// line may come. The frame is what papers/ascione/tests/contraction.c proves.
#include "papers/contraction_drawing.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include <swivel/trig.h>
#include <swivel_papers/girdle.h>

#include "draw/plot.h"
#include "io/output.h"

static const double degree = SWV_PI / 180.0;

enum { ELEVATIONS = 61, BENDS = 35, RADIUS = 0, NORM, KINDS };

static const double vertical = 7.0;  // the proof's, degrees

// Of the line from GH to the wrist, degrees.
static double from_vertical(const swv_upper_limb *limb, double elevation, double bend, double roll)
{
    const double along = limb->arm.upper + limb->arm.lower * swv_cos(bend * degree);
    const double across = limb->arm.lower * swv_sin(bend * degree);
    const double z =
        -along * swv_cos(elevation * degree) + across * swv_sin(elevation * degree) * swv_cos(roll * degree);
    return swv_acos(fmin(fabs(z) / hypot(along, across), 1.0)) / degree;
}

static double factor(const swv_upper_limb *limb, int kind, double elevation, double plane, double bend, double roll)
{
    double both[KINDS] = { INFINITY, INFINITY };
    (void)swv_ascione_contraction(limb, elevation * degree, plane * degree, bend * degree, roll * degree, &both[RADIUS],
                                  &both[NORM]);
    return both[kind];
}

// Steps of the grid: planes of table 1 by 30 degrees, the forearm's directions by 5. Both change slowly.
static double worst(const swv_upper_limb *limb, int kind, double elevation, double bend)
{
    double most = 0.0;
    for (int roll = 0; roll < 360; roll += 5)
        for (int plane = 0; plane <= 150 && from_vertical(limb, elevation, bend, roll) >= vertical; plane += 30)
            most = fmax(most, factor(limb, kind, elevation, plane, bend, roll));
    return most;
}

// Between a bend inside and one outside, where the worst is 1; 12 halvings: 0.02 degrees.
static double boundary(const swv_upper_limb *limb, int kind, double elevation, double inside, double outside)
{
    for (int i = 0; i < 12; i++) {
        const double middle = 0.5 * (inside + outside);
        if (worst(limb, kind, elevation, middle) < 1.0)
            inside = middle;
        else
            outside = middle;
    }
    return 0.5 * (inside + outside);
}

// A closed path: the lower ends by elevation and the upper ones back. Elevations without a contracting bend of 80 degrees have none, and are left out.
static size_t trace(const swv_upper_limb *limb, int kind, double x[2 * ELEVATIONS], double y[2 * ELEVATIONS])
{
    double low[ELEVATIONS], high[ELEVATIONS], at[ELEVATIONS];
    size_t count = 0;
    for (int i = 0; i < ELEVATIONS; i++) {
        const double elevation = 1.0 + 178.0 * i / (ELEVATIONS - 1);
        if (!(worst(limb, kind, elevation, 80.0) < 1.0))
            continue;
        at[count] = elevation;
        low[count] = boundary(limb, kind, elevation, 80.0, 0.1);
        high[count++] = boundary(limb, kind, elevation, 80.0, 179.0);
    }
    for (size_t i = 0; i < count; i++) {
        x[i] = x[2 * count - 1 - i] = at[i];
        y[i] = low[i];
        y[2 * count - 1 - i] = high[i];
    }
    return 2 * count;
}

// For each bend the widest angle from the vertical at which the factor is 1 or more, over the elevations and planes of the proof.
static void trace_vertical(const swv_upper_limb *limb, int kind, const double bend[BENDS], double widest[BENDS])
{
    for (int i = 0; i < BENDS; i++) {
        widest[i] = 0.0;
        for (int elevation = 20; elevation <= 150; elevation += 2)
            for (int roll = 0; roll < 360; roll++) {
                const double off = from_vertical(limb, elevation, bend[i], roll);
                for (int plane = 0; plane <= 150 && off > widest[i]; plane += 50)
                    if (factor(limb, kind, elevation, plane, bend[i], roll) >= 1.0)
                        widest[i] = off;
            }
    }
}

void draw_contraction(const swv_upper_limb *limb, const char *path)
{
    static double            x[KINDS][2 * ELEVATIONS], y[KINDS][2 * ELEVATIONS], bend[BENDS], widest[KINDS][BENDS];
    const double             frame_x[5] = { 20, 150, 150, 20, 20 }, frame_y[5] = { 15, 15, 140, 140, 15 };
    const double             edge_x[2] = { 15, 140 }, edge_y[2] = { vertical, vertical };
    static const char *const labels[KINDS] = { "spectral radius below 1", "norm below 1" };
    const svg_colour         colours[KINDS] = { SVG_SKY, SVG_BLUE };
    plot_series              region[KINDS + 1], vertical_series[KINDS + 1];
    for (int i = 0; i < BENDS; i++)
        bend[i] = 16.0 + 124.0 * i / (BENDS - 1);
    for (int kind = 0; kind < KINDS; kind++) {
        const size_t count = trace(limb, kind, x[kind], y[kind]);
        trace_vertical(limb, kind, bend, widest[kind]);
        region[kind] = (plot_series){ .kind = PLOT_AREA,
                                      .label = labels[kind],
                                      .x = x[kind],
                                      .y = y[kind],
                                      .count = count,
                                      .colour = colours[kind],
                                      .opacity = 0.35,
                                      .width = 1.5 };
        vertical_series[kind] = (plot_series){ .kind = PLOT_CURVE,
                                               .label = labels[kind],
                                               .x = bend,
                                               .y = widest[kind],
                                               .count = BENDS,
                                               .colour = colours[kind] };
    }
    region[KINDS] = (plot_series){ .kind = PLOT_CURVE,
                                   .label = "proved: norm below 0.95",
                                   .x = frame_x,
                                   .y = frame_y,
                                   .count = 5,
                                   .colour = SVG_ORANGE,
                                   .width = 2.5 };
    vertical_series[KINDS] = (plot_series){ .kind = PLOT_CURVE,
                                            .label = "proved: norm below 0.95",
                                            .x = edge_x,
                                            .y = edge_y,
                                            .count = 2,
                                            .colour = SVG_ORANGE,
                                            .width = 2.5 };
    const plot_panel panels[2] = {
        { .title = "Worst plane and forearm; the line to the wrist 7 degrees from the vertical",
          .x = { .label = "elevation of the humerus (degrees)", .low = 0, .high = 180, .step = 30 },
          .y = { .label = "bend of the elbow (degrees)", .low = 0, .high = 180, .step = 30 },
          .height = 300.0,
          .series = region,
          .count = KINDS + 1 },
        { .title = "How near the vertical that line may come",
          .x = { .label = "bend of the elbow (degrees)", .low = 0, .high = 140, .step = 20 },
          .y = { .label = "degrees from the vertical", .low = 0, .high = 10, .step = 2 },
          .height = 160.0,
          .series = vertical_series,
          .count = KINDS + 1 },
    };
    FILE *file = open_output(path);
    draw_plot(file,
              &(plot){ .title = "Where the iteration of Ascione et al. contracts",
                       .caption =
                           "Inside the areas, and above the curves, an iteration must come nearer: near its end with a "
                           "spectral radius below 1, in every step with a norm below 1.",
                       .panels = panels,
                       .count = 2,
                       .columns = 1 });
    close_output(file, path);
}
