// SPDX-License-Identifier: MIT
// The verb table: makes a table of inverse kinematics, says what is in one, and how good it is.
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <swivel/geometry.h>
#include <swivel_papers/models.h>
#include <swivel_papers/table_published.h>

#include "draw/table_drawing.h"
#include "io/message.h"
#include "io/output.h"
#include "io/progress.h"
#include "io/system.h"
#include "papers/table_starts.h"
#include "papers/table_adaptive.h"
#include "verbs/verb.h"
#include "words/tables.h"
#include "words/values.h"
#include "words/words.h"

static const char *const kind_names[] = { [SWV_TABLE_LINEAR] = "linear (eq. 4)",
                                          [SWV_TABLE_QUADRATIC] = "quadratic",
                                          [SWV_TABLE_NET] = "net (eq. 8 to 12)",
                                          [SWV_TABLE_MIXED] = "linear-quadratic (eq. 7)" };

int read_count(const char *option, const char *text, int otherwise, int lowest, int highest)
{
    double value = otherwise;
    if (text)
        read_numbers(option, text, 1, "it has one", &value);
    if (!(value >= lowest && value <= highest) || value != floor(value))
        fail("%s: '%s' is out of range; it is %d to %d", option, text, lowest, highest);
    return (int)value;
}

static double read_positive(const char *option, const char *text)
{
    double value = 0.0;
    if (text) {
        read_numbers(option, text, 1, "it has one", &value);
        if (!(value > 0.0))
            fail("%s: '%s' is not more than 0", option, text);
    }
    return value;
}

// ---- build ----

enum { POSITION, ORIENTATION, STAGES };

/// How much of all the work one stage is.
typedef struct part {
    double before, share;
} part;

bool show_table_progress(void *user, double fraction)
{
    const part    *p = user;
    const uint64_t whole = 1000000;
    const double   done = p ? p->before + p->share * fraction : fraction;
    progress_show(&(progress){ .lines = (uint64_t)(done * 100.0),
                               .bytes = (uint64_t)(done * (double)whole),
                               .total_bytes = whole,
                               .what = "%" });
    return true;
}

static void build_stage(swv_table_plan plan, int stage, part p, unsigned char **bytes, size_t *size)
{
    plan.is_orientation = stage == ORIENTATION;
    plan.progress = show_table_progress;
    plan.user = &p;
    switch (swv_table_build(&plan, bytes, size)) {
    case SWV_TABLE_DONE:
        return;
    case SWV_TABLE_BAD_PLAN:
        progress_end();
        fail("table build: cells too large or too small: the grid has 1 to 1000 in a row, and up to %s",
             stage == ORIENTATION ? "20 million" : "4 million");
    default:
        progress_end();
        fail("table build: not enough memory, or more than --memory-mb");
    }
}

/// The words of build that say what to make.
typedef struct plan_words {
    const char *model, *kind, *stage, *cell_mm, *cell_deg, *turn_deg, *swivel_deg, *samples, *hidden, *seed, *threads,
        *memory, *every, *share, *hand, *recipe, *fill;
    word_list obstacles;
} plan_words;

// clang-format off
#define PLAN_PARAMETERS(w)                        \
    { "--kind", .text = &(w).kind },              \
    { "--stage", .text = &(w).stage },            \
    { "--cell-mm", .text = &(w).cell_mm },        \
    { "--cell-deg", .text = &(w).cell_deg },      \
    { "--turn-deg", .text = &(w).turn_deg },      \
    { "--swivel-deg", .text = &(w).swivel_deg },  \
    { "--samples", .text = &(w).samples },        \
    { "--hidden", .text = &(w).hidden },          \
    { "--seed", .text = &(w).seed },              \
    { "--threads", .text = &(w).threads },        \
    { "--memory-mb", .text = &(w).memory },       \
    { "--every", .text = &(w).every },            \
    { "--obstacle", .list = &(w).obstacles },     \
    { "--allowed-share", .text = &(w).share },    \
    { "--hand-mm", .text = &(w).hand },           \
    { "--recipe", .text = &(w).recipe },          \
    { "--fill", .text = &(w).fill }
// clang-format on

/// Tables that were made, in the order of their stages.
typedef struct made {
    int            count;
    unsigned char *bytes[STAGES];
    size_t         sizes[STAGES];
} made;

/// What postures must keep: the limits of a human limb, and out of obstacles.
typedef struct constraints {
    bool          has_limb;
    swv_limb      limb;
    swv_obstacle  of[MAX_LISTED];
    swv_obstacles obstacles;
} constraints;

static bool is_allowed(void *user, const double *q, int known)
{
    constraints *c = user;
    return (!c->has_limb || swv_limb_allows(&c->limb, q, known)) && swv_obstacles_allow(&c->obstacles, q, known);
}

// box:X,Y,Z,X,Y,Z   sphere:X,Y,Z,R   half-space:X,Y,Z,X,Y,Z, metres.
static swv_obstacle read_obstacle(const char *text)
{
    static const struct {
        const char        *word, *expected;
        swv_obstacle_shape shape;
        int                numbers;
    } shapes[] = { { "box:", "a box has 6, two opposite corners", SWV_OBSTACLE_BOX, 6 },
                   { "sphere:", "a sphere has 4, centre and radius", SWV_OBSTACLE_SPHERE, 4 },
                   { "half-space:", "a half-space has 6, a point and the normal out of it", SWV_OBSTACLE_HALF_SPACE,
                     6 } };
    for (int i = 0; i < 3; i++) {
        const size_t length = strlen(shapes[i].word);
        double       n[6];
        if (strncmp(text, shapes[i].word, length) != 0)
            continue;
        read_numbers("--obstacle", text + length, shapes[i].numbers, shapes[i].expected, n);
        swv_obstacle o = { .shape = shapes[i].shape, .at = { n[0], n[1], n[2] }, .radius = n[3] };
        if (shapes[i].numbers == 6)
            o.to = (swv_vec3){ n[3], n[4], n[5] };
        if (o.shape == SWV_OBSTACLE_BOX) {
            o.at = (swv_vec3){ fmin(n[0], n[3]), fmin(n[1], n[4]), fmin(n[2], n[5]) };
            o.to = (swv_vec3){ fmax(n[0], n[3]), fmax(n[1], n[4]), fmax(n[2], n[5]) };
        }
        return o;
    }
    fail("--obstacle: '%s' is not box:X,Y,Z,X,Y,Z, sphere:X,Y,Z,R or half-space:X,Y,Z,X,Y,Z", text);
}

// The constraints of the words, for a chain. False: there are none.
static bool read_constraints(const plan_words *w, const swv_chain *chain, constraints *c)
{
    const swv_vec3 hand = { 0.0, 0.0, read_positive("--hand-mm", w->hand) / 1000.0 };
    for (int i = 0; i < w->obstacles.count; i++)
        c->of[i] = read_obstacle(w->obstacles.words[i]);
    if (swv_obstacles_make(chain, hand, c->of, w->obstacles.count, &c->obstacles) != SWV_OK)
        fail("--obstacle: one has no inside");
    if (w->obstacles.count == 0 && (w->hand || (w->share && !c->has_limb)))
        fail("%s: there is no --obstacle", w->hand ? "--hand-mm" : "--allowed-share");
    return c->has_limb || w->obstacles.count > 0;
}

static double read_share(const char *text)
{
    const double share = read_positive("--allowed-share", text);
    if (share > 1.0)
        fail("--allowed-share: '%s' is more than 1", text);
    return share;
}

static const char *const recipe_names[] = { "ours", "drop", "clusters", "angles", "drop-angles", "theirs", "each" };
static const unsigned    recipes[] = {
       0, SWV_RECIPE_DROP, SWV_RECIPE_CLUSTERS, SWV_RECIPE_ANGLES, SWV_RECIPE_DROP | SWV_RECIPE_ANGLES, SWV_RECIPE_THEIRS,
       0
};

// The name that a table bears: a file's without its folders.
static const char *name_of(const char *word)
{
    const char *slash = strrchr(word, '/');
    return slash ? slash + 1 : word;
}

static void make_tables(const plan_words *w, made *m)
{
    static const char *const kinds[] = { "poly", "quadratic", "net" };
    static const char *const stages[] = { "both", "position", "orientation" };
    static constraints       kept;
    swv_chain                chain;
    (void)find_table_model(w->model, &chain, &kept.limb);
    check_table_chain(w->model, &chain);
    kept.has_limb = is_limb(w->model);
    const bool           is_constrained = read_constraints(w, &chain, &kept);
    const int            which = read_word("--stage", w->stage, 3, stages), cores = system_cores();
    const double         degree = SWV_PI / 180.0;
    const swv_table_plan plan = {
        .model = name_of(w->model),
        .chain = &chain,
        .is_allowed = is_constrained ? is_allowed : NULL,
        .allowed_user = &kept,
        .allowed_share = kept.has_limb && !w->share ? 0.5 : read_share(w->share),
        .kind = (swv_table_kind[]){ 0, SWV_TABLE_QUADRATIC, SWV_TABLE_NET }[read_word("--kind", w->kind, 3, kinds)],
        .cell_length = read_positive("--cell-mm", w->cell_mm) / 1000.0,
        .cell_angle = read_positive("--cell-deg", w->cell_deg) * degree,
        .cell_turn = read_positive("--turn-deg", w->turn_deg) * degree,
        .cell_swivel = read_positive("--swivel-deg", w->swivel_deg) * degree,
        .recipe = recipes[read_word("--recipe", w->recipe, 7, recipe_names)],
        .fill = read_count("--fill", w->fill, 0, w->fill ? 1 : 0, 100) / 100.0,
        .samples = read_count("--samples", w->samples, 0, w->samples ? 8 : 0, 10000),
        .hidden = read_count("--hidden", w->hidden, 0, w->hidden ? 1 : 0, SWV_TABLE_MAX_HIDDEN),
        .every = read_count("--every", w->every, 0, w->every ? 1 : 0, 100000),
        .seed = (uint64_t)read_count("--seed", w->seed, 1, 0, 1000000000),
        .threads = read_count("--threads", w->threads, cores < 64 ? cores : 64, 1, 64),
        .max_bytes = (size_t)read_count("--memory-mb", w->memory, 4000, 1, 1000000) * 1000000u,
    };
    m->count = 0;
    progress_begin_silent();
    // The position takes a fiftieth of the time.
    if (which != 1 + ORIENTATION) {
        build_stage(plan, POSITION, (part){ 0.0, which == 0 ? 0.02 : 1.0 }, &m->bytes[m->count], &m->sizes[m->count]);
        m->count++;
    }
    if (which != 1 + POSITION) {
        const double before = which == 0 ? 0.02 : 0.0;
        build_stage(plan, ORIENTATION, (part){ before, 1.0 - before }, &m->bytes[m->count], &m->sizes[m->count]);
        m->count++;
    }
    progress_end();
}

static void free_tables(made *m)
{
    for (int i = 0; i < m->count; i++)
        swv_table_free(m->bytes[i]);
}

static void write_tables(const char *out, const unsigned char *const *bytes, const size_t *sizes, int count)
{
    for (int i = 0; i < count && is_standard_output(out); i++)
        (void)fwrite(bytes[i], 1, sizes[i], stdout);  // main looks whether it could be written
    if (!is_standard_output(out) && swv_table_write(out, bytes, sizes, count) != SWV_TABLE_DONE)
        fail("%s: %s", out, strerror(errno));
}

void keep_table(swv_table_result result, unsigned char *bytes, size_t size, const char *out)
{
    if (result != SWV_TABLE_DONE)
        fail("table build: not enough memory");
    write_tables(out, (const unsigned char *const[]){ bytes }, &size, 1);
    swv_table_free(bytes);
}

static void run_build(int count, char **words)
{
    plan_words      w = { 0 };
    starts_words    starts = { 0 };
    const char     *out = NULL;
    const parameter parameters[] = { { "MODEL", .text = &w.model, .required = true },
                                     PLAN_PARAMETERS(w),
                                     { "--cells", .text = &starts.cells },
                                     { "--rounds", .text = &starts.rounds },
                                     { "--out", .text = &out } };
    made            m;
    sort_words("table build", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    if (!out)
        fail("table build: --out is missing: the file to write");
    starts.samples = w.samples;
    starts.seed = w.seed;
    starts.threads = w.threads;
    if (w.kind && strcmp(w.kind, "starts") == 0) {
        build_starts(w.model, &starts, out);
        return;
    }
    make_tables(&w, &m);
    write_tables(out, (const unsigned char *const *)m.bytes, m.sizes, m.count);
    free_tables(&m);
}

// ---- compare ----

static void compare(const swv_table *t, int targets, const char *svg)
{
    if (svg && t->space != SWV_TABLE_ORIENTATION) {
        FILE *drawing = open_output(svg);
        draw_table_slice(drawing, t);
        close_output(drawing, svg);
    }
    if (!(svg && is_standard_output(svg)) && swv_table_published_write(stdout, t, 1000, targets) != SWV_OK)
        fail("table compare: made for a different %s than that of this version", t->model);
}

// Tables of the position by our recipe, with each step of the paper's in its place, and with all of them: over all branches, how many of the closed
// form's solutions are found, their errors, and answers that are none.
static void compare_recipes(plan_words w, int tried)
{
    static const char *const texts[] = { "ours",
                                         "their postures (drop)",
                                         "their branches (clusters)",
                                         "their fit (angles)",
                                         "their postures and fit",
                                         "all of theirs" };
    w.stage = "position";
    puts("recipe                     | found %   mean    std  worst mm |  no solution % | branches  cells |     MB | "
         "build s");
    for (int i = 0; i < 6; i++) {
        made             m = { 0 };
        swv_table        t;
        swv_table_scores scores;
        double           mean = 0.0, square = 0.0, worst = 0.0;
        int              valid = 0, found = 0;
        const clock_t    before = clock();
        w.recipe = recipe_names[i];
        make_tables(&w, &m);
        const double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
        (void)swv_table_open(m.bytes[0], m.sizes[0], &t, NULL);
        if (swv_table_verify(&t, NULL, tried, 7, &scores) != SWV_OK)
            fail("table compare: not enough memory");
        for (int k = 0; k < scores.families; k++) {
            const swv_table_score *s = &scores.of[k];
            valid += s->valid;
            found += s->found;
            mean += s->found * s->mean;
            square += s->found * (s->mean * s->mean + s->deviation * s->deviation);
            worst = fmax(worst, s->worst);
        }
        mean /= fmax(found, 1.0);
        uint32_t used = 0;
        for (uint32_t c = 0; c < t.cells; c++)
            used += t.first[c + 1] > t.first[c];
        printf("%-26s | %7.2f %6.2f %6.2f %9.1f | %14.2f | %8u %6u | %6.3f | %7.1f\n", texts[i],
               100.0 * found / fmax(valid, 1.0), 1e3 * mean,
               1e3 * sqrt(fmax(square / fmax(found, 1.0) - mean * mean, 0.0)), 1e3 * worst,
               100.0 * scores.surplus / fmax(scores.answers, 1.0), (unsigned)t.branches, (unsigned)used,
               1e-6 * (double)t.size, seconds);
        free_tables(&m);
    }
}

// Of a file, or made for it and forgotten.
static void run_compare(int count, char **words)
{
    plan_words      w = { 0 };
    const char     *targets = NULL, *svg = NULL;
    const parameter parameters[] = { { "MODEL|FILE", .text = &w.model, .required = true },
                                     PLAN_PARAMETERS(w),
                                     { "--count", .text = &targets },
                                     { "--svg", .text = &svg } };
    swv_table_file  file = { 0 };
    made            m = { 0 };
    sort_words("table compare", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    const int tried = read_count("--count", targets, 100000, 1, 10000000);
    if (table_kind_of(w.model) == TABLE_UNKNOWN && !swv_table_published_of(w.model, false, false))
        fail("table compare: the paper has tables of puma560 and arm7, none of %s; 'table verify' measures any",
             w.model);
    if (w.recipe && strcmp(w.recipe, "each") == 0) {
        compare_recipes(w, tried);
        return;
    }
    if (swv_model_find(w.model) >= 0)
        make_tables(&w, &m);
    else
        open_table_file(w.model, &file);
    for (int i = 0; i < m.count; i++) {
        swv_table table;
        (void)swv_table_open(m.bytes[i], m.sizes[i], &table, NULL);
        compare(&table, tried, svg);
    }
    if (file.position.bytes)
        compare(&file.position, tried, svg);
    if (file.orientation.bytes)
        compare(&file.orientation, tried, svg);
    free_tables(&m);
    swv_table_file_close(&file);
}

// ---- info ----

static void print_table(const swv_table *t)
{
    const bool is_wrist = t->space == SWV_TABLE_ORIENTATION, has_swivel = t->space == SWV_TABLE_POSITION_SWIVEL;
    uint32_t   used = 0, most = 0;
    for (uint32_t c = 0; c < t->cells; c++) {
        const uint32_t here = t->first[c + 1] - t->first[c];
        used += here > 0;
        most = here > most ? here : most;
    }
    printf("\n%s\n", is_wrist ? "orientation" : "position");
    printf("  kind       %s", kind_names[t->kind]);
    printf(t->kind == SWV_TABLE_NET ? ", %d hidden\n" : "\n", t->hidden);
    if (is_wrist)
        printf("  targets    %d joints and alpha, beta, gamma to 3 joints\n", t->inputs - 3);
    else
        printf("  targets    x, y, z%s to %d joints\n", has_swivel ? ", swivel" : "", t->joints);
    printf("  cells      ");
    for (int i = 0; i < t->inputs; i++)
        printf("%s%d", i ? " x " : "", t->divisions[i]);
    if (is_wrist)
        printf(" of %g and %g degrees", t->cell[0] * (180.0 / SWV_PI), t->cell[t->inputs - 1] * (180.0 / SWV_PI));
    else
        printf(" of %g mm", 1000.0 * t->cell[0]);
    if (has_swivel)
        printf(" and %g degrees", t->cell[3] * (180.0 / SWV_PI));
    printf(", %u of %u in use\n", (unsigned)used, (unsigned)t->cells);
    printf("  branches   %u, at most %u in a cell\n", (unsigned)t->branches, (unsigned)most);
    printf("  samples    %d a branch, seed %llu\n", t->samples, (unsigned long long)t->seed);
    if (t->every > 1)
        printf("  made       one in %d of its cells, as a sample\n", t->every);
    printf("  size       %zu bytes\n", t->size);
}

static void run_info(int count, char **words)
{
    const char     *path = NULL;
    const parameter parameters[] = { { "FILE", .text = &path, .required = true } };
    swv_table_file  file;
    sort_words("table info", count, words, parameters, 1);
    open_table_file(path, &file);
    printf("model        %s\n", file.position.bytes ? file.position.model : file.orientation.model);
    printf("size         %zu bytes\n", file.size);
    if (file.position.bytes)
        print_table(&file.position);
    if (file.orientation.bytes)
        print_table(&file.orientation);
    swv_table_file_close(&file);
}

// ---- verify ----

static void print_scores(const swv_table_scores *scores, bool is_wrist, bool has_swivel)
{
    const double unit = is_wrist ? 180.0 / SWV_PI : 1000.0;
    printf("branch     valid   found    mean    std   worst (%s)%s\n", is_wrist ? "degrees" : "mm",
           has_swivel ? "  swivel (degrees)" : "");
    for (int i = 0; i < scores->families; i++) {
        const swv_table_score *s = &scores->of[i];
        printf("%6d %9d %6.2f%% %7.3f %6.3f %7.1f", i + 1, s->valid, s->valid ? 100.0 * s->found / s->valid : 100.0,
               unit * s->mean, unit * s->deviation, unit * s->worst);
        if (has_swivel)
            printf("      %10.3f", s->swivel * (180.0 / SWV_PI));
        putchar('\n');
    }
    printf("%d of %d postures are those of no solution inside the limits\n", scores->surplus, scores->answers);
}

static void run_verify(int count, char **words)
{
    const char      *path = NULL, *targets = NULL, *seed = NULL, *word = NULL;
    const parameter  parameters[] = { { "FILE", .text = &path, .required = true },
                                      { "--count", .text = &targets },
                                      { "--seed", .text = &seed },
                                      { "--model", .text = &word } };
    swv_chain        chain;
    swv_table_file   file;
    swv_table_scores scores;
    sort_words("table verify", count, words, parameters, 4);
    const int tried = read_count("--count", targets, 10000, 1, 10000000);
    const int start = read_count("--seed", seed, 7, 0, 1000000000);
    open_table_file(path, &file);
    const swv_table *any = file.position.bytes ? &file.position : &file.orientation;
    const char      *whose = word ? word : any->model;
    swv_table_plan   plan = { .chain = chain_of_table(path, any->model, word, &chain) };
    swv_limb         limb;
    if (is_limb(whose)) {
        (void)find_table_model(whose, &chain, &limb);
        plan.is_allowed = swv_limb_allows;
        plan.allowed_user = &limb;
    }
    const bool is_known = swv_table_published_of(any->model, false, false) != NULL;
    printf("%d targets, %s\n", tried,
           is_known ? "uniform in the grid, against the closed form"
                    : "of random postures, and whether these are found");
    for (int stage = 0; stage < STAGES; stage++) {
        const swv_table *t = stage == POSITION ? &file.position : &file.orientation;
        if (!t->bytes)
            continue;
        if (swv_table_verify(t, &plan, tried, (uint64_t)start, &scores) != SWV_OK)
            fail("%s: made for a different %s than that of this version", path, t->model);
        puts(stage == POSITION ? "\nposition" : "\norientation, from the exact joints before the wrist");
        print_scores(&scores, stage == ORIENTATION, t->space == SWV_TABLE_POSITION_SWIVEL);
    }
    swv_table_file_close(&file);
}

static void run(int count, char **words)
{
    static const char *const actions[] = { "build", "info", "verify", "compare" };
    if (count == 0)
        fail("table: build, info, verify or compare is missing; 'swivel help table' shows what they take");
    const int action = read_word("table", words[0], 4, actions);
    if (run_table_adaptive(action, count - 1, words + 1) || run_table_starts(action, count - 1, words + 1))
        return;
    if (action == 0)
        run_build(count - 1, words + 1);
    else if (action == 1)
        run_info(count - 1, words + 1);
    else if (action == 2)
        run_verify(count - 1, words + 1);
    else
        run_compare(count - 1, words + 1);
}

const verb table_verb = {
    "table",
    "lookup tables for inverse kinematics: build, info, verify, compare",
    "usage: swivel table build MODEL --out FILE [OPTION ...]\n"
    "       swivel table info FILE\n"
    "       swivel table verify FILE [--model MODEL] [--count N] [--seed N] [--restarts N]\n"
    "       swivel table compare MODEL|FILE [OPTION ...]\n"
    "\n"
    "Divides the space of targets into cells and fits a small model from target to joint angles for each cell and "
    "each\n"
    "branch of solutions. MODEL is a model, a robot's FILE.urdf, or arm or leg, the human limbs with their limits: "
    "six\n"
    "or seven hinges, the last three a spherical wrist; --kind starts serves any six or seven. The position's stage\n"
    "gives the joints before the wrist; these and the hand's orientation give the wrist, in the second stage.\n"
    "\n"
    "  --out FILE             the file to write; '-' is standard output\n"
    "  --kind KIND            poly (default): linear for the position, linear-quadratic for the orientation; "
    "quadratic;\n"
    "                         net; starts: all solutions, from starts for Newton's method; or adaptive: cells are\n"
    "                         split where the error is large; the whole arm at once\n"
    "  --tolerance-mm LENGTH  adaptive: a cell is split while its error is larger. Default: 0.2\n"
    "  --depth N              adaptive: a cell is halved at most N times. Default: 10\n"
    "  --stage STAGE          both (default; minutes), position (seconds) or orientation\n"
    "  --cell-mm LENGTH       side of a cell of the position. Default: 100 for puma560, 200 for its nets, 60 for arm7\n"
    "  --swivel-deg ANGLE     the same in the swivel. Default: 10\n"
    "  --cell-deg ANGLE       side of a cell of the orientation, in the joints before the wrist. Default: 20\n"
    "  --turn-deg ANGLE       the same in the orientation's angles. Default: 45\n"
    "  --samples N            for each branch of a cell. Default: 120, nets 200, orientation 100\n"
    "  --hidden N             neurons of a net. Default: 5\n"
    "  --recipe STEP          position: steps of the paper's own in place of ours: drop (postures by chance, of a "
    "cell\n"
    "                         the first N), clusters (branches by distance), angles (fitted, not the wrist), "
    "drop-angles,\n"
    "                         theirs (all three). compare: each prints a table of all\n"
    "  --fill PERCENT         drop: postures are drawn until this part of the cells has N. Default: 90\n"
    "  --seed N               of the random numbers. Default: 1. The same seed gives the same file\n"
    "  --threads N            cells computed at once. Default: the number of cores\n"
    "  --memory-mb N          use at most this much memory. Default: 4000\n"
    "  --cells N, --rounds N  starts: cells along each of four axes, rounds of samples. Default: 16, 8\n"
    "  --obstacle SHAPE       keep only branches whose elbow and wrist, and in the second stage hand, are outside it;\n"
    "                         more than once. In the world, metres: box:X,Y,Z,X,Y,Z (two corners), sphere:X,Y,Z,R,\n"
    "                         half-space:X,Y,Z,X,Y,Z (a point of its face, the normal out of it)\n"
    "  --hand-mm LENGTH       where obstacles see the hand, along z of the tip's frame. Default: 0, the tip\n"
    "  --allowed-share X      a branch is kept in a cell if this part of its postures is allowed. Default: 1, so that\n"
    "                         answers are allowed, and some are missing next to obstacles. arm, leg: 0.5\n"
    "  --every N              only every N-th cell (orientation: of its joints), as a sample to verify\n"
    "  --model MODEL          verify: whose table it is, where its name does not tell: FILE.urdf\n"
    "  --count N              verify, compare: number of random targets. Default: 10000, 100000\n"
    "  --restarts N           starts: compare with this many restarts of the engine. Default: 0\n"
    "  --svg FILE             compare: a slice through the cells of the position and their errors; '-' "
    "prints it\n"
    "\n"
    "verify shows for each branch of the closed form how many targets have it inside the limits, how many "
    "of these "
    "the\n"
    "table found, and the errors; of other models and starts, how many random postures. compare shows the "
    "same beside\n"
    "the tables of Kim and Tarokh (2005); given a MODEL, it first makes the table, in memory only.\n"
    "\n"
    "example:\n"
    "  swivel table build puma560 --stage position --cell-mm 200 --out -\n",
    run,
};
