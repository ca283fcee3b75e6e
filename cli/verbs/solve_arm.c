// SPDX-License-Identifier: MIT
// solve arm7 and leg7: the seven-joint limb in closed form, for one target or for each target of a file.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <swivel/arm.h>

#include "words/arm_words.h"
#include "io/bulk.h"
#include "io/csv.h"
#include "io/json.h"
#include "io/message.h"
#include "words/names.h"
#include "verbs/solve.h"
#include "words/values.h"
#include "words/words.h"

typedef struct request {
    arm_request   words;
    bool          all;
    const double *last;         ///< the posture to stay near, or NULL
    double        previous[7];  ///< what it points to
    int           held;         ///< the joint that is held, or -1
    double        held_at;
    bool          aims;   ///< the hand's axis points at a point, and its rotation does not matter
    swv_vec3      point;  ///< that point
} request;

typedef struct solutions {
    int            count;
    double         q[SWV_ARM_FAMILIES][7];
    swv_arm_report reports[SWV_ARM_FAMILIES];
    swv_arm_report none;  ///< if there is none: SWV_NOT_FOUND, or that the hand is out of reach or too near
} solutions;

// ---- solving ----

static swv_status find_one(const request *r, const swv_pose *hand, double wish, double q[7], swv_arm_report *report)
{
    const swv_arm *arm = &r->words.arm;
    if (r->held >= 0)
        return swv_arm_best_held(arm, hand, r->held, r->held_at, wish, r->last, q, report);
    return r->aims ? swv_arm_aim_hand(arm, hand->position, r->point, wish, r->last, q, report)
                   : swv_arm_best(arm, hand, wish, r->last, q, report);
}

// Everything one target needs, from numbers to numbers: no input, no output, nothing shared but what is only read. Many
// targets may be solved at the same time.
static swv_status find_solutions(const request *r, const swv_pose *hand, double wish, solutions *s)
{
    const swv_arm *arm = &r->words.arm;
    const bool     is_held = r->held >= 0;
    s->count = SWV_ARM_FAMILIES;
    if (r->all && !is_held)
        return swv_arm_solve(arm, hand, wish, s->q, s->reports);
    if (r->all) {
        const swv_status status = swv_arm_solve_held(arm, hand, r->held, r->held_at, s->q, s->reports, &s->count);
        if (status != SWV_OK || s->count > 0)
            return status;
    }
    double            q[7] = { 0.0 };
    const swv_status  status = find_one(r, hand, wish, q, &s->none);
    const swv_outcome outcome = s->none.outcome;
    s->count = !is_held || !(outcome == SWV_NOT_FOUND || outcome == SWV_OUT_OF_REACH || outcome == SWV_TOO_NEAR);
    s->reports[0] = s->none;
    memcpy(s->q[0], q, sizeof q);
    return status;
}

// ---- one target, for people ----

static place place_of(const swv_arm *arm, const double q[7])
{
    place    p = { 0 };
    swv_pose hand;
    (void)swv_arm_forward(arm, q, &hand, &p.elbow);
    (void)swv_arm_swivel_of(arm, q, &p.swivel);
    return p;
}

static void print_summary(const request *r, const solutions *s, double wish)
{
    const swv_model *model = r->words.model;
    char             text[OUTCOME_SIZE];
    if (r->held >= 0)
        printf("%s held at %.6g degrees: ", model->joint_names[r->held], shown_degrees(r->held_at, 6));
    if (s->count == 0) {
        if (s->none.outcome != SWV_NOT_FOUND) {
            describe_outcome(text, &(ending){ s->none.outcome, .position_error = s->none.position_error });
            puts(text);
        } else {
            puts("no solution");
        }
        return;
    }
    if (!r->all) {
        const ending e = arm_ending(model, &s->reports[0]);
        describe_outcome(text, &e);
        puts(text);
        return;
    }
    int inside = 0;
    for (int i = 0; i < s->count; i++)
        inside += s->reports[i].outside == 0;
    printf("%d solution%s", s->count, s->count == 1 ? "" : "s");
    if (r->held < 0)
        printf(" at swivel %.6g degrees", shown_degrees(wish, 6));
    printf(", %d inside the limits\n", inside);
}

static void print_solutions(const request *r, const solutions *s, double wish)
{
    const swv_model *model = r->words.model;
    print_summary(r, s, wish);
    if (s->count == 0)
        return;
    place places[SWV_ARM_FAMILIES];
    for (int i = 0; i < s->count; i++)
        places[i] = place_of(&r->words.arm, s->q[i]);

    fputs("\n    joint         ", stdout);
    for (int i = 0; i < s->count; i++) {
        if (r->all)
            printf(" %9d ", i + 1);
        else
            fputs("   degrees ", stdout);
    }
    puts("   limits");
    for (int joint = 0; joint < 7; joint++) {
        const int written = printf("%3d %-14s", joint + 1, model->joint_names[joint]);
        for (int i = 0; i < s->count; i++)  // a long name takes of the first number's width
            printf("%*.3f%c", i == 0 ? 28 - written : 10, shown_degrees(s->q[i][joint], 3),
                   s->reports[i].outside >> joint & 1 ? '*' : ' ');
        print_limits(r->words.arm.limits[joint].lower, r->words.arm.limits[joint].upper);
    }
    putchar('\n');
    print_places(r->words.arm.is_leg, 14, r->held < 0 ? 1 : s->count, places);  // one swivel: one elbow for all
    if (!r->all) {
        if (r->held < 0 && fabs(swv_angle_wrap(places[0].swivel - wish)) > 1e-6)
            printf("    (the wish was %.6g degrees)\n", shown_degrees(wish, 6));
        return;
    }
    putchar('\n');
    for (int i = 0; i < s->count; i++) {
        char         text[OUTCOME_SIZE];
        const ending e = arm_ending(model, &s->reports[i]);
        describe_outcome(text, &e);
        printf("%3d %s\n", i + 1, text);
    }
}

// ---- one target, as JSON ----

static void json_solutions(const request *r, const swv_pose *hand, const solutions *s)
{
    const swv_model *model = r->words.model;
    json_request(&r->words, hand);
    fputs(" \"held\": ", stdout);
    if (r->held >= 0) {
        fputs("{\"joint\": ", stdout);
        json_string(model->joint_names[r->held]);
        fputs(", \"value\": ", stdout);
        json_number(r->held_at);
        putchar('}');
    } else {
        fputs("null", stdout);
    }
    puts(",\n \"solutions\": [");
    for (int i = 0; i < s->count; i++) {
        const swv_arm_report *report = &s->reports[i];
        const place           p = place_of(&r->words.arm, s->q[i]);
        printf("    {\"solution\": %d, \"outcome\": \"%s\", \"outside\": ", i + 1, swv_outcome_text(report->outcome));
        json_names(model->joint_names, report->outside);
        fputs(",\n     \"q\": ", stdout);
        json_numbers(s->q[i], 7);
        fputs(",\n     \"swivel\": ", stdout);
        json_number(p.swivel);
        fputs(", \"elbow\": ", stdout);
        json_vector(p.elbow);
        fputs(",\n     \"position_error\": ", stdout);
        json_number(report->position_error);
        fputs(", \"rotation_error\": ", stdout);
        json_number(report->rotation_error);
        puts(i + 1 < s->count ? "}," : "}");
    }
    puts(" ]}");
}

// ---- many targets ----

static void append_solutions(text_buffer *out, const solutions *s, uint64_t target)
{
    if (s->count == 0) {
        const bool is_not_found = s->none.outcome == SWV_NOT_FOUND;
        append_label(out, target, 0, is_not_found ? "no solution" : swv_outcome_text(s->none.outcome));
        text_append(out, ",,,,,,,,\n", 9);
    }
    for (int i = 0; i < s->count; i++) {
        const swv_arm_report *report = &s->reports[i];
        double                row[9] = { report->position_error, report->rotation_error };
        memcpy(row + 2, s->q[i], sizeof s->q[i]);
        append_label(out, target, i + 1, swv_outcome_text(report->outcome));
        csv_append(out, row, 9);
    }
}

enum { POSE = 7, POSE_AND_SWIVEL = 8 };

static bool answer(const void *context, const bulk_row *row, text_buffer *out, char problem[CSV_PROBLEM_SIZE])
{
    const request *r = context;
    const double  *v = row->values;
    const bool     has_swivel = row->columns == POSE_AND_SWIVEL;
    swv_pose       hand;
    solutions      s;
    if (has_swivel && r->words.wishes == WISH_GIVEN) {
        snprintf(problem, CSV_PROBLEM_SIZE, "the targets have swivels of their own; leave out --swivel-deg");
        return false;
    }
    if (!row_pose(v, 1, &hand, problem))
        return false;
    const swv_status status = find_solutions(r, &hand, has_swivel ? v[7] : arm_wish(&r->words, &hand), &s);
    if (status != SWV_OK) {
        snprintf(problem, CSV_PROBLEM_SIZE, "%s", swv_status_text(status));
        return false;
    }
    append_solutions(out, &s, row->number);
    return true;
}

static void solve_file(const request *r, const char *path, int threads)
{
    bulk_run(&(bulk_job){
        .path = path,
        .columns = POSE,
        .optional_columns = POSE_AND_SWIVEL - POSE,
        .expected = "a target has 7, or 8 with its swivel",
        .row_name = "target",
        .header = "target,solution,outcome,position_error,rotation_error,q1,q2,q3,q4,q5,q6,q7",
        .threads = threads,
        .work = answer,
        .context = r,
    });
}

// ---- the words ----

// JOINT=DEG, the joint by its number from 1 or by its name.
static void read_held(const char *text, request *r)
{
    const swv_model *model = r->words.model;
    const char      *value = strchr(text, '=');
    if (!value)
        fail("--fix: '%s' is not JOINT=DEGREES, as in 1=40 or shoulder-z=40", text);
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(value - text < 60 ? value - text : 60), text);
    name_search search = { .wanted = name };
    int         joint = -1;
    for (int i = 0; i < 7; i++) {
        const char number[2] = { (char)('1' + i), '\0' };
        if (strcmp(name, number) == 0 || strcmp(name, model->joint_names[i]) == 0)
            joint = i;
        consider_name(&search, model->joint_names[i]);
    }
    if (joint < 0)
        fail_unknown("joint", &search, "'swivel models MODEL' lists them, 1 to 7");
    if (joint == 3)
        fail("--fix: the elbow or knee cannot be held, its angle follows from the hand's distance; hold another joint");
    r->held = joint;
    read_numbers("--fix", value + 1, 1, "a joint is held at 1, in degrees", &r->held_at);
    r->held_at *= SWV_PI / 180.0;
}

static void run(int count, char **words)
{
    arm_words       w = { 0 };
    const char     *path = NULL, *held = NULL, *previous = NULL, *threads = NULL, *give_up = NULL, *aim = NULL;
    request         r = { .held = -1 };
    const parameter parameters[] = {
        ARM_PARAMETERS(w),
        { "--targets", .text = &path },
        { "--previous", .text = &previous },
        { "--fix", .text = &held },
        { "--all", .flag = &r.all },
        { "--threads", .text = &threads },
        { "--give-up", .text = &give_up },
        { "--aim", .text = &aim },
    };
    sort_words("solve arm7", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    read_arm("solve", &w, &r.words);
    check_target_words(&w, path, threads);
    if (previous && r.all)
        fail("solve: --previous chooses one posture, --all shows every one; leave one out");
    if ((aim || give_up) && (r.all || held))
        fail("solve: %s chooses one posture; leave out %s", aim ? "--aim" : "--give-up", r.all ? "--all" : "--fix");
    if (aim && (w.orient || w.euler))
        fail("solve: --aim says how the hand is turned; leave out %s", w.orient ? "--orient" : "--euler-deg");
    if (aim && give_up)
        fail("solve: --aim and --give-up exclude each other");
    if (held)
        read_held(held, &r);
    static const char *const compromises[] = { "swivel", "joint", "hand" };
    r.words.arm.compromise = (swv_arm_compromise)read_word("--give-up", give_up, 3, compromises);
    if (aim) {
        double point[3];
        read_numbers("--aim", aim, 3, "a point has 3", point);
        r.aims = true;
        r.point = (swv_vec3){ point[0], point[1], point[2] };
    }
    if (previous) {
        read_numbers("--previous", previous, 7, "a posture has 7", r.previous);
        for (int i = 0; i < 7; i++)
            r.previous[i] *= SWV_PI / 180.0;
        r.last = r.previous;
    }
    if (path) {
        solve_file(&r, path, read_threads(threads));
        return;
    }

    swv_pose  hand;
    solutions s;
    read_hand("solve", &w, &hand);
    const double     wish = arm_wish(&r.words, &hand);
    const swv_status status = find_solutions(&r, &hand, wish, &s);
    if (status == SWV_BAD_GOAL && aim)
        fail("--aim: the point is where the hand is");
    if (status != SWV_OK)
        fail("solve: %s", swv_status_text(status));
    if (w.json)
        json_solutions(&r, &hand, &s);
    else
        print_solutions(&r, &s, wish);
}

const solver arm_solver = {
    { "arm7", "leg7" },
    "the seven-joint arm and leg, in closed form: every solution, the natural one, the nearest",
    "usage: swivel solve arm7|leg7 --hand X,Y,Z [--orient QX,QY,QZ,QW] [OPTION ...]\n"
    "       swivel solve arm7|leg7 --targets FILE [OPTION ...]\n"
    "\n"
    "Finds the posture inside the joint limits whose elbow is nearest to where it should be, in closed form. Where "
    "the\n"
    "hand cannot get there it comes as near as it can; where no posture keeps all limits, they are exceeded as little\n"
    "as can be; the outcome says so. An angle outside its limits is marked with '*'.\n"
    "\n" ARM_USAGE
    "  --previous ANGLES      seven angles in degrees: of the postures possible, the nearest to this one\n"
    "  --fix JOINT=DEG        hold a joint, by its number or name (any but the elbow); the swivel then follows from "
    "it\n"
    "  --all                  every solution, inside the limits or not: 1 to 8 at the swivel, or with the joint held.\n"
    "                         The even ones turn the shoulder the other way, 3, 4, 7 and 8 the wrist, and 5 to 8 bend\n"
    "                         the elbow backward\n"
    "  --aim X,Y,Z            point the fingers (of a leg: the sole) at this point; the hand may turn about them\n"
    "  --give-up swivel|joint|hand\n"
    "                         what gives way where the wished swivel breaks a limit: the swivel moves to the nearest\n"
    "                         that keeps all; or the joint furthest outside is held at its limit; or, if no swivel\n"
    "                         will do, all limits are kept and the hand comes as near as they let it, in place first,\n"
    "                         then in rotation. Default: swivel\n"
    "  --json                 everything as JSON: radians, metres\n"
    "  --targets FILE         many targets, one a line: px,py,pz,qx,qy,qz,qw and, if the first has it, the swivel;\n"
    "                         radians, metres; '-' is standard input. Writes comma-separated values, a line a target\n"
    "                         (with --all a line a solution): its number, that of the solution, the outcome (reached,\n"
    "                         out of reach, too near, limited, softened), the errors of the hand in metres and "
    "radians,\n"
    "                         and the angles in radians. With --fix, no solution and nothing more where there is none\n"
    "  --threads N            so many targets at once. Default: as many as there are cores\n"
    "\n"
    "example:\n"
    "  swivel solve arm7 --hand 0.2,0.35,-0.2 --euler-deg ZXY,-60,60,-90 --swivel-deg -30\n",
    run,
};
