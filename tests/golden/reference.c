// SPDX-License-Identifier: MIT
// The reference postures (postures.c) as numbers and as a picture, and whether bodies still move so.
//
//     reference check FOLDER SEEN.svg    compares with FOLDER/postures.txt; says which joints of which posture are elsewhere, and by how much.
//                                        1 if one is further away than TOLERANCE, and then SEEN.svg shows both: what it was in grey
//     reference write FOLDER             replaces FOLDER/postures.txt and FOLDER/postures.svg
//     reference draw PICTURE.png         the picture alone
//     reference measure FOLDER           one line: how far the joint that moved most is from FOLDER/postures.txt, all joints on average, in how many
//                                        postures one is further away than TOLERANCE, and which joint moved most
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/page.h"
#include "postures.h"

#define TOLERANCE 0.5  // millimetres

static shot shots[SHOTS];
static int  count;

// ---- numbers ----

static const char heading[] = "# Joints of the reference postures: posture and time in seconds, then each joint with "
                              "its place in millimetres, x right, y forward, z up.\n"
                              "# Written by test.golden.reference; docs/postures.md says what each posture is.\n";

static void write_numbers(FILE *file)
{
    fputs(heading, file);
    for (int i = 0; i < count; i++) {
        fprintf(file, "%s %.3f\n", shots[i].posture, shots[i].time);
        for (int j = 0; j < shots[i].joint_count; j++) {
            const swv_vec3 p = shots[i].places[j];
            // 0 has no sign.
            fprintf(file, "    %s %.1f %.1f %.1f\n", shots[i].names[j], 0.1 * round(10.0 * p.x) + 0.0,
                    0.1 * round(10.0 * p.y) + 0.0, 0.1 * round(10.0 * p.z) + 0.0);
        }
    }
}

// The places of all joints, in the order of the shots. False, with a message, if the file has other postures or joints.
static bool read_numbers(FILE *file, swv_vec3 (*places)[SHOT_JOINTS])
{
    char   line[256], name[64];
    double time;
    for (int i = 0; i < count; i++) {
        do {
            if (!fgets(line, sizeof line, file))
                line[0] = '\0';
        } while (line[0] == '#');
        if (sscanf(line, "%63s %lf", name, &time) != 2 || strcmp(name, shots[i].posture) != 0 ||
            fabs(time - shots[i].time) > 1e-3) {
            printf("expected the posture %s at %.3f s, read \"%.60s\"\n", shots[i].posture, shots[i].time, line);
            return false;
        }
        for (int j = 0; j < shots[i].joint_count; j++) {
            swv_vec3 *p = &places[i][j];
            if (!fgets(line, sizeof line, file) || sscanf(line, "%63s %lf %lf %lf", name, &p->x, &p->y, &p->z) != 4 ||
                strcmp(name, shots[i].names[j]) != 0) {
                printf("%s: expected the joint %s, read \"%.60s\"\n", shots[i].posture, shots[i].names[j], line);
                return false;
            }
        }
    }
    if (fgets(line, sizeof line, file)) {
        printf("more postures than there are: \"%.60s\"\n", line);
        return false;
    }
    return true;
}

// ---- picture ----

enum { COLUMNS = 7, CELL = 190, TALL = 200, NAMES = 18, MARGIN = 16, TITLE = 44 };

static void draw_bones(page *p, const shot *s, const swv_vec3 *places, double x0, double ground, double scale,
                       bool from_left, bool is_pale)
{
    static const svg_colour colours[3] = { SVG_INK, SVG_BLUE, SVG_ORANGE };
    const swv_vec3          from = s->places[0];
    for (int j = 0; j < s->joint_count; j++) {
        if (s->parents[j] < 0)
            continue;
        const swv_vec3 a = swv_vec3_sub(places[s->parents[j]], from), b = swv_vec3_sub(places[j], from);
        const double   low = s->is_hand ? 0.0 : from.z;
        page_line(p, x0 - scale * (from_left ? a.y : a.x), ground - scale * (a.z + low),
                  x0 - scale * (from_left ? b.y : b.x), ground - scale * (b.z + low), is_pale ? 4.0 : 2.0,
                  is_pale ? SVG_RULE : colours[s->sides[j]]);
    }
}

// Each posture from the front and from its left; `before` may be NULL.
static void draw(FILE *file, bool as_png, swv_vec3 (*before)[SHOT_JOINTS])
{
    const int rows = (count + COLUMNS - 1) / COLUMNS;
    page      p = page_begin(file, as_png, 2 * MARGIN + COLUMNS * CELL, TITLE + rows * (TALL + NAMES) + MARGIN,
                             "Reference postures");
    page_text(&p, MARGIN, 28, &(svg_font){ .colour = SVG_INK, .size = 16, .is_bold = true }, "Reference postures");
    page_text(&p, MARGIN + COLUMNS * CELL, 28, &(svg_font){ .colour = SVG_PALE, .anchor = SVG_END },
              before ? "front and left view; grey: as recorded"
                     : "front and left view; left blue, right orange, green: asked for");
    for (int i = 0; i < count; i++) {
        const shot  *s = &shots[i];
        const double left = MARGIN + i % COLUMNS * CELL, top = TITLE + i / COLUMNS * (TALL + NAMES),
                     ground = top + TALL - (s->is_hand ? TALL / 3 : 6), scale = (TALL - 24) / s->tall;
        char name[64];
        if (s->time > 0.0)
            snprintf(name, sizeof name, "%s %.2f s", s->posture, s->time);
        else
            snprintf(name, sizeof name, "%s", s->posture);
        page_text(&p, left, top + 8, &(svg_font){ .colour = SVG_PALE, .size = 11 }, name);
        if (!s->is_hand)
            page_line(&p, left, ground, left + CELL - 12, ground, 1.0, SVG_RULE);
        for (int view = 0; view < 2; view++) {
            const double x0 = left + (view ? 0.72 : 0.25) * CELL;
            if (before)
                draw_bones(&p, s, before[i], x0, ground, scale, view, true);
            draw_bones(&p, s, s->places, x0, ground, scale, view, false);
            for (int k = 0; k < s->target_count; k++) {
                const swv_vec3 t = swv_vec3_sub(s->targets[k], s->places[0]);
                const double   x = x0 - scale * (view ? t.y : t.x),
                             y = ground - scale * (t.z + (s->is_hand ? 0.0 : s->places[0].z));
                if (fabs(x - x0) > 0.3 * CELL || y < top)  // out of the cell
                    continue;
                page_line(&p, x - 4, y, x + 4, y, 1.5, SVG_GREEN);
                page_line(&p, x, y - 4, x, y + 4, 1.5, SVG_GREEN);
            }
        }
    }
    page_end(&p);
}

// ---- comparing ----

typedef struct comparison {
    double      most, sum;
    int         joints, different;  ///< joints of all postures; postures of which one is further away than TOLERANCE
    const char *posture, *joint;    ///< that moved most
    double      time;
} comparison;

static comparison compare(swv_vec3 (*before)[SHOT_JOINTS], bool says_which)
{
    comparison c = { .most = -1.0, .posture = "", .joint = "" };
    for (int i = 0; i < count; i++) {
        const shot *s = &shots[i];
        bool        is_different = false;
        for (int j = 0; j < s->joint_count; j++) {
            const double moved = swv_vec3_length(swv_vec3_sub(s->places[j], before[i][j]));
            c.sum += moved;
            c.joints++;
            if (moved > c.most) {
                c.most = moved;
                c.posture = s->posture;
                c.joint = s->names[j];
                c.time = s->time;
            }
            if (moved <= TOLERANCE)
                continue;
            if (says_which && !is_different)
                printf("%s at %.3f s:", s->posture, s->time);
            if (says_which)
                printf(" %s %.1f", s->names[j], moved);
            is_different = true;
        }
        c.different += is_different;
        if (says_which && is_different)
            printf(" mm\n");
    }
    return c;
}

static FILE *open_file(const char *folder, const char *name, const char *mode)
{
    char path[1024];
    snprintf(path, sizeof path, "%s%s%s", folder, *name ? "/" : "", name);
    FILE *file = fopen(path, mode);
    if (!file)
        fprintf(stderr, "cannot open %s\n", path);
    return file;
}

static int ended(FILE *file)
{
    const bool is_bad = ferror(file) != 0;
    return fclose(file) != 0 || is_bad ? 1 : 0;
}

static int draw_into(const char *folder, const char *name, bool as_png, swv_vec3 (*before)[SHOT_JOINTS])
{
    FILE *file = open_file(folder, name, "wb");
    if (!file)
        return 1;
    draw(file, as_png, before);
    return ended(file);
}

int main(int words, char **word)
{
    static swv_vec3   before[SHOTS][SHOT_JOINTS];
    const char *const verb = words > 2 ? word[1] : "";
    count = take_shots(shots);
    if (count == 0)
        return 1;
    if (strcmp(verb, "draw") == 0)
        return draw_into(word[2], "", true, NULL);
    if (strcmp(verb, "write") == 0) {
        FILE *file = open_file(word[2], "postures.txt", "w");
        if (!file)
            return 1;
        write_numbers(file);
        return ended(file) | draw_into(word[2], "postures.svg", false, NULL);
    }
    if (strcmp(verb, "measure") != 0 && !(strcmp(verb, "check") == 0 && words > 3)) {
        fprintf(stderr, "reference check FOLDER SEEN.svg | write FOLDER | draw PICTURE.png | measure FOLDER\n");
        return 2;
    }
    FILE *file = open_file(word[2], "postures.txt", "r");
    if (!file || !read_numbers(file, before)) {
        printf("these are not the postures that are taken now; write them with: %s write %s\n", word[0], word[2]);
        return 1;
    }
    fclose(file);
    const comparison c = compare(before, strcmp(verb, "check") == 0);
    if (strcmp(verb, "measure") == 0) {
        printf("%.1f %.3f %d %s %.3f %s\n", c.most, c.sum / c.joints, c.different, c.posture, c.time, c.joint);
        return 0;
    }
    printf("%d postures, %d joints; %s of %s at %.3f s is furthest away from where it was, by %.2f mm\n", count,
           c.joints, c.joint, c.posture, c.time, c.most);
    if (c.different == 0)
        return 0;
    printf("%d postures have changed by more than %.1f mm. See %s. If that is wanted: %s write %s\n", c.different,
           TOLERANCE, word[3], word[0], word[2]);
    (void)draw_into(word[3], "", false, before);
    return 1;
}
