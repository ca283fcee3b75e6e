// SPDX-License-Identifier: MIT
// The verb fk: forward kinematics, of one posture or of a file of them.
#include <stdbool.h>
#include <stdio.h>

#include <swivel/chain.h>
#include <swivel/models.h>

#include "csv.h"
#include "message.h"
#include "posture.h"
#include "verb.h"
#include "words.h"

static void write_header(void)
{
    puts("px,py,pz,qx,qy,qz,qw");
}

static void write_pose(const swv_pose *pose)
{
    const swv_vec3 p = pose->position;
    const swv_quat r = pose->rotation;
    csv_write(NULL, (const double[]){ p.x, p.y, p.z, r.x, r.y, r.z, r.w }, 7);
}

static void run(int count, char **words)
{
    const char     *name = NULL, *posture = NULL, *path = NULL;
    bool            degrees = false;
    const parameter parameters[] = {
        { "MODEL", .text = &name, .required = true },
        { "--q", .text = &posture },
        { "--q-file", .text = &path },
        { "--deg", .flag = &degrees },
    };
    sort_words("fk", count, words, parameters, 4);
    swv_chain        chain;
    const swv_model *model = find_model(name, &chain);
    if (!posture && !path)
        fail("fk: no posture given; use --q for one, or --q-file for a file of them ('-': standard input)");
    if (posture && path)
        fail("fk: --q and --q-file exclude each other");
    if (posture && degrees)
        fail("fk: --deg goes with --q-file; the angles of --q are in degrees already");

    double   q[SWV_MAX_JOINTS];
    swv_pose tip;
    if (posture) {
        read_posture(posture, model, &chain, q);
        const swv_status status = swv_chain_tip(&chain, q, &tip);
        if (status != SWV_OK)
            fail("--q: %s", swv_status_text(status));
        write_header();
        write_pose(&tip);
        return;
    }

    char expected[EXPECTED_SIZE];
    describe_posture(expected, model, &chain);
    csv_reader reader = csv_open(path, chain.dof, expected);
    write_header();
    while (csv_read(&reader, q)) {
        if (degrees)
            posture_from_degrees(&chain, q);
        const swv_status status = swv_chain_tip(&chain, q, &tip);
        if (status != SWV_OK)
            fail("%s:%llu: %s", reader.name, (unsigned long long)reader.done.lines, swv_status_text(status));
        write_pose(&tip);
    }
    csv_close(&reader);
}

const verb fk_verb = {
    "fk",
    "where the tip of a model is, for one posture or many",
    "usage: swivel fk MODEL --q ANGLES\n"
    "       swivel fk MODEL --q-file FILE [--deg]\n"
    "\n"
    "Writes the pose of the tip as comma-separated values, one line a posture: its position (in the model's unit of\n"
    "length) and its rotation as a unit quaternion. Every number reads back to the same bits.\n"
    "\n"
    "  MODEL          a name from 'swivel models'\n"
    "  --q ANGLES     one posture: its angles in degrees, separated by commas (joints that slide: lengths)\n"
    "  --q-file FILE  many postures, one a line, in radians; '-' is standard input. Blank lines, lines that begin\n"
    "                 with '#' and a header are passed over\n"
    "  --deg          the angles of FILE are in degrees\n"
    "\n"
    "example:\n"
    "  swivel fk planar3 --q 10,20,30\n",
    run,
};
