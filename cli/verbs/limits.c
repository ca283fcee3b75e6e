// SPDX-License-Identifier: MIT
// The verb limits: how far a human arm or leg goes, as a table or a drawing.
#include <stdio.h>
#include <string.h>

#include <swivel/limb.h>

#include "draw/limits_drawing.h"
#include "io/message.h"
#include "io/output.h"
#include "verbs/verb.h"
#include "words/names.h"
#include "words/values.h"
#include "words/words.h"

static void print_range(swv_limb_kind kind, int angle, swv_range range)
{
    printf("%-16s %7.1f %7.1f\n", swv_limb_angle_name(kind, angle), shown_degrees(range.lower, 1),
           shown_degrees(range.upper, 1));
}

static void print_limits(swv_limb_kind kind, const swv_limb_limits *limits)
{
    const swv_vec3 r = limits->rest, b = limits->rest_bend;
    printf("%-16s %7s %7s   degrees\n", "", "from", "to");
    printf("%-16s %7.1f %7.1f   0: the smallest turn from rest\n", "twist", shown_degrees(limits->twist.lower, 1),
           shown_degrees(limits->twist.upper, 1));
    print_range(kind, SWV_ELBOW_FLEXION, limits->hinge);
    print_range(kind, SWV_PRONATION, limits->pronation);
    print_range(kind, SWV_WRIST_FLEXION, limits->flexion);
    print_range(kind, SWV_WRIST_DEVIATION, limits->deviation);
    printf("\n%-16s %7s %7s %7s   of a right limb: right, forward, up\n", "", "x", "y", "z");
    printf("%-16s %7.3f %7.3f %7.3f\n", "rest", r.x, r.y, r.z);
    printf("%-16s %7.3f %7.3f %7.3f   the side it bends to there\n", "rest-bend", b.x, b.y, b.z);
    for (int i = 0; i < limits->cap_count; i++) {
        const swv_vec3 axis = limits->caps[i].axis;
        char           name[32];
        snprintf(name, sizeof name, "cap %d", i + 1);
        printf("%-16s %7.3f %7.3f %7.3f   not within %.1f degrees of this\n", name, axis.x, axis.y, axis.z,
               shown_degrees(limits->caps[i].radius, 1));
    }
}

static swv_limb_kind read_kind(const char *word)
{
    static const char *const kinds[] = { [SWV_LIMB_ARM] = "arm", [SWV_LIMB_LEG] = "leg" };
    name_search              search = { .wanted = word };
    for (int i = 0; i < 2; i++) {
        if (strcmp(word, kinds[i]) == 0)
            return (swv_limb_kind)i;
        consider_name(&search, kinds[i]);
    }
    fail_unknown("limb", &search, "'arm' and 'leg' have limits of people");
}

static void run(int count, char **words)
{
    const char     *name = NULL, *path = NULL;
    const parameter parameters[] = {
        { "arm|leg", .text = &name, .required = true },
        { "--svg", .text = &path },
    };
    sort_words("limits", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    const swv_limb_kind kind = read_kind(name);
    swv_limb            limb;
    (void)swv_limb_make(kind, SWV_RIGHT, &limb);
    if (path) {
        FILE *file = open_output(path);
        draw_limits(file, &limb, &limb.limits);
        close_output(file, path);
    }
    if (!path || !is_standard_output(path))
        print_limits(kind, &limb.limits);
}

const verb limits_verb = {
    "limits",
    "the limits of a human arm or leg, as a table or a drawing",
    "usage: swivel limits arm|leg [--svg FILE]\n"
    "\n"
    "Prints the limits that were fitted to people: the twist range of the upper arm or thigh, the ranges of the other\n"
    "joints, and the caps of the sphere into which the upper arm or thigh may not point. They are those of a right "
    "limb; a\n"
    "left limb mirrors them.\n"
    "\n"
    "  --svg FILE             draw them, with postures of people as dots; '-' is standard output, instead of the "
    "table\n"
    "\n"
    "example:\n"
    "  swivel limits arm --svg arm.svg\n",
    run,
};
