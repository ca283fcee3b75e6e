// SPDX-License-Identifier: MIT
//
// Layout, from the top: title, legend if the panels share one, rows of panels, caption. A panel, from the top: title,
// its own legend, label of y, the frame, ticks of x, label of x. In a row all frames begin and end at the same height;
// in a column they lie below each other.
#include "draw/plot.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
    PAGE_WIDTH = 640,
    MARGIN = 16,
    GAP = 18,          // between panels
    BLEED = 4,         // how far dots and lines may stick out of the frame
    LEAST_FRAME = 60,  // pixels
    MOST_FRAME = 1200,
    LEGEND_STEP = 18,
    SAMPLE = 20,  // the legend's piece of line
};

static const svg_font title_font = { SVG_INK, .size = 17.0, .is_bold = true };
static const svg_font panel_font = { SVG_INK, .size = 13.0, .is_bold = true };
static const svg_font label_font = { SVG_PALE, .size = 12.0 };
static const svg_font legend_font = { SVG_INK, .size = 12.0 };
static const svg_font tick_font = { SVG_PALE, .size = 11.0 };

static bool can_be_drawn(double value)
{
    return fabs(value) <= 1e300;  // nor a NaN; differences stay finite
}

static double clamped(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static double x_of(const plot_series *s, size_t i)
{
    return s->x ? s->x[i * (s->stride ? s->stride : 1)] : (double)i;
}

static double y_of(const plot_series *s, size_t i)
{
    return s->y ? s->y[i * (s->stride ? s->stride : 1)] : 0.0;
}

static bool is_reference(const plot_series *s)
{
    return s->kind == PLOT_LEVEL || s->kind == PLOT_MARK;
}

// Whether point i is seen: its coordinates can be drawn, those that count.
static bool is_seen(const plot_series *s, size_t i)
{
    return (s->kind == PLOT_LEVEL || can_be_drawn(x_of(s, i))) && (s->kind == PLOT_MARK || can_be_drawn(y_of(s, i)));
}

static svg_colour colour_of(const plot_panel *panel, int index)
{
    const plot_series *s = &panel->series[index];
    if (s->colour > SVG_NONE && s->colour < SVG_COLOURS)
        return s->colour;
    if (is_reference(s))
        return SVG_INK;
    int place = 0;
    for (int i = 0; i < index; i++)
        place += !is_reference(&panel->series[i]) && !panel->series[i].colour;
    return (svg_colour)(SVG_BLUE + place % (SVG_COLOURS - SVG_BLUE));
}

// Half the width of a bar, in units of x: as given, or four fifths of the way between neighbours.
static double half_bar(const plot_series *s)
{
    if (s->width > 0.0 && can_be_drawn(s->width))
        return 0.5 * s->width;
    double nearest = INFINITY;
    for (size_t i = 1; i < s->count; i++) {
        const double between = fabs(x_of(s, i) - x_of(s, i - 1));
        if (between > 0.0 && between < nearest)
            nearest = between;
    }
    return 0.4 * (can_be_drawn(nearest) ? nearest : 1.0);
}

// ---- axes ----

/// A range and its ticks.
typedef struct axis {
    double low, high, step;
    bool   is_whole;  ///< all things drawn are at whole numbers: no ticks between them
} axis;

static void extend(axis *a, double value)
{
    a->low = fmin(a->low, value);
    a->high = fmax(a->high, value);
}

static bool is_whole(double value)
{
    return value == floor(value) && fabs(value) < 1e9;
}

// A little room beyond what is drawn; none beyond 0, where things often begin.
static void add_room(axis *a, double part)
{
    const double room = part * (a->high - a->low);
    a->low -= a->low == 0.0 ? 0.0 : room;
    a->high += a->high == 0.0 ? 0.0 : room;
}

// A range that ticks can divide.
static void finish_range(axis *a, const plot_axis *wanted, double room)
{
    if (wanted->low < wanted->high && can_be_drawn(wanted->low) && can_be_drawn(wanted->high)) {
        a->low = wanted->low;
        a->high = wanted->high;
    } else if (a->low > a->high) {  // nothing is drawn
        a->low = 0.0;
        a->high = 1.0;
    } else {
        add_room(a, room);
    }
    const double magnitude = fmax(fabs(a->low), fabs(a->high));
    if (a->high - a->low < 1e-9 * magnitude || a->high - a->low < 1e-280) {
        const double wider = magnitude < 1e-270 ? 1.0 : 0.1 * magnitude;
        a->low -= wider;
        a->high += wider;
    }
}

static void find_ranges(const plot_panel *panel, axis *x, axis *y)
{
    *x = *y = (axis){ .low = INFINITY, .high = -INFINITY, .is_whole = true };
    for (int i = 0; i < panel->count; i++) {
        const plot_series *s = &panel->series[i];
        const double       half = s->kind == PLOT_BARS ? half_bar(s) : 0.0;
        for (size_t k = 0; k < s->count; k++) {
            if (!is_seen(s, k))
                continue;
            if (s->kind != PLOT_LEVEL) {
                extend(x, x_of(s, k) - half);
                extend(x, x_of(s, k) + half);
            }
            if (s->kind != PLOT_MARK)
                extend(y, y_of(s, k));
            if (s->kind == PLOT_BARS)
                extend(y, 0.0);
            x->is_whole = x->is_whole && (is_reference(s) || is_whole(x_of(s, k)));
            y->is_whole = y->is_whole && (is_reference(s) || is_whole(y_of(s, k)));
        }
    }
    finish_range(x, &panel->x, panel->is_equal ? 0.04 : 0.02);
    finish_range(y, &panel->y, panel->is_equal ? 0.04 : 0.05);
}

// The smallest of 1, 2 and 5 times a power of ten that makes at most this many steps.
static double round_step(const axis *a, double most)
{
    const double        span = a->high - a->low;
    double              power = pow(10.0, floor(log10(span / most)));
    double              step = power;
    static const double parts[] = { 1.0, 2.0, 5.0, 10.0 };
    for (int i = 0; i < 4 && !(span / step <= most); i++)
        step = parts[i] * power;
    return a->is_whole && step < 1.0 && span >= 2.0 ? 1.0 : step;
}

enum { TICK_SIZE = 32 };

// Digits after the point that a multiple of `step` needs.
static int decimals_of(double step)
{
    int decimals = 0;
    for (; decimals < 12 && fabs(step - round(step)) > 1e-6 * step; step *= 10.0)
        decimals++;
    return decimals;
}

// "-1.25" or "2.5e-7", with as many digits as tell the ticks apart, and a minus as a typesetter writes it.
static void write_tick(char text[TICK_SIZE], const axis *a, double value)
{
    const double size = fabs(value), largest = fmax(fabs(a->low), fabs(a->high));
    const char  *minus = "\xE2\x88\x92", *sign = value < 0.0 ? minus : "";
    if (size == 0.0) {
        snprintf(text, TICK_SIZE, "0");
    } else if (largest >= 1e-4 && largest < 1e6) {
        snprintf(text, TICK_SIZE, "%s%.*f", sign, decimals_of(a->step), size);
    } else {
        const double power = floor(log10(size)), ten = pow(10.0, power);
        snprintf(text, TICK_SIZE, "%s%.*fe%s%.0f", sign, decimals_of(a->step / ten), size / ten,
                 power < 0.0 ? minus : "", fabs(power));
    }
}

// Tick i is at i * step. A range is never so narrow that i would not fit.
static long long first_tick(const axis *a)
{
    return (long long)ceil(a->low / a->step - 1e-9);
}

static long long last_tick(const axis *a)
{
    return (long long)floor(a->high / a->step + 1e-9);
}

static double tick_value(const axis *a, long long i)
{
    return (double)i * a->step;
}

static double widest_tick(const axis *a)
{
    double widest = 0.0;
    for (long long i = first_tick(a); i <= last_tick(a); i++) {
        char text[TICK_SIZE];
        write_tick(text, a, tick_value(a, i));
        widest = fmax(widest, svg_text_width(&tick_font, text));
    }
    return widest;
}

static bool has_two_ticks(const axis *a)
{
    return last_tick(a) > first_tick(a);
}

static void find_step(axis *a, const plot_axis *wanted, double most)
{
    a->step = wanted->step;
    if (!(a->step > 0.0 && (a->high - a->low) / a->step <= 50.0 && has_two_ticks(a)))
        a->step = round_step(a, most);
}

// As many ticks as have room for their texts beside each other, but two at least.
static void find_step_across(axis *a, const plot_axis *wanted, double width)
{
    double most = fmax(5.0, floor(width / (a->is_whole ? 36.0 : 50.0)));
    find_step(a, wanted, most);
    while (most > 2.0 && a->step / (a->high - a->low) * width < widest_tick(a) + 10.0) {
        axis wider = *a;
        find_step(&wider, wanted, --most);
        if (!has_two_ticks(&wider))
            return;
        *a = wider;
    }
}

// ---- words ----

enum { LINE_SIZE = 512 };

// Take the next line off `text`: as many words as fit into the width. Returns the rest; NULL if there was none.
static const char *next_line(const char *text, const svg_font *font, double width, char line[LINE_SIZE])
{
    text += strspn(text, " \n");
    if (*text == '\0')
        return NULL;
    size_t length = 0, end_of_word = 0;
    while (text[length] != '\0' && text[length] != '\n' && length + 5 < LINE_SIZE) {
        if (text[length] == ' ')
            end_of_word = length;
        do
            length++;
        while (((unsigned char)text[length] & 0xC0) == 0x80 && length + 1 < LINE_SIZE);
        memcpy(line, text, length);
        line[length] = '\0';
        if (svg_text_width(font, line) > width && length > 1) {
            if (end_of_word > 0) {
                length = end_of_word;
                break;
            }
            do  // one word, too long for a line
                length--;
            while (length > 1 && ((unsigned char)text[length] & 0xC0) == 0x80);
            break;
        }
    }
    memcpy(line, text, length);
    line[length] = '\0';
    return text + length;
}

// Draw a text in lines of at most this width, the first one's foot at y + its step. Returns how far down it went;
// without a file it only measures.
static double draw_lines(FILE *file, double x, double y, const svg_font *font, double width, const char *text)
{
    const double step = round(1.3 * font->size);
    const double start = y;
    char         line[LINE_SIZE];
    for (const char *rest = text; rest && (rest = next_line(rest, font, width, line));) {
        y += step;
        if (file)
            svg_text(file, x, y - 0.3 * font->size, font, line);
    }
    return y - start;
}

// ---- the legend ----

static bool is_same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

// Whether series i has an entry of its own: a label, and no earlier series that looks like it.
static bool is_in_legend(const plot_panel *panel, int index)
{
    const plot_series *s = &panel->series[index];
    if (!s->label)
        return false;
    for (int i = 0; i < index; i++) {
        const plot_series *t = &panel->series[i];
        if (t->kind == s->kind && is_same(t->label, s->label) && colour_of(panel, i) == colour_of(panel, index))
            return false;
    }
    return true;
}

static bool has_legend(const plot_panel *panel)
{
    for (int i = 0; i < panel->count; i++) {
        if (panel->series[i].label)
            return true;
    }
    return false;
}

static bool have_same_legend(const plot_panel *a, const plot_panel *b)
{
    int i = 0, j = 0;
    for (;; i++, j++) {
        while (i < a->count && !is_in_legend(a, i))
            i++;
        while (j < b->count && !is_in_legend(b, j))
            j++;
        if (i == a->count || j == b->count)
            return i == a->count && j == b->count;
        if (a->series[i].kind != b->series[j].kind || colour_of(a, i) != colour_of(b, j) ||
            a->series[i].is_dashed != b->series[j].is_dashed || !is_same(a->series[i].label, b->series[j].label))
            return false;
    }
}

static double line_width(const plot_series *s)
{
    return s->width > 0.0 ? clamped(s->width, 0.1, 20.0) : s->kind == PLOT_CURVE ? 1.8 : 1.2;
}

static double dot_width(const plot_series *s)
{
    return s->width > 0.0 ? clamped(s->width, 0.2, 40.0) : 4.0;
}

// How series i is painted.
static svg_paint paint_of(const plot_panel *panel, int i)
{
    const plot_series *s = &panel->series[i];
    const svg_colour   colour = colour_of(panel, i);
    const double       opacity = s->opacity > 0.0 && s->opacity <= 1.0 ? s->opacity : 0.0;
    switch (s->kind) {
    case PLOT_POINTS:
        return (svg_paint){ .stroke = colour, .width = dot_width(s), .is_round = true };
    case PLOT_BARS:
        return (svg_paint){ .fill = colour, .fill_opacity = opacity > 0.0 ? opacity : 0.85 };
    case PLOT_AREA:
        return (svg_paint){
            .fill = colour, .stroke = colour, .fill_opacity = opacity > 0.0 ? opacity : 0.2, .width = line_width(s)
        };
    case PLOT_LEVEL:
    case PLOT_MARK:
        return (svg_paint){ .stroke = colour, .width = line_width(s), .dash = "5 4" };
    case PLOT_CURVE:
    default:
        return (svg_paint){
            .stroke = colour, .width = line_width(s), .is_round = !s->is_dashed, .dash = s->is_dashed ? "7 4" : NULL
        };
    }
}

static void draw_sample(FILE *file, double x, double y, const plot_panel *panel, int i)
{
    const svg_paint paint = paint_of(panel, i);
    switch (panel->series[i].kind) {
    case PLOT_POINTS:
        svg_circle(file, x + 0.5 * SAMPLE, y, clamped(0.5 * paint.width, 2.0, 5.0),
                   &(svg_paint){ .fill = paint.stroke });
        break;
    case PLOT_BARS:
    case PLOT_AREA:
        svg_rectangle(file, x + 3.0, y - 5.0, SAMPLE - 6.0, 10.0, &paint);
        break;
    default:
        svg_line(file, x, y, x + SAMPLE, y, &paint);
    }
}

// Entries beside each other, in as many lines as it takes. Returns how far down it went; without a file it only
// measures.
static double draw_legend(FILE *file, double x, double y, double width, const plot_panel *panel)
{
    double at = 0.0;
    int    lines = 0;
    for (int i = 0; i < panel->count; i++) {
        if (!is_in_legend(panel, i))
            continue;
        const char  *label = panel->series[i].label;
        const double wide = SAMPLE + 6.0 + svg_text_width(&legend_font, label);
        if (lines == 0 || at + wide > width) {
            lines++;
            at = 0.0;
        }
        if (file) {
            const double middle = y + LEGEND_STEP * (lines - 0.5);
            draw_sample(file, x + at, middle, panel, i);
            svg_text(file, x + at + SAMPLE + 6.0, middle + 4.0, &legend_font, label);
        }
        at += wide + 16.0;
    }
    return lines * LEGEND_STEP + (lines > 0 ? 4.0 : 0.0);
}

// ---- series ----

/// What the axes enclose: where it is on the page, and what it shows.
typedef struct frame {
    double left, top, width, height;
    axis   x, y;
} frame;

// From values to pixels inside the window, which begins BLEED before the frame. Far outside is far enough: numbers stay
// short.
static double across(const frame *f, double value)
{
    return BLEED + clamped((value - f->x.low) / (f->x.high - f->x.low) * f->width, -1e5, 1e5);
}

static double down(const frame *f, double value)
{
    return BLEED + clamped((f->y.high - value) / (f->y.high - f->y.low) * f->height, -1e5, 1e5);
}

static void draw_path(FILE *file, const frame *f, const plot_series *s)
{
    svg_pen pen = { .file = file, .is_closed = s->kind == PLOT_AREA };
    for (size_t i = 0; i < s->count; i++) {
        if (is_seen(s, i))
            svg_pen_to(&pen, across(f, x_of(s, i)), down(f, y_of(s, i)));
        else
            svg_pen_lift(&pen);
    }
    svg_pen_lift(&pen);
}

// At most one dot to a square as wide as its radius.
static void draw_points(FILE *file, const frame *f, const plot_series *s)
{
    enum { WIDE = PAGE_WIDTH, HIGH = MOST_FRAME + 2 * BLEED + 1 };
    static uint8_t taken[HIGH * WIDE / 8];
    const double   square = fmax(1.0, 0.5 * dot_width(s));
    memset(taken, 0, sizeof taken);
    for (size_t i = 0; i < s->count; i++) {
        if (!is_seen(s, i))
            continue;
        const double x = across(f, x_of(s, i)), y = down(f, y_of(s, i));
        if (x < 0.0 || x > f->width + 2 * BLEED || y < 0.0 || y > f->height + 2 * BLEED)
            continue;
        const int bit = (int)(y / square) * WIDE + (int)(x / square);
        if (taken[bit / 8] >> bit % 8 & 1)
            continue;
        taken[bit / 8] |= (uint8_t)(1u << bit % 8);
        fprintf(file, "M%.1f %.1fh0", x, y);
    }
}

static void draw_bars(FILE *file, const frame *f, const plot_series *s)
{
    const double half = half_bar(s), base = down(f, 0.0);
    for (size_t i = 0; i < s->count; i++) {
        if (!is_seen(s, i) || y_of(s, i) == 0.0)
            continue;
        const double left = across(f, x_of(s, i) - half), right = across(f, x_of(s, i) + half);
        const double space = right - left > 4.0 ? 0.5 : 0.0;  // beside bars that touch
        fprintf(file, "M%.1f %.1fV%.1fH%.1fV%.1fz", left + space, base, down(f, y_of(s, i)), right - space, base);
    }
}

static void draw_references(FILE *file, const frame *f, const plot_series *s)
{
    for (size_t i = 0; i < s->count; i++) {
        if (!is_seen(s, i))
            continue;
        if (s->kind == PLOT_LEVEL)
            fprintf(file, "M%d %.1fh%.1f", BLEED, down(f, y_of(s, i)), f->width);
        else
            fprintf(file, "M%.1f %dv%.1f", across(f, x_of(s, i)), BLEED, f->height);
    }
}

static void draw_series(FILE *file, const frame *f, const plot_panel *panel, int i)
{
    const plot_series *s = &panel->series[i];
    const svg_paint    paint = paint_of(panel, i);
    svg_begin_path(file);
    switch (s->kind) {
    case PLOT_POINTS:
        draw_points(file, f, s);
        break;
    case PLOT_BARS:
        draw_bars(file, f, s);
        break;
    case PLOT_LEVEL:
    case PLOT_MARK:
        draw_references(file, f, s);
        break;
    case PLOT_CURVE:
    case PLOT_AREA:
    default:
        draw_path(file, f, s);
    }
    svg_end_path(file, &paint);
}

// ---- panels ----

static void draw_axes(FILE *file, const frame *f)
{
    const svg_paint grid = { .stroke = SVG_GRID }, rule = { .stroke = SVG_RULE };
    const double    right = f->left + f->width, bottom = f->top + f->height;
    char            text[TICK_SIZE];
    svg_font        font = tick_font;
    font.anchor = SVG_MIDDLE;
    for (long long i = first_tick(&f->x); i <= last_tick(&f->x); i++) {
        const double x = f->left - BLEED + across(f, tick_value(&f->x, i));
        svg_line(file, x, f->top, x, bottom, &grid);
        svg_line(file, x, bottom, x, bottom + 4.0, &rule);
        write_tick(text, &f->x, tick_value(&f->x, i));
        svg_text(file, x, bottom + 16.0, &font, text);
    }
    font.anchor = SVG_END;
    for (long long i = first_tick(&f->y); i <= last_tick(&f->y); i++) {
        const double y = f->top - BLEED + down(f, tick_value(&f->y, i));
        svg_line(file, f->left, y, right, y, i == 0 ? &rule : &grid);
        write_tick(text, &f->y, tick_value(&f->y, i));
        svg_text(file, f->left - 6.0, y + 4.0, &font, text);
    }
    svg_line(file, f->left, bottom, right, bottom, &rule);
}

// The sizes that all panels share, and where the legend is.
typedef struct layout {
    int    columns, rows;
    double cell;         ///< width of a panel with its ticks
    double left, right;  ///< of which its frame leaves out
    bool   has_one_legend;
} layout;

static double usual_height(const plot_panel *panel, const axis *x, const axis *y, double width)
{
    if (panel->height > 0.0)
        return clamped(panel->height, LEAST_FRAME, MOST_FRAME);
    if (panel->is_equal)
        return clamped(width * ((y->high - y->low) / (x->high - x->low)), 0.4 * width, 1.1 * width);
    return 60.0 + 0.5 * width;
}

static void widen(axis *a, double span)
{
    const double room = 0.5 * (span - (a->high - a->low));
    a->low -= room;
    a->high += room;
}

// The frame of a panel, without its place on the page, for a width and a height; height 0: as usual.
static frame make_frame(const plot_panel *panel, double width, double height)
{
    frame f = { .width = width };
    find_ranges(panel, &f.x, &f.y);
    f.height = height > 0.0 ? height : usual_height(panel, &f.x, &f.y, width);
    if (panel->is_equal) {
        const double unit = fmax((f.x.high - f.x.low) / f.width, (f.y.high - f.y.low) / f.height);
        widen(&f.x, unit * f.width);
        widen(&f.y, unit * f.height);
    }
    find_step_across(&f.x, &panel->x, f.width);
    find_step(&f.y, &panel->y, fmax(5.0, floor(f.height / (panel->is_equal ? 50.0 : 36.0))));
    if (panel->is_equal && !(panel->y.step > 0.0) && f.y.step < f.x.step) {
        axis like_x = f.y;
        like_x.step = f.x.step;
        f.y = has_two_ticks(&like_x) ? like_x : f.y;
    }
    return f;
}

static layout find_layout(const plot *figure)
{
    layout    l = { .right = 8.0 };
    const int count = figure->count;
    l.columns = figure->columns > 0 ? figure->columns : count <= 3 ? count : 2;
    l.columns = l.columns < 1 ? 1 : l.columns > 4 ? 4 : l.columns;
    l.rows = (count + l.columns - 1) / l.columns;
    l.cell = (PAGE_WIDTH - 2.0 * MARGIN - (l.columns - 1.0) * GAP) / l.columns;
    l.has_one_legend = count > 1;
    for (int i = 0; i < count; i++) {
        const plot_panel *panel = &figure->panels[i];
        const frame       f = make_frame(panel, l.cell - 40.0, 0.0);
        l.left = fmax(l.left, widest_tick(&f.y) + 8.0);
        l.right = fmax(l.right, 0.5 * widest_tick(&f.x));
        l.has_one_legend = l.has_one_legend && (!has_legend(panel) || have_same_legend(&figure->panels[0], panel));
    }
    return l;
}

// What stands between a panel's title and its frame, from `y` on. Returns how far down it went; without a file it only
// measures.
static double draw_head(FILE *file, double x, double y, const layout *l, const plot_panel *panel)
{
    const double start = y;
    if (!l->has_one_legend)
        y += draw_legend(file, x, y, l->cell, panel);
    y += draw_lines(file, x, y, &label_font, l->cell, panel->y.label);
    return y - start + 8.0;
}

// What stands below its ticks: likewise.
static double draw_foot(FILE *file, double x, double y, const layout *l, const plot_panel *panel)
{
    svg_font font = label_font;
    font.anchor = SVG_END;
    return 20.0 + draw_lines(file, x + l->cell - l->right, y + 20.0, &font, l->cell - l->right, panel->x.label);
}

// One row of panels, from `y` on: the same.
static double draw_row(FILE *file, double y, const layout *l, const plot_panel *panels, int count)
{
    const double width = l->cell - l->left - l->right;
    double       head = 0.0, height = 0.0, foot = 0.0;
    for (int i = 0; i < count; i++) {
        const plot_panel *panel = &panels[i];
        const double      title = draw_lines(NULL, 0.0, 0.0, &panel_font, l->cell, panel->title);
        head = fmax(head, title + draw_head(NULL, 0.0, 0.0, l, panel));
        height = fmax(height, make_frame(panel, width, 0.0).height);
        foot = fmax(foot, draw_foot(NULL, 0.0, 0.0, l, panel));
    }
    for (int i = 0; file && i < count; i++) {
        const plot_panel *panel = &panels[i];
        const double      x = MARGIN + i * (l->cell + GAP);
        frame             f = make_frame(panel, width, height);
        f.left = x + l->left;
        f.top = y + head;
        draw_lines(file, x, y, &panel_font, l->cell, panel->title);
        draw_head(file, x, f.top - draw_head(NULL, 0.0, 0.0, l, panel), l, panel);
        draw_axes(file, &f);
        svg_begin_window(file, f.left - BLEED, f.top - BLEED, f.width + 2.0 * BLEED, f.height + 2.0 * BLEED);
        for (int k = 0; k < panel->count; k++)
            draw_series(file, &f, panel, k);
        svg_end_window(file);
        draw_foot(file, x, f.top + f.height, l, panel);
    }
    return head + height + foot;
}

// All of the page but its margins; likewise.
static double draw_page(FILE *file, const layout *l, const plot *figure)
{
    const double inside = PAGE_WIDTH - 2.0 * MARGIN;
    double       y = MARGIN - 4.0;
    y += draw_lines(file, MARGIN, y, &title_font, inside, figure->title);
    y += figure->title ? 4.0 : 0.0;
    if (l->has_one_legend)
        y += draw_legend(file, MARGIN, y, inside, &figure->panels[0]);
    for (int row = 0; row < l->rows; row++) {
        const int first = row * l->columns, left = figure->count - first;
        y += 4.0 + draw_row(file, y + 4.0, l, &figure->panels[first], left < l->columns ? left : l->columns);
        y += row + 1 < l->rows ? 10.0 : 0.0;
    }
    if (figure->caption)
        y += 6.0 + draw_lines(file, MARGIN, y + 6.0, &label_font, inside, figure->caption);
    return y;
}

void draw_plot(FILE *file, const plot *figure)
{
    const layout l = find_layout(figure);
    svg_begin(file, PAGE_WIDTH, ceil(draw_page(NULL, &l, figure)) + MARGIN - 4.0, figure->title ? figure->title : "");
    draw_page(file, &l, figure);
    svg_end(file);
}
