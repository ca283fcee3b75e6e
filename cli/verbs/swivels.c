// SPDX-License-Identifier: MIT
// The verb swivels: where on its circle the elbow may be so that every joint keeps its limits.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include <swivel_papers/arm.h>
#include <swivel/limb.h>

#include "words/arm_words.h"
#include "draw/elbow_drawing.h"
#include "io/json.h"
#include "io/message.h"
#include "io/output.h"
#include "verbs/verb.h"
#include "words/limb_words.h"
#include "words/values.h"
#include "words/words.h"
#include "words/solutions.h"

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
    for (int family = 0; family < c->set_count; family++) {
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

static bool has_down(swv_vec3 wrist)
{
    const swv_vec3 along = swv_vec3_normalize(wrist);
    // Nearer to the vertical no side of it is lowest. Chosen.
    return hypot(along.x, along.y) > 1e-6;
}

static const swv_vec3 down = { 0.0, 0.0, -1.0 };

static void find_circle(const arm_request *request, const swv_pose *hand, elbow_circle *c)
{
    const swv_arm *arm = &request->arm;
    double         q[7];
    swv_arm_report best;
    *c = (elbow_circle){ .is_leg = arm->is_leg,
                         .side = arm->side,
                         .has_down = has_down(hand->position),
                         .set_count = SWV_ARM_NATURAL_FAMILIES,
                         .wish = arm_wish(request, hand) };
    check(swv_arm_best(arm, hand, c->wish, NULL, q, &best));
    check(swv_arm_feasible(arm, hand, c->sets));
    check(swv_arm_roomiest(arm, hand, &c->room));
    c->best = arm_ending(request->model, &best);
    pick_swivels(c);

    const swv_vec3 low = elbow_at(arm, hand, 0.0), high = elbow_at(arm, hand, SWV_PI);
    c->centre = swv_vec3_scale(0.5, swv_vec3_add(low, high));
    c->radius = 0.5 * swv_vec3_length(swv_vec3_sub(high, low));
    check(swv_arm_swivel_towards(arm, hand->position, down, &c->down));
}

static void find_limb_circle(const limb_request *request, const swv_pose *hand, elbow_circle *c)
{
    const swv_limb *limb = &request->limb;
    limb_solution   best;
    swv_limb_circle circle;
    check(find_limb_solution(request, hand, &best));
    check(swv_limb_circle_of(limb, hand->position, &circle));
    *c = (elbow_circle){ .is_leg = limb->kind == SWV_LIMB_LEG,
                         .side = limb->side,
                         .centre = circle.centre,
                         .radius = circle.radius,
                         .has_down = has_down(hand->position),
                         .set_count = 1,
                         .wish = best.report.wished,
                         .room = { .family = -1 },
                         .best = limb_ending(request, &best.report) };
    check(swv_limb_feasible(limb, hand, &c->sets[0]));
    check(swv_limb_swivel_towards(limb, hand->position, down, &c->down));
    pick_swivels(c);
}

// ---- for people ----

static const char *const family_names[SWV_ARM_NATURAL_FAMILIES] = { "", "other shoulder", "other wrist", "both" };

static void print_intervals(const swv_swivels *set)
{
    for (int i = 0; i < set->count; i++)
        printf("%s%.4f to %.4f", i == 0 ? "" : ", ", shown_degrees(set->from[i], 4), shown_degrees(set->to[i], 4));
    puts(set->count == 0 ? "none" : "");
}

static void print_circle(const elbow_circle *c)
{
    const bool has_families = c->set_count > 1;
    char       of_nearest[32] = "", of_middle[32] = "";
    if (has_families) {
        puts("    family            feasible swivels (degrees)");
        snprintf(of_nearest, sizeof of_nearest, ", family %d", c->nearest.family + 1);
        snprintf(of_middle, sizeof of_middle, ", family %d", c->middle.family + 1);
    }
    for (int i = 0; i < c->set_count; i++) {
        if (has_families)
            printf("%3d %-14s    ", i + 1, family_names[i]);
        else
            fputs("feasible swivels    ", stdout);
        print_intervals(&c->sets[i]);
    }
    if (has_families)
        putchar('\n');
    if (c->is_feasible) {
        printf("nearest to %.6g    %.4f degrees%s\n", shown_degrees(c->wish, 6), shown_degrees(c->nearest.swivel, 4),
               of_nearest);
        if (c->room.family >= 0)
            printf("most room    %.4f degrees, family %d, every joint %.4f degrees or more from its limits\n",
                   shown_degrees(c->room.swivel, 4), c->room.family + 1, shown_degrees(c->room.margin, 4));
        printf("middle of the widest    %.4f degrees%s, %.4f wide\n", shown_degrees(c->middle.swivel, 4), of_middle,
               shown_degrees(c->middle.width, 4));
    } else {
        char text[OUTCOME_SIZE];
        describe_outcome(text, &c->best);
        printf("no swivel is feasible; the best posture: %s\n", text);
    }
    printf("%s circle    centre (%.4f, %.4f, %.4f) m, radius %.4f m\n", c->is_leg ? "knee" : "elbow", c->centre.x,
           c->centre.y, c->centre.z, c->radius);
}

// ---- as JSON ----

static void json_picked(const elbow_circle *c, const char *name, bool is_there, const picked_swivel *picked)
{
    printf(",\n \"%s\": ", name);
    if (!is_there) {
        fputs("null", stdout);
        return;
    }
    putchar('{');
    if (c->set_count > 1)
        printf("\"family\": %d, ", picked->family + 1);
    fputs("\"swivel\": ", stdout);
    json_number(picked->swivel);
    putchar('}');
}

static void json_intervals(const swv_swivels *set)
{
    fputs("\"intervals\": [", stdout);
    for (int i = 0; i < set->count; i++) {
        fputs(i == 0 ? "" : ", ", stdout);
        json_numbers((const double[]){ set->from[i], set->to[i] }, 2);
    }
    putchar(']');
}

// All but the beginning, which says what was asked for.
static void json_circle(const elbow_circle *c)
{
    const bool has_families = c->set_count > 1;
    printf(" \"outcome\": \"%s\", \"%s\": ", swv_outcome_text(c->best.outcome), has_families ? "outside" : "broken");
    json_names(c->best.names, c->best.broken);
    fputs(",\n \"circle\": {\"centre\": ", stdout);
    json_vector(c->centre);
    fputs(", \"radius\": ", stdout);
    json_number(c->radius);
    fputs(", \"down\": ", stdout);
    json_number(c->has_down ? c->down : INFINITY);
    puts("},");
    if (has_families) {
        puts(" \"families\": [");
        for (int family = 0; family < c->set_count; family++) {
            printf("    {\"family\": %d, \"other_shoulder\": %s, \"other_wrist\": %s, ", family + 1,
                   family & 1 ? "true" : "false", family & 2 ? "true" : "false");
            json_intervals(&c->sets[family]);
            puts(family + 1 < c->set_count ? "}," : "}");
        }
        fputs(" ]", stdout);
    } else {
        fputs(" \"wish\": ", stdout);
        json_number(c->wish);
        fputs(", ", stdout);
        json_intervals(&c->sets[0]);
    }
    json_picked(c, "nearest", c->is_feasible, &c->nearest);
    json_picked(c, "middle", c->is_feasible, &c->middle);
    if (has_families)
        json_picked(c, "roomiest", c->room.family >= 0, &(picked_swivel){ c->room.swivel, c->room.family, 0.0 });
    puts("}");
}

// ---- the verb ----

// False if the drawing took standard output, so that nothing else can be written.
static bool write_drawing(const char *path, swv_vec3 hand, const elbow_circle *c)
{
    if (!path)
        return true;
    FILE *file = open_output(path);
    draw_elbow_circle(file, hand, c);
    close_output(file, path);
    return !is_standard_output(path);
}

static void check_outputs(const char *path, bool json)
{
    if (path && is_standard_output(path) && json)
        fail("swivels: --json and --svg - both write to standard output; give --svg a file");
}

static void run_limb(int count, char **words)
{
    limb_words      w = { 0 };
    const char     *path = NULL;
    const parameter parameters[] = {
        LIMB_PARAMETERS(w),
        LIMB_GOAL_PARAMETERS(w),
        { "--svg", .text = &path },
    };
    sort_words("swivels", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    limb_request request;
    swv_pose     hand;
    elbow_circle circle;
    read_limb("swivels", &w, &request);
    read_hand("swivels", &w.common, &hand);
    check_outputs(path, w.common.json);
    find_limb_circle(&request, &hand, &circle);
    if (!write_drawing(path, hand.position, &circle))
        return;
    if (w.common.json) {
        json_limb_request(&request, &hand);
        json_circle(&circle);
    } else {
        print_circle(&circle);
    }
}

static void run(int count, char **words)
{
    if (is_about_limb(count, words)) {
        run_limb(count, words);
        return;
    }
    arm_words       w = { 0 };
    const char     *path = NULL;
    const parameter parameters[] = {
        ARM_PARAMETERS(w),
        { "--svg", .text = &path },
    };
    sort_words("swivels", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    arm_request  request;
    swv_pose     hand;
    elbow_circle circle;
    read_arm("swivels", &w, &request);
    read_hand("swivels", &w, &hand);
    check_outputs(path, w.json);
    find_circle(&request, &hand, &circle);
    if (!write_drawing(path, hand.position, &circle))
        return;
    if (w.json) {
        json_request(&request, &hand);
        json_circle(&circle);
    } else {
        print_circle(&circle);
    }
}

const verb swivels_verb = {
    "swivels",
    "feasible positions of the elbow on its circle, as a list or a drawing",
    "usage: swivel swivels arm|leg --hand X,Y,Z [--orient QX,QY,QZ,QW] [OPTION ...]\n"
    "       swivel swivels arm7|leg7 --hand X,Y,Z [--orient QX,QY,QZ,QW] [OPTION ...]\n"
    "\n"
    "With the hand fixed, the elbow can move on a circle. Its angle there is the swivel. Lists the exact intervals of\n"
    "swivels that keep all limits, the feasible swivel nearest to the wish, and the middle of the widest interval.\n"
    "\n" LIMB_GOAL_USAGE LIMB_USAGE
    "  --json                 everything as JSON: radians, metres. An interval may end beyond half a turn\n"
    "  --svg FILE             also draw it as SVG; '-' is standard output, then for the drawing only\n"
    "\n"
    "For arm7 and leg7 it lists the intervals of each of the four families of postures (shoulder and wrist can each "
    "turn\n"
    "two ways) and also the swivel at which all joints are farthest from their limits. They take --json, --svg "
    "and\n" ARM_USAGE "\n"
    "example:\n"
    "  swivel swivels arm --hand 0.2,0.35,-0.2 --orient -0.5,0.5,0.5,0.5 --swivel-deg -30\n",
    run,
};
