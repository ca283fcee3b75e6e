// SPDX-License-Identifier: MIT
// The verb track: follow a hand along a path, smoothly.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel_papers/arm.h>
#include <swivel_papers/track.h>

#include "words/arm_words.h"
#include "io/csv.h"
#include "words/upper_limb_words.h"
#include "io/message.h"
#include "io/number.h"
#include "io/output.h"
#include "verbs/path.h"
#include "verbs/sparc.h"
#include "verbs/track_limb.h"
#include "verbs/track_upper_limb.h"
#include "verbs/verb.h"
#include "words/limb_words.h"
#include "words/values.h"
#include "words/words.h"

static const char *const method_names[] = { "natural", "paper", "least" };

// ---- what is told of the whole path ----

typedef struct summary {
    unsigned long long steps, flips, interpolated, out_of_reach, too_near, softened, limited, jerks;
    double             t[4], q[4][7];  ///< the last four postures, the newest first
    double             largest_step, largest_speed, jerk_squared;
    double             position_error, rotation_error;  ///< the largest
    double             shortest, longest;               ///< time between two postures
    double            *speeds;                          ///< of the joints together, between two postures
    size_t             speed_count, capacity;
} summary;

// The third derivative of the joints, by divided differences: exact for cubics, whatever the times.
static double jerk_squared(const summary *s)
{
    double sum = 0.0;
    for (int i = 0; i < 7; i++) {
        double d[4] = { s->q[0][i], s->q[1][i], s->q[2][i], s->q[3][i] };
        for (int order = 1; order < 4; order++)
            for (int k = 0; k + order < 4; k++)
                d[k] = (d[k] - d[k + 1]) / (s->t[k] - s->t[k + order]);
        sum += 36.0 * d[0] * d[0];  // a third derivative is 3! = 6 times the divided difference
    }
    return sum;
}

static void add_speed(summary *s)
{
    if (s->speed_count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 1024;
        s->speeds = realloc(s->speeds, s->capacity * sizeof *s->speeds);
        if (!s->speeds)
            fail("no memory for %llu speeds", (unsigned long long)s->capacity);
    }
    const double dt = s->t[0] - s->t[1];
    double       sum = 0.0;
    for (int i = 0; i < 7; i++) {
        const double step = fabs(s->q[0][i] - s->q[1][i]);
        s->largest_step = fmax(s->largest_step, step);
        s->largest_speed = fmax(s->largest_speed, step / dt);
        sum += step * step;
    }
    s->speeds[s->speed_count++] = sqrt(sum) / dt;
    s->shortest = s->speed_count == 1 ? dt : fmin(s->shortest, dt);
    s->longest = fmax(s->longest, dt);
}

static void add_step(summary *s, double t, const double q[7], const swv_track_report *report)
{
    for (int k = 3; k > 0; k--) {
        s->t[k] = s->t[k - 1];
        memcpy(s->q[k], s->q[k - 1], sizeof s->q[k]);
    }
    s->t[0] = t;
    memcpy(s->q[0], q, sizeof s->q[0]);
    s->steps++;
    if (s->steps > 1)
        add_speed(s);
    if (s->steps > 3) {
        s->jerk_squared += jerk_squared(s);
        s->jerks++;
    }
    s->flips += report->is_flipping;
    s->interpolated += report->is_catching_up;
    s->out_of_reach += report->outcome == SWV_OUT_OF_REACH;
    s->too_near += report->outcome == SWV_TOO_NEAR;
    s->softened += report->outcome == SWV_SOFTENED;
    s->limited += report->outcome == SWV_LIMITED;
    s->position_error = fmax(s->position_error, report->position_error);
    s->rotation_error = fmax(s->rotation_error, report->rotation_error);
}

static void print_summary(const summary *s, const char *method)
{
    const double degrees = 180.0 / SWV_PI;
    printf("%llu postures by the method '%s'\n\n", s->steps, method);
    printf("largest joint step   %12.4g degrees\n", s->largest_step * degrees);
    printf("largest joint speed  %12.4g degrees/s\n", s->largest_speed * degrees);
    printf("jerk, RMS            %12.4g degrees/s^3\n",
           s->jerks ? sqrt(s->jerk_squared / (double)s->jerks) * degrees : 0.0);
    double arc;
    if (s->longest > 1.001 * s->shortest)
        puts("smoothness (SPARC)              (the times are not evenly spaced)");
    else if (sparc(s->speeds, s->speed_count, 1.0 / s->longest, &arc))
        printf("smoothness (SPARC)   %12.4f (least jerk: -1.41)\n", arc);
    else
        puts("smoothness (SPARC)              (no movement to measure)");
    printf("flips                %12llu\n", s->flips);
    printf("interpolated         %12llu steps\n", s->interpolated);
    printf("misses               %12llu steps\n", s->out_of_reach + s->too_near + s->softened + s->limited);
    printf("  out of reach       %12llu\n", s->out_of_reach);
    printf("  too near           %12llu\n", s->too_near);
    printf("  held back (soft)   %12llu\n", s->softened);
    printf("  limits or speed    %12llu\n", s->limited);
    printf("hand off, at most    %12.4g mm, %.4g degrees\n", 1e3 * s->position_error, s->rotation_error * degrees);
}

// ---- the path ----

static void write_row(FILE *out, double t, const double q[7])
{
    char  line[8 * (NUMBER_SIZE + 1)];
    char *end = line + number_format(line, t);
    for (int i = 0; i < 7; i++) {
        *end++ = ',';
        end += number_format(end, q[i]);
    }
    *end++ = '\n';
    fwrite(line, 1, (size_t)(end - line), out);
}

// A summary keeps the speed of every step; without one the path may go on for ever.
static void follow(swv_arm_track *track, csv_reader *reader, FILE *out, bool has_summary, summary *s)
{
    path_step step = { 0 };
    double    q[7];
    fputs("t,q1,q2,q3,q4,q5,q6,q7\n", out);
    while (path_read(reader, &step)) {
        swv_track_report report;
        path_check(reader, swv_arm_track_step(track, &step.hand, step.dt, q, &report));
        write_row(out, step.row[0], q);
        if (has_summary)
            add_step(s, step.row[0], q, &report);
    }
}

// In two pieces: a compiler need not take longer ones.
static const char limb_usage[] =
    "usage: swivel track arm|leg --path FILE [OPTION ...]\n"
    "       swivel track arm7|leg7 --path FILE [OPTION ...]\n"
    "       swivel track upper-limb --path FILE [OPTION ...]\n"
    "\n"
    "Follows a hand with the human arm, or a foot with the leg. The hand is exact in every line for which some\n"
    "posture inside the limits reaches it; the elbow is smoothed. Prints each line of the path again and adds\n"
    "outcome,position_error,rotation_error,ex,ey,ez: how it ended, the errors of the hand in metres and radians, and "
    "the\n"
    "position of elbow or knee.\n"
    "\n"
    "  --path FILE            the hand over time, one line per step: t,px,py,pz,qx,qy,qz,qw; seconds, metres from the\n"
    "                         shoulder (x right, y forward, z up), a quaternion: 0.01,0.1,0.3,-0.2,0,0,0,1; '-' is\n"
    "                         standard input\n"
    "  --swivel-deg A|natural, --elbow-towards X,Y,Z\n"
    "                         where the elbow moves to. Default: natural\n"
    "  --position-only        the hand's orientation is free\n"
    "  --keep-hand            if no posture inside the limits reaches the hand's goal, break the limits, not the goal\n"
    "  --settle T             seconds the elbow takes to follow its wish. Default: 0.06\n"
    "  --speed-deg V          largest speed of a bone, in degrees per second; the hand may lag behind. Default: none\n"
    "  --swivel-speed-deg V   largest swivel speed of the elbow; if it would jump, the hand's orientation gives way.\n"
    "                         Default: none\n"
    "  --previous ANGLES      seven angles in degrees: the posture before the first line\n"
    "  --out FILE             write the lines to FILE, and a summary to standard output\n" LIMB_USAGE "\n";
static const char other_usage[] =
    "For arm7 and leg7 it prints the time and the joint angles, in radians. No joint exceeds its limits or its "
    "largest\n"
    "speed: if the hand cannot be followed within both, the joints are interpolated until it can be again. They take\n"
    "--path, --side, --lengths, --softness, --no-limits and\n"
    "\n"
    "  --method natural       the elbow is where a person would hold it; if the hand comes back, so does the arm.\n"
    "                         This is the default\n"
    "  --method paper         of up to 24 postures with one joint where it was, the nearest (Tolani and Badler 1996)\n"
    "  --method least         of all postures, the nearest to the last\n"
    "  --speed-deg V          largest speed of a joint, in degrees per second. Default: 573 (10 radians)\n"
    "  --settle T             seconds the elbow takes to follow its wish. Default: 0.1\n"
    "  --previous ANGLES      seven angles in degrees: the posture before the first line. Default: that of the\n"
    "                         first line\n"
    "  --out FILE             write the postures to FILE, and a summary to standard output, as below\n"
    "\n"
    "With upper-limb, clavicle and scapula move too; the path is measured from the sternoclavicular joint. The hand is "
    "as\n"
    "exact as with arm. Each line of the output has the time, the outcome, the errors of the hand, whether the arm is\n"
    "being raised (1) or lowered (-1), the girdle's six angles, where shoulder and elbow are, and the arm's seven "
    "angles.\n"
    "It takes --path, --settle, --speed-deg and --out as arm does, and\n" UPPER_LIMB_USAGE "\n"
    "The summary of arm7 and leg7:\n"
    "  largest joint step     the largest change of one joint between two lines; and the largest speed\n"
    "  jerk                   the third derivative of the seven angles as a vector, root mean square over the path\n"
    "  smoothness (SPARC)     the spectral arc length of the speed of that vector (Balasubramanian 2015): negative;\n"
    "                         closer to 0 is smoother. Times must be evenly spaced\n"
    "  flips                  how often the wanted posture was farther away than the joints can move in a step\n"
    "  interpolated           lines in which the joints were still on their way\n"
    "  misses                 lines in which no posture reaches the hand: out of reach, or only outside the limits\n"
    "  hand off               the largest distance and angle between the wanted hand and the hand of the posture\n"
    "\n"
    "example:\n"
    "  swivel track arm --path -\n";

static void run(int count, char **words)
{
    if (count > 0 && strcmp(words[count - 1], "--help") == 0) {
        fputs(limb_usage, stdout);
        fputs(other_usage, stdout);
        return;
    }
    if (count > 0 && strcmp(words[0], "upper-limb") == 0) {
        track_upper_limb(count, words);
        return;
    }
    if (is_about_limb(count, words)) {
        track_limb(count, words);
        return;
    }
    arm_words       w = { 0 };
    const char     *path = NULL, *method = NULL, *speed = NULL, *settle = NULL, *previous = NULL, *out_path = NULL;
    const parameter parameters[] = {
        { "MODEL", .text = &w.model, .required = true },
        { "--path", .text = &path },
        { "--method", .text = &method },
        { "--speed-deg", .text = &speed },
        { "--settle", .text = &settle },
        { "--previous", .text = &previous },
        { "--out", .text = &out_path },
        { "--side", .text = &w.side },
        { "--lengths", .text = &w.lengths },
        { "--softness", .text = &w.softness },
        { "--no-limits", .flag = &w.no_limits },
    };
    sort_words("track", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    arm_request request;
    read_arm("track", &w, &request);
    swv_track_options options = { .method = (swv_track_method)read_word("--method", method, 3, method_names) };
    options.max_joint_speed = read_speed("--speed-deg", speed);
    options.swivel_time = read_settle(settle);
    swv_arm_track track;
    swv_status    status = swv_arm_track_start(&request.arm, &options, &track);
    if (status == SWV_OK && previous) {
        double q[7];
        read_numbers("--previous", previous, 7, "a posture has 7", q);
        for (int i = 0; i < 7; i++)
            q[i] *= SWV_PI / 180.0;
        status = swv_arm_track_set_posture(&track, q);
    }
    if (status != SWV_OK)
        fail("track: %s", swv_status_text(status));

    summary s = { 0 };
    // The path first: it must not be what is written.
    csv_reader reader = path_open(path);
    FILE      *out = out_path ? open_output(out_path) : stdout;
    follow(&track, &reader, out, out != stdout, &s);
    csv_close(&reader);
    close_output(out, out_path);
    if (out != stdout)
        print_summary(&s, method_names[options.method]);
    free(s.speeds);
}

const verb track_verb = { "track", "follow a hand along a path, smoothly", NULL, run };
