// SPDX-License-Identifier: MIT
// solve little-finger: the planar finger, free or coupled, for one target or for each target of a file.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <swivel_papers/planar_finger.h>
#include <swivel/geometry.h>

#include "io/bulk.h"
#include "io/csv.h"
#include "words/finger_words.h"
#include "io/json.h"
#include "io/message.h"
#include "io/number.h"
#include "verbs/solve.h"
#include "words/values.h"
#include "words/words.h"
#include "words/solutions.h"

#define DEG (SWV_PI / 180.0)

static const char *const joint_names[3] = { "metacarpophalangeal", "proximal-interphalangeal",
                                            "distal-interphalangeal" };

typedef struct request {
    swv_finger                finger;
    swv_finger_kind           kind;
    bool                      has_direction, is_newton;
    double                    direction;
    swv_finger_newton_options newton;
    const double             *last;  ///< the posture to stay near, or NULL
    double                    previous[3];
} request;

typedef struct finger_solutions {
    double           q[SWV_FINGER_SOLUTIONS][3];
    swv_digit_report report;  ///< count may be 0 if the direction is given
} finger_solutions;

// From numbers to numbers: many targets may be solved at the same time.
static swv_status find_solutions(const request *r, swv_point tip, finger_solutions *s)
{
    if (r->is_newton) {
        swv_finger_newton_report newton = { .outcome = SWV_STALLED };
        const swv_status         ended = swv_finger_newton(&r->finger, tip, &r->newton, s->q[0], &newton);
        s->report = (swv_digit_report){ .outcome = newton.outcome,
                                        .count = 1,
                                        .iterations = newton.iterations,
                                        .position_error = newton.position_error };
        return ended;
    }
    if (r->kind == SWV_FINGER_COUPLED)
        return swv_finger_solve(&r->finger, tip, s->q, &s->report);
    if (!r->has_direction)
        return swv_finger_solve_free(&r->finger, tip, r->last, s->q[0], &s->report);
    s->report = (swv_digit_report){ 0 };
    const swv_status status = swv_finger_solve_directed(&r->finger, tip, r->direction, s->q, &s->report.count);
    for (int i = 0; i < s->report.count; i++) {
        swv_point reached = { 0.0, 0.0 };
        (void)swv_finger_forward(&r->finger, s->q[i], &reached, NULL);
        s->report.position_error = fmax(s->report.position_error, hypot(reached.x - tip.x, reached.y - tip.y));
    }
    return status;
}

static const char *outcome_of(const finger_solutions *s)
{
    return s->report.count == 0 ? "no solution" : swv_outcome_text(s->report.outcome);
}

// ---- one target ----

static void print_solutions(const request *r, const finger_solutions *s)
{
    const int count = s->report.count;
    if (count == 0) {
        puts("no posture inside the limits has its tip there and its last bone in this direction");
        return;
    }
    if (r->is_newton)
        printf("%s after %d iteration%s: the tip is %.4g mm away\n", swv_outcome_text(s->report.outcome),
               s->report.iterations, s->report.iterations == 1 ? "" : "s", 1e3 * s->report.position_error);
    else if (s->report.outcome == SWV_OUT_OF_REACH)
        printf("%s: the nearest point is %.4g mm away\n", swv_outcome_text(s->report.outcome),
               1e3 * s->report.position_error);
    else
        printf("reached, to %.1g mm; %d posture%s\n", 1e3 * s->report.position_error, count, count == 1 ? "" : "s");
    fputs("\n    joint                      ", stdout);
    for (int i = 0; i < count; i++)
        fputs("   degrees", stdout);
    puts("   limits");
    for (int joint = 0; joint < 3; joint++) {
        printf("%3d %-27s", joint + 1, joint_names[joint]);
        for (int i = 0; i < count; i++)
            printf(" %9.3f", shown_degrees(s->q[i][joint], 3));
        printf("   %.6g to %.6g\n", shown_degrees(r->finger.lower[joint], 6), shown_degrees(r->finger.upper[joint], 6));
    }
}

static void json_solutions(const request *r, swv_point tip, const finger_solutions *s)
{
    fputs("{\"tip\": ", stdout);
    json_numbers((const double[]){ tip.x, tip.y }, 2);
    printf(", \"coupled\": %s, \"outcome\": \"%s\", \"iterations\": %d, \"tip_error\": ",
           r->kind == SWV_FINGER_COUPLED ? "true" : "false", outcome_of(s), s->report.iterations);
    json_number(s->report.position_error);
    puts(",\n \"solutions\": [");
    for (int i = 0; i < s->report.count; i++) {
        fputs("    ", stdout);
        json_numbers(s->q[i], 3);
        puts(i + 1 < s->report.count ? "," : "");
    }
    puts(" ]}");
}

// ---- many targets ----

static bool answer(const void *context, const bulk_row *row, text_buffer *out, char problem[CSV_PROBLEM_SIZE])
{
    const request   *r = context;
    finger_solutions s;
    char             label[NUMBER_SIZE + 40];
    if (!is_solved(find_solutions(r, (swv_point){ row->values[0], row->values[1] }, &s), problem))
        return false;
    if (s.report.count == 0)
        text_append(out, label,
                    (size_t)snprintf(label, sizeof label, "%llu,0,no solution,,,,\n", (unsigned long long)row->number));
    for (int i = 0; i < s.report.count; i++) {
        const double values[4] = { s.report.position_error, s.q[i][0], s.q[i][1], s.q[i][2] };
        text_append(out, label,
                    (size_t)snprintf(label, sizeof label, "%llu,%d,%s,", (unsigned long long)row->number, i + 1,
                                     outcome_of(&s)));
        csv_append(out, values, 4);
    }
    return true;
}

// ---- the words ----

static void run(int count, char **words)
{
    finger_words    w = { 0 };
    newton_words    n = { 0 };
    const char     *tip_text = NULL, *path = NULL, *direction = NULL, *previous = NULL, *threads = NULL;
    bool            json = false;
    request         r = { .has_direction = false };
    const parameter parameters[] = {
        FINGER_PARAMETERS(w),
        NEWTON_PARAMETERS(n),
        { "--tip-mm", .text = &tip_text },
        { "--targets", .text = &path },
        { "--direction-deg", .text = &direction },
        { "--previous", .text = &previous },
        { "--json", .flag = &json },
        { "--threads", .text = &threads },
    };
    sort_words("solve little-finger", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    r.kind = read_finger("solve", &w, &r.finger);
    if (!tip_text && !path)
        fail("solve: no target given; use --tip-mm for one, or --targets for a file of them ('-': standard input)");
    if (tip_text && path)
        fail("solve: --tip-mm and --targets cannot be used together");
    if (path && json)
        fail("solve: --json works only with --tip-mm; --targets gives comma-separated values");
    if (threads && !path)
        fail("solve: --threads works only with --targets");
    r.is_newton =
        read_newton("solve", &n, r.kind, previous ? SWV_FINGER_START_PREVIOUS : SWV_FINGER_START_NEUTRAL, &r.newton);
    if (r.is_newton && direction)
        fail("solve: --direction-deg and --newton cannot be used together");
    if (r.kind == SWV_FINGER_COUPLED && !r.is_newton && (direction || previous))
        fail("solve: %s is for a free finger; a coupled one has only one posture",
             direction ? "--direction-deg" : "--previous");
    if (direction && previous)
        fail("solve: --direction-deg and --previous cannot be used together");
    if (direction) {
        read_numbers("--direction-deg", direction, 1, "a direction is 1 number, in degrees", &r.direction);
        r.direction *= DEG;
        r.has_direction = true;
    }
    if (previous) {
        read_numbers("--previous", previous, 3, "a posture has 3, in degrees", r.previous);
        for (int i = 0; i < 3; i++)
            r.previous[i] *= DEG;
        r.last = r.newton.previous = r.previous;
    }
    if (path) {
        bulk_run(&(bulk_job){ .path = path,
                              .columns = 2,
                              .expected = "a tip has 2",
                              .row_name = "target",
                              .header = "target,solution,outcome,tip_error,q1,q2,q3",
                              .threads = read_threads(threads),
                              .work = answer,
                              .context = &r });
        return;
    }
    const swv_point  tip = read_point_mm("--tip-mm", tip_text);
    finger_solutions s;
    const swv_status status = find_solutions(&r, tip, &s);
    if (status != SWV_OK)
        fail("solve: %s", swv_status_text(status));
    if (json)
        json_solutions(&r, tip, &s);
    else
        print_solutions(&r, &s);
}

const solver finger_solver = {
    { "little-finger", "little-finger-coupled" },
    "the little finger in its plane, exact; its last joint is free or coupled",
    "usage: swivel solve little-finger --tip-mm X,Y [--coupled] [OPTION ...]\n"
    "       swivel solve little-finger --targets FILE [--coupled] [OPTION ...]\n"
    "\n"
    "Finds the postures of the finger, inside its limits, that bring its tip to a point of its plane: x along the\n"
    "straight finger, y up; flexion is negative. The coupled finger has one. The free finger has many: the one whose "
    "last\n"
    "joint is nearest to the coupling is taken. If out of reach, the tip comes as close as possible.\n"
    "\n"
    "  --tip-mm X,Y           the position of the tip, in millimetres from the knuckle\n" FINGER_USAGE
    "  --direction-deg A      free finger: where its last bone is to point, in degrees from x. Up to two postures\n"
    "  --previous A,B,C       free finger: three angles in degrees; the posture nearest to these. With --newton, of "
    "both\n"
    "                         fingers: where it starts\n" NEWTON_USAGE(
        "neutral, and previous with --previous") "  --json                 everything as JSON: radians, metres\n"
                                                 "  --targets FILE         many targets, one per line: x,y in metres; "
                                                 "'-' is standard input. Writes "
                                                 "comma-separated\n"
                                                 "                         values, a line a posture: the target's "
                                                 "number, the posture's, the outcome (reached,\n"
                                                 "                         out of reach, no solution), the tip's error "
                                                 "in metres and the angles in radians\n"
                                                 "  --threads N            targets computed at once. Default: the "
                                                 "number of cores\n"
                                                 "\n"
                                                 "example:\n"
                                                 "  swivel solve little-finger --tip-mm 30,-20 --coupled\n",
    run,
};
