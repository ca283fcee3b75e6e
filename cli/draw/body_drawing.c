// SPDX-License-Identifier: MIT
// A skeleton in views side by side (body_drawing.h). The page is in pixels, y down; places are in the world, in the skeleton's unit.
#include "draw/body_drawing.h"

#include <math.h>
#include <string.h>

#include "draw/page.h"
#include "draw/svg.h"

enum { VIEWS = 3, VIEW = 260, MARGIN = 24, TITLE = 44, NAMES = 24, LETTER = 10 };

typedef struct view {
    const char *name;
    swv_vec3    across, up;  ///< where the page's x and its top point, in the world
} view;

// Left limbs, right limbs, all others: a bone has the colour of the part at its end, or of the last part above it.
static svg_colour colour_of(const swv_skeleton *skeleton, const swv_binding *binding, int joint)
{
    for (int j = joint; j >= 0; j = skeleton->joints[j].parent)
        for (int part = 0; part < SWV_PARTS; part++)
            if (binding->parts[part].joint == j)
                return part < SWV_PART_LEFT_EYE ? SVG_INK : part < SWV_PART_RIGHT_EYE ? SVG_BLUE : SVG_ORANGE;
    return SVG_INK;
}

static void draw_view(FILE *file, const body_drawing *d, const view *v, double left, swv_vec3 centre, double scale)
{
    const double x0 = left + VIEW / 2.0, y0 = TITLE + NAMES + VIEW / 2.0;
    svg_text(file, left, TITLE + NAMES - 8, &(svg_font){ .colour = SVG_PALE }, v->name);
    svg_rectangle(file, left, TITLE + NAMES, VIEW, VIEW, &(svg_paint){ .stroke = SVG_GRID });
    for (int i = 0; i < d->skeleton->joint_count; i++) {
        const int parent = d->skeleton->joints[i].parent;
        if (parent < 0)
            continue;
        const swv_vec3 a = swv_vec3_sub(d->worlds[parent].position, centre),
                       b = swv_vec3_sub(d->worlds[i].position, centre);
        svg_line(file, x0 + scale * swv_vec3_dot(a, v->across), y0 - scale * swv_vec3_dot(a, v->up),
                 x0 + scale * swv_vec3_dot(b, v->across), y0 - scale * swv_vec3_dot(b, v->up),
                 &(svg_paint){ .stroke = colour_of(d->skeleton, d->binding, i), .width = 3, .is_round = true });
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
    for (int i = 0; i < d->skeleton->joint_count; i++) {
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

// ---- a sheet ----

enum { CELL = 150, ROWS = 2, TALL = 210 };

// Joints from the hips to a part of the body: no controls, no props.
static void mark_body(const swv_skeleton *skeleton, const swv_binding *binding, bool is_drawn[SWV_SKELETON_JOINTS])
{
    for (int i = 0; i < skeleton->joint_count; i++)
        is_drawn[i] = false;
    for (int part = 0; part < SWV_PARTS; part++)
        for (int j = binding->parts[part].joint; j >= 0 && j != binding->parts[SWV_PART_HIPS].joint;
             j = skeleton->joints[j].parent)
            is_drawn[j] = true;
}

void draw_sheet(FILE *file, const sheet_drawing *d, bool as_png)
{
    const swv_vec3 up = d->binding->up, forward = d->binding->forward;
    const swv_vec3 cross = swv_vec3_cross(forward, up),
                   right = d->binding->is_left_handed ? swv_vec3_scale(-1.0, cross) : cross;
    const view views[ROWS] = { { "front", swv_vec3_scale(-1.0, right), up },
                               { "left", swv_vec3_scale(-1.0, forward), up } };
    const int  count = d->skeleton->joint_count, hips = d->binding->parts[SWV_PART_HIPS].joint;
    bool       is_drawn[SWV_SKELETON_JOINTS];
    double     low = HUGE_VAL, high = -HUGE_VAL;
    mark_body(d->skeleton, d->binding, is_drawn);
    for (int f = 0; f < d->frame_count; f++)
        for (int i = 0; i < count; i++) {
            const double height = swv_vec3_dot(d->worlds[f * count + i].position, up);
            if (is_drawn[i]) {
                low = fmin(low, height);
                high = fmax(high, height);
            }
        }
    const double scale = high > low ? 0.9 * TALL / (high - low) : 1.0;
    const int    letters = (int)fmin((double)strlen(d->title), 200.0) * LETTER, cells = d->frame_count * CELL;
    const int    width = MARGIN + (cells > letters ? cells : letters) + MARGIN,
              height = TITLE + ROWS * (TALL + NAMES) + MARGIN;
    page p = page_begin(file, as_png, width, height, d->title);
    page_text(&p, MARGIN, 30, &(svg_font){ .colour = SVG_INK, .size = 16, .is_bold = true }, d->title);
    for (int row = 0; row < ROWS; row++) {
        const double ground = TITLE + (row + 1) * (TALL + NAMES) - 8;
        page_text(&p, MARGIN, ground - TALL, &(svg_font){ .colour = SVG_PALE }, views[row].name);
        page_line(&p, MARGIN, ground, MARGIN + d->frame_count * CELL, ground, 1.0, SVG_RULE);
        for (int f = 0; f < d->frame_count; f++) {
            const swv_pose *worlds = d->worlds + f * count;
            const double    x0 = MARGIN + (f + 0.5) * CELL;
            char            name[32];
            snprintf(name, sizeof name, "%.2f s", d->times[f]);
            if (row == ROWS - 1)
                page_text(&p, x0, ground + 16, &(svg_font){ .colour = SVG_PALE, .anchor = SVG_MIDDLE }, name);
            for (int i = 0; i < count; i++) {
                const int parent = d->skeleton->joints[i].parent;
                if (!is_drawn[i] || parent < 0)
                    continue;
                const swv_vec3 a = worlds[parent].position, b = worlds[i].position, c = worlds[hips].position;
                page_line(&p, x0 + scale * swv_vec3_dot(swv_vec3_sub(a, c), views[row].across),
                          ground - scale * (swv_vec3_dot(a, up) - low),
                          x0 + scale * swv_vec3_dot(swv_vec3_sub(b, c), views[row].across),
                          ground - scale * (swv_vec3_dot(b, up) - low), 3.0, colour_of(d->skeleton, d->binding, i));
            }
        }
    }
    page_end(&p);
}
