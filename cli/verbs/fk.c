// SPDX-License-Identifier: MIT
// The verb fk: forward kinematics, of one posture or of a file of them.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <swivel_papers/chain.h>
#include <swivel_papers/models.h>

#include "io/bulk.h"
#include "io/csv.h"
#include "io/message.h"
#include "words/limb_words.h"
#include "words/posture.h"
#include "words/values.h"
#include "verbs/verb.h"
#include "words/words.h"

/// A chain of joints, or a human limb.
typedef struct request {
    bool         is_limb, degrees;
    swv_chain    chain;
    limb_request limb;
} request;

enum { POSE = 7, POSE_AND_ELBOW = 10 };
static const char pose_header[] = "px,py,pz,qx,qy,qz,qw", limb_header[] = "px,py,pz,qx,qy,qz,qw,ex,ey,ez";

typedef struct result {
    double values[POSE_AND_ELBOW];
} result;

static swv_status find_tip(const request *r, const double *q, result *out)
{
    swv_pose   tip = SWV_IDENTITY_POSE;
    swv_vec3   elbow = { 0.0, 0.0, 0.0 };
    swv_status status;
    if (r->is_limb) {
        swv_limb_posture posture;
        status = swv_limb_posture_from_angles(&r->limb.limb, q, &posture);
        if (status == SWV_OK)
            status = swv_limb_forward(&r->limb.limb, &posture, &tip, &elbow);
    } else {
        status = swv_chain_tip(&r->chain, q, &tip);
    }
    const swv_vec3 p = tip.position;
    const swv_quat t = tip.rotation;
    *out = (result){ { p.x, p.y, p.z, t.x, t.y, t.z, t.w, elbow.x, elbow.y, elbow.z } };
    return status;
}

static const char *text_of(const request *r, swv_status status)
{
    return r->is_limb && status == SWV_BAD_POSTURE ? limb_hinge_problem(&r->limb) : swv_status_text(status);
}

static void to_radians(const request *r, double *q)
{
    if (!r->is_limb)
        posture_from_degrees(&r->chain, q);
    for (int i = 0; r->is_limb && i < SWV_LIMB_ANGLES; i++)
        q[i] *= SWV_PI / 180.0;
}

static bool answer(const void *context, const bulk_row *row, text_buffer *out, char problem[CSV_PROBLEM_SIZE])
{
    const request *r = context;
    double         q[SWV_MAX_JOINTS];
    result         found;
    memcpy(q, row->values, (size_t)row->columns * sizeof *q);
    if (r->degrees)
        to_radians(r, q);
    const swv_status status = find_tip(r, q, &found);
    if (status != SWV_OK) {
        snprintf(problem, CSV_PROBLEM_SIZE, "%s", text_of(r, status));
        return false;
    }
    csv_append(out, found.values, r->is_limb ? POSE_AND_ELBOW : POSE);
    return true;
}

// The model, and what one of its postures has.
static int read_model(const limb_words *words, request *r, char expected[EXPECTED_SIZE])
{
    const char *name = words->common.model;
    r->is_limb = names_limb(name);
    if (r->is_limb) {
        read_limb("fk", words, &r->limb);
        describe_limb_posture(expected, &r->limb);
        return SWV_LIMB_ANGLES;
    }
    if (words->common.side || words->common.lengths || words->stature)
        fail("fk: %s works only with arm and leg", words->common.side      ? "--side"
                                                   : words->common.lengths ? "--lengths"
                                                                           : "--stature");
    describe_posture(expected, find_model(name, &r->chain), &r->chain);
    return r->chain.dof;
}

static void run(int count, char **words)
{
    limb_words      w = { 0 };
    const char     *posture = NULL, *path = NULL, *threads = NULL;
    request         r = { 0 };
    const parameter parameters[] = {
        { "MODEL", .text = &w.common.model, .required = true },
        { "--q", .text = &posture },
        { "--q-file", .text = &path },
        { "--deg", .flag = &r.degrees },
        { "--threads", .text = &threads },
        { "--side", .text = &w.common.side },
        { "--lengths", .text = &w.common.lengths },
        { "--stature", .text = &w.stature },
    };
    sort_words("fk", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    char      expected[EXPECTED_SIZE];
    const int columns = read_model(&w, &r, expected);
    if (!posture && !path)
        fail("fk: no posture given; use --q for one, or --q-file for a file of them ('-': standard input)");
    if (posture && path)
        fail("fk: --q and --q-file cannot be used together");
    if (posture && r.degrees)
        fail("fk: --deg works only with --q-file; the angles of --q are in degrees already");
    if (posture && threads)
        fail("fk: --threads works only with --q-file");
    const char *header = r.is_limb ? limb_header : pose_header;
    if (path) {
        bulk_run(&(bulk_job){ .path = path,
                              .columns = columns,
                              .expected = expected,
                              .header = header,
                              .threads = read_threads(threads),
                              .work = answer,
                              .context = &r });
        return;
    }

    double q[SWV_MAX_JOINTS];
    result found;
    read_numbers("--q", posture, columns, expected, q);
    to_radians(&r, q);
    const swv_status status = find_tip(&r, q, &found);
    if (status != SWV_OK)
        fail("--q: %s", text_of(&r, status));
    puts(header);
    csv_write(NULL, found.values, r.is_limb ? POSE_AND_ELBOW : POSE);
}

const verb fk_verb = {
    "fk",
    "forward kinematics: the pose of the tip, for one posture or many",
    "usage: swivel fk MODEL --q ANGLES\n"
    "       swivel fk MODEL --q-file FILE [--deg] [--threads N]\n"
    "\n"
    "Prints the pose of the tip as comma-separated values, one line per posture: its position (in the model's unit of\n"
    "length) and its orientation as a unit quaternion. Every number reads back to the same bits.\n"
    "\n"
    "  MODEL          a name from 'swivel models'\n"
    "  --q ANGLES     one posture: its angles in degrees, separated by commas (sliding joints: lengths)\n"
    "  --q-file FILE  many postures, one per line, in radians; '-' is standard input. Blank lines, lines that begin\n"
    "                 with '#' and a header are skipped\n"
    "  --deg          the angles of FILE are in degrees\n"
    "  --threads N    postures computed at once. Default: the number of cores\n"
    "\n"
    "The human limbs arm and leg take anatomical angles, as 'swivel models arm' lists them; the position of the elbow "
    "or\n"
    "knee follows the pose of the hand or foot. They also take\n" LIMB_SIZE_USAGE "\n"
    "example:\n"
    "  swivel fk planar3 --q 10,20,30\n",
    run,
};
