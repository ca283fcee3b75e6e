// SPDX-License-Identifier: MIT
// The verb fk: forward kinematics, of one posture or of a file of them.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <swivel/chain.h>
#include <swivel/models.h>

#include "io/bulk.h"
#include "io/csv.h"
#include "io/message.h"
#include "words/posture.h"
#include "verbs/verb.h"
#include "words/words.h"

static const char header[] = "px,py,pz,qx,qy,qz,qw";

typedef struct pose_row {
    double values[7];
} pose_row;

static pose_row row_of(const swv_pose *pose)
{
    const swv_vec3 p = pose->position;
    const swv_quat r = pose->rotation;
    return (pose_row){ { p.x, p.y, p.z, r.x, r.y, r.z, r.w } };
}

typedef struct request {
    swv_chain chain;
    bool      degrees;
} request;

static bool answer(const void *context, const bulk_row *row, text_buffer *out, char problem[CSV_PROBLEM_SIZE])
{
    const request *r = context;
    double         q[SWV_MAX_JOINTS];
    swv_pose       tip;
    memcpy(q, row->values, (size_t)row->columns * sizeof *q);
    if (r->degrees)
        posture_from_degrees(&r->chain, q);
    const swv_status status = swv_chain_tip(&r->chain, q, &tip);
    if (status != SWV_OK) {
        snprintf(problem, CSV_PROBLEM_SIZE, "%s", swv_status_text(status));
        return false;
    }
    csv_append(out, row_of(&tip).values, 7);
    return true;
}

static void run(int count, char **words)
{
    const char     *name = NULL, *posture = NULL, *path = NULL, *threads = NULL;
    request         r = { 0 };
    const parameter parameters[] = {
        { "MODEL", .text = &name, .required = true },
        { "--q", .text = &posture },
        { "--q-file", .text = &path },
        { "--deg", .flag = &r.degrees },
        { "--threads", .text = &threads },
    };
    sort_words("fk", count, words, parameters, 5);
    const swv_model *model = find_model(name, &r.chain);
    if (!posture && !path)
        fail("fk: no posture given; use --q for one, or --q-file for a file of them ('-': standard input)");
    if (posture && path)
        fail("fk: --q and --q-file exclude each other");
    if (posture && r.degrees)
        fail("fk: --deg goes with --q-file; the angles of --q are in degrees already");
    if (posture && threads)
        fail("fk: --threads goes with --q-file");
    char expected[EXPECTED_SIZE];
    describe_posture(expected, model, &r.chain);
    if (path) {
        bulk_run(&(bulk_job){ .path = path,
                              .columns = r.chain.dof,
                              .expected = expected,
                              .header = header,
                              .threads = read_threads(threads),
                              .work = answer,
                              .context = &r });
        return;
    }

    double   q[SWV_MAX_JOINTS];
    swv_pose tip;
    read_posture(posture, model, &r.chain, q);
    const swv_status status = swv_chain_tip(&r.chain, q, &tip);
    if (status != SWV_OK)
        fail("--q: %s", swv_status_text(status));
    puts(header);
    csv_write(NULL, row_of(&tip).values, 7);
}

const verb fk_verb = {
    "fk",
    "where the tip of a model is, for one posture or many",
    "usage: swivel fk MODEL --q ANGLES\n"
    "       swivel fk MODEL --q-file FILE [--deg] [--threads N]\n"
    "\n"
    "Writes the pose of the tip as comma-separated values, one line a posture: its position (in the model's unit of\n"
    "length) and its rotation as a unit quaternion. Every number reads back to the same bits.\n"
    "\n"
    "  MODEL          a name from 'swivel models'\n"
    "  --q ANGLES     one posture: its angles in degrees, separated by commas (joints that slide: lengths)\n"
    "  --q-file FILE  many postures, one a line, in radians; '-' is standard input. Blank lines, lines that begin\n"
    "                 with '#' and a header are passed over\n"
    "  --deg          the angles of FILE are in degrees\n"
    "  --threads N    so many postures at once. Default: as many as there are cores\n"
    "\n"
    "example:\n"
    "  swivel fk planar3 --q 10,20,30\n",
    run,
};
