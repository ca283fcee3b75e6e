// SPDX-License-Identifier: MIT
// The verb check: which postures of a human arm or leg are inside the limits.
#include <stdio.h>
#include <string.h>

#include <swivel/limb.h>

#include "io/bulk.h"
#include "io/csv.h"
#include "io/message.h"
#include "io/number.h"
#include "verbs/verb.h"
#include "words/limb_words.h"
#include "words/words.h"

enum { POSE = 7, POSE_AND_ELBOW = 10 };

static bool answer(const void *context, const bulk_row *row, text_buffer *out, char problem[CSV_PROBLEM_SIZE])
{
    const limb_request *r = context;
    const swv_vec3      elbow = { row->values[POSE], row->values[POSE + 1], row->values[POSE + 2] };
    swv_pose            hand;
    swv_limb_posture    posture;
    uint32_t            broken;
    if (!row_pose(row->values, 1, &hand, problem))
        return false;
    swv_status status = swv_limb_posture_from_points(&r->limb, elbow, &hand, &posture);
    if (status == SWV_OK)
        status = swv_limb_check(&r->limb, &posture, &broken, NULL);
    if (status != SWV_OK) {
        snprintf(problem, CSV_PROBLEM_SIZE, "%s",
                 status == SWV_BAD_GOAL ? "a bone has no length" : swv_status_text(status));
        return false;
    }
    char  line[NUMBER_SIZE + 256];
    char *end = line + number_format(line, (double)row->number);
    end += snprintf(end, 8, ",%d,", broken == 0);
    const char *before = "";
    for (int i = 0; i < SWV_LIMB_LIMITS; i++) {
        if (!(broken >> i & 1))
            continue;
        end += snprintf(end, (size_t)(line + sizeof line - end), "%s%s", before, r->limit_names[i]);
        before = " ";
    }
    *end++ = '\n';
    text_append(out, line, (size_t)(end - line));
    return true;
}

static void run(int count, char **words)
{
    limb_words      w = { 0 };
    const char     *path = NULL, *threads = NULL;
    limb_request    r;
    const parameter parameters[] = {
        { "MODEL", .text = &w.common.model, .required = true },
        { "--postures", .text = &path },
        { "--side", .text = &w.common.side },
        { "--threads", .text = &threads },
    };
    sort_words("check", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    read_limb("check", &w, &r);
    if (!path)
        fail("check: no postures given; use --postures for a file of them ('-': standard input)");
    bulk_run(&(bulk_job){
        .path = path,
        .columns = POSE_AND_ELBOW,
        .expected = "a posture has 10: px,py,pz,qx,qy,qz,qw,ex,ey,ez",
        .row_name = "posture",
        .header = "posture,inside,broken",
        .threads = read_threads(threads),
        .work = answer,
        .context = &r,
    });
}

const verb check_verb = {
    "check",
    "which postures of an arm or leg are inside the limits of people",
    "usage: swivel check arm|leg --postures FILE [OPTION ...]\n"
    "\n"
    "Prints one line for each posture: its number, 1 if it is inside the limits or else 0, and the names of the "
    "limits\n"
    "it breaks, separated by spaces.\n"
    "\n"
    "  --postures FILE        one posture per line: px,py,pz,qx,qy,qz,qw,ex,ey,ez. These are the position of the "
    "wrist,\n"
    "                         the orientation of the hand (z to the fingertips, x where the palm faces; a left hand's "
    "x\n"
    "                         points away from it) and the position of the elbow, all from the shoulder: x right,\n"
    "                         y forward, z up. For a leg: ankle, foot (y to the toes, z up from the sole) and knee, "
    "from\n"
    "                         the hip. Any unit of length: bone lengths are taken from the line. '-' is standard "
    "input\n"
    "  --side left|right      which limb it is. Default: right\n"
    "  --threads N            postures computed at once. Default: the number of cores\n"
    "\n"
    "example:\n"
    "  swivel check arm --postures -\n",
    run,
};
