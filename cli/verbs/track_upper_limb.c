// SPDX-License-Identifier: MIT
// track upper-limb: follow a hand along a path with clavicle, scapula and arm.
#include "verbs/track_upper_limb.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <swivel/upper_limb_track.h>

#include "io/csv.h"
#include "words/upper_limb_words.h"
#include "io/message.h"
#include "io/number.h"
#include "io/output.h"
#include "verbs/path.h"
#include "words/values.h"
#include "words/words.h"

enum { NUMBERS = 2 + SWV_GIRDLE_ANGLES + 7 };

typedef struct summary {
    unsigned long long steps, behind;
    double             error, girdle_speed, joint_speed;  ///< the largest
} summary;

static void write_row(FILE *out, const double numbers[NUMBERS])
{
    char line[NUMBERS * (NUMBER_SIZE + 1)], *end = line;
    for (int i = 0; i < NUMBERS; i++) {
        end += number_format(end, numbers[i]);
        *end++ = i + 1 < NUMBERS ? ',' : '\n';
    }
    fwrite(line, 1, (size_t)(end - line), out);
}

static void add_step(summary *s, const swv_upper_limb_posture *p, const swv_upper_limb_posture *last, double dt,
                     swv_vec3 wrist, const swv_upper_limb_track_report *report)
{
    s->error = fmax(s->error, swv_vec3_length(swv_vec3_sub(p->wrist, wrist)));
    s->behind += report->arm.is_catching_up || report->is_girdle_catching_up;
    for (int i = 0; i < SWV_GIRDLE_ANGLES && s->steps > 0; i++)
        s->girdle_speed = fmax(s->girdle_speed, fabs(p->girdle[i] - last->girdle[i]) / dt);
    for (int i = 0; i < 7 && s->steps > 0; i++)
        s->joint_speed = fmax(s->joint_speed, fabs(p->q[i] - last->q[i]) / dt);
    s->steps++;
}

static void follow(swv_upper_limb_track *track, csv_reader *reader, FILE *out, summary *s)
{
    path_step              step = { 0 };
    swv_upper_limb_posture last = { .swivel = 0.0 };
    fputs("t,raising,clavicle_elevation,clavicle_protraction,scapula_elevation,scapula_protraction,scapula_tilt,"
          "clavicle_rotation,q1,q2,q3,q4,q5,q6,q7\n",
          out);
    while (path_read(reader, &step)) {
        swv_upper_limb_posture      p;
        swv_upper_limb_track_report report;
        path_check(reader, swv_upper_limb_track_step(track, &step.hand, step.dt, &p, &report));
        double numbers[NUMBERS] = { step.row[0], report.raising };
        memcpy(numbers + 2, p.girdle, sizeof p.girdle);
        memcpy(numbers + 2 + SWV_GIRDLE_ANGLES, p.q, sizeof p.q);
        write_row(out, numbers);
        add_step(s, &p, &last, step.dt, step.hand.position, &report);
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
    swv_upper_limb    limb;
    swv_track_options options = { .method = SWV_TRACK_NATURAL };
    read_upper_limb(&w, &limb);
    if (speed) {
        read_numbers("--speed-deg", speed, 1, "a speed is 1 number, in degrees a second", &options.max_joint_speed);
        options.max_joint_speed *= SWV_PI / 180.0;
        if (!(options.max_joint_speed > 0.0))
            fail("--speed-deg: '%s' is no speed; it is more than 0", speed);
    }
    if (settle) {
        read_numbers("--settle", settle, 1, "a time is 1 number, in seconds", &options.swivel_time);
        if (!(options.swivel_time > 0.0))
            fail("--settle: '%s' is no time; it is more than 0", settle);
    }
    swv_upper_limb_track track;
    const swv_status     status = swv_upper_limb_track_start(&track, &limb, &options);
    if (status != SWV_OK)
        fail("track: %s", swv_status_text(status));
    summary s = { 0 };
    // The path first: it must not be what is written.
    csv_reader reader = path_open(path);
    FILE      *out = out_path ? open_output(out_path) : stdout;
    follow(&track, &reader, out, &s);
    csv_close(&reader);
    close_output(out, out_path);
    if (out == stdout)
        return;
    const double degrees = 180.0 / SWV_PI;
    printf("%llu postures\n\n", s.steps);
    printf("largest joint speed   %12.4g degrees/s\n", s.joint_speed * degrees);
    printf("largest girdle speed  %12.4g degrees/s\n", s.girdle_speed * degrees);
    printf("hand off at most      %12.4g m\n", s.error);
    printf("interpolated          %12llu steps\n", s.behind);
}
