// SPDX-License-Identifier: MIT
// solve arm7 and leg7: the seven-joint limb in closed form, for one target or for each target of a file.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <swivel_papers/arm.h>

#include "words/arm_words.h"
#include "io/bulk.h"
#include "io/csv.h"
#include "io/json.h"
#include "io/message.h"
#include "words/names.h"
#include "words/solutions.h"
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

typedef struct found {
    solutions solutions;
    solution  none;  ///< if there is none: SWV_NOT_FOUND, or that the hand is out of reach or too near
} found;

// ---- solving ----

static swv_status find_one(const request *r, const swv_pose *hand, double wish, double q[7], swv_arm_report *report)
{
    const swv_arm *arm = &r->words.arm;
    if (r->held >= 0)
        return swv_arm_best_held(arm, hand, r->held, r->held_at, wish, r->last, q, report);
    return r->aims ? swv_arm_aim_hand(arm, hand->position, r->point, wish, r->last, q, report)
                   : swv_arm_best(arm, hand, wish, r->last, q, report);
}

static solution solution_of(const double q[7], const swv_arm_report *report)
{
    solution s = { .outcome = report->outcome,
                   .position_error = report->position_error,
                   .rotation_error = report->rotation_error,
                   .outside = report->outside };
    memcpy(s.q, q, sizeof s.q);
    return s;
}

// Everything one target needs, from numbers to numbers: no input, no output, nothing shared but what is only read. Many
// targets may be solved at the same time.
static swv_status find_solutions(const request *r, const swv_pose *hand, double wish, found *f)
{
    const swv_arm *arm = &r->words.arm;
    const bool     is_held = r->held >= 0;
    double         q[SWV_ARM_FAMILIES][7] = { { 0.0 } };
    swv_arm_report reports[SWV_ARM_FAMILIES] = { { .outcome = SWV_REACHED } };
    int            count = 0;
    swv_status     status = SWV_OK;
    if (r->all && is_held) {
        status = swv_arm_solve_held(arm, hand, r->held, r->held_at, q, reports, &count);
    } else if (r->all) {
        status = swv_arm_solve(arm, hand, wish, q, reports);
        count = SWV_ARM_FAMILIES;
    }
    if (count == 0 && status == SWV_OK) {
        status = find_one(r, hand, wish, q[0], reports);
        const swv_outcome outcome = reports[0].outcome;
        count = !is_held || !(outcome == SWV_NOT_FOUND || outcome == SWV_OUT_OF_REACH || outcome == SWV_TOO_NEAR);
    }
    f->none = solution_of(q[0], reports);
    f->solutions.count = count;
    for (int i = 0; i < count; i++)
        f->solutions.of[i] = solution_of(q[i], &reports[i]);
    return status;
}

// ---- one target, for people ----

// The swivel counts about the line to the wrist that was asked for: near a pole rounding turns the reference of the posture's own wrist. But where the
// limits have brought the hand elsewhere, the arm is about another line.
static place place_of(const swv_arm *arm, const swv_pose *wanted, const solution *s)
{
    place    p = { 0 };
    swv_pose hand;
    (void)swv_arm_forward(arm, s->q, &hand, &p.elbow);
    if (s->outcome == SWV_LIMITED && s->position_error > 1e-9)  // metres, as describe_outcome
        (void)swv_arm_swivel_of(arm, s->q, &p.swivel);
    else
        (void)swv_arm_swivel_about(arm, wanted->position, s->q, &p.swivel);
    return p;
}

// Where the reference is undefined, the one that is taken (arm.h).
static void print_reference(const swv_arm *arm, swv_vec3 wrist)
{
    const double off_z = hypot(wrist.x, wrist.y), off_x = hypot(wrist.y, wrist.z), length = hypot(off_z, wrist.z);
    // 2^-53: what is less is no angle in a double. At the shoulder itself there is no line.
    if (length == 0.0 || (arm->is_leg ? off_x : off_z) > 0x1p-53 * length ||
        (!arm->is_leg && arm->reference == SWV_SWIVEL_SMOOTH))
        return;
    if (arm->is_leg)
        puts("    (the leg points straight out to the side, where no knee is ahead: swivel 0 is the knee down)");
    else
        printf("    (the arm points straight %s, where no elbow is lowest: swivel 0 is the elbow %s)\n",
               wrist.z > 0.0 ? "up" : "down", wrist.z > 0.0 ? "outward" : "inward");
}

// For people: how it ended.
static void print_ending(const request *r, const solution *s)
{
    char         text[OUTCOME_SIZE];
    const ending e = { s->outcome, s->position_error, s->rotation_error, s->outside, r->words.model->joint_names };
    describe_outcome(text, &e);
    puts(text);
}

static void print_summary(const request *r, const found *f, double wish)
{
    const solutions *s = &f->solutions;
    if (r->held >= 0)
        printf("%s held at %.6g degrees: ", r->words.model->joint_names[r->held], shown_degrees(r->held_at, 6));
    if (s->count == 0) {
        if (f->none.outcome == SWV_NOT_FOUND)
            puts("no solution");
        else
            print_ending(r, &(solution){ .outcome = f->none.outcome, .position_error = f->none.position_error });
        return;
    }
    if (!r->all) {
        print_ending(r, &s->of[0]);
        return;
    }
    int inside = 0;
    for (int i = 0; i < s->count; i++)
        inside += s->of[i].outside == 0;
    printf("%d solution%s", s->count, s->count == 1 ? "" : "s");
    if (r->held < 0)
        printf(" at swivel %.6g degrees", shown_degrees(wish, 6));
    printf(", %d inside the limits\n", inside);
}

static void print_solutions(const request *r, const swv_pose *hand, const found *f, double wish)
{
    const solutions *s = &f->solutions;
    print_summary(r, f, wish);
    if (s->count == 0)
        return;
    double lower[7], upper[7];
    for (int i = 0; i < 7; i++) {
        lower[i] = r->words.arm.limits[i].lower;
        upper[i] = r->words.arm.limits[i].upper;
    }
    print_postures(&(posture_columns){ .model = r->words.model,
                                       .joints = 7,
                                       .name_width = 14,
                                       .is_numbered = r->all,
                                       .lower = lower,
                                       .upper = upper },
                   s);
    putchar('\n');
    place places[SWV_ARM_FAMILIES];
    for (int i = 0; i < s->count; i++)
        places[i] = place_of(&r->words.arm, hand, &s->of[i]);
    print_places(r->words.arm.is_leg, 14, r->held < 0 ? 1 : s->count, places);  // one swivel: one elbow for all
    print_reference(&r->words.arm, hand->position);
    if (!r->all) {
        if (r->held < 0 && fabs(swv_angle_wrap(places[0].swivel - wish)) > 1e-6)
            printf("    (the wish was %.6g degrees)\n", shown_degrees(wish, 6));
        return;
    }
    putchar('\n');
    for (int i = 0; i < s->count; i++) {
        printf("%3d ", i + 1);
        print_ending(r, &s->of[i]);
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
        const solution *one = &s->of[i];
        const place     p = place_of(&r->words.arm, hand, one);
        printf("    {\"solution\": %d, \"outcome\": \"%s\", \"outside\": ", i + 1, swv_outcome_text(one->outcome));
        json_names(model->joint_names, one->outside);
        fputs(",\n     \"q\": ", stdout);
        json_numbers(one->q, 7);
        fputs(",\n     \"swivel\": ", stdout);
        json_number(p.swivel);
        fputs(", \"elbow\": ", stdout);
        json_vector(p.elbow);
        fputs(",\n     ", stdout);
        json_errors(one->position_error, one->rotation_error);
        puts(i + 1 < s->count ? "}," : "}");
    }
    puts(" ]}");
}

// ---- many targets ----

static void append_solutions(text_buffer *out, const found *f, uint64_t target)
{
    if (f->solutions.count == 0) {
        const bool is_not_found = f->none.outcome == SWV_NOT_FOUND;
        append_label(out, target, 0, is_not_found ? "no solution" : swv_outcome_text(f->none.outcome));
        text_append(out, ",,,,,,,,\n", 9);
    }
    for (int i = 0; i < f->solutions.count; i++) {
        const solution *s = &f->solutions.of[i];
        append_solution(out, target, i + 1, swv_outcome_text(s->outcome), s, 7);
    }
}

enum { POSE = 7, POSE_AND_SWIVEL = 8 };

static bool answer(const void *context, const bulk_row *row, text_buffer *out, char problem[CSV_PROBLEM_SIZE])
{
    const request *r = context;
    const double  *v = row->values;
    const bool     has_swivel = row->columns == POSE_AND_SWIVEL;
    swv_pose       hand;
    found          f;
    if (has_swivel && r->words.wishes == WISH_GIVEN) {
        snprintf(problem, CSV_PROBLEM_SIZE, "the targets have swivels of their own; leave out --swivel-deg");
        return false;
    }
    if (!row_pose(v, 1, &hand, problem))
        return false;
    if (!is_solved(find_solutions(r, &hand, has_swivel ? v[7] : arm_wish(&r->words, &hand), &f), problem))
        return false;
    append_solutions(out, &f, row->number);
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
        fail("solve: --aim sets the hand's orientation; leave out %s", w.orient ? "--orient" : "--euler-deg");
    if (aim && give_up)
        fail("solve: --aim and --give-up cannot be used together");
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

    swv_pose hand;
    found    f;
    read_hand("solve", &w, &hand);
    const double     wish = arm_wish(&r.words, &hand);
    const swv_status status = find_solutions(&r, &hand, wish, &f);
    if (status == SWV_BAD_GOAL && aim)
        fail("--aim: the point is where the hand is");
    if (status != SWV_OK)
        fail("solve: %s", swv_status_text(status));
    if (w.json)
        json_solutions(&r, &hand, &f.solutions);
    else
        print_solutions(&r, &hand, &f, wish);
}

const solver arm_solver = {
    { "arm7", "leg7" },
    "the seven-joint arm and leg, in closed form: every solution, the natural one, the nearest",
    "usage: swivel solve arm7|leg7 --hand X,Y,Z [--orient QX,QY,QZ,QW] [OPTION ...]\n"
    "       swivel solve arm7|leg7 --targets FILE [OPTION ...]\n"
    "\n"
    "The Tolani-Badler arm or leg in closed form: finds the posture inside the joint limits whose elbow is nearest to "
    "the\n"
    "wish. If the hand cannot reach, it comes as close as possible. If no posture keeps all limits, they are exceeded "
    "as\n"
    "little as possible. The outcome says so. An angle outside its limits is marked with '*'.\n"
    "\n" ARM_USAGE "  --previous ANGLES      seven angles in degrees: choose the posture nearest to this one\n"
    "  --fix JOINT=DEG        hold a joint, by its number or name (any but the elbow); the swivel then follows from "
    "it\n"
    "  --all                  every solution, inside the limits or not: 1 to 8 at the swivel, or with the joint held.\n"
    "                         The even ones turn the shoulder the other way, 3, 4, 7 and 8 the wrist, and 5 to 8 bend\n"
    "                         the elbow backward\n"
    "  --aim X,Y,Z            point the fingers (for a leg: the sole) at this point; the hand may turn about them\n"
    "  --give-up swivel|joint|hand\n"
    "                         what gives way if the wished swivel breaks a limit: the swivel moves to the nearest\n"
    "                         that keeps all; or the joint farthest outside is held at its limit; or, if no swivel\n"
    "                         is feasible, all limits are kept and the hand misses its goal by as little as possible,\n"
    "                         first in position, then in orientation. Default: swivel\n"
    "  --json                 everything as JSON: radians, metres\n"
    "  --targets FILE         many targets, one per line: px,py,pz,qx,qy,qz,qw and, if the first has it, the swivel;\n"
    "                         radians, metres; '-' is standard input. Prints comma-separated values, one line per "
    "target\n"
    "                         (with --all one line per solution): its number, that of the solution, the outcome "
    "(reached,\n"
    "                         out of reach, too near, limited, softened), the errors of the hand in metres and "
    "radians,\n"
    "                         and the angles in radians. With --fix, \"no solution\" and nothing more if there is "
    "none\n"
    "  --threads N            targets computed at once. Default: the number of cores\n"
    "\n"
    "example:\n"
    "  swivel solve arm7 --hand 0.2,0.35,-0.2 --euler-deg ZXY,-60,60,-90 --swivel-deg -30\n",
    run,
};
