// SPDX-License-Identifier: MIT
// What solve writes about the solutions of a target (solutions.h): radians in, degrees in columns.
#include "words/solutions.h"

#include <stdio.h>
#include <string.h>

#include "io/json.h"
#include "io/number.h"
#include "words/arm_words.h"
#include "words/values.h"

// ---- one target ----

void print_postures(const posture_columns *columns, const solutions *s)
{
    const bool has_limits = columns->lower != NULL;
    printf("\n    %-*s", columns->name_width, "joint");
    for (int k = 0; k < s->count; k++) {
        if (columns->is_numbered)
            printf(" %9d", k + 1);
        else
            fputs("   degrees", stdout);
        if (has_limits)
            putchar(' ');
    }
    puts(has_limits ? "   limits" : "");
    for (int joint = 0; joint < columns->joints; joint++) {
        const int written = printf("%3d %-*s", joint + 1, columns->name_width, columns->model->joint_names[joint]);
        const int first = 14 + columns->name_width - written;  // a long name takes of the first number's width
        for (int k = 0; k < s->count; k++) {
            printf("%*.3f", k == 0 ? first : 10, shown_degrees(s->of[k].q[joint], 3));
            if (has_limits)
                putchar(s->of[k].outside >> joint & 1 ? '*' : ' ');
        }
        if (has_limits)
            print_limits(columns->lower[joint], columns->upper[joint]);
        else
            putchar('\n');
    }
}

void json_errors(double position_error, double rotation_error)
{
    fputs("\"position_error\": ", stdout);
    json_number(position_error);
    fputs(", \"rotation_error\": ", stdout);
    json_number(rotation_error);
}

void json_names(const char *const *names, uint32_t bits)
{
    putchar('[');
    const char *before = "";
    for (int i = 0; bits >> i; i++) {
        if (!(bits >> i & 1))
            continue;
        fputs(before, stdout);
        json_string(names[i]);
        before = ", ";
    }
    putchar(']');
}

// ---- many targets ----

bool is_solved(swv_status status, char problem[CSV_PROBLEM_SIZE])
{
    if (status != SWV_OK)
        snprintf(problem, CSV_PROBLEM_SIZE, "%s", swv_status_text(status));
    return status == SWV_OK;
}

void write_solution_header(char text[SOLUTION_HEADER_SIZE], int joints)
{
    int length = snprintf(text, SOLUTION_HEADER_SIZE, "target,solution,outcome,position_error,rotation_error");
    for (int i = 1; i <= joints; i++)
        length += snprintf(text + length, (size_t)(SOLUTION_HEADER_SIZE - length), ",q%d", i);
}

void append_label(text_buffer *out, uint64_t target, int number, const char *outcome)
{
    char  label[2 * NUMBER_SIZE + 64];
    char *end = label + number_format(label, (double)target);  // several times faster than printf
    *end++ = ',';
    end += number_format(end, number);
    *end++ = ',';
    const size_t length = strlen(outcome);
    memcpy(end, outcome, length);
    end += length;
    *end++ = ',';
    text_append(out, label, (size_t)(end - label));
}

void append_solution(text_buffer *out, uint64_t target, int number, const char *outcome, const solution *s, int joints)
{
    double row[9] = { s->position_error, s->rotation_error };
    memcpy(row + 2, s->q, sizeof s->q);
    append_label(out, target, number, outcome);
    csv_append(out, row, 2 + joints);
}
