// SPDX-License-Identifier: MIT
// The verb body: a whole skeleton from tracked points, frame by frame, or in one posture from goals.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel/body.h>

#include "draw/body_drawing.h"
#include "io/csv.h"
#include "io/json.h"
#include "io/message.h"
#include "io/output.h"
#include "io/progress.h"
#include "io/skeleton.h"
#include "verbs/verb.h"
#include "words/names.h"
#include "words/values.h"
#include "words/words.h"

enum { MAX_COLUMNS = 7 * SWV_BODY_POINTS };

typedef struct tracked_name {
    const char *name;
    int         part;
    int         numbers;  ///< 7, or 3 for a place alone
} tracked_name;

static const tracked_name tracked[SWV_BODY_POINTS] = {
    { "head", SWV_PART_HEAD, 7 },
    { "left_hand", SWV_PART_LEFT_HAND, 7 },
    { "right_hand", SWV_PART_RIGHT_HAND, 7 },
    { "hips", SWV_PART_HIPS, 7 },
    { "chest", SWV_PART_UPPER_CHEST, 7 },
    { "left_foot", SWV_PART_LEFT_FOOT, 7 },
    { "right_foot", SWV_PART_RIGHT_FOOT, 7 },
    { "left_elbow", SWV_PART_LEFT_LOWER_ARM, 3 },
    { "right_elbow", SWV_PART_RIGHT_LOWER_ARM, 3 },
    { "left_knee", SWV_PART_LEFT_LOWER_LEG, 3 },
    { "right_knee", SWV_PART_RIGHT_LOWER_LEG, 3 },
};
static const char *const coordinates[7] = { "px", "py", "pz", "qx", "qy", "qz", "qw" };

// Which column is which number of which point.
typedef struct layout {
    int columns;
    int at[SWV_BODY_POINTS][7];  ///< -1: not there
} layout;

static void read_column(const char *file, char *field, int column, layout *l)
{
    name_search search = { .wanted = field };
    static char names[SWV_BODY_POINTS][7][32];  // what a search considers must stay
    for (int i = 0; i < SWV_BODY_POINTS; i++) {
        for (int k = 0; k < tracked[i].numbers; k++) {
            char *name = names[i][k];
            snprintf(name, sizeof names[i][k], "%s_%s", tracked[i].name, coordinates[k]);
            if (strcmp(field, name)) {
                consider_name(&search, name);
                continue;
            }
            if (l->at[i][k] >= 0)
                fail("%s: the header names %s twice", file, name);
            l->at[i][k] = column;
            return;
        }
    }
    fail_unknown("column", &search, "'swivel help body' says how they are named");
}

static layout read_header(const char *file, const char *text)
{
    layout l = { .columns = 0 };
    for (int i = 0; i < SWV_BODY_POINTS; i++)
        for (int k = 0; k < 7; k++)
            l.at[i][k] = -1;
    char field[64];
    for (const char *from = text;; from++) {
        while (*from == ' ' || *from == '"')
            from++;
        size_t      length = strcspn(from, ",");
        const char *next = from + length;
        while (length > 0 && strchr(" \"\r\n", from[length - 1]))
            length--;
        if (length >= sizeof field)
            length = sizeof field - 1;
        memcpy(field, from, length);
        field[length] = '\0';
        if (l.columns == MAX_COLUMNS)
            fail("%s: the header has more than %d columns", file, MAX_COLUMNS);
        read_column(file, field, l.columns++, &l);
        from = next;
        if (!*from)
            break;
    }
    for (int i = 0; i < SWV_BODY_POINTS; i++) {
        int count = 0;
        for (int k = 0; k < tracked[i].numbers; k++)
            count += l.at[i][k] >= 0;
        if (count != tracked[i].numbers && (count > 0 || i < 3))
            fail("%s: the header has %d of the %d columns of %s (%s_px ...)", file, count, tracked[i].numbers,
                 tracked[i].name, tracked[i].name);
    }
    return l;
}

// Those of a row whose cells are not blank.
static int read_points(const layout *l, const double *row, swv_body_point points[SWV_BODY_POINTS])
{
    int count = 0;
    for (int i = 0; i < SWV_BODY_POINTS; i++) {
        const int *at = l->at[i];
        if (at[0] < 0)
            continue;
        bool is_lost = false;
        for (int k = 0; k < tracked[i].numbers; k++)
            is_lost |= isnan(row[at[k]]);
        if (is_lost)
            continue;
        swv_body_point *p = &points[count++];
        *p = (swv_body_point){ tracked[i].part, { { row[at[0]], row[at[1]], row[at[2]] }, { 0.0, 0.0, 0.0, 0.0 } } };
        if (tracked[i].numbers == 7)
            p->pose.rotation = (swv_quat){ row[at[3]], row[at[4]], row[at[5]], row[at[6]] };
    }
    return count;
}

static void print_header(const swv_skeleton *skeleton)
{
    printf("outcome");
    for (int i = 0; i < skeleton->joint_count; i++)
        for (int k = 0; k < 7; k++)
            printf(",%s_%s", skeleton->joints[i].name, coordinates[k]);
    putchar('\n');
}

static void make_body(const char *path, const skeleton_file *file, swv_binding *binding, swv_body *body)
{
    const swv_bind_options options = { .given = file->given };
    swv_skeleton_bind(&file->own.skeleton, &options, file->own.scratch, binding);
    int              part;
    const swv_status status = swv_body_make(&file->own.skeleton, binding, body, &part);
    if (status == SWV_BAD_MODEL) {
        char problem[SKELETON_PROBLEM];
        skeleton_missing(path, binding, part, SKELETON_BODY, problem);
        fail("%s", problem);
    }
    if (status != SWV_OK)
        fail("%s: %s", path, swv_status_text(status));
}

// What the command was told.
typedef struct told {
    const char *path, *points, *stand, *drawing, *gaze;
    word_list   goals, pins, frees;
    double      rate;
    bool        keeps_limits, has_history, keeps_goals, keeps_clear, balances, from_rest, as_json;
} told;

typedef struct subject {
    skeleton_file file;
    swv_binding   binding;
    swv_body      body;
    swv_flesh     flesh;
} subject;

// ---- points ----

// A table of points, its header read.
typedef struct points_file {
    csv_reader reader;
    layout     l;
    char       expected[64];
} points_file;

static void open_points(const char *path, points_file *f)
{
    f->reader = csv_open(path, MAX_COLUMNS, "");
    f->reader.keeps_header = true;
    size_t      length;
    const char *text = csv_next_row(&f->reader, &length);
    csv_check_end(&f->reader);
    if (!text)
        fail("%s: no header", f->reader.name);
    f->l = read_header(f->reader.name, text);
    snprintf(f->expected, sizeof f->expected, "the header has %d", f->l.columns);
    f->reader.columns = f->l.columns;
    f->reader.expected = f->expected;
}

static swv_calibration read_stand(const told *t, const subject *s)
{
    static points_file f;
    double             row[MAX_COLUMNS];
    swv_body_point     devices[SWV_BODY_POINTS];
    swv_calibration    calibration;
    open_points(t->stand, &f);
    if (!csv_read(&f.reader, row))
        fail("%s: no frame of a standing pose", f.reader.name);
    const swv_status status =
        swv_calibration_make(&s->body, devices, read_points(&f.l, row, devices), NULL, 0.0, &calibration);
    if (status == SWV_BAD_GOAL)
        fail("%s: not a standing pose: the head must be above the floor, the hands apart, every number finite",
             f.reader.name);
    if (status != SWV_OK)
        fail("%s: %s", f.reader.name, swv_status_text(status));
    csv_close(&f.reader);
    return calibration;
}

static void print_calibration(const swv_calibration *c)
{
    printf("stand     arms %s\n", c->is_t ? "to the sides" : "hanging");
    printf("scale     %.6g: the person over the skeleton\n", c->scale);
    printf("height    %.6g, of the head's joint\n", c->height);
    printf("span      %.6g, from wrist to wrist\n", c->span);
    printf("arms      %.6g: the person's over the skeleton's, scaled\n", c->arms);
}

static void check_has_stand(const points_file *f, const swv_calibration *c)
{
    for (int i = 0; i < SWV_BODY_POINTS; i++)
        if (f->l.at[i][0] >= 0 && !c->is_known[tracked[i].part])
            fail("%s: %s is tracked, but missing in the standing pose", f->reader.name, tracked[i].name);
}

static void solve_frames(const told *t, subject *s)
{
    static points_file f;
    swv_calibration    calibration = { .scale = 1.0 };
    if (t->stand)
        calibration = read_stand(t, s);
    open_points(t->points, &f);
    if (t->stand)
        check_has_stand(&f, &calibration);
    csv_reader *reader = &f.reader;
    reader->has_blanks = t->has_history;
    const swv_skeleton       *skeleton = &s->file.own.skeleton;
    const swv_limb_compromise compromise = t->keeps_limits ? SWV_KEEP_LIMITS : SWV_KEEP_HAND;
    double                    row[MAX_COLUMNS];
    swv_pose                 *locals = poses_of(skeleton->joint_count), *worlds = poses_of(skeleton->joint_count);
    double                   *numbers = calloc(7 * (size_t)skeleton->joint_count, sizeof *numbers);
    if (!numbers)
        fail("out of memory");
    FILE      *drawing = t->drawing ? open_output(t->drawing) : NULL;
    const bool is_printed = !t->drawing || !is_standard_output(t->drawing);
    if (is_printed)
        print_header(skeleton);
    static swv_body_track track;
    swv_body_track_start(&s->body, compromise, &track);
    while (csv_read(reader, row)) {
        swv_body_point  points[SWV_BODY_POINTS];
        swv_body_report report = { .fault = -1 };
        const int       point_count = read_points(&f.l, row, points);
        swv_status      status = SWV_OK;
        if (t->stand)
            status = swv_calibration_points(&s->body, &calibration, points, point_count, points);
        if (status == SWV_OK)
            status = t->has_history ? swv_body_track_step(&s->body, &track, points, point_count, 1.0 / t->rate, NULL,
                                                          locals, &report)
                                    : swv_body_solve(&s->body, points, point_count, NULL, compromise, locals, &report);
        if (status != SWV_OK)
            fail("%s:%llu: %s%s%s", reader->name, (unsigned long long)reader->done.lines,
                 report.fault >= 0 ? swv_part_name(points[report.fault].part) : "", report.fault >= 0 ? ": " : "",
                 swv_status_text(status));
        if (t->keeps_clear)
            swv_flesh_avoid(&s->body, &s->flesh, locals, locals, NULL);
        swv_mount_worlds(&s->body.mount, locals, worlds);
        for (int i = 0; i < skeleton->joint_count; i++) {
            const swv_vec3 at = swv_vec3_scale(calibration.scale, worlds[i].position);
            const double   seven[7] = {
                  at.x, at.y, at.z, worlds[i].rotation.x, worlds[i].rotation.y, worlds[i].rotation.z, worlds[i].rotation.w
            };
            memcpy(numbers + 7 * i, seven, sizeof seven);
        }
        if (is_printed)
            csv_write(swv_outcome_text(report.outcome), numbers, 7 * skeleton->joint_count);
        if (drawing) {  // the first frame
            swv_vec3 places[SWV_BODY_POINTS];
            for (int i = 0; i < point_count; i++)
                places[i] = points[i].pose.position;
            draw_body(drawing, &(body_drawing){ skeleton, &s->binding, worlds, places, point_count, t->path });
            close_output(drawing, t->drawing);
            drawing = NULL;
        }
    }
    if (drawing)
        fail("%s: no frame to draw", reader->name);
    csv_close(reader);
    free(worlds);
    free(locals);
    free(numbers);
}

// ---- goals ----

// Parts by short names; those of one side end in .left or .right.
typedef struct short_name {
    const char *name;
    int         left;
    bool        has_sides;
} short_name;

static const short_name short_names[] = {
    { "hips", SWV_PART_HIPS, false },
    { "chest", SWV_PART_UPPER_CHEST, false },
    { "head", SWV_PART_HEAD, false },
    { "hand", SWV_PART_LEFT_HAND, true },
    { "foot", SWV_PART_LEFT_FOOT, true },
    { "elbow", SWV_PART_LEFT_LOWER_ARM, true },
    { "knee", SWV_PART_LEFT_LOWER_LEG, true },
    { "thumb", SWV_PART_LEFT_THUMB_DISTAL, true },
    { "index", SWV_PART_LEFT_INDEX_DISTAL, true },
    { "middle", SWV_PART_LEFT_MIDDLE_DISTAL, true },
    { "ring", SWV_PART_LEFT_RING_DISTAL, true },
    { "little", SWV_PART_LEFT_LITTLE_DISTAL, true },
};
enum { SHORT_NAMES = sizeof short_names / sizeof short_names[0] };

static int find_part(const char *option, const char *word)
{
    static char names[2 * SHORT_NAMES][16];  // what a search considers must stay
    name_search search = { .wanted = word };
    for (int i = 0; i < 2 * SHORT_NAMES; i++) {
        const short_name *n = &short_names[i / 2];
        const bool        is_left = i % 2 == 0;
        if (!n->has_sides && !is_left)
            continue;
        snprintf(names[i], sizeof names[i], "%s%s", n->name, !n->has_sides ? "" : is_left ? ".left" : ".right");
        if (!strcmp(word, names[i]))
            return is_left ? n->left : swv_part_mirrored(n->left);
        consider_name(&search, names[i]);
    }
    char hint[64];
    snprintf(hint, sizeof hint, "of %s; 'swivel help body' lists them", option);
    fail_unknown("part", &search, hint);
}

static swv_body_goal *add_goal(swv_body_goal *goals, int *count, int part, swv_body_want want)
{
    for (int i = 0; i < *count; i++)
        if (goals[i].part == part)
            fail("body: two goals for %s", swv_part_name(part));
    if (*count == SWV_BODY_GOALS)
        fail("body: more than %d goals", SWV_BODY_GOALS);
    goals[*count] = (swv_body_goal){ .part = part, .pose = SWV_IDENTITY_POSE, .want = want };
    return &goals[(*count)++];
}

// PART=x,y,z or PART=x,y,z,qx,qy,qz,qw
static void read_goal(const char *text, swv_body_goal *goals, int *count)
{
    char        part[32];
    const char *equals = strchr(text, '=');
    if (!equals || (size_t)(equals - text) >= sizeof part)
        fail("--goal: '%s': PART=x,y,z or PART=x,y,z,qx,qy,qz,qw expected", text);
    snprintf(part, sizeof part, "%.*s", (int)(equals - text), text);
    int commas = 0;
    for (const char *c = equals; *c; c++)
        commas += *c == ',';
    double         v[7] = { 0.0 };
    const bool     has_rotation = commas > 2;
    swv_body_goal *goal =
        add_goal(goals, count, find_part("--goal", part), has_rotation ? SWV_WANT_POSE : SWV_WANT_POSITION);
    read_numbers("--goal", equals + 1, has_rotation ? 7 : 3,
                 has_rotation ? "a pose has 7: x,y,z,qx,qy,qz,qw" : "a position has 3", v);
    goal->pose.position = (swv_vec3){ v[0], v[1], v[2] };
    if (has_rotation)
        goal->pose.rotation = (swv_quat){ v[3], v[4], v[5], v[6] };
}

// "feet", "hands" or parts, with commas between.
static void add_wants(const char *option, const word_list *list, swv_body_want want, swv_body_goal *goals, int *count)
{
    for (int i = 0; i < list->count; i++) {
        for (const char *from = list->words[i];;) {
            char         word[32];
            const size_t length = strcspn(from, ",");
            snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), from);
            const bool is_pair = !strcmp(word, "feet") || !strcmp(word, "hands");
            const int  left = !strcmp(word, "feet")    ? SWV_PART_LEFT_FOOT
                              : !strcmp(word, "hands") ? SWV_PART_LEFT_HAND
                                                       : find_part(option, word);
            add_goal(goals, count, left, want);
            if (is_pair)
                add_goal(goals, count, swv_part_mirrored(left), want);
            from += length;
            if (!*from)
                break;
            from++;
        }
    }
}

static const char *const segments[] = { "upper arm", "forearm", "hand" };
static const char *const sides[] = { "right", "left" };

/// A posture and what came of its goals.
typedef struct posed {
    const swv_skeleton   *skeleton;
    const swv_flesh      *flesh;
    const swv_body_goal  *goals;
    int                   count;
    const swv_pose       *locals, *worlds;
    swv_body_reach_report report;
    swv_clearance         arms[2];
} posed;

// What an arm is nearest to.
static const char *nearest_name(const posed *p, int side)
{
    return p->skeleton->joints[p->flesh->solids[p->arms[side].solid].joint].name;
}

static void print_posture(const posed *p)
{
    const swv_body_reach_report *r = &p->report;
    const swv_clearance         *arms = p->arms;
    printf("outcome   %s%s\n", swv_outcome_text(r->outcome), r->is_step_due ? "; a step is due" : "");
    printf("mass      %.6g %.6g %.6g, %.6g beyond the feet\n", r->mass.x, r->mass.y, r->mass.z, r->overhang);
    for (int i = 0; i < p->count; i++)
        printf("%-9s %.6g off, %.6g degrees\n", swv_part_name(p->goals[i].part), r->position_errors[i],
               shown_degrees(r->rotation_errors[i], 6));
    for (int side = 0; side < 2; side++)
        printf("%-9s arm: %s %.6g %s %s\n", sides[side], segments[arms[side].segment], fabs(arms[side].distance),
               arms[side].distance < 0.0 ? "inside" : "from", nearest_name(p, side));
    printf("\n%-24s %32s  %44s\n", "joint", "position", "rotation in the world x y z w");
    for (int i = 0; i < p->skeleton->joint_count; i++) {
        const swv_pose *w = &p->worlds[i];
        printf("%-24s %10.5f %10.5f %10.5f  %10.6f %10.6f %10.6f %10.6f\n", p->skeleton->joints[i].name, w->position.x,
               w->position.y, w->position.z, w->rotation.x, w->rotation.y, w->rotation.z, w->rotation.w);
    }
}

static void print_posture_json(const posed *p)
{
    const swv_body_reach_report *r = &p->report;
    const swv_clearance         *arms = p->arms;
    printf("{\"outcome\": \"%s\", \"step_due\": %s, \"mass\": ", swv_outcome_text(r->outcome),
           r->is_step_due ? "true" : "false");
    json_vector(r->mass);
    printf(", \"overhang\": ");
    json_number(r->overhang);
    printf(",\n \"goals\": [");
    for (int i = 0; i < p->count; i++) {
        printf("%s\n  {\"part\": \"%s\", \"position_error\": ", i ? "," : "", swv_part_name(p->goals[i].part));
        json_number(r->position_errors[i]);
        printf(", \"rotation_error\": ");
        json_number(r->rotation_errors[i]);
        putchar('}');
    }
    printf("],\n \"clearance\": {");
    for (int side = 0; side < 2; side++) {
        printf("%s\"%s\": {\"distance\": ", side ? ", " : "", sides[side]);
        json_number(arms[side].distance);
        printf(", \"segment\": \"%s\", \"from\": ", segments[arms[side].segment]);
        json_string(nearest_name(p, side));
        putchar('}');
    }
    printf("},\n \"joints\": [");
    for (int i = 0; i < p->skeleton->joint_count; i++) {
        printf("%s\n  {\"name\": ", i ? "," : "");
        json_string(p->skeleton->joints[i].name);
        printf(", \"world\": ");
        json_pose(p->worlds[i]);
        printf(", \"local\": ");
        json_pose(p->locals[i]);
        putchar('}');
    }
    puts("]}");
}

static void draw_posture(const told *t, const subject *s, const posed *p)
{
    swv_vec3 places[SWV_BODY_GOALS];
    int      place_count = 0;
    for (int i = 0; i < p->count; i++)
        if (p->goals[i].want != SWV_WANT_STAY && p->goals[i].want != SWV_WANT_FREE)
            places[place_count++] = p->goals[i].pose.position;
    FILE *drawing = open_output(t->drawing);
    draw_body(drawing, &(body_drawing){ p->skeleton, &s->binding, p->worlds, places, place_count, t->path });
    close_output(drawing, t->drawing);
}

static void pose_once(const told *t, subject *s)
{
    swv_body_goal goals[SWV_BODY_GOALS];
    int           count = 0;
    for (int i = 0; i < t->goals.count; i++)
        read_goal(t->goals.words[i], goals, &count);
    if (t->gaze) {
        double v[3];
        read_numbers("--look", t->gaze, 3, "a position has 3", v);
        add_goal(goals, &count, SWV_PART_HEAD, SWV_WANT_GAZE)->pose.position = (swv_vec3){ v[0], v[1], v[2] };
    }
    add_wants("--pin", &t->pins, SWV_WANT_STAY, goals, &count);
    add_wants("--free", &t->frees, SWV_WANT_FREE, goals, &count);

    const swv_skeleton          *skeleton = &s->file.own.skeleton;
    const swv_body_reach_options options = { .compromise = t->keeps_goals ? SWV_KEEP_HAND : SWV_KEEP_LIMITS,
                                             .balances = t->balances };
    swv_pose                    *locals = poses_of(skeleton->joint_count), *worlds = poses_of(skeleton->joint_count);
    posed                        p = {
                               .skeleton = skeleton, .flesh = &s->flesh, .goals = goals, .count = count, .locals = locals, .worlds = worlds
    };
    swv_status status = swv_body_stand(&s->body, locals);
    if (status == SWV_OK)
        status = swv_body_reach(&s->body, goals, count, t->from_rest ? NULL : locals, &options, locals, &p.report);
    if (status == SWV_OK)
        status = t->keeps_clear ? swv_flesh_avoid(&s->body, &s->flesh, locals, locals, p.arms)
                                : swv_flesh_clearance(&s->body, &s->flesh, locals, p.arms);
    if (status == SWV_OK)
        status = swv_mount_worlds(&s->body.mount, locals, worlds);
    if (status == SWV_BAD_GOAL)
        fail("body: the goal for %s: this skeleton does not have that part, or it cannot have such a goal",
             swv_part_name(goals[p.report.fault].part));
    if (status != SWV_OK)
        fail("body: %s", swv_status_text(status));
    if (!t->drawing || !is_standard_output(t->drawing))
        t->as_json ? print_posture_json(&p) : print_posture(&p);
    if (t->drawing)
        draw_posture(t, s, &p);
    free(worlds);
    free(locals);
}

// Options that exclude each other.
static void check_options(const told *t)
{
    const bool has_goals = t->goals.count + t->pins.count + t->frees.count > 0 || t->gaze || t->balances ||
                           t->from_rest || t->keeps_goals || t->as_json;
    if (t->stand && has_goals)
        fail("body: --calibrate and options of goals cannot be used together");
    if (t->stand && !t->points && (t->drawing || t->keeps_clear))
        fail("body: --calibrate alone prints the calibration; --svg and --clear need --points");
    if (t->points && has_goals)
        fail("body: --points and options of goals cannot be used together");
    if (!t->points && t->keeps_limits)
        fail("body: --keep-limits works only with --points; goals keep limits unless --keep-goals is given");
    if (!t->points && t->has_history)
        fail("body: --history works only with --points");
}

static void run(int count, char **words)
{
    told            t = { .rate = 60.0 };
    const char     *rate = NULL;
    const parameter parameters[] = {
        { "FILE", .text = &t.path, .required = true },
        { "--points", .text = &t.points },
        { "--calibrate", .text = &t.stand },
        { "--history", .flag = &t.has_history },
        { "--rate", .text = &rate },
        { "--keep-limits", .flag = &t.keeps_limits },
        { "--goal", .list = &t.goals },
        { "--look", .text = &t.gaze },
        { "--pin", .list = &t.pins },
        { "--free", .list = &t.frees },
        { "--balance", .flag = &t.balances },
        { "--keep-goals", .flag = &t.keeps_goals },
        { "--clear", .flag = &t.keeps_clear },
        { "--rest", .flag = &t.from_rest },
        { "--json", .flag = &t.as_json },
        { "--svg", .text = &t.drawing },
    };
    sort_words("body", count, words, parameters, sizeof parameters / sizeof parameters[0]);
    check_options(&t);
    if (rate && !t.has_history)
        fail("body: --rate works only with --history");
    if (rate)
        read_numbers("--rate", rate, 1, "frames per second", &t.rate);
    if (!(t.rate > 0.0 && t.rate <= 1e6))
        fail("--rate: '%s' is not a number of frames per second", rate);
    static subject s;
    skeleton_read(t.path, &s.file);
    make_body(t.path, &s.file, &s.binding, &s.body);
    if (swv_flesh_make(&s.body, &s.flesh) != SWV_OK)
        fail("%s: the shoulders are in one place", t.path);
    if (t.points) {
        solve_frames(&t, &s);
    } else if (t.stand) {
        const swv_calibration calibration = read_stand(&t, &s);
        print_calibration(&calibration);
    } else {
        pose_once(&t, &s);
    }
    skeleton_free(&s.file);
}

const verb body_verb = {
    "body",
    "pose a whole body from tracked points or from goals",
    "usage: swivel body FILE --points CSV [--calibrate CSV] [--history [--rate HZ]] [--keep-limits] [--clear] [--svg "
    "FILE]\n"
    "       swivel body FILE --calibrate CSV\n"
    "       swivel body FILE [--goal PART=x,y,z[,qx,qy,qz,qw]]... [--look x,y,z] [--pin PARTS] [--free feet] "
    "[--balance]\n"
    "                   [--keep-goals] [--clear] [--rest] [--json] [--svg FILE]\n"
    "\n"
    "FILE is a skeleton, as for 'swivel rig info'. Positions and quaternions (x, y, z, w) are those of its joints, in "
    "the\n"
    "world and unit of the file.\n"
    "\n"
    "Points: a whole body from tracked joints. CSV has one frame per line; its header names what is tracked:\n"
    "\n"
    "  head_px,head_py,head_pz,head_qx,head_qy,head_qz,head_qw, left_hand_..., right_hand_...   always needed\n"
    "  hips_..., chest_..., left_foot_..., right_foot_...                                       optional\n"
    "  left_elbow_px,left_elbow_py,left_elbow_pz, right_elbow_..., left_knee_..., right_knee_...   optional, positions "
    "only\n"
    "\n"
    "Prints one line per frame: the outcome, then NAME_px to NAME_qw of every joint in the world. The head is exact. "
    "Hands\n"
    "are exact wherever the arms reach. Untracked joints are predicted from recorded people.\n"
    "\n"
    "  --calibrate CSV CSV has one frame of the person standing upright, knees straight, arms hanging or held out "
    "(T).\n"
    "                  The points are then poses of devices. Their offsets from the joints and the person's size are\n"
    "                  computed from that frame. Joints are printed in the world of the devices, with the skeleton "
    "scaled\n"
    "                  to the person. Without --points: print the calibration. The head device is assumed at the eyes\n"
    "  --history       each frame continues from the last one: untracked feet stand until they must step. Blank cells "
    "are\n"
    "                  a lost point: a hand coasts, sinks to the side, and is back 0.6 seconds after its device\n"
    "  --rate HZ       frames per second. Default: 60\n"
    "  --keep-limits   miss a hand's point rather than bend wrists and shoulders beyond the limits of people\n"
    "\n"
    "Goals: the body stands with hanging arms and moves as little as the goals need. If a hand cannot reach, the "
    "shoulder\n"
    "moves first, then the trunk leans, then hips and knees follow. Feet stay where they are.\n"
    "\n"
    "  --goal PART=x,y,z          the position of a part; with qx,qy,qz,qw also its orientation. May be repeated.\n"
    "                             PART: hips, chest, head; hand, foot, elbow, knee, thumb, index, middle, ring, "
    "little,\n"
    "                             each with .left or .right. Elbows and knees only turn towards their goal\n"
    "  --look x,y,z               a place to look at\n"
    "  --pin PARTS                parts that stay: feet, hands, hips, hand.left,head ...\n"
    "  --free feet                feet that move with the hips: feet, foot.left ...\n"
    "  --balance                  keep the centre of mass above the feet\n"
    "  --keep-goals               break the limits of people rather than miss a goal\n"
    "  --rest                     start from the file's rest pose instead of a standing one\n"
    "  --json                     as JSON, with every joint in the world and relative to its parent\n"
    "\n"
    "  --clear         turn elbows that are inside trunk, head or thighs out of them; hands stay\n"
    "  --svg FILE      draw the result, or the first frame, from three sides; '-' is standard output\n"
    "\n"
    "A hand near the floor: swivel body data/rigs/cmu.json --goal hand.left=3,-10,8 --balance --svg reach.svg\n"
    "\n"
    "example:\n"
    "  swivel body data/rigs/cmu.json --points data/motion/walk_points.csv\n",
    run,
};
