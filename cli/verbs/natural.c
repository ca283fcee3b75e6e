// SPDX-License-Identifier: MIT
// The verb natural: where a person would hold the elbow or the knee, for each hand or foot of a file.
#include <stdio.h>

#include <swivel_papers/arm.h>
#include <swivel/limb.h>

#include "io/bulk.h"
#include "io/csv.h"
#include "io/message.h"
#include "verbs/verb.h"
#include "words/values.h"
#include "words/words.h"

enum { PLACE = 3, POSE = 7 };

typedef struct request {
    swv_side side;
    bool     is_leg, is_position_only;
    double   reach;
} request;

static bool answer(const void *context, const bulk_row *row, text_buffer *out, char problem[CSV_PROBLEM_SIZE])
{
    const request *r = context;
    const double  *v = row->values;
    swv_vec3       m = { 0 };
    swv_status     status;
    if (r->is_position_only) {
        status = swv_natural_elbow_at(r->side, r->reach, (swv_vec3){ v[0], v[1], v[2] }, &m);
    } else {
        const swv_pose pose = { { v[0], v[1], v[2] }, { v[3], v[4], v[5], v[6] } };
        status = r->is_leg ? swv_natural_knee(r->side, r->reach, &pose, &m)
                           : swv_natural_elbow(r->side, r->reach, &pose, &m);
    }
    if (status != SWV_OK) {
        snprintf(problem, CSV_PROBLEM_SIZE, "%s",
                 status == SWV_BAD_GOAL ? "fields 4 to 7: the quaternion is zero" : swv_status_text(status));
        return false;
    }
    csv_append(out, (const double[]){ m.x, m.y, m.z }, 3);
    return true;
}

static void run(int count, char **words)
{
    const char     *limb = NULL, *path = NULL, *side = NULL, *reach = NULL, *threads = NULL;
    request         r = { 0 };
    const parameter parameters[] = {
        { "LIMB", .text = &limb, .required = true },
        { "--targets", .text = &path },
        { "--position-only", .flag = &r.is_position_only },
        { "--side", .text = &side },
        { "--reach", .text = &reach },
        { "--threads", .text = &threads },
    };
    sort_words("natural", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    static const char *const limbs[] = { "arm", "leg" }, *const sides[] = { "right", "left" };
    r.is_leg = read_word("LIMB", limb, 2, limbs) == 1;
    r.side = (swv_side)read_word("--side", side, 2, sides);
    if (!path)
        fail("natural: --targets FILE is missing; '-' is standard input");
    if (r.is_leg && r.is_position_only)
        fail("natural: a knee needs the foot's rotation; leave out --position-only");
    swv_arm mean_adult;
    (r.is_leg ? swv_arm_make_human_leg : swv_arm_make_human)(&mean_adult);
    r.reach = mean_adult.upper_arm + mean_adult.forearm;
    if (reach) {
        read_numbers("--reach", reach, 1, "a reach is 1, in the unit of the targets", &r.reach);
        if (!(r.reach > 0.0))
            fail("--reach: %s is not positive", reach);
    }
    bulk_run(&(bulk_job){
        .path = path,
        .columns = r.is_position_only ? PLACE : POSE,
        .optional_columns = r.is_position_only ? POSE - PLACE : 0,
        .expected = r.is_position_only ? "a target has 3, or 7 with its rotation" : "a target has 7",
        .row_name = "target",
        .header = "ex,ey,ez",
        .threads = read_threads(threads),
        .work = answer,
        .context = &r,
    });
}

const verb natural_verb = {
    "natural",
    "where a person would hold the elbow or the knee",
    "usage: swivel natural arm|leg --targets FILE [OPTION ...]\n"
    "\n"
    "Reads hands (arm) or feet (leg), one per line: px,py,pz,qx,qy,qz,qw. These are the wrist from the shoulder, or "
    "the\n"
    "ankle from the hip, in metres and in the trunk's axes (x right, y forward, z up), and the orientation of the hand "
    "(z to\n"
    "the fingertips, x where the palm faces; a left hand's x points away from the palm) or foot (y to the toes, z up "
    "from\n"
    "the sole, x right). Prints one line for each: ex,ey,ez, the unit vector from the line between shoulder and wrist "
    "to\n"
    "the elbow, normal to that line; for a leg, from the line between hip and ankle to the knee.\n"
    "\n"
    "  --targets FILE         '-' is standard input\n"
    "  --position-only        arm: from the wrist's position alone; the orientation may be left out\n"
    "  --side right|left      default: right\n"
    "  --reach R              upper and lower bone together, in the unit of the targets. Default: the mean adult's, in "
    "metres\n"
    "  --threads N            targets computed at once. Default: the number of cores\n"
    "\n"
    "example:\n"
    "  swivel natural arm --targets - --side left\n",
    run,
};
