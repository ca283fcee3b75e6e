// SPDX-License-Identifier: MIT
// track upper-limb: follow a hand along a path with clavicle, scapula and arm.
#include "verbs/track_upper_limb.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <swivel_papers/girdle.h>

#include "io/csv.h"
#include "words/upper_limb_words.h"
#include "io/message.h"
#include "io/number.h"
#include "io/output.h"
#include "verbs/path.h"
#include "words/values.h"
#include "words/words.h"

enum { PLACES = 3 + SWV_GIRDLE_ANGLES, ANGLES = PLACES + 6, NUMBERS = ANGLES + SWV_LIMB_ANGLES };

typedef struct summary {
    unsigned long long steps, off, forced;
    double             error, turn_error, girdle_speed, elbow_speed;  ///< the largest
} summary;

static void write_row(FILE *out, double t, const char *outcome, const double numbers[NUMBERS])
{
    char line[(NUMBERS + 1) * (NUMBER_SIZE + 1) + 32], *end = line;
    end += number_format(end, t);
    end += snprintf(end, 32, ",%s,", outcome);
    for (int i = 0; i < NUMBERS; i++) {
        end += number_format(end, numbers[i]);
        *end++ = i + 1 < NUMBERS ? ',' : '\n';
    }
    fwrite(line, 1, (size_t)(end - line), out);
}

static void add_step(summary *s, const swv_upper_limb_posture *p, const swv_upper_limb_posture *last, double dt,
                     const swv_limb_track_report *report)
{
    const swv_limb_report *hand = &report->limb;
    s->error = fmax(s->error, hand->position_error);
    s->turn_error = fmax(s->turn_error, hand->rotation_error);
    s->off += hand->outcome != SWV_REACHED;
    s->forced += report->was_forced;
    for (int i = 0; i < SWV_GIRDLE_ANGLES && s->steps > 0; i++)
        s->girdle_speed = fmax(s->girdle_speed, fabs(p->girdle[i] - last->girdle[i]) / dt);
    if (s->steps > 0)
        s->elbow_speed = fmax(s->elbow_speed, swv_vec3_length(swv_vec3_sub(p->elbow, last->elbow)) / dt);
    s->steps++;
}

// Following knows limits of bones, and the rotation of the elbow in table 1 is none: where a step leaves its range, the elbow is held at the nearest
// place inside it, and following goes on from there.
static void hold_table_1(swv_upper_limb_track *track, const swv_upper_limb_goal *goal, swv_upper_limb_posture *p,
                         swv_limb_report *hand)
{
    double                 movements[SWV_ASCIONE_MOVEMENTS];
    swv_upper_limb_goal    asked = *goal;
    swv_upper_limb_posture held;
    swv_upper_limb_report  report;
    asked.raising = track->raising;
    if (swv_ascione_movements(&track->limb, p, movements) != SWV_OK ||
        !(swv_ascione_broken(movements, NULL) >> SWV_ASCIONE_ELBOW_ROTATION & 1) ||
        swv_upper_limb_solve_as_ascione(&track->limb, &asked, p, NULL, &held, &report, NULL) != SWV_OK)
        return;
    if (report.outcome == SWV_REACHED && swv_upper_limb_track_set_posture(track, &held) == SWV_OK) {
        *p = held;
        hand->outcome = SWV_REACHED;
        hand->position_error = report.position_error;
        hand->rotation_error = report.rotation_error;
    } else {
        hand->outcome = SWV_LIMITED;
    }
}

static void follow(swv_upper_limb_track *track, csv_reader *reader, FILE *out, bool holds_table_1, summary *s)
{
    path_step              step = { 0 };
    swv_upper_limb_posture last = { .swivel = 0.0 };
    fputs("t,outcome,position_error,rotation_error,raising,clavicle_elevation,clavicle_protraction,scapula_elevation,"
          "scapula_protraction,scapula_tilt,clavicle_rotation,gh_x,gh_y,gh_z,ex,ey,ez,shoulder-plane,"
          "shoulder-elevation,shoulder-rotation,elbow-flexion,pronation,wrist-flexion,wrist-deviation\n",
          out);
    while (path_read(reader, &step)) {
        const swv_upper_limb_goal goal = { .arm = { .end = step.hand } };
        swv_upper_limb_posture    p;
        swv_limb_track_report     report;
        path_check(reader, swv_upper_limb_track_step(track, &goal, step.dt, &p, &report));
        if (holds_table_1)
            hold_table_1(track, &goal, &p, &report.limb);
        const swv_limb_report *hand = &report.limb;
        double                 numbers[NUMBERS] = { hand->position_error, hand->rotation_error, track->raising };
        const double           places[6] = { p.gh.x, p.gh.y, p.gh.z, p.elbow.x, p.elbow.y, p.elbow.z };
        memcpy(numbers + 3, p.girdle, sizeof p.girdle);
        memcpy(numbers + PLACES, places, sizeof places);
        path_check(reader, swv_limb_angles(&track->limb.arm, &p.arm, numbers + ANGLES));
        write_row(out, step.row[0], swv_outcome_text(hand->outcome), numbers);
        add_step(s, &p, &last, step.dt, &report);
        last = p;
    }
}

void track_upper_limb(int count, char **words)
{
    upper_limb_words w = { 0 };
    const char      *model = NULL, *path = NULL, *speed = NULL, *settle = NULL, *out_path = NULL;
    const parameter  parameters[] = {
         { "MODEL", .text = &model, .required = true },
         { "--path", .text = &path },
         { "--speed-deg", .text = &speed },
         { "--settle", .text = &settle },
         { "--out", .text = &out_path },
         UPPER_LIMB_PARAMETERS(w),
    };
    sort_words("track upper-limb", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    swv_upper_limb         limb;
    swv_limb_track_options options = { 0 };
    read_upper_limb(&w, &limb);
    options.max_bone_speed = read_speed("--speed-deg", speed);
    options.swivel_time = read_settle(settle);
    swv_upper_limb_track track;
    const swv_status     status = swv_upper_limb_track_start(&limb, &options, &track);
    if (status != SWV_OK)
        fail("track: %s", swv_status_text(status));
    summary s = { 0 };
    // The path first: it must not be what is written.
    csv_reader reader = path_open(path);
    FILE      *out = out_path ? open_output(out_path) : stdout;
    follow(&track, &reader, out, w.ascione_limits, &s);
    csv_close(&reader);
    close_output(out, out_path);
    if (out == stdout)
        return;
    const double degrees = 180.0 / SWV_PI;
    printf("%llu postures\n\n", s.steps);
    printf("hand not reached      %12llu steps\n", s.off);
    printf("hand off at most      %12.4g m, %.4g degrees\n", s.error, s.turn_error * degrees);
    printf("largest elbow speed   %12.4g m/s\n", s.elbow_speed);
    printf("largest girdle speed  %12.4g degrees/s\n", s.girdle_speed * degrees);
    printf("elbow forced          %12llu steps\n", s.forced);
}
