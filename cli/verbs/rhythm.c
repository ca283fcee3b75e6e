// SPDX-License-Identifier: MIT
// The verb rhythm: how clavicle and scapula move when the humerus is raised, and how near that is to what bone
// pins measured.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <swivel/shoulder.h>

#include "verbs/bone_pins.h"
#include "words/upper_limb_words.h"
#include "io/message.h"
#include "io/output.h"
#include "draw/plot.h"
#include "verbs/verb.h"
#include "words/values.h"
#include "words/words.h"

static const double degree = SWV_PI / 180.0;

enum { STEPS = 31, HIGHEST = 150 };  // a curve

typedef struct curves {
    int    chosen;          ///< the rhythm that the table shows
    double plane, raising;  ///< degrees, -1 to 1
    double elevation[STEPS];
    double angle[RHYTHMS][SWV_GIRDLE_ANGLES][STEPS];
} curves;

static void find_angles(int which, double elevation_deg, double plane_deg, double raising,
                        double angles_deg[SWV_GIRDLE_ANGLES])
{
    swv_rhythm rhythm;
    read_rhythm(NULL, which, &rhythm);
    const swv_status status =
        swv_rhythm_angles(&rhythm, elevation_deg * degree, plane_deg * degree, raising, angles_deg);
    if (status != SWV_OK)
        fail("rhythm: %s", swv_status_text(status));
    for (int i = 0; i < SWV_GIRDLE_ANGLES; i++)
        angles_deg[i] /= degree;
}

static void find_curves(curves *c)
{
    for (int k = 0; k < STEPS; k++) {
        c->elevation[k] = (double)HIGHEST * k / (STEPS - 1);
        for (int which = 0; which < RHYTHMS; which++) {
            double angles[SWV_GIRDLE_ANGLES];
            find_angles(which, c->elevation[k], c->plane, c->raising, angles);
            for (int i = 0; i < SWV_GIRDLE_ANGLES; i++)
                c->angle[which][i][k] = angles[i];
        }
    }
}

// RMS difference from the measured means, as it is and without its own mean: rest angles belong to the person.
static void compare(int which, double rms[SWV_GIRDLE_ANGLES], double shape[SWV_GIRDLE_ANGLES])
{
    for (int i = 0; i < SWV_GIRDLE_ANGLES; i++) {
        double sum = 0.0, squares = 0.0;
        for (int k = 0; k < BONE_PIN_ROWS; k++) {
            double angles[SWV_GIRDLE_ANGLES];
            find_angles(which, bone_pins[k][1], bone_pins[k][0], 1.0, angles);
            const double off = angles[i] - bone_pins[k][2 + i];
            sum += off;
            squares += off * off;
        }
        const double mean = sum / BONE_PIN_ROWS;
        rms[i] = sqrt(squares / BONE_PIN_ROWS);
        shape[i] = sqrt(fmax(squares / BONE_PIN_ROWS - mean * mean, 0.0));
    }
}

static void print_table(const curves *c)
{
    printf("plane of elevation %g degrees, raising %g; angles in degrees by the rhythm '%s'\n\nelevation", c->plane,
           c->raising, rhythm_names[c->chosen]);
    for (int i = 0; i < SWV_GIRDLE_ANGLES; i++)
        printf(" %20s", swv_girdle_angle_name(i));
    putchar('\n');
    for (int k = 0; k < STEPS; k += 3) {
        printf("%9.0f", c->elevation[k]);
        for (int i = 0; i < SWV_GIRDLE_ANGLES; i++)
            printf(" %20.2f", c->angle[c->chosen][i][k]);
        putchar('\n');
    }
    printf(
        "\nRMS degrees from what bone pins measured (%d means of 12 shoulders, planes 40 and 90), in brackets without\n"
        "the mean difference, which belongs to the person's rest posture; the literature's is 6.6 to 11.1\n\n         ",
        BONE_PIN_ROWS);
    for (int i = 0; i < SWV_GIRDLE_ANGLES; i++)
        printf(" %20s", swv_girdle_angle_name(i));
    putchar('\n');
    for (int which = 0; which < RHYTHMS; which++) {
        double rms[SWV_GIRDLE_ANGLES], shape[SWV_GIRDLE_ANGLES];
        compare(which, rms, shape);
        printf("%-9s", rhythm_names[which]);
        for (int i = 0; i < SWV_GIRDLE_ANGLES; i++)
            printf(" %12.2f (%5.2f)", rms[i], shape[i]);
        putchar('\n');
    }
}

// ---- the drawing ----

static void draw(const curves *c, const char *path)
{
    static const svg_colour colours[RHYTHMS] = { SVG_BLUE, SVG_ORANGE, SVG_GREEN };
    double                  x[BONE_PIN_ROWS], y[SWV_GIRDLE_ANGLES][BONE_PIN_ROWS];
    size_t                  points = 0;
    for (int k = 0; k < BONE_PIN_ROWS; k++) {
        if (fabs(bone_pins[k][0] - c->plane) > 5.0)
            continue;
        x[points] = bone_pins[k][1];
        for (int i = 0; i < SWV_GIRDLE_ANGLES; i++)
            y[i][points] = bone_pins[k][2 + i];
        points++;
    }
    plot_series series[SWV_GIRDLE_ANGLES][RHYTHMS + 1];
    plot_panel  panels[SWV_GIRDLE_ANGLES];
    for (int i = 0; i < SWV_GIRDLE_ANGLES; i++) {
        for (int which = 0; which < RHYTHMS; which++)
            series[i][which] = (plot_series){ .label = rhythm_names[which],
                                              .x = c->elevation,
                                              .y = c->angle[which][i],
                                              .count = STEPS,
                                              .colour = colours[which],
                                              .is_dashed = which != c->chosen };
        series[i][RHYTHMS] = (plot_series){ .kind = PLOT_POINTS,
                                            .label = "bone pins",
                                            .x = x,
                                            .y = y[i],
                                            .count = points,
                                            .colour = SVG_INK,
                                            .width = 4.0 };
        panels[i] =
            (plot_panel){ .title = swv_girdle_angle_name(i),
                          .x = { .label = "humerus elevation (degrees)", .low = 0, .high = HIGHEST, .step = 30 },
                          .y = { .label = "degrees" },
                          .height = 130,
                          .series = series[i],
                          .count = points > 0 ? RHYTHMS + 1 : RHYTHMS };
    }
    char title[96];
    snprintf(title, sizeof title, "Clavicle and scapula while the arm is raised in the plane at %g degrees", c->plane);
    FILE *file = open_output(path);
    draw_plot(file,
              &(plot){ .title = title,
                       .caption = "Plane 0 is to the side, 90 to the front. Points: means of 12 shoulders (Ludewig "
                                  "2009), measured in the planes 40 and 90.",
                       .panels = panels,
                       .count = SWV_GIRDLE_ANGLES,
                       .columns = 2 });
    close_output(file, path);
}

static void run(int count, char **words)
{
    const char     *plane = NULL, *raising = NULL, *path = NULL, *name = NULL;
    const parameter parameters[] = {
        { "--rhythm", .text = &name },
        { "--plane", .text = &plane },
        { "--raising", .text = &raising },
        { "--svg", .text = &path },
    };
    curves c = { .plane = 40.0, .raising = 1.0 };
    sort_words("rhythm", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    c.chosen = read_rhythm_name(name, RHYTHM_MEASURED);
    if (plane)
        read_numbers("--plane", plane, 1, "a plane is 1 number, in degrees", &c.plane);
    if (!(fabs(c.plane) <= 180.0))
        fail("--plane: '%s' is outside -180 to 180", plane);
    if (raising)
        read_numbers("--raising", raising, 1, "it is 1 number, from -1 to 1", &c.raising);
    if (!(fabs(c.raising) <= 1.0))
        fail("--raising: '%s' is outside -1 to 1", raising);
    find_curves(&c);
    if (path)
        draw(&c, path);
    if (!path || !is_standard_output(path))
        print_table(&c);
}

const verb rhythm_verb = {
    "rhythm",
    "how clavicle and scapula move when the arm is raised",
    "usage: swivel rhythm [--rhythm NAME] [--plane DEG] [--raising F] [--svg FILE]\n"
    "\n"
    "Prints the angles of clavicle and scapula by elevation of the humerus, and how far each rhythm is from what bone "
    "pins\n"
    "measured.\n"
    "\n"
    "  --rhythm measured|ascione|de-groot\n"
    "                         whose angles are printed: fitted to bone pins; equations 1 and 2 of Ascione et al.; de "
    "Groot\n"
    "                         and Brand's as in the Dynamic Arm Simulator. The drawing has it solid. Default: "
    "measured\n"
    "  --plane DEG            the plane in which the arm is raised: 0 to the side, 90 to the front. Default: 40, that "
    "of the\n"
    "                         scapula\n"
    "  --raising F            1: the arm is being raised, -1: lowered, or a value in between. Default: 1\n"
    "  --svg FILE             draw the curves of all rhythms, with the measured points of the planes 40 and 90; '-' "
    "is\n"
    "                         standard output, instead of the table\n"
    "\n"
    "example:\n"
    "  swivel rhythm --rhythm ascione --plane 90\n",
    run,
};
