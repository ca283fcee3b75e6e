// SPDX-License-Identifier: MIT
// Kim and Tarokh's own figures, table by table, and a table of ours beside them. Errors are printed in mm, of an orientation in degrees. Widths of
// columns are those of the headings.
#include "swivel_papers/table_published.h"

#include <stdlib.h>
#include <string.h>

static const swv_table_published figures[] = {
    { .name = "2a",
      .model = "puma560",
      .is_orientation = false,
      .rows = 4,
      .valid = { 908, 500, 518, 927 },
      .success = { 99.3, 98.6, 98.6, 99.2 },
      .mean = { 2.92, 2.80, 2.83, 2.92 },
      .deviation = { 2.37, 2.17, 2.36, 2.41 },
      .nanoseconds = 540,
      .megabytes = 0.372,
      .remark = "Its text says 1.8 mm." },
    { .name = "2b",
      .model = "puma560",
      .is_orientation = true,
      .rows = 8,
      .valid = { 340, 144, 276, 372, 385, 238, 196, 369 },
      .success = { 97.3, 97.3, 96.2, 97.4, 98.2, 96.0, 97.1, 95.7 },
      .mean = { 2.10, 1.96, 1.83, 1.96, 2.22, 1.94, 1.95, 1.81 },
      .deviation = { 2.92, 2.45, 2.15, 2.34, 2.73, 2.62, 2.88, 2.38 },
      .nanoseconds = 1580,
      .megabytes = 340,
      .remark = "Its text says 4.5 degrees. Its success is that of 3b, row by row: one of them is a copy." },
    { .name = "3a",
      .model = "puma560",
      .is_net = true,
      .rows = 4,
      .valid = { 880, 465, 451, 830 },
      .success = { 91.6, 89.1, 91.1, 94.0 },
      .mean = { 1.74, 1.91, 1.92, 1.77 },
      .deviation = { 1.31, 1.32, 1.42, 1.36 },
      .nanoseconds = 2160,
      .megabytes = 0.573,
      .remark = "Its text says 2.5 mm." },
    { .name = "3b",
      .model = "puma560",
      .is_orientation = true,
      .is_net = true,
      .rows = 8,
      .valid = { 350, 160, 260, 813, 392, 205, 196, 368 },
      .success = { 97.3, 97.3, 96.2, 97.4, 98.2, 96.0, 97.1, 95.7 },
      .mean = { 1.75, 2.67, 3.09, 2.33, 3.62, 2.27, 4.41, 1.48 },
      .deviation = { 2.68, 2.54, 5.62, 3.71, 6.35, 2.94, 7.11, 1.89 },
      .nanoseconds = 4660,
      .megabytes = 605,
      .remark = "Its text says 2.9 degrees. Its success is that of 2b; 813 in row 4 cannot be: 2b has 372." },
    { .name = "6a",
      .model = "arm7",
      .rows = 2,
      .valid = { 481, 89 },
      .mean = { 1.97, 2.91 },
      .deviation = { 1.32, 2.16 },
      .nanoseconds = 100,
      .megabytes = 14.9,
      .remark =
          "Its rows 3 and 4 do not exist for an elbow that bends one way. Its 14.9 MB are 41.5 by its own count." },
    { .name = "6b",
      .model = "arm7",
      .is_orientation = true,
      .rows = 2,
      .valid = { 52, 12 },
      .mean = { 2.41, 3.66 },
      .deviation = { 2.07, 2.90 },
      .nanoseconds = 300,
      .megabytes = 1000,
      .remark = "Its rows 3 to 8 do not exist: no second elbow, and the wrist's other way is outside its limits." },
    { .name = "7a",
      .model = "arm7",
      .is_net = true,
      .rows = 2,
      .valid = { 495, 103 },
      .mean = { 0.87, 1.66 },
      .deviation = { 1.32, 2.16 },
      .nanoseconds = 700,
      .remark = "Its deviations are those of 6a: a copy." },
    { .name = "7b",
      .model = "arm7",
      .is_orientation = true,
      .is_net = true,
      .rows = 2,
      .valid = { 43, 10 },
      .mean = { 1.14, 1.50 },
      .deviation = { 0.66, 1.82 },
      .nanoseconds = 900,
      .remark = "Its rows 3 to 8 do not exist, as in 6b." },
};

const swv_table_published *swv_table_published_of(const char *model, bool is_orientation, bool is_net)
{
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; ++i) {
        const swv_table_published *d = &figures[i];
        if (strcmp(d->model, model) == 0 && d->is_orientation == is_orientation && d->is_net == is_net)
            return d;
    }
    return NULL;
}

// unit: of what is printed, for each metre or radian.
static void write_ours(FILE *out, const swv_table_score *s, double unit)
{
    fprintf(out, " | %6d %6.2f %5.2f %5.2f", s->valid, s->valid ? 100.0 * s->found / s->valid : 100.0, unit * s->mean,
            unit * s->deviation);
}

// The heading of the rows below. few, many: how many targets ours was tried with; a sample (of `every` cells one) only with the many.
static void write_heading(FILE *out, const swv_table_published *d, bool is_sample, int few, int many)
{
    fprintf(out, "Table %s: %s, %s; errors in %s\n\n", d->name, d->is_orientation ? "orientation" : "position",
            d->is_net ? "net" : "polynomial", d->is_orientation ? "degrees" : "mm");
    fprintf(out, "branch |    Kim, Tarokh, 1000    ");
    if (!is_sample)
        fprintf(out, "| here, %7d targets      ", few);
    fprintf(out, "| here, %7d targets\n       | valid found%%  mean   std", many);
    if (!is_sample)
        fprintf(out, " |  valid found%%  mean   std");
    fprintf(out, " |  valid found%%  mean   std   best\n");
}

// Kim and Tarokh's numbers for branch i (from 0), where d has any: found in percent, mean and deviation in mm or degrees. Tables 6a to 7b have no
// success.
static void write_theirs(FILE *out, const swv_table_published *d, int i)
{
    if (i >= d->rows)
        fprintf(out, "%6d | %24s", i + 1, "");
    else if (d->success[i] > 0.0)
        fprintf(out, "%6d | %5.0f  %5.1f %5.2f %5.2f", i + 1, d->valid[i], d->success[i], d->mean[i], d->deviation[i]);
    else
        fprintf(out, "%6d | %5.0f      - %5.2f %5.2f", i + 1, d->valid[i], d->mean[i], d->deviation[i]);
}

// What stands below the rows: sizes in MB (10^6 bytes). A sample has an index of all cells, 4 bytes each, and records of one cell in `every`: the
// whole would have so many times more.
static void write_remarks(FILE *out, const swv_table_published *d, const swv_table *table,
                          const swv_table_scores *scores)
{
    const bool   is_sample = table->every > 1;
    const double index = 4.0 * table->cells,
                 whole = ((double)table->size - index) * (is_sample ? table->every : 1) + index;
    fputs("\nfound: of the solutions of the closed form. best: our mean over as many of the best as the paper "
          "found.\n",
          out);
    fprintf(out, "%s\n%s%.3g MB", d->remark, is_sample ? "About " : "", 1e-6 * whole);
    if (d->megabytes > 0.0)
        fprintf(out, ", the paper %.3g", d->megabytes);
    fprintf(out, "; %d of %d answers are no solution's inside the limits.\n", scores->surplus, scores->answers);
    if (is_sample)
        fprintf(out, "A sample: one in %d of the cells%s was made.\n", table->every,
                d->is_orientation ? " of the joints" : "");
}

// 3 and 7 are the seeds of the targets: any would do.
swv_status swv_table_published_write(FILE *out, const swv_table *table, int few, int many)
{
    if (!out || !table)
        return SWV_NULL;
    const bool                 is_wrist = table->space == SWV_TABLE_ORIENTATION;
    const swv_table_published *d = swv_table_published_of(table->model, is_wrist, table->kind == SWV_TABLE_NET);
    const double               unit = is_wrist ? 180.0 / SWV_PI : 1000.0;
    swv_table_scores          *scores = malloc(2 * sizeof *scores);
    const swv_status           status = !d || !scores ? SWV_BAD_MODEL
                                        : swv_table_verify(table, NULL, few, 3, &scores[0]) == SWV_OK
                                            ? swv_table_verify(table, NULL, many, 7, &scores[1])
                                            : SWV_BAD_MODEL;
    if (status == SWV_OK) {
        const bool is_sample = table->every > 1;  // of which a few targets meet hardly a cell
        write_heading(out, d, is_sample, few, many);
        for (int i = 0; i < scores[1].families; ++i) {
            const swv_table_score *s = &scores[1].of[i];
            if (s->valid == 0)
                continue;
            write_theirs(out, d, i);
            if (!is_sample)
                write_ours(out, &scores[0].of[i], unit);
            write_ours(out, s, unit);
            if (i < d->rows && d->success[i] > 0.0)
                fprintf(out, "  %5.2f", unit * s->mean_of_best[(int)(d->success[i] + 0.5)]);
            fputc('\n', out);
        }
        write_remarks(out, d, table, &scores[1]);
    }
    free(scores);
    return status;
}
