// SPDX-License-Identifier: MIT
// The limits of a limb, and people inside them (limits_drawing.h). The page is in pixels, y down; directions are unit vectors in the trunk's axes,
// angles radians, labels in degrees.
#include "draw/limits_drawing.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "draw/people_sample.h"
#include "draw/svg.h"

// The page, in pixels.
enum {
    PAGE_WIDTH = 780,
    PAGE_HEIGHT = 742,
    DISC = 150,  // radius of a hemisphere
    DISC_Y = 286,
    FRONT_X = 206,
    BACK_X = 574,
    ROW_Y = 610,  // middle of the lower row
    DIAL_X = 118,
    DIAL = 66,
    STRIP_X = 290,
    STRIP = 190,  // length of a strip
    CONE_X = 652,
    CONE = 84,  // length of its longest half axis
};

static const double degree = SWV_PI / 180.0;

static const svg_paint region_paint = { .fill = SVG_BLUE, .fill_opacity = 0.16 };
static const svg_paint edge_paint = { .stroke = SVG_BLUE, .width = 1.8, .is_round = true };
static const svg_paint inside_paint = { .stroke = SVG_INK, .width = 2.2, .is_round = true };
static const svg_paint outside_paint = { .stroke = SVG_ORANGE, .width = 4.0, .is_round = true };

typedef struct page_point {
    double x, y;
} page_point;

/// A person's posture, and what is drawn of it.
typedef struct sample {
    swv_vec3 direction;
    double   twist;
    double   angles[SWV_LIMB_ANGLES];
    uint32_t broken;
} sample;

enum { MAX_SAMPLES = PEOPLE_SAMPLE_ARMS + PEOPLE_SAMPLE_LEGS };

typedef struct drawing {
    FILE                  *file;
    const swv_limb_limits *limits;
    bool                   is_leg;
    sample                 samples[MAX_SAMPLES];
    int                    sample_count;
    sample ends[PEOPLE_SAMPLE_REACHING > PEOPLE_SAMPLE_LEGS ? PEOPLE_SAMPLE_REACHING : PEOPLE_SAMPLE_LEGS];
    int    end_count;  ///< of `ends`: wrists that were measured
} drawing;

// ---- people ----

static sample make_sample(const swv_limb *limb, const swv_limb_limits *limits, const int16_t row[PEOPLE_SAMPLE_COLUMNS])
{
    const double     scale = 1.0 / PEOPLE_SAMPLE_LENGTH;
    const swv_vec3   middle = { row[3] * scale, row[4] * scale, row[5] * scale };
    const swv_pose   end = { { row[0] * scale, row[1] * scale, row[2] * scale },
                             swv_quat_normalize((swv_quat){ row[6], row[7], row[8], row[9] }) };
    sample           s;
    swv_limb_posture posture;
    (void)swv_limb_posture_from_points(limb, middle, &end, &posture);
    (void)swv_limb_check(limb, &posture, &s.broken, NULL);
    (void)swv_limb_angles(limb, &posture, s.angles);
    s.direction = swv_quat_rotate(posture.upper, (swv_vec3){ 0, 0, 1 });

    const swv_vec3 x0 = limits->rest_bend, z0 = limits->rest, y0 = swv_vec3_cross(z0, x0);
    const swv_mat3 rest = { { { x0.x, y0.x, z0.x }, { x0.y, y0.y, z0.y }, { x0.z, y0.z, z0.z } } };
    const swv_quat turned = swv_quat_mul(swv_quat_conjugate(swv_quat_from_mat3(rest)), posture.upper);
    s.twist = swv_angle_wrap(2.0 * atan2(turned.z, turned.w));
    return s;
}

static int make_samples(const swv_limb *limb, const swv_limb_limits      *limits,
                        const int16_t (*rows)[PEOPLE_SAMPLE_COLUMNS], int count, sample *samples)
{
    for (int i = 0; i < count; i++)
        samples[i] = make_sample(limb, limits, rows[i]);
    return count;
}

// ---- pieces ----

static void write_words(const drawing *d, double x, double y, svg_anchor anchor, svg_colour colour, const char *text)
{
    svg_text(d->file, x, y, &(svg_font){ .colour = colour, .anchor = anchor, .size = 12.0 }, text);
}

static void write_heading(const drawing *d, double x, double y, svg_anchor anchor, const char *text)
{
    svg_text(d->file, x, y, &(svg_font){ .colour = SVG_INK, .anchor = anchor, .is_bold = true }, text);
}

static void write_degrees(char text[32], double radians)
{
    const double degrees = radians / degree;
    snprintf(text, 32, "%s%.0f\xC2\xB0", degrees < -0.5 ? "\xE2\x88\x92" : "", fabs(degrees));
}

static void write_range(char text[96], swv_range range)
{
    char from[32], to[32];
    write_degrees(from, range.lower);
    write_degrees(to, range.upper);
    snprintf(text, 96, "%s to %s", from, to);
}

// ---- directions ----

/// A hemisphere on a disc, by Lambert's map of equal area. As seen from the shoulder: `right` is on the right.
typedef struct hemisphere {
    double   x, y;  // its middle
    swv_vec3 ahead, right, up;
} hemisphere;

static page_point on_disc(const hemisphere *h, swv_vec3 v)
{
    const double scale = DISC / sqrt(fmax(1.0 + swv_vec3_dot(v, h->ahead), 1e-9));
    return (page_point){ h->x + scale * swv_vec3_dot(v, h->right), h->y - scale * swv_vec3_dot(v, h->up) };
}

static swv_vec3 on_rim(const hemisphere *h, double angle)
{
    return swv_vec3_add(swv_vec3_scale(cos(angle), h->right), swv_vec3_scale(sin(angle), h->up));
}

/// The edge of a cap, from its point nearest to the hemisphere's middle.
typedef struct cap_edge {
    swv_vec3 centre, nearest, quarter;  // points are centre + cos nearest + sin quarter
    double   seen;                      // from -seen to seen it lies in the hemisphere; 0: nowhere, pi: everywhere
} cap_edge;

static cap_edge find_edge(const drawing *d, const hemisphere *h, int cap)
{
    const swv_vec3 axis = d->limits->caps[cap].axis;
    const double   along = swv_vec3_dot(axis, h->ahead);
    swv_vec3       towards = swv_vec3_sub(h->ahead, swv_vec3_scale(along, axis));
    double         lean = swv_vec3_length(towards);
    if (lean < 1e-9) {
        towards = swv_vec3_sub(h->right, swv_vec3_scale(swv_vec3_dot(h->right, axis), axis));
        lean = 0.0;
    }
    towards = swv_vec3_normalize(towards);
    const double opening = d->limits->caps[cap].radius, radius = sin(opening), height = cos(opening);
    cap_edge     edge = { .centre = swv_vec3_scale(height, axis),
                          .nearest = swv_vec3_scale(radius, towards),
                          .quarter = swv_vec3_scale(radius, swv_vec3_cross(axis, towards)) };
    // ahead . point = height along + radius lean cos(angle)
    const double base = height * along, swing = radius * lean;
    edge.seen = base >= swing ? SWV_PI : base <= -swing ? 0.0 : acos(-base / swing);
    return edge;
}

static swv_vec3 on_edge(const cap_edge *edge, double angle)
{
    return swv_vec3_add(edge->centre, swv_vec3_add(swv_vec3_scale(cos(angle), edge->nearest),
                                                   swv_vec3_scale(sin(angle), edge->quarter)));
}

static void pen_to(svg_pen *pen, page_point p)
{
    svg_pen_to(pen, p.x, p.y);
}

enum { STEPS = 120 };

// What a cap covers of the disc: bounded by its edge, and by the rim inside it.
static void cover_cap(const drawing *d, const hemisphere *h, int cap)
{
    const swv_vec3  axis = d->limits->caps[cap].axis;
    const svg_paint paint = { .fill = SVG_PAPER };
    const cap_edge  edge = find_edge(d, h, cap);
    if (edge.seen <= 0.0) {
        if (swv_vec3_dot(axis, h->ahead) > cos(d->limits->caps[cap].radius))
            svg_circle(d->file, h->x, h->y, DISC, &paint);
        return;
    }
    svg_pen pen = { .file = d->file, .is_closed = true };
    svg_begin_path(d->file);
    for (int i = -STEPS; i <= STEPS; i++)
        pen_to(&pen, on_disc(h, on_edge(&edge, edge.seen * i / STEPS)));
    if (edge.seen < SWV_PI) {
        const swv_vec3 last = on_edge(&edge, edge.seen);
        const double   middle = atan2(swv_vec3_dot(axis, h->up), swv_vec3_dot(axis, h->right));
        const double   from = swv_angle_wrap(atan2(swv_vec3_dot(last, h->up), swv_vec3_dot(last, h->right)) - middle);
        for (int i = -STEPS; i <= STEPS; i++)
            pen_to(&pen, on_disc(h, on_rim(h, middle - from * i / STEPS)));
    }
    svg_pen_lift(&pen);
    svg_end_path(d->file, &paint);
}

static bool is_covered(const swv_limb_limits *limits, swv_vec3 v, int except)
{
    for (int i = 0; i < limits->cap_count; i++) {
        if (i != except && swv_vec3_dot(limits->caps[i].axis, v) > cos(limits->caps[i].radius))
            return true;
    }
    return false;
}

// The part of a cap's edge that bounds the region: in no other cap.
static void draw_edge(const drawing *d, const hemisphere *h, int cap)
{
    const cap_edge edge = find_edge(d, h, cap);
    svg_pen        pen = { .file = d->file, .is_closed = false };
    svg_begin_path(d->file);
    for (int i = -4 * STEPS; i <= 4 * STEPS && edge.seen > 0.0; i++) {
        const swv_vec3 v = on_edge(&edge, edge.seen * i / (4 * STEPS));
        if (is_covered(d->limits, v, cap))
            svg_pen_lift(&pen);
        else
            pen_to(&pen, on_disc(h, v));
    }
    svg_pen_lift(&pen);
    svg_end_path(d->file, &edge_paint);
}

static void draw_grid(const drawing *d, const hemisphere *h)
{
    for (int i = -2; i <= 2; i++) {  // level circles and meridians, 30 degrees apart
        svg_pen level = { .file = d->file, .is_closed = false };
        svg_begin_path(d->file);
        for (int k = -STEPS; k <= STEPS; k++) {
            const double   a = 0.5 * SWV_PI * k / STEPS, z = sin(i * 30 * degree), r = cos(i * 30 * degree);
            const swv_vec3 flat =
                swv_vec3_add(swv_vec3_scale(r * cos(a), h->ahead), swv_vec3_scale(r * sin(a), h->right));
            pen_to(&level, on_disc(h, swv_vec3_add(flat, swv_vec3_scale(z, h->up))));
        }
        svg_pen_lift(&level);
        for (int k = -STEPS; k <= STEPS; k++) {
            const double   a = 0.5 * SWV_PI * k / STEPS, turn = i * 30 * degree;
            const swv_vec3 flat =
                swv_vec3_add(swv_vec3_scale(cos(turn), h->ahead), swv_vec3_scale(sin(turn), h->right));
            pen_to(&level, on_disc(h, swv_vec3_add(swv_vec3_scale(cos(a), flat), swv_vec3_scale(sin(a), h->up))));
        }
        svg_pen_lift(&level);
        svg_end_path(d->file, &(svg_paint){ .stroke = SVG_GRID, .width = 1.0 });
    }
}

static void draw_dots(const drawing *d, const hemisphere *h, bool is_outside)
{
    svg_begin_path(d->file);
    for (int i = 0; i < d->sample_count; i++) {
        const sample *s = &d->samples[i];
        const bool    is_broken = s->broken & (1u << SWV_LIMIT_DIRECTION);
        if (is_broken != is_outside || swv_vec3_dot(s->direction, h->ahead) < 0.0)
            continue;
        const page_point p = on_disc(h, s->direction);
        fprintf(d->file, "M%.1f %.1fh0", p.x, p.y);
    }
    svg_end_path(d->file, is_outside ? &outside_paint : &inside_paint);
}

static void draw_hemisphere(const drawing *d, const hemisphere *h, const char *middle, const char *left,
                            const char *right)
{
    svg_circle(d->file, h->x, h->y, DISC, &region_paint);
    for (int i = 0; i < d->limits->cap_count; i++)
        cover_cap(d, h, i);
    draw_grid(d, h);
    for (int i = 0; i < d->limits->cap_count; i++)
        draw_edge(d, h, i);
    svg_circle(d->file, h->x, h->y, DISC, &(svg_paint){ .stroke = SVG_RULE, .width = 1.5 });
    draw_dots(d, h, false);
    draw_dots(d, h, true);
    if (swv_vec3_dot(d->limits->rest, h->ahead) > 0.0) {
        const page_point p = on_disc(h, d->limits->rest);
        svg_circle(d->file, p.x, p.y, 6.0, &(svg_paint){ .fill = SVG_PAPER, .stroke = SVG_ORANGE, .width = 2.5 });
    }
    write_heading(d, h->x, h->y - DISC - 26, SVG_MIDDLE, middle);
    write_words(d, h->x, h->y - DISC - 8, SVG_MIDDLE, SVG_PALE, "up");
    write_words(d, h->x, h->y + DISC + 18, SVG_MIDDLE, SVG_PALE, "down");
    write_words(d, h->x - DISC - 6, h->y + 4, SVG_END, SVG_PALE, left);
    write_words(d, h->x + DISC + 6, h->y + 4, SVG_START, SVG_PALE, right);
}

// ---- twist ----

static page_point on_dial(double radius, double angle)
{
    return (page_point){ DIAL_X + radius * sin(angle), ROW_Y - radius * cos(angle) };
}

static void draw_twist(const drawing *d)
{
    const swv_range  range = d->limits->twist;
    const page_point a = on_dial(DIAL, range.lower), b = on_dial(DIAL, range.upper);
    const int        is_large = range.upper - range.lower > SWV_PI;
    char             text[96];
    write_heading(d, DIAL_X, ROW_Y - DIAL - 52, SVG_MIDDLE,
                  d->is_leg ? "twist of the thigh" : "twist of the upper arm");
    svg_circle(d->file, DIAL_X, ROW_Y, DIAL, &(svg_paint){ .stroke = SVG_RULE });
    svg_path(d->file, &region_paint, "M%d %dL%.1f %.1fA%d %d 0 %d 1 %.1f %.1fZ", DIAL_X, ROW_Y, a.x, a.y, DIAL, DIAL,
             is_large, b.x, b.y);
    svg_path(d->file, &edge_paint, "M%d %dL%.1f %.1fM%d %dL%.1f %.1f", DIAL_X, ROW_Y, a.x, a.y, DIAL_X, ROW_Y, b.x,
             b.y);
    for (int is_outside = 0; is_outside < 2; is_outside++) {
        svg_begin_path(d->file);
        for (int i = 0; i < d->sample_count; i++) {
            const sample *s = &d->samples[i];
            if (!!(s->broken & (1u << SWV_LIMIT_TWIST)) != is_outside)
                continue;
            // Spread between two radii, so that equal ones are seen to be many.
            const page_point p = on_dial(DIAL * (0.55 + 0.4 * (i % 17) / 16), s->twist);
            fprintf(d->file, "M%.1f %.1fh0", p.x, p.y);
        }
        svg_end_path(d->file, is_outside ? &outside_paint : &inside_paint);
    }
    const page_point top = on_dial(DIAL + 8, 0.0);
    write_words(d, top.x, top.y, SVG_MIDDLE, SVG_PALE, "0\xC2\xB0: the bend's side at rest");
    write_range(text, range);
    write_words(d, DIAL_X, ROW_Y + DIAL + 20, SVG_MIDDLE, SVG_INK, text);
}

// ---- hinge and pronation ----

static void draw_strip(const drawing *d, double y, swv_limb_kind kind, int angle, swv_range range, double from,
                       double to)
{
    const double scale = STRIP / (to - from);
    char         text[96], words[192];
    write_range(text, range);
    snprintf(words, sizeof words, "%s: %s", swv_limb_angle_name(kind, angle), text);
    write_words(d, STRIP_X, y - 22, SVG_START, SVG_INK, words);
    svg_rectangle(d->file, STRIP_X + scale * (range.lower - from), y - 14, scale * (range.upper - range.lower), 28,
                  &region_paint);
    for (int is_outside = 0; is_outside < 2; is_outside++) {
        svg_begin_path(d->file);
        for (int i = 0; i < d->sample_count; i++) {
            const double value = d->samples[i].angles[angle];
            if ((value < range.lower || value > range.upper) == is_outside && value >= from && value <= to)
                fprintf(d->file, "M%.1f %.1fh0", STRIP_X + scale * (value - from), y - 11 + 22.0 * (i % 17) / 16);
        }
        svg_end_path(d->file, is_outside ? &outside_paint : &inside_paint);
    }
    for (double edge = range.lower;; edge = range.upper) {
        const double x = STRIP_X + scale * (edge - from);
        svg_line(d->file, x, y - 14, x, y + 14, &edge_paint);
        if (edge == range.upper)
            break;
    }
    svg_line(d->file, STRIP_X, y + 14, STRIP_X + STRIP, y + 14, &(svg_paint){ .stroke = SVG_RULE });
    for (int tick = (int)ceil(from / degree / 60 - 1e-9) * 60; tick <= to / degree + 1e-9; tick += 60) {
        const double x = STRIP_X + scale * (tick * degree - from);
        svg_line(d->file, x, y + 14, x, y + 18, &(svg_paint){ .stroke = SVG_RULE });
        write_degrees(text, tick * degree);
        svg_text(d->file, x, y + 30, &(svg_font){ .colour = SVG_PALE, .anchor = SVG_MIDDLE, .size = 11.0 }, text);
    }
}

// ---- wrist ----

// The cone: quarter ellipses in the tangents of half the angles, which is how the picture's axes run too. Flexion upwards.
static void draw_cone(const drawing *d, swv_limb_kind kind)
{
    const swv_range flexion = d->limits->flexion, deviation = d->limits->deviation;
    const double    up = tan(0.5 * flexion.upper), down = tan(-0.5 * flexion.lower);
    const double    right = tan(0.5 * deviation.upper), left = tan(-0.5 * deviation.lower);
    const double    scale = CONE / fmax(fmax(up, down), fmax(right, left));
    char            text[96], words[192];
    write_heading(d, CONE_X, ROW_Y - DIAL - 52, SVG_MIDDLE, d->is_leg ? "ankle" : "wrist");
    svg_path(
        d->file, &(svg_paint){ .fill = SVG_BLUE, .fill_opacity = 0.16, .stroke = SVG_BLUE, .width = 1.8 },
        "M%.1f %dA%.1f %.1f 0 0 1 %d %.1fA%.1f %.1f 0 0 1 %.1f %dA%.1f %.1f 0 0 1 %d %.1fA%.1f %.1f 0 0 1 %.1f %dZ",
        CONE_X - scale * left, ROW_Y, scale * left, scale * up, CONE_X, ROW_Y - scale * up, scale * right, scale * up,
        CONE_X + scale * right, ROW_Y, scale * right, scale * down, CONE_X, ROW_Y + scale * down, scale * left,
        scale * down, CONE_X - scale * left, ROW_Y);
    svg_line(d->file, CONE_X - CONE - 6, ROW_Y, CONE_X + CONE + 6, ROW_Y, &(svg_paint){ .stroke = SVG_RULE });
    svg_line(d->file, CONE_X, ROW_Y - CONE - 6, CONE_X, ROW_Y + CONE + 6, &(svg_paint){ .stroke = SVG_RULE });
    for (int is_outside = 0; is_outside < 2; is_outside++) {
        svg_begin_path(d->file);
        for (int i = 0; i < d->end_count; i++) {
            const sample *s = &d->ends[i];
            if (!!(s->broken & (1u << SWV_LIMIT_CONE)) == is_outside)
                fprintf(d->file, "M%.1f %.1fh0", CONE_X + scale * tan(0.5 * s->angles[SWV_WRIST_DEVIATION]),
                        ROW_Y - scale * tan(0.5 * s->angles[SWV_WRIST_FLEXION]));
        }
        svg_end_path(d->file, is_outside ? &outside_paint : &inside_paint);
    }
    write_words(d, CONE_X, ROW_Y - CONE - 10, SVG_MIDDLE, SVG_PALE, d->is_leg ? "plantar" : "flexion");
    write_words(d, CONE_X + 5, ROW_Y + CONE + 4, SVG_START, SVG_PALE, d->is_leg ? "dorsal" : "extension");
    write_words(d, CONE_X + CONE, ROW_Y - 6, SVG_END, SVG_PALE, d->is_leg ? "eversion" : "radial");
    write_words(d, CONE_X - CONE, ROW_Y - 6, SVG_START, SVG_PALE, d->is_leg ? "inversion" : "ulnar");
    write_range(text, flexion);
    snprintf(words, sizeof words, "%s %s", swv_limb_angle_name(kind, SWV_WRIST_FLEXION), text);
    write_words(d, CONE_X, ROW_Y + CONE + 24, SVG_MIDDLE, SVG_INK, words);
    write_range(text, deviation);
    snprintf(words, sizeof words, "%s %s", swv_limb_angle_name(kind, SWV_WRIST_DEVIATION), text);
    write_words(d, CONE_X, ROW_Y + CONE + 40, SVG_MIDDLE, SVG_INK, words);
}

void draw_limits(FILE *file, const swv_limb *limb, const swv_limb_limits *limits)
{
    const bool is_leg = limb->kind == SWV_LIMB_LEG;
    drawing    d = { .file = file, .limits = limits, .is_leg = is_leg };
    d.sample_count = is_leg ? make_samples(limb, limits, people_legs, PEOPLE_SAMPLE_LEGS, d.samples)
                            : make_samples(limb, limits, people_arms, PEOPLE_SAMPLE_ARMS, d.samples);
    d.end_count = is_leg ? make_samples(limb, limits, people_legs, PEOPLE_SAMPLE_LEGS, d.ends)
                         : make_samples(limb, limits, people_reaching, PEOPLE_SAMPLE_REACHING, d.ends);

    svg_begin(file, PAGE_WIDTH, PAGE_HEIGHT, is_leg ? "Limits of the leg" : "Limits of the arm");
    svg_text(file, 28.0, 42.0, &(svg_font){ SVG_INK, .size = 20.0, .is_bold = true },
             is_leg ? "How far a leg goes" : "How far an arm goes");
    write_words(
        &d, 28, 64, SVG_START, SVG_PALE,
        is_leg
            ? "directions of the right thigh inside the limits (blue), and 400 postures of people: CMU motion capture"
            : "directions of the right upper arm inside the limits (blue), and 400 postures of people: CMU motion "
              "capture; wrists: UE_ADLdatabase");
    svg_circle(file, 36, 80, 4.5, &(svg_paint){ .fill = SVG_PAPER, .stroke = SVG_ORANGE, .width = 2.0 });
    write_words(&d, 48, 84, SVG_START, SVG_PALE, "rest direction, from which the twist is measured");
    svg_path(file, &outside_paint, "M290 80h0");
    write_words(&d, 300, 84, SVG_START, SVG_PALE, "a posture outside");

    const swv_vec3   x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 };
    const hemisphere front = { FRONT_X, DISC_Y, y, x, z };
    const hemisphere back = { BACK_X, DISC_Y, swv_vec3_scale(-1.0, y), swv_vec3_scale(-1.0, x), z };
    draw_hemisphere(&d, &front, "forward", "inward", "");
    draw_hemisphere(&d, &back, "backward", "outward", "inward");
    draw_twist(&d);
    draw_strip(&d, ROW_Y - 62, limb->kind, SWV_ELBOW_FLEXION, limits->hinge, 0.0, SWV_PI);
    draw_strip(&d, ROW_Y + 36, limb->kind, SWV_PRONATION, limits->pronation, -2.0 * SWV_PI / 3.0, 2.0 * SWV_PI / 3.0);
    draw_cone(&d, limb->kind);
    svg_end(file);
}
