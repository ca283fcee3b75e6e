// SPDX-License-Identifier: MIT
// solve arm and leg: the human limb, for one target or for each target of a file.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <swivel/limb.h>

#include "io/bulk.h"
#include "io/csv.h"
#include "io/json.h"
#include "io/message.h"
#include "verbs/solve.h"
#include "words/limb_words.h"
#include "words/values.h"
#include "words/words.h"
#include "words/solutions.h"

// ---- one target, for people ----

enum { NAME_WIDTH = 18 };

/// The limits that an angle may break.
static const uint32_t limits_of[SWV_LIMB_ANGLES] = {
    1u << SWV_LIMIT_DIRECTION, 1u << SWV_LIMIT_DIRECTION, 1u << SWV_LIMIT_TWIST, 1u << SWV_LIMIT_HINGE,
    1u << SWV_LIMIT_PRONATION, 1u << SWV_LIMIT_CONE,      1u << SWV_LIMIT_CONE,
};

static void print_solution(const limb_request *r, const limb_solution *s)
{
    const swv_limb_limits *limits = &r->limb.limits;
    const swv_range        ranges[] = { limits->hinge, limits->pronation, limits->flexion, limits->deviation };
    char                   text[OUTCOME_SIZE];
    const ending           e = limb_ending(r, &s->report);
    describe_outcome(text, &e);
    printf("%s\n\n    %-*s   degrees    limits\n", text, NAME_WIDTH, "angle");
    for (int i = 0; i < SWV_LIMB_ANGLES; i++) {
        const bool is_broken = s->report.broken & limits_of[i];
        printf("%3d %-*s %9.3f%c", i + 1, NAME_WIDTH, r->angle_names[i], shown_degrees(s->angles[i], 3),
               is_broken ? '*' : ' ');
        if (i >= SWV_ELBOW_FLEXION)
            print_limits(r->has_limits ? ranges[i - SWV_ELBOW_FLEXION].lower : -INFINITY,
                         r->has_limits ? ranges[i - SWV_ELBOW_FLEXION].upper : INFINITY);
        else
            puts(r->has_limits ? "   as a ball joint" : "   none");
    }
    putchar('\n');
    print_places(r->limb.kind == SWV_LIMB_LEG, NAME_WIDTH, 1, &(place){ s->report.swivel, s->elbow });
    if (fabs(swv_angle_wrap(s->report.swivel - s->report.wished)) > 1e-6)
        printf("    (the wish was %.6g degrees)\n", shown_degrees(s->report.wished, 6));
}

// ---- one target, as JSON ----

static void json_quat(const char *before, swv_quat q)
{
    fputs(before, stdout);
    json_numbers((const double[]){ q.x, q.y, q.z, q.w }, 4);
}

static void json_value(const char *before, double value)
{
    fputs(before, stdout);
    json_number(value);
}

static void json_solution(const limb_request *r, const swv_pose *hand, const limb_solution *s)
{
    json_limb_request(r, hand);
    printf(" \"position_only\": %s,\n \"solutions\": [\n    {\"solution\": 1, \"outcome\": \"%s\", \"broken\": ",
           r->goal.is_position_only ? "true" : "false", swv_outcome_text(s->report.outcome));
    json_names(r->limit_names, s->report.broken);
    json_value(", \"excess\": ", s->report.excess);
    json_quat(",\n     \"bones\": {\"upper\": ", s->posture.upper);
    json_quat(",\n               \"lower\": ", s->posture.lower);
    json_quat(",\n               \"end\": ", s->posture.end);
    fputs("},\n     \"angles\": {", stdout);
    for (int i = 0; i < SWV_LIMB_ANGLES; i++) {
        printf("%s\"%s\": ", i == 0 ? "" : ", ", r->angle_names[i]);
        json_number(s->angles[i]);
    }
    json_value("},\n     \"swivel\": ", s->report.swivel);
    json_value(", \"wished\": ", s->report.wished);
    fputs(", \"elbow\": ", stdout);
    json_vector(s->elbow);
    json_value(",\n     \"position_error\": ", s->report.position_error);
    json_value(", \"rotation_error\": ", s->report.rotation_error);
    puts("}\n ]}");
}

// ---- many targets ----

enum { PLACE = 3, POSE = 7, POSE_AND_SWIVEL = 8 };

static bool answer(const void *context, const bulk_row *row, text_buffer *out, char problem[CSV_PROBLEM_SIZE])
{
    const limb_request *r = context;
    limb_request        with_swivel;
    const double       *v = row->values;
    swv_pose            hand = { { v[0], v[1], v[2] }, SWV_IDENTITY_QUAT };
    limb_solution       s;
    if (!r->goal.is_position_only && !row_pose(v, 1, &hand, problem))
        return false;
    if (row->columns == POSE_AND_SWIVEL) {
        if (r->goal.elbow != SWV_ELBOW_NATURAL) {
            snprintf(problem, CSV_PROBLEM_SIZE,
                     "the targets have swivels of their own; leave out --swivel-deg, --elbow-towards and --previous");
            return false;
        }
        with_swivel = *r;
        with_swivel.goal.elbow = SWV_ELBOW_SWIVEL;
        with_swivel.goal.swivel = v[7];
        r = &with_swivel;
    }
    if (!is_solved(find_limb_solution(r, &hand, &s), problem))
        return false;
    double values[5 + SWV_LIMB_ANGLES] = { s.report.position_error, s.report.rotation_error, s.elbow.x, s.elbow.y,
                                           s.elbow.z };
    memcpy(values + 5, s.angles, sizeof s.angles);
    append_label(out, row->number, 1, swv_outcome_text(s.report.outcome));
    csv_append(out, values, 5 + SWV_LIMB_ANGLES);
    return true;
}

static void solve_file(const limb_request *r, const char *path, int threads)
{
    char   header[256] = "target,solution,outcome,position_error,rotation_error,ex,ey,ez";
    size_t length = strlen(header);
    for (int i = 0; i < SWV_LIMB_ANGLES; i++)
        length += (size_t)snprintf(header + length, sizeof header - length, ",%s", r->angle_names[i]);
    const bool only = r->goal.is_position_only;
    bulk_run(&(bulk_job){
        .path = path,
        .columns = only ? PLACE : POSE,
        .optional_columns = only ? POSE - PLACE : POSE_AND_SWIVEL - POSE,
        .expected = only ? "a target has 3, or 7 with its rotation" : "a target has 7, or 8 with its swivel",
        .row_name = "target",
        .header = header,
        .threads = threads,
        .work = answer,
        .context = r,
    });
}

// ---- the words ----

static void run(int count, char **words)
{
    limb_words      w = { 0 };
    const char     *path = NULL, *threads = NULL;
    limb_request    r;
    const parameter parameters[] = {
        LIMB_PARAMETERS(w),
        LIMB_GOAL_PARAMETERS(w),
        { "--position-only", .flag = &w.is_position_only },
        { "--keep-hand", .flag = &w.keep_hand },
        { "--previous", .text = &w.previous },
        { "--targets", .text = &path },
        { "--threads", .text = &threads },
    };
    sort_words("solve arm", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    read_limb("solve", &w, &r);
    check_target_words(&w.common, path, threads);
    if (w.is_position_only && (w.common.orient || w.common.euler))
        fail("solve: --position-only leaves the hand's orientation free; leave out %s",
             w.common.orient ? "--orient" : "--euler-deg");
    if (path) {
        solve_file(&r, path, read_threads(threads));
        return;
    }
    swv_pose      hand;
    limb_solution s;
    read_hand("solve", &w.common, &hand);
    const swv_status status = find_limb_solution(&r, &hand, &s);
    if (status != SWV_OK)
        fail("solve: %s", swv_status_text(status));
    if (w.common.json)
        json_solution(&r, &hand, &s);
    else
        print_solution(&r, &s);
}

const solver limb_solver = {
    { "arm", "leg" },
    "the human arm and leg: rotations of the bones, limits and elbow of people",
    "usage: swivel solve arm|leg --hand X,Y,Z [--orient QX,QY,QZ,QW] [OPTION ...]\n"
    "       swivel solve arm|leg --targets FILE [OPTION ...]\n"
    "\n"
    "Finds the posture of a human arm or leg. It is exact if a posture inside the limits of people reaches the goal. "
    "If\n"
    "none does, the hand gives way: first its orientation, as little as possible, then its position. The outcome says "
    "so.\n"
    "For a leg read foot, ankle, knee, hip for hand, wrist, elbow, shoulder.\n"
    "\n" LIMB_GOAL_USAGE "  --position-only        the hand's orientation is free\n"
    "  --keep-hand            if no posture inside the limits reaches the hand's goal, break the limits, not the "
    "goal.\n"
    "                         An angle beyond its limits is marked with '*'\n"
    "  --previous ANGLES      seven angles in degrees, those of 'swivel models arm': the last posture. The elbow "
    "turns\n"
    "                         as little as possible, unless --swivel-deg or --elbow-towards is given; with\n"
    "                         --position-only the hand keeps its orientation relative to the forearm\n" LIMB_USAGE
    "  --json                 everything as JSON, with the rotation of each bone as a quaternion: radians, metres\n"
    "  --targets FILE         many targets, one per line: px,py,pz,qx,qy,qz,qw and, if the first has it, the swivel; "
    "with\n"
    "                         --position-only px,py,pz are enough; radians, metres; '-' is standard input. Prints\n"
    "                         comma-separated values, one line per target: its number, that of the solution (1), the\n"
    "                         outcome (reached, out of reach, too near, limited, softened), the errors of the hand in\n"
    "                         metres and radians, where the elbow is, and the angles in radians\n"
    "  --threads N            targets computed at once. Default: the number of cores\n"
    "\n"
    "example:\n"
    "  swivel solve arm --hand 0.2,0.35,-0.2 --orient -0.5,0.5,0.5,0.5\n",
    run,
};
