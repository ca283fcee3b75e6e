// SPDX-License-Identifier: MIT
// Where a finger's tip can be (finger_drawing.h): metres and radians in, millimetres out.
#include "draw/finger_drawing.h"

#include <math.h>
#include <stdlib.h>

#include "io/message.h"
#include "draw/plot.h"

enum { STEPS = 400 };  // of an edge: off by less than a thousandth of its size

static void put(finger_path *path, double x, double y)
{
    path->xy[2 * path->count] = x;
    path->xy[2 * path->count + 1] = y;
    path->count++;
}

finger_path trace_area(const swv_finger *finger, swv_finger_kind kind)
{
    swv_finger_edge edges[SWV_FINGER_EDGES];
    int             count = 0;
    if (swv_finger_outline(finger, kind, edges, &count) != SWV_OK)
        fail("the finger has no reachable area");
    finger_path path = { malloc(sizeof(double) * 2 * ((size_t)count * (STEPS + 2) + 1)), 0 };
    if (!path.xy)
        fail("out of memory");
    for (int i = 0; i < count; i++) {
        if (i > 0 && edges[i].loop != edges[i - 1].loop)
            put(&path, NAN, NAN);
        for (int k = 0; k <= STEPS; k++) {
            double    q[3];
            swv_point tip = { 0.0, 0.0 };
            swv_finger_edge_posture(finger, kind, &edges[i], (double)k / STEPS, q);
            (void)swv_finger_forward(finger, q, &tip, NULL);
            put(&path, 1e3 * tip.x, 1e3 * tip.y);
        }
    }
    put(&path, NAN, NAN);
    return path;
}

void trace_finger(const swv_finger *finger, const double q[3], double xy[2 * FINGER_PLACES])
{
    swv_point tip = { 0.0, 0.0 }, joints[3] = { { 0.0, 0.0 } };
    (void)swv_finger_forward(finger, q, &tip, joints);
    xy[0] = xy[1] = 0.0;
    for (int i = 0; i < 3; i++) {
        xy[2 * i + 2] = 1e3 * joints[i].x;
        xy[2 * i + 3] = 1e3 * joints[i].y;
    }
}

void draw_finger_area(FILE *file, const swv_finger *finger, swv_finger_kind kind)
{
    enum { POSTURES = 5 };
    const bool  is_coupled = kind == SWV_FINGER_COUPLED;
    finger_path area = trace_area(finger, kind);
    double      bones[POSTURES][2 * FINGER_PLACES];
    plot_series series[POSTURES + 2] = {
        { .kind = PLOT_AREA,
          .x = area.xy,
          .y = area.xy + 1,
          .stride = 2,
          .count = area.count,
          .label = "reachable",
          .colour = SVG_SKY,
          .opacity = 0.35,
          .width = 1.5 },
    };
    for (int i = 0; i < POSTURES; i++) {
        const double part = (double)i / (POSTURES - 1);
        const double middle = finger->lower[1] + part * (finger->upper[1] - finger->lower[1]);
        const double last =
            is_coupled ? finger->ratio * middle : finger->lower[2] + part * (finger->upper[2] - finger->lower[2]);
        const double first = finger->lower[0] + part * (finger->upper[0] - finger->lower[0]);
        trace_finger(finger, (const double[3]){ first, middle, last }, bones[i]);
        series[i + 1] = (plot_series){ .kind = PLOT_CURVE,
                                       .x = bones[i],
                                       .y = bones[i] + 1,
                                       .stride = 2,
                                       .count = FINGER_PLACES,
                                       .colour = SVG_GREY,
                                       .width = 2.0,
                                       .label = i == 0 ? "finger" : NULL };
    }
    const double knuckle[2] = { 0.0, 0.0 };
    series[POSTURES + 1] = (plot_series){
        .kind = PLOT_POINTS, .x = knuckle, .y = knuckle + 1, .count = 1, .width = 7.0, .colour = SVG_INK
    };
    draw_plot(
        file,
        &(plot){
            .title = is_coupled ? "What the tip of the little finger can reach, with its last joint coupled"
                                : "What the tip of the little finger can reach",
            .caption = is_coupled
                           ? "Bounded exactly: arcs about the knuckle, and the finger's own curve with the first joint "
                             "at its limits."
                           : "Bounded exactly, by arcs.",
            .panels = &(plot_panel){ .x = { .label = "x (mm)" },
                                     .y = { .label = "y (mm)" },
                                     .height = 460.0,
                                     .series = series,
                                     .count = POSTURES + 2,
                                     .is_equal = true },
            .count = 1,
        });
    free(area.xy);
}
