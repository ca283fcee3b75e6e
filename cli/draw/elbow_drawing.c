// SPDX-License-Identifier: MIT
// The elbow's circle with its feasible swivels (elbow_drawing.h). The page is in pixels, y down; swivels are radians, 0 at the bottom of the page,
// labels in degrees.
#include "draw/elbow_drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/svg.h"
#include "words/values.h"

// The page, in pixels. The families' arcs lie on the circle and on rings around it, labels outside them.
enum {
    PAGE_WIDTH = 760,
    PAGE_HEIGHT = 530,
    CENTRE_X = 250,
    CENTRE_Y = 294,
    CIRCLE = 120,
    RING_STEP = 13,
    ARC_WIDTH = 9,
    LEGEND_X = 500,
    LEGEND_STEP = 19,
};

static const svg_colour colours[SWV_ARM_NATURAL_FAMILIES] = { SVG_BLUE, SVG_ORANGE, SVG_GREEN, SVG_PURPLE };

static const double degree = SWV_PI / 180.0;

typedef struct page_point {
    double x, y;
} page_point;

/// A swivel's label, at `shown_at`: near `at`, where no other is in its way. That of the chosen swivel is added last,
/// and replaces what is there.
typedef struct label {
    double     at, shown_at;  ///< page angles: 0 is the bottom, growing as the swivel does
    svg_colour colour;
    bool       is_bold;
    char       text[32];
} label;

enum { MAX_LABELS = 2 * SWV_MAX_SWIVEL_INTERVALS * SWV_ARM_NATURAL_FAMILIES + 2 };

typedef struct drawing {
    FILE               *file;
    const elbow_circle *circle;
    double              side;  ///< 1, or -1 for a left arm, whose swivel grows the other way round
    double              bottom;
    int                 ring_count;
    int                 ring[SWV_ARM_NATURAL_FAMILIES];  ///< -1: the family has no arc
    int                 label_count;
    label               labels[MAX_LABELS];
} drawing;

static page_point at_angle(const drawing *d, double radius, double angle)
{
    return (page_point){ CENTRE_X - d->side * radius * sin(angle), CENTRE_Y + radius * cos(angle) };
}

static page_point at_swivel(const drawing *d, double radius, double swivel)
{
    return at_angle(d, radius, swivel - d->bottom);
}

// "-12.3 degrees" as a typesetter writes it.
static void write_degrees(char text[32], double radians)
{
    const double degrees = shown_degrees(radians, 1);
    snprintf(text, 32, "%s%.1f\xC2\xB0", degrees < 0.0 ? "\xE2\x88\x92" : "", fabs(degrees));
}

static void draw_text(const drawing *d, page_point p, svg_anchor anchor, svg_colour colour, const char *text)
{
    svg_text(d->file, p.x, p.y, &(svg_font){ .colour = colour, .anchor = anchor }, text);
}

static void draw_bold(const drawing *d, page_point p, svg_anchor anchor, svg_colour colour, const char *text)
{
    svg_text(d->file, p.x, p.y, &(svg_font){ .colour = colour, .anchor = anchor, .is_bold = true }, text);
}

static void draw_line(const drawing *d, page_point a, page_point b, svg_colour colour, double width)
{
    svg_line(d->file, a.x, a.y, b.x, b.y, &(svg_paint){ .stroke = colour, .width = width, .is_round = true });
}

static void draw_dot(const drawing *d, page_point p, double radius, svg_colour fill)
{
    svg_circle(d->file, p.x, p.y, radius, &(svg_paint){ .fill = fill });
}

// ---- the arcs ----

static void draw_interval(const drawing *d, double radius, double from, double to, svg_colour colour)
{
    const svg_paint band = { .stroke = colour, .width = ARC_WIDTH };
    if (to - from > 2.0 * SWV_PI - 1e-6) {
        svg_circle(d->file, CENTRE_X, CENTRE_Y, radius, &band);
        return;
    }
    const page_point a = at_swivel(d, radius, from), b = at_swivel(d, radius, to);
    const int        is_large = to - from > SWV_PI, sweep = d->side > 0.0;
    svg_path(d->file, &(svg_paint){ .fill = colour, .fill_opacity = 0.07 },
             "M%d %dL%.1f %.1fA%.1f %.1f 0 %d %d %.1f %.1fZ", CENTRE_X, CENTRE_Y, a.x, a.y, radius, radius, is_large,
             sweep, b.x, b.y);
    svg_path(d->file, &band, "M%.1f %.1fA%.1f %.1f 0 %d %d %.1f %.1f", a.x, a.y, radius, radius, is_large, sweep, b.x,
             b.y);
    if (to - from < 1.0 * degree)  // too short to be seen as an arc
        draw_dot(d, at_swivel(d, radius, from + 0.5 * (to - from)), 0.5 * ARC_WIDTH, colour);
}

static void draw_arcs(const drawing *d)
{
    for (int family = 0; family < d->circle->set_count; family++) {
        const swv_swivels *set = &d->circle->sets[family];
        for (int i = 0; i < set->count; i++)
            draw_interval(d, CIRCLE + RING_STEP * d->ring[family], set->from[i], set->to[i], colours[family]);
    }
}

static void draw_circle(const drawing *d)
{
    svg_circle(d->file, CENTRE_X, CENTRE_Y, CIRCLE,
               &(svg_paint){ .fill = SVG_SHADE, .stroke = SVG_RULE, .width = 1.5 });
    for (int tick = -150; tick <= 180; tick += 30) {
        const double     swivel = tick * degree;
        const bool       is_named = tick % 90 == 0;
        const page_point outer = at_swivel(d, CIRCLE - 0.5 * ARC_WIDTH, swivel);
        draw_line(d, at_swivel(d, CIRCLE - (is_named ? 12 : 9), swivel), outer, SVG_RULE, 1.0);
        if (is_named) {
            char             text[32];
            const page_point p = at_swivel(d, CIRCLE - 26, swivel);
            snprintf(text, sizeof text, "%s%d\xC2\xB0", tick < 0 ? "\xE2\x88\x92" : "", abs(tick));
            svg_text(d->file, p.x, p.y + 4.0, &(svg_font){ SVG_PALE, SVG_MIDDLE, .size = 11.0 }, text);
        }
    }
}

// ---- labels ----

static void add_label(drawing *d, double swivel, svg_colour colour, const char *before)
{
    char text[32];
    write_degrees(text, swivel);
    const double at = swv_angle_wrap(swivel - d->bottom);
    const bool   is_bold = *before != '\0';
    int          i = 0;
    while (i < d->label_count && fabs(swv_angle_wrap(d->labels[i].at - at)) >= 0.05 * degree)
        i++;
    label *l = &d->labels[i];
    if (i == d->label_count)
        d->label_count++;
    else if (l->colour != colour)
        colour = SVG_INK;  // it belongs to several families
    *l = (label){ .at = at, .shown_at = at, .colour = colour, .is_bold = is_bold };
    snprintf(l->text, sizeof l->text, "%.8s%.20s", before, text);
}

static int by_angle(const void *a, const void *b)
{
    const double difference = ((const label *)a)->at - ((const label *)b)->at;
    return (difference > 0.0) - (difference < 0.0);
}

// Push neighbours apart until none covers another: side by side at the top and bottom, one below the other elsewhere.
static void spread_labels(drawing *d)
{
    const int count = d->label_count;
    qsort(d->labels, (size_t)count, sizeof d->labels[0], by_angle);
    for (int round = 0; round < 200 && count > 1; round++) {
        for (int i = 0; i < count; i++) {
            label       *a = &d->labels[i], *b = &d->labels[(i + 1) % count];
            const double turn = i + 1 < count ? 0.0 : 2.0 * SWV_PI;
            const double gap = b->shown_at + turn - a->shown_at;
            const double steepness = fabs(cos(a->shown_at));
            const double wanted = (6.0 + (a->is_bold || b->is_bold ? 22.0 : 14.0) * steepness * steepness) * degree;
            if (gap < wanted) {
                a->shown_at -= 0.5 * (wanted - gap);
                b->shown_at += 0.5 * (wanted - gap);
            }
        }
    }
}

// The radius at which the leaders of labels begin.
static double outside_of_arcs(const drawing *d)
{
    return CIRCLE + RING_STEP * (d->ring_count > 0 ? d->ring_count - 1 : 0) + ARC_WIDTH;
}

static void draw_labels(drawing *d)
{
    const double outside = outside_of_arcs(d);
    spread_labels(d);
    for (int i = 0; i < d->label_count; i++) {
        const label     *l = &d->labels[i];
        const page_point p = at_angle(d, outside + 17.0, l->shown_at);
        const double     right = (p.x - CENTRE_X) / (outside + 17.0), low = (p.y - CENTRE_Y) / (outside + 17.0);
        draw_line(d, at_angle(d, outside, l->at), at_angle(d, outside + 9.0, l->shown_at), l->colour, 1.0);
        const svg_anchor anchor = right > 0.25 ? SVG_START : right < -0.25 ? SVG_END : SVG_MIDDLE;
        svg_text(d->file, p.x, p.y + 4.5 + 4.0 * low,
                 &(svg_font){ .colour = l->colour, .anchor = anchor, .is_bold = l->is_bold }, l->text);
    }
}

// ---- the elbow, the hand, and down ----

static bool is_as_wished(const elbow_circle *c)
{
    return fabs(swv_angle_wrap(c->nearest.swivel - c->wish)) <= 1e-6;
}

static void draw_wish(const drawing *d, page_point p)
{
    svg_circle(d->file, p.x, p.y, 5.5,
               &(svg_paint){ .fill = SVG_PAPER, .stroke = SVG_INK, .width = 1.5, .dash = "3 2" });
}

static void draw_elbow(const drawing *d, const char *hand_name)
{
    const elbow_circle *c = d->circle;
    const page_point    centre = { CENTRE_X, CENTRE_Y };
    page_point          name = { CENTRE_X, CENTRE_Y - 14.0 };
    if (c->is_feasible) {
        const page_point elbow = at_swivel(d, CIRCLE, c->nearest.swivel);
        if (elbow.y < CENTRE_Y)
            name.y = CENTRE_Y + 24.0;  // out of the arm's way
        if (!is_as_wished(c))
            draw_wish(d, at_swivel(d, CIRCLE, c->wish));
        draw_line(d, centre, elbow, SVG_INK, 2.5);
        svg_circle(d->file, elbow.x, elbow.y, 7.0, &(svg_paint){ .fill = SVG_INK, .stroke = SVG_PAPER, .width = 2.0 });
    }
    svg_circle(d->file, CENTRE_X, CENTRE_Y, 4.5, &(svg_paint){ .fill = SVG_PAPER, .stroke = SVG_INK, .width = 2.0 });
    draw_text(d, name, SVG_MIDDLE, SVG_INK, hand_name);
}

static void draw_down(const drawing *d)
{
    const double from = CENTRE_Y + outside_of_arcs(d) + 34.0, to = from + 20.0;
    draw_line(d, (page_point){ CENTRE_X, from }, (page_point){ CENTRE_X, to }, SVG_PALE, 1.5);
    svg_path(d->file, &(svg_paint){ .fill = SVG_PALE }, "M%d %.1fl-5 -9h10z", CENTRE_X, to + 3.0);
    draw_text(d, (page_point){ CENTRE_X + 12.0, to }, SVG_START, SVG_PALE, "down");
}

// ---- words ----

static void write_interval(char text[96], double from, double to)
{
    char from_text[32], to_text[32];
    if (to - from > 2.0 * SWV_PI - 1e-6) {
        snprintf(text, 96, "everywhere");
        return;
    }
    write_degrees(from_text, from);
    write_degrees(to_text, swv_angle_wrap(to));
    snprintf(text, 96, "%s to %s", from_text, to_text);
}

static void draw_legend(const drawing *d)
{
    static const char *const names[SWV_ARM_NATURAL_FAMILIES] = { "family 1", "family 2: other shoulder",
                                                                 "family 3: other wrist",
                                                                 "family 4: other shoulder, wrist" };
    enum { MAX_SHOWN = 3 };
    const elbow_circle *c = d->circle;
    char                text[OUTCOME_SIZE], number[32];
    double              y = 130.0;
    for (int family = 0; family < c->set_count; family++) {
        const swv_swivels *set = &c->sets[family];
        const svg_colour   colour = set->count > 0 ? colours[family] : SVG_GRID;
        svg_rectangle(d->file, LEGEND_X, y - ARC_WIDTH, 18.0, ARC_WIDTH, &(svg_paint){ .fill = colour });
        draw_text(d, (page_point){ LEGEND_X + 28, y }, SVG_START, set->count > 0 ? SVG_INK : SVG_PALE,
                  c->set_count > 1 ? names[family] : "inside all limits");
        for (int i = 0; i < set->count && i < MAX_SHOWN; i++) {
            y += LEGEND_STEP;
            write_interval(text, set->from[i], set->to[i]);
            draw_text(d, (page_point){ LEGEND_X + 28, y }, SVG_START, colour, text);
        }
        if (set->count > MAX_SHOWN) {
            y += LEGEND_STEP;
            snprintf(text, sizeof text, "and %d more", set->count - MAX_SHOWN);
            draw_text(d, (page_point){ LEGEND_X + 28, y }, SVG_START, colour, text);
        }
        if (set->count == 0) {
            y += LEGEND_STEP;
            draw_text(d, (page_point){ LEGEND_X + 28, y }, SVG_START, SVG_PALE, "nowhere");
        }
        y += 1.5 * LEGEND_STEP;
    }
    if (!c->is_feasible) {
        describe_outcome(text, &c->best);
        draw_bold(d, (page_point){ LEGEND_X, y }, SVG_START, SVG_INK, "no feasible swivel");
        // The joints may be many: one part a line.
        for (char *part = strtok(text, ":;,"); part; part = strtok(NULL, ":;,")) {
            y += LEGEND_STEP;
            draw_text(d, (page_point){ LEGEND_X, y }, SVG_START, SVG_INK, part);
        }
        return;
    }
    draw_dot(d, (page_point){ LEGEND_X + 9, y - 4.5 }, 6.0, SVG_INK);
    write_degrees(number, swv_angle_wrap(c->nearest.swivel));
    snprintf(text, sizeof text, "%s at %s", c->is_leg ? "knee" : "elbow", number);
    draw_bold(d, (page_point){ LEGEND_X + 28, y }, SVG_START, SVG_INK, text);
    y += LEGEND_STEP;
    write_degrees(number, swv_angle_wrap(c->wish));
    const bool is_wish = is_as_wished(c);
    if (!is_wish)
        draw_wish(d, (page_point){ LEGEND_X + 9, y - 4.5 });
    snprintf(text, sizeof text, is_wish ? "as wished" : "nearest to the wish, %s", number);
    draw_text(d, (page_point){ LEGEND_X + 28, y }, SVG_START, SVG_INK, text);
}

void draw_elbow_circle(FILE *file, swv_vec3 hand, const elbow_circle *circle)
{
    const bool  is_left = circle->side == SWV_LEFT, is_leg = circle->is_leg;
    const char *elbow = is_leg ? "Knee" : "Elbow", *side = is_left ? "left" : "right";
    char        hand_name[16], text[256];
    drawing     d = { .file = file, .circle = circle, .side = is_left ? -1.0 : 1.0 };
    d.bottom = circle->has_down ? circle->down : 0.0;
    for (int family = 0; family < circle->set_count; family++)
        d.ring[family] = circle->sets[family].count > 0 ? d.ring_count++ : -1;
    snprintf(hand_name, sizeof hand_name, "%s %s", side, is_leg ? "foot" : "hand");

    snprintf(text, sizeof text, "%s circle of the %s %s", elbow, side, is_leg ? "leg" : "arm");
    svg_begin(file, PAGE_WIDTH, PAGE_HEIGHT, text);
    svg_text(file, 28.0, 42.0, &(svg_font){ SVG_INK, .size = 20.0, .is_bold = true },
             is_leg ? "Where the knee may be" : "Where the elbow may be");
    snprintf(text, sizeof text, "%s at (%.4g, %.4g, %.4g) m; %s on a circle of radius %.1f mm", hand_name, hand.x,
             hand.y, hand.z, is_leg ? "knee" : "elbow", 1000.0 * circle->radius);
    draw_text(&d, (page_point){ 28, 66 }, SVG_START, SVG_PALE, text);
    draw_text(&d, (page_point){ 28, 84 }, SVG_START, SVG_PALE,
              is_leg ? "seen from the hip, towards the foot" : "seen from the shoulder, towards the hand");

    draw_circle(&d);
    draw_arcs(&d);
    for (int family = 0; family < circle->set_count; family++) {
        const swv_swivels *set = &circle->sets[family];
        for (int i = 0; i < set->count; i++) {
            if (set->to[i] - set->from[i] > 2.0 * SWV_PI - 1e-6)
                continue;
            add_label(&d, set->from[i], colours[family], "");
            add_label(&d, swv_angle_wrap(set->to[i]), colours[family], "");
        }
    }
    if (circle->is_feasible)
        add_label(&d, swv_angle_wrap(circle->nearest.swivel), SVG_INK, is_leg ? "knee " : "elbow ");
    draw_labels(&d);
    draw_elbow(&d, hand_name);
    if (circle->has_down)
        draw_down(&d);
    draw_legend(&d);
    svg_end(file);
}
