// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_PNG_H
#define SWIVEL_CLI_PNG_H

#include <stdio.h>

#include "draw/svg.h"

/// A picture of lines and small text as PNG, for those who cannot show SVG: paper white, colours as on a light page, edges smooth. Lengths are
/// pixels, y grows downwards.
typedef struct png_picture {
    int            width, height;
    unsigned char *pixels;  ///< red, green, blue; by rows
} png_picture;

/// An empty page. Out of memory ends the command with a message.
png_picture png_begin(int width, int height);

void png_line(png_picture *picture, double x1, double y1, double x2, double y2, double width, svg_colour colour);

/// Printable ASCII in letters of 5 by 7 dots; all else is a question mark. y is the line it stands on, size that of a font.
void png_text(png_picture *picture, double x, double y, const svg_font *font, const char *text);

/// Writes the picture and frees it.
void png_end(png_picture *picture, FILE *file);

#endif
