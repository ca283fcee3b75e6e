// SPDX-License-Identifier: MIT
// One picture as SVG or PNG (page.h): pixels, y down.
#include "draw/page.h"

page page_begin(FILE *file, bool as_png, int width, int height, const char *title)
{
    page p = { file, as_png, { 0 } };
    if (as_png)
        p.picture = png_begin(width, height);
    else
        svg_begin(file, width, height, title);
    return p;
}

void page_text(page *p, double x, double y, const svg_font *font, const char *text)
{
    if (p->is_png)
        png_text(&p->picture, x, y, font, text);
    else
        svg_text(p->file, x, y, font, text);
}

void page_line(page *p, double x1, double y1, double x2, double y2, double width, svg_colour colour)
{
    if (p->is_png)
        png_line(&p->picture, x1, y1, x2, y2, width, colour);
    else
        svg_line(p->file, x1, y1, x2, y2, &(svg_paint){ .stroke = colour, .width = width, .is_round = width > 1.0 });
}

void page_end(page *p)
{
    if (p->is_png)
        png_end(&p->picture, p->file);
    else
        svg_end(p->file);
}
