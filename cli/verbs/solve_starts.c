// SPDX-License-Identifier: MIT
// solve MODEL --table FILE: all solutions from a table of starts, or with --method engine one of the engine's, begun from it.
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel_papers/models.h>
#include <swivel_io/starts_build.h>

#include "io/bulk.h"
#include "io/csv.h"
#include "io/json.h"
#include "io/message.h"
#include "verbs/solve.h"
#include "words/arm_words.h"
#include "words/posture.h"
#include "words/solutions.h"
#include "words/values.h"
#include "words/words.h"

typedef struct request {
    const swv_model *model;
    swv_chain        chain;
    swv_starts_file  file;
    double           redundant;
    bool             by_engine;
    const double    *last;  ///< the posture to stay near, or NULL
    double           previous[SWV_MAX_JOINTS];
} request;

/// The report is one of all solutions; without any it tells why.
typedef struct found {
    solutions solutions;
    solution  common;
} found;

static swv_status find_solutions(const request *r, const swv_pose *hand, found *f)
{
    double     q[SWV_STARTS_MAX_SOLUTIONS][SWV_STARTS_MAX_JOINTS] = { { 0.0 } };
    swv_status status;
    if (r->by_engine) {
        swv_solve_report report = { 0 };
        void            *memory = malloc(swv_solve_size(r->file.starts.skeleton, 1));
        if (!memory)
            fail("out of memory");
        status = swv_starts_reach(&r->file.starts, hand, r->last, NULL, memory, q[0], &report);
        free(memory);
        f->solutions.count = 1;
        f->common = (solution){ .outcome = report.outcome,
                                .position_error = report.position_error,
                                .rotation_error = report.rotation_error };
    } else {
        swv_starts_report report = { 0 };
        status = swv_starts_solve(&r->file.starts, hand, r->last, r->redundant, q, &report);
        f->solutions.count = report.count;
        f->common = (solution){ .outcome = report.outcome,
                                .position_error = report.position_error,
                                .rotation_error = report.rotation_error };
    }
    for (int k = 0; k < f->solutions.count; k++) {
        f->solutions.of[k] = f->common;
        memcpy(f->solutions.of[k].q, q[k], sizeof q[k]);
    }
    return status;
}

// ---- one target ----

static void print_solutions(const request *r, const found *f)
{
    if (r->by_engine || f->solutions.count == 0)
        puts(swv_outcome_text(f->common.outcome));
    else
        printf("%d solutions inside the limits\n", f->solutions.count);
    if (f->solutions.count > 0)
        print_postures(
            &(posture_columns){ .model = r->model, .joints = r->chain.dof, .name_width = 18, .is_numbered = true },
            &f->solutions);
}

static void json_solutions(const request *r, const swv_pose *hand, const found *f)
{
    printf("{\"model\": \"%s\", \"method\": \"%s\",\n \"hand\": ", r->model->name, r->by_engine ? "engine" : "table");
    json_pose(*hand);
    printf(",\n \"outcome\": \"%s\", ", swv_outcome_text(f->common.outcome));
    json_errors(f->common.position_error, f->common.rotation_error);
    fputs(",\n \"solutions\": [", stdout);
    for (int k = 0; k < f->solutions.count; k++) {
        fputs(k ? ",\n  " : "\n  ", stdout);
        json_numbers(f->solutions.of[k].q, r->chain.dof);
    }
    puts("]}");
}

// ---- many targets ----

// A target without solution has no line.
static bool answer(const void *context, const bulk_row *row, text_buffer *out, char problem[CSV_PROBLEM_SIZE])
{
    const request *r = context;
    swv_pose       hand;
    found          f;
    if (!row_pose(row->values, 1, &hand, problem) || !is_solved(find_solutions(r, &hand, &f), problem))
        return false;
    for (int k = 0; k < f.solutions.count; k++)
        append_solution(out, row->number, k + 1, swv_outcome_text(f.common.outcome), &f.solutions.of[k], r->chain.dof);
    return true;
}

// ---- the words ----

static void open_table(const char *path, request *r)
{
    swv_table_fault fault = SWV_TABLE_SOUND;
    switch (swv_starts_file_open(skeleton_of(&r->chain, NULL), path, &r->file, &fault)) {
    case SWV_TABLE_DONE:
        return;
    case SWV_TABLE_BAD_FILE:
        fail("%s: not a table of starts: %s", path, swv_table_fault_text(fault));
    case SWV_TABLE_BAD_PLAN:
        fail("%s: made for a different chain than %s", path, r->model->name);
    default:
        fail("%s: %s", path, strerror(errno));
    }
}

static void run(int count, char **words)
{
    static const char *const methods[] = { "all", "engine" };
    arm_words                w = { 0 };
    const char     *table = NULL, *redundant = NULL, *previous = NULL, *method = NULL, *path = NULL, *threads = NULL;
    request         r = { 0 };
    const parameter parameters[] = {
        { "MODEL", .text = &w.model, .required = true },
        { "--hand", .text = &w.hand },
        { "--orient", .text = &w.orient },
        { "--euler-deg", .text = &w.euler },
        { "--table", .text = &table },
        { "--redundant-deg", .text = &redundant },
        { "--previous", .text = &previous },
        { "--method", .text = &method },
        { "--json", .flag = &w.json },
        { "--targets", .text = &path },
        { "--threads", .text = &threads },
    };
    sort_words("solve", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    r.model = find_model(w.model, &r.chain);
    r.by_engine = read_word("--method", method, 2, methods) == 1;
    check_target_words(&w, path, threads);
    if (redundant && (r.chain.joint_count != 7 || r.by_engine))
        fail("solve: --redundant-deg is the last of seven joints, for all solutions");
    if (previous) {
        char expected[EXPECTED_SIZE];
        describe_posture(expected, r.model, &r.chain);
        read_numbers("--previous", previous, r.chain.dof, expected, r.previous);
        posture_from_degrees(&r.chain, r.previous);
        r.last = r.previous;
    }
    if (redundant) {
        read_numbers("--redundant-deg", redundant, 1, "it has one", &r.redundant);
        r.redundant *= SWV_PI / 180.0;
    } else if (previous && r.chain.joint_count == 7) {
        r.redundant = r.previous[6];
    }
    open_table(table, &r);
    if (path) {
        char header[SOLUTION_HEADER_SIZE];
        write_solution_header(header, r.chain.dof);
        bulk_run(&(bulk_job){
            .path = path,
            .columns = 7,
            .expected = "a target has 7: place and quaternion",
            .row_name = "target",
            .header = header,
            .threads = read_threads(threads),
            .work = answer,
            .context = &r,
        });
    } else {
        swv_pose hand;
        found    f;
        read_hand("solve", &w, &hand);
        const swv_status status = find_solutions(&r, &hand, &f);
        if (status == SWV_BAD_OPTIONS)
            fail("solve: --redundant-deg is outside the limits of %s", r.model->joint_names[6]);
        if (status != SWV_OK)
            fail("solve: %s", swv_status_text(status));
        if (w.json)
            json_solutions(&r, &hand, &f);
        else
            print_solutions(&r, &f);
    }
    swv_starts_file_close(&r.file);
}

const solver starts_solver = {
    { NULL },
    "all solutions from a table of starts",
    "usage: swivel solve MODEL --table FILE --hand X,Y,Z [--orient QX,QY,QZ,QW] [OPTION ...]\n"
    "       swivel solve MODEL --table FILE --targets FILE [OPTION ...]\n"
    "\n"
    "Finds all postures inside the joint limits that bring the tip of a model of six or seven hinges to a pose, from "
    "a\n"
    "table that 'swivel table build MODEL --kind starts --out FILE' made.\n"
    "\n"
    "  --table FILE           the table; it must have been made for this model\n"
    "  --hand X,Y,Z           the position of the tip\n"
    "  --orient QX,QY,QZ,QW   its orientation, as a quaternion. Default: 0,0,0,1\n"
    "  --euler-deg ORDER,A,B,C\n"
    "                         the same as three rotations about moving axes, in degrees: ZXY,10,20,30\n"
    "  --redundant-deg A      the last of seven joints. Default: that of --previous, or 0\n"
    "  --previous A,B,...     a posture in degrees: the nearest solution comes first. Default: all 0\n"
    "  --method all|engine    engine: one posture by iteration, started from the table. Default: all\n"
    "  --targets FILE         many targets of 7 numbers, one per line; '-' is standard input. A line for each "
    "solution\n"
    "  --threads N            targets computed at once. Default: the number of cores\n"
    "  --json                 one target: everything as JSON\n"
    "\n"
    "example:\n"
    "  swivel table build puma560 --kind starts --cells 4 --out -\n",
    run,
};
