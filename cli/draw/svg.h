// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_SVG_H
#define SWIVEL_CLI_SVG_H

#include <stdbool.h>
#include <stdio.h>

/// Drawings as SVG, written from top to bottom: no script, no font and no file from elsewhere. Colours are named by
/// what they are for, and follow the reader's choice of a light or a dark page. Lengths are pixels, y grows downwards.

/// The eight from BLUE on are for things; readers of every colour vision can tell them apart.
typedef enum svg_colour {
    SVG_NONE = 0,
    SVG_INK,    ///< text, and what matters most
    SVG_PALE,   ///< text that matters less
    SVG_RULE,   ///< axes, rings
    SVG_GRID,   ///< the faintest lines
    SVG_SHADE,  ///< hardly more than the page
    SVG_PAPER,  ///< the page itself
    SVG_BLUE,
    SVG_ORANGE,
    SVG_GREEN,
    SVG_PURPLE,
    SVG_SKY,
    SVG_GOLD,
    SVG_BROWN,
    SVG_GREY,
    SVG_COLOURS,  ///< how many
} svg_colour;

/// How a shape is painted; what is left out is not painted, solid, or as said.
typedef struct svg_paint {
    svg_colour  fill, stroke;
    double      fill_opacity;  ///< 0: opaque
    double      width;         ///< of the stroke; 0: 1
    bool        is_round;      ///< the ends of the stroke
    const char *dash;          ///< "6 4": drawn and left out in turn
} svg_paint;

typedef enum svg_anchor {
    SVG_START = 0,
    SVG_MIDDLE,
    SVG_END,
} svg_anchor;

typedef struct svg_font {
    svg_colour colour;
    svg_anchor anchor;
    double     size;  ///< 0: 13
    bool       is_bold;
} svg_font;

/// The page, and its title for those who hear it read.
void svg_begin(FILE *file, double width, double height, const char *title);
void svg_end(FILE *file);

/// Any bytes: what is no text becomes U+FFFD, control characters are left out.
void svg_text(FILE *file, double x, double y, const svg_font *font, const char *text);

/// About how wide a text will be, for whatever of the usual fonts the reader has.
double svg_text_width(const svg_font *font, const char *text);

void svg_line(FILE *file, double x1, double y1, double x2, double y2, const svg_paint *paint);
void svg_circle(FILE *file, double x, double y, double radius, const svg_paint *paint);
void svg_rectangle(FILE *file, double x, double y, double width, double height, const svg_paint *paint);

/// A path given in SVG's own letters, as by printf.
__attribute__((format(printf, 3, 4))) void svg_path(FILE *file, const svg_paint *paint, const char *format, ...);

/// A long one: begin it, write its letters to the file, and end it.
void svg_begin_path(FILE *file);
void svg_end_path(FILE *file, const svg_paint *paint);

/// Writes the points of a long path as its letters, and leaves out those that no eye misses: all that it leaves out lie
/// within a tenth of a pixel of the line that it draws instead. Begins as { file, is_closed }; lift it at the end.
typedef struct svg_pen {
    FILE *file;
    bool  is_closed;  ///< whether what it draws are closed paths
    // The rest is its own.
    int    seen;                      ///< points since it was put down; 2 stands for more
    double x, y;                      ///< written last
    double last_x, last_y, distance;  ///< seen last, if `seen` is 2, and how far from the one written last
    double middle, from, to;          ///< the directions that pass all points seen since: about the first one's
} svg_pen;

void svg_pen_to(svg_pen *pen, double x, double y);

/// The next point begins another path.
void svg_pen_lift(svg_pen *pen);

/// What is drawn between the two is seen inside this rectangle only, whose corner is (0, 0) meanwhile.
void svg_begin_window(FILE *file, double x, double y, double width, double height);
void svg_end_window(FILE *file);

#endif
