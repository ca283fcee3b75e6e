// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_COMPARE_TABLES_H
#define SWIVEL_CLI_COMPARE_TABLES_H

#include <swivel_papers/study.h>

/// What Chin's thesis (1996) prints about its seven methods, as it prints it.

enum { STUDY_STEPS = 10 };

/// One printed entry. `note` is the letter of the remark it needs, or 0.
typedef struct printed_entry {
    double      value;  ///< NAN: nothing, or a word, is printed
    const char *word;
    char        note;
} printed_entry;

typedef struct printed_experiment {
    const char   *tables;  ///< "tables 6.1 and 6.2"
    const char   *model;
    double        step[2];                                                        ///< of the tip along x and y
    printed_entry iterations[SWV_STUDY_METHODS], evaluations[SWV_STUDY_METHODS];  ///< means of ten steps

    /// At each step, tables C.1 and C.2; 0: not printed. NULL: no such table.
    const int (*iterations_of_step)[SWV_STUDY_METHODS], (*evaluations_of_step)[SWV_STUDY_METHODS];
    const char *notes[4];  ///< for the letters 'a' to 'd'
} printed_experiment;

enum { PRINTED_EXPERIMENTS = 4 };
extern const printed_experiment printed_experiments[PRINTED_EXPERIMENTS];

/// Example 1 of section 6.2: the angles NEWTON ends at, in degrees.
extern const double printed_example_1_deg[6];

#endif
