// SPDX-License-Identifier: MIT
// The verb report: runs the studies and writes one page with what they print and draw. Each piece is a verb of this
// command, run in a process of its own, so that the page shows what anybody gets who types the line above it.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <swivel/base.h>

#include "io/message.h"
#include "io/output.h"
#include "io/progress.h"
#include "io/system.h"
#include "verbs/verb.h"
#include "words/words.h"

typedef struct piece {
    const verb *verb;
    const char *words;  ///< after the verb, each separated by one blank
} piece;

typedef struct chapter {
    const char *title;
    const char *text;       ///< what it shows, one paragraph of plain text
    piece       pieces[8];  ///< ends with a verb that is NULL
} chapter;

// A piece with "--svg -" among its words is a figure, any other one text.
static const chapter chapters[] = {
    { "The arm in closed form",
      "A hand, and every posture of the seven-joint arm that brings it there at one swivel; the swivels at which all "
      "limits hold, exactly; the same for a leg.",
      { { &solve_verb, "arm7 --hand 0.2,0.35,-0.2 --euler-deg ZXY,-60,60,-90 --all" },
        { &swivels_verb, "arm7 --hand 0.2,0.35,-0.2 --euler-deg ZXY,-60,60,-90 --svg -" },
        { &solve_verb, "leg7 --hand 0.1,0.2,-0.75" },
        { 0 } } },
    { "Where a hand and a foot can be",
      "The wrist of the arm and the ankle of the leg inside their joint limits; every cell was asked in closed form.",
      { { &workspace_verb, "arm7 --cells 60 --svg -" }, { &workspace_verb, "leg7 --cells 60 --svg -" }, { 0 } } },
    { "The shoulder",
      "Clavicle and scapula move with the arm. Their rhythm, fitted and from the literature, beside what bone "
      "pins measured; what the girdle adds to the reach; how many iterations random moves take.",
      { { &solve_verb, "upper-limb --wrist 0.35,0.4,0.1" },
        { &rhythm_verb, "--plane 40" },
        { &rhythm_verb, "--plane 40 --svg -" },
        { &workspace_verb, "upper-limb --cells 40 --svg -" },
        { &convergence_verb, "upper-limb --svg -" },
        { 0 } } },
    { "Any chain: seven classic methods",
      "The six-joint arm of Chin's thesis (1996), all its solutions in closed form; then the thesis's experiments with "
      "seven iterative methods, ours beside its printed numbers, and its figures. What differs, and why, is in "
      "papers/chin/results.md.",
      { { &solve_verb, "arm6 --hand 1.96,-108.98,1.48 --euler-deg XYZ,91.5,0,179.5 --all" },
        { &compare_verb, "" },
        { &compare_verb, "--svg -" },
        { &compare_verb, "--far" },
        { &compare_verb, "--hypotheses" },
        { 0 } } },
    { "The hand",
      "The little finger of van den Waardenburg's report (2016): one target, exactly; the report's own iteration from "
      "its "
      "starting guesses; where the tip can be, with its last joint free and following, bounded exactly; sliding along "
      "an "
      "object. Then the whole hand, holding something.",
      { { &solve_verb, "little-finger --tip-mm 30,-20 --coupled" },
        { &compare_verb, "--chain little-finger-coupled" },
        { &workspace_verb, "little-finger --svg -" },
        { &workspace_verb, "little-finger-coupled --svg -" },
        { &slide_verb, "little-finger --from-mm 10,-30 --to-mm 70,-30 --coupled --svg -" },
        { &solve_verb, "hand --pinch middle,20" },
        { 0 } } },
    { "Tables: inverse kinematics looked up",
      "Kim and Tarokh (2005) prepare an arm once, cell by cell, and look its joint angles up: their tables of errors, "
      "position and "
      "orientation, polynomials and nets, with ours beside. All are measured on a sample of their cells here; "
      "'./run bench "
      "table' makes them whole, and measures times; papers/kim_tarokh/table.md has its figures. Then a slice through "
      "the "
      "cells and their errors.",
      { { &table_verb, "compare puma560 --stage position --every 8 --count 20000" },
        { &table_verb, "compare puma560 --stage orientation --every 1000 --count 50000" },
        { &table_verb, "compare puma560 --kind net --stage position --every 8 --count 20000" },
        { &table_verb, "compare puma560 --kind net --stage orientation --every 2000 --count 100000" },
        { &table_verb, "compare puma560 --stage position --svg -" },
        { 0 } } },
    { "Tables of the seven-joint arm",
      "The same for the arm: from wrist and swivel to four joints, and from these and the hand's orientation to the "
      "wrist's.",
      { { &table_verb, "compare arm7 --stage position --every 100 --count 100000" },
        { &table_verb, "compare arm7 --stage orientation --every 2000 --count 300000" },
        { &table_verb, "compare arm7 --kind net --stage position --every 200 --count 200000" },
        { &table_verb, "compare arm7 --kind net --stage orientation --every 4000 --count 300000" },
        { 0 } } },
    { "Tables beyond those of Kim and Tarokh",
      "Cells that are split where they are off, for the whole arm at once, each answer with a stated bound. Then a "
      "chain as if it had no "
      "closed form: starts looked up, and Newton's method from each, for all solutions; a small table, and how much "
      "it finds. Larger ones, and arms "
      "without closed form: docs/derivations/starts.md.",
      { { &table_verb, "compare puma560 --kind adaptive" },
        { &table_verb, "compare arm7 --kind adaptive" },
        { &table_verb, "compare puma560 --kind starts --cells 6 --rounds 4 --count 2000 --restarts 20" },
        { 0 } } },
};
enum { CHAPTER_COUNT = sizeof chapters / sizeof chapters[0] };

static bool is_figure(const piece *p)
{
    const char *option = strstr(p->words, "--svg -");
    return option && (option[7] == '\0' || option[7] == ' ');
}

// ---- running a piece ----

static FILE *output_of(const piece *p)
{
    flush_output();
    FILE *file = system_output_of(p->verb->name, p->words, p->verb->run);
    if (!file)
        fail("report: 'swivel %s %s' failed", p->verb->name, p->words);
    return file;
}

// ---- the page ----

static void write_escaped(FILE *page, const char *text)
{
    for (; *text; text++) {
        if (*text == '<')
            fputs("&lt;", page);
        else if (*text == '>')
            fputs("&gt;", page);
        else if (*text == '&')
            fputs("&amp;", page);
        else
            putc(*text, page);
    }
}

static void write_text(FILE *page, FILE *text)
{
    char line[4096];
    fputs("<pre>", page);
    while (fgets(line, sizeof line, text))
        write_escaped(page, line);
    fputs("</pre>\n", page);
}

// As an image of its own: its names and styles stay apart from those of other figures.
static void write_figure(FILE *page, FILE *svg, const char *description)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    fputs("<img alt=\"", page);
    write_escaped(page, description);
    fputs("\" src=\"data:image/svg+xml;base64,", page);
    unsigned char bytes[3];
    size_t        count;
    while ((count = fread(bytes, 1, 3, svg)) > 0) {
        const uint32_t three =
            (uint32_t)bytes[0] << 16 | (count > 1 ? (uint32_t)bytes[1] << 8 : 0) | (count > 2 ? (uint32_t)bytes[2] : 0);
        putc(digits[three >> 18 & 63], page);
        putc(digits[three >> 12 & 63], page);
        putc(count > 1 ? digits[three >> 6 & 63] : '=', page);
        putc(count > 2 ? digits[three & 63] : '=', page);
    }
    fputs("\">\n", page);
}

static void write_piece(FILE *page, const piece *p)
{
    FILE *output = output_of(p);
    char  command[600];
    snprintf(command, sizeof command, "swivel %s%s%s", p->verb->name, p->words[0] ? " " : "", p->words);
    fputs("<p class=\"command\"><code>", page);
    write_escaped(page, command);
    fputs("</code></p>\n", page);
    if (is_figure(p))
        write_figure(page, output, command);
    else
        write_text(page, output);
    fclose(output);
}

static const char page_head[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Swivel: results</title>\n"
    "<style>\n"
    ":root { color-scheme: light dark; --ink: #1f2933; --soft: #52606d; --paper: #ffffff; --box: #f3f5f7 }\n"
    "@media (prefers-color-scheme: dark) { :root { --ink: #e4e7eb; --soft: #9aa5b1; --paper: #15191e; --box: #20262d } "
    "}\n"
    "body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 62rem; font: 16px/1.5 system-ui, sans-serif;\n"
    "  color: var(--ink); background: var(--paper) }\n"
    "h1 { font-size: 1.8rem } h2 { margin-top: 3rem; font-size: 1.3rem } a { color: inherit }\n"
    "pre { overflow-x: auto; padding: .8rem 1rem; background: var(--box); border-radius: 6px; font-size: .8rem; "
    "line-height: 1.4 }\n"
    ".command { margin: 1.5rem 0 .4rem; color: var(--soft); font-size: .85rem; overflow-wrap: anywhere }\n"
    "img { max-width: 100%; height: auto }\n"
    "</style>\n";

static void write_page(FILE *page)
{
    uint64_t total = 0, done = 0;
    for (int i = 0; i < CHAPTER_COUNT; i++)
        for (const piece *p = chapters[i].pieces; p->verb; p++)
            total++;
    fputs(page_head, page);
    fprintf(page,
            "<h1>Swivel %s: results</h1>\n"
            "<p>Every table and figure below was made by the command above it, on this machine, when this page was\n"
            "written. Differences from the papers are explained where they occur.</p>\n"
            "<ul>\n",
            swv_version());
    for (int i = 0; i < CHAPTER_COUNT; i++) {
        fprintf(page, "<li><a href=\"#c%d\">", i + 1);
        write_escaped(page, chapters[i].title);
        fputs("</a></li>\n", page);
    }
    fputs("</ul>\n", page);
    progress_begin_silent();
    for (int i = 0; i < CHAPTER_COUNT; i++) {
        fprintf(page, "<h2 id=\"c%d\">", i + 1);
        write_escaped(page, chapters[i].title);
        fputs("</h2>\n<p>", page);
        write_escaped(page, chapters[i].text);
        fputs("</p>\n", page);
        for (const piece *p = chapters[i].pieces; p->verb; p++) {
            fflush(page);
            progress_show(&(progress){ .lines = done, .bytes = done, .total_bytes = total, .what = "pieces" });
            write_piece(page, p);
            done++;
        }
    }
    progress_end();
    fputs("</html>\n", page);
}

static void run(int count, char **words)
{
    const char     *path = "report.html";
    const parameter parameters[] = { { "--out", .text = &path } };
    sort_words("report", count, words, parameters, 1);
    FILE *page = open_output(path);
    write_page(page);
    close_output(page, path);
    if (!is_standard_output(path))
        printf("wrote %s\n", path);
}

const verb report_verb = {
    "report",
    "all tables and figures, on one page",
    "usage: swivel report [--out FILE]\n"
    "\n"
    "Runs the studies and writes one self-contained HTML page: the tables and figures of the five papers beside ours,\n"
    "each under the command that made it.\n"
    "\n"
    "  --out FILE   the file to write; '-' is standard output. Default: report.html\n"
    "\n"
    "example:\n"
    "  swivel report --out -\n",
    run,
};
