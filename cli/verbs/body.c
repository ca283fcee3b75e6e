// SPDX-License-Identifier: MIT
// The verb body: a whole skeleton from tracked points, frame by frame.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel/body.h>

#include "draw/body_drawing.h"
#include "io/csv.h"
#include "io/message.h"
#include "io/output.h"
#include "io/progress.h"
#include "io/skeleton.h"
#include "verbs/verb.h"
#include "words/names.h"
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

static int read_points(const layout *l, const double *row, swv_body_point points[SWV_BODY_POINTS])
{
    int count = 0;
    for (int i = 0; i < SWV_BODY_POINTS; i++) {
        const int *at = l->at[i];
        if (at[0] < 0)
            continue;
        swv_body_point *p = &points[count++];
        *p = (swv_body_point){ tracked[i].part, { { row[at[0]], row[at[1]], row[at[2]] }, SWV_IDENTITY_QUAT } };
        if (tracked[i].numbers == 7)
            p->pose.rotation = (swv_quat){ row[at[3]], row[at[4]], row[at[5]], row[at[6]] };
    }
    return count;
}

static void print_header(const swv_rig *rig)
{
    printf("outcome");
    for (int i = 0; i < rig->joint_count; i++)
        for (int k = 0; k < 7; k++)
            printf(",%s_%s", rig->joints[i].name, coordinates[k]);
    putchar('\n');
}

static void make_body(const char *path, const skeleton_file *file, swv_binding *binding, swv_body *body)
{
    swv_rig_bind(&file->rig, NULL, binding);
    const swv_status status = swv_body_make(&file->rig, binding, body);
    if (status == SWV_BAD_MODEL)
        fail("%s: hips, head, two arms and two legs are needed, each whole; 'swivel rig info' shows what was found",
             path);
    if (status != SWV_OK)
        fail("%s: %s", path, swv_status_text(status));
}

static void run(int count, char **words)
{
    const char     *path = NULL, *points_path = NULL, *drawing_path = NULL;
    bool            keep_limits = false;
    const parameter parameters[] = {
        { "FILE", .text = &path, .required = true },
        { "--points", .text = &points_path, .required = true },
        { "--keep-limits", .flag = &keep_limits },
        { "--svg", .text = &drawing_path },
    };
    sort_words("body", count, words, parameters, 4);
    static skeleton_file file;
    static swv_body      body;
    skeleton_read(path, &file);
    swv_binding binding;
    make_body(path, &file, &binding, &body);

    csv_reader reader = csv_open(points_path, MAX_COLUMNS, "");
    reader.keeps_header = true;
    size_t      length;
    const char *text = csv_next_row(&reader, &length);
    csv_check_end(&reader);
    if (!text)
        fail("%s: no header", reader.name);
    const layout l = read_header(reader.name, text);
    char         expected[64];
    snprintf(expected, sizeof expected, "the header has %d", l.columns);
    reader.columns = l.columns;
    reader.expected = expected;

    const swv_body_options options = { keep_limits ? SWV_KEEP_LIMITS : SWV_KEEP_HAND };
    double                 row[MAX_COLUMNS], numbers[7 * SWV_RIG_JOINTS];
    FILE                  *drawing = drawing_path ? open_output(drawing_path) : NULL;
    const bool             is_printed = !drawing_path || !is_standard_output(drawing_path);
    if (is_printed)
        print_header(&file.rig);
    while (csv_read(&reader, row)) {
        swv_body_point   points[SWV_BODY_POINTS];
        swv_pose         locals[SWV_RIG_JOINTS], worlds[SWV_RIG_JOINTS];
        swv_body_report  report;
        const int        point_count = read_points(&l, row, points);
        const swv_status status = swv_body_solve(&body, points, point_count, NULL, &options, locals, &report);
        if (status != SWV_OK)
            fail("%s:%llu: %s", reader.name, (unsigned long long)reader.done.lines, swv_status_text(status));
        swv_mount_worlds(&body.mount, locals, worlds);
        for (int i = 0; i < file.rig.joint_count; i++) {
            const double seven[7] = { worlds[i].position.x, worlds[i].position.y, worlds[i].position.z,
                                      worlds[i].rotation.x, worlds[i].rotation.y, worlds[i].rotation.z,
                                      worlds[i].rotation.w };
            memcpy(numbers + 7 * i, seven, sizeof seven);
        }
        if (is_printed)
            csv_write(swv_outcome_text(report.outcome), numbers, 7 * file.rig.joint_count);
        if (drawing) {  // the first frame
            swv_vec3 places[SWV_BODY_POINTS];
            for (int i = 0; i < point_count; i++)
                places[i] = points[i].pose.position;
            draw_body(drawing, &(body_drawing){ &file.rig, &binding, worlds, places, point_count, path });
            close_output(drawing, drawing_path);
            drawing = NULL;
        }
    }
    if (drawing)
        fail("%s: no frame to draw", reader.name);
    csv_close(&reader);
    skeleton_free(&file);
}

const verb body_verb = {
    "body",
    "a whole skeleton from three to eleven tracked points, frame by frame",
    "usage: swivel body FILE --points CSV [--keep-limits] [--svg FILE]\n"
    "\n"
    "FILE is a skeleton as for 'swivel rig info'. CSV has one frame a line; its header names what is tracked:\n"
    "\n"
    "  head_px,head_py,head_pz,head_qx,head_qy,head_qz,head_qw, left_hand_..., right_hand_...: always\n"
    "  hips_..., chest_..., left_foot_..., right_foot_...: if they are tracked\n"
    "  left_elbow_px,left_elbow_py,left_elbow_pz, right_elbow_..., left_knee_..., right_knee_...: their places\n"
    "\n"
    "They are poses of those joints of the skeleton, in the file's world and unit, quaternions x, y, z, w.\n"
    "Out: one line a frame, the outcome, then NAME_px to NAME_qw of every joint of the skeleton in the world.\n"
    "The head is where it is said to be, hands too wherever the arms reach. What is not tracked is where people have "
    "it.\n"
    "\n"
    "  --keep-limits   leave hands off their points rather than bend wrists and shoulders beyond people's limits\n"
    "  --svg FILE      draw the first frame from three sides; '-' for standard output\n"
    "\n"
    "example:\n"
    "  swivel body data/rigs/cmu.json --points data/motion/walk_points.csv\n",
    run,
};
