// SPDX-License-Identifier: MIT
// solve arm6, solve puma560: the six-joint arms in closed form, for one target or for each target of a file.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <swivel_papers/arm6.h>
#include <swivel_papers/models.h>
#include <swivel_papers/puma.h>

#include "words/arm_words.h"
#include "io/bulk.h"
#include "io/csv.h"
#include "io/json.h"
#include "io/message.h"
#include "words/posture.h"
#include "words/solutions.h"
#include "verbs/solve.h"
#include "words/values.h"
#include "words/words.h"

typedef struct request {
    const swv_model *model;
    bool             is_puma;
    swv_arm6         arm;  ///< one of these two
    swv_puma         puma;
    const double    *lower, *upper;  ///< its limits
    bool             all;
    const double    *last;         ///< the posture to stay near, or NULL
    double           previous[6];  ///< what it points to
} request;

static swv_status find_solutions(const request *r, const swv_pose *hand, solutions *s)
{
    double          q[SWV_ARM6_FAMILIES][6] = { { 0.0 } };
    swv_arm6_report reports[SWV_ARM6_FAMILIES] = { { .outcome = SWV_REACHED } };
    swv_status      status;
    s->count = r->all ? SWV_ARM6_FAMILIES : 1;
    if (r->all)
        status = r->is_puma ? swv_puma_solve(&r->puma, hand, r->last, q, reports)
                            : swv_arm6_solve(&r->arm, hand, r->last, q, reports);
    else
        status = r->is_puma ? swv_puma_best(&r->puma, hand, r->last, q[0], reports)
                            : swv_arm6_best(&r->arm, hand, r->last, q[0], reports);
    for (int i = 0; i < s->count; i++) {
        s->of[i] = (solution){ .outcome = reports[i].outcome,
                               .position_error = reports[i].position_error,
                               .rotation_error = reports[i].rotation_error,
                               .outside = reports[i].outside };
        memcpy(s->of[i].q, q[i], sizeof q[i]);
    }
    return status;
}

// ---- one target ----

static void print_outcome(const request *r, const solution *s)
{
    const char *before = "limits broken: ";
    if (s->outcome == SWV_REACHED)
        fputs(swv_outcome_text(s->outcome), stdout);
    if (s->outcome == SWV_OUT_OF_REACH || s->outcome == SWV_TOO_NEAR) {
        printf("%s by %.6g", swv_outcome_text(s->outcome), s->position_error);
        before = "; limits broken: ";
    }
    for (int i = 0; i < 6; i++) {
        if (!(s->outside >> i & 1))
            continue;
        printf("%s%s", before, r->model->joint_names[i]);
        before = ", ";
    }
    putchar('\n');
}

static void print_solutions(const request *r, const solutions *s)
{
    if (r->all) {
        int inside = 0;
        for (int i = 0; i < s->count; i++)
            inside += s->of[i].outside == 0;
        printf("%d solutions, %d inside the limits\n", s->count, inside);
    } else {
        print_outcome(r, &s->of[0]);
    }
    print_postures(&(posture_columns){ .model = r->model,
                                       .joints = 6,
                                       .name_width = 18,
                                       .is_numbered = r->all,
                                       .lower = r->lower,
                                       .upper = r->upper },
                   s);
    for (int i = 0; r->all && i < s->count; i++) {
        printf("%s%3d ", i ? "" : "\n", i + 1);
        print_outcome(r, &s->of[i]);
    }
}

static void json_solutions(const request *r, const swv_pose *hand, const solutions *s)
{
    const swv_puma *p = &r->puma;
    printf("{\"model\": \"%s\", ", r->model->name);
    if (!r->is_puma)
        printf("\"side\": \"%s\", ", r->arm.side == SWV_LEFT ? "left" : "right");
    fputs("\"lengths\": ", stdout);
    if (r->is_puma)
        json_numbers((const double[]){ p->upper_arm, p->elbow_offset, p->shoulder_offset, p->forearm }, 4);
    else
        json_numbers((const double[]){ r->arm.upper_arm, r->arm.forearm }, 2);
    fputs(",\n \"hand\": ", stdout);
    json_pose(*hand);
    puts(",\n \"solutions\": [");
    for (int i = 0; i < s->count; i++) {
        const solution *one = &s->of[i];
        printf("    {\"solution\": %d, \"outcome\": \"%s\", \"outside\": ", i + 1, swv_outcome_text(one->outcome));
        json_names(r->model->joint_names, one->outside);
        fputs(",\n     \"q\": ", stdout);
        json_numbers(one->q, 6);
        fputs(",\n     ", stdout);
        json_errors(one->position_error, one->rotation_error);
        puts(i + 1 < s->count ? "}," : "}");
    }
    puts(" ]}");
}

// ---- many targets ----

static bool answer(const void *context, const bulk_row *row, text_buffer *out, char problem[CSV_PROBLEM_SIZE])
{
    const request *r = context;
    swv_pose       hand;
    solutions      s;
    if (!row_pose(row->values, 1, &hand, problem) || !is_solved(find_solutions(r, &hand, &s), problem))
        return false;
    for (int i = 0; i < s.count; i++)
        append_solution(out, row->number, i + 1, swv_outcome_text(s.of[i].outcome), &s.of[i], 6);
    return true;
}

// ---- the words ----

static void make_arm(const char *side, const char *lengths, request *r)
{
    static const char *const sides[] = { "left", "right" };
    swv_arm6_make_human(&r->arm);
    if (lengths) {
        double l[2];
        read_numbers("--lengths", lengths, 2, "an arm has 2 lengths: upper arm, forearm", l);
        swv_arm6 other;
        if (swv_arm6_make(l[0], l[1], &other) != SWV_OK)
            fail("--lengths: '%s' are not valid lengths of an arm; both must be more than 0", lengths);
        r->arm.upper_arm = l[0];
        r->arm.forearm = l[1];
    }
    r->arm.side = read_word("--side", side, 2, sides) ? SWV_RIGHT : SWV_LEFT;
    r->lower = r->arm.lower;
    r->upper = r->arm.upper;
}

static void make_puma(const char *lengths, request *r)
{
    swv_puma_make_560(&r->puma);
    if (lengths) {
        double   l[4];
        swv_puma other;
        read_numbers("--lengths", lengths, 4, "a Puma has 4 lengths: a2, a3, d3, d4", l);
        if (swv_puma_make(l[0], l[1], l[2], l[3], &other) != SWV_OK)
            fail("--lengths: '%s' are not valid lengths of a Puma; a2 and d4 must be more than 0", lengths);
        r->puma.upper_arm = l[0];
        r->puma.elbow_offset = l[1];
        r->puma.shoulder_offset = l[2];
        r->puma.forearm = l[3];
    }
    r->lower = r->puma.lower;
    r->upper = r->puma.upper;
}

static void run_six(const char *name, int count, char **words)
{
    arm_words       w = { 0 };
    const char     *path = NULL, *previous = NULL, *threads = NULL;
    request         r = { .is_puma = strcmp(name, "puma560") == 0 };
    const parameter parameters[] = {
        { "MODEL", .text = &w.model, .required = true },
        { "--hand", .text = &w.hand },
        { "--orient", .text = &w.orient },
        { "--euler-deg", .text = &w.euler },
        { "--lengths", .text = &w.lengths },
        { "--no-limits", .flag = &w.no_limits },
        { "--json", .flag = &w.json },
        { "--previous", .text = &previous },
        { "--all", .flag = &r.all },
        { "--targets", .text = &path },
        { "--threads", .text = &threads },
        { "--side", .text = &w.side },  // the last: a Puma has none
    };
    const int parameter_count = (int)(sizeof parameters / sizeof parameters[0]);
    char      what[16];
    snprintf(what, sizeof what, "solve %s", name);
    sort_words(what, count, words, parameters, parameter_count - r.is_puma);
    swv_chain chain;
    r.model = find_model(name, &chain);
    if (r.is_puma)
        make_puma(w.lengths, &r);
    else
        make_arm(w.side, w.lengths, &r);
    for (int i = 0; w.no_limits && i < 6; i++) {
        (void)swv_arm6_set_limits(&r.arm, i, -INFINITY, INFINITY);
        (void)swv_puma_set_limits(&r.puma, i, -INFINITY, INFINITY);
    }
    check_target_words(&w, path, threads);
    if (previous) {
        read_numbers("--previous", previous, 6, "a posture has 6", r.previous);
        for (int i = 0; i < 6; i++)
            r.previous[i] *= SWV_PI / 180.0;
        r.last = r.previous;
    }
    if (path) {
        bulk_run(&(bulk_job){
            .path = path,
            .columns = 7,
            .expected = "a target has 7",
            .row_name = "target",
            .header = "target,solution,outcome,position_error,rotation_error,q1,q2,q3,q4,q5,q6",
            .threads = read_threads(threads),
            .work = answer,
            .context = &r,
        });
        return;
    }
    swv_pose  hand;
    solutions s;
    read_hand("solve", &w, &hand);
    const swv_status status = find_solutions(&r, &hand, &s);
    if (status != SWV_OK)
        fail("solve: %s", swv_status_text(status));
    if (w.json)
        json_solutions(&r, &hand, &s);
    else
        print_solutions(&r, &s);
}

static void run_arm6(int count, char **words)
{
    run_six("arm6", count, words);
}

static void run_puma(int count, char **words)
{
    run_six("puma560", count, words);
}

#define COMMON_OPTIONS                                                                                                 \
    "  --no-limits            ignore all joint limits\n"                                                               \
    "  --json                 everything as JSON: radians\n"                                                           \
    "  --targets FILE         many targets, one per line: px,py,pz,qx,qy,qz,qw; '-' is standard input. Prints\n"       \
    "                         comma-separated values, one line per target (with --all one per solution): target,\n"    \
    "                         solution, outcome (reached, out of reach, too near, limited), errors of the hand, and\n" \
    "                         angles in radians\n"                                                                     \
    "  --threads N            targets computed at once. Default: the number of cores\n"

const solver arm6_solver = {
    { "arm6" },
    "the six-joint arm, in closed form: all eight solutions, the nearest inside the limits",
    "usage: swivel solve arm6 --hand X,Y,Z [--orient QX,QY,QZ,QW] [OPTION ...]\n"
    "       swivel solve arm6 --targets FILE [OPTION ...]\n"
    "\n"
    "Chin's six-joint arm in closed form: of the eight postures that bring the hand to a target, finds the one inside "
    "the\n"
    "joint limits that is nearest to --previous. If none keeps all limits, the fewest are broken; a hand out of reach "
    "comes\n"
    "as close as possible; the outcome says so. An angle outside its limits is marked with '*'.\n"
    "\n"
    "  --hand X,Y,Z           the position of the wrist, from the shoulder: x left, y up, z forward; the model's "
    "lengths\n"
    "                         are 50 and 60\n"
    "  --orient QX,QY,QZ,QW   orientation of the hand, as a quaternion, as 'swivel fk arm6' writes it. Default:\n"
    "                         0,0,0,1\n"
    "  --euler-deg ORDER,A,B,C\n"
    "                         the same as three rotations about moving axes, in degrees: ZXY,10,20,30\n"
    "  --previous ANGLES      six angles in degrees: the posture to stay near. Default: all zero\n"
    "  --all                  all eight, inside the limits or not: the even ones turn the shoulder the other way, 3, "
    "4,\n"
    "                         7 and 8 the wrist, and 5 to 8 bend the elbow backward\n"
    "  --side left|right      a right arm is the mirror image of a left one, with the same angles. Default: left\n"
    "  --lengths UPPER,FORE   upper arm and forearm. Default: the model's\n" COMMON_OPTIONS "\n"
    "example:\n"
    "  swivel solve arm6 --hand 1.96,-108.98,1.48 --euler-deg XYZ,91.5,0,179.5 --previous 0,0,10,0,0,0\n",
    run_arm6,
};

const solver puma_solver = {
    { "puma560" },
    "the Puma 560, in closed form: all eight solutions, the nearest inside the limits",
    "usage: swivel solve puma560 --hand X,Y,Z [--orient QX,QY,QZ,QW] [OPTION ...]\n"
    "       swivel solve puma560 --targets FILE [OPTION ...]\n"
    "\n"
    "The Puma 560 in closed form: of the eight postures that bring the hand to a target, finds the one inside the "
    "joint\n"
    "limits that is nearest to --previous. If none keeps all limits, the fewest are broken; a hand out of reach comes\n"
    "as close as possible; the outcome says so. An angle outside its limits is marked with '*'. --method engine solves "
    "it by\n"
    "iteration: 'swivel help solve planar3'.\n"
    "\n"
    "  --hand X,Y,Z           the position of the wrist, from the shoulder, in metres\n"
    "  --orient QX,QY,QZ,QW   orientation of the hand, as a quaternion, as 'swivel fk puma560' writes it. Default:\n"
    "                         0,0,0,1\n"
    "  --euler-deg ORDER,A,B,C\n"
    "                         the same as three rotations about moving axes, in degrees: ZXY,10,20,30\n"
    "  --previous ANGLES      six angles in degrees: the posture to stay near. Default: all zero\n"
    "  --all                  all eight, inside the limits or not: the even ones reach over the back, 3, 4, 7 and 8 "
    "turn\n"
    "                         the wrist the other way, and 5 to 8 the elbow\n"
    "  --lengths A2,A3,D3,D4  of the Denavit-Hartenberg rows, in metres. Default: the model's\n" COMMON_OPTIONS "\n"
    "example:\n"
    "  swivel solve puma560 --hand 0.4,0.2,0.3 --euler-deg XYZ,180,0,0 --all\n",
    run_puma,
};
