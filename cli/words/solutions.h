// SPDX-License-Identifier: MIT
#ifndef SWIVEL_CLI_SOLUTIONS_H
#define SWIVEL_CLI_SOLUTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include <swivel/base.h>
#include <swivel_papers/models.h>

#include "io/csv.h"
#include "io/text.h"

/// What solve writes about the solutions of a target, the same for all models: in columns, as JSON, as lines of a file.

enum { MOST_SOLUTIONS = 32 };

/// Of six or seven joints.
typedef struct solution {
    double      q[7];
    swv_outcome outcome;
    double      position_error, rotation_error;
    uint32_t    outside;  ///< bit i: joint i breaks its limits
} solution;

typedef struct solutions {
    int      count;
    solution of[MOST_SOLUTIONS];
} solutions;

// ---- one target ----

typedef struct posture_columns {
    const swv_model *model;
    int              joints;
    int              name_width;     ///< of the joints' names, in characters
    bool             is_numbered;    ///< the columns are headed 1, 2, ...; else "degrees"
    const double    *lower, *upper;  ///< limits, shown behind, and angles outside are marked; NULL: neither
} posture_columns;

/// A line for each joint, a column for each solution.
void print_postures(const posture_columns *columns, const solutions *s);

/// "position_error": 0, "rotation_error": 0
void json_errors(double position_error, double rotation_error);

/// Bit i stands for names[i]: the names of the bits that are set, as a JSON list.
void json_names(const char *const *names, uint32_t bits);

// ---- many targets ----

/// True if the status is SWV_OK; else `problem` says what it is.
bool is_solved(swv_status status, char problem[CSV_PROBLEM_SIZE]);

/// The first line: "target,solution,outcome,position_error,rotation_error,q1,q2".
#define SOLUTION_HEADER_SIZE 320
void write_solution_header(char text[SOLUTION_HEADER_SIZE], int joints);

/// The beginning of a line about a solution of a target: "12,1,reached,".
void append_label(text_buffer *out, uint64_t target, int number, const char *outcome);

/// A whole line.
void append_solution(text_buffer *out, uint64_t target, int number, const char *outcome, const solution *s, int joints);

#endif
