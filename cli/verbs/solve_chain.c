// SPDX-License-Identifier: MIT
// solve for any chain: the engine, or with --method one of the study's seven, for one target or for each of a file.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel_papers/chain.h>
#include <swivel_papers/models.h>
#include <swivel/solve.h>
#include <swivel_papers/study.h>

#include "words/arm_words.h"
#include "io/bulk.h"
#include "io/csv.h"
#include "io/json.h"
#include "io/message.h"
#include "words/posture.h"
#include "words/robots.h"
#include "verbs/solve.h"
#include "words/values.h"
#include "words/words.h"
#include "words/solutions.h"

enum { ENGINE = -1 };

typedef struct request {
    const swv_model    *model;
    swv_chain           chain;
    const swv_skeleton *skeleton;     ///< the chain as the engine takes it
    int                 first_joint;  ///< of the chain, in the skeleton
    int                 method;       ///< ENGINE, or a swv_study_method
    swv_study_residual  residual;     ///< of a pose, by one of those
    double              start[SWV_MAX_JOINTS], preferred[SWV_MAX_JOINTS];
    swv_solve_options   options;
} request;

typedef struct chain_solution {
    double      q[SWV_MAX_JOINTS];
    const char *outcome;
    double      position_error, rotation_error;
    int         iterations, evaluations, restarts;
    uint64_t    resting;  ///< coordinates that rest on a limit and would go on
    uint64_t    outside;  ///< coordinates beyond their limits; the study's methods know none
} chain_solution;

static const char *method_word(int method)
{
    return method == ENGINE ? "engine" : swv_study_method_name((swv_study_method)method);
}

// ---- solving ----

static swv_status solve_by_engine(const request *r, const swv_goal *goal, chain_solution *s)
{
    swv_solve_report report;
    const swv_goals  goals = { .goals = goal, .count = 1 };
    void            *memory = malloc(swv_solve_size(r->skeleton, 1));
    if (!memory)
        fail("out of memory");
    const swv_status status = swv_solve(r->skeleton, &goals, s->q, &r->options, memory, s->q, &report);
    free(memory);
    if (status != SWV_OK)
        return status;
    s->outcome = swv_outcome_text(report.outcome);
    s->position_error = report.position_error;
    s->rotation_error = goal->kind == SWV_GOAL_POSITION ? 0.0 : report.rotation_error;
    s->iterations = report.iterations;
    s->evaluations = report.evaluations;
    s->restarts = report.restarts;
    for (int i = 0; i < r->chain.dof; i++) {
        const int joint = r->first_joint + joint_of_coordinate(&r->chain, i);
        s->resting |= (report.at_limit[joint / 64] >> joint % 64 & 1) << i;
    }
    return SWV_OK;
}

static swv_status solve_by_study(const request *r, const swv_goal *goal, chain_solution *s)
{
    const bool              is_pose = goal->kind == SWV_GOAL_POSE;
    const swv_study_options options = { .residual = is_pose ? r->residual : SWV_STUDY_POSITION_3,
                                        .max_iterations = r->options.max_iterations };
    double                 *scratch = malloc(sizeof(double) * swv_study_scratch(r->chain.dof));
    swv_study_report        report;
    if (!scratch)
        fail("out of memory");
    const swv_status status =
        swv_study_solve(&r->chain, &goal->target, (swv_study_method)r->method, s->q, &options, scratch, s->q, &report);
    free(scratch);
    if (status != SWV_OK)
        return status;
    s->outcome = swv_outcome_text(report.outcome);
    s->position_error = report.position_error;
    s->rotation_error = report.rotation_error;
    s->iterations = report.iterations;
    s->evaluations = report.evaluations;
    return swv_chain_turn_into_limits(&r->chain, s->q, &s->outside);
}

static swv_status find_solution(const request *r, const swv_goal *goal, chain_solution *s)
{
    *s = (chain_solution){ 0 };
    memcpy(s->q, r->start, sizeof s->q);
    return r->method == ENGINE ? solve_by_engine(r, goal, s) : solve_by_study(r, goal, s);
}

// ---- one target ----

static void print_joints(const request *r, const char *before, uint64_t coordinates)
{
    for (int i = 0; i < r->chain.dof; i++) {
        if (!(coordinates >> i & 1))
            continue;
        printf("%s%s", before, r->model->joint_names[joint_of_coordinate(&r->chain, i)]);
        before = ", ";
    }
}

static void print_solution(const request *r, const swv_goal *goal, const chain_solution *s)
{
    fputs(s->outcome, stdout);
    if (strcmp(s->outcome, "reached") != 0) {
        printf(": %.6g %s away", s->position_error, r->model->length_unit);
        if (goal->kind == SWV_GOAL_POSE)
            printf(", turned by %.6g degrees", s->rotation_error * (180.0 / SWV_PI));
    }
    print_joints(r, "; resting on limits: ", s->resting);
    print_joints(r, "; limits broken: ", s->outside);
    printf("\n\n    joint                           value   limits\n");
    for (int i = 0; i < r->chain.dof; i++) {
        const int    joint = joint_of_coordinate(&r->chain, i);
        const bool   turns = !r->chain.joints[joint].slides;
        const double unit = turns ? 180.0 / SWV_PI : 1.0;
        const char  *mark = s->outside >> i & 1 ? "*" : s->resting >> i & 1 ? "|" : " ";
        double       lower, upper;
        (void)swv_chain_limits(&r->chain, i, &lower, &upper);
        printf("%3d %-26s %10.3f%s", i + 1, r->model->joint_names[joint], turns ? shown_degrees(s->q[i], 3) : s->q[i],
               mark);
        if (isinf(lower) && isinf(upper))
            puts("   none");
        else
            printf("   %.6g to %.6g\n", lower * unit, upper * unit);
    }
}

static void json_coordinates(const request *r, uint64_t coordinates)
{
    const char *before = "";
    putchar('[');
    for (int i = 0; i < r->chain.dof; i++) {
        if (!(coordinates >> i & 1))
            continue;
        fputs(before, stdout);
        json_string(r->model->joint_names[joint_of_coordinate(&r->chain, i)]);
        before = ", ";
    }
    putchar(']');
}

static void json_solution(const request *r, const swv_goal *goal, const chain_solution *s)
{
    printf("{\"model\": \"%s\", \"method\": \"%s\",\n \"hand\": ", r->model->name, method_word(r->method));
    if (goal->kind == SWV_GOAL_POSE) {
        json_pose(goal->target);
    } else {
        fputs("{\"position\": ", stdout);
        json_vector(goal->target.position);
        putchar('}');
    }
    printf(",\n \"outcome\": \"%s\", \"iterations\": %d, \"evaluations\": %d, \"restarts\": %d,\n \"q\": ", s->outcome,
           s->iterations, s->evaluations, s->restarts);
    json_numbers(s->q, r->chain.dof);
    fputs(",\n ", stdout);
    json_errors(s->position_error, s->rotation_error);
    fputs(",\n \"resting_on_limits\": ", stdout);
    json_coordinates(r, s->resting);
    fputs(", \"outside\": ", stdout);
    json_coordinates(r, s->outside);
    puts("}");
}

// ---- many targets ----

static bool answer(const void *context, const bulk_row *row, text_buffer *out, char problem[CSV_PROBLEM_SIZE])
{
    const request *r = context;
    const double  *v = row->values;
    swv_goal       goal = { .kind = SWV_GOAL_POSITION, .target = { { v[0], v[1], v[2] }, SWV_IDENTITY_QUAT } };
    chain_solution s;
    if (row->columns == 7) {
        goal.kind = SWV_GOAL_POSE;
        goal.target.rotation = (swv_quat){ v[3], v[4], v[5], v[6] };
    }
    if (swv_pose_check(&goal.target) != SWV_OK) {
        snprintf(problem, CSV_PROBLEM_SIZE, "fields 4 to 7: the quaternion is zero");
        return false;
    }
    if (!is_solved(find_solution(r, &goal, &s), problem))
        return false;
    double values[2 + SWV_MAX_JOINTS] = { s.position_error, s.rotation_error };
    memcpy(values + 2, s.q, sizeof(double) * (size_t)r->chain.dof);
    append_label(out, row->number, 1, s.outcome);
    csv_append(out, values, 2 + r->chain.dof);
    return true;
}

static void solve_file(const request *r, const char *path, const char *threads)
{
    char header[SOLUTION_HEADER_SIZE];
    write_solution_header(header, r->chain.dof);
    bulk_run(&(bulk_job){
        .path = path,
        .columns = 3,
        .optional_columns = 4,
        .expected = "a target has 3, or 7 with its rotation",
        .row_name = "target",
        .header = header,
        .threads = read_threads(threads),
        .work = answer,
        .context = r,
    });
}

// ---- the words ----

static void read_posture_option(const char *option, const char *text, const request *r, double *q)
{
    char expected[EXPECTED_SIZE];
    describe_posture(expected, r->model, &r->chain);
    read_numbers(option, text, r->chain.dof, expected, q);
    posture_from_degrees(&r->chain, q);
}

static int read_method(const char *word)
{
    const char *words[1 + SWV_STUDY_METHODS] = { "engine" };
    for (int i = 0; i < SWV_STUDY_METHODS; i++)
        words[i + 1] = swv_study_method_name((swv_study_method)i);
    return read_word("--method", word, 1 + SWV_STUDY_METHODS, words) - 1;
}

static double read_number(const char *option, const char *text, const char *expected, double least, double most)
{
    double value;
    read_numbers(option, text, 1, expected, &value);
    if (!(value >= least && value <= most))
        fail("%s: '%s' is out of range; %s", option, text, expected);
    return value;
}

// FILE#LINK, kept until the command ends.
static const char *with_tip(const char *model, const char *tip)
{
    if (!is_robot_file(model) || strchr(model, '#'))
        fail("solve: --tip names a link of a robot's file, given without one");
    const size_t size = strlen(model) + strlen(tip) + 2;
    char        *name = malloc(size);
    if (!name)
        fail("out of memory");
    snprintf(name, size, "%s#%s", model, tip);
    return name;
}

/// How to go about it, as it was typed; NULL: not given.
typedef struct typed {
    const char *method, *residual, *start, *previous, *preferred, *tolerance, *iterations, *seed;
} typed;

static void read_options(const typed *o, request *r)
{
    if (o->start && o->previous)
        fail("solve: --start and --previous cannot be used together");
    if (r->method != ENGINE && (o->previous || o->preferred || o->tolerance || o->seed))
        fail("solve: %s is for the engine, not for --method %s",
             o->previous    ? "--previous"
             : o->preferred ? "--preferred"
             : o->tolerance ? "--tolerance"
                            : "--seed",
             method_word(r->method));
    if (o->residual && r->method == ENGINE)
        fail("solve: --residual is for the seven methods, not for the engine");
    r->residual = (swv_study_residual)read_word("--residual", o->residual, 2, (const char *const[]){ "12", "6" });
    if (o->start)
        read_posture_option("--start", o->start, r, r->start);
    if (o->previous) {
        read_posture_option("--previous", o->previous, r, r->start);
        r->options.previous_weight = 1.0;
    }
    if (o->preferred) {
        read_posture_option("--preferred", o->preferred, r, r->preferred);
        r->options.preferred = r->preferred;
        r->options.preferred_weight = 1.0;
    }
    if (o->tolerance)
        r->options.position_tolerance = r->options.rotation_tolerance =
            read_number("--tolerance", o->tolerance, "a tolerance is 1e-12 to 1", 1e-12, 1.0);
    if (o->iterations)
        r->options.max_iterations =
            (int)read_number("--iterations", o->iterations, "a number of iterations is 1 to 1000000", 1.0, 1e6);
    if (o->seed)
        r->options.seed = (uint64_t)read_number("--seed", o->seed, "a seed is 0 to 1000000000", 0.0, 1e9);
}

static void run(int count, char **words)
{
    arm_words       w = { 0 };
    typed           o = { .method = NULL };
    const char     *path = NULL, *threads = NULL, *tip = NULL;
    request         r = { 0 };
    const parameter parameters[] = {
        { "MODEL", .text = &w.model, .required = true },
        { "--hand", .text = &w.hand },
        { "--orient", .text = &w.orient },
        { "--euler-deg", .text = &w.euler },
        { "--method", .text = &o.method },
        { "--residual", .text = &o.residual },
        { "--start", .text = &o.start },
        { "--previous", .text = &o.previous },
        { "--preferred", .text = &o.preferred },
        { "--tolerance", .text = &o.tolerance },
        { "--iterations", .text = &o.iterations },
        { "--seed", .text = &o.seed },
        { "--no-limits", .flag = &w.no_limits },
        { "--json", .flag = &w.json },
        { "--targets", .text = &path },
        { "--threads", .text = &threads },
        { "--tip", .text = &tip },
    };
    sort_words("solve", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    if (tip)
        w.model = with_tip(w.model, tip);
    r.model = find_model(w.model, &r.chain);
    r.method = read_method(o.method);
    check_target_words(&w, path, threads);
    for (int i = 0; w.no_limits && i < r.chain.joint_count; i++)
        (void)swv_chain_set_limits(&r.chain, i, -INFINITY, INFINITY);
    r.skeleton = skeleton_of(&r.chain, &r.first_joint);
    read_options(&o, &r);
    if (path) {
        solve_file(&r, path, threads);
        return;
    }
    swv_goal       goal = { .kind = w.orient || w.euler ? SWV_GOAL_POSE : SWV_GOAL_POSITION };
    chain_solution s;
    read_hand("solve", &w, &goal.target);
    const swv_status status = find_solution(&r, &goal, &s);
    if (status != SWV_OK)
        fail("solve: %s", swv_status_text(status));
    if (w.json)
        json_solution(&r, &goal, &s);
    else
        print_solution(&r, &goal, &s);
}

const solver chain_solver = {
    { NULL },
    "by iteration inside the limits; with --method, any model ('swivel help solve torso8' lists them)",
    "usage: swivel solve MODEL --hand X,Y,Z [--orient QX,QY,QZ,QW] [OPTION ...]\n"
    "       swivel solve MODEL --targets FILE [OPTION ...]\n"
    "\n"
    "Finds a posture inside the joint limits that brings the tip of any model to a target. If none does, the tip comes "
    "as\n"
    "close as possible, and the outcome says why: out of reach (no posture is that long), limited (joints marked with\n"
    "'|' are stopped by their limits), not found.\n"
    "\n"
    "  --tip LINK             MODEL is a robot's file (URDF, MJCF): the link that is the tip. Default: the one with\n"
    "                         the most joints above it\n"
    "  --hand X,Y,Z           the position of the tip, in the model's unit of length (see 'swivel models')\n"
    "  --orient QX,QY,QZ,QW   orientation of the tip, as a quaternion, as 'swivel fk MODEL' writes it. Default:\n"
    "                         free\n"
    "  --euler-deg ORDER,A,B,C\n"
    "                         the same as three rotations about moving axes, in degrees: ZXY,10,20,30\n"
    "  --method engine|newton|broyden|bfgs|fletcher|frprm|powell|praxis\n"
    "                         the engine, even if there is a closed form; or one of seven classic methods, which go\n"
    "                         downhill from the start and ignore limits ('*' marks those broken)\n"
    "  --residual 12|6        what these bring to zero: twelve equations (Chin's 5.26), or six (5.22), which a hand\n"
    "                         turned by half a turn solves too. Default: 12; 3 if the orientation is free\n"
    "  --start ANGLES         initial posture: a number for each joint, in degrees for hinges. Default: all zero\n"
    "  --previous ANGLES      start there, and stay as close to it as the target allows\n"
    "  --preferred ANGLES     use the freedom that the target leaves to move towards this posture\n"
    "  --tolerance T          largest error that counts as reached, in the model's unit and in radians. Default: 1e-6\n"
    "  --iterations N         largest number of steps. Default: 5000; 500 for the seven methods\n"
    "  --seed N               seed of the other starts, tried if the first fails. Default: 0\n"
    "  --no-limits            ignore all joint limits\n"
    "  --json                 everything as JSON: radians\n"
    "  --targets FILE         many targets, one per line: px,py,pz or px,py,pz,qx,qy,qz,qw; '-' is standard input. "
    "Prints\n"
    "                         comma-separated values, one line per target: its number, that of the solution (1), the\n"
    "                         outcome, the errors of the tip, and the angles in radians\n"
    "  --threads N            targets computed at once. Default: the number of cores\n"
    "\n"
    "example:\n"
    "  swivel solve puma560 --method engine --hand 0.4,0.2,0.3 --euler-deg XYZ,180,0,0 --previous 0,-45,0,0,0,0\n",
    run,
};
