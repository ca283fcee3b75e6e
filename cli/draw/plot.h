// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_PLOT_H
#define SWIVEL_CLI_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "draw/svg.h"

/// Figures: curves, points, bars, areas and reference lines in one or more panels, as one SVG file 640 pixels wide.
///
/// A figure is plain data: say what is to be seen, and draw_plot finds the ranges, ticks, legend and layout. What is left
/// out (zero, NULL) is as usual. Any numbers may be given: a point that is not finite, or beyond 1e300, is left out.
///
///     draw_plot(file, &(plot){
///         .title = "Joint angles",
///         .panels = &(plot_panel){ .x_label = "step", .y_label = "angle (degrees)", .series = joints, .count = 7 },
///         .count = 1,
///     });

typedef enum plot_kind {
    PLOT_CURVE = 0,  ///< a line through the points; one that is left out breaks it
    PLOT_POINTS,     ///< a dot for each
    PLOT_BARS,       ///< from 0 to y, around x
    PLOT_AREA,       ///< the inside of the closed path through the points; one that is left out begins the next path.
                     ///< What lies inside two of them is a hole
    PLOT_LEVEL,      ///< a dashed line across the panel at each y, for reference
    PLOT_MARK,       ///< a dashed line up the panel at each x, for reference
} plot_kind;

typedef struct plot_series {
    plot_kind     kind;
    const char   *label;  ///< NULL: not in the legend
    const double *x, *y;  ///< x NULL: 0, 1, 2, ...; y is not looked at for a MARK, nor x for a LEVEL
    size_t        count;
    size_t        stride;     ///< from one value to the next, in doubles: 1 as usual, 2 for rows of x, y
    svg_colour    colour;     ///< as usual: the next one of eight, and INK for reference lines
    bool          is_dashed;  ///< a curve
    double        width;      ///< of a line or an outline, or across a dot: pixels; of a bar: units of x
    double        opacity;    ///< of what an area or the bars are filled with: up to 1
} plot_series;

typedef struct plot_axis {
    const char *label;      ///< with its unit: "time (s)"
    double      low, high;  ///< the range, as it is if low < high; as usual: all that is drawn, and a little more
    double      step;       ///< between ticks; as usual: 1, 2 or 5 times a power of ten
} plot_axis;

typedef struct plot_panel {
    const char        *title;
    plot_axis          x, y;
    double             height;  ///< of what the axes enclose, pixels
    const plot_series *series;  ///< drawn in this order: the first lies under the others
    int                count;
    bool               is_equal;  ///< a unit is as long upwards as across: for places in a plane. Widens one range
} plot_panel;

typedef struct plot {
    const char       *title, *caption;  ///< above and below all; wrapped
    const plot_panel *panels;           ///< by rows, from left to right
    int               count;
    int               columns;  ///< as usual: up to three panels in one row, else two columns
} plot;

/// The legend stands above each panel, or once above all if all panels that have one have the first one's.
void draw_plot(FILE *file, const plot *figure);

#endif
