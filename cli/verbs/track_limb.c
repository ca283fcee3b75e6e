// SPDX-License-Identifier: MIT
// track arm and leg: follow a hand along a path with the human limb.
#include "verbs/track_limb.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <swivel/limb.h>

#include "io/csv.h"
#include "io/message.h"
#include "io/number.h"
#include "io/output.h"
#include "verbs/path.h"
#include "words/limb_words.h"
#include "words/values.h"
#include "words/words.h"

typedef struct summary {
    unsigned long long steps, reached, forced;
    double             position_error, rotation_error, elbow_speed;  ///< the largest
} summary;

static char *write_numbers(char *end, const double *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        end += number_format(end, numbers[i]);
        *end++ = ',';
    }
    return end;
}

static void write_row(FILE *out, const double row[PATH_COLUMNS], const swv_limb_report *report, swv_vec3 elbow)
{
    char        line[(PATH_COLUMNS + 5) * (NUMBER_SIZE + 1) + 64], *end = write_numbers(line, row, PATH_COLUMNS);
    const char *word = swv_outcome_text(report->outcome);
    memcpy(end, word, strlen(word));
    end += strlen(word);
    *end++ = ',';
    end = write_numbers(
        end, (const double[]){ report->position_error, report->rotation_error, elbow.x, elbow.y, elbow.z }, 5);
    end[-1] = '\n';
    fwrite(line, 1, (size_t)(end - line), out);
}

static void add_step(summary *s, const swv_limb_track_report *report, double elbow_speed)
{
    s->steps++;
    s->reached += report->limb.outcome == SWV_REACHED;
    s->forced += report->was_forced;
    s->position_error = fmax(s->position_error, report->limb.position_error);
    s->rotation_error = fmax(s->rotation_error, report->limb.rotation_error);
    s->elbow_speed = fmax(s->elbow_speed, elbow_speed);
}

static void follow(swv_limb_track *track, const limb_request *r, csv_reader *reader, FILE *out, summary *s)
{
    path_step     step = { 0 };
    swv_limb_goal goal = r->goal;
    swv_vec3      last = { 0.0, 0.0, 0.0 };
    fputs("t,px,py,pz,qx,qy,qz,qw,outcome,position_error,rotation_error,ex,ey,ez\n", out);
    while (path_read(reader, &step)) {
        swv_limb_posture      posture;
        swv_limb_track_report report;
        swv_pose              reached;
        swv_vec3              elbow;
        goal.end = step.hand;
        path_check(reader, swv_limb_track_step(track, &goal, step.dt, &posture, &report));
        path_check(reader, swv_limb_forward(&r->limb, &posture, &reached, &elbow));
        write_row(out, step.row, &report.limb, elbow);
        add_step(s, &report, s->steps == 0 ? 0.0 : swv_vec3_length(swv_vec3_sub(elbow, last)) / step.dt);
        last = elbow;
    }
}

void track_limb(int count, char **words)
{
    limb_words      w = { 0 };
    const char     *path = NULL, *speed = NULL, *swivel_speed = NULL, *settle = NULL, *out_path = NULL;
    const parameter parameters[] = {
        LIMB_PARAMETERS(w),
        { "--path", .text = &path },
        { "--swivel-deg", .text = &w.common.swivel },
        { "--elbow-towards", .text = &w.towards },
        { "--position-only", .flag = &w.is_position_only },
        { "--keep-hand", .flag = &w.keep_hand },
        { "--previous", .text = &w.previous },
        { "--speed-deg", .text = &speed },
        { "--swivel-speed-deg", .text = &swivel_speed },
        { "--settle", .text = &settle },
        { "--out", .text = &out_path },
    };
    sort_words("track", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    limb_request r;
    read_limb("track", &w, &r);
    if (r.goal.elbow == SWV_ELBOW_PREVIOUS)
        r.goal.elbow = SWV_ELBOW_NATURAL;  // --previous says where the limb begins, not where the elbow stays
    const swv_limb_track_options options = {
        .swivel_time = read_settle(settle),
        .max_bone_speed = read_speed("--speed-deg", speed),
        .max_swivel_speed = read_speed("--swivel-speed-deg", swivel_speed),
        .compromise = r.compromise,
    };
    swv_limb_track track;
    swv_status     status = swv_limb_track_start(&r.limb, &options, &track);
    if (status == SWV_OK && r.has_previous)
        status = swv_limb_track_set_posture(&track, &r.previous);
    if (status != SWV_OK)
        fail("track: %s", swv_status_text(status));

    summary s = { 0 };
    // The path first: it must not be what is written.
    csv_reader reader = path_open(path);
    FILE      *out = out_path ? open_output(out_path) : stdout;
    follow(&track, &r, &reader, out, &s);
    csv_close(&reader);
    close_output(out, out_path);
    if (out == stdout)
        return;
    printf("%llu postures\n\n", s.steps);
    printf("reached              %12llu steps\n", s.reached);
    printf("elbow had to leave   %12llu times\n", s.forced);
    printf("elbow speed, at most %12.4g m/s\n", s.elbow_speed);
    printf("hand off, at most    %12.4g mm, %.4g degrees\n", 1e3 * s.position_error, s.rotation_error * 180.0 / SWV_PI);
}
