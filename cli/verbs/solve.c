// SPDX-License-Identifier: MIT
// The verb solve: finds the model among the words and hands them to the solver that knows it.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <swivel_papers/models.h>

#include "io/message.h"
#include "words/names.h"
#include "words/robots.h"
#include "words/tables.h"
#include "verbs/solve.h"
#include "verbs/verb.h"

static const solver *const solvers[] = {
    &limb_solver,       &arm_solver,    &arm6_solver, &puma_solver,
    &upper_limb_solver, &finger_solver, &hand_solver, &chain_solver,
};
enum { SOLVER_COUNT = sizeof solvers / sizeof solvers[0] };

static bool names_model(const solver *s, const char *word)
{
    for (const char *const *name = s->models; *name; name++) {
        if (strcmp(word, *name) == 0)
            return true;
    }
    return false;
}

static bool is_model(const char *word)
{
    for (int i = 0; i < SOLVER_COUNT; i++) {
        if (names_model(solvers[i], word))
            return true;
    }
    return swv_model_find(word) >= 0 || is_robot_file(word);
}

// The model stands first. Where an option does, the model is the first word that names one; NULL if none does.
static const char *model_among(int count, char **words)
{
    if (count > 0 && words[0][0] != '-')
        return words[0];
    for (int i = 0; i < count; i++) {
        if (is_model(words[i]))
            return words[i];
    }
    return NULL;
}

static bool has_option(const char *option, int count, char **words)
{
    const size_t length = strlen(option);
    for (int i = 0; i < count; i++) {
        if (strncmp(words[i], option, length) == 0 && (words[i][length] == '\0' || words[i][length] == '='))
            return true;
    }
    return false;
}

static const solver *solver_of_table(int count, char **words)
{
    const char *path = NULL;
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--table") == 0)
            path = i + 1 < count ? words[i + 1] : NULL;
        else if (strncmp(words[i], "--table=", 8) == 0)
            path = words[i] + 8;
    }
    const table_kind kind = path ? table_kind_of(path) : TABLE_UNKNOWN;
    const bool       has_angles = kind == TABLE_OF_ANGLES || kind == TABLE_ADAPTIVE;
    if (has_angles && has_option("--method", count, words))
        fail("solve: --method begins from a table of starts; %s is %s", path, table_kind_text(kind));
    return has_angles ? &table_solver : &starts_solver;
}

static const solver *find_solver(const char *model, int count, char **words)
{
    const solver *named = NULL;
    const bool    has_method = has_option("--method", count, words);
    const bool    is_limb = strcmp(model, "arm") == 0 || strcmp(model, "leg") == 0;
    if (has_option("--table", count, words) && (swv_model_find(model) >= 0 || is_robot_file(model) || is_limb))
        return solver_of_table(count, words);
    for (int i = 0; i < SOLVER_COUNT; i++) {
        if (names_model(solvers[i], model))
            named = solvers[i];
    }
    if (swv_model_find(model) >= 0 && (!named || has_method))
        return &chain_solver;
    if (named)
        return named;
    if (is_robot_file(model))
        return &chain_solver;

    name_search search = { .wanted = model };
    for (int i = 0; i < SOLVER_COUNT; i++) {
        for (const char *const *name = solvers[i]->models; *name; name++)
            consider_name(&search, *name);
    }
    for (int i = 0; i < swv_model_count(); i++)
        consider_name(&search, swv_model_at(i)->name);
    fail_unknown("model", &search, "'swivel help solve' lists those it can solve");
}

static void show_models_and_common_options(void)
{
    puts("usage: swivel solve MODEL TARGET [OPTION ...]\n"
         "       swivel solve MODEL --targets FILE [OPTION ...]\n"
         "\n"
         "Finds joint angles that bring the hand, or the tip of any other model, to a target. If it cannot be\n"
         "reached, the tip comes as close as possible, and the outcome says so.\n"
         "\n"
         "  MODEL");
    for (int i = 0; i < SOLVER_COUNT; i++) {
        char names[256] = "";
        for (const char *const *name = solvers[i]->models; *name; name++)
            snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", names[0] ? ", " : "", *name);
        printf("    %-20s %s\n", names[0] ? names : "any other", solvers[i]->summary);
    }
    puts("    FILE.urdf, FILE.xml  a robot in URDF or MJCF; --tip LINK, or FILE.urdf#LINK, says which link is the tip");
    puts("\n"
         "  --targets FILE         many targets, one per line; '-' is standard input. Prints comma-separated values, "
         "one\n"
         "                         line each: target, solution, outcome, errors, angles\n"
         "  --threads N            targets computed at once. Default: the number of cores\n"
         "  --json                 one target: everything as JSON\n"
         "  --table FILE           six or seven joints, also of a robot's file: all solutions, from a table of\n"
         "                         starts, or approximations from one of angles; see\n"
         "                         'swivel help solve arm7 --table FILE'\n"
         "\n"
         "'swivel help solve MODEL' shows how to give a target to that model, and all its options.\n"
         "\n"
         "example:\n"
         "  swivel solve arm --hand 0.2,0.35,-0.2 --orient -0.5,0.5,0.5,0.5");
}

static void run(int count, char **words)
{
    const bool  wants_help = count > 0 && strcmp(words[count - 1], "--help") == 0;
    const char *model = model_among(count, words);
    if (!model && !wants_help)
        fail("solve: MODEL is missing; 'swivel help solve' shows what it takes");
    if (!model) {
        show_models_and_common_options();
        return;
    }
    const solver *s = find_solver(model, count, words);
    if (wants_help)
        fputs(s->usage, stdout);
    else
        s->run(count, words);
}

const verb solve_verb = { "solve", "inverse kinematics: joint angles for one target or many", NULL, run };
