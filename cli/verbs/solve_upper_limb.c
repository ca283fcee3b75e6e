// SPDX-License-Identifier: MIT
// solve upper-limb: clavicle, scapula and arm together, for one wrist or for each of a file.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <swivel_papers/girdle.h>

#include "words/arm_words.h"
#include "io/bulk.h"
#include "io/csv.h"
#include "io/json.h"
#include "words/upper_limb_words.h"
#include "io/message.h"
#include "verbs/solve_ascione.h"
#include "verbs/solve.h"
#include "io/text.h"
#include "words/values.h"
#include "words/words.h"
#include "words/solutions.h"

typedef struct request {
    swv_upper_limb         limb;
    swv_upper_limb_goal    goal;  ///< all but where the hand is
    swv_upper_limb_options options;
    bool                   holds_table_1;  ///< all of it: the rotation of the elbow too
} request;

/// All that is told of a posture.
typedef struct settled_limb {
    swv_upper_limb_posture posture;
    swv_upper_limb_report  report;
    double                 angles[SWV_LIMB_ANGLES];
    uint32_t               outside_table_1;  ///< if it is to be held
} settled_limb;

static swv_status solve_goal(const request *r, const swv_upper_limb_goal *goal, settled_limb *s)
{
    s->outside_table_1 = 0;
    const swv_status status = r->holds_table_1
                                  ? swv_upper_limb_solve_as_ascione(&r->limb, goal, NULL, &r->options, &s->posture,
                                                                    &s->report, &s->outside_table_1)
                                  : swv_upper_limb_solve(&r->limb, goal, NULL, &r->options, &s->posture, &s->report);
    return status == SWV_OK ? swv_limb_angles(&r->limb.arm, &s->posture.arm, s->angles) : status;
}

// ---- one target ----

static void print_place(const char *name, swv_vec3 p)
{
    printf("    %-22s %10.6f %10.6f %10.6f\n", name, p.x, p.y, p.z);
}

static void print_posture(const request *r, const settled_limb *s)
{
    const swv_upper_limb_posture *p = &s->posture;
    const swv_upper_limb_report  *report = &s->report;
    const char                   *unit = r->limb.arm.upper > 1.0 ? "units" : "m";
    printf("%s", swv_outcome_text(report->outcome));
    if (report->outcome == SWV_OUT_OF_REACH)
        printf(": %.4g %s short", report->position_error, unit);
    if (report->outcome == SWV_UNSETTLED)
        printf(": the girdle is off its rhythm by %.2g %s", report->gh_error, unit);
    for (int i = 0, first = 1; i < SWV_LIMB_LIMITS; i++) {
        if (report->broken >> i & 1) {
            printf("%s%s", first ? "; limits broken: " : ", ", swv_limb_limit_name(SWV_LIMB_ARM, i));
            first = 0;
        }
    }
    for (int i = 0; i < SWV_ASCIONE_MOVEMENTS; i++)
        if (s->outside_table_1 >> i & 1)
            printf("; outside table 1: %s", swv_ascione_movement_name(i));
    if (report->outcome == SWV_LIMITED && !report->broken && !s->outside_table_1)
        printf(": the hand is off by %.4g %s, %.4g degrees", report->position_error, unit,
               shown_degrees(report->rotation_error, 4));
    printf("; %d iterations\n\n    angle                     degrees\n", report->iterations);
    for (int i = 0; i < SWV_GIRDLE_ANGLES; i++)
        printf("    %-22s %10.3f%s\n", swv_girdle_angle_name(i), shown_degrees(p->girdle[i], 3),
               report->held >> i & 1 ? "  (held at its limit)" : "");
    for (int i = 0; i < SWV_LIMB_ANGLES; i++)
        printf("    %-22s %10.3f\n", swv_limb_angle_name(SWV_LIMB_ARM, i), shown_degrees(s->angles[i], 3));
    printf("    %-22s %10.3f\n", "swivel", shown_degrees(p->swivel, 3));
    if (fabs(swv_angle_wrap(p->swivel - report->wished)) > 1e-3)
        printf("    (the wish was %.6g degrees)\n", shown_degrees(report->wished, 6));
    printf("\n    place, %-5s                   x          y          z\n", unit);
    print_place("acromioclavicular", p->ac);
    print_place("glenohumeral", p->gh);
    print_place("elbow", p->elbow);
    print_place("wrist", p->wrist);
}

static void json_named(const char *name, double value)
{
    printf(", \"%s\": ", name);
    json_number(value);
}

static void json_bone(const char *before, swv_quat q)
{
    fputs(before, stdout);
    json_numbers((const double[]){ q.x, q.y, q.z, q.w }, 4);
}

static void json_posture(const settled_limb *s)
{
    const swv_upper_limb_posture *p = &s->posture;
    const swv_upper_limb_report  *report = &s->report;
    const char                   *limits[SWV_LIMB_LIMITS];
    for (int i = 0; i < SWV_LIMB_LIMITS; i++)
        limits[i] = swv_limb_limit_name(SWV_LIMB_ARM, i);
    printf("{\"model\": \"upper-limb\", \"outcome\": \"%s\", \"iterations\": %d, \"broken\": ",
           swv_outcome_text(report->outcome), report->iterations);
    json_names(limits, report->broken);
    if (s->outside_table_1) {
        const char *movements[SWV_ASCIONE_MOVEMENTS];
        for (int i = 0; i < SWV_ASCIONE_MOVEMENTS; i++)
            movements[i] = swv_ascione_movement_name(i);
        fputs(", \"outside_table_1\": ", stdout);
        json_names(movements, s->outside_table_1);
    }
    json_named("excess", report->excess);
    json_named("gh_error", report->gh_error);
    json_named("position_error", report->position_error);
    json_named("rotation_error", report->rotation_error);
    fputs(",\n \"girdle\": {", stdout);
    for (int i = 0; i < SWV_GIRDLE_ANGLES; i++) {
        printf("%s\"%s\": ", i ? ", " : "", swv_girdle_angle_name(i));
        json_number(p->girdle[i]);
    }
    json_bone("},\n \"bones\": {\"upper\": ", p->arm.upper);
    json_bone(",\n           \"lower\": ", p->arm.lower);
    json_bone(",\n           \"end\": ", p->arm.end);
    fputs("},\n \"angles\": {", stdout);
    for (int i = 0; i < SWV_LIMB_ANGLES; i++) {
        printf("%s\"%s\": ", i ? ", " : "", swv_limb_angle_name(SWV_LIMB_ARM, i));
        json_number(s->angles[i]);
    }
    putchar('}');
    json_named("swivel", p->swivel);
    json_named("wished", report->wished);
    fputs(",\n \"ac\": ", stdout);
    json_vector(p->ac);
    fputs(", \"gh\": ", stdout);
    json_vector(p->gh);
    fputs(", \"elbow\": ", stdout);
    json_vector(p->elbow);
    fputs(", \"wrist\": ", stdout);
    json_vector(p->wrist);
    puts("}");
}

// ---- many ----

enum { WRIST = 3, WRIST_AND_SWIVEL = 4, NUMBERS = 2 + SWV_GIRDLE_ANGLES + 6 + SWV_LIMB_ANGLES };

static bool answer(const void *context, const bulk_row *row, text_buffer *out, char problem[CSV_PROBLEM_SIZE])
{
    const request      *r = context;
    swv_upper_limb_goal goal = r->goal;
    settled_limb        s;
    if (row->columns == WRIST_AND_SWIVEL && goal.arm.elbow != SWV_ELBOW_NATURAL) {
        snprintf(problem, CSV_PROBLEM_SIZE,
                 "the targets have swivels of their own; leave out --swivel-deg and --elbow-towards");
        return false;
    }
    goal.arm.end.position = (swv_vec3){ row->values[0], row->values[1], row->values[2] };
    if (row->columns == WRIST_AND_SWIVEL) {
        goal.arm.elbow = SWV_ELBOW_SWIVEL;
        goal.arm.swivel = row->values[3];
    }
    if (!is_solved(solve_goal(r, &goal, &s), problem))
        return false;
    char                          label[64];
    double                        numbers[NUMBERS] = { s.report.position_error, s.report.gh_error };
    const swv_upper_limb_posture *p = &s.posture;
    const double                  places[6] = { p->gh.x, p->gh.y, p->gh.z, p->elbow.x, p->elbow.y, p->elbow.z };
    memcpy(numbers + 2, p->girdle, sizeof p->girdle);
    memcpy(numbers + 2 + SWV_GIRDLE_ANGLES, places, sizeof places);
    memcpy(numbers + 8 + SWV_GIRDLE_ANGLES, s.angles, sizeof s.angles);
    text_append(out, label,
                (size_t)snprintf(label, sizeof label, "%llu,%s,", (unsigned long long)row->number,
                                 swv_outcome_text(s.report.outcome)));
    csv_append(out, numbers, NUMBERS);
    return true;
}

// ---- the words ----

static double read_angle(const char *option, const char *text)
{
    double degrees;
    read_numbers(option, text, 1, "an angle is 1 number, in degrees", &degrees);
    return degrees * SWV_PI / 180.0;
}

static void read_goal(const char *wrist, const char *orient, swv_upper_limb_goal *goal)
{
    double p[3], q[4];
    read_numbers("--wrist", wrist, 3, "a position has 3", p);
    goal->arm.end.position = (swv_vec3){ p[0], p[1], p[2] };
    if (!orient)
        return;
    read_numbers("--orient", orient, 4, "a quaternion has 4", q);
    swv_pose hand = { goal->arm.end.position, { q[0], q[1], q[2], q[3] } };
    if (swv_pose_check(&hand) != SWV_OK)
        fail("--orient: the quaternion is zero");
    goal->arm.is_position_only = false;
    goal->arm.end = hand;
}

/// The options as they were typed; NULL: not given.
typedef struct typed {
    const char *model, *wrist, *orient, *swivel, *towards, *shoulder, *pronation, *raising, *path, *threads, *tolerance;
    bool        json, plain, single, keep_hand;
} typed;

// Options that exclude each other.
static void check_options(const typed *w)
{
    if (!w->wrist && !w->path)
        fail("solve: no target given; use --wrist for one, or --targets for a file of them ('-': standard input)");
    if (w->wrist && w->path)
        fail("solve: --wrist and --targets cannot be used together");
    if (w->path && (w->json || w->orient))
        fail("solve: %s works only with --wrist", w->json ? "--json" : "--orient");
    if (w->threads && !w->path)
        fail("solve: --threads works only with --targets");
    if (w->pronation && w->orient)
        fail("solve: --orient sets the hand's orientation; leave out --pronation-deg");
    if (w->swivel && w->towards)
        fail("solve: --swivel-deg and --elbow-towards cannot be used together");
}

// What goes with --plain, and what only with it.
static void check_plain(const typed *w)
{
    const char *unknown = w->orient      ? "--orient"
                          : w->towards   ? "--elbow-towards"
                          : w->pronation ? "--pronation-deg"
                          : w->keep_hand ? "--keep-hand"
                                         : NULL;
    if (w->plain && unknown)
        fail("solve: --plain knows a wrist, a swivel, a moved shoulder and --raising; leave out %s", unknown);
    if (!w->plain && (w->tolerance || w->single))
        fail("solve: %s works only with --plain", w->tolerance ? "--tolerance" : "--single");
}

// What is asked beside the hand's pose.
static void read_wishes(const typed *w, swv_upper_limb_goal *goal)
{
    if (w->swivel) {
        goal->arm.swivel = read_angle("--swivel-deg", w->swivel);
        goal->arm.elbow = SWV_ELBOW_SWIVEL;
    }
    if (w->towards) {
        double d[3];
        read_numbers("--elbow-towards", w->towards, 3, "a direction has 3", d);
        goal->arm.direction = (swv_vec3){ d[0], d[1], d[2] };
        goal->arm.elbow = SWV_ELBOW_TOWARDS;
    }
    if (w->pronation) {
        goal->has_pronation = true;
        goal->pronation = read_angle("--pronation-deg", w->pronation);
    }
    if (w->shoulder) {
        double degrees[2];
        read_numbers("--shoulder-deg", w->shoulder, 2, "a shoulder's movement has 2: elevation, protraction", degrees);
        goal->shoulder_elevation = degrees[0] * SWV_PI / 180.0;
        goal->shoulder_protraction = degrees[1] * SWV_PI / 180.0;
    }
    if (w->raising) {
        read_numbers("--raising", w->raising, 1, "it is 1 number, from -1 to 1", &goal->raising);
        if (!(fabs(goal->raising) <= 1.0))
            fail("--raising: '%s' is outside -1 to 1", w->raising);
    }
}

static void solve_file(request *r, const char *path, int threads)
{
    bulk_run(&(bulk_job){
        .path = path,
        .columns = WRIST,
        .optional_columns = WRIST_AND_SWIVEL - WRIST,
        .expected = "a target has 3, or 4 with its swivel",
        .row_name = "target",
        .header = "target,outcome,position_error,gh_error,clavicle_elevation,clavicle_protraction,"
                  "scapula_elevation,scapula_protraction,scapula_tilt,clavicle_rotation,gh_x,gh_y,gh_z,"
                  "ex,ey,ez,shoulder-plane,shoulder-elevation,shoulder-rotation,elbow-flexion,pronation,"
                  "wrist-flexion,wrist-deviation",
        .threads = threads,
        .work = answer,
        .context = r,
    });
}

// The method of Ascione and others: their rhythm, unless another is asked for, and the lowest elbow.
static void run_plain(const typed *w, upper_limb_words *limb, request *r)
{
    ascione_request plain = { .options = { .is_single = w->single } };
    if (limb->yield)
        fail("solve: --plain has no yield; leave out --yield-deg");
    limb->rhythm = limb->rhythm ? limb->rhythm : rhythm_names[RHYTHM_ASCIONE];
    read_upper_limb(limb, &plain.limb);
    plain.shows_limits = limb->ascione_limits;
    r->goal.arm.elbow = SWV_ELBOW_SWIVEL;
    if (w->tolerance) {
        read_numbers("--tolerance", w->tolerance, 1, "it is 1 length, in the limb's unit", &plain.options.tolerance);
        if (!(plain.options.tolerance >= 0.0))
            fail("--tolerance: '%s' is negative", w->tolerance);
    }
    if (!w->path)
        read_goal(w->wrist, NULL, &r->goal);
    plain.goal = r->goal;
    if (w->path)
        solve_file_as_ascione(&plain, w->path, read_threads(w->threads));
    else
        solve_as_ascione(&plain, w->json);
}

static void run(int count, char **words)
{
    upper_limb_words limb = { 0 };
    typed            w = { .json = false };
    request          r = { .goal = { .arm = { .is_position_only = true } } };
    const parameter  parameters[] = {
         { "MODEL", .text = &w.model, .required = true },
         { "--wrist", .text = &w.wrist },
         { "--orient", .text = &w.orient },
         { "--swivel-deg", .text = &w.swivel },
         { "--elbow-towards", .text = &w.towards },
         { "--shoulder-deg", .text = &w.shoulder },
         { "--pronation-deg", .text = &w.pronation },
         { "--raising", .text = &w.raising },
         UPPER_LIMB_PARAMETERS(limb),
         { "--keep-hand", .flag = &w.keep_hand },
         { "--plain", .flag = &w.plain },
         { "--tolerance", .text = &w.tolerance },
         { "--single", .flag = &w.single },
         { "--json", .flag = &w.json },
         { "--targets", .text = &w.path },
         { "--threads", .text = &w.threads },
    };
    sort_words("solve upper-limb", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    check_options(&w);
    check_plain(&w);
    read_wishes(&w, &r.goal);
    if (w.plain) {
        run_plain(&w, &limb, &r);
        return;
    }
    read_upper_limb(&limb, &r.limb);
    r.holds_table_1 = limb.ascione_limits;
    r.options.compromise = w.keep_hand ? SWV_KEEP_HAND : SWV_KEEP_LIMITS;
    if (w.path) {
        solve_file(&r, w.path, read_threads(w.threads));
        return;
    }
    settled_limb s;
    read_goal(w.wrist, w.orient, &r.goal);
    const swv_status status = solve_goal(&r, &r.goal, &s);
    if (status != SWV_OK)
        fail("solve: %s", swv_status_text(status));
    if (w.json)
        json_posture(&s);
    else
        print_posture(&r, &s);
}

const solver upper_limb_solver = {
    { "upper-limb" },
    "clavicle, scapula and arm, moving together",
    "usage: swivel solve upper-limb --wrist X,Y,Z [OPTION ...]\n"
    "       swivel solve upper-limb --targets FILE [OPTION ...]\n"
    "\n"
    "Solves clavicle, scapula and arm together: clavicle and scapula follow the rhythm of the raised humerus, the "
    "wrist\n"
    "reaches its goal, and the limits of people are kept. If no such posture exists, the hand gives way. If out of "
    "reach,\n"
    "the wrist comes as close as possible.\n"
    "\n"
    "  --wrist X,Y,Z          the position of the wrist: metres from the sternoclavicular joint, between breastbone "
    "and\n"
    "                         clavicle; x right, y forward, z up\n"
    "  --orient QX,QY,QZ,QW   orientation of the hand, as for 'solve arm'. Default: in line with the forearm,\n"
    "                         with natural pronation\n"
    "  --swivel-deg A         the elbow's angle on its circle. Default: where a person would hold it\n"
    "  --elbow-towards X,Y,Z  the same as a direction, from the line between shoulder and wrist\n"
    "  --shoulder-deg ELEVATION,PROTRACTION\n"
    "                         move the shoulder with the wrist held: rotate the clavicle this far beyond its rhythm\n"
    "  --pronation-deg A      pronation of the forearm, the hand in line with it: 0 is neutral, positive is palm down\n"
    "  --keep-hand            if no posture inside the limits reaches the hand's goal, break the limits, not the goal\n"
    "  --raising F            1: the arm is being raised, -1: lowered, or a value in between. Default: "
    "0\n" UPPER_LIMB_USAGE "  --plain                the method of Ascione et al. and nothing else: equations 1 and 2 "
    "everywhere, no limits, their\n"
    "                         angles q1 to q4 and p1 to p5; where it does not converge, it says so. With "
    "--ascione-limits\n"
    "                         it says what is outside table 1. Swivels from the lowest elbow, default 0; rhythm "
    "ascione\n"
    "  --tolerance D          with --plain: until the shoulder moves by less. Default: rounding; theirs is 0.001\n"
    "  --single               with --plain: in single precision\n"
    "  --json                 everything as JSON: radians, metres\n"
    "  --targets FILE         many wrists, one per line: x,y,z and, if the first has it, the swivel; radians, metres;\n"
    "                         '-' is standard input. Prints comma-separated values, a line each: its number, the\n"
    "                         outcome (reached, out of reach, limited, unsettled), how far the wrist is off, how far\n"
    "                         the shoulder would still move, the girdle's angles, where shoulder and elbow are,\n"
    "                         and the angles of the arm. With --plain: iterations, the two errors, q1 to q4, p1 to p5,\n"
    "                         and where shoulder and elbow are\n"
    "  --threads N            targets computed at once. Default: the number of cores\n"
    "\n"
    "example:\n"
    "  swivel solve upper-limb --wrist 0.35,0.4,0.1 --swivel-deg -20\n",
    run,
};
