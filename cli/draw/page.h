// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_PAGE_H
#define SWIVEL_CLI_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "draw/png.h"
#include "draw/svg.h"

/// A picture of lines and text, as SVG or as PNG: what is drawn does not know which.
typedef struct page {
    FILE       *file;
    bool        is_png;
    png_picture picture;
} page;

page page_begin(FILE *file, bool as_png, int width, int height, const char *title);
void page_text(page *page, double x, double y, const svg_font *font, const char *text);

/// Lines wider than a pixel have round ends.
void page_line(page *page, double x1, double y1, double x2, double y2, double width, svg_colour colour);
void page_end(page *page);

#endif
