// SPDX-License-Identifier: MIT
#include "draw/body_drawing.h"

#include <math.h>

#include "draw/svg.h"

enum { VIEWS = 3, VIEW = 260, MARGIN = 24, TITLE = 44, NAMES = 24 };

typedef struct view {
    const char *name;
    swv_vec3    across, up;  ///< where the page's x and its top point, in the world
} view;

static void draw_view(FILE *file, const body_drawing *d, const view *v, double left, swv_vec3 centre, double scale)
{
    const double x0 = left + VIEW / 2.0, y0 = TITLE + NAMES + VIEW / 2.0;
    svg_text(file, left, TITLE + NAMES - 8, &(svg_font){ .colour = SVG_PALE }, v->name);
    svg_rectangle(file, left, TITLE + NAMES, VIEW, VIEW, &(svg_paint){ .stroke = SVG_GRID });
    double xs[SWV_RIG_JOINTS], ys[SWV_RIG_JOINTS];
    for (int i = 0; i < d->rig->joint_count; i++) {
        const swv_vec3 p = swv_vec3_sub(d->worlds[i].position, centre);
        xs[i] = x0 + scale * swv_vec3_dot(p, v->across);
        ys[i] = y0 - scale * swv_vec3_dot(p, v->up);
    }
    // Left limbs, right limbs, all others: a bone has the colour of the part at its end, or of the last part above it.
    for (int i = 0; i < d->rig->joint_count; i++) {
        const int parent = d->rig->joints[i].parent;
        if (parent < 0)
            continue;
        svg_colour colour = SVG_INK;
        bool       is_part = false;
        for (int j = i; j >= 0 && !is_part; j = d->rig->joints[j].parent) {
            for (int part = 0; part < SWV_PARTS && !is_part; part++) {
                is_part = d->binding->parts[part].joint == j;
                if (is_part && part >= SWV_PART_LEFT_EYE)
                    colour = part < SWV_PART_RIGHT_EYE ? SVG_BLUE : SVG_ORANGE;
            }
        }
        svg_line(file, xs[parent], ys[parent], xs[i], ys[i],
                 &(svg_paint){ .stroke = colour, .width = 3, .is_round = true });
    }
    for (int i = 0; i < d->point_count; i++) {
        const swv_vec3 p = swv_vec3_sub(d->points[i], centre);
        svg_circle(file, x0 + scale * swv_vec3_dot(p, v->across), y0 - scale * swv_vec3_dot(p, v->up), 5,
                   &(svg_paint){ .stroke = SVG_GREEN, .width = 2 });
    }
}

void draw_body(FILE *file, const body_drawing *d)
{
    const swv_vec3 up = d->binding->up, forward = d->binding->forward;
    const swv_vec3 cross = swv_vec3_cross(forward, up),
                   right = d->binding->is_left_handed ? swv_vec3_scale(-1.0, cross) : cross;
    const view views[VIEWS] = { { "front", swv_vec3_scale(-1.0, right), up },
                                { "left", swv_vec3_scale(-1.0, forward), up },
                                { "above, forward is up", right, forward } };
    swv_vec3   low = d->worlds[0].position, high = low;
    for (int i = 0; i < d->rig->joint_count; i++) {
        const swv_vec3 p = d->worlds[i].position;
        low = (swv_vec3){ fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z) };
        high = (swv_vec3){ fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z) };
    }
    const swv_vec3 centre = swv_vec3_scale(0.5, swv_vec3_add(low, high)), extent = swv_vec3_sub(high, low);
    const double   largest = fmax(extent.x, fmax(extent.y, extent.z));
    const double   scale = largest > 0.0 ? 0.88 * VIEW / largest : 1.0;
    svg_begin(file, VIEWS * (VIEW + MARGIN) + MARGIN, TITLE + NAMES + VIEW + MARGIN, d->title);
    svg_text(file, MARGIN, 30, &(svg_font){ .colour = SVG_INK, .size = 16, .is_bold = true }, d->title);
    svg_text(file, MARGIN + VIEWS * (VIEW + MARGIN) - MARGIN, 30, &(svg_font){ .colour = SVG_PALE, .anchor = SVG_END },
             "left blue, right orange, green: tracked");
    for (int i = 0; i < VIEWS; i++)
        draw_view(file, d, &views[i], MARGIN + i * (VIEW + MARGIN), centre, scale);
    svg_end(file);
}
