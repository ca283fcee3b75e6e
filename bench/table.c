// SPDX-License-Identifier: MIT
// The tables of Kim and Tarokh (2005), built and measured here, its figures beside ours, and our closed forms in the same run.
//
// Whole tables of an orientation have millions of cells and take minutes each. By default a sample of their cells says how good they
// are, and tables of larger cells (90 degrees in the joints) how fast. With SWIVEL_TABLES_WHOLE=1 they are made whole. Whatever was made is kept
// in the folder that SWIVEL_TABLES names (./run: build/tables), and used the next time; whole ones also without SWIVEL_TABLES_WHOLE. Remove the
// folder to have them made anew.
#include "bench.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../tests/support/random.h"
#include "swivel_papers/arm.h"
#include "swivel_papers/puma.h"
#include "swivel_papers/table_published.h"

enum { FEW = 1000, MANY = 100000 };

typedef struct chapter {
    const char    *model, *kind_name;
    swv_table_kind kind;
    const char    *times_name;
    int            every;  ///< of a sample: so many-th cell of the joints
} chapter;

static const chapter chapters[] = {
    { "puma560", "poly", 0, "4", 100 },
    { "puma560", "net", SWV_TABLE_NET, "4", 500 },
    { "arm7", "poly", 0, "8", 100 },
    { "arm7", "net", SWV_TABLE_NET, "8", 500 },
};

// ---- making them ----

static time_t shown_at, begun_at;

static bool show_progress(void *user, double fraction)
{
    const time_t now = time(NULL);
    if (now != shown_at && fraction > 0.0) {
        const double left = (double)(now - begun_at) * (1.0 - fraction) / fraction;
        fprintf(stderr, "\r  building %s: %3.0f %%, %.0f s left   ", (const char *)user, 100.0 * fraction, left);
        fflush(stderr);
        shown_at = now;
    }
    return true;
}

/// What of a chapter.
typedef enum part { POSITION, WHOLE, SAMPLE, COARSE } part;

static const char *const part_names[] = { "position", "orientation", "orientation-sample", "orientation-coarse" };

/// A table, and the memory it lies in: a file's, or its own.
typedef struct one {
    swv_table      table;
    swv_table_file file;
    unsigned char *bytes;
} one;

static bool open_kept(const char *path, one *o)
{
    if (!*path || swv_table_file_open(path, &o->file, NULL) != SWV_TABLE_DONE)
        return false;
    o->table = o->file.position.bytes ? o->file.position : o->file.orientation;
    return true;
}

// One that is kept, or made and kept. The time it took goes to standard error: the next run does not know it.
static bool get(const chapter *c, part p, bool can_make, one *o)
{
    const char *folder = getenv("SWIVEL_TABLES");
    char        path[1024] = "", what[96];
    size_t      size;
    memset(o, 0, sizeof *o);
    if (folder)
        snprintf(path, sizeof path, "%s/%s-%s-%s", folder, c->model, c->kind_name, part_names[p]);
    if (open_kept(path, o))
        return true;
    if (!can_make)
        return false;
    snprintf(what, sizeof what, "%s %s, %s", c->model, c->kind_name, part_names[p]);
    const swv_table_plan plan = { .model = c->model,
                                  .kind = c->kind,
                                  .is_orientation = p != POSITION,
                                  .cell_angle = p == COARSE ? 0.5 * SWV_PI : 0.0,
                                  .every = p == SAMPLE ? c->every : 0,
                                  .seed = 1,
                                  .threads = 2,
                                  .progress = show_progress,
                                  .user = what };
    struct timespec      from, to;
    const clock_t        before = clock();
    begun_at = time(NULL);
    (void)timespec_get(&from, TIME_UTC);
    if (swv_table_build(&plan, &o->bytes, &size) != SWV_TABLE_DONE ||
        swv_table_open(o->bytes, size, &o->table, NULL) != SWV_OK)
        return false;
    (void)timespec_get(&to, TIME_UTC);
    fprintf(stderr, "\r  %s: built in %.1f s on two threads, %.1f s of processor time\n", what,
            (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec),
            (double)(clock() - before) / CLOCKS_PER_SEC);
    if (*path && swv_table_write(path, (const unsigned char *const[]){ o->bytes }, &size, 1) != SWV_TABLE_DONE)
        fprintf(stderr, "  %s could not be written\n", path);
    return true;
}

static void put_away(one *o)
{
    swv_table_file_close(&o->file);
    swv_table_free(o->bytes);
}

// ---- times ----

enum { COUNT = MANY };

static swv_table         stages[2];  // position, orientation
static swv_puma          puma;
static swv_arm           arm;
static int               used_targets;
static double            targets[COUNT][SWV_TABLE_MAX_INPUTS], wrists[COUNT][SWV_TABLE_MAX_INPUTS];
static swv_pose          hands[COUNT];
static int64_t           cells[2][COUNT];
static uint32_t         *addresses[2], used[2];  // of the cells in use, rising: what the paper searches
static volatile uint64_t sink;

static void solve_position(void *unused)
{
    (void)unused;
    double q[SWV_TABLE_MAX_BRANCHES][SWV_TABLE_MAX_JOINTS];
    int    found;
    for (int i = 0; i < used_targets; ++i)
        (void)swv_table_solve(&stages[0], targets[i], q, &found);
}

static void solve_pair(void *unused)
{
    (void)unused;
    double q[SWV_TABLE_MAX_POSTURES][SWV_TABLE_MAX_INPUTS];
    int    found;
    for (int i = 0; i < used_targets; ++i)
        (void)swv_table_solve_pair(&stages[0], &stages[1], targets[i], q, &found);
}

static void closed_form(void *unused)
{
    (void)unused;
    double puma_q[SWV_PUMA_FAMILIES][6], arm_q[SWV_ARM_FAMILIES][7];
    for (int i = 0; i < used_targets; ++i) {
        if (stages[0].inputs == 3)
            (void)swv_puma_solve(&puma, &hands[i], NULL, puma_q, NULL);
        else
            (void)swv_arm_solve(&arm, &hands[i], targets[i][3], arm_q, NULL);
    }
}

// T1
static void test_reach(void *unused)
{
    (void)unused;
    const double far = stages[0].farthest, near_one = stages[0].nearest;
    uint64_t     sum = 0;
    for (int i = 0; i < used_targets; ++i) {
        const double *w = targets[i], squared = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
        sum += squared <= far * far && squared >= near_one * near_one;
    }
    sink = sum;
}

// T2, of one stage
static void find_cell(void *data)
{
    const int k = *(const int *)data;
    for (int i = 0; i < used_targets; ++i)
        (void)swv_table_cell(&stages[k], k ? wrists[i] : targets[i], &cells[k][i]);
}

static uint64_t touch(const swv_table *t, uint32_t branch)
{
    uint32_t bits = 0;
    if (branch < t->branches)
        memcpy(&bits, t->records + (size_t)branch * t->record_floats, 4);
    return bits;
}

// T3: where the record is, and its first number.
static void by_index(void *data)
{
    const int        k = *(const int *)data;
    const swv_table *t = &stages[k];
    uint64_t         sum = 0;
    for (int i = 0; i < used_targets; ++i)
        sum += cells[k][i] < 0 ? 0 : touch(t, t->first[cells[k][i]]);
    sink = sum;
}

static void by_search(void *data)
{
    const int        k = *(const int *)data;
    const swv_table *t = &stages[k];
    uint64_t         sum = 0;
    for (int i = 0; i < used_targets; ++i) {
        uint32_t low = 0, high = used[k];
        while (low < high) {
            const uint32_t middle = (low + high) / 2;
            if ((int64_t)addresses[k][middle] < cells[k][i])
                low = middle + 1;
            else
                high = middle;
        }
        sum += low < used[k] ? touch(t, t->first[addresses[k][low]]) : 0;
    }
    sink = sum;
}

// Targets of random postures: each has an answer.
static void make_targets(void)
{
    const swv_table *p = &stages[0];
    uint64_t         seed = 11;
    for (int i = 0; i < COUNT;) {
        double  q[7] = { 0.0 };
        int64_t cell = -1;
        for (int j = 0; j < p->joints + 3; ++j)
            q[j] = j < p->joints ? random_between(&seed, p->joint_lower[j], p->joint_upper[j])
                                 : random_between(&seed, stages[1].joint_lower[j - p->joints],
                                                  stages[1].joint_upper[j - p->joints]);
        if (p->inputs == 3) {
            (void)swv_puma_forward(&puma, q, &hands[i]);
        } else {
            (void)swv_arm_forward(&arm, q, &hands[i], NULL);
            (void)swv_arm_swivel_of(&arm, q, &targets[i][3]);
        }
        targets[i][0] = hands[i].position.x;
        targets[i][1] = hands[i].position.y;
        targets[i][2] = hands[i].position.z;
        (void)swv_table_orientation_of(&hands[i].rotation, targets[i] + p->inputs);
        memcpy(wrists[i], q, sizeof(double) * (size_t)p->joints);
        memcpy(wrists[i] + p->joints, targets[i] + p->inputs, 3 * sizeof(double));
        (void)swv_table_cell(p, targets[i], &cell);
        i += cell >= 0;
    }
}

static bool list_addresses(int k)
{
    const swv_table *t = &stages[k];
    addresses[k] = malloc(sizeof *addresses[k] * (size_t)t->cells);
    used[k] = 0;
    for (uint32_t c = 0; addresses[k] && c < t->cells; ++c) {
        if (t->first[c + 1] > t->first[c])
            addresses[k][used[k]++] = c;
    }
    return addresses[k];
}

static void compare_times(const chapter *c)
{
    static int   stage[2] = { 0, 1 };
    char         name[64], paper[64];
    double       ns[10];
    const bool   is_net = c->kind == SWV_TABLE_NET;
    const double position = swv_table_published_of(c->model, false, is_net)->nanoseconds;
    const double both = position + swv_table_published_of(c->model, true, is_net)->nanoseconds;
    make_targets();
    if (list_addresses(0) & list_addresses(1)) {
        for (used_targets = FEW; used_targets <= MANY; used_targets *= MANY / FEW) {
            const size_t     n = (size_t)used_targets;
            const bench_work works[10] = { { solve_position, NULL, n }, { solve_pair, NULL, n },
                                           { closed_form, NULL, n },    { test_reach, NULL, n },
                                           { find_cell, &stage[0], n }, { find_cell, &stage[1], n },
                                           { by_index, &stage[0], n },  { by_search, &stage[0], n },
                                           { by_index, &stage[1], n },  { by_search, &stage[1], n } };
            bench_time(works, 10, ns);
            snprintf(paper, sizeof paper, "Kim, Tarokh, table %s", c->times_name);
            snprintf(name, sizeof name, "%s %s, %d postures, position", c->model, c->kind_name, used_targets);
            bench_report(name, ns[0], "ns", paper, position, -1.0);
            bench_report("  position and orientation", ns[1], "ns", paper, both, -1.0);
            bench_report("  the same beside our closed form", ns[1], "ns", "closed form", ns[2], -1.0);
            bench_report("  T1, reach", ns[3], "ns", NULL, 0.0, -1.0);
            bench_report("  T2, a cell's address, position", ns[4], "ns", "orientation", ns[5], -1.0);
            bench_report("  T3, a record by its index, position", ns[6], "ns", "by binary search", ns[7], -1.0);
            bench_report("  T3, the same, orientation", ns[8], "ns", "by binary search", ns[9], -1.0);
            bench_report("  T4, angles and the rest, position", ns[0] - ns[3] - ns[4] - ns[6], "ns", NULL, 0.0, -1.0);
        }
        if (!bench_is_json())
            printf(
                "\n  Kim and Tarokh: looking up is %s than the closed form. Here, %d postures: %.1f times as fast, in "
                "%.0f "
                "MB, and off\n  by what the tables above say; the closed form is exact.\n",
                is_net ? "4 times faster" : "10 times faster", MANY, ns[2] / ns[1],
                1e-6 * (double)(stages[0].size + stages[1].size));
    }
    free(addresses[0]);
    free(addresses[1]);
}

static void compare_errors(const swv_table *t)
{
    if (bench_is_json())
        return;
    putchar('\n');
    (void)swv_table_published_write(stdout, t, FEW, MANY);
    fflush(stdout);
}

static void run_chapter(const chapter *c)
{
    one        position, wrist, timed;
    const bool is_whole_wanted = getenv("SWIVEL_TABLES_WHOLE") != NULL;
    if (!get(c, POSITION, true, &position))
        return;
    const bool is_whole = get(c, WHOLE, is_whole_wanted, &wrist);
    if (is_whole || get(c, SAMPLE, true, &wrist)) {
        compare_errors(&position.table);
        compare_errors(&wrist.table);
        if (!bench_is_json())
            putchar('\n');
        if (is_whole)
            timed = (one){ .table = wrist.table };
        if (is_whole || get(c, COARSE, true, &timed)) {
            if (!is_whole && !bench_is_json())
                puts("  Times with cells of 90 degrees in the joints; with SWIVEL_TABLES_WHOLE=1 with Kim and "
                     "Tarokh's.");
            stages[0] = position.table;
            stages[1] = timed.table;
            compare_times(c);
            put_away(&timed);
        }
        put_away(&wrist);
    }
    put_away(&position);
}

void bench_table(void)
{
    swv_puma_make_560(&puma);
    swv_arm_make_human(&arm);
    for (size_t i = 0; i < sizeof chapters / sizeof chapters[0]; ++i)
        run_chapter(&chapters[i]);
}
