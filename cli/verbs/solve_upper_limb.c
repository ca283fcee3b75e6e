// SPDX-License-Identifier: MIT
// solve upper-limb: clavicle, scapula and arm together, for one wrist or for each of a file.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <swivel/models.h>
#include <swivel/natural.h>
#include <swivel/shoulder.h>

#include "words/arm_words.h"
#include "io/bulk.h"
#include "io/csv.h"
#include "io/json.h"
#include "words/upper_limb_words.h"
#include "io/message.h"
#include "verbs/solve.h"
#include "io/text.h"
#include "words/values.h"
#include "words/words.h"

typedef struct request {
    swv_upper_limb         limb;
    swv_upper_limb_goal    goal;        ///< all but wrist and rotation
    bool                   has_swivel;  ///< else where a person would hold the elbow
    swv_upper_limb_options options;
} request;

// ---- solving ----

// The natural elbow depends on where GH is, and GH a little on the elbow: twice is enough for what a person would notice.
static swv_status solve_goal(const request *r, swv_upper_limb_goal *goal, swv_upper_limb_posture *p,
                             swv_upper_limb_report *report)
{
    if (r->has_swivel)
        return swv_upper_limb_solve(&r->limb, goal, NULL, &r->options, p, report);
    const swv_arm *arm = &r->limb.arm;
    double         rest[SWV_GIRDLE_ANGLES];
    swv_vec3       gh;
    swv_status     status = swv_upper_limb_rest(&r->limb, rest, &gh);
    for (int k = 0; k < 2 && status == SWV_OK; k++) {
        const swv_pose hand = { swv_vec3_sub(goal->wrist, gh), swv_arm_palm_axes(arm->side, goal->rotation) };
        swv_vec3       direction;
        const double   reach = arm->upper_arm + arm->forearm;
        status = goal->has_rotation ? swv_natural_elbow(arm->side, reach, &hand, &direction)
                                    : swv_natural_elbow_at(arm->side, reach, hand.position, &direction);
        if (status == SWV_OK)
            status = swv_arm_swivel_towards(arm, hand.position, direction, &goal->swivel);
        if (status == SWV_OK)
            status = swv_upper_limb_solve(&r->limb, goal, NULL, &r->options, p, report);
        gh = p->gh;
    }
    return status;
}

// ---- one target ----

static void print_place(const char *name, swv_vec3 p)
{
    printf("    %-22s %10.6f %10.6f %10.6f\n", name, p.x, p.y, p.z);
}

static void print_posture(const request *r, const swv_upper_limb_posture *p, const swv_upper_limb_report *report)
{
    const swv_model *model = swv_model_at(swv_model_find("arm7"));
    const char      *unit = r->limb.arm.upper_arm > 1.0 ? "units" : "m";
    printf("%s", swv_outcome_text(report->outcome));
    if (report->outcome == SWV_OUT_OF_REACH)
        printf(": %.4g %s short", report->position_error, unit);
    if (report->outcome == SWV_UNSETTLED)
        printf(": the girdle is off its rhythm by %.2g %s", report->gh_change, unit);
    for (int i = 0, first = 1; i < 7; i++) {
        if (report->outside >> i & 1) {
            printf("%s%s", first ? "; limits broken: " : ", ", model->joint_names[i]);
            first = 0;
        }
    }
    printf("; %d iterations\n\n    angle                     degrees\n", report->iterations);
    for (int i = 0; i < SWV_GIRDLE_ANGLES; i++)
        printf("    %-22s %10.3f%s\n", swv_girdle_angle_name(i), shown_degrees(p->girdle[i], 3),
               report->held >> i & 1 ? "  (held at its limit)" : "");
    printf("    %-22s %10.3f\n", "humerus-elevation", shown_degrees(p->elevation, 3));
    printf("    %-22s %10.3f\n", "humerus-plane", shown_degrees(p->plane, 3));
    for (int i = 0; i < 7; i++)
        printf("    %-22s %10.3f%s\n", model->joint_names[i], shown_degrees(p->q[i], 3),
               report->outside >> i & 1 ? " *" : "");
    printf("    %-22s %10.3f\n", "swivel", shown_degrees(p->swivel, 3));
    printf("    %-22s %10.3f\n", "pronation", shown_degrees(p->pronation, 3));
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

static void json_posture(const swv_upper_limb_posture *p, const swv_upper_limb_report *report)
{
    printf("{\"model\": \"upper-limb\", \"outcome\": \"%s\", \"iterations\": %d", swv_outcome_text(report->outcome),
           report->iterations);
    json_named("gh_change", report->gh_change);
    json_named("position_error", report->position_error);
    json_named("rotation_error", report->rotation_error);
    fputs(",\n \"girdle\": {", stdout);
    for (int i = 0; i < SWV_GIRDLE_ANGLES; i++) {
        printf("%s\"%s\": ", i ? ", " : "", swv_girdle_angle_name(i));
        json_number(p->girdle[i]);
    }
    fputs("},\n \"q\": ", stdout);
    json_numbers(p->q, 7);
    printf(", \"outside\": ");
    json_names(swv_model_at(swv_model_find("arm7"))->joint_names, report->outside);
    json_named("swivel", p->swivel);
    json_named("elevation", p->elevation);
    json_named("plane", p->plane);
    json_named("pronation", p->pronation);
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

enum { WRIST = 3, WRIST_AND_SWIVEL = 4, NUMBERS = 18 };

static bool answer(const void *context, const bulk_row *row, text_buffer *out, char problem[CSV_PROBLEM_SIZE])
{
    request                r = *(const request *)context;
    swv_upper_limb_goal    goal = r.goal;
    swv_upper_limb_posture p;
    swv_upper_limb_report  report;
    if (row->columns == WRIST_AND_SWIVEL && r.has_swivel) {
        snprintf(problem, CSV_PROBLEM_SIZE, "the targets have swivels of their own; leave out --swivel-deg");
        return false;
    }
    goal.wrist = (swv_vec3){ row->values[0], row->values[1], row->values[2] };
    if (row->columns == WRIST_AND_SWIVEL) {
        goal.swivel = row->values[3];
        r.has_swivel = true;
    }
    const swv_status status = solve_goal(&r, &goal, &p, &report);
    if (status != SWV_OK) {
        snprintf(problem, CSV_PROBLEM_SIZE, "%s", swv_status_text(status));
        return false;
    }
    char   label[64];
    double numbers[NUMBERS] = { report.position_error, report.gh_change };
    memcpy(numbers + 2, p.girdle, sizeof p.girdle);
    numbers[8] = p.gh.x;
    numbers[9] = p.gh.y;
    numbers[10] = p.gh.z;
    memcpy(numbers + 11, p.q, sizeof p.q);
    text_append(out, label,
                (size_t)snprintf(label, sizeof label, "%llu,%s,", (unsigned long long)row->number,
                                 swv_outcome_text(report.outcome)));
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
    goal->wrist = (swv_vec3){ p[0], p[1], p[2] };
    if (!orient)
        return;
    read_numbers("--orient", orient, 4, "a quaternion has 4", q);
    swv_pose hand = { goal->wrist, { q[0], q[1], q[2], q[3] } };
    if (swv_pose_check(&hand) != SWV_OK)
        fail("--orient: the quaternion is zero");
    goal->has_rotation = true;
    goal->rotation = hand.rotation;
}

static void run(int count, char **words)
{
    upper_limb_words w = { 0 };
    request          r = { .has_swivel = false };
    bool             json = false, plain = false;
    const char      *model = NULL, *wrist = NULL, *orient = NULL, *swivel = NULL, *shoulder = NULL, *pronation = NULL;
    const char      *raising = NULL, *path = NULL, *threads = NULL;
    const parameter  parameters[] = {
         { "MODEL", .text = &model, .required = true },
         { "--wrist", .text = &wrist },
         { "--orient", .text = &orient },
         { "--swivel-deg", .text = &swivel },
         { "--shoulder-deg", .text = &shoulder },
         { "--pronation-deg", .text = &pronation },
         { "--raising", .text = &raising },
         UPPER_LIMB_PARAMETERS(w),
         { "--plain", .flag = &plain },
         { "--json", .flag = &json },
         { "--targets", .text = &path },
         { "--threads", .text = &threads },
    };
    sort_words("solve upper-limb", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    read_upper_limb(&w, &r.limb);
    if (!wrist && !path)
        fail("solve: no target given; use --wrist for one, or --targets for a file of them ('-': standard input)");
    if (wrist && path)
        fail("solve: --wrist and --targets exclude each other");
    if (path && (json || orient))
        fail("solve: %s goes with --wrist", json ? "--json" : "--orient");
    if (threads && !path)
        fail("solve: --threads goes with --targets");
    if (pronation && orient)
        fail("solve: --orient says how the hand is turned; leave out --pronation-deg");
    if (swivel) {
        r.goal.swivel = read_angle("--swivel-deg", swivel);
        r.has_swivel = true;
    }
    if (pronation)
        r.goal.pronation = read_angle("--pronation-deg", pronation);
    if (shoulder) {
        double degrees[2];
        read_numbers("--shoulder-deg", shoulder, 2, "a shoulder's movement has 2: elevation, protraction", degrees);
        r.goal.shoulder_elevation = degrees[0] * SWV_PI / 180.0;
        r.goal.shoulder_protraction = degrees[1] * SWV_PI / 180.0;
    }
    if (raising) {
        read_numbers("--raising", raising, 1, "it is 1 number, from -1 to 1", &r.goal.raising);
        if (!(fabs(r.goal.raising) <= 1.0))
            fail("--raising: '%s' is outside -1 to 1", raising);
    }
    r.options.method = plain ? SWV_UPPER_LIMB_PLAIN : SWV_UPPER_LIMB_NEWTON;
    if (path) {
        bulk_run(&(bulk_job){
            .path = path,
            .columns = WRIST,
            .optional_columns = WRIST_AND_SWIVEL - WRIST,
            .expected = "a target has 3, or 4 with its swivel",
            .row_name = "target",
            .header = "target,outcome,position_error,gh_change,clavicle_elevation,clavicle_protraction,"
                      "scapula_elevation,scapula_protraction,scapula_tilt,clavicle_rotation,gh_x,gh_y,gh_z,"
                      "q1,q2,q3,q4,q5,q6,q7",
            .threads = read_threads(threads),
            .work = answer,
            .context = &r,
        });
        return;
    }
    swv_upper_limb_posture p;
    swv_upper_limb_report  report;
    read_goal(wrist, orient, &r.goal);
    const swv_status status = solve_goal(&r, &r.goal, &p, &report);
    if (status != SWV_OK)
        fail("solve: %s", swv_status_text(status));
    if (json)
        json_posture(&p, &report);
    else
        print_posture(&r, &p, &report);
}

const solver upper_limb_solver = {
    { "upper-limb" },
    "clavicle, scapula and arm, moving together as in a living body",
    "usage: swivel solve upper-limb --wrist X,Y,Z [OPTION ...]\n"
    "       swivel solve upper-limb --targets FILE [OPTION ...]\n"
    "\n"
    "Finds the posture in which clavicle and scapula are where the humerus wants them, and the humerus where they and\n"
    "the wrist want it. Out of reach, it is the one whose wrist is nearest.\n"
    "\n"
    "  --wrist X,Y,Z          where the wrist is to be: metres from the sternoclavicular joint, between breastbone "
    "and\n"
    "                         clavicle; x right, y forward, z up\n"
    "  --orient QX,QY,QZ,QW   how the hand is to be turned, as a quaternion. Default: in line with the forearm\n"
    "  --swivel-deg A         turn the elbow about the line from shoulder to wrist: 0 is lowest. Default: where a "
    "person\n"
    "                         would hold it\n"
    "  --shoulder-deg ELEVATION,PROTRACTION\n"
    "                         move the shoulder, the wrist held fast: the clavicle goes so much further than its "
    "rhythm\n"
    "  --pronation-deg A      turn the forearm, the hand in line with it\n"
    "  --raising F            1: the arm is being raised, -1: lowered; anything between. Default: 0\n" UPPER_LIMB_USAGE
    "  --plain                by the document's own iteration, which does not always converge\n"
    "  --json                 everything as JSON: radians, metres\n"
    "  --targets FILE         many wrists, one a line: x,y,z and, if the first has it, the swivel; radians, metres;\n"
    "                         '-' is standard input. Writes comma-separated values, a line each: its number, the\n"
    "                         outcome (reached, out of reach, limited, unsettled), how far the wrist is off, by how\n"
    "                         much the shoulder would still move, the girdle's angles, where the shoulder is, and the\n"
    "                         angles of the arm\n"
    "  --threads N            so many targets at once. Default: as many as there are cores\n"
    "\n"
    "example:\n"
    "  swivel solve upper-limb --wrist 0.35,0.4,0.1 --swivel-deg -20\n",
    run,
};
