// SPDX-License-Identifier: MIT
// solve hand: wrist and fingertips at once, shapes and pinches, for one goal or for each goal of a file.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <swivel/hand.h>

#include "io/bulk.h"
#include "io/csv.h"
#include "io/json.h"
#include "io/message.h"
#include "words/names.h"
#include "io/number.h"
#include "verbs/solve.h"
#include "words/values.h"
#include "words/words.h"
#include "words/solutions.h"

#define DEG (SWV_PI / 180.0)

static const char *const digit_names[SWV_DIGITS] = { "thumb", "index", "middle", "ring", "little" };
static const char *const shape_names[] = { "relaxed", "open", "fist", "point" };
static const char *const finger_joints[4] = { "MCP abduction", "MCP flexion", "PIP flexion", "DIP flexion" };
static const char *const thumb_joints[5] = { "CMC flexion", "CMC abduction", "MCP abduction", "MCP flexion",
                                             "IP flexion" };
enum { JOINTS = 21 };

typedef struct request {
    swv_hand      hand;
    swv_hand_goal goal;
} request;

typedef struct answer {
    swv_hand_posture posture;
    swv_hand_report  report;
} answer;

// ---- the words ----

// digits[0 .. n): the names of those in a list such as "index,thumb".
static int digit_of(const char *option, const char *name)
{
    name_search search = { .wanted = name };
    for (int i = 0; i < SWV_DIGITS; i++) {
        if (strcmp(name, digit_names[i]) == 0)
            return i;
        consider_name(&search, digit_names[i]);
    }
    char kind[64];
    snprintf(kind, sizeof kind, "%s: digit", option);
    fail_unknown(kind, &search, "it is 'thumb', 'index', 'middle', 'ring' or 'little'");
}

// DIGIT=X,Y,Z
static void read_tip(const char *text, swv_hand_goal *goal)
{
    const char *value = strchr(text, '=');
    if (!value)
        fail("--tip: '%s' is not DIGIT=X,Y,Z, as in index=0.03,0.02,0.15", text);
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(value - text < 60 ? value - text : 60), text);
    const int digit = digit_of("--tip", name);
    if (goal->wanted >> digit & 1)
        fail("--tip: the tip of the %s is given twice", name);
    double p[3];
    read_numbers("--tip", value + 1, 3, "a position has 3", p);
    goal->wanted |= SWV_DIGIT_BIT(digit);
    goal->tip[digit] = (swv_vec3){ p[0], p[1], p[2] };
}

// Takes the --tip options, of which there may be several, out of the words. Returns how many are left.
static int take_tips(int count, char **words, swv_hand_goal *goal)
{
    int left = 0;
    for (int i = 0; i < count; i++) {
        if (strncmp(words[i], "--tip=", 6) == 0) {
            read_tip(words[i] + 6, goal);
        } else if (strcmp(words[i], "--tip") == 0) {
            if (i + 1 == count)
                fail("solve hand: option '--tip' needs a value; 'swivel help solve hand' shows an example");
            read_tip(words[++i], goal);
        } else {
            words[left++] = words[i];
        }
    }
    return left;
}

static void read_wrist(const char *position, const char *orient, swv_pose *wrist)
{
    double p[3] = { 0.0, 0.0, 0.0 }, q[4] = { 0.0, 0.0, 0.0, 1.0 };
    if (position)
        read_numbers("--wrist", position, 3, "a position has 3", p);
    if (orient)
        read_numbers("--orient", orient, 4, "a quaternion has 4", q);
    *wrist = (swv_pose){ { p[0], p[1], p[2] }, { q[0], q[1], q[2], q[3] } };
    if (swv_pose_check(wrist) != SWV_OK)
        fail("--orient: the quaternion is zero");
}

// ---- results ----

static const double *angles_of(const swv_hand_posture *p, int digit, int *count)
{
    *count = digit == SWV_DIGIT_THUMB ? 5 : 4;
    return digit == SWV_DIGIT_THUMB ? p->thumb : p->fingers[digit - SWV_DIGIT_INDEX];
}

static void print_posture(const swv_hand_posture *posture)
{
    for (int joint = 0; joint < 5; joint++)
        printf("%-8s %-14s %9.3f\n", joint == 0 ? "thumb" : "", thumb_joints[joint],
               shown_degrees(posture->thumb[joint], 3));
    printf("\n%-23s %9s %9s %9s %9s\n", "", digit_names[1], digit_names[2], digit_names[3], digit_names[4]);
    for (int joint = 0; joint < 4; joint++) {
        printf("%-8s %-14s", joint == 0 ? "fingers" : "", finger_joints[joint]);
        for (int i = 0; i < 4; i++)
            printf(" %9.3f", shown_degrees(posture->fingers[i][joint], 3));
        putchar('\n');
    }
    puts("\ndegrees");
}

static const char *outcome_text(bool is_out)
{
    return swv_outcome_text(is_out ? SWV_OUT_OF_REACH : SWV_REACHED);
}

static void print_answer(const request *r, const answer *a)
{
    for (int digit = 0; digit < SWV_DIGITS; digit++) {
        if (!(r->goal.wanted >> digit & 1))
            continue;
        if (a->report.missed >> digit & 1)
            printf("%-8s %s: %.4g mm away\n", digit_names[digit], outcome_text(true),
                   1e3 * a->report.position_error[digit]);
        else
            printf("%-8s reached\n", digit_names[digit]);
    }
    if (r->goal.wanted)
        putchar('\n');
    print_posture(&a->posture);
}

static void json_posture(const swv_hand_posture *posture)
{
    fputs(" \"q\": {", stdout);
    for (int digit = 0; digit < SWV_DIGITS; digit++) {
        int           count;
        const double *q = angles_of(posture, digit, &count);
        printf("%s\n  \"%s\": ", digit ? "," : "", digit_names[digit]);
        json_numbers(q, count);
    }
    fputs("\n }", stdout);
}

static void json_answer(const request *r, const answer *a)
{
    swv_vec3 tips[SWV_DIGITS] = { { 0.0, 0.0, 0.0 } };
    (void)swv_hand_forward(&r->hand, &r->goal.wrist, &a->posture, tips, NULL);
    puts("{\"tips\": [");
    for (int digit = 0; digit < SWV_DIGITS; digit++) {
        const bool  is_wanted = r->goal.wanted >> digit & 1, is_out = a->report.missed >> digit & 1;
        const char *quote = is_wanted ? "\"" : "";
        printf("  {\"digit\": \"%s\", \"outcome\": %s%s%s, \"tip\": ", digit_names[digit], quote,
               is_wanted ? outcome_text(is_out) : "null", quote);
        json_vector(tips[digit]);
        fputs(", \"tip_error\": ", stdout);
        json_number(a->report.position_error[digit]);
        puts(digit + 1 < SWV_DIGITS ? "}," : "}");
    }
    fputs(" ],\n \"pulp_error\": ", stdout);
    json_number(a->report.rotation_error);
    puts(",");
    json_posture(&a->posture);
    puts("}");
}

// ---- many ----

static bool answer_row(const void *context, const bulk_row *row, text_buffer *out, char problem[CSV_PROBLEM_SIZE])
{
    const request *r = context;
    swv_hand_goal  goal = r->goal;
    answer         a;
    double         values[SWV_DIGITS + JOINTS];
    char           label[64];
    goal.wanted = SWV_DIGIT_BIT(SWV_DIGITS) - 1;
    for (int digit = 0; digit < SWV_DIGITS; digit++)
        goal.tip[digit] = (swv_vec3){ row->values[3 * digit], row->values[3 * digit + 1], row->values[3 * digit + 2] };
    if (!is_solved(swv_hand_solve(&r->hand, &goal, NULL, &a.posture, &a.report), problem))
        return false;
    int length = SWV_DIGITS;
    memcpy(values, a.report.position_error, sizeof a.report.position_error);
    for (int digit = 0; digit < SWV_DIGITS; digit++) {
        int           count;
        const double *q = angles_of(&a.posture, digit, &count);
        memcpy(values + length, q, sizeof(double) * (size_t)count);
        length += count;
    }
    text_append(out, label,
                (size_t)snprintf(label, sizeof label, "%llu,%s,", (unsigned long long)row->number,
                                 outcome_text(a.report.missed != 0)));
    csv_append(out, values, length);
    return true;
}

static void solve_file(const request *r, const char *path, int threads)
{
    bulk_run(&(bulk_job){
        .path = path,
        .columns = 3 * SWV_DIGITS,
        .expected = "a hand has 15: x,y,z of thumb, index, middle, ring and little fingertip",
        .row_name = "target",
        .header = "target,outcome,thumb_error,index_error,middle_error,ring_error,little_error,"
                  "thumb1,thumb2,thumb3,thumb4,thumb5,index1,index2,index3,index4,middle1,middle2,middle3,middle4,"
                  "ring1,ring2,ring3,ring4,little1,little2,little3,little4",
        .threads = threads,
        .work = answer_row,
        .context = r,
    });
}

// ---- pinching ----

// FINGER,MM
static void pinch(const request *r, const char *text, bool json)
{
    const char *comma = strchr(text, ',');
    char        name[64];
    double      size = 0.0;
    snprintf(name, sizeof name, "%.*s", (int)(comma && comma - text < 60 ? comma - text : 60), text);
    const int finger = digit_of("--pinch", name);
    if (finger == SWV_DIGIT_THUMB)
        fail("--pinch: the thumb pinches with a finger: index, middle, ring or little");
    if (comma)
        read_numbers("--pinch", comma + 1, 1, "an object's size is 1 number, in millimetres", &size);
    swv_hand_posture      posture;
    swv_hand_pinch_report report;
    const swv_status      status = swv_hand_pinch(&r->hand, finger, 1e-3 * size, r->goal.shape, &posture, &report);
    if (status != SWV_OK)
        fail("--pinch: the size of an object cannot be negative");
    if (json) {
        printf("{\"pinch\": \"%s\", \"holds\": %s, \"gap\": ", name, report.outcome == SWV_REACHED ? "true" : "false");
        json_number(report.gap);
        fputs(", \"opposition\": ", stdout);
        json_number(report.rotation_error);
        puts(",");
        json_posture(&posture);
        puts("}");
        return;
    }
    printf("%s: the tips of thumb and %s finger are %.4g mm apart, their pulps %.3g degrees off facing each other\n\n",
           report.outcome == SWV_REACHED ? "holds" : "cannot hold it", name, 1e3 * report.gap,
           report.rotation_error / DEG);
    print_posture(&posture);
}

// ---- the words ----

/// The options as they were typed; NULL: not given.
typedef struct typed {
    const char *model, *wrist, *orient, *path, *threads, *side, *length, *shape, *enslaving, *pulp, *pinched;
    bool        json;
} typed;

static void read_request(const typed *w, request *r)
{
    static const char *const sides[] = { "right", "left" };
    double                   mm = 1e3 * SWV_HAND_LENGTH_MEN;
    if (w->length)
        read_numbers("--length-mm", w->length, 1, "a hand's length is 1 number, in millimetres", &mm);
    if (swv_hand_make((swv_side)read_word("--side", w->side, 2, sides), 1e-3 * mm, &r->hand) != SWV_OK)
        fail("--length-mm: %s is not a possible length of a hand", w->length);
    r->goal.shape = (swv_hand_shape)read_word("--shape", w->shape, 4, shape_names);
    if (w->enslaving)
        read_numbers("--enslaving", w->enslaving, 1, "enslaving is 1 number", &r->goal.enslaving);
    if (!(r->goal.enslaving >= 0.0 && r->goal.enslaving <= 1.0))
        fail("--enslaving: %s is not between 0 and 1", w->enslaving);
    read_wrist(w->wrist, w->orient, &r->goal.wrist);
    if (w->pulp) {
        double p[3];
        read_numbers("--thumb-pulp", w->pulp, 3, "a direction has 3", p);
        r->goal.has_pulp = true;
        r->goal.thumb_pulp = (swv_vec3){ p[0], p[1], p[2] };
        if (!(swv_vec3_length(r->goal.thumb_pulp) > 0.0))
            fail("--thumb-pulp: the direction is zero");
        if (!(r->goal.wanted & SWV_DIGIT_BIT(SWV_DIGIT_THUMB)) && !w->path)
            fail("--thumb-pulp needs the position of the thumb: --tip thumb=X,Y,Z");
    }
}

// Options that exclude each other.
static void check_options(const typed *w, bool has_tips)
{
    if (w->path && (has_tips || w->json || w->pinched))
        fail("solve: --targets excludes --tip, --pinch and --json");
    if (w->pinched && (has_tips || w->pulp))
        fail("solve: --pinch excludes --tip and --thumb-pulp");
    if (w->threads && !w->path)
        fail("solve: --threads works only with --targets");
    if (!w->path && !w->pinched && !has_tips && !w->shape)
        fail("solve: no target given; use --tip for fingertips, --pinch, --shape, or --targets for a file");
}

static void run(int count, char **words)
{
    typed           w = { .json = false };
    request         r = { .goal = { .wanted = 0 } };
    const parameter parameters[] = {
        { "MODEL", .text = &w.model, .required = true },
        { "--wrist", .text = &w.wrist },
        { "--orient", .text = &w.orient },
        { "--thumb-pulp", .text = &w.pulp },
        { "--side", .text = &w.side },
        { "--length-mm", .text = &w.length },
        { "--shape", .text = &w.shape },
        { "--enslaving", .text = &w.enslaving },
        { "--pinch", .text = &w.pinched },
        { "--json", .flag = &w.json },
        { "--targets", .text = &w.path },
        { "--threads", .text = &w.threads },
    };
    char **mine = malloc(sizeof *mine * (size_t)(count > 0 ? count : 1));
    if (!mine)
        fail("solve: out of memory");
    memcpy(mine, words, sizeof *mine * (size_t)count);
    const int left = take_tips(count, mine, &r.goal);
    sort_words("solve hand", left, mine, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    free(mine);
    read_request(&w, &r);
    check_options(&w, r.goal.wanted != 0);
    if (w.path) {
        solve_file(&r, w.path, read_threads(w.threads));
        return;
    }
    if (w.pinched) {
        pinch(&r, w.pinched, w.json);
        return;
    }
    answer           a;
    const swv_status status = swv_hand_solve(&r.hand, &r.goal, NULL, &a.posture, &a.report);
    if (status != SWV_OK)
        fail("solve: %s", swv_status_text(status));
    if (w.json)
        json_answer(&r, &a);
    else
        print_answer(&r, &a);
}

const solver hand_solver = {
    { "hand" },
    "the whole hand, 21 joints: up to five fingertips at once, pinches and shapes",
    "usage: swivel solve hand --tip DIGIT=X,Y,Z [--tip DIGIT=X,Y,Z ...] [OPTION ...]\n"
    "       swivel solve hand --pinch FINGER[,MM] [OPTION ...]\n"
    "       swivel solve hand --shape SHAPE [OPTION ...]\n"
    "       swivel solve hand --targets FILE [OPTION ...]\n"
    "\n"
    "Finds joint angles of a hand that bring its fingertips to their goals, each exactly or as close as possible, "
    "inside\n"
    "the limits. From the wrist z points to the fingertips, x where the palm faces (left hand: away from the palm), y "
    "to\n"
    "the thumb.\n"
    "\n"
    "  --tip DIGIT=X,Y,Z      the position of a tip, in metres: of the thumb, index, middle, ring or little finger\n"
    "  --thumb-pulp X,Y,Z     the direction the thumb's pulp is to face; all five joints of the thumb then move. "
    "Without it\n"
    "                         the last joint is coupled to the one before\n"
    "  --pinch FINGER[,MM]    thumb and this finger with their tips this many millimetres apart, an object between "
    "them\n"
    "  --shape SHAPE          relaxed, open, fist or point: the digits whose tips are not given. Default: relaxed\n"
    "  --enslaving PART       how much of a finger's flexion its neighbours share: 0.26 in young people.\n"
    "                         Default: 0\n"
    "  --wrist X,Y,Z          where the wrist is, in metres. Default: 0,0,0\n"
    "  --orient QX,QY,QZ,QW   orientation of the hand, as a quaternion. Default: 0,0,0,1\n"
    "  --side left|right      a left hand is the mirror image of a right one. Default: right\n"
    "  --length-mm L          of the hand, from the wrist to the tip of the middle finger. Default: 190, men's mean;\n"
    "                         women's is 175\n"
    "  --json                 everything as JSON: radians, metres\n"
    "  --targets FILE         many hands, one per line: x,y,z of the tips of thumb, index, middle, ring and little "
    "finger,\n"
    "                         metres; '-' is standard input. Prints comma-separated values: the number, the outcome\n"
    "                         (reached, or out of reach if any tip is), the errors of the tips in metres and the 21\n"
    "                         angles in radians\n"
    "  --threads N            hands computed at once. Default: the number of cores\n"
    "\n"
    "example:\n"
    "  swivel solve hand --tip index=0.06,0.02,0.12 --tip thumb=0.06,0.03,0.11\n",
    run,
};
