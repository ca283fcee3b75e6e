// SPDX-License-Identifier: MIT
#include "elbow_drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static const char *const colours[SWV_ARM_NATURAL_FAMILIES] = { "#0072b2", "#d55e00", "#009e73", "#a8478a" };
static const char        ink[] = "#1f2933", pale_ink[] = "#7b8794";

static const double degree = SWV_PI / 180.0;

typedef struct page_point {
    double x, y;
} page_point;

/// A swivel's label, at `shown_at`: near `at`, where no other is in its way. That of the chosen swivel is added last,
/// and replaces what is there.
typedef struct label {
    double      at, shown_at;  ///< page angles: 0 is the bottom, growing as the swivel does
    const char *colour;
    bool        is_bold;
    char        text[32];
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

static void draw_text(const drawing *d, page_point p, const char *anchor, const char *colour, const char *more,
                      const char *text)
{
    fprintf(d->file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\"%s>%s</text>\n", p.x, p.y, anchor,
            colour, more, text);
}

static void draw_line(const drawing *d, page_point a, page_point b, const char *colour, double width)
{
    fprintf(d->file, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\" stroke-width=\"%g\" stroke-linecap=\"round\"/>\n",
            a.x, a.y, b.x, b.y, colour, width);
}

// ---- the arcs ----

static void draw_interval(const drawing *d, double radius, double from, double to, const char *colour)
{
    if (to - from > 2.0 * SWV_PI - 1e-6) {
        fprintf(d->file, "<circle cx=\"%d\" cy=\"%d\" r=\"%.1f\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"/>\n",
                CENTRE_X, CENTRE_Y, radius, colour, ARC_WIDTH);
        return;
    }
    const page_point a = at_swivel(d, radius, from), b = at_swivel(d, radius, to);
    const int        is_large = to - from > SWV_PI, sweep = d->side > 0.0;
    fprintf(d->file, "<path d=\"M%d %dL%.1f %.1fA%.1f %.1f 0 %d %d %.1f %.1fZ\" fill=\"%s\" fill-opacity=\"0.07\"/>\n",
            CENTRE_X, CENTRE_Y, a.x, a.y, radius, radius, is_large, sweep, b.x, b.y, colour);
    fprintf(d->file,
            "<path d=\"M%.1f %.1fA%.1f %.1f 0 %d %d %.1f %.1f\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"/>\n",
            a.x, a.y, radius, radius, is_large, sweep, b.x, b.y, colour, ARC_WIDTH);
    if (to - from < 1.0 * degree) {  // too short to be seen as an arc
        const page_point p = at_swivel(d, radius, from + 0.5 * (to - from));
        fprintf(d->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>\n", p.x, p.y, 0.5 * ARC_WIDTH,
                colour);
    }
}

static void draw_arcs(const drawing *d)
{
    for (int family = 0; family < SWV_ARM_NATURAL_FAMILIES; family++) {
        const swv_swivels *set = &d->circle->sets[family];
        for (int i = 0; i < set->count; i++)
            draw_interval(d, CIRCLE + RING_STEP * d->ring[family], set->from[i], set->to[i], colours[family]);
    }
}

static void draw_circle(const drawing *d)
{
    fprintf(d->file,
            "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"#f7f9fb\" stroke=\"#b4bec9\" stroke-width=\"1.5\"/>\n",
            CENTRE_X, CENTRE_Y, CIRCLE);
    for (int tick = -150; tick <= 180; tick += 30) {
        const double     swivel = tick * degree;
        const bool       is_named = tick % 90 == 0;
        const page_point outer = at_swivel(d, CIRCLE - 0.5 * ARC_WIDTH, swivel);
        draw_line(d, at_swivel(d, CIRCLE - (is_named ? 12 : 9), swivel), outer, "#b4bec9", 1.0);
        if (is_named) {
            char             text[32];
            const page_point p = at_swivel(d, CIRCLE - 26, swivel);
            snprintf(text, sizeof text, "%s%d\xC2\xB0", tick < 0 ? "\xE2\x88\x92" : "", abs(tick));
            draw_text(d, (page_point){ p.x, p.y + 4.0 }, "middle", "#9aa5b1", " font-size=\"11\"", text);
        }
    }
}

// ---- labels ----

static void add_label(drawing *d, double swivel, const char *colour, const char *before)
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
    else if (strcmp(l->colour, colour) != 0)
        colour = ink;  // it belongs to several families
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
        draw_text(d, (page_point){ p.x, p.y + 4.5 + 4.0 * low },
                  right > 0.25    ? "start"
                  : right < -0.25 ? "end"
                                  : "middle",
                  l->colour, l->is_bold ? " font-weight=\"bold\"" : "", l->text);
    }
}

// ---- the elbow, the hand, and down ----

static bool is_as_wished(const elbow_circle *c)
{
    return fabs(swv_angle_wrap(c->nearest.swivel - c->wish)) <= 1e-6;
}

static void draw_wish(const drawing *d, page_point p)
{
    fprintf(d->file,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5.5\" fill=\"#fff\" stroke=\"%s\" stroke-width=\"1.5\" "
            "stroke-dasharray=\"3 2\"/>\n",
            p.x, p.y, ink);
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
        draw_line(d, centre, elbow, ink, 2.5);
        fprintf(d->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"7\" fill=\"%s\" stroke=\"#fff\" stroke-width=\"2\"/>\n",
                elbow.x, elbow.y, ink);
    }
    fprintf(d->file, "<circle cx=\"%d\" cy=\"%d\" r=\"4.5\" fill=\"#fff\" stroke=\"%s\" stroke-width=\"2\"/>\n",
            CENTRE_X, CENTRE_Y, ink);
    draw_text(d, name, "middle", ink, "", hand_name);
}

static void draw_down(const drawing *d)
{
    const double from = CENTRE_Y + outside_of_arcs(d) + 34.0, to = from + 20.0;
    draw_line(d, (page_point){ CENTRE_X, from }, (page_point){ CENTRE_X, to }, pale_ink, 1.5);
    fprintf(d->file, "<path d=\"M%d %.1fl-5 -9h10z\" fill=\"%s\"/>\n", CENTRE_X, to + 3.0, pale_ink);
    draw_text(d, (page_point){ CENTRE_X + 12.0, to }, "start", pale_ink, "", "down");
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

static void draw_legend(const drawing *d, const swv_model *model)
{
    static const char *const names[SWV_ARM_NATURAL_FAMILIES] = { "family 1", "family 2: other shoulder",
                                                                 "family 3: other wrist",
                                                                 "family 4: other shoulder, wrist" };
    enum { MAX_SHOWN = 3 };
    const elbow_circle *c = d->circle;
    char                text[OUTCOME_SIZE], number[32];
    double              y = 130.0;
    for (int family = 0; family < SWV_ARM_NATURAL_FAMILIES; family++) {
        const swv_swivels *set = &c->sets[family];
        const char        *colour = set->count > 0 ? colours[family] : "#d3dae1";
        fprintf(d->file, "<rect x=\"%d\" y=\"%.1f\" width=\"18\" height=\"%d\" rx=\"2\" fill=\"%s\"/>\n", LEGEND_X,
                y - ARC_WIDTH, ARC_WIDTH, colour);
        draw_text(d, (page_point){ LEGEND_X + 28, y }, "start", set->count > 0 ? ink : pale_ink, "", names[family]);
        for (int i = 0; i < set->count && i < MAX_SHOWN; i++) {
            y += LEGEND_STEP;
            write_interval(text, set->from[i], set->to[i]);
            draw_text(d, (page_point){ LEGEND_X + 28, y }, "start", colour, "", text);
        }
        if (set->count > MAX_SHOWN) {
            y += LEGEND_STEP;
            snprintf(text, sizeof text, "and %d more", set->count - MAX_SHOWN);
            draw_text(d, (page_point){ LEGEND_X + 28, y }, "start", colour, "", text);
        }
        if (set->count == 0) {
            y += LEGEND_STEP;
            draw_text(d, (page_point){ LEGEND_X + 28, y }, "start", pale_ink, "", "nowhere");
        }
        y += 1.5 * LEGEND_STEP;
    }
    if (!c->is_feasible) {
        describe_outcome(text, model, &c->best);
        draw_text(d, (page_point){ LEGEND_X, y }, "start", ink, " font-weight=\"bold\"", "no feasible swivel");
        // The joints may be many: one part a line.
        for (char *part = strtok(text, ":;,"); part; part = strtok(NULL, ":;,")) {
            y += LEGEND_STEP;
            draw_text(d, (page_point){ LEGEND_X, y }, "start", ink, "", part);
        }
        return;
    }
    fprintf(d->file, "<circle cx=\"%d\" cy=\"%.1f\" r=\"6\" fill=\"%s\"/>\n", LEGEND_X + 9, y - 4.5, ink);
    write_degrees(number, swv_angle_wrap(c->nearest.swivel));
    snprintf(text, sizeof text, "elbow at %s", number);
    draw_text(d, (page_point){ LEGEND_X + 28, y }, "start", ink, " font-weight=\"bold\"", text);
    y += LEGEND_STEP;
    write_degrees(number, swv_angle_wrap(c->wish));
    const bool is_wish = is_as_wished(c);
    if (!is_wish)
        draw_wish(d, (page_point){ LEGEND_X + 9, y - 4.5 });
    snprintf(text, sizeof text, is_wish ? "as wished" : "nearest to the wish, %s", number);
    draw_text(d, (page_point){ LEGEND_X + 28, y }, "start", ink, "", text);
}

void draw_elbow_circle(FILE *file, const arm_request *request, const swv_pose *hand, const elbow_circle *circle)
{
    const bool  is_left = request->arm.side == SWV_LEFT;
    const char *hand_name = is_left ? "left hand" : "right hand";
    drawing     d = { .file = file, .circle = circle, .side = is_left ? -1.0 : 1.0 };
    d.bottom = circle->has_down ? circle->down : 0.0;
    for (int family = 0; family < SWV_ARM_NATURAL_FAMILIES; family++)
        d.ring[family] = circle->sets[family].count > 0 ? d.ring_count++ : -1;

    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\" font-size=\"13\">\n"
            "<title>Elbow circle of the %s arm</title>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            PAGE_WIDTH, PAGE_HEIGHT, PAGE_WIDTH, PAGE_HEIGHT, is_left ? "left" : "right");
    char           text[256];
    const swv_vec3 p = hand->position;
    draw_text(&d, (page_point){ 28, 42 }, "start", ink, " font-size=\"20\" font-weight=\"bold\"",
              "Where the elbow may be");
    snprintf(text, sizeof text, "%s at (%.4g, %.4g, %.4g) m; elbow on a circle of radius %.1f mm", hand_name, p.x, p.y,
             p.z, 1000.0 * circle->radius);
    draw_text(&d, (page_point){ 28, 66 }, "start", pale_ink, "", text);
    draw_text(&d, (page_point){ 28, 84 }, "start", pale_ink, "", "seen from the shoulder, towards the hand");

    draw_circle(&d);
    draw_arcs(&d);
    for (int family = 0; family < SWV_ARM_NATURAL_FAMILIES; family++) {
        const swv_swivels *set = &circle->sets[family];
        for (int i = 0; i < set->count; i++) {
            if (set->to[i] - set->from[i] > 2.0 * SWV_PI - 1e-6)
                continue;
            add_label(&d, set->from[i], colours[family], "");
            add_label(&d, swv_angle_wrap(set->to[i]), colours[family], "");
        }
    }
    if (circle->is_feasible)
        add_label(&d, swv_angle_wrap(circle->nearest.swivel), ink, "elbow ");
    draw_labels(&d);
    draw_elbow(&d, hand_name);
    if (circle->has_down)
        draw_down(&d);
    draw_legend(&d, request->model);
    fputs("</svg>\n", file);
}
