// SPDX-License-Identifier: MIT
// The verb naturalness: how near the natural elbow and knee, and simpler choices, are to those of people (data/people).
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel/limb.h>
#include <swivel/trig.h>
#include <swivel_io/random.h>

#include "io/message.h"
#include "verbs/verb.h"
#include "words/words.h"

static const double degree = SWV_PI / 180.0;

enum {
    COLUMNS = 12,     // numbers in a row of the files: data/people/README.md
    NEIGHBOURS = 10,  // whose mean is the guess of nearest neighbours
    KEPT = 6,         // they are looked for among one posture in six, at one posture in six
};
#define UNIT          30000.0  // of lengths in the files; 1 is the reach
#define NEAR_STRAIGHT 0.05     // of reach: with the elbow nearer to the line its direction is not measured
#define CM_REACH      55.0

typedef struct posture {
    swv_pose end;       // wrist or ankle over reach, hand or foot
    swv_vec3 n, elbow;  // unit: along the line from shoulder to wrist, and from it to the elbow
    double   radius;    // the elbow's distance from the line, over reach
    int      person, task;
} posture;

typedef struct people {
    int      count;
    posture *postures;
} people;

// ---- reading ----

static swv_vec3 part_normal_to(swv_vec3 n, swv_vec3 a)
{
    return swv_vec3_sub(a, swv_vec3_scale(swv_vec3_dot(n, a), n));
}

static people read_people(const char *folder, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.i16", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail("%s: cannot be read; --people FOLDER says where the project's data/people is", path);
    people        all = { 0 };
    int           room = 0;
    unsigned char bytes[2 * COLUMNS];
    while (fread(bytes, 1, sizeof bytes, file) == sizeof bytes) {
        double v[COLUMNS];
        for (int i = 0; i < COLUMNS; i++) {
            const int number = bytes[2 * i] | bytes[2 * i + 1] << 8;
            v[i] = number < 32768 ? number : number - 65536;
        }
        if (all.count == room) {
            room = room ? 2 * room : 4096;
            posture *const more = realloc(all.postures, (size_t)room * sizeof *more);
            if (!more)
                fail("%s: not enough memory", path);
            all.postures = more;
        }
        posture *const p = &all.postures[all.count];
        const swv_vec3 wrist = { v[2] / UNIT, v[3] / UNIT, v[4] / UNIT },
                       elbow = { v[5] / UNIT, v[6] / UNIT, v[7] / UNIT };
        p->end = (swv_pose){ wrist, swv_quat_normalize((swv_quat){ v[8], v[9], v[10], v[11] }) };
        p->n = swv_vec3_normalize(wrist);
        p->radius = swv_vec3_length(part_normal_to(p->n, elbow));
        p->elbow = swv_vec3_normalize(part_normal_to(p->n, elbow));
        p->person = (int)v[0];
        p->task = (int)v[1] / 2 % 4;
        all.count += p->radius > NEAR_STRAIGHT;
    }
    fclose(file);
    if (all.count == 0)
        fail("%s: no postures in it", path);
    return all;
}

// ---- wrists that bend ----

// Degrees, normal, 1 % below `low` and 1 % above `high`: 2.3263 standard deviations either way.
static double between_percentiles(uint64_t *state, double low, double high)
{
    const double size = sqrt(-2.0 * log(1.0 - swv_random_between(state, 0.0, 1.0)));
    const double way = swv_cos(2.0 * SWV_PI * swv_random_between(state, 0.0, 1.0));
    return 0.5 * (low + high) + (high - low) / (2.0 * 2.3263) * size * way;
}

// Flexion about the hand's y, then deviation about its -x. The percentiles are those of the reaching people (docs/derivations/natural.md).
static people with_bent_wrists(const people *straight)
{
    people all = { straight->count, malloc((size_t)straight->count * sizeof *all.postures) };
    if (!all.postures)
        fail("naturalness: not enough memory");
    uint64_t state = 1;
    for (int i = 0; i < all.count; i++) {
        const double   flexion = degree * between_percentiles(&state, -55.0, 17.0);
        const double   deviation = degree * between_percentiles(&state, -32.0, 17.0);
        const swv_quat bend = swv_quat_mul(swv_quat_from_rotation_vector((swv_vec3){ 0.0, flexion, 0.0 }),
                                           swv_quat_from_rotation_vector((swv_vec3){ -deviation, 0.0, 0.0 }));
        all.postures[i] = straight->postures[i];
        all.postures[i].end.rotation = swv_quat_mul(straight->postures[i].end.rotation, bend);
    }
    return all;
}

// ---- the models ----

typedef enum model { OURS, OURS_PLACE, NEAREST, SOECHTING, CONSTANT, LOWEST, KNEE, TOES, AHEAD } model;
static const char *const model_names[] = { "ours",      "ours, position only", "nearest neighbours",
                                           "Soechting", "best constant",       "elbow lowest",
                                           "ours",      "toes turned",         "knee ahead" };

// What a model is told beside the posture.
typedef struct knowledge {
    const people *people;
    double        constant;  // swivel from the lowest elbow, outward
} knowledge;

static swv_vec3 lowest(const posture *p)
{
    return swv_vec3_normalize(part_normal_to(p->n, (swv_vec3){ 0.0, 0.0, -1.0 }));
}

static double best_constant(const people *all)
{
    double cosine = 0.0, sine = 0.0;
    for (int i = 0; i < all->count; i++) {
        const posture *p = &all->postures[i];
        cosine += swv_vec3_dot(lowest(p), p->elbow);
        sine += swv_vec3_dot(swv_vec3_cross(p->n, lowest(p)), p->elbow);
    }
    return swv_atan2(sine, cosine);
}

// The mean elbow of the postures of other people whose wrists are nearest.
static swv_vec3 nearest(const people *all, const posture *p)
{
    double   far[NEIGHBOURS];
    swv_vec3 elbows[NEIGHBOURS], sum = { 0.0, 0.0, 0.0 };
    int      count = 0;
    for (int i = 0; i < all->count; i += KEPT) {
        const posture *other = &all->postures[i];
        const swv_vec3 apart = swv_vec3_sub(other->end.position, p->end.position);
        const double   d = swv_vec3_dot(apart, apart);
        if (other->person == p->person || (count == NEIGHBOURS && d >= far[count - 1]))
            continue;
        int at = count < NEIGHBOURS ? count++ : count - 1;
        for (; at > 0 && far[at - 1] > d; at--) {
            far[at] = far[at - 1];
            elbows[at] = elbows[at - 1];
        }
        far[at] = d;
        elbows[at] = other->elbow;
    }
    for (int i = 0; i < count; i++)
        sum = swv_vec3_add(sum, elbows[i]);
    return sum;
}

static swv_vec3 toes_turned(const posture *p)
{
    const swv_vec3 toes = swv_quat_rotate(p->end.rotation, (swv_vec3){ 0.0, 1.0, 0.0 });
    const swv_vec3 sole = swv_quat_rotate(p->end.rotation, (swv_vec3){ 0.0, 0.0, -1.0 });
    const double   part = swv_vec3_dot(toes, p->n) / fmax(1.0 + swv_vec3_dot(sole, p->n), 1e-9);
    return swv_vec3_sub(toes, swv_vec3_scale(part, swv_vec3_add(sole, p->n)));
}

static swv_vec3 guess(model which, const knowledge *k, const posture *p)
{
    swv_vec3 m = { 0.0, 0.0, 0.0 };
    switch (which) {
    case OURS:
        (void)swv_natural_elbow(SWV_RIGHT, 1.0, &p->end, &m);
        return m;
    case OURS_PLACE:
        (void)swv_natural_elbow_at(SWV_RIGHT, 1.0, p->end.position, &m);
        return m;
    case SOECHTING:
        (void)swv_natural_elbow_soechting(SWV_RIGHT, 1.0, p->end.position, &m);
        return m;
    case KNEE:
        (void)swv_natural_knee(SWV_RIGHT, 1.0, &p->end, &m);
        return m;
    case NEAREST:
        return nearest(k->people, p);
    case TOES:
        return toes_turned(p);
    case AHEAD:
        return (swv_vec3){ 0.0, 1.0, 0.0 };
    case CONSTANT:
        m = swv_vec3_scale(swv_cos(k->constant), lowest(p));
        return swv_vec3_add(m, swv_vec3_scale(swv_sin(k->constant), swv_vec3_cross(p->n, lowest(p))));
    case LOWEST:
        break;
    }
    return lowest(p);
}

// ---- the table ----

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_row(const char *title, const people *all, int task, model which)
{
    const knowledge k = { all, which == CONSTANT ? best_constant(all) : 0.0 };
    double *const   errors = malloc((size_t)all->count * sizeof *errors);
    double          squares = 0.0, sum = 0.0, signed_sum = 0.0, cm = 0.0;
    int             count = 0;
    if (!errors)
        fail("naturalness: not enough memory");
    for (int i = 0; i < all->count; i += which == NEAREST ? KEPT + 1 : 1) {
        const posture *p = &all->postures[i];
        if (task >= 0 && p->task != task)
            continue;
        const swv_vec3 m = part_normal_to(p->n, guess(which, &k, p));
        const double   e = swv_atan2(swv_vec3_dot(p->n, swv_vec3_cross(p->elbow, m)), swv_vec3_dot(p->elbow, m));
        errors[count++] = fabs(e) / degree;
        squares += e * e;
        sum += fabs(e);
        signed_sum += e;
        cm += 2.0 * swv_sin(0.5 * fabs(e)) * p->radius * CM_REACH;
    }
    qsort(errors, (size_t)count, sizeof *errors, by_size);
    if (count > 0)
        printf("%-26s %-20s %8d %7.1f %7.1f %7.1f %7.1f %7.2f %7.1f\n", title, model_names[which], count,
               sqrt(squares / count) / degree, sum / count / degree, errors[count / 2], errors[count * 9 / 10],
               cm / count, signed_sum / count / degree);
    free(errors);
}

static void run(int count, char **words)
{
    const char     *folder = "data/people";
    const parameter parameters[] = { { "--people", .text = &folder } };
    sort_words("naturalness", count, words, parameters, 1);

    people arms = read_people(folder, "arms"), reaching = read_people(folder, "reaching"),
           legs = read_people(folder, "legs");
    people             bent = with_bent_wrists(&arms);
    static const model simple[] = { OURS_PLACE, NEAREST, SOECHTING, CONSTANT, LOWEST }, knees[] = { KNEE, TOES, AHEAD };
    static const char *const tasks[] = { "reaching, forward", "reaching, across", "reaching, drink", "reaching, comb" };
    puts(
        "Ours and the constant were fitted to these same people; nearest neighbours leave out the person in question.\n"
        "For people who were not fitted, by five folds, see docs/naturalness.md.\n"
        "Degrees about the line from shoulder to wrist (hip to ankle); cm: mean distance of the elbow, for a reach of "
        "0.55 m.\n");
    printf("%-26s %-20s %8s %7s %7s %7s %7s %7s %7s\n", "people", "model", "postures", "RMS", "mean", "median", "p90",
           "cm", "bias");
    for (int i = 0; i < 5; i++)
        print_row("CMU arms", &arms, -1, simple[i]);
    print_row("CMU arms, bent wrists", &bent, -1, OURS);
    for (int task = -1; task < 4; task++) {
        const char *title = task < 0 ? "reaching arms" : tasks[task];
        print_row(title, &reaching, task, OURS);
        for (int i = 0; i < 5; i++)
            print_row(title, &reaching, task, simple[i]);
    }
    for (int i = 0; i < 3; i++)
        print_row("CMU legs", &legs, -1, knees[i]);
    free(arms.postures);
    free(reaching.postures);
    free(legs.postures);
    free(bent.postures);
}

const verb naturalness_verb = {
    "naturalness",
    "errors of the natural elbow and knee, measured on people",
    "usage: swivel naturalness [--people FOLDER]\n"
    "\n"
    "Compares the natural elbow and knee, and simpler models, with those of 82 people. Prints for each group of people "
    "and\n"
    "each model the RMS, mean, median and 90th percentile of the error about the line from shoulder to wrist in "
    "degrees,\n"
    "the mean distance of the elbow in cm for a reach of 0.55 m, and the mean error with its sign. \"Bent wrists\" are "
    "CMU's\n"
    "hands, which never bend, bent at random by a normal flexion (1st and 99th percentile -55 and 17 degrees) and "
    "deviation\n"
    "(-32 and 17).\n"
    "\n"
    "  --people FOLDER        with arms.i16, legs.i16 and reaching.i16. Default: data/people\n"
    "\n"
    "example:\n"
    "  swivel naturalness\n",
    run,
};
