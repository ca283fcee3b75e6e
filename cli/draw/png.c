// SPDX-License-Identifier: MIT
// Pictures as PNG. Their bytes are packed as deflate with its fixed codes, in runs: most of a drawing is paper.
#include "draw/png.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "io/message.h"

enum { LONGEST_RUN = 258, SHORTEST_RUN = 4, DOTS = 5, LETTER = 6, FIRST = ' ', LAST = '~' };

// Columns of each letter from left to right, the lowest bit on top.
static const unsigned char letters[LAST - FIRST + 1][DOTS] = {
    { 0x00, 0x00, 0x00, 0x00, 0x00 }, { 0x00, 0x00, 0x5F, 0x00, 0x00 }, { 0x00, 0x07, 0x00, 0x07, 0x00 },
    { 0x14, 0x7F, 0x14, 0x7F, 0x14 }, { 0x24, 0x2A, 0x7F, 0x2A, 0x12 }, { 0x23, 0x13, 0x08, 0x64, 0x62 },
    { 0x36, 0x49, 0x56, 0x20, 0x50 }, { 0x00, 0x00, 0x07, 0x00, 0x00 }, { 0x00, 0x1C, 0x22, 0x41, 0x00 },
    { 0x00, 0x41, 0x22, 0x1C, 0x00 }, { 0x2A, 0x1C, 0x7F, 0x1C, 0x2A }, { 0x08, 0x08, 0x3E, 0x08, 0x08 },
    { 0x00, 0x40, 0x30, 0x00, 0x00 }, { 0x08, 0x08, 0x08, 0x08, 0x08 }, { 0x00, 0x60, 0x60, 0x00, 0x00 },
    { 0x20, 0x10, 0x08, 0x04, 0x02 }, { 0x3E, 0x51, 0x49, 0x45, 0x3E }, { 0x00, 0x42, 0x7F, 0x40, 0x00 },
    { 0x72, 0x49, 0x49, 0x49, 0x46 }, { 0x21, 0x41, 0x49, 0x4D, 0x33 }, { 0x18, 0x14, 0x12, 0x7F, 0x10 },
    { 0x27, 0x45, 0x45, 0x45, 0x39 }, { 0x3C, 0x4A, 0x49, 0x49, 0x31 }, { 0x41, 0x21, 0x11, 0x09, 0x07 },
    { 0x36, 0x49, 0x49, 0x49, 0x36 }, { 0x46, 0x49, 0x49, 0x29, 0x1E }, { 0x00, 0x00, 0x14, 0x00, 0x00 },
    { 0x00, 0x40, 0x34, 0x00, 0x00 }, { 0x00, 0x08, 0x14, 0x22, 0x41 }, { 0x14, 0x14, 0x14, 0x14, 0x14 },
    { 0x00, 0x41, 0x22, 0x14, 0x08 }, { 0x02, 0x01, 0x59, 0x09, 0x06 }, { 0x3E, 0x41, 0x5D, 0x59, 0x4E },
    { 0x7C, 0x12, 0x11, 0x12, 0x7C }, { 0x7F, 0x49, 0x49, 0x49, 0x36 }, { 0x3E, 0x41, 0x41, 0x41, 0x22 },
    { 0x7F, 0x41, 0x41, 0x41, 0x3E }, { 0x7F, 0x49, 0x49, 0x49, 0x41 }, { 0x7F, 0x09, 0x09, 0x09, 0x01 },
    { 0x3E, 0x41, 0x41, 0x51, 0x73 }, { 0x7F, 0x08, 0x08, 0x08, 0x7F }, { 0x00, 0x41, 0x7F, 0x41, 0x00 },
    { 0x20, 0x40, 0x41, 0x3F, 0x01 }, { 0x7F, 0x08, 0x14, 0x22, 0x41 }, { 0x7F, 0x40, 0x40, 0x40, 0x40 },
    { 0x7F, 0x02, 0x1C, 0x02, 0x7F }, { 0x7F, 0x04, 0x08, 0x10, 0x7F }, { 0x3E, 0x41, 0x41, 0x41, 0x3E },
    { 0x7F, 0x09, 0x09, 0x09, 0x06 }, { 0x3E, 0x41, 0x51, 0x21, 0x5E }, { 0x7F, 0x09, 0x19, 0x29, 0x46 },
    { 0x26, 0x49, 0x49, 0x49, 0x32 }, { 0x03, 0x01, 0x7F, 0x01, 0x03 }, { 0x3F, 0x40, 0x40, 0x40, 0x3F },
    { 0x1F, 0x20, 0x40, 0x20, 0x1F }, { 0x3F, 0x40, 0x38, 0x40, 0x3F }, { 0x63, 0x14, 0x08, 0x14, 0x63 },
    { 0x03, 0x04, 0x78, 0x04, 0x03 }, { 0x61, 0x59, 0x49, 0x4D, 0x43 }, { 0x00, 0x7F, 0x41, 0x41, 0x00 },
    { 0x02, 0x04, 0x08, 0x10, 0x20 }, { 0x00, 0x41, 0x41, 0x7F, 0x00 }, { 0x04, 0x02, 0x01, 0x02, 0x04 },
    { 0x40, 0x40, 0x40, 0x40, 0x40 }, { 0x00, 0x03, 0x07, 0x00, 0x00 }, { 0x20, 0x54, 0x54, 0x78, 0x40 },
    { 0x7F, 0x28, 0x44, 0x44, 0x38 }, { 0x38, 0x44, 0x44, 0x44, 0x28 }, { 0x38, 0x44, 0x44, 0x28, 0x7F },
    { 0x38, 0x54, 0x54, 0x54, 0x18 }, { 0x00, 0x08, 0x7E, 0x09, 0x02 }, { 0x18, 0xA4, 0xA4, 0x9C, 0x78 },
    { 0x7F, 0x08, 0x04, 0x04, 0x78 }, { 0x00, 0x44, 0x7D, 0x40, 0x00 }, { 0x20, 0x40, 0x40, 0x3D, 0x00 },
    { 0x7F, 0x10, 0x28, 0x44, 0x00 }, { 0x00, 0x41, 0x7F, 0x40, 0x00 }, { 0x7C, 0x04, 0x78, 0x04, 0x78 },
    { 0x7C, 0x08, 0x04, 0x04, 0x78 }, { 0x38, 0x44, 0x44, 0x44, 0x38 }, { 0xFC, 0x18, 0x24, 0x24, 0x18 },
    { 0x18, 0x24, 0x24, 0x18, 0xFC }, { 0x7C, 0x08, 0x04, 0x04, 0x08 }, { 0x48, 0x54, 0x54, 0x54, 0x24 },
    { 0x04, 0x04, 0x3F, 0x44, 0x24 }, { 0x3C, 0x40, 0x40, 0x20, 0x7C }, { 0x1C, 0x20, 0x40, 0x20, 0x1C },
    { 0x3C, 0x40, 0x30, 0x40, 0x3C }, { 0x44, 0x28, 0x10, 0x28, 0x44 }, { 0x4C, 0x90, 0x90, 0x90, 0x7C },
    { 0x44, 0x64, 0x54, 0x4C, 0x44 }, { 0x00, 0x08, 0x36, 0x41, 0x00 }, { 0x00, 0x00, 0x77, 0x00, 0x00 },
    { 0x00, 0x41, 0x36, 0x08, 0x00 }, { 0x02, 0x01, 0x02, 0x04, 0x02 },
};

// As svg.c has them on a light page; what is not here is ink.
static const unsigned char *ink_of(svg_colour colour)
{
    static const unsigned char inks[][3] = { { 0x1a, 0x1a, 0x1a }, { 0x6b, 0x6b, 0x6b }, { 0xb0, 0xb0, 0xb0 },
                                             { 0x00, 0x72, 0xb2 }, { 0xd5, 0x5e, 0x00 }, { 0x00, 0x9e, 0x73 } };
    switch (colour) {
    case SVG_PALE:
        return inks[1];
    case SVG_RULE:
    case SVG_GRID:
        return inks[2];
    case SVG_BLUE:
        return inks[3];
    case SVG_ORANGE:
        return inks[4];
    case SVG_GREEN:
        return inks[5];
    default:
        return inks[0];
    }
}

png_picture png_begin(int width, int height)
{
    png_picture p = { width, height, malloc((size_t)width * (size_t)height * 3) };
    if (!p.pixels)
        fail("out of memory");
    memset(p.pixels, 0xff, (size_t)width * (size_t)height * 3);
    return p;
}

static void blend(png_picture *p, int x, int y, double cover, svg_colour colour)
{
    if (x < 0 || y < 0 || x >= p->width || y >= p->height || cover <= 0.0)
        return;
    unsigned char       *pixel = p->pixels + 3 * ((size_t)y * (size_t)p->width + (size_t)x);
    const unsigned char *ink = ink_of(colour);
    for (int i = 0; i < 3; i++)
        pixel[i] = (unsigned char)(pixel[i] + cover * (ink[i] - pixel[i]) + 0.5);
}

// A pixel is covered by how far its middle is inside the stroke, at most a pixel's breadth.
void png_line(png_picture *p, double x1, double y1, double x2, double y2, double width, svg_colour colour)
{
    const double half = 0.5 * width, dx = x2 - x1, dy = y2 - y1, squared = dx * dx + dy * dy;
    if (!(fabs(x1) < 1e6 && fabs(y1) < 1e6 && fabs(x2) < 1e6 && fabs(y2) < 1e6))
        return;
    const int left = (int)fmax(0.0, floor(fmin(x1, x2) - half - 1.0)),
              top = (int)fmax(0.0, floor(fmin(y1, y2) - half - 1.0));
    for (int y = top; y < p->height && y <= fmax(y1, y2) + half + 1.0; y++)
        for (int x = left; x < p->width && x <= fmax(x1, x2) + half + 1.0; x++) {
            const double px = x + 0.5 - x1, py = y + 0.5 - y1;
            const double along = squared > 0.0 ? fmin(1.0, fmax(0.0, (px * dx + py * dy) / squared)) : 0.0;
            const double away = hypot(px - along * dx, py - along * dy);
            blend(p, x, y, fmin(1.0, half + 0.5 - away), colour);
        }
}

void png_text(png_picture *p, double x, double y, const svg_font *font, const char *text)
{
    const int    size = font->size > 15.0 ? 2 : 1, dots = font->size > 15.0 ? 2 : 1;
    const double wide = (double)(LETTER * dots) * (double)strlen(text);
    int          at = (int)(x - (font->anchor == SVG_MIDDLE ? 0.5 * wide : font->anchor == SVG_END ? wide : 0.0));
    for (; *text; text++, at += LETTER * dots) {
        const int letter = *text >= FIRST && *text <= LAST ? *text : '?';
        for (int i = 0; i < DOTS; i++)
            for (int bit = 0; bit < 8; bit++)
                for (int k = 0; (letters[letter - FIRST][i] >> bit & 1) && k < size * size; k++)
                    blend(p, at + i * dots + k % size, (int)y + (bit - 7) * dots + k / size, 1.0, font->colour);
    }
}

// ---- the file ----

typedef struct packer {
    unsigned char *bytes;
    size_t         size, room;
    uint32_t       bits;
    int            bit_count;
} packer;

static void put_byte(packer *k, unsigned byte)
{
    if (k->size == k->room) {
        k->room = k->room ? 2 * k->room : 1 << 16;
        k->bytes = realloc(k->bytes, k->room);
        if (!k->bytes)
            fail("out of memory");
    }
    k->bytes[k->size++] = (unsigned char)byte;
}

static void put_bits(packer *k, uint32_t bits, int count)
{
    k->bits |= bits << k->bit_count;
    for (k->bit_count += count; k->bit_count >= 8; k->bit_count -= 8, k->bits >>= 8)
        put_byte(k, k->bits & 0xff);
}

// Codes of Huffman are sent from their highest bit on.
static void put_code(packer *k, uint32_t code, int count)
{
    uint32_t turned = 0;
    for (int i = 0; i < count; i++)
        turned |= (code >> i & 1) << (count - 1 - i);
    put_bits(k, turned, count);
}

// The fixed code of a byte (0 to 255), the end (256), or a length (257 on).
static void put_symbol(packer *k, unsigned symbol)
{
    if (symbol < 144)
        put_code(k, 0x30 + symbol, 8);
    else if (symbol < 256)
        put_code(k, 0x190 + symbol - 144, 9);
    else if (symbol < 280)
        put_code(k, symbol - 256, 7);
    else
        put_code(k, 0xc0 + symbol - 280, 8);
}

// `length` bytes as they were three before: a pixel repeated.
static void put_run(packer *k, int length)
{
    static const int bases[] = { 3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258 };
    static const int extras[] = {
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0
    };
    int i = 28;
    while (bases[i] > length)
        i--;
    put_symbol(k, (unsigned)(257 + i));
    put_bits(k, (uint32_t)(length - bases[i]), extras[i]);
    put_code(k, 2, 5);  // distance 3
}

static void put_long(unsigned char bytes[4], uint32_t number)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(number >> (24 - 8 * i));
}

static uint32_t checksum(uint32_t sum, const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return sum;
}

static void write_chunk(FILE *file, const char *name, const unsigned char *bytes, size_t size)
{
    unsigned char ends[8];
    put_long(ends, (uint32_t)size);
    memcpy(ends + 4, name, 4);
    fwrite(ends, 1, 8, file);
    if (size > 0)
        fwrite(bytes, 1, size, file);
    const uint32_t sum = checksum(checksum(0xffffffffu, ends + 4, 4), bytes, size);
    put_long(ends, sum ^ 0xffffffffu);
    fwrite(ends, 1, 4, file);
}

void png_end(png_picture *p, FILE *file)
{
    const size_t   row = 3 * (size_t)p->width + 1, size = row * (size_t)p->height;
    unsigned char *raw = malloc(size), header[13] = { 0 };
    packer         k = { .bytes = NULL };
    uint32_t       a = 1, b = 0;
    if (!raw)
        fail("out of memory");
    for (int y = 0; y < p->height; y++) {
        raw[(size_t)y * row] = 0;  // no filter
        memcpy(raw + (size_t)y * row + 1, p->pixels + (size_t)y * (row - 1), row - 1);
    }
    put_byte(&k, 0x78);
    put_byte(&k, 0x01);
    put_bits(&k, 3, 3);  // the last block, of fixed codes
    for (size_t i = 0; i < size;) {
        int run = 0;
        while (i >= 3 && run < LONGEST_RUN && i + (size_t)run < size &&
               raw[i + (size_t)run] == raw[i + (size_t)run - 3])
            run++;
        if (run >= SHORTEST_RUN) {
            put_run(&k, run);
            i += (size_t)run;
        } else {
            put_symbol(&k, raw[i++]);
        }
    }
    put_symbol(&k, 256);
    put_bits(&k, 0, 7);  // to the end of the byte
    for (size_t i = 0; i < size; i++) {
        a = (a + raw[i]) % 65521;
        b = (b + a) % 65521;
    }
    for (int i = 0; i < 4; i++)
        put_byte(&k, (b << 16 | a) >> (24 - 8 * i) & 0xff);
    put_long(header, (uint32_t)p->width);
    put_long(header + 4, (uint32_t)p->height);
    header[8] = 8;
    header[9] = 2;  // red, green, blue
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, file);
    write_chunk(file, "IHDR", header, sizeof header);
    write_chunk(file, "IDAT", k.bytes, k.size);
    write_chunk(file, "IEND", NULL, 0);
    free(k.bytes);
    free(raw);
    free(p->pixels);
    *p = (png_picture){ 0 };
}
