// SPDX-License-Identifier: MIT
// solve MODEL --table FILE: all solutions that a table has for a target, or for each target of a file.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <swivel_papers/chain.h>
#include <swivel_papers/models.h>
#include <swivel_papers/table.h>

#include "io/bulk.h"
#include "io/csv.h"
#include "io/json.h"
#include "io/message.h"
#include "verbs/solve.h"
#include "words/arm_words.h"
#include "words/posture.h"
#include "words/solutions.h"
#include "words/tables.h"
#include "words/values.h"
#include "words/words.h"

typedef struct request {
    const swv_model  *model;
    swv_chain         chain;
    swv_table_file    file;      ///< of two stages,
    swv_adaptive_file adaptive;  ///< or an adaptive table: table.bytes is NULL where it is none
    bool              has_swivel;
    double            swivel;
} request;

// What a table of either kind gives, by how much it is off not yet known.
static void take(solutions *s, int i, const double *q, int joints)
{
    s->of[i] = (solution){ .outcome = SWV_REACHED };
    memcpy(s->of[i].q, q, sizeof(double) * (size_t)joints);
}

static swv_status look_up_pair(const request *r, const swv_pose *hand, double swivel, solutions *s)
{
    double     q[SWV_TABLE_MAX_POSTURES][SWV_TABLE_MAX_INPUTS];
    double     target[SWV_TABLE_MAX_INPUTS];
    swv_status status = swv_table_target(&r->file.position, hand, swivel, target);
    if (status == SWV_OK)
        status = swv_table_solve_pair(&r->file.position, &r->file.orientation, target, q, &s->count);
    for (int i = 0; status == SWV_OK && i < s->count; i++)
        take(s, i, q[i], r->chain.joint_count);
    return status;
}

static swv_status look_up_adaptive(const request *r, const swv_pose *hand, double swivel, solutions *s)
{
    double           q[SWV_ADAPTIVE_MAX_SOLUTIONS][SWV_ADAPTIVE_MAX_JOINTS];
    const swv_status status = swv_adaptive_solve(&r->adaptive.table, hand, swivel, q, NULL, &s->count);
    for (int i = 0; status == SWV_OK && i < s->count; i++)
        take(s, i, q[i], r->chain.joint_count);
    return status;
}

static swv_status find_solutions(const request *r, const swv_pose *hand, double swivel, solutions *s)
{
    const swv_status status =
        r->adaptive.table.bytes ? look_up_adaptive(r, hand, swivel, s) : look_up_pair(r, hand, swivel, s);
    for (int i = 0; status == SWV_OK && i < s->count; i++) {
        swv_pose tip;
        (void)swv_chain_tip(&r->chain, s->of[i].q, &tip);
        s->of[i].position_error = swv_vec3_length(swv_vec3_sub(tip.position, hand->position));
        s->of[i].rotation_error = swv_quat_angle_between(tip.rotation, hand->rotation);
    }
    return status;
}

// ---- one target ----

static void print_solutions(const request *r, const solutions *s)
{
    printf("%d solution%s\n", s->count, s->count == 1 ? "" : "s");
    if (s->count == 0)
        return;
    print_postures(
        &(posture_columns){ .model = r->model, .joints = r->chain.joint_count, .name_width = 18, .is_numbered = true },
        s);
    fputs("    off by, mm        ", stdout);
    for (int i = 0; i < s->count; i++)
        printf(" %9.3f", 1000.0 * s->of[i].position_error);
    fputs("\n    turned by, degrees", stdout);
    for (int i = 0; i < s->count; i++)
        printf(" %9.3f", s->of[i].rotation_error * (180.0 / SWV_PI));
    putchar('\n');
}

static void json_solutions(const request *r, const swv_pose *hand, const solutions *s)
{
    printf("{\"model\": \"%s\", \"hand\": ", r->model->name);
    json_pose(*hand);
    puts(",\n \"solutions\": [");
    for (int i = 0; i < s->count; i++) {
        printf("    {\"solution\": %d, \"q\": ", i + 1);
        json_numbers(s->of[i].q, r->chain.joint_count);
        fputs(",\n     ", stdout);
        json_errors(s->of[i].position_error, s->of[i].rotation_error);
        puts(i + 1 < s->count ? "}," : "}");
    }
    puts(" ]}");
}

// ---- many targets ----

static bool answer(const void *context, const bulk_row *row, text_buffer *out, char problem[CSV_PROBLEM_SIZE])
{
    const request *r = context;
    const double   swivel = row->columns > 7 ? row->values[7] : r->swivel;
    swv_pose       hand;
    solutions      s;
    if (!row_pose(row->values, 1, &hand, problem) || !is_solved(find_solutions(r, &hand, swivel, &s), problem))
        return false;
    for (int i = 0; i < s.count; i++)
        append_solution(out, row->number, i + 1, "looked up", &s.of[i], r->chain.joint_count);
    return true;
}

// ---- the words ----

static void open_any(const char *path, request *r)
{
    if (table_kind_of(path) == TABLE_ADAPTIVE) {
        open_adaptive_file(path, &r->adaptive);
        if (swv_adaptive_check_chain(&r->adaptive.table, &r->chain) != SWV_OK)
            fail("%s: made for %s, not for this %s", path, r->adaptive.table.model, r->model->name);
        r->has_swivel = r->adaptive.table.joints == 7;
        return;
    }
    open_table_file(path, &r->file);
    if (!r->file.position.bytes || !r->file.orientation.bytes)
        fail("%s: has one stage only; solve needs both, 'swivel table build' makes them", path);
    if (swv_table_check_chain(&r->file.position, &r->chain) != SWV_OK)
        fail("%s: made for %s, not for this %s", path, r->file.position.model, r->model->name);
    r->has_swivel = r->file.position.space == SWV_TABLE_POSITION_SWIVEL;
}

static void run(int count, char **words)
{
    arm_words       w = { 0 };
    const char     *path = NULL, *table = NULL, *threads = NULL;
    request         r = { 0 };
    const parameter parameters[] = {
        { "MODEL", .text = &w.model, .required = true },
        { "--table", .text = &table, .required = true },
        { "--hand", .text = &w.hand },
        { "--orient", .text = &w.orient },
        { "--euler-deg", .text = &w.euler },
        { "--swivel-deg", .text = &w.swivel },
        { "--json", .flag = &w.json },
        { "--targets", .text = &path },
        { "--threads", .text = &threads },
    };
    sort_words("solve --table", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    r.model = find_table_model(w.model, &r.chain, NULL);
    open_any(table, &r);
    if (w.swivel && !r.has_swivel)
        fail("--swivel-deg: %s has no swivel", w.model);
    if (w.swivel)
        read_numbers("--swivel-deg", w.swivel, 1, "it has one", &r.swivel);
    r.swivel *= SWV_PI / 180.0;
    check_target_words(&w, path, threads);
    if (path) {
        char header[SOLUTION_HEADER_SIZE];
        write_solution_header(header, r.chain.joint_count);
        bulk_run(&(bulk_job){
            .path = path,
            .columns = 7,
            .optional_columns = r.has_swivel,
            .expected = r.has_swivel ? "a target has 7, or 8 with the swivel" : "a target has 7",
            .row_name = "target",
            .header = header,
            .threads = read_threads(threads),
            .work = answer,
            .context = &r,
        });
    } else {
        swv_pose  hand;
        solutions s;
        read_hand("solve", &w, &hand);
        const swv_status status = find_solutions(&r, &hand, r.swivel, &s);
        if (status != SWV_OK)
            fail("solve: %s", swv_status_text(status));
        if (w.json)
            json_solutions(&r, &hand, &s);
        else
            print_solutions(&r, &s);
    }
    swv_table_file_close(&r.file);
    swv_adaptive_file_close(&r.adaptive);
}

const solver table_solver = {
    { 0 },
    "any arm with a spherical wrist, all solutions looked up in a file that 'swivel table build' made",
    "usage: swivel solve MODEL --table FILE --hand X,Y,Z [--orient QX,QY,QZ,QW] [OPTION ...]\n"
    "       swivel solve MODEL --table FILE --targets FILE [OPTION ...]\n"
    "\n"
    "Looks up all postures inside the limits in a table made by 'swivel table build MODEL', with the error of each.\n"
    "\n"
    "  --table FILE           of both stages, or adaptive\n"
    "  --hand X,Y,Z           the position of the chain's tip (puma560, arm7, leg7: the wrist), in metres\n"
    "  --orient QX,QY,QZ,QW   orientation of the hand, as a quaternion. Default: 0,0,0,1\n"
    "  --euler-deg ORDER,A,B,C\n"
    "                         the same as three rotations about moving axes, in degrees: ZXY,10,20,30\n"
    "  --swivel-deg A         seven joints: the elbow's angle on its circle, 0 where it is lowest along the first\n"
    "                         joint's axis. Default: 0\n"
    "  --json                 everything as JSON: metres and radians\n"
    "  --targets FILE         many targets, one per line: px,py,pz,qx,qy,qz,qw, for arm7 optionally the swivel in\n"
    "                         radians; '-' is standard input. Prints comma-separated values, one line per solution\n"
    "  --threads N            targets computed at once. Default: the number of cores\n"
    "\n"
    "example:\n"
    "  swivel solve puma560 --table puma560.table --hand 0.4,0.2,0.3 --euler-deg XYZ,180,0,0\n",
    run,
};
