// SPDX-License-Identifier: MIT
// Drawings as SVG (svg.h): pixels, y down. Colours are red, green and blue in two hexadecimal digits each, chosen by eye.
#include "draw/svg.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static const struct {
    const char *light, *dark;
} colours[SVG_COLOURS] = {
    [SVG_INK] = { "#1f2933", "#e6ebf0" },   [SVG_PALE] = { "#66727f", "#9aa7b4" },
    [SVG_RULE] = { "#a9b4c0", "#667280" },  [SVG_GRID] = { "#e3e8ed", "#2c343c" },
    [SVG_SHADE] = { "#f7f9fb", "#1e252c" }, [SVG_PAPER] = { "#ffffff", "#161b20" },
    [SVG_BLUE] = { "#0072b2", "#4ba3df" },  [SVG_ORANGE] = { "#d55e00", "#ff8648" },
    [SVG_GREEN] = { "#009e73", "#2ec296" }, [SVG_PURPLE] = { "#a8478a", "#d98abf" },
    [SVG_SKY] = { "#4aaee8", "#a3dcff" },   [SVG_GOLD] = { "#dd9a00", "#f4c545" },
    [SVG_BROWN] = { "#7a4a1e", "#b98a5a" }, [SVG_GREY] = { "#5c6773", "#a8b3bf" },
};

static const double usual_size = 13.0;

// ---- the page ----

// A class f7 fills with colour 7, s7 strokes with it.
static void write_colours(FILE *file, bool is_dark)
{
    for (int i = SVG_INK; i < SVG_COLOURS; i++) {
        const char *colour = is_dark ? colours[i].dark : colours[i].light;
        fprintf(file, ".f%d{fill:%s}.s%d{stroke:%s}", i, colour, i, colour);
    }
}

// Whether the bytes from `s` on are one character that XML allows; *length says how many they are.
static bool is_character(const unsigned char *s, int *length)
{
    uint32_t code = *s;
    *length = 1;
    if (code >= 0x80) {
        *length = code >= 0xF0 ? 4 : code >= 0xE0 ? 3 : 2;
        if (code < 0xC2 || code > 0xF4)
            return false;
        code &= 0x7Fu >> *length;
        for (int i = 1; i < *length; i++) {
            if ((s[i] & 0xC0) != 0x80)  // also at the end of the text
                return false;
            code = code << 6 | (s[i] & 0x3Fu);
        }
    }
    static const uint32_t least[] = { 0, 0x20, 0x80, 0x800, 0x10000 };
    return code >= least[*length] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) && code != 0xFFFE &&
           code != 0xFFFF;
}

static void write_escaped(FILE *file, const char *text)
{
    for (const unsigned char *s = (const unsigned char *)text; *s != '\0';) {
        int length;
        if (!is_character(s, &length)) {
            fputs(*s < 0x20 ? "" : "\xEF\xBF\xBD", file);
            s++;
            continue;
        }
        if (*s == '&')
            fputs("&amp;", file);
        else if (*s == '<')
            fputs("&lt;", file);
        else if (*s == '>')
            fputs("&gt;", file);
        else
            fwrite(s, 1, (size_t)length, file);
        s += length;
    }
}

void svg_begin(FILE *file, double width, double height, const char *title)
{
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
            "role=\"img\" fill=\"none\" fill-rule=\"evenodd\" stroke-linejoin=\"round\" "
            "font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\" "
            "font-size=\"%g\">\n<title>",
            width, height, width, height, usual_size);
    write_escaped(file, title);
    fputs("</title>\n<style>\n", file);
    write_colours(file, false);
    fputs("\n@media(prefers-color-scheme:dark){", file);
    write_colours(file, true);
    fputs("}\n</style>\n", file);
    svg_rectangle(file, 0.0, 0.0, width, height, &(svg_paint){ .fill = SVG_PAPER });
}

void svg_end(FILE *file)
{
    fputs("</svg>\n", file);
}

void svg_begin_window(FILE *file, double x, double y, double width, double height)
{
    fprintf(file, "<svg x=\"%.4g\" y=\"%.4g\" width=\"%.4g\" height=\"%.4g\">\n", x, y, width, height);
}

void svg_end_window(FILE *file)
{
    svg_end(file);
}

// ---- text ----

void svg_text(FILE *file, double x, double y, const svg_font *font, const char *text)
{
    static const char *const anchors[] = { "", " text-anchor=\"middle\"", " text-anchor=\"end\"" };
    fprintf(file, "<text x=\"%.4g\" y=\"%.4g\" class=\"f%d\"%s", x, y, (int)font->colour, anchors[font->anchor]);
    if (font->size > 0.0)
        fprintf(file, " font-size=\"%g\"", font->size);
    fputs(font->is_bold ? " font-weight=\"bold\">" : ">", file);
    write_escaped(file, text);
    fputs("</text>\n", file);
}

// The widths of Helvetica in five classes, a little rounded up.
double svg_text_width(const svg_font *font, const char *text)
{
    double widths = 0.0;
    for (const char *s = text; *s != '\0'; s++) {
        if (((unsigned char)*s & 0xC0) == 0x80)
            continue;  // the rest of a character
        widths += strchr("ijl|!.,:;'", *s)    ? 0.26
                  : strchr("ft()[]-/ rI", *s) ? 0.34
                  : strchr("mwMWO@%&QGD", *s) ? 0.82
                  : *s >= 'A' && *s <= 'Z'    ? 0.7
                                              : 0.56;
    }
    return widths * (font->size > 0.0 ? font->size : usual_size) * (font->is_bold ? 1.08 : 1.0);
}

// ---- shapes ----

// What the attributes of every shape end with.
static void write_paint(FILE *file, const svg_paint *paint)
{
    if (paint->fill && paint->stroke)
        fprintf(file, " class=\"f%d s%d\"", (int)paint->fill, (int)paint->stroke);
    else if (paint->fill || paint->stroke)
        fprintf(file, " class=\"%c%d\"", paint->fill ? 'f' : 's', (int)(paint->fill ? paint->fill : paint->stroke));
    if (paint->fill && paint->fill_opacity > 0.0)
        fprintf(file, " fill-opacity=\"%g\"", paint->fill_opacity);
    if (paint->stroke && paint->width > 0.0)
        fprintf(file, " stroke-width=\"%g\"", paint->width);
    if (paint->is_round)
        fputs(" stroke-linecap=\"round\"", file);
    if (paint->dash)
        fprintf(file, " stroke-dasharray=\"%s\"", paint->dash);
    fputs("/>\n", file);
}

void svg_line(FILE *file, double x1, double y1, double x2, double y2, const svg_paint *paint)
{
    svg_path(file, paint, "M%.4g %.4gL%.4g %.4g", x1, y1, x2, y2);
}

void svg_circle(FILE *file, double x, double y, double radius, const svg_paint *paint)
{
    fprintf(file, "<circle cx=\"%.4g\" cy=\"%.4g\" r=\"%.4g\"", x, y, radius);
    write_paint(file, paint);
}

void svg_rectangle(FILE *file, double x, double y, double width, double height, const svg_paint *paint)
{
    fprintf(file, "<rect x=\"%.4g\" y=\"%.4g\" width=\"%.4g\" height=\"%.4g\"", x, y, width, height);
    write_paint(file, paint);
}

void svg_path(FILE *file, const svg_paint *paint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    svg_begin_path(file);
    vfprintf(file, format, arguments);
    svg_end_path(file, paint);
    va_end(arguments);
}

void svg_begin_path(FILE *file)
{
    fputs("<path d=\"", file);
}

void svg_end_path(FILE *file, const svg_paint *paint)
{
    fputc('"', file);
    write_paint(file, paint);
}

// ---- the pen ----

// From the point written last, each later one is seen in a direction, and as wide as the tolerance: a line through all
// of these windows passes every point. While the next point lies in them all, and further away, it replaces the last.
static const double tolerance = 0.1;

static void write_point(const svg_pen *pen, char letter, double x, double y)
{
    fprintf(pen->file, "%c%.1f %.1f", letter, x, y);
}

static void look_at(svg_pen *pen, double x, double y)
{
    const double distance = hypot(x - pen->x, y - pen->y);
    if (distance <= tolerance)
        return;
    pen->middle = atan2(y - pen->y, x - pen->x);
    pen->to = asin(tolerance / distance);
    pen->from = -pen->to;
    pen->last_x = x;
    pen->last_y = y;
    pen->distance = distance;
    pen->seen = 2;
}

void svg_pen_to(svg_pen *pen, double x, double y)
{
    if (pen->seen == 0) {
        write_point(pen, 'M', x, y);
        pen->x = x;
        pen->y = y;
        pen->seen = 1;
        return;
    }
    if (pen->seen == 1) {
        look_at(pen, x, y);
        return;
    }
    const double distance = hypot(x - pen->x, y - pen->y);
    const double direction = remainder(atan2(y - pen->y, x - pen->x) - pen->middle, 2.0 * acos(-1.0));
    if (distance >= pen->distance && direction >= pen->from && direction <= pen->to) {
        const double half = asin(tolerance / distance);
        pen->from = fmax(pen->from, direction - half);
        pen->to = fmin(pen->to, direction + half);
        pen->last_x = x;
        pen->last_y = y;
        pen->distance = distance;
        return;
    }
    write_point(pen, 'L', pen->last_x, pen->last_y);
    pen->x = pen->last_x;
    pen->y = pen->last_y;
    pen->seen = 1;
    look_at(pen, x, y);
}

void svg_pen_lift(svg_pen *pen)
{
    if (pen->seen == 2)
        write_point(pen, 'L', pen->last_x, pen->last_y);
    else if (pen->seen == 1)
        fputs("h0", pen->file);  // a dot
    if (pen->seen > 0 && pen->is_closed)
        fputc('z', pen->file);
    pen->seen = 0;
}
