// SPDX-License-Identifier: MIT
// The verb swivels: where on its circle the elbow may be so that every joint keeps its limits.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include <swivel/arm.h>

#include "words/arm_words.h"
#include "draw/elbow_drawing.h"
#include "io/json.h"
#include "io/message.h"
#include "io/output.h"
#include "verbs/verb.h"
#include "words/values.h"
#include "words/words.h"

// ---- finding ----

static void check(swv_status status)
{
    if (status != SWV_OK)
        fail("swivels: %s", swv_status_text(status));
}

static swv_vec3 elbow_at(const swv_arm *arm, const swv_pose *hand, double swivel)
{
    double         q[SWV_ARM_FAMILIES][7];
    swv_arm_report reports[SWV_ARM_FAMILIES];
    swv_pose       reached;
    swv_vec3       elbow = { 0.0, 0.0, 0.0 };
    check(swv_arm_solve(arm, hand, swivel, q, reports));
    check(swv_arm_forward(arm, q[0], &reached, &elbow));
    return elbow;
}

static void pick_swivels(elbow_circle *c)
{
    double nearest = INFINITY, widest = -1.0;
    for (int family = 0; family < SWV_ARM_NATURAL_FAMILIES; family++) {
        const swv_swivels *set = &c->sets[family];
        double             swivel;
        if (!swv_swivels_nearest(set, c->wish, &swivel))
            continue;
        c->is_feasible = true;
        const double away = fabs(swv_angle_wrap(swivel - c->wish));
        if (away < nearest) {
            nearest = away;
            c->nearest = (picked_swivel){ .swivel = swv_angle_wrap(swivel), .family = family };
        }
        double width = 0.0;
        for (int i = 0; i < set->count; i++)
            width = fmax(width, set->to[i] - set->from[i]);
        if (width > widest && swv_swivels_middle(set, &swivel)) {
            widest = width;
            c->middle = (picked_swivel){ swivel, family, width };
        }
    }
}

static void find_circle(const arm_request *request, const swv_pose *hand, elbow_circle *c)
{
    const swv_arm *arm = &request->arm;
    double         q[7];
    *c = (elbow_circle){ .wish = arm_wish(request, hand) };
    check(swv_arm_best(arm, hand, c->wish, NULL, q, &c->best));
    check(swv_arm_feasible(arm, hand, c->sets));
    check(swv_arm_roomiest(arm, hand, &c->room));
    pick_swivels(c);

    const swv_vec3 low = elbow_at(arm, hand, 0.0), high = elbow_at(arm, hand, SWV_PI), down = { 0.0, 0.0, -1.0 };
    const swv_vec3 along = swv_vec3_normalize(hand->position);
    c->centre = swv_vec3_scale(0.5, swv_vec3_add(low, high));
    c->radius = 0.5 * swv_vec3_length(swv_vec3_sub(high, low));
    c->has_down = hypot(along.x, along.y) > 1e-6;
    check(swv_arm_swivel_towards(arm, hand->position, down, &c->down));
}

// ---- for people ----

static const char *const family_names[SWV_ARM_NATURAL_FAMILIES] = { "", "other shoulder", "other wrist", "both" };

static void print_circle(const arm_request *request, const elbow_circle *c)
{
    puts("    family            feasible swivels (degrees)");
    for (int family = 0; family < SWV_ARM_NATURAL_FAMILIES; family++) {
        const swv_swivels *set = &c->sets[family];
        printf("%3d %-14s    ", family + 1, family_names[family]);
        for (int i = 0; i < set->count; i++)
            printf("%s%.4f to %.4f", i == 0 ? "" : ", ", shown_degrees(set->from[i], 4), shown_degrees(set->to[i], 4));
        puts(set->count == 0 ? "none" : "");
    }
    putchar('\n');
    if (c->is_feasible) {
        printf("nearest to %.6g    %.4f degrees, family %d\n", shown_degrees(c->wish, 6),
               shown_degrees(c->nearest.swivel, 4), c->nearest.family + 1);
        if (c->room.family >= 0)
            printf("most room    %.4f degrees, family %d, every joint %.4f degrees or more from its limits\n",
                   shown_degrees(c->room.swivel, 4), c->room.family + 1, shown_degrees(c->room.margin, 4));
        printf("middle of the widest    %.4f degrees, family %d, %.4f wide\n", shown_degrees(c->middle.swivel, 4),
               c->middle.family + 1, shown_degrees(c->middle.width, 4));
    } else {
        char text[OUTCOME_SIZE];
        describe_outcome(text, request->model, &c->best);
        printf("no swivel is feasible; the best posture: %s\n", text);
    }
    printf("elbow circle    centre (%.4f, %.4f, %.4f) m, radius %.4f m\n", c->centre.x, c->centre.y, c->centre.z,
           c->radius);
}

// ---- as JSON ----

static void json_picked(const char *name, bool is_there, const picked_swivel *picked)
{
    printf(",\n \"%s\": ", name);
    if (!is_there) {
        fputs("null", stdout);
        return;
    }
    printf("{\"family\": %d, \"swivel\": ", picked->family + 1);
    json_number(picked->swivel);
    putchar('}');
}

static void json_circle(const arm_request *request, const swv_pose *hand, const elbow_circle *c)
{
    json_request(request, hand);
    printf(" \"outcome\": \"%s\", \"outside\": ", swv_outcome_text(c->best.outcome));
    json_joints(request->model, c->best.outside);
    fputs(",\n \"circle\": {\"centre\": ", stdout);
    json_vector(c->centre);
    fputs(", \"radius\": ", stdout);
    json_number(c->radius);
    fputs(", \"down\": ", stdout);
    json_number(c->has_down ? c->down : INFINITY);
    puts("},\n \"families\": [");
    for (int family = 0; family < SWV_ARM_NATURAL_FAMILIES; family++) {
        const swv_swivels *set = &c->sets[family];
        printf("    {\"family\": %d, \"other_shoulder\": %s, \"other_wrist\": %s, \"intervals\": [", family + 1,
               family & 1 ? "true" : "false", family & 2 ? "true" : "false");
        for (int i = 0; i < set->count; i++) {
            fputs(i == 0 ? "" : ", ", stdout);
            json_numbers((const double[]){ set->from[i], set->to[i] }, 2);
        }
        puts(family + 1 < SWV_ARM_NATURAL_FAMILIES ? "]}," : "]}");
    }
    fputs(" ]", stdout);
    json_picked("nearest", c->is_feasible, &c->nearest);
    json_picked("middle", c->is_feasible, &c->middle);
    json_picked("roomiest", c->room.family >= 0, &(picked_swivel){ c->room.swivel, c->room.family, 0.0 });
    puts("}");
}

// ---- the verb ----

static void write_drawing(const char *path, const arm_request *request, const swv_pose *hand, const elbow_circle *c)
{
    FILE *file = open_output(path);
    draw_elbow_circle(file, request, hand, c);
    close_output(file, path);
}

static void run(int count, char **words)
{
    arm_words       w = { 0 };
    const char     *path = NULL;
    const parameter parameters[] = {
        ARM_PARAMETERS(w),
        { "--svg", .text = &path },
    };
    sort_words("swivels", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    const bool   to_output = path && is_standard_output(path);
    arm_request  request;
    swv_pose     hand;
    elbow_circle circle;
    read_arm("swivels", &w, &request);
    read_hand("swivels", &w, &hand);
    if (to_output && w.json)
        fail("swivels: --json and --svg - both write to standard output; give --svg a file");
    find_circle(&request, &hand, &circle);
    if (path)
        write_drawing(path, &request, &hand, &circle);
    if (to_output)
        return;
    if (w.json)
        json_circle(&request, &hand, &circle);
    else
        print_circle(&request, &circle);
}

const verb swivels_verb = {
    "swivels",
    "where on its circle the elbow may be, as a list or a drawing",
    "usage: swivel swivels arm7|leg7 --hand X,Y,Z [--orient QX,QY,QZ,QW] [OPTION ...]\n"
    "\n"
    "With the hand held still the elbow can still move on a circle. Lists the exact intervals of this swivel at which\n"
    "all joints keep their limits, for each of the four families of postures (the shoulder and the wrist can each "
    "turn\n"
    "two ways), the feasible swivel nearest to the wish, and the middle of the widest interval.\n"
    "\n" ARM_USAGE
    "  --json                 everything as JSON: radians, metres. An interval may end beyond half a turn\n"
    "  --svg FILE             draw it too, as SVG; '-' is standard output, then for the drawing only\n"
    "\n"
    "example:\n"
    "  swivel swivels arm7 --hand 0.2,0.35,-0.2 --euler-deg ZXY,-60,60,-90 --swivel-deg -30\n",
    run,
};
