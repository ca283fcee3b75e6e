// SPDX-License-Identifier: MIT
// The verb compare: the thesis's experiments with its seven methods, ours beside the printed numbers.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <swivel_papers/models.h>
#include <swivel_papers/study.h>

#include "papers/compare.h"
#include "papers/compare_far.h"
#include "papers/compare_hypotheses.h"
#include "papers/compare_finger.h"
#include "papers/compare_tables.h"
#include "io/json.h"
#include "io/message.h"
#include "io/output.h"
#include "words/posture.h"
#include "verbs/verb.h"
#include "words/values.h"
#include "words/words.h"

#define DEG (SWV_PI / 180.0)

// How many equations each residual has, as --residual names them.
static const char *const residual_counts[COMPARED_RESIDUALS] = { "12", "6" };

// ---- experiments ----

static double length_of(const swv_chain *chain)
{
    double length = swv_vec3_length(chain->tip.position);
    for (int i = 1; i < chain->joint_count; i++)
        length += swv_vec3_length(chain->joints[i].origin);
    return length;
}

// The thesis's chains start at half a degree in every joint, almost straight, and their residual mixes lengths and sines
// as they are. Others start inside their limits, off the middle, where joints are often aligned.
static void set_up(const char *name, const double step[2], swv_study_residual residual, experiment *e)
{
    e->model = find_model(name, &e->chain);
    e->is_of_thesis = strcmp(e->model->length_unit, "unit") == 0;
    const double length = length_of(&e->chain);
    e->options = (swv_study_options){ .residual = residual,
                                      .characteristic_length = e->is_of_thesis ? 1.0 : 0.5 * length,
                                      .tolerance = e->is_of_thesis ? 1e-4 : 1e-6 * length };
    e->step[0] = step[0];
    e->step[1] = step[1];
    e->printed = NULL;
    for (int i = 0; i < PRINTED_EXPERIMENTS; i++) {
        const printed_experiment *p = &printed_experiments[i];
        if (strcmp(p->model, name) == 0 && p->step[0] == step[0] && p->step[1] == step[1])
            e->printed = p;
    }
    for (int i = 0; i < e->chain.dof; i++) {
        double lower = -INFINITY, upper = INFINITY;
        (void)swv_chain_limits(&e->chain, i, &lower, &upper);
        const double inside = isfinite(lower) && isfinite(upper) ? lower + 0.4 * (upper - lower) : 0.5;
        e->start[i] = e->is_of_thesis ? 0.5 * DEG : inside;
    }
}

const result *shown_result(const experiment *e, int method, int step)
{
    return &e->results[e->options.residual][method][step];
}

static swv_status run_method(experiment *e, swv_study_residual residual, int method, swv_pose start)
{
    static double     scratch[MAX_SCRATCH];
    swv_study_options options = e->options;
    swv_status        status = SWV_OK;
    const double     *q = e->start;
    options.residual = residual;
    for (int k = 0; k < STUDY_STEPS && status == SWV_OK; k++) {
        result *r = &e->results[residual][method][k];
        r->target = start;
        r->target.position.x += (k + 1) * e->step[0];
        r->target.position.y += (k + 1) * e->step[1];
        memcpy(r->q, q, sizeof(double) * (size_t)e->chain.dof);
        status =
            swv_study_solve(&e->chain, &r->target, (swv_study_method)method, r->q, &options, scratch, r->q, &r->report);
        q = r->q;
    }
    return status;
}

static void run_experiment(experiment *e)
{
    swv_pose start;
    if (swv_study_scratch(e->chain.dof) > MAX_SCRATCH)
        fail("model %s has more than %d joints", e->model->name, MAX_COMPARED_DOF);
    swv_status status = swv_chain_tip(&e->chain, e->start, &start);
    for (int residual = 0; residual < COMPARED_RESIDUALS; residual++)
        for (int method = 0; method < SWV_STUDY_METHODS && status == SWV_OK; method++)
            status = run_method(e, (swv_study_residual)residual, method, start);
    if (status != SWV_OK)
        fail("--step: %s", swv_status_text(status));
}

// Jacobians by forward differences, as the thesis counted them.
static int by_differences(const experiment *e, const swv_study_report *report)
{
    return report->evaluations + e->chain.dof * report->jacobians;
}

typedef struct means {
    double iterations, evaluations, by_differences;
    int    reached;
} means;

static means means_of(const experiment *e, swv_study_residual residual, int method)
{
    means m = { 0 };
    for (int k = 0; k < STUDY_STEPS; k++) {
        const swv_study_report *report = &e->results[residual][method][k].report;
        m.iterations += report->iterations / (double)STUDY_STEPS;
        m.evaluations += report->evaluations / (double)STUDY_STEPS;
        m.by_differences += by_differences(e, report) / (double)STUDY_STEPS;
        m.reached += report->outcome == SWV_REACHED;
    }
    return m;
}

// ---- as text ----

static const char *const residual_words[COMPARED_RESIDUALS] = { "12 equations (5.26)", "6 equations (5.22)" };

/// A line that is put together field by field. What stands at its end is no space.
typedef struct row {
    char text[160];
    int  length;
} row;

__attribute__((format(printf, 2, 3))) static void add(row *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int room = (int)sizeof r->text - r->length,
              added = vsnprintf(r->text + r->length, (size_t)room, format, arguments);
    va_end(arguments);
    r->length += added < room ? added : room - 1;
}

static void print_row(row *r)
{
    while (r->length > 0 && r->text[r->length - 1] == ' ')
        r->length--;
    r->text[r->length] = '\0';
    puts(r->text);
}

static void add_printed(row *r, const printed_entry *entry)
{
    if (entry->word)
        add(r, "  %7s ", entry->word);
    else
        add(r, "  %7.1f%c", entry->value, entry->note ? entry->note : ' ');
}

static void print_means(const experiment *e)
{
    const printed_experiment *p = e->printed;
    const int                 wide = p ? 27 : 16;
    printf("  %-8s  %-*s  %-16s  by differences\n", "", wide, "iterations", "evaluations");
    printf("  equations     12        6%s       12        6       12        6%s\n", p ? "    printed" : "",
           p ? "    printed" : "");
    for (int method = 0; method < SWV_STUDY_METHODS; method++) {
        const means twelve = means_of(e, SWV_STUDY_FRAME_12, method), six = means_of(e, SWV_STUDY_POSE_6, method);
        row         r = { .length = 0 };
        add(&r, "  %-8s  %6.1f   %6.1f ", swv_study_method_name((swv_study_method)method), twelve.iterations,
            six.iterations);
        if (p)
            add_printed(&r, &p->iterations[method]);
        add(&r, "  %6.1f   %6.1f   %6.1f   %6.1f ", twelve.evaluations, six.evaluations, twelve.by_differences,
            six.by_differences);
        if (p)
            add_printed(&r, &p->evaluations[method]);
        if (twelve.reached < STUDY_STEPS || six.reached < STUDY_STEPS)
            add(&r, "  %d and %d of %d steps reached", twelve.reached, six.reached, STUDY_STEPS);
        print_row(&r);
    }
    for (int i = 0; p && i < 4 && p->notes[i]; i++)
        printf("  %c  %s\n", 'a' + i, p->notes[i]);
}

// A row for each step, a pair for each method: ours, and as printed; 0 is not printed. NULL: ours only.
static void print_steps(const experiment *e, const char *title, const char *columns, bool is_iterations,
                        const int (*printed)[SWV_STUDY_METHODS])
{
    row heading = { .length = 0 };
    printf("\n  %s, %s%s%s\n", title, residual_words[e->options.residual], columns ? ": " : "", columns ? columns : "");
    add(&heading, "  step");
    for (int method = 0; method < SWV_STUDY_METHODS; method++)
        add(&heading, printed ? "  %11s" : "  %8s", swv_study_method_name((swv_study_method)method));
    print_row(&heading);
    for (int k = 0; k < STUDY_STEPS; k++) {
        row r = { .length = 0 };
        add(&r, "  %4d", k + 1);
        for (int method = 0; method < SWV_STUDY_METHODS; method++) {
            const swv_study_report *report = &shown_result(e, method, k)->report;
            add(&r, printed ? "  %5d" : "  %8d", is_iterations ? report->iterations : by_differences(e, report));
            if (printed && printed[k][method])
                add(&r, " %5d", printed[k][method]);
            else if (printed)
                add(&r, " %5s", "-");
        }
        print_row(&r);
    }
}

static void print_experiment(const experiment *e)
{
    printf("%s, ten steps of (%g, %g, 0) from %s, to %g", e->model->name, e->step[0], e->step[1],
           e->is_of_thesis ? "0.5 degrees in every joint" : "a posture inside its limits", e->options.tolerance);
    if (e->printed)
        printf(" (%s)", e->printed->tables);
    fputs("\n\n", stdout);
    print_means(e);
    const bool has_tables = e->printed && e->printed->iterations_of_step;
    if (e->printed && !has_tables)
        return;
    print_steps(e, "iterations at each step", has_tables ? "ours, as printed (table C.1)" : NULL, true,
                has_tables ? e->printed->iterations_of_step : NULL);
    print_steps(e, "evaluations at each step, by differences", has_tables ? "ours, as printed (table C.2)" : NULL,
                false, has_tables ? e->printed->evaluations_of_step : NULL);
}

static void print_example_1(const experiment *e)
{
    const result *r = shown_result(e, SWV_STUDY_NEWTON, 0);
    printf("example 1: arm6, the first of these steps, by newton, %s (degrees)\n\n  ours   ",
           residual_words[e->options.residual]);
    for (int i = 0; i < 6; i++)
        printf(" %9.5f", r->q[i] / DEG);
    printf("   %d iterations\n  printed", r->report.iterations);
    for (int i = 0; i < 6; i++)
        printf(" %9.5f", printed_example_1_deg[i]);
    puts("   4 iterations");
}

// ---- as JSON ----

static void json_field(const char *name, double value)
{
    printf(", \"%s\": ", name);
    json_number(value);
}

static void json_method(const experiment *e, int method)
{
    const means m = means_of(e, e->options.residual, method);
    printf("      {\"method\": \"%s\"", swv_study_method_name((swv_study_method)method));
    json_field("iterations", m.iterations);
    json_field("evaluations", m.evaluations);
    json_field("evaluations_by_differences", m.by_differences);
    if (e->printed) {
        json_field("printed_iterations", e->printed->iterations[method].value);
        json_field("printed_evaluations", e->printed->evaluations[method].value);
    }
    fputs(", \"steps\": [", stdout);
    for (int k = 0; k < STUDY_STEPS; k++) {
        const result *r = shown_result(e, method, k);
        printf("%s\n        {\"outcome\": \"%s\", \"iterations\": %d, \"evaluations\": %d, \"jacobians\": %d",
               k ? "," : "", swv_outcome_text(r->report.outcome), r->report.iterations, r->report.evaluations,
               r->report.jacobians);
        json_field("residual", r->report.residual);
        json_field("position_error", r->report.position_error);
        json_field("rotation_error", r->report.rotation_error);
        fputs(", \"q\": ", stdout);
        json_numbers(r->q, e->chain.dof);
        putchar('}');
    }
    fputs("]}", stdout);
}

static void json_experiment(const experiment *e)
{
    fputs("    {\"model\": ", stdout);
    json_string(e->model->name);
    fputs(", \"step\": ", stdout);
    json_numbers(e->step, 2);
    fputs(", \"start\": ", stdout);
    json_numbers(e->start, e->chain.dof);
    printf(", \"equations\": %s", residual_counts[e->options.residual]);
    json_field("tolerance", e->options.tolerance);
    json_field("characteristic_length", e->options.characteristic_length);
    if (e->printed)
        printf(", \"printed\": \"%s\"", e->printed->tables);
    fputs(", \"methods\": [\n", stdout);
    for (int method = 0; method < SWV_STUDY_METHODS; method++) {
        json_method(e, method);
        puts(method + 1 < SWV_STUDY_METHODS ? "," : "]}");
    }
}

// ---- the verb ----

static double read_step(const char *text)
{
    double step;
    read_numbers("--step", text, 1, "a step is 1 number, in the chain's unit of length", &step);
    if (!(step > 0.0))
        fail("--step: '%s' is not more than 0", text);
    return step;
}

/// What was typed; NULL: not given.
typedef struct typed {
    const char *name, *step, *svg, *residual;
    bool        json, is_far, is_hypotheses;
} typed;

// The two words that ask for something else than the thesis's steps; false if neither was given.
static bool compare_otherwise(const typed *t)
{
    if (!t->is_far && !t->is_hypotheses)
        return false;
    if (t->step || t->svg || t->residual || (t->is_far && t->is_hypotheses))
        fail("compare: --far and --hypotheses take no other word, but --chain and --json after --far");
    if (t->is_hypotheses && (t->name || t->json))
        fail("compare: --hypotheses takes no other word");
    if (t->is_far)
        compare_far_targets(t->name, t->json);
    else
        compare_hypotheses();
    return true;
}

// All of the thesis's, or the one that was asked for. How many there are.
static int set_up_all(const typed *t, experiment experiments[PRINTED_EXPERIMENTS])
{
    const swv_study_residual residual =
        (swv_study_residual)read_word("--residual", t->residual, COMPARED_RESIDUALS, residual_counts);
    if (!t->name && !t->step) {
        for (int i = 0; i < PRINTED_EXPERIMENTS; i++)
            set_up(printed_experiments[i].model, printed_experiments[i].step, residual, &experiments[i]);
        return PRINTED_EXPERIMENTS;
    }
    swv_chain        chain;
    const swv_model *model = find_model(t->name ? t->name : "arm6", &chain);
    const bool       is_unit = strcmp(model->length_unit, "unit") == 0, is_planar = strcmp(model->name, "planar3") == 0;
    const double     size = t->step ? read_step(t->step) : is_unit ? 1.0 : 0.01 * length_of(&chain);
    set_up(model->name, (const double[2]){ size, is_planar ? -size : size }, residual, &experiments[0]);
    return 1;
}

static void show_as_text(const experiment *experiments, int count)
{
    for (int i = 0; i < count; i++) {
        fputs(i ? "\n" : "", stdout);
        print_experiment(&experiments[i]);
        if (i == 0 && experiments[i].printed == &printed_experiments[0]) {
            putchar('\n');
            print_example_1(&experiments[i]);
        }
    }
}

static void show_as_json(const experiment *experiments, int count)
{
    puts("{\n  \"experiments\": [");
    for (int i = 0; i < count; i++) {
        json_experiment(&experiments[i]);
        fputs(i + 1 < count ? ",\n" : "", stdout);
    }
    puts("  ]\n}");
}

static void run(int count, char **words)
{
    typed           t = { .name = NULL };
    const parameter parameters[] = {
        { "--chain", .text = &t.name },
        { "--step", .text = &t.step },
        { "--residual", .text = &t.residual },
        { "--far", .flag = &t.is_far },
        { "--hypotheses", .flag = &t.is_hypotheses },
        { "--json", .flag = &t.json },
        { "--svg", .text = &t.svg },
    };
    sort_words("compare", count, words, parameters, (int)(sizeof parameters / sizeof parameters[0]));
    if (t.json && t.svg && is_standard_output(t.svg))
        fail("compare: --json and --svg - both write to standard output; give --svg a file");
    if (compare_otherwise(&t))
        return;
    if (t.name && strcmp(t.name, "little-finger-coupled") == 0 && !t.step && !t.svg) {
        compare_finger_starts(t.json);
        return;
    }
    static experiment experiments[PRINTED_EXPERIMENTS];
    const int         experiment_count = set_up_all(&t, experiments);
    for (int i = 0; i < experiment_count; i++)
        run_experiment(&experiments[i]);
    if (t.svg) {
        FILE *file = open_output(t.svg);
        draw_comparison(file, experiments, experiment_count);
        close_output(file, t.svg);
        if (is_standard_output(t.svg))
            return;
    }
    (t.json ? show_as_json : show_as_text)(experiments, experiment_count);
}

const verb compare_verb = {
    "compare",
    "seven classic methods on a moving tip, beside the numbers of Chin's thesis",
    "usage: swivel compare [--chain MODEL] [--step S] [--residual 12|6] [--json] [--svg FILE]\n"
    "       swivel compare --far [--chain MODEL] [--json]\n"
    "       swivel compare --hypotheses\n"
    "\n"
    "Moves the tip of a chain ten steps along x and y, with its orientation kept, and solves each step from the "
    "posture of\n"
    "the step before, by each of seven methods: newton, broyden, bfgs, fletcher, frprm, powell, praxis. Prints how "
    "many\n"
    "iterations and evaluations each needs, beside the numbers printed in Chin's thesis (1996). Evaluations are "
    "counted\n"
    "as they were made, and also with every Jacobian counted as if it had been made by forward differences, as in the\n"
    "thesis. Each method brings twelve equations (5.26) to zero, and again six (5.22). papers/chin/results.md "
    "explains\n"
    "the differences.\n"
    "\n"
    "  --chain MODEL   a name from 'swivel models', or a robot's file (URDF, MJCF): ur5.urdf#tool0. Default: all\n"
    "                  experiments of the thesis, with arm6, torso8, planar3\n"
    "  --step S        how much x and y grow in each step (y of planar3 shrinks: it starts straight up). The thesis "
    "has\n"
    "                  steps of 1, and of 10 for its large residual. Default: 1; for models in metres a hundredth of\n"
    "                  their length\n"
    "                  little-finger-coupled without --step: van den Waardenburg's iteration from his three starting\n"
    "                  guesses instead, beside the exact solution\n"
    "  --residual 12|6 whose steps are shown, beside the means of both. Default: 12\n"
    "  --far           instead 300 far targets, by each method on each residual, and by position alone: how many are\n"
    "                  reached. Default: with arm6 and torso8\n"
    "  --hypotheses    instead the figures that answer hypotheses 1 to 4 of the thesis's section 4.1\n"
    "  --json          everything as JSON, with the posture (radians) and the errors of each step\n"
    "  --svg FILE      also draw it as SVG: the joint angles by each method, the distance of the tip from its goal, "
    "and\n"
    "                  the paths of the thesis's appendix G; '-' is standard output, then for the drawing only\n"
    "\n"
    "example:\n"
    "  swivel compare --chain arm6 --step 10\n",
    run,
};
